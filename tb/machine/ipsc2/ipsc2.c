/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The machine: events in the order of time, programs as coroutines, messages, and the
 * operating system's part.
 *
 * A program computes in the machine's time, so that a message can interrupt it; inside the
 * operating system, and while it writes to its port, nothing can, and it runs ahead of the
 * machine by up to AHEAD. What it writes to its port waits in a queue for its time.
 */
#include "board.h"
#include "hmlib.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FIBERS 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define FIBERS 1
#endif
#ifdef FIBERS
#include <sanitizer/common_interface_defs.h>
#endif

#define STACK (256u << 10)
#define AHEAD IPSC2_US(200)
#define WRITES 1024u /* to a port, waiting; a power of two */
#define BUFFER (16u << 20)
#define SETTLE IPSC2_US(30) /* what was written last is in a frame then */
#define NEVER UINT64_MAX

/*
 * Processor figures: the paper's (3.1, 5.1). 141.6 cycles a nibble at full rate (113,000
 * frames/s), 177 with extraction (88.5 s for 8 million), of which 12 are the two writes; 3.9 us
 * to record an event of four bytes. A wide port saves the two of three stores that keep the
 * buffer of software recording: what is left is its loop, and the write.
 *
 * Messages: Arlauskas (1988, the paper's [1]) and Bomans and Roose, "Benchmarking the iPSC/2
 * hypercube multiprocessor" (Concurrency: Practice and Experience 1(1), 1989): 350 us and
 * 0.2 us a byte up to 100 bytes, 660 us and 0.36 us a byte (2.8 MB/s) above, 10 and 30 us a
 * further channel.
 */
const struct ipsc2_cost ipsc2_costs = {
	.io_write = IPSC2_CYCLES(6),
	.memory = IPSC2_CYCLES(2),
	.nibble = IPSC2_CYCLES(1416) / 10 - IPSC2_CYCLES(12),
	.extract = IPSC2_CYCLES(177) - IPSC2_CYCLES(1416) / 10,
	.iteration = IPSC2_NS(850),
	.record = IPSC2_NS(3900),
	.count = IPSC2_CYCLES(20),
	.wide = IPSC2_NS(3900) - IPSC2_CYCLES(6),
	.system_call = IPSC2_US(20),
	.process_switch = IPSC2_US(50),
	.slice = IPSC2_MS(50),
	.brief = 100,
	.startup = {IPSC2_US(350), IPSC2_US(660)},
	.byte = {IPSC2_NS(200), IPSC2_NS(360)},
	.hop = {IPSC2_US(10), IPSC2_US(30)},
	.word = IPSC2_NS(800),
};

const struct ipsc2_reader ipsc2_experiment = {.recording = IPSC2_NS(800), .idle = IPSC2_US(50)};

struct event {
	ipsc2_time when;
	uint64_t order;
	void (*fn)(void *arg, uint64_t tag);
	void *arg;
	uint64_t tag;
};

struct message {
	struct message *next;
	unsigned int from;
	uint32_t type;
	uint64_t serial;
	size_t length;
	unsigned char data[];
};

struct list { /* of messages, oldest first */
	struct message *first, **last;
};

struct write {
	ipsc2_time when;
	uint8_t value;
};

struct ipsc2_node {
	struct ipsc2 *m;
	unsigned int number;
	/* its program */
	ipsc2_program *fn;
	void *arg;
	void *stack;
	ucontext_t context;
	bool running, finished;
	ipsc2_time ended;
	uint64_t wake; /* number of the wait under way */
	bool waits, interruptible;
	bool for_message;
	/* its clock, and the machine's time at that */
	ipsc2_time local, real;
	int64_t ppb, rest; /* 1e-9 ps */
	ipsc2_time slice_left;
	uint64_t random[2];
	/* messages on their way into the memory, and there */
	struct list arrived, inbox;
	struct message *held;			 /* by a call that has not returned */
	ipsc2_time next_arrival[IPSC2_HOST + 1]; /* of each sender, not before */
	/* port */
	struct hm_node port;
	struct write write[WRITES];
	unsigned int writes_in, writes_out;
	/* recording */
	void *memory;
	struct hm_soft soft;
	struct hm_summary summary;
	uint64_t events, event_bytes, nibbles;
#ifdef FIBERS
	void *fake;
#endif
};

