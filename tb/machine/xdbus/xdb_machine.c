/* SPDX-License-Identifier: Apache-2.0 */
#include "xdb_machine.h"
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES 64u
#define LINE_BLOCKS 4u
#define LINE_BYTES (LINE_BLOCKS * BLOCK_BYTES)
#define INTERLEAVE 256u /* bytes after which the buses take turns */
#define BLOCK_CYCLES 9u /* of a packet with a block: header and eight words */
#define WORD_CYCLES 2u	/* of another packet */
#define LINES_MOST 4096u
#define INTERNAL 256u	   /* blocks of the internal cache, 16 KB */
#define IO_LINES 16u	   /* lines of an I/O cache */
#define FIFO 128u	   /* packets of a sender or of a handler */
#define EXTERNAL_CLOCKS 5u /* a hit in the external cache */
#define GAP 1u		   /* idle clocks between two packets */
#define BURST 4u	   /* packets that an owner may send one after the other */
#define SENDERS (XDB_UNITS + XDB_HANDLERS)
#define NO_BLOCK UINT32_MAX
#define CACHE_LINES_MOST 4096u

const struct xdb_config xdb_usual = {
	.processors = 4, .ways = 4, .cache_lines = 1024, .memory_clocks = 12, .pio_clocks = 40};

/* ---- packets and addresses ---- */

unsigned int xdb_packet_cycles(const struct xdb_packet *p)
{
	const bool block =
		p->reply ? p->kind == XDB_READ : p->kind == XDB_FLUSH || p->kind == XDB_BLOCK;

	return block ? BLOCK_CYCLES : WORD_CYCLES;
}

unsigned int xdb_bus_of(uint32_t addr)
{
	return addr / INTERLEAVE % XDB_BUSES;
}

/* Each group of @ways handlers serves an equal part of the 512 MB of memory; successive blocks
 * of the part belong to its handlers in turn. */
unsigned int xdb_handler_of(uint32_t addr, unsigned int ways)
{
	const unsigned int groups = XDB_HANDLERS / ways;
	const unsigned int group = addr / ((1u << 29) / groups);

	return group * ways + addr / BLOCK_BYTES % ways;
}

static bool is_pio(enum xdb_kind k)
{
	return k >= XDB_PIO_READ;
}

/* Returns whether the request takes the block from all other caches. */
static bool invalidates(enum xdb_kind k)
{
	return k == XDB_INVALIDATE || k == XDB_SWAP || k == XDB_BLOCK;
}

struct fifo {
	struct xdb_packet p[FIFO];
	unsigned int first, n;
};

static void fifo_put(struct fifo *f, const struct xdb_packet *p)
{
	if (f->n == FIFO)
		abort(); /* impossible: all units together have fewer packets in flight */
	f->p[(f->first + f->n++) % FIFO] = *p;
}

static struct xdb_packet fifo_take(struct fifo *f)
{
	const struct xdb_packet p = f->p[f->first];

	f->first = (f->first + 1) % FIFO;
	f->n--;
	return p;
}

/* ---- units ---- */

struct line {
	uint32_t tag;		      /* address / LINE_BYTES; NO_BLOCK: empty */
	uint8_t valid, shared, dirty; /* bit n = block n */
};

struct unit {
	struct line *line;
	unsigned int lines;
	uint32_t internal[INTERNAL]; /* block numbers */
	bool runs;		     /* has references to make */
	bool have;		     /* @ref is to be done after @wait clocks */
	bool blocked;		     /* waits for the reply to @pending */
	bool poisoned;		     /* another unit has taken the block of the pending READ */
	struct xdb_reference ref;
	unsigned int wait;
	struct xdb_packet pending;
};

struct handler {
	struct fifo queue;
	unsigned int left;  /* clocks of service of the first request */
	unsigned int depth; /* requests without a reply on the bus */
};

struct bus {
	struct fifo send[SENDERS];
	unsigned int left; /* clocks until the next packet may begin */
	unsigned int owner, burst;
	unsigned int busy; /* clocks of the packet that are still to come */
	struct handler handler[XDB_HANDLERS];
	struct handler io; /* programmed I/O */
	unsigned int hit;  /* caches that hit for the packet that began in the previous clock */
};

struct xdb_machine {
	struct xdb_config cfg;
	struct unit unit[XDB_UNITS];
	struct bus bus[XDB_BUSES];
	struct xdb_truth truth;
	struct xdb_wires *w;	 /* of this clock */
	bool reading[XDB_UNITS]; /* a READ has no reply yet */
	xdb_program_fn *fn;
	void *arg;
};

