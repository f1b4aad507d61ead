/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The analysis behind ci/checks/cdc. Every flip-flop bit, memory and input pin is a source in a
 * domain: its clock, ASYNC or STATIC. The program traces the input of each flip-flop back to
 * its sources. A source in another domain is a crossing, which is legal only at the registers
 * of crossing blocks. Only the second flip-flop of a synchroniser may read the first one.
 */
#include "commands.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define CONSTRAINTS 6
#define RESET 5 /* number of the constraint of reset_sync */

/* Registers that may be driven from another clock domain. @from: the register of the same
 * instance that may drive them; "-": one flip-flop or pin anywhere, without logic between them;
 * "+": one flip-flop or pin, through logic of the block itself. */
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
	bool unknown; /* an input that is not in the pin list */
};

struct part { /* a cell */
	enum { GATE, FLIP_FLOP, MEMORY, UNKNOWN } kind;
	const struct cell *cell;
	const char *name, *block; /* name: without the prefixes that yosys adds */
	int scope;		  /* length of the part of the name that names the instance */
	struct bits in, out;	  /* FLIP_FLOP: D and Q; MEMORY: read address and data */
	struct bits control, async;
	int clock_net;
	const char *domain; /* the domain of its clock; "": none */
	int driven_by;	    /* part number of the flip-flop that resets it, -1: none */
	const char *reset_sources;
	int seen; /* number of the last trace that reached it */
};

struct source { /* what drives a net: a pin (part -1), or a bit of a part */
	int part, bit, net;
};

struct net {
	int driver, driver_bit; /* number of the part, -1: none; bit of its output */
	int pin, pin_bit;	/* number of the pin, -1: none; its bit, -1: the pin has one
				 * bit */
	bool used;
	struct bits names, name_bits;
	int seen;		   /* number of the last trace that reached it */
	const char **synchronised; /* for each domain, the register that synchronises it */
	int captures;		   /* the net that a strobe_capture samples with this one; 0:
				    * none */
};

struct crossing {
	const char *domains, *where; /* text of the report line before and after the count */
	int bits;
};

struct cdc {
	const struct netlist *n;
	struct part *parts;
	struct net *nets;
	struct pin *pins;
	char *constraint[CONSTRAINTS + 1];
	bool used[CONSTRAINTS + 1];
	int npins, errors;
	struct source *found; /* result of the last trace(): sources, and the number of gates on
			       * the way */
	int nfound, gates, gates_of_block, traces;
	struct crossing *crossings;
	int ncrossings;
};

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

static bool is_any(const char *s, const char *const *of, size_t n)
{
	while (n && !text_is(s, of[n - 1]))
		n--;
	return n > 0;
}

static char *without(const char *s, char c)
{
	char *r = format("%s", s), *to = r;

	for (; *s; s++)
		if (*s != c)
			*to++ = *s;
	*to = 0;
	return r;
}

/* ---- pin list and constraints ---- */

static struct pin *find_pin(struct cdc *x, const char *name)
{
	for (int i = 0; i < x->npins; i++)
		if (text_is(x->pins[i].name, name))
			return &x->pins[i];
	return NULL;
}

static void read_pins(struct cdc *x, const char *path)
{
	char *text = read_file(path), name[128], domain[128];

	for (char *line; (line = next_line(&text));) {
		if (sscanf(line, "PIN(%127[^, ] , %*d , %*[^, ] , %127[^) ] )", name, domain) !=
		    2)
			continue;
		if (find_pin(x, name))
			error(x, "%s is twice in the pin list", name);
		APPEND(x->pins, x->npins,
		       (struct pin){format("%s", name), format("%s", domain),
				    strspn(domain, "0123456789") == strlen(domain), false});
	}
}

