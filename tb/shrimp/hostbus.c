/* SPDX-License-Identifier: Apache-2.0 */
#include "hostbus.h"

bool host_is_eisa(struct sim *s)
{
	return !sim_has_pin(s, "aclk") && !sim_has_pin(s, "wb_clk");
}

static bool io_address(uint32_t addr)
{
	return addr < 0x1000;
}

static void ended(struct hostbus *b, bool write, uint32_t addr, unsigned int be, uint32_t data,
		  int result)
{
	const struct eisa_cycle c = {.io = io_address(addr),
				     .write = write,
				     .slot = 1,
				     .addr = addr,
				     .be = be,
				     .data = data,
				     .result = result};

	if (b->on_cycle)
		b->on_cycle(b->on_cycle_arg, &c);
}

static void axil_ended(void *arg, const struct axil_cycle *c)
{
	ended(arg, c->write, c->addr, c->write ? c->be : 15, c->data, c->result);
}

static void wb_ended(void *arg, const struct wb_cycle *c)
{
	ended(arg, c->write, c->addr, c->be, c->data, c->result);
}

void host_open(struct hostbus *b, struct sim *s, sim_time period, sim_time phase)
{
	const bool axil = sim_has_pin(s, "aclk");

	b->s = s;
	b->clk = sim_clock(s, axil ? "aclk" : "wb_clk", period, phase);
	b->irq = sim_low(sim_pin(s, "irq"));
	if (axil) {
		b->axil = axil_open(s, b->clk, "");
		axil_on_cycle(b->axil, axil_ended, b);
	} else {
		b->wb = wb_open(s, b->clk, "");
		wb_on_cycle(b->wb, wb_ended, b);
	}
}

/* Makes an access on AXI4-Lite or Wishbone, whose models are both a word_device. */
static int word_access(struct hostbus *b, bool write, bool io, uint32_t addr, unsigned int be,
		       uint32_t *data)
{
	struct word_device *w = (struct word_device *)host_device(b, 0);

	return w->access(w, write, io ? addr & 0xFFF : addr, be, data);
}

int host_read(struct hostbus *b, bool io, unsigned int slot, uint32_t addr, unsigned int be,
	      uint32_t *data)
{
	if (b->eisa)
		return eisa_read(b->eisa, io, slot, addr, be, data);
	return word_access(b, false, io, addr, be, data);
}

int host_write(struct hostbus *b, bool io, unsigned int slot, uint32_t addr, unsigned int be,
	       uint32_t data)
{
	if (b->eisa)
		return eisa_write(b->eisa, io, slot, addr, be, data);
	return word_access(b, true, io, addr, be, &data);
}

int host_run(struct hostbus *b, struct eisa_cycle *v, size_t n)
{
	int first = 0;

	if (b->eisa)
		return eisa_run(b->eisa, v, n);
	for (size_t i = 0; i < n; i++) {
		v[i].result = v[i].write ? host_write(b, v[i].io, v[i].slot, v[i].addr, v[i].be,
						      v[i].data)
					 : host_read(b, v[i].io, v[i].slot, v[i].addr, v[i].be,
						     &v[i].data);
		first = first ? first : v[i].result;
	}
	return first;
}

unsigned int host_irqs(const struct hostbus *b)
{
	return b->eisa ? eisa_irqs(b->eisa) : (unsigned int)*b->irq << 12;
}

struct sim_pin *host_irq_pin(struct hostbus *b)
{
	return sim_pin(b->s, b->eisa ? "irq12_oe" : "irq");
}

void host_set_timing(struct hostbus *b, const struct eisa_timing *t)
{
	if (b->eisa)
		eisa_set_timing(b->eisa, t);
	else if (b->axil)
		axil_set_timing(b->axil,
				&(struct axil_timing){.gap_max = t->idle_max,
						      .stall_percent = t->stretch_percent});
	else
		wb_set_timing(b->wb, &(struct wb_timing){.gap_max = t->idle_max});
}

sim_time host_longest_wait(const struct hostbus *b)
{
	return b->eisa ? eisa_longest_wait(b->eisa) : 0;
}

void host_on_cycle(struct hostbus *b, eisa_cycle_fn *fn, void *arg)
{
	b->on_cycle = fn;
	b->on_cycle_arg = arg;
	if (b->eisa)
		eisa_on_cycle(b->eisa, fn, arg);
}

struct device *host_device(struct hostbus *b, unsigned int slot)
{
	return b->eisa	 ? eisa_device(b->eisa, slot)
	       : b->axil ? axil_device(b->axil)
			 : wb_device(b->wb);
}

void host_reset(struct hostbus *b, sim_time time)
{
	const unsigned int clocks = (unsigned int)(time / sim_clock_period(b->clk)) + 1;

	if (b->axil)
		axil_reset(b->axil, clocks);
	else
		wb_reset(b->wb, clocks);
}
