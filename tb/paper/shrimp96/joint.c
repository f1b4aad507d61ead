/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs the FFT of 65,536 points over shared virtual memory on 16 nodes, each with a monitor:
 * the joint histogram of sender and packet size (SPDT 1996, 4.1, Figure 4), and the numbers of
 * 3.1 to 3.5.
 */
#include "fft.h"
#include "monitors.h"
#include "paper.h"
#include "replay.h"
#include "spm_config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NODES 16u
#define CHUNK 16u /* width of a bin of Figure 4, bytes */
#define BINS (4096 / CHUNK)
#define RIDGE 14u	 /* number of the bin of 224 bytes */
#define SMALL_BINS 4u	 /* number of bins below 64 bytes */
#define RIDGE_BYTES 224u /* bytes after which the bus is released */
#define PAGE_PACKETS 18u /* number of packets of 224 bytes in a page of 4096 bytes */
#define AHEAD_PS 20000000
#define CPU_HZ 60e6    /* of the processor, whose cycles the paper gives */
#define SPACING_NS 60u /* unit of s96_spacing(): a clock of Stage 1 */
/* A peak is sharp if it has at least so many times the packets of the mean of the others. The
 * paper gives no number; the table "peak" has the ratios that any bound must lie between. */
#define SHARP 5

static const struct paper_constant constants[] = {
	{"fetch_words", "words", RIDGE_BYTES / 4, PAPER_GIVEN,
	 "4.1: the bus is given up about every 224 bytes; "
	 "a page of 4096 bytes travels in such pieces",
	 "the place of the ridge"},
	{"butterfly, twiddle factor, move of a point", "cycles", 30, PAPER_UNCLASSIFIED,
	 "assumed; the packets do not depend on it", "none"},
	{NULL, NULL, 0, PAPER_GIVEN, NULL, NULL},
};

struct joint {
	uint64_t count[NODES][BINS]; /* number of packets by sender and bin */
};

static void fail(const char *what)
{
	fprintf(stderr, "joint: %s\n", what);
	exit(1);
}

/* The FFT and its machine; all packets are kept. */
struct run {
	struct mc *m;
	struct svm *s;
	struct fft *f;
	struct replay log;
};

/* Changes of the machine. */
struct change {
	bool manager;	      /* node 0 manages the pages */
	unsigned int words;   /* words after which the bus is released; 0: unchanged */
	bool homes_at_node_0; /* all pages have their home at node 0 */
};

static void open_run(struct run *r, const struct paper *p, const struct change *change)
{
	struct mc_config c;

	mc_defaults(&c);
	c.nodes = NODES;
	c.seed = paper_seed(p);
	c.interference = false;
	c.ahead_ps = AHEAD_PS;
	c.p.fetch_words = change->words ? change->words : RIDGE_BYTES / 4;
	c.p.page_manager = change->manager;
	if (mc_open(&r->m, &c) || svm_open(&r->s, r->m, FFT_BYTES) ||
	    fft_open(&r->f, r->m, r->s, paper_seed(p)))
		fail("out of memory");
	if (change->homes_at_node_0)
		fft_set_home(r->f, 0);
	replay_record(&r->log, r->m);
}

static void close_run(struct run *r)
{
	fft_close(r->f);
	svm_close(r->s);
	mc_close(r->m);
	replay_free(&r->log);
}

static unsigned int chunk_of(unsigned int bytes)
{
	return bytes % 4096 / CHUNK;
}

/* Adds the counts of one monitor to @sum, with sizes modulo 4096 bytes; returns the number of
 * lost packets. */
static uint64_t read_monitor(struct s96_node *n, unsigned int set, struct joint *sum)
{
	s96_compare(n);
	for (uint32_t i = 0; i < SPM_WORDS; i++) {
		const uint64_t count = s96_peek(n, i);
		struct spm_variables v;
		unsigned int sender;

		if (!count)
			continue;
		spm_decode(set, i, &v);
		sender = replay_node_of(v.sender);
		if (sender >= NODES)
			fail("a sender that there is not");
		sum->count[sender][chunk_of(v.size)] += count;
	}
	return s96_get(n, SHRIMP96_LOST);
}

