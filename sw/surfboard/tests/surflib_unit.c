/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the driver library with a fake board. */
#include "../../tests/unit.h"
#include "../surflib.h"
#include "fake.h"
#include "surfboard_regs.h"
#include <errno.h>

#define MB (1u << 20)

/* Opens a board with 4 and 16 MB after power-on. */
static struct fake *open_board(struct surf *s)
{
	struct fake *f = fake_open(4 * MB, 16 * MB);

	assert_non_null(f);
	assert_int_equal(surf_open_device(s, &f->dev), 0);
	return f;
}

static void close_board(struct surf *s, struct fake *f)
{
	assert_int_equal(surf_Close(s), 0);
	assert_false(f->closed); /* the caller owns the device */
	fake_close(f);
}

static uint32_t get(struct surf *s, enum surf_reg reg)
{
	uint32_t value = 0xDEADBEEF;

	assert_int_equal(surf_GetReg(s, reg, &value), 0);
	return value;
}

static void field_macros(void)
{
	assert_int_equal(surf_mask(SURF_WCDR_DATA), 0xFFFFFFFF);
	assert_int_equal(surf_mask(SURF_ISCR_PEND), 0x80000000);
	assert_int_equal(surf_mask(SURF_TTCR_MODE), 0xC);
	assert_int_equal(surf_get(0x02006080, SURF_ACDR_IMAGE_LAT_N), 12);
	assert_int_equal(surf_get(0x02006080, SURF_ACDR_IMAGE_SENDID), 1);
	assert_int_equal(surf_get(0x02006080, SURF_ACDR_IMAGE_TSIZE), 2);
	assert_int_equal(surf_set(0xFFFFFFFF, SURF_PCLR_CAT, 0x25), 0xFFFFFFF5);
	assert_int_equal(SURF_HFCR(0x123, 0x456), 0x04560123);
	assert_int_equal(SURF_HFCR_EMPTY(0x04560123), 0x123);
	assert_int_equal(SURF_HFCR_FULL(0x04560123), 0x456);
}

/* ---- open, close ---- */

static void opens_and_closes(void)
{
	struct surf s;
	struct fake *f = open_board(&s);

	assert_int_equal(get(&s, SURF_HTCR), 0x10);
	/* surf_Close() must keep a mask that another program has written */
	f->mmio[IEMR] = 0x3FFF;
	assert_int_equal(surf_Close(&s), 0);
	assert_int_equal(f->mmio[IEMR], 0x3FFF);
	assert_int_equal(surf_open_device(&s, &f->dev), 0);
	assert_int_equal(surf_PutReg(&s, SURF_IEMR, 0x2AAA), 0);
	assert_int_equal(surf_Close(&s), 0);
	assert_int_equal(f->mmio[IEMR], 0);
	assert_int_equal(surf_get(f->ebcr, SURF_EBCR_ENABLE), 1);
	assert_int_equal(surf_open_device(&s, &f->dev), 0);
	close_board(&s, f);
}

static void no_board(void)
{
	struct surf s;
	struct fake *f = fake_open(4 * MB, 4 * MB);

	f->absent = true;
	assert_int_equal(surf_open_device(&s, &f->dev), -ENODEV);
	f->absent = false;
	f->epir = 0x1000464F;
	assert_int_equal(surf_open_device(&s, &f->dev), -ENODEV);
	assert_int_equal(f->ebcr, 0);
	assert_int_equal(surf_Close(&s), -EBADF);
	assert_int_equal(surf_open_device(&s, NULL), -EINVAL);
	assert_int_equal(surf_open_device(NULL, &f->dev), -EBADF);
	fake_close(f);
}

/* Checks what the driver says of the board of the report, of a core with an identity block and
 * of one without. */
static void identity(void)
{
	static const struct {
		bool core, block;
		uint32_t clock_hz;
		enum surf_kind kind;
		uint32_t want_hz;
	} boards[] = {
		{false, false, 0, SURF_REPORT, 10000000},
		{true, false, 0, SURF_CORE_OLD, 0},
		{true, true, 25000000, SURF_CORE, 25000000},
		{true, true, 0, SURF_CORE, 0},
	};
	struct surf_identity id;
	struct surf s = {0};

	assert_int_equal(surf_GetIdentity(&s, &id), -EBADF);
	for (size_t EACH(i, 0); i < sizeof(boards) / sizeof(boards[0]); i++) {
		struct fake *f = fake_open(4 * MB, 4 * MB);

		if (boards[i].core)
			fake_set_core(f, boards[i].block, boards[i].clock_hz);
		assert_int_equal(surf_open_device(&s, &f->dev), 0);
		assert_int_equal(surf_GetIdentity(&s, &id), 0);
		assert_int_equal(id.kind, boards[i].kind);
		assert_int_equal(id.clock_hz, boards[i].want_hz);
		assert_int_equal(id.version, boards[i].block);
		assert_int_equal(id.sizes, boards[i].block ? 0x1C040A0A : 0);
		assert_int_equal(id.options, boards[i].block ? 0x1105 | 2 : 0);
		/* the block is still known after a write of EBCR */
		assert_int_equal(
			surf_PutReg(&s, SURF_EBCR, boards[i].core ? 0x00010801 : 0xD000C401),
			0);
		assert_int_equal(surf_GetIdentity(&s, &id), 0);
		assert_int_equal(id.kind, boards[i].kind);
		if (boards[i].block) {
			f->identity[0] ^= 1;
			assert_int_equal(surf_GetIdentity(&s, &id), -EBADMSG);
			f->identity[0] ^= 1;
			f->identity[1] = 0;
			assert_int_equal(surf_GetIdentity(&s, &id), -EBADMSG);
		}
		close_board(&s, f);
	}
}

