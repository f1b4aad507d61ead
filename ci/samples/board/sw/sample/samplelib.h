/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SAMPLELIB_H
#define SAMPLELIB_H
/*
 * libsmp, the driver of the sample board, over a struct device.
 *
 * All functions return 0 or a negative errno value; none prints or exits. Common errors are
 * -EBADF for a handle that is not open, -EINVAL for a bad argument, and those of the device.
 * The caller owns the handle, which only one thread may use at a time.
 */
#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SMP_THRESHOLD_MAX 0xFFFFu

/* A board. The fields are private; a handle that was zeroed is closed. */
struct smp {
	struct device *dev;
	bool own; /* the handle owns dev and closes it */
	struct device_hold hold;
};

/*
 * Opens the board that @backend names; NULL means "sim:". "sim:" is a board simulated in this
 * process by libsamplesim.so, "unix:PATH" one that sampled(1) serves, "mmap:..." a mapped one.
 * The board is not changed. -ENODEV: the board is not a sample board; others: device_open().
 */
int smp_open(struct smp *s, const char *backend);
/* Opens the board that @dev accesses. The caller must close @dev. */
int smp_open_device(struct smp *s, struct device *dev);
int smp_close(struct smp *s); /* the counter keeps running */

int smp_start(struct smp *s);
int smp_stop(struct smp *s);  /* the count stays */
int smp_clear(struct smp *s); /* sets the count to 0, and forgets that it has wrapped */

struct smp_count {
	uint32_t events; /* since smp_clear(), 0 to 65535 */
	bool wrapped;	 /* @events is too small by an unknown multiple of 65536 */
};
int smp_get_count(struct smp *s, struct smp_count *c);

/* The event that makes the count equal to @events, up to SMP_THRESHOLD_MAX, interrupts. */
int smp_set_threshold(struct smp *s, uint32_t events);
/* Waits at most @timeout_us microseconds of the board's time for this interrupt, and clears it.
 * -ETIMEDOUT: it did not come. */
int smp_wait_threshold(struct smp *s, uint64_t timeout_us);

#ifdef __cplusplus
}
#endif

#endif
