/* SPDX-License-Identifier: Apache-2.0 */
#include "card.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ADDRESS 0xFFFFFFFu
#define BUCKETS 65536u
#define LEAST 4u /* minimum number of clocks between two mon_start */
/* address of the monitor's counters: AD[35:32] = 4, AD[27:24] = 1110 */
#define MONITOR 0x40E000000u
#define LINE_WORDS 8u /* 64-bit words in 64 bytes */

struct entry { /* of the directory */
	struct card_line line;
	uint32_t number; /* of the line */
	struct entry *next;
};

struct waiting {
	struct card_transaction t;
	struct card_special *special; /* NULL: none */
	uint64_t since;		      /* clock of its arrival */
	unsigned int words;
	struct waiting *next;
};

struct queue {
	struct waiting *first, **last;
	unsigned int n;
};

struct card {
	struct card_config cfg;
	card_send_fn *send;
	void *arg;
	uint64_t now;
	struct entry *bucket[BUCKETS];
	struct queue outside, fifo; /* transactions before the FIFO and in it */
	/* the transaction being served */
	struct card_transaction current;
	struct card_special *special;	/* the special function that is executed, line by
					 * line */
	unsigned int service;		/* service clocks of the current transaction */
	bool attached, monitor_busy;	/* attached to a monitor; the monitor is busy */
	bool awaits;			/* waits for the monitor's answer to an access */
	bool starts;			/* mon_start is in the next clock */
	unsigned int busy;		/* clocks until the next transaction may be taken */
	unsigned int data;		/* words of a write that are still to be sent on AD */
	unsigned int to_write, to_read; /* word mode: pending counts up and down */
	struct card_stats stats;
};

static unsigned int or_else(unsigned int v, unsigned int otherwise)
{
	return v ? v : otherwise;
}

struct card *card_open(const struct card_config *cfg, card_send_fn *send, void *arg)
{
	/* address and data of a line */
	const unsigned int line = 1 + (LINE_WORDS << cfg->line128);
	struct card *c;

	if (cfg->station > 15 || cfg->board > cfg->boards2 ||
	    (cfg->without && cfg->without < LEAST) || (cfg->with_data && cfg->with_data < line))
		return NULL;
	c = calloc(1, sizeof(*c));
	if (!c)
		return NULL;
	c->cfg = *cfg;
	c->cfg.fifo = or_else(cfg->fifo, 64);
	c->cfg.with_data = or_else(cfg->with_data, line + 7);
	c->cfg.without = or_else(cfg->without, 6);
	c->send = send;
	c->arg = arg;
	c->outside.last = &c->outside.first;
	c->fifo.last = &c->fifo.first;
	return c;
}

static struct waiting *dequeue(struct queue *q)
{
	struct waiting *w = q->first;

	if (w) {
		q->first = w->next;
		if (!q->first)
			q->last = &q->first;
		q->n--;
	}
	return w;
}

static void enqueue(struct queue *q, struct waiting *w)
{
	w->next = NULL;
	*q->last = w;
	q->last = &w->next;
	q->n++;
}

void card_close(struct card *c)
{
	struct waiting *w;

	if (!c)
		return;
	while ((w = dequeue(&c->outside)) || (w = dequeue(&c->fifo))) {
		free(w->special);
		free(w);
	}
	free(c->special);
	for (unsigned int i = 0; i < BUCKETS; i++)
		for (struct entry *e = c->bucket[i], *next; e; e = next) {
			next = e->next;
			free(e);
		}
	free(c);
}

/* ---- lines ---- */

static unsigned int line_bits(const struct card *c)
{
	return 6 + c->cfg.line128;
}

bool card_has(const struct card *c, uint32_t addr)
{
	return !c->cfg.boards2 || (addr >> line_bits(c) & 1) == c->cfg.board;
}

static struct entry **find(const struct card *c, uint32_t addr)
{
	const uint32_t number = (addr & ADDRESS) >> line_bits(c);
	struct entry **at = (struct entry **)&c->bucket[number % BUCKETS];

	while (*at && (*at)->number != number)
		at = &(*at)->next;
	return at;
}

/* The directory entry of a line, created if necessary. NULL: out of memory. */
static struct card_line *line_of(struct card *c, uint32_t addr)
{
	struct entry **at = find(c, addr);

