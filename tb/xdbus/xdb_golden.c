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

static const struct register_row rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "xdbus_regs.def"
};

static uint32_t *word_at(struct xdb_golden *g, uint32_t offset)
{
	return register_model_at(&g->regs, offset);
}

static uint32_t get(const struct xdb_golden *g, uint32_t offset)
{
	return register_model_get(&g->regs, offset);
}

static void set_machine(struct xdb_golden *g)
{
	static const unsigned int ways[] = {1, 2, 4, 4};
	const uint32_t setup = get(g, XDBUS_SETUP);

	g->ways = ways[GET(setup, SETUP_WAYS)];
	g->first = GET(setup, SETUP_FIRST);
	g->io = GET(setup, SETUP_IO);
}

void xdb_golden_reset(struct xdb_golden *g, uint32_t losses)
{
	memset(g, 0, sizeof(*g));
	register_model_reset(&g->regs, rows, sizeof(rows) / sizeof(*rows), NULL);
	*word_at(g, XDBUS_LOSSES) = losses;
	set_machine(g);
}

/* ---- counting ---- */

/* Returns the register of flags in which counter @n has a bit. */
static uint32_t flags_of(unsigned int n, uint32_t low, uint32_t high)
{
	return n < 32 ? low : high;
}

/* Adds @amount events to counter @n; returns whether a wrap is lost. */
static bool count(struct xdb_golden *g, unsigned int n, unsigned int amount)
{
	const uint32_t bit = (uint32_t)1 << n % 32;
	uint32_t *wrapped = word_at(g, flags_of(n, XDBUS_WRAPPED0, XDBUS_WRAPPED1));
	uint32_t *missed = word_at(g, flags_of(n, XDBUS_MISSED0, XDBUS_MISSED1));
	const bool was = *wrapped & bit;

	g->counter[n].count += amount;
	if (g->counter[n].count <= COUNT_MASK)
		return false;
	g->counter[n].count &= COUNT_MASK;
	*wrapped |= bit;
	*missed |= was ? bit : 0;
	return was;
}

static bool overwrites(const struct xdb_golden_access *a, unsigned int n)
{
	return a && a->write && a->whole && a->offset == XDBUS_COUNT0 + 8 * n;
}

/* Advances all counters by a clock; returns the number of wraps that are lost. */
static unsigned int count_all(struct xdb_golden *g, const struct xdb_golden_access *a)
{
	unsigned int lost = 0;

	for (unsigned int n = 0; n < XDB_GOLDEN_COUNTERS; n++)
		if (!overwrites(a, n))
			lost += count(g, n, g->amount[n][g->counter[n].event]);
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

/* Returns the counter whose count or event is at the offset; XDB_GOLDEN_COUNTERS or more: there
 * is none. */
static uint32_t counter_at(uint32_t offset)
{
	return (offset - XDBUS_COUNT0) / 8;
}

static uint32_t get_count(const struct xdb_golden *g, uint32_t n)
{
	const uint32_t missed = get(g, flags_of(n, XDBUS_MISSED0, XDBUS_MISSED1)) >> n % 32,
		       wrapped = get(g, flags_of(n, XDBUS_WRAPPED0, XDBUS_WRAPPED1)) >> n % 32;

	return PUT(missed & 1, COUNT0_MISSED) | PUT(wrapped & 1, COUNT0_WRAPPED) |
	       g->counter[n].count;
}

/* Reads a register. @before is the state before this clock; counters are read with their values
 * after it. */
static int get_register(const struct xdb_golden *g, const struct xdb_golden *before,
			uint32_t offset, uint32_t *v)
{
	const uint32_t n = counter_at(offset);

	if (n >= XDB_GOLDEN_COUNTERS)
		return register_model_read(&before->regs, offset, v);
	*v = offset & 4 ? g->counter[n].event : get_count(g, n);
	return 0;
}

static void set_event(struct xdb_golden *g, uint32_t n, unsigned int event)
{
	const uint32_t bit = (uint32_t)1 << n % 32;

	*word_at(g, XDBUS_CHANGED) = PUT(n, CHANGED_NUMBER) | get_count(g, n);
	*word_at(g, XDBUS_WHEN) = g->clocks;
	*word_at(g, flags_of(n, XDBUS_WRAPPED0, XDBUS_WRAPPED1)) &= ~bit;
	*word_at(g, flags_of(n, XDBUS_MISSED0, XDBUS_MISSED1)) &= ~bit;
	g->counter[n] = (struct xdb_golden_counter){.event = event};
}

static int put_register(struct xdb_golden *g, const struct xdb_golden_access *a)
{
	const uint32_t n = counter_at(a->offset);
	uint32_t ones = 0;
	int err = a->whole ? 0 : -EIO;

	if (!err && n < XDB_GOLDEN_COUNTERS) {
		if (a->offset & 4)
			set_event(g, n, GET(a->data, SELECT0_EVENT));
		else
			g->counter[n].count = GET(a->data, COUNT0_COUNT);
	} else if (!err) {
		err = register_model_write(&g->regs, a->offset, 15, a->data, &ones);
	}
	if (ones & XDBUS_CONTROL_CLEAR_MASK)
		*word_at(g, XDBUS_LOSSES) = 0;
	if (!err && a->offset == XDBUS_SETUP) {
		set_machine(g);
		memset(g->queue, 0, sizeof(g->queue));
		memset(g->pio, 0, sizeof(g->pio));
		memset(g->reading, 0, sizeof(g->reading));
	}
	return err;
}

static uint32_t saturate(uint32_t sum)
{
	return sum < SATURATED ? sum : SATURATED;
}

static void add_losses(struct xdb_golden *g, unsigned int wraps, uint32_t wrong)
{
	uint32_t *losses = word_at(g, XDBUS_LOSSES);

	*word_at(g, XDBUS_FLAGS) |= wrong | (wraps ? XDBUS_FLAGS_WRAP_MASK : 0);
	*losses = PUT(saturate(GET(*losses, LOSSES_WRAPS) + wraps), LOSSES_WRAPS) |
		  PUT(saturate(GET(*losses, LOSSES_WRONG) + (wrong != 0)), LOSSES_WRONG);
}

/* Returns whether the access clears flags of counters, which it does before an event of the
 * same clock. */
static bool acks(const struct xdb_golden_access *a)
{
	return a->write && a->offset >= XDBUS_WRAPPED0 && a->offset <= XDBUS_MISSED1;
}

int xdb_golden_step(struct xdb_golden *g, const struct xdb_wires *w,
		    struct xdb_golden_access *a)
{
	const struct xdb_golden before = *g;
	const uint32_t control = get(g, XDBUS_CONTROL);
	unsigned int lost = 0;
	int err = 0;

	g->irq = control & XDBUS_CONTROL_IRQ_MASK &&
		 (get(g, XDBUS_WRAPPED0) || get(g, XDBUS_WRAPPED1));
	if (a && acks(a))
		err = put_register(g, a);
	if (control & XDBUS_CONTROL_RUN_MASK) {
		lost = count_all(g, a);
		g->clocks++;
	}
	find_events(g, w);
	keep_pins(g, w);
	if (a && a->write && !acks(a))
		err = put_register(g, a);
	else if (a && !a->write)
		err = get_register(g, &before, a->offset, &a->data);
	add_losses(g, lost, before.wrong);
	return err;
}
