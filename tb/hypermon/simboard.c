/* SPDX-License-Identifier: Apache-2.0 */
/*
 * HYPERMON in RTL with the iPSC/2 around it, for its driver: the nodes send what they are told
 * to (hm_command() in hmlib.h), with the time that it takes them, and the driver's accesses
 * take that of the I/O node, 800 ns a word.
 */
#include "simboard.h"
#include "apprun.h"
#include "args.h"
#include "rtl.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DONE_PS SIM_US(30) /* what was written last is in a frame then */
#define SPREAD_PS IPSC2_US(200)
#define JITTER_PS IPSC2_NS(500) /* of a node's loop */
#define NODES IPSC2_NODES

/* The harness asks every program for its tests; those with such a board have none. */
const struct sim_test sim_tests[] = {{0}};

const struct simboard_kind simboard_kind = {
	.server = "hypermond",
	.usage = "Usage: hypermond [OPTION]... SOCKET\n"
		 "\n"
		 "Simulates HYPERMON with the iPSC/2 around it and serves it on the Unix "
		 "socket\n"
		 "SOCKET: any number of programs open it as unix:SOCKET. Ends on SIGINT and "
		 "SIGTERM.\n"
		 "\n"
		 "  -b, --board=ARGUMENTS   separated by commas: nodes=N, depth=N, words=0|1,\n"
		 "                          select=0|1, seed=N, wave=FILE\n"
		 "  -c, --command=COMMAND   carry this out first, as hm_command would: for "
		 "instance\n"
		 "                          'generate nodes=0-3 delay=20', 'pause' or 'speed "
		 "0.01';\n"
		 "                          may be given many times\n"
		 "  -h, --help              print this and exit\n"
		 "      --version           print the version and exit\n"
		 "\n"
		 "Exit status: 0, 1 error, 2 error in the command line.\n",
	.arguments = "the arguments of a board are nodes=N, depth=N, words=0|1 and select=0|1 "
		     "of a compiled model, seed=N, wave=FILE, separated by commas",
};

/* What a node was told to send. */
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
	bool words, select;
} variants[] = {
	{"hypermon", 16, 1024, false, false},
	{"hypermon_8", 8, 1024, false, false},
	{"hypermon_words", 16, 1024, true, false},
	{"hypermon_select", 16, 16384, true, true},
};

struct simboard_inside {
	const struct variant *v;
	uint64_t seed;
	struct hypercube *h;
	struct ipsc2 *m;
	bool serves;
	bool stop;
	struct sending sending[NODES];
	sim_time quiet; /* since when nothing is to be sent */
	char wave[PATH_MAX];
	/* one of Table 1's programs */
	const struct app *app;
	void *running;
	struct nx2 os;
};

