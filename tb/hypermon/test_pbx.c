/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the PBX bus (3.3, 5.1): the four phases with any master clock, resets in every phase,
 * and the rates of the paper. The checker of tb/bus/pbx.c checks every transfer.
 */
#include "hypercube.h"
#include <errno.h>
#include <inttypes.h>

#define CLOCK SIM_NS(50)
#define PULSE SIM_NS(100)

static struct hypercube *start(struct sim *s)
{
	struct hypercube *h = hypercube_open(s);

	sim_limit(s, SIM_MS(5000));
	hypercube_power_on(h);
	return h;
}

/* Performs reads and writes with masters of 1 to 40 MHz at random phases. */
static void pbx_masters(struct sim *s)
{
	struct hypercube *h = start(s);
	const uint64_t length = sim_length(s, 20000, 600);
	uint32_t value;

	hypercube_start(h, &(struct hypercube_traffic){
				   .nodes = 0xFF, .gap = SIM_US(2), .more = SIM_US(200)});
	for (uint64_t i = 0; i < length; i++) {
		if (i % 50 == 0) {
			const struct pbx_timing t = {
				.period = i % 200 == 0	 ? 0
					  : i % 100 == 0 ? sim_range(s, 25000, 60000)
							 : sim_range(s, 25000, 1000000),
				.phase = sim_range(s, 0, 1000000),
				.setup = sim_range(s, 0, SIM_NS(20)),
				.hold_clocks = (unsigned int)sim_range(s, 0, 2),
				.idle_clocks = (unsigned int)sim_range(s, 0, 2),
			};

			pbx_set_timing(h->bus, &t);
		}
		if (i & 1) {
			value = hypercube_get(h, sim_range(s, 0, 3) ? HM_FRAME : HM_COUNT);
			sim_digest(s, &value, sizeof(value));
		} else {
			const uint32_t addr = (uint32_t)sim_range(s, 0, 5) * 4;

			hypercube_put(h, (enum hm_reg)addr,
				      ((uint32_t)sim_random(s) & ~0xFu) | 2);
		}
	}
	hypercube_stop(h);
	hypercube_wait(h);
}

struct held {
	struct hypercube *h;
	uint64_t requests;
};

static void count_requests(void *arg)
{
	struct held *k = arg;

	k->requests += sim_get(k->h->obs[7]);
}

/* Checks that a transfer takes effect once, however long REQ_n stays low. */
static void pbx_hold(struct sim *s)
{
	struct hypercube *h = start(s);
	struct held k = {.h = h};

	hypercube_frames(h, 30);
	h->on_clock = count_requests;
	h->on_clock_arg = &k;
	for (unsigned int EACH(i, 0); i < 24; i++) {
		const struct pbx_timing t = {
			.period = CLOCK,
			.setup = SIM_NS(10),
			.hold_clocks = i < 8	? i
				       : i == 8 ? 1000
						: (unsigned int)sim_range(s, 1, 1000)};

		pbx_set_timing(h->bus, &t);
		k.requests = 0;
		hypercube_get(h, HM_FRAME);
		SIM_EQ(s, k.requests, 1, "requests");
	}
	/* six frames in 24 words */
	SIM_EQ(s, hm_golden_frames(h->g), 24, "frames");
	h->on_clock = NULL;
}

static void reset_low(void *arg)
{
	struct hypercube *h = arg;

	sim_put(h->reset_n, 0);
}

/* Resets the board in every phase of a transfer. */
static void pbx_aborted(struct sim *s)
{
	struct hypercube *h = start(s);
	struct sim_pin *ack_n = sim_pin(s, "ack_n"), *d_oe = sim_pin(s, "d_oe");
	static struct pbx_timing t = {.period = SIM_NS(50), .setup = SIM_NS(10)};
	uint64_t acked = 0, driven = 0;

	t.limit = SIM_US(2);
	for (unsigned int EACH(ns, 0); ns < 700; ns += sim_is_icarus(s) ? 45 : 9) {
		uint32_t value;
		int err;

		hypercube_frames(h, 2);
		pbx_set_timing(h->bus, &t);
		sim_at(s, sim_now(s) + SIM_NS(ns), reset_low, h);
		err = pbx_read(h->bus, HM_FRAME, &value);
		/* the reply came before the reset or never; ACK_n is high in either case */
		SIM_CHECK(s, err == 0 || err == -ETIMEDOUT, "%d", err);
		acked += err == 0;
		driven += err != 0;
		sim_wait(s, SIM_NS(700));
		SIM_EQ(s, sim_get(ack_n), 1, "ACK_n in reset");
		SIM_EQ(s, sim_get(d_oe), 0, "d_oe in reset");
		pbx_set_timing(h->bus, NULL);
		pbx_reset(h->bus, SIM_NS(200));
		SIM_EQ(s, hypercube_get(h, HM_COUNT), 0, "COUNT");
		SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
		SIM_EQ(s, hypercube_get(h, HM_FRAME), 0, "FRAME");
	}
	SIM_CHECK(s, acked > 2 && driven > 2, "%" PRIu64 " answered, %" PRIu64 " not", acked,
		  driven);
}

/* ---- rates ---- */

static double rate(sim_time duration, uint64_t words)
{
	return (double)words * 4 / ((double)duration * 1e-12) / 1e6;
}

static void expect_rate(struct sim *s, const char *what, double mb, double paper,
			double tolerance)
{
	sim_note(s, "%s: %.3f MB/s (paper: %.0f)", what, mb, paper);
	SIM_CHECK(s, mb > paper * (1 - tolerance) && mb < paper * (1 + tolerance),
		  "%s: %f MB/s", what, mb);
}

/* Transfers 1000 words over the bus without the board, with the ideal slave and a master with
 * the period @period; returns the time for a word in ps. */
