/* SPDX-License-Identifier: Apache-2.0 */
#include "uartdev.h"
#include "be.h"
#include "number.h"
#include "uartline.h"
#include "wordbus.h"
#include "starts_with.h"
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A frame consists of command, sequence number, number of words, mode ("how"), word address,
 * data and CRC. */
#define READ 0xF8
#define WRITE 0xE7
#define HEADER 8
#define CRC 2
#define LANES 15u   /* mode of a write: the byte lanes */
#define FIXED 0x10u /* mode bit: all words go to the same address */
/* mode of a frame without words: from now on the bridge rejects frames without a CRC */
#define LOCK 1
/* An answer consists of status, sequence number, data and CRC. */
#define ANSWER 0xC0
#define ANSWER_HEADER 2
#define STATUS 3 /* bits of the first byte that hold the status */
enum { OKAY, BUS_ERROR, BUS_HANGS };

#define VERSION 0x54421000u
#define VERSION_MASK 0xFFFFFF00u
#define INTERRUPT 0x10u
#define WORDS_LOG2 0xFu

#define PATIENCE_MS 1000u /* for an answer of a simulation that is not slow */
#define BITS 10		  /* bits per byte, including start and stop bit */
#define FRAME_BYTES (HEADER + 4 * UARTDEV_WORDS + CRC)

struct uartdev {
	struct device dev; /* first */
	struct uartdev_line *line;
	uint32_t base;
	unsigned int timeout_ms; /* for the beginning of an answer */
	unsigned int limit_ms;	 /* for an operation */
	uint64_t slowest_us;	 /* longest time that a simulation needed for a byte */
	unsigned int wait_ms;	 /* for the beginning of the next answer, and its bytes */
	size_t most;		 /* maximum number of words per frame */
	uint8_t seq;
	int broken; /* the error that made the line unusable */
	uint64_t repeated;
	uint8_t frame[FRAME_BYTES], answer[FRAME_BYTES];
};

uint16_t uartdev_crc(uint16_t crc, const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		crc ^= (uint16_t)(bytes[i] << 8);
		for (int bit = 0; bit < 8; bit++)
			crc = (uint16_t)(crc << 1 ^ (crc & 0x8000 ? 0x8005 : 0));
	}
	return crc;
}

/* ---- frames ---- */

static uint64_t now_ms(const struct uartdev *u)
{
	return u->line->now_ms(u->line);
}

/* Receives the answer from byte *@have to byte @until. The last @sent bytes of the frame may
 * still be in transmission. */
static int receive(struct uartdev *u, size_t sent, size_t *have, size_t until)
{
	const unsigned int sending_ms = (unsigned int)(sent * BITS * 1000u / u->line->baud);

	while (*have < until) {
		const int n = u->line->receive(u->line, u->answer + *have, until - *have,
					       u->wait_ms + sending_ms);

		if (n < 0)
			return n;
		*have += (size_t)n;
	}
	return 0;
}

/* Waits until the line has been quiet long enough that the bridge expects a new frame. -ECOMM:
 * it was not, for longer than a frame takes. */
static int drain(struct uartdev *u)
{
	const uint64_t end = now_ms(u) + UARTDEV_NOISY_MS +
			     FRAME_BYTES * BITS * UINT64_C(1000) / u->line->baud;
	int n;

	do
		n = u->line->receive(u->line, u->answer, sizeof(u->answer), UARTDEV_QUIET_MS);
	while (n > 0 && now_ms(u) < end);
	return n == -ETIMEDOUT ? 0 : n > 0 ? -ECOMM : n;
}

/* Receives the answer to the frame of @sent bytes; it has @words words if its status is
 * OKAY. */
