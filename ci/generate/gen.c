/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Generates from a board's pin list and register table the files that must agree with them:
 *
 *	gen header MODEL FILE	C header of the compiled model MODEL, from the template FILE
 *	gen wrapper [N=V ...]	Verilog test wrapper for Icarus Verilog, top's parameters
 *	gen vregs		Verilog header with the register constants
 *	gen regdoc		register chapter of the board's README
 *	gen rdl NAME AREA...	address map NAME as SystemRDL
 *	gen ipxact NAME AREA...	the same as IP-XACT (IEEE 1685-2014)
 *	gen compare NAME AREA...	C program that compiles if the header that PeakRDL
 *				makes of the map has the values of cregs
 *	gen pins		pin list, one "name width in|reset|out domain" per line
 *	gen array MODULE BOARD... PIN@N...	Verilog module of several boards
 *	gen arraypins BOARD... PIN@N...		its pin list
 *
 * An AREA is SPACE@BASE, the registers of a space of the register table, or a memory,
 * NAME:WORDS@BASE, of 32-bit words.
 *
 * The pins of an array are named by the board's name, "_" and their own name; the name of a
 * PIN@N, which boards share, has only the first N characters of the board's name.
 *
 * Compiled once per board with TOP (name of the top module), PINS_DEF and REGS_DEF
 * (the tables) defined.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>

#define STR_(x) #x
#define STR(x) STR_(x)
static const char top[] = STR(TOP);
static const char board[] = STR(BOARD);

enum dir { IN, RESET, OUT };
static const struct pin {
	const char *name;
	unsigned int width;
	enum dir dir;
	const char *domain;
} pins[] = {
#define PIN(name, width, dir, domain) {#name, width, dir, #domain},
#include PINS_DEF
#undef PIN
};
#define PINS (sizeof(pins) / sizeof(pins[0]))

