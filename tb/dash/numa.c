/* SPDX-License-Identifier: Apache-2.0 */
#include "numa.h"
#include <stdlib.h>
#include <string.h>

#define BIT(event) (1u << (event))

/* ---- the bus ---- */

static unsigned int kind_of(const struct machine_bus *b)
{
	switch (b->cmd) {
	case CARD_REEX_REQ:
		return BIT(NUMA_EXCLUSIVE);
	case CARD_UPGRADE_REQ:
		return BIT(NUMA_UPGRADE);
	case CARD_WRITE_BACK:
		return BIT(NUMA_WRITE_BACK);
	case CARD_NONBLOCK_READ:
		return BIT(NUMA_UNCACHED);
	default:
		return BIT(NUMA_READ);
	}
}

static void show_request(struct numa *n, const struct machine_bus *b)
{
	const unsigned int kind = kind_of(b);
	struct dash_bus *now = &n->now;

	now->start = true;
	now->write = kind & (BIT(NUMA_EXCLUSIVE) | BIT(NUMA_UPGRADE) | BIT(NUMA_WRITE_BACK));
	now->posted = kind & BIT(NUMA_WRITE_BACK);
	now->cpu = b->processor;
	now->prom = b->cmd & 0xFFF;
	now->addr = b->monitor ? STATION_WINDOW | (b->addr >> 3 & 0x3FFFFF) : b->addr >> 3;
	now->events |= kind | BIT(b->processor / 4 ? NUMA_REMOTE : NUMA_OWN) |
		       (b->monitor ? BIT(NUMA_MONITOR) : 0) |
		       (b->addr >> 28 ? BIT(NUMA_AWAY) : 0);
	n->requests++;
	if (b->monitor) {
		n->wants++;
		n->cpus |= UINT64_C(1) << b->processor;
	}
}

static void on_bus(void *arg, const struct machine_bus *b)
{
	struct numa *n = arg;

	if (b->station)
		return;
	n->busy = b->clocks;
	if (b->words > 2)
		n->now.events |= BIT(NUMA_DATA);
	if (b->kind == MACHINE_BUS_REQUEST) {
		show_request(n, b);
	} else if (b->kind == MACHINE_BUS_REPLY) {
		n->now.start = n->now.reply = true;
		n->now.cpu = b->processor;
		n->now.events |= BIT(NUMA_REPLY) | (b->refused ? BIT(NUMA_REFUSED) : 0);
	} else {
		n->now.events |= BIT(NUMA_OTHER);
	}
}

/* Counts the clocks that processors wait for the monitor. */
static void on_agent(void *arg, const struct machine_agent *a)
{
	struct numa *n = arg;

	if (a->kind == MACHINE_ANSWER && n->every && !n->left[a->processor]) {
		n->waited += a->clocks + n->way_back;
		n->left[a->processor] = n->every;
	}
}

/* Returns the kernel's next reference or, if one is due, a read of the monitor. */
static bool next_reference(void *arg, unsigned int p, struct machine_ref *r)
{
	struct numa *n = arg;

	if (n->every && n->left[p] == 1) {
		n->left[p] = 0;
		n->reads++;
		*r = (struct machine_ref){.kind = MACHINE_COUNTER, .addr = 64 * p};
		return true;
	}
	if (n->left[p])
		n->left[p]--;
	return n->next(n->arg, p, r);
}

/* ---- opening ---- */

struct numa *numa_open(const char *kernel, unsigned int references, unsigned int processors,
		       unsigned int every)
{
	struct numa *n = calloc(1, sizeof(*n));
	struct machine_config cfg = {.processors = processors,
				     .seed = 1,
				     .agent = on_agent,
				     .agent_arg = n,
				     .bus = on_bus,
				     .bus_arg = n};
	struct nm_params params;

	if (!n)
		return NULL;
	nm_params_defaults(&params);
	n->way_back = params.agent_clocks;
	n->kernel = kernel_open(kernel, references, &cfg);
	if (n->kernel) {
		n->next = cfg.next;
		n->arg = cfg.arg;
		cfg.next = next_reference;
		cfg.arg = n;
		n->every = every ? every + 1 : 0;
		for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++)
			n->left[p] = n->every;
		n->m = machine_open(&cfg);
	}
	if (n->m)
		return n;
	numa_close(n);
	return NULL;
}

void numa_close(struct numa *n)
{
	if (!n)
		return;
	machine_close(n->m);
	if (n->kernel)
		kernel_close(n->kernel);
	free(n);
}

void numa_clock(void *arg, struct dash_bus *b)
{
	struct numa *n = arg;

	if (n->suspended)
		return;
	memset(&n->now, 0, sizeof(n->now));
	n->wrong = machine_clock(n->m, NULL);
	if (n->busy) {
		n->now.events |= BIT(NUMA_BUSY);
		n->busy--;
	}
	*b = n->now;
}

bool numa_done(const struct numa *n)
{
	return machine_done(n->m);
}
