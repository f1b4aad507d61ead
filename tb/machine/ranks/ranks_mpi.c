/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks_mpi.h"
#include "../../../sw/lib/cmdline.h"
#include "terminal.h"
#include <errno.h>
#include <inttypes.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#define POLLS 100	  /* number of polls for a message before a rank sleeps between polls */
#define BATCHES 50	  /* the fastest of so many batches is the result of a measurement */
#define BATCH_ROUNDS 1000 /* rounds of exchange in a batch */
#define MEASURED_MOST (1u << 20) /* largest message of a measurement, bytes */
#define LOG_EVERY 10000		 /* rounds between two records of the log, by default */

struct figures { /* of a rank */
	double exchange_s, cpu_s;
	struct ranks_counts counts;
	uint64_t memory_kb;
};

/* ---- messages ---- */

/* Receives a message of any length from @from. */
static int receive(int from, struct ranks_buffer *b)
{
	static const struct timespec nap = {0, 1000};
	MPI_Message message;
	MPI_Status status;
	int there = 0, bytes;

	for (unsigned int polls = 0; !there; polls++) {
		if (MPI_Improbe(from, 0, MPI_COMM_WORLD, &there, &message, &status))
			return -EIO;
		if (!there && polls > POLLS)
			nanosleep(&nap, NULL);
	}
	MPI_Get_count(&status, MPI_BYTE, &bytes);
	if (ranks_resize(b, (size_t)bytes))
		return -ENOMEM;
	return MPI_Mrecv(b->data, bytes, MPI_BYTE, &message, &status) ? -EIO : 0;
}

static int exchange(void *arg, const struct ranks_buffer *out, struct ranks_buffer *in)
{
	struct ranks_mpi *r = arg;
	const int ranks = (int)r->ranks.ranks, rank = (int)r->ranks.rank;
	const double from = seconds();
	MPI_Request *request = r->request;
	int n = 0, err = 0;

	if (++r->rounds == r->die_round && r->ranks.rank == r->die_rank)
		raise(SIGKILL);
	for (int i = 0; i < ranks && !err; i++)
		if (i != rank && MPI_Isend(out[i].data, (int)out[i].bytes, MPI_BYTE, i, 0,
					   MPI_COMM_WORLD, &request[n++]))
			err = -EIO;
	for (int i = 0; i < ranks && !err; i++)
		if (i != rank)
			err = receive(i, &in[i]);
	if (!err && MPI_Waitall(n, request, MPI_STATUSES_IGNORE))
		err = -EIO;
	r->exchange_s += seconds() - from;
	return err;
}

void ranks_mpi_barrier(void)
{
	MPI_Barrier(MPI_COMM_WORLD);
}

int ranks_mpi_measure(struct ranks_mpi *r)
{
	struct ranks_port p;
	double best = 1e9;
	int err = ranks_port_open(&p, &r->ranks);

	for (unsigned int i = 0; !err && i < r->ranks.ranks; i++) {
		err = ranks_resize(&p.out[i], r->measured);
		if (!err)
			memset(p.out[i].data, 0, r->measured);
	}
	for (unsigned int i = 0; !err && i < BATCHES; i++) {
		double from;

		MPI_Barrier(MPI_COMM_WORLD);
		from = seconds();
		for (unsigned int k = 0; !err && k < BATCH_ROUNDS; k++)
			err = ranks_port_exchange(&p);
		from = (seconds() - from) / BATCH_ROUNDS;
		best = from < best ? from : best;
	}
	ranks_port_close(&p);
	if (err)
		return complain("the exchange: %s", strerror(-err));
	if (!r->ranks.rank)
		printf("%u ranks, messages of %zu bytes: %.2f us a round\n", r->ranks.ranks,
		       r->measured, 1e6 * best);
	return 0;
}

/* ---- begin and end ---- */

bool ranks_mpi_number(const char *text, uint64_t most, uint64_t *v)
{
	char *end;

	errno = 0;
	*v = strtoull(text, &end, 10);
	return *text >= '0' && *text <= '9' && !*end && !errno && *v <= most;
}

bool ranks_mpi_option(struct ranks_mpi *r, int letter, const char *value)
{
	uint64_t v = 0;
	int end = 0;

	switch (letter) {
	case 'l':
		r->folder = value;
		return *value;
	case 'e':
		return ranks_mpi_number(value, UINT32_MAX, &r->every) && r->every;
	case 'd':
		return sscanf(value, "%" SCNu64 ":%" SCNu64 "%n", &r->die_rank, &r->die_round,
			      &end) == 2 &&
		       !value[end] && r->die_round;
	case 'x':
		if (!ranks_mpi_number(value, MEASURED_MOST, &v))
			return false;
		r->measured = v;
		return v;
	}
	return false;
}

