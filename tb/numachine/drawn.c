/* SPDX-License-Identifier: Apache-2.0 */
#include "drawn.h"
#include "array.h"
#include "random.h"
#include <string.h>

#define USERS DRAWN_USERS
#define OBJECTS DRAWN_OBJECTS
#define LINE DRAWN_LINE
#define SPACE 0x10000u /* bytes from one object to the next */
#define STATION_PROCESSORS 4u

const enum nm_pattern drawn_truth[DRAWN_KINDS] = {
	[FALSE_STORES] = NM_FALSE_SHARING,     [FALSE_COUNTERS] = NM_FALSE_SHARING,
	[FALSE_READER] = NM_FALSE_SHARING,     [TRUE_STORES] = NM_TRUE_SHARING,
	[TRUE_ATOMIC] = NM_TRUE_SHARING,       [MIGRATORY] = NM_MIGRATORY,
	[MIGRATORY_TWO] = NM_MIGRATORY,	       [PRODUCER] = NM_PRODUCER_CONSUMER,
	[PRODUCER_ONE] = NM_PRODUCER_CONSUMER, [PRIVATE_LARGE] = NM_PRIVATE,
	[PRIVATE_SMALL] = NM_PRIVATE,	       [PADDED] = NM_PRIVATE,
	[READ_LARGE] = NM_READ_SHARED,	       [READ_INITIAL] = NM_READ_SHARED,
	[RARELY_SHARED] = NM_FALSE_SHARING,    [BROADCAST] = NM_TRUE_SHARING,
	[BROADCAST_ANY] = NM_TRUE_SHARING,     [SEQLOCK] = NM_PRODUCER_CONSUMER,
	[RING] = NM_PRODUCER_CONSUMER,	       [BOTH] = NM_BOTH_SHARING,
	[INDICES] = NM_BOTH_SHARING,	       [PADDED_INITIAL] = NM_PRIVATE,
};

const char *const drawn_name[DRAWN_KINDS] = {
	[FALSE_STORES] = "false sharing: each user stores its own word",
	[FALSE_COUNTERS] = "false sharing: each loads and stores its own word",
	[FALSE_READER] = "false sharing: one stores a word, others load others",
	[TRUE_STORES] = "true sharing: all store the same word",
	[TRUE_ATOMIC] = "true sharing: all add to the same word at once",
	[MIGRATORY] = "migratory: three or more users take turns",
	[MIGRATORY_TWO] = "migratory: two users",
	[PRODUCER] = "producer-consumer: one stores, several load",
	[PRODUCER_ONE] = "producer-consumer: one stores, one loads",
	[PRIVATE_LARGE] = "private: more lines than the caches hold",
	[PRIVATE_SMALL] = "private: a line",
	[PADDED] = "private: a line for each user, one label",
	[READ_LARGE] = "read-shared: more lines than the caches hold",
	[READ_INITIAL] = "read-shared, after one has stored the data",
	[RARELY_SHARED] = "false sharing: own words, and one to which all rarely add",
	[BROADCAST] = "true sharing: in turn one stores, then all others load",
	[BROADCAST_ANY] = "true sharing: any one stores, then all others load",
	[SEQLOCK] = "producer-consumer: number, data, number",
	[RING] = "producer-consumer: a ring of eight words",
	[BOTH] = "both: own words, and one to which all add",
	[INDICES] = "both: two indices of a queue",
	[PADDED_INITIAL] = "private: a line for each user, after one has stored all",
};

static unsigned int draw(struct drawn *g, unsigned int n)
{
	return (unsigned int)((random_lcg(&g->random) >> 33) % n);
}

uint32_t drawn_address(unsigned int object, unsigned int line, unsigned int word)
{
	return SPACE * (object + 1) + line * LINE + word * 8;
}

/* The set of all users of an object, one bit each. */
static uint32_t all_users(const struct drawn_object *o)
{
	return (1u << o->users) - 1;
}

