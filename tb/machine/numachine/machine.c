/* SPDX-License-Identifier: Apache-2.0 */
#include "machine_internal.h"
#include "random.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATION(p) ((p) >> 2)

void machine_fail(struct machine *m, const char *what)
{
	if (!m->wrong)
		m->wrong = what;
}

/* ---- caches ---- */

static struct cached *cached_at(struct machine *m, unsigned int p, uint32_t addr)
{
	return &m->p[p].cache[line_of_addr(m, addr) & m->cache_mask];
}

static bool holds(const struct machine *m, const struct cached *c, uint32_t addr)
{
	return c->tag == line_of_addr(m, addr) + 1;
}

void drop_copies(struct machine *m, unsigned int station, unsigned int mask, uint32_t addr)
{
	for (unsigned int i = 0; i < 4; i++) {
		const unsigned int p = station << 2 | i;
		struct cached *c;

		if (!(mask >> i & 1) || p >= m->cfg.processors || m->cfg.deaf == p + 1)
			continue;
		c = cached_at(m, p, addr);
		if (!holds(m, c, addr))
			continue;
		if (c->owned)
			machine_fail(m, "a line is invalidated that a processor owns");
		c->tag = 0;
	}
}

/* ---- transactions to the memories ---- */

unsigned int board_of(const struct machine *m, uint32_t addr)
{
	return m->cfg.card.boards2 ? addr >> m->bits & 1 : 0;
}

void wake_card(struct machine *m, unsigned int station, unsigned int board)
{
	struct station *s = &m->s[station];

	if (s->active[board])
		return;
	s->active[board] = true;
	card_pass(s->card[board], m->now - s->seen[board]);
}

void card_give(struct machine *m, unsigned int station, const struct card_transaction *t)
{
	const unsigned int board = board_of(m, t->addr);

	wake_card(m, station, board);
	if (card_receive(m->s[station].card[board], t))
		abort(); /* out of memory */
}

void count_sent(struct machine *m, unsigned int p, uint16_t cmd, uint32_t addr, bool special)
{
	if (special) {
		m->stats.counters++;
		return;
	}
	if (cmd == CARD_INVAL_RES)
		return;
	m->stats.reads += cmd == CARD_READ_REQ;
	m->stats.exclusives += cmd == CARD_REEX_REQ;
	m->stats.upgrades += cmd == CARD_UPGRADE_REQ;
	m->stats.write_backs += cmd == CARD_WRITE_BACK;
	m->stats.uncached += cmd == CARD_NONBLOCK_READ;
	m->stats.remote += STATION(p) != home_of(addr);
	m->p[p].stats.sent[STATION(p) != home_of(addr)]++;
}

void send_home(struct machine *m, unsigned int from, unsigned int p, unsigned int phase,
	       uint16_t cmd, uint32_t addr, uint32_t value)
{
	struct message *g = message_new(m, TO_CARD, addr);

	g->station = (uint8_t)home_of(addr);
	g->processor = (uint8_t)p;
	g->phase = (uint8_t)phase;
	g->cmd = cmd;
	g->value = value;
	g->words = cmd == CARD_WRITE_BACK ? (uint8_t)(1 + card_words(m)) : 1;
	if (from != g->station) {
		message_ring(g, from, g->station);
		message_via(g, BUS(g->station));
	}
	count_sent(m, p, cmd, addr, false);
	message_send(m, g, 0);
}

/* Sends a processor's request over the bus of its station to the memory card or the network
 * cache. */
static void send_request(struct machine *m, unsigned int p, uint16_t cmd, uint32_t addr,
			 uint32_t value, uint64_t clocks, bool kept, bool special)
{
	const unsigned int s = STATION(p), home = home_of(addr);
	const bool block = cmd != CARD_NONBLOCK_READ;
	struct message *g = message_new(m, home == s || !block ? TO_CARD : TO_CACHE, addr);

	g->processor = (uint8_t)p;
	g->phase = m->p[p].ref.phase;
	g->cmd = cmd;
	g->value = value;
	g->kept = kept;
	g->special = special;
	g->words = cmd == CARD_WRITE_BACK ? (uint8_t)(1 + card_words(m)) : 1;
	g->station = (uint8_t)(g->kind == TO_CARD ? home : s);
	message_via(g, BUS(s));
	if (g->kind == TO_CACHE) {
		message_via(g, NETCACHE(s));
	} else if (home != s) {
		message_ring(g, s, home);
		message_via(g, BUS(home));
	}
	if (g->kind == TO_CARD)
		count_sent(m, p, cmd, addr, special);
	message_send(m, g, clocks);
}

