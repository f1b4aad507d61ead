/* SPDX-License-Identifier: Apache-2.0 */
#include "surfstate.h"
#include "le.h"
#include "outfile.h"
#include "textline.h"
#include "starts_with.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
#include <zlib.h>

enum { VERSION = 1, VERSION_2 }; /* versions of the format for boards of revision 1 and 2 */
/* number of bytes of a memory that are transferred at a time */
#define CHUNK 0x10000u
#define FIFO_SLOTS 4096
#define LINE 64 /* length of the longest line of data */
#define COLLECTING \
	(surf_mask(SURF_HTCR_WEN) | surf_mask(SURF_HTCR_HEN) | surf_mask(SURF_HTCR_TEN))
#define CONDITIONS 0x3FFFu

/* Registers in the order of the file. */
static const struct {
	const char *name;
	enum surf_reg reg;
} saved[] = {
	{"EBCR", SURF_EBCR}, {"ACDR", SURF_ACDR}, {"TTCR", SURF_TTCR}, {"ECDR", SURF_ECDR},
	{"PCLR", SURF_PCLR}, {"ISCR", SURF_ISCR}, {"IEMR", SURF_IEMR}, {"HTCR", SURF_HTCR},
	{"WCDR", SURF_WCDR}, {"TICR", SURF_TICR}, {"TECR", SURF_TECR}, {"TPIR", SURF_TPIR},
	{"HFCR", SURF_HFCR},
};
#define SAVED (sizeof(saved) / sizeof(saved[0]))

/* Extension registers of revision 2, in the order of the file, and their fields. */
static const struct {
	const char *name;
	enum surf_extension reg;
	uint32_t reset;
} extensions[] = {
#define REG(name, space, offset, reset, text) {#name, SURF_##name, reset},
#define FIELD(reg, name, msb, lsb, access, text)
#include "surfboard_ext.def"
#undef REG
#undef FIELD
};
#define EXTENSIONS (sizeof(extensions) / sizeof(extensions[0]))

enum access { RO, RW, WO, W1S };
static const struct {
	enum surf_extension reg;
	enum surf_field bits;
	enum access access;
} extension_fields[] = {
#define REG(name, space, offset, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) {SURF_##reg, SURF_##reg##_##name, access},
#include "surfboard_ext.def"
#undef REG
#undef FIELD
};

struct state {
	uint32_t reg[SURF_REGS];
	/* values of the writable bits, and whether the file has the register */
	uint32_t extension[EXTENSIONS];
	bool in_file[EXTENSIONS];
	bool second;	   /* the file has version 2 of the format */
	uint32_t bytes[2]; /* sizes of trace and histogram memory */
	unsigned int slots;
	uint16_t fifo[FIFO_SLOTS];
	uint8_t chunk[CHUNK];
};

/* Returns the number of bytes of a memory that are transferred at a time; a small memory is
 * transferred as a whole. */
static uint32_t chunk_bytes(const struct state *st, bool hist)
{
	return st->bytes[hist] < CHUNK ? st->bytes[hist] : CHUNK;
}

static const char *const memory_name[2] = {"TRACE", "HISTOGRAM"};
/* Number of words of a line. */
static const unsigned int memory_words[2] = {4, 1};

/* Returns the bits of an extension register that hold the written value; 0 if the register is
 * not part of the state. */
static uint32_t kept_bits(size_t i)
{
	uint32_t bits = 0;

	for (size_t k = 0; k < sizeof(extension_fields) / sizeof(extension_fields[0]); k++)
		if (extension_fields[k].reg == extensions[i].reg &&
		    extension_fields[k].access == RW)
			bits |= surf_mask(extension_fields[k].bits);
	return bits;
}

/* Returns whether the extension register is one of the board's revision. */
static bool exists(size_t i, uint32_t capabilities)
{
	return extensions[i].reg < SURF_BSCR || surf_get(capabilities, SURF_CAPR_REV) >= 3;
}

/* ---- progress over both memories ---- */

