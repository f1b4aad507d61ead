/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Experiments with the whole NUMAchine (2.4.1 to 2.4.3, 3.3.3, 3.4, 4.5.3): latencies, monitors
 * on all memory cards, and pages that move while a program runs. The machine is
 * tb/machine/numachine.
 */
#include "kernels.h"
#include "machine.h"
#include "nm_report.h"
#include "paper.h"
#include "rack.h"
#include "random.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define FITTED_ROW "remote read in units of a local one"

static struct paper *paper;

static void give_up(const char *why)
{
	fprintf(stderr, "machine: %s\n", why);
	exit(1);
}

static void clock_once(struct machine *m)
{
	const char *wrong = machine_clock(m, NULL);

	if (wrong)
		give_up(wrong);
}

/* ---- latency of an idle machine ---- */

struct single {
	uint32_t addr;
	unsigned int kind, processor;
	bool done;
};

static bool single_read(void *arg, unsigned int processor, struct machine_ref *r)
{
	struct single *s = arg;

	if (s->done || processor != s->processor)
		return false;
	s->done = true;
	*r = (struct machine_ref){.kind = s->kind, .addr = s->addr, .clocks = 10};
	return true;
}

static double idle_latency(const struct nm_params *k, unsigned int from, unsigned int to,
			   unsigned int kind)
{
	struct single s = {.addr = to << 28 | 0x4440, .kind = kind, .processor = from << 2};
	const struct machine_config cfg = {
		.stations = 16, .params = k, .next = single_read, .arg = &s};
	struct machine *m = machine_open(&cfg);
	struct machine_processor st;

	if (!m)
		give_up("no memory");
	while (!machine_done(m))
		clock_once(m);
	machine_get_processor(m, from << 2, &st);
	machine_close(m);
	return (double)st.waited;
}

static double remote_to_local(const struct nm_params *k)
{
	double remote = 0;

	for (unsigned int s = 1; s < 16; s++)
		remote += idle_latency(k, 0, s, MACHINE_READ) / 15;
	return remote / idle_latency(k, 0, 0, MACHINE_READ);
}

static void constants(void)
{
	struct paper_constant *c = calloc(nm_params_count + 1, sizeof(*c));

	if (!c)
		give_up("no memory");
	for (size_t i = 0; i < nm_params_count; i++) {
		const struct nm_params_entry *e = &nm_params_table[i];

		c[i] = (struct paper_constant){
			.name = e->name,
			.unit = e->unit,
			.value = e->value,
			.kind = !strcmp(e->kind, "given")    ? PAPER_GIVEN
				: !strcmp(e->kind, "fitted") ? PAPER_FITTED
							     : PAPER_UNCLASSIFIED,
			.from = e->source,
			.decides = !strcmp(e->kind, "fitted") ? FITTED_ROW : ""};
	}
	paper_constants(paper, c);
	free(c);
}

static void latencies(void)
{
	/* the other constants are 1 or 2 clocks, too few for a change of 10 % */
	static const char *const names[] = {"agent_clocks", "line_clocks", "cache_clocks"};
	FILE *f = paper_csv(paper, "latency", "home,line read (clocks),word read (clocks)");
	struct nm_params k;
	double ratio;

	nm_params_defaults(&k);
	paper_section(paper, "Latency of an idle machine (2.4.1)");
	for (unsigned int s = 0; s < 16; s++)
		fprintf(f, "%u,%.0f,%.0f\n", s, idle_latency(&k, 0, s, MACHINE_READ),
			idle_latency(&k, 0, s, MACHINE_UNCACHED));
	paper_csv_end(paper, f);
	paper_figure(paper, "latency", "Reads by processor 0 of station 0 of an idle machine.",
		     "set xlabel 'home of the line (station)'\nset ylabel 'clocks of 20 ns'\n"
		     "set yrange [0:120]\nset key top left horizontal\nset boxwidth 0.4\n"
		     "set style fill solid\n"
		     "plot 'latency.csv' using 1:2 with boxes title 'line', "
		     "'' using ($1+0.4):3 with boxes title 'word'\n");
	ratio = remote_to_local(&k);
	paper_value(paper, &(struct paper_value){
				   .what = FITTED_ROW,
				   .unit = "",
				   .digits = 2,
				   .published = 2,
				   .ours = ratio,
				   .low = 1.8,
				   .high = 2.2,
				   .why = "\"about twice\", mean over the other stations",
				   .kind = PAPER_FITTED,
				   .fitted = "agent_clocks",
				   .shows = "NM-MACH-003"});
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		double v[2];

		for (int j = 0; j < 2; j++) {
			uint32_t *c = nm_params_find(&k, names[i]);
			const uint32_t was = *c;
			/* change by 10 %, but at least by one clock */
			const uint32_t by = was / 10 ? was / 10 : 1;

			*c = j ? was + by : was - by;
			v[j] = remote_to_local(&k);
			*c = was;
		}
		paper_vary(paper,
			   &(struct paper_variation){.row = FITTED_ROW,
						     .constant = names[i],
						     .digits = 2,
						     .less = v[0],
						     .ours = ratio,
						     .more = v[1],
						     .less_holds = fabs(v[0] - 2) <= 0.2,
						     .holds = fabs(ratio - 2) <= 0.2,
						     .more_holds = fabs(v[1] - 2) <= 0.2});
	}
}

