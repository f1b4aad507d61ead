/* SPDX-License-Identifier: Apache-2.0 */
/* Reports the messages of a program, the states of its nodes, and its critical path. */
#include "hm_analysis.h"
#include "hmfilter.h"
#include "hmsource.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage_text[] =
	"Usage: hmprogram -e TABLE [OPTION]... [TRACE]\n"
	"\n"
	"Reports what a program did, from the HYPERMON trace of its nodes: the messages,\n"
	"matched by nodes, type and order; the states of the nodes; the critical path.\n"
	"The table defines which events are messages and states. By default the whole\n"
	"report is printed as text; these options print a single table as CSV instead:\n"
	"\n"
	"  -m, --matrix        messages from each node to each node, with latencies\n"
	"  -l, --list          each message\n"
	"  -u, --unmatched     each send and receive without its other end, and why\n"
	"  -s, --states        time that each node spent in each state\n"
	"  -i, --intervals     each interval of a state\n"
	"  -p, --path          critical path by node and cause\n" HMUTIL_TABLE_HELP
		HMSOURCE_HELP HMFILTER_HELP UTIL_HELP "\n"
	"1 also when data were lost.";

enum view {
	TEXT,
	MATRIX = 'm',
	LIST = 'l',
	UNMATCHED = 'u',
	STATES = 's',
	INTERVALS = 'i',
	PATH = 'p'
};

static enum view view;
static struct hm_analysis analysis;
static const struct hm_event *current;		      /* the event that is being analysed */
static struct hm_latency latency[HM_NODES][HM_NODES]; /* [from][to]; only messages that are
						       * shown */
static uint64_t spent[HM_NODES][HM_STATES];	      /* ns that are shown */
static const char *const reasons[HM_UNMATCHED] = {"no other end", "host", "after a loss"};

/* ---- latencies of the selected messages ---- */

static uint64_t us(uint64_t ns)
{
	return ns / 1000;
}

static void message_type(char text[24], int64_t type)
{
	if (type < 0)
		*text = 0;
	else
		snprintf(text, 24, "%" PRId64, type);
}

static void no_memory(void)
{
	util_error("not enough memory");
	exit(util_end());
}

static bool shown(const struct hm_message *m)
{
	return hmfilter_message(current, m->from, m->to);
}

static void message(void *arg, const struct hm_message *m)
{
	char type[24];

	(void)arg;
	if (!shown(m))
		return;
	if (view != LIST) {
		if (hm_latency_add(&latency[m->from][m->to], m->bytes,
				   m->received > m->sent ? m->received - m->sent : 0))
			no_memory();
		return;
	}
	message_type(type, m->type);
	util_print("%u,%u,%s,%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRId64, m->from, m->to,
		   type, m->bytes, m->sent, m->received, (int64_t)(m->received - m->sent));
}

static void unmatched(void *arg, const struct hm_message *m, enum hm_unmatched why)
{
	const uint64_t ns = m->received ? m->received : m->sent;
	const unsigned int node = m->received ? m->to : m->from;
	char type[24];

	(void)arg;
	if (view != UNMATCHED || !hmfilter_ns(ns) || !hmfilter_node(node))
		return;
	message_type(type, m->type);
	util_print("%s,%u,%u,%s,%" PRIu32 ",%" PRIu64 ",%s", m->received ? "receive" : "send",
		   m->from, m->to, type, m->bytes, ns, reasons[why]);
}

static void interval(void *arg, unsigned int node, enum hm_node_state state, uint64_t from,
		     uint64_t to)
{
	(void)arg;
	if (from < hmfilter_from())
		from = hmfilter_from();
	if (to > hmfilter_to())
		to = hmfilter_to();
	if (from >= to || !hmfilter_node(node))
		return;
	spent[node][state] += to - from;
	if (view == INTERVALS)
		util_print("%u,%s,%" PRIu64 ",%" PRIu64, node, hm_state_names[state], from, to);
}

/* ---- events ---- */

static void event(void *arg, const struct hm_event *e, uint64_t end)
{
	int err;

	(void)arg;
	/* events that are not certain are not matched */
	if (e->probable)
		return;
	current = e;
	err = hm_analysis_event(&analysis, e, end);
	if (err == -E2BIG)
		util_error("more than 500,000 messages are under way: "
			   "does the table say what receives them?");
	else if (err)
		util_error("%s", strerror(-err));
	if (err)
		exit(util_end());
}

