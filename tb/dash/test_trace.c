/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the trace buffer: entries, its end, the handshake with software. */
#include "station.h"
#include <errno.h>
#include <string.h>

#define FILLS 5u

/* Sends a request, and reads the words of its entry over the bus. */
static uint64_t traced(struct station *t, const struct dash_bus *b, uint64_t *second)
{
	const uint32_t at = t->g->tcnt;

	station_bus(t, b);
	station_drain(t);
	if (second)
		*second = station_word(t, at + 1);
	return station_word(t, at);
}

/* Tests each bit of a plain entry (BG-8), from the top: kind, address, processor. */
static void plain(struct sim *s)
{
	struct station *t = station_begin(s, DASH_TRACE, &(struct dash_conditions){0});

	for (unsigned int EACH(i, 0); i < 36; i++) {
		const struct dash_bus b = {.start = true,
					   .write = i == 35,
					   .addr = i >= 6 && i < 35 ? 1u << (i - 6) : 0,
					   .cpu = i < 6 ? (uint8_t)(1u << i) : 0,
					   .prom = 0xFFF};

		SIM_EQ(s, traced(t, &b, NULL), UINT64_C(1) << i, "the entry");
	}
	/* a reply is no request */
	station_bus(t, &(struct dash_bus){.start = true, .reply = true});
	station_finish(t);
	SIM_EQ(s, station_get(t, DASH_TCNT), 36, "words");
}

/* Tests the second word of an entry; then fills the buffer, which holds half as many entries of
 * two words. */
static void extended(struct sim *s)
{
	struct station *t =
		station_begin(s, DASH_TRACE, &(struct dash_conditions){.extended = true});
	struct dash_bus b = {.start = true, .prom = 0x5A5, .addr = 0x123, .cpu = 9};
	uint64_t second;

	traced(t, &b, &second);
	SIM_EQ(s, second, UINT64_C(0x5A5FFFFFF), "PROM address, and no earlier request");
	for (unsigned int EACH(bit, 0); bit < 12; bit++) {
		b.prom = (uint16_t)(1u << bit);
		station_bus(t, &b);
		station_idle(t, 30 + bit);
		SIM_EQ(s, traced(t, &b, &second) >> 6, b.addr, "the first word");
		SIM_EQ(s, second, (uint64_t)b.prom << 24 | (32 + bit), "PROM address and time");
	}
	for (unsigned int i = 25; i < 40; i++) {
		b.addr = i;
		station_bus(t, &b);
		station_idle(t, 16);
	}
	station_finish(t);
	SIM_EQ(s, t->g->count[DC_TRACED], STATION_SHORT_WORDS / 2, "entries");
	SIM_EQ(s, t->g->count[DC_FULL], 8, "requests that found no room");

	/* one word is left: the entry needs two, and none is written */
	station_put(t, DASH_TCNT, STATION_SHORT_WORDS - 1);
	station_enable(t, true);
	station_bus(t, &b);
	station_finish(t);
	SIM_EQ(s, station_get(t, DASH_TCNT), STATION_SHORT_WORDS - 1, "words");
	SIM_EQ(s, station_get(t, DASH_FULL), 9, "requests that found no room");
}

/* Tests that the time of the last request is not known when the board has been switched off. */
static void switched_off(struct sim *s)
{
	struct station *t =
		station_begin(s, DASH_TRACE, &(struct dash_conditions){.extended = true});
	const struct dash_bus b = {.start = true, .addr = 0x55};
	uint64_t second;

	for (unsigned int EACH(i, 0); i < 3; i++) {
		traced(t, &b, &second);
		SIM_EQ(s, second, 0xFFFFFF, "no earlier request");
		traced(t, &b, &second);
		SIM_CHECK(s, second < 1000, "clocks since the earlier request: %llu",
			  (unsigned long long)second);
		station_enable(t, false);
		station_idle(t, 10);
		station_enable(t, true);
	}
	station_finish(t);
}

/* ---- the pointer while an entry is written ---- */

#define ELSEWHERE 10u

struct late {
	struct dash_bus b;
	unsigned int wait; /* clocks */
};

static void send_late(void *arg, struct dash_bus *b)
{
	struct late *l = arg;

	if (!l->wait)
		*b = l->b;
	l->wait--; /* and then it is 0 no more */
}

