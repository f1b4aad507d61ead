/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PACKETS_H
#define PACKETS_H
/*
 * Adapter of the packet monitors: each transaction is a packet that is on the link when the
 * transaction ends. Sender = processor, transmit time = the arrival at the card, color = class
 * of the page, size = 1 + kind of the transaction in words (a transaction has no other size),
 * bits 31..28 of the first word = part of the program that made it.
 */
#include "bench.h"
#include "sim.h"
#include "sni.h"

#define PACKETS_TICK_PS SIM_NS(100) /* tick of the global clock and the time stamps */

struct packets {
	struct bench *b;
	struct sim *s;
	struct sni *sni;
	struct sim_clock *gclk;
	sim_time start_ps;
	uint64_t start_tick;
	/* private */
	struct run_event waiting;
	bool more;
};

/* Sends all transactions of the run, and waits until the link is idle and the monitor has
 * processed the last. @ticks returns the monitor's time counter. */
void packets_replay(struct packets *p, uint64_t (*ticks)(void *node), void *node);
/* Returns the number of ticks in a clock of the run. */
double packets_ticks(const struct bench *b);

#endif
