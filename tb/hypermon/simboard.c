/* SPDX-License-Identifier: Apache-2.0 */
/*
 * HYPERMON in RTL within a model of the iPSC/2, as a device backend for its driver: commands
 * (hm_command() in hmlib.h) make the nodes send events at the speed of the machine; an access
 * by the driver takes as long as one of the I/O node, 800 ns for a word.
 */
#include "simboard.h"
#include "apprun.h"
#include "args.h"
#include "random.h"
#include "rtl.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define DONE_PS SIM_US(30) /* time after which the last write is in a frame */
#define SPREAD_PS IPSC2_US(200)
#define JITTER_PS IPSC2_NS(500) /* of a node's loop */
#define NODES IPSC2_NODES

/* The events that a command makes a node send. */
struct sending {
	struct simboard_inside *in;
	bool on;
	uint64_t count; /* events; 0: until stop */
	unsigned int delay, length, id;
	uint64_t random;
	uint8_t byte[HM_EVENT_BYTES];
};

/* Compiled models. */
static const struct variant {
	const char *model;
	unsigned int nodes, depth;
	bool words, select, marks;
} variants[] = {
	{"hypermon", 16, 1024, false, false, false},
	{"hypermon_8", 8, 1024, false, false, false},
	{"hypermon_256", 16, 256, false, false, false},
	{"hypermon_512", 16, 512, false, false, false},
	{"hypermon_2048", 16, 2048, false, false, false},
	{"hypermon_4096", 16, 4096, false, false, false},
	{"hypermon_8192", 16, 8192, false, false, false},
	{"hypermon_16384", 16, 16384, false, false, false},
	{"hypermon_32768", 16, 32768, false, false, false},
	{"hypermon_65536", 16, 65536, false, false, false},
	{"hypermon_marks", 16, 1024, false, false, true},
	{"hypermon_marked", 16, 256, false, false, true},
	{"hypermon_words", 16, 256, true, false, false},
	{"hypermon_select", 16, 256, true, true, false},
};

struct simboard_inside {
	uint64_t nodes, depth, words, select, marks; /* requested parameters; 0: the default */
	const struct variant *v;
	struct hypercube *h;
	struct ipsc2 *m;
	bool stop;
	struct sending sending[NODES];
	/* one of Table 1's programs */
	const struct app *app;
	void *running;
	struct nx2 os;
};

/* ---- programs of the nodes ---- */

static uint8_t random_byte(uint64_t *state)
{
	return (uint8_t)(random_xorshift(state) >> 32);
}

static void generate(struct ipsc2_node *n, void *arg)
{
	struct sending *g = arg;

	ipsc2_port(n)->delay = g->delay;
	/* the nodes begin at random times, like independent programs */
	ipsc2_spend(n, ipsc2_random(n) % SPREAD_PS);
	for (uint64_t i = 0; !g->in->stop && (!g->count || i < g->count); i++) {
		g->byte[0] = (uint8_t)g->id;
		for (unsigned int k = 1; k < g->length; k++)
			g->byte[k] = random_byte(&g->random);
		ipsc2_event(n, g->byte, g->length);
		ipsc2_compute(n, 0); /* the machine's time catches up with the node's */
	}
	g->on = false;
}

static void one_event(struct ipsc2_node *n, void *arg)
{
	struct sending *g = arg;

	ipsc2_event(n, g->byte, g->length);
	g->on = false;
}

static void one_write(struct ipsc2_node *n, void *arg)
{
	struct sending *g = arg;
	struct hm_node *port = ipsc2_port(n);

	port->port(port->arg, g->byte[0]);
	g->on = false;
}

static bool sends(const struct simboard_inside *in, unsigned int node)
{
	return in->sending[node].on;
}

static int start_program(struct simboard *b, unsigned int node, ipsc2_program *program)
{
	struct simboard_inside *in = b->in;
	int err;

	/* an idle machine does not advance by itself, so its time is set to the board's */
	ipsc2_run(in->m, sim_now(b->s) - in->h->began);
	err = ipsc2_start(in->m, node, program, &in->sending[node]);
	in->sending[node].on = !err;
	in->sending[node].in = in;
	b->quiet = UINT64_MAX;
	return err;
}