struct ipsc2 {
	struct device bus; /* first */
	struct ipsc2_config cfg;
	struct ipsc2_cost cost;
	struct ipsc2_board *board;
	ipsc2_time now, woken;
	struct event *heap;
	size_t events, room;
	uint64_t order;
	struct ipsc2_node *node[IPSC2_HOST + 1];
	unsigned int running;
	struct ipsc2_node *current;
	ucontext_t context;
	bool no_memory;
	uint64_t messages, message_bytes;
	/* the reader's */
	struct hm hm;
	uint32_t *frames;
	struct ipsc2_stats st;
#ifdef FIBERS
	const void *bottom;
	size_t size;
	void *fake;
#endif
};

/* ---- randomness: xorshift128+, seeded by splitmix64 ---- */

static uint64_t splitmix(uint64_t *x)
{
	uint64_t z = *x += 0x9E3779B97F4A7C15u;

	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
	z = (z ^ z >> 27) * 0x94D049BB133111EBu;
	return z ^ z >> 31;
}

uint64_t ipsc2_random(struct ipsc2_node *n)
{
	uint64_t a = n->random[0];
	const uint64_t b = n->random[1], sum = a + b;

	a ^= a << 23;
	n->random[0] = b;
	n->random[1] = a ^ b ^ a >> 18 ^ b >> 5;
	return sum;
}

/* ---- events: a binary heap ---- */

static bool sooner(const struct event *a, const struct event *b)
{
	return a->when != b->when ? a->when < b->when : a->order < b->order;
}

static void wake_for(struct ipsc2 *m, ipsc2_time when)
{
	if (!m->board->wake || when >= m->woken)
		return;
	m->woken = when;
	m->board->wake(m->board, when);
}

static void at(struct ipsc2 *m, ipsc2_time when, void (*fn)(void *, uint64_t), void *arg,
	       uint64_t tag)
{
	const struct event e = {when, m->order++, fn, arg, tag};
	size_t i;

	if (m->events == m->room) {
		const size_t room = m->room ? 2 * m->room : 64;
		struct event *heap = realloc(m->heap, room * sizeof(*heap));

		if (!heap) {
			m->no_memory = true;
			return;
		}
		m->heap = heap;
		m->room = room;
	}
	for (i = m->events++; i && sooner(&e, &m->heap[(i - 1) / 2]); i = (i - 1) / 2)
		m->heap[i] = m->heap[(i - 1) / 2];
	m->heap[i] = e;
	wake_for(m, when);
}

static struct event pop(struct ipsc2 *m)
{
	const struct event top = m->heap[0], last = m->heap[--m->events];
	size_t i = 0, child;

	for (; (child = 2 * i + 1) < m->events; i = child) {
		if (child + 1 < m->events && sooner(&m->heap[child + 1], &m->heap[child]))
			child++;
		if (!sooner(&m->heap[child], &last))
			break;
		m->heap[i] = m->heap[child];
	}
	m->heap[i] = last;
	return top;
}

void ipsc2_due(struct ipsc2 *m, ipsc2_time now)
{
	while (m->events && m->heap[0].when <= now) {
		const struct event e = pop(m);

		m->now = e.when;
		e.fn(e.arg, e.tag);
	}
	m->now = now;
	if (m->woken <= now)
		m->woken = NEVER;
	if (m->events)
		wake_for(m, m->heap[0].when);
}

void ipsc2_run(struct ipsc2 *m, ipsc2_time until)
{
	if (until <= m->now)
		return;
	if (m->board->run)
		m->board->run(m->board, until);
	ipsc2_due(m, until);
}

ipsc2_time ipsc2_now(const struct ipsc2 *m)
{
	return m->now;
}

/* ---- coroutines ---- */

static void to_program(struct ipsc2_node *n)
{
	struct ipsc2 *m = n->m;

	m->current = n;
#ifdef FIBERS
	__sanitizer_start_switch_fiber(&m->fake, n->stack, STACK);
#endif
	swapcontext(&m->context, &n->context);
#ifdef FIBERS
	__sanitizer_finish_switch_fiber(m->fake, NULL, NULL);
#endif
	m->current = NULL;
}

