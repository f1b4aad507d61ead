/* SPDX-License-Identifier: Apache-2.0 */
#include "hm_analysis.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define WAIT_NS 50000u
#define MOST_PENDING ((size_t)1 << 20)
#define MOST_STEPS ((size_t)1 << 20)

const char *const hm_cause_names[HM_CAUSES] = {"computing", "system",  "sending", "recording",
					       "transfer",  "waiting", "unknown"};

/* A message that was sent and not yet received. */
struct hm_pending {
	size_t next; /* index + 1 of the next message of its channel, or of the free list */
	uint32_t bytes;
	uint64_t sent, left; /* time of the event; time at which the sender starts to send */
	uint8_t to;
	/* transit time; arrival at the receiver in the recorded run and without recording; time
	 * that the receiver needs to accept it */
	uint64_t hops, arrival, true_arrival, accept;
	bool truly_came;
	bool untimed;	     /* the time at which it left is unknown; a receive does not wait
			      * for it */
	struct hm_message m; /* a match, for on_removed() */
	struct hm_path path; /* path up to the time at which it left */
};

/* The actions of a node up to one of its events, without recording. Messages are given by index
 * + 1. */
struct hm_step {
	uint64_t work, waited; /* ns; waited: for a message that is not in the trace */
	size_t sends, leaves, receives;
	bool sending; /* true: it accepts messages before the work; false: after it */
};

/* Messages from one node to another with one pair of events and one type. */
struct hm_channel {
	bool used;
	uint8_t from, to, event; /* identifier of the send */
	int64_t type;
	size_t first, last; /* +1; 0: none */
};

/* ---- latencies ---- */

/* A latency below SUB has a bin of its own; each octave above has SUB
 * bins, up to OCTAVE_LAST. */
#define SUB_LOG2 7u
#define SUB (1u << SUB_LOG2)
#define OCTAVE_LAST 40u
#define BINS ((OCTAVE_LAST - SUB_LOG2 + 2) * SUB)

static unsigned int latency_bin(uint64_t ns)
{
	unsigned int octave;

	if (ns < SUB)
		return (unsigned int)ns;
	octave = 63 - (unsigned int)__builtin_clzll(ns);
	if (octave > OCTAVE_LAST)
		return BINS - 1;
	return (octave - SUB_LOG2 + 1) * SUB + (unsigned int)(ns >> (octave - SUB_LOG2)) - SUB;
}

/* Returns the middle of a bin in ns. */
static uint64_t bin_ns(unsigned int bin)
{
	uint64_t width;

	if (bin < SUB)
		return bin;
	width = UINT64_C(1) << (bin / SUB - 1);
	return (bin % SUB + SUB) * width + width / 2;
}

int hm_latency_add(struct hm_latency *l, uint32_t bytes, uint64_t ns)
{
	if (!l->bin)
		l->bin = calloc(BINS, sizeof(*l->bin));
	if (!l->bin)
		return -ENOMEM;
	l->messages++;
	l->bytes += bytes;
	l->sum += ns;
	if (ns > l->most)
		l->most = ns;
	l->bin[latency_bin(ns)]++;
	return 0;
}

uint64_t hm_latency_percentile(const struct hm_latency *l, double percent)
{
	const double want = (double)l->messages * percent / 100;
	uint64_t n = 0, ns;

	if (percent >= 100)
		return l->most;
	for (unsigned int i = 0; l->bin && i < BINS; i++) {
		n += l->bin[i];
		if (n && (double)n >= want) {
			ns = bin_ns(i);
			return ns < l->most ? ns : l->most;
		}
	}
	return 0;
}

/* ---- messages in transit ---- */

