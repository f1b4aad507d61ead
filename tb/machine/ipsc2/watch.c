/* SPDX-License-Identifier: Apache-2.0 */
#include "watch.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* time at which the driver resets the board and the first window begins */
#define RESET IPSC2_NS(1000)
#define FIRST_ROOM 1024u
#define RING 65536u /* maximum number of a node's events that are not found yet */

static bool grow(void *array, size_t *room, size_t used, size_t size)
{
	const size_t larger = *room ? 2 * *room : FIRST_ROOM;
	void **p = array, *more;

	if (used < *room)
		return true;
	more = realloc(*p, larger * size);
	if (!more)
		return false;
	memset((char *)more + *room * size, 0, (larger - *room) * size);
	*p = more;
	*room = larger;
	return true;
}

/* ---- callbacks of the machine ---- */

static void on_record(void *arg, unsigned int node, ipsc2_time local, const uint8_t *data,
		      unsigned int length)
{
	struct watch *w = arg;
	struct watch_node *n = &w->node[node];
	struct watch_event *e = &n->event[n->left % RING];

	(void)local;
	if (w->raw)
		return;
	if (n->left - n->found == RING) {
		w->no_memory = true;
		return;
	}
	*e = (struct watch_event){.nibble = n->nibbles, .length = (uint8_t)length};
	memcpy(e->data, data, length);
	n->left++;
	n->nibbles += (length + 3) / 4 * 8;
}

static void on_strobe(void *arg, unsigned int node, ipsc2_time when)
{
	struct watch *w = arg;
	struct watch_node *n = &w->node[node];
	struct watch_event *e = &n->event[n->strobed % RING];

	if (n->strobed < n->left && n->strobes == e->nibble) {
		e->strobe = when;
		n->strobed++;
	}
	n->strobes++;
}

static void add_order(struct watch *w, unsigned int from, unsigned int to, double sent)
{
	if (!grow(&w->order, &w->orders_room, w->orders, sizeof(*w->order))) {
		w->no_memory = true;
		return;
	}
	w->order[w->orders++] = (struct watch_order){.sent = sent,
						     .from = (uint8_t)from,
						     .to = (uint8_t)to,
						     .number = w->numbers[from][to]++};
}

static void on_message(void *arg, unsigned int node, const struct ipsc2_os_event *e)
{
	struct watch *w = arg;
	struct watch_node *n;

	if (node >= IPSC2_NODES) /* the host */
		return;
	n = &w->node[node];
	if (e->what == IPSC2_OS_RECEIVE) {
		if (!grow(&n->received, &n->receives_room, n->receives, sizeof(*n->received)))
			w->no_memory = true;
		else
			n->received[n->receives++] = e->serial;
		return;
	}
	/* the record of the send may already have been found */
	if (!grow(&n->sent, &n->sends_room, n->sends, sizeof(*n->sent)))
		w->no_memory = true;
	else
		n->sent[n->sends++].serial = e->serial;
	if (w->raw && e->peer < IPSC2_NODES)
		add_order(w, node, e->peer, (double)e->when / 1e6);
}

/* ---- states, as the programs leave them: what nx2.c does ---- */

static void change_state(struct watch_node *n, enum hm_node_state to, ipsc2_time at)
{
	if (n->state == to)
		return;
	if (n->since) {
		n->time[n->state] += at - n->since;
		n->intervals++;
	}
	n->since = at;
	n->state = to;
}

static void follow_record(struct watch_node *n, const uint8_t *r, ipsc2_time at)
{
	switch (r[0]) {
	case NX2_START:
	case NX2_READY:
	case NX2_GLOBAL_READY:
		change_state(n, HM_COMPUTING, at);
		break;
	case NX2_EXIT:
		change_state(n, HM_ENDED, at);
		break;
	case NX2_BLOCK:
	case NX2_GLOBAL_BLOCK:
		change_state(n, r[3] == 1 ? HM_WAITING : HM_SENDING, at);
		break;
	case NX2_CALL:
	case NX2_GLOBAL_CALL:
		if (r[0] == NX2_CALL && r[1] == NX2_FLICK) {
			change_state(n, HM_COMPUTING, at);
			break;
		}
		/* fall through */
	case NX2_RECEIVE:
	case NX2_GLOBAL_RECEIVE:
		change_state(n, HM_SYSTEM, at);
		break;
	case NX2_SWITCH:
		if (!r[2])
			n->before = n->state;
		change_state(n, r[2] ? n->before : HM_SYSTEM, at);
		break;
	}
}

/* ---- events of the trace ---- */

static void found_event(struct watch *w, const struct hm_event *e)
{
	struct watch_node *n = &w->node[e->node];
	const struct watch_event *t = &n->event[n->found % RING];
	int64_t off;

	w->events++;
	if (n->found == n->strobed || t->length != e->length ||
	    memcmp(t->data, e->data, e->length) != 0) {
		w->wrong_events++;
		return;
	}
	off = (int64_t)(e->ns * 1000 + RESET) - (int64_t)t->strobe;
	w->late = off > w->late ? off : w->late;
	w->early = -off > w->early ? -off : w->early;
	follow_record(n, t->data, t->strobe);
	if (e->type->role == HM_SENT) {
		if (!grow(&n->sent, &n->sends_room, n->sends_found, sizeof(*n->sent))) {
			w->no_memory = true;
			return;
		}
		n->sent[n->sends_found].ns = e->ns;
		n->sent[n->sends_found++].at = t->strobe;
	}
	if (e->type->role == HM_RECEIVED)
		n->receives_found++;
	n->found++;
}

