/* SPDX-License-Identifier: Apache-2.0 */
#include "mmapdev.h"
#include "le.h"
#include "number.h"
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#if defined(__i386__) || defined(__x86_64__)
#include <sys/io.h>
#define PORTS 1
#endif

#define WINDOW 0x10000u /* registers take 64 KB, memories a multiple of it */
#define WINDOWS 4
#define NO_SLOT 16
/* the ports that a board has in its slot: EPIR and EBCR */
#define PORTS_FIRST 0xC80u
#define PORTS_BYTES 8u

/* PCI configuration space */
#define CONFIG_BYTES 256
#define CONFIG_BAR 0x10 /* the first base address register */
#define BARS 6
#define BAR_IS_IO 1u
#define BAR_TYPE 6u
#define BAR_64_BITS 4u

/* A part of memory space that is mapped as a whole. */
struct extent {
	int fd;
	off_t offset;	/* offset in the file */
	uint32_t base;	/* bus address of the first byte */
	uint32_t bytes; /* WINDOW, or less in a small PCI memory */
};

struct window {
	struct extent at;
	unsigned int used; /* value of mmapdev.uses at the last use */
	uint8_t *p;	   /* NULL: free */
};

struct bar {
	int fd; /* -1: none */
	uint64_t bytes;
};

struct mmapdev {
	struct device dev; /* first */
	int mem, io, irq;
	int config;	    /* descriptor of the configuration space; -1: no PCI board */
	bool ports, enable; /* enable: irq is a device whose interrupt a write of 1 enables */
	uint32_t slot;
	off_t offset;
	off_t bytes;	/* size of the file; 0: a device of unknown size */
	bool at_once;	/* UIO: the memory is mapped as a whole, from its beginning */
	bool is_device; /* UIO: the file is a device and has interrupts */
	struct bar bar[BARS];
	unsigned int uses;
	struct window window[WINDOWS];
	void *whole; /* mapping made by m_map() */
	size_t whole_bytes;
};

/* ---- PCI configuration registers ---- */

static int config_read(struct mmapdev *m, uint32_t addr, unsigned int width, uint64_t *value)
{
	uint8_t b[4] = {0};
	const ssize_t n = pread(m->config, b, width / 8, addr);

	if (n != (ssize_t)(width / 8))
		return n < 0 ? -errno : -EIO;
	*value = get_le32(b);
	return 0;
}

static void unmap_all(struct mmapdev *m)
{
	for (int i = 0; i < WINDOWS; i++) {
		if (m->window[i].p)
			munmap(m->window[i].p, m->window[i].at.bytes);
		m->window[i].p = NULL;
	}
}

static int config_write(struct mmapdev *m, uint32_t addr, unsigned int width, uint64_t value)
{
	uint8_t b[4];
	ssize_t n;

	put_le32(b, (uint32_t)value);
	n = pwrite(m->config, b, width / 8, addr);
	if (n != (ssize_t)(width / 8))
		return n < 0 ? -errno : -EIO;
	/* the write may have moved the memories */
	if (addr + width / 8 > CONFIG_BAR && addr < CONFIG_BAR + 4 * BARS)
		unmap_all(m);
	return 0;
}

/* ---- memory ---- */

/* Finds the memory of a PCI board that contains @addr from the base address registers. */
static int locate_bar(struct mmapdev *m, uint32_t addr, struct extent *at)
{
	for (uint32_t i = 0; i < BARS; i++) {
		const struct bar *bar = &m->bar[i];
		uint64_t v = 0, high = 0;
		uint32_t base, first;
		int err = config_read(m, CONFIG_BAR + 4 * i, 32, &v);

		if (!err && !(v & BAR_IS_IO) && (v & BAR_TYPE) == BAR_64_BITS && i < BARS - 1)
			err = config_read(m, CONFIG_BAR + 4 * ++i, 32, &high);
		if (err)
			return err;
		base = (uint32_t)v & ~15u;
		if ((v & BAR_IS_IO) || high || !base || bar->fd < 0 || addr < base ||
		    addr - base >= bar->bytes)
			continue;
		first = (addr - base) & ~(WINDOW - 1);
		*at = (struct extent){bar->fd, first, base + first, WINDOW};
		if (bar->bytes - first < WINDOW)
			at->bytes = (uint32_t)(bar->bytes - first);
		return 0;
	}
	return -EIO;
}

