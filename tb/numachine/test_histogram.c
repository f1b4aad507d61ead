/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests commands and the Histogram Statistics mode (4.5.5, Tables 4.4 to 4.6, Figures 4.11 to
 * 4.13).
 */
#include "ccsram.h"
#include "monitor.h"

#define SOURCE 0u /* page, line, station, all 0 */

static int32_t count(struct monitor *m, uint64_t ad, uint16_t cmd)
{
	return monitor_count(m, &(struct nmbus_access){.ad = ad, .cmd = cmd});
}

static struct monitor *start(struct sim *s, unsigned int mode)
{
	struct monitor *m = monitor_start(s);

	monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM + mode);
	return m;
}

/* ---- commands ---- */

/* Table 4.4's codes with Table 4.5's mapping. */
static const struct {
	uint16_t cmd, mapped;
} table[] = {{0x008, 0}, {0x000, 1}, {0x028, 2}, {0x020, 3},
	     {0x0C0, 4}, {0x0C8, 5}, {0x080, 6}};

/* Returns the mapped command, or -1 if it is not counted: from the table and the decisions, not
 * from the golden model. */
static int mapping(unsigned int cmd)
{
	const unsigned int type = cmd >> 5 & 7;

	if (cmd & 0x200 || type == 2 || type == 3 || type == 5 || type == 7)
		return -1;
	if (cmd & 0x10)
		return 7;
	for (unsigned int i = 0; i < 7; i++)
		if (table[i].cmd == (cmd & 0xF8))
			return table[i].mapped;
	return -1;
}

static void cmd_table(struct sim *s)
{
	struct monitor *m = start(s, 0);
	static const uint16_t types[] = {0x000, 0x020, 0x080, 0x0C0};

	for (unsigned int EACH(i, 0); i < 7; i++)
		SIM_EQ(s, (uint64_t)count(m, SOURCE, table[i].cmd), table[i].mapped,
		       "mapped command");
	for (unsigned int EACH(i, 0); i < 8; i++)
		SIM_EQ(s, (uint64_t)count(m, SOURCE, types[i / 2] | 0x10 | (i & 1) << 3), 7,
		       "mapped negative acknowledgement");
	/* requests and responses separately */
	for (unsigned int EACH(i, 0); i < 7; i++)
		SIM_EQ(s, monitor_counter(m, i), 1, "a counter of a command");
	SIM_EQ(s, monitor_counter(m, 7), 8, "negative acknowledgements");
	SIM_EQ(s, monitor_sum(m), 15, "counts");
	monitor_digest(m);
}

static void cmd_not_counted(struct sim *s)
{
	struct monitor *m = start(s, 0);

	for (unsigned int EACH(nack, 0); nack < 2; nack++)
		for (unsigned int EACH(r, 0); r < 2; r++)
			for (unsigned int EACH(type, 0); type < 8; type++)
				if (type == 2 || type == 3 || type == 5 || type == 7)
					SIM_EQ(s,
					       (uint64_t)count(m, SOURCE,
							       (uint16_t)(type << 5 |
									  nack << 4 | r << 3)),
					       (uint64_t)-1, "a type that is not counted");
	SIM_EQ(s, (uint64_t)count(m, SOURCE, 0x088), (uint64_t)-1, "code 10001");
	for (unsigned int EACH(i, 0); i < 7; i++)
		SIM_EQ(s, (uint64_t)count(m, SOURCE, table[i].cmd | 0x200), (uint64_t)-1,
		       "Cmd[9] = 1");
	SIM_EQ(s, (uint64_t)count(m, SOURCE, 0x210), (uint64_t)-1, "Cmd[9] = 1");
	SIM_EQ(s, monitor_sum(m), 0, "counts");
}

/* Tests all values of Cmd[9:0] in the four modes, with random values of the bits that have no
 * influence. */
