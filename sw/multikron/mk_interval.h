/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MK_INTERVAL_H
#define MK_INTERVAL_H
/*
 * Intervals between events of a program: their descriptions (interval.info(5)), and their
 * measurement from a stream of samples (NISTIR 5993, 3.5).
 */
#include "mk_sample.h"
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- descriptions ---- */

enum mk_class {
	MK_SINGLE = 1,	/* begin, end */
	MK_EITHER = 2,	/* begin, first end, second end */
	MK_SUBS = 3,	/* begin, middle, end */
	MK_OVERLAP = 4, /* start, end; the k-th end belongs to the k-th start */
};

struct mk_interval {
	enum mk_class kind;
	unsigned int line; /* line in its file */
	uint64_t event[3];
	char *name[3]; /* name of each measured length; [2]: the total of MK_SUBS */
};

/* Returns the number of events: 2 for MK_SINGLE and MK_OVERLAP, otherwise 3. */
static inline unsigned int mk_interval_events(const struct mk_interval *i)
{
	return i->kind == MK_SINGLE || i->kind == MK_OVERLAP ? 2 : 3;
}

/* Returns the number of measured lengths: 1, 2 or 3. */
static inline unsigned int mk_interval_lengths(const struct mk_interval *i)
{
	return i->kind == MK_EITHER ? 2 : i->kind == MK_SUBS ? 3 : 1;
}

struct mk_intervals {
	struct mk_interval *interval;
	size_t count;
};

/* Reads descriptions. Returns 0, or a negative errno value with "path:line: what is wrong" in
 * @text. Call mk_intervals_free() in both cases. */
int mk_intervals_read(struct mk_intervals *list, const char *path, char *text, size_t size);
void mk_intervals_free(struct mk_intervals *list);
/* Returns 0 if all events fit into @event_bytes bytes, 1, 2, 4 or 8; otherwise -ERANGE, with
 * "path:line: what is wrong" in @text. An event that does not fit never occurs in a report. */
int mk_intervals_fit(const struct mk_intervals *list, unsigned int event_bytes,
		     const char *path, char *text, size_t size);

/* ---- measurement ---- */

/* Lengths in ticks of the timestamp. */
struct mk_stat {
	uint64_t count, total, minimum, maximum; /* number, total modulo 2^64, and limits of the
						  * lengths */
	double mean, squares;			 /* mean, and sum of squared deviations */
};

/* Returns the standard deviation of all lengths (population, not sample); 0 without lengths. */
double mk_stat_deviation(const struct mk_stat *s);

/* Distinct lengths, in the order of their first occurrence. */
struct mk_histogram {
	struct mk_bar {
		uint64_t length, count;
	} * bar;
	size_t bars;
	/* Private: */
	size_t room;
	uint32_t *slot; /* hash table of 2 * room slots: number of a bar plus 1 */
};

struct mk_lengths {
	struct mk_stat stat;
	struct mk_histogram histogram;
};

/* One interval on one processor. */
struct mk_measured {
	struct mk_lengths length[3];
	uint64_t no_end, no_begin; /* number of events that have no partner */
	uint64_t cut;		   /* number of intervals not counted because samples were lost
				    * in them */
	/* Private: */
	bool begun, middle;
	size_t run;
	uint64_t begin, middle_at;
};

struct mk_processor {
	unsigned int cpu;
	uint32_t source;
	size_t run; /* an interval never begins in one run and ends in another */
	struct mk_measured *interval; /* one for each description; unused for MK_OVERLAP */
};

struct mk_report_options {
	unsigned int event_bytes; /* number of low bytes of the user data that are the event: 1,
				   * 2, 4, 8 */
	bool wide; /* all 56 bits of timestamps are used; otherwise lengths are modulo 2^32 */
	bool histogram;
};

/* Is called for each length. @p is NULL for MK_OVERLAP; @which is the number of the length. */
typedef void mk_on_length(void *arg, const struct mk_interval *i, unsigned int which,
			  const struct mk_processor *p, uint64_t at, uint64_t length);

struct mk_report {
	const struct mk_intervals *intervals;
	struct mk_report_options options;
	mk_on_length *on_length; /* may be NULL */
	void *arg;
	uint64_t samples, events, gaps;
	uint64_t cut_short; /* number of lengths of at least 2^32 ticks that were reduced modulo
			     * 2^32 */
	struct mk_processor *processor; /* in the order in which they appeared */
	size_t processors;
	bool repeated; /* a processor is in several runs, which are therefore not of one time:
			* intervals of class 4 may begin in one of them and end in another */
	struct mk_measured overlap;
	/* Private: */
	size_t room;
	uint32_t *slot; /* hash table of processors with 2 * room slots */
	struct mk_start *start;
	size_t starts, first_start, start_room;
};

/* Initializes @r to zero except for the arguments. */
void mk_report_begin(struct mk_report *r, const struct mk_intervals *list,
		     const struct mk_report_options *options);
/* Adds the next sample, in order of time; @run: the number of its board or file. Returns 0 or
 * -ENOMEM. */
int mk_report_sample(struct mk_report *r, const struct mk_sample *s, size_t run);
/* Ends the samples. */
void mk_report_end(struct mk_report *r);
void mk_report_free(struct mk_report *r);

struct mk_report_print {
	uint64_t hz;	/* frequency of the timestamp clock */
	bool histogram; /* prints the histogram of each processor */
	bool summary;	/* prints a summary over all processors */
	bool chronological;
};

/* Prints the report. Returns 0 or -ENOMEM; the caller checks @out with ferror(). */
int mk_report_print(const struct mk_report *r, const struct mk_report_print *p, FILE *out);

/* ---- a file that may consist of several files ---- */

/*
 * Merges the runs of a file: a run ends where a file that was joined begins (mk.dat(5)), and
 * where a timestamp is below the previous one. Calls
 * @take for each sample, in order of time, until it returns a value other than 0. Returns 0 or
 * the error of reading (mk_reader_message()), of memory allocation or of @take; *runs: the
 * number of runs.
 */
int mk_merge(struct mk_reader *file, size_t *runs,
	     int (*take)(void *arg, const struct mk_sample *s, size_t run), void *arg);

#ifdef __cplusplus
}
#endif

#endif
