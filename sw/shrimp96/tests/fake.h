/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPM_FAKE_H
#define SPM_FAKE_H
/*
 * A SHRIMP monitor of 1996 for tests of its software: registers, memory commands and queue by
 * the register table, behind struct device; events that the test lets happen. Not the golden
 * model: it sees no packets. Accesses are logged, and can be made to fail.
 */
#include "../spmlib.h"
#include "../../tests/hold.h"

struct fake_access {
	bool write, io;
	uint32_t addr; /* memory: offset of the register */
	uint32_t value;
};

struct fake {
	struct device dev; /* these two first */
	struct fake_hold hold;
	bool big;      /* 2^24 words */
	uint32_t epir; /* what it says that it is */
	uint32_t ebcr;
	uint32_t reg[32];	 /* by offset / 4; STAT: its flags */
	uint64_t *memory;	 /* of 40-bit words */
	uint32_t queue[64];	 /* overflow addresses */
	unsigned int first, end; /* those not yet read */
	unsigned int fill_polls; /* STAT.FILL is 1 for so many reads after a fill begins */
	unsigned int filling;
	uint64_t passed;  /* ns: run(), wait_irq() in vain */
	const char *card; /* what a command answers; NULL: no commands */
	bool closed;
	/* accesses: the one after so many more fails with this error */
	uint64_t fail_after;
	int fail_with;
	struct fake_access log[256]; /* the first ones */
	size_t logged;		     /* also those beyond */
};

struct fake *fake_open(bool big);
void fake_close(struct fake *f);
/* A threshold event at @addr: queued, or lost with STAT.QOV. */
void fake_event(struct fake *f, uint32_t addr);

#endif
