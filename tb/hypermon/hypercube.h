/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HYPERCUBE_H
#define HYPERCUBE_H
/*
 * The cabinets around HYPERMON: sixteen node ports, the cable, and the I/O node's bus.
 */
#include "pbx.h"
#include "sim.h"

/* Registers, from the table beside the RTL. */
enum hm_reg {
#define REG(name, space, offset, reset, text) HM_##name = offset,
#define FIELD(reg, name, msb, lsb, access, text)
#include "hypermon_regs.def"
#undef REG
#undef FIELD
};

#define HYPERCUBE_NODES 16

struct hypercube {
	struct sim *s;
	struct sim_clock *clk; /* 20 MHz */
	struct pbx *bus;
	struct sim_pin *node_strobe, *node_data;
	struct sim_pin *erb[4], *ecb[4]; /* cable: strobe p, n, data p, n */
	/* faults of the cable: lines held at 0 and at 1, in the order of erb[] */
	uint64_t stuck0[4], stuck1[4];
	uint16_t strobe; /* levels at the ports */
	uint64_t data;
	sim_time began; /* first clock edge of window 0 */
};

struct hypercube *hypercube_open(struct sim *s);
/* Reset, and the first windows begin. */
void hypercube_power_on(struct hypercube *h);
/* When window @n of 800 ns begins, if nothing changes the windows. */
sim_time hypercube_window(const struct hypercube *h, uint64_t n);

/* One write to the 5-bit port of a node: bit 4 is the strobe. It takes no time. */
void hypercube_port(struct hypercube *h, unsigned int node, unsigned int value);
/* The two writes of a nibble, the second 375 ns after the first, without waiting. */
void hypercube_strobe(struct hypercube *h, unsigned int node, unsigned int nibble);

/* A register over the bus; a transfer that fails fails the test. */
uint32_t hypercube_get(struct hypercube *h, enum hm_reg reg);
void hypercube_put(struct hypercube *h, enum hm_reg reg, uint32_t value);

#endif
