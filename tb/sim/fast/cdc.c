/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The analysis behind ci/cdc. Every flip-flop bit, memory and input pin is a source of a
 * domain: its clock, ASYNC or STATIC. Each domain is spread forward through the logic; a
 * flip-flop that another domain reaches is a crossing, and is traced back to the sources that
 * drive it. The first flip-flop of a synchroniser is besides a source of the domain META.
 */
#include "cdc.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define CONSTRAINTS 6
#define RESET 5 /* constraint of reset_sync */

/* Registers that another clock may drive: from which register of the same instance ("-": one
 * flip-flop or pin anywhere, without logic; "+": the same through the block's own logic). */
static const struct rule {
	const char *block, *reg, *from;
	int constraint;
} rules[] = {
	{"sync_bits", "meta", "-", 1},
	{"sync_gray", "meta", "a", 2},
	{"cdc_handshake", "data_b", "data_a", 3},
	{"cdc_handshake", "ack_data", "rdata_b", 3},
	{"async_fifo", "rdata", "mem", 4},
	{"strobe_capture", "q", "+", 6},
};

struct pin {
	const char *name, *domain;
	bool is_clock;
	bool unknown; /* an input that is not in the list */
};

struct part { /* a cell */
	enum { GATE, FLIP_FLOP, MEMORY, UNKNOWN } kind;
	const struct cell *cell;
	const char *name, *block; /* name: without marks of yosys */
	int scope;		  /* characters of the name that are the instance */
	struct bits in, out;	  /* FLIP_FLOP: D and Q; MEMORY: read address and data */
	struct bits control, async;
	int clock_net;
	const char *domain; /* of the clock; "": none */
	int driven_by;	    /* the flip-flop that resets it, -1: none */
	const char *reset_sources;
};

struct source { /* of a net: a pin, or bit of a part */
	int part, bit, net;
};

struct net {
	int driver, driver_bit, pin, pin_bit; /* driver: part; -1: none */
	bool used;
	struct bits fan, names, name_bits; /* parts that read it; names with their bits */
	int seen;
	const char **synchronised; /* by domain: by which register */
	int captures;		   /* by strobe_capture: the net; 0: none */
};

struct cdc {
	const struct netlist *n;
	struct part *parts;
	struct net *nets;
	struct pin *pins;
	char *constraint[CONSTRAINTS + 1];
	bool used[CONSTRAINTS + 1];
	int npins, ndomains, errors;
	const char **domain; /* clocks, then ASYNC */
	bool **reach;	     /* by domain and META: nets */
	struct source *found;
	int nfound, gates, gates_of_block, stamp;
	char **lines; /* crossings, with how many bits */
	int *bits, nlines;
};

static const char META[] = "META";

static __attribute__((format(printf, 2, 3))) void error(struct cdc *x, const char *fmt, ...)
{
	va_list ap;

	fputs("error: ", stdout);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	x->errors++;
}

static bool is(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

static void append(struct bits *b, int v)
{
	b->net = grow(b->net, (size_t)b->n, sizeof(int));
	b->net[b->n++] = v;
}

/* ---- pin list and constraints ---- */

static struct pin *find_pin(struct cdc *x, const char *name)
{
	for (int i = 0; i < x->npins; i++)
		if (is(x->pins[i].name, name))
			return &x->pins[i];
	return NULL;
}

static void read_pins(struct cdc *x, const char *path)
{
	char *text = read_file(path), name[128], domain[128];

	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		if (sscanf(line, "PIN(%127[^, ] , %*d , %*[^, ] , %127[^) ] )", name, domain) !=
		    2)
			continue;
		if (find_pin(x, name))
			error(x, "%s is twice in the pin list", name);
		x->pins = grow(x->pins, (size_t)x->npins, sizeof(*x->pins));
		x->pins[x->npins++] =
			(struct pin){format("%s", name), format("%s", domain),
				     strspn(domain, "0123456789") == strlen(domain), false};
	}
	free(text);
	x->domain = xalloc((size_t)(x->npins + 2) * sizeof(*x->domain));
	for (int i = 0; i < x->npins; i++)
		if (x->pins[i].is_clock)
			x->domain[x->ndomains++] = x->pins[i].name;
	x->domain[x->ndomains++] = "ASYNC";
}

