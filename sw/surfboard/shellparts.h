/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHELLPARTS_H
#define SHELLPARTS_H
/*
 * Internal interface of the parts of the shell.
 *
 * A command function gets its words, beginning with its own name; their number is one that the
 * command table allows. It returns SHELL_OK, or SHELL_ERROR after it has reported the error.
 */
#include "shell.h"

typedef enum shell_result shell_command(struct shell *sh, int argc, char **argv);

/* shellmem.c */
shell_command shell_clear, shell_load, shell_save, shell_fpga;

/* Names of memories, in the order of enum shell_memory. */
enum shell_memory { SHELL_TRACE, SHELL_HISTOGRAM, SHELL_FIFO, SHELL_STATE, SHELL_MEMORIES };
extern const char *const shell_memories[SHELL_MEMORIES];

/* shellsim.c; shell_pass() sends its words to the simulation unchanged. */
shell_command shell_wait, shell_run, shell_pass, shell_reset;

/* shellreg.c */
shell_command shell_show, shell_taps;
/* @name is a register or register.field; the function modifies the string. */
enum shell_result shell_assign(struct shell *sh, char *name, const char *text);
enum shell_result shell_help_reg(struct shell *sh, const char *name);
/* Prints the names of the ISCR conditions in @bits, each after a blank. */
void shell_conditions(FILE *out, uint32_t bits);

/* Describes a tap and what it has counted: a line without its end. */
void shell_tap_text(const struct surf_tap *tap, char *text, size_t size);

/* Returns in *hz the clock of the receive times, of TIMEBASE or of the board; 0: unknown. */
int shell_clock(struct shell *sh, uint64_t *hz);

/* Flushes the output. */
void shell_flush(struct shell *sh);
/* Reports an error; returns SHELL_ERROR. */
enum shell_result shell_fail(struct shell *sh, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Returns the error message for a negative errno value of the library. */
const char *shell_reason(int err);
/* Reports @err for a failed access to @what; returns SHELL_OK if @err is 0. */
enum shell_result shell_check(struct shell *sh, int err, const char *what);
/* Reads a number, hexadecimal, or decimal with a trailing point. Returns SHELL_OK or
 * SHELL_ERROR. */
enum shell_result shell_value(struct shell *sh, const char *text, uint32_t *value);
bool shell_stopped(const struct shell *sh);
void shell_lower(char *text, size_t n);

/* State of an enumeration of words, see shell_complete(). */
struct shell_offers {
	const char *word;
	unsigned int n; /* number of words still to be skipped */
	char *text;
	size_t size;
	bool second; /* the board has the extension registers of revision 2 */
};

/* Returns whether "name" or "name.field" is the requested word, which is then stored in
 * @o->text. */
bool shell_offered(struct shell_offers *o, const char *name, const char *field);
/* Does the same for all registers, and for fields once the register and the point are typed. */
bool shell_offer_reg(struct shell_offers *o, bool with_fields);

#endif
