/* SPDX-License-Identifier: Apache-2.0 */
/* The placement of the program's pages, and their moves. */
#include "machine_internal.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define IN_PAGE ((1u << MACHINE_PAGE_BITS) - 1)
#define NO_FRAME PAGES_OF_STATION
#define POLL 16u /* clocks between two checks whether a page is quiet */

static uint32_t page_number(uint32_t addr)
{
	return addr >> MACHINE_PAGE_BITS;
}

/* Finds a free page in a station's memory, @wish if that is free. NO_FRAME: there is none. */
static uint32_t free_frame(const struct machine *m, unsigned int station, uint32_t wish)
{
	const uint32_t *of = m->s[station].page_of;

	if (!of[wish])
		return wish;
	for (uint32_t f = PAGES_OF_STATION; f--;)
		if (!of[f])
			return f;
	return NO_FRAME;
}

struct page *page_at(struct machine *m, uint32_t addr)
{
	struct page *g = &m->page[page_number(addr)];
	uint32_t frame;

	if (g->known)
		return g;
	g->known = true;
	g->home = (uint8_t)((m->cfg.card.station + (addr >> MACHINE_LOCAL_BITS)) %
			    m->cfg.stations);
	frame = free_frame(m, g->home, page_number(addr) & (PAGES_OF_STATION - 1));
	if (frame == NO_FRAME) {
		machine_fail(m, "a memory has no free page");
		frame = 0;
	}
	g->frame = (uint16_t)frame;
	m->s[g->home].page_of[frame] = page_number(addr) + 1;
	return g;
}

static uint32_t in_machine(unsigned int station, uint32_t frame, uint32_t addr)
{
	return station << MACHINE_LOCAL_BITS | frame << MACHINE_PAGE_BITS | (addr & IN_PAGE);
}

uint32_t page_translate(const struct machine *m, const struct page *g, uint32_t addr,
			unsigned int station)
{
	(void)m;
	if (g->copies >> station & 1)
		return in_machine(station, g->frames[station], addr);
	return in_machine(g->home, g->frame, addr);
}

uint32_t *truth_of(struct machine *m, uint32_t addr)
{
	uint32_t **t = &m->truth[page_number(addr)];

	if (!*t) {
		*t = calloc((IN_PAGE + 1) >> 6, sizeof(**t));
		if (!*t)
			abort();
	}
	return &(*t)[(addr & IN_PAGE) >> m->bits];
}

unsigned int machine_home(const struct machine *m, uint32_t addr)
{
	return page_at((struct machine *)m, addr)->home;
}

unsigned int machine_frame(const struct machine *m, uint32_t addr)
{
	return page_at((struct machine *)m, addr)->frame;
}

bool machine_page_at(const struct machine *m, unsigned int station, unsigned int frame,
		     uint32_t *addr)
{
	const uint32_t n = m->s[station].page_of[frame];

	if (n)
		*addr = (n - 1) << MACHINE_PAGE_BITS;
	return n;
}

/* ---- moves ---- */

static int begin(struct machine *m, const struct move *v)
{
	if (m->moves == MOVES)
		return -EBUSY;
	page_at(m, v->page << MACHINE_PAGE_BITS)->frozen = true;
	m->move[m->moves++] = *v;
	return 0;
}

static bool moving(const struct machine *m, uint32_t page)
{
	for (unsigned int i = 0; i < m->moves; i++)
		if (m->move[i].page == page)
			return true;
	return false;
}

int machine_move_page(struct machine *m, uint32_t addr, unsigned int station)
{
	const struct page *g = page_at(m, addr);

	if (station >= m->cfg.stations)
		return -EINVAL;
	if (moving(m, page_number(addr)))
		return -EBUSY;
	if (g->home == station && !g->copies)
		return 0;
	if (free_frame(m, station, g->frame) == NO_FRAME)
		return -ENOSPC;
	return begin(m, &(struct move){.kind = MOVE,
				       .page = page_number(addr),
				       .stations = (uint16_t)(1u << station)});
}

int machine_replicate_page(struct machine *m, uint32_t addr, uint16_t stations)
{
	struct page *g = page_at(m, addr);

	stations &= (uint16_t)((1u << m->cfg.stations) - 1) & (uint16_t) ~(1u << g->home) &
		    (uint16_t)~g->copies;
	if (moving(m, page_number(addr)))
		return -EBUSY;
	if (!g->frames)
		g->frames = calloc(STATIONS, sizeof(*g->frames));
	if (!g->frames)
		return -ENOMEM;
	for (unsigned int s = 0; s < m->cfg.stations; s++)
		if (stations >> s & 1 && free_frame(m, s, g->frame) == NO_FRAME)
			return -ENOSPC;
	return begin(m, &(struct move){.kind = REPLICATE,
				       .page = page_number(addr),
				       .stations = stations});
}

void page_collapse(struct machine *m, uint32_t addr)
{
	if (begin(m, &(struct move){.kind = COLLAPSE, .page = page_number(addr)}))
		machine_fail(m, "too many pages move at a time");
}

int machine_special(struct machine *m, unsigned int station, const struct card_special *f)
{
	const unsigned int first = board_of(m, f->addr);
	int err = 0;

	/* the board of the first line, and with more lines the other one */
	for (unsigned int i = 0; !err && i <= m->cfg.card.boards2 && i <= f->lines / 2; i++) {
		wake_card(m, station, first ^ i);
		err = card_special(m->s[station].card[first ^ i], f);
	}
	return err;
}

/* Returns whether no transaction is in progress on a page of a station's memory. */
static bool frame_quiet(const struct machine *m, unsigned int station, uint32_t frame)
{
	const struct station *s = &m->s[station];

	if (s->under_way[frame])
		return false;
	for (unsigned int b = 0; b <= m->cfg.card.boards2; b++)
		if (card_uses(s->card[b], frame << MACHINE_PAGE_BITS, IN_PAGE + 1))
			return false;
	return true;
}

