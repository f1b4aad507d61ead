/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MK_INTERVAL_H
#define MK_INTERVAL_H
/*
 * Intervals between events of a program: their descriptions (interval.info(5)), and what a
 * stream of samples says about them (NISTIR 5993, 3.5).
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
	unsigned int line; /* in its file */
	uint64_t event[3];
	char *name[3]; /* of each length that is measured, [2] the total of MK_SUBS */
};

/* Events of MK_SINGLE and MK_OVERLAP are two, of the others three. */
static inline unsigned int mk_interval_events(const struct mk_interval *i)
{
	return i->kind == MK_SINGLE || i->kind == MK_OVERLAP ? 2 : 3;
}

/* Lengths that are measured: 1, 2 or 3. */
static inline unsigned int mk_interval_lengths(const struct mk_interval *i)
{
	return i->kind == MK_EITHER ? 2 : i->kind == MK_SUBS ? 3 : 1;
}

struct mk_intervals {
	struct mk_interval *interval;
	size_t count;
};

/* 0, or a negative errno value with "path:line: what is wrong" in @text. What was read must be
 * freed in both cases. */
int mk_intervals_read(struct mk_intervals *list, const char *path, char *text, size_t size);
void mk_intervals_free(struct mk_intervals *list);

/* ---- what the samples say ---- */

/* Lengths in ticks of the timestamp. */
struct mk_stat {
	uint64_t count, total, minimum, maximum; /* total modulo 2^64 */
	double mean, squares;			 /* sum of squared deviations */
};

/* Of all lengths, not of a part of them; 0 without lengths. */
double mk_stat_deviation(const struct mk_stat *s);

/* Distinct lengths, in the order in which they came. */
struct mk_histogram {
	struct mk_bar {
		uint64_t length, count;
	} * bar;
	size_t bars;
	/* Private: */
	size_t room;
	uint32_t *slot; /* number of a bar plus 1; of 2 * room slots */
};

struct mk_lengths {
	struct mk_stat stat;
	struct mk_histogram histogram;
};

/* One interval on one processor. */
struct mk_measured {
	struct mk_lengths length[3];
	uint64_t no_end, no_begin; /* events that have no partner */
	uint64_t cut;		   /* begun before samples were lost, and not counted */
	/* Private: */
	bool begun, middle;
	size_t run;
	uint64_t begin, middle_at;
};

struct mk_processor {
	unsigned int cpu;
	uint32_t source;
	struct mk_measured *interval; /* one for each description; unused of MK_OVERLAP */
};

struct mk_report_options {
	unsigned int event_bytes; /* low bytes of the user data: 1, 2, 4, 8 */
	bool wide;		  /* all 56 bits of timestamps; else lengths modulo 2^32 */
	bool histogram;
};

/* One length. @processor is NULL for MK_OVERLAP, @which the length's number. */
typedef void mk_on_length(void *arg, const struct mk_interval *i, unsigned int which,
			  const struct mk_processor *p, uint64_t at, uint64_t length);

struct mk_report {
	const struct mk_intervals *intervals;
	struct mk_report_options options;
	mk_on_length *on_length; /* may be NULL */
	void *arg;
	uint64_t samples, events, gaps;
	uint64_t cut_short; /* lengths of 2^32 ticks and more that lost their upper part */
	struct mk_processor *processor; /* in the order in which they appeared */
	size_t processors;
	struct mk_measured overlap;
	/* Private: */
	size_t room;
	uint32_t *slot; /* of processors, 2 * room */
	struct mk_start *start;
	size_t starts, first_start, start_room;
};

/* All zeros but for what is given. */
void mk_report_begin(struct mk_report *r, const struct mk_intervals *list,
		     const struct mk_report_options *options);
/* The next sample, in the order of time; @run: a number of the board or file it is from.
 * -ENOMEM.
 */
int mk_report_sample(struct mk_report *r, const struct mk_sample *s, size_t run);
/* No more samples. */
void mk_report_end(struct mk_report *r);
void mk_report_free(struct mk_report *r);

struct mk_report_print {
	uint64_t hz;	/* of the timestamp */
	bool histogram; /* of each processor */
	bool summary;	/* over all processors */
	bool chronological;
};

/* -ENOMEM; errors of @out stay in it. */
int mk_report_print(const struct mk_report *r, const struct mk_report_print *p, FILE *out);

/* ---- a file that may be several, one after the other ---- */

/*
 * Merges the runs of a file: a run ends where a timestamp is below the one before it. Hands
 * each sample to @take, in the order of time, until that returns other than 0. Returns 0 or the
 * error of reading (mk_reader_message()), of memory or of @take; *runs: their number.
 */
int mk_merge(struct mk_reader *file, size_t *runs,
	     int (*take)(void *arg, const struct mk_sample *s, size_t run), void *arg);

#ifdef __cplusplus
}
#endif

#endif
