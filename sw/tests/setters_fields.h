/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes fields[], all fields of a board's register table, for struct setters. Define before the
 * include: REGISTERS, the table; EXTENSION, a second table, if there is one; PLACE(space,
 * offset), the device space and the address of a register; BITS(reg, field), the mask of a
 * field.
 */
#define SPACE_OF(space, addr) ((enum device_space)(space))
#define ADDR_OF(space, addr) ((int)(addr))
#define APPLY(macro, ...) macro(__VA_ARGS__)
enum {
#define REG(name, space, offset, reset, text)                 \
	SPACE_##name = APPLY(SPACE_OF, PLACE(space, offset)), \
	AT_##name = APPLY(ADDR_OF, PLACE(space, offset)),
#define FIELD(reg, name, msb, lsb, access, text)
#include REGISTERS
#ifdef EXTENSION
#include EXTENSION
#endif
#undef REG
#undef FIELD
};

static const struct setters_field fields[] = {
#define REG(name, space, offset, reset, text)
#define FIELD(reg, name, msb, lsb, access, text)                  \
	{#reg, #access, (enum device_space)SPACE_##reg, AT_##reg, \
	 (uint32_t)APPLY(BITS, reg, name)},
#include REGISTERS
#ifdef EXTENSION
#include EXTENSION
#endif
#undef REG
#undef FIELD
};
