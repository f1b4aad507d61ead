/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the monitor of examples/rocket with what memory and devices have seen. */
#include "le.h"
#include "machine.h"
#include "outstream.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define LATENCY_BITS 8u
#define TRACE_ENTRIES 65536u
#define WRITE_BIN 1024u
#define DEVICE_BIN 2048u
#define LINE_BYTES 64u
#define LINES (0x8000000u / LINE_BYTES) /* that a trace tells apart */
/* More clocks than a packet needs from the end of its burst to the monitor, whose phase it has:
 * 7, and those of the packets that wait with it in the taps. */
#define TAP_CLOCKS 16u

static void check_equal(struct node *n, const char *what, uint64_t monitor, uint64_t reference)
{
	if (monitor == reference)
		return;
	printf("FAIL: %s: monitor %" PRIu64 ", reference %" PRIu64 "\n", what, monitor,
	       reference);
	n->failed = true;
}

static uint32_t bounded_latency(const struct seen *e)
{
	return e->latency >> LATENCY_BITS ? (1u << LATENCY_BITS) - 1 : e->latency;
}

static uint32_t bin_of(const struct seen *e)
{
	return bounded_latency(e) / 4 + e->id * 64u + (e->write ? WRITE_BIN : 0) +
	       (e->device ? DEVICE_BIN : 0);
}

/* Reads the histogram and compares it with @reference; returns the number of packets. */
static uint64_t check_histogram(struct node *n, const uint32_t *reference)
{
	static uint8_t memory[4 * BINS];
	uint64_t sum = 0;
	unsigned int wrong = 0;

	must(surf_GetHMem(&n->monitor, 0, memory, sizeof(memory), NULL, NULL), "histogram");
	for (uint32_t i = 0; i < BINS; i++) {
		const uint32_t count = get_le32(memory + 4 * i);

		sum += count;
		if (count == reference[i])
			continue;
		if (!wrong++)
			printf("bin %03" PRIX32 ": monitor %" PRIu32 ", reference %" PRIu32
			       "\n",
			       i, count, reference[i]);
	}
	check_equal(n, "bins that differ", wrong, 0);
	return sum;
}

static void check_bins(struct node *n)
{
	static uint32_t reference[BINS];
	uint64_t sum;

	for (size_t i = 0; i < n->count; i++)
		reference[bin_of(&n->seen[i])]++;
	sum = check_histogram(n, reference);
	check_equal(n, "sum of the bins", sum, n->count);
	printf("histogram: %" PRIu64 " packets, the log has %zu\n", sum, n->count);
}

/* Both lists in the same order: by time; what ends in the same clock by port and direction. */
static int seen_order(const void *a, const void *b)
{
	const struct seen *x = a, *y = b;

	if (x->end != y->end)
		return x->end < y->end ? -1 : 1;
	return (x->device - y->device) * 2 + x->write - y->write;
}

static struct seen entry_of(const uint32_t *word)
{
	return (struct seen){.end = trace_rxtime(word),
			     .addr = trace_addr(word),
			     .words = trace_words(word),
			     .latency = trace_latency(word),
			     .id = trace_sender(word) & 15,
			     .write = trace_color(word) & 1,
			     .device = trace_sender(word) >> 4 & 1};
}

/* Returns the entries of the trace in the order of the log, which is sorted, too. */
static struct seen *sort_trace(struct node *n, const struct trace_record *t, uint32_t entries)
{
	struct seen *e = calloc(entries ? entries : 1, sizeof(*e));

	must(e ? 0 : -ENOMEM, "trace");
	for (uint32_t i = 0; i < entries; i++)
		e[i] = entry_of(t[i].word);
	qsort(e, entries, sizeof(*e), seen_order);
	if (n->count)
		qsort(n->seen, n->count, sizeof(*n->seen), seen_order);
	return e;
}

static bool is_entry_of(const struct seen *e, const struct seen *r)
{
	return e->addr == (r->addr & 0x7FFFFFC) && e->words == r->words &&
	       e->latency == bounded_latency(r) && e->id == r->id && e->write == r->write &&
	       e->device == r->device;
}

/* Returns the phase of a packet; -1: the program has written another one in the same clocks. */
static int phase_of(const struct node *n, const struct seen *e)
{
	int phase = 0;

	for (unsigned int k = 0; k < n->phases; k++)
		if (e->end >= n->phase[k].to)
			phase = n->phase[k].number;
		else if (e->end + TAP_CLOCKS >= n->phase[k].from)
			return -1;
	return phase;
}