/* Draws the users of an object of this kind. */
static void draw_object(struct drawn *g, struct drawn_object *o, enum drawn_kind kind)
{
	static const struct {
		unsigned int least, more, lines; /* least to least + more - 1 users */
	} sizes[DRAWN_KINDS] = {
		[FALSE_STORES] = {2, 7, 1},  [FALSE_COUNTERS] = {2, 7, 1},
		[FALSE_READER] = {2, 5, 1},  [TRUE_STORES] = {2, 7, 1},
		[TRUE_ATOMIC] = {2, 7, 1},   [MIGRATORY] = {3, 6, 1},
		[MIGRATORY_TWO] = {2, 1, 1}, [PRODUCER] = {3, 6, 1},
		[PRODUCER_ONE] = {2, 1, 1},  [PRIVATE_LARGE] = {1, 1, 96},
		[PRIVATE_SMALL] = {1, 1, 1}, [PADDED] = {2, 7, 8},
		[READ_LARGE] = {2, 8, 96},   [READ_INITIAL] = {2, 8, 96},
		[RARELY_SHARED] = {2, 6, 1}, [BROADCAST] = {3, 6, 1},
		[BROADCAST_ANY] = {3, 6, 1}, [SEQLOCK] = {2, 6, 1},
		[RING] = {2, 1, 1},	     [BOTH] = {2, 6, 1},
		[INDICES] = {2, 1, 1},	     [PADDED_INITIAL] = {2, 7, 8},
	};

	*o = (struct drawn_object){.kind = kind};
	o->users = sizes[o->kind].least + draw(g, sizes[o->kind].more);
	o->lines = sizes[o->kind].lines;
	o->rate = o->kind == RARELY_SHARED ? 50 : 2 + draw(g, 3);
	if (o->kind == BROADCAST || o->kind == BROADCAST_ANY)
		o->has_read = all_users(o);
	for (unsigned int i = 0; i < o->users; i++) {
		unsigned int k;

		do {
			o->user[i] = draw(g, USERS);
			for (k = 0; k < i && o->user[k] != o->user[i]; k++)
				;
		} while (k < i);
	}
}

/* ---- episodes ---- */

static void add(struct drawn_processor *p, int kind, uint32_t addr)
{
	p->ref[p->n++] = (struct machine_ref){.kind = kind, .addr = addr, .clocks = 10};
}

static void use_line(struct drawn_processor *p, int kind, unsigned int o, unsigned int line,
		     unsigned int words)
{
	for (unsigned int w = 0; w < words; w++)
		add(p, kind, drawn_address(o, line, w));
}

/* Selects what user @me does next with object @number; returns false if it has to wait. */
static bool begin_episode(struct drawn *g, struct drawn_processor *p, unsigned int number,
			  unsigned int me)
{
	struct drawn_object *o = &g->object[number];
	const uint32_t consumers = all_users(o) & ~1u;
	const unsigned int line = draw(g, o->lines);

	switch (o->kind) {
	case RARELY_SHARED:
	case BOTH:
		if (!draw(g, o->rate))
			add(p, MACHINE_WRITE, drawn_address(number, 0, 7));
		/* fall through */
	case FALSE_COUNTERS:
		add(p, MACHINE_READ, drawn_address(number, 0, me));
		/* fall through */
	case FALSE_STORES:
		add(p, MACHINE_WRITE, drawn_address(number, 0, me));
		break;
	case FALSE_READER:
		add(p, me ? MACHINE_READ : MACHINE_WRITE, drawn_address(number, 0, me));
		break;
	case BROADCAST:
	case BROADCAST_ANY:
		if (o->has_read != all_users(o) ? o->has_read >> me & 1 : o->turn != me)
			return false;
		add(p, o->has_read == all_users(o) ? MACHINE_WRITE : MACHINE_READ,
		    drawn_address(number, 0, 1));
		break;
	case SEQLOCK:
		add(p, me ? MACHINE_READ : MACHINE_WRITE, drawn_address(number, 0, 0));
		add(p, me ? MACHINE_READ : MACHINE_WRITE, drawn_address(number, 0, 1));
		add(p, me ? MACHINE_READ : MACHINE_WRITE, drawn_address(number, 0, 2));
		add(p, me ? MACHINE_READ : MACHINE_WRITE, drawn_address(number, 0, 0));
		break;
	case RING:
		if (me ? o->taken == o->turn : o->turn - o->taken == 8)
			return false;
		add(p, me ? MACHINE_READ : MACHINE_WRITE,
		    drawn_address(number, 0, (me ? o->taken : o->turn) % 8));
		break;
	case INDICES:
		add(p, MACHINE_READ, drawn_address(number, 0, !me));
		add(p, MACHINE_WRITE, drawn_address(number, 0, me));
		break;
	case TRUE_STORES:
		add(p, draw(g, 5) ? MACHINE_WRITE : MACHINE_READ, drawn_address(number, 0, 3));
		break;
	case TRUE_ATOMIC:
		add(p, MACHINE_WRITE, drawn_address(number, 0, 0));
		break;
	case MIGRATORY:
	case MIGRATORY_TWO:
		if (o->turn != me)
			return false;
		use_line(p, MACHINE_READ, number, 0, 3);
		use_line(p, MACHINE_WRITE, number, 0, 2);
		break;
	case PRODUCER:
	case PRODUCER_ONE:
		if (me ? o->has_read >> me & 1 : o->has_read != consumers)
			return false;
		use_line(p, me ? MACHINE_READ : MACHINE_WRITE, number, 0, 2);
		break;
	case PRIVATE_LARGE:
	case PRIVATE_SMALL:
		add(p, draw(g, 3) ? MACHINE_READ : MACHINE_WRITE,
		    drawn_address(number, line, draw(g, 8)));
		break;
	case PADDED_INITIAL:
		if (o->turn < o->users) {
			if (me)
				return false;
			add(p, MACHINE_WRITE, drawn_address(number, o->turn++, 0));
			return true;
		}
		/* fall through */
	case PADDED:
		add(p, draw(g, 3) ? MACHINE_READ : MACHINE_WRITE,
		    drawn_address(number, me, draw(g, 8)));
		break;
	case READ_INITIAL:
		if (o->turn < o->lines) { /* the first user initialises the data */
			if (me)
				return false;
			add(p, MACHINE_WRITE, drawn_address(number, o->turn++, 0));
			return true;
		}
		/* fall through */
	default:
		add(p, MACHINE_READ, drawn_address(number, line, draw(g, 8)));
	}
	o->used |= 1u << me;
	return true;
}

