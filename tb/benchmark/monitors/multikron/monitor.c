/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MultiKron in a PC. Events of the program are probes: when a processor begins a part of the
 * program it stores {processor, part} to the board. Transactions are pulses on the external
 * inputs 1 and 3 to 8, one for each kind, and are counted.
 */
#include "bench.h"
#include "pc/station.h"
#include <string.h>

/* Each level of an input lasts more than two clocks of NODECLK (25 ns), so that the chip
 * samples it. */
#define PULSE SIM_NS(60)
#define FASTER 5u /* speed relative to the other monitors that have their own clock */

static struct station station;
static struct sim_pin *ext;
static unsigned int of[RUN_PROCESSORS], events;
static uint64_t samples;

/* Inputs 0 and 2 are not connected. */
static unsigned int input_of(unsigned int kind)
{
	return kind ? kind + 2 : 1;
}

static void add_sample(void *arg, const struct mk_sample *s)
{
	const unsigned int p = s->data >> 8 & 0xFF;

	(void)arg;
	samples++;
	if (events++ < ORDER_EVENTS && p < RUN_PROCESSORS)
		row_number((double)s->timestamp, "order", "p%u.%u", p, of[p]++);
}

static void pulse(unsigned int kind)
{
	sim_put(ext, 1ull << input_of(kind));
	sim_wait(station.s, PULSE);
	sim_put(ext, 0);
	sim_wait(station.s, PULSE);
}

static void prepare(struct bench *b)
{
	sim_time before;

	station_open(&station, "multikron", 1, 0);
	sim_limit(station.s, UINT64_MAX);
	/* open the driver again, on the device that counts its accesses */
	bench_check(mk_open_device(&station.mk, bench_device(b, station.mk.dev)),
		    "mk_open_device");
	bench_check(mk_initialize(&station.mk), "mk_initialize");
	ext = sim_pin(station.s, "x_ext");
	sim_put(ext, 0);
	before = sim_now(station.s);
	for (unsigned int k = 0; k < RUN_KINDS; k++)
		bench_check(mk_select(&station.mk, MK_II, input_of(k), MK_SOURCE_EDGE),
			    "mk_select");
	bench_check(mk_clear(&station.mk, MK_II, 0xFFFF), "mk_clear");
	bench_check(mk_enable(&station.mk, MK_II, 0xFFFF), "mk_enable");
	bench_cost(b, "change ns", (double)(sim_now(station.s) - before) / 1000);
}

static void answer(struct bench *b)
{
	uint64_t counted = 0;
	uint32_t lost;

	station_settle(&station);
	b->read_bytes = 0;
	for (unsigned int k = 0; k < RUN_KINDS; k++) {
		uint32_t n;

		bench_check(mk_get_counter(&station.mk, MK_II, input_of(k), &n),
			    "mk_get_counter");
		row_number(n, "kinds", "%s", run_kind_name[k]);
		counted += n;
	}
	bench_check(mk_get_overruns(&station.mk, &lost), "mk_get_overruns");
	station_samples(&station, add_sample, b);
	bench_adapter(b, counted + samples, lost);
	b->read_bytes += samples * MK_TRACE_BYTES;
	bench_loss(b, lost, lost, true);
}

static void probes(struct bench *b)
{
	const unsigned int stretch = (b->stretch + FASTER - 1) / FASTER;
	struct run_event e;
	sim_time start;

	prepare(b);
	start = sim_now(station.s);
	while (bench_next(b, &e)) {
		const sim_time at = start + e.clock * SIM_NS(RUN_CLOCK_NS) * stretch;

		if (e.kind != RUN_FUNCTION && e.kind != RUN_TRANSACTION)
			continue;
		if (at > sim_now(station.s))
			sim_wait_until(station.s, at);
		b->given++;
		if (e.kind == RUN_TRANSACTION) {
			pulse(run_kind_of(e.cmd));
			continue;
		}
		bench_check(mk_trace(&station.mk, 0, (uint32_t)e.processor << 8 | e.function),
			    "mk_trace");
	}
	answer(b);
	station_close(&station);
}

const struct bench_setup bench_setups[] = {{"probes", probes}, {NULL, NULL}};

const char *const bench_cannot[] = {
	"latency counts pulses; a transaction has no time",
	"joint counts pulses, without processor and address",
	"false-sharing no addresses",
	"page no addresses",
	"queue not measured: the depth could be a level on an input",
	"functions not measured: counters sampled at each part count all processors together",
	"outlier transactions are counted, not sampled",
	"buses counts pulses, without address",
	"banks counts pulses, without address",
	"saturation counts pulses; a transaction has no time",
	"pio counts pulses; a transaction has no time",
	NULL};
