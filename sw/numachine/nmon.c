/* SPDX-License-Identifier: Apache-2.0 */
/* Drives a NUMAchine memory monitor: mode, labels, counters (thesis, 4.5.6). */
#include "nmutil.h"
#include "number.h"
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage_text[] =
	"Usage: nmon [OPTION]... COMMAND [ARGUMENT]...\n"
	"\n"
	"Commands:\n"
	"  status              print mode, overflow, missed events, geometry\n"
	"  mode NAME           set the mode: flyer, depth, histogram0 ... histogram3, off\n"
	"  label FILE          label the ranges in FILE: lines START LENGTH LABEL NAME\n"
	"  clear [0|1]         set all counters to 0, or one half of them\n"
	"  read                write the current counters as a table\n"
	"  count MODE TIME     clear all, count for TIME while serving overflows,\n"
	"                      write a table\n"
	"  watch MODE TIME N   the same N times without a break: each time report the\n"
	"                      events since the last report\n"
	"  search TIME         count for TIME twice, and report the line that processors\n"
	"                      take from each other most often; overwrites all labels\n"
	"  processors          for a simulated machine, print for each processor: run\n"
	"                      time, fraction of it waiting, fraction of requests to the\n"
	"                      memory of its own station, and mean times of reads\n"
	"\n"
	"TIME is a number with ns, us, ms or s, or, for count of a recording or a workload,\n"
	"\"end\": until the program has ended. nmon-pages, nmon-queue and nmon-lines\n"
	"evaluate the tables.\n"
	"\n"
	"  -b, --board=BACKEND sim:ARGUMENTS (sim:), unix:PATH or mmap:ARGUMENTS\n"
	"  -l, --labels=FILE   label these ranges first, use their names in reports\n"
	"  -s, --station=N     station of the memory, if the card does not report it\n"
	"  -c, --command=TEXT  a command for a simulated card, executed first or, for\n"
	"                      count and watch, when counting begins; may be repeated;\n"
	"                      with read and count the replies go to standard error\n"
	"  -o, --output=FILE   output file (standard output)\n"
	"  -h, --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"Exit status: 0 success, 1 error, or data were lost, 2 error in the command line.";

#define COMMANDS 64 /* -c */

static const char *commands[COMMANDS];
static unsigned int given;
static struct nm nm;
static struct nm_names names;
static struct nm_table table;

enum verb { STATUS, MODE, LABEL, CLEAR, READ, COUNT, WATCH, SEARCH, PROCESSORS, VERBS };

static struct {
	const char *backend, *labels;
	int station; /* -1: the station that the card reports */
	const char *name;
	enum verb verb;
	enum nm_mode mode;
	enum nm_part part;
	uint64_t ns, reports;
} want = {.backend = "sim:", .station = -1, .mode = NM_OFF, .part = NM_ALL};

/* Reports an error of a driver call; false if there is one. */
static bool report_result(int err, const char *what)
{
	if (err)
		util_error("%s: %s", what,
			   err == -ESTALE ? "another program has changed the monitor meanwhile"
			   : err == -EAGAIN ? "another program holds the monitor"
					    : util_access_reason(err));
	return !err;
}

static bool execute(const char *command)
{
	char reply[NM_REPLY_BYTES];
	int err = nm_command(&nm, command, reply, sizeof(reply));

	if (err)
		util_error("%s: %s", command, *reply ? reply : util_access_reason(err));
	else if (*reply && (want.verb == READ || want.verb == COUNT))
		fprintf(stderr, "%s\n", reply); /* standard output has only the table */
	else if (*reply)
		util_print("%s", reply);
	return !err;
}

static bool execute_all(void)
{
	for (unsigned int i = 0; i < given; i++)
		if (!execute(commands[i]))
			return false;
	return true;
}

/* Returns the label to be written: mode histogram1 counts its upper or its lower four bits,
 * depending on the address. */
static unsigned int label_bits(unsigned int label)
{
	return want.mode == NM_HISTOGRAM1 ? label % 16 * 0x11 : label;
}

static bool label_all(void)
{
	for (size_t i = 0; i < names.ranges; i++) {
		const struct nm_range *r = &names.range[i];
		int err = nm_label(&nm, (uint32_t)r->start, r->length, label_bits(r->label));

		if (err == -EINVAL)
			util_error("%s: 0x%" PRIX64
				   " and its length must be multiples of the line, "
				   "%u bytes, below 0x%" PRIX64,
				   r->name, r->start, nm_line_bytes(&nm),
				   nm_label_coverage(&nm));
		else if (err)
			report_result(err, r->name);
		if (err)
			return false;
	}
	return true;
}

