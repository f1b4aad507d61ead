/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NX2_H
#define NX2_H
/*
 * The instrumented operating system of the nodes (Malony, Reed 1990, 3.1, 5.2; CRYSTAL in the
 * paper): csend and crecv of NX/2 generate records of three classes: message transmissions,
 * process state transitions with context switches, and system calls. A record begins with its
 * identifier, has 2 to 13 bytes, and is recorded by the machine's method (ipsc2_event).
 *
 * csend generates CALL, SEND, BLOCK, READY; crecv generates CALL, BLOCK, then after the wait
 * RECEIVE, READY. In both a process gives up its processor whether or not the message has
 * arrived, so that the records depend only on the program. Only SWITCH, at the end of a time
 * slice, depends on time. Messages of types from NX2_GLOBAL on belong to the system's global
 * operations; their records have no type and are one byte shorter. A length in a record is at
 * most 65,535, which also stands for all greater ones.
 */
#include "ipsc2.h"

enum nx2_class { NX2_MESSAGE, NX2_STATE, NX2_CALLS };

/* columns: identifier, name, class, bytes including the identifier, meaning of the other
 * bytes */
#define NX2_RECORDS(E)                                                   \
	E(0x01, START, NX2_STATE, 13, "process, node, 2 free, name (8)") \
	E(0x02, EXIT, NX2_STATE, 2, "process")                           \
	E(0x03, SWITCH, NX2_STATE, 5, "from, to, reason, free")          \
	E(0x04, BLOCK, NX2_STATE, 5, "process, from, to, type")          \
	E(0x05, READY, NX2_STATE, 5, "process, from, to, type")          \
	E(0x06, CALL, NX2_CALLS, 5, "number, type, length (2)")          \
	E(0x07, SEND, NX2_MESSAGE, 5, "peer, type, length (2)")          \
	E(0x08, RECEIVE, NX2_MESSAGE, 5, "peer, type, length (2)")       \
	E(0x14, GLOBAL_BLOCK, NX2_STATE, 4, "process, from, to")         \
	E(0x15, GLOBAL_READY, NX2_STATE, 4, "process, from, to")         \
	E(0x16, GLOBAL_CALL, NX2_CALLS, 4, "number, length (2)")         \
	E(0x17, GLOBAL_SEND, NX2_MESSAGE, 4, "peer, length (2)")         \
	E(0x18, GLOBAL_RECEIVE, NX2_MESSAGE, 4, "peer, length (2)")

enum nx2_id {
#define E(id, name, class, bytes, text) NX2_##name = id,
	NX2_RECORDS(E)
#undef E
};

struct nx2_record {
	uint8_t id, bytes;
	enum nx2_class class;
	const char *name;
};
extern const struct nx2_record nx2_records[];
extern const size_t nx2_record_count;
/* Finds a record by its identifier. NULL: there is none. */
const struct nx2_record *nx2_find(unsigned int id);

#define NX2_GLOBAL 0x40000000u
#define NX2_FLICK 5 /* number of the system call that lets another process run */

/* Times of the operating system, fitted to Table 2 (tb/machine/README.md). */
struct nx2_cost {
	/* A time slice; fitted to the one-node runs, which have few other records. */
	ipsc2_time slice;
	/* Time of a record before it is stored in memory or sent through the port: calling the
	 * instrumentation, masking interrupts, collecting the bytes. Fitted to two-node runs.
	 */
	ipsc2_time hook;
	/* Additional time of software recording: reading the clock. Fitted to one-node runs. */
	ipsc2_time clock;
};
extern struct nx2_cost nx2_costs; /* an experiment may change them, like ipsc2_costs */

/* Called with each record of @node, at the node's time @local. */
typedef void nx2_record_fn(void *arg, unsigned int node, ipsc2_time local, const uint8_t *data,
			   unsigned int length);

struct nx2 {
	enum ipsc2_recording recording; /* of the machine */
	bool recorded[IPSC2_MOST];	/* the node's program has begun to generate records */
	ipsc2_time began;		/* time at which the first node had its data */
	uint64_t records[256];		/* number of generated records, by identifier */
	const struct nx2_cost *cost;	/* NULL: nx2_costs */
	ipsc2_time real;		/* machine's time of the current record */
	nx2_record_fn *on_record;	/* or NULL */
	/* Called when a message is sent or received (IPSC2_OS_SEND, IPSC2_OS_RECEIVE). May be
	 * NULL. */
	void (*on_message)(void *arg, unsigned int node, const struct ipsc2_os_event *e);
	void *arg;
};

/* The hook for ipsc2_config.os; its argument is a struct nx2. */
void nx2_os(void *nx2, struct ipsc2_node *n, const struct ipsc2_os_event *e);

/* Called when the program of @n begins to generate records, when it has its data (where the
 * time of the run begins), and when it ends. */
void nx2_begin(struct nx2 *os, struct ipsc2_node *n, const char *name);
void nx2_ready(struct nx2 *os, struct ipsc2_node *n);
void nx2_end(struct nx2 *os, struct ipsc2_node *n);
void nx2_csend(struct nx2 *os, struct ipsc2_node *n, unsigned int to, uint32_t type,
	       const void *data, size_t length);
size_t nx2_crecv(struct nx2 *os, struct ipsc2_node *n, unsigned int from, uint32_t type,
		 void *data, size_t size);
void nx2_flick(struct nx2 *os, struct ipsc2_node *n);

#endif
