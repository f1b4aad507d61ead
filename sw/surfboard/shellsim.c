/* SPDX-License-Identifier: Apache-2.0 */
/* Commands of the shell that let a simulated board's time pass and make its node send
 * packets. */
#include "shellparts.h"
#include "number.h"
#include "progress.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define BLANKS " \t\r\f\v"
/* Simulated time between two checks of shell.stop. */
#define STEP_NS 1000000u

/* ---- commands of a simulated board ---- */

/* Sends a line to the simulation and prints the reply if there is one. */
static int control(struct shell *sh, const char *command, bool quiet)
{
	char reply[SURF_REPLY_BYTES] = "";
	int err = surf_command(sh->surf, command, reply, sizeof(reply));

	if (err && !(quiet && err == -ETIMEDOUT))
		shell_fail(sh, "%s", *reply ? reply : shell_reason(err));
	else if (*reply && !quiet)
		fprintf(sh->out, "%s\n", reply);
	return err;
}

/* Returns a file name that is valid in the process of the simulation. */
static const char *whole_name(const struct shell *sh, const char *name, char *buf, size_t size)
{
	char folder[PATH_MAX];
	int n;

	if (!sh->remote || *name == '/' || !getcwd(folder, sizeof(folder)))
		return name;
	n = snprintf(buf, size, "%s/%s", folder, name);
	return n < 0 || (size_t)n >= size ? name : buf;
}

/* Sends the words to the simulation: names in lower case, file names unchanged. */
enum shell_result shell_pass(struct shell *sh, int argc, char **argv)
{
	const bool play = !strcasecmp(argv[0], "PLAY"), wave = !strcasecmp(argv[0], "WAVE");
	char line[2 * PATH_MAX + 256], path[PATH_MAX];
	size_t used = 0;

	for (int i = 0; i < argc; i++) {
		char *value = strchr(argv[i], '=');
		const char *name = "", *word = argv[i];
		int n;

		if (play && i && value && !strncasecmp(word, "map=", 4)) {
			name = "map=";
			word = whole_name(sh, value + 1, path, sizeof(path));
		} else if (i == 1 && (play || (wave && strcasecmp(word, "off")))) {
			word = whole_name(sh, word, path, sizeof(path));
		} else {
			shell_lower(argv[i], strlen(argv[i]));
		}
		if (strpbrk(word, BLANKS "\n"))
			return shell_fail(sh, "%s: a name with blanks", word);
		n = snprintf(line + used, sizeof(line) - used, "%s%s%s", i ? " " : "", name,
			     word);
		if (n < 0 || (size_t)n >= sizeof(line) - used)
			return shell_fail(sh, "the command is too long");
		used += (size_t)n;
	}
	return control(sh, line, false) ? SHELL_ERROR : SHELL_OK;
}

/* Converts a time with its unit to ns. */
static enum shell_result parse_time(struct shell *sh, const char *text, uint64_t *ns)
{
	if (!number_time(text, 1, ns) && *ns <= INT64_MAX)
		return SHELL_OK;
	return shell_fail(sh, "%s: not a time, such as 100us (ns, us, ms, s)", text);
}

/*
 * Runs RUN, DRAIN and WAIT in steps, so that they can be interrupted: this function makes a
 * step of at most @ns and returns -ETIMEDOUT if further steps may be needed.
 */
typedef int step_fn(struct shell *sh, uint64_t ns, void *arg);

static int in_steps(struct shell *sh, const char *what, uint64_t total, step_fn *step,
		    void *arg)
{
	struct progress progress;
	uint64_t done = 0;
	int err = -ETIMEDOUT;

	progress_begin(&progress, "simulated us", "%s", what);
	while (err == -ETIMEDOUT && done < total) {
		const uint64_t ns = total - done < STEP_NS ? total - done : STEP_NS;

		if (shell_stopped(sh)) {
			err = -ECANCELED;
			break;
		}
		err = step(sh, ns, arg);
		done += ns;
		progress_show(&progress, total == UINT64_MAX ? 0 : (double)done / (double)total,
			      done / 1000);
	}
	progress_end(&progress);
	return err;
}

