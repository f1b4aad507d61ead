/* SPDX-License-Identifier: Apache-2.0 */
/* The tools of a board in a page. tools.h, which mk/lab.mk makes, has TOOLS(ONE): ONE(name,
 * main function) for each tool; and SIM_OPEN, the function of the simulated board behind
 * "sim:". In the tools exit() is lab_exit(). */
#include "device.h"
#include "tools.h"
#include <errno.h>
#include <fcntl.h>
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

/* The linker puts this function in the place of device_open(). */
int __wrap_device_open(const char *name, const struct device_simulator *sim,
		       struct device **dev, void **library)
{
	(void)sim;
	*library = NULL;
	return strncmp(name, "sim:", 4) ? -EPROTONOSUPPORT : SIM_OPEN(name + 4, dev);
}

static void redirect(int fd, const char *path)
{
	const int file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0644);

	dup2(file, fd);
	close(file);
}

/* Runs a tool with its arguments, separated by line feeds, in @words, once per instance of this
 * module. Standard output and error go to the files .stdout and .stderr. */
void lab_tool(char *words)
{
	char *argv[WORDS + 1] = {NULL}, *save;
	int argc = 0;

	redirect(1, ".stdout");
	redirect(2, ".stderr");
	for (char *w = strtok_r(words, "\n", &save); w && argc < WORDS;
	     w = strtok_r(NULL, "\n", &save))
		argv[argc++] = w;
	status = 127;
	for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++)
		if (argc && !strcmp(argv[0], tools[i].name) && !setjmp(end))
			status = tools[i].main(argc, argv);
	if (status == 127) {
		fprintf(stderr, "no such tool; there are");
		for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++)
			fprintf(stderr, " %s", tools[i].name);
		fprintf(stderr, "\n");
	}
	fflush(NULL);
}

/* Returns the exit status of the tool; 127: there is no such tool. Not returned by lab_tool(),
 * which returns to the page more than once if the tool uses coroutines. */
int lab_status(void)
{
	return status;
}
