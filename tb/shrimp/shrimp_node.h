/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHRIMP_NODE_H
#define SHRIMP_NODE_H
/*
 * The simulated environment of a board in a SHRIMP node, the SurfBoard or the 1996 monitor:
 * clocks, EISA bus, the link from the network interface and the packets to be sent on it, the
 * packets between link and board, the receive time; and the comparison of memories. The boards'
 * scoreboards are in node.h and s96_node.h.
 */
#include "hostbus.h"
#include "packet.h"
#include "sim.h"
#include "simm.h"
#include "sni.h"

/* the global clock: the largest count of its 44 bits, and its nominal period, the unit of all
 * time stamps */
#define SHRIMP_TICKS (((uint64_t)1 << 44) - 1)
#define SHRIMP_TICK_PS SIM_NS(100)
/* capacity for packets between the link and Stage 2; the board holds at most 4 */
#define SHRIMP_QUEUE 8

struct shrimp_node_config {
	/* For several boards in one simulation: the board's name in the model ("a1"), and a
	 * node that was opened before. All share the global clock; nodes whose names begin with
	 * the same letter also share BCLK and the EISA bus. */
	const char *name;
	struct shrimp_node *with;
	sim_time bclk;	      /* period of BCLK; 0 stands for 120 ns */
	bool drift;	      /* the clocks deviate from their nominal periods and have random
			       * phases */
	uint64_t rxtime_init; /* the model's RXTIME_INIT */
};

/* A packet that was sent on the link. */
struct shrimp_sent {
	struct packet p;
	uint64_t ticks;	 /* receive time when the header was sampled */
	sim_time header; /* time at which the header was sent */
};

struct shrimp_node {
	struct sim *s;
	struct sim_clock *bclk, *clk_s1, *clk25, *gclk;
	struct hostbus *host;
	struct eisa *eisa; /* the EISA bus of host; NULL: host is AXI4-Lite or Wishbone, and
			    * bclk is its clock */
	struct sni *sni;
	char owner[8];		  /* prefix of the names of the board's pins, "a1_" or "" */
	struct shrimp_node *next; /* circular list of all nodes in the simulation */
	uint64_t sent;		  /* number of packets sent that the board must receive */
	bool unexpected; /* set while the board loses packets: they are not counted in @sent */
	void *board;	 /* data of the board's harness */
	/* --- inside --- */
	struct hostbus bus; /* unused if the node uses the bus of another node */
	struct shrimp_node_config cfg;
	struct sim_pin *por_n, *grst_n;
	uint64_t ticks_base; /* rising edges of the global clock at the last reset ... */
	uint64_t ticks_init; /* ... and the receive time that it set */
	struct shrimp_sent link[SHRIMP_QUEUE], now;
	unsigned int head, tail;
	bool on_link, header; /* a packet is on the link; its header has not been sampled yet */
	sni_source_fn *fn;
	void *fn_arg;
	bool ended;
	uint64_t left, max_ticks;
	unsigned int max_words;
};

/* Opens a node: the clocks run and the board is in power-on reset. Returns NULL if memory is
 * short. */
struct shrimp_node *shrimp_node_open(struct sim *s, const struct shrimp_node_config *cfg);
void shrimp_node_close(struct shrimp_node *c);
/* Returns pin @name of the board. */
struct sim_pin *shrimp_pin(const struct shrimp_node *c, const char *name);
/* Performs a power-on reset of board and memories (NULL: there is none); it ends with the
 * release of por_n. */
void shrimp_power_on(struct shrimp_node *c, struct simm *a, struct simm *b);
/* Makes a pulse on S_GRST_L, which all nodes share: their receive times start from 0. */
void shrimp_global_reset(struct shrimp_node *c);
uint64_t shrimp_receive_time(const struct shrimp_node *c); /* the receive time, 44 bits */

/* ---- packets on their way to the board ---- */

void shrimp_follow_packets(struct shrimp_node *c);
/* Removes the next packet from the queue between link and board, and checks the receive time
 * that the board shows for it. The returned packet is valid until SHRIMP_QUEUE more packets are
 * sent. */
const struct shrimp_sent *shrimp_next_arrival(struct shrimp_node *c);
void shrimp_check_rxtime(struct shrimp_node *c, const struct shrimp_sent *f, uint64_t rxtime);
/* Calls shrimp_next_arrival() and shrimp_check_rxtime(). */
const struct shrimp_sent *shrimp_arrived(struct shrimp_node *c, uint64_t rxtime);
bool shrimp_all_arrived(const struct shrimp_node *c);
/* Forgets the packets between link and board, which a reset removes; with @all also a packet on
 * the link, and the count of packets starts from 0. */
void shrimp_forget_packets(struct shrimp_node *c, bool all);

/* ---- sending ---- */

/* Makes a packet whose fields are random; its transmit time gives a latency of at most
 * @max_ticks. */
void shrimp_random_packet(struct shrimp_node *c, struct packet *p, unsigned int max_words,
			  uint64_t max_ticks);
/* Sends packets from @fn until it first returns false, or random ones. */
void shrimp_start_packets(struct shrimp_node *c, sni_source_fn *fn, void *arg);
void shrimp_start_random_packets(struct shrimp_node *c, uint64_t packets,
				 unsigned int max_words, uint64_t max_ticks);
bool shrimp_packets_playing(struct shrimp_node *c); /* whether the last packet is not yet on the
						     * link */
void shrimp_finish_packets(struct shrimp_node *c);  /* waits until the last packet is on the
						     * link */

/* ---- memories ---- */

/* Returns @old with the bytes of @be replaced by those of @data. */
uint32_t shrimp_merge(uint32_t old, unsigned int be, uint32_t data);

struct shrimp_words {
	uint32_t *v; /* pairs of word index and value */
	size_t n, room;
};

/* Callback for simm_each() and the golden models; @arg is a struct shrimp_words. */
void shrimp_add_word(void *arg, uint32_t word, uint32_t value);
/* Checks that the same words were changed on the board and in the model; frees both lists. */
void shrimp_compare_words(struct sim *s, const char *name, struct shrimp_words *board,
			  struct shrimp_words *model);

#endif
