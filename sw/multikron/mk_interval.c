/* SPDX-License-Identifier: Apache-2.0 */
#include "mk_interval.h"
#include "number.h"
#include "textline.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- descriptions ---- */

static const char *skip_blanks(const char *p)
{
	while (isspace((unsigned char)*p))
		p++;
	return p;
}

/* Reads a name in quotes; returns NULL if there is none. */
static char *read_name(const char **text)
{
	const char *end;
	char *name;

	*text = skip_blanks(*text);
	if (**text != '"')
		return NULL;
	end = strchr(*text + 1, '"');
	if (!end)
		return NULL;
	name = strndup(*text + 1, (size_t)(end - *text - 1));
	*text = end + 1;
	return name;
}

static bool read_number(const char **text, uint64_t *value)
{
	char *end;

	*text = skip_blanks(*text);
	if (number_read(*text, &end, value) || (*end && !isspace((unsigned char)*end)))
		return false;
	*text = end;
	return true;
}

/* Joins both names with a blank between them. */
static char *join_names(const char *a, const char *b)
{
	const size_t n = strlen(a) + strlen(b) + 2;
	char *name = malloc(n);

	if (name)
		snprintf(name, n, "%s %s", a, b);
	return name;
}

/* Reads a line; returns an error message, or NULL. */
static const char *read_interval(struct mk_interval *i, const char *text)
{
	uint64_t class;

	if (!read_number(&text, &class))
		return "a class is missing: 1, 2, 3 or 4";
	if (class < MK_SINGLE || class > MK_OVERLAP)
		return "the class is 1, 2, 3 or 4";
	i->kind = (enum mk_class) class;
	for (unsigned int k = 0; k < mk_interval_events(i); k++) {
		if (!read_number(&text, &i->event[k]))
			return mk_interval_events(i) == 2
				       ? "this class has two event numbers"
				       : "this class has three event numbers";
		for (unsigned int j = 0; j < k; j++)
			if (i->event[j] == i->event[k])
				return "two of the event numbers are equal";
	}
	for (unsigned int k = 0; k < mk_interval_events(i) - 1; k++) {
		i->name[k] = read_name(&text);
		if (!i->name[k])
			return mk_interval_events(i) == 2
				       ? "a name in quotes follows the event numbers"
				       : "two names in quotes follow the event numbers";
	}
	text = skip_blanks(text);
	if (*text && *text != '#')
		return "nothing follows the names";
	if (class == MK_SUBS) {
		i->name[2] = join_names(i->name[0], i->name[1]);
		if (!i->name[2])
			return "not enough memory";
	}
	return NULL;
}

static int add_interval(struct mk_intervals *list, const char *text, unsigned int line,
			const char **wrong)
{
	struct mk_interval *more, *i;

	more = realloc(list->interval, (list->count + 1) * sizeof(*more));
	if (!more)
		return -ENOMEM;
	list->interval = more;
	i = &more[list->count++];
	*i = (struct mk_interval){.line = line};
	*wrong = read_interval(i, text);
	for (size_t k = 0; !*wrong && i->kind == MK_OVERLAP && k + 1 < list->count; k++)
		if (list->interval[k].kind == MK_OVERLAP)
			*wrong = "a second interval of class 4; a file has at most one";
	return *wrong ? -EINVAL : 0;
}

int mk_intervals_read(struct mk_intervals *list, const char *path, char *text, size_t size)
{
	FILE *f = fopen(path, "re");
	const char *wrong = NULL;
	unsigned int line = 0;
	char *buffer = NULL;
	ssize_t length;
	size_t room = 0;
	int err = 0;

	*list = (struct mk_intervals){0};
	if (!f) {
		err = -errno;
		snprintf(text, size, "%s: %s", path, strerror(-err));
		return err;
	}
	while (!err && (length = textline_read(&buffer, &room, f)) >= 0) {
		const char *p = skip_blanks(buffer);

		line++;
		if (memchr(buffer, '\0', (size_t)length)) {
			wrong = "a byte 0";
			err = -EINVAL;
		} else if (*p && *p != '#') {
			err = add_interval(list, p, line, &wrong);
		}
	}
	if (!err && errno == EMSGSIZE)
		err = -errno;
	if (!err && ferror(f))
		err = -EIO;
	if (wrong)
		snprintf(text, size, "%s:%u: %s", path, line, wrong);
	else if (err)
		snprintf(text, size, "%s: %s", path, strerror(-err));
	if (!err && !list->count) {
		snprintf(text, size, "%s: no interval is described", path);
		err = -EINVAL;
	}
	free(buffer);
	fclose(f);
	return err;
}