/* Compares the trace with the log; the times of the two differ by a constant. */
static void check_trace(struct node *n, const struct trace_record *t, uint32_t entries)
{
	struct seen *e = sort_trace(n, t, entries);
	const struct seen *reference = n->seen;
	uint64_t wrong = 0;

	check_equal(n, "entries of the trace", entries, n->count);
	for (uint32_t i = 0; i < entries && i < n->count; i++) {
		const struct seen *r = &reference[i];

		if (e[i].end - e[0].end == r->end - reference[0].end && is_entry_of(&e[i], r))
			continue;
		if (!wrong++)
			printf("entry %" PRIu32 ": monitor %s %07" PRIX32
			       " id %u latency %" PRIu32 ", log %s %07" PRIX32
			       " id %u latency %" PRIu32 "\n",
			       i, e[i].write ? "write" : "read", e[i].addr, e[i].id,
			       e[i].latency, r->write ? "write" : "read", r->addr & 0x7FFFFFC,
			       r->id, r->latency);
	}
	check_equal(n, "entries of the trace that differ", wrong, 0);
	free(e);
}

/* Transfers of the memory's lines in the part of the sorted log that belongs to a phase. */
static void write_lines(const struct node *n, const struct seen *part, size_t count, int phase,
			FILE *f)
{
	struct line {
		unsigned int reads, writes, transfers;
		bool written; /* since it was read */
	} *line = calloc(LINES, sizeof(*line));

	must(line ? 0 : -ENOMEM, "lines");
	for (size_t i = 0; i < count; i++) {
		struct line *l = &line[part[i].addr / LINE_BYTES % LINES];

		if (part[i].device || phase_of(n, &part[i]) != phase)
			continue;
		if (part[i].write) {
			l->writes++;
			l->written = true;
			continue;
		}
		l->reads++;
		l->transfers += l->written;
		l->written = false;
	}
	for (uint32_t i = 0; i < LINES; i++)
		if (line[i].reads || line[i].writes)
			fprintf(f, "%d %08" PRIX32 " %u %u %u\n", phase,
				MEMORY_AT + i * LINE_BYTES, line[i].transfers, line[i].reads,
				line[i].writes);
	free(line);
}

static void write_reference(const struct node *n, const struct seen *part, size_t count)
{
	struct outstream o;

	if (!n->o.reference)
		return;
	must(outstream_open(&o, n->o.reference), n->o.reference);
	for (unsigned int phase = 0; phase < PHASES; phase++)
		write_lines(n, part, count, (int)phase, o.stream);
	must(outstream_close(&o, true), n->o.reference);
}

static struct trace_record *read_trace(struct node *n, uint32_t *entries)
{
	uint8_t *buf;
	struct trace_record *t;

	must(surf_GetReg(&n->monitor, SURF_TICR, entries), "TICR");
	if (*entries > TRACE_ENTRIES) {
		printf("FAIL: the trace memory has %u entries, too few for %" PRIu32 "\n",
		       TRACE_ENTRIES, *entries);
		n->failed = true;
		*entries = 0;
	}
	buf = malloc(*entries * 16 + 1);
	t = calloc(*entries + 1, sizeof(*t));
	must(buf && t ? 0 : -ENOMEM, "trace");
	must(surf_GetTMem(&n->monitor, 0, buf, *entries * 16, NULL, NULL), "trace");
	for (uint32_t i = 0; i < *entries; i++) {
		t[i].index = i;
		for (unsigned int k = 0; k < 4; k++)
			t[i].word[k] = get_le32(buf + 16 * i + 4 * k);
	}
	free(buf);
	return t;
}

/* The memory port's tap has presented each transaction, and nothing was lost behind it. */
static void check_tap(struct node *n)
{
	uint64_t seen[2] = {0};
	uint32_t iscr;

	for (size_t i = 0; i < n->count; i++)
		seen[n->seen[i].write] += !n->seen[i].device;
	for (int k = 0; k < 2; k++) {
		const char *of = k ? "wr_" : "rd_";

		printf("memory port: %" PRIu64 " %s, the log has %" PRIu64 "\n",
		       sim_get(sim_pin_of(n->s, of, "packets")), k ? "writes" : "reads",
		       seen[k]);
		check_equal(n, k ? "writes" : "reads", sim_get(sim_pin_of(n->s, of, "packets")),
			    seen[k]);
		check_equal(n, "dropped", sim_get(sim_pin_of(n->s, of, "dropped")), 0);
		check_equal(n, "flags of the tap", sim_get(sim_pin_of(n->s, of, "flags")), 0);
	}
	must(surf_GetReg(&n->monitor, SURF_ISCR, &iscr), "ISCR");
	check_equal(n, "packets lost at the monitor", surf_get(iscr, SURF_ISCR_PV), 0);
}

