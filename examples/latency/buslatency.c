/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Latency histograms of the example design (surf_example.v), read and plotted over AXI4-Lite.
 *
 * Configures the monitor with its driver, lets the traffic run, reads the histogram and the
 * counters of the taps, and accounts for every packet. With --board the program does not
 * simulate the design but uses the one in an FPGA (examples/boards) or behind uartsim.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "axil.h"
#include "cmdline.h"
#include "le.h"
#include "outstream.h"
#include "sbit.h"
#include "sim.h"
#include "surflib.h"

/* A bin counts the packets of one of 16 senders in one of 64 ranges of latency, 4 clocks each
 * (the last one: 252 and more). */
#define LATENCIES 64u
#define STEP 4u
#define SENDERS 16u
#define BINS (LATENCIES * SENDERS)
#define LINES 16u /* maximum number of lines of a plot */
#define WIDTH 60u /* width of its longest bar */
#define TAPS 4u

/* The registers of the example (control.v). */
enum { CONTROL = 0, RUN = 1, CLEAR = 2, CLOCKS = 4, TAP = 0x40, TAP_STEP = 0x10 };
#define FPGA_CONTROL 0x10000000u /* address of these registers in surf_fpga */
#define CLOCKS_OF_US 25u	 /* of the simulated design */
#define US_OF_S 1000000u
enum { FRAMES, PACKETS, DROPPED, FLAGS };

/* The harness requires a list of tests from every program; this one has none. */
const struct sim_test sim_tests[] = {{0}};

static const char usage[] =
	"Usage: buslatency [OPTION]...\n"
	"\n"
	"Simulates examples/latency and plots latencies of its memory and streams, as\n"
	"measured by the monitor in the design.\n"
	"\n"
	"  -b, --board=BOARD  use the design on this board, \"uart:DEVICE\"; do not simulate it\n"
	"  -c, --clock=MHZ    clock of that design, 1 to 400, if its monitor does not know it\n"
	"  -o, --output=FILE  write the bins that are not 0 to FILE: number and packets\n"
	"  -t, --time=US      how long the traffic runs, 100 to 100000; default 4000\n"
	"  -w, --wave=FILE    dump waves of the simulation\n"
	"  -h, --help         print this and exit\n"
	"      --version      print the version and exit\n";

struct options {
	const char *board, *wave, *output;
	unsigned long us, clocks_of_us; /* clocks_of_us: 0 if it is not given */
};

struct design {
	struct sim *s; /* NULL: the design is on a board */
	struct device *control;
	uint32_t control_at; /* address of its registers */
	struct surf monitor;
	uint64_t clock_hz;
};

/* Ends the program if a call failed. */
static void must(int err, const char *what)
{
	if (!err)
		return;
	fprintf(stderr, "%s: %s: %s\n", util_name, what, strerror(-err));
	exit(UTIL_BAD_DATA);
}

static void simulate_design(struct design *d, const char *wave)
{
	struct sim_clock *clk;

	d->s = sim_new("surf_example", 0, 1);
	if (!d->s)
		exit(UTIL_BAD_DATA);
	if (wave && !sim_wave(d->s, wave))
		must(-EIO, wave);
	sim_limit(d->s, UINT64_MAX);
	clk = sim_clock(d->s, "aclk", SIM_NS(1000 / CLOCKS_OF_US), SIM_NS(500 / CLOCKS_OF_US));
	d->control = &axil_open(d->s, clk, "c_")->dev;
	must(surf_open_device(&d->monitor, &axil_open(d->s, clk, "")->dev), "monitor");
}

/* The clock of a design on a board: that which its monitor has in its identity. */
static void find_clock(struct design *d, const struct options *o)
{
	struct surf_identity identity;

	must(surf_GetIdentity(&d->monitor, &identity), "identity");
	d->clock_hz = identity.clock_hz;
	if (!d->clock_hz)
		d->clock_hz = (uint64_t)o->clocks_of_us * US_OF_S;
	if (!d->clock_hz) {
		fprintf(stderr, "%s: %s: the monitor does not know its clock: --clock=MHZ\n",
			util_name, o->board);
		exit(UTIL_BAD_DATA);
	}
	if (o->clocks_of_us && d->clock_hz != (uint64_t)o->clocks_of_us * US_OF_S) {
		fprintf(stderr, "%s: %s: the clock is %" PRIu64 " Hz, not %lu MHz\n", util_name,
			o->board, d->clock_hz, o->clocks_of_us);
		exit(UTIL_BAD_DATA);
	}
}