/* ---- processors ---- */

void processor_resume(struct machine *m, unsigned int p, uint64_t clocks)
{
	m->p[p].e.kind = RESUME;
	event_add(m, &m->p[p].e, clocks);
}

static void check_value(struct machine *m, uint32_t vaddr, uint32_t value, bool writes)
{
	m->stats.checked++;
	if (value != *truth_of(m, vaddr))
		machine_fail(m, writes ? "a line is written that is not what was stored last"
				       : "a load returns what was not stored last");
}

static void store(struct machine *m, unsigned int p, struct cached *c)
{
	uint32_t *t = truth_of(m, m->p[p].ref.addr);

	check_value(m, m->p[p].ref.addr, c->value, true);
	c->owned = true;
	c->value = ++*t;
}

static void report_to_agent(struct machine *m, unsigned int p, bool answer, bool refused)
{
	const struct processor *s = &m->p[p];

	if (m->cfg.agent)
		m->cfg.agent(m->cfg.agent_arg,
			     &(struct machine_agent){
				     .kind = answer ? MACHINE_ANSWER : MACHINE_REQUEST,
				     .processor = (uint8_t)p,
				     .phase = s->ref.phase,
				     .cmd = s->cmd,
				     .addr = s->ref.addr,
				     .line = line_of_addr(m, s->addr),
				     .refused = refused,
				     .clocks = answer ? (uint32_t)(m->now - s->sent) : 0});
}

static void ask(struct machine *m, unsigned int p, uint16_t cmd, bool special)
{
	struct processor *s = &m->p[p];

	s->cmd = cmd;
	s->waits = true;
	if (!s->again)
		s->sent = m->now;
	s->again = false;
	report_to_agent(m, p, false, false);
	send_request(m, p, cmd, s->addr, 0, m->k.agent_clocks, false, special);
}

/* The number of clocks of a load or store that the caches serve; 0: they cannot. */
static unsigned int cache_clocks(struct machine *m, unsigned int p, struct cached *c,
				 bool writes)
{
	struct processor *s = &m->p[p];
	uint32_t *first = &s->primary[line_of_addr(m, s->addr) & m->primary_mask];

	if (!holds(m, c, s->addr) || (writes && !c->owned))
		return 0;
	m->stats.hits++;
	if (writes)
		store(m, p, c);
	else
		check_value(m, s->ref.addr, c->value, false);
	if (*first == c->tag)
		return m->k.primary_clocks;
	*first = c->tag;
	return m->k.secondary_clocks;
}

static void run_processor(struct machine *m, unsigned int p)
{
	struct processor *s = &m->p[p];
	const bool writes = s->ref.kind == MACHINE_WRITE;
	struct page *g = page_at(m, s->ref.addr);
	struct cached *c;
	unsigned int clocks;

	if (writes && g->copies && !g->frozen)
		page_collapse(m, s->ref.addr);
	if (g->frozen) {
		if (!s->again)
			s->sent = m->now;
		s->parked = true;
		return;
	}
	s->addr = page_translate(m, g, s->ref.addr, STATION(p));
	if (s->ref.kind == MACHINE_UNCACHED || s->ref.kind == MACHINE_COUNTER) {
		ask(m, p, CARD_NONBLOCK_READ, s->ref.kind == MACHINE_COUNTER);
		return;
	}
	c = cached_at(m, p, s->addr);
	clocks = cache_clocks(m, p, c, writes);
	if (clocks) {
		s->again = false;
		processor_resume(m, p, clocks);
	} else if (!writes) {
		ask(m, p, CARD_READ_REQ, false);
	} else {
		ask(m, p, holds(m, c, s->addr) ? CARD_UPGRADE_REQ : CARD_REEX_REQ, false);
	}
}

static void end_processor(struct machine *m, unsigned int p)
{
	m->p[p].ended = true;
	m->p[p].stats.run = m->now;
	m->running--;
}

/* Waiting is no reference to memory. */
static bool is_access(const struct machine_ref *r)
{
	return r->kind != MACHINE_THINK && r->kind != MACHINE_BARRIER;
}

