/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CARRIER_H
#define CARRIER_H
/* What carries a board, by its name: "sim:ARGUMENTS", "unix:PATH" or "mmap:ARGUMENTS". */
#include "device.h"

/* The library that simulates the board of a driver. */
struct carrier_simulator {
	const char *file;   /* "libsurfsim.so" */
	const char *symbol; /* of a function int (const char *args, struct device **dev) */
};

/*
 * Opens the device behind @name: one that @sim simulates in this process, unixdev_open() or
 * mmapdev_open(). *library is what carrier_close() wants back. -EPROTONOSUPPORT for another
 * carrier; -ELIBACC when the library cannot be loaded, -ELIBBAD when it is no such library,
 * -ELIBEXEC in a program linked with -static, which can load none;
 * else what the open function returns.
 */
int carrier_open(const char *name, const struct carrier_simulator *sim, struct device **dev,
		 void **library);
void carrier_close(struct device *dev, void *library);

/*
 * Nobody else changes the board from here to carrier_release(); calls nest. *others becomes
 * true when others have changed it since the last time. -EAGAIN: another one held it for a
 * minute.
 */
int carrier_hold(struct device *dev, struct device_hold *h, bool *others);
/* @err, or else the error of the release. */
int carrier_release(struct device *dev, struct device_hold *h, int err);

/* Lets the time of the board pass. */
int carrier_pass(struct device *dev, uint64_t ns);
/* The board's time in ns, of one that knows the command "time", or real time; from any start.
 * -EPROTO when the answer is no number. */
int carrier_time(struct device *dev, uint64_t *ns);

#endif
