/* SPDX-License-Identifier: Apache-2.0 */
#include "shell.h"
#include "shellmem.h"
#include "progress.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define WORDS 32 /* of a command */
#define BLANKS " \t\r\f\v"
/* Simulated time between two looks at shell.stop. */
#define STEP_NS 1000000u

/* ---- registers and fields ---- */

enum { RO, RW, W1C };

static const struct reg {
	const char *name;
	const char *text;
} regs[SURF_REGS] = {
#define REG(name, space, offset, reset, text) [SURF_##name] = {#name, text},
#define FIELD(reg, name, msb, lsb, access, text)
#include "surfboard_regs.def"
#undef REG
#undef FIELD
};

/* The registers that are more than their port: the fields of what is behind it. */
enum { SURF_ACDR_IMAGE = SURF_ACDR, NONE = SURF_REGS };
#define PORT(reg) ((reg) == SURF_ACDR || (reg) == SURF_HFCR)

static const struct field {
	int reg; /* NONE: no field */
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
#undef FIELD
/* The bits of the mask have the names of the conditions. */
#define FIELD(reg, name, msb, lsb, access, text)                                     \
	{SURF_##reg == SURF_ISCR && (msb) <= SURF_IEMR_MASK >> 8 ? SURF_IEMR : NONE, \
	 #name,                                                                      \
	 msb,                                                                        \
	 lsb,                                                                        \
	 RW,                                                                         \
	 text},
#include "surfboard_regs.def"
#undef REG
#undef FIELD
	{SURF_HFCR, "FULL", 27, 16, RW, "ISCR.FAF is 1 while fewer slots than this are free"},
	{SURF_HFCR, "EMPTY", 11, 0, RW, "ISCR.FPF is 1 while this many slots are in use"},
};

#define FIELDS (sizeof(fields) / sizeof(fields[0]))

/* How SHOW prints a register, in this order. */
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
	return surf_mask((enum surf_field)(f->msb << 8 | f->lsb));
}

/* The report calls HFCR so in the output of SHOW. */
static const char *reg_name(enum surf_reg reg)
{
	return reg == SURF_HFCR ? "HFCDR" : regs[reg].name;
}

static int find_reg(const char *name)
{
	for (int i = 0; i < SURF_REGS; i++)
		if (!strcasecmp(name, regs[i].name) || !strcasecmp(name, reg_name(i)))
			return i;
	return NONE;
}

static const struct field *find_field(int reg, const char *name)
{
	for (unsigned int i = 0; i < FIELDS; i++)
		if (fields[i].reg == reg && !strcasecmp(name, fields[i].name))
			return &fields[i];
	return NULL;
}

/* Left to the board as they were written: no field of ours. */
static bool reserved(const struct field *f)
{
	return !strncmp(f->name, "RDBK_", 5);
}

/* ---- what the commands share ---- */

enum shell_result shell_fail(struct shell *sh, const char *fmt, ...)
{
	va_list ap;

	fflush(sh->out);
	if (sh->where)
		fprintf(sh->err, "%s:%lu: ", sh->where, sh->line);
	va_start(ap, fmt);
	vfprintf(sh->err, fmt, ap);
	va_end(ap);
	putc('\n', sh->err);
	fflush(sh->err);
	return SHELL_ERROR;
}

const char *shell_reason(int err)
{
	switch (err) {
	case -EIO:
		return "the board does not answer";
	case -ETIMEDOUT:
		return "the bus hangs";
	case -ENXIO:
		return "the board is disabled (EBCR.ENABLE is 0)";
	case -EBUSY:
		return "the FIFO is held in reset (HTCR.FRS is 1)";
	case -ECANCELED:
		return "interrupted";
	case -EOPNOTSUPP:
		return "the board is not a simulated one";
	default:
		return strerror(-err);
	}
}

enum shell_result shell_check(struct shell *sh, int err, const char *what)
{
	return err ? shell_fail(sh, "%s: %s", what, shell_reason(err)) : SHELL_OK;
}

enum shell_result shell_value(struct shell *sh, const char *text, uint32_t *value)
{
	size_t n = strlen(text);
	const bool decimal = n > 0 && text[n - 1] == '.';
	const char *digits = decimal ? "0123456789" : "0123456789ABCDEFabcdef";
	char *end;
	unsigned long long v;

