/* SPDX-License-Identifier: Apache-2.0 */
#include "hmutil.h"
#include "progress.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define TIMED 0xFFFF /* number of frames between two reads of the clock, minus 1 */

struct hm_trace hmutil_trace;

static struct {
	const char *path, *prefix;
	bool reported, again;
	FILE *spool; /* temporary copy of a stream */
	off_t size;  /* size of the file; 0: not known */
	bool show;
	struct progress progress;
} file;

/* ---- losses ---- */

void hmutil_losses(const char *prefix, uint32_t status, uint32_t lost)
{
	char names[HM_STATUS_TEXT], text[128], what[32] = "data";

	if (!status && !lost) {
		if (prefix)
			util_print("%slost: nothing", prefix);
		return;
	}
	if (lost)
		snprintf(what, sizeof(what), "%" PRIu32 "%s frames", lost,
			 lost == UINT32_MAX ? " or more" : "");
	snprintf(text, sizeof(text), "lost: %s; STATUS %" PRIu32 " %s", what, status,
		 hm_status_text(status, names));
	if (prefix)
		util_print("%s%s", prefix, text);
	/* the line is already on standard output */
	if (prefix && util_to_stdout())
		util_incomplete();
	else
		util_flaw("data were %s", text);
}

/* ---- event table ---- */

const struct hm_table *hmutil_table(const char *path)
{
	static struct hm_table table;
	char text[4096 + 256];

	if (hm_table_read(&table, path, text, sizeof(text))) {
		fprintf(stderr, "%s\n", text);
		exit(UTIL_BAD_DATA);
	}
	return &table;
}

void hmutil_stray(void *arg, const struct hm_stray *s)
{
	const char *name = hmutil_trace.name ? hmutil_trace.name : "board";

	(void)arg;
	if (s->incomplete)
		util_flaw("%s: node %u: the event of %" PRIu64 " ns, nibble %" PRIu64
			  ", has no end",
			  name, s->node, s->ns, s->nibble);
	else
		util_flaw("%s: node %u: identifier 0x%02X of %" PRIu64 " ns, nibble %" PRIu64
			  ", is not in the table; the rest of the data of this node is ignored",
			  name, s->node, s->id, s->ns, s->nibble);
}

char *hmutil_gap_text(const struct hm_gap *g, char text[HMUTIL_GAP_TEXT])
{
	static const char *const cause[] = {[HM_GAP_LOST] = "after a loss",
					    [HM_GAP_ID] = "after an unknown identifier",
					    [HM_GAP_ALIGN] = "after an unmarked loss",
					    [HM_GAP_QUIET] = "events may be missing"};
	size_t n = (size_t)snprintf(text, HMUTIL_GAP_TEXT, "node %u: %" PRIu64, g->node,
				    g->from_ns);

	if (g->open)
		n += (size_t)snprintf(text + n, HMUTIL_GAP_TEXT - n, " ns to the end: ");
	else
		n += (size_t)snprintf(text + n, HMUTIL_GAP_TEXT - n,
				      " to %" PRIu64 " ns: ", g->to_ns);
	if (g->nibbles || g->cause != HM_GAP_QUIET)
		n += (size_t)snprintf(text + n, HMUTIL_GAP_TEXT - n,
				      "%" PRIu64 " nibbles not decoded, ", g->nibbles);
	n += (size_t)snprintf(text + n, HMUTIL_GAP_TEXT - n, "%s", cause[g->cause]);
	if (g->frames)
		n += (size_t)snprintf(text + n, HMUTIL_GAP_TEXT - n, " of %" PRIu64 " frames",
				      g->frames);
	if (g->cut)
		snprintf(text + n, HMUTIL_GAP_TEXT - n, "; %s cut off after %u of %u bytes",
			 g->cut_type->name, g->cut / 2, g->cut_type->length);
	return text;
}

char *hmutil_mark_text(const struct hm_mark *m, char text[HMUTIL_MARK_TEXT])
{
	size_t n = (size_t)snprintf(text, HMUTIL_MARK_TEXT,
				    "windows %" PRIu64 " to %" PRIu64 ": %" PRIu32
				    " frames, nodes",
				    m->first, m->last, m->frames);

	for (unsigned int v = m->nodes; v; v &= v - 1)
		n += (size_t)snprintf(text + n, HMUTIL_MARK_TEXT - n, " %d", __builtin_ctz(v));
	return text;
}

/* ---- traces ---- */

static void report_losses(void)
{
	if (hmutil_trace.known && !file.reported) {
		file.reported = true;
		hmutil_losses(file.prefix, hmutil_trace.header.status,
			      hmutil_trace.header.lost);
	}
}