/* Checks the table of the taps: read, wrong, cleared, absent. */
static void taps(void)
{
	struct fake *f = fake_open(4 * MB, 4 * MB);
	struct surf_tap tap[SURF_TAPS];
	struct surf s = {0};
	unsigned int n = 99;

	assert_int_equal(surf_GetTaps(&s, tap, &n), -EBADF);
	assert_int_equal(surf_ClearTaps(&s), -EBADF);
	fake_set_core(f, true, 0);
	assert_int_equal(surf_open_device(&s, &f->dev), 0);
	assert_int_equal(surf_GetTaps(&s, tap, &n), 0);
	assert_int_equal(n, 0);
	assert_int_equal(surf_ClearTaps(&s), -ENOTSUP);
	fake_set_taps(f, 15);
	for (uint32_t i = 0; i < 15; i++)
		for (uint32_t k = 2; k < 8; k++)
			f->identity[(0xE20 - 0xD00) / 4 + 8 * i + k] = 0x10101 * k + i;
	assert_int_equal(surf_GetTaps(&s, tap, &n), 0);
	assert_int_equal(n, 15);
	for (uint32_t EACH(i, 0); i < 15; i++) {
		const char name[] = {'t', 'a', 'p', ' ', (char)('A' + i), 0};

		assert_string_equal(tap[i].name, name);
		assert_int_equal(tap[i].kind, 0x20202 + i);
		assert_int_equal(tap[i].constant, 0x30303 + i);
		assert_int_equal(tap[i].packets, 0x40404 + i);
		assert_int_equal(tap[i].dropped, 0x50505 + i);
		assert_int_equal(tap[i].flags, 0x60606 + i);
	}
	assert_int_equal(surf_ClearTaps(&s), 0);
	assert_int_equal(f->cleared, 1);
	/* magic number, version, number */
	for (unsigned int EACH(i, 0); i < 3; i++) {
		uint32_t *word = &f->identity[(0xE00 - 0xD00) / 4 + (i > 0)];
		const uint32_t was = *word;

		*word = i == 0 ? was + 1 : i == 1 ? was & ~0xFFu : was & 0xFF;
		assert_int_equal(surf_GetTaps(&s, tap, &n), -EBADMSG);
		assert_int_equal(surf_ClearTaps(&s), -EBADMSG);
		*word = was;
	}
	assert_int_equal(f->cleared, 1);
	close_board(&s, f);
}

static void assigns_addresses(void)
{
	struct surf s;
	struct fake *f = open_board(&s);

	/* Registers and memories must be apart, with an interrupt level, and the board
	 * enabled. */
	assert_int_not_equal(surf_get(f->ebcr, SURF_EBCR_RBASE), 0);
	assert_int_not_equal(surf_get(f->ebcr, SURF_EBCR_MBASE), 0);
	assert_int_not_equal(f->ebcr >> 27, surf_get(f->ebcr, SURF_EBCR_MBASE));
	assert_true(surf_get(f->ebcr, SURF_EBCR_IRLEV) >= 2);
	assert_int_equal(surf_get(f->ebcr, SURF_EBCR_ENABLE), 1);
	assert_int_equal(get(&s, SURF_EBCR), f->ebcr);
	surf_Close(&s);
	/* The addresses that the system has assigned must stay, also after a bus reset. */
	f->ebcr = 0xA5C3B501;
	assert_int_equal(surf_open_device(&s, &f->dev), 0);
	assert_int_equal(f->ebcr, 0xA5C3B501);
	surf_Close(&s);
	f->ebcr = 0xA5C3B500;
	assert_int_equal(surf_open_device(&s, &f->dev), 0);
	assert_int_equal(f->ebcr, 0xA5C3B501);
	surf_Close(&s);
	/* Registers inside the memories cannot work. */
	f->ebcr = 0xA5C3A201;
	assert_int_equal(surf_open_device(&s, &f->dev), -EADDRINUSE);
	fake_close(f);
}

/* Checks that no handle stays open, and nothing crashes, whichever access fails. */
static void open_survives_bus_errors(void)
{
	unsigned int needed;
	struct surf s;
	struct fake *f = open_board(&s);

	needed = f->accesses;
	close_board(&s, f);
	for (unsigned int EACH(n, 1); n < needed; n++) {
		f = fake_open(4 * MB, 16 * MB);
		f->fail_after = n;
		assert_true(surf_open_device(&s, &f->dev) < 0);
		assert_int_equal(surf_Close(&s), -EBADF);
		fake_close(f);
	}
}

