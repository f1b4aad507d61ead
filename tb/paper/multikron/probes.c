/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Probes of programs (NISTIR 5993, 1.1, 2.2, 3.6): what a probe costs, processors and tasks,
 * the hazard of the holding register, the time of messages between two computers.
 */
#include "paper.h"
#include "csv.h"
#include "random.h"
#include "station.h"
#include <math.h>

#define PROCESSORS 4u

/* ---- cost of a probe ---- */

/* Returns the number of bus clocks from FRAME# to the end of one write on an idle bus. */
static unsigned int clocks_of_write(struct station *t, uint32_t offset, bool wide)
{
	uint64_t data = 1;
	struct pci_cycle c = {.command = PCI_MEM_WRITE,
			      .addr = pc_base(t->pc) + offset,
			      .wide = wide,
			      .data = &data};

	SIM_CHECK(t->s, pci_cycle(pc_pci(t->pc), &c) == PCI_DONE, "a write ends with %d",
		  c.end);
	return c.clocks;
}

struct cost {
	double mean, longest; /* ns */
};

/* Returns the time of @n probes with @load on the bus, from the store to its end. */
static struct cost probe_cost(struct station *t, enum pc_load load, unsigned int percent,
			      uint64_t n, bool both_halves)
{
	struct cost c = {0, 0};

	pc_set_load(t->pc, load, percent);
	for (uint64_t i = 0; i < n; i++) {
		const sim_time began = sim_now(t->s);
		double ns;

		station_ok(t,
			   both_halves ? mk_trace64(&t->mk, 0, i)
				       : mk_trace(&t->mk, 0, (uint32_t)i),
			   "probe");
		ns = (double)(sim_now(t->s) - began) / (double)SIM_NS(1);
		c.mean += ns / (double)n;
		c.longest = ns > c.longest ? ns : c.longest;
		sim_wait(t->s, SIM_US(3) + sim_range(t->s, 0, SIM_US(2)));
	}
	pc_set_load(t->pc, PC_NO_LOAD, 0);
	return c;
}

/* Returns whether @two is twice @one, within two clocks. */
static bool about_twice(unsigned int two, unsigned int one)
{
	return two + 2 >= 2 * one && two <= 2 * one + 2;
}

static void cost(struct paper *p)
{
	static const struct {
		enum pc_load load;
		unsigned int percent;
	} loads[] = {{PC_NO_LOAD, 0},
		     {PC_DISK, 25},
		     {PC_DISK, 60},
		     {PC_NETWORK, 25},
		     {PC_NETWORK, 40}};
	const uint64_t n = paper_length(p, 2000, 100);
	struct station t;
	struct cost one[5], two[5], again;
	unsigned int clocks[3];
	FILE *f;

	station_open(&t, NULL, paper_seed(p), 0);
	paper_section(p, "Cost of a probe (1.1)");
	paper_text(p,
		   "A probe is one 32-bit store to the board. "
		   "64 bits of user data take two on a 32-bit bus, for the holding register, "
		   "or one of 64 bits. The cost is what the program waits for the bus: "
		   "the store is not posted.");
	clocks[0] = clocks_of_write(&t, MK_TS0, false);
	clocks[1] = clocks_of_write(&t, MK_HOLD, false) + clocks_of_write(&t, MK_TS0, false);
	clocks[2] = clocks_of_write(&t, MK_TS0, true);
	f = paper_csv(p, "probe-clocks", "probe,stores,PCI clocks,ns at 33 MHz");
	fprintf(f, "32 bits,1,%u,%u\n", clocks[0], 30 * clocks[0]);
	fprintf(f, "64 bits by the holding register,2,%u,%u\n", clocks[1], 30 * clocks[1]);
	fprintf(f, "64 bits by REQ64#,1,%u,%u\n", clocks[2], 30 * clocks[2]);
	paper_csv_end(p, f);
	f = paper_csv(p, "probe-cost",
		      "load,percent,32 bits mean ns,longest ns,64 bits mean ns,longest ns");
	for (unsigned int i = 0; i < 5; i++) {
		one[i] = probe_cost(&t, loads[i].load, loads[i].percent, n, false);
		two[i] = probe_cost(&t, loads[i].load, loads[i].percent, n, true);
		fprintf(f, "%s,%u,%.0f,%.0f,%.0f,%.0f\n", pc_shapes[loads[i].load].name,
			loads[i].percent, one[i].mean, one[i].longest, two[i].mean,
			two[i].longest);
	}
	paper_csv_end(p, f);
	again = probe_cost(&t, PC_NO_LOAD, 0, n, false);
	paper_statement(
		p, &(struct paper_statement){
			   .holds = about_twice(clocks[1], clocks[0]) && clocks[2] < clocks[1],
			   .what = "a sample of 64 bits on a 32-bit bus costs two stores, "
				   "and about twice the clocks of one",
			   .shows = "MK-EXA-008",
			   .ablation = "a bus of 64 bits",
			   .survives = about_twice(clocks[2], clocks[0])});
	paper_statement(
		p,
		&(struct paper_statement){
			.holds =
				one[2].mean > 1.05 * one[0].mean &&
				one[4].mean > 1.05 * one[0].mean &&
				one[0].longest<
					1000,
					.what = "a probe perturbs the program by less than 1 us on an idle bus, "
						"and by 5 % more and above when others use it",
					.ablation = "nobody else on the bus",
					.survives = again.mean> 1.05 *
					one[0].mean});
	station_close(&t);
}

