/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The golden model of HYPERMON as the board of a machine. It is stepped clock by clock while it
 * is active and skips idle time, so that minutes of machine time take seconds.
 */
#include "../../hypermon/hm_golden.h"
#include "board.h"
#include <errno.h>
#include <stdlib.h>

#define CLOCK IPSC2_NS(50)
/* Clocks from a rise at the port until the board sees it: the next edge samples it, and two
 * more synchronise it. */
#define STROBE_CLOCKS 3
/* Time from the address to the fall of REQ_n, and clocks until the transfer is executed. */
#define SETUP IPSC2_NS(10)
#define REQ_CLOCKS 3
#define TRANSFER IPSC2_NS(500)

struct model {
	struct ipsc2_board b; /* first */
	struct hm_golden *g;
	uint64_t done; /* number of simulated clocks; the input belongs to the next one */
	struct hm_golden_clock in;
	uint16_t strobe; /* levels */
	bool lost;
	ipsc2_time first_loss;
};

static void one_clock(struct model *d)
{
	hm_golden_step(d->g, &d->in);
	d->done++;
	d->in = (struct hm_golden_clock){0};
	if (!d->lost && hm_golden_status(d->g) & 1) {
		d->lost = true;
		d->first_loss = d->done * CLOCK;
	}
}

/* Simulates all clocks before @clock. */
static void advance(struct model *d, uint64_t clock)
{
	while (d->done < clock) {
		const uint64_t quiet = d->in.edge || d->in.req ? 0 : hm_golden_quiet(d->g);
		const uint64_t left = clock - d->done;

		if (!quiet) {
			one_clock(d);
		} else {
			const uint64_t n = quiet < left ? quiet : left;

			hm_golden_skip(d->g, n);
			d->done += n;
		}
	}
}

static void m_port(struct ipsc2_board *b, unsigned int node, unsigned int value)
{
	struct model *d = (struct model *)b;
	const uint16_t bit = (uint16_t)(1u << node);

	if (!(value & 16)) {
		d->strobe &= (uint16_t)~bit;
		return;
	}
	if (d->strobe & bit)
		return;
	d->strobe |= bit;
	advance(d, ipsc2_now(b->m) / CLOCK + STROBE_CLOCKS);
	d->in.edge |= bit;
	d->in.data |= (uint64_t)(value & 15) << 4 * node;
}

/* Performs a transfer while time passes. */
static void transfer(struct model *d, bool write, uint32_t addr, uint32_t wdata)
{
	const ipsc2_time now = ipsc2_now(d->b.m);
	const uint64_t clock = (now + SETUP) / CLOCK + REQ_CLOCKS;

	advance(d, clock);
	d->in.req = true;
	d->in.write = write;
	d->in.addr = addr & 0xFFFC;
	d->in.wdata = wdata;
	ipsc2_run(d->b.m, now + TRANSFER);
	advance(d, clock + 1);
}

static int m_read(struct ipsc2_board *b, uint32_t addr, uint32_t *value)
{
	struct model *d = (struct model *)b;

	transfer(d, false, addr, 0);
	*value = hm_golden_answer(d->g);
	return 0;
}

static int m_write(struct ipsc2_board *b, uint32_t addr, uint32_t value)
{
	transfer((struct model *)b, true, addr, value);
	return 0;
}

static ipsc2_time m_first_loss(struct ipsc2_board *b)
{
	struct model *d = (struct model *)b;

	advance(d, ipsc2_now(b->m) / CLOCK);
	return d->first_loss;
}

static void m_close(struct ipsc2_board *b)
{
	struct model *d = (struct model *)b;

	hm_golden_close(d->g);
	free(d);
}

struct ipsc2_board *ipsc2_model_open(unsigned int depth, bool marks)
{
	const struct hm_golden_config cfg = {
		.nodes = IPSC2_NODES, .depth = depth, .marks = marks};
	struct model *d = calloc(1, sizeof(*d));

	if (!d)
		return NULL;
	d->b = (struct ipsc2_board){.close = m_close,
				    .port = m_port,
				    .read = m_read,
				    .write = m_write,
				    .first_loss = m_first_loss};
	d->g = hm_golden_open(&cfg);
	if (!d->g) {
		free(d);
		return NULL;
	}
	return &d->b;
}
