/* SPDX-License-Identifier: Apache-2.0 */
/* Drives SUPERMON by commands: programs, measurements, tables and traces. */
#include "number.h"
#include "sm_program.h"
#include "smlib.h"
#include "starts_with.h"
#include "textline.h"
#include "util.h"
#include "verbs.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char usage_text[] =
	"Usage: smon [OPTION]... [FILE]...\n"
	"\n"
	"Executes commands, one per line, from the files or from -c:\n"
	"  load FILE                 load a program of the monitor, smprogram(5)\n"
	"  clear                     set both banks to 0\n"
	"  start, stop               start or stop a measurement\n"
	"  status                    print what was lost, and the state of the monitor\n"
	"  histogram                 print the bins that are not 0, as CSV\n"
	"  trace                     print the trace, decoded, as CSV\n"
	"  restore FILE              write a histogram that was printed back into bank A\n"
	"  read FIRST [COUNT]        print words of the banks as CSV; B begins at 0x8000\n"
	"  fill FIRST LAST VALUE     set words of the banks\n"
	"  run TIME                  let the monitor's time pass\n"
	"  sim COMMAND               send a command to a simulated board: supermond(1)\n"
	"\n"
	"TIME is a number with ns, us, ms or s.\n"
	"\n"
	"  -b, --board=BACKEND sim:ARGUMENTS (sim:), unix:PATH, mmap:ARGUMENTS or\n"
	"                      uart:ARGUMENTS\n"
	"  -c, --command=TEXT  execute this command; no files are read; may be repeated\n" UTIL_HELP;

#define CHUNK 4096u
#define KIND "supermon histogram"
#define LOST_COUNTS "# lost counts: "
#define FLAG "# flag: "

static struct sm monitor;
static char message[512];
static uint64_t restored; /* counts that this program has written into the banks */

static const char *reason(int err)
{
	return !err		? NULL
	       : err == -EINVAL ? "a value is out of range, or no number"
	       : err == -EBUSY	? "the monitor refuses this while it is monitoring or filling"
	       : err == -EAGAIN ? "another program holds the monitor"
				: util_access_reason(err);
}

/* Reads a number that fits into @most. */
static bool number(const char *text, uint64_t most, uint64_t *v)
{
	char *end;

	return !number_read(text, &end, v) && !*end && *v <= most;
}

/* ---- files ---- */

/* Reads a file line by line with fn, and returns its first error, with the place. */
static const char *
read_file(const char *path, int (*fn)(void *arg, char *text, size_t length, const char **wrong),
	  int (*end)(void *arg, const char **wrong), void *arg, bool *checked)
{
	static struct record_reader r;
	const char *wrong = NULL;
	size_t length;
	char *text;
	int err = record_open(&r, path);

	if (err) {
		snprintf(message, sizeof(message), "%s: %s", path, strerror(-err));
		return message;
	}
	while ((err = record_read_line(&r, &text, &length)) > 0) {
		if (!fn(arg, text, length, &wrong))
			continue;
		snprintf(message, sizeof(message), "%s:%" PRIu64 ": %s", path, r.line, wrong);
		record_close(&r);
		return message;
	}
	if (err)
		record_message(&r, err, message, sizeof(message));
	else if ((err = end(arg, &wrong)) != 0)
		snprintf(message, sizeof(message), "%s: %s", path, wrong);
	else if (r.unended && !r.checked && (err = -EINVAL))
		snprintf(message, sizeof(message), "%s:%" PRIu64 ": " TEXTLINE_UNENDED, path,
			 r.line);
	*checked = r.checked;
	record_close(&r);
	return err ? message : NULL;
}

static int program_line(void *arg, char *text, size_t length, const char **wrong)
{
	return sm_program_line(arg, text, length, wrong);
}

static int program_end(void *arg, const char **wrong)
{
	return sm_program_end(arg, wrong);
}

