/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HM_DECODE_H
#define HM_DECODE_H
/*
 * Decoder of HYPERMON frames (Malony, Reed 1990, 3.3): a stream of nibbles for each node,
 * events according to a table of identifiers and lengths, times of 64 bits, and statistics.
 * Memory use is constant. Functions return 0 or a negative errno value.
 */
#include "hm_frame.h"
#include "hm_table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- statistics ---- */

struct hm_node_stats {
	uint64_t nibbles;
	uint64_t events;
	uint64_t event[256];  /* number of events by identifier */
	uint64_t summed[256]; /* counts of summaries, by identifier */
	uint64_t first, last; /* windows of its first and last nibble; valid if nibbles > 0 */
	/* With an event table, after hm_decoder_end(): */
	uint64_t decoded;  /* number of nibbles of events, including probable ones */
	uint64_t probable; /* number of nibbles of events decoded as probable */
	uint64_t overhead; /* number of nibbles of synchronisation outside gaps */
	uint64_t syncs;	   /* sequences */
	uint64_t cut;	   /* number of nibbles of events that a loss cut off (struct hm_gap) */
	uint64_t gaps;	   /* number of intervals that were not decoded */
	/* number of nibbles after the first sequence of each stretch between two gaps; number
	 * of these that were decoded, cut off, or overhead */
	uint64_t after_sync, after_sync_decoded;
};

/* Statistics of all frames, which need no event table. */
struct hm_stats {
	uint64_t frames;
	uint64_t stamped; /* number of compact frames with a time stamp */
	uint64_t words;	  /* number of 32-bit words read */
	uint64_t nibbles;
	uint64_t by_nodes[HM_NODES + 1]; /* number of frames by number of nodes with data */
	uint64_t first, last;		 /* windows of the first and last frame; valid if frames
					  * > 0 */
	uint64_t marks;			 /* number of loss marks, which are not frames */
	uint64_t marked;		 /* number of frames lost, according to the marks */
	struct hm_node_stats node[HM_NODES];
};

/* Returns the number of frames with data of two or more nodes. */
uint64_t hm_stats_merged(const struct hm_stats *s);
/* Returns the merged percentage of Figure 9: nibbles in such frames, of all nibbles; 0 if there
 * are no nibbles. */
double hm_stats_merging(const struct hm_stats *s);
/* Returns the time from the beginning of the first window to the end of the last one, in ns; 0
 * without frames. */
uint64_t hm_stats_ns(const struct hm_stats *s, unsigned int window_ns);

/* ---- decoder ---- */

struct hm_event {
	unsigned int node;
	uint64_t window; /* window of its first nibble, since the reset of the board */
	uint64_t end;	 /* window of its last nibble */
	uint64_t ns;	 /* time of the first nibble: window multiplied by the width of a
			  * window */
	uint64_t nibble; /* number of its first nibble in the node's stream, from 0 */
	const struct hm_event_type *type;
	unsigned int length; /* bytes */
	const uint8_t *data; /* data[0] is the identifier; valid during the call */
	/* The event is not certain: it was decoded after a loss by its consistency alone
	 * (hm_decoder.guess), or in a trace with losses at unknown places by its timing and
	 * consistency (hm_decoder.unmarked). */
	bool probable;
	unsigned int
		nibbles; /* that the event takes in the node's stream, with filling bytes */
};

/* A mark of loss in the trace. */
struct hm_mark {
	uint64_t first, last; /* first and last window that may lack nibbles */
	uint32_t frames;      /* lost */
	uint16_t nodes;	      /* nodes that lost nibbles */
};

enum hm_gap_cause {
	HM_GAP_LOST,  /* a mark of loss */
	HM_GAP_ID,    /* an identifier that is not in the table */
	HM_GAP_ALIGN, /* an impossible event or sequence: a loss without a mark */
	HM_GAP_QUIET, /* hm_decoder.unmarked: a pause in which whole events may be missing */
};

/* An interval in which nothing is known of a node except that it sent. */
struct hm_gap {
	unsigned int node;
	enum hm_gap_cause cause; /* cause of its beginning */
	bool open;		 /* the gap lasts until the end of the trace */
	uint64_t from, to;	 /* windows of its beginning and its end */
	uint64_t from_ns, to_ns; /* beginning of the first window, end of the last one */
	uint64_t nibbles;	 /* number of nibbles captured in the gap and not decoded */
	uint64_t frames;	 /* number of frames lost in the gap, of any nodes */
	/* The event that the loss cut off. Its first @cut nibbles are certain; they are not
	 * counted in @nibbles, and their complete bytes are in cut_data. */
	unsigned int cut;    /* 0: none */
	uint64_t cut_nibble; /* number of its first nibble in the node's stream */
	const struct hm_event_type *cut_type;
	uint8_t cut_data[HM_EVENT_BYTES + 4];
};

/* Why a node's stream stopped. */
struct hm_stray {
	unsigned int node;
	uint64_t window, ns, nibble; /* of the identifier's first nibble, as in struct
				      * hm_event */
	unsigned int id;	     /* identifier, which is in the table only for an incomplete
				      * event */
	bool incomplete;	     /* the trace ended within an event */
};

/* Private: */
#define HM_GUESS_NIBBLES 512u