/* | number | path | constraint | why | */
static void read_constraints(struct cdc *x, const char *path)
{
	char *text = read_file(path), where[256], what[256];
	int number;

	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		char *to = where;

		if (sscanf(line, "| %d | %255[^|]| %255[^|]", &number, where, what) != 3 ||
		    number < 1 || number > CONSTRAINTS)
			continue;
		for (const char *p = where; *p; p++)
			if (*p != '`')
				*to++ = *p;
		*to = 0;
		x->constraint[number] = format("%.*s: %.*s", (int)strlen(where) - 1, where,
					       (int)strlen(what) - 1, what);
	}
	free(text);
	for (int i = 1; i <= CONSTRAINTS; i++)
		if (!x->constraint[i])
			error(x, "the README of the shared blocks has no constraint %d", i);
}

/* ---- netlist ---- */

static void add_port(struct cdc *x, int part, const char *port)
{
	struct part *p = &x->parts[part];
	const struct bits b = cell_port(p->cell, port);
	const bool ff = p->kind == FLIP_FLOP, memory = p->kind == MEMORY;
	const bool clock = is(port, ff ? "CLK" : "WR_CLK");
	const bool out = ff	  ? is(port, "Q")
			 : memory ? is(port, "RD_DATA")
				  : is(port, "Y") || is(port, "CO") || is(port, "X");
	const bool in = ff ? is(port, "D") : memory ? is(port, "RD_ADDR") : !out;
	struct bits *to = out						 ? &p->out
			  : in						 ? &p->in
			  : memory || is(port, "EN") || is(port, "SRST") ? &p->control
									 : &p->async;

	if (out || (ff && in)) /* bit by bit, constants too */
		*to = b;
	for (int i = 0; i < b.n; i++) {
		struct net *n = &x->nets[b.net[i]];

		if (b.net[i] <= NET_1)
			continue;
		n->used = true;
		if (out) {
			n->driver = part;
			n->driver_bit = i;
		} else if (clock) {
			if (p->clock_net >= 0 && p->clock_net != b.net[i])
				error(x, "%s: is written by two clocks", p->name);
			p->clock_net = b.net[i];
		} else if (!ff || !in) {
			if (!memory || in || strncmp(port, "WR_", 3) == 0)
				append(to, b.net[i]);
			if (in)
				append(&n->fan, part);
		}
	}
}

static char *plain_name(const char *name)
{
	char *s = format("%s", strncmp(name, "$flatten", 8) == 0 ? name + 8 : name), *to = s;

	for (const char *p = s; *p; p++)
		if (*p != '\\')
			*to++ = *p;
	*to = 0;
	return s;
}

static void add_part(struct cdc *x, int i)
{
	static const char *const ffs[] = {"$dff", "$adff", "$sdff", "$aldff", "$dffsr"};
	const struct cell *c = &x->n->cells[i];
	struct part *p = &x->parts[i];
	const char *port;

	*p = (struct part){.cell = c,
			   .name = plain_name(c->name),
			   .block = cell_attribute(c, "block"),
			   .clock_net = -1,
			   .domain = "",
			   .driven_by = -1};
	p->scope = strrchr(p->name, '.') ? (int)(strrchr(p->name, '.') - p->name) : 0;
	for (size_t k = 0; k < sizeof(ffs) / sizeof(ffs[0]); k++)
		if (strncmp(c->type, ffs[k], strlen(ffs[k])) == 0)
			p->kind = FLIP_FLOP;
	if (strncmp(c->type, "$mem", 4) == 0)
		p->kind = MEMORY;
	else if (!p->kind && (strstr(c->type, "latch") || strstr(c->type, "LATCH") ||
			      is(c->type, "$sr") || is(c->type, "$ff") || *c->type != '$'))
		p->kind = UNKNOWN;
	for (int k = 0; (port = cell_port_name(c, k)); k++)
		add_port(x, i, port);
}

