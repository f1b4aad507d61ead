/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SURVEY_H
#define SURVEY_H
/*
 * First pass over a recording: how much of what it holds, and which pages its program
 * writes most. Memory grows with the number of pages written, not with the file.
 */
#include "recorded.h"

struct survey {
	uint64_t instructions, loads, stores; /* a modify is a load and a store */
	uint64_t barriers;
	bool shared; /* by markers: the nodes have work of their own */
	/* inside */
	struct survey_page *page;
	size_t pages, slots;
};

/* Reads all of it. 0, -ENOMEM, or what @next returned. */
int survey_read(struct survey *s, recorded_source_fn *next, void *arg);
void survey_free(struct survey *s);
/* Stores into the page, by all nodes. */
uint64_t survey_stores(const struct survey *s, uint64_t page);
/*
 * Maps the @max busiest pages. In a recording by nodes a page goes to the node among 1
 * to 3 that writes it most; otherwise they are dealt to the senders in turn. Colors go
 * round with the rank. 0, or what pagemap_add() returned; pages that are mapped already
 * stay as they are.
 */
int survey_map(const struct survey *s, struct pagemap *m, size_t max);

#endif