static size_t channel_place(const struct hm_channel *table, size_t room, unsigned int from,
			    unsigned int to, unsigned int event, int64_t type)
{
	uint64_t h = (uint64_t)(type + 1) * UINT64_C(0x9E3779B97F4A7C15) ^
		     (from << 16 | to << 8 | event);
	size_t i;

	h *= UINT64_C(0xD6E8FEB86659FD93);
	for (i = (h >> 32) & (room - 1); table[i].used; i = (i + 1) & (room - 1))
		if (table[i].from == from && table[i].to == to && table[i].event == event &&
		    table[i].type == type)
			break;
	return i;
}

static bool grow_channels(struct hm_analysis *a)
{
	const size_t room = a->channel_room ? 2 * a->channel_room : 256;
	struct hm_channel *table = calloc(room, sizeof(*table));

	if (!table)
		return false;
	for (size_t i = 0; i < a->channel_room; i++) {
		const struct hm_channel *c = &a->channel[i];

		if (c->used)
			table[channel_place(table, room, c->from, c->to, c->event, c->type)] =
				*c;
	}
	free(a->channel);
	a->channel = table;
	a->channel_room = room;
	return true;
}

static struct hm_channel *find_channel(struct hm_analysis *a, unsigned int from,
				       unsigned int to, unsigned int event, int64_t type)
{
	struct hm_channel *c;

	if (2 * (a->channels + 1) > a->channel_room && !grow_channels(a))
		return NULL;
	c = &a->channel[channel_place(a->channel, a->channel_room, from, to, event, type)];
	if (!c->used) {
		*c = (struct hm_channel){.used = true,
					 .from = (uint8_t)from,
					 .to = (uint8_t)to,
					 .event = (uint8_t)event,
					 .type = type};
		a->channels++;
	}
	return c;
}

static size_t new_pending(struct hm_analysis *a)
{
	size_t i = a->free;

	if (!i) {
		const size_t room = a->pending_room ? 2 * a->pending_room : 64;
		struct hm_pending *p;

		if (room > MOST_PENDING)
			return 0;
		p = realloc(a->pending, room * sizeof(*p));
		if (!p)
			return 0;
		a->pending = p;
		for (size_t k = a->pending_room; k < room; k++)
			p[k].next = k + 1 < room ? k + 2 : 0;
		i = a->pending_room + 1;
		a->pending_room = room;
	}
	a->free = a->pending[i - 1].next;
	a->pending_used++;
	if (a->pending_used > a->most_pending)
		a->most_pending = a->pending_used;
	return i;
}

/* ---- matching ---- */

static void report_unmatched(struct hm_analysis *a, const struct hm_message *m,
			     enum hm_unmatched why)
{
	a->unmatched[m->received > 0][why]++;
	if (a->on_unmatched)
		a->on_unmatched(a->arg, m, why);
}

/* Returns the message whose send or receive the event is. */
static struct hm_message event_message(const struct hm_event *e)
{
	const struct hm_event_type *t = e->type;
	const unsigned int peer = (unsigned int)hm_field_value(&t->field[t->peer], e->data);
	const bool sent = t->role == HM_SENT;

	return (struct hm_message){
		.from = sent ? e->node : peer,
		.to = sent ? peer : e->node,
		.type = t->type < HM_FIELDS ? hm_field_value(&t->field[t->type], e->data) : -1,
		.bytes = (uint32_t)hm_field_value(&t->field[t->size], e->data)};
}

static int send_message(struct hm_analysis *a, const struct hm_event *e, uint64_t end)
{
	struct hm_analysis_node *n = &a->node[e->node];
	struct hm_message m = event_message(e);
	struct hm_channel *c;
	struct hm_pending *p;
	size_t i;

	m.sent = e->ns;
	if (m.to >= HM_NODES) {
		report_unmatched(a, &m, HM_OUTSIDE);
		return 0;
	}
	if (n->broken || a->node[m.to].broken) {
		report_unmatched(a, &m, HM_UNCERTAIN);
		return 0;
	}
	c = find_channel(a, m.from, m.to, e->data[0], m.type);
	i = c ? new_pending(a) : 0;
	if (!i)
		return a->pending_used >= MOST_PENDING / 2 ? -E2BIG : -ENOMEM;
	p = &a->pending[i - 1];
	*p = (struct hm_pending){.bytes = m.bytes,
				 .sent = e->ns,
				 .left = end,
				 .to = (uint8_t)m.to,
				 .true_arrival = UINT64_MAX,
				 .arrival = UINT64_MAX,
				 .path = n->path};
	if (c->last)
		a->pending[c->last - 1].next = i;
	else
		c->first = i;
	c->last = i;
	n->sent = i;
	if (a->cost && n->steps)
		n->step[(n->step_first + n->steps - 1) & (n->step_room - 1)].sends = i;
	return 0;
}