/* ---- processors ---- */

struct program {
	uint64_t random;
	uint64_t probes, done;
	unsigned int phase;
	uint32_t mark;
	enum { BY_HOLD, WITH_LOCK, BY_64_BITS } way;
	int *lock; /* number of the processor that holds the lock + 1; 0: none */
};

/* Computes for a while, then takes a sample with its own number. */
static bool step_probe(struct pc_processor *p, struct pc_operation *o)
{
	struct program *g = p->arg;

	if (g->done == g->probes)
		return false;
	if (g->phase++ % 2 == 0) {
		*o = (struct pc_operation){.action = PC_COMPUTE,
					   .time = SIM_US(5) +
						   random_xorshift(&g->random) % SIM_US(10)};
		return true;
	}
	*o = (struct pc_operation){
		.action = PC_WRITE, .offset = MK_TS0, .value = p->id << 16 | g->done++};
	return true;
}

struct attribution {
	uint64_t right, wrong, per_cpu[8];
};

static void attribute(void *arg, const struct mk_sample *s)
{
	struct attribution *a = arg;
	const bool right = s->cpu == s->data >> 16 && s->source == 0xA00 + s->cpu;

	a->right += right;
	a->wrong += !right;
	a->per_cpu[s->cpu]++;
}

static struct attribution run_processors(struct paper *p, bool external, uint64_t probes)
{
	struct pc_processor cpu[PROCESSORS] = {{0}};
	struct program program[PROCESSORS] = {{0}};
	struct attribution a = {0};
	struct station t;

	station_open(&t, NULL, paper_seed(p), 0);
	if (external)
		station_ok(&t, mk_change_config(&t.mk, MK_CONFIG_EXT_CPU, MK_CONFIG_EXT_CPU),
			   "EXT_CPU");
	for (unsigned int i = 0; i < PROCESSORS; i++) {
		station_ok(&t, mk_set_address(&t.mk, i, 0xA00 + i), "source address");
		program[i] =
			(struct program){.random = paper_seed(p) + 77 * i, .probes = probes};
		cpu[i] = (struct pc_processor){.id = i, .step = step_probe, .arg = &program[i]};
	}
	pc_run(t.pc, cpu, PROCESSORS);
	station_settle(&t);
	station_samples(&t, attribute, &a);
	station_close(&t);
	return a;
}

static void processors(struct paper *p)
{
	const uint64_t probes = paper_length(p, 2000, 100);
	const struct attribution with = run_processors(p, true, probes);
	const struct attribution without = run_processors(p, false, probes);
	bool even = true;

	paper_section(p, "Processors (2.2)");
	paper_text(p,
		   "%u processors take %llu samples each while the one "
		   "that has the bus drives its external CPU line; "
		   "the user data say who it was.",
		   PROCESSORS, (unsigned long long)probes);
	for (unsigned int i = 0; i < PROCESSORS; i++)
		even = even && with.per_cpu[i] == probes;
	paper_statement(
		p, &(struct paper_statement){
			   .holds = even && !with.wrong && with.right == PROCESSORS * probes,
			   .what = "each sample carries the CPU id "
				   "and the source address of the processor that wrote it",
			   .shows = "MK-EXA-005",
			   .ablation = "EXT_CPU = 0: the lines are not looked at",
			   .survives = !without.wrong});
}

