/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CONSTANTS_H
#define CONSTANTS_H
/*
 * The constants of the iPSC/2 and its programs, for the table of constants and for the
 * sensitivities: each entry names the experiments, and their runs, that a constant can reach.
 */
#include "apprun.h"
#include "apptrial.h"
#include "load.h"
#include "paper.h"
#include "watch.h"
#include <math.h>
#include <stddef.h>

enum { BANDWIDTH = 1, FIGURES = 2, APPLICATIONS = 4, LESSONS = 8, ANALYSIS = 16 };
#define TABLE2 (APPLICATIONS | LESSONS | ANALYSIS)
#define EVERYWHERE (BANDWIDTH | FIGURES | TABLE2)
/* Sets of runs, by method of recording and by program. */
#define RAW_RUNS (1u << IPSC2_RAW)
#define SOFT_RUNS (1u << IPSC2_SOFTWARE)
#define HARD_RUNS (1u << IPSC2_HARDWARE | 1u << IPSC2_SUMMARY)
#define RECORDED (SOFT_RUNS | HARD_RUNS)
#define ALL_RUNS (RAW_RUNS | RECORDED)
enum { OF_SIMPLEX = 1, OF_LIFE = 2, OF_MATMUL = 4, OF_PLACE = 8, OF_ALL = 15 };

struct constant {
	double scale; /* factor from the printed value to the value of the variable */
	unsigned int experiments, recordings, programs;
	unsigned int nodes; /* the constant reaches only runs on this number of nodes; 0: all */
	struct paper_variable v;
};

#define US 1e6, PAPER_TIME, "us"
#define MILLI 1e9, PAPER_TIME, "ms"
#define NUMBER 1, PAPER_COUNT, ""
#define REAL 1, PAPER_REAL, ""
#define CONSTANT(...) CONSTANT_OF(__VA_ARGS__)
#define CONSTANT_OF(variable, factor, holds, measure, from_where, in, by, of, on, what, how, \
		    rows)                                                                    \
	{                                                                                    \
		.scale = factor, .experiments = in, .recordings = by, .programs = of,        \
		.nodes = on,                                                                 \
		.v = { {.name = what,                                                        \
			.unit = measure,                                                     \
			.kind = PAPER_##from_where,                                          \
			.from = how,                                                         \
			.decides = rows},                                                    \
		       &(variable),                                                          \
		       holds }                                                               \
	}

