/* SPDX-License-Identifier: Apache-2.0 */
#ifndef UTIL_H
#define UTIL_H
/*
 * Common part of tools that read files and write a file: command line, input files in sequence,
 * output, errors. A utility is
 *
 *	util_begin("name", usage_text, argc, argv);
 *	while ((c = util_option(NULL)) != -1)
 *		...					its own options
 *	util_open();					the other arguments name files
 *	while (util_line(&text, &length))
 *		...
 *	return util_end();
 *
 * Errors are printed on standard error and determine the exit status: 1 for an error in the
 * data, a file that cannot be read or an output that cannot be written. Data read before the
 * error are still processed: functions return false both at the end and after an error.
 * Errors in the command line end the program with status 2.
 */
#include "cmdline.h"
#include "outfile.h"
#include "record.h"

/* ---- command line ---- */

#define UTIL_HELP                                               \
	"  -o, --output=FILE   output file (standard output)\n" \
	"  -h, --help          print this and exit\n" UTIL_HELP_REST
#define UTIL_HELP_REST                                                       \
	"      --version       print the version and exit\n"                 \
	"\n"                                                                 \
	"FILE may be compressed with gzip or zstd; if it is missing or -,\n" \
	"standard input is read. Numbers are decimal or, after 0x,\n"        \
	"hexadecimal.\n"                                                     \
	"\n"                                                                 \
	"Exit status: 0 success, 1 error in a file, 2 error in the command line."

/* util_getopt() that also handles -o; the usage text of util_begin() must end with UTIL_HELP.
 */
int util_option(const struct util_word *words);

/* Reads a number up to @max; any other text is a usage error. */
uint64_t util_number(const char *text, uint64_t max);
/* Reads a time like number_time() and returns it in ns. */
int util_time(const char *text, uint64_t *ns);
/* Reads a decimal number, optionally with fraction, sign and exponent. */
double util_real(const char *text);

/* ---- input ---- */

/* Opens the output; must be called before records and lines are read and written. */
void util_open(void);
/* Reads the next record (record_read_hex()) or line of all files; false at the end and after an
 * error. */
bool util_record(uint32_t *value, unsigned int words, const char *kind);
bool util_line(char **text, size_t *length);
/* Reports an error in the line last read: "file:line: what". Returns false. */
bool util_wrong(const char *what);

extern unsigned int util_files; /* number of files of which reading has begun */
/* Options, to be set before the first record is read. */
extern unsigned int util_truncate; /* see struct record_reader */
/* Called with the text of each comment, without the #. */
extern void (*util_comment)(const char *text, size_t length);

/* ---- output ---- */

extern struct record_writer util_out; /* util_end() reports its errors */
/* Writes a line of text. */
void util_write_line(const char *text, size_t length);
/* Writes a formatted line. */
void util_print(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The text of a count that stops at UINT32_MAX: decimal, there with " or more". It is valid to
 * the end of the block. */
struct util_count {
	char text[32];
};
const char *util_count_text(struct util_count *c, uint64_t count);
#define UTIL_COUNT(count) util_count_text(&(struct util_count){""}, count)
/* Prints "name: ..." on standard error and sets the exit status to 1. */
void util_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The same without a message. */
void util_failed(void);
/* Prints a line on standard error and sets the exit status to 1, but keeps the output: the data
 * are correct but incomplete. */
void util_flaw(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The same without a message. */
void util_incomplete(void);
/* Returns whether one of these functions was called: the exit status will be 1. */
bool util_is_incomplete(void);
/* For a tool that opens its output itself, before util_open(): returns the name of the output,
 * NULL if none was given. util_open() then opens standard output. */
const char *util_take_output(void);
/* The same for a tool that writes a CTF folder or a JSON file: stores the name of the output in
 * *output and returns whether it is to be CTF. @format is ctf or json; NULL: as the name ends.
 */
bool util_take_export(const char *format, const char **output);
bool util_to_stdout(void);
/* Returns whether progress is shown on the terminal. Must be called after util_open(). */
bool util_shows_progress(void);
/* Makes an open file, called @path in messages, belong to the output: util_end() commits both
 * or none. @f must stay valid until then. */
void util_join(struct outfile *f, const char *path);
/* Flushes the output; an output file appears only if there was no error. Returns the exit
 * status. */
int util_end(void);

#endif
