/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the driver library with a fake board. */
#include "../../tests/backends.h"
#include "../../tests/unit.h"
#include "fake.h"
#include "nm_report.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static struct nm_table table, now;

static struct fake *open_monitor(struct nm *nm, bool wide, bool two)
{
	struct fake *f = fake_open(wide, two);

	assert_non_null(f);
	assert_int_equal(nm_open_device(nm, &f->dev), 0);
	f->logged = 0;
	return f;
}

static void close_monitor(struct nm *nm, struct fake *f)
{
	assert_int_equal(nm_close(nm), 0);
	assert_false(f->closed); /* the caller owns the device */
	assert_true(!f->hold.held && !f->hold.bare);
	fake_close(f);
}

static void mode_names(void)
{
	static const struct {
		const char *name;
		uint32_t config;
	} modes[] = {{"flyer", 0},	{"depth", 4},	    {"histogram0", 8},
		     {"histogram1", 9}, {"histogram2", 10}, {"histogram3", 11},
		     {"off", 12}};
	enum nm_mode mode;
	struct nm nm;
	struct fake *f = open_monitor(&nm, false, false);

	for (size_t EACH(i, 0); i < 7; i++) {
		assert_int_equal(nm_mode_by_name(modes[i].name, &mode), 0);
		assert_string_equal(nm_mode_name(mode), modes[i].name);
		assert_int_equal(nm_set_mode(&nm, mode), 0);
		assert_int_equal(f->config, modes[i].config);
		assert_int_equal(nm_get_mode(&nm, &mode), 0);
		assert_int_equal(mode, modes[i].config);
		assert_int_equal(nm_is_histogram(mode), i >= 2 && i < 6);
	}
	/* in the other modes bits 1..0 have no meaning */
	f->config = 7;
	assert_int_equal(nm_get_mode(&nm, &mode), 0);
	assert_int_equal(mode, NM_DEPTH);
	assert_int_equal(nm_mode_by_name("histogram4", &mode), -EINVAL);
	assert_int_equal(nm_mode_by_name("", &mode), -EINVAL);
	assert_null(nm_mode_name(7));
	f->logged = 0;
	assert_int_equal(nm_set_mode(&nm, 5), -EINVAL);
	assert_int_equal(f->logged, 0);
	close_monitor(&nm, f);
}

/* Checks each flag of STATUS alone. */
static void status_flags(struct nm *nm, struct fake *f)
{
	static const struct {
		uint32_t status;
		struct nm_state s;
	} flags[] = {
		{NM_STATUS_PENDING, {.pending = true}}, {NM_STATUS_SECOND, {.second = true}},
		{NM_STATUS_HALF, {.half = 1}},		{NM_STATUS_BUSY, {.busy = true}},
		{NM_STATUS_MISSED, {.missed = true}},
	};
	struct nm_state s;

	for (size_t EACH(i, 0); i < sizeof(flags) / sizeof(*flags); i++) {
		const struct nm_state *want = &flags[i].s;

		f->status = flags[i].status;
		assert_int_equal(nm_get_state(nm, &s), 0);
		assert_true(s.pending == want->pending && s.second == want->second &&
			    s.half == want->half && s.busy == want->busy &&
			    s.missed == want->missed);
	}
}

static void registers(void)
{
	struct nm_state s;
	struct nm nm;
	struct fake *f = open_monitor(&nm, true, false);

	f->config = 10;
	f->enable = 1;
	f->status = 0x1234u << 16 | 1 << 12 | 37 << 6 | 1 << 4 | 1 << 3 | 1 << 2 | 1 << 1 | 1;
	f->overflowed = 0xBEEF;
	assert_int_equal(nm_get_state(&nm, &s), 0);
	assert_true(s.mode == NM_HISTOGRAM2 && s.interrupt && s.pending && s.second &&
		    s.half == 1 && s.busy && s.depth == 37 && s.missed);
	assert_int_equal(s.misses, 0x1234);
	assert_int_equal(s.overflowed, 0xBEEF);
	assert_int_equal(s.line_bytes, 128);
	assert_int_equal(s.boards, 1);
	assert_int_equal(nm_acknowledge(&nm), 0);
	assert_int_equal(f->status, 37 << 6 | 1 << 4 | 1 << 3 | 1 << 2);
	assert_int_equal(nm_set_interrupt(&nm, false), 0);
	assert_int_equal(f->enable, 0);
	assert_int_equal(nm_get_state(&nm, &s), 0);
	assert_true(!s.interrupt && !s.pending && !s.second && !s.missed && !s.misses);
	status_flags(&nm, f);
	close_monitor(&nm, f);
}