void mk_intervals_free(struct mk_intervals *list)
{
	for (size_t i = 0; i < list->count; i++)
		for (unsigned int k = 0; k < 3; k++)
			free(list->interval[i].name[k]);
	free(list->interval);
	*list = (struct mk_intervals){0};
}

static uint64_t largest_event(unsigned int bytes)
{
	return bytes == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * bytes) - 1;
}

int mk_intervals_fit(const struct mk_intervals *list, unsigned int event_bytes,
		     const char *path, char *text, size_t size)
{
	for (size_t i = 0; i < list->count; i++)
		for (unsigned int k = 0; k < mk_interval_events(&list->interval[i]); k++)
			if (list->interval[i].event[k] > largest_event(event_bytes)) {
				snprintf(text, size,
					 "%s:%u: event %" PRIu64 " does not fit into %u bytes",
					 path, list->interval[i].line,
					 list->interval[i].event[k], event_bytes);
				return -ERANGE;
			}
	return 0;
}

/* ---- hash tables: slots hold the number of an entry plus 1 ---- */

static uint64_t mix(uint64_t v)
{
	v *= UINT64_C(0x9E3779B97F4A7C15);
	return v ^ v >> 29;
}

/* Extends *entries and *slots by an entry of @bytes. Returns 1 if the slots were cleared, so
 * that all entries must be put into them again, otherwise 0 or -ENOMEM. */
static int grow(void **entries, size_t bytes, uint32_t **slots, size_t *room, size_t used)
{
	const size_t more = *room ? 2 * *room : 16;
	uint32_t *s;
	void *e;

	if (used < *room)
		return 0;
	if (more > UINT32_MAX / 2)
		return -ENOMEM;
	e = realloc(*entries, more * bytes);
	if (e)
		*entries = e;
	s = calloc(2 * more, sizeof(*s));
	if (!e || !s) {
		free(s);
		return -ENOMEM;
	}
	free(*slots);
	*slots = s;
	*room = more;
	return 1;
}

/* ---- lengths ---- */

double mk_stat_deviation(const struct mk_stat *s)
{
	return s->count ? sqrt(s->squares / (double)s->count) : 0;
}

static void add_to_stat(struct mk_stat *s, uint64_t length)
{
	const double before = (double)length - s->mean;

	if (!s->count || length < s->minimum)
		s->minimum = length;
	if (!s->count || length > s->maximum)
		s->maximum = length;
	s->total += length;
	s->count++;
	s->mean += before / (double)s->count;
	s->squares += before * ((double)length - s->mean);
}

static uint32_t *find_bar(const struct mk_histogram *h, uint64_t length)
{
	size_t at = mix(length) % (2 * h->room);

	while (h->slot[at] && h->bar[h->slot[at] - 1].length != length)
		at = (at + 1) % (2 * h->room);
	return &h->slot[at];
}

static int add_to_histogram(struct mk_histogram *h, uint64_t length, uint64_t count)
{
	void *bars = h->bar;
	const int grown = grow(&bars, sizeof(*h->bar), &h->slot, &h->room, h->bars);
	uint32_t *slot;

	h->bar = bars;
	if (grown < 0)
		return grown;
	for (size_t i = 0; grown && i < h->bars; i++)
		*find_bar(h, h->bar[i].length) = (uint32_t)i + 1;
	slot = find_bar(h, length);
	if (!*slot) {
		h->bar[h->bars] = (struct mk_bar){.length = length};
		*slot = (uint32_t)++h->bars;
	}
	h->bar[*slot - 1].count += count;
	return 0;
}

static void free_histogram(struct mk_histogram *h)
{
	free(h->bar);
	free(h->slot);
}

/* ---- processors ---- */

