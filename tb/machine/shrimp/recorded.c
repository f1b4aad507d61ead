/* SPDX-License-Identifier: Apache-2.0 */
#include "recorded.h"
#include "inside.h"
#include <errno.h>
#include <stdlib.h>

/* After this number of events without an access the program lets the time of their instructions
 * pass; otherwise it would read a recording without accesses to its end at once. Accesses of
 * other nodes take no time; between them the program may rest. */
#define READ_MOST 8192
#define WAIT_CYCLES 20 /* cycles until a node that waits for another checks again */

struct program {
	struct recorded *r;
	unsigned int node;
	void *source;
	bool reads_on;	     /* the source has returned no access yet */
	bool mine;	     /* the following accesses are this node's work */
	uint64_t cycles;     /* cycles of instructions since the last access that
			      * still have to pass */
	unsigned int events; /* since then */
	uint64_t instructions;
	uint32_t stores;
};

struct recorded {
	struct recorded_config c;
	struct mc *m;
	struct program program[RECORDED_NODES];
	int error;
	unsigned int bad_node;
};

void recorded_defaults(struct recorded_config *c)
{
	*c = (struct recorded_config){0};
	mc_defaults(&c->mc);
	c->mc.interference = false;
}

static uint64_t value(uint32_t addr, uint32_t count)
{
	const uint32_t low = addr * 0x9E3779B1u ^ count * 0x85EBCA6Bu;

	return (uint64_t)(low * 0xC2B2AE35u) << 32 | (low ^ low >> 15);
}

/* The part of a store of @left bytes at @addr that one bus cycle carries: two words, a word, or
 * part of one. */
static unsigned int piece(uint64_t addr, unsigned int left)
{
	const unsigned int to_end = 4 - (unsigned int)(addr % 4);

	if (left >= 8 && addr % 8 == 0)
		return 8;
	return left < to_end ? left : to_end;
}

static void load(struct program *p, struct cpu *cpu, uint64_t addr, uint32_t bytes)
{
	const struct pagemap_entry *e = pagemap_find(p->r->c.map, addr);

	/* a mapped page is accessed at the address that it has in node 0 */
	if (e && e->sender == p->node)
		cpu_load(cpu, e->dest + (uint32_t)(addr % PAGE_BYTES & ~UINT64_C(3)), 4);
	else
		cpu_private_load(cpu, addr, bytes);
}

static void store(struct program *p, struct cpu *cpu, uint64_t addr, uint32_t left)
{
	while (left) {
		const struct pagemap_entry *e = pagemap_find(p->r->c.map, addr);
		const unsigned int bytes = piece(addr, left);

		if (e && e->sender == p->node) {
			const uint32_t at = e->dest + (uint32_t)(addr % PAGE_BYTES);

			cpu_write_memory(cpu, at, bytes, value(at, p->stores++));
		} else {
			cpu_private_store(cpu, addr, bytes);
		}
		addr += bytes;
		left -= bytes;
	}
}

static void marker(struct program *p, struct cpu *cpu, unsigned int code)
{
	if (code == LACKEY_START)
		p->mine = true;
	else if (code >= LACKEY_NODE && code < LACKEY_NODE + RECORDED_NODES)
		p->mine = code - LACKEY_NODE == p->node;
	else if (code == LACKEY_BARRIER)
		cpu_meet(cpu);
}

/* Lets the time of the instructions since the last call pass. */
static void compute(struct program *p, struct cpu *cpu)
{
	if (p->cycles)
		cpu_compute(cpu, p->cycles);
	p->cycles = 0;
	p->events = 0;
}

static void access_memory(struct program *p, struct cpu *cpu, const struct lackey_access *a)
{
	compute(p, cpu);
	switch (a->kind) {
	case LACKEY_LOAD:
		load(p, cpu, a->addr, a->size);
		break;
	case LACKEY_STORE:
		store(p, cpu, a->addr, a->size);
		break;
	case LACKEY_MODIFY:
		load(p, cpu, a->addr, a->size);
		store(p, cpu, a->addr, a->size);
		break;
	case LACKEY_MARKER:
		marker(p, cpu, a->size);
		break;
	case LACKEY_INSTR:
		break;
	}
}

/* Reads the source's next access and waits until it may begin. */
static int next(struct program *p, struct cpu *cpu, struct lackey_access *a)
{
	const struct recorded_config *c = &p->r->c;
	int got;

	if (!c->asks)
		return c->next(p->source, a);
	if (!p->reads_on)
		c->asks(p->source, cpu_ps(cpu));
	while ((got = c->next(p->source, a)) == -EAGAIN)
		cpu_compute(cpu, WAIT_CYCLES);
	p->reads_on = got > 0 && a->kind == LACKEY_INSTR;
	if (!p->reads_on && c->begins(p->source) > cpu_ps(cpu))
		cpu_wait_until(cpu, c->begins(p->source) * c->mc.p.cpu_mhz / 1000000 + 1);
	return got;
}

static void run(struct cpu *cpu, void *arg)
{
	struct recorded *r = arg;
	struct program *p = &r->program[cpu_node(cpu)];
	struct lackey_access a;
	int got;

	while ((got = next(p, cpu, &a)) > 0) {
		cpu_rest(cpu);
		if (a.kind == LACKEY_INSTR) {
			p->cycles += p->mine ? a.count : 0;
			p->instructions += p->mine ? a.count : 0;
		} else if (p->mine || a.kind == LACKEY_MARKER) {
			access_memory(p, cpu, &a);
			continue;
		}
		if (++p->events == READ_MOST)
			compute(p, cpu);
	}
	compute(p, cpu);
	if (got < 0 && !r->error) {
		r->error = got;
		r->bad_node = p->node;
		cpu_fail(cpu, "the recording cannot be read");
	}
}

static int map_pages(struct recorded *r)
{
	int err = 0;

	for (size_t i = 0; i < pagemap_count(r->c.map) && !err; i++) {
		const struct pagemap_entry *e = pagemap_at(r->c.map, i);

		err = mc_import(r->m, 0, e->dest, e->color & 15, e->irq, true);
		if (!err)
			err = mc_map(r->m, e->sender, e->dest, 0, e->dest);
	}
	return err;
}

int recorded_open(struct recorded **out, const struct recorded_config *c)
{
	struct recorded *r;
	int err;

	if (!c->next || !c->map)
		return -EINVAL;
	r = calloc(1, sizeof(*r));
	if (!r)
		return -ENOMEM;
	r->c = *c;
	r->c.mc.nodes = RECORDED_NODES;
	r->c.mc.memory = PAGEMAP_DEST + (uint32_t)pagemap_count(c->map) * PAGE_BYTES;
	err = mc_open(&r->m, &r->c.mc);
	if (!err)
		err = map_pages(r);
	if (!err)
		err = mc_keep(r->m, 0);
	for (unsigned int i = 0; i < RECORDED_NODES && !err; i++) {
		r->program[i] = (struct program){
			.r = r, .node = i, .source = c->source[i], .mine = true};
		if (c->source[i])
			err = mc_program(r->m, i, run, r);
	}
	if (err) {
		recorded_close(r);
		return err;
	}
	*out = r;
	return 0;
}

void recorded_close(struct recorded *r)
{
	if (!r)
		return;
	mc_close(r->m);
	free(r);
}

struct mc *recorded_machine(const struct recorded *r)
{
	return r->m;
}

int recorded_error(const struct recorded *r, unsigned int *node)
{
	*node = r->bad_node;
	return r->error;
}

uint64_t recorded_instructions(const struct recorded *r, unsigned int node)
{
	return r->program[node].instructions;
}