/* Where nothing answers, a read gives ones: that is no card, and one that is always busy ends
 * no table. */
static void wrong_answers(void)
{
	static struct nm_table table;
	struct nm nm;
	struct fake *f = open_monitor(&nm, false, false);

	assert_int_equal(nm_begin(&nm, &table, NM_FLYER), 0);
	f->status |= NM_STATUS_BUSY;
	assert_int_equal(nm_end(&nm, &table), -ETIMEDOUT);
	f->status = UINT32_MAX;
	assert_int_equal(nm_close(&nm), 0);
	assert_int_equal(nm_open_device(&nm, &f->dev), -ENODEV);
	fake_close(f);
}

/* Labels ranges of 1, 2 and 1000 lines in the four geometries, with two boards on both
 * monitors. */
static void labels(void)
{
	static const unsigned int lines[] = {1, 2, 1000};
	static uint16_t expected[NM_LABELS];

	for (unsigned int EACH(g, 0); g < 8; g++) {
		const bool wide = g & 1, two = g & 2;
		const unsigned int board = g >> 2, line = wide ? 128 : 64;
		struct nm nm;
		struct fake *f;

		if (board && !two)
			continue;
		f = open_monitor(&nm, wide, two);
		assert_int_equal(nm_set_board(&nm, board), 0);
		assert_int_equal(nm_line_bytes(&nm), line);
		assert_int_equal(nm_boards(&nm), 1 + two);
		assert_int_equal(nm_label_coverage(&nm), (16u << 20 << wide) << two);
		memset(expected, 0, sizeof(expected));
		for (unsigned int EACH(i, 0); i < 3; i++) {
			const uint32_t first = 0x4321 + 5000 * i;

			assert_int_equal(nm_label(&nm, first * line, (uint64_t)lines[i] * line,
						  0x155 + i),
					 0);
			for (uint32_t n = first; n < first + lines[i]; n++)
				if (!two || n % 2 == board)
					expected[two ? n / 2 : n] = (uint16_t)(0x155 + i);
		}
		/* the last line */
		assert_int_equal(
			nm_label(&nm, (uint32_t)nm_label_coverage(&nm) - line, line, 511), 0);
		if (!two || board)
			expected[NM_LABELS - 1] = 511;
		assert_memory_equal(f->label, expected, sizeof(expected));
		close_monitor(&nm, f);
	}
}

static void wrong_labels(void)
{
	struct nm nm;
	struct fake *f = open_monitor(&nm, true, false);
	const uint64_t all = nm_label_coverage(&nm);

	assert_int_equal(nm_label(&nm, 64, 128, 1), -EINVAL);
	assert_int_equal(nm_label(&nm, 128, 192, 1), -EINVAL);
	assert_int_equal(nm_label(&nm, 128, 0, 1), -EINVAL);
	assert_int_equal(nm_label(&nm, 128, all, 1), -EINVAL);
	assert_int_equal(nm_label(&nm, (uint32_t)all, 128, 1), -EINVAL);
	assert_int_equal(nm_label(&nm, 128, UINT64_MAX - 127, 1), -EINVAL);
	assert_int_equal(nm_label(&nm, 128, 128, 512), -EINVAL);
	assert_int_equal(nm_set_board(&nm, 1), -EINVAL);
	assert_int_equal(f->logged, 0);
	close_monitor(&nm, f);
}