static uint32_t *find_processor(const struct mk_report *r, unsigned int cpu, uint32_t source,
				size_t run)
{
	size_t at = (mix((uint64_t)source << 3 | cpu) + run) % (2 * r->room);

	while (r->slot[at]) {
		const struct mk_processor *p = &r->processor[r->slot[at] - 1];

		if (p->cpu == cpu && p->source == source && p->run == run)
			break;
		at = (at + 1) % (2 * r->room);
	}
	return &r->slot[at];
}

static struct mk_processor *get_processor(struct mk_report *r, const struct mk_sample *s,
					  size_t run)
{
	void *all = r->processor;
	const int grown = grow(&all, sizeof(*r->processor), &r->slot, &r->room, r->processors);
	struct mk_processor *p;
	uint32_t *slot;

	r->processor = all;
	if (grown < 0)
		return NULL;
	for (size_t i = 0; grown && i < r->processors; i++)
		*find_processor(r, r->processor[i].cpu, r->processor[i].source,
				r->processor[i].run) = (uint32_t)i + 1;
	slot = find_processor(r, s->cpu, s->source, run);
	if (*slot)
		return &r->processor[*slot - 1];
	p = &r->processor[r->processors];
	*p = (struct mk_processor){.cpu = s->cpu, .source = s->source, .run = run};
	for (size_t i = 0; i < r->processors; i++)
		r->repeated |=
			r->processor[i].cpu == s->cpu && r->processor[i].source == s->source;
	p->interval = calloc(r->intervals->count, sizeof(*p->interval));
	if (!p->interval)
		return NULL;
	*slot = (uint32_t)++r->processors;
	return p;
}

/* ---- intervals ---- */

struct mk_start {
	uint64_t at;
	size_t run;
};

/* A sample as an event of one interval on one processor (NULL: on all processors together). */
struct step {
	struct mk_report *r;
	const struct mk_interval *i;
	const struct mk_processor *p;
	struct mk_measured *m;
	uint64_t at, event;
	size_t run;
};

static int add_length(const struct step *s, unsigned int which, uint64_t begin)
{
	struct mk_report *r = s->r;
	const uint64_t whole = (s->at - begin) & MK_TIMESTAMP_MASK;
	const uint64_t length = r->options.wide ? whole : (uint32_t)whole;
	struct mk_lengths *l = &s->m->length[which];

	r->cut_short += length != whole;
	add_to_stat(&l->stat, length);
	if (r->on_length)
		r->on_length(r->arg, s->i, which, s->p, s->at, length);
	return r->options.histogram ? add_to_histogram(&l->histogram, length, 1) : 0;
}

/* Handles an event of class 1, 2 or 3. */
static int step_single(const struct step *s)
{
	const struct mk_interval *i = s->i;
	struct mk_measured *m = s->m;
	int err;

	if (s->event == i->event[0]) {
		m->no_end += m->begun;
		m->begun = true;
		m->middle = false;
		m->begin = s->at;
		m->run = s->run;
		return 0;
	}
	if (!m->begun || (i->kind == MK_SUBS && m->middle == (s->event == i->event[1]))) {
		m->no_begin++;
		return 0;
	}
	if (i->kind == MK_SUBS && !m->middle) {
		m->middle = true;
		m->middle_at = s->at;
		return 0;
	}
	m->begun = false;
	if (i->kind != MK_SUBS)
		return add_length(s, i->kind == MK_EITHER && s->event == i->event[2], m->begin);
	err = add_length(
		&(struct step){.r = s->r, .i = i, .p = s->p, .m = m, .at = m->middle_at}, 0,
		m->begin);
	if (!err)
		err = add_length(s, 1, m->middle_at);
	return err ? err : add_length(s, 2, m->begin);
}

static int push_start(struct mk_report *r, uint64_t at, size_t run)
{
	if (r->starts == r->start_room) {
		const size_t live = r->starts - r->first_start;
		const size_t room =
			live + 1 > r->start_room / 2 ? 2 * r->start_room + 64 : r->start_room;
		struct mk_start *more;

		if (r->first_start)
			memmove(r->start, r->start + r->first_start, live * sizeof(*more));
		r->first_start = 0;
		r->starts = live;
		more = realloc(r->start, room * sizeof(*more));
		if (!more)
			return -ENOMEM;
		r->start = more;
		r->start_room = room;
	}
	r->start[r->starts++] = (struct mk_start){at, run};
	return 0;
}

