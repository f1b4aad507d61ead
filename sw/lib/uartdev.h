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
#define UARTDEV_QUIET_MS 150u  /* pause after which the bridge expects a new frame */
#define UARTDEV_NOISY_MS 2000u /* a line that is not quiet for this time never is */
#define UARTDEV_TRIES 8	       /* maximum number of damaged answers to a frame */
/* At the beginning a bridge answers at once, and must do so within this time. */
#define UARTDEV_HELLO_MS 300u
#define UARTDEV_HELLO_TRIES 3
#define UARTDEV_HELLO_SIMULATED_MS 10000u
#define UARTDEV_WORDS 255 /* maximum number of words per frame */

/*
 * @args: a serial device, and separated by commas
 *
 *	baud=N		bits per second, as in the design; default 3000000
 *	base=ADDR	bus address of the board's window; default 0
 *	timeout=MS	the bridge begins to answer within this time, 1 to 100000; default 1000,
 *			or 60000 on a pseudo-terminal, behind which is a simulation
 *
 * A frame without an answer is sent again, in all for 8 times the timeout and the pauses
 * between; an access fails after that. On a pseudo-terminal it is sent again after a second, or
 * what a slow simulation has needed before, and an access fails after the timeout. When the
 * line is opened, the bridge must answer within 1.4 s, or 10 s on a pseudo-terminal, unless a
 * timeout is given.
 *
 * DEVICE_IO address A is bus address ADDR + A, to FFF; DEVICE_MEM address A is ADDR + A.
 * There is one client at a time. The device is freed by its close(). Returns 0, or a negative
 * errno value: -EINVAL for bad arguments or a rate that the device does not support, -EBUSY if
 * another program uses the line, or the error of open or ioctl. An access fails with -EIO if
 * the bus answers with an error, -ETIMEDOUT if it does not answer. Open and accesses fail with
 * -EREMOTEIO if no answer comes over the line, -EBADE if answers are damaged each time, -ECOMM
 * if the line is never quiet (device_access_reason() has texts for these), -ENOLINK if the line
 * is gone. Open fails with -EPROTO if the bridge is of another version.
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
	/* Returns the time in ms, from an arbitrary origin. */
	uint64_t (*now_ms)(struct uartdev_line *l);
	unsigned int baud; /* send() may return before the bytes have been transmitted at this
			    * rate */
	bool simulated;	   /* the line is a pseudo-terminal of a simulation, which is slow */
};

/* Like uartdev_open(), for an open line; @timeout_ms 0: default. The device owns the line from
 * now on and closes it, also on failure. */
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
