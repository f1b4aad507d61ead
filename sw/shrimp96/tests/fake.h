/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPM_FAKE_H
#define SPM_FAKE_H
/*
 * A 1996 SHRIMP monitor for tests of its software. It models registers, memory commands and
 * queue according to the register table, behind struct device; the test makes the events. It is
 * not the golden model and gets no packets. Accesses are logged, and can be made to fail.
 */
#include "../spmlib.h"
#include "../../tests/hold.h"
#include "register_model.h"

struct fake_access {
	bool write, io;
	uint32_t addr; /* memory: offset of the register */
	uint32_t value;
};

struct fake {
	struct device dev; /* these two members must be the first */
	struct fake_hold hold;
	bool big;      /* the memory has 2^24 words */
	uint32_t epir; /* the product id that it returns */
	uint32_t ebcr;
	struct register_model regs; /* of STAT, the flags; see fake_register() */
	uint64_t *memory;	    /* of 40-bit words */
	uint32_t queue[64];	    /* overflow addresses */
	unsigned int first, end;    /* range of the queue that is not yet read */
	unsigned int fill_polls; /* number of reads after the begin of a fill in which STAT.FILL
				  * is 1 */
	unsigned int filling;
	uint64_t passed;  /* ns, by run(), and wait_irq() without an interrupt */
	const char *card; /* reply to a command; NULL: no commands */
	bool closed;
	/* the access after this number of further ones fails with this error */
	uint64_t fail_after;
	int fail_with;
	struct fake_access log[256]; /* the first accesses */
	size_t logged;		     /* number of accesses, including those that did not fit */
};

struct fake *fake_open(bool big);
void fake_close(struct fake *f);
/* Returns the value of the register at @offset; of STAT its flags. */
uint32_t *fake_register(struct fake *f, uint32_t offset);
/* Makes a threshold event at @addr: it is queued, or lost with STAT.QOV. */
void fake_event(struct fake *f, uint32_t addr);

#endif
