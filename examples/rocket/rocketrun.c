/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a program on the cores of examples/rocket (rocket_node.v), and compares what the monitor
 * at their ports has counted and traced with what the memory and the devices, both in C, have
 * seen.
 */
#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "axi.h"
#include "axil.h"
#include "cmdline.h"
#include "ddr.h"
#include "input.h"
#include "le.h"
#include "outfile.h"
#include "sbit.h"
#include "sim.h"
#include "surflib.h"
#include "surfrecord.h"

#define CLOCK_HZ 100000000u
#define MEMORY_AT 0x80000000u
#define MEMORY_BYTES (64u << 20)
#define QUIET 500u /* clocks without a request after which a program has ended */

/* Addresses at the device port. */
#define ROM 0x10000000u
#define UART 0x12000000u
#define EXIT 0x12000008u
#define MONITOR 0x20000000u
#define MONITOR_BYTES 0x10000000u

/* The monitor of rocket_node.v, and the meaning of a bin: bits 5..0 the latency in units of 4
 * clocks (255 and more clocks in the last one), 9..6 the id, 10: a write, 11: the device port.
 */
#define BINS 4096u
#define LATENCY_BITS 8u
#define TRACE_ENTRIES 65536u
#define WRITE_BIN 1024u
#define DEVICE_BIN 2048u

/* The harness requires a list of tests from every program; this one has none. */
const struct sim_test sim_tests[] = {{0}};

static const char usage[] =
	"Usage: rocketrun [OPTION]... PROGRAM\n"
	"\n"
	"Runs an ELF file for RV64IMAC on four Rocket cores (examples/rocket) and compares\n"
	"what the monitor at the memory port has seen with what the memory has seen.\n"
	"\n"
	"  -c, --clocks=N     longest run; default 20000000\n"
	"  -d, --defect=N     run with a broken tap: 1 address, 2 lost reads, 4 late times\n"
	"  -l, --latency=N    memory that answers after N clocks; default: a DDR memory\n"
	"  -m, --measured     the program drives the monitor and prints its bins, in lines\n"
	"                     \"bin NUMBER: COUNT\"; compared with those that are read here\n"
	"  -n, --no-monitor   the monitor counts nothing; nothing is compared\n"
	"  -q, --quiet        do not print the output of the program\n"
	"  -s, --stall=N      each READY and VALID of the memory waits with N per cent\n"
	"  -t, --trace=FILE   write the monitor's trace to FILE\n"
	"  -w, --wave=FILE    dump waves of the ports and the monitor\n"
	"  -h, --help         print this and exit\n"
	"      --version      print the version and exit\n"
	"\n"
	"The last line is PASS or FAIL. Exit status: 0 if everything is equal, 1 if not.\n";

struct options {
	const char *program, *trace, *wave;
	uint64_t clocks;
	unsigned int defect, latency, stall;
	bool monitor, quiet, measured;
};

/* What a port has seen: the reference for the monitor. */
struct seen {
	uint64_t end; /* clock of the last beat or response */
	uint32_t addr, words, latency;
	uint8_t id;
	bool write, device;
};

/* An access of a program to the monitor, which the main loop makes. */
struct request {
	bool waits;
	uint32_t addr;
	unsigned int bytes;
	uint64_t data;
	unsigned int strobe;
};

struct node {
	struct sim *s;
	struct sim_clock *clk;
	const struct options *o;
	struct word_device *bus; /* of the monitor */
	struct surf monitor;
	uint8_t *memory;
	struct ddr ddr;
	struct axi *io;
	struct request request[2]; /* read, write */
	bool exited;
	unsigned int code;
	uint64_t exit_clock, requests;
	struct seen *seen;
	size_t count, room;
	bool failed;
	char line[128]; /* of the program's output */
	size_t length;
	uint32_t printed[BINS]; /* bins that the program printed */
};

