/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes the logic of a fast model in C (README.md). fast divides the units of each clock into
 * at most 62 clusters. A cluster has a bit in the word fast_dirty[clock] and runs at a rising
 * edge only when its bit is 1; a register that changes sets the bits of the clusters that read
 * it.
 */
#include "commands.h"
#include "design.h"
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define CLUSTERS 62    /* per clock */
#define GROUP 4	       /* clusters that one comparison with 0 tests together */
#define OUTPUTS 62     /* number of groups of outputs */
#define RESETS 63      /* the bit of the resets in fast_dirty[nclocks] */
#define SHARED_NETS 14 /* per clock */
#define TABLED 4       /* largest width of a register with a table of its transitions */

struct cluster {
	int nunits, nscopes;
	struct unit **unit;
	uint64_t *wake, *ops, *reads, *writes; /* sets of nodes */
};

/* Clusters of each clock in the order in which they run. */
struct schedule {
	int n;
	struct cluster *c[CLUSTERS];
};

/* The clusters of a clock, or the groups of outputs, that must run when a node changes. */
struct marks {
	uint64_t always;
	uint64_t armed; /* these run only while their enable is 1 */
};

struct fast {
	struct design *d;
	const char *model;
	struct schedule *clock;
	struct marks *marks; /* for each node, one for each clock and then one for the
			      * outputs */
	int noutputs;
	struct port **outputs;
};

/* ---- text ---- */

struct text {
	char *s;
	size_t n;
};

static __attribute__((format(printf, 2, 3))) void add(struct text *t, const char *fmt, ...)
{
	va_list ap;
	char *s;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&s, fmt, ap);
	va_end(ap);
	t->s = realloc(t->s, t->n + (size_t)n + 1);
	if (n < 0 || !t->s)
		fail("out of memory");
	memcpy(t->s + t->n, s, (size_t)n + 1);
	t->n += (size_t)n;
	free(s);
}

static const char *text(const struct text *t)
{
	return t->s ? t->s : "";
}

static const char *type_of(int width)
{
	return width <= 8    ? "uint8_t"
	       : width <= 16 ? "uint16_t"
	       : width <= 32 ? "uint32_t"
			     : "uint64_t";
}

static char *number(uint64_t v)
{
	return v < 10		 ? format("%" PRIu64, v)
	       : v <= UINT32_MAX ? format("0x%" PRIX64 "u", v)
				 : format("0x%" PRIX64 "ull", v);
}

static uint64_t ones(int n)
{
	return n ? UINT64_MAX >> (64 - n) : 0;
}

static uint64_t bit(int i)
{
	return (uint64_t)1 << i;
}

static struct bits one_bit(const int *net)
{
	return (struct bits){1, (int *)net};
}

/* ---- expressions ---- */

/*
 * Code that computes some values. An operation that is used once is written where it is used.
 * An operation that is used more often becomes a C constant: in the scope that uses it if there
 * is only one, otherwise at the top, before all scopes.
 */
struct block {
	const struct fast *f;
	int root;	   /* the shared net that this block computes, or -1 */
	bool see_through;  /* derived nodes and shared nets are computed instead of read */
	int *uses, *scope; /* for each node */
	bool *named;
	struct text *body; /* for each scope */
};

enum { NOWHERE = -1, TOP };

static struct block *new_block(const struct fast *f, int nscopes)
{
	struct block *b = zalloc(1, sizeof(*b));
	const int n = f->d->nnodes;

	b->f = f;
	b->root = -1;
	b->uses = zalloc(n, sizeof(int));
	b->scope = zalloc(n, sizeof(int));
	b->named = zalloc(n, sizeof(bool));
	for (int i = 0; i < n; i++)
		b->scope[i] = NOWHERE;
	b->body = zalloc(nscopes, sizeof(*b->body));
	return b;
}

static bool computed(const struct block *b, int node)
{
	const struct node *x = &b->f->d->nodes[node];

	return (x->kind == OP && (!x->net || node == b->root || b->see_through)) ||
	       (x->kind == DERIVED && (b->see_through || b->f->d->nodes[x->base].tabled));
}

/* Counts the uses of each operation that these bits depend on. */
static void count_bits(struct block *b, struct bits v)
{
	EACH_RUN(b->f->d, v, r) {
		if (r.node < 0 || !computed(b, r.node) || b->uses[r.node]++)
			continue;
		for (int k = 0; k < b->f->d->nodes[r.node].nin; k++)
			count_bits(b, b->f->d->nodes[r.node].in[k]);
	}
}

/* Finds the scope of each operation: the only one that uses it, or TOP. */
static void place_bits(struct block *b, struct bits v, int scope)
{
	EACH_RUN(b->f->d, v, r) {
		if (r.node < 0 || !computed(b, r.node) || b->scope[r.node] == TOP ||
		    b->scope[r.node] == scope)
			continue;
		b->scope[r.node] = b->scope[r.node] == NOWHERE ? scope : TOP;
		for (int k = 0; k < b->f->d->nodes[r.node].nin; k++)
			place_bits(b, b->f->d->nodes[r.node].in[k], b->scope[r.node]);
	}
}

static void use_bits(struct block *b, struct bits v, int scope)
{
	count_bits(b, v);
	place_bits(b, v, scope);
}

/* Like use_bits(), for a node that is the result of the block. */
static void use_node(struct block *b, int node, int scope)
{
	b->uses[node] = 1;
	b->scope[node] = scope;
	for (int k = 0; k < b->f->d->nodes[node].nin; k++)
		use_bits(b, b->f->d->nodes[node].in[k], scope);
}

static char *op_code(struct block *b, int node, int scope);

static char *node_code(struct block *b, int node, int scope)
{
	const struct node *x = &b->f->d->nodes[node];
	const int word = x->first / 32;

	if (x->wide_pin)
		return x->width <= 32
			       ? format("m->%s[%d]", x->at, word)
			       : format("(m->%1$s[%2$d] | (uint64_t)m->%1$s[%3$d] << 32)",
					x->at, word, word + 1);
	if (!computed(b, node))
		return x->kind == DERIVED ? format("m->x_%s", x->name)
		       : x->kind == OP	  ? format("m->y_%s", x->name)
					  : format("m->%s", x->at);
	if (b->uses[node] == 1)
		return op_code(b, node, scope);
	if (!b->named[node]) {
		const int own = b->scope[node];
		char *e = op_code(b, node, own);

		b->named[node] = true;
		add(&b->body[own], "\tconst %s %s_ = %s;\n",
		    x->width <= 32 ? "uint32_t" : "uint64_t", x->name, e);
	}
	return format("%s_", x->name);
}

/* Returns the code that concatenates runs. The result has no bits above its width. */
static char *bits_code(struct block *b, struct bits v, int scope)
{
	const struct design *d = b->f->d;
	struct text t = {0};
	uint64_t constant = 0;
	int parts = 0;

	EACH_RUN(d, v, r) {
		char *e;

		if (r.node < 0) {
			for (int k = r.at; k < r.at + r.n; k++)
				constant |= (uint64_t)(v.net[k] == NET_1) << k;
			continue;
		}
		e = node_code(b, r.node, scope);
		if (r.bit)
			e = format("(%s >> %d)", e, r.bit);
		if (r.bit + r.n < d->nodes[r.node].width)
			e = format("(%s & %s)", e, number(ones(r.n)));
		if (r.at)
			e = format("((%s)%s << %d)", v.n > 32 ? "uint64_t" : "uint32_t", e,
				   r.at);
		add(&t, "%s%s", parts++ ? " | " : "", e);
	}
	if (constant || !parts)
		add(&t, "%s%s", parts++ ? " | " : "", number(constant));
	return parts == 1 ? t.s : format("(%s)", t.s);
}

