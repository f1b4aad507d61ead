/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NODE_H
#define NODE_H
/*
 * A SHRIMP node in simulation: the SurfBoard in RTL, its two SIMMs, the EISA bus, the
 * SNI link, and with them the golden model with a scoreboard that follows every packet
 * through the observation pins.
 */
#include "surf_golden.h"
#include "memport.h"
#include "shrimp_node.h"

/* The report's board on each bus, for tests that do not depend on the bus. */
#define NODE_BUSES "surfboard surfboard_axil surfboard_wb"
/* The report's board and revision 2, both on EISA, for tests of the pipeline. */
#define NODE_REVISIONS "surfboard surfboard_rev2"

#define NODE_BLOCK 1024u /* number of words of each memory in a model without SIMMs */
/* Distance in bytes of the histogram memory from the trace memory, which begins at mbase. */
#define NODE_HIST 0x4000000u

struct node_config {
	enum simm_size trace, hist;
	/* The model has no SIMMs but 1024 words of trace memory and 1024 bins, as block RAM or
	 * behind its memory ports; trace and hist are not used. */
	bool block;
	bool drift;	      /* the clocks deviate from their nominal periods and have random
			       * phases */
	bool unwatched;	      /* no golden model and no scoreboard; the test may use the board
			       * in any way */
	uint64_t rxtime_init; /* the model's RXTIME_INIT */
	const char *name;     /* as in shrimp_node_config */
	struct node *with;
	unsigned int slot; /* 0 stands for 1 */
};

struct node {
	struct shrimp_node *c;
	struct sim *s; /* the simulation of c */
	struct sim_clock *bclk, *clk_s1, *clk25, *gclk;
	struct hostbus *host;
	struct eisa *eisa; /* the EISA bus of host; NULL: host is AXI4-Lite or Wishbone, and
			    * bclk is its clock */
	struct sni *sni;
	struct simm *trace, *hist;		/* NULL: block */
	struct memport *trace_port, *hist_port; /* used with @block if the model has memory
						 * ports */
	struct surf_golden *g;
	unsigned int slot;     /* slot on the EISA bus */
	struct device *dev;    /* the board as a driver sees it */
	uint32_t rbase, mbase; /* base addresses that node_enable() assigns */
	/* counts of packets; @ignored: packets that came while the board was not enabled. If
	 * @unwatched is set, only arrived, dropped and ignored are counted. */
	uint64_t arrived, accepted, dropped, ignored, taken, done;
	uint64_t words;		  /* words of the packets taken */
	unsigned int service_max; /* longest time of a packet in Stage 3, in clocks of 25 MHz */
	/* Called when Stage 3 takes a packet, with the golden model's result for it. */
	void (*on_packet)(void *arg, const struct packet *p,
			  const struct surf_golden_result *r);
	void *on_packet_arg;
	/* Called at the end of each cycle on the bus. */
	eisa_cycle_fn *on_cycle;
	void *on_cycle_arg;
	/* --- inside --- */
	struct node_inside *in;
};

/* Opens a node: the clocks run and the board is in power-on reset. The node exists until the
 * simulation ends. */
struct node *node_open(struct sim *s, const struct node_config *cfg);
/* Performs a power-on reset. The memories of the board and of the golden model are cleared
 * directly, not by bus cycles. */
void node_power_on(struct node *n);
void node_global_reset(struct node *n); /* pulse on S_GRST_L, which all nodes share */
void node_resdrv(struct node *n);	/* RESDRV resets all boards on the bus */
void node_x_in(struct node *n, bool level);
/* Configures the board as the EISA set-up program does: base addresses, interrupt level,
 * ENABLE. */
void node_enable(struct node *n, uint16_t rbase, uint8_t mbase, unsigned int irlev);

/* Makes the golden model follow every cycle on the bus from now on, for a driver that uses
 * n->dev. The functions below that write must then not be called. */
void node_follow(struct node *n);

/* Switches the scoreboard's checks off: resets may then come at any time and cut packets
 * off. */
