/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHARING_H
#define SHARING_H
/*
 * What the tool sharing has found, and its reports for browsers and for other programs.
 */
#include "nm_phases.h"
#include "nmutil.h"

#define LINE 64u   /* bytes */
#define TITLE 400u /* characters of a name or place */
/* note of a finding whose verdict may be another one in another run */
#define DEPENDS "another run may have another verdict, which --runs=N shows"

/* What memory accesses cost on the simulated machine. */
struct cost {
	uint64_t references, requests;
	uint64_t waited, run; /* ns: all processors waited for memory, in total; the run */
	uint64_t transfers;   /* requests that took a modified line; only on Rocket */
};

/* The requests in each of successive intervals, from the beginning of the run on. */
#define INTERVALS 64u
struct times {
	uint64_t interval; /* ns; 0: not known */
	uint64_t requests[INTERVALS];
};

enum repair { NO_REPAIR, PAD, MOVE, REPLICATE };

/* An object that threads share. */
struct finding {
	char title[TITLE];
	char others[TITLE]; /* names of other objects in the same lines */
	struct nm_words_line sum;
	const struct nm_words_line *worst; /* most transfers */
	struct nm_diagnosis d;
	struct nm_phase phase[NM_PHASES_MOST];
	unsigned int phases; /* 0: the pattern does not change */
	struct nm_phases *search;
	struct cost before, after, all_before, all_after;
	struct times times_before, times_after;
	enum repair repair;
	unsigned int lines,
		parts; /* number of lines, or of pages, and of parts of the object */
	bool depends;  /* the verdict may be another one in another run: DEPENDS */
	bool divided;  /* other objects have its bytes at other times */
	/* MOVE: number of pages that each station gets, and whether it initialises them */
	unsigned int pages_to[NM_STATIONS];
	bool initialised;
	/* for a report */
	const char *verdict;
	double share; /* of all waiting, in per cent */
};

/* Returns how the pages of a finding are repaired; NO_REPAIR: it is about lines. */
static inline enum repair pages_of(const struct finding *f)
{
	return f->repair == PAD ? NO_REPAIR : f->repair;
}

/* Returns the number of references of the whole program that the repair leaves out. */
static inline uint64_t left_out(const struct finding *f)
{
	return f->repair == MOVE && f->all_before.references > f->all_after.references
		       ? f->all_before.references - f->all_after.references
		       : 0;
}

#define NOTES_MOST 13u
#define NOTE 512u /* characters */

struct report {
	struct nm_program *p;
	const struct finding *const *finding; /* most expensive first */
	unsigned int findings;
	struct cost all;
	uint64_t uses;	/* to be shown of each finding */
	bool transfers; /* the machine counts them */
	/* sentences about what was not recorded */
	char note[NOTES_MOST][NOTE];
	unsigned int notes;
};

/* Write a report to the output of sw/lib/util.h. */
void sharing_json(const struct report *r);
void sharing_csv(const struct report *r);
void sharing_sarif(const struct report *r); /* version 2.1.0 */
void sharing_html(const struct report *r);

#endif
