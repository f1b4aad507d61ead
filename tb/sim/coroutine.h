/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COROUTINE_H
#define COROUTINE_H
/*
 * A coroutine: a function with its own stack. coroutine_resume() returns when the function
 * suspends itself or returns. Compatible with the address sanitizer.
 */
#include <stdbool.h>
#include <stddef.h>

struct coroutine;

/* NULL: out of memory. */
struct coroutine *coroutine_open(size_t stack, void (*fn)(void *arg), void *arg);
void coroutine_close(struct coroutine *c); /* also if the function has not returned */
/* Runs it until it suspends itself or returns; false: it has returned. */
bool coroutine_resume(struct coroutine *c);
void coroutine_suspend(struct coroutine *c); /* only from inside the coroutine */

#endif