static int step_overlap(const struct step *s)
{
	struct mk_report *r = s->r;

	if (s->event == s->i->event[0])
		return push_start(r, s->at, s->run);
	if (r->first_start < r->starts)
		return add_length(s, 0, r->start[r->first_start++].at);
	s->m->no_begin++;
	return 0;
}

/* Handles a loss of samples in @run: the ends of its open intervals may have been lost. */
static void cut_intervals(struct mk_report *r, size_t run)
{
	r->gaps++;
	for (size_t k = 0; k < r->processors; k++)
		for (size_t i = 0; i < r->intervals->count; i++) {
			struct mk_measured *m = &r->processor[k].interval[i];

			if (m->begun && m->run == run) {
				m->begun = false;
				m->cut++;
			}
		}
	/* the k-th end belongs to the k-th start; the numbering restarts after the loss */
	r->overlap.cut += r->starts - r->first_start;
	r->first_start = r->starts;
}

static bool has_event(const struct mk_interval *i, uint64_t event)
{
	for (unsigned int k = 0; k < mk_interval_events(i); k++)
		if (i->event[k] == event)
			return true;
	return false;
}

void mk_report_begin(struct mk_report *r, const struct mk_intervals *list,
		     const struct mk_report_options *options)
{
	*r = (struct mk_report){.intervals = list, .options = *options};
}

int mk_report_sample(struct mk_report *r, const struct mk_sample *s, size_t run)
{
	struct step step = {.r = r, .at = s->timestamp, .run = run};
	struct mk_processor *p = get_processor(r, s, run);
	bool described = false;
	int err = p ? 0 : -ENOMEM;

	r->samples++;
	if (s->lost)
		cut_intervals(r, run);
	step.event = s->data & largest_event(r->options.event_bytes);
	for (size_t i = 0; i < r->intervals->count && !err; i++) {
		step.i = &r->intervals->interval[i];
		if (!has_event(step.i, step.event))
			continue;
		described = true;
		if (step.i->kind == MK_OVERLAP) {
			step.p = NULL;
			step.m = &r->overlap;
			err = step_overlap(&step);
		} else {
			step.p = p;
			step.m = &p->interval[i];
			err = step_single(&step);
		}
	}
	r->events += described;
	return err;
}

void mk_report_end(struct mk_report *r)
{
	for (size_t k = 0; k < r->processors; k++)
		for (size_t i = 0; i < r->intervals->count; i++) {
			struct mk_measured *m = &r->processor[k].interval[i];

			m->no_end += m->begun;
			m->begun = false;
		}
	r->overlap.no_end += r->starts - r->first_start;
	r->first_start = r->starts;
}

static void free_measured(struct mk_measured *m)
{
	for (unsigned int i = 0; i < 3; i++)
		free_histogram(&m->length[i].histogram);
}

void mk_report_free(struct mk_report *r)
{
	for (size_t k = 0; k < r->processors; k++) {
		for (size_t i = 0; i < r->intervals->count; i++)
			free_measured(&r->processor[k].interval[i]);
		free(r->processor[k].interval);
	}
	free_measured(&r->overlap);
	free(r->processor);
	free(r->slot);
	free(r->start);
}

/* ---- printing ---- */

static void print_stat(const struct mk_stat *s, uint64_t hz, FILE *out)
{
	const double us = 1e6 / (double)hz;

	if (!s->count) {
		fprintf(out, " %10d\n", 0);
		return;
	}
	fprintf(out,
		" %10" PRIu64 " %14" PRIu64 " %12" PRIu64 " %12" PRIu64
		" %12.10g %12.10g ticks\n",
		s->count, s->total, s->minimum, s->maximum, s->mean, mk_stat_deviation(s));
	fprintf(out, "%28s %14.10g %12.10g %12.10g %12.10g %12.10g us\n", "",
		(double)s->total * us, (double)s->minimum * us, (double)s->maximum * us,
		s->mean * us, mk_stat_deviation(s) * us);
}