/* Runs the FFT with a monitor in RTL at each of the 16 nodes at the same time; they count
 * sender and size in 2^20 words. Returns the number of packets that they lost. */
static uint64_t run_monitored(struct paper *p, struct run *r, struct joint *seen)
{
	static struct monitors all;
	unsigned int set = 0;
	uint64_t lost = 0;
	uint16_t mux;

	if (spm_set_parse("sender size", &set) || spm_set_to_mux(set, &mux) ||
	    monitors_open(&all, r->m, mux, paper_seed(p)))
		fail("no model of the monitor");
	monitors_run(&all);
	if (mc_error(r->m))
		fail(mc_error(r->m));
	for (unsigned int i = 0; i < NODES; i++)
		lost += read_monitor(all.at[i].n, set, seen);
	monitors_close(&all);
	paper_text(p, "The machine ran for %.1f ms, with 16 monitors in RTL at once.",
		   (double)mc_now(r->m) / 1e9);
	return lost;
}

static void from_log(const struct replay *log, struct joint *sum)
{
	for (unsigned int node = 0; node < NODES; node++)
		for (size_t i = 0; i < log->node[node].packets; i++) {
			const struct mc_packet *k = &log->node[node].packet[i];
			const unsigned int be = k->p.be;
			const unsigned int bytes = k->p.words > 1 ? 4u * k->p.words
								  : (be & 1) + (be >> 1 & 1) +
									    (be >> 2 & 1) +
									    (be >> 3 & 1);

			sum->count[k->from][chunk_of(bytes)]++;
		}
}

static uint64_t range_sum(const struct joint *j, unsigned int sender, unsigned int first,
			  unsigned int end)
{
	uint64_t sum = 0;

	for (unsigned int b = first; b < end; b++)
		sum += j->count[sender][b];
	return sum;
}

static double ratio_of(const uint64_t *v, unsigned int first)
{
	uint64_t low = UINT64_MAX, high = 0;

	for (unsigned int i = first; i < NODES; i++) {
		low = v[i] < low ? v[i] : low;
		high = v[i] > high ? v[i] : high;
	}
	return low ? (double)high / (double)low : INFINITY;
}

static void write_tables(struct paper *p, const struct joint *j)
{
	FILE *f = paper_csv(p, "joint", "sender,bytes,packets");

	for (unsigned int s = 0; s < NODES; s++)
		for (unsigned int b = 0; b < BINS; b++)
			if (j->count[s][b])
				fprintf(f, "%u,%u,%llu\n", s, b * CHUNK,
					(unsigned long long)j->count[s][b]);
	paper_csv_end(p, f);
	paper_figure(p, "figure4", "Packets by sender and size (Figure 4)",
		     "set xlabel 'bytes'; set ylabel 'sender'; set zlabel 'packets' rotate\n"
		     "set xrange [0:512]; set view 60,30; set xyplane at 0\n"
		     "set border 31; set ytics 5\n"
		     "splot 'joint.csv' using 2:1:3 with impulses lw 2 notitle\n");
}

/* Adds the rows of the places: the ridge, which is the largest bin above 64 bytes, and the bins
 * of one sender. */
static void places(struct paper *p, const struct joint *j)
{
	unsigned int best = SMALL_BINS;
	uint64_t most = 0;

	for (unsigned int b = SMALL_BINS; b < BINS; b++) {
		uint64_t sum = 0;

		for (unsigned int s = 0; s < NODES; s++)
			sum += j->count[s][b];
		if (sum > most) {
			most = sum;
			best = b;
		}
	}
	paper_value(p, &(struct paper_value){.what = "bin of the ridge",
					     .unit = "bin",
					     .published = RIDGE,
					     .ours = best,
					     .low = RIDGE,
					     .high = RIDGE,
					     .kind = PAPER_GIVEN,
					     .shows = "S96-EXP-032"});
	paper_value(p, &(struct paper_value){.what = "its packets",
					     .unit = "bytes",
					     .published = RIDGE_BYTES,
					     .ours = best * CHUNK,
					     .low = RIDGE_BYTES,
					     .high = RIDGE_BYTES,
					     .kind = PAPER_GIVEN,
					     .shows = "S96-EXP-032"});
	paper_value(p, &(struct paper_value){.what = "bins of one sender, all sizes",
					     .unit = "bins",
					     .published = 4096,
					     .ours = SPM_WORDS / 256,
					     .low = 4096,
					     .high = 4096,
					     .kind = PAPER_GIVEN,
					     .shows = "S96-EXP-032"});
}

