/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LAB_H
#define LAB_H
/*
 * The SurfBoard of the pages that `make lab` writes: a board in RTL with its golden model,
 * driven over the simulated EISA bus by libsurf, and the recorded packets that are sent to it.
 * One board at a time. The page calls these functions; texts stay valid until the next call of
 * the same function. Functions that return a text return "" for success, otherwise the error
 * message. Functions that let time pass while packets are sent return nothing: the nodes of a
 * WORKLOAD are coroutines, with which a function returns to the page more than once.
 */
#include <stdint.h>

/* Opens a new board of @revision 1 or 2, with the bin selector of the source @bsel, after
 * power-on. An error of the source is "LINE:COLUMN: what is wrong", one per line; the present
 * board then stays. */
const char *lab_open(const char *bsel, int revision);
int lab_is_open(void); /* 0: no board is open, or a check of its simulation has failed */
/* Presets each bin over the bus so that it wraps with its @packets-th packet. The pictures and
 * the CSV file show the packets that were counted since then; the histogram file shows the
 * contents of the bins. */
const char *lab_threshold(uint32_t packets);
/* Reads the packets to send from a trace file (surfrecord.h); "FILE:LINE: what is wrong". */
const char *lab_load(const char *path);
/* Starts to collect. */
const char *lab_start(void);
/* Starts to send the packets, after lab_start(). */
void lab_send(void);

/* Runs until @packets more packets have left the board, or @us microseconds have passed. */
void lab_run(uint32_t packets, double us);
/* Runs until a packet moves: it enters a stage or leaves the board. */
void lab_step(void);
/* Returns 1 while packets are left, 0 when all have left the board. */
int lab_more(void);

/* Returns the state of the board as text for the page: lines NAME VALUE. A stage has the words
 * NUMBER SENDER WORDS LATENCY BIN of its packet, or is empty; queue is the number of packets
 * that wait before Stage 2 of revision 2; command is the last one that sent packets. */
const char *lab_status(void);
/* The packets in the stages. */
enum { LAB_STAGE1, LAB_STAGE2, LAB_STAGE3, LAB_STAGES };

/* Variables for the axes: those of sbit.h, and time. A grid has at most @nx times @ny cells;
 * each value in @head is a double: columns, rows, values per column, values per row, largest
 * count, sum of all counts. The counts follow, column by column, and then the sums of the
 * columns and those of the rows. */
enum { LAB_TIME = 5, LAB_HEAD = 6 };
/* Returns the board's histogram memory as a joint distribution of two variables of the
 * selector. */
const double *lab_histogram(int x, int y, uint32_t nx, uint32_t ny);
/* Returns the packets that the board has put into bins so far: latency against time. A cell is
 * the set of its senders: bit k is node k. */
const double *lab_times(uint32_t nx, uint32_t ny);
/* Returns the name of a variable of sbit.h; "" past the last. */
const char *lab_variable(int variable);
/* Returns the name of a select code: "latency[3]", "0" or "1"; "" for an unused code. */
const char *lab_code(unsigned int code);
/* Returns the mask of the bits of a variable that are part of the bin address. */
uint32_t lab_selected(int variable);
uint32_t lab_last_bin(void); /* the highest bin that the selector reaches */

/* Stops collecting, reads histogram and counters back over the bus, compares both memories and
 * all registers with the golden model, and writes the histogram file @path. */
void lab_read_back(const char *path);
const char *lab_read_error(void);
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

/* Executes a line of the shell surf (shell.h) on the open board. While lab_shell_runs(), it has
 * not ended, and lab_shell_continue() continues it; after lab_shell_stop() that ends it as an
 * interrupt ends a command of surf. Then lab_shell_output() returns the output and
 * lab_shell_error() the error messages, "" for success. */
void lab_shell(const char *line);
int lab_shell_runs(void);
void lab_shell_continue(void);
void lab_shell_stop(void);
const char *lab_shell_output(void);
const char *lab_shell_error(void);
/* Returns word number @n that may follow the text @before and begins with @word; "": none. */
const char *lab_complete(const char *before, const char *word, unsigned int n);
/* Returns the registers of the open board: a line "REGISTER|description" for each register, and
 * after it one for each of its fields, "|FIELD|msb|lsb|access|description". */
const char *lab_registers(void);
/* Reads these registers over the bus, which takes some microseconds of the board's time. */
void lab_read_registers(void);
/* What was read: lines NAME HEXADECIMAL. A register that a read changes is left out. */
const char *lab_values(void);

/* Records waves from now on, in windows of @us microseconds of the board's time; 0: no more. */
const char *lab_waves(double us);
/* Writes the last windows to the VCD file @path: at least the last @us microseconds, where they
 * have been recorded. Recording continues. */
const char *lab_save_waves(const char *path);

#endif
