/* SPDX-License-Identifier: Apache-2.0 */
#include "simboard.h"
#include "args.h"
#include "outpath.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The harness requires a list of tests from every program; a program with such a board has
 * none. */
const struct sim_test sim_tests[] = {{0}};

int simboard_say(const struct simboard_request *r, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(r->reply, r->size, fmt, ap);
	va_end(ap);
	return err;
}

int simboard_wrong_word(const struct simboard_request *r, int i)
{
	char what[256] = "something is missing";

	if (i < r->n)
		snprintf(what, sizeof(what), "'%s' is wrong", r->words[i]);
	return simboard_say(r, -EINVAL, "%s (%s%s%s)", what, r->words[0], *r->usage ? " " : "",
			    r->usage);
}

bool simboard_number(const char *text, uint64_t most, uint64_t *v)
{
	return args_number(text, v) && *v <= most;
}

/* ---- tasks ---- */

/* maximum per process; the threads of abandoned tasks count until they end */
#define THREADS 8

enum { TASK_RUNS, TASK_DONE, TASK_ABANDONED };

static _Atomic int threads;

void *simboard_new_task(size_t size)
{
	return calloc(1, size);
}

static void release_task(struct simboard_task *t)
{
	t->release(t);
	free(t);
}

static void *run_task(void *arg)
{
	struct simboard_task *t = arg;
	int runs = TASK_RUNS;

	t->work(t);
	if (!atomic_compare_exchange_strong(&t->state, &runs, TASK_DONE))
		release_task(t); /* the task was abandoned: nobody waits for it */
	atomic_fetch_sub(&threads, 1);
	return NULL;
}

/* The thread inherits the signal mask of its creator, and a coroutine that the thread creates
 * inherits it, too. */
static int start_thread(struct simboard_task *t)
{
	pthread_t thread;
	int err;

	if (atomic_fetch_add(&threads, 1) >= THREADS) {
		atomic_fetch_sub(&threads, 1);
		return -EBUSY;
	}
	err = pthread_create(&thread, NULL, run_task, t);
	if (!err)
		pthread_detach(thread);
	else
		atomic_fetch_sub(&threads, 1);
	return -err;
}

static int finish_now(const struct simboard_request *r, struct simboard_task *t)
{
	int err;

	t->work(t);
	err = t->finish(t, r);
	release_task(t);
	return err;
}

int simboard_begin_task(const struct simboard_request *r, struct simboard_task *t)
{
	struct simboard *b = r->b;
	int err;

	if (!b->threads)
		return finish_now(r, t);
	err = b->task ? -EBUSY : start_thread(t);
	if (err) {
		release_task(t);
		return simboard_say(r, err,
				    b->task ? "a file is being read, or a workload prepared, "
					      "for another command"
					    : "no thread");
	}
	b->task = t;
	*r->w = (struct simboard_wait){.waiting = true, .task = ++b->tasks};
	return 0;
}

void simboard_poll_task(struct simboard *b)
{
	struct simboard_task *t = b->task;
	struct simboard_wait none;
	const struct simboard_request r = {
		.b = b, .reply = b->task_reply, .size = sizeof(b->task_reply), .w = &none};

	if (!t || atomic_load(&t->state) != TASK_DONE)
		return;
	b->task = NULL;
	b->task_reply[0] = 0;
	b->task_err = t->finish(t, &r);
	release_task(t);
}

bool simboard_task_abandoned(const void *task)
{
	return atomic_load(&((const struct simboard_task *)task)->state) == TASK_ABANDONED;
}

/* If its thread is still running, the thread releases the task itself. */
static void abandon_task(struct simboard *b)
{
	int runs = TASK_RUNS;

	if (b->task && !atomic_compare_exchange_strong(&b->task->state, &runs, TASK_ABANDONED))
		release_task(b->task);
	b->task = NULL;
}

void simboard_cancel_task(struct simboard *b)
{
	if (!b->task)
		return;
	abandon_task(b);
	b->task_err = -ECANCELED;
	snprintf(b->task_reply, sizeof(b->task_reply), "stopped");
}

/* ---- commands of every board ---- */

static int do_run(const struct simboard_request *r)
{
	uint64_t ps;

	if (r->n != 2 || !args_time(r->words[1], &ps))
		return simboard_wrong_word(r, 1);
	*r->w = (struct simboard_wait){.waiting = true, .until = sim_now(r->b->s) + ps};
	return 0;
}