static void end_episode(struct drawn *g, struct drawn_object *o, unsigned int me)
{
	if (o->kind == RING)
		*(me ? &o->taken : &o->turn) += 1;
	if (o->kind == BROADCAST || o->kind == BROADCAST_ANY) {
		if (o->has_read != all_users(o)) {
			o->has_read |= 1u << me;
			return;
		}
		o->has_read = 1u << me;
		o->turn = o->kind == BROADCAST ? (o->turn + 1) % o->users : draw(g, o->users);
		return;
	}
	if (o->kind == MIGRATORY || o->kind == MIGRATORY_TWO)
		o->turn = (o->turn + 1) % o->users;
	else if ((o->kind == PRODUCER || o->kind == PRODUCER_ONE) && me)
		o->has_read |= 1u << me;
	else if (o->kind == PRODUCER || o->kind == PRODUCER_ONE)
		o->has_read = 0;
}

/* ---- phases ---- */

/* Draws one of the uses that fit into one line, so that one can follow another. */
static void draw_part(struct drawn *g, struct drawn_object *o)
{
	enum drawn_kind kind;

	do {
		kind = draw(g, DRAWN_KINDS);
	} while (kind == PRIVATE_LARGE || kind == PADDED || kind == PADDED_INITIAL ||
		 kind == READ_LARGE);
	draw_object(g, o, kind);
	o->lines = 1;
}

static void draw_life(struct drawn *g, struct drawn_life *l)
{
	l->course = draw(g, DRAWN_COURSES);
	l->parts = l->course == PHASES	? 2 + draw(g, DRAWN_PARTS - 1)
		   : l->course == MIXED ? 2
					: 1;
	for (unsigned int i = 0; i < l->parts; i++) {
		draw_part(g, &l->part[i]);
		l->episodes[i] = l->course == PHASES  ? 150 + draw(g, 1500)
				 : l->course == MIXED ? 1 + draw(g, 1 + draw(g, 200))
						      : 2 + draw(g, 1 + draw(g, 400));
	}
	l->left = l->episodes[0];
}

/* Counts an episode of an object, after which its use may change. */
static void live(struct drawn *g, unsigned int number)
{
	struct drawn_life *l = &g->life[number];
	struct drawn_object *o = &g->object[number];
	unsigned int first, was;

	if (l->course == CONSTANT || --l->left)
		return;
	l->part[l->now].used |= o->used;
	was = l->now;
	l->now = l->course == MIXED ? draw(g, 2) : was + 1 < l->parts ? was + 1 : was;
	l->left = l->episodes[l->now];
	if (l->now == was && l->course != ROTATING)
		return;
	if (l->course == ROTATING) {
		first = l->part[0].user[0];
		memmove(l->part[0].user, l->part[0].user + 1,
			(o->users - 1) * sizeof(*o->user));
		l->part[0].user[o->users - 1] = first;
	}
	*o = l->part[l->now];
	o->used = 0;
}

