/* SPDX-License-Identifier: Apache-2.0 */
/* Live view of a MultiKron board that multikrond simulates. */
#include "mk.h"
#include "mk_sample.h"
#include "live.h"
#include <inttypes.h>

static struct mk board;

static int open_board(const char *name)
{
	return mk_open(&board, name);
}

static void close_board(void)
{
	mk_close(&board);
}

/* Adds the counters of a chip that are enabled or not 0. */
static int put_counters(struct watch_sample *s, enum mk_chip chip)
{
	static const char *const sources[] = {
		[MK_SOURCE_OFF] = "off",	 [MK_SOURCE_EDGE] = "edges",
		[MK_SOURCE_NODECLK] = "NODECLK", [MK_SOURCE_TICK] = "timestamp",
		[MK_SOURCE_LEVEL] = "level",	 [MK_SOURCE_PROCESSOR] = "processor",
		[MK_SOURCE_TRACE] = "trace",	 [MK_SOURCE_RESOURCE] = "resource",
		[MK_SOURCE_LOST] = "lost",	 [MK_SOURCE_WAIT] = "wait"};
	uint32_t enabled, v;
	uint64_t source;
	int err = mk_get_enabled(&board, chip, &enabled);

	if (!err)
		err = mk_get_sources(&board, chip, &source);
	for (unsigned int n = 0; !err && n < MK_COUNTERS; n++) {
		const unsigned int k = source >> 4 * n & 15;

		err = mk_get_counter(&board, chip, n, &v);
		if (!err && (v || enabled >> n & 1))
			watch_add(s, v, "%s %u %s", chip == MK_II ? "II" : "vc", n,
				  k < sizeof(sources) / sizeof(*sources) ? sources[k] : "none");
	}
	return err;
}

/* Reading a chip changes its holding register, which is restored. */
static int put_chip(struct watch_sample *s, enum mk_chip chip, uint32_t *overruns)
{
	uint32_t hold;
	int err = mk_get_hold(&board, chip, &hold), restored;

	if (err)
		return err;
	if (overruns)
		err = mk_get_overruns(&board, overruns);
	if (!err)
		err = put_counters(s, chip);
	restored = mk_set_hold(&board, chip, hold);
	return err ? err : restored;
}

static void put_state(struct watch_sample *s, uint32_t config, uint32_t pointer,
		      uint32_t overruns)
{
	const uint32_t words = pointer & (uint32_t)MK_MAP_WORD,
		       wraps = pointer / MK_MEMORY_WORDS;
	const bool simple = config & MK_CONFIG_WRAPB;

	if (overruns)
		watch_append(s->lost, "%" PRIu32 " samples discarded", overruns);
	if (wraps)
		watch_append(s->lost,
			     simple ? "the memory is full" : "old samples were overwritten");
	watch_append(s->state, "%s buffer, samples go to %s", simple ? "simple" : "circular",
		     config & MK_CONFIG_LOCAL ? "local memory" : "the external cable");
	s->unit = "words of samples";
	s->total = (uint64_t)wraps * MK_MEMORY_WORDS + words;
}

static int take_sample(struct watch_sample *s, unsigned int bins)
{
	uint32_t config, pointer, overruns = 0;
	bool vc = false;
	int err = mk_time(&board, &s->ns);

	(void)bins;
	if (!err)
		err = mk_get_config(&board, &config);
	if (!err)
		err = mk_get_pointer(&board, &pointer);
	if (err)
		return err;
	s->named = true;
	s->what = "counters of the chips:";
	if (config & MK_CONFIG_MK_OE) {
		err = put_chip(s, MK_II, &overruns);
		if (!err)
			err = mk_vc_installed(&board, &vc);
		if (!err && vc)
			err = put_chip(s, MK_VC, NULL);
	} else {
		s->what = "the chips cannot be read: their outputs are disabled";
	}
	put_state(s, config, pointer, overruns);
	return err;
}

int main(int argc, char **argv)
{
	static const struct watch_kind kind = {
		.server = "multikrond",
		.title = "MultiKron",
		.open = open_board,
		.sample = take_sample,
		.close = close_board,
	};

	return watch_main(&kind, argc, argv);
}
