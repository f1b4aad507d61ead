/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The monitor alive: random transactions at full rate in every mode, counters compared with
 * sums made here, label writes, accesses of a processor between the transactions.
 */
#include <stdio.h>
#include <stdlib.h>
#include "sim.h"

enum { WIRES = 8, COUNTERS = 65536, LABELS = 262144 };

static const char *const wire[WIRES] = {
	"config_register", "external_addr", "external_addr_enable", "external_data",
	"flex_lo_wr",	   "flex_hi_wr",    "sram_addr0_oe_n",	    "overflow",
};

struct bench {
	struct sim *s;
	struct sim_clock *clk;
	struct sim_pin *from[WIRES], *to[WIRES];
	struct sim_pin *mon_start, *ad, *cmd, *valid, *lock, *local, *label_data, *busy;
	struct sim_pin *index, *label_i, *label_o, *label_we;
	struct sim_pin *addr, *addr_oe, *sf_addr0, *data_i, *data_o, *we_n;
	struct sim_pin *raddr, *re, *rdata, *waddr, *we, *wdata;
	struct sim_pin *sf_start, *sf_double, *sf_ack, *sf_rdata;
	struct sim_pin *class[4];
	uint64_t starts, of_class[4];
	bool start_before, re_before;
	uint32_t read;
	uint32_t word[COUNTERS], want[COUNTERS];
	uint16_t label[LABELS];
};

static void before(void *arg)
{
	struct bench *b = arg;
	unsigned int a = (unsigned int)sim_get(b->addr);

	if (!(sim_get(b->addr_oe) & 1))
		a = (a & ~1u) | (unsigned int)sim_get(b->sf_addr0);
	for (unsigned int half = 0; half < 2; half++) {
		uint32_t mask = half ? 0xFFFF0000 : 0x0000FFFF;

		if (!(sim_get(b->we_n) >> half & 1))
			b->word[a] =
				(b->word[a] & ~mask) | ((uint32_t)sim_get(b->data_o) & mask);
	}
	b->re_before = sim_get(b->re);
	/* a word that is written meanwhile is read as rubbish */
	b->read = sim_get(b->we) && sim_get(b->waddr) == sim_get(b->raddr)
			  ? 0xDEADDEAD
			  : b->word[sim_get(b->raddr)];
	if (sim_get(b->we))
		b->word[sim_get(b->waddr)] = (uint32_t)sim_get(b->wdata);
	if (sim_get(b->label_we))
		b->label[sim_get(b->index)] = (uint16_t)sim_get(b->label_o);
	b->start_before = sim_get(b->mon_start);
	b->starts += b->start_before;
}

static void rise(void *arg)
{
	struct bench *b = arg;
	unsigned int n = 0;

	for (unsigned int i = 0; i < WIRES; i++)
		sim_put(b->to[i], sim_get(b->from[i]));
	if (b->re_before)
		sim_put(b->rdata, b->read);
	for (unsigned int i = 0; i < 4; i++) {
		b->of_class[i] += sim_get(b->class[i]);
		n += (unsigned int)sim_get(b->class[i]);
	}
	SIM_EQ(b->s, n, b->start_before, "classes of a mon_start");
}

static void fall(void *arg)
{
	struct bench *b = arg;
	unsigned int a;

	sim_settle(b->s);
	a = (unsigned int)sim_get(b->addr);

	if (!(sim_get(b->addr_oe) & 1))
		a = (a & ~1u) | (unsigned int)sim_get(b->sf_addr0);
	sim_put(b->data_i, b->word[a]);
	sim_put(b->label_i, b->label[sim_get(b->index)]);
}

static void put_at(struct sim *s, const char *name, uint64_t v)
{
	sim_put(sim_pin(s, name), v);
}

static void release(void *arg)
{
	free(arg);
}

static struct bench *open_bench(struct sim *s)
{
	struct bench *b = calloc(1, sizeof(*b));
	static const char *const class[4] = {"obs_counts", "obs_filtered", "obs_label",
					     "obs_missed"};
	char name[64];

