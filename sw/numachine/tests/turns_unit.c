/* SPDX-License-Identifier: Apache-2.0 */
/* The rules by which recorded threads wait for each other. */
#include "../../tests/unit.h"
#include "../recorder/turns.c"
#include <pthread.h>
#include <semaphore.h>

static const int on = 1;

/* A recorded thread that sleeps. */
struct sleeper {
	struct recorder_thread t;
	pthread_t id;
	sem_t begun, end;
};

static void *sleep_until_end(void *arg)
{
	struct sleeper *const s = arg;

	s->t.tid = (pid_t)syscall(SYS_gettid);
	sem_post(&s->begun);
	sem_wait(&s->end);
	return NULL;
}

static void begin_sleeper(struct sleeper *s, uint64_t clock)
{
	memset(s, 0, sizeof(*s));
	s->t.clock = clock;
	s->t.left_at = UINT64_MAX;
	sem_init(&s->begun, 0, 0);
	sem_init(&s->end, 0, 0);
	assert_int_equal(pthread_create(&s->id, NULL, sleep_until_end, s), 0);
	sem_wait(&s->begun);
}

static void end_sleeper(struct sleeper *s)
{
	sem_post(&s->end);
	pthread_join(s->id, NULL);
	sem_destroy(&s->begun);
	sem_destroy(&s->end);
}

static void lead_never_falls(void)
{
	struct recorder_thread t = {.clock = 10};

	recorder_raise(&t, 15);
	assert_int_equal(recorder_clock(&t), 15);
	/* the one that has made fewer events asks for less */
	recorder_raise(&t, 12);
	assert_int_equal(recorder_clock(&t), 15);
	recorder_raise(&t, 3);
	assert_int_equal(recorder_clock(&t), 15);
	recorder_raise(&t, 40);
	assert_int_equal(recorder_clock(&t), 40);
	/* its own events come on top */
	t.clock += 7;
	recorder_raise(&t, 40);
	assert_int_equal(recorder_clock(&t), 47);
}

#define RAISES 200000u

/* Raises the lead of a thread to high and low clocks, in turn. */
static void *raise_often(void *arg)
{
	struct recorder_thread *const t = arg;

	for (uint64_t i = 1; i <= RAISES; i++)
		recorder_raise(t, i % 2 ? i : 1);
	return NULL;
}

static void lead_never_falls_between_threads(void)
{
	struct recorder_thread t = {0};
	unsigned int falls = 0;
	uint64_t last = 0;
	pthread_t id[2];

	for (int EACH(i, 0); i < 2; i++)
		assert_int_equal(pthread_create(&id[i], NULL, raise_often, &t), 0);
	for (uint64_t i = 1; i <= RAISES; i++) {
		const uint64_t now = recorder_clock(&t);

		falls += now < last;
		last = now;
	}
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	assert_int_equal(falls, 0);
	assert_int_equal(recorder_clock(&t), RAISES - 1);
}

static void sleeper_gets_the_clock(void)
{
	struct sleeper s;

	begin_sleeper(&s, 5);
	recorder_wait_for(&s.t, 30, &on);
	end_sleeper(&s);
	assert_int_equal(s.t.clock, 5);
	assert_int_equal(s.t.lead, 25);
}

/* Makes the events for which others wait, a while later. */
static void *make_events(void *arg)
{
	struct recorder_thread *const t = arg;
	static const struct timespec pause = {0, 50000000};

	nanosleep(&pause, NULL);
	__atomic_store_n(&t->clock, 30, __ATOMIC_RELAXED);
	return NULL;
}

/* Checks that waiting for a thread does not raise its clock. Ends the thread. */
static void check_own_clock(struct sleeper *s)
{
	pthread_t id;

	assert_int_equal(pthread_create(&id, NULL, make_events, &s->t), 0);
	recorder_wait_for(&s->t, 30, &on);
	pthread_join(id, NULL);
	end_sleeper(s);
	assert_int_equal(s->t.clock, 30);
	assert_int_equal(s->t.lead, 0);
}

static void waiting_for_a_turn_is_no_sleep(void)
{
	struct sleeper s;

	begin_sleeper(&s, 5);
	s.t.waits_at = 5;
	check_own_clock(&s);
}

static void recorder_is_no_sleep(void)
{
	struct sleeper s;

	begin_sleeper(&s, 5);
	s.t.busy = 1;
	check_own_clock(&s);
}

static void ended_thread_delays_nobody(void)
{
	struct recorder_thread t = {.clock = 5, .ended = true};
	static const int off;

	recorder_wait_for(&t, 30, &on);
	t.ended = false;
	recorder_wait_for(&t, 30, &off);
	assert_int_equal(recorder_clock(&t), 5);
}

static void states_of_the_system(void)
{
	assert_false(sleeps("17 (name) R 1"));
	assert_false(sleeps("17 (name) D 1")); /* waits for memory */
	assert_true(sleeps("17 (name) S 1"));
	assert_true(sleeps("17 (name) Z 1"));
	assert_true(sleeps("17 (a) R) S 1"));
	assert_true(sleeps(""));
	assert_true(sleeps("17 (name)"));
}

static const struct unit units[] = {
	UNIT(lead_never_falls, "NM-DIA-017"),
	UNIT(lead_never_falls_between_threads, "NM-DIA-017"),
	UNIT(sleeper_gets_the_clock, "NM-DIA-017"),
	UNIT(waiting_for_a_turn_is_no_sleep, "NM-DIA-017"),
	UNIT(recorder_is_no_sleep, "NM-DIA-017"),
	UNIT(ended_thread_delays_nobody, ""),
	UNIT(states_of_the_system, ""),
};

UNIT_MAIN(units)
