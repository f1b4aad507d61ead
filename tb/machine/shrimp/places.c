/* SPDX-License-Identifier: Apache-2.0 */
#include "places.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define STACK_FROM UINT64_C(0x1ff0000000) /* of the first thread, under valgrind */
#define STACK_TO UINT64_C(0x2000000000)
#define SHOWN 3 /* names for a page */

static int read_log(struct places *p, const char *path)
{
	char line[512];
	FILE *f = fopen(path, "r");
	int err = 0;

	while (f && !err && fgets(line, sizeof(line), f)) {
		struct place_allocation a = {0}, *all;
		int pid, at = 0;

		if (sscanf(line, "%d %" SCNx64 " %" SCNx64 " %" SCNx64 " %n", &pid, &a.addr,
			   &a.bytes, &a.caller, &at) != 4)
			continue;
		line[strcspn(line, "\n")] = 0;
		snprintf(a.name, sizeof(a.name), "%s", line + at);
		all = realloc(p->allocation, (p->allocations + 1) * sizeof(*all));
		if (!all) {
			err = -ENOMEM;
			break;
		}
		p->allocation = all;
		all[p->allocations++] = a;
	}
	if (f)
		fclose(f);
	return err;
}

int places_open(struct places *p, const char *program, const char *log)
{
	int err;

	memset(p, 0, sizeof(*p));
	err = *program ? elf_open(&p->elf, program) : 0;
	if (err == -ENOMEM)
		return err;
	return log ? read_log(p, log) : 0;
}

void places_close(struct places *p)
{
	elf_close(&p->elf);
	free(p->allocation);
	memset(p, 0, sizeof(*p));
}

static bool overlap(uint64_t a, uint64_t a_bytes, uint64_t b, uint64_t b_bytes)
{
	return a < b + b_bytes && b < a + a_bytes;
}

static const char *caller_name(const struct places *p, const struct place_allocation *a)
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

/* Variables in the page, the largest ones. */
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

void places_describe(const struct places *p, uint64_t addr, uint64_t bytes, char *text,
		     size_t size)
{
	size_t n = describe_variables(p, addr, bytes, text, size);
	char what[256];

	/* the last of an address counts: earlier ones were freed */
	for (size_t i = p->allocations; i-- > 0 && !n;) {
		const struct place_allocation *a = &p->allocation[i];

		if (!overlap(a->addr, a->bytes, addr, bytes))
			continue;
		snprintf(what, sizeof(what), "%" PRIu64 " bytes allocated by %s, + %" PRIu64,
			 a->bytes, caller_name(p, a), addr > a->addr ? addr - a->addr : 0);
		n = add(text, size, n, what);
	}
	if (n)
		return;
	if (addr >= STACK_FROM && addr < STACK_TO)
		add(text, size, 0, "stack");
	else if (addr + bytes > p->elf.first && addr < p->elf.end)
		add(text, size, 0, "data of the program without a name");
	else
		add(text, size, 0, "heap or a library");
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

		if (strcmp(caller_name(p, a), name) || nth--)
			continue;
		*addr = a->addr;
		*bytes = a->bytes;
		return true;
	}
	return false;
}
