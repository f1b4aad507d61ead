/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_TABLE_H
#define NM_TABLE_H
/*
 * Files of counters: CSV, with the mode and other conditions in comment lines at the top, then
 * a line for each counter that is not 0, in ascending order.
 *
 *	# file: numachine counters
 *	# mode: histogram0
 *	# line: 64
 *	# boards: 1
 *	# board: 0
 *	# station: 3			only if known
 *	# order: thesis			or ahdl; mode depth only
 *	# time: 1000000 ns		only if known
 *	# waited: 4711 clocks		mode depth only, only if known
 *	# labels: 89ABCDEF		only if known: checksum of the ranges that were labelled
 *	# accesses: 312 of 4000	only of a recorded program that had not ended: those it made
 *				while counted, and all
 *	# overflows: 0
 *	# second: no
 *	# missed: 0
 *	counter,count
 *	0x012A,17
 */
#include "nmlib.h"
#include "record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the error state of @w; its buffer is not flushed. */
int nm_table_write(const struct nm_table *t, struct record_writer *w);

struct nm_table_reader {
	struct nm_table *table;
	const char *wrong; /* error message after -EINVAL */
	/* Private: */
	unsigned int seen; /* set of header lines read */
	bool counters;
	uint32_t next;
	uint64_t total;
};

/* Zeroes @table, which nm_table_line() fills. */
void nm_table_begin(struct nm_table_reader *r, struct nm_table *table);
/* Reads a line of the file, without its line feed. Returns 0 or -EINVAL. */
int nm_table_line(struct nm_table_reader *r, const char *text, size_t length);
/* Must be called after the last line. Returns 0, or -EINVAL if a required line is missing. */
int nm_table_end(struct nm_table_reader *r);

#ifdef __cplusplus
}
#endif

#endif