static char *masked(const char *e, int width)
{
	/* also truncate to 32 bits here, because a wider expression may enclose this one */
	if (width == 64)
		return format("(%s)", e);
	return width == 32 ? format("((uint32_t)(%s))", e)
			   : format("((%s) & %s)", e, number(ones(width)));
}

/* Returns whether all bits are constants. If so, their value is stored in *v. */
static bool constant(const struct design *d, struct bits b, uint64_t *v)
{
	*v = 0;
	for (int i = 0; i < b.n; i++) {
		if (d->where[b.net[i]].node >= 0)
			return false;
		*v |= (uint64_t)(b.net[i] == NET_1) << i;
	}
	return true;
}

/* Returns the code for the comparison with a constant, run by run. @relation: == or != */
static char *by_runs(struct block *b, struct bits v, uint64_t with, const char *relation,
		     int scope)
{
	const bool equal = text_is(relation, "==");
	struct text t = {0};

	EACH_RUN(b->f->d, v, r) {
		const struct bits part = bits_slice(v, r.at, r.n);
		const uint64_t want = with >> r.at & ones(r.n);
		const char *e;
		uint64_t value;

		if (constant(b->f->d, part, &value)) {
			if ((value == want) == equal)
				continue; /* neutral */
			e = equal ? "0" : "1";
		} else {
			e = bits_code(b, part, scope);
			e = r.n == 1 ? format("%s%s", (want == 1) == equal ? "" : "!", e)
				     : format("%s %s %s", e, relation, number(want));
		}
		add(&t, "%s%s", !t.n ? "" : equal ? " && " : " || ", e);
	}
	return format("(%s)", t.n ? t.s : equal ? "1" : "0");
}

static char *shift_code(struct block *b, const struct node *x, int scope)
{
	const struct bits a = x->in[0], s = x->in[1];
	const int wide = a.n > 32 || x->width > 32 ? 64 : 32;
	const char *ac = bits_code(b, a, scope), *sc = bits_code(b, s, scope);
	char *e;

	if (x->op == SHR_SIGNED)
		return masked(format("(uint64_t)((int64_t)((uint64_t)%1$s << %2$d) >> %2$d >> "
				     "(%3$s > 63 ? 63 : %3$s))",
				     ac, 64 - a.n, sc),
			      x->width);
	e = format("(uint%d_t)%s %s %s", wide, ac, x->op == SHL ? "<<" : ">>", sc);
	if (s.n > (wide == 64 ? 6 : 5))
		e = format("%s < %d ? %s : 0", sc, wide, e);
	return masked(e, x->op == SHR && x->width >= a.n ? wide : x->width);
}

static char *mux_code(struct block *b, const struct node *x, int scope)
{
	struct text t = {0};

	for (int i = 1; i < x->nin; i += 2) {
		const char *s = bits_code(b, x->in[i + 1], scope);

		add(&t, "%s ? %s : ", s, bits_code(b, x->in[i], scope));
	}
	return format("(%s%s)", text(&t), bits_code(b, x->in[0], scope));
}

static char *wide_shift_code(struct block *b, const struct node *x, int scope)
{
	struct text t = {0};

	for (int i = 1; i < x->nin; i++)
		add(&t, "%s%s", i > 1 ? ", " : "", bits_code(b, x->in[i], scope));
	return masked(format("shift_right((const uint64_t[]){%1$s}, %2$d, "
			     "(int64_t)((uint64_t)%3$s << %4$d) >> %4$d, %5$d)",
			     text(&t), x->nin - 1, bits_code(b, x->in[0], scope),
			     x->is_signed ? 64 - x->in[0].n : 0, x->first),
		      x->width);
}

static char *read_code(struct block *b, const struct node *x, int scope)
{
	const struct node *mem = &b->f->d->nodes[x->mem];
	const char *a = bits_code(b, x->in[0], scope);

	if (x->in[0].n < 31 && 1 << x->in[0].n <= mem->size)
		return format("m->%s[%s]", mem->at, a);
	return format("(%1$s < %2$d ? m->%3$s[%1$s] : 0)", a, mem->size, mem->at);
}

static char *op_code(struct block *b, int node, int scope)
{
	static const char *const symbols[OPS] = {
		[AND] = "&", [OR] = "|",  [XOR] = "^",	      [ADD] = "+",	[SUB] = "-",
		[MUL] = "*", [DIV] = "/", [MOD] = "%",	      [EQ] = "==",	[NE] = "!=",
		[LT] = "<",  [LE] = "<=", [LOGIC_AND] = "&&", [LOGIC_OR] = "||"};
	const struct node *x = &b->f->d->nodes[node];
	const char *symbol = symbols[x->op];
	const int wide = x->width > 32 ? 64 : 32;
	const struct bits *in = x->in;
	uint64_t value;
#define IN(i) bits_code(b, in[i], scope)

	switch (x->op) {
	case MUX:
		return mux_code(b, x, scope);
	case XNOR:
		return masked(format("~(%s ^ %s)", IN(0), IN(1)), x->width);
	case NOT:
		return x->width == 1 ? format("!%s", IN(0))
				     : masked(format("~(uint%d_t)%s", wide, IN(0)), x->width);
	case ADD:
	case SUB:
	case MUL:
		return masked(format("(uint%d_t)%s %s %s", wide, IN(0), symbol, IN(1)),
			      x->width);
	case DIV:
	case MOD:
		if (x->is_signed)
			fail("%s: a signed division", x->src);
		return masked(
			format("%1$s ? (uint64_t)%2$s %3$s %1$s : 0", IN(1), IN(0), symbol),
			x->width);
	case EQ:
	case NE:
		if (constant(b->f->d, in[1], &value))
			return by_runs(b, in[0], value, symbol, scope);
		break;
	case LT:
	case LE:
		if (x->is_signed) /* shift the sign bits to bit 63 */
			return format("((int64_t)((uint64_t)%s << %d) %s "
				      "(int64_t)((uint64_t)%s << %d))",
				      IN(0), 64 - in[0].n, symbol, IN(1), 64 - in[1].n);
		break;
	case LOGIC_NOT:
		return format("!%s", IN(0));
	case REDUCE_OR:
		return by_runs(b, in[0], 0, "!=", scope);
	case REDUCE_AND:
		return by_runs(b, in[0], ones(in[0].n), "==", scope);
	case REDUCE_XOR:
		return format("(uint32_t)__builtin_parityll(%s)", IN(0));
	case REDUCE_XNOR:
		return format("!__builtin_parityll(%s)", IN(0));
	case SHL:
	case SHR:
	case SHR_SIGNED:
		return shift_code(b, x, scope);
	case SHR_WIDE:
		return wide_shift_code(b, x, scope);
	case READ:
		return read_code(b, x, scope);
	case XORSHIFT:
		return format("xorshift(%s)", IN(0));
	default:
		break;
	}
	return format("(%s %s %s)", IN(0), symbol, IN(1));
#undef IN
}

/* Makes the code of a derived node. Returns the constants that its value needs; @value receives
 * the value. */
static const char *derived_code(const struct fast *f, int node, const char **value)
{
	struct block *b = new_block(f, 1);

	b->see_through = true;
	use_node(b, node, TOP);
	*value = node_code(b, node, TOP);
	return text(&b->body[TOP]);
}

/* ---- clusters ---- */

