/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CAMPAIGN_H
#define CAMPAIGN_H
/* The sixty-two measurements of TR-596-99 4.3, which can run in parallel processes, and the
 * commands of the report's tools that make the graphs' CSV files from their traces. */
#include "measure.h"
#include <stdio.h>

#define CAMPAIGN_RUNS_MAX 5

enum campaign_setting {
	LU_ON,
	LU_OFF,
	OCEAN_ON,
	OCEAN_OFF,
	RADIX_ON,
	RADIX_OFF,
	WORD_1_ON, /* SIMPLE, groups of one word, 1 us */
	WORD_1_OFF,
	WORD_100_ON,
	WORD_100_OFF,
	KWORD_1_ON, /* groups of 1024 words */
	KWORD_1_OFF,
	KWORD_100_ON,
	KWORD_100_OFF,
	SETTINGS
};

struct campaign_entry {
	const char *name, *title, *section;
	const struct workload *workload;
	bool combining;
	uint32_t group, wait_us; /* of SIMPLE, as in measure.h */
	unsigned int runs;
	unsigned int latency_figure, size_figure, time_figure; /* numbers of the figures of run
								* 1; 0: none */
};
extern const struct campaign_entry campaign[SETTINGS];

struct campaign_options {
	const char *directory; /* folder of the measurements */
	uint64_t seed;
	unsigned int percent; /* length of each measurement, in per cent of the full length */
	unsigned int runs;    /* largest number of runs of each setting; 0: all */
	/* "NAME=VALUE,...": what differs in all runs: at most four constants of the machine
	 * (params.def); combining; timeout_ps, the time-out of combining; group, the words of
	 * SIMPLE's groups. NULL: nothing */
	const char *change;
};

/* Sets *m to the measurement of run @run, from 0, of a setting. */
void campaign_measure(const struct campaign_options *o, enum campaign_setting s,
		      unsigned int run, struct measure *m);
/* Makes the path DIRECTORY/NAME-RUN, where RUN counts from 1. */
void campaign_path(const struct campaign_options *o, enum campaign_setting s, unsigned int run,
		   char *path, size_t size);

/* Measures, compresses the trace, and writes the result without its records to PATH.result.
 * Returns 0, or 1 after a message on standard error. */
int campaign_keep(const struct measure *m);
/* Reads PATH.result; returns 0 or a negative errno value. */
int campaign_result(const char *path, struct measure_result *r);

/* Makes the command that converts a trace to a graph's data. @kind: "latency", "size" or
 * "time". @page: page of the packets, -1: all; @first: receive time of the first packet. */
void campaign_command(const char *kind, const char *path, int page, uint64_t first,
		      char *command, size_t size);

#endif
