/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sends a recorded program's memory writes by automatic update through the SurfBoard in RTL.
 * The board counts and traces them, and puts them into a histogram; its driver reads the
 * results over EISA; the demo compares them with the golden model, prints and draws them.
 *
 * Of a long program only the first packets go through the RTL. A replay (surf_replay.h)
 * computes the board's results for all packets; for each packet in RTL, they must be those of
 * the board.
 */
#include "../../../sw/lib/cmdline.h"
#include "../../../sw/lib/gnuplot.h"
#include "../../../sw/lib/outfile.h"
#include "../../../sw/lib/outstream.h"
#include "../../../sw/surfboard/surfrecord.h"
#include "../../../sw/surfboard/sbit.h"
#include "../../../sw/surfboard/surflib.h"
#include "../cache.h"
#include "job.h"
#include "node.h"
#include "surf_replay.h"
#include "tally.h"
#include "terminal.h"
#include <errno.h>
#include <inttypes.h>
#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wordexp.h>

enum { DONE = 0, BAD_DATA = 1 };

#define HIST_BYTES (16u << 20)
#define FIFO_MIN 515u	     /* number of 64-bit words of a packet of 1024 words */
#define AHEAD_PS SIM_US(100) /* time by which the machine may run ahead of the board */
#define BLOCK 16384u	     /* bytes of board memory read at a time */
#define RTL_PACKETS 16384u   /* default of --rtl */
#define SHOWN 1024u	     /* packets of the replay between two displays of progress */
#define INSIDE 8u	     /* more packets than link and board hold at a time */

/* The harness requires a list of tests from every program; this one has none. */
const struct sim_test sim_tests[] = {{0}};

static const char usage_text[] =
	"Usage: demo [OPTION]... -- PROGRAM [ARGUMENT]...\n"
	"       demo [OPTION]... [radix | lu | RECORDING]...\n"
	"\n"
	"Sends the memory writes of a program through a simulated SurfBoard and shows what\n"
	"the board measures. The stores are recorded with valgrind and replayed on a model\n"
	"of nodes with a 60 MHz processor, so that the results do not depend on the speed\n"
	"of this computer. radix and lu are programs of this project; without a name both\n"
	"are run.\n"
	"\n"
	"Programs that the program executes (exec) are recorded separately; the image with\n"
	"the most stores is measured, from its main() on. A child process that does not\n"
	"exec is not recorded. What is still running when the program ends is stopped.\n"
	"\n"
	"Program:\n"
	"  -p, --program=COMMAND   the same as -- COMMAND; quotes as in a shell, but no shell\n"
	"                          runs\n"
	"      --whole             also measure what the program does before main()\n"
	"      --from=FUNCTION     begin with the first call of FUNCTION, not of main()\n"
	"      --record            record radix and lu anew with valgrind, instead of using\n"
	"                          the recordings that come with the project\n"
	"      --from-marker       skip everything before the first marker of the recording\n"
	"\n"
	"The sending machine:\n"
	"  -m, --map=FILE          page map, see pagemap.h; default: the RECORDING's .map\n"
	"  -m, --map=PAGE=SENDER[:COLOR[:IRQ]]  map one page; may be repeated\n"
	"  -S, --symbol=NAME       map the pages of this variable, or those that this\n"
	"                          function allocates; may be repeated\n"
	"  -A, --allocation=BYTES  map the pages of the allocations of this size, at least\n"
	"                          4096; may be repeated\n"
	"  -n, --pages=N           without a map, map the N busiest pages; default 48\n"
	"  -c, --combining=WHICH   on, off or both; default both\n"
	"  -b, --boundary=BYTES    256, 512, 1024, 2048 or 4096; default 4096\n"
	"  -t, --timeout=US        time that a packet waits for its next word; default: "
	"no limit\n"
	"  -l, --latency=US        latency of the network; default 3.5\n"
	"  -f, --fifo=WORDS        size of the outgoing FIFO in 64-bit words, at least 515;\n"
	"                          default 4096\n"
	"      --cache=KB          cache of each processor, 0: none; default 8\n"
	"\n"
	"The board:\n"
	"  -s, --selector=FILE     configuration of the bin selector; default\n"
	"                          fpga-configs/size-sender.bit\n"
	"      --rtl=N             send only the first N packets of each run through the RTL\n"
	"                          and compute the others with the golden model; default\n"
	"                          16384, all: every packet\n"
	"\n"
	"Output:\n"
	"  -o, --output=DIR        folder of trace, histogram and plot; default build/demo, "
	"for\n"
	"                          a program a subfolder of it, named by program and time\n"
	"      --read-all          read histogram and trace over EISA; default: the first and\n"
	"                          the last 16 KB of each, and the rest directly from the\n"
	"                          memory chips, which takes no simulated time\n"
	"  -w, --wave[=US]         dump waves of the first US microseconds; default 200\n"
	"  -h, --help              print this and exit\n"
	"      --version           print the version and exit\n"
	"\n"
	"Exit status: 0 all comparisons are equal, 1 a comparison differs or an error,\n"
	"2 error in the command line.\n";

struct options {
	struct job_options job;
	struct recorded_config machine;
	bool on, off; /* make a run with combining on; make one with combining off */
	const char *selector;
	wordexp_t words; /* words of the command */
	bool own_folder; /* no folder was given */
	bool read_all;	 /* the driver reads the whole memories */
	uint64_t rtl;	 /* number of packets of each run in RTL */
	char folder[PATH_MAX];
	uint64_t wave_ps; /* 0: no wave */
	char **names;
	int nnames;
};