/* Returns index + 1 of the sent message that @m receives; 0 if there is none. */
static size_t find_sent(struct hm_analysis *a, const struct hm_event *e,
			const struct hm_message *m, struct hm_channel **channel)
{
	size_t room = a->channel_room, at;

	/* messages sent before the loss of the sender's data are still the oldest ones */
	if (!room || a->node[m->to].broken)
		return 0;
	at = channel_place(a->channel, room, m->from, m->to, e->type->other, m->type);
	*channel = &a->channel[at];
	return (*channel)->used ? (*channel)->first : 0;
}

/* ---- critical path, and the run without recording ---- */

static void path_add(struct hm_analysis_node *n, unsigned int at, enum hm_cause cause,
		     uint64_t until)
{
	if (until > n->ended) {
		n->path.ns[at][cause] += until - n->ended;
		n->ended = until;
	}
}

static enum hm_cause state_cause(enum hm_node_state s)
{
	static const enum hm_cause causes[HM_STATES] = {HM_CAUSE_UNKNOWN, HM_CAUSE_COMPUTING,
							HM_CAUSE_SYSTEM,  HM_CAUSE_SENDING,
							HM_CAUSE_WAITING, HM_CAUSE_UNKNOWN};

	return causes[s];
}

static bool inbox_add(struct hm_inbox *box, size_t pending)
{
	if (box->count == box->room) {
		const size_t room = box->room ? 2 * box->room : 16;
		uint32_t *more = realloc(box->pending, room * sizeof(*more));

		if (!more)
			return false;
		box->pending = more;
		box->room = room;
	}
	box->pending[box->count++] = (uint32_t)pending;
	return true;
}

static void inbox_remove(struct hm_inbox *box, size_t at)
{
	box->pending[at] = box->pending[--box->count];
}

/* Accepts, in the recorded run, the messages to @n that arrived up to @until, and returns how
 * much of the @gap this took. @waited: @n accepted them while it waited, and this takes no part
 * of the gap. Otherwise a message is accepted only if the rest of the gap is long enough. */
static uint64_t recorded_accepts(struct hm_analysis *a, struct hm_analysis_node *n,
				 uint64_t until, uint64_t gap, bool waited)
{
	uint64_t ns = 0;

	for (size_t i = 0; i < n->inbox.count; i++) {
		struct hm_pending *p = &a->pending[n->inbox.pending[i]];

		if (p->arrival > until || (!waited && ns + p->accept > gap))
			continue;
		ns += waited ? 0 : p->accept;
		inbox_remove(&n->inbox, i--);
	}
	return ns;
}

/* Returns the index in the inbox of @n of the message that arrives first without recording, or
 * the number of messages if none is in transit. */
static size_t next_to_come(const struct hm_analysis *a, const struct hm_analysis_node *n)
{
	const struct hm_inbox *box = &n->true_inbox;
	size_t first = box->count;

	for (size_t i = 0; i < box->count; i++)
		if (first == box->count || a->pending[box->pending[i]].true_arrival <
						   a->pending[box->pending[first]].true_arrival)
			first = i;
	return first;
}