/* | number | path | constraint | why | */
static void read_constraints(struct cdc *x, const char *path)
{
	char *text = read_file(path), where[256], what[256];
	int number;

	for (char *line; (line = next_line(&text));) {
		const char *plain;

		if (sscanf(line, "| %d | %255[^|]| %255[^|]", &number, where, what) != 3 ||
		    number < 1 || number > CONSTRAINTS)
			continue;
		plain = without(where, '`');
		x->constraint[number] = format("%.*s: %.*s", (int)strlen(plain) - 1, plain,
					       (int)strlen(what) - 1, what);
	}
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
	const bool clock = text_is(port, ff ? "CLK" : "WR_CLK");
	const bool out =
		ff	 ? text_is(port, "Q")
		: memory ? text_is(port, "RD_DATA")
			 : text_is(port, "Y") || text_is(port, "CO") || text_is(port, "X");
	const bool in = ff ? text_is(port, "D") : memory ? text_is(port, "RD_ADDR") : !out;
	const bool control = memory ? starts_with(port, "WR_")
				    : text_is(port, "EN") || text_is(port, "SRST");
	struct bits *to = in ? &p->in : control ? &p->control : &p->async;

	if (out)
		p->out = b;
	if (ff && in) /* bit by bit, constants too */
		p->in = b;
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
		} else if (!(ff && in) && (!memory || in || control)) {
			APPEND(to->net, to->n, b.net[i]);
		}
	}
}

static void add_part(struct cdc *x, int i)
{
	static const char *const ffs[] = {"$dff", "$adff", "$sdff", "$aldff", "$dffsr"};
	const struct cell *c = &x->n->cells[i];
	struct part *p = &x->parts[i];
	const char *port, *flat = starts_with(c->name, "$flatten") ? c->name + 8 : c->name;

	*p = (struct part){.cell = c,
			   .name = without(flat, '\\'),
			   .block = cell_attribute(c, "block"),
			   .clock_net = -1,
			   .domain = "",
			   .driven_by = -1};
	p->scope = strrchr(p->name, '.') ? (int)(strrchr(p->name, '.') - p->name) : 0;
	for (size_t k = 0; k < COUNT(ffs); k++)
		if (starts_with(c->type, ffs[k]))
			p->kind = FLIP_FLOP;
	if (starts_with(c->type, "$mem"))
		p->kind = MEMORY;
	else if (!p->kind &&
		 (strstr(c->type, "latch") || strstr(c->type, "LATCH") ||
		  text_is(c->type, "$sr") || text_is(c->type, "$ff") || *c->type != '$'))
		p->kind = UNKNOWN;
	for (int k = 0; (port = cell_port_name(c, k)); k++)
		add_port(x, i, port);
}

static void read_netlist(struct cdc *x)
{
	const struct netlist *n = x->n;

	x->nets = zalloc(n->nets, sizeof(*x->nets));
	for (int i = 0; i < n->nets; i++)
		x->nets[i].driver = x->nets[i].pin = -1;
	for (int i = 0; i < n->nports; i++) {
		struct port *p = &n->ports[i];

		if (p->output)
			continue;
		if (!find_pin(x, p->name)) {
			error(x, "input %s is not in the pin list", p->name);
			APPEND(x->pins, x->npins, (struct pin){p->name, "", false, true});
		}
		for (int k = 0; k < p->bits.n; k++) {
			x->nets[p->bits.net[k]].pin = (int)(find_pin(x, p->name) - x->pins);
			x->nets[p->bits.net[k]].pin_bit = p->bits.n > 1 ? k : -1;
		}
	}
	for (int i = 0; i < n->nnames; i++)
		for (int k = 0; !n->names[i].hidden && k < n->names[i].bits.n; k++) {
			struct net *net = &x->nets[n->names[i].bits.net[k]];

			APPEND(net->names.net, net->names.n, i);
			APPEND(net->name_bits.net, net->name_bits.n, k);
		}
	x->parts = zalloc(n->ncells, sizeof(*x->parts));
	for (int i = 0; i < n->ncells; i++)
		add_part(x, i);
}

/* ---- names ---- */

/* "net", or "net[3]" of several bits */
static const char *bit_name(const char *name, int width, int bit)
{
	return width > 1 ? format("%s[%d]", name, bit) : name;
}

/* Returns whether the name is that of an object inside the instance of the part. */
static bool is_inside(const char *name, const struct part *p)
{
	return !p || !p->scope ||
	       (strncmp(name, p->name, (size_t)p->scope) == 0 && name[p->scope] == '.');
}

/* Returns the name with the fewest scopes that the net has in the instance of part @p (NULL: in
 * any instance). For a flip-flop, the name of the register is preferred to that of a net
 * assigned from it. */
