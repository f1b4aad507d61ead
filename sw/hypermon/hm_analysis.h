/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HM_ANALYSIS_H
#define HM_ANALYSIS_H
/*
 * Analysis of a program, from the events of its nodes in the order in which they ended: matched
 * messages, states, the critical path, and the run as it would have been without recording. The
 * table defines which events are messages and states (hm_table.h).
 *
 * Memory use does not grow with the trace, only with the number of messages in transit. Times
 * are in ns since the reset of the board. The time of an event is that of the window of its
 * first nibble. This window began at most HM_LATE_NS after, and less than a window before, the
 * strobe of that nibble, which passes a synchroniser of 2 to 3 clocks of 50 ns. All times are
 * those of the board, so that the times of two nodes never disagree by more than this.
 *
 * After a gap in the events of a node (hm_analysis_break()) the state of the node is unknown
 * until an event determines it, and messages between this node and the others are no longer
 * matched, because the number of messages lost in the gap is not known.
 *
 * Functions return 0 or a negative errno value.
 */
#include "hm_decode.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The error of a time is -HM_EARLY_NS(window_ns) to +HM_LATE_NS. */
#define HM_LATE_NS 150u
#define HM_EARLY_NS(window_ns) ((window_ns)-100u)

struct hm_message {
	unsigned int from, to; /* HM_NODES and above: no node, the host */
	int64_t type;	       /* -1: the event has no type */
	uint32_t bytes;
	uint64_t sent, received;	   /* times of the two events, ns; both are valid for a
					    * match */
	uint64_t true_sent, true_received; /* times without recording, for on_removed() */
};

enum hm_unmatched {
	HM_ALONE,     /* the other end is not in the trace */
	HM_OUTSIDE,   /* the other end is the host, which records no events */
	HM_UNCERTAIN, /* data of one of the two nodes were lost earlier */
	HM_UNMATCHED
};

/* Latencies of the messages from one node to another, from the send to the receive. */
struct hm_latency {
	uint64_t messages, bytes, sum, most; /* ns */
	uint32_t *bin;
};
/* Adds a message; the first message allocates 17 KB (-ENOMEM). Initialize @l to zero; at the
 * end call free(l->bin). */
int hm_latency_add(struct hm_latency *l, uint32_t bytes, uint64_t ns);
/* Returns the latency in ns that @percent of the messages do not exceed, exact to 1/128; 0
 * without messages. */
uint64_t hm_latency_percentile(const struct hm_latency *l, double percent);

/* Causes of the time on the critical path. */
enum hm_cause {
	HM_CAUSE_COMPUTING,
	HM_CAUSE_SYSTEM,
	HM_CAUSE_SENDING,
	HM_CAUSE_RECORDING, /* sending an event, from its first to its last nibble */
	HM_CAUSE_TRANSFER,  /* transfer of a message, from the time at which its sender began to
			     * send */
	HM_CAUSE_WAITING,   /* waiting for something that is not in the trace */
	HM_CAUSE_UNKNOWN,   /* before the first state, and in gaps */
	HM_CAUSES
};
extern const char *const hm_cause_names[HM_CAUSES];

struct hm_path {
	uint64_t ns[HM_NODES][HM_CAUSES];
};

/* The cost of recording on a node, which the reconstruction subtracts. */
struct hm_recording_cost {
	uint64_t hook_ns;   /* time of an event before its first nibble */
	uint64_t nibble_ns; /* time of a nibble, including the delay before it */
	uint64_t wait_ns;   /* a receive that takes longer than this has waited */
	uint64_t switch_ns; /* time of a process switch, before and after a wait */
	/* Returns the time that the receiver needs to accept a message. */
	uint64_t (*accept_ns)(void *arg, uint32_t bytes);
	/* Returns the time from the sender's continuation to the arrival of the message. */
	uint64_t (*hops_ns)(void *arg, unsigned int from, unsigned int to, uint32_t bytes);
	void *arg;
};