/* The bin selector that the runs of a job share. */
struct selector {
	const char *path;
	uint8_t stream[SBIT_BYTES + 64];
	size_t bytes;
	struct sbit_map map;
	uint32_t bins; /* number of bins that packets of this machine can reach, a power of
			* two */
};

/* ---- one run ---- */

struct run {
	const struct options *opt;
	const struct job *job;
	const struct selector *sel;
	const char *mode; /* "on" or "off" */
	struct tally *t;
	struct lackey *recording[RECORDED_NODES];
	struct recorded *recorded;
	struct mc *m;
	struct sim *s;
	struct node *n;
	struct surf surf;
	struct surf_replay replay;
	/* results of the replay for the packets that the board has not taken yet */
	struct surf_golden_result expected[INSIDE];
	uint64_t rtl, rtl_words, rtl_taken; /* packets and words in RTL; packets taken there */
	bool differs;			    /* for a packet in RTL, board and replay differ */
	struct progress progress;
	bool quiet;		 /* shows no progress */
	sim_time start_ps;	 /* start of the machine */
	uint64_t packets, words; /* packets and words sent so far */
	uint64_t compared;	 /* number of words read over EISA and compared */
	uint32_t *fold;		 /* bins computed from the trace */
};

/* Passes a packet through the replay. Returns its result. */
static struct surf_golden_result replay(struct run *r, const struct mc_packet *mp)
{
	struct surf_golden_result result;

	surf_replay_packet(&r->replay, &mp->p, mp->rx_ps, &result);
	r->packets++;
	r->words += mp->p.words;
	r->t->beats += mp->p.words + 2u;
	return result;
}

static bool pull(void *arg, struct packet *p)
{
	struct run *r = arg;
	const bool ended = r->rtl == r->opt->rtl;
	struct mc_packet mp;

	if (ended || !mc_next(r->m, 0, sim_now(r->s), &mp)) {
		/* 1 ps before, so that the link asks also at a clock edge at that time */
		sni_ask_at(r->n->sni, ended ? MC_NEVER : mc_when(r->m, 0) - 1);
		return false;
	}
	*p = mp.p;
	r->expected[r->rtl++ % INSIDE] = replay(r, &mp);
	r->rtl_words += p->words;
	return true;
}

/* Called when the board takes a packet. */
static void taken(void *arg, const struct packet *p, const struct surf_golden_result *result)
{
	struct run *r = arg;
	const struct surf_golden_result *want = &r->expected[r->rtl_taken++ % INSIDE];

	(void)p;
	if (r->differs || (result->bin == want->bin && result->index == want->index &&
			   !memcmp(result->trace, want->trace, sizeof(want->trace))))
		return;
	r->differs = true;
	complain("packet %" PRIu64 ": board and replay differ (receive time %011" PRIX64
		 " and %011" PRIX64 ", bin %06" PRIX32 " and %06" PRIX32 ")",
		 r->rtl_taken, trace_rxtime(result->trace), trace_rxtime(want->trace),
		 result->bin, want->bin);
}

static bool played(void *arg)
{
	struct run *r = arg;

	return (r->rtl == r->opt->rtl || mc_when(r->m, 0) == MC_NEVER) && sni_idle(r->n->sni);
}

static double share_read(const struct run *r)
{
	uint64_t done, total, all_done = 0, all = 0;

	for (unsigned int i = 0; i < RECORDED_NODES; i++) {
		if (!r->recording[i])
			continue;
		lackey_position(r->recording[i], &done, &total);
		all_done += done;
		all += total;
	}
	return all ? (double)all_done / (double)all : 0;
}

static int machine_open(struct run *r, bool combining)
{
	struct recorded_config c = r->opt->machine;
	int err;

	c.next = job_next;
	c.map = r->job->map;
	c.mc.combining = combining;
	c.mc.ahead_ps = AHEAD_PS;
	/* node 0 sends nothing; it runs only if the other nodes wait for it at barriers */
	for (unsigned int i = r->job->survey.barriers ? 0 : 1; i < RECORDED_NODES; i++) {
		if (job_reader(r->job, &r->opt->job, &r->recording[i]))
			return BAD_DATA;
		c.source[i] = r->recording[i];
	}
	err = recorded_open(&r->recorded, &c);
	if (err)
		return complain("the machine: %s", strerror(-err));
	r->m = recorded_machine(r->recorded);
	return DONE;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* Shows the progress of the next part of the run. @unit: see progress.h. */
static void begin_part(struct run *r, const char *unit, const char *what)
{
	if (!r->quiet)
		progress_begin(&r->progress, unit, "%s, %s: %s", r->job->name, r->t->title,
			       what);
}

static int show_clearing(void *arg, uint32_t done, uint32_t total)
{
	struct run *r = arg;

	progress_show(&r->progress, (double)done / total, done);
	return 0;
}

static int prepare_board(struct run *r)
{
	struct surf_experiment e = {
		.stream = r->sel->stream,
		.stream_bytes = r->sel->bytes,
		.bins = r->sel->bins,
		.pclr = surf_mask(SURF_PCLR_LED),
		.htcr = surf_mask(SURF_HTCR_WEN) | surf_mask(SURF_HTCR_HEN) |
			surf_mask(SURF_HTCR_TEN),
		.progress = show_clearing,
		.arg = r,
	};

	/* sender id = X coordinate; latency in ticks, all 24 bits of it */
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_SENDID, 0);
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_LAT_N, 12);
	return surf_begin(&r->surf, &e);
}

