/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the iPSC/2 machine: costs of a node, clocks, messages, operating system, recording. */
#include "hm_decode.h"
#include "ipsc2_internal.h"
#include "load.h"
#include "unit.h"
#include <errno.h>
#include <math.h>

#define SECOND 1e12

/* ---- times of operations (3.1, 5.1) ---- */

struct measured {
	ipsc2_time nibble, io, memory, iteration;
};

/* Measures the time of one port write by the node's clock. */
static ipsc2_time port_time(struct ipsc2_node *n)
{
	struct hm_node *port = ipsc2_port(n);
	const ipsc2_time began = ipsc2_local(n);

	port->port(port->arg, 0);
	return ipsc2_local(n) - began;
}

static void measure(struct ipsc2_node *n, void *arg)
{
	struct measured *r = arg;
	struct hm_node *port = ipsc2_port(n);
	ipsc2_time began;

	r->io = port_time(n);
	began = ipsc2_local(n);
	hm_nibble(port, 5);
	r->nibble = ipsc2_local(n) - began;
	began = ipsc2_local(n);
	port->work(port->arg, HM_WORK_DELAY, 20);
	r->iteration = (ipsc2_local(n) - began) / 20;
}

static void measure_wide(struct ipsc2_node *n, void *arg)
{
	((struct measured *)arg)->memory = port_time(n);
}

static struct ipsc2 *machine(const struct ipsc2_config *cfg)
{
	struct ipsc2 *m = ipsc2_open(cfg);

	assert_non_null(m);
	return m;
}

static void run_programs(struct ipsc2 *m)
{
	while (!ipsc2_done(m)) {
		assert_false(ipsc2_stuck(m));
		ipsc2_run(m, ipsc2_now(m) + IPSC2_MS(10));
	}
}

static void costs(void)
{
	struct ipsc2_cost bare = ipsc2_costs;
	struct ipsc2_config cfg = {.nodes = 1, .ppb_max = -1, .cost = &bare};
	struct measured r = {0};
	struct ipsc2 *m;

	/* without the other costs: first of the two writes, then of the store */
	bare.nibble = bare.wide = 0;
	m = machine(&cfg);
	assert_int_equal(ipsc2_start(m, 0, measure, &r), 0);
	run_programs(m);
	ipsc2_close(m);
	cfg.wide_port = true;
	m = machine(&cfg);
	assert_int_equal(ipsc2_start(m, 0, measure_wide, &r), 0);
	run_programs(m);
	ipsc2_close(m);
	assert_int_equal(r.nibble, IPSC2_NS(750));
	assert_int_equal(r.io, IPSC2_CYCLES(6));
	assert_int_equal(r.memory, IPSC2_CYCLES(2));
	assert_int_equal(r.io, 3 * r.memory);
	assert_int_equal(r.iteration, IPSC2_NS(850));
}

/* Returns the duration of a load on one node with an exact clock, in seconds. */
static double load_seconds(struct ipsc2_config cfg, struct ipsc2_load load)
{
	struct ipsc2_stats st;
	ipsc2_time began;
	struct ipsc2 *m;

	cfg.nodes = 1;
	cfg.ppb_max = -1;
	m = machine(&cfg);
	began = ipsc2_now(m);
	assert_int_equal(ipsc2_load_all(m, &load), 0);
	run_programs(m);
	ipsc2_stats(m, &st);
	ipsc2_close(m);
	return (double)(st.ended - began) / SECOND;
}

static void check_near(double got, double want, double share)
{
	if (fabs(got / want - 1) > share)
		fail_msg("%g, not %g", got, want);
}

static void nibble_loop(void)
{
	check_near(load_seconds((struct ipsc2_config){0}, (struct ipsc2_load){.count = 10000}),
		   10000 * 8.85e-6, 0.005);
	/* jitter does not change the mean */
	check_near(load_seconds((struct ipsc2_config){.jitter = IPSC2_NS(500)},
				(struct ipsc2_load){.count = 10000}),
		   10000 * 8.85e-6, 0.005);
}

static void extraction_loop(void)
{
	check_near(load_seconds(
			   (struct ipsc2_config){.recording = IPSC2_HARDWARE, .extract = true},
			   (struct ipsc2_load){.count = 1000, .length = 4, .id = 1}),
		   8000 * 11.06e-6, 0.005);
}

static void delay_loop(void)
{
	check_near(load_seconds((struct ipsc2_config){.delay = 20},
				(struct ipsc2_load){.count = 1000}),
		   1000 * 25.85e-6, 0.01);
}

/*
 * A million events are recorded in the node's memory. All are found unchanged, 3.9 us apart by
 * the node's own clock; if a record costs half as much, the run takes half the time.
 */
struct recorded {
	uint8_t (*event)[4];
	size_t sent;
};

