/* SPDX-License-Identifier: Apache-2.0 */
/* From cells of yosys to nodes and units. */
#include "design.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- sets ---- */

uint64_t *set_new(const struct design *d)
{
	return xalloc((size_t)d->words * sizeof(uint64_t));
}

void set_or(const struct design *d, uint64_t *s, const uint64_t *t)
{
	for (int i = 0; i < d->words; i++)
		s[i] |= t[i];
}

int set_count(const struct design *d, const uint64_t *s)
{
	return set_common(d, s, s);
}

int set_common(const struct design *d, const uint64_t *s, const uint64_t *t)
{
	int n = 0;

	for (int i = 0; i < d->words; i++)
		n += __builtin_popcountll(s[i] & t[i]);
	return n;
}

/* ---- nodes ---- */

static int new_net(struct design *d)
{
	d->where = grow(d->where, (size_t)d->nwhere, sizeof(*d->where));
	d->where[d->nwhere] = (struct where){-1, 0};
	return d->nwhere++;
}

static int new_node(struct design *d, struct node n)
{
	d->nodes = grow(d->nodes, (size_t)d->nnodes, sizeof(*d->nodes));
	d->nodes[d->nnodes] = n;
	return d->nnodes++;
}

static void drive(struct design *d, int node, struct bits to)
{
	for (int i = 0; i < to.n; i++) {
		if (to.net[i] <= NET_1)
			continue;
		if (d->where[to.net[i]].node >= 0)
			fail("net %d has two drivers", to.net[i]);
		d->where[to.net[i]] = (struct where){node, i};
	}
}

static struct bits *list(int n, ...)
{
	struct bits *l = xalloc((size_t)n * sizeof(*l));
	__builtin_va_list ap;

	__builtin_va_start(ap, n);
	for (int i = 0; i < n; i++)
		l[i] = __builtin_va_arg(ap, struct bits);
	__builtin_va_end(ap);
	return l;
}

static int add_op(struct design *d, const struct cell *c, enum op op, struct bits to, int nin,
		  struct bits *in)
{
	const int node = new_node(d, (struct node){.kind = OP,
						   .op = op,
						   .width = to.n,
						   .nin = nin,
						   .in = in,
						   .src = c->src});

	drive(d, node, to);
	return node;
}

/* A net that is the operation's one result bit. */
static struct bits add_bit(struct design *d, const struct cell *c, enum op op, int nin,
			   struct bits *in)
{
	struct bits b = {1, xalloc(sizeof(int))};

	b.net[0] = new_net(d);
	add_op(d, c, op, b, nin, in);
	return b;
}

/* Up to 64 bits that together say what @op says of more: a bit for each 64. */
static struct bits fold(struct design *d, const struct cell *c, enum op op, struct bits b)
{
	struct bits r = {0, xalloc((size_t)(b.n / 64 + 1) * sizeof(int))};

	if (b.n <= 64)
		return b;
	for (int i = 0; i < b.n; i += 64)
		r.net[r.n++] = *add_bit(d, c, op, 1, list(1, bits_slice(b, i, 64))).net;
	return r;
}

