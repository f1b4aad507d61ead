/* SPDX-License-Identifier: Apache-2.0 */
#ifndef S16D_H
#define S16D_H
/*
 * The host at the other end of the S16D cable (NISTIR 5993, 2.6): takes 16-bit words by the
 * four-phase handshake data valid, DAV up, ACK up, DAV down, ACK down. The test fails when the
 * board breaks the order, or changes D between the clock before the rise of DAV and its fall.
 */
#include "sim.h"

struct s16d;

struct s16d *s16d_open(struct sim *s, struct sim_clock *clk);
/* ACK follows DAV after @delay, and up to @more at random. Default 100 ns. */
void s16d_set_delay(struct s16d *h, sim_time delay, sim_time more);
/* The host answers no more, or again. */
void s16d_hold(struct s16d *h, bool hold);
/* The board will be reset: until s16d_reset() a handshake may end in any way. */
void s16d_expect_reset(struct s16d *h);
/* The board was reset: the host waits for the next word. */
void s16d_reset(struct s16d *h);
/* Words received, and number @n of them from the first on. They are kept. */
uint64_t s16d_words(const struct s16d *h);
uint16_t s16d_word(const struct s16d *h, uint64_t n);

#endif
