/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the node's side: what hm_event() writes to the port, and the software recording. */
#include "../../tests/unit.h"
#include "../hm_decode.h"
#include "../hm_node.h"
#include <errno.h>
#include <pthread.h>

_Static_assert(HM_EINVAL == -EINVAL, "the library has no errno.h");

/* A port that remembers what was written, and a clock. */
struct test {
	struct hm_node node;
	uint32_t written[1024];
	unsigned int writes;
	/* work before each write, by kind; and the total */
	unsigned int before[1024][HM_WORK_COUNT + 1], spent[HM_WORK_COUNT + 1];
	uint64_t now;
};

static void port(void *arg, uint32_t value)
{
	struct test *t = arg;

	assert_true(t->writes < 1023);
	t->written[t->writes++] = value;
	memcpy(t->before[t->writes], t->spent, sizeof(t->spent));
}

static void note_work(void *arg, enum hm_work what, unsigned int n)
{
	((struct test *)arg)->spent[what] += n;
}

static uint64_t now(void *arg)
{
	return ((struct test *)arg)->now;
}

static struct test *start(void)
{
	static struct test t;

	memset(&t, 0, sizeof(t));
	t.node = (struct hm_node){.port = port, .work = note_work, .now = now, .arg = &t};
	return &t;
}

/* Returns the nibbles that were sent, each by two writes. */
static unsigned int nibbles(const struct test *t, uint8_t *to)
{
	assert_int_equal(t->writes % 2, 0);
	for (unsigned int EACH(i, 0); i < t->writes; i += 2) {
		assert_true(t->written[i] < 16);
		assert_int_equal(t->written[i + 1], 16 + t->written[i]);
		to[i / 2] = (uint8_t)t->written[i];
	}
	return t->writes / 2;
}

static void nibble(void)
{
	for (unsigned int EACH(d, 0); d < 16; d++) {
		struct test *t = start();

		hm_nibble(&t->node, d);
		assert_int_equal(t->writes, 2);
		assert_int_equal(t->written[0], d);
		assert_int_equal(t->written[1], 0x10 | d);
	}
}

static void byte(void)
{
	static const uint32_t expected[] = {0x05, 0x15, 0x0A, 0x1A};
	struct test *t = start();

	hm_byte(&t->node, 0xA5);
	assert_int_equal(t->writes, 4);
	assert_memory_equal(t->written, expected, sizeof(expected));
}

static void word(void)
{
	struct test *t = start();
	uint8_t n[512];

	hm_word(&t->node, 0x76543210);
	assert_int_equal(nibbles(t, n), 8);
	for (unsigned int EACH(i, 0); i < 8; i++)
		assert_int_equal(n[i], i);
	assert_int_equal(t->spent[HM_WORK_EXTRACT], 8);
	assert_int_equal(t->spent[HM_WORK_NIBBLE], 8);
}

/* Sends events of 2 and more bytes, lowest nibble first: in whole words, with zeros after the
 * last byte; and, with node.bytes, each byte alone. */
static void events(void)
{
	for (unsigned int EACH(length, 2); length <= HM_EVENT_BYTES; length++) {
		struct test *t = start();
		uint8_t event[HM_EVENT_BYTES + 4] = {0}, n[512];
		const unsigned int whole = (length + 3) / 4 * 8;

		for (unsigned int i = 0; i < length; i++)
			event[i] = (uint8_t)(0x5A ^ 7 * i);
		assert_int_equal(hm_event(&t->node, event, length), 0);
		assert_int_equal(nibbles(t, n), whole);
		for (unsigned int EACH(i, 0); i < whole; i++)
			assert_int_equal(n[i], event[i / 2] >> 4 * (i & 1) & 15);
		t = start();
		t->node.bytes = true;
		assert_int_equal(hm_event(&t->node, event, length), 0);
		assert_int_equal(nibbles(t, n), 2 * length);
		for (unsigned int EACH(i, 0); i < 2 * length; i++)
			assert_int_equal(n[i], event[i / 2] >> 4 * (i & 1) & 15);
	}
}

static void lengths(void)
{
	static const unsigned int expected[] = {8, 8, 8, 16, 16, 16, 16, 24, 24, 24, 24, 32};
	uint8_t event[65] = {1}, n[512];
	struct test *t;

	for (unsigned int EACH(length, 2); length <= 13; length++) {
		t = start();
		assert_int_equal(hm_event(&t->node, event, length), 0);
		assert_int_equal(nibbles(t, n), expected[length - 2]);
	}
	t = start();
	assert_int_equal(hm_event(&t->node, event, 0), -EINVAL);
	assert_int_equal(hm_event(&t->node, event, 1), -EINVAL);
	assert_int_equal(hm_event(&t->node, event, 65), -EINVAL);
	event[0] = 0;
	assert_int_equal(hm_event(&t->node, event, 4), -EINVAL);
	assert_int_equal(t->writes, 0);
	event[0] = 1;
	assert_int_equal(hm_event(&t->node, event, 64), 0);
	assert_int_equal(nibbles(t, n), 128);
}

