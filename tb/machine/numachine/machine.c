/* SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"
#include <stdlib.h>
#include <string.h>

#define RING 1024u /* clocks; what is further away goes round */
#define BUCKETS 65536u
#define NOBODY 0xFF
#define STATION(p) ((p) >> 2)
#define STATION_MASK(s) (15ull << ((s) << 2))

/* Who has a line. */
struct line {
	uint32_t number;
	uint64_t copies; /* processors */
	uint8_t owner;	 /* exclusive: a processor of the home station, 64 + another station */
	uint32_t value;	 /* written last */
	uint32_t owned;	 /* what the owner has */
	struct line *next;
};

enum event_kind { TO_CARD, RESUME, GIVE };

struct event {
	uint64_t at;
	enum event_kind kind;
	unsigned int board;
	struct card_transaction t;
	struct card_message m;
	struct event *next;
};

struct processor {
	bool ended, at_barrier, refused;
	struct machine_ref ref; /* being worked on */
	uint32_t *tag;		/* line numbers + 1 */
};

struct machine {
	struct machine_config cfg;
	struct card *card[2];
	uint64_t now, random;
	struct event *ring[RING];
	uint64_t events; /* under way */
	struct line *bucket[BUCKETS];
	struct processor p[MACHINE_PROCESSORS];
	uint32_t writes;
	const char *wrong;
	struct machine_stats stats;
};

static unsigned int or_else(unsigned int v, unsigned int otherwise)
{
	return v ? v : otherwise;
}

static unsigned int line_bits(const struct machine *m)
{
	return 6 + m->cfg.card.line128;
}

static bool is_home(const struct machine *m, unsigned int p)
{
	return STATION(p) == m->cfg.card.station;
}

/* How lines are owned: by a processor at home, by any other station as a whole. */
static unsigned int entity(const struct machine *m, unsigned int p)
{
	return is_home(m, p) ? p : MACHINE_PROCESSORS + STATION(p);
}

static uint64_t members(unsigned int e)
{
	return e < MACHINE_PROCESSORS ? 1ull << e : STATION_MASK(e - MACHINE_PROCESSORS);
}

static void fail(struct machine *m, const char *what)
{
	if (!m->wrong)
		m->wrong = what;
}

static struct line *line_at(struct machine *m, uint32_t addr)
{
	const uint32_t number = addr >> line_bits(m);
	struct line **at = &m->bucket[number % BUCKETS];

	while (*at && (*at)->number != number)
		at = &(*at)->next;
	if (!*at) {
		*at = calloc(1, sizeof(**at));
		if (!*at)
			abort();
		(*at)->number = number;
		(*at)->owner = NOBODY;
	}
	return *at;
}

/* ---- events ---- */

static struct event *later(struct machine *m, uint64_t clocks, enum event_kind kind)
{
	struct event *e = calloc(1, sizeof(*e));
	struct event **at;

	if (!e)
		abort();
	e->at = m->now + (clocks ? clocks : 1);
	e->kind = kind;
	/* behind those of the same clock: the ways keep the order */
	for (at = &m->ring[e->at % RING]; *at; at = &(*at)->next)
		;
	*at = e;
	m->events++;
	return e;
}

static unsigned int way(const struct machine *m, unsigned int p)
{
	return is_home(m, p) ? m->cfg.near : m->cfg.far;
}

static void resume(struct machine *m, unsigned int p, uint64_t clocks)
{
	later(m, clocks, RESUME)->t.processor = (uint8_t)p;
}

static unsigned int board_of(const struct machine *m, uint32_t addr)
{
	return m->cfg.card.boards2 ? addr >> line_bits(m) & 1 : 0;
}

static void send_card(struct machine *m, unsigned int p, uint16_t cmd, uint32_t addr,
		      uint32_t value)
{
	struct event *e = later(m, way(m, p), TO_CARD);

	e->board = board_of(m, addr);
	e->t = (struct card_transaction){.processor = (uint8_t)p,
					 .phase = m->p[p].ref.phase,
					 .cmd = cmd,
					 .addr = addr,
					 .value = value};
	m->stats.reads += cmd == CARD_READ_REQ;
	m->stats.exclusives += cmd == CARD_REEX_REQ;
	m->stats.upgrades += cmd == CARD_UPGRADE_REQ;
	m->stats.write_backs += cmd == CARD_WRITE_BACK;
	m->stats.uncached += cmd == CARD_NONBLOCK_READ;
	m->stats.remote += !is_home(m, p);
}

/* ---- caches ---- */

