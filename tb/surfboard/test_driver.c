/* SPDX-License-Identifier: Apache-2.0 */
/* The board driven by its real driver over the simulated bus. */
#include "bsel.h"
#include "node.h"
#include "sbit.h"
#include "surflib.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct node *start(struct sim *s, enum simm_size trace, enum simm_size hist)
{
	struct node_config cfg = {.trace = trace, .hist = hist, .drift = true};
	struct node *n = node_open(s, &cfg);

	node_power_on(n);
	node_follow(n);
	return n;
}

/* Finds the board, its addresses and its memories; reads and writes blocks. */
static void driver_opens(struct sim *s)
{
	struct node *n = start(s, SIMM_4MB, SIMM_16MB);
	struct surf surf = {0};
	uint32_t v;
	uint8_t out[301], in[301];

	SIM_EQ(s, (uint64_t)surf_OpenDevice(&surf, n->dev), 0, "surf_OpenDevice");
	SIM_EQ(s, (uint64_t)surf_GetReg(&surf, SURF_EPIR, &v), 0, "EPIR");
	SIM_EQ(s, v, 0x1000464E, "EPIR");
	SIM_EQ(s, (uint64_t)surf_GetTSize(&surf, &v), 0, "surf_GetTSize");
	SIM_EQ(s, v, 4u << 20, "trace memory");
	SIM_EQ(s, (uint64_t)surf_GetHSize(&surf, &v), 0, "surf_GetHSize");
	SIM_EQ(s, v, 16u << 20, "histogram memory");
	SIM_EQ(s, (uint64_t)surf_GetReg(&surf, SURF_ACDR, &v), 0, "ACDR");
	SIM_EQ(s, surf_get(v, SURF_ACDR_IMAGE_TSIZE), 1, "TSIZE");
	for (unsigned int i = 0; i < sizeof(out); i++)
		out[i] = (uint8_t)sim_random(s);
	SIM_EQ(s, (uint64_t)surf_PutHMem(&surf, 4097, out, sizeof(out), NULL, NULL), 0,
	       "PutHMem");
	SIM_EQ(s, (uint64_t)surf_GetHMem(&surf, 4097, in, sizeof(in), NULL, NULL), 0,
	       "GetHMem");
	SIM_CHECK(s, memcmp(in, out, sizeof(in)) == 0, "histogram memory differs");
	SIM_EQ(s, (uint64_t)surf_PutTMem(&surf, 22, out, sizeof(out), NULL, NULL), 0,
	       "PutTMem");
	SIM_EQ(s, (uint64_t)surf_GetTMem(&surf, 22, in, sizeof(in), NULL, NULL), 0, "GetTMem");
	SIM_CHECK(s, memcmp(in, out, sizeof(in)) == 0, "trace memory differs");
	SIM_EQ(s, (uint64_t)-surf_GetTMem(&surf, (4u << 20) - 4, in, 5, NULL, NULL), EINVAL,
	       "a block that leaves the memory");
	SIM_EQ(s, (uint64_t)surf_Close(&surf), 0, "surf_Close");
	SIM_EQ(s, (uint64_t)-surf_GetReg(&surf, SURF_EPIR, &v), EBADF, "a closed handle");
}

/* 4 MB and 64 MB have the same presence-detect code: the driver must look. */
static void driver_finds_sizes(struct sim *s)
{
	struct node *n = start(s, SIMM_64MB, SIMM_EMPTY);
	struct surf surf = {0};
	uint32_t v;

	SIM_EQ(s, (uint64_t)surf_OpenDevice(&surf, n->dev), 0, "surf_OpenDevice");
	SIM_EQ(s, (uint64_t)surf_GetTSize(&surf, &v), 0, "surf_GetTSize");
	SIM_EQ(s, v, 64u << 20, "trace memory");
	SIM_EQ(s, (uint64_t)surf_GetHSize(&surf, &v), 0, "surf_GetHSize");
	SIM_EQ(s, v, 0, "no histogram memory");
	SIM_EQ(s, (uint64_t)surf_GetReg(&surf, SURF_ACDR, &v), 0, "ACDR");
	SIM_EQ(s, surf_get(v, SURF_ACDR_IMAGE_TSIZE), 3, "TSIZE");
	node_compare(n);
	SIM_EQ(s, (uint64_t)surf_Close(&surf), 0, "surf_Close");
}

/* Loads a configuration and sees it at work. */
static void driver_configures(struct sim *s)
{
	struct node *n = start(s, SIMM_4MB, SIMM_4MB);
	struct surf surf = {0};
	struct sbit_map map;
	uint8_t stream[SBIT_BYTES];
	struct packet p;
	uint32_t v;

	SIM_EQ(s, (uint64_t)surf_OpenDevice(&surf, n->dev), 0, "surf_OpenDevice");
	memset(map.sel, SBIT_ZERO, sizeof(map.sel));
	for (unsigned int i = 0; i < 6; i++)
		map.sel[i] = (uint8_t)(30 + i); /* bin = color */
	SIM_EQ(s, (uint64_t)sbit_compile(&map, stream), 0, "sbit_compile");
	stream[10] ^= 4;
	SIM_CHECK(s, surf_ConfigHAS(&surf, stream, sizeof(stream)) < 0,
		  "a damaged stream is taken");
	stream[10] ^= 4;
	SIM_EQ(s, (uint64_t)surf_ConfigHAS(&surf, stream, sizeof(stream)), 0, "surf_ConfigHAS");
	SIM_EQ(s, (uint64_t)surf_PutReg(&surf, SURF_HTCR, surf_mask(SURF_HTCR_HEN)), 0, "HTCR");
	node_random_packet(n, &p, 1, 10);
	p.color = 0x2A;
	node_send(n, &p);
	SIM_EQ(s, (uint64_t)surf_GetHMem(&surf, 4 * 0x2A, &v, 4, NULL, NULL), 0,
	       "surf_GetHMem");
	SIM_EQ(s, v, 1, "the bin of the color");
	node_compare(n);
	SIM_EQ(s, (uint64_t)surf_Close(&surf), 0, "surf_Close");
}

const struct sim_test sim_tests[] = {
	{"driver_opens", driver_opens, "SB-LIB-001 SB-LIB-004 SB-LIB-020", NULL},
	{"driver_finds_sizes", driver_finds_sizes, NULL, NULL},
	{"driver_configures", driver_configures, "SB-LIB-021 SB-LIB-022", NULL},
	{0},
};