static const char *do_load(char *const words[], int n)
{
	static struct sm_program p;
	const char *why;
	bool checked;

	(void)n;
	sm_program_begin(&p);
	why = read_file(words[1], program_line, program_end, &p, &checked);
	return why ? why : reason(sm_program_load(&p, &monitor));
}

/* ---- commands ---- */

static const char *do_clear(char *const words[], int n)
{
	(void)words;
	(void)n;
	restored = 0;
	return reason(sm_fill_words(&monitor, 0, SM_WORDS - 1, 0));
}

static const char *do_start(char *const words[], int n)
{
	(void)n;
	return reason(strcmp(words[0], "start") == 0 ? sm_start(&monitor) : sm_stop(&monitor));
}

static const char *const histograms[] = {"events", "clocks", "latency", "address"};

/* Prints a line for each flag that is set. */
/* Returns whether a flag was set. */
static bool print_flags(const struct sm_status *st, const char *prefix)
{
	const struct {
		bool set;
		const char *text;
	} flags[] = {
		{st->counter_wrap, "a counter has passed 2^48"},
		{st->time_wrap, "the time has passed 2^40 clocks"},
		{st->overlap, "requests overlapped, and their latencies are lost"},
		{st->trace_full, "the trace is full"},
		{st->refused, "the monitor has refused an access of the host"},
	};

	bool any = false;

	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++) {
		if (flags[i].set)
			util_print("%s%s", prefix, flags[i].text);
		any |= flags[i].set;
	}
	return any;
}

static const char *do_status(char *const words[], int n)
{
	struct sm_status st;
	struct sm_mode mode;
	int err = sm_get_status(&monitor, &st);

	(void)words;
	(void)n;
	if (!err)
		err = sm_get_mode(&monitor, &mode);
	if (err)
		return reason(err);
	/* print the losses first */
	util_print("lost counts: %s", UTIL_COUNT(st.lost_counts));
	util_print("lost entries: %s", UTIL_COUNT(st.lost_entries));
	print_flags(&st, "");
	util_print("monitoring: %s", st.running ? "yes" : "no");
	util_print("events: %s", UTIL_COUNT(st.events));
	util_print("clocks: %" PRIu64, st.clocks);
	util_print("entries: %" PRIu32, st.entries);
	util_print("banks: %s %s", mode.trace[0] ? "trace" : "count",
		   mode.trace[1] ? "trace" : "count");
	util_print("form: %s", mode.form_b ? "b" : "a");
	util_print("histogram: %s", histograms[mode.histogram]);
	util_print("state: machine %u, user %u", st.machine, st.user);
	return NULL;
}

/* Prints the header of a file, with the losses. */
static const char *header(const char *kind, struct sm_mode *mode, struct sm_status *st)
{
	int err = sm_get_status(&monitor, st);

	if (!err)
		err = sm_get_mode(&monitor, mode);
	if (err)
		return reason(err);
	if (st->running)
		return "stop the measurement first";
	util_print("# file: %s", kind);
	record_write_check(&util_out);
	util_print("# clocks: %" PRIu64, st->clocks);
	util_print("# events: %s", UTIL_COUNT(st->events));
	util_print(LOST_COUNTS "%s", UTIL_COUNT(st->lost_counts));
	util_print("# lost entries: %s", UTIL_COUNT(st->lost_entries));
	if (print_flags(st, FLAG) || st->lost_counts || st->lost_entries)
		util_incomplete();
	return NULL;
}

/*
 * Returns how many of @counts the measurement cannot have counted: the banks contained them at
 * the start, after power-on or an earlier measurement. 0: none, or that is not known.
 */
static uint64_t counts_before(const struct sm_status *st, const struct sm_mode *mode,
			      uint64_t counts)
{
	const uint64_t most =
		mode->histogram == SM_CLOCKS ? st->clocks : st->events - st->lost_counts;
	const bool known =
		mode->histogram == SM_CLOCKS ? !st->time_wrap : st->events < UINT32_MAX;

	return known && counts > restored + most ? counts - restored - most : 0;
}