static void to_machine(struct ipsc2_node *n)
{
#ifdef FIBERS
	__sanitizer_start_switch_fiber(n->finished ? NULL : &n->fake, n->m->bottom, n->m->size);
#endif
	swapcontext(&n->context, &n->m->context);
#ifdef FIBERS
	__sanitizer_finish_switch_fiber(n->fake, &n->m->bottom, &n->m->size);
#endif
}

static void wait_until_real(struct ipsc2_node *n);
static void summary_end(struct ipsc2_node *n);

static void program(unsigned int low, unsigned int high)
{
	struct ipsc2_node *n = (struct ipsc2_node *)((uintptr_t)high << 32 | low);

#ifdef FIBERS
	__sanitizer_finish_switch_fiber(NULL, &n->m->bottom, &n->m->size);
#endif
	n->fn(n, n->arg);
	summary_end(n);
	wait_until_real(n);
	n->finished = true;
	n->running = false;
	n->ended = n->m->now;
	n->m->running--;
	to_machine(n);
}

static void begin(void *arg, uint64_t tag)
{
	struct ipsc2_node *n = arg;
	const uintptr_t p = (uintptr_t)n;

	(void)tag;
	getcontext(&n->context);
	n->context.uc_stack.ss_sp = n->stack;
	n->context.uc_stack.ss_size = STACK;
	n->context.uc_link = NULL;
	/* makecontext() passes ints */
	makecontext(&n->context, (void (*)(void))program, 2, (unsigned int)p,
		    (unsigned int)((uint64_t)p >> 32));
	to_program(n);
}

/* ---- a node's time ---- */

/* @duration of its clock passes for the node; the machine follows when it waits. */
static void pass(struct ipsc2_node *n, ipsc2_time duration)
{
	const ipsc2_time most = 10000000000000; /* so that the product fits */

	while (duration) {
		const ipsc2_time d = duration < most ? duration : most;
		int64_t less;

		n->rest += (int64_t)d * n->ppb;
		less = n->rest / 1000000000;
		n->rest -= less * 1000000000;
		n->local += d;
		n->real += d - (ipsc2_time)less;
		duration -= d;
	}
}

/* The node's clock goes on to the machine's time @real. */
static void pass_until(struct ipsc2_node *n, ipsc2_time real)
{
	while (n->real < real) {
		const ipsc2_time d = real - n->real, most = 10000000000000;
		const ipsc2_time part = d < most ? d : most;

		n->local += part + (ipsc2_time)((int64_t)part * n->ppb / 1000000000);
		n->real += part;
	}
}

static void wake(void *arg, uint64_t tag)
{
	struct ipsc2_node *n = arg;

	if (n->waits && tag == n->wake)
		to_program(n);
}

/* Until @when of the machine, or until a message arrives if @interruptible. NEVER: for a
 * message alone. */
static void wait(struct ipsc2_node *n, ipsc2_time when, bool interruptible)
{
	n->wake++;
	n->waits = true;
	n->interruptible = interruptible;
	if (when != NEVER)
		at(n->m, when, wake, n, n->wake);
	to_machine(n);
	n->waits = false;
}

static void wait_until_real(struct ipsc2_node *n)
{
	if (n->real > n->m->now)
		wait(n, n->real, false);
}

/* ---- operating system ---- */

static void tell(struct ipsc2_node *n, const struct ipsc2_os_event *e)
{
	if (n->m->cfg.os)
		n->m->cfg.os(n->m->cfg.os_arg, n, e);
}

static void tell_message(struct ipsc2_node *n, enum ipsc2_os what, const struct message *msg)
{
	tell(n, &(struct ipsc2_os_event){.what = what,
					 .peer = msg->from,
					 .type = msg->type,
					 .length = (uint32_t)msg->length,
					 .serial = msg->serial});
}

static void switch_process(struct ipsc2_node *n, enum ipsc2_os what, uint32_t from, uint32_t to)
{
	pass(n, n->m->cost.process_switch);
	tell(n, &(struct ipsc2_os_event){.what = what, .from = from, .to = to});
}

static void append(struct list *l, struct message *msg)
{
	msg->next = NULL;
	*l->last = msg;
	l->last = &msg->next;
}

static struct message *take(struct list *l, struct message **at_)
{
	struct message *msg = *at_;

	*at_ = msg->next;
	if (l->last == &msg->next)
		l->last = at_;
	return msg;
}