static const char *yes(bool is)
{
	return is ? "yes" : "no";
}

static void status(void)
{
	struct nm_state s;

	if (!report_result(nm_get_state(&nm, &s), "status"))
		return;
	util_print("mode: %s", nm_mode_name(s.mode));
	if (s.pending)
		util_print("overflow: counter 0x%04X%s", s.overflowed,
			   s.second ? ", and another one" : "");
	else
		util_print("overflow: none");
	util_print("interrupt enabled: %s", yes(s.interrupt));
	util_print("half in use: %u", s.half);
	util_print("missed events: %" PRIu32 "%s", s.misses,
		   s.misses == UINT16_MAX ? " or more" : "");
	util_print("input FIFO: %u waiting", s.depth);
	util_print("busy: %s", yes(s.busy));
	util_print("cache line: %u bytes", s.line_bytes);
	util_print("memory boards: %u", s.boards);
	util_print("labels cover: %" PRIu64 " MB", nm_label_coverage(&nm) >> 20);
}

/* Reads the current contents of the counters, without counts saved at overflows. */
static void read_table(void)
{
	static uint32_t value[NM_COUNTERS];
	struct nm_state s;

	if (!report_result(nm_get_state(&nm, &s), "read") ||
	    !report_result(nm_read(&nm, value), "read"))
		return;
	table = (struct nm_table){.mode = s.mode,
				  .line_bytes = s.line_bytes,
				  .boards = s.boards,
				  .board = nm.board,
				  .station = nm.station,
				  .ahdl = nm.ahdl,
				  .overflows = s.pending,
				  .second = s.second,
				  .missed = s.misses};
	for (unsigned int k = 0; k < NM_COUNTERS; k++)
		table.count[k] = value[k];
	if (s.pending)
		table.count[s.overflowed] += 1ull << 32;
	table.labels = names.check;
	nm_table_write(&table, &util_out);
	if (table.second || table.missed)
		util_flaw("data were lost");
}

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
	(void)signal;
	interrupted = 1;
}

/* Makes a signal end the counting, like the end of its time. A second signal ends the
 * program. */
static void catch_interrupts(void)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		sigaction(
			signals[i],
			&(struct sigaction){.sa_handler = interrupt, .sa_flags = SA_RESETHAND},
			NULL);
}

#define SLICE_US 1000 /* interval at which the program checks for a signal */
#define TO_THE_END UINT64_MAX

/* Reads the number after "NAME: " in the status of a simulated machine; returns false if there
 * is none. */
static bool machine_number(const char *status, const char *name, uint64_t *v)
{
	const char *at = strstr(status, name);
	char *end;

	return at && !number_read(at + strlen(name), &end, v);
}

/* Returns whether the program on a simulated machine is still running. */
static bool program_runs(char status[NM_REPLY_BYTES])
{
	return !nm_command(&nm, "status", status, NM_REPLY_BYTES) &&
	       strstr(status, "\nworkload: runs");
}

/* Lets @ns pass, or less if a signal comes, and handles the overflows of this time. */
static bool count_for(uint64_t ns)
{
	uint64_t now = 0, end = 0;
	char state[NM_REPLY_BYTES];
	int err = nm_time(&nm, &now);

	end = ns == TO_THE_END ? ns : now + ns;
	while (!err && now < end && !interrupted && (ns != TO_THE_END || program_runs(state))) {
		const uint64_t us = (end - now) / 1000 + ((end - now) % 1000 > 0);

		err = nm_serve(&nm, &table, us < SLICE_US ? us : SLICE_US);
		if (err == -ETIMEDOUT || (err == -EINTR && interrupted))
			err = 0;
		if (!err)
			err = nm_time(&nm, &now);
	}
	return report_result(err, "count");
}

/* Reports an error of the traffic of a simulated card, such as a damaged recording. A real card
 * has none. */
static void report_trouble(void)
{
	char reply[NM_REPLY_BYTES];

	if (nm_command(&nm, "trouble", reply, sizeof(reply)) == -EBADMSG)
		util_flaw("%s", reply);
}

static void note_interrupt(void)
{
	if (interrupted)
		util_flaw("nmon: interrupted: what was counted until then is kept");
}

/* Returns the accesses that the recorded program has made; 0: it has
 * ended, or there is none. */
