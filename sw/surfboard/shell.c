/* SPDX-License-Identifier: Apache-2.0 */
#include "shell.h"
#include "number.h"
#include "shellparts.h"
#include "surfrecord.h"
#include "textline.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define WORDS 32 /* largest number of words of a command */
#define BLANKS " \t\r\f\v"

/* ---- common to the commands ---- */

void shell_flush(struct shell *sh)
{
	if (fflush(sh->out) && !sh->out_err)
		sh->out_err = -errno;
}

enum shell_result shell_fail(struct shell *sh, const char *fmt, ...)
{
	va_list ap;

	shell_flush(sh);
	if (sh->where)
		fprintf(sh->err, "%s:%lu: ", sh->where, sh->line);
	va_start(ap, fmt);
	vfprintf(sh->err, fmt, ap);
	va_end(ap);
	putc('\n', sh->err);
	fflush(sh->err);
	return SHELL_ERROR;
}

const char *shell_reason(int err)
{
	switch (err) {
	case -EIO:
		return "the board does not answer";
	case -ETIMEDOUT:
		return "the bus hangs";
	case -ENXIO:
		return "the board is disabled (EBCR.ENABLE is 0)";
	case -EBUSY:
		return "the FIFO is held in reset (HTCR.FRS is 1)";
	case -EAGAIN:
		return "another program has held the board for a minute";
	case -ECANCELED:
		return "interrupted";
	case -ESTALE:
		return "the board has overwritten entries while they were read: stop it before "
		       "(HTCR.TEN = 0)";
	case -EPIPE:
	case -ECONNRESET:
		return "the server is gone";
	case -EHOSTDOWN:
		return "the server does not answer";
	case -EOPNOTSUPP:
		return "the board is not a simulated one";
	default:
		return device_access_reason(err);
	}
}

enum shell_result shell_check(struct shell *sh, int err, const char *what)
{
	return err ? shell_fail(sh, "%s: %s", what, shell_reason(err)) : SHELL_OK;
}

enum shell_result shell_value(struct shell *sh, const char *text, uint32_t *value)
{
	size_t n = strlen(text);
	const bool decimal = n > 0 && text[n - 1] == '.';
	const char *digits = decimal ? "0123456789" : "0123456789ABCDEFabcdef";
	char *end;
	unsigned long long v;

	n -= decimal;
	if (n == 0)
		return shell_fail(sh, "%s", *text ? "a value without digits" : "no value");
	if (strspn(text, digits) != n)
		return shell_fail(sh, "%s: not a %s number", text,
				  decimal ? "decimal" : "hexadecimal");
	errno = 0;
	v = strtoull(text, &end, decimal ? 10 : 16);
	if (errno || v > UINT32_MAX)
		return shell_fail(sh, "%s: more than 32 bits", text);
	*value = (uint32_t)v;
	return SHELL_OK;
}

bool shell_stopped(const struct shell *sh)
{
	return sh->stop && *sh->stop;
}

void shell_lower(char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		text[i] = (char)tolower((unsigned char)text[i]);
}

/* ---- DO, QUIT ---- */

static enum shell_result quit(struct shell *sh, int argc, char **argv)
{
	(void)sh;
	(void)argc;
	(void)argv;
	return SHELL_QUIT;
}

static enum shell_result do_file(struct shell *sh, int argc, char **argv)
{
	enum shell_result result;
	FILE *in;

	(void)argc;
	if (sh->depth == SHELL_DEPTH)
		return shell_fail(sh, "%s: more than %d files within each other", argv[1],
				  SHELL_DEPTH);
	in = fopen(argv[1], "re");
	if (!in)
		return shell_fail(sh, "%s: %s", argv[1], strerror(errno));
	sh->depth++;
	result = shell_script(sh, in, argv[1]);
	sh->depth--;
	fclose(in);
	return result;
}

/* ---- TIMEBASE ---- */

int shell_clock(struct shell *sh, uint64_t *hz)
{
	struct surf_identity identity;
	int err = 0;

	*hz = sh->clock_hz;
	if (!*hz) {
		err = surf_GetIdentity(sh->surf, &identity);
		*hz = identity.clock_hz;
	}
	return err;
}

static enum shell_result set_timebase(struct shell *sh, int argc, char **argv)
{
	uint64_t hz;

	if (argc > 1) {
		if (number_frequency(argv[1], &hz) || !hz || hz > RECORD_CLOCK_MAX)
			return shell_fail(sh, "%s: not a frequency of 1 Hz to 10 GHz", argv[1]);
		sh->clock_hz = hz;
	}
	if (shell_check(sh, shell_clock(sh, &hz), "the board's identity"))
		return SHELL_ERROR;
	if (hz)
		fprintf(sh->out, "clock: %" PRIu64 " Hz\n", hz);
	else
		fprintf(sh->out, "clock: unknown, the core does not say it\n");
	return SHELL_OK;
}

