/* SPDX-License-Identifier: Apache-2.0 */
/* The card's side of the NUMAchine memory monitor, and a checker of its pins. */
#include "nmbus.h"
#include <errno.h>
#include <stdlib.h>

/* clocks from the rise of reset_n to the first in which a start counts */
#define RESET_CLOCKS 3
/* maximum number of clocks to wait for a free clock, and for an answer */
#define LIMIT 64
#define READ (1u << 3) /* bit of the command: read */

struct request {
	bool waits, data; /* waits for a free clock to assert sf_start; its write data follow in
			   * the next clock */
	bool write, dbl, cancelled;
	uint64_t ad, value;
	unsigned int clocks; /* clocks since the access was requested */
};

struct nmbus {
	struct device dev; /* first */
	struct sim *s;
	struct sim_clock *clk;
	struct sim_pin *reset_n, *mon_start, *ad, *cmd, *valid, *lock, *local_global,
		*label_data;
	struct sim_pin *fifo_en, *fifo_dir, *busy, *sf_start, *sf_double, *sf_ack, *sf_rdata,
		*interrupt;
	struct sim_pin *addr_oe, *flexprog_oe_n, *addr0_oe_n, *we_n, *d_oe, *oe_n;
	struct sim_pin *label_oe, *write_enable, *read_write, *strobe, *write_label;
	struct request r;
	bool open;	      /* between sf_start and sf_ack */
	unsigned int latency; /* clocks between sf_start and sf_ack */
	bool both;
	bool started;	/* mon_start is asserted in this clock */
	uint16_t label; /* label of a start in this clock, to be driven in the next one */
	nmbus_fn *fn;
	void *fn_arg;
	bool counts; /* the input FIFO counts in this clock, as nmbus_access.counts says */
};

/* ---- addresses ---- */

uint64_t nmbus_address(unsigned int window, uint32_t offset)
{
	return (uint64_t)NMBUS_MAGIC << 32 | (uint64_t)window << 24 | offset;
}

uint64_t nmbus_station(unsigned int station)
{
	return (uint64_t)1 << (60 + station / 4 % 4) | (uint64_t)1 << (56 + station % 4);
}

uint64_t nmbus_source(unsigned int processor, unsigned int phase)
{
	return nmbus_station(processor / 4) | (uint64_t)1 << (52 + processor % 4) |
	       (uint64_t)(phase & 15) << 48;
}

/* ---- the checker ---- */

static void fail_if(const struct nmbus *b, bool wrong, const char *what)
{
	if (wrong)
		SIM_FAIL(b->s, "NUMAchine card: %s", what);
}

static void check_pins(void *arg)
{
	struct nmbus *b = arg;
	bool reset, ack, d_oe, label;
	unsigned int writes;
	uint64_t oe;

	sim_settle(b->s);
	reset = !sim_get(b->reset_n);
	ack = sim_get(b->sf_ack);
	d_oe = sim_get(b->d_oe);
	label = sim_get(b->label_oe);
	writes = ~(unsigned int)sim_get(b->we_n) & 3;
	oe = (sim_get(b->flexprog_oe_n) ? 0 : 0xFFFE) | !sim_get(b->addr0_oe_n);
	fail_if(b, sim_get(b->addr_oe) != oe, "enables of the counter SRAM's address");
	fail_if(b, sim_get(b->write_enable) != label || sim_get(b->read_write) != label,
		"write_enable, read_write_sram and block_label_oe differ");
	fail_if(b, label != (sim_get(b->write_label) >> 1), "label bus driven outside Write");
	fail_if(b, writes && !d_oe, "counter SRAM written without data");
	fail_if(b, (writes || d_oe) && !sim_get(b->oe_n),
		"counter SRAM written with its outputs on");
	fail_if(b, reset && (writes || d_oe || label || ack || sim_get(b->strobe)),
		"the monitor drives or answers in reset");
	fail_if(b, ack && !b->open, "sf_ack, and no access is open");
	fail_if(b, b->open && b->latency > LIMIT, "an access without an answer");
	if (ack || reset)
		b->open = false;
	if (reset && (b->r.waits || b->r.data))
		b->r.cancelled = true;
}

/* ---- the card ---- */

static void put_start(struct nmbus *b, const struct nmbus_access *a)
{
	sim_put(b->mon_start, 1);
	sim_put(b->ad, a->ad);
	sim_put(b->cmd, a->cmd);
	sim_put(b->valid, a->valid);
	sim_put(b->lock, a->lock);
	sim_put(b->local_global, a->local_global);
	b->label = a->label;
	b->started = true;
}

static void put_random(struct nmbus *b)
{
	const uint64_t v = sim_random(b->s);

	sim_put(b->ad, sim_random(b->s));
	sim_put(b->cmd, v);
	sim_put(b->valid, v >> 16 & 1);
	sim_put(b->lock, v >> 17 & 1);
	sim_put(b->local_global, v >> 18 & 1);
}

