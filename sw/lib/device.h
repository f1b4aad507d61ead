/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DEVICE_H
#define DEVICE_H
/*
 * Access to a board through a device backend: a simulated bus in this process, a
 * socket to another process, a real board mapped into memory, or one behind a serial line.
 * It is the only interface between a driver and its board.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The address spaces of a bus. An access to a space that the bus does not have fails with
 * -EOPNOTSUPP. EISA has I/O and memory, PCI has configuration and memory, the others have
 * memory only.
 */
enum device_space {
	DEVICE_IO,  /* I/O. EISA: the board's slot-specific ports, address = offset from z000 */
	DEVICE_MEM, /* memory: the bus address of up to 32 bits */
	DEVICE_CONFIG, /* PCI: the board's configuration registers, address = 00 to FF */
};
#define DEVICE_SPACES 3
#define DEVICE_SPAN 16u /* registers of read_port() */

struct device;

/*
 * All functions return 0 or a negative errno value: -EIO if nothing answers at the address,
 * -ETIMEDOUT if the bus hangs, -EINVAL for a misaligned address or an invalid width,
 * -EOPNOTSUPP for a space or width that the bus does not have. Values are little endian: the
 * byte at @addr is in bits 7..0.
 */
struct device_ops {
	/* Access @width bits, 8, 16, 32 or 64; @addr must be a multiple of @width / 8. */
	int (*read)(struct device *dev, enum device_space space, uint32_t addr,
		    unsigned int width, uint64_t *value);
	int (*write)(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t value);
	/*
	 * Transfer @n words of 32 bits from @addr of DEVICE_MEM on, one access each, in order.
	 * After an error it is unknown how many were transferred. NULL: use read and write.
	 */
	int (*read_words)(struct device *dev, uint32_t addr, uint32_t *words, size_t n);
	int (*write_words)(struct device *dev, uint32_t addr, const uint32_t *words, size_t n);
	/*
	 * Reads @n words of 32 bits cyclically from @span registers of DEVICE_MEM, 1 to
	 * DEVICE_SPAN: word i is read at @addr + 4 * (i % @span), one access each, in order.
	 * For registers that advance to the next value of a memory when they are read. NULL:
	 * use read, as device_read_port() does.
	 */
	int (*read_port)(struct device *dev, uint32_t addr, uint32_t span, uint32_t *words,
			 size_t n);
	/* Writes @n words of 32 bits to one register of DEVICE_MEM, one access each, in order.
	 * After an error it is unknown how many were written. NULL: use write. */
	int (*write_port)(struct device *dev, uint32_t addr, const uint32_t *words, size_t n);
	/*
	 * Waits until the board interrupts, at most @timeout_us microseconds
	 * of the board's own time. Returns 0 or -ETIMEDOUT. NULL: there are no interrupts.
	 */
	int (*wait_irq)(struct device *dev, uint64_t timeout_us);
	/* Lets the board's time pass without an access; NULL: real time passes. */
	int (*run)(struct device *dev, uint64_t ns);
	/*
	 * Sends a simulated board a command, a line of text; NULL: a real board.
	 * The answer, or an error message, is stored in @reply, truncated to @size
	 * bytes with its final 0; lines are separated by line feeds, none at the end.
	 */
	int (*control)(struct device *dev, const char *command, char *reply, size_t size);
	/*
	 * From hold() to release() no other client changes the board, so that several
	 * accesses are atomic; single read accesses of others are not delayed. If both are
	 * NULL, the board has one client. hold() waits at most @timeout_us of real time for
	 * another client (-EAGAIN). The caller of release() says whether it changed state that
	 * other drivers keep copies of; the next hold() of each other client returns this in
	 * *changed. *changed is also set if a client ended without release().
	 */
	int (*hold)(struct device *dev, uint64_t timeout_us, bool *changed);
	int (*release)(struct device *dev, bool changed);
	/*
	 * Maps @bytes of DEVICE_MEM from @addr on, both multiples of a page, so that the
	 * program can access them directly until close(). Possible only once per device. NULL:
	 * the backend cannot map memory.
	 */
	int (*map)(struct device *dev, uint32_t addr, size_t bytes, volatile void **p);
	/* NULL: the simulation that made the device ends it. */
	void (*close)(struct device *dev);
};

