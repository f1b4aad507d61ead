/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the driver with a fake monitor: each call and its accesses, limits and errors. */
#include "../../tests/serve.h"
#include "../../tests/calls.h"
#include "../../tests/unit.h"
#include "fake.h"
#include "shrimp96_regs.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <unistd.h>

static struct fake *open_monitor(struct spm *m, bool big)
{
	struct fake *f = fake_open(big);

	assert_non_null(f);
	assert_int_equal(spm_open_device(m, &f->dev, 0, 12), 0);
	f->logged = 0;
	f->hold.bare = 0;
	return f;
}

static void close_monitor(struct spm *m, struct fake *f)
{
	assert_int_equal(spm_close(m), 0);
	assert_false(f->closed); /* the caller owns the device */
	assert_false(f->hold.held);
	fake_close(f);
}

struct want {
	bool write;
	enum spm_reg reg;
	uint32_t value; /* value of a write */
};

/* Checks that the accesses since the last call of this function are exactly @want. */
static void expect(struct fake *f, const struct want *want, size_t n)
{
	assert_int_equal(f->logged, n);
	for (size_t EACH(i, 0); i < n; i++) {
		assert_false(f->log[i].io);
		assert_int_equal(f->log[i].write, want[i].write);
		assert_int_equal(f->log[i].addr, want[i].reg);
		if (want[i].write)
			assert_int_equal(f->log[i].value, want[i].value);
	}
	f->logged = 0;
}

#define EXPECT(f, ...)                                \
	expect(f, (const struct want[]){__VA_ARGS__}, \
	       sizeof((const struct want[]){__VA_ARGS__}) / sizeof(struct want))
#define WRITE(reg, value)              \
	{                              \
		true, SPM_##reg, value \
	}
#define READ(reg)                   \
	{                           \
		false, SPM_##reg, 0 \
	}

static void opening(void)
{
	struct fake *f = fake_open(false);
	struct spm m = {0};

	assert_non_null(f);
	assert_int_equal(spm_close(&m), -EBADF);
	assert_int_equal(spm_start(&m), -EBADF);
	assert_int_equal(spm_words(&m), 0);
	assert_int_equal(spm_open_device(&m, &f->dev, 0x12340001, 12), -EINVAL);
	assert_int_equal(spm_open_device(&m, &f->dev, 0, 7), -EINVAL);
	assert_int_equal(f->logged, 0);
	/* a monitor that is not enabled gets base and interrupt */
	assert_int_equal(spm_open_device(&m, &f->dev, 0xABCD0000, 14), 0);
	assert_int_equal(f->ebcr, 0xABCD0601);
	assert_int_equal(spm_words(&m), 1u << 20);
	assert_int_equal(spm_close(&m), 0);
	assert_int_equal(spm_close(&m), -EBADF);
	/* an enabled monitor keeps both */
	assert_int_equal(spm_open_device(&m, &f->dev, 0, 5), 0);
	assert_int_equal(f->ebcr, 0xABCD0601);
	assert_int_equal(spm_set_category(&m, 3), 0);
	assert_int_equal(*fake_register(f, SPM_CAT), 3);
	assert_int_equal(spm_close(&m), 0);
	/* another kind of board, and a bus that does not answer */
	f->epir = 0x1000464E;
	assert_int_equal(spm_open_device(&m, &f->dev, 0, 5), -ENODEV);
	f->epir = 0x2000464E;
	for (uint64_t EACH(after, 0); after < 3; after++) {
		f->fail_with = -EIO;
		f->fail_after = after;
		assert_int_equal(spm_open_device(&m, &f->dev, 0, 5), -EIO);
		assert_int_equal(spm_start(&m), -EBADF);
	}
	assert_false(f->closed);
	fake_close(f);
	f = open_monitor(&m, true);
	assert_int_equal(spm_words(&m), 1u << 24);
	close_monitor(&m, f);
}

static void backends(void)
{
	struct spm m;

	assert_int_equal(spm_open(&m, NULL, 0, 5), 0);
	assert_int_equal(spm_words(&m), 1u << 20);
	assert_int_equal(spm_close(&m), 0);
	assert_int_equal(spm_open(&m, "sim:words=3", 0, 5), -EINVAL);
	assert_int_equal(spm_open(&m, "sim:?", 0, 5), -ENODEV);
	assert_int_equal(spm_open(&m, "usb:", 0, 5), -EPROTONOSUPPORT);
	assert_int_equal(spm_open(&m, "unix:/nowhere", 0, 5), -ENOENT);
	assert_int_equal(spm_open(NULL, "sim:", 0, 5), -EINVAL);
	assert_int_equal(spm_open_device(&m, NULL, 0, 5), -EINVAL);
}