/* ---- tasks ---- */

#define TASKS 2u

struct reporting {
	struct mk_report *report;
	size_t run;
	int err;
};

static void report_sample(void *arg, const struct mk_sample *s)
{
	struct reporting *r = arg;

	if (!r->err)
		r->err = mk_report_sample(r->report, s, r->run);
}

static int take_report(struct mk_report *report, struct station *t)
{
	struct reporting r = {.report = report};

	station_samples(t, report_sample, &r);
	return r.err;
}

/* Returns whether a report distinguishes the tasks by their @addresses. */
static bool separated(struct paper *p, const uint32_t addresses[TASKS], uint64_t turns)
{
	static const char info[] = "1 1 2 \"turn\"\n";
	struct mk_intervals list;
	struct mk_report report;
	struct station t;
	char path[] = "/tmp/mktasks.XXXXXX", text[256];
	const int fd = mkstemp(path);
	FILE *const f = fd < 0 ? NULL : fdopen(fd, "w");
	bool right;

	if (!f || fputs(info, f) < 0 || fclose(f) ||
	    mk_intervals_read(&list, path, text, sizeof(text)))
		exit(1);
	remove(path);
	station_open(&t, NULL, paper_seed(p), 0);
	for (uint64_t i = 0; i < turns; i++) {
		const unsigned int task = i % TASKS;

		station_ok(&t, mk_set_address(&t.mk, 0, addresses[task]), "source address");
		station_ok(&t, mk_trace(&t.mk, 0, 1), "probe");
		sim_wait(t.s, SIM_US(5 + 3 * task));
		station_ok(&t, mk_trace(&t.mk, 0, 2), "probe");
	}
	station_settle(&t);
	mk_report_begin(&report, &list, &(struct mk_report_options){.event_bytes = 4});
	if (take_report(&report, &t))
		exit(1);
	mk_report_end(&report);
	right = report.processors == TASKS;
	for (size_t i = 0; i < report.processors; i++) {
		const struct mk_measured *m = &report.processor[i].interval[0];
		const uint32_t task = report.processor[i].source - addresses[0];

		/* a turn takes the 5 or 8 us of its task and the time of one probe */
		right = right && m->length[0].stat.count == turns / TASKS && !m->no_begin &&
			!m->no_end && m->length[0].stat.minimum >= 50 + 30 * task &&
			m->length[0].stat.maximum < 50 + 30 * task + 10;
	}
	mk_report_free(&report);
	mk_intervals_free(&list);
	station_close(&t);
	return right;
}

static void tasks(struct paper *p)
{
	const uint64_t turns = paper_length(p, 1000, 50);

	paper_section(p, "Tasks (2.2)");
	paper_text(p,
		   "Two tasks have the processor in turn, %llu times; "
		   "the system writes the number of the task to the source address register "
		   "at each switch. Each turn is an interval between two probes.",
		   (unsigned long long)turns);
	paper_statement(
		p, &(struct paper_statement){
			   .holds = separated(p, (const uint32_t[TASKS]){100, 101}, turns),
			   .what = "a report separates the tasks by their source addresses: "
				   "all turns, each with its length",
			   .shows = "MK-EXA-006",
			   .ablation = "one source address for both tasks",
			   .survives = separated(p, (const uint32_t[TASKS]){100, 100}, turns)});
}

/* ---- the holding register ---- */

