/* SPDX-License-Identifier: Apache-2.0 */
#ifndef UARTLINE_H
#define UARTLINE_H
/* A serial device of Linux as the line of uartdev.h. */
#include "uartdev.h"

/* Opens @path with @baud bits per second, 8 data bits, no parity, for this program alone, and
 * discards bytes received before. Returns 0, -EBUSY: another program uses the line, or another
 * negative errno value. */
int uartline_open(const char *path, unsigned int baud, struct uartdev_line **line);

#endif