static void cmd_all(struct sim *s)
{
	struct monitor *m = start(s, 0);
	const unsigned int step = 1024 / (unsigned int)sim_length(s, 1024, 128);
	uint64_t counted = 0;

	for (unsigned int EACH(mode, 0); mode < 4; mode++) {
		monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM + mode);
		for (unsigned int EACH(c, 0); c < 1024; c += step) {
			const unsigned int code = (c * 5 + mode) & 0x3FF;
			const uint16_t other = (uint16_t)sim_random(s) & 0xFD07;
			const int want = mapping(code);
			const int32_t got =
				count(m, SOURCE, (uint16_t)((code & ~other) | other));

			SIM_EQ(s, (uint64_t)got, (uint64_t)want, "mapped command");
			counted += want >= 0;
		}
	}
	SIM_EQ(s, monitor_sum(m), counted, "counts");
}

/* ---- the low bits ---- */

static void hist_state(struct sim *s)
{
	struct monitor *m = start(s, 0);

	for (unsigned int EACH(mode, 0); mode < 4; mode++) {
		monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM + mode);
		for (unsigned int EACH(k, 0); k < 8; k++) {
			const struct nmbus_access a = {.ad = SOURCE,
						       .cmd = 0x20,
						       .valid = k & 1,
						       .lock = k >> 1 & 1,
						       .local_global = k >> 2 & 1};

			SIM_EQ(s, (uint64_t)monitor_count(m, &a), k << 3 | 3,
			       "Valid, Lock, Local_Global");
		}
	}
	monitor_compare(m);
}

static void hist_overflow_bit(struct sim *s)
{
	struct monitor *m = start(s, 0);

	for (unsigned int EACH(mode, 0); mode < 4; mode++) {
		monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM + mode);
		monitor_poke(m, 1, UINT32_MAX);
		SIM_EQ(s, (uint64_t)count(m, SOURCE, 0), 1, "before the overflow");
		SIM_EQ(s, (uint64_t)count(m, SOURCE, 0), 0x41, "after it");
		monitor_poke(m, 0x41, UINT32_MAX);
		count(m, SOURCE, 0);
		SIM_EQ(s, (uint64_t)count(m, SOURCE, 0), 1, "after another");
	}
	monitor_compare(m);
}

/* ---- labels in the four modes ---- */

static void hist_labels(struct sim *s)
{
	struct monitor *m = start(s, 0);
	const unsigned int step = 512 / (unsigned int)sim_length(s, 512, 64);

	for (unsigned int EACH(mode, 0); mode < 4; mode++) {
		monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM + mode);
		for (unsigned int EACH(k, 0); k < 512; k += step) {
			const unsigned int label = (k * 5 + mode) & 0x1FF;

			monitor_poke_label(m, 3, (uint16_t)label);
			for (unsigned int EACH(sel, 0); sel < 2; sel++) {
				const unsigned int high =
					mode == 0   ? label
					: mode == 1 ? (sel ? label & 15 : label >> 4 & 15)
					: mode == 2 ? label >> 1
						    : (label & 0xFF) | 0x100; /* AD6 */

				SIM_EQ(s, (uint64_t)count(m, 3 << 6 | sel << 24, 0x80),
				       high << 7 | 6, "counter of a label");
			}
		}
	}
	monitor_compare(m);
}

/* Tests AD[27:22] bit by bit in the four geometries. */
static void hist_geometry(struct sim *s)
{
	struct monitor *m = start(s, 1);

	for (uint32_t i = 0; i < NM_GOLDEN_LABELS; i++)
		monitor_poke_label(m, i, 0x1C3); /* upper nibble C, lower 3 */
	for (unsigned int EACH(geo, 0); geo < 4; geo++) {
		const unsigned int sel = 24 + (geo >> 1) + (geo & 1), tag = sel + 1;
		const unsigned int low = 6 + (geo >> 1) + (geo & 1);

		monitor_geometry(m, geo >> 1, geo & 1);
		for (unsigned int EACH(mode, 1); mode < 4; mode++) {
			monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM + mode);
			for (unsigned int EACH(bit, 5); bit < 28; bit++) {
				const unsigned int want =
					mode == 1   ? (bit == sel ? 3 : 0xC) | (bit == tag) << 8
					: mode == 2 ? 0x1C3 >> 1 | (bit == tag) << 8
						    : 0xC3 | (bit == low) << 8;

				SIM_EQ(s, (uint64_t)count(m, 1u << bit, 0x80), want << 7 | 6,
				       "counter with one bit of AD");
			}
			/* label bit 8 has no influence in modes 1 and 3, bit 0 none in mode
			 * 2 */
			monitor_poke_label(m, 0, mode == 2 ? 0x1C2 : 0x0C3);
			SIM_EQ(s, (uint64_t)count(m, 0, 0x80),
			       (mode == 1   ? 0xCu
				: mode == 2 ? 0x1C2u >> 1
					    : 0xC3u)
					       << 7 |
				       6,
			       "counter with a label bit that is ignored");
			monitor_poke_label(m, 0, 0x1C3);
		}
	}
	monitor_compare(m);
}

