/* SPDX-License-Identifier: Apache-2.0 */
/* Tests surf at a pseudo-terminal, with typed keys. */
#include "../../tests/unit.h"
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pty.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define WAIT_MS 60000
#define CTRL_A "\001"
#define CTRL_C "\003"
#define CTRL_D "\004"
#define CTRL_P "\020" /* previous line */
#define TAB "\t"

struct terminal {
	int fd;
	pid_t pid;
	char text[1 << 16]; /* the output so far */
	size_t used, seen;  /* length of the output; end of the part that was expected */
};

static char folder[PATH_MAX], surf[PATH_MAX];

static void into_folder(void)
{
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *unit;

	assert_true(n > 0);
	self[n] = 0;
	/* build/unit/sw/...: the program is in build/bin */
	unit = strstr(self, "/unit/");
	assert_non_null(unit);
	*unit = 0;
	snprintf(surf, sizeof(surf), "%.*s/bin/surf", (int)sizeof(surf) - 16, self);
	assert_int_equal(access(surf, X_OK), 0);
	strcpy(folder, "/tmp/surf_pty.XXXXXX");
	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
}

static void leave_folder(void)
{
	unlink(".surf_history");
	unlink("measure.surf");
	unlink("h");
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(folder), 0);
}

/* Reads output; returns false if no more comes. */
static bool more(struct terminal *t)
{
	struct pollfd p = {.fd = t->fd, .events = POLLIN};
	ssize_t n;

	if (poll(&p, 1, WAIT_MS) <= 0 || t->used + 1 >= sizeof(t->text))
		return false;
	n = read(t->fd, t->text + t->used, sizeof(t->text) - t->used - 1);
	if (n <= 0)
		return false;
	t->used += (size_t)n;
	t->text[t->used] = 0;
	return true;
}

/* Waits until @want appears after the part that was expected so far. */
static void sees(struct terminal *t, const char *want)
{
	char *at;

	while (!(at = strstr(t->text + t->seen, want)))
		if (!more(t))
			fail_msg("no \"%s\" in: %s", want, t->text + t->seen);
	t->seen = (size_t)(at - t->text) + strlen(want);
}

/* Waits for the prompt, and until surf reads single keys, which is a little later. */
static void prompts(struct terminal *t)
{
	struct termios mode;

	sees(t, "> ");
	for (int EACH(ms, 0); ms < WAIT_MS; ms++) {
		assert_int_equal(tcgetattr(t->fd, &mode), 0);
		if (!(mode.c_lflag & ICANON))
			return;
		usleep(1000);
	}
	fail_msg("the terminal does not leave line mode");
}

static struct terminal *begin(void)
{
	const struct winsize size = {.ws_row = 40, .ws_col = 100};
	struct terminal *t = calloc(1, sizeof(*t));

	assert_non_null(t);
	t->pid = forkpty(&t->fd, NULL, NULL, &size);
	assert_true(t->pid >= 0);
	if (t->pid == 0) {
		setenv("HOME", folder, 1);
		setenv("TERM", "xterm", 1); /* this terminal needs no padding */
		execl(surf, "surf", "-b", "sim:", (char *)NULL);
		_exit(127);
	}
	prompts(t);
	return t;
}

static void types(struct terminal *t, const char *keys)
{
	assert_int_equal(write(t->fd, keys, strlen(keys)), strlen(keys));
}

/* Types @keys, and waits for the output @want and the next prompt. */
static void enters(struct terminal *t, const char *keys, const char *want)
{
	types(t, keys);
	sees(t, want);
	prompts(t);
}

/* Waits until surf has ended by itself; returns its exit status. */
static int ends(struct terminal *t)
{
	int status;

	while (more(t))
		;
	/* The process has closed its terminal, so it must end soon. */
	for (int ms = 0; waitpid(t->pid, &status, WNOHANG) == 0; ms++) {
		if (ms == 5000)
			fail_msg("surf has not ended: %s", t->text + t->seen);
		usleep(1000);
	}
	assert_true(WIFEXITED(status));
	close(t->fd);
	free(t);
	return WEXITSTATUS(status);
}