static void read_netlist(struct cdc *x)
{
	const struct netlist *n = x->n;

	x->nets = xalloc((size_t)n->nets * sizeof(*x->nets));
	for (int i = 0; i < n->nets; i++)
		x->nets[i].driver = x->nets[i].pin = -1;
	for (int i = 0; i < n->nports; i++) {
		struct port *p = &n->ports[i];

		if (p->output)
			continue;
		if (!find_pin(x, p->name)) {
			error(x, "input %s is not in the pin list", p->name);
			x->pins = grow(x->pins, (size_t)x->npins, sizeof(*x->pins));
			x->pins[x->npins++] = (struct pin){p->name, "", false, true};
		}
		for (int k = 0; k < p->bits.n; k++) {
			x->nets[p->bits.net[k]].pin = (int)(find_pin(x, p->name) - x->pins);
			x->nets[p->bits.net[k]].pin_bit = p->bits.n > 1 ? k : -1;
		}
	}
	for (int i = 0; i < n->nnames; i++)
		for (int k = 0; !n->names[i].hidden && k < n->names[i].bits.n; k++) {
			struct net *net = &x->nets[n->names[i].bits.net[k]];

			append(&net->names, i);
			append(&net->name_bits, k);
		}
	x->parts = xalloc((size_t)(n->ncells + 1) * sizeof(*x->parts));
	for (int i = 0; i < n->ncells; i++)
		add_part(x, i);
}

/* ---- names ---- */

/* A name that the instance of the part knows; of a flip-flop, not one that is assigned from it.
 */
static char *net_name(const struct cdc *x, int net, const struct part *p)
{
	const struct net *n = &x->nets[net];
	const struct net_name *best = NULL;
	int bit = 0, best_rank = 1 << 30;

	for (int i = 0; i < n->names.n; i++) {
		const struct net_name *nn = &x->n->names[n->names.net[i]];
		int rank = 0;

		if (p && p->scope &&
		    (strncmp(nn->name, p->name, (size_t)p->scope) != 0 ||
		     nn->name[p->scope] != '.'))
			continue;
		for (const char *s = nn->name; *s; s++)
			rank += *s == '.' ? 2 : 0;
		rank += !nn->is_register;
		if (rank < best_rank) {
			best_rank = rank;
			best = nn;
			bit = n->name_bits.net[i];
		}
	}
	if (!best)
		return format("net %d", net);
	return best->bits.n > 1 ? format("%s[%d]", best->name, bit) : format("%s", best->name);
}

static const char *full(const struct cdc *x, int part, int bit)
{
	const struct part *p = &x->parts[part];

	return p->kind == MEMORY ? p->name : net_name(x, p->out.net[bit], p);
}

/* Without its instance: u_a.u_b.meta[3] of u_a.u_b is meta[3]. */
static const char *short_name(const struct cdc *x, int part, int bit)
{
	const struct part *p = &x->parts[part];
	const char *s = full(x, part, bit);

	return p->scope && strncmp(s, p->name, (size_t)p->scope) == 0 ? s + p->scope + 1 : s;
}

/* That of the register: meta. */
static char *register_name(const struct cdc *x, int part, int bit)
{
	char *s = format("%s", short_name(x, part, bit));
	char *index = strrchr(s, '[');

	if (index && s[strlen(s) - 1] == ']')
		*index = 0;
	return s;
}

/* file.v:12.5-14.9 is file.v:12 */
static const char *place(const struct part *p)
{
	const char *colon = strchr(p->cell->src, ':');

	if (!colon)
		return "?";
	return format("%.*s",
		      (int)(colon + 1 - p->cell->src + (int)strspn(colon + 1, "0123456789")),
		      p->cell->src);
}

static bool same_instance(const struct part *a, const struct part *b)
{
	return a->scope == b->scope && strncmp(a->name, b->name, (size_t)a->scope) == 0;
}

/* ---- tracing ---- */

static const char *source_domain(const struct cdc *x, const struct source *s)
{
	if (s->part >= 0)
		return x->parts[s->part].domain;
	/* a clock that is read as data is synchronous to none */
	return x->pins[x->nets[s->net].pin].is_clock ? "ASYNC"
						     : x->pins[x->nets[s->net].pin].domain;
}

static const char *source_name(const struct cdc *x, const struct source *s)
{
	const struct net *n = &x->nets[s->net];

	if (s->part >= 0)
		return full(x, s->part, s->bit);
	return n->pin_bit >= 0 ? format("pin %s[%d]", x->pins[n->pin].name, n->pin_bit)
			       : format("pin %s", x->pins[n->pin].name);
}