/* Passes the packets that do not go through the RTL through the replay. */
static void play_rest(struct run *r)
{
	struct mc_packet mp;
	sim_time when;

	while ((when = mc_when(r->m, 0)) != MC_NEVER) {
		if (mc_next(r->m, 0, when, &mp))
			replay(r, &mp);
		if (r->packets % SHOWN == 0)
			progress_show(&r->progress, share_read(r), r->packets);
	}
}

/* Runs the machine until it has sent all packets. */
static int play(struct run *r)
{
	const uint64_t wave = r->opt->wave_ps;
	const double began = seconds();
	sim_time start, gone;
	unsigned int node;
	bool done, whole = true;
	int err;

	sim_wait_cycles(r->n->clk25, 8); /* wait until the last register write has arrived */
	if (surf_replay_open(&r->replay, r->n))
		return complain("out of memory");
	start = r->start_ps = r->replay.rise;
	mc_start(r->m, start, r->replay.ticks, 0);
	r->n->on_packet = taken;
	r->n->on_packet_arg = r;
	sni_set_source(r->n->sni, pull, r);
	do {
		gone = sim_now(r->s) - start;
		if (gone < wave && wave - gone < SIM_MS(1)) {
			done = sim_wait_for(r->s, played, r, wave - gone);
			whole = sim_wave(r->s, NULL);
		} else {
			done = sim_wait_for(r->s, played, r, SIM_MS(1));
		}
		progress_show(&r->progress, share_read(r), r->packets);
	} while (!done);
	sni_set_source(r->n->sni, NULL, NULL);
	node_drain(r->n);
	if (gone < wave)
		whole = sim_wave(r->s, NULL);
	if (!whole)
		return complain("the wave dump was not kept: %s", strerror(errno));
	r->t->play_s = (double)(sim_now(r->s) - start) / 1e12;
	r->t->play_wall_s = seconds() - began;
	r->t->rtl = r->rtl;
	if (r->differs)
		return BAD_DATA;
	play_rest(r);
	if (surf_golden_error(r->replay.g))
		return complain("out of memory");
	err = recorded_error(r->recorded, &node);
	if (err == -EBADMSG || err == -EIO)
		return complain("%s", lackey_error(r->recording[node]));
	return err ? complain("%s: %s", r->job->trace, outpath_reason(err)) : DONE;
}

/* ---- reading back ---- */

/* A file of records that is being written. */
struct output {
	struct outfile f;
	struct record_writer w;
	uint32_t block[BLOCK / 4]; /* words read by the driver */
};

static struct output *output_open(const struct run *r, const char *kind)
{
	struct output *o = malloc(sizeof(*o));
	char path[PATH_MAX], about[PATH_MAX + 128];
	const uint64_t seed = sim_seed(r->s);
	const struct record_loss loss = {.what = RECORD_LOST_PACKETS, .count = r->t->dropped};
	const struct record_header h = {
		.board = "surfboard",
		.configuration = about,
		.clock_hz = RECORD_CLOCK_HZ,
		.latency_ns = record_unit_ns(RECORD_CLOCK_HZ, 0),
		.seed = &seed,
		.loss = &loss,
		.losses = 1,
	};
	int err = -ENOMEM;

	snprintf(about, sizeof(about), "%s, %s, combining %s", r->sel->path, r->job->name,
		 r->mode);
	snprintf(path, sizeof(path), "%s/%s-%s.%s", r->opt->job.output, r->job->name, r->mode,
		 kind);
	if (o)
		err = outfile_open(&o->f, path);
	if (err) {
		complain("%s: %s", path, outpath_reason(err));
		free(o);
		return NULL;
	}
	record_writer_open(&o->w, o->f.fd);
	record_write_header(&o->w, strcmp(kind, "hist") ? "trace" : "histogram", &h);
	return o;
}

/* Closes the file. @err: the first error so far, already reported; the file is kept only if
 * there was no error. */
static int output_close(struct output *o, int err)
{
	if (err) {
		outfile_abort(&o->f);
	} else {
		record_write_end(&o->w);
		err = record_flush(&o->w);
		if (err)
			outfile_abort(&o->f);
		else
			err = outfile_commit(&o->f);
		if (err)
			complain("%s: %s", o->f.path, outpath_reason(err));
	}
	free(o);
	return err ? BAD_DATA : DONE;
}

/* Compares @n words from @word on, which were read, with the golden model. */
static bool as_predicted(struct run *r, bool hist, uint32_t word, const uint32_t *got,
			 uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t want = hist ? surf_golden_hist_word(r->n->g, word + i)
					   : surf_golden_trace_word(r->n->g, word + i);

		if (got[i] == want)
			continue;
		complain("%s word 0x%06" PRIX32 " reads 0x%08" PRIX32 ", expected 0x%08" PRIX32,
			 hist ? "histogram" : "trace", word + i, got[i], want);
		return false;
	}
	return true;
}

static uint32_t bin_of(const struct selector *sel, const uint32_t w[4])
{
	return sbit_eval(&sel->map,
			 sbit_inputs(trace_latency(w), trace_sender(w), trace_color(w),
				     trace_category(w), trace_size(w)));
}

/* Reads @n words from @word on: the first BLOCK bytes of a memory and the last ones before @end
 * over EISA with the driver, the others directly from the memory chips. */
static int read_words(struct run *r, bool hist, uint32_t word, uint32_t n, uint32_t end,
		      uint32_t *to)
{
	struct simm *chips = hist ? r->n->hist : r->n->trace;

	if (r->opt->read_all || !word || end - word < BLOCK / 2) {
		r->compared += n;
		return (hist ? surf_GetHMem : surf_GetTMem)(&r->surf, 4 * word, to, 4 * n, NULL,
							    NULL);
	}
	for (uint32_t i = 0; i < n; i++)
		to[i] = simm_peek(chips, word + i);
	return 0;
}

