/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the variant with the lessons learned (section 6): ports that collect words, compact
 * frames, and time stamps only where software selects them. The test follows the words of every
 * port through the observation pins and compares every word of every frame with them.
 */
#include "hypercube.h"
#include <inttypes.h>
#include <stdlib.h>

#define CLOCK SIM_NS(50)
#define PULSE SIM_NS(100)
#define QUEUE 512

struct words {
	struct hypercube *h;
	bool select; /* SELECT_TS */
	bool lossy;  /* frames may be lost, so the test identifies the words of a node by their
		      * values */
	struct port {
		uint32_t word, stamp; /* word and time stamp that are being collected */
		unsigned int nibbles;
		struct {
			uint32_t word, stamp;
		} queue[QUEUE];
		unsigned int first, used;
	} port[HYPERCUBE_NODES];
	uint64_t collected, read, bytes, frames, stamps;
	uint64_t skipped, stored, dropped;
	uint32_t last; /* last word read */
};

static void follow_golden(void *arg)
{
	struct words *w = arg;
	struct hypercube *h = w->h;

	w->stored += h->now.store;
	w->dropped += h->now.drop;
	for (unsigned int i = 0; i < HYPERCUBE_NODES; i++) {
		struct port *p = &w->port[i];

		if (!(h->edge >> i & 1))
			continue;
		if (!p->nibbles) {
			p->word = 0;
			p->stamp = h->now.stamp;
		}
		/* least significant first */
		p->word |= (uint32_t)(h->nibbles >> 4 * i & 15) << 4 * p->nibbles;
		if (++p->nibbles < 8)
			continue;
		p->nibbles = 0;
		SIM_CHECK(h->s, p->used < QUEUE, "node %u: words are not read", i);
		p->queue[(p->first + p->used++) % QUEUE].word = p->word;
		p->queue[(p->first + p->used - 1) % QUEUE].stamp = p->stamp;
		w->collected++;
	}
	if (h->cleared)
		w->collected = w->read = 0;
	for (unsigned int i = 0; h->cleared && i < HYPERCUBE_NODES; i++)
		w->port[i].nibbles = w->port[i].used = 0;
}

static uint32_t read_word(struct words *w)
{
	w->bytes += 4;
	return hypercube_get(w->h, HM_FRAME);
}

/* Reads a frame; returns false if there is none. */
static bool read_frame(struct words *w)
{
	struct sim *s = w->h->s;
	const uint32_t head = hypercube_get(w->h, HM_FRAME);
	uint32_t stamp = 0, top = 0, n = 0;

	if (!head)
		return false;
	w->bytes += 4;
	w->frames++;
	if (head >> 31) {
		stamp = read_word(w);
		w->stamps++;
	}
	for (unsigned int EACH(i, 0); i < HYPERCUBE_NODES; i++) {
		struct port *p = &w->port[i];

		if (!(head >> i & 1))
			continue;
		SIM_CHECK(s, p->used > 0, "node %u: a word that it did not send", i);
		w->last = read_word(w);
		while (w->lossy && p->used > 1 && p->queue[p->first].word != w->last) {
			p->first = (p->first + 1) % QUEUE;
			p->used--;
			w->skipped++;
		}
		SIM_EQ(s, w->last, p->queue[p->first].word, "a word");
		if (head >> 31)
			SIM_EQ(s, stamp, p->queue[p->first].stamp,
			       "window of its first nibble");
		top |= w->last >> 31;
		p->first = (p->first + 1) % QUEUE;
		p->used--;
		n++;
	}
	SIM_EQ(s, head >> 16 & 31, n, "number of words");
	SIM_EQ(s, head & 0x7FE00000, 0, "unused bits");
	SIM_CHECK(s, n > 0, "a frame without words");
	SIM_EQ(s, head >> 31, w->select ? top : 1, "time stamp present");
	w->read += n;
	sim_digest(s, &head, sizeof(head));
	sim_digest(s, &stamp, sizeof(stamp));
	return true;
}

static struct words *start(struct sim *s, bool select)
{
	struct words *w = calloc(1, sizeof(*w));

	SIM_CHECK(s, w != NULL, "no memory");
	sim_cleanup(s, free, w);
	sim_limit(s, SIM_MS(5000));
	w->select = select;
	w->h = hypercube_open_as(s, &(struct hypercube_config){.unwatched = true});
	w->h->on_clock = follow_golden;
	w->h->on_clock_arg = w;
	hypercube_power_on(w->h);
	return w;
}

static void read_all(struct words *w)
{
	sim_wait(w->h->s, SIM_US(20));
	while (read_frame(w)) {
	}
	SIM_EQ(w->h->s, w->read, w->collected, "words read, of those collected");
	SIM_EQ(w->h->s, hypercube_get(w->h, HM_STATUS), 0, "STATUS");
	SIM_EQ(w->h->s, hypercube_get(w->h, HM_LOST), 0, "LOST");
}

