/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MULTICOMPUTER_H
#define MULTICOMPUTER_H
/*
 * The SHRIMP multicomputer (TR-596-99 2, 3.2, 4): PC nodes with a network interface that
 * snoops the memory bus, on a routing backbone.
 *
 * Each node has
 *	a processor that runs a program (program.h) in a coroutine, with its cache;
 *	a memory bus on which the network interface sees the accesses that miss in the cache;
 *	a network interface: outgoing page table, automatic update with combining
 *	  (combine.h), deliberate update, outgoing FIFO that interrupts when it is full and
 *	  lets the processor continue at its low-water mark, incoming page table with color,
 *	  interrupt bit and protection;
 *	an EISA bus over which arriving packets are written to the memory; for each packet the
 *	network interface must arbitrate for it with the processor;
 *	an operating system: timer, scheduler, other processes, interrupts.
 *
 * Packets between two nodes stay in order. mc_next() returns the packets that arrive at a
 * node, as the network interface passes them to a SurfBoard; calling it does not influence the
 * machine.
 *
 * The simulation is event-driven. Every constant is in params.def, with its unit and source.
 * The same configuration, seed and programs give the same run, bit for bit.
 */
#include "../../bus/packet.h"
#include "combine.h"
#include "params.h"
#include "program.h"
#include <stddef.h>

#define MC_NODES_MAX 64
#define MC_PAGE_BYTES 4096u
#define MC_MEMORY_MAX 0x08000000u /* packets carry address bits 26..2 */
#define MC_NEVER UINT64_MAX

struct mc;
struct ranks;

struct mc_config {
	unsigned int nodes;  /* 1..MC_NODES_MAX; default 4 */
	uint64_t seed;	     /* default 1 */
	uint32_t memory;     /* bytes per node, a multiple of the page size; default 32 MB */
	bool combining;	     /* default on */
	uint32_t boundary;   /* bytes: 256, 512, 1024, 2048 or 4096 (the default) */
	uint64_t timeout_ps; /* time-out of combining; 0, the default: none */
	bool stamps;	     /* time stamps in the packets; default on */
	bool interference;   /* timer and other process; default on */
	uint64_t ahead_ps;   /* mc_next() lets the machine run ahead of its caller by this time;
			      * calls and interrupts may be late by it; default 0 */
	uint64_t steps;	     /* a program rests after this number of calls of cpu_rest(), until
			      * mc_ahead(); 0, the default: never */
	struct params p;     /* the constants; the defaults are those of params.def */
	const struct ranks
		*ranks; /* mc_ranks.h; NULL, the default: one process has all nodes */
};

void mc_defaults(struct mc_config *c);
/* Returns 0, -EINVAL for a configuration that is out of range, or -ENOMEM. */
int mc_open(struct mc **m, const struct mc_config *c);
void mc_close(struct mc *m);
const struct mc_config *mc_configuration(const struct mc *m);

/* ---- set-up, over the LAN: no packet travels for it ---- */
/* Sets the program of a node, or of all nodes with @node = MC_ALL; NULL: none. To be called
 * before the run. */
#define MC_ALL UINT32_MAX
int mc_program(struct mc *m, unsigned int node, program_fn *fn, void *arg);
/* Maps page @page of @node to page @dest_page of @dest (byte addresses) for automatic update.
 * Returns 0, -EINVAL, or -EEXIST if the page is mapped to another page. */
int mc_map(struct mc *m, unsigned int node, uint32_t page, unsigned int dest,
	   uint32_t dest_page);
/* Like mc_map(), but each write to the page is a separate packet, even with combining. */
int mc_map_single(struct mc *m, unsigned int node, uint32_t page, unsigned int dest,
		  uint32_t dest_page);
/* Ends the mapping of page @page of @node, if there is one. Returns 0 or -EINVAL: no such node,
 * or not the address of a page. */
int mc_unmap(struct mc *m, unsigned int node, uint32_t page);
/* Enters a page into the incoming page table. A packet to a page that is not imported is
 * discarded, counted, and causes an interrupt. mc_map() imports its destination with color 0
 * and no interrupt if it was not imported before. @color: bits 3..0; the network interface sets
 * bits 5..4 to 01. @privileged = false: a user's attempt, which returns -EPERM. */
int mc_import(struct mc *m, unsigned int node, uint32_t page, unsigned int color,
	      bool interrupt, bool privileged);
/* Called on the processor of @node for each packet to a page with the interrupt bit, after it
 * was written to the memory: @from is the sender, @addr the address, @words the payload. */
typedef void mc_arrival_fn(struct cpu *cpu, void *arg, unsigned int from, uint32_t addr,
			   const uint32_t *words, unsigned int n);
/* Sets this function. Returns 0 or -EINVAL: no such node. */
int mc_on_arrival(struct mc *m, unsigned int node, mc_arrival_fn *fn, void *arg);
/* The node's memory, for initial data and results; accesses take no simulated time. */
uint8_t *mc_memory(struct mc *m, unsigned int node);

/* ---- the run ---- */
/* Sets the simulated time @ps of the global reset and the global clock @tick at that time;
 * programs start @after_ps later. The defaults are 0. */
