/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ETHERDEV_H
#define ETHERDEV_H
/*
 * Device backend "etherbone:" for the bus of a LiteX SoC behind litex_server, which reaches
 * it by UARTBone, Etherbone, PCIe or JTAG. The protocol is LiteX's Etherbone over TCP with
 * addresses of 32 bits. It has no check beyond that of TCP, no byte enables and no bus
 * errors: an address where nothing answers reads as all ones, and litex_server confirms no
 * write.
 */
#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ETHERDEV_PORT "1234"
#define ETHERDEV_TIMEOUT_MS 10000u
#define ETHERDEV_WORDS 255 /* maximum number of words per packet */

/*
 * @args: HOST or HOST:PORT of litex_server, an IPv6 address in brackets, and after commas
 *
 *	base=ADDR	bus address of the board's window; default 0
 *	timeout=MS	the server answers within this time, 1 to 100000; default 10000
 *
 * DEVICE_IO address A is bus address ADDR + A, to FFF; DEVICE_MEM address A is ADDR + A.
 * A write of less than 32 bits reads and writes the whole word. litex_server executes the
 * accesses of one client in order. There is no wait_irq(), so drivers poll. The device is
 * freed by its close().
 *
 * Returns 0, or a negative errno value: -EINVAL for bad arguments, -EHOSTUNREACH if the name of
 * the host is unknown, -EPROTO if the server is not litex_server, or the error of connect. Open
 * and accesses fail with -EHOSTDOWN if no answer comes in time, -EPROTO if it is wrong, -EPIPE
 * or -ECONNRESET if the server is gone; after that every access fails with this error.
 */
int etherdev_open(const char *args, struct device **dev);

#ifdef __cplusplus
}
#endif

#endif