static void counters(void)
{
	static uint32_t value[NM_COUNTERS];
	uint64_t random = 4;
	struct nm nm;
	struct fake *f = open_monitor(&nm, false, false);
	uint32_t v;

	for (unsigned int k = 0; k < NM_COUNTERS; k++)
		f->counter[k] = (uint32_t)random_xorshift(&random);
	assert_int_equal(nm_read(&nm, value), 0);
	assert_int_equal(f->logged, NM_COUNTERS / 2);
	assert_int_equal(f->log[0].width, 64);
	assert_memory_equal(value, f->counter, sizeof(value));
	for (unsigned int EACH(k, 0); k < NM_COUNTERS; k += 4095) {
		assert_int_equal(nm_read_counter(&nm, k, &v), 0);
		assert_int_equal(v, value[k]);
		assert_int_equal(nm_write_counter(&nm, k, ~v), 0);
		assert_int_equal(f->counter[k], ~v);
		f->counter[k] = v;
	}
	for (enum nm_part EACH(part, NM_HALF0); part <= NM_ALL; part++) {
		memcpy(f->counter, value, sizeof(value));
		assert_int_equal(nm_clear(&nm, part), 0);
		for (unsigned int EACH(k, 0); k < NM_COUNTERS; k++) {
			const bool gone = part == NM_ALL || (k & 64) == (part ? 64 : 0);

			assert_int_equal(f->counter[k], gone ? 0 : value[k]);
		}
	}
	f->logged = 0;
	assert_int_equal(nm_read_counter(&nm, NM_COUNTERS, &v), -EINVAL);
	assert_int_equal(nm_write_counter(&nm, NM_COUNTERS, 0), -EINVAL);
	assert_int_equal(nm_clear(&nm, NM_ALL + 1), -EINVAL);
	assert_int_equal(f->logged, 0);
	close_monitor(&nm, f);
}

/* Checks that a counter that wraps once is credited with 2^32 and has the events after the
 * wrap. */
static void wrap_is_credited(void)
{
	struct nm nm;
	struct fake *f = open_monitor(&nm, false, false);

	for (unsigned int EACH(halves, 0); halves < 2; halves++) {
		assert_int_equal(nm_begin(&nm, &table, halves ? NM_HISTOGRAM : NM_FLYER), 0);
		f->status &= ~(uint32_t)NM_STATUS_HALF;
		f->counter[0x1234 & ~64u] = 0xFFFFFFF0;
		for (unsigned int i = 0; i < 32; i++)
			fake_event(f, 0x1234 & ~64u);
		assert_int_equal(nm_serve(&nm, &table, 10), 0);
		assert_int_equal(nm_serve(&nm, &table, 10), -ETIMEDOUT);
		assert_int_equal(nm_end(&nm, &table), 0);
		assert_int_equal(table.overflows, 1);
		assert_false(table.second);
		assert_true(table.count[0x1234 & ~64u] + table.count[0x1234 | 64] ==
			    (1ull << 32) + 16);
		/* the half that was emptied has the credit, the other half the events after the
		 * switch */
		assert_true(table.count[0x1234 | 64] == (halves ? 16 : 0));
	}
	close_monitor(&nm, f);
}

static uint64_t random_events, sent;

/* Makes three events for each access, at random ones of 50 counters. */
static void events_go_on(struct fake *f)
{
	if ((f->config & NM_CONFIG_MODE) == NM_OFF)
		return;
	for (unsigned int i = 0; i < 3; i++, sent++)
		fake_event(f, 1000 + 77 * (random_xorshift(&random_events) % 50));
}

/* Makes five overflows, each served while events come: the totals must be the number of
 * events. */