static void quits(struct terminal *t)
{
	types(t, "quit\r");
	assert_int_equal(ends(t), 0);
}

static void a_session(void)
{
	struct terminal *t;

	into_folder();
	t = begin();
	enters(t, "show pclr\r", "\r\nPCLR 00000000  LED 0  CAT 0\r\n");
	types(t, "foo\r");
	/* at a terminal the error has no line number, because the line is visible above it */
	sees(t, "\r\nfoo: no such command");
	prompts(t);
	quits(t);
	t = begin();
	types(t, CTRL_D);
	assert_int_equal(ends(t), 0);
	leave_folder();
}

static void editing(void)
{
	struct terminal *t;

	into_folder();
	t = begin();
	enters(t, "clr = 1A" CTRL_A "p\r", "\n");
	types(t, "show pclx\bX\br\177r\r");
	sees(t, "PCLR 0000001A  LED 1  CAT A");
	types(t, "exit\r");
	assert_int_equal(ends(t), 0);
	leave_folder();
}

static void completion(void)
{
	struct terminal *t;
	FILE *f;

	into_folder();
	f = fopen("measure.surf", "w");
	assert_non_null(f);
	fputs("wcdr = 525.\n", f);
	fclose(f);
	t = begin();
	enters(t, "pcl" TAB ".l" TAB "= 1\r", "\n");
	enters(t, "sho" TAB "pc" TAB "\r", "PCLR 00000010  LED 1  CAT 0");
	enters(t, "DO mea" TAB "\r", "\n");
	enters(t, "show wcdr\r", "WCDR 0000020D ( 525.)");
	types(t, "save " TAB TAB);
	sees(t, "histogram");
	sees(t, "trace");
	types(t, "f" TAB "h\r");
	sees(t, "h: 0 slots");
	quits(t);
	leave_folder();
}

static void history(void)
{
	struct terminal *t;

	into_folder();
	t = begin();
	types(t, "wcdr = 123\r");
	prompts(t);
	enters(t, "wcdr = 0; show wcdr\r", "WCDR 00000000");
	enters(t, CTRL_P CTRL_P "\r", "\n");
	types(t, "show wcdr\r");
	sees(t, "WCDR 00000123");
	quits(t);
	/* The next session must have the lines of the last one. */
	t = begin();
	enters(t, CTRL_P CTRL_P CTRL_P "\r", "\n");
	types(t, "show wcdr\r");
	sees(t, "WCDR 00000123");
	quits(t);
	leave_folder();
}

/* Checks that control-C ends a line, or a long command with its progress, but not surf. */
static void interrupts(void)
{
	struct terminal *t;

	into_folder();
	t = begin();
	types(t, "wcdr = 9");
	sees(t, "wcdr = 9");
	types(t, CTRL_C);
	prompts(t);
	enters(t, "show wcdr\r", "WCDR 00000000");
	types(t, "clear histogram; wcdr = 9\r");
	sees(t, "clearing the histogram: ");
	sees(t, " KB/s");
	enters(t, CTRL_C, "HISTOGRAM: interrupted");
	types(t, "save histogram h\r");
	sees(t, "saving the histogram: ");
	enters(t, CTRL_C, "HISTOGRAM: interrupted");
	assert_int_equal(access("h", F_OK), -1);
	types(t, "generate; drain\r");
	sees(t, "drain: ");
	enters(t, CTRL_C, "interrupted");
	types(t, "show wcdr\r");
	sees(t, "WCDR 00000000");
	quits(t);
	leave_folder();
}

static const struct unit units[] = {
	UNIT(a_session, "SB-CLI-001 SB-CLI-002 SB-CLI-006"),
	UNIT(editing, "SB-CLI-003"),
	UNIT(completion, "SB-CLI-021"),
	UNIT(history, ""),
	UNIT(interrupts, ""),
};

UNIT_MAIN(units)
