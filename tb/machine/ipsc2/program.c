/* SPDX-License-Identifier: Apache-2.0 */
/* Programs as coroutines. */
#include "ipsc2_internal.h"

void ipsc2_to_program(struct ipsc2_node *n)
{
	struct ipsc2 *m = n->m;

	m->current = n;
	coroutine_resume(n->co);
	m->current = NULL;
}

void ipsc2_to_machine(struct ipsc2_node *n)
{
	coroutine_suspend(n->co);
}

void ipsc2_run_program(void *arg)
{
	struct ipsc2_node *n = arg;

	n->fn(n, n->arg);
	ipsc2_flush_summary(n);
	ipsc2_synchronize(n);
	n->running = false;
	n->ended = n->m->now;
	n->m->running--;
}

void ipsc2_begin_program(void *arg, uint64_t tag)
{
	(void)tag;
	ipsc2_to_program(arg);
}
