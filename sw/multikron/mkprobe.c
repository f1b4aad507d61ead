/* SPDX-License-Identifier: Apache-2.0 */
#include "mkprobe.h"
#include "le.h"
#include "mk.h"
#include "mk_interval.h"
#include <inttypes.h>
#include <limits.h>
#include <time.h>

#define STAGES 1000u
#define NAME_BYTES 64
#define BOARD_NS 5000000u /* that a replay takes, at most */
#define TICK_NS 100u	  /* of the board as mk_initialize() leaves it */
#define SETTLE_NS 100000u

/* What a program has one of: its stages and its probes. */
static struct {
	pthread_mutex_t lock;
	bool begun, mapped, closed;
	unsigned int stages, threads;
	char name[STAGES][NAME_BYTES];
	struct probe {
		uint64_t ns;
		uint32_t event, thread;
	} * probe;
	size_t probes, room;
	uint64_t lost; /* no memory for them */
} log = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local struct {
	unsigned int number; /* from 1 on */
	unsigned int stage;  /* that it is in, 0: none */
} thread;

/* ---- probes ---- */

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint32_t begin_of(unsigned int stage)
{
	return 2 * stage;
}

static uint32_t end_of(unsigned int stage)
{
	return 2 * stage + 1;
}

static void add_probe(uint64_t ns, uint32_t event)
{
	if (log.mapped) {
		mk_trace(&mk_default, 0, event);
		return;
	}
	if (log.probes == log.room) {
		const size_t room = log.room ? 2 * log.room : 4096;
		struct probe *more = realloc(log.probe, room * sizeof(*more));

		if (!more) {
			log.lost++;
			return;
		}
		log.probe = more;
		log.room = room;
	}
	log.probe[log.probes++] = (struct probe){ns, event, thread.number};
}

static unsigned int new_stage(const char *name)
{
	for (unsigned int i = 0; i < log.stages; i++)
		if (!strncmp(log.name[i], name, NAME_BYTES - 1))
			return i + 1;
	if (log.stages == STAGES)
		return STAGES;
	snprintf(log.name[log.stages], NAME_BYTES, "%s", name);
	/* a quote would end the name in interval.info */
	for (char *p = log.name[log.stages]; *p; p++)
		if (*p == '"' || *p == '\n')
			*p = '\'';
	return ++log.stages;
}

/* A board that is mapped into the process gets the probes at once. */
static void begin_log(void)
{
	log.begun = true;
	log.mapped = !mk_map_default(NULL) && mk_default_window;
}

bool mk_stage_begin(unsigned int *stage, const char *name)
{
	const uint64_t ns = now_ns();
	bool first;

	pthread_mutex_lock(&log.lock);
	first = !log.begun;
	if (first)
		begin_log();
	if (!thread.number)
		thread.number = ++log.threads;
	if (!*stage)
		*stage = new_stage(name);
	if (!log.closed) {
		if (thread.stage)
			add_probe(ns, end_of(thread.stage));
		add_probe(first ? now_ns() : ns, begin_of(*stage));
		thread.stage = *stage;
	}
	pthread_mutex_unlock(&log.lock);
	return first;
}

void mk_stage_end(void)
{
	const uint64_t ns = now_ns();

	pthread_mutex_lock(&log.lock);
	if (thread.stage && !log.closed)
		add_probe(ns, end_of(thread.stage));
	thread.stage = 0;
	pthread_mutex_unlock(&log.lock);
}

/* ---- replay ---- */

/* A thread takes the time before it waits for the log, so that a probe may stand a few places
 * behind later ones of other threads. Probes of equal time keep their order. */
static void sort_probes(void)
{
	for (size_t i = 1; i < log.probes; i++) {
		const struct probe p = log.probe[i];
		size_t k = i;

		for (; k && log.probe[k - 1].ns > p.ns; k--)
			log.probe[k] = log.probe[k - 1];
		log.probe[k] = p;
	}
}

/* The times of the program are so many times those of the board. */
static uint64_t find_scale(void)
{
	const uint64_t length = log.probe[log.probes - 1].ns - log.probe[0].ns;
	uint64_t scale = 1;

	while (length / scale > BOARD_NS)
		scale *= 10;
	return scale;
}

/* All probes at their times; *late: the longest time that one came too late. */
static int replay(struct mk *mk, uint64_t scale, uint64_t *late)
{
	uint64_t begin, now;
	uint32_t source = 0;
	int err = mk_time(mk, &begin);

	*late = 0;
	for (size_t i = 0; i < log.probes && !err; i++) {
		const struct probe *p = &log.probe[i];
		const uint64_t at = begin + SETTLE_NS + (p->ns - log.probe[0].ns) / scale;

		err = p->thread == source ? 0 : mk_set_address(mk, 0, source = p->thread);
		if (!err)
			err = mk_time(mk, &now);
		if (!err && now < at)
			err = mk_run(mk, at - now);
		if (!err && now > at && now - at > *late)
			*late = now - at;
		if (!err)
			err = mk_trace(mk, 0, p->event);
	}
	return err ? err : mk_run(mk, SETTLE_NS);
}

/* ---- files ---- */

