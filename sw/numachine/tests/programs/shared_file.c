/* SPDX-License-Identifier: Apache-2.0 */
/* shared_file FILE: counts in a file that processes share, and in its own memory. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>

volatile long own;

int main(int argc, char **argv)
{
	const int fd = argc > 1 ? open(argv[1], O_RDWR) : -1;
	volatile long *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (shared == MAP_FAILED)
		return 1;
	for (int i = 0; i < 100; i++) {
		shared[8] += 1;
		own += 1;
	}
	printf("%ld %ld\n", shared[8], own);
	return 0;
}
