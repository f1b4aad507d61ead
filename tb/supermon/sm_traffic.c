/* SPDX-License-Identifier: Apache-2.0 */
#include "sm_traffic.h"
#include <string.h>

static bool chance(struct sm_random *r)
{
	return sim_range(r->s, 0, 99) < r->percent;
}

static void answer(struct sm_random *r, struct sm_bus *b)
{
	const unsigned int first = r->clock & 1;

	for (unsigned int i = 0; i < 2 && !b->ans; i++) {
		const unsigned int tag = i ^ first;

		if (!r->flight[tag] || r->due[tag][0] > r->clock)
			continue;
		b->ans = true;
		b->ans_tag = tag;
		memmove(&r->due[tag][0], &r->due[tag][1],
			--r->flight[tag] * sizeof(r->due[tag][0]));
	}
}

void sm_random_bus(void *arg, struct sm_bus *b)
{
	struct sm_random *r = arg;
	const unsigned int tag = (unsigned int)sim_range(r->s, 0, 1);

	r->clock++;
	answer(r, b);
	if (r->pause) {
		r->pause--;
		return;
	}
	if (!r->requests || r->flight[tag] == r->depth || !chance(r))
		return;
	r->requests--;
	b->req = true;
	b->tag = tag;
	b->addr = r->base | ((uint32_t)sim_random(r->s) & r->vary);
	b->ctl = r->ctl[sim_range(r->s, 0, 3)];
	r->due[tag][r->flight[tag]++] = r->clock + sim_range(r->s, 1, r->latency);
	if (r->gap && ++r->made % 64 == 0)
		r->pause = r->gap;
}

static bool made(void *arg)
{
	const struct sm_random *r = arg;

	return !r->requests && !r->flight[0] && !r->flight[1];
}

void sm_random_run(struct sm_board *b, struct sm_random *r)
{
	sm_board_traffic(b, sm_random_bus, r);
	SIM_CHECK(b->s, sim_wait_for(b->s, made, r, SIM_MS(1000)), "the traffic does not end");
	sm_board_traffic(b, NULL, NULL);
	sim_wait_cycles(b->clk, 12);
}

void sm_random_tables(struct sm_board *b, const struct sm_random *r, uint16_t actions)
{
	uint8_t bit[SM_BIN_BITS];
	uint16_t v[SM_MATCH_WORDS];
	unsigned int bits = 0;

	memset(bit, SM_NO_BIT, sizeof(bit));
	for (unsigned int i = 0; i < SM_ADDRESS_BITS && bits < 4; i++)
		if (r->vary >> i & 1)
			bit[bits++] = (uint8_t)i;
	SM_OK(b, sm_set_bits(&b->m, bit));
	for (unsigned int i = 0; i < SM_MATCH_WORDS; i++)
		v[i] = sim_random(b->s) & 0xFFF;
	SM_OK(b, sm_write_table(&b->m, SM_MATCHES, 0, v, SM_MATCH_WORDS));
	for (unsigned int EACH(c, 0); c < 4; c++) {
		for (unsigned int EACH(state, 0); state < 16; state++) {
			for (unsigned int i = 0; i < 16; i++)
				v[i] = sim_random(b->s) & (15 | actions);
			SM_OK(b, sm_write_table(&b->m, SM_MACHINE,
						state << 12 | (uint32_t)r->ctl[c] << 4, v, 16));
		}
		for (unsigned int EACH(i, 0); i < 1u << bits; i++) {
			v[0] = sim_random(b->s) & 0x7FFF;
			SM_OK(b, sm_write_table(&b->m, SM_FUNCTION, i << 8 | r->ctl[c], v, 1));
		}
	}
}

void sm_simple_tables(struct sm_board *b, uint16_t action)
{
	static const uint8_t none[SM_BIN_BITS] = {31, 31, 31, 31, 31, 31, 31, 31,
						  31, 31, 31, 31, 31, 31, 31};
	const uint16_t user[2] = {0x1234, 0x7FFF};

	SM_OK(b, sm_set_bits(&b->m, none));
	SM_OK(b, sm_fill_table(&b->m, SM_MATCHES, 0, SM_MATCH_WORDS - 1, 0));
	SM_OK(b, sm_fill_table(&b->m, SM_MACHINE, 0, 0x1F, action));
	SM_OK(b, sm_write_table(&b->m, SM_FUNCTION, 0, user, 2));
}

void sm_clear(struct sm_board *b)
{
	for (int bank = 0; bank < 2; bank++)
		for (int part = 0; part < 2; part++)
			sram_fill(b->chip[bank][part], 0);
	if (b->g)
		memset(b->g->bank, 0, sizeof(b->g->bank));
}

struct list {
	const uint32_t *addr;
	const uint8_t *ctl;
	size_t n, i;
};

static void list_bus(void *arg, struct sm_bus *b)
{
	struct list *l = arg;

	/* the answer comes in the next clock */
	b->ans = l->i && l->i <= l->n;
	b->req = l->i < l->n;
	if (b->req) {
		b->addr = l->addr[l->i];
		b->ctl = l->ctl[l->i];
	}
	l->i++;
}

void sm_send(struct sm_board *b, const uint32_t *addr, const uint8_t *ctl, size_t n)
{
	struct list l = {addr, ctl, n, 0};

	sm_board_traffic(b, list_bus, &l);
	sim_wait_cycles(b->clk, (unsigned int)n + 2);
	sm_board_traffic(b, NULL, NULL);
	sim_wait_cycles(b->clk, 12);
}
