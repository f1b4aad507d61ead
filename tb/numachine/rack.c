/* SPDX-License-Identifier: Apache-2.0 */
#include "rack.h"
#include "model.h"
#include "wiring.h"
#include "numachine_regs.h"
#include <stdlib.h>
#include <string.h>

#define ANSWER 8u /* largest number of clocks of a register access */
#define QUIET 8u  /* clocks after the last start until the monitor is certainly idle */

/* Pins in addition to the inputs. */
#define PINS(X)                \
	X(clk)                 \
	X(reset_n)             \
	X(cache_line_size)     \
	X(num_memory_boards)   \
	X(block_label_i)       \
	X(counter_sram_data_i) \
	X(flexprog_oe_n)       \
	X(label_index)         \
	X(counter_sram_addr_o) \
	X(counter_sram_data_o) \
	X(counter_sram_we_n)   \
	X(obs_missed)          \
	X(sf_ack)              \
	X(sf_rdata)            \
	X(sf_config_register)  \
	X(ci_overflow)

enum { CARD_INPUTS(PAIR_NUMBER) WIRED_INPUTS(PAIR_NUMBER) PINS(PIN_NUMBER) P_NUMBER };

static const char *const names[] = {CARD_INPUTS(PAIR_NAME) WIRED_INPUTS(PAIR_NAME)
					    PINS(PIN_NAME)};

struct pin {
	void *at;
	unsigned int width;
};

struct rack {
	struct nm_golden *g; /* NULL: the RTL */
	struct model model;
	void *m;
	struct pin pin[P_NUMBER];
	uint32_t *counter;
	uint16_t *label;
	unsigned int config, quiet, depth;
	uint64_t missed;
};

static uint64_t get(const struct rack *r, unsigned int pin)
{
	const struct pin *p = &r->pin[pin];

	if (p->width <= 8)
		return *(const uint8_t *)p->at;
	if (p->width <= 16)
		return *(const uint16_t *)p->at;
	return p->width <= 32 ? *(const uint32_t *)p->at : *(const uint64_t *)p->at;
}

static void put(struct rack *r, unsigned int pin, uint64_t v)
{
	const struct pin *p = &r->pin[pin];

	if (p->width <= 8)
		*(uint8_t *)p->at = (uint8_t)v;
	else if (p->width <= 16)
		*(uint16_t *)p->at = (uint16_t)v;
	else if (p->width <= 32)
		*(uint32_t *)p->at = (uint32_t)v;
	else
		*(uint64_t *)p->at = v;
}

#define WIRE(from, to) put(r, P_##to, get(r, P_##from));
#define DRIVE(pin, field) put(r, P_##pin, c->field);

/* Drives the data of the SRAMs and propagates the wires. There are no accesses to counters. */
static void answer(struct rack *r)
{
	r->model.eval(r->m);
	put(r, P_counter_sram_data_i, r->counter[get(r, P_counter_sram_addr_o)]);
	put(r, P_block_label_i, r->label[get(r, P_label_index)]);
	CARD_WIRES(WIRE)
	r->model.eval(r->m);
}

static void edge(struct rack *r)
{
	const unsigned int we = ~(unsigned int)get(r, P_counter_sram_we_n) & 3;
	uint32_t *word = &r->counter[get(r, P_counter_sram_addr_o)];
	const uint32_t mask = (we & 1 ? 0xFFFFu : 0) | (we & 2 ? 0xFFFF0000u : 0);

	*word = (*word & ~mask) | ((uint32_t)get(r, P_counter_sram_data_o) & mask);
	r->missed += get(r, P_obs_missed);
	put(r, P_clk, 1);
	r->model.eval(r->m);
	put(r, P_clk, 0);
}

/* Simulates a clock of the RTL with the inputs @c. */
static void clock_rtl(struct rack *r, const struct nm_golden_clock *c)
{
	CARD_INPUTS(DRIVE)
	answer(r);
	edge(r);
}

/* Performs a processor's access to a register. */
static uint64_t access_register(struct rack *r, unsigned int reg, bool write, uint32_t value)
{
	const struct nm_golden_clock address = {.ad = UINT64_C(4) << 32 | 0x0F000000 | reg,
						.cmd = write ? 0 : 1 << 3,
						.sf_start = true},
				     data = {.ad = value};
	uint64_t v = 0;

	clock_rtl(r, &address);
	for (unsigned int i = 0; i < ANSWER; i++) {
		clock_rtl(r, &data);
		if (get(r, P_sf_ack))
			v = get(r, P_sf_rdata);
	}
	return v;
}

