/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MK_H
#define MK_H
/*
 * libmk, the driver of the MultiKron PCI toolkit board (NISTIR 5993): probes for a program, and
 * functions for everything that the board can do.
 *
 * There are two ways to use a board. The toolkit's probe code is
 *
 *	#include <mk.h>
 *
 *	MK_DEFAULT_MAP();
 *	mk_ts1 = EVENT;
 *
 * A program that needs more opens a board with mk_open() and passes the handle to the functions
 * below.
 *
 * All functions return 0 or a negative errno value; none prints or exits. Common errors are
 * -EBADF for a handle that is not open, -EINVAL for a bad argument, and those of the device:
 * -EIO if nothing answers (an access to a chip while its outputs are disabled, MK_OE = 0),
 * -ETIMEDOUT if the bus hangs. Threads may share a handle: each call is atomic, and so is each
 * 64-bit access. They are not atomic with respect to probes by mk_ts0 to mk_rs7, other programs
 * and other handles, because the board has only one holding register (1.1).
 */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Registers: MK_CONFIG, MK_CSR, ...: their byte offsets in the board's 32 MB. */
enum mk_reg {
#define REG(name, space, offset, reset, text) MK_##name = offset,
#define FIELD(reg, name, msb, lsb, access, text)
#include "multikron_regs.def"
#undef REG
#undef FIELD
};

/* Fields: MK_CONFIG_LOCAL, MK_CSR_SAMPLING, ...: their bits. */
enum mk_field {
#define REG(name, space, offset, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) \
	MK_##reg##_##name = (int)(UINT32_MAX >> (31 - (msb)) & UINT32_MAX << (lsb)),
#include "multikron_regs.def"
#undef REG
#undef FIELD
};

#define MK_WINDOW_BYTES 0x2000000u
#define MK_MEMORY_WORDS 0x400000u
#define MK_DEFAULT_CONFIG 0x003201u /* samples of CPU 0 to local memory, circular buffer */
#define MK_PAGES 512u		    /* number of pages of the MultiKron_vc */
#define MK_SAMPLE_ADDRESSES 8u
#define MK_SOURCES 8u

struct device;

/* A board. The fields are private; a handle that was zeroed is closed. */
struct mk {
	struct device *dev;
	bool own;		  /* the handle owns dev and closes it */
	uint32_t base;		  /* bus address of the window */
	volatile uint8_t *window; /* window mapped into this process, or NULL */
	pthread_mutex_t lock;
	bool vc; /* a MultiKron_vc is known to be installed */
};

/* ---- open, close ---- */

/*
 * Opens the board that @board names:
 *
 *	"sim:" or "sim:ARGUMENTS"	a board simulated in this process by
 *					libmultikronsim.so; arguments, separated by commas:
 *					vc=0|1, seed=N, wave=FILE
 *	"unix:PATH"			a board that another process simulates:
 *					multikrond(1)
 *	"mmap:pci=DIR"			a real board; DIR is its folder in
 *					/sys/bus/pci/devices
 *	"mmap:slot=none,mem=FILE[,offset=N]"
 *					a real board whose 32 MB begin at offset N of FILE
 *
 * NULL: the environment variable MK_BOARD; if it is not set, /dev/mk0 if that exists, otherwise
 * "sim:".
 *
 * A base address is assigned to a PCI board that has none, and its memory space is enabled.
 * Otherwise the board is not changed; mk_initialize() initializes it. -ENODEV if the board is
 * not a MultiKron toolkit board; -EPROTONOSUPPORT for another backend; -ELIBACC if the library
 * of the simulated board cannot be loaded, -ELIBBAD if it is not such a library.
 */
int mk_open(struct mk *mk, const char *board);
/* Opens the board that @dev accesses. The caller must close @dev. */
int mk_open_device(struct mk *mk, struct device *dev);
/* Closes the handle; the board keeps running. */
int mk_close(struct mk *mk);

/*
 * Initializes the board as the toolkit does: software reset, pointer 0, configuration
 * MK_DEFAULT_CONFIG, both chips in 32-bit mode, holding registers 0, sampling on.
 */
int mk_initialize(struct mk *mk);
/* Resets the chips, the FIFO and its state machine; configuration, pointer and memory are kept
 * (1.2). */
int mk_reset(struct mk *mk);

/* ---- board ---- */

int mk_get_config(struct mk *mk, uint32_t *value);
int mk_set_config(struct mk *mk, uint32_t value);
/* Changes the bits in @mask to those of @value, atomically for all threads of this handle. */
int mk_change_config(struct mk *mk, uint32_t mask, uint32_t value);
/* Reads the memory address pointer, 24 bits (1.3). */
int mk_get_pointer(struct mk *mk, uint32_t *value);
/* Writes the pointer, also while samples are stored, by the sequence that loses none (2.7). */
int mk_set_pointer(struct mk *mk, uint32_t value);
/* TEST operations (2.5): the first function reads a byte of the FIFO, the second moves four
 * bytes of the FIFO to memory. */
