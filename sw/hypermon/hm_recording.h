/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HM_RECORDING_H
#define HM_RECORDING_H
/*
 * Files of software recordings (Malony, Reed 1990, 5.2.1): what hm_soft_event() left in the
 * memories of the nodes. A header of HM_HEADER_BYTES bytes, lines of text, blanks, a line feed:
 *
 *	# hypermon software recording 1
 *	# nodes: 8
 *
 * then for each node, in the order of their numbers, 32 bytes little endian: number of the node
 * (4 bytes), 0 (4), bytes of its records (8), its clock at the beginning in us (8), events that
 * found the memory full (8); and its records, as in struct hm_soft.
 *
 * Times are those of each node's own clock.
 */
#include "hm_decode.h"
#include "record.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HM_RECORDING_BLOCK 32u

/* Writing. 0 or a negative errno value. */
int hm_recording_begin(struct record_writer *w, unsigned int nodes);
int hm_recording_node(struct record_writer *w, unsigned int node, const struct hm_soft *s,
		      uint64_t began_us);
/* After the last node. */
int hm_recording_end(struct record_writer *w);

/* Reading, in the order of the times that the nodes recorded; memory is constant. Large: on the
 * heap, or static. */
struct hm_recording {
	/* To be read: */
	const char *name;
	const char *wrong; /* after -EINVAL */
	unsigned int node; /* in which it is wrong */
	unsigned int nodes;
	uint64_t lost[HM_NODES]; /* events */
	bool checked;		 /* the file has a checksum, which was right */
	/* Private: */
	const struct hm_table *table;
	int fd;
	struct hm_recording_node {
		uint64_t at, left; /* in the file: not read yet */
		uint64_t us;
		unsigned int used, limit; /* of the buffer */
		unsigned int length;	  /* of the next event, at used + 2; 0: none */
		uint64_t events;
		bool returned; /* the next event: pass it */
		uint8_t buffer[4096];
	} stream[HM_NODES];
};

/* Whether a file, which is open, begins as a recording. */
bool hm_recording_is(int fd);
/* A file, not a pipe: -ESPIPE. The caller closes it, also after an error. */
int hm_recording_open(struct hm_recording *r, const char *path, const struct hm_table *table);
void hm_recording_close(struct hm_recording *r);
/*
 * The next event, valid until the next call: 1, 0 at the end, or -EINVAL (an identifier that is
 * not in the table, an incomplete record; the other nodes can still be read). @ready: an event
 * for which it returns false comes after those of other nodes that may be earlier than it by
 * the difference of the clocks, unless there are none; NULL: none waits.
 */
int hm_recording_next(struct hm_recording *r, struct hm_event *e,
		      bool (*ready)(void *arg, const struct hm_event *e), void *arg);

#ifdef __cplusplus
}
#endif

#endif
