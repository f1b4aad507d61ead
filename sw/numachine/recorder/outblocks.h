/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RECORDER_OUTBLOCKS_H
#define RECORDER_OUTBLOCKS_H
/*
 * Writes the recording of a process: blocks of events, and the information at its end
 * (memtrace.h). One thread at a time may call these functions, which call none that a recorded
 * program may have replaced.
 */
#include "memtrace.h"
/* the output layer of the tools, with names that no user's program defines */
#define outfile_open recorder_outfile_open
#define outfile_commit recorder_outfile_commit
#define outfile_abort recorder_outfile_abort
#define outfile_move recorder_outfile_move
#include "outfile.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Size of the contents of a block; packed, they stay well below the limit. */
#define RECORDER_CONTENTS (MEMTRACE_CONTENTS / 2)
#define RECORDER_LONGEST 4095u /* bytes of a path or name that are written */

/* Creates the file and writes its header. Returns 0 or a negative errno value. */
int recorder_out_open(const char *path, pid_t process);
bool recorder_out_is_open(void);
/* Returns whether a block could not be written; what follows is discarded. */
bool recorder_out_failed(void);
void recorder_out_block(enum memtrace_block kind, uint32_t thread, const uint8_t *contents,
			size_t size, uint32_t events);
/* Writes the end block and gives the file its name. @incomplete: 0 or an errno value. Returns
 * 0 or a negative errno value. */
int recorder_out_close(uint32_t threads, int incomplete);
void recorder_out_abort(void);	/* removes the file */
void recorder_out_forget(void); /* in a child process: the file is the parent's */

/* ---- information ---- */

void recorder_out_item(enum memtrace_item kind, const uint64_t *number, unsigned int n);
/* Adds bytes to the item, at most RECORDER_LONGEST. */
void recorder_out_bytes(const void *from, size_t n);
/* Writes items that are coded already, at most RECORDER_LONGEST bytes. */
void recorder_out_items(const uint8_t *items, size_t n);
/* Writes a module and its variables. @local: where its thread-local variables are, relative to
 * a thread's base; 0: unknown, or it has none. */
void recorder_out_module(const char *path, uint64_t base, const uint8_t *id, size_t id_bytes,
			 uint64_t local);
/* Writes the memory that is shared with other processes; @fd: the
 * contents of /proc/PID/maps. */
void recorder_out_maps(int fd);

#endif