	n -= decimal;
	if (n == 0)
		return shell_fail(sh, "%s", *text ? "a value without digits" : "no value");
	if (strspn(text, digits) != n)
		return shell_fail(sh, "%s: not a %s number", text,
				  decimal ? "decimal" : "hexadecimal");
	errno = 0;
	v = strtoull(text, &end, decimal ? 10 : 16);
	if (errno || v > UINT32_MAX)
		return shell_fail(sh, "%s: more than 32 bits", text);
	*value = (uint32_t)v;
	return SHELL_OK;
}

bool shell_stopped(const struct shell *sh)
{
	return sh->stop && *sh->stop;
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
		/* Its bytes come in turn: there is no value to print. */
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
	int err = surf_GetReg(sh->surf, reg, &value);

	if (err)
		return shell_check(sh, err, reg_name(reg));
	print_reg(sh->out, reg, style, value);
	return SHELL_OK;
}

static enum shell_result show(struct shell *sh, int argc, char **argv)
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

/* ---- assignments ---- */

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
		return shell_fail(sh, "%s is read only", regs[reg].name);
	if (value & ~mask)
		return shell_fail(sh, "%" PRIX32 " does not fit into %s", value,
				  regs[reg].name);
	return shell_check(sh, surf_PutReg(sh->surf, (enum surf_reg)reg, value),
			   regs[reg].name);
}

static enum shell_result assign_field(struct shell *sh, const struct field *f, uint32_t value)
{
	const enum surf_reg reg = (enum surf_reg)f->reg;
	const uint32_t mask = field_mask(f);
	uint32_t old = 0;
	int err = 0;

	if (f->access == RO)
		return shell_fail(sh, "%s.%s is read only", regs[reg].name, f->name);
	if (value > mask >> f->lsb)
		return shell_fail(sh, "%" PRIX32 " does not fit into %s.%s (%u bit%s)", value,
				  regs[reg].name, f->name, f->msb - f->lsb + 1,
				  f->msb > f->lsb ? "s" : "");
	if (reg == SURF_HFDR)
		return shell_fail(sh, "HFDR: a slot is written as a whole");
	/* The other bits of a register of conditions stay as they are when written 0. */
	if (f->access == RW)
		err = surf_GetReg(sh->surf, reg, &old);
	if (!err)
		err = surf_PutReg(sh->surf, reg, (old & ~mask) | value << f->lsb);
	return shell_check(sh, err, regs[reg].name);
}

/* @name is a register or register.field. */
static enum shell_result assign(struct shell *sh, char *name, const char *text)
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
			return shell_fail(sh, "%s has no field %s", regs[reg].name, point + 1);
	}
	result = shell_value(sh, text, &value);
	if (result)
		return result;
	return f ? assign_field(sh, f, value) : assign_reg(sh, reg, value);
}

/* ---- DO, QUIT ---- */

static enum shell_result quit(struct shell *sh, int argc, char **argv)
{
	(void)sh;
	(void)argc;
	(void)argv;
	return SHELL_QUIT;
}

static enum shell_result do_file(struct shell *sh, int argc, char **argv)
{
	enum shell_result result;
	FILE *in;

	(void)argc;
	if (sh->depth == SHELL_DEPTH)
		return shell_fail(sh, "%s: more than %d files within each other", argv[1],
				  SHELL_DEPTH);
	in = fopen(argv[1], "re");
	if (!in)
		return shell_fail(sh, "%s: %s", argv[1], strerror(errno));
	sh->depth++;
	result = shell_script(sh, in, argv[1]);
	sh->depth--;
	fclose(in);
	return result;
}

/* ---- what only a simulated board can do ---- */

/* Sends a line to the simulation. The reply is printed when there is one. */
static int control(struct shell *sh, const char *command, bool quiet)
{
	char reply[SURF_REPLY_BYTES] = "";
	int err = surf_Control(sh->surf, command, reply, sizeof(reply));

	if (err && !(quiet && err == -ETIMEDOUT))
		shell_fail(sh, "%s", *reply ? reply : shell_reason(err));
	else if (*reply && !quiet)
		fprintf(sh->out, "%s\n", reply);
	return err;
}

