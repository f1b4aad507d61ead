/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUNSTATS_H
#define RUNSTATS_H
/* What the graphs of one run show, in numbers. */
#include "measure.h"

#define RUNSTATS_LINES 16

struct runstats {
	uint32_t packets, removed; /* in the graphs; of other pages */
	uint64_t first_rx;	   /* ticks */
	double span_us;		   /* from the first to the last packet */
	double mean_words;
	double p10, median, p90, max, last; /* latency, us */
	double average;			    /* latency, us */
	uint32_t size[1025];		    /* packets by words */
	unsigned int senders;
	double sender_median[MEASURE_NODES];
	double over_100us; /* share of packets */
	double at_1ms;	   /* share of packets with 800..1200 us */
	uint32_t at_200ms; /* packets with 180..220 ms */
	uint32_t border;   /* packets of 110..150 words, and the median of their latencies */
	double border_us;
	uint32_t quarter; /* packets of 230..270 words */
	uint32_t full;	  /* packets of 1024 words, and the least of their latencies */
	double full_us;
	unsigned int ramp;  /* longest row of one sender's packets with rising latency */
	double ramp_us;	    /* its rise */
	unsigned int ramps; /* of 20 packets and more */
	unsigned int gaps;  /* without a packet for 1 ms and more, */
	double longest_gap_us;
	unsigned int phases;   /* of traffic, with 5 % of the span or more between them */
	unsigned int bursts;   /* times that latency goes above five times its median, for 20
				  packets or more */
	double gap_latency_us; /* largest latency within 1000 packets behind a gap */
	/* latencies off the median by 10 % or more, one for each time: receive times, us */
	unsigned int outliers;
	double outlier_us[RUNSTATS_LINES];
	unsigned int rise; /* longest row of latencies above twice the median */
	bool back;	   /* and the 20 packets behind it have the median again, within 20 % */
	/* packets of one word: latencies that differ, in octaves */
	unsigned int one_word_bins;
	double one_word_factor;
	double correlation; /* of size and latency, lowest decile of latency */
};

/* @page: of the packets, -1: all. 0 or -ENOMEM. */
int runstats(struct runstats *s, const struct measure_result *r, int page);

#endif