struct row {
	const char *reg, *field, *space, *access, *text;
	uint32_t offset, reset;
	unsigned int msb, lsb;
};
static const struct row rows[] = {
#define REG(name, space, offset, reset, text) \
	{#name, NULL, #space, NULL, text, offset, reset, 0, 0},
#define FIELD(reg, name, msb, lsb, access, text) \
	{#reg, #name, NULL, #access, text, 0, 0, msb, lsb},
#include REGS_DEF
};
#define ROWS (sizeof(rows) / sizeof(rows[0]))

static const char *upper(const char *s)
{
	static char buf[4][64];
	static unsigned int next;
	char *b = buf[next++ % 4];
	size_t i;

	for (i = 0; s[i] && i < 63; i++)
		b[i] = (char)toupper((unsigned char)s[i]);
	b[i] = 0;
	return b;
}

/* ---- C header of a compiled model ---- */

static void pin_enumerators(const char *model)
{
	for (size_t i = 0; i < PINS; i++)
		printf("\t%s_PIN_%s,\t/* %u bit%s, %s */\n", upper(model), upper(pins[i].name),
		       pins[i].width, pins[i].width > 1 ? "s" : "",
		       pins[i].dir != OUT ? "input" : "output");
}

/* Prints the text that replaces @NAME@ in the template; false: there is no such name. */
static bool print_value(const char *name, const char *model)
{
	if (strcmp(name, "model") == 0)
		fputs(model, stdout);
	else if (strcmp(name, "MODEL") == 0)
		fputs(upper(model), stdout);
	else if (strcmp(name, "top") == 0)
		fputs(top, stdout);
	else
		return false;
	return true;
}

/* Copies the template and replaces the names. @PINS@ is alone on its line; the other names may
 * be anywhere in a line; any other @ is copied. */
static bool header(const char *model, const char *template)
{
	FILE *f = fopen(template, "r");
	char line[512], name[16];
	int n;

	if (!f) {
		perror(template);
		return false;
	}
	while (fgets(line, sizeof(line), f)) {
		if (strcmp(line, "@PINS@\n") == 0) {
			pin_enumerators(model);
			continue;
		}
		for (const char *p = line; *p;) {
			n = 0;
			if (sscanf(p, "@%15[A-Za-z]@%n", name, &n) == 1 && n > 0 &&
			    print_value(name, model))
				p += n;
			else
				putchar(*p++);
		}
	}
	fclose(f);
	return true;
}

/* ---- Verilog wrapper ---- */
static int has_oe(const char *o) /* the index of pin x_oe if @o is "x_o", or -1 */
{
	char want[64];
	size_t n = strlen(o);

	if (n < 3 || strcmp(o + n - 2, "_o") != 0)
		return -1;
	snprintf(want, sizeof(want), "%.*s_oe", (int)(n - 2), o);
	for (size_t i = 0; i < PINS; i++)
		if (strcmp(pins[i].name, want) == 0)
			return (int)i;
	return -1;
}

static void wrapper(int n, char **params)
{
	printf("// Made from the pin list of %s: test wrapper for Icarus Verilog.\n"
	       "`timescale 1ps/1ps\n"
	       "module tb;\n",
	       top);
	for (size_t i = 0; i < PINS; i++)
		printf("\t%s [%u:0] %s%s;\n", pins[i].dir != OUT ? "reg" : "wire",
		       pins[i].width - 1, pins[i].name, pins[i].dir != OUT ? " = 0" : "");
	printf("\t%s", top);
	for (int i = 0; i < n; i++)
		printf("%s.%.*s(%s)%s", i ? ", " : " #(", (int)strcspn(params[i], "="),
		       params[i], params[i] + strcspn(params[i], "=") + 1,
		       i == n - 1 ? ")" : "");
	printf(" %s (", top);
	for (size_t i = 0; i < PINS; i++)
		printf("%s\n\t\t.%s(%s)", i ? "," : "", pins[i].name, pins[i].name);
	printf(");\n\t// an output is unknown; a tri-state output counts while it is driven\n"
	       "\twire x_any = 1'b0");
	for (size_t i = 0; i < PINS; i++) {
		int oe = has_oe(pins[i].name);

		if (pins[i].dir != OUT)
			continue;
		if (oe >= 0)
			printf("\n\t\t| ((%s !== 1'b0) & (^%s === 1'bx))", pins[oe].name,
			       pins[i].name);
		else
			printf("\n\t\t| (^%s === 1'bx)", pins[i].name);
	}
	printf(";\n\t// wave dump, switched on by the harness\n"
	       "\treg wave_on = 0;\n\treg [8*1024-1:0] wave_path;\n"
	       "\talways @(posedge wave_on) begin\n"
	       "\t\tif ($value$plusargs(\"wave=%%s\", wave_path)) begin\n"
	       "\t\t\t$dumpfile(wave_path);\n\t\t\t$dumpvars(0, tb);\n\t\tend\n\tend\n"
	       "endmodule\n");
}

/* Returns the bits of all fields of a register, or of those with this access. */
static unsigned long long bits_of(const char *reg, const char *access)
{
	unsigned long long bits = 0;

	for (const struct row *r = rows; r < rows + ROWS; r++)
		if (r->field && !strcmp(r->reg, reg) && (!access || !strcmp(r->access, access)))
			bits |= (~0ull >> (63 - (r->msb - r->lsb))) << r->lsb;
	return bits;
}

static void vregs(void)
{
	printf("// Made from the register table of %s.\n", board);
	for (size_t i = 0; i < ROWS; i++) {
		const struct row *r = &rows[i];
		const char *up = upper(board);

		if (!r->field) {
			printf("`define %s_%s %u\n", up, r->reg, r->offset);
			printf("`define %s_%s_RESET 32'h%08X\n", up, r->reg, r->reset);
			printf("`define %s_%s_FIELDS 32'h%08llX\n", up, r->reg,
			       bits_of(r->reg, NULL));
			printf("`define %s_%s_WRITABLE 32'h%08llX\n", up, r->reg,
			       bits_of(r->reg, "RW"));
			continue;
		}
		printf("`define %s_%s_%s %u:%u\n", up, r->reg, r->field, r->msb, r->lsb);
		printf("`define %s_%s_%s_MSB %u\n", up, r->reg, r->field, r->msb);
		printf("`define %s_%s_%s_LSB %u\n", up, r->reg, r->field, r->lsb);
	}
}

/* ---- C header of the registers ---- */
static void cregs(void)
{
	const char *up = upper(board);

	printf("/* SPDX-License-Identifier: Apache-2.0 */\n"
	       "/* Made from the register table of %s: offsets, values after reset, "
	       "the bits of\n"
	       " * all fields (_FIELDS) and of those that can be read and written "
	       "(_WRITABLE), and for each\n"
	       " * field its lowest bit (_LSB), highest bit (_MSB) and mask in place (_MASK). "
	       "*/\n"
	       "#ifndef %s_REGS_H\n#define %s_REGS_H\n\n",
	       board, up, up);
	for (size_t i = 0; i < ROWS; i++) {
		const struct row *r = &rows[i];

		if (!r->field)
			printf("#define %s_%s 0x%Xu\n#define %s_%s_RESET 0x%08Xu\n"
			       "#define %s_%s_FIELDS 0x%llXu\n"
			       "#define %s_%s_WRITABLE 0x%llXu\n",
			       up, r->reg, r->offset, up, r->reg, r->reset, up, r->reg,
			       bits_of(r->reg, NULL), up, r->reg, bits_of(r->reg, "RW"));
		else
			printf("#define %s_%s_%s_LSB %u\n#define %s_%s_%s_MSB %u\n"
			       "#define %s_%s_%s_MASK 0x%llXu\n",
			       up, r->reg, r->field, r->lsb, up, r->reg, r->field, r->msb, up,
			       r->reg, r->field, (~0ull >> (63 - (r->msb - r->lsb))) << r->lsb);
	}
	printf("\n#endif\n");
}

static const char *access_name(const char *a)
{
	return strcmp(a, "RW") == 0    ? "read/write"
	       : strcmp(a, "RO") == 0  ? "read only"
	       : strcmp(a, "WO") == 0  ? "write only"
	       : strcmp(a, "W1S") == 0 ? "write 1 to set"
				       : "write 1 to clear";
}

static void regdoc(void)
{
	const char *reg = "";

	printf("Bits that are not listed read 0 and ignore writes.\n");
	for (size_t i = 0; i < ROWS; i++) {
		const struct row *r = &rows[i];

		if (strcmp(reg, r->reg) != 0) {
			reg = r->reg;
			if (r->field)
				printf("\n### %s\n", r->reg);
			else if (strcmp(r->space, "SLOT") == 0)
				printf("\n### %s: %s\n\nSlot I/O z%03X, after power-on "
				       "%08X.\n",
				       r->reg, r->text, r->offset, r->reset);
			else
				printf("\n### %s: %s\n\nOffset 0x%04X, after power-on "
				       "%08X.\n",
				       r->reg, r->text, r->offset, r->reset);
			if (r->field || (i + 1 < ROWS && rows[i + 1].field))
				printf("\n| bits | field | access | meaning |\n"
				       "|---|---|---|---|\n");
			if (!r->field)
				continue;
		}
		if (r->msb == r->lsb)
			printf("| %u | %s | %s | %s |\n", r->msb, r->field,
			       access_name(r->access), r->text);
		else
			printf("| %u..%u | %s | %s | %s |\n", r->msb, r->lsb, r->field,
			       access_name(r->access), r->text);
	}
}

/* ---- address maps for other tools ---- */
struct area {
	char name[32];
	unsigned long words; /* size of a memory; 0: the area has registers */
	unsigned long base;
};

static bool parse_area(struct area *a, const char *s)
{
	int n = 0;

	a->words = 0;
	if (sscanf(s, "%31[A-Za-z0-9_]@%li%n", a->name, (long *)&a->base, &n) == 2 && !s[n])
		return true;
	n = 0;
	return sscanf(s, "%31[A-Za-z0-9_]:%li@%li%n", a->name, (long *)&a->words,
		      (long *)&a->base, &n) == 3 &&
	       !s[n] && a->words;
}

/* Returns whether row @i is a register of the area. */
static bool in_area(const struct area *a, size_t i)
{
	return !rows[i].field && strcmp(rows[i].space, a->name) == 0;
}

/* The field of a register without fields, because both formats require at least one. */
static const struct row whole = {
	.field = "VALUE", .access = "WO", .text = "written", .msb = 31, .lsb = 0};

/* Finds the fields of the register in row @i and returns their number, at least 1. */
static size_t fields_of(size_t i, const struct row **fields)
{
	size_t n = 0;

	while (i + 1 + n < ROWS && rows[i + 1 + n].field &&
	       strcmp(rows[i + 1 + n].reg, rows[i].reg) == 0)
		n++;
	*fields = n ? &rows[i + 1] : &whole;
	return n ? n : 1;
}

static uint32_t field_reset(size_t reg, const struct row *f)
{
	return rows[reg].reset >> f->lsb & (uint32_t)(~0ull >> (63 - (f->msb - f->lsb)));
}

/* Size of the area in bytes, a power of two. */
static unsigned long range_of(const struct area *a)
{
	unsigned long end = a->words * 4, range = 4;

	for (size_t i = 0; i < ROWS; i++)
		if (in_area(a, i) && rows[i].offset + 4 > end)
			end = rows[i].offset + 4;
	while (range < end)
		range *= 2;
	return range;
}

static void escaped(const char *s, bool xml)
{
	for (; *s; s++)
		if (xml && *s == '<')
			printf("&lt;");
		else if (xml && *s == '&')
			printf("&amp;");
		else if (!xml && (*s == '"' || *s == '\\'))
			printf("\\%c", *s);
		else
			putchar(*s);
}

static void rdl_field(size_t reg, const struct row *f)
{
	const char *access = strcmp(f->access, "RO") == 0   ? "sw = r; hw = w"
			     : strcmp(f->access, "WO") == 0 ? "sw = w; hw = r"
			     : strcmp(f->access, "RW") == 0 ? "sw = rw; hw = r"
			     : strcmp(f->access, "W1S") == 0
				     ? "sw = rw; onwrite = woset; hw = rw"
				     : "sw = rw; onwrite = woclr; hw = rw";

	printf("\t\t\tfield {\n\t\t\t\tdesc = \"");
	escaped(f->text, false);
	printf("\";\n\t\t\t\t%s;\n\t\t\t} %s[%u:%u] = 0x%X;\n", access, f->field, f->msb,
	       f->lsb, field_reset(reg, f));
}

static void rdl(const char *name, size_t n, const struct area *areas)
{
	const struct row *f;
	size_t fields;

	printf("// Made from the register table of %s.\naddrmap %s {\n\tdesc = \"%s\";\n"
	       "\tdefault regwidth = 32;\n",
	       board, name, board);
	for (const struct area *a = areas; a < areas + n; a++) {
		if (a->words) {
			printf("\texternal mem {\n\t\tmementries = %lu;\n\t\tmemwidth = 32;\n"
			       "\t} %s @ 0x%lX;\n",
			       a->words, a->name, a->base);
			continue;
		}
		printf("\tregfile {\n");
		for (size_t i = 0; i < ROWS; i++) {
			if (!in_area(a, i))
				continue;
			printf("\t\treg {\n\t\t\tdesc = \"");
			escaped(rows[i].text, false);
			printf("\";\n");
			fields = fields_of(i, &f);
			while (fields--)
				rdl_field(i, f++);
			printf("\t\t} %s @ 0x%X;\n", rows[i].reg, rows[i].offset);
		}
		printf("\t} %s @ 0x%lX;\n", a->name, a->base);
	}
	printf("};\n");
}

static void ipxact_name(const char *indent, const char *name, const char *text)
{
	printf("%s<ipxact:name>%s</ipxact:name>\n%s<ipxact:description>", indent, name, indent);
	escaped(text, true);
	printf("</ipxact:description>\n");
}

static void ipxact_field(size_t reg, const struct row *f)
{
	printf("\t\t\t\t\t<ipxact:field>\n");
	ipxact_name("\t\t\t\t\t\t", f->field, f->text);
	printf("\t\t\t\t\t\t<ipxact:bitOffset>%u</ipxact:bitOffset>\n"
	       "\t\t\t\t\t\t<ipxact:resets><ipxact:reset><ipxact:value>'h%X</ipxact:value>"
	       "</ipxact:reset></ipxact:resets>\n"
	       "\t\t\t\t\t\t<ipxact:bitWidth>%u</ipxact:bitWidth>\n"
	       "\t\t\t\t\t\t<ipxact:access>%s</ipxact:access>\n%s"
	       "\t\t\t\t\t</ipxact:field>\n",
	       f->lsb, field_reset(reg, f), f->msb - f->lsb + 1,
	       strcmp(f->access, "RO") == 0   ? "read-only"
	       : strcmp(f->access, "WO") == 0 ? "write-only"
					      : "read-write",
	       strcmp(f->access, "W1C") == 0   ? "\t\t\t\t\t\t<ipxact:modifiedWriteValue>"
						 "oneToClear</ipxact:modifiedWriteValue>\n"
	       : strcmp(f->access, "W1S") == 0 ? "\t\t\t\t\t\t<ipxact:modifiedWriteValue>"
						 "oneToSet</ipxact:modifiedWriteValue>\n"
					       : "");
}

static void ipxact_area(const struct area *a)
{
	const struct row *f;
	size_t fields;

	printf("\t\t\t<ipxact:addressBlock>\n\t\t\t\t<ipxact:name>%s</ipxact:name>\n"
	       "\t\t\t\t<ipxact:baseAddress>'h%lX</ipxact:baseAddress>\n"
	       "\t\t\t\t<ipxact:range>'h%lX</ipxact:range>\n"
	       "\t\t\t\t<ipxact:width>32</ipxact:width>\n"
	       "\t\t\t\t<ipxact:usage>%s</ipxact:usage>\n",
	       a->name, a->base, range_of(a), a->words ? "memory" : "register");
	for (size_t i = 0; i < ROWS; i++) {
		if (a->words || !in_area(a, i))
			continue;
		printf("\t\t\t\t<ipxact:register>\n");
		ipxact_name("\t\t\t\t\t", rows[i].reg, rows[i].text);
		printf("\t\t\t\t\t<ipxact:addressOffset>'h%X</ipxact:addressOffset>\n"
		       "\t\t\t\t\t<ipxact:size>32</ipxact:size>\n",
		       rows[i].offset);
		fields = fields_of(i, &f);
		while (fields--)
			ipxact_field(i, f++);
		printf("\t\t\t\t</ipxact:register>\n");
	}
	printf("\t\t\t</ipxact:addressBlock>\n");
}

static void ipxact(const char *name, size_t n, const struct area *areas)
{
	printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	       "<!-- Made from the register table of %s. -->\n"
	       "<ipxact:component xmlns:ipxact=\"http://www.accellera.org/XMLSchema/IPXACT/"
	       "1685-2014\">\n"
	       "\t<ipxact:vendor>tallyboard</ipxact:vendor>\n"
	       "\t<ipxact:library>%s</ipxact:library>\n"
	       "\t<ipxact:name>%s</ipxact:name>\n\t<ipxact:version>1.0</ipxact:version>\n"
	       "\t<ipxact:memoryMaps>\n\t\t<ipxact:memoryMap>\n"
	       "\t\t\t<ipxact:name>%s</ipxact:name>\n",
	       board, board, name, name);
	for (size_t i = 0; i < n; i++)
		ipxact_area(&areas[i]);
	printf("\t\t\t<ipxact:addressUnitBits>8</ipxact:addressUnitBits>\n"
	       "\t\t</ipxact:memoryMap>\n\t</ipxact:memoryMaps>\n</ipxact:component>\n");
}

/* Compares our header with PeakRDL's, which names a field MAP__SPACE__REGISTER__FIELD. */
static void compare_register(const char *name, const struct area *a, size_t i)
{
	const char *up = upper(name), *our = upper(board), *reg = rows[i].reg;
	const struct row *f;
	size_t fields = fields_of(i, &f);

	printf("SAME(offsetof(%s_t, %s.%s), 0x%lXu + %s_%s);\n"
	       "SAME(sizeof(((%s_t *)0)->%s.%s), 4);\n",
	       name, a->name, reg, a->base, our, reg, name, a->name, reg);
	for (const struct row *r = f; r < f + fields; r++) {
		printf("SAME(%s__%s__%s__%s_bm, ", up, a->name, reg, r->field);
		if (r == &whole)
			printf("0xFFFFFFFFu);\n");
		else
			printf("%s_%s_%s_MASK);\nSAME(%s__%s__%s__%s_bp, %s_%s_%s_LSB);\n", our,
			       reg, r->field, up, a->name, reg, r->field, our, reg, r->field);
	}
	printf("SAME(0");
	for (const struct row *r = f; r < f + fields; r++)
		printf(" | (uint32_t)%s__%s__%s__%s_reset << %u", up, a->name, reg, r->field,
		       r->lsb);
	printf(", %s_%s_RESET);\n", our, reg);
}

static void compare(const char *name, size_t n, const struct area *areas)
{
	printf("/* Made from the register table of %s. */\n#include <stddef.h>\n"
	       "#include \"%s_regs.h\"\n#include \"%s.h\"\n"
	       "#define SAME(a, b) _Static_assert((a) == (b), #a \" is not \" #b)\n",
	       board, board, name);
	for (const struct area *a = areas; a < areas + n; a++) {
		printf("SAME(offsetof(%s_t, %s), 0x%lXu);\n", name, a->name, a->base);
		if (a->words)
			printf("SAME(sizeof(((%s_t *)0)->%s), 4ul * %lu);\n", name, a->name,
			       a->words);
		for (size_t i = 0; !a->words && i < ROWS; i++)
			if (in_area(a, i))
				compare_register(name, a, i);
	}
	printf("int main(void)\n{\n\treturn 0;\n}\n");
}

/* Executes the commands gen rdl, ipxact and compare; false: an argument is no valid area. */
static bool address_map(const char *what, const char *name, int n, char **args)
{
	struct area areas[8];

	if (n > 8)
		return false;
	for (int i = 0; i < n; i++)
		if (!parse_area(&areas[i], args[i]))
			return false;
	if (strcmp(what, "rdl") == 0)
		rdl(name, (size_t)n, areas);
	else if (strcmp(what, "ipxact") == 0)
		ipxact(name, (size_t)n, areas);
	else
		compare(name, (size_t)n, areas);
	return true;
}

/* ---- several boards ---- */
#define NAME 64

/* The name of pin @p of the board @board in the array. */
static const char *array_pin(char name[NAME], const char *board, const char *p, int n,
			     char **args)
{
	size_t keep = strlen(board);

	for (int i = 0; i < n; i++) {
		const char *at = strchr(args[i], '@');

		if (at && strlen(p) == (size_t)(at - args[i]) &&
		    strncmp(args[i], p, strlen(p)) == 0)
			keep = (size_t)(at[1] - '0');
	}
	snprintf(name, NAME, "%.*s%s%s", (int)keep, board, keep ? "_" : "", p);
	return name;
}

/* Calls fn once for each pin of the array; boards may share a pin. */
static void array_pins(int n, char **args,
		       void (*fn)(const char *name, const char *domain, const struct pin *p))
{
	char name[NAME], other[NAME];

	for (int b = 0; b < n; b++)
		for (size_t i = 0; !strchr(args[b], '@') && i < PINS; i++) {
			int seen = 0, is_name;

			array_pin(name, args[b], pins[i].name, n, args);
			for (int c = 0; c < b; c++)
				seen |= !strchr(args[c], '@') &&
					strcmp(name, array_pin(other, args[c], pins[i].name, n,
							       args)) == 0;
			if (seen)
				continue;
			is_name = islower((unsigned char)pins[i].domain[0]);
			fn(name,
			   is_name ? array_pin(other, args[b], pins[i].domain, n, args)
				   : pins[i].domain,
			   &pins[i]);
		}
}

static void array_def(const char *name, const char *domain, const struct pin *p)
{
	static const char *const dir[] = {[IN] = "IN", [RESET] = "RESET", [OUT] = "OUT"};

	printf("PIN(%s, %u, %s, %s)\n", name, p->width, dir[p->dir], domain);
}

static void array_port(const char *name, const char *domain, const struct pin *p)
{
	static int more;

	(void)domain;
	printf("%s\n\t%sput wire [%u:0] %s", more++ ? "," : "", p->dir != OUT ? "in" : "out",
	       p->width - 1, name);
}

static void array(const char *module, int n, char **args)
{
	char name[NAME];

	printf("// Made from the pin list of %s: several boards.\n"
	       "`default_nettype none\nmodule %s (",
	       top, module);
	array_pins(n, args, array_port);
	printf("\n);\n");
	for (int b = 0; b < n; b++) {
		if (strchr(args[b], '@'))
			continue;
		printf("\t%s %s (", top, args[b]);
		for (size_t i = 0; i < PINS; i++)
			printf("%s\n\t\t.%s(%s)", i ? "," : "", pins[i].name,
			       array_pin(name, args[b], pins[i].name, n, args));
		printf(");\n");
	}
	printf("endmodule\n");
}

/* Returns whether the register has a field that can be written, or read. */
static bool has(const struct row *reg, bool write)
{
	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].field && !strcmp(rows[i].reg, reg->reg) &&
		    strcmp(rows[i].access, write ? "RO" : "WO"))
			return true;
	return false;
}