/* The statements of the paper about Figure 4. */
struct seen {
	double small, mean;	 /* number of packets below 64 bytes, of sender 0 and of another
				  * sender */
	bool peak, ridge, even;	 /* whether the joint histogram shows them */
	bool by_sender, by_size; /* whether the histogram of one variable shows it */
};

static struct seen look(const struct joint *j)
{
	uint64_t ridge[NODES], all[NODES], size[BINS] = {0}, small = 0, between = 0;
	double rest = 0;
	struct seen seen = {.ridge = true};

	for (unsigned int s = 0; s < NODES; s++) {
		const double few = (double)range_sum(j, s, 0, SMALL_BINS);

		ridge[s] = j->count[s][RIDGE];
		all[s] = range_sum(j, s, 0, BINS);
		for (unsigned int b = 0; b < BINS; b++) {
			size[b] += j->count[s][b];
			seen.ridge &= b < SMALL_BINS || b == RIDGE || j->count[s][b] < ridge[s];
		}
		if (s) {
			seen.mean += few / (NODES - 1);
			rest += (double)all[s] / (NODES - 1);
		} else {
			seen.small = few;
		}
	}
	for (unsigned int b = 0; b < SMALL_BINS; b++)
		small += size[b];
	/* a packet of 64 bytes, in the first bin above, is neither small nor between the peaks
	 */
	for (unsigned int b = SMALL_BINS + 1; b < RIDGE; b++)
		between += size[b];
	seen.peak = seen.small >= SHARP * seen.mean;
	seen.even = ratio_of(ridge, 0) <= 1.5;
	seen.by_sender =
		(double)all[0] > rest && (double)all[0] <= 2 * rest && ratio_of(all, 1) <= 1.5;
	seen.by_size = small > between && size[RIDGE] > between;
	return seen;
}

/* Runs the FFT on a changed machine, without monitors; returns the error of its result. */
static double run_changed(struct run *r, struct paper *p, const struct change *change,
			  struct joint *j)
{
	double error;

	open_run(r, p, change);
	if (mc_run_all(r->m))
		fail(mc_error(r->m));
	error = fft_error(r->f);
	from_log(&r->log, j);
	return error;
}

static struct seen look_changed(struct paper *p, const struct change *change)
{
	static struct joint j;
	struct run r;

	memset(&j, 0, sizeof(j));
	run_changed(&r, p, change, &j);
	close_run(&r);
	return look(&j);
}

static bool same_sizes(const struct joint *j, const struct joint *log)
{
	bool equal = true;

	for (unsigned int b = 0; b < BINS; b++) {
		uint64_t size = 0, logged = 0;

		for (unsigned int s = 0; s < NODES; s++) {
			size += j->count[s][b];
			logged += log->count[s][b];
		}
		equal &= size == logged;
	}
	return equal;
}

