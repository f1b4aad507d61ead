/* SPDX-License-Identifier: Apache-2.0 */
/* Computes what the monitors cost: time of the program, size, bytes, and losses under load. */
#include "gnuplot.h"
#include "page.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CLOCK_MS 20e-6

static struct table sizes; /* "monitor,what,value" */

void read_sizes(void)
{
	read_file(&sizes, "sizes.csv");
}

double luts(unsigned int m)
{
	const char *v = table_find(&sizes, monitors.name[m], "lut4");

	return v ? atof(v) : NAN;
}

/* ---- perturbation ---- */

/* Run times and references of a program: without a monitor, with the monitor's probes, and with
 * probes and reads of the monitor's counters over the machine's bus. */
struct perturbation {
	double clocks[3], references[2];
};

static double run_row(const struct table *t, const char *name)
{
	const char *v = table_find(t, "run", name);

	return v ? atof(v) : NAN;
}

static bool read_perturbation(struct perturbation *x, unsigned int p, unsigned int m)
{
	char name[256];
	struct table t;

	*x = (struct perturbation){{run_row(&truth[p], "clocks"), NAN, NAN},
				   {run_row(&truth[p], "references"), NAN}};
	for (unsigned int i = 0; i < 2; i++) {
		snprintf(name, sizeof(name), "perturbed/%s/%s-%s/truth.csv", monitors.name[m],
			 programs.name[p], i ? "read" : "probes");
		if (!read_file(&t, name))
			continue;
		x->clocks[1 + i] = run_row(&t, "clocks");
		if (!i)
			x->references[1] = run_row(&t, "references") + run_row(&t, "probes");
		table_free(&t);
	}
	return !isnan(x->clocks[1]);
}

/* Writes cells/perturbation-MONITOR.csv for each monitor. */
void write_perturbation(void)
{
	for (unsigned int m = 0; m < monitors.n; m++) {
		char name[128];
		FILE *f;

		snprintf(name, sizeof(name), "cells/perturbation-%s.csv", monitors.name[m]);
		f = create(name);
		fprintf(f, "program,clocks,clocks with probes,clocks with counters read,"
			   "references,references with probes\n");
		for (unsigned int p = 0; p < programs.n; p++) {
			struct perturbation x;

			if (!read_perturbation(&x, p, m))
				continue;
			fprintf(f, "%s,%.0f,%.0f,", programs.name[p], x.clocks[0], x.clocks[1]);
			if (!isnan(x.clocks[2]))
				fprintf(f, "%.0f", x.clocks[2]);
			fprintf(f, ",%.0f,%.0f\n", x.references[0], x.references[1]);
		}
		finish(f, name);
	}
}

/* Returns by which fraction the programs are slower with the monitor, averaged over the
 * programs; *worst receives the largest fraction. */
static double slower(unsigned int m, double *worst)
{
	unsigned int n = 0;
	double sum = 0;

	*worst = NAN;
	for (unsigned int p = 0; p < programs.n; p++) {
		struct perturbation x;

		if (!read_perturbation(&x, p, m))
			continue;
		sum += x.clocks[1] / x.clocks[0] - 1;
		*worst = fmax(*worst, x.clocks[1] / x.clocks[0] - 1); /* fmax() ignores NAN */
		n++;
	}
	return n ? sum / n : NAN;
}

/* Returns the largest number of clocks by which reading the counters delays a program. */
static double reading(unsigned int m)
{
	double most = NAN;

	for (unsigned int p = 0; p < programs.n; p++) {
		struct perturbation x;

		if (read_perturbation(&x, p, m))
			most = fmax(most, x.clocks[2] - x.clocks[1]); /* fmax() ignores NAN */
	}
	return most;
}

/* ---- the table ---- */

/* The largest value of a cost over all programs and set-ups; NAN: none. */
static double cost(unsigned int m, const char *name)
{
	double most = NAN;

	for (unsigned int p = 0; p < programs.n; p++)
		for (size_t i = 0; i < answer[p][m].rows; i++) {
			const struct table_row *r = &answer[p][m].row[i];

			if (table_is(r, "cost", name))
				most = fmax(most, atof(r->value)); /* fmax() ignores NAN */
		}
	return most;
}