/* ---- monitors on all cards ---- */

struct mixture {
	uint64_t random[MACHINE_PROCESSORS];
	uint64_t left[MACHINE_PROCESSORS];
};

/* A program that uses private and shared data of all memories, and writes some of them. */
static bool mixture(void *arg, unsigned int q, struct machine_ref *r)
{
	struct mixture *x = arg;
	uint64_t n = random_lcg(&x->random[q]);

	if (!x->left[q])
		return false;
	x->left[q]--;
	n >>= 24;
	*r = (struct machine_ref){
		.kind = n % 8 ? MACHINE_READ : MACHINE_WRITE,
		.addr = (uint32_t)(n % 3 ? (q >> 2) << 28 | q << 16 | (n >> 8) % 2048 * 64
					 : (n >> 4) % 16 << 28 | 0x800000 |
						   (n >> 8) % 512 * 64),
		.phase = n >> 30 & 15,
		.clocks = 10 + (n >> 20) % 32};
	return true;
}

struct measured {
	uint64_t references, run, missed, events;
	double seconds;
	uint32_t *count[MACHINE_STATIONS];
};

/* Returns the largest memory size of this process so far, in MB. */
static double most_memory(void)
{
	struct rusage r;

	return getrusage(RUSAGE_SELF, &r) ? NAN : (double)r.ru_maxrss / 1024;
}

static double processor_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Runs the mixture with monitors. @rtl: mask of the stations whose monitor is the RTL; @golden:
 * mask of the stations with the golden model. */
static void run_monitors(struct measured *x, uint16_t rtl, uint16_t golden, uint64_t references)
{
	static struct mixture program;
	const struct machine_config cfg = {
		.stations = 16, .seed = paper_seed(paper), .next = mixture, .arg = &program};
	const struct nm_golden_geometry geo = {false, false};
	struct rack *rack[MACHINE_STATIONS] = {NULL};
	struct machine *m = machine_open(&cfg);
	struct machine_stats st;
	char error[256];
	double from;

	if (!m)
		give_up("no memory");
	memset(x, 0, sizeof(*x));
	for (unsigned int q = 0; q < MACHINE_PROCESSORS; q++) {
		program.random[q] = paper_seed(paper) * 64 + q + 1;
		program.left[q] = references / MACHINE_PROCESSORS;
	}
	for (unsigned int s = 0; s < 16; s++)
		if ((rtl | golden) >> s & 1) {
			rack[s] = rack_open(rtl >> s & 1, &geo, NM_HISTOGRAM1, error,
					    sizeof(error));
			if (!rack[s])
				give_up(error);
			for (uint32_t i = 0; i < NM_GOLDEN_LABELS; i++)
				rack_label(rack[s], i, (uint16_t)(i >> 9));
		}
	from = processor_seconds();
	while (!machine_done(m)) {
		clock_once(m);
		for (unsigned int s = 0; s < 16; s++)
			if (rack[s])
				rack_clock(rack[s], machine_pins(m, s, 0));
	}
	for (unsigned int s = 0; s < 16; s++)
		for (unsigned int i = 0; rack[s] && i < 16; i++)
			rack_clock(rack[s], machine_pins(m, s, 0));
	x->seconds = processor_seconds() - from;
	machine_get_stats(m, &st);
	x->references = st.references;
	x->run = machine_run_time(m);
	for (unsigned int s = 0; s < 16; s++) {
		if (!rack[s])
			continue;
		x->count[s] = malloc(NM_COUNTERS * sizeof(uint32_t));
		if (!x->count[s])
			give_up("no memory");
		for (unsigned int i = 0; i < NM_COUNTERS; i++) {
			x->count[s][i] = rack_counter(rack[s], i);
			x->events += x->count[s][i];
		}
		x->missed += rack_missed(rack[s]);
		rack_close(rack[s]);
	}
	machine_close(m);
}

