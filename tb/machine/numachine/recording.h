/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_RECORDING_H
#define NM_RECORDING_H
/*
 * Recorded programs for the NUMAchine's processors.
 *
 * Recordings of librecord (sw/lib/memtrace.h): each thread is executed by a processor of its
 * own, thread 0 of the first recording in station 0, the next in station 1, and so on; more
 * than 64 threads share processors. Accesses and synchronisation take place in the order of
 * memtrace_play(): a processor that must wait for another one asks again every 20 clocks. A
 * lock, barrier or condition is a write to its address. The phase is the number of the thread,
 * modulo 16.
 *
 * Recordings of valgrind's lackey (tb/machine/lackey.h), which does not tell threads apart: one
 * for each processor, from processor 0 on; or a single one whose markers say which of four
 * nodes does what, for the first processor of stations 0 to 3; one without markers is executed
 * by processor 0. Fetches of instructions take a clock each. A barrier of the recording is one
 * of the machine, and the next phase begins behind it.
 *
 * Pages of 16 KB get memory of their own for each recording, in the order in which they are
 * first used, or that of memtrace_layout_open(); memory that recorded processes shared is
 * shared.
 */
#include "machine.h"

struct recording;

/*
 * Sets what runs in @cfg; at most @most references of each processor, 0: all. NULL and *error
 * (valid until the next call): *file, one of @path, cannot be read, or, with NULL there, no
 * memory or too many files.
 */
struct recording *recording_open(char *const *path, unsigned int files, uint64_t most,
				 struct machine_config *cfg, const char **file,
				 const char **error);
void recording_close(struct recording *r);
/* After an error in a file, at which its processor has ended, or the end of a file with nothing
 * to play: "file:line: reason" or "file: reason"; or NULL. */
const char *recording_error(const struct recording *r);

#endif