/* Checks that lines 16 MB apart share an entry, in the geometry with 64-byte lines and one
 * board. */
static void hist_reach(struct sim *s)
{
	struct monitor *m = start(s, 1);
	const unsigned int entry = 0x0A5 << 6;

	monitor_poke_label(m, 0x0A5, 0x0A5);
	for (unsigned int k = 0; k < 4; k++)
		monitor_event(m, k << 24 | entry, 0);
	monitor_settle(m);
	for (unsigned int EACH(k, 0); k < 4; k++)
		SIM_EQ(s, monitor_counter(m, (k & 2) << 14 | (k & 1 ? 0x5 : 0xA) << 7 | 1), 1,
		       "four lines in mode 1");
	monitor_clear(m);
	monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM + 2);
	for (unsigned int k = 0; k < 16; k++)
		monitor_event(m, k << 24 | entry, 0);
	monitor_settle(m);
	for (unsigned int EACH(k, 0); k < 2; k++)
		SIM_EQ(s, monitor_counter(m, k << 15 | 0x52 << 7 | 1), 8,
		       "sixteen lines in mode 2");
	monitor_clear(m);
	monitor_put(m, NUMACHINE_CONFIG, MONITOR_HISTOGRAM + 0);
	for (unsigned int k = 0; k < 16; k++)
		monitor_event(m, k << 24 | entry, 0);
	monitor_settle(m);
	SIM_EQ(s, monitor_counter(m, 0x0A5 << 7 | 1), 16, "sixteen lines in mode 0");
	SIM_EQ(s, monitor_sum(m), 16, "counts");
	monitor_digest(m);
}

static void hist_blocks(struct sim *s)
{
	struct monitor *m = start(s, 0);

	nmbus_put_label(m->bus, 100, 5);
	nmbus_put_label(m->bus, 20000, 5);
	nmbus_put_label(m->bus, 0x3FFFF, 6);
	monitor_event(m, 100 << 6, 0x28);
	monitor_event(m, 20000 << 6, 0x28);
	monitor_event(m, 0x3FFFF << 6, 0x28);
	monitor_settle(m);
	SIM_EQ(s, monitor_counter(m, 5 << 7 | 2), 2, "blocks of label 5");
	SIM_EQ(s, monitor_counter(m, 6 << 7 | 2), 1, "blocks of label 6");
	SIM_EQ(s, monitor_sum(m), 3, "counts");
}

/* ---- the state of the line, from the SRAM of the coherence unit ---- */

struct directory {
	struct monitor *m;
	struct ccsram *cc;
};

/* Reads the directory entry of the line in the clock before mon_start and starts with it; the
 * new state @next is written in the following clocks. */
static int32_t request(struct directory *d, uint32_t line, uint16_t cmd, uint16_t next)
{
	struct monitor *m = d->m;
	int32_t address = -1;
	uint16_t state;

	monitor_settle(m);
	ccsram_address(d->cc, line);
	sim_wait_edge(m->clk, SIM_RISE);
	state = ccsram_read(d->cc);
	nmbus_start(m->bus, &(struct nmbus_access){.ad = (uint64_t)line << 6,
						   .cmd = cmd,
						   .valid = state & CC_VALID,
						   .lock = state & CC_LOCK,
						   .local_global = state & CC_LOCAL});
	ccsram_write_begin(d->cc);
	for (unsigned int clock = 1; clock <= 6; clock++) {
		sim_wait_edge(m->clk, SIM_RISE);
		if (clock == 1)
			ccsram_write_end(d->cc, next);
		if (m->strobe)
			address = m->address;
	}
	return address;
}

