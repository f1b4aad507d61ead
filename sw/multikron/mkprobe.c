/* SPDX-License-Identifier: Apache-2.0 */
#include "mkprobe.h"
#include "le.h"
#include "mk.h"
#include "mk_interval.h"
#include "mk_sample.h"
#include "outstream.h"
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define STAGES 1000u
#define NAME_BYTES 256
#define TICK_NS 100u /* tick of a sample's timestamp with the settings of mk_initialize() */
#define SETTLE_NS 100000u
/* number of empty stages measured to find the error of an interval */
#define EMPTY_STAGES 1000u
#define WARM_UPS 4u
#define ERROR_NS 1000u /* an error above this must be below ERROR_PERCENT of the mean */
#define ERROR_PERCENT 5u
#define ERROR_UNKNOWN UINT64_MAX /* the probes of the empty stages were not taken */
#define NO_PROBE SIZE_MAX
/* number of samples that the memory of the board holds */
#define KEPT (MK_MEMORY_WORDS / MK_TRACE_WORDS)
/* number of probes that are kept: threads add them in another order than that of their times;
 * the last TIMING are those of an empty stage, to find the error */
#define TIMING 2u
#define ROOM (KEPT + 4096u + TIMING)
#define MAGIC "MKPROBE1"
#define FILE_NAME "mk.probes."
#define ATTEMPTS 10 /* to find a name of a file that does not exist */

/*
 * The stages and probes of a program. They are in a file until the report is made, so that they
 * are not lost if the program ends without one; or only in memory if there can be no file.
 */
struct recorded {
	char magic[8];
	uint32_t stages, threads;
	uint64_t probes;
	uint64_t more;	   /* number of later probes, for which there was no room */
	uint64_t end;	   /* time of the last of them */
	uint64_t left_out; /* number of probes with a name beyond the first STAGES */
	uint64_t nested;   /* number of probes of signal handlers that interrupted a probe */
	char name[STAGES][NAME_BYTES];
	struct probe {
		uint64_t ns;
		uint32_t event, thread;
	} probe[ROOM];
};

/* The log of the program. */
static struct {
	pthread_mutex_t lock;
	pthread_key_t key; /* its destructor ends the last stage of a thread */
	bool begun, mapped, closed;
	bool in_child; /* this is a fork of the process that began the log */
	struct recorded *r;
	uint32_t source;     /* of a mapped board: thread of the last probe */
	size_t touched;	     /* number of probes whose memory the kernel has allocated */
	char path[PATH_MAX]; /* of the file, or empty */
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

/* Returns whether there is space for two more probes, which can be added
 * without a system call. */
static bool make_room(void)
{
	if (log.r->probes + 2 > ROOM - (thread.timing ? 0 : TIMING))
		return false;
	if (log.r->probes + 2 > log.touched) {
		size_t n = log.touched ? 2 * log.touched : 4096;

		n = n < ROOM ? n : ROOM;
		/* this makes the kernel allocate the pages before a time is measured */
		memset(log.r->probe + log.touched, 0, (n - log.touched) * sizeof(struct probe));
		log.touched = n;
	}
	return true;
}

static void add_probe(uint64_t ns, uint32_t event)
{
	log.r->probe[log.r->probes] = (struct probe){ns, event, thread.number};
	/* the program may end here: the file then has the probe, or does not */
	__atomic_store_n(&log.r->probes, log.r->probes + 1, __ATOMIC_RELEASE);
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
		if (log.source != thread.number)
			mk_set_address(&mk_default, 0, log.source = thread.number);
		if (last)
			mk_trace(&mk_default, 0, end_of(last));
		if (next)
			mk_trace(&mk_default, 0, begin_of(next));
		return;
	}
	if (!make_room()) {
		log.r->more += (last != 0) + (next != 0);
		log.r->end = ns;
		thread.probe = NO_PROBE;
		return;
	}
	if (last && thread.probe != NO_PROBE)
		log.r->probe[thread.probe].ns = thread.began;
	if (last)
		add_probe(ns, end_of(last));
	if (next) {
		thread.probe = log.r->probes;
		add_probe(ns, begin_of(next));
		log.r->probe[log.r->probes - 1].ns = now_ns();
	}
}

