/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOUSE_H
#define HOUSE_H
/*
 * Built-in programs, drawn from a seed. Each runs on any number of processors, four per
 * station; private data are in the processor's own station, all other data in station 0.
 *
 *	stencil		sweeps over a grid of rows, with barriers and a sum at the end of each
 *	counters	objects whose use is drawn from the seed: private to a processor; read
 *			only; one word that all processors write; a word for each processor,
 *			alone in its line or all in one line
 *	pages		private work and tables, one of which another station uses
 *	bursts		private work, and from time to time the processors of one station read
 *			a table at once
 *	load		all processors read words of a table; at 100 % without a pause, so that
 *			the memory card is always busy
 *	alone, after, before
 *			one processor reads words of a table, at the same times in the three
 *			programs, and no other one uses the memory of station 0. Those of other
 *			stations compute; or read their own memories after the table is read, or
 *			shortly before, so that these are busy then
 */
#include "machine.h"
#include "question.h"

struct house;

/* Sets the workload in @cfg, and program, functions and objects in @r and @o. Each processor
 * makes @n references; @load is the approximate load of program "load" in per cent. NULL: there
 * is no such program, or no memory. */
struct house *house_open(const char *name, unsigned int n, unsigned int load, uint64_t seed,
			 struct machine_config *cfg, struct run *r, struct oracle *o);
/* Returns the part of the program that a processor executes. */
unsigned int house_function(const struct house *h, unsigned int processor);
void house_close(struct house *h);

#endif
