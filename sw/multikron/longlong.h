/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LONGLONG_H
#define LONGLONG_H
/*
 * 64-bit arithmetic in two 32-bit halves (NISTIR 5993, 3.5, longlong.c), for 32-bit compilers
 * and processors. All values are unsigned; sums, differences and products are modulo 2^64.
 */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct longlong {
	uint32_t low, high;
};

#define LONGLONG_TEXT 21 /* bytes of the longest decimal text, with its final 0 */

struct longlong longlong_add(struct longlong a, struct longlong b);
struct longlong longlong_subtract(struct longlong a, struct longlong b);
struct longlong longlong_multiply(struct longlong a, struct longlong b);
/* Divides; @quotient and @rest may be NULL. Returns 0, or -EDOM for a division by zero; both
 * are then unchanged. */
int longlong_divide(struct longlong a, struct longlong b, struct longlong *quotient,
		    struct longlong *rest);
/* Returns -1, 0 or 1 if a is below, equal to or above b. */
int longlong_compare(struct longlong a, struct longlong b);
/* Reads decimal digits only. 0, -EINVAL if @text is not such a number, -ERANGE if it is above
 * 2^64 - 1. */
int longlong_from_text(const char *text, struct longlong *value);
/* Writes the number to @text, which must have room for LONGLONG_TEXT bytes; returns @text. */
char *longlong_to_text(struct longlong a, char *text);
/* Returns the nearest double. */
double longlong_to_double(struct longlong a);

#ifdef __cplusplus
}
#endif

#endif
