/* SPDX-License-Identifier: Apache-2.0 */
/* A SHRIMP node with its SurfBoard in RTL that the driver can use; surf_command() in surflib.h
 * controls it. */
#include "simboard.h"
#include "args.h"
#include "node.h"
#include "sending.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Within this time after the link has become idle, the board has finished a packet of 1024
 * words and everything in the three stages and the memory controllers. */
#define DONE_PS SIM_US(10)

struct simboard_inside {
	struct node_config cfg;
	struct node *n;
	struct sending sending;
	struct sim_pin *output;
	bool external;
	bool second; /* revision 2 */
};

struct sending *sending_of(const struct simboard *b)
{
	return &b->in->sending;
}

/* ---- commands ---- */

static int do_external(const struct simboard_request *r)
{
	uint64_t v;

	if (r->n != 2 || !simboard_number(r->words[1], 1, &v))
		return simboard_wrong_word(r, 1);
	r->b->in->external = v;
	node_x_in(r->b->in->n, !v);
	return 0;
}

/* The contents of a memory module after power-on are arbitrary; here the trace has no entries
 * and the bins are empty. */
static void power_on(struct node *n)
{
	node_power_on(n);
	simm_fill(n->trace, UINT32_MAX);
}

static int do_reset(const struct simboard_request *r)
{
	const char *which = r->n == 2 ? r->words[1] : "";

	if (strcmp(which, "power") == 0)
		power_on(r->b->in->n);
	else if (strcmp(which, "bus") == 0)
		node_resdrv(r->b->in->n);
	else if (strcmp(which, "global") == 0)
		node_global_reset(r->b->in->n);
	else
		return simboard_wrong_word(r, 1);
	return 0;
}

static int do_status(const struct simboard_request *r)
{
	struct simboard *b = r->b;
	const struct node *n = b->in->n;
	char common[PATH_MAX + 64];

	sending_active(b); /* closes traffic that has ended */
	simboard_status(b, common, sizeof(common));
	return simboard_say(r, 0,
			    "time: %" PRIu64 " ns\n%s\ntraffic: %s\nsent: %" PRIu64
			    "\nwords: %" PRIu64 "\narrived: %" PRIu64 "\ndropped: %" PRIu64
			    "\nignored: %" PRIu64 "\nexternal: %d\noutput: %d%s%s",
			    sim_now(b->s) / SIM_NS(1), common,
			    b->in->sending.traffic ? b->in->sending.command : "none",
			    sni_packets(n->sni), sni_words(n->sni), n->arrived, n->dropped,
			    n->ignored, b->in->external, (int)sim_get(b->in->output),
			    b->in->sending.trouble[0] ? "\ntrouble: " : "",
			    b->in->sending.trouble);
}

static const struct simboard_verb verbs[] = {
	SENDING_VERBS,
	{"external", do_external, 2, "0|1"},
	{"reset", do_reset, 2, "power|bus|global"},
	{"status", do_status, 1, ""},
	{NULL, NULL, 0, NULL},
};

/* ---- open and close ---- */

static bool simm_size(const char *text, enum simm_size *size)
{
	static const char *const mb[] = {"0", "4", "16", "64"};

	for (unsigned int i = 0; i < 4; i++)
		if (strcmp(text, mb[i]) == 0) {
			*size = (enum simm_size)i;
			return true;
		}
	return false;
}

static bool argument(struct simboard *b, const char *word)
{
	const char *v;

	if ((v = args_value(word, "trace")))
		return simm_size(v, &b->in->cfg.trace);
	if ((v = args_value(word, "hist")))
		return simm_size(v, &b->in->cfg.hist);
	if ((v = args_value(word, "revision"))) {
		b->in->second = !strcmp(v, "2");
		return b->in->second || !strcmp(v, "1");
	}
	return false;
}

static int open_node(struct simboard *b)
{
	int err = simboard_start(b, b->in->second ? "surfboard_rev2" : NULL);

	if (err)
		return err;
	b->in->n = node_open(b->s, &b->in->cfg);
	b->in->sending.c = b->in->n->c;
	b->in->output = sim_pin(b->s, "x_out_oe");
	power_on(b->in->n);
	return 0;
}

static struct device *bus(struct simboard *b)
{
	return b->in->n->dev;
}

static const struct simboard_inside fresh = {
	.cfg = {.trace = SIMM_16MB, .hist = SIMM_16MB, .unwatched = true},
};

const struct simboard_kind simboard_kind = {
	.server = "surfd",
	.usage = "Usage: tallyboard serve surfboard [OPTION]... SOCKET\n"
		 "\n"
		 "Simulates a SHRIMP node with its SurfBoard and serves it on the Unix socket "
		 "SOCKET:\n"
		 "any number of programs can open it as unix:SOCKET. Ends on SIGINT and "
		 "SIGTERM.\n"
		 "\n"
		 "  -b, --board=ARGUMENTS   separated by commas: trace=MB and hist=MB, "
		 "the memories\n"
		 "                          (0, 4, 16 or 64; default 16), revision=1|2, "
		 "seed=N,\n"
		 "                          wave=FILE\n"
		 "  -c, --command=COMMAND   execute this command first, for instance\n"
		 "                          'generate period=10us', 'pause' or 'speed 0.01'; "
		 "may be\n"
		 "                          repeated\n" SIMBOARD_HELP,
	.arguments = "the arguments of a board are trace=MB and hist=MB (0, 4, 16 or 64), "
		     "revision=1|2, seed=N, wave=FILE, separated by commas",
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

/* The function that the driver loads from libsurfsim.so. */
int surfsim_open(const char *args, struct device **dev)
{
	return simboard_device(args, dev);
}