static void keep_event(void *arg, unsigned int node, const uint8_t *bytes, unsigned int length)
{
	struct recorded *r = arg;

	(void)node;
	memcpy(r->event[r->sent++], bytes, length);
}

static double record_events(size_t count, ipsc2_time record)
{
	static struct hm_table table;
	struct recorded r = {.event = malloc(4 * count)};
	struct ipsc2_load load = {
		.count = count, .length = 4, .id = 7, .sent = keep_event, .arg = &r};
	struct ipsc2_cost cost = ipsc2_costs;
	const struct ipsc2_config cfg = {
		.nodes = 1, .ppb_max = -1, .recording = IPSC2_SOFTWARE, .cost = &cost};
	const struct hm_soft *soft;
	struct hm_soft_reader reader;
	unsigned int length;
	const uint8_t *event;
	uint64_t first = 0, n = 0;
	struct ipsc2 *m;

	cost.record = record;
	assert_non_null(r.event);
	m = machine(&cfg);
	assert_int_equal(ipsc2_load_all(m, &load), 0);
	run_programs(m);
	soft = ipsc2_memory(m, 0);
	assert_int_equal(soft->events, count);
	assert_int_equal(soft->lost, 0);
	table.type[7].length = 4;
	reader = (struct hm_soft_reader){soft->buffer, soft->used, &table, 0, 0};
	while (hm_soft_next(&reader, &event, &length) == 1) {
		const uint64_t us = reader.us - first;

		assert_int_equal(length, 4);
		assert_memory_equal(event, r.event[n], 4);
		/* the clock shows whole microseconds */
		if (n++)
			assert_in_range(us, record / IPSC2_US(1), record / IPSC2_US(1) + 1);
		first = reader.us;
	}
	assert_int_equal(n, count);
	ipsc2_close(m);
	free(r.event);
	return (double)reader.us * 1e-6;
}

static void software_recording(void)
{
	check_near(record_events(1000000, ipsc2_costs.record), 3.9, 0.01);
	check_near(record_events(1000000, ipsc2_costs.record / 2), 1.95, 0.01);
}

static void software_loop(void)
{
	const struct ipsc2_load events = {.count = 1000000, .length = 4, .id = 1};
	double soft, hard;

	soft = load_seconds((struct ipsc2_config){.recording = IPSC2_SOFTWARE}, events);
	check_near(soft, 3.9, 0.01);
	check_near(4e6 / soft, 1.02e6, 0.01);
	hard = load_seconds((struct ipsc2_config){.recording = IPSC2_HARDWARE, .extract = true},
			    events);
	check_near(hard, 88.5, 0.015);
	check_near(hard / soft, 22.7, 0.3 / 22.7);
}

static void wide_loop(void)
{
	const double us =
		1e3 * load_seconds((struct ipsc2_config){.recording = IPSC2_HARDWARE,
							 .wide_port = true},
				   (struct ipsc2_load){.count = 1000, .length = 4, .id = 1});

	assert_true(us > 0 && us <= 3.9);
}

static void raw_loop(void)
{
	assert_true(load_seconds((struct ipsc2_config){.recording = IPSC2_RAW},
				 (struct ipsc2_load){.count = 1000, .length = 4, .id = 1}) ==
		    0);
}

/* ---- clocks ---- */

static void show_clock(struct ipsc2_node *n, void *arg)
{
	ipsc2_time *local = arg;

	ipsc2_sleep_until(n, IPSC2_S(100));
	local[ipsc2_number(n)] = ipsc2_now(ipsc2_machine(n));
}

static void drift(void)
{
	static const int32_t ppb[] = {50000, -50000};
	const struct ipsc2_config cfg = {.nodes = 2, .ppb = ppb};
	struct ipsc2 *m = machine(&cfg);
	ipsc2_time at[2];

	for (unsigned int EACH(i, 0); i < 2; i++)
		assert_int_equal(ipsc2_start(m, i, show_clock, at), 0);
	run_programs(m);
	/* the fast clock reaches 100 s before the slow one */
	check_near((double)(at[1] - at[0]), 0.01 * SECOND, 0.01);
	check_near((double)at[0], 100 * SECOND / 1.00005, 1e-8);
	ipsc2_close(m);
}

static void random_clocks(void)
{
	const struct ipsc2_config cfg = {.nodes = 16, .seed = 3};
	struct ipsc2 *m = machine(&cfg);
	ipsc2_time at[16], low = UINT64_MAX, high = 0;

	for (unsigned int EACH(i, 0); i < 16; i++)
		assert_int_equal(ipsc2_start(m, i, show_clock, at), 0);
	run_programs(m);
	for (unsigned int EACH(i, 0); i < 16; i++) {
		assert_true(fabs((double)at[i] / SECOND - 100) < 0.0051);
		low = at[i] < low ? at[i] : low;
		high = at[i] > high ? at[i] : high;
	}
	assert_true(high - low > IPSC2_MS(4));
	ipsc2_close(m);
}

