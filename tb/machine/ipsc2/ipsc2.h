/* SPDX-License-Identifier: Apache-2.0 */
#ifndef IPSC2_H
#define IPSC2_H
/*
 * The Intel iPSC/2 hypercube around HYPERMON (Malony, Reed 1990, 2, 3.1, 5): up to sixteen
 * nodes and the host, each with a program in C and its own clock, which exchange messages; an
 * operating system whose events a hook turns into records; and three ways to record them.
 *
 * Time is in picoseconds. The machine has one time; each node has its own clock, which is fast
 * or slow by some parts per million. Durations in the cost table and those that a program gives
 * are for a nominal clock of 16 MHz (62.5 ns per cycle).
 *
 * The caller of this machine is the software of the I/O node: time passes while it waits
 * (ipsc2_run) or uses the PBX bus (ipsc2_bus), and the nodes run concurrently. The board is the
 * golden model, simulated clock by clock while it is active and in one step while it is idle;
 * or the RTL in a testbench (rtl.h), where the same calls have the same effect at the same
 * time.
 *
 *	m = ipsc2_open(&cfg);
 *	for (i = 0; i < 8; i++)
 *		ipsc2_start(m, i, program, arg);
 *	ipsc2_read(m, &reader, IPSC2_FOREVER);	the I/O node, to the end of the run
 *	ipsc2_stats(m, &stats);
 *	ipsc2_close(m);
 *
 * The functions of a node may be called only by its program, which runs on its own stack
 * (256 KB). Programs are not preempted: another program runs only during these calls.
 */
#include "device.h"
#include "hm_node.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define IPSC2_NODES 16 /* maximum of a board */
#define IPSC2_MOST 128 /* maximum in a cube of several boards (cube.h) */
#define IPSC2_HOST 128 /* number of the host as a sender or receiver; it has no port */
#define IPSC2_ANY UINT32_MAX
#define IPSC2_FOREVER UINT64_MAX

typedef uint64_t ipsc2_time; /* picoseconds */
#define IPSC2_NS(n) ((ipsc2_time)(n)*1000u)
#define IPSC2_US(n) ((ipsc2_time)(n)*1000000u)
#define IPSC2_MS(n) ((ipsc2_time)(n)*1000000000u)
#define IPSC2_S(n) ((ipsc2_time)(n)*1000000000000u)
#define IPSC2_CYCLES(n) ((ipsc2_time)(n)*62500u) /* cycles of 16 MHz */

/* Figure 8: microseconds from one nibble of a node to the next, with @delay iterations of the
 * delay loop between them. */
#define IPSC2_NIBBLE_US 8.85
#define IPSC2_ITERATION_US 0.85
static inline double ipsc2_period_us(unsigned int delay)
{
	return IPSC2_NIBBLE_US + IPSC2_ITERATION_US * delay;
}

struct ipsc2;
struct ipsc2_node;

/* How ipsc2_event() records an event */
enum ipsc2_recording {
	IPSC2_RAW,	/* no recording, no cost */
	IPSC2_SOFTWARE, /* into the node's memory, by software */
	IPSC2_HARDWARE, /* through the port, nibble by nibble */
	IPSC2_SUMMARY,	/* events are counted, and the counts are sent through
			 * the port periodically */
};

/* Durations of operations. ipsc2_costs has the paper's figures; the figures for messages are
 * those published for the machine (ipsc2.c). */
