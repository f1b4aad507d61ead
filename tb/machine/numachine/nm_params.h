/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_PARAMS_H
#define NM_PARAMS_H
/* The constants of the NUMAchine: one table, nm_params.def. */
#include <stddef.h>
#include <stdint.h>

struct nm_params {
#define PARAM(name, value, unit, kind, source) uint32_t name;
#include "nm_params.def"
#undef PARAM
};

struct nm_params_entry {
	const char *name, *unit, *kind, *source;
	uint32_t value; /* value in the table */
	size_t offset;	/* in struct nm_params */
};

extern const struct nm_params_entry nm_params_table[];
extern const size_t nm_params_count;
void nm_params_defaults(struct nm_params *p);
/* Finds the constant of this name. NULL: there is none. */
uint32_t *nm_params_find(struct nm_params *p, const char *name);

#endif
