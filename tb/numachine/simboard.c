/* SPDX-License-Identifier: Apache-2.0 */
/* A NUMAchine memory card with its monitor in RTL, and processors that use it, for the
 * monitor's driver: nm_command() in nmlib.h. */
#include "simboard.h"
#include "args.h"
#include "input.h"
#include "kernels.h"
#include "monitor.h"
#include "recording.h"
#include "replay.h"
#include "textline.h"
#include "trial.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SETTLE_PS (8 * NMBUS_CLOCK) /* time after which the last transaction is counted */

struct simboard_inside {
	uint64_t line, boards, station, board, order, pipelined;
	struct monitor *m;
	uint64_t random, every, gap; /* random transactions left, and clocks between them */
	uint64_t started;
	struct machine *machine; /* NULL: there is no workload */
	struct kernel *kernel;	 /* the workload: a kernel or one of the following */
	struct recording *recording;
	struct replay replay; /* the last replay with its results */
	bool fifo;	      /* the FIFO fills or drains ... */
	sim_time fifo_until;  /* ... until this time */
};

/* ---- transactions ---- */

static bool next_random(void *arg, struct nmbus_access *a)
{
	struct simboard_inside *in = arg;

	if (in->gap) {
		in->gap--;
		return false;
	}
	if (!in->random)
		return false;
	in->random--;
	in->started++;
	in->gap = in->every - 1;
	monitor_random(in->m, a);
	return true;
}

static int do_start(const struct simboard_request *r)
{
	struct simboard_inside *in = r->b->in;
	struct nmbus_access a = {0};
	uint64_t cmd;

	if (r->n < 2 || !args_number(r->words[1], &a.ad))
		return simboard_wrong_word(r, 1);
	if (r->n < 3 || !simboard_number(r->words[2], 0xFFFF, &cmd))
		return simboard_wrong_word(r, 2);
	a.cmd = (uint16_t)cmd;
	for (int i = 3; i < r->n; i++) {
		if (!strcmp(r->words[i], "valid"))
			a.valid = true;
		else if (!strcmp(r->words[i], "lock"))
			a.lock = true;
		else if (!strcmp(r->words[i], "local"))
			a.local_global = true;
		else
			return simboard_wrong_word(r, i);
	}
	if (in->machine)
		return simboard_say(r, -EBUSY,
				    "a workload uses the bus: start it on a board without");
	/* random accesses end, so that this transaction gets the bus */
	nmbus_traffic(in->m->bus, NULL, NULL);
	nmbus_transact(in->m->bus, &a);
	in->started++;
	sim_wait_cycles(in->m->clk, 8);
	if (in->random)
		nmbus_traffic(in->m->bus, next_random, in);
	return 0;
}

static int do_random(const struct simboard_request *r)
{
	struct simboard_inside *in = r->b->in;
	uint64_t count, every = in->pipelined ? 1 : 4;

	if (r->n < 2 || !args_number(r->words[1], &count))
		return simboard_wrong_word(r, 1);
	if (r->n == 3 && (!simboard_number(r->words[2], 1000000, &every) || !every))
		return simboard_wrong_word(r, 2);
	in->random = count;
	in->every = every;
	nmbus_traffic(in->m->bus, next_random, in);
	return 0;
}

static int do_stop(const struct simboard_request *r)
{
	r->b->in->random = 0;
	simboard_cancel_task(r->b);
	return 0;
}

static bool clock_machine(void *arg, struct nmbus_access *a)
{
	struct simboard_inside *in = arg;
	struct card_pins pins[2];
	const char *wrong = machine_clock(in->machine, pins);
	const struct card_pins *p = &pins[in->board];

	if (wrong)
		SIM_FAIL(in->m->s, "%s", wrong);
	*a = trial_access(p);
	in->started += p->mon_start;
	return p->mon_start;
}

static void end_machine(struct simboard_inside *in)
{
	machine_close(in->machine);
	kernel_close(in->kernel);
	recording_close(in->recording);
	in->machine = NULL;
	in->kernel = NULL;
	in->recording = NULL;
}

