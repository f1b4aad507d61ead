/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MKUTIL_H
#define MKUTIL_H
/* What the tools that use a board have in common, over util.h. */
#include "mk.h"
#include "mk_sample.h"
#include "util.h"

#define MKUTIL_LETTERS "b:"
#define MKUTIL_LONGS                                               \
	{"board", required_argument, NULL, 'b'},                   \
	{                                                          \
		"command", required_argument, NULL, MKUTIL_COMMAND \
	}
enum { MKUTIL_COMMAND = 400 };
#define MKUTIL_HELP                                                                        \
	"  -b, --board=BOARD   sim:..., unix:PATH or mmap:...; default: the environment\n" \
	"                      variable MK_BOARD, else /dev/mk0, else sim:\n"              \
	"      --command=TEXT  a command for a simulated board, executed first; may be\n"  \
	"                      repeated\n"
#define MKUTIL_HELP_REST                                     \
	"      --help          print this and exit\n"        \
	"      --version       print the version and exit\n" \
	"\n"                                                 \
	"Exit status: 0 success, 1 error, 2 error in the command line."

extern struct mk mkutil_board;

/* util_begin(); errors of usage print the usage. */
void mkutil_begin(const char *name, const char *usage, int argc, char **argv);
/* Takes an option of the list above; false when @c is none of them. */
bool mkutil_option(int c, const char *arg);
/* Opens the board and carries out the commands. False after an error, which it has reported. */
bool mkutil_open(void);
void mkutil_close(void);
/* True when @err is none; else tells it, with @what was tried. */
bool mkutil_ok(int err, const char *what);
/* A time of the command line in ns. */
uint64_t mkutil_time(const char *text);
/* Bytes in hexadecimal, 20 in a line. */
void mkutil_print_bytes(const uint8_t *bytes, size_t n);
/* The words of memory from @first on as bytes in sampling order. */
bool mkutil_read_bytes(uint32_t first, uint8_t *bytes, size_t words);

#endif