static void closed_handle(void)
{
	struct surf s;
	struct fake *f = open_board(&s);
	uint32_t v;
	char b[4] = {0};

	close_board(&s, f);
	for (int EACH(i, 0); i < 2; i++) {
		struct surf *p = i ? NULL : &s;

		assert_int_equal(surf_Close(p), -EBADF);
		assert_int_equal(surf_GetReg(p, SURF_HTCR, &v), -EBADF);
		assert_int_equal(surf_PutReg(p, SURF_HTCR, 0), -EBADF);
		assert_int_equal(surf_GetTSize(p, &v), -EBADF);
		assert_int_equal(surf_GetHSize(p, &v), -EBADF);
		assert_int_equal(surf_GetTMem(p, 0, b, 4, NULL, NULL), -EBADF);
		assert_int_equal(surf_PutTMem(p, 0, b, 4, NULL, NULL), -EBADF);
		assert_int_equal(surf_GetHMem(p, 0, b, 4, NULL, NULL), -EBADF);
		assert_int_equal(surf_PutHMem(p, 0, b, 4, NULL, NULL), -EBADF);
		assert_int_equal(surf_ConfigHAS(p, b, 4), -EBADF);
		assert_int_equal(surf_WaitException(p, 1, &v), -EBADF);
		assert_int_equal(surf_ClearException(p), -EBADF);
	}
}

static void backends(void)
{
	static const char *const names[] = {NULL, "sim:"};
	struct surf s;
	uint32_t v;

	for (int EACH(i, 0); i < 2; i++) {
		assert_int_equal(surf_Open(&s, names[i]), 0);
		assert_int_equal(surf_GetTSize(&s, &v), 0);
		assert_int_equal(v, 4 * MB);
		assert_int_equal(surf_Close(&s), 0);
	}
	assert_int_equal(surf_Open(&s, "sim:none"), -ENODEV);
	assert_int_equal(surf_Open(&s, "sim:fail"), -EMFILE);
	assert_int_equal(surf_Open(&s, "sim"), -EPROTONOSUPPORT);
	assert_int_equal(surf_Open(&s, "bus:3"), -EPROTONOSUPPORT);
	assert_int_equal(surf_Open(&s, ""), -EPROTONOSUPPORT);
	assert_int_equal(surf_Open(NULL, "sim:"), -EBADF);
	assert_int_equal(surf_Close(&s), -EBADF);
}

/* ---- registers ---- */

static void registers(void)
{
	static const uint32_t flags =
		SURFBOARD_ISCR_FIELDS & ~(SURFBOARD_ISCR_PEND_MASK | SURFBOARD_ISCR_RTV_MASK);
	static const uint32_t cleared = SURFBOARD_ISCR_BV_MASK | SURFBOARD_ISCR_TP_MASK;
	static const struct {
		enum surf_reg reg;
		unsigned int index;
		uint32_t value;
	} plain[] = {
		{SURF_TTCR, 3, 0x1A5},	   {SURF_ECDR, 4, 1},
		{SURF_PCLR, 5, 0x15},	   {SURF_IEMR, 7, 0x2AAA},
		{SURF_HTCR, 8, 0x06},	   {SURF_WCDR, 9, 0x89ABCDEF},
		{SURF_TICR, 12, 0x3ABCDE}, {SURF_TECR, 13, 0x7ABCDE},
		{SURF_TPIR, 14, 0x2AAAAA},
	};
	struct surf s;
	struct fake *f = open_board(&s);

	/* MEI can lock the external line. */
	assert_int_equal(surf_PutReg(&s, SURF_TTCR, 0x1A5), -EPERM);
	assert_int_equal(f->writes[3], 0);
	assert_int_equal(surf_allow_mei(&s, true), 0);
	for (size_t EACH(i, 0); i < sizeof(plain) / sizeof(plain[0]); i++) {
		assert_int_equal(surf_PutReg(&s, plain[i].reg, plain[i].value), 0);
		assert_int_equal(f->mmio[plain[i].index], plain[i].value);
		assert_int_equal(get(&s, plain[i].reg), plain[i].value);
	}
	assert_int_equal(get(&s, SURF_EPIR), SURFBOARD_EPIR_RESET);
	assert_int_equal(get(&s, SURF_EBCR), f->ebcr);
	assert_int_equal(get(&s, SURF_FCCR), 0xCE7);
	assert_int_equal(surf_PutReg(&s, SURF_FCCR, 0), 0);
	assert_int_equal(get(&s, SURF_FCCR) & surf_mask(SURF_FCCR_PROG), 0);
	assert_int_equal(surf_PutReg(&s, SURF_FCDR, 1), 0);
	assert_int_equal(get(&s, SURF_FCDR), 1);
	f->mmio[ISCR] = flags;
	assert_int_equal(get(&s, SURF_ISCR) & ~surf_mask(SURF_ISCR_PEND), flags);
	assert_int_equal(surf_PutReg(&s, SURF_ISCR, cleared), 0);
	assert_int_equal(f->mmio[ISCR], flags & ~cleared);
	assert_int_equal(surf_PutReg(&s, SURF_HFDR, 0x155), 0);
	assert_int_equal(f->fifo_slots, 1);
	get(&s, SURF_HFDR);
	assert_int_equal(f->fifo_slots, 0);
	assert_int_equal(f->narrow, 0);
	close_board(&s, f);
}

