/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HMSOURCE_H
#define HMSOURCE_H
/*
 * Events for a tool, from a trace or from a software recording: in the order in which they
 * ended, or merged in the order of their times with constant memory.
 */
#include "hmutil.h"

#define HMSOURCE_HELP "  -S, --soft          TRACE is a software recording of the nodes\n"

struct hmsource {
	/* Is called for each event. @end: time of the event's last nibble, ns. */
	void (*event)(void *arg, const struct hm_event *e, uint64_t end);
	/* As in struct hm_decoder, with ns; may be NULL. */
	void (*broken)(void *arg, unsigned int node, uint64_t ns);
	void (*gap)(void *arg, const struct hm_gap *g);
	/* As in hm_recording_next(); may be NULL. */
	bool (*ready)(void *arg, const struct hm_event *e);
	void *arg;
	bool sorted;
	bool soft;
	unsigned int guess; /* hm_decoder.guess */
	const char *bound;  /* prefix of hmutil_bound(); NULL: it is not written */
};

/* Opens the trace or recording that the remaining argument names, as hmutil_open(). */
bool hmsource_open(const struct hmsource *s, const struct hm_table *table, const char *prefix);
/* Passes all events to @s. A sorted event that is out of order, because more than 65536 other
 * events ended while it lasted, is a flaw of the output and is reported at the end. */
void hmsource_run(const struct hmsource *s, const struct hm_table *table);
/* The decoder of hmsource_run(); for a software recording its statistics are 0. */
extern struct hm_decoder hmsource_decoder;

#endif
