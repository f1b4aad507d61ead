/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_WORDS_H
#define NM_WORDS_H
/*
 * Which thread uses which bytes of which line, from the accesses of a recording. Each thread
 * has a cache without limits: a line is lost when another thread writes to it. A loss is
 * counted as true sharing if the thread uses, before it loses the line again, a byte that
 * another one has written meanwhile, and as false sharing otherwise.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Accesses of the same bytes from the same place. */
struct nm_words_use {
	uint32_t thread;
	uint16_t offset, size;
	bool writes, atomic;
	uint64_t pc, object; /* of the last argument of nm_words_access() */
	uint64_t count;
};

struct nm_words_line {
	uint64_t addr;
	unsigned int threads, readers, writers; /* that use it, read it, write to it */
	unsigned int
		users; /* threads with 5 % of the accesses or more, after nm_words_finish() */
	uint64_t reads, writes; /* accesses */
	/* Of the times that a thread gets a line again which another one took from it by
	 * writing: the thread uses what others wrote, or not. */
	uint64_t true_sharing, false_sharing;
	uint64_t after_read, without_read; /* writes that take a line from others, by whether
					    * the thread has read it since it got it */
	struct nm_words_use *use;
	size_t uses;
};

struct nm_words;

/* @line_bytes: a power of two up to 256. NULL: no memory, or a bad argument. */
struct nm_words *nm_words_open(unsigned int line_bytes);
void nm_words_close(struct nm_words *w);
/*
 * An access, in the order in which they happen; those that cross lines are divided. @object
 * distinguishes uses of the same bytes for different things, as heap blocks. -ENOMEM.
 */
int nm_words_access(struct nm_words *w, uint32_t thread, uint64_t addr, uint64_t size,
		    bool writes, bool atomic, uint64_t pc, uint64_t object);
/* After the last access. */
void nm_words_finish(struct nm_words *w);
/* NULL: nobody uses it. */
const struct nm_words_line *nm_words_find(const struct nm_words *w, uint64_t addr);
/* Adds what is counted of a line; of threads, readers and writers the largest number stays. */
void nm_words_add(struct nm_words_line *sum, const struct nm_words_line *l);
/* All lines, most transfers first, then by address. */
size_t nm_words_lines(const struct nm_words *w, const struct nm_words_line *const **line);

#ifdef __cplusplus
}
#endif

#endif