/* Reads the trace: @rtl entries from the board, and those that follow from the replay. */
static int read_trace(struct run *r, uint32_t entries, uint32_t rtl)
{
	struct output *o = output_open(r, "trace");
	uint32_t n;
	int err = 0;

	if (!o)
		return BAD_DATA;
	for (uint32_t at = 0; at < entries && !err; at += n) {
		n = smaller((at < rtl ? rtl : entries) - at, BLOCK / 16);
		progress_show(&r->progress, (double)at / entries, at);
		for (uint32_t i = 0; i < 4 * n; i++)
			o->block[i] = surf_golden_trace_word(r->replay.g, 4 * at + i);
		if (at < rtl)
			err = read_words(r, false, 4 * at, 4 * n, 4 * rtl, o->block);
		if (err)
			complain("surf_GetTMem: %s", strerror(-err));
		else if (at < rtl && !as_predicted(r, false, 4 * at, o->block, 4 * n))
			err = -EIO;
		for (uint32_t i = 0; i < n && !err; i++) {
			struct trace_record rec = {.index = at + i};

			memcpy(rec.word, &o->block[4 * i], sizeof(rec.word));
			tally_add(r->t, rec.word);
			r->fold[bin_of(r->sel, rec.word) & (r->sel->bins - 1)]++;
			record_write_trace(&o->w, &rec);
		}
	}
	return output_close(o, err);
}

/* Reads the histogram; the result is the replay's if not all packets were in RTL. @whole: the
 * trace contains all packets, so it must give the same histogram. */
static int read_histogram(struct run *r, bool whole)
{
	struct output *o = output_open(r, "hist");
	int err = 0;

	if (!o)
		return BAD_DATA;
	for (uint32_t at = 0; at < r->sel->bins && !err; at += BLOCK / 4) {
		const uint32_t n = smaller(r->sel->bins - at, BLOCK / 4);

		progress_show(&r->progress, (double)at / r->sel->bins, at);
		err = read_words(r, true, at, n, r->sel->bins, o->block);
		if (err)
			complain("surf_GetHMem: %s", strerror(-err));
		else if (!as_predicted(r, true, at, o->block, n))
			err = -EIO;
		for (uint32_t i = 0; i < n && r->rtl < r->packets; i++)
			o->block[i] = surf_golden_hist_word(r->replay.g, at + i);
		for (uint32_t i = 0; i < n && !err; i++) {
			const struct hist_record rec = {at + i, o->block[i]};

			r->t->packets += rec.count;
			if (rec.count)
				record_write_hist(&o->w, &rec);
			if (whole && rec.count != r->fold[rec.bin]) {
				complain("bin %06" PRIX32 " counts %" PRIu32
					 ", the trace has %" PRIu32 " such packets",
					 rec.bin, rec.count, r->fold[rec.bin]);
				err = -EIO;
			}
		}
	}
	return output_close(o, err);
}

static bool same(const char *what, uint64_t board, uint64_t machine)
{
	if (board == machine)
		return true;
	complain("%s: %" PRIu64 " on the board, expected %" PRIu64, what, board, machine);
	return false;
}

static int read_back(struct run *r)
{
	uint32_t entries, words, conditions;
	uint32_t rtl;
	bool whole, ok;
	int err;

	if ((err = surf_PutReg(&r->surf, SURF_HTCR, 0)) ||
	    (err = surf_GetReg(&r->surf, SURF_TECR, &rtl)) ||
	    (err = surf_GetReg(&r->surf, SURF_WCDR, &words)) ||
	    (err = surf_GetReg(&r->surf, SURF_ISCR, &conditions)))
		return complain("the board: %s", strerror(-err));
	ok = same("pipeline overflow", surf_get(conditions, SURF_ISCR_PV), 0);
	ok &= same("payload words in RTL", words, r->rtl_words & UINT32_MAX);
	entries = surf_golden_read(r->replay.g, SURF_TECR, 15);
	words = surf_golden_read(r->replay.g, SURF_WCDR, 15);
	conditions = surf_golden_read(r->replay.g, SURF_ISCR, 15);
	ok &= same("entries of packets in RTL", rtl, r->rtl < entries ? r->rtl : entries);
	r->t->words = words;
	r->t->dropped = r->n->dropped;
	r->fold = calloc(r->sel->bins, sizeof(*r->fold));
	if (!r->fold)
		return complain("out of memory");
	/* a full trace memory stops the trace but not the histogram */
	whole = entries == r->packets;
	if (surf_get(conditions, SURF_ISCR_TC))
		complain("the trace memory is full: %" PRIu32 " of %" PRIu64
			 " packets are in it",
			 entries, r->packets);
	begin_part(r, "entries", "reading the trace");
	if (read_trace(r, entries, rtl))
		return BAD_DATA;
	begin_part(r, "bins", "reading the histogram");
	if (read_histogram(r, whole))
		return BAD_DATA;
	progress_end(&r->progress);
	ok &= same("packets in the histogram", r->t->packets, r->packets);
	ok &= same("payload words", words, r->words & UINT32_MAX);
	ok &= same("packets dropped", r->t->dropped, 0);
	return ok ? DONE : BAD_DATA;
}