static const struct {
	const char *type;
	enum op op;
	enum { BITWISE, ARITHMETIC, COMPARE, REDUCE, LOGIC, SHIFT } how;
} types[] = {
	{"$and", AND, BITWISE},
	{"$or", OR, BITWISE},
	{"$xor", XOR, BITWISE},
	{"$xnor", XNOR, BITWISE},
	{"$not", NOT, BITWISE},
	{"$pos", OR, BITWISE}, /* of the operand and 0 */
	{"$buf", OR, BITWISE},
	{"$_NOT_", NOT, BITWISE},
	{"$_AND_", AND, BITWISE},
	{"$_OR_", OR, BITWISE},
	{"$_XOR_", XOR, BITWISE},
	{"$add", ADD, ARITHMETIC},
	{"$sub", SUB, ARITHMETIC},
	{"$neg", SUB, ARITHMETIC}, /* from 0 */
	{"$mul", MUL, ARITHMETIC},
	{"$div", DIV, ARITHMETIC},
	{"$mod", MOD, ARITHMETIC},
	{"$eq", EQ, COMPARE},
	{"$eqx", EQ, COMPARE},
	{"$ne", NE, COMPARE},
	{"$nex", NE, COMPARE},
	{"$lt", LT, COMPARE},
	{"$le", LE, COMPARE},
	{"$gt", LT, COMPARE}, /* operands exchanged */
	{"$ge", LE, COMPARE},
	{"$reduce_or", REDUCE_OR, REDUCE},
	{"$reduce_bool", REDUCE_OR, REDUCE},
	{"$reduce_and", REDUCE_AND, REDUCE},
	{"$reduce_xor", REDUCE_XOR, REDUCE},
	{"$reduce_xnor", REDUCE_XNOR, REDUCE},
	{"$logic_and", LOGIC_AND, LOGIC},
	{"$logic_or", LOGIC_OR, LOGIC},
	{"$logic_not", LOGIC_NOT, LOGIC},
	{"$shl", SHL, SHIFT},
	{"$sshl", SHL, SHIFT},
	{"$shr", SHR, SHIFT},
	{"$sshr", SHR_SIGNED, SHIFT},
	{"$shift", SHR, SHIFT}, /* to the left, when the amount is negative */
	{"$shiftx", SHR, SHIFT},
};

static void unsupported(const struct cell *c, const char *why)
{
	fail("%s: cell %s of type %s %s", c->src, c->name, c->type, why);
}

/* One bit of result; the others are 0. */
static void add_flag(struct design *d, const struct cell *c, enum op op, struct bits y, int nin,
		     struct bits *in)
{
	static int zero = NET_0;

	if (y.n == 1) {
		add_op(d, c, op, y, nin, in);
		return;
	}
	add_op(d, c, AND, bits_slice(y, 1, 64), 2,
	       list(2, (struct bits){1, &zero}, (struct bits){1, &zero}));
	add_op(d, c, op, bits_slice(y, 0, 1), nin, in);
}

static void add_mux(struct design *d, const struct cell *c)
{
	const struct bits a = cell_port(c, "A"), b = cell_port(c, "B"), s = cell_port(c, "S"),
			  y = cell_port(c, "Y");

	for (int lo = 0; lo < y.n; lo += 64) {
		struct bits *in = xalloc((size_t)(1 + 2 * s.n) * sizeof(*in));

		in[0] = bits_slice(a, lo, 64);
		for (int i = 0; i < s.n; i++) {
			in[1 + 2 * i] = bits_slice(bits_slice(b, i * y.n, y.n), lo, 64);
			in[2 + 2 * i] = bits_slice(s, i, 1);
		}
		add_op(d, c, MUX, bits_slice(y, lo, 64), 1 + 2 * s.n, in);
	}
}

static void add_shift(struct design *d, const struct cell *c, enum op op)
{
	struct bits a = cell_port(c, "A"), b = cell_port(c, "B"), y = cell_port(c, "Y");
	const bool a_signed = cell_number(c, "A_SIGNED", 0);

	const bool both_ways = cell_number(c, "B_SIGNED", 0);

	if (op == SHR_SIGNED && !a_signed)
		op = SHR;
	while (!both_ways && b.n > 1 && b.net[b.n - 1] == NET_0)
		b.n--;
	if (b.n > 63 || (both_ways && op != SHR))
		unsupported(c, "shifts by too wide a number");
	if (op != SHR || (!both_ways && b.n <= 32 && a.n <= 64 && y.n <= 64)) {
		if (y.n > 64 || a.n > 64 || b.n > 32)
			unsupported(c, "is wider than 64 bits");
		if (op == SHL || op == SHR_SIGNED || a.n < y.n)
			a = bits_extend(a, y.n > a.n ? y.n : a.n, a_signed);
		add_op(d, c, op, y, 2, list(2, a, b));
		return;
	}
	if (a_signed)
		unsupported(c, "shifts a signed number");
	for (int lo = 0; lo < y.n; lo += 64) {
		const int words = (a.n + 63) / 64;
		struct bits *in = xalloc((size_t)(1 + words) * sizeof(*in));
		int node;

		in[0] = b;
		for (int i = 0; i < words; i++)
			in[1 + i] = bits_slice(a, 64 * i, 64);
		node = add_op(d, c, SHR_WIDE, bits_slice(y, lo, 64), 1 + words, in);
		d->nodes[node].first = lo;
		d->nodes[node].is_signed = both_ways;
	}
}

