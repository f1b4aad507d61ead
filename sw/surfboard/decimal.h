/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DECIMAL_H
#define DECIMAL_H
/*
 * Decimal numbers of CSV files, and their positions in a line. Sums and products are exact if
 * 18 digits are enough, so that 3 times 0.1 is 0.3.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number (-1)^negative * digits * 10^exponent. */
struct decimal {
	bool exact; /* false: only @value is valid */
	bool negative;
	uint64_t digits;
	int exponent;
	double value; /* the nearest double */
};

#define DECIMAL_TEXT 48 /* size that decimal_print() needs, bytes */

#define DECIMAL_LENGTH 255 /* maximum length of a number, characters */

/* Reads a number: digits with an optional sign, fraction and exponent. Returns its end, or NULL
 * if there is none or it exceeds the range of double. */
char *decimal_parse(char *text, char *stop, struct decimal *d);
/* Prints @v * @factor + @offset, with 15 digits if it is not exact. Returns the length of the
 * text, 0 if the result is too large. */
size_t decimal_print(char text[DECIMAL_TEXT], const struct decimal *v,
		     const struct decimal *factor, const struct decimal *offset);

/* ---- lines of comma-separated fields ---- */

/* Returns the end of the field that begins at @p; quotes may enclose commas. */
char *csv_field_end(char *p, char *stop);
/* Does the same for a field that must be a number; returns NULL if it is not. The number is at
 * *from to *to; there may be blanks around it. */
char *csv_number(char *p, char *stop, struct decimal *d, char **from, char **to);
/* Return whether the line is blank, and whether it is blank or only a comment. */
bool csv_is_blank(const char *p, const char *stop);
bool csv_is_comment(const char *p, const char *stop);
/* Returns whether the line consists of names: none of its fields is a number. */
bool csv_is_header(char *p, char *stop);

#endif