static struct cluster *new_cluster(const struct design *d)
{
	struct cluster *c = zalloc(1, sizeof(*c));

	c->wake = set_new(d);
	c->ops = set_new(d);
	c->reads = set_new(d);
	c->writes = set_new(d);
	return c;
}

static void add_unit(const struct design *d, struct cluster *c, struct unit *u)
{
	APPEND(c->unit, c->nunits, u);
	set_or(d, c->wake, u->wake);
	set_or(d, c->ops, u->cone.ops);
	set_or(d, c->ops, u->enable_cone.ops);
	set_or(d, c->reads, u->reads);
	set_add(c->writes, u->node);
}

/* The benefit of merging two clusters: high if the same nodes wake them, if they share
 * operations and if they are small. */
static double affinity(const struct design *d, const struct cluster *a, const struct cluster *b)
{
	const int na = set_count(d, a->ops), nb = set_count(d, b->ops);
	const int wake = set_common(d, a->wake, b->wake);
	const int either = set_count(d, a->wake) + set_count(d, b->wake) - wake;
	const int least = na < nb ? na : nb;

	return ((double)wake / (either ? either : 1) +
		0.5 * set_common(d, a->ops, b->ops) / (least ? least : 1)) /
	       (1 + (na + nb) / 60.0);
}

/* Returns whether the unit is a register without an enable that adds to or subtracts from
 * itself. */
static bool is_counter(const struct design *d, const struct unit *u)
{
	if (u->kind != REGISTER || u->enable >= 0 || !set_has(u->cone.from, u->node))
		return false;
	EACH_NODE(d, u->cone.ops, k)
		if (d->nodes[k].op == ADD || d->nodes[k].op == SUB)
			return true;
	return false;
}

/* Returns whether the cluster has a counter that counts at every clock edge: it would wake all
 * units of its cluster at every edge. */
static bool restless(const struct design *d, const struct cluster *c)
{
	for (int i = 0; i < c->nunits; i++)
		if (is_counter(d, c->unit[i]) && d->nodes[c->unit[i]->node].width > 2 &&
		    set_count(d, c->unit[i]->cone.ops) < 8)
			return true;
	return false;
}

static int size_of(const struct design *d, const struct cluster *c)
{
	return set_count(d, c->ops) + c->nunits + (restless(d, c) ? 1 << 20 : 0);
}

/* Moves all of @from into @to; the last cluster takes the place of @from. */
static void join(const struct design *d, struct cluster **c, int *n, int from, int to)
{
	for (int i = 0; i < c[from]->nunits; i++)
		add_unit(d, c[to], c[from]->unit[i]);
	c[from] = c[--*n];
}

static bool has_enable(const struct cluster *c)
{
	return c->unit[0]->enable >= 0;
}

/* Returns whether @a computes at least half of the operations of @b, too. */
static bool alike(const struct design *d, const struct cluster *a, const struct cluster *b)
{
	const int common = set_common(d, a->ops, b->ops);

	return common >= 5 && 2 * common >= set_count(d, b->ops) && !has_enable(a) &&
	       !has_enable(b) && !restless(d, a) && !restless(d, b);
}

/* Merges clusters without an enable that are alike. */
static int merge_alike(const struct design *d, struct cluster **c, int n)
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++) {
			if (i == k || !alike(d, c[i], c[k]))
				continue;
			join(d, c, &n, k, i);
			if (i == n)
				i = k; /* join() has moved the last cluster to @k */
			k = -1;
		}
	return n;
}

/* Merges the smallest cluster with the one that suits it best, until @room are left; clusters
 * with a restless counter are merged last. */
static int merge(const struct design *d, struct cluster **c, int n, int room)
{
	while (n > room) {
		int small = 0, best = -1;
		double most = -2;

		for (int i = 1; i < n; i++)
			if (size_of(d, c[i]) < size_of(d, c[small]))
				small = i;
		for (int i = 0; i < n; i++) {
			const double a = restless(d, c[i]) ? -1 : affinity(d, c[small], c[i]);

			if (i != small && a > most) {
				most = a;
				best = i;
			}
		}
		join(d, c, &n, small, best);
	}
	return n;
}

/* Orders clusters so that few registers have to be written late: next is always the cluster
 * that writes the fewest registers which clusters after it read. */
static void order(const struct design *d, struct cluster **c, int n, struct schedule *to)
{
	uint64_t *reads = set_new(d);

	while (n) {
		int best = 0, least = INT_MAX;

		for (int i = 0; i < n; i++) {
			int late;

			memset(reads, 0, (size_t)d->words * sizeof(*reads));
			for (int k = 0; k < n; k++)
				if (k != i)
					set_or(d, reads, c[k]->reads);
			late = set_common(d, c[i]->writes, reads);
			if (late < least) {
				least = late;
				best = i;
			}
		}
		to->c[to->n++] = c[best];
		n--;
		memmove(c + best, c + best + 1, (size_t)(n - best) * sizeof(*c));
	}
	free(reads);
}

/* Schedules a shared net after the shared nets that it reads. */
static void place_shared(struct design *d, struct schedule *s, struct unit *u)
{
	for (int i = 0; i < s->n; i++)
		if (s->c[i]->unit[0] == u)
			return;
	EACH_UNIT(d, v)
		if (v->kind == SHARED && v->clock == u->clock && v != u &&
		    set_has(u->cone.from, v->node))
			place_shared(d, s, v);
	s->c[s->n] = new_cluster(d);
	add_unit(d, s->c[s->n++], u);
}

static bool same_enable(const struct unit *a, const struct unit *b)
{
	return a->enable == b->enable && (a->enable < 0 || a->active == b->active);
}

/* A cluster has a scope for the units without an enable, then one for each enable. */
static void number_scopes(struct cluster *c, int cluster)
{
	c->nscopes = TOP + 2;
	for (int i = 0; i < c->nunits; i++) {
		struct unit *u = c->unit[i];
		int k = 0;

		while (!same_enable(u, c->unit[k]))
			k++;
		u->cluster = cluster;
		u->scope = u->enable < 0 ? TOP + 1 : k < i ? c->unit[k]->scope : c->nscopes++;
	}
}

static void make_clusters(struct fast *f, int clock)
{
	struct design *d = f->d;
	struct schedule *s = &f->clock[clock];
	struct cluster **c = zalloc(d->nunits + 1, sizeof(*c));
	int n = 0;

	EACH_UNIT(d, u) {
		int k = 0;

		if (u->clock != clock)
			continue;
		if (u->kind == SHARED) {
			place_shared(d, s, u);
			continue;
		}
		while (k < n && (u->enable < 0 || !same_enable(u, c[k]->unit[0])))
			k++;
		if (k == n)
			c[n++] = new_cluster(d);
		add_unit(d, c[k], u);
	}
	n = merge_alike(d, c, n);
	n = merge(d, c, n, CLUSTERS - s->n);
	order(d, c, n, s);
	for (int i = 0; i < s->n; i++)
		number_scopes(s->c[i], i);
	free(c);
}

/* ---- who reads what ---- */

static struct marks *marks_of(const struct fast *f, int node, int clock)
{
	return &f->marks[node * (f->d->nclocks + 1) + clock];
}

/* Returns whether only registers read the input; then it is read only when they are clocked. */
static bool sampled(const struct fast *f, int node)
{
	return f->d->nodes[node].kind == INPUT && !marks_of(f, node, f->d->nclocks)->always;
}

static bool reads_sampled(const struct fast *f, const struct unit *u)
{
	EACH_NODE(f->d, u->cone.from, i)
		if (sampled(f, i))
			return true;
	return false;
}

