/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One SHRIMP multicomputer on several processes with Open MPI: a program of the report on all
 * nodes, a SurfBoard in RTL at each of them. Nothing else needs MPI.
 */
#include "../../../sw/lib/cmdline.h"
#include "apps/apps.h"
#include "feed.h"
#include "job.h"
#include "ranks_log.h"
#include "sim.h"
#include "surflib.h"
#include "terminal.h"
#include <errno.h>
#include <inttypes.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

/* The harness asks every program for its tests; this one has none. */
const struct sim_test sim_tests[] = {{0}};

#define STEP_PS SIM_MS(1) /* that the machine runs ahead of the boards */
#define POLLS 100	  /* for a message, before a rank sleeps in between */
#define BATCHES 50

static const char usage_text[] =
	"Usage: mpirun -n RANKS shrimp-mpi [OPTION]...\n"
	"\n"
	"Runs a program on a SHRIMP multicomputer with a SurfBoard at each node, its nodes\n"
	"dealt to the ranks. Prints what each rank took, and a digest of all traces,\n"
	"histograms, counters and memories, which does not depend on the number of ranks.\n"
	"\n"
	"  -p, --program=NAME    lu, ocean, radix (default), simple, or burst:\n"
	"                        all nodes write to one node at the same time\n"
	"  -n, --nodes=N         default 8, at most 64\n"
	"  -k, --size=N          of the problem; default that of the report's run\n"
	"  -t, --steps=N         time steps of ocean, groups of simple, bursts\n"
	"  -s, --seed=N          of machine and problem; default 1\n"
	"  -m, --machine         no boards\n"
	"  -w, --wire=US         latency of the backbone, which is the length of a round\n"
	"  -o, --output=FILE     a line of digests for each node\n"
	"  -l, --log=FOLDER      log the messages; the same command goes on after an "
	"interruption\n"
	"  -e, --every=ROUNDS    between two checkpoints of the log; default 10000\n"
	"  -d, --die=RANK:ROUND  for tests: this rank gets SIGKILL in this round\n"
	"  -x, --exchange=BYTES  measure empty rounds with messages of this length instead\n"
	"  -h, --help            print this and exit\n"
	"      --version         print the version and exit\n"
	"\n"
	"Exit status: 0 success, 1 the run failed or its result is wrong, 2 error in the "
	"command\nline.\n";

struct options {
	const struct workload *program;
	struct workload_config w;
	struct mc_config mc;
	const char *output, *log;
	uint64_t every, die_rank, die_round;
	bool no_boards, measure;
	size_t bytes;
};

struct board {
	struct sim *s;
	struct node *n;
	struct surf surf;
	bool open;
};

enum {
	D_PACKETS,  /* received */
	D_WORDS,    /* of them */
	D_ARRIVALS, /* digest of all packets with their times and contents */
	D_COUNTERS, /* digest of the counters of processor and network interface */
	D_MEMORY,   /* digest */
	D_TRACED,   /* packets in the board's trace */
	D_DROPPED,  /* by the board */
	D_TRACE,    /* digest of the trace memory */
	D_BINS,	    /* digest of the histogram memory */
	D_COUNT,
};

struct figures { /* of a rank */
	double machine_s, boards_s, exchange_s, cpu_s;
	uint64_t rounds, messages, bytes, packets, memory_kb;
};

struct run {
	const struct options *o;
	struct mc_ranks ranks;
	struct ranks_log log;
	uint64_t rounds;
	MPI_Request *request;
	struct mc *m;
	struct svm *s;
	void *app;
	struct feed *f;
	struct board board[MC_NODES_MAX];
	uint64_t digest[MC_NODES_MAX][D_COUNT];
	double exchange_s;
};

/* ---- messages ---- */

/* A message of @from, of any length. */
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
	struct run *r = arg;
	const int ranks = (int)r->ranks.ranks, rank = (int)r->ranks.rank;
	const double from = seconds();
	int n = 0, err = 0;

	if (++r->rounds == r->o->die_round && r->ranks.rank == r->o->die_rank)
		raise(SIGKILL);
	for (int i = 0; i < ranks && !err; i++)
		if (i != rank && MPI_Isend(out[i].data, (int)out[i].bytes, MPI_BYTE, i, 0,
					   MPI_COMM_WORLD, &r->request[n++]))
			err = -EIO;
	for (int i = 0; i < ranks && !err; i++)
		if (i != rank)
			err = receive(i, &in[i]);
	if (!err && MPI_Waitall(n, r->request, MPI_STATUSES_IGNORE))
		err = -EIO;
	r->exchange_s += seconds() - from;
	return err;
}

