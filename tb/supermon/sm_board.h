/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SM_BOARD_H
#define SM_BOARD_H
/*
 * SUPERMON with its SRAM chips, a bus master, its driver, and a golden model that follows the
 * processor's bus and the host's accesses in every clock.
 */
#include "axil.h"
#include "sm_golden.h"
#include "smlib.h"
#include "sram.h"

#define SM_CLOCK SIM_NS(20)

/* Sets *b, which is all 0, to the values of the processor's bus in the next clock. */
typedef void sm_traffic_fn(void *arg, struct sm_bus *b);

struct sm_board {
	struct sim *s;
	struct sim_clock *clk;
	struct word_device *axil;
	struct sm m;		 /* the driver */
	struct sram *chip[2][2]; /* chips of each bank: bits 31..0, bits 47..32 */
	struct sm_golden *g;	 /* NULL: none */
	sm_traffic_fn *traffic;
	void *traffic_arg;
	struct sm_bus bus; /* values in this clock */
	/* Called before each rise of the clock, after the golden model. */
	sim_fn *on_clock;
	void *on_clock_arg;
	/* private */
	struct sim_pin *req, *ans, *tag, *ans_tag, *addr, *ctl, *run;
};

/* Opens a board and resets it. @golden: with the golden model. Memory belongs to the
 * simulation. */
struct sm_board *sm_board_open(struct sim *s, bool golden);
void sm_board_traffic(struct sm_board *b, sm_traffic_fn *fn, void *arg); /* NULL: nothing */
uint64_t sm_board_word(const struct sm_board *b, unsigned int bank, unsigned int word);
uint32_t sm_board_get(struct sm_board *b, uint32_t reg); /* an error fails the test */
void sm_board_put(struct sm_board *b, uint32_t reg, uint32_t value);
/* Checks that the driver has returned 0. */
#define SM_OK(b, call) SIM_EQ((b)->s, (uint64_t) - (int64_t)(call), 0, #call)
/* Stops, and compares registers and banks with the golden model. */
void sm_board_compare(struct sm_board *b);

#endif
