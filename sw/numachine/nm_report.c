/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_report.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static unsigned int bits(uint32_t value, unsigned int msb, unsigned int lsb)
{
	return value >> lsb & ((2u << (msb - lsb)) - 1);
}

/* ---- Histogram Statistics ---- */

unsigned int nm_labels(enum nm_mode mode)
{
	switch (mode) {
	case NM_HISTOGRAM:
		return 512;
	case NM_HISTOGRAM1:
		return 16;
	case NM_HISTOGRAM2:
	case NM_HISTOGRAM3:
		return 256;
	case NM_FLYER:
	case NM_DEPTH:
	case NM_OFF:
		break;
	}
	return 0;
}

unsigned int nm_first_label(enum nm_mode mode, unsigned int label)
{
	return mode == NM_HISTOGRAM2 ? 2 * label : label;
}

unsigned int nm_counted_label(enum nm_mode mode, unsigned int label)
{
	return mode == NM_HISTOGRAM2 ? label / 2
				     : label % (nm_labels(mode) ? nm_labels(mode) : 1);
}

/* Returns the label in a counter's number (Table 4.6). */
static unsigned int label_of(enum nm_mode mode, uint32_t counter)
{
	if (mode == NM_HISTOGRAM)
		return bits(counter, 15, 7);
	return mode == NM_HISTOGRAM1 ? bits(counter, 10, 7) : bits(counter, 14, 7);
}

/* Returns whether the filter passes a counter. Its number has bits for the phase, in mode
 * histogram1, the lock and the half of the memory. */
static bool passes(const struct nm_table *t, const struct nm_filter *f, uint32_t counter)
{
	const unsigned int phase = bits(counter, 14, 11), locked = bits(counter, 4, 4);
	const unsigned int half = bits(counter, 6, 6);

	return (f->label < 0 || label_of(t->mode, counter) == (unsigned int)f->label) &&
	       (f->phase < 0 || phase == (unsigned int)f->phase) &&
	       (f->locked < 0 || locked == (unsigned int)f->locked) &&
	       (f->half < 0 || half == (unsigned int)f->half);
}

int nm_hits(const struct nm_table *t, const struct nm_filter *f, struct nm_hits *h)
{
	static const int column[8] = {
		[NM_READ_REQ] = NM_HIT_READ,
		[NM_READ_RES] = -1,
		[NM_REEX_REQ] = NM_HIT_REEX,
		[NM_REEX_RES] = -1,
		[NM_INVAL_RES] = NM_HIT_INVAL,
		[NM_UPGRADE_REQ] = NM_HIT_UPGRADE,
		[NM_WRITE_BACK_RES] = NM_HIT_WRITE_BACK,
		[NM_NACK] = -1,
	};
	uint32_t first = 0, end = NM_COUNTERS;

	memset(h, 0, sizeof(*h));
	if (!nm_is_histogram(t->mode) || (f->phase >= 0 && t->mode != NM_HISTOGRAM1))
		return -EINVAL;
	if (t->mode == NM_HISTOGRAM && f->label >= 0) {
		/* only in this mode are the counters of a label next to each other */
		first = (uint32_t)f->label << 7;
		end = first + 128;
	}
	for (uint32_t k = first; k < end && k < NM_COUNTERS; k++) {
		const unsigned int command = bits(k, 2, 0);
		/* bit 3: valid, bit 5: local */
		const unsigned int line = (bits(k, 3, 3) ? 0 : 1) | (bits(k, 5, 5) ? 0 : 2);

		if (!t->count[k] || !passes(t, f, k))
			continue;
		h->total += t->count[k];
		if (column[command] >= 0)
			h->hit[line][column[command]] += t->count[k];
		else if (command == NM_NACK)
			h->nacks += t->count[k];
		else
			h->responses += t->count[k];
	}
	return 0;
}

struct nm_sharing nm_false_sharing(const struct nm_hits *h, double share, uint64_t least)
{
	struct nm_sharing s = {0};

	for (int line = NM_LV; line <= NM_GI; line++)
		s.exclusive += h->hit[line][NM_HIT_REEX];
	s.taken = h->hit[NM_LI][NM_HIT_REEX] + h->hit[NM_GI][NM_HIT_REEX];
	s.suspect = s.taken >= least && (double)s.taken >= share * (double)s.exclusive;
	return s;
}

/* ---- Flyer Miles ---- */

int nm_pages(const struct nm_table *t, struct nm_page page[NM_PAGES])
{
	memset(page, 0, NM_PAGES * sizeof(*page));
	if (t->mode != NM_FLYER)
		return -EINVAL;
	for (uint32_t k = 0; k < NM_COUNTERS; k++) {
		page[k / NM_STATIONS].access[k % NM_STATIONS] = t->count[k];
		page[k / NM_STATIONS].total += t->count[k];
	}
	return 0;
}

