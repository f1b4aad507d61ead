/* SPDX-License-Identifier: Apache-2.0 */
#include "nmutil.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int line_fn(void *arg, const char *text, size_t length, const char **wrong);

/* Passes all lines to @fn, and NULL at the end; reports the first error and stops. */
static bool read_lines(const char *path, line_fn *fn, void *arg)
{
	static struct record_reader r;
	char message[4096 + 256], *text;
	size_t length;
	int n, err = record_open(&r, path);

	while (!err) {
		n = record_read_line(&r, &text, &length);
		if (n <= 0) {
			err = n;
			break;
		}
		r.wrong = NULL;
		err = fn(arg, text, length, &r.wrong);
	}
	if (!err)
		err = fn(arg, NULL, 0, &r.wrong);
	if (err) {
		fprintf(stderr, "%s\n", record_message(&r, err, message, sizeof(message)));
		util_failed();
	}
	record_close(&r);
	return !err;
}

static int table_line(void *arg, const char *text, size_t length, const char **wrong)
{
	struct nm_table_reader *r = arg;
	int err = text ? nm_table_line(r, text, length) : nm_table_end(r);

	*wrong = r->wrong;
	return err;
}

bool nmutil_table(const char *path, struct nm_table *table)
{
	struct nm_table_reader r;

	nm_table_begin(&r, table);
	return read_lines(path, table_line, &r);
}

static int names_line(void *arg, const char *text, size_t length, const char **wrong)
{
	return text ? nm_names_line(arg, text, length, wrong) : 0;
}

bool nmutil_names(const char *path, struct nm_names *names)
{
	return read_lines(path, names_line, names);
}

const char *nmutil_file(void)
{
	const char *path = util_argument(), *more = util_argument();

	if (more)
		util_usage("more than one file", more);
	return path ? path : "-";
}

const char *nmutil_name(const char *path)
{
	return strcmp(path, "-") ? path : "standard input";
}

void nmutil_losses(const struct nm_table *t)
{
	if (t->second)
		util_print("LOST: a second overflow came before the first was served");
	if (t->missed)
		util_print("LOST: %" PRIu32 "%s events missed", t->missed,
			   t->missed == UINT16_MAX ? " or more" : "");
	if (t->second || t->missed)
		util_flaw("data were lost");
}

static const char *numbered_name(const char *what, unsigned int number, const char *name)
{
	static char text[2][NM_NAME_BYTES + 32];
	static int turn;

	turn = !turn;
	snprintf(text[turn], sizeof(text[turn]), name ? "%s %u (%s)" : "%s %u", what, number,
		 name);
	return text[turn];
}

const char *nmutil_label(const struct nm_names *names, enum nm_mode mode, unsigned int label)
{
	const unsigned int first = nm_first_label(mode, label);
	const char *name = nm_label_name(names, first);

	if (!name && mode == NM_HISTOGRAM + 2)
		name = nm_label_name(names, first + 1);
	return numbered_name("label", first, name);
}

const char *nmutil_phase(const struct nm_names *names, unsigned int phase)
{
	return numbered_name("phase", phase, nm_phase_name(names, phase));
}

double nmutil_percent(uint64_t part, uint64_t all)
{
	return all ? 100 * (double)part / (double)all : 0;
}

uint64_t nmutil_time(const char *text)
{
	uint64_t ns = 0;
	int err = util_time(text, &ns);

	if (err)
		util_usage(err == -ERANGE ? "time too long" : "not a time, as 10us or 5ms",
			   text);
	return ns;
}

/* ---- reports ---- */

static const struct nm_page *sorted;

/* Most used first, then by number. */
static int compare(const void *a, const void *b)
{
	const uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;

	if (sorted[x].total != sorted[y].total)
		return sorted[x].total < sorted[y].total ? 1 : -1;
	return x - y;
}

static void print_page(const struct nm_page *page, unsigned int p)
{
	char text[512];
	int n = snprintf(text, sizeof(text), "page 0x%03X at 0x%07X: %" PRIu64 " accesses,", p,
			 p * NM_PAGE_BYTES, page->total);

	for (unsigned int s = 0; s < NM_STATIONS; s++)
		if (page->access[s])
			n += snprintf(text + n, sizeof(text) - (size_t)n, " %u:%" PRIu64, s,
				      page->access[s]);
	util_print("%s", text);
}

unsigned int nmutil_pages(const struct nm_page page[NM_PAGES], uint16_t order[NM_PAGES],
			  uint64_t most)
{
	unsigned int used = 0;

	for (unsigned int p = 0; p < NM_PAGES; p++)
		if (page[p].total)
			order[used++] = (uint16_t)p;
	sorted = page;
	qsort(order, used, sizeof(*order), compare);
	for (unsigned int i = 0; i < used && i < most; i++)
		print_page(&page[order[i]], order[i]);
	return used;
}

double nmutil_mean(const struct nm_queue *q)
{
	return q->total ? (double)q->waiting / (double)q->total : 0;
}

void nmutil_queue(const char *who, const struct nm_queue *q, unsigned int deep)
{
	util_print("%s: %" PRIu64 " transactions, mean depth %.3f, %.1f %% at %u or more, "
		   "waiting %" PRIu64,
		   who, q->total, nmutil_mean(q), nmutil_percent(nm_deep(q, deep), q->total),
		   deep, q->waiting);
}

void nmutil_hits(const char *title, const struct nm_hits *h)
{
	static const char *const lines[] = {"LV", "LI", "GV", "GI"};

	util_print("%s: %" PRIu64 " events", title, h->total);
	util_print("     %12s %14s %12s %12s %12s", "Read", "Read Exclusive", "Upgrade",
		   "Invalidate", "Writeback");
	for (int i = 0; i < 4; i++)
		util_print("  %s %12" PRIu64 " %14" PRIu64 " %12" PRIu64 " %12" PRIu64
			   " %12" PRIu64,
			   lines[i], h->hit[i][0], h->hit[i][1], h->hit[i][2], h->hit[i][3],
			   h->hit[i][4]);
	util_print("  responses %" PRIu64 ", negative acknowledgements %" PRIu64, h->responses,
		   h->nacks);
}
