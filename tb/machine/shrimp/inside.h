/* SPDX-License-Identifier: Apache-2.0 */
#ifndef INSIDE_H
#define INSIDE_H
/*
 * Internal interface of the multicomputer.
 *
 * A node consists of its processor, a coroutine that runs ahead up to the node's next event,
 * and the events of its network interface, buses and operating system. Nodes affect each other
 * only through the backbone, and not before params.wire_ps has passed; therefore the nodes can
 * run one after the other, each up to params.wire_ps beyond the earliest event.
 *
 * The processor counts time in 1/cpu_mhz ps, so that a cycle is a whole number of units.
 */
#include "../cache.h"
#include "coroutine.h"
#include "combine.h"
#include "multicomputer.h"
#include "mc_ranks.h"

#define CYCLE UINT64_C(1000000) /* units */
#define PAGES_OF(bytes) ((bytes) / MC_PAGE_BYTES)

/* A packet from its creation in the network interface until it is written to memory. */
struct flight {
	struct flight *later, **link; /* list of all flights, and what points to this one */
	struct flight *next;
	struct mc_packet m;
	uint64_t ready_ps; /* time at which it may leave the outgoing FIFO, is at a router, or
			    * has arrived */
	unsigned int at;   /* router */
	uint32_t fifo;	   /* 64-bit words */
	uint32_t word;	   /* payload of one word */
	uint32_t *words;   /* payload */
	uint32_t room;	   /* number of words allocated at @words; 0: @words points to @word */
};

struct flights { /* a queue */
	struct flight *head, *tail;
};

struct outgoing { /* entry of the outgoing page table */
	bool mapped, single;
	uint8_t dest;
	uint32_t page; /* address there */
};

struct incoming { /* entry of the incoming page table */
	bool valid, interrupt;
	uint8_t color; /* 6 bits */
};

struct ack {
	uint64_t ps;
	uint32_t words;
};

enum irq_kind { IRQ_TIMER, IRQ_FULL, IRQ_ARRIVAL, IRQ_OUTSIDE };

struct irq {
	enum irq_kind kind;
	struct flight *f;    /* IRQ_ARRIVAL */
	program_fn *handler; /* IRQ_OUTSIDE */
	void *arg;
};

struct outside { /* interrupts that mc_interrupt() announced */
	uint64_t ps;
	program_fn *handler;
	void *arg;
};

enum call_state { CALL_NONE, CALL_WAITING, CALL_TAKEN, CALL_DONE };
enum rx_state { RX_IDLE, RX_LOOKUP, RX_BUS };

struct cpu { /* a node */
	struct mc *m;
	unsigned int id;
	uint64_t rnd[2];
	/* the processor */
	uint64_t u, limit_u; /* u: its time; limit_u: it must not pass this time before the
			      * events have run */
	uint64_t wake;	     /* ps: time at which it continues */
	struct coroutine *co;
	program_fn *fn;
	void *arg;
	bool running, ended, in_irq, away;
	bool blocked; /* it waits until an event wakes it */
	uint64_t meet_until;
	bool meeting;	    /* in cpu_meet() */
	bool cpu_wants;	    /* the processor has waited for the bus */
	uint64_t cpu_until; /* end of its last cycle on the bus */
	uint32_t watch;	    /* address of the word that it waits for; 0: none */
	struct cache *cache;
	uint8_t *memory;
	struct irq *irq;
	unsigned int irqs, irq_room;
	struct outside *outside;
	unsigned int outsides;
	enum call_state call;
	uint64_t call_ps;
	void (*call_fn)(void *);
	void *call_arg;
	/* shared virtual memory */
	struct svm_node *svm;
	/* network interface, sending */
	struct outgoing *out;
	struct combine combine;
	uint32_t au[1024]; /* payload in progress, by offset in the page */
	struct flights pending, fifo;
	uint32_t fifo_used;
	uint64_t tx_free;
	uint32_t in_path;
	struct ack *acks;
	unsigned int nacks, ack_room;
	bool stalled;
	uint64_t serial;
	struct flights sent; /* packets sent in this window */
	/* network interface, receiving */
	struct incoming *in;
	struct flights arrivals, rxq;
	uint32_t in_used;
	enum rx_state rx;
	uint64_t rx_at, rx_room;    /* next step; time at which the FIFO last got room */
	uint64_t ni_from, ni_until; /* its last or next bus tenure */
	uint64_t cpu_from;	    /* earliest bus tenure of the processor after that */
	mc_arrival_fn *on_arrival;
	void *on_arrival_arg;
	/* operating system */
	uint64_t timer_at;
	uint64_t slice; /* ticks until another process is scheduled */
	/* packets for mc_next() */
	bool keep;
	struct mc_packet *kept;
	uint64_t kept_all;
	size_t kept_head, kept_n, kept_room;
	struct mc_stats st;
};