/* ---- messages that seem to arrive before they were sent (2) ---- */

#define ID_SEND 1
#define ID_RECEIVE 2
#define PERIOD IPSC2_MS(100)
#define TURNS 10000 /* 1000 s */

static void note_message(void *arg, struct ipsc2_node *n, const struct ipsc2_os_event *e)
{
	uint8_t event[4] = {0, (uint8_t)e->serial, (uint8_t)(e->serial >> 8),
			    (uint8_t)(e->serial >> 16)};

	(void)arg;
	if (e->what == IPSC2_OS_SEND)
		event[0] = ID_SEND;
	else if (e->what == IPSC2_OS_RECEIVE)
		event[0] = ID_RECEIVE;
	else
		return;
	ipsc2_event(n, event, sizeof(event));
}

static void ping_pong(struct ipsc2_node *n, void *arg)
{
	const unsigned int me = ipsc2_number(n), other = 1 - me;

	(void)arg;
	for (uint32_t EACH(i, 0); i < TURNS; i++) {
		if (i % 2 == me) {
			ipsc2_sleep_until(n, (i + 1) * PERIOD);
			ipsc2_send(n, other, i, &i, sizeof(i));
		} else {
			uint32_t got;

			assert_int_equal(ipsc2_receive(n, i, &got, sizeof(got), NULL),
					 sizeof(got));
			assert_int_equal(got, i);
		}
	}
}

struct times { /* times of each message, in us or windows */
	uint64_t sent[TURNS + 1], received[TURNS + 1];
};

static void note_time(struct times *t, const uint8_t *event, uint64_t when)
{
	const uint32_t serial = event[1] | (uint32_t)event[2] << 8 | (uint32_t)event[3] << 16;

	assert_in_range(serial, 1, TURNS);
	(event[0] == ID_SEND ? t->sent : t->received)[serial] = when;
}

static unsigned int violations(const struct times *t)
{
	unsigned int n = 0;

	for (unsigned int EACH(i, 1); i <= TURNS; i++) {
		assert_true(t->sent[i] && t->received[i]);
		n += t->received[i] < t->sent[i];
	}
	return n;
}

static void on_event(void *arg, const struct hm_event *e)
{
	note_time(arg, e->data, e->window);
}

static void decode(void *arg, const uint32_t (*frame)[4], size_t count)
{
	for (size_t EACH(i, 0); i < count; i++)
		assert_int_equal(hm_decode(arg, frame[i]), 0);
}

static void causality(void)
{
	static const int32_t ppb[] = {50000, -50000};
	static struct hm_table table;
	static struct hm_decoder d;
	static struct times times;
	struct ipsc2_config cfg = {
		.nodes = 2, .ppb = ppb, .recording = IPSC2_SOFTWARE, .os = note_message};
	struct ipsc2_reader r = {.idle = IPSC2_MS(1), .frames = decode, .arg = &d};
	const uint8_t *event;
	unsigned int length;
	struct ipsc2 *m;

	table.type[ID_SEND] = table.type[ID_RECEIVE] = (struct hm_event_type){.length = 4};
	m = machine(&cfg);
	for (unsigned int EACH(i, 0); i < 2; i++)
		assert_int_equal(ipsc2_start(m, i, ping_pong, NULL), 0);
	run_programs(m);
	for (unsigned int EACH(i, 0); i < 2; i++) {
		const struct hm_soft *soft = ipsc2_memory(m, i);
		struct hm_soft_reader reader = {
			.buffer = soft->buffer, .used = soft->used, .table = &table};

		while (hm_soft_next(&reader, &event, &length) == 1)
			note_time(&times, event, reader.us);
	}
	ipsc2_close(m);
	/* with 100 ppm the clocks differ after 4 s by more than the duration of a message */
	assert_in_range(violations(&times), TURNS / 3, TURNS / 2);

	memset(&times, 0, sizeof(times));
	cfg.recording = IPSC2_HARDWARE;
	m = machine(&cfg);
	hm_decoder_begin(&d, &table, HM_WINDOW_NS, false);
	d.on_event = on_event;
	d.arg = &times;
	for (unsigned int EACH(i, 0); i < 2; i++)
		assert_int_equal(ipsc2_start(m, i, ping_pong, NULL), 0);
	assert_int_equal(ipsc2_read(m, &r, IPSC2_FOREVER), 0);
	ipsc2_close(m);
	assert_int_equal(violations(&times), 0);
}

/* ---- messages ---- */

struct mail {
	unsigned int from, to;
	ipsc2_time sent, received;
	size_t length;
};