static int by_length(const void *a, const void *b)
{
	const struct mk_bar *x = a, *y = b;

	return (x->length > y->length) - (x->length < y->length);
}

static int print_histogram(const struct mk_histogram *h, const struct mk_report_print *p,
			   FILE *out)
{
	struct mk_bar *bar = h->bar, *sorted = NULL;

	if (!p->chronological && h->bars) {
		sorted = malloc(h->bars * sizeof(*sorted));
		if (!sorted)
			return -ENOMEM;
		memcpy(sorted, h->bar, h->bars * sizeof(*sorted));
		qsort(sorted, h->bars, sizeof(*sorted), by_length);
		bar = sorted;
	}
	for (size_t i = 0; i < h->bars; i++)
		fprintf(out, "    %12" PRIu64 " ticks %14.10g us %10" PRIu64 "\n",
			bar[i].length, (double)bar[i].length * 1e6 / (double)p->hz,
			bar[i].count);
	free(sorted);
	return 0;
}

static void print_unmatched(const struct mk_measured *m, FILE *out)
{
	if (m->no_end || m->no_begin)
		fprintf(out, "    events without partner: %" PRIu64 " begin, %" PRIu64 " end\n",
			m->no_end, m->no_begin);
	if (m->cut)
		fprintf(out,
			"    %" PRIu64 " begun before samples were lost, and not counted\n",
			m->cut);
}

/* Prints the heading of a processor's lines. NULL: of all processors together. */
static void print_processor(const struct mk_processor *p, FILE *out)
{
	if (p)
		fprintf(out, "  %3u %11.8" PRIX32, p->cpu, p->source);
	else
		fprintf(out, "  all %11s", "");
}

static int print_measured(const struct mk_processor *p, const struct mk_measured *m,
			  unsigned int which, const struct mk_report_print *print, FILE *out)
{
	print_processor(p, out);
	print_stat(&m->length[which].stat, print->hz, out);
	return print->histogram ? print_histogram(&m->length[which].histogram, print, out) : 0;
}

/* Prints the histogram of all processors together. */
static int print_summary(const struct mk_report *r, size_t i, unsigned int which,
			 const struct mk_report_print *print, FILE *out)
{
	struct mk_histogram sum = {0};
	int err = 0;

	for (size_t k = 0; k < r->processors && !err; k++) {
		const struct mk_histogram *h =
			&r->processor[k].interval[i].length[which].histogram;

		for (size_t j = 0; j < h->bars && !err; j++)
			err = add_to_histogram(&sum, h->bar[j].length, h->bar[j].count);
	}
	if (!err) {
		fputs("  summary of all processors\n", out);
		err = print_histogram(&sum, print, out);
	}
	free_histogram(&sum);
	return err;
}

static bool is_used(const struct mk_measured *m)
{
	return m->length[0].stat.count || m->length[1].stat.count || m->no_end || m->no_begin ||
	       m->cut;
}

static int print_length(const struct mk_report *r, size_t i, unsigned int which,
			const struct mk_report_print *print, FILE *out)
{
	const struct mk_interval *d = &r->intervals->interval[i];
	const bool last = which + 1 == mk_interval_lengths(d);
	bool any = false;
	int err = 0;

	fprintf(out, "\n\"%s\"\n  cpu %11s %10s %14s %12s %12s %12s %12s\n", d->name[which],
		"source", "count", "total", "minimum", "maximum", "mean", "deviation");
	if (d->kind == MK_OVERLAP) {
		err = print_measured(NULL, &r->overlap, 0, print, out);
		print_unmatched(&r->overlap, out);
		if (!err && print->summary) {
			fputs("  summary of all processors\n", out);
			err = print_histogram(&r->overlap.length[0].histogram, print, out);
		}
		return err;
	}
	for (size_t k = 0; k < r->processors && !err; k++) {
		const struct mk_measured *m = &r->processor[k].interval[i];

		if (!is_used(m))
			continue;
		any = true;
		if (r->repeated)
			fprintf(out, "  sequence %zu\n", r->processor[k].run + 1);
		err = print_measured(&r->processor[k], m, which, print, out);
		if (last)
			print_unmatched(m, out);
	}
	if (!any)
		fputs("  none\n", out);
	return err || !print->summary ? err : print_summary(r, i, which, print, out);
}

