/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NODE_H
#define NODE_H
/*
 * A SHRIMP node in simulation: the SurfBoard in RTL, its two SIMMs, the EISA bus, the
 * SNI link, and beside them the golden model with a scoreboard that follows every packet
 * through the observation pins.
 */
#include "golden.h"
#include "memport.h"
#include "shrimp_node.h"

/* Models of the board of the report on each bus, for tests that concern none. */
#define NODE_BUSES "surfboard surfboard_axil surfboard_wb"
/* And both revisions of the board, for tests that concern its pipeline. */
#define NODE_REVISIONS "surfboard surfboard_rev2"

#define NODE_BLOCK 1024u /* words of a memory in a model without SIMMs */

struct node_config {
	enum simm_size trace, hist;
	/* The model has no SIMMs but 1024 words of trace memory and 1024 bins, as block RAM or
	 * behind its memory ports; trace and hist are not used. */
	bool block;
	bool drift;	      /* clocks off their nominal periods, with random phases */
	bool unwatched;	      /* no golden model, no scoreboard: any use of the board */
	uint64_t rxtime_init; /* the model's RXTIME_INIT */
	const char *name;     /* as in shrimp_node_config */
	struct node *with;
	unsigned int slot; /* 0: 1 */
};

struct node {
	struct shrimp_node *c;
	struct sim *s; /* these of c */
	struct sim_clock *bclk, *clk_s1, *clk25, *gclk;
	struct hostbus *host;
	struct eisa *eisa; /* of host; NULL: a bus of today, whose clock is bclk then */
	struct sni *sni;
	struct simm *trace, *hist;		/* NULL: block */
	struct memport *trace_port, *hist_port; /* with block; used if the model has them */
	struct golden *g;
	unsigned int slot;     /* on the EISA bus */
	struct device *dev;    /* the board as a driver sees it */
	uint32_t rbase, mbase; /* where the board answers after node_enable() */
	/* packets; ignored: the board was not enabled. Unwatched, only arrived, dropped
	 * and ignored count. */
	uint64_t arrived, accepted, dropped, ignored, taken, done;
	uint64_t words;		  /* of the packets taken */
	unsigned int service_max; /* longest time in Stage 3, clocks of 25 MHz */
	/* Called as Stage 3 takes a packet, with what the golden model says of it. */
	void (*on_packet)(void *arg, const struct packet *p, const struct golden_result *r);
	void *on_packet_arg;
	/* Called at the end of each cycle on the bus. */
	eisa_cycle_fn *on_cycle;
	void *on_cycle_arg;
	/* --- inside --- */
	struct node_inside *in;
};

/* Clocks run, the board is held in power-on reset. Ends with the simulation. */
struct node *node_open(struct sim *s, const struct node_config *cfg);
/* Power-on reset; memories are cleared behind the board's back, here and in the model. */
void node_power_on(struct node *n);
void node_global_reset(struct node *n); /* pulse on S_GRST_L, which all nodes share */
void node_resdrv(struct node *n);	/* of all boards on the bus */
void node_x_in(struct node *n, bool level);
/* EISA configuration as after the set-up program: bases, interrupt level, ENABLE. */
void node_enable(struct node *n, uint16_t rbase, uint8_t mbase, unsigned int irlev);

/* From now on the golden model follows every cycle on the bus, as when a driver works on
 * n->dev; the functions below that write must then not be used. */
void node_follow(struct node *n);

/* From now on the scoreboard checks nothing: resets come at any time, packets are cut. */
void node_stop_checks(struct node *n);
/* The board and the link are empty and the golden model is in step again: the scoreboard
 * checks as before. The counts of packets start from 0. */
void node_resume_checks(struct node *n);

/* Register access over EISA, in step with the golden model; a read is compared with it.
 * @offset as in surfboard_regs.def; 32 bits, or the lanes of @be. */
void node_put(struct node *n, uint32_t offset, uint32_t value);
uint32_t node_get(struct node *n, uint32_t offset);
void node_put_be(struct node *n, uint32_t offset, unsigned int be, uint32_t value);
uint32_t node_get_be(struct node *n, uint32_t offset, unsigned int be);
void node_acdr(struct node *n, uint32_t image); /* all 28 bits */
/* Loads an SBIT stream of @bits bits through FCCR and FCDR, then @ones more ones. */
void node_selector(struct node *n, const uint8_t *stream, unsigned int bits, unsigned int ones);
/* Memory words over EISA; word index from the start of the trace or histogram space. */
uint32_t node_mem_get(struct node *n, bool hist, uint32_t word);
void node_mem_put(struct node *n, bool hist, uint32_t word, uint32_t value);

/* A packet with every field random; its transmit time makes a latency of up to @max_ticks. */
void node_random_packet(struct node *n, struct packet *p, unsigned int max_words,
			uint64_t max_ticks);
/* Plays packets from @fn until it first returns false; node_playing() is true until the
 * last of them is on the link. node_play() waits for that and drains. */
void node_start(struct node *n, sni_source_fn *fn, void *arg);
bool node_playing(struct node *n);
void node_play(struct node *n, sni_source_fn *fn, void *arg);
void node_start_random(struct node *n, uint64_t packets, unsigned int max_words,
		       uint64_t max_ticks);
void node_play_random(struct node *n, uint64_t packets, unsigned int max_words,
		      uint64_t max_ticks);
void node_send(struct node *n, const struct packet *p); /* one, and drains */
void node_drain(struct node *n);			/* until the board is empty */
/* Whether the model is that of revision 2, with its queue. */
bool node_second_revision(struct sim *s);
/* The closest packets that the board of the report promises to take, and revision 2: 1080 ns from
 * header to header and 240 ns from the last word to the next header, and 420 ns. */
extern const struct sni_timing node_1080ns, node_420ns;
/* Reads a register over the bus; the golden model neither follows nor compares. */
uint32_t node_read(struct node *n, uint32_t offset);
uint64_t node_ticks(const struct node *n);		/* the receive time counter, 44 bits */

/* The board against the golden model: both memories whole, and the registers. */
void node_compare(struct node *n);

#ifndef NODE_INSIDE
/* A failure inside of these names the test's line, too. */
#define node_put(n, offset, value) (sim_place((n)->s, __FILE__, __LINE__), node_put(n, offset, value))
#define node_get(n, offset) (sim_place((n)->s, __FILE__, __LINE__), node_get(n, offset))
#define node_put_be(n, offset, be, value) (sim_place((n)->s, __FILE__, __LINE__), node_put_be(n, offset, be, value))
#define node_get_be(n, offset, be) (sim_place((n)->s, __FILE__, __LINE__), node_get_be(n, offset, be))
#define node_mem_get(n, hist, word) (sim_place((n)->s, __FILE__, __LINE__), node_mem_get(n, hist, word))
#define node_compare(n) (sim_place((n)->s, __FILE__, __LINE__), node_compare(n))
#endif

#endif
