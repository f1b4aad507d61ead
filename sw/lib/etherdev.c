/* SPDX-License-Identifier: Apache-2.0 */
#include "etherdev.h"
#include "be.h"
#include "number.h"
#include "wordbus.h"
#include "starts_with.h"
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* A packet consists of a header, the header of its only record, and for each direction an
 * address (4 bytes) and the words. All numbers are big endian. */
#define PACKET 8
#define RECORD 4
#define MAGIC 0x4E6Fu
#define VERSION 0x10u /* in the upper half of byte 2; the lower one has flags */
#define WIDTHS 0x44u  /* addresses and words of 4 bytes */
#define LANES 15u
#define PACKET_BYTES (PACKET + RECORD + 4 + 4 * ETHERDEV_WORDS)

/* At the beginning litex_server sends a line without an end: Comm...:ADDRESS:PORT. */
#define GREETING "Comm"
#define GREETING_BYTES 256
#define GREETING_PAUSE_MS 50

struct etherdev {
	struct device dev; /* first */
	int fd;
	uint32_t base;
	unsigned int timeout_ms;
	int broken; /* the error that made the connection unusable */
	uint8_t packet[PACKET_BYTES];
};

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* ---- the connection ---- */

/* Waits for @events until the time @end. -EHOSTDOWN: it is over. */
static int wait_until(int fd, short events, uint64_t end)
{
	for (;;) {
		struct pollfd p = {.fd = fd, .events = events};
		const uint64_t now = now_ms();
		const int n = poll(&p, 1, now < end ? (int)(end - now) : 0);

		if (n > 0)
			return 0;
		if (n == 0)
			return -EHOSTDOWN;
		if (errno != EINTR)
			return -errno;
	}
}

static int send_all(struct etherdev *e, size_t n)
{
	const uint64_t end = now_ms() + e->timeout_ms;

	for (size_t done = 0; done < n;) {
		const ssize_t k =
			send(e->fd, e->packet + done, n - done, MSG_NOSIGNAL | MSG_DONTWAIT);

		if (k > 0) {
			done += (size_t)k;
		} else if (errno == EAGAIN) {
			const int err = wait_until(e->fd, POLLOUT, end);

			if (err)
				return err;
		} else if (errno != EINTR) {
			return -errno;
		}
	}
	return 0;
}

static int receive(struct etherdev *e, size_t have, size_t until, uint64_t end)
{
	while (have < until) {
		int err = wait_until(e->fd, POLLIN, end);
		ssize_t k;

		if (err)
			return err;
		k = recv(e->fd, e->packet + have, until - have, MSG_DONTWAIT);
		if (k == 0)
			return -EPIPE;
		if (k < 0 && errno != EAGAIN && errno != EINTR)
			return -errno;
		have += k > 0 ? (size_t)k : 0;
	}
	return 0;
}

/* ---- packets ---- */

/* Begins a packet and returns its length so far. */
static size_t put_header(struct etherdev *e, size_t writes, size_t reads)
{
	static const uint8_t packet[PACKET] = {MAGIC >> 8, MAGIC & 0xFF, VERSION, WIDTHS};
	const uint8_t record[RECORD] = {0, LANES, (uint8_t)writes, (uint8_t)reads};

	memcpy(e->packet, packet, PACKET);
	memcpy(e->packet + PACKET, record, RECORD);
	return PACKET + RECORD;
}

static int receive_words(struct etherdev *e, uint32_t *words, size_t n)
{
	const uint64_t end = now_ms() + e->timeout_ms;
	const uint8_t *p = e->packet;
	int err = receive(e, 0, PACKET + RECORD, end);

	if (err)
		return err;
	if (((unsigned int)p[0] << 8 | p[1]) != MAGIC || (p[2] & 0xF0) != VERSION ||
	    p[3] != WIDTHS || p[PACKET + 2] != n || p[PACKET + 3] != 0)
		return -EPROTO;
	err = receive(e, PACKET + RECORD, PACKET + RECORD + 4 + 4 * n, end);
	for (size_t i = 0; i < n && !err; i++)
		words[i] = get_be32(p + PACKET + RECORD + 4 + 4 * i);
	return err;
}