/* Messages that have arrived: the receiver's half of their cost. */
static void serve(struct ipsc2_node *n)
{
	while (n->arrived.first) {
		struct message *msg = take(&n->arrived, &n->arrived.first);

		pass(n, n->m->cost.startup[msg->length > n->m->cost.brief] / 2);
		append(&n->inbox, msg);
		tell_message(n, IPSC2_OS_ARRIVE, msg);
	}
}

static void arrive(void *arg, uint64_t tag)
{
	struct message *msg = arg;
	struct ipsc2_node *n = (struct ipsc2_node *)(uintptr_t)tag;

	append(&n->arrived, msg);
	if (n->waits && n->interruptible)
		to_program(n);
}

static void slice(struct ipsc2_node *n, ipsc2_time used)
{
	if (!n->m->cost.slice)
		return;
	if (used < n->slice_left) {
		n->slice_left -= used;
		return;
	}
	switch_process(n, IPSC2_OS_SLICE, 1, 0);
	switch_process(n, IPSC2_OS_SLICE, 0, 1);
	n->slice_left = n->m->cost.slice;
}

void ipsc2_spend(struct ipsc2_node *n, ipsc2_time duration)
{
	pass(n, duration);
}

void ipsc2_compute(struct ipsc2_node *n, ipsc2_time duration)
{
	wait_until_real(n);
	serve(n);
	while (duration) {
		ipsc2_time began, part = duration;
		struct ipsc2_node end;

		if (n->m->cost.slice && part > n->slice_left)
			part = n->slice_left;
		wait_until_real(n);
		began = n->local;
		/* when its clock will have gone on by that */
		end.local = n->local;
		end.real = n->real;
		end.rest = n->rest;
		end.ppb = n->ppb;
		pass(&end, part);
		if (!n->arrived.first)
			wait(n, end.real, true);
		if (n->m->now >= end.real) {
			n->local = end.local;
			n->real = end.real;
			n->rest = end.rest;
		} else {
			pass_until(n, n->m->now);
			part = n->local - began < part ? n->local - began : part;
		}
		duration -= part;
		slice(n, part);
		serve(n);
	}
}

void ipsc2_sleep_until(struct ipsc2_node *n, ipsc2_time local)
{
	wait_until_real(n);
	serve(n);
	while (n->local < local) {
		struct ipsc2_node end = {.local = n->local, .real = n->real, .ppb = n->ppb};

		wait_until_real(n);
		pass(&end, local - n->local);
		if (!n->arrived.first)
			wait(n, end.real, true);
		if (n->m->now >= end.real) {
			n->local = local;
			n->real = end.real;
		} else {
			pass_until(n, n->m->now);
		}
		serve(n);
	}
}

void ipsc2_system_call(struct ipsc2_node *n, uint32_t number)
{
	pass(n, n->m->cost.system_call);
	tell(n, &(struct ipsc2_os_event){.what = IPSC2_OS_CALL, .type = number});
}

/* ---- messages ---- */

/* Channels between two nodes: one for each bit of their numbers that differs, and the host's
 * to node 0. */
static unsigned int channels(unsigned int a, unsigned int b)
{
	const unsigned int host = (a == IPSC2_HOST) + (b == IPSC2_HOST);

	return host + (unsigned int)__builtin_popcount((a == IPSC2_HOST ? 0 : a) ^
						       (b == IPSC2_HOST ? 0 : b));
}

void ipsc2_send(struct ipsc2_node *n, unsigned int to, uint32_t type, const void *data,
		size_t length)
{
	struct ipsc2 *m = n->m;
	struct ipsc2_node *peer = to <= IPSC2_HOST ? m->node[to] : NULL;
	const bool large = length > m->cost.brief;
	const unsigned int way = channels(n->number, to);
	struct message *msg = peer ? malloc(sizeof(*msg) + length) : NULL;
	ipsc2_time there;

	if (!msg) {
		m->no_memory |= peer != NULL;
		return;
	}
	n->held = msg;
	wait_until_real(n);
	serve(n);
	*msg = (struct message){NULL, n->number, type, ++m->messages, length};
	if (length)
		memcpy(msg->data, data, length);
	m->message_bytes += length;
	pass(n, m->cost.startup[large] / 2);
	tell(n, &(struct ipsc2_os_event){.what = IPSC2_OS_SEND,
					 .peer = to,
					 .type = type,
					 .length = (uint32_t)length,
					 .serial = msg->serial});
	/* it leaves now, and the sender waits until its data have left */
	wait_until_real(n);
	pass(n, length * m->cost.byte[large]);
	there = n->real + (way > 1 ? (way - 1) * m->cost.hop[large] : 0);
	if (there < peer->next_arrival[n->number])
		there = peer->next_arrival[n->number];
	peer->next_arrival[n->number] = there + 1;
	at(m, there, arrive, msg, (uint64_t)(uintptr_t)peer);
	n->held = NULL;
	wait_until_real(n);
}

