/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPARSE_H
#define SPARSE_H
/*
 * A sparse memory of 32-bit words: pages are allocated at the first write, all other words have
 * a default value. The default is the fill value or, before the first fill, a pattern made from
 * the index, because DRAM powers up with no defined value.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define SPARSE_PAGE 1024 /* words */

struct sparse {
	uint32_t words; /* a power of two, at least a page; 0: no memory */
	bool filled;
	uint32_t fill;
	uint32_t **page;
};

/* Value of word @i at power-up. */
static inline uint32_t sparse_pattern(uint32_t i)
{
	return ((i + 1) * 2654435761u) ^ 0xDEAD0000u;
}

static inline uint32_t sparse_rule(const struct sparse *m, uint32_t i)
{
	return m->filled ? m->fill : sparse_pattern(i);
}

/* 0 or -ENOMEM. */
static inline int sparse_init(struct sparse *m, uint32_t words)
{
	*m = (struct sparse){.words = words};
	if (words)
		m->page = calloc(words / SPARSE_PAGE, sizeof(*m->page));
	if (words && !m->page) {
		m->words = 0;
		return -ENOMEM;
	}
	return 0;
}

static inline void sparse_drop(struct sparse *m)
{
	for (uint32_t p = 0; p < m->words / SPARSE_PAGE; p++) {
		free(m->page[p]);
		m->page[p] = NULL;
	}
}

static inline void sparse_free(struct sparse *m)
{
	sparse_drop(m);
	free(m->page);
	*m = (struct sparse){0};
}

static inline void sparse_fill(struct sparse *m, uint32_t value)
{
	sparse_drop(m);
	m->filled = true;
	m->fill = value;
}

/* Returns word @i, modulo the size. A memory of size 0 reads all ones. */
static inline uint32_t sparse_get(const struct sparse *m, uint32_t i)
{
	const uint32_t *page;

	if (!m->words)
		return UINT32_MAX;
	i &= m->words - 1;
	page = m->page[i / SPARSE_PAGE];
	return page ? page[i % SPARSE_PAGE] : sparse_rule(m, i);
}

/* 0 or -ENOMEM. */
static inline int sparse_put(struct sparse *m, uint32_t i, uint32_t value)
{
	uint32_t **page;

	if (!m->words)
		return 0;
	i &= m->words - 1;
	page = &m->page[i / SPARSE_PAGE];
	if (!*page) {
		const uint32_t first = i - i % SPARSE_PAGE;

		if (value == sparse_rule(m, i))
			return 0;
		*page = malloc(SPARSE_PAGE * sizeof(**page));
		if (!*page)
			return -ENOMEM;
		for (uint32_t k = 0; k < SPARSE_PAGE; k++)
			(*page)[k] = sparse_rule(m, first + k);
	}
	(*page)[i % SPARSE_PAGE] = value;
	return 0;
}

/* Calls fn for each word that differs from its default, ascending. */
static inline void sparse_each(const struct sparse *m, void (*fn)(void *, uint32_t, uint32_t),
			       void *arg)
{
	for (uint32_t p = 0; p < m->words / SPARSE_PAGE; p++) {
		const uint32_t *page = m->page[p];

		for (uint32_t k = 0; page && k < SPARSE_PAGE; k++) {
			const uint32_t i = p * SPARSE_PAGE + k;

			if (page[k] != sparse_rule(m, i))
				fn(arg, i, page[k]);
		}
	}
}

#endif