/* Moves the pointer at every phase of the write of an entry of two words, which must be whole,
 * at the old place or at the new one. */
static void pointer_moves(struct sim *s)
{
	struct station *t = station_open(s, false);
	unsigned int old = 0, new = 0;

	station_load(t, DASH_TRACE, &(struct dash_conditions){.extended = true});
	station_enable(t, true);
	for (uint32_t EACH(i, 0); i < 40; i++) {
		struct late l = {{.start = true, .addr = 0x100 + i, .prom = (uint16_t)(1 + i)},
				 i};
		uint32_t end, at, other;

		station_put(t, DASH_TCNT, 0);
		t->arg = &l;
		t->source = send_late;
		station_idle(t, 20);
		station_put(t, DASH_TCNT, ELSEWHERE);
		station_idle(t, 40);
		t->source = NULL;
		station_drain(t);
		end = station_get(t, DASH_TCNT);
		at = end == ELSEWHERE ? 0 : ELSEWHERE;
		other = ELSEWHERE - at;
		SIM_CHECK(s, end == ELSEWHERE || end == ELSEWHERE + 2, "TCNT is %u", end);
		SIM_EQ(s, station_word(t, at) >> 6, l.b.addr, "the first word");
		SIM_EQ(s, station_word(t, at + 1) >> 24, l.b.prom, "the second word");
		SIM_CHECK(s, station_word(t, other) >> 6 != l.b.addr, "a first word too many");
		SIM_CHECK(s, station_word(t, other + 1) >> 24 != l.b.prom,
			  "a second word too many");
		old += !at;
		new += !!at;
	}
	SIM_CHECK(s, old && new, "%u entries at the old place, %u at the new one", old, new);
}

/* Returns the duration of a read of TCNT. */
static sim_time pointer_read(struct station *t)
{
	const sim_time start = sim_now(t->s);

	station_get(t, DASH_TCNT);
	return sim_now(t->s) - start;
}

/* Reads the pointer at every phase of the write of an entry: it does not wait for its end, as a
 * write of the pointer does. */
static void pointer_reads(struct sim *s)
{
	struct station *t =
		station_begin(s, DASH_TRACE, &(struct dash_conditions){.extended = true});
	const struct dash_bus b = {.start = true};
	const sim_time alone = pointer_read(t);

	for (unsigned int EACH(clocks, 0); clocks < 20; clocks++) {
		station_bus(t, &b);
		station_idle(t, clocks);
		SIM_EQ(s, pointer_read(t), alone, "duration of the read, in ps");
		station_drain(t);
	}
	station_finish(t);
}

/* ---- more than the buffer can hold ---- */

struct stream {
	struct station *t;
	unsigned int sent, count, every, wait;
	bool suspended;
};

static void send_stream(void *arg, struct dash_bus *b)
{
	struct stream *f = arg;

	if (f->suspended || f->sent == f->count)
		return;
	if (f->wait) {
		f->wait--;
		return;
	}
	f->wait = f->every - 1;
	b->start = true;
	b->addr = f->sent++;
	b->cpu = f->sent % 64;
}

struct dumped {
	struct sim *s;
	uint32_t words, next; /* address of the next entry, if none is lost */
	bool gaps;
};

static int take_word(void *arg, uint64_t word)
{
	struct dumped *d = arg;
	const uint32_t addr = (uint32_t)(word >> 6) & DASH_ADDR_MAX;

	SIM_CHECK(d->s, addr == d->next || (d->gaps && addr > d->next), "entry %u follows %u",
		  addr, d->next);
	d->next = addr + 1;
	d->words++;
	return 0;
}

/* Dumps the trace with the driver, as software does at the interrupt. */
static void dump(struct station *t, struct dm *d, struct dumped *to)
{
	t->g->unsure = true;
	SIM_EQ(t->s, dm_dump(d, take_word, to), 0, "the dump");
	sim_wait_cycles(t->clk, 4);
	t->g->unsure = false;
}

/* Updates the golden model's pointer and hold when the driver writes TCNT or CTRL. */
static void on_cycle(void *arg, const struct word_cycle *c)
{
	struct station *t = arg;

	if (c->result || !c->write)
		return;
	if (c->addr == DASH_TCNT)
		t->g->tcnt = c->data;
	if (c->addr == DASH_CTRL)
		t->g->hold = c->data & DASH_CTRL_HOLD_MASK;
}