	if (!*at) {
		*at = calloc(1, sizeof(**at));
		if (!*at)
			return NULL;
		(*at)->number = (addr & ADDRESS) >> line_bits(c);
	}
	return &(*at)->line;
}

void card_look(const struct card *c, uint32_t addr, struct card_line *line)
{
	struct entry **at = find(c, addr);

	*line = *at ? (*at)->line : (struct card_line){.state = CARD_LV};
}

int card_set(struct card *c, uint32_t addr, const struct card_line *line)
{
	struct card_line *l = line_of(c, addr);

	if (!l)
		return -ENOMEM;
	*l = *line;
	return 0;
}

/* Returns the filter mask of a station; station 4 r + s is number s on ring r. */
uint8_t card_filter(unsigned int station)
{
	return (uint8_t)(0x10u << (station >> 2) | 1u << (station & 3));
}

uint16_t card_stations(uint8_t filter)
{
	uint16_t n = 0;

	for (unsigned int s = 0; s < 16; s++)
		if ((filter & card_filter(s)) == card_filter(s))
			n |= (uint16_t)(1u << s);
	return n;
}

/* ---- the protocol ---- */

static bool is_local(const struct card *c, unsigned int processor)
{
	return processor >> 2 == c->cfg.station;
}

static void say(struct card *c, struct card_message *m)
{
	m->addr = c->current.addr;
	m->phase = c->current.phase;
	m->after = c->service;
	c->send(c->arg, m);
}

static void answer(struct card *c, enum card_message_kind kind, unsigned int to, uint32_t value,
		   enum card_state found)
{
	c->stats.found[found] += kind == CARD_DATA || kind == CARD_OWN;
	say(c, &(struct card_message){.kind = kind,
				      .processor = (uint8_t)to,
				      .value = value,
				      .data = kind == CARD_DATA || kind == CARD_OWN,
				      .found = found});
}

static void give_copy(struct card *c, struct card_line *l, unsigned int to,
		      enum card_state found)
{
	if (is_local(c, to)) {
		l->processors |= (uint8_t)(1u << (to & 3));
	} else {
		l->filter |= card_filter(to >> 2);
		l->state = CARD_GV;
	}
	answer(c, CARD_DATA, to, l->value, found);
}

static void own_line(const struct card *c, struct card_line *l, unsigned int to)
{
	l->state = is_local(c, to) ? CARD_LI : CARD_GI;
	l->processors = is_local(c, to) ? (uint8_t)(1u << (to & 3)) : 0;
	l->filter = is_local(c, to) ? 0 : card_filter(to >> 2);
}

static void grant(struct card *c, const struct card_line *l, unsigned int to,
		  enum card_state found, bool bare)
{
	c->stats.found[found]++;
	say(c, &(struct card_message){.kind = CARD_OWN,
				      .processor = (uint8_t)to,
				      .value = l->value,
				      .data = !bare,
				      .found = found});
}

/* Returns whether the directory records a copy of the line at processor @p or, for another
 * station, at the processor's station. */
static bool has_copy(const struct card *c, const struct card_line *l, unsigned int p)
{
	return is_local(c, p) ? l->processors >> (p & 3) & 1
			      : card_stations(l->filter) >> (p >> 2) & 1;
}

/* Gives the line to @to exclusively: immediately if no other copy exists, otherwise after all
 * other copies have been invalidated. */
static void give_alone(struct card *c, struct card_line *l, unsigned int to)
{
	const uint8_t own = is_local(c, to) ? (uint8_t)(1u << (to & 3)) : 0;
	const uint8_t others = l->processors & (uint8_t)~own, filter = l->filter;
	const enum card_state found = l->state;
	const bool bare = c->current.cmd == CARD_UPGRADE_REQ && has_copy(c, l, to);
	uint16_t stations = card_stations(filter);

	if (!is_local(c, to))
		stations &= (uint16_t) ~(1u << (to >> 2));
	own_line(c, l, to);
	if (!others && !stations) {
		grant(c, l, to, found, bare);
		return;
	}
	l->locked = true;
	l->waiting = CARD_INVAL_RES;
	l->requester = (uint8_t)to;
	l->phase = c->current.phase;
	l->found = found;
	l->bare = bare;
	c->stats.invalidates++;
	say(c, &(struct card_message){.kind = CARD_INVALIDATE,
				      .processor = (uint8_t)to,
				      .processors = others,
				      .filter = filter});
}

