/* SPDX-License-Identifier: Apache-2.0 */
#include "bsel.h"
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#define NAME_MAX_LENGTH 24
#define NUMBER_LIMIT 0x7FFFFFFFu /* larger numbers are replaced by this one */

struct parser {
	FILE *in;
	int c; /* the next character */
	unsigned int line, column;
	bsel_report *report;
	void *arg;
	unsigned int errors;
	struct bsel_error last;
	unsigned int given[SBIT_OUTPUTS]; /* line in which a bit was given, or 0 */
	struct sbit_map map;
};

/* A range of bits, and its position in the source. */
struct range {
	unsigned int high, low;
	unsigned int column;
};

static void next(struct parser *p)
{
	if (p->c == '\n') {
		p->line++;
		p->column = 0;
	}
	p->c = getc_unlocked(p->in);
	p->column++;
}

static bool at_end(const struct parser *p)
{
	return p->c == EOF || p->c == '\n' || p->c == '#';
}

static void skip_blanks(struct parser *p)
{
	while (p->c == ' ' || p->c == '\t' || p->c == '\r')
		next(p);
}

/* Reports an error; returns false, which the calling function can return. */
static bool __attribute__((format(printf, 3, 4)))
error(struct parser *p, unsigned int column, const char *format, ...)
{
	va_list args;

	p->last.line = p->line;
	p->last.column = column;
	va_start(args, format);
	vsnprintf(p->last.what, sizeof(p->last.what), format, args);
	va_end(args);
	if (++p->errors <= BSEL_ERRORS && p->report)
		p->report(p->arg, &p->last);
	return false;
}

/* Reports that something else was expected at this position. */
static bool unexpected(struct parser *p, const char *expected)
{
	if (at_end(p))
		return error(p, p->column, "%s expected at the end of the line", expected);
	if (p->c > ' ' && p->c < 0x7F)
		return error(p, p->column, "%s expected before '%c'", expected, p->c);
	return error(p, p->column, "%s expected before character 0x%02X", expected,
		     (unsigned int)p->c);
}