static const char *do_histogram(char *const words[], int n)
{
	static uint64_t bank[2][SM_BANK_WORDS];
	uint64_t counts = 0, before;
	struct sm_status st;
	struct sm_mode mode;
	const char *why = header(KIND, &mode, &st);
	int err = 0;

	(void)words;
	(void)n;
	if (why)
		return why;
	if (mode.trace[0] && mode.trace[1])
		return "both banks have a trace";
	memset(bank, 0, sizeof(bank));
	for (uint32_t i = 0; i < 2 && !err; i++)
		if (!mode.trace[i])
			err = sm_read_words(&monitor, i * SM_BANK_WORDS, bank[i],
					    SM_BANK_WORDS);
	if (err)
		return reason(err);
	for (uint32_t i = 0; i < SM_BANK_WORDS; i++)
		counts += bank[0][i] + bank[1][i]; /* 2^16 of 2^48 */
	before = counts_before(&st, &mode, counts);
	if (before) {
		util_print(FLAG "%" PRIu64 " or more of the counts are from before the start "
				"(power-on, or an earlier measurement)",
			   before);
		util_incomplete();
	}
	util_print("# histogram: %s", histograms[mode.histogram]);
	util_print("bin,count");
	for (uint32_t i = 0; i < SM_BANK_WORDS; i++)
		if (bank[0][i] + bank[1][i])
			util_print("%" PRIu32 ",%" PRIu64, i, bank[0][i] + bank[1][i]);
	record_write_end(&util_out);
	return NULL;
}

static void print_entry(const struct sm_entry *e, bool form_b)
{
	if (!e->event)
		return;
	if (form_b)
		util_print("%" PRIu64 ",%u", e->time, e->data);
	else
		util_print("%" PRIu64 ",%s,0x%08" PRIX32, e->time, e->write ? "write" : "read",
			   e->addr << 2);
}

static const char *do_trace(char *const words[], int n)
{
	static uint64_t word[CHUNK];
	struct sm_status st;
	struct sm_mode mode;
	struct sm_decoder d = {0};
	const char *why = header("supermon trace", &mode, &st);
	uint32_t first;

	(void)words;
	(void)n;
	if (why)
		return why;
	first = mode.trace[0] ? 0 : SM_BANK_WORDS;
	d.form_b = mode.form_b;
	util_print(d.form_b ? "time,data" : "time,kind,address");
	for (uint32_t left = st.entries; left;) {
		const uint32_t part = left < CHUNK ? left : CHUNK;
		struct sm_entry e;
		int err = sm_read_words(&monitor, first, word, part);

		if (err)
			return reason(err);
		for (uint32_t i = 0; i < part; i++) {
			sm_decode(&d, word[i], &e);
			print_entry(&e, d.form_b);
		}
		first += part;
		left -= part;
	}
	record_write_end(&util_out);
	return NULL;
}

/* ---- restore ---- */

struct table {
	bool kind, title, lossy;
	uint64_t bank[SM_BANK_WORDS];
	uint64_t next, counts;
};

static int table_line(void *arg, char *text, size_t length, const char **wrong)
{
	struct table *t = arg;
	char line[128], *comma;
	uint64_t bin, count;

	*wrong = "no line of a histogram";
	if (!length)
		return 0;
	if (length >= sizeof(line) || memchr(text, '\0', length))
		return -EINVAL;
	memcpy(line, text, length);
	line[length] = '\0';
	if (!strcmp(line, "# file: " KIND)) {
		t->kind = true;
		return 0;
	}
	*wrong = "the first line must be \"# file: " KIND "\"";
	if (!t->kind)
		return -EINVAL;
	if (*line == '#') {
		t->lossy |= starts_with(line, FLAG) ||
			    (starts_with(line, LOST_COUNTS) && strcmp(line, LOST_COUNTS "0"));
		return 0;
	}
	*wrong = "\"bin,count\" must come before the bins";
	if (!t->title) {
		t->title = !strcmp(line, "bin,count");
		return t->title ? 0 : -EINVAL;
	}
	*wrong = "no comma";
	comma = strchr(line, ',');
	if (!comma)
		return -EINVAL;
	*comma = '\0';
	*wrong = "a bin is 0 to 32767, and bins ascend";
	if (!number(line, SM_BANK_WORDS - 1, &bin) || bin < t->next)
		return -EINVAL;
	*wrong = "a count is a number below 2^48";
	if (!number(comma + 1, SM_WORD_MAX, &count))
		return -EINVAL;
	t->bank[bin] = count;
	t->counts += count;
	t->next = bin + 1;
	return 0;
}

