/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the taps (rtl/tap): two AXI4-Streams and an AXI4 bus share one packet port (surf_taps).
 *
 * The reference model follows the pins of the streams and of the bus and predicts each packet
 * with the exact tick. A packet may be missing only if the counters of its tap report it.
 */
#include <string.h>

#include "port.h"
#include "sim.h"
#include "surflib.h"

#define FRAME "surf_taps_frame"

#define IDS 16u	    /* ids in use; without tags, a tag is an id */
#define TAG_BITS 2u /* of the model surf_taps_ids, whose ids have 12 bits */
#define KEPT 4u	    /* number of requests of a tag whose start time the tap keeps */
/* largest number of outstanding requests of a tag; with one more the tap trusts nothing until
 * no request is outstanding */
#define MOST 15u
#define QUIET 2048u /* clocks of silence after which requests are given up */
#define QUEUE 8192u
#define TIME_MASK 0xFFFFFFFFFFFull
#define TIME_INIT 0xFFFFFFFF000ull /* of the model surf_taps */

struct packet {
	uint64_t rx, tx;
	uint32_t words, sender, color, category, addr, be, irq;
};

enum source { STREAM_A, STREAM_B, READS, WRITES, SOURCES };
static const char *const prefix[] = {"a_", "b_", "rd_", "wr_"};

/* The packets that a tap must present, and counts of what it has presented. */
struct expected {
	struct packet queue[QUEUE];
	uint64_t in, out;	/* number of packets put into the queue since the start, and
				 * taken from it */
	uint64_t frames;	/* number of frames on the stream or bus */
	uint64_t bad;		/* number of frames that are not packets */
	uint64_t unkept;	/* number of responses whose request was not kept, or that
				 * came while the tap did not trust its tables */
	uint64_t packets;	/* number of packets at the port */
	uint64_t cut;		/* number of those packets whose frame was longer than the
				 * packet's size */
	struct sim_pin *pin[3]; /* counters: frames, packets, dropped */
	uint64_t before[3];	/* sums of the counters up to the last clear */
	struct sim_pin *flags;
	unsigned int flags_before;
};

struct beat {
	uint64_t data;
	unsigned int keep, id, dest, user;
	bool last;
};

struct stream {
	struct sim_pin *valid, *ready, *last, *data, *keep, *id, *dest, *user; /* source */
	struct sim_pin *m_valid, *m_ready, *m_last, *m_data, *m_keep, *m_id, *m_dest, *m_user;
	unsigned int bytes; /* bytes of a beat */
	/* stimulus */
	uint64_t frames_left;
	unsigned int beats_left, beat_no, change_at, sparse;
	bool empty, offered;
	bool longer; /* the next frame has more than 1024 words */
	struct beat beat;
	unsigned int rest; /* number of clocks until the next beat */
	/* model */
	struct beat first;
	unsigned int place, count;
	bool in_frame, mixed;
	uint64_t start, field;
	unsigned int have;
};

struct request {
	uint64_t time;
	unsigned int len, size;
	uint32_t addr;
	bool kept; /* the tap keeps this request */
};

struct bus {
	struct sim_pin *q_valid, *q_ready, *q_id, *q_addr, *q_len, *q_size;
	struct sim_pin *r_valid, *r_ready, *r_id, *r_last, *r_resp;
	enum source source;
	/* stimulus */
	uint64_t requests_left;
	bool offered, answering;
	unsigned int id, at, beats[IDS], bursts[IDS][64], count[IDS]; /* outstanding requests of
								       * each id */
	bool last, ends;   /* the beat says that it is the last one, and is that */
	unsigned int resp; /* response code that is offered */
	unsigned int said; /* id that is offered; with a fault not that of a request */
	bool lies;	   /* the next beat says wrongly whether it is the last one */
	bool spurious;	   /* the offered response belongs to no request */
	bool at_once;	   /* it belongs to the request of the same clock */
	uint64_t faults;   /* number of faults so far */
	uint64_t zeros;	   /* number of responses in the clock of their request */
	unsigned int rest; /* clocks until the next response */
	struct request r;
	/* reference model: outstanding requests of each tag, the oldest first */
	struct request asked[IDS][MOST];
	unsigned int n[IDS];
	unsigned int newest[IDS];      /* of each tag: the id of the newest request */
	bool mixed[IDS];	       /* it has, or had, outstanding requests of two ids */
	uint64_t mixtures;	       /* number of responses dropped because of their tag */
	bool midway[IDS], failed[IDS]; /* of each tag */
	unsigned int more[IDS];	       /* of each tag: beats of its response after the first */
	bool misled;		       /* this clock's response has a wrong number of them */
	uint64_t odd;		       /* number of such responses */
	unsigned int open;	       /* outstanding requests of all ids */
	bool trusted;		       /* no error since no request was outstanding */
	uint64_t losses;	       /* number of times that trust was lost */
	bool waits, known; /* a request waits for its handshake; the start of the wait is
			    * known */
	uint64_t since;
	uint64_t excess; /* number of requests that came while at least KEPT were outstanding */
	/* number of requests that waited, reads of several beats, responses with errors */
	uint64_t waited, long_reads, errors;
};

struct bench {
	struct sim *s;
	struct sim_clock *clk;
	struct sim_pin *arst_n, *bus_arst_n, *tap_arst_n, *time_ext, *clear, *p_lost;
	struct port p;
	struct stream stream[2];
	struct bus bus[2];
	struct expected e[SOURCES];
	/* parameters of the model */
	bool in_frame_time, external, first_beat, from_valid, one_color;
	uint64_t now, local;
	unsigned int since_reset;	   /* clocks */
	bool up;			   /* false while the taps alone are in reset */
	unsigned int ident[IDS], tag[IDS]; /* on the bus: the ids and their tags */
	bool tagged;			   /* ids share tags */
	uint64_t told;			   /* number of losses reported at p_lost */
	/* probabilities for each clock, in 1/256 */
	unsigned int valid, ready, answer, port, fault, at_once;
	unsigned int under_way, ids; /* largest number of outstanding requests of an id; number
				      * of ids in use */
	bool clears;		     /* the counters are cleared at random times */
	unsigned int size;	     /* usual largest number of beats of a frame */
	/* Smallest number of clocks between two packets of a source. If it is at least the
	 * number of active sources, the port, which takes a packet in each clock, loses no
	 * packet. */
	unsigned int apart;
};

static bool chance(struct bench *b, unsigned int of_256)
{
	return sim_range(b->s, 0, 255) < of_256;
}

static void expect(struct bench *b, enum source source, const struct packet *p)
{
	struct expected *e = &b->e[source];

	SIM_CHECK(b->s, e->in - e->out < QUEUE, "%s: the queue of the test is full",
		  prefix[source]);
	e->queue[e->in++ % QUEUE] = *p;
}

/* ---- the model of a stream's tap ---- */

static void end_frame(struct bench *b, struct stream *t)
{
	const enum source source = t == &b->stream[0] ? STREAM_A : STREAM_B;
	const unsigned int words = (t->count + 3) / 4;
	const struct packet p = {
		.rx = b->now,
		.tx = (b->in_frame_time ? t->field : t->start) & TIME_MASK,
		.words = words > 1024 ? 1024 : words,
		.sender = (source == STREAM_A ? 0 : 32) | t->first.id,
		.color = (source == STREAM_A ? t->first.dest : t->first.user >> 2) & 63,
		.category = source == STREAM_A ? 1 : 2,
		.be = 15,
		.irq = words > 1024,
	};

	t->in_frame = false;
	b->e[source].frames++;
	if (t->mixed || !t->count ||
	    (b->in_frame_time && t->have != (source == STREAM_A ? 8u : 6u)))
		b->e[source].bad++;
	else
		expect(b, source, &p);
}

