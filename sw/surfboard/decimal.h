/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DECIMAL_H
#define DECIMAL_H
/*
 * Decimal numbers of CSV files, and where they stand. Sums and products are exact as long
 * as 18 digits hold them, so that 3 times 0.1 is 0.3.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* (-1)^negative * digits * 10^exponent */
struct decimal {
	bool exact; /* false: only @value holds */
	bool negative;
	uint64_t digits;
	int exponent;
	double value; /* the nearest one */
};

#define DECIMAL_TEXT 48 /* bytes that decimal_print() needs */

#define DECIMAL_LENGTH 255 /* characters of a number at most */

/* Reads a number: digits with an optional sign, fraction and exponent. Where it ends, or
 * NULL when there is none or no double can hold it. */
char *decimal_parse(char *text, char *stop, struct decimal *d);
/* @v * @factor + @offset, to 15 digits when it is not exact; the length of the text, 0
 * when the result is too large. */
size_t decimal_print(char text[DECIMAL_TEXT], const struct decimal *v,
		     const struct decimal *factor, const struct decimal *offset);

/* ---- lines of comma-separated fields ---- */

/* The end of the field that begins at @p; quotes may enclose commas. */
char *csv_field_end(char *p, char *stop);
/* The same of a field that must be a number, NULL when it is not; the number stands from
 * *from to *to, blanks around it. */
char *csv_number(char *p, char *stop, struct decimal *d, char **from, char **to);
/* Whether the line is blank, and whether it is that or only a comment. */
bool csv_is_blank(const char *p, const char *stop);
bool csv_is_comment(const char *p, const char *stop);
/* Whether the line is one of names: none of its fields is a number. */
bool csv_is_header(char *p, char *stop);

#endif
