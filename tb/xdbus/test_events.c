/* SPDX-License-Identifier: Apache-2.0 */
/* Compares every event of every counter with the machine's own count: on random traffic, while
 * the event of a counter is changed, and while counters wrap. */
#include "xdb_names.h"
#include "xdb_programs.h"
#include "xdbboard.h"
#include "xdblib.h"
#include "xdbus_regs.h"

#define COUNT(n) (XDBUS_COUNT0 + 8 * (n))
#define SELECT(n) (XDBUS_SELECT0 + 8 * (n))
#define COUNTERS XDB_COUNTERS
#define ENOUGH 100	 /* references of each processor within which every event occurs */
#define LAST 0xFFFFFFu	 /* count before the wrap */
#define PHASES 40u	 /* clocks; longer than two accesses */
#define NEARLY 0xFFFF00u /* a count shortly before the wrap */

/* Returns the event of a counter in a round; the rounds go through all events of its chip. */
static unsigned int event_of(unsigned int chip, unsigned int turn)
{
	unsigned int events[XDB_EVENTS], n = 0;

	for (unsigned int e = 1; e < XDB_EVENTS; e++)
		if (e != XDB_EVENT_CLOCKS && xdb_event_name(chip, e))
			events[n++] = e;
	return events[turn % n];
}

struct chosen {
	unsigned int event;
	uint64_t before; /* the machine's count when the event was selected */
};

static void choose_all(struct xdbboard *b, struct chosen *c, unsigned int round)
{
	for (unsigned int chip = 0; chip < XDB_CHIPS; chip++) {
		unsigned int counters;
		const unsigned int first = xdb_chip_counter(chip, &counters);

		for (unsigned int n = first; n < first + counters; n++) {
			c[n].event = event_of(chip, counters * round + n - first);
			c[n].before = xdb_machine_count(b->m, n, c[n].event);
			xdbboard_put(b, SELECT(n), c[n].event);
		}
	}
}

static void compare_all(struct xdbboard *b, const struct chosen *c,
			uint64_t seen[COUNTERS][XDB_EVENTS])
{
	for (unsigned int n = 0; n < COUNTERS; n++) {
		const uint64_t want = xdb_machine_count(b->m, n, c[n].event) - c[n].before;
		const uint32_t got = xdbboard_get(b, COUNT(n));

		SIM_CHECK(b->s, got == want, "counter %u, event %u: %u, not %llu", n,
			  c[n].event, got, (unsigned long long)want);
		seen[n][c[n].event] += got;
	}
}

/* Checks that each event has occurred on some chip of its kind. */
static void all_seen(struct sim *s, uint64_t seen[COUNTERS][XDB_EVENTS])
{
	static const unsigned int kind[] = {0, 4, 12, 20, XDB_CHIPS};

	for (unsigned int k = 0; k < 4; k++)
		for (unsigned int e = 1; e < XDB_EVENTS; e++) {
			uint64_t sum = 0;

			for (unsigned int chip = kind[k]; chip < kind[k + 1]; chip++) {
				unsigned int counters;
				const unsigned int n = xdb_chip_counter(chip, &counters);

				sum += seen[n][e] + (counters > 1 ? seen[n + 1][e] : 0);
			}
			SIM_CHECK(s,
				  sum || e == XDB_EVENT_CLOCKS || !xdb_event_name(kind[k], e),
				  "event %u of kind %u never happened", e, k);
		}
}

