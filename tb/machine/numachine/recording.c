/* SPDX-License-Identifier: Apache-2.0 */
#include "recording.h"
#include "lackey.h"
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_BITS 14
#define PAGES (1u << (28 - PAGE_BITS)) /* of memory */
#define NODES 4u
#define THINK_MOST 200u /* clocks of instructions before an access */

struct stream {
	struct lackey *file;
	unsigned int node; /* 1..4: takes that one's part; 0: everything */
	bool mine;
	bool marked; /* a marker was read */
	uint8_t phase;
	uint64_t left;
};

struct page {
	uint64_t virtual;
	uint32_t memory;
};

struct recording {
	struct stream stream[MACHINE_PROCESSORS];
	void *page; /* a tree of struct page, by virtual page */
	uint32_t pages;
	char error[512];
};

static int by_virtual(const void *a, const void *b)
{
	const uint64_t x = ((const struct page *)a)->virtual,
		       y = ((const struct page *)b)->virtual;

	return (x > y) - (x < y);
}

/* Memory of a page: the next one when it is new; there is no end of memory, it wraps. -ENOMEM.
 */
static int64_t page_of(struct recording *r, uint64_t virtual)
{
	struct page key = {virtual, 0}, *new;
	struct page **found = tfind(&key, &r->page, by_virtual);

	if (found)
		return (*found)->memory;
	new = malloc(sizeof(*new));
	if (!new)
		return -ENOMEM;
	*new = (struct page){virtual, r->pages % PAGES};
	if (!tsearch(new, &r->page, by_virtual)) {
		free(new);
		return -ENOMEM;
	}
	r->pages++;
	return new->memory;
}

static void marker(struct stream *s, uint32_t which, struct machine_ref *ref, bool *done)
{
	if (which == LACKEY_START)
		s->mine = true;
	else if (which >= LACKEY_NODE && which < LACKEY_NODE + NODES)
		s->mine = !s->node || which == s->node;
	else if (which == LACKEY_BARRIER) {
		*ref = (struct machine_ref){.kind = MACHINE_BARRIER, .phase = s->phase};
		s->phase = (s->phase + 1) & 15;
		*done = true;
	}
}

/* What is wrong with a file that was read to its end; NULL: nothing. */
static const char *useless(const struct stream *s)
{
	if (lackey_lines(s->file) == lackey_skipped(s->file))
		return "no line of it is one of valgrind's lackey";
	if (s->node && !s->marked)
		return "it has no markers of nodes; give a recording for each processor";
	return NULL;
}

static bool next(void *arg, unsigned int p, struct machine_ref *ref)
{
	struct recording *r = arg;
	struct stream *s = &r->stream[p];
	struct lackey_access a;
	uint32_t clocks = 0;
	bool done = false;
	int64_t page;
	int n;

	while (s->file && s->left) {
		n = lackey_next(s->file, &a);
		if (n < 0)
			strncpy(r->error, lackey_error(s->file), sizeof(r->error) - 1);
		else if (!n && useless(s))
			snprintf(r->error, sizeof(r->error), "%s: %s", lackey_path(s->file),
				 useless(s));
		if (n <= 0)
			return false;
		if (a.kind == LACKEY_MARKER) {
			s->marked = true;
			marker(s, a.size, ref, &done);
			if (done)
				return true;
			continue;
		}
		if (!s->mine)
			continue;
		if (a.kind == LACKEY_INSTR) {
			clocks += clocks < THINK_MOST;
			continue;
		}
		s->left--;
		page = page_of(r, a.addr >> PAGE_BITS);
		if (page < 0) {
			strncpy(r->error, strerror((int)-page), sizeof(r->error) - 1);
			return false;
		}
		*ref = (struct machine_ref){
			.kind = a.kind == LACKEY_LOAD ? MACHINE_READ : MACHINE_WRITE,
			.addr = (uint32_t)page << PAGE_BITS |
				(uint32_t)(a.addr & ((1u << PAGE_BITS) - 1)),
			.phase = s->phase,
			.clocks = clocks};
		return true;
	}
	return false;
}

struct recording *recording_open(char *const *path, unsigned int files, uint64_t most,
				 struct machine_config *cfg, const char **file,
				 const char **error)
{
	struct recording *r = calloc(1, sizeof(*r));
	const bool shared = files == 1;
	int err;

	*file = NULL;
	*error = "no memory";
	if (!r)
		return NULL;
	*error = "one recording, or one for each of up to 64 processors";
	if (!files || files > MACHINE_PROCESSORS)
		goto fail;
	for (unsigned int i = 0; i < (shared ? NODES : files); i++) {
		struct stream *s = &r->stream[shared ? 4 * i : i];

		err = lackey_open(&s->file, path[shared ? 0 : i]);
		if (err) {
			*file = path[shared ? 0 : i];
			*error = strerror(-err);
			goto fail;
		}
		s->node = shared ? i + 1 : 0;
		s->mine = true;
		s->left = most ? most : UINT64_MAX;
		if (shared)
			lackey_from_marker(s->file);
	}
	cfg->next = next;
	cfg->arg = r;
	return r;
fail:
	recording_close(r);
	return NULL;
}

void recording_close(struct recording *r)
{
	if (!r)
		return;
	for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++)
		if (r->stream[p].file)
			lackey_close(r->stream[p].file);
	tdestroy(r->page, free);
	free(r);
}

const char *recording_error(const struct recording *r)
{
	return r->error[0] ? r->error : NULL;
}