/* Takes a sample of 64 bits in one of three ways; the processor marks both halves. */
static bool step_wide(struct pc_processor *p, struct pc_operation *o)
{
	struct program *g = p->arg;
	const uint32_t half = g->mark | (uint32_t)g->done;

	switch (g->phase) {
	case 0:
		if (g->done == g->probes)
			return false;
		*o = (struct pc_operation){.action = PC_COMPUTE,
					   .time = random_xorshift(&g->random) % SIM_US(3)};
		g->phase = g->way == BY_64_BITS ? 3 : 1;
		return true;
	case 1: /* the processor waits for the lock, then writes the upper half */
		if (g->way == WITH_LOCK && *g->lock && *g->lock != (int)p->id + 1) {
			*o = (struct pc_operation){.action = PC_COMPUTE, .time = SIM_NS(50)};
			return true;
		}
		*g->lock = (int)p->id + 1;
		*o = (struct pc_operation){
			.action = PC_WRITE, .offset = MK_HOLD, .value = half};
		g->phase = 2;
		return true;
	case 2:
		*o = (struct pc_operation){.action = PC_WRITE, .offset = MK_TS0, .value = half};
		g->phase = 4;
		return true;
	case 3:
		*o = (struct pc_operation){.action = PC_WRITE64,
					   .offset = MK_TS0,
					   .value = (uint64_t)half << 32 | half};
		g->done++;
		g->phase = 0;
		return true;
	default:
		*g->lock = 0;
		g->done++;
		g->phase = 0;
		*o = (struct pc_operation){.action = PC_COMPUTE, .time = SIM_NS(10)};
		return true;
	}
}

static void count_torn(void *arg, const struct mk_sample *s)
{
	*(uint64_t *)arg += s->data >> 32 != (s->data & UINT32_MAX);
}

static uint64_t torn_samples(struct paper *p, int way, uint64_t probes, uint64_t *all)
{
	struct pc_processor cpu[2] = {{0}};
	struct program program[2] = {{0}};
	struct station t;
	uint64_t torn = 0;
	int lock = 0;

	station_open(&t, NULL, paper_seed(p), 0);
	if (way == BY_64_BITS)
		station_ok(&t, mk_set_csr(&t.mk, MK_II, MK_CSR_SAMPLING), "64-bit mode");
	for (unsigned int i = 0; i < 2; i++) {
		program[i] = (struct program){.random = paper_seed(p) + 99 * i,
					      .probes = probes,
					      .mark = (i + 1) << 28,
					      .way = way,
					      .lock = &lock};
		cpu[i] = (struct pc_processor){.id = i, .step = step_wide, .arg = &program[i]};
	}
	pc_run(t.pc, cpu, 2);
	station_settle(&t);
	*all = station_samples(&t, count_torn, &torn);
	station_close(&t);
	return torn;
}

static void hazard(struct paper *p)
{
	static const char *const ways[] = {"holding register", "holding register, with a lock",
					   "one access of 64 bits"};
	const uint64_t probes = paper_length(p, 2000, 200);
	uint64_t torn[3], all[3];
	FILE *f;

	paper_section(p, "The holding register (1.1)");
	paper_text(p,
		   "Two processors take %llu samples of 64 bits each. "
		   "On a 32-bit bus the upper half goes to the holding register first, "
		   "and the other processor may write it in between.",
		   (unsigned long long)probes);
	f = paper_csv(p, "holding-register", "way,samples,with halves of two processors");
	for (int way = BY_HOLD; way <= BY_64_BITS; way++) {
		torn[way] = torn_samples(p, way, probes, &all[way]);
		csv_write(f, ways[way]);
		fprintf(f, ",%llu,%llu\n", (unsigned long long)all[way],
			(unsigned long long)torn[way]);
	}
	paper_csv_end(p, f);
	paper_statement(p,
			&(struct paper_statement){
				.holds = torn[WITH_LOCK] == 0 && torn[BY_64_BITS] == 0 &&
					 all[0] == 2 * probes && all[1] == 2 * probes &&
					 all[2] == 2 * probes,
				.what = "a lock around both stores, or one access of 64 bits, "
					"keeps the halves of a sample together",
				.ablation = "no lock",
				.survives = torn[BY_HOLD] == 0});
}

/* ---- messages ---- */

#define DELAY_US 250

static void take_probe(struct station *t, uint32_t event)
{
	station_ok(t, mk_trace(&t->mk, 1, event), "probe");
}

static int take_sample(void *arg, const struct mk_sample *s, size_t run)
{
	return mk_report_sample(arg, s, run);
}

struct latency {
	uint64_t count, total;
	double mean;
};

/* Measures messages between two boards with common time: each is sent at one and received at
 * the other. */
