/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DRAWN_PAGES_H
#define DRAWN_PAGES_H
/*
 * Programs for blind trials of the advice on pages. The seed selects at random how each page is
 * used, by which stations and how often. All pages are at first in the memory of station 0,
 * whose processor initialises them before the others begin.
 */
#include "nm_diagnose.h"
#include "replay.h"

#define DRAWN_PAGES 4 /* number of pages of a program */

/* How the stations use a page after its initialisation. */
enum drawn_page_kind {
	PAGE_FIRST_TOUCH, /* one station other than 0 loads and stores */
	PAGE_READ_BY_ONE, /* one station other than 0 loads */
	PAGE_MOSTLY,	  /* one station other than 0 loads and stores, others rarely */
	PAGE_TABLE,	  /* several stations load */
	PAGE_TABLE_HOME,  /* several stations load, station 0 too */
	PAGE_WRITTEN,	  /* several stations load, station 0 sometimes stores */
	PAGE_READ_HOME,	  /* station 0 loads, others rarely */
	PAGE_EVEN,	  /* several stations load and store, station 0 as much as the others */
	PAGE_ELSEWHERE,	  /* several stations other than 0 load and store */
	PAGE_HOME,	  /* station 0 loads and stores */
	PAGE_HOME_MOSTLY, /* station 0 loads and stores, others rarely */
	PAGE_TURNS,	  /* stations other than 0 load and store, one after the other */
	PAGE_CACHED,	  /* one station other than 0 loads and stores a few lines */
	DRAWN_PAGE_KINDS
};

extern const char *const drawn_page_name[DRAWN_PAGE_KINDS];

struct drawn_page {
	enum drawn_page_kind kind;
	unsigned int users, user[MACHINE_STATIONS]; /* number of users and their stations */
	unsigned int lines, rate;		    /* one of @rate accesses is rare */
	/* location of the page: station @to, or a copy in each station if @copy */
	unsigned int to;
	bool copy;
	/* results */
	struct replay_page use;
	uint64_t waited; /* clocks of waiting after the initialisation */
	bool changed;	 /* stored after the initialisation */
};

struct drawn_pages {
	struct drawn_page page[DRAWN_PAGES];
	uint64_t random[MACHINE_STATIONS]; /* of each station's processor */
	unsigned int left[MACHINE_STATIONS], all, begun;
};

/* Draws a program with @references references of each processor after the initialisation. */
void drawn_pages_begin(struct drawn_pages *g, uint64_t seed, unsigned int references);
/* Runs the program on a machine; returns NULL or an error message. The seed is that of the
 * accesses. */
const char *drawn_pages_run(struct drawn_pages *g, uint64_t seed);

#endif
