/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SM_GOLDEN_H
#define SM_GOLDEN_H
/*
 * Golden model of SUPERMON, written from the thesis (2.1.1), its list of requirements and the
 * register table. It has no pipeline: a request is processed in its clock. The monitor reports
 * with the pin obs_run which clocks are monitored.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SM_GOLDEN_WORDS 32768u

/* The processor's bus in one clock. */
struct sm_bus {
	bool req, ans, tag, ans_tag;
	uint32_t addr; /* in words of 32 bits */
	uint8_t ctl;   /* bit 0: write */
};

struct sm_golden {
	/* parameters of the model */
	uint64_t time_init;
	uint32_t counts_init;
	/* settings */
	bool trace[2], form_b;
	unsigned int hist;
	uint32_t sel[3];
	uint8_t machine[65536];
	uint16_t function[65536];
	uint16_t match[5][512]; /* tables of the five stages: four codes of 3 bits per word */
	/* state of the host's accesses to the memories */
	unsigned int space;
	uint16_t word;
	uint32_t low, high;
	/* memories and results */
	uint64_t bank[2][SM_GOLDEN_WORDS];
	uint32_t entries, events, count_lost, trace_lost;
	uint32_t flags; /* of STAT, those that software clears, except REFUSED */
	uint64_t now;
	unsigned int state;
	uint16_t user;
	/* what the monitor did with the request of the last clock */
	bool event, traced, counted;
	/* private */
	uint64_t clock, period;
	bool running, entered;
	int reads; /* 1 + bank in the first clock of an increment; 0: none */
	struct {
		unsigned int n;
		bool measured; /* the latency of the oldest request in flight is measured */
		uint64_t since;
	} flight[2];
};

/* Ends a clock; @monitored: the value of obs_run in it. */
void sm_golden_clock(struct sm_golden *g, const struct sm_bus *b, bool monitored);
/* Applies an access of the host that was not refused. */
void sm_golden_access(struct sm_golden *g, bool write, uint32_t offset, uint32_t value);
/* Returns the flags of STAT that are 1, except REFUSED. */
uint32_t sm_golden_flags(const struct sm_golden *g);

#endif
