/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MEASURE_H
#define MEASURE_H
/*
 * A measurement as in TR-596-99 4: a program on the nodes of a SHRIMP multicomputer, node 0
 * with a SurfBoard in RTL, driven by its driver over the EISA bus. The board collects in all
 * three modes while the parallel phase runs; afterwards its trace and histogram are saved as
 * the user interface's SAVE does.
 *
 * The same without a board for sensitivities: the records are then what a board would record.
 */
#include "apps.h"

#define MEASURE_NODES 4
#define MEASURE_CHANGES 4

struct measure {
	const struct workload *workload;
	bool combining;
	uint32_t group, wait_us;     /* SIMPLE */
	uint32_t size, steps;	     /* of the problem; 0: default */
	uint64_t seed, problem_seed; /* of the machine, of the data */
	/* the machine: constants that are changed (params.def), interrupts of other devices
	 * and other processes on or off */
	struct measure_change {
		const char *name; /* NULL: no more */
		uint64_t value;
	} change[MEASURE_CHANGES];
	bool quiet;
	/* An interrupt of a device at this time after the begin of the parallel phase, whose
	 * handler reads so many lines on each node; 0: none. */
	uint64_t interrupt_ps, interrupt_reads;
	/* the board */
	bool no_board;
	const char *selector;	   /* fpga-configs/NAME.bit */
	uint32_t bins;		   /* saved, from bin 0 on */
	unsigned int lat_s, lat_n; /* of ACDR; lat_n 0: 12 */
	const char *path;	   /* PATH.trace, PATH.hist */
	/* Called now and then with the simulated time. NULL: not. */
	void (*progress)(void *arg, uint64_t ps);
	void *arg;
};

/* A trace record, as far as it is used here. */
struct measure_record {
	uint64_t rx; /* ticks of 100 ns */
	uint32_t latency, addr;
	uint16_t words;
	uint8_t sender, color;
};

struct measure_result {
	struct measure_record *record;
	uint32_t records;
	/* of the board: WCDR, sum of the bins, packets lost */
	uint64_t words, binned, lost;
	uint64_t run_ps;		/* of the parallel phase */
	uint64_t undisturbed_ps;	/* of it, until the first node runs another process */
	uint64_t digest;		/* of the program's result */
	uint64_t stalls[MEASURE_NODES]; /* for a full outgoing FIFO */
	uint64_t stall_ps[MEASURE_NODES];
	uint32_t fifo_peak[MEASURE_NODES];
	char error[1024]; /* why it failed */
};

/* 0, or a negative errno value and r->error. */
int measure_run(const struct measure *m, struct measure_result *r);
/* Reads PATH.trace, or PATH.trace.zst, again, into records. */
int measure_read(const char *path, struct measure_result *r);
void measure_free(struct measure_result *r);

#endif
