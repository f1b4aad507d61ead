/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACEHIST_H
#define TRACEHIST_H
/* What sizeHist, latHist and pageHist have in common: the histogram of one number. */
#include <stdint.h>

/* The whole utility: CSV lines "number,count", ascending. @number of a trace entry is
 * below @size. */
int tracehist_main(int argc, char **argv, const char *name, const char *usage, uint32_t size,
		   uint32_t (*number)(const uint32_t w[4]));

#endif
