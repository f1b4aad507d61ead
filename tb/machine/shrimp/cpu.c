/* SPDX-License-Identifier: Apache-2.0 */
/* The processor of a node: time, memory accesses, interrupts, the operating system. */
#include "inside.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t units_of(const struct cpu *n, uint64_t ps)
{
	return ps > UINT64_MAX / n->m->c.p.cpu_mhz ? UINT64_MAX : ps * n->m->c.p.cpu_mhz;
}

uint64_t cpu_ps(const struct cpu *n)
{
	return n->u / n->m->c.p.cpu_mhz;
}

void cpu_limit(struct cpu *n, uint64_t ps)
{
	const uint64_t u = units_of(n, ps);

	if (n->running && u < n->limit_u)
		n->limit_u = u;
}

void cpu_wake(struct cpu *n, uint64_t ps)
{
	if (!n->running && ps < n->wake)
		n->wake = ps;
}

void cpu_raise(struct cpu *n, uint64_t ps, const struct irq *irq)
{
	if (n->irqs == n->irq_room) {
		const unsigned int room = n->irq_room ? 2 * n->irq_room : 8;
		struct irq *more = realloc(n->irq, room * sizeof(*more));

		if (!more) {
			mc_fail(n->m, "out of memory");
			return;
		}
		n->irq = more;
		n->irq_room = room;
	}
	n->irq[n->irqs++] = *irq;
	if (n->running)
		cpu_limit(n, ps);
	else if (!n->in_irq)
		cpu_wake(n, ps);
}

/* ---- time ---- */

static void serve(struct cpu *n);

/* Lets the events catch up with the processor and serves interrupts meanwhile. With @absolute,
 * the time of the interrupts is part of the time that has passed. */
static void catch_up(struct cpu *n, bool absolute)
{
	do {
		const uint64_t target = n->u;
		uint64_t at;

		n->wake = cpu_ps(n);
		coroutine_suspend(n->co);
		at = n->wake;
		if (n->irqs && !n->in_irq) {
			const uint64_t from =
				units_of(n, at) < target ? units_of(n, at) : target;

			n->u = from;
			serve(n);
			if (!absolute)
				n->u += target - from;
			else if (n->u < target)
				n->u = target;
		}
	} while (n->u >= n->limit_u);
}

static void spend_units(struct cpu *n, uint64_t units)
{
	n->u += units;
	if (n->u >= n->limit_u)
		catch_up(n, false);
}

void cpu_spend(struct cpu *n, uint64_t cycles)
{
	spend_units(n, cycles * CYCLE);
}

/* Stalls the processor until @u. */
static void stand_until(struct cpu *n, uint64_t u)
{
	if (n->u < u)
		n->u = u;
	if (n->u >= n->limit_u)
		catch_up(n, true);
}

void cpu_block(struct cpu *n)
{
	uint64_t u;

	n->wake = MC_NEVER;
	if (n->irqs && !n->in_irq)
		n->wake = cpu_ps(n);
	coroutine_suspend(n->co);
	u = units_of(n, n->wake);
	if (n->u < u)
		n->u = u;
	if (n->irqs && !n->in_irq)
		serve(n);
}

/* ---- buses ---- */

/* Makes the processor the master of the bus; waits while the network interface is, which may
 * get it again during an interrupt that comes meanwhile. */
static void get_bus(struct cpu *n)
{
	for (;;) {
		const uint64_t t = cpu_ps(n);

		if (t < n->ni_from || t >= n->cpu_from)
			return;
		n->cpu_wants = true;
		n->st.bus_wait_ps += n->cpu_from - t;
		stand_until(n, units_of(n, n->cpu_from));
	}
}

/* The handler of the full FIFO: waits until it has room. */
static void wait_for_room(struct cpu *n, uint64_t from)
{
	while (n->stalled) {
		const bool was = n->in_irq;

		n->in_irq = true; /* the driver polls with interrupts disabled */
		cpu_block(n);
		n->in_irq = was;
	}
	n->st.stall_ps += cpu_ps(n) - from;
}

static void stall(struct cpu *n)
{
	const uint64_t from = cpu_ps(n);

	n->st.interrupts++;
	n->u += n->m->c.p.entry_cycles * CYCLE;
	wait_for_room(n, from);
}