/* Finds the sources of the net, and how many gates are on the way, of them in @block. */
static void trace(struct cdc *x, int net, const char *block)
{
	struct bits stack = {0, NULL};
	bool *passed = xalloc((size_t)x->n->ncells + 1);

	x->nfound = x->gates = x->gates_of_block = 0;
	x->stamp++;
	append(&stack, net);
	while (stack.n) {
		struct net *n = &x->nets[net = stack.net[--stack.n]];
		struct source s = {n->driver, n->driver_bit, net};
		const struct part *p = n->driver < 0 ? NULL : &x->parts[n->driver];
		int ins;

		if (n->seen == x->stamp || (n->pin < 0 && !p))
			continue;
		n->seen = x->stamp;
		if (n->pin >= 0)
			s.part = -1;
		else if (p->kind != FLIP_FLOP) {
			if (passed[n->driver])
				continue;
			passed[n->driver] = true;
			s.bit = 0;
		}
		if (n->pin >= 0 || p->kind == FLIP_FLOP || p->kind == MEMORY) {
			x->found = grow(x->found, (size_t)x->nfound, sizeof(*x->found));
			x->found[x->nfound++] = s;
			if (s.part < 0 || p->kind == FLIP_FLOP)
				continue;
		} else if (!is(p->block, "diff_in")) {
			x->gates++;
			x->gates_of_block += is(p->block, block);
		}
		/* of a pair of wires the first stands for both */
		ins = p->in.n && is(p->block, "diff_in") ? 1 : p->in.n;
		for (int i = 0; i < ins; i++)
			append(&stack, p->in.net[i]);
	}
	free(stack.net);
	free(passed);
}

static bool is_meta(const struct cdc *x, int part, int bit)
{
	const struct part *p = &x->parts[part];

	if (p->kind != FLIP_FLOP)
		return false;
	if (is(p->block, "reset_sync"))
		return is(short_name(x, part, bit), "sync[0]");
	return (is(p->block, "sync_bits") || is(p->block, "sync_gray")) &&
	       is(register_name(x, part, bit), "meta");
}

/* All nets that the domain reaches. */
static bool *spread(struct cdc *x, const char *domain)
{
	bool *reach = xalloc((size_t)x->n->nets);
	struct bits stack = {0, NULL};

	for (int i = 0; i < x->n->nets; i++) {
		const struct net *n = &x->nets[i];
		const struct part *p = n->driver < 0 ? NULL : &x->parts[n->driver];
		const struct source s = {n->pin >= 0 ? -1 : n->driver, n->driver_bit, i};
		const bool kept =
			n->pin < 0 && p && (p->kind == FLIP_FLOP || p->kind == MEMORY);

		if (domain == META ? kept && is_meta(x, n->driver, n->driver_bit)
				   : (kept || n->pin >= 0) && is(source_domain(x, &s), domain))
			append(&stack, i);
	}
	while (stack.n) {
		const int net = stack.net[--stack.n];

		if (reach[net])
			continue;
		reach[net] = true;
		for (int i = 0; i < x->nets[net].fan.n; i++) {
			const struct part *p = &x->parts[x->nets[net].fan.net[i]];

			for (int k = 0; k < p->out.n; k++)
				append(&stack, p->out.net[k]);
		}
	}
	reach[NET_0] = reach[NET_1] = false;
	free(stack.net);
	return reach;
}

/* ---- checks ---- */

static void count_crossing(struct cdc *x, const char *from, const struct part *to,
			   const char *reg, int constraint)
{
	char *line = format("%-8s %-8s %%4d  %-14s %-34s %d", from, to->domain, to->block,
			    to->scope ? format("%.*s.%s", to->scope, to->name, reg) : reg,
			    constraint);
	int i = 0;

	while (i < x->nlines && !is(x->lines[i], line))
		i++;
	if (i == x->nlines) {
		x->lines = grow(x->lines, (size_t)i, sizeof(*x->lines));
		x->bits = grow(x->bits, (size_t)i, sizeof(*x->bits));
		x->lines[i] = line;
		x->bits[x->nlines++] = 0;
	}
	x->bits[i]++;
	x->used[constraint] = true;
}

