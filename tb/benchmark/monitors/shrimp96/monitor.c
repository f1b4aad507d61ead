/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The SHRIMP monitor of 1996 on the memory card's bus. The adapter makes a packet of each
 * transaction, as that of the SurfBoard does: sender = processor (X coordinate), tag = class of
 * the page, size = 1 + kind of the transaction in words.
 */
#include "bench.h"
#include "s96_node.h"
#include "spmlib.h"
#include <stdlib.h>
#include <string.h>

#define TICK_PS SIM_NS(100)
#define SHIFT 3u /* of the latency: units of eight ticks */
#define LATENCIES 256u

static struct sim *s;
static struct s96_node *n;
static struct spm spm;
static sim_time start_ps;
static uint64_t start_tick;
static struct bench *bench;
static struct run_event waiting;
static bool more;

static sim_time when(uint64_t clock)
{
	return start_ps + clock * SIM_NS(RUN_CLOCK_NS) * bench->stretch;
}

static void find_transaction(void)
{
	do
		more = bench_next(bench, &waiting);
	while (more && waiting.kind != RUN_TRANSACTION);
}

static bool next_packet(void *arg, struct packet *p)
{
	const sim_time at = more ? when(waiting.clock + waiting.service) : UINT64_MAX;

	(void)arg;
	if (!more || at > sim_now(s)) {
		sni_ask_at(n->sni, at);
		return false;
	}
	*p = (struct packet){
		.tx = start_tick + (when(waiting.clock - waiting.waited) - start_ps) / TICK_PS,
		.addr = waiting.addr & 0x7FFFFFC,
		.words = (uint16_t)(1 + run_kind_of(waiting.cmd)),
		.x = waiting.processor & 15,
		.y = waiting.processor >> 4,
		.color = (uint8_t)run_class(&bench->run, waiting.addr),
		.be = 15,
	};
	bench->given++;
	find_transaction();
	return true;
}

/* @last: the last word that can count. */
static void replay(struct bench *b, unsigned int set, uint32_t last)
{
	struct spm_status st;
	sim_time before;

	bench = b;
	s = sim_new("shrimp96", 0, 1);
	if (!s)
		bench_fail("shrimp96", "the simulation does not open");
	sim_limit(s, UINT64_MAX);
	n = s96_open(s, &(struct s96_config){.unwatched = true});
	s96_power_on(n);
	bench_check(spm_open_device(&spm, bench_device(b, n->dev), 0, 0), "spm_open_device");
	before = sim_now(s);
	bench_check(spm_set_multiplexers(&spm, set), "spm_set_multiplexers");
	bench_check(spm_set_shift(&spm, SHIFT), "spm_set_shift");
	bench_check(spm_set_latency_limits(&spm, 0, LATENCIES * (1u << SHIFT) - 1), "limits");
	bench_check(spm_initialise_range(&spm, 0, last, 0), "spm_initialise_range");
	bench_check(spm_start(&spm), "spm_start");
	bench_cost(b, "change ns", (double)(sim_now(s) - before) / 1000);
	find_transaction();
	/* the link does not hold packets back that come too fast for the board */
	sni_set_timing(n->sni, &(struct sni_timing){.start_to_start = 1,
						    .end_to_start = 1,
						    .break_rules = true});
	sim_wait_edge(n->gclk, SIM_RISE);
	start_ps = sim_now(s);
	start_tick = s96_ticks(n);
	sni_set_source(n->sni, next_packet, NULL);
	while (more || !sni_idle(n->sni))
		sim_wait(s, SIM_US(200));
	sim_wait(s, SIM_US(100));
	bench_check(spm_stop(&spm), "spm_stop");
	bench_check(spm_get_status(&spm, &st), "spm_get_status");
	bench_adapter(b, st.arrived - st.lost, st.lost);
	bench_cost(b, "flagged", st.dropped);
	b->read_bytes = 0;
}

static void end(void)
{
	spm_close(&spm);
	sim_delete(s);
}

static uint64_t word_of(unsigned int set, const struct spm_variables *v)
{
	uint64_t count;

	bench_check(spm_read_range(&spm, spm_encode(set, v), &count, 1), "spm_read_range");
	return count;
}

static double clocks_of(uint32_t latency)
{
	return (latency + 0.5) * (1u << SHIFT) * (double)TICK_PS /
	       (double)(SIM_NS(RUN_CLOCK_NS) * bench->stretch);
}

/* Sender, class and two nibbles of latency. */
static void joint(struct bench *b)
{
	const unsigned int set = SPM_BIT(SPM_I0) | SPM_BIT(SPM_I1) | SPM_BIT(SPM_T) |
				 SPM_BIT(SPM_L0) | SPM_BIT(SPM_L1);
	static const struct {
		double share;
		const char *name;
	} quantile[] = {{0.5, "50%"}, {0.9, "90%"}, {0.99, "99%"}, {0.999, "99.9%"}};
	uint64_t all = 0, of[LATENCIES] = {0};
	double total = 0;

	replay(b, set, SPM_WORDS / 2 - 1); /* classes 0 to 7, in the highest nibble */
	for (unsigned int p = 0; p < b->run.processors; p++)
		for (unsigned int c = 0; c < RUN_CLASSES; c++) {
			uint64_t here = 0;
			double sum = 0;

			for (unsigned int l = 0; l < LATENCIES; l++) {
				const uint64_t k = word_of(
					set, &(struct spm_variables){.latency = l,
								     .sender = (uint8_t)p,
								     .tag = (uint8_t)c});

				here += k;
				of[l] += k;
				sum += (double)k * clocks_of(l);
			}
			if (here)
				bench_answer(sum / (double)here, "joint", "p%u.c%u", p, c);
			all += here;
			total += sum;
		}
	if (all)
		bench_answer(total / (double)all, "latency", "mean");
	for (unsigned int k = 0; all && k < 4; k++) {
		uint64_t below = 0;
		unsigned int l = 0;

		while ((double)(below += of[l]) < quantile[k].share * (double)all)
			l++;
		bench_answer(clocks_of(l), "latency", "%s", quantile[k].name);
	}
	end();
}

/* Size, which is the kind. */
static void kinds(struct bench *b)
{
	const unsigned int set = SPM_BIT(SPM_S0) | SPM_BIT(SPM_S1) | SPM_BIT(SPM_S2) |
				 SPM_BIT(SPM_T) | SPM_BIT(SPM_C);

	replay(b, set, SPM_WORDS / 16 - 1); /* category 0 */
	for (unsigned int k = 0; k < RUN_KINDS; k++) {
		uint64_t count = 0;

		for (unsigned int c = 0; c < RUN_CLASSES; c++)
			count += word_of(
				set, &(struct spm_variables){.size = (uint16_t)(4 * (1 + k)),
							     .tag = (uint8_t)c});
		bench_answer((double)count, "kinds", "%s", run_kind_name[k]);
	}
	end();
}

const struct bench_setup bench_setups[] = {{"joint", joint}, {"kinds", kinds}, {NULL, NULL}};

const char *const bench_cannot[] = {
	"false-sharing addresses are not recorded",
	"page addresses are not recorded, a class of four bits only",
	"queue a word of the trace has not sender, latency and part of the program together",
	"functions the category is that of the board's own processor",
	"outlier 20 bits of the trace cannot hold processor, kind, class and latency",
	"order sees no events of the program",
	NULL};
