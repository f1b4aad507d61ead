/* SPDX-License-Identifier: Apache-2.0 */
/* Verilator: compiled models, loaded when a simulation is opened. */
#include "backend.h"
#include "model.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WAVE_NAME (PATH_MAX + 8)

struct run {
	struct model m;
	void *instance;
	char wave[PATH_MAX]; /* name of the open dump, or "" */
};

/* Not to standard output, which is for the data of a tool. */
static void print_text(void *arg, const char *text)
{
	(void)arg;
	fputs(text, stderr);
}

static void *v_open(const char *model, uint32_t jitter, struct evaluate *eval)
{
	struct run *r = calloc(1, sizeof(*r));
	char error[512];

	if (!r)
		return NULL;
	if (!model_load(&r->m, model, error, sizeof(error))) {
		fprintf(stderr, "the model %s does not load: %s\n", model, error);
		free(r);
		errno = ELIBACC;
		return NULL;
	}
	r->instance = r->m.open("tb", jitter);
	if (!r->instance) {
		free(r);
		return NULL;
	}
	r->m.on_text(r->instance, print_text, NULL);
	*eval = (struct evaluate){r->m.eval, r->m.pulse, r->m.set_time, r->instance};
	return r;
}

static void v_close(void *b)
{
	struct run *r = b;

	r->m.close(r->instance);
	free(r);
}

static const char *v_simulator(void *b)
{
	struct run *r = b;

	return r->m.simulator();
}

static const char *v_stopped(void *b)
{
	struct run *r = b;

	return r->m.stopped(r->instance);
}

static bool v_pin(void *b, const char *name, struct sim_pin *p)
{
	struct run *r = b;
	const int n = r->m.find(name);

	if (n < 0 || r->m.pin_width((unsigned int)n) > 64)
		return false;
	p->width = r->m.pin_width((unsigned int)n);
	p->bytes = p->width <= 8 ? 1 : p->width <= 16 ? 2 : p->width <= 32 ? 4 : 8;
	p->output = r->m.pin_is_output((unsigned int)n);
	p->pulse = r->m.clock_bit((unsigned int)n);
	p->ptr = r->m.pin_ptr(r->instance, (unsigned int)n);
	return true;
}

/* Whether all blocks of an FST file are present: Verilator's writer does not report errors. */
static bool fst_whole(const char *path)
{
	enum {
		HEADER = 0,
		GEOMETRY = 3,
		HIERARCHY = 4,
		HIERARCHY_LZ4 = 6,
		HIERARCHY_LZ4_2 = 7
	};
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool geometry = false, hierarchy = false, whole = true;
	uint64_t at = 0, size;
	struct stat st;

	if (fd < 0)
		return false;
	size = fstat(fd, &st) ? 0 : (uint64_t)st.st_size;
	/* a part that was not written, between two written blocks, is a hole */
	if ((uint64_t)lseek(fd, 0, SEEK_HOLE) < size)
		whole = false;
	while (at < size && whole) {
		uint8_t b[9];
		uint64_t bytes = 0;

		whole = pread(fd, b, sizeof(b), (off_t)at) == sizeof(b);
		for (unsigned int i = 1; i < sizeof(b); i++)
			bytes = bytes << 8 | b[i];
		whole = whole && (at > 0 || b[0] == HEADER) && bytes >= 8 &&
			bytes <= size - at - 1;
		at += 1 + bytes;
		geometry |= b[0] == GEOMETRY;
		hierarchy |=
			b[0] == HIERARCHY || b[0] == HIERARCHY_LZ4 || b[0] == HIERARCHY_LZ4_2;
	}
	close(fd);
	return whole && geometry && hierarchy;
}

static void keep_owner(const char *from, const char *to)
{
	struct stat st;

	if (!stat(from, &st) && !chmod(to, st.st_mode & 07777) &&
	    chown(to, st.st_uid, st.st_gid))
		errno = 0; /* not an error: the file then belongs to this user */
}

static void part_name(char name[WAVE_NAME], const char *path)
{
	snprintf(name, WAVE_NAME, "%s.part", path);
}

/* Gives the dump its name if it is complete. */
static bool v_wave_close(void *b)
{
	struct run *r = b;
	char part[WAVE_NAME];
	struct stat st;
	int err = 0;

	if (!*r->wave)
		return true;
	part_name(part, r->wave);
	errno = 0;
	r->m.wave_close(r->instance);
	if (stat(part, &st))
		err = errno;
	else if (!fst_whole(part))
		err = ENOSPC; /* in all probability */
	if (!err) {
		keep_owner(r->wave, part);
		if (rename(part, r->wave))
			err = errno;
	}
	if (err)
		unlink(part);
	*r->wave = 0;
	errno = err;
	return !err;
}

static bool v_wave_open(void *b, const char *path)
{
	struct run *r = b;
	char part[WAVE_NAME];

	if (strlen(path) >= sizeof(r->wave)) {
		errno = ENAMETOOLONG;
		return false;
	}
	part_name(part, path);
	errno = 0;
	if (r->m.wave_open(r->instance, part) != 0) {
		errno = errno ? errno : EIO;
		return false;
	}
	snprintf(r->wave, sizeof(r->wave), "%s", path);
	return true;
}

static void v_wave_dump(void *b, sim_time now)
{
	struct run *r = b;

	r->m.wave_dump(r->instance, now);
}

static bool v_coverage(void *b, const char *path)
{
	struct run *r = b;

	return r->m.coverage_write(r->instance, path) == 0;
}

const struct backend sim_backend = {
	.name = "verilator",
	.open = v_open,
	.close = v_close,
	.simulator = v_simulator,
	.stopped = v_stopped,
	.pin = v_pin,
	.wave_open = v_wave_open,
	.wave_dump = v_wave_dump,
	.wave_close = v_wave_close,
	.coverage = v_coverage,
};
