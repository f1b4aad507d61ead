/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHRIMP_NODE_H
#define SHRIMP_NODE_H
/*
 * What a SHRIMP node has around its board in simulation, the SurfBoard or the monitor of 1996:
 * clocks, EISA bus, the link from the network interface and packets to send on it, those on
 * their way to the board, the receive time; and the comparison of memories. The boards'
 * scoreboards are in node.h and s96_node.h.
 */
#include "hostbus.h"
#include "packet.h"
#include "sim.h"
#include "simm.h"
#include "sni.h"

#define SHRIMP_TICKS (((uint64_t)1 << 44) - 1)
#define SHRIMP_QUEUE 8 /* packets on their way from the link to Stage 2; 4 can be */

struct shrimp_node_config {
	/* Of several boards in one simulation: the board's name, as in the model ("a1"), and a
	 * node opened before. The global clock is one for all; nodes whose names begin alike
	 * also share BCLK and the EISA bus. */
	const char *name;
	struct shrimp_node *with;
	sim_time bclk;	      /* period, 0: 120 ns */
	bool drift;	      /* clocks off their nominal periods, with random phases */
	uint64_t rxtime_init; /* the model's RXTIME_INIT */
};

/* A packet that was sent on the link. */
struct shrimp_sent {
	struct packet p;
	uint64_t ticks;	 /* receive time when the header was sampled */
	sim_time header; /* when the header was put out */
};

struct shrimp_node {
	struct sim *s;
	struct sim_clock *bclk, *clk_s1, *clk25, *gclk;
	struct hostbus *host;
	struct eisa *eisa; /* of host; NULL: a bus of today, whose clock is bclk then */
	struct sni *sni;
	char owner[8];		  /* prefix of the names of the board's pins, "a1_" or "" */
	struct shrimp_node *next; /* of all nodes in the simulation, a ring */
	uint64_t sent;		  /* packets expected at the board so far */
	bool unexpected;	  /* set while the board loses packets: they do not count */
	void *board;		  /* what the board's harness puts here */
	/* --- inside --- */
	struct hostbus bus; /* unless that of another node */
	struct shrimp_node_config cfg;
	struct sim_pin *por_n, *grst_n;
	uint64_t ticks_base; /* rising edges of the global clock at the last reset ... */
	uint64_t ticks_init; /* ... and what the receive time was set to */
	struct shrimp_sent link[SHRIMP_QUEUE], now;
	unsigned int head, tail;
	bool on_link, header; /* of now: begun; header not yet sampled */
	sni_source_fn *fn;
	void *fn_arg;
	bool ended;
	uint64_t left, max_ticks;
	unsigned int max_words;
};

/* Clocks run, the board is held in power-on reset. NULL: out of memory. */
struct shrimp_node *shrimp_node_open(struct sim *s, const struct shrimp_node_config *cfg);
void shrimp_node_close(struct shrimp_node *c);
/* Pin @name of the board. */
struct sim_pin *shrimp_pin(const struct shrimp_node *c, const char *name);
/* Power-on reset of board and memories (NULL: none); ends with the release of por_n. */
void shrimp_power_on(struct shrimp_node *c, struct simm *a, struct simm *b);
/* Pulse on S_GRST_L, which all nodes share: their receive times start from 0. */
void shrimp_global_reset(struct shrimp_node *c);
uint64_t shrimp_receive_time(const struct shrimp_node *c); /* the receive time, 44 bits */

/* ---- packets on their way to the board ---- */

void shrimp_follow_packets(struct shrimp_node *c);
/* The next packet on its way gets to the board; the receive time that the board shows for it
 * is checked. The packet stands until SHRIMP_QUEUE more are sent. */
const struct shrimp_sent *shrimp_next_arrival(struct shrimp_node *c);
void shrimp_check_rxtime(struct shrimp_node *c, const struct shrimp_sent *f, uint64_t rxtime);
/* Both at once. */
const struct shrimp_sent *shrimp_arrived(struct shrimp_node *c, uint64_t rxtime);
bool shrimp_all_arrived(const struct shrimp_node *c);
/* Those on their way are lost, by a reset; with @all one that is on the link, too, and
 * the count of packets starts from 0. */
void shrimp_forget_packets(struct shrimp_node *c, bool all);

/* ---- sending ---- */

/* A packet with every field random; its transmit time makes a latency of up to @max_ticks. */
void shrimp_random_packet(struct shrimp_node *c, struct packet *p, unsigned int max_words,
			  uint64_t max_ticks);
/* Sends packets from @fn until it first returns false, or random ones. */
void shrimp_start_packets(struct shrimp_node *c, sni_source_fn *fn, void *arg);
void shrimp_start_random_packets(struct shrimp_node *c, uint64_t packets,
				 unsigned int max_words, uint64_t max_ticks);
bool shrimp_packets_playing(
	struct shrimp_node *c);			   /* the last of them is not yet on the link */
void shrimp_finish_packets(struct shrimp_node *c); /* waits until it is */

/* ---- memories ---- */

/* @old with the bytes of @be replaced by those of @data. */
uint32_t shrimp_merge(uint32_t old, unsigned int be, uint32_t data);

struct shrimp_words {
	uint32_t *v; /* pairs of word index and value */
	size_t n, room;
};

/* For simm_each() and the golden models; @arg is a struct shrimp_words. */
void shrimp_add_word(void *arg, uint32_t word, uint32_t value);
/* The words that were changed on the board and in the model are the same; frees both. */
void shrimp_compare_words(struct sim *s, const char *name, struct shrimp_words *board,
			  struct shrimp_words *model);

#endif
