/* SPDX-License-Identifier: Apache-2.0 */
#include "args.h"
#include <string.h>

#define HOUR_PS (UINT64_C(3600) * 1000000000000)

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

bool args_number(const char *text, uint64_t *v)
{
	const unsigned int base = text[0] == '0' && (text[1] | 0x20) == 'x' ? 16 : 10;
	uint64_t n = 0;

	if (base == 16)
		text += 2;
	if (!*text)
		return false;
	for (; *text; text++) {
		const unsigned int d = (unsigned int)digit(*text);

		if (d >= base || n > (UINT64_MAX - d) / base)
			return false;
		n = n * base + d;
	}
	*v = n;
	return true;
}

/* Adds what stands after the point, in parts of @unit. */
static void add_fraction(const char *text, uint64_t unit, uint64_t *v)
{
	for (; digit(*text) < 10; text++) {
		unit /= 10;
		*v += (uint64_t)digit(*text) * unit;
	}
}

bool args_time(const char *text, uint64_t *ps)
{
	static const struct {
		const char *name;
		uint64_t ps;
	} units[] = {{"ns", 1000}, {"us", 1000000}, {"ms", 1000000000}, {"s", 1000000000000}};
	const size_t digits = strspn(text, "0123456789");
	const char *unit = text + digits;
	uint64_t whole = 0;

	if (!digits || digits > 12)
		return false;
	for (size_t i = 0; i < digits; i++)
		whole = whole * 10 + (uint64_t)digit(text[i]);
	if (!whole && !*unit) {
		*ps = 0;
		return true;
	}
	if (*unit == '.')
		unit += 1 + strspn(unit + 1, "0123456789");
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(unit, units[i].name))
			continue;
		if (whole > HOUR_PS / units[i].ps)
			return false;
		*ps = whole * units[i].ps;
		if (text[digits] == '.')
			add_fraction(text + digits + 1, units[i].ps, ps);
		return *ps <= HOUR_PS;
	}
	return false;
}

bool args_range(const char *text, bool (*one)(const char *, uint64_t *), struct args_range *r)
{
	const char *dash = strchr(text, '-');
	char low[64];

	if (!dash) {
		if (!one(text, &r->lo))
			return false;
		r->hi = r->lo;
		return true;
	}
	if ((size_t)(dash - text) >= sizeof(low))
		return false;
	memcpy(low, text, (size_t)(dash - text));
	low[dash - text] = 0;
	return one(low, &r->lo) && one(dash + 1, &r->hi) && r->lo <= r->hi;
}

int args_split(char *line, char *words[ARGS_WORDS])
{
	char *save = NULL;
	int n = 0;

	for (char *w = strtok_r(line, " \t\r\n", &save); w;
	     w = strtok_r(NULL, " \t\r\n", &save)) {
		if (n == ARGS_WORDS)
			return -1;
		words[n++] = w;
	}
	return n;
}

const char *args_value(const char *word, const char *name)
{
	const size_t n = strlen(name);

	return strncmp(word, name, n) == 0 && word[n] == '=' ? word + n + 1 : NULL;
}
