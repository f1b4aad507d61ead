/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PAPER_H
#define PAPER_H
/*
 * A paper's experiment, run again: its numbers beside ours, tables as CSV, figures as SVG.
 *
 * One program for each table or group of figures, tb/paper/BOARD/NAME.c. `make paper` runs
 * them and joins what they leave in build/paper/BOARD: NAME.html, a part of the page; *.csv;
 * *.svg with the gnuplot scripts that drew them. The verdict on each number and each claim
 * goes to build/results, for `make trace`.
 *
 *	p = paper_begin(argc, argv, "hypermon", "bandwidth", "Bandwidth tests (5.1)");
 *	paper_constants(p, constants);
 *	paper_value(p, &(struct paper_value){.what = "...", .unit = "MB/s", .published = 1.02,
 *					     .ours = ours, .low = 1.01, .high = 1.03,
 *					     .kind = PAPER_PREDICTED});
 *	return paper_end(p);
 *
 * Errors of files end the program with a message and status 1.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct paper;

/* Reads the command line: --output=DIR, --length=PERCENT of everything long, --seed=N,
 * --part=NAME, --vary=CHANGE, --change=NAME=VALUE, --help. Ends the program at a usage error
 * (2) or --help (0). */
struct paper *paper_begin(int argc, char **argv, const char *board, const char *name,
			  const char *title);
/*
 * Long work in parts, each a process of its own: locally JOBS at a time, or on a cluster
 * (RUNNER=slurm, see ci/tasks). The program writes each part's result to a file that it names
 * itself. Order: long parts first. A run that was interrupted goes on where it was, unless the
 * program or a model is newer.
 *
 * paper_part(): the part that this process shall do, then leave with paper_part_end(status);
 * NULL: it is the one that makes the page. paper_run_parts(): runs the parts not done yet; ends
 * the program when one fails.
 */
const char *paper_part(const struct paper *p);
int paper_part_end(struct paper *p, int status);
void paper_run_parts(struct paper *p, const char *what, const char *const *names,
		     unsigned int n);
/* --change: what shall differ from the model, for the program to apply; the results are then no
 * evidence and lie in the output folder. A program that does not ask for it fails then. NULL:
 * nothing. */
const char *paper_change(struct paper *p);
uint64_t paper_seed(const struct paper *p);
unsigned int paper_percent(const struct paper *p);
/* The folder of tables and figures. */
const char *paper_output(const struct paper *p);
/* @full at 100 per cent, at least @least. */
uint64_t paper_length(const struct paper *p, uint64_t full, uint64_t least);

