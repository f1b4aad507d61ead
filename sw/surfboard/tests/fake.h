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
#include "../surflib.h"
#include <stdbool.h>
#include <stddef.h>

#define FAKE_MEMORY (64u << 20)
#define FAKE_SLOTS 4096
#define FAKE_EXTENSIONS 0x400

/* Indices of the registers in fake.mmio: FCCR, ... */
enum {
#define REG(name, space, offset, reset, text) name = (offset) / 4,
#define FIELD(reg, name, msb, lsb, access, text)
#include "surfboard_regs.def"
#undef REG
#undef FIELD
};

struct fake {
	struct device dev; /* first */
	bool absent;	   /* no board answers */
	uint32_t epir;
	uint32_t ebcr;
	uint32_t identity[192]; /* of a core, from 0xD00 on, with the table of its taps; its
				 * EBCR is fixed */
	unsigned int cleared;	/* number of times that the counters of the taps were cleared */
	uint32_t mmio[16];	/* registers without a special rule, indexed by offset / 4 */
	uint32_t ext[FAKE_EXTENSIONS]; /* registers of revision 2 from 0x40 on, indexed by
					* offset / 4 */
	unsigned int lacks;	       /* the extension register that the board lacks; 0:
					* none */
	uint32_t acdr;
	uint8_t hfcr[4];
	unsigned int hfcr_at;
	unsigned int fifo_slots, fifo_at; /* number of used slots, and index of the first */
	uint16_t fifo[FAKE_SLOTS];
	/* memories: 0 trace, 1 histogram */
	unsigned int pd[2];
	uint32_t bytes[2];
	uint8_t *memory[2];
	bool float_high; /* true: an empty socket reads as ones; false: as the last value on the
			  * bus */
	uint64_t last;
	/* selector */
	bool stuck; /* the selector never ends clearing */
	unsigned int clearing;
	uint8_t stream[256];
	size_t stream_bits;
	/* interrupt and time */
	uint64_t now_us;
	uint64_t event_at; /* time at which ISCR |= event; 0: there is no event */
	uint32_t event;
	unsigned int other;   /* number of interrupts of other boards that will come */
	unsigned int handled; /* number of waits that ended with an interrupt */
	/* log */
	unsigned int accesses;	    /* all */
	unsigned int narrow;	    /* number of register accesses of less than 32 bits */
	unsigned int memory_writes; /* number of writes to a memory */
	unsigned int writes[16];
	unsigned int fail_after; /* number of accesses until one fails with -EIO; 0: none
				  * fails */
	uint32_t htcr_seen;	 /* HTCR during the last ACDR or memory access */
	bool closed;
};

/* Opens a board in its state after power-on with memories of these sizes; returns NULL if
 * memory is short. */
struct fake *fake_open(uint32_t trace_bytes, uint32_t hist_bytes);
/* Makes the board one of revision 2; call this before the driver opens it. */
void fake_set_revision_2(struct fake *f);
/* Makes the board a core, with an identity block that has this clock, or without one. */
void fake_set_core(struct fake *f, bool identity, uint32_t clock_hz);
/* Adds a table of @n taps to a core: their registers are 0 but for the name, "tap A", "tap B",
 * .. */
void fake_set_taps(struct fake *f, unsigned int n);
void fake_close(struct fake *f);
/* Returns whether the selector is configured, and its mapping. */
bool fake_configured(struct fake *f, struct sbit_map *map);

#endif
