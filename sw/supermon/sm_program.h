/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SM_PROGRAM_H
#define SM_PROGRAM_H
/*
 * Programs of SUPERMON: a text with the settings of a measurement, smprogram(5). A line is
 *
 *	banks count|trace count|trace	use of banks A and B
 *	form a|b			form of the trace entries
 *	histogram events|clocks|latency|address
 *	bits BIT|LOW-HIGH...		bits of the byte address that form the bin, lowest first
 *	match N range FIRST LAST	byte addresses, both included
 *	match N value VALUE MASK
 *	state N|* [CONDITION]... : [trace] [count] [goto N]
 *	user VALUE|TERM... [: CONDITION...]
 *
 * The first line whose conditions hold decides; if there is none, the machine ignores the
 * request and keeps its state, and the user state is 0.
 */
#include "smlib.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SM_RULES 256

struct sm_rule { /* private: holds if (inputs & mask) == value */
	uint16_t mask, value;
	uint8_t state, action; /* machine: 16 means all states; SM_ENTRY_* | next state */
	bool stays;	       /* machine: keeps its state */
	uint8_t terms;	       /* function: number of terms; 0: a value */
	uint8_t term[SM_BIN_BITS];
	uint16_t user;
};

struct sm_program {
	struct sm_mode mode;
	uint8_t bit[SM_BIN_BITS];
	uint16_t match[SM_MATCH_WORDS];
	/* private */
	struct sm_rule machine[SM_RULES], function[SM_RULES];
	unsigned int machines, functions, seen;
};

/* Both banks count events; nothing matches; there is no rule. */
void sm_program_begin(struct sm_program *p);
/* Reads a line without its line feed. Returns 0, or -EINVAL with an error message in *wrong. */
int sm_program_line(struct sm_program *p, const char *text, size_t length, const char **wrong);
/* Must be called after the last line. Returns 0, or -EINVAL with a message if settings
 * contradict each other. */
int sm_program_end(struct sm_program *p, const char **wrong);
/* Return the entries of the tables. */
uint16_t sm_program_machine(const struct sm_program *p, unsigned int word);
uint16_t sm_program_function(const struct sm_program *p, unsigned int word);
/* Writes the program into the monitor, which must not be monitoring. */
int sm_program_load(const struct sm_program *p, struct sm *m);

#ifdef __cplusplus
}
#endif

#endif