/* A file name as the process that simulates understands it. */
static const char *whole_name(const struct shell *sh, const char *name, char *buf, size_t size)
{
	char folder[PATH_MAX];
	int n;

	if (!sh->remote || *name == '/' || !getcwd(folder, sizeof(folder)))
		return name;
	n = snprintf(buf, size, "%s/%s", folder, name);
	return n < 0 || (size_t)n >= size ? name : buf;
}

static void lower(char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		text[i] = (char)tolower((unsigned char)text[i]);
}

/* Passes the words on; names in lower case, files as they are. */
static enum shell_result pass(struct shell *sh, int argc, char **argv)
{
	const bool play = !strcasecmp(argv[0], "PLAY"), wave = !strcasecmp(argv[0], "WAVE");
	char line[2 * PATH_MAX + 256], path[PATH_MAX];
	size_t used = 0;

	for (int i = 0; i < argc; i++) {
		char *value = strchr(argv[i], '=');
		const char *name = "", *word = argv[i];
		int n;

		if (play && i && value && !strncasecmp(word, "map=", 4)) {
			name = "map=";
			word = whole_name(sh, value + 1, path, sizeof(path));
		} else if (i == 1 && (play || (wave && strcasecmp(word, "off")))) {
			word = whole_name(sh, word, path, sizeof(path));
		} else {
			lower(argv[i], strlen(argv[i]));
		}
		if (strpbrk(word, BLANKS "\n"))
			return shell_fail(sh, "%s: a name with blanks", word);
		n = snprintf(line + used, sizeof(line) - used, "%s%s%s", i ? " " : "", name,
			     word);
		if (n < 0 || (size_t)n >= sizeof(line) - used)
			return shell_fail(sh, "the command is too long");
		used += (size_t)n;
	}
	return control(sh, line, false) ? SHELL_ERROR : SHELL_OK;
}

/* A time with its unit into ns. */
static enum shell_result parse_time(struct shell *sh, const char *text, uint64_t *ns)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
	unsigned long long v;
	char *end;

	errno = 0;
	v = strtoull(text, &end, 10);
	if (isdigit((unsigned char)*text) && !errno)
		for (unsigned int i = 0; i < sizeof(units) / sizeof(units[0]); i++)
			if (!strcasecmp(end, units[i].name) && v <= INT64_MAX / units[i].ns) {
				*ns = v * units[i].ns;
				return SHELL_OK;
			}
	return shell_fail(sh, "%s: not a time, as 100us (ns, us, ms, s)", text);
}

/*
 * RUN, DRAIN and WAIT in steps, so that they can be interrupted: @step does one of at most
 * its @ns and returns -ETIMEDOUT when there may be more to do.
 */
typedef int step_fn(struct shell *sh, uint64_t ns, void *arg);

static int in_steps(struct shell *sh, const char *what, uint64_t total, step_fn *step,
		    void *arg)
{
	struct progress progress;
	uint64_t done = 0;
	int err = -ETIMEDOUT;

	progress_begin(&progress, "simulated us", "%s", what);
	while (err == -ETIMEDOUT && done < total) {
		const uint64_t ns = total - done < STEP_NS ? total - done : STEP_NS;

		if (shell_stopped(sh)) {
			err = -ECANCELED;
			break;
		}
		err = step(sh, ns, arg);
		done += ns;
		progress_show(&progress, total == UINT64_MAX ? 0 : (double)done / (double)total,
			      done / 1000);
	}
	progress_end(&progress);
	return err;
}

static int run_step(struct shell *sh, uint64_t ns, void *arg)
{
	char line[48];
	int err;

	snprintf(line, sizeof(line), "%s %" PRIu64 "ns", (const char *)arg, ns);
	err = control(sh, line, true);
	/* Time that has passed is all that a run can reach. */
	return !err && !strcmp(arg, "run") ? -ETIMEDOUT : err;
}

static enum shell_result run(struct shell *sh, int argc, char **argv)
{
	uint64_t ns = UINT64_MAX;
	int err;

