/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_DIAGNOSE_H
#define NM_DIAGNOSE_H
/*
 * Determines how the processors use a line, or the lines of a label. The counters of the card
 * distinguish lines but not words: they give one of the patterns up to NM_WRITE_SHARED, or
 * none. To detect false sharing, the addresses of a recording are required (nm_words.h).
 */
#include "nm_report.h"
#include "nm_words.h"

#ifdef __cplusplus
extern "C" {
#endif

enum nm_pattern {
	NM_UNDECIDED,
	NM_PRIVATE,	      /* one user */
	NM_READ_SHARED,	      /* several processors read, none writes */
	NM_MIGRATORY,	      /* processors take turns: each reads and then writes */
	NM_PRODUCER_CONSUMER, /* one processor writes, others read */
	NM_WRITE_SHARED,      /* several processors write without reading first, or at the same
			       * time */
	NM_FALSE_SHARING,     /* the line is shared, but none of its words */
	NM_TRUE_SHARING,      /* several processors write the same word without taking turns */
	NM_BOTH_SHARING,      /* words are shared, and the line has more transfers than they
			       * require */
	NM_PATTERNS
};

const char *nm_pattern_name(enum nm_pattern p);

/* Reason why a pattern is undecided. */
enum nm_doubt {
	NM_NO_DOUBT,
	NM_TOO_FEW,	   /* too few events */
	NM_ONE_OR_SEVERAL, /* one user, or several that do not take lines from each other */
	NM_TURNS,	   /* migratory, or a producer with one consumer */
	NM_MIXED,	   /* no pattern dominates */
};

const char *nm_doubt_text(enum nm_doubt d);

struct nm_diagnosis {
	enum nm_pattern pattern;
	enum nm_doubt doubt; /* reason for NM_UNDECIDED */
	uint64_t requests;   /* number of reads, exclusive reads and upgrades */
	uint64_t transfers;  /* number of requests that found the line with another owner, or
			      * invalidated copies */
	uint64_t apart;	     /* with a recording: number of transfers that no word requires */
	unsigned int readers, writers; /* number of phases that read, and that write; 0 unless
					* the phases are processors */
};

/* Minimum number of requests for a decision. */
#define NM_DIAGNOSE_LEAST 20

/*
 * Determines the pattern of a label (as in struct nm_filter; -1: all). @phases: the table is of
 * mode 1, and each processor, or each station, has a phase of its own; this decides cases that
 * the counters of the other modes cannot. Returns 0, or -EINVAL like nm_hits().
 */
int nm_diagnose(const struct nm_table *t, int label, bool phases, uint64_t least,
		struct nm_diagnosis *d);

/*
 * These functions search for the line that processors take from each other most often. In the
 * first pass each label covers a region of as many lines as there are labels. In the second
 * pass the lines of the region found have labels of their own, except its first line, which
 * shares label 0 with all other memory. @first and @second: tables of the two passes, mode 0.
 * They return the label found in the first pass, and the number of the line in the region; -1:
 * no label has @least transfers.
 * @d: diagnosis of the label or line found.
 */
int nm_search_region(const struct nm_table *first, uint64_t least, struct nm_diagnosis *d);
int nm_search_line(const struct nm_table *first, int region, const struct nm_table *second,
		   uint64_t least, struct nm_diagnosis *d);

/* Advice for a page. */
enum nm_advice {
	NM_STAY,      /* too few accesses by other stations */
	NM_MOVE,      /* one station dominates */
	NM_REPLICATE, /* several stations read, none writes */
	NM_NO_HELP,   /* several stations use it evenly, or take its lines from each other */
	NM_ADVICES
};

struct nm_page_advice {
	enum nm_advice advice;
	unsigned int to; /* station */
	uint64_t remote; /* accesses by stations other than home */
	uint64_t saved;	 /* remote accesses saved by the move or the copies */
	bool lines;	 /* the histogram covers the page; otherwise stations may take its lines
			  * from each other, and NM_MOVE is only a candidate */
};

/* Lines migrate if at least this fraction of the requests takes them from another processor. */
#define NM_PAGE_TAKEN 0.25

/*
 * Gives advice for @page, which has the number @number and its memory at @home, based on the
 * accesses of each station and, if @histogram is not NULL, on a histogram of the same run with
 * the labels in @names.
 */
void nm_advise(const struct nm_page *page, unsigned int number, unsigned int home,
	       uint64_t least, double factor, const struct nm_table *histogram,
	       const struct nm_names *names, struct nm_page_advice *a);

/*
 * Refines a diagnosis with the recorded uses of the line, which determine the pattern if there
 * are enough transfers: false sharing if at most 10 % of them are required by a word,
 * NM_BOTH_SHARING if more than 10 % are and more than 10 % are not, or if more than half of
 * them belong to lines in which different words pass data from different writers, otherwise how
 * the words are shared. The verdict becomes NM_UNDECIDED if a share may be either by chance, or
 * if too few transfers contradict the counters.
 */
void nm_divide(struct nm_diagnosis *d, const struct nm_words_line *line);

/* Determines the pattern from a recording alone. */
void nm_diagnose_words(struct nm_diagnosis *d, const struct nm_words_line *line);
/*
 * Returns whether another recording of the same program may well give another pattern: the
 * pattern would be another one if one of the shares that decide it were four times as large, or
 * a fourth, or if three transfers more were of the other kind; or threads take turns by a word
 * that they look at first when they get a lock, so that the order in which they get it decides.
 */
bool nm_depends_on_run(const struct nm_words_line *line);

#ifdef __cplusplus
}
#endif

#endif
