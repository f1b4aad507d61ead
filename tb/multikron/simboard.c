/* SPDX-License-Identifier: Apache-2.0 */
/* The MultiKron board in RTL in a PC, which the driver can use; mk_command() in mk.h controls
 * it, see multikrond(1). */
#include "simboard.h"
#include "args.h"
#include "mkboard.h"
#include "outstream.h"
#include "pc.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SETTLE_PS SIM_US(100) /* time after which all samples are in memory */

struct simboard_inside {
	uint64_t vc;
	struct mkboard *b;
	struct pc *pc;
};

static int do_load(const struct simboard_request *r)
{
	uint64_t percent = 25;
	enum pc_load load;

	if (r->n < 2)
		return simboard_wrong_word(r, 1);
	if (!strcmp(r->words[1], "disk"))
		load = PC_DISK;
	else if (!strcmp(r->words[1], "network"))
		load = PC_NETWORK;
	else if (!strcmp(r->words[1], "none"))
		load = PC_NO_LOAD;
	else
		return simboard_wrong_word(r, 1);
	if (r->n == 3 && (!simboard_number(r->words[2], 80, &percent) || !percent))
		return simboard_wrong_word(r, 2);
	pc_set_load(r->b->in->pc, load, (unsigned int)percent);
	return 0;
}

static int do_pins(const struct simboard_request *r)
{
	uint64_t pins;

	if (r->n < 2 || !simboard_number(r->words[1], 0xFFFF, &pins))
		return simboard_wrong_word(r, 1);
	mkboard_ext(r->b->in->b, (unsigned int)pins);
	return 0;
}

static int do_cpu(const struct simboard_request *r)
{
	uint64_t lines;

	if (r->n < 2 || !simboard_number(r->words[1], 0xFF, &lines))
		return simboard_wrong_word(r, 1);
	mkboard_xcpu(r->b->in->b, (unsigned int)lines);
	return 0;
}

/* Returns the data that came through the cable, as the host's interface delivers them. */
static int do_cable(const struct simboard_request *r)
{
	struct s16d *cable = r->b->in->b->cable;
	static struct outstream out;
	FILE *f;
	int err;

	if (r->n < 2)
		return simboard_wrong_word(r, 1);
	err = outstream_open(&out, r->words[1]);
	if (err)
		return simboard_say(r, err, "%s: %s", r->words[1], outpath_reason(err));
	f = out.stream;
	for (uint64_t i = 0; i < s16d_words(cable); i++) {
		putc(s16d_word(cable, i) >> 8, f);
		putc(s16d_word(cable, i) & 0xFF, f);
	}
	err = outstream_close(&out, true);
	if (err)
		return simboard_say(r, err, "%s: %s", r->words[1], outpath_reason(err));
	return simboard_say(r, 0, "%" PRIu64 " words", s16d_words(cable));
}

static int do_reset(const struct simboard_request *r)
{
	pc_reset(r->b->in->pc);
	return 0;
}

static int do_bus(const struct simboard_request *r)
{
	struct pci_stats st;

	pci_stats(r->b->in->b->pci, &st);
	return simboard_say(r, 0, "clocks=%" PRIu64 " devsel=%" PRIu64 " own=%" PRIu64,
			    st.clocks, st.devsel, st.own);
}

static int do_status(const struct simboard_request *r)
{
	char common[PATH_MAX + 64];
	struct pci_stats st;

	pci_stats(r->b->in->b->pci, &st);
	simboard_status(r->b, common, sizeof(common));
	return simboard_say(r, 0,
			    "time: %" PRIu64 "\n%s\nPCI cycles: %" PRIu64 "\nretries: %" PRIu64
			    "\ncable words: %" PRIu64,
			    sim_now(r->b->s) / SIM_NS(1), common, st.cycles, st.retries,
			    s16d_words(r->b->in->b->cable));
}

static const struct simboard_verb verbs[] = {
	{"load", do_load, 3, "disk|network|none [PERCENT]"},
	{"pins", do_pins, 2, "PINS"},
	{"cpu", do_cpu, 2, "LINES"},
	{"cable", do_cable, 2, "FILE"},
	{"reset", do_reset, 1, ""},
	{"bus", do_bus, 1, ""},
	{"status", do_status, 1, ""},
	{NULL, NULL, 0, NULL},
};

static bool argument(struct simboard *b, const char *word)
{
	const char *v = args_value(word, "vc");

	return v && simboard_number(v, 1, &b->in->vc);
}

static int open_board(struct simboard *b)
{
	struct simboard_inside *in = b->in;
	int err = simboard_start(b, in->vc ? "multikron" : "multikron_novc");

	if (err)
		return err;
	in->b = mkboard_open(b->s, &(struct mkboard_options){.unwatched = true});
	mkboard_power_on(in->b);
	in->pc = pc_open(in->b, b->seed);
	return 0;
}

/* The end of the simulation frees everything. */
static void close_board(struct simboard *b)
{
	(void)b;
}

static struct device *bus(struct simboard *b)
{
	return pc_bus(b->in->pc);
}

/* Returns false: a load does not end, so nothing can wait for its end. */
static bool sends(struct simboard *b)
{
	(void)b;
	return false;
}

static const struct simboard_inside fresh = {.vc = 1};

const struct simboard_kind simboard_kind = {
	.server = "multikrond",
	.usage = "Usage: tallyboard serve multikron [OPTION]... SOCKET\n"
		 "\n"
		 "Simulates a MultiKron board in a PC and serves it on the Unix socket SOCKET: "
		 "any\n"
		 "number of programs open it as unix:SOCKET. Ends on SIGINT and SIGTERM.\n"
		 "\n"
		 "  -b, --board=ARGUMENTS   separated by commas: vc=0|1, seed=N, wave=FILE\n"
		 "  -c, --command=COMMAND   execute this command first, for instance\n"
		 "                          'load disk 25', 'pause' or 'speed 0.01'; "
		 "may be repeated\n" SIMBOARD_HELP,
	.arguments =
		"the arguments of a board are vc=0|1, seed=N, wave=FILE, separated by commas",
	.sending = "samples are still on their way",
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

/* The function that the driver loads from libmultikronsim.so. */
int multikronsim_open(const char *args, struct device **dev)
{
	return simboard_device(args, dev);
}
