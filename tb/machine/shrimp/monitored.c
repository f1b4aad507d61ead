/* SPDX-License-Identifier: Apache-2.0 */
#include "monitored.h"
#include "fnv1a.h"
#include "apps/apps.h"
#include "feed.h"
#include "job.h"
#include "sim.h"
#include "terminal.h"
#include <errno.h>
#include <string.h>

static int prepare(struct monitored *b)
{
	uint8_t stream[4096];
	char path[PATH_MAX];
	struct surf_experiment e = {.stream = stream};
	FILE *f = fopen(job_file("fpga-configs/size-sender.bit", path), "rb");
	int err;

	if (!f)
		return complain("%s: %s", path, strerror(errno));
	e.stream_bytes = fread(stream, 1, sizeof(stream), f);
	fclose(f);
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_SENDID, 0);
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_LAT_N, 12);
	err = surf_begin(&b->surf, &e);
	if (!err)
		err = surf_PutReg(&b->surf, SURF_HTCR,
				  surf_mask(SURF_HTCR_WEN) | surf_mask(SURF_HTCR_HEN) |
					  surf_mask(SURF_HTCR_TEN));
	return err ? complain("the board: %s", strerror(-err)) : 0;
}

int monitored_open(struct monitored *b, uint64_t seed)
{
	const struct node_config cfg = {
		.trace = SIMM_16MB, .hist = SIMM_16MB, .unwatched = true};

	memset(b, 0, sizeof(*b));
	b->s = sim_new(NULL, 0, seed);
	if (!b->s)
		return complain("the simulation does not open");
	sim_limit(b->s, UINT64_MAX);
	b->n = node_open(b->s, &cfg);
	node_power_on(b->n);
	if (surf_open_device(&b->surf, b->n->dev))
		return complain("the board does not answer");
	b->open = true;
	return prepare(b);
}

void monitored_start(struct monitored *b, uint64_t *start_ps, uint64_t *start_tick)
{
	feed_begin_link(b->n);
	sim_wait_edge(b->n->gclk, SIM_RISE);
	*start_ps = sim_now(b->s);
	*start_tick = node_ticks(b->n);
}

static void add_word(void *arg, uint32_t word, uint32_t value)
{
	const uint32_t both[] = {word, value};
	uint64_t *h = arg;

	*h = fnv1a(*h, both, sizeof(both));
}

int monitored_read(struct monitored *b, uint64_t figure[M_COUNT])
{
	uint64_t trace = FNV1A_BEGIN, bins = FNV1A_BEGIN;
	uint32_t entries, words;

	if (surf_PutReg(&b->surf, SURF_HTCR, 0) || surf_GetReg(&b->surf, SURF_TECR, &entries) ||
	    surf_GetReg(&b->surf, SURF_WCDR, &words))
		return complain("the board does not answer");
	simm_each(b->n->trace, add_word, &trace);
	simm_each(b->n->hist, add_word, &bins);
	figure[M_TRACED] = entries;
	figure[M_DROPPED] = b->n->dropped;
	figure[M_TRACE] = fnv1a(trace, &words, sizeof(words));
	figure[M_BINS] = bins;
	return 0;
}

void monitored_close(struct monitored *b)
{
	if (b->open)
		surf_Close(&b->surf);
	if (b->s)
		sim_delete(b->s);
	memset(b, 0, sizeof(*b));
}

/* ---- replay ---- */

struct playing {
	const struct arrivals *all;
	size_t next;
	struct node *n;
};

static bool next_arrival(void *arg, struct packet *p)
{
	struct playing *l = arg;
	const struct arrival *a = l->all->a + l->next;

	if (l->next < l->all->n && a->rx_ps <= sim_now(l->n->s)) {
		*p = a->p;
		l->next++;
		return true;
	}
	sni_ask_at(l->n->sni, l->next < l->all->n ? a->rx_ps : UINT64_MAX);
	return false;
}

static int play(struct monitored *b, const struct arrivals *all)
{
	struct playing l = {.all = all, .n = b->n};
	uint64_t start_ps, start_tick;

	monitored_start(b, &start_ps, &start_tick);
	if (start_ps != all->head.start_ps || start_tick != all->head.start_tick)
		return complain(
			"recorded for another board: the machine began at %llu ps, tick "
			"%llu, this board has %llu ps, tick %llu",
			(unsigned long long)all->head.start_ps,
			(unsigned long long)all->head.start_tick, (unsigned long long)start_ps,
			(unsigned long long)start_tick);
	sni_set_source(b->n->sni, next_arrival, &l);
	while (l.next < all->n || !sni_idle(b->n->sni))
		sim_wait(b->s, SIM_MS(1));
	feed_end_link(b->n);
	return 0;
}

int monitored_replay(const struct arrivals *all, uint64_t figure[M_COUNT])
{
	struct monitored b;
	int err = monitored_open(&b, all->head.seed);

	if (!err)
		err = play(&b, all);
	if (!err)
		err = monitored_read(&b, figure);
	monitored_close(&b);
	return err;
}