static struct machine_config card_config(const struct simboard *b)
{
	const struct simboard_inside *in = b->in;

	return (struct machine_config){.card = {.station = (uint8_t)in->station,
						.line128 = in->line == 128,
						.boards2 = in->boards == 2},
				       .seed = b->seed};
}

/* Opens the workload of the processors: a kernel or a recording. */
struct opening {
	struct simboard_task task; /* first */
	struct simboard_inside *in;
	struct machine_config cfg;
	char *text, *words[ARGS_WORDS];
	int n;
	uint64_t count; /* number of references, or the largest number */
	int first;	/* index of the word that names a file; 0: the workload is a kernel */
	/* results */
	struct kernel *kernel;
	struct recording *recording;
	char why[512];
};

static void open_work(struct simboard_task *task)
{
	struct opening *o = (struct opening *)task;
	const char *file = NULL, *error = "", *from;
	struct memtrace_from place;

	if (!o->first) {
		o->kernel = kernel_open(o->words[1], (unsigned int)o->count, &o->cfg);
		return;
	}
	from = args_value(o->words[o->first - 1], "from");
	o->recording = recording_open(o->words + o->first, (unsigned int)(o->n - o->first),
				      o->count, &o->cfg, &file, &error);
	if (o->recording && from && !memtrace_read_from(from, &place))
		recording_from(o->recording, &place);
	if (!o->recording)
		snprintf(o->why, sizeof(o->why), "%s%s%s", file ? file : "", file ? ": " : "",
			 error);
}

/* Ends the current workload and starts the new one. */
static int start_work(struct simboard_task *task, const struct simboard_request *r)
{
	struct opening *o = (struct opening *)task;
	struct simboard_inside *in = o->in;

	if (!o->kernel && !o->recording)
		return simboard_say(r, -EINVAL, "%s", o->why);
	nmbus_traffic(in->m->bus, NULL, NULL);
	nmbus_fifo(in->m->bus, 0);
	in->fifo = false;
	end_machine(in);
	in->kernel = o->kernel;
	in->recording = o->recording;
	o->kernel = NULL;
	o->recording = NULL;
	in->machine = machine_open(&o->cfg);
	if (!in->machine)
		return -ENOMEM;
	nmbus_traffic(in->m->bus, clock_machine, in);
	return 0;
}

static void release_work(struct simboard_task *task)
{
	struct opening *o = (struct opening *)task;

	kernel_close(o->kernel);
	recording_close(o->recording);
	free(o->text);
}

static int begin_work(const struct simboard_request *r, uint64_t count, int first,
		      const char *why)
{
	struct opening *o = simboard_new_task(sizeof(*o));

	if (!o || !(o->text = strdup(r->command))) {
		free(o);
		return -ENOMEM;
	}
	o->task.work = open_work;
	o->task.finish = start_work;
	o->task.release = release_work;
	o->in = r->b->in;
	o->cfg = card_config(r->b);
	o->n = args_split(o->text, o->words);
	o->count = count;
	o->first = first;
	snprintf(o->why, sizeof(o->why), "%s", why);
	return simboard_begin_task(r, &o->task);
}

static int do_workload(const struct simboard_request *r)
{
	char why[512];
	uint64_t count = 1000;

	if (r->n < 2)
		return simboard_wrong_word(r, 1);
	if (r->n == 3 && (!simboard_number(r->words[2], 1000000, &count) || !count))
		return simboard_wrong_word(r, 2);
	snprintf(why, sizeof(why), "no workload \"%.100s\"; there are", r->words[1]);
	for (unsigned int i = 0; kernel_names[i]; i++)
		snprintf(why + strlen(why), sizeof(why) - strlen(why), " %s", kernel_names[i]);
	return begin_work(r, count, 0, why);
}

static int do_play(const struct simboard_request *r)
{
	uint64_t most = 0;
	int first = 1 + (r->n > 2 && args_number(r->words[1], &most));
	const char *from = r->n > first ? args_value(r->words[first], "from") : NULL;
	struct memtrace_from place;

	if (from && memtrace_read_from(from, &place))
		return simboard_wrong_word(r, first);
	first += from != NULL;
	if (r->n <= first)
		return simboard_wrong_word(r, first);
	return begin_work(r, most, first, "");
}

