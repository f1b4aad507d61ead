/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RANKS_LOG_H
#define RANKS_LOG_H
/*
 * Log of the messages that a rank (ranks.h) has received, from which an interrupted run can be
 * resumed.
 *
 * The run of a rank depends only on its configuration and on these messages. To resume a run,
 * each rank runs again from the beginning with the messages of its log, without the other
 * ranks, up to the last checkpoint that all ranks have reached; from there on the ranks
 * exchange messages again. This takes the processor time of the run up to the checkpoint.
 *
 * Files of rank R in the folder: R.log has the messages, R.marks a line for the run and a line
 * for each checkpoint: rounds, bytes of the log, hash of everything that the rank has sent
 * until then. The log is written to disk before the line of the checkpoint; a truncated line is
 * ignored.
 */
#include "ranks.h"
#include <stdio.h>

struct ranks_log {
	struct ranks ranks; /* the ranks for the machine: they replay the log, or exchange
			     * messages and record them */
	/* --- private --- */
	const struct ranks *inner;
	FILE *log, *marks;
	uint64_t rounds, bytes, hash, every;
	uint64_t replay, want; /* number of rounds to replay; the expected hash after them */
};

/* Opens the log of rank @inner->rank in @folder, which must exist; creates it for the run
 * described by @run (one line) if there is none. There is a checkpoint every @every rounds. 0,
 * or a negative errno value: -EEXIST: the log belongs to another run; -EBADMSG: it is damaged.
 */
int ranks_log_open(struct ranks_log *l, const struct ranks *inner, const char *folder,
		   const char *run, uint64_t every);
/* Returns the last checkpoint in rounds; 0: none. */
uint64_t ranks_log_last(const struct ranks_log *l);
/* Replays @rounds rounds, which must end at a checkpoint of all ranks; later messages are
 * discarded. -EBADMSG: there is no such checkpoint. Call it before the run. */
int ranks_log_replay(struct ranks_log *l, uint64_t rounds);
void ranks_log_close(struct ranks_log *l);

#endif
