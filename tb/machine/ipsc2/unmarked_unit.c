/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests losses on a board without loss marks, at unknown places: compares the events that the
 * decoder calls probable with those that were sent. Every run draws a new program, new losses
 * (an overrun of the FIFO, or frames removed at random), synchronisation or none and, for nodes
 * that run none of the programs, a new table of events. SEED=N repeats a run.
 */
#include "apprun.h"
#include "hm_decode.h"
#include "random.h"
#include "unit.h"
#include <inttypes.h>
#include <sys/random.h>

#define RUNS 35

static uint64_t seed;

static uint64_t below(uint64_t n)
{
	return (random_xorshift(&seed) >> 16) % n;
}

/* ---- frames, and what is decoded of them ---- */

struct frames {
	uint32_t (*frame)[4];
	size_t count, room;
};

static void take_frames(void *arg, const uint32_t (*frame)[4], size_t count)
{
	struct frames *f = arg;

	for (size_t EACH(i, 0); i < count; i++) {
		if (f->count == f->room) {
			f->room = f->room ? 2 * f->room : 4096;
			f->frame = realloc(f->frame, f->room * sizeof(*f->frame));
			assert_non_null(f->frame);
		}
		memcpy(f->frame[f->count++], frame[i], sizeof(*frame));
	}
}

struct seen_event {
	uint64_t window;
	uint8_t data[HM_EVENT_BYTES];
	unsigned int length;
	bool found;
};

struct seen {
	struct seen_event *event[HM_NODES];
	size_t events[HM_NODES], room[HM_NODES];
	struct hm_gap *gap;
	size_t gaps;
	uint64_t certain;
};

static void add_event(struct seen *s, unsigned int node, uint64_t window, const uint8_t *data,
		      unsigned int length)
{
	struct seen_event *e;

	if (s->events[node] == s->room[node]) {
		s->room[node] = s->room[node] ? 2 * s->room[node] : 1024;
		s->event[node] = realloc(s->event[node], s->room[node] * sizeof(*e));
		assert_non_null(s->event[node]);
	}
	e = &s->event[node][s->events[node]++];
	*e = (struct seen_event){.window = window, .length = length};
	memcpy(e->data, data, length);
}

static void on_event(void *arg, const struct hm_event *e)
{
	struct seen *s = arg;

	s->certain += !e->probable;
	assert_true(e->window <= e->end);
	add_event(s, e->node, e->window, e->data, e->length);
}

static void on_gap(void *arg, const struct hm_gap *g)
{
	struct seen *s = arg;

	assert_true(g->from <= g->to);
	s->gap = realloc(s->gap, (s->gaps + 1) * sizeof(*g));
	assert_non_null(s->gap);
	s->gap[s->gaps++] = *g;
}

static void free_seen(struct seen *s)
{
	for (unsigned int i = 0; i < HM_NODES; i++)
		free(s->event[i]);
	free(s->gap);
	*s = (struct seen){0};
}

static void decode(const struct frames *f, const struct hm_table *table, bool unmarked,
		   struct seen *s)
{
	static struct hm_decoder d;

	*s = (struct seen){0};
	hm_decoder_begin(&d, table, HM_WINDOW_NS, false);
	d.on_event = on_event;
	d.on_gap = on_gap;
	d.arg = s;
	d.unmarked = unmarked;
	for (size_t EACH(i, 0); i < f->count; i++)
		assert_int_equal(hm_decode(&d, f->frame[i]), 0);
	hm_decoder_end(&d);
}

/* ---- comparison ---- */

struct score {
	uint64_t sent, printed, wrong, unbounded; /* missing events that are not in a gap */
};

static bool is_same(const struct seen_event *a, const struct seen_event *b)
{
	return a->window == b->window && a->length == b->length &&
	       !memcmp(a->data, b->data, a->length);
}

static bool in_gap(const struct seen *s, unsigned int node, uint64_t window)
{
	for (size_t i = 0; i < s->gaps; i++)
		if (s->gap[i].node == node && window >= s->gap[i].from &&
		    (window <= s->gap[i].to || s->gap[i].open))
			return true;
	return false;
}

static void compare_node(struct seen *all, const struct seen *s, unsigned int node,
			 struct score *x)
{
	size_t at = 0;