/* Runs the simulation until the node has ended. */
static void finish(struct simboard_inside *in, unsigned int node)
{
	while (sends(in, node) || !ipsc2_ended(in->m, node))
		ipsc2_run(in->m, ipsc2_now(in->m) + IPSC2_US(1));
}

static void close_program(struct simboard_inside *in)
{
	if (in->running)
		in->app->close(in->running);
	in->running = NULL;
}

/* ---- commands ---- */

static int busy(const struct simboard_request *r, unsigned int node)
{
	return simboard_say(r, -EBUSY, "node %u sends already; stop first", node);
}

static int do_variant(const struct simboard_request *r)
{
	const struct variant *v = r->b->in->v;

	return simboard_say(r, 0,
			    "nodes=%u depth=%u words=%d select=%d seed=%" PRIu64 " marks=%d",
			    v->nodes, v->depth, v->words, v->select, r->b->seed, v->marks);
}

static int node_word(const struct simboard_request *r, int i, uint64_t *node)
{
	if (i >= r->n || !simboard_number(r->words[i], r->b->in->v->nodes - 1, node))
		return simboard_wrong_word(r, i);
	return sends(r->b->in, (unsigned int)*node) || r->b->in->running
		       ? busy(r, (unsigned int)*node)
		       : 0;
}

static int do_port(const struct simboard_request *r)
{
	struct simboard_inside *in = r->b->in;
	uint64_t node, value;
	int err = node_word(r, 1, &node);

	if (err)
		return err;
	if (r->n != 3 || !simboard_number(r->words[2], 31, &value))
		return simboard_wrong_word(r, 2);
	in->sending[node].byte[0] = (uint8_t)value;
	err = start_program(r->b, (unsigned int)node, one_write);
	if (!err)
		finish(in, (unsigned int)node);
	return err;
}

static int do_event(const struct simboard_request *r)
{
	struct simboard_inside *in = r->b->in;
	uint64_t node, v;
	int err = node_word(r, 1, &node);
	struct sending *g;

	if (err)
		return err;
	g = &in->sending[node];
	for (int i = 2; i < r->n; i++) {
		if (i - 2 >= (int)HM_EVENT_BYTES || !simboard_number(r->words[i], 255, &v) ||
		    (i == 2 && !v))
			return simboard_wrong_word(r, i);
		g->byte[i - 2] = (uint8_t)v;
	}
	if (r->n < 4)
		return simboard_wrong_word(r, r->n);
	g->length = (unsigned int)r->n - 2;
	err = start_program(r->b, (unsigned int)node, one_event);
	if (!err)
		finish(in, (unsigned int)node);
	return err;
}

static int do_generate(const struct simboard_request *r)
{
	struct simboard_inside *in = r->b->in;
	struct args_range nodes = {0, in->v->nodes - 1};
	uint64_t count = 0, delay = 20, length = 4, id = 1, seed = 1;

	for (int i = 1; i < r->n; i++) {
		const char *v;
		bool ok = false;

		if ((v = args_value(r->words[i], "nodes")))
			ok = args_range(v, args_number, &nodes) && nodes.hi < in->v->nodes;
		else if ((v = args_value(r->words[i], "count")))
			ok = args_number(v, &count);
		else if ((v = args_value(r->words[i], "delay")))
			ok = simboard_number(v, 1000000, &delay);
		else if ((v = args_value(r->words[i], "length")))
			ok = simboard_number(v, HM_EVENT_BYTES, &length) && length >= 2;
		else if ((v = args_value(r->words[i], "id")))
			ok = simboard_number(v, 255, &id) && id;
		else if ((v = args_value(r->words[i], "seed")))
			ok = args_number(v, &seed);
		if (!ok)
			return simboard_wrong_word(r, i);
	}
	for (unsigned int i = (unsigned int)nodes.lo; i <= nodes.hi; i++)
		if (sends(in, i) || in->running)
			return busy(r, i);
	in->stop = false;
	for (unsigned int i = (unsigned int)nodes.lo; i <= nodes.hi; i++) {
		int err;

		in->sending[i] =
			(struct sending){.count = count,
					 .delay = (unsigned int)delay,
					 .length = (unsigned int)length,
					 .id = (unsigned int)id,
					 .random = (seed * 16 + i) * RANDOM_GOLDEN | 1};
		err = start_program(r->b, i, generate);
		if (err)
			return err;
	}
	return 0;
}

