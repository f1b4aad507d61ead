/* SPDX-License-Identifier: Apache-2.0 */
#include "registers.h"
#include <stdio.h>
#include <string.h>

#define REGISTERS 256

struct held { /* a register and the expected value of its RW fields */
	const struct register_row *row;
	uint32_t mask, value; /* bits of its RW fields; their expected value */
	bool whole, alone;
};

static bool named(const char *list, const char *name)
{
	char blanks[64];

	snprintf(blanks, sizeof(blanks), " %s ", name);
	return list && strstr(list, blanks);
}

static unsigned int find_held(const struct register_board *b, struct held *held)
{
	unsigned int n = 0;
	struct held *h = NULL;

	for (const struct register_row *r = b->rows; r < b->rows + b->count; r++) {
		if (!r->field)
			h = NULL;
		else if (strcmp(r->access, "RW") == 0 && !named(b->skip, r->reg)) {
			if (!h) {
				const struct register_row *reg = r;

				while (reg->field)
					reg--;
				SIM_CHECK(b->s, n < REGISTERS, "too many registers: %s",
					  reg->reg);
				h = &held[n++];
				*h = (struct held){.row = reg,
						   .whole = b->words || named(b->whole, r->reg),
						   .alone = named(b->alone, r->reg)};
			}
			h->mask |= register_field_mask(r);
		}
	}
	return n;
}

static void expect(const struct register_board *b, const struct held *h, const char *after)
{
	const uint32_t v = b->get(b->arg, h->row);

	SIM_CHECK(b->s, (v & h->mask) == h->value, "%s is 0x%08X, not 0x%08X, after %s",
		  h->row->reg, v & h->mask, h->value, after);
}

/* Writes the byte lanes @be so that the bits @change of the register are inverted. */
static void write_changed(const struct register_board *b, struct held *h, unsigned int be,
			  uint32_t change, const char *what)
{
	char after[96];

	/* the lanes outside of @be carry inverted data, which the board must ignore */
	b->put(b->arg, h->row, be,
	       (h->value ^ change) ^ (~register_lanes_mask(be) & (uint32_t)sim_random(b->s)));
	if (!h->whole || be == 15)
		h->value ^= change & h->mask;
	snprintf(after, sizeof(after), "a write of %s.%s, lanes 0x%X", h->row->reg, what, be);
	expect(b, h, after);
}

static void hold_one(const struct register_board *b, struct held *h)
{
	for (unsigned int lane = 0; lane < 4; lane++)
		for (int twice = 0; twice < 2 && !b->words; twice++)
			write_changed(b, h, 1u << lane, register_lanes_mask(1u << lane),
				      "one lane");
	for (const struct register_row *f = h->row + 1; f < b->rows + b->count && f->field; f++)
		for (int twice = 0; twice < 2 && strcmp(f->access, "RW") == 0; twice++)
			write_changed(b, h, 15, register_field_mask(f), f->field);
}

unsigned int registers_hold(const struct register_board *b)
{
	static struct held held[REGISTERS];
	const unsigned int n = find_held(b, held);

	for (struct held *h = held; h < held + n; h++)
		if (h->alone) {
			const uint32_t before = b->get(b->arg, h->row);

			h->value = before & h->mask;
			hold_one(b, h);
			b->put(b->arg, h->row, 15, before);
		}
	for (int round = 0; round < 2; round++) {
		for (struct held *h = held; h < held + n; h++)
			if (!h->alone) {
				h->value = (round ? ~h->value : (uint32_t)sim_random(b->s)) &
					   h->mask;
				b->put(b->arg, h->row, 15, h->value);
			}
		for (struct held *h = held; h < held + n; h++) {
			if (!h->alone)
				hold_one(b, h);
			/* check all other registers, but only after every eighth one, because
			 * this takes long */
			if ((h - held) % 8 == 7 || h == held + n - 1)
				for (struct held *o = held; o < held + n; o++)
					if (!o->alone)
						expect(b, o, h->row->reg);
		}
	}
	return n;
}

void registers_reset(const struct register_board *b)
{
	for (const struct register_row *r = b->rows; r < b->rows + b->count; r++) {
		uint32_t v;

		if (r->field || named(b->skip, r->reg))
			continue;
		v = b->get(b->arg, r);
		SIM_CHECK(b->s, v == r->reset, "%s is 0x%08X after a reset, not 0x%08X", r->reg,
			  v, r->reset);
	}
}
