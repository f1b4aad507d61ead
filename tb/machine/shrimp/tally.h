/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TALLY_H
#define TALLY_H
/* Results of one run, computed from the trace entries of the board; printed as tables and bars,
 * and drawn with gnuplot. */
#include "combine.h"
#include "recorded.h"
#include <stdio.h>

#define TALLY_TICK_PS 100000u /* period of the global clock */
#define TALLY_BEAT_PS 60000u  /* time of a word on the connectors of the board */
#define TALLY_SIZES 11	      /* 1, 2..3, 4..7, ... 512..1023, 1024 words */
#define TALLY_LATENCIES 22    /* below 1 us, 1..2, 2..5, 5..10, ... 5..10 s */

struct tally {
	const char *title; /* "combining on" */
	/* read from the board */
	uint64_t packets; /* sum of the histogram */
	uint64_t words;	  /* value of WCDR */
	uint64_t entries; /* TECR: recorded in the trace memory */
	uint64_t dropped;
	uint64_t rtl; /* packets that went through the RTL; the replay has the others */
	/* from the trace entries */
	uint64_t sender_packets[64], sender_words[64];
	uint64_t size[TALLY_SIZES];
	uint64_t latency[TALLY_LATENCIES];
	uint64_t latency_sum, latency_max; /* ticks of 100 ns */
	uint64_t overflows, underflows;
	uint64_t first_rx, last_rx; /* ticks */
	/* from the machine */
	uint64_t why[COMBINE_WHYS]; /* packets, by the reason for their end */
	uint64_t stalls, stall_ps;  /* stalls of processors because of a full FIFO */
	uint32_t fifo_peak;	    /* 64-bit words */
	uint64_t end_ps;	    /* from the start to the end of the last program */
	uint64_t beats;		    /* clocks of Stage 1 with data on the link */
	/* of the simulation */
	double sim_s, wall_s;	    /* total */
	double play_s, play_wall_s; /* times while packets were sent */
	char simulator[32];	    /* its name and version */
};

void tally_add(struct tally *t, const uint32_t entry[4]);
double tally_mean_us(const struct tally *t);

/* Writes the tables of the @n runs (one or two) to @f, side by side; bars consist of block
 * characters if @blocks is set, otherwise of '#'. */
void tally_table(FILE *f, const struct tally *t, unsigned int n);
void tally_bars(FILE *f, const struct tally *t, unsigned int n, bool blocks);

/* Writes the same as CSV, with a column for each run, for the program compare. The last line
 * has length and checksum (checksum.h). Returns 0 or a negative errno value. */
int tally_csv(FILE *f, const char *name, const struct tally *t, unsigned int n);

/* The points of a scatter plot, in a field of TALLY_COLUMNS by TALLY_ROWS positions. */
#define TALLY_COLUMNS 300
#define TALLY_ROWS 90
struct tally_points {
	uint64_t first_rx, ticks;		   /* horizontal range */
	uint64_t latency;			   /* vertical range, ticks */
	uint8_t sender[TALLY_COLUMNS][TALLY_ROWS]; /* sets of nodes, bit k = node k */
};
/* Sets the range of @t; then call tally_points_add() for each entry. */
void tally_points_begin(struct tally_points *p, const struct tally *t);
void tally_points_add(struct tally_points *p, const uint32_t entry[4]);
/* Writes a gnuplot script, with all its data, that draws the @n runs into the file @svg, or to
 * its standard output if @svg is NULL. */
void tally_gnuplot(FILE *f, const char *name, const char *svg, const struct tally *t,
		   const struct tally_points *p, unsigned int n);

/* Formats 1234567 as "1,234,567". */
#define TALLY_NUMBER 32
char *tally_number(char text[TALLY_NUMBER], uint64_t v);

#endif
