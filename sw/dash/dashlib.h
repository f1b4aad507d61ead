/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DASHLIB_H
#define DASHLIB_H
/*
 * libdm, the driver of the performance monitor of DASH (thesis on NUMAchine's monitor, 2.2),
 * over a struct device.
 *
 * All functions return 0 or a negative errno value; none prints or exits. Common errors are
 * -EBADF for a handle that is not open, -EINVAL for a bad argument, and those of the device:
 * -EIO if the board refuses an access, -ETIMEDOUT if it does not answer. After an error of the
 * device a function may be partly executed.
 *
 * The caller owns the handle, which only one thread may use at a time. Functions that make one
 * access may be called while other processors use the monitor. dm_load(), dm_zero() and
 * dm_dump() keep other programs from changing the monitor; -EAGAIN: another program held it for
 * a minute.
 */
#include "device.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DASH_COUNTERS 16384u /* of a bank */
#define DASH_BANKS 2u
#define DASH_EVENTS 0x3FFFu /* mask of all events */
/* largest level of the trace, and number of requests after it */
#define DASH_WORDS_MAX 0x3FFFFFu
#define DASH_ADDR_MAX 0x1FFFFFFFu /* largest address, in words of 8 bytes */
#define DASH_WORD_MAX ((UINT64_C(1) << 36) - 1)
#define DASH_SINCE_MAX 0xFFFFFFu

enum dash_circuit { DASH_NONE, DASH_COUNT, DASH_JOINT, DASH_LATENCY, DASH_TRACE };

/* The conditions of a circuit, which change only when the circuit is exchanged; each circuit
 * uses some of them. */
struct dash_conditions {
	bool independent;   /* each bank counts events of its own */
	bool extended;	    /* DASH_TRACE: entries of two words */
	unsigned int bits;  /* DASH_JOINT: event bits in the counter's address, 0 to 14 */
	unsigned int shift; /* right shift: DASH_JOINT: address, DASH_LATENCY: clocks */
	unsigned int
		station;  /* DASH_LATENCY: processors 4 * station to 4 * station + 3; 0..15 */
	uint16_t mask[2]; /* DASH_COUNT: events of the two channels, 14 bits */
	uint32_t tmask, tvalue; /* DASH_TRACE: starts when address & tmask is tvalue */
	uint32_t post;		/* DASH_TRACE: number of requests, 22 bits; 0: no limit */
};

/* A monitor. The fields are private; a handle that was zeroed is closed. */
struct dm {
	struct device *dev;
	bool own; /* the handle owns dev and closes it */
	struct device_hold hold;
};

/*
 * Opens the monitor that @backend names; NULL means "sim:".
 *
 *	"sim:" or "sim:ARGUMENTS"	a monitor simulated in this process by libdashsim.so;
 *					arguments, separated by commas: board=full|short (full),
 *					seed=N (1), wave=FILE. A short board has a trace
 *					buffer of 64 words and exchanges its circuit in 1 ms
 *	"unix:PATH"			a monitor that another process serves: dashd(1)
 *	"mmap:..."			a mapped monitor, mmapdev.h
 *
 * -ENODEV: the board is not such a monitor. -EPROTONOSUPPORT, -ELIBACC, -ELIBBAD: see
 * device_open().
 */
int dm_open(struct dm *d, const char *backend);
int dm_open_device(struct dm *d, struct device *dev); /* the caller must close @dev */
int dm_close(struct dm *d);			      /* the monitor keeps running */

/*
 * Exchanges the circuit: the board counts nothing until the new one runs, 100 ms later.
 * DASH_NONE: removes it. -ETIMEDOUT: the exchange took more than twice as long.
 */
int dm_load(struct dm *d, enum dash_circuit circuit, const struct dash_conditions *c);
int dm_get_circuit(struct dm *d, enum dash_circuit *circuit, struct dash_conditions *c);

int dm_start(struct dm *d);
int dm_stop(struct dm *d);
int dm_clear(struct dm *d); /* the counts of struct dash_status */

struct dash_status {
	bool running;	 /* a circuit runs */
	bool exchanging; /* the circuit is being exchanged: nothing is counted */
	bool enabled;
	bool fired;	      /* DASH_TRACE: the trace has started */
	bool refused;	      /* the board has refused an access */
	bool held;	      /* no request enters the trace buffer, see dm_dump() */
	bool full;	      /* the trace buffer is full */
	bool level;	      /* the board interrupts, see dm_set_level() */
	bool busy;	      /* an accepted entry is not yet in the trace buffer */
	uint32_t words, used; /* of the trace buffer */
	/* counts, which stop at UINT32_MAX */
	uint32_t counted[DASH_BANKS], missed[DASH_BANKS]; /* events */
	uint32_t wraps[DASH_BANKS];			  /* of counters */
	uint32_t clocks;    /* clocks in which the circuit observed the bus */
	uint32_t gap;	    /* clocks in which no circuit ran */
	uint32_t exchanges; /* of the circuit */
	uint32_t requests;  /* on the bus while the circuit observed it */
	uint32_t traced;
	uint32_t lost;	  /* not traced: the queue was full, or the buffer was held */
	uint32_t no_room; /* not traced: the buffer was full */
	uint32_t own;	  /* not traced: accesses to the monitor while the buffer was held */
	uint32_t passed;  /* not wanted in the trace */
	uint32_t skipped; /* latencies not measured */
	unsigned int last_wrap[DASH_BANKS]; /* counter that wrapped last */
};
int dm_get_status(struct dm *d, struct dash_status *st);

/* Reads @n counters of a bank from @first on. */
int dm_read_counters(struct dm *d, unsigned int bank, unsigned int first, uint32_t *values,
		     size_t n);
int dm_zero(struct dm *d); /* sets all counters of both banks to 0 */

/* ---- trace ---- */
struct dash_entry {
	bool write;
	bool extended; /* the following two fields are valid */
	uint8_t cpu;
	uint16_t prom;	/* PROM address of the directory controller */
	uint32_t addr;	/* in words of 8 bytes */
	uint32_t since; /* clocks since the last request; DASH_SINCE_MAX: more, or unknown */
};
/* Decodes an entry of one word or, if @extended, of two. */
void dm_decode(const uint64_t *words, bool extended, struct dash_entry *e);

/* The board interrupts when the buffer contains @words words; 0: never. */
int dm_set_level(struct dm *d, uint32_t words);
/* Waits for the interrupt, at most @timeout_us of the board's time: -ETIMEDOUT. */
int dm_wait_level(struct dm *d, uint64_t timeout_us);
/*
 * Empties the trace buffer: holds the trace, passes each word to @fn in order, and continues
 * the trace with an empty buffer. If the processors are suspended during this time, no request
 * is lost. If @fn returns an error, the buffer is not emptied, but the trace continues.
 * -EPROTO: the board says that more words are used than it has.
 */
typedef int dm_word_fn(void *arg, uint64_t word);
int dm_dump(struct dm *d, dm_word_fn *fn, void *arg);

/* Lets @ns of the monitor's time pass. */
int dm_run(struct dm *d, uint64_t ns);
/* Sends a command to a simulated board, see dashd(1); the answer, or an error message, is
 * stored in @reply. -EOPNOTSUPP: the board is a real one. */
#define DASH_REPLY_BYTES 4096u
int dm_command(struct dm *d, const char *command, char *reply, size_t size);

#ifdef __cplusplus
}
#endif

#endif
