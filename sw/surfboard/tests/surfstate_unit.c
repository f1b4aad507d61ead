/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of files with a board's state: saved, loaded, refused. */
#include "../../tests/unit.h"
#include "../surfstate.h"
#include "fake.h"
#include "surfboard_regs.h"
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define MB (1u << 20)
#define FIFO 5 /* slots of the FIFO of bin indices that are used */
#define BV_AND_ABOVE                                                                \
	(SURFBOARD_ISCR_LU_MASK | SURFBOARD_ISCR_LV_MASK | SURFBOARD_ISCR_PV_MASK | \
	 SURFBOARD_ISCR_WCV_MASK | SURFBOARD_ISCR_BV_MASK)

static char folder[] = "/tmp/surfstate-XXXXXX";
static char path[64], other[64];

/* Opens a board with 4 MB each that has some words in its memories and its FIFO, and collects
 * data. */
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
	f->fifo_at = FAKE_SLOTS - 2;
	for (unsigned int i = 0; i < FIFO; i++)
		f->fifo[(f->fifo_at + i) % FAKE_SLOTS] = (uint16_t)(0x1A5 + i);
	f->fifo_slots = FIFO;
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

static void assert_fifo(const struct fake *f)
{
	assert_int_equal(f->fifo_slots, FIFO);
	for (unsigned int EACH(i, 0); i < FIFO; i++)
		assert_int_equal(f->fifo[(f->fifo_at + i) % FAKE_SLOTS], 0x1A5 + i);
}

static void saves_and_loads(void)
{
	struct surf_state_report r;
	struct surf s;
	struct fake *f = open_board(&s), *g;
	size_t size[2];
	char *text[2];

	f->mmio[ISCR] = BV_AND_ABOVE;
	assert_int_equal(surf_save_state(&s, path, NULL, NULL), 0);
	/* the board must continue */
	assert_int_equal(f->mmio[HTCR], 7);
	assert_fifo(f);
	assert_int_equal(f->mmio[IEMR], 0x155);
	surf_Close(&s);
	g = fake_open(4 * MB, 4 * MB);
	memset(g->memory[0], 0xAA, 4 * MB);
	memset(g->memory[1], 0xAA, 4 * MB);
	assert_int_equal(surf_open_device(&s, &g->dev), 0);
	assert_int_equal(surf_load_state(&s, path, &r, NULL, NULL), 0);
	assert_int_equal(r.saved, BV_AND_ABOVE | surf_mask(SURF_ISCR_FNE));
	assert_int_equal(r.board, surf_mask(SURF_ISCR_FNE));
	assert_int_equal(g->mmio[HTCR], 7);
	assert_int_equal(g->mmio[IEMR], 0x155);
	assert_fifo(g);
	assert_memory_equal(f->memory[0], g->memory[0], 4 * MB);
	assert_memory_equal(f->memory[1], g->memory[1], 4 * MB);
	g->mmio[ISCR] = BV_AND_ABOVE;
	assert_int_equal(surf_save_state(&s, other, NULL, NULL), 0);
	for (int EACH(i, 0); i < 2; i++)
		text[i] = whole(i ? other : path, &size[i]);
	assert_int_equal(size[0], size[1]);
	assert_memory_equal(text[0], text[1], size[0]);
	free(text[0]);
	free(text[1]);
	fake_close(f);
	fake_close(g);
}

/* ---- extension registers of revision 2 ---- */

enum { RO, RW, WO, W1S };

