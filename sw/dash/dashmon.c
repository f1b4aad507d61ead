/* SPDX-License-Identifier: Apache-2.0 */
/* Drives the performance monitor of DASH by commands, and decodes its traces. */
#include "dashlib.h"
#include "number.h"
#include "starts_with.h"
#include "util.h"
#include "verbs.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char usage_text[] =
	"Usage: dashmon [OPTION]... [FILE]...\n"
	"       dashmon -d [-x] [FILE]...\n"
	"\n"
	"Executes commands, one per line, from the files or from -c:\n"
	"  status                    print what was lost, then the state of the monitor\n"
	"  load CIRCUIT [NAME=N]...  exchange the circuit: none, events, joint, latency\n"
	"                            or trace; nothing is counted meanwhile. Conditions:\n"
	"                            independent=0|1, mask0=N, mask1=N (events), bits=N,\n"
	"                            shift=N, independent=0|1 (joint), shift=N,\n"
	"                            station=N (latency), extended=0|1, tmask=N,\n"
	"                            tvalue=N, post=N (trace)\n"
	"  start, stop               let the circuit observe, or not\n"
	"  clear                     clear the counts of status\n"
	"  zero                      set all counters to 0\n"
	"  counters [FIRST LAST]     print the counters that are not 0, as CSV\n"
	"  level N                   interrupt when the trace buffer has N words; 0: never\n"
	"  wait TIME                 wait for this interrupt\n"
	"  trace                     empty the trace buffer and print its entries, as CSV\n"
	"  dump                      empty it and print its words, in hexadecimal\n"
	"  run TIME                  let the monitor's time pass\n"
	"  sim COMMAND               send a command to a simulated board: dashd(1)\n"
	"\n"
	"TIME is a number with ns, us, ms or s.\n"
	"\n"
	"  -b, --board=BACKEND sim:ARGUMENTS (sim:), unix:PATH or mmap:ARGUMENTS\n"
	"  -c, --command=TEXT  execute this command; no files are read; may be repeated\n"
	"  -d, --decode        read words that dump printed, and print the entries\n"
	"  -x, --extended      -d: entries have two words\n" UTIL_HELP;

static struct dm monitor;

static const char *reason(int err)
{
	return !err		    ? NULL
	       : err == -EINVAL	    ? "a value is out of range, or no number"
	       : err == -EAGAIN	    ? "another program holds the monitor"
	       : err == -EIO	    ? "the monitor refuses an access"
	       : err == -EPROTO	    ? "the monitor's answer is impossible"
	       : err == -ETIMEDOUT  ? "the monitor does not become ready"
	       : err == -EOPNOTSUPP ? "this backend has no interrupts"
				    : util_access_reason(err);
}

/* Reads a number up to @most. */
static int number(const char *text, uint64_t most, uint32_t *v)
{
	uint64_t wide = 0;
	char *end;
	int err = number_read(text, &end, &wide);

	if (!err && (*end || wide > most))
		err = -EINVAL;
	*v = (uint32_t)wide;
	return err;
}

/* ---- status ---- */

static void print_losses(const struct dash_status *st)
{
	util_print("events missed: %s of bank 0, %s of bank 1", UTIL_COUNT(st->missed[0]),
		   UTIL_COUNT(st->missed[1]));
	util_print("requests not traced: %s came too fast or during a dump, %s found the "
		   "buffer full",
		   UTIL_COUNT(st->lost), UTIL_COUNT(st->no_room));
	if (st->exchanges)
		util_print(
			"gap: nothing was counted for %s clocks; exchanges of the circuit: %s",
			UTIL_COUNT(st->gap), UTIL_COUNT(st->exchanges));
	for (unsigned int k = 0; k < DASH_BANKS; k++)
		if (st->wraps[k])
			util_print("bank %u: %s wraps, the last one of counter %u", k,
				   UTIL_COUNT(st->wraps[k]), st->last_wrap[k]);
	if (st->skipped)
		util_print("latencies not measured: %s", UTIL_COUNT(st->skipped));
	if (st->refused)
		util_print("the monitor has refused an access");
}

static const char *const circuit_names[] = {"none", "events", "joint", "latency", "trace"};

static const char *do_status(char *const words[], int n)
{
	struct dash_conditions c;
	enum dash_circuit circuit;
	struct dash_status st;
	int err = dm_get_status(&monitor, &st);

	(void)words;
	(void)n;
	if (!err)
		err = dm_get_circuit(&monitor, &circuit, &c);
	if (err)
		return reason(err);
	print_losses(&st);
	util_print("circuit: %s%s%s",
		   circuit <= DASH_TRACE ? circuit_names[circuit] : "unknown",
		   c.independent ? ", independent banks" : "",
		   st.exchanging ? ", being exchanged" : "");
	util_print("observing: %s, %s clocks", st.enabled ? "yes" : "no",
		   UTIL_COUNT(st.clocks));
	util_print("events counted: %s in bank 0, %s in bank 1", UTIL_COUNT(st.counted[0]),
		   UTIL_COUNT(st.counted[1]));
	util_print("requests: %s, traced: %s", UTIL_COUNT(st.requests), UTIL_COUNT(st.traced));
	util_print("trace: %" PRIu32 " of %" PRIu32 " words%s%s", st.used, st.words,
		   st.fired ? ", triggered" : "", st.held ? ", held" : "");
	return NULL;
}

