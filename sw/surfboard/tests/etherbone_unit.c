/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the backend "etherbone:" with a server that speaks LiteX's Etherbone over TCP in front
 * of a board, and with servers that answer wrongly, too little, too late or not at all.
 */
#include "be.h"
#include "etherdev.h"
#include "fake.h"
#include "../../tests/unit.h"
#include "../surflib.h"
#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BYTES 4096 /* of each memory of the board */
#define BASE 0x30000000u
#define HEADER 12
#define TIMEOUT_MS 300

enum fault {
	NONE,
	NOT_LITEX, /* another greeting */
	SILENT,	   /* no greeting */
	DEAF,	   /* no answer */
	MAGIC,	   /* one byte of the header of an answer is wrong */
	VERSION,
	WIDTHS,
	COUNT,
	SHORT, /* half of an answer, then nothing */
	GONE,  /* half of an answer, then the end */
};

struct server {
	struct fake *board;
	int listener;
	uint16_t port;
	pthread_t thread;
	enum fault fault;
	unsigned int written;	    /* number of words */
	unsigned int packets, most; /* number of packets; largest number of words in one */
};

static bool receive_all(int fd, uint8_t *p, size_t n)
{
	return n == 0 || recv(fd, p, n, MSG_WAITALL) == (ssize_t)n;
}

static uint32_t read_board(struct server *s, uint32_t addr)
{
	struct device *d = &s->board->dev;
	uint64_t v = UINT32_MAX; /* an address where nothing answers */

	addr -= BASE;
	d->ops->read(d, addr == SURF_EPIR || addr == SURF_EBCR ? DEVICE_IO : DEVICE_MEM, addr,
		     32, &v);
	return (uint32_t)v;
}

static void write_board(struct server *s, uint32_t addr, uint32_t v)
{
	struct device *d = &s->board->dev;

	addr -= BASE;
	d->ops->write(d, addr == SURF_EPIR || addr == SURF_EBCR ? DEVICE_IO : DEVICE_MEM, addr,
		      32, v);
}

static void answer(struct server *s, int fd, const uint8_t *addrs, unsigned int n)
{
	uint8_t p[HEADER + 4 + 4 * 255] = {0x4E, 0x6F, 0x10, 0x44, 0, 0, 0, 0, 0, 15};
	size_t length = HEADER + 4 + 4 * n;

	p[10] = (uint8_t)n;
	for (unsigned int i = 0; i < n; i++) {
		const uint32_t v = htonl(read_board(s, get_be32(addrs + 4 * i)));

		memcpy(p + HEADER + 4 + 4 * i, &v, 4);
	}
	switch (s->fault) {
	case DEAF:
		return;
	case MAGIC:
		p[1] ^= 1;
		break;
	case VERSION:
		p[2] ^= 0x30;
		break;
	case WIDTHS:
		p[3] = 0x88;
		break;
	case COUNT:
		p[10]++;
		break;
	case SHORT:
	case GONE:
		length /= 2;
		break;
	default:
		break;
	}
	send(fd, p, length, MSG_NOSIGNAL);
	if (s->fault == GONE)
		shutdown(fd, SHUT_RDWR);
}

static void serve(struct server *s, int fd)
{
	static const char greeting[] = "CommUART:localhost:1234", other[] = "SSH-2.0-OpenSSH";
	uint8_t h[HEADER], body[4 + 4 * 255 + 4 + 4 * 255];

	if (s->fault == NOT_LITEX)
		send(fd, other, strlen(other), MSG_NOSIGNAL);
	else if (s->fault != SILENT)
		send(fd, greeting, strlen(greeting), MSG_NOSIGNAL);
	while (receive_all(fd, h, HEADER)) {
		const unsigned int writes = h[10], reads = h[11];

		/* litex_server looks at nothing else */
		if (h[0] != 0x4E || h[1] != 0x6F || h[2] != 0x10 || h[3] != 0x44)
			break;
		s->packets++;
		s->most = writes + reads > s->most ? writes + reads : s->most;
		if (!receive_all(fd, body, writes ? 4 + 4 * writes : 0))
			break;
		s->written += writes;
		for (unsigned int i = 0; i < writes; i++)
			write_board(s, get_be32(body) + 4 * i, get_be32(body + 4 + 4 * i));
		if (!receive_all(fd, body, reads ? 4 + 4 * reads : 0))
			break;
		if (reads)
			answer(s, fd, body + 4, reads);
	}
	close(fd);
}