static void after_bus(struct cpu *n, uint64_t cycles)
{
	n->cpu_until = (n->u + cycles * CYCLE) / n->m->c.p.cpu_mhz;
	if (n->stalled)
		stall(n);
	cpu_spend(n, cycles);
}

static void bus_read(struct cpu *n, uint64_t addr, unsigned int bytes)
{
	get_bus(n);
	n->st.reads++;
	if (n->m->on_snoop)
		n->m->on_snoop(n->m->on_snoop_arg, n->id, cpu_ps(n), addr, bytes, false);
	combine_read(&n->combine, cpu_ps(n));
	after_bus(n, n->m->c.p.read_cycles);
}

void cpu_read_memory(struct cpu *n, uint64_t addr, unsigned int bytes)
{
	n->st.loads++;
	if (n->cache && cache_hit(n->cache, addr, bytes, true))
		cpu_spend(n, n->m->c.p.hit_cycles);
	else
		bus_read(n, addr, bytes);
}

static uint64_t get(const uint8_t *p, unsigned int bytes)
{
	uint64_t v = 0;

	for (unsigned int i = 0; i < bytes; i++)
		v |= (uint64_t)p[i] << 8 * i;
	return v;
}

static void put(uint8_t *p, unsigned int bytes, uint64_t v)
{
	for (unsigned int i = 0; i < bytes; i++)
		p[i] = (uint8_t)(v >> 8 * i);
}

/* Processes a word, or a part of one, of a write to a mapped page. */
static void update(struct cpu *n, uint32_t addr, unsigned int bytes, uint64_t value)
{
	const struct outgoing *o = &n->out[addr / MC_PAGE_BYTES];
	const uint64_t t = cpu_ps(n);
	const uint8_t be = (uint8_t)(((1u << bytes) - 1) << (addr & 3));
	const uint32_t word = addr & ~3u;

	combine_before_write(&n->combine, t, word, be, o);
	put(n->memory + addr, bytes, value);
	n->au[word / 4 % 1024] = (uint32_t)get(n->memory + word, 4);
	n->st.updates++;
	combine_write(&n->combine, t, word, be, o);
	if (o->single && n->combine.open) {
		combine_switch(&n->combine, t, false);
		combine_switch(&n->combine, t, true);
	}
	if (n->combine.open && n->combine.timeout_ps)
		cpu_limit(n, n->combine.last_ps + n->combine.timeout_ps);
}

static void store_unmapped(struct cpu *n, uint64_t addr, unsigned int bytes)
{
	if (n->cache && cache_hit(n->cache, addr, bytes, false)) {
		cpu_spend(n, n->m->c.p.hit_cycles);
		return;
	}
	get_bus(n);
	n->st.writes++;
	if (n->m->on_snoop)
		n->m->on_snoop(n->m->on_snoop_arg, n->id, cpu_ps(n), addr, bytes, true);
	combine_write(&n->combine, cpu_ps(n), addr & ~UINT64_C(3), 15, NULL);
	after_bus(n, n->m->c.p.write_cycles);
}

void cpu_write_memory(struct cpu *n, uint32_t addr, unsigned int bytes, uint64_t value)
{
	n->st.stores++;
	if (n->out[addr / MC_PAGE_BYTES].mapped) {
		get_bus(n);
		n->st.writes++;
		if (n->m->on_snoop)
			n->m->on_snoop(n->m->on_snoop_arg, n->id, cpu_ps(n), addr, bytes, true);
		if (bytes == 8) {
			update(n, addr, 4, (uint32_t)value);
			update(n, addr + 4, 4, value >> 32);
		} else {
			update(n, addr, bytes, value);
		}
		after_bus(n, n->m->c.p.write_cycles);
		return;
	}
	put(n->memory + addr, bytes, value);
	store_unmapped(n, addr, bytes);
}

/* ---- interrupts and the operating system ---- */

/* The other process runs for its quantum and uses the cache; interrupts are served. */
static void away(struct cpu *n)
{
	const uint64_t until = cpu_ps(n) + n->m->c.p.quantum_ps;

	n->st.switches++;
	n->away = true;
	n->in_irq = false;
	stand_until(n, units_of(n, until));
	n->in_irq = true;
	n->away = false;
	n->slice = n->m->c.p.quantum_ps / n->m->c.p.timer_ps;
}

