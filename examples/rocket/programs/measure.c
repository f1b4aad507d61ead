/* SPDX-License-Identifier: Apache-2.0 */
/* A program that measures itself: hart 0 drives the monitor beside the cores with the
 * SurfBoard's driver, compiled for them, while all harts add to counters in one cache line. It
 * prints the bins that are not 0; the host reads the same monitor and compares. */
#include "node.h"
#include "node_device.h"
#include "sbit.h"
#include "surflib.h"
#include <stdio.h>
#include <string.h>

#define ROUNDS 100
#define BINS 256u /* bits 5..0 latency in units of 4 clocks, 6: a write, 7: the device port */

static volatile uint64_t counters[NODE_HARTS] __attribute__((aligned(NODE_LINE)));
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
		map.sel[i] = (uint8_t)(i < 6	? sbit_variables[SBIT_LATENCY].first + 2u + i
				       : i == 6 ? sbit_variables[SBIT_COLOR].first + 0u
				       : i == 7 ? sbit_variables[SBIT_SENDER].first + 4u
						: SBIT_ZERO);
	if (!err)
		err = sbit_compile(&map, stream);
	e.acdr = surf_set(0, SURF_ACDR_IMAGE_LAT_N, 4);
	e.htcr = surf_mask(SURF_HTCR_HEN) | surf_mask(SURF_HTCR_TEN);
	return err ? err : surf_begin(&monitor, &e);
}

void node_thread(unsigned int hart)
{
	if (!hart)
		error = start();
	node_barrier();
	for (int i = 0; i < ROUNDS; i++)
		counters[hart]++;
	node_barrier();
	if (!hart && !error)
		error = surf_PutReg(&monitor, SURF_HTCR, 0);
}

int node_report(void)
{
	if (!error)
		error = surf_GetHMem(&monitor, 0, bins, sizeof(bins), NULL, NULL);
	if (error)
		printf("monitor: %s\n", strerror(-error));
	for (uint32_t i = 0; i < BINS; i++)
		if (bins[i])
			printf("bin %lu: %lu\n", (unsigned long)i, (unsigned long)bins[i]);
	return error != 0;
}