static int receive_answer(struct uartdev *u, size_t sent, size_t words)
{
	size_t have = 0, bytes = ANSWER_HEADER + CRC;
	int err = receive(u, sent, &have, ANSWER_HEADER);
	unsigned int status;

	if (err)
		return err;
	status = u->answer[0] & STATUS;
	if ((u->answer[0] & ~STATUS) != ANSWER || status > BUS_HANGS ||
	    u->answer[1] != u->frame[1])
		return -EPROTO;
	bytes += status == OKAY ? 4 * words : 0;
	err = receive(u, 0, &have, bytes);
	if (!err && uartdev_crc(0xFFFF, u->answer, bytes))
		err = -EPROTO;
	return err;
}

/*
 * Sets the time to wait for an answer. A simulation takes its own time, which is known from the
 * answers before; without one a lost frame would cost as long as the slowest simulation.
 */
static void set_patience(struct uartdev *u, size_t bytes)
{
	const uint64_t ms = PATIENCE_MS + 8 * u->slowest_us * bytes / 1000;

	u->wait_ms =
		u->line->simulated && ms < u->timeout_ms ? (unsigned int)ms : u->timeout_ms;
}

static void answered(struct uartdev *u, uint64_t since, size_t bytes)
{
	const uint64_t us = (now_ms(u) - since) * 1000 / bytes;

	if (us > u->slowest_us)
		u->slowest_us = us;
}

/* Adds the CRC to the frame of @bytes bytes in u->frame and sends it, repeatedly if necessary,
 * until an answer arrives. */
static int exchange(struct uartdev *u, size_t bytes, size_t words)
{
	static const int of_status[] = {0, -EIO, -ETIMEDOUT};
	const uint16_t crc = uartdev_crc(0xFFFF, u->frame, bytes);
	const size_t all = bytes + CRC + ANSWER_HEADER + 4 * words + CRC;
	const uint64_t end = now_ms(u) + u->limit_ms;
	unsigned int damaged = 0;
	int err = u->broken, quiet;

	u->frame[bytes] = (uint8_t)(crc >> 8);
	u->frame[bytes + 1] = (uint8_t)crc;
	for (bool again = false; !u->broken; again = true) {
		const uint64_t since = now_ms(u);

		if (again && (since >= end || damaged == UARTDEV_TRIES))
			break;
		u->repeated += again;
		set_patience(u, all);
		err = u->line->send(u->line, u->frame, bytes + CRC);
		if (!err)
			err = receive_answer(u, bytes + CRC, words);
		if (!err) {
			answered(u, since, all);
			return of_status[u->answer[0] & STATUS];
		}
		damaged += err == -EPROTO;
		quiet = err == -ETIMEDOUT || err == -EPROTO ? drain(u) : 0;
		if (err != -ETIMEDOUT && err != -EPROTO)
			u->broken = err;
		else if (quiet == -ECOMM)
			return quiet;
		else
			u->broken = quiet;
		if (u->broken)
			return u->broken;
	}
	return err == -ETIMEDOUT ? -EREMOTEIO : -EBADE;
}

static void put_header(struct uartdev *u, uint8_t command, size_t words, uint32_t how,
		       uint32_t addr)
{
	u->frame[0] = command;
	u->frame[1] = ++u->seq;
	u->frame[2] = (uint8_t)words;
	u->frame[3] = (uint8_t)how;
	put_be32(u->frame + 4, addr >> 2);
}

/* Reads the words of one frame. @span: as for read_port() of struct device_ops; 0: consecutive
 * words. */
static int read_frame(struct uartdev *u, uint32_t addr, uint32_t span, uint32_t *words,
		      size_t n)
{
	int err;

	put_header(u, READ, n, span, u->base + addr);
	err = exchange(u, HEADER, n);
	for (size_t i = 0; i < n && !err; i++)
		words[i] = get_be32(u->answer + ANSWER_HEADER + 4 * i);
	return err;
}

static int write_frame(struct uartdev *u, uint32_t addr, uint32_t how, const uint32_t *words,
		       size_t n)
{
	put_header(u, WRITE, n, how, u->base + addr);
	for (size_t i = 0; i < n; i++)
		put_be32(u->frame + HEADER + 4 * i, words[i]);
	return exchange(u, HEADER + 4 * n, 0);
}

/* Sends a frame without accesses: reads the version of the bridge and the level of the
 * interrupt. */
