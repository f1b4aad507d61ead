/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SEEN_H
#define SEEN_H
/*
 * Answers computed from a trace of transactions, for all monitors that record one. Times are
 * clocks of 20 ns of the run.
 */
#include "bench.h"

struct seen {
	double arrived, ended;
	uint32_t addr;
	uint8_t processor, kind, class, function; /* function 255: not known */
};

/* What the entries of the monitor's trace contain. */
enum {
	SEEN_FUNCTION = 1,
	SEEN_ADDRESS = 2,
	SEEN_ARRIVAL = 4,
	SEEN_PROBES = 8,
	SEEN_EXACT = 16
};

/* Answers the questions queue, outlier, pio (these need SEEN_ARRIVAL), page, false-sharing,
 * banks (SEEN_ADDRESS), buses, saturation (both), functions and order (SEEN_FUNCTION). A trace
 * with SEEN_ARRIVAL has the kinds of all transactions. SEEN_PROBES: the monitor answers order
 * from events of the program. SEEN_EXACT: times are right to a clock. The transactions are in
 * the order of their end. */
void seen_answer(const struct bench *b, const struct seen *t, size_t n, unsigned int has);

/* Answers the question latency from the counts of @n classes; a transaction of class i takes
 * about @first + i * @unit clocks. */
void seen_latency(const uint64_t *count, size_t n, double first, double unit);

#endif
