/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Passes stored inputs to a driver: the members of the tar archives and the files of the
 * folders that are named as arguments. If one input fails, each input gets its own process, so
 * that one failure does not hide others.
 */
#include "fuzz.h"
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

/* Reads @size bytes of @f as a new input. */
static void add_input(struct inputs *in, const char *path, const char *name, FILE *f,
		      size_t size)
{
	struct input i = {.size = size};

	in->v = realloc(in->v, (in->n + 1) * sizeof(*in->v));
	i.data = malloc(size ? size : 1);
	if (!in->v || !i.data || asprintf(&i.name, "%s/%s", path, name) < 0)
		stop(path, "out of memory");
	if (fread(i.data, 1, size, f) != size)
		stop(path, "ends too early");
	in->v[in->n++] = i;
}

static void read_file(struct inputs *in, const char *path, const char *name)
{
	char *full;
	struct stat st;
	FILE *f;

	if (asprintf(&full, "%s/%s", path, name) < 0)
		stop(path, "out of memory");
	f = fopen(full, "rb");
	if (!f || fstat(fileno(f), &st))
		stop(full, strerror(errno));
	if (st.st_size > INPUT_MAX)
		stop(full, "too large");
	add_input(in, path, name, f, (size_t)st.st_size);
	fclose(f);
	free(full);
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

/* POSIX ustar: blocks of 512 bytes; a header with name, size in octal and type, then the
 * file; two empty blocks at the end. */
#define BLOCK 512

static void read_archive(struct inputs *in, const char *path)
{
	FILE *f = fopen(path, "rb");
	char header[BLOCK];

	if (!f)
		stop(path, strerror(errno));
	while (fread(header, 1, BLOCK, f) == BLOCK && *header) {
		char name[101] = "", size[13] = "", *end;
		unsigned long bytes;

		memcpy(name, header, 100);
		memcpy(size, header + 124, 12);
		bytes = strtoul(size, &end, 8);
		if (memcmp(header + 257, "ustar", 5) || *end || bytes > INPUT_MAX)
			stop(path, "not an archive of inputs");
		if (header[156] != '0')
			continue; /* no file */
		add_input(in, path, name, f, bytes);
		if (fseek(f, -(long)bytes & (BLOCK - 1), SEEK_CUR))
			stop(path, strerror(errno));
	}
	if (*header)
		stop(path, "ends too early");
	fclose(f);
}

static void read_inputs(struct inputs *in, const char *path)
{
	struct stat st;

	if (stat(path, &st))
		stop(path, strerror(errno));
	if (S_ISDIR(st.st_mode))
		read_folder(in, path);
	else
		read_archive(in, path);
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

/* Runs all inputs in one process; if that fails, each in a process of its own. */
static void run_inputs(const struct inputs *in)
{
	if (run_apart(in->v, in->n)) {
		passed += (unsigned int)in->n;
		return;
	}
	for (size_t i = 0; i < in->n; i++) {
		if (run_apart(&in->v[i], 1)) {
			passed++;
			continue;
		}
		printf("not ok %s\n", in->v[i].name);
		failed++;
	}
	failed += !failed; /* the inputs fail only when they run together */
}

int main(int argc, char **argv)
{
	static struct inputs in; /* static, so that it stays reachable and is not reported as a
				  * leak */

	for (int i = 1; i < argc; i++)
		read_inputs(&in, argv[i]);
	run_inputs(&in);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed || !passed;
}