/* Why a register may not be driven from the source that was found, or NULL. */
static const char *bad_crossing(struct cdc *x, int part, int bit, const struct rule *r,
				const struct source *s)
{
	const struct part *p = &x->parts[part];
	struct net *q = &x->nets[p->kind == MEMORY ? NET_0 : p->out.net[bit]],
		   *n = &x->nets[s->net];

	if (!r)
		return "is not a crossing register";
	if (is(r->from, "-")) {
		const char *before, *me = full(x, part, bit);
		int d = 0;

		if (x->nfound != 1 || x->gates > 0)
			return "has logic before its first flip-flop";
		while (!is(x->domain[d], p->domain) && d < x->ndomains - 1)
			d++;
		if (!n->synchronised)
			n->synchronised =
				xalloc((size_t)x->ndomains * sizeof(*n->synchronised));
		before = n->synchronised[d];
		n->synchronised[d] = me;
		return before && !is(before, me)
			       ? format("synchronises what %s does too, the two may differ",
					before)
			       : NULL;
	}
	if (is(r->from, "+")) {
		const int other = q->captures;

		if (x->gates > x->gates_of_block)
			return "has logic before its register";
		q->captures = s->net;
		return other && other != s->net
			       ? format("is driven from %s too", net_name(x, other, NULL))
			       : NULL;
	}
	if (s->part < 0 || !same_instance(&x->parts[s->part], p) ||
	    !is(register_name(x, s->part, s->bit), r->from))
		return format("may hear %s of its own block only", r->from);
	return NULL;
}

/* What drives one bit of a register, from these nets, of another domain. */
static void check_crossing(struct cdc *x, int part, int bit, struct bits nets, int domain)
{
	const struct part *p = &x->parts[part];
	const char *reg = register_name(x, part, bit);
	const struct rule *r = NULL;

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (is(rules[i].block, p->block) && is(rules[i].reg, reg))
			r = &rules[i];
	for (int i = 0; i < nets.n; i++) {
		if (!x->reach[domain][nets.net[i]])
			continue;
		trace(x, nets.net[i], p->block);
		for (int k = 0; k < x->nfound; k++) {
			const struct source *s = &x->found[k];
			const char *bad;

			if (!is(source_domain(x, s), x->domain[domain]))
				continue;
			bad = bad_crossing(x, part, bit, r, s);
			if (bad)
				error(x, "%s: %s (%s) is driven from %s (%s) and %s", place(p),
				      full(x, part, bit), p->domain, source_name(x, s),
				      x->domain[domain], bad);
			else
				count_crossing(x, x->domain[domain], p, reg, r->constraint);
		}
	}
}

/* Only the second flip-flop of a synchroniser reads the first. */
static void check_meta(struct cdc *x, int part, int bit, int net)
{
	const struct part *p = &x->parts[part];

	trace(x, net, "");
	for (int k = 0; k < x->nfound; k++) {
		const struct source *s = &x->found[k];
		const char *second;

		if (s->part < 0 || !is_meta(x, s->part, s->bit))
			continue;
		second = x->parts[s->part].block;
		second = is(second, "sync_bits") ? "q" : is(second, "sync_gray") ? "b" : "sync";
		if (!same_instance(p, &x->parts[s->part]) ||
		    !is(register_name(x, part, bit), second) || x->gates > 0)
			error(x,
			      "%s: %s (%s) is driven from %s, the first flip-flop of a "
			      "synchroniser",
			      place(p), full(x, part, bit), p->domain, source_name(x, s));
	}
}

static void check_reset(struct cdc *x, int part)
{
	struct part *p = &x->parts[part];

	for (int i = 0; i < p->async.n; i++) {
		trace(x, p->async.net[i], "");
		p->reset_sources = "";
		for (int k = 0; k < x->nfound; k++) {
			const struct source *s = &x->found[k];
			const char *domain = source_domain(x, s);

			p->reset_sources = format("%s %s", p->reset_sources, source_name(x, s));
			if (is(p->block, "reset_sync")) {
				if (!is(domain, p->domain))
					count_crossing(x, domain, p, "sync", RESET);
				continue;
			}
			if (x->gates > 0)
				error(x, "%s: %s (%s) is reset through logic by %s", place(p),
				      full(x, part, 0), p->domain, source_name(x, s));
			else if (!is(domain, p->domain))
				error(x,
				      "%s: %s (%s) is reset by %s (%s), not released with its "
				      "clock",
				      place(p), full(x, part, 0), p->domain, source_name(x, s),
				      domain);
			if (s->part >= 0)
				p->driven_by = s->part;
		}
	}
}