static int locate(struct mmapdev *m, uint32_t addr, struct extent *at)
{
	const uint32_t base = addr & ~(WINDOW - 1);

	if (m->config >= 0)
		return locate_bar(m, addr, at);
	if (m->at_once) {
		*at = (struct extent){m->mem, 0, 0, (uint32_t)m->bytes};
		return addr < m->bytes ? 0 : -EIO;
	}
	*at = (struct extent){m->mem, m->offset + base, base, WINDOW};
	if (m->bytes && (at->offset > m->bytes || m->bytes - at->offset < (off_t)WINDOW))
		return -EIO;
	return 0;
}

static int map(struct mmapdev *m, struct window *w, uint32_t addr)
{
	struct extent at;
	int err = locate(m, addr, &at);
	void *p;

	if (err)
		return err;
	p = mmap(NULL, at.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, at.fd, at.offset);
	if (p == MAP_FAILED)
		return -errno;
	if (w->p)
		munmap(w->p, w->at.bytes);
	w->p = p;
	w->at = at;
	return 0;
}

static int find(struct mmapdev *m, uint32_t addr, volatile void **p)
{
	struct window *w = m->window, *oldest = m->window;

	for (; w < m->window + WINDOWS &&
	       (!w->p || addr < w->at.base || addr - w->at.base >= w->at.bytes);
	     w++)
		if (!w->p || (oldest->p && w->used < oldest->used))
			oldest = w;
	if (w == m->window + WINDOWS) {
		int err = map(m, oldest, addr);

		if (err)
			return err;
		w = oldest;
	}
	w->used = ++m->uses;
	*p = w->p + (addr - w->at.base);
	return 0;
}

static int mem_read(struct mmapdev *m, uint32_t addr, unsigned int width, uint64_t *value)
{
	volatile void *p;
	int err = find(m, addr, &p);

	if (err)
		return err;
	if (width == 8)
		*value = *(volatile uint8_t *)p;
	else if (width == 16)
		*value = le16toh(*(volatile uint16_t *)p);
	else
		*value = le32toh(*(volatile uint32_t *)p);
	return 0;
}

static int mem_write(struct mmapdev *m, uint32_t addr, unsigned int width, uint64_t value)
{
	volatile void *p;
	int err = find(m, addr, &p);

	if (err)
		return err;
	if (width == 8)
		*(volatile uint8_t *)p = (uint8_t)value;
	else if (width == 16)
		*(volatile uint16_t *)p = htole16((uint16_t)value);
	else
		*(volatile uint32_t *)p = htole32((uint32_t)value);
	return 0;
}

/* ---- ports ---- */

static int ports_read(uint16_t port, unsigned int width, uint64_t *value)
{
#ifdef PORTS
	*value = width == 8 ? inb(port) : width == 16 ? inw(port) : inl(port);
	return 0;
#else
	(void)port, (void)width, (void)value;
	return -EOPNOTSUPP;
#endif
}

static int ports_write(uint16_t port, unsigned int width, uint64_t value)
{
#ifdef PORTS
	if (width == 8)
		outb((uint8_t)value, port);
	else if (width == 16)
		outw((uint16_t)value, port);
	else
		outl((uint32_t)value, port);
	return 0;
#else
	(void)port, (void)width, (void)value;
	return -EOPNOTSUPP;
#endif
}

static int ports_allow(uint32_t slot)
{
#ifdef PORTS
	return ioperm(slot << 12 | PORTS_FIRST, PORTS_BYTES, 1) ? -errno : 0;
#else
	(void)slot;
	return -EOPNOTSUPP;
#endif
}

