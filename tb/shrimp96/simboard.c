/* SPDX-License-Identifier: Apache-2.0 */
/* A SHRIMP node with its performance monitor of 1996 in RTL, for the driver: spm_command() in
 * spmlib.h. */
#include "simboard.h"
#include "args.h"
#include "s96_node.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A packet of 1024 words and whatever the stages hold is done within this time after the link
 * has become idle. */
#define DONE_PS SIM_US(10)

enum field { WORDS, X, Y, TAG, BE, LATENCY, FIELDS };

static const struct {
	const char *name;
	uint64_t min, max, value;
} fields[FIELDS] = {
	[WORDS] = {"words", 1, PACKET_WORDS_MAX, 1},
	[X] = {"x", 0, 63, 0},
	[Y] = {"y", 0, 63, 0},
	[TAG] = {"tag", 0, 15, 0},
	[BE] = {"be", 0, 15, 15},
	[LATENCY] = {"latency", 0, 1u << 30, 50},
};

struct simboard_inside {
	struct s96_config cfg;
	uint64_t words_log2;
	struct s96_node *n;
	struct args_range range[FIELDS];
	uint64_t left;	   /* packets to come; UINT64_MAX: for ever */
	sim_time period;   /* from packet to packet */
	sim_time due;	   /* of the next */
	char command[256]; /* that began it */
};

/* ---- packets ---- */

static uint64_t pick(const struct simboard_inside *in, enum field f)
{
	return sim_range(in->n->s, in->range[f].lo, in->range[f].hi);
}

static bool next_packet(void *arg, struct packet *p)
{
	struct simboard *b = arg;
	struct simboard_inside *in = b->in;

	if (!in->left || sim_now(b->s) < in->due)
		return false;
	in->due += in->period;
	if (in->left != UINT64_MAX)
		in->left--;
	*p = (struct packet){.words = (uint16_t)pick(in, WORDS),
			     .x = (uint8_t)pick(in, X),
			     .y = (uint8_t)pick(in, Y),
			     .color = (uint8_t)pick(in, TAG),
			     .be = (uint8_t)pick(in, BE),
			     .addr = (uint32_t)sim_random(b->s) & 0x07FFFFFC,
			     .first = (uint32_t)sim_random(b->s)};
	p->tx = (s96_ticks(in->n) - pick(in, LATENCY)) & S96_TICKS;
	return true;
}

static bool sends(struct simboard *b)
{
	return b->in->left || !sni_idle(b->in->n->sni);
}

/* NAME=VALUE or NAME=LO-HI of a packet. */
static bool take_field(struct simboard_inside *in, const char *word)
{
	for (int f = 0; f < FIELDS; f++) {
		const char *v = args_value(word, fields[f].name);
		struct args_range r;

		if (!v)
			continue;
		if (!args_range(v, args_number, &r) || r.lo < fields[f].min ||
		    r.hi > fields[f].max)
			return false;
		in->range[f] = r;
		return true;
	}
	return false;
}

static int do_generate(const struct simboard_request *r)
{
	struct simboard_inside next = *r->b->in;
	const char *v;

	if (sends(r->b))
		return simboard_say(r, -EBUSY, "packets are being sent; stop first");
	next.left = UINT64_MAX;
	next.period = SIM_NS(625);
	for (int f = 0; f < FIELDS; f++)
		next.range[f] = (struct args_range){fields[f].value, fields[f].value};
	for (int i = 1; i < r->n; i++) {
		if ((v = args_value(r->words[i], "count"))) {
			if (!args_number(v, &next.left) || !next.left)
				return simboard_wrong_word(r, i);
		} else if ((v = args_value(r->words[i], "period"))) {
			if (!args_time(v, &next.period) || next.period < SIM_NS(120))
				return simboard_wrong_word(r, i);
		} else if (!take_field(&next, r->words[i])) {
			return simboard_wrong_word(r, i);
		}
	}
	next.due = sim_now(r->b->s);
	snprintf(next.command, sizeof(next.command), "%s", r->command);
	*r->b->in = next;
	r->b->quiet = UINT64_MAX;
	sni_set_source(next.n->sni, next_packet, r->b);
	return 0;
}

static int do_stop(const struct simboard_request *r)
{
	r->b->in->left = 0;
	r->b->quiet = UINT64_MAX; /* the last packet may be on its way */
	return 0;
}