static void serve_timer(struct cpu *n)
{
	const struct params *c = &n->m->c.p;

	n->st.timer_ticks++;
	cpu_spend(n, c->timer_cycles);
	if (n->away)
		return;
	/* the handler is in the cache, except for data changed since the last tick */
	if (c->rival && n->slice && --n->slice == 0) {
		away(n);
		return;
	}
	for (uint64_t i = 0; i < c->timer_reads; i++)
		bus_read(n, UINT64_MAX - MC_PAGE_BYTES, 4);
}

static void serve_one(struct cpu *n, const struct irq *irq)
{
	const uint64_t from = cpu_ps(n);
	struct flight *f = irq->f;

	n->st.interrupts++;
	cpu_spend(n, n->m->c.p.entry_cycles);
	switch (irq->kind) {
	case IRQ_TIMER:
		serve_timer(n);
		break;
	case IRQ_FULL:
		if (n->stalled)
			wait_for_room(n, from);
		break;
	case IRQ_ARRIVAL:
		if (n->on_arrival)
			n->on_arrival(n, n->on_arrival_arg, f->m.from, f->m.p.addr, f->words,
				      f->m.p.words);
		flight_free(n->m, f);
		break;
	case IRQ_OUTSIDE:
		irq->handler(n, irq->arg);
		break;
	}
}

static void serve(struct cpu *n)
{
	n->in_irq = true;
	while (n->irqs) {
		const struct irq irq = n->irq[0];

		memmove(n->irq, n->irq + 1, --n->irqs * sizeof(*n->irq));
		serve_one(n, &irq);
	}
	n->in_irq = false;
}

bool cpu_disable(struct cpu *n)
{
	const bool disabled = n->in_irq;

	n->in_irq = true;
	return disabled;
}

void cpu_restore(struct cpu *n, bool disabled)
{
	n->in_irq = disabled;
}

/* ---- functions for programs ---- */

/* Lets all programs continue after all have met. */
static void part(struct mc *m)
{
	m->met = 0;
	m->meet_ps += m->c.p.wire_ps;
	for (unsigned int i = 0; i < m->c.nodes; i++)
		if (m->node[i].meeting) {
			m->node[i].meeting = false;
			m->node[i].meet_until = m->meet_ps;
			cpu_wake(&m->node[i], m->meet_ps);
		}
}

void cpu_meet(struct cpu *n)
{
	struct mc *m = n->m;

	if (m->c.ranks)
		cpu_fail(n, "cpu_meet() on several ranks");
	/* a waiting processor reads a flag */
	bus_read(n, UINT64_MAX - MC_PAGE_BYTES, 4);
	if (cpu_ps(n) > m->meet_ps)
		m->meet_ps = cpu_ps(n);
	n->meeting = true;
	if (++m->met == m->live)
		part(m);
	while (n->meeting)
		cpu_block(n);
	stand_until(n, units_of(n, n->meet_until));
}

void cpu_entry(void *arg)
{
	struct cpu *n = arg;

	n->u = units_of(n, n->wake);
	if (n->fn) {
		n->fn(n, n->arg);
		combine_end(&n->combine, cpu_ps(n));
		if (n->stalled)
			stall(n);
		n->m->live--;
		if (n->m->met && n->m->met == n->m->live)
			part(n->m);
	}
	n->ended = true;
	n->st.end_ps = cpu_ps(n);
	for (;;)
		cpu_block(n);
}

/* The run has failed; this processor never continues. */
static _Noreturn void stop(struct cpu *n)
{
	for (;;) {
		n->wake = MC_NEVER;
		coroutine_suspend(n->co);
	}
}

void cpu_fail(struct cpu *n, const char *fmt, ...)
{
	char what[200];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	mc_fail(n->m, "node %u: %s", n->id, what);
	stop(n);
}

static void check(struct cpu *n, uint32_t addr, unsigned int bytes)
{
	if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
		cpu_fail(n, "an access of %u bytes", bytes);
	if (addr % bytes || addr >= n->m->c.memory)
		cpu_fail(n, "an access of %u bytes at 0x%X", bytes, addr);
}

unsigned int cpu_node(const struct cpu *n)
{
	return n->id;
}

unsigned int cpu_nodes(const struct cpu *n)
{
	return n->m->c.nodes;
}

uint64_t cpu_cycles(struct cpu *n)
{
	return n->u / CYCLE;
}

