/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRIAL_H
#define TRIAL_H
/*
 * The monitor on the memory card of a running machine (tb/machine/numachine), through its
 * driver: what test_card.c and the experiments of tb/paper/numachine have in common.
 */
#include "machine.h"
#include "monitor.h"
#include "nm_report.h"

struct trial {
	struct sim *s;
	struct monitor *m; /* kept from one trial to the next */
	struct nm nm;
	struct machine *machine;
	uint64_t trace; /* folds what the card put on the bus */
	struct nm_table table;
};

/* What the card puts on the bus in a clock. */
struct nmbus_access trial_access(const struct card_pins *p);

/* Zeros are a trial that has not begun. The machine is @cfg's, its card the monitor's;
 * counters are 0, and the mode is set. */
void trial_begin(struct sim *s, struct trial *t, const struct machine_config *cfg,
		 enum nm_mode mode);
/* The machine runs on from now on. */
void trial_start(struct trial *t);
/* Until it has ended; overflows are served meanwhile. Counts are in @table then, and compared
 * with the golden model. */
void trial_run(struct trial *t);
/* As nm_end(), but what is in the counters is taken from the SRAM: 32,768 accesses less. */
void trial_collect(struct trial *t);
void trial_end(struct trial *t);

uint64_t trial_counted(const struct trial *t); /* all counters together */
uint64_t trial_taken(const struct trial *t);   /* transactions that the card has taken */
/* Labels a range, through the driver. */
void trial_label(struct trial *t, uint32_t start, uint32_t bytes, unsigned int label);
struct nm_hits trial_hits(const struct trial *t, int label, int phase);

#endif
