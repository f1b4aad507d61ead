/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_RECORDING_H
#define NM_RECORDING_H
/*
 * Recorded programs for the NUMAchine's processors.
 *
 * Recordings of librecord (sw/lib/memtrace.h): each thread is executed by its own processor,
 * thread 0 of the first recording in station 0, the next in station 1, and so on; more than 64
 * threads share processors. Accesses and synchronisation take place in the order of
 * memtrace_play(): a processor that must wait for another one polls every 20 clocks. A lock,
 * barrier or condition is a write to its address. The phase is the number of the thread, modulo
 * 16.
 *
 * Recordings of valgrind's lackey (tb/machine/lackey.h), which does not distinguish threads:
 * one for each processor, from processor 0 on; or a single one whose markers assign the
 * accesses to four nodes, which are the first processors of stations 0 to 3. A recording
 * without markers is executed by processor 0. Instructions take one clock each. One that
 * modifies memory is a load and a store; an access is a reference to each line of 64 bytes that
 * it touches. A barrier of the recording is a barrier of the machine, after which the next
 * phase begins.
 *
 * Each recording has its own memory pages of 16 KB, assigned in the order of first use, or in
 * that of memtrace_layout_open(); memory that the recorded processes shared stays shared.
 */
#include "machine.h"
#include "memtrace.h"

struct recording;

/*
 * Sets the workload in @cfg; at most @most references of each processor, 0: all. On an error
 * returns NULL and a message in *error (valid until the next call): *file, one of @path, cannot
 * be read or, if *file is NULL, there is no memory or there are too many files.
 */
struct recording *recording_open(char *const *path, unsigned int files, uint64_t most,
				 struct machine_config *cfg, const char **file,
				 const char **error);
/* A range of a librecord recording's memory that is moved to another place. */
struct recording_range {
	uint32_t start, bytes; /* in the original placement */
	uint32_t to;	       /* new address in the machine, with the station in bits 31..28 */
	bool copy;	       /* reads by each station use a copy in its own memory, writes go
				* to the new address */
	/* Station + 1: references by other stations before the first one of this station are
	 * omitted, as if it initialised the memory then: it writes the lines that they would
	 * have written. 0: none. */
	uint8_t owner;
};

/* Moves memory before the machine runs; @range ascends without overlaps and is kept until
 * recording_close(). Returns 0 or -ENOMEM. */
int recording_place(struct recording *r, const struct recording_range *range, size_t ranges);
/* Omits the references before @from. */
void recording_from(struct recording *r, const struct memtrace_from *from);

/* The last reference of a processor. */
struct recording_at {
	uint32_t addr; /* in the original placement */
	int range;     /* number of the range that contains it, or -1 */
	uint64_t pc;   /* as in struct memtrace_event */
};
const struct recording_at *recording_at(const struct recording *r, unsigned int processor);

void recording_close(struct recording *r);
/* The number of accesses in recordings of librecord; *made receives the number begun so far. 0:
 * unknown, for recordings of lackey. */
uint64_t recording_accesses(const struct recording *r, uint64_t *made);
/* Returns the message for an error in a file, at which its processor has ended, or for a file
 * without accesses: "file:line: reason" or "file: reason". NULL: no error. */
const char *recording_error(const struct recording *r);

#endif
