/* SPDX-License-Identifier: Apache-2.0 */
#include "cube.h"
#include "coroutine.h"
#include "ipsc2_internal.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PARTS IPSC2_MOST
#define STACK (1u << 20)

struct part {
	struct cube *c;
	unsigned int number;
	struct ipsc2 *m; /* NULL: the part belongs to another rank */
	struct coroutine *co;
	bool ended;
};

/* State of a rank's parts at the end of a window; without padding */
struct outlook {
	uint64_t end;	  /* end of the window */
	uint64_t ended;	  /* number of parts that have ended */
	uint64_t waiting; /* parts that have ended or wait for messages of other parts */
	uint64_t sent;	  /* number of messages sent in this window */
	uint64_t failed;
};

struct cube {
	struct cube_config cfg;
	struct part part[PARTS];
	struct ranks_port port;
	struct ipsc2_link link;
	struct outlook own;
	struct part *running;
	int err;
};

static int alone_exchange(void *arg, const struct ranks_buffer *out, struct ranks_buffer *in)
{
	(void)arg;
	(void)out;
	(void)in;
	return 0;
}

static const struct ranks alone = {0, 1, alone_exchange, NULL};

static unsigned int owner(const struct cube *c, unsigned int part)
{
	return ranks_owner(c->port.ranks->ranks, c->cfg.parts, part);
}

/* The number of the part that contains a node; the host is in part 0. */
static unsigned int part_of(const struct cube *c, unsigned int node)
{
	return node == IPSC2_HOST ? 0 : node / c->cfg.part.nodes;
}

static void failed(struct cube *c, int err)
{
	if (!c->err)
		c->err = err;
}

/* ---- the link of the parts ---- */

static void pause_part(void *arg)
{
	struct cube *c = arg;

	coroutine_suspend(c->running->co);
}

static void send_far(void *arg, const struct ipsc2_far *head, const void *data)
{
	struct cube *c = arg;
	const unsigned int part = part_of(c, head->to);
	unsigned int to;

	if (part >= c->cfg.parts) {
		failed(c, -ENXIO);
		return;
	}
	to = owner(c, part);
	c->own.sent++;
	if (to != c->port.ranks->rank)
		c->port.counts.packets++;
	if (ranks_append(&c->port.out[to], head, sizeof(*head)) ||
	    ranks_append(&c->port.out[to], data, head->length))
		failed(c, -ENOMEM);
}

/* ---- a window ---- */

static void run_part(void *arg)
{
	struct part *p = arg;
	const int err = p->c->cfg.run(p->c->cfg.arg, p->number, p->m);

	if (err < 0)
		failed(p->c, err);
}

static void run_window(struct cube *c)
{
	struct outlook *o = &c->own;

	o->sent = o->ended = o->waiting = 0;
	for (unsigned int i = 0; i < c->port.ranks->ranks; i++)
		if (ranks_resize(&c->port.out[i], sizeof(*o)))
			failed(c, -ENOMEM);
	for (unsigned int i = 0; i < c->cfg.parts && !c->err; i++) {
		struct part *p = c->running = &c->part[i];

		if (!p->m)
			continue;
		if (!p->ended && !coroutine_resume(p->co))
			p->ended = true;
		if (!p->ended && p->m->pause != o->end + c->link.window)
			failed(c, -EPROTO);
		o->ended += p->ended;
		o->waiting += p->ended || ipsc2_stuck(p->m);
	}
	o->failed = c->err != 0;
}

static int deliver(struct cube *c, const struct ipsc2_far *head, const uint8_t *data)
{
	const unsigned int to = part_of(c, head->to);

	if (to >= c->cfg.parts || !c->part[to].m)
		return -EPROTO;
	return c->part[to].ended ? 0 : ipsc2_arrive(c->part[to].m, head, data);
}

/* Delivers the messages of a rank in the order of its parts, so that the order is the same on
 * any number of ranks. */