static int io_read(struct mmapdev *m, uint32_t addr, unsigned int width, uint64_t *value)
{
	const uint32_t port = m->slot << 12 | addr;
	uint8_t b[4];
	ssize_t n;

	if (m->slot == NO_SLOT)
		return mem_read(m, addr, width, value);
	if (m->ports)
		return ports_read((uint16_t)port, width, value);
	n = pread(m->io, b, width / 8, port);
	if (n != (ssize_t)(width / 8))
		return n < 0 ? -errno : -EIO;
	*value = 0;
	for (unsigned int i = 0; i < width / 8; i++)
		*value |= (uint64_t)b[i] << 8 * i;
	return 0;
}

static int io_write(struct mmapdev *m, uint32_t addr, unsigned int width, uint64_t value)
{
	const uint32_t port = m->slot << 12 | addr;

	if (m->slot == NO_SLOT)
		return mem_write(m, addr, width, value);
	if (m->ports)
		return ports_write((uint16_t)port, width, value);
	for (unsigned int i = width / 8; i-- > 0;) {
		const uint8_t b = (uint8_t)(value >> 8 * i);
		const ssize_t n = pwrite(m->io, &b, 1, port + i);

		if (n != 1)
			return n < 0 ? -errno : -EIO;
	}
	return 0;
}

/* ---- the device ---- */

static int check(const struct mmapdev *m, enum device_space space, uint32_t addr,
		 unsigned int width)
{
	if ((space == DEVICE_IO && m->config >= 0) || (space == DEVICE_CONFIG && m->config < 0))
		return -EOPNOTSUPP;
	if ((width != 8 && width != 16 && width != 32 && width != 64) || addr % (width / 8) ||
	    (space == DEVICE_IO && (addr >= 0x1000 || width == 64)) ||
	    (space == DEVICE_CONFIG && (addr >= CONFIG_BYTES || width == 64)))
		return -EINVAL;
	/* only these ports were requested with ioperm() */
	return space == DEVICE_IO && addr - PORTS_FIRST >= PORTS_BYTES ? -EIO : 0;
}

static int m_read(struct device *dev, enum device_space space, uint32_t addr,
		  unsigned int width, uint64_t *value)
{
	struct mmapdev *m = (struct mmapdev *)dev;
	uint64_t high = 0;
	int err = check(m, space, addr, width);

	*value = UINT64_MAX;
	if (err)
		return err;
	if (space == DEVICE_IO)
		return io_read(m, addr, width, value);
	if (space == DEVICE_CONFIG)
		return config_read(m, addr, width, value);
	err = mem_read(m, addr, width, value);
	if (err || width < 64)
		return err;
	err = mem_read(m, addr + 4, 32, &high);
	*value |= high << 32;
	return err;
}

static int m_write(struct device *dev, enum device_space space, uint32_t addr,
		   unsigned int width, uint64_t value)
{
	struct mmapdev *m = (struct mmapdev *)dev;
	int err = check(m, space, addr, width);

	if (err)
		return err;
	if (space == DEVICE_IO)
		return io_write(m, addr, width, value);
	if (space == DEVICE_CONFIG)
		return config_write(m, addr, width, value);
	err = mem_write(m, addr, width, value);
	return err || width < 64 ? err : mem_write(m, addr + 4, 32, value >> 32);
}

static int64_t now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static int m_wait_irq(struct device *dev, uint64_t timeout_us)
{
	struct mmapdev *m = (struct mmapdev *)dev;
	const int64_t limit = timeout_us < INT64_MAX / 2 ? (int64_t)timeout_us : INT64_MAX / 2;
	const int64_t end = now_us() + limit;
	struct pollfd p = {.fd = m->irq, .events = POLLIN};
	uint32_t count = 1;
	int ready;

	if (m->enable && write(m->irq, &count, sizeof(count)) < 0)
		return -errno;
	do {
		const int64_t left = end - now_us();
		const struct timespec t = {left > 0 ? left / 1000000 : 0,
					   left > 0 ? left % 1000000 * 1000 : 0};

		ready = ppoll(&p, 1, &t, NULL);
	} while (ready < 0 && errno == EINTR);
	if (ready <= 0)
		return ready ? -errno : -ETIMEDOUT;
	return read(m->irq, &count, sizeof(count)) == sizeof(count) ? 0 : -EIO;
}