/* A processor no longer has a line; the last of an owner writes it back. */
static void evict(struct machine *m, unsigned int p, uint32_t number)
{
	struct line *l = line_at(m, number << line_bits(m));
	const unsigned int e = entity(m, p);

	if (!(l->copies >> p & 1))
		return; /* it was invalidated */
	l->copies &= ~(1ull << p);
	if (l->owner != e || l->copies & members(e))
		return;
	l->owner = NOBODY;
	send_card(m, p, CARD_WRITE_BACK, number << line_bits(m), l->owned);
}

static void fill(struct machine *m, unsigned int p, struct line *l)
{
	uint32_t *tag = &m->p[p].tag[l->number & (m->cfg.cache - 1)];

	if (*tag && *tag != l->number + 1)
		evict(m, p, *tag - 1);
	*tag = l->number + 1;
	l->copies |= 1ull << p;
}

static void write(struct machine *m, unsigned int p, struct line *l)
{
	if (l->owner != entity(m, p) || l->copies & ~members(l->owner))
		fail(m, "a line is written that others have");
	l->copies &= 1ull << p;
	l->value = l->owned = ++m->writes;
}

/* Whether a reference is served without the memory, in *clocks. */
static bool served(struct machine *m, unsigned int p, struct line *l, bool writes,
		   unsigned int *clocks)
{
	const unsigned int e = entity(m, p);
	const bool has = l->copies >> p & 1, near = l->copies & members(e);

	if (writes ? l->owner != e : !near)
		return false;
	*clocks = has && (!writes || l->copies == 1ull << p) ? 1 : m->cfg.near;
	if (*clocks > 1)
		m->stats.in_station++;
	else
		m->stats.hits++;
	if (!has)
		fill(m, p, l);
	if (writes)
		write(m, p, l);
	return true;
}

static void run_processor(struct machine *m, unsigned int p)
{
	const struct machine_ref *r = &m->p[p].ref;
	const bool writes = r->kind == MACHINE_WRITE;
	struct line *l;
	unsigned int clocks;

	if (r->kind == MACHINE_UNCACHED) {
		send_card(m, p, CARD_NONBLOCK_READ, r->addr, 0);
		return;
	}
	l = line_at(m, r->addr);
	if (served(m, p, l, writes, &clocks))
		resume(m, p, clocks);
	else if (!writes)
		send_card(m, p, CARD_READ_REQ, r->addr, 0);
	else
		send_card(m, p,
			  l->copies & members(entity(m, p)) ? CARD_UPGRADE_REQ : CARD_REEX_REQ,
			  r->addr, 0);
}

/* The next reference, after its thinking. */
static void go_on(struct machine *m, unsigned int p)
{
	struct processor *s = &m->p[p];

	if (s->refused) { /* the same once more */
		s->refused = false;
		run_processor(m, p);
		return;
	}
	if (s->ref.clocks) { /* has been thought */
		s->ref.clocks = 0;
	} else {
		if (!m->cfg.next(m->cfg.arg, p, &s->ref)) {
			s->ended = true;
			return;
		}
		m->stats.references++;
		if (s->ref.clocks) {
			resume(m, p, s->ref.clocks);
			return;
		}
	}
	if (s->ref.kind == MACHINE_BARRIER)
		s->at_barrier = true;
	else if (s->ref.kind == MACHINE_THINK)
		resume(m, p, 1);
	else
		run_processor(m, p);
}

static void pass_barrier(struct machine *m)
{
	unsigned int there = 0, running = 0;

	for (unsigned int p = 0; p < m->cfg.processors; p++) {
		there += m->p[p].at_barrier;
		running += !m->p[p].at_barrier && !m->p[p].ended;
	}
	if (!there || running)
		return;
	for (unsigned int p = 0; p < m->cfg.processors; p++)
		if (m->p[p].at_barrier) {
			m->p[p].at_barrier = false;
			resume(m, p, 1);
		}
}

/* ---- what the card says ---- */

/* Copies must all go that the card does not know to be @p's. */
static void invalidate(struct machine *m, struct line *l, const struct card_message *c)
{
	const uint16_t stations = card_stations(c->filter);
	uint64_t hit = (uint64_t)c->processors << (m->cfg.card.station << 2);

	for (unsigned int s = 0; s < 16; s++)
		if (stations >> s & 1)
			hit |= STATION_MASK(s);
	l->copies &= ~(hit & ~members(entity(m, c->processor)));
}

static void deliver_message(struct machine *m, const struct card_message *c)
{
	struct line *l = line_at(m, c->addr);
	const unsigned int e = entity(m, c->owner);

	if (l->owner != e)
		return; /* it has written it back by itself */
	l->owner = NOBODY;
	if (c->exclusive)
		l->copies &= ~members(e);
	send_card(m, c->owner, CARD_WRITE_BACK, c->addr, l->owned);
}

