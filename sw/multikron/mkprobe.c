/* SPDX-License-Identifier: Apache-2.0 */
#include "mkprobe.h"
#include "le.h"
#include "mk.h"
#include "mk_interval.h"
#include "mk_sample.h"
#include "outstream.h"
#include <inttypes.h>
#include <limits.h>
#include <time.h>

#define STAGES 1000u
#define NAME_BYTES 256
#define TICK_NS 100u /* tick of a sample's timestamp with the settings of mk_initialize() */
#define SETTLE_NS 100000u
/* number of empty stages measured to find the error of an interval */
#define EMPTY_STAGES 1000u
#define WARM_UPS 4u
#define ERROR_NS 1000u /* an error above this must be below ERROR_PERCENT of the mean */
#define ERROR_PERCENT 5u
#define ERROR_UNKNOWN 1000000000u /* the error is unknown because memory was short */
#define NO_PROBE SIZE_MAX

/* The log of the program: its stages and its probes. */
static struct {
	pthread_mutex_t lock;
	pthread_key_t key; /* its destructor ends the last stage of a thread */
	bool begun, mapped, closed;
	bool in_child; /* this is a fork of the process that began the log */
	unsigned int stages, threads;
	char name[STAGES][NAME_BYTES];
	struct probe {
		uint64_t ns;
		uint32_t event, thread;
	} * probe;
	size_t probes, room;
	uint64_t lost;	   /* number of probes lost because memory was short */
	uint64_t left_out; /* number of probes with a name beyond the first STAGES */
	uint64_t nested;   /* number of probes of signal handlers that interrupted a probe */
} log = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local struct {
	unsigned int number; /* number of the thread, from 1 on */
	unsigned int stage;  /* current stage of the thread; 0: none */
	size_t probe;	     /* number of the probe that began it; NO_PROBE: not in the log */
	uint64_t began;	     /* time at which that probe had released the log */
	bool timing;	     /* empty stages are being measured after the log was closed */
	volatile bool busy;  /* a probe is in progress */
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

/* Allocates space for two more probes, so that they can be added without a system call. */
static bool make_room(void)
{
	if (log.probes + 2 > log.room) {
		const size_t room = log.room ? 2 * log.room : 4096;
		struct probe *more = realloc(log.probe, room * sizeof(*more));

		if (!more)
			return false;
		/* this makes the kernel allocate the pages before a time is measured */
		memset(more + log.room, 0, (room - log.room) * sizeof(*more));
		log.probe = more;
		log.room = room;
	}
	return true;
}

static void add_probe(uint64_t ns, uint32_t event)
{
	log.probe[log.probes++] = (struct probe){ns, event, thread.number};
}

/*
 * Ends a stage at @ns, the time at which the probe was called. Stage @next begins when the
 * probe returns, so that neither stage contains the time of the probe; 0: no stage begins. The
 * time of the return is known only after the log is released, which may wake another thread; it
 * is therefore stored when the stage ends.
 */
static void change_stage(uint64_t ns, unsigned int next)
{
	const unsigned int last = thread.stage;

	thread.stage = next;
	if (log.mapped) {
		if (last)
			mk_trace(&mk_default, 0, end_of(last));
		if (next)
			mk_trace(&mk_default, 0, begin_of(next));
		return;
	}
	if (!make_room()) {
		log.lost += (last != 0) + (next != 0);
		thread.probe = NO_PROBE;
		return;
	}
	if (last && thread.probe != NO_PROBE)
		log.probe[thread.probe].ns = thread.began;
	if (last)
		add_probe(ns, end_of(last));
	if (next) {
		thread.probe = log.probes;
		add_probe(0, begin_of(next));
		log.probe[log.probes - 1].ns = now_ns();
	}
}

/* Returns a character of a name; a quote would end the name in interval.info. */
static char in_name(char c)
{
	return c == '"' || c == '\n' ? '\'' : c;
}

static bool has_name(unsigned int stage, const char *name)
{
	const char *kept = log.name[stage - 1];

	while (*kept && *kept == in_name(*name))
		kept++, name++;
	return !*kept && (!*name || kept == &log.name[stage - 1][NAME_BYTES - 1]);
}

/* Returns the number of the stage with this name; 0: there are too many stages. */
static unsigned int stage_of(const char *name)
{
	for (unsigned int i = 1; i <= log.stages; i++)
		if (has_name(i, name))
			return i;
	if (log.stages == STAGES)
		return 0;
	for (size_t i = 0; i < NAME_BYTES - 1 && name[i]; i++)
		log.name[log.stages][i] = in_name(name[i]);
	return ++log.stages;
}

static void end_thread(void *arg)
{
	(void)arg;
	mk_stage_end();
}

/* A child process is not measured. Another thread of its parent may have held the lock. */
static void begin_child(void)
{
	pthread_mutex_init(&log.lock, NULL);
	log.closed = log.in_child = true;
}

/* Executes everything that a probe executes, so that the first one finds it in the caches. */
static void warm_up(void)
{
	for (unsigned int i = 0; i < WARM_UPS; i++) {
		change_stage(now_ns(), 1);
		change_stage(now_ns(), 0);
	}
	log.probes = 0;
	log.lost = 0;
}

/* Starts the log in the first call, and returns true. A board that is mapped into the process
 * gets the probes immediately. */
static bool begin_log(void)
{
	if (log.begun)
		return false;
	__atomic_store_n(&log.begun, true, __ATOMIC_RELAXED);
	log.mapped = !mk_map_default(NULL) && mk_default_window;
	pthread_key_create(&log.key, end_thread);
	pthread_atfork(NULL, NULL, begin_child);
	if (!log.mapped)
		warm_up();
	return true;
}

static void begin_thread(void)
{
	thread.number = ++log.threads;
	pthread_setspecific(log.key, &thread);
}

/* Locks the log for a probe. False: a signal handler has interrupted a probe of its thread. */
static bool lock_log(void)
{
	if (thread.busy) {
		log.nested++;
		return false;
	}
	thread.busy = true;
	pthread_mutex_lock(&log.lock);
	return true;
}

static void unlock_log(void)
{
	pthread_mutex_unlock(&log.lock);
	thread.busy = false;
}

bool mk_stage_prepare(void)
{
	bool first;

	/* each place of a program calls this once, in the stage that its first probe ends */
	if (__atomic_load_n(&log.begun, __ATOMIC_RELAXED) || !lock_log())
		return false;
	first = begin_log();
	unlock_log();
	return first;
}

bool mk_stage_begin(unsigned int *stage, const char *name)
{
	const uint64_t ns = now_ns();
	bool first;

	if (!lock_log())
		return false;
	first = begin_log();
	if (!log.closed && !thread.number)
		begin_thread();
	/* the name may be a variable */
	if (!*stage || !has_name(*stage, name))
		__atomic_store_n(stage, stage_of(name), __ATOMIC_RELAXED);
	if (!log.closed || thread.timing) {
		log.left_out += !*stage;
		change_stage(ns, *stage);
	}
	unlock_log();
	thread.began = now_ns();
	return first;
}

void mk_stage_end(void)
{
	const uint64_t ns = now_ns();

	if (!lock_log())
		return;
	if (thread.stage && (!log.closed || thread.timing))
		change_stage(ns, 0);
	unlock_log();
}

/* ---- the error of an interval ---- */

static int by_size(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Returns the median length of an empty stage, by which an interval is longer than its stage.
 * The tick of the samples adds to this error. */
static uint64_t measure_error(void)
{
	static uint64_t length[EMPTY_STAGES];
	const size_t probes = log.probes;
	unsigned int stage = 1;
	bool measured = true;

	thread.timing = true;
	for (unsigned int i = 0; i < EMPTY_STAGES && measured; i++) {
		mk_stage_begin(&stage, log.name[0]);
		mk_stage_end();
		measured = log.probes == probes + 2;
		if (measured)
			length[i] = log.probe[probes + 1].ns - log.probe[probes].ns;
		log.probes = probes;
	}
	thread.timing = false;
	qsort(length, EMPTY_STAGES, sizeof(*length), by_size);
	return measured ? length[EMPTY_STAGES / 2] + TICK_NS : ERROR_UNKNOWN;
}

/* The total time of a stage and the number of its intervals. */
struct stage_sum {
	uint64_t ns, count;
};

static int add_stages(struct stage_sum *sum)
{
	uint64_t *begin = calloc(log.threads + 1, sizeof(*begin));

	if (!begin)
		return -ENOMEM;
	for (size_t i = 0; i < log.probes; i++) {
		const struct probe *p = &log.probe[i];
		struct stage_sum *s = &sum[p->event / 2];

		if (p->event & 1) {
			s->ns += p->ns - begin[p->thread];
			s->count++;
		} else {
			begin[p->thread] = p->ns;
		}
	}
	free(begin);
	return 0;
}

/* Prints the error of each stage's intervals. Returns -ERANGE if an error is too large for a
 * valid measurement.
 */
static int print_errors(FILE *out, uint64_t error)
{
	struct stage_sum *sum = calloc(STAGES + 1, sizeof(*sum));
	int err = sum ? add_stages(sum) : -ENOMEM;

	for (unsigned int i = 1; i <= log.stages && !err; i++) {
		const struct stage_sum *s = &sum[i];

		if (!s->count)
			continue;
		fprintf(out, "MK_PROBE: each interval of \"%s\" is off by up to %.2f us\n",
			log.name[i - 1], (double)error / 1e3);
		if (error > ERROR_NS && error * 100 > ERROR_PERCENT * (s->ns / s->count)) {
			fprintf(out,
				"MK_PROBE: this is more than %u %% of its mean, %.2f us: "
				"not measured\n",
				ERROR_PERCENT, (double)s->ns / (double)s->count / 1e3);
			err = -ERANGE;
		}
	}
	free(sum);
	return err;
}

/* ---- check against the board's samples ---- */

/* Sorts the probes by time. A thread reads the time before it waits for the log, so a probe may
 * come a few places after later ones of other threads. Probes with equal times keep their
 * order. */
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

/* Sends all probes in order to the board, as fast as it takes them. */
static int replay(struct mk *mk, size_t probes)
{
	uint32_t source = 0;
	int err = 0;

	for (size_t i = 0; i < probes && !err; i++) {
		const struct probe *p = &log.probe[i];

		err = p->thread == source ? 0 : mk_set_address(mk, 0, source = p->thread);
		if (!err)
			err = mk_trace(mk, 0, p->event);
	}
	return err ? err : mk_run(mk, SETTLE_NS);
}

/* Replaces the time in the board's sample of a probe by that of the program's clock. Returns
 * -EBADMSG if the sample belongs to another probe. */
static int set_time(uint8_t *bytes, const struct probe *p)
{
	struct mk_sample s;

	mk_sample_decode(bytes, &s);
	if (s.resource || s.lost || (uint32_t)s.data != p->event || s.source != p->thread)
		return -EBADMSG;
	s.timestamp = (p->ns - log.probe[0].ns) / TICK_NS;
	mk_sample_encode(&s, bytes);
	return 0;
}

/* ---- files ---- */

static int create(struct outstream *o, const char *folder, const char *name, char *path)
{
	if (snprintf(path, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX)
		return -ENAMETOOLONG;
	return outstream_open(o, path);
}

enum { BLOCK = 200 }; /* number of samples that are read at a time */

/* Reads the samples from number @at on as bytes of a file. */
static int read_samples(struct mk *mk, uint32_t at, uint32_t n, uint8_t *bytes)
{
	uint32_t w[BLOCK * MK_TRACE_WORDS];
	int err = mk_read_memory(mk, at * MK_TRACE_WORDS, w, n * MK_TRACE_WORDS);

	for (uint32_t i = 0; i < n * MK_TRACE_WORDS && !err; i++)
		put_le32(bytes + 4 * i, w[i]);
	for (uint32_t i = 0; i < n && !err && !log.mapped; i++)
		err = set_time(bytes + (size_t)i * MK_TRACE_BYTES, &log.probe[at + i]);
	return err;
}

/* Writes the samples in memory to a file; *samples receives their number. */
static int write_samples(struct mk *mk, const char *folder, char *path, uint32_t *samples)
{
	struct outstream o;
	struct check check = {0, 0};
	char line[CHECK_LINE];
	uint32_t pointer;
	int closed, err = create(&o, folder, "mk.dat", path);

	if (err)
		return err;
	err = mk_get_pointer(mk, &pointer);
	if (err) {
		outstream_close(&o, false);
		return err;
	}
	*samples = (pointer >= MK_MEMORY_WORDS ? MK_MEMORY_WORDS : pointer) / MK_TRACE_WORDS;
	fputs(MK_FILE_HEADER, o.stream);
	check_add(&check, MK_FILE_HEADER, MK_FILE_HEADER_BYTES);
	for (uint32_t at = 0, n; !err && at < *samples; at += n) {
		uint8_t bytes[BLOCK * MK_TRACE_BYTES];

		n = *samples - at < BLOCK ? *samples - at : BLOCK;
		err = read_samples(mk, at, n, bytes);
		if (err)
			break;
		fwrite(bytes, MK_TRACE_BYTES, n, o.stream);
		check_add(&check, bytes, n * MK_TRACE_BYTES);
	}
	check_end_line(&check, line);
	fwrite(line, 1, sizeof(line), o.stream);
	closed = outstream_close(&o, !err);
	return err ? err : closed;
}

static int write_intervals(const char *folder, char *path)
{
	struct outstream o;
	const int err = create(&o, folder, "interval.info", path);

	if (err)
		return err;
	for (unsigned int i = 1; i <= log.stages; i++)
		fprintf(o.stream, "1 %" PRIu32 " %" PRIu32 " \"%s\"\n", begin_of(i), end_of(i),
			log.name[i - 1]);
	return outstream_close(&o, true);
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

/* Is used without a mapped board: replays the log on the board of mk_default. */
static int replay_log(FILE *out, uint64_t error, size_t *kept)
{
	int err;

	if (!mk_default.dev)
		return mk_map_default(NULL);
	sort_probes();
	*kept = log.probes < MK_MEMORY_WORDS / MK_TRACE_WORDS
			? log.probes
			: MK_MEMORY_WORDS / MK_TRACE_WORDS;
	fprintf(out,
		"MK_PROBE: %zu probes in %.3f ms; "
		"the times are those of the program's own clock\n",
		log.probes, (double)(log.probe[log.probes - 1].ns - log.probe[0].ns) / 1e6);
	if (log.lost)
		fprintf(out, "MK_PROBE: %" PRIu64 " probes were lost: not enough memory\n",
			log.lost);
	err = print_errors(out, error);
	/* a simple buffer */
	if (!err)
		err = mk_change_config(&mk_default, MK_CONFIG_WRAPB, MK_CONFIG_WRAPB);
	return err ? err : replay(&mk_default, *kept);
}

static int report(FILE *out, const char *folder, uint64_t error)
{
	const uint64_t hz = 1000000000u / TICK_NS;
	char samples[PATH_MAX], intervals[PATH_MAX];
	uint32_t n = 0;
	size_t kept = 0;
	int err = 0;

	if (!log.mapped && !log.probes)
		return -ENODATA;
	if (!log.mapped)
		err = replay_log(out, error, &kept);
	if (!err)
		err = write_samples(&mk_default, folder, samples, &n);
	if (!err && !log.mapped && n != kept)
		err = -EBADMSG;
	if (!err)
		err = write_intervals(folder, intervals);
	if (!err && !log.mapped)
		fprintf(out, "MK_PROBE: the board has taken %zu probes, all in their order\n",
			kept);
	if (!err && !log.mapped && kept < log.probes)
		fprintf(out,
			"MK_PROBE: the memory of the board holds %zu samples; "
			"the others are left out\n",
			kept);
	if (log.left_out)
		fprintf(out,
			"MK_PROBE: %" PRIu64 " probes are left out: their names come after the "
			"first %u\n",
			log.left_out, STAGES);
	if (log.nested)
		fprintf(out,
			"MK_PROBE: %" PRIu64
			" probes are left out: a signal handler called them "
			"during another probe\n",
			log.nested);
	return err ? err : print_report(out, samples, intervals, hz);
}

int mk_stage_report(FILE *out, const char *folder)
{
	uint64_t error;
	int err;

	if (log.in_child)
		return 0;
	mk_stage_end();
	/* threads that still run must not change the log */
	pthread_mutex_lock(&log.lock);
	log.closed = true;
	pthread_mutex_unlock(&log.lock);
	error = log.probes ? measure_error() : 0;
	pthread_mutex_lock(&log.lock);
	err = report(out, folder, error);
	pthread_mutex_unlock(&log.lock);
	return err;
}
