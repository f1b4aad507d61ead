/* SPDX-License-Identifier: Apache-2.0 */
/* The pins of a packet port: those of a tap (rtl/tap), or p_* of the core. */
#ifndef SURF_PORT_H
#define SURF_PORT_H

#include "sim.h"

/* the fields of a packet */
#define PORT_FIELDS(F) \
	F(y) F(x) F(category) F(words) F(color) F(rxtime) F(txtime) F(irq) F(addr) F(be)

#define PORT_PIN(name) struct sim_pin *name;
struct port {
	struct sim_pin *valid, *ready;
	PORT_FIELDS(PORT_PIN)
};
#undef PORT_PIN

/* Finds the pins of the port whose names begin with "p_". */
static inline struct port port_open(struct sim *s)
{
#define PORT_PIN(name) .name = sim_pin(s, "p_" #name),
	return (struct port){PORT_PIN(valid) PORT_PIN(ready) PORT_FIELDS(PORT_PIN)};
#undef PORT_PIN
}

/* The length of a random part that must not be below @icarus, however short the run is: with
 * less it does not see what it is about. */
static inline uint64_t port_length(struct sim *s, uint64_t verilator, uint64_t icarus)
{
	const uint64_t n = sim_length(s, verilator, icarus);

	return n < icarus ? icarus : n;
}

#endif