static struct message **find(struct ipsc2_node *n, uint32_t type)
{
	struct message **p = &n->inbox.first;

	while (*p && type != IPSC2_ANY && (*p)->type != type)
		p = &(*p)->next;
	return *p ? p : NULL;
}

bool ipsc2_probe(struct ipsc2_node *n, uint32_t type)
{
	wait_until_real(n);
	serve(n);
	return find(n, type) != NULL;
}

size_t ipsc2_receive(struct ipsc2_node *n, uint32_t type, void *data, size_t size,
		     unsigned int *from)
{
	struct message **p, *msg;
	size_t length;

	wait_until_real(n);
	serve(n);
	p = find(n, type);
	if (!p) {
		tell(n, &(struct ipsc2_os_event){.what = IPSC2_OS_BLOCK, .type = type});
		switch_process(n, IPSC2_OS_SWITCH, 1, 0);
		do {
			ipsc2_time began;

			wait_until_real(n);
			began = n->local;
			n->for_message = true;
			if (!n->arrived.first)
				wait(n, n->m->cost.slice ? n->real + n->slice_left : NEVER,
				     true);
			n->for_message = false;
			pass_until(n, n->m->now);
			/* the clock gives other processes their turns meanwhile */
			slice(n, n->local - began);
			serve(n);
			p = find(n, type);
		} while (!p);
		tell(n, &(struct ipsc2_os_event){.what = IPSC2_OS_READY, .type = type});
		switch_process(n, IPSC2_OS_SWITCH, 0, 1);
		p = find(n, type);
	}
	msg = n->held = take(&n->inbox, p);
	tell_message(n, IPSC2_OS_RECEIVE, msg);
	length = msg->length;
	if (data && length)
		memcpy(data, msg->data, length < size ? length : size);
	if (from)
		*from = msg->from;
	n->held = NULL;
	free(msg);
	return length;
}

/* ---- port and recording ---- */

static void written(void *arg, uint64_t tag)
{
	struct ipsc2_node *n = arg;
	const struct write w = n->write[n->writes_out++ % WRITES];

	(void)tag;
	n->m->board->port(n->m->board, n->number, w.value);
	if (n->writes_out != n->writes_in)
		at(n->m, n->write[n->writes_out % WRITES].when, written, n, 0);
}

/* What was written before takes effect at @n->real. */
static void write_port(void *arg, uint32_t value)
{
	struct ipsc2_node *n = arg;

	if (n->m->cfg.wide_port) {
		/* there is no such board */
		pass(n, n->m->cost.wide + n->m->cost.memory);
		return;
	}
	while (n->writes_in - n->writes_out == WRITES)
		wait_until_real(n);
	pass(n, n->m->cost.io_write);
	n->write[n->writes_in % WRITES] = (struct write){n->real, (uint8_t)(value & 31)};
	if (n->writes_in++ == n->writes_out)
		at(n->m, n->real, written, n, 0);
	n->nibbles += value >> 4 & 1;
	if (value & HM_STROBE && n->real > n->m->now + AHEAD)
		wait_until_real(n);
}

static void work(void *arg, enum hm_work what, unsigned int count)
{
	struct ipsc2_node *n = arg;
	const struct ipsc2_cost *c = &n->m->cost;
	const ipsc2_time jitter = n->m->cfg.jitter;

	switch (what) {
	case HM_WORK_NIBBLE:
		if (!n->m->cfg.wide_port)
			pass(n, c->nibble - jitter +
					(jitter ? ipsc2_random(n) % (2 * jitter + 1) : 0));
		break;
	case HM_WORK_EXTRACT:
		if (n->m->cfg.extract && !n->m->cfg.wide_port)
			pass(n, c->extract);
		break;
	case HM_WORK_DELAY:
		pass(n, count * c->iteration);
		break;
	case HM_WORK_RECORD:
		pass(n, (count + 3) / 4 * c->record);
		break;
	case HM_WORK_COUNT:
		pass(n, c->count);
		break;
	}
}