void mc_start(struct mc *m, uint64_t ps, uint64_t tick, uint64_t after_ps);
enum mc_state {
	MC_RUNNING, /* @until is reached */
	MC_CALL,    /* a program waits in cpu_call(): mc_call() */
	MC_ENDED,   /* all programs have ended and all packets are delivered */
	MC_FAILED,  /* mc_error() */
};
/* Runs up to @until_ps or stops earlier. Times do not decrease from call to call. */
enum mc_state mc_run(struct mc *m, uint64_t until_ps);
/* Runs to the end; calls by cpu_call() take no simulated time. Returns 0, or -EIO: see
 * mc_error(). */
int mc_run_all(struct mc *m);
/* Returns the simulated time in ps. */
uint64_t mc_now(const struct mc *m);
/* Returns the error message if a program has failed or all programs wait forever. NULL: no
 * error. */
const char *mc_error(const struct mc *m);
/* To be called after MC_CALL: returns node, time and function of the call. The machine then
 * continues, except for the calling program. mc_call_done() lets that program continue, at @ps
 * at the earliest. */
void mc_call(struct mc *m, unsigned int *node, uint64_t *ps, void (**fn)(void *), void **arg);
void mc_call_done(struct mc *m, unsigned int node, uint64_t ps);
/* Raises an interrupt of a board of the node at @ps, or now if that has passed: handler(cpu,
 * arg) runs on the processor after the interrupt entry time. */
void mc_interrupt(struct mc *m, unsigned int node, uint64_t ps, program_fn *handler, void *arg);

/* ---- packets ---- */
struct mc_packet {
	struct packet p;     /* the packet as it appears at the board */
	uint64_t rx_ps;	     /* time at which its header was on the connectors of the board */
	uint64_t written_ps; /* time at which its last word was in the memory */
	uint64_t first_ps;   /* time at which its first word was written, or read by deliberate
			      * update */
	uint64_t done_ps;    /* time at which it was complete */
	uint64_t sent_ps;    /* time at which it left the outgoing FIFO */
	uint64_t serial;     /* number among the packets of its sender, from 0 */
	uint8_t from, to;    /* nodes */
	uint8_t why;	     /* enum combine_why; of an automatic update */
	bool deliberate;
	bool stray; /* its page was not imported, so nothing was written */
};
/* Returns the next packet that node @node receives, if its rx_ps is not later than @now_ps;
 * runs the machine up to that time. Requires mc_keep(). */
bool mc_next(struct mc *m, unsigned int node, uint64_t now_ps, struct mc_packet *p);
/* Lets the machine run ahead to @until_ps, so that mc_next() need not run it up to that time.
 * False: a program rests; call it again, because mc_next() returns no packet from after the
 * rest. Apart from that, these calls do not change the packets. */
bool mc_ahead(struct mc *m, uint64_t until_ps);
/* Returns a time before which no packet starts at @node; MC_NEVER: the run has ended. */
uint64_t mc_when(const struct mc *m, unsigned int node);
/* Keeps the packets that arrive at @node for mc_next(). Returns 0 or -EINVAL: no such node. */
int mc_keep(struct mc *m, unsigned int node);
/* Returns the number of packets kept for mc_next() since the beginning. */
uint64_t mc_kept(const struct mc *m, unsigned int node);
/* An alternative to mc_next(): a function that is called for each packet at any node when it is
 * delivered, in the order of arrival at each node. @words: the payload. */
typedef void mc_packet_fn(void *arg, const struct mc_packet *p, const uint32_t *words);
void mc_on_packet(struct mc *m, mc_packet_fn *fn, void *arg);
/* Called for each access that a network interface snoops: time, address, bytes, and whether
 * it was a write. For tests and logs. */
typedef void mc_snoop_fn(void *arg, unsigned int node, uint64_t ps, uint64_t addr,
			 unsigned int bytes, bool write);
void mc_on_snoop(struct mc *m, mc_snoop_fn *fn, void *arg);

/* ---- figures ---- */
/* Of a node */
struct mc_stats {
	uint64_t loads, stores, reads, writes; /* loads, stores: executed by the processor;
						* reads, writes: snooped on the memory bus */
	uint64_t updates;		       /* words written to mapped pages */
	uint64_t packets_out, words_out, deliberate_out;
	uint64_t packets_in, words_in, strays_in;
	uint64_t why[COMBINE_WHYS];			       /* packets by enum combine_why */
	uint64_t stalls, stall_ps;			       /* stalls because of a full
								* outgoing FIFO */
	uint32_t fifo_peak;				       /* 64-bit words */
	uint64_t grants, grant_ps, grant_min_ps, grant_max_ps; /* EISA: number of grants, and
								* times from request to grant */
	uint64_t bus_wait_ps;		/* time for which the processor waited for a bus that
					 * the network interface had; not that of its own
					 * deliberate updates */
	uint64_t timer_ticks, switches; /* events of the operating system */
	uint64_t interrupts;
	uint64_t end_ps; /* time at which its program ended */
};
const struct mc_stats *mc_stats(const struct mc *m, unsigned int node);
/* The time at which the time slice of the program on the node ends; 0: the other process runs;
 * UINT64_MAX: there is no other process. */
uint64_t mc_quantum_ends(const struct mc *m, unsigned int node);
/* Returns the number of 64-bit words of a packet in the outgoing FIFO. */
unsigned int mc_fifo_words(unsigned int words, bool stamps);
unsigned int mc_fifo_used(const struct mc *m, unsigned int node);

#endif
