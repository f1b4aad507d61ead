/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NUMBER_H
#define NUMBER_H
/* Numbers in text files, command lines and commands, without a sign. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Reads the number at the beginning of @text, decimal or, after 0x, hexadecimal; *end points to
 * the first character after it. 0, -EINVAL if there is none, -ERANGE if it exceeds 64 bits. */
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

/*
 * Reads a time: a decimal number, optionally with a fraction, and ns, us, ms or s. The result
 * is in units of 1/@parts ns (1: ns, 1000: ps), truncated. 0, -EINVAL if @text is not a time,
 * -ERANGE if it exceeds 64 bits.
 */
static inline int number_time(const char *text, uint64_t parts, uint64_t *time)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
	const size_t digits = strspn(text, "0123456789");
	const char *point = text + digits, *unit = point;
	uint64_t one = 0, whole;

	if (*point == '.')
		unit += 1 + strspn(point + 1, "0123456789");
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (!strcasecmp(unit, units[i].name))
			one = units[i].ns * parts;
	if (!digits || !one)
		return -EINVAL;
	errno = 0;
	whole = strtoull(text, NULL, 10);
	if (errno || whole > (UINT64_MAX - (one - 1)) / one)
		return -ERANGE;
	*time = whole * one;
	for (const char *d = point + 1; d < unit; d++) {
		one /= 10;
		*time += (uint64_t)(*d - '0') * one;
	}
	return 0;
}

#endif
