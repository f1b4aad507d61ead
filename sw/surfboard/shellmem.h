/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHELLMEM_H
#define SHELLMEM_H
/*
 * Inside the shell: its commands that move memories, files and configurations, and
 * what they share with the others.
 *
 * A command gets its words, the first one its own name, in a number that its table allows.
 * It returns SHELL_OK, or SHELL_ERROR after it has reported what is wrong.
 */
#include "shell.h"

typedef enum shell_result shell_command(struct shell *sh, int argc, char **argv);

shell_command shell_clear, shell_load, shell_save, shell_fpga;

/* Names of memories, in the order of enum shell_memory. */
enum shell_memory { SHELL_TRACE, SHELL_HISTOGRAM, SHELL_FIFO, SHELL_STATE, SHELL_MEMORIES };
extern const char *const shell_memories[SHELL_MEMORIES];

/* Reports what is wrong; returns SHELL_ERROR. */
enum shell_result shell_fail(struct shell *sh, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* A negative errno value of the library in words. */
const char *shell_reason(int err);
/* The same for a failed access of @what; SHELL_OK for 0. */
enum shell_result shell_check(struct shell *sh, int err, const char *what);
/* Hexadecimal, or decimal with a point at its end. SHELL_OK, or SHELL_ERROR. */
enum shell_result shell_value(struct shell *sh, const char *text, uint32_t *value);
bool shell_stopped(const struct shell *sh);
/* Prints the names of the ISCR conditions in @bits, each after a blank. */
void shell_conditions(FILE *out, uint32_t bits);

#endif
