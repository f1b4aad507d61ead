/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SURFLIB_H
#define SURFLIB_H
/*
 * Driver of the SurfBoard (TR-596-99 B.1): the thirteen functions of the report's surf library,
 * under its names (surf_Open, surf_GetReg, ...), over a struct device. Functions for what later
 * revisions of the board have are named alike (surf_GetIdentity, surf_GetTaps, ...), those that
 * other drivers have, too, as there (surf_open_device, surf_hold, ...).
 *
 * All functions return 0 or a negative errno value. Common errors are -EBADF for a handle that
 * is not open, -EINVAL for a bad argument, and those of the device: -EIO if nothing answers,
 * -ETIMEDOUT if the bus hangs.
 *
 * The caller owns the handle. Threads may share it: a lock serializes their calls, so that a
 * waiting call delays the others. Only the two open functions must not run concurrently with
 * another call on the same handle. Any number of boards may be open, each with its handle.
 *
 * A board of "unix:" may have many handles, in any number of programs. Each function is
 * atomic: no other program changes the board during it, and surf_hold() makes several calls
 * atomic. -EAGAIN: another program held the board for a minute. Programs must agree on two
 * things: only one of them waits for interrupts, and a register written by two has the last
 * value.
 */
#include "device.h"
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Registers: SURF_EPIR, SURF_EBCR, SURF_FCCR, ...: their byte offsets in the slot's I/O space
 * or in the board's memory-mapped I/O, from the register table. */
enum surf_reg {
#define REG(name, space, offset, reset, text) SURF_##name = offset,
#define FIELD(reg, name, msb, lsb, access, text)
#include "surfboard_regs.def"
#undef REG
#undef FIELD
};

/* Extension registers of a board of revision 2: SURF_CAPR, SURF_SNCR, ...: byte offsets, for
 * surf_GetExtension() and surf_PutExtension(). */
enum surf_extension {
#define REG(name, space, offset, reset, text) SURF_##name = offset,
#define FIELD(reg, name, msb, lsb, access, text)
#include "surfboard_ext.def"
#undef REG
#undef FIELD
};

/* Registers of a core's identity block and of the table of its taps: SURF_IDMR, ...: their byte
 * offsets in the core. */
enum surf_identity_reg {
#define REG(name, space, offset, reset, text) SURF_##name = offset,
#define FIELD(reg, name, msb, lsb, access, text)
#include "surfboard_id.def"
#undef REG
#undef FIELD
};

/* Numbers of the registers, in the order of the table: SURF_NUMBER_EPIR is 0. */
enum surf_number {
#define REG(name, space, offset, reset, text) SURF_NUMBER_##name,
#define FIELD(reg, name, msb, lsb, access, text)
#include "surfboard_regs.def"
#undef REG
#undef FIELD
	SURF_REGS
};
extern const enum surf_reg surf_regs[SURF_REGS]; /* by number */
/* Returns the number of a register; SURF_REGS: there is no such register. */
enum surf_number surf_number(enum surf_reg reg);

/* Fields: SURF_FCCR_DONE, ...; of the ACDR image SURF_ACDR_IMAGE_SENDID, ...: their bits. */
enum surf_field {
#define REG(name, space, offset, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) \
	SURF_##reg##_##name = (int)(UINT32_MAX >> (31 - (msb)) & UINT32_MAX << (lsb)),
#include "surfboard_regs.def"
#include "surfboard_acdr.def"
#include "surfboard_ext.def"
#include "surfboard_id.def"
#undef REG
#undef FIELD
};

/* Returns the bits of a field, in the type of registers. */
static inline uint32_t surf_mask(enum surf_field f)
{
	return (uint32_t)f;
}

/* Returns the value of a field in the register value @reg. */
static inline uint32_t surf_get(uint32_t reg, enum surf_field f)
{
	return (reg & surf_mask(f)) / (surf_mask(f) & -surf_mask(f));
}