/* Ends the program if a call failed. */
static void must(int err, const char *what)
{
	if (!err)
		return;
	fprintf(stderr, "%s: %s: %s\n", util_name, what, strerror(-err));
	exit(UTIL_BAD_DATA);
}

/* ---- the memory ---- */

static uint64_t memory_read(void *arg, uint64_t addr)
{
	struct node *n = arg;

	return addr - MEMORY_AT < MEMORY_BYTES ? get_le64(n->memory + (addr - MEMORY_AT)) : 0;
}

static void memory_write(void *arg, uint64_t addr, uint64_t data, unsigned int strobe)
{
	struct node *n = arg;

	SIM_CHECK(n->s, addr - MEMORY_AT < MEMORY_BYTES, "a write outside of memory: %" PRIX64,
		  addr);
	for (unsigned int k = 0; k < 8; k++)
		if (strobe >> k & 1)
			n->memory[addr - MEMORY_AT + k] = (uint8_t)(data >> 8 * k);
}

static uint64_t memory_accept(void *arg, const struct axi_burst *b, uint64_t now)
{
	struct node *n = arg;

	n->requests++;
	return n->o->latency ? now + n->o->latency
			     : ddr_access(&n->ddr, now, b->addr, b->len + 1, b->write);
}

static void remember(struct node *n, const struct axi_burst *b, bool device)
{
	if (n->count == n->room) {
		n->room = n->room ? 2 * n->room : 4096;
		n->seen = realloc(n->seen, n->room * sizeof(*n->seen));
		must(n->seen ? 0 : -ENOMEM, "log");
	}
	n->seen[n->count++] = (struct seen){.end = b->end,
					    .addr = (uint32_t)b->addr,
					    .words = (((b->len + 1) << b->size) + 3) >> 2,
					    .latency = (uint32_t)(b->end - b->start),
					    .id = (uint8_t)b->id,
					    .write = b->write,
					    .device = device};
}

static void memory_done(void *arg, const struct axi_burst *b)
{
	remember(arg, b, false);
}

/* ---- the devices ---- */

/* csrw mie, zero; li t0, 1; slli t0, t0, 31; jr t0 */
static const uint32_t rom[] = {0x30401073, 0x00100293, 0x01F29293, 0x00028067};

static bool is_monitor(uint64_t addr)
{
	return addr - MONITOR < MONITOR_BYTES;
}

static uint64_t io_read(void *arg, uint64_t addr)
{
	struct node *n = arg;
	const uint64_t word = (addr - ROM) / 4;

	if (is_monitor(addr))
		return n->request[false].data;
	if (addr >= ROM && word + 1 < sizeof(rom) / sizeof(rom[0]))
		return rom[word] | (uint64_t)rom[word + 1] << 32;
	return 0;
}

static void put_character(struct node *n, char c)
{
	uint32_t bin, count;

	if (!n->o->quiet)
		putchar(c);
	if (c != '\n') {
		if (n->length < sizeof(n->line) - 1)
			n->line[n->length++] = c;
		return;
	}
	n->line[n->length] = 0;
	n->length = 0;
	if (sscanf(n->line, "bin %" SCNu32 ": %" SCNu32, &bin, &count) == 2 && bin < BINS)
		n->printed[bin] = count;
}

static void io_write(void *arg, uint64_t addr, uint64_t data, unsigned int strobe)
{
	struct node *n = arg;

	if (is_monitor(addr)) {
		n->request[true].data = data;
		n->request[true].strobe = strobe;
	} else if (addr == UART && strobe & 1) {
		put_character(n, (char)(data & 255));
	} else if (addr == EXIT) {
		n->exited = true;
		n->code = data & 255;
		n->exit_clock = sim_clock_edges(n->clk);
	}
}

