/* SPDX-License-Identifier: Apache-2.0 */
/* Reports which processors wait for the memory, in which phases, and which processors cause the
 * waits (thesis, 3.4, 4.5.4). */
#include "nmutil.h"
#include <inttypes.h>
#include <stdio.h>

static const char usage_text[] =
	"Usage: nmon-queue [OPTION]... [TABLE]\n"
	"\n"
	"Prints for each phase, and for each processor in it, the depth of the memory's\n"
	"input FIFO that the transactions found: the mean depth, the fraction that found\n"
	"the FIFO deep, and the waiting, which is the sum of the depths; also the mean\n"
	"wait, by Little's law. Then prints which processors cause the bursts and, with\n"
	"further tables of the same program, at which page. TABLE must have been counted\n"
	"in mode depth.\n"
	"\n"
	"  -d, --deep=N        the FIFO is deep if it holds N or more transactions (16)\n"
	"  -p, --phase=N       print this phase only\n"
	"  -t, --time=TIME     service time of the memory: print an estimate of the\n"
	"                      mean wait for a table without the sum of the depths\n"
	"  -f, --flyer=TABLE   table of mode flyer: identify the page of a burst, if\n"
	"                      accesses without phases are enough for this\n"
	"  -H, --histogram=TABLE\n"
	"                      table of mode histogram1 with the labels of -l: identify\n"
	"                      the page otherwise\n"
	"  -L, --label-pages   print labels for -H instead: the pages used most by the\n"
	"                      stations of the worst burst; requires -f\n"
	"  -l, --labels=FILE   names of the phases, as for nmon label\n"
	"  -c, --csv           print phase,processor,depth,transactions instead\n" UTIL_HELP
	"\n"
	"1 also when data were lost.";

/* of a burst, with a name of a phase and counts of 20 digits */
#define BURST_TEXT (1024 + 24 * NM_PROCESSORS)
#define PAGE_LABELS 15u
/* The label is the same in both halves of its bits, because mode 1 counts only one of them. */
#define PAGE_LABEL(n) (17 * (n))

static struct nm_table table, histogram;
static struct nm_page flyer[NM_PAGES];
static struct nm_names names;
static struct {
	const char *flyer, *histogram;
} more; /* further tables of the same program */

static void print_processors(int phase, unsigned int deep)
{
	struct nm_queue q;
	char who[32];

	for (int p = 0; p < (int)NM_PROCESSORS; p++) {
		nm_queue(&table, p, phase, &q);
		if (!q.total)
			continue;
		snprintf(who, sizeof(who), "  processor %d", p);
		nmutil_queue(who, &q, deep);
	}
}

/* Names the page of a burst with the available tables. */
static void name_page(const struct nm_burst *b, char *text, size_t size)
{
	uint64_t n;
	const int page = nm_burst_page(b, more.flyer ? flyer : NULL,
				       more.histogram ? &histogram : NULL, &names, &n);

	if (page >= 0)
		snprintf(text, size,
			 "; page 0x%03X: at least %" PRIu64 " of %" PRIu64 " transactions",
			 (unsigned int)page, n, b->total);
	else if (more.flyer || more.histogram)
		snprintf(text, size, "; page undecided%s",
			 more.histogram ? "" : ": a histogram of --label-pages can decide");
}

/* Prints the phases in which the FIFO was deep, the worst first, and the processors that found
 * it deep most often. */
static void print_bursts(int only, unsigned int deep)
{
	static struct nm_burst burst[NM_PHASES];
	const unsigned int bursts = nm_bursts(&table, deep, burst);
	char text[BURST_TEXT], page[128];
	int n;

	for (unsigned int i = 0; i < bursts; i++) {
		const struct nm_burst *b = &burst[i];

		if (only >= 0 && b->phase != (unsigned int)only)
			continue;
		n = snprintf(text, sizeof(text),
			     "burst in %s: %" PRIu64 " transactions at %u or more, by",
			     nmutil_phase(&names, b->phase), b->deep, deep);
		for (int p = 0; p < (int)NM_PROCESSORS; p++)
			if (b->processors >> p & 1)
				n += snprintf(text + n, sizeof(text) - (size_t)n,
					      " %d:%" PRIu64, p, b->of[p]);
		*page = '\0';
		name_page(b, page, sizeof(page));
		util_print("%s%s", text, page);
	}
}

/* Prints labels for a histogram of mode 1 that cover the pages that the stations of the worst
 * burst use most. */
