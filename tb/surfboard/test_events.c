/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests selective notification (TR-596-99 3.6) with the real driver: a bin preloaded for a
 * threshold raises an interrupt, and the FIFO holds its number. When bins overflow faster than
 * the host can handle them, one interrupt at the FIFO's high-water mark reports many of them.
 *
 *	make wave TEST=threshold_interrupt
 */
#include "iscr.h"
#include "quick.h"
#include <errno.h>
#include <inttypes.h>

struct events {
	struct node *n;
	struct surf surf;
	unsigned int left; /* packets still to be sent */
	unsigned int colors;
};

static void put(struct events *e, enum surf_reg reg, uint32_t v)
{
	SIM_EQ(e->n->s, (uint64_t)surf_PutReg(&e->surf, reg, v), 0, "surf_PutReg");
}

static uint32_t get(struct events *e, enum surf_reg reg)
{
	uint32_t v = 0;

	SIM_EQ(e->n->s, (uint64_t)surf_GetReg(&e->surf, reg, &v), 0, "surf_GetReg");
	return v;
}

/* Preloads a bin so that it wraps at packet @threshold of its color. */
static void set_threshold(struct events *e, uint32_t bin, uint32_t threshold)
{
	const uint32_t v = -threshold;
	const uint8_t bytes[4] = {(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16),
				  (uint8_t)(v >> 24)};

	SIM_EQ(e->n->s, (uint64_t)surf_PutHMem(&e->surf, 4 * bin, bytes, 4, NULL, NULL), 0,
	       "surf_PutHMem");
}

/* Performs the steps of A.9.2 for a histogram by color with interrupts on @conditions. */
static void start_events(struct events *e, struct sim *s, uint32_t conditions)
{
	const struct node_config cfg = {.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = true};
	const struct sbit_variable *color = &sbit_variables[SBIT_COLOR];
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;

	*e = (struct events){.n = node_open(s, &cfg)};
	node_power_on(e->n);
	node_follow(e->n);
	SIM_EQ(s, (uint64_t)surf_open_device(&e->surf, e->n->dev), 0, "surf_open_device");
	memset(map.sel, SBIT_ZERO, sizeof(map.sel));
	for (unsigned int i = 0; i < color->width; i++)
		map.sel[i] = (uint8_t)(color->first + i);
	SIM_EQ(s, (uint64_t)sbit_compile(&map, stream), 0, "sbit_compile");
	SIM_EQ(s, (uint64_t)surf_ConfigHAS(&e->surf, stream, sizeof(stream)), 0,
	       "surf_ConfigHAS");
	put(e, SURF_IEMR, 0);
	put(e, SURF_ACDR, ACDR(.lat_n = 12, .tsize = 1));
	put(e, SURF_HTCR, 0); /* FRS off: the FIFO can be used */
	for (uint32_t EACH(bin, 0); bin < 1u << color->width; bin++)
		set_threshold(e, bin, 0);
	put(e, SURF_ISCR, ISCR_ALL);
	put(e, SURF_IEMR, conditions);
}

/* Makes packets of a few colors; the last packet has color 5. */
static bool next_color(void *arg, struct packet *p)
{
	struct events *e = arg;

	if (!e->left)
		return false;
	node_random_packet(e->n, p, 3, 20);
	/* the packet was sent in the past, even if the two clocks differ by a tick */
	p->tx -= 10;
	p->color = e->colors > 1 ? --e->left % e->colors : --e->left ? 3 : 5;
	return true;
}

static uint32_t pop(struct events *e)
{
	const uint32_t low = get(e, SURF_HFDR), mid = get(e, SURF_HFDR);
	const uint32_t high = get(e, SURF_HFDR);

	SIM_EQ(e->n->s, low >> 8 << 2 | mid >> 8 << 1 | high >> 8, 4, "LSB flags");
	return (low & 255) | mid << 8 | high << 16;
}

