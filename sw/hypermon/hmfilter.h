/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HMFILTER_H
#define HMFILTER_H
/*
 * Which events and frames a tool shows or counts: the same options for all. The whole trace is
 * decoded all the same, so that an event does not depend on what is shown.
 */
#include "hm_decode.h"
#include <getopt.h>

#define HMFILTER_HELP                                                                 \
	"      --time=FROM,TO  only data from FROM to TO after the reset: 10ms,2s;\n" \
	"                      either may be omitted\n"                               \
	"      --node=LIST     only data of these nodes: 0-3,7\n"                     \
	"      --event=LIST    only events with these names or 0x numbers\n"          \
	"      --where=FIELD=VALUE  only events whose FIELD has this VALUE; may be\n" \
	"                      repeated, then all conditions must hold\n"
enum { HMFILTER_TIME = 400, HMFILTER_NODE, HMFILTER_EVENT, HMFILTER_WHERE };
#define HMFILTER_LONGS                                              \
	{"time", required_argument, NULL, HMFILTER_TIME},           \
		{"node", required_argument, NULL, HMFILTER_NODE},   \
		{"event", required_argument, NULL, HMFILTER_EVENT}, \
	{                                                           \
		"where", required_argument, NULL, HMFILTER_WHERE    \
	}

/* Takes one of the options; false when @c is none of them. */
bool hmfilter_option(int c, const char *arg);
/* After the options: --event and --where need the table; without one, or with a name that it
 * does not have, an error of usage. */
void hmfilter_resolve(const struct hm_table *table);
bool hmfilter_active(void);
/* The interval, in ns; 0 and UINT64_MAX when there is none. */
uint64_t hmfilter_from(void);
uint64_t hmfilter_to(void);

static inline bool hmfilter_ns(uint64_t ns)
{
	return ns >= hmfilter_from() && ns < hmfilter_to();
}
bool hmfilter_node(unsigned int node);
bool hmfilter_event(const struct hm_event *e);
/* The same, but for the node. */
bool hmfilter_contents(const struct hm_event *e);
/* A message by the event that receives it, and by either node. */
bool hmfilter_message(const struct hm_event *e, unsigned int from, unsigned int to);
/* A frame with what is shown of it; false: nothing. Marks of loss are shown whole. */
bool hmfilter_frame(uint32_t out[HM_COMPACT_WORDS], const uint32_t *w, bool compact,
		    uint64_t ns);
/* "# time: ...", a comment for each filter, to the output. */
void hmfilter_comment(const char *prefix);

#endif