static void counting_continues(void)
{
	struct nm nm;
	struct fake *f = open_monitor(&nm, false, false);
	uint64_t sum = 0, preset = 0;

	random_events = 1;
	sent = 0;
	assert_int_equal(nm_begin(&nm, &table, NM_HISTOGRAM1), 0);
	f->meanwhile = events_go_on;
	for (unsigned int EACH(i, 0); i < 5; i++) {
		const uint32_t half = f->status & NM_STATUS_HALF ? 64 : 0;
		const uint32_t k = ((1000 + 77 * i) & ~64u) | half;

		preset += 0xFFFFFFFFu - f->counter[k];
		f->counter[k] = 0xFFFFFFFF;
		while (!(f->status & NM_STATUS_PENDING))
			events_go_on(f);
		/* nm_peek() must be right while the overflow is pending and after it was
		 * served */
		for (unsigned int EACH(n, 0); n < 2; n++) {
			uint64_t before = sent, total = 0;

			f->meanwhile = NULL;
			assert_int_equal(nm_peek(&nm, &table, &now), 0);
			f->meanwhile = events_go_on;
			for (unsigned int c = 0; c < NM_COUNTERS; c++)
				total += now.count[c];
			assert_true(total == before + preset);
			assert_int_equal(now.overflows, i + 1);
			if (!n)
				assert_int_equal(nm_serve(&nm, &table, 10), 0);
		}
	}
	f->status |= 77u << 16 | NM_STATUS_MISSED;
	assert_int_equal(nm_end(&nm, &table), 0);
	for (unsigned int k = 0; k < NM_COUNTERS; k++)
		sum += table.count[k];
	assert_true(sum == sent + preset);
	assert_int_equal(table.overflows, 5);
	assert_int_equal(table.missed, 77);
	assert_false(table.second);
	assert_int_equal(table.mode, NM_HISTOGRAM1);
	close_monitor(&nm, f);
}

static unsigned int until_wrap;

/* Makes a second counter wrap after some accesses. */
static void wraps_meanwhile(struct fake *f)
{
	if (until_wrap && !--until_wrap) {
		f->counter[f->status & NM_STATUS_HALF ? 64 + 9 : 9] = UINT32_MAX;
		fake_event(f, 9);
	}
}

/*
 * Lets another counter overflow at each access of nm_serve(): it must be reported with the
 * first overflow, or be pending as a separate one.
 */
static void second_overflow(void)
{
	unsigned int told = 0, own = 0;

	for (unsigned int EACH(when, 1);; when += when < 16300 ? 1091 : 1) {
		struct nm nm;
		struct fake *f = open_monitor(&nm, false, false);
		bool pending;

		assert_int_equal(nm_begin(&nm, &table, NM_HISTOGRAM), 0);
		f->counter[5] = UINT32_MAX;
		fake_event(f, 5);
		until_wrap = when;
		f->meanwhile = wraps_meanwhile;
		assert_int_equal(nm_serve(&nm, &table, 10), 0);
		pending = f->status & NM_STATUS_PENDING;
		assert_int_equal(table.overflows, 1);
		if (until_wrap) {
			assert_false(table.second || pending);
			close_monitor(&nm, f);
			break;
		}
		assert_true(table.second != pending);
		told += table.second;
		own += pending;
		close_monitor(&nm, f);
	}
	assert_true(told > 10 && own == 1);
}

/* Checks that each call returns the error of the device at each of its accesses, and prints
 * nothing. */