static int table_end(void *arg, const char **wrong)
{
	const struct table *t = arg;

	*wrong = "no histogram";
	return t->title ? 0 : -EINVAL;
}

static const char *do_restore(char *const words[], int n)
{
	static struct table t;
	const char *why;
	bool checked;
	int err;

	(void)n;
	memset(&t, 0, sizeof(t));
	why = read_file(words[1], table_line, table_end, &t, &checked);
	if (why)
		return why;
	if (!checked) {
		snprintf(message, sizeof(message), "%s: no end line: is it complete?",
			 words[1]);
		return message;
	}
	if (t.lossy)
		util_flaw(
			"%s: its measurement has lost counts or set a flag, which the monitor "
			"does not know any more",
			words[1]);
	restored = t.counts;
	err = sm_write_words(&monitor, 0, t.bank, SM_BANK_WORDS);
	return reason(err ? err : sm_fill_words(&monitor, SM_BANK_WORDS, SM_WORDS - 1, 0));
}

/* ---- words, time, simulated boards ---- */

static const char *do_read(char *const words[], int n)
{
	static uint64_t word[CHUNK];
	uint64_t first, count = 1;

	if (!number(words[1], SM_WORDS - 1, &first) ||
	    (n == 3 && !number(words[2], SM_WORDS - first, &count)) || !count)
		return reason(-EINVAL);
	util_print("word,value");
	while (count) {
		const uint32_t part = count < CHUNK ? (uint32_t)count : CHUNK;
		int err = sm_read_words(&monitor, (uint32_t)first, word, part);

		if (err)
			return reason(err);
		for (uint32_t i = 0; i < part; i++)
			util_print("0x%04" PRIX64 ",%" PRIu64, first + i, word[i]);
		first += part;
		count -= part;
	}
	return NULL;
}

static const char *do_fill(char *const words[], int n)
{
	uint64_t first, last, value;

	(void)n;
	if (!number(words[1], SM_WORDS - 1, &first) || !number(words[2], SM_WORDS - 1, &last) ||
	    !number(words[3], SM_WORD_MAX, &value))
		return reason(-EINVAL);
	return reason(sm_fill_words(&monitor, (uint32_t)first, (uint32_t)last, value));
}

static const char *do_run(char *const words[], int n)
{
	(void)n;
	return verbs_run(monitor.dev, words, reason);
}

static const char *do_sim(char *const words[], int n)
{
	return verbs_sim(monitor.dev, words, n, reason);
}

/* ---- lines ---- */

static const struct verb verbs[] = {
	{"load", do_load, 2, 2},     {"clear", do_clear, 1, 1},
	{"start", do_start, 1, 1},   {"stop", do_start, 1, 1},
	{"status", do_status, 1, 1}, {"histogram", do_histogram, 1, 1},
	{"trace", do_trace, 1, 1},   {"restore", do_restore, 2, 2},
	{"read", do_read, 2, 3},     {"fill", do_fill, 4, 4},
	{"run", do_run, 2, 2},	     {"sim", do_sim, 2, VERBS_WORDS},
};

int main(int argc, char **argv)
{
	const char *backend = verbs_begin("smon", usage_text, argc, argv);
	const int err = sm_open(&monitor, backend);

	if (err) {
		util_error("%s: %s", backend,
			   util_board_reason(err, backend, "processor=N, seed=N, wave=FILE"));
	} else {
		verbs_execute(verbs, sizeof(verbs) / sizeof(*verbs));
		sm_close(&monitor);
	}
	return util_end();
}
