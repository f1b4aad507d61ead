/* SPDX-License-Identifier: Apache-2.0 */
#include "xdb_diagnose.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define BUSES 2u
#define HANDLERS 4u
#define PROCESSORS 4u
#define KINDS 8u
#define PACKET_CLOCKS 2.0 /* arbitration for a packet, at most: a burst has it once */
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

static const struct xdb_estimate unknown = {.value = -1};

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
			p->count[c][e] = unknown;
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

/* ---- sums and ratios; the errors of different events are independent ---- */

static struct xdb_estimate plus(struct xdb_estimate a, struct xdb_estimate b)
{
	if (a.value < 0 || b.value < 0)
		return unknown;
	return (struct xdb_estimate){a.value + b.value,
				     a.error < 0 || b.error < 0 ? -1 : hypot(a.error, b.error)};
}

static struct xdb_estimate times(struct xdb_estimate a, double factor)
{
	return a.value < 0 ? unknown
			   : (struct xdb_estimate){a.value * factor, a.error * factor};
}

/* Returns a / b. If a is a part of b, its error is at most the one returned. */
static struct xdb_estimate ratio(struct xdb_estimate a, struct xdb_estimate b)
{
	struct xdb_estimate r;

	if (a.value < 0 || b.value <= 0)
		return unknown;
	r.value = a.value / b.value;
	r.error = a.error < 0 || b.error < 0 ? -1 : hypot(a.error, r.value * b.error) / b.value;
	return r;
}

static struct xdb_estimate per_clock(const struct xdb_profile *p, struct xdb_estimate a)
{
	return ratio(a, (struct xdb_estimate){.value = p->clocks});
}

/* Returns the count of an event of a bus, which any of its handlers may have counted. */
static struct xdb_estimate of_bus(const struct xdb_profile *p, unsigned int bus,
				  unsigned int event)
{
	for (unsigned int h = 0; h < HANDLERS; h++)
		if (p->count[handler(bus, h)][event].value >= 0)
			return p->count[handler(bus, h)][event];
	return unknown;
}

static struct xdb_estimate over_handlers(const struct xdb_profile *p, unsigned int bus,
					 unsigned int event)
{
	struct xdb_estimate sum = {0};

	for (unsigned int h = 0; h < HANDLERS; h++)
		sum = plus(sum, p->count[handler(bus, h)][event]);
	return sum;
}

static struct xdb_estimate over_buses(const struct xdb_profile *p, unsigned int event)
{
	return plus(over_handlers(p, 0, event), over_handlers(p, 1, event));
}

/* Every request has one reply. */
static struct xdb_estimate packets(const struct xdb_profile *p, unsigned int bus)
{
	struct xdb_estimate sum = {0};

	for (unsigned int k = 0; k < KINDS; k++)
		sum = plus(sum, of_bus(p, bus, KIND + k));
	return times(sum, 2);
}

struct xdb_estimate xdb_occupancy(const struct xdb_profile *p, unsigned int bus)
{
	struct xdb_estimate used =
		per_clock(p, plus(of_bus(p, bus, BUSY), times(packets(p, bus), PACKET_CLOCKS)));

	if (used.value > 1)
		used.value = 1;
	return used;
}

struct xdb_estimate xdb_kind_share(const struct xdb_profile *p, unsigned int bus,
				   unsigned int kind)
{
	const bool block = kind == READ || kind == FLUSH || kind == BLOCK;

	return ratio(times(of_bus(p, bus, KIND + kind), block ? BLOCK_CLOCKS : WORD_CLOCKS),
		     of_bus(p, bus, BUSY));
}

/* ---- findings ---- */

struct findings {
	struct xdb_finding *f;
	unsigned int n;
};

enum answer { NO, UNDECIDED, YES };

static enum answer exceeds(struct xdb_estimate a, double limit)
{
	if (a.value < 0)
		return NO;
	if (a.error < 0)
		return a.value > limit ? UNDECIDED : NO;
	if (a.value - XDB_SURE * a.error > limit)
		return YES;
	return a.error > 0 && a.value + XDB_SURE * a.error > limit ? UNDECIDED : NO;
}

