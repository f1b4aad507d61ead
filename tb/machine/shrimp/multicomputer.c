/* SPDX-License-Identifier: Apache-2.0 */
/* The machine: its set-up, and the order in which nodes and backbone are simulated. */
#include "../../../sw/lib/random.h"
#include "inside.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STACK (256u << 10)
#define STAMP_MASK ((UINT64_C(1) << 45) - 1)

/* ---- small things ---- */

void mc_fail(struct mc *m, const char *fmt, ...)
{
	va_list ap;

	if (m->failed)
		return;
	m->failed = true;
	va_start(ap, fmt);
	vsnprintf(m->why, sizeof(m->why), fmt, ap);
	va_end(ap);
}

static struct flight *flight_create(struct mc *m, unsigned int words)
{
	struct flight *f = calloc(1, sizeof(*f) + (words > 1 ? 4u * words : 0));

	if (!f) {
		mc_fail(m, "out of memory");
		return NULL;
	}
	f->room = words > 1 ? words : 0;
	f->later = m->flights;
	f->link = &m->flights;
	if (f->later)
		f->later->link = &f->later;
	return m->flights = f;
}

static void flight_destroy(struct flight *f)
{
	*f->link = f->later;
	if (f->later)
		f->later->link = f->link;
	free(f);
}

struct flight *flight_new(struct mc *m, unsigned int words)
{
	struct flight *f = m->spare;

	if (f && (words == 1 || f->room >= words)) {
		m->spare = f->next;
	} else {
		f = flight_create(m, words);
		if (!f)
			return NULL;
	}
	*f = (struct flight){.later = f->later, .link = f->link, .room = f->room};
	f->words = f->room ? (uint32_t *)(f + 1) : &f->word;
	return f;
}

void flight_free(struct mc *m, struct flight *f)
{
	if (f->room) {
		flight_destroy(f);
		return;
	}
	f->next = m->spare;
	m->spare = f;
}

void flights_add(struct flights *q, struct flight *f)
{
	f->next = NULL;
	if (q->head)
		q->tail->next = f;
	else
		q->head = f;
	q->tail = f;
}

struct flight *flights_take(struct flights *q)
{
	struct flight *f = q->head;

	if (f)
		q->head = f->next;
	return f;
}

void flights_sort_in(struct flights *q, struct flight *f)
{
	struct flight **at = &q->head;

	if (!q->head || q->tail->ready_ps <= f->ready_ps) {
		flights_add(q, f);
		return;
	}
	while ((*at)->ready_ps <= f->ready_ps)
		at = &(*at)->next;
	f->next = *at;
	*at = f;
}

uint64_t mc_random(struct cpu *n)
{
	return random_xorshift128(n->rnd);
}

uint64_t mc_random_below(struct cpu *n, uint64_t end)
{
	return (uint64_t)((double)(mc_random(n) >> 11) * 0x1p-53 * (double)end);
}

uint64_t mc_tick(const struct mc *m, uint64_t ps)
{
	return (m->start_tick + (ps - m->start_ps) / m->c.p.tick_ps) & STAMP_MASK;
}

/* ---- open and close ---- */

void mc_defaults(struct mc_config *c)
{
	*c = (struct mc_config){
		.nodes = 4,
		.seed = 1,
		.memory = 32u << 20,
		.combining = true,
		.boundary = 4096,
		.stamps = true,
		.interference = true,
	};
	params_defaults(&c->p);
}

static bool plausible(const struct mc_config *c)
{
	const struct params *p = &c->p;

	return c->nodes >= 1 && c->nodes <= MC_NODES_MAX && c->memory >= MC_PAGE_BYTES &&
	       c->memory <= MC_MEMORY_MAX && c->memory % MC_PAGE_BYTES == 0 && p->cpu_mhz &&
	       p->bclk_ps && p->tick_ps && p->wire_ps && p->mesh_width && p->mesh_width <= 64 &&
	       p->grant_max >= p->grant_min && p->loop_cycles && p->fetch_words &&
	       (!p->quantum_ps || p->quantum_ps >= p->timer_ps) &&
	       p->fifo_words >= mc_fifo_words(1024, true) && p->low_water < p->fifo_words &&
	       (!c->ranks || (c->ranks->ranks && c->ranks->ranks <= c->nodes &&
			      c->ranks->rank < c->ranks->ranks));
}

