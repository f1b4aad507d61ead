/* SPDX-License-Identifier: Apache-2.0 */
/* The sending side of the link from the SNI board, and a checker that monitors its pins. */
#include "sni.h"
#include "random.h"
#include <inttypes.h>
#include <stdlib.h>

#define START_TO_START 18
#define END_TO_START 4
#define NEVER UINT64_MAX

/* masks of the lanes that carry no information: always, in the header, the time stamp and the
 * payload */
#define NC ((uint64_t)1 << 59 | 0x7FF)
#define HEADER_FREE (NC | (uint64_t)0x3FF << 36)
#define TIME_FREE ((uint64_t)0xFF << 56 | 0x7FF)
#define PAYLOAD_FREE ((uint64_t)UINT32_MAX)

struct sni {
	struct sim *s;
	struct sim_clock *clk;
	struct sim_pin *data, *color, *pmen_n, *eod_n;
	const uint8_t *free; /* level of PMEN_L, which the checker reads */
	struct sni_timing t;
	uint64_t rnd;
	sni_source_fn *source;
	void *source_arg;
	sni_sent_fn *sent;
	void *sent_arg;

	uint64_t now;	    /* rises of the clock so far, including the current one */
	uint64_t wake;	    /* the link needs no callback before this rise */
	uint64_t due;	    /* no beat is sent before this rise */
	uint64_t header_at; /* rise of the last header and of the last beat */
	uint64_t beat_at;
	bool any;	   /* a header has been sent */
	bool on_link;	   /* PMEN_L is low */
	unsigned int beat; /* next beat of the packet; 0: the link is free */
	unsigned int cut;  /* number of beats to send before the packet is cut; 0: send all */
	struct packet p;
	struct packet queued; /* the packet of sni_send() */
	unsigned int queued_cut;
	bool waiting; /* a packet is queued, but not yet on the link */
	bool calling; /* the packet on the link was sent with sni_send() */
	bool abandoned;
	sim_time ask_at; /* time of sni_ask_at(); 0: ask the source at the next clock */
	bool asking;	 /* a timer is set to ask the source */
	bool resting;	 /* no fall of the clock is needed before the rise @wake */
	uint64_t packets, words;

	/* state of the checker, which reads the pins; the sender reports each cut packet */
	struct {
		uint64_t header, last;
		unsigned int beats; /* beats of the current packet so far; 0: no packet is on
				     * the link */
		bool any;
	} watch;
};

static unsigned int rnd_below(struct sni *n, unsigned int end)
{
	return (unsigned int)((random_xorshift(&n->rnd) >> 32) * end >> 32);
}

static void set_resting(struct sni *n, bool on)
{
	if (n->resting == on)
		return;
	n->resting = on;
	sim_need_falls(n->clk, !on);
}

/* Requests a callback at the next fall. */
static void wake_link(struct sni *n)
{
	n->wake = 0;
	set_resting(n, false);
}

/* ---- the checker ---- */

/* Checks the beat that is on the link. */
static SIM_SELDOM void watch_beat(struct sni *n)
{
	if (n->watch.beats == 0 && n->watch.any && !n->t.break_rules) {
		if (n->now - n->watch.header < START_TO_START)
			SIM_FAIL(n->s,
				 "SNI link: header %" PRIu64 " clocks after the last header",
				 n->now - n->watch.header);
		if (n->now - n->watch.last < END_TO_START)
			SIM_FAIL(n->s,
				 "SNI link: header %" PRIu64 " clocks after the last beat",
				 n->now - n->watch.last);
	}
	if (n->watch.beats++ == 0)
		n->watch.header = n->now;
	n->watch.last = n->now;
	n->watch.any = true;
	if (n->watch.beats > 2 + PACKET_WORDS_MAX)
		SIM_FAIL(n->s, "SNI link: a packet of more than %u words", PACKET_WORDS_MAX);
	/* EOD_L is defined only with the payload */
	if (n->watch.beats > 2 && !sim_get(n->eod_n))
		n->watch.beats = 0;
}

