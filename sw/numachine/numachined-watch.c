/* SPDX-License-Identifier: Apache-2.0 */
/* Live view of a NUMAchine memory monitor that numachined simulates. */
#include "nm_report.h"
#include "unixdev.h"
#include "live.h"
#include <inttypes.h>
#include <string.h>

static struct device *device;
static struct nm board;
static struct nm_table table;

static int open_board(const char *name)
{
	int err = unixdev_open(name + strlen("unix:"), &device);

	if (err)
		return err;
	err = nm_open_device(&board, device);
	if (err)
		device->ops->close(device);
	return err;
}

static void close_board(void)
{
	nm_close(&board);
	device->ops->close(device);
}

/* Reads all counters, many in a request: one by one they would take seconds. */
static int read_counters(void)
{
	static uint32_t value[NM_COUNTERS];
	int err = 0;

	for (uint32_t k = 0; !err && k < NM_COUNTERS; k += UNIXDEV_WORDS)
		err = device->ops->read_words(device, NM_AT_COUNTERS + 4 * k, value + k,
					      UNIXDEV_WORDS);
	for (uint32_t k = 0; !err && k < NM_COUNTERS; k++)
		table.count[k] = value[k];
	return err;
}

static void put_pages(struct watch_sample *s)
{
	static struct nm_page page[NM_PAGES];

	s->what = "accesses by page, with the station that uses it most:";
	s->named = true;
	if (nm_pages(&table, page))
		return;
	for (unsigned int i = 0; i < NM_PAGES; i++) {
		unsigned int most = 0;

		for (unsigned int k = 1; k < NM_STATIONS; k++)
			if (page[i].access[k] > page[i].access[most])
				most = k;
		if (page[i].total)
			watch_add(s, page[i].total, "page 0x%03X, station %u", i, most);
	}
}

static void put_depths(struct watch_sample *s)
{
	struct nm_queue q;

	s->what = "transactions by the depth of the input FIFO that they found:";
	if (nm_queue(&table, -1, -1, &q))
		return;
	for (s->bars = 0; s->bars < NM_DEPTHS; s->bars++)
		s->bar[s->bars].count = q.count[s->bars];
}

static void put_labels(struct watch_sample *s)
{
	struct nm_hits h;

	s->what = "events by label, and those that found the line held by others:";
	s->named = true;
	for (unsigned int k = 0; k < nm_labels(table.mode); k++) {
		uint64_t held = 0;

		if (nm_hits(&table, &NM_EVENTS_OF((int)k, -1), &h) || !h.total)
			continue;
		for (unsigned int c = 0; c < NM_HIT_COLUMNS; c++)
			held += h.hit[NM_LI][c] + h.hit[NM_GI][c];
		watch_add(s, h.total, "label %u", nm_first_label(table.mode, k));
		if (held)
			watch_add(s, held, "label %u, held", nm_first_label(table.mode, k));
	}
}

static void put_state(struct watch_sample *s, const struct nm_state *st)
{
	if (st->missed)
		watch_append(s->lost, "%s%" PRIu32 " events while the monitor was busy",
			     st->misses == UINT16_MAX ? "at least " : "", st->misses);
	if (st->second)
		watch_append(s->lost, "a second counter has overflowed");
	watch_append(s->state, "mode %s, FIFO depth %u", nm_mode_name(st->mode), st->depth);
	if (st->pending)
		watch_append(s->state, "counter %u has overflowed", st->overflowed);
}

static int take_sample(struct watch_sample *s, unsigned int bins)
{
	char status[NM_REPLY_BYTES], card[NM_REPLY_BYTES] = "";
	struct nm_state st;
	int err = nm_command(&board, "status", status, sizeof(status));

	(void)bins;
	if (!err)
		err = nm_get_state(&board, &st);
	if (!err)
		err = nm_command(&board, "card", card, sizeof(card));
	if (!err && st.mode != NM_OFF)
		err = read_counters();
	if (err)
		return err;
	s->ns = watch_field(status, "time ns");
	s->unit = "transactions";
	s->total = watch_field(status, "transactions");
	put_state(s, &st);
	table.mode = st.mode;
	table.boards = nm_boards(&board);
	table.line_bytes = nm_line_bytes(&board);
	table.ahdl = strstr(card, "order=1");
	s->what = "the monitor does not count";
	if (st.mode == NM_FLYER)
		put_pages(s);
	else if (st.mode == NM_DEPTH)
		put_depths(s);
	else if (nm_is_histogram(st.mode))
		put_labels(s);
	return 0;
}

int main(int argc, char **argv)
{
	static const struct watch_kind kind = {
		.server = "numachined",
		.title = "NUMAchine memory monitor",
		.open = open_board,
		.sample = take_sample,
		.close = close_board,
	};

	return watch_main(&kind, argc, argv);
}
