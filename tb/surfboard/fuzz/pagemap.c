/* SPDX-License-Identifier: Apache-2.0 */
/* Page maps. Every entry that was read is found again by its page, and the entries printed one
 * by one and read again give the same map. */
#include "fuzz.h"
#include "shrimp/pagemap.h"
#include <errno.h>
#include <inttypes.h>
#include <string.h>

static int load(const uint8_t *data, size_t size, struct pagemap **m)
{
	char path[32], why[256] = "";
	int fd = fuzz_file(data, size, path), err;

	*m = pagemap_open();
	FUZZ_CHECK(*m);
	err = pagemap_load(*m, path, why, sizeof(why));
	FUZZ_CHECK(!err || *why);
	FUZZ_CHECK(memchr(why, 0, sizeof(why)));
	close(fd);
	return err;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pagemap *m, *again;
	char *text = NULL;
	size_t n = 0;
	FILE *out;

	if (load(data, size, &m)) {
		pagemap_close(m);
		return 0;
	}
	out = open_memstream(&text, &n);
	FUZZ_CHECK(out);
	for (size_t i = 0; i < pagemap_count(m); i++) {
		const struct pagemap_entry *e = pagemap_at(m, i);

		FUZZ_CHECK(e->sender >= 1 && e->sender <= PAGEMAP_SENDERS && e->color < 64);
		FUZZ_CHECK(pagemap_find(m, e->page + PAGE_BYTES - 1) == e);
		FUZZ_CHECK(e->dest == PAGEMAP_DEST + i * PAGE_BYTES);
		fprintf(out, "%" PRIx64 "=%u:%u:%u\n", e->page, e->sender, e->color & 15u,
			e->irq);
	}
	fclose(out);
	FUZZ_CHECK(load((uint8_t *)text, n, &again) == 0);
	FUZZ_CHECK(pagemap_count(m) == pagemap_count(again));
	for (size_t i = 0; i < pagemap_count(m); i++) {
		const struct pagemap_entry *a = pagemap_at(m, i), *b = pagemap_at(again, i);

		FUZZ_CHECK(a->page == b->page && a->dest == b->dest && a->sender == b->sender &&
			   a->color == b->color && a->irq == b->irq);
	}
	free(text);
	pagemap_close(again);
	pagemap_close(m);
	return 0;
}