static void follow_stream(struct bench *b, struct stream *t)
{
	const struct beat now = {
		.data = sim_get(t->data),
		.keep = (unsigned int)sim_get(t->keep),
		.id = (unsigned int)sim_get(t->id),
		.dest = (unsigned int)sim_get(t->dest),
		.user = (unsigned int)sim_get(t->user),
		.last = sim_get(t->last),
	};
	const unsigned int offset = t == &b->stream[0] ? 6 : 0, length = offset ? 8 : 6;

	if (!t->in_frame) {
		t->in_frame = true;
		t->first = now;
		t->start = b->now;
		t->place = t->count = t->have = 0;
		t->field = 0;
		t->mixed = false;
	}
	t->mixed |= !b->up || now.id != t->first.id || now.dest != t->first.dest;
	for (unsigned int i = 0; i < t->bytes; i++, t->place++) {
		const uint64_t byte = now.data >> 8 * i & 0xFF;

		if (!(now.keep >> i & 1))
			continue;
		t->count++;
		if (t->place < offset || t->place >= offset + length)
			continue;
		t->have++;
		/* stream a has the most significant byte first, stream b the least
		 * significant */
		t->field |= byte << 8 * (offset ? 7 - (t->place - offset) : t->place);
	}
	if (now.last)
		end_frame(b, t);
}

/* ---- the model of a channel of the bus ---- */

static void lose_trust(struct bus *u)
{
	u->losses += u->trusted;
	u->trusted = false;
}

static struct request request_now(struct bench *b, struct bus *u, bool kept)
{
	return (struct request){
		.time = b->from_valid && u->waits ? u->since : b->now,
		.addr = (uint32_t)sim_get(u->q_addr),
		.len = (unsigned int)sim_get(u->q_len),
		.size = (unsigned int)sim_get(u->q_size),
		.kept = kept && b->up && (!b->from_valid || !u->waits || u->known),
	};
}

/* @before: outstanding requests of the tag before this clock. */
static void follow_request(struct bench *b, struct bus *u, unsigned int id, bool kept,
			   unsigned int before)
{
	const unsigned int tag = b->tag[id];

	u->mixed[tag] = before && (u->mixed[tag] || u->newest[tag] != id);
	u->newest[tag] = id;
	if (u->n[tag] == MOST)
		lose_trust(u);
	if (u->trusted)
		u->asked[tag][u->n[tag]++] = request_now(b, u, kept);
}

static void expect_response(struct bench *b, struct bus *u, unsigned int id,
			    const struct request *r, bool failed)
{
	const unsigned int words = (((r->len + 1) << r->size) + 3) / 4;
	const struct packet p = {
		.rx = b->now,
		.tx = r->time,
		.words = words > 1024 ? 1024 : words,
		.sender = 64 | (b->ident[id] & 0x3FF),
		.color = (u->source == WRITES) | (failed && !b->one_color) << 1,
		.category = 3,
		.addr = r->addr >> 2 & 0x1FFFFFF,
		.be = 15,
		.irq = words > 1024,
	};

	expect(b, u->source, &p);
}

/* Returns whether a response of @more + 1 beats is not that of a request. */
static bool is_odd(const struct bench *b, const struct bus *u, unsigned int more,
		   const struct request *r)
{
	return u->source == READS && !b->first_beat && more != r->len;
}

/* @same: a request of this id comes in the same clock. Returns whether this is its response. */
static bool follow_response(struct bench *b, struct bus *u, unsigned int id, bool failed,
			    bool same)
{
	struct expected *e = &b->e[u->source];
	const unsigned int tag = b->tag[id];
	const bool owed = u->n[tag];
	const bool foreign = owed && !u->mixed[tag] && u->newest[tag] != id;
	const bool wrong = !same && (!owed || foreign);
	struct request r = {0};

	e->frames++;
	if (!u->trusted) {
		e->unkept++;
		return false;
	}
	if (owed) {
		r = u->asked[tag][0];
		memmove(&u->asked[tag][0], &u->asked[tag][1], sizeof(r) * --u->n[tag]);
	} else if (same) {
		r = request_now(b, u, true);
		u->zeros++;
	}
	u->mixtures += owed && (u->mixed[tag] || foreign);
	if (wrong)
		e->bad++;
	else if (!r.kept || (owed && (u->mixed[tag] || foreign)))
		e->unkept++;
	else if (is_odd(b, u, owed ? u->more[tag] : 0, &r)) {
		e->bad++;
		u->misled = true;
	} else
		expect_response(b, u, id, &r, failed);
	if (wrong)
		lose_trust(u);
	return !owed && same;
}

/* Returns whether the tap can keep a request that comes now; a place that a response frees in
 * the same clock is still in use. */
static bool has_place(const struct bus *u, unsigned int tag)
{
	unsigned int kept = 0;

	for (unsigned int i = 0; i < u->n[tag]; i++)
		kept += u->asked[tag][i].kept;
	return kept < KEPT;
}

static void forget_requests(struct bus *u)
{
	memset(u->n, 0, sizeof(u->n));
	memset(u->midway, 0, sizeof(u->midway));
	memset(u->failed, 0, sizeof(u->failed));
	u->open = 0;
	u->trusted = true;
}

/* Returns the number of an id on the bus. */
static unsigned int number_of(const struct bench *b, uint64_t ident)
{
	unsigned int id = 0;

	while (id < IDS - 1 && b->ident[id] != ident)
		id++;
	return id;
}

static void follow_bus(struct bench *b, struct bus *u)
{
	const bool valid = sim_get(u->q_valid), ready = sim_get(u->q_ready), q = valid && ready;
	const bool beat = sim_get(u->r_valid) && sim_get(u->r_ready);
	const unsigned int id = number_of(b, sim_get(u->q_id));
	const unsigned int r_id = number_of(b, sim_get(u->r_id));
	const bool last = u->source == WRITES || sim_get(u->r_last), over = beat && last;
	const bool same = q && beat && id == r_id, place = has_place(u, b->tag[id]);
	const unsigned int before = u->n[b->tag[id]];
	const bool anew = !u->open && !q;
	bool at_once = false;

	u->excess += q && before >= KEPT;
	u->waited += q && u->waits;
	if (beat) {
		const unsigned int tag = b->tag[r_id];
		const bool failed = u->failed[tag] || sim_get(u->r_resp) >= 2;

		u->long_reads += !last && !u->midway[tag];
		u->errors += failed;
		u->more[tag] = u->midway[tag] ? u->more[tag] + 1 : 0;
		if (b->first_beat && u->source == READS ? !u->midway[tag] : last)
			at_once = follow_response(b, u, r_id, failed, same);
		u->midway[tag] = !last;
		u->failed[tag] = !last && failed;
	}
	if (q && !at_once)
		follow_request(b, u, id, place, before);
	if (q && (!over || (!u->open && !same)))
		u->open++;
	else if (over && !q && u->open)
		u->open--;
	if (u->misled && u->open)
		lose_trust(u);
	u->odd += u->misled;
	u->misled = false;
	if (anew)
		forget_requests(u);
	if (!u->waits)
		u->since = b->now;
	u->known = b->up && (!u->waits || u->known);
	u->waits = valid && !ready;
}

/* ---- the port ---- */

static void follow_port(struct bench *b)
{
	struct packet p = {
		.rx = sim_get(b->p.rxtime),
		.tx = sim_get(b->p.txtime),
		.words = (uint32_t)sim_get(b->p.words),
		.sender = (uint32_t)(sim_get(b->p.y) << 5 | sim_get(b->p.x)),
		.color = (uint32_t)sim_get(b->p.color),
		.category = (uint32_t)sim_get(b->p.category),
		.addr = (uint32_t)sim_get(b->p.addr),
		.be = (uint32_t)sim_get(b->p.be),
		.irq = (uint32_t)sim_get(b->p.irq),
	};
	const enum source source = p.category == 1   ? STREAM_A
				   : p.category == 2 ? STREAM_B
				   : p.color & 1     ? WRITES
						     : READS;
	struct expected *e = &b->e[source];
	const uint64_t fields[] = {p.rx,       p.tx,   p.words, p.sender, p.color,
				   p.category, p.addr, p.be,	p.irq};

	sim_digest(b->s, fields, sizeof(fields));
	e->packets++;
	e->cut += p.irq;
	/* the packets before it were dropped; the counters must report this */
	while (e->out < e->in && e->queue[e->out % QUEUE].rx != p.rx)
		e->out++;
	SIM_CHECK(b->s, e->out < e->in, "%s: a packet of time %llX that no frame made",
		  prefix[source], (unsigned long long)p.rx);

	const struct packet *w = &e->queue[e->out++ % QUEUE];

	SIM_EQ(b->s, p.tx, w->tx, "transmit time");
	SIM_EQ(b->s, p.words, w->words, "words");
	SIM_EQ(b->s, p.sender, w->sender, "sender");
	SIM_EQ(b->s, p.color, w->color, "color");
	SIM_EQ(b->s, p.category, w->category, "category");
	SIM_EQ(b->s, p.addr, w->addr, "address");
	SIM_EQ(b->s, p.be, w->be, "byte enables");
	SIM_EQ(b->s, p.irq, w->irq, "longer than 1024 words");
}

