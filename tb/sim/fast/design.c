/* SPDX-License-Identifier: Apache-2.0 */
/* Translates the cells of yosys into nodes and units. */
#include "design.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct bits none;

static __attribute__((noreturn)) void unsupported(const struct cell *c, const char *why)
{
	fail("%s: cell %s of type %s %s", c->src, c->name, c->type, why);
}

static int largest(int a, int b)
{
	return a > b ? a : b;
}

/* ---- sets ---- */

uint64_t *set_new(const struct design *d)
{
	return zalloc(d->words, sizeof(uint64_t));
}

struct cone cone_new(const struct design *d)
{
	return (struct cone){set_new(d), set_new(d)};
}

static void cone_free(struct cone *c)
{
	free(c->from);
	free(c->ops);
	*c = (struct cone){NULL, NULL};
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

static struct bits new_nets(struct design *d, int n)
{
	struct bits b = {0, NULL};

	while (b.n < n) {
		APPEND(b.net, b.n, d->nwhere);
		APPEND(d->where, d->nwhere, (struct where){-1, 0});
	}
	return b;
}

/* Adds a node that drives these nets. */
static int new_node(struct design *d, struct bits to, struct node n)
{
	const int node = d->nnodes;

	n.width = to.n;
	APPEND(d->nodes, d->nnodes, n);
	for (int i = 0; i < to.n; i++) {
		if (to.net[i] <= NET_1)
			continue;
		if (d->where[to.net[i]].node >= 0)
			fail("net %d has two drivers", to.net[i]);
		d->where[to.net[i]] = (struct where){node, i};
	}
	return node;
}

static struct node *add_wide_op(struct design *d, const struct cell *c, enum op op,
				struct bits to, int nin, struct bits *in)
{
	const struct node n = {.kind = OP, .op = op, .nin = nin, .in = in, .src = c->src};

	new_node(d, to, n);
	return &d->nodes[d->nnodes - 1];
}

/* Adds an operation on @a and @b, or on @a alone. */
static struct node *add_op(struct design *d, const struct cell *c, enum op op, struct bits to,
			   struct bits a, struct bits b)
{
	struct bits *in = zalloc(2, sizeof(*in));

	in[0] = a;
	in[1] = b;
	return add_wide_op(d, c, op, to, b.n ? 2 : 1, in);
}

/* Adds one operation for each 64 bits of @a and @b. Returns their one-bit results. */
static struct bits add_bits(struct design *d, const struct cell *c, enum op op, struct bits a,
			    struct bits b)
{
	struct bits y = new_nets(d, (a.n + 63) / 64);

	for (int i = 0; i < y.n; i++)
		add_op(d, c, op, bits_slice(y, i, 1), bits_slice(a, 64 * i, 64),
		       bits_slice(b, 64 * i, 64));
	return y;
}

/* Reduces @b to at most 64 bits for which the operation gives the same result. */
static struct bits fold(struct design *d, const struct cell *c, enum op op, struct bits b)
{
	return b.n <= 64 ? b : add_bits(d, c, op, b, none);
}

/* Adds an operation with a result of one bit; the other bits of @y are 0. */
static struct node *add_flag(struct design *d, const struct cell *c, enum op op, struct bits y,
			     struct bits a, struct bits b)
{
	static int zero[] = {NET_0};
	const struct bits z = {1, zero};

	if (y.n > 1)
		add_op(d, c, AND, bits_slice(y, 1, 64), z, z);
	return add_op(d, c, op, bits_slice(y, 0, 1), a, b);
}

static const struct {
	const char *type;
	enum op op;
	enum { BITWISE, ARITHMETIC, COMPARE, REDUCE, LOGIC, SHIFT, MULTIPLEX } how;
} types[] = {
	{"$and", AND, BITWISE},
	{"$or", OR, BITWISE},
	{"$xor", XOR, BITWISE},
	{"$xnor", XNOR, BITWISE},
	{"$not", NOT, BITWISE},
	{"$pos", OR, BITWISE}, /* operand | 0 */
	{"$buf", OR, BITWISE},
	{"$_NOT_", NOT, BITWISE},
	{"$_AND_", AND, BITWISE},
	{"$_OR_", OR, BITWISE},
	{"$_XOR_", XOR, BITWISE},
	{"$add", ADD, ARITHMETIC},
	{"$sub", SUB, ARITHMETIC},
	{"$neg", SUB, ARITHMETIC}, /* 0 - operand */
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
	{"$shift", SHR, SHIFT}, /* a negative amount shifts to the left */
	{"$shiftx", SHR, SHIFT},
	{"$mux", MUX, MULTIPLEX},
	{"$pmux", MUX, MULTIPLEX},
	{"$_MUX_", MUX, MULTIPLEX},
};

static void add_mux(struct design *d, const struct cell *c)
{
	const struct bits a = cell_port(c, "A"), b = cell_port(c, "B"), s = cell_port(c, "S"),
			  y = cell_port(c, "Y");

	for (int lo = 0; lo < y.n; lo += 64) {
		struct bits *in = zalloc(1 + 2 * s.n, sizeof(*in));

		in[0] = bits_slice(a, lo, 64);
		for (int i = 0; i < s.n; i++) {
			in[1 + 2 * i] = bits_slice(bits_slice(b, i * y.n, y.n), lo, 64);
			in[2 + 2 * i] = bits_slice(s, i, 1);
		}
		add_wide_op(d, c, MUX, bits_slice(y, lo, 64), 1 + 2 * s.n, in);
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
		if (op != SHR || a.n < y.n)
			a = bits_extend(a, largest(a.n, y.n), a_signed);
		add_op(d, c, op, y, a, b);
		return;
	}
	if (a_signed)
		unsupported(c, "shifts a signed number");
	for (int lo = 0; lo < y.n; lo += 64) {
		const int words = (a.n + 63) / 64;
		struct bits *in = zalloc(1 + words, sizeof(*in));
		struct node *x;

		in[0] = b;
		for (int i = 0; i < words; i++)
			in[1 + i] = bits_slice(a, 64 * i, 64);
		x = add_wide_op(d, c, SHR_WIDE, bits_slice(y, lo, 64), 1 + words, in);
		x->first = lo;
		x->is_signed = both_ways;
	}
}

/* Returns whether the operands are signed; in Verilog either all are or none. */
static bool has_signs(const struct cell *c)
{
	return cell_number(c, "A_SIGNED", 0) &&
	       (!cell_port(c, "B").n || cell_number(c, "B_SIGNED", 0));
}

static void add_compare(struct design *d, const struct cell *c, enum op op)
{
	const bool is_signed = has_signs(c);
	const bool exchange = text_is(c->type, "$gt") || text_is(c->type, "$ge");
	struct bits a = cell_port(c, exchange ? "B" : "A"),
		    b = cell_port(c, exchange ? "A" : "B"), y = cell_port(c, "Y");
	const int n = largest(a.n, b.n);

	a = bits_extend(a, n, is_signed);
	b = bits_extend(b, n, is_signed);
	if (n <= 64)
		add_flag(d, c, op, y, a, b)->is_signed = is_signed;
	else if (op == EQ || op == NE)
		add_flag(d, c, op == EQ ? REDUCE_AND : REDUCE_OR, y, add_bits(d, c, op, a, b),
			 none);
	else
		unsupported(c, "is wider than 64 bits");
}

static void add_arithmetic(struct design *d, const struct cell *c, enum op op)
{
	const struct bits a = cell_port(c, "A"), b = cell_port(c, "B"), y = cell_port(c, "Y");
	const bool is_signed = has_signs(c);
	const int n = op == DIV || op == MOD ? largest(largest(a.n, b.n), y.n) : y.n;

	if (n > 64)
		unsupported(c, "is wider than 64 bits");
	add_op(d, c, op, y, bits_extend(b.n ? a : none, n, is_signed),
	       bits_extend(b.n ? b : a, n, is_signed))
		->is_signed = is_signed;
}

static void add_bitwise(struct design *d, const struct cell *c, enum op op)
{
	const struct bits y = cell_port(c, "Y");
	const bool is_signed = has_signs(c);
	const struct bits a = bits_extend(cell_port(c, "A"), y.n, is_signed),
			  b = bits_extend(cell_port(c, "B"), op == NOT ? 0 : y.n, is_signed);

	for (int lo = 0; lo < y.n; lo += 64)
		add_op(d, c, op, bits_slice(y, lo, 64), bits_slice(a, lo, 64),
		       bits_slice(b, lo, 64));
}

static void add_cell(struct design *d, const struct cell *c)
{
	const struct bits a = cell_port(c, "A"), b = cell_port(c, "B"), y = cell_port(c, "Y");
	size_t t = 0;
	enum op op;

	while (t < sizeof(types) / sizeof(types[0]) && !text_is(types[t].type, c->type))
		t++;
	if (t == sizeof(types) / sizeof(types[0]))
		unsupported(c, "is not known");
	op = types[t].op;
	switch (types[t].how) {
	case BITWISE:
		add_bitwise(d, c, op);
		break;
	case ARITHMETIC:
		add_arithmetic(d, c, op);
		break;
	case COMPARE:
		add_compare(d, c, op);
		break;
	case REDUCE:
		add_flag(d, c, op, y, fold(d, c, op == REDUCE_XNOR ? REDUCE_XOR : op, a), none);
		break;
	case LOGIC:
		add_flag(d, c, op, y, fold(d, c, REDUCE_OR, a), fold(d, c, REDUCE_OR, b));
		break;
	case SHIFT:
		add_shift(d, c, op);
		break;
	case MULTIPLEX:
		add_mux(d, c);
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
		if (d->nclocks == MAX_CLOCKS)
			unsupported(c, "has one clock too many");
		d->clocks[d->nclocks] = p;
		return d->nclocks++;
	}
	unsupported(c, "has a clock that is no input pin");
}

static int reset_number(struct design *d, const struct cell *c)
{
	const struct reset r = {cell_port(c, "ARST").net[0],
				cell_number(c, "ARST_POLARITY", 1)};
	int i = 0;

	while (i < d->nresets && (d->resets[i].net != r.net || d->resets[i].active != r.active))
		i++;
	if (i == MAX_RESETS)
		unsupported(c, "has one reset too many");
	if (i == d->nresets)
		d->resets[d->nresets++] = r;
	return i;
}

/* The value of the @n bits from bit @lo on of @digits, a binary number, most significant digit
 * first. */
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
	const struct bits q = cell_port(c, "Q"), en = cell_port(c, "EN");
	struct unit u = {
		.kind = REGISTER,
		.clock = clock_number(d, c, cell_port(c, "CLK")),
		.enable = en.n ? en.net[0] : -1,
		.active = cell_number(c, "EN_POLARITY", 1),
		.reset = cell_port(c, "ARST").n ? reset_number(d, c) : -1,
		.src = c->src,
	};

	if (!cell_number(c, "CLK_POLARITY", 1))
		unsupported(c, "uses a falling edge");
	for (int lo = 0; lo < q.n; lo += 64) {
		const struct node n = {.kind = REG, .first = lo, .src = c->src};

		u.data = bits_slice(cell_port(c, "D"), lo, 64);
		u.node = new_node(d, bits_slice(q, lo, 64), n);
		u.reset_value = digits_value(cell_text(c, "ARST_VALUE"), lo, u.data.n);
		APPEND(d->units, d->nunits, u);
	}
}