static int run_step(struct shell *sh, uint64_t ns, void *arg)
{
	char line[48];
	int err;

	snprintf(line, sizeof(line), "%s %" PRIu64 "ns", (const char *)arg, ns);
	err = control(sh, line, true);
	/* RUN has no other goal than the passing of time. */
	return !err && !strcmp(arg, "run") ? -ETIMEDOUT : err;
}

enum shell_result shell_run(struct shell *sh, int argc, char **argv)
{
	uint64_t ns = UINT64_MAX;
	int err;

	shell_lower(argv[0], strlen(argv[0]));
	if (argc > 1 && parse_time(sh, argv[1], &ns))
		return SHELL_ERROR;
	err = in_steps(sh, argv[0], ns, run_step, argv[0]);
	if (err == -ECANCELED)
		return shell_fail(sh, "interrupted");
	if (err != -ETIMEDOUT)
		return err ? SHELL_ERROR : SHELL_OK;
	return strcmp(argv[0], "run") ? shell_fail(sh, "%s was not enough", argv[1]) : SHELL_OK;
}

static int wait_step(struct shell *sh, uint64_t ns, void *arg)
{
	return surf_WaitException(sh->surf, ns / 1000, arg);
}

enum shell_result shell_wait(struct shell *sh, int argc, char **argv)
{
	uint64_t ns = UINT64_MAX;
	uint32_t conditions = 0, iemr;
	int err;

	if (argc > 1 && parse_time(sh, argv[1], &ns))
		return SHELL_ERROR;
	err = surf_GetReg(sh->surf, SURF_IEMR, &iemr);
	if (err)
		return shell_check(sh, err, "IEMR");
	if (!iemr)
		return shell_fail(sh, "IEMR is 0: no interrupt is enabled");
	err = in_steps(sh, "wait", ns, wait_step, &conditions);
	if (err == -ETIMEDOUT)
		return shell_fail(sh, "no interrupt in %s", argv[1]);
	if (!err)
		err = surf_ClearException(sh->surf);
	if (err)
		return shell_fail(sh, "%s", shell_reason(err));
	fprintf(sh->out, "interrupt:");
	shell_conditions(sh->out, conditions);
	putc('\n', sh->out);
	return SHELL_OK;
}

static enum shell_result reset_held(struct shell *sh, int argc, char **argv)
{
	uint32_t ebcr, acdr, tsize;
	enum shell_result result;
	int err = surf_GetReg(sh->surf, SURF_EBCR, &ebcr);

	/* The trace memory is unchanged. */
	if (!err)
		err = surf_GetReg(sh->surf, SURF_ACDR, &acdr);
	if (err)
		return shell_check(sh, err, "reset");
	tsize = surf_get(acdr, SURF_ACDR_IMAGE_TSIZE);
	result = shell_pass(sh, argc, argv);
	if (result || !strcmp(argv[1], "global"))
		return result;
	err = surf_PutReg(sh->surf, SURF_EBCR, surf_set(ebcr, SURF_EBCR_ENABLE, 0));
	if (!err)
		err = surf_PutReg(sh->surf, SURF_EBCR, ebcr);
	if (!err)
		err = surf_GetReg(sh->surf, SURF_ACDR, &acdr);
	if (!err)
		err = surf_PutReg(sh->surf, SURF_ACDR,
				  surf_set(acdr, SURF_ACDR_IMAGE_TSIZE, tsize));
	return shell_check(sh, err, "reset");
}

/* A reset disables the board; its addresses are assigned again. */
enum shell_result shell_reset(struct shell *sh, int argc, char **argv)
{
	int err = surf_hold(sh->surf);
	enum shell_result result;

	if (err)
		return shell_check(sh, err, "reset");
	result = reset_held(sh, argc, argv);
	err = surf_release(sh->surf);
	return result ? result : shell_check(sh, err, "reset");
}