/* ---- at each clock: the pins before the edge ---- */

static void same(struct bench *b, const struct sim_pin *p, const struct sim_pin *q)
{
	if (sim_get(p) != sim_get(q))
		SIM_FAIL(b->s, "%s and %s differ: the stream is not as it was", p->name,
			 q->name);
}

static void before_edge(void *arg)
{
	struct bench *b = arg;

	for (unsigned int EACH(i, 0); i < 2; i++) {
		struct stream *t = &b->stream[i];

		same(b, t->valid, t->m_valid);
		same(b, t->ready, t->m_ready);
		same(b, t->last, t->m_last);
		same(b, t->data, t->m_data);
		same(b, t->keep, t->m_keep);
		same(b, t->id, t->m_id);
		same(b, t->dest, t->m_dest);
		same(b, t->user, t->m_user);
	}
	for (unsigned int i = 0; i < SOURCES; i++) {
		struct expected *e = &b->e[i];
		const uint64_t n[] = {sim_get(e->pin[0]), sim_get(e->pin[1]),
				      sim_get(e->pin[2])};

		if (n[0] != ((n[1] + n[2]) & 0xFFFFFFFF))
			SIM_FAIL(b->s, "%s: frames %llu, packets %llu, dropped %llu", prefix[i],
				 (unsigned long long)n[0], (unsigned long long)n[1],
				 (unsigned long long)n[2]);
		if (sim_get(b->clear)) {
			for (unsigned int k = 0; k < 3; k++)
				e->before[k] += n[k];
			e->flags_before |= (unsigned int)sim_get(e->flags);
		}
	}
	if (!sim_get(b->arst_n) || ++b->since_reset < 3)
		return;
	b->now = b->external ? sim_get(b->time_ext) & TIME_MASK : b->local;
	b->local = (b->local + 1) & TIME_MASK;
	b->told += sim_get(b->p_lost);
	for (unsigned int EACH(i, 0); i < 2; i++) {
		if (sim_get(b->stream[i].valid) && sim_get(b->stream[i].ready))
			follow_stream(b, &b->stream[i]);
		follow_bus(b, &b->bus[i]);
	}
	if (sim_get(b->p.valid)) {
		SIM_CHECK(b->s, sim_get(b->p.ready), "a packet while the port is not ready");
		follow_port(b);
	}
}

/* ---- stimulus, after the edge ---- */

static void next_beat(struct bench *b, struct stream *t)
{
	const unsigned int all = (1u << t->bytes) - 1;
	struct beat *c = &t->beat;

	if (!t->beats_left) {
		const unsigned int kind = t->longer ? 0 : (unsigned int)sim_range(b->s, 0, 255);

		t->frames_left--;
		/* occasionally about 1024 words */
		t->beats_left = kind == 0
					? (unsigned int)sim_range(b->s, t->longer ? 5 : 0, 5) +
						  4096 / t->bytes - 2
					: (unsigned int)sim_range(b->s, 1, b->size);
		t->longer = false;
		t->beat_no = 0;
		t->change_at = kind / 8 == 1 ? (unsigned int)sim_range(b->s, 1, b->size) : 0;
		t->sparse = kind / 16 == 2;
		t->empty = kind / 8 == 6;
		c->id = (unsigned int)sim_range(b->s, 0, 31);
		c->dest = (unsigned int)sim_range(b->s, 0, 255);
	}
	if (t->change_at && t->beat_no == t->change_at) {
		if (sim_range(b->s, 0, 1))
			c->id ^= 1u << sim_range(b->s, 0, 4);
		else
			c->dest ^= 1u << sim_range(b->s, 0, 7);
	}
	t->beat_no++;
	c->last = --t->beats_left == 0;
	c->data = sim_random(b->s);
	c->user = (unsigned int)sim_range(b->s, 0, 255);
	c->keep = t->empty    ? 0
		  : t->sparse ? (unsigned int)sim_range(b->s, 0, all)
		  : c->last   ? all >> sim_range(b->s, 0, t->bytes - 1)
			      : all;
}

static void drive_stream(struct bench *b, struct stream *t, bool passed)
{
	t->rest -= t->rest > 0;
	if (passed) {
		t->offered = false;
		t->rest = t->beat.last ? b->apart - 1 : 0;
	}
	if (!t->offered && !t->rest && (t->beats_left || t->frames_left) &&
	    chance(b, b->valid)) {
		next_beat(b, t);
		t->offered = true;
	}
	sim_put(t->valid, t->offered);
	/* the signals have random values while there is no beat */
	sim_put(t->data, t->offered ? t->beat.data : sim_random(b->s));
	sim_put(t->keep, t->offered ? t->beat.keep : sim_random(b->s));
	sim_put(t->id, t->offered ? t->beat.id : sim_random(b->s));
	sim_put(t->dest, t->offered ? t->beat.dest : sim_random(b->s));
	sim_put(t->user, t->offered ? t->beat.user : sim_random(b->s));
	sim_put(t->last, t->offered ? t->beat.last : sim_random(b->s));
	sim_put(t->m_ready, chance(b, b->ready));
}

static void drive_requests(struct bench *b, struct bus *u, bool passed)
{
	if (passed) {
		if (!u->at_once)
			u->bursts[u->id][u->count[u->id]++] =
				u->source == READS ? u->r.len + 1 : 1;
		u->offered = false;
	}
	if (!u->offered && u->requests_left && chance(b, b->valid)) {
		u->id = (unsigned int)sim_range(b->s, 0, b->ids - 1);
		if (u->count[u->id] < b->under_way) {
			const unsigned int most = chance(b, b->at_once) ? 0
						  : chance(b, 20)	? 255
									: 3;

			u->requests_left--;
			u->offered = true;
			u->r = (struct request){
				.addr = (uint32_t)sim_random(b->s),
				.len = (unsigned int)sim_range(b->s, 0, most),
				.size = (unsigned int)sim_range(b->s, 0, 7),
			};
		}
	}
	sim_put(u->q_valid, u->offered);
	sim_put(u->q_id, u->offered ? b->ident[u->id] : sim_random(b->s));
	sim_put(u->q_addr, u->offered ? u->r.addr : sim_random(b->s));
	sim_put(u->q_len, u->offered ? u->r.len : sim_random(b->s));
	sim_put(u->q_size, u->offered ? u->r.size : sim_random(b->s));
	sim_put(u->q_ready, chance(b, b->ready));
}

static void end_burst(struct bus *u)
{
	u->beats[u->at] = 0;
	memmove(u->bursts[u->at], u->bursts[u->at] + 1,
		sizeof(u->bursts[0][0]) * --u->count[u->at]);
}

/* Begins a fault, or returns false: a response of a wrong id, one without a request, a request
 * whose response never comes, or a beat that says wrongly whether it is the last one. */
static bool begin_fault(struct bench *b, struct bus *u)
{
	if (!chance(b, b->fault))
		return false;
	u->faults++;
	switch (sim_range(b->s, 0, u->r_last ? 3 : 2)) {
	case 0:
		u->said = (unsigned int)sim_range(b->s, 0, IDS - 1);
		return false;
	case 3:
		u->lies = true;
		return false;
	case 1:
		u->spurious = u->last = u->answering = true;
		return true;
	default:
		end_burst(u);
		return true;
	}
}

