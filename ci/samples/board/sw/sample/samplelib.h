/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SAMPLELIB_H
#define SAMPLELIB_H
/* The value that the counter has @clocks after @value was written. */
unsigned int sample_after(unsigned int value, unsigned int clocks);
#endif