static void before_rise(void *arg)
{
	struct sni *n = arg;

	n->now++;
	set_resting(n, n->now < n->wake);
	if (!*n->free)
		watch_beat(n);
}

/* ---- the sender ---- */

static uint64_t lanes(struct sni *n, uint64_t value, uint64_t nothing)
{
	return n->t.noise ? value | (random_xorshift(&n->rnd) & nothing) : value;
}

static void on_ask(void *arg)
{
	struct sni *n = arg;

	n->asking = false;
	wake_link(n);
}

static void put_idle(struct sni *n)
{
	const sim_time ask_at = n->ask_at;

	n->on_link = false;
	sim_put(n->pmen_n, 1);
	if (n->t.noise) {
		const uint64_t r = random_xorshift(&n->rnd) >> 32;

		sim_put(n->data, random_xorshift(&n->rnd));
		sim_put(n->color, r & 63);
		sim_put(n->eod_n, r >> 6 & 1);
		n->wake = 0;
		return;
	}
	sim_put(n->eod_n, 1);
	n->ask_at = 0;
	if (n->beat == 0 && !n->waiting && (!n->source || ask_at > sim_now(n->s)))
		n->wake = NEVER;
	else
		n->wake = n->due;
	if (n->wake == NEVER && n->source && !n->asking) {
		n->asking = true;
		sim_at(n->s, ask_at, on_ask, n);
	}
}

/* The earliest clock at which the next header may be sent. */
static uint64_t free_at(const struct sni *n)
{
	const unsigned int s = n->t.start_to_start ? n->t.start_to_start : START_TO_START;
	const unsigned int e = n->t.end_to_start ? n->t.end_to_start : END_TO_START;

	if (!n->any)
		return 0;
	return n->header_at + s > n->beat_at + e ? n->header_at + s : n->beat_at + e;
}

static bool next_packet(struct sni *n)
{
	n->cut = 0;
	n->calling = n->waiting;
	if (n->waiting) {
		n->p = n->queued;
		n->cut = n->queued_cut;
		n->waiting = false;
	} else if (!n->source || !n->source(n->source_arg, &n->p)) {
		return false;
	}
	if (n->p.words < 1 || n->p.words > PACKET_WORDS_MAX) {
		SIM_FAIL(n->s, "SNI link: a packet of %u words", n->p.words);
		n->calling = false;
		return false;
	}
	return true;
}

static uint64_t beat_data(struct sni *n)
{
	const struct packet *p = &n->p;

	switch (n->beat) {
	case 0:
		return lanes(n,
			     (uint64_t)(p->be & 15) << 60 | (uint64_t)(p->y & 63) << 53 |
				     (uint64_t)(p->x & 63) << 47 | (uint64_t)p->irq << 46 |
				     (uint64_t)(p->addr >> 2 & 0x1FFFFFF) << 11,
			     HEADER_FREE);
	case 1:
		return lanes(n, (p->tx & (((uint64_t)1 << 45) - 1)) << 11, TIME_FREE);
	default:
		return lanes(n, (uint64_t)packet_word(p, n->beat - 2) << 32, PAYLOAD_FREE);
	}
}

static void put_beat(struct sni *n)
{
	const bool last = n->beat == n->p.words + 1u;
	const bool cut = n->cut && n->beat + 1 == n->cut && !last;

	sim_put(n->data, beat_data(n));
	if (n->beat == 0)
		sim_put(n->color, n->p.color);
	else if (n->t.noise)
		sim_put(n->color, random_xorshift(&n->rnd) >> 32);
	sim_put(n->pmen_n, 0);
	/* EOD_L is undefined before the payload */
	sim_put(n->eod_n,
		n->beat < 2 && n->t.noise ? random_xorshift(&n->rnd) >> 32 & 1 : !last);
	n->on_link = n->any = true;
	n->beat_at = n->now;
	n->wake = n->now + 1;
	if (n->beat == 0) {
		n->header_at = n->now;
		if (n->sent)
			n->sent(n->sent_arg, &n->p, false);
	}
	if (!last && !cut) {
		n->beat++;
		n->due = n->wake;
		if (n->t.gap_percent && n->t.gap_max && rnd_below(n, 100) < n->t.gap_percent)
			n->due += 1 + rnd_below(n, n->t.gap_max);
		return;
	}
	n->beat = 0;
	n->calling = false;
	n->abandoned = cut;
	n->due = free_at(n) + (n->t.idle_max ? rnd_below(n, n->t.idle_max + 1) : 0);
	if (last) {
		n->packets++;
		n->words += n->p.words;
		if (n->sent)
			n->sent(n->sent_arg, &n->p, true);
	}
}