/* Adds the statements of the paper about Figure 4. */
static void statements(struct paper *p, const struct joint *j, const struct joint *log)
{
	const struct seen ours = look(j);
	const struct seen shorter = look_changed(p, &(struct change){.words = 40});
	const struct seen uneven = look_changed(p, &(struct change){.homes_at_node_0 = true});

	paper_text(p,
		   "Below 64 bytes: %.0f packets of sender 0, "
		   "%.0f of each other sender on average. In bin 14: %llu of sender 0.",
		   ours.small, ours.mean, (unsigned long long)j->count[0][RIDGE]);
	paper_statement(
		p,
		&(struct paper_statement){
			.holds = ours.peak,
			.what = "a sharp peak of small packets of sender 0: "
				"at least 5 times the mean of the others",
			.shows = "S96-EXP-003",
			.missed = "in this shared virtual memory each node asks the home of a "
				  "page by a small packet of its own; with a manager at node 0 "
				  "the peak is there (table peak)"});
	paper_statement(p, &(struct paper_statement){
				   .holds = ours.ridge,
				   .what = "a ridge at 224 bytes (bin 14) across all senders: "
					   "the largest bin of each above 64 bytes",
				   .shows = "S96-EXP-004",
				   .ablation = "the bus given back after 160 bytes",
				   .survives = shorter.ridge});
	paper_statement(p, &(struct paper_statement){
				   .holds = ours.even,
				   .what = "the ridge is nearly even: "
					   "highest sender at most 1.5 times the lowest",
				   .shows = "S96-EXP-005",
				   .ablation = "node 0 is the home of all pages",
				   .survives = uneven.even});
	paper_statement(p,
			&(struct paper_statement){
				.holds = ours.by_sender,
				.what = "by sender alone: a small peak for node 0, "
					"at most twice the others' mean, the rest roughly even",
				.shows = "S96-EXP-006",
				.ablation = "node 0 is the home of all pages",
				.survives = uneven.by_sender});
	paper_statement(p,
			&(struct paper_statement){
				.holds = ours.by_size,
				.what = "by size alone: peaks at small sizes and at 224 bytes",
				.shows = "S96-EXP-007",
				.ablation = "the bus given back after 160 bytes",
				.survives = shorter.by_size});
	paper_check(p, same_sizes(j, log),
		    "by size alone it is the sum of the joint histogram over the senders",
		    "S96-EXP-007");
}

/* Adds the rows of the paper's constants that the hardware or the library has. */
static void numbers(struct paper *p)
{
	unsigned int five = 0, inputs[SPM_POSITIONS], most = 0, seven = 0;
	enum spm_nibble input[8];

	for (unsigned int set = 0; set < 1u << SPM_NIBBLES; set++) {
		unsigned int n = 0;

		for (unsigned int i = 0; i < SPM_NIBBLES; i++)
			n += set >> i & 1;
		five += n == SPM_POSITIONS;
	}
	for (unsigned int k = 0; k < SPM_POSITIONS; k++) {
		inputs[k] = spm_mux_inputs(k, input);
		most = inputs[k] > most ? inputs[k] : most;
		seven += inputs[k] == 7;
	}
	paper_value(p, &(struct paper_value){.what = "sets of five nibbles",
					     .unit = "sets",
					     .published = 792,
					     .ours = five,
					     .low = 792,
					     .high = 792,
					     .kind = PAPER_GIVEN,
					     .shows = "S96-EXP-032"});
	paper_value(p, &(struct paper_value){
			       .what = "sets that the monitor offers",
			       .unit = "sets",
			       .published = 190,
			       .ours = spm_set_number(SPM_CONFIGS - 1) != 0 &&
						       spm_set_number(SPM_CONFIGS) == 0
					       ? SPM_CONFIGS
					       : 0,
			       .low = 190,
			       .high = 190,
			       .kind = PAPER_GIVEN,
			       .shows = "S96-EXP-032"});
	paper_value(p, &(struct paper_value){.what = "inputs of a multiplexer at most",
					     .unit = "inputs",
					     .published = 8,
					     .ours = most,
					     .low = 8,
					     .high = 8,
					     .kind = PAPER_GIVEN,
					     .shows = "S96-EXP-032"});
	paper_value(p, &(struct paper_value){.what = "multiplexers with 7 inputs",
					     .unit = "multiplexers",
					     .published = 2,
					     .ours = seven,
					     .low = 2,
					     .high = 2,
					     .kind = PAPER_GIVEN,
					     .shows = "S96-EXP-032"});
}

/* Adds the rows of the time of a category write at an idle board, and of the smallest distance
 * of packets at which all of 2000 are counted while the memory is read without pause. */