static bool tally_machine(struct run *r)
{
	struct tally *t = r->t;
	uint64_t packets = 0, words = 0;
	bool ok;

	for (unsigned int i = 0; i < RECORDED_NODES; i++) {
		const struct mc_stats *s = mc_stats(r->m, i);

		for (unsigned int w = 0; w < COMBINE_WHYS; w++)
			t->why[w] += s->why[w];
		t->stalls += s->stalls;
		t->stall_ps += s->stall_ps;
		if (s->fifo_peak > t->fifo_peak)
			t->fifo_peak = s->fifo_peak;
		if (s->end_ps - r->start_ps > t->end_ps && s->packets_out)
			t->end_ps = s->end_ps - r->start_ps;
		packets += s->packets_out;
		words += s->updates;
	}
	ok = same("packets on the link", r->packets, packets);
	return same("words on the link", r->words, words) && ok;
}

static void plot_points(struct run *r, struct tally_points *p)
{
	uint32_t w[4];

	tally_points_begin(p, r->t);
	for (uint32_t i = 0; i < r->t->entries; i++) {
		for (uint32_t k = 0; k < 4; k++)
			w[k] = surf_golden_trace_word(r->replay.g, 4 * i + k);
		tally_points_add(p, w);
	}
}

static int run_board(struct run *r, bool combining, struct tally_points *points)
{
	const struct node_config cfg = {.trace = SIMM_16MB, .hist = SIMM_16MB};
	char wave[PATH_MAX];
	double began;
	int err;

	r->mode = combining ? "on" : "off";
	r->t->title = combining ? "combining on" : "combining off";
	if (machine_open(r, combining))
		return BAD_DATA;
	r->s = sim_new(NULL, 0, 1);
	if (!r->s)
		return complain("the simulation does not open");
	began = seconds();
	r->n = node_open(r->s, &cfg);
	node_power_on(r->n);
	node_follow(r->n); /* the golden model follows the driver's accesses */
	begin_part(r, "bytes", "preparing the board");
	err = surf_open_device(&r->surf, r->n->dev);
	if (!err)
		err = prepare_board(r);
	if (err)
		return complain("the board: %s", strerror(-err));
	if (r->opt->wave_ps) {
		snprintf(wave, sizeof(wave), "%s/%s-%s.fst", r->opt->job.output, r->job->name,
			 r->mode);
		if (!sim_wave(r->s, wave))
			return complain("%s: %s", wave, strerror(errno));
	}
	begin_part(r, "packets", "sending");
	err = play(r);
	progress_end(&r->progress);
	if (err || !tally_machine(r) || read_back(r))
		return BAD_DATA;
	/* compares all memories and registers; ends the program on a difference */
	node_compare(r->n);
	plot_points(r, points);
	r->t->sim_s = (double)sim_now(r->s) / 1e12;
	r->t->wall_s = seconds() - began;
	snprintf(r->t->simulator, sizeof(r->t->simulator), "%s", sim_simulator(r->s));
	surf_Close(&r->surf);
	return DONE;
}

static void run_close(struct run *r)
{
	free(r->fold);
	surf_replay_close(&r->replay);
	if (r->s)
		sim_delete(r->s);
	recorded_close(r->recorded);
	for (unsigned int i = 0; i < RECORDED_NODES; i++)
		lackey_close(r->recording[i]);
}

/* ---- report of the runs ---- */

static bool utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* Writes the script and draws the picture from it; gnuplot writes to a pipe, not to a file. */
static int draw_files(const struct job *j, const struct tally *t, const struct tally_points *p,
		      unsigned int n, const char *script, const char *svg)
{
	static struct outstream out;
	char *text = NULL;
	size_t size = 0;
	FILE *f;
	int err = outstream_open(&out, script);

	if (err)
		return complain("%s: %s", script, outpath_reason(err));
	tally_gnuplot(out.stream, j->name, svg, t, p, n);
	err = outstream_close(&out, true);
	if (err)
		return complain("%s: %s", script, outpath_reason(err));
	if (system("command -v gnuplot >/dev/null 2>&1")) {
		fprintf(stderr, "demo: gnuplot is not installed, no plot is drawn\n");
		return DONE;
	}
	f = open_memstream(&text, &size);
	if (!f)
		return complain("%s: %s", svg, strerror(errno));
	tally_gnuplot(f, j->name, NULL, t, p, n);
	err = fclose(f) ? complain("%s: %s", svg, strerror(errno))
			: gnuplot_draw("demo", text, size, NULL, svg);
	free(text);
	return err;
}

static int draw(const struct options *o, const struct job *j, const struct tally *t,
		const struct tally_points *p, unsigned int n)
{
	char script[PATH_MAX], svg[PATH_MAX];

	snprintf(script, sizeof(script), "%s/%s.gnuplot", o->job.output, j->name);
	snprintf(svg, sizeof(svg), "%s/%s.svg", o->job.output, j->name);
	return draw_files(j, t, p, n, script, svg);
}

