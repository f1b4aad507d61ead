/* SPDX-License-Identifier: Apache-2.0 */
#include "pc.h"
#include "mkboard.h"
#include "random.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <stdio.h>

#define TARGET 0x10000000u /* address of the memory that the loads write to */
#define TARGET_BYTES 0x100000u
#define BURST 16u	    /* maximum number of words */
#define CLOCKS_OF_WORD 1.0  /* clocks with DEVSEL# for each word of a burst */
#define CLOCKS_OF_BURST 1.0 /* further clocks with DEVSEL# in a burst */
#define CLOCKS_BETWEEN 4.0  /* clocks without DEVSEL#, in addition to the gap */

const struct pc_shape pc_shapes[] = {
	[PC_NO_LOAD] = {"none", 0, 0, 0, 0},
	/* successive sectors of a track, then a pause */
	[PC_DISK] = {"disk", 4096, 16384, 16, 4},
	/* frames of Ethernet */
	[PC_NETWORK] = {"network", 64, 1518, 8, 6},
};

struct pc {
	struct device dev; /* must be first, for pc_bus() */
	struct mkboard *b;
	uint64_t random;
	bool wanted; /* a processor waits for the bus or uses it */
	/* load */
	enum pc_load load;
	unsigned int percent;
	struct pci_cycle cycle;
	uint64_t data[BURST];
	unsigned int left; /* words left of the request */
	uint32_t at;
	uint64_t next; /* clock at which the next burst begins */
	double owed; /* clocks of pause that are still due after the words transferred so far */
};

/* ---- load ---- */

static void burst_ended(void *arg)
{
	struct pc *pc = arg;
	const struct pc_shape *shape = &pc_shapes[pc->load];
	const unsigned int moved = pc->cycle.moved;
	const double busy = moved * CLOCKS_OF_WORD + CLOCKS_OF_BURST;

	if (!shape->burst)
		return;
	/* a reset has cancelled the burst: repeat the same words */
	if (pc->cycle.end == PCI_CANCELLED) {
		pc->next = pc->b->pci_clocks + shape->gap;
		return;
	}
	SIM_CHECK(pc->b->s, moved > 0, "a burst of the load ends with %d", pc->cycle.end);
	pc->left -= moved < pc->left ? moved : pc->left;
	pc->at += 4 * moved;
	if (pc->at > TARGET_BYTES - 4 * BURST)
		pc->at = 0;
	pc->next = pc->b->pci_clocks + shape->gap;
	/* add the clocks without DEVSEL# that the load percentage requires after these clocks
	 * with it */
	pc->owed += busy * 100.0 / pc->percent - busy - shape->gap - CLOCKS_BETWEEN;
}

/* Makes an exponentially distributed pause whose mean is the pause due, then a new request. */
static void next_request(struct pc *pc)
{
	const struct pc_shape *shape = &pc_shapes[pc->load];
	const double u = ((double)(random_xorshift(&pc->random) >> 11) + 1) / 0x1p53;
	const double pause = pc->owed > 0 ? -log(u) * pc->owed : 0;

	pc->owed -= pause;
	pc->next += (uint64_t)pause;
	pc->left = (shape->least +
		    (unsigned int)(random_xorshift(&pc->random) %
				   (shape->most - shape->least + 1)) +
		    3) /
		   4;
}

static void bus_edge(void *arg)
{
	struct pc *pc = arg;
	const struct pc_shape *shape = &pc_shapes[pc->load];
	unsigned int words;

	if (!shape->burst || pc->wanted || pci_busy(pc->b->pci) || pc->b->pci_clocks < pc->next)
		return;
	if (!pc->left) {
		next_request(pc);
		if (pc->b->pci_clocks < pc->next)
			return;
	}
	words = pc->left < shape->burst ? pc->left : shape->burst;
	words -= pc->left - words == 1; /* do not leave a single word for the end */
	pc->cycle = (struct pci_cycle){.command = PCI_MEM_WRITE,
				       .addr = TARGET + pc->at,
				       .words = words,
				       .data = pc->data};
	pci_start(pc->b->pci, &pc->cycle, burst_ended, pc);
}

void pc_set_load(struct pc *pc, enum pc_load load, unsigned int percent)
{
	pc->load = percent ? load : PC_NO_LOAD;
	pc->percent = percent;
	pc->left = 0;
	pc->owed = 0;
	pc->next = pc->b->pci_clocks;
}

/* ---- the bus for a driver ---- */