static int open_node(struct cpu *n, uint64_t *seed)
{
	const struct mc_config *c = &n->m->c;

	n->rnd[0] = random_splitmix(seed);
	n->rnd[1] = random_splitmix(seed) | 1;
	n->wake = n->timer_at = MC_NEVER;
	n->ended = true;
	if (!mc_local(n->m, n->id))
		return 0;
	n->memory = calloc(1, c->memory);
	if (c->p.cache_bytes) {
		n->cache = cache_open((uint32_t)c->p.cache_bytes);
		if (!n->cache)
			return -EINVAL;
	}
	n->co = coroutine_open(STACK, cpu_entry, n);
	if (!n->memory || !n->co)
		return -ENOMEM;
	return ni_open(n);
}

int mc_open(struct mc **out, const struct mc_config *c)
{
	uint64_t seed = c->seed;
	struct mc *m;
	size_t routers;
	int err = 0;

	if (!plausible(c))
		return -EINVAL;
	m = calloc(1, sizeof(*m));
	if (!m)
		return -ENOMEM;
	m->c = *c;
	routers = (c->nodes + c->p.mesh_width - 1) / c->p.mesh_width * c->p.mesh_width;
	m->link = calloc(routers * 5, sizeof(*m->link));
	m->node = calloc(c->nodes, sizeof(*m->node));
	if (!m->link || !m->node)
		err = -ENOMEM;
	else if (c->ranks)
		err = ranks_open(m);
	for (unsigned int i = 0; i < c->nodes && m->node; i++) {
		m->node[i].m = m;
		m->node[i].id = i;
	}
	for (unsigned int i = 0; i < c->nodes && !err; i++)
		err = open_node(&m->node[i], &seed);
	if (err) {
		mc_close(m);
		return err;
	}
	*out = m;
	return 0;
}

void mc_close(struct mc *m)
{
	if (!m)
		return;
	for (unsigned int i = 0; i < m->c.nodes && m->node; i++) {
		struct cpu *n = &m->node[i];

		ni_close(n);
		coroutine_close(n->co);
		cache_close(n->cache);
		free(n->memory);
		free(n->irq);
		free(n->outside);
	}
	/* also flights of programs that were stopped midway */
	while (m->flights)
		flight_destroy(m->flights);
	ranks_close(m);
	free(m->node);
	free(m->link);
	free(m);
}

const struct mc_config *mc_configuration(const struct mc *m)
{
	return &m->c;
}

/* ---- set-up ---- */

int mc_program(struct mc *m, unsigned int node, program_fn *fn, void *arg)
{
	if ((node >= m->c.nodes && node != MC_ALL) || m->started)
		return -EINVAL;
	for (unsigned int i = 0; i < m->c.nodes; i++)
		if (i == node || node == MC_ALL) {
			m->node[i].fn = fn;
			m->node[i].arg = arg;
		}
	return 0;
}

static bool is_page(const struct mc *m, unsigned int node, uint32_t page)
{
	return node < m->c.nodes && page % MC_PAGE_BYTES == 0 && page < m->c.memory;
}

static uint8_t tag(unsigned int color)
{
	return (uint8_t)(0x10 | color);
}

static int map(struct mc *m, unsigned int node, uint32_t page, unsigned int dest,
	       uint32_t dest_page, bool single)
{
	struct outgoing *o;
	struct incoming *in;

	if (!is_page(m, node, page) || !is_page(m, dest, dest_page) || node == dest)
		return -EINVAL;
	if (mc_local(m, node)) {
		o = &m->node[node].out[page / MC_PAGE_BYTES];
		if (o->mapped && (o->dest != dest || o->page != dest_page))
			return -EEXIST;
		*o = (struct outgoing){true, single, (uint8_t)dest, dest_page};
	}
	if (!mc_local(m, dest))
		return 0;
	in = &m->node[dest].in[dest_page / MC_PAGE_BYTES];
	if (!in->valid)
		*in = (struct incoming){.valid = true, .color = tag(0)};
	return 0;
}