static const struct constant constants[] = {
	/* recording */
	CONSTANT(ipsc2_costs.io_write, US, GIVEN, EVERYWHERE, HARD_RUNS, OF_ALL, 0,
		 "a write of the port, two of them a nibble", "6 cycles of 16 MHz, 3.1",
		 "hardware times"),
	CONSTANT(ipsc2_costs.nibble, US, FITTED, EVERYWHERE, HARD_RUNS, OF_ALL, 0,
		 "loop of a nibble, besides its writes", "113,000 frames/s of one node, 5.1",
		 "hardware times, overruns"),
	CONSTANT(ipsc2_costs.extract, US, FITTED, BANDWIDTH, HARD_RUNS, OF_ALL, 0,
		 "extraction of a nibble", "88.5 s for a million events, 5.1",
		 "that experiment alone; Table 2 is shown with it and without"),
	CONSTANT(ipsc2_costs.iteration, US, FITTED, EVERYWHERE, HARD_RUNS, OF_ALL, 0,
		 "iteration of the null loop",
		 "(hard - raw) x nodes / frames of the one-node runs of Table 2, "
		 "26 us, less a nibble, over 20",
		 "all hardware times, overruns, Figure 8"),
	CONSTANT(ipsc2_costs.record, US, GIVEN, EVERYWHERE, SOFT_RUNS, OF_ALL, 0,
		 "software recording of four bytes", "3.9 s for a million events, 5.1",
		 "software times"),
	CONSTANT(nx2_costs.hook, US, FITTED, TABLE2, RECORDED, OF_ALL, 0,
		 "cost of a record before it is recorded",
		 "hardware times of the two-node runs of Table 2",
		 "all software and hardware times, overruns"),
	CONSTANT(nx2_costs.clock, US, FITTED, APPLICATIONS | LESSONS, SOFT_RUNS, OF_ALL, 0,
		 "reading of the clock", "software times of the one-node runs of Table 2",
		 "software times"),
	CONSTANT(nx2_costs.slice, MILLI, FITTED, TABLE2, ALL_RUNS, OF_ALL, 0, "time slice",
		 "records of the one-node runs of Table 2",
		 "bytes of MatMul and one-node runs"),

	/* constants of the reader */
	CONSTANT(ipsc2_costs.word, US, GIVEN, EVERYWHERE, HARD_RUNS, OF_ALL, 0,
		 "transfer of a word by the reader", "5 Mbytes/s, 5.1", "overruns"),
	CONSTANT(ipsc2_experiment.recording, US, FITTED, EVERYWHERE, HARD_RUNS, OF_ALL, 0,
		 "recording of a frame by the reader",
		 "chosen so that two nodes do not overrun and three do, 5.1; "
		 "any value from about 0.1 to 1.5 us does",
		 "both overruns: three nodes at full rate, and Place on 8 nodes"),
	CONSTANT(ipsc2_experiment.idle, US, UNCLASSIFIED, EVERYWHERE, HARD_RUNS, OF_ALL, 0,
		 "reader between two looks at an empty FIFO",
		 "assumed; far below the 3 ms that the FIFO holds", ""),

	/* times of the units of computation */
	CONSTANT(app_units[UNIT_SIMPLEX].unit, US, FITTED, TABLE2, ALL_RUNS, OF_SIMPLEX, 0,
		 "Simplex: an element of the tableau", "raw times on one and two nodes",
		 "times of Simplex"),
	CONSTANT(app_units[UNIT_LIFE].unit, US, FITTED, TABLE2, ALL_RUNS, OF_LIFE, 0,
		 "Life: a cell", "raw times on one and two nodes", "times of Life"),
	CONSTANT(app_units[UNIT_MATMUL].unit, US, FITTED, TABLE2, ALL_RUNS, OF_MATMUL, 0,
		 "MatMul: a multiplication and addition", "raw times on one and two nodes",
		 "times of MatMul"),
	CONSTANT(app_units[UNIT_PLACE_1].unit, US, FITTED, APPLICATIONS, ALL_RUNS, OF_PLACE, 1,
		 "Place: a net, 1 node", "raw time on 1 node", "times of Place on 1 node"),
	CONSTANT(app_units[UNIT_PLACE_2].unit, US, FITTED, APPLICATIONS, ALL_RUNS, OF_PLACE, 2,
		 "Place: a net, 2 nodes", "raw time on 2 nodes", "times of Place on 2 nodes"),
	CONSTANT(app_units[UNIT_PLACE_4].unit, US, FITTED, APPLICATIONS, ALL_RUNS, OF_PLACE, 4,
		 "Place: a net, 4 nodes", "raw time on 4 nodes", "times of Place on 4 nodes"),
	CONSTANT(app_units[UNIT_PLACE_8].unit, US, FITTED, TABLE2, ALL_RUNS, OF_PLACE, 8,
		 "Place: a net, 8 nodes", "raw time on 8 nodes",
		 "times and overrun of Place on 8 nodes"),
	CONSTANT(app_units[UNIT_PLACE_16].unit, US, FITTED, APPLICATIONS, ALL_RUNS, OF_PLACE,
		 16, "Place: a net, 16 nodes", "629 Kbytes/s of Figure 14",
		 "Figure 14, 16 nodes"),

	/* sizes */
	CONSTANT(trial_volume, NUMBER, FITTED, APPLICATIONS, SOFT_RUNS, OF_PLACE, 0,
		 "bytes that Figure 14 counts besides a record",
		 "rates of section 6 over those of Table 2, 1.44", "Figure 14"),
	CONSTANT(app_sizes.life_density, REAL, FITTED, TABLE2, ALL_RUNS, OF_LIFE, 0,
		 "Life: share of cells alive in row 48", "raw times on 1 to 8 nodes",
		 "times and Figure 11"),
	CONSTANT(app_sizes.life_falloff, REAL, FITTED, TABLE2, ALL_RUNS, OF_LIFE, 0,
		 "Life: that share from row to row", "raw times on 1 to 8 nodes",
		 "times and Figure 11"),
	CONSTANT(app_sizes.life_alive, NUMBER, FITTED, TABLE2, ALL_RUNS, OF_LIFE, 0,
		 "Life: units of a cell that lives, besides one", "raw times on 1 to 8 nodes",
		 "times and Figure 11"),
	CONSTANT(app_sizes.life_generations, NUMBER, FITTED, TABLE2, ALL_RUNS, OF_LIFE, 0,
		 "Life: generations", "software bytes on 2 to 8 nodes; grid 128 x 256",
		 "bytes and times of Life"),
	CONSTANT(app_sizes.simplex_rows, NUMBER, FITTED, TABLE2, ALL_RUNS, OF_SIMPLEX, 0,
		 "Simplex: rows",
		 "software bytes on 1 to 8 nodes; columns 896, pivots 10, sections 112",
		 "bytes and times of Simplex"),
	CONSTANT(app_sizes.simplex_ratio, NUMBER, UNCLASSIFIED, TABLE2, ALL_RUNS, OF_SIMPLEX, 0,
		 "Simplex: units of a row tried as the one that leaves", "assumed",
		 "times of Simplex"),
	CONSTANT(app_sizes.place_temperatures, NUMBER, FITTED, TABLE2, ALL_RUNS, OF_PLACE, 0,
		 "Place: temperatures",
		 "software bytes on 2 to 8 nodes; 720 cells in 90 messages",
		 "bytes and times of Place"),

	/* constants of messages and of the operating system */
	CONSTANT(ipsc2_costs.startup[0], US, GIVEN, TABLE2, ALL_RUNS, OF_ALL, 0,
		 "messages: start-up, short", "published for the machine", "raw times"),
	CONSTANT(ipsc2_costs.startup[1], US, GIVEN, TABLE2, ALL_RUNS, OF_ALL, 0,
		 "messages: start-up, long", "published for the machine", "raw times"),
	CONSTANT(ipsc2_costs.byte[0], US, GIVEN, TABLE2, ALL_RUNS, OF_ALL, 0,
		 "messages: a byte, short", "published for the machine", "raw times"),
	CONSTANT(ipsc2_costs.byte[1], US, GIVEN, TABLE2, ALL_RUNS, OF_ALL, 0,
		 "messages: a byte, long", "published for the machine", "raw times"),
	CONSTANT(ipsc2_costs.hop[0], US, GIVEN, TABLE2, ALL_RUNS, OF_ALL, 0,
		 "messages: a channel, short", "published for the machine", "raw times"),
	CONSTANT(ipsc2_costs.hop[1], US, GIVEN, TABLE2, ALL_RUNS, OF_ALL, 0,
		 "messages: a channel, long", "published for the machine", "raw times"),
	CONSTANT(ipsc2_costs.memory, US, GIVEN, LESSONS, HARD_RUNS, OF_ALL, 0,
		 "access to memory", "2 cycles of 16 MHz, 3.1", "wide port of section 6"),
	CONSTANT(ipsc2_costs.wide, US, UNCLASSIFIED, LESSONS, HARD_RUNS, OF_ALL, 0,
		 "wide port, a word besides its write",
		 "software recording less two of its three stores", "wide port of section 6"),
	CONSTANT(ipsc2_costs.count, US, UNCLASSIFIED, LESSONS, HARD_RUNS, OF_ALL, 0,
		 "summaries: an event counted", "assumed: 20 cycles", "summaries of section 6"),
	CONSTANT(ipsc2_costs.slice, US, UNCLASSIFIED, 0, 0, 0, 0,
		 "time slice where none is set", "not used by the programs of Table 2", "none"),
	CONSTANT(ipsc2_costs.process_switch, US, UNCLASSIFIED, TABLE2, ALL_RUNS, OF_ALL, 0,
		 "context switch", "assumed", "raw times"),
	CONSTANT(ipsc2_costs.system_call, US, UNCLASSIFIED, TABLE2, ALL_RUNS, OF_ALL, 0,
		 "system call", "assumed", "raw times"),
	CONSTANT(ipsc2_ppb, 1e3, PAPER_COUNT, "ppm", UNCLASSIFIED, EVERYWHERE, ALL_RUNS, OF_ALL,
		 0, "clocks of the nodes off by up to", "assumed", ""),
	CONSTANT(ipsc2_jitter, US, UNCLASSIFIED, EVERYWHERE, HARD_RUNS, OF_ALL, 0,
		 "jitter of the loop of a nibble", "assumed", ""),
	CONSTANT(ipsc2_uneven, US, UNCLASSIFIED, FIGURES, HARD_RUNS, OF_ALL, 0,
		 "that jitter in the bursts of Figure 9", "assumed", ""),
	CONSTANT(ipsc2_spread, US, UNCLASSIFIED, BANDWIDTH, HARD_RUNS, OF_ALL, 0,
		 "nodes of a benchmark begin at random within", "assumed: a nibble", ""),

	/* constants that the reconstruction assumes */
	CONSTANT(watch_knows.hook, REAL, UNCLASSIFIED, ANALYSIS, HARD_RUNS, OF_ALL, 0,
		 "reconstruction: cost of a record over the true one", "assumed", ""),
	CONSTANT(watch_knows.nibble, REAL, UNCLASSIFIED, ANALYSIS, HARD_RUNS, OF_ALL, 0,
		 "reconstruction: time of a nibble over the true one", "assumed", ""),
	CONSTANT(watch_knows.wait, US, UNCLASSIFIED, ANALYSIS, HARD_RUNS, OF_ALL, 0,
		 "reconstruction: a receive that takes longer has waited", "assumed", ""),
};
#define CONSTANTS (sizeof(constants) / sizeof(constants[0]))

