/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SURFUTIL_H
#define SURFUTIL_H
/* Extends util.h to traces and histograms of the SurfBoard. */
#include "surfrecord.h"
#include "util.h"

/* Reads the next record of all files; returns false at the end and after an error. */
bool util_trace(struct trace_record *t);
bool util_hist(struct hist_record *h);

/* Callback that must be set before the first record is read. It is called with the text of each
 * comment that is a header line, "NAME: VALUE" as in struct record_header. */
extern void (*util_header)(const char *name, size_t name_length, const char *text,
			   size_t length);
/* A util_header that copies the line to the output. */
void util_copy_header(const char *name, size_t name_length, const char *text, size_t length);

/* Prints how many packets were lost on standard error, for an output without header lines;
 * after the last record. */
void util_note_losses(void);

/* A range of an option: LOW-HIGH, LOW-, -HIGH or one number. */
struct util_range {
	bool given;
	uint32_t low, high;
};

/* Parses a range of numbers from @min to @max; anything else is a usage error, and so is a
 * range that was given before. */
void util_parse_range(struct util_range *r, char *text, uint32_t min, uint32_t max);

#endif
