/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the driver library with a fake board. */
#include "../../tests/backends.h"
#include "../../tests/unit.h"
#include "../hm_decode.h"
#include "../hmlib.h"
#include "fake.h"
#include "starts_with.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOM (4 * 1024u)
/* the value of CTRL.WINDOW in its place */
#define WINDOW(value) ((value) * (HM_CTRL_WINDOW & -HM_CTRL_WINDOW))

static uint32_t buffer[ROOM];

/* Opens a board and resets it through the driver. */
static struct fake *open_board(struct hm *h, unsigned int depth)
{
	struct fake *f = fake_open(depth, false);

	assert_non_null(f);
	assert_int_equal(hm_open_device(h, &f->dev), 0);
	assert_int_equal(hm_reset(h), 0);
	f->logged = 0;
	return f;
}

static void close_board(struct hm *h, struct fake *f)
{
	assert_int_equal(hm_close(h), 0);
	assert_false(f->closed); /* the device is the caller's */
	assert_true(!f->hold.held && !f->hold.bare);
	fake_close(f);
}

/* Adds @n frames of the next windows, numbered by @first in the nibbles and stamps. */
static void add(struct fake *f, unsigned int n, uint32_t first)
{
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t w[4] = {first + i, ~(first + i), 0xFFFF, first + i};

		fake_frame(f, 0, w, 4);
	}
}

static unsigned int frame_reads(const struct fake *f, size_t from)
{
	unsigned int n = 0;

	assert_true(f->logged <= sizeof(f->log) / sizeof(*f->log));
	for (size_t i = from; i < f->logged; i++)
		n += f->log[i].addr == HM_FRAME;
	return n;
}

static void registers(void)
{
	struct hm_state st;
	struct hm h;
	struct fake *f = open_board(&h, 0);
	uint32_t v;

	assert_true(HM_STATUS_FRAME == 1 && HM_STATUS_VEC == 2 && HM_STATUS_NODE == 4 &&
		    HM_STATUS_LATE == 8 && HM_CTRL_RST == 1 && HM_CTRL_WINDOW == 0xC);
	f->status = HM_STATUS_LATE | HM_STATUS_FRAME;
	f->lost = 0x12345678;
	add(f, 3, 0);
	assert_int_equal(hm_status(&h, &v), 0);
	assert_int_equal(v, HM_STATUS_LATE | HM_STATUS_FRAME);
	assert_int_equal(hm_lost(&h, &v), 0);
	assert_int_equal(v, 0x12345678);
	assert_int_equal(hm_count(&h, &v), 0);
	assert_int_equal(v, 3);
	assert_int_equal(hm_buffered(&h, &v), 0);
	assert_int_equal(v, 3);
	assert_int_equal(hm_control(&h, 400, true), 0);
	assert_int_equal(f->ctrl, HM_CTRL_ENABLE | WINDOW(1));
	assert_int_equal(hm_control(&h, 200, false), 0);
	assert_int_equal(f->ctrl, WINDOW(2));
	assert_int_equal(hm_control(&h, 300, true), -EINVAL);
	assert_int_equal(f->ctrl, WINDOW(2));
	assert_int_equal(hm_get_state(&h, &st), 0);
	assert_true(st.known && st.window_ns == 200 && !st.enabled && st.buffered == 3);
	assert_true(st.status == (HM_STATUS_LATE | HM_STATUS_FRAME) && st.count == 3 &&
		    st.lost == 0x12345678);
	assert_int_equal(hm_reset(&h), 0);
	assert_int_equal(hm_get_state(&h, &st), 0);
	assert_true(st.known && st.window_ns == 800 && st.enabled && !st.buffered);
	close_board(&h, f);
}