static uint64_t io_accept(void *arg, const struct axi_burst *b, uint64_t now)
{
	struct node *n = arg;
	struct request *r = &n->request[b->write];

	n->requests++;
	if (!is_monitor(b->addr))
		return now + 4;
	SIM_CHECK(n->s, !b->len, "an access of %u beats to the monitor", b->len + 1);
	SIM_CHECK(n->s, !r->waits, "two accesses to the monitor at a time");
	r->waits = true;
	r->addr = (uint32_t)b->addr - MONITOR;
	r->bytes = 1u << b->size;
	return AXI_LATER;
}

static void io_done(void *arg, const struct axi_burst *b)
{
	remember(arg, b, true);
}

/* Makes the access of a program to the monitor, with one or two words. */
static void make_request(struct node *n, bool write)
{
	struct request *r = &n->request[write];
	uint64_t data = 0;

	for (uint32_t addr = r->addr & ~3u; addr < r->addr + r->bytes; addr += 4) {
		uint32_t word = (uint32_t)(r->data >> 8 * (addr & 4));
		const int err = write ? word_device_write(n->bus, addr,
							  r->strobe >> (addr & 4) & 15, word)
				      : word_device_read(n->bus, addr, &word);

		SIM_CHECK(n->s, !err, "the monitor refuses address %08" PRIX32, addr);
		data |= (uint64_t)word << 8 * (addr & 4);
	}
	if (!write)
		r->data = data;
	r->waits = false;
	axi_answer(n->io, write);
}

/* ---- the program ---- */

/* Loads the segments of an ELF file. */
static void load(struct node *n, const char *path)
{
	uint8_t *file = NULL;
	size_t bytes = 0, got;
	FILE *f = fopen(path, "r");
	Elf64_Ehdr head;

	must(f ? 0 : -errno, path);
	do {
		file = realloc(file, bytes + 65536);
		must(file ? 0 : -ENOMEM, path);
		got = fread(file + bytes, 1, 65536, f);
		bytes += got;
	} while (got);
	fclose(f);
	must(bytes < sizeof(head) ? -ENOEXEC : 0, path);
	memcpy(&head, file, sizeof(head));
	must(memcmp(head.e_ident, ELFMAG, SELFMAG) || head.e_ident[EI_CLASS] != ELFCLASS64 ||
			     head.e_machine != EM_RISCV ||
			     head.e_phentsize != sizeof(Elf64_Phdr)
		     ? -ENOEXEC
		     : 0,
	     path);
	for (unsigned int i = 0; i < head.e_phnum; i++) {
		Elf64_Phdr p;
		const uint64_t at = head.e_phoff + i * sizeof(p);

		must(at > bytes || bytes - at < sizeof(p) ? -ENOEXEC : 0, path);
		memcpy(&p, file + at, sizeof(p));
		if (p.p_type != PT_LOAD)
			continue;
		must(p.p_offset > bytes || bytes - p.p_offset < p.p_filesz ||
				     p.p_paddr < MEMORY_AT ||
				     p.p_paddr - MEMORY_AT > MEMORY_BYTES ||
				     MEMORY_BYTES - (p.p_paddr - MEMORY_AT) < p.p_filesz
			     ? -ENOEXEC
			     : 0,
		     path);
		memcpy(n->memory + (p.p_paddr - MEMORY_AT), file + p.p_offset, p.p_filesz);
	}
	free(file);
}

