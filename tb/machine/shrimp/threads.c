/* SPDX-License-Identifier: Apache-2.0 */
#include "threads.h"
#include "recorded.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAITS_MOST 1000000u /* maximum number of successive waits without progress */
#define READ_MOST 256u	    /* maximum number of successive events that use no memory */

#define NONE UINT32_MAX

struct node {
	struct threads *t;
	uint32_t thread;  /* number of the thread that runs */
	uint32_t ordered; /* domain of the event that completes at the next request, or NONE */
	uint64_t begins;  /* ps: start of its access; initially the time of its request */
};

struct threads {
	struct memtrace *m;
	struct memtrace_player *player;
	struct memtrace_stream *all; /* stream of threads_next_of_all() */
	uint32_t thread;	     /* thread whose node was marked last, + 1 */
	struct memtrace_event ahead; /* the event after that marker */
	bool has_ahead;
	struct node node[RECORDED_NODES];
	bool *ended; /* of all threads */
	uint64_t wire_ps;
	struct {
		uint64_t ps;
		const struct node *by;
	} last[MEMTRACE_DOMAINS]; /* last event of each domain */
	uint64_t played, waits;
	char error[MEMTRACE_ERROR];
};

void threads_close(struct threads *t)
{
	if (!t)
		return;
	memtrace_stream_close(t->all);
	memtrace_player_close(t->player);
	memtrace_close(t->m);
	free(t->ended);
	free(t);
}

int threads_open(struct threads **out, const char *path, uint64_t wire_ps,
		 char error[MEMTRACE_ERROR])
{
	struct threads *t = calloc(1, sizeof(*t));
	int err = -ENOMEM;

	snprintf(error, MEMTRACE_ERROR, "out of memory");
	if (!t)
		return err;
	err = memtrace_open(&t->m, path, error);
	if (!err && memtrace_info(t->m)->incomplete) {
		snprintf(error, MEMTRACE_ERROR, "%s: the recording is incomplete: %s", path,
			 strerror(memtrace_info(t->m)->incomplete));
		err = -ENODATA;
	}
	if (!err) {
		snprintf(error, MEMTRACE_ERROR, "out of memory");
		err = memtrace_player_open(&t->player, t->m);
	}
	if (!err)
		err = memtrace_stream_open(&t->all, t->m, MEMTRACE_ALL);
	if (!err) {
		t->ended = calloc(memtrace_info(t->m)->threads + 1, sizeof(*t->ended));
		err = t->ended ? 0 : -ENOMEM;
	}
	if (err) {
		threads_close(t);
		return err;
	}
	for (unsigned int i = 0; i < RECORDED_NODES; i++)
		t->node[i] = (struct node){.t = t, .thread = i, .ordered = NONE};
	t->wire_ps = wire_ps;
	*out = t;
	return 0;
}

void *threads_node(struct threads *t, unsigned int node)
{
	return &t->node[node];
}

const char *threads_error(const struct threads *t)
{
	return t->error;
}

/* Converts an event to an access. False: the event uses no memory. */
static bool access_of(const struct memtrace_event *e, struct lackey_access *a)
{
	const bool access = memtrace_is_access(e->kind);

	if (!memtrace_touches(e))
		return false;
	*a = (struct lackey_access){.addr = e->addr,
				    .size = access ? (uint32_t)e->size : MEMTRACE_OBJECT_BYTES,
				    .kind = e->kind == MEMTRACE_ATOMIC_RMW ? LACKEY_MODIFY
					    : !access || memtrace_writes(e->kind)
						    ? LACKEY_STORE
						    : LACKEY_LOAD};
	return true;
}

/* Returns whether all threads wait for each other forever. */
static bool stuck(struct threads *t)
{
	const uint64_t played = memtrace_played(t->player);

	t->waits = played == t->played ? t->waits + 1 : 0;
	t->played = played;
	return t->waits > WAITS_MOST;
}

void threads_asks(void *node, uint64_t ps)
{
	struct node *n = node;

	n->begins = ps;
}

uint64_t threads_begins(void *node)
{
	return ((const struct node *)node)->begins;
}

/* Plays the node's next event: it happens when the previous one of its domain is known at this
 * node. */
static int play(struct node *n, struct memtrace_event *e)
{
	struct threads *t = n->t;
	int got;

	if (n->ordered != NONE) { /* the previous ordered event is complete */
		t->last[n->ordered].ps = n->begins;
		t->last[n->ordered].by = n;
		n->ordered = NONE;
	}
	got = memtrace_play(t->player, n->thread, e);
	if (got > 0 && memtrace_is_ordered(e->kind)) {
		const uint64_t known =
			t->last[e->domain].ps + (t->last[e->domain].by != n ? t->wire_ps : 0);

		n->ordered = e->domain;
		if (t->last[e->domain].by && known > n->begins)
			n->begins = known;
	}
	return got;
}

int threads_next(void *node, struct lackey_access *a)
{
	struct node *n = node;
	struct threads *t = n->t;
	const uint32_t threads = (uint32_t)memtrace_info(t->m)->threads;
	const uint32_t me = (uint32_t)(n - t->node);
	const uint32_t mine = me < threads ? (threads - me - 1) / RECORDED_NODES + 1 : 0;
	unsigned int read = 0;
	bool waits = false;

	for (uint32_t i = 0; i < mine; i++) {
		struct memtrace_event e;
		int got;

		do {
			if (read++ == READ_MOST) {
				*a = (struct lackey_access){.kind = LACKEY_INSTR};
				return 1;
			}
			got = t->ended[n->thread] ? 0 : play(n, &e);
		} while (got > 0 && !access_of(&e, a));
		if (got > 0)
			return 1;
		if (got < 0 && got != -EAGAIN) {
			snprintf(t->error, sizeof(t->error), "%s",
				 memtrace_player_error(t->player, n->thread));
			return got;
		}
		waits |= got == -EAGAIN;
		t->ended[n->thread] = !got;
		n->thread += RECORDED_NODES;
		if (n->thread >= threads)
			n->thread = me;
	}
	if (!waits)
		return 0;
	if (!stuck(t))
		return -EAGAIN;
	snprintf(t->error, sizeof(t->error), "%s: the threads wait for each other",
		 memtrace_path(t->m));
	return -EBADMSG;
}

int threads_next_of_all(void *threads, struct lackey_access *a)
{
	struct threads *t = threads;
	struct memtrace_event *e = &t->ahead;
	int got = 1;

	if (t->has_ahead) {
		t->has_ahead = false;
		return access_of(e, a);
	}
	do {
		got = memtrace_next(t->all, e);
	} while (got > 0 && !access_of(e, a));
	if (got < 0)
		snprintf(t->error, sizeof(t->error), "%s", memtrace_stream_error(t->all));
	if (got > 0 && e->thread + 1 != t->thread) {
		t->thread = e->thread + 1;
		t->has_ahead = true;
		*a = (struct lackey_access){.kind = LACKEY_MARKER,
					    .size = LACKEY_NODE + e->thread % RECORDED_NODES};
	}
	return got;
}
