/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NMUTIL_H
#define NMUTIL_H
/*
 * Common part of the tools of the NUMAchine memory monitor, based on sw/lib/util.h: complete
 * files, lines of text, losses.
 */
#include "nm_diagnose.h"
#include "nm_program.h"
#include "nm_report.h"
#include "nm_table.h"
#include "util.h"

/* Read a table, or a file of names; "-": standard input. They return false after a reported
 * error. */
bool nmutil_table(const char *path, struct nm_table *table);
bool nmutil_names(const char *path, struct nm_names *names);
/* Reads the names for a table; it is an error if the table was counted with other labels. */
bool nmutil_labels(const char *path, struct nm_names *names, const struct nm_table *table,
		   const char *table_path);

/* Must be called after the options. Returns the file to be read, "-" if none is named; more
 * than one is a usage error. */
const char *nmutil_file(void);
/* Returns the name of a file in messages. */
const char *nmutil_name(const char *path);

/* Writes to the output which part of a recorded program was counted, if it was not all, and the
 * losses of a table, each line after @prefix ("# " in CSV); with losses the exit status becomes
 * 1. */
void nmutil_losses(const struct nm_table *table, const char *prefix);

/* Return the text "label 5 (A)" or "phase 3 (factorize)", which is valid until the second call
 * after this one. */
const char *nmutil_label(const struct nm_names *names, enum nm_mode mode, unsigned int label);
const char *nmutil_phase(const struct nm_names *names, unsigned int phase);

/* ---- reports, or parts of them ---- */

/* Prints the @most most used pages, one per line; stores all used pages in @order and returns
 * their number. */
unsigned int nmutil_pages(const struct nm_page page[NM_PAGES], uint16_t order[NM_PAGES],
			  uint64_t most);
/* Returns the mean depth that transactions found; 0: there were none. */
double nmutil_mean(const struct nm_queue *q);
/* Prints a line about the transactions of @who: their number, the mean depth, and how many
 * found a depth of at least @deep. */
void nmutil_queue(const char *who, const struct nm_queue *q, unsigned int deep);
/* Prints Table 4.7, and the events that are not in it. */
void nmutil_hits(const char *title, const struct nm_hits *h);

/* Opens recorded programs; returns NULL after a reported error. An incomplete recording is an
 * error. */
struct nm_program *nmutil_program(char *const *path, size_t n, unsigned int line_bytes);
/* Returns "FILE:LINE" of an address, found by addr2line, or "0xADDRESS" if addr2line does not
 * know it; the text is valid until the next call. @call: find the call or access, which is
 * before the address. @function, NULL or of NM_PROGRAM_NAME bytes, gets the name of the
 * function there, or "". */
const char *nmutil_source(const struct nm_program *p, uint32_t thread, uint64_t pc, bool call,
			  char *function);
/* Does the same with the path of the file that the debug information has: absolute, unless the
 * compiler was given options to change it. */
const char *nmutil_source_path(const struct nm_program *p, uint32_t thread, uint64_t pc,
			       bool call, char *function);
/* Returns whether code belongs to a library or to its headers, also where it is inlined. */
bool nmutil_in_library(const struct nm_program *p, uint32_t thread, uint64_t pc);
/* The object that is used: "VARIABLE", "VARIABLE of thread 3", "VARIABLE of FUNCTION() in
 * thread 3" or "128 bytes allocated at FILE:LINE"; its field, as ".hits[3]", "": none; and the
 * offset in the object. */
struct nmutil_object {
	char name[NM_PROGRAM_NAME], field[NM_PROGRAM_NAME];
	uint64_t offset;
	bool known; /* false: a part of a stack, or other memory */
};
void nmutil_object(const struct nm_program *p, const struct nm_words_line *l,
		   const struct nm_words_use *u, struct nmutil_object *o);
/* Tells the variables apart that have the same place of a stack at different times; for one
 * recording, or several of one program. */
void nmutil_variables(struct nm_program *p);
/* Finds the addresses of a function of a recorded program, comparable with memtrace_event.pc;
 * the program nm reads the symbol. Returns false if there is none. */
bool nmutil_function(const char *recording, const char *name, uint64_t *low, uint64_t *high);
/* Returns the text "thread 2 (work)", which is valid until the next call. */
const char *nmutil_thread(const struct nm_program *p, uint32_t thread);
/* Prints up to @most uses of a line, one per line of text, most frequent first. */
void nmutil_uses(const struct nm_program *p, const struct nm_words_line *l, size_t most);

/* Returns @part in percent of @all; 0 if @all is 0. */
double nmutil_percent(uint64_t part, uint64_t all);
/* Returns the text "1.5 us", which is valid until the fourth call after this one. */
const char *nmutil_us(uint64_t ns);
/* Reads a number with ns, us, ms or s; the result is in ns. Any other text is a usage error. */
uint64_t nmutil_time(const char *text);

#endif
