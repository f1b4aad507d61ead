/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests boards behind mapped files and sockets, with ordinary files and a server in this test,
 * and one handle that many threads use.
 */
#include "../../lib/mmapdev.h"
#include "../../lib/unixdev.h"
#include "../../tests/unit.h"
#include "../surflib.h"
#include "fake.h"
#include "surfboard_regs.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define MB (1u << 20)
#define RBASE 0xD0000000u /* the base that the driver assigns */
#define MBASE 0xC0000000u
#define SLOT 3

static char folder[64];

static const char *name(const char *file)
{
	static char path[128];

	if (!*folder) {
		strcpy(folder, "/tmp/backends-XXXXXX");
		assert_non_null(mkdtemp(folder));
	}
	snprintf(path, sizeof(path), "%s/%s", folder, file);
	return path;
}

/* ---- mapped files ---- */

struct files {
	int mem, io, irq;
	char args[512]; /* "mmap:..." */
};

static void put(int fd, uint64_t at, uint32_t v)
{
	const uint8_t b[4] = {(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16),
			      (uint8_t)(v >> 24)};

	assert_int_equal(pwrite(fd, b, 4, (off_t)at), 4);
}

static uint32_t got(int fd, uint64_t at)
{
	uint8_t b[4];

	assert_int_equal(pread(fd, b, 4, (off_t)at), 4);
	return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Makes files as large as the two spaces. The presence detect bits in them are those of a board
 * with 16 MB of trace memory and no histogram memory. Memory space begins at @offset. */
static void make_files(struct files *f, uint64_t offset, const char *more)
{
	char mem[128], io[128];

	strcpy(mem, name("mem"));
	strcpy(io, name("io"));
	f->mem = open(mem, O_RDWR | O_CREAT | O_TRUNC, 0600);
	f->io = open(io, O_RDWR | O_CREAT | O_TRUNC, 0600);
	assert_true(f->mem >= 0 && f->io >= 0);
	assert_int_equal(ftruncate(f->mem, (off_t)(offset + (UINT64_C(1) << 32))), 0);
	assert_int_equal(ftruncate(f->io, 0x10000), 0);
	put(f->io, SLOT << 12 | 0xC80, SURFBOARD_EPIR_RESET);
	put(f->mem, offset + RBASE, 0xEF8);
	snprintf(f->args, sizeof(f->args), "mmap:slot=%d,mem=%s,io=%s%s", SLOT, mem, io, more);
}

static void remove_files(struct files *f)
{
	close(f->mem);
	close(f->io);
	unlink(name("mem"));
	unlink(name("io"));
}

static void mapped_board(void)
{
	struct surf s = {0};
	struct files f;
	uint8_t out[700], in[700];
	uint32_t v;

	make_files(&f, 0, "");
	assert_int_equal(surf_Open(&s, f.args), 0);
	v = got(f.io, SLOT << 12 | 0xC84);
	assert_int_equal(v >> 16, RBASE >> 16);
	assert_int_equal(v >> 11 & 31, MBASE >> 27);
	assert_int_equal(v & 1, 1);
	assert_int_equal(surf_PutReg(&s, SURF_WCDR, 0x89ABCDEF), 0);
	assert_int_equal(got(f.mem, RBASE + 0x24), 0x89ABCDEF);
	put(f.mem, RBASE + 0x34, 0x654321);
	assert_int_equal(surf_GetReg(&s, SURF_TECR, &v), 0);
	assert_int_equal(v, 0x654321);
	assert_int_equal(surf_GetTSize(&s, &v), 0);
	assert_int_equal(v, 16 * MB);
	assert_int_equal(surf_GetHSize(&s, &v), 0);
	assert_int_equal(v, 0);
	/* a block across the border of two windows, with unaligned ends */
	for (unsigned int i = 0; i < sizeof(out); i++)
		out[i] = (uint8_t)(i * 7 + 1);
	assert_int_equal(surf_PutTMem(&s, 0x2FE03, out, sizeof(out), NULL, NULL), 0);
	assert_int_equal(pread(f.mem, in, sizeof(in), MBASE + 0x2FE03), sizeof(in));
	assert_memory_equal(in, out, sizeof(in));
	assert_int_equal(got(f.mem, MBASE + 0x2FE00) & 0xFFFFFF, 0);
	memset(in, 0, sizeof(in));
	assert_int_equal(surf_GetTMem(&s, 0x2FE03, in, sizeof(in), NULL, NULL), 0);
	assert_memory_equal(in, out, sizeof(in));
	/* more windows than the backend keeps mapped */
	for (uint32_t EACH(i, 0); i < 20; i++)
		assert_int_equal(surf_PutTMem(&s, i % 7 * 65536 * 3, &i, 4, NULL, NULL), 0);
	for (uint32_t EACH(i, 13); i < 20; i++)
		assert_int_equal(got(f.mem, MBASE + i % 7 * 65536 * 3), i);
	assert_int_equal(surf_command(&s, "status", NULL, 0), -EOPNOTSUPP);
	assert_int_equal(surf_Close(&s), 0);
	/* the system has assigned other addresses, beyond an offset */
	remove_files(&f);
	make_files(&f, 0x40000, ",offset=0x40000");
	put(f.io, SLOT << 12 | 0xC84, 0x1234A000);
	put(f.mem, 0x40000 + 0x12340000, 0xEF8);
	assert_int_equal(surf_Open(&s, f.args), 0);
	assert_int_equal(got(f.io, SLOT << 12 | 0xC84), 0x1234A001);
	assert_int_equal(surf_PutReg(&s, SURF_WCDR, 77), 0);
	assert_int_equal(got(f.mem, 0x40000 + 0x12340024), 77);
	assert_int_equal(surf_Close(&s), 0);
	remove_files(&f);
}

/* Compares accesses of each width with the bytes of the file. */
static void mapped_widths(void)
{
	static const uint64_t value = UINT64_C(0x8877665544332211);
	struct device *d;
	struct files f;
	uint64_t v;

	make_files(&f, 0, "");
	assert_int_equal(mmapdev_open(f.args + 5, &d), 0);
	for (unsigned int EACH(width, 8); width <= 64; width *= 2)
		for (uint32_t EACH(at, 0xFFFFFFF0); at < 0xFFFFFFF8; at += width / 8) {
			const uint64_t mask = UINT64_MAX >> (64 - width);

			put(f.mem, 0xFFFFFFF0, 0xDEADBEEF);
			put(f.mem, 0xFFFFFFF4, 0xDEADBEEF);
			assert_int_equal(d->ops->write(d, DEVICE_MEM, at, width, value), 0);
			v = got(f.mem, at & ~3u) | (uint64_t)got(f.mem, (at & ~3u) + 4) << 32;
			assert_int_equal(v >> at % 4 * 8 & mask, value & mask);
			assert_int_equal(d->ops->read(d, DEVICE_MEM, at, width, &v), 0);
			assert_int_equal(v, value & mask);
			if (width == 8 && at % 4)
				assert_int_equal(got(f.mem, at & ~3u) & 0xFF, 0xEF);
		}
	/* ports: EBCR by bytes and words */
	assert_int_equal(d->ops->write(d, DEVICE_IO, 0xC86, 16, 0xABCD), 0);
	assert_int_equal(d->ops->write(d, DEVICE_IO, 0xC85, 8, 0x12), 0);
	assert_int_equal(d->ops->read(d, DEVICE_IO, 0xC84, 32, &v), 0);
	assert_int_equal(v, 0xABCD1200);
	/* an unaligned access, an invalid width, another board's port */
	assert_int_equal(d->ops->read(d, DEVICE_MEM, 2, 32, &v), -EINVAL);
	assert_int_equal(d->ops->write(d, DEVICE_MEM, 0, 24, 0), -EINVAL);
	assert_int_equal(d->ops->read(d, DEVICE_IO, 0xC88, 32, &v), -EIO);
	assert_int_equal(d->ops->write(d, DEVICE_IO, 0x80, 8, 0), -EIO);
	/* the board is not a PCI board */
	assert_int_equal(d->ops->read(d, DEVICE_CONFIG, 0, 32, &v), -EOPNOTSUPP);
	assert_int_equal(d->ops->write(d, DEVICE_CONFIG, 0, 32, 0), -EOPNOTSUPP);
	d->ops->close(d);
	remove_files(&f);
}

#define PCI_MEMORY 0x30000u /* not a multiple of the size of a mapped window */
#define PCI_SMALL 0x1000u

static int make_file(const char *file, uint32_t bytes)
{
	const int fd = open(name(file), O_RDWR | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, bytes), 0);
	return fd;
}

