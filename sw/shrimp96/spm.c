/* SPDX-License-Identifier: Apache-2.0 */
/* Drives a SHRIMP performance monitor of 1996 by commands (SPDT 1996, 3.5). */
#include "number.h"
#include "spm_text.h"
#include "spmlib.h"
#include "util.h"
#include "verbs.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage_text[] =
	"Usage: spm [OPTION]... [FILE]...\n"
	"\n"
	"Executes commands, one per line, from the files or from -c:\n"
	"  status                    print the state of the monitor and what was lost\n"
	"  start, stop               start or stop monitoring\n"
	"  config NAMES              nibbles of the address: 'sender size', 'L0 L1 L2 T C'\n"
	"  category N                category of the packets from now on, 0 to 15\n"
	"  shift N                   shift the latency right by N bits, 0 to 24\n"
	"  limits MIN MAX            limits of the latency, in ticks of 100 ns\n"
	"  mode histogram|trace [auto]  auto: a threshold event changes to trace\n"
	"  threshold N               a count above N causes a threshold event\n"
	"  counter N                 set the trace counter\n"
	"  clear                     clear the loss flags\n"
	"  fill FIRST LAST VALUE     initialise a range of the memory\n"
	"  read FIRST [COUNT]        print words of the memory as CSV\n"
	"  histogram [FIRST LAST]    print the words that are not 0, decoded, as CSV\n"
	"  trace [FIRST]             print the words up to the trace counter, decoded,\n"
	"                            as CSV\n"
	"  queue                     print the overflow addresses, decoded, as CSV\n"
	"  wait TIME                 the same, after an interrupt of the monitor\n"
	"  run TIME                  let the monitor's time pass\n"
	"  sim COMMAND               send a command to a simulated board: shrimp96d(1)\n"
	"\n"
	"TIME is a number with ns, us, ms or s.\n"
	"\n"
	"  -b, --board=BACKEND sim:ARGUMENTS (sim:), unix:PATH or mmap:ARGUMENTS\n"
	"  -c, --command=TEXT  execute this command; no files are read; may be repeated\n" UTIL_HELP;

#define CHUNK 4096u

static struct spm monitor;

static const char *reason(int err)
{
	return !err		   ? NULL
	       : err == -EDOM	   ? "not one of the 190 configurations"
	       : err == -EINVAL	   ? "a value is out of range, or no number"
	       : err == -EAGAIN	   ? "another program holds the monitor"
	       : err == -ETIMEDOUT ? "the bus hangs, or a fill of the memory does not end"
				   : util_access_reason(err);
}

static int number(const char *text, uint64_t *v)
{
	char *end;
	int err = number_read(text, &end, v);

	return !err && *end ? -EINVAL : err;
}

/* Reads a number that fits into 32 bits. */
static int small(const char *text, uint32_t *v)
{
	uint64_t wide;
	int err = number(text, &wide);

	if (!err && wide > UINT32_MAX)
		err = -EINVAL;
	if (!err)
		*v = (uint32_t)wide;
	return err;
}

static const char *do_status(char *const words[], int n)
{
	struct spm_status st;
	unsigned int set;
	char name[SPM_NAME] = "none of the 190";
	int err = spm_get_status(&monitor, &st);

	(void)words;
	(void)n;
	if (!err)
		err = spm_get_multiplexers(&monitor, &set);
	if (!err)
		spm_set_name(set, name, sizeof(name));
	else if (err != -EDOM)
		return reason(err);
	/* losses first */
	util_print("lost: %" PRIu32 " of %" PRIu32 " packets%s%s", st.lost, st.arrived,
		   st.dropped ? ", some came too early" : "",
		   st.trace_full ? ", the trace is full" : "");
	util_print("queue: %u addresses%s", st.queued,
		   st.queue_overflow ? ", others are lost" : "");
	if (st.command_ignored)
		util_print("a memory command came during a fill and was ignored");
	util_print("monitoring: %s", st.running ? "yes" : "no");
	util_print("mode: %s%s", st.trace ? "trace" : "histogram", st.automatic ? " auto" : "");
	util_print("config: %s", name);
	return NULL;
}

static const char *do_start(char *const words[], int n)
{
	(void)n;
	return reason(strcmp(words[0], "start") == 0 ? spm_start(&monitor)
						     : spm_stop(&monitor));
}

static const char *do_config(char *const words[], int n)
{
	char text[256] = "";
	unsigned int set;
	size_t used = 0;
	int err;

	for (int i = 1; i < n && used < sizeof(text); i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, " %s", words[i]);
	err = used < sizeof(text) ? spm_set_parse(text, &set) : -EINVAL;
	if (err == -EINVAL)
		return "not the names of nibbles or variables";
	return reason(err ? err : spm_set_multiplexers(&monitor, set));
}

