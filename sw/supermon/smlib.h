/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SMLIB_H
#define SMLIB_H
/*
 * Driver of SUPERMON (thesis, 2.1.1). Functions return 0 or a negative errno value: -EBADF for
 * a monitor that is not open, -EINVAL for a value out of range, -EBUSY if the monitor has
 * refused an access (it was monitoring, a fill was in progress, or a bank had no gap between
 * events), or the error of the device. A struct sm must be used by one thread at a time.
 */
#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SM_BANK_WORDS 32768u	     /* 48 bits each */
#define SM_WORDS (2 * SM_BANK_WORDS) /* A first, then B */
#define SM_WORD_MAX ((UINT64_C(1) << 48) - 1)
#define SM_ADDRESS_BITS 30u /* addresses are in words of 32 bits */
#define SM_BIN_BITS 15u
#define SM_NO_BIT 31u /* for sm_set_bits(): the bit of the bin is 0 */

struct sm {
	struct device *dev; /* NULL: not open */
	bool own;	    /* sm_close() closes the device */
	struct device_hold hold;
};

/* Opens the monitor behind "sim:ARGUMENTS" (NULL: "sim:"), "unix:PATH", "mmap:..." or
 * "uart:..." (device.h). -ENODEV: another device answers. */
int sm_open(struct sm *m, const char *backend);
int sm_open_device(struct sm *m, struct device *dev); /* the caller closes the device */
int sm_close(struct sm *m);
/* Access a register; @reg: its offset in supermon_regs.def. */
int sm_read(struct sm *m, uint32_t reg, uint32_t *value);
int sm_write(struct sm *m, uint32_t reg, uint32_t value);

/* ---- settings; -EBUSY while monitoring ---- */
enum sm_histogram {
	SM_EVENTS,  /* counted events by user state */
	SM_CLOCKS,  /* clocks by user state; both banks must count */
	SM_LATENCY, /* counted events by the clocks until their answer */
	SM_ADDRESS, /* counted events by the bits of sm_set_bits() */
};
struct sm_mode {
	bool trace[2]; /* banks A and B: a trace, or counters */
	bool form_b;   /* form of the trace's entries */
	enum sm_histogram histogram;
};
int sm_set_mode(struct sm *m, const struct sm_mode *mode);
int sm_get_mode(struct sm *m, struct sm_mode *mode);
/* Bit i of the bin is bit @bit[i] of the word address, 0..29, or SM_NO_BIT. */
int sm_set_bits(struct sm *m, const uint8_t bit[SM_BIN_BITS]);
int sm_get_bits(struct sm *m, uint8_t bit[SM_BIN_BITS]);

/* ---- tables; -EBUSY while monitoring ---- */
enum sm_table {
	SM_MACHINE = 1, /* word: state << 12 | control << 4 | matches */
	SM_FUNCTION,	/* word: bits 7..0 of the bin << 8 | control; value: user state */
	SM_MATCHES,	/* word: stage << 9 | code << 6 | 6 bits of the address; values: code of
			 * match k in bits 3k+2..3k */
};
#define SM_TABLE_WORDS 65536u
#define SM_MATCH_WORDS (5u << 9)
#define SM_ENTRY_TRACE 0x10u /* SM_MACHINE: actions TRACE and COUNT; bits 3..0: next state */
#define SM_ENTRY_COUNT 0x20u
int sm_write_table(struct sm *m, enum sm_table table, uint32_t first, const uint16_t *values,
		   size_t n);
int sm_read_table(struct sm *m, enum sm_table table, uint32_t first, uint16_t *values,
		  size_t n);
int sm_fill_table(struct sm *m, enum sm_table table, uint32_t first, uint32_t last,
		  uint16_t value);

/* ---- the banks, also while monitoring ---- */
int sm_read_words(struct sm *m, uint32_t first, uint64_t *values, size_t n);
int sm_write_words(struct sm *m, uint32_t first, const uint64_t *values, size_t n);
int sm_fill_words(struct sm *m, uint32_t first, uint32_t last, uint64_t value);

/* ---- measurement ---- */
/* Starts a measurement, which clears the flags and counts of the status, but no bank. */
int sm_start(struct sm *m);
/* Stops the measurement, and waits until the last events have left the trigger. */
int sm_stop(struct sm *m);

struct sm_status {
	bool running, filling;
	bool trace_full;
	bool trace_lost, count_lost, counter_wrap, overlap, time_wrap, refused; /* flags */
	uint32_t entries;			    /* entries in the trace */
	uint32_t events, lost_counts, lost_entries; /* saturate at 2^32 - 1 */
	uint64_t clocks;			    /* monitored clocks, modulo 2^40 */
	unsigned int machine, user;		    /* current states */
};
int sm_get_status(struct sm *m, struct sm_status *st);

/* Entries of a trace: initialise with {0}, and pass all entries in order. */
struct sm_decoder {
	bool form_b;
	uint64_t period; /* time / 2^16 of the last entry */
	uint64_t last;	 /* form B: time of the last entry */
};
struct sm_entry {
	bool event;    /* false: the entry only marks that time has passed */
	uint64_t time; /* clocks; the first monitored clock has the time 1 */
	bool write;    /* form A */
	uint32_t addr; /* form A: in words of 32 bits */
	uint8_t data;  /* form B: bits 7..0 of the user state */
};
void sm_decode(struct sm_decoder *d, uint64_t word, struct sm_entry *e);

/* Lets @ns of the monitor's time pass. */
int sm_run(struct sm *m, uint64_t ns);
/* Sends a command to a simulated board, see supermond(1); the answer, or an error message, is
 * stored in @reply. -EOPNOTSUPP: the board is a real one. */
#define SM_REPLY_BYTES 4096u
int sm_command(struct sm *m, const char *command, char *reply, size_t size);

#ifdef __cplusplus
}
#endif

#endif
