/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests both boards together with random traffic, random reads and random settings, and
 * compares every clock and every word with the golden model (hypercube.h). There are runs
 * without loss, runs with each kind of overrun, and resets at random times.
 */
#include "hypercube.h"
#include <inttypes.h>

/* The nibbles that the nodes sent and those in the frames. */
struct ledger {
	struct hypercube *h;
	uint64_t got[HYPERCUBE_NODES];
	uint64_t ones, frames;
	uint32_t last_stamp;
};

/* Returns a nibble whose value depends on its number, so that neighbouring nibbles differ. */
static unsigned int numbered(void *arg, unsigned int node, uint64_t n)
{
	(void)arg;
	return (unsigned int)((n * 0x9E3779B97F4A7C15u + node * 0xD1B54A32D192ED03u) >> 60);
}

static void account(struct ledger *l, const struct hypercube_frame *f)
{
	struct sim *s = l->h->s;

	if (l->frames++)
		SIM_CHECK(s, f->stamp > l->last_stamp, "time stamps do not increase");
	l->last_stamp = f->stamp;
	SIM_EQ(s, f->vector >> 16, 0, "unused half of word 2");
	SIM_CHECK(s, f->vector != 0, "a frame without nibbles");
	for (unsigned int EACH(i, 0); i < HYPERCUBE_NODES; i++) {
		const unsigned int nibble = hm_frame_nibble(f->word, i);

		if (f->vector >> i & 1) {
			SIM_EQ(s, nibble, numbered(NULL, i, l->got[i]), "a nibble");
			l->got[i]++;
			l->ones++;
		} else {
			SIM_EQ(s, nibble, 0, "a field without a strobe");
		}
	}
	sim_digest(s, f, sizeof(*f));
}

static void read_all(struct ledger *l)
{
	struct hypercube_frame f;

	while (hypercube_drain(l->h, &f, 1))
		account(l, &f);
}

static void any_master(struct hypercube *h)
{
	struct sim *s = h->s;
	const struct pbx_timing t = {
		.period = sim_range(s, 25000, 1000000),
		.phase = sim_range(s, 0, 1000000),
		.setup = SIM_NS(10),
		.idle_clocks = (unsigned int)sim_range(s, 0, 2),
	};

	pbx_set_timing(h->bus, &t);
}

/* Sends random traffic that 800 ns windows and a reader can handle without loss. */
static void board_lossless(struct sim *s)
{
	struct hypercube *h = hypercube_open(s);
	struct ledger l = {.h = h};
	struct hypercube_traffic t = {
		.gap = SIM_NS(750), .burst = 8, .nibble = numbered, .nodes = 0xFFFF};
	const uint64_t length = sim_length(s, 400, 20);
	uint32_t least, buffered;
	uint64_t sent = 0;

	sim_limit(s, SIM_MS(5000));
	hypercube_power_on(h);
	t.count = length;
	t.more = SIM_US(100);
	t.pause = SIM_US(10);
	hypercube_start(h, &t);
	while (hypercube_sending(h)) {
		read_all(&l);
		/* the count must be a number of stored frames at some time during the
		 * transfer */
		least = hm_golden_frames(h->g);
		buffered = (hypercube_get(h, HM_COUNT) - (uint32_t)l.frames) & 4095;
		SIM_CHECK(s, buffered >= least && buffered <= hm_golden_frames(h->g),
			  "%" PRIu32 " frames buffered", buffered);
		sim_wait(s, sim_range(s, 0, SIM_US(20)));
	}
	hypercube_settle(h);
	read_all(&l);
	for (unsigned int EACH(i, 0); i < HYPERCUBE_NODES; i++) {
		SIM_EQ(s, l.got[i], length, "nibbles of a node");
		sent += length;
	}
	SIM_EQ(s, l.ones, sent, "ones in all vectors, of strobes sent");
	SIM_EQ(s, l.ones, h->edges, "ones in all vectors, of strobes that appeared");
	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
}