/* Tests a board that was running before: the number of its buffered frames is unknown. */
static void unknown_state(void)
{
	struct fake *f = fake_open(0, false);
	struct hm_state st;
	size_t words, frames;
	struct hm h;
	uint32_t v;

	add(f, 5, 0);
	assert_int_equal(hm_open_device(&h, &f->dev), 0);
	assert_int_equal(hm_buffered(&h, &v), -ENODATA);
	assert_int_equal(hm_read_frames(&h, buffer, ROOM, &words, &frames), -ENODATA);
	assert_int_equal(hm_get_state(&h, &st), 0);
	assert_true(!st.known && st.count == 5);
	assert_int_equal(hm_reset(&h), 0);
	assert_int_equal(hm_buffered(&h, &v), 0);
	/* another handle resets the board, and more frames come than it can hold by COUNT */
	add(f, 100, 0);
	assert_int_equal(hm_read_frames(&h, buffer, ROOM, &words, &frames), 0);
	assert_int_equal(frames, 100);
	f->count = 10;
	assert_int_equal(hm_buffered(&h, &v), -EPROTO);
	assert_int_equal(hm_read_frames(&h, buffer, ROOM, &words, &frames), -EPROTO);
	close_board(&h, f);
}

/* Checks that reading a group reads COUNT once and then four words for each frame that COUNT
 * showed, and no more. */
static void groups(void)
{
	struct hm h;
	struct fake *f = open_board(&h, 0);
	uint64_t random = 8;
	size_t words, frames;
	uint32_t sent = 0, got = 0;

	for (unsigned int EACH(i, 0); i < 200; i++) {
		const unsigned int n = random_xorshift(&random) % 11;

		add(f, n, sent);
		sent += n;
		f->logged = 0;
		/* one more, which comes while the group is read */
		fake_frame(f, f->now + 2 * FAKE_ACCESS_NS,
			   (const uint32_t[]){sent, ~sent, 0xFFFF, sent}, 4);
		assert_int_equal(hm_read_frames(&h, buffer, ROOM, &words, &frames), 0);
		assert_true(frames == sent - got || frames == sent + 1 - got);
		assert_int_equal(words, 4 * frames);
		assert_int_equal(f->log[0].addr, HM_COUNT);
		assert_int_equal(frame_reads(f, 0), 4 * frames);
		assert_int_equal(f->logged, 1 + 4 * frames);
		for (size_t EACH(k, 0); k < frames; k++, got++)
			assert_true(buffer[4 * k] == got && buffer[4 * k + 3] == got);
		sent++;
		f->now += 10 * FAKE_ACCESS_NS;
		/* no room for all */
		assert_int_equal(hm_read_frames(&h, buffer, 4, &words, &frames), 0);
		assert_true(frames <= 1);
		got += (uint32_t)frames;
	}
	close_board(&h, f);
}

/* Checks the wrap of COUNT at 4096; a word of a frame that does not exist must never be
 * read. */
static void count_wraps(void)
{
	struct hm h;
	struct fake *f = open_board(&h, 0);
	uint32_t sent = 1, got = 1, there;
	uint64_t random = 3;
	size_t words, frames;

	while (got <= 10000) {
		EACH_OF(got);
		const unsigned int n = random_xorshift(&random) % (1025 - (sent - got));

		add(f, n, sent);
		sent += n;
		assert_int_equal(hm_buffered(&h, &there), 0);
		assert_int_equal(there, sent - got);
		assert_int_equal(hm_read_frames(&h, buffer,
						4 * (1 + random_xorshift(&random) % 1024),
						&words, &frames),
				 0);
		for (size_t EACH(k, 0); k < frames; k++, got++)
			assert_true(buffer[4 * k] == got && buffer[4 * k + 1] == ~got &&
				    buffer[4 * k + 2] == 0xFFFF && buffer[4 * k + 3] == got);
	}
	assert_int_equal(f->status, 0);
	close_board(&h, f);
}

