/* SPDX-License-Identifier: Apache-2.0 */
/* Live view of a HYPERMON that hypermond simulates. It reads no frames. */
#include "hmlib.h"
#include "hmtext.h"
#include "live.h"
#include <inttypes.h>
#include <stdlib.h>

static struct hm board;

static int open_board(const char *name)
{
	return hm_open(&board, name);
}

static void close_board(void)
{
	hm_close(&board);
}

static int take_sample(struct watch_sample *s, unsigned int bins)
{
	char names[HM_STATUS_TEXT], status[HM_REPLY_BYTES], sent[HM_REPLY_BYTES], *p = sent;
	struct hm_state st;
	int err = hm_get_state(&board, &st);

	(void)bins;
	if (!err)
		err = hm_command(&board, "status", status, sizeof(status));
	if (!err)
		err = hm_command(&board, "sent", sent, sizeof(sent));
	if (err)
		return err;
	s->ns = watch_field(status, "time");
	if (st.status || st.lost)
		watch_append(s->lost, "%" PRIu32 " frames, STATUS %" PRIu32 " %s", st.lost,
			     st.status, hm_status_text(st.status, names));
	watch_append(s->state, "%" PRIu64 " nodes send, COUNT %" PRIu32,
		     watch_field(status, "nodes"), st.count);
	s->unit = "nibbles";
	s->total = watch_field(status, "nibbles");
	s->what = "nibbles sent by node:";
	for (char *end; s->bars < WATCH_BARS; s->bars++, p = end) {
		s->bar[s->bars].count = strtoull(p, &end, 10);
		if (end == p)
			break;
	}
	return 0;
}

int main(int argc, char **argv)
{
	static const struct watch_kind kind = {
		.server = "hypermond",
		.title = "HYPERMON",
		.open = open_board,
		.sample = take_sample,
		.close = close_board,
	};

	return watch_main(&kind, argc, argv);
}