/* Reads up to ETHERDEV_WORDS words. @span: as for read_port() of struct device_ops; 0:
 * consecutive words. */
static int read_packet(struct etherdev *e, uint32_t addr, size_t span, uint32_t *words,
		       size_t n)
{
	size_t length = put_header(e, 0, n);

	if (e->broken)
		return e->broken;
	put_be32(e->packet + length, 0);
	length += 4;
	for (size_t i = 0; i < n; i++, length += 4)
		put_be32(e->packet + length,
			 e->base + addr + 4 * (uint32_t)(span ? i % span : i));
	e->broken = send_all(e, length);
	if (!e->broken)
		e->broken = receive_words(e, words, n);
	return e->broken;
}

static int write_packet(struct etherdev *e, uint32_t addr, const uint32_t *words, size_t n)
{
	size_t length = put_header(e, n, 0);

	if (e->broken)
		return e->broken;
	put_be32(e->packet + length, e->base + addr);
	length += 4;
	for (size_t i = 0; i < n; i++, length += 4)
		put_be32(e->packet + length, words[i]);
	e->broken = send_all(e, length);
	return e->broken;
}

/* ---- device ---- */

static int e_read(struct device *dev, enum device_space space, uint32_t addr,
		  unsigned int width, uint64_t *value)
{
	uint32_t v[2] = {0, 0};
	int err = wordbus_check(space, addr, width);

	if (!err)
		err = read_packet((struct etherdev *)dev, addr & ~3u, 0, v,
				  width == 64 ? 2 : 1);
	*value = UINT64_MAX;
	if (err)
		return err;
	*value = wordbus_value(v, addr, width);
	return 0;
}

static int e_write(struct device *dev, enum device_space space, uint32_t addr,
		   unsigned int width, uint64_t value)
{
	struct etherdev *e = (struct etherdev *)dev;
	uint32_t v[2] = {(uint32_t)value, (uint32_t)(value >> 32)}, old;
	int err = wordbus_check(space, addr, width);

	if (!err && width < 32) {
		const uint32_t mask = UINT32_MAX >> (32 - width) << addr % 4 * 8;

		err = read_packet(e, addr & ~3u, 0, &old, 1);
		v[0] = (old & ~mask) | (v[0] << addr % 4 * 8 & mask);
	}
	return err ? err : write_packet(e, addr & ~3u, v, width == 64 ? 2 : 1);
}

static int e_read_port(struct device *dev, uint32_t addr, uint32_t span, uint32_t *words,
		       size_t n)
{
	const size_t most = ETHERDEV_WORDS - ETHERDEV_WORDS % span;
	int err = addr % 4 ? -EINVAL : 0;

	for (size_t part; n && !err; words += part, n -= part) {
		part = n < most ? n : most;
		err = read_packet((struct etherdev *)dev, addr, span, words, part);
	}
	return err;
}

static int e_read_words(struct device *dev, uint32_t addr, uint32_t *words, size_t n)
{
	int err = addr % 4 ? -EINVAL : 0;

	for (size_t part; n && !err; words += part, n -= part, addr += 4 * (uint32_t)part) {
		part = n < ETHERDEV_WORDS ? n : ETHERDEV_WORDS;
		err = read_packet((struct etherdev *)dev, addr, 0, words, part);
	}
	return err;
}

static int e_write_words(struct device *dev, uint32_t addr, const uint32_t *words, size_t n)
{
	int err = addr % 4 ? -EINVAL : 0;

	for (size_t part; n && !err; words += part, n -= part, addr += 4 * (uint32_t)part) {
		part = n < ETHERDEV_WORDS ? n : ETHERDEV_WORDS;
		err = write_packet((struct etherdev *)dev, addr, words, part);
	}
	return err;
}

static void e_close(struct device *dev)
{
	close(((struct etherdev *)dev)->fd);
	free(dev);
}

static const struct device_ops ops = {
	.read = e_read,
	.write = e_write,
	.read_words = e_read_words,
	.write_words = e_write_words,
	.read_port = e_read_port,
	.close = e_close,
};