static void drive_responses(struct bench *b, struct bus *u, bool passed)
{
	u->rest -= u->rest > 0;
	if (passed || u->at_once) {
		/* ends too early and makes no packet: the next one may follow at once */
		const bool odd =
			!b->first_beat && u->last && !u->ends && !u->spurious && !u->at_once;

		u->answering = false;
		if (!odd && (u->last || u->beats[u->at] == 1))
			u->rest = b->apart - 1;
		if (u->ends && !u->spurious && !u->at_once)
			end_burst(u);
		u->spurious = u->at_once = false;
	}
	if (!u->answering && !u->rest && chance(b, b->answer)) {
		/* a random id, so that the beats of bursts are interleaved */
		u->at = (unsigned int)sim_range(b->s, 0, IDS - 1);
		for (unsigned int i = 0; i < IDS && !u->count[u->at]; i++)
			u->at = (u->at + 1) % IDS;
		u->said = u->at;
		u->resp = (unsigned int)sim_range(b->s, 0, 1) | (chance(b, 20) ? 2 : 0);
		if (u->count[u->at] && !begin_fault(b, u)) {
			u->answering = true;
			u->ends = ++u->beats[u->at] == u->bursts[u->at][0];
			u->last = u->ends != u->lies;
			u->lies = false;
		}
	}
	/* a response in the clock of its request, which has one beat */
	if (!u->answering && !u->rest && u->offered && !u->count[u->id] &&
	    (!u->r_last || !u->r.len) && sim_get(u->q_ready) && chance(b, b->at_once)) {
		u->at_once = u->answering = u->last = true;
		u->said = u->id;
	}
	sim_put(u->r_valid, u->answering);
	sim_put(u->r_id, u->answering ? b->ident[u->said] : sim_random(b->s));
	if (u->r_last)
		sim_put(u->r_last, u->answering ? u->last : sim_random(b->s));
	sim_put(u->r_resp, u->answering ? u->resp : sim_random(b->s));
	sim_put(u->r_ready, u->at_once || chance(b, b->ready));
}

static void behind_edge(void *arg)
{
	struct bench *b = arg;
	bool beat[2], q[2], r[2];

	for (unsigned int i = 0; i < 2; i++) {
		const struct bus *u = &b->bus[i];

		beat[i] = sim_get(b->stream[i].valid) && sim_get(b->stream[i].m_ready);
		q[i] = sim_get(u->q_valid) && sim_get(u->q_ready);
		r[i] = sim_get(u->r_valid) && sim_get(u->r_ready);
	}
	for (unsigned int i = 0; i < 2; i++) {
		drive_stream(b, &b->stream[i], beat[i]);
		drive_requests(b, &b->bus[i], q[i]);
		drive_responses(b, &b->bus[i], r[i]);
	}
	sim_put(b->p.ready, chance(b, b->port));
	sim_put(b->clear, b->clears && chance(b, 1));
	/* random values in models that do not use the external clock */
	sim_put(b->time_ext, b->external ? sim_get(b->time_ext) + sim_range(b->s, 1, 100)
					 : sim_random(b->s));
	sim_settle(b->s);
}

/* ---- runs ---- */

static struct sim_pin *pin_of(struct bench *b, const char *owner, const char *name)
{
	return sim_pin_of(b->s, owner, name);
}

static void reset(struct bench *b)
{
	sim_put(b->arst_n, 0);
	sim_put(b->bus_arst_n, 1);
	sim_put(b->tap_arst_n, 1);
	sim_wait_cycles(b->clk, 4);
	sim_wait_edge(b->clk, SIM_FALL);
	b->local = TIME_INIT;
	b->since_reset = 0;
	b->up = true;
	b->told = 0;
	for (unsigned int i = 0; i < 2; i++)
		forget_requests(&b->bus[i]);
	sim_put(b->arst_n, 1);
	sim_wait_cycles(b->clk, 6);
}

/* The hash that the tap's text gives: bits TAG_BITS apart. */
static unsigned int tag_of(unsigned int ident)
{
	unsigned int tag = 0;

	for (; ident; ident >>= TAG_BITS)
		tag ^= ident & ((1u << TAG_BITS) - 1);
	return tag;
}

/* Chooses the ids: 0 to 15; if they share tags, any different ones of 12 bits, of which the
 * first have different tags and no tag has so many that the tap could not number two
 * outstanding requests of each. */
static void choose_ids(struct bench *b)
{
	for (unsigned int id = 0; id < IDS; id++) {
		unsigned int sharing;
		bool taken;

		do {
			sharing = 0;
			b->ident[id] = b->tagged ? (unsigned int)sim_range(b->s, 0, 4095) : id;
			b->tag[id] = b->tagged ? tag_of(b->ident[id]) : id;
			taken = b->tagged && id < 1u << TAG_BITS && b->tag[id] != id;
			for (unsigned int i = 0; i < id; i++) {
				taken |= b->ident[i] == b->ident[id];
				sharing += b->tagged && b->tag[i] == b->tag[id];
			}
		} while (taken || sharing == MOST / 2);
	}
}

static struct bench *open_taps(struct sim *s)
{
	static struct bench bench;
	struct bench *b = &bench;

	*b = (struct bench){.s = s,
			    .valid = 200,
			    .ready = 200,
			    .answer = 200,
			    .port = 256,
			    .under_way = KEPT,
			    .ids = IDS,
			    .size = 6,
			    .apart = 1};
	b->in_frame_time = b->external = !strcmp(sim_model(s), FRAME);
	b->first_beat = b->external || strstr(sim_model(s), "_first");
	b->from_valid = b->external || strstr(sim_model(s), "_start");
	b->one_color = strstr(sim_model(s), "_plain");
	b->tagged = !strcmp(sim_model(s), "surf_taps_ids");
	choose_ids(b);
	b->clk = sim_clock(s, "clk", SIM_NS(20), SIM_NS(10));
	b->arst_n = sim_pin(s, "arst_n");
	b->bus_arst_n = sim_pin(s, "bus_arst_n");
	b->tap_arst_n = sim_pin(s, "tap_arst_n");
	b->p_lost = sim_pin(s, "p_lost");
	b->time_ext = sim_pin(s, "time_ext");
	b->clear = sim_pin(s, "clear");
	sim_put(sim_pin(s, "tap_addr"), 0);
	b->p = port_open(s);
	for (unsigned int i = 0; i < 2; i++) {
		const char *o = i ? "b_" : "a_", *m = i ? "bm_" : "am_";
		const char *q = i ? "aw" : "ar", *r = i ? "b" : "r";

		b->stream[i] = (struct stream){
			.bytes = i ? 4 : 8,
			.valid = pin_of(b, o, "tvalid"),
			.ready = pin_of(b, o, "tready"),
			.last = pin_of(b, o, "tlast"),
			.data = pin_of(b, o, "tdata"),
			.keep = pin_of(b, o, "tkeep"),
			.id = pin_of(b, o, "tid"),
			.dest = pin_of(b, o, "tdest"),
			.user = pin_of(b, o, "tuser"),
			.m_valid = pin_of(b, m, "tvalid"),
			.m_ready = pin_of(b, m, "tready"),
			.m_last = pin_of(b, m, "tlast"),
			.m_data = pin_of(b, m, "tdata"),
			.m_keep = pin_of(b, m, "tkeep"),
			.m_id = pin_of(b, m, "tid"),
			.m_dest = pin_of(b, m, "tdest"),
			.m_user = pin_of(b, m, "tuser"),
		};
		b->bus[i] = (struct bus){
			.source = i ? WRITES : READS,
			.q_valid = pin_of(b, q, "valid"),
			.q_ready = pin_of(b, q, "ready"),
			.q_id = pin_of(b, q, "id"),
			.q_addr = pin_of(b, q, "addr"),
			.q_len = pin_of(b, q, "len"),
			.q_size = pin_of(b, q, "size"),
			.r_valid = pin_of(b, r, "valid"),
			.r_ready = pin_of(b, r, "ready"),
			.r_id = pin_of(b, r, "id"),
			.r_last = i ? NULL : pin_of(b, r, "last"),
			.r_resp = pin_of(b, r, "resp"),
		};
	}
	for (unsigned int i = 0; i < SOURCES; i++) {
		b->e[i].pin[0] = pin_of(b, prefix[i], "frames");
		b->e[i].pin[1] = pin_of(b, prefix[i], "packets");
		b->e[i].pin[2] = pin_of(b, prefix[i], "dropped");
		b->e[i].flags = pin_of(b, prefix[i], "flags");
	}
	/* the external clock starts at a random value or shortly before it exceeds 44 bits */
	sim_put(b->time_ext, sim_range(s, 0, 1) ? sim_random(s) : 0xABCDEFFFFFFFF000);
	sim_on(b->clk, SIM_BEFORE_RISE, before_edge, b);
	reset(b);
	sim_on(b->clk, SIM_RISE, behind_edge, b);
	sim_watch_x(s);
	return b;
}

