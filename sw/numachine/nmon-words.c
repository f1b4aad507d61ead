/* SPDX-License-Identifier: Apache-2.0 */
/* Reports which threads of a recorded program use which words of a line. */
#include "nmutil.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char usage_text[] =
	"Usage: nmon-words [OPTION]... RECORDING...\n"
	"\n"
	"Prints the lines that several threads of a recorded program use, the lines that\n"
	"are transferred most often first: how they are shared, and which thread reads and\n"
	"writes which bytes of which variable at which source line. Recordings are made\n"
	"with librecord; several are placed in memory as nmon -c 'play ...' places them.\n"
	"\n"
	"  -B, --bytes=64|128  length of a line (64)\n"
	"  -n, --lines=N       print the N first lines only (20)\n"
	"  -u, --uses=N        print the N most frequent uses of each line (20)\n"
	"  -a, --all           also print lines that only one thread uses\n"
	"  -l, --labels        print a file of labels for nmon label instead, one label\n"
	"                      for each line: for up to 15 lines distinct in all modes,\n"
	"                      for more lines only in mode histogram0\n" UTIL_HELP "\n"
	"1 also when a recording is incomplete.";

#define LABELS 511u /* number of labels; label 0 is for all other lines */
/* Labels that also differ in mode 1, wherever the lines are, because both halves of their bits
 * are the same. */
#define SHORT_LABELS 15u
#define SHORT_LABEL(n) (17 * (n))

static void print_line(const struct nm_program *p, const struct nm_words_line *l, size_t uses)
{
	struct nm_diagnosis d;

	nm_diagnose_words(&d, l);
	util_print("line 0x%07" PRIX64 ": %s%s%s%s: %u threads, %" PRIu64 " accesses, %" PRIu64
		   " transfers, %" PRIu64 " required by no word",
		   l->addr, nm_pattern_name(d.pattern), d.doubt ? " (" : "",
		   nm_doubt_text(d.doubt), d.doubt ? ")" : "", l->threads, l->reads + l->writes,
		   l->true_sharing + l->false_sharing, l->false_sharing);
	nmutil_uses(p, l, uses);
}

static void print_label(const struct nm_program *p, const struct nm_words_line *l,
			unsigned int bytes, unsigned int label)
{
	const struct nm_words_use *most = l->use;
	struct nmutil_object o;

	for (size_t i = 0; i < l->uses; i++)
		if (l->use[i].count > most->count)
			most = &l->use[i];
	nmutil_object(p, l, most, &o);
	o.name[NM_NAME_BYTES - 1] = '\0';
	util_print("0x%07" PRIX64 " %u %u %s", l->addr, bytes, label, o.name);
}

/* Prints the lines, or a label for each; @most of them at most. @all: also those of one thread.
 */
static void print_lines(const struct nm_program *p, uint64_t most, uint64_t uses, bool all,
			bool labels, unsigned int bytes)
{
	const struct nm_words_line *const *line;
	const size_t lines = nm_words_lines(nm_program_words(p), &line);
	size_t shared = 0, printed = 0;
	bool wide;

	for (size_t i = 0; i < lines; i++)
		shared += line[i]->threads > 1;
	if (!labels)
		util_print("%u threads, %zu lines, %zu of them used by several",
			   nm_program_threads(p), lines, shared);
	wide = most > SHORT_LABELS && (all ? lines : shared) > SHORT_LABELS;
	for (size_t i = 0; i < lines && printed < most; i++) {
		if (line[i]->threads == 1 && !all)
			continue;
		if (labels && printed == LABELS) {
			const size_t left = (all ? lines : shared) - printed;

			util_print("# no label for %zu more lines",
				   left < most - printed ? left : (size_t)most - printed);
			break;
		}
		printed++;
		if (labels)
			print_label(p, line[i], bytes,
				    (unsigned int)(wide ? printed : SHORT_LABEL(printed)));
		else
			print_line(p, line[i], uses);
	}
}

int main(int argc, char **argv)
{
	char *path[NM_PROGRAM_MOST];
	const char *more;
	struct nm_program *p;
	uint64_t bytes = 64, most = 20, uses = 20;
	size_t n = 0;
	bool all = false, labels = false;
	int c;

	util_begin("nmon-words", usage_text, argc, argv);
	while ((c = util_option(NULL)) != -1) {
		if (c == 'B')
			bytes = util_number(optarg, 128);
		else if (c == 'n')
			most = util_number(optarg, UINT64_MAX);
		else if (c == 'u')
			uses = util_number(optarg, UINT64_MAX);
		else if (c == 'a')
			all = true;
		else
			labels = true;
		if (bytes != 64 && bytes != 128)
			util_usage("lines have 64 or 128 bytes", optarg);
	}
	while ((more = util_argument())) {
		if (n == NM_PROGRAM_MOST)
			util_usage("too many recordings", more);
		path[n++] = (char *)more;
	}
	if (!n)
		util_usage("no recording", NULL);
	util_open();
	p = nmutil_program(path, n, (unsigned int)bytes);
	if (!p)
		return util_end();
	print_lines(p, most, uses, all, labels, (unsigned int)bytes);
	nm_program_close(p);
	return util_end();
}