/* ---- open ---- */

/* Reads the greeting, which has no end: a pause follows it. */
static int greeting(struct etherdev *e)
{
	const uint64_t end = now_ms() + e->timeout_ms;
	size_t have = 0;

	for (;;) {
		int err = receive(e, have, have + 1,
				  have < strlen(GREETING) ? end : now_ms() + GREETING_PAUSE_MS);

		if (err == -EHOSTDOWN && have >= strlen(GREETING))
			return 0;
		if (err)
			return err;
		have++;
		if (have == GREETING_BYTES ||
		    (have == strlen(GREETING) && memcmp(e->packet, GREETING, have)))
			return -EPROTO;
	}
}

static int connect_to(const struct addrinfo *a, unsigned int timeout_ms, int *fd)
{
	const int one = 1;
	socklen_t size = sizeof(int);
	int err = 0;

	*fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
		     a->ai_protocol);
	if (*fd < 0)
		return -errno;
	setsockopt(*fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	if (connect(*fd, a->ai_addr, a->ai_addrlen)) {
		err = errno == EINPROGRESS ? wait_until(*fd, POLLOUT, now_ms() + timeout_ms)
					   : -errno;
		if (!err && !getsockopt(*fd, SOL_SOCKET, SO_ERROR, &err, &size))
			err = -err;
	}
	if (err)
		close(*fd);
	return err;
}

static int connect_host(const char *host, const char *port, unsigned int timeout_ms, int *fd)
{
	const struct addrinfo want = {.ai_socktype = SOCK_STREAM};
	struct addrinfo *all;
	int err = -EHOSTUNREACH;

	if (getaddrinfo(host, port, &want, &all))
		return -EHOSTUNREACH;
	for (const struct addrinfo *a = all; a && err; a = a->ai_next)
		err = connect_to(a, timeout_ms, fd);
	freeaddrinfo(all);
	return err;
}

/* Splits "HOST", "HOST:PORT", "[ADDRESS]" or "[ADDRESS]:PORT" in place. */
static bool split(char *place, char **host, const char **port)
{
	char *after;

	*host = place;
	*port = ETHERDEV_PORT;
	if (*place == '[') {
		*host = place + 1;
		after = strchr(place, ']');
		if (!after)
			return false;
		*after++ = 0;
	} else {
		after = strchr(place, ':');
		if (!after)
			return *place;
	}
	if (*after) {
		*port = after + 1;
		if (*after != ':' || !**port)
			return false;
		*after = 0;
	}
	return **host;
}

static int parse(char *args, char **host, const char **port, uint64_t *base, uint64_t *timeout)
{
	char *save = NULL, *place = *args == ',' ? NULL : strtok_r(args, ",", &save), *w;

	if (!place || !split(place, host, port))
		return -EINVAL;
	while ((w = strtok_r(NULL, ",", &save))) {
		const char *value;
		bool good = false;

		if ((value = after_prefix(w, "base=")))
			good = number_whole(value, 0, UINT32_MAX & ~3u, base) && !(*base & 3);
		else if ((value = after_prefix(w, "timeout=")))
			good = number_whole(value, 1, 100000, timeout);
		if (!good)
			return -EINVAL;
	}
	return 0;
}

int etherdev_open(const char *args, struct device **dev)
{
	uint64_t base = 0, timeout = ETHERDEV_TIMEOUT_MS;
	struct etherdev *e = calloc(1, sizeof(*e));
	char *copy = strdup(args), *host = NULL;
	const char *port = NULL;
	int err = e && copy ? parse(copy, &host, &port, &base, &timeout) : -ENOMEM;

	if (!err)
		err = connect_host(host, port, (unsigned int)timeout, &e->fd);
	free(copy);
	if (err) {
		free(e);
		return err;
	}
	e->dev.ops = &ops;
	e->base = (uint32_t)base;
	e->timeout_ms = (unsigned int)timeout;
	err = greeting(e);
	if (err)
		e_close(&e->dev);
	else
		*dev = &e->dev;
	return err;
}
