/* SPDX-License-Identifier: Apache-2.0 */
#include "serve.h"
#include "unixdev.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int move(int fd, uint8_t *p, size_t n, int out)
{
	while (n) {
		const ssize_t k = out ? send(fd, p, n, MSG_NOSIGNAL) : recv(fd, p, n, 0);

		if (k <= 0)
			return -1;
		p += k;
		n -= (size_t)k;
	}
	return 0;
}

int serve_listen(const char *path)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	snprintf(a.sun_path, sizeof(a.sun_path), "%s", path);
	if (fd < 0 || bind(fd, (struct sockaddr *)&a, sizeof(a)) || listen(fd, 4))
		return -errno;
	return fd;
}

static size_t read_words(struct device *dev, const struct unixdev_header *h, uint8_t *p,
			 int *result)
{
	const uint32_t n = get_le32(p);
	const uint32_t span = h->bytes == UNIXDEV_HEADER + 8 ? get_le32(p + 4) : UNIXDEV_WORDS;
	uint64_t value = 0;

	*result = n > UNIXDEV_WORDS || !span ? -EINVAL : 0;
	for (uint32_t i = 0; i < n && !*result; i++) {
		*result = dev->ops->read(dev, h->space, h->addr + 4 * (i % span), 32, &value);
		put_le32(p + 4 * i, (uint32_t)value);
	}
	return *result ? 0 : 4 * n;
}

static int write_words(struct device *dev, const struct unixdev_header *h, const uint8_t *p)
{
	int err = 0;

	for (uint32_t i = 0; i < (h->bytes - UNIXDEV_HEADER) / 4 && !err; i++)
		err = dev->ops->write(dev, h->space, h->addr + 4 * i, 32, get_le32(p + 4 * i));
	return err;
}

/* Executes the request in @p; returns the size of the reply's payload, and stores the result in
 * *result. */
static size_t answer(struct device *dev, const struct unixdev_header *h, uint8_t *p,
		     int *result)
{
	char command[UNIXDEV_COMMAND + 1];
	uint64_t value = 0;

	switch (h->op) {
	case UNIXDEV_HELLO:
		*result = 0;
		return 8;
	case UNIXDEV_READ:
		*result = dev->ops->read(dev, h->space, h->addr, h->width, &value);
		put_le64(p, value);
		return *result ? 0 : 8;
	case UNIXDEV_WRITE:
		*result = dev->ops->write(dev, h->space, h->addr, h->width, get_le64(p));
		return 0;
	case UNIXDEV_READ_WORDS:
		return read_words(dev, h, p, result);
	case UNIXDEV_WRITE_WORDS:
		*result = write_words(dev, h, p);
		return 0;
	case UNIXDEV_RUN:
		*result = dev->ops->run ? dev->ops->run(dev, get_le64(p)) : -EOPNOTSUPP;
		return 0;
	case UNIXDEV_WAIT_IRQ:
		*result =
			dev->ops->wait_irq ? dev->ops->wait_irq(dev, get_le64(p)) : -EOPNOTSUPP;
		return 0;
	case UNIXDEV_HOLD: /* there is only one client, so a hold always succeeds */
		put_le32(p, 0);
		*result = 0;
		return 4;
	case UNIXDEV_RELEASE:
		*result = 0;
		return 0;
	case UNIXDEV_CONTROL:
		snprintf(command, sizeof(command), "%.*s", (int)(h->bytes - UNIXDEV_HEADER),
			 (char *)p);
		*result = dev->ops->control(dev, command, (char *)p, UNIXDEV_COMMAND);
		return strlen((char *)p);
	}
	*result = -EOPNOTSUPP;
	return 0;
}

int serve_client(int listener, struct device *dev)
{
	static uint8_t buf[UNIXDEV_BYTES + 1];
	struct unixdev_header h;
	int fd = accept(listener, NULL, NULL), result;

	if (fd < 0)
		return -errno;
	while (!move(fd, buf, UNIXDEV_HEADER, 0)) {
		unixdev_get_header(buf, &h);
		if (h.bytes < UNIXDEV_HEADER || h.bytes > UNIXDEV_BYTES ||
		    move(fd, buf + UNIXDEV_HEADER, h.bytes - UNIXDEV_HEADER, 0))
			break;
		h.bytes = (uint32_t)(UNIXDEV_HEADER +
				     answer(dev, &h, buf + UNIXDEV_HEADER, &result));
		h.addr = (uint32_t)result;
		h.space = h.width = 0;
		unixdev_put_header(buf, &h);
		if (move(fd, buf, h.bytes, 1))
			break;
	}
	close(fd);
	return 0;
}