int nm_migrate(const struct nm_page *p, unsigned int home, uint64_t least, double factor)
{
	for (unsigned int s = 0; s < NM_STATIONS; s++)
		if (s != home && p->access[s] >= least &&
		    (double)p->access[s] > factor * (double)(p->total - p->access[s]))
			return (int)s;
	return -1;
}

bool nm_shared_page(const struct nm_page *p, unsigned int home, uint64_t least)
{
	unsigned int n = 0;

	for (unsigned int s = 0; s < NM_STATIONS; s++)
		n += s != home && p->access[s] >= least;
	return n >= 2;
}

int nm_page_written(const struct nm_table *histogram, const struct nm_names *names,
		    unsigned int page)
{
	const uint64_t start = (uint64_t)page * NM_PAGE_BYTES;
	uint64_t covered = 0;
	struct nm_filter f = NM_ALL_EVENTS;
	struct nm_hits h;
	bool written = false;

	for (size_t i = 0; i < names->ranges; i++) {
		const struct nm_range *r = &names->range[i];
		const uint64_t from = r->start > start ? r->start : start;
		uint64_t to = r->start + r->length;

		if (to > start + NM_PAGE_BYTES)
			to = start + NM_PAGE_BYTES;
		if (from >= to)
			continue;
		covered += to - from;
		f.label = (int)nm_counted_label(histogram->mode, r->label);
		if (nm_hits(histogram, &f, &h))
			return -1;
		for (int line = NM_LV; line <= NM_GI; line++)
			written |= h.hit[line][NM_HIT_REEX] || h.hit[line][NM_HIT_UPGRADE];
	}
	return covered == NM_PAGE_BYTES ? written : -1;
}

/* ---- FIFO depth ---- */

int nm_queue(const struct nm_table *t, int processor, int phase, struct nm_queue *q)
{
	memset(q, 0, sizeof(*q));
	if (t->mode != NM_DEPTH)
		return -EINVAL;
	for (uint32_t k = 0; k < NM_COUNTERS; k++) {
		const unsigned int depth = bits(k, 15, 10);
		/* AHDL_ORDER: {depth, phase, processor of the station, station} */
		const unsigned int who =
			t->ahdl ? bits(k, 3, 0) << 2 | bits(k, 5, 4) : bits(k, 9, 4);
		const unsigned int when = t->ahdl ? bits(k, 9, 6) : bits(k, 3, 0);

		if ((processor >= 0 && who != (unsigned int)processor) ||
		    (phase >= 0 && when != (unsigned int)phase))
			continue;
		q->count[depth] += t->count[k];
		q->total += t->count[k];
		q->waiting += depth * t->count[k];
	}
	return 0;
}

uint64_t nm_deep(const struct nm_queue *q, unsigned int depth)
{
	uint64_t n = 0;

	for (unsigned int d = depth; d < NM_DEPTHS; d++)
		n += q->count[d];
	return n;
}

int nm_mean_wait(const struct nm_table *t, double *ns)
{
	struct nm_queue q;
	int err = nm_queue(t, -1, -1, &q);

	if (err)
		return err;
	if (!t->waits || !q.total)
		return -ENODATA;
	*ns = (double)t->waited / (double)q.total * NM_CLOCK_NS;
	return 0;
}

/* ---- bursts ---- */

static int compare_bursts(const void *a, const void *b)
{
	const struct nm_burst *x = a, *y = b;

	if (x->deep != y->deep)
		return x->deep < y->deep ? 1 : -1;
	return (x->phase > y->phase) - (x->phase < y->phase);
}

static void find_processors(const struct nm_table *t, unsigned int deep, struct nm_burst *b)
{
	uint64_t most = 0;

	for (unsigned int p = 0; p < NM_PROCESSORS; p++) {
		struct nm_queue q;

		nm_queue(t, (int)p, (int)b->phase, &q);
		b->of[p] = nm_deep(&q, deep);
		b->station[p >> 2] += q.total;
		most = b->of[p] > most ? b->of[p] : most;
	}
	for (unsigned int p = 0; p < NM_PROCESSORS; p++)
		if (b->of[p] && 2 * b->of[p] >= most)
			b->processors |= UINT64_C(1) << p;
}

unsigned int nm_bursts(const struct nm_table *t, unsigned int deep,
		       struct nm_burst burst[NM_PHASES])
{
	unsigned int n = 0;

