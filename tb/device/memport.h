/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MEMPORT_H
#define MEMPORT_H
/*
 * A memory behind a request port of rtl/surfboard/surf_port.v, which answers after 0 to 6
 * clocks at random, and a checker of the port: the request must be stable until m_ack, m_req
 * must be 0 for a clock after m_ack, and a read must have all byte enables set.
 */
#include "sim.h"

struct memport;

/* Pins are named @prefix and the name ("tm" and "_req", ...). @words: a power of 2; the address
 * is taken modulo it. All words are 0 initially. The simulation closes the memory. */
struct memport *memport_open(struct sim *s, struct sim_clock *clk, const char *prefix,
			     uint32_t words);
/* From now on the memory answers after @least to @most clocks. */
void memport_set_wait(struct memport *m, unsigned int least, unsigned int most);

#endif
