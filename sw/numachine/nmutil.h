/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NMUTIL_H
#define NMUTIL_H
/*
 * What the tools of the NUMAchine memory monitor have in common, upon sw/lib/util.h: files that
 * are read as a whole, lines of text, losses.
 */
#include "nm_diagnose.h"
#include "nm_program.h"
#include "nm_report.h"
#include "nm_table.h"
#include "util.h"

/* Reads a table, or a file of names; "-": standard input. False after a reported error. */
bool nmutil_table(const char *path, struct nm_table *table);
bool nmutil_names(const char *path, struct nm_names *names);

/* After the options: the file that is to be read, "-" when none is named; only one. */
const char *nmutil_file(void);
/* How messages call it. */
const char *nmutil_name(const char *path);

/* Lines of the output: the losses of a table, if there are any: exit status 1. */
void nmutil_losses(const struct nm_table *table);

/* "label 5 (A)", "phase 3 (factorize)"; valid until the call after the next. */
const char *nmutil_label(const struct nm_names *names, enum nm_mode mode, unsigned int label);
const char *nmutil_phase(const struct nm_names *names, unsigned int phase);
/* ---- reports, or parts of them ---- */

/* The @most most used pages, one to a line, and in @order all that were used: how many. */
unsigned int nmutil_pages(const struct nm_page page[NM_PAGES], uint16_t order[NM_PAGES],
			  uint64_t most);
double nmutil_mean(const struct nm_queue *q);
void nmutil_queue(const char *who, const struct nm_queue *q, unsigned int deep);
/* Table 4.7, and what is not in it. */
void nmutil_hits(const char *title, const struct nm_hits *h);

/* Recorded programs; NULL after a reported error, that of an incomplete recording included. */
struct nm_program *nmutil_program(char *const *path, size_t n, unsigned int line_bytes);
/* "FILE:LINE" of an address, by addr2line; "0xADDRESS" if it does not know. @call: the place of
 * a call or access, which lies before the address. @function, NULL or of NM_PROGRAM_NAME bytes:
 * the name of the function there, or "". Valid until the next call. */
const char *nmutil_source(const struct nm_program *p, uint32_t thread, uint64_t pc, bool call,
			  char *function);
/* "thread 2 (work)"; valid until the next call. */
const char *nmutil_thread(const struct nm_program *p, uint32_t thread);
/* The uses of a line, one to a line of text, most frequent first, up to @most. */
void nmutil_uses(const struct nm_program *p, const struct nm_words_line *l, size_t most);

/* In percent; 0 of nothing. */
double nmutil_percent(uint64_t part, uint64_t all);
/* A number with ns, us, ms or s behind it, in ns, or an error of usage. */
uint64_t nmutil_time(const char *text);

#endif
