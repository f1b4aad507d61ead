/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the driver library with the board: each call must make its bus operations (SPDT 1996,
 * 3.5). */
#include "s96_node.h"
#include "spmlib.h"
#include <errno.h>

struct log {
	struct s96_node *n;
	struct eisa_cycle cycle[64];
	unsigned int cycles;
};

static void note_cycle(void *arg, const struct eisa_cycle *c)
{
	struct log *l = arg;

	l->cycle[l->cycles++ % 64] = *c;
}

/* Opens a node that has not been set up; the driver does so. */
static struct s96_node *start(struct sim *s, struct spm *m, struct log *l)
{
	struct s96_node *n = s96_open(s, &(struct s96_config){.drift = true});

	s96_power_on(n);
	SIM_EQ(s, spm_open_device(m, n->dev, 0xE1230000, 14), 0, "the driver opens the board");
	SIM_EQ(s, n->rbase, 0xE1230000, "base of the registers");
	*l = (struct log){.n = n};
	eisa_on_cycle(n->eisa, note_cycle, l);
	return n;
}

static void expect_write(struct log *l, unsigned int i, uint32_t offset, uint32_t data)
{
	struct sim *s = l->n->s;

	SIM_CHECK(s, i < l->cycles, "too few bus cycles");
	SIM_EQ(s, l->cycle[i].write, true, "a write");
	SIM_EQ(s, l->cycle[i].addr, l->n->rbase + offset, "its address");
	SIM_EQ(s, l->cycle[i].be, 15, "its lanes");
	SIM_EQ(s, l->cycle[i].data, data, "its data");
}

/* Checks that the last call made exactly this write. */
static void one_write(struct log *l, int err, uint32_t offset, uint32_t data)
{
	SIM_EQ(l->n->s, err, 0, "the call");
	SIM_EQ(l->n->s, l->cycles, 1, "bus cycles of a command");
	expect_write(l, 0, offset, data);
	l->cycles = 0;
}