/* ---- caches ---- */

static struct line *line_of(struct unit *u, uint32_t addr)
{
	return &u->line[addr / LINE_BYTES % u->lines];
}

static unsigned int bit_of(uint32_t addr)
{
	return 1u << addr / BLOCK_BYTES % LINE_BLOCKS;
}

static bool has(struct unit *u, uint32_t addr)
{
	const struct line *l = line_of(u, addr);

	return l->tag == addr / LINE_BYTES && l->valid & bit_of(addr);
}

static void forget(struct unit *u, uint32_t addr)
{
	uint32_t *in = &u->internal[addr / BLOCK_BYTES % INTERNAL];
	struct line *l = line_of(u, addr);

	if (*in == addr / BLOCK_BYTES)
		*in = NO_BLOCK;
	if (l->tag == addr / LINE_BYTES) {
		l->valid &= (uint8_t)~bit_of(addr);
		l->dirty &= (uint8_t)~bit_of(addr);
	}
}

static bool others_have(struct xdb_machine *m, unsigned int number, uint32_t addr)
{
	for (unsigned int i = 0; i < XDB_UNITS; i++)
		if (i != number && has(&m->unit[i], addr))
			return true;
	return false;
}

static void send(struct xdb_machine *m, unsigned int number, enum xdb_kind kind, uint32_t addr)
{
	const struct xdb_packet p = {.kind = kind, .unit = number, .addr = addr};

	fifo_put(&m->bus[xdb_bus_of(addr)].send[number], &p);
}

/* Sends a request and waits for its reply. */
static void ask(struct xdb_machine *m, unsigned int number, enum xdb_kind kind, uint32_t addr)
{
	struct unit *u = &m->unit[number];

	u->pending = (struct xdb_packet){.kind = kind, .unit = number, .addr = addr};
	u->blocked = true;
	u->poisoned = false;
	send(m, number, kind, addr);
}

/* Makes room for the line of @addr: writes back what is dirty. */
static void make_room(struct xdb_machine *m, unsigned int number, uint32_t addr)
{
	struct unit *u = &m->unit[number];
	struct line *l = line_of(u, addr);

	if (l->tag == addr / LINE_BYTES)
		return;
	for (unsigned int k = 0; l->tag != NO_BLOCK && k < LINE_BLOCKS; k++) {
		const uint32_t old = l->tag * LINE_BYTES + k * BLOCK_BYTES;

		if (l->dirty >> k & 1)
			send(m, number, XDB_FLUSH, old);
		forget(u, old);
	}
	*l = (struct line){.tag = addr / LINE_BYTES};
}

static void fill(struct xdb_machine *m, unsigned int number, uint32_t addr)
{
	struct unit *u = &m->unit[number];
	struct line *l = line_of(u, addr);
	const uint8_t bit = (uint8_t)bit_of(addr);

	l->valid |= bit;
	l->dirty &= (uint8_t)~bit;
	l->shared = (uint8_t)((l->shared & ~bit) | (others_have(m, number, addr) ? bit : 0));
	u->internal[addr / BLOCK_BYTES % INTERNAL] = addr / BLOCK_BYTES;
}

/* ---- references ---- */

static void count_look(struct xdb_machine *m, unsigned int number, uint32_t addr, bool first)
{
	struct unit *u = &m->unit[number];
	const unsigned int b = xdb_bus_of(addr);
	uint32_t *in = &u->internal[addr / BLOCK_BYTES % INTERNAL];

	if (!first)
		return;
	if (number == XDB_IO) {
		const bool hit = has(u, addr);

		m->w->io_ref |= 1u << b;
		m->w->io_hit |= (unsigned int)hit << b;
		m->truth.ioc[b][XDB_IOC_LOOKS]++;
		m->truth.ioc[b][XDB_IOC_MISSES] += !hit;
	} else if (*in != addr / BLOCK_BYTES) {
		if (number - m->cfg.first < XDB_WATCHED)
			m->w->cc_miss |= 1u << (number - m->cfg.first);
		m->truth.cc[number][XDB_CC_INTERNAL]++;
		u->wait += EXTERNAL_CLOCKS;
		if (has(u, addr))
			*in = addr / BLOCK_BYTES;
	}
}