static const char *net_name(const struct cdc *x, int net, const struct part *p)
{
	const struct net *n = &x->nets[net];
	const char *best = NULL;
	int best_rank = 1 << 30;

	for (int i = 0; i < n->names.n; i++) {
		const struct net_name *nn = &x->n->names[n->names.net[i]];
		int rank = !nn->is_register;

		for (const char *s = nn->name; *s; s++)
			rank += *s == '.' ? 2 : 0;
		if (is_inside(nn->name, p) && rank < best_rank) {
			best_rank = rank;
			best = bit_name(nn->name, nn->bits.n, n->name_bits.net[i]);
		}
	}
	return best ? best : format("net %d", net);
}

static const char *full_name(const struct cdc *x, int part, int bit)
{
	const struct part *p = &x->parts[part];

	return p->kind == MEMORY ? p->name : net_name(x, p->out.net[bit], p);
}

/* Returns the name without its instance: meta[3] for u_a.u_b.meta[3] of instance u_a.u_b. */
static const char *short_name(const struct cdc *x, int part, int bit)
{
	const struct part *p = &x->parts[part];
	const char *s = full_name(x, part, bit);

	return p->scope && is_inside(s, p) ? s + p->scope + 1 : s;
}

/* Returns the name of the register without the index of the bit: meta for meta[3]. */
static char *register_name(const struct cdc *x, int part, int bit)
{
	char *s = format("%s", short_name(x, part, bit));
	char *index = strrchr(s, '[');

	if (index && s[strlen(s) - 1] == ']')
		*index = 0;
	return s;
}

/* Returns the place of the part in the source: file.v:12 for file.v:12.5-14.9. */
static const char *place(const struct part *p)
{
	int n = 0;

	sscanf(p->cell->src, "%*[^:]:%*d%n", &n);
	return n ? format("%.*s", n, p->cell->src) : "?";
}

static bool same_instance(const struct part *a, const struct part *b)
{
	return a->scope == b->scope && strncmp(a->name, b->name, (size_t)a->scope) == 0;
}

/* ---- tracing ---- */

static const struct pin *source_pin(const struct cdc *x, const struct source *s)
{
	return &x->pins[x->nets[s->net].pin];
}

static const char *source_domain(const struct cdc *x, const struct source *s)
{
	if (s->part >= 0)
		return x->parts[s->part].domain;
	/* a clock that is read as data is synchronous to none */
	return source_pin(x, s)->is_clock ? "ASYNC" : source_pin(x, s)->domain;
}

static const char *source_name(const struct cdc *x, const struct source *s)
{
	const int bit = x->nets[s->net].pin_bit;

	if (s->part >= 0)
		return full_name(x, s->part, s->bit);
	return format("pin %s", bit_name(source_pin(x, s)->name, bit >= 0 ? 2 : 1, bit));
}

/* A source that is STATIC, or that has no domain because of another error, may drive every
 * domain. */
static bool is_crossing(const struct cdc *x, const struct source *s, const char *domain)
{
	const char *from = source_domain(x, s);

	return *from && !text_is(from, "STATIC") && !text_is(from, domain);
}

static bool is_meta(const struct cdc *x, const struct source *s)
{
	const struct part *p = s->part < 0 ? NULL : &x->parts[s->part];

	if (!p || p->kind != FLIP_FLOP)
		return false;
	if (text_is(p->block, "reset_sync"))
		return text_is(short_name(x, s->part, s->bit), "sync[0]");
	return (text_is(p->block, "sync_bits") || text_is(p->block, "sync_gray")) &&
	       text_is(register_name(x, s->part, s->bit), "meta");
}

/* Notes the source if the net is one. True: the trace must go on to the inputs of the net's
 * driver. */
static bool look_at(struct cdc *x, int net, const char *block)
{
	const struct net *n = &x->nets[net];
	struct part *p = n->driver < 0 || n->pin >= 0 ? NULL : &x->parts[n->driver];

	if (!p) {
		if (n->pin >= 0)
			APPEND(x->found, x->nfound, (struct source){-1, n->driver_bit, net});
		return false;
	}
	if (p->kind == FLIP_FLOP) {
		APPEND(x->found, x->nfound, (struct source){n->driver, n->driver_bit, net});
		return false;
	}
	if (p->seen == x->traces)
		return false;
	p->seen = x->traces;
	if (p->kind == MEMORY) {
		APPEND(x->found, x->nfound, (struct source){n->driver, 0, net});
	} else if (!text_is(p->block, "diff_in")) {
		x->gates++;
		x->gates_of_block += text_is(p->block, block);
	}
	return true;
}