static sim_time bus_word(struct sim *s, struct pbx *b, sim_time period, bool write)
{
	sim_time began;
	uint32_t value;

	pbx_set_timing(b, &(struct pbx_timing){.period = period});
	began = sim_now(s);
	for (uint32_t EACH(i, 0); i < 1000; i++) {
		if (write) {
			SIM_EQ(s, (uint64_t)-pbx_write(b, 4 * i, i ^ 0x5A5A5A5A), 0, "a write");
		} else {
			SIM_EQ(s, (uint64_t)-pbx_read(b, 4 * i, &value), 0, "a read");
			SIM_EQ(s, value, i ^ 0x5A5A5A5A, "a word");
		}
	}
	return (sim_now(s) - began) / 1000;
}

/* Measures the bus without the board. Each side makes two of the four phases of a word. With
 * the period of 18 MHz on both sides the rate is 18 MB/s; a slower side adds two of its periods
 * to each word. */
static void pbx_rate_bus(struct sim *s)
{
	const sim_time period = SIM_PS(55556);
	struct pbx *b = pbx_open_ideal(s, period), *slow = pbx_open_ideal(s, 2 * period);
	sim_time word;

	SIM_CHECK(s, b != NULL && slow != NULL, "no memory");
	for (unsigned int EACH(write, 2); write--;) {
		word = bus_word(s, b, period, write);

		SIM_CHECK(s, word >= 4 * period && word <= 4 * period + 2,
			  "%" PRIu64 " ps a word", word);
		expect_rate(s, write ? "the bus alone, writing" : "the bus alone",
			    rate(word * 1000, 1000), 18, 0.005);
	}
	/* a slave that answers one period later adds two periods to a word; if the master does
	 * so, too, a word takes eight periods */
	bus_word(s, slow, period, true);
	word = bus_word(s, slow, period, false);
	SIM_CHECK(s, word >= 6 * period && word <= 6 * period + 2, "%" PRIu64 " ps a word",
		  word);
	word = bus_word(s, slow, 2 * period, false);
	SIM_CHECK(s, word >= 8 * period && word <= 8 * period + 2, "%" PRIu64 " ps a word",
		  word);
}

/* Measures the board with a master that uses the same clock and needs a clock after each edge
 * of ACK_n: a word takes 10 clocks. If jitter of the crossing delays an edge of REQ_n by a
 * clock, a word takes longer; the figure is for words without this delay. */
static void pbx_rate_board(struct sim *s)
{
	struct hypercube *h = start(s);
	const struct pbx_timing t = {.period = CLOCK, .phase = CLOCK / 2};
	sim_time began, first, least = ~(sim_time)0;

	hypercube_frames(h, 250);
	pbx_set_timing(h->bus, &t);
	hypercube_get(h, HM_COUNT);
	first = pbx_current(h->bus)->begin;
	began = first;
	for (unsigned int i = 0; i < 1000; i++) {
		sim_time d;

		hypercube_get(h, HM_FRAME);
		d = pbx_current(h->bus)->begin - began;
		began += d;
		least = d < least ? d : least;
		SIM_CHECK(s, d >= 10 * CLOCK && d <= 12 * CLOCK, "%" PRIu64 " ps a word", d);
	}
	SIM_EQ(s, hm_golden_frames(h->g), 0, "frames");
	sim_note(s, "the board, with an extra clock now and then: %.3f MB/s",
		 rate(began - first, 1000));
	expect_rate(s, "the board", rate(least * 1000, 1000), 8, 0.01);
}

/*
 * Measures the reader of the experiments (5.1), a loop of the I/O node that spends 300 ns on
 * each word in addition to its transfer. The bus answers as fast as the board; a slower board
 * delays the reader by the same time.
 */
static void pbx_rate_software(struct sim *s)
{
	struct hypercube *h = start(s);
	const struct pbx_timing t = {.period = CLOCK, .phase = CLOCK / 2, .pause = SIM_NS(300)};
	const unsigned int frames = (unsigned int)sim_length(s, 1000, 250);
	struct hypercube_frame f;
	sim_time began, frame;

	hypercube_frames(h, frames);
	pbx_set_timing(h->bus, &t);
	hypercube_get(h, HM_COUNT);
	began = sim_now(s);
	for (unsigned int i = 0; i < frames; i++)
		hypercube_frame(h, &f);
	frame = (sim_now(s) - began) / frames;
	sim_note(s, "%.3f us a frame (paper: 3.2)", (double)frame * 1e-6);
	SIM_CHECK(s, frame > SIM_NS(3168) && frame < SIM_NS(3232), "%" PRIu64 " ps a frame",
		  frame);
	expect_rate(s, "optimised software", rate(frame, 4), 5, 0.01);
	SIM_EQ(s, hm_golden_frames(h->g), 0, "frames");
}

/* The board's rates do not include the extra clock of the synchroniser's jitter. */
const char *const sim_without_jitter[] = {"pbx_rate_software", NULL};

const struct sim_test sim_tests[] = {
	{"pbx_masters", pbx_masters,
	 "HM-PBX-001 HM-PBX-002 HM-PBX-003 HM-PBX-004 HM-PBX-005 HM-PBX-007", NULL},
	{"pbx_hold", pbx_hold, "HM-PBX-005 HM-PBX-006", NULL},
	{"pbx_aborted", pbx_aborted, "HM-PBX-008", NULL},
	{"pbx_rate_bus", pbx_rate_bus, "HM-PBX-009 HM-BW-015", NULL},
	{"pbx_rate_board", pbx_rate_board, "HM-PBX-010 HM-BW-015", NULL},
	{"pbx_rate_software", pbx_rate_software, "HM-PBX-011 HM-BW-015 HM-SCI-007", NULL},
	{0},
};