int mc_map(struct mc *m, unsigned int node, uint32_t page, unsigned int dest,
	   uint32_t dest_page)
{
	return map(m, node, page, dest, dest_page, false);
}

int mc_map_single(struct mc *m, unsigned int node, uint32_t page, unsigned int dest,
		  uint32_t dest_page)
{
	return map(m, node, page, dest, dest_page, true);
}

int mc_unmap(struct mc *m, unsigned int node, uint32_t page)
{
	if (!is_page(m, node, page))
		return -EINVAL;
	if (mc_local(m, node))
		m->node[node].out[page / MC_PAGE_BYTES].mapped = false;
	return 0;
}

int mc_import(struct mc *m, unsigned int node, uint32_t page, unsigned int color,
	      bool interrupt, bool privileged)
{
	if (!is_page(m, node, page) || color > 15)
		return -EINVAL;
	if (!privileged)
		return -EPERM;
	if (mc_local(m, node))
		m->node[node].in[page / MC_PAGE_BYTES] = (struct incoming){
			.valid = true, .interrupt = interrupt, .color = tag(color)};
	return 0;
}

int mc_on_arrival(struct mc *m, unsigned int node, mc_arrival_fn *fn, void *arg)
{
	if (node >= m->c.nodes)
		return -EINVAL;
	m->node[node].on_arrival = fn;
	m->node[node].on_arrival_arg = arg;
	return 0;
}

uint8_t *mc_memory(struct mc *m, unsigned int node)
{
	return m->node[node].memory;
}

void mc_on_packet(struct mc *m, mc_packet_fn *fn, void *arg)
{
	m->on_packet = fn;
	m->on_packet_arg = arg;
}

void mc_on_snoop(struct mc *m, mc_snoop_fn *fn, void *arg)
{
	m->on_snoop = fn;
	m->on_snoop_arg = arg;
}

int mc_keep(struct mc *m, unsigned int node)
{
	if (node >= m->c.nodes)
		return -EINVAL;
	m->node[node].keep = true;
	return 0;
}

/* ---- the operating system's events ---- */

static void timer_event(struct cpu *n)
{
	const struct irq irq = {.kind = IRQ_TIMER};

	cpu_raise(n, n->timer_at, &irq);
	n->timer_at += n->m->c.p.timer_ps;
}

static void outside_event(struct cpu *n)
{
	const struct outside o = n->outside[0];
	const struct irq irq = {.kind = IRQ_OUTSIDE, .handler = o.handler, .arg = o.arg};

	memmove(n->outside, n->outside + 1, --n->outsides * sizeof(*n->outside));
	cpu_raise(n, o.ps, &irq);
}

void mc_interrupt(struct mc *m, unsigned int node, uint64_t ps, program_fn *handler, void *arg)
{
	const uint64_t at = ps > m->now ? ps : m->now;
	struct cpu *n = &m->node[node];
	struct outside *more;
	unsigned int i;

	if (m->c.ranks) {
		mc_fail(m, "mc_interrupt() on several ranks");
		return;
	}
	more = realloc(n->outside, (n->outsides + 1) * sizeof(*n->outside));
	if (!more) {
		mc_fail(m, "out of memory");
		return;
	}
	n->outside = more;
	/* ordered by time; those of the same time as they were announced */
	for (i = n->outsides++; i && n->outside[i - 1].ps > at; i--)
		n->outside[i] = n->outside[i - 1];
	n->outside[i] = (struct outside){at, handler, arg};
}

/* ---- the run ---- */

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t next_event(const struct cpu *n)
{
	uint64_t t = earlier(ni_next(n), n->timer_at);

	return n->outsides ? earlier(t, n->outside[0].ps) : t;
}

static void event(struct cpu *n, uint64_t ps)
{
	if (n->outsides && n->outside[0].ps <= ps)
		outside_event(n);
	else if (n->timer_at <= ps)
		timer_event(n);
	else
		ni_event(n, ps);
}

