/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replies of a server to a driver over a Unix socket. The input is everything that the server
 * sends. Whatever it is, every call returns one of its documented results, and after the server
 * has closed the connection every call fails in the same way.
 */
#include "fuzz.h"
#include "unixdev.h"
#include <errno.h>
#include <string.h>
#include <sys/socket.h>

static int server = -1;
static const uint8_t *said;
static size_t said_bytes;

int __wrap_socket(int domain, int type, int protocol);
int __wrap_connect(int fd, const struct sockaddr *a, socklen_t n);

/* Returns one end of a socket pair; the replies have already been written to the other end. */
int __wrap_socket(int domain, int type, int protocol)
{
	int pair[2];

	FUZZ_CHECK(socketpair(domain, type, protocol, pair) == 0);
	server = pair[1];
	FUZZ_CHECK(send(server, said, said_bytes, MSG_DONTWAIT) == (ssize_t)said_bytes);
	shutdown(server, SHUT_WR);
	return pair[0];
}

int __wrap_connect(int fd, const struct sockaddr *a, socklen_t n)
{
	(void)fd;
	(void)a;
	(void)n;
	return 0;
}

static void use(struct device *d)
{
	uint32_t words[64] = {0};
	uint64_t v;
	char answer[100];
	bool changed = true;
	int err;

	err = d->ops->read(d, DEVICE_IO, 0xC80, 32, &v);
	FUZZ_CHECK(err <= 0 && (!err || v == UINT64_MAX));
	FUZZ_CHECK(d->ops->write(d, DEVICE_MEM, 0x1000, 8, 0x55) <= 0);
	FUZZ_CHECK(d->ops->read_words(d, 0x2000, words, 64) <= 0);
	FUZZ_CHECK(d->ops->write_words(d, 0x2000, words, 64) <= 0);
	FUZZ_CHECK(device_read_port(d, 0x2000, 3, words, 64) <= 0);
	FUZZ_CHECK(d->ops->wait_irq(d, 10) <= 0);
	FUZZ_CHECK(d->ops->run(d, 10) <= 0);
	err = d->ops->hold(d, 10, &changed);
	FUZZ_CHECK(err <= 0 && (!err || !changed));
	FUZZ_CHECK(d->ops->release(d, changed) <= 0);
	memset(answer, 0xEE, sizeof(answer));
	FUZZ_CHECK(d->ops->control(d, "status", answer, sizeof(answer)) <= 0);
	FUZZ_CHECK(memchr(answer, 0, sizeof(answer)));
	/* By now the server has closed the connection, because no input has more replies than
	 * this. */
	for (int i = 0; i < 40; i++)
		err = d->ops->write(d, DEVICE_MEM, 0, 32, 0);
	FUZZ_CHECK(err == d->ops->read(d, DEVICE_MEM, 4, 64, &v));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct device *d = NULL;

	said = data;
	said_bytes = size;
	if (unixdev_open("server", &d) == 0) {
		use(d);
		d->ops->close(d);
	}
	close(server);
	return 0;
}