/* Returns whether the units of this cluster with the same enable as @of run at every edge while
 * the enable is 1. */
static bool repeats(const struct fast *f, const struct cluster *c, const struct unit *of)
{
	for (int i = 0; of->enable >= 0 && i < c->nunits; i++)
		if (same_enable(c->unit[i], of) &&
		    (c->unit[i]->always || reads_sampled(f, c->unit[i])))
			return true;
	return false;
}

/* Returns the group in which the output is computed. */
static int group_of(const struct fast *f, int output)
{
	return output * OUTPUTS / f->noutputs;
}

/* Finds the outputs that are not registers stored in their pins, and marks what these outputs
 * and the resets read. */
static void find_outputs(struct fast *f)
{
	struct design *d = f->d;
	struct cone resets = cone_new(d);

	for (int i = 0; i < d->netlist->nports; i++) {
		struct port *p = &d->netlist->ports[i];
		const struct node *x = whole_node(d, p->bits);

		if (p->output && !(x && x->kind == REG && x->pin && x->name == p->name))
			APPEND(f->outputs, f->noutputs, p);
	}
	for (int i = 0; i < f->noutputs; i++) {
		struct cone c = cone_new(d);

		bits_cone(d, f->outputs[i]->bits, &c);
		EACH_NODE(d, c.from, k)
			marks_of(f, k, d->nclocks)->always |= bit(group_of(f, i));
	}
	resets_cone(d, &resets);
	EACH_NODE(d, resets.from, k)
		marks_of(f, k, d->nclocks)->always |= bit(RESETS);
}

static void find_readers(struct fast *f)
{
	struct design *d = f->d;

	f->marks = zalloc(d->nnodes * (d->nclocks + 1), sizeof(*f->marks));
	find_outputs(f);
	EACH_UNIT(d, u)
		EACH_NODE(d, u->wake, node)
			marks_of(f, node, u->clock)->always |= bit(u->cluster);
	EACH_UNIT(d, u) {
		if (u->enable < 0)
			continue;
		EACH_NODE(d, u->cone.from, node) {
			struct marks *m = marks_of(f, node, u->clock);

			m->armed |= bit(u->cluster) & ~m->always;
		}
	}
}

/* Returns whether @u runs, or may run, after @before: in a later cluster or scope, or in the
 * domain of another clock, which may rise at the same time. */
static bool runs_after(const struct unit *u, const struct unit *before)
{
	return u->clock != before->clock || u->cluster > before->cluster ||
	       (u->cluster == before->cluster && u->scope > before->scope);
}

/* A register is written late when logic that may run after it reads it. */
static void find_late(struct design *d)
{
	EACH_UNIT(d, u)
		EACH_UNIT(d, v)
			if (u->kind == REGISTER && set_has(v->reads, u->node) &&
			    runs_after(v, u))
				d->nodes[u->node].late = true;
}

/* ---- functions of one register ---- */

static uint64_t value_of(const struct design *d, int node, int reg, uint64_t v);

/* The value of bits that depend on register @reg alone, if the register has the value @v. */
static uint64_t value_of_bits(const struct design *d, struct bits b, int reg, uint64_t v)
{
	uint64_t r = 0;

	for (int i = 0; i < b.n; i++) {
		const struct where w = d->where[b.net[i]];

		if (w.node >= 0)
			r |= (value_of(d, w.node, reg, v) >> w.bit & 1) << i;
		else
			r |= (uint64_t)(b.net[i] == NET_1) << i;
	}
	return r;
}

/* Returns the result of an operation with one or two operands, before it is truncated to its
 * width. */
static uint64_t result_of(const struct node *x, uint64_t a, uint64_t b)
{
	switch (x->op) {
	case AND:
		return a & b;
	case OR:
		return a | b;
	case XOR:
		return a ^ b;
	case XNOR:
		return ~(a ^ b);
	case NOT:
		return ~a;
	case ADD:
		return a + b;
	case SUB:
		return a - b;
	case EQ:
		return a == b;
	case NE:
		return a != b;
	case LT:
		return a < b;
	case LE:
		return a <= b;
	case LOGIC_AND:
		return a && b;
	case LOGIC_OR:
		return a || b;
	case LOGIC_NOT:
		return !a;
	case REDUCE_OR:
		return a != 0;
	case REDUCE_AND:
		return a == ones(x->in[0].n);
	case REDUCE_XOR:
		return (uint64_t)__builtin_parityll(a);
	case REDUCE_XNOR:
		return !__builtin_parityll(a);
	case SHL:
		return b < 64 ? a << b : 0;
	case SHR:
		return b < 64 ? a >> b : 0;
	default:
		fail("%s: an operation that has no table", x->src);
	}
}

static uint64_t value_of(const struct design *d, int node, int reg, uint64_t v)
{
	const struct node *x = &d->nodes[node];
	uint64_t a, b;

	if (node == reg)
		return v;
	for (int i = 2; x->op == MUX && i < x->nin; i += 2)
		if (value_of_bits(d, x->in[i], reg, v))
			return value_of_bits(d, x->in[i - 1], reg, v);
	a = value_of_bits(d, x->in[0], reg, v);
	if (x->op == MUX)
		return a;
	b = x->nin > 1 ? value_of_bits(d, x->in[1], reg, v) : 0;
	return result_of(x, a, b) & ones(x->width);
}

static bool has_value(const struct design *d, int node, int reg);

static bool bits_have_value(const struct design *d, struct bits b, int reg)
{
	EACH_RUN(d, b, r)
		if (r.node >= 0 && !has_value(d, r.node, reg))
			return false;
	return true;
}

/* Returns whether value_of() supports all operations between the register and the node; it
 * knows unsigned ones only. */
static bool has_value(const struct design *d, int node, int reg)
{
	const struct node *x = &d->nodes[node];

	if (node == reg)
		return true;
	if (x->nin == 0 || x->is_signed || x->op == MUL || x->op == DIV || x->op == MOD ||
	    x->op >= SHR_SIGNED)
		return false;
	for (int k = 0; k < x->nin; k++)
		if (!bits_have_value(d, x->in[k], reg))
			return false;
	return true;
}

static bool is_derived(const struct node *x, int reg)
{
	return x->kind == DERIVED && x->base == reg;
}

/* ---- derived nodes and shared nets ---- */

/* The register of which the node is a one-bit function, or -1. */
static int function_of(const struct design *d, int node)
{
	const struct node *x = &d->nodes[node];

	if (x->kind != OP || x->width != 1 || set_count(d, x->cone.from) != 1)
		return -1;
	EACH_NODE(d, x->cone.from, i)
		if (d->nodes[i].kind == REG && d->nodes[i].width > 1 && !d->nodes[i].jitter)
			return i;
	return -1;
}

static void mark_used(const struct design *d, struct bits b, bool *used)
{
	EACH_RUN(d, b, r)
		if (r.node >= 0)
			used[r.node] = true;
}

/* Chooses derived nodes: the result of a comparison with a counter, or of the decoding of a
 * state, is stored beside the register and wakes its readers only when it changes. */
