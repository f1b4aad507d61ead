/* SPDX-License-Identifier: Apache-2.0 */
/* Recordings of valgrind's lackey. Reading always ends, either after the last line or with a
 * message; the accesses, printed in lackey's format and read again, are the same. */
#include "fuzz.h"
#include "lackey.h"
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <zlib.h>

/* A few bytes of compressed input can expand to gigabytes of lines. */
#define ACCESSES_MAX 200000

struct reading {
	struct lackey_access *access;
	size_t n;
	bool markers;
	int end;
};

static struct lackey_access *list[2];

static struct reading read_file(const char *path, struct lackey_access *to, bool from_marker)
{
	struct reading r = {.access = to};
	uint64_t done, total;
	struct lackey *l;

	FUZZ_CHECK(lackey_open(&l, path) == 0);
	if (from_marker)
		lackey_from_marker(l);
	while (r.n < ACCESSES_MAX && (r.end = lackey_next(l, &to[r.n])) == 1) {
		const struct lackey_access *a = &to[r.n++];

		if (a->kind == LACKEY_MARKER)
			FUZZ_CHECK(a->size < LACKEY_MARKERS);
		else
			FUZZ_CHECK(a->size >= 1 && a->size <= LACKEY_BYTES_MAX &&
				   a->addr + (a->size - 1) >= a->addr);
		r.markers |= a->kind == LACKEY_MARKER;
	}
	FUZZ_CHECK(r.end == 1 || r.end == 0 || r.end == -EBADMSG || r.end == -EIO);
	FUZZ_CHECK(r.end >= 0 || *lackey_error(l));
	FUZZ_CHECK(lackey_skipped(l) <= lackey_lines(l));
	lackey_position(l, &done, &total);
	lackey_close(l);
	return r;
}

/* Prints the accesses again; used only without markers, because the reader skips lines after a
 * marker that would be needed to find the next one. */
static void print_again(const struct reading *r)
{
	static const char *const kind[] = {"I ", " L", " S", " M"};
	struct reading again;
	char *text = NULL, path[32];
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	int fd;

	FUZZ_CHECK(out);
	for (size_t i = 0; i < r->n; i++)
		fprintf(out, "%s %08" PRIx64 ",%" PRIu32 "\n", kind[r->access[i].kind],
			r->access[i].addr, r->access[i].size);
	fclose(out);
	fd = fuzz_file((uint8_t *)text, size, path);
	again = read_file(path, list[1], false);
	FUZZ_CHECK(again.n == r->n && (again.end == 0 || r->n == ACCESSES_MAX));
	for (size_t i = 0; i < r->n; i++)
		FUZZ_CHECK(again.access[i].addr == r->access[i].addr &&
			   again.access[i].size == r->access[i].size &&
			   again.access[i].kind == r->access[i].kind);
	close(fd);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct reading r;
	char path[32];
	int fd = fuzz_file(data, size, path);

	for (int i = 0; i < 2 && !list[i]; i++)
		FUZZ_CHECK(list[i] = malloc(ACCESSES_MAX * sizeof(*list[i])));
	read_file(path, list[0], true);
	r = read_file(path, list[0], false);
	if (!r.markers)
		print_again(&r);
	close(fd);
	return 0;
}
