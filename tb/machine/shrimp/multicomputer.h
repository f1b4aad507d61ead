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
 *	an EISA bus over which arriving packets are written to the memory; the network
 *	  interface has to arbitrate for it with the processor for each packet;
 *	an operating system: timer, scheduler, other processes, interrupts.
 *
 * Packets between two nodes stay in order. mc_next() returns the packets that arrive at a
 * node, as the network interface passes them to a SurfBoard; whether it is called has no
 * influence on the machine.
 *
 * The simulation is event-driven. Every constant is in params.def, with its unit and source.
 * The same configuration, seed and programs give the same run, bit for bit.
 */
#include "../../bus/packet.h"
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
	uint32_t memory;     /* bytes of each node, whole pages; default 32 MB */
	bool combining;	     /* default on */
	uint32_t boundary;   /* bytes: 256, 512, 1024, 2048 or 4096 (the default) */
	uint64_t timeout_ps; /* of combining; 0, the default: none */
	bool stamps;	     /* time stamps in the packets; default on */
	bool interference;   /* timer and other process; default on */
	uint64_t ahead_ps;   /* mc_next() lets the machine run ahead of its caller by this time;
				calls and interrupts may be late by it; default 0 */
	struct params p;     /* the constants; default as in params.def */
	const struct ranks
		*ranks; /* mc_ranks.h; NULL, the default: one process has all nodes */
};

void mc_defaults(struct mc_config *c);
/* 0, -EINVAL or -ENOMEM. */
int mc_open(struct mc **m, const struct mc_config *c);
void mc_close(struct mc *m);
const struct mc_config *mc_configuration(const struct mc *m);

/* ---- set-up, over the LAN: no packet travels for it ---- */
/* The program of a node, or of all with @node = MC_ALL; NULL: none. Before the run. */
#define MC_ALL UINT32_MAX
int mc_program(struct mc *m, unsigned int node, program_fn *fn, void *arg);
/* Automatic update of page @page of @node to page @dest_page of @dest (byte addresses).
 * -EINVAL, or -EEXIST if the page is mapped to another page. */
int mc_map(struct mc *m, unsigned int node, uint32_t page, unsigned int dest,
	   uint32_t dest_page);
/* The same, but each write to the page is a separate packet, whether combining is on or not. */
int mc_map_single(struct mc *m, unsigned int node, uint32_t page, unsigned int dest,
		  uint32_t dest_page);
int mc_unmap(struct mc *m, unsigned int node, uint32_t page);
/* Incoming page table. A packet to a page that is not imported is discarded, counted, and
 * causes an interrupt. mc_map() imports its destination with color 0 and no interrupt if it was
 * not imported before. @color: bits 3..0; the network interface sets bits 5..4 to 01.
 * @privileged: false is a user's attempt, -EPERM. */
int mc_import(struct mc *m, unsigned int node, uint32_t page, unsigned int color,
	      bool interrupt, bool privileged);
/* Runs on the processor of @node for each packet to a page with the interrupt bit, after it
 * is in the memory: @from the sender, @addr the place, @words the payload. */
typedef void mc_arrival_fn(struct cpu *cpu, void *arg, unsigned int from, uint32_t addr,
			   const uint32_t *words, unsigned int n);
int mc_on_arrival(struct mc *m, unsigned int node, mc_arrival_fn *fn, void *arg);
/* The node's memory, for initial data and results; costs nothing. */
uint8_t *mc_memory(struct mc *m, unsigned int node);

/* ---- the run ---- */
/* The global reset was at simulated time @ps, when the global clock showed @tick; programs
 * start @after_ps later. Without it all are 0. */
void mc_start(struct mc *m, uint64_t ps, uint64_t tick, uint64_t after_ps);
enum mc_state {
	MC_RUNNING, /* @until is reached */
	MC_CALL,    /* a program waits in cpu_call(): mc_call() */
	MC_ENDED,   /* all programs have ended and all packets are delivered */
	MC_FAILED,  /* mc_error() */
};
/* Runs up to @until_ps, or shorter. Times do not decrease from call to call. */
enum mc_state mc_run(struct mc *m, uint64_t until_ps);
/* Runs to the end; calls by cpu_call() take no simulated time. 0, or -EIO: see mc_error(). */
int mc_run_all(struct mc *m);
uint64_t mc_now(const struct mc *m);
/* Error message: a program failed, or all programs wait forever. NULL: no error. */
const char *mc_error(const struct mc *m);
/* After MC_CALL: node, time and function of the call. The machine then continues, except for
 * the calling program. mc_call_done() lets that program continue, at @ps at the earliest. */