static bool same_tables(const struct measured *a, const struct measured *b)
{
	for (unsigned int s = 0; s < 16; s++)
		if (a->count[s] && b->count[s] &&
		    memcmp(a->count[s], b->count[s], NM_COUNTERS * sizeof(uint32_t)))
			return false;
	return true;
}

static void monitors(void)
{
	static const struct {
		const char *name;
		uint16_t rtl, golden;
	} sets[] = {{"no monitor", 0, 0},
		    {"golden model on all 16", 0, 0xFFFF},
		    {"RTL on cards 0 5 15; golden model on the others", 0x8021, 0x7FDE},
		    {"RTL on card 5", 0x0020, 0},
		    {"RTL on all 16", 0xFFFF, 0}};
	const uint64_t references = paper_length(paper, 640000, 64000);
	struct measured x[5];
	bool same = true, times = true;
	FILE *f;

	paper_section(paper, "Monitors on the memory cards of 64 processors");
	f = paper_csv(paper, "speed",
		      "monitors,references,clocks of the machine,processor seconds,"
		      "references a second,most memory so far (MB)");
	for (unsigned int i = 0; i < 5; i++) {
		run_monitors(&x[i], sets[i].rtl, sets[i].golden, references);
		fprintf(f, "%s,%" PRIu64 ",%" PRIu64 ",%.2f,%.0f,%.0f\n", sets[i].name,
			x[i].references, x[i].run, x[i].seconds,
			(double)x[i].references / x[i].seconds, most_memory());
		same = same && same_tables(&x[i], &x[1]) && !x[i].missed;
		times = times && x[i].run == x[0].run;
	}
	paper_csv_end(paper, f);
	paper_statement(
		paper,
		&(struct paper_statement){
			.holds = same && x[1].events > references / 100,
			.what = "RTL and golden model on the same card have the same 65,536 counts, "
				"on each of the 16 cards",
			.shows = "NM-MACH-002",
			.ablation = "the table of another card",
			.survives = !memcmp(x[4].count[0], x[4].count[1],
					    NM_COUNTERS * sizeof(uint32_t))});
	/* by construction: a monitor returns nothing to the machine */
	paper_check(
		paper, times,
		"the program takes the same clocks with and without monitors (non-intrusive, 1.1, 5)",
		NULL);
	for (unsigned int i = 0; i < 5; i++)
		for (unsigned int s = 0; s < 16; s++)
			free(x[i].count[s]);
}

/* ---- pages that move ---- */

#define WAIT_MOST 40u

struct page_use {
	uint64_t random;
	unsigned int home, user, other; /* stations */
	uint32_t page;
	unsigned int n, left[MACHINE_PROCESSORS];
};

/* A program: the processors of one station work on the page, one processor of another station
 * sometimes uses it, and all others use their own data. */
static bool use_page(void *arg, unsigned int q, struct machine_ref *r)
{
	struct page_use *u = arg;
	const unsigned int s = q >> 2, i = u->left[q];
	const bool on_page = s == u->user || (q == u->other << 2 && i % 8 == 0);

	if (!i)
		return false;
	u->left[q]--;
	*r = (struct machine_ref){
		.kind = MACHINE_UNCACHED,
		.addr = on_page ? u->home << 28 | u->page << MACHINE_PAGE_BITS | i % 256 * 64
				: s << 28 | 0xC00000 | (q & 3) << 16 | i % 256 * 64,
		.clocks = 100 + (q * 37 + i * 11) % WAIT_MOST};
	if (s != u->user)
		/* the other processors run longer, and the run does not wait for them */
		r->clocks += 100;
	return true;
}

struct page_run {
	uint64_t run, remote;
	uint32_t page; /* page that the counters indicate; the station that uses it */
	unsigned int user;
	uint64_t accesses; /* accesses of the user until the page is found */
	bool found_beside; /* the monitor of another card alone would have found it */
};

static uint64_t remote_requests(const struct machine *m, unsigned int station)
{
	struct machine_processor st;
	uint64_t n = 0;

	for (unsigned int i = 0; i < 4; i++) {
		machine_get_processor(m, station << 2 | i, &st);
		n += st.sent[1];
	}
	return n;
}

/* Returns whether a processor of the user station still runs. */
static bool runs(const struct page_use *u)
{
	for (unsigned int i = 0; i < 4; i++)
		if (u->left[u->user << 2 | i])
			return true;
	return false;
}

