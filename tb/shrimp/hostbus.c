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

static void ended(void *arg, const struct word_cycle *c)
{
	const struct hostbus *b = arg;
	const struct eisa_cycle e = {.io = io_address(c->addr),
				     .write = c->write,
				     .slot = 1,
				     .addr = c->addr,
				     .be = b->axil && !c->write ? 15 : c->be,
				     .data = c->data,
				     .result = c->result};

	if (b->on_cycle)
		b->on_cycle(b->on_cycle_arg, &e);
}

void host_open(struct hostbus *b, struct sim *s, sim_time period, sim_time phase)
{
	b->s = s;
	b->axil = sim_has_pin(s, "aclk");
	b->clk = sim_clock(s, b->axil ? "aclk" : "wb_clk", period, phase);
	b->irq = sim_low(sim_pin(s, "irq"));
	b->word = (b->axil ? axil_open : wb_open)(s, b->clk, "");
	word_device_on_cycle(b->word, ended, b);
}

int host_read(struct hostbus *b, bool io, unsigned int slot, uint32_t addr, unsigned int be,
	      uint32_t *data)
{
	if (b->eisa)
		return eisa_read(b->eisa, io, slot, addr, be, data);
	return word_device_access(b->word, false, io ? addr & 0xFFF : addr, be, data);
}

int host_write(struct hostbus *b, bool io, unsigned int slot, uint32_t addr, unsigned int be,
	       uint32_t data)
{
	if (b->eisa)
		return eisa_write(b->eisa, io, slot, addr, be, data);
	return word_device_access(b->word, true, io ? addr & 0xFFF : addr, be, &data);
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
		axil_set_timing(b->word,
				&(struct axil_timing){.gap_max = t->idle_max,
						      .stall_percent = t->stretch_percent});
	else
		wb_set_timing(b->word, &(struct wb_timing){.gap_max = t->idle_max});
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
	return b->eisa ? eisa_device(b->eisa, slot) : &b->word->dev;
}

void host_reset(struct hostbus *b, sim_time time)
{
	word_device_reset(b->word, (unsigned int)(time / sim_clock_period(b->clk)) + 1);
}