static bool idle(void *arg)
{
	const struct bench *b = arg;

	for (unsigned int i = 0; i < 2; i++) {
		const struct stream *t = &b->stream[i];
		const struct bus *u = &b->bus[i];

		if (t->frames_left || t->beats_left || t->offered || u->requests_left ||
		    u->offered)
			return false;
		for (unsigned int id = 0; id < IDS; id++)
			if (u->count[id])
				return false;
	}
	return true;
}

static void start(struct bench *b, uint64_t frames, uint64_t requests)
{
	for (unsigned int i = 0; i < 2; i++) {
		b->stream[i].frames_left += frames;
		b->bus[i].requests_left += requests;
	}
}

/* Waits until all frames and requests have ended and the FIFOs are empty. */
static void finish(struct bench *b)
{
	SIM_CHECK(b->s, sim_wait_for(b->s, idle, b, sim_now(b->s) + SIM_MS(100)),
		  "the stimulus did not end");
	b->port = 256;
	sim_wait_cycles(b->clk, 40);
}

/* Returns the number of frames that were dropped although they are packets. */
static uint64_t dropped_packets(const struct expected *e)
{
	return e->frames - e->packets - e->bad - e->unkept;
}

/* Returns the number of taps that have dropped packets. */
static unsigned int overloaded(const struct bench *b)
{
	unsigned int taps = 0;

	for (unsigned int i = 0; i < SOURCES; i++)
		taps += dropped_packets(&b->e[i]) > 0;
	return taps;
}

/* Compares the counters of a tap with the frames at its pins and the packets at the port. */
static uint64_t compare(struct bench *b, enum source source)
{
	struct expected *e = &b->e[source];
	uint64_t n[3];
	const uint64_t dropped = e->frames - e->packets;
	const unsigned int flags = (e->cut ? 4 : 0) | (e->bad ? 2 : 0) | (dropped ? 1 : 0);

	for (unsigned int k = 0; k < 3; k++)
		n[k] = e->before[k] + sim_get(e->pin[k]);
	SIM_EQ(b->s, n[0], e->frames, "frames");
	SIM_EQ(b->s, n[1], e->packets, "packets");
	SIM_EQ(b->s, n[2], dropped, "dropped");
	SIM_EQ(b->s, e->flags_before | sim_get(e->flags), flags, "flags");
	sim_note(b->s, "%s: %llu frames, %llu packets, %llu dropped; %llu are no packets",
		 prefix[source], (unsigned long long)e->frames, (unsigned long long)e->packets,
		 (unsigned long long)dropped, (unsigned long long)e->bad);
	return dropped_packets(e);
}

/* Compares the packets dropped since the reset with the counts at p_lost: each must be counted
 * once. */
static void all_told(struct bench *b)
{
	uint64_t dropped = 0;

	for (unsigned int i = 0; i < SOURCES; i++)
		dropped += b->e[i].frames - b->e[i].packets;
	SIM_EQ(b->s, b->told, dropped, "losses at p_lost");
}

static void none_dropped(struct bench *b)
{
	all_told(b);
	for (unsigned int EACH(i, 0); i < SOURCES; i++) {
		SIM_EQ(b->s, compare(b, i), 0, "frames dropped at a ready port");
		SIM_EQ(b->s, b->e[i].unkept, 0, "requests not kept");
		SIM_EQ(b->s, b->e[i].out, b->e[i].in, "packets missing");
	}
}

/* Starts the counts anew while there are no frames and requests. */
static void clear_counts(struct bench *b)
{
	sim_wait_edge(b->clk, SIM_FALL);
	sim_put(b->clear, 1);
	sim_wait_edge(b->clk, SIM_FALL);
	for (unsigned int EACH(i, 0); i < SOURCES; i++) {
		for (unsigned int EACH(k, 0); k < 3; k++)
			SIM_EQ(b->s, sim_get(b->e[i].pin[k]), 0, "cleared");
		SIM_EQ(b->s, sim_get(b->e[i].flags), 0, "flags cleared");
	}
}

/* Sends frames of all kinds on both streams and none on the bus: each must give a packet or be
 * counted as dropped. */
static void taps_frames(struct sim *s)
{
	struct bench *b = open_taps(s);

	b->stream[0].longer = b->stream[1].longer = true;
	for (unsigned int EACH(i, 0); i < 4; i++) {
		b->valid = (unsigned int)sim_range(s, 20, 256);
		b->ready = (unsigned int)sim_range(s, 20, 256);
		b->size = (unsigned int)sim_range(s, 1, 20);
		/* one stream at full speed, then both */
		b->apart = i < 2 ? 1 : 2;
		if (i != 1)
			b->stream[0].frames_left = sim_length(s, 1500, 40);
		if (i != 0)
			b->stream[1].frames_left = sim_length(s, 1500, 40);
		finish(b);
	}
	none_dropped(b);
	SIM_CHECK(s, b->e[STREAM_A].packets && b->e[STREAM_B].packets, "no packet came");
	for (enum source i = STREAM_A; i <= STREAM_B; i++) {
		/* a short run may lack them: a frame in 20 is bad */
		if (b->e[i].frames < 300)
			continue;
		SIM_CHECK(s, b->e[i].bad, "%s: no frame was bad", prefix[i]);
		SIM_CHECK(s, b->e[i].cut, "%s: no frame was too long", prefix[i]);
	}
	clear_counts(b);
}

/* Performs interleaved reads and writes of 16 ids. */
static void taps_latency(struct sim *s)
{
	struct bench *b = open_taps(s);

	for (unsigned int EACH(i, 0); i < 4; i++) {
		b->valid = (unsigned int)sim_range(s, 20, 256);
		b->ready = (unsigned int)sim_range(s, 60, 256);
		b->answer = (unsigned int)sim_range(s, 40, 256);
		b->apart = i < 2 ? 1 : 2;
		if (i != 1)
			b->bus[0].requests_left = sim_length(s, 1000, 100);
		if (i != 0)
			b->bus[1].requests_left = sim_length(s, 1000, 100);
		finish(b);
	}
	none_dropped(b);
	SIM_EQ(s, b->e[READS].bad + b->e[WRITES].bad, 0, "responses without a request");
}

/* Every combination of what a latency is measured from, of what to, and of the colors of
 * errors, with waits before each handshake, bursts and responses that say error. */
static void taps_choices(struct sim *s)
{
	struct bench *b = open_taps(s);

	b->apart = 2;
	b->ready = 60;
	start(b, 0, port_length(s, 500, 40));
	finish(b);
	none_dropped(b);
	for (unsigned int EACH(k, 0); k < 2; k++)
		SIM_CHECK(s, b->bus[k].waited && b->bus[k].errors,
			  "no request waited, or no response said error");
	SIM_CHECK(s, b->bus[0].long_reads, "no read had two beats");
}

/* Number of ids of which no two share a tag. */
static unsigned int apart_ids(const struct bench *b)
{
	return b->tagged ? 1u << TAG_BITS : IDS;
}

#define MOST_ROUNDS 30 /* of a short run, which ends when it has seen what it is about */

static bool mixtures_on_both(const struct bench *b)
{
	return b->bus[0].mixtures && b->bus[1].mixtures;
}

/* Ids that share tags: while a tag has outstanding requests of two ids, its transactions are
 * dropped and counted, and no others; each packet is that of its own request. */
