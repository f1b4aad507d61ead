/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One iPSC/2 on several processes with Open MPI: Life on all nodes (Malony, Reed 1990, Table
 * 1), recorded by a HYPERMON for each sixteen of them.
 */
#include "../../../sw/lib/cmdline.h"
#include "apps.h"
#include "cube.h"
#include "outstream.h"
#include "ranks_mpi.h"
#include "rtl.h"
#include "terminal.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The harness asks every program for its tests; this one has none. */
const struct sim_test sim_tests[] = {{0}};

#define PROBLEM 1990 /* seed of the cells */

static const char usage_text[] =
	"Usage: mpirun -n RANKS ipsc2-mpi [OPTION]...\n"
	"\n"
	"Runs Life on an iPSC/2 with a HYPERMON for each part of up to sixteen nodes; the\n"
	"parts are distributed over the ranks. Prints the time that each rank took, and a\n"
	"digest of all records and frames and of the receive times of the nodes, which does\n"
	"not depend on the number of ranks.\n"
	"\n"
	"  -n, --nodes=N         1, 2, 4, ... 128; default 32\n"
	"  -p, --part=N          nodes per board; default 8\n"
	"  -t, --steps=N         generations; default 20\n"
	"  -s, --seed=N          seed of the clocks; default 1\n"
	"  -r, --rtl             simulate the boards in RTL; default: golden models\n"
	"  -o, --output=FILE     write a line of digests for each part and each "
	"node\n" RANKS_MPI_USAGE "  -h, --help            print this and exit\n"
	"      --version         print the version and exit\n"
	"\n"
	"Exit status: 0 success, 1 the run failed or its result is wrong, 2 error in the\n"
	"command line.\n";

enum {
	D_MESSAGES, /* sent and received by the node */
	D_HASH,	    /* of them, with their times */
	D_RECORDS,  /* left by the node */
	D_RECORDED, /* digest */
	D_ENDED,    /* ps */
	D_COUNT,
};

enum {
	P_FRAMES, /* read from the board */
	P_LOST,
	P_STATUS,
	P_NIBBLES,
	P_HASH, /* of the frames */
	P_COUNT,
};

struct run {
	unsigned int nodes, per_part, steps;
	uint64_t seed;
	bool rtl;
	const char *output;
	struct ranks_mpi mpi;
	struct nx2 os;
	struct cube *c;
	struct sim *s[IPSC2_MOST];
	void *app;
	uint64_t node[IPSC2_MOST][D_COUNT], part[IPSC2_MOST][P_COUNT];
	uint64_t end_us;
};

/* ---- the run ---- */

static void on_message(void *arg, unsigned int node, const struct ipsc2_os_event *e)
{
	const uint64_t field[] = {e->what, e->peer, e->type, e->length, e->serial, e->when};
	struct run *r = arg;

	if (node >= IPSC2_MOST)
		return;
	r->node[node][D_MESSAGES]++;
	r->node[node][D_HASH] = ranks_hash(r->node[node][D_HASH], field, sizeof(field));
}

static void on_record(void *arg, unsigned int node, ipsc2_time local, const uint8_t *data,
		      unsigned int length)
{
	struct run *r = arg;
	uint64_t *d = r->node[node];

	d[D_RECORDS]++;
	d[D_RECORDED] = ranks_hash(d[D_RECORDED], &local, sizeof(local));
	d[D_RECORDED] = ranks_hash(d[D_RECORDED], data, length);
}

static void on_frames(void *arg, const uint32_t (*frame)[4], size_t count)
{
	uint64_t *h = arg;

	*h = ranks_hash(*h, frame, count * sizeof(*frame));
}

/* All boards with the same seed: their clocks start alike, whichever is the first of a rank. */
static struct ipsc2 *open_rtl(void *arg, unsigned int part, const struct ipsc2_config *cfg)
{
	const struct hypercube_config board = {.unwatched = true};
	struct run *r = arg;
	struct hypercube *h;
	struct ipsc2 *m;

	r->s[part] = sim_new(NULL, 0, r->seed);
	if (!r->s[part]) {
		errno = EIO;
		return NULL;
	}
	sim_limit(r->s[part], UINT64_MAX);
	h = hypercube_open_as(r->s[part], &board);
	if (!h) {
		errno = ENOMEM;
		return NULL;
	}
	hypercube_power_on(h);
	m = ipsc2_open_rtl(cfg, h);
	return m;
}

