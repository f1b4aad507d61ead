/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the registers of the capture board (3.3); every word read is compared with the golden
 * model (hypercube.h).
 */
#include "hypercube.h"
#include "reset_pins.h"
#include <inttypes.h>

#define CLOCK SIM_NS(50)
#define PULSE SIM_NS(100)
#define SHALLOW 256 /* depth in frames of a board that is soon full */

static struct hypercube *start(struct sim *s)
{
	struct hypercube *h = hypercube_open(s);

	sim_limit(s, SIM_MS(5000));
	hypercube_power_on(h);
	return h;
}

/* Returns the length of the current window in clocks. */
static unsigned int window(struct hypercube *h)
{
	sim_time was;

	hypercube_next_window(h);
	hypercube_next_window(h);
	was = sim_now(h->s);
	hypercube_next_window(h);
	return (unsigned int)((sim_now(h->s) - was) / CLOCK);
}

static void expect_reset(struct hypercube *h)
{
	struct sim *s = h->s;

	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
	SIM_EQ(s, hypercube_get(h, HM_COUNT), 0, "COUNT");
	SIM_EQ(s, hypercube_get(h, HM_LOST), 0, "LOST");
	SIM_EQ(s, hypercube_get(h, HM_FRAME), 0, "FRAME");
	SIM_CHECK(s, h->now.stamp < 20, "window %" PRIu32, h->now.stamp);
	SIM_EQ(s, h->now.vectors, 0, "vectors");
	SIM_EQ(s, window(h), 16, "clocks of a window");
	/* each node sends four nibbles; the reset must have emptied its FIFO */
	hypercube_frames(h, 4 * HYPERCUBE_NODES);
	SIM_EQ(s, hypercube_drain(h, NULL, SHALLOW), 4 * HYPERCUBE_NODES, "frames captured");
}

static const struct hypercube_traffic busy = {
	.nodes = 0x0F0F, .count = 300, .gap = SIM_NS(200), .pulse = PULSE};

/* Brings the board into a state with every FIFO in use, a frame half read, windows of 200 ns,
 * and overruns. */
static void make_dirty(struct hypercube *h)
{
	hypercube_frames(h, SHALLOW + 20);
	hypercube_get(h, HM_FRAME);
	hypercube_put(h, HM_CTRL, HYPERCUBE_RUN(2));
	hypercube_start(h, &busy);
	hypercube_wait(h);
	SIM_CHECK(h->s, h->now.vectors > 8 && hm_golden_status(h->g) & 1, "%u vectors",
		  h->now.vectors);
}

static void regs_reset(struct sim *s)
{
	const struct hypercube_config cfg = {.depth = SHALLOW};
	struct hypercube *h = hypercube_open_as(s, &cfg);
	/* a 1 in bit 0 resets the board, whatever the other bits are */
	static const uint32_t ctrl[] = {0x01, 0xFFFFFF09, 0x0D, 0xFF};

	hypercube_power_on(h);
	expect_reset(h);
	for (unsigned int EACH(i, 0); i < (sim_is_icarus(s) ? 2 : 4); i++) {
		make_dirty(h);
		hypercube_put(h, HM_CTRL, ctrl[i]);
		expect_reset(h);
	}
	make_dirty(h);
	pbx_reset(h->bus, SIM_NS(300));
	expect_reset(h);
	/* while the nodes send, which end within the reset: the board is full or is not */
	for (unsigned int EACH(i, 0); i < (sim_is_icarus(s) ? 2 : 8); i++) {
		if (i % 2)
			make_dirty(h);
		else
			hypercube_put(h, HM_CTRL, HYPERCUBE_RUN(2));
		sim_wait(s, busy.gap); /* the strobes are low */
		hypercube_start(h, &busy);
		sim_wait(s, sim_range(s, SIM_US(1), SIM_US(20)));
		hypercube_stop(h);
		pbx_reset(h->bus, SIM_US(1));
		hypercube_wait(h);
		expect_reset(h);
	}
}

/* Checks that CTRL is D[7:0] and that bits 7..4 have no effect. */
static void regs_ctrl(struct sim *s)
{
	struct hypercube *h = start(s);
	static const struct {
		uint32_t value;
		unsigned int clocks;
		bool enabled;
	} writes[] = {
		{0x02, 16, true},	 {0x06, 8, true},	 {0x0A, 4, true},
		{0x0E, 16, true},	 {0x04, 8, false},	 {0x00, 16, false},
		{0xFFFFFF00, 16, false}, {0x00000002, 16, true}, {0xFFFFFF0A, 4, true},
		{0xF2, 16, true},	 {0xF6, 8, true},	 {0xF0, 16, false},
	};

	for (unsigned int EACH(i, 0); i < sizeof(writes) / sizeof(writes[0]); i++) {
		hypercube_put(h, HM_CTRL, writes[i].value);
		SIM_EQ(s, window(h), writes[i].clocks, "clocks of a window");
		hypercube_frames(h, 3);
		SIM_EQ(s, hypercube_drain(h, NULL, 8), writes[i].enabled ? 3 : 0, "frames");
	}
}

