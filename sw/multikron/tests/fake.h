/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MK_FAKE_H
#define MK_FAKE_H
/*
 * A MultiKron toolkit board for tests of its software. It models registers, samples, pages and
 * memory as the specification describes them. Time passes by accesses and by run(). An access
 * takes 300 ns. The path from chip to memory has no delay. Accesses can be logged, and faults
 * can be injected.
 */
#include "../mk_sample.h"
#include "../../tests/hold.h"
#include "device.h"

#define FAKE_BASE 0xC0000000u /* base of the window, if the test assigns it */
#define FAKE_ACCESS_NS 300u
#define FAKE_LOG 65536u
#define FAKE_PAGES 512u
#define FAKE_QUEUE 1280u /* bytes in the FIFOs of the board and of the chip */

struct fake_access {
	bool write;
	uint32_t offset; /* offset from the beginning of the window */
	uint64_t value;
};

struct fake_chip {
	uint32_t hold, csr, enabled, pairs;
	uint64_t sources;
	uint32_t counter[MK_COUNTERS];
};

struct fake {
	struct device dev; /* these two members must be the first */
	struct fake_hold hold;
	/* PCI */
	bool pci; /* the board has configuration registers */
	uint32_t bar, command;
	/* board */
	bool vc_installed, closed;
	bool yields; /* each access yields to another thread */
	uint32_t config, pointer;
	uint8_t queue[FAKE_QUEUE];
	size_t queued;
	uint32_t *memory;
	uint8_t *cable; /* bytes that left through the cable */
	size_t cabled;
	/* chips */
	struct fake_chip ii, vc;
	uint32_t filter, address[8], waits, overruns;
	bool lost;
	uint64_t timestamp;
	unsigned int page;
	uint32_t pages[FAKE_PAGES][MK_COUNTERS];
	unsigned int duty[MK_COUNTERS]; /* duty cycle of the external inputs, in 1/1000 */
	/* time */
	uint64_t now, node_clocks, remainder, ticks_remainder;
	/* the access after this number of further ones fails with this error */
	uint64_t fail_after;
	int fail_with;
	struct fake_access log[FAKE_LOG];
	size_t logged; /* number of accesses, including those that did not fit */
	/* faults */
	struct fake_faults {
		uint32_t stuck_word, stuck_bits; /* bits that are 0 in this word of memory */
		uint32_t swapped;      /* two address lines of memory that are swapped in reads,
					* or 0 */
		uint32_t line;	       /* address line of memory that is 0 */
		uint32_t address_bits; /* bits that are 0 in the source address registers */
		uint32_t counter_bits; /* bits that are wrong in a resource sample */
		uint32_t filter_bits;  /* bits that are 0 in FILTER */
		uint8_t sample_bits;   /* bits that are wrong in each sample's user data */
		bool fast;	       /* the timestamp is 1 % too fast */
		uint32_t moves; /* words that are stored after each read of the pointer */
	} fault;
	uint64_t taken; /* number of samples taken */
};

/* Opens a board in its state after power-on, without PCI configuration registers. */
struct fake *fake_open(void);
void fake_close(struct fake *f);
/* Sets a fault by its text, NAME=VALUE; returns false if there is no such fault. */
bool fake_fault(struct fake *f, const char *text);
/* Puts a sample into memory at the pointer, as if the chip had taken it. */
void fake_store(struct fake *f, const struct mk_sample *s);

#endif
