/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SVM_H
#define SVM_H
/*
 * Shared virtual memory of the SHRIMP multicomputer: automatic update release consistency,
 * implemented from the description in TR-596-99 4.2.
 *
 * Every page of shared memory has a home. Each other node writes its own copy, and automatic
 * update sends the writes to the home as they happen. A node that releases (a lock, or at a
 * barrier) waits until its updates have arrived at the homes, then sends a list of the pages
 * that it has written. A node that acquires discards its copies of those pages; the next access
 * to such a page fetches it from the home by deliberate update. A program without data races
 * therefore sees the same values as on one processor.
 */
#include "multicomputer.h"

#define SVM_LOCKS 64
#define SVM_BASE 0x00400000u /* address of the first shared page */

struct svm;

/* Opens shared memory of at most @bytes on all nodes of @m. Open it before the run and close it
 * before mc_close(). 0, -EINVAL if the memory of the nodes is too small, or -ENOMEM. */
int svm_open(struct svm **s, struct mc *m, uint32_t bytes);
void svm_close(struct svm *s);
/*
 * Allocates @bytes at a multiple of @align (a power of two up to 4096), before the run. With
 * @home >= 0 the memory begins on a new page, and this node is the home of all its pages; with
 * SVM_SPREAD the homes of successive pages are successive nodes. Returns 0 if there is no room,
 * or for a wrong argument.
 */
#define SVM_SPREAD (-1)
uint32_t svm_alloc(struct svm *s, uint32_t bytes, uint32_t align, int home);
int svm_home(const struct svm *s, uint32_t addr);
/* Changes the home of all pages of a range, before the run. */
int svm_set_home(struct svm *s, uint32_t addr, uint32_t bytes, unsigned int home);
/* svm_put() stores initial data on all nodes before the run; svm_get() reads results from the
 * homes after it. Data outside of the shared memory are an error of the run (mc_error()). */
void svm_put(struct svm *s, uint32_t addr, const void *data, uint32_t bytes);
void svm_get(struct svm *s, uint32_t addr, void *data, uint32_t bytes);
/* With ranks (mc_ranks.h), after the run: transfers the pages of all homes to rank 0, for
 * svm_get(). On other ranks svm_get() reads 0 for nodes that they do not simulate. All ranks
 * must call it. */
int svm_collect(struct svm *s);

struct svm_stats {	   /* of a node */
	uint64_t barriers; /* passed */
	uint64_t fetches;  /* of pages */
};
const struct svm_stats *svm_stats(const struct svm *s, unsigned int node);

#endif
