/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FEED_H
#define FEED_H
/*
 * SurfBoards in a SHRIMP multicomputer (multicomputer.h): any set of its nodes has a board in
 * RTL (node.h) or the golden model alone; the other nodes have no board.
 *
 * The machine decides when a packet arrives, and the network interface shows it to the board
 * then; a board affects the machine only through cpu_call() and interrupts.
 */
#include "surf_golden.h"
#include "node.h"
#include "shrimp/multicomputer.h"

struct feed;

/* Opens a feed for the machine, which must not have started. Returns 0 or -ENOMEM. */
int feed_open(struct feed **f, struct mc *m);
void feed_close(struct feed *f);
/* Passes the packets that arrive at @node to the board @b or to the golden model @g. Call this
 * before feed_run(). Returns -EINVAL if there is no such node or it already has a board. */
int feed_board(struct feed *f, unsigned int node, struct node *b);
int feed_golden(struct feed *f, unsigned int node, struct surf_golden *g);
/* Sets the handler: when the board interrupts, handler(cpu, arg) runs on the node's
 * processor. */
int feed_interrupts(struct feed *f, unsigned int node, program_fn *handler, void *arg);
/* Synchronises the simulations with the machine at least once in @ps; a board's interrupt can
 * be late by as much. The default is 20 us. */
void feed_set_step(struct feed *f, uint64_t ps);
/* Makes the clocks of the network interfaces start at the value of the boards' clock plus @high
 * (bit 44). */
void feed_set_clock(struct feed *f, uint64_t high);
/* Sets the start for runs without a board: the machine starts at @ps, when the clocks read
 * @tick. Without this call both are 0. */
void feed_set_start(struct feed *f, uint64_t ps, uint64_t tick);
uint64_t feed_start_ps(const struct feed *f);	       /* time at which the machine started */
uint64_t feed_tick(const struct feed *f, uint64_t ps); /* 44 bits, the count that the boards
							* have */
/*
 * Starts the machine with the next tick of the global clock and runs it to its end; calls that
 * programs make with cpu_call() are executed at the board's time. Returns when all packets have
 * passed through the boards: 0, or -EIO (mc_error()).
 */
int feed_run(struct feed *f);
/* Sets the timing of a board's link for the time in which packets are fed to it;
 * feed_end_link() waits until the board is empty. */
void feed_begin_link(struct node *b);
void feed_end_link(struct node *b);
/* Returns the number of payload words that have arrived at a node. */
uint64_t feed_words(const struct feed *f, unsigned int node);

#endif
