/* SPDX-License-Identifier: Apache-2.0 */
#ifndef UTIL_H
#define UTIL_H
/*
 * What tools that read files and write a file have in common: the command line, the files that
 * they read one after the other, the output, errors. A utility is
 *
 *	util_begin("name", usage_text, argc, argv);
 *	while ((c = util_option("m:", NULL)) != -1)
 *		...					its own options
 *	util_open();					what is left names files
 *	while (util_line(&text, &length))
 *		...
 *	return util_end();
 *
 * It prints errors on standard error and remembers them for the exit status: 1 for an
 * error in the data, a file that cannot be read or an output that cannot be written. What
 * was read before the error still counts: a function that returns false says no more than
 * that nothing follows. Errors in the command line end the program with status 2.
 */
#include "cmdline.h"
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

/* util_getopt() with -o besides, which is dealt with inside; @usage of util_begin() ends
 * with UTIL_HELP. */
int util_option(const char *letters, const struct option *longs);

/* A number up to @max, or an error of usage. */
uint64_t util_number(const char *text, uint64_t max);
/* A time as of number_time(), in ns. */
int util_time(const char *text, uint64_t *ns);
/* A decimal number that may have a fraction, a sign and an exponent. */
double util_real(const char *text);

/* ---- input ---- */

/* Opens the output; from now on records and lines can be read and written. */
void util_open(void);
/* The next record (record_read_hex()) or line of all files; false at the end and after an
 * error. */
bool util_record(uint32_t *value, unsigned int words, const char *kind);
bool util_line(char **text, size_t *length);
/* The line last read is wrong: "file:line: what". False. */
bool util_wrong(const char *what);

/* To be set before the first record is read: */
extern unsigned int util_truncate; /* see struct record_reader */
/* Called with the text of each comment, without the #. */
extern void (*util_comment)(const char *text, size_t length);

/* ---- output ---- */

extern struct record_writer util_out; /* errors are seen by util_end() */
/* A line of text. */
void util_write_line(const char *text, size_t length);
/* The same as printf writes it; 511 characters at most. */
void util_print(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* "name: ..." on standard error; the exit status becomes 1. */
void util_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The same after an error that was told. */
void util_failed(void);
/* A line on standard error; the exit status becomes 1, but the output stays: the data are
 * incomplete, and what there is of them is right. */
void util_flaw(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The same without a line. */
void util_incomplete(void);
/* Before util_open(), for a tool that opens its output itself: its name, NULL when none was
 * given. What util_open() opens is then standard output. */
const char *util_take_output(void);
bool util_to_stdout(void);
/* After util_open(): the user can see how far the work is, nobody else writes there. */
bool util_shows_progress(void);
/* Writes out what is left. A file for the output appears only when there was no error. The
 * exit status. */
int util_end(void);

#endif
