/* SPDX-License-Identifier: Apache-2.0 */
/* Selects, from the single faults that yosys proposes, those that are worth a run of
 * ci/measure/mutate. */
#include "commands.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct fault { /* the arguments of a line "mutate -KEY VALUE ..." */
	const char *mode, *cell, *port, *portbit, *ctrlbit, *wire, *wirebit;
	const char *src[16];
	int nsrc;
};

static bool is_clock(const char *port)
{
	const size_t n = strlen(port);

	return n >= 3 && text_is(port + n - 3, "CLK");
}

static struct fault parse(const char *line)
{
	char *copy = format("%s", line), *save;
	struct fault f = {"", "", "", "", "", "", "", {NULL}, 0};

	strtok_r(copy, " ", &save);
	for (char *key; (key = strtok_r(NULL, " ", &save));) {
		const char *value = strtok_r(NULL, " ", &save);
		const struct {
			const char *key, **to;
		} keys[] = {{"-mode", &f.mode},	      {"-cell", &f.cell},
			    {"-port", &f.port},	      {"-portbit", &f.portbit},
			    {"-ctrlbit", &f.ctrlbit}, {"-wire", &f.wire},
			    {"-wirebit", &f.wirebit}};

		if (!value)
			break;
		if (text_is(key, "-src") && f.nsrc < 16)
			f.src[f.nsrc++] = value;
		for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
			if (text_is(key, keys[i].key))
				*keys[i].to = value;
	}
	return f;
}

static const struct cell *find_cell(const struct netlist *n, const char *name)
{
	for (int i = 0; i < n->ncells; i++)
		if (text_is(n->cells[i].name, name))
			return &n->cells[i];
	return NULL;
}

/* Counts the ports and cell pins that each net is connected to. */
static int *count_uses(const struct netlist *n)
{
	int *uses = zalloc(n->nets, sizeof(*uses));
	const char *port;

	for (int i = 0; i < n->nports; i++)
		for (int k = 0; k < n->ports[i].bits.n; k++)
			uses[n->ports[i].bits.net[k]]++;
	for (int i = 0; i < n->ncells; i++)
		for (int p = 0; (port = cell_port_name(&n->cells[i], p)); p++) {
			const struct bits b = cell_port(&n->cells[i], port);

			for (int k = 0; k < b.n; k++)
				uses[b.net[k]]++;
		}
	return uses;
}

/* Returns whether the fault can change what the netlist does. */
static bool has_effect(const struct fault *f, const struct cell *c, const int *uses)
{
	const char *b = cell_port_bit(c, f->port, atoi(f->portbit));

	if (!b)
		fail("cell %s has no bit %s of %s", f->cell, f->portbit, f->port);
	if (*b == 'x' || text_is(f->mode, format("const%s", b)))
		return false;
	if (isdigit((unsigned char)*b) && atoi(b) > NET_1)
		return uses[atoi(b)] > 1;
	/* a reset or enable that this memory does not have */
	return !text_is(f->port, "RD_ARST") && !text_is(f->port, "RD_SRST") &&
	       !text_is(f->port, "RD_EN");
}

/* Returns FILE:LINE of the statement that made the cell, or NULL. It is taken from the cell's
 * name. The name of a case has no line: then it is the smallest of the source lines in that
 * file. */
static const char *source_line(const struct fault *f)
{
	const char *file = strstr(f->cell, "rtl/"), *dot = file ? strstr(file, ".v") : NULL;
	const char *best = NULL;
	int least = 1 << 30;

	if (dot && dot[2] == ':' && dot[3] >= '1' && dot[3] <= '9')
		return format("%.*s",
			      (int)(dot + 3 - file + (int)strspn(dot + 3, "0123456789")), file);
	file = dot ? format("%.*s", (int)(dot + 2 - file), file) : NULL;
	for (int i = 0; i < f->nsrc; i++) {
		const char *colon = strchr(f->src[i], ':');
		int from, to;

		if (!colon || (file ? !starts_with(f->src[i], file) : i != f->nsrc - 1))
			continue;
		/* FILE:LINE.COLUMN-LINE.COLUMN */
		if (sscanf(colon, ":%d.%*d-%d", &from, &to) == 2 && from > 0 &&
		    to - from < least) {
			least = to - from;
			best = format("%.*s:%d", (int)(colon - f->src[i]), f->src[i], from);
		}
	}
	return best;
}

static char *describe(const struct fault *f, const struct cell *c)
{
	const char *at = strstr(f->cell, "rtl/");
	int path = at ? (int)(at - f->cell) : (int)strlen(f->cell);

	path -= at && path && f->cell[path - 1] == '.';
	return format("%.*s%s%s.%s[%s] %s%s%s", path, f->cell, path ? " " : "", c->type,
		      f->port, f->portbit, f->mode,
		      starts_with(f->mode, "cnot") ? format(" by [%s]", f->ctrlbit) : "",
		      *f->wire && !strstr(f->wire, "rtl/")
			      ? format(" %s[%s]", f->wire, f->wirebit)
			      : "");
}

int faults_main(const struct netlist *n, const char *list, const char *except)
{
	const char *excepted = format("\n%s", read_file(except));
	const int *uses = count_uses(n);
	char *text = read_file(list);

	for (char *line; (line = next_line(&text));) {
		const struct fault f = parse(line);
		const struct cell *c = find_cell(n, f.cell);
		const char *source;

		if (is_clock(f.port) || starts_with(f.cell, "$auto") || !c || *c->type != '$' ||
		    !has_effect(&f, c, uses))
			continue;
		source = source_line(&f);
		if (source && !strstr(excepted, format("\n%s\n", source)))
			printf("%s\t%s\t%s\n", source, describe(&f, c), line);
	}
	return fflush(stdout) || ferror(stdout);
}

int inject_main(const struct netlist *n, const char *chosen)
{
	char *text = read_file(chosen);

	for (char *line; (line = next_line(&text));) {
		const char *command = strstr(line, "\tmutate "), *what = strchr(line, '\t');
		struct fault f;
		const struct cell *c;
		int bit;

		what = what ? strchr(what + 1, '\t') : NULL;
		if (!command || !what)
			fail("%s: not number, line, description and command", line);
		f = parse(command + 1);
		c = find_cell(n, f.cell);
		bit = atoi(f.portbit) > atoi(f.ctrlbit) ? atoi(f.portbit) : atoi(f.ctrlbit);
		/* a cell that another parameter set does not have cannot be faulty */
		if (c && strstr(what, format("%s.", c->type)) && cell_port(c, f.port).n > bit)
			printf("mutate -ctrl mutsel 16 %d%s\n", atoi(line),
			       command + strlen("\tmutate"));
	}
	return fflush(stdout) || ferror(stdout);
}
