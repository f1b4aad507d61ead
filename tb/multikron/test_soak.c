/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests random operations at the highest rate: samples of both kinds, reads and writes of
 * memory and registers, changes of mode, and overload. At the end each sample must be accounted
 * for: offered = stored, sent or drained + discarded, and each word of memory must be as
 * predicted.
 */
#include "mkboard.h"

#define MEMORY MULTIKRON_MEMORY

static void mixed(struct mkboard *b, uint64_t n, bool discard)
{
	struct sim *s = b->s;
	uint64_t done = 0;

	while (done < n) {
		switch (sim_range(s, 0, 15)) {
		case 0:
			mkboard_put(b,
				    MEMORY + 4 * (0x200000 + (uint32_t)sim_range(s, 0, 4095)),
				    (uint32_t)sim_random(s));
			break;
		case 1:
			mkboard_get(b,
				    MEMORY + 4 * (0x200000 + (uint32_t)sim_range(s, 0, 4095)));
			break;
		case 2:
			mkboard_put(b, MULTIKRON_SRC0 + 8 * (uint32_t)sim_range(s, 0, 7),
				    (uint32_t)sim_random(s));
			break;
		case 3:
			mkboard_put(b, MULTIKRON_HOLD, (uint32_t)sim_random(s));
			break;
		case 4:
			mkboard_get(b, MULTIKRON_MAP);
			break;
		case 5: /* selects another processor */
			mkboard_config(b, (b->g.config & ~(MULTIKRON_CONFIG_V_NUM_MASK |
							   MULTIKRON_CONFIG_CPU_ID_MASK)) |
						  1u << sim_range(s, 0, 7));
			break;
		case 6:
			mkboard_resource(b, (unsigned int)sim_range(s, 0, 7),
					 (uint32_t)sim_random(s));
			done++;
			break;
		case 7:
			if (sim_range(s, 0, 31))
				break;
			/* no transfer sequence starts for a while, so a CPU that waits for room
			 * would wait for ever */
			if (!discard)
				mkboard_drain(b);
			mkboard_config(b, (b->g.config | MK_DIS_STATE) &
						  ~MULTIKRON_CONFIG_V_NUM_MASK);
			for (uint64_t i = discard ? sim_range(s, 0, 150) : sim_range(s, 0, 20);
			     i; i--, done++)
				mkboard_trace(b, 0, (uint32_t)i);
			mkboard_config(b, b->g.config & ~MULTIKRON_CONFIG_V_NUM_MASK &
						  ~(uint32_t)MK_DIS_STATE);
			break;
		default:
			mkboard_trace(b, (unsigned int)sim_range(s, 0, 7), (uint32_t)done);
			done++;
			break;
		}
		/* only the CPU uses the upper half of memory */
		if ((b->g.pointer & 0x3FFFFF) > 0x1FF000)
			mkboard_set_pointer(b, 0);
	}
}

static void soak(struct sim *s, uint32_t more, uint32_t csr, sim_time pci)
{
	const struct mkboard_options o = {.pci = pci, .phase = sim_range(s, 0, 25000)};
	struct mkboard *b = mkboard_open(s, &o);

	sim_limit(s, SIM_MS(1000000));
	mkboard_start(b, more, csr);
	/* counters n, n + 4, n + 8 and n + 12 have the same source */
	mkboard_put_by_hold(b, MULTIKRON_MUXSEL,
			    UINT64_C(0x0001000100010001) * (MK_COUNTS(0, SOURCE_CPU) |
							    MK_COUNTS(1, SOURCE_TRACE) |
							    MK_COUNTS(2, SOURCE_RESOURCE) |
							    MK_COUNTS(3, SOURCE_LOST)));
	mkboard_put(b, MULTIKRON_RC_MODE, 0x0F);
	mkboard_put(b, MULTIKRON_RC_ENABLE, 0xFFFF);
	mixed(b, sim_length(s, 10000, 150), csr & CSR_DISCARD);
	mkboard_settle(b);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_OVRCNT), b->lost, "OVRCNT");
	SIM_EQ(s, b->bytes, 20 * b->g.taken[0] + 84 * b->g.taken[1], "bytes");
	SIM_EQ(s, b->bytes, 4 * (b->words + b->drained) + mk_golden_level(&b->g.fifo),
	       "bytes out");
	SIM_CHECK(s, !(csr & CSR_DISCARD) || b->lost, "nothing was discarded");
	sim_note(s, "%llu samples offered, %llu discarded, %llu words",
		 (unsigned long long)b->g.offered, (unsigned long long)b->lost,
		 (unsigned long long)b->words);
	sim_digest(s, &b->g.offered, sizeof(b->g.offered));
}

static void soak_wait(struct sim *s)
{
	soak(s, 0, 0, SIM_NS(30));
}

static void soak_discard(struct sim *s)
{
	soak(s, 0, CSR_DISCARD, SIM_NS(30));
}

static void soak_slow(struct sim *s)
{
	soak(s, MK_DIV2, CSR_DISCARD, SIM_NS(40));
}

#define ROWS "MK-SMP-014 MK-SMP-017 MK-FIF-010 "

const struct sim_test sim_tests[] = {
	{"soak_wait", soak_wait, ROWS, NULL},
	{"soak_discard", soak_discard, ROWS "MK-SMP-012", NULL},
	{"soak_slow", soak_slow, ROWS, NULL},
	{"soak_novc", soak_discard, ROWS, "multikron_novc"},
	{0},
};
