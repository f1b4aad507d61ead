/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NO_DESIGN_H
#define NO_DESIGN_H
/* For unit tests of what runs in a simulation: parts of a simulator that has no design, and the
 * failure of a simulation as a value. */
#include "internal.h"
#include "unit.h"

static int evaluate_nothing(void *arg)
{
	(void)arg;
	return 0;
}

static int pulse_nothing(void *arg, uint64_t rising)
{
	(void)arg, (void)rising;
	return 0;
}

static void close_nothing(void *b)
{
	(void)b;
}

/* Runs @fn(@arg); returns whether the simulation failed. */
static bool fails(void (*fn)(void *arg), void *arg)
{
	volatile bool failed = true;
	jmp_buf failure;

	unit_failure = &failure;
	if (!setjmp(failure)) {
		fn(arg);
		failed = false;
	}
	unit_failure = NULL;
	return failed;
}

#endif