static void device_fails(void)
{
	static uint32_t value[NM_COUNTERS];
	struct nm_state s;
	enum nm_mode mode;
	struct nm nm;
	struct fake *f = open_monitor(&nm, false, false);
	uint32_t v;
	int out[2], saved[2], n = 0;
	char c;

	assert_int_equal(pipe2(out, O_NONBLOCK), 0);
	for (int i = 0; i < 2; i++) {
		saved[i] = dup(1 + i);
		dup2(out[1], 1 + i);
	}
#define FAILS(times, call)                           \
	for (unsigned int k = 0; k < (times); k++) { \
		f->status |= NM_STATUS_PENDING;      \
		f->enable = 1;                       \
		f->fail_after = k;                   \
		f->fail_with = -EIO - (int)k;        \
		n += (call) != -EIO - (int)k;        \
		f->fail_with = 0;                    \
	}
	FAILS(1, nm_set_mode(&nm, NM_FLYER))
	FAILS(1, nm_get_mode(&nm, &mode))
	FAILS(1, nm_set_interrupt(&nm, true))
	FAILS(4, nm_get_state(&nm, &s))
	FAILS(1, nm_acknowledge(&nm))
	FAILS(2, nm_label(&nm, 0, 128, 1))
	FAILS(1, nm_read_counter(&nm, 0, &v))
	FAILS(1, nm_write_counter(&nm, 0, 1))
	FAILS(3, nm_read(&nm, value))
	FAILS(3, nm_clear(&nm, NM_ALL))
	FAILS(3, nm_begin(&nm, &table, NM_FLYER))
	FAILS(5, nm_serve(&nm, &table, 1))
	FAILS(3, nm_peek(&nm, &table, &now))
	FAILS(7, nm_end(&nm, &table))
	f->fail_with = -ENODEV;
	f->fail_after = 0;
	n += nm_open_device(&nm, &f->dev) != -ENODEV;
	n += nm_set_mode(&nm, NM_OFF) != -EBADF || nm_end(&nm, &table) != -EBADF ||
	     nm_close(&nm) != -EBADF || nm_open(&nm, "usb:1") != -EPROTONOSUPPORT;
	fflush(NULL);
	for (int i = 0; i < 2; i++) {
		dup2(saved[i], 1 + i);
		close(saved[i]);
	}
	assert_int_equal(n, 0);
	assert_true(read(out[0], &c, 1) < 0 && errno == EAGAIN);
	close(out[0]);
	close(out[1]);
	fake_close(f);
}

/* ---- several programs ---- */

/* Checks that every call that writes holds the monitor, reports a change, and releases it; if
 * it cannot hold it, it must do nothing. */
static void writes_are_held(void)
{
	struct nm nm;
	struct fake *f = open_monitor(&nm, false, false);

#define HELD(times, call)                                 \
	do {                                              \
		f->hold.holds = f->hold.changes = 0;      \
		assert_int_equal((call), 0);              \
		assert_int_equal(f->hold.holds, times);   \
		assert_int_equal(f->hold.changes, times); \
		f->hold.elsewhere = true;                 \
		f->logged = 0;                            \
		assert_int_equal((call), -EAGAIN);        \
		assert_int_equal(f->logged, 0);           \
		f->hold.elsewhere = false;                \
	} while (0)
	HELD(1, nm_set_mode(&nm, NM_FLYER));
	HELD(1, nm_set_interrupt(&nm, true));
	HELD(1, nm_acknowledge(&nm));
	HELD(1, nm_label(&nm, 0, 1280, 1));
	HELD(1, nm_write_counter(&nm, 0, 1));
	HELD(1, nm_clear(&nm, NM_ALL));
	HELD(1, nm_begin(&nm, &table, NM_FLYER));
	f->counter[5] = UINT32_MAX;
	fake_event(f, 5);
	f->hold.holds = f->hold.changes = 0;
	assert_int_equal(nm_serve(&nm, &table, 1), 0);
	assert_true(f->hold.holds == 1 && f->hold.changes == 1);
	assert_int_equal(nm_peek(&nm, &table, &now), 0);
	assert_true(f->hold.holds == 2 && f->hold.changes == 1);
	HELD(1, nm_end(&nm, &table));
	/* several changes while the caller holds the monitor are reported as one */
	assert_int_equal(nm_release(&nm), -EPERM);
	f->hold.holds = f->hold.changes = 0;
	assert_int_equal(nm_hold(&nm), 0);
	assert_int_equal(nm_hold(&nm), 0);
	assert_int_equal(nm_set_mode(&nm, NM_DEPTH), 0);
	assert_int_equal(nm_release(&nm), 0);
	assert_int_equal(nm_clear(&nm, NM_HALF0), 0);
	assert_true(f->hold.held && f->hold.holds == 1 && !f->hold.changes);
	assert_int_equal(nm_release(&nm), 0);
	assert_true(f->hold.changes == 1);
	close_monitor(&nm, f);
	assert_true(nm_hold(&nm) == -EBADF && nm_release(&nm) == -EBADF);
}

/* Checks that a write of another program ends the counting, and that the state it wrote
 * stays. */
