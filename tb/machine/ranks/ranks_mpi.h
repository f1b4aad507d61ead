/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RANKS_MPI_H
#define RANKS_MPI_H
/*
 * Ranks (ranks.h) that exchange messages with Open MPI, and the common part of their programs:
 * options, the log from which a run is resumed, the table of the time of each rank. For
 * programs only, not for libraries, because it prints.
 */
#include "ranks_log.h"

/* Letters of the command line that ranks_mpi_option() handles. */
#define RANKS_MPI_LETTERS "ledx"
#define RANKS_MPI_USAGE                                                                      \
	"  -l, --log=FOLDER      log the messages; after an interruption the same command\n" \
	"                        resumes the run\n"                                          \
	"  -e, --every=ROUNDS    rounds between checkpoints of the log; default 10000\n"     \
	"  -d, --die=RANK:ROUND  for tests: send SIGKILL to this rank in this round\n"       \
	"  -x, --exchange=BYTES  measure empty rounds with messages of this length instead\n"

struct ranks_mpi {
	struct ranks ranks;
	struct ranks_log log;
	const char *folder; /* folder of the log, or NULL */
	uint64_t every, die_rank, die_round;
	size_t measured; /* size of the messages whose exchange is measured; 0: no
			  * measurement */
	/* --- private --- */
	uint64_t rounds;
	double exchange_s;
	void *request;
};

/* Reads a decimal number up to @most. */
bool ranks_mpi_number(const char *text, uint64_t most, uint64_t *v);
/* Handles one of RANKS_MPI_LETTERS; false: its value is invalid. */
bool ranks_mpi_option(struct ranks_mpi *r, int letter, const char *value);
/* To be called after the command line. Returns 0, or an exit status. */
int ranks_mpi_begin(struct ranks_mpi *r, int *argc, char ***argv);
/* Returns the ranks for the machine, with the log if one was requested, for the run described
 * by @run (one line). All ranks resume from the last checkpoint that all of them have. NULL
 * after a reported error. */
const struct ranks *ranks_mpi_open(struct ranks_mpi *r, const char *run);
/* Measures empty rounds: the best of many batches, because other programs may be running. 0, or
 * an exit status. */
int ranks_mpi_measure(struct ranks_mpi *r);
void ranks_mpi_barrier(void);
/* Computes sums over all ranks; rank 0 gets them. */
void ranks_mpi_sum(const struct ranks_mpi *r, uint64_t *v, size_t n);
/* Prints, on rank 0, the times of each rank for @simulated seconds in @run_s seconds. */
void ranks_mpi_print(const struct ranks_mpi *r, const struct ranks_counts *own,
		     double simulated, double run_s);
/* Ends all ranks if @err is not 0, because others may wait for a message. */
void ranks_mpi_end(struct ranks_mpi *r, int err);

#endif
