/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compares the AHDL program as it is printed (appendix B) with Tables 4.3, 4.5 and 4.6 and with
 * the board: all three get the same transactions, and the test prints a table of the
 * differences.
 *
 *	make sim BOARD=numachine TEST='ahdl_*' SIM=verilator; cat build/logs/numachine-*ahdl*
 */
#include "ahdl.h"
#include "monitor.h"
#include <stdio.h>
#include <string.h>

struct pair {
	struct monitor *m;
	struct ahdl a;
	struct nm_golden_geometry geo;
	unsigned int config;
};

static struct pair *start(struct sim *s, struct pair *p)
{
	memset(p, 0, sizeof(*p));
	p->m = monitor_start(s);
	return p;
}

static void configure(struct pair *p, unsigned int config, bool line128, bool boards2)
{
	p->config = config;
	p->geo = (struct nm_golden_geometry){line128, boards2};
	monitor_geometry(p->m, line128, boards2);
	monitor_put(p->m, NUMACHINE_CONFIG, config);
}

/* Returns the printed program's address in the third clock after mon_start. @held: AD is
 * unchanged in the clock after mon_start; otherwise it carries @data, as on the card's bus. */
static unsigned int printed(struct pair *p, const struct nmbus_access *x, unsigned int label,
			    bool held, uint64_t data)
{
	struct ahdl_in in = {.config = (uint8_t)p->config,
			     .cache_line_size = p->geo.line128,
			     .num_memory_boards = p->geo.boards2,
			     .block_label = (uint16_t)label,
			     .ad = x->ad,
			     .cmd = x->cmd,
			     .valid = x->valid,
			     .lock = x->lock,
			     .local_global = x->local_global};

	for (unsigned int i = 0; i < 3; i++) /* until the configuration takes effect */
		ahdl_step(&p->a, &in);
	in.mon_start = true;
	ahdl_step(&p->a, &in);
	in.mon_start = false;
	if (!held)
		in.ad = data;
	ahdl_step(&p->a, &in);
	ahdl_step(&p->a, &in);
	return p->a.counter_sram_addr_ff;
}

/* Returns the board's address for the transaction, which is that of the tables. */
static int32_t board(struct pair *p, const struct nmbus_access *x)
{
	return monitor_count(p->m, x);
}

/* Table 4.5: the printed program does not distinguish requests and responses. */
static void ahdl_commands(struct sim *s)
{
	struct pair p_, *p = start(s, &p_);
	static const struct {
		const char *name;
		uint16_t cmd;
		unsigned int table, printed;
	} is[] = {
		{"Read_Req", 0x008, 0, 1},	  {"Read_Res", 0x000, 1, 1},
		{"Re_Ex_Req", 0x028, 2, 3},	  {"Re_Ex_Res", 0x020, 3, 3},
		{"Inval_Res", 0x0C0, 4, 5},	  {"Upgrade_Req", 0x0C8, 5, 5},
		{"Wr_Ba_Res", 0x080, 6, 6},	  {"Read_Req, nack", 0x018, 7, 7},
		{"Read_Res, nack", 0x010, 7, 7},  {"Wr_Ba_Res, nack", 0x090, 7, 1},
		{"Inval_Res, nack", 0x0D0, 7, 1},
	};

	configure(p, MONITOR_HISTOGRAM, false, false);
	sim_note(s, "Table 4.5: mapped command        table  board  AHDL");
	for (unsigned int EACH(i, 0); i < sizeof(is) / sizeof(is[0]); i++) {
		const struct nmbus_access x = {.ad = 0, .cmd = is[i].cmd};
		const unsigned int b = (unsigned int)board(p, &x) & 7;
		const unsigned int a = printed(p, &x, 0, true, 0) & 7;

		sim_note(s, "  %-16s %03X              %u      %u     %u%s", is[i].name,
			 is[i].cmd, is[i].table, b, a, a == is[i].table ? "" : "  *");
		SIM_EQ(s, b, is[i].table, "the board");
		SIM_EQ(s, a, is[i].printed, "the printed AHDL");
	}
	monitor_compare(p->m);
}

