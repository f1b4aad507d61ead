/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROGRAM_H
#define PROGRAM_H
/*
 * Functions for a program on a node of the SHRIMP multicomputer (multicomputer.h).
 *
 * A program is a C function; each node runs one in a coroutine. Every call below takes
 * simulated time, and data are really transferred: a value that has not arrived is not visible.
 * C variables of a program represent its registers or its private memory; the program accounts
 * for their time with cpu_compute() and cpu_private_*(). Nodes must not share any other data
 * than those transferred by these calls.
 *
 * There are two levels. The upper level is shared virtual memory, kept consistent by automatic
 * update (AURC, svm.h): shared_*(), lock_*() and barrier(). An address of shared memory is the
 * same on all nodes. The lower level is the machine itself: cpu_load() and cpu_store() on the
 * node's own memory, mappings made beforehand (mc_map()), deliberate update.
 *
 * Misuse (an address outside, an access across its own alignment, a lock released by another
 * node) ends the run with an error; the call does not return.
 */
#include <stdbool.h>
#include <stdint.h>

struct cpu;

typedef void program_fn(struct cpu *cpu, void *arg);

/* ---- the processor ---- */
unsigned int cpu_node(const struct cpu *cpu);  /* from 0 */
unsigned int cpu_nodes(const struct cpu *cpu); /* number of nodes */
uint64_t cpu_cycles(struct cpu *cpu);	       /* the cycle counter, 60 MHz */
/* Computes on registers for @cycles processor cycles; interrupts may come in between. */
void cpu_compute(struct cpu *cpu, uint64_t cycles);
/* Runs a tight loop until the cycle counter reaches @cycle; it takes at least one iteration. */
void cpu_wait_until(struct cpu *cpu, uint64_t cycle);
/* Account for the time of an access to the node's private memory at any address: it may miss in
 * the cache, and the network interface snoops a miss. */
void cpu_private_load(struct cpu *cpu, uint64_t addr, unsigned int bytes);
void cpu_private_store(struct cpu *cpu, uint64_t addr, unsigned int bytes);
/* Returns a random number of this node, derived from the seed of the run. */
uint64_t cpu_random(struct cpu *cpu);

/* ---- shared virtual memory ---- */
/* @addr is a multiple of the size. Bytes are little endian. */
uint8_t shared_read_u8(struct cpu *cpu, uint32_t addr);
uint16_t shared_read_u16(struct cpu *cpu, uint32_t addr);
uint32_t shared_read_u32(struct cpu *cpu, uint32_t addr);
float shared_read_f32(struct cpu *cpu, uint32_t addr);
double shared_read_f64(struct cpu *cpu, uint32_t addr);
void shared_write_u8(struct cpu *cpu, uint32_t addr, uint8_t value);
void shared_write_u16(struct cpu *cpu, uint32_t addr, uint16_t value);
void shared_write_u32(struct cpu *cpu, uint32_t addr, uint32_t value);
void shared_write_f32(struct cpu *cpu, uint32_t addr, float value);
void shared_write_f64(struct cpu *cpu, uint32_t addr, double value); /* two words, low first */
/* @lock: 0..SVM_LOCKS-1 (svm.h). */
void lock_acquire(struct cpu *cpu, unsigned int lock);
void lock_release(struct cpu *cpu, unsigned int lock);
void barrier(struct cpu *cpu); /* of all nodes */

/* ---- the node's memory, as the machine has it ---- */
/* Access 1, 2, 4 or 8 bytes at a multiple of the size, below mc_config.memory. */
uint64_t cpu_load(struct cpu *cpu, uint32_t addr, unsigned int bytes);
void cpu_store(struct cpu *cpu, uint32_t addr, unsigned int bytes, uint64_t value);
/* Waits until the 32-bit word at @addr is not @old, and returns it. It reads in a loop, from
 * the cache until a packet changes the line. */
uint32_t cpu_wait_word(struct cpu *cpu, uint32_t addr, uint32_t old);
/*
 * Deliberate update: sends @words (1..1024) words from @src of this node to @dest of @node,
 * neither across a page. The destination page must be mapped in (mc_import()). Returns when
 * the network interface has read the words out of the memory.
 */
void cpu_send(struct cpu *cpu, uint32_t src, unsigned int node, uint32_t dest,
	      unsigned int words);
/* Waits for all programs that have not ended. They synchronise over the LAN, without
 * packets. */
void cpu_meet(struct cpu *cpu);
/* Switches combining of this node's automatic updates on or off; switching it off completes a
 * packet in progress. */
void cpu_combining(struct cpu *cpu, bool on);

/* ---- outside of the machine ---- */
/* A step of work that takes no simulated time, such as reading a file. After mc_config.steps of
 * them the program rests until mc_ahead(), which takes no simulated time either. */
void cpu_rest(struct cpu *cpu);
/*
 * Suspends the program while the caller of mc_run() executes fn(arg), which for example
 * accesses the node's SurfBoard over its EISA bus. Other nodes and the network continue. The
 * caller determines the duration (mc_call_done()); with mc_run_all() the call takes no time.
 */
void cpu_call(struct cpu *cpu, void (*fn)(void *arg), void *arg);
/* Ends the run with an error: the program found its data wrong. */
_Noreturn void cpu_fail(struct cpu *cpu, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
