/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests receive time and latency (TR-596-99 3.2, A.6 ACDR): the counter of the global clock,
 * the time stamp of a packet, and the window of 24 bits taken from their difference.
 */
#include "iscr.h"
#include "quick.h"
#include <inttypes.h>

#define BATCH 256

static struct node *open_lat(struct sim *s, bool wrap, enum simm_size hist)
{
	const struct node_config cfg = {
		.trace = SIMM_4MB, .hist = hist, .rxtime_init = wrap ? QUICK_WRAP : 0};

	return quick_open(s, &cfg);
}

static struct node *open_drifting(struct sim *s)
{
	const struct node_config cfg = {.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = true};

	return quick_open(s, &cfg);
}

/* ---- the window, as the report describes it ---- */

struct window {
	uint32_t field;
	bool v, u;
};

static struct window window(uint64_t rx, uint64_t tx, unsigned int lat_s, unsigned int lat_n)
{
	const unsigned int start = 2 * (lat_s > 20 ? 20 : lat_s);
	const unsigned int num = 2 * (lat_n > 12 ? 12 : lat_n);
	uint64_t units;

	if (tx > rx)
		return (struct window){.u = true};
	units = (rx - tx) >> start;
	if (units >= (uint64_t)1 << num)
		return (struct window){.field = 0xFFFFFF, .v = true};
	return (struct window){.field = (uint32_t)units};
}

/* Differences to be tested with one setting. */
struct batch {
	uint64_t tx[BATCH];
	unsigned int count;
};

static void add_tx(struct batch *b, uint64_t tx)
{
	if (b->count < BATCH)
		b->tx[b->count++] = tx;
}

static void add_diff(struct batch *b, uint64_t rx, uint64_t diff)
{
	if (diff <= rx)
		add_tx(b, rx - diff);
}

/* Returns a random difference; all magnitudes are equally likely. */
static uint64_t random_diff(struct sim *s, unsigned int max_bits)
{
	return sim_random(s) & (((uint64_t)1 << sim_range(s, 0, max_bits)) - 1);
}

static void set_window(struct node *n, unsigned int lat_s, unsigned int lat_n)
{
	quick_acdr(n, ACDR(.remote = true, .lat_s = lat_s, .lat_n = lat_n, .tsize = 1));
}

/* Plays the batch and checks the latencies in the trace against the receive times in the
 * trace. */
static void play_batch(struct node *n, const struct batch *b, unsigned int lat_s,
		       unsigned int lat_n)
{
	struct packet p[BATCH];

	for (unsigned int i = 0; i < b->count; i++) {
		node_random_packet(n, &p[i], 2, 0);
		p[i].tx = b->tx[i] | (p[i].tx & (uint64_t)1 << 44);
	}
	quick_rewind(n);
	quick_play(n, p, b->count);
	for (unsigned int EACH(i, 0); i < b->count; i++) {
		const struct trace_fields f = quick_entry(n, i);
		const struct window w = window(f.rxtime, b->tx[i], lat_s, lat_n);

		SIM_CHECK(n->s, f.latency == w.field && f.overflow == w.v && f.underflow == w.u,
			  "S %u N %u rx %011" PRIX64 " tx %011" PRIX64
			  ": field %06X V %d U %d, expected %06X V %d U %d",
			  lat_s, lat_n, f.rxtime, b->tx[i], f.latency, f.overflow, f.underflow,
			  w.field, w.v, w.u);
		SIM_CHECK(n->s, !(f.overflow && f.underflow), "U and V together");
		quick_check_entry(n, i, &p[i]);
	}
}

/* Opens a board in trace mode whose receive time counter is stopped near 2^44. */
static struct node *standing(struct sim *s, uint64_t *rx)
{
	struct node *n = open_lat(s, true, SIMM_4MB);

	*rx = quick_stop_clock(n);
	node_put(n, SURF_HTCR, TEN);
	return n;
}

/* Returns the receive time that the board has stored for entry 0. */
static uint64_t probe(struct node *n)
{
	struct packet p;

	node_random_packet(n, &p, 1, 0);
	quick_rewind(n);
	quick_play(n, &p, 1);
	return quick_entry(n, 0).rxtime;
}

/* Stops the clock when the counter is exactly @ticks. */
static void stop_at(struct node *n, uint64_t ticks)
{
	while (node_ticks(n) != ticks - 1)
		sim_wait_edge(n->gclk, SIM_RISE);
	quick_stop_clock(n);
	SIM_EQ(n->s, probe(n), ticks, "receive time with the clock stopped");
}

