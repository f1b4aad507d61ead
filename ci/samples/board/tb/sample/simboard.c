/* SPDX-License-Identifier: Apache-2.0 */
/* The sample board in RTL that the driver can use; "sim COMMAND" of samplecount controls it. */
#include "simboard.h"
#include "sampleboard.h"
#include <inttypes.h>

struct simboard_inside {
	struct sampleboard *b;
};

static bool sends(struct simboard *b)
{
	return b->in->b->left != 0;
}

static int do_events(const struct simboard_request *r)
{
	struct sampleboard *b = r->b->in->b;
	uint64_t percent = 100, count;

	if (r->n < 2 || !simboard_number(r->words[1], UINT32_MAX, &count))
		return simboard_wrong_word(r, 1);
	if (r->n == 3 && (!simboard_number(r->words[2], 100, &percent) || !percent))
		return simboard_wrong_word(r, 2);
	b->left = count;
	b->percent = (unsigned int)percent;
	return 0;
}

static int do_status(const struct simboard_request *r)
{
	char common[PATH_MAX + 64];

	simboard_status(r->b, common, sizeof(common));
	return simboard_say(
		r, 0, "time: %" PRIu64 " ns\n%s\nevents: %" PRIu64 ", %" PRIu64 " to come",
		sim_now(r->b->s) / SIM_NS(1), common, r->b->in->b->events, r->b->in->b->left);
}

static const struct simboard_verb verbs[] = {
	{"events", do_events, 3, "COUNT [PERCENT]"},
	{"status", do_status, 1, ""},
	{NULL, NULL, 0, NULL},
};

static bool argument(struct simboard *b, const char *word)
{
	(void)b;
	(void)word;
	return false;
}

static int open_board(struct simboard *b)
{
	const int err = simboard_start(b, NULL);

	if (!err)
		b->in->b = sampleboard_open(b->s, false);
	return err;
}

static void close_board(struct simboard *b)
{
	(void)b; /* the simulation owns the board */
}

static struct device *bus(struct simboard *b)
{
	return b->in->b->dev;
}

static const struct simboard_inside fresh;

const struct simboard_kind simboard_kind = {
	.server = "sampled",
	.usage = "Usage: tallyboard serve sample [OPTION]... SOCKET\n"
		 "\n"
		 "Simulates the sample board and serves it on the Unix socket SOCKET: any\n"
		 "number of programs open it as unix:SOCKET. Ends on SIGINT and SIGTERM.\n"
		 "\n"
		 "  -b, --board=ARGUMENTS   separated by commas: seed=N, wave=FILE\n"
		 "  -c, --command=COMMAND   execute this command first, for instance\n"
		 "                          'events 1000 10', 'pause' or 'speed 0.01'; may be\n"
		 "                          repeated\n" SIMBOARD_HELP,
	.arguments = "the arguments of a board are seed=N, wave=FILE, separated by commas",
	.sending = "events are still being sent",
	.settle = SIM_US(1),
	.fresh = &fresh,
	.inside = sizeof(fresh),
	.verbs = verbs,
	.argument = argument,
	.open = open_board,
	.close = close_board,
	.bus = bus,
	.sends = sends,
};

/* The function that the driver loads from libsamplesim.so. */
int samplesim_open(const char *args, struct device **dev)
{
	return simboard_device(args, dev);
}
