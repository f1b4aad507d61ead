/* SPDX-License-Identifier: Apache-2.0 */
/* Tests paper_sensitivities() with an experiment whose verdicts are known, which is this
 * program itself. */
#include "paper.h"
#include "unit.h"
#include <math.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t time_constant = 1000;
static unsigned int count_constant = 5, given_constant = 7;
static double real_constant = 2;

static const struct paper_variable constants[] = {
	{{.name = "given", .kind = PAPER_GIVEN}, &given_constant, PAPER_COUNT},
	{{.name = "time", .kind = PAPER_FITTED}, &time_constant, PAPER_TIME},
	{{.name = "count", .kind = PAPER_FITTED}, &count_constant, PAPER_COUNT},
	{{.name = "real"}, &real_constant, PAPER_REAL},
	{{0}, NULL, 0}};

static bool fault(const char *name)
{
	const char *const now = getenv("FAULT");

	return now && !strcmp(now, name);
}

static void value(struct paper *p, const char *what, enum paper_kind kind, double ours,
		  double low, double high)
{
	paper_value(p, &(struct paper_value){.what = what,
					     .unit = "",
					     .published = fault("published") ? NAN : ours,
					     .ours = ours,
					     .low = low,
					     .high = high,
					     .kind = kind,
					     .fitted = kind == PAPER_FITTED && !fault("fitted")
							       ? "time"
							       : NULL});
}

/* Acts as the experiment. With FAULT=rows a run with a changed constant lacks a row; with
 * FAULT=never no run computes the second section; with FAULT=dies the run ends with an
 * error; with FAULT=published, fitted, ablation the rows lack their published value, their
 * fitted constant, their ablation. */
static int experiment(int argc, char **argv)
{
	struct paper *p = paper_begin(argc, argv, "none", "sensitivity", "Sensitivity");
	bool varied;

	paper_sensitivities(p, constants, "NONE-001");
	varied = paper_varied(p, NULL);
	if (varied && fault("dies"))
		exit(1);
	paper_section(p, "first");
	value(p, "fitted to the time", PAPER_FITTED, (double)time_constant, 999, 1001);
	value(p, "time, not above", PAPER_PREDICTED, (double)time_constant, 0, 1050);
	value(p, "time; either, or", PAPER_PREDICTED, (double)time_constant, 950, 1050);
	if (!varied || !fault("rows"))
		value(p, "nothing", PAPER_PREDICTED, 1, 0, 2);
	if (paper_varied(p, &time_constant) || (varied && fault("never")))
		return paper_end(p);
	paper_section(p, "second");
	paper_statement(p, &(struct paper_statement){
				   .holds = count_constant < 6 && real_constant > 1.85,
				   .what = "less than six, and more than 1.85",
				   .ablation = fault("ablation") ? NULL : "none",
				   .survives = paper_ablations(p) && false});
	return paper_end(p);
}

static char *self;

/* Runs the program; returns its status and table. @again: in the folder of an earlier run. */
static int run(const char *fault, const char *length, bool again, char *csv, size_t size)
{
	size_t n = 0;
	pid_t pid;
	int status;
	FILE *f;

	unlink("out/sensitivity-sensitivities.csv");
	assert_true(again || !system("rm -rf out"));
	pid = fork();
	if (!pid) {
		setenv("FAULT", fault, 1);
		if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
			_exit(99);
		execl(self, self, "--output=out", length, NULL);
		_exit(99);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	f = fopen("out/sensitivity-sensitivities.csv", "r");
	if (f) {
		n = fread(csv, 1, size - 1, f);
		fclose(f);
	}
	csv[n] = 0;
	return WEXITSTATUS(status);
}

static void verdicts(void)
{
	static const char *const lines[] = {
		"\"time, not above\",time,900 holds,1000 holds,1100 fails,changes\n",
		"\"time, not above\",count,1000 holds,1000 holds,1000 holds,\n",
		"\"time; either, or\",time,900 fails,1000 holds,1100 fails,changes\n",
		"nothing,time,1 holds,1 holds,1 holds,\n",
		"\"less than six, and more than 1.85\",time,holds,holds,holds,\n",
		/* a count below ten is changed by one */
		"\"less than six, and more than 1.85\",count,holds,holds,fails,changes\n",
		"\"less than six, and more than 1.85\",real,fails,holds,holds,changes\n"};
	char csv[4000];
	unsigned int n = 0;

	assert_int_equal(run("", "--length=100", false, csv, sizeof(csv)), 0);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (!strstr(csv, lines[i]))
			fail_msg("not there: %s%s", lines[i], csv);
	for (const char *at = csv; (at = strchr(at, '\n')); at++)
		n++;
	/* four lines before the table head, then four rows for each of the three constants */
	assert_int_equal(n, 5 + 4 * 3);
	/* only the rows are left, and they are not computed again */
	assert_int_equal(
		system("test $(find out/varied -mindepth 2 -name '*.rows' | wc -l) = 6 "
		       "-a $(find out/varied -mindepth 2 | wc -l) = 6"),
		0);
	assert_int_equal(system("mkdir out/varied/sensitivity-1-100-abc"), 0);
	assert_int_equal(run("dies", "--length=100", true, csv, sizeof(csv)), 0);
	/* the rows are not kept if the program has changed */
	assert_int_equal(system("test $(ls out/varied | wc -l) = 1"), 0);
}

static void short_run_has_none(void)
{
	char csv[4000];

	assert_int_equal(run("", "--length=99", false, csv, sizeof(csv)), 0);
	assert_string_equal(csv, "");
}

static void row_missing(void)
{
	char csv[4000];

	assert_int_equal(run("rows", "--length=100", false, csv, sizeof(csv)), 1);
}

static void never_computed(void)
{
	char csv[4000];

	assert_int_equal(run("never", "--length=100", false, csv, sizeof(csv)), 1);
}

static void changed_run_fails(void)
{
	char csv[4000];

	assert_int_equal(run("dies", "--length=100", false, csv, sizeof(csv)), 1);
}

/* A prediction without a published value, a fitted row without its constant, and a statement
 * without an ablation are failures. */
static void kinds_demand(void)
{
	char csv[4000];

	assert_int_equal(run("published", "--length=10", false, csv, sizeof(csv)), 1);
	assert_int_equal(run("fitted", "--length=10", false, csv, sizeof(csv)), 1);
	assert_int_equal(run("ablation", "--length=10", false, csv, sizeof(csv)), 1);
}

/* The tests run in a folder of their own that has the scripts. */
static char top[400], folder[] = "/tmp/sensitivity-XXXXXX";

static int enter_folder(void)
{
	char ci[420];

	self = realpath("/proc/self/exe", NULL);
	if (!self || !getcwd(top, sizeof(top)) || !mkdtemp(folder) || chdir(folder))
		return 1;
	snprintf(ci, sizeof(ci), "%s/ci", top);
	return symlink(ci, "ci");
}

static int leave_folder(void)
{
	char command[60];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	free(self);
	return chdir(top) || system(command);
}

static const struct unit units[] = {
	UNIT(verdicts, ""),	  UNIT(short_run_has_none, ""), UNIT(row_missing, ""),
	UNIT(never_computed, ""), UNIT(changed_run_fails, ""),	UNIT(kinds_demand, ""),
};

/* With two arguments or more the program is the experiment that the tests run. */
int main(int argc, char **argv)
{
	if (argc > 2)
		return experiment(argc, argv);
	return unit_main(argc, argv, units, sizeof(units) / sizeof(*units), enter_folder,
			 leave_folder);
}