/* Returns @reg with the field set to @value; excess bits are dropped. */
static inline uint32_t surf_set(uint32_t reg, enum surf_field f, uint32_t value)
{
	return (reg & ~surf_mask(f)) | (value * (surf_mask(f) & -surf_mask(f)) & surf_mask(f));
}

/* HFCR in the library: both offsets of the FIFO, 12 bits each. */
#define SURF_HFCR(empty, full) ((uint32_t)(full) << 16 | (uint32_t)(empty))
#define SURF_HFCR_EMPTY(value) ((value)&0xFFF)
#define SURF_HFCR_FULL(value) ((value) >> 16 & 0xFFF)

#define SURF_ACDR_BITS 28

/* A board. The fields are private. A handle that was zeroed is closed. */
struct surf {
	pthread_mutex_t lock; /* lock of all following members; zeroed, it is open */
	struct device *dev;
	bool own;	      /* the handle owns dev and closes it */
	uint32_t ebcr;	      /* as assigned */
	uint32_t trace_bytes; /* 0, 4, 16 or 64 MB */
	uint32_t hist_bytes;
	uint32_t acdr;	       /* last image; valid if ... */
	bool acdr_known;       /* ... this is set */
	uint32_t exception;    /* conditions not yet cleared */
	uint32_t mask;	       /* IEMR, restored when the conditions are cleared */
	bool mei;	       /* TTCR.MEI is allowed */
	bool interrupts;       /* interrupts were enabled by this handle */
	uint32_t capabilities; /* CAPR; 0: the board of the report */
	struct device_hold hold;
};

/*
 * Reports the progress of a long transfer, in bytes, every 64 KB and at its end. A nonzero
 * return value stops the transfer, which then returns -ECANCELED. It may use the handle.
 */
typedef int surf_progress(void *arg, uint32_t done, uint32_t total);

/*
 * Opens the board that @backend names:
 *	"sim:" or "sim:ARGUMENTS"	a board simulated in this process by libsurfsim.so;
 *					arguments, separated by commas: trace=MB and
 *					hist=MB (0, 4, 16 or 64; 16), revision=1
 *					or 2 (1), seed=N, wave=FILE
 *	"unix:PATH"			a board that another process simulates: surfd(1),
 *					unixdev_open() in unixdev.h
 *	"mmap:ARGUMENTS"		a real board, see mmapdev_open() in mmapdev.h
 *	"uart:ARGUMENTS"		a core behind a serial line, see uartdev.h
 *	"etherbone:ARGUMENTS"		a core in a LiteX SoC, see etherdev.h
 * NULL means "sim:". -EPROTONOSUPPORT for an unknown backend, or a server of another
 * version; -ELIBACC if the backend's library cannot be loaded, -ELIBBAD if it is not such a
 * library, -ELIBEXEC for "sim:" in a program linked with -static.
 *
 * Both open functions find the board by EPIR (-ENODEV if it is not there), assign its
 * addresses and interrupt level in EBCR unless the system has done so, enable it, determine
 * the size of the memories, and set ACDR.TSIZE. A size that presence detect does not give is
 * determined by writing and reading while collection is halted; contents are restored. ACDR
 * is not changed on a board that is collecting.
 */
int surf_Open(struct surf *surf, const char *backend);
/* Opens the board that @dev accesses. The caller must close @dev. */
int surf_open_device(struct surf *surf, struct device *dev);
/* Closes the board, which continues collecting. Masks interrupts that this handle enabled. */
int surf_Close(struct surf *surf);

/* What a board is, in its own words. */
enum surf_kind {
	SURF_REPORT,   /* the board of the report; its clock is the global clock of 10 MHz */
	SURF_CORE,     /* a core with an identity block */
	SURF_CORE_OLD, /* a core of an older release, without the block: its clock is unknown */
};