static void broken(void *arg, unsigned int node, uint64_t ns)
{
	(void)arg;
	hm_analysis_break(&analysis, node, ns);
}

static bool ready(void *arg, const struct hm_event *e)
{
	(void)arg;
	return hm_analysis_ready(&analysis, e);
}

/* ---- tables ---- */

static void latency_line(unsigned int from, unsigned int to, bool csv)
{
	const struct hm_latency *l = &latency[from][to];

	if (!l->messages)
		return;
	util_print(csv ? "%u,%u,%" PRIu64 ",%" PRIu64 ",%.1f,%.1f,%.1f,%.1f,%.1f"
		       : "%4u %4u %8" PRIu64 " %11" PRIu64 " %9.1f %9.1f %9.1f %9.1f %9.1f",
		   from, to, l->messages, l->bytes, (double)l->sum / (double)l->messages / 1e3,
		   (double)hm_latency_percentile(l, 50) / 1e3,
		   (double)hm_latency_percentile(l, 90) / 1e3,
		   (double)hm_latency_percentile(l, 99) / 1e3, (double)l->most / 1e3);
}

static void matrix(bool csv)
{
	if (csv)
		util_print("from,to,messages,bytes,mean (us),50 %% (us),90 %% (us),99 %% (us),"
			   "longest (us)");
	else
		util_print("%4s %4s %8s %11s %9s %9s %9s %9s %9s", "from", "to", "messages",
			   "bytes", "mean us", "50 %", "90 %", "99 %", "longest");
	for (unsigned int from = 0; from < HM_NODES; from++)
		for (unsigned int to = 0; to < HM_NODES; to++)
			latency_line(from, to, csv);
}

static void states(bool csv)
{
	if (csv)
		util_print("node,events,computing (s),system (s),sending (s),waiting (s),"
			   "unknown (s),last event (s)");
	else
		util_print("%4s %8s %11s %10s %10s %10s %10s %10s", "node", "events",
			   "computing s", "system", "sending", "waiting", "unknown", "until");
	for (unsigned int i = 0; i < HM_NODES; i++) {
		const struct hm_analysis_node *n = &analysis.node[i];
		const uint64_t *t = spent[i];

		if (!n->events || !hmfilter_node(i))
			continue;
		util_print(csv ? "%u,%" PRIu64 ",%.7f,%.7f,%.7f,%.7f,%.7f,%.7f"
			       : "%4u %8" PRIu64 " %11.6f %10.6f %10.6f %10.6f %10.6f %10.6f",
			   i, n->events, (double)t[HM_COMPUTING] / 1e9,
			   (double)t[HM_SYSTEM] / 1e9, (double)t[HM_SENDING] / 1e9,
			   (double)t[HM_WAITING] / 1e9, (double)t[HM_UNKNOWN] / 1e9,
			   (double)n->ended / 1e9);
	}
}

static void path(bool csv)
{
	const struct hm_path *p = hm_analysis_path(&analysis);
	const double all = p ? (double)hm_path_sum(p) : 0;

	util_print(csv ? "node,cause,time (s),share (%%)" : "%4s %-10s %12s %8s", "node",
		   "cause", "s", "%");
	for (unsigned int i = 0; p && i < HM_NODES; i++)
		for (unsigned int c = 0; c < HM_CAUSES; c++)
			if (p->ns[i][c])
				util_print(csv ? "%u,%s,%.7f,%.3f" : "%4u %-10s %12.6f %8.2f",
					   i, hm_cause_names[c], (double)p->ns[i][c] / 1e9,
					   100 * (double)p->ns[i][c] / all);
}

static void counts(const char *what, const uint64_t n[HM_UNMATCHED], const char *host)
{
	if (n[HM_ALONE] || n[HM_OUTSIDE] || n[HM_UNCERTAIN])
		util_print("%s: %" PRIu64 " without other end, %" PRIu64 " %s, %" PRIu64
			   " not matched after a loss",
			   what, n[HM_ALONE], n[HM_OUTSIDE], host, n[HM_UNCERTAIN]);
}

#define SOFT_NS 1000 /* unit of the times of a software recording */