static int unpack(struct cube *c, const struct ranks_buffer *b, struct outlook *all)
{
	struct ranks_part r = {b->data, b->bytes};
	struct ipsc2_far head;
	struct outlook o;
	int err = 0;

	if (!ranks_extract(&r, &o, sizeof(o)))
		return -EPROTO;
	if (o.failed)
		return -ECANCELED;
	if (o.end != c->own.end)
		return -EPROTO;
	all->ended += o.ended;
	all->waiting += o.waiting;
	all->sent += o.sent;
	while (r.left && !err) {
		if (!ranks_extract(&r, &head, sizeof(head)) || r.left < head.length)
			return -EPROTO;
		err = deliver(c, &head, r.at);
		r.at += head.length;
		r.left -= head.length;
	}
	return err;
}

/* Exchanges messages between two windows. Returns true if there is another window. */
static bool exchange_window(struct cube *c)
{
	const struct ranks *r = c->port.ranks;
	struct outlook all = {0};
	int err;

	for (unsigned int i = 0; i < r->ranks; i++)
		if (c->port.out[i].bytes >= sizeof(c->own))
			memcpy(c->port.out[i].data, &c->own, sizeof(c->own));
	c->port.counts.rounds++;
	err = ranks_port_exchange(&c->port);
	failed(c, err);
	if (c->err)
		return false; /* the exchange has told the other ranks of the failure */
	for (unsigned int i = 0; i < r->ranks && !err; i++)
		err = unpack(c, i == r->rank ? &c->port.out[i] : &c->port.in[i], &all);
	if (!err && all.ended == c->cfg.parts)
		return false;
	if (!err && all.waiting == c->cfg.parts && !all.sent)
		err = -EDEADLK;
	c->own.end += c->link.window;
	failed(c, err);
	/* an error that only this rank knows is sent to the others in the next round */
	return err != -ECANCELED && err != -EDEADLK;
}

int cube_run(struct cube *c)
{
	do
		run_window(c);
	while (exchange_window(c));
	return c->err;
}

/* ---- opening and closing ---- */

static int open_part(struct cube *c, unsigned int i)
{
	struct ipsc2_config cfg = c->cfg.part;
	struct part *p = &c->part[i];

	p->c = c;
	p->number = i;
	cfg.first = i * cfg.nodes;
	errno = ENOMEM;
	p->m = c->cfg.open ? c->cfg.open(c->cfg.arg, i, &cfg) : ipsc2_open(&cfg);
	if (!p->m)
		return -errno;
	ipsc2_join(p->m, &c->link);
	if (c->own.end && c->own.end != p->m->pause)
		return -EPROTO;
	c->own.end = p->m->pause;
	p->co = coroutine_open(STACK, run_part, p);
	return p->co ? 0 : -ENOMEM;
}

int cube_open(struct cube **cube, const struct cube_config *cfg)
{
	const struct ipsc2_cost *cost = cfg->part.cost ? cfg->part.cost : &ipsc2_costs;
	const ipsc2_time startup = cost->startup[cost->startup[1] < cost->startup[0]] / 2;
	const struct ranks *r = cfg->ranks ? cfg->ranks : &alone;
	struct cube *c;
	int err;

	*cube = NULL;
	if (!cfg->parts || !cfg->part.nodes || cfg->part.nodes > IPSC2_NODES ||
	    cfg->parts > IPSC2_MOST / cfg->part.nodes || !r->ranks || r->ranks > cfg->parts ||
	    r->rank >= r->ranks || startup < IPSC2_US(1))
		return -EINVAL;
	c = calloc(1, sizeof(*c));
	if (!c)
		return -ENOMEM;
	c->cfg = *cfg;
	/* shorter than half the startup time, because a node's clock may be fast */
	c->link = (struct ipsc2_link){startup - startup / 1000, pause_part, send_far, c};
	err = ranks_port_open(&c->port, r);
	for (unsigned int i = 0; i < cfg->parts && !err; i++)
		if (owner(c, i) == r->rank)
			err = open_part(c, i);
	if (err) {
		cube_close(c);
		return err;
	}
	*cube = c;
	return 0;
}

void cube_close(struct cube *c)
{
	if (!c)
		return;
	for (unsigned int i = 0; i < c->cfg.parts; i++) {
		coroutine_close(c->part[i].co);
		ipsc2_close(c->part[i].m);
	}
	ranks_port_close(&c->port);
	free(c);
}

struct ipsc2 *cube_part(const struct cube *c, unsigned int part)
{
	return part < c->cfg.parts ? c->part[part].m : NULL;
}

struct ranks_counts cube_counts(const struct cube *c)
{
	return c->port.counts;
}