void paper_section(struct paper *p, const char *title);
/* A paragraph. */
void paper_text(struct paper *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Where a row's value comes from. Only predictions and statements count as results. A row whose
 * kind lacks what is named here fails. */
enum paper_kind {
	PAPER_UNCLASSIFIED,
	PAPER_GIVEN,	 /* a constant of the paper that was put into the model, read back */
	PAPER_FITTED,	 /* a constant of the model was chosen to make it come out: fitted */
	PAPER_PREDICTED, /* published; no constant was chosen by looking at it, or at anything
			  * that implies it. One independent quantity is one row. */
	PAPER_IMPLIED,	 /* by arithmetic or construction from another row: implied_by */
	PAPER_STATEMENT, /* words of the paper turned into a test: ablation */
	PAPER_CHECK,	 /* of this program or its models; the paper has no such value */
	PAPER_KINDS
};

/* A number that was published, or follows from what was. */
struct paper_value {
	const char *what, *unit;
	int digits;	  /* behind the point */
	double published; /* NAN: the paper gives none */
	double ours;
	double low, high;  /* ours is within, or the experiment has failed */
	const char *why;   /* they differ; NULL: they do not */
	const char *shows; /* requirement ids; NULL: none */
	enum paper_kind kind;
	const char *fitted;	/* of PAPER_FITTED: the constant that was chosen */
	const char *implied_by; /* of PAPER_IMPLIED: the row or the construction */
	/* Why the value is known to miss its bound; NULL: it is not, and a miss is a failure.
	 * A row that holds in spite of its reason fails too: the reason is out of date. */
	const char *missed;
	bool shortened; /* the run is too short for a verdict: it counts as not run */
};
void paper_value(struct paper *p, const struct paper_value *v);
/* A check of this program or its models, no result. */
void paper_check(struct paper *p, bool holds, const char *what, const char *shows);
/* One for which the run is too short. */
void paper_check_not_run(struct paper *p, const char *what, const char *shows);
/* A statement of the paper, and whether it holds. */
struct paper_statement {
	bool holds;
	const char *what, *shows;
	/* A change of the model with which it must not hold, and whether it does nevertheless:
	 * then the statement fails, as it does without an ablation unless its miss is known. */
	const char *ablation;
	bool survives;
	const char *missed; /* as above */
	bool shortened;	    /* as above */
};
void paper_statement(struct paper *p, const struct paper_statement *v);

/* The constants of a machine that are no constants of nature: one table, whose last entry has
 * no name. */
struct paper_constant {
	const char *name, *unit;
	double value;
	enum paper_kind kind; /* PAPER_GIVEN, PAPER_FITTED; PAPER_UNCLASSIFIED: assumed */
	const char *from;     /* the place in the paper, what it was fitted to, or why */
	const char *decides;  /* the rows that depend on it */
};
void paper_constants(struct paper *p, const struct paper_constant *c);

/* A constant that a variable holds: uint64_t, unsigned int, double. */
enum paper_type { PAPER_TIME, PAPER_COUNT, PAPER_REAL };
struct paper_variable {
	struct paper_constant c;
	void *at;
	enum paper_type type;
};

/*
 * Sensitivities of all predictions and statements, to be called before anything is computed.
 * @v, which must last until paper_end() and whose last entry has no name, has the constants;
 * those that are not given are changed by 10 %, a count by one at least. In a run of full
 * length paper_end() runs this program again twice for each, JOBS at a time or on a cluster as
 * paper_run_parts(), compares the verdicts row by row (by section, and place in it), and makes
 * the table below and NAME-sensitivities.csv. Runs that have been are not repeated as long as
 * the program and the models are the same. @shows: requirement ids.
 *
 * The run with a constant changed writes its tables into a folder of its own and draws no
 * pictures. It may leave out rows of other kinds, and what cannot depend on that constant:
 * whole sections of rows, whose verdicts count as unchanged, or long work of which the
 * unchanged run has kept the results.
 */
void paper_sensitivities(struct paper *p, const struct paper_variable *v, const char *shows);
/* In this run the constant that is held at @at is changed; NULL: any constant. */
bool paper_varied(const struct paper *p, const void *at);
/* For what the unchanged run keeps: to be written, or NULL when nothing will be run again; to
 * be read in a run with a constant changed. */
FILE *paper_keep(const struct paper *p, const char *name);
FILE *paper_kept(const struct paper *p, const char *name);
/* Ablations are tried: not in a run with a constant changed. */
bool paper_ablations(const struct paper *p);

/* A row, computed again with one constant 10 % smaller and 10 % larger. paper_end() makes a
 * table of all, and says which constants change a verdict. */
struct paper_variation {
	const char *row, *constant;
	int digits;
	double less, ours, more; /* NAN: the row is a statement */
	bool less_holds, holds, more_holds;
	/* The constant, where it is not 10 % smaller and larger; NULL: it is. */
	const char *less_is, *more_is;
};
void paper_vary(struct paper *p, const struct paper_variation *v);

/* DIR/NAME.csv, whose first lines are comments with board and seed, then the quantities with
 * their units. paper_csv_end() also puts its rows into the page as a table. */
FILE *paper_csv(struct paper *p, const char *name, const char *columns);
void paper_csv_end(struct paper *p, FILE *f);
/* DIR/NAME.svg, drawn by gnuplot in DIR, where the CSV files are (separator and terminal are
 * set). */
void paper_figure(struct paper *p, const char *name, const char *caption, const char *script);

/* What was written before: DIR/NAME, for reading. NULL: it cannot be opened. */
FILE *paper_open(const struct paper *p, const char *name);
/* How many point symbols that picture has, those of the key among them. */
unsigned int paper_points(struct paper *p, const char *name);

/* How far the program is, on a terminal: @what, and its share from 0 to 1. */
void paper_progress(struct paper *p, const char *what, double share);
/* Counts the rows of each kind. 0, or 1 when a row failed; a row that misses its bound for a
 * known reason has not failed. */
int paper_end(struct paper *p);

#endif
