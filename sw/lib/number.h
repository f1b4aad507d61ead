/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NUMBER_H
#define NUMBER_H
/* Reads unsigned numbers in text files, command lines and commands. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Reads the number at the beginning of @text, decimal or, after 0x, hexadecimal; *end points to
 * the first character after it. Returns 0, -EINVAL if there is none, -ERANGE if it exceeds 64
 * bits. */
static inline int number_read(const char *text, char **end, uint64_t *value)
{
	const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const char *digits = text + (hex ? 2 : 0);

	*end = (char *)text;
	if (!*digits || !strchr(hex ? "0123456789abcdefABCDEF" : "0123456789", *digits))
		return -EINVAL;
	errno = 0;
	*value = strtoull(digits, end, hex ? 16 : 10);
	return errno ? -ERANGE : 0;
}

/* Reads @text, which must be a number as number_read() takes it and nothing else, from @lowest
 * to @highest; returns whether it is. */
static inline bool number_whole(const char *text, uint64_t lowest, uint64_t highest,
				uint64_t *value)
{
	char *end;

	return !number_read(text, &end, value) && !*end && *value >= lowest &&
	       *value <= highest;
}

struct number_unit {
	const char *name;
	uint64_t size; /* a power of ten */
};

/* Reads a decimal number, optionally with a fraction, followed by one of @n units, and
 * multiplies them; the result is truncated. Returns 0, -EINVAL, or -ERANGE if it exceeds 64
 * bits. */
static inline int number_scaled(const char *text, const struct number_unit *units, size_t n,
				uint64_t *value)
{
	const size_t digits = strspn(text, "0123456789");
	const char *point = text + digits, *unit = point;
	uint64_t one = 0, whole;

	if (*point == '.')
		unit += 1 + strspn(point + 1, "0123456789");
	for (size_t i = 0; i < n; i++)
		if (!strcasecmp(unit, units[i].name))
			one = units[i].size;
	if (!digits || !one)
		return -EINVAL;
	errno = 0;
	whole = strtoull(text, NULL, 10);
	if (errno || whole > (UINT64_MAX - (one - 1)) / one)
		return -ERANGE;
	*value = whole * one;
	for (const char *d = point + 1; d < unit; d++) {
		one /= 10;
		*value += (uint64_t)(*d - '0') * one;
	}
	return 0;
}

/*
 * Reads a time: a decimal number, optionally with a fraction, and ns, us, ms or s. The result
 * is in units of 1/@parts ns (1: ns, 1000: ps), truncated. Returns 0, -EINVAL if @text is not a
 * time, -ERANGE if it exceeds 64 bits.
 */
static inline int number_time(const char *text, uint64_t parts, uint64_t *time)
{
	const struct number_unit units[] = {{"ns", parts},
					    {"us", 1000 * parts},
					    {"ms", 1000000 * parts},
					    {"s", 1000000000 * parts}};

	return number_scaled(text, units, sizeof(units) / sizeof(*units), time);
}

/* Reads a frequency like number_time() a time, with the unit Hz, kHz, MHz or GHz; without a
 * unit it is in Hz. The result is in Hz. */
static inline int number_frequency(const char *text, uint64_t *hz)
{
	static const struct number_unit units[] = {
		{"", 1}, {"Hz", 1}, {"kHz", 1000}, {"MHz", 1000000}, {"GHz", 1000000000}};

	return number_scaled(text, units, sizeof(units) / sizeof(*units), hz);
}

#endif