/* The null loop runs between nibbles, not before the first. */
static void delays(void)
{
	static const unsigned int delay[] = {0, 1, 20};
	struct test *t;

	for (unsigned int EACH(k, 0); k < 3; k++) {
		t = start();
		t->node.delay = delay[k];
		hm_word(&t->node, 0x12345678);
		hm_nibble(&t->node, 9);
		assert_int_equal(t->writes, 18);
		for (unsigned int EACH(i, 0); i < 18; i += 2) {
			assert_int_equal(t->before[i + 1][HM_WORK_DELAY], i / 2 * delay[k]);
			/* there must be no delay within a nibble */
			assert_int_equal(t->before[i + 2][HM_WORK_DELAY], i / 2 * delay[k]);
		}
	}
	/* without a model the processor runs the loop itself */
	t = start();
	t->node.work = NULL;
	t->node.delay = 1000;
	hm_byte(&t->node, 0x21);
	assert_int_equal(t->writes, 4);
}

static void wide(void)
{
	static const uint8_t event[] = {0x11, 0x22, 0x33, 0x44, 0x55};
	struct test *t = start();

	t->node.wide = true;
	assert_int_equal(hm_event(&t->node, event, 5), 0);
	assert_int_equal(t->writes, 2);
	assert_int_equal(t->written[0], 0x44332211);
	assert_int_equal(t->written[1], 0x55);
}

/* ---- two callers ---- */

#define THREAD_EVENTS 10000

struct shared {
	struct hm_node node;
	pthread_mutex_t lock;
	uint8_t *nibble;
	size_t used;
};

static void shared_port(void *arg, uint32_t value)
{
	struct shared *s = arg;

	if (value & HM_STROBE)
		s->nibble[s->used++] = value & 15;
}

static void shared_enter(void *arg)
{
	pthread_mutex_lock(&((struct shared *)arg)->lock);
}

static void shared_leave(void *arg)
{
	pthread_mutex_unlock(&((struct shared *)arg)->lock);
}

struct caller {
	struct shared *s;
	uint8_t id;
};

static void *call(void *arg)
{
	struct caller *c = arg;

	for (unsigned int i = 0; i < THREAD_EVENTS; i++) {
		const uint8_t event[6] = {c->id, (uint8_t)i, (uint8_t)(i >> 8),
					  c->id, 0xEE,	     c->id};

		if (hm_event(&c->s->node, event, sizeof(event)))
			return c;
	}
	return NULL;
}

/* Sends events of two threads through one port: each must arrive complete, and those of a
 * thread in order. */
static void threads(void)
{
	struct shared s = {.nibble = malloc(2 * THREAD_EVENTS * 16)};
	struct caller callers[2] = {{&s, 1}, {&s, 2}};
	unsigned int next[3] = {0};
	pthread_t thread[2];
	void *result;

	assert_non_null(s.nibble);
	s.node = (struct hm_node){
		.port = shared_port, .enter = shared_enter, .leave = shared_leave, .arg = &s};
	pthread_mutex_init(&s.lock, NULL);
	for (unsigned int EACH(i, 0); i < 2; i++)
		assert_int_equal(pthread_create(&thread[i], NULL, call, &callers[i]), 0);
	for (unsigned int EACH(i, 0); i < 2; i++) {
		assert_int_equal(pthread_join(thread[i], &result), 0);
		assert_null(result);
	}
	assert_int_equal(s.used, 2 * THREAD_EVENTS * 16);
	for (size_t EACH(i, 0); i < s.used; i += 16) {
		uint8_t b[8];

		for (unsigned int k = 0; k < 8; k++)
			b[k] = (uint8_t)(s.nibble[i + 2 * k] | s.nibble[i + 2 * k + 1] << 4);
		assert_true(b[0] == 1 || b[0] == 2);
		assert_int_equal(b[1] | b[2] << 8, next[b[0]]++ & 0xFFFF);
		assert_true(b[3] == b[0] && b[4] == 0xEE && b[5] == b[0] && !b[6] && !b[7]);
	}
	assert_true(next[1] == THREAD_EVENTS && next[2] == THREAD_EVENTS);
	free(s.nibble);
}

/* ---- software recording ---- */

/* Identifier n has length 2 + n % 12. */
static const struct hm_table *table(void)
{
	static struct hm_table t;

	for (unsigned int id = 1; id < 255; id++)
		t.type[id].length = (uint8_t)(2 + id % 12);
	return &t;
}