struct surf_identity {
	enum surf_kind kind;
	uint32_t clock_hz; /* clock of the receive time in Hz; 0: unknown */
	/* registers of the block; 0 unless kind is SURF_CORE */
	uint32_t version; /* IDVR.VERSION */
	uint32_t sizes;	  /* IDGR: SURF_IDGR_HIST, ... */
	uint32_t options; /* IDOR: SURF_IDOR_BUS, ... */
};
/* Reads the identity of the board. -EBADMSG: EBCR says that there is an identity block, but its
 * magic number, version or sizes are wrong. */
int surf_GetIdentity(struct surf *surf, struct surf_identity *identity);

/* A tap of the design around a core, from its table (rtl/tap/tap_table.v). */
struct surf_tap {
	char name[9];	   /* without blanks at its end */
	uint32_t kind;	   /* TPKR: SURF_TPKR_KIND, ... */
	uint32_t constant; /* TPSR: SURF_TPSR_SENDER, ... */
	/* since reset or surf_ClearTaps(), modulo 2**32 */
	uint32_t packets; /* at the port */
	uint32_t dropped; /* frames or transactions that became no packet */
	uint32_t flags;	  /* TPFR: SURF_TPFR_BAD, ... */
};
#define SURF_TAPS 15 /* the largest number */
/* Reads the table of the taps; *n is their number, 0 if the board has no table. The counters of
 * a tap that counts are not all of the same clock. -EBADMSG: the core says that there is a
 * table, but its magic number, version or number of taps is wrong. */
int surf_GetTaps(struct surf *surf, struct surf_tap taps[SURF_TAPS], unsigned int *n);
/* Clears the counters and flags of all taps. -ENOTSUP: the board has no table of them. */
int surf_ClearTaps(struct surf *surf);

/* A core that surf_Probe() has found at bus address @addr. A return value other than 0 ends
 * the search with -ECANCELED. */
typedef int surf_found(void *arg, uint32_t addr, const struct surf_identity *identity);
/*
 * Looks for cores on the bus behind @backend (the names of surf_Open(), without base=): reads
 * one word at every 256 KB from @first to @last, and the identity where it is that of a core.
 * It writes nothing. Do not search where a read has side effects or hangs the bus.
 */
int surf_Probe(const char *backend, uint32_t first, uint32_t last, surf_found *found,
	       void *arg);

/*
 * Additional functions of a board of revision 2. Each function returns -ENOTSUP if the
 * capabilities of the board do not include it.
 */
/* Reads CAPR, with the fields SURF_CAPR_REV, ...; 0 on the report's board. */
int surf_GetCapabilities(struct surf *surf, uint32_t *capabilities);

/* Make one 32-bit access to an extension register. -EINVAL: there is no such register. */
int surf_GetExtension(struct surf *surf, enum surf_extension reg, uint32_t *value);
int surf_PutExtension(struct surf *surf, enum surf_extension reg, uint32_t value);

/* Counts of the packets since power-on, all taken at the same clock. seen = dropped +
 * histogrammed + not_histogrammed = dropped + traced + not_traced; a packet is counted once it
 * has been processed or dropped. */
struct surf_totals {
	uint64_t seen, dropped, histogrammed, not_histogrammed, traced, not_traced;
	uint64_t words;	     /* number of words of the packets not dropped */
	uint32_t word_count; /* values of WCDR, TICR and TECR in that clock */
	uint32_t trace_index, trace_events;
};
/* Takes a snapshot and reads it; no other program takes one meanwhile. */
int surf_GetTotals(struct surf *surf, struct surf_totals *totals);

/* Sets sticky conditions of ISCR (bits as in ISCR); the other conditions are not changed. */
int surf_SetConditions(struct surf *surf, uint32_t conditions);

/*
 * Additional functions of a core of revision 3. surf_ConfigHAS() accepts wide streams (sbit.h)
 * there; with any other board they are damaged ones (-EBADMSG).
 */
