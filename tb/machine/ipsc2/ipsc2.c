/* SPDX-License-Identifier: Apache-2.0 */
/* Opens, starts, queries and closes the machine. */
#include "hm_frame.h"
#include "ipsc2_internal.h"
#include "random.h"
#include <errno.h>
#include <stdlib.h>

#define BUFFER (16u << 20)
#define PPB_MOST 900000 /* with which ipsc2_spend() does not overflow */

/*
 * The processor figures are those of the paper (3.1, 5.1): 141.6 cycles per nibble at full rate
 * (113,000 frames/s), 177 with extraction (88.5 s for 8 million), of which 12 are the two
 * writes; 3.9 us to record an event of four bytes. A wide port saves two of the three stores of
 * software recording, those that maintain the buffer; the loop and the write remain.
 *
 * Messages: Arlauskas (1988, the paper's [1]) and Bomans and Roose, "Benchmarking the iPSC/2
 * hypercube multiprocessor" (Concurrency: Practice and Experience 1(1), 1989): 350 us and
 * 0.2 us a byte up to 100 bytes, 660 us and 0.36 us a byte (2.8 MB/s) above, 10 and 30 us for
 * each further channel.
 */
unsigned int ipsc2_ppb = 50000;
ipsc2_time ipsc2_jitter = IPSC2_NS(500);
struct ipsc2_cost ipsc2_costs = {
	.io_write = IPSC2_CYCLES(6),
	.memory = IPSC2_CYCLES(2),
	.nibble = IPSC2_CYCLES(1416) / 10 - IPSC2_CYCLES(12),
	.extract = IPSC2_CYCLES(177) - IPSC2_CYCLES(1416) / 10,
	.iteration = IPSC2_NS(850),
	.record = IPSC2_NS(3900),
	.count = IPSC2_CYCLES(20),
	.wide = IPSC2_NS(3900) - IPSC2_CYCLES(6),
	.system_call = IPSC2_US(20),
	.process_switch = IPSC2_US(50),
	.slice = IPSC2_MS(50),
	.brief = 100,
	.startup = {IPSC2_US(350), IPSC2_US(660)},
	.byte = {IPSC2_NS(200), IPSC2_NS(360)},
	.hop = {IPSC2_US(10), IPSC2_US(30)},
	.word = IPSC2_NS(800),
};

bool ipsc2_done(const struct ipsc2 *m)
{
	if (m->running)
		return false;
	for (unsigned int i = 0; i < m->cfg.nodes; i++)
		if (m->node[i]->writes_in != m->node[i]->writes_out)
			return false;
	return true;
}

bool ipsc2_stuck(const struct ipsc2 *m)
{
	if (m->no_memory || m->astray || !m->running)
		return m->no_memory || m->astray;
	for (unsigned int i = 0; i < IPSC2_SLOTS; i++)
		if (m->node[i] && m->node[i]->running && !m->node[i]->for_message)
			return false;
	/* all programs wait for messages: check whether one is in transit */
	for (size_t i = 0; i < m->events.n; i++)
		if (m->events.v[i].tagged == ipsc2_deliver)
			return false;
	return true;
}

unsigned int ipsc2_nodes(const struct ipsc2 *m)
{
	return m->cfg.nodes;
}

const struct hm_soft *ipsc2_memory(const struct ipsc2 *m, unsigned int node)
{
	return &ipsc2_find(m, node)->soft;
}

ipsc2_time ipsc2_ended(const struct ipsc2 *m, unsigned int node)
{
	return ipsc2_find(m, node)->ended;
}

void ipsc2_stats(const struct ipsc2 *m, struct ipsc2_stats *st)
{
	*st = m->st;
	st->messages = m->messages;
	st->message_bytes = m->message_bytes;
	st->first_loss = m->board->first_loss(m->board);
	for (unsigned int i = 0; i < IPSC2_SLOTS; i++) {
		const struct ipsc2_node *n = m->node[i];

		if (!n)
			continue;
		if (n->ended > st->ended)
			st->ended = n->ended;
		st->events += n->events;
		st->event_bytes += n->event_bytes;
		st->nibbles += n->nibbles;
		st->syncs += n->port.syncs;
		st->sync_nibbles += n->port.sync_nibbles;
		st->soft_bytes += n->soft.used;
		st->soft_lost += n->soft.lost;
	}
	if (m->running)
		st->ended = 0;
}

uint64_t ipsc2_nibbles(const struct ipsc2 *m, unsigned int node)
{
	const struct ipsc2_node *n = ipsc2_find(m, node);

	return n ? n->nibbles : 0;
}

/* ---- opening, starting, closing ---- */

static void free_node(struct ipsc2_node *n)
{
	if (!n)
		return;
	ipsc2_free_messages(&n->arrived);
	ipsc2_free_messages(&n->inbox);
	free(n->held);
	coroutine_close(n->co);
	free(n->memory);
	free(n);
}

void ipsc2_close(struct ipsc2 *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->events.n; i++)
		if (m->events.v[i].tagged == ipsc2_deliver)
			free(m->events.v[i].arg);
	for (unsigned int i = 0; i < IPSC2_SLOTS; i++)
		free_node(m->node[i]);
	m->board->close(m->board);
	free(m->events.v);
	free(m->frames);
	free(m);
}

