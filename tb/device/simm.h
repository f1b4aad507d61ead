/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SIMM_H
#define SIMM_H
/*
 * A 72-pin fast-page-mode DRAM SIMM x 32, 60 ns (Micron MT8D132 / MT8D432 and a
 * 64 MB module of 16M x 4 chips): contents, presence detect and a checker of
 * every timing parameter, of page-mode rules and of the refresh of each row.
 * A violation fails the test with the name of the parameter.
 *
 * OE# of the chips is grounded, as on every SIMM: a word is written only when WE#
 * is low before CAS# falls (early write). The four CAS# lines are the byte lanes;
 * refresh needs all of them. Read data are valid from the access time until
 * CAS# rises; at any other time the module drives wrong data.
 *
 * A word index is the controller's word address a[23:0]: row = {a[22], a[20],
 * a[19:10]}, column = {a[23], a[21], a[9:0]}. A smaller module has the lower 11 or 10
 * lines of each.
 */
#include "sim.h"

enum simm_size { SIMM_EMPTY, SIMM_4MB, SIMM_16MB, SIMM_64MB };

struct simm;

/* Binds pins <prefix>_pd, _a, _ras_n, _cas_n, _we_n, _dq_i, _dq_o, _dq_oe, which
 * are sampled after each rising edge of @clk, the clock of the controller. Nothing is
 * checked until the controller has first left RAS# and CAS# high. The module is
 * closed automatically when the test ends. An empty socket reads all ones. */
struct simm *simm_open(struct sim *s, struct sim_clock *clk, const char *prefix,
		       enum simm_size size);
/* Makes the final checks and removes the module. Optional, once. */
void simm_close(struct simm *m);
/* Power-on: forgets the current cycle and waits for RAS# and CAS# high again; contents are
 * kept. Call it when the controller is reset in mid-cycle. */
void simm_power_on(struct simm *m);
/* Presence-detect code PRD4..PRD1 other than the module's own; -1: its own, which
 * is the same for 4 MB and 64 MB. */
void simm_set_pd(struct simm *m, int code);
uint32_t simm_bytes(const struct simm *m);
/* Accesses the contents without a bus cycle; the word index is taken modulo the size. Words
 * never written read as a pattern made from the index (sparse.h), because DRAM powers up with
 * no defined value. */
uint32_t simm_peek(struct simm *m, uint32_t word);
void simm_poke(struct simm *m, uint32_t word, uint32_t value);
void simm_fill(struct simm *m, uint32_t value); /* the whole module */
/* Calls fn for each word that differs from the last simm_fill() value, or from the
 * power-up pattern when there was none, ascending. */
void simm_each(struct simm *m, void (*fn)(void *arg, uint32_t word, uint32_t value), void *arg);
struct simm_stats {
	uint64_t reads, writes; /* CAS# cycles */
	uint64_t refreshes;	/* CAS#-before-RAS# */
	sim_time longest_row;	/* longest time a row waited for its refresh */
};
void simm_stats(const struct simm *m, struct simm_stats *st);

#endif
