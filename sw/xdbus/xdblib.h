/* SPDX-License-Identifier: Apache-2.0 */
#ifndef XDBLIB_H
#define XDBLIB_H
/*
 * libxdb, the driver of the SPARCcenter 2000's counters (thesis, 2.3.2), over a struct device.
 *
 * All functions return 0 or a negative errno value; none prints or exits. Common errors are
 * -EBADF for a handle that is not open, -EINVAL for a bad argument, and those of the device:
 * -EIO if nothing answers, -ETIMEDOUT if the bus hangs, -EAGAIN if another program held the
 * board for a minute.
 *
 * The caller owns the handle, which only one thread may use at a time. The handle extends the
 * counters of 24 bits to 64; two handles must not use the same counter.
 */
#include "device.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define XDB_COUNTERS 36u
#define XDB_EVENT_NUMBERS 16u

/* A board. The fields are private; a handle that was zeroed is closed. */
struct xdb {
	struct device *dev;
	bool own; /* the handle owns dev and closes it */
	struct device_hold hold;
	uint64_t base[XDB_COUNTERS]; /* counts before the last wrap that was seen */
	bool missed[XDB_COUNTERS];
};

/* The count of one event since it was selected. */
struct xdb_total {
	uint64_t count;
	/* The counter wrapped twice between two reads: @count is too small by a multiple of
	 * 2^24. */
	bool missed;
};

/*
 * Opens the board that @backend names; NULL means "sim:".
 *
 *	"sim:" or "sim:ARGUMENTS"	a machine simulated in this process by libxdbussim.so
 *	"unix:PATH"			one that another process serves: xdbusd(1)
 *	"mmap:..."			a mapped board, mmapdev.h
 *
 * The board is not changed. -ENODEV: the board is not such a board. -EPROTONOSUPPORT, -ELIBACC,
 * -ELIBBAD: see device_open().
 */
int xdb_open(struct xdb *x, const char *backend);
/* Opens the board that @dev accesses. The caller must close @dev. */
int xdb_open_device(struct xdb *x, struct device *dev);
int xdb_close(struct xdb *x); /* the counters keep running */

/* Access the register at @offset in bytes, for programs that need more than the functions
 * below. */
int xdb_read(struct xdb *x, uint32_t offset, uint32_t *value);
int xdb_write(struct xdb *x, uint32_t offset, uint32_t value);

/* Describes the machine to the board: memory queue handlers that share consecutive blocks (1, 2
 * or 4), number of the first watched processor, number of the watched I/O unit (both 0 to 31).
 * Requests that have no reply yet are forgotten; their replies will count as wrong. */
int xdb_set_machine(struct xdb *x, unsigned int ways, unsigned int first, unsigned int io);
int xdb_start(struct xdb *x);
int xdb_stop(struct xdb *x); /* the counts stay */

/*
 * Selects an event, 0 to 15, for @counter and sets its count to 0. @last, if not NULL, gets the
 * whole count of the event that was selected before, and *when, if not NULL, the number of
 * clocks for which the board has counted until this moment, modulo 2^32.
 */
int xdb_choose(struct xdb *x, unsigned int counter, unsigned int event, struct xdb_total *last,
	       uint32_t *when);
/* Reads a counter. A program that reads each counter at least once in 2^24 counts (0.4 s at one
 * per clock) never misses a wrap. */
int xdb_count(struct xdb *x, unsigned int counter, struct xdb_total *t);

/* What was lost or wrong since xdb_clear_losses(). */
struct xdb_losses {
	unsigned int wraps;	       /* wraps that were missed; saturates at 65535 */
	unsigned int wrong;	       /* clocks with a wrong packet; saturates at 65535 */
	bool queue, read, pio, packet; /* kinds of wrong packets, see FLAGS in the README */
};
int xdb_get_losses(struct xdb *x, struct xdb_losses *l);
int xdb_clear_losses(struct xdb *x);

/* Lets @ns of the board's time pass. */
int xdb_run(struct xdb *x, uint64_t ns);
/* Sends a command to a simulated machine, see xdbusd(1); the answer, or an error message, is
 * stored in @reply. -EOPNOTSUPP: the board is a real one. */
#define XDB_REPLY_BYTES 4096u
int xdb_command(struct xdb *x, const char *command, char *reply, size_t size);

#ifdef __cplusplus
}
#endif

#endif
