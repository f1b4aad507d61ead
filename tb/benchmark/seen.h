/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SEEN_H
#define SEEN_H
/*
 * Answers from a trace of transactions, common to the monitors that keep one. Times are clocks
 * of 20 ns of the run.
 */
#include "bench.h"

struct seen {
	double arrived, ended;
	uint32_t addr;
	uint8_t processor, kind, class, function; /* function 255: not known */
};

/* What the monitor's entries have. */
enum { SEEN_FUNCTION = 1, SEEN_ADDRESS = 2, SEEN_ARRIVAL = 4 };

/* Answers queue, outlier (SEEN_ARRIVAL), page, false-sharing (SEEN_ADDRESS), functions and
 * order (SEEN_FUNCTION), of transactions in the order of their end. */
void seen_answer(const struct bench *b, const struct seen *t, size_t n, unsigned int has);

/* Answers latency from the counts of @n classes; those of class i have about @first + i * @unit
 * clocks. */
void seen_latency(const uint64_t *count, size_t n, double first, double unit);

#endif
