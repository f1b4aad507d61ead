/* SPDX-License-Identifier: Apache-2.0 */
#ifndef S16D_H
#define S16D_H
/*
 * The host at the other end of the S16D cable (NISTIR 5993, 2.6). It receives 16-bit words with
 * the four-phase handshake: data valid, DAV high, ACK high, DAV low, ACK low. The test fails
 * when the board breaks this order, or changes D between the clock before the rise of DAV and
 * its fall.
 */
#include "sim.h"

struct s16d;

struct s16d *s16d_open(struct sim *s, struct sim_clock *clk);
/* ACK follows DAV after @delay plus a random time up to @more. Default 100 ns. */
void s16d_set_delay(struct s16d *h, sim_time delay, sim_time more);
/* Makes the host stop answering (true), or answer again (false). */
void s16d_hold(struct s16d *h, bool hold);
/* The board will be reset: until s16d_reset() a handshake may end in any way. */
void s16d_expect_reset(struct s16d *h);
/* The board was reset: the host waits for the next word. */
void s16d_reset(struct s16d *h);
/* Return the number of words received, and word @n (from 0). All words are kept. */
uint64_t s16d_words(const struct s16d *h);
uint16_t s16d_word(const struct s16d *h, uint64_t n);

#endif