	for (size_t k = 0; k < s->events[node]; k++) {
		const struct seen_event *e = &s->event[node][k];

		while (at < all->events[node] && all->event[node][at].window < e->window)
			at++;
		if (at < all->events[node] && is_same(&all->event[node][at], e))
			all->event[node][at].found = true;
		else
			x->wrong++;
	}
	for (size_t k = 0; k < all->events[node]; k++)
		x->unbounded += !all->event[node][k].found &&
				!in_gap(s, node, all->event[node][k].window);
	x->printed += s->events[node];
	x->sent += all->events[node];
}

static struct score compare(struct seen *all, const struct seen *s)
{
	struct score x = {0};

	for (unsigned int i = 0; i < HM_NODES; i++)
		compare_node(all, s, i, &x);
	return x;
}

/* Removes frames at random, up to one in three, single ones or several in succession. */
static void lose_frames(const struct frames *all, struct frames *f, uint64_t parts,
			uint64_t most)
{
	f->count = 0;
	for (size_t EACH(i, 0); i < all->count; i++)
		if (below(parts))
			take_frames(f, (const uint32_t(*)[4])all->frame + i, 1);
		else
			i += below(most);
}

/* Checks that at least one in @least events is printed, that less than 2 % of them are wrong,
 * and that at most eight events per wrong event are missing outside of gaps. */
static void judge(const char *what, const struct score *x, uint64_t least)
{
	printf("%s: %" PRIu64 " of %" PRIu64 " events printed, %" PRIu64
	       " of them wrong, %" PRIu64 " missing in no gap\n",
	       what, x->printed, x->sent, x->wrong, x->unbounded);
	assert_true(x->printed > 1000 && least * x->printed >= x->sent);
	assert_true(50 * x->wrong < x->printed);
	assert_true(x->unbounded <= 8 * x->wrong);
}

static void add_score(struct score *sum, const struct score *x)
{
	sum->sent += x->sent;
	sum->printed += x->printed;
	sum->wrong += x->wrong;
	sum->unbounded += x->unbounded;
}

/* ---- programs ---- */

static struct hm_table nx2_table;

static void run_program(struct apprun_config *c, unsigned int depth, ipsc2_time recording,
			ipsc2_time until, struct frames *f)
{
	const struct ipsc2_reader reader = {.recording = recording, .idle = IPSC2_US(50)};
	static struct apprun r;

	f->count = 0;
	c->depth = depth;
	c->reader = &reader;
	c->until = until;
	c->frames = take_frames;
	c->arg = f;
	assert_int_equal(apprun(c, &r), 0);
	assert_int_equal(depth < 65536 ? 0 : r.stats.lost, 0);
}

static struct score one_program(void)
{
	static struct frames all, lossy;
	const bool overrun = below(2), sync = below(2);
	struct apprun_config c = {.app = apps[below(APPS)],
				  .nodes = 4u << below(2),
				  .recording = IPSC2_HARDWARE,
				  .seed = below(1000000),
				  .delay = below(2) ? 0 : (unsigned int)below(40),
				  .sync_us = sync ? 200 + below(1800) : 0};
	struct seen truth, found;
	struct score x;

	nx2_table.sync = sync;
	run_program(&c, 65536, 0, IPSC2_MS(300), &all);
	if (overrun)
		run_program(&c, 256u << below(3), IPSC2_US(below(10)), IPSC2_MS(150), &lossy);
	else
		lose_frames(&all, &lossy, 3 + below(below(2) ? 30 : 1000), 1 + below(20));
	decode(&all, &nx2_table, false, &truth);
	decode(&lossy, &nx2_table, true, &found);
	assert_int_equal(found.certain, 0);
	x = compare(&truth, &found);
	free_seen(&truth);
	free_seen(&found);
	return x;
}

static void programs(void)
{
	struct score sum = {0};
	char message[4096 + 256];

	if (hm_table_read(&nx2_table, "sw/hypermon/nx2.events", message, sizeof(message)))
		fail_msg("%s", message);
	for (unsigned int EACH(i, 0); i < RUNS; i++) {
		const struct score x = one_program();

		add_score(&sum, &x);
	}
	judge("programs", &sum, 10);
}

/* ---- nodes with tables of their own ---- */

struct sender {
	struct hm_node node;
	struct seen *truth;
	unsigned int number;
	uint64_t window, pace, nibbles, began;
};

static struct sent_nibble {
	uint64_t window;
	uint8_t node, nibble;
} * sent;
static size_t sents, sent_room;

static void port(void *arg, uint32_t value)
{
	struct sender *s = arg;

	if (!(value & HM_STROBE))
		return;
	s->window += s->pace + below(2);
	if (!s->nibbles++)
		s->began = s->window;
	if (sents == sent_room) {
		sent_room = sent_room ? 2 * sent_room : 65536;
		sent = realloc(sent, sent_room * sizeof(*sent));
		assert_non_null(sent);
	}
	sent[sents++] =
		(struct sent_nibble){s->window, (uint8_t)s->number, (uint8_t)(value & 15)};
}