/* Checks that a request counts with the state that it found and not with the new one. */
static void hist_state_found(struct sim *s)
{
	struct monitor *m = start(s, 0);
	struct directory d = {m, ccsram_open(s, 1 << 22, SIM_NS(15), SIM_NS(12))};
	const uint16_t lv = CC_VALID | CC_LOCAL, li = CC_LOCAL | 1 << CC_PMASK_LSB;

	ccsram_fill(d.cc, lv);
	SIM_EQ(s, (uint64_t)request(&d, 77, 0x28, li), 0x2A, "Re_Ex_Req found LV");
	SIM_EQ(s, ccsram_peek(d.cc, 77), li, "state in the directory");
	SIM_EQ(s, (uint64_t)request(&d, 77, 0x28, li | CC_LOCK), 0x22, "Re_Ex_Req found LI");
	SIM_EQ(s, (uint64_t)request(&d, 77, 0x08, li | CC_LOCK), 0x30,
	       "Read_Req found it locked");
	SIM_EQ(s, (uint64_t)request(&d, 78, 0x08, CC_VALID), 0x28, "Read_Req of another line");
	SIM_EQ(s, (uint64_t)request(&d, 78, 0x08, 0), 0x08, "Read_Req found GV");
	SIM_EQ(s, (uint64_t)request(&d, 78, 0x80, lv), 0x06, "Wr_Ba_Res found GI");
	SIM_EQ(s, monitor_sum(m), 6, "counts");
	monitor_digest(m);
}

const struct sim_test sim_tests[] = {
	{"cmd_table", cmd_table,
	 "NM-CMD-001 NM-CMD-002 NM-CMD-003 NM-CMD-004 NM-CMD-005 NM-CMD-006 NM-CMD-007 "
	 "NM-CMD-008 NM-CMD-009",
	 NULL},
	{"cmd_table_pipelined", cmd_table,
	 "NM-CMD-001 NM-CMD-002 NM-CMD-003 NM-CMD-004 NM-CMD-005 NM-CMD-006 NM-CMD-007 "
	 "NM-CMD-008 NM-CMD-009",
	 "numachine_pipe"},
	{"cmd_not_counted", cmd_not_counted, "NM-CMD-010 NM-CMD-011 NM-CMD-012 NM-CMD-013",
	 NULL},
	{"cmd_not_counted_pipelined", cmd_not_counted,
	 "NM-CMD-010 NM-CMD-011 NM-CMD-012 NM-CMD-013", "numachine_pipe"},
	{"cmd_all", cmd_all, "NM-CMD-014 NM-CMD-015 NM-HST-001", NULL},
	{"cmd_all_pipelined", cmd_all, "NM-CMD-014 NM-CMD-015 NM-HST-001", "numachine_pipe"},
	{"hist_state", hist_state, "NM-HST-002 NM-HST-003 NM-HST-004", NULL},
	{"hist_overflow_bit", hist_overflow_bit, "NM-HST-005", NULL},
	{"hist_labels", hist_labels, "NM-HST-006 NM-HST-007 NM-HST-014 NM-HST-016", NULL},
	{"hist_geometry", hist_geometry,
	 "NM-CFG-008 NM-HST-009 NM-HST-010 NM-HST-011 NM-HST-012 NM-HST-013 NM-HST-015 "
	 "NM-HST-017 NM-HST-018 NM-HST-019",
	 NULL},
	{"hist_reach", hist_reach, "NM-HST-020 NM-HST-021 NM-HST-022", NULL},
	{"hist_blocks", hist_blocks, "NM-HST-023", NULL},
	{"hist_state_found", hist_state_found, "", NULL},
	{0},
};
