/* SPDX-License-Identifier: Apache-2.0 */
/* Implements input.h for the pages, where a file is in memory and the
 * browser has unpacked it. */
#include "input.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int input_open(struct input *in, const char *path)
{
	*in = (struct input){.fd = open(path, O_RDONLY)};
	return in->fd < 0 ? -errno : 0;
}

int input_open_regular(const char *path)
{
	const int fd = open(path, O_RDONLY);

	return fd < 0 ? -errno : fd;
}

ssize_t input_read(void *arg, void *buf, size_t size)
{
	const struct input *in = arg;
	ssize_t n = read(in->fd, buf, size);

	return n < 0 ? -errno : n;
}

const char *input_reason(int err)
{
	return strerror(-err);
}

void input_close(struct input *in)
{
	close(in->fd);
	*in = (struct input){.fd = -1};
}