/* ---- boards ---- */

/* Size and sender as in the report's experiments; collects in all three modes from now on. */
static int board_prepare(struct board *b)
{
	uint8_t stream[4096];
	char path[PATH_MAX];
	struct surf_experiment e = {.stream = stream};
	FILE *f = fopen(job_file("fpga-configs/size-sender.bit", path), "rb");
	int err;

	if (!f)
		return complain("%s: %s", path, strerror(errno));
	e.stream_bytes = fread(stream, 1, sizeof(stream), f);
	fclose(f);
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_SENDID, 0);
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_LAT_N, 12);
	err = surf_begin(&b->surf, &e);
	if (!err)
		err = surf_PutReg(&b->surf, SURF_HTCR,
				  surf_mask(SURF_HTCR_WEN) | surf_mask(SURF_HTCR_HEN) |
					  surf_mask(SURF_HTCR_TEN));
	return err ? complain("the board: %s", strerror(-err)) : 0;
}

/* All with the same seed: their clocks start alike, whichever is the first of a rank. */
static int board_open(struct run *r, unsigned int node)
{
	const struct node_config cfg = {
		.trace = SIMM_16MB, .hist = SIMM_16MB, .unwatched = true};
	struct board *b = &r->board[node];

	b->s = sim_new(NULL, 0, r->o->mc.seed);
	if (!b->s)
		return complain("the simulation does not open");
	sim_limit(b->s, UINT64_MAX);
	b->n = node_open(b->s, &cfg);
	node_power_on(b->n);
	if (surf_open_device(&b->surf, b->n->dev))
		return complain("the board does not answer");
	b->open = true;
	return board_prepare(b) || feed_board(r->f, node, b->n);
}

struct words {
	uint64_t h;
};

static void add_word(void *arg, uint32_t word, uint32_t value)
{
	const uint32_t both[] = {word, value};
	struct words *w = arg;

	w->h = workload_hash(w->h, both, sizeof(both));
}

static int board_read(struct board *b, uint64_t *d)
{
	struct words trace = {WORKLOAD_DIGEST}, bins = {WORKLOAD_DIGEST};
	uint32_t entries, words;

	if (surf_PutReg(&b->surf, SURF_HTCR, 0) || surf_GetReg(&b->surf, SURF_TECR, &entries) ||
	    surf_GetReg(&b->surf, SURF_WCDR, &words))
		return complain("the board does not answer");
	simm_each(b->n->trace, add_word, &trace);
	simm_each(b->n->hist, add_word, &bins);
	d[D_TRACED] = entries;
	d[D_DROPPED] = b->n->dropped;
	d[D_TRACE] = workload_hash(trace.h, &words, sizeof(words));
	d[D_BINS] = bins.h;
	return 0;
}

/* ---- the run ---- */

static void on_packet(void *arg, const struct mc_packet *p, const uint32_t *words)
{
	const uint64_t field[] = {p->p.addr,	 p->p.words, p->p.be,	    p->p.x,
				  p->p.y,	 p->p.tx,    p->p.first,    p->p.color,
				  p->p.irq,	 p->rx_ps,   p->written_ps, p->first_ps,
				  p->done_ps,	 p->sent_ps, p->serial,	    p->from,
				  p->deliberate, p->stray,   p->why};
	struct run *r = arg;
	uint64_t *d = r->digest[p->to];

	d[D_ARRIVALS] = workload_hash(d[D_ARRIVALS], field, sizeof(field));
	d[D_ARRIVALS] = workload_hash(d[D_ARRIVALS], words, 4u * p->p.words);
	d[D_PACKETS]++;
	d[D_WORDS] += p->p.words;
}

/* All go on from the last checkpoint that each of them has. */
static int log_open(struct run *r)
{
	const struct options *o = r->o;
	unsigned long long rounds;
	char what[256];
	int err;

	snprintf(what, sizeof(what),
		 "# %s nodes=%u size=%u steps=%u seed=%" PRIu64 " wire=%" PRIu64
		 " boards=%d ranks=%u every=%" PRIu64,
		 o->program->name, o->mc.nodes, o->w.size, o->w.steps, o->mc.seed,
		 o->mc.p.wire_ps, !o->no_boards, r->ranks.ranks, o->every);
	if (mkdir(o->log, 0777) && errno != EEXIST)
		return complain("%s: %s", o->log, strerror(errno));
	err = ranks_log_open(&r->log, &r->ranks, o->log, what, o->every);
	if (err == -EEXIST)
		return complain("%s: the log of another run", o->log);
	if (err)
		return complain("%s: %s", o->log, strerror(-err));
	rounds = ranks_log_last(&r->log);
	MPI_Allreduce(MPI_IN_PLACE, &rounds, 1, MPI_UNSIGNED_LONG_LONG, MPI_MIN,
		      MPI_COMM_WORLD);
	err = ranks_log_replay(&r->log, rounds);
	if (err)
		return complain("%s: %s", o->log, strerror(-err));
	r->rounds = rounds;
	if (rounds && !r->ranks.rank)
		printf("goes on from round %llu\n", rounds);
	return 0;
}

