/* SPDX-License-Identifier: Apache-2.0 */
#include "runstats.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define US 10.0 /* ticks */

static int ascending(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* Returns a percentile of sorted ticks, in us. */
static double percentile(const uint32_t *v, uint32_t n, unsigned int percent)
{
	return n ? v[(uint64_t)(n - 1) * percent / 100] / US : 0;
}

/* Returns a percentile of sorted ticks, in us, as if the values of a tick were spread evenly
 * over it. */
static double fine_percentile(const uint32_t *v, uint32_t n, unsigned int percent)
{
	const double rank = (double)n * percent / 100.0;
	const uint32_t tick = v[(uint32_t)rank];
	uint32_t below = 0, at = 0;

	for (uint32_t i = 0; i < n; i++) {
		below += v[i] < tick;
		at += v[i] == tick;
	}
	return (tick - 0.5 + (rank - below) / at) / US;
}

static void latencies(struct runstats *s, const struct measure_record *r, uint32_t *v)
{
	for (uint32_t i = 0; i < s->packets; i++) {
		v[i] = r[i].latency;
		s->over_100us += r[i].latency > 100 * US;
		s->at_1ms += r[i].latency >= 800 * US && r[i].latency <= 1200 * US;
		s->at_200ms += r[i].latency >= 180000 * US && r[i].latency <= 220000 * US;
	}
	qsort(v, s->packets, sizeof(*v), ascending);
	s->p10 = percentile(v, s->packets, 10);
	s->median = percentile(v, s->packets, 50);
	s->max = percentile(v, s->packets, 100);
	s->spread = fine_percentile(v, s->packets, 90) - fine_percentile(v, s->packets, 10);
	s->last = r[s->packets - 1].latency / US;
	s->over_100us /= s->packets;
	s->at_1ms /= s->packets;
}

static void senders(struct runstats *s, const struct measure_record *r, uint32_t *v)
{
	for (unsigned int k = 0; k < MEASURE_NODES; k++) {
		uint32_t n = 0;

		for (uint32_t i = 0; i < s->packets; i++)
			if (r[i].sender == k)
				v[n++] = r[i].latency;
		qsort(v, n, sizeof(*v), ascending);
		s->senders += n > 0;
		s->sender_median[k] = percentile(v, n, 50);
	}
}

static void sizes(struct runstats *s, const struct measure_record *r, uint32_t *v)
{
	double words = 0;

	s->full_us = INFINITY;
	for (uint32_t i = 0; i < s->packets; i++) {
		const unsigned int w = r[i].words;

		words += w;
		s->size[w]++;
		if (w >= 110 && w <= 150)
			v[s->border++] = r[i].latency;
		s->quarter += w >= 230 && w <= 270;
		if (w == 1024) {
			s->full++;
			s->full_us = fmin(s->full_us, r[i].latency / US);
		}
	}
	s->mean_words = words / s->packets;
	qsort(v, s->border, sizeof(*v), ascending);
	s->border_us = percentile(v, s->border, 50);
}

/* Finds series of packets of one sender whose latencies rise from packet to packet. */
static void ramps(struct runstats *s, const struct measure_record *r)
{
	struct {
		bool any;
		uint32_t begin, before;
		unsigned int n;
	} of[MEASURE_NODES] = {0};

	for (uint32_t i = 0; i < s->packets; i++) {
		const unsigned int k = r[i].sender % MEASURE_NODES;

		if (of[k].any && r[i].latency >= of[k].before) {
			of[k].n++;
			s->ramps += of[k].n == 20;
		} else {
			of[k].n = 1;
			of[k].begin = r[i].latency;
		}
		of[k].any = true;
		of[k].before = r[i].latency;
		if (of[k].n > s->ramp && r[i].latency > of[k].begin)
			s->ramp = of[k].n;
	}
}

static void gaps(struct runstats *s, const struct measure_record *r)
{
	uint32_t behind = UINT32_MAX;

	s->phases = 1;
	for (uint32_t i = 1; i < s->packets; i++) {
		const double gap = (double)(r[i].rx - r[i - 1].rx) / US;

		if (gap >= 1000) {
			s->gaps++;
			behind = i;
		}
		s->longest_gap_us = fmax(s->longest_gap_us, gap);
		s->phases += gap >= 0.05 * s->span_us;
		if (behind != UINT32_MAX && i - behind < 1000)
			s->gap_latency_us = fmax(s->gap_latency_us, r[i].latency / US);
	}
}

static void peaks(struct runstats *s, const struct measure_record *r)
{
	unsigned int high = 0, above = 0;
	uint32_t end = 0, near = 0;
	bool out = false;

	for (uint32_t i = 0; i < s->packets; i++) {
		const double l = r[i].latency / US;
		const bool off = fabs(l - s->median) > 0.1 * s->median;

		high = l > 5 * s->median ? high + 1 : 0;
		s->bursts += high == 20;
		above = l > 2 * s->median ? above + 1 : 0;
		if (above > s->rise) {
			s->rise = above;
			end = i + 1;
		}
		if (off && !out && s->outliers < RUNSTATS_LINES)
			s->outlier_us[s->outliers] = (double)(r[i].rx - s->first_rx) / US;
		s->outliers += off && !out;
		out = off;
	}
	if (s->outliers > RUNSTATS_LINES)
		s->outliers = RUNSTATS_LINES;
	for (uint32_t i = end; i < s->packets && i < end + 20; i++)
		near += fabs(r[i].latency / US - s->median) <= 0.2 * s->median;
	s->back = s->rise && near >= 15;
}

static void joint(struct runstats *s, const struct measure_record *r)
{
	const double limit = s->p10;
	double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
	uint32_t low = UINT32_MAX, high = 0;
	bool *bin = calloc(1u << 16, sizeof(*bin));

	for (uint32_t i = 0; i < s->packets; i++) {
		const double l = r[i].latency / US, w = r[i].words;

		if (r[i].words == 1) {
			if (bin && r[i].latency < 1u << 16 && !bin[r[i].latency]) {
				bin[r[i].latency] = true;
				s->one_word_bins++;
			}
			low = r[i].latency < low ? r[i].latency : low;
			high = r[i].latency > high ? r[i].latency : high;
		}
		if (l > limit)
			continue;
		s->decile++;
		s->decile_longer += r[i].words > 1;
		x += w;
		y += l;
		xx += w * w;
		yy += l * l;
		xy += w * l;
	}
	free(bin);
	s->one_word_factor = low && low != UINT32_MAX ? (double)high / low : 0;
	xx -= x * x / s->decile;
	yy -= y * y / s->decile;
	/* if all packets have the same size, or the same latency, there is no correlation */
	s->correlation = xx > 0 && yy > 0 ? (xy - x * y / s->decile) / sqrt(xx * yy) : 0;
}

int runstats(struct runstats *s, const struct measure_result *r, int page)
{
	struct measure_record *of = malloc((r->records + 1) * sizeof(*of));
	uint32_t *v = malloc((r->records + 1) * sizeof(*v));
	int err = of && v ? 0 : -ENOMEM;

	memset(s, 0, sizeof(*s));
	for (uint32_t i = 0; !err && i < r->records; i++) {
		if (page < 0 || r->record[i].addr >> 12 == (uint32_t)page)
			of[s->packets++] = r->record[i];
		else
			s->removed++;
	}
	if (!err && s->packets) {
		s->first_rx = of[0].rx;
		s->span_us = (double)(of[s->packets - 1].rx - of[0].rx) / US;
		latencies(s, of, v);
		senders(s, of, v);
		sizes(s, of, v);
		ramps(s, of);
		gaps(s, of);
		peaks(s, of);
		joint(s, of);
	}
	free(of);
	free(v);
	return err;
}