/* Requests a time stamp with one event in four. */
static unsigned int quarter(void *arg, unsigned int node, uint64_t n)
{
	const unsigned int nibble = (unsigned int)sim_random(arg) & 15;

	(void)node;
	return n % 8 < 7 ? nibble : sim_random(arg) & 3 ? nibble & 7 : nibble | 8;
}

static void any_words(struct sim *s, bool select)
{
	struct words *w = start(s, select);
	struct hypercube *h = w->h;
	const uint64_t words = sim_length(s, 60, 4);
	/* slow traffic; nodes that end their words together; traffic at the computer's full
	 * speed */
	const struct hypercube_traffic t[] = {
		{.gap = SIM_US(5), .more = SIM_US(10)},
		{.gap = SIM_US(2), .burst = 8, .pause = SIM_US(40), .in_step = true},
		{.gap = SIM_NS(750), .burst = 8, .pause = SIM_US(60)},
	};

	for (unsigned int EACH(i, 0); i < sizeof(t) / sizeof(t[0]); i++) {
		struct hypercube_traffic now = t[i];
		const uint64_t collected = w->collected;

		now.nodes = 0xFFFF;
		now.count = 8 * words;
		now.nibble = quarter;
		now.arg = s;
		hypercube_start(h, &now);
		while (hypercube_sending(h))
			if (!read_frame(w))
				sim_wait(s, SIM_US(1));
		read_all(w);
		SIM_EQ(s, w->collected - collected, 16 * words, "words collected");
	}
	sim_note(s, "%" PRIu64 " words in %" PRIu64 " frames, %" PRIu64 " with time stamps",
		 w->read, w->frames, w->stamps);
	SIM_CHECK(s, w->frames < w->read, "no frame has two words");
	SIM_CHECK(s, select == (w->stamps < w->frames), "%" PRIu64 " of %" PRIu64, w->stamps,
		  w->frames);
}

static void words_random(struct sim *s)
{
	any_words(s, false);
}

static void words_select(struct sim *s)
{
	any_words(s, true);
}

/* Sends bursts of words of all nodes faster than frames are built: vectors wait, and words come
 * while others leave, in any clock of a window. */
static void pressed(struct sim *s, bool select)
{
	struct words *w = start(s, select);
	struct hypercube *h = w->h;
	static const uint16_t together[] = {0x0007, 0x0078, 0x0780, 0xF800};
	struct hypercube_traffic t = {
		.gap = SIM_NS(200), .pulse = PULSE, .nibble = quarter, .arg = s};
	const uint64_t bursts = (sim_is_icarus(s) ? 3 : 8) + sim_length(s, 32, 1);
	uint64_t words = 0;

	hypercube_put(h, HM_CTRL, HYPERCUBE_RUN(2));
	for (uint64_t EACH(i, 0); i < bursts; i++) {
		const bool alone = i & 1;

		/* All nodes send, and no two of their words end in the same window; or a few
		 * nodes send, and their words end in the same windows. */
		t.count = 8 * (alone ? 8 : 36);
		t.in_step = !alone;
		/* jitter must not move them into different windows */
		hypercube_next_window(h);
		for (unsigned int k = 0; k < (alone ? 16 : 4); k++) {
			t.nodes = alone ? (uint16_t)(1u << k) : together[k];
			hypercube_start(h, &t);
			sim_wait(s, alone ? SIM_NS(100) : SIM_NS(400));
		}
		words += 16 * t.count / 8;
		hypercube_wait(h);
		read_all(w);
	}
	SIM_EQ(s, w->collected, words, "words collected");
	SIM_CHECK(s, h->level_max > 20, "at most %u vectors waited", h->level_max);
}

static void words_pressed(struct sim *s)
{
	pressed(s, false);
}

static void words_pressed_select(struct sim *s)
{
	pressed(s, true);
}

static void send_word(struct hypercube *h, uint32_t word, unsigned int from, unsigned int to)
{
	for (unsigned int i = from; i < to; i++) {
		hypercube_pulse(h, 1 << 7, (uint64_t)(word >> 4 * i & 15) << 28, PULSE);
		sim_wait(h->s, SIM_NS(800));
	}
}

/* Returns nibble @n of a node: its words count up with the count spread over all bits, so that
 * all words differ. */
static unsigned int counted(void *arg, unsigned int node, uint64_t n)
{
	const uint32_t word = ((uint32_t)(n / 8) * 0x9E3779B1u) ^ (node * 0x01000193u);

	(void)arg;
	return word >> 4 * (n % 8) & 15;
}

