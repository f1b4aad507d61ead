/* SPDX-License-Identifier: Apache-2.0 */
/*
 *   replay FOLDER VARIATIONS SEED FINDINGS
 * Passes the files of a folder to a driver, then VARIATIONS random changes of each. If one
 * input fails, each input gets its own process, so that one failure does not hide others. A
 * changed input that fails is stored as FINDINGS-NUMBER.
 */
#include "fuzz.h"
#include "random.h"
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define INPUT_MAX (1u << 20)
#define SECONDS 60 /* time limit for one input */

struct input {
	char *name;
	uint8_t *data; /* allocated with the exact size, so that the address sanitizer detects
			* reads beyond it */
	size_t size;
};

struct inputs {
	struct input *v;
	size_t n;
};

static unsigned int passed, failed;

static _Noreturn void stop(const char *path, const char *what)
{
	fprintf(stderr, "%s: %s\n", path, what);
	exit(2);
}

/* ---- reading ---- */

static void read_file(struct inputs *in, const char *path, const char *name)
{
	struct input i = {0};
	struct stat st;
	FILE *f;

	in->v = realloc(in->v, (in->n + 1) * sizeof(*in->v));
	if (!in->v || asprintf(&i.name, "%s/%s", path, name) < 0)
		stop(path, "out of memory");
	f = fopen(i.name, "rb");
	if (!f || fstat(fileno(f), &st))
		stop(i.name, strerror(errno));
	if (st.st_size > INPUT_MAX)
		stop(i.name, "too large");
	i.size = (size_t)st.st_size;
	i.data = malloc(i.size ? i.size : 1);
	if (!i.data || fread(i.data, 1, i.size, f) != i.size)
		stop(i.name, "cannot be read");
	fclose(f);
	in->v[in->n++] = i;
}

static int is_file(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

static void read_folder(struct inputs *in, const char *path)
{
	struct dirent **list;
	const int n = scandir(path, &list, is_file, alphasort);

	if (n < 0)
		stop(path, strerror(errno));
	for (int i = 0; i < n; i++) {
		read_file(in, path, list[i]->d_name);
		free(list[i]);
	}
	free(list);
}

/* ---- changing ---- */

/* An input changes at most this many times, and grows by at most this many bytes each time. */
#define CHANGES 8
#define GROWTH 64

static uint64_t state;

/* Returns a random number below @n, which is not 0. */
static size_t below(size_t n)
{
	return (size_t)(random_splitmix(&state) % n);
}

/* Inserts up to GROWTH bytes of @from at a random place of the @size bytes at @data. */
static size_t insert(uint8_t *data, size_t size, const struct input *from)
{
	const size_t at = below(size + 1), begin = below(from->size + 1);
	size_t n = below(GROWTH + 1);

	if (n > from->size - begin)
		n = from->size - begin;
	memmove(data + at + n, data + at, size - at);
	memcpy(data + at, from->data + begin, n);
	return size + n;
}

/* Removes a random range. */
static size_t erase(uint8_t *data, size_t size)
{
	const size_t at = below(size + 1), n = below(size - at + 1);

	memmove(data + at, data + at + n, size - at - n);
	return size - n;
}

static size_t change(uint8_t *data, size_t size, const struct inputs *in)
{
	static const uint8_t ends[] = {0x00, 0x7F, 0x80, 0xFF};

	switch (below(5)) {
	case 0:
		return insert(data, size, &in->v[below(in->n)]);
	case 1:
		return erase(data, size);
	case 2:
		if (size)
			data[below(size)] ^= (uint8_t)(1u << below(8));
		return size;
	case 3:
		if (size)
			data[below(size)] = ends[below(sizeof(ends))];
		return size;
	default:
		if (size)
			data[below(size)] = (uint8_t)below(256);
		return size;
	}
}

/* Adds a changed copy of @from to @out. */
static void add_changed(struct inputs *out, const struct inputs *in, const struct input *from,
			unsigned long number)
{
	uint8_t *data = malloc(from->size + CHANGES * GROWTH);
	struct input i = {.size = from->size};

	out->v = realloc(out->v, (out->n + 1) * sizeof(*out->v));
	if (!data || !out->v || asprintf(&i.name, "%s, change %lu", from->name, number) < 0)
		stop(from->name, "out of memory");
	memcpy(data, from->data, from->size);
	for (size_t n = 1 + below(CHANGES); n; n--)
		i.size = change(data, i.size, in);
	i.data = malloc(i.size ? i.size : 1);
	if (!i.data)
		stop(from->name, "out of memory");
	memcpy(i.data, data, i.size);
	free(data);
	out->v[out->n++] = i;
}

/* ---- running ---- */

/* Passes @n inputs to the driver in a process of its own. Returns whether it exited with status
 * 0. */
static bool run_apart(const struct input *v, size_t n)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		for (size_t i = 0; i < n; i++) {
			alarm(SECONDS);
			LLVMFuzzerTestOneInput(v[i].data, v[i].size);
		}
		exit(0); /* exit() runs the leak check */
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

/* Stores an input that is no file. */
static void store(const struct input *i, const char *findings)
{
	char *path;
	FILE *f;

	if (asprintf(&path, "%s-%u", findings, failed) < 0)
		stop(i->name, "out of memory");
	f = fopen(path, "wb");
	if (!f || fwrite(i->data, 1, i->size, f) != i->size || fclose(f))
		stop(path, strerror(errno));
	printf("stored as %s\n", path);
	free(path);
}

/* Runs @n inputs in one process; if that fails, each in a process of its own. @findings is NULL
 * if the inputs are files. */
static void run_batch(const struct input *v, size_t n, const char *findings)
{
	const unsigned int before = failed;

	if (run_apart(v, n)) {
		passed += (unsigned int)n;
		return;
	}
	for (size_t i = 0; i < n; i++) {
		if (run_apart(&v[i], 1)) {
			passed++;
			continue;
		}
		printf("not ok %s\n", v[i].name);
		failed++;
		if (findings)
			store(&v[i], findings);
	}
	if (failed == before) {
		printf("not ok: fails only when %zu inputs run in one process\n", n);
		failed++;
	}
}

/* Inputs of a process, which ends with a search for leaks that takes longer than an input. */
#define BATCH 512

static void run_inputs(const struct inputs *in, const char *findings)
{
	for (size_t i = 0; i < in->n; i += BATCH)
		run_batch(in->v + i, in->n - i < BATCH ? in->n - i : BATCH, findings);
}

int main(int argc, char **argv)
{
	/* static, so that they stay reachable and are not reported as leaks */
	static struct inputs kept, changed;
	unsigned long variations;

	if (argc != 5)
		stop(argv[0], "FOLDER VARIATIONS SEED FINDINGS");
	variations = strtoul(argv[2], NULL, 10);
	state = strtoull(argv[3], NULL, 10);
	read_folder(&kept, argv[1]);
	run_inputs(&kept, NULL);
	for (size_t i = 0; i < kept.n; i++)
		for (unsigned long n = 0; n < variations; n++)
			add_changed(&changed, &kept, &kept.v[i], n);
	run_inputs(&changed, argv[4]);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed || !passed;
}