static void on_fall(void *arg)
{
	struct sni *n = arg;

	if (n->now < n->wake)
		return;
	if (n->abandoned) {
		n->abandoned = false;
		n->watch.beats = 0;
	}
	if (n->now < n->due || (n->beat == 0 && !next_packet(n)))
		put_idle(n);
	else
		put_beat(n);
}

/* ---- calls ---- */

void sni_set_timing(struct sni *n, const struct sni_timing *t)
{
	n->t = t ? *t : (struct sni_timing){0};
	if (!n->t.break_rules &&
	    ((n->t.start_to_start && n->t.start_to_start < START_TO_START) ||
	     (n->t.end_to_start && n->t.end_to_start < END_TO_START)))
		SIM_FAIL(n->s,
			 "SNI link: %u clocks start to start, %u end to start break its rules",
			 n->t.start_to_start, n->t.end_to_start);
	if (n->beat == 0)
		n->due = free_at(n);
	wake_link(n);
}

void sni_set_source(struct sni *n, sni_source_fn *fn, void *arg)
{
	n->source = fn;
	n->source_arg = arg;
	wake_link(n);
}

void sni_ask_at(struct sni *n, sim_time when)
{
	n->ask_at = when;
}

void sni_on_sent(struct sni *n, sni_sent_fn *fn, void *arg)
{
	n->sent = fn;
	n->sent_arg = arg;
}

void sni_send(struct sni *n, const struct packet *p, unsigned int cut)
{
	if (n->waiting || n->calling) {
		SIM_FAIL(n->s, "SNI link: a packet is sent while another one is");
		return;
	}
	n->queued = *p;
	n->queued_cut = cut;
	n->waiting = true;
	wake_link(n);
	while (n->waiting || n->calling)
		sim_wait_edge(n->clk, SIM_FALL);
}

void sni_cut(struct sni *n)
{
	n->source = NULL;
	n->waiting = n->calling = false;
	n->abandoned |= n->beat != 0;
	n->beat = 0;
	n->due = free_at(n);
	wake_link(n);
}

bool sni_idle(const struct sni *n)
{
	return !n->on_link && n->beat == 0 && !n->waiting;
}

uint64_t sni_packets(const struct sni *n)
{
	return n->packets;
}

uint64_t sni_words(const struct sni *n)
{
	return n->words;
}

struct sni *sni_open(struct sim *s, struct sim_clock *clk_s1, const char *prefix)
{
	struct sni *n = calloc(1, sizeof(*n));

	if (!n)
		return NULL;
	sim_cleanup(s, free, n);
	n->s = s;
	n->clk = clk_s1;
	n->rnd = sim_random(s) | 1;
	n->data = sim_pin_of(s, prefix, "s_data");
	n->color = sim_pin_of(s, prefix, "s_color");
	n->pmen_n = sim_pin_of(s, prefix, "pmen_n");
	n->free = sim_low(n->pmen_n);
	n->eod_n = sim_pin_of(s, prefix, "s_eod_n");
	sim_put(n->data, 0);
	sim_put(n->color, 0);
	sim_put(n->pmen_n, 1);
	sim_put(n->eod_n, 1);
	n->wake = NEVER;
	sim_on(clk_s1, SIM_BEFORE_RISE, before_rise, n);
	sim_on(clk_s1, SIM_FALL, on_fall, n);
	return n;
}

void sni_close(struct sni *n)
{
	if (n) {
		n->source = NULL;
		n->waiting = false;
		n->beat = 0;
		n->due = n->wake = NEVER;
		sim_put(n->pmen_n, 1);
	}
}
