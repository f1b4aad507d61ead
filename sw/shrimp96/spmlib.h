/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPMLIB_H
#define SPMLIB_H
/*
 * libspm, the driver of the SHRIMP performance monitor of 1996 (SPDT 1996, 3.5), over a
 * struct device.
 *
 * All functions return 0 or a negative errno value; none prints or exits. Common errors are
 * -EBADF for a handle that is not open, -EINVAL for a bad argument, and those of the device:
 * -EIO if nothing answers, -ETIMEDOUT if the bus hangs, or if the memory is to be accessed and
 * a fill does not end. After an error of the device a function may be partly executed.
 *
 * The caller owns the handle, which only one thread may use at a time. Functions that write one
 * register, such as all commands that a user program gives while it runs, make one bus write.
 * The others are atomic: no other program changes the monitor during them. -EAGAIN: another
 * program held the monitor for a minute.
 */
#include "device.h"
#include "spm_config.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Registers: SPM_CMD, SPM_STAT, ... their byte offsets, from the register table. */
enum spm_reg {
#define REG(name, space, offset, reset, text) SPM_##name = offset,
#define FIELD(reg, name, msb, lsb, access, text)
#include "shrimp96_regs.def"
#undef REG
#undef FIELD
};

/* Fields: SPM_STAT_RUN, SPM_MODE_TRACE, ...: their bits. */
enum spm_field {
#define REG(name, space, offset, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) \
	SPM_##reg##_##name = (int)(UINT32_MAX >> (31 - (msb)) & UINT32_MAX << (lsb)),
#include "shrimp96_regs.def"
#undef REG
#undef FIELD
};

#define SPM_COUNT_MAX (((uint64_t)1 << 40) - 1)	  /* largest count of a word of the memory */
#define SPM_LATENCY_MAX (((uint64_t)1 << 44) - 1) /* largest latency limit, ticks of 100 ns */
#define SPM_SHIFT_MAX 24u
#define SPM_QUEUE 16u /* maximum number of queued overflow addresses */

/* A monitor. The fields are private; a handle that was zeroed is closed. */
struct spm {
	struct device *dev;
	bool own;      /* the handle owns dev and closes it */
	uint32_t base; /* bus address of the registers */
	uint32_t words;
	struct device_hold hold;
};

/*
 * Opens the monitor that @backend names; NULL means "sim:".
 *
 *	"sim:" or "sim:ARGUMENTS"	a monitor simulated in this process by
 *					libshrimp96sim.so; arguments, separated by commas:
 *					words=20|24 (log2, 20), seed=N (1), wave=FILE
 *	"unix:PATH"			a monitor that another process serves: shrimp96d(1)
 *	"mmap:..."			a mapped monitor, mmapdev.h
 *
 * A monitor that is not enabled is enabled with its registers at @base (a multiple of 64 KB; 0:
 * D0000000) and the interrupt @irq (5, 9, 10, 12, 14, 15, 0: none); a monitor that is already
 * enabled is not changed. -ENODEV: the board is not such a monitor. -EPROTONOSUPPORT, -ELIBACC,
 * -ELIBBAD: see device_open().
 */
int spm_open(struct spm *m, const char *backend, uint32_t base, unsigned int irq);
/* Opens the monitor that @dev accesses. The caller must close @dev. */
int spm_open_device(struct spm *m, struct device *dev, uint32_t base, unsigned int irq);
int spm_close(struct spm *m); /* the monitor keeps running */

/* Access one register, for programs that need more than the functions below. */
int spm_read(struct spm *m, enum spm_reg reg, uint32_t *value);
int spm_write(struct spm *m, enum spm_reg reg, uint32_t value);
uint32_t spm_words(const struct spm *m); /* returns the number of words of the memory, 2^20 or
					  * 2^24 */

/* ---- commands of one bus write ---- */
int spm_start(struct spm *m);
int spm_stop(struct spm *m);
int spm_set_category(struct spm *m, unsigned int category); /* 0..15 */
int spm_set_shift(struct spm *m, unsigned int bits);	    /* latency resolution, 0..24 */
/* Selects the nibbles of the address. -EDOM, without any change: not one of the 190 sets. */
int spm_set_multiplexers(struct spm *m, unsigned int set);
/* Sets the mode, histogram or trace; @automatic: a threshold event changes the mode to
 * trace. */
