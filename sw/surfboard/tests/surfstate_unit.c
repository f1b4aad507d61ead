/* SPDX-License-Identifier: Apache-2.0 */
#include "../../tests/unit.h"
#include "../surfstate.h"
#include "fake.h"
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#define MB (1u << 20)

enum { ISCR = 6, IEMR, HTCR };

static char folder[] = "/tmp/surfstate-XXXXXX";
static char path[64], other[64];

/* A board with 4 MB each, opened, some words in its memories, collecting. */
static struct fake *open_board(struct surf *s)
{
	struct fake *f = fake_open(4 * MB, 4 * MB);

	assert_non_null(f);
	assert_int_equal(surf_open_device(s, &f->dev), 0);
	for (unsigned int i = 0; i < 40; i++)
		f->memory[i & 1][(i * 104729) & 0x3FFFFF] = (uint8_t)(i + 1);
	f->mmio[HTCR] = 7;
	f->mmio[IEMR] = 0x155;
	f->hfcr[1] = 3;
	return f;
}

static char *whole(const char *name, size_t *size)
{
	FILE *f = fopen(name, "r");
	char *text = calloc(1, 1 << 20);

	assert_non_null(f);
	assert_non_null(text);
	*size = fread(text, 1, 1 << 20, f);
	fclose(f);
	return text;
}

static void put_whole(const char *name, const char *text, size_t size)
{
	FILE *f = fopen(name, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, size, f), size);
	assert_int_equal(fclose(f), 0);
}

static void saves_and_loads(void **state)
{
	struct surf_state_report r;
	struct surf s;
	struct fake *f = open_board(&s), *g;
	size_t size[2];
	char *text[2];

	(void)state;
	f->mmio[ISCR] = 0x1F00; /* BV and those above */
	assert_int_equal(surf_save_state(&s, path, NULL, NULL), 0);
	/* it goes on */
	assert_int_equal(f->mmio[HTCR], 7);
	assert_int_equal(f->mmio[IEMR], 0x155);
	surf_Close(&s);
	g = fake_open(4 * MB, 4 * MB);
	memset(g->memory[0], 0xAA, 4 * MB);
	memset(g->memory[1], 0xAA, 4 * MB);
	assert_int_equal(surf_open_device(&s, &g->dev), 0);
	assert_int_equal(surf_load_state(&s, path, &r, NULL, NULL), 0);
	assert_int_equal(r.saved, 0x1F00);
	assert_int_equal(r.board, 0);
	assert_int_equal(g->mmio[HTCR], 7);
	assert_int_equal(g->mmio[IEMR], 0x155);
	assert_memory_equal(f->memory[0], g->memory[0], 4 * MB);
	assert_memory_equal(f->memory[1], g->memory[1], 4 * MB);
	g->mmio[ISCR] = 0x1F00;
	assert_int_equal(surf_save_state(&s, other, NULL, NULL), 0);
	for (int i = 0; i < 2; i++)
		text[i] = whole(i ? other : path, &size[i]);
	assert_int_equal(size[0], size[1]);
	assert_memory_equal(text[0], text[1], size[0]);
	free(text[0]);
	free(text[1]);
	fake_close(f);
	fake_close(g);
}

/* Whatever byte is changed, wherever the file is cut: it is refused, with a reason and a
 * line, and nothing has been written to the board. */
static void refuses_damage(void **state)
{
	struct surf_state_report r;
	struct surf s;
	struct fake *f = open_board(&s);
	size_t size;
	char *text;

	(void)state;
	assert_int_equal(surf_save_state(&s, path, NULL, NULL), 0);
	text = whole(path, &size);
	assert_true(size > 500);
	memset(f->writes, 0, sizeof(f->writes));
	f->accesses = 0;
	for (size_t i = 0; i < size; i++) {
		const char was = text[i];

		text[i] = (char)(was ^ (1 << i % 7));
		put_whole(other, text, size);
		assert_int_equal(surf_load_state(&s, other, &r, NULL, NULL), -EBADMSG);
		assert_non_null(r.wrong);
		assert_true(r.line > 0);
		text[i] = was;
		put_whole(other, text, i);
		assert_int_equal(surf_load_state(&s, other, &r, NULL, NULL), -EBADMSG);
		assert_non_null(r.wrong);
	}
	put_whole(other, text, size);
	assert_int_equal(truncate(other, (off_t)size - 1), 0);
	assert_int_equal(surf_load_state(&s, other, &r, NULL, NULL), -EBADMSG);
	text[size] = '\n';
	text[size + 1] = 'X';
	text[size + 2] = '\n';
	put_whole(other, text, size + 3);
	assert_int_equal(surf_load_state(&s, other, &r, NULL, NULL), -EBADMSG);
	assert_string_equal(r.wrong, "nothing follows END");
	assert_int_equal(f->accesses, 0);
	free(text);
	surf_Close(&s);
	fake_close(f);
}

static void refuses_other_boards(void **state)
{
	struct surf s;
	struct fake *f = open_board(&s);

	(void)state;
	assert_int_equal(surf_save_state(&s, path, NULL, NULL), 0);
	surf_Close(&s);
	fake_close(f);
	f = fake_open(4 * MB, 16 * MB);
	assert_int_equal(surf_open_device(&s, &f->dev), 0);
	f->accesses = 0;
	assert_int_equal(surf_load_state(&s, path, NULL, NULL, NULL), -EMEDIUMTYPE);
	assert_int_equal(f->accesses, 0);
	/* a state with MEI needs leave */
	assert_int_equal(surf_allow_mei(&s, true), 0);
	assert_int_equal(surf_PutReg(&s, SURF_TTCR, surf_mask(SURF_TTCR_MEI)), 0);
	assert_int_equal(surf_save_state(&s, other, NULL, NULL), 0);
	assert_int_equal(surf_allow_mei(&s, false), 0);
	f->accesses = 0;
	assert_int_equal(surf_load_state(&s, other, NULL, NULL, NULL), -EPERM);
	assert_int_equal(f->accesses, 0);
	assert_int_equal(surf_allow_mei(&s, true), 0);
	assert_int_equal(surf_load_state(&s, other, NULL, NULL, NULL), 0);
	assert_int_equal(f->mmio[3], surf_mask(SURF_TTCR_MEI));
	assert_int_equal(surf_PutReg(&s, SURF_EBCR, 0), 0);
	assert_int_equal(surf_save_state(&s, other, NULL, NULL), -ENXIO);
	fake_close(f);
}

