/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_params.h"
#include <string.h>

const struct nm_params_entry nm_params_table[] = {
#define PARAM(name, value, unit, kind, source) \
	{#name, unit, kind, source, value, offsetof(struct nm_params, name)},
#include "nm_params.def"
#undef PARAM
};

const size_t nm_params_count = sizeof(nm_params_table) / sizeof(nm_params_table[0]);

uint32_t *nm_params_find(struct nm_params *p, const char *name)
{
	for (size_t i = 0; i < nm_params_count; i++)
		if (!strcmp(nm_params_table[i].name, name))
			return (uint32_t *)((char *)p + nm_params_table[i].offset);
	return NULL;
}

void nm_params_defaults(struct nm_params *p)
{
	for (size_t i = 0; i < nm_params_count; i++)
		*nm_params_find(p, nm_params_table[i].name) = nm_params_table[i].value;
}
