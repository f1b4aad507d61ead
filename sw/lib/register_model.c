/* SPDX-License-Identifier: Apache-2.0 */
#include "register_model.h"
#include <errno.h>
#include <stdbool.h>
#include <string.h>

uint32_t register_field_mask(const struct register_row *f)
{
	return (UINT32_MAX >> (31 - f->msb)) & (UINT32_MAX << f->lsb);
}

uint32_t register_lanes_mask(unsigned int be)
{
	uint32_t m = 0;

	for (unsigned int k = 0; k < 4; k++)
		if (be >> k & 1)
			m |= (uint32_t)0xFF << 8 * k;
	return m;
}

static bool is_register(const struct register_model *m, size_t i)
{
	return !m->rows[i].field && (!m->space || strcmp(m->rows[i].space, m->space) == 0);
}

static size_t place(uint32_t offset)
{
	return offset / 4 % REGISTER_MODEL_ROWS;
}

void register_model_reset(struct register_model *m, const struct register_row *rows,
			  size_t count, const char *space)
{
	*m = (struct register_model){.rows = rows, .count = count, .space = space};
	for (size_t i = 0; i < count; i++)
		m->value[i] = rows[i].reset;
	for (size_t i = count; i-- > 0;) /* of registers at the same offset, the first */
		if (is_register(m, i))
			m->row[place(rows[i].offset)] = (uint16_t)i;
}

/* Returns the row of the register at @offset, or m->count. */
static size_t find(const struct register_model *m, uint32_t offset)
{
	size_t i = m->row[place(offset)];

	if (m->rows[i].offset == offset && is_register(m, i))
		return i;
	for (i = 0; i < m->count && !(m->rows[i].offset == offset && is_register(m, i)); i++)
		;
	return i;
}

/* The bits of the fields of the register in row @i that have this access. */
static uint32_t bits(const struct register_model *m, size_t i, const char *access)
{
	uint32_t mask = 0;

	for (i++; i < m->count && m->rows[i].field; i++)
		if (strcmp(m->rows[i].access, access) == 0)
			mask |= register_field_mask(&m->rows[i]);
	return mask;
}

uint32_t *register_model_at(struct register_model *m, uint32_t offset)
{
	const size_t i = find(m, offset);

	return i < m->count ? &m->value[i] : NULL;
}

uint32_t register_model_get(const struct register_model *m, uint32_t offset)
{
	const size_t i = find(m, offset);

	return i < m->count ? m->value[i] : 0;
}

int register_model_read(const struct register_model *m, uint32_t offset, uint32_t *value)
{
	const size_t i = find(m, offset);

	if (i == m->count)
		return -EIO;
	*value = m->value[i] &
		 (bits(m, i, "RW") | bits(m, i, "RO") | bits(m, i, "W1C") | bits(m, i, "W1S"));
	return 0;
}

int register_model_write(struct register_model *m, uint32_t offset, unsigned int be,
			 uint32_t data, uint32_t *ones)
{
	const size_t i = find(m, offset);
	const uint32_t lanes = register_lanes_mask(be);
	uint32_t held;

	if (i == m->count)
		return -EIO;
	held = bits(m, i, "RW") & lanes;
	m->value[i] = (m->value[i] & ~held) | (data & held);
	m->value[i] &= ~(data & lanes & bits(m, i, "W1C"));
	m->value[i] |= data & lanes & bits(m, i, "W1S");
	if (ones)
		*ones = data & lanes & bits(m, i, "WO");
	return 0;
}
