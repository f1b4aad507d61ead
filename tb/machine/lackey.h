/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LACKEY_H
#define LACKEY_H
/*
 * Reader of recordings made by recorder/memrec.c, and of the output of "valgrind --tool=lackey
 * --trace-mem=yes"; plain or compressed by gzip. It streams, so that memory use does not grow
 * with the file. What lackey prints:
 *
 *	I  04001090,3	instruction of 3 bytes
 *	 L 1ffefff008,8	load
 *	 S 1ffefff008,8	store
 *	 M 0421c7cc,4	modify: load and store of one instruction
 *
 * A line that does not begin like one of these (valgrind's own ==pid== lines,
 * output of the program) is skipped and counted.
 *
 * A program may write markers to its recording: sequences of eight stores that no
 * compiler generates by itself, see workload/marker.h.
 */
#include <stdbool.h>
#include <stdint.h>

#define LACKEY_BYTES_MAX 512 /* largest access that lackey reports */

enum lackey_kind {
	LACKEY_INSTR,
	LACKEY_LOAD,
	LACKEY_STORE,
	LACKEY_MODIFY,
	LACKEY_MARKER, /* @size is one of enum lackey_marker */
};

enum lackey_marker {
	LACKEY_STOP = 0,    /* accesses up to the next marker do not count */
	LACKEY_NODE = 1,    /* 1..4: the following accesses are the work of node 0..3 */
	LACKEY_BARRIER = 5, /* the nodes wait for each other */
	LACKEY_START = 6,   /* the following accesses are the work of every node */
	LACKEY_MARKERS = 8,
};

struct lackey_access {
	uint64_t addr;
	uint32_t size; /* bytes */
	enum lackey_kind kind;
	uint32_t count; /* LACKEY_INSTR: number of instructions; recordings of memrec do not
			 * contain their addresses: address 0, size 1 */
};

struct lackey;

/* Opens a recording. Returns 0 or a negative errno value. */
int lackey_open(struct lackey **l, const char *path);
void lackey_close(struct lackey *l);
/* Skips everything before the first LACKEY_START or LACKEY_NODE. */
void lackey_from_marker(struct lackey *l);
/*
 * Reads the next access. Returns 1, 0 at the end, -EBADMSG if a line or a record is malformed,
 * -EIO if the file cannot be read. The stores of a marker are returned before the marker, like
 * any other stores; accesses between LACKEY_STOP and the next marker are not returned. While it
 * skips many lines or accesses, it returns 0 instructions from time to time.
 */
int lackey_next(struct lackey *l, struct lackey_access *a);
/* Returns the message for an error: "file:line: what is wrong", or "file: record N: what is
 * wrong". */
const char *lackey_error(const struct lackey *l);

/* Calls fn periodically with the number of bytes of the file read so far and in total;
 * @total is 0 if the file is a pipe. */
typedef void lackey_progress_fn(void *arg, uint64_t done, uint64_t total);
void lackey_on_progress(struct lackey *l, lackey_progress_fn *fn, void *arg);
void lackey_position(struct lackey *l, uint64_t *done, uint64_t *total);
const char *lackey_path(const struct lackey *l); /* path given to the open function */
uint64_t lackey_lines(const struct lackey *l);	 /* lines or records read */
uint64_t lackey_skipped(const struct lackey *l); /* number of lines that are no access */

#endif
