/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the shell's commands with a board without packets. */
#include "../../tests/unit.h"
#include "../shell.h"
#include "../sbit.h"
#include "fake.h"
#include "surfboard_regs.h"
#include <errno.h>
#include <inttypes.h>
#include <unistd.h>

#define MB (1u << 20)
#define ROUNDS 200

#define STICKY 0x1F87u /* the conditions of ISCR that last until software clears them */

/* The memories of the fake. */
enum { TRACE, HISTOGRAM };

/* An open board, and a shell that prints into strings. */
struct bench {
	struct fake *f;
	struct surf surf;
	struct shell sh;
	char *out, *err;
	size_t out_size, err_size;
	uint64_t random;
};

static struct bench *begin_board(struct fake *f)
{
	struct bench *b = calloc(1, sizeof(*b));

	assert_non_null(b);
	b->random = 1;
	b->f = f;
	assert_int_equal(surf_open_device(&b->surf, &b->f->dev), 0);
	b->sh.surf = &b->surf;
	b->sh.out = open_memstream(&b->out, &b->out_size);
	b->sh.err = open_memstream(&b->err, &b->err_size);
	assert_int_equal(surf_PutReg(&b->surf, SURF_HTCR, 0),
			 0); /* ends the reset of the FIFO */
	return b;
}

static struct fake *memories(uint32_t trace_bytes, uint32_t hist_bytes)
{
	struct fake *f = fake_open(trace_bytes, hist_bytes);

	assert_non_null(f);
	return f;
}

static struct bench *begin(uint32_t trace_bytes, uint32_t hist_bytes)
{
	return begin_board(memories(trace_bytes, hist_bytes));
}

static struct bench *begin_second(uint32_t trace_bytes, uint32_t hist_bytes)
{
	struct fake *f = memories(trace_bytes, hist_bytes);

	fake_set_revision_2(f);
	return begin_board(f);
}

static struct bench *begin_core(bool identity, uint32_t clock_hz)
{
	struct fake *f = memories(4 * MB, 4 * MB);

	fake_set_core(f, identity, clock_hz);
	return begin_board(f);
}

static void end(struct bench *b)
{
	assert_int_equal(surf_Close(&b->surf), 0);
	fclose(b->sh.out);
	fclose(b->sh.err);
	free(b->out);
	free(b->err);
	fake_close(b->f);
	free(b);
}

/* Executes a line; its output is in b->out and b->err. */
static enum shell_result run(struct bench *b, const char *fmt, ...)
{
	enum shell_result result;
	char line[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	rewind(b->sh.out);
	rewind(b->sh.err);
	result = shell_line(&b->sh, NULL, 0, line);
	fflush(b->sh.out);
	fflush(b->sh.err);
	/* The size of the stream is its position. */
	b->out[b->out_size] = 0;
	b->err[b->err_size] = 0;
	return result;
}

static void ok(struct bench *b, const char *line)
{
	const enum shell_result result = run(b, "%s", line);

	if (result)
		fail_msg("%s: %s", line, b->err);
	assert_string_equal(b->err, "");
}

static void wrong(struct bench *b, const char *line, const char *message)
{
	assert_int_equal(run(b, "%s", line), SHELL_ERROR);
	assert_string_equal(b->err, message);
}

static uint32_t get(struct bench *b, enum surf_reg reg)
{
	uint32_t value = 0xDEADBEEF;

	assert_int_equal(surf_GetReg(&b->surf, reg, &value), 0);
	return value;
}

static uint32_t word_of(const struct fake *f, int which, uint32_t i)
{
	uint32_t v;

	memcpy(&v, f->memory[which] + 4 * (size_t)i, 4);
	return v;
}

static void fill(struct bench *b, int which)
{
	for (uint32_t i = 0; i < b->f->bytes[which] / 8; i++) {
		const uint64_t v = random_xorshift(&b->random);

		memcpy(b->f->memory[which] + 8 * (size_t)i, &v, 8);
	}
}

static uint8_t *copy_of(const struct fake *f, int which)
{
	uint8_t *copy = malloc(f->bytes[which]);

	assert_non_null(copy);
	memcpy(copy, f->memory[which], f->bytes[which]);
	return copy;
}

/* ---- SHOW ---- */

/* The lines of the report's session; the number of blanks is not compared. */
static const char published[] = "FCCR 00000EE8  TSPD E  HSPD E  DONE 1  ERR 0  CFG 0  PROG 0\n"
				"ACDR 02006080 SENDID 1 CATMUX 0 LAT_S 00 LAT_N C TSIZE 2\n"
				"TTCR 00000000 EIP 0 EOP 0 MEOD 0 MEI 0 MBV 0 MODE 0 QUAL 0\n"
				"ECDR 00000000 DATA 0\n"
				"PCLR 00000000 LED 0 CAT 0\n"
				"ISCR 00000002 TP\n"
				"IEMR 00000000\n"
				"HTCR 00000000 PRS 0 FRS 0 TRG 0 WEN 0 HEN 0 TEN 0\n"
				"HFCDR ----- EMPTY 007 FULL 007\n"
				"TPIR 00000000\n"
				"TICR 00000207\n"
				"TECR 00000207 ( 519.)\n"
				"WCDR 0000020D ( 525.)\n";

static void squeeze(char *text)
{
	char *to = text;

	for (const char *p = text; *p; p++)
		if (*p != ' ' || p[1] != ' ')
			*to++ = *p;
	*to = 0;
}

static void shows_published_state(void)
{
	struct bench *b = begin(16 * MB, 16 * MB);
	struct sbit_map map;
	uint8_t stream[SBIT_BYTES];
	char *want = strdup(published), *exact;

	for (uint8_t i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = i;
	sbit_compile(&map, stream);
	assert_int_equal(surf_ConfigHAS(&b->surf, stream, sizeof(stream)), 0);
	ok(b, "ACDR = 02006080; TICR = 519.; TECR = 519.; WCDR = 525.");
	b->f->mmio[ISCR] = 2;
	ok(b, "show");
	exact = strdup(b->out);
	squeeze(b->out);
	squeeze(want);
	assert_string_equal(b->out, want);
	/* The first line must have the blanks of the report. */
	assert_memory_equal(exact, published, strcspn(published, "\n") + 1);
	free(want);
	free(exact);
	end(b);
}

static void shows_in_order(void)
{
	static const char *const names[] = {"FCCR", "ACDR", "TTCR", "ECDR",  "PCLR",
					    "ISCR", "IEMR", "HTCR", "HFCDR", "TPIR",
					    "TICR", "TECR", "WCDR"};
	struct bench *b = begin(4 * MB, 4 * MB);
	char *line, *save = NULL;
	unsigned int n = 0;

	ok(b, "SHOW");
	for (line = strtok_r(b->out, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		EACH_OF(n);
		assert_true(n < 13);
		assert_memory_equal(line, names[n], strlen(names[n]));
		assert_int_equal(line[strlen(names[n])], ' ');
		n++;
	}
	assert_int_equal(n, 13);
	end(b);
}

/* Checks one line of SHOW. */
static void shows(struct bench *b, const char *reg, const char *fmt, ...)
{
	char want[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(want, sizeof(want), fmt, ap);
	va_end(ap);
	assert_int_equal(run(b, "show %s", reg), SHELL_OK);
	squeeze(b->out);
	assert_string_equal(b->out, want);
}

static void shows_presence(void)
{
	for (unsigned int EACH(i, 0); i < 256; i += 5) {
		struct bench *b = begin(4 * MB, 4 * MB);

		b->f->pd[0] = i >> 4;
		b->f->pd[1] = i & 15;
		shows(b, "fccr", "FCCR 00000%X%X7 TSPD %X HSPD %X DONE 0 ERR 1 CFG 1 PROG 1\n",
		      i >> 4, i & 15, i >> 4, i & 15);
		end(b);
	}
}

static void shows_acdr(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);

	for (int EACH(i, 0); i < ROUNDS; i++) {
		const uint32_t v = random_xorshift(&b->random) & 0xFFFFFFF;

		b->f->acdr = v;
		shows(b, "acdr", "ACDR %08X SENDID %X CATMUX %X LAT_S %02X LAT_N %X TSIZE %X\n",
		      v, v >> 25, v >> 23 & 1, v >> 15 & 31, v >> 11 & 15, v >> 6 & 3);
		assert_int_equal(b->f->acdr, v);
	}
	end(b);
}

static void shows_fields(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);

	for (int EACH(i, 0); i < ROUNDS; i++) {
		const uint32_t t = random_xorshift(&b->random) & 0x1FF, e = t & 1, p = t & 31;
		const uint32_t h = random_xorshift(&b->random) & 0x3F & ~SURF_HTCR_FRS;

		b->f->mmio[TTCR] = t;
		b->f->mmio[ECDR] = e;
		b->f->mmio[PCLR] = p;
		b->f->mmio[HTCR] = h;
		shows(b, "ttcr",
		      "TTCR %08X EIP %X EOP %X MEOD %X MEI %X MBV %X MODE %X QUAL %X\n", t,
		      t >> 8, t >> 7 & 1, t >> 6 & 1, t >> 5 & 1, t >> 4 & 1, t >> 2 & 3,
		      t & 3);
		shows(b, "ecdr", "ECDR %08X DATA %X\n", e, e);
		shows(b, "pclr", "PCLR %08X LED %X CAT %X\n", p, p >> 4, p & 15);
		shows(b, "htcr", "HTCR %08X PRS %X FRS 0 TRG %X WEN %X HEN %X TEN %X\n", h,
		      h >> 5, h >> 3 & 1, h >> 2 & 1, h >> 1 & 1, h & 1);
	}
	shows(b, "ebcr", "EBCR D000C401 RBASE D000 MBASE 18 IRLEV 4 SMALL 0 ID 0 ENABLE 1\n");
	shows(b, "epir", "EPIR 1000464E PNUM_L 1 REV 0 PNUM_H 00 MFR 464E\n");
	end(b);
}

static void shows_conditions(void)
{
	static const char *const name[14] = {"TC", "TP", "EXT", "FNE", "FPF", "FAF", "FF",
					     "FV", "BV", "WCV", "PV",  "LV",  "LU",  "RTV"};
	struct bench *b = begin(4 * MB, 4 * MB);

	shows(b, "iscr", "ISCR 00000000\n");
	shows(b, "iemr", "IEMR 00000000\n");
	for (int EACH(i, 0); i < 14; i++) {
		b->f->mmio[ISCR] = 1u << i;
		shows(b, "iscr", "ISCR %08X %s\n", 1u << i, name[i]);
		b->f->mmio[IEMR] = 1u << i;
		shows(b, "iscr", "ISCR %08X PEND %s\n", 1u << i | 1u << 31, name[i]);
		shows(b, "iemr", "IEMR %08X %s\n", 1u << i, name[i]);
		b->f->mmio[IEMR] = 0;
	}
	b->f->mmio[IEMR] = SURFBOARD_IEMR_WRITABLE;
	b->f->mmio[ISCR] = SURFBOARD_ISCR_FIELDS & ~SURFBOARD_ISCR_PEND_MASK;
	shows(b, "iscr",
	      "ISCR 80003FFF PEND RTV LU LV PV WCV BV FV FF FAF FPF FNE EXT TP TC\n");
	shows(b, "iemr", "IEMR 00003FFF RTV LU LV PV WCV BV FV FF FAF FPF FNE EXT TP TC\n");
	end(b);
}

static void shows_offsets(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);

	shows(b, "hfcdr", "HFCDR ----- EMPTY 007 FULL 007\n");
	ok(b, "HFCR.EMPTY = 123; HFCR.FULL = FFF");
	shows(b, "HFCR", "HFCDR ----- EMPTY 123 FULL FFF\n");
	ok(b, "hfcdr.empty = fff; hfcr.full = 123");
	shows(b, "HFCDR", "HFCDR ----- EMPTY FFF FULL 123\n");
	end(b);
}

static void shows_counts(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);

