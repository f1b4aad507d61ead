/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Event tables of HYPERMON, and software recordings of a node's memory. A table that is read is
 * printed, and reads the same; an error has its place. The same bytes as a recording: events
 * lie within it, of the lengths of the table, and time does not go back.
 */
#include "fuzz.h"
#include "hm_decode.h"
#include <errno.h>
#include <string.h>

static struct hm_table table, again;

static int read_table(struct hm_table *t, const void *text, size_t size, char *message)
{
	char path[32];
	int fd = fuzz_file(text, size, path), err;

	*message = 0;
	err = hm_table_read(t, path, message, 256);
	close(fd);
	return err;
}

static char *print(const struct hm_table *t, size_t *size)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, size);

	FUZZ_CHECK(out);
	fprintf(out, "sent %s\n", t->bytes ? "bytes" : "words");
	for (unsigned int id = 1; id < HM_ID_SUMMARY; id++)
		if (t->type[id].length)
			fprintf(out, "0x%X %u %s %s\n", id, t->type[id].length,
				t->type[id].name, t->type[id].class);
	fclose(out);
	return text;
}

static void recording(const uint8_t *data, size_t size)
{
	struct hm_soft_reader r = {.buffer = data, .used = size, .table = &table};
	const uint8_t *event;
	unsigned int length;
	uint64_t us = 0;
	int n;

	while ((n = hm_soft_next(&r, &event, &length)) == 1) {
		FUZZ_CHECK(event >= data + 2 && event + length <= data + size);
		FUZZ_CHECK(length == table.type[event[0]].length && r.us >= us);
		us = r.us;
	}
	FUZZ_CHECK(n == 0 || n == -EINVAL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char message[256], *text;
	size_t n;
	int err = read_table(&table, data, size, message);

	if (err) {
		/* gzip and zstd that are broken have errors of their own */
		FUZZ_CHECK(err == -EINVAL || err == -EBADMSG || err == -ENODATA);
		FUZZ_CHECK(strchr(message, ':'));
		memset(&table, 0, sizeof(table));
		for (unsigned int id = 1; id < 100; id++)
			table.type[id].length = (uint8_t)(2 + id % 12);
	} else {
		text = print(&table, &n);
		FUZZ_CHECK(read_table(&again, text, n, message) == 0);
		FUZZ_CHECK(!memcmp(&table, &again, sizeof(table)));
		free(text);
	}
	recording(data, size);
	return 0;
}