static const char *reset_origin(const struct cdc *x, const struct part *p)
{
	const struct part *r = &x->parts[p->driven_by];

	return is(r->block, "reset_sync") && r->reset_sources
		       ? r->reset_sources
		       : format(" %s", full(x, p->driven_by, 0));
}

/* Both ends of a block between two clocks are reset from one source. */
static void check_pairs(struct cdc *x)
{
	static const char *const two_sided[] = {"sync_gray", "cdc_handshake", "async_fifo",
						"count_sync"};

	for (int i = 0; i < x->n->ncells; i++) {
		const struct part *p = &x->parts[i];
		bool two = false, again = false;
		const char *first = NULL;

		for (size_t k = 0; k < sizeof(two_sided) / sizeof(two_sided[0]); k++)
			two |= is(p->block, two_sided[k]);
		if (!two || p->kind != FLIP_FLOP || p->driven_by < 0)
			continue;
		for (int k = 0; k < i; k++) {
			const struct part *o = &x->parts[k];

			if (o->kind != FLIP_FLOP || o->driven_by < 0 || !same_instance(o, p) ||
			    !is(o->block, p->block))
				continue;
			if (!first)
				first = reset_origin(x, o);
			again |= is(reset_origin(x, o), reset_origin(x, p));
		}
		if (first && !again)
			error(x, "%s: %.*s: its two sides are reset by%s and by%s", place(p),
			      p->scope, p->name, first, reset_origin(x, p));
	}
}

/* An output shows flip-flops and pins of its own domain only. */
static void check_output(struct cdc *x, const struct port *p, int bit)
{
	const struct pin *pin = find_pin(x, p->name);
	const char *domain = pin ? pin->is_clock ? "CLOCK" : pin->domain : "";
	const char *name = p->bits.n > 1 ? format("%s[%d]", p->name, bit) : p->name;
	const int net = p->bits.net[bit];

	if (!pin)
		error(x, "output %s is not in the pin list", name);
	if (x->reach[x->ndomains][net])
		error(x, "output %s shows the first flip-flop of a synchroniser", name);
	for (int i = 0; i < x->ndomains; i++) {
		int k = 0;

		if (is(domain, "ASYNC") || is(domain, x->domain[i]) || !x->reach[i][net])
			continue;
		trace(x, net, "");
		while (k < x->nfound - 1 && !is(source_domain(x, &x->found[k]), x->domain[i]))
			k++;
		error(x, "output %s (%s) shows %s (%s)", name, domain,
		      source_name(x, &x->found[k]), x->domain[i]);
	}
}

static void check_pins(struct cdc *x)
{
	for (int i = 0; i < x->npins; i++) {
		const struct pin *p = &x->pins[i], *clock = find_pin(x, p->domain);
		bool input = false;

		for (int k = 0; k < x->n->nports; k++)
			input |= !x->n->ports[k].output && is(x->n->ports[k].name, p->name);
		if (p->is_clock && !input)
			error(x, "clock %s of the clock table is no input", p->name);
		if (!p->unknown && !p->is_clock && !is(p->domain, "ASYNC") &&
		    !is(p->domain, "STATIC") && !(clock && clock->is_clock))
			error(x, "pin %s: %s is no clock", p->name, p->domain);
	}
	for (int i = NET_1 + 1; i < x->n->nets; i++)
		if (x->nets[i].used && x->nets[i].pin < 0 && x->nets[i].driver < 0)
			error(x, "%s has no driver", net_name(x, i, NULL));
}

