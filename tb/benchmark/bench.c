/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"
#include "starts_with.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bench_fail(const char *what, const char *why)
{
	fprintf(stderr, "%s: %s\n", what, why);
	exit(1);
}

void bench_check(int err, const char *what)
{
	if (err)
		bench_fail(what, strerror(-err));
}

bool bench_next(struct bench *b, struct run_event *e)
{
	const int n = run_next(&b->run, e);

	if (n < 0)
		bench_fail(b->path, "the recorded run is damaged or incomplete");
	return n > 0;
}

/* ---- rows ---- */

void bench_adapter(const struct bench *b, uint64_t counted, uint64_t lost)
{
	row_number((double)b->given, "adapter", "%s given", b->setup);
	row_number((double)counted, "adapter", "%s counted", b->setup);
	row_number((double)lost, "adapter", "%s lost", b->setup);
}

void bench_cost(const struct bench *b, const char *name, double value)
{
	row_number(value, "cost", "%s %s", b->setup, name);
}

void bench_loss(const struct bench *b, bool flagged, double count, bool placed)
{
	bench_cost(b, "flagged", flagged);
	bench_cost(b, "placed", placed);
	if (count >= 0)
		bench_cost(b, "reported", count);
}

/* ---- the device ---- */

static struct bench *bench_of(struct device *d)
{
	return (struct bench *)((char *)d - offsetof(struct bench, counting));
}

static int c_read(struct device *d, enum device_space space, uint32_t addr, unsigned int width,
		  uint64_t *value)
{
	struct bench *b = bench_of(d);

	b->accesses++;
	b->read_bytes += width / 8;
	return b->inner->ops->read(b->inner, space, addr, width, value);
}

static int c_write(struct device *d, enum device_space space, uint32_t addr, unsigned int width,
		   uint64_t value)
{
	struct bench *b = bench_of(d);

	b->accesses++;
	return b->inner->ops->write(b->inner, space, addr, width, value);
}

static int c_wait_irq(struct device *d, uint64_t timeout_us)
{
	struct bench *b = bench_of(d);

	return b->inner->ops->wait_irq(b->inner, timeout_us);
}

static int c_run(struct device *d, uint64_t ns)
{
	struct bench *b = bench_of(d);

	return b->inner->ops->run(b->inner, ns);
}

static int c_control(struct device *d, const char *command, char *reply, size_t size)
{
	struct bench *b = bench_of(d);

	if (!b->inner->ops->control)
		return -EOPNOTSUPP;
	return b->inner->ops->control(b->inner, command, reply, size);
}

/* words one by one, so that each access is counted */
static const struct device_ops counting = {.read = c_read,
					   .write = c_write,
					   .wait_irq = c_wait_irq,
					   .run = c_run,
					   .control = c_control};

struct device *bench_device(struct bench *b, struct device *inner)
{
	b->inner = inner;
	b->counting.ops = &counting;
	return &b->counting;
}

/* ---- main ---- */

static void run_setup(struct bench *b, const struct bench_setup *s)
{
	char why[256];

	if (!run_open(&b->run, b->path, why))
		bench_fail("benchmark", why);
	b->setup = s->name;
	b->given = b->read_bytes = b->accesses = 0;
	s->run(b);
	snprintf(why, sizeof(why), "%08x", b->run.digest);
	row_text(why, "digest", "%s", s->name);
	run_close(&b->run);
	bench_cost(b, "bytes", (double)b->read_bytes);
}

static bool read_options(struct bench *b, int argc, char **argv, int *i, const char **only)
{
	for (*i = 1; *i < argc && starts_with(argv[*i], "--"); (*i)++)
		if (starts_with(argv[*i], "--stretch="))
			b->stretch = (unsigned int)atoi(argv[*i] + 10);
		else if (starts_with(argv[*i], "--rate="))
			b->rate = (unsigned int)atoi(argv[*i] + 7);
		else if (starts_with(argv[*i], "--memory=1/"))
			b->less = (unsigned int)atoi(argv[*i] + 11);
		else if (starts_with(argv[*i], "--setup="))
			*only = argv[*i] + 8;
		else
			return false;
	if (!b->rate || !b->less || b->stretch < b->rate)
		return false;
	b->stretch /= b->rate;
	return argc - *i == 2;
}

static void put_cannot(void)
{
	for (unsigned int k = 0; bench_cannot[k]; k++) {
		const int n = (int)strcspn(bench_cannot[k], " ");

		row_text(bench_cannot[k] + n + 1, "cannot", "%.*s", n, bench_cannot[k]);
	}
}

int main(int argc, char **argv)
{
	static struct bench b = {.stretch = 10, .rate = 1, .less = 1};
	char path[4096];
	const char *only = NULL;
	int i;

	if (!read_options(&b, argc, argv, &i, &only)) {
		fprintf(stderr,
			"usage: %s [--stretch=N] [--rate=N] [--memory=1/N] [--setup=NAME] "
			"FOLDER ANSWERS\n",
			argv[0]);
		return 2;
	}
	snprintf(path, sizeof(path), "%s/run.gz", argv[i]);
	b.path = path;
	if (!rows_begin(argv[i + 1]))
		bench_fail(argv[i + 1], strerror(errno));
	for (const struct bench_setup *s = bench_setups; s->name; s++)
		if (!only || !strcmp(only, s->name))
			run_setup(&b, s);
	put_cannot();
	if (!rows_end())
		bench_fail(argv[i + 1], strerror(errno));
	return 0;
}