static void events(struct sim *s)
{
	static const unsigned int ways[] = {1, 2, 4};
	struct xdb_config cfg = xdb_usual;
	struct xdb_mix mix;
	static uint64_t seen[COUNTERS][XDB_EVENTS];
	static struct xdb_program p;
	struct chosen chosen[COUNTERS];
	struct xdbboard *b;

	for (unsigned int n = 0; n < COUNTERS; n++)
		for (unsigned int e = 0; e < XDB_EVENTS; e++)
			seen[n][e] = 0;
	cfg.processors = (unsigned int)sim_range(s, 5, 8);
	cfg.first = (unsigned int)sim_range(s, 0, cfg.processors - 4);
	cfg.ways = ways[sim_range(s, 0, 2)];
	cfg.cache_lines = 16;
	b = xdbboard_open(s, &cfg, false);
	xdbboard_put(b, XDBUS_SETUP, XDB_IO << 16 | cfg.first << 8 | cfg.ways / 2);
	xdbboard_put(b, XDBUS_CONTROL, XDBUS_CONTROL_RUN_MASK);
	SIM_CHECK(s, xdb_mix_find("mixed", &mix), "no such mix");
	mix.think = 8;
	mix.pio = 20;
	mix.update = 2;
	mix.references = sim_length(s, 120, 15);
	for (unsigned int EACH(round, 0); round < 7; round++) {
		choose_all(b, chosen, round);
		xdb_program_begin(&p, &mix, sim_random(s));
		xdb_machine_start(b->m, xdb_program_next, &p, true);
		xdbboard_drain(b);
		compare_all(b, chosen, seen);
	}
	if (mix.references >= ENOUGH)
		all_seen(s, seen);
	SIM_EQ(s, xdbboard_get(b, XDBUS_FLAGS), 0, "nothing is wrong");
	SIM_EQ(s, b->wrongs, 0, "the machine keeps the bus's rules");
}

/* ---- changes of the event ---- */

static void run_forever(struct xdbboard *b, struct xdb_program *p, const char *name)
{
	struct xdb_mix mix;

	SIM_CHECK(b->s, xdb_mix_find(name, &mix), "no such mix");
	mix.think = 8;
	xdb_program_begin(p, &mix, sim_random(b->s));
	xdb_machine_start(b->m, xdb_program_next, p, mix.io != 0);
}

/* Counter 16 counts clocks in every second phase and nothing in the others: its count after
 * each phase must be the clocks of the phase, or 0. Counter 17 counts accesses in every phase,
 * and the event is selected again each time: its counts must add up to all accesses. */
static void changes(struct sim *s)
{
	static struct xdb_program p;
	struct xdbboard *b = xdbboard_open(s, &xdb_usual, false);
	struct xdb_total t;
	uint32_t when, before = 0;
	uint64_t accesses = 0;
	struct xdb x;

	SIM_EQ(s, xdb_open_device(&x, b->dev), 0, "the driver opens the board");
	SIM_EQ(s, xdb_choose(&x, 17, XDB_MQH_ACCESSES, NULL, NULL), 0, "choose");
	SIM_EQ(s, xdb_start(&x), 0, "start");
	run_forever(b, &p, "mixed");
	for (uint64_t EACH(i, 0); i < sim_length(s, 200, 20); i++) {
		const bool on = i & 1;

		/* change the event at every phase of the packets */
		xdbboard_wait(b, (unsigned int)sim_range(s, 1, 23));
		SIM_EQ(s, xdb_choose(&x, 16, on ? 0 : XDB_EVENT_CLOCKS, &t, &when), 0,
		       "choose");
		SIM_EQ(s, t.count, on ? when - before : 0, "clocks of the last selection");
		before = when;
		SIM_EQ(s, xdb_choose(&x, 17, XDB_MQH_ACCESSES, &t, NULL), 0, "choose");
		accesses += t.count;
	}
	xdb_machine_stop(b->m);
	xdbboard_drain(b);
	SIM_EQ(s, xdb_count(&x, 17, &t), 0, "count");
	SIM_EQ(s, accesses + t.count, xdb_machine_count(b->m, 17, XDB_MQH_ACCESSES),
	       "accesses over all selections");
	SIM_EQ(s, xdb_close(&x), 0, "close");
}

/* ---- wraps ---- */

