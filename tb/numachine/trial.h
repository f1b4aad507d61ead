/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRIAL_H
#define TRIAL_H
/*
 * The monitor on the memory card of a running machine (tb/machine/numachine), through its
 * driver: common part of test_card.c and the experiments of tb/paper/numachine.
 */
#include "machine.h"
#include "monitor.h"
#include "nm_report.h"

struct trial {
	struct sim *s;
	struct monitor *m; /* kept from one trial to the next */
	struct nm nm;
	struct machine *machine;
	uint64_t trace; /* digest of the card's bus activity */
	struct nm_table table;
	/* Set by a test. attached: the card obeys the monitor's pins (card_attach()).
	 * ack_later: number of clocks by which the monitor's answers are delayed. elsewhere: 1
	 * + station of the card with the monitor; 0: the station of the configuration. */
	bool attached;
	unsigned int ack_later, elsewhere;
	/* Set by a test: is called with the card's pins in each clock. */
	void (*watch)(void *arg, const struct card_pins *p);
	void *watch_arg;
	unsigned int station;
	struct sim_pin *ack, *busy;
	unsigned int acks; /* values of ack in the previous clocks, one bit each */
};

/* Returns the card's bus activity in a clock. */
struct nmbus_access trial_access(const struct card_pins *p);

/* Begins a trial; @t must be zeroed before the first one. Opens the machine @cfg with the
 * monitor on its card; the counters are 0, and the mode is set. */
void trial_begin(struct sim *s, struct trial *t, const struct machine_config *cfg,
		 enum nm_mode mode);
/* Starts the machine. */
void trial_start(struct trial *t);
/* Waits until the machine has ended, and serves overflows. The counts are then in t->table, and
 * compared with the golden model. */
void trial_run(struct trial *t);
/* Does the same as nm_end(), but reads the SRAM model, which saves 32,768 accesses. */
void trial_collect(struct trial *t);
void trial_end(struct trial *t);

uint64_t trial_counted(const struct trial *t); /* all counters together */
uint64_t trial_taken(const struct trial *t);   /* transactions that the card has taken */
/* Labels a range, through the driver. */
void trial_label(struct trial *t, uint32_t start, uint32_t bytes, unsigned int label);
struct nm_hits trial_hits(const struct trial *t, int label, int phase);

#endif