/* ---- circuit ---- */

enum condition {
	INDEPENDENT,
	EXTENDED,
	BITS,
	SHIFT,
	STATION,
	MASK0,
	MASK1,
	TMASK,
	TVALUE,
	POST,
	CONDITIONS
};

/* Sets a condition that is named NAME=N. */
static int set_condition(struct dash_conditions *c, const char *word)
{
	static const struct {
		const char *name;
		uint64_t most;
	} of[CONDITIONS] = {[INDEPENDENT] = {"independent", 1},
			    [EXTENDED] = {"extended", 1},
			    [BITS] = {"bits", 14},
			    [SHIFT] = {"shift", 31},
			    [STATION] = {"station", 15},
			    [MASK0] = {"mask0", DASH_EVENTS},
			    [MASK1] = {"mask1", DASH_EVENTS},
			    [TMASK] = {"tmask", DASH_ADDR_MAX},
			    [TVALUE] = {"tvalue", DASH_ADDR_MAX},
			    [POST] = {"post", DASH_WORDS_MAX}};
	const size_t length = strcspn(word, "=");
	uint32_t v[CONDITIONS] = {[INDEPENDENT] = c->independent,
				  [EXTENDED] = c->extended,
				  [BITS] = c->bits,
				  [SHIFT] = c->shift,
				  [STATION] = c->station,
				  [MASK0] = c->mask[0],
				  [MASK1] = c->mask[1],
				  [TMASK] = c->tmask,
				  [TVALUE] = c->tvalue,
				  [POST] = c->post};
	size_t i = 0;

	while (i < CONDITIONS &&
	       (strlen(of[i].name) != length || memcmp(of[i].name, word, length)))
		i++;
	if (i == CONDITIONS || !word[length] || number(word + length + 1, of[i].most, &v[i]))
		return -EINVAL;
	*c = (struct dash_conditions){.independent = v[INDEPENDENT],
				      .extended = v[EXTENDED],
				      .bits = v[BITS],
				      .shift = v[SHIFT],
				      .station = v[STATION],
				      .mask = {(uint16_t)v[MASK0], (uint16_t)v[MASK1]},
				      .tmask = v[TMASK],
				      .tvalue = v[TVALUE],
				      .post = v[POST]};
	return 0;
}

static const char *do_load(char *const words[], int n)
{
	struct dash_conditions c = {.mask = {DASH_EVENTS, DASH_EVENTS}};
	unsigned int circuit = 0;

	while (circuit <= DASH_TRACE && strcmp(words[1], circuit_names[circuit]))
		circuit++;
	if (circuit > DASH_TRACE)
		return "the circuits are none, events, joint, latency, trace";
	for (int i = 2; i < n; i++)
		if (set_condition(&c, words[i]))
			return "not a condition, or its value is out of range";
	return reason(dm_load(&monitor, (enum dash_circuit)circuit, &c));
}

static const char *do_plain(char *const words[], int n)
{
	static const struct {
		const char *name;
		int (*fn)(struct dm *d);
	} of[] = {{"start", dm_start}, {"stop", dm_stop}, {"clear", dm_clear}};

	(void)n;
	for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++)
		if (strcmp(words[0], of[i].name) == 0)
			return reason(of[i].fn(&monitor));
	return reason(dm_zero(&monitor));
}

/* ---- counters ---- */

/* Prints the comment lines before the data: losses first. @traced: the data are requests, not
 * counters. */
static const char *header(bool traced)
{
	struct dash_status st;
	int err = dm_get_status(&monitor, &st);
	uint64_t lost;

	if (err)
		return reason(err);
	lost = (uint64_t)st.lost + st.no_room;
	util_print("# board: performance monitor of DASH");
	util_print("# missed: %s,%s", UTIL_COUNT(st.missed[0]), UTIL_COUNT(st.missed[1]));
	util_print("# lost: %s", UTIL_COUNT(lost));
	if (st.wraps[0] || st.wraps[1])
		util_print("# wraps: %s,%s: counters are too low by multiples of 2^32",
			   UTIL_COUNT(st.wraps[0]), UTIL_COUNT(st.wraps[1]));
	if (st.skipped)
		util_print("# latencies not measured: %s", UTIL_COUNT(st.skipped));
	if (st.exchanges)
		util_print("# gap: %s clocks without a circuit", UTIL_COUNT(st.gap));
	if (traced ? lost > 0
		   : st.missed[0] || st.missed[1] || st.wraps[0] || st.wraps[1] || st.skipped)
		util_incomplete();
	return NULL;
}