/* Runs a node's events and its processor up to, but not including, @end. */
static void run_node(struct cpu *n, uint64_t end)
{
	while (!n->m->failed && !n->m->resting) {
		const uint64_t t = next_event(n);

		if (t <= n->wake) {
			if (t >= end)
				return;
			event(n, t);
			continue;
		}
		if (n->wake >= end)
			return;
		n->limit_u = units_of(n, earlier(t, end));
		n->running = true;
		coroutine_resume(n->co);
		n->running = false;
	}
}

static bool call_waits(const struct mc *m)
{
	for (unsigned int i = 0; i < m->c.nodes; i++)
		if (m->node[i].call == CALL_WAITING)
			return true;
	return false;
}

/* Returns whether all programs of this process wait and only a packet could wake one. */
static bool stuck(const struct mc *m)
{
	for (unsigned int i = 0; i < m->c.nodes; i++) {
		const struct cpu *n = &m->node[i];

		if ((n->wake != MC_NEVER && !n->ended) || n->in_irq || n->irqs || n->outsides ||
		    n->call != CALL_NONE || (n->combine.open && n->combine.timeout_ps))
			return false;
	}
	return true;
}

static bool interrupts(const struct mc *m)
{
	for (unsigned int i = 0; i < m->c.nodes; i++)
		if (m->node[i].irqs || m->node[i].in_irq)
			return true;
	return false;
}

static uint64_t first_event(const struct mc *m)
{
	uint64_t first = MC_NEVER;

	for (unsigned int i = 0; i < m->c.nodes; i++) {
		const struct cpu *n = &m->node[i];

		if (mc_local(m, i))
			first = earlier(first, earlier(n->wake, next_event(n)));
	}
	return first;
}

/* Ends a window: the packets that the nodes of this process have sent are delivered, here and
 * on the other ranks. */
static void end_window(struct mc *m)
{
	if (m->c.ranks)
		ranks_exchange(m, (struct outlook){.now = m->now,
						   .start_ps = m->start_ps,
						   .start_tick = m->start_tick,
						   .first = first_event(m),
						   .live = m->live,
						   .in_flight = m->in_flight,
						   .stuck = stuck(m),
						   .interrupts = interrupts(m)});
	mesh_deliver(m);
}

void mc_start(struct mc *m, uint64_t ps, uint64_t tick, uint64_t after_ps)
{
	if (m->started)
		return;
	m->started = true;
	m->start_ps = m->now = ps;
	m->start_tick = tick;
	for (unsigned int i = 0; i < m->c.nodes; i++) {
		struct cpu *n = &m->node[i];

		if (!mc_local(m, i))
			continue;
		n->wake = ps + after_ps;
		n->ended = !n->fn;
		m->live += !n->ended;
		if (!m->c.interference)
			continue;
		if (!m->c.p.timer_ps)
			continue;
		n->timer_at = ps + mc_random_below(n, m->c.p.timer_ps);
		if (m->c.p.quantum_ps)
			n->slice = 1 + mc_random_below(n, m->c.p.quantum_ps / m->c.p.timer_ps);
	}
	if (m->c.ranks)
		end_window(m);
}

static bool dead(const struct mc *m)
{
	const struct outlook *o = &m->outlook;

	if (m->c.ranks)
		return o->live && !o->in_flight && o->stuck;
	return m->live && !m->in_flight && stuck(m);
}

static bool idle(const struct mc *m)
{
	const struct outlook *o = &m->outlook;

	if (m->c.ranks)
		return !o->live && !o->in_flight && !o->interrupts;
	return !m->live && !m->in_flight && !interrupts(m);
}

/* Begins the window that ends at m->end, unless the machine has reached @until, or stops. */
static enum mc_state begin_window(struct mc *m, uint64_t until, bool *reached)
{
	uint64_t first;

	if (call_waits(m))
		return MC_CALL;
	if (idle(m))
		return MC_ENDED;
	if (dead(m)) {
		mc_fail(m, "all programs wait for ever");
		return MC_FAILED;
	}
	first = m->c.ranks ? m->outlook.first : first_event(m);
	if (m->mesh.head)
		first = earlier(first, m->mesh.head->ready_ps);
	*reached = first >= until;
	m->end = earlier(first + m->c.p.wire_ps, until);
	return MC_RUNNING;
}

