/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_phases.h"
#include <errno.h>
#include <stdlib.h>

#define WINDOWS 32u
#define WINDOW_LEAST (NM_PHASES_ACCESSES / WINDOWS) /* accesses */
#define PHASE_LEAST 3u				    /* windows */
/* Maximum number of windows in which one pattern replaces the other: the change falls into one,
 * and threads reach it at different times. */
#define CHANGE_MOST 2u

/* Accesses that are judged together. */
struct part {
	struct nm_words *words;
	enum nm_pattern pattern;
	uint64_t from;
	unsigned int first, after; /* windows */
	uint64_t threads;	   /* that use the object, one bit each, modulo 64 */
};

struct nm_phases {
	unsigned int line_bytes;
	uint64_t each; /* accesses of a window */
	uint64_t added;
	struct part window[WINDOWS], phase[NM_PHASES_MOST];
	unsigned int phases;
	bool confirms;
};

struct nm_phases *nm_phases_open(unsigned int line_bytes, uint64_t accesses)
{
	struct nm_phases *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	p->line_bytes = line_bytes;
	p->each = accesses / WINDOWS;
	return p;
}

void nm_phases_close(struct nm_phases *p)
{
	for (unsigned int i = 0; p && i < WINDOWS; i++)
		nm_words_close(p->window[i].words);
	for (unsigned int i = 0; p && i < NM_PHASES_MOST; i++)
		nm_words_close(p->phase[i].words);
	free(p);
}

/* Judges the accesses of a part. */
static void judge(struct part *part)
{
	const struct nm_words_line *const *line;
	struct nm_words_line sum = {0};
	struct nm_diagnosis d;
	size_t n;

	if (!part->words)
		return;
	nm_words_finish(part->words);
	n = nm_words_lines(part->words, &line);
	for (size_t i = 0; i < n; i++)
		nm_words_add(&sum, line[i]);
	nm_diagnose_words(&d, &sum);
	/* a thread that uses the object most is not the only one */
	part->pattern = d.pattern == NM_PRIVATE && sum.threads > 1 ? NM_UNDECIDED : d.pattern;
	nm_words_close(part->words);
	part->words = NULL;
}

/* Returns the part that the next access belongs to; NULL: none. */
static struct part *part_of(struct nm_phases *p)
{
	const uint64_t w = p->each < WINDOW_LEAST ? WINDOWS : p->added / p->each;

	if (!p->confirms)
		return w < WINDOWS ? &p->window[w] : NULL;
	for (unsigned int i = 0; i < p->phases; i++)
		if (w >= p->phase[i].first && w < p->phase[i].after)
			return &p->phase[i];
	return NULL;
}

int nm_phases_access(struct nm_phases *p, uint32_t thread, uint64_t addr, uint64_t size,
		     bool writes, uint64_t when)
{
	struct part *part = part_of(p);

	p->added++;
	if (!part)
		return 0;
	if (!part->words) {
		part->words = nm_words_open(p->line_bytes);
		if (!part->words)
			return -ENOMEM;
		part->from = when;
		if (!p->confirms && part > p->window)
			judge(part - 1);
	}
	part->threads |= UINT64_C(1) << thread % 64;
	return nm_words_access(part->words, thread, addr, size, writes, false, 0, 0);
}

/* Returns the end of the windows from @at on that have the same verdict. */
static unsigned int same(const struct nm_phases *p, unsigned int at)
{
	unsigned int i = at;

	while (i < WINDOWS && p->window[i].pattern == p->window[at].pattern)
		i++;
	return i;
}

/* Finds phases by the verdicts of the windows. */
static bool find(struct nm_phases *p)
{
	struct part *last = NULL;

	p->phases = 0;
	for (unsigned int i = 0, end; i < WINDOWS; i = end) {
		const enum nm_pattern pattern = p->window[i].pattern;

		end = same(p, i);
		if (!pattern || end - i < PHASE_LEAST)
			continue;
		if (i - (last ? last->after : 0) > CHANGE_MOST)
			return false;
		if (last && last->pattern == pattern) {
			last->after = end;
			continue;
		}
		if (p->phases == NM_PHASES_MOST)
			return false;
		last = &p->phase[p->phases++];
		*last = (struct part){.pattern = pattern,
				      .first = i,
				      .after = end,
				      .from = p->window[i].from};
	}
	return p->phases > 1 && WINDOWS - last->after <= CHANGE_MOST;
}

/* Returns whether threads that begin late or end early can be the reason why two phases
 * differ. */
static bool by_threads(const struct part *a, const struct part *b)
{
	const uint64_t both = a->threads & b->threads;

	return a->threads != b->threads && (!both || both == a->threads || both == b->threads);
}

int nm_phases_finish(struct nm_phases *p)
{
	bool confirmed = true;
	unsigned int n = 0;

	p->added = 0;
	if (!p->confirms) {
		judge(&p->window[WINDOWS - 1]);
		p->confirms = p->each >= WINDOW_LEAST && find(p);
		if (!p->confirms)
			p->phases = 0;
		return p->confirms;
	}
	for (unsigned int i = 0; i < p->phases; i++) {
		struct part *part = &p->phase[i], *last = n ? &p->phase[n - 1] : NULL;
		const enum nm_pattern of_windows = part->pattern;

		judge(part);
		confirmed &= part->pattern == of_windows;
		if (of_windows == NM_PRIVATE || (last && last->pattern == of_windows))
			continue;
		confirmed &= !last || !by_threads(last, part);
		p->phase[n++] = *part;
	}
	p->phases = confirmed && n > 1 ? n : 0;
	return 0;
}

unsigned int nm_phases_found(const struct nm_phases *p, struct nm_phase phase[NM_PHASES_MOST])
{
	for (unsigned int i = 0; i < p->phases; i++)
		phase[i] = (struct nm_phase){p->phase[i].pattern, p->phase[i].from};
	return p->phases;
}
