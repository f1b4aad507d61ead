/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the tools of a board in a page. tools.h, which mk/lab.mk makes, defines TOOLS(ONE),
 * which is ONE(name, main function) for each tool, and SIM_OPEN, the function that opens the
 * simulated board of "sim:". The tools call lab_exit() instead of exit(). */
#include "device.h"
#include "tools.h"
#include "starts_with.h"
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#undef exit

#define WORDS 64

static jmp_buf end;
static int status;

_Noreturn void lab_exit(int code)
{
	status = code;
	longjmp(end, 1);
}

#define ONE(name, main) int main(int argc, char **argv);
TOOLS(ONE)
#undef ONE
static const struct {
	const char *name;
	int (*main)(int argc, char **argv);
} tools[] = {
#define ONE(name, main) {name, main},
	TOOLS(ONE)};

int SIM_OPEN(const char *args, struct device **dev);
static struct device *opened; /* kept for the next tool */

/* The linker puts these functions in the place of device_open() and device_close(). */
int __wrap_device_open(const char *name, const struct device_simulator *sim,
		       struct device **dev)
{
	int err = 0;

	(void)sim;
	if (name && !starts_with(name, "sim:"))
		return -EPROTONOSUPPORT;
	if (!opened)
		err = SIM_OPEN(name ? name + 4 : "", &opened);
	*dev = opened;
	return err;
}

void __real_device_close(struct device *dev);
void __wrap_device_close(struct device *dev)
{
	(void)dev;
}

static void redirect(int fd, const char *path)
{
	const int file = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_APPEND, 0644);

	dup2(file, fd);
	close(file);
}

static void run(char *words)
{
	char *argv[WORDS + 1] = {NULL}, *save;
	int argc = 0;

	for (char *w = strtok_r(words, "\n", &save); w && argc < WORDS;
	     w = strtok_r(NULL, "\n", &save))
		argv[argc++] = w;
	status = 127;
	optind = 0;
	for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++)
		if (argc && !strcmp(argv[0], tools[i].name) && !setjmp(end))
			status = tools[i].main(argc, argv);
	if (status == 127) {
		fprintf(stderr, "no such tool; there are");
		for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++)
			fprintf(stderr, " %s", tools[i].name);
		fprintf(stderr, "\n");
	}
}

/* Runs tools one after the other on one board, up to the first that fails. Call this once per
 * instance of the module, with no tool twice, because a tool does not reset its variables.
 * @commands are separated by form feeds, their words by line feeds. Standard output and error
 * go to the files .stdout and .stderr. */
void lab_tools(char *commands)
{
	char *save;

	redirect(1, ".stdout");
	redirect(2, ".stderr");
	for (char *c = strtok_r(commands, "\f", &save); c; c = strtok_r(NULL, "\f", &save)) {
		run(c);
		if (status)
			break;
	}
	if (opened)
		__real_device_close(opened);
	fflush(NULL);
}

/* Returns the exit status of the last tool; 127: there is no such tool. lab_tools() cannot
 * return it, because it returns to the page more than once if the tool uses coroutines. */
int lab_status(void)
{
	return status;
}
