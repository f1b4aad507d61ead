/* SPDX-License-Identifier: Apache-2.0 */
/* Live view of a SurfBoard that surfd simulates. */
#include "le.h"
#include "surflib.h"
#include "live.h"
#include <inttypes.h>
#include <stdlib.h>

#define BINS 1024u /* default */

static struct surf board;

static int open_board(const char *name)
{
	return surf_Open(&board, name);
}

static void close_board(void)
{
	surf_Close(&board);
}

/* Conditions after which something is missing. */
static void put_losses(struct watch_sample *s, uint32_t iscr, uint64_t dropped)
{
	if (dropped)
		watch_append(s->lost, "%" PRIu64 " packets dropped", dropped);
	else if (surf_get(iscr, SURF_ISCR_PV))
		watch_append(s->lost, "packets dropped before");
	if (surf_get(iscr, SURF_ISCR_FV))
		watch_append(s->lost, "a bin index");
	if (surf_get(iscr, SURF_ISCR_BV))
		watch_append(s->lost, "a bin has wrapped");
	if (surf_get(iscr, SURF_ISCR_LV))
		watch_append(s->lost, "latencies above the window");
	if (surf_get(iscr, SURF_ISCR_LU))
		watch_append(s->lost, "latencies below 0");
}

static void put_state(struct watch_sample *s, uint32_t htcr, uint32_t traced, uint64_t arrived)
{
	watch_append(s->state, "histogram %s", surf_get(htcr, SURF_HTCR_HEN) ? "on" : "off");
	watch_append(s->state, "trace %s, %" PRIu32 " entries",
		     surf_get(htcr, SURF_HTCR_TEN) ? "on" : "off", traced);
	watch_append(s->state, "word count %s", surf_get(htcr, SURF_HTCR_WEN) ? "on" : "off");
	s->unit = "packets";
	s->total = arrived;
}

static int read_bins(struct watch_sample *s, unsigned int bins)
{
	static uint8_t bytes[4 * WATCH_BARS];
	uint32_t size;
	int err = surf_GetHSize(&board, &size);

	if (!err && 4 * bins > size)
		bins = size / 4;
	if (!err)
		err = surf_GetHMem(&board, 0, bytes, 4 * bins, NULL, NULL);
	for (unsigned int i = 0; !err && i < bins; i++)
		s->bar[i].count = get_le32(bytes + 4 * i);
	s->bars = err ? 0 : bins;
	s->what = "packets by bin of the histogram:";
	return err;
}

static int take_sample(struct watch_sample *s, unsigned int bins)
{
	char status[SURF_REPLY_BYTES];
	uint32_t iscr, htcr, traced;
	int err = surf_command(&board, "status", status, sizeof(status));

	if (!err)
		err = surf_GetReg(&board, SURF_ISCR, &iscr);
	if (!err)
		err = surf_GetReg(&board, SURF_HTCR, &htcr);
	if (!err)
		err = surf_GetReg(&board, SURF_TICR, &traced);
	if (err)
		return err;
	s->ns = watch_field(status, "time");
	put_losses(s, iscr, watch_field(status, "dropped"));
	put_state(s, htcr, traced, watch_field(status, "arrived"));
	return read_bins(s, bins ? bins : BINS);
}

int main(int argc, char **argv)
{
	static const struct watch_kind kind = {
		.server = "surfd",
		.title = "SurfBoard",
		.bins_usage =
			"      --bins=N        show the first N bins, 4096 at most (1024)\n",
		.open = open_board,
		.sample = take_sample,
		.close = close_board,
	};

	return watch_main(&kind, argc, argv);
}