static void add_compare(struct design *d, const struct cell *c, enum op op)
{
	const bool is_signed = cell_number(c, "A_SIGNED", 0) && cell_number(c, "B_SIGNED", 0),
		   exchange = strcmp(c->type, "$gt") == 0 || strcmp(c->type, "$ge") == 0;
	struct bits a = cell_port(c, "A"), b = cell_port(c, "B"), y = cell_port(c, "Y");
	const int n = a.n > b.n ? a.n : b.n;
	struct bits each = {0, xalloc((size_t)(n / 64 + 1) * sizeof(int))};

	a = bits_extend(a, n, is_signed);
	b = bits_extend(b, n, is_signed);
	if (n <= 64) {
		add_flag(d, c, op, y, 2, exchange ? list(2, b, a) : list(2, a, b));
		d->nodes[d->nnodes - 1].is_signed = is_signed;
		return;
	}
	if (op != EQ && op != NE)
		unsupported(c, "is wider than 64 bits");
	for (int i = 0; i < n; i += 64)
		each.net[each.n++] =
			*add_bit(d, c, op, 2,
				 list(2, bits_slice(a, i, 64), bits_slice(b, i, 64)))
				 .net;
	add_flag(d, c, op == EQ ? REDUCE_AND : REDUCE_OR, y, 1, list(1, each));
}

static void add_cell(struct design *d, const struct cell *c)
{
	const struct bits a = cell_port(c, "A"), b = cell_port(c, "B"), y = cell_port(c, "Y");
	const bool is_signed =
		cell_number(c, "A_SIGNED", 0) && (!b.n || cell_number(c, "B_SIGNED", 0));
	const struct bits none = {0, NULL};
	size_t t = 0;
	enum op op;

	if (strcmp(c->type, "$mux") == 0 || strcmp(c->type, "$pmux") == 0 ||
	    strcmp(c->type, "$_MUX_") == 0) {
		add_mux(d, c);
		return;
	}
	while (t < sizeof(types) / sizeof(types[0]) && strcmp(types[t].type, c->type) != 0)
		t++;
	if (t == sizeof(types) / sizeof(types[0]))
		unsupported(c, "is not known");
	op = types[t].op;
	switch (types[t].how) {
	case BITWISE: {
		const struct bits ax = bits_extend(a, y.n, is_signed),
				  bx = bits_extend(b, y.n, is_signed);

		for (int lo = 0; lo < y.n; lo += 64)
			add_op(d, c, op, bits_slice(y, lo, 64), op == NOT ? 1 : 2,
			       list(2, bits_slice(ax, lo, 64), bits_slice(bx, lo, 64)));
		break;
	}
	case ARITHMETIC: {
		const int n =
			op == DIV || op == MOD
				? (a.n > b.n ? a.n : b.n) > y.n ? (a.n > b.n ? a.n : b.n) : y.n
				: y.n;

		if (n > 64)
			unsupported(c, "is wider than 64 bits");
		if (!b.n)
			add_op(d, c, op, y, 2,
			       list(2, bits_extend(none, n, false),
				    bits_extend(a, n, is_signed)));
		else
			add_op(d, c, op, y, 2,
			       list(2, bits_extend(a, n, is_signed),
				    bits_extend(b, n, is_signed)));
		d->nodes[d->nnodes - 1].is_signed = is_signed;
		break;
	}
	case COMPARE:
		add_compare(d, c, op);
		break;
	case REDUCE:
		if (op == REDUCE_XNOR)
			add_flag(d, c, op, y, 1, list(1, fold(d, c, REDUCE_XOR, a)));
		else
			add_flag(d, c, op, y, 1, list(1, fold(d, c, op, a)));
		break;
	case LOGIC:
		add_flag(d, c, op, y, b.n ? 2 : 1,
			 list(2, fold(d, c, REDUCE_OR, a), fold(d, c, REDUCE_OR, b)));
		break;
	case SHIFT:
		add_shift(d, c, op);
	}
}

