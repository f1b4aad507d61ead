/* SPDX-License-Identifier: Apache-2.0 */
#ifndef IPSC2_LOAD_H
#define IPSC2_LOAD_H
/* The synthetic benchmarks of 5.1: the programs of their nodes. */
#include "ipsc2.h"

/* Constants that an experiment may change, like ipsc2_costs. ipsc2_spread: the nodes begin at
 * random times within this interval. ipsc2_uneven: jitter of the loop in experiments in which
 * the phases of the nodes must soon become independent. */
extern ipsc2_time ipsc2_spread, ipsc2_uneven;

struct ipsc2_load {
	uint64_t count;		       /* number of nibbles, or events, per node; 0: until
					* @end */
	ipsc2_time end;		       /* end, in the machine's time; 0: none */
	unsigned int length;	       /* bytes of an event; 0: single nibbles */
	unsigned int id;	       /* first byte of an event; the others are random */
	ipsc2_time spread;	       /* a node begins at random within this time; 0:
					* immediately */
	ipsc2_time phase[IPSC2_NODES]; /* additional fixed delay of each node */
	/* Called before every nibble, or event, is sent. May be NULL. */
	void (*sent)(void *arg, unsigned int node, const uint8_t *bytes, unsigned int length);
	void *arg;
	ipsc2_time until; /* private */
};

/* An ipsc2_program; @arg is a struct ipsc2_load. Nibbles are random. */
void ipsc2_load(struct ipsc2_node *n, void *arg);
/* Starts @l on all nodes of @m, which must not outlive @l. Returns 0 or -ENOMEM. */
int ipsc2_load_all(struct ipsc2 *m, struct ipsc2_load *l);

/* Result of a run. Times count from the start of the programs. */
struct ipsc2_result {
	struct ipsc2_stats st;
	int status;	   /* result of ipsc2_read() */
	uint64_t digest;   /* digest of all frames read, if the reader had no frames function */
	double seconds;	   /* time until the last program ended */
	double first_loss; /* time of the first loss in s; 0: none */
};

/* Runs @l on all nodes of @m, reads to the end, and closes @m. 0, -ENOMEM if @m is NULL, or the
 * negative errno value of the reader. */
int ipsc2_load_run(struct ipsc2 *m, const struct ipsc2_load *l, const struct ipsc2_reader *r,
		   struct ipsc2_result *result);

#endif
