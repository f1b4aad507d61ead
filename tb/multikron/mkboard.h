/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MKBOARD_H
#define MKBOARD_H
/*
 * The MultiKron board with its surroundings: PCI bus, local memory, SRAM of the MultiKron_vc,
 * cable host, oscillator and clock selector, together with the golden model and a scoreboard.
 * In every test the scoreboard uses the observation pins to check every sample byte into and
 * out of the FIFO, every word stored or sent, and every access of the CPU.
 */
#include "dram.h"
#include "mk_golden.h"
#include "multikron_regs.h"
#include "pci.h"
#include "s16d.h"
#include "sim.h"
#include "sram.h"

#define MKBOARD_BASE 0x40000000u

enum {
	MK_WAIT_MEM = MULTIKRON_CONFIG_WAIT_MEM_MASK,
	MK_DIV2 = MULTIKRON_CONFIG_DIV2_MASK,
	MK_TS_RATIO = MULTIKRON_CONFIG_TS_RATIO_MASK,
	MK_DIS_STATE = MULTIKRON_CONFIG_DIS_STATE_MASK,
	MK_EN_EXT = MULTIKRON_CONFIG_EN_EXT_MASK,
	MK_WRAPB = MULTIKRON_CONFIG_WRAPB_MASK,
	MK_OE = MULTIKRON_CONFIG_MK_OE_MASK,
	MK_TESTB = MULTIKRON_CONFIG_TESTB_MASK,
	MK_WAIT_CPU = MULTIKRON_CONFIG_WAIT_CPU_MASK,
	MK_EXT_CPU = MULTIKRON_CONFIG_EXT_CPU_MASK,
	MK_LOCAL = MULTIKRON_CONFIG_LOCAL_MASK,
	MK_TEST = MULTIKRON_CONFIG_TEST_MASK,
	/* what the paper recommends, for processor 0 */
	MKBOARD_RECOMMENDED = MK_OE | MK_TESTB | MK_LOCAL | 1 << MULTIKRON_CONFIG_CPU_ID_LSB
};
enum {
	CSR_SAMPLING = MULTIKRON_CSR_SAMPLING_MASK,
	CSR_DISCARD = MULTIKRON_CSR_DISCARD_MASK,
	CSR_MODE32 = MULTIKRON_CSR_MODE32_MASK,
	CSR_TSCLEAR = MULTIKRON_CSR_TSCLEAR_MASK,
	CSR_OVERFLOW = MULTIKRON_CSR_OVERFLOW_MASK,
	CSR_EMPTY = MULTIKRON_CSR_EMPTY_MASK,
	CSR_FULL = MULTIKRON_CSR_FULL_MASK
};

struct mkboard_options {
	sim_time pci, osc, ext; /* clock periods; 0 stands for 30, 25 and 40 ns */
	sim_time phase;		/* phase of NODECLK relative to the PCI clock */
	bool unwatched;		/* no golden model; used for a board that only a driver
				 * accesses */
};

struct mkboard {
	struct sim *s;
	struct sim_clock *pclk, *nodeclk;
	struct pci *pci;
	struct dram *dram;
	struct sram *sram;
	struct s16d *cable;
	struct mk_golden g;
	struct mkboard_options o;
	bool novc;
	uint32_t base; /* BAR0 */
	/* values from the observation pins */
	uint64_t node_clocks, pci_clocks;
	uint64_t taken, lost;	  /* samples */
	uint64_t bytes;		  /* bytes into the chip's FIFO */
	uint64_t popped;	  /* words out of it */
	uint64_t words;		  /* words stored in the board's memory */
	uint64_t drained;	  /* words dropped, because memory is full */
	uint64_t cable_words;	  /* words sent over the cable */
	uint64_t last_stamp;	  /* time stamp of the latest sample */
	uint64_t last_taken;	  /* number of the NODECLK clock in which it was taken */
	sim_time last_taken_at;	  /* time of that clock */
	uint64_t cs_clocks[2];	  /* number of clocks with chip select active */
	uint64_t full_clocks;	  /* number of clocks with the FIFO full */
	uint64_t switch_clocks;	  /* number of clocks during page switches */
	uint64_t switch_longest;  /* length of the latest page switch in clocks */
	uint64_t selections;	  /* changes of the clock selector */
	unsigned int irdy_most;	  /* largest random delay of IRDY# in clocks */
	sim_fn *on_node, *on_pci; /* called before each rising edge, after the scoreboard */
	void *on_arg;
	/* --- inside --- */
	struct sim_pin *obs_fifo, *obs_fifo_wr, *obs_fifo_full, *obs_fifo_rd, *obs_busy,
		*obs_store, *obs_drain, *obs_taken, *obs_lost, *obs_stamp, *obs_cs, *obs_switch,
		*clk_ext, *clk_div2, *x_reset_n, *xcpu, *x_ext;
	bool in_reset, switching, selected_ext, selected_div2, selecting;
	uint64_t cable_seen;
	uint32_t pointer_before; /* value of the pointer before the current cycle */
	bool answer_due;
};