/* ---- units ---- */

static int clock_number(struct design *d, const struct cell *c, struct bits clk)
{
	if (clk.n != 1)
		unsupported(c, "has no clock");
	for (int i = 0; i < d->nclocks; i++)
		if (d->clocks[i]->bits.net[0] == clk.net[0])
			return i;
	for (int i = 0; i < d->netlist->nports; i++) {
		struct port *p = &d->netlist->ports[i];

		if (p->output || p->bits.n != 1 || p->bits.net[0] != clk.net[0])
			continue;
		if (d->nclocks == 62)
			unsupported(c, "has one clock too many");
		d->clocks[d->nclocks] = p;
		return d->nclocks++;
	}
	unsupported(c, "has a clock that is no input pin");
	return 0;
}

static int reset_number(struct design *d, const struct cell *c)
{
	const struct reset r = {cell_port(c, "ARST").net[0],
				cell_number(c, "ARST_POLARITY", 1)};
	int i = 0;

	while (i < d->nresets && (d->resets[i].net != r.net || d->resets[i].active != r.active))
		i++;
	if (i == 64)
		unsupported(c, "has one reset too many");
	if (i == d->nresets)
		d->resets[d->nresets++] = r;
	return i;
}

static struct unit *new_unit(struct design *d, struct unit u)
{
	d->units = grow(d->units, (size_t)d->nunits, sizeof(*d->units));
	d->units[d->nunits] = u;
	return &d->units[d->nunits++];
}

/* @digits: binary, most significant first; the @n bits from @lo on. */
static uint64_t digits_value(const char *digits, int lo, int n)
{
	const int len = (int)strlen(digits);
	uint64_t v = 0;

	for (int i = 0; i < n && lo + i < len; i++)
		if (digits[len - 1 - lo - i] == '1')
			v |= (uint64_t)1 << i;
	return v;
}

static void add_register(struct design *d, const struct cell *c)
{
	const struct bits q = cell_port(c, "Q"), data = cell_port(c, "D"),
			  en = cell_port(c, "EN");
	const int clock = clock_number(d, c, cell_port(c, "CLK"));
	const int reset = cell_port(c, "ARST").n ? reset_number(d, c) : -1;

	if (!cell_number(c, "CLK_POLARITY", 1))
		unsupported(c, "uses a falling edge");
	for (int lo = 0; lo < q.n; lo += 64) {
		const struct bits part = bits_slice(q, lo, 64);
		const int node = new_node(
			d, (struct node){
				   .kind = REG, .width = part.n, .first = lo, .src = c->src});

		drive(d, node, part);
		new_unit(d, (struct unit){
				    .kind = REGISTER,
				    .node = node,
				    .clock = clock,
				    .enable = en.n ? en.net[0] : -1,
				    .active = cell_number(c, "EN_POLARITY", 1),
				    .data = bits_slice(data, lo, 64),
				    .reset = reset,
				    .reset_value = digits_value(cell_text(c, "ARST_VALUE"), lo,
								part.n),
				    .src = c->src,
			    });
	}
}

/* The random word of a crossing block (rtl/lib/sync_jitter.v). */
static void add_jitter(struct design *d, const struct cell *c)
{
	const struct bits next = cell_port(c, "next"), rnd = cell_port(c, "rnd");
	const int node = new_node(d, (struct node){.kind = REG,
						   .width = rnd.n,
						   .jitter = true,
						   .salt = (uint32_t)cell_number(c, "SALT", 0),
						   .src = c->src});
	struct bits after = {rnd.n, xalloc((size_t)rnd.n * sizeof(int))};

	drive(d, node, rnd);
	for (int i = 0; i < rnd.n; i++)
		after.net[i] = new_net(d);
	add_op(d, c, XORSHIFT, after, 1, list(1, rnd));
	new_unit(d, (struct unit){.kind = REGISTER,
				  .node = node,
				  .clock = clock_number(d, c, cell_port(c, "clk")),
				  .enable = next.net[0],
				  .active = true,
				  .data = after,
				  .reset = -1,
				  .src = c->src});
}