static enum answer both(enum answer a, enum answer b)
{
	return a < b ? a : b;
}

static void find(struct findings *fs, enum answer answer, enum xdb_problem problem,
		 unsigned int place, struct xdb_estimate value)
{
	if (answer != NO && fs->n < XDB_FINDINGS)
		fs->f[fs->n++] = (struct xdb_finding){.problem = problem,
						      .undecided = answer == UNDECIDED,
						      .place = place,
						      .value = value};
}

static void judge_handlers(const struct xdb_profile *p, unsigned int bus, struct findings *fs)
{
	const struct xdb_estimate all = over_handlers(p, bus, ACCESSES);

	for (unsigned int h = 0; h < HANDLERS && all.value >= XDB_LIMIT_ACCESSES; h++) {
		const struct xdb_estimate *c = p->count[handler(bus, h)];
		const struct xdb_estimate share = ratio(c[ACCESSES], all);

		find(fs,
		     both(exceeds(share, XDB_LIMIT_HANDLER),
			  exceeds(per_clock(p, c[QUEUE]), XDB_LIMIT_QUEUE)),
		     XDB_BANK_CONFLICT, handler(bus, h), share);
	}
}

static void judge_bus(const struct xdb_profile *p, unsigned int bus, struct findings *fs)
{
	const struct xdb_estimate own = of_bus(p, bus, BUSY);
	const struct xdb_estimate share = ratio(own, plus(own, of_bus(p, !bus, BUSY)));
	const struct xdb_estimate occupancy = xdb_occupancy(p, bus);

	find(fs, both(exceeds(share, XDB_LIMIT_BUS), exceeds(occupancy, XDB_LIMIT_USED)),
	     XDB_BUS_IMBALANCE, bus, share);
	find(fs, exceeds(occupancy, XDB_LIMIT_OCCUPIED), XDB_SATURATION, bus, occupancy);
}

static void judge_kinds(const struct xdb_profile *p, struct findings *fs)
{
	const struct xdb_estimate all = over_buses(p, ACCESSES);
	const struct xdb_estimate broadcasts = ratio(over_buses(p, BROADCASTS), all);
	const struct xdb_estimate swaps = ratio(over_buses(p, SWAPS), all);

	if (all.value < XDB_LIMIT_ACCESSES)
		return;
	find(fs, exceeds(broadcasts, XDB_LIMIT_BROADCASTS), XDB_BROADCASTS, 0, broadcasts);
	find(fs, exceeds(swaps, XDB_LIMIT_SWAPS), XDB_SWAPS, 0, swaps);
}

static void judge_sharing(const struct xdb_profile *p, unsigned int processor,
			  struct findings *fs)
{
	const struct xdb_estimate requests =
		plus(p->count[processor][EXTERNAL], p->count[processor][WRITES]);
	struct xdb_estimate taken = {0}, share;

	for (unsigned int b = 0; b < BUSES; b++)
		taken = plus(taken, plus(p->count[watch(processor, b)][INVALIDATED],
					 p->count[watch(processor, b)][UPDATED]));
	share = ratio(taken, requests);
	find(fs,
	     both(exceeds(share, XDB_LIMIT_TAKEN),
		  exceeds(per_clock(p, taken), XDB_LIMIT_RATE)),
	     XDB_SHARING, processor, share);
}

static void judge_io(const struct xdb_profile *p, unsigned int bus, struct findings *fs)
{
	const struct xdb_estimate *c = p->count[io_cache(bus)];
	const struct xdb_estimate misses = ratio(c[MISSES], c[LOOKS]);
	const struct xdb_estimate wait = ratio(c[PIO_CLOCKS], c[PIO]);

	if (c[LOOKS].value >= XDB_LIMIT_LOOKS)
		find(fs, exceeds(misses, XDB_LIMIT_MISSES), XDB_IO_CACHE, io_cache(bus),
		     misses);
	find(fs,
	     both(exceeds(wait, XDB_LIMIT_PIO),
		  exceeds(per_clock(p, c[PIO_CLOCKS]), XDB_LIMIT_PIO_PART)),
	     XDB_SLOW_PIO, io_cache(bus), wait);
}

