/* SPDX-License-Identifier: Apache-2.0 */
/* Turns a trace into the formats of other tools. */
#include "surfexport.h"
#include "cmdline.h"
#include "ctf.h"
#include "outstream.h"
#include "progress.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CLOCK_HZ 10000000
#define RXTIME_WRAP (UINT64_C(1) << 44)

static const char usage_text[] =
	"Usage: surfexport [-f FORMAT] -o OUTPUT [TRACE]\n"
	"\n"
	"Converts a SurfBoard trace to the format of another tool.\n"
	"\n"
	"  -f, --format=FORMAT  pcapng  for Wireshark\n"
	"                       ctf     Common Trace Format, for babeltrace2, Trace Compass\n"
	"                       vcd     for waveform viewers\n"
	"                       json    trace events, for Perfetto\n"
	"                       default: the extension of OUTPUT\n"
	"  -o, --output=OUTPUT  file, for ctf a folder; - is standard output\n"
	"  -h, --help           print this and exit\n"
	"      --version        print the version and exit\n"
	"\n"
	"TRACE is standard input if it is - or missing. If the trace memory has wrapped, the\n"
	"trace is rotated to begin with the oldest packet; this requires a file, not a pipe.\n"
	"\n"
	"Exit status: 0 success, 1 error in a file, 2 error in the command line.\n";

static const struct export_format *const formats[] = {&export_pcapng, &export_ctf, &export_vcd,
						      &export_json};
#define FORMATS (sizeof(formats) / sizeof(*formats))

/* ---- reading ---- */

/* How the times of a trace continue. */
struct order {
	bool known;	  /* the trace has been read once */
	uint64_t records; /* of which the trace has so many; */
	uint64_t oldest;  /* it begins with this one; */
	uint64_t wrap;	  /* from this one on, in the file, the time is beyond 44 bits */
};

struct job {
	const char *path;
	const struct export_format *format;
	struct export e;
	struct export_about about;
	struct order order;
	struct record_reader reader;
	struct progress progress;
	/* while reading: */
	struct record_info info; /* of the lines read so far */
	bool head;		 /* no record was read yet */
	bool noted;		 /* said that the trace has no checksum */
	bool bad;		 /* a header line is wrong */
	uint64_t lost;		 /* since the last record */
	bool trigger_seen;
};

#define SHOW 0xFFFF /* records between two looks at the clock, less 1 */

static int data_error(struct job *j, const char *what)
{
	progress_end(&j->progress);
	fprintf(stderr, "%s:%" PRIu64 ": %s\n", j->reader.name, j->reader.line, what);
	return UTIL_BAD_DATA;
}

/* The formats need not care what may stand in a text. */
static void remember(struct export_about *a, const char *text, size_t length)
{
	char *to;

	while (length && *text == ' ') {
		text++;
		length--;
	}
	if (!length || a->lines == EXPORT_ABOUT_LINES)
		return;
	to = a->line[a->lines++];
	if (length >= EXPORT_ABOUT_TEXT)
		length = EXPORT_ABOUT_TEXT - 1;
	for (size_t i = 0; i < length; i++)
		to[i] = text[i];
	to[length] = 0;
	for (; *to; to++)
		if (*to < ' ' || *to > '~')
			*to = '?';
}

static void comment(void *arg, const char *text, size_t length)
{
	struct job *j = arg;
	const uint64_t lost = j->info.lost;

	if (record_info_line(&j->info, text, length) < 0) {
		data_error(j, "the value of this header line is wrong");
		j->bad = true;
	} else if (j->info.clock_hz && j->info.clock_hz != CLOCK_HZ) {
		data_error(j, "the clock of the receive time is not 10000000 Hz");
		j->bad = true;
	}
	if (j->head)
		remember(&j->about, text, length);
	else
		j->lost += j->info.lost - lost;
}

static int start_reading(struct job *j)
{
	int err = record_open(&j->reader, j->path);

	j->reader.comment = comment;
	j->reader.comment_arg = j;
	j->info = RECORD_INFO;
	j->about.lines = 0;
	j->head = true;
	j->lost = 0;
	return err ? util_file_error(j->reader.name, err) : UTIL_DONE;
}