int ranks_mpi_begin(struct ranks_mpi *r, int *argc, char ***argv)
{
	int rank, ranks;

	/* a waiting rank yields the processor; its short sleeps are not rounded up to 50 us */
	setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
	prctl(PR_SET_TIMERSLACK, 1UL, 0, 0, 0);
	if (MPI_Init(argc, argv))
		return complain("MPI does not start");
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	r->ranks = (struct ranks){(unsigned int)rank, (unsigned int)ranks, exchange, r};
	if (!r->every)
		r->every = LOG_EVERY;
	r->request = calloc((size_t)ranks, sizeof(MPI_Request));
	return r->request ? 0 : complain("out of memory");
}

const struct ranks *ranks_mpi_open(struct ranks_mpi *r, const char *run)
{
	unsigned long long rounds;
	char line[400];
	int err;

	if (!r->folder)
		return &r->ranks;
	snprintf(line, sizeof(line), "# %s ranks=%u every=%" PRIu64, run, r->ranks.ranks,
		 r->every);
	if (mkdir(r->folder, 0777) && errno != EEXIST) {
		complain("%s: %s", r->folder, strerror(errno));
		return NULL;
	}
	err = ranks_log_open(&r->log, &r->ranks, r->folder, line, r->every);
	if (err) {
		complain("%s: %s", r->folder,
			 err == -EEXIST ? "the log of another run" : strerror(-err));
		return NULL;
	}
	rounds = ranks_log_last(&r->log);
	MPI_Allreduce(MPI_IN_PLACE, &rounds, 1, MPI_UNSIGNED_LONG_LONG, MPI_MIN,
		      MPI_COMM_WORLD);
	err = ranks_log_replay(&r->log, rounds);
	if (err) {
		complain("%s: %s", r->folder, strerror(-err));
		return NULL;
	}
	r->rounds = rounds;
	if (rounds && !r->ranks.rank)
		printf("goes on from round %llu\n", rounds);
	return &r->log.ranks;
}

void ranks_mpi_end(struct ranks_mpi *r, int err)
{
	if (err || fflush(stdout))
		MPI_Abort(MPI_COMM_WORLD, UTIL_BAD_DATA);
	ranks_log_close(&r->log);
	free(r->request);
	MPI_Finalize();
}

/* ---- results ---- */

void ranks_mpi_sum(const struct ranks_mpi *r, uint64_t *v, size_t n)
{
	MPI_Reduce(r->ranks.rank ? (void *)v : MPI_IN_PLACE, v, (int)n, MPI_UINT64_T, MPI_SUM,
		   0, MPI_COMM_WORLD);
}

/* @simulated_s, @run_s: simulated time, wall time. */
static void print_figures(const struct figures *all, unsigned int ranks, double simulated_s,
			  double run_s)
{
	struct ranks_counts sum = {0};
	double cpu_s = 0;

	printf("rank  processor s  in exchange s  messages  packets to others  memory MB\n");
	for (unsigned int i = 0; i < ranks; i++) {
		printf("%4u %12.2f %14.2f %9" PRIu64 " %18" PRIu64 " %10.1f\n", i, all[i].cpu_s,
		       all[i].exchange_s, all[i].counts.messages, all[i].counts.packets,
		       (double)all[i].memory_kb / 1024);
		sum.messages += all[i].counts.messages;
		sum.bytes += all[i].counts.bytes;
		cpu_s += all[i].cpu_s;
	}
	printf("%" PRIu64 " rounds, %.0f a second of wall time, %.0f a simulated second\n",
	       all[0].counts.rounds, (double)all[0].counts.rounds / run_s,
	       (double)all[0].counts.rounds / simulated_s);
	printf("%" PRIu64 " messages, %.0f a second of wall time, %.0f bytes each\n",
	       sum.messages, (double)sum.messages / run_s,
	       sum.messages ? (double)sum.bytes / (double)sum.messages : 0);
	printf("%.2f s of processor time, %.1f s for a simulated second\n", cpu_s,
	       cpu_s / simulated_s);
}

void ranks_mpi_print(const struct ranks_mpi *r, const struct ranks_counts *counts,
		     double simulated, double run_s)
{
	struct figures own = {.exchange_s = r->exchange_s, .counts = *counts};
	struct figures *all = calloc(r->ranks.ranks, sizeof(*all));
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	own.cpu_s = (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
		    1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
	own.memory_kb = (uint64_t)u.ru_maxrss;
	if (!all) {
		complain("out of memory");
		MPI_Abort(MPI_COMM_WORLD, UTIL_BAD_DATA);
		return;
	}
	MPI_Gather(&own, sizeof(own), MPI_BYTE, all, sizeof(own), MPI_BYTE, 0, MPI_COMM_WORLD);
	if (!r->ranks.rank)
		print_figures(all, r->ranks.ranks, simulated, run_s);
	free(all);
}
