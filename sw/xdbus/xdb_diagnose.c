/* SPDX-License-Identifier: Apache-2.0 */
#include "xdb_diagnose.h"
#include <stdio.h>

#define BUSES 2u
#define HANDLERS 4u
#define PROCESSORS 4u
#define KINDS 8u
#define PACKET_CLOCKS 2.0 /* arbitration for a packet */
#define BLOCK_CLOCKS 11	  /* of a request and its reply, one of them with a block */
#define WORD_CLOCKS 4	  /* of a request and its reply without a block */

/* First chips of a kind; the first chips of all are those of the processors' caches. */
enum {
	WATCHES = PROCESSORS,
	MEMORIES = WATCHES + PROCESSORS * BUSES,
	IO_CACHES = MEMORIES + BUSES * HANDLERS
};

enum { INTERNAL = 1, EXTERNAL, WRITES, LATENCY };
enum { INVALIDATED = 1, UPDATED, SNOOPED };
enum { ACCESSES = 1, QUEUE, BUSY, BROADCASTS, SWAPS, KIND = 8 };
enum { MOVES = 1, MISSES, PIO, PIO_CLOCKS, LOOKS };
enum { READ, FLUSH = 4, BLOCK };

static unsigned int watch(unsigned int processor, unsigned int bus)
{
	return WATCHES + BUSES * processor + bus;
}

static unsigned int handler(unsigned int bus, unsigned int h)
{
	return MEMORIES + HANDLERS * bus + h;
}

static unsigned int io_cache(unsigned int bus)
{
	return IO_CACHES + bus;
}

void xdb_profile_clear(struct xdb_profile *p)
{
	p->clocks = 0;
	for (unsigned int c = 0; c < XDB_CHIPS; c++)
		for (unsigned int e = 0; e < XDB_EVENT_KINDS; e++)
			p->count[c][e] = -1;
}

unsigned int xdb_diagnose_names(struct xdb_name names[XDB_DIAGNOSE_NAMES])
{
	unsigned int n = 0;

	for (unsigned int c = 0; c < XDB_CHIPS; c++)
		for (unsigned int e = 1; e < XDB_EVENT_KINDS; e++) {
			/* number of the handler on its bus */
			const unsigned int h = (c - MEMORIES) % HANDLERS;

			if (!xdb_event_name(c, e) || e == 7)
				continue;
			if (!xdb_event_of_bus(c, e) ||
			    (e == BUSY ? h == 0 : (e - KIND) / 2 == h))
				names[n++] = (struct xdb_name){c, e};
		}
	return n;
}

/* ---- sums; negative: something was not counted ---- */

static double plus(double a, double b)
{
	return a < 0 || b < 0 ? -1 : a + b;
}

/* Returns the count of an event of a bus, which any of its handlers may have counted; -1: none
 * has. */
static double of_bus(const struct xdb_profile *p, unsigned int bus, unsigned int event)
{
	for (unsigned int h = 0; h < HANDLERS; h++)
		if (p->count[handler(bus, h)][event] >= 0)
			return p->count[handler(bus, h)][event];
	return -1;
}

static double over_handlers(const struct xdb_profile *p, unsigned int bus, unsigned int event)
{
	double sum = 0;

	for (unsigned int h = 0; h < HANDLERS; h++)
		sum = plus(sum, p->count[handler(bus, h)][event]);
	return sum;
}

static double over_buses(const struct xdb_profile *p, unsigned int event)
{
	return plus(over_handlers(p, 0, event), over_handlers(p, 1, event));
}

/* Every request has one reply. */
static double packets(const struct xdb_profile *p, unsigned int bus)
{
	double sum = 0;

	for (unsigned int k = 0; k < KINDS; k++)
		sum = plus(sum, of_bus(p, bus, KIND + k));
	return sum < 0 ? -1 : 2 * sum;
}

