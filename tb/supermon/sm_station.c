/* SPDX-License-Identifier: Apache-2.0 */
#include "sm_station.h"
#include "random.h"
#include <stdlib.h>

struct sm_station {
	struct machine *m;
	unsigned int processor;
	sm_station_next_fn *next;
	void *arg;
	uint64_t now;
	/* the reference that the processor will make, or has made */
	struct sm_bus ref;
	bool waits, flies; /* will be made in clock @at; is made and has no answer yet */
	uint64_t at;
	struct sm_bus bus; /* values in this clock */
};

/* The machine asks for a reference when it has answered the last one; the processor makes it
 * after its clocks of computation. */
static bool next_ref(void *arg, unsigned int p, struct machine_ref *r)
{
	struct sm_station *t = arg;
	bool fetch = false, more;

	*r = (struct machine_ref){.kind = MACHINE_READ};
	more = t->next(t->arg, p, r, &fetch);
	if (p != t->processor)
		return more;
	if (t->flies) {
		t->bus.ans = true;
		t->bus.ans_tag = t->ref.tag;
		t->flies = false;
	}
	t->waits = more && r->kind != MACHINE_THINK && r->kind != MACHINE_BARRIER;
	t->at = t->now + r->clocks;
	t->ref = (struct sm_bus){
		.req = true,
		.addr = r->addr >> 2,
		.tag = !fetch,
		.ctl = (uint8_t)((r->kind == MACHINE_WRITE ? SM_CTL_WRITE : 0) |
				 (fetch ? SM_CTL_FETCH : 0) |
				 (r->kind == MACHINE_UNCACHED ? SM_CTL_UNCACHED : 0) |
				 (r->kind == MACHINE_COUNTER ? SM_CTL_COUNTER : 0) |
				 (r->phase & 15) << SM_CTL_PHASE)};
	return more;
}

struct sm_station *sm_station_open(const struct machine_config *cfg, unsigned int processor,
				   sm_station_next_fn *next, void *arg)
{
	struct machine_config c = *cfg;
	struct sm_station *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->processor = processor;
	t->next = next;
	t->arg = arg;
	c.next = next_ref;
	c.arg = t;
	t->m = machine_open(&c);
	if (!t->m) {
		free(t);
		return NULL;
	}
	return t;
}

void sm_station_close(struct sm_station *t)
{
	if (!t)
		return;
	machine_close(t->m);
	free(t);
}

const char *sm_station_clock(struct sm_station *t, struct sm_bus *b)
{
	const char *wrong;

	t->bus = (struct sm_bus){0};
	wrong = machine_clock(t->m, NULL);
	if (t->waits && t->now == t->at) {
		const struct sm_bus answer = t->bus;

		t->bus = t->ref;
		t->bus.ans = answer.ans;
		t->bus.ans_tag = answer.ans_tag;
		t->waits = false;
		t->flies = true;
	}
	t->now++;
	*b = t->bus;
	return wrong;
}

bool sm_station_done(const struct sm_station *t)
{
	return machine_done(t->m);
}

/* ---- a program ---- */

void sm_sort_begin(struct sm_sort *w, unsigned int n, uint64_t seed)
{
	uint64_t state = seed | 1;

	*w = (struct sm_sort){.n = n < SM_SORT_MOST ? n : SM_SORT_MOST, .i = 1};
	for (unsigned int i = 0; i < w->n; i++)
		w->number[i] = (uint32_t)(random_xorshift(&state) >> 40);
}

static bool access_data(struct sm_sort *w, unsigned int index, bool write)
{
	w->data = true;
	w->ref = (struct machine_ref){.kind = write ? MACHINE_WRITE : MACHINE_READ,
				      .addr = SM_SORT_DATA + 4 * index};
	return true;
}

/*
 * Executes the instruction at @w->pc and sets the next one; true: it accesses data.
 *	0 i >= n: end		1 load key = number[i]	2 j = i
 *	3 j == 0: to 8		4 load x = number[j-1]	5 x <= key: to 8
 *	6 store number[j] = x	7 j--, to 3		8 store number[j] = key
 *	9 i++, to 0
 */
static bool execute(struct sm_sort *w)
{
	switch (w->pc++) {
	case 1:
		w->key = w->number[w->i];
		return access_data(w, w->i, false);
	case 2:
		w->j = w->i;
		break;
	case 3:
		w->pc = w->j ? 4 : 8;
		break;
	case 4:
		return access_data(w, w->j - 1, false);
	case 5:
		w->pc = w->number[w->j - 1] <= w->key ? 8 : 6;
		break;
	case 6:
		w->number[w->j] = w->number[w->j - 1];
		return access_data(w, w->j, true);
	case 7:
		w->j--;
		w->pc = 3;
		break;
	case 8:
		w->number[w->j] = w->key;
		return access_data(w, w->j, true);
	case 9:
		w->i++;
		w->pc = 0;
		break;
	}
	return false;
}

bool sm_sort_next(void *arg, unsigned int processor, struct machine_ref *r, bool *fetch)
{
	struct sm_sort *w = arg;

	if (processor)
		return false;
	if (w->data) {
		w->data = false;
		*r = w->ref;
		return true;
	}
	if (w->pc == 0 && w->i >= w->n)
		return false;
	*fetch = true;
	*r = (struct machine_ref){.kind = MACHINE_READ, .addr = SM_SORT_CODE + 4 * w->pc};
	w->fetches++;
	if (w->fetched)
		w->fetched(w->arg, r->addr);
	execute(w);
	return true;
}
