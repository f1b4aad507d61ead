/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MKCHIP_H
#define MKCHIP_H
/*
 * A single MultiKron_II or MultiKron_vc, driven at its pins, with the golden model. In every
 * clock a scoreboard checks each sample taken, refused or lost, and the free space of the
 * chip's FIFO; each byte on the network; the timestamp; the exact counts of all sources except
 * the external inputs; and each value read.
 */
#include "mk_golden.h"
#include "sim.h"
#include "sram.h"

enum { LOW = 1, HIGH = 2, WIDE = 3 }; /* pins half[1:0] */

struct mkchip {
	struct sim *s;
	struct sim_clock *clk;
	struct mk_golden g;
	struct sram *sram; /* of the MultiKron_vc */
	bool vc;
	/* settings for driving the pins */
	unsigned int ratio; /* clocks in a timestamp clock; 0: ts_tick is 1 in random clocks */
	unsigned int full;  /* net_full is 1 with a probability of full / 16 in each clock */
	unsigned int off;   /* the same for oe = 0 */
	bool early;	    /* the first access after a reset begins before the chip is ready */
	bool ext_moves;	    /* the external inputs change, so their counts are not predicted */
	/* observed values */
	uint64_t clocks, ready_at, stamp, bytes, refusals, switch_clocks;
	unsigned int latency; /* clocks from chip select to ack of the latest access */
	uint32_t count[MK_GOLDEN_COUNTERS];
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
	unsigned int old_page;
	uint64_t switch_first; /* switch_clocks in the first clock of the latest switch */
	size_t level, sent_room;
	struct sim_pin *rst_n, *ts_tick, *wait_cpu, *wait_mem, *testb, *oe, *ext, *cs, *write,
		*slot, *half, *d_i, *cpu_id, *ack, *refused, *d_o, *ready, *net_d, *net_eos,
		*net_par, *net_wr, *net_full, *obs_taken, *obs_lost, *obs_stamp, *obs_level,
		*obs_switch, *v_a, *v_we_n, *v_oe_n, *v_d_oe;
};

/* Opens the SRAM for the 512 pages of the MultiKron_vc at the pins v_*; the board uses it,
 * too. */
struct sram *mkchip_sram(struct sim *s, struct sim_clock *clk);
/* Opens the chip of the test's model and resets it. */
struct mkchip *mkchip_open(struct sim *s);
/* Resets the chip for @duration; it takes the wait states from the pins. */
void mkchip_reset(struct mkchip *c, sim_time duration);
/* Performs an access, and repeats it while it is refused if @again is true. Returns false if it
 * was refused. */
bool mkchip_access(struct mkchip *c, bool write, unsigned int slot, unsigned int half,
		   uint64_t *value, bool again);
void mkchip_put(struct mkchip *c, unsigned int slot, uint64_t value); /* LOW */
uint32_t mkchip_get(struct mkchip *c, unsigned int slot);
/* Set the CPU id lines, and the pin testb. */
void mkchip_cpu(struct mkchip *c, unsigned int lines);
void mkchip_testb(struct mkchip *c, bool testb);
/* Waits until all bytes have been sent. */
void mkchip_drain(struct mkchip *c);

#endif
