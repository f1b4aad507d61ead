/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CABLE_H
#define CABLE_H
/*
 * The line between the external connectors of boards (TR-596-99 3.3, A.6 TTCR): open
 * collectors on a wire with a pull-up. It is low while any board pulls it low. A change reaches
 * all connectors at the clock edge at which it is made; for the boards it is
 * asynchronous.
 */
#include "sim.h"

struct cable;

typedef void cable_fn(void *arg, bool level);

/* Opens a cable without boards; its level is high. The simulation frees it. */
struct cable *cable_open(struct sim *s);
/* Connects a board: @pull is the pin that is 1 while the board pulls the line low, and is
 * sampled after each rising edge of @clk. @fn is called now and when the level of the line
 * changes, with the level, 0 = low. */
void cable_join(struct cable *c, struct sim_clock *clk, const struct sim_pin *pull,
		cable_fn *fn, void *arg);
bool cable_level(const struct cable *c);

#endif
