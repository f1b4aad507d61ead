/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LAB_H
#define LAB_H
/*
 * The SurfBoard of the pages that `make lab` writes: a board in RTL with its golden model,
 * driven over the simulated EISA bus by libsurf, and the recorded packets that are sent to it.
 * One board at a time. The page calls these functions; texts stay valid until the next call of
 * the same function. Functions that return a text return "" for success, otherwise the error
 * message.
 */
#include <stdint.h>

/* Opens a new board, with the bin selector of the source @bsel, after power-on. An error of the
 * source is "LINE:COLUMN: what is wrong", one per line; the present board then stays. */
const char *lab_open(const char *bsel);
/* Reads the packets to send from a trace file (surfrecord.h); "FILE:LINE: what is wrong". */
const char *lab_load(const char *path);
/* Starts to collect and to send. */
const char *lab_start(void);

/* Runs until @packets more packets have left the board, or @us microseconds have passed.
 * Returns 1 while packets are left, 0 when all have left. */
int lab_run(uint32_t packets, double us);
/* Runs until a packet moves: it enters a stage or leaves the board. Returns as lab_run() does.
 */
int lab_step(void);

/* What the board holds now, as text for the page: lines NAME VALUE. A stage has the words
 * SENDER WORDS LATENCY BIN of its packet, or is empty. */
const char *lab_status(void);
/* The packets in the stages. */
enum { LAB_STAGE1, LAB_STAGE2, LAB_STAGE3, LAB_STAGES };

/* Variables for the axes: those of sbit.h, and time. A grid has at most @nx times @ny cells;
 * each value in @head is a double: columns, rows, values per column, values per row, largest
 * count, sum of all counts. The counts follow, column by column, and then the sums of the
 * columns and those of the rows. */
enum { LAB_TIME = 5, LAB_HEAD = 6 };
/* The histogram memory of the board, as a joint distribution of two variables of the selector.
 */
const double *lab_histogram(int x, int y, uint32_t nx, uint32_t ny);
/* The packets that the board has put into bins so far: latency against time. A cell is the set
 * of its senders: bit k is node k. */
const double *lab_times(uint32_t nx, uint32_t ny);
/* Name of a variable of sbit.h; "" past the last. */
const char *lab_variable(int variable);
/* Name of a select code: "latency[3]", "0" or "1"; "" for a code without a use. */
const char *lab_code(unsigned int code);
/* Mask of the bits of a variable that are part of the bin address. */
uint32_t lab_selected(int variable);
uint32_t lab_last_bin(void); /* the highest bin that the selector reaches */

/* Stops collecting, reads histogram and counters back over the bus, compares both memories and
 * all registers with the golden model, and writes the histogram file @path. Stores the report
 * for lab_report(). */
const char *lab_read_back(const char *path);
const char *lab_report(void);
/* Writes the histogram memory as CSV: bin, the variables of the selector, and count. */
const char *lab_write_csv(const char *path);
/* Writes the compiled selector of the open board. */
const char *lab_write_bit(const char *path);
/* Returns the source of the selector of the open board. */
const char *lab_source(void);
/* Returns the select code of each bin address bit, 24 bytes. */
const uint8_t *lab_connections(void);
void lab_connect(unsigned int bit, unsigned int code); /* for lab_source(); the board stays */

#endif
