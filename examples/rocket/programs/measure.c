/* SPDX-License-Identifier: Apache-2.0 */
/* A program that measures itself: hart 0 drives the monitor beside the cores with the
 * SurfBoard's driver, compiled for them, while all harts add: in a phase to counters in one
 * cache line, in another to counters in lines of their own, in a third to one word. A bin is a
 * line and a phase. It prints the bins that are not 0; the host reads the same monitor and
 * compares. */
#include "node.h"
#include "node_device.h"
#include "sbit.h"
#include "surflib.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define ROUNDS 100
/* The phases, from 1 on. */
enum work { FALSELY, ALONE, TRULY };
#ifndef ORDER
#define ORDER FALSELY, ALONE, TRULY
#endif
static const enum work order[] = {ORDER};
#define PHASES (sizeof(order) / sizeof(order[0]))
/* Bit 0 a write, 5..1 bits 10..6 of the address, 7 and 6 the phase, 8: the device port. */
#define BINS 512u
#define SETTLES 1000u /* clocks until nothing moves while all other harts wait */

static volatile uint64_t counters[NODE_HARTS] __attribute__((aligned(NODE_LINE)));
static struct {
	volatile uint64_t n;
	char padding[NODE_LINE - sizeof(uint64_t)];
} padded[NODE_HARTS] __attribute__((aligned(NODE_LINE)));
static struct {
	uint64_t n;
	char padding[NODE_LINE - sizeof(uint64_t)];
} total __attribute__((aligned(NODE_LINE)));
static struct surf monitor __attribute__((aligned(NODE_LINE)));
static uint32_t bins[BINS];
static int error;

static int start(void)
{
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;
	struct surf_experiment e = {
		.stream = stream, .stream_bytes = sizeof(stream), .bins = BINS};
	int err = surf_open_device(&monitor, &node_device);

	for (unsigned int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = (uint8_t)(i == 0	? sbit_variables[SBIT_COLOR].first + 0u
				       : i < 6	? sbit_variables[SBIT_ADDRESS].first + 5u + i
				       : i < 8	? sbit_variables[SBIT_PHASE].first + i - 6u
				       : i == 8 ? sbit_variables[SBIT_SENDER].first + 4u
						: SBIT_ZERO);
	if (!err)
		err = sbit_compile(&map, stream);
	if (!err)
		err = surf_PutExtension(&monitor, SURF_PHCR, surf_mask(SURF_PHCR_LOW));
	if (!err)
		err = surf_SetPhase(&monitor, 1);
	e.acdr = surf_set(0, SURF_ACDR_IMAGE_LAT_N, 4);
	e.htcr = surf_mask(SURF_HTCR_HEN) | surf_mask(SURF_HTCR_TEN);
	return err ? err : surf_begin(&monitor, &e);
}

/* The next phase begins when all harts have ended the one before, and nothing moves between
 * their caches any more. */
static void begin_phase(unsigned int hart, uint8_t phase)
{
	node_barrier();
	if (!hart && !error) {
		uint64_t now;

		/* once more the phase before, so that the code is in the cache */
		error = surf_SetPhase(&monitor, phase - 1);
		for (now = node_clock(); node_clock() - now < SETTLES;)
			;
		if (!error)
			error = surf_SetPhase(&monitor, phase);
	}
	node_barrier();
}

static void work(enum work what, unsigned int hart)
{
	for (int i = 0; i < ROUNDS; i++)
		if (what == FALSELY)
			counters[hart]++;
		else if (what == ALONE)
			padded[hart].n++;
		else
			__atomic_fetch_add(&total.n, 1, __ATOMIC_ACQ_REL);
}

void node_thread(unsigned int hart)
{
	if (!hart)
		error = start();
	node_barrier();
	for (uint8_t k = 0; k < PHASES; k++) {
		if (k)
			begin_phase(hart, k + 1);
		work(order[k], hart);
	}
	node_barrier();
	if (!hart && !error)
		error = surf_PutReg(&monitor, SURF_HTCR, 0);
}

int node_report(void)
{
	if (!error)
		error = surf_GetHMem(&monitor, 0, bins, sizeof(bins), NULL, NULL);
	for (unsigned int h = 0; h < NODE_HARTS && !error; h++)
		if (counters[h] != ROUNDS || padded[h].n != ROUNDS ||
		    total.n != NODE_HARTS * ROUNDS)
			error = -EIO; /* an addition was lost */
	if (error)
		printf("monitor: %s\n", strerror(-error));
	for (uint32_t i = 0; i < BINS; i++)
		if (bins[i])
			printf("bin %lu: %lu\n", (unsigned long)i, (unsigned long)bins[i]);
	return error != 0;
}