	for (int EACH(i, 0); i < ROUNDS; i++) {
		const uint32_t v = (uint32_t)random_xorshift(&b->random) >> i % 32;

		b->f->mmio[TPIR] = b->f->mmio[TICR] = v & 0x3FFFFF;
		b->f->mmio[TECR] = v & 0x7FFFFF;
		b->f->mmio[WCDR] = v;
		shows(b, "tpir", "TPIR %08X\n", v & 0x3FFFFF);
		shows(b, "ticr", "TICR %08X\n", v & 0x3FFFFF);
		assert_int_equal(run(b, "show tecr"), SHELL_OK);
		assert_int_equal(strtoul(b->out + 5, NULL, 16), v & 0x7FFFFF);
		assert_int_equal(strtoul(strchr(b->out, '(') + 1, NULL, 10), v & 0x7FFFFF);
	}
	b->f->mmio[WCDR] = UINT32_MAX;
	shows(b, "wcdr", "WCDR FFFFFFFF (4294967295.)\n");
	b->f->mmio[TECR] = 519;
	shows(b, "tecr", "TECR 00000207 ( 519.)\n");
	end(b);
}

static void show_changes_nothing(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);
	char *first;
	struct fake before;

	ok(b, "HFCR.EMPTY = 345; ACDR = 5A5A5A5; TTCR = 1FF; ISCR = 0");
	for (int EACH(i, 0); i < 10; i++)
		ok(b, "HFDR = 155");
	b->f->mmio[ISCR] = STICKY;
	before = *b->f;
	ok(b, "show");
	first = strdup(b->out);
	assert_int_equal(b->f->acdr, before.acdr);
	assert_int_equal(b->f->hfcr_at, before.hfcr_at);
	assert_memory_equal(b->f->hfcr, before.hfcr, sizeof(before.hfcr));
	assert_int_equal(b->f->fifo_slots, 10);
	assert_memory_equal(b->f->mmio, before.mmio, sizeof(before.mmio));
	ok(b, "show");
	assert_string_equal(b->out, first);
	wrong(b, "show hfdr", "HFDR: a read takes a slot from the FIFO; use SAVE FIFO\n");
	assert_int_equal(b->f->fifo_slots, 10);
	free(first);
	end(b);
}

/* ---- assignments ---- */

static void names_in_any_case(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);
	char *upper;

	ok(b, "HELP");
	upper = strdup(b->out);
	ok(b, "help");
	assert_string_equal(b->out, upper);
	ok(b, "Help");
	assert_string_equal(b->out, upper);
	free(upper);
	ok(b, "SHOW PCLR");
	upper = strdup(b->out);
	ok(b, "show pclr");
	assert_string_equal(b->out, upper);
	free(upper);
	ok(b, "pclr.cat = a");
	assert_int_equal(b->f->mmio[PCLR], 10);
	ok(b, "Pclr.Led = 1");
	assert_int_equal(b->f->mmio[PCLR], 0x1A);
	ok(b,
	   "clear fifo; CLEAR FIFO; clear Trace 0 1; CLEAR HISTOGRAM 0 1; Clear histogram 0");
	assert_int_equal(run(b, "quit"), SHELL_QUIT);
	assert_int_equal(run(b, "EXIT"), SHELL_QUIT);
	assert_int_equal(run(b, "sho"), SHELL_ERROR); /* commands cannot be abbreviated */
	end(b);
}

/* Executes a line; the register at offset @reg of the memory must then have the value. */
static void assigns(struct bench *b, const char *line, unsigned int reg, uint32_t value)
{
	ok(b, line);
	assert_int_equal(b->f->mmio[reg], value);
}

