/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records a run for the benchmark (run.h) and writes what the simulator knows about it:
 *
 *	record [--references=N] [--seed=N] [--processors=N] [--load=PERCENT] PROGRAM FOLDER
 *	record --time [--probe=CLOCKS] [--counters=N] [other options] PROGRAM FOLDER
 *
 * PROGRAM is a program of house.h, or a file recorded by librecord. Each thread of
 * such a file makes at most five twelfths of N references (the programs of
 * tb/benchmark have three threads). Writes FOLDER/run.gz, and FOLDER/truth.csv with
 * rows "question,key,value". --time records nothing: it measures the run time of the
 * program with a probe of CLOCKS at the beginning of each part, and with N reads of
 * the monitor's counters by processor 0 at the end; truth.csv has the rows
 * "run,clocks", "run,references", "run,probes".
 */
#include "house.h"
#include "machine.h"
#include "question.h"
#include "recording.h"
#include "recorded.h"
#include "starts_with.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FIFO 4096u
/* of all references, which a thread of a recorded program makes at most */
#define PART 5u / 12u
#define CANDIDATES 2u
/* the caches are small because the programs are small */
#define CACHE_LINES 256u
#define NETWORK_LINES 512u

static void give_up(const char *what, const char *why)
{
	fprintf(stderr, "record: %s: %s\n", what, why);
	exit(1);
}

struct task {
	const char *program;
	unsigned int references, processors;
	uint64_t seed;
	unsigned int load;	      /* program "load": percentage of the card's time */
	bool time;		      /* measure only the run time */
	unsigned int probe, counters; /* clocks of a probe; counters to be read at the end */
};

/* One execution of the program. */
struct execution {
	const struct task *task;
	struct run *r; /* NULL: the execution is not recorded */
	struct oracle *o;
	struct house *house;
	struct recording *recording;
	struct recorded *names; /* functions of a recorded program */
	machine_next_fn *next;
	void *arg;
	struct machine *m;
	uint64_t now;
	uint8_t function[RUN_PROCESSORS];
	bool again[RUN_PROCESSORS]; /* the last request was refused */
	uint64_t references, probes;
	unsigned int counters; /* counters read so far */
	/* transactions in the card's FIFO: clocks of their arrival */
	uint64_t arrived[FIFO], came, went;
	/* clocks that each station waits for transactions of each page, to find candidates */
	uint64_t *page_wait; /* [page * MACHINE_STATIONS + station] */
	uint64_t waited;
};

#define PAGES (1u << (28 - MACHINE_PAGE_BITS))

static void emit(struct execution *x, struct run_event *e)
{
	e->clock = x->now;
	for (unsigned int i = 0; questions[i]; i++)
		questions[i]->event(x->r, e);
	if (!run_add(x->r, e))
		give_up("the run", strerror(errno));
}

static void begin_function(struct execution *x, unsigned int p, unsigned int f,
			   struct machine_ref *ref)
{
	if (x->function[p] == f)
		return;
	x->function[p] = (uint8_t)f;
	x->probes++;
	ref->clocks += x->task->probe;
	if (x->r)
		emit(x, &(struct run_event){.kind = RUN_FUNCTION,
					    .processor = (uint8_t)p,
					    .function = (uint8_t)f});
}

/* Processor 0 has ended, and reads the counters of the monitor of station 0. */
static bool read_counter(struct execution *x, unsigned int p, struct machine_ref *ref)
{
	if (p || x->counters == x->task->counters)
		return false;
	x->counters++;
	*ref = (struct machine_ref){.kind = MACHINE_COUNTER, .phase = x->function[p] & 15};
	return true;
}

