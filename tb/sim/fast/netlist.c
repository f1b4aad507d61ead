/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the JSON netlists of yosys. */
#include "netlist.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct json {
	char *key, *text; /* text: the value of a string or number */
	struct json *child, *next;
};

#define EACH_CHILD(v, c) for (const struct json *c = (v) ? (v)->child : NULL; c; c = c->next)

void fail(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fputs("netlist: ", stderr);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
	va_end(ap);
	exit(1);
}

void *zalloc(int n, size_t size)
{
	void *p = calloc(n ? (size_t)n : 1, size);

	if (!p)
		fail("out of memory");
	return p;
}

void *grow(void *array, int n, size_t size)
{
	if (n & (n - 1)) /* the capacity is a power of two: full at every power of two */
		return array;
	array = realloc(array, (n ? 2 * (size_t)n : 1) * size);
	if (!array)
		fail("out of memory");
	return array;
}

bool text_is(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

char *format(const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	if (vasprintf(&s, fmt, ap) < 0)
		fail("out of memory");
	va_end(ap);
	return s;
}

/* ---- JSON ---- */

/* The netlist that is read, for messages. */
static struct {
	const char *path, *text;
} input;

static void fail_at(const char *p, const char *what)
{
	fail("%s: byte %zu: %s: %.20s", input.path, (size_t)(p - input.text), what, p);
}

static char *skip_space(char *p)
{
	while (isspace((unsigned char)*p))
		p++;
	return p;
}

/* Reads the string whose opening quote is at @p; a 0 replaces its closing quote. */
static char *read_string(char *p, char **text)
{
	char *to = ++p;

	*text = p;
	for (; *p && *p != '"'; p++) {
		if (*p == '\\' && p[1])
			p++; /* names of Verilog contain no escapes other than "\\" and "\"" */
		*to++ = *p;
	}
	if (!*p)
		fail_at(*text, "a string without an end");
	*to = 0;
	return p + 1;
}

static char *read_value(char *p, struct json *v)
{
	p = skip_space(p);
	if (*p == '"')
		return read_string(p, &v->text);
	if (*p == '{' || *p == '[') {
		const char end = *p == '{' ? '}' : ']';
		struct json **tail = &v->child;

		for (p = skip_space(p + 1); *p != end; p = skip_space(p + (*p == ','))) {
			struct json *c = zalloc(1, sizeof(*c));

			if (end == '}') {
				if (*p != '"')
					fail_at(p, "not JSON");
				p = skip_space(read_string(p, &c->key));
				if (*p != ':')
					fail_at(p, "no ':' after a name");
				p++;
			}
			p = skip_space(read_value(p, c));
			if (*p != ',' && *p != end)
				fail_at(p, "not JSON");
			*tail = c;
			tail = &c->next;
		}
		return p + 1;
	}
	v->text = p;
	p += strcspn(p, ",]} \t\r\n");
	if (p == v->text)
		fail_at(p, "not JSON");
	return p; /* numbers are kept as text; atol() finds their end */
}

static const struct json *member(const struct json *v, const char *key)
{
	EACH_CHILD(v, c)
		if (c->key && text_is(c->key, key))
			return c;
	return NULL;
}

static const char *text_of(const struct json *v, const char *key)
{
	const struct json *c = member(v, key);

	return c && c->text ? c->text : "";
}

/* ---- netlist ---- */

static struct bits read_bits(const struct json *v)
{
	struct bits b = {0, NULL};

	EACH_CHILD(v, c)
		APPEND(b.net, b.n, isdigit((unsigned char)*c->text) ? atoi(c->text) : NET_0);
	return b;
}

char *next_line(char **text)
{
	char *line;

	do
		line = strsep(text, "\n");
	while (line && !*line);
	return line;
}

char *read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	size_t size = 0, n;
	char *s = NULL;

	if (!f)
		fail("%s cannot be read", path);
	do {
		s = realloc(s, size + 65537);
		if (!s)
			fail("out of memory");
		n = fread(s + size, 1, 65536, f);
		size += n;
	} while (n);
	fclose(f);
	s[size] = 0;
	return s;
}

struct netlist *netlist_read(const char *path, const char *top)
{
	struct netlist *n = zalloc(1, sizeof(*n));
	struct json file = {0};
	const struct json *m;
	char *text = read_file(path);

	input.path = path;
	input.text = text;
	read_value(text, &file);
	m = member(member(&file, "modules"), top);
	if (!m)
		fail("%s has no module %s", path, top);
	n->top = top;
	EACH_CHILD(member(m, "ports"), c)
		APPEND(n->ports, n->nports,
		       (struct port){c->key, text_is(text_of(c, "direction"), "output"),
				     read_bits(member(c, "bits"))});
	EACH_CHILD(member(m, "cells"), c)
		if (!text_is(text_of(c, "type"),
			     /* newer versions of yosys record the hierarchy in such cells */
			     "$scopeinfo"))
			APPEND(n->cells, n->ncells,
			       (struct cell){c->key, text_of(c, "type"),
					     text_of(member(c, "attributes"), "src"), c});
	EACH_CHILD(member(m, "netnames"), c) {
		const struct json *a = member(c, "attributes");
		const struct bits b = read_bits(member(c, "bits"));

		APPEND(n->names, n->nnames,
		       (struct net_name){c->key, text_of(a, "init"),
					 *text_of(c, "hide_name") == '1',
					 member(a, "register") != NULL, b});
		for (int i = 0; i < b.n; i++)
			if (b.net[i] >= n->nets)
				n->nets = b.net[i] + 1;
	}
	return n;
}

struct bits cell_port(const struct cell *c, const char *port)
{
	return read_bits(member(member(c->json, "connections"), port));
}

const char *cell_port_bit(const struct cell *c, const char *port, int bit)
{
	const struct json *b = member(member(c->json, "connections"), port);

	for (b = b ? b->child : NULL; b && bit; b = b->next)
		bit--;
	return b ? format("%.*s", (int)strcspn(b->text, ",] \t\r\n"), b->text) : NULL;
}

const char *cell_port_name(const struct cell *c, int i)
{
	const struct json *p = member(c->json, "connections");

	for (p = p ? p->child : NULL; p && i; p = p->next)
		i--;
	return p ? p->key : NULL;
}

const char *cell_text(const struct cell *c, const char *parameter)
{
	return text_of(member(c->json, "parameters"), parameter);
}

const char *cell_attribute(const struct cell *c, const char *attribute)
{
	return text_of(member(c->json, "attributes"), attribute);
}

long cell_number(const struct cell *c, const char *parameter, long missing)
{
	const char *s = cell_text(c, parameter);
	long v = 0;

	if (!*s)
		return missing;
	for (; *s; s++) /* 32 binary digits; an x counts as 0 */
		v = 2 * v + (*s == '1');
	return v;
}

struct bits bits_slice(struct bits b, int from, int n)
{
	if (from > b.n)
		from = b.n;
	return (struct bits){n < b.n - from ? n : b.n - from, b.net + from};
}

struct bits bits_extend(struct bits b, int n, bool is_signed)
{
	struct bits r = {n, zalloc(n, sizeof(*r.net))};

	for (int i = 0; i < n; i++)
		r.net[i] = i < b.n ? b.net[i] : is_signed && b.n ? b.net[b.n - 1] : NET_0;
	return r;
}
