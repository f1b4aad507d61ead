/* SPDX-License-Identifier: Apache-2.0 */
#include "places.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN 3 /* maximum number of names shown for a page */

/* Makes room for element @n, of @size bytes, of *@all. Returns it, or NULL. */
static void *one_more(void *all, size_t n, size_t size)
{
	return n & (n - 1) ? all : realloc(all, (n ? 2 * n : 1) * size);
}

static int add_allocation(struct places *p, const struct place_allocation *a)
{
	struct place_allocation *all = one_more(p->allocation, p->allocations, sizeof(*all));

	if (!all)
		return -ENOMEM;
	p->allocation = all;
	all[p->allocations++] = *a;
	return 0;
}

static int add_region(struct places *p, uint64_t addr, uint64_t end, const char *name)
{
	struct place_region *all = one_more(p->region, p->regions, sizeof(*all));

	if (!all)
		return -ENOMEM;
	p->region = all;
	all[p->regions] = (struct place_region){.addr = addr, .bytes = end - addr};
	snprintf(all[p->regions++].name, sizeof(all->name), "%s", name);
	return 0;
}

static int read_log(struct places *p, const char *path)
{
	char line[PATH_MAX + 128];
	FILE *f = fopen(path, "r");
	int err = 0;

	while (f && !err && fgets(line, sizeof(line), f)) {
		struct place_allocation a = {0};
		uint64_t end;
		int at = 0;

		line[strcspn(line, "\n")] = 0;
		if (sscanf(line, "region %" SCNx64 "-%" SCNx64 " %n", &a.addr, &end, &at) ==
		    2) {
			err = add_region(p, a.addr, end, line + at);
		} else if (sscanf(line, "%" SCNx64 " %" SCNx64 " %" SCNx64 " %n", &a.addr,
				  &a.bytes, &a.caller, &at) == 3) {
			snprintf(a.name, sizeof(a.name), "%s", line + at);
			err = add_allocation(p, &a);
		}
	}
	if (f)
		fclose(f);
	return err;
}

int places_open(struct places *p, const char *program, uint64_t entry, const char *log)
{
	int err;

	memset(p, 0, sizeof(*p));
	err = *program ? elf_open(&p->elf, program, entry) : 0;
	if (err == -ENOMEM)
		return err;
	return log ? read_log(p, log) : 0;
}

void places_close(struct places *p)
{
	elf_close(&p->elf);
	free(p->allocation);
	free(p->region);
	memset(p, 0, sizeof(*p));
}

static bool overlap(uint64_t a, uint64_t a_bytes, uint64_t b, uint64_t b_bytes)
{
	return a < b + b_bytes && b < a + a_bytes;
}

const char *places_caller(const struct places *p, const struct place_allocation *a)
{
	const struct elf_symbol *s = elf_find(&p->elf, a->caller);
	const char *slash = strrchr(a->name, '/');

	return s ? s->name : slash ? slash + 1 : *a->name ? a->name : "?";
}

static size_t add(char *text, size_t size, size_t n, const char *what)
{
	const int k = snprintf(text + n, size - n, "%s%s", n ? ", " : "", what);

	return k < 0 || (size_t)k >= size - n ? size - 1 : n + (size_t)k;
}

/* Describes the largest variables in the page. */
static size_t describe_variables(const struct places *p, uint64_t addr, uint64_t bytes,
				 char *text, size_t size)
{
	const struct elf_symbol *best[SHOWN] = {NULL};
	size_t n = 0, more = 0;
	char what[160];

	for (size_t i = 0; i < p->elf.count; i++) {
		const struct elf_symbol *s = &p->elf.symbol[i];

		if (s->function || !s->size || !overlap(s->addr, s->size, addr, bytes) ||
		    (i && s->addr == s[-1].addr && !strcmp(s->name, s[-1].name)))
			continue;
		for (unsigned int k = 0; k < SHOWN; k++)
			if (!best[k] || s->size > best[k]->size) {
				const struct elf_symbol *t = best[k];

				best[k] = s;
				s = t;
				if (!s)
					break;
			}
		more += s != NULL;
	}
	for (unsigned int k = 0; k < SHOWN && best[k]; k++) {
		const struct elf_symbol *s = best[k];

		if (s->size > bytes && addr > s->addr)
			snprintf(what, sizeof(what), "%.100s + %" PRIu64, s->name,
				 addr - s->addr);
		else
			snprintf(what, sizeof(what), "%.100s", s->name);
		n = add(text, size, n, what);
	}
	if (more)
		n = add(text, size, n, "and smaller ones");
	return n;
}

static void describe_region(const struct places *p, uint64_t addr, uint64_t bytes, char *text,
			    size_t size)
{
	for (size_t i = p->regions; i-- > 0;) { /* the last region at an address counts */
		const struct place_region *r = &p->region[i];

		if (overlap(r->addr, r->bytes, addr, bytes)) {
			if (!strcmp(r->name, "stack"))
				snprintf(text, size, "stack");
			else
				snprintf(text, size, "%s, + %" PRIu64, r->name,
					 addr > r->addr ? addr - r->addr : 0);
			return;
		}
	}
	snprintf(text, size, "heap or a library");
}

void places_describe(const struct places *p, uint64_t addr, uint64_t bytes, char *text,
		     size_t size)
{
	size_t n = describe_variables(p, addr, bytes, text, size);
	char what[256];

	/* the last allocation at an address counts, because earlier ones were freed */
	for (size_t i = p->allocations; i-- > 0 && !n;) {
		const struct place_allocation *a = &p->allocation[i];

		if (!overlap(a->addr, a->bytes, addr, bytes))
			continue;
		snprintf(what, sizeof(what), "%" PRIu64 " bytes allocated by %s, + %" PRIu64,
			 a->bytes, places_caller(p, a), addr > a->addr ? addr - a->addr : 0);
		n = add(text, size, n, what);
	}
	if (n)
		return;
	if (addr + bytes > p->elf.first && addr < p->elf.end)
		add(text, size, 0, "data of the program without a name");
	else
		describe_region(p, addr, bytes, text, size);
}

bool places_find(const struct places *p, const char *name, size_t nth, uint64_t *addr,
		 uint64_t *bytes)
{
	for (size_t i = 0; i < p->elf.count; i++) {
		const struct elf_symbol *s = &p->elf.symbol[i];

		if (s->function || !s->size || strcmp(s->name, name) || nth--)
			continue;
		*addr = s->addr;
		*bytes = s->size;
		return true;
	}
	for (size_t i = 0; i < p->allocations; i++) {
		const struct place_allocation *a = &p->allocation[i];

		if (strcmp(places_caller(p, a), name) || nth--)
			continue;
		*addr = a->addr;
		*bytes = a->bytes;
		return true;
	}
	return false;
}