static void judge_bulk(const struct xdb_profile *p, struct findings *fs)
{
	struct xdb_estimate moves = {0}, blocks = {0}, share;

	for (unsigned int b = 0; b < BUSES; b++) {
		moves = plus(moves, p->count[io_cache(b)][MOVES]);
		blocks = plus(blocks, of_bus(p, b, KIND + READ));
		blocks = plus(blocks, of_bus(p, b, KIND + FLUSH));
		blocks = plus(blocks, of_bus(p, b, KIND + BLOCK));
	}
	share = ratio(moves, blocks);
	if (blocks.value >= XDB_LIMIT_ACCESSES)
		find(fs, exceeds(share, XDB_LIMIT_MOVES), XDB_BULK, 0, share);
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

/* Writes @a with @decimals, and with its error unless that rounds to 0. */
static char *estimate_text(struct xdb_estimate a, int decimals, char text[XDB_SHARE_TEXT])
{
	if (XDB_SURE * a.error >= 0.5 * pow(10, -decimals))
		snprintf(text, XDB_SHARE_TEXT, "%.*f +- %.*f", decimals, a.value, decimals,
			 XDB_SURE * a.error);
	else
		snprintf(text, XDB_SHARE_TEXT, "%s%.*f", a.error < 0 ? "about " : "", decimals,
			 a.value);
	return text;
}

char *xdb_share_text(struct xdb_estimate share, char text[XDB_SHARE_TEXT])
{
	struct xdb_estimate percent = times(share, 100);

	if (percent.value > 100 && exceeds(share, 1) != YES)
		percent.value = 100;
	estimate_text(percent, 0, text);
	strcat(text, " %");
	return text;
}

static void sentence(const struct xdb_finding *f, char *text, size_t size)
{
	char name[XDB_CHIP_NAME], value[XDB_SHARE_TEXT];

	switch (f->problem) {
	case XDB_BANK_CONFLICT:
		snprintf(text, size,
			 "%s has %s of its bus's accesses: "
			 "the interleaving does not spread them; which addresses, "
			 "the counters do not tell",
			 xdb_chip_name(f->place, name), xdb_share_text(f->value, value));
		break;
	case XDB_BUS_IMBALANCE:
		snprintf(text, size, "bus %u has %s of the traffic", f->place,
			 xdb_share_text(f->value, value));
		break;
	case XDB_SATURATION:
		snprintf(text, size, "bus %u is saturated: occupied in up to %s of the clocks",
			 f->place, xdb_share_text(f->value, value));
		break;
	case XDB_BROADCASTS:
		snprintf(text, size, "%s of the accesses are broadcast writes",
			 xdb_share_text(f->value, value));
		break;
	case XDB_SWAPS:
		snprintf(text, size, "%s of the accesses are swaps",
			 xdb_share_text(f->value, value));
		break;
	case XDB_SHARING:
		snprintf(text, size,
			 "others write to blocks of processor %u: %s times per own request; "
			 "which lines, and whether sharing is true or false, "
			 "the counters do not tell",
			 f->place, estimate_text(f->value, 2, value));
		break;
	case XDB_BULK:
		snprintf(text, size, "the I/O unit moves %s of the blocks",
			 xdb_share_text(f->value, value));
		break;
	case XDB_IO_CACHE:
		snprintf(text, size, "%s misses in %s of its accesses",
			 xdb_chip_name(f->place, name), xdb_share_text(f->value, value));
		break;
	case XDB_SLOW_PIO:
		snprintf(text, size,
			 "%s: programmed I/O takes %s clocks; more if operations overlap",
			 xdb_chip_name(f->place, name), estimate_text(f->value, 0, value));
		break;
	case XDB_PROBLEMS:
		snprintf(text, size, "nothing");
		break;
	}
}

char *xdb_finding_text(const struct xdb_finding *f, char *text, size_t size)
{
	static const char undecided[] = "undecided, within the error of the estimate: ";
	const size_t begin =
		f->undecided && size > sizeof(undecided) ? sizeof(undecided) - 1 : 0;

	memcpy(text, undecided, begin);
	sentence(f, text + begin, size - begin);
	return text;
}