static void choose_derived(struct design *d)
{
	bool *used = zalloc(d->nnodes, sizeof(*used));
	int *base = zalloc(d->nnodes, sizeof(*base));
	struct cone resets = cone_new(d);

	resets_cone(d, &resets);
	for (int i = 0; i < d->nnodes; i++)
		base[i] = set_has(resets.ops, i) ? -1 : function_of(d, i);
	EACH_UNIT(d, u) {
		mark_used(d, u->data, used);
		mark_used(d, u->address, used);
		mark_used(d, u->mask, used);
		if (u->enable >= 0)
			mark_used(d, one_bit(&u->enable), used);
	}
	for (int i = 0; i < d->netlist->nports; i++)
		if (d->netlist->ports[i].output)
			mark_used(d, d->netlist->ports[i].bits, used);
	for (int i = 0; i < d->nnodes; i++)
		for (int k = 0; base[i] < 0 && k < d->nodes[i].nin; k++)
			mark_used(d, d->nodes[i].in[k], used);
	for (int i = 0; i < d->nnodes; i++) {
		struct node *reg = base[i] < 0 ? NULL : &d->nodes[base[i]];

		if (!reg || !used[i] || (reg->width <= TABLED && !has_value(d, i, base[i])))
			continue;
		d->nodes[i].kind = DERIVED;
		d->nodes[i].base = base[i];
		reg->tabled = reg->width <= TABLED;
	}
	design_cones(d);
}

/* Returns the number of units of a clock that need each operation; units with the same enable
 * count once for the operations of the enable. */
static int *count_users(const struct design *d, int clock)
{
	int *users = zalloc(d->nnodes, sizeof(*users));

	EACH_UNIT(d, u) {
		const struct unit *v = d->units;

		if (u->clock != clock)
			continue;
		EACH_NODE(d, u->cone.ops, k)
			users[k]++;
		while (v->clock != clock || !same_enable(u, v))
			v++;
		if (u != v)
			continue;
		EACH_NODE(d, u->enable_cone.ops, k)
			users[k]++;
	}
	return users;
}

/* Returns the one-bit operation that saves most if it is computed once for all units of a
 * clock; -1: none. */
static int best_shared(struct design *d, int clock)
{
	const int *users = count_users(d, clock);
	struct cone other = cone_new(d);
	int best = -1, most = 0;

	outputs_cone(d, &other);
	resets_cone(d, &other);
	EACH_UNIT(d, u)
		if (u->clock != clock) {
			set_or(d, other.ops, u->cone.ops);
			set_or(d, other.ops, u->enable_cone.ops);
		}
	for (int i = 0; i < d->nnodes; i++) {
		const struct node *x = &d->nodes[i];
		const int size = set_count(d, x->cone.ops);

		if (x->kind != OP || x->net || x->width != 1 || set_has(other.ops, i) ||
		    users[i] < 3 || size < 4 || set_count(d, x->cone.from) < 2)
			continue;
		if (size * (users[i] - 1) > most) {
			most = size * (users[i] - 1);
			best = i;
		}
	}
	return best;
}

static void choose_shared(struct design *d)
{
	for (int clock = 0; clock < d->nclocks; clock++)
		for (int made = 0; made < SHARED_NETS; made++) {
			const int best = best_shared(d, clock);
			const struct unit u = {
				.kind = SHARED,
				.node = best,
				.clock = clock,
				.enable = -1,
				.reset = -1,
				.src = best < 0 ? NULL : d->nodes[best].src,
			};

			if (best < 0)
				break;
			d->nodes[best].net = true;
			APPEND(d->units, d->nunits, u);
			design_cones(d);
		}
}

/* ---- marks ---- */

/* The place of code that marks clusters. */
struct site {
	int clock;	   /* clock whose logic contains the code: its mark words are local
			    * variables; -1: none */
	const char *dirty; /* name of the local variable for the marks */
};

static const struct site outside = {.clock = -1};

/* Writes code that marks the clusters @always, and @armed if their enable is 1; NULL: none. */
static void put_mark(struct text *t, int clock, const struct site *s, const char *always,
		     const char *armed)
{
	const bool local = clock == s->clock;

	if (!always && !armed)
		return;
	add(t, " %s |= ", local ? s->dirty : format("m->fast_dirty[%d]", clock));
	if (always)
		add(t, armed ? "%s | (" : "%s", always);
	if (armed)
		add(t, "%s & %s%s", armed, local ? "armed" : format("m->fast_armed[%d]", clock),
		    always ? ")" : "");
	add(t, ";");
}

/* Writes code that marks what must run when the node has changed. */
static void put_marks(const struct fast *f, struct text *t, int node, const struct site *s)
{
	for (int k = 0; k <= f->d->nclocks; k++) {
		const uint64_t always = marks_of(f, node, k)->always,
			       armed = marks_of(f, node, k)->armed;

		put_mark(t, k, s, always ? number(always) : NULL, armed ? number(armed) : NULL);
	}
}

/* Returns all marks that the derived nodes of a register set when it changes from @v to @w. */
static struct marks transition(const struct fast *f, int clock, int reg, uint64_t v, uint64_t w)
{
	const struct design *d = f->d;
	struct marks all = {0, 0};

	for (int i = 0; i < d->nnodes; i++)
		if (is_derived(&d->nodes[i], reg) &&
		    value_of(d, i, reg, v) != value_of(d, i, reg, w)) {
			all.always |= marks_of(f, i, clock)->always;
			all.armed |= marks_of(f, i, clock)->armed;
		}
	return all;
}

static void put_tables(const struct fast *f)
{
	const struct design *d = f->d;

	for (int reg = 0; reg < d->nnodes; reg++) {
		const struct node *x = &d->nodes[reg];
		const int values = 1 << (x->tabled ? x->width : 0);

		if (!x->tabled)
			continue;
		printf("/* what a change of %1$s marks: for each clock, always and while armed "
		       "*/\n"
		       "static const uint64_t marks_%1$s[%2$d][%3$d][2] = {\n",
		       x->name, values * values, d->nclocks + 1);
		for (int v = 0; v < values * values; v++) {
			printf("\t{");
			for (int k = 0; k <= d->nclocks; k++) {
				const struct marks m =
					transition(f, k, reg, (uint64_t)(v / values),
						   (uint64_t)(v % values));

				printf("{%s, %s}, ", number(m.always), number(m.armed));
			}
			printf("},\n");
		}
		printf("};\n\n");
	}
}

/* Writes code that sets the marks of a register with a table, before it takes the value
 * @new. */
static void put_transition(const struct fast *f, struct text *t, int reg, const char *new,
			   const struct site *s)
{
	const struct design *d = f->d;
	const struct node *x = &d->nodes[reg];

	if (!x->tabled)
		return;
	add(t, " const uint64_t (*marks)[2] = marks_%s[m->%s << %d | %s];", x->name, x->at,
	    x->width, new);
	for (int k = 0; k <= d->nclocks; k++) {
		struct marks any = {0, 0};

		for (int i = 0; i < d->nnodes; i++)
			if (is_derived(&d->nodes[i], reg)) {
				any.always |= marks_of(f, i, k)->always;
				any.armed |= marks_of(f, i, k)->armed;
			}
		put_mark(t, k, s, any.always ? format("marks[%d][0]", k) : NULL,
			 any.armed ? format("marks[%d][1]", k) : NULL);
	}
}

/* Writes code that updates the derived nodes of a register that has just changed. */
static void put_derived(const struct fast *f, struct text *t, int reg, const struct site *s)
{
	for (int i = 0; !f->d->nodes[reg].tabled && i < f->d->nnodes; i++) {
		const struct node *x = &f->d->nodes[i];
		const char *constants, *value;

		if (!is_derived(x, reg))
			continue;
		constants = derived_code(f, i, &value);
		add(t, " { %1$sconst uint8_t v = %2$s; if (v != m->x_%3$s) { m->x_%3$s = v;",
		    constants, value, x->name);
		put_marks(f, t, i, s);
		add(t, " } }");
	}
}