/* Finds the sources of the net; counts the gates on the way, and those of them that are in
 * @block. */
static void trace(struct cdc *x, int net, const char *block)
{
	struct bits stack = {0, NULL};

	x->nfound = x->gates = x->gates_of_block = 0;
	x->traces++;
	APPEND(stack.net, stack.n, net);
	while (stack.n) {
		const struct part *p;
		int ins;

		net = stack.net[--stack.n];
		if (x->nets[net].seen == x->traces)
			continue;
		x->nets[net].seen = x->traces;
		if (!look_at(x, net, block))
			continue;
		p = &x->parts[x->nets[net].driver];
		/* of the two inputs of a differential pair only the first is followed */
		ins = p->in.n && text_is(p->block, "diff_in") ? 1 : p->in.n;
		for (int i = 0; i < ins; i++)
			APPEND(stack.net, stack.n, p->in.net[i]);
	}
	free(stack.net);
}

/* ---- checks ---- */

static void count_crossing(struct cdc *x, const char *from, const struct part *to,
			   const char *reg, int constraint)
{
	const char *domains = format("%-8s %-8s", from, to->domain);
	const char *where = format(
		"%-14s %-34s %d", to->block,
		to->scope ? format("%.*s.%s", to->scope, to->name, reg) : reg, constraint);
	int i = 0;

	while (i < x->ncrossings && !(text_is(x->crossings[i].domains, domains) &&
				      text_is(x->crossings[i].where, where)))
		i++;
	if (i == x->ncrossings)
		APPEND(x->crossings, x->ncrossings, (struct crossing){domains, where, 0});
	x->crossings[i].bits++;
	x->used[constraint] = true;
}

/* Checks that a synchroniser has no logic before it, and that no other synchroniser of the same
 * clock reads the same net. */
static const char *bad_synchroniser(struct cdc *x, int part, int bit, const struct source *s)
{
	const char *before, *me = full_name(x, part, bit);
	struct net *n = &x->nets[s->net];
	const struct pin *clock = find_pin(x, x->parts[part].domain);

	if (x->nfound != 1 || x->gates > 0)
		return "has logic before its first flip-flop";
	if (!clock)
		return NULL;
	if (!n->synchronised)
		n->synchronised = zalloc(x->npins, sizeof(*n->synchronised));
	before = n->synchronised[clock - x->pins];
	n->synchronised[clock - x->pins] = me;
	return before && !text_is(before, me)
		       ? format("synchronises what %s does too, the two may differ", before)
		       : NULL;
}

static const char *bad_capture(struct cdc *x, int part, int bit, const struct source *s)
{
	struct net *q = &x->nets[x->parts[part].out.net[bit]];
	const int other = q->captures;

	if (x->gates > x->gates_of_block)
		return "has logic before its register";
	q->captures = s->net;
	return other && other != s->net
		       ? format("is driven from %s too", net_name(x, other, NULL))
		       : NULL;
}

/* Returns the reason why a register may not be driven from the source that was found, or
 * NULL. */
static const char *bad_crossing(struct cdc *x, int part, int bit, const struct rule *r,
				const struct source *s)
{
	if (!r)
		return "is not a crossing register";
	if (text_is(r->from, "-"))
		return bad_synchroniser(x, part, bit, s);
	if (text_is(r->from, "+"))
		return bad_capture(x, part, bit, s);
	if (s->part < 0 || !same_instance(&x->parts[s->part], &x->parts[part]) ||
	    !text_is(register_name(x, s->part, s->bit), r->from))
		return format("may hear %s of its own block only", r->from);
	return NULL;
}

/* Checks one bit of a register that is driven from a source of another domain. */
static void check_crossing(struct cdc *x, int part, int bit, const struct source *s)
{
	const struct part *p = &x->parts[part];
	const char *reg = register_name(x, part, bit), *bad;
	const struct rule *r = NULL;

	for (size_t i = 0; i < COUNT(rules); i++)
		if (text_is(rules[i].block, p->block) && text_is(rules[i].reg, reg))
			r = &rules[i];
	bad = bad_crossing(x, part, bit, r, s);
	if (bad)
		error(x, "%s: %s (%s) is driven from %s (%s) and %s", place(p),
		      full_name(x, part, bit), p->domain, source_name(x, s),
		      source_domain(x, s), bad);
	else
		count_crossing(x, source_domain(x, s), p, reg, r->constraint);
}

