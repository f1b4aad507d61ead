/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One SHRIMP multicomputer on several processes with Open MPI: it runs a program of the report
 * on all nodes, with a SurfBoard in RTL at each node. Only this program needs MPI.
 */
#include "fnv1a.h"
#include "../../../sw/lib/cmdline.h"
#include "apps/apps.h"
#include "feed.h"
#include "mc_ranks.h"
#include "monitored.h"
#include "outstream.h"
#include "ranks_mpi.h"
#include "sim.h"
#include "terminal.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The harness requires a list of tests from every program; this one has none. */
const struct sim_test sim_tests[] = {{0}};

#define STEP_PS SIM_MS(1) /* time by which the machine runs ahead of the boards */

static const char usage_text[] =
	"Usage: mpirun -n RANKS shrimp-mpi [OPTION]...\n"
	"\n"
	"Runs a program on a SHRIMP multicomputer with a SurfBoard at each node; the nodes\n"
	"are distributed over the ranks. Prints the time that each rank took, and a digest\n"
	"of all traces, histograms, counters and memories, which does not depend on the\n"
	"number of ranks.\n"
	"\n"
	"  -p, --program=NAME    lu, ocean, radix (default), simple, or burst:\n"
	"                        all nodes write to one node at the same time\n"
	"  -n, --nodes=N         number of nodes, at most 64; default 8\n"
	"  -k, --size=N          size of the problem; default that of the report's run\n"
	"  -t, --steps=N         time steps of ocean, groups of simple, bursts\n"
	"  -s, --seed=N          seed of machine and problem; default 1\n"
	"  -m, --machine         simulate the machine without boards\n"
	"  -w, --wire=US         latency of the backbone, which is the length of a round\n"
	"  -o, --output=FILE     write a line of digests for each node\n"
	"  -r, --record=FOLDER   write the packets of each node for --replay; with -m the\n"
	"                        boards need not be simulated now\n"
	"      --replay=FILE     send the packets of such a file through a board, without\n"
	"                        mpirun and machine\n" RANKS_MPI_USAGE
	"  -h, --help            print this and exit\n"
	"      --version         print the version and exit\n"
	"\n"
	"Exit status: 0 success, 1 the run failed or its result is wrong, "
	"2 error in the command\nline.\n";

struct options {
	const struct workload *program;
	struct workload_config w;
	struct mc_config mc;
	const char *output;
	const char *replay; /* file of a recording */
	const char *record; /* folder for the packets of each node */
	bool no_boards;
};

enum {
	D_PACKETS,  /* packets received */
	D_WORDS,    /* words received */
	D_ARRIVALS, /* digest of all packets with their times and contents */
	D_COUNTERS, /* digest of the counters of processor and network interface */
	D_MEMORY,   /* digest */
	D_BOARD,    /* as in enum monitored_figure */
	D_COUNT = D_BOARD + M_COUNT,
};

struct run {
	const struct options *o;
	struct ranks_mpi mpi;
	struct mc *m;
	struct svm *s;
	void *app;
	struct feed *f;
	struct monitored board[MC_NODES_MAX];
	struct arrivals_file file[MC_NODES_MAX];
	int err; /* error in writing a file */
	uint64_t digest[MC_NODES_MAX][D_COUNT];
};

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

	d[D_ARRIVALS] = fnv1a(d[D_ARRIVALS], field, sizeof(field));
	d[D_ARRIVALS] = fnv1a(d[D_ARRIVALS], words, 4u * p->p.words);
	d[D_PACKETS]++;
	d[D_WORDS] += p->p.words;
	if (r->o->record && !r->err)
		r->err = arrivals_add(&r->file[p->to], &(struct arrival){p->p, p->rx_ps});
}

/* Opens the board of a node, the file of its packets, or both. */
static int node_begin(struct run *r, unsigned int node)
{
	struct monitored *b = &r->board[node];
	int err = 0;

	if (r->o->record)
		err = arrivals_create(&r->file[node], r->o->record, node);
	if (err)
		return complain("%s: %s", r->file[node].path, strerror(-err));
	if (r->o->no_boards)
		return 0;
	return monitored_open(b, r->o->mc.seed) || feed_board(r->f, node, b->n);
}

/* Without boards, a recorded machine starts at the time at which it would start with boards. */
static int set_start(struct run *r)
{
	struct monitored b;
	uint64_t ps, tick;
	int err = monitored_open(&b, r->o->mc.seed);

	if (!err) {
		monitored_start(&b, &ps, &tick);
		feed_set_start(r->f, ps, tick);
	}
	monitored_close(&b);
	return err;
}

