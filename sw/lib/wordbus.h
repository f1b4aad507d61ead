/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WORDBUS_H
#define WORDBUS_H
/*
 * What backends on a bus with words of 32 bits have in common. Such a bus has no I/O space:
 * DEVICE_IO is the first 4 KB of the device's memory.
 */
#include "device.h"
#include <errno.h>

#define WORDBUS_IO_BYTES 0x1000u

/* Checks the arguments of read() and write() of struct device_ops. Returns 0, -EOPNOTSUPP for
 * another space, or -EINVAL. */
static inline int wordbus_check(enum device_space space, uint32_t addr, unsigned int width)
{
	if (space != DEVICE_IO && space != DEVICE_MEM)
		return -EOPNOTSUPP;
	if ((width != 8 && width != 16 && width != 32 && width != 64) || addr % (width / 8) ||
	    (space == DEVICE_IO && addr >= WORDBUS_IO_BYTES))
		return -EINVAL;
	return 0;
}

/* Returns the value of @width bits at @addr from its word and, for 64 bits, the next one. */
static inline uint64_t wordbus_value(const uint32_t word[2], uint32_t addr, unsigned int width)
{
	return width == 64 ? (uint64_t)word[1] << 32 | word[0]
			   : word[0] >> addr % 4 * 8 & UINT32_MAX >> (32 - width);
}

#endif
