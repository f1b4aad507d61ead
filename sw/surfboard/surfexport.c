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

#define RXTIME_WRAP (UINT64_C(1) << 44)
#define LATE 64	    /* largest number of ticks by which a packet of another tap may be late */
#define HELD 65536u /* largest number of entries that wait for earlier ones */

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
	"Packets that several taps recorded out of order are sorted by their times; a note\n"
	"says how many. The clock of the times is that of the file's header.\n"
	"\n"
	"Exit status: 0 success, 1 error in a file, or packets were lost, 2 error in the\n"
	"command line.\n";

static const struct export_format *const formats[] = {&export_pcapng, &export_ctf, &export_vcd,
						      &export_json};
#define FORMATS (sizeof(formats) / sizeof(*formats))

/* ---- reading ---- */

/* Successive receive times, continued beyond 44 bits. */
struct times {
	bool begun;
	uint64_t last, latest, wraps;
};

/* An entry that waits for earlier ones. */
struct held {
	uint64_t ticks, order, lost;
	bool lost_more, trigger;
	struct trace_record t;
};

/* Sorts packets by time while they are read; packets with equal times keep their order. */
struct sorter {
	struct held *entry;  /* HELD entries */
	uint32_t heap[HELD]; /* indices of the waiting entries, the earliest first */
	uint32_t used;
	uint64_t order;
	uint64_t late; /* number of packets that came after a later one */
	uint64_t most; /* largest number of ticks by which a packet was late */
};

struct job {
	const char *path;
	const struct export_format *format;
	struct export e;
	struct export_about about;
	uint64_t oldest; /* number of the record with which the trace begins */
	struct times times;
	struct sorter sorter;
	struct record_reader reader;
	struct progress progress;
	/* while reading: */
	struct record_joined joined;
	bool noted;	/* the user has been told that the trace has no checksum */
	bool bad;	/* a header line is wrong */
	uint64_t lost;	/* packets lost since the last record, */
	bool lost_more; /* or more */
	uint64_t floor; /* ticks; earlier packets belong to another trace */
	bool checked;	/* the whole file was checked to be one trace */
	bool known;	/* @file is that of the first reading */
	struct stat file;
	bool trigger_seen;
	uint8_t seen[(RECORD_INDEX_MAX + 1) / 8]; /* indices that have occurred, one bit each */
};

#define SHOW 0xFFFF /* number of records between two reads of the clock, minus 1 */

static int data_error(struct job *j, const char *what)
{
	progress_end(&j->progress);
	fprintf(stderr, "%s:%" PRIu64 ": %s\n", j->reader.name, j->reader.line, what);
	return UTIL_BAD_DATA;
}

/* Stores a header line in a form that every format can contain. */
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
	struct record_info *info = &j->joined.info;
	const struct record_info before = *info;
	const bool head = !j->joined.begun;
	bool begins;
	int got;

	info->lost_more = false;
	got = record_joined_line(&j->joined, text, length, &begins);
	if (begins && !head) {
		j->floor = UINT64_MAX;
		j->trigger_seen = false;
	}
	j->lost_more |= !head && info->lost_more;
	info->lost_more |= before.lost_more;
	if (got < 0) {
		data_error(j, got == -ENODATA ? RECORD_CLOCK_UNKNOWN
					      : "the value of this header line is wrong");
		j->bad = true;
	}
	if (head)
		remember(&j->about, text, length);
	else
		j->lost += info->lost - before.lost;
}

/* Checks that the file is as it was when the first reading began. */
static int check_unchanged(struct job *j)
{
	struct stat st;

	if (fstat(j->reader.input.fd, &st))
		return util_file_error(j->reader.name, -errno);
	if (!j->known)
		j->file = st;
	j->known = true;
	if (st.st_dev == j->file.st_dev && st.st_ino == j->file.st_ino &&
	    (!S_ISREG(st.st_mode) ||
	     (st.st_size == j->file.st_size && st.st_mtim.tv_sec == j->file.st_mtim.tv_sec &&
	      st.st_mtim.tv_nsec == j->file.st_mtim.tv_nsec)))
		return UTIL_DONE;
	progress_end(&j->progress);
	fprintf(stderr, "%s: the file has changed while it was read\n", j->reader.name);
	return UTIL_BAD_DATA;
}

static int start_reading(struct job *j)
{
	int err = record_open(&j->reader, j->path);

	j->reader.comment = comment;
	j->reader.comment_arg = j;
	j->joined = (struct record_joined){0};
	j->about.lines = 0;
	j->floor = 0;
	return err ? util_file_error(j->reader.name, err) : check_unchanged(j);
}

/* Ends a reading that has got @n from the last record and has this status. */
static int end_reading(struct job *j, int n, int status)
{
	progress_end(&j->progress);
	if (!status && n >= 0)
		status = check_unchanged(j);
	record_close(&j->reader);
	return n < 0 ? UTIL_BAD_DATA : status;
}

