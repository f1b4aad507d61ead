/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REGISTERS_H
#define REGISTERS_H
/*
 * Tests that follow from the register table of a board: a write to a byte lane or a field sets
 * that lane or field and changes nothing else. The caller includes the table as rows, see
 * register_model.h.
 */
#include "register_model.h"
#include "sim.h"

struct register_board {
	struct sim *s;
	const struct register_row *rows;
	size_t count;
	void *arg;
	/* One access to the register in row @reg. @be: byte lanes of the access, bit k for bits
	 * 8k+7..8k. A read returns all four lanes. */
	void (*put)(void *arg, const struct register_row *reg, unsigned int be, uint32_t value);
	uint32_t (*get)(void *arg, const struct register_row *reg);
	/* Lists of register names, each between blanks: " A B ". @whole: registers that must be
	 * written as a whole. @alone: registers whose write changes other registers; after it
	 * the test checks only the written register. @skip: registers that the test omits,
	 * because their RW fields do not simply hold the written value, or have no fixed value
	 * after a reset. */
	const char *whole, *alone, *skip;
	bool words; /* the bus writes whole words only */
};

/*
 * Writes each byte lane alone and each field alone of every register with RW fields, in both
 * polarities. After each write the register must have the new value there and the old one
 * elsewhere; every eighth register, all other registers must have kept their values. Returns
 * the number of registers.
 */
unsigned int registers_hold(const struct register_board *b);

/* Checks that each register, read as a whole, has the value of the table after a reset. */
void registers_reset(const struct register_board *b);

#endif