/* Tests configuration registers, and two memories that move with the base address registers. */
static void mapped_pci(void)
{
	const int config = make_file("config", 256);
	const int memory = make_file("resource0", PCI_MEMORY);
	const int ports = make_file("resource1", 256);
	const int small = make_file("resource3", PCI_SMALL);
	char args[128];
	struct device *d;
	uint64_t v;

	put(config, 0x00, 0x59934D4B);
	put(config, 0x10, 0xE0000000); /* memory */
	put(config, 0x14, 0x0000C001); /* I/O */
	put(config, 0x18, 0x00000000); /* none */
	put(config, 0x1C, 0xE1000004); /* memory, 64 bits of address */
	snprintf(args, sizeof(args), "pci=%s", folder);
	assert_int_equal(mmapdev_open(args, &d), 0);
	/* configuration registers in each width */
	assert_int_equal(d->ops->read(d, DEVICE_CONFIG, 0, 32, &v), 0);
	assert_int_equal(v, 0x59934D4B);
	assert_int_equal(d->ops->read(d, DEVICE_CONFIG, 2, 16, &v), 0);
	assert_int_equal(v, 0x5993);
	assert_int_equal(d->ops->read(d, DEVICE_CONFIG, 1, 8, &v), 0);
	assert_int_equal(v, 0x4D);
	assert_int_equal(d->ops->write(d, DEVICE_CONFIG, 4, 16, 2), 0);
	assert_int_equal(d->ops->write(d, DEVICE_CONFIG, 7, 8, 0xF9), 0);
	assert_int_equal(got(config, 4), 0xF9000002);
	assert_int_equal(d->ops->read(d, DEVICE_CONFIG, 2, 32, &v), -EINVAL);
	assert_int_equal(d->ops->read(d, DEVICE_CONFIG, 256, 8, &v), -EINVAL);
	assert_int_equal(d->ops->write(d, DEVICE_CONFIG, 0, 64, 0), -EINVAL);
	assert_int_equal(d->ops->read(d, DEVICE_IO, 0xC80, 32, &v), -EOPNOTSUPP);
	/* both memories up to their last word; no access outside them */
	assert_int_equal(d->ops->write(d, DEVICE_MEM, 0xE0000000, 32, 1), 0);
	assert_int_equal(d->ops->write(d, DEVICE_MEM, 0xE0000000 + PCI_MEMORY - 4, 32, 2), 0);
	assert_int_equal(d->ops->write(d, DEVICE_MEM, 0xE1000000 + PCI_SMALL - 4, 32, 3), 0);
	assert_int_equal(got(memory, 0), 1);
	assert_int_equal(got(memory, PCI_MEMORY - 4), 2);
	assert_int_equal(got(small, PCI_SMALL - 4), 3);
	assert_int_equal(d->ops->read(d, DEVICE_MEM, 0xE0000000 + PCI_MEMORY, 32, &v), -EIO);
	assert_int_equal(d->ops->read(d, DEVICE_MEM, 0xE1000000 + PCI_SMALL, 32, &v), -EIO);
	assert_int_equal(d->ops->read(d, DEVICE_MEM, 0xDFFFFFFC, 32, &v), -EIO);
	assert_int_equal(d->ops->read(d, DEVICE_MEM, 0x0000C000, 32, &v), -EIO);
	assert_int_equal(d->ops->read(d, DEVICE_MEM, 0, 32, &v), -EIO);
	/* after the move the memory is only at its new address */
	assert_int_equal(d->ops->write(d, DEVICE_CONFIG, 0x13, 8, 0xD0), 0);
	assert_int_equal(d->ops->read(d, DEVICE_MEM, 0xE0000000, 32, &v), -EIO);
	assert_int_equal(d->ops->read(d, DEVICE_MEM, 0xD0000000, 32, &v), 0);
	assert_int_equal(v, 1);
	/* above 4 GB it cannot be reached */
	assert_int_equal(d->ops->write(d, DEVICE_CONFIG, 0x20, 32, 1), 0);
	assert_int_equal(d->ops->read(d, DEVICE_MEM, 0xE1000000, 32, &v), -EIO);
	d->ops->close(d);
	snprintf(args, sizeof(args), "pci=%s,slot=1", folder);
	assert_int_equal(mmapdev_open(args, &d), -EINVAL);
	assert_int_equal(mmapdev_open("pci=/nowhere", &d), -ENOENT);
	for (int i = 0; i < 4; i++)
		close((const int[]){config, memory, ports, small}[i]);
	for (int EACH(i, 0); i < 4; i++)
		unlink(name((const char *const[]){"config", "resource0", "resource1",
						  "resource3"}[i]));
}