static void end_fifo(void *arg)
{
	struct simboard_inside *in = arg;

	if (in->fifo && sim_now(in->m->s) >= in->fifo_until)
		nmbus_fifo(in->m->bus, 0);
	in->fifo = in->fifo && sim_now(in->m->s) < in->fifo_until;
}

/* ---- runs without the monitor ---- */

/* Runs recordings in a thread, because a recording may have any length. */
struct replaying {
	struct simboard_task task; /* first */
	struct machine_config cfg;
	char *text, *words[ARGS_WORDS], *map;
	int n, first; /* words[first] is the first recording */
	struct replay replay;
	int err;
	char error[MEMTRACE_ERROR + PATH_MAX];
};

static int read_map(struct replaying *o)
{
	const int fd = input_open_regular(o->map);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
	const char *wrong;
	char line[128];
	int err = fd < 0 ? fd : f ? 0 : -errno;

	if (!f && fd >= 0)
		close(fd);
	if (err)
		snprintf(o->error, sizeof(o->error), "%s: %s", o->map, strerror(-err));
	for (unsigned int n = 1; !err && fgets(line, sizeof(line), f); n++) {
		wrong = feof(f) ? TEXTLINE_UNENDED : "line too long";
		err = strchr(line, '\n') ? replay_line(&o->replay, line, &wrong) : -EINVAL;
		if (err)
			snprintf(o->error, sizeof(o->error), "%s:%u: %s", o->map, n,
				 err == -EINVAL ? wrong : strerror(-err));
	}
	if (!err && ferror(f)) {
		err = -EIO;
		snprintf(o->error, sizeof(o->error), "%s: %s", o->map, strerror(EIO));
	}
	if (f)
		fclose(f);
	return err;
}

static void run_replay(struct simboard_task *task)
{
	struct replaying *o = (struct replaying *)task;

	o->replay.stopped = simboard_task_abandoned;
	o->replay.stopped_arg = task;
	o->err = o->map ? read_map(o) : 0;
	if (!o->err)
		o->err = replay_run(&o->replay, &o->cfg, o->words + o->first,
				    (unsigned int)(o->n - o->first), o->error);
}

static int say_cost(const struct simboard_request *r, const struct replay_cost *c, uint64_t run)
{
	return simboard_say(
		r, 0,
		"references=%" PRIu64 " requests=%" PRIu64 " waited=%" PRIu64 " run=%" PRIu64,
		c->references, c->requests, c->waited * CARD_CLOCK_NS, run * CARD_CLOCK_NS);
}

/* Keeps the results for "range" and "page". */
static int end_replay(struct simboard_task *task, const struct simboard_request *r)
{
	struct replaying *o = (struct replaying *)task;
	struct replay *last = &r->b->in->replay;

	replay_free(last);
	if (o->err)
		return simboard_say(r, o->err, "%s", o->error);
	*last = o->replay;
	memset(&o->replay, 0, sizeof(o->replay));
	return say_cost(r, &last->all, last->run);
}

static void release_replay(struct simboard_task *task)
{
	struct replaying *o = (struct replaying *)task;

	replay_free(&o->replay);
	free(o->text);
}

/* Returns the index of the first recording, or the negative index of a wrong word. */
static int replay_options(struct replaying *o)
{
	int i;

	for (i = 1; i < o->n; i++) {
		char *map = (char *)args_value(o->words[i], "map");
		const char *from = args_value(o->words[i], "from");

		if (map)
			o->map = map;
		else if (from && memtrace_read_from(from, &o->replay.from))
			return -i;
		else if (!from)
			break;
	}
	return i < o->n ? i : -i;
}