static void bad_registers(void)
{
	struct surf s;
	struct fake *f = open_board(&s);
	unsigned int before = f->accesses;
	uint32_t v;

	assert_int_equal(surf_GetReg(&s, SURF_TPIR + 4, &v), -EINVAL);
	assert_int_equal(surf_GetReg(&s, (enum surf_reg) - 1, &v), -EINVAL);
	assert_int_equal(surf_GetReg(&s, SURF_HTCR, NULL), -EINVAL);
	assert_int_equal(surf_PutReg(&s, (enum surf_reg)1, 0), -EINVAL);
	assert_int_equal(surf_PutReg(&s, SURF_EPIR, 0), -EPERM);
	assert_int_equal(surf_PutReg(&s, SURF_ACDR, 0x10000000), -EINVAL);
	assert_int_equal(surf_PutReg(&s, SURF_HFCR, 0x1000), -EINVAL);
	assert_int_equal(surf_PutReg(&s, SURF_HFCR, 0x10000000), -EINVAL);
	assert_int_equal(f->accesses, before);
	/* While the board is disabled, only the slot registers answer. */
	assert_int_equal(surf_PutReg(&s, SURF_EBCR, f->ebcr & ~surf_mask(SURF_EBCR_ENABLE)), 0);
	before = f->accesses;
	assert_int_equal(surf_GetReg(&s, SURF_HTCR, &v), -ENXIO);
	assert_int_equal(surf_PutReg(&s, SURF_HTCR, 0), -ENXIO);
	assert_int_equal(surf_GetTMem(&s, 0, &v, 4, NULL, NULL), -ENXIO);
	assert_int_equal(f->accesses, before);
	assert_int_equal(get(&s, SURF_EBCR) & surf_mask(SURF_EBCR_ENABLE), 0);
	/* The driver must use new addresses. */
	assert_int_equal(surf_PutReg(&s, SURF_EBCR, 0x1234F401), 0);
	assert_int_equal(get(&s, SURF_HTCR), 0x10);
	v = 0x01020304;
	assert_int_equal(surf_PutHMem(&s, 8, &v, 4, NULL, NULL), 0);
	assert_memory_equal(f->memory[1] + 8, &v, 4);
	/* The board disappears without notice. surf_Close() masks the interrupts, because this
	 * handle has unmasked them, and must report the error. */
	assert_int_equal(surf_PutReg(&s, SURF_IEMR, 1), 0);
	f->absent = true;
	assert_int_equal(surf_GetReg(&s, SURF_HTCR, &v), -EIO);
	assert_int_equal(surf_GetReg(&s, SURF_ACDR, &v), -EIO);
	assert_int_equal(surf_PutReg(&s, SURF_ACDR, 0), -EIO);
	assert_int_equal(surf_GetReg(&s, SURF_HFCR, &v), -EIO);
	assert_int_equal(surf_PutReg(&s, SURF_HFCR, 0), -EIO);
	assert_int_equal(surf_Close(&s), -EIO);
	assert_int_equal(surf_Close(&s), -EBADF);
	fake_close(f);
}

static void acdr(void)
{
	struct surf s;
	struct fake *f = open_board(&s);
	uint32_t v;

	assert_int_equal(surf_PutReg(&s, SURF_ACDR, 0x02006080), 0);
	assert_int_equal(f->acdr, 0x02006080);
	f->acdr = 0x0ABCDEF1;
	assert_int_equal(get(&s, SURF_ACDR), 0x0ABCDEF1);
	assert_int_equal(f->acdr, 0x0ABCDEF1);
	assert_int_equal(get(&s, SURF_ACDR), 0x0ABCDEF1);
	/* While the board collects data, the driver must not shift ACDR. */
	assert_int_equal(surf_PutReg(&s, SURF_HTCR, 2), 0);
	f->writes[2] = 0;
	assert_int_equal(get(&s, SURF_ACDR), 0x0ABCDEF1);
	assert_int_equal(f->writes[2], 0);
	surf_Close(&s);
	/* A board that collects when it is opened must be halted for the shift, and
	 * continue. */
	f->mmio[HTCR] = 0xF;
	assert_int_equal(surf_open_device(&s, &f->dev), 0);
	assert_int_equal(f->writes[2], 0);
	assert_int_equal(get(&s, SURF_ACDR), 0x0ABCDEF1);
	assert_int_equal(f->acdr, 0x0ABCDEF1);
	assert_int_equal(f->htcr_seen, 8);
	assert_int_equal(f->mmio[HTCR], 0xF);
	/* After a failure the driver must read ACDR again. */
	f->absent = true;
	assert_int_equal(surf_PutReg(&s, SURF_ACDR, 0), -EIO);
	f->absent = false;
	f->acdr = 5;
	assert_int_equal(get(&s, SURF_ACDR), 5);
	assert_int_equal(surf_GetReg(&s, SURF_ACDR, &v), 0);
	close_board(&s, f);
}