static void text(bool soft)
{
	unsigned int gaps = 0;

	for (unsigned int i = 0; i < HM_NODES; i++)
		gaps += analysis.node[i].broken;
	if (soft)
		util_print("times: of each node's own clock");
	else
		util_print("times: of the board; an event is up to %u ns late or %u ns early",
			   HM_LATE_NS, HM_EARLY_NS(hmutil_trace.header.window_ns));
	if (hmsource_decoder.unmarked) {
		util_print("incomplete: data were lost at unknown places; "
			   "no event after the reset is certain");
		hmutil_bound("");
		return;
	}
	if (gaps)
		util_print("incomplete: data of %u nodes were lost; "
			   "from then on none of their messages is matched, "
			   "and the critical path is not known",
			   gaps);
	if (hmfilter_active())
		util_print("of the whole run:");
	util_print("matched: %" PRIu64 " messages", analysis.messages);
	counts("sends", analysis.unmatched[0], "to the host");
	counts("receives", analysis.unmatched[1], "from the host");
	if (analysis.backwards)
		util_print("received before they were sent: %" PRIu64, analysis.backwards);
	if (analysis.messages) {
		util_write_line("", 0);
		matrix(false);
	}
	util_write_line("", 0);
	states(false);
	if (gaps)
		return;
	util_write_line("", 0);
	util_print("critical path%s: %.6f s", hmfilter_active() ? " of the whole run" : "",
		   hm_analysis_path(&analysis)
			   ? (double)hm_path_sum(hm_analysis_path(&analysis)) / 1e9
			   : 0);
	path(false);
}

static void print_tables(bool soft)
{
	if (view && hmsource_decoder.unmarked) {
		util_error("data were lost at unknown places: nothing is certain");
		return;
	}
	for (unsigned int i = 0; view == PATH && i < HM_NODES; i++)
		if (analysis.node[i].broken) {
			util_error("the critical path is not known: "
				   "data of node %u were lost after %" PRIu64 " us",
				   i, us(analysis.node[i].broken_at));
			return;
		}
	switch (view) {
	case TEXT:
		text(soft);
		break;
	case MATRIX:
		matrix(true);
		break;
	case STATES:
		states(true);
		break;
	case PATH:
		path(true);
		break;
	case LIST:
	case UNMATCHED:
	case INTERVALS:
		break;
	}
}

/* Prints the headings of the tables that are written while the trace is read. */
static void head(void)
{
	if (view == LIST)
		util_print("from,to,type,bytes,sent (ns),received (ns),latency (ns)");
	else if (view == UNMATCHED)
		util_print("end,from,to,type,bytes,time (ns),why");
	else if (view == INTERVALS)
		util_print("node,state,from (ns),to (ns)");
}

int main(int argc, char **argv)
{
	static const struct util_word words[] = {HMFILTER_WORDS, {0}};
	struct hmsource source = {.event = event, .broken = broken};
	const struct hm_table *table = NULL;
	int c;

	util_begin("hmprogram", usage_text, argc, argv);
	while ((c = util_option(words)) != -1) {
		if (c == 'e')
			table = hmutil_table(optarg);
		else if (c == 'S')
			source.soft = true;
		else if (!hmfilter_option(c, optarg))
			view = (enum view)c;
	}
	if (!table)
		util_usage("a table of the events is required (-e)", NULL);
	hmfilter_resolve(table);
	if (view == PATH && hmfilter_active())
		util_usage("the critical path is of the whole run, without filters", NULL);
	if (view != MATRIX && view != LIST)
		hmfilter_no_events("other tables than -m and -l");
	util_open();
	if (!hmsource_open(&source, table, view ? "# " : ""))
		return util_end();
	hmfilter_comment(view ? "# " : "");
	hm_analysis_begin(&analysis, table,
			  source.soft ? SOFT_NS : hmutil_trace.header.window_ns);
	analysis.on_message = message;
	analysis.on_unmatched = unmatched;
	analysis.on_state = interval;
	source.ready = source.soft ? ready : NULL;
	head();
	hmsource_run(&source, table);
	hm_analysis_end(&analysis);
	print_tables(source.soft);
	hm_analysis_free(&analysis);
	for (unsigned int i = 0; i < HM_NODES * HM_NODES; i++)
		free(latency[i / HM_NODES][i % HM_NODES].bin);
	return util_end();
}
