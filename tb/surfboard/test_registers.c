/* SPDX-License-Identifier: Apache-2.0 */
/* Tests derived from the register tables, also those of revision 2: each byte lane and each
 * field holds the value written to it, and a write changes nothing else. */
#include "quick.h"
#include "registers.h"

static const struct register_row rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "../../rtl/surfboard/surfboard_regs.def"
#include "../../rtl/surfboard/surfboard_ext.def"
#undef REG
#undef FIELD
};

static bool in_slot(const struct register_row *reg)
{
	return reg->space[0] == 'S';
}

static void put(void *arg, const struct register_row *reg, unsigned int be, uint32_t value)
{
	struct node *n = arg;

	if (!in_slot(reg)) {
		node_put_be(n, reg->offset, be, value);
		return;
	}
	node_slot_put(n, reg->offset, be, value);
	sim_wait_cycles(n->clk25, 8); /* until the write has reached the 25 MHz domain */
}

static uint32_t get(void *arg, const struct register_row *reg)
{
	struct node *n = arg;

	return in_slot(reg) ? node_slot_get(n, reg->offset, 15) : node_get(n, reg->offset);
}

/* These registers are excluded: FCCR, FCDR and ACDR shift; HTCR starts modes; HFCR and HFDR
 * access a FIFO; the period of the decay starts passes; SQNW changes with SQCR; BSCR, PHCR and
 * PHSR exist in the core of revision 3 only. */
static void registers_lanes(struct sim *s)
{
	struct node *n = quick_open(
		s, &(struct node_config){.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = true});
	const struct register_board b = {
		.s = s,
		.rows = rows,
		.count = sizeof(rows) / sizeof(*rows),
		.arg = n,
		.put = put,
		.get = get,
		.whole = " WCDR TICR TECR ",
		.alone = " EBCR ",
		.skip = " FCCR FCDR ACDR HTCR HFCR HFDR DCPR SQNW BSCR PHCR PHSR "};

	quick_acdr(n, 3u << 6); /* TSIZE 3: all bits of TICR */
	SIM_EQ(s, registers_hold(&b), 54, "registers that hold what is written");
	node_compare(n);
}

/* ---- a packet in the clock of a write ---- */

struct meeting {
	struct node *n;
	uint32_t offset, adds; /* a register to which a packet adds @adds */
	struct packet p;
	struct quick_list list;
};

static void launch_packet(void *arg)
{
	struct meeting *m = arg;

	m->list = (struct quick_list){.p = &m->p, .count = 1};
	shrimp_start_packets(m->n->c, quick_next, &m->list);
}

/* Starts a packet @lead ns after the write. Returns whether the packet took effect after it.
 * The golden model does not get the write. */
static bool meet(struct meeting *m, int lead)
{
	struct node *n = m->n;
	const uint32_t before = 0x1F00 + (uint32_t)sim_range(n->s, 0, 255);
	const uint32_t value = 0x0F00 + (uint32_t)sim_range(n->s, 0, 255);
	const sim_time at = sim_now(n->s) + SIM_US(4);
	uint32_t v;

	node_put(n, m->offset, before);
	sim_clock_stretch(n->clk25, sim_range(n->s, 0, 39999)); /* another phase */
	sim_at(n->s, (sim_time)((int64_t)at + lead * 1000), launch_packet, m);
	sim_wait_until(n->s, at);
	SIM_EQ(n->s, (uint64_t)host_write(n->host, false, 0, n->rbase + m->offset, 15, value),
	       0, "the register answers");
	sim_wait(n->s, SIM_US(5));
	sni_set_source(n->sni, NULL, NULL);
	node_drain(n);
	SIM_EQ(n->s, (uint64_t)host_read(n->host, false, 0, n->rbase + m->offset, 15, &v), 0,
	       "the register answers");
	SIM_CHECK(n->s, v == value || v == value + m->adds,
		  "register 0x%02X is 0x%X after a write of 0x%X and a packet", m->offset, v,
		  value);
	return v != value;
}

/* If a register is written in the clock in which a packet changes it, the packet takes effect
 * first. The write is never lost. */
static void registers_same_clock(struct sim *s)
{
	static const uint32_t offsets[] = {SURF_WCDR, SURF_TICR, SURF_TECR};
	struct node *n = quick_open(
		s, &(struct node_config){.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = true});
	struct meeting m = {.n = n};

	quick_acdr(n, 3u << 6); /* TSIZE 3: all bits of TICR */
	for (size_t EACH(i, 0); i < sizeof(offsets) / sizeof(*offsets); i++) {
		int first = -2500,
		    last = 4000; /* leads with which the packet is the first, last */

		m.offset = offsets[i];
		node_random_packet(n, &m.p, 1, 0);
		m.p.words = m.offset == SURF_WCDR ? 7 : 1;
		m.adds = m.p.words;
		node_put(n, SURF_HTCR, FRS | TEN | WEN);
		node_put(n, SURF_HTCR, FRS | TEN | WEN | TRG);
		SIM_CHECK(s, !meet(&m, first) && meet(&m, last), "the order does not matter");
		while (last - first > 40) {
			const int lead = (first + last) / 2;

			if (meet(&m, lead))
				last = lead;
			else
				first = lead;
		}
		for (uint64_t EACH(k, sim_length(s, 80, 20)); k; k--)
			meet(&m, first + (int)sim_range(s, 0, 300) - 150);
	}
}

const struct sim_test sim_tests[] = {
	{"registers_lanes", registers_lanes, "SB-REV-002", "surfboard_rev2"},
	{"registers_same_clock", registers_same_clock, "SB-REG-088 SB-REG-110 SB-TRC-021",
	 NULL},
	{0},
};
