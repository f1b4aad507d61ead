/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests node ports, event regeneration, cable and receivers (3.1, 3.2, Figure 3). Every clock
 * of every test is compared with the golden model (hypercube.h).
 */
#include "hypercube.h"
#include <string.h>

#define CLOCK SIM_NS(50)
#define WRITE SIM_NS(375) /* six cycles of 16 MHz */
#define PERIOD SIM_NS(750)

static struct hypercube *start(struct sim *s)
{
	struct hypercube *h = hypercube_open(s);

	hypercube_power_on(h);
	return h;
}

/* Checks that there is exactly one frame, with @nodes and their nibbles of @data. */
static void expect_one(struct hypercube *h, uint16_t nodes, uint64_t data)
{
	struct hypercube_frame f;
	uint64_t mask = 0;

	for (unsigned int i = 0; i < HYPERCUBE_NODES; i++)
		mask |= nodes >> i & 1 ? (uint64_t)15 << 4 * i : 0;
	hypercube_settle(h);
	SIM_EQ(h->s, hm_golden_frames(h->g), 1, "frames");
	hypercube_frame(h, &f);
	SIM_EQ(h->s, f.vector, nodes, "strobe vector");
	SIM_EQ(h->s, (uint64_t)f.word[0] << 32 | f.word[1], data & mask, "nibbles");
	SIM_EQ(h->s, hypercube_get(h, HM_STATUS), 0, "STATUS");
	sim_digest(h->s, &f, sizeof(f));
}

static void expect_none(struct hypercube *h)
{
	hypercube_settle(h);
	SIM_EQ(h->s, hypercube_get(h, HM_COUNT), 0, "COUNT");
	SIM_EQ(h->s, hypercube_get(h, HM_STATUS), 0, "STATUS");
}

/* Sends every nibble from every node alone. */
static void port_nibbles(struct sim *s)
{
	struct hypercube *h = start(s);

	for (unsigned int EACH(node, 0); node < HYPERCUBE_NODES; node++)
		for (unsigned int EACH(d, 0); d < 16; d++) {
			hypercube_strobe(h, node, d);
			sim_wait(s, WRITE);
			expect_one(h, (uint16_t)(1u << node), (uint64_t)d << 4 * node);
		}
	SIM_EQ(s, hypercube_get(h, HM_COUNT), 256, "COUNT");
}

/* Checks the fields: node 15 is in bits 31..28 of word 0, node 0 in bits 3..0 of word 1. */
static void port_fields(struct sim *s)
{
	struct hypercube *h = start(s);
	struct hypercube_frame f;

	for (unsigned int EACH(node, 0); node < HYPERCUBE_NODES; node++) {
		hypercube_strobe(h, node, 15);
		sim_wait(s, WRITE);
		hypercube_settle(h);
		hypercube_frame(h, &f);
		SIM_EQ(s, f.word[0], node < 8 ? 0 : 0xFu << (4 * node - 32), "word 0");
		SIM_EQ(s, f.word[1], node < 8 ? 0xFu << 4 * node : 0, "word 1");
	}
}

/* Writes @n values to one port, 375 ns apart. */
static void writes(struct hypercube *h, unsigned int node, const unsigned int *v,
		   unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		hypercube_port(h, node, v[i]);
		sim_wait(h->s, WRITE);
	}
}

static void port_edges(struct sim *s)
{
	struct hypercube *h = start(s);

	for (unsigned int EACH(node, 0); node < HYPERCUBE_NODES; node++) {
		const uint16_t alone = (uint16_t)(1u << node);

		/* a strobe of 0 only prepares the next edge */
		writes(h, node, (const unsigned int[]){0x0, 0x7, 0x3, 0xF, 0x0}, 5);
		hypercube_settle(h);
		SIM_EQ(s, hypercube_get(h, HM_COUNT), 2 * node, "COUNT");
		writes(h, node, (const unsigned int[]){0x0A, 0x0B, 0x1C}, 3);
		expect_one(h, alone, (uint64_t)0xC << 4 * node);
		/* a strobe that stays at 1 is not a new nibble */
		writes(h, node, (const unsigned int[]){0x05, 0x15, 0x19, 0x1E}, 4);
		expect_one(h, alone, (uint64_t)0x5 << 4 * node);
		SIM_EQ(s, hypercube_get(h, HM_COUNT), 2 * node + 2, "COUNT");
		hypercube_port(h, node, 0);
		sim_wait(s, WRITE);
	}
}

