/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FFT_H
#define FFT_H
/*
 * A complex FFT of 65,536 points on the nodes of a SHRIMP multicomputer, over its shared
 * virtual memory (SPDT 1996, 4.1). The points are a matrix of 256 x 256, whose rows are pages;
 * each node is the home of its rows. The phases, with barriers between them, are transpose, FFT
 * of the rows, twiddle factors, transpose, FFT of the rows, and transpose. A transpose fetches
 * the pages of all other nodes.
 */
#include "shrimp/svm.h"

#define FFT_SIDE 256u
#define FFT_POINTS (FFT_SIDE * FFT_SIDE)
#define FFT_BYTES (2 * FFT_POINTS * 16 + 64 * 4096)

struct fft;

/* Allocates the FFT, stores points drawn from @seed, and gives all nodes their program. Returns
 * 0, -EINVAL (256 is not a multiple of the number of nodes) or -ENOMEM. */
int fft_open(struct fft **f, struct mc *m, struct svm *s, uint64_t seed);
/* Makes @node the home of all pages; must be called before the run. */
void fft_set_home(struct fft *f, unsigned int node);
void fft_close(struct fft *f);
/* Returns the largest difference from an FFT on one processor, relative to its largest result;
 * must be called after the run. */
double fft_error(struct fft *f);

#endif