static void driver_commands(struct sim *s)
{
	struct spm m;
	struct log l;
	struct s96_node *n = start(s, &m, &l);
	unsigned int v, set = 7u << SPM_L0 | SPM_BIT(SPM_T) | SPM_BIT(SPM_C);
	uint64_t lo, hi;
	uint32_t word;
	bool trace, automatic;

	one_write(&l, spm_start(&m), SHRIMP96_CMD, START);
	one_write(&l, spm_stop(&m), SHRIMP96_CMD, STOP);
	one_write(&l, spm_set_category(&m, 13), SHRIMP96_CAT, 13);
	one_write(&l, spm_set_shift(&m, 24), SHRIMP96_SHIFT, 24);
	one_write(&l, spm_set_multiplexers(&m, set), SHRIMP96_MUX,
		  7 << 12 | 7 << 9 | 2 << 6 | 1 << 3 | 1);
	one_write(&l, spm_set_mode(&m, true, false), SHRIMP96_MODE, TRACE);
	one_write(&l, spm_set_mode(&m, false, true), SHRIMP96_MODE, AUTO);
	one_write(&l, spm_set_trace_counter(&m, 0x54321), SHRIMP96_TCNT, 0x54321);
	one_write(&l, spm_clear_flags(&m), SHRIMP96_STAT, DROP | QOV | MERR);
	SIM_EQ(s, spm_set_latency_limits(&m, 0x12300000045, 0xABC00000067), 0, "limits");
	SIM_EQ(s, l.cycles, 4, "bus cycles");
	expect_write(&l, 0, SHRIMP96_MINL, 0x00000045);
	expect_write(&l, 1, SHRIMP96_MINH, 0x123);
	expect_write(&l, 2, SHRIMP96_MAXL, 0x00000067);
	expect_write(&l, 3, SHRIMP96_MAXH, 0xABC);
	/* the driver reads THRH, and writes the word first that makes the threshold higher */
	l.cycles = 0;
	SIM_EQ(s, spm_set_threshold(&m, 0xF012345678), 0, "a lower threshold");
	SIM_EQ(s, l.cycles, 3, "bus cycles");
	SIM_CHECK(s, !l.cycle[0].write, "a read");
	expect_write(&l, 1, SHRIMP96_THRL, 0x12345678);
	expect_write(&l, 2, SHRIMP96_THRH, 0xF0);
	l.cycles = 0;
	SIM_EQ(s, spm_set_threshold(&m, 0xFE00000089), 0, "a higher threshold");
	SIM_EQ(s, l.cycles, 3, "bus cycles");
	expect_write(&l, 1, SHRIMP96_THRH, 0xFE);
	expect_write(&l, 2, SHRIMP96_THRL, 0x00000089);
	/* the category is read back */
	SIM_EQ(s, spm_get_category(&m, &v), 0, "category");
	SIM_EQ(s, v, 13, "category");
	SIM_EQ(s, spm_get_shift(&m, &v), 0, "shift");
	SIM_EQ(s, v, 24, "shift");
	SIM_EQ(s, spm_get_multiplexers(&m, &v), 0, "multiplexers");
	SIM_EQ(s, v, set, "multiplexers");
	SIM_EQ(s, spm_get_mode(&m, &trace, &automatic), 0, "mode");
	SIM_CHECK(s, !trace && automatic, "mode");
	SIM_EQ(s, spm_get_trace_counter(&m, &word), 0, "trace counter");
	SIM_EQ(s, word, 0x54321, "trace counter");
	SIM_EQ(s, spm_get_latency_limits(&m, &lo, &hi), 0, "limits");
	SIM_EQ(s, lo, 0x12300000045, "minimum");
	SIM_EQ(s, hi, 0xABC00000067, "maximum");
	SIM_EQ(s, spm_get_threshold(&m, &lo), 0, "threshold");
	SIM_EQ(s, lo, 0xFE00000089, "threshold");
	/* invalid values are refused without a bus cycle */
	l.cycles = 0;
	SIM_EQ(s, spm_set_category(&m, 16), -EINVAL, "category 16");
	SIM_EQ(s, spm_set_shift(&m, 25), -EINVAL, "shift 25");
	SIM_EQ(s, spm_set_threshold(&m, S96_WORD_MAX + 1), -EINVAL, "threshold 2^40");
	SIM_EQ(s, spm_set_latency_limits(&m, 0, S96_TICKS + 1), -EINVAL, "maximum 2^44");
	SIM_EQ(s, spm_set_trace_counter(&m, SPM_WORDS + 1), -EINVAL, "beyond the memory");
	SIM_EQ(s, l.cycles, 0, "bus cycles of calls that were refused");
	s96_compare(n);
	SIM_EQ(s, spm_close(&m), 0, "close");
	SIM_EQ(s, spm_start(&m), -EBADF, "a closed handle");
}

static void driver_ranges(struct sim *s)
{
	struct spm m;
	struct log l;
	struct s96_node *n = start(s, &m, &l);
	uint64_t v[40], w[40];
	const uint32_t first = 0x7FFF0;

	SIM_EQ(s, spm_words(&m), SPM_WORDS, "words");
	SIM_EQ(s, spm_initialise_range(&m, 100, 163, 0x123456789A), 0, "initialise");
	s96_golden_filled(n->g);
	for (uint32_t EACH(i, 98); i < 166; i++)
		SIM_EQ(s, s96_peek(n, i), i >= 100 && i <= 163 ? 0x123456789A : 0, "a word");
	expect_write(&l, 1, SHRIMP96_ADDR, 100); /* after a read of STAT */
	expect_write(&l, 2, SHRIMP96_DATL, 0x3456789A);
	expect_write(&l, 3, SHRIMP96_DATH, 0x12);
	expect_write(&l, 4, SHRIMP96_LAST, 163);
	for (int i = 0; i < 40; i++)
		v[i] = sim_random(s) & S96_WORD_MAX;
	SIM_EQ(s, spm_write_range(&m, first, v, 40), 0, "write");
	SIM_EQ(s, spm_read_range(&m, first, w, 40), 0, "read");
	for (uint32_t EACH(i, 0); i < 40; i++) {
		SIM_EQ(s, w[i], v[i], "a word");
		SIM_EQ(s, s96_peek(n, first + i), v[i], "a word of the memory");
	}
	SIM_EQ(s, spm_initialise_range(&m, SPM_WORDS - 1, SPM_WORDS - 1, 7), 0,
	       "the last word");
	SIM_EQ(s, s96_peek(n, SPM_WORDS - 1), 7, "the last word");
	SIM_EQ(s, s96_peek(n, 0), 0, "the first word");
	l.cycles = 0;
	SIM_EQ(s, spm_initialise_range(&m, 5, 4, 0), -EINVAL, "last before first");
	SIM_EQ(s, spm_initialise_range(&m, 0, SPM_WORDS, 0), -EINVAL, "beyond the memory");
	SIM_EQ(s, spm_initialise_range(&m, 0, 1, S96_WORD_MAX + 1), -EINVAL, "41 bits");
	SIM_EQ(s, spm_read_range(&m, SPM_WORDS - 1, w, 2), -EINVAL, "beyond the memory");
	SIM_EQ(s, l.cycles, 0, "bus cycles of calls that were refused");
	s96_compare(n);
}

