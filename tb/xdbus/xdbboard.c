/* SPDX-License-Identifier: Apache-2.0 */
#include "xdbboard.h"
#include "xdbus_regs.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SETTLE 6	  /* clocks until everything is counted */
#define RESET 8		  /* clocks until the board is out of its reset */
#define LIMIT SIM_MS(500) /* time within which the machine must come to rest */

static void put_bus(struct xdbboard *b, unsigned int n)
{
	const struct xdb_wires *w = &b->w;
	const struct xdb_packet *p = &w->packet[n];

	sim_put(b->bus[n][0], w->head[n]);
	sim_put(b->bus[n][1], (uint64_t)p->kind);
	sim_put(b->bus[n][2], p->reply);
	sim_put(b->bus[n][3], p->unit);
	sim_put(b->bus[n][4], p->addr >> 6);
	sim_put(b->bus[n][5], w->hit[n]);
}

static void put_pins(void *arg)
{
	struct xdbboard *b = arg;

	if (b->m)
		xdb_machine_step(b->m, &b->w);
	for (unsigned int n = 0; n < XDB_BUSES; n++)
		put_bus(b, n);
	sim_put(b->cc_miss, b->w.cc_miss);
	sim_put(b->io_ref, b->w.io_ref);
	sim_put(b->io_hit, b->w.io_hit);
}

static void step_golden(void *arg)
{
	struct xdbboard *b = arg;
	const bool write = sim_get(b->write);
	struct xdbboard_access *a = &b->access[write];

	SIM_EQ(b->s, sim_get(b->irq), b->g.irq, "irq");
	if (!sim_get(b->req)) {
		xdb_golden_step(&b->g, &b->w, NULL);
	} else {
		SIM_CHECK(b->s, !a->open,
			  "an access takes effect before the last one has ended");
		*a = (struct xdbboard_access){
			.a = {.write = write,
			      .whole = sim_get(b->be) == 15,
			      .offset = (uint32_t)sim_get(b->addr) << 2,
			      .data = (uint32_t)sim_get(b->wdata)},
			.open = true,
		};
		b->accesses++;
		a->result = xdb_golden_step(&b->g, &b->w, &a->a);
	}
	b->wrongs += b->g.wrong != 0;
}

static void access_ended(void *arg, const struct word_cycle *c)
{
	struct xdbboard *b = arg;
	struct xdbboard_access *a = &b->access[c->write];

	SIM_CHECK(b->s, a->open, "an access has ended that took no effect");
	a->open = false;
	SIM_EQ(b->s, a->a.offset, c->addr & 0xFFC, "offset of the access");
	SIM_CHECK(b->s, a->result == c->result, "answer to 0x%03X is %d, not %d", a->a.offset,
		  c->result, a->result);
	if (c->write)
		SIM_CHECK(b->s, a->a.data == c->data && a->a.whole == (c->be == 15),
			  "written data");
	else if (!c->result)
		SIM_CHECK(b->s, c->data == a->a.data, "register 0x%03X is 0x%08X, not 0x%08X",
			  a->a.offset, c->data, a->a.data);
}

static void end(void *arg)
{
	struct xdbboard *b = arg;

	xdb_machine_free(b->m);
	free(b);
}

static void find_pins(struct xdbboard *b)
{
	static const char *const names[] = {"head", "kind", "reply", "unit", "addr", "hit"};

	for (unsigned int n = 0; n < XDB_BUSES; n++)
		for (unsigned int i = 0; i < 6; i++) {
			char name[16];

			snprintf(name, sizeof(name), "b%u_%s", n, names[i]);
			b->bus[n][i] = sim_pin(b->s, name);
		}
	b->cc_miss = sim_pin(b->s, "cc_miss");
	b->io_ref = sim_pin(b->s, "io_ref");
	b->io_hit = sim_pin(b->s, "io_hit");
	b->irq = sim_pin(b->s, "irq");
	b->req = sim_pin(b->s, "obs_req");
	b->write = sim_pin(b->s, "obs_write");
	b->addr = sim_pin(b->s, "obs_addr");
	b->be = sim_pin(b->s, "obs_be");
	b->wdata = sim_pin(b->s, "obs_wdata");
}

static void reset_golden(struct xdbboard *b)
{
	xdb_golden_reset(&b->g,
			 strcmp(sim_model(b->s), "xdbus_wrap") ? 0 : XDBBOARD_WRAP_LOSSES);
}

struct xdbboard *xdbboard_open(struct sim *s, const struct xdb_config *cfg, bool unwatched)
{
	struct xdbboard *b = calloc(1, sizeof(*b));

	SIM_CHECK(s, b, "no memory");
	b->s = s;
	b->unwatched = unwatched;
	sim_cleanup(s, end, b);
	if (cfg) {
		b->m = xdb_machine_new(cfg);
		SIM_CHECK(s, b->m, "no machine of this configuration");
	}
	find_pins(b);
	reset_golden(b);
	b->clk = sim_clock(s, "aclk", XDB_CLOCK_PS, XDB_CLOCK_PS);
	b->axil = axil_open(s, b->clk, "");
	b->dev = &b->axil->dev;
	put_pins(b);
	sim_on(b->clk, SIM_RISE, put_pins, b);
	if (!unwatched) {
		word_device_on_cycle(b->axil, access_ended, b);
		sim_on(b->clk, SIM_BEFORE_RISE, step_golden, b);
	}
	sim_need_falls(b->clk, false);
	xdbboard_wait(b, RESET); /* packets during the reset would be missed */
	return b;
}

void xdbboard_change(struct xdbboard *b, const struct xdb_config *cfg)
{
	xdb_machine_free(b->m);
	b->m = xdb_machine_new(cfg);
	SIM_CHECK(b->s, b->m, "no machine of this configuration");
	xdbboard_wait(b, SETTLE);
	xdbboard_put(b, XDBUS_SETUP, XDB_IO << 16 | cfg->first << 8 | cfg->ways / 2);
}

uint32_t xdbboard_get(struct xdbboard *b, uint32_t offset)
{
	uint32_t v;

	SIM_EQ(b->s, word_device_read(b->axil, offset, &v), 0, "the board answers");
	return v;
}

void xdbboard_put(struct xdbboard *b, uint32_t offset, uint32_t value)
{
	SIM_EQ(b->s, word_device_write(b->axil, offset, 15, value), 0, "the board answers");
}

void xdbboard_wait(struct xdbboard *b, unsigned int clocks)
{
	sim_wait_cycles(b->clk, clocks);
}

static bool idle(void *arg)
{
	const struct xdbboard *b = arg;

	return xdb_machine_idle(b->m);
}

void xdbboard_drain(struct xdbboard *b)
{
	SIM_CHECK(b->s, sim_wait_for(b->s, idle, b, LIMIT),
		  "the machine does not come to rest");
	xdbboard_wait(b, SETTLE);
}

void xdbboard_reset(struct xdbboard *b)
{
	reset_golden(b);
	word_device_reset(b->axil, 4);
	reset_golden(b);
}