static bool quiet(const struct machine *m, const struct page *g, uint32_t page)
{
	for (unsigned int p = 0; p < m->cfg.processors; p++)
		if ((m->p[p].waits || (m->p[p].again && !m->p[p].parked)) &&
		    page_number(m->p[p].ref.addr) == page)
			return false;
	for (unsigned int s = 0; s < m->cfg.stations; s++)
		if (g->copies >> s & 1 && !frame_quiet(m, s, g->frames[s]))
			return false;
	return frame_quiet(m, g->home, g->frame);
}

static struct card *card_for(struct machine *m, uint32_t addr)
{
	return m->s[home_of(addr)].card[board_of(m, addr)];
}

/* Removes a line from all caches and from the directory. Returns its value. */
static uint32_t flush_line(struct machine *m, uint32_t addr)
{
	const uint32_t tag = (addr >> m->bits) + 1;
	struct card_line l;
	uint32_t value;

	card_look(card_for(m, addr), local_of(addr), &l);
	value = l.value;
	for (unsigned int s = 0; s < m->cfg.stations; s++) {
		struct netline *n = &m->s[s].net[(tag - 1) & m->net_mask];

		if (n->tag != tag)
			continue;
		if (n->state == NET_OWNED)
			value = n->value; /* unless a processor has a newer value */
		memset(n, 0, sizeof(*n));
	}
	for (unsigned int p = 0; p < m->cfg.processors; p++) {
		struct cached *c = &m->p[p].cache[(tag - 1) & m->cache_mask];

		if (c->tag != tag)
			continue;
		if (c->owned)
			value = c->value;
		memset(c, 0, sizeof(*c));
	}
	if (card_set(card_for(m, addr), local_of(addr),
		     &(struct card_line){.state = CARD_LV, .value = value}))
		abort(); /* out of memory */
	return value;
}

/* Flushes the lines of a page; with @to also stores them in another page. */
static void flush_page(struct machine *m, uint32_t from, const uint32_t *to)
{
	for (uint32_t a = 0; a <= IN_PAGE; a += 1u << m->bits) {
		const uint32_t value = flush_line(m, from + a);

		if (to && card_set(card_for(m, *to + a), local_of(*to + a),
				   &(struct card_line){.state = CARD_LV, .value = value}))
			abort(); /* out of memory */
	}
}

static void drop_replicas(struct machine *m, struct page *g)
{
	for (unsigned int s = 0; s < m->cfg.stations; s++)
		if (g->copies >> s & 1) {
			flush_page(m, in_machine(s, g->frames[s], 0), NULL);
			m->s[s].page_of[g->frames[s]] = 0;
		}
	g->copies = 0;
}

static uint32_t take_frame(struct machine *m, unsigned int s, uint32_t wish, uint32_t page)
{
	const uint32_t f = free_frame(m, s, wish);

	if (f == NO_FRAME) {
		machine_fail(m, "a memory has no free page");
		return 0;
	}
	m->s[s].page_of[f] = page + 1;
	return f;
}

/* Executes the operation on a page that is quiet. Returns the clocks that it takes. */
static uint64_t carry_out(struct machine *m, const struct move *v, struct page *g)
{
	const uint64_t lines = (IN_PAGE + 1) >> m->bits;
	const uint32_t from = in_machine(g->home, g->frame, 0);
	uint64_t clocks = m->k.move_clocks;
	uint32_t to;

	switch (v->kind) {
	case MOVE:
		drop_replicas(m, g);
		m->s[g->home].page_of[g->frame] = 0;
		g->home = (uint8_t)__builtin_ctz(v->stations);
		g->frame = (uint16_t)take_frame(m, g->home, g->frame, v->page);
		to = in_machine(g->home, g->frame, 0);
		flush_page(m, from, &to);
		clocks += lines * m->k.copy_clocks;
		m->stats.moved++;
		break;
	case REPLICATE:
		for (unsigned int s = 0; s < m->cfg.stations; s++) {
			if (!(v->stations >> s & 1))
				continue;
			g->frames[s] = (uint16_t)take_frame(m, s, g->frame, v->page);
			to = in_machine(s, g->frames[s], 0);
			flush_page(m, from, &to);
			g->copies |= (uint16_t)(1u << s);
			clocks += lines * m->k.copy_clocks;
			m->stats.replicated++;
		}
		break;
	case COLLAPSE:
		drop_replicas(m, g);
		m->stats.collapsed++;
	}
	for (unsigned int p = 0; p < m->cfg.processors; p++)
		if (!m->p[p].ended)
			m->p[p].penalty += m->k.shootdown_clocks;
	return clocks;
}

static void thaw(struct machine *m, const struct move *v, struct page *g)
{
	g->frozen = false;
	for (unsigned int p = 0; p < m->cfg.processors; p++)
		if (m->p[p].parked && page_number(m->p[p].ref.addr) == v->page) {
			m->p[p].parked = false;
			m->p[p].again = true;
			processor_resume(m, p, 1);
		}
}

void pages_clock(struct machine *m)
{
	for (unsigned int i = 0; i < m->moves;) {
		struct move *v = &m->move[i];
		struct page *g = &m->page[v->page];

		if (!v->done && m->now % POLL == 0 && quiet(m, g, v->page)) {
			v->done = true;
			v->until = m->now + carry_out(m, v, g);
		}
		if (v->done && m->now >= v->until) {
			const struct move ended = *v;

			*v = m->move[--m->moves];
			thaw(m, &ended, g);
			continue;
		}
		i++;
	}
}