/* Counts 40 packets of color 3; the first packet of color 5 is the event. */
static void threshold_interrupt(struct sim *s)
{
	struct events e;
	uint32_t conditions;
	uint8_t bin[4];

	start_events(&e, s, BV);
	set_threshold(&e, 5, 1);
	put(&e, SURF_HTCR, HEN);
	e.left = 41;
	shrimp_start_packets(e.n->c, next_color, &e);
	SIM_EQ(s, (uint64_t)surf_WaitException(&e.surf, 1000, &conditions), 0,
	       "surf_WaitException");
	SIM_EQ(s, conditions, BV, "what has happened");
	SIM_EQ(s, e.left, 0, "packets that were still to come");
	SIM_EQ(s, get(&e, SURF_ISCR), BV | FNE, "PEND is off: the handler has masked it");
	SIM_EQ(s, (uint64_t)surf_ClearException(&e.surf), 0, "surf_ClearException");
	SIM_EQ(s, pop(&e), 5, "the bin");
	SIM_EQ(s, get(&e, SURF_ISCR), 0, "ISCR");
	SIM_EQ(s, (uint64_t)surf_GetHMem(&e.surf, 4 * 3, bin, 4, NULL, NULL), 0,
	       "surf_GetHMem");
	SIM_EQ(s, bin[0], 40, "the other bin");
	SIM_EQ(s, (uint64_t)surf_WaitException(&e.surf, 10, &conditions), (uint64_t)-ETIMEDOUT,
	       "another interrupt");
	node_compare(e.n);
}

#define ROUND 40u /* bins that overflow in a round, so that each does again in the next one */

/* Lets every packet overflow a bin. BV is masked. FAF interrupts when the FIFO is filled up to
 * its mark: once for a thousand events, all of which are in the FIFO. */
static void high_water_mark(struct sim *s)
{
	const unsigned int mark = (unsigned int)sim_length(s, 1000, 40); /* indices */
	struct events e;
	uint32_t conditions;

	start_events(&e, s, FAF);
	/* almost full from @mark indices on */
	put(&e, SURF_HFCR, SURF_HFCR(7, (4096 - 3 * mark + 1) & 0xFFF));
	put(&e, SURF_HTCR, HEN);
	for (unsigned int EACH(sent, 0); sent < mark; sent += ROUND) {
		for (uint32_t i = 0; i < ROUND; i++) {
			simm_poke(e.n->hist, i, UINT32_MAX);
			surf_golden_hist_put(e.n->g, i, UINT32_MAX);
		}
		SIM_EQ(s, host_irqs(e.n->host), 0, "an interrupt before the mark");
		e.left = e.colors = mark - sent < ROUND ? mark - sent : ROUND;
		node_play(e.n, next_color, &e);
	}
	SIM_EQ(s, (uint64_t)surf_WaitException(&e.surf, 0, &conditions), 0,
	       "surf_WaitException");
	SIM_EQ(s, conditions, FAF, "what has happened");
	/* the handler reads all slots and then ends the exception */
	for (unsigned int EACH(i, 0), block = 0; i < mark; i++, block = i / ROUND * ROUND) {
		const unsigned int in = mark - block < ROUND ? mark - block : ROUND;

		SIM_EQ(s, pop(&e), in - 1 - (i - block), "the bin");
	}
	SIM_EQ(s, (uint64_t)surf_ClearException(&e.surf), 0, "surf_ClearException");
	SIM_EQ(s, get(&e, SURF_ISCR) & (FNE | FAF | FV), 0, "FNE, FAF and FV");
	SIM_EQ(s, host_irqs(e.n->host), 0, "the interrupt line");
	node_compare(e.n);
}

const struct sim_test sim_tests[] = {
	{"threshold_interrupt", threshold_interrupt, NULL, NULL},
	{"high_water_mark", high_water_mark, NULL, NULL},
	{0},
};