static void draw_table(struct hm_table *t)
{
	const unsigned int ids = 2 + (unsigned int)below(60);

	*t = (struct hm_table){.bytes = below(2)};
	for (unsigned int i = 0; i < ids; i++) {
		const unsigned int id = 1 + (unsigned int)below(254);

		t->type[id].length = (uint8_t)(2 + below(14));
		snprintf(t->type[id].name, HM_NAME, "e%u", id);
	}
}

static void send_events(struct sender *s, const struct hm_table *t, unsigned int events)
{
	uint8_t data[HM_EVENT_BYTES];

	for (unsigned int EACH(k, 0); k < events; k++) {
		do
			data[0] = (uint8_t)(1 + below(254));
		while (!t->type[data[0]].length);
		for (unsigned int b = 1; b < t->type[data[0]].length; b++)
			data[b] = (uint8_t)(below(3) ? below(8) : below(256));
		/* some pauses are as short as those between two nibbles */
		s->window += below(4) ? below(300) : 0;
		s->nibbles = 0;
		assert_int_equal(hm_event(&s->node, data, t->type[data[0]].length), 0);
		add_event(s->truth, s->number, s->began, data, t->type[data[0]].length);
	}
}

static int by_window(const void *a, const void *b)
{
	const struct sent_nibble *x = a, *y = b;

	return x->window != y->window ? (x->window > y->window) - (x->window < y->window)
				      : x->node - y->node;
}

static void make_frames(struct frames *f)
{
	f->count = 0;
	qsort(sent, sents, sizeof(*sent), by_window);
	for (size_t EACH(i, 0); i < sents;) {
		const uint64_t window = sent[i].window;
		uint32_t w[4] = {0, 0, 0, (uint32_t)window};

		for (; i < sents && sent[i].window == window; i++) {
			w[sent[i].node < 8] |= (uint32_t)sent[i].nibble
					       << 4 * (sent[i].node & 7);
			w[2] |= 1u << sent[i].node;
		}
		take_frames(f, (const uint32_t(*)[4]) & w, 1);
	}
}

static void tables(void)
{
	static struct frames all, lossy;
	struct score sum = {0};

	for (unsigned int EACH(i, 0); i < RUNS; i++) {
		struct seen truth = {0}, found;
		struct hm_table t;
		struct score x;

		draw_table(&t);
		sents = 0;
		for (unsigned int EACH(n, 0); n < 4; n++) {
			struct sender s = {.truth = &truth, .number = n, .pace = 5 + below(30)};

			s.node = (struct hm_node){.port = port, .arg = &s, .bytes = t.bytes};
			send_events(&s, &t, 400);
		}
		make_frames(&all);
		lose_frames(&all, &lossy, 10 + below(500), 1 + below(20));
		decode(&lossy, &t, true, &found);
		x = compare(&truth, &found);
		add_score(&sum, &x);
		free_seen(&truth);
		free_seen(&found);
	}
	judge("tables", &sum, 4);
}

/* Without losses all events are found. */
static void lossless(void)
{
	static struct frames all;
	struct apprun_config c = {.app = apps[PLACE],
				  .nodes = 8,
				  .recording = IPSC2_HARDWARE,
				  .seed = below(1000000)};
	struct seen truth, found;
	struct score x;

	nx2_table.sync = false;
	run_program(&c, 65536, 0, IPSC2_MS(300), &all);
	decode(&all, &nx2_table, false, &truth);
	decode(&all, &nx2_table, true, &found);
	x = compare(&truth, &found);
	judge("nothing lost", &x, 1);
	assert_int_equal(x.wrong, 0);
	free_seen(&truth);
	free_seen(&found);
}

static int choose_seed(void)
{
	const char *given = getenv("SEED");

	if (given)
		seed = strtoull(given, NULL, 0);
	else if (getrandom(&seed, sizeof(seed), 0) != sizeof(seed))
		return 1;
	seed |= 1;
	printf("# SEED=%" PRIu64 "\n", seed);
	fflush(stdout);
	return 0;
}

static const struct unit units[] = {
	UNIT(programs, "HM-RSY-012"),
	UNIT(tables, "HM-RSY-012"),
	UNIT(lossless, ""),
};

UNIT_MAIN_GROUP(units, choose_seed, NULL)