/* Runs one of the paper's programs with the operating system's events. */
static int do_program(const struct simboard_request *r)
{
	struct simboard_inside *in = r->b->in;
	uint64_t nodes = 4, delay = 20, sync = 0;
	struct app_config cfg;
	int err;

	if (in->running && ipsc2_done(in->m))
		close_program(in);
	for (unsigned int i = 0; i < NODES; i++)
		if (sends(in, i) || in->running)
			return busy(r, i);
	in->app = NULL;
	for (unsigned int i = 0; r->n > 1 && i < APPS; i++)
		if (!strcasecmp(r->words[1], apps[i]->name))
			in->app = apps[i];
	if (!in->app)
		return simboard_wrong_word(r, 1);
	for (int i = 2; i < r->n; i++) {
		const char *v;
		bool ok = false;

		if ((v = args_value(r->words[i], "nodes")))
			ok = simboard_number(v, in->v->nodes, &nodes) && nodes &&
			     !(nodes & (nodes - 1)) && app_unit(in->app, (unsigned int)nodes);
		else if ((v = args_value(r->words[i], "delay")))
			ok = simboard_number(v, 1000000, &delay);
		else if ((v = args_value(r->words[i], "sync")))
			ok = simboard_number(v, 1000000000, &sync);
		if (!ok)
			return simboard_wrong_word(r, i);
	}
	in->os = (struct nx2){.recording = IPSC2_HARDWARE};
	cfg = (struct app_config){(unsigned int)nodes, r->b->seed,
				  app_unit(in->app, (unsigned int)nodes), &in->os};
	in->running = in->app->open(&cfg);
	if (!in->running)
		return -ENOMEM;
	r->b->quiet = UINT64_MAX;
	ipsc2_run(in->m, sim_now(r->b->s) - in->h->began);
	err = ipsc2_start(in->m, IPSC2_HOST, in->app->host, in->running);
	for (unsigned int i = 0; !err && i < nodes; i++) {
		ipsc2_port_of(in->m, i)->delay = (unsigned int)delay;
		ipsc2_port_of(in->m, i)->sync_us = sync;
		err = ipsc2_start(in->m, i, in->app->node, in->running);
	}
	return err;
}

static int do_stop(const struct simboard_request *r)
{
	r->b->in->stop = true;
	return 0;
}

static int do_reset(const struct simboard_request *r)
{
	pbx_reset(r->b->in->h->bus, SIM_US(1));
	return 0;
}

static int do_status(const struct simboard_request *r)
{
	const struct simboard_inside *in = r->b->in;
	char common[PATH_MAX + 64];
	struct ipsc2_stats st;
	unsigned int nodes = 0;

	ipsc2_stats(in->m, &st);
	for (unsigned int i = 0; i < NODES; i++)
		nodes += sends(in, i);
	simboard_status(r->b, common, sizeof(common));
	return simboard_say(
		r, 0, "time: %" PRIu64 "\n%s\nnibbles: %" PRIu64 "\nnodes: %u\nprogram: %s",
		sim_now(r->b->s) / SIM_NS(1), common, st.nibbles, nodes,
		in->running && !ipsc2_done(in->m) ? in->app->name : "none");
}

static int do_sent(const struct simboard_request *r)
{
	char text[NODES * 21 + 1] = "";

	for (unsigned int i = 0; i < NODES; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%" PRIu64,
			 i ? " " : "", ipsc2_nibbles(r->b->in->m, i));
	return simboard_say(r, 0, "%s", text);
}

static const struct simboard_verb verbs[] = {
	{"variant", do_variant, 1, ""},
	{"port", do_port, 3, "NODE VALUE"},
	{"event", do_event, ARGS_WORDS, "NODE BYTE BYTE..."},
	{"generate", do_generate, ARGS_WORDS,
	 "[nodes=LIST] [count=N] [delay=N] [length=N] [id=N] [seed=N]"},
	{"program", do_program, 5, "simplex|life|matmul|place [nodes=N] [delay=N] [sync=US]"},
	{"stop", do_stop, 1, ""},
	{"reset", do_reset, 1, ""},
	{"status", do_status, 1, ""},
	{"sent", do_sent, 1, ""},
	{NULL, NULL, 0, NULL},
};

