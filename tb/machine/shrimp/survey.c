/* SPDX-License-Identifier: Apache-2.0 */
#include "survey.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define EMPTY UINT64_MAX

struct survey_page {
	uint64_t page;
	uint64_t stores[RECORDED_NODES];
};

static struct survey_page *find(struct survey_page *table, size_t slots, uint64_t page)
{
	size_t i = (page / PAGE_BYTES * 0x9E3779B97F4A7C15u >> 32) & (slots - 1);

	while (table[i].page != EMPTY && table[i].page != page)
		i = (i + 1) & (slots - 1);
	return &table[i];
}

static struct survey_page *table_new(size_t slots)
{
	struct survey_page *t = calloc(slots, sizeof(*t));

	for (size_t i = 0; t && i < slots; i++)
		t[i].page = EMPTY;
	return t;
}

static int count(struct survey *s, uint64_t page, unsigned int node)
{
	struct survey_page *p;

	if (2 * (s->pages + 1) > s->slots) {
		size_t slots = s->slots ? 2 * s->slots : 1024;
		struct survey_page *t = table_new(slots);

		if (!t)
			return -ENOMEM;
		for (size_t i = 0; i < s->slots; i++)
			if (s->page[i].page != EMPTY)
				*find(t, slots, s->page[i].page) = s->page[i];
		free(s->page);
		s->page = t;
		s->slots = slots;
	}
	p = find(s->page, s->slots, page);
	if (p->page == EMPTY) {
		p->page = page;
		s->pages++;
	}
	p->stores[node]++;
	return 0;
}

int survey_read(struct survey *s, recorded_source_fn *next, void *arg)
{
	struct lackey_access a;
	unsigned int node = 0;
	int r;

	*s = (struct survey){0};
	while ((r = next(arg, &a)) > 0) {
		uint64_t page = a.addr & ~(uint64_t)(PAGE_BYTES - 1);

		switch (a.kind) {
		case LACKEY_INSTR:
			s->instructions += a.count;
			continue;
		case LACKEY_LOAD:
			s->loads++;
			continue;
		case LACKEY_MARKER:
			s->barriers += a.size == LACKEY_BARRIER;
			if (a.size == LACKEY_START) {
				node = 0;
			} else if (a.size >= LACKEY_NODE &&
				   a.size < LACKEY_NODE + RECORDED_NODES) {
				node = a.size - LACKEY_NODE;
				s->shared = true;
			}
			continue;
		case LACKEY_MODIFY:
			s->loads++;
			break;
		case LACKEY_STORE:
			break;
		}
		s->stores++;
		r = count(s, page, node);
		if (!r && ((a.addr + a.size - 1) & ~(uint64_t)(PAGE_BYTES - 1)) != page)
			r = count(s, page + PAGE_BYTES, node);
		if (r)
			break;
	}
	if (r)
		survey_free(s);
	return r;
}

uint64_t survey_stores(const struct survey *s, uint64_t page)
{
	uint64_t n = 0;

	if (!s->slots)
		return 0;
	for (unsigned int i = 0; i < RECORDED_NODES; i++)
		n += find(s->page, s->slots, page)->stores[i];
	return n;
}

void survey_free(struct survey *s)
{
	free(s->page);
	s->page = NULL;
	s->pages = s->slots = 0;
}

struct rank {
	uint64_t page, stores;
	unsigned int sender; /* 0: any */
};

/* Orders pages by stores, most first; equal ones by address, so that the order is always the
 * same. */
static int busier(const void *a, const void *b)
{
	const struct rank *x = a, *y = b;

	if (x->stores != y->stores)
		return x->stores < y->stores ? 1 : -1;
	return x->page < y->page ? -1 : x->page > y->page;
}

int survey_map(const struct survey *s, struct pagemap *m, size_t max)
{
	struct rank *r = calloc(s->pages ? s->pages : 1, sizeof(*r));
	size_t n = 0;
	int err = 0;

	if (!r)
		return -ENOMEM;
	for (size_t i = 0; i < s->slots; i++) {
		const struct survey_page *p = &s->page[i];

		if (p->page == EMPTY)
			continue;
		r[n] = (struct rank){p->page, p->stores[0], 0};
		if (s->shared) {
			r[n].stores = 0;
			for (unsigned int k = 1; k < RECORDED_NODES; k++) {
				if (p->stores[k] <= r[n].stores)
					continue;
				r[n].stores = p->stores[k];
				r[n].sender = k;
			}
		}
		n += r[n].stores != 0;
	}
	qsort(r, n, sizeof(*r), busier);
	for (size_t i = 0; i < n && i < max && !err; i++) {
		err = pagemap_add(m, r[i].page,
				  r[i].sender ? r[i].sender
					      : 1 + (unsigned int)(i % PAGEMAP_SENDERS),
				  (unsigned int)(i % 16), false);
		if (err == -EEXIST)
			err = 0;
	}
	free(r);
	return err;
}
