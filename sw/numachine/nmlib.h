/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NMLIB_H
#define NMLIB_H
/*
 * libnm, the driver of the NUMAchine memory monitor (thesis, 4.5), over a struct device, for a
 * processor that reaches the memory card's Special Functions (magic 4).
 *
 * All functions return 0 or a negative errno value; none prints or exits. Common errors are
 * -EBADF for a handle that is not open, -EINVAL for a bad argument, and those of the device:
 * -EIO when nothing answers, -ETIMEDOUT when the bus hangs. After an error of the device a
 * function may be partly executed.
 *
 * The caller owns the handle, which only one thread may use at a time. A monitor of "unix:" may
 * have many handles, in any number of programs. Each function is atomic: no other program
 * changes the monitor during it, and nm_hold() makes several calls atomic. -EAGAIN: another
 * program held the monitor for a minute. All share one monitor: if others write to it while a
 * handle counts, that counting ends with -ESTALE (nm_begin()).
 */
#include "device.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Registers: NM_CONFIG, NM_STATUS, ... their byte offsets, from the register table. */
enum nm_reg {
#define REG(name, space, offset, reset, text) NM_##name = offset,
#define FIELD(reg, name, msb, lsb, access, text)
#include "numachine_regs.def"
#undef REG
#undef FIELD
};

/* Fields: NM_STATUS_PENDING, NM_CONFIG_MODE, ...: their bits. */
enum nm_field {
#define REG(name, space, offset, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) \
	NM_##reg##_##name = (int)(UINT32_MAX >> (31 - (msb)) & UINT32_MAX << (lsb)),
#include "numachine_regs.def"
#undef REG
#undef FIELD
};

/*
 * Addresses of DEVICE_MEM are bits 27..0 of the card's with AD[35:32] = 4: labels and
 * registers are 32 bits wide, counters 32 or 64 (the even one in bits 31..0, as defined in
 * device.h; on the card's bus it is in bits 63..32).
 */
#define NM_AT_LABELS 0x0D000000u    /* + line << 6; write-only */
#define NM_AT_COUNTERS 0x0E000000u  /* + counter << 2 */
#define NM_AT_REGISTERS 0x0F000000u /* + enum nm_reg */

#define NM_COUNTERS 65536u
#define NM_LABELS 262144u /* entries of the label SRAMs */
#define NM_LABEL_MAX 511u

/* The configuration register's value is the mode. */
enum nm_mode {
	NM_FLYER = 0, /* counts by page of 16 KB and station (4.5.3) */
	NM_DEPTH = 4, /* counts by depth of the input FIFO, processor and phase (4.5.4) */
	NM_HISTOGRAM =
		8, /* counts by label, command and state of the line (4.5.5): 512 labels */
	/* the same with fewer labels and other bits of the address (Table 4.6) */
	NM_HISTOGRAM1, /* 16 labels, the phase, and a tag bit */
	NM_HISTOGRAM2, /* 256 pairs of labels, and a tag bit */
	NM_HISTOGRAM3, /* 256 labels, and the lowest bit of the line's number */
	NM_OFF = 12,
};

/* Names: flyer, depth, histogram0 ... histogram3, off. NULL for an unknown mode. */
const char *nm_mode_name(enum nm_mode mode);
/* Finds a mode by name; -EINVAL for an unknown name. */
int nm_mode_by_name(const char *name, enum nm_mode *mode);

static inline bool nm_is_histogram(enum nm_mode mode)
{
	return mode >= NM_HISTOGRAM && mode < NM_OFF;
}

/* A monitor. The fields are private; a handle that was zeroed is closed. */
struct nm {
	struct device *dev;
	bool own;  /* the handle owns dev and closes it */
	bool wide; /* lines of 128 bytes */
	bool two;  /* two memory boards */
	unsigned int board;
	int station; /* -1: not known */
	bool ahdl;
	uint64_t began;	 /* ns */
	uint64_t queued; /* sum when counting began */
	struct device_hold hold;
	bool stale; /* another program has written to the monitor since nm_begin() */
};

/*
 * Opens the monitor that @backend names; NULL means "sim:".
 *
 *	"sim:" or "sim:ARGUMENTS"	a monitor simulated in this process with its memory
 *					card, by libnumachinesim.so; arguments, separated by
 *					commas:
 *					line=64|128, boards=1|2	the card's straps (64, 1)
 *					station=N, board=N	numbers that the card
 *								reports (0, 0)
 *					order=0|1	1: the FIFO depth address of the
 *							AHDL (0)
 *					pipelined=0|1	1: a transaction a clock (0)
 *					seed=N		of random values (1)
 *					wave=FILE	waves from power-on
 *	"unix:PATH"			a monitor that another process serves: numachined(1)
 *	"mmap:slot=none[,mem=FILE][,offset=N]"
 *					a mapped monitor, mmapdev.h
 *
 * Opening does not change the monitor. -EPROTONOSUPPORT for an unknown backend; -ELIBACC if the
 * backend's library cannot be loaded, -ELIBBAD if it is not such a library; -ENODEV where
 * STATUS has bits that the card has not, as if nothing answers.
 */