static void bad_arguments(void **state)
{
	struct surf s;
	struct fake *f = open_board(&s);
	char pipe[64];

	(void)state;
	assert_int_equal(surf_save_state(NULL, path, NULL, NULL), -EBADF);
	assert_int_equal(surf_save_state(&s, NULL, NULL, NULL), -EINVAL);
	assert_int_equal(surf_save_state(&s, "/nowhere/state", NULL, NULL), -ENOENT);
	assert_int_equal(surf_load_state(NULL, path, NULL, NULL, NULL), -EBADF);
	assert_int_equal(surf_load_state(&s, NULL, NULL, NULL, NULL), -EINVAL);
	assert_int_equal(surf_load_state(&s, "/nowhere/state", NULL, NULL, NULL), -ENOENT);
	snprintf(pipe, sizeof(pipe), "%s/pipe", folder);
	assert_int_equal(mkfifo(pipe, 0600), 0);
	if (fork() == 0) {
		FILE *w = fopen(pipe, "w");

		_exit(w ? 0 : 1);
	}
	assert_int_equal(surf_load_state(&s, pipe, NULL, NULL, NULL), -ESPIPE);
	unlink(pipe);
	surf_Close(&s);
	assert_int_equal(surf_save_state(&s, path, NULL, NULL), -EBADF);
	fake_close(f);
}

/* How far it is: rising, to the end of both memories; stopped at a third. */
struct far {
	uint32_t last, total;
	unsigned int calls, stop;
};

static int far(void *arg, uint32_t done, uint32_t total)
{
	struct far *f = arg;

	assert_true(done > f->last && done <= total);
	f->last = done;
	f->total = total;
	return ++f->calls == f->stop;
}

static void reports_progress(void **state)
{
	struct far p = {0};
	struct stat st;
	struct surf s;
	struct fake *f = open_board(&s);

	(void)state;
	unlink(path);
	assert_int_equal(surf_save_state(&s, path, far, &p), 0);
	assert_int_equal(p.last, 8 * MB);
	assert_int_equal(p.total, 8 * MB);
	assert_int_equal(p.calls, 128);
	p = (struct far){0};
	assert_int_equal(surf_load_state(&s, path, NULL, far, &p), 0);
	assert_int_equal(p.last, 8 * MB);
	assert_int_equal(p.calls, 128);
	/* stopped: no new file, the old one stays, the board goes on */
	unlink(other);
	p = (struct far){.stop = 70};
	assert_int_equal(surf_save_state(&s, other, far, &p), -ECANCELED);
	assert_int_equal(stat(other, &st), -1);
	assert_int_equal(f->mmio[HTCR], 7);
	assert_int_equal(f->mmio[IEMR], 0x155);
	/* a load that was stopped leaves it halted */
	p = (struct far){.stop = 70};
	assert_int_equal(surf_load_state(&s, path, NULL, far, &p), -ECANCELED);
	assert_int_equal(f->mmio[HTCR] & 7, 0);
	assert_int_equal(f->mmio[IEMR], 0);
	surf_Close(&s);
	fake_close(f);
}

/* Any access may fail: the error comes through, no file is left. */
static void survives_bus_errors(void **state)
{
	unsigned int needed;
	struct stat st;
	struct surf s;
	struct fake *f = open_board(&s);

	(void)state;
	f->accesses = 0;
	assert_int_equal(surf_save_state(&s, path, NULL, NULL), 0);
	needed = f->accesses;
	for (unsigned int i = 1; i < needed; i += i < 300 ? 1 : 99991) {
		unlink(other);
		f->accesses = 0;
		f->fail_after = i;
		assert_int_equal(surf_save_state(&s, other, NULL, NULL), -EIO);
		f->fail_after = 0;
		f->mmio[HTCR] = 7;
		assert_int_equal(stat(other, &st), -1);
	}
	f->accesses = 0;
	assert_int_equal(surf_load_state(&s, path, NULL, NULL, NULL), 0);
	needed = f->accesses;
	for (unsigned int i = 1; i < needed; i += i < 300 ? 1 : 99991) {
		f->accesses = 0;
		f->fail_after = i;
		assert_int_equal(surf_load_state(&s, path, NULL, NULL, NULL), -EIO);
		f->fail_after = 0;
	}
	fake_close(f);
}

static const struct unit units[] = {
	UNIT(saves_and_loads, "SB-LIB-032 SB-LIB-036"),
	UNIT(refuses_damage, ""),
	UNIT(refuses_other_boards, ""),
	UNIT(bad_arguments, ""),
	UNIT(reports_progress, ""),
	UNIT(survives_bus_errors, ""),
};

int main(int argc, char **argv)
{
	int status;

	if (!mkdtemp(folder))
		return 1;
	snprintf(path, sizeof(path), "%s/state", folder);
	snprintf(other, sizeof(other), "%s/other", folder);
	status = unit_main(argc, argv, units, sizeof(units) / sizeof(units[0]));
	unlink(path);
	unlink(other);
	rmdir(folder);
	return status;
}
