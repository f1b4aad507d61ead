/* SPDX-License-Identifier: Apache-2.0 */
#include "tally.h"
#include "../../../sw/surfboard/surfrecord.h"
#include "checksum.h"
#include "gnuplot.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define BAR 22 /* maximum columns of a bar */

/* Upper ends of the latency classes in ticks; the last class has none. */
static const uint64_t latency_ends[TALLY_LATENCIES - 1] = {
	10,	20,	 50,	  100,	   200,	     500,      1000,
	2000,	5000,	 10000,	  20000,   50000,    100000,   200000,
	500000, 1000000, 2000000, 5000000, 10000000, 20000000, 50000000,
};

char *tally_number(char text[TALLY_NUMBER], uint64_t v)
{
	char digits[24];
	int n = snprintf(digits, sizeof(digits), "%" PRIu64, v), at = 0;

	for (int i = 0; i < n; i++) {
		if (i && (n - i) % 3 == 0)
			text[at++] = ',';
		text[at++] = digits[i];
	}
	text[at] = 0;
	return text;
}

static unsigned int size_class(unsigned int words)
{
	unsigned int c = 0;

	while (words >>= 1)
		c++;
	return c;
}

static unsigned int latency_class(uint64_t ticks)
{
	unsigned int c = 0;

	while (c < TALLY_LATENCIES - 1 && ticks >= latency_ends[c])
		c++;
	return c;
}

void tally_add(struct tally *t, const uint32_t entry[4])
{
	const uint64_t latency = trace_latency(entry), rx = trace_rxtime(entry);
	const unsigned int words = trace_words(entry), sender = trace_sender(entry);

	t->sender_packets[sender]++;
	t->sender_words[sender] += words;
	t->size[size_class(words)]++;
	t->latency[latency_class(latency)]++;
	t->latency_sum += latency;
	if (latency > t->latency_max)
		t->latency_max = latency;
	t->overflows += trace_overflow(entry);
	t->underflows += trace_underflow(entry);
	if (t->entries++ == 0)
		t->first_rx = rx;
	t->last_rx = rx;
}

double tally_mean_us(const struct tally *t)
{
	return t->entries ? (double)t->latency_sum / (double)t->entries / 10 : 0;
}

/* ---- tables ---- */

static void head(FILE *f, const char *what, const struct tally *t, unsigned int n)
{
	fprintf(f, "\n%-24s", what);
	for (unsigned int i = 0; i < n; i++)
		fprintf(f, "%18s", t[i].title);
	fputc('\n', f);
}

static void row_number(FILE *f, const char *what, unsigned int n, uint64_t a, uint64_t b)
{
	char text[TALLY_NUMBER];

	fprintf(f, "%-24s%18s", what, tally_number(text, a));
	if (n > 1)
		fprintf(f, "%18s", tally_number(text, b));
	fputc('\n', f);
}

static void row_real(FILE *f, const char *what, unsigned int n, int digits, double a, double b)
{
	fprintf(f, "%-24s%18.*f", what, digits, a);
	if (n > 1)
		fprintf(f, "%18.*f", digits, b);
	fputc('\n', f);
}

static double per_packet(const struct tally *t)
{
	return t->packets ? (double)t->words / (double)t->packets : 0;
}

/* The share of the time from the first to the last packet in which the link carries data. */
static double busy(const struct tally *t)
{
	const double ps = (double)(t->last_rx - t->first_rx) * TALLY_TICK_PS;

	return ps > 0 ? 100 * (double)t->beats * TALLY_BEAT_PS / ps : 0;
}

