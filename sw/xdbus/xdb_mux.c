/* SPDX-License-Identifier: Apache-2.0 */
#include "xdb_mux.h"
#include "random.h"
#include <errno.h>
#include <math.h>
#include <string.h>

#define WANTS 128u

/* ---- the order of the events ---- */

static void shuffle(struct xdb_mux *m, unsigned int chip)
{
	uint16_t *o = m->order[chip];

	for (unsigned int i = m->wants[chip]; i > 1; i--) {
		const unsigned int k = (unsigned int)(random_splitmix(&m->random) % i);
		const uint16_t t = o[i - 1];

		o[i - 1] = o[k];
		o[k] = t;
	}
}

static bool selected(const struct xdb_mux *m, unsigned int chip, const struct xdb_want *w)
{
	unsigned int counters;
	const unsigned int first = xdb_chip_counter(chip, &counters);

	for (unsigned int i = 0; i < counters; i++)
		if (m->slot[first + i].now == w)
			return true;
	return false;
}

/* The next event of the chip that has no counter; NULL: all have one. */
static struct xdb_want *next_want(struct xdb_mux *m, unsigned int chip)
{
	for (unsigned int tries = 0; tries < 2 * m->wants[chip]; tries++) {
		struct xdb_want *w;

		if (m->next[chip] == m->wants[chip]) {
			shuffle(m, chip);
			m->next[chip] = 0;
		}
		w = &m->want[m->order[chip][m->next[chip]++]];
		if (!selected(m, chip, w))
			return w;
	}
	return NULL;
}

/* ---- slices ---- */

static void add_slice(struct xdb_want *w, const struct xdb_total *t, uint32_t clocks)
{
	const double rate = clocks ? (double)t->count / clocks : 0;

	w->count += t->count;
	w->clocks += clocks;
	w->missed |= t->missed;
	w->slices++;
	w->rates += rate;
	w->squares += rate * rate;
}

/* Assigns the counter to @w (NULL: to no event), and adds the slice that ends to its previous
 * event. */
static int give(struct xdb_mux *m, unsigned int counter, struct xdb_want *w)
{
	struct xdb_slot *s = &m->slot[counter];
	struct xdb_total t;
	uint32_t when;
	int err = xdb_choose(m->x, counter, w ? w->name.event : 0, &t, &when);

	if (err)
		return err;
	if (s->now)
		add_slice(s->now, &t, when - s->since);
	*s = (struct xdb_slot){w, when};
	m->clocks += when - m->begun;
	m->begun = when;
	return 0;
}

static int next_of_chip(struct xdb_mux *m, unsigned int chip)
{
	unsigned int counters;
	const unsigned int first = xdb_chip_counter(chip, &counters);

	for (unsigned int i = 0; i < counters; i++) {
		struct xdb_want *w = next_want(m, chip);
		int err;

		if (!w)
			continue; /* every event already has a counter */
		err = give(m, first + i, w);
		if (err)
			return err;
	}
	return 0;
}

/* Begins a new slice of all events that keep their counters, so that neither a wrap of a
 * counter nor one of the clocks is missed. */
static int keep_chip(struct xdb_mux *m, unsigned int chip)
{
	unsigned int counters;
	const unsigned int first = xdb_chip_counter(chip, &counters);
	int err = 0;

	for (unsigned int i = 0; i < counters && !err; i++)
		if (m->slot[first + i].now)
			err = give(m, first + i, m->slot[first + i].now);
	return err;
}

int xdb_mux_next(struct xdb_mux *m)
{
	if (!m || !m->running)
		return -EINVAL;
	for (unsigned int chip = 0; chip < XDB_CHIPS; chip++) {
		unsigned int counters;
		int err;

		xdb_chip_counter(chip, &counters);
		err = m->wants[chip] > counters ? next_of_chip(m, chip) : keep_chip(m, chip);
		if (err)
			return err;
	}
	return 0;
}

/* ---- begin and end ---- */

static bool twice(const struct xdb_want *want, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (want[k].name.chip == want[i].name.chip &&
		    want[k].name.event == want[i].name.event)
			return true;
	return false;
}

static int sort_in(struct xdb_mux *m)
{
	for (size_t i = 0; i < m->n; i++) {
		const struct xdb_name *name = &m->want[i].name;

		if (!xdb_event_name(name->chip, name->event) || twice(m->want, i))
			return -EINVAL;
		if (m->wants[name->chip] == WANTS)
			return -E2BIG;
		m->want[i] = (struct xdb_want){.name = *name};
		m->order[name->chip][m->wants[name->chip]++] = (uint16_t)i;
	}
	return 0;
}

int xdb_mux_begin(struct xdb_mux *m, struct xdb *x, struct xdb_want *want, size_t n,
		  uint64_t seed)
{
	int err;

	if (!m || !x || !want || !n || n > UINT16_MAX)
		return -EINVAL;
	memset(m, 0, sizeof(*m));
	m->x = x;
	m->want = want;
	m->n = n;
	m->random = seed;
	err = sort_in(m);
	if (!err)
		err = xdb_stop(x);
	/* the counters stand still, so each slice begins at the same clock */
	for (unsigned int i = 0; i < XDB_COUNTERS && !err; i++)
		err = give(m, i, NULL);
	for (unsigned int chip = 0; chip < XDB_CHIPS && !err; chip++) {
		shuffle(m, chip);
		err = next_of_chip(m, chip);
	}
	m->clocks = 0;
	if (!err)
		err = xdb_start(x);
	m->running = !err;
	return err;
}

static void estimate(struct xdb_want *w, uint64_t clocks)
{
	const double n = (double)w->slices, all = (double)clocks;
	const double mean = n > 0 ? w->rates / n : 0;
	double uncounted, variance;

	w->estimate = w->clocks ? (double)w->count * all / (double)w->clocks : 0;
	w->error = w->clocks == clocks ? 0 : -1;
	if (w->slices < XDB_MUX_SLICES || w->clocks == clocks)
		return;
	/* only the part of the run in which the event was not counted is uncertain */
	uncounted = 1 - (double)w->clocks / all;
	variance = (w->squares - n * mean * mean) / (n - 1) / n * uncounted;
	w->error =
		fmax(all * sqrt(fmax(variance, 0)), all / (double)w->clocks * sqrt(uncounted));
}

int xdb_mux_end(struct xdb_mux *m)
{
	int err;

	if (!m || !m->running)
		return -EINVAL;
	m->running = false;
	err = xdb_stop(m->x);
	for (unsigned int i = 0; i < XDB_COUNTERS && !err; i++)
		err = give(m, i, NULL);
	for (size_t i = 0; i < m->n; i++)
		estimate(&m->want[i], m->clocks);
	return err;
}