/* Tests all 602 sets of five nibbles that are not among the 190, and sets of other sizes. */
static void driver_refuses(struct sim *s)
{
	struct spm m;
	struct log l;
	struct s96_node *n = start(s, &m, &l);
	unsigned int refused = 0, set;

	SIM_EQ(s, spm_set_multiplexers(&m, spm_set_number(42)), 0, "a set of the 190");
	l.cycles = 0;
	for (set = 0; set < 1u << SPM_NIBBLES; set++) {
		EACH_OF(set);
		unsigned int nibbles = 0;

		for (unsigned int i = 0; i < SPM_NIBBLES; i++)
			nibbles += set >> i & 1;
		if (spm_set_allowed(set))
			continue;
		SIM_EQ(s, spm_set_multiplexers(&m, set), -EDOM, "a set that is none");
		refused += nibbles == 5;
	}
	SIM_EQ(s, refused, 602, "sets of five nibbles that were refused");
	SIM_EQ(s, l.cycles, 0, "bus cycles");
	SIM_EQ(s, spm_get_multiplexers(&m, &set), 0, "multiplexers");
	SIM_EQ(s, set, spm_set_number(42), "the set is as before");
	/* a setting that the hardware accepts and the library does not support */
	s96_put(n, SHRIMP96_MUX, SHRIMP96_MUX_WRITABLE);
	SIM_EQ(s, spm_get_multiplexers(&m, &set), -EDOM, "a setting of none");
	s96_compare(n);
}

static void check_variables(struct sim *s, const struct spm_variables *v,
			    const struct spm_variables *w)
{
	SIM_EQ(s, v->sender_mask, w->sender_mask, "what is known of the sender");
	SIM_EQ(s, v->size_mask, w->size_mask, "of the size");
	SIM_EQ(s, v->tag_mask, w->tag_mask, "of the tag");
	SIM_EQ(s, v->category_mask, w->category_mask, "of the category");
	SIM_EQ(s, v->latency_mask, w->latency_mask, "of the latency");
	SIM_EQ(s, v->sender, w->sender, "sender");
	SIM_EQ(s, v->size, w->size, "size");
	SIM_EQ(s, v->tag, w->tag, "tag");
	SIM_EQ(s, v->category, w->category, "category");
	if (w->latency_mask)
		SIM_CHECK(s, v->latency >= 98 && v->latency <= 105, "latency %u", v->latency);
}

/* Several events together, more than the caller's array holds at first. */
static void events_together(struct spm *m, struct s96_node *n)
{
	struct spm_event e[SPM_QUEUE];
	struct sim *s = n->s;
	struct spm_status st;
	size_t events;

	for (unsigned int i = 0; i < 5; i++) {
		const struct packet p = {.words = 1, .be = 15, .tx = i};

		s96_send(n, &p);
	}
	SIM_EQ(s, spm_get_status(m, &st), 0, "status");
	SIM_CHECK(s, st.running && !st.queue_overflow && st.queued == 5 && st.lost == 0,
		  "%u queued", st.queued);
	SIM_EQ(s, st.arrived, 8, "packets");
	SIM_EQ(s, spm_read_queue(m, e, 3, &events), 0, "queue");
	SIM_EQ(s, events, 3, "events");
	SIM_EQ(s, spm_read_queue(m, e, SPM_QUEUE, &events), 0, "queue");
	SIM_EQ(s, events, 2, "events");
	SIM_EQ(s, spm_read_queue(m, e, SPM_QUEUE, &events), 0, "queue");
	SIM_EQ(s, events, 0, "events");
}