/* Changes the data 375 ns after the rising edge of the strobe, at 20 phases of the board's
 * clock. */
static void port_hold(struct sim *s)
{
	struct hypercube *h = start(s);

	for (unsigned int EACH(i, 0); i < 40; i++) {
		const unsigned int d = (unsigned int)sim_range(s, 0, 15), node = i & 15;

		sim_wait_edge(h->clk, SIM_RISE);
		sim_wait(s, i % 20 * CLOCK / 20);
		writes(h, node, (const unsigned int[]){d, 16 | d}, 2);
		hypercube_port(h, node, (i < 20 ? 0 : 16) | (~d & 15));
		expect_one(h, (uint16_t)(1u << node), (uint64_t)d << 4 * node);
		hypercube_port(h, node, 0);
		sim_wait(s, WRITE);
	}
}

/* Sends single nibbles at random phases. */
static void port_phases(struct sim *s)
{
	struct hypercube *h = start(s);
	const uint64_t length = sim_length(s, 1000, 60);

	for (uint64_t EACH(i, 0); i < length; i++) {
		const unsigned int d = (unsigned int)sim_range(s, 0, 15);
		const unsigned int node = (unsigned int)sim_range(s, 0, 15);

		sim_wait(s, sim_range(s, 0, SIM_US(1)));
		writes(h, node, (const unsigned int[]){d, 16 | d}, 2);
		hypercube_port(h, node, d);
		expect_one(h, (uint16_t)(1u << node), (uint64_t)d << 4 * node);
	}
	SIM_EQ(s, hypercube_get(h, HM_COUNT), length, "COUNT");
}

/* ---- streams ---- */

static unsigned int numbered(void *arg, unsigned int node, uint64_t n)
{
	(void)arg;
	return (unsigned int)((n * 0x9E3779B97F4A7C15u + node * 0xD1B54A32D192ED03u) >> 60);
}

/* Reads all frames and compares them with the nibbles that the nodes sent. */
static void read_streams(struct hypercube *h, uint64_t *got)
{
	struct hypercube_frame f;

	while (hypercube_drain(h, &f, 1))
		for (unsigned int EACH(i, 0); i < HYPERCUBE_NODES; i++)
			if (f.vector >> i & 1)
				SIM_EQ(h->s, hm_frame_nibble(f.word, i),
				       numbered(NULL, i, got[i]++), "a nibble");
}

static void expect_streams(struct hypercube *h, const struct hypercube_traffic *t)
{
	uint64_t got[HYPERCUBE_NODES] = {0};

	hypercube_start(h, t);
	while (hypercube_sending(h)) {
		sim_wait(h->s, SIM_US(20));
		read_streams(h, got);
	}
	hypercube_settle(h);
	read_streams(h, got);
	for (unsigned int EACH(i, 0); i < HYPERCUBE_NODES; i++)
		SIM_EQ(h->s, got[i], t->nodes >> i & 1 ? t->count : 0, "nibbles of a node");
	SIM_EQ(h->s, hypercube_get(h, HM_STATUS), 0, "STATUS");
}

/* Sends words at the shortest spacing from all nodes: with 800 ns windows there must be no
 * loss. */
static void port_bursts(struct sim *s)
{
	struct hypercube *h = start(s);
	const struct hypercube_traffic t = {.nodes = 0xFFFF,
					    .count = 8 * sim_length(s, 60, 4),
					    .gap = PERIOD,
					    .burst = 8,
					    .pause = SIM_US(10),
					    .nibble = numbered};

	expect_streams(h, &t);
}

/* Sends a long sequence at the shortest spacing, which windows of 400 and 200 ns can handle.
 * The bus cannot, so the frame FIFO holds the whole sequence. */
