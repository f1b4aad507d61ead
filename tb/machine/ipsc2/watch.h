/* SPDX-License-Identifier: Apache-2.0 */
#ifndef IPSC2_WATCH_H
#define IPSC2_WATCH_H
/*
 * Compares the analysis of a program's hardware trace (hm_analysis.h) with what really happened
 * in the machine: when the first strobe of each event rose, which message each receive got, and
 * in which state each node was.
 */
#include "apprun.h"
#include "hm_analysis.h"

struct watch_event { /* an event that was generated and has not been found in the trace yet */
	uint64_t nibble;   /* number of its first nibble */
	ipsc2_time strobe; /* time of its first strobe; 0: not yet */
	uint8_t length, data[13];
};

struct watch_message {
	uint64_t serial;
	uint64_t ns;   /* time of the send in the trace */
	ipsc2_time at; /* time of the send in the machine */
};

struct watch_node {
	/* ring buffer of the events that have not been found yet */
	struct watch_event *event;
	uint64_t left, strobed, found, nibbles, strobes;
	enum hm_node_state state, before;
	ipsc2_time since;
	ipsc2_time time[HM_STATES]; /* time in each state, in the machine */
	uint64_t intervals;
	struct watch_message *sent;
	size_t sends, sends_found, sends_room;
	uint64_t *received; /* serial numbers of received messages, in order */
	size_t receives, receives_found, receives_room;
	ipsc2_time ended;
};

struct watch {
	struct apprun run;
	struct hm_analysis analysis;
	struct watch_node node[IPSC2_NODES];
	/* Comparison of the trace with the machine. */
	uint64_t events, wrong_events; /* events found; of these, different from the original */
	int64_t early, late;	       /* ps; largest differences between a time in the trace
					* and its strobe */
	uint64_t wrong_matches;
	uint64_t pairs[IPSC2_NODES][IPSC2_NODES]; /* messages received, according to the
						   * machine */
	double latency[IPSC2_NODES][IPSC2_NODES]; /* us; sum of their latencies, measured by the
						   * strobes */
	double latency_found[IPSC2_NODES][IPSC2_NODES];
	uint64_t found[IPSC2_NODES][IPSC2_NODES];
	uint64_t strays;
	ipsc2_time ended; /* end of the last program of a node */
	/* Messages in the order in which they were sent without recording, and as matched. */
	struct watch_order {
		double sent, received; /* us */
		uint8_t from, to;
		uint32_t number; /* of this pair */
	} * order;
	size_t orders, orders_room;
	bool no_memory;
	/* Private: */
	struct hm_decoder decoder;
	const struct hm_table *table;
	bool raw;
	uint32_t numbers[IPSC2_NODES][IPSC2_NODES];
};

/* Runs the program with the callbacks of @cfg set. @table: the table of nx2.events. @cost: also
 * reconstruct the run without recording; NULL: do not. Free the result even after an error.
 * Returns 0 or a negative errno value. */
int watch_run(struct watch *w, const struct apprun_config *cfg, const struct hm_table *table,
	      const struct hm_recording_cost *cost);
void watch_free(struct watch *w);

/* Assumptions of the reconstruction; an experiment may change them, like ipsc2_costs. */
extern struct watch_knows {
	double hook, nibble; /* assumed cost divided by the true cost: 1 */
	ipsc2_time wait;     /* a receive that takes longer than this counts as a wait */
} watch_knows;
/* The cost of recording on this machine with @delay, and its messages. */
struct hm_recording_cost watch_cost(unsigned int delay);

#endif