static void speeds(struct paper *p)
{
	struct sim *s = sim_new("shrimp96", 0, paper_seed(p));
	struct s96_node *n = s96_start(s, &(struct s96_config){0});
	unsigned int limit = 0;
	double cycles;

	s96_put(n, SHRIMP96_CAT, 5);
	cycles = (double)(eisa_last_bclks(n->eisa) * sim_clock_period(n->bclk)) * CPU_HZ / 1e12;
	s96_put(n, SHRIMP96_CMD, START);
	for (unsigned int clocks = 12; clocks >= 3; clocks--) {
		const uint64_t before = n->dropped;

		s96_spacing(n, clocks);
		shrimp_start_random_packets(n->c, paper_length(p, 2000, 200), 1, 100);
		while (shrimp_packets_playing(n->c)) {
			s96_put(n, SHRIMP96_ADDR, 5);
			s96_read(n, SHRIMP96_DATL);
		}
		s96_drain(n);
		if (n->dropped != before)
			break;
		limit = clocks;
	}
	sim_delete(s);
	paper_value(p,
		    &(struct paper_value){.what = "a category write, without contention",
					  .unit = "cycles of 60 MHz",
					  .digits = 1,
					  .published = 15,
					  .ours = cycles,
					  .low = 14,
					  .high = 16,
					  .why = "2 BCLK of 120 ns; the paper says roughly 15",
					  .kind = PAPER_IMPLIED,
					  .implied_by = "an EISA write of 2 BCLK",
					  .shows = "S96-EXP-032"});
	paper_text(p, "Least time between packets of which none is lost: %u ns.",
		   SPACING_NS * limit);
	paper_statement(
		p, &(struct paper_statement){.holds = limit && SPACING_NS * limit <= 625,
					     .what = "packets 625 ns apart are all counted, "
						     "while the memory is read without pause",
					     .shows = "S96-EXP-032",
					     .ablation = "packets 180 ns apart",
					     .survives = limit == 3});
}

/* Small packets by their purpose. They explain, with another way to request pages, why sender 0
 * has a sharp peak in the paper and not here. */
struct small {
	double all, pages, rest; /* number of packets: all, those that fetch pages, those that
				  * synchronise */
};

/* Divides the small packets of @sender. @requests: packets that request the pages that @sender
 * fetched, or that pass a request on. A page ends with a packet of one word. */
static struct small small_of(const struct joint *j, unsigned int sender, double requests)
{
	const double all = (double)range_sum(j, sender, 0, SMALL_BINS);
	const double pages = requests + (double)j->count[sender][RIDGE] / PAGE_PACKETS;

	return (struct small){all, pages, all - pages};
}

static void small_row(FILE *f, const char *name, const struct small *zero,
		      const struct small *other)
{
	fprintf(f, "%s,%.0f,%.0f,%.1f,%.0f,%.0f\n", name, zero->all, other->all,
		zero->all / other->all, zero->rest, other->rest);
}

/* Computes the small packets of node 0 and the mean of the others. @passed: requests that node
 * 0 passes on. */
static void split(const struct joint *j, uint64_t fetched[NODES], uint64_t passed,
		  struct small *zero, struct small *other)
{
	*other = (struct small){0};
	*zero = small_of(j, 0, (double)(fetched[0] + passed));
	for (unsigned int i = 1; i < NODES; i++) {
		const struct small v = small_of(j, i, (double)fetched[i]);

		other->all += v.all / (NODES - 1);
		other->pages += v.pages / (NODES - 1);
		other->rest += v.rest / (NODES - 1);
	}
}

static void fetches(const struct run *r, uint64_t fetched[NODES])
{
	for (unsigned int i = 0; i < NODES; i++)
		fetched[i] = svm_stats(r->s, i)->fetches;
}