static int64_t now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* A core on AXI or Wishbone, as the driver finds it: EPIR and EBCR at their addresses of memory
 * space, the registers at 10000, memories in the upper half of its window. */
#define CORE_EPIR 0xC80u
#define CORE_EBCR 0xC84u
#define CORE_REGS 0x10000u
#define CORE_WINDOW 28 /* logarithm of its bytes, unless the core has another parameter */
#define CORE_TRACE(window) (1u << ((window)-1))
#define CORE_HIST(window) (3u << ((window)-2))

static int make_core(uint32_t before, unsigned int window)
{
	const int fd = make_file("core", before + (1u << window));

	put(fd, before + CORE_EPIR, SURFBOARD_EPIR_RESET);
	put(fd, before + CORE_EBCR, 0x00010D00 | (CORE_WINDOW - window) << 4);
	put(fd, before + CORE_REGS, 8); /* FCCR: the bin selector is configured */
	return fd;
}

/* Tests the driver with @device, which accesses the core that begins at @before in the file. */
static void drive_core(const char *device, int fd, uint32_t before, unsigned int window)
{
	const uint32_t trace = before + CORE_TRACE(window), hist = before + CORE_HIST(window);
	const uint32_t part = hist - trace;
	struct surf s = {0};
	uint8_t out[64], in[64];
	uint32_t v;

	assert_int_equal(surf_Open(&s, device), 0);
	assert_int_equal(surf_get(got(fd, before + CORE_EBCR), SURF_EBCR_ENABLE), 1);
	assert_int_equal(got(fd, before + CORE_EBCR) &
				 (surf_mask(SURF_EBCR_RBASE) | surf_mask(SURF_EBCR_MBASE)),
			 0x00010800);
	assert_int_equal(surf_GetReg(&s, SURF_EPIR, &v), 0);
	assert_int_equal(v, SURFBOARD_EPIR_RESET);
	assert_int_equal(surf_PutReg(&s, SURF_WCDR, 0x89ABCDEF), 0);
	assert_int_equal(got(fd, before + CORE_REGS + 0x24), 0x89ABCDEF);
	for (unsigned int i = 0; i < sizeof(out); i++)
		out[i] = (uint8_t)(i * 5 + 3);
	assert_int_equal(surf_PutTMem(&s, 0x204, out, sizeof(out), NULL, NULL), 0);
	assert_int_equal(pread(fd, in, sizeof(in), trace + 0x204), sizeof(in));
	assert_memory_equal(in, out, sizeof(in));
	/* first and last words; the file is a memory that does not repeat */
	assert_int_equal(s.trace_bytes, part);
	assert_int_equal(s.hist_bytes, part);
	for (unsigned int EACH(last, 0); last < 2; last++) {
		const uint32_t at = last ? part - 4 : 0;

		assert_int_equal(surf_PutTMem(&s, at, out + 4 * last, 4, NULL, NULL), 0);
		assert_int_equal(surf_PutHMem(&s, at, out + 8 + 4 * last, 4, NULL, NULL), 0);
		assert_int_equal(pread(fd, in, 4, trace + at), 4);
		assert_int_equal(pread(fd, in + 4, 4, hist + at), 4);
		assert_memory_equal(in, out + 4 * last, 4);
		assert_memory_equal(in + 4, out + 8 + 4 * last, 4);
	}
	/* a value of EBCR without SMALL does not mislead the driver */
	assert_int_equal(surf_PutReg(&s, SURF_EBCR, 0x00010D01), 0);
	assert_int_equal(surf_GetTMem(&s, 0x204, in, sizeof(in), NULL, NULL), 0);
	assert_memory_equal(in, out, sizeof(in));
	put(fd, before + CORE_EBCR, 0x00010D00 | (CORE_WINDOW - window) << 4);
	assert_int_equal(s.dev->ops->write(s.dev, DEVICE_MEM, hist - before + 12, 32, 99), 0);
	assert_int_equal(got(fd, hist + 12), 99);
	assert_int_equal(s.dev->ops->read(s.dev, DEVICE_MEM, 0xFFFFFFFC, 32, &(uint64_t){0}),
			 -EIO);
	assert_int_equal(surf_Close(&s), 0);
}

