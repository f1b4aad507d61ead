/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a program on the cores of examples/rocket (rocket_node.v), and compares what the monitor
 * at their ports has counted and traced with what the memory and the devices, both in C, have
 * seen.
 */
#include "cmdline.h"
#include "machine.h"
#include "outfile.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The harness requires a list of tests from every program; this one has none. */
const struct sim_test sim_tests[] = {{0}};

static const char usage[] =
	"Usage: rocketrun [OPTION]... PROGRAM\n"
	"\n"
	"Runs an ELF file for RV64IMAC on Rocket cores (examples/rocket) and compares\n"
	"what the monitor at the memory port has seen with what the memory has seen.\n"
	"\n"
	"  -c, --clocks=N     longest run; default 20000000\n"
	"  -C, --cores=N      1, 2 or 4, as the program was compiled for; default 4\n"
	"  -d, --defect=N     run with a broken tap: 1 address, 2 lost reads, 4 late times;\n"
	"                     8: a phase register that stays 0\n"
	"  -l, --latency=N    memory that answers after N clocks; default: a DDR memory\n"
	"  -m, --measured     the program drives the monitor and prints its bins, in lines\n"
	"                     \"bin NUMBER: COUNT\"; compared with those that are read here\n"
	"  -n, --no-monitor   the monitor counts nothing; nothing is compared\n"
	"  -q, --quiet        do not print the output of the program\n"
	"  -r, --reference=F  write what the memory has seen of each line of 64 bytes to F:\n"
	"                     phase, address, transfers, reads, writes\n"
	"  -s, --stall=N      each READY and VALID of the memory waits with N per cent\n"
	"  -t, --trace=FILE   write the monitor's trace to FILE\n"
	"  -w, --wave=FILE    dump waves of the ports and the monitor\n"
	"  -h, --help         print this and exit\n"
	"      --version      print the version and exit\n"
	"\n"
	"The last line is PASS or FAIL. Exit status: 0 if everything is equal, 1 if not.\n";

/* By the number of cores. */
static const char *const models[] = {
	[1] = "rocket_node1", [2] = "rocket_node2", [4] = "rocket_node"};

struct options {
	const char *program, *trace, *wave;
	uint64_t clocks;
	struct machine_options machine;
	bool monitor, measured;
};

/* @phase_bits: as in a record_header. */
static void save_trace(const char *path, const struct trace_record *t, uint32_t entries,
		       uint8_t phase_bits)
{
	static struct record_writer w;
	const struct record_header h = {
		.board = "surfboard",
		.configuration = "examples/rocket: sender = 16 x port + id, color 1 = write",
		.clock_hz = CLOCK_HZ,
		.latency_ns = record_unit_ns(CLOCK_HZ, 0),
		.phase_bits = phase_bits};
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
	const char *word;
	int letter;

	while ((letter = util_getopt(NULL)) >= 0)
		if (letter == 'c')
			o->clocks = number(optarg, 1000000000, "not a number of clocks");
		else if (letter == 'C')
			o->machine.cores = (unsigned int)number(optarg, 4, "1, 2 or 4 cores");
		else if (letter == 'd')
			o->machine.defect =
				(unsigned int)number(optarg, 15, "a defect is 0 to 15");
		else if (letter == 'l')
			o->machine.latency =
				(unsigned int)number(optarg, 10000, "not a latency");
		else if (letter == 'm')
			o->measured = true;
		else if (letter == 'n')
			o->monitor = false;
		else if (letter == 'q')
			o->machine.quiet = true;
		else if (letter == 'r')
			o->machine.reference = optarg;
		else if (letter == 's')
			o->machine.stall =
				(unsigned int)number(optarg, 99, "a stall is 0 to 99");
		else if (letter == 't')
			o->trace = optarg;
		else
			o->wave = optarg;
	o->program = util_argument();
	if (!o->program)
		util_usage("no program", NULL);
	if ((word = util_argument()))
		util_usage("argument not expected", word);
	if (!models[o->machine.cores])
		util_usage("1, 2 or 4 cores", NULL);
}

static struct sim *simulate(const char *model, const char *wave)
{
	struct sim *s = sim_new(model, 0, 1);

	if (!s)
		exit(UTIL_BAD_DATA);
	if (wave && !sim_wave(s, wave))
		must(-EIO, wave);
	sim_limit(s, UINT64_MAX);
	return s;
}

int main(int argc, char **argv)
{
	static struct node n;
	struct options o = {.clocks = 20000000, .machine.cores = 4, .monitor = true};
	struct trace_record *t = NULL;
	const uint32_t counting =
		surf_mask(SURF_HTCR_HEN) | surf_mask(SURF_HTCR_WEN) | surf_mask(SURF_HTCR_TEN);
	uint32_t entries = 0;

	util_begin("rocketrun", usage, argc, argv);
	get_options(&o);
	machine_open(&n, simulate(models[o.machine.cores], o.wave), &o.machine, o.program);
	/* without the monitor the cores begin at the same clock */
	if (!o.measured)
		machine_start_monitor(&n, BINS, o.monitor ? counting : 0);
	if (machine_run(&n, o.clocks)) {
		printf("%s: exit code %u after %" PRIu64 " clocks\n", o.program, n.code,
		       n.exit_clock);
		n.failed |= n.code != 0;
	} else {
		printf("the program has not ended after %" PRIu64 " clocks\n", o.clocks);
		n.failed = true;
	}
	if (n.exited && o.monitor)
		t = (o.measured ? compare_measured : compare_all)(&n, &entries);
	if (t && o.trace)
		save_trace(o.trace, t, entries, o.measured ? 0x0F : 0);
	free(t);
	if (n.monitor.dev)
		must(surf_Close(&n.monitor), "close");
	sim_delete(n.s);
	machine_close(&n);
	printf("%s: %s\n", n.failed ? "FAIL" : "PASS", o.program);
	return n.failed ? UTIL_BAD_DATA : util_finish();
}