static void open_design(struct design *d, const struct options *o)
{
	static const struct device_simulator none = {"", ""};

	if (!o->board) {
		simulate_design(d, o->wave);
		d->clock_hz = CLOCKS_OF_US * US_OF_S;
		return;
	}
	must(device_open(o->board, &none, &d->control), o->board);
	d->control_at = FPGA_CONTROL;
	must(surf_open_device(&d->monitor, d->control), "monitor");
	find_clock(d, o);
}

static uint32_t clocks(const struct design *d, const struct options *o)
{
	return (uint32_t)(o->us * d->clock_hz / US_OF_S);
}

static void close_design(struct design *d)
{
	must(surf_Close(&d->monitor), "close");
	if (d->s)
		sim_delete(d->s);
	else
		device_close(d->control);
}

static uint32_t get(struct design *d, uint32_t reg)
{
	uint64_t v = 0;

	must(d->control->ops->read(d->control, DEVICE_MEM, d->control_at + reg, 32, &v),
	     "register");
	return (uint32_t)v;
}

static void put(struct design *d, uint32_t reg, uint32_t v)
{
	must(d->control->ops->write(d->control, DEVICE_MEM, d->control_at + reg, 32, v),
	     "register");
}

/* Configures the histogram: which bits of a packet select its bin, and which packets to
 * count. */