/* Checks that each of these calls makes one bus write, which needs no hold. */
static void one_write(void)
{
	struct spm m;
	struct fake *f = open_monitor(&m, false);
	unsigned int v = 0, set;
	uint32_t word = 0;
	bool trace = false, automatic = false;

	assert_int_equal(spm_start(&m), 0);
	EXPECT(f, WRITE(CMD, 1));
	assert_int_equal(spm_stop(&m), 0);
	EXPECT(f, WRITE(CMD, 2));
	for (unsigned int EACH(c, 0); c < 16; c++) {
		assert_int_equal(spm_set_category(&m, c), 0);
		EXPECT(f, WRITE(CAT, c));
		assert_int_equal(spm_get_category(&m, &v), 0);
		EXPECT(f, READ(CAT));
		assert_int_equal(v, c);
	}
	for (unsigned int EACH(s, 0); s <= SPM_SHIFT_MAX; s++) {
		assert_int_equal(spm_set_shift(&m, s), 0);
		EXPECT(f, WRITE(SHIFT, s));
		assert_int_equal(spm_get_shift(&m, &v), 0);
		assert_int_equal(v, s);
		f->logged = 0;
	}
	for (unsigned int EACH(mode, 0); mode < 4; mode++) {
		assert_int_equal(spm_set_mode(&m, mode & SPM_MODE_TRACE, mode & SPM_MODE_AUTO),
				 0);
		EXPECT(f, WRITE(MODE, mode));
		assert_int_equal(spm_get_mode(&m, &trace, &automatic), 0);
		assert_int_equal(trace + 2 * automatic, mode);
		f->logged = 0;
	}
	assert_int_equal(spm_set_trace_counter(&m, 1u << 20), 0);
	EXPECT(f, WRITE(TCNT, 1u << 20));
	assert_int_equal(spm_get_trace_counter(&m, &word), 0);
	assert_int_equal(word, 1u << 20);
	f->logged = 0;
	assert_int_equal(spm_clear_flags(&m), 0);
	EXPECT(f, WRITE(STAT, SPM_STAT_MERR | SPM_STAT_QOV | SPM_STAT_DROP));
	for (unsigned int EACH(i, 0); i < SPM_CONFIGS; i++) {
		set = spm_set_number(i);
		assert_int_equal(spm_set_multiplexers(&m, set), 0);
		assert_int_equal(f->logged, 1);
		assert_int_equal(f->log[0].addr, SPM_MUX);
		f->logged = 0;
		assert_int_equal(spm_get_multiplexers(&m, &v), 0);
		assert_int_equal(v, set);
		f->logged = 0;
	}
	assert_int_equal(f->hold.holds, 0);
	close_monitor(&m, f);
}