static uint64_t microseconds(void *arg)
{
	return ((struct ipsc2_node *)arg)->local / IPSC2_US(1);
}

void ipsc2_event(struct ipsc2_node *n, const void *event, unsigned int length)
{
	if (n->number == IPSC2_HOST)
		return;
	n->events++;
	n->event_bytes += length;
	switch (n->m->cfg.recording) {
	case IPSC2_RAW:
		break;
	case IPSC2_SOFTWARE:
		hm_soft_event(&n->port, &n->soft, event, length);
		break;
	case IPSC2_HARDWARE:
		hm_event(&n->port, event, length);
		break;
	case IPSC2_SUMMARY:
		hm_summary_event(&n->port, &n->summary, event, length);
		break;
	}
	if (n->real > n->m->now + AHEAD)
		wait_until_real(n);
}

static void summary_end(struct ipsc2_node *n)
{
	if (n->m->cfg.recording == IPSC2_SUMMARY && n->number != IPSC2_HOST)
		hm_summary_flush(&n->port, &n->summary);
}

struct hm_node *ipsc2_port(struct ipsc2_node *n)
{
	return n->number == IPSC2_HOST ? NULL : &n->port;
}

struct hm_node *ipsc2_port_of(struct ipsc2 *m, unsigned int node)
{
	return ipsc2_port(m->node[node]);
}

/* ---- small questions ---- */

unsigned int ipsc2_number(const struct ipsc2_node *n)
{
	return n->number;
}

struct ipsc2 *ipsc2_machine(const struct ipsc2_node *n)
{
	return n->m;
}

ipsc2_time ipsc2_local(const struct ipsc2_node *n)
{
	return n->local;
}

bool ipsc2_done(const struct ipsc2 *m)
{
	if (m->running)
		return false;
	for (unsigned int i = 0; i < m->cfg.nodes; i++)
		if (m->node[i]->writes_in != m->node[i]->writes_out)
			return false;
	return true;
}

bool ipsc2_stuck(const struct ipsc2 *m)
{
	if (m->no_memory || !m->running)
		return m->no_memory;
	for (unsigned int i = 0; i <= IPSC2_HOST; i++)
		if (m->node[i] && m->node[i]->running && !m->node[i]->for_message)
			return false;
	/* all wait for messages: is one on its way? */
	for (size_t i = 0; i < m->events; i++)
		if (m->heap[i].fn == arrive)
			return false;
	return true;
}

unsigned int ipsc2_nodes(const struct ipsc2 *m)
{
	return m->cfg.nodes;
}

uint32_t ipsc2_window_ns(const struct ipsc2 *m)
{
	return m->cfg.window;
}

const struct hm_soft *ipsc2_memory(const struct ipsc2 *m, unsigned int node)
{
	return &m->node[node]->soft;
}

ipsc2_time ipsc2_ended(const struct ipsc2 *m, unsigned int node)
{
	return m->node[node]->ended;
}

/* ---- the bus ---- */

/* A transfer, and what the software around it takes of the time of a word. */
static int bus_transfer(struct ipsc2 *m, bool write, uint32_t addr, uint32_t *value)
{
	const ipsc2_time end = m->now + m->cost.word;
	const int err = write ? m->board->write(m->board, addr, *value)
			      : m->board->read(m->board, addr, value);

	ipsc2_run(m, end);
	return err;
}

static int bus_read(struct device *dev, enum device_space space, uint32_t addr,
		    unsigned int width, uint64_t *value)
{
	uint32_t word = 0;
	int err;

	if (space != DEVICE_MEM || width != 32)
		return -EOPNOTSUPP;
	err = bus_transfer((struct ipsc2 *)dev, false, addr, &word);
	if (!err)
		*value = word;
	return err;
}

static int bus_write(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t value)
{
	uint32_t word = (uint32_t)value;

	if (space != DEVICE_MEM || width != 32)
		return -EOPNOTSUPP;
	return bus_transfer((struct ipsc2 *)dev, true, addr, &word);
}

