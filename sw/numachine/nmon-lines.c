/* SPDX-License-Identifier: Apache-2.0 */
/* Reports the states in which requests find the lines, and the lines for which processors
 * compete (thesis, 4.5.5). */
#include "nmutil.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char usage_text[] =
	"Usage: nmon-lines [OPTION]... [TABLE]\n"
	"\n"
	"Prints how often each request found a line local or global, valid or invalid;\n"
	"then for each label its events, the invalidates sent, and the requests refused\n"
	"because the line was locked; then the candidates for false sharing: labels whose\n"
	"exclusive reads found lines held exclusively by another processor; then how each\n"
	"label is used: private, read-shared, migratory, producer-consumer, write-shared,\n"
	"or undecided, with the second pass that can decide. The counters distinguish\n"
	"lines but not words, so that write-shared can be divided into false and true\n"
	"sharing only with a recording of the program. TABLE must have been counted in\n"
	"mode histogram0, 1, 2 or 3.\n"
	"\n"
	"  -L, --label=N       events of this label only\n"
	"  -p, --phase=N       events of this phase only; mode histogram1\n"
	"  -k, --lines=WHICH   only events that found the line locked or unlocked\n"
	"  -H, --halves        also print the table of each half of the counters\n"
	"  -t, --taken=N       minimum number of exclusive reads of a candidate that\n"
	"                      find the line held by another processor (100)\n"
	"  -s, --share=PERCENT minimum percentage of its exclusive reads (25)\n"
	"  -l, --labels=FILE   names of labels and phases, as for nmon label\n"
	"  -m, --minimum=N     minimum number of requests for deciding how a label is\n"
	"                      used (20)\n"
	"  -P, --phases        each processor, or each station, had a phase of its own;\n"
	"                      mode histogram1\n"
	"  -r, --recording=FILE\n"
	"                      recording of the program that was counted, as played on\n"
	"                      the card; may be repeated; requires -l\n"
	"  -c, --csv           print label,line,command,events instead\n" UTIL_HELP "\n"
	"1 also when data were lost.";

static struct nm_table table;
static struct nm_names names;

static void print_labels(struct nm_filter f)
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

static void print_candidates(struct nm_filter f, double share, uint64_t least)
{
	struct nm_sharing s;
	struct nm_hits h;

	for (unsigned int k = 0; k < nm_labels(table.mode); k++) {
		if (f.label >= 0 && f.label != (int)k)
			continue;
		nm_hits(&table, &(struct nm_filter){(int)k, f.phase, f.locked, f.half}, &h);
		s = nm_false_sharing(&h, share, least);
		if (s.suspect)
			util_print("candidate: %s: %" PRIu64 " of %" PRIu64
				   " reads exclusive (%.1f %%) found the line taken",
				   nmutil_label(&names, table.mode, k), s.taken, s.exclusive,
				   nmutil_percent(s.taken, s.exclusive));
	}
}

/* ---- how labels are used ---- */

#define USES 16 /* largest number of uses printed for a line */
/* number of labels that a second pass distinguishes; one more is for all other lines */
#define LABELS_AGAIN 15u

static char *recording[NM_PROGRAM_MOST];
static size_t recordings;
static struct nm_program *program;

static bool has_label(const struct nm_range *r, unsigned int label)
{
	return nm_counted_label(table.mode, r->label) == label;
}

/* Returns the recorded counts of the lines of a label, and the line that is transferred
 * most. */
static const struct nm_words_line *words_of(unsigned int label, struct nm_words_line *sum)
{
	const struct nm_words_line *const *line, *worst = NULL;
	const size_t n = nm_words_lines(nm_program_words(program), &line);

	*sum = (struct nm_words_line){0};
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < names.ranges; k++) {
			const struct nm_range *r = &names.range[k];

			if (!has_label(r, label) || line[i]->addr - r->start >= r->length)
				continue;
			nm_words_add(sum, line[i]);
			worst = worst ? worst : line[i];
		}
	return worst;
}

static void print_diagnosis(unsigned int label, const struct nm_diagnosis *d,
			    const struct nm_words_line *worst)
{
	char apart[64] = "";

	if (worst && d->pattern == NM_BOTH_SHARING)
		snprintf(apart, sizeof(apart), ", %.0f %% of them required by no word",
			 nmutil_percent(worst->false_sharing,
					worst->true_sharing + worst->false_sharing));
	util_print("use: %s: %s%s%s%s: %" PRIu64 " requests, %" PRIu64 " transfers%s",
		   nmutil_label(&names, table.mode, label), nm_pattern_name(d->pattern),
		   d->doubt ? " (" : "", nm_doubt_text(d->doubt), d->doubt ? ")" : "",
		   d->requests, d->transfers, apart);
	if (worst && d->pattern != NM_PRIVATE)
		nmutil_uses(program, worst, USES);
}