struct ipsc2_node *ipsc2_find(const struct ipsc2 *m, unsigned int number)
{
	if (number == IPSC2_HOST)
		return m->node[IPSC2_NODES];
	number -= m->cfg.first;
	return number < m->cfg.nodes ? m->node[number] : NULL;
}

/* Adds a node. @slot: IPSC2_NODES for the host. */
static bool add_node(struct ipsc2 *m, unsigned int slot)
{
	const struct ipsc2_config *cfg = &m->cfg;
	const int64_t most = cfg->ppb_max ? cfg->ppb_max : (int64_t)ipsc2_ppb;
	struct ipsc2_node *n = calloc(1, sizeof(*n));
	const unsigned int number = cfg->first + slot;
	/* slot 16 belongs to the host */
	uint64_t seed = cfg->seed * 64 + number + (number >= IPSC2_NODES && slot < IPSC2_NODES);

	if (!n)
		return false;
	m->node[slot] = n;
	n->m = m;
	n->slot = slot;
	n->number = slot == IPSC2_NODES ? IPSC2_HOST : number;
	n->local = n->real = m->now;
	n->slice_left = m->cost.slice;
	n->arrived.last = &n->arrived.first;
	n->inbox.last = &n->inbox.first;
	n->random[0] = random_splitmix(&seed);
	n->random[1] = random_splitmix(&seed);
	if (slot == IPSC2_NODES)
		return true;
	if (cfg->ppb)
		n->ppb = cfg->ppb[slot];
	else if (most > 0)
		n->ppb = (int64_t)(ipsc2_random(n) % (uint64_t)(2 * most + 1)) - most;
	ipsc2_open_port(n, cfg);
	return ipsc2_open_recording(n);
}

static bool plausible(const struct ipsc2 *m)
{
	const struct ipsc2_config *cfg = &m->cfg;

	if (cfg->nodes < 1 || cfg->nodes > IPSC2_NODES ||
	    cfg->first > IPSC2_MOST - cfg->nodes || cfg->jitter > m->cost.nibble ||
	    cfg->ppb_max > PPB_MOST || ipsc2_ppb > PPB_MOST)
		return false;
	for (unsigned int i = 0; cfg->ppb && i < cfg->nodes; i++)
		if (cfg->ppb[i] < -PPB_MOST || cfg->ppb[i] > PPB_MOST)
			return false;
	return true;
}

static int open_parts(struct ipsc2 *m)
{
	int err = hm_open_device(&m->hm, &m->bus);

	if (!err)
		err = hm_set_variant(&m->hm, &(struct hm_variant){.depth = m->cfg.depth});
	if (!err)
		err = hm_reset(&m->hm);
	if (!err && m->cfg.window != HM_WINDOW_NS)
		err = hm_control(&m->hm, m->cfg.window, true);
	for (unsigned int i = 0; !err && i < m->cfg.nodes; i++)
		if (!add_node(m, i))
			err = -ENOMEM;
	if (!err && !m->cfg.first && !add_node(m, IPSC2_NODES))
		err = -ENOMEM;
	return err;
}

struct ipsc2 *ipsc2_open_with(const struct ipsc2_config *cfg, struct ipsc2_board *b)
{
	struct ipsc2 *m = calloc(1, sizeof(*m));
	int err = -ENOMEM;

	if (!m) {
		b->close(b);
		errno = ENOMEM;
		return NULL;
	}
	b->m = m;
	m->bus.ops = &ipsc2_bus_ops;
	m->board = b;
	m->now = b->now;
	m->woken = m->pause = NEVER;
	m->cfg = *cfg;
	m->cost = cfg->cost ? *cfg->cost : ipsc2_costs;
	m->cfg.window = cfg->window ? cfg->window : HM_WINDOW_NS;
	m->cfg.depth = cfg->depth ? cfg->depth : HM_DEPTH;
	m->cfg.buffer = cfg->buffer ? cfg->buffer : BUFFER;
	m->frames = malloc(m->cfg.depth * HM_FRAME_WORDS * sizeof(*m->frames));
	if (m->frames)
		err = plausible(m) ? open_parts(m) : -EINVAL;
	if (err) {
		ipsc2_close(m);
		errno = -err;
		return NULL;
	}
	return m;
}

struct ipsc2 *ipsc2_open(const struct ipsc2_config *cfg)
{
	struct ipsc2_board *b =
		ipsc2_model_open(cfg->depth ? cfg->depth : HM_DEPTH, cfg->marks);

	if (!b)
		return NULL;
	b->now = cfg->start;
	return ipsc2_open_with(cfg, b);
}

int ipsc2_start(struct ipsc2 *m, unsigned int node, ipsc2_program *fn, void *arg)
{
	struct ipsc2_node *n = ipsc2_find(m, node);

	if (!n || !fn)
		return -EINVAL;
	if (n->running)
		return -EBUSY;
	coroutine_close(n->co);
	n->co = coroutine_open(IPSC2_STACK, ipsc2_run_program, n);
	if (!n->co)
		return -ENOMEM;
	ipsc2_advance_to(n, m->now);
	n->fn = fn;
	n->arg = arg;
	n->running = true;
	n->ended = 0;
	m->running++;
	ipsc2_add_event(m, m->now, ipsc2_begin_program, n, 0);
	return m->no_memory ? -ENOMEM : 0;
}