/* Checks that the next event is @event, recorded at @us. */
static void expect(struct hm_soft_reader *r, uint64_t us, const uint8_t *event,
		   unsigned int length)
{
	const uint8_t *got;
	unsigned int n;

	assert_int_equal(hm_soft_next(r, &got, &n), 1);
	assert_int_equal(n, length);
	assert_memory_equal(got, event, length);
	assert_true(r->us == us);
}

#define RECORDED 1000

static void recording(void)
{
	static uint8_t memory[RECORDED * 16], event[RECORDED][13];
	static uint64_t at[RECORDED];
	struct test *t = start();
	struct hm_soft s;
	struct hm_soft_reader r;
	uint64_t random = 1;
	size_t bytes = 0;
	const uint8_t *got;
	unsigned int n;

	t->now = 5000;
	hm_soft_begin(&s, memory, sizeof(memory), t->now);
	for (unsigned int EACH(i, 0); i < RECORDED; i++) {
		for (unsigned int k = 0; k < 13; k++)
			event[i][k] = (uint8_t)random_xorshift(&random);
		event[i][0] = (uint8_t)(1 + event[i][0] % 254);
		t->now += random_xorshift(&random) % 65536;
		at[i] = t->now;
		n = 2 + event[i][0] % 12u;
		assert_int_equal(hm_soft_event(&t->node, &s, event[i], n), 0);
		bytes += n + 2;
	}
	assert_int_equal(s.used, bytes);
	assert_int_equal(s.events, RECORDED);
	assert_int_equal(t->writes, 0);
	r = (struct hm_soft_reader){
		.buffer = memory, .used = s.used, .table = table(), .us = 5000};
	for (unsigned int EACH(i, 0); i < RECORDED; i++)
		expect(&r, at[i], event[i], 2 + event[i][0] % 12u);
	assert_int_equal(hm_soft_next(&r, &got, &n), 0);
}

static void deltas(void)
{
	static const uint64_t gap[] = {1, 10, 65535};
	const uint8_t event[2] = {12, 0x77};
	uint8_t memory[64];
	struct test *t = start();
	struct hm_soft s;

	hm_soft_begin(&s, memory, sizeof(memory), 0);
	for (unsigned int EACH(i, 0); i < 3; i++) {
		t->now += gap[i];
		assert_int_equal(hm_soft_event(&t->node, &s, event, 2), 0);
		assert_int_equal(s.used, 4 * (i + 1));
		assert_int_equal(memory[4 * i] | memory[4 * i + 1] << 8, gap[i]);
	}
}

static void fillers(void)
{
	static const uint64_t gap[] = {65536, 10000000, 2 * 65535, 2 * 65535 + 1, 0};
	static uint8_t memory[1024];
	const uint8_t event[2] = {12, 0x77};
	struct test *t = start();
	struct hm_soft_reader r;
	struct hm_soft s;
	uint64_t time = 0;

	hm_soft_begin(&s, memory, sizeof(memory), 0);
	for (unsigned int EACH(i, 0); i < 5; i++) {
		t->now += gap[i];
		assert_int_equal(hm_soft_event(&t->node, &s, event, 2), 0);
	}
	/* events of 4 bytes with their times, and fillers of 3 bytes: one for each 65,535 us
	 * that do not fit into the time of the next event */
	assert_int_equal(s.used, 5 * 4 + 3 * (1 + 152 + 1 + 2));
	assert_int_equal(s.events, 5);
	r = (struct hm_soft_reader){.buffer = memory, .used = s.used, .table = table()};
	for (unsigned int EACH(i, 0); i < 5; i++) {
		time += gap[i];
		expect(&r, time, event, 2);
	}
}

static void full(void)
{
	static uint8_t memory[1024 + 1];
	uint8_t event[4] = {2, 0, 0, 0};
	struct test *t = start();
	struct hm_soft_reader r;
	struct hm_soft s;
	const uint8_t *got;
	unsigned int n;

	memory[1024] = 0xAB;
	hm_soft_begin(&s, memory, 1024, 0);
	for (unsigned int EACH(i, 0); i < 1000; i++) {
		t->now += 100;
		event[1] = (uint8_t)i;
		event[2] = (uint8_t)(i >> 8);
		assert_int_equal(hm_soft_event(&t->node, &s, event, 4), 0);
	}
	/* 170 events of 6 bytes fit */
	assert_true(s.full);
	assert_int_equal(s.events, 170);
	assert_int_equal(s.lost, 830);
	assert_int_equal(memory[1024], 0xAB);
	r = (struct hm_soft_reader){.buffer = memory, .used = s.used, .table = table()};
	for (unsigned int EACH(i, 0); i < 170; i++) {
		event[1] = (uint8_t)i;
		event[2] = (uint8_t)(i >> 8);
		expect(&r, 100 * (i + 1), event, 4);
	}
	assert_int_equal(hm_soft_next(&r, &got, &n), 0);
	/* once full the buffer stays full: a smaller event, which would fit, is lost, too */
	assert_int_equal(s.size - s.used, 4);
	t->now = s.last + 1;
	assert_int_equal(hm_soft_event(&t->node, &s, event, 2), 0);
	assert_int_equal(s.lost, 831);
	/* an event whose fillers do not fit does not leave an incomplete record */
	hm_soft_begin(&s, memory, 20, 0);
	t->now = 10000000;
	assert_int_equal(hm_soft_event(&t->node, &s, event, 4), 0);
	assert_true(s.full && s.used == 0 && s.lost == 1);
	assert_int_equal(hm_soft_event(&t->node, &s, event, 1), -EINVAL);
	/* a truncated record, and an unknown identifier */
	r = (struct hm_soft_reader){
		.buffer = (const uint8_t[]){1, 0, 2, 0}, .used = 4, .table = table()};
	assert_int_equal(hm_soft_next(&r, &got, &n), -EINVAL);
	r = (struct hm_soft_reader){
		.buffer = (const uint8_t[]){1, 0, 255, 0}, .used = 4, .table = table()};
	assert_int_equal(hm_soft_next(&r, &got, &n), -EINVAL);
}

