/* SPDX-License-Identifier: Apache-2.0 */
/* Who waits for the memory, when, and because of whom (thesis, 3.4, 4.5.4). */
#include "nmutil.h"
#include <inttypes.h>
#include <stdio.h>

static const char usage_text[] =
	"Usage: nmon-queue [OPTION]... [TABLE]\n"
	"\n"
	"Prints for each phase, and for each processor in it, the depth of the memory's\n"
	"input FIFO that its transactions found: the mean, the share that found it\n"
	"deep, and the waiting, which is the sum of the depths. Then prints which\n"
	"processors cause the bursts. TABLE must have been counted in mode depth.\n"
	"\n"
	"  -d, --deep=N        a FIFO with N transactions is deep (16)\n"
	"  -p, --phase=N       print this phase only\n"
	"  -t, --time=TIME     service time of the memory: also print the mean time in\n"
	"                      the FIFO, by Little's law for a busy memory\n"
	"  -l, --labels=FILE   names of the phases, as for nmon label\n"
	"  -c, --csv           print phase,processor,depth,transactions instead\n" UTIL_HELP
	"\n"
	"1 also when data were lost.";

static struct nm_table table;
static struct nm_names names;

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

struct burst {
	int phase, processor;
	uint64_t deep;
};

/*
 * The phases in which the FIFO was deep, the worst first; of each the processors that met it
 * most often: those with half or more of what the first of them has.
 */
static void print_bursts(int only, unsigned int deep)
{
	bool done[NM_PHASES] = {false};
	char text[512];
	int n;

	for (;;) {
		struct burst worst = {-1, -1, 0}, first = {-1, -1, 0};
		uint64_t of[NM_PROCESSORS];
		struct nm_queue q;

		for (int ph = 0; ph < (int)NM_PHASES; ph++) {
			nm_queue(&table, -1, ph, &q);
			if (!done[ph] && (only < 0 || only == ph) &&
			    nm_deep(&q, deep) > worst.deep)
				worst = (struct burst){ph, -1, nm_deep(&q, deep)};
		}
		if (worst.phase < 0)
			return;
		done[worst.phase] = true;
		for (int p = 0; p < (int)NM_PROCESSORS; p++) {
			nm_queue(&table, p, worst.phase, &q);
			of[p] = nm_deep(&q, deep);
			if (of[p] > first.deep)
				first = (struct burst){worst.phase, p, of[p]};
		}
		n = snprintf(text, sizeof(text),
			     "burst in %s: %" PRIu64 " transactions at %u or more, by",
			     nmutil_phase(&names, (unsigned int)worst.phase), worst.deep, deep);
		for (int p = 0; p < (int)NM_PROCESSORS; p++)
			if (2 * of[p] >= first.deep && of[p] && (size_t)n < sizeof(text) - 40)
				n += snprintf(text + n, sizeof(text) - (size_t)n,
					      " %d:%" PRIu64, p, of[p]);
		util_print("%s", text);
	}
}

static void report(int only, unsigned int deep, uint64_t service)
{
	struct nm_queue q;

	nm_queue(&table, -1, only, &q);
	nmutil_queue("all", &q, deep);
	if (service)
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

int main(int argc, char **argv)
{
	static const struct option longs[] = {{"deep", required_argument, NULL, 'd'},
					      {"phase", required_argument, NULL, 'p'},
					      {"time", required_argument, NULL, 't'},
					      {"labels", required_argument, NULL, 'l'},
					      {"csv", no_argument, NULL, 'c'},
					      {NULL, 0, NULL, 0}};
	unsigned int deep = NM_DEPTH_DEEP;
	const char *path, *labels = NULL;
	uint64_t service = 0;
	bool as_csv = false;
	int c, phase = -1;

	util_begin("nmon-queue", usage_text, argc, argv);
	while ((c = util_option("d:p:t:l:c", longs)) != -1) {
		if (c == 'd')
			deep = (unsigned int)util_number(optarg, NM_DEPTHS - 1);
		else if (c == 'p')
			phase = (int)util_number(optarg, NM_PHASES - 1);
		else if (c == 't')
			service = nmutil_time(optarg);
		else if (c == 'l')
			labels = optarg;
		else
			as_csv = true;
	}
	path = nmutil_file();
	util_open();
	if (!nmutil_table(path, &table) || (labels && !nmutil_names(labels, &names)))
		return util_end();
	if (table.mode != NM_DEPTH)
		util_error("%s: counted in mode %s, not depth", nmutil_name(path),
			   nm_mode_name(table.mode));
	else if (as_csv)
		csv(phase);
	else {
		nmutil_losses(&table);
		report(phase, deep, service);
	}
	nm_names_free(&names);
	return util_end();
}