static uint64_t user_time(const struct machine *m, unsigned int station)
{
	struct machine_processor st;
	uint64_t most = 0;

	for (unsigned int i = 0; i < 4; i++) {
		machine_get_processor(m, station << 2 | i, &st);
		most = st.run > most ? st.run : most;
	}
	return most;
}

/* Finds the page with the most remote accesses from one station, and that station, as
 * nmon-pages does, on the cards of stations @first to @last. */
static void find_page(struct rack *const *rack, unsigned int first, unsigned int last,
		      struct page_run *x, unsigned int *home)
{
	uint64_t best = 0;

	for (unsigned int s = first; s <= last; s++)
		for (unsigned int i = 0; i < NM_COUNTERS; i++)
			if (i % 16 != s && rack_counter(rack[s], i) > best) {
				best = rack_counter(rack[s], i);
				x->page = i >> 4;
				x->user = i & 15;
				*home = s;
			}
	x->accesses = best;
}

/* Returns a station that is not nearer to the user than the home. */
static unsigned int farther(const struct page_use *u)
{
	unsigned int far = u->home;
	double most = 0;

	for (unsigned int s = 0; s < 16; s++) {
		const double n =
			s == u->home ? 0 : idle_latency(NULL, u->user, s, MACHINE_UNCACHED);

		if (n > most) {
			most = n;
			far = s;
		}
	}
	return far;
}

/* Runs the program. @moves: the page does not move (0), moves to its user (1), or to a station
 * that is not nearer (2). */
static void run_page(struct page_use *u, unsigned int moves, struct page_run *x,
		     unsigned int *found)
{
	const struct machine_config cfg = {
		.stations = 16, .seed = paper_seed(paper), .next = use_page, .arg = u};
	const struct nm_golden_geometry geo = {false, false};
	const unsigned int beside = (u->home + 1) % 16;
	struct rack *rack[MACHINE_STATIONS];
	struct machine *m = machine_open(&cfg);
	struct page_run other = {.user = 16};
	unsigned int none = 16;
	char error[256];
	bool looked = false;

	if (!m)
		give_up("no memory");
	for (unsigned int s = 0; s < 16; s++) {
		rack[s] = rack_open(true, &geo, NM_FLYER, error, sizeof(error));
		if (!rack[s])
			give_up(error);
	}
	for (unsigned int q = 0; q < MACHINE_PROCESSORS; q++)
		u->left[q] = u->n;
	while (runs(u)) {
		clock_once(m);
		for (unsigned int s = 0; s < 16 && !looked; s++)
			rack_clock(rack[s], machine_pins(m, s, 0));
		if (!looked && u->left[u->user << 2] == u->n / 2) {
			uint32_t addr;

			looked = true;
			find_page(rack, 0, 15, x, found);
			find_page(rack, beside, beside, &other, &none);
			x->found_beside = other.page == u->page && other.user == u->user;
			if (!machine_page_at(m, *found, x->page, &addr))
				give_up("the counters name a page that no one has");
			if (moves &&
			    machine_move_page(m, addr, moves == 1 ? x->user : farther(u)))
				give_up("the page does not move");
		}
	}
	for (unsigned int i = 0; i < 1000; i++)
		clock_once(m);
	x->run = user_time(m, u->user);
	x->remote = remote_requests(m, u->user);
	for (unsigned int s = 0; s < 16; s++)
		rack_close(rack[s]);
	machine_close(m);
}

/* Counts over all seeds. */
struct moves {
	unsigned int right;   /* page and user are found */
	unsigned int beside;  /* they are found by the monitor of another card */
	unsigned int less;    /* the user has fewer remote requests */
	unsigned int shorter; /* its run time is shorter */
	unsigned int within;  /* the gain is as predicted */
	unsigned int in_turn; /* it is as predicted for processors that take turns */
	bool misled;	      /* a move to a station that is not nearer helps, too */
};

/* Draws a page, its home and its users. */
static struct page_use draw_use(uint64_t *random)
{
	struct page_use u = {.n = 0};

	random_lcg(random);
	u.home = *random >> 60;
	u.user = (u.home + 1 + (*random >> 50) % 15) % 16;
	u.other = (u.user + 1 + (*random >> 40) % 15) % 16;
	u.page = (uint32_t)(*random >> 33) % 512;
	u.n = 5000 + 8 * (unsigned int)(*random >> 20) % 4000;
	u.n &= ~7u;
	return u;
}

