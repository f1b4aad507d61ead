/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MESSAGES_H
#define MESSAGES_H
/*
 * Adapter of the monitors of a bus: each transaction appears on the bus as a request when it
 * arrives at the card and as a reply when it ends. Write-backs and answers to invalidations get
 * no reply. The bus carries one message per clock; a second one of the same clock is sent in
 * the next clock.
 */
#include "bench.h"

struct message {
	uint64_t clock; /* clock of the monitor, from 0 */
	bool reply;
	uint16_t cmd;	    /* command of the request, also if the card refuses it */
	unsigned int depth; /* number of transactions in the FIFO when the request arrived */
	const struct run_event *e;
};

struct messages {
	struct run_event *e; /* the transactions */
	uint16_t *depth;
	size_t n;
	uint64_t clocks;	/* length of the run in clocks of the monitor */
	size_t asked, answered; /* so far */
	unsigned int rate;
	bool all; /* also send replies to write-backs and answers to invalidations */
};

/* Reads the run to its end. */
void messages_read(struct messages *m, struct bench *b);
/* Starts again with the first message. */
void messages_restart(struct messages *m);
/* Stores the next message in *out; false: there is none. */
bool messages_next(struct messages *m, struct message *out);
bool message_has_reply(const struct run_event *e);
void messages_free(struct messages *m);

#endif