static void random_read(struct hypercube *h)
{
	static const uint32_t reg[] = {HM_STATUS, HM_COUNT, HM_LOST, 0x10, 0xFFFC};
	const unsigned int k = (unsigned int)sim_range(h->s, 0, 11);
	uint32_t value;

	if (k < 5)
		value = hypercube_get(h, reg[k]);
	else
		value = hypercube_get(h, HM_FRAME);
	sim_digest(h->s, &value, sizeof(value));
}

static void random_traffic(struct hypercube *h)
{
	struct sim *s = h->s;
	struct hypercube_traffic t = {.nodes = (uint16_t)sim_random(s)};

	if (sim_range(s, 0, 5) == 0) {
		/* the highest rate fills the vector FIFO or the node FIFOs */
		hypercube_put(h, HM_CTRL, HYPERCUBE_RUN(2));
		t.pulse = SIM_NS(100);
		t.gap = SIM_NS(200);
		hypercube_start(h, &t);
		return;
	}
	if (sim_range(s, 0, 1)) {
		t.pulse = SIM_NS(100);
		t.gap = SIM_NS(200) + sim_range(s, 0, 10) * SIM_NS(20);
	} else {
		t.gap = SIM_NS(750);
	}
	t.more = sim_range(s, 0, 1) ? sim_range(s, 0, SIM_US(10)) : 0;
	t.burst = sim_range(s, 0, 1) ? (unsigned int)sim_range(s, 1, 200) : 0;
	t.pause = sim_range(s, 0, SIM_US(20));
	hypercube_start(h, &t);
}

/* Combines everything; the golden model also predicts the losses. */
static void board_random(struct sim *s)
{
	struct hypercube *h = hypercube_open(s);
	const uint64_t length = sim_length(s, 400, 12);
	uint32_t seen = 0;
	bool reset;

	sim_limit(s, SIM_MS(5000));
	hypercube_power_on(h);
	for (uint64_t i = 0; i < length; i++) {
		/* sometimes long enough without reading that the frame FIFO fills */
		const bool idle = sim_range(s, 0, 7) == 0;
		const sim_time until = sim_now(s) + (idle ? SIM_US(800) : SIM_US(60));

		if (sim_range(s, 0, 2) == 0)
			any_master(h);
		hypercube_put(h, HM_CTRL, HYPERCUBE_RUN((uint32_t)sim_range(s, 0, 3)));
		random_traffic(h);
		while (sim_now(s) < until) {
			if (idle)
				sim_wait(s, sim_range(s, 0, SIM_US(100)));
			random_read(h);
			switch (sim_range(s, 0, 30)) {
			case 0:
				hypercube_put(h, HM_CTRL,
					      (uint32_t)sim_random(s) & ~(uint32_t)HM_CTRL_RST);
				break;
			case 1:
				hypercube_put(h, (enum hm_reg)sim_range(s, 1, 5) * 4,
					      (uint32_t)sim_random(s));
				break;
			case 2:
				sim_wait(s, sim_range(s, 0, SIM_US(20)));
				break;
			}
		}
		hypercube_stop(h);
		reset = i % 4 == 3;
		if (reset && i % 8 == 3) {
			seen |= hm_golden_status(h->g);
			pbx_reset(h->bus, SIM_NS(200));
		} else if (reset) {
			seen |= hm_golden_status(h->g);
			hypercube_put(h, HM_CTRL, HM_CTRL_RST);
		}
		hypercube_wait(h);
		hypercube_settle(h);
	}
	seen |= hm_golden_status(h->g);
	pbx_set_timing(h->bus, NULL);
	while (hypercube_drain(h, NULL, 1)) {
	}
	sim_note(s, "STATUS met: %X", seen);
	SIM_CHECK(s, length < 400 || seen == 15, "overruns met: %X", seen);
}

const struct sim_test sim_tests[] = {
	{"board_lossless", board_lossless,
	 "HM-SYNC-006 HM-SYNC-013 HM-SYNC-014 HM-TIME-002 HM-FRM-003 HM-FRM-004 HM-FRM-005 "
	 "HM-FRM-008 HM-FIFO-002 HM-FIFO-003 HM-FF-002 HM-REG-014 HM-ENG-008",
	 NULL},
	{"board_random", board_random,
	 "HM-OVR-005 HM-SYNC-013 HM-PBX-007 HM-ENG-008 HM-LES-015", NULL},
	{0},
};