/* Finds the send of node @n at @ns in the trace. */
static const struct watch_message *find_send(const struct watch_node *n, uint64_t ns)
{
	size_t low = 0, high = n->sends_found;

	while (low < high) {
		const size_t middle = (low + high) / 2;

		if (n->sent[middle].ns < ns)
			low = middle + 1;
		else
			high = middle;
	}
	return low < n->sends_found && n->sent[low].ns == ns ? &n->sent[low] : NULL;
}

static void on_match(void *arg, const struct hm_message *m)
{
	struct watch *w = arg;
	const struct watch_node *to = &w->node[m->to];
	const struct watch_message *sent = find_send(&w->node[m->from], m->sent);

	if (!sent || !to->receives_found || to->receives_found > to->receives ||
	    to->received[to->receives_found - 1] != sent->serial) {
		w->wrong_matches++;
		return;
	}
	w->found[m->from][m->to]++;
	w->latency_found[m->from][m->to] += (double)(m->received - m->sent) / 1e3;
	w->latency[m->from][m->to] +=
		(double)(to->event[(to->found - 1) % RING].strobe - sent->at) / 1e6;
}

static void on_removed(void *arg, const struct hm_message *m)
{
	struct watch *w = arg;

	add_order(w, m->from, m->to, (double)m->true_sent / 1e3);
	if (!w->no_memory)
		w->order[w->orders - 1].received = (double)m->true_received / 1e3;
}

static void on_event(void *arg, const struct hm_event *e)
{
	struct watch *w = arg;

	found_event(w, e);
	if (hm_analysis_event(&w->analysis, e, w->decoder.window * HM_WINDOW_NS))
		w->no_memory = true;
}

static void on_break(void *arg, unsigned int node, uint64_t window)
{
	struct watch *w = arg;

	hm_analysis_break(&w->analysis, node, window * HM_WINDOW_NS);
}

static void on_frames(void *arg, const uint32_t (*frame)[4], size_t count)
{
	struct watch *w = arg;

	for (size_t i = 0; i < count; i++)
		w->strays += hm_decode(&w->decoder, frame[i]) < 0;
}

static void done(void *arg, const struct ipsc2 *m)
{
	struct watch *w = arg;

	for (unsigned int i = 0; i < w->run.nodes; i++) {
		struct watch_node *n = &w->node[i];

		n->ended = ipsc2_ended(m, i);
		w->ended = n->ended > w->ended ? n->ended : w->ended;
	}
}

/* ---- interface ---- */

int watch_run(struct watch *w, const struct apprun_config *cfg, const struct hm_table *table,
	      const struct hm_recording_cost *cost)
{
	struct apprun_config c = *cfg;
	int err;

	memset(w, 0, sizeof(*w));
	for (unsigned int i = 0; i < IPSC2_NODES; i++) {
		w->node[i].event = malloc(RING * sizeof(struct watch_event));
		if (!w->node[i].event)
			return -ENOMEM;
	}
	w->raw = cfg->recording == IPSC2_RAW;
	w->table = table;
	hm_decoder_begin(&w->decoder, table, HM_WINDOW_NS, false);
	w->decoder.on_event = on_event;
	w->decoder.on_break = on_break;
	w->decoder.arg = w;
	hm_analysis_begin(&w->analysis, table, HM_WINDOW_NS);
	w->analysis.on_message = on_match;
	w->analysis.on_removed = on_removed;
	w->analysis.arg = w;
	if (cost)
		hm_analysis_remove(&w->analysis, cost);
	c.frames = on_frames;
	c.record = on_record;
	c.message = on_message;
	c.strobe = on_strobe;
	c.done = done;
	c.arg = w;
	err = apprun(&c, &w->run);
	hm_decoder_end(&w->decoder);
	hm_analysis_end(&w->analysis);
	return err ? err : w->no_memory ? -ENOMEM : 0;
}

void watch_free(struct watch *w)
{
	hm_analysis_free(&w->analysis);
	for (unsigned int i = 0; i < IPSC2_NODES; i++) {
		free(w->node[i].event);
		free(w->node[i].sent);
		free(w->node[i].received);
	}
	free(w->order);
	memset(w, 0, sizeof(*w));
}

/* ---- the cost of recording ---- */

/* Time on the channels between two nodes, as in message.c. */
static uint64_t hops_ns(void *arg, unsigned int from, unsigned int to, uint32_t bytes)
{
	const struct ipsc2_cost *c = &ipsc2_costs;
	const bool large = bytes > c->brief;
	const unsigned int way = (unsigned int)__builtin_popcount(from ^ to);

	(void)arg;
	return (way > 1 ? (way - 1) * c->hop[large] : 0) / 1000;
}

static uint64_t accept_ns(void *arg, uint32_t bytes)
{
	(void)arg;
	return ipsc2_costs.startup[bytes > ipsc2_costs.brief] / 2 / 1000;
}

struct watch_knows watch_knows = {.hook = 1, .nibble = 1, .wait = IPSC2_US(60)};

struct hm_recording_cost watch_cost(unsigned int delay)
{
	const struct ipsc2_cost *c = &ipsc2_costs;

	return (struct hm_recording_cost){
		.hook_ns = (uint64_t)(watch_knows.hook * (double)nx2_costs.hook / 1000),
		.nibble_ns = (uint64_t)(watch_knows.nibble *
					(double)(c->nibble + 2 * c->io_write +
						 delay * c->iteration) /
					1000),
		.wait_ns = watch_knows.wait / 1000,
		.accept_ns = accept_ns,
		.switch_ns = c->process_switch / 1000,
		.hops_ns = hops_ns};
}