static FILE *create(const char *folder, const char *name, char *path)
{
	if (snprintf(path, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	return fopen(path, "we");
}

static int close_file(FILE *f)
{
	const bool failed = ferror(f);

	return fclose(f) || failed ? -EIO : 0;
}

/* The samples in memory. *words: of whole samples. */
static int write_samples(struct mk *mk, const char *folder, char *path, uint32_t *words)
{
	FILE *f = create(folder, "mk.dat", path);
	uint32_t pointer, w[1024];
	struct check check = {0, 0};
	char line[CHECK_LINE];
	int err = f ? mk_get_pointer(mk, &pointer) : -errno;

	if (!f)
		return err;
	*words = pointer >= MK_MEMORY_WORDS ? MK_MEMORY_WORDS : pointer;
	*words -= *words % MK_TRACE_WORDS;
	fputs(MK_FILE_HEADER, f);
	check_add(&check, MK_FILE_HEADER, MK_FILE_HEADER_BYTES);
	for (uint32_t at = 0, n; !err && at < *words; at += n) {
		n = *words - at < 1024 ? *words - at : 1024;
		err = mk_read_memory(mk, at, w, n);
		for (uint32_t i = 0; i < n && !err; i++) {
			uint8_t b[4];

			put_le32(b, w[i]);
			fwrite(b, 1, 4, f);
			check_add(&check, b, 4);
		}
	}
	check_end_line(&check, line);
	fwrite(line, 1, sizeof(line), f);
	return close_file(f) && !err ? -EIO : err;
}

static int write_intervals(const char *folder, char *path)
{
	FILE *f = create(folder, "interval.info", path);

	if (!f)
		return -errno;
	for (unsigned int i = 1; i <= log.stages; i++)
		fprintf(f, "1 %" PRIu32 " %" PRIu32 " \"%s\"\n", begin_of(i), end_of(i),
			log.name[i - 1]);
	return close_file(f);
}

static int take_sample(void *arg, const struct mk_sample *s, size_t run)
{
	return mk_report_sample(arg, s, run);
}

static int print_report(FILE *out, const char *samples, const char *intervals, uint64_t hz)
{
	const struct mk_report_options options = {.event_bytes = 4, .wide = true};
	static struct mk_reader reader;
	struct mk_intervals list;
	struct mk_report report;
	char text[256];
	size_t runs;
	int err = mk_intervals_read(&list, intervals, text, sizeof(text));

	if (!err)
		err = mk_reader_open(&reader, samples);
	if (err) {
		mk_intervals_free(&list);
		return err;
	}
	mk_report_begin(&report, &list, &options);
	err = mk_merge(&reader, &runs, take_sample, &report);
	mk_report_end(&report);
	if (!err)
		err = mk_report_print(&report, &(struct mk_report_print){.hz = hz}, out);
	mk_report_free(&report);
	mk_reader_close(&reader);
	mk_intervals_free(&list);
	return err;
}

/* ---- report ---- */

/* Without a mapped board: replays the log on that of mk_default. */
static int replay_log(FILE *out, uint64_t *hz)
{
	uint64_t late = 0, scale;
	int err;

	if (!mk_default.dev)
		return mk_map_default(NULL);
	sort_probes();
	scale = find_scale();
	err = replay(&mk_default, scale, &late);
	*hz = 1000000000u / TICK_NS / scale;
	fprintf(out,
		"MK_PROBE: %zu probes in %.3f ms by the program's own clock, replayed on the "
		"board "
		"%" PRIu64 " times as fast\n"
		"MK_PROBE: a tick is %.1f us of the program; probes were late on the board by "
		"%.2f "
		"us at most\n",
		log.probes, (double)(log.probe[log.probes - 1].ns - log.probe[0].ns) / 1e6,
		scale, (double)(TICK_NS * scale) / 1e3, (double)(late * scale) / 1e3);
	fprintf(out, "MK_PROBE: see also mk_plot lengths --clock=%" PRIu64 "\n", *hz);
	if (log.lost)
		fprintf(out, "MK_PROBE: %" PRIu64 " probes were lost: not enough memory\n",
			log.lost);
	return err;
}

static int report(FILE *out, const char *folder)
{
	char samples[PATH_MAX], intervals[PATH_MAX];
	uint64_t hz = 1000000000u / TICK_NS;
	uint32_t words = 0;
	int err = 0;

	if (!log.mapped && !log.probes)
		return -ENODATA;
	/* the oldest samples are kept when there are too many */
	if (!log.mapped && mk_default.dev)
		err = mk_change_config(&mk_default, MK_CONFIG_WRAPB, MK_CONFIG_WRAPB);
	if (!err && !log.mapped)
		err = replay_log(out, &hz);
	if (!err)
		err = write_samples(&mk_default, folder, samples, &words);
	if (!err)
		err = write_intervals(folder, intervals);
	if (!err && !log.mapped && words / MK_TRACE_WORDS < log.probes)
		fprintf(out,
			"MK_PROBE: the memory of the board holds %" PRIu32
			" samples; the others are left out\n",
			words / MK_TRACE_WORDS);
	return err ? err : print_report(out, samples, intervals, hz);
}

int mk_stage_report(FILE *out, const char *folder)
{
	int err;

	mk_stage_end();
	pthread_mutex_lock(&log.lock);
	log.closed = true;
	err = report(out, folder);
	pthread_mutex_unlock(&log.lock);
	return err;
}