/* Adds an access to the log of a program with phases. */
static void log_access(struct drawn *g, const struct drawn_processor *p,
		       const struct machine_ref *r, unsigned int station)
{
	struct drawn_access *a = array_more(&g->log, &g->logged, sizeof(*a));

	if (!a) {
		g->failed = true;
		return;
	}
	*a = (struct drawn_access){r->addr, (uint8_t)p->object, (uint8_t)station,
				   r->kind == MACHINE_WRITE};
	g->life[p->object].accesses[p->part]++;
}

static bool draw_episode(struct drawn *g, unsigned int station)
{
	struct drawn_processor *p = &g->p[station];
	const unsigned int first = draw(g, OBJECTS);

	p->n = p->at = 0;
	for (unsigned int i = 0; i < OBJECTS; i++) {
		const unsigned int number = (first + i) % OBJECTS;
		const struct drawn_object *o = &g->object[number];

		for (unsigned int me = 0; me < o->users; me++)
			if (o->user[me] == station && begin_episode(g, p, number, me)) {
				p->object = number;
				p->part = g->life ? g->life[number].now : 0;
				p->me = me;
				return true;
			}
	}
	return false;
}

bool drawn_next(void *arg, unsigned int processor, struct machine_ref *r)
{
	struct drawn *g = arg;
	const unsigned int station = processor / STATION_PROCESSORS;
	struct drawn_processor *p = &g->p[station];

	/* one processor of each station runs the program */
	if (processor % STATION_PROCESSORS)
		return false;
	if (p->n && p->at == p->n) {
		if (!g->life || g->life[p->object].now == p->part)
			end_episode(g, &g->object[p->object], p->me);
		if (g->life)
			live(g, p->object);
		p->n = 0;
	}
	if (!p->left || g->ends)
		return false;
	p->left--;
	/* the use of an object would change when a user ends before the others */
	g->ends = g->life && !p->left;
	*r = (struct machine_ref){.kind = MACHINE_THINK, .clocks = 30};
	if (p->n || draw_episode(g, station)) {
		*r = p->ref[p->at++];
		r->clocks = 1 + draw(g, 60);
		if (g->words && nm_words_access(g->words, station, r->addr, 8,
						r->kind == MACHINE_WRITE, false, 0, 0))
			g->failed = true;
		if (r->kind == MACHINE_WRITE)
			g->object[p->object].stored |= 1u << p->me;
		if (g->life)
			log_access(g, p, r, station);
	}
	r->phase = (uint8_t)station;
	return true;
}

void drawn_begin(struct drawn *g, uint64_t seed, unsigned int references)
{
	memset(g, 0, sizeof(*g));
	g->random = seed;
	draw(g, 2);
	for (unsigned int i = 0; i < OBJECTS; i++)
		draw_object(g, &g->object[i], draw(g, DRAWN_KINDS));
	for (unsigned int i = 0; i < USERS; i++)
		g->p[i].left = references;
}

void drawn_phases_begin(struct drawn *g, struct drawn_life life[OBJECTS], uint64_t seed,
			unsigned int references)
{
	drawn_begin(g, seed, references);
	memset(life, 0, OBJECTS * sizeof(*life));
	g->life = life;
	for (unsigned int i = 0; i < OBJECTS; i++) {
		draw_life(g, &life[i]);
		g->object[i] = life[i].part[0];
	}
}

struct nm_words_line drawn_recorded(const struct drawn *g, unsigned int object)
{
	struct nm_words_line sum = {0};

	for (unsigned int i = 0; i < g->object[object].lines; i++) {
		const struct nm_words_line *l =
			nm_words_find(g->words, drawn_address(object, i, 0));

		if (l)
			nm_words_add(&sum, l);
	}
	return sum;
}

bool drawn_alone(const struct drawn_object *o)
{
	return !(o->used & (o->used - 1));
}

enum nm_pattern drawn_was(const struct drawn_object *o)
{
	if (drawn_alone(o))
		return NM_PRIVATE;
	return o->stored ? drawn_truth[o->kind] : NM_READ_SHARED;
}
