/* SPDX-License-Identifier: Apache-2.0 */
/* A SHRIMP node with its 1996 performance monitor in RTL that the driver can use; spm_command()
 * in spmlib.h controls it. */
#include "simboard.h"
#include "args.h"
#include "s96_node.h"
#include "sending.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Within this time after the link has become idle, the board has finished a packet of 1024
 * words and everything in its stages. */
#define DONE_PS SIM_US(10)

struct simboard_inside {
	struct s96_config cfg;
	uint64_t words_log2;
	struct s96_node *n;
	struct sending sending;
};

struct sending *sending_of(const struct simboard *b)
{
	return &b->in->sending;
}

/* ---- commands ---- */

static int do_reset(const struct simboard_request *r)
{
	const char *which = r->n == 2 ? r->words[1] : "";

	if (strcmp(which, "power") == 0)
		s96_power_on(r->b->in->n);
	else if (strcmp(which, "bus") == 0)
		s96_resdrv(r->b->in->n);
	else if (strcmp(which, "global") == 0)
		shrimp_global_reset(r->b->in->n->c);
	else
		return simboard_wrong_word(r, 1);
	return 0;
}

static int do_status(const struct simboard_request *r)
{
	struct simboard *b = r->b;
	const struct s96_node *n = b->in->n;
	const struct sending *t = &b->in->sending;
	char common[PATH_MAX + 64];

	sending_active(b);
	simboard_status(b, common, sizeof(common));
	return simboard_say(r, 0,
			    "time: %" PRIu64 " ns\n%s\ntraffic: %s\nsent: %" PRIu64
			    "\narrived: %" PRIu64 "\ndropped: %" PRIu64 "\nignored: %" PRIu64
			    "%s%s",
			    sim_now(b->s) / SIM_NS(1), common, t->traffic ? t->command : "none",
			    sni_packets(n->sni), n->arrived, n->dropped, n->ignored,
			    t->trouble[0] ? "\ntrouble: " : "", t->trouble);
}

static const struct simboard_verb verbs[] = {
	SENDING_VERBS,
	{"reset", do_reset, 2, "power|bus|global"},
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
	b->in->sending.c = b->in->n->c;
	s96_power_on(b->in->n);
	s96_spacing(b->in->n, 3);
	return 0;
}

static struct device *bus(struct simboard *b)
{
	return eisa_device(b->in->n->eisa, 1);
}

static const struct simboard_inside fresh = {.cfg = {.unwatched = true}, .words_log2 = 20};

const struct simboard_kind simboard_kind = {
	.server = "shrimp96d",
	.usage = "Usage: tallyboard serve shrimp96 [OPTION]... SOCKET\n"
		 "\n"
		 "Simulates a SHRIMP node with its performance monitor of 1996 "
		 "and serves it on the\n"
		 "Unix socket SOCKET: any number of programs open it as unix:SOCKET. Ends on "
		 "SIGINT\n"
		 "and SIGTERM.\n"
		 "\n"
		 "  -b, --board=ARGUMENTS   separated by commas: "
		 "words=20|24 (log2 of the memory words), \n"
		 "                          jumper=N (four bits for each upper address bit), "
		 "seed=N,\n"
		 "                          wave=FILE\n"
		 "  -c, --command=COMMAND   execute this command first, for instance\n"
		 "                          'generate period=10us', 'pause' or 'speed 0.01'; "
		 "may be\n"
		 "                          repeated\n" SIMBOARD_HELP,
	.arguments = "the arguments of a board are words=20 or words=24, jumper=N, seed=N, "
		     "wave=FILE, separated by commas",
	.sending = "packets are still being sent",
	.settle = DONE_PS,
	.fresh = &fresh,
	.inside = sizeof(fresh),
	.verbs = verbs,
	.argument = argument,
	.open = open_node,
	.close = sending_close,
	.bus = bus,
	.sends = sending_active,
	.trouble = sending_trouble,
	.ahead = sending_ahead,
};

/* The function that the driver loads from libshrimp96sim.so. */
int shrimp96sim_open(const char *args, struct device **dev)
{
	return simboard_device(args, dev);
}
