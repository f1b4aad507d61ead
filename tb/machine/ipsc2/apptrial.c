/* SPDX-License-Identifier: Apache-2.0 */
#include "apptrial.h"
#include "fnv1a.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct table2_row table2[APPS][4] = {
	{{151.059, 151.261, 154.838, 63437, 2302144, 419, 14868},
	 {77.850, 78.396, 86.524, 417476, 10273040, 5325, 118730},
	 {42.068, 42.561, 54.338, 1245712, 27763296, 29269, 510937},
	 {24.277, 24.931, 41.045, 3190873, 67493104, 127988, 1644368}},
	{{152.222, 152.335, 154.157, 34103, 1204608, 224, 7814},
	 {111.869, 112.274, 120.280, 277359, 10155584, 2470, 84433},
	 {78.505, 79.112, 93.048, 752373, 27607776, 9510, 296705},
	 {43.981, 44.741, 58.202, 1670188, 60352768, 37330, 1036954}},
	{{245.660, 245.840, 248.808, 54706, 1928096, 223, 7749},
	 {123.118, 123.210, 124.696, 55215, 1947792, 448, 15620},
	 {61.975, 62.045, 62.677, 56277, 1985376, 907, 31676},
	 {31.369, 31.423, 31.859, 58456, 2069136, 1860, 64947}},
	{{318.012, 318.473, 322.325, 74225, 2628192, 233, 8154},
	 {82.000, 85.071, 143.356, 2018749, 74003616, 23730, 516223},
	 {69.668, 72.851, 137.145, 4147564, 149195680, 56932, 1087868},
	 {38.498, 41.427, 102.221, 7977226, 0, 192561, 0}},
};

#define MS 1000000u /* ns */

unsigned int trial_volume = 5;

struct watch {
	struct trial *t;
	struct hm_decoder decoder;
	struct hm_table table;
	size_t room; /* length of the arrays, in ms */
	bool no_memory;
};

void trial_table(struct hm_table *table)
{
	memset(table, 0, sizeof(*table));
	for (size_t i = 0; i < nx2_record_count; i++) {
		struct hm_event_type *type = &table->type[nx2_records[i].id];

		type->length = nx2_records[i].bytes;
		snprintf(type->name, sizeof(type->name), "%s", nx2_records[i].name);
	}
}

/* The index of the millisecond of @ns in the arrays, which grow as needed; SIZE_MAX: before the
 * beginning. */
static size_t bin(struct watch *w, uint64_t ns)
{
	const ipsc2_time began = w->t->run.os.began;
	uint32_t **const array[] = {&w->t->frames, &w->t->found_ms, &w->t->slices,
				    &w->t->volume};
	size_t at, room;

	if (!began || ns < began / 1000 || w->no_memory)
		return SIZE_MAX;
	at = (ns - began / 1000) / MS;
	if (at >= w->room) {
		room = 2 * at + 1024;
		for (size_t i = 0; i < 4; i++) {
			uint32_t *more = realloc(*array[i], room * sizeof(*more));

			if (!more) {
				w->no_memory = true;
				return SIZE_MAX;
			}
			memset(more + w->room, 0, (room - w->room) * sizeof(*more));
			*array[i] = more;
		}
		w->room = room;
	}
	if (at >= w->t->ms)
		w->t->ms = at + 1;
	return at;
}

static void add(uint64_t *digest, const uint8_t *data, unsigned int length)
{
	if (data[0] != NX2_SWITCH)
		*digest = fnv1a(*digest, data, length);
}

static void found(struct watch *w, unsigned int node, const uint8_t *data, unsigned int length)
{
	w->t->records[data[0]]++;
	w->t->lengths[length < 14 ? length : 0]++;
	add(&w->t->found[node], data, length);
}

static void on_event(void *arg, const struct hm_event *e)
{
	struct watch *w = arg;
	const size_t at = bin(w, e->ns);

	found(w, e->node, e->data, e->length);
	if (at == SIZE_MAX)
		return;
	w->t->found_ms[at]++;
	w->t->slices[at] += e->data[0] == NX2_SWITCH;
}

static void on_frames(void *arg, const uint32_t (*frame)[4], size_t count)
{
	struct watch *w = arg;

	for (size_t i = 0; i < count; i++) {
		size_t at;

		if (hm_decode(&w->decoder, frame[i]) < 0)
			w->t->strays++;
		at = bin(w, w->decoder.window * HM_WINDOW_NS);
		if (at != SIZE_MAX)
			w->t->frames[at]++;
	}
}

static void on_record(void *arg, unsigned int node, ipsc2_time local, const uint8_t *data,
		      unsigned int length)
{
	struct watch *w = arg;
	const size_t at = bin(w, local / 1000);

	add(&w->t->left[node], data, length);
	if (at != SIZE_MAX)
		w->t->volume[at] += length + trial_volume;
}

