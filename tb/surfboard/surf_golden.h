/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SURF_GOLDEN_H
#define SURF_GOLDEN_H
/*
 * Golden model of the SurfBoard at the level of register accesses and packets
 * (TR-596-99 A.1, A.5 to A.8), written from the report and the project's
 * decisions, never from the RTL.
 *
 * The caller gives with each packet the values that depend on the phase of asynchronous clocks
 * (receive time, sampled category and external input, drop); the model predicts everything
 * else. Accesses and packets take effect without delay, in the order of the calls.
 */
#include "packet.h"
#include <stddef.h>
#include <stdint.h>

struct surf_golden;

struct surf_golden_seen { /* values that the board's observation pins showed */
	uint64_t rxtime;  /* 44 bits */
	uint8_t category; /* the packet's own category; used with CATMUX = 0 */
	bool ext;	  /* the external input was TRUE */
	bool drop;	  /* the pipeline dropped the packet */
};

struct surf_golden_result { /* outcome of the packet */
	uint32_t bin;	    /* 24 bits */
	uint32_t trace[4];
	bool taken; /* the packet was processed; if false, the board was disabled or in reset or
		     * dropped it, and all other members are 0 */
	bool counted, recorded, bin_wrapped, triggered;
	uint32_t index; /* index of the trace entry, if @recorded */
};

/* Opens a model in its state after power-on. The sizes of the memories are in bytes (0, 4, 16
 * or 64 MB); the memories have the contents that a SIMM model has at power-up. Returns NULL and
 * sets errno if memory is short (ENOMEM) or a size is invalid (EINVAL). */
struct surf_golden *surf_golden_open(uint32_t trace_bytes, uint32_t hist_bytes);
/* Opens a model with memories of these numbers of words (powers of 2) instead of SIMMs. They
 * are cleared at first, presence detect reads 0, and each TSIZE other than 0 stands for the
 * whole trace memory. */
struct surf_golden *surf_golden_open_block(uint32_t trace_words, uint32_t bins);
void surf_golden_close(struct surf_golden *g);
/* Opens a model with the state of another one, except that its memories are filled with 0.
 * Returns NULL if memory is short. */
struct surf_golden *surf_golden_copy(const struct surf_golden *from);
/* Returns 0, or -ENOMEM if memory ran short since surf_golden_open(); the results are then
 * invalid. */
int surf_golden_error(const struct surf_golden *g);
/* Sets the board's build parameter IDT_EXACT, which makes the FIFO flags those of the IDT
 * part. */
void surf_golden_set_idt_exact(struct surf_golden *g, bool on);
/* Sets the build parameter MODULO = 1: the latency is the difference of the times modulo 2^44,
 * from -2^43 to 2^43 - 1; if it is negative, the packet underflows. */
void surf_golden_set_modulo(struct surf_golden *g, bool on);
/* Sets the build parameter BOARD_REV = 2 or 3 (CAPR.REV of @capabilities, the value of CAPR),
 * which adds the registers of surfboard_ext.def at 0x40 to 0xFFC; they and the report's
 * registers repeat every 4 KB. */
void surf_golden_set_revision_2(struct surf_golden *g, uint32_t capabilities);
/* Revision 3: PHSR is written at the port of the design. A packet has the phase of the call of
 * surf_golden_packet(). */
void surf_golden_phase(struct surf_golden *g, uint8_t phase);
/* Registers of a filter of revision 2, in the order of the table. */
enum { F_CR, F_AL, F_AH, F_AM, F_S0, F_S1, F_C0, F_C1, F_SZ, F_LL, F_LH, FILTER_WORDS };
/* The current totals of revision 2, in the order of the register table from TOTAL_SEEN on. */
enum surf_golden_total {
	TOTAL_SEEN,
	TOTAL_DROPPED,
	TOTAL_HISTOGRAMMED,
	TOTAL_NOT_HISTOGRAMMED,
	TOTAL_TRACED,
	TOTAL_NOT_TRACED,
	TOTAL_WORDS,
	TOTALS,
	/* revision 3: packets that passed the filters */
	TOTAL_PASSED_HISTOGRAM = TOTALS,
	TOTAL_PASSED_TRACE,
	ALL_TOTALS
};
uint64_t surf_golden_total(const struct surf_golden *g, enum surf_golden_total t);