/* Tests a command type that is not in the tables. */
static void ahdl_non_block(struct sim *s)
{
	struct pair p_, *p = start(s, &p_);
	const struct nmbus_access x = {.ad = 0, .cmd = 0x048};

	configure(p, MONITOR_HISTOGRAM, false, false);
	SIM_EQ(s, (uint64_t)board(p, &x), (uint64_t)-1, "the board counts a non-block read");
	SIM_EQ(s, printed(p, &x, 0, true, 0), 1, "the printed AHDL");
	SIM_EQ(s, ahdl_monitor_commands(&p->a), 1, "the printed AHDL counts it");
	sim_note(s, "non-block read 048: not counted; AHDL counts it as Read (1)");
	monitor_compare(p->m);
}

/* Table 4.3: the printed program has 10, 11, 00, 00 instead of 00, 01, 10, 11, and another
 * order of the fields. */
static void ahdl_processors(struct sim *s)
{
	struct pair p_, *p = start(s, &p_);
	static const unsigned int wrong[] = {2, 3, 0, 0};

	configure(p, MONITOR_DEPTH, false, false);
	sim_note(s, "Table 4.3: processor mask          table  board  AHDL");
	for (unsigned int EACH(pid, 0); pid < 4; pid++) {
		const struct nmbus_access x = {.ad = nmbus_source(pid, 0)};
		const unsigned int b = (unsigned int)board(p, &x) >> 4 & 3;
		const unsigned int a = printed(p, &x, 0, true, 0) >> 4 & 3;

		sim_note(s, "  AD[55:52] = %X                     %u%u     %u%u     %u%u%s",
			 1u << pid, pid >> 1, pid & 1, b >> 1, b & 1, a >> 1, a & 1,
			 a == pid ? "" : "  *");
		SIM_EQ(s, b, pid, "the board");
		SIM_EQ(s, a, wrong[pid], "the printed AHDL");
	}
	{
		/* processor 11 of station 0110, phase 1010 */
		const struct nmbus_access x = {.ad = nmbus_source(6 << 2 | 3, 0xA)};
		const unsigned int b = (unsigned int)board(p, &x),
				   a = printed(p, &x, 0, true, 0);

		sim_note(s,
			 "Figure 4.9: station 6, processor 3, phase A: board %04X = {depth, "
			 "processor, phase}, AHDL %04X = {depth, phase, pid, station}",
			 b, a);
		SIM_EQ(s, b, (6 << 2 | 3) << 4 | 0xA, "the board");
		SIM_EQ(s, a, 0xA << 6 | 0 << 4 | 6, "the printed AHDL");
	}
	/* A clock later AD carries data, so station and processor come from the data. */
	{
		const struct nmbus_access x = {.ad = nmbus_source(6 << 2 | 0, 0)};
		const unsigned int a = printed(p, &x, 0, false,
					       nmbus_source(9 << 2 | 0, 0) | (uint64_t)2 << 52);

		SIM_EQ(s, a & 15, 6, "station, latched in clock 1");
		SIM_EQ(s, a >> 4 & 3, 3, "pid, of AD[53] a clock later");
		sim_note(s, "AD with data in clock 1: AHDL reads pid from them (%u%u for 00)",
			 a >> 5 & 1, a >> 4 & 1);
	}
	monitor_compare(p->m);
}

/* Select and tag of the geometries: the printed program swaps the rows 01/10 and 11. */
static void ahdl_geometry(struct sim *s)
{
	struct pair p_, *p = start(s, &p_);
	static const unsigned int table[] = {25, 26, 26, 27}, wrong[] = {25, 27, 27, 26};

	for (uint32_t i = 0; i < NM_GOLDEN_LABELS; i++)
		monitor_poke_label(p->m, i, 0x0F5);
	sim_note(s, "geometry (line, boards): tag bit   table  board  AHDL");
	for (unsigned int EACH(geo, 0); geo < 4; geo++) {
		unsigned int b = 0, a = 0, sb = 0, sa = 0;

		configure(p, MONITOR_HISTOGRAM + 1, geo >> 1, geo & 1);
		for (unsigned int bit = 22; bit < 28; bit++) {
			const struct nmbus_access x = {.ad = (uint64_t)1 << bit};
			const unsigned int is_b = (unsigned int)board(p, &x);
			const unsigned int is_a = printed(p, &x, 0x0F5, true, 0);

			b = is_b >> 15 ? bit : b;
			a = is_a >> 15 ? bit : a;
			sb = (is_b >> 7 & 15) == 5 ? bit : sb;
			sa = (is_a >> 7 & 15) == 5 ? bit : sa;
		}
		sim_note(s, "  %u%u, select/tag                  %u/%u  %u/%u  %u/%u%s",
			 geo >> 1, geo & 1, table[geo] - 1, table[geo], sb, b, sa, a,
			 a == table[geo] ? "" : "  *");
		SIM_EQ(s, b, table[geo], "tag of the board");
		SIM_EQ(s, sb, table[geo] - 1, "select of the board");
		SIM_EQ(s, a, wrong[geo], "tag of the printed AHDL");
		SIM_EQ(s, sa, wrong[geo] - 1, "select of the printed AHDL");
	}
	monitor_compare(p->m);
}

