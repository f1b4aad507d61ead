/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RACK_H
#define RACK_H
/*
 * Memory monitors on any set of cards of a machine, without the harness: the RTL as its
 * compiled model, with the SRAMs and wires of the card around it, or the golden model. For runs
 * of the whole machine; the harness (trial.h) checks what is on the pins.
 */
#include "card.h"
#include "golden.h"

struct rack;

/* A monitor in the mode with this value of the configuration register. NULL: no memory, or, for
 * the RTL, its model cannot be loaded; why is in @error. */
struct rack *rack_open(bool rtl, const struct golden_geometry *geo, unsigned int config,
		       char *error, unsigned int size);
void rack_close(struct rack *r);
void rack_label(struct rack *r, uint32_t entry, uint16_t label);
/* A clock, with the card's pins. */
void rack_clock(struct rack *r, const struct card_pins *p);
uint32_t rack_counter(const struct rack *r, unsigned int counter);
/* Depths of the FIFO, added up over all clocks of mode FIFO Depth Histogram. */
uint64_t rack_queued(struct rack *r);
/* Clocks in which a transaction came while the monitor was busy. */
uint64_t rack_missed(const struct rack *r);

#endif
