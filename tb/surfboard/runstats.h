/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUNSTATS_H
#define RUNSTATS_H
/* Statistics of one run that describe its graphs in numbers. */
#include "measure.h"

#define RUNSTATS_LINES 16

struct runstats {
	uint32_t packets, removed; /* number of packets in the graphs; number left out because
				    * they belong to other pages */
	uint64_t first_rx;	   /* ticks */
	double span_us;		   /* from the first to the last packet */
	double mean_words;
	double p10, median, max, last; /* latency, us */
	double spread;		       /* percentile 90 - p10, in parts of a tick */
	uint32_t size[1025];	       /* number of packets of each size in words */
	unsigned int senders;
	double sender_median[MEASURE_NODES];
	double over_100us; /* share of packets with latencies above 100 us */
	double at_1ms;	   /* share of packets with latencies of 800..1200 us */
	uint32_t at_200ms; /* number of packets with latencies of 180..220 ms */
	uint32_t border;   /* number of packets of 110..150 words, and the median of their
			    * latencies */
	double border_us;
	uint32_t quarter; /* number of packets of 230..270 words */
	uint32_t full;	  /* number of packets of 1024 words, and the least of their
			   * latencies */
	double full_us;
	unsigned int ramp;  /* length of the longest series of one sender's packets whose
			     * latency never falls */
	unsigned int ramps; /* number of such series of at least 20 packets */
	unsigned int gaps;  /* number of times of at least 1 ms without a packet */
	double longest_gap_us;
	unsigned int phases;   /* number of phases of traffic, with at least 5 % of the span
				* between them */
	unsigned int bursts;   /* number of times that the latency rises above five times its
				* median for at least 20 packets */
	double gap_latency_us; /* largest latency within 1000 packets after a gap */
	/* receive times, in us from the first packet, at which a series of latencies begins
	 * that differ from the median by more than 10 % */
	unsigned int outliers;
	double outlier_us[RUNSTATS_LINES];
	unsigned int rise; /* length of the longest series of latencies above twice the
			    * median */
	bool back;	   /* at least 15 of the 20 packets after this series have the median
			    * latency again, within 20 % */
	/* packets of one word: number of different latencies, and ratio of the largest to the
	 * smallest */
	unsigned int one_word_bins;
	double one_word_factor;
	/* in the lowest decile of the latency: number of packets, of those of more than one
	 * word, correlation of size and latency */
	uint32_t decile, decile_longer;
	double correlation;
};

/* Computes the statistics. @page: page of the packets; -1: all pages. Returns 0 or -ENOMEM. */
int runstats(struct runstats *s, const struct measure_result *r, int page);

#endif