/* Checks that bad arguments are refused without an access to the bus. */
static void bad_arguments(void)
{
	struct spm m;
	struct fake *f = open_monitor(&m, false);
	uint64_t v[2] = {0, 1ull << 40};
	struct spm_event e[1];
	char reply[8];
	size_t n = 0;

	assert_int_equal(spm_set_category(&m, 16), -EINVAL);
	assert_int_equal(spm_set_shift(&m, 25), -EINVAL);
	assert_int_equal(spm_set_trace_counter(&m, (1u << 20) + 1), -EINVAL);
	assert_int_equal(spm_set_latency_limits(&m, SPM_LATENCY_MAX + 1, 5), -EINVAL);
	assert_int_equal(spm_set_latency_limits(&m, 0, SPM_LATENCY_MAX + 1), -EINVAL);
	assert_int_equal(spm_set_threshold(&m, SPM_COUNT_MAX + 1), -EINVAL);
	assert_int_equal(spm_initialise_range(&m, 6, 5, 0), -EINVAL);
	assert_int_equal(spm_initialise_range(&m, 0, 1u << 20, 0), -EINVAL);
	assert_int_equal(spm_initialise_range(&m, 0, 5, SPM_COUNT_MAX + 1), -EINVAL);
	assert_int_equal(spm_read_range(&m, 1u << 20, v, 1), -EINVAL);
	assert_int_equal(spm_read_range(&m, (1u << 20) - 1, v, 2), -EINVAL);
	assert_int_equal(spm_read_range(&m, 0, NULL, 1), -EINVAL);
	assert_int_equal(spm_write_range(&m, 0, v, 2), -EINVAL);
	assert_int_equal(spm_write_range(&m, 0, NULL, 1), -EINVAL);
	assert_int_equal(spm_get_threshold(&m, NULL), -EINVAL);
	assert_int_equal(spm_get_latency_limits(&m, NULL, v), -EINVAL);
	assert_int_equal(spm_get_category(&m, NULL), -EINVAL);
	assert_int_equal(spm_get_shift(&m, NULL), -EINVAL);
	assert_int_equal(spm_get_multiplexers(&m, NULL), -EINVAL);
	assert_int_equal(spm_get_mode(&m, NULL, NULL), -EINVAL);
	assert_int_equal(spm_get_trace_counter(&m, NULL), -EINVAL);
	assert_int_equal(spm_get_status(&m, NULL), -EINVAL);
	assert_int_equal(spm_read_queue(&m, NULL, 1, &n), -EINVAL);
	assert_int_equal(spm_read_queue(&m, e, 1, NULL), -EINVAL);
	assert_int_equal(spm_wait_events(&m, 1, e, 0, &n), -EINVAL);
	assert_int_equal(spm_read(&m, SPM_STAT, NULL), -EINVAL);
	assert_int_equal(spm_command(&m, NULL, reply, 8), -EINVAL);
	assert_int_equal(spm_command(&m, "time", reply, 0), -EINVAL);
	assert_int_equal(f->logged, 0);
	/* the 602 sets of five nibbles that are not among the 190 allowed ones, and all other
	 * sets */
	for (unsigned int EACH(set, 0), bad = 0; set < 1u << SPM_NIBBLES; set++) {
		if (spm_set_allowed(set))
			continue;
		assert_int_equal(spm_set_multiplexers(&m, set), -EDOM);
		bad += __builtin_popcount(set) == SPM_POSITIONS;
		if (set == (1u << SPM_NIBBLES) - 1)
			assert_int_equal(bad, 602);
	}
	assert_int_equal(f->logged, 0);
	close_monitor(&m, f);
}

static void two_writes(void)
{
	struct spm m;
	struct fake *f = open_monitor(&m, false);
	uint64_t min = 0, max = 0, count = 0;

	assert_int_equal(spm_set_latency_limits(&m, 0x12387654321, 0xFEDCBA98765), 0);
	EXPECT(f, WRITE(MINL, 0x87654321), WRITE(MINH, 0x123), WRITE(MAXL, 0xCBA98765),
	       WRITE(MAXH, 0xFED));
	assert_int_equal(spm_get_latency_limits(&m, &min, &max), 0);
	EXPECT(f, READ(MINL), READ(MINH), READ(MAXL), READ(MAXH));
	assert_true(min == 0x12387654321 && max == 0xFEDCBA98765);
	assert_int_equal(spm_set_threshold(&m, 0xA987654321), 0);
	EXPECT(f, READ(THRH), WRITE(THRL, 0x87654321), WRITE(THRH, 0xA9));
	assert_int_equal(spm_get_threshold(&m, &count), 0);
	EXPECT(f, READ(THRL), READ(THRH));
	assert_true(count == 0xA987654321);
	/* between the writes the threshold is never lower than before and after them */
	assert_int_equal(spm_set_threshold(&m, 0xAA00000000), 0);
	EXPECT(f, READ(THRH), WRITE(THRH, 0xAA), WRITE(THRL, 0));
	assert_int_equal(spm_set_threshold(&m, 0xA987654321), 0);
	EXPECT(f, READ(THRH), WRITE(THRL, 0x87654321), WRITE(THRH, 0xA9));
	/* no other client could access the monitor in between */
	assert_int_equal(f->hold.bare, 0);
	assert_int_equal(f->hold.holds, 6);
	f->hold.elsewhere = true;
	assert_int_equal(spm_set_threshold(&m, 1), -EAGAIN);
	assert_int_equal(spm_get_threshold(&m, &count), -EAGAIN);
	assert_int_equal(spm_set_latency_limits(&m, 1, 2), -EAGAIN);
	assert_int_equal(spm_get_latency_limits(&m, &min, &max), -EAGAIN);
	assert_int_equal(spm_initialise_range(&m, 0, 1, 2), -EAGAIN);
	assert_int_equal(f->logged, 0);
	close_monitor(&m, f);
}

