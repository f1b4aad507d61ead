/* SPDX-License-Identifier: Apache-2.0 */
#include "decimal.h"
#include "surfrecord.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS 18		  /* any number of this many digits fits into 63 bits */
#define EXPONENT 99999		  /* an exponent far above that of any double */
#define EXACT (UINT64_C(1) << 53) /* integers up to this one are exact as doubles */
#define POWERS 23		  /* powers of ten below this exponent are exact as doubles */

static const double power[POWERS] = {1e0,  1e1,	 1e2,  1e3,  1e4,  1e5,	 1e6,  1e7,
				     1e8,  1e9,	 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
				     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Parses an exponent, such as "e-12". */
static char *parse_exponent(char *p, char *stop, int *exponent)
{
	char *q = p + 1;
	bool negative;
	int e = 0;

	if (q < stop && (*q == '+' || *q == '-'))
		q++;
	negative = q[-1] == '-';
	if (q == stop || !is_digit(*q))
		return p;
	for (; q < stop && is_digit(*q); q++)
		e = e < EXPONENT ? 10 * e + *q - '0' : e;
	*exponent += negative ? -e : e;
	return q;
}

static char *parse_digits(char *p, const char *stop, uint64_t *digits)
{
	uint64_t v = *digits;
	unsigned int d;

	for (; p < stop && (d = (unsigned int)*p - '0') < 10; p++)
		v = 10 * v + d;
	*digits = v;
	return p;
}

/* Returns the number of digits from the first that is not 0. */
static unsigned int significant(const char *p, const char *stop)
{
	unsigned int n = 0;

	for (; p < stop && (is_digit(*p) || *p == '.'); p++)
		n += *p != '.' && (n || *p != '0');
	return n;
}

char *decimal_parse(char *text, char *stop, struct decimal *d)
{
	char *p = text, *first, *point = NULL, copy[DECIMAL_LENGTH + 1];

	d->exact = true;
	d->negative = false;
	d->digits = 0;
	d->exponent = 0;
	if (p < stop && (*p == '+' || *p == '-'))
		d->negative = *p++ == '-';
	first = p;
	p = parse_digits(p, stop, &d->digits);
	if (p < stop && *p == '.') {
		point = p++;
		p = parse_digits(p, stop, &d->digits);
		d->exponent = -(int)(p - point - 1);
	}
	if (p == first + (point != NULL))
		return NULL;
	if (p - first > DIGITS)
		d->exact = significant(first, p) <= DIGITS;
	if (p < stop && (*p == 'e' || *p == 'E'))
		p = parse_exponent(p, stop, &d->exponent);
	if (p - text > DECIMAL_LENGTH)
		return NULL;
	/* Both operands are exact, so the single rounding gives the nearest double. */
	if (d->exact && d->digits <= EXACT && d->exponent > -POWERS && d->exponent < POWERS) {
		d->value = (double)d->digits;
		if (d->exponent < 0)
			d->value /= power[-d->exponent];
		else if (d->exponent > 0)
			d->value *= power[d->exponent];
		if (d->negative)
			d->value = -d->value;
		return p;
	}
	memcpy(copy, text, (size_t)(p - text));
	copy[p - text] = '\0';
	d->value = strtod(copy, NULL);
	return isfinite(d->value) ? p : NULL;
}

static bool times_ten(int64_t *v, int n)
{
	for (; n > 0 && *v; n--)
		if (__builtin_mul_overflow(*v, 10, v))
			return false;
	return true;
}

/* Computes the digits of the result at *exponent; returns false if they do not fit. */
static bool exact_result(const struct decimal *v, const struct decimal *factor,
			 const struct decimal *offset, int64_t *digits, int *exponent)
{
	int64_t add = offset->negative ? -(int64_t)offset->digits : (int64_t)offset->digits;
	int e = v->exponent + factor->exponent;

	if (!v->exact || !factor->exact || !offset->exact ||
	    __builtin_mul_overflow(v->digits, factor->digits, digits))
		return false;
	if (v->negative != factor->negative)
		*digits = -*digits;
	*exponent = e;
	if (!add)
		return true;
	if (e < offset->exponent && !times_ten(&add, offset->exponent - e))
		return false;
	if (e > offset->exponent) {
		if (!times_ten(digits, e - offset->exponent))
			return false;
		*exponent = offset->exponent;
	}
	return !__builtin_add_overflow(*digits, add, digits);
}

size_t decimal_print(char text[DECIMAL_TEXT], const struct decimal *v,
		     const struct decimal *factor, const struct decimal *offset)
{
	static const uint64_t ten[DIGITS + 1] = {1u,
						 10u,
						 100u,
						 1000u,
						 10000u,
						 100000u,
						 1000000u,
						 10000000u,
						 100000000u,
						 1000000000u,
						 10000000000u,
						 100000000000u,
						 1000000000000u,
						 10000000000000u,
						 100000000000000u,
						 1000000000000000u,
						 10000000000000000u,
						 100000000000000000u,
						 1000000000000000000u};
	char buf[DECIMAL_TEXT], *end = buf + sizeof(buf), *p = end;
	uint64_t whole, fraction;
	int64_t digits;
	int e;
	double value;

	if (exact_result(v, factor, offset, &digits, &e) && e >= -DIGITS &&
	    (e <= 0 || times_ten(&digits, e))) {
		whole = digits < 0 ? -(uint64_t)digits : (uint64_t)digits;
		if (e < 0) {
			fraction = whole % ten[-e];
			whole /= ten[-e];
			if (fraction) {
				/* leading zeros are kept, trailing zeros are removed */
				p = record_decimal(end, fraction + ten[-e]);
				*p = '.';
				while (end[-1] == '0')
					end--;
			}
		}
		p = record_decimal(p, whole);
		if (digits < 0)
			*--p = '-';
		memcpy(text, p, (size_t)(end - p));
		return (size_t)(end - p);
	}
	value = v->value * factor->value + offset->value;
	if (!isfinite(value))
		return 0;
	return (size_t)snprintf(text, DECIMAL_TEXT, "%.15g", value);
}

/* ---- lines ---- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

char *csv_field_end(char *p, char *stop)
{
	while (p < stop && *p != ',') {
		if (*p == '"') {
			do
				p++;
			while (p < stop && *p != '"');
			if (p == stop)
				break;
		}
		p++;
	}
	return p;
}

char *csv_number(char *p, char *stop, struct decimal *d, char **from, char **to)
{
	while (p < stop && is_blank(*p))
		p++;
	*from = p;
	p = decimal_parse(p, stop, d);
	if (!p)
		return NULL;
	*to = p;
	while (p < stop && is_blank(*p))
		p++;
	return p == stop || *p == ',' ? p : NULL;
}

static const char *first_character(const char *p, const char *stop)
{
	while (p < stop && is_blank(*p))
		p++;
	return p;
}

bool csv_is_blank(const char *p, const char *stop)
{
	return first_character(p, stop) == stop;
}

bool csv_is_comment(const char *p, const char *stop)
{
	p = first_character(p, stop);
	return p == stop || *p == '#';
}

bool csv_is_header(char *p, char *stop)
{
	struct decimal d;
	char *from, *to;

	for (;;) {
		if (csv_number(p, stop, &d, &from, &to))
			return false;
		p = csv_field_end(p, stop);
		if (p++ == stop)
			return true;
	}
}
