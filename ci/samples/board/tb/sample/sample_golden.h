/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SAMPLE_GOLDEN_H
#define SAMPLE_GOLDEN_H
/* Golden model of the sample board, written from its description (README.md): what a host reads
 * from it, and its interrupt, clock by clock. The register table gives what a register does by
 * itself. */
#include "register_model.h"
#include <stdbool.h>

struct sample_golden {
	struct register_model regs;
	uint32_t mask; /* of the count */
	bool irq;
};

struct sample_access {
	bool write, whole; /* whole: all byte lanes */
	uint32_t offset, data;
};

/* Resets a board whose counter has @bits bits. */
void sample_golden_reset(struct sample_golden *g, unsigned int bits);
/*
 * Advances the model by a clock with the event @event and the access @a (NULL: none), which
 * gets the data that are read. Returns 0, or -EIO if the board must answer the access by an
 * error.
 */
int sample_golden_step(struct sample_golden *g, bool event, struct sample_access *a);

#endif