static void peak(struct paper *p, const struct joint *built, uint64_t fetched[NODES],
		 uint64_t barriers)
{
	static struct joint managed;
	FILE *f = paper_csv(p, "peak",
			    "page requests,small of sender 0,small of another,ratio,"
			    "that synchronise: of sender 0,of another");
	uint64_t by_manager[NODES], passed = 0;
	struct small zero, other;
	struct run r;
	double error, to_home;

	split(built, fetched, 0, &zero, &other);
	to_home = zero.all / other.all;
	small_row(f, "to the home", &zero, &other);
	paper_statement(
		p, &(struct paper_statement){
			   .holds = zero.rest > 0 && other.rest >= 0 &&
				    zero.rest >= SHARP * other.rest,
			   .what = "without the packets that fetch pages the peak is there: "
				   "small packets that synchronise are sender 0's, "
				   "at least 5 times the mean of the others",
			   .ablation = "the packets that fetch pages",
			   .survives = to_home >= SHARP});
	paper_text(p,
		   "Of the small packets of sender 0, %.0f fetch pages and %.0f synchronise, "
		   "%.0f at each of %llu barriers; of those of another sender %.0f and %.0f. "
		   "The peak would need %.0f barriers.",
		   zero.pages, zero.rest, zero.rest / (double)barriers,
		   (unsigned long long)barriers, other.pages, other.rest,
		   (SHARP * other.all - zero.pages) / (zero.rest / (double)barriers));
	error = run_changed(&r, p, &(struct change){.manager = true}, &managed);
	fetches(&r, by_manager);
	/* node 0 passes on the requests of other nodes for pages whose home is not node 0 */
	for (unsigned int i = 1; i < NODES; i++)
		passed += by_manager[i];
	passed -= managed.count[0][RIDGE] / PAGE_PACKETS;
	split(&managed, by_manager, passed, &zero, &other);
	small_row(f, "to node 0", &zero, &other);
	paper_csv_end(p, f);
	close_run(&r);
	paper_check(p, error < 1e-9,
		    "the machine with a manager of pages computes the same FFT", NULL);
	paper_statement(
		p, &(struct paper_statement){
			   .holds = zero.all >= SHARP * other.all,
			   .what = "with page requests through node 0 the peak is there: "
				   "5 times as many small packets of sender 0 as of another",
			   .shows = "S96-EXP-033",
			   .ablation = "requests to the home of a page",
			   .survives = to_home >= SHARP});
	paper_text(
		p,
		"The paper calls the peak sharp and gives no number. Any bound between %.1f and "
		"%.1f times the mean of the others gives the same verdicts as %d.",
		to_home, zero.all / other.all, SHARP);
	paper_text(p,
		   "What the missed peak says: "
		   "it is not made by the program but by the shared virtual memory. "
		   "Short synchronisation messages are node 0's here too, as the paper says; "
		   "but there are few barriers, "
		   "and each node sends two short packets for every page, "
		   "one that asks the page's home and one behind a page that it gives. "
		   "The paper's peak needs a machine "
		   "whose page requests are no packets of their own, or pass through a manager "
		   "at node 0.");
}

int main(int argc, char **argv)
{
	struct paper *p =
		paper_begin(argc, argv, "shrimp96", "joint",
			    "FFT on 16 nodes: sender and packet size (4.1, Figure 4)");
	static struct joint seen, logged;
	struct run r;
	uint64_t lost, packets = 0, fetched[NODES], barriers;
	double error;

	paper_constants(p, constants);
	paper_section(p, "Numbers of sections 3.1 to 3.5");
	numbers(p);
	speeds(p);
	paper_section(p, "FFT");
	open_run(&r, p, &(struct change){0});
	lost = run_monitored(p, &r, &seen);
	error = fft_error(r.f);
	from_log(&r.log, &logged);
	fetches(&r, fetched);
	barriers = svm_stats(r.s, 0)->barriers;
	for (unsigned int node = 0; node < NODES; node++)
		packets += r.log.node[node].packets;
	close_run(&r);
	paper_text(p, "%llu packets at 16 monitors, %llu lost.", (unsigned long long)packets,
		   (unsigned long long)lost);
	paper_check(p, error < 1e-9,
		    "65,536 points on 16 nodes give the result of one node: "
		    "largest relative error below 1e-9",
		    "S96-EXP-001");
	paper_check(p, !lost && memcmp(&seen, &logged, sizeof(seen)) == 0,
		    "the joint histogram of all monitors is that of the packet log, bin by bin",
		    "S96-EXP-002");
	places(p, &seen);
	statements(p, &seen, &logged);
	write_tables(p, &seen);
	paper_section(p, "The peak of sender 0");
	peak(p, &seen, fetched, barriers);
	return paper_end(p);
}