static bool open_rtl(struct rack *r, const struct nm_golden_geometry *geo, char *error,
		     unsigned int size)
{
	if (!model_load(&r->model, "numachine", error, size))
		return false;
	r->m = r->model.open(NULL, 0);
	r->counter = calloc(NM_GOLDEN_COUNTERS, sizeof(*r->counter));
	r->label = calloc(NM_GOLDEN_LABELS, sizeof(*r->label));
	if (!r->m || !r->counter || !r->label)
		return false;
	for (unsigned int i = 0; i < P_NUMBER; i++) {
		const int pin = r->model.find(names[i]);

		if (pin < 0)
			return false;
		r->pin[i] = (struct pin){r->model.pin_ptr(r->m, (unsigned int)pin),
					 r->model.pin_width((unsigned int)pin)};
	}
	put(r, P_cache_line_size, geo->line128);
	put(r, P_num_memory_boards, geo->boards2);
	for (unsigned int i = 0; i < 8; i++) {
		put(r, P_reset_n, i > 3);
		answer(r);
		edge(r);
	}
	access_register(r, NUMACHINE_CONFIG, true, r->config);
	return true;
}

struct rack *rack_open(bool rtl, const struct nm_golden_geometry *geo, unsigned int config,
		       char *error, unsigned int size)
{
	struct rack *r = calloc(1, sizeof(*r));

	strncpy(error, "no memory", size);
	if (!r)
		return NULL;
	r->config = config;
	if (rtl) {
		if (open_rtl(r, geo, error, size))
			return r;
		rack_close(r);
		return NULL;
	}
	r->g = nm_golden_open(&(struct nm_golden_config){.geo = *geo});
	if (!r->g) {
		free(r);
		return NULL;
	}
	for (unsigned int i = 0; i < 4; i++)
		nm_golden_step(r->g, &(struct nm_golden_clock){.reset = true});
	for (unsigned int i = 0; i < QUIET; i++)
		nm_golden_step(r->g, &(struct nm_golden_clock){.config = config});
	return r;
}

void rack_close(struct rack *r)
{
	if (!r)
		return;
	nm_golden_close(r->g);
	if (r->m)
		r->model.close(r->m);
	free(r->counter);
	free(r->label);
	free(r);
}

void rack_label(struct rack *r, uint32_t entry, uint16_t label)
{
	if (r->g)
		nm_golden_put_label(r->g, entry, label);
	else
		r->label[entry] = label;
}

static void clock_golden(struct rack *r, struct nm_golden_clock *c)
{
	struct nm_golden_state st;

	c->config = r->config;
	nm_golden_show(r->g, c, &st);
	c->busy = st.busy == NM_GOLDEN_YES;
	c->strobe = st.strobe == NM_GOLDEN_YES;
	c->overflow = st.ci_overflow;
	r->missed += st.missed;
	nm_golden_step(r->g, c);
}

void rack_clock(struct rack *r, const struct card_pins *p)
{
	const bool something = p->mon_start || p->fifo_cnt_en;
	struct nm_golden_clock c = {.mon_start = p->mon_start,
				    .ad = p->ad,
				    .cmd = p->cmd,
				    .valid = p->valid,
				    .lock = p->lock,
				    .local_global = p->local_global,
				    .fifo_en = p->fifo_cnt_en,
				    .fifo_up = p->fifo_cnt_dir};

	/* if no transaction comes, waits or is in the pipeline, the monitor's state does not
	 * change */
	if (!something && !r->quiet && !r->depth)
		return;
	if (p->fifo_cnt_en)
		r->depth = (r->depth + (p->fifo_cnt_dir ? 1 : 63)) % 64;
	r->quiet = something ? QUIET : r->quiet ? r->quiet - 1 : 0;
	if (r->g)
		clock_golden(r, &c);
	else
		clock_rtl(r, &c);
}

uint32_t rack_counter(const struct rack *r, unsigned int counter)
{
	return r->g ? nm_golden_get(r->g, counter) : r->counter[counter];
}

uint64_t rack_queued(struct rack *r)
{
	uint64_t low;

	if (r->g)
		return nm_golden_queued(r->g);
	low = access_register(r, NUMACHINE_QUEUED, false, 0);
	return access_register(r, NUMACHINE_QUEUED_HI, false, 0) << 32 | low;
}

uint64_t rack_missed(const struct rack *r)
{
	return r->missed;
}