/* Called when the invalidation has reached all stations. */
static void invalidated(struct card *c, struct card_line *l)
{
	if (!l->locked || l->waiting != CARD_INVAL_RES)
		return;
	l->locked = false;
	grant(c, l, l->requester, l->found, l->bare);
}

static unsigned int first_bit(unsigned int mask)
{
	unsigned int n = 0;

	while (mask && !(mask >> n & 1))
		n++;
	return n;
}

/* Returns the number of a processor of the station that owns the line. */
static unsigned int owner_of(const struct card *c, const struct card_line *l)
{
	if (l->state == CARD_LI)
		return (unsigned int)c->cfg.station << 2 | first_bit(l->processors);
	return first_bit(card_stations(l->filter)) << 2;
}

static void ask_owner(struct card *c, struct card_line *l, uint16_t request)
{
	l->locked = true;
	l->waiting = request;
	l->requester = c->current.processor;
	l->found = l->state;
	say(c, &(struct card_message){.kind = CARD_GIVE,
				      .processor = c->current.processor,
				      .owner = (uint8_t)owner_of(c, l),
				      .exclusive = request != CARD_READ_REQ});
}

static void request(struct card *c, struct card_line *l)
{
	const unsigned int from = c->current.processor;

	if (l->locked) {
		c->stats.nacks++;
		answer(c, CARD_REFUSED, from, 0, l->state);
		return;
	}
	if (l->state == CARD_LI || l->state == CARD_GI) {
		ask_owner(c, l, c->current.cmd);
	} else if (c->current.cmd == CARD_READ_REQ) {
		give_copy(c, l, from, l->state);
	} else {
		give_alone(c, l, from);
	}
}

/* Handles a write-back of the owner, which may be requested or not. */
static void write_back(struct card *c, struct card_line *l)
{
	const enum card_state was = l->state;
	const uint8_t processors = l->processors, filter = l->filter;
	const bool kept = l->locked && l->waiting == CARD_READ_REQ;

	if ((was != CARD_LI && was != CARD_GI) || (l->locked && l->waiting == CARD_INVAL_RES))
		return; /* no owner: ignore the data */
	l->value = c->current.value;
	l->state = CARD_LV;
	l->processors = l->filter = 0;
	if (!l->locked)
		return;
	l->locked = false;
	if (kept) { /* the owner keeps a copy */
		l->processors = processors;
		l->filter = filter;
		if (was == CARD_GI)
			l->state = CARD_GV;
		give_copy(c, l, l->requester, l->found);
	} else {
		own_line(c, l, l->requester);
		grant(c, l, l->requester, l->found, false);
	}
}

/* Returns whether the transaction transfers a line; @l: state of the line before it. */
static bool moves_line(const struct card_line *l, uint16_t cmd)
{
	const bool read = cmd == CARD_READ_REQ || cmd == CARD_REEX_REQ;

	/* a write-back always has data */
	return cmd == CARD_WRITE_BACK ||
	       (read && !l->locked && (l->state == CARD_LV || l->state == CARD_GV));
}

/* Serves the current transaction. Returns the command that the monitor sees. */
static uint16_t serve(struct card *c)
{
	struct card_line *l = line_of(c, c->current.addr);
	uint16_t cmd = c->current.cmd;

	if (!l)
		abort(); /* out of memory */
	switch (cmd) {
	case CARD_READ_REQ:
	case CARD_REEX_REQ:
	case CARD_UPGRADE_REQ:
		if (l->locked)
			cmd |= CARD_NACK;
		request(c, l);
		break;
	case CARD_WRITE_BACK:
		write_back(c, l);
		break;
	case CARD_INVAL_RES:
		invalidated(c, l);
		break;
	case CARD_READ_RES:
	case CARD_REEX_RES:
		break;
	default: /* noncoherent: the directory is not involved */
		answer(c, CARD_DONE, c->current.processor, 0, l->state);
	}
	return cmd;
}

/* ---- the clock ---- */

/* AD of the current transaction: source station and processor, phase, home station, 28 bits of
 * address. */
