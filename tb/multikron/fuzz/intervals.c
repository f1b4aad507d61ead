/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Descriptions of intervals, interval.info. A description that is accepted is printed and read
 * again, which must give the same description. An error must name a line of the file.
 */
#include "fuzz.h"
#include "mk_interval.h"
#include <errno.h>
#include <inttypes.h>
#include <string.h>

static int read_list(struct mk_intervals *list, const void *text, size_t size, char *message,
		     char path[32])
{
	const int fd = fuzz_file(text, size, path);
	const int err = mk_intervals_read(list, path, message, 256);

	close(fd);
	return err;
}

static void print(const struct mk_intervals *list, FILE *out)
{
	for (size_t k = 0; k < list->count; k++) {
		const struct mk_interval *i = &list->interval[k];

		fprintf(out, "%d", (int)i->kind);
		for (unsigned int e = 0; e < mk_interval_events(i); e++)
			fprintf(out, " %" PRIu64, i->event[e]);
		for (unsigned int n = 0; n < mk_interval_events(i) - 1; n++)
			fprintf(out, " \"%s\"", i->name[n]);
		fputc('\n', out);
	}
}

static void compare(const struct mk_intervals *a, const struct mk_intervals *b)
{
	FUZZ_CHECK(a->count == b->count);
	for (size_t k = 0; k < a->count; k++) {
		const struct mk_interval *x = &a->interval[k], *y = &b->interval[k];

		FUZZ_CHECK(x->kind == y->kind && y->line == k + 1);
		for (unsigned int e = 0; e < mk_interval_events(x); e++)
			FUZZ_CHECK(x->event[e] == y->event[e]);
		for (unsigned int n = 0; n < mk_interval_lengths(x); n++)
			FUZZ_CHECK(!strcmp(x->name[n], y->name[n]));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mk_intervals list, again;
	char message[256] = "", path[32], *text = NULL;
	size_t length;
	FILE *out;
	int err = read_list(&list, data, size, message, path);

	if (err) {
		FUZZ_CHECK(err == -EINVAL && !strncmp(message, path, strlen(path)));
		mk_intervals_free(&list);
		return 0;
	}
	FUZZ_CHECK(list.count && !*message);
	for (size_t k = 1; k < list.count; k++)
		FUZZ_CHECK(list.interval[k - 1].line < list.interval[k].line);
	out = open_memstream(&text, &length);
	FUZZ_CHECK(out);
	print(&list, out);
	fclose(out);
	FUZZ_CHECK(!read_list(&again, text, length, message, path));
	compare(&list, &again);
	mk_intervals_free(&list);
	mk_intervals_free(&again);
	free(text);
	return 0;
}