static void hfcr(void)
{
	static const uint8_t bytes[4] = {0x34, 0x02, 0x56, 0x01};
	struct surf s;
	struct fake *f = open_board(&s);

	/* The FIFO is in reset after power-on. */
	assert_int_equal(get(&s, SURF_HFCR), SURF_HFCR(7, 7));
	assert_int_equal(surf_PutReg(&s, SURF_HFCR, SURF_HFCR(1, 2)), -EBUSY);
	assert_int_equal(surf_PutReg(&s, SURF_HTCR, 0), 0);
	assert_int_equal(get(&s, SURF_HFCR), SURF_HFCR(7, 7));
	assert_int_equal(surf_PutReg(&s, SURF_HFCR, SURF_HFCR(0x234, 0x156)), 0);
	assert_memory_equal(f->hfcr, bytes, 4);
	assert_int_equal(f->hfcr_at, 0);
	assert_int_equal(get(&s, SURF_HFCR), SURF_HFCR(0x234, 0x156));
	assert_int_equal(get(&s, SURF_HFCR), SURF_HFCR(0x234, 0x156));
	assert_int_equal(f->hfcr_at, 0);
	close_board(&s, f);
}

/* ---- memories ---- */

static void assert_sizes(struct surf *s, uint32_t trace, uint32_t hist)
{
	uint32_t v = 1;

	assert_int_equal(surf_GetTSize(s, &v), 0);
	assert_int_equal(v, trace);
	assert_int_equal(surf_GetHSize(s, &v), 0);
	assert_int_equal(v, hist);
}

static void fill(struct fake *f, uint64_t *seed)
{
	for (int m = 0; m < 2; m++)
		for (uint32_t i = 0; i < FAKE_MEMORY; i += 8192) {
			uint64_t r = random_xorshift(seed);

			memcpy(f->memory[m] + i, &r, 8);
		}
}

/* Tests all sizes, with presence detect that gives the size, with one that does not, and
 * without memory. */
static void sizes(void)
{
	static const uint32_t size[4] = {0, 4 * MB, 16 * MB, 64 * MB};
	uint8_t *copy = malloc(FAKE_MEMORY);
	uint64_t seed = 31;
	uint32_t v;

	assert_non_null(copy);
	for (int EACH(t, 0); t < 4; t++)
		for (int EACH(h, 0); h < 4; h++)
			for (unsigned int EACH(pd, 0); pd < 3; pd++) {
				struct fake *f = fake_open(size[t], size[h]);
				struct surf s;

				if (pd) {
					f->pd[0] = pd == 1 ? 0 : 0xB;
					f->pd[1] = pd == 1 ? 0xD : 5;
				}
				f->float_high = pd == 2;
				f->mmio[HTCR] = pd == 2 ? SURFBOARD_HTCR_FRS_MASK |
								  SURFBOARD_HTCR_WEN_MASK |
								  SURFBOARD_HTCR_HEN_MASK |
								  SURFBOARD_HTCR_TEN_MASK
							: SURFBOARD_HTCR_RESET;
				if (pd)
					fill(f, &seed);
				memcpy(copy, f->memory[0], FAKE_MEMORY);
				assert_int_equal(surf_open_device(&s, &f->dev), 0);
				assert_sizes(&s, size[t], size[h]);
				if (pd == 2) {
					assert_int_equal(f->htcr_seen, 0x10);
					assert_int_equal(f->mmio[HTCR], 0x17);
				} else {
					assert_int_equal(
						surf_get(f->acdr, SURF_ACDR_IMAGE_TSIZE), t);
				}
				assert_memory_equal(copy, f->memory[0], FAKE_MEMORY);
				close_board(&s, f);
			}
	free(copy);
	struct surf s;
	struct fake *f = open_board(&s);
	assert_int_equal(surf_GetTSize(&s, NULL), -EINVAL);
	assert_int_equal(surf_GetHSize(&s, NULL), -EINVAL);
	assert_int_equal(surf_GetTSize(&s, &v), 0);
	close_board(&s, f);
}

/* Checks that surf_open_device() changes only TSIZE in ACDR. */
static void keeps_the_image(void)
{
	struct surf s;
	struct fake *f = fake_open(16 * MB, 4 * MB);

	f->acdr = 0xFFFFFFF;
	assert_int_equal(surf_open_device(&s, &f->dev), 0);
	assert_int_equal(f->acdr, 0xFFFFFBF);
	close_board(&s, f);
}

