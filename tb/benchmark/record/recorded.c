/* SPDX-License-Identifier: Apache-2.0 */
#include "recorded.h"
#include "memtrace.h"
#include "starts_with.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NONE 15u
#define LEAST 8u /* bytes of an object */

struct function {
	uint64_t start, end; /* addresses in the recorded process */
	char name[48];
};

struct recorded {
	struct memtrace *m;
	struct function function[NONE];
	unsigned int functions;
};

static bool is_plain(const char *name)
{
	return name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				 "0123456789_")] == 0;
}

/* The functions of the program itself, which nm(1) lists by size: the largest ones get
 * numbers. */
static void read_functions(struct recorded *d, const struct memtrace_module *module)
{
	unsigned long long start, size;
	char command[4200], line[512], name[48], type;
	FILE *f;

	snprintf(command, sizeof(command), "nm -S --size-sort -r --defined-only -- '%s'",
		 module->path);
	f = strchr(module->path, '\'') ? NULL : popen(command, "r");
	if (!f)
		return;
	while (d->functions < NONE && fgets(line, sizeof(line), f)) {
		struct function *g = &d->function[d->functions];

		if (sscanf(line, "%llx %llx %c %47s", &start, &size, &type, name) != 4 ||
		    !strchr("tT", type) || !is_plain(name) || name[0] == '_' ||
		    starts_with(name, "rec_"))
			continue;
		g->start = module->base + start;
		g->end = g->start + size;
		memcpy(g->name, name, sizeof(name));
		d->functions++;
	}
	pclose(f);
}

static void name_objects(struct recorded *d, struct run *r)
{
	const struct memtrace_info *i = memtrace_info(d->m);
	struct memtrace_layout *layout;

	if (memtrace_layout_open(&layout, &d->m, 1))
		return;
	for (size_t k = 0; k < i->symbols && r->objects < RUN_OBJECTS; k++) {
		const struct memtrace_symbol *s = &i->symbol[k];
		const uint64_t at = memtrace_physical(layout, 0, s->addr);
		struct run_object *o = &r->object[r->objects];

		if (at == UINT64_MAX || s->size < LEAST || !is_plain(s->name) ||
		    s->name[0] == '_' || strlen(s->name) >= sizeof(o->name))
			continue;
		strcpy(o->name, s->name);
		o->start = (uint32_t)at;
		o->bytes = (uint32_t)s->size;
		o->class = 1 + r->objects % (RUN_CLASSES - 1);
		r->objects++;
	}
	memtrace_layout_close(layout);
}

struct recorded *recorded_open(const char *path, struct run *r)
{
	struct recorded *d = calloc(1, sizeof(*d));
	const char *name = strrchr(path, '/');
	char error[MEMTRACE_ERROR];

	if (!d || memtrace_open(&d->m, path, error)) {
		free(d);
		return NULL;
	}
	snprintf(r->program, sizeof(r->program), "%s", name ? name + 1 : path);
	r->program[strcspn(r->program, ".")] = 0;
	if (memtrace_info(d->m)->modules)
		read_functions(d, &memtrace_info(d->m)->module[0]);
	for (unsigned int i = 0; i < d->functions; i++)
		memcpy(r->function[i], d->function[i].name, sizeof(r->function[i]));
	strcpy(r->function[NONE], "other");
	r->objects = 0;
	name_objects(d, r);
	return d;
}

unsigned int recorded_function(const struct recorded *d, const struct recording *r,
			       unsigned int processor)
{
	const uint64_t pc = recording_at(r, processor)->pc;

	for (unsigned int i = 0; i < d->functions; i++)
		if (pc > d->function[i].start && pc <= d->function[i].end)
			return i;
	return NONE;
}

void recorded_close(struct recorded *d)
{
	if (!d)
		return;
	memtrace_close(d->m);
	free(d);
}