static void assigns_registers(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);

	assigns(b, "TTCR = 1A5", TTCR, 0x1A5);
	assigns(b, "WCDR = FFFFFFFF", WCDR, 0xFFFFFFFF);
	assigns(b, "TECR = 7FFFFF; TICR = 3FFFFF; TPIR = 12345", TECR, 0x7FFFFF);
	assert_int_equal(b->f->mmio[TICR], 0x3FFFFF);
	assert_int_equal(b->f->mmio[TPIR], 0x12345);
	assigns(b, "IEMR = 3FFF; ECDR = 1; HTCR = 2F", IEMR, 0x3FFF);
	assert_int_equal(b->f->mmio[ECDR], 1);
	assert_int_equal(b->f->mmio[HTCR], 0x2F);
	ok(b, "HTCR = 0; ACDR = FFFFFFF; HFCR = 1230ABC; HFDR = 1A5; FCCR = EE8");
	assert_int_equal(b->f->acdr, 0xFFFFFFF);
	assert_int_equal(get(b, SURF_HFCR), 0x1230ABC);
	assert_int_equal(b->f->fifo_slots, 1);
	assert_int_equal(b->f->fifo[0], 0x1A5);
	assert_int_equal(get(b, SURF_FCCR) & surf_mask(SURF_FCCR_PROG), 0);
	end(b);
}

static void values(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);

	assigns(b, "WCDR = 10", WCDR, 16);
	assigns(b, "WCDR = 10.", WCDR, 10);
	assigns(b, "WCDR = 4294967295.", WCDR, 0xFFFFFFFF);
	assigns(b, "WCDR = 00000000000000000abcDEF0", WCDR, 0xABCDEF0);
	assigns(b, "PCLR.CAT = 15.", PCLR, 15);
	/* blanks */
	assigns(b, "WCDR=1", WCDR, 1);
	assigns(b, "WCDR  =  2  ", WCDR, 2);
	assigns(b, " \tWCDR\t=3 \t\r", WCDR, 3);
	assigns(b, "WCDR= 4;PCLR =5 ; TECR=6# and so on", WCDR, 4);
	assert_int_equal(b->f->mmio[PCLR], 5);
	assert_int_equal(b->f->mmio[TECR], 6);
	ok(b, "show pclr   \t ");
	end(b);
}

/* Checks lines that the shell must refuse without a write. */
static void refuses(void)
{
	static const char *const lines[][2] = {
		{"PCLR.CAT = 10",
		 "10 (hexadecimal; 16. in decimal) does not fit into PCLR.CAT (4 bits)\n"},
		{"PCLR.LED = 2",
		 "2 (hexadecimal; 2. in decimal) does not fit into PCLR.LED (1 bit)\n"},
		{"TTCR = 200", "200 (hexadecimal; 512. in decimal) does not fit into TTCR\n"},
		{"ACDR = 10000000",
		 "10000000 (hexadecimal; 268435456. in decimal) does not fit into ACDR\n"},
		{"TECR = 800000",
		 "800000 (hexadecimal; 8388608. in decimal) does not fit into TECR\n"},
		{"HFCR.EMPTY = 1000", "1000 (hexadecimal; 4096. in decimal) does not fit into "
				      "HFCR.EMPTY (12 bits)\n"},
		{"HFCR = 1000",
		 "1000 (hexadecimal; 4096. in decimal) does not fit into HFCR\n"},
		{"WCDR = 1G", "1G: not a hexadecimal number\n"},
		{"WCDR = 1A.", "1A.: not a decimal number\n"},
		{"WCDR = 1..", "1..: not a decimal number\n"},
		{"WCDR = -1", "-1: not a hexadecimal number\n"},
		{"WCDR = +1", "+1: not a hexadecimal number\n"},
		{"WCDR = 0x1", "0x1: not a hexadecimal number\n"},
		{"WCDR = 1 2", "1 2: not a hexadecimal number\n"},
		{"WCDR = 100000000", "100000000: more than 32 bits\n"},
		{"WCDR = 4294967296.", "4294967296.: more than 32 bits\n"},
		{"WCDR = 99999999999999999999.", "99999999999999999999.: more than 32 bits\n"},
		{"WCDR = .", "a value without digits\n"},
		{"WCDR =", "no value\n"},
		{"WCDR = = 1", "= 1: not a hexadecimal number\n"},
		{"FCCR.DONE = 1", "FCCR.DONE is read only\n"},
		{"FCCR.TSPD = 1", "FCCR.TSPD is read only\n"},
		{"ISCR.FNE = 1", "ISCR.FNE is read only\n"},
		{"ISCR.PEND = 1", "ISCR.PEND is read only\n"},
		{"EPIR = 0", "EPIR is read only\n"},
		{"EPIR.REV = 1", "EPIR.REV is read only\n"},
		{"HFDR.LSB = 1", "HFDR: a slot is written as a whole\n"},
		{"ABCD = 1", "ABCD: no such register\n"},
		{"TTCR.ABC = 1", "TTCR has no field ABC\n"},
		{"TTCR. = 1", "TTCR has no field \n"},
		{"IEMR.PEND = 1", "IEMR has no field PEND\n"},
		{"ACDR.DATA = 1", "ACDR has no field DATA\n"},
		{"HFCR.DATA = 1", "HFCR has no field DATA\n"},
		{"TTCR.MODE.QUAL = 1", "TTCR has no field MODE.QUAL\n"},
	};
	struct bench *b = begin(4 * MB, 4 * MB);
	struct fake before;

	b->f->mmio[ISCR] = STICKY;
	before = *b->f;
	for (size_t EACH(i, 0); i < sizeof(lines) / sizeof(lines[0]); i++) {
		wrong(b, lines[i][0], lines[i][1]);
		assert_memory_equal(b->f->writes, before.writes, sizeof(before.writes));
	}
	assert_memory_equal(b->f->mmio, before.mmio, sizeof(before.mmio));
	end(b);
}

/* register, field, position of its bit 0, and width, from TR-596-99 A.6 */
static const struct {
	enum surf_reg reg;
	const char *name;
	unsigned int lsb, bits;
} written[] = {
	{SURF_FCCR, "FCCR.PROG", 0, 1},	   {SURF_ACDR, "ACDR.SENDID", 25, 3},
	{SURF_ACDR, "ACDR.CATMUX", 23, 1}, {SURF_ACDR, "ACDR.LAT_S", 15, 5},
	{SURF_ACDR, "ACDR.LAT_N", 11, 4},  {SURF_ACDR, "ACDR.TSIZE", 6, 2},
	{SURF_TTCR, "TTCR.EIP", 8, 1},	   {SURF_TTCR, "TTCR.EOP", 7, 1},
	{SURF_TTCR, "TTCR.MEOD", 6, 1},	   {SURF_TTCR, "TTCR.MEI", 5, 1},
	{SURF_TTCR, "TTCR.MBV", 4, 1},	   {SURF_TTCR, "TTCR.MODE", 2, 2},
	{SURF_TTCR, "TTCR.QUAL", 0, 2},	   {SURF_ECDR, "ECDR.DATA", 0, 1},
	{SURF_PCLR, "PCLR.LED", 4, 1},	   {SURF_PCLR, "PCLR.CAT", 0, 4},
	{SURF_IEMR, "IEMR.RTV", 13, 1},	   {SURF_IEMR, "IEMR.LU", 12, 1},
	{SURF_IEMR, "IEMR.LV", 11, 1},	   {SURF_IEMR, "IEMR.PV", 10, 1},
	{SURF_IEMR, "IEMR.WCV", 9, 1},	   {SURF_IEMR, "IEMR.BV", 8, 1},
	{SURF_IEMR, "IEMR.FV", 7, 1},	   {SURF_IEMR, "IEMR.FF", 6, 1},
	{SURF_IEMR, "IEMR.FAF", 5, 1},	   {SURF_IEMR, "IEMR.FPF", 4, 1},
	{SURF_IEMR, "IEMR.FNE", 3, 1},	   {SURF_IEMR, "IEMR.EXT", 2, 1},
	{SURF_IEMR, "IEMR.TP", 1, 1},	   {SURF_IEMR, "IEMR.TC", 0, 1},
	{SURF_IEMR, "IEMR.MASK", 0, 14},   {SURF_HTCR, "HTCR.PRS", 5, 1},
	{SURF_HTCR, "HTCR.TRG", 3, 1},	   {SURF_HTCR, "HTCR.WEN", 2, 1},
	{SURF_HTCR, "HTCR.HEN", 1, 1},	   {SURF_HTCR, "HTCR.TEN", 0, 1},
	{SURF_HFCR, "HFCR.EMPTY", 0, 12},  {SURF_HFCR, "HFCR.FULL", 16, 12},
	{SURF_HFCR, "HFCDR.EMPTY", 0, 12}, {SURF_HFCR, "HFCDR.FULL", 16, 12},
	{SURF_TECR, "TECR.DATA", 0, 23},   {SURF_WCDR, "WCDR.DATA", 0, 32},
	{SURF_EBCR, "EBCR.IRLEV", 8, 3},
};