/* Reads the next record. Returns 1, 0 at the end, or -1 after a reported error. */
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
	if (n == 1 && !j->joined.begun)
		j->about.info = j->joined.info;
	if (n == 1 && !record_joined_record(&j->joined)) {
		data_error(j, RECORD_MIXED);
		j->bad = true;
	}
	if (j->bad)
		n = -1;
	if (n == 1 && (j->reader.line & SHOW) == 0)
		progress_show(&j->progress, record_share(&j->reader), j->reader.line);
	return n;
}

/* ---- order ---- */

/* Returns the number of ticks since the reset of the global clock: the value nearest to that of
 * the previous packet whose low 44 bits are @rxtime. */
static uint64_t continued(struct times *c, uint64_t rxtime)
{
	const uint64_t half = RXTIME_WRAP / 2;
	uint64_t ticks = c->wraps * RXTIME_WRAP + rxtime;

	if (c->begun && ticks + half < c->last) {
		ticks += RXTIME_WRAP;
		c->wraps++;
	} else if (c->begun && c->wraps && ticks > c->last + half) {
		ticks -= RXTIME_WRAP; /* a late packet from before the wrap */
	}
	c->begun = true;
	c->last = ticks;
	if (ticks > c->latest)
		c->latest = ticks;
	return ticks;
}

/* Checks that sorting does not mix two recordings: an earlier packet must have an index of its
 * own and must not come after the beginning of another file. */
static int check_record(struct job *j, const struct trace_record *t, uint64_t ticks,
			uint64_t latest)
{
	uint8_t *const seen = &j->seen[t->index / 8];
	const uint8_t bit = (uint8_t)(1u << t->index % 8);
	const bool again = *seen & bit && ticks < latest;

	if (j->checked)
		return UTIL_DONE;
	if (j->floor == UINT64_MAX)
		j->floor = latest;
	*seen |= bit;
	return again || ticks < j->floor
		       ? data_error(j, "an earlier receive time again: "
				       "these are different recordings, export each by itself")
		       : UTIL_DONE;
}

/*
 * Finds the oldest packet. If the memory has wrapped, the time decreases at this packet, and
 * all packets from there on are older than all before it.
 */
static int find_oldest(struct job *j)
{
	uint64_t records = 0, place = 0, step = 0, least = UINT64_MAX, before = 0, after = 0;
	struct times times = {0};
	struct trace_record t;
	int n = 0, status = start_reading(j);

	progress_begin(&j->progress, "entries", "%s: looking at the times", j->reader.name);
	for (; !status && (n = read_record(j, &t)) == 1; records++) {
		const uint64_t last = times.last, latest = times.latest;
		const uint64_t ticks = continued(&times, trace_rxtime(t.word));

		status = check_record(j, &t, ticks, latest);
		j->e.near |= records && ticks <= latest + 1 && ticks + LATE > latest;
		if (records && ticks < last && last - ticks > step) {
			step = last - ticks;
			place = records;
			before = least;
			after = ticks;
		}
		if (ticks > after)
			after = ticks;
		if (ticks < least)
			least = ticks;
	}
	if (place && after <= before)
		j->oldest = place;
	j->checked = true;
	j->lost = 0;
	j->lost_more = false;
	return end_reading(j, n, status);
}

static bool earlier(const struct sorter *s, uint32_t a, uint32_t b)
{
	const struct held *x = &s->entry[s->heap[a]], *y = &s->entry[s->heap[b]];

	return x->ticks != y->ticks ? x->ticks < y->ticks : x->order < y->order;
}

static void swap(struct sorter *s, uint32_t a, uint32_t b)
{
	const uint32_t t = s->heap[a];

	s->heap[a] = s->heap[b];
	s->heap[b] = t;
}

static void sift_down(struct sorter *s)
{
	for (uint32_t i = 0, least = 0;; i = least) {
		for (uint32_t child = 2 * i + 1; child <= 2 * i + 2; child++)
			if (child < s->used && earlier(s, child, least))
				least = child;
		if (least == i)
			return;
		swap(s, i, least);
	}
}

static void sift_up(struct sorter *s)
{
	for (uint32_t i = s->used - 1; i && earlier(s, i, (i - 1) / 2); i = (i - 1) / 2)
		swap(s, i, (i - 1) / 2);
}

/* ---- export ---- */

__extension__ typedef unsigned __int128 u128;

static u128 long_time(const struct export *e, uint64_t ticks)
{
	const uint64_t hz = record_clock_hz(&e->about->info);

	return ((u128)ticks * e->per_second + hz / 2) / hz;
}

uint64_t export_time(const struct export *e, uint64_t ticks)
{
	return (uint64_t)long_time(e, ticks);
}

uint64_t export_latency_ns(const struct export *e, const struct trace_fields *f)
{
	const double ns = f->latency * record_latency_ns(&e->about->info);

	return ns < 0x1p63 ? (uint64_t)(ns + 0.5) : UINT64_C(1) << 63;
}