static int end_recording(struct run *r, unsigned int node)
{
	const struct arrivals_head h = {.node = node,
					.seed = r->o->mc.seed,
					.start_ps = feed_start_ps(r->f),
					.start_tick = feed_tick(r->f, feed_start_ps(r->f))};
	int err = r->err ? r->err : arrivals_commit(&r->file[node], &h);

	return err ? complain("%s: %s", r->file[node].path, strerror(-err)) : 0;
}

static int run_open(struct run *r)
{
	const struct options *o = r->o;
	struct workload_config w = o->w;
	struct mc_config c = o->mc;
	char what[256];
	int err;

	w.seed = c.seed;
	snprintf(what, sizeof(what),
		 "%s nodes=%u size=%u steps=%u seed=%" PRIu64 " wire=%" PRIu64
		 " boards=%d record=%d",
		 o->program->name, c.nodes, w.size, w.steps, c.seed, c.p.wire_ps, !o->no_boards,
		 o->record != NULL);
	if (r->mpi.ranks.ranks > 1 || r->mpi.folder) {
		c.ranks = ranks_mpi_open(&r->mpi, what);
		if (!c.ranks)
			return UTIL_BAD_DATA;
	}
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
	if (o->record && o->no_boards)
		err = set_start(r);
	for (unsigned int i = 0; i < c.nodes && !err; i++)
		if (mc_local(r->m, i))
			err = node_begin(r, i);
	return err;
}

/* Returns a digest of the memory; it is fast for zeros, because most of the memory is 0. */
static uint64_t memory_digest(const uint8_t *memory, uint32_t bytes)
{
	uint64_t h = FNV1A_BEGIN, word[2];

	for (word[0] = 0; word[0] < bytes; word[0] += sizeof(word[1])) {
		memcpy(&word[1], memory + word[0], sizeof(word[1]));
		if (word[1])
			h = fnv1a(h, word, sizeof(word));
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
		d[D_COUNTERS] = fnv1a(FNV1A_BEGIN, mc_stats(r->m, i), sizeof(struct mc_stats));
		d[D_MEMORY] = memory_digest(mc_memory(r->m, i), c->memory);
		if (r->board[i].s)
			err = monitored_read(&r->board[i], d + D_BOARD);
		if (!err && r->o->record)
			err = end_recording(r, i);
	}
	return err;
}

/* Runs the program's own check, on rank 0. */
static int run_check(struct run *r)
{
	const struct mc_config *c = mc_configuration(r->m);
	const char *wrong;
	int err = svm_collect(r->s);

	for (unsigned int i = 0; i < c->nodes && !err; i++)
		err = mc_collect(r->m, i, workload_simple_page(c->memory), MC_PAGE_BYTES);
	if (err)
		return complain("the results: %s", strerror(-err));
	wrong = r->mpi.ranks.rank ? NULL : r->o->program->check(r->app);
	return wrong ? complain("%s: %s", r->o->program->name, wrong) : 0;
}

static void run_close(struct run *r)
{
	for (unsigned int i = 0; i < MC_NODES_MAX; i++) {
		monitored_close(&r->board[i]);
		arrivals_abort(&r->file[i]);
	}
	feed_close(r->f);
	if (r->app)
		r->o->program->close(r->app);
	svm_close(r->s);
	mc_close(r->m);
}

/* ---- results ---- */

static uint64_t whole_digest(const struct run *r)
{
	uint64_t h = FNV1A_BEGIN;

	for (unsigned int i = 0; i < r->o->mc.nodes; i++)
		h = fnv1a(h, r->digest[i], sizeof(r->digest[i]));
	return h;
}

static int write_digests(const struct run *r)
{
	static struct outstream out;
	int err = r->o->output ? outstream_open(&out, r->o->output) : 0;
	FILE *f = out.stream;

	if (err)
		return complain("%s: %s", r->o->output, strerror(-err));
	if (!r->o->output)
		return 0;
	fprintf(f, "# node\tpackets\twords\tarrivals\tcounters\tmemory\ttraced\tdropped"
		   "\ttrace\tbins\n");
	for (unsigned int i = 0; i < r->o->mc.nodes; i++) {
		const uint64_t *d = r->digest[i];

		fprintf(f,
			"%u\t%" PRIu64 "\t%" PRIu64 "\t%016" PRIx64 "\t%016" PRIx64
			"\t%016" PRIx64 "\t%" PRIu64 "\t%" PRIu64 "\t%016" PRIx64
			"\t%016" PRIx64 "\n",
			i, d[D_PACKETS], d[D_WORDS], d[D_ARRIVALS], d[D_COUNTERS], d[D_MEMORY],
			d[D_BOARD + M_TRACED], d[D_BOARD + M_DROPPED], d[D_BOARD + M_TRACE],
			d[D_BOARD + M_BINS]);
	}
	err = outstream_close(&out, true);
	return err ? complain("%s: %s", r->o->output, strerror(-err)) : 0;
}