static const enum surf_reg all[] = {SURF_FCCR, SURF_ACDR, SURF_TTCR, SURF_ECDR, SURF_PCLR,
				    SURF_IEMR, SURF_HTCR, SURF_HFCR, SURF_TECR, SURF_WCDR,
				    SURF_TICR, SURF_TPIR, SURF_EBCR};

#define ALL (sizeof(all) / sizeof(all[0]))

/* Checks that each field can be set alone, while all other bits of the board stay unchanged. */
static void assigns_fields(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);

	for (int EACH(round, 0); round < 20; round++) {
		b->f->acdr = random_xorshift(&b->random) & 0xFFFFFFF;
		b->f->mmio[TTCR] = random_xorshift(&b->random) & SURFBOARD_TTCR_WRITABLE;
		b->f->mmio[PCLR] = random_xorshift(&b->random) & SURFBOARD_PCLR_WRITABLE;
		b->f->mmio[IEMR] = random_xorshift(&b->random) & SURFBOARD_IEMR_WRITABLE;
		b->f->mmio[HTCR] = random_xorshift(&b->random) &
				   (SURFBOARD_HTCR_PRS_MASK | SURFBOARD_HTCR_TRG_MASK);
		for (size_t EACH(i, 0); i < sizeof(written) / sizeof(written[0]); i++) {
			const uint32_t max = UINT32_MAX >> (32 - written[i].bits);
			uint32_t v = random_xorshift(&b->random) & max, before[ALL];

			/* The FPGA does not count its state while PROG is 1. */
			for (size_t EACH(k, 0); k < ALL; k++)
				before[k] = get(b, all[k]);
			assert_int_equal(run(b, "%s = %X", written[i].name, v), SHELL_OK);
			for (size_t EACH(k, 0); k < ALL; k++) {
				uint32_t want = before[k], now = get(b, all[k]);

				if (all[k] == written[i].reg)
					want = (want & ~(max << written[i].lsb)) |
					       v << written[i].lsb;
				if (all[k] == SURF_FCCR) {
					want &= 0xFF1;
					now &= 0xFF1;
				}
				if (now != want)
					fail_msg("%s = %X: register %d is %X, not %X",
						 written[i].name, v, (int)all[k], now, want);
			}
		}
	}
	end(b);
}

static void clears_conditions(void)
{
	static const struct {
		const char *name;
		unsigned int bit;
	} sticky[] = {{"LU", 12}, {"LV", 11}, {"PV", 10}, {"WCV", 9}, {"BV", 8},
		      {"FV", 7},  {"EXT", 2}, {"TP", 1},  {"TC", 0}};
	struct bench *b = begin(4 * MB, 4 * MB);

	for (size_t EACH(i, 0); i < sizeof(sticky) / sizeof(sticky[0]); i++) {
		b->f->mmio[ISCR] = STICKY;
		assert_int_equal(run(b, "ISCR.%s = 0", sticky[i].name), SHELL_OK);
		assert_int_equal(b->f->mmio[ISCR], STICKY);
		assert_int_equal(run(b, "ISCR.%s = 1", sticky[i].name), SHELL_OK);
		assert_int_equal(b->f->mmio[ISCR], STICKY & ~(1u << sticky[i].bit));
	}
	assigns(b, "ISCR = 1F87", ISCR, 0);
	end(b);
}

/* ---- memories ---- */

static char folder[] = "/tmp/shell_unit.XXXXXX";

/* Returns a file's data lines, without the comments. */
static char *data_lines(const char *path)
{
	FILE *in = fopen(path, "r"), *out;
	char line[256], *text = NULL;
	size_t size;

	assert_non_null(in);
	out = open_memstream(&text, &size);
	while (fgets(line, sizeof(line), in))
		if (*line != '#')
			fputs(line, out);
	fclose(in);
	fclose(out);
	return text;
}

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static void into_folder(void)
{
	strcpy(folder, "/tmp/shell_unit.XXXXXX");
	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
}

static void leave_folder(const char *const *names)
{
	for (; *names; names++)
		unlink(*names);
	assert_int_equal(chdir("/"), 0);
	/* This fails if an incomplete file is left behind. */
	assert_int_equal(rmdir(folder), 0);
}

static void clears_memories(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);

	fill(b, TRACE);
	fill(b, HISTOGRAM);
	ok(b, "CLEAR HISTOGRAM 100 1FFFF");
	for (uint32_t EACH(i, 0x100); i <= 0x1FFFF; i++)
		assert_int_equal(word_of(b->f, HISTOGRAM, i), 0);
	assert_int_not_equal(word_of(b->f, HISTOGRAM, 0xFF) | word_of(b->f, HISTOGRAM, 0xFE),
			     0);
	assert_int_not_equal(
		word_of(b->f, HISTOGRAM, 0x20000) | word_of(b->f, HISTOGRAM, 0x20001), 0);
	ok(b, "CLEAR HISTOGRAM");
	for (uint32_t EACH(i, 0); i < MB; i++)
		assert_int_equal(word_of(b->f, HISTOGRAM, i), 0);
	assert_int_not_equal(word_of(b->f, TRACE, 0) | word_of(b->f, TRACE, 1), 0);
	ok(b, "CLEAR TRACE");
	for (uint32_t EACH(i, 0); i < MB; i++)
		assert_int_equal(word_of(b->f, TRACE, i), i % 4 == 3 ? 0x60000000 : 0);
	wrong(b, "CLEAR STATE", "CLEAR is for TRACE, HISTOGRAM (or parts of them) and FIFO\n");
	wrong(b, "CLEAR TRACE 40000", "the last entry of the memory is 3FFFF\n");
	wrong(b, "CLEAR HISTOGRAM 5 4", "the last bin is before the first\n");
	wrong(b, "CLEAR NOTHING", "NOTHING: not TRACE, HISTOGRAM, FIFO or STATE\n");
	wrong(b, "CLEAR", "usage: CLEAR <memtype> [<first> [<last>]]\n");
	end(b);
}

static void clears_fifo(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);

	ok(b, "HFCR.EMPTY = 234; HFCR.FULL = 567; HTCR = 6");
	for (int EACH(i, 0); i < 100; i++)
		ok(b, "HFDR = 1FF");
	assert_int_equal(get(b, SURF_ISCR) & surf_mask(SURF_ISCR_FNE),
			 surf_mask(SURF_ISCR_FNE));
	ok(b, "CLEAR FIFO");
	assert_int_equal(get(b, SURF_ISCR) & surf_mask(SURF_ISCR_FNE), 0);
	assert_int_equal(get(b, SURF_HFCR), 0x5670234);
	assert_int_equal(get(b, SURF_HTCR), 6);
	ok(b, "HTCR = 10; CLEAR FIFO");
	assert_int_equal(get(b, SURF_HTCR), 0x10);
	end(b);
}