/* Accepts the next message to @n, at its arrival without recording or later. */
static void accept_message(struct hm_analysis *a, struct hm_analysis_node *n, size_t at)
{
	struct hm_pending *p = &a->pending[n->true_inbox.pending[at]];

	if (n->clock < p->true_arrival)
		n->clock = p->true_arrival;
	n->clock += p->accept;
	p->truly_came = true;
	inbox_remove(&n->true_inbox, at);
}

/* Accepts in turn the messages that arrive without recording up to the clock of @n, and
 * advances the clock by the time that this takes. */
static void true_accepts(struct hm_analysis *a, struct hm_analysis_node *n)
{
	size_t at;

	while ((at = next_to_come(a, n)) < n->true_inbox.count &&
	       a->pending[n->true_inbox.pending[at]].true_arrival <= n->clock)
		accept_message(a, n, at);
}

/* Lets @n wait for @sent unless it has accepted it or the time of @sent is unknown: the clock
 * of @n advances by two process switches and by the acceptance of all messages that arrive
 * before @sent, of @sent, and of those that arrive meanwhile. */
static void true_receive(struct hm_analysis *a, struct hm_analysis_node *n,
			 const struct hm_pending *sent)
{
	size_t at;

	true_accepts(a, n);
	if (sent->truly_came || sent->true_arrival == UINT64_MAX)
		return;
	n->clock += a->cost->switch_ns;
	while (!sent->truly_came && (at = next_to_come(a, n)) < n->true_inbox.count)
		accept_message(a, n, at);
	true_accepts(a, n);
	n->clock += a->cost->switch_ns;
}

static void free_pending(struct hm_analysis *a, size_t i)
{
	a->pending[i - 1].next = a->free;
	a->free = i;
	a->pending_used--;
}

/* Executes the oldest step of @n, which advances its clock. */
static int take_step(struct hm_analysis *a, struct hm_analysis_node *n)
{
	const struct hm_step s = n->step[n->step_first];
	struct hm_pending *p;
	int err = 0;

	n->step_first = (n->step_first + 1) & (n->step_room - 1);
	n->steps--;
	a->steps--;
	if (s.sending)
		true_accepts(a, n);
	n->clock += s.work;
	if (!s.sending)
		true_accepts(a, n);
	if (s.leaves && !a->pending[s.leaves - 1].untimed) {
		p = &a->pending[s.leaves - 1];
		p->true_arrival = n->clock + p->hops;
		if (!inbox_add(&a->node[p->to].true_inbox, s.leaves - 1))
			err = -ENOMEM;
	}
	n->clock += s.waited;
	if (s.receives) {
		p = &a->pending[s.receives - 1];
		true_receive(a, n, p);
		p->m.true_received = n->clock;
		if (a->on_removed)
			a->on_removed(a->arg, &p->m);
		/* a message that has not left yet is ignored when it leaves */
		if (p->truly_came || p->untimed)
			free_pending(a, s.receives);
		p->untimed = true;
	}
	if (s.sends)
		a->pending[s.sends - 1].m.true_sent = n->clock;
	n->true_ended = n->clock;
	return err;
}

/* Returns a lower bound of the time without recording at which @n ends its next step or sends a
 * message; UINT64_MAX if it has ended or waits for a message that has not left yet. */
static uint64_t step_time(const struct hm_analysis *a, const struct hm_analysis_node *n)
{
	const struct hm_step *s = &n->step[n->step_first];
	const struct hm_pending *p =
		n->steps && s->receives ? &a->pending[s->receives - 1] : NULL;
	uint64_t ns = n->clock;

	if (!n->steps)
		return n->state == HM_ENDED ? UINT64_MAX : ns;
	ns += s->work;
	if (p && !p->untimed && !p->truly_came && p->true_arrival > ns)
		ns = p->true_arrival;
	return ns;
}

/*
 * Executes the steps that later events cannot change, in the order of their times without
 * recording, up to the time at which the next event of a node is unknown. @all: executes the
 * remaining steps, too.
 */