static int do_replay(const struct simboard_request *r)
{
	struct replaying *o = simboard_new_task(sizeof(*o));

	if (!o || !(o->text = strdup(r->command))) {
		free(o);
		return -ENOMEM;
	}
	o->task.work = run_replay;
	o->task.finish = end_replay;
	o->task.release = release_replay;
	o->cfg = card_config(r->b);
	o->n = args_split(o->text, o->words);
	o->first = replay_options(o);
	if (o->first < 0) {
		const int wrong = -o->first;

		release_replay(&o->task);
		free(o);
		return simboard_wrong_word(r, wrong);
	}
	return simboard_begin_task(r, &o->task);
}

/* Prints the cost of a part of the memory in the last replay, or its requests by interval. */
static int do_range(const struct simboard_request *r)
{
	const struct replay *p = &r->b->in->replay;
	const uint32_t *requests;
	char text[64 + 11 * REPLAY_INTERVALS];
	uint64_t number;
	int n;

	if (!p->of || !p->ranges)
		return simboard_say(r, -EINVAL, "no replay with moved memory");
	if (r->n < 2 || !simboard_number(r->words[1], p->ranges - 1, &number))
		return simboard_wrong_word(r, 1);
	if (r->n == 2)
		return say_cost(r, &p->of[number], p->run);
	if (strcmp(r->words[2], "times"))
		return simboard_wrong_word(r, 2);
	requests = p->requests_in + number * REPLAY_INTERVALS;
	n = snprintf(text, sizeof(text),
		     "interval=%" PRIu64 " requests=", p->interval * CARD_CLOCK_NS);
	for (unsigned int i = 0; i < REPLAY_INTERVALS; i++)
		n += snprintf(text + n, sizeof(text) - (size_t)n, "%s%" PRIu32, i ? "," : "",
			      requests[i]);
	return simboard_say(r, 0, "%s", text);
}

/* Prints the requests for a page in the last replay by station, and the number of requests to
 * write it after another station had used it. */
static int do_page(const struct simboard_request *r)
{
	const struct replay *p = &r->b->in->replay;
	char text[512];
	uint64_t number;
	int n;

	if (!p->page)
		return simboard_say(r, -EINVAL, "no replay");
	if (r->n != 2 || !simboard_number(r->words[1], p->pages - 1, &number))
		return simboard_wrong_word(r, 1);
	n = snprintf(text, sizeof(text), "writes=%" PRIu64, p->page[number].writes);
	for (unsigned int i = 0; i < MACHINE_STATIONS; i++)
		n += snprintf(text + n, sizeof(text) - (size_t)n, " s%u=%" PRIu64, i,
			      p->page[number].requests[i]);
	return simboard_say(r, 0, "%s", text);
}

static int do_fifo(const struct simboard_request *r)
{
	struct simboard_inside *in = r->b->in;
	const bool down = r->n == 2 && r->words[1][0] == '-';
	uint64_t count;

	if (r->n != 2 || !simboard_number(r->words[1] + down, 1000000, &count))
		return simboard_wrong_word(r, 1);
	if (!count)
		return 0;
	if (in->fifo)
		return simboard_say(r, -EBUSY, "another fifo command is in execution");
	in->fifo = true;
	/* the end is after the last edge, also if there is an edge now */
	in->fifo_until = sim_now(in->m->s) + count * NMBUS_CLOCK + 1;
	nmbus_fifo(in->m->bus, down ? -1 : 1);
	sim_at(in->m->s, in->fifo_until, end_fifo, in);
	*r->w = (struct simboard_wait){.waiting = true, .until = in->fifo_until};
	return 0;
}

static bool sends(struct simboard *b)
{
	return b->in->random || (b->in->machine && !machine_done(b->in->machine));
}

static const char *trouble(struct simboard *b)
{
	return b->in->recording ? recording_error(b->in->recording) : NULL;
}

static int do_trouble(const struct simboard_request *r)
{
	const char *what = trouble(r->b);

	return what ? simboard_say(r, -EBADMSG, "%s", what) : 0;
}

/* ---- state of the card ---- */

static int do_card(const struct simboard_request *r)
{
	const struct simboard_inside *in = r->b->in;

	return simboard_say(
		r, 0, "station=%" PRIu64 " board=%" PRIu64 " order=%" PRIu64 " seed=%" PRIu64,
		in->station, in->board, in->order, r->b->seed);
}

