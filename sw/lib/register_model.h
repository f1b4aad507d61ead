/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REGISTER_MODEL_H
#define REGISTER_MODEL_H
/*
 * The rules that follow from the register table of a board: value after reset, and what a read
 * and a write of each field do. For golden models and boards that are faked in tests; they add
 * what the table does not say. A file includes the table as rows:
 *
 *	static const struct register_row rows[] = {
 *	#define REG REGISTER_REG
 *	#define FIELD REGISTER_FIELD
 *	#include "sample_regs.def"
 *	};
 *
 * Registers have 32 bits. The access of a field: RW; RO: a write does not change it; W1C: a 1
 * clears the bit; W1S: a 1 sets it; WO: it reads as 0, and what a write does is not in the
 * table. Bits without a field read as 0.
 */
#include <stddef.h>
#include <stdint.h>

struct register_row { /* a register, or (field not NULL) a field of the register above */
	const char *reg, *field, *space, *access;
	uint32_t offset, reset;
	unsigned int msb, lsb;
};

#define REGISTER_REG(name, space, offset, reset, text) \
	{#name, NULL, #space, NULL, offset, reset, 0, 0},
#define REGISTER_FIELD(reg, name, msb, lsb, access, text) \
	{#reg, #name, NULL, #access, 0, 0, msb, lsb},

/* The bits of a field, in their place. */
uint32_t register_field_mask(const struct register_row *field);
/* The bits of the byte lanes @be; bit k stands for bits 8k+7..8k. */
uint32_t register_lanes_mask(unsigned int be);

#define REGISTER_MODEL_ROWS 256

/* The registers of a board or, if the table has several spaces, of one space. */
struct register_model {
	const struct register_row *rows;
	size_t count;
	const char *space;		     /* NULL: the table has one */
	uint32_t value[REGISTER_MODEL_ROWS]; /* by row; those of fields are not used */
	uint16_t row[REGISTER_MODEL_ROWS];   /* a register's row, by its word modulo the size */
};

/* Gives all registers of a table with @count rows, at most REGISTER_MODEL_ROWS, their values
 * after reset. */
void register_model_reset(struct register_model *m, const struct register_row *rows,
			  size_t count, const char *space);
/* Returns the value of the register at @offset, for the model to
 * change; NULL: there is none. */
uint32_t *register_model_at(struct register_model *m, uint32_t offset);
/* Returns the value of the register at @offset with the bits that a read does not show; 0 if
 * there is none. */
uint32_t register_model_get(const struct register_model *m, uint32_t offset);
/* Reads a register. Returns 0, or -EIO if there is none at @offset. */
int register_model_read(const struct register_model *m, uint32_t offset, uint32_t *value);
/* Writes the byte lanes @be of @data. @ones, if not NULL, gets the bits of WO fields that were
 * written with 1. Returns 0 or -EIO. */
int register_model_write(struct register_model *m, uint32_t offset, unsigned int be,
			 uint32_t data, uint32_t *ones);

#endif
