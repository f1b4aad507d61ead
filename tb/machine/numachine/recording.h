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
 * without markers is executed by processor 0. Instruction fetches take one clock each. A
 * barrier of the recording is a barrier of the machine, after which the next phase begins.
 *
 * Pages of 16 KB get memory of their own for each recording, in the order in which they are
 * first used, or that of memtrace_layout_open(); memory that recorded processes shared is
 * shared.
 */
#include "machine.h"

struct recording;

/*
 * Sets the workload in @cfg; at most @most references of each processor, 0: all. On an error
 * returns NULL and a message in *error (valid until the next call): *file, one of @path, cannot
 * be read or, if *file is NULL, there is no memory or there are too many files.
 */
struct recording *recording_open(char *const *path, unsigned int files, uint64_t most,
				 struct machine_config *cfg, const char **file,
				 const char **error);
void recording_close(struct recording *r);
/* The message for an error in a file, at which its processor has ended, or for a file without
 * accesses: "file:line: reason" or "file: reason". NULL: no error. */
const char *recording_error(const struct recording *r);

#endif
