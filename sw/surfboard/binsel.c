/* SPDX-License-Identifier: Apache-2.0 */
/* Compiles the configurations of the SurfBoard's bin selector. */
#include "bsel.h"
#include "cmdline.h"
#include "number.h"
#include "outfile.h"
#include "sbit.h"
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Largest size of a stream, including the extra ones that may be before and after it. */
#define STREAM_BYTES_MAX 65536

static const char usage_text[] =
	"Usage: binsel compile FILE.bsel -o FILE.bit\n"
	"       binsel show FILE.bit\n"
	"       binsel eval FILE.bit [VARIABLE=VALUE]...\n"
	"       binsel check [-m MB] [-l BITS] FILE\n"
	"\n"
	"Compiles and prints configurations of the SurfBoard's bin selector.\n"
	"\n"
	"  compile  compile a configuration from a source\n"
	"  show     check a configuration and print it as a source\n"
	"  eval     print the bin of a packet, six hexadecimal digits\n"
	"  check    check whether a board can count with a configuration, compiled or\n"
	"           not\n"
	"\n"
	"  -o, --output=FILE  where to write the configuration\n"
	"  -m, --memory=MB    check: the board's histogram memory, 4, 16 (default) or 64\n"
	"  -l, --latency=BITS check: bits of latency that the board measures, twice\n"
	"                     ACDR.LAT_N, 0 to 24 (default)\n"
	"      --check        the same as the command check\n"
	"  -h, --help         print this and exit\n"
	"      --version      print the version and exit\n"
	"\n"
	"FILE may be - for standard input or output. The variables are latency, sender,\n"
	"color, category and size, with revision 3 also address and phase, decimal or 0x\n"
	"hexadecimal, default 0.\n"
	"\n"
	"Exit status: 0 success, 1 error in a file, 2 error in the command line.\n";

static const char *input_name(const char *path)
{
	return strcmp(path, "-") ? path : "standard input";
}

static FILE *open_input(const char *path, const char *mode)
{
	return strcmp(path, "-") ? fopen(path, mode) : stdin;
}

static void close_input(FILE *in)
{
	if (in != stdin)
		fclose(in);
}

/* ---- compile ---- */

static void report(void *arg, const struct bsel_error *e)
{
	fprintf(stderr, "%s:%u:%u: %s\n", (const char *)arg, e->line, e->column, e->what);
}