static void start_monitor(struct node *n)
{
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;
	struct surf_experiment e = {
		.stream = stream, .stream_bytes = sizeof(stream), .bins = BINS};

	for (unsigned int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = (uint8_t)(i < 6	 ? sbit_variables[SBIT_LATENCY].first + 2u + i
				       : i < 10	 ? sbit_variables[SBIT_SENDER].first + i - 6u
				       : i == 10 ? sbit_variables[SBIT_COLOR].first + 0u
				       : i == 11 ? sbit_variables[SBIT_SENDER].first + 4u
						 : SBIT_ZERO);
	must(sbit_compile(&map, stream), "selector");
	must(surf_open_device(&n->monitor, &n->bus->dev), "monitor");
	e.acdr = surf_set(surf_set(0, SURF_ACDR_IMAGE_LAT_N, LATENCY_BITS / 2),
			  SURF_ACDR_IMAGE_CATMUX, 1);
	if (n->o->monitor)
		e.htcr = surf_mask(SURF_HTCR_HEN) | surf_mask(SURF_HTCR_WEN) |
			 surf_mask(SURF_HTCR_TEN);
	must(surf_begin(&n->monitor, &e), "start");
}

static bool run_pauses(void *arg)
{
	const struct node *n = arg;

	return n->exited || n->request[0].waits || n->request[1].waits;
}

static void run_program(struct node *n)
{
	const uint64_t begin = sim_clock_edges(n->clk);
	const sim_time period = sim_clock_period(n->clk);
	uint64_t requests;

	sim_put(sim_pin(n->s, "cores_resetn"), 1);
	while (!n->exited) {
		const uint64_t clocks = sim_clock_edges(n->clk) - begin;

		if (clocks > n->o->clocks ||
		    !sim_wait_for(n->s, run_pauses, n, (n->o->clocks - clocks) * period)) {
			printf("the program has not ended after %" PRIu64 " clocks\n",
			       n->o->clocks);
			n->failed = true;
			break;
		}
		for (int k = 0; k < 2; k++)
			if (n->request[k].waits)
				make_request(n, k);
	}
	n->exit_clock -= n->exited ? begin : 0;
	do {
		requests = n->requests;
		sim_wait_cycles(n->clk, QUIET);
	} while (requests != n->requests);
}

/* ---- the comparison ---- */

static void check_equal(struct node *n, const char *what, uint64_t monitor, uint64_t reference)
{
	if (monitor == reference)
		return;
	printf("FAIL: %s: monitor %" PRIu64 ", reference %" PRIu64 "\n", what, monitor,
	       reference);
	n->failed = true;
}

static uint32_t bounded_latency(const struct seen *e)
{
	return e->latency >> LATENCY_BITS ? (1u << LATENCY_BITS) - 1 : e->latency;
}

static uint32_t bin_of(const struct seen *e)
{
	return bounded_latency(e) / 4 + e->id * 64u + (e->write ? WRITE_BIN : 0) +
	       (e->device ? DEVICE_BIN : 0);
}

/* Reads the histogram and compares it with @reference; returns the number of packets. */
static uint64_t check_histogram(struct node *n, const uint32_t *reference)
{
	static uint8_t memory[4 * BINS];
	uint64_t sum = 0;
	unsigned int wrong = 0;

	must(surf_GetHMem(&n->monitor, 0, memory, sizeof(memory), NULL, NULL), "histogram");
	for (uint32_t i = 0; i < BINS; i++) {
		const uint32_t count = get_le32(memory + 4 * i);

		sum += count;
		if (count == reference[i])
			continue;
		if (!wrong++)
			printf("bin %03" PRIX32 ": monitor %" PRIu32 ", reference %" PRIu32
			       "\n",
			       i, count, reference[i]);
	}
	check_equal(n, "bins that differ", wrong, 0);
	return sum;
}

static void check_bins(struct node *n)
{
	static uint32_t reference[BINS];
	uint64_t sum;

	for (size_t i = 0; i < n->count; i++)
		reference[bin_of(&n->seen[i])]++;
	sum = check_histogram(n, reference);
	check_equal(n, "sum of the bins", sum, n->count);
	printf("histogram: %" PRIu64 " packets, the log has %zu\n", sum, n->count);
}

/* Both lists in the same order: by time; what ends in the same clock by port and direction. */
static int seen_order(const void *a, const void *b)
{
	const struct seen *x = a, *y = b;

	if (x->end != y->end)
		return x->end < y->end ? -1 : 1;
	return (x->device - y->device) * 2 + x->write - y->write;
}

static struct seen entry_of(const uint32_t *word)
{
	return (struct seen){.end = trace_rxtime(word),
			     .addr = trace_addr(word),
			     .words = trace_words(word),
			     .latency = trace_latency(word),
			     .id = trace_sender(word) & 15,
			     .write = trace_color(word) & 1,
			     .device = trace_sender(word) >> 4 & 1};
}

/* Returns the entries of the trace in the order of the log, which is sorted, too. */
static struct seen *sort_trace(struct node *n, const struct trace_record *t, uint32_t entries)
{
	struct seen *e = calloc(entries ? entries : 1, sizeof(*e));

	must(e ? 0 : -ENOMEM, "trace");
	for (uint32_t i = 0; i < entries; i++)
		e[i] = entry_of(t[i].word);
	qsort(e, entries, sizeof(*e), seen_order);
	qsort(n->seen, n->count, sizeof(*n->seen), seen_order);
	return e;
}

static bool is_entry_of(const struct seen *e, const struct seen *r)
{
	return e->addr == (r->addr & 0x7FFFFFC) && e->words == r->words &&
	       e->latency == bounded_latency(r) && e->id == r->id && e->write == r->write &&
	       e->device == r->device;
}

/* Compares the trace with the log; the times of the two differ by a constant. */
static void check_trace(struct node *n, const struct trace_record *t, uint32_t entries)
{
	struct seen *e = sort_trace(n, t, entries);
	const struct seen *reference = n->seen;
	uint64_t wrong = 0;

	check_equal(n, "entries of the trace", entries, n->count);
	for (uint32_t i = 0; i < entries && i < n->count; i++) {
		const struct seen *r = &reference[i];

		if (e[i].end - e[0].end == r->end - reference[0].end && is_entry_of(&e[i], r))
			continue;
		if (!wrong++)
			printf("entry %" PRIu32 ": monitor %s %07" PRIX32
			       " id %u latency %" PRIu32 ", log %s %07" PRIX32
			       " id %u latency %" PRIu32 "\n",
			       i, e[i].write ? "write" : "read", e[i].addr, e[i].id,
			       e[i].latency, r->write ? "write" : "read", r->addr & 0x7FFFFFC,
			       r->id, r->latency);
	}
	check_equal(n, "entries of the trace that differ", wrong, 0);
	free(e);
}

static void save_trace(const char *path, const struct trace_record *t, uint32_t entries)
{
	static struct record_writer w;
	const struct record_header h = {
		.board = "surfboard",
		.configuration = "examples/rocket: sender = 16 x port + id, color 1 = write",
		.clock_hz = CLOCK_HZ,
		.latency_ns = record_unit_ns(CLOCK_HZ, 0)};
	struct outfile f;
	int err = outfile_open(&f, path);

	must(err, path);
	record_writer_open(&w, f.fd);
	err = record_write_header(&w, "trace", &h);
	for (uint32_t i = 0; !err && i < entries; i++)
		err = record_write_trace(&w, &t[i]);
	if (!err)
		err = record_write_end(&w);
	if (!err)
		err = record_flush(&w);
	if (err)
		outfile_abort(&f);
	must(err, path);
	must(outfile_commit(&f), path);
}

static struct trace_record *read_trace(struct node *n, uint32_t *entries)
{
	uint8_t *buf;
	struct trace_record *t;

	must(surf_GetReg(&n->monitor, SURF_TICR, entries), "TICR");
	if (*entries > TRACE_ENTRIES) {
		printf("FAIL: the trace memory has %u entries, too few for %" PRIu32 "\n",
		       TRACE_ENTRIES, *entries);
		n->failed = true;
		*entries = 0;
	}
	buf = malloc(*entries * 16 + 1);
	t = calloc(*entries + 1, sizeof(*t));
	must(buf && t ? 0 : -ENOMEM, "trace");
	must(surf_GetTMem(&n->monitor, 0, buf, *entries * 16, NULL, NULL), "trace");
	for (uint32_t i = 0; i < *entries; i++) {
		t[i].index = i;
		for (unsigned int k = 0; k < 4; k++)
			t[i].word[k] = get_le32(buf + 16 * i + 4 * k);
	}
	free(buf);
	return t;
}

/* The memory port's tap has presented each transaction, and nothing was lost behind it. */
static void check_tap(struct node *n)
{
	uint64_t seen[2] = {0};
	uint32_t iscr;

	for (size_t i = 0; i < n->count; i++)
		seen[n->seen[i].write] += !n->seen[i].device;
	for (int k = 0; k < 2; k++) {
		const char *of = k ? "wr_" : "rd_";

		printf("memory port: %" PRIu64 " %s, the log has %" PRIu64 "\n",
		       sim_get(sim_pin_of(n->s, of, "packets")), k ? "writes" : "reads",
		       seen[k]);
		check_equal(n, k ? "writes" : "reads", sim_get(sim_pin_of(n->s, of, "packets")),
			    seen[k]);
		check_equal(n, "dropped", sim_get(sim_pin_of(n->s, of, "dropped")), 0);
		check_equal(n, "flags of the tap", sim_get(sim_pin_of(n->s, of, "flags")), 0);
	}
	must(surf_GetReg(&n->monitor, SURF_ISCR, &iscr), "ISCR");
	check_equal(n, "packets lost at the monitor", surf_get(iscr, SURF_ISCR_PV), 0);
}

static void check_words(struct node *n)
{
	uint64_t words = 0;
	uint32_t wcdr;

	for (size_t i = 0; i < n->count; i++)
		words += n->seen[i].words;
	must(surf_GetReg(&n->monitor, SURF_WCDR, &wcdr), "WCDR");
	check_equal(n, "words", wcdr, words);
}

/* The same for a program that has started and stopped the monitor: the trace is a part of the
 * log without gaps. */
static void check_part(struct node *n, const struct trace_record *t, uint32_t entries)
{
	struct seen *e = sort_trace(n, t, entries);
	size_t most = 0;

	for (size_t k = 0; k + entries <= n->count && most < entries; k++) {
		const struct seen *r = n->seen + k;
		size_t i = 0;

		while (i < entries && e[i].end - e[0].end == r[i].end - r[0].end &&
		       is_entry_of(&e[i], &r[i]))
			i++;
		most = i > most ? i : most;
	}
	check_equal(n, "entries of the trace in succession in the log", most, entries);
	free(e);
}

/* The program has measured itself: what it has read is what is read here. */
static void compare_measured(struct node *n)
{
	struct trace_record *t;
	uint32_t entries;
	uint64_t sum;

	must(surf_open_device(&n->monitor, &n->bus->dev), "monitor");
	check_tap(n);
	sum = check_histogram(n, n->printed);
	t = read_trace(n, &entries);
	check_part(n, t, entries);
	check_equal(n, "sum of the bins", sum, entries);
	if (!entries) {
		printf("FAIL: the program has measured nothing\n");
		n->failed = true;
	}
	printf("histogram: %" PRIu64 " packets, the log has %zu\n", sum, n->count);
	if (n->o->trace)
		save_trace(n->o->trace, t, entries);
	free(t);
}

static void compare(struct node *n)
{
	struct trace_record *t;
	uint32_t entries;

	must(surf_PutReg(&n->monitor, SURF_HTCR, 0), "stop");
	check_tap(n);
	check_words(n);
	check_bins(n);
	t = read_trace(n, &entries);
	check_trace(n, t, entries);
	if (n->o->trace)
		save_trace(n->o->trace, t, entries);
	free(t);
}

/* ---- main ---- */

static unsigned long number(const char *text, unsigned long most, const char *what)
{
	char *end;
	const unsigned long v = strtoul(text, &end, 10);

	if (*end || *text < '0' || *text > '9' || v > most)
		util_usage(what, text);
	return v;
}

static void get_options(struct options *o)
{
	static const struct option longs[] = {
		{"clocks", required_argument, NULL, 'c'},
		{"defect", required_argument, NULL, 'd'},
		{"latency", required_argument, NULL, 'l'},
		{"measured", no_argument, NULL, 'm'},
		{"no-monitor", no_argument, NULL, 'n'},
		{"quiet", no_argument, NULL, 'q'},
		{"stall", required_argument, NULL, 's'},
		{"trace", required_argument, NULL, 't'},
		{"wave", required_argument, NULL, 'w'},
		{0},
	};
	const char *word;
	int letter;

	while ((letter = util_getopt("c:d:l:mnqs:t:w:", longs)) >= 0)
		if (letter == 'c')
			o->clocks = number(optarg, 1000000000, "not a number of clocks");
		else if (letter == 'd')
			o->defect = (unsigned int)number(optarg, 7, "a defect is 0 to 7");
		else if (letter == 'l')
			o->latency = (unsigned int)number(optarg, 10000, "not a latency");
		else if (letter == 'm')
			o->measured = true;
		else if (letter == 'n')
			o->monitor = false;
		else if (letter == 'q')
			o->quiet = true;
		else if (letter == 's')
			o->stall = (unsigned int)number(optarg, 99, "a stall is 0 to 99");
		else if (letter == 't')
			o->trace = optarg;
		else
			o->wave = optarg;
	o->program = util_argument();
	if (!o->program)
		util_usage("no program", NULL);
	if ((word = util_argument()))
		util_usage("argument not expected", word);
}

static void build(struct node *n)
{
	const struct axi_target memory = {n, memory_accept, memory_read, memory_write,
					  memory_done};
	const struct axi_target io = {n, io_accept, io_read, io_write, io_done};
	const struct sim_pin *reset;

	n->s = sim_new("rocket_node", 0, 1);
	if (!n->s)
		exit(UTIL_BAD_DATA);
	if (n->o->wave && !sim_wave(n->s, n->o->wave))
		must(-EIO, n->o->wave);
	sim_limit(n->s, UINT64_MAX);
	n->clk = sim_clock(n->s, "aclk", SIM_NS(10), SIM_NS(5));
	reset = sim_pin(n->s, "cores_resetn");
	n->bus = axil_open(n->s, n->clk, "");
	must(n->bus ? 0 : -ENOMEM, "bus");
	axi_set_stall(axi_open(n->s, n->clk, "mem_", reset, &memory), n->o->stall);
	n->io = axi_open(n->s, n->clk, "io_", reset, &io);
	sim_put(sim_pin(n->s, "defect"), n->o->defect);
}

int main(int argc, char **argv)
{
	struct options o = {.clocks = 20000000, .monitor = true};
	struct node n = {.o = &o};

	util_begin("rocketrun", usage, argc, argv);
	get_options(&o);
	n.memory = calloc(1, MEMORY_BYTES);
	must(n.memory ? 0 : -ENOMEM, "memory");
	ddr_init(&n.ddr, &ddr_times_100mhz);
	load(&n, o.program);
	build(&n);
	if (!o.measured)
		start_monitor(&n);
	run_program(&n);
	if (n.exited)
		printf("%s: exit code %u after %" PRIu64 " clocks\n", o.program, n.code,
		       n.exit_clock);
	n.failed |= n.code != 0;
	if (o.measured)
		compare_measured(&n);
	else if (o.monitor)
		compare(&n);
	must(surf_Close(&n.monitor), "close");
	sim_delete(n.s);
	free(n.seen);
	free(n.memory);
	printf("%s: %s\n", n.failed ? "FAIL" : "PASS", o.program);
	return n.failed ? UTIL_BAD_DATA : util_finish();
}