static int run_open(struct run *r)
{
	const struct options *o = r->o;
	struct workload_config w = o->w;
	struct mc_config c = o->mc;
	int err;

	if (r->ranks.ranks > 1 || o->log)
		c.ranks = o->log ? &r->log.ranks : &r->ranks;
	w.seed = c.seed;
	if (o->log && log_open(r))
		return UTIL_BAD_DATA;
	err = mc_open(&r->m, &c);
	if (err)
		return complain("the machine: %s", strerror(-err));
	w.m = r->m;
	err = svm_open(&r->s, r->m, o->program->bytes(&w));
	w.s = r->s;
	if (!err)
		err = o->program->open(&r->app, &w);
	if (!err)
		err = feed_open(&r->f, r->m);
	if (err)
		return complain("%s on %u nodes: %s", o->program->name, c.nodes,
				strerror(-err));
	mc_on_packet(r->m, on_packet, r);
	feed_set_step(r->f, STEP_PS);
	for (unsigned int i = 0; i < c.nodes && !err; i++)
		if (mc_local(r->m, i) && !o->no_boards)
			err = board_open(r, i);
	return err;
}

/* Most of it is 0. */
static uint64_t memory_digest(const uint8_t *memory, uint32_t bytes)
{
	uint64_t h = WORKLOAD_DIGEST, word[2];

	for (word[0] = 0; word[0] < bytes; word[0] += sizeof(word[1])) {
		memcpy(&word[1], memory + word[0], sizeof(word[1]));
		if (word[1])
			h = workload_hash(h, word, sizeof(word));
	}
	return h;
}

static int run_read(struct run *r)
{
	const struct mc_config *c = mc_configuration(r->m);
	int err = 0;

	for (unsigned int i = 0; i < c->nodes && !err; i++) {
		uint64_t *d = r->digest[i];

		if (!mc_local(r->m, i))
			continue;
		d[D_COUNTERS] = workload_hash(WORKLOAD_DIGEST, mc_stats(r->m, i),
					      sizeof(struct mc_stats));
		d[D_MEMORY] = memory_digest(mc_memory(r->m, i), c->memory);
		if (r->board[i].s)
			err = board_read(&r->board[i], d);
	}
	return err;
}

/* The program's own check, on rank 0. */
static int run_check(struct run *r)
{
	const struct mc_config *c = mc_configuration(r->m);
	const char *wrong;
	int err = svm_collect(r->s);

	for (unsigned int i = 0; i < c->nodes && !err; i++)
		err = mc_collect(r->m, i, workload_simple_page(c->memory), MC_PAGE_BYTES);
	if (err)
		return complain("the results: %s", strerror(-err));
	wrong = r->ranks.rank ? NULL : r->o->program->check(r->app);
	return wrong ? complain("%s: %s", r->o->program->name, wrong) : 0;
}

static void run_close(struct run *r)
{
	for (unsigned int i = 0; i < MC_NODES_MAX; i++) {
		if (r->board[i].open)
			surf_Close(&r->board[i].surf);
		if (r->board[i].s)
			sim_delete(r->board[i].s);
	}
	feed_close(r->f);
	if (r->app)
		r->o->program->close(r->app);
	svm_close(r->s);
	mc_close(r->m);
	ranks_log_close(&r->log);
	free(r->request);
}

/* ---- what comes out ---- */