static int export_record(struct job *j, const struct held *h)
{
	const struct trace_record *t = &h->t;
	struct export *e = &j->e;
	struct export_packet p = {
		.ticks = h->ticks,
		.index = t->index,
		.word = t->word,
		.trigger = h->trigger,
		.lost = h->lost,
	};

	trace_unpack(t->word, &p.f);
	if (e->packets == 0) {
		e->lost = j->about.info.lost;
		j->format->begin(e);
		e->first = e->last = p.ticks;
	}
	if (p.ticks < e->last)
		return data_error(j, "the receive time goes back by more than 65536 packets: "
				     "give a file, not a pipe, "
				     "if the trace memory has wrapped");
	/* a format may write a time shortly after the packet's, and shows signed numbers */
	if (long_time(e, p.ticks) > INT64_MAX / 2)
		return data_error(j, "with this clock, a receive time does not fit into the "
				     "64 bits of the format");
	e->lost += p.lost;
	e->lost_more = h->lost_more;
	j->format->packet(e, &p);
	e->packets++;
	e->last = p.ticks;
	return UTIL_DONE;
}

/* Exports the earliest of the waiting packets. */
static int export_earliest(struct job *j)
{
	struct sorter *s = &j->sorter;
	const int status = export_record(j, &s->entry[s->heap[0]]);

	swap(s, 0, --s->used);
	sift_down(s);
	return status;
}

/* Adds a record. The unused places at the end of the heap hold the indices of the free
 * entries. */
static int sort_record(struct job *j, const struct trace_record *t)
{
	const uint64_t latest = j->times.latest;
	const uint64_t ticks = continued(&j->times, trace_rxtime(t->word));
	struct sorter *s = &j->sorter;
	int status = check_record(j, t, ticks, latest);

	if (!status && s->used == HELD)
		status = export_earliest(j);
	if (status)
		return status;
	s->late += ticks < latest;
	if (ticks < latest && latest - ticks > s->most)
		s->most = latest - ticks;
	s->entry[s->heap[s->used]] =
		(struct held){ticks,
			      s->order++,
			      j->lost,
			      j->lost_more,
			      j->joined.info.triggered && t->index == j->joined.info.trigger,
			      *t};
	j->trigger_seen |= s->entry[s->heap[s->used]].trigger;
	s->used++;
	sift_up(s);
	j->lost = 0;
	j->lost_more = false;
	return UTIL_DONE;
}

static int sorter_open(struct sorter *s)
{
	s->entry = malloc(HELD * sizeof(*s->entry));
	for (uint32_t i = 0; i < HELD; i++)
		s->heap[i] = i;
	return s->entry ? UTIL_DONE : util_file_error("surfexport", -ENOMEM);
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
			j->lost = j->lost_more = 0;
		else
			status = sort_record(j, &t);
	}
	return end_reading(j, n, status);
}

/* Prints notes on the exported packets. */
static void notes(struct job *j)
{
	const struct sorter *s = &j->sorter;

	if (j->e.lost)
		fprintf(stderr, "%s: %" PRIu64 "%s packets were lost\n", j->reader.name,
			j->e.lost, j->joined.info.lost_more ? " or more" : "");
	if (s->late)
		fprintf(stderr,
			"%s: %" PRIu64 " packets are out of order, by up to %" PRIu64
			" ticks; they were sorted by receive time\n",
			j->reader.name, s->late, s->most);
	if (j->e.shared)
		fprintf(stderr,
			"%s: %" PRIu64
			" packets are too near to the one before them to have a pulse of their own\n",
			j->reader.name, j->e.shared);
	if (j->joined.info.triggered && !j->trigger_seen)
		fprintf(stderr, "%s: the trigger packet, index %06" PRIX32 ", is missing\n",
			j->reader.name, j->joined.info.trigger);
}

static int export_all(struct job *j)
{
	struct export *e = &j->e;
	struct stat st;
	int status = sorter_open(&j->sorter);

	/* only a file can be read twice */
	if (!status && strcmp(j->path, "-") && stat(j->path, &st) == 0 && S_ISREG(st.st_mode))
		status = find_oldest(j);
	if (!status)
		status = export_part(j, j->oldest, UINT64_MAX);
	if (!status && j->oldest)
		status = export_part(j, 0, j->oldest);
	while (!status && j->sorter.used)
		status = export_earliest(j);
	free(j->sorter.entry);
	if (status)
		return status;
	if (!j->joined.begun) { /* the file has no record */
		j->about.info = j->joined.info;
		e->lost = j->joined.info.lost;
		j->format->begin(e);
	}
	e->lost += j->lost;
	e->lost_more = j->lost_more;
	j->format->end(e, j->lost);
	notes(j);
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
	return err ? util_output_error(o->path, err) : UTIL_DONE;
}

/* @status: 0, or the status of a reported error; the file is kept only if it is 0. */
static int output_close(struct output *o, int status)
{
	int err = outstream_close(&o->out, !status);

	return !status && err ? util_output_error(o->path, err) : status;
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
	static struct job job = {.path = "-"};
	const char *output = NULL, *dot;
	int c, status;

	util_begin("surfexport", usage_text, argc, argv);
	while ((c = util_getopt(NULL)) != -1) {
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
	if (job.format->stream && strcmp(output, "-") == 0)
		util_usage("this format is a folder, not a stream", job.format->name);
	status = job.format->stream ? export_folder(&job, output) : export_file(&job, output);
	return !status && job.e.lost ? UTIL_BAD_DATA : status;
}