static void ranges(void)
{
	static uint64_t v[300], got[300];
	struct spm m;
	struct fake *f = open_monitor(&m, false);
	uint64_t random = 5;

	f->memory[99] = f->memory[201] = 7;
	f->fill_polls = 3;
	assert_int_equal(spm_initialise_range(&m, 100, 200, 0xFE12345678), 0);
	EXPECT(f, READ(STAT), WRITE(ADDR, 100), WRITE(DATL, 0x12345678), WRITE(DATH, 0xFE),
	       WRITE(LAST, 200), READ(STAT), READ(STAT), READ(STAT), READ(STAT));
	assert_int_equal(f->passed, 3 * 100000); /* the time between two reads of STAT.FILL */
	assert_true(f->memory[99] == 7 && f->memory[201] == 7);
	for (unsigned int EACH(i, 100); i <= 200; i++)
		assert_true(f->memory[i] == 0xFE12345678);
	/* one word needs no fill */
	assert_int_equal(spm_initialise_range(&m, 5, 5, 1), 0);
	EXPECT(f, READ(STAT), WRITE(ADDR, 5), WRITE(DATL, 1), WRITE(DATH, 0), READ(STAT));
	for (unsigned int i = 0; i < 300; i++)
		v[i] = random_xorshift(&random) & SPM_COUNT_MAX;
	assert_int_equal(spm_write_range(&m, (1u << 20) - 300, v, 300), 0);
	assert_memory_equal(&f->memory[(1u << 20) - 300], v, sizeof(v));
	assert_int_equal(spm_read_range(&m, (1u << 20) - 300, got, 300), 0);
	assert_memory_equal(got, v, sizeof(v));
	f->logged = 0;
	/* during a fill of another program, memory commands wait for its end */
	f->filling = 2;
	assert_int_equal(spm_read_range(&m, 100, got, 1), 0);
	EXPECT(f, READ(STAT), READ(STAT), READ(STAT), WRITE(ADDR, 100), READ(DATL), READ(DATH));
	assert_true(got[0] == 0xFE12345678);
	/* a fill that does not end, as where nothing answers and STAT reads as ones */
	f->filling = UINT_MAX;
	f->passed = 0;
	assert_int_equal(spm_read_range(&m, 100, got, 1), -ETIMEDOUT);
	assert_in_range(f->passed, 1, 5000000000);
	assert_int_equal(f->hold.bare, 0);
	close_monitor(&m, f);
}

struct server {
	int listener;
	struct fake *fake;
};

static void *serve(void *arg)
{
	struct server *s = arg;

	serve_client(s->listener, &s->fake->dev);
	return NULL;
}

/* Checks that the words of a range, which a socket transfers together, are those of the memory,
 * in order. */
static void range_over_a_socket(void)
{
	static uint64_t got[20000];
	static uint32_t port[40000], words[40000];
	char folder[] = "/tmp/spm-XXXXXX", socket[64], name[80];
	struct server server = {.fake = fake_open(false)};
	uint64_t random = 5;
	pthread_t thread;
	struct spm m;

	assert_non_null(mkdtemp(folder));
	snprintf(socket, sizeof(socket), "%s/s", folder);
	snprintf(name, sizeof(name), "unix:%s", socket);
	server.listener = serve_listen(socket);
	assert_true(server.listener >= 0);
	assert_int_equal(pthread_create(&thread, NULL, serve, &server), 0);
	for (unsigned int i = 0; i < 20000; i++)
		server.fake->memory[i + 70] = random_xorshift(&random) & SPM_COUNT_MAX;
	assert_int_equal(spm_open(&m, name, 0, 5), 0);
	assert_int_equal(spm_read_range(&m, 70, got, 20000), 0);
	assert_memory_equal(got, &server.fake->memory[70], sizeof(got));
	/* many rounds in one call; rounds of three registers do not fill a request exactly */
	for (uint32_t EACH(span, 2); span <= 3; span++) {
		const uint32_t at = m.base + (uint32_t)(span == 2 ? SPM_DATL : SPM_LAST);

		assert_int_equal(spm_write(&m, SPM_ADDR, 71), 0);
		assert_int_equal(device_read_port(m.dev, at, span, port, 40000), 0);
		*fake_register(server.fake, SPM_ADDR) = 71;
		assert_int_equal(device_read_port(&server.fake->dev, at, span, words, 40000),
				 0);
		assert_memory_equal(port, words, sizeof(port));
	}
	assert_int_equal(spm_close(&m), 0);
	pthread_join(thread, NULL);
	close(server.listener);
	unlink(socket);
	rmdir(folder);
	fake_close(server.fake);
}