static void put_request(struct nmbus *b)
{
	struct request *r = &b->r;

	sim_put(b->ad, r->ad);
	sim_put(b->cmd, r->write ? 0 : READ);
	sim_put(b->sf_start, 1);
	sim_put(b->sf_double, r->dbl);
	sim_put(b->mon_start, b->both);
	r->waits = false;
	r->data = b->open = true;
	b->latency = 0;
}

/* Starts a read by an automatic access (nmbus_access.special), with sf_start in this clock. */
static void put_special(struct nmbus *b, const struct nmbus_access *a)
{
	sim_put(b->ad, a->ad);
	sim_put(b->cmd, READ);
	sim_put(b->sf_start, 1);
	sim_put(b->sf_double, 0);
	b->open = true;
	b->latency = 0;
}

/* Returns whether an automatic transaction starts in this clock. */
static bool next_own_access(struct nmbus *b, struct nmbus_access *a)
{
	const bool starts = b->fn(b->fn_arg, a);

	if (a->counts)
		nmbus_fifo(b, a->fifo);
	b->counts = a->counts;
	if (!starts && a->data)
		sim_put(b->ad, a->ad);
	return starts;
}

static void next_clock(void *arg)
{
	struct nmbus *b = arg;
	struct request *r = &b->r;
	struct nmbus_access a = {0};

	sim_put(b->mon_start, 0);
	sim_put(b->sf_start, 0);
	sim_put(b->label_data, b->started ? b->label : sim_random(b->s));
	b->started = false;
	r->clocks++;
	b->latency += b->open;
	put_random(b);
	if (b->counts)
		nmbus_fifo(b, 0);
	b->counts = false;
	if (r->data) {
		r->data = false;
		if (r->write) {
			sim_put(b->ad, r->value);
			return;
		}
	}
	if (b->fn && !(r->waits && r->clocks > LIMIT) && next_own_access(b, &a))
		put_start(b, &a);
	else if (a.special)
		put_special(b, &a);
	else if (r->waits && !b->open)
		put_request(b);
}

void nmbus_start(struct nmbus *b, const struct nmbus_access *a)
{
	SIM_CHECK(b->s, !b->started && !sim_get(b->sf_start), "AD is taken in this clock");
	put_start(b, a);
}

void nmbus_transact(struct nmbus *b, const struct nmbus_access *a)
{
	unsigned int n = 0;

	sim_settle(b->s);
	while (sim_get(b->busy) || b->started || sim_get(b->sf_start)) {
		SIM_CHECK(b->s, n++ < 1000, "the monitor stays busy");
		sim_wait_edge(b->clk, SIM_RISE);
	}
	put_start(b, a);
	sim_wait_edge(b->clk, SIM_RISE);
}

void nmbus_put_label(struct nmbus *b, uint32_t entry, uint16_t label)
{
	nmbus_transact(b, &(struct nmbus_access){.ad = nmbus_address(NMBUS_LABELS, entry << 6),
						 .label = label});
}

void nmbus_traffic(struct nmbus *b, nmbus_fn *fn, void *arg)
{
	b->fn = fn;
	b->fn_arg = arg;
}

void nmbus_fifo(struct nmbus *b, int direction)
{
	sim_put(b->fifo_en, direction != 0);
	sim_put(b->fifo_dir, direction ? direction > 0 : sim_random(b->s) & 1);
}

void nmbus_reset(struct nmbus *b, unsigned int clocks)
{
	sim_put(b->reset_n, 0);
	sim_wait_cycles(b->clk, clocks);
	sim_put(b->reset_n, 1);
	sim_wait_cycles(b->clk, RESET_CLOCKS - 1);
}

/* ---- accesses of a processor ---- */

static int run_access(struct nmbus *b, bool write, uint64_t ad, unsigned int width,
		      uint64_t *value)
{
	const unsigned int window = (unsigned int)(ad >> 24) & 15;
	struct request *r = &b->r;

	if ((ad >> 32 & 15) != NMBUS_MAGIC || window < NMBUS_COUNTERS ||
	    (width != 32 && width != 64))
		return -EIO;
	*r = (struct request){
		.waits = true, .write = write, .dbl = width == 64, .ad = ad, .value = *value};
	do {
		sim_wait_edge(b->clk, SIM_RISE);
		if (!sim_get(b->reset_n))
			r->cancelled = true;
	} while (!r->cancelled && (r->waits || !sim_get(b->sf_ack)));
	if (r->cancelled) {
		*r = (struct request){0};
		return -ECANCELED;
	}
	if (!write)
		*value = sim_get(b->sf_rdata) & (width == 64 ? UINT64_MAX : UINT32_MAX);
	return 0;
}