static int poll_bridge(struct uartdev *u, uint32_t how, uint32_t *word)
{
	int err;

	put_header(u, READ, 0, how, 0);
	err = exchange(u, HEADER, 1);
	if (!err)
		*word = get_be32(u->answer + ANSWER_HEADER);
	return err;
}

/* ---- device ---- */

static int u_read(struct device *dev, enum device_space space, uint32_t addr,
		  unsigned int width, uint64_t *value)
{
	uint32_t v[2] = {0, 0};
	int err = wordbus_check(space, addr, width);

	if (!err)
		err = read_frame((struct uartdev *)dev, addr & ~3u, 0, v, width == 64 ? 2 : 1);
	*value = UINT64_MAX;
	if (err)
		return err;
	*value = wordbus_value(v, addr, width);
	return 0;
}

static int u_write(struct device *dev, enum device_space space, uint32_t addr,
		   unsigned int width, uint64_t value)
{
	const uint32_t v[2] = {(uint32_t)value << addr % 4 * 8, (uint32_t)(value >> 32)};
	const unsigned int be = width >= 32 ? LANES : ((1u << width / 8) - 1) << addr % 4;
	int err = wordbus_check(space, addr, width);

	if (err)
		return err;
	return write_frame((struct uartdev *)dev, addr & ~3u, be, v, width == 64 ? 2 : 1);
}

static int u_read_words(struct device *dev, uint32_t addr, uint32_t *words, size_t n)
{
	struct uartdev *u = (struct uartdev *)dev;
	int err = addr % 4 ? -EINVAL : 0;

	while (n && !err) {
		const size_t part = n < u->most ? n : u->most;

		err = read_frame(u, addr, 0, words, part);
		words += part;
		addr += 4 * (uint32_t)part;
		n -= part;
	}
	return err;
}

static int write_all(struct uartdev *u, uint32_t addr, uint32_t how, const uint32_t *words,
		     size_t n)
{
	int err = addr % 4 ? -EINVAL : 0;

	while (n && !err) {
		const size_t part = n < u->most ? n : u->most;

		err = write_frame(u, addr, how, words, part);
		words += part;
		addr += how & FIXED ? 0 : 4 * (uint32_t)part;
		n -= part;
	}
	return err;
}

static int u_write_words(struct device *dev, uint32_t addr, const uint32_t *words, size_t n)
{
	return write_all((struct uartdev *)dev, addr, LANES, words, n);
}

static int u_write_port(struct device *dev, uint32_t addr, const uint32_t *words, size_t n)
{
	return write_all((struct uartdev *)dev, addr, FIXED | LANES, words, n);
}

/* Each part begins with the first register, so its length is a multiple of the span. */
static int u_read_port(struct device *dev, uint32_t addr, uint32_t span, uint32_t *words,
		       size_t n)
{
	struct uartdev *u = (struct uartdev *)dev;
	const size_t most = u->most - u->most % span;
	int err = addr % 4 ? -EINVAL : 0;

	while (n && !err) {
		/* the frames of the bridge may be shorter than the span */
		const size_t part = n < most ? n : most;

		if (!most)
			return -EOPNOTSUPP;
		err = read_frame(u, addr, span, words, part);
		words += part;
		n -= part;
	}
	return err;
}