/* @link: the file from which tb/benchmark/check computes the cost @name again; NULL: none. */
static void put_cost(FILE *f, unsigned int m, const char *name, double v, const char *format,
		     const char *link)
{
	if (isnan(v)) {
		fprintf(f, "<td class=\"n none\">-</td>");
		return;
	}
	fprintf(f, "<td class=\"n\" data-cost=\"%s\" data-of=\"%s\" data-value=\"%.9g\">", name,
		monitors.name[m], v);
	if (link)
		fprintf(f, "<a href=\"%s\">", link);
	fprintf(f, format, v);
	fprintf(f, "%s</td>", link ? "</a>" : "");
}

static void put_slower(FILE *f, unsigned int m)
{
	double worst, mean = slower(m, &worst);
	char link[128];

	snprintf(link, sizeof(link), "cells/perturbation-%s.csv", monitors.name[m]);
	if (isnan(cost(m, " slower %"))) {
		put_cost(f, m, "slower", 100 * mean, "%.2f", link);
		put_cost(f, m, "worst", 100 * worst, "%.2f", link);
	} else { /* computed: a sample interrupts the processor */
		put_cost(f, m, "sampling", cost(m, " slower %"), "%.2f", NULL);
		fprintf(f, "<td class=\"n none\">-</td>");
	}
	put_cost(f, m, "reading", reading(m) * CLOCK_MS, "%.1f", link);
}

static void put_costs_of(FILE *f, unsigned int m)
{
	static const char *const part[] = {"lut4", "flip-flops", "inside"};
	const char *outside = monitors.about[m].outside;

	fprintf(f, "<tr><th>%s%s</th>", monitors.about[m].name, star(m));
	put_cost(f, m, "bytes", cost(m, " bytes"), "%.0f", NULL);
	put_cost(f, m, "change", cost(m, " change ns") / 1000, "%.1f", NULL);
	for (unsigned int k = 0; k < 3; k++) {
		const char *v = table_find(&sizes, monitors.name[m], part[k]);

		put_cost(f, m, part[k], v ? atof(v) : NAN, "%.0f", "sizes.csv");
	}
	put_cost(f, m, "outside", is_computed(m) || !*outside ? NAN : atof(outside) / 8 / 1024,
		 "%.0f", NULL);
	put_slower(f, m);
	fprintf(f, "</tr>\n");
}

void put_costs(FILE *f)
{
	fprintf(f, "<h2 id=\"costs-title\">Costs</h2>\n"
		   "<p>Read: the most that the host reads for one set-up. Change: "
		   "time on the board from one question to the next, through the driver, "
		   "with the memories cleared. LUT4, flip-flops and memory: "
		   "as ci/measure/map-ecp5 maps all of them for an ECP5. Slower: "
		   "what the programs take longer with the probes of the monitor, "
		   "mean and worst; each is run again on the machine with a store "
		   "at the beginning of each part. A monitor without probes only listens. "
		   "Reading: time that a processor of the machine takes "
		   "to read the counters over its bus; the others have a port of their own. -: "
		   "not measured, or there is none.</p>\n");
	begin_table(f, "costs",
		    "<th>monitor</th><th>read, bytes</th><th>change, &micro;s</th><th>LUT4</th>"
		    "<th>flip-flops</th><th>memory inside, bits</th><th>memory outside, KB</th>"
		    "<th>slower, %</th><th>worst, %</th><th>reading, ms</th>");
	for (unsigned int m = 0; m < monitors.n; m++)
		put_costs_of(f, m);
	end_table(f);
}

/* ---- losses ---- */

static const unsigned int load[] = {1, 5, 10, 20, 50, 100};
#define LOADS (sizeof(load) / sizeof(*load))

struct loss {
	double given, lost, flagged, placed, reported;
};

/* Returns the value of the first row of @t whose key is the name of a set-up and @name; NAN:
 * none. */
static double of_setup(const struct table *t, const char *question, const char *name)
{
	for (size_t i = 0; i < t->rows; i++)
		if (table_is(&t->row[i], question, name))
			return atof(t->row[i].value);
	return NAN;
}

static bool read_loss(struct loss *x, unsigned int m, unsigned int percent)
{
	struct table t;
	char name[128];

	snprintf(name, sizeof(name), "loss/%s-%u.csv", monitors.name[m], percent);
	if (!read_file(&t, name))
		return false;
	*x = (struct loss){of_setup(&t, "adapter", " given"), of_setup(&t, "adapter", " lost"),
			   of_setup(&t, "cost", " flagged"), of_setup(&t, "cost", " placed"),
			   of_setup(&t, "cost", " reported")};
	table_free(&t);
	return true;
}