	lower(argv[0], strlen(argv[0]));
	if (argc > 1 && parse_time(sh, argv[1], &ns))
		return SHELL_ERROR;
	err = in_steps(sh, argv[0], ns, run_step, argv[0]);
	if (err == -ECANCELED)
		return shell_fail(sh, "interrupted");
	if (err != -ETIMEDOUT)
		return err ? SHELL_ERROR : SHELL_OK;
	return strcmp(argv[0], "run") ? shell_fail(sh, "%s was not enough", argv[1]) : SHELL_OK;
}

static int wait_step(struct shell *sh, uint64_t ns, void *arg)
{
	return surf_WaitException(sh->surf, ns / 1000, arg);
}

static enum shell_result wait_exception(struct shell *sh, int argc, char **argv)
{
	uint64_t ns = UINT64_MAX;
	uint32_t conditions = 0;
	int err;

	if (argc > 1 && parse_time(sh, argv[1], &ns))
		return SHELL_ERROR;
	err = in_steps(sh, "wait", ns, wait_step, &conditions);
	if (err == -ETIMEDOUT)
		return shell_fail(sh, "no interrupt in %s", argv[1]);
	if (!err)
		err = surf_ClearException(sh->surf);
	if (err)
		return shell_fail(sh, "%s", shell_reason(err));
	fprintf(sh->out, "interrupt:");
	shell_conditions(sh->out, conditions);
	putc('\n', sh->out);
	return SHELL_OK;
}

/* A reset disables the board; its addresses are assigned again. */
static enum shell_result reset(struct shell *sh, int argc, char **argv)
{
	uint32_t ebcr, acdr, tsize;
	enum shell_result result;
	int err = surf_GetReg(sh->surf, SURF_EBCR, &ebcr);

	/* The trace memory has not changed. */
	if (!err)
		err = surf_GetReg(sh->surf, SURF_ACDR, &acdr);
	if (err)
		return shell_check(sh, err, "reset");
	tsize = surf_get(acdr, SURF_ACDR_IMAGE_TSIZE);
	result = pass(sh, argc, argv);
	if (result || !strcmp(argv[1], "global"))
		return result;
	err = surf_PutReg(sh->surf, SURF_EBCR, surf_set(ebcr, SURF_EBCR_ENABLE, 0));
	if (!err)
		err = surf_PutReg(sh->surf, SURF_EBCR, ebcr);
	if (!err)
		err = surf_GetReg(sh->surf, SURF_ACDR, &acdr);
	if (!err)
		err = surf_PutReg(sh->surf, SURF_ACDR,
				  surf_set(acdr, SURF_ACDR_IMAGE_TSIZE, tsize));
	return shell_check(sh, err, "reset");
}

/* ---- the table of commands ---- */

static shell_command help;

/*
 * Words after the name, in @words: m memory, f file, r register, n number or anything else;
 * upper case: may be left out; *: any number more.
 */