void tally_table(FILE *f, const struct tally *t, unsigned int n)
{
	const struct tally *u = &t[n - 1];
	char text[64];

	head(f, "measured by the board", t, n);
	row_number(f, "  packets", n, t->packets, u->packets);
	if (t->rtl < t->packets || u->rtl < u->packets)
		row_number(f, "  of them in RTL", n, t->rtl, u->rtl);
	row_number(f, "  words", n, t->words, u->words);
	row_real(f, "  words per packet", n, 2, per_packet(t), per_packet(u));
	row_real(f, "  mean latency, us", n, 1, tally_mean_us(t), tally_mean_us(u));
	row_real(f, "  longest latency, us", n, 1, (double)t->latency_max / 10,
		 (double)u->latency_max / 10);
	row_real(f, "  link busy, %", n, 1, busy(t), busy(u));
	row_number(f, "  packets dropped", n, t->dropped, u->dropped);
	if (t->overflows || u->overflows)
		row_number(f, "  latency overflows", n, t->overflows, u->overflows);
	if (t->underflows || u->underflows)
		row_number(f, "  latency underflows", n, t->underflows, u->underflows);
	if (n > 1 && u->packets && t->packets) {
		const double fewer = 100 - 100 * (double)t->packets / (double)u->packets;
		const double longer = 100 * per_packet(t) / per_packet(u) - 100;

		fprintf(f, "  combining: %.1f %% fewer packets, %.1f %% more words in each\n",
			fewer, longer);
	}
	head(f, "what ended the packets", t, n);
	for (unsigned int w = 0; w < COMBINE_WHYS; w++) {
		if (!t->why[w] && !u->why[w])
			continue;
		snprintf(text, sizeof(text), "  %s", combine_why_text((enum combine_why)w));
		row_number(f, text, n, t->why[w], u->why[w]);
	}
	head(f, "in the sending nodes", t, n);
	row_real(f, "  slowest node ran, us", n, 1, (double)t->end_ps / 1e6,
		 (double)u->end_ps / 1e6);
	row_number(f, "  fullest FIFO, bytes", n, 8 * (uint64_t)t->fifo_peak,
		   8 * (uint64_t)u->fifo_peak);
	row_number(f, "  stalls, all nodes", n, t->stalls, u->stalls);
	row_real(f, "  stalled, us, all nodes", n, 1, (double)t->stall_ps / 1e6,
		 (double)u->stall_ps / 1e6);
}

/* ---- bars ---- */