static int run_part(void *arg, unsigned int part, struct ipsc2 *m)
{
	struct run *r = arg;
	struct ipsc2_reader reader = ipsc2_experiment;
	uint64_t *d = r->part[part];
	const unsigned int first = part * r->per_part;
	struct ipsc2_stats st;
	int err = part ? 0 : ipsc2_start(m, IPSC2_HOST, app_life.host, r->app);

	for (unsigned int i = first; i < first + r->per_part && !err; i++)
		err = ipsc2_start(m, i, app_life.node, r->app);
	d[P_HASH] = RANKS_HASH;
	reader.frames = on_frames;
	reader.arg = &d[P_HASH];
	if (!err)
		err = ipsc2_read(m, &reader, IPSC2_FOREVER);
	if (err < 0)
		return err;
	ipsc2_stats(m, &st);
	d[P_FRAMES] = st.frames;
	d[P_LOST] = st.lost;
	d[P_STATUS] = st.status;
	d[P_NIBBLES] = st.valid;
	for (unsigned int i = first; i < first + r->per_part; i++)
		r->node[i][D_ENDED] = ipsc2_ended(m, i);
	if (!part)
		r->end_us = ipsc2_ended(m, IPSC2_HOST) / IPSC2_US(1);
	return 0;
}

static int run_open(struct run *r)
{
	const struct app_config problem = {r->nodes, PROBLEM, IPSC2_NS(609), &r->os};
	struct ipsc2_cost cost = ipsc2_costs;
	struct cube_config cfg = {
		.part = {.nodes = r->per_part,
			 .seed = r->seed,
			 .recording = IPSC2_HARDWARE,
			 .delay = 20,
			 .jitter = ipsc2_jitter,
			 .cost = &cost,
			 .os = nx2_os,
			 .os_arg = &r->os},
		.parts = r->nodes / r->per_part,
		.open = r->rtl ? open_rtl : NULL,
		.run = run_part,
		.arg = r,
	};
	char what[256];
	int err;

	snprintf(what, sizeof(what), "life nodes=%u part=%u steps=%u seed=%" PRIu64 " rtl=%d",
		 r->nodes, r->per_part, r->steps, r->seed, r->rtl);
	cfg.ranks = ranks_mpi_open(&r->mpi, what);
	if (!cfg.ranks)
		return UTIL_BAD_DATA;
	cost.slice = nx2_costs.slice;
	r->os = (struct nx2){.recording = IPSC2_HARDWARE,
			     .on_record = on_record,
			     .on_message = on_message,
			     .arg = r};
	app_sizes.life_generations = r->steps;
	r->app = app_life.open(&problem);
	if (!r->app)
		return complain("out of memory");
	err = cube_open(&r->c, &cfg);
	return err ? complain("%u nodes: %s", r->nodes, strerror(-err)) : 0;
}

static void run_close(struct run *r)
{
	cube_close(r->c);
	for (unsigned int i = 0; i < IPSC2_MOST; i++)
		if (r->s[i])
			sim_delete(r->s[i]);
	app_life.close(r->app);
}

/* ---- what comes out ---- */

static int write_digests(const struct run *r)
{
	static struct outstream out;
	int err = r->output ? outstream_open(&out, r->output) : 0;
	FILE *f = out.stream;

	if (err)
		return complain("%s: %s", r->output, strerror(-err));
	if (!r->output)
		return 0;
	fputs("# part\tframes\tlost\tstatus\tnibbles\thash\n", f);
	for (unsigned int i = 0; i < r->nodes / r->per_part; i++)
		fprintf(f,
			"part\t%u\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
			"\t%016" PRIx64 "\n",
			i, r->part[i][P_FRAMES], r->part[i][P_LOST], r->part[i][P_STATUS],
			r->part[i][P_NIBBLES], r->part[i][P_HASH]);
	fputs("# node\tmessages\thash\trecords\thash\tended\n", f);
	for (unsigned int i = 0; i < r->nodes; i++)
		fprintf(f,
			"node\t%u\t%" PRIu64 "\t%016" PRIx64 "\t%" PRIu64 "\t%016" PRIx64
			"\t%" PRIu64 "\n",
			i, r->node[i][D_MESSAGES], r->node[i][D_HASH], r->node[i][D_RECORDS],
			r->node[i][D_RECORDED], r->node[i][D_ENDED]);
	err = outstream_close(&out, true);
	return err ? complain("%s: %s", r->output, strerror(-err)) : 0;
}