int nm_open(struct nm *nm, const char *backend);
/* Opens the monitor that @dev accesses. The caller must close @dev. */
int nm_open_device(struct nm *nm, struct device *dev);
/* Closes the handle; the monitor keeps running. */
int nm_close(struct nm *nm);

/*
 * From nm_hold() to nm_release() no other program changes the monitor, its card or its time;
 * other programs wait, or read. Calls nest. The end of the program also releases it. -EPERM:
 * nothing to release. A monitor of "sim:" has one user; "mmap:" does not know of other
 * programs.
 */
int nm_hold(struct nm *nm);
int nm_release(struct nm *nm);

/* Return the geometry from the card's straps: lines of 64 or 128 bytes, one or two boards. */
unsigned int nm_line_bytes(const struct nm *nm);
unsigned int nm_boards(const struct nm *nm);
/*
 * Sets the number of the memory board with this monitor, 0 (after opening) or 1; with two
 * boards the lines alternate between them. The registers do not show it; a simulated card
 * reports it when it is opened (command "card").
 */
int nm_set_board(struct nm *nm, unsigned int board);
/* The station of this memory, 0..15; recorded in tables. */
int nm_set_station(struct nm *nm, unsigned int station);

/* Each event is counted in the mode of the clock in which it arrived; a change of the mode
 * loses no event. */
int nm_set_mode(struct nm *nm, enum nm_mode mode);
int nm_get_mode(struct nm *nm, enum nm_mode *mode);
int nm_set_interrupt(struct nm *nm, bool enable);

struct nm_state {
	enum nm_mode mode;
	bool interrupt;	     /* enabled */
	bool pending;	     /* a counter overflowed */
	uint16_t overflowed; /* number of that counter */
	bool second;	     /* another counter overflowed since then */
	unsigned int half;   /* half in use in Histogram Statistics: bit 6 of its counters */
	bool busy;
	unsigned int depth; /* depth of the input FIFO, modulo 64 */
	bool missed;	    /* events arrived while the monitor was busy */
	uint32_t misses;    /* number of these events; 65535: at least this number */
	unsigned int line_bytes, boards;
};

int nm_get_state(struct nm *nm, struct nm_state *state);
/* Clears pending, second and missed. */
int nm_acknowledge(struct nm *nm);

/*
 * Returns the size of the memory with labels of its own, from address 0: 16, 32 or 64 MB; a
 * higher address has the label of the address modulo this size.
 */
uint64_t nm_label_coverage(const struct nm *nm);
/*
 * Labels the lines of @bytes bytes from byte address @start; with two boards, those of this
 * board. -EINVAL, before anything is written, if @start or @bytes is not a multiple of the
 * line, the range is empty or exceeds the coverage, or @label is above 511.
 */
int nm_label(struct nm *nm, uint32_t start, uint64_t bytes, unsigned int label);

int nm_read_counter(struct nm *nm, unsigned int counter, uint32_t *value);
int nm_write_counter(struct nm *nm, unsigned int counter, uint32_t value);
/* Reads all counters, two at a time. */
int nm_read(struct nm *nm, uint32_t value[NM_COUNTERS]);

enum nm_part {
	NM_HALF0, /* counters whose number has bit 6 = 0 */
	NM_HALF1,
	NM_ALL,
};

/* Sets all counters of @part to 0. */
int nm_clear(struct nm *nm, enum nm_part part);

/*
 * Reads the number of transactions in the input FIFO, summed over all clocks (20 ns) of mode
 * depth since the reset, modulo 2^48 (more than a day). This is the total number of clocks that
 * transactions have waited (thesis, 3.4).
 */
int nm_read_queued(struct nm *nm, uint64_t *sum);
#define NM_QUEUED_MAX ((UINT64_C(1) << 48) - 1)
#define NM_CLOCK_NS 20

/* ---- counting across overflows ---- */

