/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_RECORDING_H
#define NM_RECORDING_H
/*
 * Recorded programs (tb/machine/lackey.h) for the NUMAchine's processors: one recording for
 * each, from processor 0 on; or a single one whose markers say which of four nodes does what,
 * for the first processor of stations 0 to 3. Loads are read, stores and modifies written;
 * fetches of instructions take a clock each. A barrier of the recording is one of the machine,
 * and the next phase begins behind it. Pages of 16 KB get memory in the order in which they
 * are first used, all recordings share them.
 */
#include "machine.h"

struct recording;

/*
 * Sets what runs in @cfg; at most @most references of each processor, 0: all. NULL and *error
 * (not to be freed): *file, one of @path, cannot be read, or, with NULL there, no memory
 * or too many files.
 */
struct recording *recording_open(char *const *path, unsigned int files, uint64_t most,
				 struct machine_config *cfg, const char **file,
				 const char **error);
void recording_close(struct recording *r);
/* After an error in a file, at which its processor has ended, or the end of a file with nothing
 * to play: "file:line: reason" or "file: reason"; or NULL. */
const char *recording_error(const struct recording *r);

#endif
