/* SPDX-License-Identifier: Apache-2.0 */
#ifndef UARTDEV_H
#define UARTDEV_H
/*
 * Device backend "uart:" for a bus behind a serial line: the bridge of rtl/bridge, whose
 * README.md describes the frames. Each access takes effect once or not at all: a frame that is
 * lost or damaged is sent again, and the bridge never repeats the accesses of a frame.
 */
#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif

#define UARTDEV_BAUD 3000000u
#define UARTDEV_TIMEOUT_MS 1000u /* an answer that does not begin within this time is lost */
#define UARTDEV_SIMULATED_MS 60000u
#define UARTDEV_QUIET_MS 150u /* pause after which the bridge expects a new frame */
#define UARTDEV_TRIES 8	      /* maximum number of transmissions of a frame */
#define UARTDEV_WORDS 255     /* maximum number of words per frame */

/*
 * @args: a serial device, and separated by commas
 *
 *	baud=N		bits per second, as in the design; default 3000000
 *	base=ADDR	bus address of the board's window; default 0
 *	timeout=MS	the bridge begins to answer within this time, 1 to 100000; default 1000,
 *			or 60000 on a pseudo-terminal, behind which is a simulation
 *
 * DEVICE_IO address A is bus address @base + A, to FFF; DEVICE_MEM address A is @base + A.
 * There is one client at a time. The device is freed by its close(). Returns 0, or a negative
 * errno value: -EINVAL for bad arguments or a rate that the device does not support, -EBUSY if
 * another program uses the line, -ETIMEDOUT if no bridge answers, -EPROTO if the answer is not
 * from a bridge of this version, or the error of open or ioctl. An access fails with -EIO if
 * the bus answers with an error, -ETIMEDOUT if it does not answer or if no answer comes over
 * the line, -EPROTO if answers are damaged each time, -EPIPE if the line is gone.
 */
int uartdev_open(const char *args, struct device **dev);

/* A line to a bridge: a serial device, or one that a test simulates. */
struct uartdev_line {
	/* Sends all @n bytes. Returns 0 or a negative errno value. */
	int (*send)(struct uartdev_line *l, const uint8_t *bytes, size_t n);
	/* Waits at most @timeout_ms for a byte, then stores all received bytes, 1 to @n.
	 * Returns their number, -ETIMEDOUT or another negative errno value. */
	int (*receive)(struct uartdev_line *l, uint8_t *bytes, size_t n,
		       unsigned int timeout_ms);
	void (*close)(struct uartdev_line *l);
	unsigned int baud; /* send() may return before the bytes have been transmitted at this
			    * rate */
	bool simulated;	   /* the line is a pseudo-terminal of a simulation, which is slow */
};

/* Like uartdev_open(), for an open line. The device owns the line from now on and closes it,
 * also on failure.
 */
int uartdev_open_line(struct uartdev_line *line, uint32_t base, unsigned int timeout_ms,
		      struct device **dev);

/* Returns the number of frames sent again since the device was opened, for tests and
 * statistics. */
uint64_t uartdev_repeated(const struct device *dev);

/* Computes the CRC of the frames: x^16 + x^15 + x^2 + 1, first bit first, from FFFF. */
uint16_t uartdev_crc(uint16_t crc, const uint8_t *bytes, size_t n);

#ifdef __cplusplus
}
#endif

#endif