/* ---- the table of commands ---- */

static shell_command help;

/*
 * Words after the name, in @words: m memory, f file, r register, n number or anything else;
 * upper case: may be left out; *: any number more.
 */
static const struct command {
	const char *name;
	shell_command *fn;
	const char *words;
	const char *usage;
	const char *more; /* text that HELP MORE prints for it */
} commands[] = {
	{"QUIT", quit, "", "", NULL},
	{"EXIT", quit, "", "", NULL},
	{"HELP", help, "R", "[MORE | <register>]", "Describe a register and its fields"},
	{"SHOW", shell_show, "R", "[<register>]",
	 "Display one register; without a name, all registers"},
	{"DO", do_file, "f", "<filename>", NULL},
	{"CLEAR", shell_clear, "mNN", "<memtype> [<first> [<last>]]",
	 "Clear only these bins or trace entries"},
	{"FPGA", shell_fpga, "f", "<filename>",
	 "A .bsel file is compiled; all others are loaded as they are"},
	{"LOAD", shell_load, "mf", "<memtype> <filename>",
	 "Also of files compressed by gzip or zstd; STATE: see SAVE"},
	{"SAVE", shell_save, "mfNN", "<memtype> <filename> [<first> [<last>]]",
	 "Save only these bins or trace entries;\n"
	 "STATE: all registers, both memories and the FIFO"},
	{"TIMEBASE", set_timebase, "N", "[<frequency>]",
	 "Clock of the receive times, for the files that are saved: a number and\n"
	 "Hz, kHz, MHz or GHz; unless it is set, what the core says, or 10 MHz\n"
	 "on the board of the report"},
	{"TAPS", shell_taps, "N", "[CLEAR]",
	 "Name, kind, packets and losses of the taps around a core, or clear their counters"},
	{"WAIT", shell_wait, "N", "[<time>]",
	 "Wait for an interrupt, show and clear its conditions"},
	{"RUN", shell_run, "n", "<time>", "Let time pass"},
	{"DRAIN", shell_run, "N", "[<time>]", "Let time pass until all packets are processed"},
	{"PLAY", shell_pass, "f*", "<filename> [loop=<n>]",
	 "Send the packets of a file, or those of a\n"
	 "program recorded by valgrind, as time passes"},
	{"WORKLOAD", shell_pass, "n*",
	 "LU | OCEAN | RADIX | SIMPLE [nodes=<n>] [combine=on|off]\n"
	 "           [boundary=<bytes>] [system=on|off] [size=<n>] [steps=<n>]\n"
	 "           [group=<words>] [wait=<us>] [seed=<n>]",
	 "Run a program on a SHRIMP multicomputer; node 0 has the board"},
	{"GENERATE", shell_pass, "*",
	 "[count=<n>] [period=<times>] [words=<n>] [x=<n>] [y=<n>]\n"
	 "           [color=<n>] [category=<n>] [addr=<n>] [be=<n>] [irq=<n>]\n"
	 "           [latency=<times>] [seed=<n>]",
	 "Send random packets as time passes; <n> and <times> are a value\n"
	 "or a range (1-16, 5us-20us), decimal, or hexadecimal after 0x"},
	{"STOP", shell_pass, "", "", "Send no further packet"},
	{"STATUS", shell_pass, "", "", "Time, traffic, packets sent and dropped, wires"},
	{"EXTERNAL", shell_pass, "n", "0 | 1", "Release or pull the external line"},
	{"RESET", shell_reset, "n", "POWER | BUS | GLOBAL",
	 "Reset the board and enable it again"},
	{"WAVE", shell_pass, "f", "<filename> | OFF", "Start or end a wave dump (FST)"},
	{"PAUSE", shell_pass, "", "", "Let time pass on request only"},
	{"RESUME", shell_pass, "", "", "Let time pass by itself again"},
	{"SPEED", shell_pass, "n", "<ratio> | MAX",
	 "Limit the ratio of simulated time to real time"},
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))
/* The commands from here on need a simulated board. */
#define SIMULATED "RUN"

static const struct command *find_command(const char *name)
{
	for (unsigned int i = 0; i < COMMANDS; i++)
		if (!strcasecmp(name, commands[i].name))
			return &commands[i];
	return NULL;
}

/* ---- HELP ---- */