static void print_job(const struct options *o, const struct job *j, const struct selector *sel)
{
	const struct survey *s = &j->survey;
	const struct mc_config *c = &o->machine.mc;
	unsigned int pages[RECORDED_NODES] = {0};
	char a[TALLY_NUMBER], b[TALLY_NUMBER], d[TALLY_NUMBER];

	for (size_t i = 0; i < pagemap_count(j->map); i++)
		pages[pagemap_at(j->map, i)->sender]++;
	printf("== %s\n", j->name);
	if (o->job.program) {
		const struct record_result *r = &j->record;

		printf("measured   %s: %s%s%s\n", r->command, o->job.from ? "from " : "",
		       o->job.from ? o->job.from : "",
		       o->job.from    ? "() on"
		       : r->from_main ? "from main() on"
		       : o->job.whole
			       ? "whole, as requested"
			       : "measured from the start: the program has no symbol main");
		if (r->images > 1)
			printf("           one of %u programs that were executed, "
			       "the one with the most stores\n",
			       r->images);
		if (r->cut)
			printf("           its first 100 million accesses: "
			       "then it was stopped\n");
		else if (r->status)
			printf("           it ended with status %d\n",
			       WIFEXITED(r->status) ? WEXITSTATUS(r->status)
						    : 128 + WTERMSIG(r->status));
	}
	printf("recording  %s: %s instructions, %s loads, %s stores\n", j->trace,
	       tally_number(a, s->instructions), tally_number(b, s->loads),
	       tally_number(d, s->stores));
	printf("page map   %s: %u + %u + %u pages of nodes 1, 2, 3\n", j->map_name, pages[1],
	       pages[2], pages[3]);
	printf("machine    %" PRIu64 " MHz, cache %" PRIu64 " KB, network %g us, FIFO %" PRIu64
	       " words, boundary %" PRIu32,
	       c->p.cpu_mhz, c->p.cache_bytes >> 10, (double)c->p.wire_ps / 1e6,
	       c->p.fifo_words, c->boundary);
	if (c->timeout_ps)
		printf(", time-out %g us", (double)c->timeout_ps / 1e6);
	printf("\nboard      SurfBoard in RTL, two 16 MB SIMMs, selector %s\n", sel->path);
	fflush(stdout);
}

static void print_results(const struct options *o, const struct job *j, const struct tally *t,
			  unsigned int n, uint64_t compared)
{
	char a[TALLY_NUMBER], b[TALLY_NUMBER];
	double sim = 0, wall = 0, play = 0, play_wall = 0;
	uint64_t rtl = 0, packets = 0;

	tally_table(stdout, t, n);
	if (t[0].packets)
		tally_bars(stdout, t, n, utf8());
	else
		printf("\nno packet was sent: the program writes none of the mapped pages\n");
	for (unsigned int i = 0; i < n; i++) {
		sim += t[i].sim_s;
		play += t[i].play_s;
		/* the settings run at the same time */
		wall = fmax(wall, t[i].wall_s);
		play_wall = fmax(play_wall, t[i].play_wall_s);
		packets += t[i].packets;
		rtl += t[i].rtl;
	}
	if (rtl < packets)
		printf("\nin RTL     %s of %s packets, the first ones of each run: %.1f %%. The others "
		       "by the\n"
		       "           golden model with the receive times that follow from the clocks; so\n"
		       "           computed, each packet in RTL gives the board's trace entry and bin\n",
		       tally_number(a, rtl), tally_number(b, packets),
		       100 * (double)rtl / (double)packets);
	printf("%schecked    equal to the golden model: both memories whole, all registers, "
	       "and\n"
	       "           %s words that the driver read over EISA; the trace, folded into\n"
	       "           bins, equal to the histogram\n",
	       rtl < packets ? "" : "\n", tally_number(a, compared));
	printf("simulated  with %s: %.1f ms in %.1f s, %.1f ms of it with packets: %s\n"
	       "           packets/s\n",
	       t->simulator, 1000 * sim, wall, 1000 * play,
	       tally_number(a, (uint64_t)((double)rtl / play_wall)));
	printf("written    %s/%s-%s.trace, .hist%s; %s.svg, .gnuplot, .csv, .pages.map%s\n\n",
	       o->job.output, j->name,
	       o->on && o->off ? "{on,off}"
	       : o->on	       ? "on"
			       : "off",
	       o->wave_ps ? ", .fst" : "", j->name,
	       o->job.program ? ", .output (what it printed)" : "");
}

static int load_selector(struct selector *sel)
{
	/* senders are 1 to 3, colors 01xxxx, the category stays 0 */
	const uint64_t inputs = sbit_inputs(0xFFFFFF, 3, 0x1F, 0, 0x3FF);
	struct sbit_fault fault;
	FILE *f = fopen(sel->path, "rb");
	char text[128];
	unsigned int bits = 0;

	if (!f)
		return complain("%s: %s", sel->path, strerror(errno));
	if (strlen(sel->path) > 5 && !strcmp(sel->path + strlen(sel->path) - 5, ".bsel")) {
		fclose(f);
		return complain("%s is a source: binsel compile %s -o FILE.bit, and use that",
				sel->path, sel->path);
	}
	sel->bytes = fread(sel->stream, 1, sizeof(sel->stream), f);
	fclose(f);
	if (sbit_decode(sel->stream, 8 * sel->bytes, &sel->map, &fault))
		return complain("%s: %s", sel->path, sbit_describe(&fault, text, sizeof(text)));
	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++) {
		const unsigned int code = sel->map.sel[k];

		if (code == SBIT_ONE || (code < SBIT_INPUTS && inputs >> code & 1))
			bits = k + 1;
	}
	sel->bins = 1u << bits;
	if (sel->bins > HIST_BYTES / 4)
		return complain("%s: %s", sel->path,
				sbit_unfit(&sel->map, HIST_BYTES / 4, SBIT_ANY_LATENCY, text,
					   sizeof(text)));
	return DONE;
}