struct ipsc2_cost {
	ipsc2_time io_write;  /* a write to the port: 6 cycles (3.1) */
	ipsc2_time memory;    /* a memory access: 2 cycles (3.1) */
	ipsc2_time nibble;    /* one pass of the loop that sends a nibble, without its two
			       * writes */
	ipsc2_time extract;   /* additional time to mask and shift a nibble out of its word */
	ipsc2_time iteration; /* one pass of the null loop */
	ipsc2_time record;    /* recording of four bytes, or a part of them, by software */
	ipsc2_time count;     /* counting an event in a summary */
	ipsc2_time wide;      /* a word for a port of 32 bits, without its write */
	ipsc2_time system_call;
	ipsc2_time process_switch;
	ipsc2_time slice; /* time slice of a process; 0: no limit */
	/* messages: index 0 for up to @brief bytes, index 1 for longer ones */
	unsigned int brief;    /* bytes */
	ipsc2_time startup[2]; /* half is spent by the sender, half by the receiver */
	ipsc2_time byte[2];
	ipsc2_time hop[2]; /* for each further channel of the route */
	/* the I/O node (5.1) */
	ipsc2_time word; /* a word on the PBX bus, including the software around the transfer */
};
/* An experiment may change the following constants before it opens a machine, to determine
 * their influence. */
extern struct ipsc2_cost ipsc2_costs;
extern unsigned int ipsc2_ppb;	/* largest error of the nodes' clocks, parts per billion */
extern ipsc2_time ipsc2_jitter; /* jitter of the nibble loop in experiments */

/* Actions of the operating system, for which a hook generates records (ipsc2_event). */
enum ipsc2_os { /* in the paper's three classes (5.2): message, state, system call */
		IPSC2_OS_SEND,	 /* message: leaves the node; peer, type and length are valid */
		IPSC2_OS_ARRIVE, /* message: is in the memory of the node */
		IPSC2_OS_RECEIVE, /* message: is passed to the program */
		IPSC2_OS_BLOCK,	  /* state: the process waits for a message of .type */
		IPSC2_OS_READY,	  /* state: the message has arrived */
		IPSC2_OS_SWITCH, /* state: context switch; .from, .to: 0 the operating system, 1
				  * the program */
		IPSC2_OS_SLICE,	 /* state: like SWITCH, at the end of a
				  * time slice */
		IPSC2_OS_CALL,	 /* system call; .type is its number */
};
struct ipsc2_os_event {
	enum ipsc2_os what;
	uint32_t peer, type, length;
	uint32_t from, to;
	uint64_t serial; /* messages: number of the message in this machine, from 1 */
	ipsc2_time when; /* machine's time, set by the machine */
};
typedef void ipsc2_os_fn(void *arg, struct ipsc2_node *n, const struct ipsc2_os_event *e);

struct ipsc2_config {
	unsigned int nodes; /* 1..16 */
	unsigned int first; /* number of the first node; other than 0 only in a cube */
	uint64_t seed;
	enum ipsc2_recording recording;
	unsigned int delay;  /* iterations of the null loop between nibbles (5.1) */
	bool extract;	     /* the nodes also spend the time to extract each nibble */
	bool wide_port;	     /* section 6: a port of 32 bits that is as fast as memory */
	const int32_t *ppb;  /* error of each clock, parts per billion, at most 900,000; NULL:
			      * random, */
	int32_t ppb_max;     /* at most this; 0: ipsc2_ppb; negative: exact clocks */
	ipsc2_time jitter;   /* jitter of the nibble loop, uniform in +-jitter; 0: none; at most
			      * the cost of a nibble */
	ipsc2_time summary;  /* period of IPSC2_SUMMARY */
	size_t buffer;	     /* buffer of software recording, bytes per node; 0: 16 MB */
	unsigned int window; /* ns: 800 (also for 0), 400 or 200 */
	unsigned int depth;  /* depth of the frame FIFO in frames; 0: 1024 */
	bool marks;	     /* a board with loss marks */
	uint64_t sync_us;    /* period of the nodes' synchronisation; 0: none */
	ipsc2_time start;    /* time from the board's reset to the opening of the machine */
	const struct ipsc2_cost *cost; /* NULL: ipsc2_costs */
	ipsc2_os_fn *os;	       /* NULL: the operating system generates no events */
	void *os_arg;
	/* Hooks for experiments, or NULL. compute: returns the duration of a computation that
	 * begins at @now of the node's clock and would last @duration. strobe: called when the
	 * strobe of a node's port rises. */
	ipsc2_time (*compute)(void *arg, unsigned int node, ipsc2_time now,
			      ipsc2_time duration);
	void (*strobe)(void *arg, unsigned int node, ipsc2_time when);
	void *arg; /* argument of both hooks */
};