/* The fields of the extension registers, with their accesses. */
static const struct extension {
	const char *name;
	enum surf_extension reg;
	enum surf_field bits;
	int access;
} extensions[] = {
#define REG(name, space, offset, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) \
	{#reg, SURF_##reg, SURF_##reg##_##name, access},
#include "surfboard_ext.def"
#undef REG
#undef FIELD
};
#define EXTENSIONS (sizeof(extensions) / sizeof(extensions[0]))

static struct fake *open_revision(struct surf *s, uint32_t revision)
{
	struct fake *f = fake_open(4 * MB, 4 * MB);

	assert_non_null(f);
	fake_set_revision_2(f);
	f->ext[SURF_CAPR / 4] += revision - 2;
	assert_int_equal(surf_open_device(s, &f->dev), 0);
	return f;
}

static struct fake *open_second(struct surf *s)
{
	return open_revision(s, 2);
}

/* Checks that every writable field of the extension registers is in the file and is restored,
 * and that no other register except ISSR is written. */
static void keeps_extensions(void)
{
	struct surf_state_report r;
	struct surf s;
	struct fake *f = open_revision(&s, 3), *g;
	uint32_t want[FAKE_EXTENSIONS];
	char *text, line[32];
	size_t size;

	for (size_t i = 0; i < EXTENSIONS; i++)
		if (extensions[i].access == RW)
			f->ext[extensions[i].reg / 4] |= surf_mask(extensions[i].bits) &
							 (0x5A3CA569u * (uint32_t)i | 1 |
							  surf_mask(extensions[i].bits) >> 1);
	memcpy(want, f->ext, sizeof(want));
	assert_int_equal(surf_save_state(&s, path, NULL, NULL), 0);
	assert_memory_equal(f->ext, want, sizeof(want)); /* saving must change no register */
	text = whole(path, &size);
	assert_non_null(strstr(text, "\nSTATE 2\n"));
	for (size_t EACH(i, 0); i < EXTENSIONS; i++) {
		snprintf(line, sizeof(line), "\n%s %08X\n", extensions[i].name,
			 want[extensions[i].reg / 4]);
		if (extensions[i].access == RW)
			assert_non_null(strstr(text, line));
	}
	assert_null(strstr(text, "\nSEEN_L "));
	free(text);
	surf_Close(&s);
	g = open_revision(&s, 3);
	for (size_t i = 0; i < EXTENSIONS; i++)
		if (extensions[i].access == RW)
			g->ext[extensions[i].reg / 4] ^= surf_mask(extensions[i].bits);
	assert_int_equal(surf_load_state(&s, path, &r, NULL, NULL), 0);
	assert_int_equal(r.unsaved, 0);
	assert_memory_equal(g->ext, want, sizeof(want));
	surf_Close(&s);
	fake_close(f);
	fake_close(g);
}

/* Loads a file of the board of the report, and one of a program that knew fewer registers: the
 * missing registers must get their values after power-on, and the report must have their
 * number. */
static void loads_old_files(void)
{
	struct surf_state_report r;
	struct surf s;
	struct fake *f = open_board(&s);
	unsigned int writable = 0;
	const char *last = "";
	char *text, *p, *end;
	size_t size;

	assert_int_equal(surf_save_state(&s, path, NULL, NULL), 0);
	text = whole(path, &size);
	assert_non_null(strstr(text, "\nSTATE 1\n"));
	free(text);
	surf_Close(&s);
	fake_close(f);
	f = open_revision(&s, 3);
	for (size_t i = 0; i < EXTENSIONS; i++)
		if (extensions[i].access == RW) {
			f->ext[extensions[i].reg / 4] |= surf_mask(extensions[i].bits);
			writable += strcmp(extensions[i].name, last) != 0;
			last = extensions[i].name;
		}
	/* the file of revision 3, without one of its registers */
	assert_int_equal(surf_save_state(&s, other, NULL, NULL), 0);
	assert_int_equal(surf_load_state(&s, path, &r, NULL, NULL), 0);
	assert_int_equal(r.unsaved, writable);
	for (size_t EACH(i, 0); i < EXTENSIONS; i++)
		if (extensions[i].access == RW)
			assert_int_equal(f->ext[extensions[i].reg / 4] &
						 surf_mask(extensions[i].bits),
					 0);
	text = whole(other, &size);
	p = strstr(text, "FHSZ ");
	end = strstr(text, "END ");
	assert_non_null(p);
	assert_non_null(end);
	memmove(p, p + 14, (size_t)(end - p) - 14);
	end -= 14;
	size = (size_t)(end - text) +
	       (size_t)sprintf(end, "END %08lX\n",
			       crc32(0, (const Bytef *)text, (uInt)(end - text)));
	put_whole(other, text, size);
	assert_int_equal(surf_load_state(&s, other, &r, NULL, NULL), 0);
	assert_int_equal(r.unsaved, 1);
	assert_int_equal(f->ext[SURF_FHSZ / 4], 0);
	assert_int_equal(f->ext[SURF_FHS0 / 4], UINT32_MAX);
	/* a bit that no field has */
	memcpy(strstr(text, "HMCR ") + 5, "80000001", 8);
	sprintf(end, "END %08lX\n", crc32(0, (const Bytef *)text, (uInt)(end - text)));
	put_whole(other, text, size);
	f->accesses = 0;
	assert_int_equal(surf_load_state(&s, other, &r, NULL, NULL), -EBADMSG);
	assert_int_equal(f->accesses, 0);
	free(text);
	surf_Close(&s);
	fake_close(f);
}

/* Checks that a file is refused if it uses a register that the board does not have, and
 * accepted if it does not use it. */
static void refuses_missing_extensions(void)
{
	struct surf s;
	struct fake *f = open_second(&s);

	assert_int_equal(surf_save_state(&s, path, NULL, NULL), 0);
	f->ext[SURF_FTLH / 4] = 1;
	assert_int_equal(surf_save_state(&s, other, NULL, NULL), 0);
	f->lacks = SURF_FTLH;
	f->ext[SURF_FTLH / 4] = 0;
	assert_int_equal(surf_load_state(&s, other, NULL, NULL, NULL), -ENOTSUP);
	assert_int_equal(f->mmio[HTCR] & 7, 0);
	assert_int_equal(surf_load_state(&s, path, NULL, NULL, NULL), 0);
	surf_Close(&s);
	fake_close(f);
	/* a board of revision 1 must refuse it before any access */
	f = open_board(&s);
	f->accesses = 0;
	assert_int_equal(surf_load_state(&s, other, NULL, NULL, NULL), -ENOTSUP);
	assert_int_equal(f->accesses, 0);
	assert_int_equal(surf_load_state(&s, path, NULL, NULL, NULL), 0);
	surf_Close(&s);
	fake_close(f);
}

/* Tests the memories of a core, which are smaller than a SIMM and have different sizes. */
static void keeps_small_memories(void)
{
	const uint32_t bytes[2] = {256, 128 << 10};
	struct surf s;
	struct fake *f[2];
	char *text;
	size_t size;

	for (int EACH(i, 0); i < 2; i++) {
		f[i] = fake_open(bytes[0], bytes[1]);
		assert_non_null(f[i]);
		fake_set_revision_2(f[i]);
		f[i]->pd[0] = f[i]->pd[1] = 0;
		for (uint32_t m = 0; m < 2; m++)
			for (uint32_t k = 0; k < bytes[m]; k++)
				f[i]->memory[m][k] =
					(uint8_t)(i ? 0xAA : k * 37 >> (m ? 4 : 0));
		assert_int_equal(surf_open_device(&s, &f[i]->dev), 0);
		if (i == 0)
			assert_int_equal(surf_save_state(&s, path, NULL, NULL), 0);
		else
			assert_int_equal(surf_load_state(&s, path, NULL, NULL, NULL), 0);
		surf_Close(&s);
	}
	text = whole(path, &size);
	assert_non_null(strstr(text, "\nTRACE 00000100\n"));
	assert_non_null(strstr(text, "\nHISTOGRAM 00020000\n"));
	free(text);
	for (int EACH(m, 0); m < 2; m++)
		assert_memory_equal(f[0]->memory[m], f[1]->memory[m], bytes[m]);
	fake_close(f[0]);
	fake_close(f[1]);
}

/* Checks that a file with a changed byte, or one that is truncated anywhere, is refused with a
 * reason and a line, without a write to the board. */
static void refuses_damage(void)
{
	struct surf_state_report r;
	struct surf s;
	struct fake *f = open_board(&s);
	size_t size;
	char *text;

	assert_int_equal(surf_save_state(&s, path, NULL, NULL), 0);
	text = whole(path, &size);
	assert_true(size > 500);
	memset(f->writes, 0, sizeof(f->writes));
	f->accesses = 0;
	for (size_t EACH(i, 0); i < size; i++) {
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

static void refuses_other_boards(void)
{
	struct surf s;
	struct fake *f = open_board(&s);

	assert_int_equal(surf_save_state(&s, path, NULL, NULL), 0);
	surf_Close(&s);
	fake_close(f);
	f = fake_open(4 * MB, 16 * MB);
	assert_int_equal(surf_open_device(&s, &f->dev), 0);
	f->accesses = 0;
	assert_int_equal(surf_load_state(&s, path, NULL, NULL, NULL), -EMEDIUMTYPE);
	assert_int_equal(f->accesses, 0);
	/* loading a state with MEI needs permission */
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

static void bad_arguments(void)
{
	struct surf s;
	struct fake *f = open_board(&s);
	char pipe[64];

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

/* The reported progress, which must rise to the end of both memories. If @stop is not 0, that
 * call of far() stops the command. */
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

static void reports_progress(void)
{
	struct far p = {0};
	struct stat st;
	struct surf s;
	struct fake *f = open_board(&s);

	unlink(path);
	assert_int_equal(surf_save_state(&s, path, far, &p), 0);
	assert_int_equal(p.last, 8 * MB);
	assert_int_equal(p.total, 8 * MB);
	assert_int_equal(p.calls, 128);
	p = (struct far){0};
	assert_int_equal(surf_load_state(&s, path, NULL, far, &p), 0);
	assert_int_equal(p.last, 8 * MB);
	assert_int_equal(p.calls, 128);
	/* after a stop there must be no new file, and the board must continue */
	unlink(other);
	p = (struct far){.stop = 70};
	assert_int_equal(surf_save_state(&s, other, far, &p), -ECANCELED);
	assert_int_equal(stat(other, &st), -1);
	assert_int_equal(f->mmio[HTCR], 7);
	assert_int_equal(f->mmio[IEMR], 0x155);
	/* a load that is stopped leaves the board halted */
	p = (struct far){.stop = 70};
	assert_int_equal(surf_load_state(&s, path, NULL, far, &p), -ECANCELED);
	assert_int_equal(f->mmio[HTCR] & 7, 0);
	assert_int_equal(f->mmio[IEMR], 0);
	surf_Close(&s);
	fake_close(f);
}

static int set_tc(void *arg, uint32_t done, uint32_t total)
{
	struct fake *f = arg;

	(void)done;
	(void)total;
	f->mmio[ISCR] |= surf_mask(SURF_ISCR_TC);
	return 0;
}

/* Checks that TC, which saving may set on the board, is as before afterwards. */
static void keeps_tc(void)
{
	const uint32_t tc = surf_mask(SURF_ISCR_TC);
	struct surf s;
	struct fake *f = open_board(&s);

	for (uint32_t EACH(was, 0); was < 2; was++) {
		f->mmio[ISCR] = was ? tc : 0;
		assert_int_equal(surf_save_state(&s, path, set_tc, f), 0);
		assert_int_equal(f->mmio[ISCR] & tc, was ? tc : 0);
	}
	surf_Close(&s);
	fake_close(f);
}

/* Returns the access that fails after access @i of @needed: each of the first ones and of the
 * last ones, and some of those between, which are words of the memories. */
static unsigned int next_failure(unsigned int i, unsigned int needed)
{
	const unsigned int first = 300, last = 20, step = 99991;

	if (i < first || i + last >= needed)
		return i + 1;
	return i + step + last < needed ? i + step : needed - last;
}

/* Checks that the error of any access is returned, and that no file is left. */
static void survives_bus_errors(void)
{
	unsigned int needed;
	struct stat st;
	struct surf s;
	struct fake *f = open_board(&s);

	f->accesses = 0;
	assert_int_equal(surf_save_state(&s, path, NULL, NULL), 0);
	needed = f->accesses;
	for (unsigned int EACH(i, 1); i < needed; i = next_failure(i, needed)) {
		unlink(other);
		f->accesses = 0;
		f->fail_after = i;
		assert_int_equal(surf_save_state(&s, other, NULL, NULL), -EIO);
		f->fail_after = 0;
		f->mmio[HTCR] = 7;
		f->fifo_slots = FIFO;
		assert_int_equal(stat(other, &st), -1);
	}
	f->accesses = 0;
	assert_int_equal(surf_load_state(&s, path, NULL, NULL, NULL), 0);
	needed = f->accesses;
	for (unsigned int EACH(i, 1); i < needed; i = next_failure(i, needed)) {
		f->accesses = 0;
		f->fail_after = i;
		assert_int_equal(surf_load_state(&s, path, NULL, NULL, NULL), -EIO);
		f->fail_after = 0;
	}
	fake_close(f);
}

static int make_folder(void)
{
	if (!mkdtemp(folder))
		return 1;
	snprintf(path, sizeof(path), "%s/state", folder);
	snprintf(other, sizeof(other), "%s/other", folder);
	return 0;
}

static int remove_folder(void)
{
	unlink(path);
	unlink(other);
	return rmdir(folder);
}

static const struct unit units[] = {
	UNIT(saves_and_loads, "SB-LIB-032 SB-LIB-036"),
	UNIT(keeps_extensions, "SB-REV-007"),
	UNIT(loads_old_files, ""),
	UNIT(refuses_missing_extensions, "SB-REV-003"),
	UNIT(keeps_small_memories, ""),
	UNIT(refuses_damage, ""),
	UNIT(refuses_other_boards, ""),
	UNIT(bad_arguments, ""),
	UNIT(reports_progress, ""),
	UNIT(keeps_tc, ""),
	UNIT(survives_bus_errors, ""),
};

UNIT_MAIN_GROUP(units, make_folder, remove_folder)
