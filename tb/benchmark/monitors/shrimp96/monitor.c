/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The SHRIMP monitor of 1996 on the memory card's bus. The adapter makes a packet of each
 * transaction, as that of the SurfBoard does: sender = processor (X coordinate), tag = class of
 * the page, size = 1 + kind of the transaction in words.
 */
#include "bench.h"
#include "packets.h"
#include "s96_node.h"
#include "seen.h"
#include "spmlib.h"
#include <stdlib.h>
#include <string.h>

#define SHIFT 3u /* shift of the latency, which is measured in units of eight ticks */
#define LATENCIES 256u

static struct sim *sim;
static struct s96_node *node;
static struct spm spm;
static struct packets packets;

static uint64_t ticks(void *node)
{
	return s96_ticks(node);
}

/* Replays the run. @last: the last histogram word that a packet can reach. */
static void replay(struct bench *b, unsigned int set, uint32_t last)
{
	struct spm_status st;
	sim_time before;

	sim = sim_new("shrimp96", 0, 1);
	if (!sim)
		bench_fail("shrimp96", "the simulation does not open");
	sim_limit(sim, UINT64_MAX);
	node = s96_open(sim, &(struct s96_config){.unwatched = true});
	s96_power_on(node);
	bench_check(spm_open_device(&spm, bench_device(b, node->dev), 0, 0), "spm_open_device");
	before = sim_now(sim);
	bench_check(spm_set_multiplexers(&spm, set), "spm_set_multiplexers");
	bench_check(spm_set_shift(&spm, SHIFT), "spm_set_shift");
	bench_check(spm_set_latency_limits(&spm, 0, LATENCIES * (1u << SHIFT) - 1), "limits");
	bench_check(spm_initialise_range(&spm, 0, last, 0), "spm_initialise_range");
	bench_check(spm_start(&spm), "spm_start");
	bench_cost(b, "change ns", (double)(sim_now(sim) - before) / 1000);
	packets = (struct packets){.b = b, .s = sim, .sni = node->sni, .gclk = node->gclk};
	packets_replay(&packets, ticks, node);
	bench_check(spm_stop(&spm), "spm_stop");
	bench_check(spm_get_status(&spm, &st), "spm_get_status");
	bench_adapter(b, st.arrived - st.lost, st.lost);
	bench_loss(b, st.dropped, st.lost, false);
	b->read_bytes = 0;
}

static void end(void)
{
	spm_close(&spm);
	sim_delete(sim);
}

static uint64_t word_of(unsigned int set, const struct spm_variables *v)
{
	uint64_t count;

	bench_check(spm_read_range(&spm, spm_encode(set, v), &count, 1), "spm_read_range");
	return count;
}

/* Sender, class and two nibbles of latency. With less memory, the board's category, which is
 * always 0, replaces the class. */
static void joint(struct bench *b)
{
	const bool classes = b->less == 1;
	const unsigned int set = SPM_BIT(SPM_I0) | SPM_BIT(SPM_I1) | SPM_BIT(SPM_L0) |
				 SPM_BIT(SPM_L1) | (classes ? SPM_BIT(SPM_T) : SPM_BIT(SPM_C));
	const double unit = (1u << SHIFT) / packets_ticks(b);
	uint64_t of[LATENCIES] = {0};

	/* classes 0 to 7, or category 0, in the highest nibble */
	replay(b, set, classes ? SPM_WORDS / 2 - 1 : SPM_WORDS / 16 - 1);
	for (unsigned int p = 0; p < b->run.processors; p++)
		for (unsigned int c = 0; c < (classes ? RUN_CLASSES : 1); c++) {
			uint64_t here = 0;
			double sum = 0;

			for (unsigned int l = 0; l < LATENCIES; l++) {
				const uint64_t k = word_of(
					set, &(struct spm_variables){.latency = l,
								     .sender = (uint8_t)p,
								     .tag = (uint8_t)c});

				here += k;
				of[l] += k;
				sum += (double)k * (l + 0.5) * unit;
			}
			if (here && classes)
				row_number(sum / (double)here, "joint", "p%u.c%u", p, c);
		}
	seen_latency(of, LATENCIES, unit / 2, unit);
	end();
}

/* Counts sizes, which tell the kinds. */
static void kinds(struct bench *b)
{
	const unsigned int set = SPM_BIT(SPM_S0) | SPM_BIT(SPM_S1) | SPM_BIT(SPM_S2) |
				 SPM_BIT(SPM_T) | SPM_BIT(SPM_C);

	replay(b, set, SPM_WORDS / 16 - 1); /* category 0, in the highest nibble */
	for (unsigned int k = 0; k < RUN_KINDS; k++) {
		uint64_t count = 0;

		for (unsigned int c = 0; c < RUN_CLASSES; c++)
			count += word_of(
				set, &(struct spm_variables){.size = (uint16_t)(4 * (1 + k)),
							     .tag = (uint8_t)c});
		row_number((double)count, "kinds", "%s", run_kind_name[k]);
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
	"buses addresses are not recorded",
	"banks addresses are not recorded",
	"saturation addresses are not recorded",
	"pio not measured: another set-up could count size and latency jointly",
	NULL};