void cpu_compute(struct cpu *n, uint64_t cycles)
{
	cpu_spend(n, cycles);
}

void cpu_wait_until(struct cpu *n, uint64_t cycle)
{
	const uint64_t pass = n->m->c.p.loop_cycles * CYCLE, target = cycle * CYCLE;
	uint64_t passes = 1;

	if (target > n->u + pass)
		passes = (target - n->u + pass - 1) / pass;
	stand_until(n, n->u + passes * pass);
}

/* For the cache, private memory has other addresses than the machine's own memory. */
#define PRIVATE (UINT64_C(1) << 63)

void cpu_private_load(struct cpu *n, uint64_t addr, unsigned int bytes)
{
	cpu_read_memory(n, addr | PRIVATE, bytes);
}

void cpu_private_store(struct cpu *n, uint64_t addr, unsigned int bytes)
{
	n->st.stores++;
	store_unmapped(n, addr | PRIVATE, bytes);
}

uint64_t cpu_random(struct cpu *n)
{
	return mc_random(n);
}

uint64_t cpu_load(struct cpu *n, uint32_t addr, unsigned int bytes)
{
	check(n, addr, bytes);
	cpu_read_memory(n, addr, bytes);
	return get(n->memory + addr, bytes);
}

void cpu_store(struct cpu *n, uint32_t addr, unsigned int bytes, uint64_t value)
{
	check(n, addr, bytes);
	cpu_write_memory(n, addr, bytes, value);
}

uint32_t cpu_wait_word(struct cpu *n, uint32_t addr, uint32_t old)
{
	uint32_t v;

	check(n, addr, 4);
	for (;;) {
		v = (uint32_t)cpu_load(n, addr, 4);
		if (v != old)
			return v;
		/* the events up to now may have changed the word */
		if ((uint32_t)get(n->memory + addr, 4) != old)
			continue;
		n->watch = addr;
		cpu_block(n);
		n->watch = 0;
		cpu_spend(n, n->m->c.p.loop_cycles);
	}
}

void cpu_send(struct cpu *n, uint32_t src, unsigned int node, uint32_t dest, unsigned int words)
{
	const uint64_t io = n->m->c.p.io_bclk * n->m->c.p.bclk_ps;
	uint64_t read;

	if (words < 1 || words > 1024 || src % 4 || dest % 4 || node >= n->m->c.nodes ||
	    node == n->id || src >= n->m->c.memory || dest >= n->m->c.memory ||
	    src % MC_PAGE_BYTES + 4 * words > MC_PAGE_BYTES ||
	    dest % MC_PAGE_BYTES + 4 * words > MC_PAGE_BYTES)
		cpu_fail(n, "deliberate update of %u words from 0x%X to 0x%X of node %u", words,
			 src, dest, node);
	/* two commands to the network interface: the source, and the destination with the
	 * length */
	get_bus(n);
	spend_units(n, units_of(n, 2 * io));
	while (cpu_ps(n) < n->ni_until) {
		n->cpu_wants = true;
		n->st.bus_wait_ps += n->ni_until - cpu_ps(n);
		stand_until(n, units_of(n, n->ni_until));
	}
	ni_send_block(n, cpu_ps(n), src, node, dest, words);
	read = n->ni_until;
	stand_until(n, units_of(n, read));
	if (n->stalled)
		stall(n);
}

void cpu_combining(struct cpu *n, bool on)
{
	get_bus(n);
	combine_switch(&n->combine, cpu_ps(n), on);
	if (n->stalled)
		stall(n);
	spend_units(n, units_of(n, n->m->c.p.io_bclk * n->m->c.p.bclk_ps));
}

void cpu_rest(struct cpu *n)
{
	if (!n->m->c.steps || --n->m->steps)
		return;
	n->m->resting = true;
	/* no earlier event is pending: run_node() would have handled it */
	n->wake = cpu_ps(n);
	coroutine_suspend(n->co);
}

void cpu_call(struct cpu *n, void (*fn)(void *), void *arg)
{
	if (n->m->c.ranks)
		cpu_fail(n, "cpu_call() on several ranks");
	n->call_fn = fn;
	n->call_arg = arg;
	n->call_ps = cpu_ps(n);
	n->call = CALL_WAITING;
	while (n->call != CALL_DONE)
		cpu_block(n);
	n->call = CALL_NONE;
}