/* The next record: 1, 0 at the end, or -1 after a reported error. */
static int read_record(struct job *j, struct trace_record *t)
{
	char text[512];
	int n = record_read_trace(&j->reader, t);

	if (n < 0) {
		progress_end(&j->progress);
		fprintf(stderr, "%s\n", record_message(&j->reader, n, text, sizeof(text)));
	}
	if (n == 0 && !j->noted && record_note(&j->reader, text, sizeof(text))) {
		progress_end(&j->progress);
		fprintf(stderr, "%s\n", text);
		j->noted = true;
	}
	if (j->bad)
		n = -1;
	if (n == 1 && (j->reader.line & SHOW) == 0)
		progress_show(&j->progress, record_share(&j->reader), j->reader.line);
	if (n == 1 && j->head) {
		j->head = false;
		j->about.info = j->info;
	}
	return n;
}

/*
 * Times that go back once: either the trace memory went round, so that the file begins
 * in the middle, or the counter of 44 bits did. The one that makes the trace shorter.
 */
static bool find_order(struct order *o, uint64_t first, uint64_t before, uint64_t place,
		       uint64_t after, uint64_t last)
{
	if (last > first)
		return false;
	if (before - after <= last + RXTIME_WRAP - first)
		o->oldest = place;
	else
		o->wrap = place;
	return true;
}

/* Reads the trace once to find its order. */
static int find_out(struct job *j)
{
	struct order *o = &j->order;
	uint64_t first = 0, last = 0, before = 0, after = 0, line = 0, place = 0;
	struct trace_record t;
	int n;

	if (start_reading(j))
		return UTIL_BAD_DATA;
	progress_begin(&j->progress, "entries", "%s: looking at the times", j->reader.name);
	for (; (n = read_record(j, &t)) == 1; o->records++) {
		const uint64_t time = trace_rxtime(t.word);

		if (o->records == 0)
			first = time;
		else if (time < last && place)
			break;
		else if (time < last) {
			place = o->records;
			line = j->reader.line;
			before = last;
			after = time;
		}
		last = time;
	}
	if (n == 1)
		return data_error(j, "the receive time goes back a second time");
	progress_end(&j->progress);
	record_close(&j->reader);
	o->wrap = o->records;
	o->known = true;
	if (n == 0 && place && !find_order(o, first, before, place, after, last)) {
		j->reader.line = line;
		return data_error(j, "the receive time goes back");
	}
	return n ? UTIL_BAD_DATA : UTIL_DONE;
}

static int export_record(struct job *j, const struct trace_record *t, bool wrapped)
{
	struct export *e = &j->e;
	struct export_packet p = {
		.ticks = trace_rxtime(t->word) + (wrapped ? RXTIME_WRAP : 0),
		.index = t->index,
		.word = t->word,
		.trigger = j->info.triggered && t->index == j->info.trigger,
		.lost = j->lost,
	};

	trace_unpack(t->word, &p.f);
	if (e->packets == 0) {
		e->lost = j->about.info.lost;
		j->format->begin(e);
		e->first = e->last = p.ticks;
	}
	if (p.ticks < e->last)
		return data_error(j, "the receive time goes back: give a file, not a pipe, "
				     "if the trace memory has wrapped");
	j->trigger_seen |= p.trigger;
	j->lost = 0;
	e->lost += p.lost;
	j->format->packet(e, &p);
	e->packets++;
	e->last = p.ticks;
	return UTIL_DONE;
}

/* Exports the records from @from to before @to. */
static int export_part(struct job *j, uint64_t from, uint64_t to)
{
	struct trace_record t;
	int n = 1, status = start_reading(j);

	progress_begin(&j->progress, "entries", "%s: writing %s", j->reader.name,
		       j->format->name);
	for (uint64_t i = 0; !status && i < to && (n = read_record(j, &t)) == 1; i++) {
		if (i < from)
			j->lost = 0;
		else
			status = export_record(j, &t, j->order.known && i >= j->order.wrap);
	}
	progress_end(&j->progress);
	record_close(&j->reader);
	return n < 0 ? UTIL_BAD_DATA : status;
}

