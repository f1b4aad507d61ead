/* SPDX-License-Identifier: Apache-2.0 */
/* What AXI4-Lite and Wishbone have in common; see the header. */
#include "word_device.h"
#include "random.h"
#include "wordbus.h"
#include <errno.h>

/* ---- the run of accesses, and resets ---- */

uint32_t word_device_random(struct word_device *w)
{
	return (uint32_t)(random_xorshift(&w->rnd) >> 16);
}

unsigned int word_device_gap(struct word_device *w, unsigned int max)
{
	return max ? word_device_random(w) % (max + 1) : 0;
}

int word_device_run(struct word_device *w, struct word_cycle *v, size_t n)
{
	if (!n)
		return 0;
	if (w->v) {
		SIM_FAIL(w->s, "%s: an access is called for while another is under way",
			 w->bus);
		return -EBUSY;
	}
	while (w->reset_left)
		sim_wait_edge(w->clk, SIM_RISE);
	w->v = v;
	w->n = n;
	w->begin(w);
	w->busy = true;
	sim_wait_while(w->s, &w->busy);
	for (size_t i = 0; i < n; i++)
		if (v[i].result)
			return v[i].result;
	return 0;
}

void word_device_end_run(struct word_device *w)
{
	w->v = NULL;
	w->busy = false;
}

int word_device_access(struct word_device *w, bool write, uint32_t addr, unsigned int be,
		       uint32_t *data)
{
	struct word_cycle c = {.write = write, .addr = addr, .be = be, .data = *data};
	const bool outside = w->addr_bits < 32 && addr >> w->addr_bits;
	const int err = outside ? -EIO : word_device_run(w, &c, 1);

	if (!write)
		*data = err ? UINT32_MAX : c.data;
	return err;
}

int word_device_read(struct word_device *w, uint32_t addr, uint32_t *data)
{
	return word_device_access(w, false, addr, 15, data);
}

int word_device_write(struct word_device *w, uint32_t addr, unsigned int be, uint32_t data)
{
	return word_device_access(w, true, addr, be, &data);
}

static void begin_reset(void *arg)
{
	struct word_device *w = arg;

	sim_put(w->reset, w->reset_level);
	w->cancel(w);
	word_device_end_run(w);
	w->reset_seen = 0;
	/* one more, because the first clock may be cut short */
	w->reset_left = w->reset_clocks + 1;
}

void word_device_reset_in(struct word_device *w, sim_time delay, unsigned int clocks)
{
	w->reset_clocks = clocks ? clocks : 1;
	sim_at(w->s, sim_now(w->s) + delay, begin_reset, w);
}

void word_device_reset(struct word_device *w, unsigned int clocks)
{
	w->reset_clocks = clocks ? clocks : 1;
	begin_reset(w);
	while (w->reset_left)
		sim_wait_edge(w->clk, SIM_RISE);
}

bool word_device_in_reset(struct word_device *w)
{
	if (!w->reset_left)
		return false;
	w->reset_seen++;
	if (--w->reset_left == 0)
		sim_put(w->reset, !w->reset_level);
	return true;
}

void word_device_on_cycle(struct word_device *w, word_cycle_fn *fn, void *arg)
{
	SIM_CHECK(w->s, w->observers < WORD_DEVICE_OBSERVERS, "%s: too many observers", w->bus);
	w->observer[w->observers].fn = fn;
	w->observer[w->observers++].arg = arg;
}

void word_device_ended(struct word_device *w, const struct word_cycle *c)
{
	for (unsigned int i = 0; i < w->observers; i++)
		w->observer[i].fn(w->observer[i].arg, c);
}

/* ---- the device backend ---- */

static int word_access(struct device *dev, enum device_space space, uint32_t addr,
		       unsigned int width, uint64_t *value, bool write)
{
	struct word_device *w = (struct word_device *)dev;
	const unsigned int bytes = width / 8, shift = addr % 4 * 8;
	uint32_t word[2] = {(uint32_t)*value << shift, (uint32_t)(*value >> 32)};
	int err = wordbus_check(space, addr, width);

	if (!err)
		err = word_device_access(w, write, addr & ~3u,
					 width >= 32 ? 15 : ((1u << bytes) - 1) << addr % 4,
					 &word[0]);
	if (!err && width == 64)
		err = word_device_access(w, write, addr + 4, 15, &word[1]);
	if (!err && !write)
		*value = wordbus_value(word, addr, width);
	return err;
}

static int word_read(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t *value)
{
	*value = 0;
	return word_access(dev, space, addr, width, value, false);
}

static int word_write(struct device *dev, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t value)
{
	return word_access(dev, space, addr, width, &value, true);
}

static int word_wait_irq(struct device *dev, uint64_t timeout_us)
{
	struct word_device *w = (struct word_device *)dev;
	const sim_time now = sim_now(w->s);
	const sim_time end = timeout_us < (UINT64_MAX - now) / SIM_US(1)
				     ? now + SIM_US(timeout_us)
				     : UINT64_MAX;

	while (!*w->irq) {
		if (sim_now(w->s) >= end)
			return -ETIMEDOUT;
		sim_wait_edge(w->clk, SIM_RISE);
	}
	return 0;
}

static int word_run(struct device *dev, uint64_t ns)
{
	sim_wait(((struct word_device *)dev)->s, SIM_NS(ns));
	return 0;
}

/* The simulation owns the bus. */
static const struct device_ops ops = {
	.read = word_read, .write = word_write, .wait_irq = word_wait_irq, .run = word_run};

void word_device_init(struct word_device *w, const char *owner)
{
	w->dev.ops = &ops;
	w->irq = sim_low(sim_pin_of(w->s, owner, "irq"));
	w->rnd = sim_random(w->s) | 1;
	w->reset_clocks = 4;
	begin_reset(w);
}
