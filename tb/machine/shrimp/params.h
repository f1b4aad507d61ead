/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARAMS_H
#define PARAMS_H
/* The constants of the SHRIMP multicomputer: one table, params.def. */
#include <stddef.h>
#include <stdint.h>

struct params {
#define PARAM(name, value, unit, kind, source) uint64_t name;
#include "params.def"
#undef PARAM
};

struct params_entry {
	const char *name, *unit, *kind, *source;
	uint64_t value; /* as published in the table */
	size_t offset;	/* in struct params */
};

extern const struct params_entry params_table[];
extern const size_t params_count;
void params_defaults(struct params *p);
/* Finds the constant of this name, for sensitivities and ablations. NULL: there is none. */
uint64_t *params_find(struct params *p, const char *name);

#endif