static void add_memory(struct design *d, const struct cell *c)
{
	const int width = (int)cell_number(c, "WIDTH", 0),
		  abits = (int)cell_number(c, "ABITS", 0);
	const int reads = (int)cell_number(c, "RD_PORTS", 0),
		  writes = (int)cell_number(c, "WR_PORTS", 0);
	const struct bits rd_addr = cell_port(c, "RD_ADDR"), rd_data = cell_port(c, "RD_DATA"),
			  wr_addr = cell_port(c, "WR_ADDR"), wr_data = cell_port(c, "WR_DATA"),
			  wr_en = cell_port(c, "WR_EN"), wr_clk = cell_port(c, "WR_CLK");

	if (strchr(cell_text(c, "RD_CLK_ENABLE"), '1') || cell_number(c, "OFFSET", 0) ||
	    strchr(cell_text(c, "WR_CLK_ENABLE"), '0') ||
	    strchr(cell_text(c, "WR_CLK_POLARITY"), '0') || strchr(cell_text(c, "INIT"), '1') ||
	    strchr(cell_text(c, "WR_WIDE_CONTINUATION"), '1') ||
	    strchr(cell_text(c, "RD_WIDE_CONTINUATION"), '1'))
		unsupported(c, "has ports or contents that the fast model does not support");
	for (int lo = 0; lo < width; lo += 64) {
		const int part = width - lo < 64 ? width - lo : 64;
		const int mem =
			new_node(d, (struct node){.kind = MEM,
						  .width = part,
						  .first = lo,
						  .size = (int)cell_number(c, "SIZE", 0),
						  .src = c->src,
						  .name = c->name});

		for (int p = 0; p < reads; p++) {
			const int node =
				add_op(d, c, READ, bits_slice(rd_data, p * width + lo, part), 1,
				       list(1, bits_slice(rd_addr, p * abits, abits)));

			d->nodes[node].mem = mem;
		}
		for (int p = 0; p < writes; p++) {
			const struct bits en = bits_slice(wr_en, p * width + lo, part);
			bool whole = true;

			for (int i = 1; i < en.n; i++)
				whole &= en.net[i] == en.net[0];
			new_unit(d,
				 (struct unit){
					 .kind = WRITE,
					 .node = mem,
					 .port = p,
					 .clock = clock_number(d, c, bits_slice(wr_clk, p, 1)),
					 .enable = whole ? en.net[0] : -1,
					 .active = true,
					 .always = writes > 1,
					 .address = bits_slice(wr_addr, p * abits, abits),
					 .data = bits_slice(wr_data, p * width + lo, part),
					 .mask = whole ? (struct bits){0, NULL} : en,
					 .reset = -1,
					 .src = c->src,
				 });
		}
	}
}

/* ---- names ---- */

static char *identifier(const char *name)
{
	char *id = format("%s", name);

	for (char *p = id; *p; p++)
		if (!isalnum((unsigned char)*p))
			*p = '_';
	return isdigit((unsigned char)*id) ? format("_%s", id) : id;
}

/* The node of which @b is the whole value, -1: of none. */
static int whole_node(const struct design *d, struct bits b)
{
	int node, bit;

	if (!b.n || bits_run(d, b, 0, &node, &bit) != b.n || node < 0 || bit ||
	    d->nodes[node].width != b.n)
		return -1;
	return node;
}

/* Whether a pin has the name of a node, or that of something that is kept for the node. */
static bool same_name(const char *pin, const char *node)
{
	static const char *const prefix[] = {"", "n_", "x_", "y_", "was_"};

	for (size_t i = 0; i < sizeof(prefix) / sizeof(prefix[0]); i++)
		if (strncmp(pin, prefix[i], strlen(prefix[i])) == 0 &&
		    strcmp(pin + strlen(prefix[i]), node) == 0)
			return true;
	return false;
}

