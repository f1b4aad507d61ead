/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MK_CHECK_H
#define MK_CHECK_H
/* Common part of the test programs of the board: they compare, print and count errors. */
#include "mkutil.h"

/* Number of errors found so far, including those of the device. */
extern uint64_t mk_check_errors;

/* Counts an error and prints it if @found is not @expected. */
void mk_check(const char *what, uint64_t expected, uint64_t found);
/* Counts and reports an error of the device; returns true if there was none. */
bool mk_check_done(int err, const char *what);
/* Selects the CPU id, 0 to 7, by CPU_ID. */
bool mk_check_select_cpu(unsigned int cpu);
/* Reads the sample at @word of the memory; @resource: it is a resource sample. */
bool mk_check_read_sample(uint32_t word, bool resource, uint8_t *bytes, struct mk_sample *s);

#endif
