/* SPDX-License-Identifier: Apache-2.0 */
#include "seen.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A transaction leaves the FIFO a clock before the card takes it, which only exact times
 * tell. */
static void answer_queue(const struct bench *b, const struct seen *t, size_t n, bool exact)
{
	uint64_t deep[RUN_FUNCTIONS][RUN_STATIONS] = {{0}};
	size_t waiting = 0; /* the first transaction that has not left the FIFO */

	for (size_t i = 0; i < n; i++) {
		/* a transaction leaves the FIFO when the one before it ends */
		while (waiting < i &&
		       (waiting ? t[waiting - 1].ended : 0) <= t[i].arrived + exact)
			waiting++;
		if (i - waiting >= QUEUE_DEEP && t[i].function < RUN_FUNCTIONS)
			deep[t[i].function][run_station_of(t[i].processor)]++;
	}
	for (unsigned int f = 0; f < RUN_FUNCTIONS; f++)
		for (unsigned int s = 0; s < b->run.stations; s++)
			if (deep[f][s])
				row_number((double)deep[f][s], "queue", "%s.s%u",
					   b->run.function[f], s);
}

static void answer_outlier(const struct seen *t, size_t n)
{
	size_t slowest = 0;
	char text[64];

	for (size_t i = 1; i < n; i++)
		if (t[i].ended - t[i].arrived > t[slowest].ended - t[slowest].arrived)
			slowest = i;
	for (unsigned int i = 1; i <= OUTLIER_BEFORE && i <= slowest; i++) {
		const struct seen *e = &t[slowest - i];

		snprintf(text, sizeof(text), "p%u.%s.c%u", e->processor,
			 run_kind_name[e->kind % RUN_KINDS], e->class);
		row_text(text, "outlier", "-%u", i);
	}
}

static void answer_page(const struct bench *b, const struct seen *t, size_t n)
{
	static uint32_t use[RUN_PAGES][RUN_STATIONS];
	unsigned int page = 0, to = 0;
	double all = 0, gain;

	for (size_t i = 0; i < n; i++)
		use[run_page_of(t[i].addr)][run_station_of(t[i].processor)]++;
	for (unsigned int k = 0; k < RUN_PAGES; k++)
		for (unsigned int s = 0; s < b->run.stations; s++) {
			all += use[k][s] * (double)(s ? b->run.remote : b->run.local);
			/* until one is found, any use of another station is the largest */
			if (s && (to ? use[k][s] > use[page][to] : use[k][s])) {
				page = k;
				to = s;
			}
		}
	gain = to ? ((double)use[page][to] - (double)use[page][0]) *
			       (b->run.remote - b->run.local)
		  : 0;
	if (gain <= 0) {
		row_text("none", "page", "page");
		return;
	}
	row_number(page, "page", "page");
	row_number(to, "page", "station");
	row_number(gain / all, "page", "gain");
}

/* An object is falsely shared if its lines go from processor to processor, and a processor
 * seldom takes a line for a word that another processor has used. */
static void answer_false_sharing(const struct bench *b, const struct seen *t, size_t n)
{
	uint64_t transfers[RUN_OBJECTS] = {0}, apart[RUN_OBJECTS] = {0};
	uint8_t(*word)[8] = calloc(RUN_LINES, sizeof(*word));
	uint8_t *holder = calloc(RUN_LINES, 1);

	if (!word || !holder)
		bench_fail("seen", "no memory");
	for (size_t i = 0; i < n; i++) {
		const int object = run_object_at(&b->run, t[i].addr);
		const uint32_t line = run_line_of(t[i].addr);
		uint8_t *w = &word[line][t[i].addr >> 3 & 7];
		const uint8_t me = (uint8_t)(t[i].processor + 1);

		if (object < 0 || t[i].kind > RUN_UPGRADE)
			continue;
		if (holder[line] && holder[line] != me) {
			transfers[object]++;
			apart[object] += !*w || *w == me;
		}
		if (t[i].kind != RUN_READ)
			*w = holder[line] = me;
	}
	for (unsigned int i = 0; i < b->run.objects; i++)
		row_number(transfers[i] >= SHARING_LEAST &&
				   (double)apart[i] >= SHARING_APART * (double)transfers[i],
			   "false-sharing", "%s", b->run.object[i].name);
	free(word);
	free(holder);
}

