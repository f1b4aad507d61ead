/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PAPER_H
#define PAPER_H
/*
 * Repeats an experiment of a paper: compares its numbers with ours, and writes tables as CSV
 * and figures as SVG.
 *
 * Each table or group of figures has a program, tb/paper/BOARD/NAME.c. `make paper` runs the
 * programs and joins their files in build/paper/BOARD: NAME.body, a part of the page; *.csv;
 * *.svg with the gnuplot scripts that drew them. The verdict on each number and each claim goes
 * to build/results, for `make trace`: paper-BOARD-NAME.tsv, or paper-BOARD-NAME-short.tsv of a
 * run below full length.
 *
 *	p = paper_begin(argc, argv, "hypermon", "bandwidth", "Bandwidth tests (5.1)");
 *	paper_constants(p, constants);
 *	paper_value(p, &(struct paper_value){.what = "...", .unit = "MB/s", .published = 1.02,
 *					     .ours = ours, .low = 1.01, .high = 1.03,
 *					     .kind = PAPER_PREDICTED});
 *	return paper_end(p);
 *
 * If a file cannot be read or written, the program ends with a message and status 1.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct paper;

/* Reads the command line: --output=DIR, --length=PERCENT (length of long runs), --seed=N,
 * --part=NAME, --vary=CHANGE, --change=NAME=VALUE, --help. A usage error ends the program with
 * status 2, --help with 0. */
struct paper *paper_begin(int argc, char **argv, const char *board, const char *name,
			  const char *title);
/*
 * A program can divide long work into parts, each of which runs as a separate process: locally
 * JOBS at a time, or on a cluster (RUNNER=slurm, see ci/run/tasks). The program writes the
 * result of each part to a file and chooses its name. Long parts should come first. An
 * interrupted run continues with the parts not done, unless the program or a model has changed
 * since.
 *
 * paper_part(): returns the part that this process must do; it then ends with
 * paper_part_end(status). NULL: this process makes the page. paper_run_parts(): runs the parts
 * not done yet; ends the program if one fails.
 */
const char *paper_part(const struct paper *p);
int paper_part_end(struct paper *p, int status);
void paper_run_parts(struct paper *p, const char *what, const char *const *names,
		     unsigned int n);
/* Returns the argument of --change, a change of the model that the program must apply; NULL:
 * none. The results of such a run are no evidence and stay in the output folder. */
const char *paper_change(struct paper *p);
uint64_t paper_seed(const struct paper *p);
/* Does the same for a trial that is another one in each run: if no seed, or the seed 1, was
 * named, one is drawn, which stands in the results and repeats the run. */
uint64_t paper_new_seed(struct paper *p);
unsigned int paper_percent(const struct paper *p);
/* Returns the folder of tables and figures. */
const char *paper_output(const struct paper *p);
/* Returns the --length percentage of @full, but at least @least. */
uint64_t paper_length(const struct paper *p, uint64_t full, uint64_t least);