static uint64_t accesses_made(uint64_t *all)
{
	char state[NM_REPLY_BYTES];
	uint64_t made;

	return program_runs(state) && machine_number(state, "\naccesses recorded: ", all) &&
			       machine_number(state, "\naccesses made: ", &made)
		       ? made
		       : 0;
}

/* Stores which part of the recorded program was counted, and notes that the time ended before
 * it did. It had made @before accesses when the counting began. */
static void note_cut(uint64_t before)
{
	uint64_t all, made = accesses_made(&all);

	if (!made)
		return;
	made -= made < before ? 0 : before; /* less: another program was started */
	table.made = made;
	table.accesses = all;
	fprintf(stderr,
		"nmon: the time ended before the program: "
		"the table covers %d %% of its accesses; the time \"end\" covers all\n",
		(int)nmutil_percent(made, all));
}

static void count(enum nm_mode mode, uint64_t ns)
{
	char state[NM_REPLY_BYTES];
	uint64_t all;
	const uint64_t before = accesses_made(&all);

	catch_interrupts();
	if (!report_result(nm_begin(&nm, &table, mode), "count") || !execute_all())
		return;
	if (ns == TO_THE_END && !program_runs(state)) {
		util_error("no recording or workload runs on the card, so end never comes");
		return;
	}
	if (!count_for(ns))
		return;
	note_cut(before); /* the program continues while the counters are read */
	if (!report_result(nm_end(&nm, &table), "count"))
		return;
	table.labels = names.check;
	nm_table_write(&table, &util_out);
	if (table.second || table.missed)
		util_flaw("data were lost");
	note_interrupt();
	report_trouble();
}

static void report(const struct nm_table *t)
{
	static struct nm_page page[NM_PAGES];
	static uint16_t order[NM_PAGES];
	struct nm_queue q;
	struct nm_hits h;

	nmutil_losses(t, "");
	if (nm_is_histogram(t->mode)) {
		nm_hits(t, &NM_ALL_EVENTS, &h);
		nmutil_hits("all", &h);
	} else if (t->mode == NM_DEPTH) {
		nm_queue(t, -1, -1, &q);
		nmutil_queue("all", &q, NM_DEPTH_DEEP);
		for (int ph = 0; ph < (int)NM_PHASES; ph++) {
			nm_queue(t, -1, ph, &q);
			if (q.total)
				nmutil_queue(nmutil_phase(&names, (unsigned int)ph), &q,
					     NM_DEPTH_DEEP);
		}
	} else if (t->mode == NM_FLYER) {
		nm_pages(t, page);
		nmutil_pages(page, order, 8);
	}
}

static void watch(enum nm_mode mode, uint64_t ns, uint64_t reports)
{
	static struct nm_table now, last;
	uint64_t all = 0;

	catch_interrupts();
	if (!report_result(nm_begin(&nm, &table, mode), "watch") || !execute_all())
		return;
	for (uint64_t i = 1; i <= reports; i++) {
		uint64_t events = 0;
		static struct nm_table step;

		if (!count_for(ns))
			return;
		if (interrupted)
			reports = i;
		/* the last report shows the final counts */
		if (!report_result(i < reports ? nm_peek(&nm, &table, &now)
					       : nm_end(&nm, &table),
				   "watch"))
			return;
		if (i == reports)
			now = table;
		step = now;
		step.missed -= last.missed;
		for (unsigned int k = 0; k < NM_COUNTERS; k++) {
			step.count[k] -= last.count[k];
			events += step.count[k];
		}
		util_print("report %" PRIu64 " at %" PRIu64 " ns: %" PRIu64 " events, %" PRIu64
			   " overflows",
			   i, now.ns, events, now.overflows - last.overflows);
		report(&step);
		record_flush(&util_out);
		last = now;
	}
	for (unsigned int k = 0; k < NM_COUNTERS; k++)
		all += table.count[k];
	util_print("counted: %" PRIu64 " events, %" PRIu64 " overflows", all, table.overflows);
	note_interrupt();
	report_trouble();
}

/* ---- search ---- */

#define SEARCH_LEAST 20 /* transfers */

static bool label_part(uint64_t start, uint64_t length, unsigned int label)
{
	return report_result(nm_label(&nm, (uint32_t)start, length, label), "search");
}

static bool count_again(uint64_t ns)
{
	memset(&table, 0, sizeof(table));
	if (!report_result(nm_begin(&nm, &table, NM_HISTOGRAM), "search") || !execute_all() ||
	    !count_for(ns) || !report_result(nm_end(&nm, &table), "search"))
		return false;
	nmutil_losses(&table, "");
	return true;
}

