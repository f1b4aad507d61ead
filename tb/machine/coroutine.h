/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COROUTINE_H
#define COROUTINE_H
/*
 * A function on a stack of its own, which whoever resumes it gets back from when it
 * suspends itself or returns. Known to the address sanitizer.
 */
#include <stdbool.h>
#include <stddef.h>

struct coroutine;

/* NULL when memory is short. */
struct coroutine *coroutine_open(size_t stack, void (*fn)(void *arg), void *arg);
void coroutine_close(struct coroutine *c); /* also of one that has not returned */
/* Runs it until it suspends itself or returns; false: it has returned. */
bool coroutine_resume(struct coroutine *c);
void coroutine_suspend(struct coroutine *c); /* only from inside */

#endif