static const struct command {
	const char *name;
	shell_command *fn;
	const char *words;
	const char *usage;
	const char *more; /* what HELP MORE says of it */
} commands[] = {
	{"QUIT", quit, "", "", NULL},
	{"EXIT", quit, "", "", NULL},
	{"HELP", help, "R", "[MORE | <register>]", "Describe a register and its fields"},
	{"SHOW", show, "R", "[<register>]", "Display one register, of all there are"},
	{"DO", do_file, "f", "<filename>", NULL},
	{"CLEAR", shell_clear, "mNN", "<memtype> [<first> [<last>]]",
	 "Clear only these bins or trace entries"},
	{"FPGA", shell_fpga, "f", "<filename>",
	 "A .bsel file is compiled; all others are loaded as they are"},
	{"LOAD", shell_load, "mf", "<memtype> <filename>",
	 "Also of files compressed by gzip or zstd; STATE: see SAVE"},
	{"SAVE", shell_save, "mfNN", "<memtype> <filename> [<first> [<last>]]",
	 "Save only these bins or trace entries;\n"
	 "STATE: all registers, both memories and the FIFO"},
	{"WAIT", wait_exception, "N", "[<time>]",
	 "Wait for an interrupt, show and clear its conditions"},
	{"RUN", run, "n", "<time>", "Let time pass"},
	{"DRAIN", run, "N", "[<time>]", "Let time pass until all packets are processed"},
	{"PLAY", pass, "f*", "<filename> [loop=<n>]",
	 "Send the packets of a file, or those of a\n"
	 "program recorded by valgrind, as time passes"},
	{"GENERATE", pass, "*",
	 "[count=<n>] [period=<times>] [words=<n>] [x=<n>] [y=<n>]\n"
	 "           [color=<n>] [category=<n>] [addr=<n>] [be=<n>] [irq=<n>]\n"
	 "           [latency=<times>] [seed=<n>]",
	 "Send random packets as time passes; <n> and <times> are a value\n"
	 "or a range (1-16, 5us-20us), decimal, or hexadecimal after 0x"},
	{"STOP", pass, "", "", "Send no further packet"},
	{"STATUS", pass, "", "", "Time, traffic, packets sent and dropped, wires"},
	{"EXTERNAL", pass, "n", "0 | 1", "Release or pull the external line"},
	{"RESET", reset, "n", "POWER | BUS | GLOBAL", "Reset the board and enable it again"},
	{"WAVE", pass, "f", "<filename> | OFF", "Dump waves (FST) from now on, or no more"},
	{"PAUSE", pass, "", "", "Let time pass on request only"},
	{"RESUME", pass, "", "", "Let time pass by itself again"},
	{"SPEED", pass, "n", "<ratio> | MAX", "Simulated time by real time, at most"},
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))
/* From here on the board must be a simulated one. */
#define SIMULATED "RUN"

static const struct command *find_command(const char *name)
{
	for (unsigned int i = 0; i < COMMANDS; i++)
		if (!strcasecmp(name, commands[i].name))
			return &commands[i];
	return NULL;
}

/* ---- HELP ---- */

/* The text of the report. */
static const char help_text[] = "Available Commands:\n"
				"  QUIT          - Quit Program\n"
				"  EXIT          - Quit Program\n"
				"  HELP          - Show this message\n"
				"  SHOW          - Display Registers\n"
				"  DO <filename> - Execute Commands in file\n"
				"  CLEAR <memtype> - Clear Memory\n"
				"  FPGA <filename> - Load FPGA configuration\n"
				"  LOAD <memtype> <filename> - Load Memory from file\n"
				"  SAVE <memtype> <filename> - Save Memory to file\n"
				"  <register> = <value> - Modify Register\n"
				"\n"
				"Where:\n"
				"  <memtype> - TRACE, HISTOGRAM, or FIFO\n"
				"  <register> - A register or register.field\n"
				"  <value>    - An unsigned integer. Hex by default.\n"
				"              End with decimal point to specify decimal.\n"
				"\n";

static void indented(FILE *out, const char *text)
{
	fputs("      ", out);
	for (; *text; text++) {
		putc(*text, out);
		if (*text == '\n')
			fputs("      ", out);
	}
	putc('\n', out);
}

static void help_more(FILE *out)
{
	fputs("More Commands:\n", out);
	for (unsigned int i = 0; i < COMMANDS; i++) {
		const struct command *c = &commands[i];

		if (!strcmp(c->name, SIMULATED))
			fputs("\nOf a simulated board only (<time>: a number and ns, us, ms or "
			      "s):\n",
			      out);
		if (c->more) {
			fprintf(out, "  %s%s%s\n", c->name, *c->usage ? " " : "", c->usage);
			indented(out, c->more);
		}
	}
	fputs("\nOn a line, commands are separated by ; and # begins a comment. A file name "
	      "with\n"
	      "blanks stands in double quotes. - is standard input or output.\n",
	      out);
}

static void help_reg(FILE *out, int reg)
{
	static const char *const access[] = {[RO] = "read only", [RW] = "", [W1C] = "1 clears"};

	fprintf(out, "%s  %s\n", regs[reg].name, regs[reg].text);
	for (unsigned int i = 0; i < FIELDS; i++) {
		const struct field *f = &fields[i];
		char bits[16];

		if (f->reg != reg || reserved(f))
			continue;
		snprintf(bits, sizeof(bits), f->msb > f->lsb ? "%u..%u" : "%u", f->msb, f->lsb);
		fprintf(out, "  %-7s %-6s %-9s  %s\n", f->name, bits, access[f->access],
			f->text);
	}
}

