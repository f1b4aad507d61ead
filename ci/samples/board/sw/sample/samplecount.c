/* SPDX-License-Identifier: Apache-2.0 */
/* Drives the sample board by commands. */
#include "number.h"
#include "samplelib.h"
#include "util.h"
#include "verbs.h"
#include <errno.h>
#include <string.h>

static const char usage_text[] =
	"Usage: samplecount [OPTION]... [FILE]...\n"
	"\n"
	"Executes commands, one per line, from the files or from -c:\n"
	"  start, stop         let the board count events, or not\n"
	"  clear               set the count to 0\n"
	"  status              print the count\n"
	"  threshold N         interrupt when the count is N\n"
	"  wait TIME           wait for this interrupt\n"
	"  run TIME            let the board's time pass\n"
	"  sim COMMAND         send a command to a simulated board: sampled(1)\n"
	"\n"
	"TIME is a number with ns, us, ms or s.\n"
	"\n"
	"  -b, --board=BACKEND sim:ARGUMENTS (sim:), unix:PATH or mmap:ARGUMENTS\n"
	"  -c, --command=TEXT  execute this command; no files are read; may be repeated\n" UTIL_HELP;

static struct smp board;

static const char *reason(int err)
{
	return err ? util_access_reason(err) : NULL;
}

static const char *do_plain(char *const words[], int n)
{
	(void)n;
	if (strcmp(words[0], "start") == 0)
		return reason(smp_start(&board));
	if (strcmp(words[0], "stop") == 0)
		return reason(smp_stop(&board));
	return reason(smp_clear(&board));
}

static const char *do_status(char *const words[], int n)
{
	struct smp_count count;
	const int err = smp_get_count(&board, &count);

	(void)words;
	(void)n;
	if (err)
		return reason(err);
	if (count.wrapped)
		util_flaw("the count has wrapped");
	util_print("%u", count.events);
	return NULL;
}

static const char *do_threshold(char *const words[], int n)
{
	uint64_t events;
	char *end;

	(void)n;
	if (number_read(words[1], &end, &events) || *end || events > SMP_THRESHOLD_MAX)
		return "not a number up to 65535";
	return reason(smp_set_threshold(&board, (uint32_t)events));
}

static const char *do_wait(char *const words[], int n)
{
	uint64_t ns;
	int err;

	(void)n;
	if (number_time(words[1], 1, &ns))
		return "a time is a number with ns, us, ms or s";
	err = smp_wait_threshold(&board, (ns + 999) / 1000);
	return err == -ETIMEDOUT ? "the board does not interrupt" : reason(err);
}

static const char *do_run(char *const words[], int n)
{
	(void)n;
	return verbs_run(board.dev, words, util_access_reason);
}

static const char *do_sim(char *const words[], int n)
{
	return verbs_sim(board.dev, words, n, util_access_reason);
}

static const struct verb verbs[] = {
	{"start", do_plain, 1, 1},
	{"stop", do_plain, 1, 1},
	{"clear", do_plain, 1, 1},
	{"status", do_status, 1, 1},
	{"threshold", do_threshold, 2, 2},
	{"wait", do_wait, 2, 2},
	{"run", do_run, 2, 2},
	{"sim", do_sim, 2, VERBS_WORDS},
};

int main(int argc, char **argv)
{
	const char *backend = verbs_begin("samplecount", usage_text, argc, argv);
	const int err = smp_open(&board, backend);

	if (err) {
		util_error("%s: %s", backend,
			   util_board_reason(err, backend, "seed=N, wave=FILE"));
		return util_end();
	}
	verbs_execute(verbs, sizeof(verbs) / sizeof(*verbs));
	smp_close(&board);
	return util_end();
}
