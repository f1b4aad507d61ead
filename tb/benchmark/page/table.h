/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TABLE_H
#define TABLE_H
/* Files of truths and answers, rows "question,key,value", joined and scored. */
#include <stdbool.h>
#include <stddef.h>

#define TABLE_TEXT 120

struct table_row {
	char question[24], key[48], value[TABLE_TEXT];
};

struct table {
	struct table_row *row;
	size_t rows;
};

/* Reads a file. False: it does not exist, or a row is wrong; a message goes to stderr in the
 * second case. */
bool table_read(struct table *t, const char *path);
void table_free(struct table *t);
/* Returns the value of a row; NULL: there is none. */
const char *table_find(const struct table *t, const char *question, const char *key);
/* Returns whether the row belongs to the question and has the key "SET-UP@end". */
bool table_is(const struct table_row *r, const char *question, const char *end);

/* How answers are compared with the truth: README.md, "Scores". */
enum score_kind {
	SCORE_COUNTS,
	SCORE_VALUES,
	SCORE_SHARES,
	SCORE_SET,
	SCORE_PAGE,
	SCORE_EQUAL,
	SCORE_PAIRS,
	SCORE_KINDS
};
bool score_by_name(const char *name, enum score_kind *kind);

/* The score of a cell, summed over programs. */
struct score {
	unsigned int programs;		     /* number of programs that have a truth */
	unsigned int answered;		     /* number of keys with an answer */
	double sum, worst;		     /* sum and maximum of the programs' errors, 0..1 */
	unsigned int positive, named, right; /* SCORE_SET */
};
/* Adds the score of a program. */
void score_add(struct score *s, enum score_kind kind, const char *question,
	       const struct table *truth, const struct table *answer);
/* Returns the error of the cell, 0..1. */
double score_error(const struct score *s, enum score_kind kind);

#endif
