/* SPDX-License-Identifier: Apache-2.0 */
#ifndef UART_H
#define UART_H
/*
 * The other end of a serial line with 8 data bits, no parity, one stop bit: what a USB serial
 * adapter is to a design. Its bits are timed in picoseconds, independent of the clock.
 */
#include "sim.h"

struct uart;

/* @rxd: input of the design, @txd: its output, which is sampled at the rising edges of @clk.
 * Freed with the simulation. A byte with a wrong stop bit fails the test. */
struct uart *uart_open(struct sim *s, struct sim_clock *clk, const char *rxd, const char *txd,
		       unsigned int baud);
/* The own rate of sending differs from the nominal one by @ppm millionths. */
void uart_set_error(struct uart *u, int ppm);
/* Sends bytes after those that are not sent yet; returns at once. */
void uart_send(struct uart *u, const uint8_t *bytes, size_t n);
bool uart_is_sending(const struct uart *u);
/* Holds the line low for @duration, after the bytes that are not sent yet; returns then. */
void uart_break(struct uart *u, sim_time duration);
/* Waits for a byte, at most @limit; takes up to @n of those that came. 0: none. */
size_t uart_receive(struct uart *u, uint8_t *bytes, size_t n, sim_time limit);

#endif