/* Opens the test's model with its surroundings. @o: NULL for the defaults. */
struct mkboard *mkboard_open(struct sim *s, const struct mkboard_options *o);
/* Applies RST#, then makes the BIOS's settings: BAR0, Command = 0142. From then on no output
 * may be unknown. */
void mkboard_power_on(struct mkboard *b);
/* Powers the board on and sets CONFIG to 003201 | @more, the pointer to 0, and CSR to sampling,
 * 32-bit mode and @csr. */
void mkboard_start(struct mkboard *b, uint32_t more, uint32_t csr);

/* Access the board and compare with the golden model; an aborted access fails the test. */
uint32_t mkboard_get(struct mkboard *b, uint32_t offset);
void mkboard_put(struct mkboard *b, uint32_t offset, uint32_t value);
uint64_t mkboard_get64(struct mkboard *b, uint32_t offset); /* REQ64# */
void mkboard_put64(struct mkboard *b, uint32_t offset, uint64_t value);
/* Does the same with the cycle that @c describes; the access is repeated after a retry. */
enum pci_end mkboard_access(struct mkboard *b, struct pci_cycle *c);
/* Performs one cycle without repetition. A sample write that ends with a retry has had no
 * effect. */
enum pci_end mkboard_try(struct mkboard *b, struct pci_cycle *c);
/* Access 64-bit values through the holding register. */
uint64_t mkboard_get_by_hold(struct mkboard *b, uint32_t offset);
void mkboard_put_by_hold(struct mkboard *b, uint32_t offset, uint64_t value);

/* Writes CONFIG. A caller that changes TEST or LOCAL must use the paper's sequence (2.7). */
void mkboard_config(struct mkboard *b, uint32_t value);
/* Writes the pointer by the paper's sequence (2.7). */
void mkboard_set_pointer(struct mkboard *b, uint32_t pointer);
/* Take a trace or a resource sample. */
void mkboard_trace(struct mkboard *b, unsigned int n, uint32_t value);
void mkboard_resource(struct mkboard *b, unsigned int n, uint32_t value);
/* Waits until all samples are stored, sent or drained, except for bytes that do not fill a
 * word. */
void mkboard_drain(struct mkboard *b);
/* Does the same and then checks that nothing is missing and that all of memory is as
 * predicted. */
void mkboard_settle(struct mkboard *b);
void mkboard_compare_memory(struct mkboard *b);
/* Reads bytes of samples from memory, in their order. */
void mkboard_memory_bytes(struct mkboard *b, uint32_t word, uint8_t *bytes, size_t n);
/* Drives the cable's lines x_cpu of the processor, and waits four PCI clocks. */
void mkboard_xcpu(struct mkboard *b, unsigned int lines);
/* Drives the pins x_ext, the events from outside. */
void mkboard_ext(struct mkboard *b, unsigned int pins);
/* Drives x_reset_n, which resets the chip while CONFIG.EN_EXT is set. */
void mkboard_x_reset(struct mkboard *b, bool low);
/* Checks that @got differs from @want by @by at most. */
void mkboard_near(struct sim *s, uint64_t got, uint64_t want, uint64_t by, const char *what);

#endif