/* Returns the mean time to get a line from a memory in ns; 0 if there was none. */
static uint64_t mean_read(const struct machine *m, bool remote)
{
	uint64_t n = 0, clocks = 0;

	for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++) {
		struct machine_processor st;

		machine_get_processor(m, p, &st);
		n += st.reads[remote];
		clocks += st.clocks[remote];
	}
	return n ? clocks * CARD_CLOCK_NS / n : 0;
}

static uint64_t mean_ns(const struct machine_processor *p, bool remote)
{
	return p->reads[remote] ? p->clocks[remote] * CARD_CLOCK_NS / p->reads[remote] : 0;
}

/* Prints the statistics of a processor. */
static int do_processor(const struct simboard_request *r)
{
	const struct simboard_inside *in = r->b->in;
	struct machine_processor p;
	uint64_t number;

	if (r->n != 2 || !simboard_number(r->words[1], MACHINE_PROCESSORS - 1, &number))
		return simboard_wrong_word(r, 1);
	if (!in->machine)
		return simboard_say(r, -EINVAL, "no workload");
	machine_get_processor(in->machine, (unsigned int)number, &p);
	return simboard_say(r, 0,
			    "run=%" PRIu64 " waited=%" PRIu64 " local=%" PRIu64
			    " remote=%" PRIu64 " local_read=%" PRIu64 " remote_read=%" PRIu64
			    " refused=%" PRIu64,
			    p.run * CARD_CLOCK_NS, p.waited * CARD_CLOCK_NS, p.sent[0],
			    p.sent[1], mean_ns(&p, false), mean_ns(&p, true), p.refused);
}

static void say_made(const struct recording *r, char *text, size_t size)
{
	uint64_t made, all;

	all = r ? recording_accesses(r, &made) : 0;
	if (all)
		snprintf(text, size,
			 "\naccesses made: %" PRIu64 "\naccesses recorded: %" PRIu64, made,
			 all);
}

static int do_status(const struct simboard_request *r)
{
	struct simboard_inside *in = r->b->in;
	struct machine_stats m = {0};
	struct card_stats c = {0};
	struct sram_stats st;
	char common[PATH_MAX + 64], machine[1024] = "", recorded[128] = "";

	simboard_status(r->b, common, sizeof(common));
	sram_stats(in->m->counters, &st);
	if (in->machine) {
		machine_get_stats(in->machine, &m);
		card_get_stats(machine_card(in->machine, (unsigned int)in->board), &c);
		say_made(in->recording, recorded, sizeof(recorded));
		snprintf(machine, sizeof(machine),
			 "\nworkload: %s%s\nreferences: %" PRIu64 "\nsent to memory: %" PRIu64
			 "\n... by other stations: %" PRIu64 "\nrefused: %" PRIu64
			 "\nmean time in the FIFO ns: %" PRIu64 "\nrun time ns: %" PRIu64
			 "\nmean local read ns: %" PRIu64 "\nmean remote read ns: %" PRIu64,
			 trouble(r->b)		     ? trouble(r->b)
			 : machine_done(in->machine) ? "has ended"
						     : "runs",
			 recorded, m.references,
			 m.reads + m.exclusives + m.upgrades + m.write_backs + m.uncached,
			 m.remote, m.refused, c.taken ? c.waited * CARD_CLOCK_NS / c.taken : 0,
			 machine_run_time(in->machine) * CARD_CLOCK_NS,
			 mean_read(in->machine, false), mean_read(in->machine, true));
	}
	return simboard_say(r, 0,
			    "time ns: %" PRIu64 "\n%s\ntransactions: %" PRIu64
			    "\nto come: %" PRIu64 "\nbusy: %s\ncounter SRAM writes: %" PRIu64
			    "%s",
			    sim_now(r->b->s) / SIM_NS(1), common, in->started, in->random,
			    in->m->busy ? "yes" : "no", st.writes, machine);
}