void mc_call(struct mc *m, unsigned int *node, uint64_t *ps, void (**fn)(void *), void **arg);
void mc_call_done(struct mc *m, unsigned int node, uint64_t ps);
/* Interrupt of a board of the node, raised by the caller: handler(cpu, arg) runs on the
 * processor after the interrupt entry time. */
void mc_interrupt(struct mc *m, unsigned int node, uint64_t ps, program_fn *handler, void *arg);

/* ---- packets ---- */
struct mc_packet {
	struct packet p;     /* as the board sees it */
	uint64_t rx_ps;	     /* when its header was on the connectors of the board */
	uint64_t written_ps; /* when its last word was in the memory */
	uint64_t first_ps;   /* when its first word was written, or read by deliberate update */
	uint64_t done_ps;    /* when it was complete */
	uint64_t sent_ps;    /* when it left the outgoing FIFO */
	uint64_t serial;     /* of its sender, from 0 */
	uint8_t from, to;    /* nodes */
	uint8_t why;	     /* enum combine_why; of an automatic update */
	bool deliberate;
	bool stray; /* its page was not imported: nothing written */
};
/* Returns the next packet that node @node receives, if its rx_ps is not later than @now_ps;
 * runs the machine up to that time. Requires mc_keep(). */
bool mc_next(struct mc *m, unsigned int node, uint64_t now_ps, struct mc_packet *p);
/* No packet starts at @node before this time; MC_NEVER: the run has ended. */
uint64_t mc_when(const struct mc *m, unsigned int node);
/* Keep the packets that arrive at @node for mc_next(). */
int mc_keep(struct mc *m, unsigned int node);
/* Number of packets kept for mc_next() since the beginning. */
uint64_t mc_kept(const struct mc *m, unsigned int node);
/* Alternative to mc_next(): called for each packet at any node when it is delivered, in the
 * order of arrival at each node. @words: its payload. */
typedef void mc_packet_fn(void *arg, const struct mc_packet *p, const uint32_t *words);
void mc_on_packet(struct mc *m, mc_packet_fn *fn, void *arg);
/* Called for each access that a network interface snoops: time, address, bytes, and whether
 * it was a write. For tests and logs. */
typedef void mc_snoop_fn(void *arg, unsigned int node, uint64_t ps, uint64_t addr,
			 unsigned int bytes, bool write);
void mc_on_snoop(struct mc *m, mc_snoop_fn *fn, void *arg);

/* ---- figures ---- */
struct mc_stats {			       /* of a node */
	uint64_t loads, stores, reads, writes; /* executed; seen on the memory bus */
	uint64_t updates;		       /* words written to mapped pages */
	uint64_t packets_out, words_out, deliberate_out;
	uint64_t packets_in, words_in, strays_in;
	uint64_t why[8];				       /* packets by enum combine_why */
	uint64_t stalls, stall_ps;			       /* for a full outgoing FIFO */
	uint32_t fifo_peak;				       /* 64-bit words */
	uint64_t grants, grant_ps, grant_min_ps, grant_max_ps; /* EISA: request to grant */
	uint64_t bus_wait_ps;		/* the processor waited for a bus */
	uint64_t timer_ticks, switches; /* of the operating system */
	uint64_t interrupts;
	uint64_t end_ps; /* its program ended */
};
const struct mc_stats *mc_stats(const struct mc *m, unsigned int node);
/* When the time slice of the program on the node ends; 0: the other process runs; UINT64_MAX:
 * there is no other process. */
uint64_t mc_quantum_ends(const struct mc *m, unsigned int node);
/* 64-bit words of a packet in the outgoing FIFO. */
unsigned int mc_fifo_words(unsigned int words, bool stamps);
unsigned int mc_fifo_used(const struct mc *m, unsigned int node);

#endif