static int take_steps(struct hm_analysis *a, bool all)
{
	int err = 0;

	while (!err && a->steps) {
		struct hm_analysis_node *next = NULL;
		uint64_t ns = UINT64_MAX;

		for (unsigned int i = 0; i < HM_NODES; i++) {
			struct hm_analysis_node *n = &a->node[i];
			const bool last = all || a->steps > MOST_STEPS;
			uint64_t time;

			if (!n->events || (last && !n->steps))
				continue;
			time = step_time(a, n);
			if (!next || time < ns) {
				ns = time;
				next = n;
			}
		}
		if (!next || !next->steps ||
		    (ns == UINT64_MAX && !all && a->steps <= MOST_STEPS))
			break;
		err = take_step(a, next);
	}
	return err;
}

static struct hm_step *add_step(struct hm_analysis *a, struct hm_analysis_node *n)
{
	struct hm_step *s;

	if (n->steps == n->step_room) {
		const size_t room = n->step_room ? 2 * n->step_room : 16;
		struct hm_step *more = malloc(room * sizeof(*more));

		if (!more)
			return NULL;
		for (size_t i = 0; i < n->steps; i++)
			more[i] = n->step[(n->step_first + i) & (n->step_room - 1)];
		free(n->step);
		n->step = more;
		n->step_first = 0;
		n->step_room = room;
	}
	s = &n->step[(n->step_first + n->steps++) & (n->step_room - 1)];
	a->steps++;
	*s = (struct hm_step){0};
	return s;
}

/* Lets the message leave: @node continues at @began of the recorded run after it has sent
 * it. */
static int message_leaves(struct hm_analysis *a, unsigned int node, uint64_t began)
{
	struct hm_analysis_node *n = &a->node[node];
	struct hm_pending *p = &a->pending[n->sent - 1];

	p->hops = a->cost->hops_ns(a->cost->arg, node, p->to, p->bytes);
	p->arrival = began + p->hops;
	p->accept = a->cost->accept_ns(a->cost->arg, p->bytes);
	p->untimed = false;
	if (!inbox_add(&a->node[p->to].inbox, n->sent - 1))
		return -ENOMEM;
	n->sent = 0;
	return 0;
}

/* Queues the step of @n up to @e without recording; @sent: index + 1 of the message that @e
 * receives. */
static int remove_recording(struct hm_analysis *a, struct hm_analysis_node *n,
			    const struct hm_event *e, size_t sent)
{
	const struct hm_recording_cost *c = a->cost;
	const uint64_t lead = c->hook_ns + c->nibble_ns;
	const uint64_t began = e->ns > lead ? e->ns - lead : 0;
	const bool waiting =
		n->state == HM_WAITING || (n->state == HM_SYSTEM && n->before == HM_WAITING);
	const uint64_t gap = began > n->ended ? began - n->ended : 0;
	struct hm_step *s;
	uint64_t accepted;

	if (!n->events) {
		s = add_step(a, n);
		if (!s)
			return -ENOMEM;
		s->work = began;
		return 0;
	}
	n->waited += waiting ? gap : 0;
	/* a node that sends accepts the messages that have arrived before it starts */
	accepted = recorded_accepts(a, n, n->state == HM_SENDING ? n->ended : began, gap,
				    waiting && gap > c->wait_ns);
	/* events during the wait do not make the message arrive earlier */
	if (waiting && e->type->role != HM_RECEIVED)
		return 0;
	s = add_step(a, n);
	if (!s)
		return -ENOMEM;
	s->sending = n->state == HM_SENDING;
	s->work = !waiting && gap > accepted ? gap - accepted : 0;
	if (n->sent && n->state == HM_SENDING) {
		s->leaves = n->sent;
		if (message_leaves(a, e->node, began))
			return -ENOMEM;
	}
	if (e->type->role == HM_RECEIVED) {
		s->receives = sent;
		s->waited = sent ? 0 : n->waited;
	}
	n->waited = 0;
	return 0;
}