static void print_figures(const struct run *r, const struct figures *all, double run_s)
{
	const double simulated = (double)(mc_now(r->m) - feed_start_ps(r->f)) * 1e-12;
	struct figures sum = {0};

	printf("%s on %u nodes, %u rank%s: %.3f ms simulated\n", r->o->program->name,
	       r->o->mc.nodes, r->ranks.ranks, r->ranks.ranks > 1 ? "s" : "", 1e3 * simulated);
	printf("rank  processor s  in exchange s  messages  packets to others  memory MB\n");
	for (unsigned int i = 0; i < r->ranks.ranks; i++) {
		printf("%4u %12.2f %14.2f %9" PRIu64 " %18" PRIu64 " %10.1f\n", i, all[i].cpu_s,
		       all[i].exchange_s, all[i].messages, all[i].packets,
		       (double)all[i].memory_kb / 1024);
		sum.messages += all[i].messages;
		sum.bytes += all[i].bytes;
		sum.cpu_s += all[i].cpu_s;
	}
	printf("%" PRIu64 " rounds, %.0f a second of wall time, %.0f a simulated second\n",
	       all[0].rounds, (double)all[0].rounds / run_s, (double)all[0].rounds / simulated);
	printf("%" PRIu64 " messages, %.0f a second of wall time, %.0f bytes each\n",
	       sum.messages, (double)sum.messages / run_s,
	       sum.messages ? (double)sum.bytes / (double)sum.messages : 0);
	printf("%.2f s of processor time, %.1f s for a simulated second\n", sum.cpu_s,
	       sum.cpu_s / simulated);
}

static uint64_t whole_digest(const struct run *r)
{
	uint64_t h = WORKLOAD_DIGEST;

	for (unsigned int i = 0; i < r->o->mc.nodes; i++)
		h = workload_hash(h, r->digest[i], sizeof(r->digest[i]));
	return h;
}

static int write_digests(const struct run *r)
{
	FILE *f;

	if (!r->o->output)
		return 0;
	f = fopen(r->o->output, "w");
	if (!f)
		return complain("%s: %s", r->o->output, strerror(errno));
	fprintf(f, "# node\tpackets\twords\tarrivals\tcounters\tmemory\ttraced\tdropped"
		   "\ttrace\tbins\n");
	for (unsigned int i = 0; i < r->o->mc.nodes; i++) {
		const uint64_t *d = r->digest[i];

		fprintf(f,
			"%u\t%" PRIu64 "\t%" PRIu64 "\t%016" PRIx64 "\t%016" PRIx64
			"\t%016" PRIx64 "\t%" PRIu64 "\t%" PRIu64 "\t%016" PRIx64
			"\t%016" PRIx64 "\n",
			i, d[D_PACKETS], d[D_WORDS], d[D_ARRIVALS], d[D_COUNTERS], d[D_MEMORY],
			d[D_TRACED], d[D_DROPPED], d[D_TRACE], d[D_BINS]);
	}
	if (fclose(f))
		return complain("%s: %s", r->o->output, strerror(errno));
	return 0;
}

