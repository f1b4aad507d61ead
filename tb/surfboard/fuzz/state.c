/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Saved states of a board. The driver appends the END line with the checksum to the input,
 * because a fuzzer would not find a correct checksum by itself. A state that loads is saved and
 * loaded again, and the two files are the same.
 */
#include "surfstate.h"
#include "board.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <zlib.h>

struct board {
	struct fake *f;
	struct surf surf;
};

/* Opens a board that has only the smallest trace memory, because the memory is written in every
 * run. */
static void open_board(struct board *b, unsigned int which)
{
	memset(&b->surf, 0, sizeof(b->surf));
	b->f = fuzz_board(which, 4u << 20, 0);
	fake_set_revision_2(b->f);
	FUZZ_CHECK(surf_open_device(&b->surf, &b->f->dev) == 0);
	FUZZ_CHECK(surf_PutReg(&b->surf, SURF_HTCR, 0) == 0);
}

static int load(struct board *b, const char *path)
{
	struct surf_state_report report;
	int err = surf_load_state(&b->surf, path, &report, NULL, NULL);

	FUZZ_CHECK(err <= 0);
	FUZZ_CHECK((err == -EBADMSG) == (report.wrong != NULL));
	FUZZ_CHECK(err || !((report.saved | report.board) & ~0x3FFFu));
	return err;
}

/* Returns the saved file in a buffer that the caller must free. */
static char *save(struct board *b, size_t *size)
{
	char path[] = "/tmp/surf-state-XXXXXX", *text;
	int fd = mkstemp(path);
	off_t end;

	FUZZ_CHECK(fd >= 0);
	close(fd);
	FUZZ_CHECK(surf_save_state(&b->surf, path, NULL, NULL) == 0);
	fd = open(path, O_RDONLY);
	unlink(path);
	FUZZ_CHECK(fd >= 0 && (end = lseek(fd, 0, SEEK_END)) > 0);
	*size = (size_t)end;
	text = malloc(*size);
	FUZZ_CHECK(text && pread(fd, text, *size, 0) == end);
	close(fd);
	return text;
}

static void comes_back(struct board *b)
{
	size_t n, m;
	char *first = save(b, &n), *second;
	struct board other;
	char path[32];
	int fd = fuzz_file((uint8_t *)first, n, path);

	open_board(&other, 1);
	FUZZ_CHECK(load(&other, path) == 0);
	second = save(&other, &m);
	FUZZ_CHECK(n == m && !memcmp(first, second, n));
	surf_Close(&other.surf);
	close(fd);
	free(first);
	free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct board b;
	char path[32];
	int fd;

	open_board(&b, 0);
	fd = fuzz_file(data, size, path);
	lseek(fd, 0, SEEK_END);
	dprintf(fd, "END %08lX\n", crc32(0, data, (uInt)size));
	if (load(&b, path) == 0)
		comes_back(&b);
	close(fd);
	/* the input is also loaded without the END line */
	fd = fuzz_file(data, size, path);
	load(&b, path);
	close(fd);
	surf_Close(&b.surf);
	return 0;
}
