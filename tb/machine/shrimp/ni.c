/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The network interface of a node.
 *
 * Sending: packets of automatic update (combine.h) and of deliberate update go through the
 * outgoing FIFO onto the backbone. Receiving: a packet waits in the incoming FIFO; the
 * interface looks its page up, requests the EISA bus, and writes its words to the memory in one
 * burst. When the bus is granted, the packet is passed to the SurfBoard.
 */
#include "inside.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

unsigned int mc_fifo_words(unsigned int words, bool stamps)
{
	return 1 + stamps + (words + 2) / 2;
}

/* ---- the bus ---- */

/* The time that a master takes to acquire the bus. */
static uint64_t acquisition(struct cpu *n)
{
	const struct params *c = &n->m->c.p;

	return c->grant_min * c->bclk_ps +
	       mc_random_below(n, (c->grant_max - c->grant_min) * c->bclk_ps + 1);
}

/* The network interface holds the bus from @from on for this number of BCLK; then the processor
 * must acquire it again. */
static void hold_bus(struct cpu *n, uint64_t from, uint64_t bclks)
{
	n->ni_from = from;
	n->ni_until = from + bclks * n->m->c.p.bclk_ps;
	n->cpu_from = n->ni_until + acquisition(n) + n->m->c.p.release_bclk * n->m->c.p.bclk_ps;
}

uint64_t ni_grant(struct cpu *n, uint64_t ps)
{
	const uint64_t from = n->cpu_until > ps ? n->cpu_until : ps;
	const uint64_t grant = from + acquisition(n);
	const uint64_t took = grant - ps;

	if (!n->st.grants || took < n->st.grant_min_ps)
		n->st.grant_min_ps = took;
	if (took > n->st.grant_max_ps)
		n->st.grant_max_ps = took;
	n->st.grants++;
	n->st.grant_ps += took;
	return grant;
}

/* ---- sending ---- */

static bool push(struct cpu *n, uint64_t ps)
{
	struct flight *f;

	while ((f = n->pending.head)) {
		if (n->fifo_used + f->fifo > n->m->c.p.fifo_words)
			return false;
		flights_take(&n->pending);
		n->fifo_used += f->fifo;
		if (n->fifo_used > n->st.fifo_peak)
			n->st.fifo_peak = n->fifo_used;
		f->ready_ps = (f->m.done_ps > ps ? f->m.done_ps : ps) + n->m->c.p.snoop_ps;
		flights_add(&n->fifo, f);
		cpu_limit(n, f->ready_ps);
	}
	return true;
}

/* Handles a complete packet. */
static void complete(struct cpu *n, struct flight *f, uint64_t ps)
{
	f->m.from = (uint8_t)n->id;
	f->m.serial = n->serial++;
	f->m.p.x = (uint8_t)(n->id % n->m->c.p.mesh_width);
	f->m.p.y = (uint8_t)(n->id / n->m->c.p.mesh_width);
	f->m.p.tx = mc_tick(n->m, f->m.first_ps);
	f->m.p.first = f->words[0];
	f->fifo = mc_fifo_words(f->m.p.words, n->m->c.stamps);
	n->m->in_flight++;
	n->st.packets_out++;
	n->st.words_out += f->m.p.words;
	flights_add(&n->pending, f);
	if (n->stalled || push(n, ps))
		return;
	n->stalled = true;
	n->st.stalls++;
	if (!n->running) {
		const struct irq irq = {.kind = IRQ_FULL};

		cpu_raise(n, ps, &irq);
	}
}

static void on_update(void *arg, const struct combine_packet *p)
{
	struct cpu *n = arg;
	const struct outgoing *o = p->page;
	struct flight *f = flight_new(n->m, p->words);
	const uint32_t offset = (uint32_t)p->addr % MC_PAGE_BYTES;

	n->st.why[p->why]++;
	if (!f)
		return;
	f->m.p.addr = o->page + offset;
	f->m.p.words = p->words;
	f->m.p.be = p->be;
	f->m.to = o->dest;
	f->m.first_ps = p->first_ps;
	f->m.done_ps = p->done_ps;
	f->m.why = (uint8_t)p->why;
	memcpy(f->words, &n->au[offset / 4], 4u * p->words);
	complete(n, f, p->done_ps);
}

