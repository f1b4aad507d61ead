/* SPDX-License-Identifier: Apache-2.0 */
#include "sampleboard.h"
#include <stdlib.h>
#include <string.h>

#define RESET_CLOCKS 8 /* until the board is out of its reset */
#define COUNTED_CLOCKS 2
#define SENDING_LIMIT SIM_MS(100)

/* Puts the event of the next clock on the pin. */
static void put_event(void *arg)
{
	struct sampleboard *b = arg;
	const bool event = b->left && sim_range(b->s, 1, 100) <= b->percent;

	b->clocks += b->left != 0;
	b->left -= event;
	b->events += event;
	sim_put(b->event, event);
}

/* Compares the interrupt, and keeps what the access of this clock must bring. */
static void step_golden(void *arg)
{
	struct sampleboard *b = arg;
	const bool write = sim_get(b->write);
	struct sampleboard_access *a = &b->access[write];

	SIM_EQ(b->s, sim_get(b->irq), b->g.irq, "irq");
	if (!sim_get(b->req)) {
		sample_golden_step(&b->g, sim_get(b->event), NULL);
		return;
	}
	SIM_CHECK(b->s, !a->open, "an access takes effect before the last one has ended");
	a->a = (struct sample_access){.write = write,
				      .whole = sim_get(b->be) == 15,
				      .offset = (uint32_t)sim_get(b->addr) << 2,
				      .data = (uint32_t)sim_get(b->wdata)};
	a->result = sample_golden_step(&b->g, sim_get(b->event), &a->a);
	a->open = true;
}

/* Compares what the bus has brought. */
static void access_ended(void *arg, const struct word_cycle *c)
{
	struct sampleboard *b = arg;
	struct sampleboard_access *a = &b->access[c->write];

	SIM_CHECK(b->s, a->open, "an access has ended that took no effect");
	a->open = false;
	SIM_EQ(b->s, a->a.offset, c->addr & ~3u, "offset of the access");
	SIM_CHECK(b->s, a->result == c->result, "answer to 0x%02X is %d, not %d", a->a.offset,
		  c->result, a->result);
	if (c->write)
		SIM_CHECK(b->s, a->a.data == c->data && a->a.whole == (c->be == 15),
			  "written data");
	else if (!c->result)
		SIM_CHECK(b->s, c->data == a->a.data, "register 0x%02X is 0x%08X, not 0x%08X",
			  a->a.offset, c->data, a->a.data);
}

struct sampleboard *sampleboard_open(struct sim *s, bool watched)
{
	struct sampleboard *b = calloc(1, sizeof(*b));

	SIM_CHECK(s, b, "no memory");
	sim_cleanup(s, free, b);
	b->s = s;
	b->percent = 100;
	b->event = sim_pin(s, "event_in");
	b->irq = sim_pin(s, "irq");
	b->req = sim_pin(s, "obs_req");
	b->write = sim_pin(s, "obs_write");
	b->addr = sim_pin(s, "obs_addr");
	b->be = sim_pin(s, "obs_be");
	b->wdata = sim_pin(s, "obs_wdata");
	sample_golden_reset(&b->g, strcmp(sim_model(s), "sample_small") ? 16 : 4);
	b->clk = sim_clock(s, "aclk", SAMPLE_CLOCK_PS, SAMPLE_CLOCK_PS);
	b->axil = axil_open(s, b->clk, "");
	b->dev = &b->axil->dev;
	put_event(b);
	sim_on(b->clk, SIM_RISE, put_event, b);
	if (watched) {
		word_device_on_cycle(b->axil, access_ended, b);
		sim_on(b->clk, SIM_BEFORE_RISE, step_golden, b);
	}
	sim_wait_cycles(b->clk, RESET_CLOCKS);
	sim_watch_x(s);
	return b;
}

uint32_t sampleboard_get(struct sampleboard *b, uint32_t offset)
{
	uint32_t v;

	SIM_EQ(b->s, word_device_read(b->axil, offset, &v), 0, "the board answers");
	return v;
}

void sampleboard_put(struct sampleboard *b, uint32_t offset, uint32_t value)
{
	SIM_EQ(b->s, word_device_write(b->axil, offset, 15, value), 0, "the board answers");
}

static bool sent(void *arg)
{
	const struct sampleboard *b = arg;

	return !b->left;
}

void sampleboard_send(struct sampleboard *b, uint64_t events, unsigned int percent)
{
	b->left = events;
	b->percent = percent;
	SIM_CHECK(b->s, sim_wait_for(b->s, sent, b, sim_now(b->s) + SENDING_LIMIT),
		  "the events take too long");
	sim_wait_cycles(b->clk, COUNTED_CLOCKS);
}