/*
 * Prints a comment line if banks contain more counts than the board has counted since its
 * counts were cleared: what they contained after power-on, or events whose losses are unknown
 * by now.
 */
static const char *print_earlier(uint32_t bank[DASH_BANKS][DASH_COUNTERS], unsigned int n)
{
	uint64_t earlier[DASH_BANKS] = {0};
	struct dash_status st;
	/* counts grow meanwhile, so the board's are read last */
	int err = dm_get_status(&monitor, &st);

	if (err)
		return reason(err);
	for (unsigned int k = 0; k < DASH_BANKS; k++) {
		uint64_t counts = 0;

		for (unsigned int i = 0; i < n; i++)
			counts += bank[k][i];
		if (st.counted[k] < UINT32_MAX && counts > st.counted[k])
			earlier[k] = counts - st.counted[k];
	}
	if (!earlier[0] && !earlier[1])
		return NULL;
	util_print("# from before clear or power-on: %" PRIu64 ",%" PRIu64
		   " or more of the counts",
		   earlier[0], earlier[1]);
	util_incomplete();
	return NULL;
}

/* @sum: both banks count the same events. */
static void print_counter(unsigned int i, uint32_t bank0, uint32_t bank1, bool sum)
{
	char text[32] = "";

	if (sum)
		snprintf(text, sizeof(text), "%" PRIu64, (uint64_t)bank0 + bank1);
	if (bank0 || bank1)
		util_print("%u,%" PRIu32 ",%" PRIu32 ",%s", i, bank0, bank1, text);
}

static const char *do_counters(char *const words[], int n)
{
	static uint32_t bank[DASH_BANKS][DASH_COUNTERS];
	uint32_t first = 0, last = DASH_COUNTERS - 1;
	struct dash_conditions c;
	enum dash_circuit circuit;
	const char *why;

	if (n == 2 ||
	    (n == 3 &&
	     (number(words[1], last, &first) || number(words[2], DASH_COUNTERS - 1, &last))) ||
	    first > last)
		return reason(-EINVAL);
	why = reason(dm_get_circuit(&monitor, &circuit, &c));
	if (!why)
		why = header(false);
	for (unsigned int k = 0; k < DASH_BANKS && !why; k++)
		why = reason(dm_read_counters(&monitor, k, first, bank[k], last - first + 1));
	if (!why)
		why = print_earlier(bank, last - first + 1);
	if (why)
		return why;
	util_print("counter,bank0,bank1,sum");
	for (uint32_t i = first; i <= last; i++)
		print_counter(i, bank[0][i - first], bank[1][i - first], !c.independent);
	return NULL;
}

/* ---- trace ---- */

#define EXTENDED_LINE "# extended: "
#define LOST_LINE "# lost: "

/* Assembles words into entries. */
struct decoder {
	bool extended;
	unsigned int held; /* words of an incomplete entry */
	uint64_t word[2];
};

static void print_entry(const struct dash_entry *e)
{
	if (e->extended && e->since < DASH_SINCE_MAX)
		util_print("%s,%u,0x%08" PRIX32 ",0x%03X,%" PRIu32, e->write ? "write" : "read",
			   e->cpu, e->addr * 8, e->prom, e->since);
	else if (e->extended)
		util_print("%s,%u,0x%08" PRIX32 ",0x%03X,", e->write ? "write" : "read", e->cpu,
			   e->addr * 8, e->prom);
	else
		util_print("%s,%u,0x%08" PRIX32, e->write ? "write" : "read", e->cpu,
			   e->addr * 8);
}

static int decode_word(void *arg, uint64_t word)
{
	struct decoder *t = arg;
	struct dash_entry e;

	t->word[t->held++] = word;
	if (t->held <= (t->extended ? 1u : 0u))
		return 0;
	dm_decode(t->word, t->extended, &e);
	print_entry(&e);
	t->held = 0;
	return 0;
}

static void print_columns(bool extended)
{
	util_print("kind,processor,address%s", extended ? ",prom,since" : "");
}

static int print_word(void *arg, uint64_t word)
{
	(void)arg;
	util_print("%09" PRIX64, word);
	return 0;
}