/* Models power-on; the memories and the levels of the input pins keep their values. */
void surf_golden_power_on(struct surf_golden *g);
void surf_golden_resdrv(struct surf_golden *g);

/* Accesses a register as one EISA cycle does. @offset is an offset of surfboard_regs.def or of
 * a mirror; bit k of @be is byte lane k. All four lanes are returned, whatever @be is. With
 * ENABLE = 0 a write has no effect and a read returns all ones, because no board answers. EBCR
 * and EPIR are accessed by surf_golden_slot_*(). */
void surf_golden_write(struct surf_golden *g, uint32_t offset, unsigned int be, uint32_t data);
uint32_t surf_golden_read(struct surf_golden *g, uint32_t offset, unsigned int be);
void surf_golden_slot_write(struct surf_golden *g, uint32_t offset, unsigned int be,
			    uint32_t data);
uint32_t surf_golden_slot_read(struct surf_golden *g, uint32_t offset);

/* The bin selector needs 64 clocks to clear itself after FCCR.PROG has gone from 1 to 0. The
 * model lets them end at the next access of FCCR or FCDR; while @on is true they do not end. */
void surf_golden_clearing(struct surf_golden *g, bool on);

/* ---- pins ---- */
void surf_golden_ext(struct surf_golden *g, bool line); /* level of the line, 1 = high */
void surf_golden_presence(struct surf_golden *g, unsigned int trace_pd, unsigned int hist_pd);
void surf_golden_rtv(struct surf_golden *g, bool wrapped);
/* Returns PEND, and in @irq (which may be NULL) the number of the IRQ line that is pulled low,
 * or 0. */
bool surf_golden_irq(const struct surf_golden *g, unsigned int *irq);
bool surf_golden_ext_out(
	const struct surf_golden *g); /* the board pulls the external line low */

/* ---- packets ---- */
/* Passes a complete packet through the board; @r may be NULL. With HTCR.PRS = 1 or ENABLE = 0
 * the packet has no effect. */
void surf_golden_packet(struct surf_golden *g, const struct packet *p,
			const struct surf_golden_seen *seen, struct surf_golden_result *r);
/* Tells the model that the next packet of surf_golden_packet() has entered Stage 2: packets
 * dropped so far were lost before it, packets dropped later were lost after it. Without this
 * call the packet enters Stage 2 in surf_golden_packet(). */
void surf_golden_accept(struct surf_golden *g);
/* BOARD_REV = 2: tells the model that the queue before Stage 2 loses a packet. Returns true if
 * TMCR.MARK and HTCR.TEN are 1, so that a marker will report the packet. */
bool surf_golden_queue_loses(struct surf_golden *g);
/* Tells the model that a packet goes from the queue to Stage 2. @lost: number of packets for
 * which surf_golden_queue_loses() returned true that were lost between the previous packet and
 * this one. */
void surf_golden_lost_before(struct surf_golden *g, uint64_t lost);
/* Returns the category that the packet would get with the current value of PCLR. */
uint8_t surf_golden_category(const struct surf_golden *g, const struct packet *p);
/* Returns the bin for 50 selector inputs (bit n is input n) and, for revision 3, address and
 * phase 0; 0 while the selector is not configured. */
uint32_t surf_golden_select(const struct surf_golden *g, uint64_t inputs);

/* Access the memories: @word is the index of a 32-bit word modulo the size. An empty socket
 * reads as all ones. */
uint32_t surf_golden_trace_word(struct surf_golden *g, uint32_t word);
uint32_t surf_golden_hist_word(struct surf_golden *g, uint32_t word);
void surf_golden_trace_put(struct surf_golden *g, uint32_t word, uint32_t value);
void surf_golden_hist_put(struct surf_golden *g, uint32_t word, uint32_t value);
void surf_golden_trace_fill(struct surf_golden *g, uint32_t value);
void surf_golden_hist_fill(struct surf_golden *g, uint32_t value);
/* Calls fn, in ascending order, for each word that differs from the last fill value, or from
 * the power-up pattern if the memory was never filled. */
void surf_golden_trace_each(struct surf_golden *g, void (*fn)(void *, uint32_t, uint32_t),
			    void *arg);
void surf_golden_hist_each(struct surf_golden *g, void (*fn)(void *, uint32_t, uint32_t),
			   void *arg);

#endif