double xdb_occupancy(const struct xdb_profile *p, unsigned int bus)
{
	const double busy = of_bus(p, bus, BUSY), n = packets(p, bus);

	return busy < 0 || n < 0 || p->clocks <= 0 ? -1
						   : (busy + PACKET_CLOCKS * n) / p->clocks;
}

double xdb_kind_share(const struct xdb_profile *p, unsigned int bus, unsigned int kind)
{
	const double busy = of_bus(p, bus, BUSY), n = of_bus(p, bus, KIND + kind);
	const bool block = kind == READ || kind == FLUSH || kind == BLOCK;

	return busy <= 0 || n < 0 ? -1 : n * (block ? BLOCK_CLOCKS : WORD_CLOCKS) / busy;
}

/* ---- findings ---- */

struct findings {
	struct xdb_finding *f;
	unsigned int n;
};

static void find(struct findings *fs, enum xdb_problem problem, unsigned int place,
		 double value)
{
	if (fs->n < XDB_FINDINGS)
		fs->f[fs->n++] = (struct xdb_finding){problem, place, value};
}

static void judge_handlers(const struct xdb_profile *p, unsigned int bus, struct findings *fs)
{
	const double all = over_handlers(p, bus, ACCESSES);

	for (unsigned int h = 0; h < HANDLERS && all >= XDB_LIMIT_ACCESSES; h++) {
		const double *c = p->count[handler(bus, h)];

		if (c[ACCESSES] > XDB_LIMIT_HANDLER * all &&
		    c[QUEUE] > XDB_LIMIT_QUEUE * p->clocks)
			find(fs, XDB_BANK_CONFLICT, handler(bus, h), c[ACCESSES] / all);
	}
}

static void judge_bus(const struct xdb_profile *p, unsigned int bus, struct findings *fs)
{
	const double own = of_bus(p, bus, BUSY), both = plus(own, of_bus(p, !bus, BUSY));
	const double occupancy = xdb_occupancy(p, bus);

	if (both > 0 && own > XDB_LIMIT_BUS * both && occupancy > XDB_LIMIT_USED)
		find(fs, XDB_BUS_IMBALANCE, bus, own / both);
	if (occupancy > XDB_LIMIT_OCCUPIED)
		find(fs, XDB_SATURATION, bus, occupancy);
}

static void judge_kinds(const struct xdb_profile *p, struct findings *fs)
{
	const double all = over_buses(p, ACCESSES);
	const double broadcasts = over_buses(p, BROADCASTS), swaps = over_buses(p, SWAPS);

	if (all < XDB_LIMIT_ACCESSES)
		return;
	if (broadcasts > XDB_LIMIT_BROADCASTS * all)
		find(fs, XDB_BROADCASTS, 0, broadcasts / all);
	if (swaps > XDB_LIMIT_SWAPS * all)
		find(fs, XDB_SWAPS, 0, swaps / all);
}

static void judge_sharing(const struct xdb_profile *p, unsigned int processor,
			  struct findings *fs)
{
	const double requests =
		plus(p->count[processor][EXTERNAL], p->count[processor][WRITES]);
	double taken = 0;

	for (unsigned int b = 0; b < BUSES; b++)
		taken = plus(taken, plus(p->count[watch(processor, b)][INVALIDATED],
					 p->count[watch(processor, b)][UPDATED]));
	if (requests > 0 && taken > XDB_LIMIT_TAKEN * requests &&
	    taken > XDB_LIMIT_RATE * p->clocks)
		find(fs, XDB_SHARING, processor, taken / requests);
}

