/* SPDX-License-Identifier: Apache-2.0 */
#include "xdb_golden.h"
#include "xdbus_regs.h"
#include <errno.h>
#include <string.h>

#define COUNT_MASK XDBUS_COUNT0_COUNT_MASK
#define MOST 63u /* maximum number of requests without a reply that the board can track */
#define SATURATED 0xFFFFu
#define PIO_UNIT(addr) ((addr) >> 24)
/* a field of the register table */
#define GET(value, field) (((value)&XDBUS_##field##_MASK) >> XDBUS_##field##_LSB)
#define PUT(value, field) ((uint32_t)(value) << XDBUS_##field##_LSB)

static void set_machine(struct xdb_golden *g, uint32_t setup)
{
	static const unsigned int ways[] = {1, 2, 4, 4};

	g->ways_field = GET(setup, SETUP_WAYS);
	g->ways = ways[g->ways_field];
	g->first = GET(setup, SETUP_FIRST);
	g->io = GET(setup, SETUP_IO);
}

void xdb_golden_reset(struct xdb_golden *g, uint32_t losses)
{
	memset(g, 0, sizeof(*g));
	g->wrong_clocks = GET(losses, LOSSES_WRONG);
	g->lost_wraps = GET(losses, LOSSES_WRAPS);
	set_machine(g, XDBUS_SETUP_RESET);
}

/* ---- counting ---- */

/* Adds @amount events to a counter; returns whether a wrap is lost. @acked: software clears the
 * flag in this clock. */
static bool count(struct xdb_golden_counter *c, unsigned int amount, bool acked)
{
	const bool was = c->wrapped && !acked;

	c->count += amount;
	c->wrapped = was;
	if (c->count <= COUNT_MASK)
		return false;
	c->count &= COUNT_MASK;
	c->wrapped = true;
	c->missed |= was;
	return was;
}

static bool acks(const struct xdb_golden_access *a, uint32_t low, unsigned int n)
{
	return a && a->write && a->whole && a->offset == low + (n < 32 ? 0 : 4) &&
	       a->data >> n % 32 & 1;
}

static bool overwrites(const struct xdb_golden_access *a, unsigned int n)
{
	return a && a->write && a->whole && a->offset == XDBUS_COUNT0 + 8 * n;
}

/* Advances all counters by a clock; returns the number of wraps that are lost. */
static unsigned int count_all(struct xdb_golden *g, const struct xdb_golden_access *a)
{
	unsigned int lost = 0;

	for (unsigned int n = 0; n < XDB_GOLDEN_COUNTERS; n++) {
		struct xdb_golden_counter *c = &g->counter[n];

		if (overwrites(a, n))
			continue;
		if (acks(a, XDBUS_MISSED0, n))
			c->missed = false;
		lost += count(c, g->run ? g->amount[n][c->event] : 0,
			      acks(a, XDBUS_WRAPPED0, n));
	}
	return lost;
}

/* ---- events ---- */

static bool request(const struct xdb_golden_begun *p, enum xdb_kind k)
{
	return p->head && !p->packet.reply && p->packet.kind == k;
}

static bool to_memory(const struct xdb_golden_begun *p)
{
	return p->head && p->packet.kind != XDB_PIO_READ && p->packet.kind != XDB_PIO_WRITE;
}

/* Updates the number of requests of a queue without a reply; false: the request or the reply is
 * illegal. */
static bool follow(unsigned int *queue, bool asks, bool gives)
{
	if ((asks && *queue == MOST) || (gives && *queue == 0))
		return false;
	*queue += asks;
	*queue -= gives;
	return true;
}

static void pair(struct xdb_golden *g, unsigned int first, unsigned int event,
		 unsigned int amount)
{
	g->amount[first][event] += amount;
	g->amount[first + 1][event] += amount;
}

static void handlers(struct xdb_golden *g, unsigned int bus)
{
	const struct xdb_golden_begun *p = &g->begun[bus];

	for (unsigned int h = 0; h < XDB_HANDLERS; h++) {
		const unsigned int n = 16 + 8 * bus + 2 * h;
		const bool here = to_memory(p) && p->handler == h;
		const bool asks = here && !p->packet.reply;

		if (!follow(&g->queue[bus][h], asks, here && p->packet.reply))
			g->wrong |= XDBUS_FLAGS_QUEUE_MASK;
		pair(g, n, XDB_MQH_ACCESSES, asks);
		pair(g, n, XDB_MQH_QUEUE, g->queue[bus][h] > 0);
		pair(g, n, XDB_MQH_BUSY, g->left[bus] > 0);
		pair(g, n, XDB_MQH_BROADCASTS,
		     here && (request(p, XDB_UPDATE) || request(p, XDB_INVALIDATE)));
		pair(g, n, XDB_MQH_SWAPS, here && request(p, XDB_SWAP));
		for (unsigned int k = 0; k < XDB_KINDS; k++)
			pair(g, n, XDB_MQH_KIND + k, request(p, k));
	}
}