/* The text in the report. */
static const char help_text[] = "Available Commands:\n"
				"  QUIT          - Quit Program\n"
				"  EXIT          - Quit Program\n"
				"  HELP          - Show this message\n"
				"  SHOW          - Display Registers\n"
				"  DO <filename> - Execute Commands in file\n"
				"  CLEAR <memtype> - Clear Memory\n"
				"  FPGA <filename> - Load FPGA configuration\n"
				"  LOAD <memtype> <filename> - Load Memory from file\n"
				"  SAVE <memtype> <filename> - Save Memory to file\n"
				"  <register> = <value> - Modify Register\n"
				"\n"
				"Where:\n"
				"  <memtype> - TRACE, HISTOGRAM, or FIFO\n"
				"  <register> - A register or register.field\n"
				"  <value>    - An unsigned integer. Hex by default.\n"
				"              End with decimal point to specify decimal.\n"
				"\n";

static void indented(FILE *out, const char *text)
{
	fputs("      ", out);
	for (; *text; text++) {
		putc(*text, out);
		if (*text == '\n')
			fputs("      ", out);
	}
	putc('\n', out);
}

static void help_more(FILE *out)
{
	fputs("More Commands:\n", out);
	for (unsigned int i = 0; i < COMMANDS; i++) {
		const struct command *c = &commands[i];

		if (!strcmp(c->name, SIMULATED))
			fputs("\n"
			      "Of a simulated board only (<time>: a number and ns, us, "
			      "ms or s):\n",
			      out);
		if (c->more) {
			fprintf(out, "  %s%s%s\n", c->name, *c->usage ? " " : "", c->usage);
			indented(out, c->more);
		}
	}
	fputs("\n"
	      "On a line, commands are separated by ; and # begins a comment. "
	      "A file name with\n"
	      "blanks is enclosed in double quotes. - is standard input or output.\n",
	      out);
}

static enum shell_result help(struct shell *sh, int argc, char **argv)
{
	if (argc == 1) {
		fputs(help_text, sh->out);
		return SHELL_OK;
	}
	if (!strcasecmp(argv[1], "MORE")) {
		help_more(sh->out);
		return SHELL_OK;
	}
	return shell_help_reg(sh, argv[1]);
}

/* ---- lines ---- */

static bool blank(char c)
{
	return c && strchr(BLANKS, c);
}

/* Splits a command at @at into words; returns their number, or -1. @next: the text after the
 * command. */
static int split(struct shell *sh, char *at, char **argv, char **next)
{
	int argc = 0;
	char end = ' ';

	while (end && end != ';') {
		bool quoted = false;
		char *to;

		at += strspn(at, BLANKS);
		end = *at == '#' ? 0 : *at;
		if (!end || end == ';')
			break;
		if (argc == WORDS) {
			shell_fail(sh, "more than %d words", WORDS);
			return -1;
		}
		argv[argc++] = to = at;
		for (; *at && (quoted || (!blank(*at) && *at != ';')); at++) {
			if (*at == '"')
				quoted = !quoted;
			else
				*to++ = *at;
		}
		if (quoted) {
			shell_fail(sh, "a quote is not closed");
			return -1;
		}
		end = *at;
		if (end && end != ';')
			at++;
		*to = 0;
	}
	*next = end ? at + 1 : at + strlen(at);
	return argc;
}

/* Returns whether the text is "name = value", with or without blanks around "=". */
static bool is_assignment(const char *text, size_t *name)
{
	const char *p = text + strspn(text, BLANKS);
	const size_t n = strcspn(p, BLANKS "=;#\"");

	*name = n;
	p += n;
	p += strspn(p, BLANKS);
	return n && *p == '=';
}

static enum shell_result execute_assignment(struct shell *sh, char *at, size_t n, char **next)
{
	char *name = at + strspn(at, BLANKS), *value, *end;

	value = strchr(name, '=') + 1;
	name[n] = 0;
	value += strspn(value, BLANKS);
	end = value + strcspn(value, ";#");
	*next = *end == ';' ? end + 1 : end + strlen(end);
	*end = 0;
	while (end > value && blank(end[-1]))
		*--end = 0;
	return shell_assign(sh, name, value);
}

static enum shell_result usage_error(struct shell *sh, const struct command *c)
{
	int one_line = (int)strcspn(c->usage, "\n");

	return shell_fail(sh, "usage: %s%s%.*s", c->name, *c->usage ? " " : "", one_line,
			  c->usage);
}

static enum shell_result execute_command(struct shell *sh, char *at, char **next)
{
	char *argv[WORDS + 1] = {NULL};
	const struct command *c;
	const int argc = split(sh, at, argv, next);
	int least = 0, most = 0;

	if (argc < 0)
		return SHELL_ERROR;
	if (argc == 0)
		return SHELL_OK;
	c = find_command(argv[0]);
	if (!c)
		return shell_fail(sh, "%s: no such command; try HELP or HELP MORE", argv[0]);
	for (const char *w = c->words; *w; w++) {
		least += islower((unsigned char)*w) != 0;
		most = *w == '*' ? WORDS : most + 1;
	}
	if (argc - 1 < least || argc - 1 > most)
		return usage_error(sh, c);
	return c->fn(sh, argc, argv);
}