/* Counts, and the conditions under which they were made. */
struct nm_table {
	enum nm_mode mode;
	unsigned int line_bytes, boards, board;
	int station; /* station of the memory; -1: not known */
	bool ahdl;   /* AHDL_ORDER = 1: {depth, phase, processor of the station, station} */
	uint64_t ns; /* time of counting; 0: not known */
	uint64_t overflows;
	/*
	 * A counter overflowed while the previous overflow was being served: its number is not
	 * known, and counts of that time may be lost.
	 */
	bool second;
	/* Number of events that arrived while the monitor was busy; 65535: at least this
	 * number. */
	uint32_t missed;
	/* Mode depth: total number of clocks that transactions waited in the FIFO, from
	 * nm_read_queued(). Not known in a table made by nm_peek(), and after a time in which
	 * the sum may have wrapped (a day). */
	bool waits;
	uint64_t waited;
	uint32_t labels; /* nm_names.check of the labels that were written
			  * before; 0: not known */
	/* A recorded program that had not ended: the accesses that it made while they were
	 * counted, and all that it makes; 0: it had ended, or there was none. */
	uint64_t made, accesses;
	uint64_t count[NM_COUNTERS];
};

/*
 * Clears counters, flags and @table, and starts counting in @mode; overflow interrupts. If
 * another program then writes to the monitor (mode, counters, labels, flags) or resets the
 * card, the next nm_serve() with an overflow, nm_peek() or nm_end() returns -ESTALE, and so do
 * all further calls. @table is then not valid, and the monitor is no longer changed.
 */
int nm_begin(struct nm *nm, struct nm_table *table, enum nm_mode mode);
/*
 * Waits at most @timeout_us microseconds of the card's time for an overflow (-ETIMEDOUT: there
 * was none). Counting continues; in Histogram Statistics it continues in the other half of the
 * counters, while this half is added to @table and cleared. 2^32 is added to the count of the
 * counter that overflowed.
 */
int nm_serve(struct nm *nm, struct nm_table *table, uint64_t timeout_us);
/* Stores in @now the table that nm_end() would give now; counting continues. */
int nm_peek(struct nm *nm, const struct nm_table *table, struct nm_table *now);
/* Ends counting: sets the mode to off, serves a pending overflow, and completes @table. */
int nm_end(struct nm *nm, struct nm_table *table);

/* Lets the card's time pass. */
int nm_run(struct nm *nm, uint64_t ns);
/* Reads the card's time in ns from an arbitrary origin: that of a simulated card (command
 * "time"), or real time. */
int nm_time(struct nm *nm, uint64_t *ns);
/*
 * Sends a simulated card a command; -EOPNOTSUPP on a real card, with an empty @reply. As
 * control of device.h: one line; the answer, or an error message, is stored in @reply.
 *
 *	card		one line "station=N board=N order=0|1 seed=N"; order: AHDL_ORDER
 *	workload NAME [N]
 *			makes the processors run a kernel, N references each (1000): private,
 *			shared, false, padded, migratory, queue, page, burst, spread or mix
 *	play [N] FILE...
 *			makes them run recordings of programs (valgrind's lackey tool): one
 *			for each processor, or a single one that has the markers of four
 *			nodes; at most N references of each
 *	start AD CMD [valid] [lock] [local]
 *			performs a transaction, and waits until it is counted
 *	random N [CLOCKS]
 *			makes N random transactions, at most one every CLOCKS clocks
 *	stop		ends random transactions, a replay and the preparation of a workload
 *	drain [TIME]	lets time pass until the random transactions or the workload are
 *			done; -ETIMEDOUT if that takes longer than TIME, -EBADMSG after an
 *			error in a recording
 *	trouble		-EBADMSG after an error in a recording, with the message in @reply
 *	processor N	one line of numbers NAME=N for a processor of the workload so far: run
 *			and waited (ns), local and remote (requests to the memory of its
 *			station, to others), local_read and remote_read (mean ns from a miss
 *			until the line arrives from memory), refused
 *	fifo N		adds N to the transactions waiting in the input FIFO
 *	run TIME	lets TIME of the card's time pass
 *	time		ns since the start, in decimal
 *	wave FILE|off	starts or stops dumping waves (FST) to FILE
 *	pause, resume	for a server: after pause time passes only during accesses, waits, run
 *			and drain, after resume it passes by itself again
 *	speed RATIO|max	for a server: simulated time passes at most RATIO times as fast as
 *			real time
 *	status		lines "name: value": time ns, state (running, paused, or "on request"
 *			for "sim:"), speed, wave; transactions (so far), to come (random
 *			ones), busy, counter SRAM writes; of a workload its state, references,
 *			what was sent to memory, ... by other stations, refused, mean time in
 *			the FIFO ns, run time ns, mean local read ns, mean remote read ns
 *
 * TIME is a number with a unit: ns, us, ms, s. A FILE name has no blanks, and is resolved by
 * the simulating process: for "unix:" use an absolute name. -EINVAL: error in the command.
 */
#define NM_REPLY_BYTES 1024
int nm_command(struct nm *nm, const char *command, char *reply, size_t size);

#ifdef __cplusplus
}
#endif

#endif