static int export_all(struct job *j)
{
	struct order *o = &j->order;
	struct export *e = &j->e;
	struct stat st;
	int status = UTIL_DONE;

	/* only what can be read twice */
	if (strcmp(j->path, "-") && stat(j->path, &st) == 0 && S_ISREG(st.st_mode))
		status = find_out(j);
	if (!status)
		status = export_part(j, o->oldest, UINT64_MAX);
	if (!status && o->oldest)
		status = export_part(j, 0, o->oldest);
	if (status)
		return status;
	if (j->head) { /* no record at all */
		j->about.info = j->info;
		e->lost = j->info.lost;
		j->format->begin(e);
	}
	e->lost += j->lost;
	j->format->end(e, j->lost);
	if (e->lost)
		fprintf(stderr, "%s: %" PRIu64 "%s packets were lost\n", j->reader.name,
			e->lost, j->info.lost_more ? " or more" : "");
	if (j->info.triggered && !j->trigger_seen)
		fprintf(stderr, "%s: the trigger packet, index %06" PRIX32 ", is missing\n",
			j->reader.name, j->info.trigger);
	return UTIL_DONE;
}

/* ---- writing ---- */

/* A file that is being written. */
struct output {
	const char *path;
	struct outstream out;
};

static int output_open(struct output *o, const char *path)
{
	int err = outstream_open(&o->out, path);

	o->path = strcmp(path, "-") ? path : "standard output";
	return err ? util_file_error(o->path, err) : UTIL_DONE;
}

/* @status: 0, or the status of a reported error; the file is kept only if it is 0. */
static int output_close(struct output *o, int status)
{
	int err = outstream_close(&o->out, !status);

	return !status && err ? util_file_error(o->path, err) : status;
}

static int export_file(struct job *j, const char *path)
{
	static struct output out;

	if (output_open(&out, path))
		return UTIL_BAD_DATA;
	j->e.out = out.out.stream;
	return output_close(&out, export_all(j));
}

static int export_folder(struct job *j, const char *path)
{
	static struct output out, metadata;
	static char name[2][PATH_MAX];
	bool made;
	int status = UTIL_BAD_DATA;
	const int err = ctf_make_folder(path, &made);

	if (err == -EEXIST) {
		fprintf(stderr, "%s: the folder is not empty\n", path);
		return status;
	}
	if (err)
		return util_file_error(path, err);
	if ((size_t)snprintf(name[0], PATH_MAX, "%s/%s", path, j->format->stream) >= PATH_MAX ||
	    (size_t)snprintf(name[1], PATH_MAX, "%s/metadata", path) >= PATH_MAX) {
		util_file_error(path, -ENAMETOOLONG);
	} else if (!output_open(&out, name[0])) {
		if (output_open(&metadata, name[1])) {
			output_close(&out, status);
		} else {
			j->e.out = out.out.stream;
			j->e.metadata = metadata.out.stream;
			status = output_close(&out, export_all(j));
			status = output_close(&metadata, status);
		}
	}
	if (status && made) {
		unlink(name[0]);
		rmdir(path);
	}
	return status;
}

/* ---- command line ---- */

static const struct export_format *find_format(const char *name)
{
	for (size_t i = 0; i < FORMATS; i++)
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	return NULL;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{"format", required_argument, NULL, 'f'},
		{"output", required_argument, NULL, 'o'},
		{0},
	};
	static struct job job = {.path = "-"};
	const char *output = NULL, *dot;
	int c;

	util_begin("surfexport", usage_text, argc, argv);
	while ((c = util_getopt("f:o:", options)) != -1) {
		if (c == 'o') {
			output = optarg;
			continue;
		}
		job.format = find_format(optarg);
		if (!job.format)
			util_usage("unknown format", optarg);
	}
	if (argc - optind > 1)
		util_usage("more than one trace", argv[optind + 1]);
	if (optind < argc)
		job.path = argv[optind];
	if (!output)
		util_usage("no output", NULL);
	dot = strrchr(output, '.');
	if (!job.format && dot)
		job.format = find_format(dot + 1);
	if (!job.format)
		util_usage("no output format; use -f", output);
	job.e.about = &job.about;
	if (!job.format->stream)
		return export_file(&job, output);
	if (strcmp(output, "-") == 0)
		util_usage("this format is a folder, not a stream", job.format->name);
	return export_folder(&job, output);
}
