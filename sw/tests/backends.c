/* SPDX-License-Identifier: Apache-2.0 */
#include "backends.h"
#include "serve.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SIM, UNIX, MMAP, BACKENDS };

static void note(struct noting *n, struct noted access)
{
	assert_true(n->logged < NOTED);
	n->log[n->logged++] = access;
}

static int noting_read(struct device *dev, enum device_space space, uint32_t addr,
		       unsigned int width, uint64_t *value)
{
	struct noting *n = (struct noting *)dev;

	assert_int_equal(space, DEVICE_MEM);
	note(n, (struct noted){false, addr, width, 0});
	return n->behind->ops->read(n->behind, space, addr, width, value);
}

static int noting_write(struct device *dev, enum device_space space, uint32_t addr,
			unsigned int width, uint64_t value)
{
	struct noting *n = (struct noting *)dev;

	assert_int_equal(space, DEVICE_MEM);
	note(n, (struct noted){true, addr, width, value});
	return n->behind->ops->write(n->behind, space, addr, width, value);
}

static void noting_close(struct device *dev)
{
	(void)dev;
}

void noting_open(struct noting *n, struct device *behind)
{
	static const struct device_ops ops = {
		.read = noting_read, .write = noting_write, .close = noting_close};

	*n = (struct noting){.dev.ops = &ops, .behind = behind};
}

struct server {
	int listener;
	struct device *fake;
};

static void *serve(void *arg)
{
	struct server *s = arg;

	serve_client(s->listener, s->fake);
	return NULL;
}

void backends_compare(struct device *fake, size_t offset, size_t bytes,
		      void (*session)(struct backends_turn *turn), size_t least)
{
	static struct backends_turn turn[BACKENDS];
	char folder[] = "/tmp/backends-XXXXXX", socket[64], file[64], name[BACKENDS][160];
	struct server server = {.fake = fake};
	pthread_t thread;
	int fd;

	assert_non_null(mkdtemp(folder));
	snprintf(socket, sizeof(socket), "%s/s", folder);
	snprintf(file, sizeof(file), "%s/f", folder);
	server.listener = serve_listen(socket);
	fd = open(file, O_RDWR | O_CREAT, 0600);
	assert_true(server.listener >= 0 && fd >= 0);
	assert_int_equal(ftruncate(fd, (off_t)(offset + bytes)), 0);
	assert_int_equal(pthread_create(&thread, NULL, serve, &server), 0);

	snprintf(name[SIM], sizeof(*name), "sim:");
	snprintf(name[UNIX], sizeof(*name), "unix:%s", socket);
	snprintf(name[MMAP], sizeof(*name), "mmap:slot=none,mem=%s,offset=%zu", file, offset);
	for (unsigned int i = 0; i < BACKENDS; i++) {
		turn[i].name = name[i];
		turn[i].mapped = i == MMAP ? file : NULL;
		session(&turn[i]);
	}
	pthread_join(thread, NULL);
	close(server.listener);
	close(fd);
	unlink(socket);
	unlink(file);
	rmdir(folder);

	assert_true(turn[SIM].noting.logged > least);
	for (unsigned int i = UNIX; i < BACKENDS; i++) {
		assert_int_equal(turn[i].noting.logged, turn[SIM].noting.logged);
		for (size_t k = 0; k < turn[i].noting.logged; k++) {
			const struct noted *a = &turn[i].noting.log[k],
					   *b = &turn[SIM].noting.log[k];

			assert_true(a->write == b->write && a->addr == b->addr &&
				    a->width == b->width && a->value == b->value);
		}
	}
}