static void port_train(struct sim *s)
{
	struct hypercube *h = hypercube_open_as(s, &(struct hypercube_config){.depth = 16384});
	struct hypercube_traffic t = {.gap = PERIOD, .nibble = numbered};

	t.count = sim_length(s, 10000, 400);
	sim_limit(s, SIM_MS(5000));
	hypercube_power_on(h);
	for (unsigned int EACH(code, 1); code <= 2; code++) {
		uint64_t got[HYPERCUBE_NODES] = {0};
		const unsigned int node = (unsigned int)sim_range(s, 0, 15);

		t.nodes = (uint16_t)(1u << node);
		hypercube_put(h, HM_CTRL, HM_CTRL_RST);
		hypercube_put(h, HM_CTRL, HYPERCUBE_RUN(code));
		sim_wait(s, SIM_US(1));
		hypercube_start(h, &t);
		hypercube_wait(h);
		hypercube_settle(h);
		SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
		SIM_EQ(s, hypercube_get(h, HM_LOST), 0, "LOST");
		read_streams(h, got);
		for (unsigned int EACH(i, 0); i < HYPERCUBE_NODES; i++)
			SIM_EQ(s, got[i], i == node ? t.count : 0, "nibbles delivered");
	}
}

/* With 800 ns windows such a sequence finally loses nibbles, and a flag reports it. */
static void port_train_flagged(struct sim *s)
{
	struct hypercube *h = start(s);
	const struct hypercube_traffic t = {.nodes = 1 << 6, .count = 200, .gap = PERIOD};

	hypercube_start(h, &t);
	hypercube_wait(h);
	hypercube_settle(h);
	SIM_EQ(s, hypercube_get(h, HM_STATUS), HM_STATUS_LATE, "STATUS");
	SIM_CHECK(s, hm_golden_frames(h->g) < 200 && hm_golden_frames(h->g) > 180, "%u frames",
		  hm_golden_frames(h->g));
}

/* Checks that a strobe that is 1 when a reset ends is not an event. */
static void port_reset_high(struct sim *s)
{
	struct hypercube *h = hypercube_open(s);

	for (unsigned int node = 0; node < HYPERCUBE_NODES; node++)
		hypercube_port(h, node, 0x1A);
	hypercube_power_on(h);
	sim_wait(s, SIM_US(5));
	expect_none(h);
	/* the same when software resets the board */
	hypercube_put(h, HM_CTRL, HM_CTRL_RST);
	sim_wait(s, SIM_US(5));
	expect_none(h);
	for (unsigned int EACH(node, 0); node < HYPERCUBE_NODES; node++) {
		writes(h, node, (const unsigned int[]){0x06, 0x16}, 2);
		expect_one(h, (uint16_t)(1u << node), (uint64_t)6 << 4 * node);
		SIM_EQ(s, hypercube_get(h, HM_COUNT), node + 1, "COUNT");
	}
}

/* Resets the board by software while every port holds one or two nibbles, at any clock of a
 * window: none of them may appear later, and the following ones must be right. */
static void port_reset_held(struct sim *s)
{
	struct hypercube *h = start(s);
	const uint64_t rounds = sim_length(s, 64, 16);

	for (uint64_t EACH(i, 0); i < rounds; i++) {
		const uint64_t data = sim_random(s);

		hypercube_next_window(h);
		sim_wait_cycles(h->clk, (unsigned int)(i % 16));
		for (uint64_t nibbles = i & 1; nibbles < 2; nibbles++) {
			hypercube_pulse(h, 0xFFFF, sim_random(s), SIM_NS(100));
			sim_wait(s, SIM_NS(200));
		}
		hypercube_put(h, HM_CTRL, HM_CTRL_RST);
		sim_wait(s, SIM_US(2));
		expect_none(h);
		hypercube_pulse(h, 0xFFFF, data, WRITE);
		expect_one(h, 0xFFFF, data);
	}
}

/* Resets the board by software while nibbles arrive in every clock: those up to the clock of
 * the reset are in no frame, the others are. */
static void port_reset_sending(struct sim *s)
{
	struct hypercube *h = start(s);

	for (uint32_t i = (uint32_t)sim_length(s, 32, 8); i; i--) {
		hypercube_train(h, 4, 8);
		/* RST, and without effect ENABLE */
		hypercube_put(h, HM_CTRL, HM_CTRL_RST | (i & 1 ? HM_CTRL_ENABLE : 0));
		hypercube_wait(h);
		hypercube_settle(h);
		hypercube_drain(h, NULL, UINT32_MAX);
		sim_wait(s, sim_range(s, 0, SIM_US(1)));
	}
}