	for (unsigned int phase = 0; phase < NM_PHASES; phase++) {
		struct nm_queue q;

		if (nm_queue(t, -1, (int)phase, &q) || !nm_deep(&q, deep))
			continue;
		burst[n] = (struct nm_burst){
			.phase = phase, .deep = nm_deep(&q, deep), .total = q.total};
		find_processors(t, deep, &burst[n++]);
	}
	qsort(burst, n, sizeof(*burst), compare_bursts);
	return n;
}

static uint64_t difference(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

/* Finds the page of a burst by accesses alone. */
static int page_by_stations(const struct nm_burst *b, const struct nm_page *flyer,
			    uint64_t *least)
{
	uint64_t all[NM_STATIONS] = {0};
	int found = -1;

	for (unsigned int p = 0; p < NM_PAGES; p++)
		for (unsigned int s = 0; s < NM_STATIONS; s++)
			all[s] += flyer[p].access[s];
	for (unsigned int p = 0; p < NM_PAGES; p++) {
		uint64_t bound = 0;

		for (unsigned int s = 0; s < NM_STATIONS; s++)
			bound += difference(b->station[s], all[s] - flyer[p].access[s]);
		if (bound > *least) {
			*least = bound;
			found = (int)p;
		}
	}
	return found;
}

/* Returns the page that contains all ranges of a label of mode 1, or -1. */
static int page_of_label(const struct nm_names *names, unsigned int label)
{
	int page = -1;

	for (size_t i = 0; i < names->ranges; i++) {
		const struct nm_range *r = &names->range[i];
		const uint64_t last = r->start + (r->length ? r->length - 1 : 0);

		if (nm_counted_label(NM_HISTOGRAM1, r->label) != label)
			continue;
		if (r->start / NM_PAGE_BYTES != last / NM_PAGE_BYTES ||
		    (page >= 0 && last / NM_PAGE_BYTES != (uint64_t)page))
			return -1;
		page = (int)(last / NM_PAGE_BYTES);
	}
	return page < (int)NM_PAGES ? page : -1;
}

static uint64_t events(const struct nm_table *histogram, int label, int phase)
{
	struct nm_hits h;

	return nm_hits(histogram, &NM_EVENTS_OF(label, phase), &h) ? 0 : h.total;
}

/* Finds the page by the events of each label and the remaining uncached accesses. */
static int page_by_labels(const struct nm_burst *b, const struct nm_page *flyer,
			  const struct nm_table *histogram, const struct nm_names *names,
			  uint64_t *least)
{
	const uint64_t uncached = difference(b->total, events(histogram, -1, (int)b->phase));
	uint64_t all = 0;
	int found = -1;

	for (unsigned int p = 0; flyer && p < NM_PAGES; p++)
		all += flyer[p].total;
	all = difference(all, events(histogram, -1, -1)); /* uncached accesses of all pages */
	for (unsigned int k = 0; k < nm_labels(histogram->mode); k++) {
		const int page = page_of_label(names, k);
		uint64_t bound, own;

		if (page < 0)
			continue;
		bound = events(histogram, (int)k, (int)b->phase);
		if (flyer) {
			own = difference(flyer[page].total, events(histogram, (int)k, -1));
			bound += difference(uncached, difference(all, own));
		}
		if (bound > *least) {
			*least = bound;
			found = page;
		}
	}
	return found;
}

int nm_burst_page(const struct nm_burst *b, const struct nm_page *flyer,
		  const struct nm_table *histogram, const struct nm_names *names,
		  uint64_t *least)
{
	int page = -1, other = -1;

	*least = 0;
	if (flyer)
		page = page_by_stations(b, flyer, least);
	if (histogram && names && histogram->mode == NM_HISTOGRAM1)
		other = page_by_labels(b, flyer, histogram, names, least);
	if (2 * *least < b->total)
		return -1;
	return other >= 0 ? other : page;
}

unsigned int nm_burst_candidates(const struct nm_burst *b, const struct nm_page flyer[NM_PAGES],
				 unsigned int most, uint16_t page[])
{
	uint64_t used[NM_PAGES], best;
	unsigned int n = 0, p;

	for (p = 0; p < NM_PAGES; p++) {
		used[p] = 0;
		for (unsigned int s = 0; s < NM_STATIONS; s++)
			used[p] += b->station[s] ? flyer[p].access[s] : 0;
	}
	for (; n < most; n++) {
		best = 0;
		for (p = 0; p < NM_PAGES; p++)
			if (used[p] > best) {
				best = used[p];
				page[n] = (uint16_t)p;
			}
		if (!best)
			break;
		used[page[n]] = 0;
	}
	return n;
}
