/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Evaluates the cells: the value of single monitors, of sets of monitors and of single
 * mechanisms, and which claims of the thesis hold.
 */
#include "page.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define SETS 400u
#define NEARLY 0.02 /* two values that differ by less than this count as equal */
#define ALL_SETS (~UINT64_C(0))

/* ---- monitors ---- */

/* The value of a set of monitors: the sum over all questions of 1 minus the smallest error in
 * the set. */
static double value_of(uint64_t set)
{
	double sum = 0;

	for (unsigned int q = 0; q < questions.n; q++) {
		double best = 1;

		for (unsigned int m = 0; m < monitors.n; m++)
			if (set >> m & 1 && answers(q, m))
				best = fmin(best, error_of(q, m));
		sum += 1 - best;
	}
	return sum;
}

static uint64_t bit(unsigned int m)
{
	return UINT64_C(1) << m;
}

static void put_members(FILE *f, uint64_t set, const char *and)
{
	const char *before = "";

	for (unsigned int m = 0; m < monitors.n; m++)
		if (set >> m & 1) {
			fprintf(f, "%s%s%s", before, monitors.about[m].name, star(m));
			before = and;
		}
}

/* Writes the value of a set, with the data from which tb/benchmark/check computes it again. */
static void put_value(FILE *f, uint64_t set, const char *tag)
{
	fprintf(f, "<%s class=\"n\" data-set=\"", tag);
	for (unsigned int m = 0; m < monitors.n; m++)
		if (set >> m & 1)
			fprintf(f, "%s ", monitors.name[m]);
	fprintf(f, "\" data-value=\"%.6f\">%.2f</%s>", value_of(set), value_of(set), tag);
}

static void put_monitors(FILE *f)
{
	uint64_t set = 0, all = 0;

	for (unsigned int m = 0; m < monitors.n; m++)
		all |= bit(m);
	fprintf(f,
		"<h3>By monitor</h3>\n"
		"<p>The value of a set of monitors is the sum, over the %u questions, "
		"of 1 - the smallest error of its members. "
		"The table takes in each step the monitor that adds most; "
		"the last column is what all others together lose without it.</p>\n",
		questions.n);
	begin_table(f, "values",
		    "<th>step</th><th>monitor</th><th>value of the set</th><th>added</th>"
		    "<th>alone</th><th>lost without it</th>");
	for (unsigned int step = 1; step <= monitors.n; step++) {
		const uint64_t before = set;
		double best = -1;
		unsigned int take = 0;

		for (unsigned int m = 0; m < monitors.n; m++)
			if (!(set >> m & 1) && value_of(set | bit(m)) > best)
				best = value_of(set | bit(m)), take = m;
		set |= bit(take);
		fprintf(f, "<tr><td>%u</td><td>%s%s</td>", step, monitors.about[take].name,
			star(take));
		put_value(f, set, "td");
		fprintf(f, "<td class=\"n\">%.2f</td>", best - value_of(before));
		put_value(f, bit(take), "td");
		fprintf(f, "<td class=\"n\">%.2f</td></tr>\n",
			value_of(all) - value_of(all & ~bit(take)));
	}
	end_table(f);
}

/* ---- sets ---- */

struct set {
	uint64_t members;
	double value, cost;
};

static struct set sets[SETS];
static unsigned int set_count;

static void add_set(const unsigned int m[3])
{
	struct set s = {0};

	for (unsigned int i = 0; i < 3; i++) {
		if (is_computed(m[i]))
			return;
		if (!(s.members >> m[i] & 1))
			s.cost += luts(m[i]);
		s.members |= bit(m[i]);
	}
	s.value = value_of(s.members);
	if (set_count < SETS)
		sets[set_count++] = s;
}

/* Makes all sets of one to three monitors in RTL. */
static void list_sets(void)
{
	set_count = 0;
	for (unsigned int a = 0; a < monitors.n; a++)
		for (unsigned int b = a; b < monitors.n; b++)
			for (unsigned int c = b; c < monitors.n; c++)
				if (a != b || b == c) /* {b, b, c} is {b, c, c} */
					add_set((unsigned int[3]){a, b, c});
}

static bool is_small(const struct set *s, int n)
{
	return __builtin_popcountll(s->members) <= n;
}

/* Returns the set of at most @n monitors with the fewest LUT4 among those whose value is the
 * greatest or nearly so. NULL: there are no sets. */
static const struct set *best_set(int n)
{
	const struct set *best = NULL;
	double most = 0;

	for (unsigned int i = 0; i < set_count; i++)
		if (is_small(&sets[i], n))
			most = fmax(most, sets[i].value);
	for (unsigned int i = 0; i < set_count; i++)
		if (is_small(&sets[i], n) && sets[i].value >= most - NEARLY &&
		    (!best || sets[i].cost < best->cost ||
		     (isnan(sets[i].cost) && sets[i].value > best->value)))
			best = &sets[i];
	return best;
}