static void answer_functions(const struct bench *b, const struct seen *t, size_t n)
{
	uint64_t count[RUN_FUNCTIONS] = {0};

	for (size_t i = 0; i < n; i++)
		if (t[i].function < RUN_FUNCTIONS && t[i].kind != RUN_WRITE_BACK &&
		    t[i].kind != RUN_INVALIDATED && t[i].kind != RUN_REFUSED)
			count[t[i].function]++;
	for (unsigned int f = 0; f < RUN_FUNCTIONS; f++)
		if (count[f])
			row_number((double)count[f], "functions", "%s", b->run.function[f]);
}

static void answer_banks(const struct seen *t, size_t n)
{
	uint64_t count[RUN_BANKS] = {0};

	for (size_t i = 0; i < n; i++)
		count[run_bank_of(t[i].addr)]++;
	for (unsigned int k = 0; k < RUN_BANKS; k++)
		if (count[k])
			row_number((double)count[k], "banks", "bank%u", k);
}

static void answer_buses(const struct seen *t, size_t n)
{
	uint64_t count[RUN_BUSES][RUN_KINDS] = {{0}};

	for (size_t i = 0; i < n; i++)
		count[run_bus_of(t[i].addr)][t[i].kind % RUN_KINDS]++;
	for (unsigned int b = 0; b < RUN_BUSES; b++)
		for (unsigned int k = 0; k < RUN_KINDS; k++)
			if (count[b][k])
				row_number((double)count[b][k], "buses", "bus%u.%s", b,
					   run_kind_name[k]);
}

static void answer_saturation(const struct seen *t, size_t n)
{
	double busy[RUN_BUSES] = {0}, until[RUN_BUSES] = {0};

	for (size_t i = 0; i < n; i++) {
		const unsigned int b = run_bus_of(t[i].addr);

		busy[b] += t[i].ended - (t[i].arrived > until[b] ? t[i].arrived : until[b]);
		until[b] = t[i].ended;
	}
	for (unsigned int b = 0; n && b < RUN_BUSES; b++)
		row_number(busy[b] / t[n - 1].ended, "saturation", "bus%u", b);
}

static void answer_pio(const struct seen *t, size_t n)
{
	uint64_t count = 0;
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		if (t[i].kind == RUN_UNCACHED) {
			count++;
			sum += t[i].ended - t[i].arrived;
		}
	row_number((double)count, "pio", "operations");
	if (count)
		row_number(sum / (double)count, "pio", "mean");
}

/* A part of the program begins at its first transaction. */
static void answer_order(const struct bench *b, const struct seen *t, size_t n)
{
	uint8_t now[RUN_PROCESSORS];
	unsigned int of[RUN_PROCESSORS] = {0}, events = 0;

	memset(now, 255, sizeof(now));
	for (size_t i = 0; i < n && events < ORDER_EVENTS; i++) {
		const unsigned int p = t[i].processor;

		/* skip transactions that no part of the program makes itself */
		if (t[i].kind == RUN_WRITE_BACK || t[i].kind == RUN_INVALIDATED ||
		    t[i].function == now[p] || p >= b->run.processors)
			continue;
		now[p] = t[i].function;
		events++;
		row_number(t[i].arrived, "order", "p%u.%u", p, of[p]++);
	}
}

void seen_answer(const struct bench *b, const struct seen *t, size_t n, unsigned int has)
{
	if (has & SEEN_ARRIVAL) {
		answer_queue(b, t, n, has & SEEN_EXACT);
		answer_outlier(t, n);
		answer_pio(t, n);
	}
	if (has & SEEN_ARRIVAL && has & SEEN_ADDRESS) {
		answer_buses(t, n);
		answer_saturation(t, n);
	}
	if (has & SEEN_ADDRESS) {
		answer_page(b, t, n);
		answer_banks(t, n);
		answer_false_sharing(b, t, n);
	}
	if (has & SEEN_FUNCTION) {
		answer_functions(b, t, n);
		if (!(has & SEEN_PROBES))
			answer_order(b, t, n);
	}
}

void seen_latency(const uint64_t *count, size_t n, double first, double unit)
{
	static const struct {
		double share;
		const char *name;
	} quantile[] = {{0.5, "50%"}, {0.9, "90%"}, {0.99, "99%"}, {0.999, "99.9%"}};
	double all = 0, sum = 0;

	for (size_t i = 0; i < n; i++) {
		all += (double)count[i];
		sum += (double)count[i] * (first + (double)i * unit);
	}
	if (!(all > 0))
		return;
	row_number(sum / all, "latency", "mean");
	for (unsigned int k = 0; k < 4; k++) {
		double below = 0;
		size_t i = 0;

		while ((below += (double)count[i]) < quantile[k].share * all)
			i++;
		row_number(first + (double)i * unit, "latency", "%s", quantile[k].name);
	}
}