/* Executes the reference, or its next part; @first: this is the first part. */
static void refer(struct xdb_machine *m, unsigned int number, bool first)
{
	struct unit *u = &m->unit[number];
	const struct xdb_reference *r = &u->ref;
	struct line *l = line_of(u, r->addr);
	const uint8_t bit = (uint8_t)bit_of(r->addr);

	switch (r->action) {
	case XDB_EXCHANGE:
		forget(u, r->addr);
		ask(m, number, XDB_SWAP, r->addr);
		return;
	case XDB_PIO_IN:
	case XDB_PIO_OUT:
		ask(m, number, r->action == XDB_PIO_IN ? XDB_PIO_READ : XDB_PIO_WRITE, r->addr);
		return;
	case XDB_BULK_IN:
		ask(m, number, XDB_READ, r->addr);
		return;
	case XDB_BULK_OUT:
		forget(u, r->addr);
		ask(m, number, XDB_BLOCK, r->addr);
		return;
	case XDB_LOAD:
	case XDB_STORE:
		break;
	}
	count_look(m, number, r->addr, first);
	if (!has(u, r->addr)) {
		make_room(m, number, r->addr);
		ask(m, number, XDB_READ, r->addr);
	} else if (r->action == XDB_STORE && l->shared & bit) {
		ask(m, number, r->update ? XDB_UPDATE : XDB_INVALIDATE, r->addr);
	} else {
		if (r->action == XDB_STORE)
			l->dirty |= bit;
		u->have = false;
	}
}

/* Handles the reply to the pending request. */
static void answered(struct xdb_machine *m, unsigned int number)
{
	struct unit *u = &m->unit[number];
	struct line *l = line_of(u, u->ref.addr);
	const uint32_t addr = u->ref.addr;
	const uint8_t bit = (uint8_t)bit_of(addr);

	u->blocked = false;
	if (u->ref.action != XDB_LOAD && u->ref.action != XDB_STORE) {
		u->have = false;
		return;
	}
	if (u->pending.kind == XDB_READ && !u->poisoned)
		fill(m, number, addr);
	else if (u->pending.kind == XDB_UPDATE && has(u, addr) && others_have(m, number, addr))
		u->have = false; /* the block is still shared, and memory has the word */
	else if (u->pending.kind != XDB_READ && has(u, addr))
		l->shared &= (uint8_t)~bit;
	if (u->ref.action == XDB_LOAD)
		u->have = false;
	else if (u->have)
		refer(m, number, false);
}

static void run_unit(struct xdb_machine *m, unsigned int number)
{
	struct unit *u = &m->unit[number];

	if (u->blocked)
		return;
	if (!u->have && u->runs) {
		u->runs = m->fn(m->arg, number, &u->ref);
		u->have = u->runs;
		u->wait += u->ref.think;
		m->truth.references += u->runs;
	}
	if (!u->have)
		return;
	if (u->wait)
		u->wait--;
	else
		refer(m, number, true);
}

/* ---- memory and I/O ---- */

static void serve(const struct xdb_machine *m, struct bus *b, struct handler *h,
		  unsigned int sender, unsigned int clocks)
{
	struct xdb_packet p;

	if (m->cfg.deaf)
		h->queue.n = 0;
	if (!h->queue.n)
		return;
	if (!h->left) {
		h->left = clocks;
		return;
	}
	if (--h->left)
		return;
	p = fifo_take(&h->queue);
	p.reply = true;
	fifo_put(&b->send[sender], &p);
}

/* ---- the buses ---- */

/* Applies a request on the bus to the caches of the other units, after their Bus Watches have
 * looked it up. */
static void snoop(struct xdb_machine *m, unsigned int bus, const struct xdb_packet *p)
{
	for (unsigned int i = 0; i < XDB_UNITS; i++) {
		struct unit *u = &m->unit[i];
		const bool hit = has(u, p->addr);

		if (hit && i - m->cfg.first < XDB_WATCHED)
			m->bus[bus].hit |= 1u << (i - m->cfg.first);
		if (i == p->unit)
			continue;
		if (hit) {
			m->truth.bw[i][bus][XDB_BW_SNOOPED]++;
			m->truth.bw[i][bus][XDB_BW_UPDATED] += p->kind == XDB_UPDATE;
			m->truth.bw[i][bus][XDB_BW_INVALIDATED] += invalidates(p->kind);
			line_of(u, p->addr)->shared |= (uint8_t)bit_of(p->addr);
		}
		if (!invalidates(p->kind))
			continue;
		forget(u, p->addr);
		if (u->blocked && u->pending.kind == XDB_READ &&
		    u->pending.addr / BLOCK_BYTES == p->addr / BLOCK_BYTES)
			u->poisoned = true;
	}
}