/* Lets counter @n, which counts clocks, wrap once; returns by how much it has advanced. */
static uint64_t wrap(struct xdbboard *b, struct xdb *x, unsigned int n)
{
	const uint32_t before = xdbboard_get(b, COUNT(n)) & XDBUS_COUNT0_COUNT_MASK;
	uint64_t clocks;

	SIM_EQ(b->s, xdb_write(x, COUNT(n), NEARLY), 0, "write");
	clocks = b->g.clocks;
	SIM_EQ(b->s, xdb_start(x), 0, "start");
	xdbboard_wait(b, 0x100 + (unsigned int)sim_range(b->s, 1, 50));
	SIM_EQ(b->s, xdb_stop(x), 0, "stop");
	return NEARLY - before + (b->g.clocks - clocks);
}

static void wraps(struct sim *s)
{
	struct xdbboard *b = xdbboard_open(s, NULL, false);
	const unsigned int n = (unsigned int)sim_range(s, 0, COUNTERS - 1);
	struct xdb_losses losses;
	struct xdb_total t;
	uint64_t want = 0;
	struct xdb x;

	SIM_EQ(s, xdb_open_device(&x, b->dev), 0, "the driver opens the board");
	SIM_EQ(s, xdb_choose(&x, n, XDB_EVENT_CLOCKS, NULL, NULL), 0, "choose");
	xdbboard_put(b, XDBUS_CONTROL, XDBUS_CONTROL_IRQ_MASK);
	/* a read after each wrap: the count is exact */
	for (unsigned int EACH(i, 0); i < 4; i++) {
		want += wrap(b, &x, n);
		SIM_EQ(s, b->g.irq, 1, "a wrap raises the interrupt");
		SIM_EQ(s, xdb_count(&x, n, &t), 0, "count");
		SIM_EQ(s, t.count, want, "count over wraps");
		SIM_CHECK(s, !t.missed, "no wrap is missed");
	}
	SIM_EQ(s, xdb_get_losses(&x, &losses), 0, "losses");
	SIM_EQ(s, losses.wraps, 0, "nothing is lost");
	/* two wraps before a read: the driver reports this, and the count is 2^24 too small */
	want += wrap(b, &x, n);
	want += wrap(b, &x, n);
	SIM_EQ(s, xdb_count(&x, n, &t), 0, "count");
	SIM_CHECK(s, t.missed, "the missed wrap is reported");
	SIM_EQ(s, t.count + (1u << 24), want, "count without the missed wrap");
	SIM_EQ(s, xdb_get_losses(&x, &losses), 0, "losses");
	SIM_EQ(s, losses.wraps, 1, "one wrap is lost");
	/* the next selection starts at 0, and the previous one is reported as incomplete */
	SIM_EQ(s, xdb_choose(&x, n, XDB_EVENT_CLOCKS, &t, NULL), 0, "choose");
	SIM_CHECK(s, t.missed, "the missed wrap is reported");
	SIM_EQ(s, xdb_count(&x, n, &t), 0, "count");
	SIM_CHECK(s, !t.missed && !t.count, "a new selection begins at 0");
	SIM_EQ(s, xdb_clear_losses(&x), 0, "clear");
	SIM_EQ(s, xdb_get_losses(&x, &losses), 0, "losses");
	SIM_EQ(s, losses.wraps, 0, "cleared");
	SIM_EQ(s, xdb_close(&x), 0, "close");
}

/* All counters have wrapped and missed a wrap. A written bit clears one flag of one counter. */
static void acks_each(struct sim *s)
{
	static const uint32_t regs[] = {XDBUS_WRAPPED0, XDBUS_WRAPPED1, XDBUS_MISSED0,
					XDBUS_MISSED1};
	struct xdbboard *b = xdbboard_open(s, NULL, false);
	uint32_t left[] = {~0u, 0xF, ~0u, 0xF};

	for (unsigned int n = 0; n < COUNTERS; n++)
		xdbboard_put(b, SELECT(n), XDB_EVENT_CLOCKS);
	for (unsigned int i = 0; i < 2; i++) {
		for (unsigned int n = 0; n < COUNTERS; n++)
			xdbboard_put(b, COUNT(n), LAST);
		xdbboard_put(b, XDBUS_CONTROL, XDBUS_CONTROL_RUN_MASK);
		xdbboard_put(b, XDBUS_CONTROL, 0);
	}
	for (unsigned int EACH(i, 0); i < 4 * 32; i++) {
		const unsigned int r = i & 3, bit = i >> 2;

		xdbboard_put(b, regs[r], 1u << bit);
		left[r] &= ~(1u << bit);
		for (unsigned int EACH(k, 0); k < 4; k++)
			SIM_EQ(s, xdbboard_get(b, regs[k]), left[k], "flags left");
	}
}

