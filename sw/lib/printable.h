/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PRINTABLE_H
#define PRINTABLE_H
/*
 * Makes text of unknown origin, such as the contents of a file or the reply of a server,
 * harmless for a terminal. Control characters, including those of 8 bits and in UTF-8 (U+0080
 * to U+009F), and bytes that are not valid UTF-8 are replaced by escapes such as \x1B. Line
 * feeds and tabs are kept.
 */
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#define PRINTABLE_MOST 4 /* maximum length of the text that replaces one byte */

/* Writes at most PRINTABLE_MOST * n bytes to @to, without a 0 byte; returns their number. */
size_t printable(char *to, const char *from, size_t n);
/* Writes the text to a file descriptor in printable form. Returns 0 or a negative errno
 * value. */
int printable_write(int fd, const char *text, size_t n);

/*
 * Makes everything printable that the program prints from now on to standard error, and to
 * standard output if that is a terminal. stdout and stderr are then other streams, without a
 * fileno(). Call it once per program.
 */
void printable_streams(void);
/* Returns the original standard output, for a library that controls the terminal. */
FILE *printable_raw_stdout(void);

#endif