static int say(char *reply, size_t size, int err, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

static int say(char *reply, size_t size, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(reply, size, fmt, ap);
	va_end(ap);
	return err;
}

/* ---- what nodes run ---- */

static uint8_t next_byte(uint64_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 7;
	*x ^= *x << 17;
	return (uint8_t)(*x >> 32);
}

static void generate(struct ipsc2_node *n, void *arg)
{
	struct sending *g = arg;

	ipsc2_port(n)->delay = g->delay;
	/* nodes begin as independent programs do */
	ipsc2_spend(n, ipsc2_random(n) % SPREAD_PS);
	for (uint64_t i = 0; !g->in->stop && (!g->count || i < g->count); i++) {
		g->byte[0] = (uint8_t)g->id;
		for (unsigned int k = 1; k < g->length; k++)
			g->byte[k] = next_byte(&g->random);
		ipsc2_event(n, g->byte, g->length);
		ipsc2_compute(n, 0); /* the machine is where the node is */
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

static int begin(struct simboard_inside *in, unsigned int node, ipsc2_program *program)
{
	const int err = ipsc2_start(in->m, node, program, &in->sending[node]);

	in->sending[node].on = !err;
	in->sending[node].in = in;
	in->quiet = UINT64_MAX;
	return err;
}

/* Time passes until the node has ended. */
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

struct request {
	struct simboard *b;
	char *const *words;
	int n;
	char *reply;
	size_t size;
	struct simboard_wait *w;
};

static int wrong_word(const struct request *r, int i)
{
	if (i >= r->n)
		return say(r->reply, r->size, -EINVAL, "%s: something is missing", r->words[0]);
	return say(r->reply, r->size, -EINVAL, "%s: '%s' is wrong", r->words[0], r->words[i]);
}

static int busy(const struct request *r, unsigned int node)
{
	return say(r->reply, r->size, -EBUSY, "node %u sends already; stop first", node);
}

/* A number up to @most. */
static bool number(const char *text, uint64_t most, uint64_t *v)
{
	return args_number(text, v) && *v <= most;
}

static int do_variant(const struct request *r)
{
	const struct variant *v = r->b->in->v;

	return say(r->reply, r->size, 0, "nodes=%u depth=%u words=%d select=%d seed=%" PRIu64,
		   v->nodes, v->depth, v->words, v->select, r->b->in->seed);
}

static int do_run(const struct request *r)
{
	uint64_t ps;

	if (r->n != 2 || !args_time(r->words[1], &ps))
		return wrong_word(r, 1);
	*r->w = (struct simboard_wait){.waiting = true, .until = sim_now(r->b->s) + ps};
	return 0;
}

static int do_drain(const struct request *r)
{
	uint64_t ps = 0;

	if (r->n > 2 || (r->n == 2 && !args_time(r->words[1], &ps)))
		return wrong_word(r, 1);
	*r->w = (struct simboard_wait){.waiting = true,
				       .drain = true,
				       .limited = r->n == 2,
				       .until = sim_now(r->b->s) + ps};
	return 0;
}

static int node_word(const struct request *r, int i, uint64_t *node)
{
	if (i >= r->n || !number(r->words[i], r->b->in->v->nodes - 1, node))
		return wrong_word(r, i);
	return sends(r->b->in, (unsigned int)*node) || r->b->in->running
		       ? busy(r, (unsigned int)*node)
		       : 0;
}

static int do_port(const struct request *r)
{
	struct simboard_inside *in = r->b->in;
	uint64_t node, value;
	int err = node_word(r, 1, &node);

	if (err)
		return err;
	if (r->n != 3 || !number(r->words[2], 31, &value))
		return wrong_word(r, 2);
	in->sending[node].byte[0] = (uint8_t)value;
	err = begin(in, (unsigned int)node, one_write);
	if (!err)
		finish(in, (unsigned int)node);
	return err;
}

static int do_event(const struct request *r)
{
	struct simboard_inside *in = r->b->in;
	uint64_t node, v;
	int err = node_word(r, 1, &node);
	struct sending *g;

	if (err)
		return err;
	g = &in->sending[node];
	for (int i = 2; i < r->n; i++) {
		if (i - 2 >= (int)HM_EVENT_BYTES || !number(r->words[i], 255, &v) ||
		    (i == 2 && !v))
			return wrong_word(r, i);
		g->byte[i - 2] = (uint8_t)v;
	}
	if (r->n < 4)
		return wrong_word(r, r->n);
	g->length = (unsigned int)r->n - 2;
	err = begin(in, (unsigned int)node, one_event);
	if (!err)
		finish(in, (unsigned int)node);
	return err;
}

static int do_generate(const struct request *r)
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
			ok = number(v, 1000000, &delay);
		else if ((v = args_value(r->words[i], "length")))
			ok = number(v, HM_EVENT_BYTES, &length) && length >= 2;
		else if ((v = args_value(r->words[i], "id")))
			ok = number(v, 255, &id) && id;
		else if ((v = args_value(r->words[i], "seed")))
			ok = args_number(v, &seed);
		if (!ok)
			return wrong_word(r, i);
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
					 .random = (seed * 16 + i) * 0x9E3779B97F4A7C15u | 1};
		err = begin(in, i, generate);
		if (err)
			return err;
	}
	return 0;
}

/* One of the paper's programs, with the operating system's events. */
static int do_program(const struct request *r)
{
	struct simboard_inside *in = r->b->in;
	uint64_t nodes = 4, delay = 20;
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
		return wrong_word(r, 1);
	for (int i = 2; i < r->n; i++) {
		const char *v;
		bool ok = false;

		if ((v = args_value(r->words[i], "nodes")))
			ok = number(v, in->v->nodes, &nodes) && nodes &&
			     !(nodes & (nodes - 1)) && app_unit(in->app, (unsigned int)nodes);
		else if ((v = args_value(r->words[i], "delay")))
			ok = number(v, 1000000, &delay);
		if (!ok)
			return wrong_word(r, i);
	}
	in->os = (struct nx2){.recording = IPSC2_HARDWARE};
	cfg = (struct app_config){(unsigned int)nodes, in->seed,
				  app_unit(in->app, (unsigned int)nodes), &in->os};
	in->running = in->app->open(&cfg);
	if (!in->running)
		return -ENOMEM;
	in->quiet = UINT64_MAX;
	err = ipsc2_start(in->m, IPSC2_HOST, in->app->host, in->running);
	for (unsigned int i = 0; !err && i < nodes; i++) {
		ipsc2_port_of(in->m, i)->delay = (unsigned int)delay;
		err = ipsc2_start(in->m, i, in->app->node, in->running);
	}
	return err;
}

