/* SPDX-License-Identifier: Apache-2.0 */
#include "args.h"
#include "words.h"
#include "number.h"
#include <string.h>

#define HOUR_PS (UINT64_C(3600) * 1000000000000)

bool args_number(const char *text, uint64_t *v)
{
	char *end;

	return !number_read(text, &end, v) && !*end;
}

bool args_time(const char *text, uint64_t *ps)
{
	if (*text && !text[strspn(text, "0")]) {
		*ps = 0;
		return true;
	}
	return !number_time(text, 1000, ps) && *ps <= HOUR_PS;
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
	return words_split(line, " \t\r\n", words, ARGS_WORDS);
}

const char *args_value(const char *word, const char *name)
{
	const size_t n = strlen(name);

	return strncmp(word, name, n) == 0 && word[n] == '=' ? word + n + 1 : NULL;
}
