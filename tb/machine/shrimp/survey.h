/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SURVEY_H
#define SURVEY_H
/*
 * The first pass over a recording: it counts the accesses and finds the pages that the program
 * writes most. Memory use grows with the number of pages written, not with the file.
 */
#include "recorded.h"

struct survey {
	uint64_t instructions, loads, stores; /* a modify is a load and a store */
	uint64_t barriers;
	bool shared; /* the recording has markers that divide the work between nodes */
	/* private */
	struct survey_page *page;
	size_t pages, slots;
};

/* Reads the whole recording. 0, -ENOMEM, or the error of @next. */
int survey_read(struct survey *s, recorded_source_fn *next, void *arg);
void survey_free(struct survey *s);
/* Returns the number of stores to the page by all nodes. */
uint64_t survey_stores(const struct survey *s, uint64_t page);
/*
 * Maps the @max busiest pages. In a recording divided between nodes a page is assigned to the
 * node among 1 to 3 that writes it most; otherwise pages are assigned to the senders in turn.
 * Colors are assigned in turn. Returns 0, or the error of pagemap_add(); pages that are already
 * mapped are not changed.
 */
int survey_map(const struct survey *s, struct pagemap *m, size_t max);

#endif
