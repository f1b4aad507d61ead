/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MMAPDEV_H
#define MMAPDEV_H
/*
 * A real board: its registers and memories through mapped files such as /dev/mem, its
 * slot-specific I/O through ports, the configuration registers of a PCI board through a file.
 */
#include "device.h"

/*
 * @args, separated by commas:
 *
 *	slot=N		the EISA slot, 1 to 15; must be given. none: a bus without slots, as
 *			the PBX bus, and without I/O space
 *	mem=FILE	memory space; bus address A is at offset A of the file.
 *			Default /dev/mem
 *	offset=N	... at offset A + N
 *	io=FILE		I/O space; port P is byte P of the file. Default /dev/port
 *	io=ports	I/O by instructions (x86), in 32-bit accesses
 *	pci=DIR		a PCI board, instead of the four above. DIR/config is its
 *			configuration space, DIR/resource0 to resource5 the memories behind
 *			its base address registers, as in Linux's /sys/bus/pci/devices/...;
 *			bus address A is in the memory whose register says so now
 *	irq=FILE	a read of 4 bytes waits for an interrupt; before it, 1 is written to
 *			a character device to enable it (Linux UIO). Without: no interrupts,
 *			the driver looks at the board now and then
 *
 * The files need the rights of their device; /dev/mem and ports mostly root's, and a kernel
 * that lets device memory be mapped. The device is freed by its close(). Memory is accessed in
 * 8, 16 or 32 bits as asked, 64 bits are two accesses; windows of 64 KB are mapped as needed.
 * A port file is written byte by byte, the byte at the highest port first, so that
 * EBCR.ENABLE comes last. 0, or a negative errno value: -EINVAL for arguments that are wrong,
 * or that of open, fstat or ioperm. Accesses beyond the end of a file: -EIO.
 */
int mmapdev_open(const char *args, struct device **dev);

#endif
