/* SPDX-License-Identifier: Apache-2.0 */
#include "cmdline.h"
#include "device.h"
#include "outpath.h"
#include "printable.h"
#include "version.h"
#include <errno.h>
#include <stdbool.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *util_name;
bool util_shows_usage;
static const char *usage_text;
static int args;
static char **arg;

static void beyond_limit(int sig)
{
	(void)sig;
}

void util_begin(const char *name, const char *usage, int argc, char **argv)
{
	util_name = name;
	usage_text = usage;
	args = argc;
	arg = argv;
	opterr = 0;
	/* A write beyond the file size limit fails with an error message instead of ending the
	 * tool. A handler, because programs that the tool executes would inherit SIG_IGN. */
	if (signal(SIGXFSZ, beyond_limit) == SIG_IGN)
		signal(SIGXFSZ, SIG_IGN);
	printable_streams();
}

void util_usage(const char *what, const char *which)
{
	fprintf(stderr, "%s: %s%s%s\n", util_name, what, which ? ": " : "", which ? which : "");
	if (util_shows_usage)
		fprintf(stderr, "%.*s\n", (int)strcspn(usage_text, "\n"), usage_text);
	else
		fprintf(stderr, "Try '%s --help'.\n", util_name);
	exit(UTIL_BAD_USAGE);
}

int util_file_error(const char *name, int err)
{
	fprintf(stderr, "%s: %s\n", name, strerror(-err));
	return UTIL_BAD_DATA;
}

int util_output_error(const char *name, int err)
{
	fprintf(stderr, "%s: %s\n", name, outpath_reason(err));
	return UTIL_BAD_DATA;
}

int util_finish(void)
{
	errno = 0;
	if (fflush(stdout) || ferror(stdout))
		return util_file_error("standard output", errno ? -errno : -EIO);
	return UTIL_DONE;
}

/* Reports the error for which getopt_long() has returned '?' or ':'. */
static _Noreturn void option_error(const char *what)
{
	const char letter[] = {'-', (char)optopt, '\0'}, *word = arg[optind - 1];

	/* the letter of a long option may be missing or not printable: name the word instead */
	util_usage(what, optopt > ' ' && strncmp(word, "--", 2) ? letter : word);
}

/* Prints a text and adds a line feed if it has none. */
static _Noreturn void print(const char *text, const char *more)
{
	const size_t n = strlen(text);

	printf("%s%s%s", text, more, n && text[n - 1] == '\n' ? "" : "\n");
	exit(util_finish());
}

int util_getopt(const char *letters, const struct option *longs)
{
	enum { HELP = 0x1000, VERSION };
	struct option all[UTIL_LONGS + 3] = {
		{"help", no_argument, NULL, HELP},
		{"version", no_argument, NULL, VERSION},
	};
	const bool own_h = strchr(letters, 'h');
	char text[64];
	int c;

	for (int i = 0; longs && longs[i].name && i < UTIL_LONGS; i++)
		all[2 + i] = longs[i];
	snprintf(text, sizeof(text), ":%s%s", own_h ? "" : "h", letters);
	c = getopt_long(args, arg, text, all, NULL);
	if (c == HELP || (c == 'h' && !own_h))
		print(usage_text, "");
	if (c == VERSION)
		print(util_name, " " TOOLS_VERSION);
	if (c == ':')
		option_error("option needs a value");
	if (c == '?')
		option_error("unknown option");
	return c;
}

char *util_argument(void)
{
	return optind < args ? arg[optind++] : NULL;
}

const char *util_access_reason(int err)
{
	return device_access_reason(err);
}

const char *util_board_reason(int err, const char *backend, const char *arguments)
{
	static char text[512];

	return device_open_reason(err, backend, arguments, text, sizeof(text));
}