static int save_table(const struct options *o, const struct job *j, const struct tally *t,
		      unsigned int n)
{
	static struct outstream out;
	char path[PATH_MAX];
	int err, end;

	snprintf(path, sizeof(path), "%s/%s.csv", o->job.output, j->name);
	err = outstream_open(&out, path);
	if (err)
		return complain("%s: %s", path, outpath_reason(err));
	err = tally_csv(out.stream, j->name, t, n);
	end = outstream_close(&out, !err);
	err = err ? err : end;
	return err ? complain("%s: %s", path, outpath_reason(err)) : DONE;
}

/* Results of the settings of combining: first on, then off. */
struct outcome {
	struct tally tally[2];
	struct tally_points points[2];
	uint64_t compared[2];
};

static int run_setting(const struct options *o, const struct job *j, const struct selector *sel,
		       bool quiet, unsigned int i, struct outcome *out)
{
	struct run r = {.opt = o, .job = j, .sel = sel, .t = &out->tally[i], .quiet = quiet};
	int err = run_board(&r, !i && o->on, &out->points[i]);

	out->compared[i] = r.compared;
	run_close(&r);
	return err;
}

/* Runs the first setting in a process of its own, which ends with this one. */
static pid_t begin_first(const struct options *o, const struct job *j,
			 const struct selector *sel, struct outcome *out)
{
	const pid_t parent = getpid(), pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	_exit(getppid() != parent || run_setting(o, j, sel, true, 0, out));
}

static int run_settings(const struct options *o, const struct job *j,
			const struct selector *sel, struct outcome *out)
{
	pid_t first;
	int err, status;

	if (!o->on || !o->off)
		return run_setting(o, j, sel, false, 0, out);
	first = begin_first(o, j, sel, out);
	if (first < 0)
		return complain("no process: %s", strerror(errno));
	err = run_setting(o, j, sel, false, 1, out);
	if (err)
		kill(first, SIGKILL);
	if (waitpid(first, &status, 0) != first || status)
		err = BAD_DATA;
	return err;
}

static int report(const struct options *o, const struct job *j, const struct outcome *out)
{
	const unsigned int n = o->on && o->off ? 2 : 1;
	int err = save_table(o, j, out->tally, n);

	if (out->tally[0].packets && !err)
		err = draw(o, j, out->tally, out->points, n);
	print_results(o, j, out->tally, n, out->compared[0] + out->compared[1]);
	return err;
}

