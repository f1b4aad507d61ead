/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MMAPDEV_H
#define MMAPDEV_H
/*
 * Device backend "mmap:" for a real board. Registers and memories are accessed through mapped
 * files such as /dev/mem, slot-specific I/O through ports, and the configuration registers of a
 * PCI board through a file.
 */
#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * @args, separated by commas:
 *
 *	slot=N		the EISA slot, 1 to 15; required. none: a bus without slots and I/O
 *			space, such as AXI, Wishbone or the PBX bus: the registers of
 *			DEVICE_IO are at the same addresses of memory space
 *	mem=FILE	memory space; bus address A is at offset A of the file.
 *			Default /dev/mem
 *	offset=N	... at offset A + N
 *	io=FILE		I/O space; port P is byte P of the file. Default /dev/port
 *	io=ports	I/O by instructions (x86), in 32-bit accesses
 *	pci=DIR		a PCI board, instead of the four above. DIR/config is its
 *			configuration space, DIR/resource0 to resource5 the memories behind
 *			its base address registers, as in Linux's /sys/bus/pci/devices/...;
 *			bus address A is in the memory whose base address register currently
 *			covers it
 *	uio=FILE	a core behind Linux UIO, instead of the five above: FILE is its device,
 *			such as /dev/uio0, whose map 0 is memory space; its size is in
 *			/sys/class/uio. FILE is also the default of irq=. A regular file is
 *			mapped as a whole, and has no interrupts of its own
 *	irq=FILE	a read of 4 bytes waits for an interrupt; before it, 1 is written to
 *			a character device to enable it (Linux UIO). Without irq= there are no
 *			interrupts, and the driver polls the board
 *
 * The caller needs access to the files; /dev/mem and ports usually require root, and a kernel
 * that permits mapping device memory. The device is freed by its close(). Memory is accessed
 * with the given width, 64 bits as two accesses; windows of 64 KB are mapped as needed. A port
 * file is written byte by byte, the byte at the highest port first, so that EBCR.ENABLE is
 * written last. 0, or a negative errno value: -EINVAL for bad arguments, or the error of open,
 * fstat or ioperm. Accesses beyond the end of a file: -EIO.
 */
int mmapdev_open(const char *args, struct device **dev);

#ifdef __cplusplus
}
#endif

#endif