/* ---- summaries ---- */

struct sums {
	struct hm_node node;
	uint64_t now, sent_at;
	uint8_t nibble[8];
	unsigned int have, events;
	uint64_t sum[256];
};

static void sums_port(void *arg, uint32_t value)
{
	struct sums *s = arg;

	if (!(value & HM_STROBE))
		return;
	s->nibble[s->have++] = value & 15;
	if (s->have < 8)
		return;
	s->have = 0;
	/* only summaries are sent */
	assert_int_equal(s->nibble[0] | s->nibble[1] << 4, HM_ID_SUMMARY);
	s->sum[s->nibble[2] | s->nibble[3] << 4] +=
		s->nibble[4] | s->nibble[5] << 4 | s->nibble[6] << 8 | s->nibble[7] << 12;
	s->events++;
	s->sent_at = s->now;
}

static uint64_t sums_now(void *arg)
{
	return ((struct sums *)arg)->now;
}

/* Counts 10^5 events at distances of 1 to 100 us, with a summary every 10 ms. */
static void summaries(void)
{
	static struct hm_summary sum;
	struct sums s = {0};
	uint64_t random = 3, truth[256] = {0}, first = 0;

	s.node = (struct hm_node){.port = sums_port, .now = sums_now, .arg = &s};
	hm_summary_begin(&s.node, &sum, 10000);
	for (unsigned int EACH(i, 0); i < 100000; i++) {
		const uint8_t event[4] = {(uint8_t)(1 + random_xorshift(&random) % 20), 1, 2,
					  3};

		s.now += 1 + random_xorshift(&random) % 100;
		truth[event[0]]++;
		assert_int_equal(hm_summary_event(&s.node, &sum, event, 4), 0);
		if (s.events && !first)
			first = s.sent_at;
	}
	assert_in_range(first, 10000, 10100);
	/* a summary has at most an event of each identifier */
	assert_in_range(s.events, 9000, (s.now / 10000 + 1) * 20);
	hm_summary_flush(&s.node, &sum);
	assert_memory_equal(s.sum, truth, sizeof(truth));
	/* without counted events nothing is sent */
	first = s.events;
	s.now += 100000;
	assert_true(hm_summary_tick(&s.node, &sum));
	assert_false(hm_summary_tick(&s.node, &sum));
	assert_int_equal(s.events, first);
	assert_int_equal(hm_summary_event(&s.node, &sum, (const uint8_t[]){1, 1}, 1), -EINVAL);
	/* more than 16 bits */
	memset(s.sum, 0, sizeof(s.sum));
	for (unsigned int i = 0; i < 70000; i++)
		hm_summary_event(&s.node, &sum, (const uint8_t[]){9, 1}, 2);
	hm_summary_flush(&s.node, &sum);
	assert_int_equal(s.sum[9], 70000);
}

static const struct unit units[] = {
	UNIT(nibble, "HM-LIB-001"),
	UNIT(byte, "HM-LIB-002"),
	UNIT(word, "HM-LIB-003"),
	UNIT(events, "HM-LIB-004 HM-LIB-005 HM-LIB-007"),
	UNIT(lengths, "HM-LIB-004 HM-LIB-006"),
	UNIT(delays, "HM-LIB-008"),
	UNIT(wide, ""),
	UNIT(threads, "HM-LIB-015"),
	UNIT(recording, "HM-SOFT-001"),
	UNIT(deltas, "HM-SOFT-002"),
	UNIT(fillers, "HM-SOFT-003"),
	UNIT(full, "HM-SOFT-004"),
	UNIT(summaries, "HM-LES-012"),
};

UNIT_MAIN(units)
