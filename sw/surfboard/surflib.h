/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SURFLIB_H
#define SURFLIB_H
/*
 * Driver of the SurfBoard (TR-596-99 B.1): the thirteen functions of the surf
 * library over a struct device.
 *
 * All functions return 0 or a negative errno value. Common to all are -EBADF
 * for a handle that is not open, -EINVAL for a bad argument, and what the
 * device returns: -EIO when nothing answers, -ETIMEDOUT when the bus hangs.
 * A handle is the caller's and is used by one thread at a time. One handle at
 * a time drives a board.
 */
#include "device.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Registers: SURF_EPIR, SURF_EBCR, SURF_FCCR, ... from the register table. */
enum surf_reg {
#define REG(name, space, offset, reset, text) SURF_##name,
#define FIELD(reg, name, msb, lsb, access, text)
#include "surfboard_regs.def"
#undef REG
#undef FIELD
	SURF_REGS
};

/* Fields: SURF_FCCR_DONE, ...; of the ACDR image SURF_ACDR_IMAGE_SENDID, ... The
 * value is msb << 8 | lsb. */
enum surf_field {
#define REG(name, space, offset, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) SURF_##reg##_##name = (msb) << 8 | (lsb),
#include "surfboard_regs.def"
#include "surfboard_acdr.def"
#undef REG
#undef FIELD
};

/* Bits of a field in its register. */
static inline uint32_t surf_mask(enum surf_field f)
{
	unsigned int msb = (unsigned int)f >> 8, lsb = f & 0xFF;

	return (UINT32_MAX >> (31 - msb)) & (UINT32_MAX << lsb);
}

/* Value of a field in the register value @reg. */
static inline uint32_t surf_get(uint32_t reg, enum surf_field f)
{
	return (reg & surf_mask(f)) >> (f & 0xFF);
}

/* @reg with the field set to @value; excess bits are dropped. */
static inline uint32_t surf_set(uint32_t reg, enum surf_field f, uint32_t value)
{
	return (reg & ~surf_mask(f)) | (value << (f & 0xFF) & surf_mask(f));
}

/* HFCR as the library shows it: both offsets of the FIFO, 12 bits each. */
#define SURF_HFCR(empty, full) ((uint32_t)(full) << 16 | (uint32_t)(empty))
#define SURF_HFCR_EMPTY(value) ((value)&0xFFF)
#define SURF_HFCR_FULL(value) ((value) >> 16 & 0xFFF)

#define SURF_ACDR_BITS 28

/* A board. The fields are private. A handle that was zeroed is closed. */
struct surf {
	struct device *dev;
	void *library;	      /* that carries it; NULL when the caller does */
	uint32_t ebcr;	      /* as assigned */
	uint32_t trace_bytes; /* 0, 4, 16 or 64 MB */
	uint32_t hist_bytes;
	uint32_t acdr;	    /* last image, */
	bool acdr_known;    /* if this is set */
	uint32_t exception; /* conditions not yet cleared */
	uint32_t mask;	    /* IEMR, to come back when they are */
};

/*
 * Tells how far a long transfer is, each 64 KB and at its end, in bytes. A value
 * other than 0 stops it; the function then returns -ECANCELED.
 */
typedef int surf_progress(void *arg, uint32_t done, uint32_t total);

/*
 * Opens the board that @carrier names:
 *	"sim:" or "sim:ARGUMENTS"	a simulated one, from libsurfsim.so
 * NULL means "sim:". -EPROTONOSUPPORT for another carrier, -ELIBACC when its
 * library cannot be loaded, -ELIBBAD when it is no such library.
 *
 * Both open functions find the board by EPIR (-ENODEV when it is not there),
 * assign its addresses and interrupt level in EBCR unless the system has done
 * so and enable it, find the size of the memories, and set ACDR.TSIZE. A size
 * that presence detect does not tell is found by writing and reading, with
 * collection halted meanwhile; contents are restored. ACDR is left alone on a
 * board that is collecting.
 */
int surf_Open(struct surf *surf, const char *carrier);
/* Opens the board behind @dev, which stays the caller's. */
int surf_OpenDevice(struct surf *surf, struct device *dev);
/* Masks interrupts and closes the board; it goes on collecting. */
int surf_Close(struct surf *surf);

/*
 * Reads or writes a register with one 32-bit access, but:
 *	ACDR is the 28-bit image. It is read by shifting it once around. While
 *	  the board collects, the image last read or written is returned
 *	  instead; if there is none, collection is halted for the 56 accesses.
 *	  Stop collecting before writing it.
 *	HFCR is SURF_HFCR(empty, full), with four accesses, after which the
 *	  board's pointer is where it was. It must be at EMPTY low before, as it
 *	  is after HTCR.FRS. While FRS is 1 the board cannot be written
 *	  (-EBUSY) and the default of 7 and 7 is read.
 *	IEMR is the mask that surf_ClearException puts back, while an
 *	  exception is pending.
 *	EPIR cannot be written (-EPERM).
 * A read of HFDR takes a slot from the FIFO. With EBCR.ENABLE = 0 only EPIR and
 * EBCR can be accessed; the others return -ENXIO.
 */
int surf_GetReg(struct surf *surf, enum surf_reg reg, uint32_t *value);
int surf_PutReg(struct surf *surf, enum surf_reg reg, uint32_t value);

/* Size of a memory in bytes: 0, 4194304, 16777216 or 67108864. */
int surf_GetTSize(struct surf *surf, uint32_t *bytes);
int surf_GetHSize(struct surf *surf, uint32_t *bytes);

/*
 * Copies @bytes bytes between @buffer and a memory, from byte @offset on; any
 * offset and length. Words are little endian in @buffer. Nothing outside is
 * changed. -EINVAL, before any access, when the block leaves the memory.
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
 * first byte first, then the four ones of the start-up. 0 only when the
 * selector says DONE. -EBADMSG: it found an error in the stream; -ENODATA: the
 * stream ended too early or has a wrong length count. After an error the
 * selector is not configured, and all its outputs are 0. Packets that arrive
 * meanwhile count in bin 0.
 */
int surf_ConfigHAS(struct surf *surf, const void *stream, size_t bytes);

/*
 * Waits until a condition that IEMR lets through has interrupted, at most
 * @timeout_us microseconds of the board's time: 0 and the conditions as ISCR
 * bits 13..0, or -ETIMEDOUT. The interrupt handler masks all interrupts, so the
 * line is released until surf_ClearException; until then further waits return
 * the same conditions at once. Without an interrupt level ISCR is polled.
 */
int surf_WaitException(struct surf *surf, uint64_t timeout_us, uint32_t *conditions);
/*
 * Ends the exception: clears its sticky conditions in ISCR and puts IEMR back. A
 * condition that is a level (FIFO flags, trace complete) makes the next
 * exception unless its cause was removed before. Look at what a sticky condition
 * tells (the FIFO, the bins) after this call, so that no event is missed.
 */
int surf_ClearException(struct surf *surf);

#endif