enum shell_result shell_line(struct shell *sh, const char *name, unsigned long line,
			     const char *text)
{
	const char *where = sh->where;
	const unsigned long at_line = sh->line;
	enum shell_result result = SHELL_OK;
	char *copy = strdup(text), *at = copy;
	size_t n;

	sh->where = name;
	sh->line = line;
	if (!copy)
		result = shell_fail(sh, "%s", strerror(ENOMEM));
	while (!result && *at) {
		if (shell_stopped(sh))
			result = shell_fail(sh, "interrupted");
		else if (is_assignment(at, &n))
			result = execute_assignment(sh, at, n, &at);
		else
			result = execute_command(sh, at, &at);
	}
	free(copy);
	shell_flush(sh);
	sh->where = where;
	sh->line = at_line;
	return result;
}

enum shell_result shell_script(struct shell *sh, FILE *in, const char *name)
{
	enum shell_result result = SHELL_OK;
	unsigned long line = 0;
	char *text = NULL;
	size_t size = 0;
	ssize_t n;

	errno = 0;
	while (!result && (n = textline_read(&text, &size, in)) >= 0) {
		line++;
		if (n && text[n - 1] == '\n')
			text[--n] = 0;
		else if (fileno(in) >= 0) /* no text of the command line */
			fprintf(sh->err, "%s:%lu: " TEXTLINE_UNENDED "\n", name, line);
		if (strlen(text) != (size_t)n) {
			fprintf(sh->err, "%s:%lu: not a line of text\n", name, line);
			result = SHELL_ERROR;
		} else {
			result = shell_line(sh, name, line, text);
		}
		errno = 0;
	}
	if (!result && errno == EMSGSIZE) {
		fprintf(sh->err, "%s:%lu: line too long\n", name, line + 1);
		result = SHELL_ERROR;
	} else if (!result && ferror(in)) {
		fprintf(sh->err, "%s: %s\n", name, strerror(errno ? errno : EIO));
		result = SHELL_ERROR;
	}
	free(text);
	return result;
}

/* ---- completion ---- */

bool shell_offered(struct shell_offers *o, const char *name, const char *field)
{
	const size_t n = strlen(o->word);
	bool low = n == 0;
	char text[32];

	snprintf(text, sizeof(text), "%s%s%s", name, field ? "." : "", field ? field : "");
	if (strncasecmp(text, o->word, n) || o->n--)
		return false;
	for (const char *p = o->word; *p; p++)
		low |= islower((unsigned char)*p) != 0;
	if (low)
		shell_lower(text, strlen(text));
	snprintf(o->text, o->size, "%s", text);
	return true;
}

static enum shell_offer offer_word(struct shell_offers *o, const struct command *c,
				   size_t place)
{
	bool found = false;

	if (place >= strlen(c->words))
		return SHELL_NOTHING;
	switch (tolower((unsigned char)c->words[place])) {
	case 'f':
		return SHELL_FILE;
	case 'm':
		for (unsigned int i = 0; i < SHELL_MEMORIES && !found; i++)
			found = shell_offered(o, shell_memories[i], NULL);
		break;
	case 'r':
		found = (c->fn == help && shell_offered(o, "MORE", NULL)) ||
			shell_offer_reg(o, false);
		break;
	default:
		break;
	}
	return found ? SHELL_WORD : SHELL_NOTHING;
}

enum shell_offer shell_complete(const struct shell *sh, const char *before, const char *word,
				unsigned int n, char *text, size_t size)
{
	struct shell_offers o = {.word = word, .n = n, .text = text, .size = size};
	const char *start = strrchr(before, ';'), *p;
	const struct command *c;
	uint32_t capabilities;
	char name[16];
	size_t place = 0, length;

	o.second = !surf_GetCapabilities(sh->surf, &capabilities) && capabilities;
	p = start ? start + 1 : before;
	p += strspn(p, BLANKS);
	length = strcspn(p, BLANKS);
	if (length == 0) {
		for (unsigned int i = 0; i < COMMANDS; i++)
			if (shell_offered(&o, commands[i].name, NULL))
				return SHELL_WORD;
		return shell_offer_reg(&o, true) ? SHELL_WORD : SHELL_NOTHING;
	}
	snprintf(name, sizeof(name), "%.*s", (int)length, p);
	c = find_command(name);
	if (!c)
		return SHELL_NOTHING;
	for (p += length; *(p += strspn(p, BLANKS)); p += strcspn(p, BLANKS))
		place++;
	return offer_word(&o, c, place);
}