/* Table 4.6: the nibble of mode 1, and the meaning of the codes 10 and 11. */
static void ahdl_modes(struct sim *s)
{
	struct pair p_, *p = start(s, &p_);
	static const struct {
		const char *what;
		unsigned int mode;
		uint64_t ad;
		unsigned int board, printed; /* bits 15..7 */
	} is[] = {
		{"mode 0", 0, 0, 0x1A6, 0x1A6},
		{"mode 1, select 0: upper nibble", 1, 0, 0x00A, 0x000},
		{"mode 1, select 1: lower nibble", 1, 1 << 24, 0x006, 0x006},
		{"mode 2, tag 0", 2, 0, 0x0D3, 0x0A6},
		{"mode 2, tag 1", 2, 1 << 25, 0x1D3, 0x0A6},
		{"mode 2, AD6 1", 2, 1 << 6, 0x0D3, 0x1A6},
		{"mode 3, tag 1", 3, 1 << 25, 0x0A6, 0x1A6},
		{"mode 3, AD6 1", 3, 1 << 6, 0x1A6, 0x0A6},
	};

	for (uint32_t i = 0; i < NM_GOLDEN_LABELS; i++)
		monitor_poke_label(p->m, i, 0x1A6);
	sim_note(s, "Table 4.6: bits 15..7, label 1A6   board  AHDL");
	for (unsigned int EACH(i, 0); i < sizeof(is) / sizeof(is[0]); i++) {
		const struct nmbus_access x = {.ad = is[i].ad};
		unsigned int b, a;

		configure(p, MONITOR_HISTOGRAM + is[i].mode, false, false);
		b = (unsigned int)board(p, &x) >> 7;
		a = printed(p, &x, 0x1A6, true, 0) >> 7;
		sim_note(s, "  %-32s %03X    %03X%s", is[i].what, b, a, a == b ? "" : "  *");
		SIM_EQ(s, b, is[i].board, "the board");
		SIM_EQ(s, a, is[i].printed, "the printed AHDL");
	}
	/* AD that carries data in clock 1 */
	configure(p, MONITOR_HISTOGRAM + 3, false, false);
	SIM_EQ(s,
	       printed(p, &(struct nmbus_access){.ad = 0}, 0x1A6, false, (uint64_t)1 << 25) >>
		       15,
	       1, "the printed AHDL reads the tag from the data");
	sim_note(s, "AD with data in clock 1: AHDL reads select, tag and AD6 from them");
	monitor_compare(p->m);
}