static uint64_t address(const struct card *c)
{
	const struct card_transaction *t = &c->current;
	const uint64_t station = t->processor >> 2;

	return (1ull << (station >> 2)) << 60 | (1ull << (station & 3)) << 56 |
	       (1ull << (t->processor & 3)) << 52 | (uint64_t)(t->phase & 15) << 48 |
	       (uint64_t)card_filter(c->cfg.station) << 40 |
	       (uint64_t)(c->cfg.station & 15) << 36 | (t->addr & ADDRESS);
}

/* ---- special functions ---- */

/* Executes the special function on one line of the range. False: it was the last. */
static bool special_line(struct card *c)
{
	struct card_special *f = c->special;
	struct card_line *l;

	c->current.addr = f->addr;
	l = line_of(c, f->addr);
	if (!l)
		abort(); /* out of memory */
	switch (f->function) {
	case CARD_SET_STATE:
		*l = (struct card_line){.state = CARD_LV, .value = l->value};
		break;
	case CARD_LOCK:
		if (!l->locked)
			l->waiting = 0;
		l->locked = true;
		break;
	case CARD_UNLOCK:
		if (!l->waiting)
			l->locked = false;
		break;
	case CARD_MULTICAST:
		if (l->locked || l->state == CARD_LI || l->state == CARD_GI)
			break;
		l->filter |= f->filter;
		l->state = CARD_GV;
		say(c, &(struct card_message){.kind = CARD_COPY,
					      .filter = f->filter,
					      .value = l->value,
					      .data = true});
	}
	f->addr += (1u + c->cfg.boards2) << line_bits(c);
	return --f->lines;
}

/* Goes on to the next line and charges the clocks that it takes. */
static void go_on_special(struct card *c)
{
	c->service = c->special->function == CARD_MULTICAST ? c->cfg.with_data : c->cfg.without;
	c->busy = c->service - 1;
	c->stats.busy += c->service;
	if (special_line(c))
		return;
	answer(c, CARD_DONE, c->special->processor, 0, CARD_LV);
	free(c->special);
	c->special = NULL;
}

/* Reduces the range of a special function to the lines of this board. */
static void own_lines(const struct card *c, struct card_special *f)
{
	if (!card_has(c, f->addr) && f->lines) {
		f->addr += 1u << line_bits(c);
		f->lines--;
	}
	if (c->cfg.boards2)
		f->lines = f->lines / 2 + f->lines % 2;
}

int card_special(struct card *c, const struct card_special *f)
{
	struct card_special own = *f;
	struct waiting *w;

	own_lines(c, &own);
	if (!own.lines || f->function > CARD_MULTICAST)
		return -EINVAL;
	w = calloc(1, sizeof(*w));
	if (!w)
		return -ENOMEM;
	w->special = malloc(sizeof(*f));
	if (!w->special) {
		free(w);
		return -ENOMEM;
	}
	*w->special = own;
	w->t.special = true;
	w->t.processor = own.processor;
	w->t.addr = own.addr;
	w->words = 1;
	enqueue(&c->outside, w);
	return 0;
}

static bool in_range(const struct card_transaction *t, uint32_t addr, uint32_t bytes)
{
	return t->addr >= addr && t->addr < addr + bytes;
}

bool card_uses(const struct card *c, uint32_t addr, uint32_t bytes)
{
	const struct waiting *lists[] = {c->outside.first, c->fifo.first};
	struct card_line l;

	if (c->special || (c->starts && in_range(&c->current, addr, bytes)))
		return true;
	for (unsigned int i = 0; i < 2; i++)
		for (const struct waiting *w = lists[i]; w; w = w->next)
			if (w->special || in_range(&w->t, addr, bytes))
				return true;
	for (uint32_t a = addr; a < addr + bytes; a += 1u << line_bits(c)) {
		card_look(c, a, &l);
		if (l.locked)
			return true;
	}
	return false;
}

static unsigned int words_of(const struct card *c, uint16_t cmd)
{
	if (cmd == CARD_WRITE_BACK)
		return 1 + (LINE_WORDS << c->cfg.line128);
	return cmd == CARD_NONBLOCK_WRITE ? 2 : 1;
}

int card_receive(struct card *c, const struct card_transaction *t)
{
	struct waiting *w = malloc(sizeof(*w));

	if (!w)
		return -ENOMEM;
	w->t = *t;
	w->special = NULL;
	w->words = words_of(c, t->cmd);
	enqueue(&c->outside, w);
	return 0;
}

