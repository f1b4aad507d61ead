/* SPDX-License-Identifier: Apache-2.0 */
#ifndef IPSC2_LOAD_H
#define IPSC2_LOAD_H
/* The synthetic benchmarks of 5.1: what their nodes run. */
#include "ipsc2.h"

/* As ipsc2_costs: nodes of experiments begin at random within this time; jitter of the loop
 * where phases shall soon be others, as of independent nodes. */
extern ipsc2_time ipsc2_spread, ipsc2_uneven;

struct ipsc2_load {
	uint64_t count;		       /* nibbles, or events, of each node; 0: until @end */
	ipsc2_time end;		       /* of the machine's time; 0: none */
	unsigned int length;	       /* bytes of an event; 0: single nibbles */
	unsigned int id;	       /* first byte of an event; the others are random */
	ipsc2_time spread;	       /* a node begins at random within this; 0: at once */
	ipsc2_time phase[IPSC2_NODES]; /* and so much later, exactly */
	/* Called before every nibble, or event, is sent. May be NULL. */
	void (*sent)(void *arg, unsigned int node, const uint8_t *bytes, unsigned int length);
	void *arg;
	ipsc2_time until; /* private */
};

/* An ipsc2_program; @arg is a struct ipsc2_load. Nibbles are random. */
void ipsc2_load(struct ipsc2_node *n, void *arg);
/* On all nodes of @m, which must not outlive @l. 0, or -ENOMEM. */
int ipsc2_load_all(struct ipsc2 *m, struct ipsc2_load *l);

/* What a run left behind. Times count from the start of the programs. */
struct ipsc2_result {
	struct ipsc2_stats st;
	int status;	   /* of ipsc2_read() */
	uint64_t digest;   /* of all frames read, if the reader had no frames function */
	double seconds;	   /* until the last program ended */
	double first_loss; /* s; 0: none */
};

/* Runs @l on all nodes of @m, reads until all is over, and closes @m. 0, -ENOMEM when @m is
 * NULL, or what the reader returned if negative. */
int ipsc2_load_run(struct ipsc2 *m, const struct ipsc2_load *l, const struct ipsc2_reader *r,
		   struct ipsc2_result *result);

#endif