/* Checks that the files contain exactly the words of the memories, and restore them. */
static void saves_and_loads_histogram(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);
	char *text, *want;
	uint8_t *copy;
	size_t size;
	FILE *m;

	into_folder();
	memset(b->f->memory[HISTOGRAM], 0, 4 * MB);
	m = open_memstream(&want, &size);
	for (uint32_t i = 0; i < MB; i += 1 + random_xorshift(&b->random) % 2000) {
		const uint32_t v = (uint32_t)random_xorshift(&b->random) | 1;

		memcpy(b->f->memory[HISTOGRAM] + 4 * (size_t)i, &v, 4);
		fprintf(m, "%06X %08X\n", i, v);
	}
	fclose(m);
	copy = copy_of(b->f, HISTOGRAM);
	ok(b, "SAVE HISTOGRAM h");
	text = data_lines("h");
	assert_string_equal(text, want);
	ok(b, "CLEAR HISTOGRAM; LOAD HISTOGRAM h");
	assert_memory_equal(b->f->memory[HISTOGRAM], copy, 4 * MB);
	free(text);
	free(want);
	free(copy);
	/* All bins, and a part of them. */
	fill(b, HISTOGRAM);
	copy = copy_of(b->f, HISTOGRAM);
	ok(b, "save histogram h; clear histogram; load histogram h");
	assert_memory_equal(b->f->memory[HISTOGRAM], copy, 4 * MB);
	ok(b, "save histogram h 7 8");
	text = data_lines("h");
	assert_int_equal(strlen(text), 32);
	assert_int_equal(strtoul(text, NULL, 16), 7);
	assert_int_equal(strtoul(text + 7, NULL, 16), word_of(b->f, HISTOGRAM, 7));
	free(text);
	free(copy);
	leave_folder((const char *const[]){"h", NULL});
	end(b);
}

/* Checks that loading a file of some bins keeps the others. */
static void loads_named_bins(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);
	uint8_t *copy;
	FILE *f;

	into_folder();
	fill(b, HISTOGRAM);
	copy = copy_of(b->f, HISTOGRAM);
	f = fopen("h", "w");
	fprintf(f, "# bins in any order\n\n");
	for (int i = 0; i < 100; i++) {
		const uint32_t bin = random_xorshift(&b->random) % (MB - 40000);
		const uint32_t v = (uint32_t)i;

		memcpy(copy + 4 * (size_t)bin, &v, 4);
		fprintf(f, "%06x %08x # %d\n", bin, v, i);
	}
	/* runs of bins, and the end of the memory */
	for (uint32_t i = 0; i < 40000; i++) {
		const uint32_t bin = MB - 1 - i, v = ~i;

		memcpy(copy + 4 * (size_t)bin, &v, 4);
		fprintf(f, "%06X %08X\n", bin, v);
	}
	fclose(f);
	ok(b, "LOAD HISTOGRAM h");
	assert_memory_equal(b->f->memory[HISTOGRAM], copy, 4 * MB);
	free(copy);
	leave_folder((const char *const[]){"h", NULL});
	end(b);
}

static void saves_and_loads_trace(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);
	char *text, *want;
	uint8_t *copy;
	size_t size;
	FILE *m;

	into_folder();
	ok(b, "CLEAR TRACE");
	m = open_memstream(&want, &size);
	for (uint32_t i = 0; i < MB / 4; i += 1 + random_xorshift(&b->random) % 3000) {
		uint32_t w[4];

		for (int k = 0; k < 4; k++)
			w[k] = (uint32_t)random_xorshift(&b->random);
		w[3] &= 0x9FFFFFFF;
		memcpy(b->f->memory[TRACE] + 16 * (size_t)i, w, 16);
		fprintf(m, "%06X %08X %08X %08X %08X\n", i, w[0], w[1], w[2], w[3]);
	}
	fclose(m);
	copy = copy_of(b->f, TRACE);
	ok(b, "TECR = 40000"); /* the memory is full */
	ok(b, "SAVE TRACE t");
	text = data_lines("t");
	assert_string_equal(text, want);
	ok(b, "CLEAR TRACE");
	assert_memory_not_equal(b->f->memory[TRACE], copy, 4 * MB);
	ok(b, "LOAD TRACE t");
	assert_memory_equal(b->f->memory[TRACE], copy, 4 * MB);
	free(text);
	free(want);
	free(copy);
	/* 100 scattered entries; the others must stay */
	fill(b, TRACE);
	copy = copy_of(b->f, TRACE);
	m = fopen("t", "w");
	for (uint32_t i = 0; i < 100; i++) {
		const uint32_t index = i * 2621 % (MB / 4);
		const uint32_t w[4] = {i, ~i, i * i, 0x60000000 + i};

		memcpy(copy + 16 * (size_t)index, w, 16);
		fprintf(m, "%06X %08X %08X %08X %08X\n", index, w[0], w[1], w[2], w[3]);
	}
	fclose(m);
	ok(b, "LOAD TRACE t");
	assert_memory_equal(b->f->memory[TRACE], copy, 4 * MB);
	free(copy);
	leave_folder((const char *const[]){"t", NULL});
	end(b);
}