/* Sets the phase of the packets that come from now on; the bin selector can choose its bits. */
int surf_SetPhase(struct surf *surf, uint8_t phase);
/* Takes a snapshot and reads how many packets passed the filter of the histogram and that of
 * the trace since power-on, whatever the modes were; no other program takes one meanwhile. */
int surf_GetPassed(struct surf *surf, uint64_t *histogram, uint64_t *trace);

/* Selects whether a bin stays at FFFFFFFF instead of wrapping. */
int surf_SetSaturation(struct surf *surf, bool on);
int surf_GetSaturation(struct surf *surf, bool *on);

/*
 * Reads or writes a register with one 32-bit access, except:
 *	ACDR is the 28-bit image. It is read by rotating it once. While the
 *	  board collects, the image last read or written is returned instead;
 *	  if there is none, collection is halted for the 56 accesses. Stop
 *	  collecting before writing it. During the rotation TC and LV do not
 *	  interrupt; afterwards they have their previous values, unless the
 *	  trace is really complete.
 *	HFCR is SURF_HFCR(empty, full), with four accesses, after which the
 *	  board's byte pointer is as before. The pointer must be at EMPTY low, as
 *	  after HTCR.FRS. While FRS is 1, HFCR cannot be written (-EBUSY) and
 *	  reads as the default of 7 and 7.
 *	IEMR is, while an exception is pending, the mask that
 *	  surf_ClearException restores.
 *	TTCR.MEI is rejected (-EPERM) unless surf_allow_mei() was called.
 *	EPIR cannot be written (-EPERM).
 * A read of HFDR removes a slot from the FIFO. With EBCR.ENABLE = 0 only EPIR and
 * EBCR can be accessed; the others return -ENXIO.
 */
int surf_GetReg(struct surf *surf, enum surf_reg reg, uint32_t *value);
int surf_PutReg(struct surf *surf, enum surf_reg reg, uint32_t value);

/*
 * TTCR.MEI connects the external input to the external output. If both share one wire, the wire
 * stays low forever once it is low. Allow MEI only if they do not share a wire.
 */
int surf_allow_mei(struct surf *surf, bool allow);

/* Return the size of a memory in bytes: 0, 4194304, 16777216 or 67108864. */
int surf_GetTSize(struct surf *surf, uint32_t *bytes);
int surf_GetHSize(struct surf *surf, uint32_t *bytes);

/*
 * Copies @bytes bytes between @buffer and a memory, starting at byte @offset; any offset and
 * length. Words are little endian in @buffer. No other byte is changed. -EINVAL, before any
 * access, if the block extends beyond the memory.
 * @progress may be NULL.
 */
int surf_GetTMem(struct surf *surf, uint32_t offset, void *buffer, uint32_t bytes,
		 surf_progress *progress, void *arg);
int surf_PutTMem(struct surf *surf, uint32_t offset, const void *buffer, uint32_t bytes,
		 surf_progress *progress, void *arg);
int surf_GetHMem(struct surf *surf, uint32_t offset, void *buffer, uint32_t bytes,
		 surf_progress *progress, void *arg);
int surf_PutHMem(struct surf *surf, uint32_t offset, const void *buffer, uint32_t bytes,
		 surf_progress *progress, void *arg);

/*
 * Configures the bin selector: loads @bytes bytes of a stream, bit 7 of the
 * first byte first, then the four ones of the start-up. Returns 0 only if the selector reports
 * DONE. -EBADMSG: it detected an error in the stream; -ENODATA: the stream is too short or has
 * a wrong length count. After an error the selector is not configured, and all its outputs are
 * 0. Packets that arrive during the configuration count in bin 0.
 */
int surf_ConfigHAS(struct surf *surf, const void *stream, size_t bytes);

/*
 * Waits until a condition enabled in IEMR has interrupted, at most @timeout_us microseconds of
 * the board's time: 0 and the conditions as ISCR bits 13..0, or -ETIMEDOUT. The interrupt
 * handler masks all interrupts, so the line is released until surf_ClearException; until then
 * further waits return the same conditions immediately. Without an interrupt level ISCR is
 * polled.
 */