/* Names that a member cannot have: words of C, and those that begin as our own. */
static bool is_reserved(const char *name)
{
	static const char *const words =
		" auto break case char const continue default do double else enum extern float "
		"for "
		"goto if inline int long register restrict return short signed sizeof static "
		"struct "
		"switch typedef typeof union unsigned void volatile while asm ";
	const char *at = strstr(words, name);

	for (; at; at = strstr(at + 1, name))
		if (at[-1] == ' ' && at[strlen(name)] == ' ')
			return true;
	return strncmp(name, "fast_", 5) == 0 || strncmp(name, "n_", 2) == 0 ||
	       strncmp(name, "x_", 2) == 0 || strncmp(name, "y_", 2) == 0 ||
	       strncmp(name, "was_", 4) == 0 ||
	       (*name == 'w' && isdigit((unsigned char)name[1]));
}

static void name_nodes(struct design *d)
{
	struct netlist *n = d->netlist;
	const char **best = xalloc((size_t)d->nnodes * sizeof(*best));

	for (int i = 0; i < n->nnames; i++) {
		const struct net_name *nn = &n->names[i];

		if (nn->hidden)
			continue;
		for (int lo = 0; lo < nn->bits.n; lo += 64) {
			const int node = whole_node(d, bits_slice(nn->bits, lo, 64));

			if (node >= 0 && (!best[node] || strlen(nn->name) < strlen(best[node])))
				best[node] = nn->bits.n > 64 ? format("%s_%d", nn->name, lo)
							     : nn->name;
		}
	}
	for (int i = 0; i < d->nnodes; i++) {
		struct node *x = &d->nodes[i];

		if (x->pin)
			continue;
		if (x->kind == MEM)
			x->name = x->first ? format("%s_%d", identifier(x->name), x->first)
					   : identifier(x->name);
		else if (best[i])
			x->name = identifier(best[i]);
		else
			x->name = format("%c%d", x->kind == REG ? 'q' : 'n', i);
	}
	/* no two the same, none that of a pin */
	for (int i = 0; i < d->nnodes; i++) {
		struct node *x = &d->nodes[i];
		bool taken = false;

		for (int p = 0; !x->pin && p < n->nports; p++)
			taken |= same_name(n->ports[p].name, x->name);
		taken |= !x->pin && is_reserved(x->name);
		for (int j = 0; !x->pin && !taken && j < i; j++)
			taken |= strcmp(d->nodes[j].name, x->name) == 0;
		if (taken)
			x->name = format("net_%s_%d", x->name, i);
	}
}

/* Registers that an output shows as they are live in its pin. */
static void place_in_pins(struct design *d)
{
	for (int i = 0; i < d->netlist->nports; i++) {
		const struct port *p = &d->netlist->ports[i];
		const int node = p->output ? whole_node(d, p->bits) : -1;

		if (node >= 0 && d->nodes[node].kind == REG && !d->nodes[node].pin) {
			d->nodes[node].pin = true;
			d->nodes[node].name = p->name;
		}
	}
}

static void set_initial(struct design *d)
{
	for (int i = 0; i < d->netlist->nnames; i++) {
		const struct net_name *n = &d->netlist->names[i];

		for (int b = 0; *n->init && b < n->bits.n; b++) {
			const struct where w = d->where[n->bits.net[b]];

			if (digits_value(n->init, b, 1) && w.node >= 0 &&
			    d->nodes[w.node].kind == REG)
				d->nodes[w.node].init |= (uint64_t)1 << w.bit;
		}
	}
}

/* ---- cones ---- */

int bits_run(const struct design *d, struct bits b, int i, int *node, int *bit)
{
	const struct where first = d->where[b.net[i]];
	int n = 1;

	*node = first.node;
	*bit = first.bit;
	for (; i + n < b.n; n++) {
		const struct where w = d->where[b.net[i + n]];

		if (w.node != first.node || (first.node >= 0 && w.bit != first.bit + n))
			break;
	}
	return n;
}

static void cone(struct design *d, int i)
{
	struct node *x = &d->nodes[i];

	if (x->from)
		return;
	x->from = set_new(d);
	x->ops = set_new(d);
	if (x->kind != OP || x->net) {
		set_add(x->from, i);
		return;
	}
	set_add(x->ops, i);
	if (x->op == READ)
		set_add(x->from, x->mem);
	for (int k = 0; k < x->nin; k++)
		bits_cone(d, x->in[k], x->from, x->ops);
}