static void *run(void *arg)
{
	struct server *s = arg;
	int fd;

	while ((fd = accept(s->listener, NULL, NULL)) >= 0)
		serve(s, fd);
	return NULL;
}

static struct server *begin(enum fault fault)
{
	struct sockaddr_in a = {.sin_family = AF_INET};
	struct server *s = calloc(1, sizeof(*s));
	socklen_t size = sizeof(a);

	assert_non_null(s);
	s->fault = fault;
	s->board = fake_open(BYTES, BYTES);
	assert_non_null(s->board);
	fake_set_core(s->board, true, 25000000);
	s->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_true(s->listener >= 0 && !bind(s->listener, (struct sockaddr *)&a, sizeof(a)) &&
		    !listen(s->listener, 1) &&
		    !getsockname(s->listener, (struct sockaddr *)&a, &size));
	s->port = ntohs(a.sin_port);
	assert_int_equal(pthread_create(&s->thread, NULL, run, s), 0);
	return s;
}

static void end(struct server *s)
{
	shutdown(s->listener, SHUT_RDWR);
	pthread_join(s->thread, NULL);
	close(s->listener);
	fake_close(s->board);
	free(s);
}

static int open_it(const struct server *s, struct device **dev)
{
	char args[80];

	snprintf(args, sizeof(args), "127.0.0.1:%u,base=0x30000000,timeout=%d", s->port,
		 TIMEOUT_MS);
	return etherdev_open(args, dev);
}

static void driver(void)
{
	struct server *s = begin(NONE);
	uint8_t out[BYTES], in[BYTES];
	struct surf_identity id;
	char backend[80];
	struct surf surf;
	uint32_t v;

	snprintf(backend, sizeof(backend), "etherbone:localhost:%u,base=0x30000000", s->port);
	assert_int_equal(surf_Open(&surf, backend), 0);
	assert_int_equal(surf_GetIdentity(&surf, &id), 0);
	assert_int_equal(id.clock_hz, 25000000);
	for (size_t i = 0; i < BYTES; i++)
		out[i] = (uint8_t)(i * 7 + i / 256);
	assert_int_equal(surf_PutHMem(&surf, 0, out, BYTES, NULL, NULL), 0);
	/* a part of a word: the rest of it stays */
	assert_int_equal(surf_PutHMem(&surf, 6, "\x11\x22\x33", 3, NULL, NULL), 0);
	memcpy(out + 6, "\x11\x22\x33", 3);
	assert_int_equal(surf_GetHMem(&surf, 0, in, BYTES, NULL, NULL), 0);
	assert_memory_equal(in, out, BYTES);
	assert_memory_equal(s->board->memory[1], out, BYTES);
	assert_int_equal(s->most, 255);
	assert_int_equal(surf_PutReg(&surf, SURF_ACDR, 0x1234567), 0);
	assert_int_equal(surf_GetReg(&surf, SURF_ACDR, &v), 0);
	assert_int_equal(v, 0x1234567);
	surf_Close(&surf);
	end(s);
}

static void ports(void)
{
	struct server *s = begin(NONE);
	uint32_t w[600], seq[600];
	struct device *dev;
	uint64_t v;

	assert_int_equal(open_it(s, &dev), 0);
	assert_int_equal(dev->ops->write(dev, DEVICE_IO, SURF_EBCR, 32, 1), 0);
	for (uint32_t i = 0; i < 600; i++)
		w[i] = 0x01010101 * i;
	assert_int_equal(dev->ops->write_words(dev, 0xC000000, w, 600), 0);
	assert_int_equal(device_read_port(dev, 0xC000010, 3, seq, 600), 0);
	for (uint32_t EACH(i, 0); i < 600; i++)
		assert_int_equal(seq[i], w[4 + i % 3]);
	assert_int_equal(device_write_port(dev, 0xC000020, w, 10), 0);
	assert_int_equal(dev->ops->read(dev, DEVICE_MEM, 0xC000020, 64, &v), 0);
	assert_true(v == ((uint64_t)w[9] << 32 | w[9]));
	assert_int_equal(dev->ops->write(dev, DEVICE_MEM, 0xC000020, 64, 0x123456789A), 0);
	assert_int_equal(dev->ops->read(dev, DEVICE_MEM, 0xC000024, 32, &v), 0);
	assert_int_equal(v, 0x12);
	assert_int_equal(dev->ops->read(dev, DEVICE_MEM, 2, 32, &v), -EINVAL);
	assert_int_equal(dev->ops->read(dev, DEVICE_IO, 0x1000, 32, &v), -EINVAL);
	assert_int_equal(dev->ops->read(dev, DEVICE_CONFIG, 0, 32, &v), -EOPNOTSUPP);
	dev->ops->close(dev);
	end(s);
}