int nmbus_read(struct nmbus *b, uint64_t ad, unsigned int width, uint64_t *value)
{
	*value = 0;
	return run_access(b, false, ad, width, value);
}

int nmbus_write(struct nmbus *b, uint64_t ad, unsigned int width, uint64_t value)
{
	return run_access(b, true, ad, width, &value);
}

void nmbus_start_both(struct nmbus *b, bool both)
{
	b->both = both;
}

unsigned int nmbus_latency(const struct nmbus *b)
{
	return b->latency;
}

/* ---- as a device ---- */

/* On AD the word at the lower address is in bits 63..32; a device has it in 31..0. */
static uint64_t swapped(uint64_t v, unsigned int width)
{
	return width == 64 ? v << 32 | v >> 32 : v;
}

static int dev_read(struct device *dev, enum device_space space, uint32_t addr,
		    unsigned int width, uint64_t *value)
{
	int err;

	if (space != DEVICE_MEM)
		return -EOPNOTSUPP;
	err = nmbus_read((struct nmbus *)dev, nmbus_address(addr >> 24, addr & 0xFFFFFF), width,
			 value);
	*value = swapped(*value, width);
	return err;
}

static int dev_write(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t value)
{
	struct nmbus *b = (struct nmbus *)dev;

	if (space != DEVICE_MEM)
		return -EOPNOTSUPP;
	if (addr >> 24 == NMBUS_LABELS && width <= 32) {
		nmbus_put_label(b, addr >> 6 & 0x3FFFF, (uint16_t)value);
		return 0;
	}
	return nmbus_write(b, nmbus_address(addr >> 24, addr & 0xFFFFFF), width,
			   swapped(value, width));
}

static bool is_irq_pending(void *arg)
{
	return sim_get(((struct nmbus *)arg)->interrupt);
}

static int dev_wait_irq(struct device *dev, uint64_t timeout_us)
{
	struct nmbus *b = (struct nmbus *)dev;

	return sim_wait_for(b->s, is_irq_pending, b, SIM_US(timeout_us)) ? 0 : -ETIMEDOUT;
}

static int dev_run(struct device *dev, uint64_t ns)
{
	struct nmbus *b = (struct nmbus *)dev;

	sim_wait_cycles(b->clk, (unsigned int)((SIM_NS(ns) + NMBUS_CLOCK - 1) / NMBUS_CLOCK));
	return 0;
}

static const struct device_ops dev_ops = {
	.read = dev_read,
	.write = dev_write,
	.wait_irq = dev_wait_irq,
	.run = dev_run,
};

struct device *nmbus_device(struct nmbus *b)
{
	return &b->dev;
}

/* ---- opening ---- */

struct nmbus *nmbus_open(struct sim *s, struct sim_clock *clk)
{
	struct nmbus *b = calloc(1, sizeof(*b));
	const struct {
		struct sim_pin **pin;
		const char *name;
	} pins[] = {
		{&b->reset_n, "reset_n"},
		{&b->mon_start, "mon_start"},
		{&b->ad, "ad"},
		{&b->cmd, "cmd"},
		{&b->valid, "valid"},
		{&b->lock, "lock"},
		{&b->local_global, "local_global"},
		{&b->label_data, "block_label_write_data"},
		{&b->fifo_en, "fifo_cnt_en"},
		{&b->fifo_dir, "fifo_cnt_dir"},
		{&b->busy, "busy"},
		{&b->sf_start, "sf_start"},
		{&b->sf_double, "sf_double"},
		{&b->sf_ack, "sf_ack"},
		{&b->sf_rdata, "sf_rdata"},
		{&b->interrupt, "sf_interrupt"},
		{&b->addr_oe, "counter_sram_addr_oe"},
		{&b->flexprog_oe_n, "flexprog_oe_n"},
		{&b->addr0_oe_n, "sram_addr0_oe_n"},
		{&b->we_n, "counter_sram_we_n"},
		{&b->d_oe, "counter_sram_data_oe"},
		{&b->oe_n, "counter_sram_oe_n"},
		{&b->label_oe, "block_label_oe"},
		{&b->write_enable, "write_enable"},
		{&b->read_write, "read_write_sram"},
		{&b->strobe, "flex_write_sram"},
		{&b->write_label, "obs_write_label"},
	};

	SIM_CHECK(s, b != NULL, "no memory");
	sim_cleanup(s, free, b);
	b->dev.ops = &dev_ops;
	b->s = s;
	b->clk = clk;
	for (unsigned int i = 0; i < sizeof(pins) / sizeof(pins[0]); i++)
		*pins[i].pin = sim_pin(s, pins[i].name);
	sim_on(clk, SIM_BEFORE_RISE, check_pins, b);
	sim_on(clk, SIM_RISE, next_clock, b);
	return b;
}