int mk_report_print(const struct mk_report *r, const struct mk_report_print *print, FILE *out)
{
	int err = 0;

	if (r->gaps)
		fprintf(out, "gaps: %" PRIu64 " (samples were lost there)\n", r->gaps);
	fprintf(out, "samples: %" PRIu64 ", with an event that is described: %" PRIu64 "\n",
		r->samples, r->events);
	fprintf(out, "timestamp clock: %" PRIu64 " Hz\n", print->hz);
	if (r->cut_short)
		fprintf(out,
			"lengths of 2^32 ticks and more, of which the upper part is left out: "
			"%" PRIu64 "\n",
			r->cut_short);
	for (size_t i = 0; i < r->intervals->count && !err; i++)
		for (unsigned int k = 0;
		     k < mk_interval_lengths(&r->intervals->interval[i]) && !err; k++)
			err = print_length(r, i, k, print, out);
	return err;
}

/* ---- runs of a file ---- */

struct run {
	uint64_t begin, end;
	struct mk_reader *reader; /* reader of the run, if the file has several */
	struct mk_sample head;
	bool more;
};

struct runs {
	struct run *run;
	size_t count;
};

static int find_runs(struct mk_reader *file, struct runs *all)
{
	struct mk_sample s;
	uint64_t last = 0, at = file->offset;
	unsigned int files = 0;
	int n;

	while ((n = mk_reader_next(file, &s)) == 1) {
		if (!all->count || s.timestamp < last || file->files != files) {
			struct run *more = realloc(all->run, (all->count + 1) * sizeof(*more));

			if (!more)
				return -ENOMEM;
			all->run = more;
			if (all->count)
				more[all->count - 1].end = at;
			more[all->count++] = (struct run){.begin = at};
		}
		last = s.timestamp;
		at = file->offset;
		files = file->files;
	}
	if (all->count)
		all->run[all->count - 1].end = at;
	return n;
}

/* Compares two samples by time and, if the times are equal, by their contents, so that the
 * result does not depend on the order of the files. */
static int compare_samples(const struct mk_sample *a, const struct mk_sample *b)
{
	uint8_t x[MK_RESOURCE_BYTES], y[MK_RESOURCE_BYTES];
	size_t n, m;
	int order;

	if (a->timestamp != b->timestamp)
		return a->timestamp < b->timestamp ? -1 : 1;
	n = mk_sample_encode(a, x);
	m = mk_sample_encode(b, y);
	order = memcmp(x, y, n < m ? n : m);
	return order ? order : (n > m) - (n < m);
}

static int advance(struct run *r)
{
	const int n = mk_reader_next(r->reader, &r->head);

	r->more = n == 1;
	return n < 0 ? n : 0;
}

static int merge_runs(struct mk_reader *file, struct runs *all,
		      int (*take)(void *, const struct mk_sample *, size_t), void *arg)
{
	int err = 0;

	for (size_t i = 0; i < all->count && !err; i++) {
		struct run *r = &all->run[i];

		r->reader = malloc(sizeof(*r->reader));
		err = r->reader ? mk_reader_part(r->reader, file, r->begin, r->end) : -ENOMEM;
		if (!err)
			err = advance(r);
	}
	while (!err) {
		size_t first = all->count;

		for (size_t i = 0; i < all->count; i++)
			if (all->run[i].more &&
			    (first == all->count ||
			     compare_samples(&all->run[i].head, &all->run[first].head) < 0))
				first = i;
		if (first == all->count)
			break;
		err = take(arg, &all->run[first].head, first);
		if (!err)
			err = advance(&all->run[first]);
	}
	for (size_t i = 0; i < all->count; i++)
		free(all->run[i].reader);
	return err;
}

int mk_merge(struct mk_reader *file, size_t *runs,
	     int (*take)(void *arg, const struct mk_sample *s, size_t run), void *arg)
{
	struct runs all = {0};
	int flaw = find_runs(file, &all), err;

	*runs = all.count;
	if (flaw && flaw != -ENODATA) {
		free(all.run);
		return flaw;
	}
	err = merge_runs(file, &all, take, arg);
	free(all.run);
	return err ? err : flaw;
}
