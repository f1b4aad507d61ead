/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REGISTERS_H
#define REGISTERS_H
/*
 * Tests that follow from the register table of a board: what is written to a byte lane or a
 * field stays there and changes nothing else. The table is included as rows, see REGISTER_ROWS.
 */
#include "sim.h"

struct register_row { /* a register, or (field not NULL) a field of the register above */
	const char *reg, *field, *space, *access;
	uint32_t offset, reset;
	unsigned int msb, lsb;
};

/* #define REG REGISTER_REG, #define FIELD REGISTER_FIELD, then #include the table. */
#define REGISTER_REG(name, space, offset, reset, text) \
	{#name, NULL, #space, NULL, offset, reset, 0, 0},
#define REGISTER_FIELD(reg, name, msb, lsb, access, text) \
	{#reg, #name, NULL, #access, 0, 0, msb, lsb},

struct register_board {
	struct sim *s;
	const struct register_row *rows;
	size_t count;
	void *arg;
	/* One access to the register in row @reg. @be: byte lanes that take part, bit k = bits
	 * 8k+7..8k. A read returns all four lanes. */
	void (*put)(void *arg, const struct register_row *reg, unsigned int be, uint32_t value);
	uint32_t (*get)(void *arg, const struct register_row *reg);
	/* Names between blanks, " A B ": registers that take a write only as a whole; that move
	 * others when they are written, so that only they are looked at; whose RW fields do
	 * something else than to hold what is written. The last ones are left out. */
	const char *whole, *alone, *skip;
	bool words; /* the bus writes whole words only */
};

/*
 * Every register with RW fields: each byte lane alone, each field alone, both polarities; after
 * each write the register has the new value there and the old one elsewhere, and after a few
 * registers all others have theirs. Returns the number of registers.
 */
unsigned int registers_hold(const struct register_board *b);

#endif