static void blocks(void)
{
	struct surf s;
	struct fake *f = open_board(&s);
	uint8_t *shadow = calloc(1, 16 * MB), buf[300];
	uint64_t seed = 37;

	assert_non_null(shadow);
	for (int EACH(round, 0); round < 20000; round++) {
		int hist = round & 1;
		uint32_t size = hist ? 16 * MB : 4 * MB;
		uint32_t n = random_xorshift(&seed) % (round % 8 ? 20 : sizeof(buf));
		uint32_t at = random_xorshift(&seed) % 4096;

		if (round % 16 == 0)
			at = size - n - random_xorshift(&seed) % 5 % (n + 1);
		if (at + n > size)
			n = size - at;
		for (uint32_t i = 0; i < n; i++)
			buf[i] = (uint8_t)(random_xorshift(&seed) >> 8);
		assert_int_equal(
			(hist ? surf_PutHMem : surf_PutTMem)(&s, at, buf, n, NULL, NULL), 0);
		if (hist) {
			memcpy(shadow + at, buf, n);
			/* This compares the surrounding memory, too, so that the bytes outside
			 * the block are checked. */
			assert_memory_equal(shadow, f->memory[1], 8192);
		} else {
			assert_memory_equal(f->memory[0] + at, buf, n);
		}
		memset(buf, 0, sizeof(buf));
		assert_int_equal(
			(hist ? surf_GetHMem : surf_GetTMem)(&s, at, buf, n, NULL, NULL), 0);
		assert_memory_equal(buf, f->memory[hist] + at, n);
		for (uint32_t EACH(i, n); i < sizeof(buf); i++)
			assert_int_equal(buf[i], 0);
	}
	assert_memory_equal(shadow, f->memory[1], 16 * MB);
	free(shadow);
	close_board(&s, f);
}

static void refuses_blocks(void)
{
	struct surf s;
	struct fake *f = open_board(&s);
	unsigned int before = f->accesses;
	char b[8] = {0};

	assert_int_equal(surf_GetTMem(&s, 4 * MB - 7, b, 8, NULL, NULL), -EINVAL);
	assert_int_equal(surf_PutTMem(&s, 4 * MB - 7, b, 8, NULL, NULL), -EINVAL);
	assert_int_equal(surf_GetHMem(&s, 16 * MB - 7, b, 8, NULL, NULL), -EINVAL);
	assert_int_equal(surf_PutHMem(&s, 16 * MB - 7, b, 8, NULL, NULL), -EINVAL);
	assert_int_equal(surf_PutHMem(&s, 0xFFFFFFFC, b, 8, NULL, NULL), -EINVAL);
	assert_int_equal(surf_PutHMem(&s, 8, b, 0xFFFFFFFC, NULL, NULL), -EINVAL);
	assert_int_equal(surf_GetHMem(&s, 0, NULL, 1, NULL, NULL), -EINVAL);
	assert_int_equal(surf_GetHMem(&s, 16 * MB + 1, b, 0, NULL, NULL), -EINVAL);
	assert_int_equal(surf_GetHMem(&s, 16 * MB, b, 0, NULL, NULL), 0);
	assert_int_equal(surf_GetHMem(&s, 0, NULL, 0, NULL, NULL), 0);
	assert_int_equal(f->accesses, before);
	close_board(&s, f);
}

struct progress {
	unsigned int calls;
	uint32_t done, total, stop_at;
};

static int progress(void *arg, uint32_t done, uint32_t total)
{
	struct progress *p = arg;

	assert_true(done > p->done && done <= total);
	assert_true(done - p->done <= 65536 + 4);
	p->calls++;
	p->done = done;
	p->total = total;
	return p->stop_at && done >= p->stop_at;
}

static void reports_progress(void)
{
	struct surf s;
	struct fake *f = open_board(&s);
	struct progress p = {0};
	uint8_t *b = calloc(1, 1000001);

	assert_int_equal(surf_GetHMem(&s, 3, b, 1000001, progress, &p), 0);
	assert_int_equal(p.done, 1000001);
	assert_int_equal(p.total, 1000001);
	assert_int_equal(p.calls, 16);
	p = (struct progress){.stop_at = 200000};
	assert_int_equal(surf_PutHMem(&s, 0, b, 1000001, progress, &p), -ECANCELED);
	assert_true(p.done >= 200000 && p.done < 300000);
	p = (struct progress){0};
	assert_int_equal(surf_PutTMem(&s, 0, b, 1, progress, &p), 0);
	assert_int_equal(p.calls, 1);
	f->fail_after = f->accesses + 10;
	assert_int_equal(surf_PutTMem(&s, 0, b, 1000, NULL, NULL), -EIO);
	free(b);
	surf_Close(&s);
	fake_close(f);
}

/* ---- selector ---- */

static void configures(void)
{
	struct surf s;
	struct fake *f = open_board(&s);
	uint64_t seed = 41;

	for (int EACH(round, 0); round < 20; round++) {
		struct sbit_map map, got;
		uint8_t stream[SBIT_BYTES];

		for (int k = 0; k < SBIT_OUTPUTS; k++)
			map.sel[k] = (uint8_t)(random_xorshift(&seed) >> 8) % SBIT_WIDE;
		sbit_compile(&map, stream);
		assert_int_equal(surf_ConfigHAS(&s, stream, sizeof(stream)), 0);
		assert_true(fake_configured(f, &got));
		assert_memory_equal(&map, &got, sizeof(map));
		assert_int_equal(f->stream_bits, 332);
	}
	close_board(&s, f);
}