/* Executes the next reference of a processor after its computation. */
static void go_on(struct machine *m, unsigned int p)
{
	struct processor *s = &m->p[p];

	if (s->penalty) {
		processor_resume(m, p, s->penalty);
		s->penalty = 0;
		return;
	}
	if (s->again) { /* repeat the same reference */
		run_processor(m, p);
		return;
	}
	if (s->ref.clocks) { /* the computation before the reference is still to be done */
		s->ref.clocks = 0;
	} else {
		if (!m->cfg.next(m->cfg.arg, p, &s->ref)) {
			end_processor(m, p);
			return;
		}
		m->stats.references += is_access(&s->ref);
		if (s->ref.clocks) {
			processor_resume(m, p, s->ref.clocks);
			return;
		}
	}
	if (s->ref.kind == MACHINE_BARRIER) {
		s->at_barrier = true;
		m->barrier++;
	} else if (s->ref.kind == MACHINE_THINK) {
		processor_resume(m, p, 1);
	} else {
		run_processor(m, p);
	}
}

static void pass_barrier(struct machine *m)
{
	if (!m->barrier || m->barrier < m->running)
		return;
	m->barrier = 0;
	for (unsigned int p = 0; p < m->cfg.processors; p++)
		if (m->p[p].at_barrier) {
			m->p[p].at_barrier = false;
			processor_resume(m, p, 1);
		}
}

static void write_back(struct machine *m, unsigned int p, const struct cached *c, bool kept)
{
	send_request(m, p, CARD_WRITE_BACK, (c->tag - 1) << m->bits, c->value, 0, kept, false);
}

static void answered(struct machine *m, const struct message *g)
{
	struct processor *s = &m->p[g->processor];
	const uint64_t clocks = m->now + m->k.agent_clocks - s->sent;

	s->waits = false;
	s->stats.waited += clocks;
	if (g->memory)
		s->stats.found[g->found]++;
	if (g->memory && s->cmd == CARD_READ_REQ) {
		const bool remote = STATION(g->processor) != home_of(g->addr);

		s->stats.reads[remote]++;
		s->stats.clocks[remote] += clocks;
	}
	report_to_agent(m, g->processor, true, false);
	processor_resume(m, g->processor, m->k.agent_clocks);
}

/* A processor gets a line, and the load or store that requested it is executed. */
static void fill(struct machine *m, const struct message *g)
{
	const unsigned int p = g->processor;
	struct processor *s = &m->p[p];
	struct cached *c = cached_at(m, p, g->addr);

	if (!s->waits || line_of_addr(m, s->addr) != line_of_addr(m, g->addr)) {
		machine_fail(m, "a processor gets a line that it has not asked for");
		return;
	}
	if (c->tag && !holds(m, c, g->addr) && c->owned)
		write_back(m, p, c, false);
	*c = (struct cached){.tag = line_of_addr(m, g->addr) + 1, .value = g->value};
	s->primary[line_of_addr(m, g->addr) & m->primary_mask] = c->tag;
	if (g->what == CARD_OWN) {
		drop_copies(m, STATION(p), 15u & ~(1u << (p & 3)), g->addr);
		store(m, p, c);
	} else {
		check_value(m, s->ref.addr, c->value, false);
	}
	answered(m, g);
}

static void refused(struct machine *m, const struct message *g)
{
	struct processor *s = &m->p[g->processor];
	uint64_t clocks = m->k.agent_clocks + m->k.retry_clocks;

	s->waits = false;
	s->again = true;
	s->stats.refused++;
	m->stats.refused += g->memory;
	report_to_agent(m, g->processor, true, true);
	clocks += (random_lcg(&m->random) >> 32) % (2 * m->k.retry_clocks + 1);
	processor_resume(m, g->processor, clocks);
}

static void give_back(struct machine *m, const struct message *g)
{
	struct cached *c = cached_at(m, g->processor, g->addr);

	if (!holds(m, c, g->addr) || !c->owned)
		return; /* the line has already been written back */
	write_back(m, g->processor, c, !g->exclusive);
	c->owned = false;
	if (g->exclusive)
		c->tag = 0;
}

/* ---- invalidations ---- */

static struct multicast *multicast_new(struct machine *m)
{
	struct multicast *c = m->unused_multicasts;

	if (c) {
		m->unused_multicasts = c->unused;
		return c;
	}
	c = calloc(1, sizeof(*c));
	if (!c)
		abort(); /* out of memory */
	c->all = m->multicasts;
	m->multicasts = c;
	return c;
}

static void reached(struct machine *m, struct multicast *c, unsigned int station, uint32_t addr)
{
	if (--c->left)
		return;
	send_home(m, station, c->requester, c->phase, CARD_INVAL_RES, addr, 0);
	c->unused = m->unused_multicasts;
	m->unused_multicasts = c;
}