struct hm_analysis_node {
	/* To be read: */
	uint64_t time[HM_STATES]; /* ns in each state */
	uint64_t events;
	uint64_t ended;	     /* time of the last event's last nibble, ns */
	uint64_t true_ended; /* the same without recording */
	/* Private: */
	enum hm_node_state state, before;
	uint64_t since, first;
	uint64_t sent; /* index + 1 of the message that it sends */
	bool broken;
	uint64_t broken_at, clock;
	uint64_t waited; /* time since it began to wait */
	/* messages in transit to the node, with recording and without */
	struct hm_inbox {
		uint32_t *pending;
		size_t count, room;
	} inbox, true_inbox;
	/* the node's run without recording: a ring of steps not executed yet */
	struct hm_step *step;
	size_t steps, step_first, step_room;
	struct hm_path path;
};

struct hm_analysis {
	/* Callbacks that the caller may set after hm_analysis_begin(): */
	void (*on_message)(void *arg, const struct hm_message *m);
	/* Is called for a match, once its times without recording are known; after
	 * on_message(). */
	void (*on_removed)(void *arg, const struct hm_message *m);
	/* Is called for a send, or a receive (then received is not 0), without its other
	 * end. */
	void (*on_unmatched)(void *arg, const struct hm_message *m, enum hm_unmatched why);
	/* Is called when a state ends: @node was in @state from @from to @to, ns. */
	void (*on_state)(void *arg, unsigned int node, enum hm_node_state state, uint64_t from,
			 uint64_t to);
	void *arg;
	uint64_t
		wait_ns; /* a receive that is longer than the shortest one by this has waited */
	/* To be read: */
	struct hm_analysis_node node[HM_NODES];
	uint64_t messages;
	uint64_t unmatched[2][HM_UNMATCHED]; /* number of sends and receives */
	uint64_t backwards; /* number of matches whose receive is before the send, because the
			     * clocks differ */
	size_t most_pending;
	/* Private: */
	const struct hm_table *table;
	const struct hm_recording_cost *cost;
	unsigned int window_ns;
	uint64_t shortest;
	bool begun;
	uint64_t first;
	struct hm_channel *channel; /* a hash table */
	size_t channels, channel_room;
	struct hm_pending *pending;
	size_t pending_room, pending_used;
	size_t steps; /* number of steps of all nodes */
	size_t free;  /* index + 1 of the first unused one */
};

/* @a is large: allocate it statically or on the heap. The caller keeps @table. */
void hm_analysis_begin(struct hm_analysis *a, const struct hm_table *table,
		       unsigned int window_ns);
/*
 * Makes the analysis also reconstruct the run without recording; call it before the first
 * event. The nodes are advanced in the order of their times without recording, which is not the
 * order of the trace. Events are therefore queued until all earlier events of the other nodes
 * have been read; at most 2^20 events are queued.
 */
void hm_analysis_remove(struct hm_analysis *a, const struct hm_recording_cost *cost);
/* Adds an event whose last nibble came at @end ns. Returns 0, -ENOMEM, or -E2BIG if more than
 * 2^20 messages are in transit. */
int hm_analysis_event(struct hm_analysis *a, const struct hm_event *e, uint64_t end);
/* Returns whether @e is not a receive, or an earlier event has sent its message: for events
 * whose order between nodes is not known. */
bool hm_analysis_ready(struct hm_analysis *a, const struct hm_event *e);
/* Tells the analysis that nothing is known of @node from @ns until its next event. */
void hm_analysis_break(struct hm_analysis *a, unsigned int node, uint64_t ns);
/* Ends the trace: messages that were not received are unmatched. */
void hm_analysis_end(struct hm_analysis *a);
/* Returns the critical path from the first event of the trace to the last one; NULL without
 * events. Its sum is exact, except for events of nodes that had not begun. */
const struct hm_path *hm_analysis_path(const struct hm_analysis *a);
/* Returns the length of a path in ns. */
uint64_t hm_path_sum(const struct hm_path *p);
void hm_analysis_free(struct hm_analysis *a);

#ifdef __cplusplus
}
#endif

#endif