	sim_cleanup(s, release, b);
	b->s = s;
	for (unsigned int i = 0; i < WIRES; i++) {
		snprintf(name, sizeof(name), "%s_%s", i == 7 ? "ci" : "sf", wire[i]);
		b->from[i] = sim_pin(s, name);
		b->to[i] = sim_pin(s, wire[i]);
	}
	for (unsigned int i = 0; i < 4; i++)
		b->class[i] = sim_pin(s, class[i]);
	b->mon_start = sim_pin(s, "mon_start");
	b->ad = sim_pin(s, "ad");
	b->cmd = sim_pin(s, "cmd");
	b->valid = sim_pin(s, "valid");
	b->lock = sim_pin(s, "lock");
	b->local = sim_pin(s, "local_global");
	b->label_data = sim_pin(s, "block_label_write_data");
	b->busy = sim_pin(s, "busy");
	b->index = sim_pin(s, "label_index");
	b->label_i = sim_pin(s, "block_label_i");
	b->label_o = sim_pin(s, "block_label_o");
	b->label_we = sim_pin(s, "write_enable");
	b->addr = sim_pin(s, "counter_sram_addr_o");
	b->addr_oe = sim_pin(s, "counter_sram_addr_oe");
	b->sf_addr0 = sim_pin(s, "sf_sram_addr0");
	b->data_i = sim_pin(s, "counter_sram_data_i");
	b->data_o = sim_pin(s, "counter_sram_data_o");
	b->we_n = sim_pin(s, "counter_sram_we_n");
	b->raddr = sim_pin(s, "counter_raddr");
	b->re = sim_pin(s, "counter_re");
	b->rdata = sim_pin(s, "counter_rdata");
	b->waddr = sim_pin(s, "counter_waddr");
	b->we = sim_pin(s, "counter_we");
	b->wdata = sim_pin(s, "counter_wdata");
	b->sf_start = sim_pin(s, "sf_start");
	b->sf_double = sim_pin(s, "sf_double");
	b->sf_ack = sim_pin(s, "sf_ack");
	b->sf_rdata = sim_pin(s, "sf_rdata");
	b->clk = sim_clock(s, "clk", SIM_NS(20), SIM_NS(20));
	sim_on(b->clk, SIM_BEFORE_RISE, before, b);
	sim_on(b->clk, SIM_RISE, rise, b);
	sim_on(b->clk, SIM_FALL, fall, b);
	put_at(s, "reset_n", 0);
	sim_wait_cycles(b->clk, 4);
	put_at(s, "reset_n", 1);
	sim_wait_cycles(b->clk, 3);
	sim_watch_x(s);
	return b;
}

static uint64_t access_sf(struct bench *b, uint64_t addr, bool write, bool wide, uint64_t data)
{
	unsigned int n = 0;

	sim_put(b->sf_start, 1);
	sim_put(b->sf_double, wide);
	sim_put(b->ad, addr | 4ull << 32);
	sim_put(b->cmd, write ? 0 : 8);
	sim_wait_cycles(b->clk, 1);
	sim_put(b->sf_start, 0);
	sim_put(b->ad, data);
	sim_wait_cycles(b->clk, 1);
	for (n = 0; !sim_get(b->sf_ack); n++) {
		SIM_CHECK(b->s, n < 20, "no answer");
		sim_wait_cycles(b->clk, 1);
	}
	return sim_get(b->sf_rdata);
}