static void refuses_damaged_streams(void)
{
	struct surf s;
	struct fake *f = open_board(&s);
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;

	memset(&map, SBIT_ZERO, sizeof(map));
	sbit_compile(&map, stream);
	for (unsigned int EACH(bit, 0); bit < SBIT_BITS; bit++) {
		int err, expected = bit < SBIT_FIRST_FRAME ? -ENODATA : -EBADMSG;

		stream[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
		err = surf_ConfigHAS(&s, stream, sizeof(stream));
		assert_int_equal(err, expected);
		assert_false(fake_configured(f, &map));
		stream[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
	}
	for (unsigned int EACH(n, 0); n < SBIT_BYTES; n++)
		assert_true(surf_ConfigHAS(&s, stream, n) < 0);
	assert_int_equal(surf_ConfigHAS(&s, NULL, 1), -EINVAL);
	assert_int_equal(surf_ConfigHAS(&s, stream, sizeof(stream)), 0);
	f->stuck = true;
	assert_int_equal(surf_ConfigHAS(&s, stream, sizeof(stream)), -ETIMEDOUT);
	f->stuck = false;
	f->fail_after = f->accesses + 100;
	assert_int_equal(surf_ConfigHAS(&s, stream, sizeof(stream)), -EIO);
	surf_Close(&s);
	fake_close(f);
}

/* ---- exceptions ---- */

static void waits(void)
{
	struct surf s;
	struct fake *f = open_board(&s);
	uint32_t c = 0;

	assert_int_equal(surf_PutReg(&s, SURF_IEMR, 2), 0);
	f->event = 0x103;
	f->event_at = f->now_us + 1000;
	assert_int_equal(surf_WaitException(&s, 100000, &c), 0);
	assert_int_equal(f->now_us, 1000);
	assert_int_equal(c, 2); /* only conditions that are not masked */
	/* A pending exception: the call must return at once, and the line is released. */
	assert_int_equal(f->mmio[IEMR], 0);
	c = 0;
	assert_int_equal(surf_WaitException(&s, 100000, &c), 0);
	assert_int_equal(c, 2);
	assert_int_equal(f->now_us, 1000);
	assert_int_equal(f->handled, 1);
	/* The mask must read as it was written, and can be changed. */
	assert_int_equal(get(&s, SURF_IEMR), 2);
	assert_int_equal(surf_PutReg(&s, SURF_IEMR, 0x82), 0);
	assert_int_equal(get(&s, SURF_IEMR), 0x82);
	assert_int_equal(f->mmio[IEMR], 0);
	assert_int_equal(surf_ClearException(&s), 0);
	assert_int_equal(f->mmio[IEMR], 0x82);
	assert_int_equal(f->mmio[ISCR], 0x101);
	/* The next call must wait for a new event. */
	assert_int_equal(surf_WaitException(&s, 100000, &c), -ETIMEDOUT);
	assert_int_equal(f->now_us, 101000);
	assert_int_equal(surf_ClearException(&s), 0);
	/* The event comes before the call. */
	f->mmio[ISCR] |= 0x80;
	assert_int_equal(surf_WaitException(&s, 100000, &c), 0);
	assert_int_equal(c, 0x80);
	assert_int_equal(f->now_us, 101000);
	assert_int_equal(surf_WaitException(&s, 0, NULL), -EINVAL);
	close_board(&s, f);
}

/* Checks that a level that stays makes one exception until it is cleared, and then another
 * one. */
static void levels(void)
{
	struct surf s;
	struct fake *f = open_board(&s);
	uint32_t c;

	surf_PutReg(&s, SURF_HTCR, 0);
	surf_PutReg(&s, SURF_HFDR, 0);
	surf_PutReg(&s, SURF_IEMR, 8);
	for (int EACH(i, 0); i < 5; i++)
		assert_int_equal(surf_WaitException(&s, 10, &c), 0);
	assert_int_equal(c, 8);
	assert_int_equal(f->handled, 1);
	assert_int_equal(surf_ClearException(&s), 0);
	assert_int_equal(surf_WaitException(&s, 10, &c), 0);
	assert_int_equal(f->handled, 2);
	f->fifo_slots = 0;
	assert_int_equal(surf_ClearException(&s), 0);
	assert_int_equal(surf_WaitException(&s, 10, &c), -ETIMEDOUT);
	close_board(&s, f);
}

static void shared_line(void)
{
	struct surf s;
	struct fake *f = open_board(&s);
	uint32_t c;

	surf_PutReg(&s, SURF_IEMR, 2);
	f->other = 5;
	assert_int_equal(surf_WaitException(&s, 1000, &c), -ETIMEDOUT);
	assert_int_equal(f->now_us, 1000);
	/* Another board that never releases the line must not block the call for ever. */
	f->other = 1000000;
	assert_int_equal(surf_WaitException(&s, 1000, &c), -ETIMEDOUT);
	assert_int_equal(f->now_us, 2000);
	f->event = 2;
	f->event_at = 2500;
	assert_int_equal(surf_WaitException(&s, 1000, &c), 0);
	assert_int_equal(c, 2);
	close_board(&s, f);
}

/* Checks that the conditions are polled if the board has no interrupt level. */
static void polls(void)
{
	struct surf s;
	struct fake *f = open_board(&s);
	uint32_t c;

	surf_PutReg(&s, SURF_EBCR, f->ebcr & ~surf_mask(SURF_EBCR_IRLEV));
	surf_PutReg(&s, SURF_IEMR, 2);
	assert_int_equal(surf_WaitException(&s, 1005, &c), -ETIMEDOUT);
	assert_int_equal(f->now_us, 1005);
	f->event = 2;
	f->event_at = 2000;
	assert_int_equal(surf_WaitException(&s, 10000, &c), 0);
	assert_int_equal(c, 2);
	assert_true(f->now_us >= 2000 && f->now_us <= 2010);
	/* Disabling the board must end the exception: IEMR is cleared. */
	surf_PutReg(&s, SURF_EBCR, f->ebcr & ~surf_mask(SURF_EBCR_ENABLE));
	surf_PutReg(&s, SURF_EBCR, f->ebcr | surf_mask(SURF_EBCR_ENABLE));
	assert_int_equal(get(&s, SURF_IEMR), 0);
	assert_int_equal(surf_WaitException(&s, 100, &c), -ETIMEDOUT);
	f->absent = true;
	assert_int_equal(surf_WaitException(&s, 100, &c), -EIO);
	surf_Close(&s);
	fake_close(f);
}

/* Checks that a real board has no commands, which only a simulation has. */
static void no_control(void)
{
	struct surf s;
	struct fake *f = open_board(&s);
	char reply[16] = "old";

	assert_int_equal(surf_command(&s, "status", reply, sizeof(reply)), -EOPNOTSUPP);
	assert_string_equal(reply, "");
	assert_int_equal(surf_command(&s, "status", NULL, 0), -EOPNOTSUPP);
	assert_int_equal(surf_command(&s, NULL, reply, sizeof(reply)), -EINVAL);
	assert_int_equal(surf_command(&s, "status", NULL, 1), -EINVAL);
	close_board(&s, f);
	assert_int_equal(surf_command(&s, "status", reply, sizeof(reply)), -EBADF);
}

/* ---- snapshots ---- */

static unsigned int holds, released;

static int take_hold(struct device *dev, uint64_t timeout_us, bool *changed)
{
	(void)dev, (void)timeout_us;
	*changed = false;
	holds++;
	return 0;
}

static int end_hold(struct device *dev, bool changed)
{
	(void)changed;
	/* a snapshot and all halves of its counters were read before the board is released */
	assert_true(((struct fake *)dev)->accesses > 4);
	released++;
	return 0;
}

/* No other program takes a snapshot between the parts of one that is being read. */
static void snapshots_are_held(void)
{
	struct surf s;
	struct fake *f = open_board(&s);
	const struct device_ops *plain = f->dev.ops;
	struct device_ops ops = *plain;
	struct surf_totals totals;
	uint64_t histogram, trace;

	ops.hold = take_hold;
	ops.release = end_hold;
	f->dev.ops = &ops;
	s.capabilities = surf_mask(SURF_CAPR_TOTAL) | surf_mask(SURF_CAPR_PASS);
	f->accesses = holds = released = 0;
	assert_int_equal(surf_GetTotals(&s, &totals), 0);
	assert_true(holds == 1 && released == 1);
	f->accesses = 0;
	assert_int_equal(surf_GetPassed(&s, &histogram, &trace), 0);
	assert_true(holds == 2 && released == 2);
	f->dev.ops = plain;
	close_board(&s, f);
}

static const struct unit units[] = {
	UNIT(field_macros, ""),
	UNIT(snapshots_are_held, ""),
	UNIT(opens_and_closes, "SB-LIB-003"),
	UNIT(no_board, "SB-LIB-002"),
	UNIT(identity, ""),
	UNIT(taps, "SB-TAP-015"),
	UNIT(assigns_addresses, ""),
	UNIT(open_survives_bus_errors, ""),
	UNIT(closed_handle, "SB-LIB-004"),
	UNIT(backends, ""),
	UNIT(registers, ""),
	UNIT(bad_registers, "SB-LIB-008"),
	UNIT(acdr, ""),
	UNIT(hfcr, ""),
	UNIT(sizes, ""),
	UNIT(keeps_the_image, ""),
	UNIT(blocks, ""),
	UNIT(refuses_blocks, "SB-LIB-020"),
	UNIT(reports_progress, ""),
	UNIT(configures, ""),
	UNIT(refuses_damaged_streams, ""),
	UNIT(waits, "SB-LIB-026"),
	UNIT(levels, "SB-LIB-027"),
	UNIT(shared_line, ""),
	UNIT(polls, ""),
	UNIT(no_control, "SB-LIB-004"),
};

UNIT_MAIN(units)
