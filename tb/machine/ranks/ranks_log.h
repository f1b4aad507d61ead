/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RANKS_LOG_H
#define RANKS_LOG_H
/*
 * Log of what a rank (ranks.h) has received, from which an interrupted run goes on.
 *
 * A rank's run depends on its configuration and on these messages alone. So it is resumed by
 * running it again from the beginning with the messages of the log, which needs no other rank,
 * up to the last checkpoint that all ranks have reached; from there on it exchanges again. That
 * takes the processor time of the run up to there.
 *
 * Files of rank R in the folder: R.log has the messages, R.marks a line for the run and one for
 * each checkpoint: rounds, bytes of the log, hash of what the rank has sent until then. The log
 * is on the disk before its line is; a line that is cut does not count.
 */
#include "ranks.h"
#include <stdio.h>

struct ranks_log {
	struct ranks ranks; /* for the machine: replays, or exchanges and records */
	/* --- inside --- */
	const struct ranks *inner;
	FILE *log, *marks;
	uint64_t rounds, bytes, hash, every;
	uint64_t replay, want; /* rounds to replay; the hash after them */
};

/* Opens the log of rank @inner->rank in @folder, which exists; makes it for the run described
 * by
 * @run (one line) if there is none. Every @every rounds there is a checkpoint. 0, or a negative
 * errno value: -EEXIST the log is of another run, -EBADMSG it is damaged. */
int ranks_log_open(struct ranks_log *l, const struct ranks *inner, const char *folder,
		   const char *run, uint64_t every);
/* The last checkpoint in rounds; 0: none. */
uint64_t ranks_log_last(const struct ranks_log *l);
/* Replays so many rounds, a checkpoint of all ranks; what is behind it is forgotten. -EBADMSG:
 * there is no such checkpoint. Before the run. */
int ranks_log_replay(struct ranks_log *l, uint64_t rounds);
void ranks_log_close(struct ranks_log *l);

#endif