static bool any_sends(struct simboard *b)
{
	return !ipsc2_done(b->in->m);
}

/* ---- open and close ---- */

static bool argument(struct simboard *b, const char *word)
{
	struct simboard_inside *in = b->in;
	const char *v;

	if ((v = args_value(word, "nodes")))
		return args_number(v, &in->nodes);
	if ((v = args_value(word, "depth")))
		return args_number(v, &in->depth);
	if ((v = args_value(word, "words")))
		return simboard_number(v, 1, &in->words);
	if ((v = args_value(word, "select")))
		return simboard_number(v, 1, &in->select);
	if ((v = args_value(word, "marks")))
		return simboard_number(v, 1, &in->marks);
	return false;
}

/* Returns the compiled model of a board with the requested parameters. */
static const struct variant *find(const struct simboard_inside *in)
{
	for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++) {
		const struct variant *v = &variants[i];

		if ((in->nodes ? in->nodes : 16) == v->nodes && in->words == v->words &&
		    in->select == v->select && in->marks == v->marks &&
		    (!in->depth || in->depth == v->depth))
			return v;
	}
	return NULL;
}

static int open_board(struct simboard *b)
{
	struct simboard_inside *in = b->in;
	struct hypercube_config board = {.unwatched = true};
	struct ipsc2_cost cost = ipsc2_costs;
	struct ipsc2_config machine = {.cost = &cost,
				       .seed = b->seed,
				       .jitter = JITTER_PS,
				       .recording = IPSC2_HARDWARE,
				       .os = nx2_os,
				       .os_arg = &in->os};
	int err;

	cost.slice = nx2_costs.slice;
	in->v = find(in);
	if (!in->v)
		return -EINVAL;
	err = simboard_start(b, in->v->model);
	if (err)
		return err;
	board.nodes = in->v->nodes;
	board.depth = in->v->depth;
	in->h = hypercube_open_as(b->s, &board);
	if (!in->h)
		return -ENOMEM;
	hypercube_power_on(in->h);
	machine.nodes = in->v->nodes;
	machine.depth = in->v->depth;
	in->m = ipsc2_open_rtl(&machine, in->h);
	return in->m ? 0 : -errno;
}

static void close_board(struct simboard *b)
{
	close_program(b->in);
	ipsc2_close(b->in->m);
}

static struct device *bus(struct simboard *b)
{
	return ipsc2_bus(b->in->m);
}

static const struct simboard_inside fresh;

const struct simboard_kind simboard_kind = {
	.server = "hypermond",
	.usage = "Usage: tallyboard serve hypermon [OPTION]... SOCKET\n"
		 "\n"
		 "Simulates HYPERMON with the iPSC/2 around it "
		 "and serves it on the Unix socket\n"
		 "SOCKET: any number of programs open it as unix:SOCKET. Ends on SIGINT and "
		 "SIGTERM.\n"
		 "\n"
		 "  -b, --board=ARGUMENTS   separated by commas: nodes=N, depth=N, words=0|1,\n"
		 "                          select=0|1, marks=0|1, seed=N, wave=FILE\n"
		 "  -c, --command=COMMAND   execute this command first, for instance\n"
		 "                          'generate nodes=0-3 delay=20', "
		 "'pause' or 'speed 0.01';\n"
		 "                          may be repeated\n" SIMBOARD_HELP,
	.arguments = "the arguments of a board are nodes=N, depth=N, words=0|1, "
		     "select=0|1 and marks=0|1 of a compiled model, seed=N, wave=FILE, "
		     "separated by commas",
	.sending = "nodes are still sending",
	.settle = DONE_PS,
	.fresh = &fresh,
	.inside = sizeof(fresh),
	.verbs = verbs,
	.argument = argument,
	.open = open_board,
	.close = close_board,
	.bus = bus,
	.sends = any_sends,
};

/* The function that the driver loads from libhypermonsim.so. */
int hypermonsim_open(const char *args, struct device **dev)
{
	return simboard_device(args, dev);
}