static bool next(void *arg, unsigned int p, struct machine_ref *ref)
{
	struct execution *x = arg;

	if (!x->next(x->arg, p, ref))
		return read_counter(x, p, ref);
	if (x->house)
		begin_function(x, p, house_function(x->house, p), ref);
	else if (ref->kind != MACHINE_THINK)
		begin_function(x, p, recorded_function(x->names, x->recording, p), ref);
	ref->phase = x->function[p];
	x->references += ref->kind <= MACHINE_UNCACHED;
	if (x->r && ref->kind <= MACHINE_UNCACHED) {
		x->o->references++;
		emit(x, &(struct run_event){.kind = RUN_REFERENCE,
					    .processor = (uint8_t)p,
					    .function = x->function[p],
					    .write = ref->kind == MACHINE_WRITE,
					    .addr = ref->addr});
	}
	return true;
}

static void agent(void *arg, const struct machine_agent *a)
{
	struct execution *x = arg;
	const unsigned int p = a->processor;

	if (a->kind == MACHINE_ANSWER) {
		x->again[p] = a->refused;
		if (a->refused)
			return;
		x->waited += a->clocks;
		if (!(a->addr >> 28))
			x->page_wait[(a->addr >> MACHINE_PAGE_BITS) * MACHINE_STATIONS +
				     (p >> 2)] += a->clocks;
	} else if (!x->again[p] && x->r) {
		x->o->requests++;
		emit(x, &(struct run_event){.kind = RUN_REQUEST,
					    .processor = (uint8_t)p,
					    .function = x->function[p],
					    .cmd = a->cmd,
					    .addr = a->addr});
	}
}

static unsigned int one_of(uint64_t mask)
{
	return mask ? (unsigned int)__builtin_ctzll(mask) : 0;
}

/* Records the events at the card of station 0 in the clock that has just been simulated. */
static void watch_card(struct execution *x, const struct card_pins *p,
		       const struct card_stats *before)
{
	struct card *c = machine_card(x->m, 0);
	struct card_stats now;
	struct run_event e = {0};

	card_get_stats(c, &now);
	if (p->mon_start) {
		const uint64_t came = x->arrived[(x->went - 1) % FIFO];

		e = (struct run_event){.kind = RUN_TRANSACTION,
				       .processor = (uint8_t)(one_of(p->ad >> 60 & 15) << 4 |
							      one_of(p->ad >> 56 & 15) << 2 |
							      one_of(p->ad >> 52 & 15)),
				       .function = p->ad >> 48 & 15,
				       .valid = p->valid,
				       .lock = p->lock,
				       .local = p->local_global,
				       .cmd = p->cmd,
				       .addr = (uint32_t)(p->ad & 0xFFFFFFF),
				       .depth = (uint16_t)card_waiting(c),
				       .waited = (uint32_t)(x->now - came),
				       .service = (uint16_t)(now.busy - before->busy),
				       .ad = p->ad};
		x->o->taken++;
		emit(x, &e);
	}
	if (now.left != before->left) {
		x->went++;
		emit(x, &(struct run_event){.kind = RUN_LEAVE});
	}
	if (now.left + card_waiting(c) > x->came) {
		x->arrived[x->came++ % FIFO] = x->now;
		emit(x, &(struct run_event){.kind = RUN_ARRIVE});
	}
}

static void run_machine(struct execution *x)
{
	struct card_pins pins[2];
	struct card_stats before;
	const char *wrong;

	while (!machine_done(x->m)) {
		if (x->r)
			card_get_stats(machine_card(x->m, 0), &before);
		wrong = machine_clock(x->m, pins);
		if (wrong)
			give_up(x->task->program, wrong);
		if (x->r)
			watch_card(x, &pins[0], &before);
		x->now++;
	}
}

static void load(struct execution *x, struct machine_config *cfg, struct run *r,
		 struct oracle *o)
{
	const char *file, *error;
	char *path = (char *)x->task->program;