static void send_one(struct ipsc2_node *n, void *arg)
{
	struct mail *mail = arg;
	unsigned char data[5000];

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (unsigned char)(i * 7);
	mail->sent = ipsc2_now(ipsc2_machine(n));
	ipsc2_send(n, mail->to, 9, data, mail->length);
}

static void receive_one(struct ipsc2_node *n, void *arg)
{
	struct mail *mail = arg;
	unsigned char data[5000] = {0};
	unsigned int from;

	assert_false(ipsc2_probe(n, 9));
	assert_int_equal(ipsc2_receive(n, IPSC2_ANY, data, 2000, &from), mail->length);
	assert_int_equal(from, mail->from);
	for (size_t EACH(i, 0); i < sizeof(data); i++)
		assert_int_equal(data[i], i < mail->length && i < 2000 ? (i * 7) & 255 : 0);
	ipsc2_compute(n, 0); /* brings the machine to the node's time */
	mail->received = ipsc2_now(ipsc2_machine(n));
}

/* A message takes longer by each channel after the first: one for each bit in which the
 * numbers of the nodes differ, and one from the host to node 0. */
static void messages(void)
{
	struct ipsc2_cost cost = ipsc2_costs;
	const struct ipsc2_config cfg = {.nodes = 16, .ppb_max = -1, .cost = &cost};
	static const struct {
		unsigned int from, to;
		size_t length;
		double us;
	} cases[] = {{0, 3, 0, 350 + 10},
		     {0, 3, 100, 350 + 20 + 10},
		     {0, 3, 101, 660 + 36.36 + 30},
		     {0, 3, 5000, 660 + 1800 + 30},
		     {5, 4, 0, 350},
		     {5, 4, 101, 660 + 36.36},
		     {8, 15, 0, 350 + 2 * 10},
		     {5, 10, 0, 350 + 3 * 10},
		     {5, 10, 101, 660 + 36.36 + 3 * 30},
		     {IPSC2_HOST, 0, 0, 350},
		     {IPSC2_HOST, 7, 101, 660 + 36.36 + 3 * 30},
		     {12, IPSC2_HOST, 0, 350 + 2 * 10}};

	cost.process_switch = 0;
	for (unsigned int EACH(i, 0); i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct mail mail = {
			.from = cases[i].from, .to = cases[i].to, .length = cases[i].length};
		struct ipsc2 *m = machine(&cfg);

		assert_int_equal(ipsc2_start(m, mail.to, receive_one, &mail), 0);
		assert_int_equal(ipsc2_start(m, mail.from, send_one, &mail), 0);
		run_programs(m);
		check_near((double)(mail.received - mail.sent) / 1e6, cases[i].us, 1e-4);
		ipsc2_close(m);
	}
}

static void send_long_and_short(struct ipsc2_node *n, void *arg)
{
	static const unsigned char data[101];

	(void)arg;
	ipsc2_send(n, 15, 1, data, sizeof(data));
	ipsc2_send(n, 15, 2, data, 1);
}

static void receive_in_order(struct ipsc2_node *n, void *arg)
{
	size_t *lengths = arg;

	for (unsigned int i = 0; i < 2; i++)
		lengths[i] = ipsc2_receive(n, IPSC2_ANY, NULL, 0, NULL);
}

/* With a short startup, a short message would pass a long one on its way over four channels. */
static void no_overtaking(void)
{
	struct ipsc2_cost cost = ipsc2_costs;
	const struct ipsc2_config cfg = {.nodes = 16, .ppb_max = -1, .cost = &cost};
	size_t lengths[2] = {0};
	struct ipsc2 *m;

	cost.startup[0] = cost.startup[1] = IPSC2_US(2);
	m = machine(&cfg);
	assert_int_equal(ipsc2_start(m, 15, receive_in_order, lengths), 0);
	assert_int_equal(ipsc2_start(m, 0, send_long_and_short, NULL), 0);
	run_programs(m);
	assert_int_equal(lengths[0], 101);
	assert_int_equal(lengths[1], 1);
	ipsc2_close(m);
}

#define MANY 200

static void send_many(struct ipsc2_node *n, void *arg)
{
	const unsigned int me = ipsc2_number(n);

	(void)arg;
	for (uint32_t i = 0; i < MANY; i++) {
		const uint32_t word[50] = {me, i};

		ipsc2_compute(n, ipsc2_random(n) % IPSC2_MS(2));
		/* short and long messages do not overtake each other */
		ipsc2_send(n, IPSC2_HOST, 5, word, i % 3 ? 8 : sizeof(word));
	}
}

static void receive_many(struct ipsc2_node *n, void *arg)
{
	uint32_t next[16] = {0}, word[2];
	unsigned int from;

	(void)arg;
	for (unsigned int EACH(i, 0); i < 16 * MANY; i++) {
		assert_true(ipsc2_receive(n, 5, word, sizeof(word), &from) >= 8);
		assert_int_equal(word[0], from);
		assert_int_equal(word[1], next[from]++);
	}
}

