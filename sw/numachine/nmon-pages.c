/* SPDX-License-Identifier: Apache-2.0 */
/* Reports which stations use each page, and which pages should move (thesis, 4.5.3). */
#include "nmutil.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char usage_text[] =
	"Usage: nmon-pages [OPTION]... [TABLE]\n"
	"\n"
	"Prints the accesses of each station to each page of 16 KB, most used pages\n"
	"first, and advises which pages to move, which to replicate, and for which neither\n"
	"helps; pages with the largest saving of remote accesses come first. TABLE must\n"
	"have been counted in mode flyer. This mode does not show whether the lines of a\n"
	"page are written, or taken by one station from another; -b adds this.\n"
	"\n"
	"  -s, --station=N     station of the memory, if TABLE does not contain it\n"
	"  -a, --accesses=N    minimum number of accesses for advice (1000)\n"
	"  -f, --factor=F      minimum ratio to the accesses of all other stations\n"
	"                      (2)\n"
	"  -n, --pages=N       print the N most used pages only\n"
	"  -b, --by-label=TABLE\n"
	"                      table of the same run in a histogram mode: shows which\n"
	"                      pages are only read, and which have lines that stations\n"
	"                      take from each other; requires -l\n"
	"  -l, --labels=FILE   the labelled ranges, as for nmon label\n"
	"  -c, --csv           print page,station,accesses instead\n" UTIL_HELP "\n"
	"1 also when data were lost.";

static struct nm_table table, by_label;
static struct nm_page page[NM_PAGES];
static struct nm_names names;

/* The advice, sorted by saved accesses (most first), then by page number. */
static struct nm_page_advice advice[NM_PAGES];

static int compare(const void *a, const void *b)
{
	const uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;

	if (advice[x].saved != advice[y].saved)
		return advice[x].saved < advice[y].saved ? 1 : -1;
	return x - y;
}

/* The counters do not show whether the home used the page only before the other stations. */
static void print_no_help(unsigned int p, unsigned int home, const struct nm_page_advice *a)
{
	const char *use = a->lines ? "stations use it evenly, or take its lines in turns"
				   : "no station dominates; whether it is only read, see -b";

	if (page[p].access[home])
		util_print("page 0x%03X: undecided, remote accesses %" PRIu64
			   ": %s; if station %u only initialises it, count without that: "
			   "nmon -c 'play from=...'",
			   p, a->remote, use, home);
	else
		util_print("page 0x%03X: moving it cannot help, remote accesses %" PRIu64
			   ": %s",
			   p, a->remote, use);
}

static void print_advice(unsigned int p, unsigned int home)
{
	const struct nm_page_advice *a = &advice[p];

	if (a->advice == NM_MOVE)
		util_print("%s page 0x%03X from station %u to %u: remote accesses %" PRIu64
			   " -> %" PRIu64 ", %" PRIu64 " (%.1f %%) fewer%s",
			   a->lines ? "move" : "perhaps move", p, home, a->to, a->remote,
			   a->remote - a->saved, a->saved, nmutil_percent(a->saved, a->remote),
			   a->lines ? "" : ", unless stations take its lines in turns; see -b");
	else if (a->advice == NM_REPLICATE)
		util_print("replicate page 0x%03X: nobody asks for its lines exclusively, "
			   "remote accesses %" PRIu64,
			   p, a->remote);
	else if (a->advice == NM_NO_HELP)
		print_no_help(p, home, a);
}

static void report(unsigned int home, uint64_t least, double factor, uint64_t most,
		   bool with_labels)
{
	static uint16_t order[NM_PAGES];
	const unsigned int used = nmutil_pages(page, order, most);

	for (unsigned int i = 0; i < used; i++)
		nm_advise(&page[order[i]], order[i], home, least, factor,
			  with_labels ? &by_label : NULL, &names, &advice[order[i]]);
	qsort(order, used, sizeof(*order), compare);
	for (unsigned int i = 0; i < used; i++)
		print_advice(order[i], home);
}

static void csv(void)
{
	util_print("page,station,accesses");
	for (unsigned int p = 0; p < NM_PAGES; p++)
		for (unsigned int s = 0; s < NM_STATIONS; s++)
			if (page[p].access[s])
				util_print("0x%03X,%u,%" PRIu64, p, s, page[p].access[s]);
}

static double read_factor(const char *text)
{
	const double factor = util_real(text);

	if (factor <= 0)
		util_usage("a number above 0 is needed", text);
	return factor;
}

int main(int argc, char **argv)
{
	const char *path, *histogram = NULL, *labels = NULL;
	uint64_t least = NM_PAGE_LEAST, most = NM_PAGES;
	double factor = NM_PAGE_FACTOR;
	bool as_csv = false;
	int c, home = -1;

	util_begin("nmon-pages", usage_text, argc, argv);
	while ((c = util_option(NULL)) != -1) {
		if (c == 's')
			home = (int)util_number(optarg, NM_STATIONS - 1);
		else if (c == 'a')
			least = util_number(optarg, UINT64_MAX);
		else if (c == 'f')
			factor = read_factor(optarg);
		else if (c == 'n')
			most = util_number(optarg, NM_PAGES);
		else if (c == 'b')
			histogram = optarg;
		else if (c == 'l')
			labels = optarg;
		else
			as_csv = true;
	}
	if (!histogram != !labels)
		util_usage("-b and -l require each other", NULL);
	path = nmutil_file();
	util_open();
	if (!nmutil_table(path, &table) || (histogram && !nmutil_table(histogram, &by_label)) ||
	    (labels && !nmutil_labels(labels, &names, &by_label, histogram)))
		return util_end();
	if (home < 0)
		home = table.station;
	if (nm_pages(&table, page))
		util_error("%s: counted in mode %s, not flyer", nmutil_name(path),
			   nm_mode_name(table.mode));
	else if (histogram && !nm_is_histogram(by_label.mode))
		util_error("%s: counted in mode %s, not a histogram", histogram,
			   nm_mode_name(by_label.mode));
	else if (home < 0 && !as_csv)
		util_error("%s does not contain the station of the memory; use -s",
			   nmutil_name(path));
	else if (as_csv) {
		nmutil_losses(&table, "# ");
		csv();
	} else {
		nmutil_losses(&table, "");
		if (histogram)
			nmutil_losses(&by_label, "");
		report((unsigned int)home, least, factor, most, histogram);
	}
	nm_names_free(&names);
	return util_end();
}
