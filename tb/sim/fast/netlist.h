/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NETLIST_H
#define NETLIST_H
/* A flat netlist as yosys writes it (write_json). The memory is never freed. */
#include "../../../sw/lib/starts_with.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { NET_0, NET_1 }; /* constants; an unknown constant is 0. Nets have higher numbers. */

struct bits {
	int n;
	int *net; /* least significant first */
};

struct json;

struct port {
	const char *name;
	bool output;
	struct bits bits;
};

struct cell {
	const char *name, *type, *src; /* src: "file.v:LINE.COLUMN-..." or "" */
	const struct json *json;
};

struct net_name {
	const char *name, *init; /* init: binary digits or "" */
	bool hidden;		 /* made by yosys */
	bool is_register;	 /* yosys gave it the attribute reg */
	struct bits bits;
};

struct netlist {
	const char *top;
	int nports, ncells, nnames, nets; /* nets: highest number + 1 */
	struct port *ports;
	struct cell *cells;
	struct net_name *names;
};

/* The module @top; complains to stderr and exits when there is none or the file is not JSON. */
struct netlist *netlist_read(const char *path, const char *top);
/* Returns the nets of a port of a cell; n = 0: there is no such port. */
struct bits cell_port(const struct cell *c, const char *port);
/* Returns a bit of a port: "0", "1", "x" or the number of a net; NULL: there is no such bit. */
const char *cell_port_bit(const struct cell *c, const char *port, int bit);
/* Returns an attribute or a parameter as text; "" if missing. */
const char *cell_attribute(const struct cell *c, const char *attribute);
const char *cell_text(const struct cell *c, const char *parameter);
/* Returns a parameter as a number. */
long cell_number(const struct cell *c, const char *parameter, long missing);
/* Returns the names of a cell's ports, in turn; NULL after the last. */
const char *cell_port_name(const struct cell *c, int i);

struct bits bits_slice(struct bits b, int from, int n);
/* Returns @b, zero-extended, sign-extended or truncated to @n bits. */
struct bits bits_extend(struct bits b, int n, bool is_signed);

/* Cuts the next line off @text and returns it; NULL after the last line. */
char *next_line(char **text);
char *read_file(const char *path);	     /* the text of the file, with a terminating 0 */
void *zalloc(int n, size_t size);	     /* zeroed */
void *grow(void *array, int n, size_t size); /* @array, reallocated for element @n */
char *format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void fail(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));
bool text_is(const char *a, const char *b);

/* Appends an element to an array of @n. */
#define APPEND(array, n, ...) \
	((array) = grow((array), (n), sizeof((array)[0])), (array)[(n)++] = (__VA_ARGS__))

#endif
