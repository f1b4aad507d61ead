/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the tests of a test program as a cmocka group, on either simulator. */
#include "internal.h"
#include <fnmatch.h>
#include <getopt.h>
#include <inttypes.h>
#include <setjmp.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct { /* options of the command line; a process makes one run */
	uint64_t seed;
	unsigned int length_percent;
	const char *wave, *pattern, *model, *coverage;
	char put_pin[32]; /* name of an input that --put ties to a value; empty: none */
	uint64_t put_value;
	bool jitter, as_icarus;
	uint64_t snapshot_ms;	   /* 0: no snapshots */
	const char *snapshot_wave; /* file of the waves of one */
} opt = {.seed = 1, .length_percent = 100, .pattern = "*", .jitter = true};

static void usage(FILE *f)
{
	fputs("Options of a test program:\n"
	      "  --list          print the tests: name, model, requirement ids, no-jitter\n"
	      "  --test=PATTERN  run the tests whose name matches (shell pattern)\n"
	      "  --model=NAME    run only tests of this model\n"
	      "  --seed=N        seed of all random values; default 1\n"
	      "  --length=PCT    length of random tests in per cent; default 100\n"
	      "  --wave=FILE     dump waves\n"
	      "  --coverage=FILE write the coverage of the last test; "
	      "requires coverage models\n"
	      "  --put=PIN=N     tie an input that the testbench does not drive to this value\n"
	      "  --as-icarus     run what the tests run on Icarus Verilog, which is less\n"
	      "  --no-jitter     simulate synchronisers without their random extra clock\n"
	      "  --snapshot=MS,FILE  under Verilator, keep a copy of the process each MS simulated\n"
	      "                  milliseconds; if the test fails, dump the waves from the one\n"
	      "                  before the last on\n"
	      "  --help\n",
	      f);
}

/* A test with one of its models. */
struct run {
	const struct sim_test *test;
	char name[64]; /* name of the test, with "@" and the model if it is not the first one */
	char model[32]; /* parameter set; the default model has the board's name */
};

static struct run *runs; /* the last one has no test */

static size_t models_of(const struct sim_test *t)
{
	size_t n = 1;

	for (const char *m = t->model; m && *m; m++)
		n += *m == ' ';
	return n;
}

static bool expand_runs(void)
{
	size_t n = 0, room = 1;

	for (const struct sim_test *t = sim_tests; t->name; t++)
		room += models_of(t);
	runs = calloc(room, sizeof(*runs));
	for (const struct sim_test *t = sim_tests; runs && t->name; t++) {
		const char *m = t->model ? t->model : sim_default_model;

		for (bool first = true; *m; first = false) {
			struct run *r = &runs[n++];
			const size_t len = strcspn(m, " ");

			r->test = t;
			snprintf(r->model, sizeof(r->model), "%.*s", (int)len, m);
			snprintf(r->name, sizeof(r->name), first ? "%s" : "%s@%s", t->name,
				 r->model);
			m += len + strspn(m + len, " ");
		}
	}
	return runs;
}

static uint32_t jitter_seed(uint64_t seed)
{
	return (uint32_t)((seed ^ seed >> 32) * 0x9E3779B1u) | 1;
}

static bool without_jitter(const struct sim_test *t)
{
	const char *const *name = sim_without_jitter;

	for (; name && *name; name++)
		if (strcmp(*name, t->name) == 0)
			return true;
	return false;
}

static void run(void **state)
{
	const struct run *r = *state;
	const struct sim_test *t = r->test;
	struct sim *s = sim_open_(r->model,
				  opt.jitter && !without_jitter(t) ? jitter_seed(opt.seed) : 0);

	if (!s)
		fail_msg("the %s simulation of model '%s' does not open", sim_backend.name,
			 r->model);
	*state = s;
	printf("# simulator %s, seed %" PRIu64 "\n", sim_simulator(s), opt.seed);
	sim_seed_(s, opt.seed);
	s->length_percent = opt.length_percent;
	s->as_icarus = opt.as_icarus;
	if (opt.length_percent > 100)
		s->limit = s->limit / 100 * opt.length_percent;
	if (opt.wave && !sim_wave_(s, opt.wave))
		fail_msg("cannot write the wave dump '%s': %s", opt.wave, strerror(errno));
	if (opt.snapshot_ms && sim_snapshots && !opt.wave &&
	    !sim_snapshots(s, SIM_MS(opt.snapshot_ms), opt.snapshot_wave))
		fail_msg("out of memory");
	if (*opt.put_pin)
		sim_put(sim_pin(s, opt.put_pin), opt.put_value);
	t->fn(s);
	sim_cleanup_(s); /* device models make their last checks here */
	sim_check_stopped_(s);
	if (opt.coverage && !(sim_backend.coverage && sim_backend.coverage(s->b, opt.coverage)))
		fail_msg("cannot write the coverage '%s' of model '%s'", opt.coverage,
			 r->model);
	if (s->checks == 0)
		fail_msg("the test made no check");
	printf("# %s: %" PRIu64 " checks, %.6f ms simulated, %" PRIu64 " evaluations\n",
	       r->name, s->checks, (double)s->now / 1e9, s->evals);
	/* "+": the test may do something else than on Verilator, also if it is as long */
	printf("# digest %016" PRIx64 " length %" PRIu64 "%s\n", s->digest, s->length,
	       s->asked && s->own_length && (sim_backend.advance || s->as_icarus) ? "+" : "");
}

/* cmocka passes the same *state to test and teardown. The test replaces its description there
 * by the simulation, which this function closes even if the test has failed. */