static int do_stop(const struct request *r)
{
	r->b->in->stop = true;
	return 0;
}

static int do_reset(const struct request *r)
{
	pbx_reset(r->b->in->h->bus, SIM_US(1));
	return 0;
}

static int do_wave(const struct request *r)
{
	struct simboard_inside *in = r->b->in;
	const bool off = r->n == 2 && strcmp(r->words[1], "off") == 0;

	if (r->n != 2 || strlen(r->words[1]) >= sizeof(in->wave))
		return wrong_word(r, 1);
	in->wave[0] = 0;
	sim_wave(r->b->s, NULL);
	if (off)
		return 0;
	if (!sim_wave(r->b->s, r->words[1]))
		return say(r->reply, r->size, -EACCES, "%s: cannot be written", r->words[1]);
	strcpy(in->wave, r->words[1]);
	return 0;
}

static int do_pause(const struct request *r)
{
	if (!r->b->in->serves)
		return say(r->reply, r->size, -EOPNOTSUPP,
			   "time passes on request only; a server knows this command");
	r->b->paused = strcmp(r->words[0], "pause") == 0;
	return 0;
}

static int do_speed(const struct request *r)
{
	char *end;
	double v;

	if (!r->b->in->serves)
		return do_pause(r);
	if (r->n == 2 && strcmp(r->words[1], "max") == 0) {
		r->b->speed = 0;
		return 0;
	}
	if (r->n != 2)
		return wrong_word(r, 1);
	v = strtod(r->words[1], &end);
	if (*end || !(v >= 1e-9 && v <= 1e6))
		return wrong_word(r, 1);
	r->b->speed = v;
	return 0;
}

static int do_time(const struct request *r)
{
	return say(r->reply, r->size, 0, "%" PRIu64, sim_now(r->b->s) / SIM_NS(1));
}

static int do_status(const struct request *r)
{
	const struct simboard_inside *in = r->b->in;
	struct ipsc2_stats st;
	unsigned int nodes = 0;

	ipsc2_stats(in->m, &st);
	for (unsigned int i = 0; i < NODES; i++)
		nodes += sends(in, i);
	return say(r->reply, r->size, 0,
		   "time: %" PRIu64 "\nstate: %s\nnibbles: %" PRIu64
		   "\nnodes: %u\nprogram: %s\nwave: %s",
		   sim_now(r->b->s) / SIM_NS(1),
		   !in->serves	  ? "on request"
		   : r->b->paused ? "paused"
				  : "running",
		   st.nibbles, nodes,
		   in->running && !ipsc2_done(in->m) ? in->app->name : "none",
		   in->wave[0] ? in->wave : "off");
}

static const struct {
	const char *name;
	int (*fn)(const struct request *r);
	int words; /* how many at most */
} commands[] = {
	{"variant", do_variant, 1},	 {"run", do_run, 2},
	{"drain", do_drain, 2},		 {"port", do_port, 3},
	{"event", do_event, ARGS_WORDS}, {"generate", do_generate, ARGS_WORDS},
	{"program", do_program, 4},	 {"stop", do_stop, 1},
	{"reset", do_reset, 1},		 {"wave", do_wave, 2},
	{"pause", do_pause, 1},		 {"resume", do_pause, 1},
	{"speed", do_speed, 2},		 {"time", do_time, 1},
	{"status", do_status, 1},
};

int simboard_command(struct simboard *b, const char *command, char *reply, size_t size,
		     struct simboard_wait *w)
{
	const size_t n = sizeof(commands) / sizeof(commands[0]);
	char none[1];
	char *words[ARGS_WORDS], *copy = strdup(command);
	struct request r = {b, words, 0, size ? reply : none, size ? size : 1, w};
	int err = -EINVAL;
	size_t i = 0;