static void watches(struct xdb_golden *g, unsigned int bus, unsigned int hit)
{
	const struct xdb_golden_begun *p = &g->begun[bus];

	for (unsigned int i = 0; i < XDB_WATCHED; i++) {
		unsigned int *a = g->amount[8 + 2 * i + bus];
		const bool other = to_memory(p) && !p->packet.reply && hit >> i & 1 &&
				   p->packet.unit != (g->first + i) % 32;

		a[XDB_BW_SNOOPED] = other;
		a[XDB_BW_UPDATED] = other && p->packet.kind == XDB_UPDATE;
		a[XDB_BW_INVALIDATED] =
			other && (p->packet.kind == XDB_INVALIDATE ||
				  p->packet.kind == XDB_SWAP || p->packet.kind == XDB_BLOCK);
	}
}

static void io_caches(struct xdb_golden *g, unsigned int bus)
{
	const struct xdb_golden_begun *p = &g->begun[bus];
	const unsigned int n = 32 + 2 * bus;
	const bool looks = g->before_ref >> bus & 1;
	const bool here = p->head && !to_memory(p) && PIO_UNIT(p->packet.addr) == g->io;

	if (!follow(&g->pio[bus], here && !p->packet.reply, here && p->packet.reply))
		g->wrong |= XDBUS_FLAGS_PIO_MASK;
	pair(g, n, XDB_IOC_MOVES,
	     p->packet.unit == g->io &&
		     (request(p, XDB_READ) || request(p, XDB_FLUSH) || request(p, XDB_BLOCK)));
	pair(g, n, XDB_IOC_MISSES, looks && !(g->before_hit >> bus & 1));
	pair(g, n, XDB_IOC_LOOKS, looks);
	pair(g, n, XDB_IOC_PIO, here && !p->packet.reply);
	pair(g, n, XDB_IOC_PIO_CLOCKS, g->pio[bus] > 0);
}

/* Counts the READs of one processor on both buses. */
static void reads(struct xdb_golden *g, unsigned int i)
{
	unsigned int asks = 0, gives = 0;

	for (unsigned int b = 0; b < XDB_BUSES; b++) {
		const struct xdb_golden_begun *p = &g->begun[b];

		if (!p->head || p->packet.kind != XDB_READ ||
		    p->packet.unit != (g->first + i) % 32)
			continue;
		asks += !p->packet.reply;
		gives += p->packet.reply;
	}
	/* a reply and the next request can come in the same clock only on different buses */
	if (gives > 1 || (gives && !g->reading[i]) || asks > 1 ||
	    (asks && g->reading[i] && !gives))
		g->wrong |= XDBUS_FLAGS_READ_MASK;
	g->reading[i] = asks || (g->reading[i] && !gives);
	pair(g, 2 * i, XDB_CC_EXTERNAL, asks);
	pair(g, 2 * i, XDB_CC_LATENCY, g->reading[i]);
}

static void controllers(struct xdb_golden *g)
{
	for (unsigned int i = 0; i < XDB_WATCHED; i++) {
		reads(g, i);
		pair(g, 2 * i, XDB_CC_INTERNAL, g->before_miss >> i & 1);
		for (unsigned int b = 0; b < XDB_BUSES; b++) {
			const struct xdb_golden_begun *p = &g->begun[b];

			pair(g, 2 * i, XDB_CC_WRITES,
			     p->packet.unit == (g->first + i) % 32 &&
				     (request(p, XDB_UPDATE) || request(p, XDB_INVALIDATE) ||
				      request(p, XDB_SWAP) || request(p, XDB_FLUSH)));
		}
	}
}

/* The events of the packets that began in the previous clock. */
static void find_events(struct xdb_golden *g, const struct xdb_wires *w)
{
	memset(g->amount, 0, sizeof(g->amount));
	g->wrong = 0;
	for (unsigned int b = 0; b < XDB_BUSES; b++) {
		const struct xdb_golden_begun *p = &g->begun[b];

		if (p->head && g->left[b])
			g->wrong |= XDBUS_FLAGS_PACKET_MASK;
		if (p->head)
			g->left[b] = xdb_packet_cycles(&p->packet);
		handlers(g, b);
		watches(g, b, w->hit[b]);
		io_caches(g, b);
		if (g->left[b])
			g->left[b]--;
	}
	controllers(g);
	for (unsigned int n = 0; n < XDB_GOLDEN_COUNTERS; n++)
		g->amount[n][XDB_EVENT_CLOCKS] = 1;
}

static void keep_pins(struct xdb_golden *g, const struct xdb_wires *w)
{
	for (unsigned int b = 0; b < XDB_BUSES; b++)
		g->begun[b] = (struct xdb_golden_begun){
			.head = w->head[b],
			.packet = w->packet[b],
			.handler = xdb_handler_of(w->packet[b].addr, g->ways)};
	g->before_miss = w->cc_miss;
	g->before_ref = w->io_ref;
	g->before_hit = w->io_hit;
}

