/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKE_H
#define FAKE_H
/*
 * A SurfBoard for tests of the driver: registers, memories, selector loading and
 * interrupt of a board without packets, behind struct device. Not the golden model:
 * it keeps a log of the accesses, and can be broken.
 */
#include "device.h"
#include "../sbit.h"
#include <stdbool.h>
#include <stddef.h>

#define FAKE_MEMORY (64u << 20)
#define FAKE_SLOTS 4096
#define FAKE_EXTENSIONS 0x400

struct fake {
	struct device dev; /* first */
	bool absent;	   /* nothing answers */
	uint32_t epir;
	uint32_t ebcr;
	uint32_t mmio[16]; /* registers by offset / 4, those without a rule of their own */
	uint32_t ext[FAKE_EXTENSIONS]; /* revision 2, by offset / 4, from 0x40 on */
	unsigned int lacks;	       /* the extension register that is not there; 0: none */
	uint32_t acdr;
	uint8_t hfcr[4];
	unsigned int hfcr_at;
	unsigned int fifo_slots, fifo_at; /* in use, and the first of them */
	uint16_t fifo[FAKE_SLOTS];
	/* memories: 0 trace, 1 histogram */
	unsigned int pd[2];
	uint32_t bytes[2];
	uint8_t *memory[2];
	bool float_high; /* an empty socket reads as ones; else as the last value */
	uint64_t last;
	/* selector */
	bool stuck; /* never leaves clearing */
	unsigned int clearing;
	uint8_t stream[256];
	size_t stream_bits;
	/* interrupt and time */
	uint64_t now_us;
	uint64_t event_at; /* then ISCR |= event; 0: none */
	uint32_t event;
	unsigned int other;   /* interrupts of other boards to come */
	unsigned int handled; /* waits that ended with an interrupt */
	/* log */
	unsigned int accesses; /* all */
	unsigned int narrow;   /* register accesses of less than 32 bits */
	unsigned int writes[16];
	unsigned int fail_after; /* accesses until -EIO; 0: never */
	uint32_t htcr_seen;	 /* HTCR during the last ACDR or memory access */
	bool closed;
};

/* A board after power-on, with memories of these sizes; NULL when memory is short. */
struct fake *fake_open(uint32_t trace_bytes, uint32_t hist_bytes);
/* Makes it one of revision 2, before it is opened. */
void fake_set_revision_2(struct fake *f);
void fake_close(struct fake *f);
/* DONE, with a mapping if the selector is configured. */
bool fake_configured(struct fake *f, struct sbit_map *map);

#endif
