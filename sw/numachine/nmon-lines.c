/* SPDX-License-Identifier: Apache-2.0 */
/* In which state requests find the lines, and which lines are fought for (thesis, 4.5.5). */
#include "nmutil.h"
#include <inttypes.h>
#include <string.h>

static const char usage_text[] =
	"Usage: nmon-lines [OPTION]... [TABLE]\n"
	"\n"
	"Prints how often each request found a line local or global, valid or invalid;\n"
	"then for each label its events, the invalidates sent, and the requests refused\n"
	"because the line was locked; then the labels suspected of false sharing: their\n"
	"exclusive reads found lines held exclusively by another processor. TABLE must\n"
	"have been counted in mode histogram0, 1, 2 or 3.\n"
	"\n"
	"  -L, --label=N       events of this label only\n"
	"  -p, --phase=N       events of this phase only; mode histogram1\n"
	"  -k, --lines=WHICH   only events that found the line locked or unlocked\n"
	"  -H, --halves        also print the table of each half of the counters\n"
	"  -t, --taken=N       minimum number of such reads for suspicion (100)\n"
	"  -s, --share=PERCENT minimum share of all exclusive reads (25)\n"
	"  -l, --labels=FILE   names of labels and phases, as for nmon label\n"
	"  -c, --csv           print label,line,command,events instead\n" UTIL_HELP "\n"
	"1 also when data were lost.";

static struct nm_table table;
static struct nm_names names;

static void of_labels(struct nm_filter f)
{
	struct nm_hits h;

	for (unsigned int k = 0; k < nm_labels(table.mode); k++) {
		uint64_t invalidates = 0;

		if (f.label >= 0 && f.label != (int)k)
			continue;
		nm_hits(&table, &(struct nm_filter){(int)k, f.phase, f.locked, f.half}, &h);
		for (int i = 0; i < 4; i++)
			invalidates += h.hit[i][NM_HIT_INVAL];
		if (h.total)
			util_print("%s: %" PRIu64 " events, %" PRIu64 " invalidates, %" PRIu64
				   " lost tries",
				   nmutil_label(&names, table.mode, k), h.total, invalidates,
				   h.nacks);
	}
}

static void suspects(struct nm_filter f, double share, uint64_t least)
{
	struct nm_sharing s;
	struct nm_hits h;

	for (unsigned int k = 0; k < nm_labels(table.mode); k++) {
		if (f.label >= 0 && f.label != (int)k)
			continue;
		nm_hits(&table, &(struct nm_filter){(int)k, f.phase, f.locked, f.half}, &h);
		s = nm_false_sharing(&h, share, least);
		if (s.suspect)
			util_print("false sharing: %s: %" PRIu64 " of %" PRIu64
				   " reads exclusive (%.1f %%) found the line taken",
				   nmutil_label(&names, table.mode, k), s.taken, s.exclusive,
				   nmutil_percent(s.taken, s.exclusive));
	}
}

static void report(struct nm_filter f, bool halves, double share, uint64_t least)
{
	struct nm_hits h;

	for (f.half = 0; halves && f.half < 2; f.half++) {
		nm_hits(&table, &f, &h);
		nmutil_hits(f.half ? "half 1" : "half 0", &h);
	}
	f.half = -1;
	nm_hits(&table, &f, &h);
	nmutil_hits(halves ? "both" : "all", &h);
	of_labels(f);
	suspects(f, share, least);
}

static void csv(const struct nm_filter *f)
{
	static const char *const lines[] = {"LV", "LI", "GV", "GI"};
	static const char *const commands[] = {"read", "read-exclusive", "upgrade",
					       "invalidate", "writeback"};
	struct nm_hits h;

	util_print("label,line,command,events");
	for (unsigned int k = 0; k < nm_labels(table.mode); k++) {
		if (f->label >= 0 && f->label != (int)k)
			continue;
		nm_hits(&table, &(struct nm_filter){(int)k, f->phase, f->locked, -1}, &h);
		for (int i = 0; i < 4; i++)
			for (int c = 0; c < NM_HIT_COLUMNS; c++)
				if (h.hit[i][c])
					util_print("%u,%s,%s,%" PRIu64,
						   nm_first_label(table.mode, k), lines[i],
						   commands[c], h.hit[i][c]);
		if (h.responses)
			util_print("%u,,response,%" PRIu64, nm_first_label(table.mode, k),
				   h.responses);
		if (h.nacks)
			util_print("%u,,nack,%" PRIu64, nm_first_label(table.mode, k), h.nacks);
	}
}

int main(int argc, char **argv)
{
	static const struct option longs[] = {{"label", required_argument, NULL, 'L'},
					      {"phase", required_argument, NULL, 'p'},
					      {"lines", required_argument, NULL, 'k'},
					      {"halves", no_argument, NULL, 'H'},
					      {"taken", required_argument, NULL, 't'},
					      {"share", required_argument, NULL, 's'},
					      {"labels", required_argument, NULL, 'l'},
					      {"csv", no_argument, NULL, 'c'},
					      {NULL, 0, NULL, 0}};
	struct nm_filter f = NM_ALL_EVENTS;
	const char *path, *labels = NULL;
	uint64_t least = NM_SHARING_LEAST;
	double share = NM_SHARING_SHARE;
	bool halves = false, as_csv = false;
	int c;

	util_begin("nmon-lines", usage_text, argc, argv);
	while ((c = util_option("L:p:k:Ht:s:l:c", longs)) != -1) {
		if (c == 'L')
			f.label = (int)util_number(optarg, NM_LABEL_MAX);
		else if (c == 'p')
			f.phase = (int)util_number(optarg, NM_PHASES - 1);
		else if (c == 'k' && (!strcmp(optarg, "locked") || !strcmp(optarg, "unlocked")))
			f.locked = optarg[0] == 'l';
		else if (c == 'k')
			util_usage("locked or unlocked", optarg);
		else if (c == 'H')
			halves = true;
		else if (c == 't')
			least = util_number(optarg, UINT64_MAX);
		else if (c == 's')
			share = util_real(optarg) / 100;
		else if (c == 'l')
			labels = optarg;
		else
			as_csv = true;
	}
	path = nmutil_file();
	util_open();
	if (!nmutil_table(path, &table) || (labels && !nmutil_names(labels, &names)))
		return util_end();
	if (f.label >= 0)
		f.label = (int)nm_counted_label(table.mode, (unsigned int)f.label);
	if (!nm_is_histogram(table.mode))
		util_error("%s: counted in mode %s, not a histogram", nmutil_name(path),
			   nm_mode_name(table.mode));
	else if (f.phase >= 0 && table.mode != NM_HISTOGRAM + 1)
		util_error("%s: only mode histogram1 distinguishes phases, this is %s",
			   nmutil_name(path), nm_mode_name(table.mode));
	else if (as_csv)
		csv(&f);
	else {
		nmutil_losses(&table);
		report(f, halves, share, least);
	}
	nm_names_free(&names);
	return util_end();
}