static const char *do_number(char *const words[], int n)
{
	static const struct {
		const char *name;
		int (*fn)(struct spm *m, unsigned int v);
	} of[] = {{"category", spm_set_category}, {"shift", spm_set_shift}};
	uint64_t v;
	uint32_t w;
	int err = number(words[1], &v);

	(void)n;
	if (err)
		return reason(-EINVAL);
	if (strcmp(words[0], "threshold") == 0)
		return reason(spm_set_threshold(&monitor, v));
	if (small(words[1], &w))
		return reason(-EINVAL);
	for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++)
		if (strcmp(words[0], of[i].name) == 0)
			return reason(of[i].fn(&monitor, w));
	return reason(spm_set_trace_counter(&monitor, w));
}

static const char *do_limits(char *const words[], int n)
{
	uint64_t min, max;

	(void)n;
	if (number(words[1], &min) || number(words[2], &max))
		return reason(-EINVAL);
	return reason(spm_set_latency_limits(&monitor, min, max));
}

static const char *do_mode(char *const words[], int n)
{
	const bool trace = strcmp(words[1], "trace") == 0;

	if ((!trace && strcmp(words[1], "histogram")) || (n == 3 && strcmp(words[2], "auto")))
		return "mode histogram|trace [auto]";
	return reason(spm_set_mode(&monitor, trace, n == 3));
}

static const char *do_clear(char *const words[], int n)
{
	(void)words;
	(void)n;
	return reason(spm_clear_flags(&monitor));
}

static const char *do_fill(char *const words[], int n)
{
	uint32_t first, last;
	uint64_t value;

	(void)n;
	if (small(words[1], &first) || small(words[2], &last) || number(words[3], &value))
		return reason(-EINVAL);
	return reason(spm_initialise_range(&monitor, first, last, value));
}

/* Calls fn for words @first to @end - 1. */
static const char *each_word(uint32_t first, uint32_t end,
			     void (*fn)(unsigned int set, uint32_t i, uint64_t word),
			     unsigned int set)
{
	static uint64_t words[CHUNK];

	while (first < end) {
		const uint32_t n = end - first < CHUNK ? end - first : CHUNK;
		int err = spm_read_range(&monitor, first, words, n);

		if (err)
			return reason(err);
		for (uint32_t i = 0; i < n; i++)
			fn(set, first + i, words[i]);
		first += n;
	}
	return NULL;
}

static void print_word(unsigned int set, uint32_t i, uint64_t word)
{
	(void)set;
	util_print("0x%06" PRIX32 ",%" PRIu64, i, word);
}

static const char *do_read(char *const words[], int n)
{
	uint32_t first, count = 1;

	if (small(words[1], &first) || (n == 3 && small(words[2], &count)) || !count ||
	    first >= spm_words(&monitor) || count > spm_words(&monitor) - first)
		return reason(-EINVAL);
	util_print("word,value");
	return each_word(first, first + count, print_word, 0);
}

/* Prints the comment lines before the data, which include the losses. */
static const char *header(unsigned int *set, struct spm_status *st)
{
	char name[SPM_NAME];
	int err = spm_get_multiplexers(&monitor, set);

	if (!err)
		err = spm_get_status(&monitor, st);
	if (err)
		return reason(err);
	spm_set_name(*set, name, sizeof(name));
	util_print("# board: SHRIMP performance monitor of 1996");
	util_print("%s%s", SPM_CONFIG_LINE, name);
	util_print("# packets: %" PRIu32, st->arrived);
	util_print(SPM_LOST_LINE "%" PRIu32, st->lost);
	if (st->lost)
		util_incomplete();
	return NULL;
}

static void print_bin(unsigned int set, uint32_t i, uint64_t word)
{
	struct spm_variables v;
	char text[SPM_TEXT];

	if (!word)
		return;
	spm_decode(set, i, &v);
	spm_values(&v, text);
	util_print("0x%06" PRIX32 ",%" PRIu64 ",%s", i, word, text);
}

/*
 * Prints a comment line if there are more counts than packets: the words were not 0 before, but
 * contained what they do after power-on, or a preset. The board counts packets modulo 2^32.
 */
static const char *print_earlier(uint64_t counts)
{
	struct spm_status st;
	/* words grow meanwhile, so the packets are read last */
	int err = spm_get_status(&monitor, &st);
	const uint32_t packets = err ? 0 : st.arrived - st.lost;

	if (err)
		return reason(err);
	if (counts <= packets || (uint32_t)counts == packets)
		return NULL;
	util_print("# counts: %" PRIu64
		   ", more than packets: words were not 0 before, or packets "
		   "have passed 2^32",
		   counts);
	util_incomplete();
	return NULL;
}

static const char *print_bins(uint64_t *bins, unsigned int set, bool trace, uint32_t first,
			      uint32_t n)
{
	const char *why = NULL;
	char text[SPM_TEXT];
	uint64_t counts = 0;

	for (uint32_t i = 0; i < n && !why; i += CHUNK)
		why = reason(spm_read_range(&monitor, first + i, bins + i,
					    n - i < CHUNK ? n - i : CHUNK));
	for (uint32_t i = 0; i < n && !why; i++)
		counts += bins[i]; /* 2^24 of 2^40 */
	if (!why && !trace)
		why = print_earlier(counts);
	if (why)
		return why;
	if (n < spm_words(&monitor))
		util_print("# words: 0x%06" PRIX32 " to 0x%06" PRIX32, first, first + n - 1);
	spm_columns(set, text);
	util_print("address,count,%s", text);
	for (uint32_t i = 0; i < n; i++)
		print_bin(set, first + i, bins[i]);
	return NULL;
}

