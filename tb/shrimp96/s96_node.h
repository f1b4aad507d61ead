/* SPDX-License-Identifier: Apache-2.0 */
#ifndef S96_NODE_H
#define S96_NODE_H
/*
 * A SHRIMP node in simulation: the performance monitor of 1996 in RTL, its two SIMMs, the EISA
 * bus, the link from the network interface, and the golden model with a scoreboard that checks
 * every packet and every access through the observation pins.
 */
#include "s96_golden.h"
#include "shrimp_node.h"
#include "shrimp96_regs.h"

#define S96_TICKS SHRIMP_TICKS
#define S96_WORD_MAX (((uint64_t)1 << 40) - 1)

enum {
	START = SHRIMP96_CMD_START_MASK,
	STOP = SHRIMP96_CMD_STOP_MASK,
	TRACE = SHRIMP96_MODE_TRACE_MASK,
	AUTO = SHRIMP96_MODE_AUTO_MASK,
	RUN = SHRIMP96_STAT_RUN_MASK,
	FILL = SHRIMP96_STAT_FILL_MASK,
	TEND = SHRIMP96_STAT_TEND_MASK,
	DROP = SHRIMP96_STAT_DROP_MASK,
	QOV = SHRIMP96_STAT_QOV_MASK,
	MERR = SHRIMP96_STAT_MERR_MASK,
	PEND = SHRIMP96_STAT_PEND_MASK,
};
/* The value of a field of a register: S96_GET(s96_get(n, SHRIMP96_STAT), STAT_QCNT). */
#define S96_GET(value, field) (((value)&SHRIMP96_##field##_MASK) >> SHRIMP96_##field##_LSB)

struct s96_config {
	unsigned int words_log2; /* parameter of the model; 0 stands for 20 */
	uint64_t rxtime_init;	 /* the model's RXTIME_INIT */
	uint16_t jumper;
	sim_time bclk;	  /* period of BCLK; 0 stands for 120 ns */
	bool drift;	  /* the clocks deviate from their nominal periods and have random
			   * phases */
	bool unwatched;	  /* no golden model and no scoreboard; the user may access the board in
			   * any way */
	const char *name; /* name and slot, as in shrimp_node_config */
	struct s96_node *with;
};

struct s96_node {
	struct shrimp_node *c;
	struct sim *s; /* the simulation of @c */
	struct sim_clock *bclk, *clk_s1, *clk25, *gclk;
	struct eisa *eisa;
	struct sni *sni;
	unsigned int slot;    /* slot on the EISA bus */
	struct simm *lo, *hi; /* bits 31..0, 39..32 */
	struct s96_golden *g;
	struct device *dev; /* the board as a driver sees it; the golden model follows it */
	uint32_t rbase;	    /* base address of the registers after s96_enable() */
	uint64_t arrived, accepted, dropped, ignored, taken, committed;
	unsigned int stage2_max; /* longest time from acceptance to the new word, clocks */
	/* Called when a packet arrives, with the golden model's result for it. */
	void (*on_packet)(void *arg, const struct packet *p, enum s96_arrival a,
			  const struct s96_variables *v);
	void *on_packet_arg;
	/* Called for each access of a register as it takes effect. */
	void (*on_access)(void *arg, bool write, uint32_t offset, uint32_t data);
	void *on_access_arg;
	struct s96_inside *in;
};

/* Opens a node: the clocks run and the board is in power-on reset. The node exists until the
 * simulation ends. */
struct s96_node *s96_open(struct sim *s, const struct s96_config *cfg);
/* Performs a power-on reset. The memories of the board and of the golden model are cleared
 * directly, not by bus cycles. */
void s96_power_on(struct s96_node *n);
void s96_resdrv(struct s96_node *n);
void s96_enable(struct s96_node *n, uint16_t rbase, unsigned int irlev);
/* Opens a node, powers it on and enables it with IRQ12. */
struct s96_node *s96_start(struct sim *s, const struct s96_config *cfg);

/* Access a register over EISA and in the golden model. s96_get() compares the data of a read;
 * s96_read() does not, for data that depend on the phase of clocks. */
void s96_put(struct s96_node *n, uint32_t offset, uint32_t value);
void s96_put_be(struct s96_node *n, uint32_t offset, unsigned int be, uint32_t value);
uint32_t s96_get(struct s96_node *n, uint32_t offset);
uint32_t s96_get_be(struct s96_node *n, uint32_t offset, unsigned int be);
uint32_t s96_read(struct s96_node *n, uint32_t offset);
void s96_put_wide(struct s96_node *n, uint32_t low, uint64_t value); /* two registers */
uint64_t s96_get_wide(struct s96_node *n, uint32_t low);
/* Waits until posted writes have taken effect. */
void s96_settle(struct s96_node *n);

/* Access words of the memory by memory commands; fill a range of them by one command. */
uint64_t s96_word_get(struct s96_node *n, uint32_t word);
void s96_word_put(struct s96_node *n, uint32_t word, uint64_t value);
void s96_range_fill(struct s96_node *n, uint32_t first, uint32_t last, uint64_t value);
void s96_wait_fill(struct s96_node *n);
/* Access words directly, in the memory and in the golden model, not by bus cycles. */
void s96_poke(struct s96_node *n, uint32_t word, uint64_t value);
void s96_poke_all(struct s96_node *n, uint64_t value);
uint64_t s96_peek(struct s96_node *n, uint32_t word);

/* Sets the spacing of the headers in clocks of clk_s1: 10 clocks are 600 ns, or the paper's 625
 * ns with a BCLK of 125 ns. */
void s96_spacing(struct s96_node *n, unsigned int clocks);
/* Makes a packet whose fields are random; its time stamp gives a latency of at most
 * @max_ticks. */
void s96_random_packet(struct s96_node *n, struct packet *p, unsigned int max_words,
		       uint64_t max_ticks);
/* Play packets as shrimp_start_packets() and shrimp_start_random_packets() do, and return when
 * the board is empty. */
void s96_play(struct s96_node *n, sni_source_fn *fn, void *arg);
void s96_play_random(struct s96_node *n, uint64_t packets, unsigned int max_words,
		     uint64_t max_ticks);
void s96_send(struct s96_node *n, const struct packet *p); /* sends one packet and waits until
							    * the board is empty */
void s96_drain(struct s96_node *n);
uint64_t s96_ticks(const struct s96_node *n); /* the receive time counter, 44 bits */

unsigned int s96_irqs(struct s96_node *n); /* bit k = IRQk is low */
/* Compares the board with the golden model: the whole memory and all registers. */
void s96_compare(struct s96_node *n);

#ifndef S96_NODE_INSIDE
/* A failure inside one of these functions reports the line of the test, too. */
#define s96_put(n, offset, value) \
	(sim_place((n)->s, __FILE__, __LINE__), s96_put(n, offset, value))
#define s96_get(n, offset) (sim_place((n)->s, __FILE__, __LINE__), s96_get(n, offset))
#define s96_put_be(n, offset, be, value) \
	(sim_place((n)->s, __FILE__, __LINE__), s96_put_be(n, offset, be, value))
#define s96_get_be(n, offset, be) \
	(sim_place((n)->s, __FILE__, __LINE__), s96_get_be(n, offset, be))
#define s96_word_get(n, word) (sim_place((n)->s, __FILE__, __LINE__), s96_word_get(n, word))
#define s96_compare(n) (sim_place((n)->s, __FILE__, __LINE__), s96_compare(n))
#endif

#endif
