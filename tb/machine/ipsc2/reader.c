/* SPDX-License-Identifier: Apache-2.0 */
/* The I/O node's program, which reads the board. */
#include "ipsc2_internal.h"
#include <errno.h>

#define SETTLE IPSC2_US(30) /* after this time the last write to a port is in a frame */

struct ipsc2_reader ipsc2_experiment = {.recording = IPSC2_NS(800), .idle = IPSC2_US(50)};

static void count_frames(struct ipsc2 *m, size_t count)
{
	const uint32_t *w = m->frames;

	m->st.groups++;
	for (size_t i = 0; i < count; i++, w += HM_FRAME_WORDS) {
		const unsigned int nibbles = hm_ones(hm_frame_vector(w));

		if (hm_is_mark(w)) {
			m->st.marks++;
			m->st.marked += w[1];
			continue;
		}
		m->st.frames++;
		m->st.frames_of[nibbles]++;
		m->st.valid += nibbles;
		m->st.merged += nibbles > 1 ? nibbles : 0;
	}
}

int ipsc2_read(struct ipsc2 *m, const struct ipsc2_reader *r, ipsc2_time until)
{
	const size_t room = m->cfg.depth * HM_FRAME_WORDS;
	ipsc2_time settled = m->now + SETTLE;
	size_t words, frames;
	uint32_t status;
	int err = hm_set_cost(&m->hm, (uint32_t)((r->recording + r->analysis) / IPSC2_NS(1)));

	while (!err && m->now < until) {
		if (!ipsc2_done(m))
			settled = m->now + SETTLE;
		if (m->no_memory)
			return -ENOMEM;
		if (m->astray)
			return -ENXIO;
		/* with a link, another part of a cube may still send a message */
		if (!m->link && ipsc2_stuck(m))
			return -EDEADLK;
		err = hm_read_frames(&m->hm, m->frames, room, &words, &frames);
		if (err)
			break;
		if (frames) {
			count_frames(m, frames);
			if (r->frames)
				r->frames(r->arg, (const uint32_t(*)[4])m->frames, frames);
		} else if (m->now >= settled) {
			break;
		} else {
			ipsc2_run(m, m->now + r->idle);
		}
		if (r->stop_at_overrun && m->board->first_loss(m->board))
			break;
	}
	if (!err)
		err = hm_lost(&m->hm, &m->st.lost);
	if (!err)
		err = hm_status(&m->hm, &status);
	if (err)
		return err;
	m->st.status = status;
	return (int)status;
}
