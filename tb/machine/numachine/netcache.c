/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The network cache of a station: it holds lines of other stations' memories, with a directory
 * of the station's processors. To the home it is one holder of a line; to the processors it
 * behaves like a memory card. Only one request for a line is in progress at a time; others are
 * refused.
 */
#include "machine_internal.h"
#include <string.h>

static struct netline *line_in(struct machine *m, unsigned int s, uint32_t addr)
{
	const uint32_t line = line_of_addr(m, addr);

	return &m->s[s].net[line & m->net_mask];
}

static bool has(const struct machine *m, const struct netline *l, uint32_t addr)
{
	return l->tag == line_of_addr(m, addr) + 1;
}

static void reply(struct machine *m, unsigned int p, enum card_message_kind what, uint32_t addr,
		  uint32_t value, const struct message *from)
{
	struct message *g = message_new(m, REPLY, addr);

	g->what = what;
	g->processor = (uint8_t)p;
	g->station = (uint8_t)(p >> 2);
	g->value = value;
	g->words = what == CARD_REFUSED ? 1 : (uint8_t)(1 + card_words(m));
	if (from) { /* the reply comes from the home */
		g->memory = true;
		g->found = from->found;
		g->words = from->words;
	} else {
		m->stats.in_station += what != CARD_REFUSED;
	}
	message_via(g, BUS(p >> 2));
	message_send(m, g, 0);
}

/* Orders a processor of the station to give its line back. */
static void intervene(struct machine *m, unsigned int p, uint32_t addr, bool exclusive)
{
	struct message *g = message_new(m, INTERVENE, addr);

	g->processor = (uint8_t)p;
	g->station = (uint8_t)(p >> 2);
	g->exclusive = exclusive;
	message_via(g, BUS(p >> 2));
	message_send(m, g, 0);
}

/* Removes the copies of the station; then writes the value back or acknowledges the
 * invalidation. */
static void snoop(struct machine *m, unsigned int s, uint32_t addr,
		  const struct netline *writes, struct multicast *multicast)
{
	struct message *g = message_new(m, SNOOP, addr);

	g->station = (uint8_t)s;
	g->mask = 15;
	if (writes) {
		g->writes = true;
		g->value = writes->value;
		g->processor = writes->requester;
		g->phase = writes->phase;
	}
	g->multicast = multicast;
	g->returns = multicast;
	message_via(g, BUS(s));
	message_send(m, g, 0);
}

static uint32_t addr_of(const struct machine *m, const struct netline *l)
{
	return (l->tag - 1) << m->bits;
}

/* Executes the home's order to give the line back; the station owns the line, which is not
 * locked. */
static void give(struct machine *m, unsigned int s, struct netline *l, bool exclusive)
{
	const uint32_t addr = addr_of(m, l);

	if (l->owner != NOBODY) {
		l->lock = GIVING;
		l->exclusive = exclusive;
		intervene(m, s << 2 | l->owner, addr, exclusive);
	} else if (exclusive) {
		l->state = NET_INVALID;
		l->copies = 0;
		snoop(m, s, addr, l, NULL);
	} else {
		l->state = NET_SHARED;
		send_home(m, s, l->requester, l->phase, CARD_WRITE_BACK, addr, l->value);
	}
}

static void unlock(struct machine *m, unsigned int s, struct netline *l)
{
	const uint8_t order = l->give;

	l->lock = FREE_LINE;
	l->give = 0;
	if (order && l->state == NET_OWNED)
		give(m, s, l, order == 2);
}

/* Makes room for a line. False: not possible yet. */
static bool make_room(struct machine *m, unsigned int s, struct netline *l)
{
	const uint32_t old = addr_of(m, l);

	if (l->lock != FREE_LINE)
		return false;
	if (l->state == NET_OWNED && l->owner != NOBODY) {
		l->lock = EVICTING;
		intervene(m, s << 2 | l->owner, old, true);
		return false;
	}
	if (l->state == NET_OWNED)
		snoop(m, s, old, l, NULL);
	else if (l->state == NET_SHARED && l->copies)
		snoop(m, s, old, NULL, NULL);
	return true;
}

static void to_processor(struct machine *m, struct netline *l, unsigned int p, bool exclusive,
			 uint32_t addr, const struct message *from)
{
	const uint8_t bit = (uint8_t)(1u << (p & 3));

	if (exclusive) {
		l->owner = p & 3;
		l->copies = bit;
	} else {
		l->copies |= bit;
	}
	reply(m, p, exclusive ? CARD_OWN : CARD_DATA, addr, l->value, from);
}