/* Software clears the flag of a wrap at every phase of the next wrap: a wrap in the clock of
 * the clear is not lost. The counter wraps twice; each read is compared with the golden model.
 */
static void acks_at_wraps(struct sim *s)
{
	struct xdbboard *b = xdbboard_open(s, NULL, false);
	const unsigned int n = (unsigned int)sim_range(s, 0, COUNTERS - 1);
	const uint32_t flag = n < 32 ? XDBUS_WRAPPED0 : XDBUS_WRAPPED1;
	unsigned int kept = 0, cleared = 0;

	xdbboard_put(b, SELECT(n), XDB_EVENT_CLOCKS);
	xdbboard_put(b, XDBUS_CONTROL, XDBUS_CONTROL_RUN_MASK);
	for (unsigned int i = 1; i <= PHASES; i++) {
		xdbboard_put(b, COUNT(n), LAST);
		xdbboard_wait(b, 4);
		xdbboard_put(b, COUNT(n), LAST - i);
		xdbboard_put(b, flag, 1u << n % 32);
		if (xdbboard_get(b, flag) >> n % 32 & 1)
			kept++;
		else
			cleared++;
		xdbboard_wait(b, PHASES);
		xdbboard_get(b, flag);
		xdbboard_get(b, COUNT(n));
		xdbboard_put(b, XDBUS_CONTROL,
			     XDBUS_CONTROL_RUN_MASK | XDBUS_CONTROL_CLEAR_MASK);
		xdbboard_put(b, flag, 1u << n % 32);
	}
	SIM_CHECK(s, kept && cleared, "wraps before and after the acknowledgement");
}

/* The event is changed at every phase of a wrap: the new count is 0 and has no flag of the old
 * one. Each read is compared with the golden model. */
static void changes_at_wraps(struct sim *s)
{
	struct xdbboard *b = xdbboard_open(s, NULL, false);
	const unsigned int n = (unsigned int)sim_range(s, 0, COUNTERS - 1);
	unsigned int before = 0, after = 0;

	xdbboard_put(b, XDBUS_CONTROL, XDBUS_CONTROL_RUN_MASK);
	for (unsigned int EACH(i, 1); i <= PHASES; i++) {
		xdbboard_put(b, SELECT(n), XDB_EVENT_CLOCKS);
		xdbboard_put(b, COUNT(n), LAST - i);
		xdbboard_put(b, SELECT(n), 0);
		SIM_EQ(s, xdbboard_get(b, COUNT(n)), 0, "the new count");
		if (xdbboard_get(b, XDBUS_CHANGED) & XDBUS_CHANGED_WRAPPED_MASK)
			before++;
		else
			after++;
	}
	SIM_CHECK(s, before && after, "wraps before and after the change");
}

const struct sim_test sim_tests[] = {
	{"events", events, "SP-CTR-001 SP-CTR-002 SP-CTR-003 SP-CTR-004", NULL},
	{"changes", changes, "SP-CTR-006", NULL},
	{"wraps", wraps, "SP-CTR-005", NULL},
	{"acks_each", acks_each, "SP-CTR-005", NULL},
	{"acks_at_wraps", acks_at_wraps, "SP-CTR-005", NULL},
	{"changes_at_wraps", changes_at_wraps, "SP-CTR-006", NULL},
	{0},
};