static void status_and_flags(void)
{
	struct spm m;
	struct fake *f = open_monitor(&m, false);
	struct spm_status st;

	for (unsigned int EACH(bit, 0); bit < 8; bit++) {
		*fake_register(f, SPM_STAT) = 1u << bit & ~(SPM_STAT_FILL | SPM_STAT_TEND);
		f->filling = bit == 1;
		*fake_register(f, SPM_TCNT) = bit == 2 ? 1u << 20 : 77;
		*fake_register(f, SPM_MODE) = bit & 3;
		*fake_register(f, SPM_ARRV) = 1000 + bit;
		*fake_register(f, SPM_LOST) = 10 + bit;
		assert_int_equal(spm_get_status(&m, &st), 0);
		assert_int_equal(st.running, bit == 0);
		assert_int_equal(st.filling, bit == 1);
		assert_int_equal(st.trace_full, bit == 2);
		assert_int_equal(st.dropped, bit == 3);
		assert_int_equal(st.queue_overflow, bit == 4);
		assert_int_equal(st.command_ignored, bit == 5);
		assert_int_equal(st.trace, bit & 1);
		assert_int_equal(st.automatic, bit >> 1 & 1);
		assert_int_equal(st.queued, 0);
		assert_int_equal(st.arrived, 1000 + bit);
		assert_int_equal(st.lost, 10 + bit);
	}
	*fake_register(f, SPM_STAT) =
		SPM_STAT_MERR | SPM_STAT_QOV | SPM_STAT_DROP | SPM_STAT_RUN;
	assert_int_equal(spm_clear_flags(&m), 0);
	assert_int_equal(*fake_register(f, SPM_STAT), 1); /* the monitor must still run */
	close_monitor(&m, f);
}

static void queue(void)
{
	struct spm m;
	struct fake *f = open_monitor(&m, false);
	struct spm_event e[SPM_QUEUE + 1];
	unsigned int set = 0;
	struct spm_status st;
	size_t n = 99;

	assert_int_equal(spm_set_parse("sender size", &set), 0);
	assert_int_equal(spm_set_multiplexers(&m, set), 0);
	assert_int_equal(spm_read_queue(&m, e, SPM_QUEUE, &n), 0);
	assert_int_equal(n, 0);
	assert_int_equal(spm_wait_events(&m, 50, e, SPM_QUEUE, &n), -ETIMEDOUT);
	assert_int_equal(f->passed, 50000);
	/* 17 events give 16 addresses, the oldest first, and the overflow flag */
	for (uint32_t i = 0; i < 17; i++)
		fake_event(f, (4 * i) << 8 | (16 + i));
	assert_int_equal(spm_get_status(&m, &st), 0);
	assert_int_equal(st.queued, 16);
	assert_true(st.queue_overflow);
	assert_int_equal(spm_wait_events(&m, 50, e, 3, &n), 0);
	assert_int_equal(n, 3);
	assert_int_equal(spm_read_queue(&m, e + 3, SPM_QUEUE - 2, &n), 0);
	assert_int_equal(n, 13);
	for (uint32_t EACH(i, 0); i < 16; i++) {
		assert_int_equal(e[i].addr, (4 * i) << 8 | (16 + i));
		assert_int_equal(e[i].v.sender, 16 + i);
		assert_int_equal(e[i].v.sender_mask, 255);
		assert_int_equal(e[i].v.size, 4 * i);
		assert_int_equal(e[i].v.size_mask, 4095);
		assert_int_equal(
			e[i].v.tag_mask | e[i].v.category_mask | (int)e[i].v.latency_mask, 0);
	}
	/* with a setting that is no configuration, the addresses must stay in the queue */
	fake_event(f, 5);
	assert_int_equal(spm_write(&m, SPM_MUX, SHRIMP96_MUX_WRITABLE), 0);
	assert_int_equal(spm_read_queue(&m, e, 1, &n), -EDOM);
	assert_int_equal(n, 0);
	assert_int_equal(f->end - f->first, 1);
	close_monitor(&m, f);
}

