/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ROWS_H
#define ROWS_H
#include <stdbool.h>

/* Rows "question,key,value" of truths and answers. A program writes one such file. */

/* Creates PATH.part and writes the line of headings. False: errno gives the reason. */
bool rows_begin(const char *path);
void row_number(double value, const char *question, const char *key, ...)
	__attribute__((format(printf, 3, 4)));
void row_text(const char *value, const char *question, const char *key, ...)
	__attribute__((format(printf, 3, 4)));
/* Completes the file and gives it its final name. False: errno gives the reason. */
bool rows_end(void);

#endif
