/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GOLDEN_H
#define GOLDEN_H
/*
 * Golden model of the SurfBoard at the level of register accesses and packets
 * (TR-596-99 A.1, A.5 to A.8), written from the report and the project's
 * decisions, never from the RTL.
 *
 * What depends on the phase of asynchronous clocks (receive time, sampled category
 * and external input, drop) is given with each packet; all else is predicted.
 * Accesses and packets take effect at once, in the order of the calls.
 */
#include "packet.h"
#include <stddef.h>
#include <stdint.h>

struct golden;

struct golden_seen {	  /* what the board's observation pins showed */
	uint64_t rxtime;  /* 44 bits */
	uint8_t category; /* the category the packet carries; used with CATMUX = 0 */
	bool ext;	  /* external input TRUE */
	bool drop;	  /* dropped by pipeline overflow */
};

struct golden_result { /* what happened to the packet */
	uint32_t bin;  /* 24 bits */
	uint32_t trace[4];
	bool taken; /* processed; else disabled, in reset or dropped, and all is 0 */
	bool counted, recorded, bin_wrapped, triggered;
	uint32_t index; /* trace entry, if recorded */
};

/* Memory sizes in bytes (0, 4, 16, 64 MB); the memories hold what a SIMM model does at
 * power-up. The board is as after power-on. NULL and errno when memory is short
 * (ENOMEM) or for another size (EINVAL). */
struct golden *golden_open(uint32_t trace_bytes, uint32_t hist_bytes);
/* With memories of these numbers of words, powers of 2, in place of SIMMs: they are 0 at first,
 * presence detect reads 0, and each TSIZE but 0 is the whole of the trace memory. */
struct golden *golden_open_block(uint32_t trace_words, uint32_t bins);
void golden_close(struct golden *g);
/* 0, or -ENOMEM when memory ran short since golden_open: the results are then invalid. */
int golden_error(const struct golden *g);
/* Build parameter IDT_EXACT of the board: FIFO flags as of the IDT part. */
void golden_set_idt_exact(struct golden *g, bool on);
/* Build parameter BOARD_REV = 2: the registers of surfboard_ext.def, at 0x40 to 0xFFC, repeat
 * with those of the report every 4 KB. @capabilities: what CAPR reads. */
void golden_set_revision_2(struct golden *g, uint32_t capabilities);
/* Registers of a filter of revision 2, in the order of the table. */
enum { F_CR, F_AL, F_AH, F_AM, F_S0, F_S1, F_C0, F_C1, F_SZ, F_LL, F_LH, FILTER_WORDS };
/* With revision 2: the totals as they are, in the order of the table from TOTAL_SEEN on. */
enum golden_total {
	TOTAL_SEEN,
	TOTAL_DROPPED,
	TOTAL_HISTOGRAMMED,
	TOTAL_NOT_HISTOGRAMMED,
	TOTAL_TRACED,
	TOTAL_NOT_TRACED,
	TOTAL_WORDS,
	TOTALS
};
uint64_t golden_total(const struct golden *g, enum golden_total t);

/* Memories and the levels of input pins keep their values. */
void golden_power_on(struct golden *g);
void golden_resdrv(struct golden *g);

/* Register access as by one EISA cycle; @offset as in surfboard_regs.def or one of its
 * mirrors, @be bit k = byte lane k. All four lanes are returned whatever @be says.
 * With ENABLE = 0 a write does nothing and a read gives all ones, because no board
 * answers. EBCR and EPIR through golden_slot_*. */
void golden_write(struct golden *g, uint32_t offset, unsigned int be, uint32_t data);
uint32_t golden_read(struct golden *g, uint32_t offset, unsigned int be);
void golden_slot_write(struct golden *g, uint32_t offset, unsigned int be, uint32_t data);
uint32_t golden_slot_read(struct golden *g, uint32_t offset);

/* The bin selector needs 64 clocks to clear after FCCR.PROG has gone from 1 to 0. They
 * count as over at the next access of FCCR or FCDR; while @on they never are. */
void golden_clearing(struct golden *g, bool on);

/* ---- pins ---- */
void golden_ext(struct golden *g, bool line); /* level of the line, 1 = high */
void golden_presence(struct golden *g, unsigned int trace_pd, unsigned int hist_pd);
void golden_rtv(struct golden *g, bool wrapped);
/* PEND, and which IRQ line is pulled low (0: none; @irq may be NULL). */
bool golden_irq(const struct golden *g, unsigned int *irq);
bool golden_ext_out(const struct golden *g); /* the board pulls the external line low */

/* ---- packets ---- */
/* A complete packet passes through the board; @r may be NULL. With HTCR.PRS = 1 or
 * ENABLE = 0 nothing happens. */
void golden_packet(struct golden *g, const struct packet *p, const struct golden_seen *seen,
		   struct golden_result *r);
/* A packet gets into Stage 2, the next that golden_packet() sees: packets dropped so far are
 * missing in front of it, later ones behind it. Without a call it gets there with
 * golden_packet(). */
void golden_accept(struct golden *g);
/* BOARD_REV = 2: a queue in front of Stage 2 loses a packet; true: TMCR.MARK and HTCR.TEN are
 * 1, it will be in a marker. */
bool golden_queue_loses(struct golden *g);
/* And a packet comes from the queue to Stage 2. @lost: those of the packets with true that were
 * lost in front of it and behind the one before it. */
void golden_lost_before(struct golden *g, uint64_t lost);
/* The category the packet would get with PCLR as it is now. */
uint8_t golden_category(const struct golden *g, const struct packet *p);
/* The bin for 50 selector inputs (bit n = input n); 0 while not configured. */
uint32_t golden_select(const struct golden *g, uint64_t inputs);

/* Memories: @word is the index of a 32-bit word, taken modulo the size. An empty
 * socket reads all ones. */
uint32_t golden_trace_word(struct golden *g, uint32_t word);
uint32_t golden_hist_word(struct golden *g, uint32_t word);
void golden_trace_put(struct golden *g, uint32_t word, uint32_t value);
void golden_hist_put(struct golden *g, uint32_t word, uint32_t value);
void golden_trace_fill(struct golden *g, uint32_t value);
void golden_hist_fill(struct golden *g, uint32_t value);
/* Calls fn for each word that differs from the last fill value, or from the power-up
 * pattern when there was none, ascending. */
void golden_trace_each(struct golden *g, void (*fn)(void *, uint32_t, uint32_t), void *arg);
void golden_hist_each(struct golden *g, void (*fn)(void *, uint32_t, uint32_t), void *arg);

#endif
