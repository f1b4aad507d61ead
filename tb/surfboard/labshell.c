/* SPDX-License-Identifier: Apache-2.0 */
/* The shell surf, the registers and the waves of the page's board. */
#include "lab.h"
#include "coroutine.h"
#include "labparts.h"
#include "shell.h"
#include "starts_with.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define STACK 262144
#define PAUSE SIM_US(100) /* of the board's time, between two looks at the clock */
#define PAUSE_SECONDS 0.1 /* after which the page is asked whether the command shall end */

static struct surf *known; /* the board of @shell */
static struct shell shell;
static char *output, *errors; /* of the last line */

/* The line that is being executed. */
static struct {
	struct coroutine *c; /* NULL: none */
	char *line;
	bool timer; /* is set for the open board */
	double since;
	volatile sig_atomic_t stop;
} command;

/* The shell's state, such as the loaded selector, belongs to one board. */
static struct shell *shell_of_board(void)
{
	struct surf *surf = lab_surf();

	if (surf != known) {
		known = surf;
		shell = (struct shell){.surf = surf, .stop = &command.stop};
	}
	return surf ? &shell : NULL;
}

const char *lab_shell_error(void)
{
	return errors ? errors : "";
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Returns to the page now and then, because a worker receives no message meanwhile. */
static void look(void *arg)
{
	struct simboard *b = arg;

	command.timer = command.c;
	if (!command.timer)
		return;
	sim_at(b->s, sim_now(b->s) + PAUSE, look, b);
	if (seconds() - command.since > PAUSE_SECONDS)
		coroutine_suspend(command.c);
}

static void execute(void *arg)
{
	(void)arg;
	shell_line(&shell, NULL, 0, command.line);
}

int lab_shell_runs(void)
{
	return command.c != NULL;
}

void lab_shell_continue(void)
{
	command.since = seconds();
	if (!command.c || coroutine_resume(command.c))
		return;
	coroutine_close(command.c);
	command.c = NULL;
	fclose(shell.out);
	fclose(shell.err);
	free(command.line);
}

void lab_shell_stop(void)
{
	command.stop = 1;
}

void lab_shell(const char *line)
{
	struct simboard *b = lab_simboard();
	struct shell *sh = shell_of_board();
	size_t n[2];

	free(output);
	free(errors);
	output = errors = NULL;
	if (!sh)
		return;
	command.stop = 0;
	command.line = strdup(line);
	sh->out = open_memstream(&output, &n[0]);
	sh->err = open_memstream(&errors, &n[1]);
	command.c = coroutine_open(STACK, execute, NULL);
	if (!command.line || !sh->out || !sh->err || !command.c)
		abort();
	if (!command.timer)
		sim_at(b->s, sim_now(b->s) + PAUSE, look, b);
	command.timer = true;
	lab_shell_continue();
}

const char *lab_shell_output(void)
{
	return output ? output : "";
}

const char *lab_complete(const char *before, const char *word, unsigned int n)
{
	static char text[64];
	struct shell *sh = shell_of_board();

	if (!sh || shell_complete(sh, before, word, n, text, sizeof(text)) != SHELL_WORD)
		return "";
	return text;
}

/* ---- registers ---- */

const char *lab_registers(void)
{
	static char *text;
	struct shell *sh = shell_of_board();
	struct shell_field f;
	size_t size;
	FILE *out;
	int last = -1;

	free(text);
	text = NULL;
	out = open_memstream(&text, &size);
	if (!out)
		return "";
	for (unsigned int i = 0; sh && shell_field(sh, i, &f); i++) {
		if (f.reg != last)
			fprintf(out, "%s|%s\n", f.reg_name, f.reg_text);
		last = f.reg;
		fprintf(out, "|%s|%u|%u|%s|%s\n", f.name, f.msb, f.lsb, f.access, f.text);
	}
	fclose(out);
	return text ? text : "";
}

static char values[4096];

const char *lab_values(void)
{
	return values;
}

void lab_read_registers(void)
{
	struct shell *sh = shell_of_board();
	struct shell_field f;
	size_t used = 0;
	uint32_t value;
	int last = -1;

	values[0] = 0;
	for (unsigned int i = 0; sh && shell_field(sh, i, &f) && used < sizeof(values) - 32;
	     i++) {
		if (f.reg != last && !shell_get(sh, f.reg, &value))
			used += (size_t)snprintf(values + used, sizeof(values) - used,
						 "%s %08" PRIX32 "\n", f.reg_name, value);
		last = f.reg;
	}
}

/* ---- waves ---- */

static struct {
	struct simboard *b; /* its waves are recorded; NULL: no recording */
	sim_time window;
	bool earlier;	    /* there is an earlier part */
	bool saved;	    /* it has the beginning of the current window, too */
	unsigned int round; /* number of times that recording was begun */
} waves;

static const char present[] = ".waves", earlier[] = ".waves-earlier";

void lab_forget_board(void)
{
	known = NULL;
	waves.b = NULL;
	command.timer = false;
}

static const char *wave_error(int err)
{
	static char text[128];

	waves.b = NULL;
	snprintf(text, sizeof(text), "waves: %s", strerror(-err));
	return text;
}

/* Returns whether waves are recorded. A dump gets its name when it ends; if the file exists,
 * the command WAVE of the shell has ended the dump. */
static bool recording(void)
{
	if (waves.b && (waves.b != lab_simboard() || !access(present, F_OK)))
		waves.b = NULL;
	return waves.b;
}

/* Copies a file to the end of another; with @body without the header of the dump. */
static int append(const char *path, const char *mode, const char *from, bool body)
{
	FILE *in = fopen(from, "r"), *out = fopen(path, mode);
	int err = in && out ? 0 : -errno;
	char line[512];

	while (!err && body && fgets(line, sizeof(line), in) &&
	       !starts_with(line, "$enddefinitions"))
		;
	for (size_t n; !err && (n = fread(line, 1, sizeof(line), in));)
		err = fwrite(line, 1, n, out) == n ? 0 : -EIO;
	if (in)
		fclose(in);
	if (out && fclose(out) && !err)
		err = -EIO;
	return err;
}

/* Ends the current dump and moves it to the earlier part; with @join the earlier part stays. */
static int end_dump(bool join)
{
	int err = sim_wave(waves.b->s, NULL) ? 0 : -errno;

	if (!err && join && waves.earlier)
		return append(earlier, "a", present, true);
	if (!err && rename(present, earlier))
		err = -errno;
	waves.earlier = !err;
	return err;
}

static int begin_dump(void)
{
	unlink(present);
	return sim_wave(waves.b->s, present) ? 0 : -errno;
}

static void end_window(void *arg)
{
	struct sim *s;
	int err;

	if (!recording() || (uintptr_t)arg != waves.round)
		return;
	s = waves.b->s;
	err = end_dump(waves.saved);
	waves.saved = false;
	if (err || begin_dump())
		waves.b = NULL;
	else
		sim_at(s, sim_now(s) + waves.window, end_window, arg);
}

const char *lab_waves(double us)
{
	struct simboard *b = lab_simboard();
	int err;

	if (recording())
		sim_wave(b->s, NULL);
	waves.b = NULL;
	waves.round++;
	waves.earlier = waves.saved = false;
	if (!b || us <= 0)
		return "";
	if (b->wave[0])
		return "the command WAVE of the shell records now; end it with WAVE OFF";
	waves.b = b;
	waves.window = (sim_time)(us * 1e6);
	err = begin_dump();
	if (err)
		return wave_error(err);
	sim_at(b->s, sim_now(b->s) + waves.window, end_window, (void *)(uintptr_t)waves.round);
	return "";
}

const char *lab_save_waves(const char *path)
{
	int err;

	if (!recording())
		return "no waves are recorded";
	err = end_dump(true);
	waves.saved = true;
	if (!err)
		err = append(path, "w", earlier, false);
	if (!err)
		err = begin_dump();
	return err ? wave_error(err) : "";
}