static void count_request(struct xdb_machine *m, unsigned int bus, const struct xdb_packet *p)
{
	struct xdb_truth *t = &m->truth;
	const unsigned int h = xdb_handler_of(p->addr, m->cfg.ways);
	const bool block = p->kind == XDB_READ || p->kind == XDB_FLUSH || p->kind == XDB_BLOCK;

	for (unsigned int i = 0; i < XDB_HANDLERS; i++)
		t->mqh[bus][i][XDB_MQH_KIND + p->kind]++;
	if (is_pio(p->kind)) {
		t->ioc[bus][XDB_IOC_PIO]++;
		return;
	}
	t->mqh[bus][h][XDB_MQH_ACCESSES]++;
	t->mqh[bus][h][XDB_MQH_BROADCASTS] +=
		p->kind == XDB_UPDATE || p->kind == XDB_INVALIDATE;
	t->mqh[bus][h][XDB_MQH_SWAPS] += p->kind == XDB_SWAP;
	if (p->unit == XDB_IO) {
		t->ioc[bus][XDB_IOC_MOVES] += block;
	} else {
		t->cc[p->unit][XDB_CC_EXTERNAL] += p->kind == XDB_READ;
		t->cc[p->unit][XDB_CC_WRITES] += p->kind != XDB_READ;
	}
}

static void began(struct xdb_machine *m, unsigned int bus, const struct xdb_packet *p)
{
	struct bus *b = &m->bus[bus];
	struct handler *h =
		is_pio(p->kind) ? &b->io : &b->handler[xdb_handler_of(p->addr, m->cfg.ways)];

	m->w->head[bus] = true;
	m->w->packet[bus] = *p;
	b->busy = xdb_packet_cycles(p);
	m->truth.payload[bus] += b->busy == BLOCK_CYCLES ? BLOCK_BYTES : 0;
	if (!p->reply) {
		count_request(m, bus, p);
		if (!is_pio(p->kind))
			snoop(m, bus, p);
		if (p->kind == XDB_READ)
			m->reading[p->unit] = true;
		fifo_put(&h->queue, p);
		h->depth++;
		return;
	}
	h->depth--;
	if (p->kind == XDB_READ)
		m->reading[p->unit] = false;
	if (p->kind != XDB_FLUSH && m->unit[p->unit].blocked)
		answered(m, p->unit);
}

/* Returns the next sender in turn; SENDERS: none. */
static unsigned int arbitrate(const struct bus *b)
{
	if (b->send[b->owner].n && b->burst < BURST)
		return b->owner;
	for (unsigned int i = 1; i <= SENDERS; i++)
		if (b->send[(b->owner + i) % SENDERS].n)
			return (b->owner + i) % SENDERS;
	return SENDERS;
}

static void run_bus(struct xdb_machine *m, unsigned int bus)
{
	struct bus *b = &m->bus[bus];
	const unsigned int next = arbitrate(b);
	struct xdb_packet p;

	if (b->left) {
		b->left--;
		m->truth.waiting[bus] += next != SENDERS;
		return;
	}
	if (next == SENDERS)
		return;
	/* a grant to a new owner, or a new grant to the same one, takes one more clock */
	if ((next != b->owner || b->burst == BURST) && !m->cfg.steady && b->burst) {
		b->burst = 0;
		m->truth.waiting[bus]++;
		return;
	}
	b->burst = next == b->owner && b->burst < BURST ? b->burst + 1 : 1;
	b->owner = next;
	p = fifo_take(&b->send[next]);
	b->left = xdb_packet_cycles(&p) - 1 + GAP;
	began(m, bus, &p);
}

static void count_clocks(struct xdb_machine *m)
{
	for (unsigned int i = 0; i < XDB_BUSES; i++) {
		struct bus *b = &m->bus[i];

		for (unsigned int h = 0; h < XDB_HANDLERS; h++) {
			m->truth.mqh[i][h][XDB_MQH_BUSY] += b->busy != 0;
			m->truth.mqh[i][h][XDB_MQH_QUEUE] += b->handler[h].depth != 0;
		}
		m->truth.ioc[i][XDB_IOC_PIO_CLOCKS] += b->io.depth != 0;
		if (b->busy)
			b->busy--;
	}
	for (unsigned int u = 0; u < XDB_UNITS; u++)
		m->truth.cc[u][XDB_CC_LATENCY] += m->reading[u];
	m->truth.clocks++;
}