static void judge_io(const struct xdb_profile *p, unsigned int bus, struct findings *fs)
{
	const double *c = p->count[io_cache(bus)];

	if (c[LOOKS] >= XDB_LIMIT_LOOKS && c[MISSES] > XDB_LIMIT_MISSES * c[LOOKS])
		find(fs, XDB_IO_CACHE, io_cache(bus), c[MISSES] / c[LOOKS]);
	if (c[PIO] > 0 && c[PIO_CLOCKS] > XDB_LIMIT_PIO * c[PIO] &&
	    c[PIO_CLOCKS] > XDB_LIMIT_PIO_PART * p->clocks)
		find(fs, XDB_SLOW_PIO, io_cache(bus), c[PIO_CLOCKS] / c[PIO]);
}

static void judge_bulk(const struct xdb_profile *p, struct findings *fs)
{
	double moves = 0, blocks = 0;

	for (unsigned int b = 0; b < BUSES; b++) {
		moves = plus(moves, p->count[io_cache(b)][MOVES]);
		blocks = plus(blocks, of_bus(p, b, KIND + READ));
		blocks = plus(blocks, of_bus(p, b, KIND + FLUSH));
		blocks = plus(blocks, of_bus(p, b, KIND + BLOCK));
	}
	if (blocks >= XDB_LIMIT_ACCESSES && moves > XDB_LIMIT_MOVES * blocks)
		find(fs, XDB_BULK, 0, moves / blocks);
}

unsigned int xdb_diagnose(const struct xdb_profile *p, struct xdb_finding f[XDB_FINDINGS])
{
	struct findings fs = {.f = f};

	for (unsigned int b = 0; b < BUSES; b++) {
		judge_handlers(p, b, &fs);
		judge_bus(p, b, &fs);
	}
	judge_kinds(p, &fs);
	for (unsigned int i = 0; i < PROCESSORS; i++)
		judge_sharing(p, i, &fs);
	judge_bulk(p, &fs);
	for (unsigned int b = 0; b < BUSES; b++)
		judge_io(p, b, &fs);
	return fs.n;
}

/* ---- text ---- */

/* Returns a part in per cent, at most 100: numerator and denominator may be estimates. */
static double percent(double part)
{
	return part > 1 ? 100 : 100 * part;
}

char *xdb_finding_text(const struct xdb_finding *f, char *text, size_t size)
{
	char name[XDB_CHIP_NAME];

	switch (f->problem) {
	case XDB_BANK_CONFLICT:
		snprintf(text, size,
			 "%s has %.0f %% of its bus's accesses: "
			 "the interleaving does not spread them; which addresses, "
			 "the counters do not tell",
			 xdb_chip_name(f->place, name), percent(f->value));
		break;
	case XDB_BUS_IMBALANCE:
		snprintf(text, size, "bus %u has %.0f %% of the traffic", f->place,
			 percent(f->value));
		break;
	case XDB_SATURATION:
		snprintf(text, size, "bus %u is saturated: occupied in %.0f %% of the clocks",
			 f->place, percent(f->value));
		break;
	case XDB_BROADCASTS:
		snprintf(text, size, "%.0f %% of the accesses are broadcast writes",
			 percent(f->value));
		break;
	case XDB_SWAPS:
		snprintf(text, size, "%.0f %% of the accesses are swaps", percent(f->value));
		break;
	case XDB_SHARING:
		snprintf(text, size,
			 "others write to blocks of processor %u: %.2f times per own request; "
			 "which lines, and whether sharing is true or false, "
			 "the counters do not tell",
			 f->place, f->value);
		break;
	case XDB_BULK:
		snprintf(text, size, "the I/O unit moves %.0f %% of the blocks",
			 percent(f->value));
		break;
	case XDB_IO_CACHE:
		snprintf(text, size, "%s misses in %.0f %% of its accesses",
			 xdb_chip_name(f->place, name), percent(f->value));
		break;
	case XDB_SLOW_PIO:
		snprintf(text, size,
			 "%s: programmed I/O takes %.0f clocks; more if operations overlap",
			 xdb_chip_name(f->place, name), f->value);
		break;
	case XDB_PROBLEMS:
		snprintf(text, size, "nothing");
		break;
	}
	return text;
}