static int count_core(void *arg, uint32_t addr, const struct surf_identity *id)
{
	++*(unsigned int *)arg;
	assert_int_equal(addr, BASE);
	assert_int_equal(id->kind, SURF_CORE);
	assert_int_equal(id->clock_hz, 25000000);
	return 0;
}

static int stop(void *arg, uint32_t addr, const struct surf_identity *id)
{
	(void)arg;
	(void)addr;
	(void)id;
	return 1;
}

/* Looks for the core in windows with and without it, and writes nothing. */
static void finds_cores(void)
{
	struct server *s = begin(NONE);
	unsigned int cores = 0;
	char backend[80];

	snprintf(backend, sizeof(backend), "etherbone:localhost:%u", s->port);
	assert_int_equal(surf_Probe(backend, 0x2FF00000, 0x300FFFFF, count_core, &cores), 0);
	assert_int_equal(cores, 1);
	assert_int_equal(surf_Probe(backend, BASE + 0x40000, UINT32_MAX, count_core, &cores),
			 0);
	assert_int_equal(surf_Probe(backend, 0, BASE - 1, count_core, &cores), 0);
	assert_int_equal(cores, 1);
	assert_int_equal(surf_Probe(backend, BASE, BASE, stop, &cores), -ECANCELED);
	assert_int_equal(s->board->ebcr & surf_mask(SURF_EBCR_ENABLE), 0);
	assert_int_equal(s->written, 0);
	assert_int_equal(surf_Probe("etherbone:localhost:1", 0, 0, stop, &cores),
			 -ECONNREFUSED);
	end(s);
}

/* Each fault ends the access with its error, in time, and so does every later access. */
static void faults(void)
{
	static const struct {
		enum fault fault;
		int opens, reads;
	} cases[] = {
		{NOT_LITEX, -EPROTO, 0}, {SILENT, -EHOSTDOWN, 0}, {DEAF, 0, -EHOSTDOWN},
		{MAGIC, 0, -EPROTO},	 {VERSION, 0, -EPROTO},	  {WIDTHS, 0, -EPROTO},
		{COUNT, 0, -EPROTO},	 {SHORT, 0, -EHOSTDOWN},  {GONE, 0, -EPIPE},
	};

	for (size_t EACH(i, 0); i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct server *s = begin(cases[i].fault);
		struct device *dev = NULL;
		uint64_t v;

		assert_int_equal(open_it(s, &dev), cases[i].opens);
		for (int EACH(k, 0); dev && k < 2; k++) {
			assert_int_equal(dev->ops->read(dev, DEVICE_IO, SURF_EPIR, 32, &v),
					 cases[i].reads);
			assert_true(v == UINT64_MAX);
		}
		if (dev) {
			assert_int_equal(dev->ops->write(dev, DEVICE_IO, SURF_EBCR, 32, 1),
					 cases[i].reads);
			assert_int_equal(s->packets, 1);
			dev->ops->close(dev);
		}
		end(s);
	}
}

static void arguments(void)
{
	static const char *const wrong[] = {
		"",
		",base=0",
		":1234",
		"localhost:",
		"[::1",
		"[::1]1234",
		"[]:1",
		"localhost,base=2",
		"localhost,base=010", /* not octal */
		"localhost,base=x",
		"localhost,timeout=0",
		"localhost,speed=1",
	};
	struct server *s = begin(NONE);
	struct device *dev;
	char args[80];

	for (size_t EACH(i, 0); i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(etherdev_open(wrong[i], &dev), -EINVAL);
	assert_int_equal(etherdev_open("no.such.host.invalid", &dev), -EHOSTUNREACH);
	snprintf(args, sizeof(args), "[127.0.0.1]:%u", s->port);
	assert_int_equal(etherdev_open(args, &dev), 0);
	dev->ops->close(dev);
	end(s);
	snprintf(args, sizeof(args), "127.0.0.1:1");
	assert_int_equal(etherdev_open(args, &dev), -ECONNREFUSED);
}

static const struct unit units[] = {
	UNIT(driver, ""), UNIT(ports, ""),     UNIT(finds_cores, ""),
	UNIT(faults, ""), UNIT(arguments, ""),
};

UNIT_MAIN(units)