static void message_order(void)
{
	const struct ipsc2_config cfg = {.nodes = 16, .seed = 2};
	struct ipsc2_stats st;
	struct ipsc2 *m = machine(&cfg);

	for (unsigned int EACH(i, 0); i < 16; i++)
		assert_int_equal(ipsc2_start(m, i, send_many, NULL), 0);
	assert_int_equal(ipsc2_start(m, IPSC2_HOST, receive_many, NULL), 0);
	run_programs(m);
	ipsc2_stats(m, &st);
	assert_int_equal(st.messages, 16 * MANY);
	ipsc2_close(m);
}

static void wait_for_nothing(struct ipsc2_node *n, void *arg)
{
	(void)arg;
	ipsc2_receive(n, 1, NULL, 0, NULL);
}

static void stuck(void)
{
	const struct ipsc2_config cfg = {.nodes = 2};
	struct ipsc2 *m = machine(&cfg);

	assert_int_equal(ipsc2_start(m, 1, wait_for_nothing, NULL), 0);
	assert_int_equal(ipsc2_start(m, 1, wait_for_nothing, NULL), -EBUSY);
	assert_int_equal(ipsc2_start(m, 2, wait_for_nothing, NULL), -EINVAL);
	assert_int_equal(ipsc2_read(m, &ipsc2_experiment, IPSC2_FOREVER), -EDEADLK);
	assert_true(ipsc2_stuck(m));
	/* frees a message that is in transit */
	ipsc2_close(m);
	assert_null(ipsc2_open(&(struct ipsc2_config){.nodes = 17}));
	assert_int_equal(errno, EINVAL);
}

static void send_astray(struct ipsc2_node *n, void *arg)
{
	const unsigned int *to = arg;

	ipsc2_send(n, *to, 1, "abcd", 4);
}

/* A message to a node that does not exist is an error of the run. */
static void astray(void)
{
	static const unsigned int wrong[] = {2, 127, 129};

	for (size_t EACH(i, 0); i < 3; i++) {
		unsigned int to = wrong[i];
		struct ipsc2 *m = machine(&(struct ipsc2_config){.nodes = 2});

		assert_int_equal(ipsc2_start(m, 1, send_astray, &to), 0);
		assert_int_equal(ipsc2_read(m, &ipsc2_experiment, IPSC2_FOREVER), -ENXIO);
		assert_true(ipsc2_stuck(m));
		ipsc2_close(m);
	}
}

/* Clocks and jitter with which times would overflow. */
static void bad_clocks(void)
{
	static const int32_t right[2] = {900000, -900000};
	static const int32_t wrong[2][2] = {{0, 900001}, {-900001, 0}};
	struct ipsc2_config cfg = {.nodes = 2, .jitter = ipsc2_costs.nibble};

	for (unsigned int EACH(i, 0); i < 3; i++) {
		cfg.ppb = i < 2 ? wrong[i] : NULL;
		cfg.ppb_max = i < 2 ? 0 : 900001;
		errno = 0;
		assert_null(ipsc2_open(&cfg));
		assert_int_equal(errno, EINVAL);
	}
	cfg.ppb = right;
	cfg.ppb_max = 0;
	ipsc2_close(machine(&cfg));
	cfg.jitter++;
	assert_null(ipsc2_open(&cfg));
	assert_int_equal(errno, EINVAL);
}

static void one_nibble(struct ipsc2_node *n, void *arg)
{
	(void)arg;
	hm_nibble(ipsc2_port(n), 5);
}

/* Nodes have their numbers in all machines of a cube. */
static void numbers(void)
{
	struct ipsc2 *m = machine(&(struct ipsc2_config){.nodes = 2, .first = 6});

	assert_int_equal(ipsc2_start(m, 7, one_nibble, NULL), 0);
	run_programs(m);
	assert_int_equal(ipsc2_nibbles(m, 7), 1);
	for (unsigned int EACH(i, 0); i < 7; i++)
		assert_int_equal(ipsc2_nibbles(m, i), 0);
	ipsc2_close(m);
}

/* ---- a part of a larger machine ---- */

#define WINDOW IPSC2_MS(1)

struct window_log {
	struct ipsc2 *m;
	ipsc2_time at[8]; /* times of the events; 0: a pause */
	unsigned int n, late;
};

static void log_event(void *arg, uint64_t tag)
{
	struct window_log *log = arg;

	assert_int_equal(ipsc2_now(log->m), tag);
	log->at[log->n++] = tag;
}

