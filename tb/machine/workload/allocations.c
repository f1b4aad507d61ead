/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loaded into a program that is recorded (LD_PRELOAD): logs allocations of a page and more to
 * the file TALLYBOARD_ALLOCATIONS, one a line: process, address, bytes, address of the caller,
 * and the caller's symbol or file where the loader knows it.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096u

extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t n, size_t each);
extern void *__libc_realloc(void *p, size_t n);
extern void *__libc_memalign(size_t align, size_t n);

static void log_allocation(const void *p, size_t bytes, const void *caller)
{
	static __thread int busy; /* what follows may allocate */
	const char *path, *name = "";
	char line[512];
	Dl_info info;
	int fd, n;

	if (!p || bytes < PAGE || busy)
		return;
	busy = 1;
	path = getenv("TALLYBOARD_ALLOCATIONS");
	if (dladdr(caller, &info))
		name = info.dli_sname ? info.dli_sname : info.dli_fname;
	fd = path ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
	if (fd >= 0) {
		n = snprintf(line, sizeof(line), "%d %lx %zx %lx %s\n", (int)getpid(),
			     (unsigned long)p, bytes, (unsigned long)caller, name);
		if (write(fd, line, (size_t)n) != n)
			line[0] = 0; /* a page without a name */
		close(fd);
	}
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
	return *p ? 0 : 12; /* ENOMEM */
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