struct hm_stream {
	uint8_t state;
	uint8_t run;		 /* successive nibbles of 15, with synchronisation */
	bool in_sync;		 /* a sequence came since the last gap */
	uint64_t at[2];		 /* at that sequence: number of nibbles; number decoded and
				  * overhead */
	uint64_t began, first;	 /* window and number of the current event's first nibble */
	uint64_t last;		 /* window of its last nibble */
	unsigned int have, need; /* numbers of nibbles; need = 0: the identifier is not known
				  * yet */
	uint8_t data[HM_EVENT_BYTES + 4];
	struct hm_gap gap;
	/* hm_decoder.unmarked: */
	uint64_t sent;		 /* window of the node's last nibble */
	uint64_t ended;		 /* window of the last nibble of the previous stretch */
	uint32_t pace[2];	 /* shortest distance of nibbles in windows: of the current
				  * group, and of the group before it */
	unsigned int paced;	 /* number of nibbles in pace[0] */
	unsigned int right, all; /* recent numbers of nibbles: in stretches of complete events;
				  * in all stretches */
	unsigned int begin;	 /* index of the waiting nibble that begins an event, because it
				  * is after a sequence */
	unsigned int run_here;	 /* number of nibbles of 15 of the run that are in this
				  * stretch */
	bool aligned;		 /* an event begins with the first waiting nibble */
	bool whole;		 /* complete events filled the previous stretch */
	bool wrong;		 /* the stretch cannot be right */
	unsigned int guesses;	 /* number of waiting nibbles: for an alignment, or for the end
				  * of a stretch */
	uint8_t guess[HM_GUESS_NIBBLES];
	uint64_t guess_window[HM_GUESS_NIBBLES], guess_first[HM_GUESS_NIBBLES];
};

/* A decoder; large: allocate it statically or on the heap. */
struct hm_decoder {
	/* Options and callbacks that the caller may set after hm_decoder_begin(): */
	void (*on_nibble)(void *arg, unsigned int node, unsigned int nibble, uint64_t window);
	void (*on_event)(void *arg, const struct hm_event *e);
	/* Is called for an identifier that is not in the table: a gap of its node begins, the
	 * other nodes continue. hm_decoder_end() calls it for an incomplete event. */
	void (*on_stray)(void *arg, const struct hm_stray *s);
	/* Is called when a gap begins: from @window on nothing is known of @node. An event that
	 * had begun is dropped. */
	void (*on_break)(void *arg, unsigned int node, uint64_t window);
	/* Is called when this gap has ended, before the first event after it or by
	 * hm_decoder_end(). */
	void (*on_gap)(void *arg, const struct hm_gap *g);
	void (*on_mark)(void *arg, const struct hm_mark *m);
	void *arg;
	/*
	 * After a loss a node resumes at the next synchronisation sequence, if the table says
	 * that there are any. If @guess is above 0, it also resumes at the only alignment for
	 * which all following data, and at least @guess events, agree with the table; these
	 * events are probable.
	 */
	unsigned int guess;
	/*
	 * Data were lost at unknown places. The nibbles of an event are sent at a steady pace,
	 * which the decoder learns: a nibble that is missing leaves a pause twice as long. A
	 * stretch without such a pause is decoded, and its events are probable, if whole events
	 * of the table fill it, if it is not the rest of an event that began in the stretch
	 * before, and if at least a quarter of the node's recent nibbles belong to whole
	 * events. Gaps cover everything else: stretches that are not decoded, pauses in which a
	 * whole event may be lost, and the time before the first nibble and after the last one.
	 * Without a pace, as with time stamps in some frames only, no event is decoded.
	 */
	bool unmarked;
	/* To be read: */
	struct hm_stats stats;
	unsigned int strays;
	uint64_t window; /* window of the last frame, unwrapped; who decodes a part of the
			  * frames sets it to the window of each before hm_decode() */
	/* Private: */
	const struct hm_table *table;
	unsigned int window_ns;
	bool compact;
	unsigned int longest, shortest; /* nibbles of events */
	struct hm_stream stream[HM_NODES];
};

/* @table may be NULL: no events, only nibbles and statistics. It must stay valid while the
 * decoder is used. @window_ns and @compact as in the header of the trace. */
void hm_decoder_begin(struct hm_decoder *d, const struct hm_table *table,
		      unsigned int window_ns, bool compact);
/*
 * Decodes a frame of hm_frame_size() words (4, or according to its first word), or a loss mark.
 * Time stamps may wrap: two frames less than 2^32 windows (57 minutes of 800 ns) apart are
 * ordered correctly; for compact frames, which may be slightly out of order, less than 2^31. A
 * compact frame without a time stamp has that of the frame before it. -EINVAL, with no effect:
 * it is not a frame (vector 0, or a number of words that does not fit it).
 *
 * No event is reported as certain that was not sent: a loss ends the event in progress on each
 * node that the mark names.
 */
int hm_decode(struct hm_decoder *d, const uint32_t *w);
/* The end of the trace. */
void hm_decoder_end(struct hm_decoder *d);

/* Words of the frame that begins with @w0. */
static inline unsigned int hm_frame_size(bool compact, uint32_t w0)
{
	return compact ? hm_compact_words(w0) : HM_FRAME_WORDS;
}

/* ---- software recording ---- */

/* A reader of a node's memory filled by hm_soft_event(). Initialize with {buffer, used, table,
 * now}. */
struct hm_soft_reader {
	const uint8_t *buffer;
	size_t used;
	const struct hm_table *table;
	uint64_t us; /* node's clock at hm_soft_begin(); then of the last event */
	/* Private: */
	size_t at;
};

/* Reads the next event; fillers are skipped. Returns 1, with its bytes and length; 0 at the
 * end; -EINVAL: an identifier that is not in the table, or an incomplete record. */
int hm_soft_next(struct hm_soft_reader *r, const uint8_t **event, unsigned int *length);

#ifdef __cplusplus
}
#endif

#endif