void ni_send_block(struct cpu *n, uint64_t ps, uint32_t src, unsigned int node, uint32_t dest,
		   unsigned int words)
{
	const struct params *c = &n->m->c.p;
	const uint64_t grant = ni_grant(n, ps);
	struct flight *f;

	hold_bus(n, grant, c->setup_bclk + words * c->word_bclk);
	/* the deliberate update reads the memory */
	combine_read(&n->combine, grant);
	f = flight_new(n->m, words);
	if (!f)
		return;
	f->m.p.addr = dest;
	f->m.p.words = (uint16_t)words;
	f->m.p.be = 15;
	f->m.to = (uint8_t)node;
	f->m.first_ps = grant;
	f->m.done_ps = n->ni_until;
	f->m.deliberate = true;
	for (unsigned int i = 0; i < words; i++) {
		const uint8_t *p = n->memory + src + 4 * i;

		f->words[i] = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
			      (uint32_t)p[3] << 24;
	}
	n->st.deliberate_out++;
	complete(n, f, n->ni_until);
}

/* Returns the time at which the packet at the head of the FIFO may leave it. */
static uint64_t tx_when(const struct cpu *n)
{
	const struct flight *f = n->fifo.head;

	if (!f || (n->in_path && n->in_path + f->fifo > n->m->c.p.path_words))
		return MC_NEVER;
	return f->ready_ps > n->tx_free ? f->ready_ps : n->tx_free;
}

static void transmit(struct cpu *n, uint64_t ps)
{
	struct flight *f = flights_take(&n->fifo);

	f->m.sent_ps = ps;
	n->tx_free = ps + f->fifo * n->m->c.p.link_word_ps;
	n->in_path += f->fifo;
	n->fifo_used -= f->fifo;
	flights_add(&n->sent, f);
	if (n->stalled && n->fifo_used <= n->m->c.p.low_water && push(n, ps)) {
		n->stalled = false;
		cpu_wake(n, ps);
	}
}

void ni_ack(struct cpu *n, uint64_t ps, uint32_t words)
{
	unsigned int i;

	if (n->nacks == n->ack_room) {
		const unsigned int room = n->ack_room ? 2 * n->ack_room : 16;
		struct ack *more = realloc(n->acks, room * sizeof(*more));

		if (!more) {
			mc_fail(n->m, "out of memory");
			return;
		}
		n->acks = more;
		n->ack_room = room;
	}
	for (i = n->nacks++; i && n->acks[i - 1].ps > ps; i--)
		n->acks[i] = n->acks[i - 1];
	n->acks[i] = (struct ack){ps, words};
}

/* The path has room again: a packet that waits for it leaves now. */
static void take_ack(struct cpu *n, uint64_t ps)
{
	if (n->tx_free < ps)
		n->tx_free = ps;
	n->in_path -= n->acks[0].words;
	memmove(n->acks, n->acks + 1, --n->nacks * sizeof(*n->acks));
}

/* ---- receiving ---- */

static bool room_for(const struct cpu *n, const struct flight *f)
{
	return !n->in_used || n->in_used + f->fifo <= n->m->c.p.in_words;
}

/* Begins the lookup of the next packet. A processor that waited for the bus comes first. */
static void begin_lookup(struct cpu *n, uint64_t ps)
{
	const struct params *c = &n->m->c.p;
	const uint64_t turn = n->cpu_from + c->turn_bclk * c->bclk_ps;

	if (n->rx != RX_IDLE || !n->rxq.head)
		return;
	n->rx = RX_LOOKUP;
	n->rx_at = ps + c->lookup_bclk * c->bclk_ps;
	if ((n->cpu_wants || n->stalled) && n->rx_at < turn)
		n->rx_at = turn;
	n->cpu_wants = false;
}

static void accept(struct cpu *n, uint64_t ps)
{
	struct flight *f = flights_take(&n->arrivals);

	n->in_used += f->fifo;
	if (mc_local(n->m, f->m.from))
		ni_ack(&n->m->node[f->m.from], ps + n->m->c.p.wire_ps, f->fifo);
	else
		ranks_ack(n->m, f->m.from, ps + n->m->c.p.wire_ps, f->fifo);
	flights_add(&n->rxq, f);
	begin_lookup(n, ps);
}

static void keep(struct cpu *n, const struct mc_packet *p)
{
	if (n->kept_n == n->kept_room) {
		const size_t room = n->kept_room ? 2 * n->kept_room : 256;
		struct mc_packet *more = malloc(room * sizeof(*more));

		if (!more) {
			mc_fail(n->m, "out of memory");
			return;
		}
		for (size_t i = 0; i < n->kept_n; i++)
			more[i] = n->kept[(n->kept_head + i) % n->kept_room];
		free(n->kept);
		n->kept = more;
		n->kept_head = 0;
		n->kept_room = room;
	}
	n->kept[(n->kept_head + n->kept_n++) % n->kept_room] = *p;
	n->kept_all++;
}