/* Tests the count strobe, the state machines and the overflow bit. */
static void ahdl_machines(struct sim *s)
{
	struct pair p_, *p = start(s, &p_);
	struct ahdl_in in = {.config = MONITOR_FLYER};
	char strobe[7] = "", reset[7] = "";

	for (unsigned int clock = 0; clock < 6; clock++) {
		in.mon_start = clock == 0;
		strobe[clock] = ahdl_flex_write_sram(&p->a) ? '1' : '0';
		ahdl_step(&p->a, &in);
	}
	SIM_EQ(s, (uint64_t)strcmp(strobe, "001100"), 0, "strobe of the printed AHDL");
	/* the reset of an AHDL machine is active high, so the machines stay in reset */
	p->a = (struct ahdl){.reset_as_printed = true};
	for (unsigned int clock = 0; clock < 6; clock++) {
		in.mon_start = clock == 0;
		reset[clock] = ahdl_flex_write_sram(&p->a) ? '1' : '0';
		ahdl_step(&p->a, &in);
	}
	SIM_EQ(s, (uint64_t)strcmp(reset, "000000"), 0, "strobe with .reset as printed");
	sim_note(s,
		 "strobe in clocks 0 to 5: board 000100, AHDL %s (address in 3 only), "
		 "with .reset as printed %s",
		 strobe, reset);

	/* a pattern on AD writes a label long after an event that was not a label write */
	p->a = (struct ahdl){0};
	in = (struct ahdl_in){.mon_start = true, .cmd = 8};
	ahdl_step(&p->a, &in);
	in.mon_start = false;
	for (unsigned int i = 0; i < 20; i++)
		ahdl_step(&p->a, &in);
	in.ad = nmbus_address(NMBUS_LABELS, 0);
	in.cmd = 0;
	ahdl_step(&p->a, &in);
	ahdl_step(&p->a, &in);
	SIM_EQ(s, ahdl_write_enable(&p->a), 1, "a stray label write of the printed AHDL");
	sim_note(s, "label write without mon_start, 20 clocks after an event: board none, AHDL "
		    "writes");

	/* the printed program does not record an overflow between two starts */
	p->a = (struct ahdl){0};
	in = (struct ahdl_in){.overflow = true};
	ahdl_step(&p->a, &in);
	in = (struct ahdl_in){.mon_start = true};
	ahdl_step(&p->a, &in);
	SIM_EQ(s, p->a.overflow_ff, 0, "overflow bit of the printed AHDL");
	monitor_poke(p->m, 0, UINT32_MAX);
	monitor_event(p->m, 0, 0);
	monitor_settle(p->m);
	SIM_EQ(s, nm_golden_half(p->m->g), 1, "overflow bit of the board");
	sim_note(s, "overflow between two starts: board toggles the half, AHDL does not");

	/* the bank select of the listing does not depend on the geometry */
	p->a = (struct ahdl){0};
	in = (struct ahdl_in){.ad = 1 << 24};
	ahdl_step(&p->a, &in);
	SIM_EQ(s, p->a.bank_sel_ff, 3, "BankSel of the printed AHDL");
	sim_note(
		s,
		"BankSel: AHDL of AD[25,24,7,6] alone; board: an index of 18 bits by geometry");
	monitor_compare(p->m);
}

/* Measures the share of random traffic that the printed program would count in the right
 * counter if its machines worked as intended. */
static void ahdl_share(struct sim *s)
{
	struct pair p_, *p = start(s, &p_);
	static const char *const names[] = {"Flyer Miles", "FIFO Depth",  "Histogram 0",
					    "Histogram 1", "Histogram 2", "Histogram 3"};
	const unsigned int n = (unsigned int)sim_length(s, 1000, 100);

	sim_note(s, "%u random events a mode: in the right counter with AD held / with data",
		 n);
	for (unsigned int EACH(i, 0); i < 6; i++) {
		unsigned int right[2] = {0, 0};

		configure(p, monitor_modes[i], false, false);
		for (unsigned int k = 0; k < n; k++) {
			struct nmbus_access x;
			int32_t b;

			do
				monitor_random(p->m, &x);
			while (nm_golden_mapped(x.cmd) < 0);
			b = board(p, &x);
			for (unsigned int data = 0; data < 2; data++)
				right[data] += printed(p, &x, 0, !data, sim_random(s)) ==
					       (unsigned int)b;
		}
		sim_note(s, "  %-12s %5.1f %% / %5.1f %%", names[i], 100.0 * right[0] / n,
			 100.0 * right[1] / n);
		if (i == 0)
			SIM_EQ(s, right[0], n, "Flyer Miles needs no later AD");
		else
			SIM_CHECK(s, right[0] < n, "the faults do not show");
	}
	monitor_compare(p->m);
}

const struct sim_test sim_tests[] = {
	{"ahdl_commands", ahdl_commands, "NM-EXP-010", NULL},
	{"ahdl_non_block", ahdl_non_block, "NM-EXP-010", NULL},
	{"ahdl_processors", ahdl_processors, "NM-EXP-010", NULL},
	{"ahdl_geometry", ahdl_geometry, "NM-EXP-010", NULL},
	{"ahdl_modes", ahdl_modes, "NM-EXP-010", NULL},
	{"ahdl_machines", ahdl_machines, "NM-EXP-010", NULL},
	{"ahdl_share", ahdl_share, "NM-EXP-010", NULL},
	{0},
};
