/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MESSAGES_H
#define MESSAGES_H
/*
 * Adapter of monitors of a bus: each transaction is a request on the bus when it arrives at the
 * card, and a reply when it ends, in the order of time. Write-backs and answers to
 * invalidations get no reply. A bus has one message in a clock; one that comes together with
 * another is sent in the next clock.
 */
#include "bench.h"

struct message {
	uint64_t clock; /* of the monitor, from 0 on */
	bool reply;
	uint16_t cmd;	    /* of the request, without the card's refusal */
	unsigned int depth; /* transactions in the FIFO when it arrived */
	const struct run_event *e;
};

struct messages {
	struct run_event *e; /* the transactions */
	uint16_t *depth;
	size_t n;
	uint64_t clocks;	/* of the run, in those of the monitor */
	size_t asked, answered; /* so far */
	unsigned int rate;
	bool all; /* write-backs and answers to invalidations get a reply, too */
};

/* Reads the run to its end. */
void messages_read(struct messages *m, struct bench *b);
/* From the first message on. */
void messages_restart(struct messages *m);
/* The next message; false: there was none. */
bool messages_next(struct messages *m, struct message *out);
bool message_has_reply(const struct run_event *e);
void messages_free(struct messages *m);

#endif
