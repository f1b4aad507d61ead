/* SPDX-License-Identifier: Apache-2.0 */
#include "recorder.h"
#include "le.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

static struct {
	struct outfile out;
	int fd, error; /* descriptor of the file, and errno value of a failed write */
	uint32_t blocks;
	uint64_t events;
} file = {.fd = -1};

/* ---- blocks ---- */

static void write_all(const uint8_t *p, size_t n)
{
	while (n && !file.error) {
		/* write() is the program's, too */
		const ssize_t k = syscall(SYS_write, file.fd, p, n);

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0) {
			file.error = k ? errno : EIO;
			return;
		}
		p += k;
		n -= (size_t)k;
	}
}

static uint32_t checksum(const uint8_t *p, size_t n)
{
	return (uint32_t)crc32(0, p, (uInt)n);
}

void recorder_out_block(enum memtrace_block kind, uint32_t thread, const uint8_t *contents,
			size_t size, uint32_t events)
{
	static uint8_t block[MEMTRACE_BLOCK + MEMTRACE_CONTENTS];
	uint8_t *const packed = block + MEMTRACE_BLOCK;
	uLongf n = MEMTRACE_CONTENTS;

	if (file.error)
		return;
	if (kind == MEMTRACE_END) {
		recorder_copy(packed, contents, size);
		n = size;
	} else if (compress2(packed, &n, contents, size, 1) != Z_OK) {
		file.error = ENOMEM;
		return;
	}
	put_le32(block, kind);
	put_le32(block + 4, thread);
	put_le32(block + 8, (uint32_t)n);
	put_le32(block + 12, (uint32_t)size);
	put_le32(block + 16, events);
	put_le32(block + 20, file.blocks);
	put_le32(block + 24, checksum(packed, n));
	put_le32(block + 28, checksum(block, 28));
	write_all(block, MEMTRACE_BLOCK + n);
	file.blocks++;
	file.events += events;
}

/* ---- information ---- */

static struct {
	uint8_t bytes[RECORDER_CONTENTS];
	size_t used;
} info;

static void flush_info(void)
{
	if (info.used)
		recorder_out_block(MEMTRACE_INFORMATION, 0, info.bytes, info.used, 0);
	info.used = 0;
}

static void put_info(const uint64_t *number, unsigned int n)
{
	uint8_t *p = info.bytes + info.used;

	for (unsigned int i = 0; i < n; i++)
		p = memtrace_put_number(p, number[i]);
	info.used = (size_t)(p - info.bytes);
}

void recorder_out_bytes(const void *from, size_t n)
{
	put_info(&(uint64_t){n}, 1);
	recorder_copy(info.bytes + info.used, from, n);
	info.used += n;
}

/* Makes room for an item with @n bytes of text and writes its header. */
static void begin_item(enum memtrace_item kind, size_t n)
{
	if (info.used + n + 128 > RECORDER_CONTENTS)
		flush_info();
	info.bytes[info.used++] = (uint8_t)kind;
}

static size_t short_length(const char *text)
{
	return strnlen(text, RECORDER_LONGEST);
}

static void put_symbol(enum memtrace_item kind, uint64_t addr, uint64_t size, const char *name)
{
	begin_item(kind, RECORDER_LONGEST);
	put_info((const uint64_t[]){addr, size}, 2);
	recorder_out_bytes(name, short_length(name));
}

/* Writes the variables of a module; @local: its thread-local variables, relative to a thread's
 * base; 0: the module has none. */
static void put_symbols(const char *path, uint64_t base, uint64_t local)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	const uint8_t *p;
	const ElfW(Ehdr) * e;
	const ElfW(Shdr) * s;
	unsigned int table = SHT_DYNSYM; /* all that a stripped file has */

	if (fd < 0)
		return;
	if (fstat(fd, &st) || (size_t)st.st_size < sizeof(*e)) {
		close(fd);
		return;
	}
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (p == MAP_FAILED)
		return;
	e = (const void *)p;
	s = (const void *)(p + e->e_shoff);
	for (unsigned int i = 0; e->e_shoff && i < e->e_shnum; i++)
		if (s[i].sh_type == SHT_SYMTAB)
			table = SHT_SYMTAB;
	for (unsigned int i = 0; e->e_shoff && i < e->e_shnum; i++) {
		const ElfW(Sym) *y = (const void *)(p + s[i].sh_offset);
		const char *names;

		if (s[i].sh_type != table || s[i].sh_link >= e->e_shnum)
			continue;
		names = (const char *)p + s[s[i].sh_link].sh_offset;
		for (size_t k = 0; k < s[i].sh_size / sizeof(*y); k++) {
			const char *name = names + y[k].st_name;
			const unsigned int type = y[k].st_info & 15;

			if (!y[k].st_size || y[k].st_shndx == SHN_UNDEF)
				continue;
			if (type == STT_OBJECT)
				put_symbol(MEMTRACE_SYMBOL, base + y[k].st_value, y[k].st_size,
					   name);
			else if (type == STT_TLS && local)
				put_symbol(MEMTRACE_LOCAL, local + y[k].st_value, y[k].st_size,
					   name);
		}
	}
	munmap((void *)p, (size_t)st.st_size);
}