static void taps_tags(struct sim *s)
{
	struct bench *b = open_taps(s);
	const unsigned int rounds = (unsigned int)sim_length(s, 100, 4);

	b->apart = 2;
	b->ids = apart_ids(b);
	start(b, 0, sim_length(s, 500, 50));
	finish(b);
	none_dropped(b);
	for (unsigned int EACH(i, 0); i < rounds || (i < MOST_ROUNDS && !mixtures_on_both(b));
	     i++) {
		choose_ids(b);
		b->valid = (unsigned int)sim_range(s, 10, 256);
		b->answer = (unsigned int)sim_range(s, 40, 256);
		b->ids = (unsigned int)sim_range(s, 2, IDS);
		b->under_way = (unsigned int)sim_range(s, 1, 2);
		b->at_once = i % 2 ? 60 : 0;
		start(b, 0, sim_is_icarus(s) ? 100 : 250);
		finish(b);
		for (enum source EACH(k, READS); k <= WRITES; k++) {
			SIM_EQ(s, compare(b, k), 0, "frames dropped at a ready port");
			SIM_EQ(s, b->e[k].bad, 0, "responses without a request");
		}
		/* the tags are no longer mixed */
		const uint64_t was = b->e[READS].packets + b->e[WRITES].packets;

		b->ids = apart_ids(b);
		start(b, 0, 20);
		finish(b);
		SIM_EQ(s, b->e[READS].packets + b->e[WRITES].packets, was + 40, "packets");
		all_told(b);
	}
	for (unsigned int EACH(k, 0); k < 2; k++) {
		const struct bus *u = &b->bus[k];

		SIM_CHECK(s, u->mixtures, "no tag was mixed");
		SIM_EQ(s, u->losses, 0, "losses of trust");
		sim_note(s, "%s%llu of %llu dropped because of a mixed tag", prefix[READS + k],
			 (unsigned long long)u->mixtures,
			 (unsigned long long)b->e[READS + k].frames);
	}
}

/* Uses all sources together: packets that end in the same clock must not be lost, and the
 * sender field must identify the source. */
static void taps_shared(struct sim *s)
{
	struct bench *b = open_taps(s);

	b->apart = SOURCES;
	b->valid = 250;
	b->ready = 240;
	b->answer = 250;
	b->size = 4;
	start(b, sim_length(s, 2000, 200), sim_length(s, 1500, 150));
	finish(b);
	none_dropped(b);
}

#define LEAST_FRAMES 20 /* of a round; with fewer, few rounds overload a tap */

/* The port is rarely ready: frames = packets + dropped, and every packet must be complete and
 * expected. */
static void taps_overload(struct sim *s)
{
	struct bench *b = open_taps(s);

	b->valid = b->ready = b->answer = 250;
	b->size = 2;
	b->clears = true;
	/* short rounds have few frames that are packets: as many rounds as it takes */
	for (unsigned int EACH(i, 0); i < 6 || (i < 100 && overloaded(b) < SOURCES); i++) {
		b->port = (unsigned int)sim_range(s, 1, 60);
		start(b, LEAST_FRAMES + sim_length(s, 1000, 150),
		      LEAST_FRAMES + sim_length(s, 1000, 150));
		finish(b);
	}
	b->clears = false;
	for (unsigned int EACH(i, 0); i < SOURCES; i++)
		compare(b, i);
	SIM_EQ(s, overloaded(b), SOURCES, "taps that dropped");
	all_told(b);
}

/* While the port is not ready, the four slots of the FIFO and its output register hold the
 * first packets of a tap, and the others are dropped. When it is ready again, these packets and
 * the following ones come out. */
static void taps_closed(struct sim *s)
{
	struct bench *b = open_taps(s);
	struct expected *e = &b->e[STREAM_A];
	struct stream *t = &b->stream[0];

	b->port = 0;
	b->size = 1;
	for (unsigned int EACH(i, 0); i < 30; i++) {
		/* only frames that are packets */
		t->frames_left++;
		SIM_CHECK(s, sim_wait_for(s, idle, b, sim_now(s) + SIM_MS(1)), "no end");
		sim_wait_cycles(b->clk, 10);
		SIM_EQ(s, sim_get(e->pin[0]), i + 1, "frames");
		SIM_EQ(s, sim_get(e->pin[1]), e->in < 5 ? e->in : 5, "packets, with 5 places");
		SIM_EQ(s, sim_get(e->flags) & 1, e->bad || e->in > 5, "lost");
		SIM_EQ(s, e->packets, 0, "packets through the closed port");
	}
	const uint64_t made = e->in, bad = e->bad;

	SIM_CHECK(s, made > 6, "only %llu packets", (unsigned long long)made);
	b->port = 256;
	b->apart = 2;
	sim_wait_cycles(b->clk, 20);
	SIM_EQ(s, e->packets, 5, "packets from the FIFO");
	SIM_EQ(s, e->out, 5, "they are the first");
	SIM_EQ(s, sim_get(e->pin[2]), made - 5 + bad, "dropped");
	start(b, 50, 0);
	finish(b);
	SIM_EQ(s, compare(b, STREAM_A), made - 5, "frames dropped");
	clear_counts(b);
	b->apart = SOURCES;
	start(b, 50, 50);
	finish(b);
	SIM_EQ(s, compare(b, STREAM_A), made - 5, "frames dropped, in both counts");
}

/* Makes more outstanding requests of an id than the tap keeps: the kept and the dropped ones
 * together are all requests, and no more are dropped than exceeded the limit. */
static void run_outstanding(struct bench *b, unsigned int most, bool saturated)
{
	uint64_t frames[2], unkept[2];

	b->under_way = most;
	b->valid = b->ready = saturated ? 256 : 200;
	b->answer = saturated ? 256 : 60;
	b->ids = saturated ? 1 : IDS;
	for (unsigned int i = 0; i < 2; i++) {
		frames[i] = b->e[READS + i].frames;
		unkept[i] = b->e[READS + i].unkept;
		b->bus[i].excess = 0;
	}
	start(b, 0, saturated ? port_length(b->s, 1000, 50) : port_length(b->s, 2000, 80));
	finish(b);
	for (unsigned int EACH(i, 0); i < 2; i++) {
		const struct expected *e = &b->e[READS + i];
		const uint64_t of = e->frames - frames[i], dropped = e->unkept - unkept[i];

		SIM_CHECK(b->s, dropped <= b->bus[i].excess, "%llu dropped, %llu in excess",
			  (unsigned long long)dropped, (unsigned long long)b->bus[i].excess);
		SIM_CHECK(b->s, most > KEPT || !dropped, "%llu dropped, none in excess",
			  (unsigned long long)dropped);
		/* in saturation the tap keeps KEPT of each @most consecutive requests */
		SIM_CHECK(b->s, !saturated || dropped * most <= of * (most - KEPT),
			  "%llu of %llu dropped at %u outstanding", (unsigned long long)dropped,
			  (unsigned long long)of, most);
		SIM_CHECK(b->s, !saturated || most == KEPT || dropped, "nothing in excess");
		sim_note(b->s, "%s%u outstanding%s: %llu of %llu kept, %llu in excess",
			 prefix[READS + i], most, saturated ? ", saturated" : "",
			 (unsigned long long)(of - dropped), (unsigned long long)of,
			 (unsigned long long)b->bus[i].excess);
	}
}

static void taps_outstanding(struct sim *s)
{
	static const unsigned int most[] = {4, 5, 9, 14};
	struct bench *b = open_taps(s);

	b->apart = 2;
	for (unsigned int EACH(i, 0); i < sizeof(most) / sizeof(most[0]); i++) {
		run_outstanding(b, most[i], false);
		run_outstanding(b, most[i], true);
	}
	for (enum source EACH(i, READS); i <= WRITES; i++) {
		SIM_EQ(s, compare(b, i), 0, "frames dropped at a ready port");
		SIM_CHECK(s, b->e[i].unkept, "all requests were kept");
		SIM_EQ(s, b->e[i].bad, 0, "responses without a request");
	}
	all_told(b);
}

/* Checks the counters after resets of the taps, which may have dropped packets that the model
 * expects: each frame is a packet at the port or was counted as dropped. */
static void sums(struct bench *b)
{
	for (unsigned int EACH(i, 0); i < SOURCES; i++) {
		struct expected *e = &b->e[i];

		SIM_EQ(b->s, sim_get(e->pin[0]), e->frames, "frames");
		SIM_EQ(b->s, sim_get(e->pin[1]), e->packets, "packets");
		e->out = e->in;
	}
	all_told(b);
}

/* Resets the taps with requests outstanding, frames in progress and packets queued: the
 * outstanding requests and the frames in progress are dropped and counted, the packets come,
 * and what begins later is measured right. In each second round nothing is accepted while the
 * taps are in reset, and requests wait for their handshake through the reset. */
