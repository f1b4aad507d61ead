/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Follows two samples from the CPU's store to local memory. Read this test, and view its
 * waveform, first:
 *
 *	make wave BOARD=multikron TEST=first_samples
 */
#include "mkboard.h"

static void first_samples(struct sim *s)
{
	struct mkboard *b = mkboard_open(s, NULL);
	uint8_t bytes[20 + 84];

	mkboard_start(b, 0, 0);
	mkboard_put(b, MULTIKRON_SRC0, 0x1234ABCD);
	mkboard_trace(b, 1, 42);
	mkboard_resource(b, 3, 43);
	mkboard_settle(b);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 26, "pointer");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CONFIG),
	       MULTIKRON_CONFIG_RESET | MKBOARD_RECOMMENDED, "configuration register");
	mkboard_memory_bytes(b, 0, bytes, sizeof(bytes));
	SIM_EQ(s, bytes[0], 0x01, "header of TS1");
	SIM_EQ(s, bytes[8] | bytes[9] << 8 | bytes[10] << 16 | (uint32_t)bytes[11] << 24,
	       0x1234ABCD, "source address");
	SIM_EQ(s, bytes[12], 42, "user data");
	SIM_EQ(s, bytes[20], 0x83, "header of RS3");
	SIM_EQ(s, bytes[32], 43, "user data");
	sim_digest(s, bytes, sizeof(bytes));
}

const struct sim_test sim_tests[] = {
	{"first_samples", first_samples,
	 "MK-SMP-001 MK-SMP-002 MK-SMP-003 MK-MEM-009 MK-MEM-010", NULL},
	{0},
};
