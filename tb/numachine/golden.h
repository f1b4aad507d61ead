/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GOLDEN_H
#define GOLDEN_H
/*
 * Golden model of the NUMAchine memory monitor (thesis, chapter 4 and appendix B, with the
 * project's decisions), written from the specification and never from the RTL.
 *
 * The first part are the equations: whether and in which counter an access counts. The second
 * part is the monitor as a state machine with the counters, labels and registers; it receives
 * the inputs of each clock with an event.
 */
#include <stdbool.h>
#include <stdint.h>

#define GOLDEN_COUNTERS 65536
#define GOLDEN_LABELS 262144

enum golden_mode { GOLDEN_FLYER, GOLDEN_DEPTH, GOLDEN_HISTOGRAM, GOLDEN_OFF };

struct golden_geometry {
	bool line128; /* cache_line_size: 128-byte lines, else 64 */
	bool boards2; /* num_memory_boards: two, else one */
};

/* Values that the monitor latches when an access starts, and its settings in that clock. */
struct golden_event {
	uint64_t ad;
	uint16_t cmd, label; /* 9 bits of label */
	bool valid, lock, local_global;
	unsigned int depth, config; /* 6 bits, 4 bits */
	bool overflow;		    /* the half in use */
};

/* ---- the equations ---- */

unsigned int golden_station(uint64_t ad);   /* 0..15, of the source mask AD[63:56] */
unsigned int golden_processor(uint64_t ad); /* 0..63 */
unsigned int golden_phase(uint64_t ad);	    /* 0..15 */
/* Mapped command 0..7; -1: the histograms do not count it. */
int golden_mapped(uint16_t cmd);
/* The type of a command, bits 7..5, is one of those that the histograms evaluate. */
bool golden_monitored(uint16_t cmd);
/* Entry of the label memory that an access looks up, and that a label write writes. */
uint32_t golden_lookup(const struct golden_geometry *geo, uint64_t ad);
uint32_t golden_entry(uint64_t ad);
/* An access to the monitor, not to memory (magic bits AD[35:32] = 4); a write of a label. */
bool golden_own(uint64_t ad);
bool golden_label_write(uint64_t ad, uint16_t cmd);
/* Whether an event counts, and the counter's address, which those that do not count have,
 * too. @ahdl_order: the parameter AHDL_ORDER. */
bool golden_counted(const struct golden_event *e);
uint16_t golden_address(const struct golden_geometry *geo, bool ahdl_order,
			const struct golden_event *e);

/* ---- the machine ---- */

struct golden;

struct golden_config {
	struct golden_geometry geo;
	bool ahdl_order, pipelined; /* parameters of the board */
	uint16_t missed_init;
	uint64_t queued_init;
};

/* The pins at the end of a clock. */
struct golden_clock {
	bool reset; /* reset_n is 0 */
	bool mon_start;
	uint64_t ad;
	uint16_t cmd;
	bool valid, lock, local_global;
	uint16_t label_data; /* block_label_write_data */
	bool fifo_en, fifo_up;
	unsigned int config;
	bool ext_enable, addr0_oe_n, addr0, lo_wr, hi_wr;
	uint16_t ext_addr;
	uint32_t ext_data;
	bool hold;
	bool overflow;
	bool sf_start, sf_double;
	bool manual; /* the test, not Special Functions, drives the external address */
	/* outputs of the board: */
	bool busy, strobe;
};

/* Of what may take longer when a processor's access comes between. */
enum golden_answer { GOLDEN_NO, GOLDEN_YES, GOLDEN_EITHER };

struct golden_state { /* what the outputs are in a clock */
	enum golden_answer busy, strobe;
	bool fetches; /* PIPELINED: a processor's access reads the counter SRAM */
	bool address_known;
	uint16_t address; /* of the counter SRAM */
	bool writes;	  /* back, in this clock, ... */
	uint16_t written; /* ... to this counter ... */
	uint32_t data;	  /* ... this */
	bool ci_overflow;
	uint32_t label_index;
	bool label_write, label_check; /* states of the label machine */
	uint16_t label;		       /* written */
	bool overflow_mode, interrupt;
	unsigned int debug, config, depth;
	bool counts, filtered, labels, missed; /* the mon_start of the clock before */
	bool ack, rdata_known;		       /* until the next read */
	uint64_t rdata;
};

struct golden_totals { /* since power-on */
	uint64_t starts, counted, filtered, labels, missed;
};

/* All counters and labels 0. NULL: no memory. */
struct golden *golden_open(const struct golden_config *cfg);
void golden_close(struct golden *g);
void golden_straps(struct golden *g, const struct golden_geometry *geo);
/* What the outputs must be in a clock with the inputs @c. */
void golden_show(const struct golden *g, const struct golden_clock *c, struct golden_state *st);
/* The edge that ends it. NULL, or what the board must not do in such a clock. */
const char *golden_step(struct golden *g, const struct golden_clock *c);

uint32_t golden_get(const struct golden *g, unsigned int counter);
void golden_put(struct golden *g, unsigned int counter, uint32_t value);
uint16_t golden_label(const struct golden *g, uint32_t entry);
void golden_put_label(struct golden *g, uint32_t entry, uint16_t label);
bool golden_half(const struct golden *g); /* the overflow bit */
uint64_t golden_queued(const struct golden *g);
void golden_total(const struct golden *g, struct golden_totals *t);
/* Nothing is on its way to a counter or a label. */
bool golden_idle(const struct golden *g);

#endif