static void print_uses(struct nm_filter f, bool phases, uint64_t minimum)
{
	unsigned int again = 0;

	for (unsigned int k = 0; k < nm_labels(table.mode); k++) {
		const struct nm_words_line *worst = NULL;
		struct nm_words_line sum;
		struct nm_diagnosis d;

		/* label 0 without a name is that of all other memory */
		if ((f.label >= 0 && f.label != (int)k) ||
		    (!k && !nm_label_name(&names, nm_first_label(table.mode, k))))
			continue;
		nm_diagnose(&table, (int)k, phases, minimum, &d);
		if (!d.requests)
			continue;
		if (program) {
			worst = words_of(k, &sum);
			nm_divide(&d, &sum);
		}
		print_diagnosis(k, &d, worst);
		again += d.doubt && d.doubt != NM_TOO_FEW;
	}
	if (again && !phases)
		util_print("second pass: "
			   "%u labels in mode histogram1 with a phase for each station, "
			   "then nmon-lines -P: %u run%s more of the program",
			   again, (again + LABELS_AGAIN - 1) / LABELS_AGAIN,
			   again > LABELS_AGAIN ? "s" : "");
}

struct limits {
	double share;	  /* least share of exclusive reads of a candidate, 0..1 */
	uint64_t least;	  /* least number of exclusive reads of a candidate */
	uint64_t minimum; /* least number of requests of a label whose use is decided */
	bool halves, phases;
};

static void print_report(struct nm_filter f, const struct limits *l)
{
	struct nm_hits h;

	for (f.half = 0; l->halves && f.half < 2; f.half++) {
		nm_hits(&table, &f, &h);
		nmutil_hits(f.half ? "half 1" : "half 0", &h);
	}
	f.half = -1;
	nm_hits(&table, &f, &h);
	nmutil_hits(l->halves ? "both" : "all", &h);
	print_labels(f);
	print_candidates(f, l->share, l->least);
	if (f.phase < 0 && f.locked < 0)
		print_uses(f, l->phases, l->minimum);
}

static void print_csv(const struct nm_filter *f)
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

/* What the command line asks for. */
struct request {
	struct nm_filter filter;
	struct limits limits;
	const char *labels;
	bool csv;
};

static void parse_options(struct request *want, int argc, char **argv)
{
	struct nm_filter *f = &want->filter;
	int c;

	util_begin("nmon-lines", usage_text, argc, argv);
	while ((c = util_option(NULL)) != -1) {
		if (c == 'L')
			f->label = (int)util_number(optarg, NM_LABEL_MAX);
		else if (c == 'p')
			f->phase = (int)util_number(optarg, NM_PHASES - 1);
		else if (c == 'k' && (!strcmp(optarg, "locked") || !strcmp(optarg, "unlocked")))
			f->locked = optarg[0] == 'l';
		else if (c == 'k')
			util_usage("locked or unlocked", optarg);
		else if (c == 'H')
			want->limits.halves = true;
		else if (c == 't')
			want->limits.least = util_number(optarg, UINT64_MAX);
		else if (c == 's')
			want->limits.share = util_real(optarg) / 100;
		else if (c == 'l')
			want->labels = optarg;
		else if (c == 'm')
			want->limits.minimum = util_number(optarg, UINT64_MAX);
		else if (c == 'P')
			want->limits.phases = true;
		else if (c == 'r' && recordings == NM_PROGRAM_MOST)
			util_usage("too many recordings", optarg);
		else if (c == 'r')
			recording[recordings++] = optarg;
		else
			want->csv = true;
	}
	if (recordings && !want->labels)
		util_usage("-r requires -l", NULL);
}

int main(int argc, char **argv)
{
	struct request want = {.filter = NM_ALL_EVENTS,
			       .limits = {.share = NM_SHARING_SHARE,
					  .least = NM_SHARING_LEAST,
					  .minimum = NM_DIAGNOSE_LEAST}};
	struct nm_filter *f = &want.filter;
	const char *path;

	parse_options(&want, argc, argv);
	path = nmutil_file();
	util_open();
	if (!nmutil_table(path, &table) ||
	    (want.labels && !nmutil_labels(want.labels, &names, &table, path)))
		return util_end();
	if (f->label >= 0)
		f->label = (int)nm_counted_label(table.mode, (unsigned int)f->label);
	if (!nm_is_histogram(table.mode))
		util_error("%s: counted in mode %s, not a histogram", nmutil_name(path),
			   nm_mode_name(table.mode));
	else if ((f->phase >= 0 || want.limits.phases) && table.mode != NM_HISTOGRAM1)
		util_error("%s: only mode histogram1 distinguishes phases, this is %s",
			   nmutil_name(path), nm_mode_name(table.mode));
	else if (want.csv) {
		nmutil_losses(&table, "# ");
		print_csv(f);
	} else {
		if (recordings)
			program = nmutil_program(recording, recordings, table.line_bytes);
		nmutil_losses(&table, "");
		print_report(*f, &want.limits);
	}
	nm_program_close(program);
	nm_names_free(&names);
	return util_end();
}
