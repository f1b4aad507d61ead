/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MK_FAKE_H
#define MK_FAKE_H
/*
 * A MultiKron toolkit board for tests of its software: what the specification says that
 * registers, samples, pages and memory do, with time that passes by accesses and by run(). An
 * access takes 300 ns. The path from chip to memory has no delay. Accesses can be logged, and
 * faults can be injected.
 */
#include "../mk_sample.h"
#include "../../tests/hold.h"
#include "device.h"

#define FAKE_BASE 0xC0000000u /* of the window, when the test gives it one */
#define FAKE_ACCESS_NS 300u
#define FAKE_WORDS 0x400000u
#define FAKE_LOG 65536u
#define FAKE_PAGES 512u
#define FAKE_QUEUE 1280u /* bytes: FIFO of the board and of the chip */

struct fake_access {
	bool write;
	uint32_t offset; /* from the beginning of the window */
	uint64_t value;
};

struct fake_chip {
	uint32_t hold, csr, enabled, pairs;
	uint64_t sources;
	uint32_t counter[MK_COUNTERS];
};

struct fake {
	struct device dev; /* these two first */
	struct fake_hold hold;
	/* PCI */
	bool pci; /* it has configuration registers */
	uint32_t bar, command;
	/* board */
	bool vc_installed, closed;
	bool yields; /* each access lets another thread run */
	uint32_t config, pointer;
	uint8_t queue[FAKE_QUEUE];
	size_t queued;
	uint32_t *memory;
	uint8_t *cable; /* bytes that left by the cable */
	size_t cabled;
	/* chips */
	struct fake_chip ii, vc;
	uint32_t filter, address[8], waits, overruns;
	bool lost;
	uint64_t timestamp;
	unsigned int page;
	uint32_t pages[FAKE_PAGES][MK_COUNTERS];
	unsigned int duty[MK_COUNTERS]; /* of the external inputs, in 1/1000 */
	/* time */
	uint64_t now, node_clocks, remainder, ticks_remainder;
	/* accesses: the one after so many more fails with this error */
	uint64_t fail_after;
	int fail_with;
	struct fake_access log[FAKE_LOG];
	size_t logged; /* also those beyond */
	/* faults */
	struct fake_faults {
		uint32_t stuck_word, stuck_bits; /* bits that are 0 in this word of memory */
		uint32_t swapped;      /* two address lines of memory in reads, or 0 */
		uint32_t line;	       /* address line of memory that is 0 */
		uint32_t address_bits; /* that are 0 in the source address registers */
		uint32_t counter_bits; /* that are wrong in a resource sample */
		uint32_t filter_bits;  /* that are 0 in FILTER */
		uint8_t sample_bits;   /* that are wrong in each sample's user data */
		bool fast;	       /* the timestamp runs by 1 % too fast */
	} fault;
	uint64_t taken; /* samples */
};

/* A board after power-on, without PCI configuration registers. */
struct fake *fake_open(void);
void fake_close(struct fake *f);
/* Sets a fault by its text, NAME=VALUE: false when there is none such. */
bool fake_fault(struct fake *f, const char *text);
/* Puts a sample into memory at the pointer, as if the chip had taken it. */
void fake_store(struct fake *f, const struct mk_sample *s);

#endif
