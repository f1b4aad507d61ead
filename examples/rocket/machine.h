/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MACHINE_H
#define MACHINE_H
/*
 * The machine of examples/rocket: rocket_node.v with a memory, a UART and an exit on its pins,
 * all in C; what these have seen; and the comparison of the monitor with it.
 *
 * A call of the monitor's driver that fails ends the process with a message.
 */
#include "axi.h"
#include "axil.h"
#include "ddr.h"
#include "sim.h"
#include "surflib.h"
#include "surfrecord.h"

#define CLOCK_HZ 100000000u
#define MEMORY_AT 0x80000000u

/* The monitor of rocket_node.v, and the meaning of a bin: bits 5..0 the latency in units of 4
 * clocks (255 and more clocks in the last one), 9..6 the id, 10: a write, 11: the device port.
 */
#define BINS 4096u

/* The bins of a program that measures itself (programs/measure.c): bit 0 a write, bits 5..1
 * bits 10..6 of the address, 7 and 6 the phase, 8: the device port. */
#define MEASURED_BINS 512u

struct machine_options {
	unsigned int cores;    /* 1, 2 or 4; that of the model */
	unsigned int defect;   /* as the pin of this name */
	unsigned int latency;  /* clocks, of the memory; 0: a DDR memory */
	unsigned int stall;    /* per cent, as in axi_set_stall() */
	bool quiet;	       /* the program's output is not printed */
	const char *reference; /* file for the lines of the log; NULL: none */
};

/* What a port has seen: the reference for the monitor. */
struct seen {
	uint64_t end; /* clock of the last beat or response */
	uint32_t addr, words, latency;
	uint8_t id;
	bool write, device;
};

/* The program has changed the phase register between two clocks. */
struct phase {
	uint64_t from, to;
	uint8_t number;
};
#define PHASES 16u

/* An access of a program to the monitor, which the main loop makes. */
struct request {
	bool waits;
	uint32_t addr;
	unsigned int bytes;
	uint64_t data;
	unsigned int strobe;
};

struct node {
	struct sim *s;
	struct sim_clock *clk;
	struct machine_options o;
	struct word_device *bus; /* of the monitor */
	struct surf monitor;
	uint8_t *memory;
	struct ddr ddr;
	struct axi *io;
	struct request request[2]; /* read, write */
	bool exited;
	unsigned int code;
	uint64_t exit_clock, requests;
	struct seen *seen;
	size_t count, room;
	struct phase phase[PHASES]; /* in the order of their times */
	unsigned int phases;
	bool failed;	/* a comparison has failed */
	char line[128]; /* of the program's output */
	size_t length;
	uint32_t printed[BINS]; /* bins that the program printed */
};

/* Ends the program with a message if @err, the result of a call, is not 0. */
void must(int err, const char *what);

/* Puts the devices on the pins of @s and loads the ELF file @program. The cores wait. */
void machine_open(struct node *n, struct sim *s, const struct machine_options *o,
		  const char *program);
void machine_close(struct node *n);
/* Opens and configures the monitor, clears @bins bins and writes @htcr to HTCR. */
void machine_start_monitor(struct node *n, uint32_t bins, uint32_t htcr);
/* Runs the cores until the program has ended and nothing moves at the ports any more; false: it
 * has not ended after @clocks. */
bool machine_run(struct node *n, uint64_t clocks);

/*
 * Compare the monitor with the log, print what they have, and set n->failed if it differs.
 * compare_all: everything since the reset. compare_measured: the program has started and
 * stopped the monitor, whose bins are those of MEASURED_BINS, and has printed them; its entries
 * have the phase in p_be. compare_part: the monitor is stopped before
 * the program has ended. The first two return the trace; the caller frees it; and they write
 * the reference of machine_options: for each phase and each line of the memory that it uses
 * "PHASE ADDRESS TRANSFERS READS WRITES". A transfer is a read of a line that was written since
 * it was read before, in the same phase, in the order in which answers end at the memory.
 */
struct trace_record *compare_all(struct node *n, uint32_t *entries);
struct trace_record *compare_measured(struct node *n, uint32_t *entries);
void compare_part(struct node *n);

#endif