/* ---- logic of a clock ---- */

/* The code of a unit: the values in its scope, then the immediate writes, then the late
 * ones. */
struct unit_code {
	struct block *b;
	struct text *values, writes, *late;
	struct site site;
	uint64_t self; /* the bit of the unit's cluster */
};

static void put_shared(const struct fast *f, const struct unit *u, struct unit_code *c)
{
	const struct node *x = &f->d->nodes[u->node];
	const struct site site = {.clock = u->clock, .dirty = "todo"};

	add(&c->writes, "\tif (%1$s != m->y_%2$s) { m->y_%2$s ^= 1;",
	    op_code(c->b, u->node, u->scope), x->name);
	put_marks(f, &c->writes, u->node, &site);
	add(&c->writes, " }\n");
}

/* Writes code that carries out a write to a memory. */
static void put_late_write(const struct fast *f, const struct unit *u, struct text *late)
{
	const struct node *x = &f->d->nodes[u->node];
	const int w = (int)(u - f->d->units);

	add(late, "\tif (m->w_%d.mask) {", w);
	if (1 << (u->address.n < 30 ? u->address.n : 30) > x->size)
		add(late, " if (m->w_%d.address < %d)", w, x->size);
	add(late,
	    " m->%1$s[m->w_%2$d.address] = (%3$s)((m->%1$s[m->w_%2$d.address] & "
	    "~m->w_%2$d.mask) | "
	    "(m->w_%2$d.data & m->w_%2$d.mask)); m->w_%2$d.mask = 0;",
	    x->at, w, type_of(x->width));
	put_marks(f, late, u->node, &outside);
	add(late, " }\n");
}

static bool same_memory(const struct unit *a, const struct unit *b)
{
	return a->kind == WRITE && a->node == b->node && a->clock == b->clock;
}

static void put_memory_write(const struct fast *f, const struct unit *u, struct unit_code *c)
{
	const char *a = bits_code(c->b, u->address, u->scope),
		   *v = bits_code(c->b, u->data, u->scope);
	const char *mask = u->mask.n ? bits_code(c->b, u->mask, u->scope) : NULL;

	add(c->values,
	    "\tm->w_%1$d.address = %2$s; m->w_%1$d.data = %3$s; m->w_%1$d.mask = %4$s; pend |= "
	    "%5$s;\n",
	    (int)(u - f->d->units), a, v,
	    mask ? mask : number(ones(f->d->nodes[u->node].width)), number(c->self));
	/* The last of several writes to an address counts, in whichever clusters they are: the
	 * first cluster with a write carries out all. */
	EACH_UNIT(f->d, w)
		if (w < u && w->cluster == u->cluster && same_memory(w, u))
			return;
	EACH_UNIT(f->d, w)
		if (same_memory(w, u))
			put_late_write(f, w, c->late);
}

static void put_register(const struct fast *f, const struct unit *u, struct unit_code *c)
{
	const struct node *x = &f->d->nodes[u->node];
	const struct site *site = x->late ? &outside : &c->site;
	struct text *t = x->late ? c->late : &c->writes;
	const char *new = format("%s%s", x->late ? "m->n_" : "next_", x->name);

	add(c->values, "\tconst %s next_%s = %s;\n", type_of(x->width), x->name,
	    bits_code(c->b, u->data, u->scope));
	if (x->late)
		add(&c->writes,
		    "\tif (next_%1$s != m->%2$s) { m->n_%1$s = next_%1$s; pend |= %3$s; }\n",
		    x->name, x->at, number(c->self));
	add(t, "\tif (%s != m->%s) {", new, x->at);
	put_transition(f, t, u->node, new, site);
	add(t, " m->%s = %s;", x->at, new);
	put_marks(f, t, u->node, site);
	put_derived(f, t, u->node, site);
	add(t, " }\n");
}

static void put_unit(const struct fast *f, const struct unit *u, struct unit_code *code)
{
	add(code->values, "\t/* %s */\n", u->src);
	if (u->kind == SHARED)
		put_shared(f, u, code);
	else if (u->kind == WRITE)
		put_memory_write(f, u, code);
	else
		put_register(f, u, code);
}

static void put_scope(const struct fast *f, const struct cluster *c, int scope,
		      struct unit_code *code, struct text *body)
{
	const struct unit *any = NULL;

	code->values = &code->b->body[scope];
	code->writes = (struct text){0};
	for (int i = 0; i < c->nunits; i++)
		if (c->unit[i]->scope == scope) {
			any = c->unit[i];
			put_unit(f, any, code);
		}
	if (!any)
		return;
	if (any->enable >= 0)
		add(body, "\tif (%s%s) {\n\t%s |= %s;\n", any->active ? "" : "!",
		    bits_code(code->b, one_bit(&any->enable), TOP),
		    repeats(f, c, any) ? "next" : "armed", number(code->self));
	add(body, "%s%s%s", text(code->values), text(&code->writes),
	    any->enable >= 0 ? "\t}\n" : "");
}

static void put_cluster(const struct fast *f, const struct cluster *c, int index, int clock,
			struct text *late)
{
	struct unit_code code = {
		.b = new_block(f, c->nscopes),
		.late = late,
		.site = {.clock = clock, .dirty = "next"},
		.self = bit(index),
	};
	struct text body = {0};
	int seen = TOP + 1;

	if (c->unit[0]->kind == SHARED) {
		code.b->root = c->unit[0]->node;
		use_node(code.b, code.b->root, TOP + 1);
	}
	for (int i = 0; i < c->nunits; i++) {
		const struct unit *u = c->unit[i];

		use_bits(code.b, u->data, u->scope);
		use_bits(code.b, u->address, u->scope);
		use_bits(code.b, u->mask, u->scope);
		if (u->scope > seen)
			use_bits(code.b, one_bit(&u->enable), TOP);
		seen = u->scope > seen ? u->scope : seen;
	}
	printf("\tif (todo >> %d & 1) {\n", index);
	if (seen > TOP + 1)
		printf("\tarmed &= ~0x%" PRIX64 "ull;\n", code.self);
	for (int s = TOP + 1; s < c->nscopes; s++)
		put_scope(f, c, s, &code, &body);
	printf("%s%s\t}\n", text(&code.b->body[TOP]), text(&body));
}

/* Writes code for the inputs that the logic of a clock samples. */
static void put_sampled(const struct fast *f, int clock)
{
	const struct site site = {.clock = clock, .dirty = "todo"};

	for (int i = 0; i < f->d->nnodes; i++) {
		const struct node *x = &f->d->nodes[i];
		struct text t = {0};

		if (!sampled(f, i) || !marks_of(f, i, clock)->always)
			continue;
		put_marks(f, &t, i, &site);
		printf("\tif (%1$s != m->was_%2$s_%3$d) { m->was_%2$s_%3$d = %1$s;%4$s }\n",
		       node_code(new_block(f, 1), i, TOP), x->name, x->first, text(&t));
	}
}

/* Begins a loop over the bits of the variable @word that are 1; the caller writes the cases. */
static void begin_cases(const char *word)
{
	printf("\twhile (%1$s) {\n\t\tconst int i = __builtin_ctzll(%1$s);\n\n"
	       "\t\t%1$s &= %1$s - 1;\n\t\tswitch (i) {\n",
	       word);
}

static void end_cases(void)
{
	printf("\t\tdefault:\n\t\t\t__builtin_unreachable();\n\t\t}\n\t}\n}\n\n");
}

