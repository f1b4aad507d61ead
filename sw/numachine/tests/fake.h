/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_FAKE_H
#define NM_FAKE_H
/*
 * A memory monitor for tests of its software: registers, labels and counters behind struct
 * device, events that the test lets happen. Accesses are logged, and can be made to fail.
 */
#include "../nmlib.h"
#include "../../tests/hold.h"

#define FAKE_ACCESS_NS 100u

struct fake_access {
	bool write;
	uint32_t addr;
	unsigned int width;
	uint64_t value;
};

struct fake {
	struct device dev; /* these two first */
	struct fake_hold hold;
	uint32_t config, status, enable, overflowed, queued, queued_hi;
	uint32_t counter[NM_COUNTERS];
	uint16_t label[NM_LABELS];
	bool closed;
	uint64_t passed;  /* ns: accesses, run(), wait_irq() in vain */
	const char *card; /* what the command says; NULL: no commands */
	/* accesses: the one after so many more fails with this error */
	uint64_t fail_after;
	int fail_with;
	/* before each access; NULL: nothing */
	void (*meanwhile)(struct fake *f);
	/* the first ones */
	struct fake_access log[4096];
	size_t logged; /* also those beyond */
};

struct fake *fake_open(bool wide, bool two);
void fake_close(struct fake *f);
/* An event counts; in Histogram Statistics in the half in use. */
void fake_event(struct fake *f, unsigned int counter);

#endif
