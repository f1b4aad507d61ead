/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_DIAGNOSE_H
#define NM_DIAGNOSE_H
/*
 * How the processors use a line, or the lines of a label. The counters of the card see lines
 * and not words: they give one of the first five patterns, or none. Whether a line is shared
 * falsely takes the addresses of a recording (nm_words.h).
 */
#include "nm_report.h"
#include "nm_words.h"

#ifdef __cplusplus
extern "C" {
#endif

enum nm_pattern {
	NM_UNDECIDED,
	NM_PRIVATE,	      /* one user */
	NM_READ_SHARED,	      /* several read, nobody writes */
	NM_MIGRATORY,	      /* each in turn reads and then writes */
	NM_PRODUCER_CONSUMER, /* one writes, others read */
	NM_WRITE_SHARED,      /* several write without reading first, or at the same time */
	NM_FALSE_SHARING,     /* the line is shared, no word of it is */
	NM_TRUE_SHARING,      /* several write the same word without taking turns */
	NM_PATTERNS
};

const char *nm_pattern_name(enum nm_pattern p);

/* Why a pattern is undecided. */
enum nm_doubt {
	NM_NO_DOUBT,
	NM_TOO_FEW,	   /* events */
	NM_ONE_OR_SEVERAL, /* users, who take no line from each other */
	NM_TURNS,	   /* migratory, or a producer with one consumer */
	NM_MIXED,	   /* no pattern dominates */
	NM_WORDS,	   /* the line is shared falsely and truly */
};

const char *nm_doubt_text(enum nm_doubt d);

struct nm_diagnosis {
	enum nm_pattern pattern;
	enum nm_doubt doubt; /* of NM_UNDECIDED */
	uint64_t requests;   /* reads, exclusive reads and upgrades */
	uint64_t
		transfers; /* of them: found the line with another owner, or took copies away */
	unsigned int readers, writers; /* phases; 0 unless they are processors */
};

/* Fewer requests decide nothing. */
#define NM_DIAGNOSE_LEAST 20

/*
 * The pattern of a label (as in struct nm_filter; -1: all). @phases: the table is of mode 1,
 * and each processor, or each station, has a phase of its own: this decides what the counters
 * of the other modes cannot. -EINVAL as nm_hits().
 */
int nm_diagnose(const struct nm_table *t, int label, bool phases, uint64_t least,
		struct nm_diagnosis *d);

/*
 * Search for the line that is taken from one processor by another most often. First pass: each
 * label is a region of as many lines as there are labels. Second pass: the lines of the region
 * found have labels of their own, but for its first line, which shares label 0 with all other
 * memory. @first and @second: tables of the two passes, mode 0. The label found by the first
 * pass, or the number of the line in the region; -1: no label has @least transfers. @d: of it.
 */
int nm_search_region(const struct nm_table *first, uint64_t least, struct nm_diagnosis *d);
int nm_search_line(const struct nm_table *first, int region, const struct nm_table *second,
		   uint64_t least, struct nm_diagnosis *d);

/* What to do with a page. */
enum nm_advice {
	NM_STAY,      /* too few accesses by other stations */
	NM_MOVE,      /* one station dominates */
	NM_REPLICATE, /* several read, nobody writes */
	NM_NO_HELP,   /* several use it evenly, or take its lines from each other */
	NM_ADVICES
};

struct nm_page_advice {
	enum nm_advice advice;
	unsigned int to; /* station */
	uint64_t remote; /* accesses by stations other than home */
	uint64_t saved;	 /* fewer of them after the move, or with copies */
	bool lines;	 /* the histogram covers the page: otherwise its lines may be taken in
			  * turns, and NM_MOVE is no more than a candidate */
};

/* Lines that are taken from another processor by this part of the requests migrate. */
#define NM_PAGE_TAKEN 0.25

/*
 * @page, of number @number, with memory at @home, by the accesses of each station, and, if
 * @histogram is not NULL, by what a histogram of the same run says of the labels in @names.
 */
void nm_advise(const struct nm_page *page, unsigned int number, unsigned int home,
	       uint64_t least, double factor, const struct nm_table *histogram,
	       const struct nm_names *names, struct nm_page_advice *a);

/*
 * Divides a pattern by what a recording says of the line: false sharing where most of its
 * transfers are of words that the processor does not use, true sharing instead of write-shared
 * otherwise. Decides also what the counters left undecided.
 */
void nm_divide(struct nm_diagnosis *d, const struct nm_words_line *line);

/* What a recording alone says of a line. */
void nm_diagnose_words(struct nm_diagnosis *d, const struct nm_words_line *line);

#ifdef __cplusplus
}
#endif

#endif
