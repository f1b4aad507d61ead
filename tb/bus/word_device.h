/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WORD_DEVICE_H
#define WORD_DEVICE_H
/*
 * The device backend of buses that move one word of 32 bits with byte enables: a bus embeds
 * struct word_device as its first member and provides one function.
 *
 * DEVICE_IO addresses 0..FFF are bus addresses of the board's I/O ports, which begin at address
 * 0 of its window; DEVICE_MEM addresses are bus addresses. An access of 64 bits is made as two.
 * The interrupt is the level of the pin irq.
 */
#include "device.h"
#include "sim.h"

struct word_device {
	struct device dev; /* first */
	struct sim *s;
	struct sim_clock *clk;
	const uint8_t *irq;
	/* Performs one access. @be: bit k = byte lane k is accessed. Returns 0, -EIO: error
	 * answer or no such address, -ETIMEDOUT, or -ECANCELED: reset. */
	int (*access)(struct word_device *w, bool write, uint32_t addr, unsigned int be,
		      uint32_t *data);
};

/* Sets the ops and finds the pin irq of @owner. The caller fills in the other members. */
void word_device_init(struct word_device *w, const char *owner);

#endif