static void others_write(void)
{
	struct nm nm;
	struct fake *f = open_monitor(&nm, false, false);

	for (unsigned int EACH(i, 0); i < 3; i++) {
		f->hold.others = true; /* a change before the counting begins has no effect */
		assert_int_equal(nm_begin(&nm, &table, NM_FLYER), 0);
		assert_int_equal(nm_peek(&nm, &table, &now), 0);
		f->counter[5] = UINT32_MAX;
		fake_event(f, 5);
		f->hold.others = true;
		f->logged = 0;
		if (i == 0)
			assert_int_equal(nm_serve(&nm, &table, 1), -ESTALE);
		else if (i == 1)
			assert_int_equal(nm_peek(&nm, &table, &now), -ESTALE);
		else
			/* the notification arrives in a call that is not part of the
			 * measurement */
			assert_int_equal(nm_set_interrupt(&nm, true), 0);
		/* nm_set_interrupt() reads and writes */
		assert_int_equal(f->logged, i == 2 ? 2 : 0);
		for (unsigned int EACH(k, 0); k < 2; k++)
			assert_int_equal(nm_end(&nm, &table), -ESTALE);
		assert_int_equal(f->logged, i == 2 ? 2 : 0);
		assert_true(f->status & NM_STATUS_PENDING && f->config == NM_FLYER);
	}
	close_monitor(&nm, f);
}

/* Tests the sum of the depths between begin and end, which wraps after 48 bits and is kept only
 * in the depth mode. */
static void waits(void)
{
	struct nm nm;
	struct fake *f = open_monitor(&nm, false, false);
	const uint64_t clocks = NM_QUEUED_MAX / 63;
	uint64_t sum;
	double ns;

	f->queued = 0xFFFFFFF0;
	f->queued_hi = 0xFFFF;
	assert_int_equal(nm_read_queued(&nm, NULL), -EINVAL);
	assert_int_equal(nm_read_queued(&nm, &sum), 0);
	assert_true(sum == 0xFFFFFFFFFFF0);
	assert_int_equal(nm_begin(&nm, &table, NM_DEPTH), 0);
	fake_event(f, 5);
	fake_event(f, 6);
	f->queued = 0x20;
	f->queued_hi = 0;
	assert_int_equal(nm_peek(&nm, &table, &now), 0);
	assert_false(now.waits);
	assert_int_equal(nm_mean_wait(&now, &ns), -ENODATA);
	assert_int_equal(nm_end(&nm, &table), 0);
	assert_true(table.waits && table.waited == 0x30);
	assert_int_equal(nm_mean_wait(&table, &ns), 0);
	assert_true(ns == 0x30 * 20 / 2.0);
	/* if 63 transactions wait in each of these clocks, the sum wraps */
	f->card = "station=0 board=0 order=0 seed=1";
	for (unsigned int EACH(k, 0); k < 2; k++) {
		assert_int_equal(nm_begin(&nm, &table, NM_DEPTH), 0);
		assert_int_equal(nm_run(&nm, (clocks - 1000 + 2000 * k) * NM_CLOCK_NS), 0);
		assert_int_equal(nm_end(&nm, &table), 0);
		assert_true(table.waits == !k);
	}
	f->card = NULL;
	assert_int_equal(nm_begin(&nm, &table, NM_FLYER), 0);
	assert_int_equal(nm_end(&nm, &table), 0);
	assert_false(table.waits);
	assert_int_equal(nm_mean_wait(&table, &ns), -EINVAL);
	close_monitor(&nm, f);
	assert_int_equal(nm_read_queued(&nm, &sum), -EBADF);
}

/* ---- the card's time ---- */