	x->house = house_open(path, x->task->references / cfg->processors, x->task->load,
			      x->task->seed, cfg, r, o);
	if (!x->house) {
		if (!strchr(path, '/'))
			give_up(path, "no program of this name");
		x->recording = recording_open(&path, 1, (uint64_t)x->task->references * PART,
					      cfg, &file, &error);
		if (!x->recording)
			give_up(path, error);
		x->names = recorded_open(path, r);
		if (!x->names)
			give_up(path, "cannot be read, or no memory");
	}
	x->next = cfg->next;
	x->arg = cfg->arg;
	cfg->next = next;
	cfg->arg = x;
}

/* Executes the program, after moving @page to station @to unless @page is -1, and records
 * the run if @r has a file. Returns the number of clocks that all processors together have
 * waited. */
static uint64_t execute(struct execution *x, int page, unsigned int to, struct run *r,
			struct oracle *o, const char *path)
{
	struct machine_config cfg = {.card = {.station = 0},
				     .stations = (x->task->processors + 3) / 4,
				     .processors = x->task->processors,
				     .cache = CACHE_LINES,
				     .network_cache = NETWORK_LINES,
				     .seed = x->task->seed,
				     .agent = agent,
				     .agent_arg = x};
	struct run unused = {0};
	struct oracle nothing = {0};

	x->page_wait = calloc((size_t)PAGES * MACHINE_STATIONS, sizeof(*x->page_wait));
	if (!x->page_wait)
		give_up("page_wait", "no memory");
	if (!path)
		r = &unused, o = &nothing;
	load(x, &cfg, r, o);
	if (path && !run_create(r, path))
		give_up(path, strerror(errno));
	x->r = path ? r : NULL;
	x->o = o;
	memset(x->function, 0xFF, sizeof(x->function));
	x->m = machine_open(&cfg);
	if (!x->m)
		give_up("the machine", "no memory");
	if (page >= 0 && machine_move_page(x->m, (uint32_t)page << MACHINE_PAGE_BITS, to))
		give_up("the machine", "the page does not move");
	run_machine(x);
	if (x->recording && recording_error(x->recording))
		give_up(x->task->program, recording_error(x->recording));
	return x->waited;
}

static void end_execution(struct execution *x)
{
	machine_close(x->m);
	house_close(x->house);
	recording_close(x->recording);
	recorded_close(x->names);
	free(x->page_wait);
}

/* Tries to move the pages for which a station has waited longest. */
static void try_moves(const struct task *t, struct execution *first, struct oracle *o)
{
	uint64_t *wait = first->page_wait;

	o->page = -1;
	for (unsigned int i = 0; i < CANDIDATES; i++) {
		static struct execution x;
		size_t best = 0;
		double gain;

		for (size_t k = 0; k < (size_t)PAGES * MACHINE_STATIONS; k++)
			if (k % MACHINE_STATIONS && wait[k] > wait[best])
				best = k;
		if (!(best % MACHINE_STATIONS))
			break;
		wait[best] = 0;
		x = (struct execution){.task = t};
		gain = 1 - (double)execute(&x, (int)(best / MACHINE_STATIONS),
					   best % MACHINE_STATIONS, NULL, NULL, NULL) /
				   (double)first->waited;
		end_execution(&x);
		if (gain <= o->gain)
			continue;
		o->gain = gain;
		o->page = (int)(best / MACHINE_STATIONS);
		o->to = best % MACHINE_STATIONS;
	}
}

static void check_events(const struct execution *x, const struct oracle *o)
{
	struct card_stats c;
	struct machine_stats m;
	char digest[16];

	card_get_stats(machine_card(x->m, 0), &c);
	machine_get_stats(x->m, &m);
	if (c.taken != o->taken || c.left != x->went || x->came != x->went)
		give_up("the run", "its events are not those of the card");
	row_number((double)machine_run_time(x->m), "run", "clocks");
	row_number((double)o->references, "run", "references");
	row_number((double)c.taken, "run", "transactions");
	snprintf(digest, sizeof(digest), "%08x", x->r->digest);
	row_text(digest, "run", "digest");
	row_number((double)x->waited, "run", "waited");
}