/* Fills the buffer at least FILLS times; with @handshake the processors are suspended from the
 * interrupt until the buffer is empty. */
static void fill(struct sim *s, bool handshake)
{
	struct station *t = station_begin(s, DASH_TRACE, &(struct dash_conditions){0});
	struct stream f = {.t = t, .count = UINT32_MAX, .every = 9};
	struct dumped to = {.s = s, .gaps = !handshake};
	unsigned int fills = 0;
	struct dm d;

	word_device_on_cycle(t->axil, on_cycle, t);
	SIM_EQ(s, dm_open_device(&d, &t->axil->dev), 0, "the driver opens the board");
	SIM_EQ(s, dm_set_level(&d, STATION_SHORT_WORDS - 20), 0, "the level");
	t->arg = &f;
	t->source = send_stream;
	while (fills < FILLS) {
		if (dm_wait_level(&d, 100) == -ETIMEDOUT)
			continue;
		f.suspended = handshake;
		dump(t, &d, &to);
		f.suspended = false;
		fills++;
	}
	f.count = f.sent;
	station_drain(t);
	dump(t, &d, &to);
	dm_close(&d);
	station_finish(t);
	SIM_EQ(s, to.words, t->g->count[DC_TRACED], "words that software got");
	SIM_EQ(s, to.words + station_get(t, DASH_LOST) + station_get(t, DASH_FULL), f.count,
	       "requests");
	SIM_EQ(s, to.words == f.count, handshake, "nothing is lost");
	SIM_EQ(s, !(station_get(t, DASH_STAT) & DASH_STAT_LOST_MASK), handshake,
	       "flag of the loss");
}

static void with_handshake(struct sim *s)
{
	fill(s, true);
}

static void without_handshake(struct sim *s)
{
	fill(s, false);
}

/* Tests the flag and the interrupt at each number of words around the level. */
static void level(struct sim *s)
{
	struct station *t = station_begin(s, DASH_TRACE, &(struct dash_conditions){0});

	for (unsigned int EACH(at, 0); at < 4; at++) {
		const unsigned int words =
			at ? 1u << at : 0; /* 0: the board never interrupts */

		station_put(t, DASH_TCNT, 0);
		station_put(t, DASH_TLEVEL, words);
		for (unsigned int EACH(sent, 0); sent <= words + 2; sent++) {
			const bool reached = words && sent >= words;

			SIM_EQ(s, station_get(t, DASH_TCNT), sent, "TCNT");
			SIM_EQ(s, !!(station_get(t, DASH_STAT) & DASH_STAT_LEVEL_MASK), reached,
			       "STAT.LEVEL");
			SIM_EQ(s, *t->irq, reached, "the interrupt");
			station_bus(t, &(struct dash_bus){.start = true, .addr = sent});
			station_drain(t);
		}
	}
	station_put(t, DASH_TLEVEL, 0);
	station_finish(t);
}

/* Tests WINDOW during HOLD: only requests in the window are accesses to the monitor, not those
 * whose address differs in one bit. */
static void own_window(struct sim *s)
{
	static const uint32_t windows[] = {0x00, 0x7F, 0x55, 0x2A};
	struct station *t = station_begin(s, DASH_TRACE, &(struct dash_conditions){0});
	uint32_t own = 0, others = 0;

	station_hold(t, true);
	for (size_t i = 0; i < sizeof(windows) / sizeof(*windows); i++) {
		station_put(t, DASH_WINDOW, windows[i]);
		t->g->window = windows[i];
		for (unsigned int bit = 0; bit < 29; bit++) {
			station_bus(t,
				    &(struct dash_bus){.start = true,
						       .addr = windows[i] << 22 ^ 1u << bit});
			own += bit < 22;
			others += bit >= 22;
		}
	}
	station_drain(t);
	station_finish(t);
	SIM_EQ(s, station_get(t, DASH_OWN), own, "accesses to the monitor");
	SIM_EQ(s, station_get(t, DASH_LOST), others, "requests lost");
}

/* ---- the queue and the trigger ---- */

