/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HM_NODE_H
#define HM_NODE_H
/*
 * The part of HYPERMON that runs on the nodes (Malony, Reed 1990, 3.1, 5.1, 5.2): events to
 * the 5-bit port of the node board, events to node memory, and counts of events instead of
 * events. Freestanding C11: it calls only the caller's functions, keeps its state only in
 * the caller's structs, and does not allocate memory.
 *
 * An event is 2 to HM_EVENT_BYTES bytes, the first of them its identifier, 1 to 255. Neither
 * its length nor a time is sent: the reader derives the length from the identifier
 * (hm_decode.h), and the board adds the time.
 *
 * Functions that can fail return 0 or HM_EINVAL, which is -EINVAL.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HM_EINVAL (-22)
#define HM_EVENT_BYTES 64u
/*
 * Synchronisation: a sequence of HM_SYNC_RUN nibbles of 15 and a 0, between two events, shows a
 * reader that lost nibbles where the next event begins. It cannot occur in events: while
 * synchronisation is on, a 0 is inserted after HM_SYNC_RUN - 1 successive nibbles of 15.
 */
#define HM_SYNC_RUN 4u
#define HM_SYNC_NIBBLES (HM_SYNC_RUN + 1)
#define HM_SYNC_RUN_MAX (2 * HM_SYNC_RUN - 2) /* including the nibbles of 15 before it */
#define HM_STROBE 0x10u			      /* bit 4 of the port; bits 3..0 are the nibble */
/* Reserved identifiers: */
#define HM_ID_FILLER 0x00u  /* software recording: 65535 us passed */
#define HM_ID_SUMMARY 0xFFu /* hm_summary_*: a count */

/* Work of the node's processor in addition to its port writes, for a model of its time. */
enum hm_work {
	HM_WORK_NIBBLE,	 /* loop around the two writes of a nibble */
	HM_WORK_EXTRACT, /* shift and mask that take a nibble from a word */
	HM_WORK_DELAY,	 /* @n iterations of the null loop */
	HM_WORK_RECORD,	 /* software recording of an event of @n bytes */
	HM_WORK_COUNT,	 /* an event counted in a summary */
};

/* A node's access to its port. Initialize to zero except port. */
struct hm_node {
	/* Performs one write of the I/O port, bits 4..0; with @wide one
	 * of 32 bits. Required. */
	void (*port)(void *arg, uint32_t value);
	/* For the model of a node: accounts for the time of @n times @what. NULL: a real
	 * processor, whose time passes by itself, including that of the null loop. */
	void (*work)(void *arg, enum hm_work what, unsigned int n);
	/* Are called before and after all writes of one call, so that no other event of the
	 * node is sent between its nibbles: they mask interrupts, or take a lock. Both may be
	 * NULL. */
	void (*enter)(void *arg);
	void (*leave)(void *arg);
	/* Returns the node's own clock in us, for hm_soft and hm_summary; otherwise NULL. */
	uint64_t (*now)(void *arg);
	void *arg;
	unsigned int delay; /* iterations of a null loop between two nibbles (5.1) */
	bool bytes;	    /* events as 2 nibbles for each byte, not as whole 32-bit words */
	bool wide;	    /* the port takes a word of 32 bits in one write (section 6) */
	/*
	 * Synchronisation, not with @wide: a sequence is sent before the first event, and then
	 * before an event if @sync_events events or @sync_us microseconds of @now have passed
	 * since the last sequence. 0: not for this reason; both 0: no synchronisation.
	 */
	unsigned int sync_events;
	uint64_t sync_us;
	/* Results: the number of sequences sent, and of nibbles sent in addition to those of
	 * events: HM_SYNC_NIBBLES for each sequence, and the inserted nibbles. */
	uint64_t syncs, sync_nibbles;
	/* Private: */
	bool begun;	       /* a nibble was sent, so a delay is due before the next one */
	unsigned int run;      /* successive nibbles of 15 */
	unsigned int unsynced; /* events since the last sequence */
	uint64_t sync_next;    /* us */
};

/* Sends a sequence now, between two events. HM_EINVAL if synchronisation is off, or with a wide
 * port. */
int hm_sync(struct hm_node *n);
/* Sends one nibble by two port writes: {0, d}, {1, d}. */
void hm_nibble(struct hm_node *n, unsigned int d);
/* Sends two nibbles, the lower one first. */
void hm_byte(struct hm_node *n, unsigned int byte);
/* Sends eight nibbles, the lowest first; to a wide port by one write. */
void hm_word(struct hm_node *n, uint32_t word);
/*
 * Sends an event of @length bytes: ceil(length / 4) words, the first byte in bits 7..0 of the
 * first word, unused bytes 0; or, if n->bytes is set, 2 * length nibbles. HM_EINVAL, without
 * any write, if @length is not 2..HM_EVENT_BYTES or the identifier is 0.
 */
int hm_event(struct hm_node *n, const uint8_t *event, unsigned int length);

/* ---- software recording (5.2.1) ---- */

/*
 * A trace in node memory. Each record consists of a 16-bit count of the microseconds since the
 * previous record, or since hm_soft_begin(), little endian, and the bytes of the event. A gap
 * above 65535 us is bridged by filler records FF FF 00: 65535 us and the identifier 0.
 */
struct hm_soft {
	uint8_t *buffer; /* buffer of the caller */
	size_t size, used;
	uint64_t last;	 /* time of the last record, us */
	uint64_t events; /* recorded */
	uint64_t lost;	 /* number of events after the buffer was full */
	bool full;
};

void hm_soft_begin(struct hm_soft *s, void *buffer, size_t size, uint64_t now);
/*
 * Records an event at @n's time. If an event does not fit together with its fillers, full is
 * set; this event and all later events are only counted in lost. HM_EINVAL as hm_event().
 */
int hm_soft_event(struct hm_node *n, struct hm_soft *s, const uint8_t *event,
		  unsigned int length);

/* ---- summaries (section 6) ---- */

/*
 * Counts events per identifier and sends, every @interval us, an event
 *	HM_ID_SUMMARY, identifier, count (16 bits, little endian)
 * for each identifier that was counted since the last summary; several such events for a count
 * above 65535.
 */
struct hm_summary {
	uint64_t interval; /* us */
	uint64_t next;	   /* time at which the next summary is due, us */
	uint32_t count[256];
};

#define HM_SUMMARY_BYTES 4u

void hm_summary_begin(struct hm_node *n, struct hm_summary *s, uint64_t interval_us);
/* Counts an event, after sending the summary if it is due. HM_EINVAL as hm_event(). */
int hm_summary_event(struct hm_node *n, struct hm_summary *s, const uint8_t *event,
		     unsigned int length);
/* Sends the summary if it is due: for a clock interrupt or an idle loop. Returns true if it was
 * sent. */
bool hm_summary_tick(struct hm_node *n, struct hm_summary *s);
/* Sends the summary now: for the end of a run. */
void hm_summary_flush(struct hm_node *n, struct hm_summary *s);

#ifdef __cplusplus
}
#endif

#endif
