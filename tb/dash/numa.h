/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NUMA_H
#define NUMA_H
/*
 * The bus of station 0 of the NUMAchine model, clock by clock, as the monitor of DASH sees it:
 *   - a transaction starts when a message gets the bus; orders, invalidations and answers to
 *     other stations start none, but set an event bit;
 *   - read: reads and uncached reads; write: exclusive reads, upgrades and write-backs, of
 *     which the last get no reply;
 *   - the PROM address is the command, because the model has no directory PROM;
 *   - accesses to the monitor go to its window.
 */
#include "kernels.h"
#include "station.h"

enum numa_event {
	NUMA_OWN,	 /* request of a processor of the station */
	NUMA_REMOTE,	 /* request of another station */
	NUMA_READ,	 /* request: read */
	NUMA_EXCLUSIVE,	 /* exclusive read */
	NUMA_UPGRADE,	 /* upgrade */
	NUMA_WRITE_BACK, /* write-back */
	NUMA_UNCACHED,	 /* uncached read */
	NUMA_MONITOR,	 /* access to the monitor */
	NUMA_REPLY,	 /* reply to a processor */
	NUMA_REFUSED,	 /* reply: repeat the request */
	NUMA_DATA,	 /* the message has a line */
	NUMA_OTHER,	 /* other messages */
	NUMA_AWAY,	 /* the address belongs to another station */
	NUMA_BUSY,	 /* a message has the bus */
};

struct numa {
	struct machine *m;
	struct kernel *kernel;
	machine_next_fn *next; /* of the kernel */
	void *arg;
	struct dash_bus now;
	unsigned int busy; /* clocks until the bus is free */
	bool suspended;	   /* software has suspended all processes */
	unsigned int every,
		left[MACHINE_PROCESSORS]; /* references between reads of the monitor */
	uint64_t reads, waited; /* reads of the monitor; total clocks from these reads to their
				 * replies */
	unsigned int way_back;	/* clocks from the external agent to the processor */
	uint64_t requests;	/* on the bus of station 0 */
	uint64_t cpus;		/* bit p: processor p has read the monitor */
	const char *wrong;	/* error of the machine, or NULL */
	unsigned int wants; /* reads of the monitor that have been on the bus of station 0 */
};

/* Opens a machine of @processors that run @kernel; each processor reads the monitor of station
 * 0 after each @every references, never if 0. NULL: out of memory, or an unknown kernel. */
struct numa *numa_open(const char *kernel, unsigned int references, unsigned int processors,
		       unsigned int every);
void numa_close(struct numa *n);
/* A station_source(); @arg is a struct numa. */
void numa_clock(void *arg, struct dash_bus *b);
bool numa_done(const struct numa *n);

#endif