static void snooped(struct machine *m, struct message *g)
{
	drop_copies(m, g->station, g->mask, g->addr);
	if (g->writes)
		send_home(m, g->station, g->processor, g->phase, CARD_WRITE_BACK, g->addr,
			  g->value);
	if (g->returns)
		reached(m, g->multicast, g->station, g->addr);
}

static void from_home(struct machine *m, enum card_message_kind what, unsigned int station,
		      const struct message *like)
{
	struct message *g = message_new(m, FROM_HOME, like->addr);

	g->what = what;
	g->station = (uint8_t)station;
	g->processor = like->processor;
	g->value = like->value;
	g->words = like->words;
	g->multicast = like->multicast;
	message_ring(g, home_of(like->addr), station);
	message_via(g, NETCACHE(station));
	message_send(m, g, 0);
}

/* Delivers an invalidation that was sent on the bus of the home to the station's processors and
 * the network interface. */
static void multicast(struct machine *m, struct message *g)
{
	const unsigned int home = home_of(g->addr);
	uint16_t stations = card_stations(g->filter);

	stations &= (uint16_t)((1u << m->cfg.stations) - 1) & (uint16_t) ~(1u << home);
	if (g->what == CARD_INVALIDATE) {
		if (STATION(g->processor) != home)
			stations &= (uint16_t) ~(1u << STATION(g->processor));
		g->multicast->left = 1u + (unsigned int)__builtin_popcount(stations);
	}
	for (unsigned int s = 0; s < m->cfg.stations; s++)
		if (stations >> s & 1)
			from_home(m, g->what, s, g);
	if (g->what == CARD_INVALIDATE) {
		drop_copies(m, home, g->mask, g->addr);
		reached(m, g->multicast, home, g->addr);
	}
}

/* ---- messages at their places ---- */

void message_arrived(struct machine *m, struct message *g)
{
	switch (g->kind) {
	case TO_CARD:
		card_give(m, g->station,
			  &(struct card_transaction){.processor = g->processor,
						     .phase = g->phase,
						     .cmd = g->cmd,
						     .addr = local_of(g->addr),
						     .value = g->value,
						     .special = g->special});
		break;
	case TO_CACHE:
		netcache_request(m, g);
		break;
	case FROM_HOME:
		netcache_message(m, g);
		break;
	case REPLY:
		if (g->what == CARD_REFUSED)
			refused(m, g);
		else if (g->what == CARD_DONE)
			answered(m, g);
		else
			fill(m, g);
		break;
	case INTERVENE:
		give_back(m, g);
		break;
	case SNOOP:
		snooped(m, g);
		break;
	case MULTICAST:
		multicast(m, g);
	}
	message_free(m, g);
}

/* Sends a message of a memory card over the bus of its station. The transfer is the last part
 * of the card's service time. */
static void take_message(void *arg, const struct card_message *c)
{
	struct station *home = arg;
	struct machine *m = home->m;
	const unsigned int h = (unsigned int)(home - m->s);
	const bool give = c->kind == CARD_GIVE;
	const unsigned int p = give ? c->owner : c->processor, s = STATION(p);
	const bool many = c->kind == CARD_INVALIDATE || c->kind == CARD_COPY;
	const bool block = c->kind != CARD_DONE;
	struct message *g;
	unsigned int clocks;

	if (c->kind == CARD_DONE && p >= m->cfg.processors)
		return; /* the answer to a special function of a test */
	g = message_new(m,
			many		  ? MULTICAST
			: s != h && block ? FROM_HOME
			: give		  ? INTERVENE
					  : REPLY,
			h << MACHINE_LOCAL_BITS | c->addr);
	g->what = c->kind;
	g->processor = (uint8_t)p;
	g->phase = c->phase;
	g->mask = c->processors;
	g->filter = c->filter;
	g->exclusive = c->exclusive;
	g->value = c->value;
	g->words = (uint8_t)(c->data ? 1 + card_words(m) : c->kind == CARD_DONE ? 2 : 1);
	g->memory = c->kind != CARD_DONE;
	g->found = c->found;
	g->station = (uint8_t)(many ? h : s);
	if (c->kind == CARD_INVALIDATE) {
		g->multicast = multicast_new(m);
		g->multicast->requester = c->processor;
		g->multicast->phase = c->phase;
	}
	message_via(g, BUS(h));
	if (g->kind == FROM_HOME || (g->kind == REPLY && s != h)) {
		message_ring(g, h, s);
		message_via(g, g->kind == REPLY ? BUS(s) : NETCACHE(s));
	}
	clocks = bus_clocks(m, g);
	message_send(m, g, c->after > clocks ? c->after - clocks : 1);
}