int spm_set_mode(struct spm *m, bool trace, bool automatic);
int spm_set_trace_counter(struct spm *m, uint32_t word); /* 0..spm_words() */
int spm_clear_flags(struct spm *m); /* packets dropped, queue overflow, command in a fill */

int spm_get_category(struct spm *m, unsigned int *category);
int spm_get_shift(struct spm *m, unsigned int *bits);
/* -EDOM: the setting of the multiplexers is not one of the 190. */
int spm_get_multiplexers(struct spm *m, unsigned int *set);
int spm_get_mode(struct spm *m, bool *trace, bool *automatic);
int spm_get_trace_counter(struct spm *m, uint32_t *word);

/* ---- commands of two bus writes ---- */
/* Sets the limits in ticks of 100 ns: latencies below @min are recorded as 0, above @max as all
 * ones. */
int spm_set_latency_limits(struct spm *m, uint64_t min, uint64_t max);
int spm_get_latency_limits(struct spm *m, uint64_t *min, uint64_t *max);
/* Sets the threshold, 0..2^40-1: a count that becomes greater causes a threshold event. */
int spm_set_threshold(struct spm *m, uint64_t count);
int spm_get_threshold(struct spm *m, uint64_t *count);

/* ---- the memory ---- */
/* Sets words @first to @last to @value. Returns when all words are set. */
int spm_initialise_range(struct spm *m, uint32_t first, uint32_t last, uint64_t value);
/* Read or write words @first to @first + @n - 1. */
int spm_read_range(struct spm *m, uint32_t first, uint64_t *values, size_t n);
int spm_write_range(struct spm *m, uint32_t first, const uint64_t *values, size_t n);

/* ---- status and events ---- */
struct spm_status {
	bool running, trace, automatic, filling;
	bool trace_full;      /* the trace counter is at the end of the memory */
	bool dropped;	      /* packets came too early */
	bool queue_overflow;  /* addresses of threshold events were lost */
	bool command_ignored; /* a memory command came during a fill */
	unsigned int queued;  /* number of queued overflow addresses */
	uint32_t arrived;     /* number of packets that arrived while monitoring, modulo 2^32 */
	uint32_t lost;	      /* number of these that were neither counted nor traced */
};
int spm_get_status(struct spm *m, struct spm_status *st);

struct spm_event {
	uint32_t addr;		/* address of the word whose count exceeded the threshold */
	struct spm_variables v; /* the address decoded in the current configuration */
};
/*
 * Reads at most @max queued overflow addresses, oldest first, into @events, and their number
 * into *n. Reading removes them from the queue; when the queue is empty the interrupt is
 * released. -EDOM: the setting of the multiplexers is not one of the 190; nothing is removed.
 */
int spm_read_queue(struct spm *m, struct spm_event *events, size_t max, size_t *n);
/* Does the same after an interrupt of the monitor, for which it waits at most @timeout_us of
 * the monitor's time. -ETIMEDOUT: there was none. */
int spm_wait_events(struct spm *m, uint64_t timeout_us, struct spm_event *events, size_t max,
		    size_t *n);

/* Lets @ns of the monitor's time pass. */
int spm_run(struct spm *m, uint64_t ns);
/* Sends a command to a simulated board, see shrimp96d(1); the answer, or an error message, is
 * stored in @reply. -EOPNOTSUPP: the board is a real one. */
#define SPM_REPLY_BYTES 4096u
int spm_command(struct spm *m, const char *command, char *reply, size_t size);

/* A word of the trace. */
struct spm_trace {
	uint32_t time; /* receive time modulo 2^20, ticks of 100 ns */
	struct spm_variables v;
};
void spm_decode_trace(unsigned int set, uint64_t word, struct spm_trace *t);

#ifdef __cplusplus
}
#endif

#endif