enum mc_state mc_run(struct mc *m, uint64_t until)
{
	if (!m->started)
		mc_start(m, 0, 0, 0);
	for (;;) {
		enum mc_state state = MC_RUNNING;
		bool reached = false;

		if (m->failed)
			return MC_FAILED;
		if (!m->resting)
			state = begin_window(m, until, &reached);
		if (state != MC_RUNNING)
			return state;
		if (reached) {
			if (m->now < until)
				m->now = until;
			return MC_RUNNING;
		}
		m->resting = false;
		for (unsigned int i = 0; i < m->c.nodes; i++)
			if (mc_local(m, i))
				run_node(&m->node[i], m->end);
		if (m->resting)
			return MC_RUNNING;
		m->now = m->end;
		end_window(m);
	}
}

bool mc_ahead(struct mc *m, uint64_t until)
{
	m->steps = m->c.steps;
	if (m->now < until)
		mc_run(m, until);
	return !m->resting || m->failed || m->now >= until;
}

int mc_run_all(struct mc *m)
{
	enum mc_state s;

	while ((s = mc_run(m, MC_NEVER)) == MC_CALL) {
		unsigned int node;
		uint64_t ps;
		void (*fn)(void *);
		void *arg;

		mc_call(m, &node, &ps, &fn, &arg);
		fn(arg);
		mc_call_done(m, node, ps);
	}
	return s == MC_ENDED ? 0 : -EIO;
}

uint64_t mc_now(const struct mc *m)
{
	return m->now;
}

const char *mc_error(const struct mc *m)
{
	return m->failed ? m->why : NULL;
}

void mc_call(struct mc *m, unsigned int *node, uint64_t *ps, void (**fn)(void *), void **arg)
{
	struct cpu *first = NULL;

	for (unsigned int i = 0; i < m->c.nodes; i++) {
		struct cpu *n = &m->node[i];

		if (n->call == CALL_WAITING && (!first || n->call_ps < first->call_ps))
			first = n;
	}
	*fn = NULL;
	if (!first)
		return;
	first->call = CALL_TAKEN;
	*node = first->id;
	*ps = first->call_ps;
	*fn = first->call_fn;
	*arg = first->call_arg;
}

void mc_call_done(struct mc *m, unsigned int node, uint64_t ps)
{
	struct cpu *n = &m->node[node];

	n->call = CALL_DONE;
	cpu_wake(n, ps > m->now ? ps : m->now);
}

bool mc_next(struct mc *m, unsigned int node, uint64_t now_ps, struct mc_packet *p)
{
	struct cpu *n = &m->node[node];

	if (now_ps >= m->now && !m->c.ranks && !m->resting)
		mc_ahead(m, now_ps + 1 + m->c.ahead_ps);
	else if (m->c.ranks && !idle(m) && now_ps >= m->now + m->c.p.grant_min * m->c.p.bclk_ps)
		mc_fail(m, "packets beyond the time to which the ranks have run");
	if (!n->kept_n || n->kept[n->kept_head].rx_ps > now_ps)
		return false;
	*p = n->kept[n->kept_head];
	n->kept_head = (n->kept_head + 1) % n->kept_room;
	n->kept_n--;
	return true;
}

uint64_t mc_kept(const struct mc *m, unsigned int node)
{
	return m->node[node].kept_all;
}

uint64_t mc_when(const struct mc *m, unsigned int node)
{
	const struct cpu *n = &m->node[node];

	if (n->kept_n)
		return n->kept[n->kept_head].rx_ps;
	return m->failed || (m->started && idle(m)) ? MC_NEVER : m->now;
}

const struct mc_stats *mc_stats(const struct mc *m, unsigned int node)
{
	return &m->node[node].st;
}

uint64_t mc_quantum_ends(const struct mc *m, unsigned int node)
{
	const struct cpu *n = &m->node[node];

	if (n->away)
		return 0;
	return m->c.p.rival && n->slice ? n->timer_at + (n->slice - 1) * m->c.p.timer_ps
					: UINT64_MAX;
}

unsigned int mc_fifo_used(const struct mc *m, unsigned int node)
{
	return m->node[node].fifo_used;
}