static void put_clock(const struct fast *f, int clock)
{
	const struct schedule *s = &f->clock[clock];
	struct text *late = zalloc(CLUSTERS, sizeof(*late));

	printf("/* A rising edge of %1$s; returns the clusters that have to write late. */\n"
	       "static uint64_t run_%2$d(struct %3$s *m)\n{\n"
	       "\tuint64_t todo = m->fast_dirty[%2$d], next = 0, pend = 0;\n"
	       "\tuint64_t armed = m->fast_armed[%2$d];\n\n",
	       f->d->clocks[clock]->name, clock, f->model);
	put_sampled(f, clock);
	/* test a group of clusters at once, because most groups have nothing to do, then each
	 * cluster */
	for (int i = 0; i < s->n; i += GROUP) {
		printf("\tif (todo & 0x%" PRIX64 "ull) {\n", (bit(GROUP) - 1) << i);
		for (int k = i; k < i + GROUP && k < s->n; k++)
			put_cluster(f, s->c[k], k, clock, &late[k]);
		printf("\t}\n");
	}
	printf("\tm->fast_dirty[%1$d] = next;\n\tm->fast_armed[%1$d] = armed;\n"
	       "\treturn pend;\n}\n\n",
	       clock);
	printf("static void write_%d(struct %s *m, uint64_t pend)\n{\n", clock, f->model);
	begin_cases("pend");
	for (int i = 0; i < s->n; i++)
		if (late[i].n)
			printf("\t\tcase %d:\n%s\t\t\tbreak;\n", i, late[i].s);
	end_cases();
}

static void put_rise(const struct fast *f)
{
	const struct design *d = f->d;

	printf("/* All logic of the clocks that rise, then what they have written late. */\n"
	       "static void rise_together(struct %s *m, uint64_t rising)\n{\n",
	       f->model);
	for (int k = 0; k < d->nclocks; k++)
		printf("\tconst uint64_t pend_%1$d = rising >> %1$d & 1 ? run_%1$d(m) : 0;\n",
		       k);
	for (int k = 0; k < d->nclocks; k++)
		printf("\tif (pend_%1$d)\n\t\twrite_%1$d(m, pend_%1$d);\n", k);
	printf("}\n\n/* Rising edges of these clocks; mostly it is one. */\n"
	       "static inline void rise(struct %s *m, uint64_t rising)\n{\n"
	       "\tuint64_t pend;\n\n\tswitch (rising) {\n",
	       f->model);
	for (int k = 0; k < d->nclocks; k++)
		printf("\tcase 1ull << %1$d:\n\t\tpend = run_%1$d(m);\n\t\tif (pend)\n"
		       "\t\t\twrite_%1$d(m, pend);\n\t\tbreak;\n",
		       k);
	printf("\tdefault:\n\t\trise_together(m, rising);\n\t}\n}\n\n");
}

/* ---- pins, resets ---- */

/* Returns whether the input affects outputs or resets without a clock. */
static bool is_direct(const struct fast *f, const struct port *p)
{
	for (int i = 0; i < f->d->nnodes; i++) {
		const struct node *x = &f->d->nodes[i];

		if (x->kind != INPUT || x->name != p->name || sampled(f, i))
			continue;
		if (x->wide_pin)
			fail("%s: an input of more than 64 bits acts without a clock", p->name);
		return true;
	}
	return false;
}

static void put_inputs(const struct fast *f)
{
	printf("static __attribute__((noinline)) void inputs_changed(struct %s *m)\n{\n",
	       f->model);
	for (int i = 0; i < f->d->nnodes; i++) {
		const struct node *x = &f->d->nodes[i];
		struct text t = {0};

		if (x->kind != INPUT || sampled(f, i))
			continue;
		put_marks(f, &t, i, &outside);
		printf("\tif (m->%s != m->fast_was.%s) {%s }\n", x->at, x->name, text(&t));
	}
	printf("\tmemcpy(&m->fast_was, &m->pin.fast_direct, sizeof(m->fast_was));\n}\n\n");
}

static void put_outputs(const struct fast *f)
{
	printf("static void show_outputs(struct %1$s *m)\n{\n"
	       "\tuint64_t todo = m->fast_dirty[%2$d] & ~(1ull << 63);\n\n"
	       "\tm->fast_dirty[%2$d] &= 1ull << 63;\n",
	       f->model, f->d->nclocks);
	begin_cases("todo");
	for (int i = 0, end; i < f->noutputs; i = end) {
		const int group = group_of(f, i);
		struct block *b = new_block(f, 1);
		struct text t = {0};

		for (end = i; end < f->noutputs && group_of(f, end) == group; end++)
			use_bits(b, f->outputs[end]->bits, TOP);
		for (int k = i; k < end; k++) {
			const struct port *p = f->outputs[k];

			if (p->bits.n <= 64)
				add(&t, "\tm->pin.%s = %s;\n", p->name,
				    bits_code(b, p->bits, TOP));
			for (int lo = 0; p->bits.n > 64 && lo < p->bits.n; lo += 32)
				add(&t, "\tm->pin.%s[%d] = %s;\n", p->name, lo / 32,
				    bits_code(b, bits_slice(p->bits, lo, 32), TOP));
		}
		printf("\t\tcase %d: {\n%s%s\t\t\tbreak;\n\t\t}\n", group, text(&b->body[TOP]),
		       text(&t));
	}
	end_cases();
}

static void put_active_resets(const struct fast *f)
{
	const struct design *d = f->d;
	struct block *b = new_block(f, 1);
	struct text t = {0};

	for (int i = 0; i < d->nresets; i++)
		use_bits(b, one_bit(&d->resets[i].net), TOP);
	for (int i = 0; i < d->nresets; i++)
		add(&t, "\tif (%s%s)\n\t\tactive |= 1ull << %d;\n",
		    d->resets[i].active ? "" : "!",
		    bits_code(b, one_bit(&d->resets[i].net), TOP), i);
	printf("/* Which asynchronous resets are active. */\n"
	       "static uint64_t active_resets(const struct %s *m)\n{\n\tuint64_t active = "
	       "0;\n\n"
	       "%s%s\t(void)m;\n\treturn active;\n}\n\n",
	       f->model, text(&b->body[TOP]), text(&t));
}

static void put_reset_registers(const struct fast *f)
{
	const struct design *d = f->d;

	printf("/* Resets the registers of @fired, "
	       "and of @active those of the clocks that rise. */\n"
	       "static void reset_registers(struct %s *m, uint64_t fired, uint64_t active, "
	       "uint64_t rising)\n{\n\tuint64_t at;\n\n",
	       f->model);
	for (int i = 0; i < d->nresets; i++) {
		printf("\tat = (fired >> %1$d & 1 ? ~0ull : 0) | (active >> %1$d & 1 ? rising "
		       ": "
		       "0);\n",
		       i);
		for (int k = 0; k < d->nclocks; k++) {
			printf("\tif (at >> %d & 1) {\n", k);
			EACH_UNIT(d, u)
				if (u->reset == i && u->clock == k)
					printf("\t\tm->%s = %s;\n", d->nodes[u->node].at,
					       number(u->reset_value));
			printf("\t}\n");
		}
	}
	printf("}\n\n");
}