static void time_passes(void)
{
	struct nm nm;
	struct fake *f = open_monitor(&nm, false, false);
	const uint64_t before = f->passed;
	uint64_t t0, t1;

	f->card = "station=0 board=0 order=0 seed=1"; /* a simulated card has a time */
	assert_int_equal(nm_time(&nm, &t0), 0);
	assert_int_equal(nm_run(&nm, 12345), 0);
	assert_int_equal(f->passed, before + 12345);
	assert_int_equal(nm_time(&nm, &t1), 0);
	assert_int_equal(t1 - t0, 12345);
	assert_int_equal(nm_time(&nm, NULL), -EINVAL);
	/* a server that is gone has no time, and a card that cannot be asked is not known */
	f->gone = -EPIPE;
	assert_int_equal(nm_time(&nm, &t1), -EPIPE);
	assert_int_equal(nm_open_device(&(struct nm){0}, &f->dev), -EPIPE);
	f->gone = 0;
	close_monitor(&nm, f);
	assert_int_equal(nm_run(&nm, 1), -EBADF);
	assert_int_equal(nm_time(&nm, &t0), -EBADF);
}

/* ---- backends ---- */

/* Performs a session of all calls except those that access all counters. */
static void session(struct nm *by, struct noting *n)
{
	struct nm_state state;
	enum nm_mode mode;
	struct nm nm;
	uint32_t v;

	noting_open(n, by->dev);
	assert_int_equal(nm_open_device(&nm, &n->dev), 0);
	assert_int_equal(nm_set_mode(&nm, NM_OFF), 0);
	assert_int_equal(nm_set_mode(&nm, NM_DEPTH), 0);
	assert_int_equal(nm_get_mode(&nm, &mode), 0);
	assert_int_equal(mode, NM_DEPTH);
	assert_int_equal(nm_label(&nm, 0x4000, 256, 77), 0);
	for (unsigned int EACH(k, 0); k < 4; k++)
		assert_int_equal(nm_write_counter(&nm, 0x2340 + k, 100 + k), 0);
	for (unsigned int EACH(k, 0); k < 4; k++) {
		assert_int_equal(nm_read_counter(&nm, 0x2340 + k, &v), 0);
		assert_int_equal(v, 100 + k);
	}
	assert_int_equal(nm_set_interrupt(&nm, true), 0);
	assert_int_equal(nm_get_state(&nm, &state), 0);
	assert_true(state.interrupt && state.mode == NM_DEPTH);
	assert_int_equal(nm_close(&nm), 0);
	/* an access of 64 bits reads two counters; the even one is in bits 31..0 */
	{
		uint64_t two;

		assert_int_equal(by->dev->ops->read(by->dev, DEVICE_MEM,
						    NM_AT_COUNTERS + 4 * 0x2342, 64, &two),
				 0);
		assert_true(two == (103ull << 32 | 102));
	}
}

static void over_backend(struct backends_turn *turn)
{
	struct nm nm;
	char reply[64];

	assert_int_equal(nm_open(&nm, turn->name), 0);
	session(&nm, &turn->noting);
	if (turn->mapped)
		assert_int_equal(nm_command(&nm, "status", reply, sizeof(reply)), -EOPNOTSUPP);
	assert_int_equal(nm_close(&nm), 0);
}

/* Checks that the same session through sim:, unix: and mmap: makes the same accesses. */
static void backends(void)
{
	struct fake *f = fake_open(false, false);
	struct nm nm;

	assert_non_null(f);
	backends_compare(&f->dev, 0, 0x10000000, over_backend, 20);
	fake_close(f);
	assert_int_equal(nm_open(&nm, "sim:what"), -EINVAL);
	assert_int_equal(nm_open(&nm, NULL), 0);
	assert_int_equal(nm_close(&nm), 0);
}

static const struct unit units[] = {
	UNIT(mode_names, "NM-DRV-001"),
	UNIT(wrong_answers, ""),
	UNIT(registers, ""),
	UNIT(labels, "NM-DRV-002"),
	UNIT(wrong_labels, "NM-DRV-003"),
	UNIT(counters, "NM-DRV-004 NM-DRV-005"),
	UNIT(wrap_is_credited, "NM-DRV-007"),
	UNIT(counting_continues, "NM-DRV-006"),
	UNIT(second_overflow, "NM-DRV-008"),
	UNIT(device_fails, "NM-DRV-009"),
	UNIT(writes_are_held, ""),
	UNIT(others_write, ""),
	UNIT(waits, ""),
	UNIT(time_passes, ""),
	UNIT(backends, "NM-DRV-009"),
};

UNIT_MAIN(units)