static void print_labels(unsigned int deep)
{
	static struct nm_burst burst[NM_PHASES];
	/* nm_label_coverage() */
	const uint32_t covered = table.line_bytes * table.boards * NM_LABELS;
	uint16_t page[PAGE_LABELS];
	unsigned int n;

	if (!nm_bursts(&table, deep, burst)) {
		util_error("no transaction found the FIFO deep");
		return;
	}
	n = nm_burst_candidates(&burst[0], flyer, PAGE_LABELS, page);
	for (unsigned int i = 0; i < n; i++)
		util_print("%s0x%07X 16K %u page 0x%03X",
			   page[i] * NM_PAGE_BYTES < covered ? "" : "# no label of its own: ",
			   page[i] * NM_PAGE_BYTES, PAGE_LABEL(i + 1), page[i]);
}

static void report(int only, unsigned int deep, uint64_t service)
{
	struct nm_queue q;
	double ns;

	nm_queue(&table, -1, only, &q);
	nmutil_queue("all", &q, deep);
	if (!nm_mean_wait(&table, &ns))
		util_print("mean wait in the FIFO: %.1f ns, by the sum of its depths", ns);
	else if (service)
		util_print("mean time in the FIFO: %.1f ns", nmutil_mean(&q) * (double)service);
	for (int ph = 0; ph < (int)NM_PHASES; ph++) {
		nm_queue(&table, -1, ph, &q);
		if (!q.total || (only >= 0 && only != ph))
			continue;
		nmutil_queue(nmutil_phase(&names, (unsigned int)ph), &q, deep);
		print_processors(ph, deep);
	}
	print_bursts(only, deep);
}

static void csv(int only)
{
	struct nm_queue q;

	util_print("phase,processor,depth,transactions");
	for (int ph = 0; ph < (int)NM_PHASES; ph++) {
		for (int p = 0; p < (int)NM_PROCESSORS && (only < 0 || only == ph); p++) {
			nm_queue(&table, p, ph, &q);
			for (unsigned int d = 0; q.total && d < NM_DEPTHS; d++)
				if (q.count[d])
					util_print("%d,%d,%u,%" PRIu64, ph, p, d, q.count[d]);
		}
	}
}

/* Reads the other tables; returns false after a reported error. @prefix: of lines on losses */
static bool read_more(const char *prefix)
{
	if (more.flyer) {
		if (!nmutil_table(more.flyer, &histogram))
			return false;
		if (nm_pages(&histogram, flyer)) {
			util_error("%s: counted in mode %s, not flyer", more.flyer,
				   nm_mode_name(histogram.mode));
			return false;
		}
		nmutil_losses(&histogram, prefix);
	}
	if (more.histogram) {
		if (!nmutil_table(more.histogram, &histogram))
			return false;
		if (histogram.mode != NM_HISTOGRAM1) {
			util_error("%s: counted in mode %s, not histogram1", more.histogram,
				   nm_mode_name(histogram.mode));
			return false;
		}
		nmutil_losses(&histogram, prefix);
	}
	return true;
}

int main(int argc, char **argv)
{
	unsigned int deep = NM_DEPTH_DEEP;
	const char *path, *prefix, *labels = NULL;
	uint64_t service = 0;
	bool as_csv = false, label_pages = false;
	int c, phase = -1;

	util_begin("nmon-queue", usage_text, argc, argv);
	while ((c = util_option(NULL)) != -1) {
		if (c == 'd')
			deep = (unsigned int)util_number(optarg, NM_DEPTHS - 1);
		else if (c == 'p')
			phase = (int)util_number(optarg, NM_PHASES - 1);
		else if (c == 't')
			service = nmutil_time(optarg);
		else if (c == 'l')
			labels = optarg;
		else if (c == 'f')
			more.flyer = optarg;
		else if (c == 'H')
			more.histogram = optarg;
		else if (c == 'L')
			label_pages = true;
		else
			as_csv = true;
	}
	if (label_pages && !more.flyer)
		util_usage("--label-pages needs --flyer", NULL);
	path = nmutil_file();
	prefix = label_pages || as_csv ? "# " : "";
	util_open();
	if (!nmutil_table(path, &table) ||
	    (labels && !nmutil_labels(labels, &names, &table, path)) || !read_more(prefix))
		return util_end();
	if (table.mode != NM_DEPTH)
		util_error("%s: counted in mode %s, not depth", nmutil_name(path),
			   nm_mode_name(table.mode));
	else {
		nmutil_losses(&table, prefix);
		if (label_pages)
			print_labels(deep);
		else if (as_csv)
			csv(phase);
		else
			report(phase, deep, service);
	}
	nm_names_free(&names);
	return util_end();
}