void paper_section(struct paper *p, const char *title);
/* Writes a paragraph to the page. */
void paper_text(struct paper *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Origin of a row's value. Only predictions and statements count as results. A row fails if it
 * lacks the member that is named here for its kind. */
enum paper_kind {
	PAPER_UNCLASSIFIED,
	PAPER_GIVEN,	 /* a constant of the paper that the model uses, read back */
	PAPER_FITTED,	 /* a constant of the model was chosen to give this value; needs
			  * fitted */
	PAPER_PREDICTED, /* a published value; no constant was chosen with knowledge of it or of
			  * a value that implies it. Each row is an independent quantity. */
	PAPER_IMPLIED,	 /* follows from another row by arithmetic or by construction; needs
			  * implied_by */
	PAPER_STATEMENT, /* a statement of the paper as a test; needs ablation */
	PAPER_CHECK,	 /* a check of this program or its models; the paper has no such
			  * value */
	PAPER_KINDS
};

/* A number that the paper gives, or that follows from the paper. */
struct paper_value {
	const char *what, *unit;
	int digits;	  /* digits after the decimal point */
	double published; /* NAN: the paper gives no value */
	double ours;
	double low, high;  /* the experiment fails if @ours is outside of these bounds */
	const char *why;   /* reason for a difference; NULL: there is none */
	const char *shows; /* requirement ids; NULL: none */
	enum paper_kind kind;
	const char *fitted;	/* for PAPER_FITTED: the constant that was chosen */
	const char *implied_by; /* for PAPER_IMPLIED: the row or the construction */
	/* The known reason why the value misses its bound; NULL: none, and a miss is a failure.
	 * A row that has a reason but holds fails too, because the reason is out of date. */
	const char *missed;
	bool shortened; /* the run is too short for a verdict: it counts as not run */
};
void paper_value(struct paper *p, const struct paper_value *v);
/* Adds a check of this program or its models, which is no result. */
void paper_check(struct paper *p, bool holds, const char *what, const char *shows);
/* Adds a check for which the run is too short. */
void paper_check_not_run(struct paper *p, const char *what, const char *shows);
/* A statement of the paper, and whether it holds. */
struct paper_statement {
	bool holds;
	const char *what, *shows;
	/* A change of the model with which the statement must not hold, and whether it holds
	 * nevertheless. In that case the statement fails; it also fails without an ablation,
	 * unless missed is set. */
	const char *ablation;
	bool survives;
	const char *missed; /* as above */
	bool shortened;	    /* as above */
};
void paper_statement(struct paper *p, const struct paper_statement *v);

/* A constant of a machine that is not a constant of nature. The last entry of a table has no
 * name. */
struct paper_constant {
	const char *name, *unit;
	double value;
	enum paper_kind kind; /* PAPER_GIVEN, PAPER_FITTED; PAPER_UNCLASSIFIED: assumed */
	const char *from;     /* place in the paper, value to which it was fitted, or reason */
	const char *decides;  /* the rows that depend on it */
};
void paper_constants(struct paper *p, const struct paper_constant *c);

/* Type of the variable that holds a constant: uint64_t, unsigned int, double. */
enum paper_type { PAPER_TIME, PAPER_COUNT, PAPER_REAL };
struct paper_variable {
	struct paper_constant c;
	void *at;
	enum paper_type type;
};

/*
 * Requests the sensitivities of all predictions and statements; it must be called before
 * anything is computed. @v has the constants; it must exist until paper_end(), and its last
 * entry has no name. Constants that are not PAPER_GIVEN are changed by 10 %, a count by at
 * least one. In a run of full length paper_end() runs this program twice more for each
 * constant, in processes as paper_run_parts() does, compares the verdicts row by row (by
 * section, and position in it), and makes the table below and NAME-sensitivities.csv. Earlier
 * runs are not repeated as long as the program and the models are the same. @shows: requirement
 * ids.
 *
 * A run with a changed constant writes its tables into a separate folder and draws no pictures.
 * It may omit rows of other kinds, and everything that cannot depend on the constant: complete
 * sections of rows, whose verdicts count as unchanged, or long work whose results the unchanged
 * run has kept.
 */
void paper_sensitivities(struct paper *p, const struct paper_variable *v, const char *shows);
/* Returns whether the constant at @at is changed in this run; NULL: any constant. */
bool paper_varied(const struct paper *p, const void *at);
/* Opens a file in which the unchanged run keeps results; NULL: no run with a changed constant
 * will follow. */
FILE *paper_keep(const struct paper *p, const char *name);
/* Opens this file for reading, in a run with a changed constant. */
FILE *paper_kept(const struct paper *p, const char *name);
/* Returns whether the program must try ablations; it does not in a run with a changed
 * constant. */
bool paper_ablations(const struct paper *p);

/* A row that was computed again with one constant 10 % smaller and 10 % larger. paper_end()
 * makes a table of all of them, and names the constants that change a verdict. */
struct paper_variation {
	const char *row, *constant;
	int digits;
	double less, ours, more; /* NAN: the row is a statement */
	bool less_holds, holds, more_holds;
	/* The value of the constant if it is not 10 % smaller or larger; NULL: it is. */
	const char *less_is, *more_is;
};
void paper_vary(struct paper *p, const struct paper_variation *v);

/* Opens DIR/NAME.csv. Its first lines are comments with board and seed; then come the
 * quantities with their units. paper_csv_end() also puts its rows into the page as a table. */
FILE *paper_csv(struct paper *p, const char *name, const char *columns);
void paper_csv_end(struct paper *p, FILE *f);
/* Makes DIR/NAME.svg: gnuplot runs @script in DIR, where the CSV files are; separator and
 * terminal are set. */
void paper_figure(struct paper *p, const char *name, const char *caption, const char *script);

/* Opens DIR/NAME, which was written before, for reading. NULL: it cannot be opened. */
FILE *paper_open(const struct paper *p, const char *name);
/* Returns the number of point symbols in the picture, including those of the key. */
unsigned int paper_points(struct paper *p, const char *name);

/* Shows the progress on a terminal: @what, and its share from 0 to 1. */
void paper_progress(struct paper *p, const char *what, double share);
/* Writes the number of rows of each kind. Returns 0, or 1 if a row failed; a row that misses
 * its bound for a known reason has not failed. Returns 3 if there is a change that the program
 * did not ask for; then the rows show nothing. */
int paper_end(struct paper *p);

#endif
