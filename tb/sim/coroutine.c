/* SPDX-License-Identifier: Apache-2.0 */
/* the longjmp() of _FORTIFY_SOURCE treats a jump to another stack as an error */
#undef _FORTIFY_SOURCE
#include "coroutine.h"
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FIBERS 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define FIBERS 1
#endif
#ifdef FIBERS
#include <sanitizer/common_interface_defs.h>
#endif
/* these sanitizers can follow swapcontext(), but not _longjmp() */
#if defined(FIBERS) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif

struct coroutine {
	void (*fn)(void *);
	void *arg;
	void *stack;
	size_t size;
	bool began, ended;
	ucontext_t inside, outside;
	jmp_buf at_inside, at_outside;
#ifdef FIBERS
	void *fake_inside, *fake_outside;
	const void *bottom; /* lowest address of the caller's stack */
	size_t bottom_size;
#endif
};

/* swapcontext() also saves the signal mask, which takes a system call. After the first entry
 * _setjmp() and _longjmp() are sufficient. */
static void leave(struct coroutine *c)
{
#ifdef SANITIZED
	swapcontext(&c->inside, &c->outside);
#else
	if (!_setjmp(c->at_inside))
		_longjmp(c->at_outside, 1);
#endif
}

static void enter(struct coroutine *c)
{
#ifdef SANITIZED
	swapcontext(&c->outside, &c->inside);
#else
	if (_setjmp(c->at_outside))
		return;
	if (c->began)
		_longjmp(c->at_inside, 1);
	c->began = true;
	setcontext(&c->inside);
#endif
}

static void to_outside(struct coroutine *c)
{
#ifdef FIBERS
	__sanitizer_start_switch_fiber(c->ended ? NULL : &c->fake_inside, c->bottom,
				       c->bottom_size);
#endif
	leave(c);
#ifdef FIBERS
	__sanitizer_finish_switch_fiber(c->fake_inside, &c->bottom, &c->bottom_size);
#endif
}

static void entry(unsigned int low, unsigned int high)
{
	struct coroutine *c = (struct coroutine *)((uintptr_t)high << 32 | low);

#ifdef FIBERS
	__sanitizer_finish_switch_fiber(NULL, &c->bottom, &c->bottom_size);
#endif
	c->fn(c->arg);
	c->ended = true;
	to_outside(c);
}

/* Not part of coroutine_open(), because a compiler must assume that getcontext() returns
 * twice. */
static int prepare(struct coroutine *c)
{
	const uintptr_t p = (uintptr_t)c;

	if (getcontext(&c->inside))
		return -1;
	c->inside.uc_stack.ss_sp = c->stack;
	c->inside.uc_stack.ss_size = c->size;
	c->inside.uc_link = NULL;
	/* makecontext() passes ints */
	makecontext(&c->inside, (void (*)(void))entry, 2, (unsigned int)p,
		    (unsigned int)((uint64_t)p >> 32));
	return 0;
}

struct coroutine *coroutine_open(size_t stack, void (*fn)(void *arg), void *arg)
{
	struct coroutine *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->fn = fn;
	c->arg = arg;
	c->size = stack;
	c->stack = mmap(NULL, stack, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (c->stack == MAP_FAILED) {
		free(c);
		return NULL;
	}
	if (prepare(c)) {
		coroutine_close(c);
		return NULL;
	}
	return c;
}

void coroutine_close(struct coroutine *c)
{
	if (!c)
		return;
	munmap(c->stack, c->size);
	free(c);
}

bool coroutine_resume(struct coroutine *c)
{
	if (c->ended)
		return false;
#ifdef FIBERS
	__sanitizer_start_switch_fiber(&c->fake_outside, c->stack, c->size);
#endif
	enter(c);
#ifdef FIBERS
	__sanitizer_finish_switch_fiber(c->fake_outside, NULL, NULL);
#endif
	return !c->ended;
}

void coroutine_suspend(struct coroutine *c)
{
	to_outside(c);
}