static struct latency messages(struct paper *p, uint64_t n, unsigned int delay_us)
{
	static const char info[] = "4 10 20 \"message send/receive latency\"\n";
	char path[] = "/tmp/mkmessages.XXXXXX", data[] = "/tmp/mkdata.XXXXXX", text[256];
	const int fd = mkstemp(path), dat = mkstemp(data);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w"), *out = dat < 0 ? NULL : fdopen(dat, "w");
	struct station t[2];
	struct mk_intervals list;
	struct mk_report report;
	struct latency l;
	uint32_t pointer;
	size_t runs;
	static struct mk_reader reader;

	if (!f || !out || fputs(info, f) < 0 || fclose(f) ||
	    mk_intervals_read(&list, path, text, sizeof(text)))
		exit(1);
	remove(path);
	for (unsigned int i = 0; i < 2; i++) {
		station_open(&t[i], NULL, paper_seed(p) + i, 0);
		station_ok(&t[i], mk_set_address(&t[i].mk, 0, 1 + i), "source address");
	}
	for (uint64_t i = 0; i < n; i++) {
		const sim_time sent = SIM_US(100) + i * SIM_US(2 * delay_us + 100);

		sim_wait_until(t[0].s, sent);
		take_probe(&t[0], 10);
		sim_wait_until(t[1].s, sent + SIM_US(delay_us));
		take_probe(&t[1], 20);
	}
	/* in the file, the samples of the second board follow those of the first */
	for (unsigned int i = 0; i < 2; i++) {
		station_settle(&t[i]);
		station_ok(&t[i], mk_get_pointer(&t[i].mk, &pointer), "pointer");
		for (uint32_t w = 0; w < pointer; w++) {
			uint8_t b[4];

			pc_memory(t[i].pc, w, b, 4);
			fwrite(b, 1, 4, out);
		}
		station_close(&t[i]);
	}
	if (fclose(out) || mk_reader_open(&reader, data))
		exit(1);
	remove(data);
	mk_report_begin(&report, &list, &(struct mk_report_options){.event_bytes = 4});
	if (mk_merge(&reader, &runs, take_sample, &report))
		exit(1);
	mk_report_end(&report);
	l = (struct latency){report.overlap.length[0].stat.count,
			     report.overlap.length[0].stat.total,
			     report.overlap.length[0].stat.mean};
	mk_reader_close(&reader);
	mk_report_free(&report);
	mk_intervals_free(&list);
	return l;
}

static void latency(struct paper *p)
{
	const uint64_t n = paper_length(p, 200, 20);
	const struct latency l = messages(p, n, DELAY_US);

	paper_section(p, "Messages between two computers (3.6)");
	paper_text(p,
		   "Two boards whose timestamps began together; "
		   "%llu messages that take %u us. The two files of samples are joined, "
		   "and a report of class 4 is made.",
		   (unsigned long long)n, DELAY_US);
	paper_value(p, &(struct paper_value){.what = "message send/receive latency, mean",
					     .unit = "ticks",
					     .digits = 1,
					     .published = NAN,
					     .ours = l.count == n ? l.mean : 0,
					     .low = 2475,
					     .high = 2525,
					     .why = "what was put in: 250 us",
					     .shows = "MK-EXA-003",
					     .kind = PAPER_CHECK});
}

int main(int argc, char **argv)
{
	static const struct paper_constant constants[] = {
		{"PCI clock", "ns", 30, PAPER_GIVEN, "2.1, 33 MHz", "cost of a probe"},
		{"NODECLK", "ns", 25, PAPER_GIVEN, "1.2, 40 MHz", "timestamps"},
		{"burst of the disk controller", "words", 16, PAPER_UNCLASSIFIED,
		 "a cache line of two", "cost of a probe under load"},
		{"burst of the network interface", "words", 8, PAPER_UNCLASSIFIED,
		 "a cache line", "cost of a probe under load"},
		{NULL, NULL, 0, PAPER_UNCLASSIFIED, NULL, NULL}};
	struct paper *p =
		paper_begin(argc, argv, "multikron", "probes", "Probes (1.1, 2.2, 3.6)");

	paper_constants(p, constants);
	cost(p);
	processors(p);
	tasks(p);
	hazard(p);
	latency(p);
	return paper_end(p);
}