static unsigned int lines(const char *text)
{
	unsigned int n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

/* Without a range, SAVE TRACE must write the TECR entries before TICR, whatever the memory held
 * before them: zeros after power-on, where every entry looks like a packet, ones, or an older
 * trace. With a range, it must warn if it contains other entries. */
static void saves_recorded(void)
{
	static const uint8_t before[] = {0xFF, 0x15, 0};
	static const struct {
		const char *registers;
		unsigned int ticr, entries;
		const char *first;
	} cases[] = {
		{"TICR = 76.; TECR = 76.", 76, 76, "000000 "},
		{"TICR = 76.; TECR = 20.", 76, 20, "000038 "},
		{"TICR = 76.; TECR = 118.", 76, 118, "000000 "}, /* the entries wrap at the end
								  * of the memory */
		{"TICR = 0; TECR = 20.", 0, 20, "03FFEC "},
		{"TICR = 0; TECR = 0", 0, 0, ""},
		{"TICR = 7; TECR = 40000", 7, MB / 4, "000000 "},
	};
	struct bench *b = begin(4 * MB, 4 * MB);
	char *text;

	into_folder();
	for (size_t EACH(i, 0); i < 3 * sizeof(cases) / sizeof(*cases); i++) {
		const size_t c = i % (sizeof(cases) / sizeof(*cases));

		memset(b->f->memory[TRACE], before[i / (sizeof(cases) / sizeof(*cases))],
		       4 * MB);
		/* the last entry is the one before TICR */
		for (uint32_t k = 1; k <= cases[c].entries; k++) {
			const uint32_t at = (cases[c].ticr - k) % (MB / 4);

			memset(b->f->memory[TRACE] + 16 * (size_t)at, (int)(at % 32), 16);
		}
		ok(b, cases[c].registers);
		ok(b, "SAVE TRACE t");
		text = data_lines("t");
		assert_int_equal(lines(text), cases[c].entries);
		assert_memory_equal(text, cases[c].first, strlen(cases[c].first));
		for (const char *l = text, *end; *l; l = end + 1) {
			EACH_OF(l);
			const uint32_t at = (uint32_t)strtoul(l, NULL, 16);

			end = strchr(l, '\n');
			assert_int_equal(strtoul(l + 6, NULL, 16), at % 32 * 0x01010101);
		}
		free(text);
	}
	ok(b, "TICR = 3; TECR = 2; SAVE TRACE t 0 3");
	assert_string_equal(b->out, "t: 4 entries\nwarning: t: 2 of the entries are older than "
				    "TICR and TECR say, or were never recorded\n");
	/* loaded entries count as recorded until the board records */
	ok(b, "CLEAR TRACE; LOAD TRACE t; SAVE TRACE t");
	assert_string_equal(b->out, "t: 4 entries\nt: 4 entries\n");
	ok(b, "TECR = 1; SAVE TRACE t");
	assert_string_equal(b->out, "t: 1 entry\n");
	leave_folder((const char *const[]){"t", NULL});
	end(b);
}

static unsigned int blocks; /* number of blocks read */

static int read_block(struct device *dev, uint32_t addr, uint32_t *words, size_t n)
{
	blocks++;
	for (size_t i = 0; i < n; i++) {
		uint64_t v;
		int err = dev->ops->read(dev, DEVICE_MEM, addr + 4 * (uint32_t)i, 32, &v);

		if (err)
			return err;
		words[i] = (uint32_t)v;
	}
	return 0;
}

/* Checks that runs of entries are read block by block, wherever they begin and end, and that
 * single entries need no more accesses than without blocks. */
static void saves_runs(void)
{
	static const struct {
		uint32_t first, n, step;
	} runs[] = {
		{0, 1, 1},	 {5, 3000, 1},	   {4096, 64, 1},	 {4223, 2, 1},
		{8192, 2048, 2}, {20000, 20, 100}, {MB / 4 - 65, 65, 1},
	};
	struct bench *b = begin(4 * MB, 4 * MB);
	struct device_ops ops = *b->f->dev.ops;
	char *text, *want;
	unsigned int before;
	size_t size;
	FILE *m;

	ops.read_words = read_block;
	b->f->dev.ops = &ops;
	into_folder();
	ok(b, "CLEAR TRACE");
	m = open_memstream(&want, &size);
	for (size_t r = 0; r < sizeof(runs) / sizeof(runs[0]); r++)
		for (uint32_t i = 0; i < runs[r].n; i++) {
			const uint32_t at = runs[r].first + i * runs[r].step;
			const uint32_t w[4] = {~at, at * at, at << 8, at};

			memcpy(b->f->memory[TRACE] + 16 * (size_t)at, w, 16);
			fprintf(m, "%06X %08X %08X %08X %08X\n", at, w[0], w[1], w[2], w[3]);
		}
	fclose(m);
	ok(b, "TECR = 40000"); /* the memory is full */
	before = b->f->accesses;
	ok(b, "SAVE TRACE t");
	text = data_lines("t");
	assert_string_equal(text, want);
	/* each entry is probed, all words of about 5000 entries are read, and the rest of a few
	 * blocks */
	assert_in_range(b->f->accesses - before, MB / 4, MB / 4 + 4 * (5200 + 3 * 2048));
	before = b->f->accesses;
	blocks = 0;
	/* complete blocks of a run: 63 of the entries of each need no probe */
	ok(b, "SAVE TRACE t 40 BBF");
	assert_int_equal(blocks, 46);
	assert_in_range(b->f->accesses - before, 4 * 46 * 64, 4 * 46 * 64 + 400);
	free(text);
	free(want);
	leave_folder((const char *const[]){"t", NULL});
	end(b);
}

static void saves_and_loads_fifo(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);
	uint16_t slot[4096];
	char *text, *again, line[32];
	unsigned int n = 30;

	into_folder();
	ok(b, "SAVE FIFO f");
	text = data_lines("f");
	assert_string_equal(text, "");
	free(text);
	for (unsigned int i = 0; i < 4096; i++)
		slot[i] = random_xorshift(&b->random) & 0x1FF;
	for (; n; n = n == 30 ? 4096 : 0) {
		EACH_OF(n);
		ok(b, "CLEAR FIFO; HTCR = 3");
		b->f->fifo_at = 4000;
		for (unsigned int EACH(i, 0); i < n; i++) {
			snprintf(line, sizeof(line), "HFDR = %X", slot[i]);
			ok(b, line);
		}
		ok(b, "SAVE FIFO f");
		assert_int_equal(b->f->fifo_slots, n);
		assert_int_equal(get(b, SURF_HTCR), 3);
		text = data_lines("f");
		for (unsigned int EACH(i, 0); i < n; i++) {
			snprintf(line, sizeof(line), "%06X %08X\n", i, slot[i]);
			assert_memory_equal(text + 16 * i, line, 16);
		}
		assert_int_equal(strlen(text), 16 * n);
		ok(b, "SAVE FIFO f");
		again = data_lines("f");
		assert_string_equal(again, text);
		ok(b, "CLEAR FIFO");
		assert_int_equal(b->f->fifo_slots, 0);
		ok(b, "LOAD FIFO f");
		assert_int_equal(get(b, SURF_HTCR), 3);
		assert_int_equal(b->f->fifo_slots, n);
		for (unsigned int EACH(i, 0); i < n; i++)
			assert_int_equal(get(b, SURF_HFDR), slot[i]);
		free(text);
		free(again);
	}
	/* the FIFO is full, and the FIFO is in reset */
	ok(b, "CLEAR FIFO; HFDR = 1; HTCR.HEN = 1");
	wrong(b, "LOAD FIFO f", "FIFO: full after 4095 of 4096 slots\n");
	assert_int_equal(get(b, SURF_HTCR), 3);
	ok(b, "HTCR = 10");
	wrong(b, "LOAD FIFO f", "FIFO: the FIFO is held in reset (HTCR.FRS is 1)\n");
	leave_folder((const char *const[]){"f", NULL});
	end(b);
}

/* Checks that the header of a file gives the settings with which its data were taken, and their
 * losses. */
static void header_of_file(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);
	char text[1024];
	size_t n;
	FILE *f;

	into_folder();
	ok(b, "CLEAR TRACE 0 3; ACDR.LAT_S = 3; TPIR = 12");
	b->f->mmio[ISCR] = SURFBOARD_ISCR_PV_MASK | SURFBOARD_ISCR_FV_MASK |
			   SURFBOARD_ISCR_TP_MASK; /* PV FV TP */
	ok(b, "SAVE TRACE t 0 3");
	assert_string_equal(b->out, "lost packets dropped: 1 or more\nt: 0 entries\n");
	f = fopen("t", "r");
	n = fread(text, 1, sizeof(text) - 1, f);
	assert_true(n > 9);
	text[n - 9] = 0; /* without the checksum */
	fclose(f);
	assert_string_equal(text, "# file: trace\n# check: CRC-32\n# board: surfboard\n"
				  "# configuration: ACDR 00018040, TTCR 00000000\n"
				  "# clock: 10000000 Hz\n# latency unit: 6400 ns\n"
				  "# trigger: 000012\n# lost packets dropped: 1 or more\n"
				  "# end: 00000000000000000192 bytes, CRC-32 ");
	ok(b, "SAVE HISTOGRAM t 0 3");
	assert_string_equal(b->out, "lost packets dropped: 1 or more\n"
				    "lost indices of wrapped bins: 1 or more\nt: 0 bins\n");
	leave_folder((const char *const[]){"t", NULL});
	end(b);
}

/* Checks that the header of a trace says which bits of the phase its entries have. */
static void header_with_phase(void)
{
	static const struct {
		const char *modes, *line;
	} cases[] = {
		{"", NULL},
		{"PHCR.LOW = 1", "\n# phase bits: 0F\n"},
		{"PHCR.HIGH = 1", "\n# phase bits: FF\n"},
		{"PHCR.LOW = 0", "\n# phase bits: F0\n"},
	};
	struct bench *b = begin_second(4 * MB, 4 * MB);

	into_folder();
	for (size_t EACH(i, 0); i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[1024];
		FILE *f;

		ok(b, cases[i].modes);
		ok(b, "SAVE TRACE t 0 3");
		f = fopen("t", "r");
		text[fread(text, 1, sizeof(text) - 1, f)] = 0;
		fclose(f);
		if (cases[i].line)
			assert_non_null(strstr(text, cases[i].line));
		else
			assert_null(strstr(text, "phase"));
	}
	leave_folder((const char *const[]){"t", NULL});
	end(b);
}

/* Checks which clock a saved file has: that of the core, of TIMEBASE, or "unknown", never that
 * of the report. */
static void clock_of_core(void)
{
	static const struct {
		bool block;
		uint32_t clock_hz;
		const char *timebase, *said, *header;
	} cores[] = {
		{true, 25000000, "", "clock: 25000000 Hz\n",
		 "# clock: 25000000 Hz\n# latency unit: 640 ns\n"},
		{true, 25000000, "TIMEBASE 50MHz", "clock: 50000000 Hz\n",
		 "# clock: 50000000 Hz\n# latency unit: 320 ns\n"},
		{true, 0, "", "clock: unknown, the core does not say it\n",
		 "# clock: unknown\n# latency unit: 16 ticks\n"},
		{false, 0, "", "clock: unknown, the core does not say it\n",
		 "# clock: unknown\n# latency unit: 16 ticks\n"},
		{false, 0, "TIMEBASE 1GHz", "clock: 1000000000 Hz\n",
		 "# clock: 1000000000 Hz\n# latency unit: 16 ns\n"},
	};

	into_folder();
	for (size_t EACH(i, 0); i < sizeof(cores) / sizeof(cores[0]); i++) {
		struct bench *b = begin_core(cores[i].block, cores[i].clock_hz);
		char text[1024];
		FILE *f;

		ok(b, cores[i].timebase);
		ok(b, "TIMEBASE");
		assert_string_equal(b->out, cores[i].said);
		ok(b, "ACDR.LAT_S = 2; SAVE HISTOGRAM t 0 3");
		assert_int_equal(!strstr(b->out, "does not say its clock"),
				 !strstr(cores[i].header, "unknown"));
		f = fopen("t", "r");
		text[fread(text, 1, sizeof(text) - 1, f)] = 0;
		fclose(f);
		assert_non_null(strstr(text, cores[i].header));
		if (cores[i].block) {
			b->f->identity[0] = 0;
			assert_int_equal(run(b, "SAVE HISTOGRAM t 0 3"), SHELL_ERROR);
		}
		end(b);
	}
	leave_folder((const char *const[]){"t", NULL});
}