static enum shell_result help(struct shell *sh, int argc, char **argv)
{
	int reg;

	if (argc == 1) {
		fputs(help_text, sh->out);
		return SHELL_OK;
	}
	if (!strcasecmp(argv[1], "MORE")) {
		help_more(sh->out);
		return SHELL_OK;
	}
	reg = find_reg(argv[1]);
	if (reg == NONE)
		return shell_fail(sh, "%s: no such register", argv[1]);
	help_reg(sh->out, reg);
	return SHELL_OK;
}

/* ---- lines ---- */

static bool blank(char c)
{
	return c && strchr(BLANKS, c);
}

/* Cuts a command's words out of @at. Their number, or -1. @next: what follows its end. */
static int split(struct shell *sh, char *at, char **argv, char **next)
{
	int argc = 0;
	char end = ' ';

	while (end && end != ';') {
		bool quoted = false;
		char *to;

		at += strspn(at, BLANKS);
		end = *at == '#' ? 0 : *at;
		if (!end || end == ';')
			break;
		if (argc == WORDS) {
			shell_fail(sh, "more than %d words", WORDS);
			return -1;
		}
		argv[argc++] = to = at;
		for (; *at && (quoted || (!blank(*at) && *at != ';')); at++) {
			if (*at == '"')
				quoted = !quoted;
			else
				*to++ = *at;
		}
		if (quoted) {
			shell_fail(sh, "a quote is not closed");
			return -1;
		}
		end = *at;
		if (end && end != ';')
			at++;
		*to = 0;
	}
	*next = end ? at + 1 : at + strlen(at);
	return argc;
}

/* "name = value": puts the blanks round "=" out of the way. */
static bool is_assignment(const char *text, size_t *name)
{
	const char *p = text + strspn(text, BLANKS);
	const size_t n = strcspn(p, BLANKS "=;#\"");

	*name = n;
	p += n;
	p += strspn(p, BLANKS);
	return n && *p == '=';
}

static enum shell_result execute_assignment(struct shell *sh, char *at, size_t n, char **next)
{
	char *name = at + strspn(at, BLANKS), *value, *end;

	value = strchr(name, '=') + 1;
	name[n] = 0;
	value += strspn(value, BLANKS);
	end = value + strcspn(value, ";#");
	*next = *end == ';' ? end + 1 : end + strlen(end);
	*end = 0;
	while (end > value && blank(end[-1]))
		*--end = 0;
	return assign(sh, name, value);
}

static enum shell_result usage_error(struct shell *sh, const struct command *c)
{
	int one_line = (int)strcspn(c->usage, "\n");

	return shell_fail(sh, "usage: %s%s%.*s", c->name, *c->usage ? " " : "", one_line,
			  c->usage);
}

static enum shell_result execute_command(struct shell *sh, char *at, char **next)
{
	char *argv[WORDS + 1] = {NULL};
	const struct command *c;
	const int argc = split(sh, at, argv, next);
	int least = 0, most = 0;

	if (argc < 0)
		return SHELL_ERROR;
	if (argc == 0)
		return SHELL_OK;
	c = find_command(argv[0]);
	if (!c)
		return shell_fail(sh, "%s: no such command; try HELP or HELP MORE", argv[0]);
	for (const char *w = c->words; *w; w++) {
		least += islower((unsigned char)*w) != 0;
		most = *w == '*' ? WORDS : most + 1;
	}
	if (argc - 1 < least || argc - 1 > most)
		return usage_error(sh, c);
	return c->fn(sh, argc, argv);
}

enum shell_result shell_line(struct shell *sh, const char *name, unsigned long line,
			     const char *text)
{
	const char *where = sh->where;
	const unsigned long at_line = sh->line;
	enum shell_result result = SHELL_OK;
	char *copy = strdup(text), *at = copy;
	size_t n;

	sh->where = name;
	sh->line = line;
	if (!copy)
		result = shell_fail(sh, "%s", strerror(ENOMEM));
	while (!result && *at) {
		if (shell_stopped(sh))
			result = shell_fail(sh, "interrupted");
		else if (is_assignment(at, &n))
			result = execute_assignment(sh, at, n, &at);
		else
			result = execute_command(sh, at, &at);
	}
	free(copy);
	fflush(sh->out);
	sh->where = where;
	sh->line = at_line;
	return result;
}