/* A transaction: where it counts, or -1. */
static int event(struct bench *b, unsigned int config, uint64_t ad, unsigned int cmd,
		 unsigned int state, unsigned int ovf)
{
	static const int8_t mapped[32] = {
		[0] = 1,   [1] = 0,   [5] = 2,	 [4] = 3,   [24] = 4,  [25] = 5,  [16] = 6,
		[2] = 7,   [3] = 7,   [6] = 7,	 [7] = 7,   [18] = 7,  [19] = 7,  [26] = 7,
		[27] = 7,  [8] = -1,  [9] = -1,	 [10] = -1, [11] = -1, [12] = -1, [13] = -1,
		[14] = -1, [15] = -1, [17] = -1, [20] = -1, [21] = -1, [22] = -1, [23] = -1,
		[28] = -1, [29] = -1, [30] = -1, [31] = -1,
	};
	unsigned int ring = (unsigned int)(ad >> 60), st = ad >> 56 & 15, pr = ad >> 52 & 15;
	unsigned int station = ((ring & 12) != 0) << 3 | ((ring & 10) != 0) << 2 |
			       ((st & 12) != 0) << 1 | ((st & 10) != 0);
	unsigned int phase = ad >> 48 & 15, label = b->label[ad >> 6 & 0x3FFFF];
	int m = mapped[cmd >> 3 & 31];
	unsigned int low;

	sim_put(b->ad, ad);
	sim_put(b->cmd, cmd);
	sim_put(b->valid, state & 1);
	sim_put(b->lock, state >> 1 & 1);
	sim_put(b->local, state >> 2 & 1);
	sim_put(b->mon_start, 1);
	if ((ad >> 32 & 15) == 4 || config >> 2 == 3)
		return -1;
	if (config >> 2 == 0)
		return (int)((ad >> 14 & 0xFFF) << 4 | station);
	if (config >> 2 == 1)
		return (int)(station << 6 | ((pr & 12) != 0) << 5 | ((pr & 10) != 0) << 4 |
			     phase);
	if (m < 0 || (cmd >> 9 & 1))
		return -1;
	low = ovf << 6 | state << 3 | (unsigned int)m;
	switch (config & 3) {
	case 0:
		return (int)(label << 7 | low);
	case 1:
		return (int)((ad >> 25 & 1) << 15 | phase << 11 |
			     (ad >> 24 & 1 ? label & 15 : label >> 4 & 15) << 7 | low);
	case 2:
		return (int)((ad >> 25 & 1) << 15 | label >> 1 << 7 | low);
	default:
		return (int)((ad >> 6 & 1) << 15 | (label & 255) << 7 | low);
	}
}

static void bringup(struct sim *s)
{
	struct bench *b = open_bench(s);
	uint64_t n = sim_length(s, 400, 100), counted = 0;

	for (unsigned int i = 0; i < LABELS; i++)
		b->label[i] = (uint16_t)(sim_random(s) & 511);
	for (unsigned int config = 0; config < 16; config++) {
		access_sf(b, 0x0F000000, true, false, config);
		SIM_EQ(s, access_sf(b, 0x0F000000, false, false, 0), config, "CONFIG");
		sim_wait_cycles(b->clk, 4);
		for (uint64_t i = 0; i < n; i++) {
			uint64_t ad = sim_random(s) & ~0x0C3FC000ull;
			int k = event(b, config, ad, (unsigned int)sim_random(s) & 0xFEF8,
				      (unsigned int)sim_random(s) & 7, 0);

			if ((ad >> 32 & 15) != 4 || (ad >> 24 & 15) != 13)
				counted += k >= 0;
			if (k >= 0)
				b->want[k]++;
			sim_wait_cycles(b->clk, 1);
			sim_put(b->mon_start, 0);
			sim_put(b->ad, sim_random(s));
			if (i % 3 == 0)
				access_sf(b, 0x0E000000 | (i & 0xFFFF) << 2, false, i % 2, 0);
			else
				sim_wait_cycles(b->clk, 3);
			while (sim_get(b->busy))
				sim_wait_cycles(b->clk, 1);
		}
		sim_wait_cycles(b->clk, 8);
		for (unsigned int i = 0; i < COUNTERS; i++)
			if (b->word[i] != b->want[i])
				SIM_FAIL(s, "config %u: counter %04x is %u, not %u", config, i,
					 b->word[i], b->want[i]);
	}
	for (unsigned int i = 0; i < 200; i++) {
		unsigned int k = (unsigned int)sim_random(s) & 0xFFFF;
		uint64_t v = sim_random(s);

		access_sf(b, 0x0E000000 | k << 2, true, i & 1, v);
		if (i & 1)
			SIM_EQ(s, (uint64_t)b->word[k & ~1u] << 32 | b->word[k | 1], v,
			       "64 bits");
		else
			SIM_EQ(s, b->word[k], v & 0xFFFFFFFF, "32 bits");
		SIM_EQ(s, access_sf(b, 0x0E000000 | k << 2, false, i & 1, ~v),
		       i & 1 ? v : v & 0xFFFFFFFF, "read back");
	}
	SIM_CHECK(s, counted > 0, "nothing counted");
	SIM_EQ(s, b->of_class[0], counted, "counted");
	SIM_EQ(s, b->of_class[3], 0, "missed");
}

const struct sim_test sim_tests[] = {
	{"bringup", bringup, "", NULL},
	{"bringup_pipe", bringup, "", "numachine_pipe"},
	{0},
};