void bits_cone(struct design *d, struct bits b, uint64_t *from, uint64_t *ops)
{
	int node, bit;

	for (int i = 0, n; i < b.n; i += n) {
		n = bits_run(d, b, i, &node, &bit);
		if (node < 0)
			continue;
		cone(d, node);
		set_or(d, from, d->nodes[node].from);
		set_or(d, ops, d->nodes[node].ops);
	}
}

void design_cones(struct design *d)
{
	d->words = d->nnodes / 64 + 1;
	for (int i = 0; i < d->nnodes; i++) {
		struct node *x = &d->nodes[i];

		free(x->from);
		free(x->ops);
		x->from = x->ops = NULL;
	}
	for (int i = 0; i < d->nnodes; i++)
		cone(d, i);
	for (int i = 0; i < d->nunits; i++) {
		struct unit *u = &d->units[i];

		free(u->from);
		free(u->ops);
		free(u->enable_from);
		free(u->enable_ops);
		u->from = set_new(d);
		u->ops = set_new(d);
		u->enable_from = set_new(d);
		u->enable_ops = set_new(d);
		if (u->kind == SHARED) {
			struct node *x = &d->nodes[u->node];

			set_add(u->ops, u->node);
			if (x->op == READ)
				set_add(u->from, x->mem);
			for (int k = 0; k < x->nin; k++)
				bits_cone(d, x->in[k], u->from, u->ops);
		}
		bits_cone(d, u->data, u->from, u->ops);
		bits_cone(d, u->address, u->from, u->ops);
		bits_cone(d, u->mask, u->from, u->ops);
		if (u->enable >= 0)
			bits_cone(d, (struct bits){1, &u->enable}, u->enable_from,
				  u->enable_ops);
		u->wake = u->enable >= 0 ? u->enable_from : u->from;
	}
}

/* No operation may depend on itself. */
static void check_loops(struct design *d, int i, char *state)
{
	const struct node *x = &d->nodes[i];
	int node, bit;

	if (x->kind != OP || state[i] == 2)
		return;
	if (state[i] == 1)
		fail("%s: a combinational loop", x->src);
	state[i] = 1;
	for (int k = 0; k < x->nin; k++)
		for (int b = 0; b < x->in[k].n; b += bits_run(d, x->in[k], b, &node, &bit)) {
			bits_run(d, x->in[k], b, &node, &bit);
			if (node >= 0)
				check_loops(d, node, state);
		}
	state[i] = 2;
}

struct design *design_build(struct netlist *n)
{
	struct design *d = xalloc(sizeof(*d));
	char *state;

	d->netlist = n;
	while (d->nwhere < n->nets || d->nwhere < 2)
		new_net(d);
	for (int i = 0; i < n->nports; i++) {
		const struct port *p = &n->ports[i];

		for (int lo = 0; !p->output && lo < p->bits.n; lo += 64) {
			const struct bits part = bits_slice(p->bits, lo, 64);

			drive(d,
			      new_node(d, (struct node){.kind = INPUT,
							.width = part.n,
							.first = lo,
							.name = p->name,
							.pin = true,
							.wide_pin = p->bits.n > 64,
							.src = ""}),
			      part);
		}
	}
	for (int i = 0; i < n->ncells; i++) {
		const struct cell *c = &n->cells[i];

		if (strcmp(c->type, "$dff") == 0 || strcmp(c->type, "$dffe") == 0 ||
		    strcmp(c->type, "$adff") == 0 || strcmp(c->type, "$adffe") == 0)
			add_register(d, c);
		else if (strcmp(c->type, "sync_jitter") == 0)
			add_jitter(d, c);
		else if (strcmp(c->type, "$mem_v2") == 0)
			add_memory(d, c);
		else
			add_cell(d, c);
	}
	state = xalloc((size_t)d->nnodes);
	for (int i = 0; i < d->nnodes; i++)
		check_loops(d, i, state);
	free(state);
	set_initial(d);
	place_in_pins(d);
	name_nodes(d);
	return d;
}
