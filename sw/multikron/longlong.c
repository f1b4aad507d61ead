/* SPDX-License-Identifier: Apache-2.0 */
#include "longlong.h"
#include <errno.h>
#include <stdbool.h>

struct longlong longlong_add(struct longlong a, struct longlong b)
{
	const uint32_t low = a.low + b.low;

	return (struct longlong){low, a.high + b.high + (low < a.low)};
}

struct longlong longlong_subtract(struct longlong a, struct longlong b)
{
	return (struct longlong){a.low - b.low, a.high - b.high - (a.low < b.low)};
}

/* Returns the 64-bit product of two words, computed from their 16-bit halves. */
static struct longlong multiply_words(uint32_t a, uint32_t b)
{
	const uint32_t a0 = a & 0xFFFF, a1 = a >> 16, b0 = b & 0xFFFF, b1 = b >> 16;
	const uint32_t low = a0 * b0, middle = a1 * b0 + (low >> 16);
	const uint32_t other = a0 * b1 + (middle & 0xFFFF);

	return (struct longlong){other << 16 | (low & 0xFFFF),
				 a1 * b1 + (middle >> 16) + (other >> 16)};
}

struct longlong longlong_multiply(struct longlong a, struct longlong b)
{
	struct longlong p = multiply_words(a.low, b.low);

	p.high += a.low * b.high + a.high * b.low;
	return p;
}

static struct longlong shift_in(struct longlong a, uint32_t bit)
{
	return (struct longlong){a.low << 1 | bit, a.high << 1 | a.low >> 31};
}

int longlong_compare(struct longlong a, struct longlong b)
{
	if (a.high != b.high)
		return a.high < b.high ? -1 : 1;
	return a.low == b.low ? 0 : a.low < b.low ? -1 : 1;
}

int longlong_divide(struct longlong a, struct longlong b, struct longlong *quotient,
		    struct longlong *rest)
{
	struct longlong q = {0, 0}, r = {0, 0};

	if (!b.low && !b.high)
		return -EDOM;
	for (int i = 63; i >= 0; i--) {
		const uint32_t bit = (i >= 32 ? a.high >> (i - 32) : a.low >> i) & 1;
		const bool carry = r.high >> 31;

		r = shift_in(r, bit);
		/* the bit shifted out of r stands for 2^64, more than any b */
		if (carry || longlong_compare(r, b) >= 0) {
			r = longlong_subtract(r, b);
			q = shift_in(q, 1);
		} else {
			q = shift_in(q, 0);
		}
	}
	if (quotient)
		*quotient = q;
	if (rest)
		*rest = r;
	return 0;
}

int longlong_from_text(const char *text, struct longlong *value)
{
	static const struct longlong ten = {10, 0};
	static const struct longlong most = {0x99999999, 0x19999999}; /* (2^64 - 1) / 10 */
	struct longlong v = {0, 0};

	if (!*text)
		return -EINVAL;
	for (const char *p = text; *p; p++)
		if (*p < '0' || *p > '9')
			return -EINVAL;
	for (; *text; text++) {
		const struct longlong digit = {(uint32_t)(*text - '0'), 0};

		if (longlong_compare(v, most) > 0)
			return -ERANGE;
		v = longlong_add(longlong_multiply(v, ten), digit);
		if (longlong_compare(v, digit) < 0)
			return -ERANGE;
	}
	*value = v;
	return 0;
}

char *longlong_to_text(struct longlong a, char *text)
{
	static const struct longlong ten = {10, 0};
	char digits[LONGLONG_TEXT];
	unsigned int n = 0;

	do {
		struct longlong rest;

		longlong_divide(a, ten, &a, &rest);
		digits[n++] = (char)('0' + rest.low);
	} while (a.low || a.high);
	for (unsigned int i = 0; i < n; i++)
		text[i] = digits[n - 1 - i];
	text[n] = 0;
	return text;
}

double longlong_to_double(struct longlong a)
{
	return a.high * 4294967296.0 + a.low;
}
