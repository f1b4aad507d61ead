/* SPDX-License-Identifier: Apache-2.0 */
/* Counts a few events and waits for the interrupt, by the driver. Read this test first. */
#include "sampleboard.h"
#include "samplelib.h"

#define EVENTS 5

static void first_count(struct sim *s)
{
	struct sampleboard *b = sampleboard_open(s, true);
	struct smp_count count;
	struct smp driver;

	SIM_EQ(s, smp_open_device(&driver, b->dev), 0, "the driver opens the board");
	SIM_EQ(s, smp_start(&driver), 0, "start");
	sampleboard_send(b, EVENTS, 100);
	SIM_EQ(s, smp_get_count(&driver, &count), 0, "read");
	SIM_EQ(s, count.events, EVENTS, "count");
	SIM_CHECK(s, !count.wrapped, "the count has not wrapped");
	SIM_EQ(s, smp_stop(&driver), 0, "stop");
	sampleboard_send(b, EVENTS, 100);
	SIM_EQ(s, smp_get_count(&driver, &count), 0, "read");
	SIM_EQ(s, count.events, EVENTS, "count after events that came while it was stopped");
	SIM_EQ(s, smp_close(&driver), 0, "close");
}

static void threshold_interrupt(struct sim *s)
{
	struct sampleboard *b = sampleboard_open(s, true);
	struct smp driver;

	SIM_EQ(s, smp_open_device(&driver, b->dev), 0, "the driver opens the board");
	SIM_EQ(s, smp_set_threshold(&driver, EVENTS), 0, "threshold");
	SIM_EQ(s, smp_start(&driver), 0, "start");
	sampleboard_send(b, EVENTS - 1, 50);
	SIM_EQ(s, sim_get(b->irq), 0, "interrupt before the threshold");
	b->left = 1;
	SIM_EQ(s, smp_wait_threshold(&driver, 1), 0, "wait for the threshold");
	SIM_EQ(s, sim_get(b->irq), 0, "interrupt after the driver has cleared its flag");
	sampleboard_send(b, 10 * EVENTS, 100);
	SIM_EQ(s, sim_get(b->irq), 0, "interrupt beyond the threshold");
	SIM_EQ(s, smp_close(&driver), 0, "close");
}

const struct sim_test sim_tests[] = {
	{"first_count", first_count, "SA-HW-001", NULL},
	{"threshold_interrupt", threshold_interrupt, "SA-HW-002", NULL},
	{0},
};