static int close_sim(void **state)
{
	for (const struct run *r = runs; r->test; r++)
		if (*state == r)
			return 0; /* the simulation was never opened */
	struct sim *s = *state;
	bool whole;

	sim_cleanup_(s);
	whole = !opt.wave || sim_wave_(s, NULL);
	if (!whole)
		print_error("the wave dump '%s' was not kept: %s\n", opt.wave, strerror(errno));
	sim_close_(s);
	return whole ? 0 : -1;
}

static int list(void)
{
	for (const struct run *r = runs; r->test; r++)
		printf("%s\t%s\t%s%s\n", r->name, r->model,
		       r->test->shows ? r->test->shows : "",
		       without_jitter(r->test) ? "\tno-jitter" : "");
	return fflush(stdout) ? 1 : 0;
}

static bool number(const char *s, uint64_t *v)
{
	char *end;

	errno = 0;
	*v = strtoull(s, &end, 0);
	return *s >= '0' && *s <= '9' && !*end && !errno;
}

static bool pin_value(const char *s)
{
	const size_t n = strcspn(s, "=");

	if (!n || n >= sizeof(opt.put_pin) || !s[n] || !number(s + n + 1, &opt.put_value))
		return false;
	memcpy(opt.put_pin, s, n);
	return true;
}

/* Result of an option after which the program continues; others are exit statuses. */
enum { GO_ON = -1 };

static int bad_option(const char *option, const char *what, const char *value)
{
	fprintf(stderr, "%s: not %s: '%s'\n", option, what, value);
	return 2;
}

static int parse_option(int o)
{
	uint64_t v;

	switch (o) {
	case 'l':
		return list();
	case 't':
		opt.pattern = optarg;
		return GO_ON;
	case 'm':
		opt.model = optarg;
		return GO_ON;
	case 's':
		return number(optarg, &opt.seed) ? GO_ON
						 : bad_option("--seed", "a number", optarg);
	case 'n':
		if (!number(optarg, &v) || !v || v > 1000000)
			return bad_option("--length", "a percentage", optarg);
		opt.length_percent = (unsigned int)v;
		return GO_ON;
	case 'w':
		opt.wave = optarg;
		return GO_ON;
	case 'c':
		opt.coverage = optarg;
		return GO_ON;
	case 'p':
		return pin_value(optarg) ? GO_ON : bad_option("--put", "PIN=NUMBER", optarg);
	case 'S':
		opt.snapshot_wave = strchr(optarg, ',');
		errno = 0;
		opt.snapshot_ms = strtoull(optarg, NULL, 10);
		if (!opt.snapshot_wave || errno || !opt.snapshot_ms ||
		    opt.snapshot_ms > UINT64_MAX / SIM_MS(1) ||
		    strspn(optarg, "0123456789") != (size_t)(opt.snapshot_wave - optarg))
			return bad_option("--snapshot", "MS,FILE", optarg);
		opt.snapshot_wave++;
		return GO_ON;
	case 'j':
		opt.jitter = false;
		return GO_ON;
	case 'i':
		opt.as_icarus = true;
		return GO_ON;
	case 'h':
		usage(stdout);
		return 0;
	default:
		usage(stderr);
		return 2;
	}
}

/* Runs the selected tests; returns the exit status. */
static int run_chosen(void)
{
	struct CMUnitTest *group;
	unsigned int n = 0;
	int failed;

	for (const struct run *r = runs; r->test; r++)
		n++;
	group = calloc(n + 1, sizeof(*group));
	if (!group)
		return 1;
	n = 0;
	for (struct run *r = runs; r->test; r++)
		if (fnmatch(opt.pattern, r->name, 0) == 0 &&
		    (!opt.model || strcmp(opt.model, r->model) == 0))
			group[n++] = (struct CMUnitTest){r->name, run, NULL, close_sim, r};
	if (!n) {
		fprintf(stderr, "no test matches '%s'\n", opt.pattern);
		free(group);
		return 2;
	}
	failed = _cmocka_run_group_tests("tests", group, n, NULL, NULL);
	free(group);
	return failed ? 1 : 0;
}

int sim_main(int argc, char **argv)
{
	static const struct option longs[] = {
		{"list", no_argument, NULL, 'l'},
		{"test", required_argument, NULL, 't'},
		{"model", required_argument, NULL, 'm'},
		{"seed", required_argument, NULL, 's'},
		{"length", required_argument, NULL, 'n'},
		{"wave", required_argument, NULL, 'w'},
		{"coverage", required_argument, NULL, 'c'},
		{"put", required_argument, NULL, 'p'},
		{"as-icarus", no_argument, NULL, 'i'},
		{"no-jitter", no_argument, NULL, 'j'},
		{"snapshot", required_argument, NULL, 'S'},
		{"help", no_argument, NULL, 'h'},
		{0},
	};
	int o, status = GO_ON;

	setvbuf(stdout, NULL, _IOLBF, 0);
	signal(SIGXFSZ, SIG_IGN); /* a write beyond the file size limit returns an error */
	if (!expand_runs())
		return 1;
	optind = 1;
	while (status == GO_ON && (o = getopt_long(argc, argv, "h", longs, NULL)) != -1)
		status = parse_option(o);
	status = status == GO_ON ? run_chosen() : status;
	free(runs);
	return status;
}

struct sim *sim_new(const char *model, uint32_t jitter, uint64_t seed)
{
	struct sim *s = sim_open_(model ? model : sim_default_model, jitter);

	if (s) {
		sim_seed_(s, seed);
		s->limit = UINT64_MAX - 1;
	}
	return s;
}

void sim_delete(struct sim *s)
{
	sim_cleanup_(s);
	sim_close_(s);
}

bool sim_wave(struct sim *s, const char *path)
{
	return sim_wave_(s, path);
}