static void log_pause(void *arg)
{
	struct window_log *log = arg;
	const ipsc2_time next = log->m->pause - WINDOW;
	struct ipsc2_far late = {.when = next - 1};

	log->at[log->n++] = 0;
	assert_int_equal(ipsc2_now(log->m), next - 1);
	log->late += ipsc2_arrive(log->m, &late, NULL) == -EINVAL;
	late.when++;
	assert_int_equal(ipsc2_arrive(log->m, &late, NULL), 0);
}

/* A pause comes behind the events of its window and before those of the next one, whether the
 * machine's time steps to the end of the window or beyond. */
static void pauses(void)
{
	static const ipsc2_time at[] = {WINDOW - 1, WINDOW, WINDOW + 1, 2 * WINDOW - 1,
					2 * WINDOW};
	static const ipsc2_time seen[] = {WINDOW - 1,	  0, WINDOW,	WINDOW + 1,
					  2 * WINDOW - 1, 0, 2 * WINDOW};
	static const ipsc2_time steps[][2] = {{WINDOW - 1, 2 * WINDOW - 1},
					      {WINDOW - 2, 2 * WINDOW - 2},
					      {WINDOW, WINDOW + 1},
					      {2 * WINDOW, 2 * WINDOW}};
	struct window_log log;
	const struct ipsc2_link link = {.window = WINDOW, .pause = log_pause, .arg = &log};

	for (size_t EACH(i, 0); i < sizeof(steps) / sizeof(steps[0]); i++) {
		log = (struct window_log){.m = machine(&(struct ipsc2_config){.nodes = 1})};
		ipsc2_join(log.m, &link);
		for (size_t k = 0; k < sizeof(at) / sizeof(at[0]); k++)
			ipsc2_add_event(log.m, at[k], log_event, &log, at[k]);
		ipsc2_run(log.m, steps[i][0]);
		ipsc2_run(log.m, steps[i][1]);
		ipsc2_run(log.m, 2 * WINDOW);
		assert_int_equal(log.n, sizeof(seen) / sizeof(seen[0]));
		assert_memory_equal(log.at, seen, sizeof(seen));
		assert_int_equal(log.late, 2);
		ipsc2_close(log.m);
	}
}

/* ---- operating system ---- */

struct os_log {
	enum ipsc2_os what[64];
	ipsc2_time at[64];
	unsigned int n;
};

static void log_os(void *arg, struct ipsc2_node *n, const struct ipsc2_os_event *e)
{
	struct os_log *log = arg;

	if (ipsc2_number(n) != 1 || log->n == 64)
		return;
	log->at[log->n] = ipsc2_local(n);
	log->what[log->n++] = e->what;
}

static void os_sender(struct ipsc2_node *n, void *arg)
{
	(void)arg;
	ipsc2_compute(n, IPSC2_MS(20));
	ipsc2_send(n, 1, 4, "abcd", 4);
	ipsc2_compute(n, IPSC2_MS(20));
	ipsc2_send(n, 1, 5, "abcd", 4);
}

static void os_receiver(struct ipsc2_node *n, void *arg)
{
	ipsc2_time *computed = arg, began;

	ipsc2_receive(n, 4, NULL, 0, NULL);
	ipsc2_system_call(n, 17);
	began = ipsc2_local(n);
	ipsc2_compute(n, IPSC2_MS(70));
	*computed = ipsc2_local(n) - began;
	assert_true(ipsc2_probe(n, 5));
	ipsc2_receive(n, 5, NULL, 0, NULL);
}

static void operating_system(void)
{
	static const enum ipsc2_os want[] = {IPSC2_OS_BLOCK, IPSC2_OS_SWITCH, IPSC2_OS_ARRIVE,
					     IPSC2_OS_READY, IPSC2_OS_SWITCH, IPSC2_OS_RECEIVE,
					     IPSC2_OS_CALL,  IPSC2_OS_ARRIVE, IPSC2_OS_SLICE,
					     IPSC2_OS_SLICE, IPSC2_OS_RECEIVE};
	struct os_log log = {0};
	const struct ipsc2_config cfg = {
		.nodes = 2, .ppb_max = -1, .os = log_os, .os_arg = &log};
	struct ipsc2 *m = machine(&cfg);
	ipsc2_time computed = 0;

	assert_int_equal(ipsc2_start(m, 0, os_sender, NULL), 0);
	assert_int_equal(ipsc2_start(m, 1, os_receiver, &computed), 0);
	run_programs(m);
	assert_int_equal(log.n, sizeof(want) / sizeof(want[0]));
	assert_memory_equal(log.what, want, sizeof(want));
	/* an interrupt of 175 us and two context switches lengthen the computation */
	assert_int_equal(computed, IPSC2_MS(70) + IPSC2_US(175) + 2 * IPSC2_US(50));
	ipsc2_close(m);
}

/* ---- recording ---- */