/* Sends @n words of each node of @nodes. All words of a frame begin and end in one window. */
static void send_together(struct words *w, uint16_t nodes, unsigned int n)
{
	hypercube_next_window(w->h);
	for (unsigned int i = 0; i < 8 * n; i++) {
		hypercube_pulse(w->h, nodes, sim_random(w->h->s), PULSE);
		sim_wait(w->h->s, HYPERCUBE_WINDOW);
	}
	sim_wait(w->h->s, SIM_US(3));
}

/* Fills the FIFO of 1024 words with frames of one size, from any place in the memory. A frame
 * that needs all the free words is stored; one that needs one more is dropped. */
static void words_capacity(struct sim *s)
{
	struct words *w = start(s, false);
	static const unsigned int nodes[] = {14, 16, 15, 6, 2};
	const uint64_t sizes = sim_length(s, sizeof(nodes) / sizeof(*nodes), 1);

	w->lossy = true;
	for (uint64_t EACH(i, 0); i < sizes && i < sizeof(nodes) / sizeof(*nodes); i++) {
		const unsigned int fit = 1024 / (nodes[i] + 2);

		w->stored = w->dropped = w->frames = w->bytes = 0;
		send_together(w, (uint16_t)((1u << nodes[i]) - 1), fit);
		SIM_EQ(s, w->stored, fit, "frames that fit");
		SIM_EQ(s, w->dropped, 0, "frames dropped");
		send_together(w, (uint16_t)((1u << nodes[i]) - 1), 2);
		SIM_EQ(s, w->stored, fit, "frames that fit");
		SIM_EQ(s, w->dropped, 2, "frames dropped");
		while (read_frame(w)) {
		}
		SIM_EQ(s, w->frames, fit, "frames read");
		SIM_EQ(s, w->bytes, 4 * (uint64_t)fit * (nodes[i] + 2), "bytes read");
		for (unsigned int k = 0; k < HYPERCUBE_NODES; k++)
			w->port[k].used = 0;
	}
}

/* Checks that the variant, too, loses frames that do not fit completely and then continues,
 * also after a reset in the middle of words. */
static void words_overrun(struct sim *s)
{
	struct words *w = start(s, false);
	struct hypercube *h = w->h;
	struct hypercube_traffic t = {
		.nodes = 0xFFFF,
		.count = 8 * 120,
		.gap = SIM_NS(250),
		.pulse = PULSE,
		.in_step = true,
		.nibble = counted,
	};
	uint64_t lost;

	w->lossy = true;
	hypercube_start(h, &t);
	hypercube_wait(h);
	sim_wait(s, SIM_US(20));
	SIM_EQ(s, w->collected, 16 * 120, "words collected");
	SIM_CHECK(s, w->dropped > 40, "%" PRIu64 " frames dropped", w->dropped);
	SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_FRAME, "STATUS");
	SIM_EQ(s, hypercube_get(h, HM_LOST), w->dropped, "LOST");
	SIM_EQ(s, hypercube_get(h, HM_COUNT), w->stored, "COUNT");
	/* the stored frames are complete, and there is space again */
	while (read_frame(w)) {
	}
	SIM_EQ(s, w->frames, w->stored, "frames read");
	/* Fewer than 18 of the 1024 words are free, too few for the largest frame. */
	SIM_CHECK(s, w->bytes > 4 * (1024 - 18) && w->bytes <= 4 * 1024, "%" PRIu64 " bytes",
		  w->bytes);
	for (unsigned int i = 0; i < HYPERCUBE_NODES; i++) {
		w->skipped += w->port[i].used;
		w->port[i].used = 0;
	}
	lost = w->skipped;
	SIM_EQ(s, w->read + lost, w->collected, "words read and lost");
	SIM_CHECK(s, lost >= w->dropped && lost <= 16 * w->dropped, "%" PRIu64 " words lost",
		  lost);
	t.count = 8 * 10;
	t.gap = SIM_US(1);
	hypercube_start(h, &t);
	hypercube_wait(h);
	sim_wait(s, SIM_US(20));
	while (read_frame(w)) {
	}
	SIM_EQ(s, w->skipped, lost, "words lost");
	SIM_EQ(s, w->read + lost, w->collected, "words read and lost");
	/* the bus reset discards the incomplete word of each node */
	t.count = 5;
	hypercube_start(h, &t);
	hypercube_wait(h);
	sim_wait(s, SIM_US(2));
	pbx_reset(h->bus, SIM_NS(300));
	for (unsigned int i = 0; i < HYPERCUBE_NODES; i++)
		w->port[i].nibbles = 0;
	w->lossy = false;
	send_word(h, 0x13579BDF, 0, 8);
	sim_wait(s, SIM_US(20));
	SIM_CHECK(s, read_frame(w), "no frame");
	SIM_EQ(s, w->last, 0x13579BDF, "the word");
	SIM_CHECK(s, !read_frame(w), "another frame");
	SIM_EQ(s, hypercube_get(h, HM_COUNT), 1, "COUNT");
	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
	sim_note(s, "%" PRIu64 " frames and %" PRIu64 " words lost", w->dropped, lost);
}

