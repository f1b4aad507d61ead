/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MKCHIP_H
#define MKCHIP_H
/*
 * A MultiKron_II or a MultiKron_vc alone, driven by its own pins, beside the golden model. A
 * scoreboard follows every clock: each sample taken, refused or lost, with the room that the
 * chip has; each byte on the network; the timestamp; the counters of all sources but the
 * external inputs, exactly; each value read.
 */
#include "golden.h"
#include "sim.h"
#include "sram.h"

enum { LOW = 1, HIGH = 2, WIDE = 3 }; /* pins half[1:0] */

struct mkchip {
	struct sim *s;
	struct sim_clock *clk;
	struct golden g;
	struct sram *sram; /* of the MultiKron_vc */
	bool vc;
	/* drives the pins */
	unsigned int ratio; /* clocks for a timestamp clock; 0: at random */
	unsigned int full;  /* net_full = 1 in so many of 16 clocks, at random */
	unsigned int off;   /* oe = 0 ... */
	bool ext_moves;	    /* what counts external inputs is not predicted */
	/* what was seen */
	uint64_t clocks, stamp, bytes, refusals, switch_clocks;
	unsigned int latency; /* of the latest access: clocks from chip select to ack */
	uint32_t count[GOLDEN_COUNTERS];
	uint16_t
		unsure; /* counters that have counted external inputs since they were cleared */
	uint32_t waitcnt;
	uint8_t *sent; /* bytes on the network */
	/* --- inside --- */
	struct {
		bool on, write;
		unsigned int slot, half;
		uint64_t value;
	} access;
	bool waits, tick, out, up, switching;
	uint64_t switch_first; /* switch_clocks in the first clock of the latest switch */
	size_t level, sent_room;
	struct sim_pin *rst_n, *ts_tick, *wait_cpu, *wait_mem, *testb, *oe, *ext, *cs, *write,
		*slot, *half, *d_i, *cpu_id, *ack, *refused, *d_o, *ready, *net_d, *net_eos,
		*net_par, *net_wr, *net_full, *obs_taken, *obs_lost, *obs_stamp, *obs_level,
		*obs_switch;
};

/* The SRAM of the MultiKron_vc's 512 pages on its pins (v_*), on the board, too. */
struct sram *mkchip_sram(struct sim *s, struct sim_clock *clk);
/* Opens the chip that the test's model is, and resets it. */
struct mkchip *mkchip_open(struct sim *s);
/* A reset of @duration, with the wait states that the pins then have. */
void mkchip_reset(struct mkchip *c, sim_time duration);
/* One access; again, while it is refused, if @again. False: it was refused. */
bool mkchip_access(struct mkchip *c, bool write, unsigned int slot, unsigned int half,
		   uint64_t *value, bool again);
void mkchip_put(struct mkchip *c, unsigned int slot, uint64_t value); /* LOW */
uint32_t mkchip_get(struct mkchip *c, unsigned int slot);
/* CPU id lines, and the pin testb. */
void mkchip_cpu(struct mkchip *c, unsigned int lines);
void mkchip_testb(struct mkchip *c, bool testb);
/* Until all bytes are out. */
void mkchip_drain(struct mkchip *c);

#endif