/* Checks what TAPS and the header of a file say of taps: a stream, reads with errors, and a tap
 * that has lost nothing. */
static void says_taps(void)
{
	static const uint32_t registers[3][5] = {
		/* kind; sender, colors; packets, dropped, flags */
		{0x04000501, 1u << 26 | 8, 1000, 3, 1},
		{0x00013402, 2u << 16 | 1u << 10 | 64, 4000000000, 1, 7},
		{0x00003003, 7u << 16 | 7u << 10 | 5, 2, 0, 0},
	};
	static const char *const lines[] = {
		"tap tap A: frames, sender 8 to 31, color of TDEST: 1000 packets, 3 dropped\n",
		"tap tap B: AXI4 reads, sender 64 to 79, color 1 or 2: 4000000000 packets, "
		"1 dropped, bad, cut\n",
		"tap tap C: AXI4 writes, sender 5, color 7: 2 packets, 0 dropped\n",
	};
	struct bench *b = begin_core(true, 25000000);
	char text[2048], want[512];
	FILE *f;

	ok(b, "TAPS");
	assert_string_equal(b->out, "the board has no table of taps\n");
	assert_int_equal(run(b, "TAPS CLEAR"), SHELL_ERROR);
	fake_set_taps(b->f, 3);
	for (size_t i = 0; i < 3; i++)
		memcpy(&b->f->identity[(SURF_TPKR - SURF_IDMR) / 4 + 8 * i], registers[i],
		       sizeof(registers[i]));
	snprintf(want, sizeof(want), "%s%s%s", lines[0], lines[1], lines[2]);
	ok(b, "TAPS");
	assert_string_equal(b->out, want);
	into_folder();
	ok(b, "SAVE HISTOGRAM t 0 3");
	snprintf(want, sizeof(want), "%s%st: 0 bins\n", lines[0], lines[1]);
	assert_string_equal(b->out, want);
	f = fopen("t", "r");
	text[fread(text, 1, sizeof(text) - 1, f)] = 0;
	fclose(f);
	snprintf(want, sizeof(want), "# %s# %s# %s", lines[0], lines[1], lines[2]);
	assert_non_null(strstr(text, want));
	ok(b, "LOAD HISTOGRAM t");
	ok(b, "TAPS CLEAR");
	assert_int_equal(b->f->cleared, 1);
	assert_int_equal(run(b, "TAPS CLEAN"), SHELL_ERROR);
	b->f->identity[(SURF_TPMR - SURF_IDMR) / 4] = 0;
	assert_int_equal(run(b, "TAPS"), SHELL_ERROR);
	assert_int_equal(run(b, "SAVE HISTOGRAM t 0 3"), SHELL_ERROR);
	leave_folder((const char *const[]){"t", NULL});
	end(b);
}

/* Checks that no line of a file with good lines and a bad one is loaded. */
static void refuses_bad_files(void)
{
	static const struct {
		const char *type, *good, *bad, *message;
	} files[] = {
		{"HISTOGRAM", "00000%d 00000001\n", "000007 0000000G\n",
		 "bad:7: not a hexadecimal digit\n"},
		{"HISTOGRAM", "00000%d 00000001\n", "00007 00000001\n",
		 "bad:7: index is not 6 digits long\n"},
		{"HISTOGRAM", "00000%d 00000001\n", "100000 00000001\n",
		 "bad:7: the last bin of the memory is FFFFF\n"},
		{"TRACE", "00000%d 00000001 00000002 00000003 00000004\n",
		 "000007 00000001 00000002 00000003\n", "bad:7: too few fields\n"},
		{"TRACE", "00000%d 00000001 00000002 00000003 00000004\n",
		 "040000 00000001 00000002 00000003 00000004\n",
		 "bad:7: the last entry of the memory is 3FFFF\n"},
		{"FIFO", "00000%d 00000101\n", "000006 00000200\n",
		 "bad:7: a slot has 9 bits\n"},
		{"FIFO", "00000%d 00000101\n", "000007 00000001\n",
		 "bad:7: slots are not numbered in order\n"},
		{"FIFO", "00000%d 00000101\n", "000006 0001\n",
		 "bad:7: word is not 8 digits long\n"},
	};
	struct bench *b = begin(4 * MB, 4 * MB);
	uint8_t *trace, *hist;

	into_folder();
	fill(b, TRACE);
	fill(b, HISTOGRAM);
	ok(b, "HFDR = 12");
	trace = copy_of(b->f, TRACE);
	hist = copy_of(b->f, HISTOGRAM);
	for (size_t EACH(i, 0); i < sizeof(files) / sizeof(files[0]); i++) {
		char text[512] = "", line[64];

		for (int k = 0; k < 6; k++)
			snprintf(text + strlen(text), sizeof(text) - strlen(text),
				 files[i].good, k);
		strcat(text, files[i].bad);
		write_file("bad", text);
		snprintf(line, sizeof(line), "LOAD %s bad", files[i].type);
		wrong(b, line, files[i].message);
		assert_memory_equal(b->f->memory[TRACE], trace, 4 * MB);
		assert_memory_equal(b->f->memory[HISTOGRAM], hist, 4 * MB);
		assert_int_equal(b->f->fifo_slots, 1);
	}
	wrong(b, "LOAD TRACE missing", "missing: No such file or directory\n");
	wrong(b, "LOAD TRACE .", ".: Is a directory\n");
	wrong(b, "SAVE TRACE no/where 0 3", "no/where: No such file or directory\n");
	/* The old file must stay if the board fails. */
	b->f->fail_after = b->f->accesses + 1000;
	wrong(b, "SAVE TRACE bad 0 3FFFF", "TRACE: the board does not answer\n");
	b->f->fail_after = 0;
	free(trace);
	trace = (uint8_t *)data_lines("bad");
	assert_int_equal(strlen((char *)trace), 6 * 16 + 12);
	free(trace);
	free(hist);
	leave_folder((const char *const[]){"bad", NULL});
	end(b);
}

static void without_memory(void)
{
	struct bench *b = begin(0, 4 * MB);

	wrong(b, "CLEAR TRACE", "the board has no trace memory\n");
	wrong(b, "SAVE TRACE t", "the board has no trace memory\n");
	ok(b, "EBCR.ENABLE = 0");
	wrong(b, "CLEAR HISTOGRAM", "HISTOGRAM: the board is disabled (EBCR.ENABLE is 0)\n");
	wrong(b, "SHOW", "FCCR: the board is disabled (EBCR.ENABLE is 0)\n");
	ok(b, "SHOW EBCR; EBCR.ENABLE = 1; SHOW");
	wrong(b, "RUN 1us", "the board is not a simulated one\n");
	wrong(b, "GENERATE count=1", "the board is not a simulated one\n");
	end(b);
}

/* Checks that a signal ends a long command, and the rest of the line. */
static void stops(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);
	volatile sig_atomic_t signal_number = 2;
	FILE *script;

	into_folder();
	fill(b, HISTOGRAM);
	b->sh.stop = &signal_number;
	wrong(b, "CLEAR HISTOGRAM", "interrupted\n");
	signal_number = 0;
	ok(b, "WCDR = 5; SAVE HISTOGRAM h 0 7");
	signal_number = 2;
	wrong(b, "WCDR = 6", "interrupted\n");
	assert_int_equal(b->f->mmio[WCDR], 5);
	write_file("s", "WCDR = 7\n");
	script = fopen("s", "r");
	rewind(b->sh.err);
	assert_int_equal(shell_script(&b->sh, script, "s"), SHELL_ERROR);
	fflush(b->sh.err);
	assert_string_equal(b->err, "s:1: interrupted\n");
	fclose(script);
	leave_folder((const char *const[]){"h", "s", NULL});
	end(b);
}