void xdb_machine_step(struct xdb_machine *m, struct xdb_wires *w)
{
	*w = (struct xdb_wires){.hit = {m->bus[0].hit, m->bus[1].hit}};
	m->w = w;
	for (unsigned int i = 0; i < XDB_BUSES; i++) {
		struct bus *b = &m->bus[i];

		b->hit = 0;
		run_bus(m, i);
		for (unsigned int h = 0; h < XDB_HANDLERS; h++)
			serve(m, b, &b->handler[h], XDB_UNITS + h, m->cfg.memory_clocks);
		serve(m, b, &b->io, XDB_IO, m->cfg.pio_clocks);
	}
	for (unsigned int i = 0; i < XDB_UNITS; i++)
		run_unit(m, i);
	count_clocks(m);
}

/* ---- begin and end ---- */

static bool plausible(const struct xdb_config *c)
{
	return c->processors && c->processors <= XDB_PROCESSORS &&
	       (c->ways == 1 || c->ways == 2 || c->ways == 4) && c->cache_lines &&
	       c->cache_lines <= CACHE_LINES_MOST && !(c->cache_lines & (c->cache_lines - 1)) &&
	       c->memory_clocks && c->pio_clocks && c->first <= XDB_PROCESSORS - XDB_WATCHED;
}

struct xdb_machine *xdb_machine_new(const struct xdb_config *cfg)
{
	struct xdb_machine *m = plausible(cfg) ? calloc(1, sizeof(*m)) : NULL;

	if (!m)
		return NULL;
	m->cfg = *cfg;
	for (unsigned int i = 0; i < XDB_UNITS; i++) {
		struct unit *u = &m->unit[i];

		u->lines = i == XDB_IO ? IO_LINES : cfg->cache_lines;
		u->line = malloc(u->lines * sizeof(*u->line));
		if (!u->line) {
			xdb_machine_free(m);
			return NULL;
		}
		memset(u->line, 0, u->lines * sizeof(*u->line));
		for (unsigned int k = 0; k < u->lines; k++)
			u->line[k].tag = NO_BLOCK;
		for (unsigned int k = 0; k < INTERNAL; k++)
			u->internal[k] = NO_BLOCK;
	}
	return m;
}

void xdb_machine_free(struct xdb_machine *m)
{
	for (unsigned int i = 0; m && i < XDB_UNITS; i++)
		free(m->unit[i].line);
	free(m);
}

void xdb_machine_start(struct xdb_machine *m, xdb_program_fn *fn, void *arg, bool io)
{
	m->fn = fn;
	m->arg = arg;
	for (unsigned int i = 0; i < XDB_UNITS; i++)
		m->unit[i].runs = i == XDB_IO ? io : i < m->cfg.processors;
}

void xdb_machine_stop(struct xdb_machine *m)
{
	for (unsigned int i = 0; i < XDB_UNITS; i++)
		m->unit[i].runs = false;
}

bool xdb_machine_idle(const struct xdb_machine *m)
{
	for (unsigned int i = 0; i < XDB_UNITS; i++)
		if (m->unit[i].runs || m->unit[i].have)
			return false;
	for (unsigned int i = 0; i < XDB_BUSES; i++) {
		const struct bus *b = &m->bus[i];

		if (b->busy || b->left || b->io.depth || b->hit)
			return false;
		for (unsigned int h = 0; h < XDB_HANDLERS; h++)
			if (b->handler[h].depth)
				return false;
		for (unsigned int k = 0; k < SENDERS; k++)
			if (b->send[k].n)
				return false;
	}
	return true;
}

const struct xdb_truth *xdb_machine_truth(const struct xdb_machine *m)
{
	return &m->truth;
}

uint64_t xdb_machine_count(const struct xdb_machine *m, unsigned int counter,
			   unsigned int event)
{
	const struct xdb_truth *t = &m->truth;

	if (event >= XDB_EVENTS)
		return 0;
	if (event == XDB_EVENT_CLOCKS)
		return t->clocks;
	if (counter < 8)
		return t->cc[m->cfg.first + counter / 2][event];
	if (counter < 16)
		return t->bw[m->cfg.first + (counter - 8) / 2][counter % 2][event];
	if (counter < 32)
		return t->mqh[(counter - 16) / 8][(counter - 16) / 2 % 4][event];
	return t->ioc[(counter - 32) / 2][event];
}

void xdb_machine_send(struct xdb_machine *m, unsigned int bus, const struct xdb_packet *p)
{
	fifo_put(&m->bus[bus].send[p->unit], p);
}