static void taps_reset(struct sim *s)
{
	struct bench *b = open_taps(s);
	const unsigned int ready = b->ready;
	uint64_t packets = 0, dropped = 0;

	b->apart = SOURCES;
	b->answer = 40;
	for (unsigned int EACH(i, 0); i < sim_length(s, 40, 2); i++) {
		b->port = (unsigned int)sim_range(s, 40, 256);
		start(b, 60, 60);
		sim_wait_cycles(b->clk, (unsigned int)sim_range(s, 20, 200));
		sim_wait_edge(b->clk, SIM_FALL);
		sim_put(b->tap_arst_n, 0);
		b->ready = i % 2 ? 0 : ready;
		sim_wait_cycles(b->clk, 6);
		sim_wait_edge(b->clk, SIM_FALL);
		b->up = false;
		for (unsigned int k = 0; k < 2; k++) {
			struct bus *u = &b->bus[k];

			for (unsigned int id = 0; id < IDS; id++)
				for (unsigned int n = 0; n < u->n[id]; n++)
					u->asked[id][n].kept = false;
			u->known = false;
			b->stream[k].mixed = true;
		}
		sim_wait_cycles(b->clk, (unsigned int)sim_range(s, 1, 20));
		sim_wait_edge(b->clk, SIM_FALL);
		b->up = true;
		sim_put(b->tap_arst_n, 1);
		sim_wait_cycles(b->clk, 6);
		b->ready = ready;
		finish(b);
		sums(b);
		/* all is measured now */
		const uint64_t was = b->e[READS].packets + b->e[WRITES].packets;

		b->ids = apart_ids(b);
		start(b, 0, 20);
		finish(b);
		b->ids = IDS;
		SIM_EQ(s, b->e[READS].packets + b->e[WRITES].packets, was + 40, "packets");
	}
	for (unsigned int k = 0; k < SOURCES; k++) {
		packets += b->e[k].packets;
		dropped += sim_get(b->e[k].pin[2]);
	}
	SIM_CHECK(s, packets && dropped, "%llu, %llu", (unsigned long long)packets,
		  (unsigned long long)dropped);
}

/* Resets the buses and streams, and the taps go on: the requests that were outstanding and the
 * frames in progress are counted as dropped, packets that were queued come, and what follows
 * is measured right. */
static void taps_bus_reset(struct sim *s)
{
	struct bench *b = open_taps(s);
	uint64_t given_up = 0;

	b->apart = SOURCES;
	b->under_way = 3;
	b->answer = 40;
	for (unsigned int EACH(i, 0); i < sim_length(s, 40, 4); i++) {
		b->port = (unsigned int)sim_range(s, 100, 256);
		start(b, 60, 60);
		sim_wait_cycles(b->clk, (unsigned int)sim_range(s, 20, 200));
		sim_wait_edge(b->clk, SIM_FALL);
		sim_put(b->bus_arst_n, 0);
		for (unsigned int k = 0; k < 2; k++) {
			struct bus *u = &b->bus[k];
			struct stream *t = &b->stream[k];
			struct expected *e = &b->e[READS + k];

			e->frames += u->open;
			given_up += u->open;
			/* the reset gave up these */
			e->bad += u->open;
			b->e[k].frames += t->in_frame;
			b->e[k].bad += t->in_frame;
			forget_requests(u);
			t->in_frame = t->offered = u->offered = u->answering = u->at_once =
				false;
			t->frames_left = t->beats_left = u->requests_left = 0;
			memset(u->count, 0, sizeof(u->count));
			memset(u->beats, 0, sizeof(u->beats));
			sim_put(u->q_valid, 0);
			sim_put(u->r_valid, 0);
			sim_put(t->valid, 0);
		}
		sim_settle(s);
		sim_wait_cycles(b->clk, (unsigned int)sim_range(s, 6, 20));
		sim_wait_edge(b->clk, SIM_FALL);
		sim_put(b->bus_arst_n, 1);
		finish(b);
		sim_wait_cycles(b->clk, 300);
		sums(b);
		start(b, 20, 20);
		finish(b);
		sums(b);
	}
	SIM_CHECK(s, given_up, "no request was outstanding at a reset");
}

/* Makes more requests of an id than the tap can count: it trusts nothing until no request is
 * outstanding, and must not combine a response with the time of another request. Then come
 * responses without a request. */
static void taps_unkept(struct sim *s)
{
	struct bench *b = open_taps(s);

	b->apart = 2;
	b->answer = 40;
	for (unsigned int EACH(i, 0); i < 3; i++) {
		b->under_way = i < 2 ? MOST : MOST + 5;
		b->valid = i < 2 ? 80 : 250;
		b->ids = i < 2 ? IDS : 4;
		start(b, 0,
		      (!sim_is_icarus(s) ? 300
		       : i < 2		 ? 40
					 : 200) +
			      sim_length(s, 1200, 1));
		finish(b);
		for (unsigned int k = 0; k < 2; k++)
			SIM_CHECK(s, i < 2 ? !b->bus[k].losses : b->bus[k].losses,
				  "trust was lost %llu times",
				  (unsigned long long)b->bus[k].losses);
	}
	for (enum source EACH(i, READS); i <= WRITES; i++) {
		SIM_EQ(s, compare(b, i), 0, "frames dropped at a ready port");
		SIM_CHECK(s, b->e[i].unkept, "all requests were kept");
		SIM_EQ(s, b->e[i].bad, 0, "responses without a request");
	}
	all_told(b);
	for (enum source i = READS; i <= WRITES; i++) {
		struct bus *u = &b->bus[i - READS];

		for (unsigned int id = 0; id < IDS; id++) {
			u->bursts[id][0] = 1;
			u->count[id] = 1;
		}
	}
	finish(b);
	for (enum source EACH(i, READS); i <= WRITES; i++) {
		SIM_EQ(s, compare(b, i), 0, "frames dropped at a ready port");
		SIM_EQ(s, b->e[i].bad, IDS, "responses without a request");
	}
	b->under_way = KEPT;
	b->ids = IDS;
	const uint64_t was = b->e[READS].packets;

	start(b, 0, 200);
	finish(b);
	for (enum source EACH(i, READS); i <= WRITES; i++)
		SIM_EQ(s, compare(b, i), 0, "frames dropped at a ready port");
	SIM_EQ(s, b->e[READS].packets, was + 200, "packets");
	all_told(b);
	clear_counts(b);
}

static bool faults_on_both(const struct bench *b)
{
	for (unsigned int k = 0; k < 2; k++)
		if (!b->bus[k].faults || !b->bus[k].losses || !b->bus[k].zeros)
			return false;
	return true;
}

/* Injects faults of the bus: responses of wrong ids, responses without a request, requests
 * without a response. Each packet is the one that the protocol lets the tap see, what is not
 * measured is counted, and after silence all is measured right again. */