static void leave_inbox(struct hm_inbox *box, size_t pending)
{
	for (size_t i = 0; i < box->count; i++)
		if (box->pending[i] == pending) {
			inbox_remove(box, i);
			return;
		}
}

/* Extends the critical path to @e: from the previous event of the node, or from the message for
 * which it waited. */
static void follow_path(struct hm_analysis *a, const struct hm_event *e,
			const struct hm_pending *sent, uint64_t end)
{
	struct hm_analysis_node *n = &a->node[e->node];
	const uint64_t gap = e->ns > n->ended ? e->ns - n->ended : 0;

	if (!n->events) {
		n->ended = a->first;
		path_add(n, e->node, HM_CAUSE_UNKNOWN, e->ns);
	}
	if (e->type->role == HM_RECEIVED) {
		if (gap < a->shortest)
			a->shortest = gap;
		/* the message left after the node began to wait, or was in transit then */
		if (sent && sent->left < e->ns &&
		    (sent->left > n->ended || gap > a->shortest + a->wait_ns)) {
			n->path = sent->path;
			n->ended = sent->left;
			path_add(n, e->node, HM_CAUSE_TRANSFER, e->ns);
		}
	}
	path_add(n, e->node, state_cause(n->state), e->ns);
	path_add(n, e->node, HM_CAUSE_RECORDING, end);
}

const struct hm_path *hm_analysis_path(const struct hm_analysis *a)
{
	const struct hm_analysis_node *last = NULL;

	for (unsigned int i = 0; i < HM_NODES; i++)
		if (a->node[i].events && (!last || a->node[i].ended > last->ended))
			last = &a->node[i];
	return last ? &last->path : NULL;
}

uint64_t hm_path_sum(const struct hm_path *p)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < HM_NODES; i++)
		for (unsigned int c = 0; c < HM_CAUSES; c++)
			sum += p->ns[i][c];
	return sum;
}

/* ---- states ---- */

static void set_state(struct hm_analysis *a, unsigned int node, enum hm_node_state state,
		      uint64_t ns)
{
	struct hm_analysis_node *n = &a->node[node];

	if (ns > n->since) {
		n->time[n->state] += ns - n->since;
		if (a->on_state && (n->events || n->state))
			a->on_state(a->arg, node, n->state, n->since, ns);
		n->since = ns;
	}
	n->state = state;
}

static void follow_state(struct hm_analysis *a, const struct hm_event *e)
{
	struct hm_analysis_node *n = &a->node[e->node];
	enum hm_node_state s = hm_event_state(e->type, e->data);

	if (s == HM_UNKNOWN)
		return;
	if (s == HM_SYSTEM && n->state != HM_SYSTEM)
		n->before = n->state;
	if (s == HM_RESUME)
		s = n->state == HM_SYSTEM ? n->before : n->state;
	if (s != n->state)
		set_state(a, e->node, s, e->ns);
}

/* ---- interface ---- */

void hm_analysis_begin(struct hm_analysis *a, const struct hm_table *table,
		       unsigned int window_ns)
{
	memset(a, 0, sizeof(*a));
	a->table = table;
	a->window_ns = window_ns;
	a->wait_ns = WAIT_NS;
	a->shortest = UINT64_MAX / 2;
}

void hm_analysis_remove(struct hm_analysis *a, const struct hm_recording_cost *cost)
{
	a->cost = cost;
}

static void receive_message(struct hm_analysis *a, const struct hm_event *e,
			    struct hm_message *m, size_t sent, struct hm_channel *c)
{
	struct hm_pending *p;