/* Checks that a field lies within its register and has a known access. */
static bool check_field(const struct row *f)
{
	static const char *const accesses[] = {"RW", "RO", "WO", "W1C", "W1S"};
	bool known = false;

	for (size_t i = 0; i < sizeof(accesses) / sizeof(*accesses); i++)
		known |= !strcmp(f->access, accesses[i]);
	if (!known)
		fprintf(stderr, "gen: %s: %s has an unknown access: %s\n", f->reg, f->field,
			f->access);
	if (f->msb > 31 || f->lsb > f->msb)
		fprintf(stderr, "gen: %s: %s has no bits %u..%u\n", f->reg, f->field, f->msb,
			f->lsb);
	return known && f->msb <= 31 && f->lsb <= f->msb;
}

/* Checks that no two registers of a space share an offset, unless one is read-only and the
 * other write-only, and that no two fields of a register overlap. */
static bool check_rows(void)
{
	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].field && !check_field(&rows[i]))
			return false;
	for (size_t i = 0; i < ROWS; i++)
		for (size_t k = 0; k < i; k++) {
			const struct row *a = &rows[k], *b = &rows[i];

			if (!a->field && !b->field && !strcmp(a->space, b->space) &&
			    a->offset == b->offset &&
			    ((has(a, true) && has(b, true)) ||
			     (has(a, false) && has(b, false)))) {
				fprintf(stderr, "gen: %s and %s are both at 0x%X\n", a->reg,
					b->reg, a->offset);
				return false;
			}
			if (a->field && b->field && !strcmp(a->reg, b->reg) &&
			    a->lsb <= b->msb && b->lsb <= a->msb) {
				fprintf(stderr, "gen: %s: %s and %s have a common bit\n",
					a->reg, a->field, b->field);
				return false;
			}
		}
	return true;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!check_rows())
		return 1;
	if (strcmp(what, "header") == 0 && argc == 4) {
		if (!header(argv[2], argv[3]))
			return 1;
	} else if (strcmp(what, "wrapper") == 0) {
		wrapper(argc - 2, argv + 2);
	} else if (strcmp(what, "vregs") == 0) {
		vregs();
	} else if (strcmp(what, "cregs") == 0) {
		cregs();
	} else if (strcmp(what, "regdoc") == 0) {
		regdoc();
	} else if (strcmp(what, "pins") == 0) {
		for (size_t i = 0; i < PINS; i++)
			printf("%s %u %s %s\n", pins[i].name, pins[i].width,
			       pins[i].dir == IN      ? "in"
			       : pins[i].dir == RESET ? "reset"
						      : "out",
			       pins[i].domain);
	} else if ((strcmp(what, "rdl") == 0 || strcmp(what, "ipxact") == 0 ||
		    strcmp(what, "compare") == 0) &&
		   argc > 3) {
		if (!address_map(what, argv[2], argc - 3, argv + 3)) {
			fprintf(stderr, "gen: an area is SPACE@BASE or NAME:WORDS@BASE\n");
			return 2;
		}
	} else if (strcmp(what, "array") == 0 && argc > 3) {
		array(argv[2], argc - 3, argv + 3);
	} else if (strcmp(what, "arraypins") == 0 && argc > 2) {
		array_pins(argc - 2, argv + 2, array_def);
	} else {
		fprintf(stderr,
			"usage: gen header MODEL FILE | wrapper [NAME=VALUE ...] | vregs | "
			"cregs | regdoc | "
			"pins | rdl|ipxact|compare NAME AREA... |"
			" array MODULE BOARD... PIN@N... | arraypins BOARD... PIN@N...\n");
		return 2;
	}
	return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