/* The random word of a crossing block (rtl/lib/sync_jitter.v). */
static void add_jitter(struct design *d, const struct cell *c)
{
	const struct bits rnd = cell_port(c, "rnd"), after = new_nets(d, rnd.n);
	const struct node n = {.kind = REG,
			       .jitter = true,
			       .salt = (uint32_t)cell_number(c, "SALT", 0),
			       .src = c->src};
	const struct unit u = {
		.kind = REGISTER,
		.node = new_node(d, rnd, n),
		.clock = clock_number(d, c, cell_port(c, "clk")),
		.enable = cell_port(c, "next").net[0],
		.active = true,
		.data = after,
		.reset = -1,
		.src = c->src,
	};

	add_op(d, c, XORSHIFT, after, rnd, none);
	APPEND(d->units, d->nunits, u);
}

static bool same_nets(struct bits b)
{
	for (int i = 1; i < b.n; i++)
		if (b.net[i] != b.net[0])
			return false;
	return true;
}

/* Adds the part of a memory that holds 64 bits of each word, from bit @lo on. */
static void add_memory_part(struct design *d, const struct cell *c, int lo)
{
	const int width = (int)cell_number(c, "WIDTH", 0),
		  abits = (int)cell_number(c, "ABITS", 0);
	const int part = width - lo < 64 ? width - lo : 64;
	const int writes = (int)cell_number(c, "WR_PORTS", 0);
	const struct node mem = {.kind = MEM,
				 .first = lo,
				 .size = (int)cell_number(c, "SIZE", 0),
				 .src = c->src,
				 .name = c->name};
	const int node = new_node(d, none, mem);

	d->nodes[node].width = part;
	for (int p = 0; p < cell_number(c, "RD_PORTS", 0); p++)
		add_op(d, c, READ, bits_slice(cell_port(c, "RD_DATA"), p * width + lo, part),
		       bits_slice(cell_port(c, "RD_ADDR"), p * abits, abits), none)
			->mem = node;
	for (int p = 0; p < writes; p++) {
		const struct bits en = bits_slice(cell_port(c, "WR_EN"), p * width + lo, part);
		const bool whole = same_nets(en);
		const struct unit u = {
			.kind = WRITE,
			.node = node,
			.clock = clock_number(d, c, bits_slice(cell_port(c, "WR_CLK"), p, 1)),
			.enable = whole ? en.net[0] : -1,
			.active = true,
			.always = writes > 1,
			.address = bits_slice(cell_port(c, "WR_ADDR"), p * abits, abits),
			.data = bits_slice(cell_port(c, "WR_DATA"), p * width + lo, part),
			.mask = whole ? none : en,
			.reset = -1,
			.src = c->src,
		};

		APPEND(d->units, d->nunits, u);
	}
}