static void driver_events(struct sim *s)
{
	struct spm m;
	struct log l;
	struct s96_node *n = start(s, &m, &l);
	static const struct {
		const char *setting;
		struct spm_variables want;
	} trial[] = {
		{"sender T L0 L1",
		 {.sender = 0x52,
		  .sender_mask = 0xFF,
		  .tag = 9,
		  .tag_mask = 15,
		  .latency_mask = 0xFF}},
		{"size category tag",
		 {.size = 12,
		  .size_mask = 0xFFF,
		  .tag = 9,
		  .tag_mask = 15,
		  .category = 6,
		  .category_mask = 15}},
		{"L0 L1 L2 L3 L4", {.latency_mask = 0xFFFFF}},
	};
	struct spm_event e[SPM_QUEUE];
	size_t events;

	SIM_EQ(s, spm_set_threshold(&m, 0), 0, "threshold");
	SIM_EQ(s, spm_set_category(&m, 6), 0, "category");
	SIM_EQ(s, spm_start(&m), 0, "start");
	SIM_EQ(s, spm_wait_events(&m, 20, e, SPM_QUEUE, &events), -ETIMEDOUT, "no event");
	for (size_t EACH(i, 0); i < sizeof(trial) / sizeof(*trial); i++) {
		struct packet p = {
			.words = 3, .x = 2, .y = 5, .color = 9, .be = 15, .addr = 0x1000};
		unsigned int set;

		SIM_EQ(s, spm_set_parse(trial[i].setting, &set), 0, "setting");
		SIM_EQ(s, spm_set_multiplexers(&m, set), 0, "setting");
		sim_wait(s, SIM_US(20));
		p.tx = s96_ticks(n) - 100;
		sni_send(n->sni, &p, 0);
		SIM_EQ(s, spm_wait_events(&m, 1000, e, SPM_QUEUE, &events), 0, "an event");
		SIM_EQ(s, events, 1, "events");
		check_variables(s, &e[0].v, &trial[i].want);
	}
	events_together(&m, n);
	s96_settle(n);
	SIM_EQ(s, s96_irqs(n), 0, "the interrupt is released");
	s96_compare(n);
}

static void driver_trace(struct sim *s)
{
	struct spm m;
	struct log l;
	struct s96_node *n = start(s, &m, &l);
	struct packet p = {.words = 5, .x = 7, .y = 1, .color = 4, .be = 15};
	struct spm_trace t;
	uint64_t word;
	unsigned int set;

	SIM_EQ(s, spm_set_parse("sender size", &set), 0, "setting");
	SIM_EQ(s, spm_set_multiplexers(&m, set), 0, "setting");
	SIM_EQ(s, spm_set_mode(&m, true, false), 0, "mode");
	SIM_EQ(s, spm_start(&m), 0, "start");
	sim_wait(s, SIM_US(5));
	s96_send(n, &p);
	SIM_EQ(s, spm_read_range(&m, 0, &word, 1), 0, "trace");
	spm_decode_trace(set, word, &t);
	SIM_EQ(s, t.v.sender, 0x17, "sender");
	SIM_EQ(s, t.v.size, 20, "size");
	SIM_CHECK(s, t.time <= s96_ticks(n) && t.time + 100 > s96_ticks(n), "time %u", t.time);
	s96_compare(n);
}

const struct sim_test sim_tests[] = {
	{"driver_commands", driver_commands, "S96-SYS-006", NULL},
	{"driver_ranges", driver_ranges, "S96-SYS-006 S96-CMD-004 S96-CMD-005", NULL},
	{"driver_refuses", driver_refuses, "S96-MUX-011", NULL},
	{"driver_events", driver_events, "S96-SYS-006 S96-SYS-007", NULL},
	{"driver_trace", driver_trace, "", NULL},
	{0},
};
