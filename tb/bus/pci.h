/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PCI_H
#define PCI_H
/*
 * PCI bus of 33 MHz, 32 or 64 bits (PCI 2.1): masters, one board on the pins of the design,
 * a second target in C, and a checker that watches every clock of every test. The checker
 * derives the board's configuration space, and thus the cycles that the board must claim, from
 * the configuration writes on the bus. It fails the test when the board
 *   - claims a cycle that is not its own, or does not claim its own, or asserts DEVSEL# other
 *   than two clocks after the address phase;
 *   - ends no data phase within 16 clocks of FRAME#, or changes its answer before IRDY#;
 *   - transfers a second word of a burst, or keeps STOP# asserted after FRAME# rose;
 *   - drives AD outside of its read data phases, or wrong parity in the clock after them;
 *   - asserts PERR# or SERR# when it must not, or does not assert it when it must;
 *   - does not drive its lines high for one clock after an access and then release them;
 *   - drives anything during reset.
 */
#include "device.h"
#include "sim.h"

enum pci_command {
	PCI_INTERRUPT_ACK = 0x0,
	PCI_SPECIAL = 0x1,
	PCI_IO_READ = 0x2,
	PCI_IO_WRITE = 0x3,
	PCI_MEM_READ = 0x6,
	PCI_MEM_WRITE = 0x7,
	PCI_CFG_READ = 0xA,
	PCI_CFG_WRITE = 0xB,
	PCI_MEM_READ_MULTIPLE = 0xC,
	PCI_DUAL_ADDRESS = 0xD,
	PCI_MEM_READ_LINE = 0xE,
	PCI_MEM_WRITE_INVALIDATE = 0xF,
};

enum pci_end {
	PCI_DONE,	/* all words were transferred */
	PCI_DISCONNECT, /* some words were transferred before the target stopped */
	PCI_RETRY,	/* no word was transferred */
	PCI_TARGET_ABORT,
	PCI_MASTER_ABORT, /* no target answered */
	PCI_CANCELLED,	  /* reset */
};

/* One transaction of a master. */
struct pci_cycle {
	enum pci_command command;
	uint32_t addr;
	bool wide;		/* REQ64# */
	uint8_t be;		/* bytes accessed, bit 0 = AD[7:0]; 0 means all */
	bool no_bytes;		/* be = 0 means that no byte is accessed */
	unsigned int words;	/* requested number of data phases; 0 means 1 */
	uint64_t *data;		/* one element per data phase; AD[63:32] in the upper half */
	unsigned int irdy_wait; /* clocks before IRDY# in the first data phase */
	bool no_idsel;		/* configuration: IDSEL = 0 */
	bool bad_addr_par, bad_par, bad_par64; /* wrong parity */
	/* results */
	enum pci_end end;
	unsigned int moved; /* number of data phases that transferred data */
	bool ack64;
	unsigned int clocks; /* from FRAME# low to TRDY# or STOP# low, both as sampled */
	sim_time began, ended;
};

struct pci_stats {
	uint64_t cycles, moved, retries;
	unsigned int longest; /* clocks of the first data phase */
	uint64_t clocks;      /* rising edges */
	uint64_t devsel;      /* clocks with DEVSEL# low, driven by any target */
	uint64_t own;	      /* clocks with DEVSEL# low, driven by the board */
};

struct pci;

struct pci *pci_open(struct sim *s, struct sim_clock *pclk);

/* Runs the cycle; returns when the bus is idle again. */
enum pci_end pci_cycle(struct pci *b, struct pci_cycle *c);
/* Starts the cycle without waiting: fn(arg) is called when the cycle has ended, and may start
 * the next one. The bus must be idle (pci_busy). */
void pci_start(struct pci *b, struct pci_cycle *c, sim_fn *fn, void *arg);
bool pci_busy(const struct pci *b);

/* Perform accesses of 32 bits, or of 64 bits with REQ64#, and repeat them after each retry.
 * Return 0, -EIO: abort, or -ETIMEDOUT: too many retries (pci_set_retries). */
int pci_config_read(struct pci *b, uint8_t reg, uint32_t *value);
int pci_config_write(struct pci *b, uint8_t reg, uint32_t value);
/* Sets the minimum number of idle clocks between two cycles; 0: a cycle may follow a write
 * immediately. */
void pci_set_idle(struct pci *b, unsigned int clocks);

/* Holds RST# low for @duration and 4 more clocks. A cycle in progress is cancelled. */
void pci_reset(struct pci *b, sim_time duration);
/* Sets RST# to @level and returns immediately; for callbacks. */
void pci_put_reset(struct pci *b, bool level);

/* Adds a second target of @size bytes at @base, which answers after @wait clocks. @size 0
 * removes it. */
void pci_other_target(struct pci *b, uint32_t base, uint32_t size, unsigned int wait);

/* Returns the value that the checker expects in the Status register. */
uint16_t pci_expected_status(const struct pci *b);
void pci_stats(const struct pci *b, struct pci_stats *st);

/* Returns the bus as a driver accesses it: DEVICE_CONFIG with 8 to 32 bits, DEVICE_MEM with 8
 * to 64 bits. */
struct device *pci_device(struct pci *b);

#endif