static void mapped_core(void)
{
	static const unsigned int window[] = {CORE_WINDOW, 22, 18};
	char args[256];

	for (unsigned int EACH(i, 0); i < sizeof(window) / sizeof(window[0]); i++) {
		int fd = make_core(0, window[i]);

		snprintf(args, sizeof(args), "mmap:slot=none,mem=%s", name("core"));
		drive_core(args, fd, 0, window[i]);
		snprintf(args, sizeof(args), "mmap:uio=%s", name("core"));
		drive_core(args, fd, 0, window[i]);
		close(fd);
		fd = make_core(0x30000, window[i]);
		snprintf(args, sizeof(args), "mmap:slot=none,offset=0x30000,mem=%s",
			 name("core"));
		drive_core(args, fd, 0x30000, window[i]);
		close(fd);
		unlink(name("core"));
	}
	assert_int_equal(mmapdev_open("uio=/dev/uio0,slot=none", &(struct device *){0}),
			 -EINVAL);
	assert_int_equal(mmapdev_open("uio=/nowhere", &(struct device *){0}), -ENOENT);
	/* a device that is not UIO's has no size */
	assert_int_equal(mmapdev_open("uio=/dev/null", &(struct device *){0}), -ENOENT);
}

/* Tests a file that looks like a UIO device: its memory, and interrupts as four bytes each. */
static void mapped_uio_interrupts(void)
{
	const int fd = make_core(0, CORE_WINDOW);
	const uint32_t hist = CORE_HIST(CORE_WINDOW);
	volatile void *p;
	struct surf s = {0};
	char irq[128], args[400];
	uint32_t c;
	int pipe;

	strcpy(irq, name("irq"));
	assert_int_equal(mkfifo(irq, 0600), 0);
	snprintf(args, sizeof(args), "mmap:uio=%s,irq=%s", name("core"), irq);
	assert_int_equal(surf_Open(&s, args), 0);
	pipe = open(irq, O_RDWR);
	assert_int_equal(surf_PutReg(&s, SURF_IEMR, 2), 0);
	assert_int_equal(surf_WaitException(&s, 5000, &c), -ETIMEDOUT);
	put(fd, CORE_REGS + 0x18, 2);
	assert_int_equal(write(pipe, &(uint32_t){1}, 4), 4);
	assert_int_equal(surf_WaitException(&s, 60000000, &c), 0);
	assert_int_equal(c, 2);
	assert_int_equal(surf_ClearException(&s), 0);
	/* the program's own view of the histogram, which is not where the mapping begins */
	put(fd, hist + 4096, 77);
	assert_int_equal(s.dev->ops->map(s.dev, hist, 8192, &p), 0);
	assert_int_equal(((volatile uint32_t *)p)[1024], 77);
	assert_int_equal(surf_Close(&s), 0);
	close(pipe);
	close(fd);
	unlink(irq);
	unlink(name("core"));
}

