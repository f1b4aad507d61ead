/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the events of each node into a file of its own (Malony, Reed 1990, 3.3). */
#include "hmfilter.h"
#include "hmtext.h"
#include "hmsource.h"
#include "hmutil.h"
#include "outfile.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage_text[] =
	"Usage: hmsplit -e TABLE [OPTION]... [TRACE]\n"
	"\n"
	"Writes the events of each node of a HYPERMON trace to a file: node00.events\n"
	"and so on, with a line for each event,\n"
	"    NS NAME CLASS BYTES...\n"
	"with \"probable\" after CLASS if the event is not certain, and a comment for\n"
	"each interval in which events may be missing,\n"
	"and prints the number of events in each file.\n"
	"\n" HMUTIL_TABLE_HELP
	"  -d, --directory=DIR directory of the files (.), created if necessary\n" HMFILTER_HELP
		UTIL_HELP "\n"
	"1 also when data were lost.";

static struct node_file {
	char path[PATH_MAX];
	struct outfile file;
	struct record_writer out;
	uint64_t events, probable;
} node_file[HM_NODES];
static bool made_directory; /* by this program */

static void event(void *arg, const struct hm_event *e, uint64_t end)
{
	struct node_file *f = &node_file[e->node];
	static struct hm_text line;

	(void)end;
	if (!hmfilter_event(e))
		return;
	f->events++;
	f->probable += e->probable;
	text_decimal(&line, e->ns);
	text_char(&line, ' ');
	text_event(&line, arg, e);
	text_line(&line, &f->out);
}

static void gap(void *arg, const struct hm_gap *g)
{
	char text[HMUTIL_GAP_TEXT + 8], what[HMUTIL_GAP_TEXT];

	(void)arg;
	if (g->node >= hmutil_trace.header.nodes || !hmfilter_node(g->node) ||
	    g->from_ns >= hmfilter_to() || g->to_ns <= hmfilter_from())
		return;
	snprintf(text, sizeof(text), "gap: %s", hmutil_gap_text(g, what));
	record_write_comment(&node_file[g->node].out, text);
}

static void file_error(const struct node_file *f, int err)
{
	util_error("%s: %s", f->path, outpath_reason(err));
}

/* Returns the number of open files. */
static unsigned int open_files(const char *directory, unsigned int nodes)
{
	made_directory = !mkdir(directory, 0777);
	if (!made_directory && errno != EEXIST) {
		util_error("%s: %s", directory, strerror(errno));
		return 0;
	}
	for (unsigned int i = 0; i < nodes; i++) {
		struct node_file *f = &node_file[i];
		int err = 0;

		if ((size_t)snprintf(f->path, sizeof(f->path), "%s/node%02u.events", directory,
				     i) >= sizeof(f->path))
			err = -ENAMETOOLONG;
		if (!err)
			err = outfile_open(&f->file, f->path);
		if (err) {
			file_error(f, err);
			return i;
		}
		record_writer_open(&f->out, f->file.fd);
	}
	return nodes;
}

static void write_comment(struct record_writer *w, const char *name, const char *value)
{
	char text[128];

	snprintf(text, sizeof(text), "%s: %s", name, value);
	record_write_comment(w, text);
}

/* Writes the first lines of a data file; the losses of a stream are not known yet. */
static void write_heads(unsigned int nodes)
{
	const struct hm_header *h = &hmutil_trace.header;
	char names[HM_STATUS_TEXT], value[64];

	for (unsigned int i = 0; i < nodes; i++) {
		struct record_writer *w = &node_file[i].out;

		write_comment(w, "file", "events of a node");
		write_comment(w, "board", "hypermon");
		snprintf(value, sizeof(value), "%u", i);
		write_comment(w, "node", value);
		snprintf(value, sizeof(value), "%u ns", h->window_ns);
		write_comment(w, "window", value);
		if (h->seeded) {
			snprintf(value, sizeof(value), "%" PRIu64, h->seed);
			write_comment(w, "seed", value);
		}
		if (hmutil_trace.known) {
			write_comment(w, "status", hm_status_text(h->status, names));
			snprintf(value, sizeof(value), "%" PRIu32, h->lost);
			write_comment(w, "lost frames", value);
		}
	}
}

/* Keeps all files, or none if one of them could not be written. */
static bool close_files(const char *directory, unsigned int n)
{
	struct outfile *file[HM_NODES];
	unsigned int wrong;
	bool ok = true;
	int err;

	for (unsigned int i = 0; i < n; i++) {
		file[i] = &node_file[i].file;
		err = record_flush(&node_file[i].out);
		if (err)
			file_error(&node_file[i], err);
		ok &= !err;
	}
	err = ok ? outfile_commit_all(file, n, &wrong) : 0;
	if (err)
		file_error(&node_file[wrong], err);
	for (unsigned int i = 0; i < n && !ok; i++)
		outfile_abort(file[i]);
	if ((!ok || err) && made_directory)
		rmdir(directory);
	return ok && !err;
}

int main(int argc, char **argv)
{
	static const struct util_word words[] = {HMFILTER_WORDS, {0}};
	const struct hm_table *table = NULL;
	const char *directory = ".";
	struct hmsource source = {.event = event, .gap = gap, .bound = ""};
	unsigned int opened;
	int c;

	util_begin("hmsplit", usage_text, argc, argv);
	while ((c = util_option(words)) != -1) {
		if (c == 'e')
			table = hmutil_table(optarg);
		else if (c == 'd')
			directory = optarg;
		else
			hmfilter_option(c, optarg);
	}
	if (!table)
		util_usage("no event table; use -e TABLE", NULL);
	hmfilter_resolve(table);
	util_open();
	if (!hmutil_open(""))
		return util_end();
	opened = open_files(directory, hmutil_trace.header.nodes);
	if (opened == hmutil_trace.header.nodes) {
		write_heads(opened);
		source.arg = (void *)table;
		hmsource_run(&source, table);
		if (!close_files(directory, opened))
			return util_end();
	} else {
		while (opened--)
			outfile_abort(&node_file[opened].file);
		return util_end();
	}
	for (unsigned int i = 0; i < opened; i++)
		if (node_file[i].probable)
			util_print("%s: %" PRIu64 " events, %" PRIu64 " of them probable",
				   node_file[i].path, node_file[i].events,
				   node_file[i].probable);
		else
			util_print("%s: %" PRIu64 " events", node_file[i].path,
				   node_file[i].events);
	return util_end();
}
