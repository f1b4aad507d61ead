/* SPDX-License-Identifier: Apache-2.0 */
/* Registers and fields in the shell: SHOW, assignments, HELP of a register. */
#include "shellparts.h"
#include "starts_with.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- registers and fields ---- */

enum { RO, RW, WO, W1C, W1S };

static const struct reg {
	int reg;
	const char *name;
	const char *text;
} regs[] = {
#define REG(name, space, offset, reset, text) {SURF_##name, #name, text},
#define FIELD(reg, name, msb, lsb, access, text)
#include "surfboard_regs.def"
#include "surfboard_ext.def" /* the registers from SURF_REGS on are those of revision 2 */
#undef REG
#undef FIELD
};

#define REGS (sizeof(regs) / sizeof(regs[0]))

/* Registers that are only ports: they have the fields of the image that the port accesses. */
enum { SURF_ACDR_IMAGE = SURF_ACDR, NONE = -1 };
#define PORT(reg) ((reg) == SURF_ACDR || (reg) == SURF_HFCR)

static const struct field {
	int reg; /* NONE: there is no such field */
	const char *name;
	unsigned int msb, lsb;
	int access;
	const char *text;
} fields[] = {
#define REG(name, space, offset, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) \
	{PORT(SURF_##reg) ? NONE : SURF_##reg, #name, msb, lsb, access, text},
#include "surfboard_regs.def"
#undef FIELD
#define FIELD(reg, name, msb, lsb, access, text) {SURF_##reg, #name, msb, lsb, access, text},
#include "surfboard_acdr.def"
#include "surfboard_ext.def"
#undef FIELD
/* The bits of the mask register have the names of the conditions. */
#define FIELD(reg, name, msb, lsb, access, text)                                  \
	{SURF_##reg == SURF_ISCR && SURF_IEMR_MASK >> (msb)&1 ? SURF_IEMR : NONE, \
	 #name,                                                                   \
	 msb,                                                                     \
	 lsb,                                                                     \
	 RW,                                                                      \
	 text},
#include "surfboard_regs.def"
#undef REG
#undef FIELD
	{SURF_HFCR, "FULL", 27, 16, RW, "ISCR.FAF is 1 while fewer slots than this are free"},
	{SURF_HFCR, "EMPTY", 11, 0, RW, "ISCR.FPF is 1 while this many slots are in use"},
};

#define FIELDS (sizeof(fields) / sizeof(fields[0]))

/* Formats in which SHOW prints a register. */
enum style { ALL_FIELDS, SET_BITS, OFFSETS, PLAIN, DECIMAL };

static const struct shown {
	enum surf_reg reg;
	enum style style;
} shown[] = {
	{SURF_FCCR, ALL_FIELDS}, {SURF_ACDR, ALL_FIELDS}, {SURF_TTCR, ALL_FIELDS},
	{SURF_ECDR, ALL_FIELDS}, {SURF_PCLR, ALL_FIELDS}, {SURF_ISCR, SET_BITS},
	{SURF_IEMR, SET_BITS},	 {SURF_HTCR, ALL_FIELDS}, {SURF_HFCR, OFFSETS},
	{SURF_TPIR, PLAIN},	 {SURF_TICR, PLAIN},	  {SURF_TECR, DECIMAL},
	{SURF_WCDR, DECIMAL},
};

#define SHOWN (sizeof(shown) / sizeof(shown[0]))

static uint32_t field_mask(const struct field *f)
{
	return UINT32_MAX >> (31 - f->msb) & UINT32_MAX << f->lsb;
}

/* Returns the table entry of a register, which must exist. */
static const struct reg *reg_entry(int reg)
{
	unsigned int i = 0;

	while (regs[i].reg != reg)
		i++;
	return &regs[i];
}

static bool is_extension(int reg)
{
	return surf_number((enum surf_reg)reg) == SURF_REGS;
}

/* Reports a failed access; a board of revision 1 has no extension registers. */
static enum shell_result check_access(struct shell *sh, int err, const char *name)
{
	if (err == -ENOTSUP)
		return shell_fail(
			sh, "%s: a register of revision 2; this board is of revision 1", name);
	return shell_check(sh, err, name);
}

static int get_reg(struct surf *s, int reg, uint32_t *value)
{
	return is_extension(reg) ? surf_GetExtension(s, (enum surf_extension)reg, value)
				 : surf_GetReg(s, (enum surf_reg)reg, value);
}

/* Returns the name of a register; HFCR has the name that the report's output of SHOW uses. */
static const char *reg_name(enum surf_reg reg)
{
	return reg == SURF_HFCR ? "HFCDR" : reg_entry(reg)->name;
}

static int find_reg(const char *name)
{
	for (unsigned int i = 0; i < REGS; i++)
		if (!strcasecmp(name, regs[i].name) ||
		    !strcasecmp(name, reg_name((enum surf_reg)regs[i].reg)))
			return regs[i].reg;
	return NONE;
}

static const struct field *find_field(int reg, const char *name)
{
	for (unsigned int i = 0; i < FIELDS; i++)
		if (fields[i].reg == reg && !strcasecmp(name, fields[i].name))
			return &fields[i];
	return NULL;
}

/* Returns whether a field is one of the reserved fields RDBK_*. */
static bool reserved(const struct field *f)
{
	return starts_with(f->name, "RDBK_");
}

void shell_conditions(FILE *out, uint32_t bits)
{
	for (unsigned int i = 0; i < FIELDS; i++)
		if (fields[i].reg == SURF_ISCR && (bits & field_mask(&fields[i])))
			fprintf(out, " %s", fields[i].name);
}

/* ---- SHOW ---- */

static void print_fields(FILE *out, enum surf_reg reg, uint32_t value)
{
	for (unsigned int i = 0; i < FIELDS; i++) {
		const struct field *f = &fields[i];

		if (f->reg == (int)reg && !reserved(f))
			fprintf(out, "  %s %0*" PRIX32, f->name, (int)(f->msb - f->lsb) / 4 + 1,
				(value & field_mask(f)) >> f->lsb);
	}
}

static void print_reg(FILE *out, enum surf_reg reg, enum style style, uint32_t value)
{
	if (style == OFFSETS)
		/* The bytes of HFCR are read in turn, so there is no single value to print. */
		fprintf(out, "%s -----  EMPTY %03" PRIX32 "  FULL %03" PRIX32, reg_name(reg),
			SURF_HFCR_EMPTY(value), SURF_HFCR_FULL(value));
	else
		fprintf(out, "%s %08" PRIX32, reg_name(reg), value);
	switch (style) {
	case ALL_FIELDS:
		print_fields(out, reg, value);
		break;
	case SET_BITS:
		if (value)
			putc(' ', out);
		shell_conditions(out, value);
		break;
	case DECIMAL:
		fprintf(out, " (%4" PRIu32 ".)", value);
		break;
	default:
		break;
	}
	putc('\n', out);
}

static enum shell_result show_one(struct shell *sh, enum surf_reg reg, enum style style)
{
	uint32_t value;
	int err = get_reg(sh->surf, (int)reg, &value);

	if (err)
		return check_access(sh, err, reg_name(reg));
	print_reg(sh->out, reg, style, value);
	return SHELL_OK;
}

enum shell_result shell_show(struct shell *sh, int argc, char **argv)
{
	enum shell_result result = SHELL_OK;
	int reg;

	if (argc == 1) {
		for (unsigned int i = 0; i < SHOWN && !result; i++)
			result = show_one(sh, shown[i].reg, shown[i].style);
		return result;
	}
	reg = find_reg(argv[1]);
	if (reg == NONE)
		return shell_fail(sh, "%s: no such register", argv[1]);
	if (reg == SURF_HFDR)
		return shell_fail(sh, "HFDR: a read takes a slot from the FIFO; use SAVE FIFO");
	for (unsigned int i = 0; i < SHOWN; i++)
		if ((int)shown[i].reg == reg)
			return show_one(sh, shown[i].reg, shown[i].style);
	return show_one(sh, (enum surf_reg)reg, ALL_FIELDS);
}

/* ---- the table for other programs ---- */

bool shell_field(const struct shell *sh, unsigned int n, struct shell_field *out)
{
	static const char *const access[] = {
		[RO] = "RO", [RW] = "RW", [WO] = "WO", [W1C] = "W1C", [W1S] = "W1S"};
	uint32_t capabilities;
	const bool second = !surf_GetCapabilities(sh->surf, &capabilities) && capabilities;

	for (unsigned int r = 0; r < (second ? REGS : SURF_REGS); r++)
		for (unsigned int i = 0; i < FIELDS; i++) {
			const struct field *f = &fields[i];

			if (f->reg != regs[r].reg || reserved(f) || n--)
				continue;
			*out = (struct shell_field){f->reg,  regs[r].name,     regs[r].text,
						    f->name, f->text,	       f->msb,
						    f->lsb,  access[f->access]};
			return true;
		}
	return false;
}

int shell_get(struct shell *sh, int reg, uint32_t *value)
{
	return reg == SURF_HFDR ? -EPERM : get_reg(sh->surf, reg, value);
}

/* ---- assignments ---- */

/* Reports an error if the histogram would use latency bits that the board does not measure. */
static enum shell_result check_latency(struct shell *sh)
{
	uint32_t acdr, htcr, bits;
	char text[128];

	if (!sh->mapped || surf_GetReg(sh->surf, SURF_HTCR, &htcr) ||
	    surf_get(htcr, SURF_HTCR_HEN) || surf_GetReg(sh->surf, SURF_ACDR, &acdr))
		return SHELL_OK;
	bits = 2 * surf_get(acdr, SURF_ACDR_IMAGE_LAT_N);
	if (!sbit_unfit(&sh->map, 1u << SBIT_OUTPUTS, bits, text, sizeof(text)))
		return SHELL_OK;
	return shell_fail(sh, "HTCR.HEN: %s: %s", sh->selector, text);
}

/* Writes a register. A write of TTCR.MEI is allowed here because the user requested it; with
 * @mei it prints a warning. */
static enum shell_result put_reg(struct shell *sh, enum surf_reg reg, uint32_t value, bool mei)
{
	int err = 0;

	if (reg == SURF_HTCR && surf_get(value, SURF_HTCR_HEN) && check_latency(sh))
		return SHELL_ERROR;
	if (reg == SURF_TTCR && surf_get(value, SURF_TTCR_MEI)) {
		if (mei)
			fputs("TTCR.MEI: where external input and output share a wire, "
			      "it stays low once it is low\n",
			      sh->out);
		err = surf_allow_mei(sh->surf, true);
	}
	if (!err)
		err = is_extension((int)reg)
			      ? surf_PutExtension(sh->surf, (enum surf_extension)reg, value)
			      : surf_PutReg(sh->surf, reg, value);
	return check_access(sh, err, reg_entry(reg)->name);
}

static enum shell_result assign_reg(struct shell *sh, int reg, uint32_t value)
{
	uint32_t mask = 0;
	bool writable = false;

	for (unsigned int i = 0; i < FIELDS; i++)
		if (fields[i].reg == reg) {
			mask |= field_mask(&fields[i]);
			writable |= fields[i].access != RO;
		}
	if (!writable)
		return shell_fail(sh, "%s is read only", reg_entry(reg)->name);
	if (value & ~mask)
		return shell_fail(sh,
				  "%" PRIX32 " (hexadecimal; %" PRIu32
				  ". in decimal) does not fit into %s",
				  value, value, reg_entry(reg)->name);
	return put_reg(sh, (enum surf_reg)reg, value, true);
}

static enum shell_result assign_field(struct shell *sh, const struct field *f, uint32_t value)
{
	const enum surf_reg reg = (enum surf_reg)f->reg;
	const uint32_t mask = field_mask(f);
	enum shell_result result;
	uint32_t old = 0;
	int err;

	if (f->access == RO)
		return shell_fail(sh, "%s.%s is read only", reg_entry(reg)->name, f->name);
	if (value > mask >> f->lsb)
		return shell_fail(sh,
				  "%" PRIX32 " (hexadecimal; %" PRIu32
				  ". in decimal) does not fit into %s.%s (%u bit%s)",
				  value, value, reg_entry(reg)->name, f->name,
				  f->msb - f->lsb + 1, f->msb > f->lsb ? "s" : "");
	if (reg == SURF_HFDR)
		return shell_fail(sh, "HFDR: a slot is written as a whole");
	err = surf_hold(sh->surf);
	if (err)
		return shell_check(sh, err, reg_entry(reg)->name);
	/* Writing 0 to the other bits of a condition register does not change them. */
	if (f->access == RW)
		err = get_reg(sh->surf, f->reg, &old);
	result = err ? check_access(sh, err, reg_entry(reg)->name)
		     : put_reg(sh, reg, (old & ~mask) | value << f->lsb,
			       mask & surf_mask(SURF_TTCR_MEI));
	err = surf_release(sh->surf);
	return result ? result : shell_check(sh, err, reg_entry(reg)->name);
}

enum shell_result shell_assign(struct shell *sh, char *name, const char *text)
{
	char *point = strchr(name, '.');
	const struct field *f = NULL;
	enum shell_result result;
	uint32_t value = 0;
	int reg;

	if (point)
		*point = 0;
	reg = find_reg(name);
	if (reg == NONE)
		return shell_fail(sh, "%s: no such register", name);
	if (point) {
		f = find_field(reg, point + 1);
		if (!f)
			return shell_fail(sh, "%s has no field %s", reg_entry(reg)->name,
					  point + 1);
	}
	result = shell_value(sh, text, &value);
	if (result)
		return result;
	return f ? assign_field(sh, f, value) : assign_reg(sh, reg, value);
}

/* ---- HELP and completion ---- */

enum shell_result shell_help_reg(struct shell *sh, const char *name)
{
	static const char *const access[] = {[RO] = " (read only)",
					     [RW] = "",
					     [WO] = " (write only)",
					     [W1C] = " (1 clears)",
					     [W1S] = " (1 sets)"};
	const char *point = strchr(name, '.');
	char part[16];
	const struct field *only = NULL;
	FILE *out = sh->out;
	int reg;

	snprintf(part, sizeof(part), "%.*s", (int)strcspn(name, "."), name);
	reg = find_reg(part);
	if (reg == NONE)
		return shell_fail(sh, "%s: no such register", name);
	if (point && !(only = find_field(reg, point + 1)))
		return shell_fail(sh, "%s has no field %s", reg_entry(reg)->name, point + 1);
	fprintf(out, "%s  %s\n", reg_entry(reg)->name, reg_entry(reg)->text);
	for (unsigned int i = 0; i < FIELDS; i++) {
		const struct field *f = &fields[i];
		char bits[16];

		if (f->reg != reg || reserved(f) || (only && f != only))
			continue;
		snprintf(bits, sizeof(bits), f->msb > f->lsb ? "%u..%u" : "%u", f->msb, f->lsb);
		fprintf(out, "  %-7s %-6s  %s%s\n", f->name, bits, f->text, access[f->access]);
	}
	return SHELL_OK;
}

bool shell_offer_reg(struct shell_offers *o, bool with_fields)
{
	if (with_fields && strchr(o->word, '.')) {
		for (unsigned int i = 0; i < FIELDS; i++) {
			const struct field *f = &fields[i];

			if (f->reg == NONE || f->access == RO || reserved(f) ||
			    (is_extension(f->reg) && !o->second))
				continue;
			if (shell_offered(o, reg_entry(f->reg)->name, f->name) ||
			    (f->reg == SURF_HFCR && shell_offered(o, "HFCDR", f->name)))
				return true;
		}
		return false;
	}
	for (size_t i = 0; i < (o->second ? REGS : SURF_REGS); i++)
		if (shell_offered(o, regs[i].name, NULL))
			return true;
	return shell_offered(o, "HFCDR", NULL);
}

/* ---- TAPS ---- */

/* Appends to the text of a tap. */
static void append(char *text, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static void append(char *text, size_t size, const char *fmt, ...)
{
	const size_t length = strlen(text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text + length, size - length, fmt, ap);
	va_end(ap);
}

void shell_tap_text(const struct surf_tap *tap, char *text, size_t size)
{
	static const char *const kinds[] = {"unknown kind",	 "frames",
					    "AXI4 reads",	 "AXI4 writes",
					    "Wishbone accesses", "pipelined accesses",
					    "APB transfers",	 "AHB-Lite transfers"};
	static const char *const flags[] = {"bad", "cut"};
	static const char *const colors[] = {"", "TDEST", "TUSER"};
	const uint32_t kind = surf_get(tap->kind, SURF_TPKR_KIND);
	const uint32_t color = surf_get(tap->constant, SURF_TPSR_COLOR);
	const uint32_t error = surf_get(tap->constant, SURF_TPSR_ERROR);
	const uint32_t source = surf_get(tap->constant, SURF_TPSR_COLORS);
	const uint32_t first = surf_get(tap->constant, SURF_TPSR_SENDER);
	const uint32_t ids = surf_get(tap->kind, SURF_TPKR_IDS);

	snprintf(text, size, "tap %s: %s, sender %" PRIu32, tap->name,
		 kinds[kind < 8 ? kind : 0], first);
	if (ids)
		append(text, size, " to %" PRIu32, first | ((1u << ids) - 1));
	if (source)
		append(text, size, ", color of %s", colors[source % 3]);
	else
		append(text, size, ", color %" PRIu32, color);
	if (!source && error != color)
		append(text, size, " or %" PRIu32, error);
	append(text, size, ": %" PRIu32 " packets, %" PRIu32 " dropped", tap->packets,
	       tap->dropped);
	for (unsigned int i = 0; i < 2; i++)
		if (tap->flags >> (i + 1) & 1)
			append(text, size, ", %s", flags[i]);
}

enum shell_result shell_taps(struct shell *sh, int argc, char **argv)
{
	struct surf_tap taps[SURF_TAPS];
	unsigned int n;
	char text[200];

	if (argc > 1 && strcasecmp(argv[1], "clear"))
		return shell_fail(sh, "%s: not CLEAR", argv[1]);
	if (argc > 1)
		return shell_check(sh, surf_ClearTaps(sh->surf), "the taps");
	if (shell_check(sh, surf_GetTaps(sh->surf, taps, &n), "the taps"))
		return SHELL_ERROR;
	for (unsigned int i = 0; i < n; i++) {
		shell_tap_text(&taps[i], text, sizeof(text));
		fprintf(sh->out, "%s\n", text);
	}
	if (!n)
		fprintf(sh->out, "the board has no table of taps\n");
	return SHELL_OK;
}
