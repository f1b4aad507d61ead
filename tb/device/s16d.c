/* SPDX-License-Identifier: Apache-2.0 */
#include "s16d.h"
#include <stdlib.h>

struct s16d {
	struct sim *s;
	struct sim_pin *d, *dav, *ack;
	sim_time delay, more;
	uint16_t now, before; /* data in this clock and in the one before */
	bool up, hold, due; /* up: level of DAV; hold: the host does not answer; due: an answer
			     * waits for the end of the hold */
	bool answering;	    /* ACK will follow DAV */
	bool resetting;
	uint16_t *word;
	uint64_t words, room;
};

static void answer(void *arg)
{
	struct s16d *h = arg;

	if (h->hold) {
		h->due = true;
		return;
	}
	h->answering = false;
	sim_put(h->ack, h->up);
}

static void store(struct s16d *h)
{
	if (h->words == h->room) {
		h->room = h->room ? 2 * h->room : 1024;
		h->word = realloc(h->word, h->room * sizeof(*h->word));
		if (!h->word)
			SIM_FAIL(h->s, "S16D: no memory");
	}
	h->word[h->words++] = h->now;
}

static void look(void *arg)
{
	struct s16d *h = arg;
	const bool up = sim_get(h->dav);

	if (h->resetting && h->up && !up)
		return;
	h->before = h->now;
	h->now = (uint16_t)sim_get(h->d);
	if (h->now != h->before && (up || h->up))
		SIM_FAIL(h->s, "S16D: D changes from %04X to %04X with DAV", h->before, h->now);
	if (up == h->up)
		return;
	if (h->answering)
		SIM_FAIL(h->s, "S16D: DAV %s before ACK %s", up ? "rises" : "falls",
			 up ? "fell" : "rose");
	if (up && sim_get(h->ack))
		SIM_FAIL(h->s, "S16D: DAV rises with ACK high");
	h->up = up;
	if (up)
		store(h);
	h->answering = true;
	sim_at(h->s, sim_now(h->s) + h->delay + (h->more ? sim_range(h->s, 0, h->more) : 0),
	       answer, h);
}

void s16d_set_delay(struct s16d *h, sim_time delay, sim_time more)
{
	h->delay = delay;
	h->more = more;
}

void s16d_hold(struct s16d *h, bool hold)
{
	h->hold = hold;
	if (!hold && h->due) {
		h->due = false;
		answer(h);
	}
}

void s16d_expect_reset(struct s16d *h)
{
	h->resetting = true;
}

void s16d_reset(struct s16d *h)
{
	h->resetting = false;
	h->up = false;
	h->answering = h->due = false;
	h->now = (uint16_t)sim_get(h->d);
	sim_put(h->ack, 0);
}

uint64_t s16d_words(const struct s16d *h)
{
	return h->words;
}

uint16_t s16d_word(const struct s16d *h, uint64_t n)
{
	return n < h->words ? h->word[n] : 0;
}

static void s16d_free(void *arg)
{
	struct s16d *h = arg;

	free(h->word);
	free(h);
}

struct s16d *s16d_open(struct sim *s, struct sim_clock *clk)
{
	struct s16d *h = calloc(1, sizeof(*h));

	SIM_CHECK(s, h, "no memory");
	sim_cleanup(s, s16d_free, h);
	h->s = s;
	h->d = sim_pin(s, "s_d");
	h->dav = sim_pin(s, "s_dav");
	h->ack = sim_pin(s, "s_ack");
	h->delay = SIM_NS(100);
	sim_on(clk, SIM_RISE, look, h);
	return h;
}
