/* SPDX-License-Identifier: Apache-2.0 */
/* SUPERMON in RTL at one processor of a NUMAchine, which the driver can use; sm_command() in
 * smlib.h controls it. */
#include "simboard.h"
#include "args.h"
#include "kernels.h"
#include "sm_board.h"
#include "sm_station.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SETTLE_PS (16 * SM_CLOCK) /* after the last reference */

struct simboard_inside {
	uint64_t processor;
	struct sm_board *board;
	struct sm_station *station; /* NULL: there is no workload */
	struct kernel *kernel;	    /* NULL: the sort */
	struct machine_config cfg;
	struct sm_sort sort;
	uint64_t references;
};

static bool next_of_kernel(void *arg, unsigned int p, struct machine_ref *r, bool *fetch)
{
	struct simboard_inside *in = arg;

	*fetch = false;
	return in->cfg.next(in->cfg.arg, p, r);
}

static void clock_station(void *arg, struct sm_bus *b)
{
	struct simboard_inside *in = arg;
	const char *wrong = NULL;

	if (!sm_station_done(in->station))
		wrong = sm_station_clock(in->station, b);
	if (wrong)
		SIM_FAIL(in->board->s, "%s", wrong);
	in->references += b->req;
}

static void end_workload(struct simboard_inside *in)
{
	if (in->board)
		sm_board_traffic(in->board, NULL, NULL);
	sm_station_close(in->station);
	kernel_close(in->kernel);
	in->station = NULL;
	in->kernel = NULL;
}

/* ---- commands ---- */

static int start(const struct simboard_request *r, unsigned int processor,
		 sm_station_next_fn *next, void *arg)
{
	struct simboard_inside *in = r->b->in;

	in->station = sm_station_open(&in->cfg, processor, next, arg);
	if (!in->station) {
		end_workload(in);
		return -ENOMEM;
	}
	sm_board_traffic(in->board, clock_station, in);
	return 0;
}

static int do_workload(const struct simboard_request *r)
{
	struct simboard_inside *in = r->b->in;
	uint64_t count = 1000;
	char why[256];

	if (r->n < 2)
		return simboard_wrong_word(r, 1);
	if (r->n == 3 && (!simboard_number(r->words[2], 1000000, &count) || !count))
		return simboard_wrong_word(r, 2);
	end_workload(in);
	in->cfg = (struct machine_config){.processors = 8, .seed = r->b->seed};
	in->kernel = kernel_open(r->words[1], (unsigned int)count, &in->cfg);
	if (in->kernel)
		return start(r, (unsigned int)in->processor, next_of_kernel, in);
	snprintf(why, sizeof(why), "no workload \"%.100s\"; there are", r->words[1]);
	for (unsigned int i = 0; kernel_names[i]; i++)
		snprintf(why + strlen(why), sizeof(why) - strlen(why), " %s", kernel_names[i]);
	return simboard_say(r, -EINVAL, "%s", why);
}

static int do_sort(const struct simboard_request *r)
{
	struct simboard_inside *in = r->b->in;
	uint64_t count = 32;

	if (r->n == 2 && (!simboard_number(r->words[1], SM_SORT_MOST, &count) || count < 2))
		return simboard_wrong_word(r, 1);
	end_workload(in);
	in->cfg = (struct machine_config){.processors = 1, .seed = r->b->seed};
	sm_sort_begin(&in->sort, (unsigned int)count, r->b->seed);
	return start(r, 0, sm_sort_next, &in->sort);
}

static int do_stop(const struct simboard_request *r)
{
	end_workload(r->b->in);
	return 0;
}

static bool sends(struct simboard *b)
{
	return b->in->station && !sm_station_done(b->in->station);
}

static int do_status(const struct simboard_request *r)
{
	struct simboard *b = r->b;
	char common[PATH_MAX + 64];

	simboard_status(b, common, sizeof(common));
	return simboard_say(r, 0,
			    "time: %" PRIu64 " ns\n%s\nprocessor: %" PRIu64
			    "\nworkload: %s\nreferences: %" PRIu64,
			    sim_now(b->s) / SIM_NS(1), common, b->in->processor,
			    sends(b) ? "running" : "none", b->in->references);
}

static const struct simboard_verb verbs[] = {
	{"workload", do_workload, 3, "NAME [COUNT]"},
	{"sort", do_sort, 2, "[COUNT]"},
	{"stop", do_stop, 1, ""},
	{"status", do_status, 1, ""},
	{NULL, NULL, 0, NULL},
};

/* ---- open and close ---- */

static bool argument(struct simboard *b, const char *word)
{
	const char *v = args_value(word, "processor");

	return v && simboard_number(v, 7, &b->in->processor);
}

static int open_board(struct simboard *b)
{
	int err = simboard_start(b, NULL);

	if (!err)
		b->in->board = sm_board_open(b->s, false);
	return err;
}

static void close_board(struct simboard *b)
{
	end_workload(b->in);
}

static struct device *bus(struct simboard *b)
{
	return &b->in->board->axil->dev;
}

static const struct simboard_inside fresh;

const struct simboard_kind simboard_kind = {
	.server = "supermond",
	.usage =
		"Usage: tallyboard serve supermon [OPTION]... SOCKET\n"
		"\n"
		"Simulates SUPERMON at a processor of a NUMAchine "
		"and serves it on the Unix socket\n"
		"SOCKET: any number of programs open it as unix:SOCKET. Ends on SIGINT and "
		"SIGTERM.\n"
		"\n"
		"  -b, --board=ARGUMENTS   separated by commas: processor=N (0 to 7), seed=N,\n"
		"                          wave=FILE\n"
		"  -c, --command=COMMAND   execute this command first, "
		"for instance 'sort 64',\n"
		"                          'pause' or 'speed 0.01'; may be repeated\n" SIMBOARD_HELP,
	.arguments = "the arguments of a board are processor=N, seed=N, wave=FILE, "
		     "separated by commas",
	.sending = "the workload is still running",
	.settle = SETTLE_PS,
	.fresh = &fresh,
	.inside = sizeof(fresh),
	.verbs = verbs,
	.argument = argument,
	.open = open_board,
	.close = close_board,
	.bus = bus,
	.sends = sends,
};

/* The function that the driver loads from libsupermonsim.so. */
int supermonsim_open(const char *args, struct device **dev)
{
	return simboard_device(args, dev);
}