static void take_message(void *arg, const struct card_message *c)
{
	struct machine *m = arg;
	struct line *l = line_at(m, c->addr);
	const unsigned int p = c->processor, e = entity(m, p);

	switch (c->kind) {
	case CARD_DATA:
		if (c->value != l->value)
			fail(m, "a read returns what was not written last");
		if (l->owner != NOBODY)
			fail(m, "a line is read from memory that somebody owns");
		fill(m, p, l);
		resume(m, p, way(m, p));
		break;
	case CARD_OWN:
		if (c->value != l->value)
			fail(m, "a line is given that is not what was written last");
		if (l->owner != NOBODY || l->copies & ~members(e))
			fail(m, "a line is given exclusively that others have");
		fill(m, p, l);
		l->owner = (uint8_t)e;
		write(m, p, l);
		resume(m, p, way(m, p));
		break;
	case CARD_REFUSED:
		m->stats.refused++;
		m->p[p].refused = true;
		m->random = m->random * 6364136223846793005u + 1442695040888963407u;
		resume(m, p, way(m, p) + 16 + (m->random >> 59));
		break;
	case CARD_INVALIDATE:
		invalidate(m, l, c);
		break;
	case CARD_GIVE:
		later(m, way(m, c->owner), GIVE)->m = *c;
		break;
	case CARD_DONE:
		resume(m, p, way(m, p));
	}
}

/* ---- the machine ---- */

struct machine *machine_open(const struct machine_config *cfg)
{
	struct machine *m = calloc(1, sizeof(*m));
	struct card_config card = cfg->card;

	if (!m)
		return NULL;
	m->cfg = *cfg;
	m->cfg.processors = or_else(cfg->processors, MACHINE_PROCESSORS);
	m->cfg.cache = or_else(cfg->cache, 4096);
	m->cfg.near = or_else(cfg->near, 8);
	m->cfg.far = or_else(cfg->far, 40);
	m->random = cfg->seed;
	if (m->cfg.processors > MACHINE_PROCESSORS || (m->cfg.cache & (m->cfg.cache - 1)))
		goto fail;
	for (unsigned int b = 0; b <= cfg->card.boards2; b++) {
		card.board = (uint8_t)b;
		m->card[b] = card_open(&card, take_message, m);
		if (!m->card[b])
			goto fail;
	}
	for (unsigned int p = 0; p < m->cfg.processors; p++) {
		m->p[p].tag = calloc(m->cfg.cache, sizeof(uint32_t));
		if (!m->p[p].tag)
			goto fail;
		resume(m, p, 1);
	}
	return m;
fail:
	machine_close(m);
	return NULL;
}

void machine_close(struct machine *m)
{
	if (!m)
		return;
	for (unsigned int i = 0; i < RING; i++)
		for (struct event *e = m->ring[i], *next; e; e = next) {
			next = e->next;
			free(e);
		}
	for (unsigned int i = 0; i < BUCKETS; i++)
		for (struct line *l = m->bucket[i], *next; l; l = next) {
			next = l->next;
			free(l);
		}
	for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++)
		free(m->p[p].tag);
	card_close(m->card[0]);
	card_close(m->card[1]);
	free(m);
}

static void happen(struct machine *m, struct event *e)
{
	switch (e->kind) {
	case TO_CARD:
		if (card_receive(m->card[e->board], &e->t))
			abort();
		break;
	case RESUME:
		go_on(m, e->t.processor);
		break;
	case GIVE:
		deliver_message(m, &e->m);
	}
}

const char *machine_clock(struct machine *m, struct card_pins pins[2])
{
	struct event **at = &m->ring[m->now % RING];

	while (*at) {
		struct event *e = *at;

		if (e->at != m->now) { /* of another round */
			at = &e->next;
			continue;
		}
		*at = e->next;
		m->events--;
		happen(m, e);
		free(e);
	}
	pass_barrier(m);
	memset(pins, 0, 2 * sizeof(*pins));
	for (unsigned int b = 0; b <= m->cfg.card.boards2; b++)
		card_clock(m->card[b], &pins[b]);
	m->now++;
	m->stats.clocks++;
	return m->wrong;
}

bool machine_done(const struct machine *m)
{
	for (unsigned int p = 0; p < m->cfg.processors; p++)
		if (!m->p[p].ended)
			return false;
	return !m->events && card_idle(m->card[0]) && (!m->card[1] || card_idle(m->card[1]));
}

struct card *machine_card(struct machine *m, unsigned int board)
{
	return m->card[board];
}

void machine_get_stats(const struct machine *m, struct machine_stats *st)
{
	*st = m->stats;
}