static bool same_file(FILE *in, const char *path)
{
	struct stat a, b;

	return strcmp(path, "-") && fstat(fileno(in), &a) == 0 && stat(path, &b) == 0 &&
	       S_ISREG(a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static int write_stream(const char *path, const uint8_t stream[SBIT_BYTES])
{
	static struct outfile out;
	const uint8_t *p = stream;
	size_t left = SBIT_BYTES;
	int err = outfile_open(&out, path);

	if (err)
		return util_output_error(path, err);
	while (left && !err) {
		ssize_t n = write(out.fd, p, left);

		if (n >= 0) {
			p += n;
			left -= (size_t)n;
		} else if (errno != EINTR) {
			err = -errno;
		}
	}
	if (err)
		outfile_abort(&out);
	else
		err = outfile_commit(&out);
	return err ? util_output_error(path, err) : UTIL_DONE;
}

static int compile(const char *source, const char *output)
{
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;
	FILE *in = open_input(source, "r");
	int err;

	if (!in)
		return util_file_error(source, -errno);
	if (same_file(in, output)) {
		close_input(in);
		util_usage("source and output are the same file", output);
	}
	err = bsel_parse(in, &map, report, (void *)input_name(source));
	close_input(in);
	if (err)
		return err == -EINVAL ? UTIL_BAD_DATA
				      : util_file_error(input_name(source), err);
	sbit_compile(&map, stream);
	return write_stream(output, stream);
}

/* ---- show and eval ---- */

static int load(const char *path, struct sbit_map *map)
{
	static uint8_t stream[STREAM_BYTES_MAX + 1];
	const char *name = input_name(path);
	struct sbit_fault fault;
	char text[96];
	size_t n;
	FILE *in = open_input(path, "rb");
	int err = 0;

	if (!in)
		return util_file_error(path, -errno);
	n = fread(stream, 1, sizeof(stream), in);
	if (ferror(in))
		err = errno ? -errno : -EIO;
	close_input(in);
	if (err)
		return util_file_error(name, err);
	if (n > STREAM_BYTES_MAX) {
		fprintf(stderr, "%s: too long for a configuration\n", name);
		return UTIL_BAD_DATA;
	}
	if (sbit_decode(stream, n * 8, map, &fault)) {
		fprintf(stderr, "%s: bit %u: %s\n", name, fault.bit,
			sbit_describe(&fault, text, sizeof(text)));
		return UTIL_BAD_DATA;
	}
	return UTIL_DONE;
}

static int show(const char *path)
{
	struct sbit_map map;
	int status = load(path, &map);

	if (status)
		return status;
	bsel_print(stdout, &map);
	return util_finish();
}

/* Reads "NAME=VALUE" into @value; @given marks the variables read so far. */
static int assignment(const char *arg, uint32_t value[SBIT_ALL_VARIABLES],
		      bool given[SBIT_ALL_VARIABLES])
{
	const char *equals = strchr(arg, '=');
	uint32_t max;
	uint64_t v;
	char *end;
	int err, i;

	if (!equals)
		util_usage("not VARIABLE=VALUE", arg);
	for (i = 0; i < SBIT_ALL_VARIABLES; i++)
		if (strlen(sbit_variables[i].name) == (size_t)(equals - arg) &&
		    !strncmp(sbit_variables[i].name, arg, (size_t)(equals - arg)))
			break;
	if (i == SBIT_ALL_VARIABLES)
		util_usage("unknown variable", arg);
	if (given[i])
		util_usage("variable given twice", arg);
	given[i] = true;
	err = number_read(equals + 1, &end, &v);
	if (err == -EINVAL || *end)
		util_usage("not a number", arg);
	/* To the board a packet of 1024 words has size 0. */
	max = (1u << sbit_variables[i].width) - (i != SBIT_SIZE);
	if (err || v > max)
		util_usage("value does not fit", arg);
	value[i] = (uint32_t)v;
	return UTIL_DONE;
}

static int eval(const char *path, int count, char *const *args)
{
	uint32_t value[SBIT_ALL_VARIABLES] = {0};
	bool given[SBIT_ALL_VARIABLES] = {false};
	struct sbit_map map;
	uint64_t in;
	int status = UTIL_DONE;

	for (int i = 0; !status && i < count; i++)
		status = assignment(args[i], value, given);
	if (!status)
		status = load(path, &map);
	if (status)
		return status;
	in = sbit_inputs(value[SBIT_LATENCY], value[SBIT_SENDER], value[SBIT_COLOR],
			 value[SBIT_CATEGORY], value[SBIT_SIZE]);
	printf("%06X\n",
	       sbit_eval_wide(&map, in,
			      sbit_wide_inputs(value[SBIT_ADDRESS], value[SBIT_PHASE])));
	return util_finish();
}

/* ---- check ---- */

static int check(const char *path, unsigned int megabytes, unsigned int latency_bits)
{
	const char *name = input_name(path);
	FILE *in = open_input(path, "rb");
	struct sbit_map map;
	char text[128];
	int err;

	if (!in)
		return util_file_error(path, -errno);
	err = bsel_read(in, &map, report, (void *)name);
	close_input(in);
	if (err)
		return err == -EINVAL ? UTIL_BAD_DATA : util_file_error(name, err);
	if (sbit_unfit(&map, megabytes << 18, latency_bits, text, sizeof(text))) {
		fprintf(stderr, "%s: %s\n", name, text);
		return UTIL_BAD_DATA;
	}
	printf("%s: bins 0 to %" PRIX32 "\n", name, sbit_last_bin(&map));
	return util_finish();
}

/* Reads a number up to @most. */
static unsigned int option_number(const char *text, unsigned int most)
{
	uint64_t v;
	char *end;

	if (number_read(text, &end, &v) || *end || v > most)
		util_usage("this number is not possible here", text);
	return (unsigned int)v;
}

/* ---- command line ---- */

static const char *const commands[] = {"compile", "show", "eval", "check"};

static bool is_command(const char *word)
{
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		if (!strcmp(word, commands[i]))
			return true;
	return false;
}

int main(int argc, char **argv)
{
	static const struct util_word words[] = {{"check", 'c'}, {0}};
	unsigned int megabytes = 16, latency_bits = SBIT_ANY_LATENCY;
	const char *output = NULL, *command = NULL, *file, *more, *limit = NULL;
	int c;

	util_begin("binsel", usage_text, argc, argv);
	while ((c = util_getopt(words)) != -1) {
		if (c == 'o' && output)
			util_usage("more than one output", optarg);
		if (c == 'o')
			output = optarg;
		else if (c == 'm')
			megabytes = option_number(limit = optarg, 64);
		else if (c == 'l')
			latency_bits = option_number(limit = optarg, 24);
		else
			command = "check";
	}
	if (megabytes != 4 && megabytes != 16 && megabytes != 64)
		util_usage("a histogram memory has 4, 16 or 64 MB", NULL);
	if (!command)
		command = util_argument();
	if (!command)
		util_usage("no command", NULL);
	if (!is_command(command))
		util_usage("unknown command", command);
	if (limit && strcmp(command, "check"))
		util_usage("only check looks at the board", limit);
	file = util_argument();
	if (!file)
		util_usage("no file", NULL);
	if (!strcmp(command, "compile") && !output)
		util_usage("no output file", NULL);
	if (strcmp(command, "compile") && output)
		util_usage("no output is written", output);
	if (!strcmp(command, "eval"))
		return eval(file, argc - optind, argv + optind);
	more = util_argument();
	if (more)
		util_usage("more than one file", more);
	if (!strcmp(command, "check"))
		return check(file, megabytes, latency_bits);
	return strcmp(command, "show") ? compile(file, output) : show(file);
}
