/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DEVICE_H
#define DEVICE_H
/*
 * Access to a board through a device backend: a simulated bus in this process, a
 * socket to another process, or a real board mapped into memory. It is the only
 * interface between a driver and its board.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The address spaces of a bus. One that the bus does not have is refused with -EOPNOTSUPP:
 * EISA has I/O and memory, PCI has configuration and memory, the others have memory.
 */
enum device_space {
	DEVICE_IO,  /* I/O. EISA: the board's slot-specific ports, address = offset from z000 */
	DEVICE_MEM, /* memory: the bus address of up to 32 bits */
	DEVICE_CONFIG, /* PCI: the board's configuration registers, address = 00 to FF */
};
#define DEVICE_SPACES 3

struct device;

/*
 * All functions return 0 or a negative errno value: -EIO when nothing answers
 * at the address, -ETIMEDOUT when the bus hangs, -EINVAL for a misaligned address or no width,
 * -EOPNOTSUPP for a space or width that the bus does not have. Values are little endian: the
 * byte at @addr is bits 7..0.
 */
struct device_ops {
	/* @width: 8, 16, 32 or 64 bits; @addr is a multiple of width / 8 */
	int (*read)(struct device *dev, enum device_space space, uint32_t addr,
		    unsigned int width, uint64_t *value);
	int (*write)(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t value);
	/*
	 * @n words of 32 bits of DEVICE_MEM from @addr on, one access each, in order;
	 * what was done before an error is unknown. NULL: use read and write.
	 */
	int (*read_words)(struct device *dev, uint32_t addr, uint32_t *words, size_t n);
	int (*write_words)(struct device *dev, uint32_t addr, const uint32_t *words, size_t n);
	/*
	 * Waits until the board interrupts, at most @timeout_us microseconds
	 * of the board's own time. 0, or -ETIMEDOUT.
	 */
	int (*wait_irq)(struct device *dev, uint64_t timeout_us);
	/* Lets the board's time pass without an access; NULL: real time passes. */
	int (*run)(struct device *dev, uint64_t ns);
	/*
	 * What only a simulated board can do, as a line of text; NULL: a real one.
	 * The answer, or in words what is wrong, goes to @reply, cut to @size
	 * bytes with its final 0; lines are separated by line feeds, none at the end.
	 */
	int (*control)(struct device *dev, const char *command, char *reply, size_t size);
	/*
	 * Between the two, accesses that belong together: nobody else changes the board, while
	 * single accesses that read go on. Both NULL: nobody else has it. hold() waits at most
	 * @timeout_us of real time for another one (-EAGAIN). What release() says was changed,
	 * of that which drivers remember of a board, the others' next hold() tells them; also
	 * when one went without release().
	 */
	int (*hold)(struct device *dev, uint64_t timeout_us, bool *changed);
	int (*release)(struct device *dev, bool changed);
	/*
	 * Maps @bytes of DEVICE_MEM from @addr on, both multiples of a page, so that the
	 * program accesses them itself until close(); once for a device. NULL: not possible.
	 */
	int (*map)(struct device *dev, uint32_t addr, size_t bytes, volatile void **p);
	void (*close)(struct device *dev);
};

struct device {
	const struct device_ops *ops;
};

/* ---- devices by name: "sim:ARGUMENTS", "unix:PATH" or "mmap:ARGUMENTS" ---- */

/* How a driver's handle holds its device: device_hold(). */
struct device_hold {
	unsigned int holds; /* that were not released */
	bool changed;	    /* something that other drivers remember: for release() */
};

/* The library that simulates the board of a driver. */
struct device_simulator {
	const char *file;   /* "libsurfsim.so" */
	const char *symbol; /* of a function int (const char *args, struct device **dev) */
};

/*
 * Opens the device behind @name: one that @sim simulates in this process, unixdev_open() or
 * mmapdev_open(). *library is what device_close() wants back. -EPROTONOSUPPORT for another
 * backend; -ELIBACC when the library cannot be loaded, -ELIBBAD when it is no such library,
 * -ELIBEXEC in a program linked with -static, which can load none;
 * else what the open function returns.
 */
int device_open(const char *name, const struct device_simulator *sim, struct device **dev,
		 void **library);
void device_close(struct device *dev, void *library);

/*
 * Nobody else changes the board from here to device_release(); calls nest. *others becomes
 * true when others have changed it since the last time. -EAGAIN: another one held it for a
 * minute.
 */
int device_hold(struct device *dev, struct device_hold *h, bool *others);
/* @err, or else the error of the release. */
int device_release(struct device *dev, struct device_hold *h, int err);

/* Lets the time of the board pass. */
int device_run(struct device *dev, uint64_t ns);
/* The board's time in ns, of one that knows the command "time", or real time; from any start.
 * -EPROTO when the answer is no number. */
int device_time(struct device *dev, uint64_t *ns);

#endif
