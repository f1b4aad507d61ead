/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FFT_H
#define FFT_H
/*
 * A complex FFT of 65,536 points on the nodes of a SHRIMP multicomputer, over its shared
 * virtual memory (SPDT 1996, 4.1): the points as a matrix of 256 x 256, whose rows are pages;
 * each node is the home of its rows. Transpose, FFT of the rows, twiddle factors, transpose,
 * FFT of the rows, transpose; barriers between the phases. A transpose fetches the pages of all
 * others.
 */
#include "shrimp/svm.h"

#define FFT_SIDE 256u
#define FFT_POINTS (FFT_SIDE * FFT_SIDE)
#define FFT_BYTES (2 * FFT_POINTS * 16 + 64 * 4096)

struct fft;

/* Allocates, puts points made from @seed, gives all nodes their program. 0, -EINVAL (the number
 * of nodes is no divisor of 256) or -ENOMEM. */
int fft_open(struct fft **f, struct mc *m, struct svm *s, uint64_t seed);
/* Before the run: @node is the home of all pages. */
void fft_set_home(struct fft *f, unsigned int node);
void fft_close(struct fft *f);
/* After the run: the largest difference from an FFT on one processor, as a part of its largest
 * result. */
double fft_error(struct fft *f);

#endif