void node_stop_checks(struct node *n);
/* Switches the scoreboard's checks on again. The board and the link must be empty, and the
 * golden model must have the board's state. The counts of packets start from 0. */
void node_resume_checks(struct node *n);

/* Accesses a register over the host bus and in the golden model, with which a read is compared.
 * @offset is an offset of surfboard_regs.def; the access has 32 bits or the lanes of @be. */
void node_put(struct node *n, uint32_t offset, uint32_t value);
uint32_t node_get(struct node *n, uint32_t offset);
void node_put_be(struct node *n, uint32_t offset, unsigned int be, uint32_t value);
uint32_t node_get_be(struct node *n, uint32_t offset, unsigned int be);
/* The same for a register of the slot's I/O space; a read is not compared. */
void node_slot_put(struct node *n, uint32_t offset, unsigned int be, uint32_t value);
uint32_t node_slot_get(struct node *n, uint32_t offset, unsigned int be);
void node_acdr(struct node *n, uint32_t image); /* all 28 bits */
/* Loads an SBIT stream of @bits bits through FCCR and FCDR, followed by @ones ones. */
void node_selector(struct node *n, const uint8_t *stream, unsigned int bits, unsigned int ones);
struct sbit_map;
/* Compiles a mapping and loads it; checks that the selector is then configured. */
void node_select(struct node *n, const struct sbit_map *map);
/* Accesses memory words over the host bus; @word counts from the start of the trace or
 * histogram space. */
uint32_t node_mem_get(struct node *n, bool hist, uint32_t word);
void node_mem_put(struct node *n, bool hist, uint32_t word, uint32_t value);

/* Makes a packet whose fields are random; its transmit time gives a latency of at most
 * @max_ticks. */
void node_random_packet(struct node *n, struct packet *p, unsigned int max_words,
			uint64_t max_ticks);
/* Play packets as shrimp_start_packets() and shrimp_start_random_packets() do, and return when
 * the board is empty. */
void node_play(struct node *n, sni_source_fn *fn, void *arg);
void node_play_random(struct node *n, uint64_t packets, unsigned int max_words,
		      uint64_t max_ticks);
void node_send(struct node *n, const struct packet *p); /* sends one packet and waits until the
							 * board is empty */
void node_drain(struct node *n);			/* waits until the board is empty */
/* Returns whether the model is that of revision 2, with its queue. */
bool node_second_revision(struct sim *s);
/* The smallest distances of packets at which the boards must not drop one. The report's board:
 * 1080 ns from header to header and 240 ns from the last word to the next header. Revision 2:
 * 420 ns from header to header. */
extern const struct sni_timing node_1080ns, node_420ns;
/* Reads a register over the bus without the golden model. */
uint32_t node_read(struct node *n, uint32_t offset);
uint64_t node_ticks(const struct node *n); /* the receive time counter, 44 bits */

/* Compares the board with the golden model: all words of both memories, and the registers. */
void node_compare(struct node *n);

#ifndef NODE_INSIDE
/* A failure inside one of these functions reports the line of the test, too. */
#define node_put(n, offset, value) \
	(sim_place((n)->s, __FILE__, __LINE__), node_put(n, offset, value))
#define node_get(n, offset) (sim_place((n)->s, __FILE__, __LINE__), node_get(n, offset))
#define node_put_be(n, offset, be, value) \
	(sim_place((n)->s, __FILE__, __LINE__), node_put_be(n, offset, be, value))
#define node_get_be(n, offset, be) \
	(sim_place((n)->s, __FILE__, __LINE__), node_get_be(n, offset, be))
#define node_slot_put(n, offset, be, value) \
	(sim_place((n)->s, __FILE__, __LINE__), node_slot_put(n, offset, be, value))
#define node_slot_get(n, offset, be) \
	(sim_place((n)->s, __FILE__, __LINE__), node_slot_get(n, offset, be))
#define node_mem_get(n, hist, word) \
	(sim_place((n)->s, __FILE__, __LINE__), node_mem_get(n, hist, word))
#define node_compare(n) (sim_place((n)->s, __FILE__, __LINE__), node_compare(n))
#endif

#endif