enum shell_result shell_script(struct shell *sh, FILE *in, const char *name)
{
	enum shell_result result = SHELL_OK;
	unsigned long line = 0;
	char *text = NULL;
	size_t size = 0;
	ssize_t n;

	errno = 0;
	while (!result && (n = getline(&text, &size, in)) >= 0) {
		line++;
		if (n && text[n - 1] == '\n')
			text[--n] = 0;
		if (strlen(text) != (size_t)n) {
			fprintf(sh->err, "%s:%lu: not a line of text\n", name, line);
			result = SHELL_ERROR;
		} else {
			result = shell_line(sh, name, line, text);
		}
		errno = 0;
	}
	if (!result && ferror(in)) {
		fprintf(sh->err, "%s: %s\n", name, strerror(errno ? errno : EIO));
		result = SHELL_ERROR;
	}
	free(text);
	return result;
}

/* ---- completion ---- */

struct offer {
	const char *word;
	unsigned int n; /* those that are to be skipped */
	char *text;
	size_t size;
};

/* Whether this is the one. */
static bool offered(struct offer *o, const char *name, const char *field)
{
	const size_t n = strlen(o->word);
	bool low = n == 0;
	char text[32];

	snprintf(text, sizeof(text), "%s%s%s", name, field ? "." : "", field ? field : "");
	if (strncasecmp(text, o->word, n) || o->n--)
		return false;
	for (const char *p = o->word; *p; p++)
		low |= islower((unsigned char)*p) != 0;
	if (low)
		lower(text, strlen(text));
	snprintf(o->text, o->size, "%s", text);
	return true;
}

/* Fields are offered when the register and the point are there. */
static bool offer_regs(struct offer *o, bool with_fields)
{
	if (with_fields && strchr(o->word, '.')) {
		for (unsigned int i = 0; i < FIELDS; i++) {
			const struct field *f = &fields[i];

			if (f->reg == NONE || f->access == RO || reserved(f))
				continue;
			if (offered(o, regs[f->reg].name, f->name) ||
			    (f->reg == SURF_HFCR && offered(o, "HFCDR", f->name)))
				return true;
		}
		return false;
	}
	for (int i = 0; i < SURF_REGS; i++)
		if (offered(o, regs[i].name, NULL))
			return true;
	return offered(o, "HFCDR", NULL);
}

static enum shell_offer offer_word(struct offer *o, const struct command *c, size_t place)
{
	bool found = false;

	if (place >= strlen(c->words))
		return SHELL_NOTHING;
	switch (tolower((unsigned char)c->words[place])) {
	case 'f':
		return SHELL_FILE;
	case 'm':
		for (unsigned int i = 0; i < SHELL_MEMORIES && !found; i++)
			found = offered(o, shell_memories[i], NULL);
		break;
	case 'r':
		found = (c->fn == help && offered(o, "MORE", NULL)) || offer_regs(o, false);
		break;
	default:
		break;
	}
	return found ? SHELL_WORD : SHELL_NOTHING;
}

enum shell_offer shell_complete(const char *before, const char *word, unsigned int n,
				char *text, size_t size)
{
	struct offer o = {.word = word, .n = n, .text = text, .size = size};
	const char *start = strrchr(before, ';'), *p;
	const struct command *c;
	char name[16];
	size_t place = 0, length;

	p = start ? start + 1 : before;
	p += strspn(p, BLANKS);
	length = strcspn(p, BLANKS);
	if (length == 0) {
		for (unsigned int i = 0; i < COMMANDS; i++)
			if (offered(&o, commands[i].name, NULL))
				return SHELL_WORD;
		return offer_regs(&o, true) ? SHELL_WORD : SHELL_NOTHING;
	}
	snprintf(name, sizeof(name), "%.*s", (int)length, p);
	c = find_command(name);
	if (!c)
		return SHELL_NOTHING;
	for (p += length; *(p += strspn(p, BLANKS)); p += strcspn(p, BLANKS))
		place++;
	return offer_word(&o, c, place);
}