/* An interrupt is four bytes read from a file. Without such a file the driver polls ISCR. */
static void mapped_interrupts(void)
{
	char pipe_name[128], more[160];
	const uint32_t one = 1;
	struct surf s = {0};
	struct files f;
	int64_t began;
	uint32_t c;

	strcpy(pipe_name, name("irq"));
	assert_int_equal(mkfifo(pipe_name, 0600), 0);
	snprintf(more, sizeof(more), ",irq=%s", pipe_name);
	make_files(&f, 0, more);
	assert_int_equal(surf_Open(&s, f.args), 0);
	f.irq = open(pipe_name, O_RDWR);
	assert_int_equal(surf_PutReg(&s, SURF_IEMR, 2), 0);
	began = now_us();
	assert_int_equal(surf_WaitException(&s, 20000, &c), -ETIMEDOUT);
	assert_true(now_us() - began >= 20000);
	/* first an interrupt of another board, then one of this board */
	assert_int_equal(write(f.irq, &one, 4), 4);
	assert_int_equal(surf_WaitException(&s, 5000, &c), -ETIMEDOUT);
	put(f.mem, RBASE + 0x18, 2);
	assert_int_equal(write(f.irq, &one, 4), 4);
	assert_int_equal(surf_WaitException(&s, 60000000, &c), 0);
	assert_int_equal(c, 2);
	assert_int_equal(got(f.mem, RBASE + 0x1C), 0);
	assert_int_equal(surf_ClearException(&s), 0);
	assert_int_equal(got(f.mem, RBASE + 0x1C), 2);
	assert_int_equal(surf_Close(&s), 0);
	close(f.irq);
	unlink(pipe_name);
	remove_files(&f);
	make_files(&f, 0, "");
	assert_int_equal(surf_Open(&s, f.args), 0);
	assert_int_equal(surf_PutReg(&s, SURF_IEMR, 4), 0);
	began = now_us();
	assert_int_equal(surf_WaitException(&s, 3000, &c), -ETIMEDOUT);
	assert_true(now_us() - began >= 3000);
	put(f.mem, RBASE + 0x18, 4);
	assert_int_equal(surf_WaitException(&s, 60000000, &c), 0);
	assert_int_equal(c, 4);
	assert_int_equal(surf_Close(&s), 0);
	remove_files(&f);
}