static bool is_letter(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(int c)
{
	return c >= '0' && c <= '9';
}

static bool expect(struct parser *p, int c)
{
	const char text[] = {'\'', (char)c, '\'', '\0'};

	skip_blanks(p);
	if (p->c != c)
		return unexpected(p, text);
	next(p);
	return true;
}

/* Copies the name at this position, truncated if it is long. */
static void name(struct parser *p, char text[NAME_MAX_LENGTH + 1])
{
	size_t n = 0;

	for (; is_letter(p->c) || is_digit(p->c); next(p))
		if (n < NAME_MAX_LENGTH)
			text[n++] = (char)p->c;
	text[n] = '\0';
}

static int digit_value(int c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

static bool number(struct parser *p, bool decimal, uint32_t *value)
{
	unsigned int column = p->column;
	uint64_t v = 0;
	int base = 10;
	bool any = false;

	if (!is_digit(p->c))
		return unexpected(p, "number");
	if (p->c == '0' && !decimal) {
		any = true;
		next(p);
		if (p->c == 'x' || p->c == 'X' || p->c == 'b' || p->c == 'B') {
			base = p->c == 'x' || p->c == 'X' ? 16 : 2;
			any = false;
			next(p);
		}
	}
	for (; digit_value(p->c) < base; next(p)) {
		v = v * (unsigned int)base + (unsigned int)digit_value(p->c);
		if (v > NUMBER_LIMIT)
			v = NUMBER_LIMIT;
		any = true;
	}
	if (!any || is_letter(p->c) || is_digit(p->c))
		return error(p, column, "malformed number");
	*value = (uint32_t)v;
	return true;
}

/* Reads an optional range of the name at @column, which has @width bits. */
static bool range(struct parser *p, const char *of, unsigned int column, unsigned int width,
		  struct range *r)
{
	uint32_t high, low;

	r->column = column;
	r->high = width - 1;
	r->low = 0;
	skip_blanks(p);
	if (p->c != '[')
		return true;
	r->column = p->column;
	next(p);
	skip_blanks(p);
	if (!number(p, true, &high))
		return false;
	low = high;
	skip_blanks(p);
	if (p->c == ':') {
		next(p);
		skip_blanks(p);
		if (!number(p, true, &low))
			return false;
		skip_blanks(p);
	}
	if (p->c != ']')
		return unexpected(p, "']'");
	next(p);
	if (high >= width || low >= width)
		return error(p, r->column, "%s has bits %u..0 only", of, width - 1);
	if (low > high)
		return error(p, r->column, "range is reversed, write [%u:%u]",
			     (unsigned int)low, (unsigned int)high);
	r->high = high;
	r->low = low;
	return true;
}

static unsigned int width_of(const struct range *r)
{
	return r->high - r->low + 1;
}

static bool variable(struct parser *p, const struct range *bin, uint8_t sel[SBIT_OUTPUTS])
{
	const struct sbit_variable *v = sbit_variables;
	char text[NAME_MAX_LENGTH + 1];
	unsigned int column = p->column;
	struct range r;

	name(p, text);
	while (v < sbit_variables + SBIT_ALL_VARIABLES && strcmp(v->name, text))
		v++;
	if (v == sbit_variables + SBIT_ALL_VARIABLES)
		return error(
			p, column,
			"unknown name '%s'; the names are latency, sender, color, category, size, "
			"address, phase",
			text);
	if (!range(p, v->name, column, v->width, &r))
		return false;
	if (width_of(&r) != width_of(bin))
		return error(p, column, "bin[%u:%u] has %u bits, %s[%u:%u] has %u", bin->high,
			     bin->low, width_of(bin), v->name, r.high, r.low, width_of(&r));
	for (unsigned int i = 0; i < width_of(bin); i++)
		sel[bin->low + i] = (uint8_t)(v->first + r.low + i);
	return true;
}

static bool constant(struct parser *p, const struct range *bin, uint8_t sel[SBIT_OUTPUTS])
{
	unsigned int column = p->column;
	uint32_t value;

	if (!number(p, false, &value))
		return false;
	if (value >> width_of(bin))
		return error(p, column, "constant does not fit into %u bit%s", width_of(bin),
			     width_of(bin) == 1 ? "" : "s");
	for (unsigned int i = 0; i < width_of(bin); i++)
		sel[bin->low + i] = value >> i & 1 ? SBIT_ONE : SBIT_ZERO;
	return true;
}

static bool code(struct parser *p, const struct range *bin, uint8_t sel[SBIT_OUTPUTS])
{
	unsigned int column = p->column;
	uint32_t value;

	next(p);
	if (!number(p, false, &value))
		return false;
	if (value >= SBIT_CODES)
		return error(p, column, "select codes are 0..%u", SBIT_CODES - 1);
	if (width_of(bin) != 1)
		return error(p, column, "a select code is for one bit, bin[%u:%u] has %u",
			     bin->high, bin->low, width_of(bin));
	sel[bin->low] = (uint8_t)value;
	return true;
}

static bool statement(struct parser *p)
{
	char text[NAME_MAX_LENGTH + 1];
	unsigned int column = p->column;
	uint8_t sel[SBIT_OUTPUTS] = {0};
	struct range bin;
	bool ok, named;

	if (!is_letter(p->c))
		return unexpected(p, "'bin'");
	name(p, text);
	if (strcmp(text, "bin"))
		return error(p, column, "unknown name '%s'; a statement begins with bin", text);
	if (!range(p, "bin", column, SBIT_OUTPUTS, &bin) || !expect(p, '='))
		return false;
	skip_blanks(p);
	named = is_letter(p->c);
	if (named)
		ok = variable(p, &bin, sel);
	else if (p->c == '@')
		ok = code(p, &bin, sel);
	else if (is_digit(p->c))
		ok = constant(p, &bin, sel);
	else
		ok = unexpected(p, "name or number");
	if (!ok)
		return false;
	if (!named && p->c == EOF) /* no name of a variable begins with another one */
		return error(p, p->column, "end this line: the number may have been cut off");
	skip_blanks(p);
	if (!at_end(p))
		return unexpected(p, "end of the line");
	for (unsigned int k = bin.low; k <= bin.high; k++)
		if (p->given[k])
			return error(p, bin.column, "bin[%u] is already given in line %u", k,
				     p->given[k]);
	for (unsigned int k = bin.low; k <= bin.high; k++) {
		p->given[k] = p->line;
		p->map.sel[k] = sel[k];
	}
	return true;
}

static bool any_given(const struct parser *p)
{
	for (int k = 0; k < SBIT_OUTPUTS; k++)
		if (p->given[k])
			return true;
	return false;
}

int bsel_parse(FILE *in, struct sbit_map *map, bsel_report *report, void *arg)
{
	struct parser p = {.in = in, .line = 1, .report = report, .arg = arg};

	for (int k = 0; k < SBIT_OUTPUTS; k++)
		p.map.sel[k] = SBIT_ZERO;
	errno = 0;
	next(&p);
	while (p.c != EOF) {
		skip_blanks(&p);
		if (!at_end(&p))
			statement(&p);
		while (p.c != EOF && p.c != '\n')
			next(&p);
		if (p.c == '\n')
			next(&p);
	}
	if (ferror(in))
		return errno ? -errno : -EIO;
	if (!p.errors && !any_given(&p))
		error(&p, p.column, "there is no statement: all packets would be in bin 0");
	if (p.errors > BSEL_ERRORS + 1)
		snprintf(p.last.what, sizeof(p.last.what), "the last of %u more errors",
			 p.errors - BSEL_ERRORS);
	if (p.errors > BSEL_ERRORS && p.report)
		p.report(p.arg, &p.last);
	if (p.errors)
		return -EINVAL;
	*map = p.map;
	return 0;
}

/* ---- output ---- */

static bool is_constant(unsigned int sel)
{
	return sel == SBIT_ZERO || sel == SBIT_ONE;
}

static const struct sbit_variable *variable_of(unsigned int sel)
{
	for (const struct sbit_variable *v = sbit_variables;
	     v < sbit_variables + SBIT_ALL_VARIABLES; v++)
		if (sel >= v->first && sel < v->first + v->width)
			return v;
	return NULL;
}

/* Returns whether bit @k + 1 belongs in the same statement as bit @k. */
static bool continues(const uint8_t *sel, unsigned int k)
{
	if (k + 1 == SBIT_OUTPUTS)
		return false;
	if (is_constant(sel[k]))
		return is_constant(sel[k + 1]);
	return variable_of(sel[k]) && sel[k + 1] == sel[k] + 1 &&
	       variable_of(sel[k]) == variable_of(sel[k + 1]);
}

static void print_range(FILE *out, const char *name, unsigned int high, unsigned int low)
{
	if (high == low)
		fprintf(out, "%s[%u]", name, low);
	else
		fprintf(out, "%s[%u:%u]", name, high, low);
}

int bsel_print(FILE *out, const struct sbit_map *map)
{
	const uint8_t *sel = map->sel;

	for (int k = 0; k < SBIT_OUTPUTS; k++)
		if (sel[k] >= SBIT_CODES)
			return -EINVAL;
	for (unsigned int low = 0, high; low < SBIT_OUTPUTS; low = high + 1) {
		const struct sbit_variable *v = variable_of(sel[low]);
		uint32_t value = 0;

		for (high = low; continues(sel, high); high++)
			;
		print_range(out, "bin", high, low);
		fputs(" = ", out);
		if (v) {
			print_range(out, v->name, sel[high] - v->first, sel[low] - v->first);
		} else if (is_constant(sel[low])) {
			for (unsigned int k = low; k <= high; k++)
				value |= (uint32_t)(sel[k] == SBIT_ONE) << (k - low);
			fprintf(out, value > 1 ? "0x%X" : "%u", value);
		} else {
			fprintf(out, "@%u", sel[low]);
		}
		putc('\n', out);
	}
	return ferror(out) ? -EIO : 0;
}

/* The first byte of a compiled configuration; no source begins with it. */
#define COMPILED 0xFF

int bsel_read(FILE *in, struct sbit_map *map, bsel_report *report, void *arg)
{
	uint8_t stream[SBIT_BYTES + 64]; /* the extra bytes detect a stream that is too long */
	const int first = getc(in);
	struct bsel_error e = {1, 1, ""};
	struct sbit_fault fault;
	char text[96];
	size_t bytes;
	int err;

	if (ungetc(first, in) != COMPILED)
		return bsel_parse(in, map, report, arg);
	bytes = fread(stream, 1, sizeof(stream), in);
	if (ferror(in))
		return -EIO;
	err = sbit_decode(stream, 8 * bytes, map, &fault);
	if (err && report) {
		snprintf(e.what, sizeof(e.what), "bit %u: %s", fault.bit,
			 sbit_describe(&fault, text, sizeof(text)));
		report(arg, &e);
	}
	return err ? -EINVAL : 0;
}