static void find_clock(struct cdc *x, int part)
{
	struct part *p = &x->parts[part];
	const struct cell *c = p->cell;

	if (p->kind == UNKNOWN && *c->type == '$')
		error(x, "%s: %s is a latch", place(p), p->name);
	else if (p->kind == UNKNOWN)
		error(x, "%s: %s is a cell that is not known: %s", place(p), p->name, c->type);
	if (p->kind != FLIP_FLOP && (p->kind != MEMORY || p->clock_net < 0))
		return;
	if (p->clock_net >= 0 && x->nets[p->clock_net].pin >= 0 &&
	    x->pins[x->nets[p->clock_net].pin].is_clock)
		p->domain = x->pins[x->nets[p->clock_net].pin].name;
	else
		error(x, "%s: %s: its clock %s is no clock pin", place(p), full(x, part, 0),
		      p->clock_net < 0 ? "-" : net_name(x, p->clock_net, NULL));
	if (p->kind == FLIP_FLOP && !cell_number(c, "CLK_POLARITY", 1))
		error(x, "%s: %s is clocked by the falling edge", place(p), full(x, part, 0));
}

static void check_part(struct cdc *x, int part)
{
	const struct part *p = &x->parts[part];
	const int bits = p->kind == MEMORY ? 1 : p->out.n;

	for (int bit = 0; bit < bits; bit++) {
		struct bits nets = {0, NULL};

		for (int i = 0; i < p->control.n; i++)
			append(&nets, p->control.net[i]);
		if (p->kind == FLIP_FLOP && p->in.net[bit] > NET_1)
			append(&nets, p->in.net[bit]);
		for (int d = 0; d < x->ndomains; d++) {
			bool reached = false;

			for (int i = 0; i < nets.n; i++)
				reached |= x->reach[d][nets.net[i]];
			if (reached && !is(x->domain[d], p->domain))
				check_crossing(x, part, bit, nets, d);
		}
		for (int i = 0; i < nets.n; i++)
			if (x->reach[x->ndomains][nets.net[i]])
				check_meta(x, part, bit, nets.net[i]);
		free(nets.net);
	}
	if (p->kind == FLIP_FLOP)
		check_reset(x, part);
}

static int compare_lines(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void report(struct cdc *x, int ffs)
{
	char **lines = xalloc((size_t)(x->nlines + 1) * sizeof(*lines));

	printf("%-8s %-8s %4s  %-14s %-34s %s\n", "from", "to", "bits", "block", "register",
	       "constraint");
	for (int i = 0; i < x->nlines; i++) {
		char *count = strchr(x->lines[i], '%');

		lines[i] = format("%.*s%4d%s", (int)(count - x->lines[i]), x->lines[i],
				  x->bits[i], count + 3);
	}
	qsort(lines, (size_t)x->nlines, sizeof(*lines), compare_lines);
	for (int i = 0; i < x->nlines; i++)
		puts(lines[i]);
	for (int i = 1; i <= CONSTRAINTS; i++)
		if (x->used[i])
			printf("constraint %d: %s\n", i, x->constraint[i]);
	if (x->errors)
		printf("FAIL cdc %s: %d error%s, %d flip-flops, %d crossings\n", x->n->top,
		       x->errors, x->errors > 1 ? "s" : "", ffs, x->nlines);
	else
		printf("ok   cdc %s: %d flip-flops, %d crossings, each in a crossing block\n",
		       x->n->top, ffs, x->nlines);
}

int cdc_main(const struct netlist *n, const char *pins, const char *readme)
{
	struct cdc x = {.n = n};
	int ffs = 0;

	read_pins(&x, pins);
	read_constraints(&x, readme);
	if (!n->ncells)
		error(&x, "no netlist");
	read_netlist(&x);
	check_pins(&x);
	for (int i = 0; i < n->ncells; i++)
		find_clock(&x, i);
	x.reach = xalloc((size_t)(x.ndomains + 1) * sizeof(*x.reach));
	for (int i = 0; i <= x.ndomains; i++)
		x.reach[i] = spread(&x, i < x.ndomains ? x.domain[i] : META);
	for (int i = 0; i < n->ncells; i++)
		if (x.parts[i].kind == FLIP_FLOP || x.parts[i].kind == MEMORY) {
			ffs += x.parts[i].kind == FLIP_FLOP ? x.parts[i].out.n : 0;
			check_part(&x, i);
		}
	for (int i = 0; i < n->nports; i++)
		for (int k = 0; n->ports[i].output && k < n->ports[i].bits.n; k++)
			check_output(&x, &n->ports[i], k);
	check_pairs(&x);
	report(&x, ffs);
	return x.errors > 0;
}