/* Checks that only the second flip-flop of a synchroniser reads the first. */
static void check_second(struct cdc *x, int part, int bit, const struct source *s)
{
	const struct part *p = &x->parts[part], *first = &x->parts[s->part];
	const char *second = text_is(first->block, "sync_bits")	  ? "q"
			     : text_is(first->block, "sync_gray") ? "b"
								  : "sync";

	if (!same_instance(p, first) || !text_is(register_name(x, part, bit), second) ||
	    x->gates > 0)
		error(x, "%s: %s (%s) is driven from %s, the first flip-flop of a synchroniser",
		      place(p), full_name(x, part, bit), p->domain, source_name(x, s));
}

/* Checks this net, which drives one bit of a register, or a memory. */
static void check_net(struct cdc *x, int part, int bit, int net)
{
	trace(x, net, x->parts[part].block);
	for (int i = 0; i < x->nfound; i++) {
		const struct source *s = &x->found[i];

		if (is_crossing(x, s, x->parts[part].domain))
			check_crossing(x, part, bit, s);
		if (is_meta(x, s))
			check_second(x, part, bit, s);
	}
}

/* Checks that a flip-flop is reset by a source of its own domain, without logic between, unless
 * it is part of a reset synchroniser. */
static void check_reset_source(struct cdc *x, int part, const struct source *s)
{
	struct part *p = &x->parts[part];
	const char *domain = source_domain(x, s);

	p->reset_sources = format("%s %s", p->reset_sources, source_name(x, s));
	if (text_is(p->block, "reset_sync")) {
		if (!text_is(domain, p->domain))
			count_crossing(x, domain, p, "sync", RESET);
		return;
	}
	if (x->gates > 0)
		error(x, "%s: %s (%s) is reset through logic by %s", place(p),
		      full_name(x, part, 0), p->domain, source_name(x, s));
	else if (!text_is(domain, p->domain))
		error(x, "%s: %s (%s) is reset by %s (%s), not released with its clock",
		      place(p), full_name(x, part, 0), p->domain, source_name(x, s), domain);
	if (s->part >= 0)
		p->driven_by = s->part;
}

static void check_part(struct cdc *x, int part)
{
	struct part *p = &x->parts[part];

	for (int bit = 0; bit < (p->kind == MEMORY ? 1 : p->out.n); bit++) {
		for (int i = 0; i < p->control.n; i++)
			check_net(x, part, bit, p->control.net[i]);
		if (p->kind == FLIP_FLOP && p->in.net[bit] > NET_1)
			check_net(x, part, bit, p->in.net[bit]);
	}
	for (int i = 0; p->kind == FLIP_FLOP && i < p->async.n; i++) {
		trace(x, p->async.net[i], "");
		p->reset_sources = "";
		for (int k = 0; k < x->nfound; k++)
			check_reset_source(x, part, &x->found[k]);
	}
}

static const char *reset_origin(const struct cdc *x, const struct part *p)
{
	const struct part *r = &x->parts[p->driven_by];

	return text_is(r->block, "reset_sync") && r->reset_sources
		       ? r->reset_sources
		       : format(" %s", full_name(x, p->driven_by, 0));
}

/* Checks that both ends of a block between two clocks are reset from one source. */
static void check_pairs(struct cdc *x)
{
	static const char *const two_sided[] = {"sync_gray", "cdc_handshake", "async_fifo",
						"count_sync"};

	for (int i = 0; i < x->n->ncells; i++) {
		const struct part *p = &x->parts[i];
		const char *first = NULL;
		bool again = false;

		if (!is_any(p->block, two_sided, COUNT(two_sided)) || p->kind != FLIP_FLOP ||
		    p->driven_by < 0)
			continue;
		for (int k = 0; k < i; k++) {
			const struct part *o = &x->parts[k];

			if (o->kind != FLIP_FLOP || o->driven_by < 0 || !same_instance(o, p) ||
			    !text_is(o->block, p->block))
				continue;
			if (!first)
				first = reset_origin(x, o);
			again |= text_is(reset_origin(x, o), reset_origin(x, p));
		}
		if (first && !again)
			error(x, "%s: %.*s: its two sides are reset by%s and by%s", place(p),
			      p->scope, p->name, first, reset_origin(x, p));
	}
}