int surf_WaitException(struct surf *surf, uint64_t timeout_us, uint32_t *conditions);
/*
 * Ends the exception: clears its sticky conditions in ISCR and restores IEMR. A condition that
 * is a level (FIFO flags, trace complete) causes the next exception unless its cause was
 * removed before. Read the state that a sticky condition refers to (the FIFO, the bins) after
 * this call, so that no event is missed.
 */
int surf_ClearException(struct surf *surf);

/*
 * Enables an interrupt (ISCR.FAF) for the state in which no further bin index fits into the
 * FIFO, with fewer than 3 free slots: sets the FULL offset to 3 and IEMR.FAF. Indices alone
 * never fill the FIFO to ISCR.FF. -EBUSY while HTCR.FRS is 1.
 */
int surf_watch_fifo(struct surf *surf);

/*
 * From surf_hold() to surf_release() no other program changes the board, so that for example
 * reading a register and writing it back is atomic. Other programs wait, except for single
 * read accesses. Calls nest; threads that share the handle share the hold. The end of the
 * program also releases the board; partial changes are not undone. -EAGAIN: see above; -EPERM:
 * release without hold. A board of "sim:" has only one user; "mmap:" cannot hold off other
 * programs.
 */
int surf_hold(struct surf *surf);
int surf_release(struct surf *surf);

/* An experiment: the values that surf_begin() writes. Initialize to zero. */
struct surf_experiment {
	uint32_t acdr;	    /* image; the driver sets TSIZE */
	const void *stream; /* configuration of the bin selector; NULL: unchanged */
	size_t stream_bytes;
	uint32_t ttcr, ecdr;
	uint32_t bins; /* number of bins to be cleared, from 0 on */
	uint32_t wcdr; /* initial word count */
	uint32_t pclr, iemr;
	uint32_t htcr;		 /* WEN, HEN and TEN */
	surf_progress *progress; /* progress of clearing the bins, in bytes; may be NULL */
	void *arg;
};

/*
 * Makes the ten steps of TR-596-99 A.9.2, from any state of an enabled board: masks interrupts,
 * ends collection, loads ACDR, TTCR and ECDR, clears the bins, TICR and TECR and all interrupt
 * sources (the FIFO is emptied through HFDR), sets PCLR and IEMR, and starts collecting. -EBUSY
 * if a condition in @e->iemr cannot be cleared: the external input is TRUE, or the receive time
 * counter has wrapped. After any error the board does not collect.
 */
int surf_begin(struct surf *surf, const struct surf_experiment *e);

