/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CSV_H
#define CSV_H
/*
 * Text in the cells of a CSV file, RFC 4180: a cell with a comma, a quote, a line end, or a
 * blank at its beginning or end is enclosed in double quotes, and a quote in it is doubled.
 */
#include <stddef.h>
#include <stdio.h>

/* Maximum size in bytes of the cell for a text of @n characters, with the final 0. */
#define CSV_CELL(n) (2 * (n) + 3)

/* Stores the cell for @text, cut off to @size bytes, at least 3; returns @cell. */
const char *csv_cell(const char *text, char *cell, size_t size);

/* Writes the cell for @text. Errors are found by ferror(). */
void csv_write(FILE *f, const char *text);

/*
 * Takes the next cell of a line without its line end: returns its text, which is unquoted in
 * place, and sets *at to the cell after it, NULL after the last. Returns NULL if the cell is
 * not of the form above: a quote inside a cell without quotes, text after the closing quote, or
 * no closing quote, as in a line that was cut off. *at is then NULL, too.
 */
char *csv_next(char **at);

#endif
