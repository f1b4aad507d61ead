/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SAMPLEBOARD_H
#define SAMPLEBOARD_H
/* The sample board in a testbench: clock, bus, and a source of events. Every access and the
 * interrupt are compared with the golden model, unless nobody watches. */
#include "axil.h"
#include "sample_golden.h"
#include "sim.h"

#define SAMPLE_CLOCK_PS SIM_NS(10)

struct sampleboard {
	struct sim *s;
	struct sim_clock *clk;
	struct word_device *axil;
	struct device *dev; /* for the driver */
	/* the source: @left events, each clock has one with a probability of @percent */
	uint64_t left;
	unsigned int percent;
	uint64_t events,
		clocks; /* events so far, and clocks in which the source had some left */
	/* private */
	struct sample_golden g;
	struct sampleboard_access { /* the last read and the last write that took effect */
		struct sample_access a;
		int result; /* the answer that the golden model expects */
		bool open;  /* the access has not ended on the bus */
	} access[2];
	struct sim_pin *event, *irq, *req, *write, *addr, *be, *wdata;
};

/* Opens the board after a reset. The simulation owns the memory. */
struct sampleboard *sampleboard_open(struct sim *s, bool watched);
/* Access the register at @offset; an error answer fails the test. */
uint32_t sampleboard_get(struct sampleboard *b, uint32_t offset);
void sampleboard_put(struct sampleboard *b, uint32_t offset, uint32_t value);
/* Sends events and waits until the last one is counted. */
void sampleboard_send(struct sampleboard *b, uint64_t events, unsigned int percent);

#endif