static int do_reset(const struct simboard_request *r)
{
	const char *which = r->n == 2 ? r->words[1] : "";

	if (strcmp(which, "power") == 0)
		s96_power_on(r->b->in->n);
	else if (strcmp(which, "bus") == 0)
		s96_resdrv(r->b->in->n);
	else
		return simboard_wrong_word(r, 1);
	return 0;
}

static int do_status(const struct simboard_request *r)
{
	struct simboard *b = r->b;
	const struct s96_node *n = b->in->n;
	char common[PATH_MAX + 64];

	simboard_status(b, common, sizeof(common));
	return simboard_say(r, 0,
			    "time: %" PRIu64 " ns\n%s\ntraffic: %s\nsent: %" PRIu64
			    "\narrived: %" PRIu64 "\ndropped: %" PRIu64 "\nignored: %" PRIu64,
			    sim_now(b->s) / SIM_NS(1), common,
			    b->in->left ? b->in->command : "none", sni_packets(n->sni),
			    n->arrived, n->dropped, n->ignored);
}

static const struct simboard_verb verbs[] = {
	{"generate", do_generate, ARGS_WORDS, "[OPTION=VALUE]..."},
	{"stop", do_stop, 1, ""},
	{"reset", do_reset, 2, "power|bus"},
	{"status", do_status, 1, ""},
	{NULL, NULL, 0, NULL},
};

/* ---- open and close ---- */

static bool argument(struct simboard *b, const char *word)
{
	const char *v = args_value(word, "words");
	uint64_t jumper;

	if (v)
		return simboard_number(v, 24, &b->in->words_log2) &&
		       (b->in->words_log2 == 20 || b->in->words_log2 == 24);
	v = args_value(word, "jumper");
	if (!v || !simboard_number(v, 0xFFFF, &jumper))
		return false;
	b->in->cfg.jumper = (uint16_t)jumper;
	return true;
}

static int open_node(struct simboard *b)
{
	const bool big = b->in->words_log2 == 24;
	int err = simboard_start(b, big ? "shrimp96_16m" : NULL);

	if (err)
		return err;
	b->in->cfg.words_log2 = (unsigned int)b->in->words_log2;
	b->in->n = s96_open(b->s, &b->in->cfg);
	s96_power_on(b->in->n);
	s96_spacing(b->in->n, 3);
	return 0;
}

static void close_node(struct simboard *b)
{
	(void)b;
}

static struct device *bus(struct simboard *b)
{
	return eisa_device(b->in->n->eisa, 1);
}

static const char *trouble(struct simboard *b)
{
	(void)b;
	return NULL;
}

static const struct simboard_inside fresh = {.cfg = {.unwatched = true}, .words_log2 = 20};

const struct simboard_kind simboard_kind = {
	.server = "shrimp96d",
	.usage =
		"Usage: shrimp96d [OPTION]... SOCKET\n"
		"\n"
		"Simulates a SHRIMP node with its performance monitor of 1996 and serves it on "
		"the\n"
		"Unix socket SOCKET: any number of programs open it as unix:SOCKET. Ends on "
		"SIGINT\n"
		"and SIGTERM.\n"
		"\n"
		"  -b, --board=ARGUMENTS   separated by commas: words=20|24 (the memory, "
		"log2), "
		"\n"
		"                          jumper=N (four bits for each upper address bit), "
		"seed=N,\n"
		"                          wave=FILE\n"
		"  -c, --command=COMMAND   carry this out first, for instance\n"
		"                          'generate period=10us', 'pause' or 'speed 0.01'; "
		"may be\n"
		"                          given many times\n" SIMBOARD_HELP,
	.arguments = "the arguments of a board are words=20 or words=24, jumper=N, seed=N, "
		     "wave=FILE, separated by commas",
	.sending = "packets are still being sent",
	.settle = DONE_PS,
	.fresh = &fresh,
	.inside = sizeof(fresh),
	.verbs = verbs,
	.argument = argument,
	.open = open_node,
	.close = close_node,
	.bus = bus,
	.sends = sends,
	.trouble = trouble,
};

/* What the driver looks for in libshrimp96sim.so. */
int shrimp96sim_open(const char *args, struct device **dev)
{
	return simboard_device(args, dev);
}