static int bus_run(struct device *dev, uint64_t ns)
{
	struct ipsc2 *m = (struct ipsc2 *)dev;

	ipsc2_run(m, m->now + IPSC2_NS(ns));
	return 0;
}

static int bus_wait_irq(struct device *dev, uint64_t timeout_us)
{
	/* the bus has no interrupt */
	bus_run(dev, timeout_us * 1000);
	return -ETIMEDOUT;
}

static void bus_close(struct device *dev)
{
	(void)dev; /* it is the machine's */
}

static const struct device_ops bus_ops = {
	.read = bus_read,
	.write = bus_write,
	.wait_irq = bus_wait_irq,
	.run = bus_run,
	.close = bus_close,
};

struct device *ipsc2_bus(struct ipsc2 *m)
{
	return &m->bus;
}

/* ---- the I/O node's program ---- */

static void count_frames(struct ipsc2 *m, size_t count)
{
	const uint32_t *w = m->frames;

	m->st.groups++;
	m->st.frames += count;
	for (size_t i = 0; i < count; i++, w += HM_FRAME_WORDS) {
		const unsigned int nibbles = hm_ones(hm_frame_vector(w));

		m->st.frames_of[nibbles]++;
		m->st.valid += nibbles;
		m->st.merged += nibbles > 1 ? nibbles : 0;
	}
}

int ipsc2_read(struct ipsc2 *m, const struct ipsc2_reader *r, ipsc2_time until)
{
	const size_t room = m->cfg.depth * HM_FRAME_WORDS;
	ipsc2_time settled = m->now + SETTLE;
	size_t words, frames;
	uint32_t status;
	int err = hm_set_cost(&m->hm, (uint32_t)((r->recording + r->analysis) / IPSC2_NS(1)));

	while (!err && m->now < until) {
		if (!ipsc2_done(m))
			settled = m->now + SETTLE;
		if (ipsc2_stuck(m))
			return m->no_memory ? -ENOMEM : -EDEADLK;
		err = hm_read_frames(&m->hm, m->frames, room, &words, &frames);
		if (err)
			break;
		if (frames) {
			count_frames(m, frames);
			if (r->frames)
				r->frames(r->arg, (const uint32_t(*)[4])m->frames, frames);
		} else if (m->now >= settled) {
			break;
		} else {
			ipsc2_run(m, m->now + r->idle);
		}
		if (r->stop_at_overrun && m->board->first_loss(m->board))
			break;
	}
	if (!err)
		err = hm_lost(&m->hm, &m->st.lost);
	if (!err)
		err = hm_status(&m->hm, &status);
	if (err)
		return err;
	m->st.status = status;
	return (int)status;
}

void ipsc2_stats(const struct ipsc2 *m, struct ipsc2_stats *st)
{
	*st = m->st;
	st->messages = m->messages;
	st->message_bytes = m->message_bytes;
	st->first_loss = m->board->first_loss(m->board);
	for (unsigned int i = 0; i <= IPSC2_HOST; i++) {
		const struct ipsc2_node *n = m->node[i];

		if (!n)
			continue;
		if (n->ended > st->ended)
			st->ended = n->ended;
		st->events += n->events;
		st->event_bytes += n->event_bytes;
		st->nibbles += n->nibbles;
		st->soft_bytes += n->soft.used;
		st->soft_lost += n->soft.lost;
	}
	if (m->running)
		st->ended = 0;
}

/* ---- opening, starting, closing ---- */

static void free_messages(struct list *l)
{
	while (l->first)
		free(take(l, &l->first));
}

static void free_node(struct ipsc2_node *n)
{
	if (!n)
		return;
	free_messages(&n->arrived);
	free_messages(&n->inbox);
	free(n->held);
	if (n->stack)
		munmap(n->stack, STACK);
	free(n->memory);
	free(n);
}

void ipsc2_close(struct ipsc2 *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->events; i++)
		if (m->heap[i].fn == arrive)
			free(m->heap[i].arg);
	for (unsigned int i = 0; i <= IPSC2_HOST; i++)
		free_node(m->node[i]);
	m->board->close(m->board);
	free(m->heap);
	free(m->frames);
	free(m);
}

