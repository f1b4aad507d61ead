/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACEHIST_H
#define TRACEHIST_H
/* Common part of the utilities that count. */
#include "bins.h"
#include <stdint.h>

/* sizeHist, latHist and pageHist: print the histogram of one number of the trace entries as CSV
 * lines "number,count", ascending. @number returns a value below @size. */
int tracehist_main(int argc, char **argv, const char *name, const char *usage, uint32_t size,
		   uint32_t (*number)(const uint32_t w[4]));

/* Writes bins as a histogram and closes them; @err is the result of bins_open() or bins_add().
 * A count above 32 bits is an error and is written as FFFFFFFF. */
void util_bins(struct bins *bins, int err);

#endif
