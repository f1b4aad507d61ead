/* SPDX-License-Identifier: Apache-2.0 */
/* Implements $error, $fatal, $stop and $finish for vvp. */
#include "icarus_stops.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vpi_user.h>

#define TEXT 1024

static struct {
	char *first;
	size_t size;
} stops;

struct text {
	char s[TEXT];
	size_t n;
};

static void __attribute__((format(printf, 2, 3))) add(struct text *t, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(t->s + t->n, TEXT - t->n, fmt, ap);
	va_end(ap);
	t->n += n < 0 ? 0 : (size_t)n;
	if (t->n >= TEXT)
		t->n = TEXT - 1;
}

static uint64_t now(void)
{
	s_vpi_time t = {.type = vpiSimTime};

	vpi_get_time(NULL, &t);
	return (uint64_t)t.high << 32 | t.low;
}

/* Adds a number in the base of @format; without @width, %d is as wide as its largest value. */
static void add_number(struct text *t, vpiHandle arg, PLI_INT32 format, bool fill, int width)
{
	s_vpi_value v = {.format = format};

	vpi_get_value(arg, &v);
	if (format == vpiDecStrVal && width < 0)
		width = (int)(vpi_get(vpiSize, arg) * 0.30103) + 1;
	if (fill)
		width = 0;
	add(t, "%*s", width < 0 ? 0 : width, v.value.str ? v.value.str : "");
}

/* Adds one conversion of a format string, after its "%". Returns the rest of the format. */
static const char *add_conversion(struct text *t, const char *f, vpiHandle args,
				  vpiHandle scope)
{
	static const struct {
		char letter;
		PLI_INT32 format;
	} bases[] = {{'d', vpiDecStrVal}, {'h', vpiHexStrVal}, {'x', vpiHexStrVal},
		     {'b', vpiBinStrVal}, {'o', vpiOctStrVal}, {'t', vpiDecStrVal},
		     {'s', vpiStringVal}, {'c', vpiStringVal}, {0, vpiDecStrVal}};
	const bool fill = *f == '0';
	char *end;
	const long width = strtol(f, &end, 10);
	const char letter = *end >= 'A' && *end <= 'Z' ? (char)(*end + 'a' - 'A') : *end;
	s_vpi_value v = {.format = vpiRealVal};
	vpiHandle arg;
	int i = 0;

	f = letter ? end + 1 : end;
	if (letter == '%' || letter == 'm') {
		add(t, "%s", letter == '%' ? "%" : vpi_get_str(vpiFullName, scope));
		return f;
	}
	arg = args ? vpi_scan(args) : NULL;
	if (!arg)
		return f;
	if (letter && strchr("efg", letter)) {
		vpi_get_value(arg, &v);
		add(t, "%g", v.value.real);
		return f;
	}
	while (bases[i].letter && bases[i].letter != letter)
		i++;
	add_number(t, arg, bases[i].format, fill, end == f - 1 && !width ? -1 : (int)width);
	return f;
}

/* Adds the arguments of a call as $display prints them. */
static void add_arguments(struct text *t, vpiHandle args, vpiHandle scope)
{
	vpiHandle arg;

	while (args && (arg = vpi_scan(args))) {
		s_vpi_value v = {.format = vpiStringVal};
		const bool constant = vpi_get(vpiType, arg) == vpiConstant &&
				      vpi_get(vpiConstType, arg) == vpiStringConst;
		char format[TEXT];

		if (!constant) {
			add_number(t, arg, vpiDecStrVal, false, -1);
			continue;
		}
		vpi_get_value(arg, &v);
		snprintf(format, sizeof(format), "%s", v.value.str);
		for (const char *f = format; *f;) {
			if (*f == '%')
				f = add_conversion(t, f + 1, args, scope);
			else
				add(t, "%c", *f++);
		}
	}
}

/* Adds the place of a call, "file:line: ". */
static void add_place(struct text *t, vpiHandle call)
{
	add(t, "%s:", vpi_get_str(vpiFile, call));
	add(t, "%d: ", (int)vpi_get(vpiLineNo, call));
}

static PLI_INT32 stop(PLI_BYTE8 *name)
{
	const bool message = strcmp(name, "$error") == 0 || strcmp(name, "$fatal") == 0;
	vpiHandle call = vpi_handle(vpiSysTfCall, NULL), scope = vpi_handle(vpiScope, call);
	vpiHandle args = vpi_iterate(vpiArgument, call);
	struct text t = {.n = 0};
	size_t said;

	add_place(&t, call);
	if (message) {
		add(&t, "Assertion failed in %s: ", vpi_get_str(vpiFullName, scope));
		said = t.n;
		if (args && strcmp(name, "$fatal") == 0)
			/* skip the first argument, which tells vvp how much to print when it
			 * ends */
			vpi_scan(args);
		add_arguments(&t, args, scope);
		if (t.n == said)
			add(&t, "'assert' failed.");
		vpi_printf("[%" PRIu64 "] %%Error: %s\n", now(), t.s);
	} else {
		add(&t, "%s", name);
	}
	if (!*stops.first)
		snprintf(stops.first, stops.size, "%s", t.s);
	return 0;
}

void icarus_stops(char *first, size_t size)
{
	static char names[][8] = {"$error", "$fatal", "$stop", "$finish"};

	stops.first = first;
	stops.size = size;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		s_vpi_systf_data d = {.type = vpiSysTask,
				      .tfname = names[i],
				      .calltf = stop,
				      .user_data = names[i]};

		vpi_register_systf(&d);
	}
}