static void add_memory(struct design *d, const struct cell *c)
{
	static const char *const must_be_0[] = {"RD_CLK_ENABLE", "OFFSET", "INIT",
						"WR_WIDE_CONTINUATION", "RD_WIDE_CONTINUATION"};
	bool bad = strchr(cell_text(c, "WR_CLK_ENABLE"), '0') ||
		   strchr(cell_text(c, "WR_CLK_POLARITY"), '0');

	for (size_t i = 0; i < sizeof(must_be_0) / sizeof(must_be_0[0]); i++)
		bad |= strchr(cell_text(c, must_be_0[i]), '1') != NULL;
	if (bad)
		unsupported(c, "has ports or contents that the fast model does not support");
	for (int lo = 0; lo < cell_number(c, "WIDTH", 0); lo += 64)
		add_memory_part(d, c, lo);
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

struct node *whole_node(const struct design *d, struct bits b)
{
	const struct run r = bits_run(d, b, 0);

	return r.n && r.n == b.n && r.node >= 0 && !r.bit && d->nodes[r.node].width == b.n
		       ? &d->nodes[r.node]
		       : NULL;
}

/* A register that drives an output without logic between is stored in the output's pin. */
static void place_in_pins(struct design *d)
{
	for (int i = 0; i < d->netlist->nports; i++) {
		const struct port *p = &d->netlist->ports[i];
		struct node *x = p->output ? whole_node(d, p->bits) : NULL;

		if (x && x->kind == REG && !x->pin) {
			x->pin = true;
			x->name = p->name;
		}
	}
}

static bool is_taken(const struct design *d, const struct node *x)
{
	for (const struct node *y = d->nodes; y < d->nodes + d->nnodes; y++)
		if (y != x && (y < x || y->pin) && text_is(y->name, x->name))
			return true;
	return false;
}

/* Gives each node the shortest name of its nets. The members of the model that are no pins
 * begin with r_, n_, x_, y_, w_, was_ or fast_, so that no name is a keyword of C. */
static void name_nodes(struct design *d)
{
	for (int i = 0; i < d->netlist->nnames; i++) {
		const struct net_name *n = &d->netlist->names[i];

		for (int lo = 0; !n->hidden && lo < n->bits.n; lo += 64) {
			struct node *x = whole_node(d, bits_slice(n->bits, lo, 64));

			if (x && !x->pin && (!x->name || strlen(n->name) < strlen(x->name)))
				x->name =
					n->bits.n > 64 ? format("%s_%d", n->name, lo) : n->name;
		}
	}
	for (int i = 0; i < d->nnodes; i++) {
		struct node *x = &d->nodes[i];

		if (!x->name)
			x->name = format("%c%d", x->kind == REG ? 'q' : 'n', i);
		if (x->pin)
			continue;
		x->name = identifier(x->kind == MEM && x->first
					     ? format("%s_%d", x->name, x->first)
					     : x->name);
	}
	for (int i = 0; i < d->nnodes; i++) {
		struct node *x = &d->nodes[i];

		if (!x->pin && is_taken(d, x))
			x->name = format("net_%s_%d", x->name, i);
		x->at = format("%s%s", x->pin ? "pin." : "r_", x->name);
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

struct run bits_run(const struct design *d, struct bits b, int at)
{
	struct run r = {at, 0, -1, 0};

	for (; at + r.n < b.n; r.n++) {
		const struct where w = d->where[b.net[at + r.n]];

		if (!r.n) {
			r.node = w.node;
			r.bit = w.bit;
		} else if (w.node != r.node || (r.node >= 0 && w.bit != r.bit + r.n)) {
			break;
		}
	}
	return r;
}

/* Adds the cones of a node's inputs. */
static void inputs_cone(struct design *d, int i, struct cone *to)
{
	const struct node *x = &d->nodes[i];

	set_add(to->ops, i);
	if (x->op == READ)
		set_add(to->from, x->mem);
	for (int k = 0; k < x->nin; k++)
		bits_cone(d, x->in[k], to);
}

static const struct cone *node_cone(struct design *d, int i)
{
	struct node *x = &d->nodes[i];

	if (x->visiting)
		fail("%s: a combinational loop", x->src);
	if (x->cone.from)
		return &x->cone;
	x->cone = cone_new(d);
	if (x->kind != OP || x->net) {
		set_add(x->cone.from, i);
		return &x->cone;
	}
	x->visiting = true;
	inputs_cone(d, i, &x->cone);
	x->visiting = false;
	return &x->cone;
}

void bits_cone(struct design *d, struct bits b, struct cone *to)
{
	EACH_RUN(d, b, r) {
		const struct cone *c = r.node >= 0 ? node_cone(d, r.node) : NULL;

		if (!c)
			continue;
		set_or(d, to->from, c->from);
		set_or(d, to->ops, c->ops);
	}
}

void outputs_cone(struct design *d, struct cone *to)
{
	for (int i = 0; i < d->netlist->nports; i++)
		if (d->netlist->ports[i].output)
			bits_cone(d, d->netlist->ports[i].bits, to);
}

void resets_cone(struct design *d, struct cone *to)
{
	for (int i = 0; i < d->nresets; i++)
		bits_cone(d, (struct bits){1, &d->resets[i].net}, to);
}

/* Adds the registers that the unit reads through derived nodes to those that it reads
 * directly. */
static void add_reads(const struct design *d, struct unit *u, const uint64_t *from)
{
	EACH_NODE(d, from, i)
		set_add(u->reads, d->nodes[i].kind == DERIVED ? d->nodes[i].base : i);
	set_or(d, u->reads, from);
}

static void unit_cones(struct design *d, struct unit *u)
{
	cone_free(&u->cone);
	cone_free(&u->enable_cone);
	free(u->reads);
	u->cone = cone_new(d);
	u->enable_cone = cone_new(d);
	u->reads = set_new(d);
	if (u->kind == SHARED)
		inputs_cone(d, u->node, &u->cone);
	bits_cone(d, u->data, &u->cone);
	bits_cone(d, u->address, &u->cone);
	bits_cone(d, u->mask, &u->cone);
	if (u->enable >= 0)
		bits_cone(d, (struct bits){1, &u->enable}, &u->enable_cone);
	u->wake = u->enable >= 0 ? u->enable_cone.from : u->cone.from;
	add_reads(d, u, u->cone.from);
	add_reads(d, u, u->enable_cone.from);
}

void design_cones(struct design *d)
{
	d->words = d->nnodes / 64 + 1;
	for (int i = 0; i < d->nnodes; i++)
		cone_free(&d->nodes[i].cone);
	for (int i = 0; i < d->nnodes; i++)
		node_cone(d, i);
	EACH_UNIT(d, u)
		unit_cones(d, u);
}

static void add_input(struct design *d, const struct port *p)
{
	for (int lo = 0; lo < p->bits.n; lo += 64) {
		const struct node n = {.kind = INPUT,
				       .first = lo,
				       .name = p->name,
				       .pin = true,
				       .wide_pin = p->bits.n > 64,
				       .src = ""};

		new_node(d, bits_slice(p->bits, lo, 64), n);
	}
}

struct design *design_build(struct netlist *n)
{
	struct design *d = zalloc(1, sizeof(*d));

	d->netlist = n;
	new_nets(d, n->nets > NET_1 ? n->nets : NET_1 + 1);
	for (int i = 0; i < n->nports; i++)
		if (!n->ports[i].output)
			add_input(d, &n->ports[i]);
	for (int i = 0; i < n->ncells; i++) {
		const struct cell *c = &n->cells[i];

		if (text_is(c->type, "$dff") || text_is(c->type, "$dffe") ||
		    text_is(c->type, "$adff") || text_is(c->type, "$adffe"))
			add_register(d, c);
		else if (text_is(c->type, "sync_jitter"))
			add_jitter(d, c);
		else if (text_is(c->type, "$mem_v2"))
			add_memory(d, c);
		else
			add_cell(d, c);
	}
	set_initial(d);
	place_in_pins(d);
	name_nodes(d);
	design_cones(d);
	return d;
}