/* ---- the counter ---- */

/* Notes the rising edges of the global clock when a header is sampled. */
struct header {
	struct node *n;
	struct sim_pin *pmen_n;
	bool armed;
	uint64_t edges;
	uint32_t entry; /* where the next packet is recorded */
};

static void on_s1(void *arg)
{
	struct header *h = arg;

	if (h->armed && !sim_get(h->pmen_n)) {
		h->armed = false;
		h->edges = sim_clock_edges(h->n->gclk);
	}
}

static void watch_headers(struct header *h, struct node *n)
{
	*h = (struct header){.n = n, .pmen_n = sim_pin(n->s, "pmen_n")};
	sim_on(n->clk_s1, SIM_RISE, on_s1, h);
}

/* Sends a packet of one word and returns its recorded receive time. */
static uint64_t stamp(struct header *h)
{
	struct packet p;

	node_random_packet(h->n, &p, 1, 0);
	h->armed = true;
	node_send(h->n, &p);
	SIM_CHECK(h->n->s, !h->armed, "no header was seen");
	return quick_entry(h->n, h->entry++).rxtime;
}

/* Waits until the counter has advanced by @ticks since the last header. */
static void wait_ticks(struct header *h, uint64_t ticks)
{
	while (sim_clock_edges(h->n->gclk) < h->edges + ticks)
		sim_wait_edge(h->n->gclk, SIM_RISE);
}

/* Checks that the difference of two stamps is the number of clock edges between them, plus or
 * minus a tick. */
static void check_elapsed(struct header *h, uint64_t rx, uint64_t edges, const char *when)
{
	const uint64_t again = stamp(h), ticks = h->edges - edges;

	SIM_CHECK(h->n->s, again - rx + 1 >= ticks && again - rx <= ticks + 1,
		  "%s: %" PRIu64 " ticks between the stamps, %" PRIu64 " of the clock", when,
		  again - rx, ticks);
}

static void lat_thousand_ticks(struct sim *s)
{
	struct node *n = open_drifting(s);
	struct header h;

	watch_headers(&h, n);
	node_put(n, SURF_HTCR, TEN);
	set_window(n, 0, 12);
	for (int EACH(i, 0); i < 5; i++) {
		uint64_t rx, edges;

		rx = stamp(&h);
		edges = h.edges;
		wait_ticks(&h, 1000);
		check_elapsed(&h, rx, edges, "1000 ticks");
		SIM_CHECK(s, h.edges - edges >= 1000 && h.edges - edges <= 1001,
			  "%" PRIu64 " ticks between the headers", h.edges - edges);
	}
	node_compare(n);
}

/* With a slow global clock there is no uncertainty: each edge counts one. */
static void lat_every_edge(struct sim *s)
{
	struct node *n = open_lat(s, false, SIMM_4MB);
	struct header h;
	uint64_t rx;

	watch_headers(&h, n);
	node_put(n, SURF_HTCR, TEN);
	set_window(n, 0, 12);
	quick_clock_period(n, SIM_US(4));
	sim_wait(s, SIM_NS(500));
	rx = stamp(&h);
	for (unsigned int EACH(i, 1); i <= 130; i++) {
		sim_wait_edge(n->gclk, SIM_RISE);
		sim_wait(s, SIM_NS(500));
		SIM_EQ(s, stamp(&h), rx + i, "receive time, one edge later");
	}
	node_compare(n);
}

static void lat_global_reset(struct sim *s)
{
	struct node *n = open_drifting(s);
	struct header h;

	watch_headers(&h, n);
	node_put(n, SURF_HTCR, TEN);
	set_window(n, 0, 12);
	for (int EACH(i, 0); i < 4; i++) {
		uint64_t rx, edges;

		sim_wait_cycles(n->gclk, 300);
		SIM_CHECK(s, stamp(&h) > 290, "the counter does not count");
		node_global_reset(n);
		/* node_global_reset() takes 6 ticks after the release */
		edges = sim_clock_edges(n->gclk) - 6;
		while (sim_clock_edges(n->gclk) < edges + 50)
			sim_wait_edge(n->gclk, SIM_RISE);
		rx = stamp(&h);
		SIM_CHECK(s, rx + 1 >= h.edges - edges && rx <= h.edges - edges + 1,
			  "receive time %" PRIu64 " after %" PRIu64 " ticks", rx,
			  h.edges - edges);
		SIM_CHECK(s, rx >= 49 && rx <= 52, "receive time %" PRIu64 " after 50 ticks",
			  rx);
	}
	node_compare(n);
}

