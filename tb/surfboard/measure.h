/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MEASURE_H
#define MEASURE_H
/*
 * Makes a measurement as TR-596-99 4 describes: a program runs on the nodes of a SHRIMP
 * multicomputer, and node 0 has a SurfBoard in RTL, which the driver controls over the EISA
 * bus. The board collects in all three modes while the parallel phase runs; afterwards its
 * trace and histogram are saved as the user interface's SAVE does.
 *
 * Sensitivity runs do the same without a board: the machine's packets then give the records
 * that a board would have made.
 */
#include "apps.h"

#define MEASURE_NODES 4
#define MEASURE_CHANGES 5

struct measure {
	const struct workload *workload;
	bool combining;
	uint64_t timeout_ps;	     /* time-out of combining; 0: none */
	uint32_t group, wait_us;     /* SIMPLE: words of a group, and us
				      * between two groups */
	uint32_t size, steps;	     /* size and steps of the problem; 0: the default */
	uint64_t seed, problem_seed; /* seed of the machine; seed of the problem's data */
	/* changes of the machine: constants of params.def, and whether there are interrupts of
	 * other devices and other processes */
	struct measure_change {
		const char *name; /* NULL ends the list */
		uint64_t value;
	} change[MEASURE_CHANGES];
	bool quiet;
	/* Time of a device's interrupt after the start of the parallel phase, and number of
	 * cache lines that its handler reads on each node; 0: there is no interrupt. */
	uint64_t interrupt_ps, interrupt_reads;
	/* the board */
	bool no_board;
	const char *selector;	   /* fpga-configs/NAME.bit */
	uint32_t bins;		   /* number of bins to save, from bin 0 on */
	unsigned int lat_s, lat_n; /* fields LAT_S and LAT_N of ACDR; lat_n = 0 stands for 12 */
	const char
		*path; /* PATH.trace, PATH.hist; without a board the trace only, NULL: none */
	/* Called from time to time with the simulated time; may be NULL. */
	void (*progress)(void *arg, uint64_t ps);
	void *arg;
};

/* The fields of a trace record that the measurements use. */
struct measure_record {
	uint64_t rx; /* ticks of 100 ns */
	uint32_t latency, addr;
	uint16_t words;
	uint8_t sender, color;
};

struct measure_result {
	struct measure_record *record;
	uint32_t records;
	/* counts of the board: WCDR, sum of the bins, lost packets */
	uint64_t words, binned, lost;
	uint64_t run_ps;		/* duration of the parallel phase */
	uint64_t undisturbed_ps;	/* part of the parallel phase before the first node runs
					 * another process */
	uint64_t digest;		/* checksum of the program's result */
	uint64_t stalls[MEASURE_NODES]; /* times that each node waited because its outgoing FIFO
					 * was full */
	uint64_t stall_ps[MEASURE_NODES];
	uint32_t fifo_peak[MEASURE_NODES];
	char error[1024]; /* reason of a failure */
};

/* Runs the measurement; returns 0, or a negative errno value and sets r->error. -ENOBUFS: the
 * machine sends more packets than the board's link carries, one in 1080 ns. */
int measure_run(const struct measure *m, struct measure_result *r);
/* Reads the records from PATH.trace or PATH.trace.zst again. */
int measure_read(const char *path, struct measure_result *r);
void measure_free(struct measure_result *r);

#endif