static void written_back(struct machine *m, unsigned int s, struct netline *l,
			 const struct message *g)
{
	const uint8_t lock = l->lock;

	if (!has(m, l, g->addr) || l->owner != (g->processor & 3)) {
		machine_fail(m, "a network cache gets a line back that it has not given");
		return;
	}
	l->value = g->value;
	l->owner = NOBODY;
	l->copies = g->kept ? l->copies : 0;
	switch (lock) {
	case LOCAL_GIVE:
		to_processor(m, l, l->requester, l->exclusive, g->addr, NULL);
		unlock(m, s, l);
		break;
	case EVICTING:
	case GIVING:
		send_home(m, s, g->processor, g->phase, CARD_WRITE_BACK, g->addr, l->value);
		l->state = lock == GIVING && !l->exclusive ? NET_SHARED : NET_INVALID;
		l->lock = FREE_LINE;
		l->give = 0;
		break;
	default:
		break;
	}
}

void netcache_request(struct machine *m, struct message *g)
{
	const unsigned int s = g->station, p = g->processor;
	struct netline *l = line_in(m, s, g->addr);
	const bool exclusive = g->cmd != CARD_READ_REQ;

	if (g->cmd == CARD_WRITE_BACK) {
		written_back(m, s, l, g);
		return;
	}
	if (!has(m, l, g->addr)) {
		if (l->tag && !make_room(m, s, l)) {
			reply(m, p, CARD_REFUSED, g->addr, 0, NULL);
			return;
		}
		memset(l, 0, sizeof(*l));
		l->tag = line_of_addr(m, g->addr) + 1;
		l->owner = NOBODY;
	}
	if (l->lock != FREE_LINE) {
		reply(m, p, CARD_REFUSED, g->addr, 0, NULL);
		return;
	}
	if (l->state == NET_OWNED && l->owner != NOBODY) {
		l->lock = LOCAL_GIVE;
		l->requester = (uint8_t)p;
		l->phase = g->phase;
		l->exclusive = exclusive;
		intervene(m, s << 2 | l->owner, g->addr, exclusive);
		return;
	}
	if (l->state == NET_OWNED || (l->state == NET_SHARED && !exclusive)) {
		to_processor(m, l, p, exclusive, g->addr, NULL);
		return;
	}
	l->lock = exclusive ? OWNING : READING;
	l->requester = (uint8_t)p;
	l->phase = g->phase;
	send_home(m, s, p, g->phase,
		  !exclusive		   ? CARD_READ_REQ
		  : l->state == NET_SHARED ? CARD_UPGRADE_REQ
					   : CARD_REEX_REQ,
		  g->addr, 0);
}

void netcache_message(struct machine *m, struct message *g)
{
	const unsigned int s = g->station;
	struct netline *l = line_in(m, s, g->addr);
	const bool mine = has(m, l, g->addr);

	switch (g->what) {
	case CARD_DATA:
	case CARD_OWN:
		if (!mine || l->lock != (g->what == CARD_DATA ? READING : OWNING)) {
			machine_fail(m,
				     "a network cache gets a line that it has not asked for");
			return;
		}
		l->value = g->value;
		l->state = g->what == CARD_DATA ? NET_SHARED : NET_OWNED;
		to_processor(m, l, l->requester, g->what == CARD_OWN, g->addr, g);
		unlock(m, s, l);
		break;
	case CARD_REFUSED:
		if (!mine || (l->lock != READING && l->lock != OWNING)) {
			machine_fail(m, "a network cache is refused what it has not asked for");
			return;
		}
		reply(m, l->requester, CARD_REFUSED, g->addr, 0, g);
		unlock(m, s, l);
		break;
	case CARD_INVALIDATE:
		if (mine) {
			if (l->state == NET_OWNED)
				machine_fail(m, "a line is invalidated that its station owns");
			l->state = NET_INVALID;
			l->copies = 0;
		}
		snoop(m, s, g->addr, NULL, g->multicast);
		break;
	case CARD_GIVE:
		if (!mine || l->state != NET_OWNED)
			break; /* the line has been written back already */
		if (l->lock == FREE_LINE)
			give(m, s, l, g->exclusive);
		else if (l->lock == LOCAL_GIVE)
			l->give = g->exclusive ? 2 : 1;
		break;
	case CARD_COPY:
		if (!mine && l->tag && (l->state != NET_INVALID || l->lock != FREE_LINE))
			break; /* a line that was not requested replaces no other line */
		if (!mine) {
			memset(l, 0, sizeof(*l));
			l->tag = line_of_addr(m, g->addr) + 1;
			l->owner = NOBODY;
		}
		if (l->lock == FREE_LINE && l->state == NET_INVALID) {
			l->state = NET_SHARED;
			l->value = g->value;
		}
		break;
	case CARD_DONE:
		break;
	}
}
