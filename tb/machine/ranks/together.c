/* SPDX-License-Identifier: Apache-2.0 */
#include "together.h"
#include "coroutine.h"
#include <errno.h>

#define STACK (4u << 20)

static int exchange(void *arg, const struct ranks_buffer *out, struct ranks_buffer *in)
{
	struct together_rank *r = arg;

	r->out = out;
	r->in = in;
	coroutine_suspend(r->co);
	return r->t->err;
}

void together_init(struct together *t, unsigned int ranks)
{
	*t = (struct together){.n = ranks};
	for (unsigned int i = 0; i < ranks; i++) {
		t->rank[i].t = t;
		t->rank[i].ranks = (struct ranks){i, ranks, exchange, &t->rank[i]};
	}
}

static int copy_all(struct together *t)
{
	int err = 0;

	for (unsigned int from = 0; from < t->n; from++)
		for (unsigned int to = 0; to < t->n && !err; to++) {
			const struct ranks_buffer *o = &t->rank[from].out[to];
			struct ranks_buffer *i = &t->rank[to].in[from];

			if (from == to)
				continue;
			i->bytes = 0;
			err = ranks_append(i, o->data, o->bytes);
		}
	return err;
}

static void run_rank(void *arg)
{
	struct together_rank *r = arg;

	r->fn(r->t->arg, r->ranks.rank);
}

static void run_all(struct together *t)
{
	for (;;) {
		unsigned int ended = 0;

		for (unsigned int i = 0; i < t->n; i++)
			if (!t->rank[i].ended && !coroutine_resume(t->rank[i].co))
				t->rank[i].ended = true;
		for (unsigned int i = 0; i < t->n; i++)
			ended += t->rank[i].ended;
		if (ended == t->n)
			return;
		if (ended)
			t->err = -EPIPE;
		else if (++t->exchanged == t->stop)
			t->err = -EIO;
		else if (!t->err)
			t->err = copy_all(t);
	}
}

int together_run(struct together *t, void (*fn)(void *arg, unsigned int rank), void *arg)
{
	int err = 0;

	t->arg = arg;
	for (unsigned int i = 0; i < t->n && !err; i++) {
		t->rank[i].fn = fn;
		t->rank[i].co = coroutine_open(STACK, run_rank, &t->rank[i]);
		err = t->rank[i].co ? 0 : -ENOMEM;
	}
	if (!err)
		run_all(t);
	for (unsigned int i = 0; i < t->n; i++)
		coroutine_close(t->rank[i].co);
	return err;
}