/* Tests the upper half of the receive time, where nearly all bits of its Gray code are 1. */
static void lat_gray_bits(struct sim *s)
{
	const struct node_config cfg = {
		.trace = SIMM_4MB, .hist = SIMM_4MB, .rxtime_init = QUICK_GRAY};
	struct node *n = quick_open(s, &cfg);

	node_put(n, SURF_HTCR, TEN);
	set_window(n, 0, 12);
	node_play_random(n, 16, 3, 100);
	for (uint32_t EACH(i, 0); i < 16; i++)
		SIM_EQ(s, quick_entry(n, i).rxtime >> 16, QUICK_GRAY >> 16, "receive time");
	node_compare(n);
}

/* Sends packets of 1024 words, which take 123 us. */
static void lat_header_time(struct sim *s)
{
	const struct sni_timing t = {.gap_percent = 100, .gap_max = 1};
	struct node *n = open_drifting(s);
	struct header h;
	struct packet p;
	uint64_t rx;
	sim_time from;

	watch_headers(&h, n);
	node_put(n, SURF_HTCR, TEN);
	set_window(n, 0, 12);
	rx = stamp(&h);
	sni_set_timing(n->sni, &t);
	for (int EACH(i, 0); i < 3; i++) {
		const uint64_t edges = h.edges, was = rx;

		sim_wait(s, SIM_NS(sim_range(s, 100, 5000)));
		node_random_packet(n, &p, 1, 0);
		p.words = 1024;
		h.armed = true;
		from = sim_now(s);
		node_send(n, &p);
		SIM_CHECK(s, sim_now(s) - from >= SIM_US(100), "the packet was too short");
		rx = quick_entry(n, h.entry++).rxtime;
		SIM_CHECK(s, rx - was + 1 >= h.edges - edges && rx - was <= h.edges - edges + 1,
			  "receive time is not that of the header");
	}
	node_compare(n);
}

static void lat_runs_on(struct sim *s)
{
	struct node *n = open_drifting(s);
	const uint32_t ebcr = 0xD0001D01;
	struct header h;
	uint64_t rx, edges;

	watch_headers(&h, n);
	set_window(n, 0, 12);
	node_put(n, SURF_HTCR, TEN);
	for (int EACH(i, 0); i < 3; i++) {
		rx = stamp(&h);
		edges = h.edges;
		node_slot_put(n, SURF_EBCR, 15, ebcr & ~(uint32_t)SURF_EBCR_ENABLE);
		sim_wait(s, SIM_US(20));
		node_enable(n, 0xD000, 3, 5);
		check_elapsed(&h, rx, edges, "ENABLE = 0");

		rx = stamp(&h);
		edges = h.edges;
		eisa_reset(n->eisa, 150);
		surf_golden_resdrv(n->g);
		node_enable(n, 0xD000, 3, 5);
		check_elapsed(&h, rx, edges, "RESDRV");

		rx = stamp(&h);
		edges = h.edges;
		node_put(n, SURF_HTCR, TEN | PRS);
		sim_wait(s, SIM_US(20));
		node_put(n, SURF_HTCR, TEN);
		check_elapsed(&h, rx, edges, "PRS");
	}
	node_compare(n);
}