static void regs_disable(struct sim *s)
{
	struct hypercube *h = start(s);

	hypercube_frames(h, 10);
	hypercube_put(h, HM_CTRL, 0);
	hypercube_frames(h, 10);
	SIM_EQ(s, hypercube_get(h, HM_COUNT), 10, "COUNT");
	SIM_EQ(s, hypercube_drain(h, NULL, 100), 10, "frames");
	SIM_EQ(s, hypercube_get(h, HM_COUNT), 10, "COUNT");
	SIM_EQ(s, hypercube_get(h, HM_STATUS), 0, "STATUS");
}

/* Checks that COUNT counts modulo 4096 and always gives the number of frames that wait. */
static void regs_count(struct sim *s)
{
	struct hypercube *h = start(s);
	const uint32_t total = (uint32_t)sim_length(s, 5000, 300);
	uint32_t sent = 0, read = 0;

	while (sent < total) {
		EACH_OF(sent);
		const uint32_t n = (uint32_t)sim_range(s, 1, 200);

		hypercube_frames(h, n < total - sent ? n : total - sent);
		sent += n < total - sent ? n : total - sent;
		SIM_EQ(s, (hypercube_get(h, HM_COUNT) - read) & 4095, hm_golden_frames(h->g),
		       "frames buffered");
		read += hypercube_drain(h, NULL, (unsigned int)sim_range(s, 0, 400));
		SIM_EQ(s, (hypercube_get(h, HM_COUNT) - read) & 4095, hm_golden_frames(h->g),
		       "frames buffered");
	}
	read += hypercube_drain(h, NULL, 5000);
	SIM_EQ(s, read, total, "frames");
	SIM_EQ(s, hypercube_get(h, HM_COUNT), total & 4095, "COUNT");
}

/* Checks that only CTRL can be written. */
static void regs_read_only(struct sim *s)
{
	struct hypercube *h = start(s);
	struct hypercube_frame f;

	hypercube_frames(h, 5);
	hypercube_get(h, HM_FRAME);
	for (unsigned int i = 0; i < 3; i++) {
		hypercube_put(h, HM_COUNT, ~0u);
		hypercube_put(h, HM_FRAME, ~0u);
		hypercube_put(h, HM_LOST, ~0u);
	}
	SIM_EQ(s, hypercube_get(h, HM_COUNT), 5, "COUNT");
	SIM_EQ(s, hypercube_get(h, HM_LOST), 0, "LOST");
	/* the rest of the frame that was half read, and the other frames */
	for (unsigned int i = 0; i < 3; i++)
		hypercube_get(h, HM_FRAME);
	for (unsigned int EACH(i, 1); i < 5; i++) {
		hypercube_frame(h, &f);
		SIM_EQ(s, f.vector, 1u << i, "strobe vector");
	}
	SIM_EQ(s, hm_golden_frames(h->g), 0, "frames");
}

/* Tests addresses without a register, and every address bit. */
static void regs_addresses(struct sim *s)
{
	struct hypercube *h = start(s);
	uint32_t value;

	hypercube_frames(h, 3);
	for (unsigned int EACH(i, 0); i < sim_length(s, 400, 60); i++) {
		/* a register's address with one additional bit, or a random address */
		const uint32_t addr = i < 48 ? (i & 3) << 2 | 1u << (4 + i / 4)
					     : (uint32_t)sim_range(s, 4, 0x3FFF) << 2;

		SIM_EQ(s, (uint64_t)-pbx_read(h->bus, addr, &value), 0, "a read");
		SIM_EQ(s, value, 0, "a read of no register");
		SIM_EQ(s, (uint64_t)-pbx_write(h->bus, addr, ~0u), 0, "a write");
	}
	SIM_EQ(s, hypercube_get(h, HM_COUNT), 3, "COUNT");
	SIM_EQ(s, hypercube_drain(h, NULL, 9), 3, "frames");
	SIM_EQ(s, window(h), 16, "clocks of a window");
}

/* ---- outputs in reset ---- */

static void reset_hypermon(struct sim *s)
{
	static const struct pin_row rows[] = {
#define PIN PIN_ROW
#include "../../rtl/hypermon/hypermon_pins.def"
#undef PIN
	};

	pins_reset(s, rows, sizeof(rows) / sizeof(*rows), "");
}

const struct sim_test sim_tests[] = {
	{"regs_reset", regs_reset,
	 "HM-REG-002 HM-REG-003 HM-REG-004 HM-REG-005 HM-REG-020 HM-TIME-006", "hypermon_256"},
	{"regs_ctrl", regs_ctrl, "HM-REG-001 HM-REG-007 HM-REG-009", NULL},
	{"regs_disable", regs_disable, "HM-REG-006", NULL},
	{"regs_count", regs_count, "HM-REG-013 HM-REG-014 HM-REG-016", NULL},
	{"regs_read_only", regs_read_only, "HM-REG-017", NULL},
	{"regs_addresses", regs_addresses, "HM-REG-019 HM-PBX-012", NULL},
	{"reset_pins", reset_hypermon, "HM-PBX-008", NULL},
	{0},
};
