/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HYPERCUBE_H
#define HYPERCUBE_H
/*
 * The environment of HYPERMON: sixteen node ports, the cable, the I/O node's bus, and the
 * golden model with a scoreboard. The scoreboard uses the observation pins to check windows,
 * FIFO levels, frames stored and dropped, and every word read in every clock of every test. A
 * strobe must appear 2 to 3 clocks after it rose at the capture board, one more with jitter of
 * the crossing, and none may be missing.
 */
#include "hm_golden.h"
#include "hmlib.h"
#include "pbx.h"
#include "sim.h"

#define HYPERCUBE_NODES 16
#define HYPERCUBE_WINDOW SIM_NS(800) /* after a reset: 16 clocks */
/* CTRL of a board that accepts strobes, with windows of this code. */
#define HYPERCUBE_RUN(code) (HM_CTRL_ENABLE | (code) * (HM_CTRL_WINDOW & -HM_CTRL_WINDOW))

struct hypercube_config {
	unsigned int nodes, depth; /* parameters of the model; 0 stands for 16 and 1024 */
	uint32_t stamp_init, lost_init;
	bool marks;	/* parameter of the model */
	bool unwatched; /* no golden model; used for the variant that collects words */
};

/* A strobe that rose at the capture board and has not appeared yet. */
struct hypercube_rise {
	sim_time at;
	uint8_t nibble;
	bool may_miss; /* a reset came before it appeared */
};

#define HYPERCUBE_RISES 8

/* Nodes that send automatically. Each has its own clock with a random phase and a rate within
 * 200 ppm of the nominal one. */
struct hypercube_traffic {
	uint16_t nodes;
	uint64_t count;	    /* number of nibbles of each node; 0: the nodes send until
			     * hypercube_stop() */
	sim_time gap, more; /* from strobe to strobe, plus a random time up to `more` */
	sim_time pulse; /* width of the strobe of a fast port; 0: two writes of the computer */
	unsigned int burst; /* number of nibbles of a burst; 0: there are no bursts */
	sim_time pause;	    /* additional gap after a burst */
	bool in_step;	    /* all nodes send at the same time, without drift, starting now */
	/* what a node sends: its nibble number @n; NULL: random */
	unsigned int (*nibble)(void *arg, unsigned int node, uint64_t n);
	void *arg;
};

struct hypercube {
	struct sim *s;
	struct sim_clock *clk; /* 20 MHz */
	struct pbx *bus;
	struct sim_pin *node_strobe, *node_data;
	struct sim_pin *erb[4], *ecb[4]; /* cable: strobe p and n, data p and n */
	/* faults of the cable: lines held at 0 and at 1, in the order of erb[] */
	uint64_t stuck0[4], stuck1[4];
	uint16_t strobe; /* levels at the ports */
	uint64_t data;
	sim_time began; /* first clock edge of window 0 */

	struct hm_golden *g;
	struct hm_golden_state now; /* state of the board in the clock before the last edge */
	uint16_t edge;		    /* strobes that appeared in that clock */
	uint64_t nibbles;	    /* nibbles of these strobes */
	bool cleared;		    /* CTRL.RST emptied the board at the end of that clock */
	uint64_t edges;		    /* number of strobes that have appeared so far */
	unsigned int level_max;	    /* highest level of the vector FIFO so far */
	/* Called before each rise of the clock, after the scoreboard. */
	sim_fn *on_clock;
	void *on_clock_arg;
	/* --- inside --- */
	struct sim_pin *obs[8], *reset_n;
	unsigned int nodes;
	uint16_t received; /* strobes at the outputs of the receivers */
	struct hypercube_rise rise[HYPERCUBE_NODES][HYPERCUBE_RISES];
	unsigned int rises[HYPERCUBE_NODES];
	unsigned int unsure; /* clocks during which a strobe that rose may be missed */
	bool resets;	     /* CTRL.RST was written in the last clock */
	struct hypercube_sender {
		struct hypercube *h;
		struct hypercube_traffic t;
		unsigned int node, nibble;
		uint64_t sent;
		int ppm;
		sim_time at; /* time of the strobe, or of the first write */
		bool running;
	} sender[HYPERCUBE_NODES];
};

/* Open the environment with the board in reset. @cfg: NULL for the default model. */
struct hypercube *hypercube_open_as(struct sim *s, const struct hypercube_config *cfg);
struct hypercube *hypercube_open(struct sim *s);
/* Resets the board; the first windows begin. */
void hypercube_power_on(struct hypercube *h);
/* Returns the time at which window @n begins if all windows have 800 ns. */
sim_time hypercube_window(const struct hypercube *h, uint64_t n);

/* Performs one write to the 5-bit port of a node; bit 4 is the strobe. No simulated time
 * passes. */
void hypercube_port(struct hypercube *h, unsigned int node, unsigned int value);
/* Makes the two writes of a nibble, the second 375 ns after the first, and returns without
 * waiting. */
void hypercube_strobe(struct hypercube *h, unsigned int node, unsigned int nibble);
/* Raises the strobe of every node in @nodes now, with bits 4n+3..4n of @data, and lowers it
 * @high later; this models a port that is faster than the computer's. */
void hypercube_pulse(struct hypercube *h, uint16_t nodes, uint64_t data, sim_time high);
void hypercube_start(struct hypercube *h, const struct hypercube_traffic *t);
/* Makes all nodes send @count nibbles, one in @clocks clocks, 4 or more, beginning one clock
 * after another, so that nibbles arrive in every clock. */
void hypercube_train(struct hypercube *h, uint64_t count, unsigned int clocks);
void hypercube_stop(struct hypercube *h);
bool hypercube_sending(const struct hypercube *h);
/* Waits until all nodes have sent and the last strobe is low. */
void hypercube_wait(struct hypercube *h);
/* Applies changed faults of the cable (stuck0, stuck1). */
void hypercube_cable(struct hypercube *h);
/* Waits for the clock before the first of a window. */
void hypercube_next_window(struct hypercube *h);

/* Sends @n frames of one nibble from the nodes in turn, beginning with node 0, one in 800
 * ns. */
void hypercube_frames(struct hypercube *h, unsigned int n);

/* A frame of four words. */
struct hypercube_frame {
	union {
		uint32_t word[HM_FRAME_WORDS];
		struct {
			uint32_t nibbles[2], vector, stamp;
		};
	};
};
void hypercube_frame(struct hypercube *h, struct hypercube_frame *f);
/* Reads all stored frames, at most @max; returns their number. @f may be NULL. */
unsigned int hypercube_drain(struct hypercube *h, struct hypercube_frame *f, unsigned int max);
/* Waits until all captured nibbles are in frames, and checks that all are accounted for. */
void hypercube_settle(struct hypercube *h);

/* A register access over the bus; a failing transfer fails the test. */
uint32_t hypercube_get(struct hypercube *h, enum hm_reg reg);
void hypercube_put(struct hypercube *h, enum hm_reg reg, uint32_t value);

#endif