static void done(void *arg, const struct ipsc2 *m)
{
	struct watch *w = arg;

	hm_decoder_end(&w->decoder);
	w->t->strays += w->decoder.strays;
	if (w->t->run.os.recording != IPSC2_SOFTWARE)
		return;
	for (unsigned int i = 0; i < w->t->run.nodes; i++) {
		const struct hm_soft *s = ipsc2_memory(m, i);
		struct hm_soft_reader r = {s->buffer, s->used, &w->table, 0, 0};
		const uint8_t *data;
		unsigned int length;
		int more;

		while ((more = hm_soft_next(&r, &data, &length)) == 1)
			found(w, i, data, length);
		w->t->strays += more < 0;
	}
}

int trial_run(struct trial *t, const struct apprun_config *cfg)
{
	struct apprun_config c = *cfg;
	struct watch *w = calloc(1, sizeof(*w));
	int err;

	memset(t, 0, sizeof(*t));
	if (!w)
		return -ENOMEM;
	w->t = t;
	trial_table(&w->table);
	hm_decoder_begin(&w->decoder, &w->table, HM_WINDOW_NS, false);
	w->decoder.on_event = on_event;
	w->decoder.arg = w;
	for (unsigned int i = 0; i < IPSC2_NODES; i++)
		t->left[i] = t->found[i] = FNV1A_BEGIN;
	c.frames = on_frames;
	c.record = on_record;
	c.done = done;
	c.arg = w;
	err = apprun(&c, &t->run);
	if (!err && w->no_memory)
		err = -ENOMEM;
	/* all milliseconds of the run, including those without events at the end */
	if (!err && t->run.total && w->room) {
		size_t last = t->run.total / IPSC2_MS(1);

		bin(w, (t->run.began / 1000 + last * MS));
		t->ms = last;
	}
	free(w);
	return err;
}

void trial_free(struct trial *t)
{
	free(t->frames);
	free(t->found_ms);
	free(t->slices);
	free(t->volume);
	memset(t, 0, sizeof(*t));
}

int trial_write(const struct trial *t, FILE *f)
{
	struct trial kept = *t;
	const uint32_t *const array[] = {t->frames, t->found_ms, t->slices, t->volume};

	/* do not write addresses of this process */
	kept.frames = kept.found_ms = kept.slices = kept.volume = NULL;
	kept.run.os = (struct nx2){.recording = t->run.os.recording, .began = t->run.os.began};
	if (kept.run.wrong || fwrite(&kept, sizeof(kept), 1, f) != 1)
		return -EIO;
	for (size_t i = 0; i < 4; i++)
		if (fwrite(array[i], sizeof(*array[i]), t->ms, f) != t->ms)
			return -EIO;
	return 0;
}

int trial_read(struct trial *t, FILE *f)
{
	uint32_t **const array[] = {&t->frames, &t->found_ms, &t->slices, &t->volume};

	if (fread(t, sizeof(*t), 1, f) != 1)
		return -EIO;
	for (size_t i = 0; i < 4; i++) {
		*array[i] = malloc((t->ms + 1) * sizeof(**array[i]));
		if (!*array[i])
			return -ENOMEM;
		if (fread(*array[i], sizeof(**array[i]), t->ms, f) != t->ms)
			return -EIO;
	}
	return 0;
}

void trial_rates(const struct trial *t, double rate[TRIAL_INTERVALS])
{
	const double seconds = (double)t->run.total / 1e12 / TRIAL_INTERVALS;

	for (size_t i = 0; i < TRIAL_INTERVALS; i++)
		rate[i] = 0;
	for (size_t k = 0; k < t->ms; k++)
		rate[k * TRIAL_INTERVALS / t->ms] += t->frames[k] / seconds;
}

double trial_mean(const uint32_t *v, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += v[i];
	return n ? sum / (double)n : 0;
}

double trial_variation(const uint32_t *v, size_t n)
{
	const double mean = trial_mean(v, n);
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (v[i] - mean) * (v[i] - mean);
	return mean > 0 ? sqrt(sum / (double)n) / mean : 0;
}

double trial_busiest(const uint32_t *v, size_t n, size_t width)
{
	uint64_t sum = 0, most = 0;

	for (size_t i = 0; i < n; i++) {
		sum += v[i];
		if (i >= width)
			sum -= v[i - width];
		most = sum > most ? sum : most;
	}
	return (double)most / (double)width;
}

double trial_autocorrelation(const double *v, size_t n, size_t lag)
{
	double mean = 0, same = 0, shifted = 0;

	for (size_t i = 0; i < n; i++)
		mean += v[i] / (double)n;
	for (size_t i = 0; i < n; i++)
		same += (v[i] - mean) * (v[i] - mean);
	for (size_t i = lag; i < n; i++)
		shifted += (v[i] - mean) * (v[i - lag] - mean);
	return same > 0 ? shifted / same : 0;
}

static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double trial_median(const double *v, size_t n)
{
	double sorted[TRIAL_INTERVALS];

	n = n < TRIAL_INTERVALS ? n : TRIAL_INTERVALS;
	memcpy(sorted, v, n * sizeof(*v));
	qsort(sorted, n, sizeof(*sorted), compare);
	return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}
