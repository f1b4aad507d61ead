/* SPDX-License-Identifier: Apache-2.0 */
/* Implements coroutine.h for the pages by emscripten's fibers, because WebAssembly code cannot
 * access its stack. */
#include "coroutine.h"
#include <emscripten/fiber.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 65536 /* bytes for the call frames that a switch saves */
#define ALIGNMENT 16 /* of a stack, because compiled code ORs offsets to its address */

struct coroutine {
	void (*fn)(void *);
	void *arg;
	bool ended;
	emscripten_fiber_t inside, outside;
	char inside_frames[FRAMES], outside_frames[FRAMES];
	alignas(ALIGNMENT) char stack[];
};

static void entry(void *arg)
{
	struct coroutine *c = arg;

	c->fn(c->arg);
	c->ended = true;
	coroutine_suspend(c);
}

struct coroutine *coroutine_open(size_t stack, void (*fn)(void *arg), void *arg)
{
	struct coroutine *c = aligned_alloc(ALIGNMENT, sizeof(*c) + stack);

	if (!c)
		return NULL;
	memset(c, 0, sizeof(*c));
	c->fn = fn;
	c->arg = arg;
	emscripten_fiber_init(&c->inside, entry, c, c->stack, stack, c->inside_frames, FRAMES);
	return c;
}

void coroutine_close(struct coroutine *c)
{
	free(c);
}

bool coroutine_resume(struct coroutine *c)
{
	if (c->ended)
		return false;
	emscripten_fiber_init_from_current_context(&c->outside, c->outside_frames, FRAMES);
	emscripten_fiber_swap(&c->outside, &c->inside);
	return !c->ended;
}

void coroutine_suspend(struct coroutine *c)
{
	emscripten_fiber_swap(&c->inside, &c->outside);
}
