/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Slices of the hardware runs of Table 2 (5.2) through the RTL: the beginning of each program
 * on 1, 2, 4 and 8 nodes at delay 20. The frames must be those of the golden model, frame by
 * frame, and the scoreboard follows every clock besides. The length is a share of the whole
 * run: 0.05 % here, 1 % in make test-long.
 */
#include "rtl.h"
#include "trial.h"
#include <stdlib.h>
#include <string.h>

#define DELAY 20

struct slice {
	struct sim *s;
	struct hypercube *h;
	uint32_t (*frame)[4]; /* of the RTL */
	size_t frames, room, compared;
	bool again; /* compare, with the golden model */
};

static void take(void *arg, const uint32_t (*frame)[4], size_t count)
{
	struct slice *l = arg;

	if (l->again) {
		SIM_CHECK(l->s, l->compared + count <= l->frames, "more frames than in RTL");
		for (size_t i = 0; i < count; i++, l->compared++)
			for (unsigned int k = 0; k < 4; k++)
				if (frame[i][k] != l->frame[l->compared][k])
					SIM_FAIL(l->s, "frame %zu, word %u: %08X, in RTL %08X",
						 l->compared, k, frame[i][k],
						 l->frame[l->compared][k]);
		return;
	}
	if (l->frames + count > l->room) {
		l->room = 2 * (l->frames + count);
		l->frame = realloc(l->frame, l->room * sizeof(*l->frame));
		SIM_CHECK(l->s, l->frame != NULL, "memory");
	}
	memcpy(l->frame[l->frames], frame, count * sizeof(*frame));
	l->frames += count;
}

static struct ipsc2 *open_rtl(void *arg, const struct ipsc2_config *cfg)
{
	return ipsc2_open_rtl(cfg, ((struct slice *)arg)->h);
}

static void free_slice(void *arg)
{
	free(((struct slice *)arg)->frame);
	free(arg);
}

static void slices(struct sim *s, unsigned int app)
{
	/* millionths of the run */
	const uint64_t share = sim_length(s, 500, 5);
	struct slice *l = calloc(1, sizeof(*l));

	SIM_CHECK(s, l != NULL, "memory");
	l->s = s;
	sim_cleanup(s, free_slice, l);
	sim_limit(s, SIM_MS(100000));
	l->h = hypercube_open(s);
	hypercube_power_on(l->h);
	for (unsigned int k = 0; k < 4; k++) {

		const double seconds = table2[app][k].hard;
		struct apprun_config cfg = {.app = apps[app],
					    .nodes = 1u << k,
					    .recording = IPSC2_HARDWARE,
					    .seed = sim_seed(s),
					    .delay = DELAY,
					    .until = (ipsc2_time)(seconds * 1e6) * share,
					    .frames = take,
					    .arg = l,
					    .open = open_rtl};
		struct apprun rtl, model;

		l->frames = l->compared = 0;
		l->again = false;
		cfg.start = sim_now(s) - l->h->began;
		SIM_EQ(s, (uint64_t)-apprun(&cfg, &rtl), 0, "the run in RTL");
		l->again = true;
		cfg.open = NULL;
		SIM_EQ(s, (uint64_t)-apprun(&cfg, &model), 0, "the run with the golden model");
		SIM_CHECK(s, l->frames > 0, "no frames");
		SIM_EQ(s, l->compared, l->frames, "frames");
		SIM_EQ(s, rtl.stats.nibbles, model.stats.nibbles, "nibbles");
		SIM_EQ(s, rtl.stats.status, model.stats.status, "STATUS");
		SIM_EQ(s, rtl.stats.lost, model.stats.lost, "LOST");
		sim_digest(s, l->frame, l->frames * sizeof(*l->frame));
		sim_note(s, "%s, %u nodes: %zu frames in %.3f ms", apps[app]->name, 1u << k,
			 l->frames, (double)cfg.until / 1e9);
	}
}

static void slice_simplex(struct sim *s)
{
	slices(s, 0);
}

static void slice_life(struct sim *s)
{
	slices(s, 1);
}

static void slice_matmul(struct sim *s)
{
	slices(s, 2);
}

static void slice_place(struct sim *s)
{
	slices(s, 3);
}

/* The golden model around which the machine runs knows no jitter. */
const char *const sim_without_jitter[] = {"slice_simplex", "slice_life", "slice_matmul",
					  "slice_place", NULL};

const struct sim_test sim_tests[] = {
	{"slice_simplex", slice_simplex, "HM-APP-039", NULL},
	{"slice_life", slice_life, "HM-APP-039", NULL},
	{"slice_matmul", slice_matmul, "HM-APP-039", NULL},
	{"slice_place", slice_place, "HM-APP-039", NULL},
	{0},
};