static void deep(void)
{
	static uint32_t large[4 * 16384];
	const struct hm_variant bad[] = {{.nodes = 17},
					 {.depth = 1000},
					 {.depth = 128},
					 {.depth = 131072},
					 {.select = true}};
	struct hm h;
	struct fake *f = open_board(&h, 16384);
	size_t words, frames;
	uint32_t v;

	/* the simulated board reports its variant */
	assert_int_equal(hm_get_variant(&h)->depth, 16384);
	assert_true(hm_get_variant(&h)->seeded && hm_get_variant(&h)->seed == 7);
	add(f, 16384, 0);
	assert_int_equal(hm_buffered(&h, &v), 0);
	assert_int_equal(v, 16384);
	assert_int_equal(hm_read_frames(&h, large, 4 * 16384, &words, &frames), 0);
	assert_int_equal(frames, 16384);
	assert_int_equal(large[4 * 16383], 16383);
	assert_int_equal(hm_set_variant(&h, &(struct hm_variant){0}), -EBUSY);
	assert_int_equal(hm_reset(&h), 0);
	assert_int_equal(hm_set_variant(&h, &(struct hm_variant){0}), 0);
	assert_int_equal(hm_get_variant(&h)->depth, 1024);
	for (unsigned int i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		if (hm_set_variant(&h, &bad[i]) != -EINVAL)
			fail_msg("bad variant %u is accepted", i);
	close_board(&h, f);
}

static void compact(void)
{
	static const uint32_t frame[3][4] = {
		{0x80010002, 5, 0x11}, {0x00010001, 0x22}, {0x80020003, 6, 0x33, 0x44}};
	static const unsigned int size[] = {3, 2, 4};
	static const uint32_t expected[] = {0x80010002, 5, 0x11, 0x00010001, 0x22,
					    0x80020003, 6, 0x33, 0x44};
	struct fake *f = fake_open(0, true);
	struct hm_group sample;
	struct hm_groups g = {.sample = &sample, .room = 1};
	size_t words, frames;
	struct hm h;

	assert_int_equal(hm_open_device(&h, &f->dev), 0);
	assert_int_equal(hm_reset(&h), 0);
	for (unsigned int i = 0; i < 3; i++)
		fake_frame(f, 0, frame[i], size[i]);
	assert_int_equal(hm_read_frames(&h, buffer, 4, &words, &frames), -EINVAL);
	assert_int_equal(hm_read_frames(&h, buffer, ROOM, &words, &frames), 0);
	assert_int_equal(frames, 3);
	assert_int_equal(words, 9);
	assert_memory_equal(buffer, expected, sizeof(expected));
	hm_groups_add(&g, true, buffer, words, frames);
	assert_true(sample.frames == 3 && sample.windows == 1);
	close_board(&h, f);
}

/* Adds groups of known sizes, then more groups than are kept. */
static void samples(void)
{
	static struct hm_group sample[HM_GROUP_SAMPLES + 1];
	struct hm_groups g = {.sample = sample, .room = HM_GROUP_SAMPLES + 1};
	struct hm h;
	struct fake *f = open_board(&h, 0);
	size_t words, frames;
	uint32_t stamp = 0;

	for (uint32_t EACH(n, 1); n <= 20; n++) {
		for (uint32_t i = 0; i < n; i++, stamp += n)
			fake_frame(f, 0, (const uint32_t[]){0, 0, 1, stamp}, 4);
		assert_int_equal(hm_read_frames(&h, buffer, ROOM, &words, &frames), 0);
		hm_groups_add(&g, false, buffer, words, frames);
		hm_groups_add(&g, false, buffer, 0, 0); /* no group */
		assert_int_equal(g.samples, n);
		assert_int_equal(sample[n - 1].frames, n);
		assert_int_equal(sample[n - 1].windows, (n - 1) * n);
	}
	g.samples = 0;
	for (uint32_t i = 0; i <= HM_GROUP_SAMPLES; i++)
		hm_groups_add(&g, false, (const uint32_t[]){0, 0, 1, i}, 4, 1);
	assert_int_equal(g.samples, HM_GROUP_SAMPLES);
	assert_int_equal(g.skipped, 1);
	close_board(&h, f);
}

/* Checks that the time set for each frame is added to that of its transfers. */
static void cost(void)
{
	struct hm h;
	struct fake *f = open_board(&h, 0);
	size_t words, frames;
	uint64_t from, now;

	add(f, 100, 0);
	assert_int_equal(hm_set_cost(&h, 2000), 0);
	assert_int_equal(hm_time(&h, &from), 0);
	assert_int_equal(hm_read_frames(&h, buffer, ROOM, &words, &frames), 0);
	assert_int_equal(hm_time(&h, &now), 0);
	assert_int_equal(now - from, FAKE_ACCESS_NS + 100 * (4 * FAKE_ACCESS_NS + 2000));
	close_board(&h, f);
}

static void waits(void)
{
	struct hm h;
	struct fake *f = open_board(&h, 0);
	uint64_t from = f->now;

	assert_int_equal(hm_wait(&h, 1000), -ETIMEDOUT);
	assert_in_range(f->passed, 1000000, 1000000);
	fake_nibble(f, f->now / 800 + 250, 3, 4); /* in 200 us */
	from = f->now;
	assert_int_equal(hm_wait(&h, 1000), 0);
	assert_in_range(f->now - from, 200000, 200000 + 52000);
	assert_int_equal(hm_wait(&h, 0), 0);
	assert_int_equal(hm_run(&h, 777), 0);
	assert_int_equal(f->passed % 1000, 777);
	close_board(&h, f);
}

/* ---- errors ---- */

enum {
	CALL_RESET,
	CALL_CONTROL,
	CALL_STATUS,
	CALL_COUNT,
	CALL_LOST,
	CALL_BUFFERED,
	CALL_STATE,
	CALL_READ,
	CALL_WAIT,
	CALLS
};

static int call(struct hm *h, unsigned int which)
{
	static struct hm_state st;
	size_t words, frames;
	uint32_t v;

	switch (which) {
	case CALL_RESET:
		return hm_reset(h);
	case CALL_CONTROL:
		return hm_control(h, 800, true);
	case CALL_STATUS:
		return hm_status(h, &v);
	case CALL_COUNT:
		return hm_count(h, &v);
	case CALL_LOST:
		return hm_lost(h, &v);
	case CALL_BUFFERED:
		return hm_buffered(h, &v);
	case CALL_STATE:
		return hm_get_state(h, &st);
	case CALL_READ:
		return hm_read_frames(h, buffer, ROOM, &words, &frames);
	default:
		return hm_wait(h, 100);
	}
}

/*
 * Each access of each call fails in turn; the call returns the error. Nothing is printed: both
 * outputs go to a file meanwhile.
 */
static void faults(void)
{
	char name[] = "/tmp/hm-printed-XXXXXX";
	const int file = mkstemp(name), out = dup(1), err = dup(2);
	unsigned int bad = 0, tried = 0;
	struct stat st;

	assert_true(file >= 0 && out >= 0 && err >= 0);
	unlink(name);
	fflush(stdout);
	dup2(file, 1);
	dup2(file, 2);
	for (unsigned int which = 0; which < CALLS; which++) {
		static const int error[] = {-EIO, -ETIMEDOUT};

		for (unsigned int e = 0; e < 2; e++) {
			/* until the call does not reach the failing access */
			for (uint64_t after = 0;; after++) {
				struct fake *f = fake_open(0, false);
				struct hm h;
				int got;

				bad += hm_open_device(&h, &f->dev) || hm_reset(&h);
				add(f, which == CALL_WAIT ? 0 : 2, 0);
				f->fail_after = after;
				f->fail_with = error[e];
				got = call(&h, which);
				if (f->fail_with && f->fail_after == UINT64_MAX)
					bad += got != error[e];
				else
					bad += got != 0 && which != CALL_WAIT;
				tried++;
				const bool reached = f->fail_after == UINT64_MAX;

				hm_close(&h);
				fake_close(f);
				if (!reached)
					break;
			}
		}
	}
	fflush(stdout);
	dup2(out, 1);
	dup2(err, 2);
	assert_int_equal(fstat(file, &st), 0);
	close(file);
	close(out);
	close(err);
	assert_int_equal(st.st_size, 0);
	assert_int_equal(bad, 0);
	assert_true(tried > 40);
}

/* After a read that fails in the middle of a frame, the position of the board is unknown. */
static void fault_in_group(void)
{
	struct hm h;
	struct fake *f = open_board(&h, 0);
	size_t words, frames;

	add(f, 10, 0);
	f->fail_after = 1 + 4 * 3 + 2;
	f->fail_with = -EIO;
	assert_int_equal(hm_read_frames(&h, buffer, ROOM, &words, &frames), -EIO);
	assert_true(frames == 3 && words == 12);
	f->fail_with = 0;
	assert_int_equal(hm_read_frames(&h, buffer, ROOM, &words, &frames), -ENODATA);
	assert_int_equal(hm_reset(&h), 0);
	assert_int_equal(hm_read_frames(&h, buffer, ROOM, &words, &frames), 0);
	close_board(&h, f);
}

static void bad_arguments(void)
{
	struct hm h = {0};
	struct fake *f;
	size_t n;
	uint32_t v;
	char reply[8];

	assert_int_equal(hm_reset(&h), -EBADF);
	assert_int_equal(hm_reset(NULL), -EBADF);
	assert_int_equal(hm_close(&h), -EBADF);
	assert_int_equal(hm_status(&h, &v), -EBADF);
	assert_int_equal(hm_run(&h, 1), -EBADF);
	assert_int_equal(hm_wait(&h, 1), -EBADF);
	assert_int_equal(hm_read_frames(&h, buffer, ROOM, &n, &n), -EBADF);
	assert_int_equal(hm_command(&h, "status", reply, 8), -EBADF);
	assert_int_equal(hm_open_device(&h, NULL), -EINVAL);
	f = open_board(&h, 0);
	/* where nothing answers, a read gives ones */
	f->status = UINT32_MAX;
	assert_int_equal(hm_open_device(&h, &f->dev), -ENODEV);
	f->status = 0;
	assert_int_equal(hm_open_device(&h, &f->dev), 0);
	assert_int_equal(hm_status(&h, NULL), -EINVAL);
	assert_int_equal(hm_read_frames(&h, NULL, ROOM, &n, &n), -EINVAL);
	assert_int_equal(hm_read_frames(&h, buffer, 3, &n, &n), -EINVAL);
	assert_int_equal(hm_command(&h, NULL, reply, 8), -EINVAL);
	assert_int_equal(hm_command(&h, "nonsense", reply, 8), -EINVAL);
	assert_string_equal(reply, "no such");
	close_board(&h, f);
}

/* ---- several programs ---- */

/* Checks that a handle that reads frames is notified of reads and writes of others, and
 * notifies them. */
static void others(void)
{
	struct hm_state st;
	size_t words, frames;
	struct hm h;
	struct fake *f = open_board(&h, 0);

	for (unsigned int EACH(i, 0); i < 2; i++) {
		f->hold.changes = 0;
		assert_int_equal(hm_read_frames(&h, buffer, ROOM, &words, &frames), 0);
		assert_true(!frames && !f->hold.changes); /* nothing was changed */
		add(f, 5, 0);
		assert_int_equal(hm_read_frames(&h, buffer, ROOM, &words, &frames), 0);
		assert_true(frames == 5 && f->hold.changes == 1);
		assert_int_equal(hm_control(&h, 400, true), 0);
		assert_int_equal(f->hold.changes, 2);
		/* frames read by another handle cannot be distinguished
		 * from new ones by COUNT */
		add(f, 5, 0);
		f->hold.others = true;
		assert_int_equal(hm_read_frames(&h, buffer, ROOM, &words, &frames), -EPROTO);
		assert_int_equal(frames, 0);
		assert_int_equal(hm_read_frames(&h, buffer, ROOM, &words, &frames), -EPROTO);
		assert_int_equal(hm_get_state(&h, &st), 0);
		assert_false(st.known);
		f->hold.elsewhere = true;
		assert_int_equal(hm_reset(&h), -EAGAIN);
		assert_int_equal(hm_read_frames(&h, buffer, ROOM, &words, &frames), -EAGAIN);
		f->hold.elsewhere = false;
		/* after a reset this handle knows the number of frames again */
		f->hold.others = i;
		assert_int_equal(hm_reset(&h), 0);
	}
	close_board(&h, f);
}

/* ---- backends ---- */

/* Performs the accesses of a session; the values read may differ. */
static void session(struct hm *h)
{
	size_t words, frames;
	uint32_t v;

	assert_int_equal(hm_reset(h), 0);
	assert_int_equal(hm_control(h, 400, true), 0);
	assert_int_equal(hm_status(h, &v), 0);
	assert_int_equal(hm_lost(h, &v), 0);
	assert_int_equal(hm_buffered(h, &v), 0);
	assert_int_equal(hm_read_frames(h, buffer, ROOM, &words, &frames), 0);
	assert_int_equal(hm_control(h, 800, false), 0);
}

static void over_backend(struct backends_turn *turn)
{
	struct hm h, over;
	char reply[64] = "?";
	int fd;

	assert_int_equal(hm_open(&h, turn->name), 0);
	assert_int_equal(h.known, starts_with(turn->name, "sim:"));
	if (starts_with(turn->name, "unix:"))
		assert_int_equal(hm_get_variant(&h)->seed, 7);
	noting_open(&turn->noting, h.dev);
	assert_int_equal(hm_open_device(&over, &turn->noting.dev), 0);
	session(&over);
	assert_int_equal(hm_close(&over), 0);
	if (turn->mapped) {
		assert_int_equal(hm_command(&h, "status", reply, sizeof(reply)), -EOPNOTSUPP);
		assert_string_equal(reply, "");
	}
	assert_int_equal(hm_close(&h), 0);
	if (!turn->mapped)
		return;
	/* the last write is in the file */
	fd = open(turn->mapped, O_RDONLY);
	assert_int_equal(pread(fd, reply, 4, 65536), 4);
	assert_memory_equal(reply, "\0\0\0\0", 4);
	close(fd);
}

/* Checks that the same session through sim:, unix: and mmap: makes the same accesses. */
static void backends(void)
{
	struct fake *f = fake_open(0, false);

	assert_non_null(f);
	backends_compare(&f->dev, 65536, 65536, over_backend, 7);
	fake_close(f);
}

static void backend_errors(void)
{
	struct hm h;

	assert_int_equal(hm_open(NULL, "sim:"), -EBADF);
	assert_int_equal(hm_open(&h, "sim:fail"), -EMFILE);
	assert_int_equal(hm_open(&h, "sim:what"), -EINVAL);
	assert_int_equal(hm_open(&h, "pci:"), -EPROTONOSUPPORT);
	assert_int_equal(hm_open(&h, "unix:/nowhere/at/all"), -ENOENT);
	assert_int_equal(hm_open(&h, "mmap:slot=none,mem=/nowhere"), -ENOENT);
	assert_int_equal(hm_open(&h, "mmap:mem=/dev/null"), -EINVAL);
}

static const struct unit units[] = {
	UNIT(registers, "HM-TOOL-001 HM-TOOL-002"),
	UNIT(unknown_state, ""),
	UNIT(groups, "HM-IO-001"),
	UNIT(count_wraps, "HM-IO-002"),
	UNIT(deep, ""),
	UNIT(compact, ""),
	UNIT(samples, "HM-IO-014 HM-IO-015"),
	UNIT(cost, ""),
	UNIT(waits, ""),
	UNIT(faults, "HM-TOOL-002"),
	UNIT(fault_in_group, ""),
	UNIT(bad_arguments, ""),
	UNIT(others, ""),
	UNIT(backends, "HM-TOOL-001"),
	UNIT(backend_errors, ""),
};

UNIT_MAIN(units)