static void taps_faults(struct sim *s)
{
	struct bench *b = open_taps(s);
	const unsigned int rounds = (unsigned int)sim_length(s, 200, b->tagged ? 6 : 3);
	uint64_t all = 0, given_up = 0;

	b->apart = 2;
	for (unsigned int EACH(i, 0);
	     i < rounds || (i < MOST_ROUNDS && !(given_up && faults_on_both(b))); i++) {
		b->answer = (unsigned int)sim_range(s, 40, 256);
		b->valid = (unsigned int)sim_range(s, 20, 256);
		b->ids = i % 2 ? IDS : 2;
		b->under_way = (unsigned int)sim_range(s, 1, b->tagged ? KEPT - 1 : KEPT);
		b->at_once = i % 4 < 2 ? 60 : 0;
		b->fault = (unsigned int)sim_range(s, b->tagged ? 8 : 1, b->tagged ? 30 : 12);
		/* with tags, the tap can count 62 requests whose response is lost */
		start(b, 0, b->tagged ? 60 : 250);
		finish(b);
		b->fault = 0;
		sim_wait_cycles(b->clk, QUIET + 300);
		for (unsigned int k = 0; k < 2; k++) {
			struct bus *u = &b->bus[k];

			b->e[READS + k].frames += u->open;
			b->e[READS + k].bad += u->open;
			given_up += u->open;
			forget_requests(u);
		}
		for (enum source EACH(k, READS); k <= WRITES; k++)
			SIM_EQ(s, compare(b, k), 0, "frames dropped at a ready port");
		/* now each one is measured */
		const uint64_t was[] = {b->e[READS].packets, b->e[WRITES].packets};

		b->ids = b->ids < apart_ids(b) ? b->ids : apart_ids(b);
		start(b, 0, 40);
		finish(b);
		for (enum source EACH(k, READS); k <= WRITES; k++) {
			SIM_EQ(s, compare(b, k), 0, "frames dropped at a ready port");
			SIM_EQ(s, b->e[k].packets, was[k - READS] + 40, "packets");
		}
		all_told(b);
	}
	for (unsigned int EACH(k, 0); k < 2; k++) {
		const struct bus *u = &b->bus[k];

		all += b->e[READS + k].frames;
		SIM_CHECK(s, u->faults && u->losses && u->zeros, "no faults");
		SIM_CHECK(s, u->odd || b->first_beat || !u->r_last, "no wrong last beat");
		sim_note(s, "%s%llu faults, trust lost %llu times, %llu of latency 0",
			 prefix[READS + k], (unsigned long long)u->faults,
			 (unsigned long long)u->losses, (unsigned long long)u->zeros);
	}
	SIM_CHECK(s, given_up, "no request was given up");
	sim_note(s, "%llu responses and requests given up, of these %llu requests",
		 (unsigned long long)all, (unsigned long long)given_up);
}

/* Tests the table of the taps: names, parameters as in surf_taps.v, and the counters. */
static void taps_table(struct sim *s)
{
	struct bench *b = open_taps(s);
	struct sim_pin *addr = sim_pin(s, "tap_addr"), *rdata = sim_pin(s, "tap_rdata");
	const uint32_t timed = b->in_frame_time, axi = 1u << 17 | 1u << 19; /* START, EXT */
	const struct {
		const char *name;
		uint32_t kind, constant;
	} want[SOURCES] = {
		{"stream a", 8u << 24 | timed << 18 | timed << 19 | 5 << 8 | 1,
		 1u << 26 | 1u << 22},
		{"stream b", 4u << 24 | timed << 18 | timed << 19 | 5 << 8 | 1,
		 2u << 26 | 2u << 22 | 32},
		{"reads   ", timed * (axi | 1u << 16) | 2 << 12 | 4 << 8 | 2, /* FIRST */
		 3u << 22 | 2u << 16 | 0u << 10 | 64},
		{"writes  ", timed * axi | 2 << 12 | 4 << 8 | 3,
		 3u << 22 | 3u << 16 | 1u << 10 | 64},
	};

	b->port = 100;
	b->fault = 2;
	b->answer = 100;
	start(b, port_length(s, 200, 100), port_length(s, 300, 150));
	finish(b);
	for (uint32_t EACH(at, 0); at < 0x200; at += 4) {
		const unsigned int k = at / 0x20 - 1; /* the tap */
		uint32_t v = 0;

		if (at == 0)
			v = 'T' | 'A' << 8 | 'P' << 16 | 'S' << 24;
		else if (at == 4)
			v = SOURCES << 8 | 1;
		else if (k < SOURCES)
			switch (at % 0x20) {
			case 0:
			case 4:
				for (unsigned int i = 4; i-- > 0;)
					v = v << 8 | (uint8_t)want[k].name[at % 0x20 + i];
				break;
			case 8:
				v = want[k].kind;
				break;
			case 0xC:
				v = want[k].constant;
				break;
			case 0x10:
			case 0x14:
				v = (uint32_t)sim_get(b->e[k].pin[at % 0x20 == 0x10 ? 1 : 2]);
				SIM_CHECK(s, v, "%snothing counted", prefix[k]);
				break;
			case 0x18:
				v = (uint32_t)sim_get(b->e[k].flags);
				break;
			default:
				break;
			}
		sim_put(addr, at / 4);
		sim_wait_cycles(b->clk, 1);
		SIM_EQ(s, sim_get(rdata), v, "a word of the table");
	}
}

/* A slave that answers each request in its clock: each latency is 0. */
static void taps_at_once(struct sim *s)
{
	struct bench *b = open_taps(s);

	b->apart = 2;
	b->at_once = 256;
	b->ready = 256;
	start(b, 0, sim_length(s, 1000, 50));
	finish(b);
	for (unsigned int EACH(k, 0); k < 2; k++) {
		SIM_EQ(s, compare(b, READS + k), 0, "frames dropped at a ready port");
		SIM_EQ(s, b->e[READS + k].bad, 0, "responses without a request");
		SIM_CHECK(s, b->bus[k].zeros, "no response in the clock of its request");
		sim_note(s, "%s%llu of %llu at once", prefix[READS + k],
			 (unsigned long long)b->bus[k].zeros,
			 (unsigned long long)b->e[READS + k].frames);
	}
	all_told(b);
}

#define IDS12 "surf_taps_ids"
#define CHOICES                                                                      \
	"surf_taps surf_taps_frame surf_taps_start surf_taps_first surf_taps_plain " \
	"surf_taps_start_plain surf_taps_first_plain surf_taps_start_first_plain"
const struct sim_test sim_tests[] = {
	{"taps_frames", taps_frames, "SB-TAP-001 SB-TAP-003", "surf_taps"},
	{"taps_frames_timed", taps_frames, "SB-TAP-001 SB-TAP-003", FRAME},
	{"taps_latency", taps_latency, "SB-TAP-002 SB-TAP-008", "surf_taps"},
	{"taps_latency_first", taps_latency, "SB-TAP-002 SB-TAP-003", FRAME},
	{"taps_shared", taps_shared, "SB-TAP-001", "surf_taps"},
	{"taps_shared_timed", taps_shared, "SB-TAP-001 SB-TAP-003", FRAME},
	{"taps_overload", taps_overload, "SB-TAP-005", "surf_taps"},
	{"taps_overload_timed", taps_overload, "SB-TAP-005", FRAME},
	{"taps_closed", taps_closed, "SB-TAP-005 SB-TAP-007", "surf_taps"},
	{"taps_outstanding", taps_outstanding, "SB-TAP-002 SB-TAP-005 SB-TAP-006", "surf_taps"},
	{"taps_outstanding_first", taps_outstanding, "SB-TAP-002 SB-TAP-005 SB-TAP-006", FRAME},
	{"taps_reset", taps_reset, "SB-TAP-002 SB-TAP-005 SB-TAP-014", "surf_taps"},
	{"taps_reset_first", taps_reset, "SB-TAP-002 SB-TAP-005", FRAME},
	{"taps_bus_reset", taps_bus_reset, "SB-TAP-014", "surf_taps"},
	{"taps_bus_reset_first", taps_bus_reset, "SB-TAP-014", FRAME},
	{"taps_faults", taps_faults, "SB-TAP-012", "surf_taps"},
	{"taps_faults_first", taps_faults, "SB-TAP-012", FRAME},
	{"taps_tags", taps_tags, "SB-TAP-002 SB-TAP-005 SB-TAP-016", IDS12},
	{"taps_tags_faults", taps_faults, "SB-TAP-012 SB-TAP-016", IDS12},
	{"taps_tags_reset", taps_reset, "SB-TAP-014 SB-TAP-016", IDS12},
	{"taps_tags_bus_reset", taps_bus_reset, "SB-TAP-014 SB-TAP-016", IDS12},
	{"taps_tags_at_once", taps_at_once, "SB-TAP-013 SB-TAP-016", IDS12},
	{"taps_table", taps_table, "SB-TAP-015", "surf_taps"},
	{"taps_table_timed", taps_table, "SB-TAP-015", FRAME},
	{"taps_at_once", taps_at_once, "SB-TAP-013", "surf_taps"},
	{"taps_at_once_first", taps_at_once, "SB-TAP-013", FRAME},
	{"taps_choices", taps_choices, "SB-TAP-010", CHOICES},
	{"taps_unkept", taps_unkept, "SB-TAP-002 SB-TAP-005", "surf_taps"},
	{"taps_unkept_first", taps_unkept, "SB-TAP-002 SB-TAP-005", FRAME},
	{0},
};