static void bar(FILE *f, uint64_t v, uint64_t max, bool blocks)
{
	static const char *const eighth[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
	/* a value other than 0 has a visible bar */
	const uint64_t least = v != 0, unit = blocks ? 8 : 1;
	uint64_t length = max ? v * BAR * unit / max : 0;
	char text[TALLY_NUMBER];
	unsigned int columns;

	if (length < least)
		length = least;
	columns = (unsigned int)(length / unit);
	for (unsigned int i = 0; i < columns; i++)
		fputs(blocks ? "█" : "#", f);
	if (length % unit) {
		fputs(eighth[length % unit], f);
		columns++;
	}
	columns += (unsigned int)fprintf(f, " %s", v ? tally_number(text, v) : "");
	while (columns++ < BAR + 10)
		fputc(' ', f);
}

/* A line, whose trailing blanks are removed. */
struct line {
	char text[512];
};

static void bars(FILE *f, const char *label, const uint64_t *v, const uint64_t *max,
		 unsigned int n, bool blocks)
{
	struct line l;
	FILE *m = fmemopen(l.text, sizeof(l.text), "w");
	size_t end;

	if (!m)
		return;
	for (unsigned int i = 0; i < n; i++)
		bar(m, v[i], max[i], blocks);
	fclose(m);
	end = strlen(l.text);
	while (end && l.text[end - 1] == ' ')
		end--;
	fprintf(f, "%14s%s%.*s\n", label, end ? "  " : "", (int)end, l.text);
}

/* Prints classes. @counts: offset of the counts in struct tally. */
static void classes(FILE *f, const char *what, const struct tally *t, unsigned int n,
		    bool blocks, size_t counts, unsigned int from, unsigned int to,
		    const char *(*label)(unsigned int c, char *text))
{
	const uint64_t *v[2] = {(const uint64_t *)((const char *)&t[0] + counts),
				(const uint64_t *)((const char *)&t[n - 1] + counts)};
	uint64_t max[2] = {0, 0}, row[2];
	char text[32];

	while (from < to && !v[0][from] && !v[1][from])
		from++;
	while (to > from && !v[0][to - 1] && !v[1][to - 1])
		to--;
	for (unsigned int i = 0; i < n; i++)
		for (unsigned int c = from; c < to; c++)
			max[i] = v[i][c] > max[i] ? v[i][c] : max[i];
	fprintf(f, "\n%-16s", what);
	for (unsigned int i = 0; i < n; i++)
		fprintf(f, i + 1 < n ? "%-32s" : "%s", t[i].title);
	fputc('\n', f);
	for (unsigned int c = from; c < to; c++) {
		row[0] = v[0][c];
		row[1] = v[1][c];
		bars(f, label(c, text), row, max, n, blocks);
	}
}

static const char *size_label(unsigned int c, char *text)
{
	if (c == 0 || c == TALLY_SIZES - 1)
		snprintf(text, 32, "%u", 1u << c);
	else
		snprintf(text, 32, "%u - %u", 1u << c, (2u << c) - 1);
	return text;
}

static const char *sender_label(unsigned int c, char *text)
{
	snprintf(text, 32, "node %u", c);
	return text;
}

static const char *latency_label(unsigned int c, char *text)
{
	static const char *const labels[TALLY_LATENCIES] = {
		"below 1 us",  "1 - 2 us",     "2 - 5 us",     "5 - 10 us",    "10 - 20 us",
		"20 - 50 us",  "50 - 100 us",  "100 - 200 us", "200 - 500 us", "0.5 - 1 ms",
		"1 - 2 ms",    "2 - 5 ms",     "5 - 10 ms",    "10 - 20 ms",   "20 - 50 ms",
		"50 - 100 ms", "100 - 200 ms", "200 - 500 ms", "0.5 - 1 s",    "1 - 2 s",
		"2 - 5 s",     "above 5 s",
	};

	(void)text;
	return labels[c];
}

void tally_bars(FILE *f, const struct tally *t, unsigned int n, bool blocks)
{
	classes(f, "packets from", t, n, blocks, offsetof(struct tally, sender_packets), 0, 64,
		sender_label);
	classes(f, "words from", t, n, blocks, offsetof(struct tally, sender_words), 0, 64,
		sender_label);
	classes(f, "size, words", t, n, blocks, offsetof(struct tally, size), 0, TALLY_SIZES,
		size_label);
	classes(f, "latency", t, n, blocks, offsetof(struct tally, latency), 0, TALLY_LATENCIES,
		latency_label);
}

/* ---- plot ---- */

void tally_points_begin(struct tally_points *p, const struct tally *t)
{
	memset(p, 0, sizeof(*p));
	p->first_rx = t->first_rx;
	p->ticks = t->last_rx - t->first_rx + 1;
	p->latency = t->latency_max + t->latency_max / 20 + 1;
}

void tally_points_add(struct tally_points *p, const uint32_t entry[4])
{
	const uint64_t rx = trace_rxtime(entry) - p->first_rx, latency = trace_latency(entry);

	if (rx >= p->ticks || latency >= p->latency)
		return;
	p->sender[rx * TALLY_COLUMNS / p->ticks][latency * TALLY_ROWS / p->latency] |=
		(uint8_t)(1u << (trace_sender(entry) & 7));
}

static void write_table(FILE *f, const char *name, const struct tally *t, unsigned int n)
{
	static const struct {
		const char *name;
		size_t at;
	} columns[] = {
		{"packets", offsetof(struct tally, packets)},
		{"payload words", offsetof(struct tally, words)},
		{"longest latency in ticks of 100 ns", offsetof(struct tally, latency_max)},
		{"sum of latencies in ticks of 100 ns", offsetof(struct tally, latency_sum)},
		{"stalls of all nodes", offsetof(struct tally, stalls)},
		{"stalled ps of all nodes", offsetof(struct tally, stall_ps)},
		{"ps that the slowest node ran", offsetof(struct tally, end_ps)},
	};
	char text[32];

	fprintf(f, "# %s at the SurfBoard\n" CHECK_HEADER "\nquantity", name);
	for (unsigned int i = 0; i < n; i++)
		fprintf(f, ",%s", t[i].title);
	for (size_t c = 0; c < sizeof(columns) / sizeof(columns[0]); c++) {
		fprintf(f, "\n%s", columns[c].name);
		for (unsigned int i = 0; i < n; i++)
			fprintf(f, ",%" PRIu64,
				*(const uint64_t *)((const char *)&t[i] + columns[c].at));
	}
	for (unsigned int c = 0; c < TALLY_SIZES; c++) {
		fprintf(f, "\npackets of %s words", size_label(c, text));
		for (unsigned int i = 0; i < n; i++)
			fprintf(f, ",%" PRIu64, t[i].size[c]);
	}
	for (unsigned int c = 0; c < TALLY_LATENCIES; c++) {
		fprintf(f, "\nlatency %s", latency_label(c, text));
		for (unsigned int i = 0; i < n; i++)
			fprintf(f, ",%" PRIu64, t[i].latency[c]);
	}
	fputs("\n", f);
}

int tally_csv(FILE *f, const char *name, const struct tally *t, unsigned int n)
{
	struct check check = {0, 0};
	char *text, line[CHECK_LINE];
	size_t size;
	FILE *table = open_memstream(&text, &size);
	bool written;

	if (!table)
		return -errno;
	write_table(table, name, t, n);
	written = !fclose(table);
	check_add(&check, text, size);
	check_end_line(&check, line);
	if (written)
		written = fwrite(text, 1, size, f) == size &&
			  fwrite(line, 1, sizeof(line), f) == sizeof(line);
	free(text);
	return written ? 0 : -EIO;
}

/* Returns whether column @c shows the point of @node, one of a set. Nodes whose points coincide
 * alternate every few columns, so that none hides another one. */
static bool visible(unsigned int set, unsigned int node, unsigned int c)
{
	const unsigned int before = (unsigned int)__builtin_popcount(set & ((1u << node) - 1));

	return set >> node & 1 && c / 3 % (unsigned int)__builtin_popcount(set) == before;
}

/* Draws each point as a short line, because thousands of lines form one element of the picture,
 * but each point symbol is an element. */
static void scatter_data(FILE *f, const struct tally_points *p, unsigned int run, bool ms)
{
	const double x = (double)p->ticks / TALLY_COLUMNS / (ms ? 1e4 : 10),
		     y = (double)p->latency / TALLY_ROWS / 10;

	for (unsigned int node = 1; node < RECORDED_NODES; node++) {
		fprintf(f, "$run%unode%u << end\n", run, node);
		for (unsigned int c = 0; c < TALLY_COLUMNS; c++)
			for (unsigned int r = 0; r < TALLY_ROWS; r++)
				if (visible(p->sender[c][r], node, c))
					fprintf(f, "%.6g %.6g\n%.6g %.6g\n\n", (c + 0.3) * x,
						(r + 0.5) * y, (c + 0.7) * x, (r + 0.5) * y);
		fputs("nan nan\nend\n", f);
	}
}

static void bar_data(FILE *f, const char *name, const struct tally *t, unsigned int n,
		     size_t counts, unsigned int to,
		     const char *(*label)(unsigned int c, char *text))
{
	const uint64_t *v[2] = {(const uint64_t *)((const char *)&t[0] + counts),
				(const uint64_t *)((const char *)&t[n - 1] + counts)};
	unsigned int from = 0;
	char text[32];

	while (from < to && !v[0][from] && !v[1][from])
		from++;
	while (to > from && !v[0][to - 1] && !v[1][to - 1])
		to--;
	fprintf(f, "$%s << end\n", name);
	for (unsigned int c = from; c < to; c++)
		fprintf(f, "\"%s\" %" PRIu64 " %" PRIu64 "\n", label(c, text), v[0][c],
			v[1][c]);
	fputs("end\n", f);
}

void tally_gnuplot(FILE *f, const char *name, const char *svg, const struct tally *t,
		   const struct tally_points *p, unsigned int n)
{
	const unsigned int height = n > 1 ? 860 : 600;
	const double bottom = 0.34 * 860 / height;
	const bool ms = t[n - 1].last_rx - t[n - 1].first_rx > 20000;

	fprintf(f, "# Packets of %s as measured by the SurfBoard; to draw it: gnuplot FILE\n",
		name);
	for (unsigned int i = 0; i < n; i++)
		scatter_data(f, &p[i], i, ms);
	bar_data(f, "size", t, n, offsetof(struct tally, size), TALLY_SIZES, size_label);
	bar_data(f, "latency", t, n, offsetof(struct tally, latency), TALLY_LATENCIES,
		 latency_label);
	gnuplot_canvas(f, PLOT_SVG, 1000, height);
	gnuplot_style(f);
	if (svg) {
		fputs("set output ", f);
		gnuplot_text(f, svg, strlen(svg));
		fputc('\n', f);
	}
	fprintf(f,
		"set multiplot title 'Packets of %s at the SurfBoard; nodes that coincide alternate' font ',16'\n"
		"set lmargin at screen 0.09\nset rmargin at screen 0.97\n",
		name);
	for (unsigned int i = 0; i < n; i++) {
		const double each = (0.93 - bottom) / n;
		const double top = 0.90 - each * i, low = top - each + 0.11;

		fprintf(f,
			"set tmargin at screen %.3f\nset bmargin at screen %.3f\n"
			"set title '%s: latency against time' offset 0,-0.6\n"
			"set xlabel 'receive time, %s' offset 0,0.5\nset ylabel 'latency, us'\n"
			"set xrange [0:%.6g]\nset yrange [0:%.6g]\nset key %s\n"
			"plot",
			top, low, t[i].title, ms ? "ms" : "us",
			(double)p[i].ticks / (ms ? 1e4 : 10), (double)p[i].latency / 10,
			i ? "off" : "at graph 1, 1.12 right horizontal samplen 1");
		for (unsigned int node = 1; node < RECORDED_NODES; node++)
			fprintf(f,
				"%s $run%unode%u with lines lw 3 lc '%s' notitle, "
				"NaN with points pt 7 ps 0.7 lc '%s' title 'node %u'",
				node > 1 ? "," : "", i, node, gnuplot_color[node - 1],
				gnuplot_color[node - 1], node);
		fputc('\n', f);
	}
	fprintf(f,
		"set key at screen 0.53, %.3f center horizontal samplen 1\n"
		"set style data histograms\nset style histogram clustered gap 1\n"
		"set style fill solid 0.85 border rgb '" STYLE_PAPER "'\n"
		"set tmargin at screen %.3f\nset bmargin at screen %.3f\n"
		"set xrange [*:*]\nset yrange [0.5:*]\nset logscale y\nset format y '%%g'\n"
		"set ylabel 'packets'\nunset grid\nset grid y back lt 1 lc rgb '" STYLE_GRID
		"' lw 1\n"
		"set xtics rotate by -35 scale 0 font ',11'\n",
		bottom - 0.02, bottom - 0.08, 0.11 * 860 / height);
	for (unsigned int i = 0; i < 2; i++) {
		fprintf(f,
			"set lmargin at screen %s\nset rmargin at screen %s\n"
			"set title '%s' offset 0,-0.6\nunset xlabel\n%splot $%s",
			i ? "0.58" : "0.09", i ? "0.97" : "0.48", i ? "latency" : "size, words",
			i ? "unset key\n" : "", i ? "latency" : "size");
		for (unsigned int k = 0; k < n; k++)
			fprintf(f, "%s using %u:xtic(1) lc '%s' title '%s'", k ? ", ''" : "",
				k + 2, gnuplot_color[k ? 1 : 0], t[k].title);
		fputs("\nunset ylabel\n", f);
	}
	fputs("unset multiplot\n", f);
}
