/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FEED_H
#define FEED_H
/*
 * SurfBoards of a SHRIMP multicomputer (multicomputer.h): at any set of its nodes a board in
 * RTL (node.h), or the golden model alone; the other nodes have none.
 *
 * The machine decides when a packet arrives, and the network interface shows it to the board
 * then; a board changes nothing in the machine, but through cpu_call() and interrupts.
 */
#include "golden.h"
#include "node.h"
#include "shrimp/multicomputer.h"

struct feed;

/* 0, or -ENOMEM. The machine is not started yet. */
int feed_open(struct feed **f, struct mc *m);
void feed_close(struct feed *f);
/* What arrives at @node goes to the board @b, or to @g. Before feed_run(). -EINVAL: no such
 * node, or it has a board. */
int feed_board(struct feed *f, unsigned int node, struct node *b);
int feed_golden(struct feed *f, unsigned int node, struct golden *g);
/* When the board interrupts, handler(cpu, arg) runs on the node's processor. */
int feed_interrupts(struct feed *f, unsigned int node, program_fn *handler, void *arg);
/* Simulations are in step with the machine at least so often; interrupts of a board come so
 * much late. Default 20 us. */
void feed_set_step(struct feed *f, uint64_t ps);
/* Clocks of the network interfaces begin at that of the boards plus @high (bit 44). */
void feed_set_clock(struct feed *f, uint64_t high);
/* Without a board: the machine starts at @ps, when the clocks show @tick; else both are 0. */
void feed_set_start(struct feed *f, uint64_t ps, uint64_t tick);
uint64_t feed_start_ps(const struct feed *f);	       /* when the machine started */
uint64_t feed_tick(const struct feed *f, uint64_t ps); /* 44 bits, as the boards see it */
/* Called now and then with the machine's time. */
void feed_on_progress(struct feed *f, void (*fn)(void *arg, uint64_t ps), void *arg);
/*
 * Starts the machine with the next tick of the global clock and runs it to its end; calls of
 * programs (cpu_call()) are carried out, with the board's time. Returns when all packets have
 * passed through the boards: 0, or -EIO (mc_error()).
 */
int feed_run(struct feed *f);
/* What a board's link is set to while it is fed; feed_end_link() waits until the board is empty. */
void feed_begin_link(struct node *b);
void feed_end_link(struct node *b);
uint64_t feed_packets(const struct feed *f, unsigned int node); /* handed to its board */
uint64_t feed_words(const struct feed *f, unsigned int node);

#endif
