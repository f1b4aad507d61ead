/* SPDX-License-Identifier: Apache-2.0 */
/* A SPARCcenter 2000 with its counters in RTL that the driver can use; xdb_command() in
 * xdblib.h controls it. */
#include "simboard.h"
#include "args.h"
#include "xdb_programs.h"
#include "xdbboard.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct simboard_inside {
	struct xdb_config cfg;
	uint64_t ways, processors, memory, pio;
	struct xdbboard *b;
	struct xdb_program program;
};

static bool sends(struct simboard *b)
{
	return !xdb_machine_idle(b->in->b->m);
}

/* ---- commands ---- */

/* Sets the parameter of a mix from "NAME=VALUE". */
static bool set_part(struct xdb_mix *m, const char *word)
{
	const struct {
		const char *name;
		unsigned int *v;
		uint64_t most;
	} parts[] = {
		{"think", &m->think, 100000},
		{"stride", &m->stride, 1u << 20},
		{"stores", &m->stores, 1000},
		{"shared", &m->shared, 1000},
		{"swaps", &m->swaps, 1000},
		{"pio", &m->pio, 1000},
		{"io", &m->io, 100000},
		{"bulk", &m->io_bulk, 1000},
		{"shared-stores", &m->shared_stores, 1000},
	};
	const char *text = args_value(word, "bus");
	uint64_t v;

	if (text) {
		if (!simboard_number(text, XDB_BUSES - 1, &v))
			return false;
		m->bus = (int)v;
		return true;
	}
	text = args_value(word, "references");
	if (text)
		return simboard_number(text, 1u << 30, &m->references);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		text = args_value(word, parts[i].name);
		if (text) {
			if (!simboard_number(text, parts[i].most, &v))
				return false;
			*parts[i].v = (unsigned int)v;
			return true;
		}
	}
	return false;
}

static int do_workload(const struct simboard_request *r)
{
	struct simboard_inside *in = r->b->in;
	struct xdb_mix mix;
	unsigned int parts;

	if (r->n < 2 || !xdb_mix_find(r->words[1], &mix))
		return simboard_wrong_word(r, 1);
	for (int i = 2; i < r->n; i++)
		if (!set_part(&mix, r->words[i]))
			return simboard_wrong_word(r, i);
	parts = mix.shared + mix.swaps + mix.pio;
	if (parts > XDB_MIX)
		return simboard_say(r, -EINVAL, "shared, swaps and pio are %u of %u references",
				    parts, XDB_MIX);
	xdb_program_begin(&in->program, &mix, r->b->seed);
	xdb_machine_start(in->b->m, xdb_program_next, &in->program, mix.io != 0);
	return 0;
}

static int do_stop(const struct simboard_request *r)
{
	xdb_machine_stop(r->b->in->b->m);
	return 0;
}

static int do_status(const struct simboard_request *r)
{
	const struct xdb_truth *t = xdb_machine_truth(r->b->in->b->m);
	char common[PATH_MAX + 64];

	simboard_status(r->b, common, sizeof(common));
	return simboard_say(r, 0,
			    "time: %" PRIu64 " ns\n%s\nprograms: %s\nreferences: %" PRIu64
			    "\nblocks on bus 0: %" PRIu64 "\nblocks on bus 1: %" PRIu64,
			    sim_now(r->b->s) / SIM_NS(1), common, sends(r->b) ? "run" : "none",
			    t->references, t->payload[0] / 64, t->payload[1] / 64);
}

/* Answers with the machine's own count of an event. */
static int do_truth(const struct simboard_request *r)
{
	uint64_t counter, event;

	if (r->n != 3 || !simboard_number(r->words[1], XDB_GOLDEN_COUNTERS - 1, &counter))
		return simboard_wrong_word(r, 1);
	if (!simboard_number(r->words[2], XDB_EVENTS - 1, &event))
		return simboard_wrong_word(r, 2);
	return simboard_say(
		r, 0, "%" PRIu64,
		xdb_machine_count(r->b->in->b->m, (unsigned int)counter, (unsigned int)event));
}

static const struct simboard_verb verbs[] = {
	{"workload", do_workload, ARGS_WORDS, "NAME [PART=VALUE]..."},
	{"stop", do_stop, 1, ""},
	{"status", do_status, 1, ""},
	{"truth", do_truth, 3, "COUNTER EVENT"},
	{NULL, NULL, 0, NULL},
};

/* ---- open and close ---- */

static bool argument(struct simboard *b, const char *word)
{
	struct simboard_inside *in = b->in;
	const struct {
		const char *name;
		uint64_t *v, least, most;
	} of[] = {{"processors", &in->processors, 1, XDB_PROCESSORS},
		  {"ways", &in->ways, 1, 4},
		  {"memory", &in->memory, 1, 1000},
		  {"pio", &in->pio, 1, 10000}};

	for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++) {
		const char *text = args_value(word, of[i].name);

		if (text)
			return simboard_number(text, of[i].most, of[i].v) &&
			       *of[i].v >= of[i].least && in->ways != 3;
	}
	return false;
}

static int open_machine(struct simboard *b)
{
	struct simboard_inside *in = b->in;
	int err = simboard_start(b, NULL);

	if (err)
		return err;
	in->cfg = xdb_usual;
	in->cfg.processors = (unsigned int)in->processors;
	in->cfg.ways = (unsigned int)in->ways;
	in->cfg.memory_clocks = (unsigned int)in->memory;
	in->cfg.pio_clocks = (unsigned int)in->pio;
	in->b = xdbboard_open(b->s, &in->cfg, true);
	xdbboard_put(in->b, 8, 20u << 16 | in->cfg.ways / 2);
	return 0;
}

static void close_machine(struct simboard *b)
{
	(void)b; /* the simulation owns the machine */
}

static struct device *bus(struct simboard *b)
{
	return b->in->b->dev;
}

static const struct simboard_inside fresh = {
	.ways = 4, .processors = 4, .memory = 12, .pio = 40};

const struct simboard_kind simboard_kind = {
	.server = "xdbusd",
	.usage =
		"Usage: tallyboard serve xdbus [OPTION]... SOCKET\n"
		"\n"
		"Simulates a SPARCcenter 2000 with its event counters and serves it on the "
		"Unix\n"
		"socket SOCKET: any number of programs open it as unix:SOCKET. Ends on SIGINT\n"
		"and SIGTERM.\n"
		"\n"
		"  -b, --board=ARGUMENTS   separated by commas: processors=N (1 to 20), "
		"ways=1|2|4,\n"
		"                          memory=CLOCKS, pio=CLOCKS, seed=N, wave=FILE\n"
		"  -c, --command=COMMAND   execute this command first, for instance\n"
		"                          'workload mixed', 'pause' or 'speed 0.01'; may be\n"
		"                          repeated\n" SIMBOARD_HELP,
	.arguments = "the arguments of a machine are processors=N, ways=1|2|4, memory=CLOCKS, "
		     "pio=CLOCKS, seed=N, wave=FILE, separated by commas",
	.sending = "programs still run",
	.settle = SIM_US(1),
	.fresh = &fresh,
	.inside = sizeof(fresh),
	.verbs = verbs,
	.argument = argument,
	.open = open_machine,
	.close = close_machine,
	.bus = bus,
	.sends = sends,
};

/* The function that the driver loads from libxdbussim.so. */
int xdbussim_open(const char *args, struct device **dev)
{
	return simboard_device(args, dev);
}
