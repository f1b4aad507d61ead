/* SPDX-License-Identifier: Apache-2.0 */
/* Boards of the tools: options, and reading until a condition ends it. */
#include "hmutil.h"
#include "progress.h"
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define COMMANDS 32
#define POLL_NS 50000u
#define NS_PER_S 1000000000u
/* Time after which the last window has ended and its frame has been built, once capture is
 * switched off. */
#define SETTLE_NS 10000u

struct hm hmutil_board;

static struct {
	const char *backend, *command[COMMANDS];
	unsigned int commands, window_ns;
	uint64_t time_ns, idle_ns, frames;
	uint32_t cost_ns;
	struct hm_variant variant;
} want = {.backend = "sim:", .window_ns = 800};
static bool given;
static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
	(void)signal;
	interrupted = 1;
}

/* ---- options ---- */

static uint64_t parse_time(const char *text)
{
	uint64_t ns;

	if (util_time(text, &ns) || !ns || ns > UINT64_MAX / 2)
		util_usage("not a time, such as 10ms", text);
	return ns;
}

bool hmutil_board_option(int c, const char *arg)
{
	switch (c) {
	case 'b':
		want.backend = arg;
		given = true;
		return true;
	case 'c':
		if (want.commands == COMMANDS)
			util_usage("too many commands", arg);
		want.command[want.commands++] = arg;
		return true;
	case 'w':
		want.window_ns = (unsigned int)util_number(arg, 800);
		if (want.window_ns != 800 && want.window_ns != 400 && want.window_ns != 200)
			util_usage("a window is 800, 400 or 200 ns", arg);
		return true;
	case 't':
		want.time_ns = parse_time(arg);
		return true;
	case 'i':
		want.idle_ns = parse_time(arg);
		return true;
	case 'n':
		want.frames = util_number(arg, UINT64_MAX);
		if (!want.frames)
			util_usage("no frames", arg);
		return true;
	case HMUTIL_COST:
		want.cost_ns = (uint32_t)util_number(arg, UINT32_MAX);
		return true;
	case HMUTIL_DEPTH:
		want.variant.depth = (unsigned int)util_number(arg, 65536);
		if (want.variant.depth < 256 || (want.variant.depth & (want.variant.depth - 1)))
			util_usage("a depth is a power of two from 256 to 65536", arg);
		return true;
	case HMUTIL_WORDS:
		want.variant.compact = true;
		return true;
	case HMUTIL_MARKS:
		want.variant.marks = true;
		return true;
	}
	return false;
}

void hmutil_board_check(void)
{
	if (!want.time_ns && !want.frames && !want.idle_ns)
		util_usage("no limit; use -t, -n or -i", NULL);
}

bool hmutil_board_given(void)
{
	return given;
}

/* ---- the board ---- */

static bool board_error(int err, const char *what)
{
	util_error("%s%s%s: %s", want.backend, what ? ": " : "", what ? what : "",
		   err == -EPROTO   ? "another program reads or resets this board, "
				      "or its number of frames is inconsistent, or what it "
				      "returns is no frame"
		   : err == -EAGAIN ? "another program holds the board"
				    : util_access_reason(err));
	return false;
}

static bool do_command(const char *command)
{
	char reply[HM_REPLY_BYTES];
	int err = hm_command(&hmutil_board, command, reply, sizeof(reply));

	if (!err)
		return true;
	if (*reply)
		util_error("%s: %s: %s", want.backend, command, reply);
	else
		board_error(err, command);
	return false;
}

bool hmutil_board_open(bool reset)
{
	struct hm *h = &hmutil_board;
	int err = hm_open(h, want.backend);

	if (err) {
		util_error("%s: %s", want.backend,
			   util_board_reason(err, want.backend,
					     "nodes=N, depth=N, words=0|1, "
					     "select=0|1 and marks=0|1 of a compiled model, "
					     "seed=N, wave=FILE"));
		return false;
	}
	if (want.variant.depth || want.variant.compact || want.variant.marks)
		err = hm_set_variant(h, &want.variant);
	if (!err && reset)
		err = hm_reset(h);
	if (!err && reset && want.window_ns != 800)
		err = hm_control(h, want.window_ns, true);
	if (!err)
		err = hm_set_cost(h, want.cost_ns);
	if (err)
		return board_error(err, NULL);
	for (unsigned int i = 0; i < want.commands; i++)
		if (!do_command(want.command[i]))
			return false;
	return true;
}