/* Opens a machine. On failure returns NULL and sets errno: EINVAL, ENOMEM. */
struct ipsc2 *ipsc2_open(const struct ipsc2_config *cfg);
void ipsc2_close(struct ipsc2 *m);

/* ---- programs ---- */
typedef void ipsc2_program(struct ipsc2_node *n, void *arg);
/* Starts a program now. @node: a node of the machine, or IPSC2_HOST. 0, -EINVAL, -EBUSY,
 * -ENOMEM. */
int ipsc2_start(struct ipsc2 *m, unsigned int node, ipsc2_program *fn, void *arg);

/* ---- functions for programs ---- */
unsigned int ipsc2_number(const struct ipsc2_node *n);
struct ipsc2 *ipsc2_machine(const struct ipsc2_node *n);
uint64_t ipsc2_random(struct ipsc2_node *n); /* 64 random bits, which depend on the machine's
					      * seed and the node */
/* Returns the node's own clock: picoseconds since the machine began. The paper's resolution is
 * 1 us (ipsc2_local() / 1000000). */
ipsc2_time ipsc2_local(const struct ipsc2_node *n);
/* Returns the machine's time at the same instant. */
ipsc2_time ipsc2_real(const struct ipsc2_node *n);
/* Computes for @duration of processor time: interrupts and time slices lengthen it. */
void ipsc2_compute(struct ipsc2_node *n, ipsc2_time duration);
/* Like ipsc2_compute(), but without interrupts, as inside the operating system. */
void ipsc2_spend(struct ipsc2_node *n, ipsc2_time duration);
/* Waits, idle, until the node's clock shows @local. */
void ipsc2_sleep_until(struct ipsc2_node *n, ipsc2_time local);
/* csend and crecv of NX/2. Data are copied. @type: 0..0x7FFFFFFF, IPSC2_ANY in a receive.
 * Messages of the same sender arrive in order; one to a node that does not exist ends the run
 * (ipsc2_read(): -ENXIO). ipsc2_receive() returns the length of the
 * message, of which at most @size bytes are stored; @from may be NULL. */
void ipsc2_send(struct ipsc2_node *n, unsigned int to, uint32_t type, const void *data,
		size_t length);
size_t ipsc2_receive(struct ipsc2_node *n, uint32_t type, void *data, size_t size,
		     unsigned int *from);
/* Returns whether a message of @type has arrived: iprobe. */
bool ipsc2_probe(struct ipsc2_node *n, uint32_t type);
void ipsc2_system_call(struct ipsc2_node *n, uint32_t number);

/* Records an event of 2..64 bytes, which begins with its identifier, with the machine's
 * recording method and without interrupts. The hook and instrumented programs call it. */
void ipsc2_event(struct ipsc2_node *n, const void *event, unsigned int length);
/* Returns the node's port for the node library; its calls, such as hm_nibble(ipsc2_port(n), 5),
 * advance time according to the cost table. NULL for the host, which has no port. */
struct hm_node *ipsc2_port(struct ipsc2_node *n);

/* Returns the port of @node, for use outside of its program, to set the delay or the format. */
struct hm_node *ipsc2_port_of(struct ipsc2 *m, unsigned int node);

/* ---- the machine, for the I/O node's software ---- */
ipsc2_time ipsc2_now(const struct ipsc2 *m);
void ipsc2_run(struct ipsc2 *m, ipsc2_time until);
/* Returns whether all programs have ended and all their port writes have been executed. */
bool ipsc2_done(const struct ipsc2 *m);
/* Returns whether a program waits for a message that no program can send any more. */
bool ipsc2_stuck(const struct ipsc2 *m);
/* Returns HYPERMON as a device on the I/O node's bus, for the driver: registers of
 * rtl/hypermon; a word takes cost.word. The machine owns the device. */
struct device *ipsc2_bus(struct ipsc2 *m);
unsigned int ipsc2_nodes(const struct ipsc2 *m);