/*
 * Sends a command to a simulated board and its simulated node. @command is one line: words
 * separated by blanks, case-sensitive. The answer is stored in @reply, truncated to @size
 * bytes with its final 0 (SURF_REPLY_BYTES are enough); lines are separated by line
 * feeds, none at the end. After an error @reply is an error message, for a file of the
 * form "file:line: reason". -EOPNOTSUPP on a real board, with an empty @reply.
 *
 *	run TIME	lets TIME of the board's time pass
 *	drain [TIME]	lets time pass until all packets are sent and processed;
 *			-ETIMEDOUT if that takes longer than TIME
 *	play FILE [loop=N] [MACHINE]...
 *			sends packets as time passes, and returns immediately. FILE is a
 *			packet file (below), or a recording of a program by valgrind's
 *			lackey tool, which four simulated SHRIMP nodes then run; either may
 *			be compressed by gzip. loop=N: repeat a packet file N times, 0: until
 *			stop.
 *			MACHINE, with a recording:
 *			  map=FILE  page map; default: the recording's .map beside it, or
 *			  pages=N   the N busiest pages (48)
 *			  combining=on|off (on)  boundary=BYTES (4096)  timeout=TIME (none)
 *			  latency=TIME (of the network, 3.5us)  fifo=WORDS (4096)  cache=KB (8)
 *	workload lu|ocean|radix|simple [nodes=N] [combine=on|off] [boundary=BYTES]
 *		 [system=on|off] [size=N] [steps=N] [group=WORDS] [wait=US] [seed=N]
 *			sends what node 0 of a simulated SHRIMP multicomputer (4 nodes) receives
 *			while they run this program on shared virtual memory, and returns
 *			immediately. combine (on) and boundary (4096): of automatic updates;
 *			system (on): timer and other processes of the operating system;
 *			size: of the problem; steps: of ocean, or groups of simple (512);
 *			group: words written one after the other by simple (1), wait us
 *			apart (1). If the result of the program is wrong, status says so.
 *	generate [count=N] [period=TIMES] [words=NS] [x=NS] [y=NS] [color=NS]
 *		 [category=NS] [addr=NS] [be=NS] [irq=NS] [latency=TIMES] [seed=N]
 *			sends random packets as time passes, and returns immediately. NS
 *			and TIMES are one value or a uniformly distributed range, as 1-16
 *			or 5us-20us. count=0, the default: until stop. period: from
 *			start to start (1080ns, the link's fastest); words: 1..1024 (1);
 *			x, y, color: 0..63 (0); category: 0..15 (0); addr: bytes,
 *			0..0x7FFFFFC (0); be: 0..15 (15); irq: 0..1 (0); latency: on
 *			arrival (5us); seed: of the random numbers (1)
 *	stop		stops sending; the packet on the link is completed
 *	external 0|1	the external input: 1 pulls the line low, 0 releases it
 *	reset power|bus|global
 *			power off and on, with memories cleared; RESDRV of the bus; S_GRST_L.
 *			After power and bus the board is disabled: close the handle and open
 *			it again
 *	wave FILE|off	starts or stops dumping waves (FST) to FILE
 *	pause		from now on time passes only during accesses, waits, run and drain
 *	resume		time passes by itself again
 *	speed RATIO|max	simulated time passes at most RATIO times as fast as real time
 *	time		ns since the start, in decimal
 *	status		lines "name: value": time (ns since the start), state (running,
 *			paused, or "on request" for "sim:"), speed (RATIO or max), wave (FILE
 *			or off), traffic (none, or the command that began it), sent, words
 *			(packets and payload words put on the link), arrived, dropped,
 *			ignored (packets at the board; dropped because it was busy; ignored
 *			because it was disabled), external, output (1: the line is pulled
 *			low)
 *
 * TIME is a number with a unit: ns, us, ms, s; 0 needs none. Other numbers are decimal, or
 * hexadecimal after 0x. A FILE name has no blanks, and is resolved by the simulating process:
 * for "unix:" use an absolute name. "sim:" does not support pause, resume and speed
 * (-EOPNOTSUPP), because its time passes on request only.
 *
 * Only one play, workload or generate can be active (-EBUSY). -EINVAL: error in the command;
 * -EBADMSG: error in a file.
 *
 * A packet file has a line for each packet; # starts a comment, blank lines are ignored
 * (at most 10,000 in a row):
 *
 *	WHEN [words=N] [x=N] [y=N] [color=N] [category=N] [addr=N] [be=N] [irq=N]
 *	     [data=N] [latency=TIME | tx=N]
 *
 * WHEN is the earliest time at which the packet starts on the link, from the beginning of the
 * file, or as +TIME from WHEN of the packet before it. Defaults are those of generate.
 * data: first payload word, instead of category in its bits 31..28 (further words are made
 * from it); latency: may be negative; tx: transmit time in ticks of 100 ns, 45 bits.
 */
#define SURF_REPLY_BYTES 1024
int surf_command(struct surf *surf, const char *command, char *reply, size_t size);

#ifdef __cplusplus
}
#endif

#endif