int mk_test_read(struct mk *mk, uint32_t *byte);
int mk_test_write(struct mk *mk);
/* Read or write @n words of local memory from word @first on. */
int mk_read_memory(struct mk *mk, uint32_t first, uint32_t *words, size_t n);
int mk_write_memory(struct mk *mk, uint32_t first, const uint32_t *words, size_t n);
/* Read or write any word of the 32 MB by its byte offset, a multiple of 4. */
int mk_read(struct mk *mk, uint32_t offset, uint32_t *value);
int mk_write(struct mk *mk, uint32_t offset, uint32_t value);

/* ---- both chips ---- */

enum mk_chip { MK_II, MK_VC };

/* Sources of a counter, four bits of MUXSEL. MK_VC has the first six. */
enum mk_source {
	MK_SOURCE_OFF,
	MK_SOURCE_EDGE,	     /* rising edges of external input n */
	MK_SOURCE_NODECLK,   /* clocks of NODECLK */
	MK_SOURCE_TICK,	     /* ticks of the timestamp */
	MK_SOURCE_LEVEL,     /* clocks of NODECLK while external input n is active */
	MK_SOURCE_PROCESSOR, /* mk_increment() */
	MK_SOURCE_TRACE,     /* trace samples taken */
	MK_SOURCE_RESOURCE,  /* resource samples taken */
	MK_SOURCE_LOST,	     /* samples discarded */
	MK_SOURCE_WAIT,	     /* clocks in which the CPU waits for room */
};

/* With MK_VC these functions return -ENODEV if the MultiKron_vc is not installed. */
int mk_get_csr(struct mk *mk, enum mk_chip chip, uint32_t *value);
int mk_set_csr(struct mk *mk, enum mk_chip chip, uint32_t value);
int mk_get_hold(struct mk *mk, enum mk_chip chip, uint32_t *value);
int mk_set_hold(struct mk *mk, enum mk_chip chip, uint32_t value);
/* Start, stop and clear the counters whose bits are set in @counters. */
int mk_enable(struct mk *mk, enum mk_chip chip, uint32_t counters);
int mk_disable(struct mk *mk, enum mk_chip chip, uint32_t counters);
int mk_clear(struct mk *mk, enum mk_chip chip, uint32_t counters);
int mk_get_enabled(struct mk *mk, enum mk_chip chip, uint32_t *counters);
/* Access the pairs: bit k combines counters 2k and 2k + 1 into one 64-bit counter. */
int mk_get_pairs(struct mk *mk, enum mk_chip chip, uint32_t *pairs);
int mk_set_pairs(struct mk *mk, enum mk_chip chip, uint32_t pairs);
/* Read counter @n, or the pair of the even counter @n: all 64 bits at the same instant. */
int mk_get_counter(struct mk *mk, enum mk_chip chip, unsigned int n, uint32_t *value);
int mk_get_pair(struct mk *mk, enum mk_chip chip, unsigned int n, uint64_t *value);
/* Adds 1 to counter @n if it is enabled and its source is MK_SOURCE_PROCESSOR. */
int mk_increment(struct mk *mk, enum mk_chip chip, unsigned int n);
/* Access all 16 sources, counter 0 in bits 3..0; or select the source of counter @n. */
int mk_get_sources(struct mk *mk, enum mk_chip chip, uint64_t *value);
int mk_set_sources(struct mk *mk, enum mk_chip chip, uint64_t value);
int mk_select(struct mk *mk, enum mk_chip chip, unsigned int n, enum mk_source source);

/* Use of the PCI bus (2.3): clocks of NODECLK in which a device has answered (DEVSEL#), in
 * which this board has, and all. */
struct mk_use {
	uint64_t any, board, clocks;
};
/* Begins to count the use of the bus in counters 0 to 5 of the MultiKron_II, three pairs. */
int mk_bus_start(struct mk *mk);
/* Stops the three counters at the same instant and reads them. -ENODEV: the board has lost its
 * power meanwhile. */
int mk_bus_stop(struct mk *mk, struct mk_use *use);

/* ---- MultiKron_II ---- */

/* Reads all 56 bits at the same instant. */
int mk_get_timestamp(struct mk *mk, uint64_t *value);
int mk_clear_timestamp(struct mk *mk);
/* Access the enabled sample addresses: bit n is TSn, bit 8 + n is RSn. */
int mk_get_filter(struct mk *mk, uint32_t *value);
int mk_set_filter(struct mk *mk, uint32_t value);
/* Access the source address register of CPU id @cpu. */
int mk_get_address(struct mk *mk, unsigned int cpu, uint32_t *value);
int mk_set_address(struct mk *mk, unsigned int cpu, uint32_t value);
int mk_get_waits(struct mk *mk, uint32_t *clocks);     /* clocks that the CPU waited for room */
int mk_get_overruns(struct mk *mk, uint32_t *samples); /* samples discarded */

