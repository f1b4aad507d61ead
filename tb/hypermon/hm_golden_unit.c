/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of HYPERMON: clocks that are skipped equal clocks that are simulated. */
#include "hm_golden.h"
#include "hypermon_regs.h"
#include "unit.h"

#define TURNS 400000u

static void check_equal(const struct hm_golden *a, const struct hm_golden *b, unsigned int turn)
{
	struct hm_golden_state s, t;
	struct hm_golden_counts n, m;
	const char *differs;

	hm_golden_show(a, &s);
	hm_golden_show(b, &t);
	hm_golden_count(a, &n);
	hm_golden_count(b, &m);
	differs = s.last != t.last			       ? "last clock of the window"
		  : s.stamp != t.stamp			       ? "window"
		  : s.vectors != t.vectors		       ? "vectors"
		  : s.store != t.store			       ? "store"
		  : s.drop != t.drop			       ? "drop"
		  : memcmp(&n, &m, sizeof(n))		       ? "counts"
		  : hm_golden_answer(a) != hm_golden_answer(b) ? "answer"
		  : hm_golden_frames(a) != hm_golden_frames(b) ? "frames"
		  : hm_golden_status(a) != hm_golden_status(b) ? "STATUS"
							       : NULL;
	if (differs)
		fail_msg("the models differ after %u turns: %s", turn, differs);
}

/* The input of a clock of the turn: bursts of strobes, of which some overrun FIFOs, reads and
 * writes. */
static struct hm_golden_clock draw(uint64_t *rnd, unsigned int turn)
{
	static const uint32_t read[] = {HYPERMON_FRAME,	 HYPERMON_FRAME, HYPERMON_FRAME,
					HYPERMON_STATUS, HYPERMON_COUNT, HYPERMON_LOST};
	struct hm_golden_clock c = {.data = random_splitmix(rnd)};
	const bool burst = turn % 8192 < 2048;

	if (random_splitmix(rnd) % (burst ? 2 : 64) == 0)
		c.edge = (uint16_t)(random_splitmix(rnd) | random_splitmix(rnd));
	if (random_splitmix(rnd) % (burst ? 64 : 2) == 0) {
		c.req = true;
		c.addr = read[random_splitmix(rnd) % (sizeof(read) / sizeof(read[0]))];
		c.write = random_splitmix(rnd) % 2048 == 0;
		if (c.write) {
			c.addr = HYPERMON_CTRL;
			c.wdata = HYPERMON_CTRL_ENABLE_MASK |
				  (uint32_t)(random_splitmix(rnd) % 3)
					  << HYPERMON_CTRL_WINDOW_LSB |
				  (random_splitmix(rnd) % 16 ? 0 : HYPERMON_CTRL_RST_MASK);
		}
	}
	return c;
}

/* Whether a frame is being built, and no other nibbles wait. */
static bool frame_is_built(const struct hm_golden *g)
{
	struct hm_golden_counts n;
	unsigned int waiting = 0;

	hm_golden_count(g, &n);
	for (unsigned int i = 0; i < HM_GOLDEN_NODES; i++)
		waiting += hm_golden_level(g, i);
	return n.held > waiting;
}

static void skipping(bool marks)
{
	const struct hm_golden_config cfg = {.nodes = 16, .depth = 256, .marks = marks};
	struct hm_golden *stepped = hm_golden_open(&cfg), *skipped = hm_golden_open(&cfg);
	struct hm_golden_counts n;
	unsigned int building = 0;
	uint64_t rnd = 1;

	assert_non_null(stepped);
	assert_non_null(skipped);
	for (unsigned int turn = 0; turn < TURNS; turn++) {
		const uint64_t quiet = hm_golden_quiet(skipped);
		const uint64_t want = turn % 2 ? random_splitmix(&rnd) % 32 : 0;
		const uint64_t clocks = quiet < want ? quiet : want;

		if (clocks) {
			building += frame_is_built(skipped);
			for (uint64_t i = 0; i < clocks; i++)
				hm_golden_step(stepped, &(struct hm_golden_clock){0});
			hm_golden_skip(skipped, clocks);
		} else {
			const struct hm_golden_clock c = draw(&rnd, turn);

			hm_golden_step(stepped, &c);
			hm_golden_step(skipped, &c);
		}
		check_equal(stepped, skipped, turn);
	}
	hm_golden_count(skipped, &n);
	printf("%u skips while a frame was built; lost: %u late, %u in full FIFOs, %u in windows, "
	       "%u in frames\n",
	       building, (unsigned int)n.late, (unsigned int)n.full, (unsigned int)n.windows,
	       (unsigned int)n.frames);
	assert_true(building > TURNS / 100 && n.late && n.frames && (marks || n.windows));
	hm_golden_close(stepped);
	hm_golden_close(skipped);
}

static void skips(void)
{
	skipping(false);
}

static void skips_with_marks(void)
{
	skipping(true);
}

static const struct unit units[] = {
	UNIT(skips, ""),
	UNIT(skips_with_marks, ""),
};

UNIT_MAIN(units)