static void waits(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);

	wrong(b, "WAIT", "IEMR is 0: no interrupt is enabled\n");
	ok(b, "IEMR = 3FFF");
	b->f->event = 0x102;
	b->f->event_at = b->f->now_us + 2500;
	ok(b, "WAIT 10ms");
	assert_string_equal(b->out, "interrupt: BV TP\n");
	assert_int_equal(b->f->mmio[ISCR], 0);
	assert_int_equal(b->f->mmio[IEMR], 0x3FFF);
	wrong(b, "WAIT 3ms", "no interrupt in 3ms\n");
	wrong(b, "WAIT 3", "3: not a time, such as 100us (ns, us, ms, s)\n");
	wrong(b, "WAIT 99999999999999999999s",
	      "99999999999999999999s: not a time, such as 100us (ns, us, ms, s)\n");
	end(b);
}

/* ---- lines ---- */

static void lines_and_words(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);
	char text[400] = "";

	ok(b, "");
	ok(b, "   \t");
	ok(b, "# nothing");
	ok(b, ";;; ;");
	assert_string_equal(b->out, "");
	ok(b, "show pclr;show ecdr # show ttcr; show wcdr");
	assert_string_equal(b->out, "PCLR 00000000  LED 0  CAT 0\nECDR 00000000  DATA 0\n");
	wrong(b, "do \"a file", "a quote is not closed\n");
	wrong(b, "do \"a file\"", "a file: No such file or directory\n");
	wrong(b, "do a\"; \"b;show", "a; b: No such file or directory\n");
	wrong(b, "quit now", "usage: QUIT\n");
	wrong(b, "foo", "foo: no such command; try HELP or HELP MORE\n");
	wrong(b, "show foo", "foo: no such register\n");
	wrong(b, "help foo", "foo: no such register\n");
	/* The first error ends the line. */
	wrong(b, "WCDR = 1; WCDR = X; WCDR = 2", "X: not a hexadecimal number\n");
	assert_int_equal(b->f->mmio[WCDR], 1);
	assert_int_equal(run(b, "quit; WCDR = 3"), SHELL_QUIT);
	assert_int_equal(b->f->mmio[WCDR], 1);
	for (int i = 0; i < 40; i++)
		strcat(text, "generate ");
	wrong(b, text, "more than 32 words\n");
	ok(b, "help iscr");
	assert_non_null(
		strstr(b->out, "BV      8       a histogram bin has wrapped (1 clears)\n"));
	assert_non_null(strstr(b->out, "FNE     3       FIFO not empty (read only)\n"));
	end(b);
}

/* Checks all words that are offered; @want has them separated by blanks. */
static void offers_of(const struct bench *b, const char *before, const char *word,
		      const char *want)
{
	char all_words[4096] = "", text[64];
	enum shell_offer offer = SHELL_NOTHING;

	for (unsigned int n = 0;
	     n < 200 && (offer = shell_complete(&b->sh, before, word, n, text, sizeof(text))) ==
				SHELL_WORD;
	     n++) {
		if (n)
			strcat(all_words, " ");
		strcat(all_words, text);
	}
	if (offer == SHELL_FILE)
		strcpy(all_words, "FILE");
	assert_string_equal(all_words, want);
}

#define offers(before, word, want) offers_of(b, before, word, want)

static void completes(void)
{
	struct bench *b = begin(4 * MB, 4 * MB);

	offers("", "S", "SHOW SAVE STOP STATUS SPEED");
	offers("", "sh", "show");
	offers("  ", "qu", "quit");
	offers("show; ", "cl", "clear");
	offers("", "TT", "TTCR");
	offers("", "ttcr.m", "ttcr.meod ttcr.mei ttcr.mbv ttcr.mode");
	offers("", "HFCR.", "HFCR.FULL HFCR.EMPTY");
	offers("", "hfcdr.e", "hfcdr.empty");
	offers("", "FCCR.", "FCCR.PROG");
	offers("", "acdr.r", "");
	offers("", "iemr.t", "iemr.tp iemr.tc");
	offers("clear ", "", "trace histogram fifo state");
	offers("CLEAR ", "H", "HISTOGRAM");
	offers("load histogram ", "", "FILE");
	offers("load ", "f", "fifo");
	offers("do ", "x", "FILE");
	offers("fpga ", "", "FILE");
	offers("fpga x ", "", "");
	offers("show ", "h", "htcr hfcr hfdr hfcdr");
	offers("help ", "m", "more");
	offers("quit ", "", "");
	offers("nonsense ", "", "");
	offers("wcdr ", "", "");
	offers("show; load trace ", "", "FILE");
	/* the board of the report has no extension registers */
	offers("", "hmcr", "");
	offers("", "fhcr.", "");
	offers("show ", "se", "");
	end(b);
}

/* Tests the extension registers of a board of revision 2; fields that cannot be written must
 * not be offered. */
static void completes_extensions(void)
{
	struct bench *b = begin_second(4 * MB, 4 * MB);

	offers("", "hmc", "hmcr");
	offers("show ", "SEE", "SEEN_L SEEN_H");
	offers("show ", "fhs", "fhs0 fhs1 fhsz");
	offers("help ", "CAP", "CAPR");
	offers("", "FHSZ.", "FHSZ.HIGH FHSZ.LOW");
	offers("", "sncr.", "sncr.take");
	offers("", "ISSR.T", "ISSR.TP ISSR.TC");
	offers("", "seen_l.", "");
	offers("", "TT", "TTCR");
	end(b);
}
#undef offers

static const struct unit units[] = {
	UNIT(shows_published_state, "SB-CLI-009"),
	UNIT(shows_in_order, "SB-CLI-008"),
	UNIT(shows_presence, "SB-CLI-010"),
	UNIT(shows_acdr, "SB-CLI-011"),
	UNIT(shows_fields, "SB-CLI-012 SB-CLI-013 SB-CLI-016"),
	UNIT(shows_conditions, "SB-CLI-014 SB-CLI-015"),
	UNIT(shows_offsets, "SB-CLI-017 SB-CLI-042"),
	UNIT(shows_counts, "SB-CLI-018 SB-CLI-019"),
	UNIT(show_changes_nothing, "SB-CLI-020"),
	UNIT(names_in_any_case, "SB-CLI-004"),
	UNIT(assigns_registers, "SB-CLI-039"),
	UNIT(values, "SB-CLI-043 SB-CLI-045"),
	UNIT(refuses, "SB-CLI-044"),
	UNIT(assigns_fields, "SB-CLI-040"),
	UNIT(clears_conditions, "SB-CLI-041"),
	UNIT(clears_memories, "SB-CLI-024"),
	UNIT(clears_fifo, "SB-CLI-026"),
	UNIT(saves_and_loads_histogram, "SB-CLI-032 SB-CLI-035"),
	UNIT(loads_named_bins, "SB-CLI-029"),
	UNIT(saves_and_loads_trace, "SB-CLI-030 SB-CLI-033 SB-CLI-036"),
	UNIT(saves_recorded, "SB-CLI-033 SB-FIL-002"),
	UNIT(saves_runs, ""),
	UNIT(saves_and_loads_fifo, "SB-CLI-031 SB-CLI-034 SB-CLI-037"),
	UNIT(clock_of_core, "SB-HW-011"),
	UNIT(header_of_file, ""),
	UNIT(header_with_phase, ""),
	UNIT(refuses_bad_files, "SB-CLI-038"),
	UNIT(without_memory, ""),
	UNIT(stops, ""),
	UNIT(says_taps, "SB-TAP-015"),
	UNIT(waits, ""),
	UNIT(lines_and_words, "SB-CLI-006 SB-CLI-007"),
	UNIT(completes, ""),
	UNIT(completes_extensions, "SB-REV-003"),
};

UNIT_MAIN(units)
