/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_report.h"
#include <errno.h>
#include <string.h>

static unsigned int bits(uint32_t value, unsigned int msb, unsigned int lsb)
{
	return value >> lsb & ((2u << (msb - lsb)) - 1);
}

/* ---- Histogram Statistics ---- */

unsigned int nm_labels(enum nm_mode mode)
{
	switch ((unsigned int)mode) {
	case NM_HISTOGRAM:
		return 512;
	case NM_HISTOGRAM + 1:
		return 16;
	case NM_HISTOGRAM + 2:
	case NM_HISTOGRAM + 3:
		return 256;
	}
	return 0;
}

unsigned int nm_first_label(enum nm_mode mode, unsigned int label)
{
	return mode == NM_HISTOGRAM + 2 ? 2 * label : label;
}

unsigned int nm_counted_label(enum nm_mode mode, unsigned int label)
{
	return mode == NM_HISTOGRAM + 2 ? label / 2
					: label % (nm_labels(mode) ? nm_labels(mode) : 1);
}

/* Table 4.6: where a counter's number has the label. */
static unsigned int label_of(enum nm_mode mode, uint32_t counter)
{
	if (mode == NM_HISTOGRAM)
		return bits(counter, 15, 7);
	return mode == NM_HISTOGRAM + 1 ? bits(counter, 10, 7) : bits(counter, 14, 7);
}

static bool meant(const struct nm_table *t, const struct nm_filter *f, uint32_t counter)
{
	return (f->label < 0 || label_of(t->mode, counter) == (unsigned int)f->label) &&
	       (f->phase < 0 || bits(counter, 14, 11) == (unsigned int)f->phase) &&
	       (f->locked < 0 || bits(counter, 4, 4) == (unsigned int)f->locked) &&
	       (f->half < 0 || bits(counter, 6, 6) == (unsigned int)f->half);
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

	memset(h, 0, sizeof(*h));
	if (!nm_is_histogram(t->mode) || (f->phase >= 0 && t->mode != NM_HISTOGRAM + 1))
		return -EINVAL;
	for (uint32_t k = 0; k < NM_COUNTERS; k++) {
		const unsigned int command = bits(k, 2, 0);
		/* bit 3: valid, bit 5: local */
		const unsigned int line = (bits(k, 3, 3) ? 0 : 1) | (bits(k, 5, 5) ? 0 : 2);

		if (!t->count[k] || !meant(t, f, k))
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
