/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PRINTABLE_H
#define PRINTABLE_H
/*
 * Text of unknown origin, as the contents of a file or the reply of a server, made harmless for
 * a terminal: control characters, also those of 8 bits and in UTF-8 (U+0080 to U+009F), and
 * bytes that are no UTF-8 become \x1B and the like. Line feed and tabulator stay.
 */
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#define PRINTABLE_MOST 4 /* bytes that one byte may become */

/* Writes at most PRINTABLE_MOST * n bytes to @to, without a 0 byte; returns their number. */
size_t printable(char *to, const char *from, size_t n);
/* Writes to a file descriptor: 0 or a negative errno value. */
int printable_write(int fd, const char *text, size_t n);

/*
 * From now on what the program prints to standard error, and to standard output if that is a
 * terminal, is made printable. stdout and stderr are then other streams, without a fileno().
 * Once per program.
 */
void printable_streams(void);
/* Standard output as it was, for a library that controls the terminal. */
FILE *printable_raw_stdout(void);

#endif