static void search(uint64_t ns)
{
	static struct nm_table first;
	const uint64_t all = nm_label_coverage(&nm), region = all / (NM_LABEL_MAX + 1);
	uint64_t line = nm_line_bytes(&nm);
	struct nm_diagnosis d;
	struct nm_state state;
	int k, n;

	if (!report_result(nm_get_state(&nm, &state), "search"))
		return;
	line *= state.boards; /* the range has lines on each board */
	util_print("pass 1 of 2: %u labels, %" PRIu64 " lines each: %" PRIu64
		   " label writes, counting for %" PRIu64 " ns",
		   NM_LABEL_MAX + 1, region / line, all / line, ns);
	for (unsigned int i = 0; i <= NM_LABEL_MAX; i++)
		if (!label_part(i * region, region, i))
			return;
	if (!count_again(ns))
		return;
	first = table;
	k = nm_search_region(&first, SEARCH_LEAST, &d);
	if (k < 0) {
		util_print("no line is taken from another processor %u times", SEARCH_LEAST);
		return;
	}
	util_print("pass 2 of 2: the lines from 0x%07" PRIX64 " to 0x%07" PRIX64 ", %" PRIu64
		   " transfers: as many label writes, counting for %" PRIu64 " ns",
		   (uint64_t)k * region, ((uint64_t)k + 1) * region - nm_line_bytes(&nm),
		   d.transfers, ns);
	if (!label_part(0, all, 0))
		return;
	for (unsigned int i = 1; i < region / line; i++)
		if (!label_part((uint64_t)k * region + i * line, line, i))
			return;
	if (!count_again(ns))
		return;
	n = nm_search_line(&first, k, &table, SEARCH_LEAST, &d);
	if (n < 0)
		util_print("no line of them is taken from another processor %u times",
			   SEARCH_LEAST);
	else
		util_print("line 0x%07" PRIX64 ": %s%s%s%s: %" PRIu64 " requests, %" PRIu64
			   " transfers",
			   (uint64_t)k * region + (uint64_t)n * line +
				   nm.board * nm_line_bytes(&nm),
			   nm_pattern_name(d.pattern), d.doubt ? " (" : "",
			   nm_doubt_text(d.doubt), d.doubt ? ")" : "", d.requests, d.transfers);
}

/* ---- processors of a simulated machine ---- */

struct processor {
	uint64_t run, waited, local, remote, local_read, remote_read, refused;
};

/* Reads the number after NAME= in a line. */
static bool named_number(const char *line, const char *name, uint64_t *v)
{
	const size_t n = strlen(name);
	char *end;

	for (; *line; line += strcspn(line, " "), line += strspn(line, " "))
		if (!strncmp(line, name, n) && line[n] == '=')
			return !number_read(line + n + 1, &end, v) && (!*end || *end == ' ');
	return false;
}

static bool read_processor(unsigned int number, struct processor *p)
{
	const struct {
		const char *name;
		uint64_t *v;
	} of[] = {{"run", &p->run},
		  {"waited", &p->waited},
		  {"local", &p->local},
		  {"remote", &p->remote},
		  {"local_read", &p->local_read},
		  {"remote_read", &p->remote_read},
		  {"refused", &p->refused}};
	char command[32], reply[NM_REPLY_BYTES];
	int err;

	snprintf(command, sizeof(command), "processor %u", number);
	err = nm_command(&nm, command, reply, sizeof(reply));
	for (size_t i = 0; !err && i < sizeof(of) / sizeof(*of); i++)
		if (!named_number(reply, of[i].name, of[i].v)) {
			err = -EPROTO;
			*reply = '\0';
		}
	if (err)
		util_error("%s: %s", command,
			   err == -EOPNOTSUPP ? "this is no simulated machine"
			   : *reply	      ? reply
					      : util_access_reason(err));
	return !err;
}

static void processors(void)
{
	unsigned int idle = 0;

	for (unsigned int i = 0; i < NM_PROCESSORS; i++) {
		struct processor p;

		if (!read_processor(i, &p))
			return;
		if (!i)
			util_print("processor  run time ns  waiting  requests   local  "
				   "local ns  remote ns  refused");
		if (!p.local && !p.remote) {
			idle++;
			continue;
		}
		util_print("%9u %12" PRIu64 " %6.1f %% %9" PRIu64 " %5.1f %% %9" PRIu64
			   " %10" PRIu64 " %8" PRIu64,
			   i, p.run, nmutil_percent(p.waited, p.run), p.local + p.remote,
			   nmutil_percent(p.local, p.local + p.remote), p.local_read,
			   p.remote_read, p.refused);
	}
	if (idle)
		util_print("%u of %u processors sent no request", idle,
			   (unsigned int)NM_PROCESSORS);
}