/* Puts a header into the FIFO. Returns by how much the depth counter must count up. */
static unsigned int enter_fifo(struct card *c)
{
	struct waiting *w;

	if (c->fifo.n >= c->cfg.fifo || !c->outside.n || c->to_write)
		return 0;
	w = dequeue(&c->outside);
	w->since = c->now;
	enqueue(&c->fifo, w);
	if (c->fifo.n > c->stats.deepest)
		c->stats.deepest = c->fifo.n;
	return c->cfg.word_mode ? w->words : 1;
}

/* Takes a header from the FIFO and serves its transaction, which starts in the next clock. */
static unsigned int leave_fifo(struct card *c)
{
	struct waiting *w;
	unsigned int n;

	if (c->busy || c->special || c->awaits || c->monitor_busy || c->to_read || !c->fifo.n)
		return 0;
	w = dequeue(&c->fifo);
	c->current = w->t;
	c->special = w->special;
	c->stats.taken += !w->t.special;
	c->stats.left++;
	c->stats.waited += c->now - w->since;
	n = c->cfg.word_mode ? w->words : 1;
	free(w);
	c->starts = true;
	return n;
}

static void count(struct card *c, struct card_pins *pins, unsigned int up, unsigned int down)
{
	c->to_write += up;
	c->to_read += down;
	/* up and down in the same clock cancel each other */
	if (c->to_write && c->to_read) {
		c->to_write--;
		c->to_read--;
	} else if (c->to_write || c->to_read) {
		pins->fifo_cnt_en = true;
		pins->fifo_cnt_dir = c->to_write;
		c->to_write ? c->to_write-- : c->to_read--;
	}
}

void card_clock(struct card *c, struct card_pins *pins)
{
	struct card_line l;
	unsigned int up, down;

	memset(pins, 0, sizeof(*pins));
	if (c->busy)
		c->busy--;
	c->stats.depths += c->fifo.n;
	c->stats.busy += c->awaits;
	if (c->starts && c->current.special) {
		c->starts = false;
		if (c->attached && !c->special) {
			pins->sf_start = true;
			pins->ad = (address(c) & ~(uint64_t)ADDRESS) | MONITOR |
				   (c->current.addr & 0x3FFFC);
			c->awaits = true;
			/* an access to a register or counter of the monitor */
		} else if (!c->special) {
			c->service = c->cfg.without;
			c->busy = c->service - 1;
			c->stats.busy += c->service;
			answer(c, CARD_DONE, c->current.processor, 0, CARD_LV);
		}
	} else if (c->starts) {
		c->starts = false;
		card_look(c, c->current.addr, &l);
		pins->mon_start = true;
		pins->ad = address(c);
		pins->valid = l.state == CARD_LV || l.state == CARD_GV;
		pins->lock = l.locked;
		pins->local_global = l.state == CARD_LV || l.state == CARD_LI;
		c->data = words_of(c, c->current.cmd) - 1;
		c->service = moves_line(&l, c->current.cmd) ? c->cfg.with_data : c->cfg.without;
		c->busy = c->service - 1; /* this clock is already counted */
		c->stats.busy += c->service;
		pins->cmd = serve(c);
	} else if (c->data) {
		c->data--;
		pins->ad = (uint64_t)c->current.value << 32 | c->current.value;
	}
	if (c->special && !c->busy)
		go_on_special(c);
	down = c->starts ? 0 : leave_fifo(c);
	up = enter_fifo(c);
	count(c, pins, up, down);
	c->now++;
}

bool card_idle(const struct card *c)
{
	return !c->outside.n && !c->fifo.n && !c->starts && !c->busy && !c->special &&
	       !c->awaits && !c->to_read && !c->to_write;
}

void card_attach(struct card *c)
{
	c->attached = true;
}

void card_monitor(struct card *c, bool busy, bool ack)
{
	c->monitor_busy = busy;
	if (!c->awaits || !ack)
		return;
	c->awaits = false;
	c->service = 1;
	answer(c, CARD_DONE, c->current.processor, 0, CARD_LV);
}

void card_pass(struct card *c, uint64_t n)
{
	c->now += n;
}

unsigned int card_waiting(const struct card *c)
{
	return c->fifo.n;
}

void card_get_stats(const struct card *c, struct card_stats *st)
{
	*st = c->stats;
}
