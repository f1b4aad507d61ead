/* SPDX-License-Identifier: Apache-2.0 */
#ifndef UART_H
#define UART_H
/*
 * The other end of a serial line with 8 data bits, no parity, one stop bit: it models a USB
 * serial adapter. Its bits are timed in picoseconds, independent of the clock.
 */
#include "sim.h"

struct uart;

/* @rxd: input of the design, @txd: its output, which is sampled at the rising edges of @clk.
 * Freed with the simulation. A byte with a wrong stop bit fails the test. */
struct uart *uart_open(struct sim *s, struct sim_clock *clk, const char *rxd, const char *txd,
		       unsigned int baud);
/* Sets the error of the adapter's own bit rate: it sends at the nominal rate plus @ppm parts
 * per million. */
void uart_set_error(struct uart *u, int ppm);
/* Queues bytes after those that are not sent yet; returns immediately. */
void uart_send(struct uart *u, const uint8_t *bytes, size_t n);
bool uart_is_sending(const struct uart *u);
/* Holds the line low for @duration after all queued bytes are sent; returns at the end of the
 * break. */
void uart_break(struct uart *u, sim_time duration);
/* Waits at most @limit for a byte, then takes up to @n received bytes. Returns their number; 0:
 * none came. */
size_t uart_receive(struct uart *u, uint8_t *bytes, size_t n, sim_time limit);

#endif