struct outlook { /* state of the nodes of this process, or of all ranks, at the end of a
		  * window */
	uint64_t now, start_ps, start_tick;
	uint64_t first; /* time of the earliest event */
	uint64_t live, in_flight;
	/* 0 or 1, as 64-bit members without padding, because messages are hashed */
	uint64_t stuck; /* all programs wait; only a packet could wake one */
	uint64_t interrupts, failed;
};

struct far_ack { /* an acknowledgement for a node of another rank */
	uint64_t ps;
	uint32_t words, node;
};

struct mc {
	struct mc_config c;
	struct cpu *node; /* array of c.nodes elements */
	uint64_t start_ps, start_tick;
	uint64_t now;
	bool started;
	unsigned int live; /* number of programs that have not ended */
	unsigned int met;  /* number of programs in cpu_meet(), and the time at which the last
			    * of them came */
	uint64_t meet_ps;
	uint64_t in_flight;  /* number of complete packets that are not in the memory yet */
	uint64_t *link;	     /* time at which each link is free: 4 directions and ejection for
			      * each node */
	struct flights mesh; /* packets on their way to routers, which they reach at m->now or
			      * later */
	struct flight *spare, *flights; /* unused flights; all flights, for mc_close() */
	uint64_t end;			/* of the current window */
	uint64_t steps;			/* calls of cpu_rest() left until a program rests */
	bool resting; /* a program rests in the middle of the window (cpu_rest()) */
	bool failed;
	char why[256];
	mc_packet_fn *on_packet;
	void *on_packet_arg;
	mc_snoop_fn *on_snoop;
	void *on_snoop_arg;
	/* ranks */
	struct outlook outlook; /* state of all ranks after the last round */
	struct ranks_port port;
	struct far_ack *far_ack;
	unsigned int far_acks, far_room;
};

/* ---- multicomputer.c ---- */
void mc_fail(struct mc *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
struct flight *flight_new(struct mc *m, unsigned int words);
void flight_free(struct mc *m, struct flight *f);
void flights_add(struct flights *q, struct flight *f);
struct flight *flights_take(struct flights *q);
/* Inserts @f after all flights that are not ready later than @f. */
void flights_sort_in(struct flights *q, struct flight *f);
uint64_t mc_random(struct cpu *n);
uint64_t mc_random_below(struct cpu *n, uint64_t end);
uint64_t mc_tick(const struct mc *m, uint64_t ps);

/* ---- cpu.c ---- */
uint64_t units_of(const struct cpu *n, uint64_t ps);
uint64_t cpu_ps(const struct cpu *n); /* the processor's time */
void cpu_entry(void *arg);	      /* function of the coroutine */
/* Records that an event at @ps was added, which the processor must not pass. */
void cpu_limit(struct cpu *n, uint64_t ps);
void cpu_raise(struct cpu *n, uint64_t ps, const struct irq *irq);
void cpu_wake(struct cpu *n, uint64_t ps);
void cpu_spend(struct cpu *n, uint64_t cycles);
void cpu_block(struct cpu *n);	 /* waits until woken; interrupts are served */
bool cpu_disable(struct cpu *n); /* disables interrupts; returns the argument for
				  * cpu_restore() */
void cpu_restore(struct cpu *n, bool disabled);
/* Accesses of a program or a handler, at addresses known to be valid. */
void cpu_read_memory(struct cpu *n, uint64_t addr, unsigned int bytes);
void cpu_write_memory(struct cpu *n, uint32_t addr, unsigned int bytes, uint64_t value);

/* ---- ni.c ---- */
int ni_open(struct cpu *n);
void ni_close(struct cpu *n);
uint64_t ni_next(const struct cpu *n); /* time of its next event */
void ni_event(struct cpu *n, uint64_t ps);
void ni_send_block(struct cpu *n, uint64_t ps, uint32_t src, unsigned int node, uint32_t dest,
		   unsigned int words);
/* Handles a packet that arrives from the backbone at @f->ready_ps. */
void ni_arrive(struct cpu *n, struct flight *f);
uint64_t ni_grant(struct cpu *n, uint64_t ps); /* requests the bus at @ps; returns its grant */
/* The receiver has accepted a packet of @words FIFO words; the sender learns this at @ps. */
void ni_ack(struct cpu *n, uint64_t ps, uint32_t words);

/* ---- mesh.c ---- */
/* Moves the packets that the nodes sent, and those in the backbone, up to m->now. */
void mesh_deliver(struct mc *m);

/* ---- mc_ranks.c; only with m->c.ranks ---- */
int ranks_open(struct mc *m);
void ranks_close(struct mc *m);
/* Exchanges with the other ranks the packets that the nodes have sent in this window. @own: the
 * outlook of this process; m->outlook becomes the outlook of all ranks. */
void ranks_exchange(struct mc *m, struct outlook own);
/* Like ni_ack(), for a node of another rank. */
void ranks_ack(struct mc *m, unsigned int node, uint64_t ps, uint32_t words);

#endif
