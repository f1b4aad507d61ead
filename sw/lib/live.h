/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIVE_H
#define LIVE_H
/*
 * Live view of a board on a terminal: its state, its losses, the rate of what it counts, and a
 * histogram. Common part of the programs SERVER-watch, which "tallyboard watch" runs. For
 * programs only: it prints and exits.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WATCH_BARS 4096u
#define WATCH_TEXT 160u

struct watch_bar {
	char name[48]; /* "" in a histogram of numbered bins */
	uint64_t count;
};

/* The state of a board at one instant. */
struct watch_sample {
	uint64_t ns;		/* the board's time */
	char lost[WATCH_TEXT];	/* what was lost; "": nothing */
	char state[WATCH_TEXT]; /* one line about the board */
	const char *unit;	/* of @total, plural */
	uint64_t total;		/* counted since power-on; the rate is its increase */
	const char *what;	/* what the histogram counts */
	/* Bars without names are bins 0, 1, ...; if they do not fit on the screen, neighbours
	 * are added. Of bars with names, those with the highest counts are shown. */
	bool named;
	size_t bars;
	struct watch_bar bar[WATCH_BARS];
};

/* A kind of board. The functions return 0 or a negative errno value. */
struct watch_kind {
	const char *server;	/* "surfd"; the program is SERVER-watch */
	const char *title;	/* "SurfBoard" */
	const char *bins_usage; /* text of the option --bins; NULL: no such option */
	int (*open)(const char *board);
	/* @s is zeroed; @bins: value of --bins, 0: not given */
	int (*sample)(struct watch_sample *s, unsigned int bins);
	void (*close)(void);
};

/* Adds a bar with a name, unless the sample is full. */
void watch_add(struct watch_sample *s, uint64_t count, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Appends to a text of WATCH_TEXT bytes, after ", " unless it is empty. */
void watch_append(char *text, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Returns the number after "NAME: " in the lines of a simulated board's answer. If there is
 * none, it returns 0, and the view ends with an error that names @name. */
uint64_t watch_field(const char *lines, const char *name);

/* Runs the whole program; returns the exit status. */
int watch_main(const struct watch_kind *kind, int argc, char **argv);

#endif