struct far {
	surf_progress *progress;
	void *arg;
	uint32_t before, total;
};

static int report_progress(void *arg, uint32_t done, uint32_t total)
{
	const struct far *f = arg;

	(void)total;
	return f->progress ? f->progress(f->arg, f->before + done, f->total) : 0;
}

static int get_chunk(struct surf *s, bool hist, uint32_t offset, uint8_t *p, uint32_t bytes,
		     struct far *f)
{
	int err = hist ? surf_GetHMem(s, offset, p, bytes, report_progress, f)
		       : surf_GetTMem(s, offset, p, bytes, report_progress, f);

	f->before += bytes;
	return err;
}

static int put_chunk(struct surf *s, bool hist, uint32_t offset, const uint8_t *p,
		     uint32_t bytes, struct far *f)
{
	int err = hist ? surf_PutHMem(s, offset, p, bytes, report_progress, f)
		       : surf_PutTMem(s, offset, p, bytes, report_progress, f);

	f->before += bytes;
	return err;
}

/* ---- saving ---- */

struct out {
	FILE *file;
	uint32_t crc;
	int err;
};

static void line(struct out *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void line(struct out *o, const char *format, ...)
{
	char text[LINE + 1];
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	o->crc = (uint32_t)crc32(o->crc, (const Bytef *)text, (uInt)n);
	if (!o->err && fwrite(text, 1, (size_t)n, o->file) != (size_t)n)
		o->err = errno ? -errno : -EIO;
}

/*
 * Stops collection. The write of HTCR would clear TRG if a trigger came after the read; TP or
 * TPIR shows such a trigger, and TRG is then set again.
 */
static int halt(struct surf *s, uint32_t *htcr)
{
	uint32_t iscr[2], tpir[2];
	int err = surf_GetReg(s, SURF_ISCR, &iscr[0]);

	if (!err)
		err = surf_GetReg(s, SURF_TPIR, &tpir[0]);
	if (!err)
		err = surf_GetReg(s, SURF_HTCR, htcr); /* the read is as late as possible */
	if (err || !(*htcr & COLLECTING))
		return err;
	err = surf_PutReg(s, SURF_HTCR, *htcr & ~COLLECTING);
	/* a packet in Stage 3 ends within five of these accesses */
	for (int i = 0; !err && i < 8; i++)
		err = surf_GetReg(s, SURF_ISCR, &iscr[1]);
	if (!err)
		err = surf_GetReg(s, SURF_TPIR, &tpir[1]);
	if (err || surf_get(*htcr, SURF_HTCR_TRG))
		return err;
	if ((iscr[1] & ~iscr[0] & surf_mask(SURF_ISCR_TP)) || tpir[0] != tpir[1]) {
		*htcr = surf_set(*htcr, SURF_HTCR_TRG, 1);
		err = surf_PutReg(s, SURF_HTCR, *htcr & ~COLLECTING);
	}
	return err;
}

/* Reads TICR including the bits that TSIZE hides. */
static int get_ticr(struct surf *s, uint32_t acdr, uint32_t *ticr)
{
	int err = surf_PutReg(s, SURF_ACDR, surf_set(acdr, SURF_ACDR_IMAGE_TSIZE, 3)), err2;

	if (!err)
		err = surf_GetReg(s, SURF_TICR, ticr);
	err2 = surf_PutReg(s, SURF_ACDR, acdr);
	return err ? err : err2;
}

/* Empties the FIFO and fills it again. */
static int get_fifo(struct surf *s, struct state *st)
{
	uint32_t iscr, slot;
	int err, err2 = 0;

	for (;;) {
		err = surf_GetReg(s, SURF_ISCR, &iscr);
		if (err || !surf_get(iscr, SURF_ISCR_FNE) || st->slots == FIFO_SLOTS)
			break;
		err = surf_GetReg(s, SURF_HFDR, &slot);
		if (err)
			break;
		st->fifo[st->slots++] = slot & 0x1FF;
	}
	for (unsigned int i = 0; !err2 && i < st->slots; i++)
		err2 = surf_PutReg(s, SURF_HFDR, st->fifo[i]);
	return err ? err : err2;
}

/* Reads the other registers and the slots of the FIFO. */
static int get_registers(struct surf *s, struct state *st)
{
	int err = 0;

	for (size_t i = 0; !err && i < SAVED; i++) {
		const enum surf_reg reg = saved[i].reg;

		if (reg != SURF_HTCR && reg != SURF_ISCR && reg != SURF_IEMR)
			err = surf_GetReg(s, reg, &st->reg[surf_number(reg)]);
	}
	if (!err)
		err = get_ticr(s, st->reg[SURF_NUMBER_ACDR], &st->reg[SURF_NUMBER_TICR]);
	if (!err)
		err = surf_GetTSize(s, &st->bytes[0]);
	if (!err)
		err = surf_GetHSize(s, &st->bytes[1]);
	if (!err && !surf_get(st->reg[SURF_NUMBER_HTCR], SURF_HTCR_FRS))
		err = get_fifo(s, st);
	return err;
}

/* Reads the extension registers. A register of revision 2 that the board lacks reads as 0 and
 * is in the file, too; those of revision 3 are in files of such a core only. */
static int get_extensions(struct surf *s, struct state *st)
{
	uint32_t capabilities, bits;
	int err = surf_GetCapabilities(s, &capabilities);

	for (size_t i = 0; !err && capabilities && i < EXTENSIONS; i++) {
		bits = exists(i, capabilities) ? kept_bits(i) : 0;
		if (!bits)
			continue;
		err = surf_GetExtension(s, extensions[i].reg, &st->extension[i]);
		st->extension[i] &= bits;
		st->in_file[i] = st->second = true;
	}
	return err;
}

static int save_memory(struct surf *s, struct state *st, bool hist, struct out *o,
		       struct far *f)
{
	const uint32_t words = memory_words[hist], bytes = chunk_bytes(st, hist);
	int err = 0;

	line(o, "%s %08" PRIX32 "\n", memory_name[hist], st->bytes[hist]);
	for (uint32_t at = 0; !err && !o->err && at < st->bytes[hist]; at += bytes) {
		err = get_chunk(s, hist, at, st->chunk, bytes, f);
		for (uint32_t i = 0; !err && i < bytes; i += 4 * words) {
			uint32_t w[4] = {0};

			for (uint32_t k = 0; k < words; k++)
				w[k] = get_le32(st->chunk + i + 4 * k);
			if (!(w[0] | w[1] | w[2] | w[3]))
				continue;
			if (hist)
				line(o, "%06" PRIX32 " %08" PRIX32 "\n", (at + i) / 4, w[0]);
			else
				line(o,
				     "%06" PRIX32 " %08" PRIX32 " %08" PRIX32 " %08" PRIX32
				     " %08" PRIX32 "\n",
				     (at + i) / 16, w[0], w[1], w[2], w[3]);
		}
	}
	return err;
}

/* Saves the board while collection is halted and interrupts are off; HTCR, ISCR and IEMR have
 * been read. */
static int save_halted(struct surf *s, struct state *st, struct out *o, struct far *f)
{
	int err = get_registers(s, st);

	if (!err)
		err = get_extensions(s, st);
	f->total = st->bytes[0] + st->bytes[1];
	line(o, "# file: state\n# board: surfboard\nSTATE %X\n",
	     st->second ? VERSION_2 : VERSION);
	for (size_t i = 0; i < SAVED; i++)
		line(o, "%s %08" PRIX32 "\n", saved[i].name,
		     st->reg[surf_number(saved[i].reg)]);
	for (size_t i = 0; i < EXTENSIONS; i++)
		if (st->in_file[i])
			line(o, "%s %08" PRIX32 "\n", extensions[i].name, st->extension[i]);
	for (unsigned int i = 0; i < st->slots; i++)
		line(o, "FIFO %03X\n", st->fifo[i]);
	for (int hist = 0; !err && !o->err && hist < 2; hist++)
		err = save_memory(s, st, hist, o, f);
	return err;
}

static int save(struct surf *s, struct state *st, struct out *o, surf_progress *progress,
		void *arg)
{
	struct far f = {progress, arg, 0, 0};
	int err, err2;

	err = surf_GetReg(s, SURF_HTCR, &st->reg[SURF_NUMBER_HTCR]);
	if (!err)
		err = surf_GetReg(s, SURF_IEMR, &st->reg[SURF_NUMBER_IEMR]);
	if (err)
		return err;
	err = halt(s, &st->reg[SURF_NUMBER_HTCR]);
	if (!err)
		err = surf_GetReg(s, SURF_ISCR, &st->reg[SURF_NUMBER_ISCR]);
	if (!err)
		err = surf_PutReg(s, SURF_IEMR, 0); /* because the FIFO's flags will change */
	if (!err)
		err = save_halted(s, st, o, &f);
	/* TSIZE had another value meanwhile, which may have set TC */
	if (!err)
		err = surf_PutReg(s, SURF_ISCR,
				  surf_mask(SURF_ISCR_TC) & ~st->reg[SURF_NUMBER_ISCR]);
	err2 = surf_PutReg(s, SURF_IEMR, st->reg[SURF_NUMBER_IEMR]);
	err = err ? err : err2;
	err2 = surf_PutReg(s, SURF_HTCR, st->reg[SURF_NUMBER_HTCR]);
	return err ? err : err2;
}

int surf_save_state(struct surf *s, const char *path, surf_progress *progress, void *arg)
{
	struct out o = {0};
	struct outfile f;
	struct state *st;
	int err, err2, fd;

	if (!s || !s->dev)
		return -EBADF;
	if (!path)
		return -EINVAL;
	st = calloc(1, sizeof(*st));
	if (!st)
		return -ENOMEM;
	err = outfile_open(&f, path);
	if (err) {
		free(st);
		return err;
	}
	fd = dup(f.fd);
	o.file = fd < 0 ? NULL : fdopen(fd, "w");
	if (o.file) {
		err = surf_hold(s);
		if (!err) {
			err = save(s, st, &o, progress, arg);
			err2 = surf_release(s);
			err = err ? err : err2;
		}
		line(&o, "END %08" PRIX32 "\n", o.crc);
		if (fclose(o.file) && !o.err)
			o.err = -errno;
		err = err ? err : o.err;
	} else {
		err = -errno;
		if (fd >= 0)
			close(fd);
	}
	free(st);
	if (!err)
		return outfile_commit(&f);
	outfile_abort(&f);
	return err;
}

/* ---- reading the file ---- */

struct in {
	FILE *file;
	char *text; /* the line without its line feed */
	size_t room;
	uint64_t line;
	uint32_t crc, before; /* checksum with the line and without it */
	const char *wrong;
};

/* Receives the words of the memories, trace first, in ascending order of @offset. */
struct taker {
	int (*row)(struct taker *t, bool hist, uint32_t offset, const uint32_t *word);
	int (*end)(struct taker *t, bool hist); /* of a memory */
};

static int set_error(struct in *in, const char *what)
{
	in->wrong = what;
	return -EBADMSG;
}

/* Reads the next line that is neither blank nor a comment. Returns 1, or 0 at the end. */
static int next(struct in *in)
{
	ssize_t n;

	do {
		n = textline_read(&in->text, &in->room, in->file);
		if (n < 0 && errno == EMSGSIZE) {
			in->line++;
			return set_error(in, "line too long");
		}
		if (n < 0)
			return errno ? -errno : 0;
		in->line++;
		in->before = in->crc;
		in->crc = (uint32_t)crc32(in->crc, (const Bytef *)in->text, (uInt)n);
		if (in->text[n - 1] != '\n')
			return set_error(in, "the line has no end");
		in->text[n - 1] = 0;
		if (strlen(in->text) != (size_t)n - 1)
			return set_error(in, "a byte 0");
	} while (!in->text[0] || in->text[0] == '#');
	return 1;
}

/* Reads @digits hexadecimal digits at *p and advances *p. */
static bool hex(const char **p, unsigned int digits, uint32_t *value)
{
	static const char digit[] = "0123456789ABCDEF";

	*value = 0;
	for (; digits; digits--, ++*p) {
		const char *d = **p ? strchr(digit, **p) : NULL;

		if (!d)
			return false;
		*value = *value << 4 | (uint32_t)(d - digit);
	}
	return true;
}

/* Reads a line "NAME VALUE" whose value has @digits digits. */
static bool read_named(const struct in *in, const char *name, unsigned int digits,
		       uint32_t *value)
{
	const size_t n = strlen(name);
	const char *p = in->text + n + 1;

	return strncmp(in->text, name, n) == 0 && in->text[n] == ' ' &&
	       hex(&p, digits, value) && !*p;
}

static bool row(const struct in *in, unsigned int words, uint32_t *index, uint32_t *w)
{
	const char *p = in->text;
	bool ok = hex(&p, 6, index);

	for (unsigned int i = 0; ok && i < words; i++)
		ok = *p++ == ' ' && hex(&p, 8, &w[i]);
	return ok && !*p;
}

static int expect(struct in *in)
{
	int n = next(in);

	return n == 0 ? set_error(in, "the file is not complete") : n < 0 ? n : 0;
}

static int parse_registers(struct in *in, struct state *st)
{
	uint32_t v = 0;
	int err = expect(in);

	if (!err && !read_named(in, "STATE", 1, &v))
		return set_error(in, "not a state of a SurfBoard");
	if (!err && v != VERSION && v != VERSION_2)
		return set_error(in, "a version that is not known");
	st->second = v == VERSION_2;
	for (size_t i = 0; !err && i < SAVED; i++) {
		err = expect(in);
		if (!err &&
		    !read_named(in, saved[i].name, 8, &st->reg[surf_number(saved[i].reg)]))
			return set_error(in, "another register was expected, with 8 digits");
	}
	if (!err && !surf_get(st->reg[SURF_NUMBER_EBCR], SURF_EBCR_ENABLE))
		return set_error(in, "EBCR of a disabled board");
	return err;
}

/* Parses the lines of extension registers, as far as there are any; the current line is then
 * the first one after them. */
static int parse_extensions(struct in *in, struct state *st)
{
	size_t i = 0;
	int err = expect(in);

	memset(st->in_file, 0, sizeof(st->in_file));
	for (; !err && st->second && i < EXTENSIONS; i++) {
		if (!read_named(in, extensions[i].name, 8, &st->extension[i]))
			continue;
		if (st->extension[i] & ~kept_bits(i))
			return set_error(
				in, "bits of an extension register that cannot be written");
		st->in_file[i] = true;
		err = expect(in);
	}
	return err;
}

/* Parses the slots from the current line on; the current line is then the first one after
 * them. */
static int parse_fifo(struct in *in, struct state *st)
{
	uint32_t v;
	int err = 0;

	st->slots = 0;
	for (; !err && starts_with(in->text, "FIFO "); err = expect(in)) {
		if (!read_named(in, "FIFO", 3, &v) || v > 0x1FF)
			return set_error(in, "a slot has 9 bits, in 3 digits");
		if (st->slots == FIFO_SLOTS ||
		    surf_get(st->reg[SURF_NUMBER_HTCR], SURF_HTCR_FRS))
			return set_error(in, "the FIFO has no room for it");
		st->fifo[st->slots++] = (uint16_t)v;
	}
	return err;
}

/* Parses a memory after its first line; the current line is then the first one after the
 * memory. */
static int parse_memory(struct in *in, struct state *st, bool hist, struct taker *t)
{
	const unsigned int words = memory_words[hist];
	uint32_t size, from = 0, index, w[4];
	int err;

	if (!read_named(in, memory_name[hist], 8, &size))
		return set_error(in, hist ? "the histogram memory was expected"
					  : "the trace memory was expected");
	/* a SIMM, or the memory of a core */
	if (size && (size < 0x100 || size > 0x4000000 || (size & (size - 1))))
		return set_error(in, "no such memory size");
	st->bytes[hist] = size;
	while (!(err = expect(in)) && strchr("0123456789ABCDEF", in->text[0]) &&
	       in->text[1] != 'N') {
		if (!row(in, words, &index, w))
			return set_error(in, hist ? "not an address and a count"
						  : "not an index and four words");
		if (index < from || index >= size / (4 * words))
			return set_error(in, index < from ? "the index does not rise"
							  : "the index leaves the memory");
		from = index + 1;
		if (t)
			err = t->row(t, hist, index * 4 * words, w);
		if (err)
			return err;
	}
	return err || !t ? err : t->end(t, hist);
}

static int parse(struct in *in, struct state *st, struct taker *t)
{
	uint32_t crc;
	int err = parse_registers(in, st);

	if (!err)
		err = parse_extensions(in, st);
	if (!err)
		err = parse_fifo(in, st);
	if (!err)
		err = parse_memory(in, st, false, t);
	if (!err)
		err = parse_memory(in, st, true, t);
	if (err)
		return err;
	if (!read_named(in, "END", 8, &crc))
		return set_error(in, "END was expected");
	if (crc != in->before)
		return set_error(in, "the file is damaged: its check is wrong");
	err = next(in);
	return err > 0 ? set_error(in, "nothing follows END") : err;
}

/* ---- loading ---- */

struct loader {
	struct taker taker; /* first */
	struct surf *s;
	struct state *st;
	struct far far;
	uint32_t base; /* offset of the chunk in the memory */
};

static int flush(struct loader *l, bool hist)
{
	const uint32_t bytes = chunk_bytes(l->st, hist);
	int err = put_chunk(l->s, hist, l->base, l->st->chunk, bytes, &l->far);

	memset(l->st->chunk, 0, bytes);
	l->base += bytes;
	return err;
}

static int load_row(struct taker *t, bool hist, uint32_t offset, const uint32_t *w)
{
	struct loader *l = (struct loader *)t;
	int err = 0;

	while (!err && offset >= l->base + chunk_bytes(l->st, hist))
		err = flush(l, hist);
	for (unsigned int i = 0; !err && i < 4 * memory_words[hist]; i++)
		l->st->chunk[offset - l->base + i] = (uint8_t)(w[i / 4] >> 8 * (i % 4));
	return err;
}

static int load_end(struct taker *t, bool hist)
{
	struct loader *l = (struct loader *)t;
	int err = 0;

	while (!err && l->base < l->st->bytes[hist])
		err = flush(l, hist);
	l->base = 0;
	return err;
}

struct put {
	enum surf_reg reg;
	uint32_t value;
};

static int put_all(struct surf *s, const struct put *p, size_t n)
{
	int err = 0;

	for (size_t i = 0; !err && i < n; i++)
		err = surf_PutReg(s, p[i].reg, p[i].value);
	return err;
}

/*
 * Stops collection, clears the sticky conditions, and sets the saved ones that software can
 * set: TP by a rise of TRG while TEN is 1, TC by TRG in the mode that ends with it, EXT by
 * inverting the polarity of the input. PRS keeps packets out.
 */
static int put_conditions(struct surf *s, uint32_t iscr)
{
	const uint32_t stop = surf_mask(SURF_HTCR_PRS) | surf_mask(SURF_HTCR_FRS);
	const uint32_t trg = surf_mask(SURF_HTCR_TRG), ten = surf_mask(SURF_HTCR_TEN);
	const uint32_t eip = surf_mask(SURF_TTCR_EIP), end = surf_set(0, SURF_TTCR_MODE, 2);
	const struct put all[] = {
		{SURF_IEMR, 0},
		{SURF_HTCR, stop},
		{SURF_TECR, 0},
		{SURF_TTCR, 0},
		{SURF_ISCR, CONDITIONS},
		/* TP */
		{SURF_HTCR, stop | ten},
		{SURF_HTCR, stop | ten | trg},
		/* TC */
		{SURF_TTCR, end},
		/* EXT */
		{SURF_HTCR, stop},
		{SURF_TTCR, eip},
		{SURF_TTCR, 0},
		{SURF_TTCR, eip},
		{SURF_TTCR, 0},
		{SURF_ISCR, CONDITIONS & ~iscr},
	};

	return put_all(s, all, sizeof(all) / sizeof(all[0]));
}

static int put_registers(struct surf *s, const struct state *st)
{
	const uint32_t *r = st->reg;
	const struct put all[] = {
		{SURF_ECDR, r[SURF_NUMBER_ECDR]},
		{SURF_TTCR, r[SURF_NUMBER_TTCR]},
		{SURF_PCLR, r[SURF_NUMBER_PCLR]},
		{SURF_ACDR, surf_set(r[SURF_NUMBER_ACDR], SURF_ACDR_IMAGE_TSIZE, 3)},
		{SURF_TICR, r[SURF_NUMBER_TICR]},
		{SURF_ACDR, r[SURF_NUMBER_ACDR]},
		{SURF_TECR, r[SURF_NUMBER_TECR]},
		{SURF_TPIR, r[SURF_NUMBER_TPIR]},
		{SURF_WCDR, r[SURF_NUMBER_WCDR]},
	};
	int err = put_all(s, all, sizeof(all) / sizeof(all[0]));

	if (err || surf_get(r[SURF_NUMBER_HTCR], SURF_HTCR_FRS))
		return err;
	err = surf_PutReg(s, SURF_HTCR, surf_mask(SURF_HTCR_PRS));
	if (!err)
		err = surf_PutReg(s, SURF_HFCR, r[SURF_NUMBER_HFCR]);
	for (unsigned int i = 0; !err && i < st->slots; i++)
		err = surf_PutReg(s, SURF_HFDR, st->fifo[i]);
	return err;
}

/* Sets all extension registers to their values after power-on, so that the board does nothing
 * by itself. */
static int reset_extensions(struct surf *s)
{
	int err = 0;

	for (size_t i = 0; !err && i < EXTENSIONS; i++)
		if (kept_bits(i))
			err = surf_PutExtension(s, extensions[i].reg,
						extensions[i].reset & kept_bits(i));
	return err;
}

/* Writes the extension registers of the file. Returns -ENOTSUP if the board lacks one, that is,
 * does not hold the written value. */
static int put_extensions(struct surf *s, const struct state *st)
{
	uint32_t value = 0;
	int err = 0;

	for (size_t i = 0; !err && i < EXTENSIONS; i++)
		if (st->in_file[i])
			err = surf_PutExtension(s, extensions[i].reg, st->extension[i]);
	for (size_t i = 0; !err && i < EXTENSIONS; i++)
		if (st->in_file[i]) {
			err = surf_GetExtension(s, extensions[i].reg, &value);
			if (!err && (value & kept_bits(i)) != st->extension[i])
				err = -ENOTSUP;
		}
	return err;
}

/* Checks for a board of revision 1 that all extension registers in the file are as after
 * power-on; only then does it work like the saved board. */
static int check_none_used(const struct state *st)
{
	for (size_t i = 0; i < EXTENSIONS; i++)
		if (st->in_file[i] && st->extension[i] != (extensions[i].reset & kept_bits(i)))
			return -ENOTSUP;
	return 0;
}

static unsigned int count_unsaved(const struct state *st, uint32_t capabilities)
{
	unsigned int n = 0;

	for (size_t i = 0; i < EXTENSIONS; i++)
		n += kept_bits(i) && exists(i, capabilities) && !st->in_file[i];
	return n;
}

/* Clears the conditions that the load may have set; then the board continues as it did. */
static int go_on(struct surf *s, const struct state *st, uint32_t *iscr)
{
	const uint32_t htcr = st->reg[SURF_NUMBER_HTCR];
	int err = surf_PutReg(s, SURF_HTCR, (htcr & ~COLLECTING) | surf_mask(SURF_HTCR_PRS));

	if (!err)
		err = surf_PutReg(s, SURF_ISCR, CONDITIONS & ~st->reg[SURF_NUMBER_ISCR]);
	/* revision 2 can set conditions that the report's board cannot */
	if (!err)
		err = surf_SetConditions(s, st->reg[SURF_NUMBER_ISCR]);
	if (err == -ENOTSUP)
		err = 0;
	if (!err)
		err = surf_GetReg(s, SURF_ISCR, iscr);
	if (!err)
		err = surf_PutReg(s, SURF_IEMR, st->reg[SURF_NUMBER_IEMR]);
	if (!err)
		err = surf_PutReg(s, SURF_HTCR, htcr);
	return err;
}

static int load(struct surf *s, struct in *in, struct state *st,
		struct surf_state_report *report, surf_progress *progress, void *arg)
{
	struct loader l = {{load_row, load_end}, s, st, {progress, arg, 0, 0}, 0};
	uint32_t bytes[2], capabilities, iscr = 0;
	int err = parse(in, st, NULL);

	if (!err && fseek(in->file, 0, SEEK_SET))
		err = -errno;
	if (!err)
		err = surf_GetTSize(s, &bytes[0]);
	if (!err)
		err = surf_GetHSize(s, &bytes[1]);
	if (!err)
		err = surf_GetCapabilities(s, &capabilities);
	if (!err && !capabilities)
		err = check_none_used(st);
	if (err)
		return err;
	if (memcmp(bytes, st->bytes, sizeof(bytes)))
		return -EMEDIUMTYPE;
	if (surf_get(st->reg[SURF_NUMBER_TTCR], SURF_TTCR_MEI) && !s->mei)
		return -EPERM;
	err = surf_ClearException(s);
	if (!err)
		err = surf_PutReg(s, SURF_EBCR, st->reg[SURF_NUMBER_EBCR]);
	if (!err && capabilities)
		err = reset_extensions(s);
	if (!err)
		err = put_conditions(s, st->reg[SURF_NUMBER_ISCR]);
	if (!err)
		err = put_registers(s, st);
	l.far.total = bytes[0] + bytes[1];
	in->line = in->crc = 0;
	if (!err)
		err = parse(in, st, &l.taker);
	if (!err && capabilities)
		err = put_extensions(s, st);
	if (!err)
		err = go_on(s, st, &iscr);
	report->saved = st->reg[SURF_NUMBER_ISCR] & CONDITIONS;
	report->board = iscr & CONDITIONS;
	report->unsaved = capabilities ? count_unsaved(st, capabilities) : 0;
	return err;
}

int surf_load_state(struct surf *s, const char *path, struct surf_state_report *report,
		    surf_progress *progress, void *arg)
{
	struct surf_state_report unread;
	struct in in = {0};
	struct state *st;
	int err, err2;

	if (!s || !s->dev)
		return -EBADF;
	if (!path)
		return -EINVAL;
	if (!report)
		report = &unread;
	memset(report, 0, sizeof(*report));
	in.file = fopen(path, "r");
	if (!in.file)
		return -errno;
	st = calloc(1, sizeof(*st));
	err = !st ? -ENOMEM : fseek(in.file, 0, SEEK_SET) ? -errno : 0;
	if (!err)
		err = surf_hold(s);
	if (!err) {
		err = load(s, &in, st, report, progress, arg);
		err2 = surf_release(s);
		err = err ? err : err2;
	}
	report->line = in.line;
	report->wrong = in.wrong;
	fclose(in.file);
	free(in.text);
	free(st);
	return err;
}