/* ---- registers ---- */

static uint32_t shown(const struct xdb_golden_counter *c)
{
	return PUT(c->missed, COUNT0_MISSED) | PUT(c->wrapped, COUNT0_WRAPPED) | c->count;
}

static uint32_t bits(const struct xdb_golden *g, bool missed, unsigned int first)
{
	uint32_t v = 0;

	for (unsigned int n = first; n < first + 32 && n < XDB_GOLDEN_COUNTERS; n++)
		v |= (uint32_t)(missed ? g->counter[n].missed : g->counter[n].wrapped)
		     << (n - first);
	return v;
}

/* Reads a register. @before is the state before this clock; counters are read with their values
 * after it. */
static int get(const struct xdb_golden *g, const struct xdb_golden *before, uint32_t offset,
	       uint32_t *v)
{
	const uint32_t n = (offset - XDBUS_COUNT0) / 8;

	*v = 0;
	switch (offset) {
	case XDBUS_ID:
		*v = XDBUS_ID_RESET;
		return 0;
	case XDBUS_CONTROL:
		*v = PUT(before->irq_on, CONTROL_IRQ) | PUT(before->run, CONTROL_RUN);
		return 0;
	case XDBUS_SETUP:
		*v = PUT(before->io, SETUP_IO) | PUT(before->first, SETUP_FIRST) |
		     PUT(before->ways_field, SETUP_WAYS);
		return 0;
	case XDBUS_FLAGS:
		*v = before->flags;
		return 0;
	case XDBUS_LOSSES:
		*v = PUT(before->wrong_clocks, LOSSES_WRONG) |
		     PUT(before->lost_wraps, LOSSES_WRAPS);
		return 0;
	case XDBUS_CHANGED:
		*v = before->changed;
		return 0;
	case XDBUS_WHEN:
		*v = before->when;
		return 0;
	case XDBUS_WRAPPED0:
	case XDBUS_WRAPPED1:
		*v = bits(before, false, offset == XDBUS_WRAPPED1 ? 32 : 0);
		return 0;
	case XDBUS_MISSED0:
	case XDBUS_MISSED1:
		*v = bits(before, true, offset == XDBUS_MISSED1 ? 32 : 0);
		return 0;
	default:
		break;
	}
	if (offset < XDBUS_COUNT0 || n >= XDB_GOLDEN_COUNTERS)
		return -EIO;
	*v = offset & 4 ? g->counter[n].event : shown(&g->counter[n]);
	return 0;
}

static void set_counter(struct xdb_golden *g, uint32_t offset, uint32_t v)
{
	const uint32_t n = (offset - XDBUS_COUNT0) / 8;
	struct xdb_golden_counter *c = &g->counter[n];

	if (offset & 4) {
		g->changed = PUT(n, CHANGED_NUMBER) | shown(c);
		g->when = g->clocks;
		*c = (struct xdb_golden_counter){.event = GET(v, SELECT0_EVENT)};
	} else {
		c->count = GET(v, COUNT0_COUNT);
	}
}

static int set(struct xdb_golden *g, uint32_t offset, uint32_t v)
{
	uint32_t old;
	int err = get(g, g, offset, &old);

	if (err)
		return err;
	if (offset >= XDBUS_COUNT0)
		set_counter(g, offset, v);
	if (offset == XDBUS_CONTROL) {
		g->run = GET(v, CONTROL_RUN);
		g->irq_on = GET(v, CONTROL_IRQ);
		if (v & XDBUS_CONTROL_CLEAR_MASK)
			g->lost_wraps = g->wrong_clocks = 0;
	}
	if (offset == XDBUS_SETUP) {
		set_machine(g, v);
		memset(g->queue, 0, sizeof(g->queue));
		memset(g->pio, 0, sizeof(g->pio));
		memset(g->reading, 0, sizeof(g->reading));
	}
	if (offset == XDBUS_FLAGS)
		g->flags &= ~v;
	return 0;
}

static void add_losses(struct xdb_golden *g, unsigned int wraps, uint32_t wrong)
{
	g->flags |= wrong | (wraps ? XDBUS_FLAGS_WRAP_MASK : 0);
	g->lost_wraps = g->lost_wraps + wraps > SATURATED ? SATURATED : g->lost_wraps + wraps;
	g->wrong_clocks += wrong && g->wrong_clocks < SATURATED;
}

int xdb_golden_step(struct xdb_golden *g, const struct xdb_wires *w,
		    struct xdb_golden_access *a)
{
	const struct xdb_golden before = *g;
	const unsigned int lost = count_all(g, a);
	int err = 0;

	g->irq = before.irq_on && (bits(&before, false, 0) || bits(&before, false, 32));
	g->clocks += g->run;
	find_events(g, w);
	keep_pins(g, w);
	if (a && a->write)
		err = a->whole ? set(g, a->offset, a->data) : -EIO;
	else if (a)
		err = get(g, &before, a->offset, &a->data);
	add_losses(g, lost, before.wrong);
	return err;
}
