/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MKUTIL_H
#define MKUTIL_H
/* Common part of the tools that use a board, based on util.h. */
#include "mk.h"
#include "mk_sample.h"
#include "util.h"

enum { MKUTIL_COMMAND = 400 };
#define MKUTIL_WORDS                      \
	{                                 \
		"command", MKUTIL_COMMAND \
	}
#define MKUTIL_HELP                                                                        \
	"  -b, --board=BOARD   sim:..., unix:PATH or mmap:...; default: the environment\n" \
	"                      variable MK_BOARD, else /dev/mk0, else sim:\n"              \
	"      --command=TEXT  a command for a simulated board, executed first; may be\n"  \
	"                      repeated\n"

extern struct mk mkutil_board;

/* Does the same as util_begin(); usage errors print the usage. */
void mkutil_begin(const char *name, const char *usage, int argc, char **argv);
/* Handles an option of the list above; returns false if @c is none of them. */
bool mkutil_option(int c, const char *arg);
/* Refuses further arguments, opens the output and the board, and executes the commands. False
 * after a reported error. */
bool mkutil_open(void);
void mkutil_close(void);
/* Returns true if @err is 0; otherwise reports the error and @what, the operation that
 * failed. */
bool mkutil_ok(int err, const char *what);
/* Reads a time of the command line in ns. */
uint64_t mkutil_time(const char *text);
/* Prints bytes in hexadecimal, 20 per line. */
void mkutil_print_bytes(const uint8_t *bytes, size_t n);
/* Reads words of memory from @first on as bytes in sampling order. */
bool mkutil_read_bytes(uint32_t first, uint8_t *bytes, size_t words);

#endif