static void put_begin_anew(const struct fast *f)
{
	const struct design *d = f->d;
	uint64_t outputs = 0;

	printf("/* All logic is to run; what is derived from registers follows them. */\n"
	       "static void begin_anew(struct %s *m)\n{\n",
	       f->model);
	for (int k = 0; k < d->nclocks; k++)
		printf("\tm->fast_dirty[%d] = %s;\n", k, number(ones(f->clock[k].n)));
	for (int i = 0; i < f->noutputs; i++)
		outputs |= bit(group_of(f, i));
	printf("\tm->fast_dirty[%d] = %s;\n", d->nclocks, number(outputs));
	for (int i = 0; i < d->nnodes; i++) {
		const struct node *x = &d->nodes[i];
		const char *constants, *value;

		if (x->late)
			printf("\tm->n_%s = m->%s;\n", x->name, x->at);
		if (x->kind != DERIVED || d->nodes[x->base].tabled)
			continue;
		constants = derived_code(f, i, &value);
		printf("\t{\n%s\tm->x_%s = %s;\n\t}\n", constants, x->name, value);
	}
	printf("}\n\n");
}

static void put_start(const struct fast *f)
{
	const struct design *d = f->d;
	uint64_t low = 0;

	printf("static inline uint64_t clock_levels(const struct %s *m)\n{\n\treturn 0",
	       f->model);
	for (int k = 0; k < d->nclocks; k++)
		printf(" | (uint64_t)m->pin.%s << %d", d->clocks[k]->name, k);
	printf(";\n}\n\n#define CLOCK_NAMES");
	for (int k = 0; k < d->nclocks; k++)
		printf(" \"%s\",", d->clocks[k]->name);
	printf("\n\nstatic void start(struct %s *m, uint32_t seed)\n{\n", f->model);
	for (int i = 0; i < d->nnodes; i++) {
		const struct node *x = &d->nodes[i];

		if (x->jitter)
			printf("\tm->%s = jitter_start(seed, %s);\n", x->at, number(x->salt));
		else if (x->init)
			printf("\tm->%s = %s;\n", x->at, number(x->init));
	}
	for (int i = 0; i < d->nresets; i++)
		low |= (uint64_t)!d->resets[i].active << i;
	printf("\tm->fast_resets = %s; /* as all nets begin at 0 */\n\t(void)seed;\n}\n\n",
	       number(low));
}

/* ---- the model ---- */

static void put_pins(const struct fast *f)
{
	const struct netlist *n = f->d->netlist;

	printf("/* inputs that act without a clock */\n#define DIRECT");
	for (int i = 0; i < n->nports; i++)
		if (is_direct(f, &n->ports[i]))
			printf(" %s %s;", type_of(n->ports[i].bits.n), n->ports[i].name);
	printf("\n\nstruct %s {\n\tstruct {\n\t\tunion {\n\t\t\tstruct { DIRECT };\n"
	       "\t\t\tstruct { DIRECT } fast_direct;\n\t\t};\n",
	       f->model);
	for (int i = 0; i < n->nports; i++) {
		const struct port *p = &n->ports[i];

		if (is_direct(f, p))
			continue;
		if (p->bits.n > 64)
			printf("\t\tuint32_t %s[%d];\n", p->name, (p->bits.n + 31) / 32);
		else
			printf("\t\t%s %s;\n", type_of(p->bits.n), p->name);
	}
	printf("\t} pin;\n\tstruct { DIRECT } fast_was; /* when they last acted */\n");
}

static void put_struct(const struct fast *f)
{
	const struct design *d = f->d;

	put_pins(f);
	printf("\t/* what has to run: clusters of each clock, groups of outputs; bit 63: "
	       "resets */\n"
	       "\tuint64_t fast_dirty[%1$d];\n"
	       "\tuint64_t fast_armed[%1$d]; /* clusters with an enable that is 1 */\n"
	       "\tuint64_t fast_levels, fast_resets; /* of clocks, and which are active */\n",
	       d->nclocks + 1);
	for (int i = 0; i < d->nnodes; i++) {
		const struct node *x = &d->nodes[i];
		const char *type = type_of(x->width);

		if (sampled(f, i))
			printf("\t%s was_%s_%d;\n", type, x->name, x->first);
		if (x->kind == REG && !x->pin)
			printf("\t%s %s;\n", type, x->at);
		if (x->late)
			printf("\t%s n_%s;\n", type, x->name);
		if (x->kind == DERIVED && !d->nodes[x->base].tabled)
			printf("\tuint8_t x_%s;\n", x->name);
		if (x->net)
			printf("\tuint8_t y_%s;\n", x->name);
		if (x->kind == MEM)
			printf("\t%s %s[%d];\n", type, x->at, x->size);
	}
	EACH_UNIT(d, u)
		if (u->kind == WRITE)
			printf("\tstruct { uint64_t address, data, mask; } w_%d;\n",
			       (int)(u - d->units));
	printf("};\n\n");
}

/* Orders names so that those of a scope are together. */
static int compare_names(const void *a, const void *b)
{
	const char *p = (*(const struct net_name *const *)a)->name,
		   *q = (*(const struct net_name *const *)b)->name;

	for (; *p && *p == *q; p++)
		q++;
	return (*p == '.' ? 1 : *p) - (*q == '.' ? 1 : *q);
}

/* False: yosys has removed the driver of at least one of these nets. */
static bool driven(const struct design *d, struct bits b)
{
	for (int i = 0; i < b.n; i++)
		if (b.net[i] > NET_1 && d->where[b.net[i]].node < 0)
			return false;
	return true;
}

/* Writes a function that returns all named nets, for ci/checks/lockstep; it is compiled without
 * optimization. */
static void put_nets(const struct fast *f)
{
	const struct netlist *n = f->d->netlist;
	const struct net_name **names = zalloc(n->nnames, sizeof(*names));
	struct block *b = new_block(f, 1);
	struct text t = {0};
	int count = 0, words = 0;

	for (int i = 0; i < n->nnames; i++)
		if (!n->names[i].hidden && driven(f->d, n->names[i].bits))
			names[count++] = &n->names[i];
	qsort(names, (size_t)count, sizeof(*names), compare_names);
	printf("static const int net_width[] = {\n");
	for (int i = 0; i < count; i++)
		printf("\t%d, /* %s */\n", names[i]->bits.n, names[i]->name);
	printf("};\n\n");
	b->see_through = true;
	for (int i = 0; i < count; i++)
		use_bits(b, names[i]->bits, TOP);
	for (int i = 0; i < count; i++)
		for (int lo = 0; lo < names[i]->bits.n; lo += 64)
			add(&t, "\tv[%d] = %s;\n", words++,
			    bits_code(b, bits_slice(names[i]->bits, lo, 64), TOP));
	printf("#define NETS %d\n\n"
	       "static __attribute__((cold, noinline)) void net_values(const struct %s *m, "
	       "uint64_t *v)\n{\n%s%s}\n",
	       count, f->model, text(&b->body[TOP]), text(&t));
}

int fast_main(struct netlist *n, const char *model)
{
	struct fast *f = zalloc(1, sizeof(*f));

	f->model = model;
	f->d = design_build(n);
	choose_derived(f->d);
	choose_shared(f->d);
	f->clock = zalloc(f->d->nclocks, sizeof(*f->clock));
	for (int k = 0; k < f->d->nclocks; k++)
		make_clusters(f, k);
	find_readers(f);
	find_late(f->d);
	printf("/* Made from the netlist of %s. */\n#define CLOCKS %d\n", n->top,
	       f->d->nclocks);
	put_struct(f);
	put_tables(f);
	for (int k = 0; k < f->d->nclocks; k++)
		put_clock(f, k);
	put_rise(f);
	put_inputs(f);
	put_outputs(f);
	put_active_resets(f);
	put_reset_registers(f);
	put_begin_anew(f);
	put_start(f);
	put_nets(f);
	return fflush(stdout) || ferror(stdout);
}