static void event_nodes(struct ipsc2_node *n, void *arg)
{
	const uint8_t event[4] = {1 + ipsc2_random(n) % 3};

	(void)arg;
	for (unsigned int i = 0; i < 5000; i++) {
		ipsc2_event(n, event, sizeof(event));
		ipsc2_compute(n, IPSC2_US(20));
	}
}

#define SYNC_EVENTS 200
#define SYNC_APART IPSC2_US(100)

static void regular_events(struct ipsc2_node *n, void *arg)
{
	static const uint8_t event[4] = {1};

	(void)arg;
	for (unsigned int i = 1; i <= SYNC_EVENTS; i++) {
		ipsc2_sleep_until(n, i * SYNC_APART);
		ipsc2_event(n, event, sizeof(event));
	}
}

/* A node with an event every 100 us synchronises once in each millisecond of its own clock. */
static void synchronises(void)
{
	const struct ipsc2_config cfg = {
		.nodes = 1, .recording = IPSC2_HARDWARE, .sync_us = 1000};
	struct ipsc2 *m = machine(&cfg);
	struct ipsc2_stats st;

	assert_int_equal(ipsc2_start(m, 0, regular_events, NULL), 0);
	run_programs(m);
	ipsc2_stats(m, &st);
	assert_int_equal(st.events, SYNC_EVENTS);
	assert_int_equal(st.syncs, SYNC_EVENTS * SYNC_APART / IPSC2_MS(1));
	ipsc2_close(m);
}

static void summaries(void)
{
	static struct hm_table table;
	static struct hm_decoder d;
	const struct ipsc2_config cfg = {
		.nodes = 8, .recording = IPSC2_SUMMARY, .summary = IPSC2_MS(10), .delay = 20};
	const struct ipsc2_reader r = {.idle = IPSC2_US(50), .frames = decode, .arg = &d};
	struct ipsc2 *m = machine(&cfg);
	const ipsc2_time began = ipsc2_now(m);
	struct ipsc2_stats st;
	uint64_t sum = 0;

	table.type[HM_ID_SUMMARY] = (struct hm_event_type){.length = HM_SUMMARY_BYTES};
	hm_decoder_begin(&d, &table, HM_WINDOW_NS, false);
	for (unsigned int EACH(i, 0); i < 8; i++)
		assert_int_equal(ipsc2_start(m, i, event_nodes, NULL), 0);
	assert_int_equal(ipsc2_read(m, &r, IPSC2_FOREVER), 0);
	ipsc2_stats(m, &st);
	assert_int_equal(st.events, 40000);
	for (unsigned int EACH(i, 0); i < 8; i++) {
		/* at each multiple of the interval, and at the end */
		assert_int_equal(d.stats.node[i].event[HM_ID_SUMMARY],
				 (ipsc2_ended(m, i) - began) / cfg.summary + 1);
		for (unsigned int id = 0; id < 256; id++)
			sum += d.stats.node[i].summed[id];
	}
	assert_int_equal(sum, 40000);
	assert_int_equal(d.strays, 0);
	ipsc2_close(m);
}

static void memory_full(void)
{
	const struct ipsc2_config cfg = {
		.nodes = 1, .recording = IPSC2_SOFTWARE, .buffer = 600};
	struct ipsc2_load load = {.count = 1000, .length = 4, .id = 1};
	struct ipsc2 *m = machine(&cfg);
	struct ipsc2_stats st;

	assert_int_equal(ipsc2_load_all(m, &load), 0);
	run_programs(m);
	ipsc2_stats(m, &st);
	assert_int_equal(st.soft_bytes, 600);
	assert_int_equal(st.soft_lost, 900);
	ipsc2_close(m);
}

/* The same seed gives the same run. */
static void repeatable(void)
{
	struct ipsc2_result r[3];

	for (unsigned int EACH(i, 0); i < 3; i++) {
		const struct ipsc2_config cfg = {
			.nodes = 5, .seed = 7 + i / 2, .jitter = IPSC2_NS(500)};
		const struct ipsc2_load load = {.count = 1000, .spread = IPSC2_US(9)};

		assert_int_equal(ipsc2_load_run(machine(&cfg), &load, &ipsc2_experiment, &r[i]),
				 0);
	}
	assert_true(r[0].digest == r[1].digest);
	assert_true(r[0].digest != r[2].digest);
}

/* ---- merging (Figure 9) ---- */

/* The share of nibbles in frames with at least two nibbles: 3 of 5 in a trace made by hand. */
static void merged_by_hand(void)
{
	static const uint32_t frames[][4] = {{0, 0x00000001, 0x0001, 5},
					     {0x20000000, 0x00000304, 0x8005, 6},
					     {0, 0x50, 0x0002, 9}};
	static struct hm_decoder d;

	hm_decoder_begin(&d, NULL, HM_WINDOW_NS, false);
	decode(&d, frames, 3);
	assert_true(fabs(hm_stats_merging(&d.stats) - 60) < 1e-9);
}