static int run_job(const struct options *o, const struct job *j, const struct selector *sel)
{
	struct outcome *out = mmap(NULL, sizeof(*out), PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int err;

	if (out == MAP_FAILED)
		return complain("out of memory");
	print_job(o, j, sel);
	job_print_allocations(j);
	err = job_save_map(j, &o->job) ? BAD_DATA : DONE;
	fflush(stdout); /* before the fork */
	if (!err)
		err = run_settings(o, j, sel, out);
	if (err)
		complain("%s: FAILED", j->name);
	else
		err = report(o, j, out);
	munmap(out, sizeof(*out));
	return err;
}

/* ---- command line ---- */

static bool real(const char *text, double max, double *v)
{
	char *end;

	*v = strtod(text, &end);
	return *text >= '0' && *text <= '9' && !*end && *v >= 0 && *v <= max;
}

static bool whole(const char *text, uint32_t max, uint32_t *v)
{
	char *end;
	unsigned long x = strtoul(text, &end, 10);

	*v = (uint32_t)x;
	return *text >= '0' && *text <= '9' && !*end && x <= max;
}

enum { RECORD = 256, FROM_MARKER, CACHE, WHOLE, FROM, READ_ALL, RTL };

static const struct util_word words[] = {
	{"record", RECORD}, {"from-marker", FROM_MARKER}, {"whole", WHOLE}, {"from", FROM},
	{"cache", CACHE},   {"read-all", READ_ALL},	  {"rtl", RTL},	    {0}};

/* Handles one option. False: its argument is invalid. */
static bool option(struct options *o, int c, const char *arg)
{
	struct mc_config *m = &o->machine.mc;
	uint32_t v;
	double us;

	switch (c) {
	case 'p':
		/* splits into words like a shell, but executes no command */
		if (wordexp(arg, &o->words, WRDE_NOCMD | WRDE_UNDEF) || !o->words.we_wordc)
			return false;
		o->job.program = o->words.we_wordv;
		return true;
	case WHOLE:
		return o->job.whole = true;
	case 'S':
		if (o->job.symbols < JOB_MAPS)
			o->job.symbol[o->job.symbols++] = arg;
		return o->job.symbols < JOB_MAPS;
	case FROM:
		o->job.from = arg;
		return *arg;
	case 'A':
		if (!whole(arg, UINT32_MAX, &v) || v < PAGE_BYTES ||
		    o->job.allocations == JOB_MAPS)
			return false;
		o->job.allocation[o->job.allocations++] = v;
		return true;
	case READ_ALL:
		return o->read_all = true;
	case RTL:
		o->rtl = UINT64_MAX;
		if (!strcmp(arg, "all"))
			return true;
		if (!whole(arg, UINT32_MAX, &v) || !v)
			return false;
		o->rtl = v;
		return true;
	case RECORD:
		return o->job.record = true;
	case FROM_MARKER:
		return o->job.from_marker = true;
	case 'm':
		if (o->job.maps < JOB_MAPS)
			o->job.map[o->job.maps++] = arg;
		return o->job.maps < JOB_MAPS;
	case 'n':
		return whole(arg, PAGEMAP_PAGES, &o->job.pages) && o->job.pages > 0;
	case 'c':
		o->on = strcmp(arg, "off") != 0;
		o->off = strcmp(arg, "on") != 0;
		return !o->on || !o->off || strcmp(arg, "both") == 0;
	case 'b':
		return whole(arg, 4096, &m->boundary) && m->boundary >= 256 &&
		       (m->boundary & (m->boundary - 1)) == 0;
	case 't':
		m->timeout_ps = real(arg, 1e9, &us) ? (uint64_t)(us * 1e6) : 0;
		return m->timeout_ps > 0;
	case 'l':
		m->p.wire_ps = real(arg, 1e6, &us) ? (uint64_t)(us * 1e6) : 0;
		return m->p.wire_ps > 0;
	case 'f':
		if (!whole(arg, 1u << 24, &v) || v < FIFO_MIN)
			return false;
		m->p.fifo_words = v;
		m->p.low_water = v / 2;
		return true;
	case CACHE:
		if (!whole(arg, CACHE_BYTES_MAX >> 10, &v) || (v & (v - 1)))
			return false;
		m->p.cache_bytes = v << 10;
		return true;
	case 's':
		o->selector = arg;
		return true;
	case 'o':
		o->job.output = arg;
		o->own_folder = false;
		return *arg;
	case 'w':
		us = 200;
		if (arg && !real(arg, 1e9, &us))
			return false;
		o->wave_ps = (uint64_t)(us * 1e6);
		setenv("MODEL", "verilator", 1); /* fast models have no waves */
		return o->wave_ps > 0;
	}
	return false;
}

static _Noreturn void value_error(int c, const char *value)
{
	char what[64];

	snprintf(what, sizeof(what), "bad value of --%s", util_long_name(c));
	util_usage(what, value);
}

/* Creates all folders of @path, which may already exist. */
static int make_folder(const char *path)
{
	char part[PATH_MAX];

	for (size_t i = 1; i <= strlen(path) && i < sizeof(part); i++) {
		if (path[i] != '/' && path[i])
			continue;
		snprintf(part, sizeof(part), "%.*s", (int)i, path);
		if (mkdir(part, 0777) && errno != EEXIST)
			return complain("%s: %s", part, strerror(errno));
	}
	return DONE;
}

/* Creates a new folder for this run: build/demo/PROGRAM-DATE-TIME, with a number appended if
 * that exists. */
static int make_own_folder(struct options *o)
{
	const char *program = o->job.program[0], *slash = strrchr(program, '/');
	const time_t now = time(NULL);
	char when[32], name[48];
	struct tm t;
	int i = 1;

	if (make_folder(o->job.output))
		return BAD_DATA;
	strftime(when, sizeof(when), "%Y%m%d-%H%M%S", localtime_r(&now, &t));
	snprintf(name, sizeof(name), "%s", slash ? slash + 1 : program);
	for (char *c = name; *c; c++)
		if (*c == '\'' || *c == ' ')
			*c = '_';
	snprintf(o->folder, sizeof(o->folder), "%s/%s-%s", o->job.output, name, when);
	while (mkdir(o->folder, 0777)) {
		if (errno != EEXIST)
			return complain("%s: %s", o->folder, strerror(errno));
		snprintf(o->folder, sizeof(o->folder), "%s/%s-%s-%d", o->job.output, name, when,
			 ++i);
	}
	o->job.output = o->folder;
	return DONE;
}

int main(int argc, char **argv)
{
	struct options o = {
		.job = {.pages = 48, .output = "build/demo"},
		.on = true,
		.off = true,
		.own_folder = true,
		.rtl = RTL_PACKETS,
	};
	char selector[PATH_MAX], whole[PATH_MAX];
	struct selector sel = {0};
	static char *both[] = {"radix", "lu"};
	int c, err = DONE;

	setlocale(LC_CTYPE, "");
	recorded_defaults(&o.machine);
	util_begin("demo", usage_text, argc, argv);
	while ((c = util_getopt(words)) != -1)
		if (!option(&o, c, optarg))
			value_error(c, optarg);
	o.names = argv + optind;
	o.nnames = argc - optind;
	if (o.nnames && strcmp(argv[optind - 1], "--") == 0) {
		if (o.job.program)
			util_usage("two programs", o.names[0]);
		o.job.program = o.names;
		o.nnames = 0;
	}
	if (o.job.program && o.nnames)
		util_usage("a program and a recording", o.names[0]);
	if (o.job.symbols && !o.job.program)
		util_usage("a symbol without a program", o.job.symbol[0]);
	if (o.job.allocations && !o.job.program)
		util_usage("an allocation without a program", "--allocation");
	if (o.job.from && (!o.job.program || o.job.whole))
		util_usage(o.job.whole ? "--from with --whole" : "--from without a program",
			   o.job.from);
	if (o.job.program) {
		o.names = (char **)o.job.program;
		o.nnames = 1;
	} else if (!o.nnames) {
		o.names = both;
		o.nnames = 2;
	}
	if (!o.selector && access(job_file("fpga-configs/size-sender.bit", selector), R_OK))
		job_file("surfboard/fpga-configs/size-sender.bit", selector);
	/* without the ".." between the program and the file */
	if (!o.selector && realpath(selector, whole))
		snprintf(selector, sizeof(selector), "%s", whole);
	sel.path = o.selector ? o.selector : selector;
	if (load_selector(&sel) ||
	    (o.job.program && o.own_folder ? make_own_folder(&o) : make_folder(o.job.output)))
		return BAD_DATA;
	for (int i = 0; i < o.nnames; i++) {
		struct job j;

		if (job_open(&j, &o.job, o.names[i]) || run_job(&o, &j, &sel))
			err = BAD_DATA;
		job_close(&j);
	}
	return fflush(stdout) || err ? BAD_DATA : DONE;
}