/* Returns the cheapest set with a value of at least @least; NULL: there is none, or the costs
 * are not known. */
static const struct set *cheapest(double least)
{
	const struct set *best = NULL;

	for (unsigned int i = 0; i < set_count; i++)
		if (sets[i].value >= least && !isnan(sets[i].cost) &&
		    (!best || sets[i].cost < best->cost))
			best = &sets[i];
	return best;
}

static int by_cost(const void *a, const void *b)
{
	const struct set *x = a, *y = b;

	return x->cost != y->cost ? (x->cost > y->cost ? 1 : -1) : x->value < y->value ? 1 : -1;
}

/* Writes the sets that have a greater value than every cheaper set. */
static void put_sets(FILE *f)
{
	double most = 0;

	if (!cheapest(0))
		return;
	qsort(sets, set_count, sizeof(*sets), by_cost);
	fprintf(f,
		"<h3>Most answers at least cost</h3>\n<p>Sets of one to three monitors in RTL "
		"that have a greater value than all sets with fewer LUT4.</p>\n");
	begin_table(f, "sets", "<th>monitors</th><th>LUT4</th><th>value</th>");
	for (unsigned int i = 0; i < set_count; i++) {
		if (isnan(sets[i].cost) || sets[i].value < most + 0.005)
			continue;
		most = sets[i].value;
		fprintf(f, "<tr><td>");
		put_members(f, sets[i].members, " + ");
		fprintf(f, "</td><td class=\"n\">%.0f</td>", sets[i].cost);
		put_value(f, sets[i].members, "td");
		fprintf(f, "</tr>\n");
	}
	end_table(f);
}

/* ---- mechanisms ---- */

/* The mechanisms of monitors in RTL; several monitors may have the same. */
static const char *mechanism[MOST];
static unsigned int mechanisms;

/* The index of a name in a list of @n; @n: it is not there. */
static unsigned int index_of(const char *name, const char *const *list, unsigned int n)
{
	unsigned int i = 0;

	while (i < n && strcmp(list[i], name))
		i++;
	return i;
}

static unsigned int mechanism_number(const char *name)
{
	const unsigned int i = index_of(name, mechanism, mechanisms);

	if (i == MOST)
		give_up(name, "too many mechanisms");
	if (i == mechanisms)
		mechanism[mechanisms++] = name;
	return i;
}

static bool answers_by(const struct mechanism *p, unsigned int q)
{
	char word[64];

	snprintf(word, sizeof(word), " %s ", questions.name[q]);
	return strstr(p->questions, word);
}

/* Like value_of(), but counts only answers given by a mechanism in @set of a monitor in @of. */
static double value_of_mechanisms(uint64_t set, uint64_t of)
{
	double sum = 0;

	for (unsigned int q = 0; q < questions.n; q++) {
		double best = 1;

		for (unsigned int m = 0; m < monitors.n; m++)
			for (unsigned int i = 0; of >> m & 1 && i < monitors.about[m].parts;
			     i++) {
				const struct mechanism *p = &monitors.about[m].part[i];

				if (set >> mechanism_number(p->name) & 1 && answers(q, m) &&
				    answers_by(p, q))
					best = fmin(best, error_of(q, m));
			}
		sum += 1 - best;
	}
	return sum;
}

static void list_mechanisms(void)
{
	mechanisms = 0;
	for (unsigned int m = 0; m < monitors.n; m++)
		for (unsigned int i = 0; i < monitors.about[m].parts; i++)
			mechanism_number(monitors.about[m].part[i].name);
}

/* Returns the mechanism that adds most to @set. */
static unsigned int next_mechanism(uint64_t set)
{
	unsigned int take = 0;
	double best = -1;

	for (unsigned int i = 0; i < mechanisms; i++) {
		const double v = value_of_mechanisms(set | bit(i), ALL_SETS);

		if (!(set >> i & 1) && v > best + 1e-9)
			best = v, take = i;
	}
	return take;
}

static uint64_t monitors_with(unsigned int i)
{
	uint64_t set = 0;

	for (unsigned int m = 0; m < monitors.n; m++)
		for (unsigned int k = 0; k < monitors.about[m].parts; k++)
			if (!strcmp(monitors.about[m].part[k].name, mechanism[i]))
				set |= bit(m);
	return set;
}