static int report(struct run *r, double run_s)
{
	const double simulated = (double)(mc_now(r->m) - feed_start_ps(r->f)) * 1e-12;
	const struct ranks_counts n = mc_ranks_counts(r->m);
	const unsigned int ranks = r->mpi.ranks.ranks;
	int err;

	if (!r->mpi.ranks.rank)
		printf("%s on %u nodes, %u rank%s: %.3f ms simulated\n", r->o->program->name,
		       r->o->mc.nodes, ranks, ranks > 1 ? "s" : "", 1e3 * simulated);
	ranks_mpi_print(&r->mpi, &n, simulated, run_s);
	/* a node's line is 0 on all ranks except its own */
	ranks_mpi_sum(&r->mpi, r->digest[0], MC_NODES_MAX * D_COUNT);
	err = run_check(r);
	if (r->mpi.ranks.rank || err)
		return err;
	printf("digest %016" PRIx64 "\n", whole_digest(r));
	return write_digests(r);
}

static int run(struct run *r)
{
	double from;

	if (run_open(r))
		return UTIL_BAD_DATA;
	ranks_mpi_barrier();
	from = seconds();
	if (feed_run(r->f))
		return complain("rank %u: %s", r->mpi.ranks.rank, mc_error(r->m));
	from = seconds() - from;
	if (run_read(r))
		return UTIL_BAD_DATA;
	return report(r, from);
}

/* ---- replay ---- */

static int replay(const struct options *o)
{
	struct arrivals all;
	uint64_t d[M_COUNT], words = 0;
	static struct outstream out;
	const char *name = o->output ? o->output : "-";
	char why[256];
	int err;

	if (!arrivals_read(&all, o->replay, why))
		return complain("%s: %s", o->replay, why);
	err = monitored_replay(&all, d);
	for (size_t i = 0; i < all.n; i++)
		words += all.a[i].p.words;
	if (!err && (err = outstream_open(&out, name)))
		err = complain("%s: %s", name, strerror(-err));
	if (!err) {
		fprintf(out.stream,
			"%u\t%zu\t%" PRIu64 "\t-\t-\t-\t%" PRIu64 "\t%" PRIu64 "\t%016" PRIx64
			"\t%016" PRIx64 "\n",
			all.head.node, all.n, words, d[M_TRACED], d[M_DROPPED], d[M_TRACE],
			d[M_BINS]);
		err = outstream_close(&out, true);
		if (err)
			err = complain("%s: %s", o->output ? name : "standard output",
				       strerror(-err));
	}
	arrivals_free(&all);
	return err;
}

/* ---- command line ---- */

#define REPLAY 'R' /* number of an option without a letter */

static const struct util_word words[] = {{"replay", REPLAY}, {0}};

static bool option(struct options *o, int c, const char *arg)
{
	uint64_t v = 0;

	if (c == 'p') {
		o->program = strcmp(arg, "burst") ? workload_find(arg) : &workload_burst;
		return o->program;
	}
	if (c == 'o') {
		o->output = arg;
		return true;
	}
	if (c == 'm')
		return o->no_boards = true;
	if (c == 'r') {
		o->record = arg;
		return true;
	}
	if (c == REPLAY) {
		o->replay = arg;
		return true;
	}
	if (!ranks_mpi_number(arg, UINT32_MAX, &v))
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
	}
	return false;
}

int main(int argc, char **argv)
{
	struct options o = {.program = &workload_radix};
	static struct run r;
	int c, err;

	mc_defaults(&o.mc);
	o.mc.nodes = 8;
	util_begin("shrimp-mpi", usage_text, argc, argv);
	while ((c = util_getopt(words)) != -1)
		if (!(strchr(RANKS_MPI_LETTERS, c) ? ranks_mpi_option(&r.mpi, c, optarg)
						   : option(&o, c, optarg)))
			util_usage("bad value", optarg);
	if (optind < argc)
		util_usage("too many arguments", argv[optind]);
	if (o.replay)
		return replay(&o);
	r.o = &o;
	err = ranks_mpi_begin(&r.mpi, &argc, &argv);
	if (err)
		return err;
	err = r.mpi.measured ? ranks_mpi_measure(&r.mpi) : run(&r);
	if (!err && !r.mpi.measured)
		run_close(&r);
	ranks_mpi_end(&r.mpi, err);
	return err;
}