static void check_words(struct node *n)
{
	uint64_t words = 0;
	uint32_t wcdr;

	for (size_t i = 0; i < n->count; i++)
		words += n->seen[i].words;
	must(surf_GetReg(&n->monitor, SURF_WCDR, &wcdr), "WCDR");
	check_equal(n, "words", wcdr, words);
}

/* The same for a program that has started and stopped the monitor: the trace is a part of the
 * log without gaps. Returns the first entry of that part; NULL: there is none. */
static const struct seen *check_part(struct node *n, const struct trace_record *t,
				     uint32_t entries)
{
	struct seen *e = sort_trace(n, t, entries);
	const struct seen *part = NULL;
	size_t most = 0;

	for (size_t k = 0; k + entries <= n->count && most < entries; k++) {
		const struct seen *r = n->seen + k;
		size_t i = 0;

		while (i < entries && e[i].end - e[0].end == r[i].end - r[0].end &&
		       is_entry_of(&e[i], &r[i]))
			i++;
		most = i > most ? i : most;
		if (i == entries)
			part = r;
	}
	check_equal(n, "entries of the trace in succession in the log", most, entries);
	if (!entries) {
		printf("FAIL: the trace is empty\n");
		n->failed = true;
		part = NULL;
	}
	free(e);
	return part;
}

/* Compares the bins that the program has printed, and the phases in the trace, with the part of
 * the log that the monitor has seen. */
static void check_measured(struct node *n, const struct seen *part,
			   const struct trace_record *t, uint32_t entries)
{
	static uint32_t reference[MEASURED_BINS], phase[PHASES], traced[PHASES];
	uint32_t unknown = 0, wrong = 0;

	for (uint32_t i = 0; i < entries; i++) {
		const int number = phase_of(n, &part[i]);

		traced[trace_be(t[i].word) % PHASES]++;
		if (number < 0) {
			unknown++;
			continue;
		}
		phase[number % PHASES]++;
		reference[part[i].write | (part[i].addr >> 6 & 31) << 1 | (number & 3) << 6 |
			  part[i].device << 8]++;
	}
	check_equal(n, "packets whose phase the log does not tell", unknown, 0);
	for (uint32_t i = 0; i < MEASURED_BINS; i++)
		wrong += n->printed[i] != reference[i];
	check_equal(n, "printed bins that are not those of the log", wrong, 0);
	for (uint32_t i = 0; i < PHASES; i++) {
		check_equal(n, "entries of a phase in the trace", traced[i], phase[i]);
		if (phase[i])
			printf("phase %" PRIu32 ": %" PRIu32 " packets\n", i, phase[i]);
	}
}

struct trace_record *compare_measured(struct node *n, uint32_t *entries)
{
	struct trace_record *t;
	const struct seen *part;
	uint64_t sum;

	must(surf_open_device(&n->monitor, &n->bus->dev), "monitor");
	check_tap(n);
	sum = check_histogram(n, n->printed);
	t = read_trace(n, entries);
	part = check_part(n, t, *entries);
	if (part) {
		check_measured(n, part, t, *entries);
		write_reference(n, part, *entries);
	}
	check_equal(n, "sum of the bins", sum, *entries);
	printf("histogram: %" PRIu64 " packets, the log has %zu\n", sum, n->count);
	return t;
}

struct trace_record *compare_all(struct node *n, uint32_t *entries)
{
	struct trace_record *t;

	must(surf_PutReg(&n->monitor, SURF_HTCR, 0), "stop");
	check_tap(n);
	check_words(n);
	check_bins(n);
	t = read_trace(n, entries);
	check_trace(n, t, *entries);
	write_reference(n, n->seen, n->count);
	return t;
}

void compare_part(struct node *n)
{
	struct trace_record *t;
	uint32_t entries;

	must(surf_PutReg(&n->monitor, SURF_HTCR, 0), "stop");
	t = read_trace(n, &entries);
	check_part(n, t, entries);
	free(t);
}
