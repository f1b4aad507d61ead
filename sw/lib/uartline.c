/* SPDX-License-Identifier: Apache-2.0 */
/* This file uses the kernel's ioctl(), which accepts any bit rate. <termios.h> of the C library
 * supports a fixed list of rates and cannot be included together with the kernel's header. */
#include "uartline.h"
#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/serial.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#ifdef TCGETS2
#define GET TCGETS2
#define SET TCSETS2
typedef struct termios2 settings;
#else
#define GET TCGETS
#define SET TCSETS
typedef struct termios settings;
#endif

/* major numbers of pseudo-terminals, from Documentation/admin-guide/devices.txt */
#define PTS 136
#define SEND_MS 10000 /* a line that accepts no byte for this time counts as lost */

struct uartline {
	struct uartdev_line line; /* first */
	int fd;
};

static int wait_for(int fd, short events, unsigned int timeout_ms)
{
	struct pollfd p = {.fd = fd, .events = events};
	const int n = poll(&p, 1, (int)timeout_ms);

	if (n < 0)
		return errno == EINTR ? 0 : -errno;
	return n ? 0 : -ETIMEDOUT;
}

static int line_send(struct uartdev_line *line, const uint8_t *bytes, size_t n)
{
	const int fd = ((struct uartline *)line)->fd;
	int err = 0;

	while (n && !err) {
		const ssize_t k = write(fd, bytes, n);

		if (k < 0 && errno == EAGAIN)
			err = wait_for(fd, POLLOUT, SEND_MS);
		else if (k < 0 && errno != EINTR)
			err = errno == EIO ? -ENOLINK : -errno;
		if (k > 0) {
			bytes += k;
			n -= (size_t)k;
		}
	}
	return err == -ETIMEDOUT ? -ENOLINK : err;
}

static int line_receive(struct uartdev_line *line, uint8_t *bytes, size_t n,
			unsigned int timeout_ms)
{
	const int fd = ((struct uartline *)line)->fd;

	for (;;) {
		const ssize_t k = read(fd, bytes, n);
		int err;

		if (k > 0)
			return (int)k;
		if (k == 0)
			return -ENOLINK;
		if (errno != EAGAIN && errno != EINTR)
			return errno == EIO ? -ENOLINK : -errno;
		err = wait_for(fd, POLLIN, timeout_ms);
		if (err)
			return err;
	}
}

static uint64_t line_now_ms(struct uartdev_line *line)
{
	struct timespec t;

	(void)line;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void line_close(struct uartdev_line *line)
{
	close(((struct uartline *)line)->fd);
	free(line);
}

static bool is_pseudo_terminal(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && major(st.st_rdev) >= PTS && major(st.st_rdev) < PTS + 8;
}

/* Sets the line to raw bytes, and requests low latency, which not all USB adapters support. */
static int configure(int fd, unsigned int baud, bool *simulated)
{
	struct serial_struct serial;
	settings t;

	if (ioctl(fd, GET, &t))
		return -errno;
	t.c_iflag = 0;
	t.c_oflag = 0;
	t.c_lflag = 0;
	t.c_cflag = CS8 | CREAD | CLOCAL | BOTHER;
	t.c_ispeed = t.c_ospeed = baud;
	t.c_cc[VMIN] = 1;
	t.c_cc[VTIME] = 0;
	if (ioctl(fd, SET, &t))
		return -errno;
	*simulated = is_pseudo_terminal(fd);
	if (!ioctl(fd, TIOCGSERIAL, &serial)) {
		serial.flags |= ASYNC_LOW_LATENCY;
		ioctl(fd, TIOCSSERIAL, &serial);
	}
	return ioctl(fd, TCFLSH, TCIOFLUSH) ? -errno : 0;
}

int uartline_open(const char *path, unsigned int baud, struct uartdev_line **line)
{
	struct uartline *l = calloc(1, sizeof(*l));
	int err = l ? 0 : -ENOMEM;

	if (err)
		return err;
	l->line = (struct uartdev_line){line_send,   line_receive, line_close,
					line_now_ms, baud,	   false};
	l->fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (l->fd < 0) {
		err = -errno;
		free(l);
		return err;
	}
	if (flock(l->fd, LOCK_EX | LOCK_NB))
		err = errno == EWOULDBLOCK ? -EBUSY : -errno;
	if (!err)
		err = configure(l->fd, baud, &l->line.simulated);
	if (err)
		line_close(&l->line);
	else
		*line = &l->line;
	return err;
}