static int report(struct run *r, double run_s)
{
	const struct ranks_counts n = cube_counts(r->c);
	const unsigned int ranks = r->mpi.ranks.ranks;
	const char *wrong;
	uint64_t h;

	/* of other ranks it is 0 */
	ranks_mpi_sum(&r->mpi, r->node[0], IPSC2_MOST * D_COUNT);
	ranks_mpi_sum(&r->mpi, r->part[0], IPSC2_MOST * P_COUNT);
	if (!r->mpi.ranks.rank)
		printf("life on %u nodes, %u boards, %u rank%s: %.3f ms simulated\n", r->nodes,
		       r->nodes / r->per_part, ranks, ranks > 1 ? "s" : "",
		       (double)r->end_us / 1e3);
	ranks_mpi_print(&r->mpi, &n, r->end_us ? 1e-6 * (double)r->end_us : 1, run_s);
	if (r->mpi.ranks.rank)
		return 0;
	wrong = app_life.check(r->app);
	if (wrong)
		return complain("life: %s", wrong);
	h = ranks_hash(RANKS_HASH, r->node, sizeof(r->node));
	printf("digest %016" PRIx64 "\n", ranks_hash(h, r->part, sizeof(r->part)));
	return write_digests(r);
}

static int run(struct run *r)
{
	double from;
	int err = run_open(r);

	if (err)
		return err;
	ranks_mpi_barrier();
	from = seconds();
	err = cube_run(r->c);
	if (err)
		return complain("rank %u: %s", r->mpi.ranks.rank, strerror(-err));
	return report(r, seconds() - from);
}

/* ---- command line ---- */

static const struct option longs[] = {
	{"nodes", required_argument, NULL, 'n'},
	{"part", required_argument, NULL, 'p'},
	{"steps", required_argument, NULL, 't'},
	{"seed", required_argument, NULL, 's'},
	{"rtl", no_argument, NULL, 'r'},
	{"output", required_argument, NULL, 'o'},
	RANKS_MPI_LONGS,
	{0},
};

static bool option(struct run *r, int c, const char *arg)
{
	uint64_t v = 0;

	if (c == 'o') {
		r->output = arg;
		return true;
	}
	if (c == 'r')
		return r->rtl = true;
	if (!ranks_mpi_number(arg, UINT32_MAX, &v))
		return false;
	switch (c) {
	case 'n':
		r->nodes = (unsigned int)v;
		return v >= 1 && v <= IPSC2_MOST && !(v & (v - 1));
	case 'p':
		r->per_part = (unsigned int)v;
		return v >= 1 && v <= IPSC2_NODES && !(v & (v - 1));
	case 't':
		r->steps = (unsigned int)v;
		return v > 0;
	case 's':
		r->seed = v;
		return true;
	}
	return false;
}

int main(int argc, char **argv)
{
	static struct run r = {.nodes = 32, .per_part = 8, .steps = 20, .seed = 1};
	int c, err;

	util_begin("ipsc2-mpi", usage_text, argc, argv);
	while ((c = util_getopt("n:p:t:s:ro:" RANKS_MPI_LETTERS, longs)) != -1)
		if (!(strchr(RANKS_MPI_LETTERS, c) ? ranks_mpi_option(&r.mpi, c, optarg)
						   : option(&r, c, optarg)))
			util_usage("bad value", optarg);
	if (optind < argc)
		util_usage("too many arguments", argv[optind]);
	if (r.per_part > r.nodes)
		r.per_part = r.nodes;
	err = ranks_mpi_begin(&r.mpi, &argc, &argv);
	if (err)
		return err;
	err = r.mpi.measured ? ranks_mpi_measure(&r.mpi) : run(&r);
	if (!err && !r.mpi.measured)
		run_close(&r);
	ranks_mpi_end(&r.mpi, err);
	return err;
}