static void port_together(struct sim *s)
{
	struct hypercube *h = start(s);
	uint64_t data = 0;

	for (unsigned int i = 0; i < HYPERCUBE_NODES; i++)
		data |= (uint64_t)i << 4 * i;
	hypercube_next_window(h);
	hypercube_pulse(h, 0xFFFF, data, WRITE);
	expect_one(h, 0xFFFF, data);
}

/* Checks that ports from NODES on do not exist. */
static void port_eight(struct sim *s)
{
	struct hypercube *h = hypercube_open_as(s, &(struct hypercube_config){.nodes = 8});
	struct hypercube_frame f;

	hypercube_power_on(h);
	for (unsigned int EACH(i, 0); i < 50; i++) {
		hypercube_next_window(h);
		hypercube_pulse(h, 0xFFFF, sim_random(s), WRITE);
		sim_wait(s, SIM_US(1));
		hypercube_settle(h);
		SIM_EQ(s, hypercube_drain(h, &f, 1), 1, "frames");
		SIM_EQ(s, f.word[0], 0, "word 0");
		SIM_EQ(s, f.vector, 0xFF, "strobe vector");
	}
	hypercube_pulse(h, 0xFF00, sim_random(s), WRITE);
	sim_wait(s, SIM_US(2));
	SIM_EQ(s, hypercube_get(h, HM_COUNT), 50, "COUNT");
}

/* ---- regeneration and cable ---- */

/* Checks the outputs of the regeneration board, which follow its inputs without a clock. */
static void regenerated(struct hypercube *h, uint16_t strobe, uint64_t data)
{
	const uint64_t edges = sim_clock_edges(h->clk);

	sim_put(h->node_strobe, strobe);
	sim_put(h->node_data, data);
	sim_settle(h->s);
	SIM_EQ(h->s, sim_get(h->erb[0]), strobe, "strobes, positive wires");
	SIM_EQ(h->s, sim_get(h->erb[1]), (uint16_t)~strobe, "strobes, negative wires");
	SIM_EQ(h->s, sim_get(h->erb[2]), data, "data, positive wires");
	SIM_EQ(h->s, sim_get(h->erb[3]), ~data, "data, negative wires");
	SIM_EQ(h->s, sim_clock_edges(h->clk), edges, "clocks");
}

static void port_regeneration(struct sim *s)
{
	struct hypercube *h = start(s);

	for (unsigned int EACH(i, 0); i < 80; i++) {
		const uint16_t strobe = i < 16 ? (uint16_t)(1u << i) : 0;
		const uint64_t data = i < 16 ? 0 : (uint64_t)1 << (i - 16);

		regenerated(h, strobe, data);
		regenerated(h, (uint16_t)~strobe, ~data);
	}
	for (unsigned int EACH(i, 0); i < 1000; i++)
		regenerated(h, (uint16_t)sim_random(s), sim_random(s));
	/* back to idle, without a strobe on the cable */
	regenerated(h, 0, 0);
}

/* Tests the four states of each of the 80 pairs by the nibbles of a frame. */
static void port_receivers(struct sim *s)
{
	struct hypercube *h = start(s);

	for (unsigned int EACH(bit, 0); bit < 64; bit++)
		for (unsigned int EACH(pair, 0); pair < 4; pair++) {
			const unsigned int node = bit / 4;
			const uint64_t line = (uint64_t)1 << bit;

			h->stuck0[2] = pair & 1 ? 0 : line;
			h->stuck1[2] = pair & 1 ? line : 0;
			h->stuck0[3] = pair & 2 ? 0 : line;
			h->stuck1[3] = pair & 2 ? line : 0;
			hypercube_pulse(h, (uint16_t)(1u << node), pair & 1 ? 0 : ~(uint64_t)0,
					WRITE);
			/* the other bits of the node must be as sent */
			expect_one(h, (uint16_t)(1u << node),
				   pair == 1  ? line
				   : pair & 1 ? 0
					      : ((uint64_t)15 << 4 * node & ~line));
			sim_wait(s, WRITE);
		}
	memset(h->stuck0, 0, sizeof(h->stuck0));
	memset(h->stuck1, 0, sizeof(h->stuck1));
	for (unsigned int EACH(node, 0); node < HYPERCUBE_NODES; node++)
		for (unsigned int EACH(pair, 0); pair < 4; pair++) {
			const uint64_t line = (uint64_t)1 << node, before = h->edges;

			/* the pair changes from 0 and back to 0 */
			h->stuck0[0] = h->stuck1[1] = line;
			hypercube_cable(h);
			sim_wait(s, WRITE);
			h->stuck0[0] = pair & 1 ? 0 : line;
			h->stuck1[0] = pair & 1 ? line : 0;
			h->stuck0[1] = pair & 2 ? 0 : line;
			h->stuck1[1] = pair & 2 ? line : 0;
			hypercube_cable(h);
			sim_wait(s, WRITE);
			SIM_EQ(s, h->edges - before, pair == 1, "strobes");
			memset(h->stuck0, 0, sizeof(h->stuck0));
			memset(h->stuck1, 0, sizeof(h->stuck1));
			hypercube_cable(h);
			sim_wait(s, WRITE);
		}
}