static void record(const struct task *t, const char *folder)
{
	static struct run r;
	static struct oracle o;
	static struct execution x;
	char path[4096];

	snprintf(path, sizeof(path), "%s/run.gz", folder);
	r.processors = t->processors;
	r.stations = (t->processors + 3) / 4;
	r.seed = t->seed;
	/* of an idle machine with one ring: make paper PAPER=numachine, table "latency" */
	r.remote = 53;
	r.local = 38;
	x.task = t;
	execute(&x, -1, 0, &r, &o, path);
	if (!run_finish(&r, x.now))
		give_up(path, "cannot be written");
	snprintf(path, sizeof(path), "%s/truth.csv", folder);
	if (!rows_begin(path))
		give_up(path, strerror(errno));
	row_text(r.program, "run", "program");
	check_events(&x, &o);
	try_moves(t, &x, &o);
	for (unsigned int i = 0; questions[i]; i++)
		questions[i]->end(&r, &o);
	if (!rows_end())
		give_up(path, strerror(errno));
	printf("%s: %llu references, %llu transactions, digest %08x\n", r.program,
	       (unsigned long long)o.references, (unsigned long long)o.taken, r.digest);
	end_execution(&x);
}

static void measure_time(const struct task *t, const char *folder)
{
	static struct execution x;
	char path[4096];

	x.task = t;
	execute(&x, -1, 0, NULL, NULL, NULL);
	snprintf(path, sizeof(path), "%s/truth.csv", folder);
	if (!rows_begin(path))
		give_up(path, strerror(errno));
	row_number((double)machine_run_time(x.m), "run", "clocks");
	row_number((double)x.references, "run", "references");
	row_number((double)x.probes, "run", "probes");
	row_number(x.counters, "run", "counters");
	if (!rows_end())
		give_up(path, strerror(errno));
	end_execution(&x);
}

static uint64_t number(const char *text)
{
	char *end;
	const unsigned long long n = strtoull(text, &end, 0);

	if (*end || !*text) {
		fprintf(stderr, "record: %s: not a number\n", text);
		exit(2);
	}
	return n;
}

int main(int argc, char **argv)
{
	struct task t = {.references = 1000000, .processors = 16, .seed = 1, .load = 100};
	int i = 1;

	for (; i < argc && starts_with(argv[i], "--"); i++) {
		if (starts_with(argv[i], "--references="))
			t.references = (unsigned int)number(argv[i] + 13);
		else if (starts_with(argv[i], "--seed="))
			t.seed = number(argv[i] + 7);
		else if (starts_with(argv[i], "--processors="))
			t.processors = (unsigned int)number(argv[i] + 13);
		else if (starts_with(argv[i], "--load="))
			t.load = (unsigned int)number(argv[i] + 7);
		else if (starts_with(argv[i], "--probe="))
			t.probe = (unsigned int)number(argv[i] + 8);
		else if (starts_with(argv[i], "--counters="))
			t.counters = (unsigned int)number(argv[i] + 11);
		else if (!strcmp(argv[i], "--time"))
			t.time = true;
		else
			break;
	}
	if (argc - i != 2 || t.processors < 8 || t.processors > RUN_PROCESSORS ||
	    t.processors % 4 || t.load < 1 || t.load > 100 ||
	    (!t.time && (t.probe || t.counters))) {
		fprintf(stderr,
			"usage: record [--references=N] [--seed=N] [--processors=8..64] "
			"[--load=1..100] [--time [--probe=N] [--counters=N]] PROGRAM FOLDER\n");
		return 2;
	}
	t.program = argv[i];
	if (mkdir(argv[i + 1], 0777) && errno != EEXIST)
		give_up(argv[i + 1], strerror(errno));
	if (t.time)
		measure_time(&t, argv[i + 1]);
	else
		record(&t, argv[i + 1]);
	return 0;
}
