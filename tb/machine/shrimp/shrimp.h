/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHRIMP_H
#define SHRIMP_H
/*
 * A SHRIMP machine of four nodes, as far as the packets go that arrive at node 0
 * (TR-596-99 2, 3.2, 4.1). Node 0 carries the SurfBoard; nodes 1 to 3 send.
 *
 * Each node runs a recorded program, one instruction per 60 MHz cycle. Its cache
 * lets some accesses through to the memory bus, where its network interface snoops
 * them and makes packets (combine.h) of the writes to pages that are mapped to
 * node 0 (pagemap.h). Packets wait in the outgoing FIFO; when the next one finds
 * no room the processor stands still until the FIFO has drained to its low-water
 * mark. The network delivers after a constant time, one packet after the other,
 * never faster than the link to the SurfBoard allows.
 *
 * A recording without markers is run by all nodes alike, each sending its own pages.
 * With markers each node runs its own share, and the nodes meet at barriers.
 *
 * The machine advances only as far as its caller asks; a caller that takes packets
 * late holds the FIFOs full, as a slow receiver does.
 */
#include "../../bus/packet.h"
#include "../lackey.h"
#include "combine.h"
#include "pagemap.h"

#define SHRIMP_NODES 4
#define SHRIMP_CYCLES_PER_US 60
#define SHRIMP_TICK_PS 100000u		  /* the 10 MHz global clock */
#define SHRIMP_BEAT_PS 60000u		  /* one word on the link */
#define SHRIMP_START_TO_START_PS 1080000u /* header to header */
#define SHRIMP_END_TO_START_PS 240000u	  /* last word to header */
#define SHRIMP_FIFO_MIN 515u		  /* 64-bit words of a packet of 1024 words */
#define SHRIMP_NEVER UINT64_MAX

/* As lackey_next(): 1, 0 at the end, or a negative errno value. */
typedef int shrimp_source_fn(void *arg, struct lackey_access *a);

struct shrimp_config {
	shrimp_source_fn *next;
	void *source[SHRIMP_NODES]; /* argument of next(); NULL: the node does nothing */
	const struct pagemap *map;
	bool combining;
	uint32_t boundary;   /* bytes: 256, 512, 1024, 2048 or 4096 */
	uint64_t timeout_ps; /* 0: none */
	uint64_t latency_ps; /* outgoing FIFO to SurfBoard */
	uint32_t fifo;	     /* outgoing FIFO, 64-bit words, SHRIMP_FIFO_MIN at least */
	uint32_t low_water;  /* words, less than @fifo */
	uint32_t cache;	     /* bytes, 0: every access is on the memory bus */
};

struct shrimp_node_stats {
	uint64_t instructions, loads, stores; /* what the node executed */
	uint64_t reads;			      /* loads on the memory bus */
	uint64_t writes;		      /* words written to mapped pages */
	uint64_t packets, words;
	uint64_t why[COMBINE_WHYS]; /* packets by the reason of their end */
	uint64_t stalls, stall_ps;  /* for a full outgoing FIFO */
	uint32_t fifo_peak;	    /* 64-bit words */
	uint64_t barrier_ps;	    /* waited at barriers */
	uint64_t run_ps;	    /* its program has run so long, or ran in all */
};

struct shrimp;

/* Combining on, boundary 4096, no time-out, 5 us latency, FIFO of 4096 words with
 * low water at half, 8 KB of cache; no source and no map. */
void shrimp_defaults(struct shrimp_config *c);
/* The map and the sources stay with the caller. 0, -EINVAL or -ENOMEM. */
int shrimp_open(struct shrimp **m, const struct shrimp_config *c);
void shrimp_close(struct shrimp *m);
/* The programs start at simulated time @ps, when the global clock shows @tick; call it
 * before the first packet. Without it both are 0. */
void shrimp_start(struct shrimp *m, uint64_t ps, uint64_t tick);

/* The packet that may start on the link at @now_ps, if there is one. Times do not decrease
 * from call to call. */
bool shrimp_next(struct shrimp *m, uint64_t now_ps, struct packet *p);
/* When the next packet may start on the link at the earliest; SHRIMP_NEVER when there is
 * none any more, or a source failed. */
uint64_t shrimp_when(struct shrimp *m);
/* 0, or what a source returned; *@node is then the number of the node. */
int shrimp_error(const struct shrimp *m, unsigned int *node);
const struct shrimp_node_stats *shrimp_stats(const struct shrimp *m, unsigned int node);
/* 64-bit words that a packet occupies in the outgoing FIFO: header, time stamp, and
 * payload with a 32-bit trailer. */
unsigned int shrimp_fifo_words(unsigned int words);

#endif