/* Checks that a strobe pair that becomes open or shorted, or is repaired, makes no event. */
static void port_broken_pair(struct sim *s)
{
	struct hypercube *h = start(s);

	for (unsigned int i = 0; i < 200; i++) {
		const uint64_t lines = sim_random(s) & 0xFFFF;

		h->stuck0[0] = h->stuck0[1] = i & 1 ? 0 : lines;
		h->stuck1[0] = h->stuck1[1] = i & 1 ? lines : 0;
		hypercube_cable(h);
		sim_wait(s, sim_range(s, 1, SIM_US(1)));
		memset(h->stuck0, 0, sizeof(h->stuck0));
		memset(h->stuck1, 0, sizeof(h->stuck1));
		hypercube_cable(h);
		sim_wait(s, sim_range(s, 1, SIM_US(1)));
	}
	expect_none(h);
}

/* Checks that such a pair does not disturb another node. */
static void port_broken_node(struct sim *s)
{
	struct hypercube *h = start(s);
	struct hypercube_traffic t = {.nodes = 0xFFF7,
				      .count = sim_length(s, 100, 8),
				      .gap = PERIOD,
				      .more = SIM_US(60),
				      .nibble = numbered};

	for (unsigned int EACH(stuck, 0); stuck < 2; stuck++) {
		h->stuck0[0] = h->stuck0[1] = stuck ? 0 : 1 << 3;
		h->stuck1[0] = h->stuck1[1] = stuck ? 1 << 3 : 0;
		hypercube_cable(h);
		hypercube_start(h, &(struct hypercube_traffic){.nodes = 1 << 3,
							       .count = t.count,
							       .gap = PERIOD,
							       .more = SIM_US(60)});
		expect_streams(h, &t);
	}
}

const struct sim_test sim_tests[] = {
	{"port_nibbles", port_nibbles, "HM-PORT-001 HM-ERB-003", NULL},
	{"port_fields", port_fields, "HM-FRM-001 HM-FRM-002 HM-FRM-005", NULL},
	{"port_edges", port_edges, "HM-PORT-002 HM-PORT-003", NULL},
	{"port_hold", port_hold, "HM-PORT-004", NULL},
	{"port_phases", port_phases, "HM-PORT-005", NULL},
	{"port_bursts", port_bursts, "HM-PORT-006 HM-FIFO-002 HM-ERB-006", NULL},
	{"port_train", port_train, "HM-PORT-007", "hypermon_16384"},
	{"port_train_flagged", port_train_flagged, "HM-SYNC-011", NULL},
	{"port_reset_high", port_reset_high, "HM-PORT-008", NULL},
	{"port_reset_held", port_reset_held, "HM-REG-002", NULL},
	{"port_reset_sending", port_reset_sending, "HM-REG-002 HM-REG-003", NULL},
	{"port_together", port_together, "HM-PORT-009 HM-TIME-003", NULL},
	{"port_eight", port_eight, "HM-PORT-010", "hypermon_8"},
	{"port_regeneration", port_regeneration, "HM-ERB-001 HM-ERB-002", NULL},
	{"port_receivers", port_receivers, "HM-ERB-003", NULL},
	{"port_broken_pair", port_broken_pair, "HM-ERB-004", NULL},
	{"port_broken_node", port_broken_node, "HM-ERB-005", NULL},
	{0},
};