static void put_mechanisms(FILE *f)
{
	uint64_t set = 0;

	fprintf(f, "<h3>By mechanism</h3>\n"
		   "<p>The same for the mechanisms of the monitors in RTL. "
		   "A mechanism answers the questions "
		   "that the file about of its monitor lists for it.</p>\n");
	begin_table(f, "mechanisms",
		    "<th>step</th><th>mechanism</th><th>of</th><th>value of the set</th>"
		    "<th>added</th><th>alone</th><th>lost without it</th>");
	for (unsigned int step = 1; step <= mechanisms; step++) {
		const unsigned int i = next_mechanism(set);
		const double before = value_of_mechanisms(set, ALL_SETS);

		set |= bit(i);
		fprintf(f, "<tr><td>%u</td><td>%s</td><td>", step, mechanism[i]);
		put_members(f, monitors_with(i), ", ");
		fprintf(f,
			"</td><td class=\"n\">%.2f</td><td class=\"n\">%.2f</td>"
			"<td class=\"n\">%.2f</td><td class=\"n\">%.2f</td></tr>\n",
			value_of_mechanisms(set, ALL_SETS),
			value_of_mechanisms(set, ALL_SETS) - before,
			value_of_mechanisms(bit(i), ALL_SETS),
			value_of_mechanisms(ALL_SETS, ALL_SETS) -
				value_of_mechanisms(~bit(i), ALL_SETS));
	}
	end_table(f);
}

/* ---- in words ---- */

/* Writes what the exchange of circuits adds: the value of all mechanisms of DASH and that of
 * the best one. */
static void put_exchange(FILE *f)
{
	const unsigned int m = index_of("dash", (const char *const *)monitors.name, monitors.n);
	double best = 0;

	if (m == monitors.n || !monitors.about[m].parts)
		return;
	for (unsigned int i = 0; i < monitors.about[m].parts; i++) {
		const unsigned int k = mechanism_number(monitors.about[m].part[i].name);

		best = fmax(best, value_of_mechanisms(bit(k), bit(m)));
	}
	fprintf(f,
		" The exchangeable circuit of DASH adds %.2f: "
		"its circuits together have the value %.2f, the best of them alone %.2f.",
		value_of(bit(m)) - best, value_of(bit(m)), best);
}

static void put_best_mechanisms(FILE *f)
{
	uint64_t set = 0;

	fprintf(f, "<p id=\"by-mechanism\">The mechanisms that add most:");
	for (unsigned int step = 0; step < 3 && step < mechanisms; step++) {
		const double before = value_of_mechanisms(set, ALL_SETS);
		const unsigned int i = next_mechanism(set);

		set |= bit(i);
		fprintf(f, "%s <b>%s</b> (%s%.2f)", step ? ", then" : "", mechanism[i],
			step ? "+" : "", value_of_mechanisms(set, ALL_SETS) - before);
	}
	fprintf(f, "; all together have the value %.2f.",
		value_of_mechanisms(ALL_SETS, ALL_SETS));
	put_exchange(f);
	for (unsigned int i = 0; i < mechanisms; i++)
		if (value_of_mechanisms(bit(i), ALL_SETS) == 0)
			fprintf(f, " The %s answers none of the questions.", mechanism[i]);
	fprintf(f, "</p>\n");
}

/* Writes what the monitors of a set have been given for these answers. */
static void put_limits(FILE *f, uint64_t set)
{
	for (unsigned int m = 0; m < monitors.n; m++)
		if (set >> m & 1 && *monitors.about[m].limits)
			fprintf(f, "%s: %s. ", monitors.about[m].name,
				monitors.about[m].limits);
}

static void put_best_sets(FILE *f)
{
	const struct set *last = NULL;

	fprintf(f,
		"<p id=\"by-monitor\">Of sets whose values differ by less than %.2f, "
		"the one with the fewest LUT4. ",
		NEARLY);
	for (int n = 1; n <= 3; n++) {
		static const char *const many[] = {"", "The best single monitor is",
						   "The best two are", "The best three are"};
		const struct set *s = best_set(n);

		if (!s || s == last)
			continue;
		last = s;
		fprintf(f, "%s <b>", many[n]);
		put_members(f, s->members, " + ");
		fprintf(f, "</b>, with ");
		put_value(f, s->members, "span");
		fprintf(f, " of %u questions", questions.n);
		if (!isnan(s->cost))
			fprintf(f, " for %.0f LUT4", s->cost);
		fprintf(f, ". ");
	}
	if (last)
		put_limits(f, last->members);
	fprintf(f, "</p>\n");
}

static void put_cheapest(FILE *f)
{
	const struct set *all = best_set(3), *half = all ? cheapest(all->value / 2) : NULL,
			 *most = all ? cheapest(all->value * 0.9) : NULL;

	if (!half || !most)
		return;
	fprintf(f,
		"<p id=\"cheapest\">At least cost: "
		"nine tenths of the value of the best three cost %.0f LUT4 (<b>",
		most->cost);
	put_members(f, most->members, " + ");
	fprintf(f, "</b>, ");
	put_value(f, most->members, "span");
	fprintf(f, "), half of it %.0f (<b>", half->cost);
	put_members(f, half->members, " + ");
	fprintf(f, "</b>, ");
	put_value(f, half->members, "span");
	fprintf(f, ").</p>\n");
}

