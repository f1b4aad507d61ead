/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RACK_H
#define RACK_H
/*
 * Memory monitors on any set of cards of a machine, without the harness: the RTL as its
 * compiled model, with the SRAMs and wires of the card around it, or the golden model. They are
 * for runs of the whole machine; the harness (trial.h) checks the pins.
 */
#include "card.h"
#include "nm_golden.h"

struct rack;

/* Opens a monitor in the mode of this value of the configuration register. Returns NULL if
 * memory is short or the compiled model cannot be loaded; @error has the reason. */
struct rack *rack_open(bool rtl, const struct nm_golden_geometry *geo, unsigned int config,
		       char *error, unsigned int size);
void rack_close(struct rack *r);
void rack_label(struct rack *r, uint32_t entry, uint16_t label);
/* Simulates a clock with the card's pins. */
void rack_clock(struct rack *r, const struct card_pins *p);
uint32_t rack_counter(const struct rack *r, unsigned int counter);
/* Returns the sum of the FIFO depths over all clocks of mode FIFO Depth Histogram. */
uint64_t rack_queued(struct rack *r);
/* Returns the number of clocks in which a transaction came while the monitor was busy. */
uint64_t rack_missed(const struct rack *r);

#endif
