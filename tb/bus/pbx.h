/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PBX_H
#define PBX_H
/*
 * PBX bus of an iPSC/2 I/O node (Malony, Reed 1990, 3.3, 5.1): a master, and a checker for
 * every transfer of every test. 32-bit words, asynchronous, four phases:
 *	1  the master drives A, RW (1 = read) and, to write, D; then REQ_n falls
 *	2  the slave acts, drives D on a read; then ACK_n falls
 *	3  the master samples D; then REQ_n rises
 *	4  the slave releases D and raises ACK_n
 *
 * The checker fails the test when the slave
 *   - lowers ACK_n without REQ_n low, or raises it while REQ_n is low;
 *   - keeps ACK_n low for more than 4 of its clocks after REQ_n rose;
 *   - drives D on a write, before its answer, or after ACK_n rose;
 *   - changes D between the fall of ACK_n and the rise of REQ_n;
 *   - drives anything during reset.
 */
#include "device.h"
#include "sim.h"

struct pbx;

struct pbx_timing {
	/* The master samples ACK_n at the edges of its own clock and acts at the next edge.
	 * 0: immediately. */
	sim_time period, phase;
	sim_time setup;		  /* address before the fall of REQ_n */
	unsigned int hold_clocks; /* further clocks until REQ_n rises ... */
	unsigned int idle_clocks; /* ... and falls again */
	sim_time pause;		  /* time that software takes between two transfers */
	sim_time limit;		  /* maximum time until the answer; 0 means 100 us */
};

/* One transfer. */
struct pbx_transfer {
	bool write;
	uint32_t addr; /* byte address, 0..0xFFFC */
	uint32_t data; /* written, or read */
	sim_time begin, end;
};

/* Opens the bus of a board with the pins a, rw, req_n, ack_n, d_i, d_o and d_oe and the clock
 * @clk. */
struct pbx *pbx_open(struct sim *s, struct sim_clock *clk, const char *reset_pin);
/* Opens a bus without a board: a built-in slave answers each edge of REQ_n after @answer. Reads
 * return the word last written to the address. */
struct pbx *pbx_open_ideal(struct sim *s, sim_time answer);
void pbx_set_timing(struct pbx *b, const struct pbx_timing *t); /* NULL: a 20 MHz master */
/* Called at the end of each transfer. */
typedef void pbx_observer(void *arg, const struct pbx_transfer *t);
void pbx_on_transfer(struct pbx *b, pbx_observer *fn, void *arg);
/* The current transfer; its data are those to be written. */
const struct pbx_transfer *pbx_current(const struct pbx *b);

/* Performs one transfer. Returns 0, -ETIMEDOUT: no answer, or -ECANCELED: reset. */
int pbx_read(struct pbx *b, uint32_t addr, uint32_t *data);
int pbx_write(struct pbx *b, uint32_t addr, uint32_t data);
/* Holds the reset low for @duration, and waits 8 clocks of the board, which must see REQ_n high
 * before the next transfer; a transfer in progress is abandoned. */
void pbx_reset(struct pbx *b, sim_time duration);

/* Returns the bus as a driver accesses it, with 32 bits; other widths return -EOPNOTSUPP. */
struct device *pbx_device(struct pbx *b);

#endif