static int do_drain(const struct simboard_request *r)
{
	uint64_t ps = 0;

	if (r->n == 2 && !args_time(r->words[1], &ps))
		return simboard_wrong_word(r, 1);
	*r->w = (struct simboard_wait){.waiting = true,
				       .drain = true,
				       .limited = r->n == 2,
				       .until = sim_now(r->b->s) + ps};
	return 0;
}

/* Returns whether @path names something that a board neither reads nor replaces: a device, a
 * FIFO or a socket. */
static bool special(const char *path)
{
	struct stat st;

	return !stat(path, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/* Starts a dump, which gets its name only when it ends, if it is complete. */
static int begin_wave(struct simboard *b, const char *path)
{
	struct stat st;

	if (special(path))
		return -ENODEV;
	if (!stat(path, &st) && (S_ISDIR(st.st_mode) || access(path, W_OK)))
		return S_ISDIR(st.st_mode) ? -EISDIR : -errno;
	return sim_wave(b->s, path) ? 0 : -errno;
}

static int end_wave(const struct simboard_request *r)
{
	struct simboard *b = r->b;
	char path[sizeof(b->wave)];
	int err;

	strcpy(path, b->wave);
	b->wave[0] = 0;
	if (sim_wave(b->s, NULL))
		return 0;
	err = -errno;
	return simboard_say(r, err, "%s: the wave dump was not kept: %s", path,
			    outpath_reason(err));
}

static int do_wave(const struct simboard_request *r)
{
	struct simboard *b = r->b;
	int err;

	if (r->n != 2 || strlen(r->words[1]) >= sizeof(b->wave))
		return simboard_wrong_word(r, 1);
	err = end_wave(r);
	if (err || !strcmp(r->words[1], "off"))
		return err;
	err = begin_wave(b, r->words[1]);
	if (err == -ENODEV)
		return simboard_say(r, err, "%s: not a regular file", r->words[1]);
	if (err)
		return simboard_say(r, err, "%s: %s", r->words[1], outpath_reason(err));
	strcpy(b->wave, r->words[1]);
	return 0;
}

static int do_pause(const struct simboard_request *r)
{
	if (!r->b->serves)
		return simboard_say(r, -EOPNOTSUPP,
				    "time passes on request only; a server knows this command");
	r->b->paused = !strcmp(r->words[0], "pause");
	return 0;
}

static int do_speed(const struct simboard_request *r)
{
	char *end;
	double v;

	if (!r->b->serves)
		return do_pause(r);
	if (r->n == 2 && !strcmp(r->words[1], "max")) {
		r->b->speed = 0;
		return 0;
	}
	if (r->n != 2)
		return simboard_wrong_word(r, 1);
	v = strtod(r->words[1], &end);
	if (*end || !(v >= 1e-9 && v <= 1e6))
		return simboard_wrong_word(r, 1);
	r->b->speed = v;
	return 0;
}

static int do_time(const struct simboard_request *r)
{
	return simboard_say(r, 0, "%" PRIu64, sim_now(r->b->s) / SIM_NS(1));
}

/* Answers with the server's name, which tells a client the kind of the board. */
static int do_server(const struct simboard_request *r)
{
	return simboard_say(r, 0, "%s", simboard_kind.server);
}

/* Makes a check fail, to test how a failing check affects the clients. */
static int do_fail(const struct simboard_request *r)
{
	if (!r->b->serves)
		return do_pause(r);
	SIM_FAIL(r->b->s, "as requested");
	return -EIO;
}

static const struct simboard_verb common[] = {
	{"run", do_run, 2, "TIME"},	  {"drain", do_drain, 2, "[TIME]"},
	{"wave", do_wave, 2, "FILE|off"}, {"pause", do_pause, 1, ""},
	{"resume", do_pause, 1, ""},	  {"speed", do_speed, 2, "RATIO|max"},
	{"time", do_time, 1, ""},	  {"server", do_server, 1, ""},
	{"fail", do_fail, 1, ""},	  {NULL, NULL, 0, NULL},
};

static const struct simboard_verb *find(const struct simboard_verb *v, const char *name)
{
	while (v->name && strcmp(v->name, name))
		v++;
	return v->name ? v : NULL;
}

/* Returns the first argument that names a device, a FIFO or a socket, or NULL. */
static const char *special_word(const struct simboard_request *r)
{
	for (int i = 1; i < r->n; i++)
		if (special(r->words[i]))
			return r->words[i];
	return NULL;
}

int simboard_command(struct simboard *b, const char *command, char *reply, size_t size,
		     struct simboard_wait *w)
{
	char none[1];
	char *words[ARGS_WORDS], *copy;
	struct simboard_request r = {b, command, words, 0, size ? reply : none, size ? size : 1,
				     w, ""};
	const struct simboard_verb *v = NULL;
	const char *word;
	int err = -EINVAL;

	*w = (struct simboard_wait){0};
	r.reply[0] = 0;
	free(b->words);
	b->words = copy = strdup(command);
	if (!copy)
		return -ENOMEM;
	r.n = args_split(copy, words);
	if (r.n > 0)
		v = find(simboard_kind.verbs, words[0]);
	if (r.n > 0 && !v)
		v = find(common, words[0]);
	if (v)
		r.usage = v->usage;
	if (r.n <= 0)
		simboard_say(&r, 0, r.n ? "too many words" : "no command");
	else if (!v)
		simboard_say(&r, 0, "'%s' is not a command", words[0]);
	else if (r.n > v->words)
		simboard_wrong_word(&r, v->words);
	else if (b->serves && (word = special_word(&r)))
		/* reading such a file may never end */
		simboard_say(&r, 0, "%s: not a regular file", word);
	else
		err = v->fn(&r);
	return err;
}

int simboard_status(const struct simboard *b, char *text, size_t size)
{
	char speed[32] = "max";

	if (b->speed > 0)
		snprintf(speed, sizeof(speed), "%g", b->speed);
	return snprintf(text, size, "state: %s\nspeed: %s\nwave: %s",
			!b->serves  ? "on request"
			: b->paused ? "paused"
				    : "running",
			speed, b->wave[0] ? b->wave : "off");
}

bool simboard_busy(struct simboard *b)
{
	if (simboard_kind.sends(b)) {
		b->quiet = UINT64_MAX;
		return true;
	}
	if (b->quiet == UINT64_MAX)
		b->quiet = sim_now(b->s);
	return sim_now(b->s) - b->quiet < simboard_kind.settle;
}

bool simboard_waited(struct simboard *b, const struct simboard_wait *w, char *reply,
		     size_t size, int *err)
{
	const char *trouble = NULL;

	*err = 0;
	if (w->task) {
		if (b->task || b->tasks != w->task)
			return false;
		snprintf(reply, size, "%s", b->task_reply);
		*err = b->task_err;
		return true;
	}
	if (!w->drain)
		return sim_now(b->s) >= w->until;
	if (!simboard_busy(b)) {
		if (simboard_kind.trouble)
			trouble = simboard_kind.trouble(b);
		if (trouble) {
			snprintf(reply, size, "%s", trouble);
			*err = -EBADMSG;
		}
		return true;
	}
	if (!w->limited || sim_now(b->s) < w->until)
		return false;
	snprintf(reply, size, "%s", simboard_kind.sending);
	*err = -ETIMEDOUT;
	return true;
}

/* ---- open and close ---- */

int simboard_start(struct simboard *b, const char *model)
{
	b->s = sim_new(model, 0, b->seed);
	if (!b->s)
		return -errno;
	return b->wave[0] ? begin_wave(b, b->wave) : 0;
}

static bool argument(struct simboard *b, const char *word)
{
	const char *v = args_value(word, "seed");

	if (v)
		return args_number(v, &b->seed);
	v = args_value(word, "wave");
	if (!v)
		return simboard_kind.argument(b, word);
	return *v && (size_t)snprintf(b->wave, sizeof(b->wave), "%s", v) < sizeof(b->wave);
}

int simboard_open(struct simboard *b, const char *args, bool serves)
{
	char *copy = strdup(args ? args : ""), *save = NULL;
	int err = 0;

	memset(b, 0, sizeof(*b));
	b->seed = 1;
	b->serves = serves;
	b->in = malloc(simboard_kind.inside);
	if (b->in)
		memcpy(b->in, simboard_kind.fresh, simboard_kind.inside);
	if (!copy || !b->in)
		err = -ENOMEM;
	for (char *w = err ? NULL : strtok_r(copy, ",", &save); w && !err;
	     w = strtok_r(NULL, ",", &save))
		if (!argument(b, w))
			err = -EINVAL;
	if (!err)
		err = simboard_kind.open(b);
	free(copy);
	if (err)
		simboard_close(b);
	return err;
}

void simboard_close(struct simboard *b)
{
	abandon_task(b);
	free(b->words);
	if (b->in)
		simboard_kind.close(b);
	if (b->s)
		sim_delete(b->s);
	free(b->in);
	memset(b, 0, sizeof(*b));
}

struct device *simboard_bus(struct simboard *b)
{
	return simboard_kind.bus(b);
}
