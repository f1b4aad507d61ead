/* SPDX-License-Identifier: Apache-2.0 */
#ifndef IPSC2_INTERNAL_H
#define IPSC2_INTERNAL_H
/*
 * Internal interface of the parts of the machine: ipsc2.c opens and closes it, events.c is the
 * event queue, program.c runs the programs as coroutines, node.c implements a node's clock and
 * operating system, message.c sends and receives, port.c records events and writes them to the
 * board, bus.c is the I/O node's bus, reader.c its program.
 *
 * A program computes in the machine's time, so that a message can interrupt it. Inside the
 * operating system, and while it writes to its port, it cannot be interrupted and runs ahead of
 * the machine by up to IPSC2_AHEAD. Its port writes wait in a queue until their time.
 */
#include "board.h"
#include "coroutine.h"
#include "event_heap.h"
#include "hmlib.h"

#define IPSC2_STACK (256u << 10)
#define IPSC2_AHEAD IPSC2_US(200)
#define WRITES 1024u /* maximum number of pending writes per port; a power of two */
#define NEVER UINT64_MAX
#define IPSC2_SLOTS (IPSC2_NODES + 1) /* the nodes and the host */

struct message {
	struct message *next;
	unsigned int from;
	uint32_t type;
	uint64_t serial;
	size_t length;
	unsigned char data[];
};

struct ipsc2_list { /* list of messages, oldest first */
	struct message *first, **last;
};

struct port_write {
	ipsc2_time when;
	uint8_t value;
};

struct ipsc2_node {
	struct ipsc2 *m;
	unsigned int number, slot; /* number among all nodes; index in this machine */
	/* its program */
	ipsc2_program *fn;
	void *arg;
	struct coroutine *co;
	bool running;
	ipsc2_time ended;
	uint64_t wake; /* number of the current wait */
	bool waits, interruptible;
	bool for_message;
	/* its clock, and the machine's time at the same instant */
	ipsc2_time local, real;
	int64_t ppb, rest; /* 1e-9 ps */
	ipsc2_time slice_left;
	uint64_t random[2];
	/* messages that are being received into memory, and those in memory */
	struct ipsc2_list arrived, inbox;
	struct message *held;			 /* message of a call in progress */
	ipsc2_time next_arrival[IPSC2_HOST + 1]; /* earliest arrival of the next message at each
						  * receiver */
	/* port */
	struct hm_node port;
	struct port_write write[WRITES];
	unsigned int writes_in, writes_out;
	/* recording */
	void *memory;
	struct hm_soft soft;
	struct hm_summary summary;
	uint64_t events, event_bytes, nibbles;
};

struct ipsc2 {
	struct device bus; /* first */
	struct ipsc2_config cfg;
	struct ipsc2_cost cost;
	struct ipsc2_board *board;
	ipsc2_time now, woken;
	struct event_heap events;
	struct ipsc2_node *node[IPSC2_SLOTS];
	const struct ipsc2_link *link; /* or NULL */
	ipsc2_time pause;	       /* then */
	unsigned int running;
	struct ipsc2_node *current;
	bool no_memory;
	bool astray; /* a program has sent to a node that does not exist */
	uint64_t messages, message_bytes;
	/* the reader's */
	struct hm hm;
	uint32_t *frames;
	struct ipsc2_stats st;
};

/* ipsc2.c: finds a node. NULL: it is not in this machine. */
struct ipsc2_node *ipsc2_find(const struct ipsc2 *m, unsigned int number);

/* events.c: calls @fn(@arg, @tag) at @when of the machine's time */
typedef void ipsc2_event_fn(void *arg, uint64_t tag);
void ipsc2_add_event(struct ipsc2 *m, ipsc2_time when, ipsc2_event_fn *fn, void *arg,
		     uint64_t tag);

/* program.c */
void ipsc2_run_program(void *arg);	     /* runs the program of the node @arg in its
					      * coroutine */
void ipsc2_to_machine(struct ipsc2_node *n); /* suspends the calling program */
void ipsc2_to_program(struct ipsc2_node *n); /* resumes the program until it suspends itself */
ipsc2_event_fn ipsc2_begin_program;	     /* of the node @arg */

/* node.c */
/* Advances the node's clock to the machine's time @real; ipsc2_spend() advances the machine
 * only when the program waits. */
void ipsc2_advance_to(struct ipsc2_node *n, ipsc2_time real);
/* Makes the program wait until the machine's time @when or, if @interruptible, until a message
 * arrives. NEVER: it waits for a message only. */
void ipsc2_wait(struct ipsc2_node *n, ipsc2_time when, bool interruptible);
/* Lets the machine catch up with the node. */
void ipsc2_synchronize(struct ipsc2_node *n);
/* Subtracts @used from the time slice. */
void ipsc2_use_slice(struct ipsc2_node *n, ipsc2_time used);
void ipsc2_switch_process(struct ipsc2_node *n, enum ipsc2_os what, uint32_t from, uint32_t to);
/* Calls the hook of the operating system. */
void ipsc2_report(struct ipsc2_node *n, const struct ipsc2_os_event *e);

/* message.c */
/* Spends the receiver's half of the cost of messages that have arrived. */
void ipsc2_accept_messages(struct ipsc2_node *n);
ipsc2_event_fn ipsc2_deliver; /* delivers the message @arg to the node @tag */
void ipsc2_free_messages(struct ipsc2_list *l);

/* port.c */
void ipsc2_open_port(struct ipsc2_node *n, const struct ipsc2_config *cfg);
bool ipsc2_open_recording(struct ipsc2_node *n); /* false: out of memory */
/* Sends the current summary. */
void ipsc2_flush_summary(struct ipsc2_node *n);

/* bus.c */
extern const struct device_ops ipsc2_bus_ops;

#endif