static bool add_node(struct ipsc2 *m, unsigned int number)
{
	const struct ipsc2_config *cfg = &m->cfg;
	const int64_t most = cfg->ppb_max ? cfg->ppb_max : 50000;
	struct ipsc2_node *n = calloc(1, sizeof(*n));
	uint64_t seed = cfg->seed * 64 + number;

	if (!n)
		return false;
	m->node[number] = n;
	n->m = m;
	n->number = number;
	n->local = n->real = m->now;
	n->slice_left = m->cost.slice;
	n->arrived.last = &n->arrived.first;
	n->inbox.last = &n->inbox.first;
	n->random[0] = splitmix(&seed);
	n->random[1] = splitmix(&seed);
	if (number == IPSC2_HOST)
		return true;
	if (cfg->ppb)
		n->ppb = cfg->ppb[number];
	else if (most > 0)
		n->ppb = (int64_t)(ipsc2_random(n) % (uint64_t)(2 * most + 1)) - most;
	n->port = (struct hm_node){.port = write_port,
				   .work = work,
				   .now = microseconds,
				   .arg = n,
				   .delay = cfg->delay,
				   .wide = cfg->wide_port};
	if (cfg->recording == IPSC2_SOFTWARE) {
		n->memory = malloc(cfg->buffer);
		if (!n->memory)
			return false;
		hm_soft_begin(&n->soft, n->memory, cfg->buffer, microseconds(n));
	}
	if (cfg->recording == IPSC2_SUMMARY)
		hm_summary_begin(&n->port, &n->summary, cfg->summary / IPSC2_US(1));
	return true;
}

static int fill(struct ipsc2 *m)
{
	int err = hm_open_device(&m->hm, &m->bus);

	if (!err)
		err = hm_set_variant(&m->hm, &(struct hm_variant){.depth = m->cfg.depth});
	if (!err)
		err = hm_reset(&m->hm);
	if (!err && m->cfg.window != 800)
		err = hm_control(&m->hm, m->cfg.window, true);
	for (unsigned int i = 0; !err && i < m->cfg.nodes; i++)
		if (!add_node(m, i))
			err = -ENOMEM;
	if (!err && !add_node(m, IPSC2_HOST))
		err = -ENOMEM;
	return err;
}

struct ipsc2 *ipsc2_open_with(const struct ipsc2_config *cfg, struct ipsc2_board *b)
{
	struct ipsc2 *m = calloc(1, sizeof(*m));
	int err = -ENOMEM;

	if (!m) {
		b->close(b);
		errno = ENOMEM;
		return NULL;
	}
	b->m = m;
	m->bus.ops = &bus_ops;
	m->board = b;
	m->now = b->now;
	m->woken = NEVER;
	m->cfg = *cfg;
	m->cost = cfg->cost ? *cfg->cost : ipsc2_costs;
	m->cfg.window = cfg->window ? cfg->window : 800;
	m->cfg.depth = cfg->depth ? cfg->depth : 1024;
	m->cfg.buffer = cfg->buffer ? cfg->buffer : BUFFER;
	m->frames = malloc(m->cfg.depth * HM_FRAME_WORDS * sizeof(*m->frames));
	if (m->frames)
		err = cfg->nodes < 1 || cfg->nodes > IPSC2_NODES ? -EINVAL : fill(m);
	if (err) {
		ipsc2_close(m);
		errno = -err;
		return NULL;
	}
	return m;
}

struct ipsc2 *ipsc2_open(const struct ipsc2_config *cfg)
{
	struct ipsc2_board *b = ipsc2_model_open(cfg->depth ? cfg->depth : 1024);

	if (!b)
		return NULL;
	b->now = cfg->start;
	return ipsc2_open_with(cfg, b);
}

int ipsc2_start(struct ipsc2 *m, unsigned int node, ipsc2_program *fn, void *arg)
{
	struct ipsc2_node *n = node <= IPSC2_HOST ? m->node[node] : NULL;

	if (!n || !fn)
		return -EINVAL;
	if (n->running)
		return -EBUSY;
	if (!n->stack)
		n->stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (n->stack == MAP_FAILED) {
		n->stack = NULL;
		return -ENOMEM;
	}
	pass_until(n, m->now);
	n->fn = fn;
	n->arg = arg;
	n->running = true;
	n->finished = false;
	n->ended = 0;
	m->running++;
	at(m, m->now, begin, n, 0);
	return m->no_memory ? -ENOMEM : 0;
}