/* Checks that a pulse on S_GRST_L changes only RTV and the receive time. */
static void lat_reset_alone(struct sim *s)
{
	struct node *n = open_lat(s, true, SIMM_4MB);
	struct sbit_map map;
	struct quick_state *before, *after;
	struct header h;
	uint64_t rx;

	for (unsigned int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = i < 6 ? (uint8_t)i : SBIT_ZERO;
	watch_headers(&h, n);
	while (node_ticks(n) > 100)
		sim_wait_cycles(n->gclk, 1);
	sim_wait_cycles(n->gclk, 20);
	surf_golden_rtv(n->g, true);
	quick_select(n, &map);
	quick_change_all_state(n);
	before = quick_state(n);
	SIM_CHECK(s, before->reg[SURF_ISCR / 4] & surf_mask(SURF_ISCR_RTV),
		  "RTV after the wrap");
	rx = node_ticks(n);
	node_global_reset(n);
	SIM_CHECK(s, node_ticks(n) < rx, "the time went on");
	after = quick_state(n);
	quick_same_state(n, before, after,
			 ~(surf_mask(SURF_ISCR_RTV) | surf_mask(SURF_ISCR_PEND)));
	SIM_EQ(s, after->reg[SURF_ISCR / 4] & surf_mask(SURF_ISCR_RTV), 0,
	       "RTV after the reset");
	SIM_EQ(s, after->fccr, before->fccr, "FCCR");
	SIM_EQ(s, after->fcdr, before->fcdr, "FCDR");
	/* the pipeline works, with the new time */
	node_put(n, SURF_TTCR, 0);
	node_put(n, SURF_HTCR, TEN | HEN | 8);
	quick_rewind(n);
	rx = stamp(&h);
	SIM_CHECK(s, rx + 1 >= node_ticks(n) - 40 && rx <= node_ticks(n),
		  "receive time %" PRIu64 ", now %" PRIu64, rx, node_ticks(n));
	node_compare(n);
}

/* ---- the window ---- */

/* The clock runs slowly, so that 1024 ticks last the whole test. */
static void lat_difference(struct sim *s)
{
	struct node *n = open_lat(s, true, SIMM_4MB);
	uint64_t count = sim_length(s, 3000, 120);

	quick_clock_period(n, SIM_US(10) * (count / 3000 + 1));
	node_put(n, SURF_HTCR, TEN);
	set_window(n, 0, 12);
	while (count) {
		EACH_OF(count);
		struct batch b = {0};

		while (count && b.count < BATCH) {
			uint64_t d = count % 2 ? sim_range(s, 0, 0xFFFFFF) : random_diff(s, 24);

			/* the clock runs until the packet arrives */
			if (d > 0xFFFFFF - 40)
				d -= 40;
			add_diff(&b, node_ticks(n), d);
			count--;
		}
		play_batch(n, &b, 0, 12);
		for (unsigned int EACH(i, 0); i < b.count; i++) {
			const struct trace_fields f = quick_entry(n, i);

			SIM_EQ(s, f.latency, f.rxtime - b.tx[i], "latency");
		}
	}
	SIM_CHECK(s, node_ticks(n) > QUICK_WRAP, "the test is longer than the counter");
	node_compare(n);
}

static void lat_start(struct sim *s)
{
	uint64_t rx;
	struct node *n = standing(s, &rx);
	const unsigned int count = (unsigned int)sim_length(s, 60, 12);

	for (unsigned int EACH(lat_s, 0); lat_s <= 20; lat_s++) {
		struct batch b = {0};

		for (unsigned int i = 0; i < count; i++)
			add_diff(&b, rx,
				 random_diff(s, 2 * lat_s + 26 > 43 ? 43 : 2 * lat_s + 26));
		for (unsigned int bit = 0; bit < 24; bit++)
			if (2 * lat_s + bit < 44)
				add_diff(&b, rx, (uint64_t)1 << (2 * lat_s + bit));
		set_window(n, lat_s, 12);
		play_batch(n, &b, lat_s, 12);
	}
	node_compare(n);
}

static void lat_num(struct sim *s)
{
	static const unsigned int starts[] = {0, 3, 10};
	uint64_t rx;
	struct node *n = standing(s, &rx);
	const unsigned int count = (unsigned int)sim_length(s, 60, 12);

	for (unsigned int EACH(lat_n, 1); lat_n <= 12; lat_n++)
		for (unsigned int EACH(k, 0); k < 3; k++) {
			const unsigned int lat_s = starts[k], end = 2 * (lat_s + lat_n);
			struct batch b = {0};

			for (unsigned int i = 0; i < count; i++)
				add_diff(&b, rx, random_diff(s, end + i % 3));
			set_window(n, lat_s, lat_n);
			play_batch(n, &b, lat_s, lat_n);
		}
	node_compare(n);
}

/* Checks the latency field of entry @i, without the flags. */
static void check_field(struct node *n, unsigned int i, uint32_t field)
{
	const struct trace_fields f = quick_entry(n, i);

	SIM_CHECK(n->s, f.latency == field && !f.overflow && !f.underflow,
		  "entry %u: field %06X V %d U %d, expected %06X without flags", i, f.latency,
		  f.overflow, f.underflow, field);
}

static void check_overflow(struct node *n, unsigned int i)
{
	const struct trace_fields f = quick_entry(n, i);

	SIM_CHECK(n->s, f.latency == 0xFFFFFF && f.overflow && !f.underflow,
		  "entry %u: field %06X V %d U %d, expected an overflow", i, f.latency,
		  f.overflow, f.underflow);
}

static void check_underflow(struct node *n, unsigned int i)
{
	const struct trace_fields f = quick_entry(n, i);

	SIM_CHECK(n->s, f.latency == 0 && !f.overflow && f.underflow,
		  "entry %u: field %06X V %d U %d, expected an underflow", i, f.latency,
		  f.overflow, f.underflow);
}

static void lat_truncates(struct sim *s)
{
	uint64_t rx;
	struct node *n = standing(s, &rx);

	for (unsigned int EACH(lat_s, 0); lat_s <= 20; lat_s++) {
		const uint64_t unit = (uint64_t)1 << 2 * lat_s;
		struct batch b = {0};

		add_diff(&b, rx, unit - 1);
		add_diff(&b, rx, unit);
		add_diff(&b, rx, 2 * unit - 1);
		add_diff(&b, rx, 2 * unit);
		set_window(n, lat_s, 12);
		play_batch(n, &b, lat_s, 12);
		check_field(n, 0, 0);
		check_field(n, 1, 1);
		check_field(n, 2, 1);
		check_field(n, 3, 2);
	}
	node_compare(n);
}

/* Tests the example of the report: NUM 12, START 6, largest value 26.2 ms. */
static void lat_example(struct sim *s)
{
	uint64_t rx;
	struct node *n = standing(s, &rx);
	struct batch b = {0};

	add_diff(&b, rx, 262143);
	add_diff(&b, rx, 262144);
	add_diff(&b, rx, 262143 - 63);
	add_diff(&b, rx, 262143 - 64);
	set_window(n, 3, 6);
	play_batch(n, &b, 3, 6);
	check_field(n, 0, 0xFFF);
	check_overflow(n, 1);
	check_field(n, 2, 0xFFF);
	check_field(n, 3, 0xFFE);
	SIM_EQ(s, (uint64_t)quick_entry(n, 0).latency * 6400, 26208000,
	       "largest latency in ns");
	node_compare(n);
}

/* Tests latencies on both sides of the end of the window for every legal S and N; a window that
 * reaches bit 43 cannot overflow. */
static void lat_window_end(struct sim *s)
{
	struct node *n = open_lat(s, true, SIMM_4MB);
	const uint64_t most = SHRIMP_TICKS;
	const unsigned int settings = (unsigned int)sim_length(s, 252, 30);

	node_put(n, SURF_HTCR, TEN);
	stop_at(n, most);
	for (unsigned int EACH(k, 0); k < settings; k++) {
		const unsigned int code = 101 * k % 252; /* each code once in 252 passes */
		const unsigned int lat_s = code / 12, lat_n = 1 + code % 12;
		const unsigned int end = 2 * (lat_s + lat_n);
		struct batch b = {0};

		set_window(n, lat_s, lat_n);
		if (end >= 44) {
			add_diff(&b, most, most);
			play_batch(n, &b, lat_s, lat_n);
			check_field(n, 0, (uint32_t)(most >> 2 * lat_s));
			continue;
		}
		add_diff(&b, most, ((uint64_t)1 << end) - 1);
		add_diff(&b, most, (uint64_t)1 << end);
		add_diff(&b, most, (uint64_t)1 << 43);
		play_batch(n, &b, lat_s, lat_n);
		check_field(n, 0, (1u << 2 * lat_n) - 1);
		check_overflow(n, 1);
		check_overflow(n, 2);
	}
	node_compare(n);
}

static void lat_underflow(struct sim *s)
{
	static const uint8_t set[][2] = {{0, 12}, {0, 1}, {6, 6}, {20, 12}, {20, 1}, {13, 0}};
	struct node *n = open_lat(s, false, SIMM_4MB);
	uint64_t rx;

	quick_stop_clock(n);
	node_put(n, SURF_HTCR, TEN);
	rx = probe(n);
	for (unsigned int EACH(k, 0); k < sizeof(set) / sizeof(set[0]); k++) {
		struct batch b = {0};

		add_tx(&b, rx + 1);
		add_tx(&b, rx + ((uint64_t)1 << 30));
		add_tx(&b, SHRIMP_TICKS);
		for (unsigned int bit = 0; bit < 44; bit++)
			add_tx(&b, rx + ((uint64_t)1 << bit));
		set_window(n, set[k][0], set[k][1]);
		node_put(n, SURF_ISCR, LU | LV);
		play_batch(n, &b, set[k][0], set[k][1]);
		for (unsigned int EACH(i, 0); i < b.count; i++)
			check_underflow(n, i);
		SIM_EQ(s, node_get(n, SURF_ISCR) & (LU | LV), LU, "ISCR.LU alone");
	}
	node_compare(n);
}

static void lat_equal(struct sim *s)
{
	uint64_t rx;
	struct node *n = standing(s, &rx);

	for (unsigned int EACH(lat_s, 0); lat_s <= 20; lat_s += 4)
		for (unsigned int EACH(lat_n, 0); lat_n <= 12; lat_n += 3) {
			struct batch b = {0};

			add_tx(&b, rx);
			set_window(n, lat_s, lat_n);
			play_batch(n, &b, lat_s, lat_n);
			check_field(n, 0, 0);
		}
	SIM_EQ(s, node_get(n, SURF_ISCR) & (LU | LV), 0, "ISCR.LU and LV");
	node_compare(n);
}

static void lat_wrapped(struct sim *s)
{
	struct node *n = open_lat(s, true, SIMM_4MB);
	struct batch b = {0};
	uint64_t rx;

	node_put(n, SURF_HTCR, TEN);
	set_window(n, 0, 12);
	add_tx(&b, QUICK_WRAP - 5);
	play_batch(n, &b, 0, 12);
	SIM_CHECK(s, quick_entry(n, 0).rxtime > QUICK_WRAP && !quick_entry(n, 0).underflow,
		  "before the wrap");
	while (node_ticks(n) > 100)
		sim_wait_cycles(n->gclk, 1);
	sim_wait_cycles(n->gclk, 50);
	surf_golden_rtv(n->g, true);
	b.count = 0;
	add_tx(&b, SHRIMP_TICKS);
	add_tx(&b, SHRIMP_TICKS - 1);
	add_tx(&b, QUICK_WRAP);
	add_tx(&b, SHRIMP_TICKS - 500000);
	add_tx(&b, (uint64_t)1 << 43);
	play_batch(n, &b, 0, 12);
	rx = quick_entry(n, 0).rxtime;
	SIM_CHECK(s, rx > 40 && rx < 500, "receive time %011" PRIX64 " after the wrap", rx);
	for (unsigned int EACH(i, 0); i < b.count; i++)
		check_underflow(n, i);
	b.count = 0;
	add_tx(&b, 10);
	play_batch(n, &b, 0, 12);
	check_field(n, 0, (uint32_t)quick_entry(n, 0).rxtime - 10);
	node_compare(n);
}

static void lat_bit_44(struct sim *s)
{
	uint64_t rx;
	struct node *n = standing(s, &rx);
	struct packet p[40];

	set_window(n, 0, 12);
	for (unsigned int i = 0; i < 40; i += 2) {
		node_random_packet(n, &p[i], 4, 0);
		p[i].tx = rx - random_diff(s, 26);
		if (i % 8 == 6)
			p[i].tx = rx + 1 + i;
		p[i + 1] = p[i];
		p[i + 1].tx |= (uint64_t)1 << 44;
	}
	quick_rewind(n);
	quick_play(n, p, 40);
	for (unsigned int EACH(i, 0); i < 40; i += 2) {
		SIM_EQ(s, quick_entry(n, i).latency, window(rx, p[i].tx, 0, 12).field,
		       "latency");
		for (unsigned int EACH(w, 0); w < 4; w++)
			SIM_EQ(s, simm_peek(n->trace, 4 * i + 4 + w),
			       simm_peek(n->trace, 4 * i + w), "trace word with bit 44 set");
	}
	node_compare(n);
}

/* Tests all settings, legal or not; the counter wraps in the middle of the test. */
static void lat_flags(struct sim *s)
{
	struct node *n = open_lat(s, true, SIMM_4MB);
	/* with fewer settings not all cases would be met */
	const unsigned int settings = 10 + (unsigned int)sim_length(s, 502, 20);
	const unsigned int each = (unsigned int)sim_length(s, 196, 40);
	const uint64_t first = sim_random(s) & 511;
	const sim_time each_takes = SIM_US(12) + each * SIM_NS(1100);
	uint64_t wide = 0, small = 0, under = 0, over = 0;

	/* a setting takes 12 us, a packet 1080 ns; 1024 ticks last for half of the test */
	quick_clock_period(n, (each_takes * settings / 2048) & ~(sim_time)3);
	sim_limit(s, SIM_MS(1000) + 2 * each_takes * settings);
	node_put(n, SURF_HTCR, TEN);
	for (unsigned int EACH(k, 0); k < settings; k++) {
		const unsigned int code = (unsigned int)(first + 205 * k) & 511;
		const unsigned int lat_s = code & 31, lat_n = code >> 5;
		const unsigned int end =
			2 * ((lat_s > 20 ? 20 : lat_s) + (lat_n > 12 ? 12 : lat_n));
		struct batch b = {0};

		for (unsigned int i = 0; i < each; i++) {
			const uint64_t rx = node_ticks(n);
			uint64_t tx;

			switch (sim_range(s, 0, 3)) {
			case 0:
				tx = sim_random(s);
				break;
			case 1:
				tx = rx - random_diff(s, 44);
				break;
			case 2:
				tx = rx + random_diff(s, 44);
				break;
			default:
				tx = rx - ((uint64_t)1 << end) + sim_range(s, 0, 4) - 2;
			}
			add_tx(&b, tx & SHRIMP_TICKS);
		}
		set_window(n, lat_s, lat_n);
		play_batch(n, &b, lat_s, lat_n);
		for (unsigned int i = 0; i < b.count; i++) {
			const struct trace_fields f = quick_entry(n, i);

			wide += f.rxtime >= QUICK_WRAP;
			small += f.rxtime < QUICK_WRAP;
			under += f.underflow;
			over += f.overflow;
		}
	}
	SIM_CHECK(s, wide && small && under && over, "not all cases were met");
	sim_note(s,
		 "%" PRIu64 " stamps near 2^44, %" PRIu64 " after the wrap; %" PRIu64
		 " underflows, %" PRIu64 " overflows",
		 wide, small, under, over);
	surf_golden_rtv(n->g, node_ticks(n) < QUICK_WRAP);
	node_compare(n);
}

/* Plays the batch with an illegal setting and with the legal setting that it is equivalent to:
 * all entries must have the same field and flags. */
static void same_as(struct node *n, const struct batch *b, struct trace_fields *want,
		    unsigned int lat_s, unsigned int lat_n)
{
	const bool legal = lat_s <= 20 && lat_n <= 12;

	set_window(n, lat_s, lat_n);
	play_batch(n, b, lat_s, lat_n);
	for (unsigned int i = 0; i < b->count; i++) {
		const struct trace_fields f = quick_entry(n, i);

		if (legal) {
			want[i] = f;
			continue;
		}
		SIM_CHECK(n->s,
			  f.latency == want[i].latency && f.overflow == want[i].overflow &&
				  f.underflow == want[i].underflow,
			  "S %u N %u, packet %u: field %06X, expected %06X", lat_s, lat_n, i,
			  f.latency, want[i].latency);
	}
}

static void lat_illegal_s(struct sim *s)
{
	static const unsigned int nums[] = {1, 2, 12};
	struct trace_fields want[BATCH];
	struct batch b = {0};
	uint64_t rx;
	struct node *n = standing(s, &rx);

	for (unsigned int bit = 38; bit < 44; bit++) {
		add_diff(&b, rx, ((uint64_t)1 << bit) - 1);
		add_diff(&b, rx, (uint64_t)1 << bit);
	}
	add_diff(&b, rx, rx);
	for (unsigned int EACH(k, 0); k < 3; k++)
		for (unsigned int EACH(lat_s, 20); lat_s <= 31; lat_s++)
			same_as(n, &b, want, lat_s, nums[k]);
	node_compare(n);
}

static void lat_illegal_n(struct sim *s)
{
	static const unsigned int starts[] = {0, 5, 20};
	struct trace_fields want[BATCH];
	struct batch b = {0};
	uint64_t rx;
	struct node *n = standing(s, &rx);

	for (unsigned int bit = 20; bit < 44; bit++) {
		add_diff(&b, rx, ((uint64_t)1 << bit) - 1);
		add_diff(&b, rx, (uint64_t)1 << bit);
	}
	for (unsigned int EACH(k, 0); k < 3; k++)
		for (unsigned int EACH(lat_n, 12); lat_n <= 15; lat_n++)
			same_as(n, &b, want, starts[k], lat_n);
	node_compare(n);
}

static void lat_no_bits(struct sim *s)
{
	uint64_t rx;
	struct node *n = standing(s, &rx);

	for (unsigned int EACH(lat_s, 0); lat_s <= 20; lat_s++) {
		const uint64_t unit = (uint64_t)1 << 2 * lat_s;
		struct batch b = {0};

		add_diff(&b, rx, 0);
		add_diff(&b, rx, unit - 1);
		add_diff(&b, rx, unit);
		set_window(n, lat_s, 0);
		play_batch(n, &b, lat_s, 0);
		check_field(n, 0, 0);
		check_field(n, 1, 0);
		check_overflow(n, 2);
	}
	node_compare(n);
}

static void lat_time_untouched(struct sim *s)
{
	uint64_t rx;
	struct node *n = standing(s, &rx);
	const unsigned int settings = (unsigned int)sim_length(s, 512, 24);
	const unsigned int first = (unsigned int)sim_range(s, 0, 511);

	for (unsigned int EACH(k, 0); k < settings; k++) {
		const unsigned int code = (first + 205 * k) & 511;
		struct batch b = {0};

		add_diff(&b, rx, random_diff(s, 43));
		add_tx(&b, SHRIMP_TICKS);
		set_window(n, code & 31, code >> 5);
		play_batch(n, &b, code & 31, code >> 5);
		SIM_EQ(s, quick_entry(n, 0).rxtime, rx, "receive time");
		SIM_EQ(s, quick_entry(n, 1).rxtime, rx, "receive time of an underflow");
	}
	node_compare(n);
}

static void lat_forced(struct sim *s)
{
	struct node *n = open_lat(s, true, SIMM_64MB);
	const uint64_t rx = quick_stop_clock(n);
	struct sbit_map identity;
	struct packet p[2];

	for (unsigned int i = 0; i < SBIT_OUTPUTS; i++)
		identity.sel[i] = (uint8_t)i;
	quick_select(n, &identity);
	set_window(n, 0, 6);
	node_put(n, SURF_HTCR, ALL);
	node_random_packet(n, &p[0], 9, 0);
	node_random_packet(n, &p[1], 9, 0);
	p[0].tx = rx - 4096;
	p[1].tx = rx + 1;
	quick_play(n, p, 2);
	SIM_EQ(s, simm_peek(n->hist, 0xFFFFFF), 1, "count of bin FFFFFF");
	SIM_EQ(s, simm_peek(n->hist, 0), 1, "count of bin 0");
	check_overflow(n, 0);
	check_underflow(n, 1);
	quick_check_entry(n, 0, &p[0]);
	quick_check_entry(n, 1, &p[1]);
	SIM_EQ(s, node_get(n, SURF_WCDR), (uint32_t)(p[0].words + p[1].words), "word count");
	SIM_EQ(s, node_get(n, SURF_TECR), 2, "entries");
	SIM_EQ(s, node_get(n, SURF_ISCR) & (LU | LV), LU | LV, "ISCR.LU and LV");
	node_compare(n);
}

#define WRAP "surfboard_wrap"

const struct sim_test sim_tests[] = {
	{"lat_thousand_ticks", lat_thousand_ticks, "SB-LAT-001", NODE_BUSES},
	{"lat_every_edge", lat_every_edge, "SB-LAT-001", NODE_BUSES},
	{"lat_global_reset", lat_global_reset, "SB-LAT-002", NODE_BUSES},
	{"lat_header_time", lat_header_time, "SB-LAT-003", NODE_BUSES},
	{"lat_gray_bits", lat_gray_bits, "SB-LAT-003", "surfboard_idt"},
	{"lat_difference", lat_difference, "SB-LAT-004", WRAP},
	{"lat_start", lat_start, "SB-LAT-005", WRAP},
	{"lat_num", lat_num, "SB-LAT-006", WRAP},
	{"lat_truncates", lat_truncates, "SB-LAT-007", WRAP},
	{"lat_example", lat_example, "SB-LAT-008", WRAP},
	{"lat_window_end", lat_window_end, "SB-LAT-009 SB-LAT-010 SB-LAT-011", WRAP},
	{"lat_underflow", lat_underflow, "SB-LAT-012", NODE_BUSES},
	{"lat_equal", lat_equal, "SB-LAT-013", WRAP},
	{"lat_wrapped", lat_wrapped, "SB-LAT-014", WRAP},
	{"lat_bit_44", lat_bit_44, "SB-LAT-015", WRAP},
	{"lat_flags", lat_flags, "SB-LAT-016", WRAP},
	{"lat_illegal_s", lat_illegal_s, "SB-LAT-017", WRAP},
	{"lat_illegal_n", lat_illegal_n, "SB-LAT-018", WRAP},
	{"lat_no_bits", lat_no_bits, "SB-LAT-019", WRAP},
	{"lat_time_untouched", lat_time_untouched, "SB-LAT-020", WRAP},
	{"lat_forced", lat_forced, "SB-LAT-021", WRAP},
	{"lat_runs_on", lat_runs_on, "SB-LAT-022", NULL},
	{"lat_reset_alone", lat_reset_alone, "SB-LAT-023", WRAP},
	{0},
};
