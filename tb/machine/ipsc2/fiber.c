/* SPDX-License-Identifier: Apache-2.0 */
/* Programs as coroutines, each on a stack of its own. */
#include "ipsc2_internal.h"
#ifdef FIBERS
#include <sanitizer/common_interface_defs.h>
#endif

void ipsc2_to_program(struct ipsc2_node *n)
{
	struct ipsc2 *m = n->m;

	m->current = n;
#ifdef FIBERS
	__sanitizer_start_switch_fiber(&m->fake, n->stack, IPSC2_STACK);
#endif
	swapcontext(&m->context, &n->context);
#ifdef FIBERS
	__sanitizer_finish_switch_fiber(m->fake, NULL, NULL);
#endif
	m->current = NULL;
}

void ipsc2_to_machine(struct ipsc2_node *n)
{
#ifdef FIBERS
	__sanitizer_start_switch_fiber(n->finished ? NULL : &n->fake, n->m->bottom, n->m->size);
#endif
	swapcontext(&n->context, &n->m->context);
#ifdef FIBERS
	__sanitizer_finish_switch_fiber(n->fake, &n->m->bottom, &n->m->size);
#endif
}

static void run_program(unsigned int low, unsigned int high)
{
	struct ipsc2_node *n = (struct ipsc2_node *)((uintptr_t)high << 32 | low);

#ifdef FIBERS
	__sanitizer_finish_switch_fiber(NULL, &n->m->bottom, &n->m->size);
#endif
	n->fn(n, n->arg);
	ipsc2_flush_summary(n);
	ipsc2_synchronize(n);
	n->finished = true;
	n->running = false;
	n->ended = n->m->now;
	n->m->running--;
	ipsc2_to_machine(n);
}

void ipsc2_begin_program(void *arg, uint64_t tag)
{
	struct ipsc2_node *n = arg;
	const uintptr_t p = (uintptr_t)n;

	(void)tag;
	getcontext(&n->context);
	n->context.uc_stack.ss_sp = n->stack;
	n->context.uc_stack.ss_size = IPSC2_STACK;
	n->context.uc_link = NULL;
	/* makecontext() passes ints */
	makecontext(&n->context, (void (*)(void))run_program, 2, (unsigned int)p,
		    (unsigned int)((uint64_t)p >> 32));
	ipsc2_to_program(n);
}