/* The counts of the machine equal those of the decoder. */
static void merged_by_machine(void)
{
	const struct ipsc2_config cfg = {.nodes = 6, .seed = 4, .jitter = IPSC2_NS(500)};
	const struct ipsc2_load load = {.count = 100, .spread = IPSC2_US(9)};
	static struct hm_decoder d;
	struct ipsc2_reader r = ipsc2_experiment;
	struct ipsc2_result res;

	hm_decoder_begin(&d, NULL, HM_WINDOW_NS, false);
	r.frames = decode;
	r.arg = &d;
	assert_int_equal(ipsc2_load_run(machine(&cfg), &load, &r, &res), 0);
	assert_int_equal(res.st.valid, 600);
	assert_in_range(res.st.merged, 1, 599);
	assert_int_equal(d.stats.nibbles, 600);
	assert_true(fabs(hm_stats_merging(&d.stats) - 100.0 * (double)res.st.merged / 600) <
		    1e-9);
	for (unsigned int EACH(i, 0); i <= IPSC2_NODES; i++)
		assert_int_equal(d.stats.by_nodes[i], res.st.frames_of[i]);
}

/* Returns the time that the reader takes for the frames of 600 nibbles, after they were sent.
 */
static ipsc2_time reading(const struct ipsc2_reader *r, uint64_t *frames)
{
	const struct ipsc2_config cfg = {.nodes = 6, .seed = 4, .jitter = IPSC2_NS(500)};
	struct ipsc2_load load = {.count = 100, .spread = IPSC2_US(9)};
	struct ipsc2 *m = machine(&cfg);
	struct ipsc2_stats st;
	ipsc2_time began;

	assert_int_equal(ipsc2_load_all(m, &load), 0);
	run_programs(m);
	began = ipsc2_now(m);
	assert_int_equal(ipsc2_read(m, r, IPSC2_FOREVER), 0);
	ipsc2_stats(m, &st);
	assert_int_equal(st.valid, 600);
	*frames = st.frames;
	began = ipsc2_now(m) - began;
	ipsc2_close(m);
	return began;
}

/* A frame takes the reader four words of 800 ns, and the times for recording and analysis. */
static void reader_pace(void)
{
	static const ipsc2_time own[][2] = {
		{IPSC2_NS(800), 0}, {0, IPSC2_NS(1600)}, {IPSC2_NS(800), IPSC2_NS(2300)}};
	const struct ipsc2_reader bare = {.idle = IPSC2_US(1)};
	uint64_t frames, same;
	const ipsc2_time words = reading(&bare, &frames), least = 4 * IPSC2_NS(800) * frames;

	assert_in_range(frames, 300, 600);
	/* and a few reads of registers */
	assert_in_range(words, least, least + IPSC2_US(20));
	for (size_t EACH(i, 0); i < sizeof(own) / sizeof(own[0]); i++) {
		const struct ipsc2_reader r = {
			.recording = own[i][0], .analysis = own[i][1], .idle = IPSC2_US(1)};

		assert_int_equal(reading(&r, &same), words + frames * (own[i][0] + own[i][1]));
		assert_int_equal(same, frames);
	}
	assert_int_equal(ipsc2_experiment.recording, IPSC2_NS(800));
	assert_int_equal(ipsc2_experiment.analysis, 0);
}

static const struct unit units[] = {
	UNIT(costs, "HM-LIB-009 HM-LIB-010"),
	UNIT(nibble_loop, "HM-LIB-011"),
	UNIT(extraction_loop, "HM-LIB-012"),
	UNIT(delay_loop, "HM-LIB-013"),
	UNIT(software_recording, "HM-SOFT-005"),
	UNIT(software_loop, "HM-BW-001 HM-BW-003"),
	UNIT(wide_loop, "HM-LES-014"),
	UNIT(raw_loop, ""),
	UNIT(drift, "HM-SOFT-006"),
	UNIT(random_clocks, "HM-SOFT-006"),
	UNIT(causality, "HM-SOFT-007 HM-TIME-008"),
	UNIT(messages, ""),
	UNIT(no_overtaking, ""),
	UNIT(message_order, ""),
	UNIT(stuck, ""),
	UNIT(astray, ""),
	UNIT(bad_clocks, ""),
	UNIT(numbers, ""),
	UNIT(pauses, ""),
	UNIT(operating_system, ""),
	UNIT(synchronises, "HM-RSY-005"),
	UNIT(summaries, ""),
	UNIT(memory_full, ""),
	UNIT(repeatable, ""),
	UNIT(reader_pace, ""),
	UNIT(merged_by_hand, "HM-FIG-005"),
	UNIT(merged_by_machine, "HM-FIG-005"),
};

UNIT_MAIN(units)