static int report(struct run *r, double run_s)
{
	static struct figures all[MC_NODES_MAX];
	const struct ranks_counts n = ranks_counts(r->m);
	struct rusage u;
	struct figures own = {.exchange_s = r->exchange_s,
			      .rounds = n.rounds,
			      .messages = n.messages,
			      .bytes = n.bytes,
			      .packets = n.packets};
	int err;

	getrusage(RUSAGE_SELF, &u);
	own.cpu_s = (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
		    1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
	own.memory_kb = (uint64_t)u.ru_maxrss;
	MPI_Gather(&own, sizeof(own), MPI_BYTE, all, sizeof(own), MPI_BYTE, 0, MPI_COMM_WORLD);
	/* a node's line is 0 on all ranks but its own */
	MPI_Reduce(r->ranks.rank ? (void *)r->digest : MPI_IN_PLACE, r->digest,
		   MC_NODES_MAX * D_COUNT, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
	err = run_check(r);
	if (r->ranks.rank || err)
		return err;
	print_figures(r, all, run_s);
	printf("digest %016" PRIx64 "\n", whole_digest(r));
	return write_digests(r);
}

static int run(struct run *r)
{
	double from;

	if (run_open(r))
		return UTIL_BAD_DATA;
	MPI_Barrier(MPI_COMM_WORLD);
	from = seconds();
	if (feed_run(r->f))
		return complain("rank %u: %s", r->ranks.rank, mc_error(r->m));
	from = seconds() - from;
	if (run_read(r))
		return UTIL_BAD_DATA;
	return report(r, from);
}

/* Empty rounds: the best of many batches, for other programs may run here. */
static int measure(struct run *r)
{
	const unsigned int rounds = 1000, ranks = r->ranks.ranks;
	struct ranks_buffer *out = calloc(ranks, sizeof(*out)),
			    *in = calloc(ranks, sizeof(*in));
	double best = 1e9;

	for (unsigned int i = 0; out && in && i < ranks; i++) {
		if (ranks_resize(&out[i], r->o->bytes))
			return complain("out of memory");
		memset(out[i].data, 0, r->o->bytes);
	}
	for (unsigned int i = 0; i < BATCHES; i++) {
		double from;

		MPI_Barrier(MPI_COMM_WORLD);
		from = seconds();
		for (unsigned int k = 0; k < rounds; k++)
			if (exchange(r, out, in))
				return complain("the exchange failed");
		from = (seconds() - from) / rounds;
		best = from < best ? from : best;
	}
	if (!r->ranks.rank)
		printf("%u ranks, messages of %zu bytes: %.2f us a round\n", ranks, r->o->bytes,
		       1e6 * best);
	for (unsigned int i = 0; i < ranks; i++) {
		free(out[i].data);
		free(in[i].data);
	}
	free(out);
	free(in);
	free(r->request);
	return 0;
}

/* ---- command line ---- */

static const struct option longs[] = {
	{"program", required_argument, NULL, 'p'},
	{"nodes", required_argument, NULL, 'n'},
	{"size", required_argument, NULL, 'k'},
	{"steps", required_argument, NULL, 't'},
	{"seed", required_argument, NULL, 's'},
	{"machine", no_argument, NULL, 'm'},
	{"wire", required_argument, NULL, 'w'},
	{"output", required_argument, NULL, 'o'},
	{"log", required_argument, NULL, 'l'},
	{"every", required_argument, NULL, 'e'},
	{"die", required_argument, NULL, 'd'},
	{"exchange", required_argument, NULL, 'x'},
	{0},
};

static bool number(const char *text, uint64_t most, uint64_t *v)
{
	char *end;

	errno = 0;
	*v = strtoull(text, &end, 10);
	return *text >= '0' && *text <= '9' && !*end && !errno && *v <= most;
}

static bool option(struct options *o, int c, const char *arg)
{
	uint64_t v = 0;

	if (c == 'p') {
		o->program = strcmp(arg, "burst") ? workload_find(arg) : &workload_burst;
		return o->program;
	}
	if (c == 'l') {
		o->log = arg;
		return *arg;
	}
	if (c == 'd')
		return sscanf(arg, "%" SCNu64 ":%" SCNu64, &o->die_rank, &o->die_round) == 2 &&
		       o->die_round;
	if (c == 'o') {
		o->output = arg;
		return true;
	}
	if (c == 'm')
		return o->no_boards = true;
	if (!number(arg, UINT32_MAX, &v))
		return false;
	switch (c) {
	case 'n':
		o->mc.nodes = (unsigned int)v;
		return v >= 1 && v <= MC_NODES_MAX;
	case 'k':
		o->w.size = (uint32_t)v;
		return v > 0;
	case 't':
		o->w.steps = (uint32_t)v;
		return v > 0;
	case 's':
		o->mc.seed = v;
		return true;
	case 'w':
		o->mc.p.wire_ps = v * 1000000;
		return v >= 1 && v <= 1000;
	case 'e':
		o->every = v;
		return v > 0;
	case 'x':
		o->measure = true;
		o->bytes = v;
		return v >= 1 && v <= 1 << 20;
	}
	return false;
}

int main(int argc, char **argv)
{
	struct options o = {.program = &workload_radix, .every = 10000};
	static struct run r;
	int c, rank, ranks, err;

	mc_defaults(&o.mc);
	o.mc.nodes = 8;
	util_begin("shrimp-mpi", usage_text, argc, argv);
	while ((c = util_getopt("p:n:k:t:s:mw:o:l:e:d:x:", longs)) != -1)
		if (!option(&o, c, optarg))
			util_usage("bad value", optarg);
	if (optind < argc)
		util_usage("too many arguments", argv[optind]);
	/* a rank that waits lets other programs run */
	setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
	if (MPI_Init(&argc, &argv))
		return complain("MPI does not start");
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	r.o = &o;
	r.ranks = (struct mc_ranks){(unsigned int)rank, (unsigned int)ranks, exchange, &r};
	r.request = calloc((size_t)ranks, sizeof(*r.request));
	err = !r.request || (o.measure ? measure(&r) : run(&r));
	if (err || fflush(stdout))
		MPI_Abort(MPI_COMM_WORLD, UTIL_BAD_DATA); /* others may wait for a message */
	if (!o.measure)
		run_close(&r);
	MPI_Finalize();
	return UTIL_DONE;
}