static const char *do_trace(char *const words[], int n)
{
	struct dash_conditions c;
	enum dash_circuit circuit;
	struct decoder t = {0};
	const char *why = header(true);
	int err;

	(void)n;
	if (why)
		return why;
	err = dm_get_circuit(&monitor, &circuit, &c);
	if (err)
		return reason(err);
	t.extended = c.extended;
	if (strcmp(words[0], "dump") == 0) {
		util_print(EXTENDED_LINE "%d", c.extended);
		return reason(dm_dump(&monitor, print_word, NULL));
	}
	print_columns(c.extended);
	err = dm_dump(&monitor, decode_word, &t);
	return err	? reason(err)
	       : t.held ? "the last entry has one word, the circuit was exchanged meanwhile"
			: NULL;
}

/* Takes a comment line of dump, whose losses are those of the entries; returns what is wrong,
 * or NULL. */
static const char *take_comment(const char *text, size_t length, const struct decoder *t)
{
	char line[64];

	snprintf(line, sizeof(line), "%.*s", (int)(length < sizeof(line) ? length : 0), text);
	if (strcmp(line, t->extended ? EXTENDED_LINE "0" : EXTENDED_LINE "1") == 0)
		return t->extended ? "entries have one word: without -x"
				   : "entries have two words: -x is needed";
	if (starts_with(line, LOST_LINE) && strcmp(line, LOST_LINE "0") != 0)
		util_incomplete();
	util_write_line(text, length);
	return NULL;
}

/* Decodes the words of files. */
static void decode_files(bool extended)
{
	struct decoder t = {.extended = extended};
	bool columns = false;
	uint64_t word;
	size_t length;
	char *text, *end;

	while (util_line(&text, &length)) {
		const char *wrong = NULL;

		if (length && *text == '#' && !columns)
			wrong = take_comment(text, length, &t);
		if (wrong) {
			util_wrong(wrong);
			return;
		}
		if (!length || *text == '#')
			continue;
		if (!columns)
			print_columns(extended);
		columns = true;
		word = 0;
		end = text;
		while (end < text + length && end < text + 9 && *end &&
		       strchr("0123456789ABCDEF", *end)) {
			word = word << 4 |
			       (unsigned int)(*end <= '9' ? *end - '0' : *end - 'A' + 10);
			end++;
		}
		if (length != 9 || end != text + 9) {
			util_wrong("not a word of 36 bits, which has nine digits");
			return;
		}
		decode_word(&t, word);
	}
	if (!columns)
		print_columns(extended);
	if (t.held)
		util_wrong("the last entry is incomplete");
}

/* ---- others ---- */

static const char *do_level(char *const words[], int n)
{
	uint32_t v;

	(void)n;
	return reason(number(words[1], DASH_WORDS_MAX, &v) ? -EINVAL
							   : dm_set_level(&monitor, v));
}

static const char *do_time(char *const words[], int n)
{
	uint64_t ns;
	int err;

	(void)n;
	if (number_time(words[1], 1, &ns))
		return "a time is a number with ns, us, ms or s";
	if (strcmp(words[0], "run") == 0)
		return reason(dm_run(&monitor, ns));
	err = dm_wait_level(&monitor, (ns + 999) / 1000);
	return err == -ETIMEDOUT ? "the monitor does not interrupt" : reason(err);
}

static const char *do_sim(char *const words[], int n)
{
	return verbs_sim(monitor.dev, words, n, reason);
}

static const struct verb verbs[] = {
	{"status", do_status, 1, 1},	 {"load", do_load, 2, VERBS_WORDS},
	{"start", do_plain, 1, 1},	 {"stop", do_plain, 1, 1},
	{"clear", do_plain, 1, 1},	 {"zero", do_plain, 1, 1},
	{"level", do_level, 2, 2},	 {"counters", do_counters, 1, 3},
	{"wait", do_time, 2, 2},	 {"trace", do_trace, 1, 1},
	{"dump", do_trace, 1, 1},	 {"run", do_time, 2, 2},
	{"sim", do_sim, 2, VERBS_WORDS},
};

static void drive(const char *backend)
{
	const int err = dm_open(&monitor, backend);

	if (err) {
		util_error("%s: %s", backend,
			   util_board_reason(err, backend,
					     "board=full or board=short, seed=N, wave=FILE"));
		return;
	}
	verbs_execute(verbs, sizeof(verbs) / sizeof(*verbs));
	dm_close(&monitor);
}

int main(int argc, char **argv)
{
	const char *backend = "sim:";
	bool decode = false, extended = false;
	int c;

	util_begin("dashmon", usage_text, argc, argv);
	while ((c = util_option(NULL)) != -1) {
		if (c == 'b')
			backend = optarg;
		else if (c == 'd')
			decode = true;
		else if (c == 'x')
			extended = true;
		else
			verbs_command(optarg);
	}
	if (decode && verbs_first())
		util_usage("-d executes no commands", verbs_first());
	if (extended && !decode)
		util_usage("needs -d", "-x");
	verbs_no_files();
	util_open();
	if (decode)
		decode_files(extended);
	else
		drive(backend);
	return util_end();
}
