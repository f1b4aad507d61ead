/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_GOLDEN_H
#define NM_GOLDEN_H
/*
 * Golden model of the NUMAchine memory monitor (thesis, chapter 4 and appendix B, with the
 * project's decisions), written from the specification and never from the RTL.
 *
 * The first part has the equations that decide whether and in which counter an access counts.
 * The second part models the monitor as a state machine with counters, labels and registers; it
 * is given the inputs of each clock.
 */
#include <stdbool.h>
#include <stdint.h>

#define NM_GOLDEN_COUNTERS 65536
#define NM_GOLDEN_LABELS 262144

enum nm_golden_mode { NM_GOLDEN_FLYER, NM_GOLDEN_DEPTH, NM_GOLDEN_HISTOGRAM, NM_GOLDEN_OFF };

struct nm_golden_geometry {
	bool line128; /* cache_line_size: 128-byte lines, else 64 */
	bool boards2; /* num_memory_boards: two, else one */
};

/* Values that the monitor latches when an access starts, and its settings in that clock. */
struct nm_golden_event {
	uint64_t ad;
	uint16_t cmd, label; /* 9 bits of label */
	bool valid, lock, local_global;
	unsigned int depth, config; /* 6 bits, 4 bits */
	bool overflow;		    /* the half of the counters in use */
};

/* ---- the equations ---- */

unsigned int nm_golden_station(uint64_t ad); /* 0..15, encoded from the source mask AD[63:56] */
unsigned int nm_golden_processor(uint64_t ad); /* 0..63 */
unsigned int nm_golden_phase(uint64_t ad);     /* 0..15 */
/* Returns the mapped command 0..7, or -1 if the histograms do not count the command. */
int nm_golden_mapped(uint16_t cmd);
/* Returns whether the histograms evaluate the type of the command, bits 7..5. */
bool nm_golden_monitored(uint16_t cmd);
/* Returns the entry of the label memory that an access reads. */
uint32_t nm_golden_lookup(const struct nm_golden_geometry *geo, uint64_t ad);
/* Returns the entry of the label memory that a label write writes. */
uint32_t nm_golden_entry(uint64_t ad);
/* Returns whether an access is to the monitor and not to memory (magic bits AD[35:32] = 4). */
bool nm_golden_own(uint64_t ad);
/* Returns whether an access writes a label. */
bool nm_golden_label_write(uint64_t ad, uint16_t cmd);
/* Returns whether an event counts. */
bool nm_golden_counted(const struct nm_golden_event *e);
/* Returns the counter address of an event, which is also defined for events that do not count.
 * @ahdl_order: the parameter AHDL_ORDER. */
uint16_t nm_golden_address(const struct nm_golden_geometry *geo, bool ahdl_order,
			   const struct nm_golden_event *e);

/* ---- the machine ---- */

struct nm_golden;

struct nm_golden_config {
	struct nm_golden_geometry geo;
	bool ahdl_order, pipelined; /* parameters of the board */
	uint16_t missed_init; /* the parameters MISSED_INIT and QUEUED_INIT: counts after reset
			       */
	uint64_t queued_init;
};

/* The levels of the pins at the end of a clock. */
struct nm_golden_clock {
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
	bool manual; /* the test drives the external address in place of Special Functions */
	/* outputs of the board: */
	bool busy, strobe;
};

/* Value of an output that may be delayed when a processor's access comes in between. */
enum nm_golden_answer { NM_GOLDEN_NO, NM_GOLDEN_YES, NM_GOLDEN_EITHER };

struct nm_golden_state { /* the outputs in a clock */
	enum nm_golden_answer busy, strobe;
	bool fetches; /* PIPELINED: a processor's access reads the counter SRAM */
	bool address_known;
	uint16_t address; /* address of the counter SRAM */
	bool writes;	  /* a count is written back in this clock */
	uint16_t written; /* address of the counter that is written back */
	uint32_t data;	  /* data that are written back */
	bool ci_overflow;
	uint32_t label_index;
	bool label_write, label_check; /* states of the label machine */
	uint16_t label;		       /* written */
	bool overflow_mode, interrupt;
	unsigned int debug, config, depth;
	bool counts, filtered, labels, missed; /* outcome of the mon_start in the previous
						* clock */
	bool ack, rdata_known;		       /* until the next read */
	uint64_t rdata;
};

struct nm_golden_totals { /* since power-on */
	uint64_t starts, counted, filtered, labels, missed;
};

/* Opens a model with all counters and labels 0. Returns NULL if memory is short. */
struct nm_golden *nm_golden_open(const struct nm_golden_config *cfg);
void nm_golden_close(struct nm_golden *g);
/* Changes the straps of the board; the next clock uses them. */
void nm_golden_straps(struct nm_golden *g, const struct nm_golden_geometry *geo);
/* Computes the outputs in a clock with the inputs @c. */
void nm_golden_show(const struct nm_golden *g, const struct nm_golden_clock *c,
		    struct nm_golden_state *st);
/* Simulates the edge that ends the clock. Returns NULL, or a text that names what is not
 * allowed in such a clock. */
const char *nm_golden_step(struct nm_golden *g, const struct nm_golden_clock *c);

uint32_t nm_golden_get(const struct nm_golden *g, unsigned int counter);
void nm_golden_put(struct nm_golden *g, unsigned int counter, uint32_t value);
uint16_t nm_golden_label(const struct nm_golden *g, uint32_t entry);
void nm_golden_put_label(struct nm_golden *g, uint32_t entry, uint16_t label);
bool nm_golden_half(const struct nm_golden *g); /* the overflow bit */
/* Returns the sum of the FIFO's depths over all clocks of the depth mode, 48 bits. */
uint64_t nm_golden_queued(const struct nm_golden *g);
void nm_golden_total(const struct nm_golden *g, struct nm_golden_totals *t);
/* Returns whether no count and no label write is pending. */
bool nm_golden_idle(const struct nm_golden *g);

#endif
