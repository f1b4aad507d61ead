/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HMUTIL_H
#define HMUTIL_H
/*
 * Common part of HYPERMON's tools, based on util.h: reading a trace, running a board, and
 * reporting losses before anything else.
 */
#include "hm_decode.h"
#include "hm_trace.h"
#include "hmlib.h"
#include "util.h"

#define HMUTIL_GUESS_HELP                                                                  \
	"  -g, --guess=N       after a loss, resume before the next synchronisation, at\n" \
	"                      the only position from which all following data, at\n"      \
	"                      least N events, agree with the table; these events are\n"   \
	"                      marked as probable\n"
#define HMUTIL_TABLE_HELP "  -e, --events=TABLE  events of the nodes, hmevents(5)\n"

/* ---- losses ---- */

/*
 * Writes "lost: nothing" or "lost: 12 frames; STATUS 1 FRAME" after @prefix to the output. If
 * anything was lost, the exit status becomes 1, and the line also goes to standard error,
 * unless the output is standard output. @prefix NULL: only to standard error.
 */
void hmutil_losses(const char *prefix, uint32_t status, uint32_t lost);

/* ---- event table ---- */

/* Reads the table, or ends the program with status 1. */
const struct hm_table *hmutil_table(const char *path);
/* Callback on_stray of a decoder: reports a stray as a flaw, "NAME: node 5: ..." with the name
 * of the trace. */
void hmutil_stray(void *arg, const struct hm_stray *s);

/* "node 3: 100 to 200 ns: 12 nibbles not decoded, after a loss of 5 frames" */
#define HMUTIL_GAP_TEXT 200
char *hmutil_gap_text(const struct hm_gap *g, char text[HMUTIL_GAP_TEXT]);
/* "windows 5 to 9: 5 frames, nodes 0 1 3" */
#define HMUTIL_MARK_TEXT 128
char *hmutil_mark_text(const struct hm_mark *m, char text[HMUTIL_MARK_TEXT]);

/* ---- traces ---- */

extern struct hm_trace hmutil_trace;

/*
 * Opens the trace that the remaining argument names; for - or no argument, standard input. More
 * arguments are a usage error. Call after util_open(). The losses are reported by
 * hmutil_losses() with @prefix, for a stream with the losses at its end after the last frame.
 * False after an error; there are no frames then.
 */
bool hmutil_open(const char *prefix);
/* Does the same for a tool that reads several traces: opens the next one; returns false after
 * an error and after the last trace. */
bool hmutil_open_next(const char *prefix);
/* Rewinds the trace without repeating reports. False: it is not a file. */
bool hmutil_again(void);
/* Reads the next frame; false at the end, and if the rest of the file cannot be used, which is
 * reported as a flaw. */
bool hmutil_frame(const uint32_t **words);
/*
 * Returns whether the trace lacks data at unknown places, which is the value for
 * hm_decoder.unmarked. A stream reports its losses only at its end, so it is copied to a
 * temporary file. Call this function before the first hmutil_frame().
 */
bool hmutil_unmarked(void);
/* Writes after @prefix how much of a trace for which hmutil_unmarked()
 * is true may be missing. */
void hmutil_bound(const char *prefix);
/* Passes the whole trace to a decoder. */
void hmutil_decode(struct hm_decoder *d);

/* ---- boards ---- */

#define HMUTIL_BOARD_HELP                                                          \
	"  -b, --board=BACKEND sim:... (default), unix:PATH or mmap:...\n"         \
	"  -c, --command=TEXT  a command for a simulated board, executed first;\n" \
	"                      may be repeated\n"                                  \
	"  -w, --window=NS     window of 800, 400 or 200 ns (800)\n"
#define HMUTIL_RUN_HELP                                                          \
	HMUTIL_BOARD_HELP                                                        \
	"  -t, --time=TIME     duration in the board's time: 10ms, 2s\n"         \
	"  -n, --frames=N      number of frames to read\n"                       \
	"  -i, --idle=TIME     read until no frame has arrived for TIME\n"       \
	"      --cost=NS       the I/O node's time for each frame, on a\n"       \
	"                      simulated board\n"                                \
	"      --depth=N       depth of the frame FIFO of a real board (1024)\n" \
	"      --words         the real board has 32-bit ports\n"                \
	"      --marks         the real board writes loss marks\n"
enum { HMUTIL_COST = 300, HMUTIL_DEPTH, HMUTIL_WORDS, HMUTIL_MARKS };
#define HMUTIL_RUN_WORDS                                                         \
	{"cost", HMUTIL_COST}, {"depth", HMUTIL_DEPTH}, {"marks", HMUTIL_MARKS}, \
	{                                                                        \
		"words", HMUTIL_WORDS                                            \
	}

extern struct hm hmutil_board;

/* Handles an option of the two lists above; false if @c is none of them. */
bool hmutil_board_option(int c, const char *arg);
/* Call before hmutil_board_run(): it is a usage error if no option ends the run. */
void hmutil_board_check(void);
/* Returns whether the option --board was given. */
bool hmutil_board_given(void);
/* Opens the board, resets it if @reset, and executes the commands. Returns false after a
 * reported error. */
bool hmutil_board_open(bool reset);
/* Returns the header for a trace of the board. */
struct hm_header hmutil_board_header(void);
/* Is called with each group of frames. */
typedef void hmutil_sink(void *arg, const uint32_t *words, size_t n, size_t frames);
/*
 * Reads the board until the time, the number of frames or the idle time is reached, or the user
 * interrupts; frames captured before the time was reached are still read. Returns false after a
 * reported error. @status and @lost are set to the values of the board.
 */
bool hmutil_board_run(hmutil_sink *sink, void *arg, uint32_t *status, uint32_t *lost);

#endif
