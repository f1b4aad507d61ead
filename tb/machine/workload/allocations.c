/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loaded into a program that is recorded (LD_PRELOAD): logs allocations of a page and more to
 * the file TALLYBOARD_ALLOCATIONS, one a line: process, address, bytes, address of the caller,
 * and the caller's symbol or file where the loader knows it. At the start "PROCESS image FILE",
 * then and at the end "PROCESS region FROM-TO NAME" for the heap and for the data of each
 * library.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096u

extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t n, size_t each);
extern void *__libc_realloc(void *p, size_t n);
extern void *__libc_memalign(size_t align, size_t n);

/* One line, behind the number of the process; without room for it a page stays without a name.
 */
__attribute__((format(printf, 1, 2))) static void log_line(const char *format, ...)
{
	const char *path = getenv("TALLYBOARD_ALLOCATIONS");
	const int fd = path ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
	char line[PATH_MAX + 128];
	va_list args;
	int n;

	if (fd < 0)
		return;
	n = snprintf(line, sizeof(line), "%d ", (int)getpid());
	va_start(args, format);
	n += vsnprintf(line + n, sizeof(line) - (size_t)n - 1, format, args);
	va_end(args);
	if (n < (int)sizeof(line) - 1) {
		line[n++] = '\n';
		if (write(fd, line, (size_t)n) != n)
			line[0] = 0;
	}
	close(fd);
}

static void log_allocation(const void *p, size_t bytes, const void *caller)
{
	static __thread int busy; /* what follows may allocate */
	const char *name = "";
	Dl_info info;

	if (!p || bytes < PAGE || busy)
		return;
	busy = 1;
	if (dladdr(caller, &info))
		name = info.dli_sname ? info.dli_sname : info.dli_fname;
	log_line("%lx %zx %lx %s", (unsigned long)p, bytes, (unsigned long)caller, name);
	busy = 0;
}

void *malloc(size_t n)
{
	void *p = __libc_malloc(n);

	log_allocation(p, n, __builtin_return_address(0));
	return p;
}

void *calloc(size_t n, size_t each)
{
	void *p = __libc_calloc(n, each);

	log_allocation(p, n * each, __builtin_return_address(0));
	return p;
}

void *realloc(void *old, size_t n)
{
	void *p = __libc_realloc(old, n);

	log_allocation(p, n, __builtin_return_address(0));
	return p;
}

void *aligned_alloc(size_t align, size_t n)
{
	void *p = __libc_memalign(align, n);

	log_allocation(p, n, __builtin_return_address(0));
	return p;
}

int posix_memalign(void **p, size_t align, size_t n)
{
	*p = __libc_memalign(align, n);
	log_allocation(*p, n, __builtin_return_address(0));
	return *p ? 0 : ENOMEM;
}

/* operator new of C++: the caller is who wrote it */
void *_Znwm(size_t n)
{
	void *p = __libc_malloc(n ? n : 1);

	if (!p)
		abort();
	log_allocation(p, n, __builtin_return_address(0));
	return p;
}

void *_Znam(size_t n)
{
	void *p = __libc_malloc(n ? n : 1);

	if (!p)
		abort();
	log_allocation(p, n, __builtin_return_address(0));
	return p;
}

void *mmap(void *at, size_t n, int prot, int flags, int fd, off_t offset)
{
	void *p = (void *)syscall(SYS_mmap, at, n, prot, flags, fd, offset);

	if (p != MAP_FAILED)
		log_allocation(p, n, __builtin_return_address(0));
	return p;
}

void *mmap64(void *at, size_t n, int prot, int flags, int fd, off_t offset)
	__attribute__((alias("mmap")));

/* A mapping without a name right behind the data of a library is its zeroed data. */
static void log_regions(void)
{
	const unsigned long top = (unsigned long)sbrk(0);
	char line[PATH_MAX + 128], name[PATH_MAX] = "";
	unsigned long from, to, end = 0;
	FILE *f = fopen("/proc/self/maps", "r");

	while (f && fgets(line, sizeof(line), f)) {
		const char *path = strchr(line, '/');
		char write;

		line[strcspn(line, "\n")] = 0;
		if (sscanf(line, "%lx-%lx r%c", &from, &to, &write) != 3)
			continue;
		if (path)
			snprintf(name, sizeof(name), "%s", path);
		else if (from != end)
			name[0] = 0;
		end = write == 'w' ? to : 0;
		if (write != 'w')
			continue;
		if (top > from && top <= to)
			log_line("region %lx-%lx heap", from, to);
		else if (name[0])
			log_line("region %lx-%lx %s", from, to, name);
	}
	if (f)
		fclose(f);
}

__attribute__((constructor)) static void log_image(void)
{
	char path[PATH_MAX];
	const ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (n > 0) {
		path[n] = 0;
		log_line("image %s", path);
		log_regions();
	}
}

/* Not reached by a program that ends with _exit(). */
__attribute__((destructor)) static void log_regions_again(void)
{
	log_regions();
}