static void mapped_errors(void)
{
	static const char *const bad[] = {"mmap:",
					  "mmap:slot=0",
					  "mmap:slot=16",
					  "mmap:slot=017", /* not octal */
					  "mmap:slot=x",
					  "mmap:slot=1,mem=",
					  "mmap:slot=1,what=1",
					  "mmap:slot=1,slot",
					  "mmap:slot=1,offset=4096",
					  "mmap:mem=/dev/null"};
	struct surf s = {0};
	struct files f;
	char args[512];
	int err;

	for (size_t EACH(i, 0); i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(surf_Open(&s, bad[i]), -EINVAL);
	assert_int_equal(surf_Open(&s, "mmap:slot=1,mem=/nowhere,io=/nowhere"), -ENOENT);
	make_files(&f, 0, ",irq=/nowhere");
	assert_int_equal(surf_Open(&s, f.args), -ENOENT);
	*strstr(f.args, ",irq") = 0;
	/* there is no board: another product id, and ports that do not answer */
	put(f.io, SLOT << 12 | 0xC80, UINT32_MAX);
	assert_int_equal(surf_Open(&s, f.args), -ENODEV);
	assert_int_equal(ftruncate(f.io, 0), 0);
	assert_int_equal(surf_Open(&s, f.args), -ENODEV);
	/* a file that ends before the registers: an error, no signal */
	assert_int_equal(ftruncate(f.io, 0x10000), 0);
	put(f.io, SLOT << 12 | 0xC80, SURFBOARD_EPIR_RESET);
	assert_int_equal(ftruncate(f.mem, RBASE + 0x8000), 0);
	assert_int_equal(surf_Open(&s, f.args), -EIO);
	assert_int_equal(ftruncate(f.mem, 0), 0);
	assert_int_equal(surf_Open(&s, f.args), -EIO);
	/* real ports: not allowed here, or no board there */
	snprintf(args, sizeof(args), "mmap:slot=15,mem=%s,io=ports", name("mem"));
	assert_int_equal(ftruncate(f.mem, 0x10000), 0);
	err = surf_Open(&s, args);
	assert_true(err == -EPERM || err == -EACCES || err == -ENODEV || err == -EOPNOTSUPP ||
		    err == -ENOSYS);
	assert_int_equal(surf_Close(&s), -EBADF);
	remove_files(&f);
}

/* ---- a server that answers as the test likes ---- */

enum mood {
	GOOD,	      /* the server follows the protocol */
	LEAVES,	      /* closes the connection instead of answering the read */
	HALF,	      /* closes the connection within the reply */
	SILENT_HELLO, /* closes the connection instead of sending hello */
	MUTE,	      /* answers hello, and nothing else */
	MUTE_HELLO,   /* answers nothing */
	OTHER,	      /* another version */
	OLD,	      /* supports only version 2 */
	NONE,	      /* names version 2 but then refuses it */
	LIES,	      /* accepts a version and names another one */
	NOISE,	      /* not this protocol */
	TOO_LONG,
	TOO_SHORT, /* fewer bytes than a header */
	WRONG_ID,
	WRONG_OP,
	WRONG_SIZE, /* a value with a wrong length */
	POSITIVE,   /* a result above 0, which does not exist */
};

struct server {
	pthread_t thread;
	enum mood mood;
	int fd;
};

static bool read_all(int fd, uint8_t *p, size_t n)
{
	while (n) {
		const ssize_t k = recv(fd, p, n, 0);

		if (k <= 0)
			return false;
		p += k;
		n -= (size_t)k;
	}
	return true;
}

static void reply(struct server *s, int fd, const uint8_t *request)
{
	uint8_t b[UNIXDEV_HEADER + 64] = {0};
	struct unixdev_header h;
	size_t n = UNIXDEV_HEADER + 8;

	unixdev_get_header(request, &h);
	h.addr = 0;
	if (h.op == UNIXDEV_HELLO) {
		memcpy(b + UNIXDEV_HEADER, "SURF", 4);
		put_le32(b + UNIXDEV_HEADER + 4, UNIXDEV_VERSION);
		if (s->mood == OTHER || s->mood == NONE ||
		    (s->mood == OLD && get_le32(request + UNIXDEV_HEADER + 4) != 2))
			h.addr = (uint32_t)-EPROTONOSUPPORT;
		if (s->mood == OLD || s->mood == NONE || s->mood == LIES)
			put_le32(b + UNIXDEV_HEADER + 4, 2);
		if (s->mood == NOISE)
			h.op = 'H';
	} else {
		/* the reply to the first read, of EPIR: the product id of another board */
		put_le64(b + UNIXDEV_HEADER, 0x12345678);
		h.id += s->mood == WRONG_ID;
		h.op += s->mood == WRONG_OP;
		h.addr = s->mood == POSITIVE;
		n += s->mood == WRONG_SIZE ? 4 : 0;
		if (h.op == UNIXDEV_HOLD)
			n -= 4;
		if (h.op == UNIXDEV_RELEASE)
			n -= 8;
	}
	h.bytes = (uint32_t)n;
	if (h.op == UNIXDEV_READ && s->mood == TOO_LONG)
		h.bytes = UNIXDEV_BYTES + 1;
	if (h.op == UNIXDEV_READ && s->mood == TOO_SHORT)
		h.bytes = 15;
	unixdev_put_header(b, &h);
	if (h.op == UNIXDEV_READ && s->mood == HALF)
		n -= 3;
	assert_int_equal(send(fd, b, n, MSG_NOSIGNAL), n);
}

static void *serve(void *arg)
{
	struct server *s = arg;
	uint8_t b[UNIXDEV_BYTES];
	const int fd = accept(s->fd, NULL, NULL);

	while (read_all(fd, b, UNIXDEV_HEADER) &&
	       read_all(fd, b + UNIXDEV_HEADER, get_le32(b) - UNIXDEV_HEADER)) {
		if (s->mood == (unixdev_op(b) == UNIXDEV_HELLO ? SILENT_HELLO : LEAVES))
			break;
		if (s->mood == MUTE_HELLO ||
		    (s->mood == MUTE && unixdev_op(b) != UNIXDEV_HELLO))
			continue;
		reply(s, fd, b);
		if (s->mood == HALF && unixdev_op(b) == UNIXDEV_READ)
			break;
	}
	close(fd);
	return NULL;
}

static void start_server(struct server *s, enum mood mood)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};

	strcpy(a.sun_path, name("socket"));
	unlink(a.sun_path);
	s->mood = mood;
	s->fd = socket(AF_UNIX, SOCK_STREAM, 0);
	assert_int_equal(bind(s->fd, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_int_equal(listen(s->fd, 1), 0);
	assert_int_equal(pthread_create(&s->thread, NULL, serve, s), 0);
}

static void stop_server(struct server *s)
{
	pthread_join(s->thread, NULL);
	close(s->fd);
	unlink(name("socket"));
}

/* Checks that each of these servers causes an error in this call and in all later ones. */
static void bad_servers(void)
{
	static const struct {
		enum mood mood;
		int open, read;
	} cases[] = {
		{GOOD, 0, 0},
		{LEAVES, 0, -EPIPE},
		{HALF, 0, -EPIPE},
		{SILENT_HELLO, -EPIPE, 0},
		{OTHER, -EPROTONOSUPPORT, 0},
		{OLD, 0, 0},
		{NONE, -EPROTONOSUPPORT, 0},
		{LIES, -EPROTO, 0},
		{NOISE, -EPROTO, 0},
		{TOO_LONG, 0, -EPROTO},
		{TOO_SHORT, 0, -EPROTO},
		{WRONG_ID, 0, -EPROTO},
		{WRONG_OP, 0, -EPROTO},
		{WRONG_SIZE, 0, -EPROTO},
		{POSITIVE, 0, -EPROTO},
	};

	for (size_t EACH(i, 0); i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct device *d = NULL;
		struct server s;
		uint32_t words[5] = {0};
		uint64_t v = 0;
		int err;

		start_server(&s, cases[i].mood);
		err = unixdev_open(name("socket"), &d);
		assert_int_equal(err, cases[i].open);
		if (!err) {
			err = d->ops->read(d, DEVICE_IO, 0xC80, 32, &v);
			assert_int_equal(err, cases[i].read);
			if (err) {
				assert_int_equal(d->ops->read(d, DEVICE_IO, 0xC80, 32, &v),
						 err);
				assert_int_equal(d->ops->run(d, 1), err);
			} else {
				assert_int_equal(v, 0x12345678);
			}
			/* version 2 reads a port word by word */
			assert_int_equal(!d->ops->read_port, cases[i].mood == OLD);
			if (cases[i].mood == OLD) {
				assert_int_equal(device_read_port(d, 0x40, 2, words, 5), 0);
				for (size_t EACH(k, 0); k < 5; k++)
					assert_int_equal(words[k], 0x12345678);
			}
			d->ops->close(d);
		}
		stop_server(&s);
	}
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Checks that a client gives up when a server does not answer in time,
 * and does not wait again. */
static void deadlines(void)
{
	static const struct {
		enum mood mood;
		bool run; /* lets time pass instead of reading */
	} cases[] = {{MUTE_HELLO, false}, {MUTE, false}, {MUTE, true}};
	static const char *const wrong[] = {"timeout=,", "timeout=0,", "timeout=1s,",
					    "timeout=100000001,", "timeout=5"};

	for (size_t EACH(i, 0); i < sizeof(cases) / sizeof(cases[0]); i++) {
		const double began = seconds();
		struct device *d = NULL;
		struct server s;
		char text[256];
		uint64_t v;
		int err;

		start_server(&s, cases[i].mood);
		snprintf(text, sizeof(text), "timeout=200,%s", name("socket"));
		err = unixdev_open(text, &d);
		assert_int_equal(err, cases[i].mood == MUTE ? 0 : -EHOSTDOWN);
		if (!err) {
			/* the server does not accept the client's second connection */
			err = cases[i].run ? d->ops->run(d, 1)
					   : d->ops->read(d, DEVICE_IO, 0xC80, 32, &v);
			assert_int_equal(err, -EHOSTDOWN);
			assert_int_equal(d->ops->read(d, DEVICE_IO, 0xC80, 32, &v), -EHOSTDOWN);
			d->ops->close(d);
		}
		assert_true(seconds() - began > (cases[i].run ? 0.39 : 0.19));
		assert_true(seconds() - began < 20);
		stop_server(&s);
	}
	for (size_t EACH(i, 0); i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct device *d;

		assert_int_equal(unixdev_open(wrong[i], &d), -EINVAL);
	}
}

static void unix_errors(void)
{
	struct surf s = {0};
	struct server server;
	char backend[256];
	int fd;

	assert_int_equal(surf_Open(&s, "unix:"), -EINVAL);
	assert_int_equal(surf_Open(&s, "unix:/nowhere/at/all"), -ENOENT);
	memset(backend, 'x', sizeof(backend) - 1);
	backend[sizeof(backend) - 1] = 0;
	memcpy(backend, "unix:", 5);
	assert_int_equal(surf_Open(&s, backend), -ENAMETOOLONG);
	/* the server no longer listens */
	start_server(&server, SILENT_HELLO);
	snprintf(backend, sizeof(backend), "unix:%s", name("socket"));
	assert_int_equal(surf_Open(&s, backend), -EPIPE);
	pthread_join(server.thread, NULL);
	close(server.fd);
	assert_int_equal(surf_Open(&s, backend), -ECONNREFUSED);
	/* a different board */
	start_server(&server, GOOD);
	assert_int_equal(surf_Open(&s, backend), -ENODEV);
	stop_server(&server);
	assert_int_equal(surf_Close(&s), -EBADF);
	/* not a socket */
	fd = open(name("socket"), O_CREAT | O_RDWR, 0600);
	close(fd);
	assert_int_equal(surf_Open(&s, backend), -ECONNREFUSED);
	unlink(name("socket"));
}

/* ---- threads ---- */

#define THREADS 4
#define ROUNDS 2000

struct shared {
	struct surf surf;
	struct fake *f;
	pthread_t thread[THREADS];
};

static int look(void *arg, uint32_t done, uint32_t total)
{
	uint32_t v;

	(void)done;
	(void)total;
	return surf_GetReg(arg, SURF_HTCR, &v) != 0;
}

/* Checks that a result of several accesses is consistent, whatever the other threads do. */
static void *use(void *arg)
{
	struct shared *s = arg;
	uint8_t block[64], first;
	uint32_t v;

	for (int EACH(i, 0); i < ROUNDS; i++) {
		assert_int_equal(surf_GetReg(&s->surf, SURF_ACDR, &v), 0);
		assert_int_equal(v, 0x0ABCDE71);
		/* EMPTY and FULL are always equal */
		assert_int_equal(
			surf_PutReg(&s->surf, SURF_HFCR, SURF_HFCR(i % 4000, i % 4000)), 0);
		assert_int_equal(surf_GetReg(&s->surf, SURF_HFCR, &v), 0);
		assert_int_equal(SURF_HFCR_EMPTY(v), SURF_HFCR_FULL(v));
		memset(block, i, sizeof(block));
		assert_int_equal(surf_PutHMem(&s->surf, 3, block, sizeof(block), NULL, NULL),
				 0);
		assert_int_equal(
			surf_GetHMem(&s->surf, 3, block, sizeof(block), look, &s->surf), 0);
		first = block[0];
		for (size_t EACH(k, 0); k < sizeof(block); k++)
			assert_int_equal(block[k], first);
		surf_WaitException(&s->surf, 3, &v);
		surf_ClearException(&s->surf);
	}
	return NULL;
}

static void threads(void)
{
	static struct shared board[2];

	for (int EACH(b, 0); b < 2; b++) {
		board[b].f = fake_open(4 * MB, 4 * MB);
		assert_non_null(board[b].f);
		/* presence detect is unambiguous, so the driver does not probe */
		board[b].f->pd[0] = board[b].f->pd[1] = 0xE;
		assert_int_equal(surf_open_device(&board[b].surf, &board[b].f->dev), 0);
		assert_int_equal(surf_PutReg(&board[b].surf, SURF_HTCR, 0), 0);
		assert_int_equal(surf_PutReg(&board[b].surf, SURF_ACDR, 0x0ABCDE71), 0);
		assert_int_equal(surf_PutReg(&board[b].surf, SURF_IEMR, 2), 0);
		for (int EACH(i, 0); i < THREADS; i++)
			assert_int_equal(
				pthread_create(&board[b].thread[i], NULL, use, &board[b]), 0);
	}
	for (int EACH(b, 0); b < 2; b++) {
		for (int i = 0; i < THREADS; i++)
			pthread_join(board[b].thread[i], NULL);
		assert_int_equal(surf_Close(&board[b].surf), 0);
		fake_close(board[b].f);
	}
	assert_int_equal(*folder && rmdir(folder), 0);
}

static const struct unit units[] = {
	UNIT(mapped_board, "SB-LIB-001"),
	UNIT(mapped_widths, ""),
	UNIT(mapped_pci, ""),
	UNIT(mapped_core, "SB-HW-001"),
	UNIT(mapped_uio_interrupts, "SB-HW-001"),
	UNIT(mapped_interrupts, "SB-LIB-023"),
	UNIT(mapped_errors, "SB-LIB-002"),
	UNIT(bad_servers, ""),
	UNIT(deadlines, ""),
	UNIT(unix_errors, "SB-LIB-002"),
	UNIT(threads, ""),
};

UNIT_MAIN(units)