static int m_map(struct device *dev, uint32_t addr, size_t bytes, volatile void **p)
{
	struct mmapdev *m = (struct mmapdev *)dev;
	struct extent first, last;
	size_t skipped;
	void *whole;
	int err;

	if (m->whole)
		return -EBUSY;
	if (!bytes || addr + (bytes - 1) > UINT32_MAX)
		return -EINVAL;
	err = locate(m, addr, &first);
	if (!err)
		err = locate(m, (uint32_t)(addr + (bytes - 1)), &last);
	if (err)
		return err;
	/* the offset of mmap() on UIO selects the map, so the mapping starts at its
	 * beginning */
	skipped = m->at_once ? addr : 0;
	whole = mmap(NULL, skipped + bytes, PROT_READ | PROT_WRITE, MAP_SHARED, first.fd,
		     first.offset + (addr - first.base) - (off_t)skipped);
	if (whole == MAP_FAILED)
		return -errno;
	m->whole = whole;
	m->whole_bytes = skipped + bytes;
	*p = (uint8_t *)whole + skipped;
	return 0;
}

static void m_close(struct device *dev)
{
	struct mmapdev *m = (struct mmapdev *)dev;

	unmap_all(m);
	if (m->whole)
		munmap(m->whole, m->whole_bytes);
	for (int i = 0; i < BARS; i++)
		if (m->bar[i].fd >= 0)
			close(m->bar[i].fd);
	if (m->mem >= 0)
		close(m->mem);
	if (m->io >= 0)
		close(m->io);
	if (m->irq >= 0)
		close(m->irq);
	if (m->config >= 0)
		close(m->config);
	free(m);
}

static const struct device_ops with_irq = {.read = m_read,
					   .write = m_write,
					   .wait_irq = m_wait_irq,
					   .map = m_map,
					   .close = m_close};
static const struct device_ops without_irq = {
	.read = m_read, .write = m_write, .map = m_map, .close = m_close};

/* ---- opening ---- */

struct arguments {
	const char *mem, *io, *irq, *pci, *uio; /* the arguments; NULL: not given */
	uint64_t slot, offset;
};

static bool argument(struct arguments *a, char *word)
{
	char *value = strchr(word, '=');

	if (!value || !value[1])
		return false;
	*value++ = 0;
	if (!strcmp(word, "slot") && !strcmp(value, "none")) {
		a->slot = NO_SLOT;
		return true;
	}
	if (!strcmp(word, "slot"))
		return number_whole(value, 1, 15, &a->slot);
	if (!strcmp(word, "offset"))
		return number_whole(value, 0, INT64_MAX / 2, &a->offset) &&
		       a->offset % WINDOW == 0;
	if (!strcmp(word, "pci"))
		a->pci = value;
	else if (!strcmp(word, "uio"))
		a->uio = value;
	else if (!strcmp(word, "mem"))
		a->mem = value;
	else if (!strcmp(word, "io"))
		a->io = value;
	else if (!strcmp(word, "irq"))
		a->irq = value;
	else
		return false;
	return true;
}

static int open_file(const char *path, int flags, int *fd)
{
	*fd = open(path, O_RDWR | O_CLOEXEC | flags);
	return *fd < 0 ? -errno : 0;
}

static int open_memory(struct mmapdev *m, const char *path)
{
	struct stat st;
	int err = open_file(path, O_SYNC, &m->mem); /* not cached */

	if (!err && fstat(m->mem, &st))
		err = -errno;
	if (err)
		return err;
	m->bytes = S_ISREG(st.st_mode) ? st.st_size : 0;
	return S_ISREG(st.st_mode) && !st.st_size ? -EIO : 0;
}

/* Opens the configuration registers and memories of a PCI board: DIR/config, DIR/resource0 to
 * 5. */
