/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PC_H
#define PC_H
/*
 * A PC around the MultiKron board: processors that share the PCI bus with a disk controller or
 * a network interface, which transfer blocks of data to another target on the bus. A
 * processor's accesses come between two of their bursts.
 */
#include "pci.h"
#include "s16d.h"

struct mkboard;

enum pc_load { PC_NO_LOAD, PC_DISK, PC_NETWORK };

/* Traffic of a load; time in clocks of the PCI bus. */
struct pc_shape {
	const char *name;
	unsigned int least, most; /* bytes of a request */
	unsigned int burst;	  /* maximum words of a burst */
	unsigned int gap;	  /* clocks between two bursts of a request */
};
extern const struct pc_shape pc_shapes[]; /* by enum pc_load */

struct pc;

/* Opens a PC around a board that is powered on. It is closed with the simulation. */
struct pc *pc_open(struct mkboard *b, uint64_t seed);
/* Opens a PC with a new board without a golden model. @osc and @ext: periods of the oscillator
 * and the external clock; 0: 25 and 40 ns. */
struct pc *pc_new(struct sim *s, uint64_t seed, sim_time osc, sim_time ext);
struct pci *pc_pci(struct pc *pc);
struct s16d *pc_cable(struct pc *pc);
uint32_t pc_base(const struct pc *pc); /* bus address of the board */
/* Reads bytes of the local memory from word @word on, in the order of samples. */
void pc_memory(struct pc *pc, uint32_t word, uint8_t *bytes, size_t n);
/* From now on @load keeps the bus busy for about @percent of the time, 0 to 80. */
void pc_set_load(struct pc *pc, enum pc_load load, unsigned int percent);
/* Powers the board on again (mkboard_power_on). A burst of the load that is then on the bus is
 * cancelled and repeated. */
void pc_reset(struct pc *pc);
/* Returns the bus as a driver accesses it, concurrently with the load. */
struct device *pc_bus(struct pc *pc);

/* ---- processors ---- */

enum pc_action { PC_COMPUTE, PC_READ, PC_WRITE, PC_WRITE64 };

struct pc_operation {
	enum pc_action action;
	sim_time time;	 /* PC_COMPUTE */
	uint32_t offset; /* offset in the board's window */
	uint64_t value;	 /* written, or read before the next step */
};

/* A processor and its program: @step gives the next operation, or false at the end. */
struct pc_processor {
	unsigned int id; /* 0 to 7: its XCPU line */
	bool (*step)(struct pc_processor *p, struct pc_operation *o);
	void *arg;
	/* results */
	uint64_t accesses;
	sim_time waiting; /* total time of waiting for the bus and for the board */
	/* --- private --- */
	struct pc_operation last;
	sim_time ready;
	bool ended;
};

/* Runs the programs to their ends. The processor that uses the bus drives its XCPU line. */
void pc_run(struct pc *pc, struct pc_processor *processors, unsigned int n);

#endif