	m->received = e->ns;
	if (!sent) {
		report_unmatched(a, m,
				 m->from >= HM_NODES ? HM_OUTSIDE
				 : a->node[m->from].broken || a->node[m->to].broken
					 ? HM_UNCERTAIN
					 : HM_ALONE);
		return;
	}
	p = &a->pending[sent - 1];
	m->sent = p->sent;
	m->bytes = p->bytes;
	a->messages++;
	c->first = p->next;
	if (!c->first)
		c->last = 0;
	if (a->node[m->from].sent == sent) {
		a->node[m->from].sent = 0;
		p->untimed = true;
	}
	leave_inbox(&a->node[m->to].inbox, sent - 1);
	if (a->cost) {
		/* the message is freed by its step */
		m->true_sent = p->m.true_sent;
		p->m = *m;
	} else {
		free_pending(a, sent);
	}
	a->backwards += m->received < m->sent;
	if (a->on_message)
		a->on_message(a->arg, m);
}

bool hm_analysis_ready(struct hm_analysis *a, const struct hm_event *e)
{
	struct hm_channel *c;
	struct hm_message m;

	if (e->type->role != HM_RECEIVED)
		return true;
	m = event_message(e);
	return m.from >= HM_NODES || find_sent(a, e, &m, &c);
}

int hm_analysis_event(struct hm_analysis *a, const struct hm_event *e, uint64_t end)
{
	struct hm_analysis_node *n = &a->node[e->node];
	struct hm_channel *c = NULL;
	struct hm_message m = {0};
	size_t sent = 0;
	int err = 0;

	if (!a->begun)
		a->first = e->ns;
	a->begun = true;
	if (!n->events && !n->broken)
		n->since = n->first = e->ns;
	if (e->type->role == HM_RECEIVED) {
		m = event_message(e);
		if (m.from < HM_NODES)
			sent = find_sent(a, e, &m, &c);
	}
	if (a->cost)
		err = remove_recording(a, n, e, sent);
	if (err)
		return err;
	follow_path(a, e, sent ? &a->pending[sent - 1] : NULL, end);
	n->events++;
	follow_state(a, e);
	if (e->type->role == HM_SENT)
		err = send_message(a, e, end);
	else if (e->type->role == HM_RECEIVED)
		receive_message(a, e, &m, sent, c);
	if (n->state == HM_SENDING && n->sent && e->type->role != HM_SENT) {
		/* the node has recorded the send */
		a->pending[n->sent - 1].left = end;
		a->pending[n->sent - 1].path = n->path;
		if (!a->cost)
			n->sent = 0;
	}
	return err ? err : take_steps(a, false);
}

void hm_analysis_break(struct hm_analysis *a, unsigned int node, uint64_t ns)
{
	struct hm_analysis_node *n = &a->node[node];

	if (!n->broken)
		n->broken_at = ns;
	n->broken = true;
	if (n->sent)
		a->pending[n->sent - 1].untimed = true;
	n->sent = 0;
	set_state(a, node, HM_UNKNOWN, ns > n->since ? ns : n->since);
	n->before = HM_UNKNOWN;
}

void hm_analysis_end(struct hm_analysis *a)
{
	take_steps(a, true);
	for (unsigned int i = 0; i < HM_NODES; i++)
		if (a->node[i].events)
			set_state(a, i, a->node[i].state, a->node[i].ended);
	for (size_t i = 0; i < a->channel_room; i++) {
		const struct hm_channel *c = &a->channel[i];

		for (size_t k = c->used ? c->first : 0; k; k = a->pending[k - 1].next) {
			const struct hm_pending *p = &a->pending[k - 1];
			const struct hm_message m = {.from = c->from,
						     .to = c->to,
						     .type = c->type,
						     .bytes = p->bytes,
						     .sent = p->sent};

			report_unmatched(a, &m,
					 a->node[c->from].broken || a->node[c->to].broken
						 ? HM_UNCERTAIN
						 : HM_ALONE);
		}
	}
}

void hm_analysis_free(struct hm_analysis *a)
{
	for (unsigned int i = 0; i < HM_NODES; i++) {
		free(a->node[i].inbox.pending);
		free(a->node[i].true_inbox.pending);
		free(a->node[i].step);
	}
	free(a->channel);
	free(a->pending);
	memset(a, 0, sizeof(*a));
}