static int open_pci(struct mmapdev *m, const char *dir)
{
	char path[PATH_MAX];
	int err;

	if (strlen(dir) > sizeof(path) - 16)
		return -ENAMETOOLONG;
	snprintf(path, sizeof(path), "%s/config", dir);
	err = open_file(path, 0, &m->config);
	for (int i = 0; i < BARS && !err; i++) {
		struct stat st;

		snprintf(path, sizeof(path), "%s/resource%d", dir, i);
		err = open_file(path, O_SYNC, &m->bar[i].fd);
		if (err == -ENOENT)
			err = 0;
		else if (!err && fstat(m->bar[i].fd, &st))
			err = -errno;
		else if (!err)
			m->bar[i].bytes = (uint64_t)st.st_size;
	}
	return err;
}

/* Reads the size of map 0 of a UIO device from /sys/class/uio/NAME/maps/map0/size
 * (hexadecimal). */
static int uio_bytes(const char *path, off_t *bytes)
{
	const char *slash = strrchr(path, '/');
	char file[PATH_MAX], text[32];
	uint64_t v;
	FILE *f;

	if (snprintf(file, sizeof(file), "/sys/class/uio/%s/maps/map0/size",
		     slash ? slash + 1 : path) >= (int)sizeof(file))
		return -ENAMETOOLONG;
	f = fopen(file, "re");
	if (!f)
		return -errno;
	if (!fgets(text, sizeof(text), f))
		text[0] = 0;
	fclose(f);
	text[strcspn(text, "\n")] = 0;
	if (!number_whole(text, 1, UINT32_MAX, &v))
		return -EIO;
	*bytes = (off_t)v;
	return 0;
}

static int open_uio(struct mmapdev *m, const char *path)
{
	int err = open_memory(m, path);

	m->at_once = true;
	if (err)
		return err;
	m->is_device = !m->bytes;
	if (m->is_device)
		return uio_bytes(path, &m->bytes);
	return m->bytes > UINT32_MAX ? -EIO : 0;
}

static int open_irq(struct mmapdev *m, const char *path)
{
	struct stat st;
	int err = open_file(path, O_NONBLOCK, &m->irq);

	if (!err && fstat(m->irq, &st))
		err = -errno;
	m->enable = !err && S_ISCHR(st.st_mode);
	return err;
}

static int open_files(struct mmapdev *m, const struct arguments *a)
{
	const char *io = a->io ? a->io : "/dev/port";
	int err = a->pci   ? open_pci(m, a->pci)
		  : a->uio ? open_uio(m, a->uio)
			   : open_memory(m, a->mem ? a->mem : "/dev/mem");

	if (err)
		return err;
	m->ports = !strcmp(io, "ports");
	if (m->slot != NO_SLOT)
		err = m->ports ? ports_allow(m->slot) : open_file(io, 0, &m->io);
	if (!err && a->irq)
		return open_irq(m, a->irq);
	return err || !a->uio || !m->is_device ? err : open_irq(m, a->uio);
}

/* Returns whether the arguments name either a PCI board, or a UIO device, or a slot and
 * files. */
static bool is_complete(const struct arguments *a)
{
	if (a->pci || a->uio)
		return !(a->pci && a->uio) && !a->slot && !a->mem && !a->io && !a->offset;
	return a->slot;
}

static struct mmapdev *new_mmapdev(void)
{
	struct mmapdev *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->mem = m->io = m->irq = m->config = -1;
	for (int i = 0; i < BARS; i++)
		m->bar[i].fd = -1;
	return m;
}

int mmapdev_open(const char *args, struct device **dev)
{
	struct arguments a = {0};
	struct mmapdev *m = new_mmapdev();
	char *copy = strdup(args), *save = NULL;
	int err = m && copy ? 0 : -ENOMEM;

	for (char *w = err ? NULL : strtok_r(copy, ",", &save); w && !err;
	     w = strtok_r(NULL, ",", &save))
		if (!argument(&a, w))
			err = -EINVAL;
	if (!err && !is_complete(&a))
		err = -EINVAL;
	if (!err) {
		m->slot = a.pci || a.uio ? NO_SLOT : (uint32_t)a.slot;
		m->offset = (off_t)a.offset;
		err = open_files(m, &a);
		m->dev.ops = m->irq >= 0 ? &with_irq : &without_irq;
	}
	free(copy);
	if (!err)
		*dev = &m->dev;
	else if (m)
		m_close(&m->dev);
	return err;
}
