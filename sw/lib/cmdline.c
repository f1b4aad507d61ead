/* SPDX-License-Identifier: Apache-2.0 */
#include "cmdline.h"
#include "device.h"
#include "outpath.h"
#include "printable.h"
#include "version.h"
#include "starts_with.h"
#include <ctype.h>
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
/* the options of the usage text */
enum { HELP = 0x1000, VERSION, MOST = 64 };
static struct option longs[MOST + 1];
static char letters[3 * MOST + 3], names[16 * MOST];
static size_t used; /* of names */
static bool own_h;  /* -h is another option than --help */

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
	/* the pages run several tools in one process */
	memset(longs, 0, sizeof(longs));
	letters[0] = '\0';
	used = 0;
	own_h = false;
	/* A write beyond the file size limit fails with an error message instead of ending the
	 * tool. A handler, because programs that the tool executes would inherit SIG_IGN. */
	if (signal(SIGXFSZ, beyond_limit) == SIG_IGN)
		signal(SIGXFSZ, SIG_IGN);
	printable_streams();
}

/* Names --help of what the user types before the arguments: the words "tallyboard TOOL" or
 * "tallyboard serve BOARD" of the usage text, or the name of the tool. */
static void print_hint(void)
{
	const char *command = util_name;
	size_t n = strlen(util_name);

	if (starts_with(usage_text, "Usage: tallyboard ")) {
		command = usage_text + strlen("Usage: ");
		n = strlen("tallyboard");
		while (command[n] == ' ' && islower((unsigned char)command[n + 1]))
			n += 1 + strcspn(command + n + 1, " \n");
	}
	fprintf(stderr, "Try '%.*s --help'.\n", (int)n, command);
}

void util_usage(const char *what, const char *which)
{
	fprintf(stderr, "%s: %s%s%s\n", util_name, what, which ? ": " : "", which ? which : "");
	if (util_shows_usage)
		fprintf(stderr, "%.*s\n", (int)strcspn(usage_text, "\n"), usage_text);
	else
		print_hint();
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
	util_usage(what, optopt > ' ' && !starts_with(word, "--") ? letter : word);
}

/* Prints a text and adds a line feed if it has none. */
static _Noreturn void print(const char *text, const char *more)
{
	const size_t n = strlen(text);

	printf("%s%s%s", text, more, n && text[n - 1] == '\n' ? "" : "\n");
	exit(util_finish());
}

/* ---- the options, from the usage text ---- */

/* Returns how many arguments an option has whose name ends at @p: a value of getopt_long(). */
static int arguments_of(const char *p)
{
	if (*p == '=' || (p[0] == ' ' && p[1] >= 'A' && p[1] <= 'Z'))
		return required_argument;
	return *p == '[' ? optional_argument : no_argument;
}

static void add_letter(char letter, int arguments)
{
	char *const end = letters + strlen(letters);

	if (!strchr(letters, letter))
		snprintf(end, (size_t)(letters + sizeof(letters) - end), "%c%s", letter,
			 &"::"[2 - arguments]);
}

/* Adds the option of the name of @length characters, whose value is @letter or in @words. */
static void add_long(const char *name, size_t length, char letter, int arguments,
		     const struct util_word *words)
{
	struct option *const o = longs;
	int n = 0, value = letter;
	char *copy;

	for (; o[n].name; n++)
		if (!strncmp(o[n].name, name, length) && !o[n].name[length]) {
			o[n].val = letter ? letter : o[n].val;
			return;
		}
	copy = names + used;
	if (n == MOST || copy + length >= names + sizeof(names))
		abort();
	memcpy(copy, name, length);
	copy[length] = '\0';
	used += length + 1;
	for (int i = 0; !letter && words && words[i].name; i++)
		if (!strcmp(words[i].name, copy))
			value = words[i].value;
	if (!strcmp(copy, "help"))
		value = HELP;
	if (!strcmp(copy, "version"))
		value = VERSION;
	o[n] = (struct option){copy, arguments, NULL, value};
}

/* Adds the option that a line of the usage text describes. */
static void read_line(const char *p, const struct util_word *words)
{
	const char *name = NULL;
	char letter = 0;
	size_t length;

	if (starts_with(p, "      --")) {
		name = p + 8;
	} else if (starts_with(p, "  -") && isalnum((unsigned char)p[3])) {
		letter = p[3];
		if (starts_with(p + 4, ", --"))
			name = p + 8;
		else
			add_letter(letter, isalnum((unsigned char)p[4]) ? required_argument
									: arguments_of(p + 4));
	}
	if (!name)
		return;
	length = strspn(name, "abcdefghijklmnopqrstuvwxyz-");
	if (letter && strncmp(name, "help", length))
		add_letter(letter, arguments_of(name + length));
	add_long(name, length, letter, arguments_of(name + length), words);
}

static void read_usage(const struct util_word *words)
{
	letters[0] = ':';
	for (const char *p = usage_text; p; p = strchr(p, '\n'), p = p ? p + 1 : NULL)
		read_line(p, words);
	for (int i = 0; longs[i].name; i++)
		if (!longs[i].val) {
			fprintf(stderr, "%s: no value for --%s\n", util_name, longs[i].name);
			abort();
		}
	if (!strchr(letters, 'h'))
		add_letter('h', no_argument);
	else
		own_h = true;
}

int util_getopt(const struct util_word *words)
{
	int c;

	if (!letters[0])
		read_usage(words);
	c = getopt_long(args, arg, letters, longs, NULL);
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

const char *util_long_name(int value)
{
	const struct option *o = longs;

	while (o->name && o->val != value)
		o++;
	return o->name;
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