static enum nm_mode mode_argument(void)
{
	const char *name = util_argument();
	enum nm_mode mode;

	if (!name)
		util_usage("a mode is missing", NULL);
	if (nm_mode_by_name(name, &mode))
		util_usage("flyer, depth, histogram0 to histogram3 or off", name);
	return mode;
}

static uint64_t time_argument(void)
{
	const char *text = util_argument();

	if (!text)
		util_usage("a time is missing", NULL);
	if (want.verb == COUNT && !strcmp(text, "end"))
		return TO_THE_END;
	return nmutil_time(text);
}

static void parse_options(int argc, char **argv)
{
	int c;

	util_begin("nmon", usage_text, argc, argv);
	while ((c = util_option(NULL)) != -1) {
		if (c == 'b')
			want.backend = optarg;
		else if (c == 'l')
			want.labels = optarg;
		else if (c == 's')
			want.station = (int)util_number(optarg, NM_STATIONS - 1);
		else if (given == COMMANDS)
			util_usage("too many commands", optarg);
		else
			commands[given++] = optarg;
	}
}

static void parse_verb(void)
{
	static const char *const verbs[] = {"status", "mode",  "label",	 "clear",     "read",
					    "count",  "watch", "search", "processors"};

	want.name = util_argument();
	if (!want.name)
		util_usage("a command is missing", NULL);
	for (want.verb = STATUS; want.verb < VERBS && strcmp(want.name, verbs[want.verb]);
	     want.verb++)
		;
	if (want.verb == VERBS)
		util_usage("no such command", want.name);
}

/* Parses the arguments of the command. */
static void parse_arguments(void)
{
	const enum verb verb = want.verb;
	const char *text;

	if (verb == LABEL) {
		if (want.labels)
			util_usage("labels are named twice", want.labels);
		want.labels = util_argument();
		if (!want.labels)
			util_usage("a file is missing", NULL);
	}
	if (verb == MODE || verb == COUNT || verb == WATCH)
		want.mode = mode_argument();
	if (verb == COUNT || verb == WATCH || verb == SEARCH)
		want.ns = time_argument();
	text = verb == WATCH || verb == CLEAR ? util_argument() : NULL;
	if (verb == WATCH) {
		if (!text)
			util_usage("the number of reports is missing", NULL);
		want.reports = util_number(text, UINT64_MAX);
		if (!want.reports)
			util_usage("no reports", text);
	} else if (text) {
		want.part = util_number(text, 1) ? NM_HALF1 : NM_HALF0;
	}
	text = util_argument();
	if (text)
		util_usage("one argument too many", text);
}

static void run_verb(void)
{
	switch (want.verb) {
	case STATUS:
		status();
		break;
	case MODE:
		report_result(nm_set_mode(&nm, want.mode), want.name);
		break;
	case CLEAR:
		report_result(nm_clear(&nm, want.part), want.name);
		break;
	case READ:
		read_table();
		break;
	case COUNT:
		count(want.mode, want.ns);
		break;
	case SEARCH:
		search(want.ns);
		break;
	case WATCH:
		watch(want.mode, want.ns, want.reports);
		break;
	case PROCESSORS:
		processors();
		break;
	default:
		break;
	}
}

int main(int argc, char **argv)
{
	int err;

	parse_options(argc, argv);
	parse_verb();
	parse_arguments();
	util_open();
	if (want.labels && !nmutil_names(want.labels, &names))
		return util_end();
	err = nm_open(&nm, want.backend);
	if (err) {
		util_error("%s: %s", want.backend,
			   util_board_reason(err, want.backend,
					     "line=64|128, boards=1|2, station=N, board=N, "
					     "order=0|1, pipelined=0|1 (not both 1), seed=N, "
					     "wave=FILE"));
		return util_end();
	}
	if (want.station >= 0)
		nm_set_station(&nm, (unsigned int)want.station);
	if (want.verb < COUNT || want.verb == PROCESSORS)
		err = !execute_all();
	if (!err && (!want.labels || label_all()))
		run_verb();
	nm_close(&nm);
	nm_names_free(&names);
	return util_end();
}