/* Returns a character of a name; a quote would end the name in interval.info. */
static char in_name(char c)
{
	return c == '"' || c == '\n' ? '\'' : c;
}

static bool has_name(unsigned int stage, const char *name)
{
	const char *kept = log.r->name[stage - 1];

	while (*kept && *kept == in_name(*name))
		kept++, name++;
	return !*kept && (!*name || kept == &log.r->name[stage - 1][NAME_BYTES - 1]);
}

/* Returns the number of the stage with this name; 0: there are too many stages. */
static unsigned int stage_of(const char *name)
{
	for (unsigned int i = 1; i <= log.r->stages; i++)
		if (has_name(i, name))
			return i;
	if (log.r->stages == STAGES)
		return 0;
	for (size_t i = 0; i < NAME_BYTES - 1 && name[i]; i++)
		log.r->name[log.r->stages][i] = in_name(name[i]);
	return ++log.r->stages;
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
	log.r->probes = 0;
}

/* Creates the file of the log in the current folder, and stores its path. -1: there is none. */
static int create_file(void)
{
	struct rlimit limit;
	size_t n;
	int fd = -1;

	if (getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur < sizeof(*log.r) ||
	    !getcwd(log.path, sizeof(log.path)))
		return -1;
	n = strlen(log.path);
	for (int i = 0; i < ATTEMPTS && fd < 0; i++) {
		if ((size_t)snprintf(log.path + n, sizeof(log.path) - n,
				     "/" FILE_NAME "%ld%s%.0d", (long)getpid(), i ? "-" : "",
				     i) >= sizeof(log.path) - n)
			break;
		fd = open(log.path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	}
	/* with its blocks, because a full disk would end the program by SIGBUS */
	if (fd >= 0 && !posix_fallocate(fd, 0, sizeof(*log.r)))
		return fd;
	if (fd >= 0) {
		close(fd);
		unlink(log.path);
	}
	return -1;
}

/* Allocates the log, in a file if there can be one. False: not enough memory. */
static bool map_log(void)
{
	const int fd = log.mapped ? -1 : create_file();
	void *p = mmap(NULL, sizeof(*log.r), PROT_READ | PROT_WRITE,
		       fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, fd, 0);

	if (fd < 0)
		*log.path = 0;
	else
		close(fd);
	if (p == MAP_FAILED) {
		if (*log.path)
			unlink(log.path);
		*log.path = 0;
		return false;
	}
	log.r = p;
	memcpy(log.r->magic, MAGIC, sizeof(log.r->magic));
	return true;
}

static int simple_buffer(void)
{
	return mk_change_config(&mk_default, MK_CONFIG_WRAPB, MK_CONFIG_WRAPB);
}

/* Starts the log in the first call, and returns true. A board that is mapped into the process
 * gets the probes immediately. */
static bool begin_log(void)
{
	if (log.begun)
		return false;
	__atomic_store_n(&log.begun, true, __ATOMIC_RELAXED);
	log.mapped = !mk_map_default(NULL) && mk_default_window && !simple_buffer();
	if (!map_log()) {
		log.closed = true;
		return true;
	}
	pthread_key_create(&log.key, end_thread);
	pthread_atfork(NULL, NULL, begin_child);
	if (!log.mapped)
		warm_up();
	return true;
}

static void begin_thread(void)
{
	thread.number = ++log.r->threads;
	pthread_setspecific(log.key, &thread);
}

/* Locks the log for a probe. False: a signal handler has interrupted a probe of its thread. */
static bool lock_log(void)
{
	if (thread.busy) {
		if (log.r)
			log.r->nested++;
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
	if (!log.r) {
		unlock_log();
		return first;
	}
	if (!log.closed && !thread.number)
		begin_thread();
	/* the name may be a variable */
	if (!*stage || !has_name(*stage, name))
		__atomic_store_n(stage, stage_of(name), __ATOMIC_RELAXED);
	if (!log.closed || thread.timing) {
		log.r->left_out += !*stage;
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
	const size_t probes = log.r->probes;
	unsigned int stage = 1;
	bool measured = true;

	thread.timing = true;
	for (unsigned int i = 0; i < EMPTY_STAGES && measured; i++) {
		mk_stage_begin(&stage, log.r->name[0]);
		mk_stage_end();
		measured = log.r->probes == probes + 2;
		if (measured)
			length[i] = log.r->probe[probes + 1].ns - log.r->probe[probes].ns;
		log.r->probes = probes;
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
	uint64_t *begin = calloc(log.r->threads + 1, sizeof(*begin));

	if (!begin)
		return -ENOMEM;
	for (size_t i = 0; i < log.r->probes; i++) {
		const struct probe *p = &log.r->probe[i];
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
 * valid measurement. */
static int print_errors(FILE *out, uint64_t error)
{
	struct stage_sum *sum = calloc(STAGES + 1, sizeof(*sum));
	int err = sum ? add_stages(sum) : -ENOMEM;

	if (!err && error == ERROR_UNKNOWN) {
		fprintf(out, "MK_PROBE: the error of the intervals is unknown: not measured\n");
		err = -ERANGE;
	}
	for (unsigned int i = 1; i <= log.r->stages && !err; i++) {
		const struct stage_sum *s = &sum[i];

		if (!s->count)
			continue;
		fprintf(out, "MK_PROBE: each interval of \"%s\" is off by up to %.2f us\n",
			log.r->name[i - 1], (double)error / 1e3);
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
	for (size_t i = 1; i < log.r->probes; i++) {
		const struct probe p = log.r->probe[i];
		size_t k = i;

		for (; k && log.r->probe[k - 1].ns > p.ns; k--)
			log.r->probe[k] = log.r->probe[k - 1];
		log.r->probe[k] = p;
	}
}

/* Sends all probes in order to the board, as fast as it takes them. */
static int replay(struct mk *mk, size_t probes)
{
	uint32_t source = 0;
	int err = 0;

	for (size_t i = 0; i < probes && !err; i++) {
		const struct probe *p = &log.r->probe[i];

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
	s.timestamp = (p->ns - log.r->probe[0].ns) / TICK_NS;
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
		err = set_time(bytes + (size_t)i * MK_TRACE_BYTES, &log.r->probe[at + i]);
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
	for (unsigned int i = 1; i <= log.r->stages; i++)
		fprintf(o.stream, "1 %" PRIu32 " %" PRIu32 " \"%s\"\n", begin_of(i), end_of(i),
			log.r->name[i - 1]);
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
	uint64_t end;
	int err = mk_default.dev ? 0 : mk_map_default(NULL);

	if (err)
		return err;
	sort_probes();
	*kept = log.r->probes < KEPT ? log.r->probes : KEPT;
	end = log.r->more ? log.r->end : log.r->probe[log.r->probes - 1].ns;
	fprintf(out,
		"MK_PROBE: %" PRIu64 " probes in %.3f ms; "
		"the times are those of the program's own clock\n",
		log.r->probes + log.r->more, (double)(end - log.r->probe[0].ns) / 1e6);
	err = print_errors(out, error);
	if (!err)
		err = simple_buffer();
	return err ? err : replay(&mk_default, *kept);
}

/* Prints whether a mapped board has discarded samples or lacked memory for them; no later
 * sample may tell. */
static int print_missing(FILE *out, size_t *kept)
{
	uint32_t samples, pointer;
	int err = mk_get_overruns(&mk_default, &samples);

	if (!err)
		err = mk_get_pointer(&mk_default, &pointer);
	if (err)
		return err;
	if (samples)
		fprintf(out, "MK_PROBE: the board has discarded %" PRIu32 " samples\n",
			samples);
	*kept = pointer >= MK_MEMORY_WORDS ? KEPT : SIZE_MAX;
	return 0;
}

static int report(FILE *out, const char *folder, uint64_t error)
{
	const uint64_t hz = 1000000000u / TICK_NS;
	char samples[PATH_MAX], intervals[PATH_MAX];
	uint32_t n = 0;
	size_t kept = 0;
	int err = 0;

	if (!log.mapped && !log.r->probes)
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
	if (!err && log.mapped)
		err = print_missing(out, &kept);
	if (!err && kept < (log.mapped ? SIZE_MAX : log.r->probes + log.r->more))
		fprintf(out,
			"MK_PROBE: the memory of the board holds %zu samples; "
			"the others are left out\n",
			kept);
	if (log.r->left_out)
		fprintf(out,
			"MK_PROBE: %" PRIu64 " probes are left out: their names come after the "
			"first %u\n",
			log.r->left_out, STAGES);
	if (log.r->nested)
		fprintf(out,
			"MK_PROBE: %" PRIu64
			" probes are left out: a signal handler called them "
			"during another probe\n",
			log.r->nested);
	return err ? err : print_report(out, samples, intervals, hz);
}

void mk_stage_left(FILE *out, const char *folder)
{
	DIR *d = opendir(folder);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		const char *number = e->d_name + strlen(FILE_NAME);

		/* a program that still runs needs its file */
		if (!strncmp(e->d_name, FILE_NAME, strlen(FILE_NAME)) && atol(number) > 0 &&
		    kill((pid_t)atol(number), 0) && errno == ESRCH)
			fprintf(out,
				"MK_PROBE: a program ended without its report; "
				"mk_rpt --recover=%s makes it\n",
				e->d_name);
	}
	if (d)
		closedir(d);
}

int mk_stage_report(FILE *out, const char *folder)
{
	uint64_t error;
	int err;

	if (log.in_child)
		return 0;
	if (log.begun && !log.r)
		return -ENOMEM;
	if (!log.r)
		return -ENODATA;
	mk_stage_end();
	/* threads that still run must not change the log */
	pthread_mutex_lock(&log.lock);
	log.closed = true;
	pthread_mutex_unlock(&log.lock);
	error = log.r->probes ? measure_error() : 0;
	pthread_mutex_lock(&log.lock);
	err = report(out, folder, error);
	if (*log.path)
		unlink(log.path);
	*log.path = 0;
	pthread_mutex_unlock(&log.lock);
	mk_stage_left(out, folder);
	return err;
}

/* Checks a log that comes from a file. */
static bool is_valid(const struct recorded *r)
{
	if (memcmp(r->magic, MAGIC, sizeof(r->magic)) || r->stages > STAGES ||
	    r->probes > ROOM - 2 || r->threads > ROOM)
		return false;
	for (unsigned int i = 0; i < r->stages; i++)
		if (!memchr(r->name[i], 0, NAME_BYTES))
			return false;
	for (size_t i = 0; i < r->probes; i++)
		if (r->probe[i].event / 2 - 1 >= r->stages ||
		    r->probe[i].thread - 1 >= r->threads)
			return false;
	return true;
}

/* Prints the stages that had not ended. */
static int print_open(FILE *out)
{
	uint32_t *stage = calloc(log.r->threads + 1, sizeof(*stage));

	if (!stage)
		return -ENOMEM;
	for (size_t i = 0; i < log.r->probes; i++) {
		const struct probe *p = &log.r->probe[i];

		stage[p->thread] = p->event & 1 ? 0 : p->event / 2;
	}
	for (uint32_t i = 1; i <= log.r->threads; i++)
		if (stage[i])
			fprintf(out,
				"MK_PROBE: the program ended in \"%s\" of thread %" PRIu32 "\n",
				log.r->name[stage[i] - 1], i);
	free(stage);
	return 0;
}

int mk_stage_recover(FILE *out, const char *path, const char *folder)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	void *p;
	int err;

	if (fd < 0)
		return -errno;
	err = fstat(fd, &st) ? -errno : 0;
	if (!err && (!S_ISREG(st.st_mode) || st.st_size != (off_t)sizeof(*log.r)))
		err = -EBADMSG;
	p = err ? MAP_FAILED
		: mmap(NULL, sizeof(*log.r), PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	if (!err && p == MAP_FAILED)
		err = -errno;
	close(fd);
	if (!err && !is_valid(p))
		err = -EBADMSG;
	if (err) {
		if (p != MAP_FAILED)
			munmap(p, sizeof(*log.r));
		return err;
	}
	log.r = p;
	log.begun = log.closed = true;
	log.touched = ROOM;
	err = print_open(out);
	if (!err)
		err = mk_map_default(NULL);
	if (!err)
		err = report(out, folder, log.r->probes ? measure_error() : 0);
	if (!err)
		unlink(path);
	log.r = NULL;
	munmap(p, sizeof(*log.r));
	return err;
}
