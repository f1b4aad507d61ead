/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hands the files of the named folders to a driver. When one fails, each gets a process of
 * its own, so that it does not hide the others.
 */
#include "fuzz.h"
#include <dirent.h>
#include <string.h>
#include <sys/wait.h>

#define INPUT_MAX (1u << 20)
#define SECONDS 60 /* for one file */

static unsigned int passed, failed;

static void run(const char *path)
{
	static uint8_t buf[INPUT_MAX];
	FILE *f = fopen(path, "rb");
	uint8_t *data;
	size_t n;

	if (!f) {
		perror(path);
		_exit(2);
	}
	n = fread(buf, 1, sizeof(buf), f);
	fclose(f);
	/* of its exact size, so that reading beyond it is noticed */
	data = malloc(n ? n : 1);
	if (!data)
		_exit(2);
	memcpy(data, buf, n);
	alarm(SECONDS);
	LLVMFuzzerTestOneInput(data, n);
	free(data);
}

/* Runs @n files in a process; whether it ended well. */
static bool run_apart(char *const path[], int n)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		for (int i = 0; i < n; i++)
			run(path[i]);
		exit(0); /* leaks are looked for now */
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

static int is_file(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

/* All at once; when that fails, one by one. */
static void folder(const char *path)
{
	struct dirent **list;
	int n = scandir(path, &list, is_file, alphasort);
	char **name = calloc(n > 0 ? (size_t)n : 1, sizeof(*name));

	if (n < 0 || !name) {
		perror(path);
		failed++;
		free(name);
		return;
	}
	for (int i = 0; i < n; i++) {
		if (asprintf(&name[i], "%s/%s", path, list[i]->d_name) < 0)
			exit(2);
		free(list[i]);
	}
	free(list);
	if (run_apart(name, n)) {
		passed += (unsigned int)n;
	} else {
		for (int i = 0; i < n; i++) {
			if (run_apart(&name[i], 1)) {
				passed++;
				continue;
			}
			printf("not ok %s\n", name[i]);
			failed++;
		}
		failed += !failed; /* only together */
	}
	for (int i = 0; i < n; i++)
		free(name[i]);
	free(name);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		folder(argv[i]);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed || !passed;
}
