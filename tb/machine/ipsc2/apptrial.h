/* SPDX-License-Identifier: Apache-2.0 */
#ifndef APPTRIAL_H
#define APPTRIAL_H
/*
 * A run of Table 2 and what its traces say: the records decoded from the frames or from the
 * nodes' memories, and how many there were in each millisecond (Malony, Reed 1990, 5.2, 6).
 */
#include "apprun.h"
#include "hm_decode.h"
#include <stdio.h>

#define TRIAL_INTERVALS 100 /* of Figures 10 to 13 */

struct trial {
	struct apprun run;
	/* Digests of each node's records without those of time slices: as the operating system
	 * left them, and as found in the trace. */
	uint64_t left[IPSC2_NODES], found[IPSC2_NODES];
	uint64_t records[256]; /* found, by identifier */
	uint64_t lengths[14];  /* found, by bytes; 0: more than 13 */
	unsigned int strays;   /* unknown identifiers */
	/* In each of @ms milliseconds since the beginning: */
	size_t ms;
	uint32_t *frames;   /* frames read */
	uint32_t *found_ms; /* records found in them */
	uint32_t *slices;   /* of these, of time slices */
	uint32_t *volume;   /* bytes of the records left: see trial_volume */
};

/*
 * The volume of Figure 14 counts a record with 5 bytes more: node and a time of 32 bits. That
 * is how the paper's rates for Place on 4 and 8 nodes, 82 and 276 KB/s, follow from its Table
 * 2, 56.9 and 192.6 KB/s of records of five bytes with two bytes of time, 10/7 as much.
 */
extern unsigned int trial_volume; /* 5; as ipsc2_costs */

/* Runs; @t must be freed also after an error. 0 or a negative errno value. */
int trial_run(struct trial *t, const struct apprun_config *cfg);
void trial_free(struct trial *t);
/* Keeps it in a file for the same program, and reads it. 0, -EIO, -ENOMEM. */
int trial_write(const struct trial *t, FILE *f);
int trial_read(struct trial *t, FILE *f);

/* Frames/s in each of 100 equal intervals of the run. */
void trial_rates(const struct trial *t, double rate[TRIAL_INTERVALS]);
/* Mean, and standard deviation over mean, of @n numbers. */
double trial_mean(const uint32_t *v, size_t n);
double trial_variation(const uint32_t *v, size_t n);
/* Greatest mean of @width neighbours. */
double trial_busiest(const uint32_t *v, size_t n, size_t width);
double trial_autocorrelation(const double *v, size_t n, size_t lag);
double trial_median(const double *v, size_t n);

/* The published Table 2: seconds, bytes. Nodes 1, 2, 4, 8. 0: overrun. */
struct table2_row {
	double raw, soft, hard;
	uint32_t soft_bytes, hard_bytes;
	uint32_t soft_rate, hard_rate;
};
extern const struct table2_row table2[APPS][4];

/* The table of the records for the decoder. */
void trial_table(struct hm_table *table);

#endif
