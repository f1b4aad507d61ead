/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BSEL_H
#define BSEL_H
/*
 * Sources of the bin selector (.bsel), which define the packet bits that form the bin address.
 * A source has one statement per line, # starts a comment:
 *
 *	bin[11:0] = latency[13:2]	bits of a variable
 *	bin[21:12] = size		all bits of a variable
 *	bin[22] = color[3]		one bit
 *	bin[23] = 0			constant: decimal, 0x hexadecimal, 0b binary
 *	bin[5] = @50			select code, one bit; for the unused codes
 *
 * Variables are latency (24 bits), sender (6), color (6), category (4) and size
 * (10), and in revision 3 of the core address (27) and phase (8). bin without a range is all 24
 * bits. Bits that are not assigned are 0.
 * Ranges are written high:low. A line that ends with a number needs a line feed: without it the
 * file may have been cut within the number.
 */
#include "sbit.h"
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bsel_error {
	unsigned int line, column; /* both from 1; a tab is one column */
	char what[128];
};

/* Is called for each error of a source, in their order. */
typedef void bsel_report(void *arg, const struct bsel_error *error);

/*
 * Reads a source up to its end. Returns 0, -EINVAL if there were errors, or another negative
 * errno value if reading fails; *map is written only on success. @report may be NULL. Only the
 * first error of a line is reported, for up to BSEL_ERRORS lines; after that only the number of
 * further errors, at the position of the last one, because the file may not be a source at all.
 */
#define BSEL_ERRORS 20
int bsel_parse(FILE *in, struct sbit_map *map, bsel_report *report, void *arg);
/* Does the same for a source or a compiled configuration (.bit), which is recognized by its
 * first byte. */
int bsel_read(FILE *in, struct sbit_map *map, bsel_report *report, void *arg);

/* Writes a source that parses to the same mapping, with consecutive bits as ranges. Returns 0,
 * -EINVAL for a select code above 127, or -EIO. */
int bsel_print(FILE *out, const struct sbit_map *map);

#ifdef __cplusplus
}
#endif

#endif