static int u_wait_irq(struct device *dev, uint64_t timeout_us)
{
	struct uartdev *u = (struct uartdev *)dev;
	struct timespec t;
	uint64_t now, end;
	uint32_t v = 0;
	int err;

	clock_gettime(CLOCK_MONOTONIC, &t);
	now = (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
	end = timeout_us < UINT64_MAX - now ? now + timeout_us : UINT64_MAX;
	for (;;) {
		err = poll_bridge(u, LOCK, &v);
		if (err || v & INTERRUPT)
			return err;
		clock_gettime(CLOCK_MONOTONIC, &t);
		now = (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
		if (now >= end)
			return -ETIMEDOUT;
	}
}

static void u_close(struct device *dev)
{
	struct uartdev *u = (struct uartdev *)dev;
	uint32_t v;

	if (u->most)
		poll_bridge(u, 0, &v);
	u->line->close(u->line);
	free(u);
}

static const struct device_ops ops = {
	.read = u_read,
	.write = u_write,
	.read_words = u_read_words,
	.write_words = u_write_words,
	.read_port = u_read_port,
	.write_port = u_write_port,
	.wait_irq = u_wait_irq,
	.close = u_close,
};

uint64_t uartdev_repeated(const struct device *dev)
{
	return ((const struct uartdev *)dev)->repeated;
}

/* Begins with a random sequence number, which the previous program is unlikely to have ended
 * with. The bridge accepts this frame in any case, because it requests no access. */
static int hello(struct uartdev *u)
{
	struct timespec t;
	uint32_t v = 0;
	int err;

	clock_gettime(CLOCK_MONOTONIC, &t);
	u->seq = (uint8_t)(t.tv_nsec / 1000);
	err = poll_bridge(u, LOCK, &v);
	if (!err && (v & VERSION_MASK) != VERSION)
		err = -EPROTO;
	if (err)
		return err;
	u->most = (size_t)1 << (v & WORDS_LOG2);
	if (u->most > UARTDEV_WORDS)
		u->most = UARTDEV_WORDS;
	return 0;
}

int uartdev_open_line(struct uartdev_line *line, uint32_t base, unsigned int timeout_ms,
		      struct device **dev)
{
	struct uartdev *u = calloc(1, sizeof(*u));
	int err;

	if (!u) {
		line->close(line);
		return -ENOMEM;
	}
	u->dev.ops = &ops;
	u->line = line;
	u->base = base;
	u->timeout_ms = timeout_ms	  ? timeout_ms
			: line->simulated ? UARTDEV_SIMULATED_MS
					  : UARTDEV_HELLO_MS;
	u->limit_ms = UARTDEV_HELLO_TRIES * (u->timeout_ms + UARTDEV_QUIET_MS);
	if (!timeout_ms && line->simulated)
		u->limit_ms = UARTDEV_HELLO_SIMULATED_MS;
	err = hello(u);
	if (!timeout_ms && !line->simulated)
		u->timeout_ms = UARTDEV_TIMEOUT_MS;
	set_patience(u, 0);
	u->limit_ms = UARTDEV_TRIES * (u->wait_ms + UARTDEV_QUIET_MS);
	if (u->limit_ms < u->timeout_ms)
		u->limit_ms = u->timeout_ms;
	if (err)
		u_close(&u->dev);
	else
		*dev = &u->dev;
	return err;
}

/* ---- arguments ---- */

struct arguments {
	uint64_t baud, base, timeout_ms;
};

static bool argument(struct arguments *a, const char *word)
{
	const char *value;

	if ((value = after_prefix(word, "baud=")))
		return number_whole(value, 1, INT32_MAX, &a->baud);
	if ((value = after_prefix(word, "base=")))
		return number_whole(value, 0, UINT32_MAX & ~3u, &a->base) && !(a->base & 3);
	if ((value = after_prefix(word, "timeout=")))
		return number_whole(value, 1, 100000, &a->timeout_ms);
	return false;
}

int uartdev_open(const char *args, struct device **dev)
{
	struct arguments a = {UARTDEV_BAUD, 0, 0};
	struct uartdev_line *line = NULL;
	char *copy = strdup(args), *save = NULL, *path, *w;
	int err = copy ? 0 : -ENOMEM;

	path = err ? NULL : strtok_r(copy, ",", &save);
	if (!err && !path)
		err = -EINVAL;
	while (!err && (w = strtok_r(NULL, ",", &save)))
		if (!argument(&a, w))
			err = -EINVAL;
	if (!err)
		err = uartline_open(path, (unsigned int)a.baud, &line);
	free(copy);
	if (err)
		return err;
	return uartdev_open_line(line, (uint32_t)a.base, (unsigned int)a.timeout_ms, dev);
}