/* Checks that an output is driven from flip-flops and pins of its own domain only. */
static void check_output(struct cdc *x, const struct port *p, int bit)
{
	const struct pin *pin = find_pin(x, p->name);
	const char *domain = !pin ? "" : pin->is_clock ? "CLOCK" : pin->domain;
	const char *name = bit_name(p->name, p->bits.n, bit), *before = "";
	bool meta = false;

	if (!pin)
		error(x, "output %s is not in the pin list", name);
	trace(x, p->bits.net[bit], "");
	for (int i = 0; i < x->nfound; i++)
		meta |= is_meta(x, &x->found[i]);
	if (meta)
		error(x, "output %s shows the first flip-flop of a synchroniser", name);
	for (int i = 0; i < x->nfound; i++) {
		const struct source *s = &x->found[i];

		if (text_is(domain, "ASYNC") || !is_crossing(x, s, domain) ||
		    text_is(source_domain(x, s), before))
			continue;
		before = source_domain(x, s);
		error(x, "output %s (%s) shows %s (%s)", name, domain, source_name(x, s),
		      before);
	}
}

static void check_pins(struct cdc *x)
{
	for (int i = 0; i < x->npins; i++) {
		const struct pin *p = &x->pins[i], *clock = find_pin(x, p->domain);
		bool input = false;

		for (int k = 0; k < x->n->nports; k++)
			input |=
				!x->n->ports[k].output && text_is(x->n->ports[k].name, p->name);
		if (p->is_clock && !input)
			error(x, "clock %s of the clock table is no input", p->name);
		if (!p->unknown && !p->is_clock && !text_is(p->domain, "ASYNC") &&
		    !text_is(p->domain, "STATIC") && !(clock && clock->is_clock))
			error(x, "pin %s: %s is no clock", p->name, p->domain);
	}
	for (int i = NET_1 + 1; i < x->n->nets; i++)
		if (x->nets[i].used && x->nets[i].pin < 0 && x->nets[i].driver < 0)
			error(x, "%s has no driver", net_name(x, i, NULL));
}

static void find_clock(struct cdc *x, int part)
{
	struct part *p = &x->parts[part];
	const struct pin *clock = NULL;

	if (p->kind == UNKNOWN && *p->cell->type == '$')
		error(x, "%s: %s is a latch", place(p), p->name);
	else if (p->kind == UNKNOWN)
		error(x, "%s: %s is a cell that is not known: %s", place(p), p->name,
		      p->cell->type);
	if (p->kind != FLIP_FLOP && (p->kind != MEMORY || p->clock_net < 0))
		return;
	if (p->clock_net >= 0 && x->nets[p->clock_net].pin >= 0)
		clock = &x->pins[x->nets[p->clock_net].pin];
	if (clock && clock->is_clock)
		p->domain = clock->name;
	else
		error(x, "%s: %s: its clock %s is no clock pin", place(p),
		      full_name(x, part, 0),
		      p->clock_net < 0 ? "-" : net_name(x, p->clock_net, NULL));
	if (p->kind == FLIP_FLOP && !cell_number(p->cell, "CLK_POLARITY", 1))
		error(x, "%s: %s is clocked by the falling edge", place(p),
		      full_name(x, part, 0));
}

static int compare_lines(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void report(struct cdc *x, int ffs)
{
	char **lines = zalloc(x->ncrossings, sizeof(*lines));

	printf("%-8s %-8s %4s  %-14s %-34s %s\n", "from", "to", "bits", "block", "register",
	       "constraint");
	for (int i = 0; i < x->ncrossings; i++)
		lines[i] = format("%s %4d  %s", x->crossings[i].domains, x->crossings[i].bits,
				  x->crossings[i].where);
	qsort(lines, (size_t)x->ncrossings, sizeof(*lines), compare_lines);
	for (int i = 0; i < x->ncrossings; i++)
		puts(lines[i]);
	for (int i = 1; i <= CONSTRAINTS; i++)
		if (x->used[i])
			printf("constraint %d: %s\n", i, x->constraint[i]);
	if (x->errors)
		printf("FAIL cdc %s: %d error%s, %d flip-flops, %d crossings\n", x->n->top,
		       x->errors, x->errors > 1 ? "s" : "", ffs, x->ncrossings);
	else
		printf("ok   cdc %s: %d flip-flops, %d crossings, each in a crossing block\n",
		       x->n->top, ffs, x->ncrossings);
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
