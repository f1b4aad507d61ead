/* SPDX-License-Identifier: Apache-2.0 */
#include "device.h"
#include "etherdev.h"
#include "mmapdev.h"
#include "number.h"
#include "uartdev.h"
#include "unixdev.h"
#include "starts_with.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>

typedef int open_function(const char *args, struct device **dev);

static int open_library(const struct device_simulator *sim, const char *args,
			struct device **dev)
{
	open_function *function;
	void *library;
	int err;

	/* A program linked with -static has no dynamic loader, and a library that dlopen()
	 * loads would use a second C library. */
	if (!getauxval(AT_BASE))
		return -ELIBEXEC;
	library = dlopen(sim->file, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return -ELIBACC;
	*(void **)&function = dlsym(library, sim->symbol);
	err = function ? function(args, dev) : -ELIBBAD;
	if (err)
		dlclose(library);
	else
		(*dev)->library = library;
	return err;
}

static int open_backend(const char *name, struct device **dev)
{
	static const struct {
		const char *prefix;
		int (*open)(const char *args, struct device **dev);
	} backends[] = {
		{"unix:", unixdev_open},
		{"mmap:", mmapdev_open},
		{"uart:", uartdev_open},
		{"etherbone:", etherdev_open},
	};

	for (size_t i = 0; i < sizeof(backends) / sizeof(*backends); i++)
		if (starts_with(name, backends[i].prefix))
			return backends[i].open(after_prefix(name, backends[i].prefix), dev);
	return -EPROTONOSUPPORT;
}

int device_open(const char *name, const struct device_simulator *sim, struct device **dev)
{
	int err;

	if (!name || starts_with(name, "sim:"))
		return open_library(sim, name ? after_prefix(name, "sim:") : "", dev);
	err = open_backend(name, dev);
	if (!err)
		(*dev)->library = NULL;
	return err;
}

void device_close(struct device *dev)
{
	void *library = dev->library; /* close() frees dev */

	if (dev->ops->close)
		dev->ops->close(dev);
	if (library)
		dlclose(library);
}

const char *device_access_reason(int err)
{
	switch (err) {
	case -EHOSTDOWN:
		return "the server does not answer";
	case -EPIPE:
	case -ECONNRESET:
		return "the server is gone";
	case -EREMOTEIO:
		return "no answer over the line: is it unplugged, is baud= the rate of the design, "
		       "and the device that of its bridge?";
	case -EBADE:
		return "damaged answers over the line: noise, or baud= is not the rate of the "
		       "design";
	case -ENOLINK:
		return "the line is gone: is its adapter unplugged?";
	case -ECOMM:
		return "the line is never quiet: noise, or another device sends on it";
	default:
		return strerror(-err);
	}
}

const char *device_open_reason(int err, const char *backend, const char *arguments, char *text,
			       size_t size)
{
	const char *why;

	if (!backend)
		backend = "sim:";
	switch (err) {
	case -ELIBACC:
		why = dlerror();
		snprintf(text, size, "%s",
			 why ? why : "the compiled model of the board cannot be loaded");
		return text;
	case -ELIBBAD:
		return "the library is not the one that simulates the board";
	case -ELIBEXEC:
		return "a program linked with -static simulates no board";
	case -EPROTONOSUPPORT:
		return "none of sim:, unix:, mmap:, uart: and etherbone:, or a server of "
		       "another version";
	case -EAGAIN:
		return "another program has held the board for a minute";
	case -EPERM:
		if (starts_with(backend, "unix:"))
			return "the server runs as another user";
		return strerror(-err);
	case -EINVAL:
		if (!arguments || !starts_with(backend, "sim:"))
			return "wrong or missing arguments of the board";
		snprintf(text, size, "the arguments are %s, separated by commas", arguments);
		return text;
	default:
		return device_access_reason(err);
	}
}

int device_hold(struct device *dev, struct device_hold *h, bool *others)
{
	bool changed = false;
	int err = 0;

	if (!h->holds && dev->ops->hold)
		err = dev->ops->hold(dev, UNIXDEV_PATIENCE_US, &changed);
	if (err)
		return err;
	if (changed)
		*others = true;
	h->holds++;
	return 0;
}

int device_release(struct device *dev, struct device_hold *h, int err)
{
	int err2 = 0;

	if (--h->holds == 0 && dev->ops->release) {
		err2 = dev->ops->release(dev, h->changed);
		h->changed = false;
	}
	return err ? err : err2;
}

int device_read_port(struct device *dev, uint32_t addr, uint32_t span, uint32_t *words,
		     size_t n)
{
	int err = 0;

	if (!span || span > DEVICE_SPAN)
		return -EINVAL;
	if (dev->ops->read_port)
		return dev->ops->read_port(dev, addr, span, words, n);
	for (size_t i = 0; i < n && !err; i++) {
		uint64_t v = 0;

		err = dev->ops->read(dev, DEVICE_MEM, addr + 4 * (uint32_t)(i % span), 32, &v);
		words[i] = (uint32_t)v;
	}
	return err;
}

int device_write_port(struct device *dev, uint32_t addr, const uint32_t *words, size_t n)
{
	int err = 0;

	if (dev->ops->write_port)
		return dev->ops->write_port(dev, addr, words, n);
	for (size_t i = 0; i < n && !err; i++)
		err = dev->ops->write(dev, DEVICE_MEM, addr, 32, words[i]);
	return err;
}

int device_command(struct device *dev, const char *command, char *reply, size_t size)
{
	if (!command || (!reply && size))
		return -EINVAL;
	if (size)
		*reply = '\0';
	return dev->ops->control ? dev->ops->control(dev, command, reply, size) : -EOPNOTSUPP;
}

int device_ask(struct device *dev, const char *command, char *reply, size_t size)
{
	return size ? device_command(dev, command, reply, size) : -EINVAL;
}

int device_wait_irq(struct device *dev, uint64_t timeout_us)
{
	return dev->ops->wait_irq ? dev->ops->wait_irq(dev, timeout_us) : -EOPNOTSUPP;
}

int device_run(struct device *dev, uint64_t ns)
{
	struct timespec t = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};

	if (dev->ops->run)
		return dev->ops->run(dev, ns);
	while (clock_nanosleep(CLOCK_MONOTONIC, 0, &t, &t) == EINTR)
		;
	return 0;
}

bool device_lacks_command(int err)
{
	return err == -EOPNOTSUPP || err == -EINVAL;
}

int device_time(struct device *dev, uint64_t *ns)
{
	char reply[64], *end;
	struct timespec t;
	int err = device_command(dev, "time", reply, sizeof(reply));

	if (!err)
		return number_read(reply, &end, ns) || *end ? -EPROTO : 0;
	if (!device_lacks_command(err))
		return err;
	clock_gettime(CLOCK_MONOTONIC, &t);
	*ns = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
	return 0;
}
