/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HMUTIL_H
#define HMUTIL_H
/*
 * What HYPERMON's tools have in common, over util.h: reading a trace, running a board, telling
 * what was lost before anything else.
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

/* ---- what was lost ---- */

/*
 * "lost: nothing" or "lost: 12 frames; STATUS 1 FRAME" after @prefix to the output. When
 * something was lost the exit status becomes 1, and the line goes to standard error, unless it
 * is on standard output already. @prefix NULL: only there.
 */
void hmutil_losses(const char *prefix, uint32_t status, uint32_t lost);

/* ---- event table ---- */

/* Reads the table, or ends the program with status 1. */
const struct hm_table *hmutil_table(const char *path);
/* on_stray of a decoder: reports it as a flaw, "name: node 5: ..." with the name of the trace.
 */
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
 * Opens the trace that the remaining argument names, - or none: standard input. More are an
 * error of usage. Call after util_open(). The losses go where hmutil_losses() puts them by
 * @prefix; of a stream with the losses at its end, after its last frame. False after an error;
 * there are no frames then.
 */
bool hmutil_open(const char *prefix);
/* The same for a tool that takes several traces: the next one; false also after the last. */
bool hmutil_open_next(const char *prefix);
/* Rewinds; what was already reported is not reported again. False: it is not a file.
 */
bool hmutil_again(void);
/* The next frame; false at the end, and when the rest of the file cannot be used, which is a
 * flaw. */
bool hmutil_frame(const uint32_t **words);
/* All of it into a decoder. */
void hmutil_decode(struct hm_decoder *d);

/* ---- boards ---- */

#define HMUTIL_BOARD_LETTERS "b:c:w:"
#define HMUTIL_RUN_LETTERS HMUTIL_BOARD_LETTERS "t:n:i:"
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
#define HMUTIL_BOARD_LONGS                                                                  \
	{"board", required_argument, NULL, 'b'}, {"command", required_argument, NULL, 'c'}, \
	{                                                                                   \
		"window", required_argument, NULL, 'w'                                      \
	}
#define HMUTIL_RUN_LONGS                                            \
	HMUTIL_BOARD_LONGS, {"time", required_argument, NULL, 't'}, \
		{"frames", required_argument, NULL, 'n'},           \
		{"idle", required_argument, NULL, 'i'},             \
		{"cost", required_argument, NULL, HMUTIL_COST},     \
		{"depth", required_argument, NULL, HMUTIL_DEPTH},   \
		{"marks", no_argument, NULL, HMUTIL_MARKS},         \
	{                                                           \
		"words", no_argument, NULL, HMUTIL_WORDS            \
	}
enum { HMUTIL_COST = 300, HMUTIL_DEPTH, HMUTIL_WORDS, HMUTIL_MARKS };

extern struct hm hmutil_board;

/* Takes an option of the two lists above; false when @c is none of them. */
bool hmutil_board_option(int c, const char *arg);
/* Before hmutil_board_run(): something must end it, or it is an error of usage. */
void hmutil_board_check(void);
/* A board was asked for. */
bool hmutil_board_given(void);
/* Opens it, resets it if @reset, and executes the commands. False after a reported error.
 */
bool hmutil_board_open(bool reset);
/* The header of a trace of it. */
struct hm_header hmutil_board_header(void);
/* Takes a group of frames. */
typedef void hmutil_sink(void *arg, const uint32_t *words, size_t n, size_t frames);
/*
 * Reads the board until time, frames or idle time are over, or the user interrupts; what was
 * captured until the time was over is read too. False after a reported error. Then
 * @status and @lost are the board's.
 */
bool hmutil_board_run(hmutil_sink *sink, void *arg, uint32_t *status, uint32_t *lost);

#endif
