/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_WORDS_H
#define NM_WORDS_H
/*
 * Determines from a recording which thread uses which bytes of which line. Each thread is
 * assumed to have an unlimited cache, from which a line is lost when another thread writes to
 * it. Getting a lost line back is a transfer. It counts as true sharing if the thread, before
 * it loses the line again, uses a byte that another thread has written since the thread last
 * used that byte. Otherwise it counts as false sharing: it would not take place if each byte
 * had a line of its own.
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
	uint64_t pc, object; /* members of the last argument of nm_words_access() */
	uint64_t count;
};

struct nm_words_line {
	uint64_t addr;
	unsigned int threads, readers, writers; /* number of threads that use the line, read it,
						 * write to it */
	unsigned int users; /* number of threads with at least 5 % of the accesses; valid after
			     * nm_words_finish() */
	uint64_t reads, writes;		      /* accesses */
	uint64_t true_sharing, false_sharing; /* transfers */
	/* number of transfers of true sharing in lines whose shared words have different
	 * writers, like the two indices of a queue */
	uint64_t crossed;
	uint64_t only_read; /* number of transfers after which the thread did not write to the
			     * line */
	/* number of threads that repeatedly write the bytes through which data pass to
	 * others */
	unsigned int senders;
	unsigned int lines; /* number of lines with transfers: 1, or more in a sum */
	/* number of writes that take a line from others after the thread has read it, and
	 * without reading it first */
	uint64_t after_read, without_read;
	/* number of reads that were the first access of a thread after it had got a lock, in a
	 * program whose threads wait for conditions; see nm_words_gate() */
	uint64_t gates;
	struct nm_words_use *use;
	size_t uses;
};

struct nm_words;

/* Opens an analysis. @line_bytes: a power of two up to 256. Returns NULL: no memory, or a bad
 * argument. */
struct nm_words *nm_words_open(unsigned int line_bytes);
void nm_words_close(struct nm_words *w);
/*
 * Adds an access; accesses must be added in the order in which they happen. Accesses that cross
 * lines are divided. @object distinguishes uses of the same bytes for different objects, such
 * as heap blocks. Returns 0 or -ENOMEM.
 */
int nm_words_access(struct nm_words *w, uint32_t thread, uint64_t addr, uint64_t size,
		    bool writes, bool atomic, uint64_t pc, uint64_t object);
/* Counts a read of member gates in the line of @addr: to be called after the read, if it is the
 * first access of its thread after it has got a lock. */
void nm_words_gate(struct nm_words *w, uint64_t addr);
/* Returns another number for the object of a use. */
typedef uint64_t nm_words_object(void *arg, const struct nm_words_line *l,
				 const struct nm_words_use *u);
/* Replaces the objects of lines that several threads use by what @of returns; uses that are
 * equal then become one. */
void nm_words_replace(struct nm_words *w, nm_words_object *of, void *arg);
/* Must be called after the last access. */
void nm_words_finish(struct nm_words *w);
/* Returns the line of an address; NULL: no thread uses it. */
const struct nm_words_line *nm_words_find(const struct nm_words *w, uint64_t addr);
/* Adds the counts of a line to @sum; threads, users, readers, writers and senders become the
 * maximum of both. */
void nm_words_add(struct nm_words_line *sum, const struct nm_words_line *l);
/* Returns all lines, sorted by number of transfers (most first), then by address, and their
 * number. */
size_t nm_words_lines(const struct nm_words *w, const struct nm_words_line *const **line);

#ifdef __cplusplus
}
#endif

#endif