static const struct simboard_verb verbs[] = {
	{"card", do_card, 1, ""},
	{"workload", do_workload, 3, "NAME [N]"},
	{"play", do_play, ARGS_WORDS, "[N] [from=PLACE] FILE..."},
	{"replay", do_replay, ARGS_WORDS, "[map=FILE] [from=PLACE] FILE..."},
	{"range", do_range, 3, "N [times]"},
	{"page", do_page, 2, "N"},
	{"start", do_start, 6, "AD CMD [valid] [lock] [local]"},
	{"random", do_random, 3, "N [CLOCKS]"},
	{"stop", do_stop, 1, ""},
	{"fifo", do_fifo, 2, "N"},
	{"processor", do_processor, 2, "N"},
	{"status", do_status, 1, ""},
	{"trouble", do_trouble, 1, ""},
	{NULL, NULL, 0, NULL},
};

/* ---- open and close ---- */

static bool argument(struct simboard *b, const char *word)
{
	struct simboard_inside *in = b->in;
	const struct {
		const char *name;
		uint64_t *v, lo, hi;
	} numbers[] = {
		{"line", &in->line, 64, 128},	  {"boards", &in->boards, 1, 2},
		{"station", &in->station, 0, 15}, {"board", &in->board, 0, 1},
		{"order", &in->order, 0, 1},	  {"pipelined", &in->pipelined, 0, 1},
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		const char *text = args_value(word, numbers[i].name);

		if (text)
			return simboard_number(text, numbers[i].hi, numbers[i].v) &&
			       *numbers[i].v >= numbers[i].lo;
	}
	return false;
}

static int open_card(struct simboard *b)
{
	struct simboard_inside *in = b->in;
	const struct monitor_config cfg = {.geo = {in->line == 128, in->boards == 2},
					   .ahdl_order = in->order,
					   .pipelined = in->pipelined,
					   .unwatched = true};
	int err;

	if ((in->line != 64 && in->line != 128) || in->board >= in->boards ||
	    (in->order && in->pipelined))
		return -EINVAL; /* no model has both parameters */
	err = simboard_start(b, in->order	? "numachine_ahdl"
				: in->pipelined ? "numachine_pipe"
						: "numachine");
	if (err)
		return err;
	in->m = monitor_open(b->s, &cfg);
	monitor_power_on(in->m);
	return 0;
}

static void close_card(struct simboard *b)
{
	end_machine(b->in);
	replay_free(&b->in->replay);
}

static struct device *bus(struct simboard *b)
{
	return nmbus_device(b->in->m->bus);
}

static const struct simboard_inside fresh = {.line = 64, .boards = 1};

const struct simboard_kind simboard_kind = {
	.server = "numachined",
	.usage = "Usage: tallyboard serve numachine [OPTION]... SOCKET\n"
		 "\n"
		 "Simulates a NUMAchine memory card with its monitor and 64 processors, "
		 "and serves\n"
		 "it on the Unix socket SOCKET: "
		 "any number of programs open it as unix:SOCKET.\n"
		 "Ends on SIGINT and SIGTERM.\n"
		 "\n"
		 "  -b, --board=ARGUMENTS   separated by commas: line=64|128, boards=1|2,\n"
		 "                          station=N, board=N, order=0|1, pipelined=0|1,\n"
		 "                          seed=N, wave=FILE\n"
		 "  -c, --command=COMMAND   execute this command first, for instance\n"
		 "                          'workload page 200', 'pause' or 'speed 0.01'; "
		 "may be\n"
		 "                          repeated\n" SIMBOARD_HELP,
	.arguments = "the arguments of a card are line=64|128, boards=1|2, station=N, "
		     "board=N, order=0|1, pipelined=0|1 (not both 1), seed=N, wave=FILE, "
		     "separated by commas",
	.sending = "transactions are still to come",
	.settle = SETTLE_PS,
	.fresh = &fresh,
	.inside = sizeof(fresh),
	.verbs = verbs,
	.argument = argument,
	.open = open_card,
	.close = close_card,
	.bus = bus,
	.sends = sends,
	.trouble = trouble,
};

/* The function that the driver loads from libnumachinesim.so. */
int numachinesim_open(const char *args, struct device **dev)
{
	return simboard_device(args, dev);
}