/* The reader of the experiments: it reads COUNT, then that many frames (3.3). */
struct ipsc2_reader {
	ipsc2_time recording; /* time per frame in addition to its transfer: 0.8 us in the
			       * experiment */
	ipsc2_time analysis;  /* time to analyse a frame */
	ipsc2_time idle;      /* time between two polls of an empty FIFO */
	bool stop_at_overrun;
	/* Called with the words W0..W3 of @count frames of one group. May be NULL. */
	void (*frames)(void *arg, const uint32_t (*frame)[4], size_t count);
	void *arg;
};
extern struct ipsc2_reader ipsc2_experiment; /* 3.2 us and 0.8 us per frame: 4.0 MB/s */
/* Reads until @until, or until the programs have ended and the FIFO is empty, or, with
 * stop_at_overrun, until a frame is lost. Returns STATUS of the board, or a negative errno
 * value. */
int ipsc2_read(struct ipsc2 *m, const struct ipsc2_reader *r, ipsc2_time until);

/* ---- as a part of a larger machine (cube.h) ---- */
/* A message to or from a node of another part. */
struct ipsc2_far {
	ipsc2_time when; /* time of its arrival */
	uint64_t serial, length;
	uint32_t type;
	uint16_t from, to;
};
struct ipsc2_link {
	/* window: the minimum time from the departure of a message to its arrival. pause() is
	 * called when the machine's time reaches a multiple of it, before any event at that
	 * time, even while programs run ahead of the machine's time. pause() may call
	 * ipsc2_arrive(). */
	ipsc2_time window;
	void (*pause)(void *arg);
	void (*send)(void *arg, const struct ipsc2_far *head, const void *data);
	void *arg;
};
/* Connects the machine to the others; call it before a program starts. */
void ipsc2_join(struct ipsc2 *m, const struct ipsc2_link *link);
/* Delivers a message from another part. Messages that arrive at the same time are delivered in
 * the order of these calls. Returns 0, -EINVAL: not for this machine, or too late, or
 * -ENOMEM. */
int ipsc2_arrive(struct ipsc2 *m, const struct ipsc2_far *head, const void *data);

/* ---- results ---- */
struct ipsc2_stats {
	ipsc2_time ended;	      /* time at which the last program ended; 0: not yet */
	uint64_t events;	      /* number of calls of ipsc2_event(), all nodes */
	uint64_t event_bytes;	      /* of these */
	uint64_t nibbles;	      /* nibbles written to the ports */
	uint64_t syncs, sync_nibbles; /* synchronisation sequences; nibbles in addition to those
				       * of events */
	uint64_t marks, marked;	      /* loss marks read; frames lost according to them */
	uint64_t soft_bytes;	      /* bytes recorded in node memory: L + 2 per event, and
				       * fillers */
	uint64_t soft_lost;	      /* events lost because the memory was full */
	uint64_t messages, message_bytes;    /* messages sent; their bytes */
	uint64_t groups, frames;	     /* groups and frames read by ipsc2_read() */
	uint64_t merged;		     /* nibbles in frames with at least two nibbles */
	uint64_t valid;			     /* nibbles in frames read */
	uint64_t frames_of[IPSC2_NODES + 1]; /* frames read, by number of nibbles */
	uint32_t status, lost;		     /* last values read from STATUS and LOST */
	ipsc2_time first_loss; /* time of the first lost frame: the board's own time if it is
				* known, otherwise the time at which the reader saw STATUS; 0:
				* none */
};
void ipsc2_stats(const struct ipsc2 *m, struct ipsc2_stats *st);
/* Number of nibbles that @node has written to its port; 0 also if it does not exist. */
uint64_t ipsc2_nibbles(const struct ipsc2 *m, unsigned int node);
/* Returns the time at which the program of @node ended; 0: not yet. */
ipsc2_time ipsc2_ended(const struct ipsc2 *m, unsigned int node);
/* Returns the software recording in the memory of @node, for hm_soft_next(). */
const struct hm_soft *ipsc2_memory(const struct ipsc2 *m, unsigned int node);

#endif