static const char *do_histogram(char *const words[], int n)
{
	uint32_t first = 0, last = spm_words(&monitor) - 1;
	struct spm_status st;
	unsigned int set;
	uint64_t *bins;
	const char *why;

	if (n == 2 || (n == 3 && (small(words[1], &first) || small(words[2], &last))) ||
	    first > last || last >= spm_words(&monitor))
		return reason(-EINVAL);
	why = header(&set, &st);
	if (why)
		return why;
	if (st.trace) {
		util_print("# mode: trace: words below the trace counter may be its entries, "
			   "which are no counts");
		util_incomplete();
	}
	bins = malloc((last - first + 1) * sizeof(*bins));
	if (!bins)
		return reason(-ENOMEM);
	why = print_bins(bins, set, st.trace, first, last - first + 1);
	free(bins);
	return why;
}

static void print_trace(unsigned int set, uint32_t i, uint64_t word)
{
	struct spm_trace t;
	char text[SPM_TEXT];

	spm_decode_trace(set, word, &t);
	spm_values(&t.v, text);
	util_print("%" PRIu32 ",%" PRIu32 ",%s", i, t.time, text);
}

static const char *do_trace(char *const words[], int n)
{
	char text[SPM_TEXT];
	uint32_t first = 0, end;
	struct spm_status st;
	unsigned int set;
	const char *why;
	int err = spm_get_trace_counter(&monitor, &end);

	if (!err && n == 2 && (small(words[1], &first) || first > end))
		err = -EINVAL;
	if (err)
		return reason(err);
	why = header(&set, &st);
	if (why)
		return why;
	spm_columns(set, text);
	util_print("entry,time,%s", text);
	return each_word(first, end, print_trace, set);
}

static const char *print_events(const struct spm_event *e, size_t events)
{
	char text[SPM_TEXT], name[SPM_NAME];
	struct spm_status st;
	unsigned int set;
	int err = spm_get_multiplexers(&monitor, &set);

	if (!err)
		err = spm_get_status(&monitor, &st);
	if (err)
		return reason(err);
	spm_set_name(set, name, sizeof(name));
	util_print("%s%s", SPM_CONFIG_LINE, name);
	if (st.queue_overflow) {
		util_print(SPM_LOST_LINE "addresses of other threshold events");
		util_incomplete();
	}
	spm_columns(set, text);
	util_print("address,%s", text);
	for (size_t i = 0; i < events; i++) {
		spm_values(&e[i].v, text);
		util_print("0x%06" PRIX32 ",%s", e[i].addr, text);
	}
	return NULL;
}

static const char *do_queue(char *const words[], int n)
{
	struct spm_event e[SPM_QUEUE];
	size_t events;
	uint64_t ns = 0;
	int err;

	if (n == 2 && number_time(words[1], 1, &ns))
		return "a time is a number with ns, us, ms or s";
	err = n == 2 ? spm_wait_events(&monitor, (ns + 999) / 1000, e, SPM_QUEUE, &events)
		     : spm_read_queue(&monitor, e, SPM_QUEUE, &events);
	if (err == -ETIMEDOUT)
		return "the monitor does not interrupt";
	return err ? reason(err) : print_events(e, events);
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

static const struct verb verbs[] = {
	{"status", do_status, 1, 1},	 {"start", do_start, 1, 1},
	{"stop", do_start, 1, 1},	 {"config", do_config, 2, VERBS_WORDS},
	{"category", do_number, 2, 2},	 {"shift", do_number, 2, 2},
	{"threshold", do_number, 2, 2},	 {"counter", do_number, 2, 2},
	{"limits", do_limits, 3, 3},	 {"mode", do_mode, 2, 3},
	{"clear", do_clear, 1, 1},	 {"fill", do_fill, 4, 4},
	{"read", do_read, 2, 3},	 {"histogram", do_histogram, 1, 3},
	{"trace", do_trace, 1, 2},	 {"queue", do_queue, 1, 1},
	{"wait", do_queue, 2, 2},	 {"run", do_run, 2, 2},
	{"sim", do_sim, 2, VERBS_WORDS},
};

int main(int argc, char **argv)
{
	const char *backend = verbs_begin("spm", usage_text, argc, argv);
	const int err = spm_open(&monitor, backend, 0, 12);

	if (err) {
		util_error("%s: %s", backend,
			   util_board_reason(err, backend,
					     "words=20 or words=24, jumper=N, seed=N, "
					     "wave=FILE"));
	} else {
		verbs_execute(verbs, sizeof(verbs) / sizeof(*verbs));
		spm_close(&monitor);
	}
	return util_end();
}