struct hm_header hmutil_board_header(void)
{
	const struct hm_variant *v = hm_get_variant(&hmutil_board);

	return (struct hm_header){.compact = v->compact,
				  .marks = v->marks,
				  .nodes = v->nodes,
				  .window_ns = want.window_ns,
				  .seeded = v->seeded,
				  .seed = v->seed};
}

/* ---- reading ---- */

struct run {
	hmutil_sink *sink;
	void *arg;
	uint32_t *buffer;
	size_t room;		  /* words */
	uint64_t frames;	  /* read */
	uint64_t from, now, last; /* start, current time, and time of the last frame, in ns */
	struct progress progress;
};

/* Reads a group of at most the requested number of frames; its size goes to *frames. */
static int take_group(struct run *r, size_t *frames)
{
	const bool compact = hm_get_variant(&hmutil_board)->compact;
	const uint64_t left = want.frames ? want.frames - r->frames : UINT64_MAX;
	size_t room = r->room, words;
	int err;

	/* compact frames are read one by one when they may be the last */
	if (left < r->room / HM_FRAME_WORDS)
		room = compact ? HM_COMPACT_WORDS : (size_t)left * HM_FRAME_WORDS;
	err = hm_read_frames(&hmutil_board, r->buffer, room, &words, frames);
	if (*frames)
		r->sink(r->arg, r->buffer, words, *frames);
	r->frames += *frames;
	return err;
}

static bool over(struct run *r)
{
	return interrupted || (want.frames && r->frames >= want.frames) ||
	       (want.time_ns && r->now - r->from >= want.time_ns) ||
	       (want.idle_ns && r->now - r->last >= want.idle_ns) || util_out.err;
}

static void show(struct run *r)
{
	double share = -1;

	if (want.frames)
		share = (double)r->frames / (double)want.frames;
	else if (want.time_ns)
		share = (double)(r->now - r->from) / (double)want.time_ns;
	if (util_shows_progress())
		progress_show(&r->progress, share > 1 ? 1 : share, r->frames);
}

/* Notes the time of frames. A silence in which the time stamps wrap is not in the trace. */
static void came(struct run *r)
{
	const uint64_t wrap_ns = (uint64_t)want.window_ns << 32, silent_ns = r->now - r->last;

	if (silent_ns >= wrap_ns)
		util_flaw("%s: no frame came for %" PRIu64
			  " s, but the time stamps wrap after %" PRIu64
			  " s: the times of all later frames are too small",
			  want.backend, silent_ns / NS_PER_S, wrap_ns / NS_PER_S);
	r->last = r->now;
}

static int read_all(struct run *r)
{
	size_t frames;
	int err = hm_time(&hmutil_board, &r->from);

	r->now = r->last = r->from;
	while (!err && !over(r)) {
		err = take_group(r, &frames);
		if (!err && !frames)
			err = hm_run(&hmutil_board, POLL_NS);
		if (!err)
			err = hm_time(&hmutil_board, &r->now);
		if (frames)
			came(r);
		show(r);
	}
	if (err || (want.frames && r->frames >= want.frames))
		return err;
	/* stops capture; the frames captured so far are read */
	err = hm_control(&hmutil_board, want.window_ns, false);
	if (!err)
		err = hm_run(&hmutil_board, SETTLE_NS);
	do {
		frames = 0;
		if (!err)
			err = take_group(r, &frames);
	} while (!err && frames && !(want.frames && r->frames >= want.frames));
	return err;
}

bool hmutil_board_run(hmutil_sink *sink, void *arg, uint32_t *status, uint32_t *lost)
{
	struct run r = {.sink = sink, .arg = arg};
	int err;

	r.room = (size_t)hm_get_variant(&hmutil_board)->depth * HM_FRAME_WORDS;
	r.buffer = malloc(r.room * sizeof(*r.buffer));
	if (!r.buffer)
		return board_error(-ENOMEM, NULL);
	sigaction(SIGINT, &(struct sigaction){.sa_handler = interrupt}, NULL);
	sigaction(SIGTERM, &(struct sigaction){.sa_handler = interrupt}, NULL);
	progress_begin(&r.progress, "frames", "%s", want.backend);
	err = read_all(&r);
	progress_end(&r.progress);
	free(r.buffer);
	if (!err)
		err = hm_status(&hmutil_board, status);
	if (!err)
		err = hm_lost(&hmutil_board, lost);
	return err ? board_error(err, NULL) : true;
}