struct device {
	const struct device_ops *ops;
	void *library; /* of device_open(), for device_close(); NULL: none */
};

/* ---- devices by name: "sim:ARGUMENTS", "unix:PATH", "mmap:ARGUMENTS", "uart:ARGUMENTS",
 * "etherbone:ARGUMENTS" ---- */

/* State of a driver's hold on its device, for device_hold(). */
struct device_hold {
	unsigned int holds; /* number of nested holds that are not yet released */
	bool changed;	    /* this driver has changed state that other drivers keep copies
			     * of */
};

/* The library that simulates a driver's board. */
struct device_simulator {
	const char *file;   /* "libsurfsim.so" */
	const char *symbol; /* name of its function int (const char *args, struct device
			     * **dev) */
};

/*
 * Opens the device behind @name: one that @sim simulates in this process, unixdev_open(),
 * mmapdev_open(), uartdev_open() or etherdev_open(). NULL is "sim:". -EPROTONOSUPPORT for
 * an unknown backend; -ELIBACC if the library cannot be loaded (dlerror() then names the
 * file and the reason), -ELIBBAD if it is not such a library, -ELIBEXEC in a program linked
 * with -static, which cannot load libraries; otherwise the error of the open function.
 */
int device_open(const char *name, const struct device_simulator *sim, struct device **dev);
/* Closes a device of device_open(). */
void device_close(struct device *dev);

/* Returns the error message for the error @err of an access to a board; strerror() if it has
 * none of its own. */
const char *device_access_reason(int err);
/*
 * Returns the error message for the error @err of opening the board @backend (NULL: "sim:"), in
 * the thread that opened it. @arguments: those that its "sim:" accepts, NULL if they are not
 * known. The message may be stored in @text.
 */
const char *device_open_reason(int err, const char *backend, const char *arguments, char *text,
			       size_t size);

/*
 * Prevents other clients from changing the board until device_release(); calls nest. Sets
 * *others if other clients have changed it since the last call. -EAGAIN: another client held it
 * for a minute.
 */
int device_hold(struct device *dev, struct device_hold *h, bool *others);
/* Ends a hold. Returns @err or, if @err is 0, the error of the release. */
int device_release(struct device *dev, struct device_hold *h, int err);

/* Like read_port() of struct device_ops, but also works for a device without that function.
 * -EINVAL: @span is out of range. */
int device_read_port(struct device *dev, uint32_t addr, uint32_t span, uint32_t *words,
		     size_t n);

/* Like write_port() of struct device_ops, but also works for a device without that function. */
int device_write_port(struct device *dev, uint32_t addr, const uint32_t *words, size_t n);

/* Like control() of struct device_ops, for a driver: checks the arguments first. @reply may be
 * NULL if @size is 0. -EINVAL: @command or @reply is missing; -EOPNOTSUPP: a real board. */
int device_command(struct device *dev, const char *command, char *reply, size_t size);
/* Like device_command(), but -EINVAL if @size is 0. */
int device_ask(struct device *dev, const char *command, char *reply, size_t size);

/* Like wait_irq() of struct device_ops. -EOPNOTSUPP: the backend has no interrupts, as "mmap:"
 * without irq=. */
int device_wait_irq(struct device *dev, uint64_t timeout_us);

/* Lets the board's time pass. */
int device_run(struct device *dev, uint64_t ns);
/* Returns whether control() failed because the board does not know the command or has none, and
 * not because it cannot be reached. */
bool device_lacks_command(int err);
/* Reads the board's time in ns, from an arbitrary origin: the answer to its command "time", or
 * real time if the board does not support this command. -EPROTO if the answer is not a
 * number; other errors are those of the access. */
int device_time(struct device *dev, uint64_t *ns);

#ifdef __cplusplus
}
#endif

#endif