static void start_monitor(struct surf *monitor)
{
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;
	struct surf_experiment e = {
		.stream = stream, .stream_bytes = sizeof(stream), .bins = BINS};

	/* bin[5:0] = latency[7:2], bin[9:6] = sender[3:0]; latencies above 255 count as 255 */
	for (unsigned int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = (uint8_t)(i < 6	? sbit_variables[SBIT_LATENCY].first + 2 + i
				       : i < 10 ? sbit_variables[SBIT_SENDER].first + i - 6
						: SBIT_ZERO);
	must(sbit_compile(&map, stream), "selector");
	e.acdr = surf_set(0, SURF_ACDR_IMAGE_LAT_N, 4);
	e.htcr = surf_mask(SURF_HTCR_HEN) | surf_mask(SURF_HTCR_WEN);
	must(surf_begin(monitor, &e), "start");
}

/* Runs the traffic, which ends by itself, so that the packets are the same on any board. */
static void let_run(struct design *d, const struct options *o)
{
	put(d, CLOCKS, clocks(d, o));
	put(d, CONTROL, RUN | CLEAR);
	/* requests in progress end within this time */
	must(device_run(d->control, 1000 * (o->us + 100)), "run");
	while (get(d, CONTROL) & RUN)
		;
}

static void plot(const char *what, const uint32_t *bin)
{
	uint64_t n = 0, seen = 0, line[LINES] = {0}, most = 0;
	unsigned int median = 0, p99 = 0, last = 0, of_line;

	for (unsigned int i = 0; i < LATENCIES; i++) {
		n += bin[i];
		last = bin[i] ? i : last;
	}
	of_line = last / LINES + 1;
	for (unsigned int i = 0; i < LATENCIES; i++) {
		if (2 * seen < n)
			median = i;
		if (100 * seen < 99 * n)
			p99 = i;
		seen += bin[i];
		line[i / of_line] += bin[i];
	}
	for (unsigned int i = 0; i < LINES; i++)
		most = line[i] > most ? line[i] : most;
	printf("\n%s: %" PRIu64 " packets, median from %u, 99 %% from %u clocks\n", what, n,
	       median * STEP, p99 * STEP);
	for (unsigned int i = 0; i <= last / of_line; i++) {
		const unsigned int first = i * of_line * STEP;

		printf("%4u%s%7" PRIu64 " ", first,
		       (i + 1) * of_line < LATENCIES ? "   " : " ..", line[i]);
		for (uint64_t k = 0; most && k < (line[i] * WIDTH + most - 1) / most; k++)
			putchar('#');
		putchar('\n');
	}
}

/* Checks that the histogram has counted each frame that the taps saw, with the sender of its
 * tap. */
static bool account(struct design *d, const uint32_t *bins)
{
	static const struct {
		const char *name;
		uint32_t senders; /* bit k: sender k */
	} taps[TAPS] = {
		{"stream 0", 1 << 8}, {"stream 1", 1 << 9}, {"reads", 3}, {"writes", 4}};
	uint32_t v[4], iscr, known = 0;
	bool complete = true;

	printf("\n%-10s %8s %8s %8s %12s\n", "tap", "frames", "packets", "dropped",
	       "histogram");
	for (uint32_t k = 0; k < TAPS; k++) {
		uint64_t counted = 0;

		for (uint32_t i = 0; i < 4; i++)
			v[i] = get(d, TAP + k * TAP_STEP + 4 * i);
		for (uint32_t i = 0; i < BINS; i++)
			counted += taps[k].senders >> i / LATENCIES & 1 ? bins[i] : 0;
		printf("%-10s %8" PRIu32 " %8" PRIu32 " %8" PRIu32 " %12" PRIu64 "\n",
		       taps[k].name, v[FRAMES], v[PACKETS], v[DROPPED], counted);
		complete &= v[FRAMES] && v[FRAMES] == counted && v[PACKETS] == counted &&
			    !v[DROPPED] && !v[FLAGS];
		known |= taps[k].senders;
	}
	for (uint32_t i = 0; i < BINS; i++)
		complete &= known >> i / LATENCIES & 1 || !bins[i];
	must(surf_GetReg(&d->monitor, SURF_ISCR, &iscr), "ISCR");
	if (surf_get(iscr, SURF_ISCR_PV))
		printf("the monitor dropped packets\n");
	return complete && !surf_get(iscr, SURF_ISCR_PV);
}

static void write_bins(const char *path, const uint32_t *bins)
{
	struct outstream o;

	must(outstream_open(&o, path), path);
	for (uint32_t i = 0; i < BINS; i++)
		if (bins[i])
			fprintf(o.stream, "%" PRIu32 " %" PRIu32 "\n", i, bins[i]);
	must(outstream_close(&o, true), path);
}

static unsigned long number(const char *text, unsigned long least, unsigned long most,
			    const char *what)
{
	char *end;
	const unsigned long v = strtoul(text, &end, 10);

	if (*end || *text < '0' || *text > '9' || v < least || v > most)
		util_usage(what, text);
	return v;
}

static void get_options(struct options *o)
{
	const char *word;
	int letter;

	while ((letter = util_getopt(NULL)) >= 0)
		if (letter == 'b')
			o->board = optarg;
		else if (letter == 'c')
			o->clocks_of_us = number(optarg, 1, 400, "a clock has 1 to 400 MHz");
		else if (letter == 'o')
			o->output = optarg;
		else if (letter == 'w')
			o->wave = optarg;
		else
			o->us = number(optarg, 100, 100000, "a time is 100 to 100000 us");
	if ((word = util_argument()))
		util_usage("argument not expected", word);
	if (o->clocks_of_us && !o->board)
		util_usage("--clock is for a design on a board", NULL);
}

int main(int argc, char **argv)
{
	static const struct {
		uint32_t sender;
		const char *what;
	} shown[] = {
		{0, "Reads of channel 0, address to last beat"},
		{1, "Reads of channel 1, whose sink pauses"},
		{2, "Writes, address to response"},
		{8, "Frames of stream 0, first beat to last"},
		{9, "Frames of stream 1"},
	};
	static uint8_t memory[4 * BINS];
	static uint32_t bins[BINS];
	struct design d = {0};
	struct options o = {.us = 4000};
	int complete;

	util_begin("buslatency", usage, argc, argv);
	get_options(&o);
	open_design(&d, &o);
	start_monitor(&d.monitor);
	let_run(&d, &o);
	must(surf_PutReg(&d.monitor, SURF_HTCR, 0), "stop");
	must(surf_GetHMem(&d.monitor, 0, memory, sizeof(memory), NULL, NULL), "histogram");

	for (uint32_t i = 0; i < BINS; i++)
		bins[i] = get_le32(memory + 4 * i);
	printf("%lu us, %" PRIu32 " clocks\n", o.us, clocks(&d, &o));
	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
		plot(shown[i].what, &bins[shown[i].sender * LATENCIES]);
	complete = account(&d, bins);
	close_design(&d);
	if (o.output)
		write_bins(o.output, bins);
	if (!complete) {
		fprintf(stderr, "%s: not every frame is in the histogram\n", util_name);
		return UTIL_BAD_DATA;
	}
	return util_finish();
}