/* Checks that a word needs 12 bytes; in the paper's design it needs eight frames of 16
 * bytes. */
static void words_volume(struct sim *s)
{
	struct words *w = start(s, false);

	send_word(w->h, 0x76543210, 0, 8);
	read_all(w);
	SIM_EQ(s, w->last, 0x76543210, "the word");
	SIM_EQ(s, w->bytes, 12, "bytes");
	/* an incomplete word stays in the port until a reset */
	send_word(w->h, 0x00012345, 0, 5);
	sim_wait(s, SIM_US(50));
	SIM_EQ(s, hypercube_get(w->h, HM_COUNT), 1, "COUNT");
	send_word(w->h, 0xABC12345, 5, 8);
	read_all(w);
	SIM_EQ(s, w->last, 0xABC12345, "the word");
	send_word(w->h, 0x55555555, 0, 5);
	hypercube_put(w->h, HM_CTRL, HM_CTRL_RST);
	send_word(w->h, 0x89ABCDEF, 0, 8);
	read_all(w);
	SIM_EQ(s, w->last, 0x89ABCDEF, "the word");
	SIM_EQ(s, hypercube_get(w->h, HM_COUNT), 1, "COUNT");
}

/* Resets the board while nibbles arrive in every clock: those up to the clock of the reset are
 * in no word. */
static void words_reset(struct sim *s)
{
	struct words *w = start(s, false);
	uint16_t begun;

	for (uint32_t EACH(i, (uint32_t)sim_length(s, 32, 8)); i; i--) {
		hypercube_train(w->h, 10, 4);
		/* RST, and without effect ENABLE */
		hypercube_put(w->h, HM_CTRL, HM_CTRL_RST | (i & 1 ? HM_CTRL_ENABLE : 0));
		hypercube_wait(w->h);
		do {
			sim_wait(s, HYPERCUBE_WINDOW);
			begun = 0;
			for (unsigned int k = 0; k < HYPERCUBE_NODES; k++)
				begun |= (uint16_t)((w->port[k].nibbles != 0) << k);
			hypercube_pulse(w->h, begun, sim_random(s), PULSE);
		} while (begun);
		read_all(w);
	}
}

/* Sends the same event in the paper's design. */
static void words_volume_base(struct sim *s)
{
	struct hypercube *h = hypercube_open(s);

	hypercube_power_on(h);
	send_word(h, 0x76543210, 0, 8);
	hypercube_settle(h);
	SIM_EQ(s, hypercube_drain(h, NULL, 20) * 16, 128, "bytes");
}

/* Sends events of four words, with a time stamp for each word or one for all. */
static void four_words(struct sim *s, bool select, unsigned int bytes)
{
	struct words *w = start(s, select);
	const uint64_t events = sim_length(s, 1000, 30);

	for (uint64_t EACH(i, 0); i < events; i++) {
		for (unsigned int k = 0; k < 4; k++)
			send_word(w->h, ((uint32_t)sim_random(s) >> 1) | (uint32_t)!k << 31, 0,
				  8);
		read_all(w);
	}
	SIM_EQ(s, w->bytes, events * bytes, "bytes");
	SIM_EQ(s, w->stamps, select ? events : 4 * events, "time stamps");
}

static void words_four(struct sim *s)
{
	four_words(s, false, 48);
}

static void words_four_select(struct sim *s)
{
	four_words(s, true, 36);
}

const struct sim_test sim_tests[] = {
	{"words_random", words_random, "HM-LES-001 HM-LES-002 HM-LES-003", "hypermon_words"},
	{"words_select", words_select, "HM-LES-003 HM-LES-006", "hypermon_select"},
	{"words_pressed", words_pressed, "HM-LES-001 HM-LES-002 HM-LES-003", "hypermon_words"},
	{"words_pressed_select", words_pressed_select, "HM-LES-006", "hypermon_select"},
	{"words_volume", words_volume, "HM-LES-004 HM-LES-005", "hypermon_words"},
	{"words_capacity", words_capacity, "HM-LES-003 HM-LES-005", "hypermon_words"},
	{"words_overrun", words_overrun, "HM-LES-003 HM-LES-005", "hypermon_words"},
	{"words_reset", words_reset, "HM-LES-005", "hypermon_words"},
	{"words_volume_base", words_volume_base, "HM-LES-004", NULL},
	{"words_four", words_four, "HM-LES-007", "hypermon_words"},
	{"words_four_select", words_four_select, "HM-LES-007", "hypermon_select"},
	{0},
};