void put_verdict(FILE *f)
{
	list_sets();
	list_mechanisms();
	if (!set_count)
		return;
	fprintf(f, "<h2 id=\"verdict\">Verdict</h2>\n"
		   "<p>A monitor that answers a question exactly gets 1 for it, "
		   "one whose answer has an error of 30 %% gets 0.7. "
		   "Computed from the cells below:</p>\n");
	put_best_sets(f);
	put_cheapest(f);
	put_best_mechanisms(f);
}

void put_values(FILE *f)
{
	fprintf(f, "<h2>The marginal value of each</h2>\n");
	put_monitors(f);
	put_mechanisms(f);
	put_sets(f);
}

/* ---- the claims of the thesis ---- */

/* The smallest and the largest value of a claim's row over all programs; false: none. */
static bool claim(const char *monitor, const char *name, double *least, double *most)
{
	bool found = false;

	for (unsigned int m = 0; m < monitors.n; m++)
		for (unsigned int p = 0; p < programs.n && !strcmp(monitors.name[m], monitor);
		     p++) {
			const char *v = table_find(&answer[p][m], "claim", name);

			if (!v)
				continue;
			*least = found ? fmin(*least, atof(v)) : atof(v);
			*most = found ? fmax(*most, atof(v)) : atof(v);
			found = true;
		}
	return found;
}

static const char *holds(bool yes)
{
	return yes ? "holds" : "does not hold";
}

static void put_claim(FILE *f, const char *text, const char *verdict, const char *measured, ...)
{
	va_list args;

	fprintf(f, "<tr><td>%s</td><td>%s</td><td>", text, verdict);
	va_start(args, measured);
	vfprintf(f, measured, args);
	va_end(args);
	fprintf(f, "</td></tr>\n");
}

/* Counts the programs with (@with) or without false sharing: *all, and *told, the number of
 * those for which the counters of the Bus Watches report sharing. */
static void count_sharing(bool with, unsigned int *told, unsigned int *all)
{
	*told = *all = 0;
	for (unsigned int m = 0; m < monitors.n; m++)
		for (unsigned int p = 0; p < programs.n; p++) {
			const char *v = table_find(&answer[p][m], "claim", "sharing found");
			bool has = false;

			for (size_t i = 0; i < truth[p].rows; i++)
				has |= !strcmp(truth[p].row[i].question, "false-sharing") &&
				       atof(truth[p].row[i].value) != 0;
			if (!v || has != with)
				continue;
			++*all;
			*told += atof(v) != 0;
		}
}

static void put_sharing(FILE *f)
{
	unsigned int told, with, wrong, without;

	count_sharing(true, &told, &with);
	count_sharing(false, &wrong, &without);
	if (!(with + without))
		return;
	put_claim(
		f,
		"SPARCcenter 2000: "
		"the counters of the Bus Watches give insight into false sharing",
		told == with && !wrong		? holds(true)
		: told * without > wrong * with ? "holds in part"
						: holds(false),
		"they report sharing in %u of %u programs with false sharing, and in %u of %u "
		"without, so that they are right about %u of %u; they name no variable",
		told, with, wrong, without, told + without - wrong, with + without);
}

void put_claims(FILE *f)
{
	double lost, most, one, exchange, run, least, trigger;

	fprintf(f, "<h2>Claims of the thesis, measured</h2>\n<p>Chapter 2 of the thesis on the "
		   "monitor of NUMAchine compares earlier monitors in words.</p>\n");
	begin_table(f, "claims", "<th>claim</th><th></th><th>measured</th>");
	if (claim("supermon", "trigger lost", &least, &trigger))
		put_claim(f, "SUPERMON: cascaded SRAMs with registers lose no cycle",
			  holds(trigger == 0),
			  "of events in successive clocks, %.3g %% come to no bank",
			  100 * trigger);
	if (claim("supermon", "two banks lost", &lost, &most) &&
	    claim("supermon", "one bank lost", &least, &one))
		put_claim(f, "SUPERMON: two interleaved banks count an event in each clock",
			  holds(most == 0),
			  "%.3g %% lost with two interleaved banks, %.3g %% with one",
			  100 * most, 100 * one);
	if (claim("dash", "exchange ns", &exchange, &most) &&
	    claim("dash", "run ns", &least, &run))
		put_claim(
			f,
			"DASH: the circuit's exchange is too slow for changing the mode often",
			exchange > run / 10 ? "follows from a given value" : holds(false),
			"not measured: the model waits for the 100 ms of the thesis (here "
			"%.1f ms); the longest run takes %.1f ms of the monitor's clock, so that "
			"one exchange costs %.0f %% of it",
			exchange / 1e6, run / 1e6, 100 * exchange / run);
	put_sharing(f);
	end_table(f);
}
