/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Computed, not simulated: samples as perf c2c takes them: every PERIOD-th reference of a
 * processor, with its processor, function, address, and whether it missed. A sample interrupts
 * the processor for SAMPLE_CLOCKS; reports count lines that more than one processor uses.
 */
#include "bench.h"
#include <stdlib.h>
#include <string.h>

#define PERIOD 97u
#define SAMPLE_BYTES 64u
#define SAMPLE_CLOCKS 100u /* 2 us */
#define LEAST 4u

struct line {
	uint8_t offset[8]; /* of each word: processor that used it + 1; 255: several */
	uint8_t user, users;
	bool written;
};

static struct line line[1u << 20];

static void sample(const struct run_event *e)
{
	struct line *l = &line[e->addr >> 6 & ((1u << 20) - 1)];
	uint8_t *word = &l->offset[e->addr >> 3 & 7];
	const uint8_t me = (uint8_t)(e->processor + 1);

	*word = *word && *word != me ? 255 : me;
	if (l->user != me && l->users < 255)
		l->users++;
	l->user = me;
	l->written |= e->write;
}

/* An object is falsely shared if the sampled users of its lines use words of their own. */
static void answer_objects(const struct bench *b)
{
	for (unsigned int i = 0; i < b->run.objects; i++) {
		const struct run_object *o = &b->run.object[i];
		unsigned int apart = 0, together = 0;

		for (uint32_t a = o->start & ~63u; a < o->start + o->bytes; a += 64) {
			const struct line *l = &line[a >> 6 & ((1u << 20) - 1)];
			unsigned int several = 0;

			for (unsigned int k = 0; k < 8; k++)
				several += l->offset[k] == 255;
			if (!l->written || l->users < LEAST)
				continue;
			apart += !several;
			together += several != 0;
		}
		row_number(apart > 9 * together, "false-sharing", "%s", o->name);
	}
}

static void sampling(struct bench *b)
{
	uint64_t n[RUN_PROCESSORS] = {0}, misses[RUN_FUNCTIONS] = {0}, bank[RUN_BANKS] = {0};
	uint64_t samples = 0, clocks = 0;
	bool sampled[RUN_PROCESSORS] = {0};
	struct run_event e;

	memset(line, 0, sizeof(line));
	while (bench_next(b, &e)) {
		clocks = e.clock;
		if (e.kind == RUN_REFERENCE) {
			b->given++;
			sampled[e.processor] = ++n[e.processor] % PERIOD == 0;
			samples += sampled[e.processor];
			if (sampled[e.processor] && !(e.addr >> 28))
				sample(&e);
		} else if (e.kind == RUN_REQUEST && sampled[e.processor]) {
			sampled[e.processor] = false;
			misses[e.function]++;
			if (!(e.addr >> 28))
				bank[run_bank_of(e.addr)]++;
		}
	}
	bench_adapter(b, b->given, 0);
	for (unsigned int f = 0; f < RUN_FUNCTIONS; f++)
		if (misses[f])
			row_number((double)misses[f], "functions", "%s", b->run.function[f]);
	for (unsigned int k = 0; k < RUN_BANKS; k++)
		if (bank[k])
			row_number((double)bank[k], "banks", "bank%u", k);
	answer_objects(b);
	b->read_bytes = samples * SAMPLE_BYTES;
	bench_cost(b, "slower %",
		   100.0 * (double)(samples * SAMPLE_CLOCKS) / b->run.processors /
			   (double)clocks);
}

const struct bench_setup bench_setups[] = {{"sampling", sampling}, {NULL, NULL}};

const char *const bench_cannot[] = {
	"kinds samples references, does not see the bus",
	"latency not computed: the run has no latency of a single reference of a processor",
	"joint as latency",
	"page not computed: samples of addresses by node",
	"queue does not see the memory",
	"outlier keeps samples, not what came before",
	"order samples, not events",
	"buses samples references, not the kinds of transactions",
	"saturation as latency",
	"pio as latency",
	NULL};
