/* SPDX-License-Identifier: Apache-2.0 */
#include "params.h"
#include <string.h>

const struct params_entry params_table[] = {
#define PARAM(name, value, unit, kind, source) \
	{#name, unit, kind, source, value, offsetof(struct params, name)},
#include "params.def"
#undef PARAM
};

const size_t params_count = sizeof(params_table) / sizeof(params_table[0]);

uint64_t *params_find(struct params *p, const char *name)
{
	for (size_t i = 0; i < params_count; i++)
		if (strcmp(params_table[i].name, name) == 0)
			return (uint64_t *)((char *)p + params_table[i].offset);
	return NULL;
}

void params_defaults(struct params *p)
{
	for (size_t i = 0; i < params_count; i++)
		*params_find(p, params_table[i].name) = params_table[i].value;
}
