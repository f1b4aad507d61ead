/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHELLPARTS_H
#define SHELLPARTS_H
/*
 * Inside the shell: its parts, and what they share.
 *
 * A command gets its words, the first one its own name, in a number that its table allows.
 * It returns SHELL_OK, or SHELL_ERROR after it has reported what is wrong.
 */
#include "shell.h"

typedef enum shell_result shell_command(struct shell *sh, int argc, char **argv);

/* shellmem.c */
shell_command shell_clear, shell_load, shell_save, shell_fpga;

/* Names of memories, in the order of enum shell_memory. */
enum shell_memory { SHELL_TRACE, SHELL_HISTOGRAM, SHELL_FIFO, SHELL_STATE, SHELL_MEMORIES };
extern const char *const shell_memories[SHELL_MEMORIES];

/* shellsim.c; shell_pass sends its words to the simulation as they are. */
shell_command shell_wait, shell_run, shell_pass, shell_reset;

/* shellreg.c */
shell_command shell_show;
/* @name is a register or register.field; it is changed. */
enum shell_result shell_assign(struct shell *sh, char *name, const char *text);
enum shell_result shell_help_reg(struct shell *sh, const char *name);
/* Prints the names of the ISCR conditions in @bits, each after a blank. */
void shell_conditions(FILE *out, uint32_t bits);

/* Writes out what is buffered of the output. */
void shell_flush(struct shell *sh);
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
void shell_lower(char *text, size_t n);

/* Words that are offered one after another, see shell_complete(). */
struct shell_offers {
	const char *word;
	unsigned int n; /* those that are to be skipped */
	char *text;
	size_t size;
	bool second; /* the board has the extension registers of revision 2 */
};

/* Whether "name" or "name.field" is the one asked for: it is in @text then. */
bool shell_offered(struct shell_offers *o, const char *name, const char *field);
/* The same for all registers, and their fields when the register and the point are there. */
bool shell_offer_reg(struct shell_offers *o, bool with_fields);

#endif
