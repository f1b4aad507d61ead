/* SPDX-License-Identifier: Apache-2.0 */
/* The performance monitor of DASH in RTL on the bus of a station of a NUMAchine, which the
 * driver can use; dm_command() in dashlib.h controls it. */
#include "simboard.h"
#include "args.h"
#include "numa.h"
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#define SETTLE_PS SIM_US(20) /* time until 16 entries are in the trace buffer */
#define PERCENT_DEFAULT 10   /* clocks in which a random transaction starts */
/* limits of a kernel: its references, and those of a processor between two reads of the monitor
 */
#define REFERENCES_MOST 100000000
#define EVERY_MOST 1000000
#define STATION_PROCESSORS 4

struct simboard_inside {
	bool small; /* the model dash_short */
	struct station *t;
	struct numa *numa;
	bool suspended;
	uint64_t left, percent; /* random transactions */
	uint64_t requests;	/* requests of all traffic so far */
};

/* ---- traffic ---- */

static void clock_bus(void *arg, struct dash_bus *b)
{
	struct simboard_inside *in = arg;

	if (in->suspended)
		return;
	if (in->numa) {
		numa_clock(in->numa, b);
		in->numa->wants = 0;
		if (in->numa->wrong)
			SIM_FAIL(in->t->s, "%s", in->numa->wrong);
	} else if (in->left) {
		station_random(in->t, b, (unsigned int)in->percent);
		in->left -= b->start;
	}
	in->requests += b->start && !b->reply;
}

static bool sends(struct simboard *b)
{
	struct simboard_inside *in = b->in;

	return !in->suspended && (in->left || (in->numa && !numa_done(in->numa)));
}

static void stop(struct simboard_inside *in)
{
	numa_close(in->numa);
	in->numa = NULL;
	in->left = 0;
}

static int do_random(const struct simboard_request *r)
{
	struct simboard_inside *in = r->b->in;
	uint64_t percent = PERCENT_DEFAULT, count;

	if (r->n < 2 || !args_number(r->words[1], &count))
		return simboard_wrong_word(r, 1);
	if (r->n == 3 && (!simboard_number(r->words[2], 100, &percent) || !percent))
		return simboard_wrong_word(r, 2);
	stop(in);
	in->left = count;
	in->percent = percent;
	return 0;
}

static int do_kernel(const struct simboard_request *r)
{
	struct simboard_inside *in = r->b->in;
	uint64_t n, every = 0;
	struct numa *numa;

	if (r->n < 2)
		return simboard_wrong_word(r, 1);
	if (r->n < 3 || !simboard_number(r->words[2], REFERENCES_MOST, &n))
		return simboard_wrong_word(r, 2);
	if (r->n == 4 && !simboard_number(r->words[3], EVERY_MOST, &every))
		return simboard_wrong_word(r, 3);
	numa = numa_open(r->words[1], (unsigned int)n, STATION_PROCESSORS, (unsigned int)every);
	if (!numa)
		return simboard_wrong_word(r, 1);
	stop(in);
	in->numa = numa;
	return 0;
}

static int do_suspend(const struct simboard_request *r)
{
	r->b->in->suspended = strcmp(r->words[0], "suspend") == 0;
	return 0;
}

static int do_stop(const struct simboard_request *r)
{
	stop(r->b->in);
	return 0;
}

static int do_status(const struct simboard_request *r)
{
	const struct simboard_inside *in = r->b->in;
	char common[PATH_MAX + 64];

	simboard_status(r->b, common, sizeof(common));
	return simboard_say(r, 0, "time: %" PRIu64 " ns\n%s\ntraffic: %s%s\nrequests: %" PRIu64,
			    sim_now(r->b->s) / SIM_NS(1), common,
			    in->numa   ? "kernel"
			    : in->left ? "random"
				       : "none",
			    in->suspended ? ", suspended" : "", in->requests);
}

static const struct simboard_verb verbs[] = {
	{"random", do_random, 3, "COUNT [PERCENT]"},
	{"kernel", do_kernel, 4, "NAME REFERENCES [EVERY]"},
	{"suspend", do_suspend, 1, ""},
	{"proceed", do_suspend, 1, ""},
	{"stop", do_stop, 1, ""},
	{"status", do_status, 1, ""},
	{NULL, NULL, 0, NULL},
};

/* ---- open and close ---- */

static bool argument(struct simboard *b, const char *word)
{
	const char *v = args_value(word, "board");

	if (!v || (strcmp(v, "full") && strcmp(v, "short")))
		return false;
	b->in->small = strcmp(v, "short") == 0;
	return true;
}

static int open_station(struct simboard *b)
{
	const int err = simboard_start(b, b->in->small ? "dash_short" : "dash");

	if (err)
		return err;
	b->in->t = station_open(b->s, false);
	b->in->t->source = clock_bus;
	b->in->t->arg = b->in;
	return 0;
}

static void close_station(struct simboard *b)
{
	stop(b->in);
}

static struct device *bus(struct simboard *b)
{
	return &b->in->t->axil->dev;
}

static const struct simboard_inside fresh;

const struct simboard_kind simboard_kind = {
	.server = "dashd",
	.usage =
		"Usage: tallyboard serve dash [OPTION]... SOCKET\n"
		"\n"
		"Simulates the performance monitor of DASH on a station bus "
		"and serves it on the\n"
		"Unix socket SOCKET: any number of programs open it as unix:SOCKET. Ends on "
		"SIGINT\n"
		"and SIGTERM.\n"
		"\n"
		"  -b, --board=ARGUMENTS   separated by commas: board=full|short, seed=N,\n"
		"                          wave=FILE\n"
		"  -c, --command=COMMAND   execute this command first, for instance\n"
		"                          'kernel mix 1000', 'pause' or 'speed 0.01'; may be\n"
		"                          repeated\n" SIMBOARD_HELP,
	.arguments =
		"the arguments of a board are board=full or board=short, seed=N, wave=FILE, "
		"separated by commas",
	.sending = "requests are still being sent",
	.settle = SETTLE_PS,
	.fresh = &fresh,
	.inside = sizeof(fresh),
	.verbs = verbs,
	.argument = argument,
	.open = open_station,
	.close = close_station,
	.bus = bus,
	.sends = sends,
};

/* The function that the driver loads from libdashsim.so. */
int dashsim_open(const char *args, struct device **dev)
{
	return simboard_device(args, dev);
}