static int bus_read(struct device *dev, enum device_space space, uint32_t addr,
		    unsigned int width, uint64_t *value)
{
	struct pc *pc = (struct pc *)dev;
	struct device *pci = pci_device(pc->b->pci);
	int err;

	pc->wanted = true;
	err = pci->ops->read(pci, space, addr, width, value);
	pc->wanted = false;
	return err;
}

static int bus_write(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t value)
{
	struct pc *pc = (struct pc *)dev;
	struct device *pci = pci_device(pc->b->pci);
	int err;

	pc->wanted = true;
	err = pci->ops->write(pci, space, addr, width, value);
	pc->wanted = false;
	return err;
}

static int bus_run(struct device *dev, uint64_t ns)
{
	sim_wait(((struct pc *)dev)->b->s, SIM_NS(ns));
	return 0;
}

/* The board has no interrupt. */
static int bus_wait_irq(struct device *dev, uint64_t timeout_us)
{
	(void)dev, (void)timeout_us;
	return -EOPNOTSUPP;
}

static const struct device_ops bus_ops = {
	.read = bus_read, .write = bus_write, .run = bus_run, .wait_irq = bus_wait_irq};

struct device *pc_bus(struct pc *pc)
{
	return &pc->dev;
}

struct pc *pc_open(struct mkboard *b, uint64_t seed)
{
	struct pc *pc = calloc(1, sizeof(*pc));

	SIM_CHECK(b->s, pc, "no memory");
	pc->dev.ops = &bus_ops;
	pc->b = b;
	pc->random = seed * 2 + 1;
	sim_cleanup(b->s, free, pc);
	pci_other_target(b->pci, TARGET, TARGET_BYTES, 0);
	sim_on(b->pclk, SIM_RISE, bus_edge, pc);
	return pc;
}

struct pc *pc_new(struct sim *s, uint64_t seed, sim_time osc, sim_time ext)
{
	/* phases such that edges of the two clocks never coincide */
	const struct mkboard_options o = {
		.osc = osc, .ext = ext, .phase = SIM_NS(3), .unwatched = true};
	struct mkboard *b = mkboard_open(s, &o);

	mkboard_power_on(b);
	return pc_open(b, seed);
}

void pc_reset(struct pc *pc)
{
	pc->wanted = true;
	mkboard_power_on(pc->b);
	pc->wanted = false;
}

struct pci *pc_pci(struct pc *pc)
{
	return pc->b->pci;
}

struct s16d *pc_cable(struct pc *pc)
{
	return pc->b->cable;
}

uint32_t pc_base(const struct pc *pc)
{
	return pc->b->base;
}

void pc_memory(struct pc *pc, uint32_t word, uint8_t *bytes, size_t n)
{
	mkboard_memory_bytes(pc->b, word, bytes, n);
}

/* ---- processors ---- */

static void do_access(struct pc *pc, struct pc_processor *p, const struct pc_operation *o)
{
	const sim_time began = sim_now(pc->b->s);
	const unsigned int width = o->action == PC_WRITE64 ? 64 : 32;
	uint64_t value = o->value;
	int err;

	mkboard_xcpu(pc->b, 1u << p->id);
	if (o->action == PC_READ)
		err = bus_read(&pc->dev, DEVICE_MEM, pc->b->base + o->offset, width, &value);
	else
		err = bus_write(&pc->dev, DEVICE_MEM, pc->b->base + o->offset, width, value);
	SIM_CHECK(pc->b->s, !err, "an access to offset %X ends with %d", o->offset, err);
	p->accesses++;
	p->last.value = value;
	p->waiting += sim_now(pc->b->s) - began;
}

static void step(struct pc *pc, struct pc_processor *p)
{
	if (!p->step(p, &p->last)) {
		p->ended = true;
		return;
	}
	if (p->ready > sim_now(pc->b->s))
		sim_wait_until(pc->b->s, p->ready);
	if (p->last.action != PC_COMPUTE)
		do_access(pc, p, &p->last);
	p->ready = sim_now(pc->b->s) + (p->last.action == PC_COMPUTE ? p->last.time : 0);
}

void pc_run(struct pc *pc, struct pc_processor *processors, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++)
		processors[i].ready = sim_now(pc->b->s);
	for (;;) {
		struct pc_processor *first = NULL;

		for (unsigned int i = 0; i < n; i++)
			if (!processors[i].ended &&
			    (!first || processors[i].ready < first->ready))
				first = &processors[i];
		if (!first)
			return;
		step(pc, first);
	}
}