static bool loses(unsigned int m)
{
	struct loss x;
	bool any = false;

	for (unsigned int i = 0; i < LOADS; i++)
		any |= read_loss(&x, m, load[i]) && x.lost > 0;
	return any;
}

static void put_curve(FILE *f, unsigned int m, unsigned int number)
{
	struct loss x;

	fprintf(f, "$d%u << E\n", number);
	for (unsigned int i = 0; i < LOADS; i++)
		if (read_loss(&x, m, load[i]))
			fprintf(f, "%u %.4f\n", load[i], 100 * x.lost / x.given);
	fprintf(f, "E\n");
}

/* Draws the losses of the monitors that lose events. */
static void draw_losses(void)
{
	unsigned int of[MOST], n = 0;
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		give_up("losses", "no memory");
	gnuplot_page(f, PLOT_SVG, "Transactions lost; monitors that are not shown lose none",
		     "make benchmark");
	fprintf(f, "set logscale x\nset xrange [0.8:125]\nset yrange [-3:103]\n"
		   "set xlabel 'load of the memory card, %%'\nset ylabel 'lost, %%'\n"
		   "set xtics (1, 5, 10, 20, 50, 100)\nset key left top\n");
	for (unsigned int m = 0; m < monitors.n; m++)
		if (loses(m)) {
			put_curve(f, m, n);
			of[n++] = m;
		}
	fprintf(f, "plot %s", n ? "" : "0 notitle");
	for (unsigned int i = 0; i < n; i++)
		fprintf(f, "%s$d%u with linespoints lw 2 pt %u lc rgb '%s' title '%s'",
			i ? ", " : "", i, i + 4, gnuplot_color[i % GNUPLOT_COLORS],
			monitors.about[of[i]].name);
	fprintf(f, "\n");
	fclose(f);
	draw(text, size, "losses.svg");
}

static void put_loss(FILE *f, unsigned int m, unsigned int percent)
{
	struct loss x;

	if (!read_loss(&x, m, percent)) {
		fprintf(f, "<td class=\"none\">-</td>");
		return;
	}
	fprintf(f,
		"<td data-loss=\"%u\" data-of=\"%s\" data-value=\"%.9g\">"
		"<a href=\"loss/%s-%u.csv\">%.1f %%</a>",
		percent, monitors.name[m], x.lost / x.given, monitors.name[m], percent,
		100 * x.lost / x.given);
	if (x.lost)
		fprintf(f, "<small>%sflagged, %scounted, %splaced</small>",
			x.flagged ? "" : "not ", x.reported == x.lost ? "" : "not ",
			x.placed ? "" : "not ");
	fprintf(f, "</td>");
}

static bool has_losses(unsigned int m)
{
	struct loss x;

	return read_loss(&x, m, load[LOADS - 1]);
}

void put_losses(FILE *f)
{
	unsigned int n = 0;

	for (unsigned int m = 0; m < monitors.n; m++)
		n += has_losses(m);
	if (!n)
		return;
	fprintf(f, "<h2>Loss under load</h2>\n"
		   "<p>Transactions lost of 4,000, "
		   "when the memory card is busy for this part of the time (100 %%: "
		   "a transaction each 6 clocks), "
		   "with the clocks of 20 ns that the machine has. Flagged, counted, placed: "
		   "whether the monitor says that it has lost some, how many, "
		   "and between which others. "
		   "A packet of the SHRIMP's link takes several hundred ns, "
		   "so that packets wait for the link at loads above 20 %%. "
		   "Monitors that see no transactions are not listed.</p>\n");
	begin_table(f, "losses",
		    "<th>monitor</th><th>1 %</th><th>5 %</th><th>10 %</th><th>20 %</th>"
		    "<th>50 %</th><th>100 %</th>");
	for (unsigned int m = 0; m < monitors.n; m++) {
		if (!has_losses(m))
			continue;
		fprintf(f, "<tr><th>%s</th>", monitors.about[m].name);
		for (unsigned int i = 0; i < LOADS; i++)
			put_loss(f, m, load[i]);
		fprintf(f, "</tr>\n");
	}
	end_table(f);
	draw_losses();
	fprintf(f, "<figure><img src=\"losses.svg\" alt=\"Transactions lost, "
		   "by load\"></figure>\n");
}