	w->waiting = false;
	r.reply[0] = 0;
	if (!copy)
		return -ENOMEM;
	r.n = args_split(copy, words);
	while (r.n > 0 && i < n && strcmp(words[0], commands[i].name))
		i++;
	if (r.n <= 0)
		say(r.reply, r.size, 0, r.n ? "too many words" : "no command");
	else if (i == n)
		say(r.reply, r.size, 0, "'%s' is no command", words[0]);
	else if (r.n > commands[i].words)
		wrong_word(&r, commands[i].words);
	else
		err = commands[i].fn(&r);
	free(copy);
	return err;
}

bool simboard_busy(struct simboard *b)
{
	struct simboard_inside *in = b->in;

	if (!ipsc2_done(in->m)) {
		in->quiet = UINT64_MAX;
		return true;
	}
	if (in->quiet == UINT64_MAX)
		in->quiet = sim_now(b->s);
	return sim_now(b->s) - in->quiet < DONE_PS;
}

bool simboard_waited(struct simboard *b, const struct simboard_wait *w, char *reply,
		     size_t size, int *err)
{
	*err = 0;
	if (!w->drain)
		return sim_now(b->s) >= w->until;
	if (!simboard_busy(b))
		return true;
	if (!w->limited || sim_now(b->s) < w->until)
		return false;
	*err = say(reply, size, -ETIMEDOUT, "nodes are still sending");
	return true;
}

/* ---- open and close ---- */

struct arguments {
	uint64_t nodes, depth, words, select, seed;
	const char *wave;
};

static bool argument(struct arguments *a, const char *word)
{
	const char *v;

	if ((v = args_value(word, "nodes")))
		return args_number(v, &a->nodes);
	if ((v = args_value(word, "depth")))
		return args_number(v, &a->depth);
	if ((v = args_value(word, "words")))
		return number(v, 1, &a->words);
	if ((v = args_value(word, "select")))
		return number(v, 1, &a->select);
	if ((v = args_value(word, "seed")))
		return args_number(v, &a->seed);
	a->wave = args_value(word, "wave");
	return a->wave && strlen(a->wave) < PATH_MAX;
}

/* The compiled model that is such a board; 0: as it comes. */
static const struct variant *find(const struct arguments *a)
{
	for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++) {
		const struct variant *v = &variants[i];

		if ((a->nodes ? a->nodes : 16) == v->nodes && a->words == v->words &&
		    a->select == v->select && (!a->depth || a->depth == v->depth))
			return v;
	}
	return NULL;
}

static int open_board(struct simboard *b, const struct arguments *a)
{
	struct simboard_inside *in = b->in;
	struct hypercube_config board = {.unwatched = true};
	struct ipsc2_cost cost = ipsc2_costs;
	struct ipsc2_config machine = {.cost = &cost,
				       .seed = a->seed,
				       .jitter = JITTER_PS,
				       .recording = IPSC2_HARDWARE,
				       .os = nx2_os,
				       .os_arg = &in->os};

	cost.slice = nx2_slice;
	in->v = find(a);
	if (!in->v)
		return -EINVAL;
	in->seed = a->seed;
	b->s = sim_new(in->v->model, 0, a->seed);
	if (!b->s)
		return -ENOMEM;
	if (a->wave) {
		if (!sim_wave(b->s, a->wave))
			return -EACCES;
		strcpy(in->wave, a->wave);
	}
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

int simboard_open(struct simboard *b, const char *args, bool serves)
{
	struct arguments a = {.seed = 1};
	char *copy = strdup(args ? args : ""), *save = NULL;
	int err = 0;

	memset(b, 0, sizeof(*b));
	b->in = calloc(1, sizeof(*b->in));
	if (!copy || !b->in)
		err = -ENOMEM;
	for (char *w = err ? NULL : strtok_r(copy, ",", &save); w && !err;
	     w = strtok_r(NULL, ",", &save))
		if (!argument(&a, w))
			err = -EINVAL;
	if (!err) {
		b->in->serves = serves;
		b->in->quiet = UINT64_MAX;
		err = open_board(b, &a);
	}
	free(copy);
	if (err)
		simboard_close(b);
	return err;
}

void simboard_close(struct simboard *b)
{
	if (b->in) {
		close_program(b->in);
		ipsc2_close(b->in->m);
	}
	if (b->s)
		sim_delete(b->s);
	free(b->in);
	memset(b, 0, sizeof(*b));
}

struct device *simboard_bus(struct simboard *b)
{
	return ipsc2_bus(b->in->m);
}