static void random_bus(void *arg, struct dash_bus *b)
{
	struct station *t = arg;

	station_random(t, b, 20);
	/* also accesses to the monitor, which count in OWN during HOLD only */
	if (sim_range(t->s, 0, 3) == 0)
		b->addr = STATION_WINDOW | (b->addr & 0x3FFFFF);
}

/* Tests requests that come faster than the DRAM takes them, with reads of the buffer, and
 * requests during HOLD. */
static void too_fast(struct sim *s)
{
	struct station *t =
		station_begin(s, DASH_TRACE, &(struct dash_conditions){.extended = true});

	unsigned int rounds = 0;

	/* each round loses a request during HOLD; in about one of six runs the queue is not
	 * full in the first four */
	for (; rounds < 4 || (rounds < 40 && t->g->count[DC_LOST] <= rounds); rounds++) {
		t->arg = t;
		t->source = random_bus;
		station_idle(t, 150);
		station_word(t, rounds & 3);
		station_idle(t, 150);
		t->source = NULL;
		station_hold(t, true);
		station_bus(t, &(struct dash_bus){.start = true, .addr = 5});
		station_bus(t, &(struct dash_bus){.start = true, .addr = STATION_WINDOW | 5});
		station_drain(t);
		station_put(t, DASH_TCNT, 0);
		station_hold(t, false);
	}
	station_finish(t);
	SIM_CHECK(s, t->g->count[DC_LOST] > rounds, "the queue never was full");
	SIM_EQ(s, station_get(t, DASH_OWN), rounds, "accesses to the monitor during HOLD");
}

/* Tests a trace that does not end: POST is 0. */
static void endless(struct sim *s)
{
	const struct dash_conditions c = {.tmask = 0xFF, .tvalue = 0x42};
	struct station *t = station_begin(s, DASH_TRACE, &c);

	for (uint32_t addr = 0x40; addr < 0x60; addr++) {
		station_bus(t, &(struct dash_bus){.start = true, .addr = addr});
		station_drain(t);
	}
	station_finish(t);
	SIM_EQ(s, station_get(t, DASH_TRACED), 0x60 - 0x42, "requests traced");
}

static void trigger(struct sim *s)
{
	const struct dash_conditions c = {.tmask = 0xFF00, .tvalue = 0x4200, .post = 3};
	struct station *t = station_begin(s, DASH_TRACE, &c);
	static const uint32_t addr[] = {0x4100, 0x14201, 0x0001, 0x4242, 0x5000};

	for (unsigned int round = 0; round < 2; round++) {
		for (size_t i = 0; i < sizeof(addr) / sizeof(*addr); i++)
			station_bus(t, &(struct dash_bus){.start = true, .addr = addr[i]});
		station_drain(t);
	}
	SIM_CHECK(s, station_get(t, DASH_STAT) & DASH_STAT_FIRED_MASK, "the trigger has fired");
	station_finish(t);
	SIM_EQ(s, station_get(t, DASH_TRACED), 3, "requests traced");
	SIM_EQ(s, station_get(t, DASH_PASSED), 7, "requests before and after these");
	SIM_EQ(s, station_word(t, 0) >> 6, 0x14201, "the first one");
	/* a new circuit waits for a new trigger */
	station_load(t, DASH_TRACE, &c);
	SIM_EQ(s, station_get(t, DASH_STAT) & DASH_STAT_FIRED_MASK, 0, "no trigger");
}

const struct sim_test sim_tests[] = {
	{"trace_plain", plain, "DM-TRC-002", "dash_short"},
	{"trace_extended", extended, "DM-TRC-003", "dash_short"},
	{"trace_switched_off", switched_off, "DM-TRC-003", "dash_short"},
	{"trace_pointer_moves", pointer_moves, "", "dash_short"},
	{"trace_pointer_reads", pointer_reads, "", "dash_short"},
	{"trace_handshake", with_handshake, "DM-TRC-004", "dash_short"},
	{"trace_no_handshake", without_handshake, "DM-TRC-004", "dash_short"},
	{"trace_level", level, "DM-TRC-004", "dash_short"},
	{"trace_own_window", own_window, "DM-BUS-002", "dash_short"},
	{"trace_endless", endless, "", "dash_short"},
	{"trace_too_fast", too_fast, "DM-TRC-001", "dash_short"},
	{"trace_trigger", trigger, "DM-CTL-001", "dash_short"},
	{0},
};
