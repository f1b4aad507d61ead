/* SPDX-License-Identifier: Apache-2.0 */
#include "uart.h"
#include <stdlib.h>
#include <string.h>

#define BITS 10 /* bits per byte, including start and stop bit */
#define BIT_OF_S 1000000000000.0

struct bytes {
	uint8_t *p;
	size_t n, first, room;
};

struct uart {
	struct sim *s;
	struct sim_pin *rxd;
	const struct sim_pin *txd;
	double out_bit, in_bit; /* ps */
	struct bytes out, in;
	bool sending, receiving;
	unsigned int sent, got; /* bits of the current byte sent and received so far */
	sim_time out_start, in_start;
	unsigned int shift;
};

static void append(struct uart *u, struct bytes *b, const uint8_t *bytes, size_t n)
{
	if (b->first == b->n)
		b->first = b->n = 0;
	if (b->n + n > b->room) {
		b->room = 2 * (b->n + n);
		b->p = realloc(b->p, b->room);
		SIM_CHECK(u->s, b->p, "out of memory");
	}
	memcpy(b->p + b->n, bytes, n);
	b->n += n;
}

static void next_out(void *arg)
{
	struct uart *u = arg;
	const struct bytes *b = &u->out;

	if (u->sent == BITS) {
		u->out.first++;
		u->sent = 0;
		u->out_start = sim_now(u->s);
	}
	u->sending = b->first < b->n;
	if (!u->sending)
		return;
	sim_put(u->rxd, (b->p[b->first] << 1 | 1u << (BITS - 1)) >> u->sent & 1);
	u->sent++;
	sim_at(u->s, u->out_start + (sim_time)(u->sent * u->out_bit), next_out, u);
}

void uart_send(struct uart *u, const uint8_t *bytes, size_t n)
{
	append(u, &u->out, bytes, n);
	if (u->sending || !n)
		return;
	u->out_start = sim_now(u->s);
	next_out(u);
}

/* Samples an input bit, in the middle of the bit. */
static void next_in(void *arg)
{
	struct uart *u = arg;
	uint8_t byte;

	u->shift |= (unsigned int)sim_get(u->txd) << u->got;
	if (++u->got < BITS) {
		sim_at(u->s, u->in_start + (sim_time)((u->got + 0.5) * u->in_bit), next_in, u);
		return;
	}
	byte = (uint8_t)(u->shift >> 1);
	SIM_CHECK(u->s, !(u->shift & 1) && u->shift >> (BITS - 1), "start or stop bit wrong");
	u->receiving = false;
	append(u, &u->in, &byte, 1);
}

static void watch(void *arg)
{
	struct uart *u = arg;

	if (u->receiving || sim_get(u->txd))
		return;
	u->receiving = true;
	u->got = 0;
	u->shift = 0;
	u->in_start = sim_now(u->s);
	sim_at(u->s, u->in_start + (sim_time)(0.5 * u->in_bit), next_in, u);
}

static void free_uart(void *arg)
{
	struct uart *u = arg;

	free(u->out.p);
	free(u->in.p);
	free(u);
}

struct uart *uart_open(struct sim *s, struct sim_clock *clk, const char *rxd, const char *txd,
		       unsigned int baud)
{
	struct uart *u = calloc(1, sizeof(*u));

	SIM_CHECK(s, u, "out of memory");
	u->s = s;
	u->rxd = sim_pin(s, rxd);
	u->txd = sim_pin(s, txd);
	u->out_bit = u->in_bit = BIT_OF_S / baud;
	sim_put(u->rxd, 1);
	sim_on(clk, SIM_RISE, watch, u);
	sim_cleanup(s, free_uart, u);
	return u;
}

void uart_set_error(struct uart *u, int ppm)
{
	u->out_bit = u->in_bit * (1 - ppm / 1e6);
}

bool uart_is_sending(const struct uart *u)
{
	return u->sending;
}

static bool is_sent(void *arg)
{
	return !((struct uart *)arg)->sending;
}

void uart_break(struct uart *u, sim_time duration)
{
	if (u->sending)
		sim_wait_for(u->s, is_sent, u, UINT64_MAX);
	sim_put(u->rxd, 0);
	sim_wait(u->s, duration);
	sim_put(u->rxd, 1);
}

static bool has_come(void *arg)
{
	const struct uart *u = arg;

	return u->in.first < u->in.n;
}

size_t uart_receive(struct uart *u, uint8_t *bytes, size_t n, sim_time limit)
{
	size_t have;

	if (!has_come(u) && !sim_wait_for(u->s, has_come, u, limit))
		return 0;
	have = u->in.n - u->in.first;
	have = have < n ? have : n;
	memcpy(bytes, u->in.p + u->in.first, have);
	u->in.first += have;
	return have;
}