static bool flaw(int err)
{
	char text[4096 + 256];

	progress_end(&file.progress);
	hm_trace_message(&hmutil_trace, err, text, sizeof(text));
	/* the frames before the error are valid; an error in the header leaves none */
	if (hmutil_trace.offset)
		util_flaw("%s", text);
	else
		util_error("%s", text);
	return false;
}

static bool open_trace(void)
{
	int err = hm_trace_open(&hmutil_trace, file.path);
	struct stat st;

	if (file.spool)
		fclose(file.spool);
	file.spool = NULL;

	if (err)
		return flaw(err);
	file.size = fstat(hmutil_trace.input.fd, &st) == 0 && S_ISREG(st.st_mode) &&
				    !hmutil_trace.input.unpack
			    ? st.st_size
			    : 0;
	file.show = util_shows_progress();
	progress_begin(&file.progress, "frames", "%s", hmutil_trace.name);
	return true;
}

static bool open_path(const char *path, const char *prefix)
{
	file.path = path;
	file.prefix = prefix;
	file.reported = file.again = false;
	if (!open_trace())
		return false;
	report_losses();
	return true;
}

bool hmutil_open(const char *prefix)
{
	const char *path = util_argument(), *more = util_argument();

	if (more)
		util_usage("more than one trace", more);
	return open_path(path ? path : "-", prefix);
}

bool hmutil_open_next(const char *prefix)
{
	const char *path = util_argument();

	if (!path && file.path)
		return false;
	if (file.path)
		hm_trace_close(&hmutil_trace);
	return open_path(path ? path : "-", prefix);
}

bool hmutil_again(void)
{
	struct stat st;

	if (fstat(hmutil_trace.input.fd, &st) || !S_ISREG(st.st_mode) ||
	    !strcmp(file.path, "-"))
		return false;
	hm_trace_close(&hmutil_trace);
	file.again = true;
	return open_trace();
}

static int read_spooled(const uint32_t **words)
{
	static uint32_t word[1 + HM_COMPACT_WORDS];

	*words = word + 1;
	return fread(word, 4, 1, file.spool) == 1 && word[0] <= HM_COMPACT_WORDS &&
	       fread(word + 1, 4, word[0], file.spool) == word[0];
}

bool hmutil_frame(const uint32_t **words)
{
	const int n = file.spool ? read_spooled(words) : hm_trace_read(&hmutil_trace, words);

	if (file.spool && n)
		return !util_out.err;
	if (file.spool) {
		if (ferror(file.spool))
			util_error("the temporary file cannot be read");
		return false;
	}
	if (n == 1) {
		if (file.show && !(hmutil_trace.frames & TIMED))
			progress_show(&file.progress,
				      file.size
					      ? (double)hmutil_trace.offset / (double)file.size
					      : -1,
				      hmutil_trace.frames);
		return !util_out.err;
	}
	progress_end(&file.progress);
	report_losses();
	if (n < 0 && !file.again)
		flaw(n);
	else if (!n && !file.again && !hmutil_trace.header.checked)
		fprintf(stderr, "%s: %s\n", hmutil_trace.name, CHECK_NONE);
	return false;
}

/* Copies the rest of the trace to a temporary file, from which it is then read. */
static bool spool_trace(void)
{
	FILE *f = tmpfile();
	const uint32_t *w;

	while (f && hmutil_frame(&w)) {
		const uint32_t n = hm_frame_size(hmutil_trace.header.compact, w[0]);

		fwrite(&n, 4, 1, f);
		fwrite(w, 4, n, f);
	}
	if (!f || ferror(f) || fseek(f, 0, SEEK_SET)) {
		util_error("a stream needs a temporary file: %s", strerror(errno));
		if (f)
			fclose(f);
		return false;
	}
	file.spool = f;
	return true;
}

bool hmutil_unmarked(void)
{
	const struct hm_header *h = &hmutil_trace.header;

	if (!hmutil_trace.known && !h->marks && !spool_trace())
		return true;
	return !h->marks && (!hmutil_trace.known || h->status || h->lost);
}

void hmutil_bound(const char *prefix)
{
	const struct hm_header *h = &hmutil_trace.header;

	if (hmutil_trace.known && h->status == HM_STATUS_FRAME && h->lost &&
	    h->lost != UINT32_MAX)
		util_print("%smissing: at most %" PRIu32
			   " nibbles of each node, all in its gaps",
			   prefix, h->lost);
	else
		util_print("%smissing: an unknown number of nibbles of each node, "
			   "all in its gaps",
			   prefix);
}

void hmutil_decode(struct hm_decoder *d)
{
	const uint32_t *w;

	while (hmutil_frame(&w))
		hm_decode(d,
			  w); /* succeeds, because hmutil_frame() returns only valid frames */
	hm_decoder_end(d);
}