static void request(struct cpu *n, uint64_t ps)
{
	const struct params *c = &n->m->c.p;
	struct flight *f = n->rxq.head;
	const struct incoming *page = &n->in[f->m.p.addr / MC_PAGE_BYTES];

	if (n->ni_until > ps) { /* a deliberate update holds the bus */
		n->rx_at = n->ni_until;
		return;
	}
	f->m.p.color = page->color;
	f->m.p.irq = page->interrupt;
	f->m.stray = !page->valid;
	f->m.rx_ps = ni_grant(n, ps);
	hold_bus(n, f->m.rx_ps, c->setup_bclk + f->m.p.words * c->word_bclk);
	f->m.written_ps = n->ni_until;
	n->rx = RX_BUS;
	n->rx_at = n->ni_until;
	if (n->keep)
		keep(n, &f->m);
}

static void write_word(uint8_t *p, uint32_t word, unsigned int be)
{
	for (unsigned int i = 0; i < 4; i++)
		if (be >> i & 1)
			p[i] = (uint8_t)(word >> 8 * i);
}

static void deliver(struct cpu *n, uint64_t ps)
{
	struct flight *f = flights_take(&n->rxq);
	const uint32_t addr = f->m.p.addr, bytes = 4u * f->m.p.words;

	n->in_used -= f->fifo;
	n->rx_room = ps;
	n->st.packets_in++;
	n->m->in_flight--;
	if (f->m.stray) {
		n->st.strays_in++;
	} else {
		n->st.words_in += f->m.p.words;
		for (unsigned int i = 0; i < f->m.p.words; i++)
			write_word(n->memory + addr + 4 * i, f->words[i], f->m.p.be);
		if (n->cache)
			cache_drop(n->cache, addr, bytes);
		if (n->watch >= addr && n->watch < addr + bytes)
			cpu_wake(n, ps);
	}
	if (n->m->on_packet)
		n->m->on_packet(n->m->on_packet_arg, &f->m, f->words);
	n->rx = RX_IDLE;
	if (f->m.p.irq && !f->m.stray) {
		const struct irq irq = {.kind = IRQ_ARRIVAL, .f = f};

		cpu_raise(n, ps, &irq);
	} else {
		flight_free(n->m, f);
	}
	begin_lookup(n, ps);
}

void ni_arrive(struct cpu *n, struct flight *f)
{
	flights_sort_in(&n->arrivals, f);
}

/* ---- events ---- */

static uint64_t timeout_when(const struct cpu *n)
{
	const struct combine *c = &n->combine;

	return c->open && c->timeout_ps ? c->last_ps + c->timeout_ps : MC_NEVER;
}

static uint64_t arrival_when(const struct cpu *n)
{
	const struct flight *f = n->arrivals.head;

	if (!f || !room_for(n, f))
		return MC_NEVER;
	return f->ready_ps > n->rx_room ? f->ready_ps : n->rx_room;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

uint64_t ni_next(const struct cpu *n)
{
	uint64_t t = earlier(tx_when(n), arrival_when(n));

	t = earlier(t, timeout_when(n));
	if (n->rx != RX_IDLE)
		t = earlier(t, n->rx_at);
	if (n->nacks)
		t = earlier(t, n->acks[0].ps);
	return t;
}

void ni_event(struct cpu *n, uint64_t ps)
{
	if (n->nacks && n->acks[0].ps <= ps)
		take_ack(n, ps);
	else if (n->rx == RX_BUS && n->rx_at <= ps)
		deliver(n, ps);
	else if (n->rx == RX_LOOKUP && n->rx_at <= ps)
		request(n, ps);
	else if (arrival_when(n) <= ps)
		accept(n, ps);
	else if (tx_when(n) <= ps)
		transmit(n, ps);
	else if (timeout_when(n) <= ps)
		combine_idle(&n->combine, ps);
}

int ni_open(struct cpu *n)
{
	const struct mc_config *c = &n->m->c;
	const uint32_t pages = PAGES_OF(c->memory);

	n->out = calloc(pages, sizeof(*n->out));
	n->in = calloc(pages, sizeof(*n->in));
	if (!n->out || !n->in)
		return -ENOMEM;
	return combine_init(&n->combine, c->combining, c->boundary, c->timeout_ps, on_update, n)
		       ? 0
		       : -EINVAL;
}

void ni_close(struct cpu *n)
{
	struct flights *q[] = {&n->pending, &n->fifo, &n->sent, &n->arrivals, &n->rxq};
	struct flight *f;

	for (size_t i = 0; i < sizeof(q) / sizeof(q[0]); i++)
		while ((f = flights_take(q[i])))
			flight_free(n->m, f);
	free(n->out);
	free(n->in);
	free(n->acks);
	free(n->kept);
}