/* ---- the machine ---- */

static bool power_of_two(uint32_t n)
{
	return n && !(n & (n - 1));
}

static int open_station(struct machine *m, unsigned int i)
{
	struct station *s = &m->s[i];
	struct card_config card = m->cfg.card;

	s->m = m;
	card.station = (uint8_t)i;
	for (unsigned int b = 0; b <= card.boards2; b++) {
		card.board = (uint8_t)b;
		s->card[b] = card_open(&card, take_message, s);
		if (!s->card[b])
			return -1;
	}
	s->net = calloc(m->net_mask + 1u, sizeof(*s->net));
	s->page_of = calloc(PAGES_OF_STATION, sizeof(*s->page_of));
	s->under_way = calloc(PAGES_OF_STATION, sizeof(*s->under_way));
	return s->net && s->page_of && s->under_way ? 0 : -1;
}

static bool set_sizes(struct machine *m, const struct machine_config *cfg)
{
	uint32_t lines[3];

	if (cfg->params)
		m->k = *cfg->params;
	else
		nm_params_defaults(&m->k);
	m->bits = 6 + cfg->card.line128;
	if (!m->cfg.processors)
		m->cfg.processors = cfg->stations ? 4 * cfg->stations : MACHINE_PROCESSORS;
	if (!m->cfg.stations) {
		m->cfg.stations = (m->cfg.processors + 3) / 4;
		if (m->cfg.stations <= cfg->card.station)
			m->cfg.stations = cfg->card.station + 1u;
	}
	lines[0] = cfg->cache ? cfg->cache : m->k.secondary_bytes >> m->bits;
	lines[1] = m->k.primary_bytes >> m->bits;
	lines[2] = cfg->network_cache ? cfg->network_cache : m->k.cache_bytes >> m->bits;
	m->cache_mask = lines[0] - 1;
	m->primary_mask = lines[1] - 1;
	m->net_mask = lines[2] - 1;
	if (!m->cfg.card.with_data)
		m->cfg.card.with_data = m->k.line_clocks + 1 + card_words(m);
	if (!m->cfg.card.without)
		m->cfg.card.without = m->k.word_service;
	return power_of_two(lines[0]) && power_of_two(lines[1]) && power_of_two(lines[2]) &&
	       m->cfg.stations <= STATIONS && cfg->card.station < m->cfg.stations &&
	       m->cfg.processors <= 4 * m->cfg.stations;
}

struct machine *machine_open(const struct machine_config *cfg)
{
	struct machine *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->cfg = *cfg;
	m->random = cfg->seed;
	for (unsigned int i = 0; i < WHEEL; i++)
		m->slot_end[i] = &m->slot[i];
	for (unsigned int i = 0; i < QUEUES; i++)
		m->queue[i].last = &m->queue[i].first;
	if (!set_sizes(m, cfg))
		goto fail;
	m->page = calloc(PAGES, sizeof(*m->page));
	m->truth = calloc(PAGES, sizeof(*m->truth));
	if (!m->page || !m->truth)
		goto fail;
	for (unsigned int i = 0; i < m->cfg.stations; i++)
		if (open_station(m, i))
			goto fail;
	m->running = m->cfg.processors;
	for (unsigned int p = 0; p < m->cfg.processors; p++) {
		m->p[p].cache = calloc(m->cache_mask + 1u, sizeof(struct cached));
		m->p[p].primary = calloc(m->primary_mask + 1u, sizeof(uint32_t));
		if (!m->p[p].cache || !m->p[p].primary)
			goto fail;
		processor_resume(m, p, 1);
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
	for (unsigned int i = 0; i < WHEEL; i++)
		for (struct event *e = m->slot[i], *next; e; e = next) {
			next = e->next;
			if (e->kind == ENTER || e->kind == FORWARD)
				free(e);
		}
	for (unsigned int i = 0; i < QUEUES; i++)
		for (struct message *g = m->queue[i].first, *next; g; g = next) {
			next = g->next;
			free(g);
		}
	for (struct message *g = m->unused, *next; g; g = next) {
		next = g->next;
		free(g);
	}
	for (struct multicast *c = m->multicasts, *next; c; c = next) {
		next = c->all;
		free(c);
	}
	for (unsigned int i = 0; i < STATIONS; i++) {
		card_close(m->s[i].card[0]);
		card_close(m->s[i].card[1]);
		free(m->s[i].net);
		free(m->s[i].page_of);
		free(m->s[i].under_way);
	}
	for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++) {
		free(m->p[p].cache);
		free(m->p[p].primary);
	}
	for (unsigned int i = 0; i < PAGES; i++) {
		if (m->truth)
			free(m->truth[i]);
		if (m->page)
			free(m->page[i].frames);
	}
	free(m->truth);
	free(m->page);
	free(m);
}