/* Runs the program without and with the move, adds a line to @f, and counts in @m. */
static void move_page(struct page_use *u, const struct nm_params *k, unsigned int number,
		      FILE *f, struct moves *m)
{
	const double cost = k->move_clocks + k->shootdown_clocks + 256.0 * k->copy_clocks;
	struct page_run still, moved, wrong;
	unsigned int home = 16, at = 16;
	double predicted, gain;

	run_page(u, 0, &still, &home);
	run_page(u, 1, &moved, &at);
	m->right += moved.page == u->page && moved.user == u->user && at == u->home;
	predicted = (double)still.accesses / 4 *
			    (idle_latency(k, u->user, u->home, MACHINE_UNCACHED) -
			     idle_latency(k, u->user, u->user, MACHINE_UNCACHED)) -
		    cost;
	gain = (double)still.run - (double)moved.run;
	m->within += fabs(predicted - gain) <= 0.1 * gain;
	m->in_turn += fabs(4 * (predicted + cost) - cost - gain) <= 0.1 * gain;
	m->beside += still.found_beside;
	m->shorter += moved.run < still.run;
	m->less += moved.remote < still.remote * 6 / 10;
	if (!number) { /* the ablation: the page moves to a station that does not use it */
		run_page(u, 2, &wrong, &at);
		m->misled = wrong.run < still.run;
	}
	fprintf(f, "%u,%u,%u,%u,%" PRIu64 ",%" PRIu64 ",%.0f,%.0f,%" PRIu64 ",%" PRIu64 "\n",
		number, u->page, u->home, u->user, still.run, moved.run, predicted, gain,
		still.remote, moved.remote);
}

static void state_moves(const struct moves *m, unsigned int seeds)
{
	paper_statement(
		paper, &(struct paper_statement){.holds = m->right == seeds,
						 .what = "page and user are found in every run",
						 .shows = "NM-MACH-008",
						 .ablation = "only the monitor of another card",
						 .survives = m->beside == seeds});
	paper_statement(paper, &(struct paper_statement){
				       .holds = m->less == seeds && m->shorter == seeds,
				       .what = "after the live migration of "
					       "that page the user's remote requests "
					       "and its run time fall, in every run",
				       .shows = "NM-MACH-008",
				       .ablation = "it moves to a station that is not nearer",
				       .survives = m->misled});
	paper_statement(
		paper,
		&(struct paper_statement){
			.holds = m->within == seeds,
			.what = "the gain predicted from the counters is within 10 % of the gain measured, "
				"in every run",
			.shows = "NM-DIA-005",
			.ablation = "processors of the station that take turns",
			.survives = m->in_turn == seeds});
}

static void pages(void)
{
	const unsigned int seeds = (unsigned int)paper_length(paper, 20, 5);
	uint64_t random = paper_seed(paper) * RANDOM_GOLDEN + 1;
	struct moves m = {0};
	struct nm_params k;
	FILE *f;

	nm_params_defaults(&k);
	paper_section(paper,
		      "A page used by the wrong station moves while the program runs (4.5.3)");
	paper_text(
		paper,
		"Home, page, user, a second user and the number of accesses are drawn "
		"from a seed. RTL monitors on all 16 cards count by page and station "
		"(Flyer Miles) until half of the program is done; "
		"the page with most remote accesses from one station moves there. Predicted: "
		"the accesses that the monitor counted in the first half, "
		"a quarter of them by each processor, times the difference of a remote "
		"and a local word read of the idle machine, less the cost of the move. "
		"Measured: the run time of the station's processors without the move less "
		"that with it. Remote requests after the move are counted in that run.");
	f = paper_csv(
		paper, "moves",
		"seed,page,home,user,run time without (clocks),with (clocks),predicted gain "
		"(clocks),measured gain (clocks),remote requests without,with");
	for (unsigned int i = 0; i < seeds; i++) {
		struct page_use u = draw_use(&random);

		move_page(&u, &k, i, f, &m);
	}
	paper_csv_end(paper, f);
	paper_figure(
		paper, "moves",
		"Gain of a move: predicted from the monitor's counters, and measured.",
		"set xlabel 'predicted gain (clocks)'\nset ylabel 'measured gain (clocks)'\n"
		"set key left top\nset offsets graph 0.1, graph 0.1, graph 0.1, graph 0.1\n"
		"plot 'moves.csv' using 7:8 with points pt 7 title 'seeds', "
		"x with lines title 'equal', 1.1*x with lines dt 2 title '10 %', "
		"0.9*x with lines dt 2 notitle\n");
	state_moves(&m, seeds);
}

int main(int argc, char **argv)
{
	paper = paper_begin(argc, argv, "numachine", "machine", "The whole machine");
	constants();
	latencies();
	monitors();
	pages();
	return paper_end(paper);
}