/* The calls that access the monitor, and their arguments. */
/* clang-format off */
#define CALLS(CALL) \
	CALL(spm_set_latency_limits, (m, 1, 2)) \
	CALL(spm_get_latency_limits, (m, &v[0], &v[1])) \
	CALL(spm_set_threshold, (m, 9)) \
	CALL(spm_get_threshold, (m, v)) \
	CALL(spm_initialise_range, (m, 1, 5, 6)) \
	CALL(spm_read_range, (m, 1, v, 4)) \
	CALL(spm_write_range, (m, 1, v, 4)) \
	CALL(spm_get_status, (m, &st)) \
	CALL(spm_read_queue, (m, e, 2, &n)) \
	CALL(spm_get_mode, (m, &a, &b)) \
	CALL(spm_get_multiplexers, (m, &u)) \
	CALL(spm_start, (m))
/* clang-format on */

enum { CALLS(CALL_NUMBER) ALL_CALLS };

static int make_call(struct spm *m, unsigned int call)
{
	bool a, b;
	uint64_t v[4] = {1, 2, 3, 4};
	struct spm_event e[2];
	struct spm_status st;
	unsigned int u;
	size_t n;

	switch (call) {
		CALLS(CALL_CASE)
	}
	return 1;
}

/* Makes a call whose access number @after fails. Returns false if the
 * call has fewer accesses. */
static bool call_fails(struct spm *m, struct fake *f, unsigned int call, unsigned int after)
{
	static const char *const names[] = {CALLS(CALL_NAME)};
	int err;

	assert_int_equal(spm_set_multiplexers(m, spm_set_number(7)), 0);
	f->end = f->first = 0;
	fake_event(f, 1);
	f->fail_with = -EIO;
	f->fail_after = after;
	err = make_call(m, call);
	f->fail_with = 0;
	assert_false(f->hold.held);
	if (err && err != -EIO)
		fail_msg("%s returns %d, access %u fails", names[call], err, after);
	return err;
}

/* Checks that each call returns the error of each of its accesses, and does not leave the
 * monitor held. */
static void failing_bus(void)
{
	struct spm m;
	struct fake *f = open_monitor(&m, false);
	unsigned int most = 0;

	for (unsigned int EACH(call, 0); call < ALL_CALLS; call++) {
		unsigned int after = 0;

		while (call_fails(&m, f, call, after))
			after++;
		assert_true(after > 0);
		most = after > most ? after : most;
	}
	assert_true(most >= 10);
	close_monitor(&m, f);
}

static void commands(void)
{
	struct spm m;
	struct fake *f = open_monitor(&m, false);
	char reply[SPM_REPLY_BYTES];

	assert_int_equal(spm_command(&m, "time", reply, sizeof(reply)), -EOPNOTSUPP);
	f->card = "17";
	assert_int_equal(spm_command(&m, "time", reply, sizeof(reply)), 0);
	assert_string_equal(reply, "time: 17");
	assert_int_equal(spm_run(&m, 1234), 0);
	assert_int_equal(f->passed, 1234);
	close_monitor(&m, f);
}

static void trace_words(void)
{
	struct spm_trace t;
	unsigned int set = 0;

	assert_int_equal(spm_set_parse("L0 L1 L2 T C", &set), 0);
	spm_decode_trace(set, 0xABCDE76543ull, &t);
	assert_int_equal(t.time, 0xABCDE);
	assert_int_equal(t.v.latency, 0x543);
	assert_int_equal(t.v.latency_mask, 0xFFF);
	assert_int_equal(t.v.tag, 6);
	assert_int_equal(t.v.category, 7);
	assert_int_equal(t.v.sender_mask | t.v.size_mask, 0);
}

static const struct unit units[] = {
	UNIT(opening, ""),
	UNIT(backends, ""),
	UNIT(one_write, "S96-SYS-006"),
	UNIT(two_writes, "S96-SYS-006"),
	UNIT(bad_arguments, "S96-MUX-011"),
	UNIT(ranges, "S96-SYS-006"),
	UNIT(range_over_a_socket, "S96-CMD-005"),
	UNIT(status_and_flags, "S96-SYS-006"),
	UNIT(queue, "S96-SYS-007"),
	UNIT(failing_bus, ""),
	UNIT(commands, ""),
	UNIT(trace_words, "S96-TRC-002"),
};
UNIT_MAIN(units)
