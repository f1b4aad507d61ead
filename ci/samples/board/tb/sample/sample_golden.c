/* SPDX-License-Identifier: Apache-2.0 */
#include "sample_golden.h"
#include "sample_regs.h"
#include <errno.h>

static const struct register_row rows[] = {
#define REG REGISTER_REG
#define FIELD REGISTER_FIELD
#include "sample_regs.def"
};

void sample_golden_reset(struct sample_golden *g, unsigned int bits)
{
	register_model_reset(&g->regs, rows, sizeof(rows) / sizeof(*rows), NULL);
	g->mask = ((uint32_t)1 << bits) - 1;
	g->irq = false;
}

static uint32_t *word_at(struct sample_golden *g, uint32_t offset)
{
	return register_model_at(&g->regs, offset);
}

/* Counts the event of a clock; sets the flags of what it does. */
static void count(struct sample_golden *g, uint32_t threshold)
{
	uint32_t *events = word_at(g, SAMPLE_COUNT), *flags = word_at(g, SAMPLE_FLAGS);

	*events = (*events + 1) & g->mask;
	if (*events == (threshold & g->mask))
		*flags |= SAMPLE_FLAGS_REACHED_MASK;
	if (!*events)
		*flags |= SAMPLE_FLAGS_WRAPPED_MASK;
}

int sample_golden_step(struct sample_golden *g, bool event, struct sample_access *a)
{
	const uint32_t control = *word_at(g, SAMPLE_CONTROL),
		       threshold = *word_at(g, SAMPLE_THRESHOLD);
	uint32_t ones = 0;
	int err = 0;

	g->irq = control & SAMPLE_CONTROL_IRQ_MASK &&
		 *word_at(g, SAMPLE_FLAGS) & SAMPLE_FLAGS_REACHED_MASK;
	if (a && !a->whole)
		err = -EIO;
	else if (a && a->write)
		err = register_model_write(&g->regs, a->offset, 15, a->data, &ones);
	else if (a)
		err = register_model_read(&g->regs, a->offset, &a->data);
	if (ones & SAMPLE_CONTROL_CLEAR_MASK)
		*word_at(g, SAMPLE_COUNT) = 0;
	if (event && control & SAMPLE_CONTROL_RUN_MASK)
		count(g, threshold);
	return err;
}