/* Take a sample through address @n, 0 to 7. The 32-bit functions make one write; bits 63..32 of
 * the user data come from the holding register. */
int mk_trace(struct mk *mk, unsigned int n, uint32_t data);
int mk_resource(struct mk *mk, unsigned int n, uint32_t data);
int mk_trace64(struct mk *mk, unsigned int n, uint64_t data);
int mk_resource64(struct mk *mk, unsigned int n, uint64_t data);

/* ---- MultiKron_vc ---- */

/* Stores whether the MultiKron_vc is installed. */
int mk_vc_installed(struct mk *mk, bool *installed);
/* Makes @page current: its counters are the 16 active ones (512 pages). */
int mk_vc_set_page(struct mk *mk, unsigned int page);
int mk_vc_get_page(struct mk *mk, unsigned int *page);
/* Reads the 16 counters of @page, and makes the previous page current again. */
int mk_vc_read_page(struct mk *mk, unsigned int page, uint32_t counters[16]);
/* Clears the counters of all pages; afterwards page 0 is current, and no counter is enabled. */
int mk_vc_clear_pages(struct mk *mk);

/* ---- time, and commands of a simulated board ---- */

/* Lets the board's time pass. */
int mk_run(struct mk *mk, uint64_t ns);
/* Reads the board's time in ns from an arbitrary origin: that of a simulated board, or real
 * time. */
int mk_time(struct mk *mk, uint64_t *ns);
/* Sends a command to a simulated board, multikrond(1); -EOPNOTSUPP on a real board. */
#define MK_REPLY_BYTES 1024
int mk_command(struct mk *mk, const char *command, char *reply, size_t size);

/* ---- the toolkit's probe code (3.6) ---- */

/* The board of MK_DEFAULT_MAP(), for the functions above. */
extern struct mk mk_default;
/* Address of its window in this process; NULL: it is not mapped. */
extern volatile uint8_t *volatile mk_default_window;

/* Opens mk_default by mk_open() with @board (NULL: the default) and initializes it; a board
 * that is open already is only initialized again. */
int mk_map_default(const char *board);
/* Performs the write of a probe if the board is not mapped into this process. Failures are
 * counted. */
void mk_default_store(uint32_t offset, uint32_t value);
/* Returns the number of probes whose write failed, or that came before mk_map_default(). */
uint64_t mk_default_failures(void);

/*
 * Maps the board, or ends the program with a message, because the toolkit's programs do not
 * check a result. A program that checks it calls mk_map_default().
 */
#define MK_DEFAULT_MAP() mk_map_or_exit()

static inline void mk_map_or_exit(void)
{
	int err = mk_map_default(NULL);

	if (!err)
		return;
	fprintf(stderr, "MK_DEFAULT_MAP: %s\n", strerror(-err));
	exit(1);
}

/*
 * mk_ts0 to mk_ts7 and mk_rs0 to mk_rs7 take a sample by an assignment statement,
 *
 *	mk_ts1 = EVENT;
 *
 * which becomes one 32-bit store after EVENT has been computed. They can be used only at the
 * beginning of a statement.
 */
struct mk_probe {
	uint32_t offset, value;
	bool done;
};

static inline void mk_probe_store(struct mk_probe *p)
{
	volatile uint8_t *window = mk_default_window;

	p->done = true;
	if (!window) {
		mk_default_store(p->offset, p->value);
		return;
	}
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	p->value = __builtin_bswap32(p->value);
#endif
	*(volatile uint32_t *)(window + p->offset) = p->value;
}

#define MK_PROBE_AT(address)                                                           \
	for (struct mk_probe mk_probe_here = {address, 0, false}; !mk_probe_here.done; \
	     mk_probe_store(&mk_probe_here))                                           \
	mk_probe_here.value

#define mk_ts0 MK_PROBE_AT(MK_TS0)
#define mk_ts1 MK_PROBE_AT(MK_TS1)
#define mk_ts2 MK_PROBE_AT(MK_TS2)
#define mk_ts3 MK_PROBE_AT(MK_TS3)
#define mk_ts4 MK_PROBE_AT(MK_TS4)
#define mk_ts5 MK_PROBE_AT(MK_TS5)
#define mk_ts6 MK_PROBE_AT(MK_TS6)
#define mk_ts7 MK_PROBE_AT(MK_TS7)
#define mk_rs0 MK_PROBE_AT(MK_RS0)
#define mk_rs1 MK_PROBE_AT(MK_RS1)
#define mk_rs2 MK_PROBE_AT(MK_RS2)
#define mk_rs3 MK_PROBE_AT(MK_RS3)
#define mk_rs4 MK_PROBE_AT(MK_RS4)
#define mk_rs5 MK_PROBE_AT(MK_RS5)
#define mk_rs6 MK_PROBE_AT(MK_RS6)
#define mk_rs7 MK_PROBE_AT(MK_RS7)

#ifdef __cplusplus
}
#endif

#endif
