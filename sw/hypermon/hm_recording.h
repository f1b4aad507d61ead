/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HM_RECORDING_H
#define HM_RECORDING_H
/*
 * Files of software recordings (Malony, Reed 1990, 5.2.1): the records that hm_soft_event() has
 * stored in the memories of the nodes. A file begins with a header of HM_HEADER_BYTES bytes,
 * which are lines of text, blanks and a line feed:
 *
 *	# hypermon software recording 1
 *	# nodes: 8
 *
 * Then follow for each node, in the order of their numbers, 32 bytes, little endian: number of
 * the node (4 bytes), 0 (4), bytes of its records (8), its clock at the beginning in us (8),
 * number of events that found the memory full (8); and its records, as in struct hm_soft.
 *
 * Times are those of each node's own clock.
 */
#include "hm_decode.h"
#include "record.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HM_RECORDING_BLOCK 32u

/* Write a recording; return 0 or a negative errno value. */
int hm_recording_begin(struct record_writer *w, unsigned int nodes);
int hm_recording_node(struct record_writer *w, unsigned int node, const struct hm_soft *s,
		      uint64_t began_us);
/* Must be called after the last node. */
int hm_recording_end(struct record_writer *w);

/* A reader, which returns events in the order of the times that the nodes recorded, with
 * constant memory. It is large: allocate it statically or on the heap. */
struct hm_recording {
	/* Results: */
	const char *name;
	const char *wrong; /* error message after -EINVAL */
	unsigned int node; /* node whose records have the error */
	unsigned int nodes;
	uint64_t lost[HM_NODES]; /* events */
	bool checked;		 /* the file has a checksum, which was correct */
	/* Private: */
	const struct hm_table *table;
	int fd;
	struct hm_recording_node {
		uint64_t at, left; /* position in the file, and bytes not read yet */
		uint64_t us;
		unsigned int used, limit; /* positions in the buffer */
		unsigned int length;	  /* length of the next event, which is at used + 2; 0:
					   * none */
		uint64_t events;
		bool returned; /* the next event has been returned: skip it */
		uint8_t buffer[4096];
	} stream[HM_NODES];
};

/* Returns whether an open file begins like a recording. */
bool hm_recording_is(int fd);
/* Opens a file; -ESPIPE for a pipe. The caller must call hm_recording_close(), also after an
 * error. */
int hm_recording_open(struct hm_recording *r, const char *path, const struct hm_table *table);
void hm_recording_close(struct hm_recording *r);
/*
 * Reads the next event, which is valid until the next call. Returns 1, 0 at the end, or -EINVAL
 * (an identifier that is not in the table, or an incomplete record; the other nodes can still
 * be read). An event for which @ready returns false is postponed: events of other nodes that
 * may have happened earlier, because the clocks of the nodes differ, are returned first, if
 * there are any. @ready = NULL: no event is postponed.
 */
int hm_recording_next(struct hm_recording *r, struct hm_event *e,
		      bool (*ready)(void *arg, const struct hm_event *e), void *arg);

#ifdef __cplusplus
}
#endif

#endif