static void happen(struct machine *m, struct event *e)
{
	if (e->kind == RESUME)
		go_on(m, (unsigned int)((struct processor *)e - m->p));
	else
		message_happen(m, e);
}

static void clock_card(struct machine *m, unsigned int i, unsigned int b)
{
	struct station *s = &m->s[i];

	if (s->active[b]) {
		card_clock(s->card[b], &s->pins[b]);
		s->shown[b] = true;
		if (card_idle(s->card[b])) {
			s->active[b] = false;
			s->seen[b] = m->now + 1;
		}
	} else if (s->shown[b]) {
		memset(&s->pins[b], 0, sizeof(s->pins[b]));
		s->shown[b] = false;
	}
}

const char *machine_clock(struct machine *m, struct card_pins pins[2])
{
	const unsigned int slot = m->now % WHEEL;
	struct event *e = m->slot[slot], *next;

	m->slot[slot] = NULL;
	m->slot_end[slot] = &m->slot[slot];
	for (; e; e = next) {
		next = e->next;
		m->events--;
		if (e->at != m->now) /* an event of a later round */
			event_add(m, e, e->at - m->now);
		else
			happen(m, e);
	}
	pass_barrier(m);
	if (m->moves)
		pages_clock(m);
	for (unsigned int i = 0; i < m->cfg.stations; i++)
		for (unsigned int b = 0; b <= m->cfg.card.boards2; b++)
			clock_card(m, i, b);
	if (pins) {
		pins[0] = m->s[m->cfg.card.station].pins[0];
		pins[1] = m->s[m->cfg.card.station].pins[1];
	}
	m->now++;
	m->stats.clocks++;
	return m->wrong;
}

const struct card_pins *machine_pins(const struct machine *m, unsigned int station,
				     unsigned int board)
{
	return &m->s[station].pins[board];
}

bool machine_done(const struct machine *m)
{
	if (m->running || m->events || m->moves)
		return false;
	for (unsigned int i = 0; i < m->cfg.stations; i++)
		if (m->s[i].active[0] || m->s[i].active[1])
			return false;
	return true;
}

struct card *machine_card_of(struct machine *m, unsigned int station, unsigned int board)
{
	return m->s[station].card[board];
}

struct card *machine_card(struct machine *m, unsigned int board)
{
	return machine_card_of(m, m->cfg.card.station, board);
}

unsigned int machine_stations(const struct machine *m)
{
	return m->cfg.stations;
}

void machine_get_stats(const struct machine *m, struct machine_stats *st)
{
	*st = m->stats;
}

void machine_get_processor(const struct machine *m, unsigned int p,
			   struct machine_processor *st)
{
	*st = m->p[p].stats;
	if (!m->p[p].ended)
		st->run = m->now;
}

uint64_t machine_run_time(const struct machine *m)
{
	uint64_t most = 0;

	for (unsigned int p = 0; p < m->cfg.processors; p++) {
		const uint64_t n = m->p[p].ended ? m->p[p].stats.run : m->now;

		most = n > most ? n : most;
	}
	return most;
}

bool machine_get_use(const struct machine *m, unsigned int i, struct machine_use *u)
{
	const unsigned int boards = 1 + m->cfg.card.boards2;
	const double t = (double)(m->now ? m->now : 1);
	struct card_stats st;

	if (network_use(m, i, u))
		return true;
	i -= QUEUES;
	if (i >= boards * m->cfg.stations)
		return false;
	card_get_stats(m->s[i / boards].card[i % boards], &st);
	*u = (struct machine_use){.busy = (double)st.busy / t,
				  .length = (double)st.depths / t,
				  .wait = st.left ? (double)st.waited / (double)st.left : 0,
				  .rate = (double)st.left / t,
				  .messages = st.left,
				  .longest = st.deepest};
	snprintf(u->name, sizeof(u->name), boards > 1 ? "memory %u.%u" : "memory %u",
		 i / boards, i % boards);
	return true;
}