void recorder_out_item(enum memtrace_item kind, const uint64_t *number, unsigned int n)
{
	begin_item(kind, RECORDER_LONGEST);
	put_info(number, n);
}

void recorder_out_items(const uint8_t *items, size_t n)
{
	begin_item(0, n);
	recorder_copy(info.bytes + --info.used, items, n);
	info.used += n;
}

void recorder_out_module(const char *path, uint64_t base, const uint8_t *id, size_t id_bytes,
			 uint64_t local)
{
	begin_item(MEMTRACE_MODULE, RECORDER_LONGEST + 32);
	put_info(&base, 1);
	recorder_out_bytes(id, id_bytes);
	recorder_out_bytes(path, short_length(path));
	put_symbols(path, base, local);
}

/* Reads a hexadecimal or decimal number at *p and advances *p beyond it. */
static uint64_t digits(const char **p, unsigned int radix)
{
	uint64_t v = 0;

	for (;; (*p)++) {
		const char c = **p;
		const unsigned int d = c >= '0' && c <= '9'   ? (unsigned int)(c - '0')
				       : c >= 'a' && c <= 'f' ? (unsigned int)(c - 'a') + 10
							      : 16;

		if (d >= radix)
			return v;
		v = v * radix + d;
	}
}

/* Writes a shared mapping: start-end perms offset major:minor inode path */
static void put_map(const char *p)
{
	uint64_t start, end, offset, device, inode;

	start = digits(&p, 16);
	p += *p == '-';
	end = digits(&p, 16);
	if (*p != ' ' || strnlen(p, 6) < 6 || p[4] != 's')
		return;
	p += 6;
	offset = digits(&p, 16);
	p += *p == ' ';
	device = digits(&p, 16) << 32;
	p += *p == ':';
	device |= digits(&p, 16);
	p += *p == ' ';
	inode = digits(&p, 10);
	begin_item(MEMTRACE_SHARED, 0);
	put_info((const uint64_t[]){start, end - start, device, inode, offset}, 5);
}

void recorder_out_maps(int fd)
{
	static char buf[8192];
	size_t have = 0;
	ssize_t n;

	while ((n = read(fd, buf + have, sizeof(buf) - 1 - have)) > 0) {
		char *line = buf, *end;

		have += (size_t)n;
		buf[have] = '\0';
		while ((end = strchr(line, '\n'))) {
			*end = '\0';
			put_map(line);
			line = end + 1;
		}
		have -= (size_t)(line - buf);
		for (size_t i = 0; i < have; i++)
			buf[i] = line[i];
		if (have == sizeof(buf) - 1)
			have = 0;
	}
}

/* ---- begin and end ---- */

/* Opens the file by its absolute path, because the program may change its folder. */
static int open_file(const char *name)
{
	char path[PATH_MAX];
	size_t n = 0;

	if (*name != '/') {
		if (!getcwd(path, sizeof(path)))
			return -errno;
		n = strlen(path);
		path[n++] = '/';
	}
	if (n + strlen(name) >= sizeof(path))
		return -ENAMETOOLONG;
	strcpy(path + n, name);
	return outfile_open(&file.out, path);
}

int recorder_out_open(const char *path, pid_t process)
{
	static const char magic[8] = "MEMTRACE";
	uint8_t h[MEMTRACE_HEADER] = {0};
	struct timespec now;
	const int err = open_file(path);

	if (err)
		return err;
	file.fd = file.out.fd;
	clock_gettime(CLOCK_REALTIME, &now);
	recorder_copy(h, magic, sizeof(magic));
	put_le32(h + 8, MEMTRACE_VERSION);
	put_le32(h + 12, (uint32_t)process);
	put_le64(h + 16, (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec);
	put_le32(h + 28, checksum(h, 28));
	write_all(h, sizeof(h));
	return 0;
}

bool recorder_out_is_open(void)
{
	return file.fd >= 0;
}

bool recorder_out_failed(void)
{
	return file.error;
}

void recorder_out_forget(void)
{
	file.fd = -1;
}

void recorder_out_abort(void)
{
	outfile_abort(&file.out);
	file.fd = -1;
}

int recorder_out_close(uint32_t threads, int incomplete)
{
	uint8_t contents[32];

	flush_info();
	put_le64(contents, file.events);
	put_le64(contents + 8, file.blocks);
	put_le64(contents + 16, threads);
	put_le64(contents + 24, (uint64_t)incomplete);
	recorder_out_block(MEMTRACE_END, 0, contents, sizeof(contents), 0);
	if (file.error)
		outfile_abort(&file.out);
	else
		file.error = -outfile_commit(&file.out);
	file.fd = -1;
	return -file.error;
}
