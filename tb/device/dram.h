/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DRAM_H
#define DRAM_H
/*
 * Local memory of the MultiKron board: four banks of two 1M x 16 fast-page-mode DRAM chips,
 * 60 ns (NISTIR 5993, 2.7), 4M x 32 in all, on the pins m_a, m_ras_n (bank), m_cas_n (byte),
 * m_we_n and m_dq. A word index is {bank, row, column}, 2 + 10 + 10 bits.
 *
 * The test fails when the controller breaks tRP (40 ns), tRAS (60), tRC (110), tCP (10),
 * tCAS (15), tCSH (60), tASR, tRAH (10), tASC, tCAH (10), tRCD (20), tRAC or tCAC
 * (read data sampled before 60 ns from RAS# and 15 ns from CAS#), holds RAS# low for longer
 * than 10 us, writes without driving data, drives data while the chips do, selects several
 * banks other than to refresh, changes banks or bytes within a cycle, refreshes with WE# low
 * (the test mode of the chips), or leaves a row without refresh for longer than 16 ms. The
 * bytes whose CAS# is low carry valid data from the access time until CAS# rises; all others,
 * and all bytes at any other time, carry wrong data. Power-up contents are a pattern made from
 * the index (sparse.h).
 */
#include "sim.h"

struct dram;

#define DRAM_WORDS (1u << 22)

/* Samples the pins after each rising edge of @clk, the clock of the controller. */
struct dram *dram_open(struct sim *s, struct sim_clock *clk);
uint32_t dram_peek(const struct dram *m, uint32_t word);
/* Calls fn for each word that differs from the last fill value, ascending. */
void dram_each(const struct dram *m, void (*fn)(void *arg, uint32_t word, uint32_t value),
	       void *arg);
/* Called when the controller is reset in mid-cycle: no timing is checked until RAS# and CAS#
 * are high. */
void dram_power_on(struct dram *m);

struct dram_stats {
	uint64_t reads, writes, refreshes;
	unsigned int bank, row, column; /* place of the latest access, as on the pins */
};
void dram_stats(const struct dram *m, struct dram_stats *st);

#endif
