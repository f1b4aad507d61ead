/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_FAKE_H
#define NM_FAKE_H
/*
 * A memory monitor for tests of its software. It models registers, labels and counters behind
 * struct device, and the test makes the events. Accesses are logged, and can be made to fail.
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
	struct device dev; /* these two members must be the first */
	struct fake_hold hold;
	uint32_t config, status, enable, overflowed, queued, queued_hi;
	uint32_t counter[NM_COUNTERS];
	uint16_t label[NM_LABELS];
	bool closed;
	uint64_t passed;  /* ns, by accesses, run(), and wait_irq() without an interrupt */
	const char *card; /* reply to the command; NULL: no commands */
	const char *server, *report; /* to "server" and "status"; NULL: no such command */
	int gone;		     /* error of all commands; 0: none */
	/* the access after this number of further ones fails with this error */
	uint64_t fail_after;
	int fail_with;
	/* is called before each access; NULL: not used */
	void (*meanwhile)(struct fake *f);
	/* the first accesses */
	struct fake_access log[4096];
	size_t logged; /* number of accesses, including those that did not fit */
};

struct fake *fake_open(bool wide, bool two);
void fake_close(struct fake *f);
/* Counts an event; in Histogram Statistics in the half that is in use. */
void fake_event(struct fake *f, unsigned int counter);

#endif
