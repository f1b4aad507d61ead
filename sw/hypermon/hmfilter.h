/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HMFILTER_H
#define HMFILTER_H
/*
 * Selection of the events and frames that a tool shows or counts, with the same options for all
 * tools. The whole trace is always decoded, so that an event does not depend on what is shown.
 */
#include "hm_decode.h"

#define HMFILTER_HELP                                                                 \
	"      --time=FROM,TO  only data from FROM to TO after the reset: 10ms,2s;\n" \
	"                      either may be omitted\n"                               \
	"      --node=LIST     only data of these nodes: 0-3,7\n"                     \
	"      --event=LIST    only events with these names or 0x numbers\n"          \
	"      --where=FIELD=VALUE  only events whose FIELD has this VALUE; may be\n" \
	"                      repeated, then all conditions must hold\n"
enum { HMFILTER_TIME = 400, HMFILTER_NODE, HMFILTER_EVENT, HMFILTER_WHERE };
#define HMFILTER_WORDS                                                               \
	{"time", HMFILTER_TIME}, {"node", HMFILTER_NODE}, {"event", HMFILTER_EVENT}, \
	{                                                                            \
		"where", HMFILTER_WHERE                                              \
	}

/* Handles one of the options; returns false if @c is none of them. */
bool hmfilter_option(int c, const char *arg);
/* Call after the options. --event and --where require the table; a missing table, or a name
 * that is not in the table, is a usage error. */
void hmfilter_resolve(const struct hm_table *table);
bool hmfilter_active(void);
/* Call after hmfilter_resolve(): --event and --where are usage errors for @what, whose data are
 * not those of events. */
void hmfilter_no_events(const char *what);
/* Return the interval in ns; 0 and UINT64_MAX if there is none. */
uint64_t hmfilter_from(void);
uint64_t hmfilter_to(void);

static inline bool hmfilter_ns(uint64_t ns)
{
	return ns >= hmfilter_from() && ns < hmfilter_to();
}
bool hmfilter_node(unsigned int node);
bool hmfilter_event(const struct hm_event *e);
/* Does the same without the condition on the node. */
bool hmfilter_contents(const struct hm_event *e);
/* Filters a message by the event that receives it, and by either node. */
bool hmfilter_message(const struct hm_event *e, unsigned int from, unsigned int to);
/* Stores the part of frame @w that is shown in @out; false: nothing. Loss marks are shown
 * whole. */
bool hmfilter_frame(uint32_t out[HM_COMPACT_WORDS], const uint32_t *w, bool compact,
		    uint64_t ns);
/* Writes a comment for each filter, such as "# time: ...", to the output. */
void hmfilter_comment(const char *prefix);

#endif
