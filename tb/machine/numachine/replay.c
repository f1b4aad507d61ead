/* SPDX-License-Identifier: Apache-2.0 */
#include "replay.h"
#include "number.h"
#include "starts_with.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGES (1u << (MACHINE_LOCAL_BITS - MACHINE_PAGE_BITS))

static bool number(const char **text, uint64_t max, uint64_t *v)
{
	char *end;

	*text += strspn(*text, " \t");
	if (number_read(*text, &end, v) || *v > max)
		return false;
	*text = end;
	return true;
}

int replay_line(struct replay *r, const char *text, const char **wrong)
{
	struct recording_range *more = r->range, new = {0};
	uint64_t start, bytes, to = 0, owner = 0;
	bool owned, placed = true; /* TO is given */

	*wrong = "no line START BYTES TO [OWNER]";
	if (!number(&text, UINT32_MAX >> 4, &start) || !number(&text, UINT32_MAX >> 4, &bytes))
		return -EINVAL;
	text += strspn(text, " \t");
	new.copy = starts_with(text, "copy");
	if (new.copy) {
		placed = text[4] == '=';
		text += placed ? 5 : 4;
		to = start;
	}
	if (placed && !number(&text, UINT32_MAX, &to))
		return -EINVAL;
	text += strspn(text, " \t\r\n");
	owned = *text;
	if (owned && !number(&text, MACHINE_STATIONS - 1, &owner))
		return -EINVAL;
	new.owner = owned ? (uint8_t)(owner + 1) : 0;
	if (text[strspn(text, " \t\r\n")])
		return -EINVAL;
	*wrong = "memory that has no bytes, or is not above that of the line before";
	if (!bytes || (r->ranges && start < (uint64_t)r->range[r->ranges - 1].start +
						    r->range[r->ranges - 1].bytes))
		return -EINVAL;
	if (r->ranges == REPLAY_RANGES)
		return -E2BIG;
	if (!(r->ranges & (r->ranges - 1)))
		more = realloc(r->range, (r->ranges ? 2 * r->ranges : 1) * sizeof(*more));
	if (!more)
		return -ENOMEM;
	r->range = more;
	new.start = (uint32_t)start;
	new.bytes = (uint32_t)bytes;
	new.to = (uint32_t)to;
	r->range[r->ranges++] = new;
	return 0;
}

static void add_cost(struct replay_cost *c, uint64_t waited)
{
	c->requests++;
	c->waited += waited;
}

void replay_count(struct replay_page *page, const struct machine_agent *a)
{
	const unsigned int station = a->processor >> 2;
	uint64_t *first;

	if (!page->first)
		page->first = (uint8_t)(station + 1);
	first = &page->requests[page->first - 1];
	if ((a->cmd == CARD_REEX_REQ || a->cmd == CARD_UPGRADE_REQ) &&
	    page->all > page->requests[station])
		page->writes++;
	if (station + 1 != page->first && page->all == *first && page->all <= REPLAY_INITIAL)
		page->all = *first = 0; /* the initialisation has ended */
	page->requests[station]++;
	page->all++;
}

/* Doubles the length of the intervals until they contain the present time. */
static void extend_intervals(struct replay *r)
{
	while (r->now / r->interval >= REPLAY_INTERVALS) {
		for (size_t i = 0; i < r->ranges; i++) {
			uint32_t *n = r->requests_in + i * REPLAY_INTERVALS;

			for (unsigned int k = 0; k < REPLAY_INTERVALS / 2; k++)
				n[k] = n[2 * k] + n[2 * k + 1];
			memset(n + REPLAY_INTERVALS / 2, 0, REPLAY_INTERVALS / 2 * sizeof(*n));
		}
		r->interval *= 2;
	}
}

static void answered(void *arg, const struct machine_agent *a)
{
	struct replay *r = arg;
	const struct recording_at *at = recording_at(r->recording, a->processor);
	struct replay_page *page = &r->page[at->addr >> MACHINE_PAGE_BITS & (PAGES - 1)];

	if (a->kind != MACHINE_ANSWER || a->refused)
		return;
	add_cost(&r->all, a->clocks);
	if (at->range >= 0) {
		add_cost(&r->of[at->range], a->clocks);
		extend_intervals(r);
		r->requests_in[(size_t)at->range * REPLAY_INTERVALS + r->now / r->interval]++;
	}
	replay_count(page, a);
}

/* Counts the references of a recording. */
struct counted {
	struct replay *r;
	machine_next_fn *next;
};

static bool next(void *arg, unsigned int processor, struct machine_ref *ref)
{
	struct counted *c = arg;
	const struct recording_at *at = recording_at(c->r->recording, processor);

	if (!c->next(c->r->recording, processor, ref))
		return false;
	if (ref->kind == MACHINE_READ || ref->kind == MACHINE_WRITE) {
		c->r->all.references++;
		if (at->range >= 0)
			c->r->of[at->range].references++;
	}
	return true;
}

static int run(struct replay *r, struct machine_config *cfg, char *error)
{
	struct counted c = {r, cfg->next};
	struct machine *m;
	const char *wrong = NULL;

	cfg->next = next;
	cfg->arg = &c;
	cfg->agent = answered;
	cfg->agent_arg = r;
	m = machine_open(cfg);
	if (!m)
		return -ENOMEM;
	for (; !wrong && !machine_done(m); r->now++)
		wrong = r->stopped && r->stopped(r->stopped_arg) ? "stopped"
								 : machine_clock(m, NULL);
	r->run = machine_run_time(m);
	machine_close(m);
	if (!wrong)
		wrong = recording_error(r->recording);
	if (wrong)
		snprintf(error, MEMTRACE_ERROR, "%s", wrong);
	return wrong ? -EBADMSG : 0;
}

int replay_run(struct replay *r, const struct machine_config *like, char *const *path,
	       unsigned int files, char *error)
{
	struct machine_config cfg = *like;
	const char *file, *wrong;
	int err = -ENOMEM;

	snprintf(error, MEMTRACE_ERROR, "no memory");
	r->of = calloc(r->ranges + 1, sizeof(*r->of));
	r->page = calloc(PAGES, sizeof(*r->page));
	r->pages = PAGES;
	r->requests_in = calloc(r->ranges + 1, REPLAY_INTERVALS * sizeof(*r->requests_in));
	r->interval = REPLAY_INTERVAL;
	if (!r->of || !r->page || !r->requests_in)
		return -ENOMEM;
	r->recording = recording_open(path, files, 0, &cfg, &file, &wrong);
	if (!r->recording) {
		snprintf(error, MEMTRACE_ERROR, "%.200s%s%.300s", file ? file : "",
			 file ? ": " : "", wrong);
		return -EINVAL;
	}
	recording_from(r->recording, &r->from);
	err = recording_place(r->recording, r->range, r->ranges);
	if (!err)
		err = run(r, &cfg, error);
	recording_close(r->recording);
	r->recording = NULL;
	return err;
}

void replay_free(struct replay *r)
{
	free(r->range);
	free(r->of);
	free(r->requests_in);
	free(r->page);
	memset(r, 0, sizeof(*r));
}