static inline double constant_value(const struct constant *k)
{
	switch (k->v.type) {
	case PAPER_TIME:
		return (double)*(uint64_t *)k->v.at / k->scale;
	case PAPER_COUNT:
		return *(unsigned int *)k->v.at / k->scale;
	default:
		return *(double *)k->v.at / k->scale;
	}
}

/* Copies to @list the constants that can reach @experiment (0: all constants), and an entry
 * without a name at the end. */
static inline const struct paper_variable *
constants_of(unsigned int experiment, struct paper_variable list[CONSTANTS + 1])
{
	size_t n = 0;

	for (size_t i = 0; i < CONSTANTS; i++)
		if (!experiment || constants[i].experiments & experiment) {
			list[n] = constants[i].v;
			list[n++].c.value = constant_value(&constants[i]);
		}
	list[n] = (struct paper_variable){0};
	return list;
}

/* Returns whether the changed constant can reach this run of a program. @nodes = 0: any
 * number. */
static inline bool constant_reaches(const struct paper *p, unsigned int app, unsigned int nodes,
				    enum ipsc2_recording recording)
{
	for (size_t i = 0; i < CONSTANTS; i++)
		if (paper_varied(p, constants[i].v.at))
			return (constants[i].programs >> app & 1) &&
			       (constants[i].recordings >> recording & 1) &&
			       (!constants[i].nodes || !nodes || constants[i].nodes == nodes);
	return false;
}

#endif
