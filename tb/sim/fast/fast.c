/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes the logic of a fast model in C (README.md). The units of each clock are put into at
 * most 62 clusters. A cluster has a bit in the word dirty[clock] and runs at a rising edge only
 * when its bit is 1; a register that changes sets the bits of the clusters that use it.
 */
#include "design.h"
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define CLUSTERS 62    /* of a clock; bit 63 ends a run */
#define OUTPUTS 62     /* groups of outputs */
#define RESETS 63      /* the bit of dirty[nclocks] that resets have */
#define SHARED_NETS 14 /* of a clock */
#define TABLED 4       /* bits of a register whose transitions are in a table */
#define COUNTER 12     /* bits of a counter that is predicted */

struct cluster {
	int clock, nunits;
	int *unit;
	uint64_t *wake, *ops, *reads, *writes;
};

/* Clusters of each clock in the order in which they run. */
struct schedule {
	int n;
	bool counters; /* some are */
	struct cluster *c[CLUSTERS];
};

struct fast {
	struct design *d;
	const char *model;
	struct schedule *clock;
	/* by node: a mask of clusters for each clock, and of groups of outputs */
	uint64_t *readers; /* to be run when the node changes */
	uint64_t *guarded; /* those that have to be run while their enable is 1 */
	int noutputs;
	struct port **outputs;
	uint64_t *reset_from;
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

/* ---- expressions ---- */

/*
 * Code that computes some values. An operation that is used once is written where it is used;
 * one that is used more often becomes a constant, in the scope that alone uses it or in front
 * of all scopes.
 */
struct block {
	const struct fast *f;
	int root;	   /* a shared net that this block computes; or -1 */
	bool see_through;  /* derived nodes and shared nets are computed */
	int *uses, *scope; /* by node; scope: number, or TOP */
	bool *named;
	int nscopes;
	struct text top, *body;
};

enum { NOWHERE = -2, TOP = -1 };

static struct block *new_block(const struct fast *f, int nscopes)
{
	struct block *b = xalloc(sizeof(*b));
	const size_t n = (size_t)f->d->nnodes;

	b->f = f;
	b->root = -1;
	b->uses = xalloc(n * sizeof(int));
	b->scope = xalloc(n * sizeof(int));
	b->named = xalloc(n * sizeof(bool));
	for (size_t i = 0; i < n; i++)
		b->scope[i] = NOWHERE;
	b->nscopes = nscopes;
	b->body = xalloc((size_t)nscopes * sizeof(*b->body));
	return b;
}

static void free_block(struct block *b)
{
	free(b->uses);
	free(b->scope);
	free(b->named);
	free(b->top.s);
	for (int i = 0; i < b->nscopes; i++)
		free(b->body[i].s);
	free(b->body);
	free(b);
}

static bool computed(const struct block *b, int node)
{
	const struct node *x = &b->f->d->nodes[node];

	return (x->kind == OP && (!x->net || node == b->root || b->see_through)) ||
	       (x->kind == DERIVED && (b->see_through || b->f->d->nodes[x->base].tabled));
}

/* Counts where the operations behind some bits are written. */
static void count_bits(struct block *b, struct bits v)
{
	int node, bit;

	for (int i = 0, n; i < v.n; i += n) {
		n = bits_run(b->f->d, v, i, &node, &bit);
		if (node < 0 || !computed(b, node) || b->uses[node]++)
			continue;
		for (int k = 0; k < b->f->d->nodes[node].nin; k++)
			count_bits(b, b->f->d->nodes[node].in[k]);
	}
}

/* Finds the scope that alone uses an operation. */
static void place_bits(struct block *b, struct bits v, int scope)
{
	int node, bit;

	for (int i = 0, n; i < v.n; i += n) {
		n = bits_run(b->f->d, v, i, &node, &bit);
		if (node < 0 || !computed(b, node) || b->scope[node] == TOP ||
		    b->scope[node] == scope)
			continue;
		b->scope[node] = b->scope[node] == NOWHERE ? scope : TOP;
		for (int k = 0; k < b->f->d->nodes[node].nin; k++)
			place_bits(b, b->f->d->nodes[node].in[k], b->scope[node]);
	}
}

static void use_bits(struct block *b, struct bits v, int scope)
{
	count_bits(b, v);
	place_bits(b, v, scope);
}

/* The same of one node, which is the result. */
static void use(struct block *b, int node, int scope)
{
	b->uses[node] = 1;
	b->scope[node] = scope;
	for (int k = 0; k < b->f->d->nodes[node].nin; k++)
		use_bits(b, b->f->d->nodes[node].in[k], scope);
}

static char *bits_code(struct block *b, struct bits v, int scope);
static char *op_code(struct block *b, int node, int scope);

static char *node_code(struct block *b, int node, int scope)
{
	const struct node *x = &b->f->d->nodes[node];

	if (x->wide_pin)
		return x->width <= 32
			       ? format("m->%s[%d]", x->name, x->first / 32)
			       : format("(m->%s[%d] | (uint64_t)m->%s[%d] << 32)", x->name,
					x->first / 32, x->name, x->first / 32 + 1);
	if (!computed(b, node))
		return x->kind == DERIVED ? format("m->x_%s", x->name)
		       : x->kind == OP	  ? format("m->y_%s", x->name)
					  : format("m->%s", x->name);
	if (b->uses[node] == 1)
		return op_code(b, node, scope);
	if (!b->named[node]) {
		const int own = b->scope[node];
		char *e = op_code(b, node, own);

		b->named[node] = true;
		add(own < 0 ? &b->top : &b->body[own], "\tconst %s %s_ = %s;\n",
		    x->width <= 32 ? "uint32_t" : "uint64_t", x->name, e);
	}
	return format("%s_", x->name);
}

/* Concatenation of runs. The result has no bits above its width. */
static char *bits_code(struct block *b, struct bits v, int scope)
{
	const struct design *d = b->f->d;
	struct text t = {0};
	uint64_t constant = 0;
	int node, bit, parts = 0;

	for (int i = 0, n; i < v.n; i += n) {
		char *e;

		n = bits_run(d, v, i, &node, &bit);
		if (node < 0) {
			for (int k = i; k < i + n; k++)
				constant |= (uint64_t)(v.net[k] == NET_1) << k;
			continue;
		}
		e = node_code(b, node, scope);
		if (bit)
			e = format("(%s >> %d)", e, bit);
		if (bit + n < d->nodes[node].width)
			e = format("(%s & %s)", e, number(ones(n)));
		if (i)
			e = format("((%s)%s << %d)", v.n > 32 ? "uint64_t" : "uint32_t", e, i);
		add(&t, "%s%s", parts++ ? " | " : "", e);
	}
	if (constant || !parts)
		add(&t, "%s%s", parts++ ? " | " : "", number(constant));
	return parts == 1 ? t.s : format("(%s)", t.s);
}

static char *masked(const char *e, int width)
{
	/* a wider expression may come around it: 32 bits are cut off here, too */
	if (width == 64)
		return format("(%s)", e);
	return width == 32 ? format("((uint32_t)(%s))", e)
			   : format("((%s) & %s)", e, number(ones(width)));
}

/* Whether all bits are constants; then *v is their value. */
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

/* A comparison of several runs with a constant, one after the other. @join: && or ||. */
static char *by_runs(struct block *b, struct bits v, uint64_t with, const char *relation,
		     const char *join, int scope)
{
	struct text t = {0};
	int node, bit;
	const bool equal = strcmp(relation, "==") == 0;

	for (int i = 0, n; i < v.n; i += n) {
		const char *e;
		uint64_t value, want;

		n = bits_run(b->f->d, v, i, &node, &bit);
		want = with >> i & ones(n);
		if (constant(b->f->d, bits_slice(v, i, n), &value)) {
			if ((value == want) == equal)
				continue; /* neutral */
			e = equal ? "0" : "1";
		} else {
			e = bits_code(b, bits_slice(v, i, n), scope);
			e = n == 1 ? format("%s%s", (want == 1) == equal ? "" : "!", e)
				   : format("%s %s %s", e, relation, number(want));
		}
		add(&t, "%s%s", t.n ? join : "", e);
	}
	return format("(%s)", t.n ? t.s : equal ? "1" : "0");
}

static char *shift_code(struct block *b, const struct node *x, int scope)
{
	const struct bits a = x->in[0], s = x->in[1];
	const int wide = a.n > 32 || x->width > 32 ? 64 : 32;
	const char *ac = bits_code(b, a, scope), *sc = bits_code(b, s, scope);
	char *e;

	if (x->op == SHL)
		e = format("(uint%d_t)%s << %s", wide, ac, sc);
	else if (x->op == SHR)
		e = format("(uint%d_t)%s >> %s", wide, ac, sc);
	else
		return masked(format("(uint64_t)((int64_t)((uint64_t)%s << %d) >> %d >> (%s > "
				     "63 ? 63 : %s))",
				     ac, 64 - a.n, 64 - a.n, sc, sc),
			      x->width);
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
	return masked(format("shift_right((const uint64_t[]){%s}, %d, "
			     "(int64_t)((uint64_t)%s << "
			     "%d) >> %d, %d)",
			     text(&t), x->nin - 1, bits_code(b, x->in[0], scope),
			     x->is_signed ? 64 - x->in[0].n : 0,
			     x->is_signed ? 64 - x->in[0].n : 0, x->first),
		      x->width);
}

static char *read_code(struct block *b, const struct node *x, int scope)
{
	const struct node *mem = &b->f->d->nodes[x->mem];
	const char *a = bits_code(b, x->in[0], scope);

	if (x->in[0].n < 31 && 1 << x->in[0].n <= mem->size)
		return format("m->%s[%s]", mem->name, a);
	return format("(%s < %d ? m->%s[%s] : 0)", a, mem->size, mem->name, a);
}

/* The operator of C. */
static const char *symbol_of(const struct node *x)
{
	static const char *const symbols[OPS] = {
		[AND] = "&", [OR] = "|",  [XOR] = "^",	      [ADD] = "+",	[SUB] = "-",
		[MUL] = "*", [DIV] = "/", [MOD] = "%",	      [EQ] = "==",	[NE] = "!=",
		[LT] = "<",  [LE] = "<=", [LOGIC_AND] = "&&", [LOGIC_OR] = "||"};

	return symbols[x->op];
}

static char *op_code(struct block *b, int node, int scope)
{
	const struct node *x = &b->f->d->nodes[node];
	const char *symbol = symbol_of(x);
	const struct bits *in = x->in;
	uint64_t value;
#define IN(i) bits_code(b, in[i], scope)

	switch (x->op) {
	case MUX:
		return mux_code(b, x, scope);
	case XNOR:
		return masked(format("~(%s ^ %s)", IN(0), IN(1)), x->width);
	case NOT:
		if (x->width == 1)
			return format("!%s", IN(0));
		return x->width <= 32 ? masked(format("~(uint32_t)%s", IN(0)), x->width)
				      : masked(format("~(uint64_t)%s", IN(0)), x->width);
	case ADD:
	case SUB:
	case MUL:
		return masked(format("(uint%d_t)%s %s %s", x->width > 32 ? 64 : 32, IN(0),
				     symbol, IN(1)),
			      x->width);
	case DIV:
	case MOD:
		if (x->is_signed)
			fail("%s: a signed division", x->src);
		return masked(
			format("%s ? (uint64_t)%s %s %s : 0", IN(1), IN(0), symbol, IN(1)),
			x->width);
	case EQ:
	case NE:
		if (constant(b->f->d, in[1], &value))
			return by_runs(b, in[0], value, symbol, x->op == EQ ? " && " : " || ",
				       scope);
		break;
	case LT:
	case LE:
		if (x->is_signed) /* move the signs to the top */
			return format("((int64_t)((uint64_t)%s << %d) %s "
				      "(int64_t)((uint64_t)%s << %d))",
				      IN(0), 64 - in[0].n, symbol, IN(1), 64 - in[1].n);
		break;
	case LOGIC_NOT:
		return format("!%s", IN(0));
	case REDUCE_OR:
		return by_runs(b, in[0], 0, "!=", " || ", scope);
	case REDUCE_AND:
		return by_runs(b, in[0], ones(in[0].n), "==", " && ", scope);
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

/* ---- clusters ---- */

static struct cluster *new_cluster(struct fast *f, int clock)
{
	struct cluster *c = xalloc(sizeof(*c));

	c->clock = clock;
	c->wake = set_new(f->d);
	c->ops = set_new(f->d);
	c->reads = set_new(f->d);
	c->writes = set_new(f->d);
	return c;
}

static void add_unit(struct fast *f, struct cluster *c, int unit)
{
	const struct unit *u = &f->d->units[unit];

	c->unit = grow(c->unit, (size_t)c->nunits, sizeof(int));
	c->unit[c->nunits++] = unit;
	set_or(f->d, c->wake, u->wake);
	set_or(f->d, c->ops, u->ops);
	set_or(f->d, c->ops, u->enable_ops);
	EACH_NODE(f->d, u->from, i)
	{
		const struct node *x = &f->d->nodes[i];

		set_add(c->reads, x->kind == DERIVED ? x->base : i);
	}
	EACH_NODE(f->d, u->enable_from, i)
	{
		const struct node *x = &f->d->nodes[i];

		set_add(c->reads, x->kind == DERIVED ? x->base : i);
	}
	set_add(c->writes, u->node);
}

static void free_cluster(struct cluster *c)
{
	free(c->wake);
	free(c->ops);
	free(c->reads);
	free(c->writes);
	free(c->unit);
	free(c);
}

/* How well two clusters go together: woken by the same nodes, sharing operations, small. */
static double affinity(const struct fast *f, const struct cluster *a, const struct cluster *b)
{
	const struct design *d = f->d;
	const int na = set_count(d, a->ops), nb = set_count(d, b->ops);
	const int wake = set_common(d, a->wake, b->wake);
	const int either = set_count(d, a->wake) + set_count(d, b->wake) - wake;
	const int least = na < nb ? na : nb;

	return ((double)wake / (either ? either : 1) +
		0.5 * set_common(d, a->ops, b->ops) / (least ? least : 1)) /
	       (1 + (na + nb) / 60.0);
}

/* A register without an enable that is one more or less than itself, or that and other things.
 */
static bool is_counter(const struct design *d, const struct unit *u)
{
	if (u->kind != REGISTER || u->enable >= 0 || !set_has(u->from, u->node))
		return false;
	EACH_NODE(d, u->ops, k)
	if (d->nodes[k].op == ADD || d->nodes[k].op == SUB)
		return true;
	return false;
}

/* A counter that never rests: it would wake whatever shares its cluster at every edge. */
static bool restless(const struct fast *f, const struct cluster *c)
{
	const struct design *d = f->d;

	for (int i = 0; i < c->nunits; i++) {
		const struct unit *u = &d->units[c->unit[i]];

		if (is_counter(d, u) && d->nodes[u->node].width > 2 && set_count(d, u->ops) < 8)
			return true;
	}
	return false;
}

static int size_of(const struct fast *f, const struct cluster *c)
{
	return set_count(f->d, c->ops) + c->nunits;
}

/* Moves all of @from into @to; the last cluster takes the place of @from. */
static void join(struct fast *f, struct cluster **c, int *n, int from, int to)
{
	struct cluster *into = c[to], *gone = c[from];

	for (int i = 0; i < gone->nunits; i++) {
		into->unit = grow(into->unit, (size_t)into->nunits, sizeof(int));
		into->unit[into->nunits++] = gone->unit[i];
	}
	set_or(f->d, into->wake, gone->wake);
	set_or(f->d, into->ops, gone->ops);
	set_or(f->d, into->reads, gone->reads);
	set_or(f->d, into->writes, gone->writes);
	free_cluster(gone);
	c[from] = c[--*n];
}

/* Whether half of what one cluster computes the other computes, too. */
static bool alike(const struct fast *f, const struct cluster *a, const struct cluster *b)
{
	const struct design *d = f->d;
	const int common = set_common(d, a->ops, b->ops);

	return common >= 5 && 2 * common >= set_count(d, b->ops);
}

/* Merges clusters without an enable that are alike. */
static int merge_alike(struct fast *f, struct cluster **c, int n)
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++) {
			if (i == k || f->d->units[c[i]->unit[0]].enable >= 0 ||
			    f->d->units[c[k]->unit[0]].enable >= 0 || restless(f, c[i]) ||
			    restless(f, c[k]) || !alike(f, c[i], c[k]))
				continue;
			join(f, c, &n, k, i);
			if (i == n)
				i = k; /* the last one fills the gap */
			k = -1;
		}
	return n;
}

/* Counters that other logic reads as a whole: they change at nearly every edge. */
static uint64_t *find_busy(const struct design *d)
{
	uint64_t *busy = set_new(d);

	for (int i = 0; i < d->nunits; i++) {
		const struct unit *u = &d->units[i];
		bool read = false;

		if (!is_counter(d, u) || d->nodes[u->node].width <= 8 ||
		    set_count(d, u->from) > 2)
			continue;
		for (int k = 0; k < d->nunits; k++)
			read |= k != i && set_has(d->units[k].from, u->node);
		if (read)
			set_add(busy, u->node);
	}
	return busy;
}

/* Makes one cluster of those without an enable that busy registers wake at nearly every edge.
 */
static int merge_busy(struct fast *f, struct cluster **c, int n)
{
	uint64_t *busy = find_busy(f->d);
	int first = -1;

	for (int i = 0; i < n; i++) {
		if (f->d->units[c[i]->unit[0]].enable >= 0 ||
		    !set_common(f->d, c[i]->wake, busy))
			continue;
		if (first < 0)
			first = i;
		else
			join(f, c, &n, i--, first);
	}
	free(busy);
	return n;
}

/* Merges the smallest cluster with the one that suits it best, until @room are left. */
static int merge(struct fast *f, struct cluster **c, int n, int room)
{
	while (n > room) {
		int small = -1, best = -1;
		double most = -1;

		for (int i = 0; i < n; i++)
			if ((small < 0 || size_of(f, c[i]) < size_of(f, c[small])) &&
			    !restless(f, c[i]))
				small = i;
		if (small < 0)
			small = 0;
		for (int i = 0; i < n; i++) {
			double a;

			if (i == small || restless(f, c[i]))
				continue;
			a = affinity(f, c[small], c[i]);
			if (a > most) {
				most = a;
				best = i;
			}
		}
		if (best < 0)
			best = !small;
		join(f, c, &n, small, best);
	}
	return n;
}

/* Orders clusters so that few registers have to be written late: next is always the cluster
 * that writes the fewest registers which clusters after it read. */
static void order(struct fast *f, struct cluster **c, int n, struct schedule *to)
{
	uint64_t *reads = set_new(f->d);

	while (n) {
		int best = 0, least = INT_MAX;

		for (int i = 0; i < n; i++) {
			int late;

			memset(reads, 0, (size_t)f->d->words * sizeof(*reads));
			for (int k = 0; k < n; k++)
				if (k != i)
					set_or(f->d, reads, c[k]->reads);
			late = set_common(f->d, c[i]->writes, reads);
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

static void make_clusters(struct fast *f, int clock)
{
	struct design *d = f->d;
	struct schedule *s = &f->clock[clock];
	struct cluster **c = xalloc((size_t)(d->nunits + 1) * sizeof(*c));
	int n = 0, nshared = 0;

	for (int i = 0; i < d->nunits; i++) {
		const struct unit *u = &d->units[i];
		int k = n;

		if (u->clock != clock || u->kind == SHARED)
			continue;
		for (k = 0; u->enable >= 0 && k < n; k++) {
			const struct unit *v = &d->units[c[k]->unit[0]];

			if (v->enable == u->enable && v->active == u->active)
				break;
		}
		if (u->enable < 0 || k == n)
			c[k = n++] = new_cluster(f, clock);
		add_unit(f, c[k], i);
	}
	/* shared nets first, each after those that it reads */
	for (bool again = true; again;) {
		again = false;
		for (int i = 0; i < d->nunits; i++) {
			const struct unit *u = &d->units[i];
			bool ready = u->kind == SHARED && u->clock == clock;

			for (int k = 0; ready && k < s->n; k++)
				ready = s->c[k]->unit[0] != i;
			for (int k = 0; ready && k < d->nunits; k++) {
				const struct unit *v = &d->units[k];
				bool placed = false;

				if (v->kind != SHARED || v->clock != clock || k == i ||
				    !set_has(u->from, v->node))
					continue;
				for (int p = 0; p < s->n; p++)
					placed |= s->c[p]->unit[0] == k;
				ready = placed;
			}
			if (!ready)
				continue;
			s->c[s->n] = new_cluster(f, clock);
			add_unit(f, s->c[s->n++], i);
			again = true;
			nshared++;
		}
	}
	n = merge_busy(f, c, n);
	n = merge_alike(f, c, n);
	n = merge(f, c, n, CLUSTERS - nshared);
	order(f, c, n, s);
	free(c);
}

/* ---- who reads what ---- */

static uint64_t *readers(const struct fast *f, int node)
{
	return f->readers + node * (f->d->nclocks + 1);
}

static uint64_t *guarded(const struct fast *f, int node)
{
	return f->guarded + node * (f->d->nclocks + 1);
}

/* An input that only registers read: it is looked at when they are clocked. */
static bool sampled(const struct fast *f, int node)
{
	return f->d->nodes[node].kind == INPUT && !readers(f, node)[f->d->nclocks];
}

static bool reads_sampled(const struct fast *f, const struct unit *u)
{
	EACH_NODE(f->d, u->from, i)
	if (sampled(f, i))
		return true;
	return false;
}

/* Whether the units of this enable, in this cluster, run at each edge while it is 1. */
static bool repeats(const struct fast *f, const struct cluster *c, const struct unit *of)
{
	for (int i = 0; i < c->nunits; i++) {
		const struct unit *u = &f->d->units[c->unit[i]];

		if (u->enable == of->enable && u->active == of->active &&
		    (u->always || reads_sampled(f, u)))
			return true;
	}
	return false;
}

static void find_readers(struct fast *f)
{
	struct design *d = f->d;
	const size_t n = (size_t)d->nnodes * (size_t)(d->nclocks + 1) * sizeof(uint64_t);
	uint64_t *from = set_new(d), *ops = set_new(d);

	f->readers = xalloc(n);
	f->guarded = xalloc(n);
	f->outputs = xalloc((size_t)d->netlist->nports * sizeof(*f->outputs));
	for (int i = 0; i < d->netlist->nports; i++) {
		struct port *p = &d->netlist->ports[i];
		int node, bit;

		if (p->output &&
		    !(bits_run(d, p->bits, 0, &node, &bit) == p->bits.n && node >= 0 &&
		      d->nodes[node].kind == REG && d->nodes[node].name == p->name))
			f->outputs[f->noutputs++] = p;
	}
	for (int i = 0; i < f->noutputs; i++) {
		memset(from, 0, (size_t)d->words * sizeof(*from));
		bits_cone(d, f->outputs[i]->bits, from, ops);
		EACH_NODE(d, from, k)
		readers(f, k)[d->nclocks] |= (uint64_t)1 << i * OUTPUTS / f->noutputs;
	}
	f->reset_from = set_new(d);
	for (int i = 0; i < d->nresets; i++)
		bits_cone(d, (struct bits){1, &d->resets[i].net}, f->reset_from, ops);
	EACH_NODE(d, f->reset_from, k)
	readers(f, k)[d->nclocks] |= (uint64_t)1 << RESETS;
	for (int k = 0; k < d->nclocks; k++)
		for (int i = 0; i < f->clock[k].n; i++)
			EACH_NODE(d, f->clock[k].c[i]->wake, node)
	readers(f, node)[k] |= (uint64_t)1 << i;
	for (int k = 0; k < d->nclocks; k++)
		for (int i = 0; i < f->clock[k].n; i++) {
			const struct cluster *c = f->clock[k].c[i];

			for (int j = 0; j < c->nunits; j++) {
				const struct unit *u = &d->units[c->unit[j]];

				if (u->enable < 0)
					continue;
				EACH_NODE(d, u->from, node)
				if (!(readers(f, node)[k] >> i & 1))
					guarded(f, node)[k] |= (uint64_t)1 << i;
			}
		}
	free(from);
	free(ops);
}

/* Reads of registers, seen through derived nodes. */
static bool unit_reads(const struct fast *f, const struct unit *u, int node)
{
	if (set_has(u->from, node) || set_has(u->enable_from, node))
		return true;
	EACH_NODE(f->d, u->from, i)
	if (f->d->nodes[i].kind == DERIVED && f->d->nodes[i].base == node)
		return true;
	EACH_NODE(f->d, u->enable_from, i)
	if (f->d->nodes[i].kind == DERIVED && f->d->nodes[i].base == node)
		return true;
	return false;
}

static bool same_enable(const struct unit *a, const struct unit *b)
{
	return a->enable == b->enable && (a->enable < 0 || a->active == b->active);
}

/* The scopes of a cluster, in order: units without enable, then each enable. */
static int scope_of(const struct fast *f, const struct cluster *c, const struct unit *u)
{
	int n = 1;

	if (u->enable < 0)
		return 0;
	for (int i = 0; i < c->nunits; i++) {
		const struct unit *v = &f->d->units[c->unit[i]];
		bool before = v->enable < 0;

		if (same_enable(u, v))
			return n;
		for (int k = 0; k < i && !before; k++)
			before = same_enable(v, &f->d->units[c->unit[k]]);
		n += !before;
	}
	return n;
}

static int scope_count(const struct fast *f, const struct cluster *c)
{
	int n = 1;

	for (int i = 0; i < c->nunits; i++) {
		const int s = scope_of(f, c, &f->d->units[c->unit[i]]);

		if (s >= n)
			n = s + 1;
	}
	return n;
}

/* A register is written late when logic that may run after it reads it: of a later cluster, a
 * later scope, or, when both clocks rise, of another clock. */
static void find_late(struct fast *f)
{
	struct design *d = f->d;

	for (int k = 0; k < d->nclocks; k++)
		for (int i = 0; i < f->clock[k].n; i++) {
			const struct cluster *c = f->clock[k].c[i];

			for (int j = 0; j < c->nunits; j++) {
				const struct unit *u = &d->units[c->unit[j]];
				struct node *x = &d->nodes[u->node];
				const int scope = scope_of(f, c, u);

				if (u->kind != REGISTER)
					continue;
				for (int l = 0; l < d->nunits && !x->late; l++)
					x->late = d->units[l].clock != k &&
						  unit_reads(f, &d->units[l], u->node);
				for (int l = i; l < f->clock[k].n && !x->late; l++) {
					const struct cluster *e = f->clock[k].c[l];

					if (!set_has(e->reads, u->node))
						continue;
					for (int n = 0; n < e->nunits && !x->late; n++) {
						const struct unit *v = &d->units[e->unit[n]];

						x->late =
							(l > i || scope_of(f, e, v) > scope) &&
							unit_reads(f, v, u->node);
					}
				}
			}
		}
}

/* The value of an operation on one register. */
static uint64_t value_of(const struct design *d, int node, int reg, uint64_t v);

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

static uint64_t value_of(const struct design *d, int node, int reg, uint64_t v)
{
	const struct node *x = &d->nodes[node];
	uint64_t a, b, r = 0;

	if (node == reg)
		return v;
	a = value_of_bits(d, x->in[0], reg, v);
	b = x->nin > 1 ? value_of_bits(d, x->in[1], reg, v) : 0;
	switch (x->op) {
	case MUX:
		for (int i = 2; i < x->nin; i += 2)
			if (value_of_bits(d, x->in[i], reg, v))
				return value_of_bits(d, x->in[i - 1], reg, v);
		r = a;
		break;
	case AND:
		r = a & b;
		break;
	case OR:
		r = a | b;
		break;
	case XOR:
		r = a ^ b;
		break;
	case XNOR:
		r = ~(a ^ b);
		break;
	case NOT:
		r = ~a;
		break;
	case ADD:
		r = a + b;
		break;
	case SUB:
		r = a - b;
		break;
	case EQ:
		r = a == b;
		break;
	case NE:
		r = a != b;
		break;
	case LT:
		r = a < b;
		break;
	case LE:
		r = a <= b;
		break;
	case LOGIC_AND:
		r = a && b;
		break;
	case LOGIC_OR:
		r = a || b;
		break;
	case LOGIC_NOT:
		r = !a;
		break;
	case REDUCE_OR:
		r = a != 0;
		break;
	case REDUCE_AND:
		r = a == ones(x->in[0].n);
		break;
	case REDUCE_XOR:
		r = (uint64_t)__builtin_parityll(a);
		break;
	case REDUCE_XNOR:
		r = !__builtin_parityll(a);
		break;
	case SHL:
		r = b < 64 ? a << b : 0;
		break;
	case SHR:
		r = b < 64 ? a >> b : 0;
		break;
	default:
		fail("%s: an operation that has no table", x->src);
	}
	return r & ones(x->width);
}

/* Operations that value_of() knows, unsigned. */
static bool has_value(const struct design *d, int node, int reg)
{
	const struct node *x = &d->nodes[node];
	int n, bit;

	if (node == reg)
		return true;
	if (x->nin == 0 || x->is_signed || x->op == MUL || x->op == DIV || x->op == MOD ||
	    x->op == SHR_SIGNED || x->op == SHR_WIDE || x->op == READ || x->op == XORSHIFT)
		return false;
	for (int k = 0; k < x->nin; k++)
		for (int i = 0; i < x->in[k].n; i += bits_run(d, x->in[k], i, &n, &bit)) {
			bits_run(d, x->in[k], i, &n, &bit);
			if (n >= 0 && !has_value(d, n, reg))
				return false;
		}
	return true;
}

/* ---- derived nodes and shared nets ---- */

/* One-bit functions of one register: the register, or -1. */
static int function_of(const struct design *d, int node)
{
	const struct node *x = &d->nodes[node];
	int base = -1;

	if (x->kind != OP || x->width != 1 || set_count(d, x->from) != 1)
		return -1;
	EACH_NODE(d, x->from, i)
	base = i;
	return d->nodes[base].kind == REG && d->nodes[base].width > 1 && !d->nodes[base].jitter
		       ? base
		       : -1;
}

static void mark_used(const struct design *d, struct bits b, bool *used)
{
	int node, bit;

	for (int i = 0; i < b.n; i += bits_run(d, b, i, &node, &bit)) {
		bits_run(d, b, i, &node, &bit);
		if (node >= 0)
			used[node] = true;
	}
}

/* What is compared with a counter or decoded from a state is kept beside the register, and
 * wakes its readers only when it changes. */
static void choose_derived(struct design *d)
{
	bool *used = xalloc((size_t)d->nnodes * sizeof(*used));
	int *base = xalloc((size_t)d->nnodes * sizeof(*base));
	uint64_t *from = set_new(d), *in_reset = set_new(d);

	for (int i = 0; i < d->nresets; i++)
		bits_cone(d, (struct bits){1, &d->resets[i].net}, from, in_reset);
	for (int i = 0; i < d->nnodes; i++)
		base[i] = set_has(in_reset, i) ? -1 : function_of(d, i);
	for (int i = 0; i < d->nunits; i++) {
		mark_used(d, d->units[i].data, used);
		mark_used(d, d->units[i].address, used);
		mark_used(d, d->units[i].mask, used);
		if (d->units[i].enable >= 0)
			mark_used(d, (struct bits){1, &d->units[i].enable}, used);
	}
	for (int i = 0; i < d->netlist->nports; i++)
		if (d->netlist->ports[i].output)
			mark_used(d, d->netlist->ports[i].bits, used);
	for (int i = 0; i < d->nnodes; i++)
		if (d->nodes[i].kind == OP && base[i] < 0)
			for (int k = 0; k < d->nodes[i].nin; k++)
				mark_used(d, d->nodes[i].in[k], used);
	for (int i = 0; i < d->nnodes; i++)
		if (base[i] >= 0 && d->nodes[base[i]].width <= TABLED &&
		    !has_value(d, i, base[i]))
			used[i] = false;
	for (int i = 0; i < d->nnodes; i++)
		if (base[i] >= 0 && used[i]) {
			d->nodes[i].kind = DERIVED;
			d->nodes[i].base = base[i];
			d->nodes[base[i]].tabled = d->nodes[base[i]].width <= TABLED;
		}
	free(used);
	free(base);
	free(from);
	free(in_reset);
	design_cones(d);
}

/* One-bit operations that much logic of one clock shares are computed once an edge. */
static void choose_shared(struct design *d)
{
	for (int clock = 0; clock < d->nclocks; clock++)
		for (int made = 0; made < SHARED_NETS; made++) {
			uint64_t *from = set_new(d), *bad = set_new(d);
			int *users = xalloc((size_t)d->nnodes * sizeof(*users));
			int best = -1, most = 0;

			for (int i = 0; i < d->netlist->nports; i++)
				if (d->netlist->ports[i].output)
					bits_cone(d, d->netlist->ports[i].bits, from, bad);
			for (int i = 0; i < d->nresets; i++)
				bits_cone(d, (struct bits){1, &d->resets[i].net}, from, bad);
			for (int i = 0; i < d->nunits; i++) {
				const struct unit *u = &d->units[i];
				bool first = true;

				if (u->clock != clock) {
					set_or(d, bad, u->ops);
					set_or(d, bad, u->enable_ops);
					continue;
				}
				for (int k = 0; u->enable >= 0 && first && k < i; k++)
					first = d->units[k].clock != clock ||
						!same_enable(u, &d->units[k]);
				EACH_NODE(d, u->ops, k)
				users[k]++;
				if (!first)
					continue;
				EACH_NODE(d, u->enable_ops, k)
				users[k]++;
			}
			for (int i = 0; i < d->nnodes; i++) {
				const struct node *x = &d->nodes[i];
				int size;

				if (x->kind != OP || x->net || x->width != 1 ||
				    set_has(bad, i) || users[i] < 3)
					continue;
				size = set_count(d, x->ops);
				if (size < 4 || set_count(d, x->from) < 2)
					continue;
				if (size * (users[i] - 1) > most) {
					most = size * (users[i] - 1);
					best = i;
				}
			}
			free(from);
			free(bad);
			free(users);
			if (best < 0)
				break;
			d->nodes[best].net = true;
			d->units = grow(d->units, (size_t)d->nunits, sizeof(*d->units));
			d->units[d->nunits++] = (struct unit){.kind = SHARED,
							      .node = best,
							      .clock = clock,
							      .enable = -1,
							      .reset = -1,
							      .src = d->nodes[best].src};
			design_cones(d);
		}
}

/* ---- counters ---- */

static bool bits_have_value(const struct design *d, struct bits b, int reg)
{
	int node, bit;

	for (int i = 0; i < b.n; i += bits_run(d, b, i, &node, &bit)) {
		bits_run(d, b, i, &node, &bit);
		if (node >= 0 && !has_value(d, node, reg))
			return false;
	}
	return true;
}

/* Whether any derived node of the register differs between these values. */
static bool is_event(const struct design *d, int reg, uint64_t v, uint64_t w)
{
	for (int i = 0; i < d->nnodes; i++)
		if (d->nodes[i].kind == DERIVED && d->nodes[i].base == reg &&
		    value_of(d, i, reg, v) != value_of(d, i, reg, w))
			return true;
	return false;
}

/* For each value of a register that follows from itself alone: the next one, the edges until a
 * derived node changes, and the last value before. False: from some value on none changes. */
static bool predict(struct design *d, const struct unit *u)
{
	struct node *x = &d->nodes[u->node];
	const int values = 1 << x->width;

	x->counter = xalloc((size_t)values * sizeof(*x->counter));
	for (int v = 0; v < values; v++) {
		x->counter[v].next = (uint16_t)value_of_bits(d, u->data, u->node, (uint64_t)v);
		if (is_event(d, u->node, (uint64_t)v, x->counter[v].next)) {
			x->counter[v].wait = 1;
			x->counter[v].last = (uint16_t)v;
		}
	}
	for (int n = 1; n <= values; n++)
		for (int v = 0; v < values; v++) {
			const struct step *next = &x->counter[x->counter[v].next];

			if (!x->counter[v].wait && next->wait == n) {
				x->counter[v].wait = (uint16_t)(n + 1);
				x->counter[v].last = next->last;
			}
		}
	for (int v = 0; v < values; v++)
		if (!x->counter[v].wait) {
			x->counter = NULL;
			return false;
		}
	return true;
}

/* A register in a cluster of its own that follows from itself alone, and of which others read
 * derived nodes only. */
static bool can_be_predicted(const struct fast *f, const struct cluster *c)
{
	const struct design *d = f->d;
	const struct unit *u = &d->units[c->unit[0]];
	const struct node *x = &d->nodes[u->node];

	if (c->nunits > 1 || u->kind != REGISTER || u->enable >= 0 || x->width <= 2 ||
	    x->width > COUNTER || x->late || x->tabled || x->pin || x->jitter ||
	    readers(f, u->node)[d->nclocks] || !bits_have_value(d, u->data, u->node))
		return false;
	EACH_NODE(d, u->from, i)
	if (i != u->node && (d->nodes[i].kind != DERIVED || d->nodes[i].base != u->node))
		return false;
	for (int i = 0; i < d->nunits; i++)
		if (&d->units[i] != u && (set_has(d->units[i].from, u->node) ||
					  set_has(d->units[i].enable_from, u->node)))
			return false;
	for (int i = 0; i < d->nnodes; i++)
		if (d->nodes[i].kind == DERIVED && d->nodes[i].base == u->node &&
		    !has_value(d, i, u->node))
			return false;
	return true;
}

static void choose_counters(struct fast *f)
{
	for (int k = 0; k < f->d->nclocks; k++)
		for (int i = 0; i < f->clock[k].n; i++)
			if (can_be_predicted(f, f->clock[k].c[i]))
				f->clock[k].counters |=
					predict(f->d, &f->d->units[f->clock[k].c[i]->unit[0]]);
}

/* The node of a cluster that is a counter, or NULL. */
static const struct node *counter_of(const struct fast *f, const struct cluster *c)
{
	const struct node *x = &f->d->nodes[f->d->units[c->unit[0]].node];

	return x->counter ? x : NULL;
}

#define EACH_COUNTER(f, k, i, x)                  \
	for (int i = 0; i < (f)->clock[k].n; i++) \
		for (const struct node *x = counter_of(f, (f)->clock[k].c[i]); x; x = NULL)

/* A counter runs at the edges at which a derived node changes; until then it keeps an old
 * value. */
static void put_counters(const struct fast *f)
{
	for (int k = 0; k < f->d->nclocks; k++) {
		EACH_COUNTER(f, k, i, x)
		{
			printf("/* from each value of %s: the next one, the edges until it "
			       "matters, the "
			       "last one before */\n"
			       "static const struct { uint16_t next, wait, last; } "
			       "counter_%s[] = {",
			       x->name, x->name);
			for (int v = 0; v < 1 << x->width; v++)
				printf("%s{%d, %d, %d},", v % 6 ? " " : "\n\t",
				       x->counter[v].next, x->counter[v].wait,
				       x->counter[v].last);
			printf("\n};\n\n");
		}
		if (!f->clock[k].counters)
			continue;
		printf("/* The counters of %s that matter at this edge. */\n"
		       "static __attribute__((noinline)) uint64_t counters_%d(struct %s "
		       "*m)\n{\n"
		       "\tuint64_t todo = 0, event = ~0ull;\n\n",
		       f->d->clocks[k]->name, k, f->model);
		EACH_COUNTER(f, k, i, x)
		printf("\tif (m->due_%s == m->fast_edges[%d]) {\n"
		       "\t\tm->%s = counter_%s[m->%s].last;\n"
		       "\t\tm->due_%s += counter_%s[counter_%s[m->%s].next].wait;\n"
		       "\t\ttodo |= %s;\n\t}\n\tif (m->due_%s < event)\n\t\tevent = "
		       "m->due_%s;\n",
		       x->name, k, x->name, x->name, x->name, x->name, x->name, x->name,
		       x->name, number((uint64_t)1 << i), x->name, x->name);
		printf("\tm->fast_event[%d] = event;\n\treturn todo;\n}\n\n", k);
	}
	printf("/* Counters get the values that they have now. */\n"
	       "static void sync_counters(struct %s *m)\n{\n\t(void)m;\n",
	       f->model);
	for (int k = 0; k < f->d->nclocks; k++)
		EACH_COUNTER(f, k, i, x)
	printf("\twhile (counter_%s[m->%s].wait != m->due_%s - m->fast_edges[%d])\n"
	       "\t\tm->%s = counter_%s[m->%s].next;\n",
	       x->name, x->name, x->name, k, x->name, x->name, x->name);
	printf("}\n\nstatic void start_counters(struct %s *m)\n{\n\t(void)m;\n", f->model);
	for (int k = 0; k < f->d->nclocks; k++) {
		EACH_COUNTER(f, k, i, x)
		printf("\tm->due_%s = m->fast_edges[%d] + counter_%s[m->%s].wait;\n", x->name,
		       k, x->name, x->name);
		if (f->clock[k].counters)
			printf("\tm->fast_event[%d] = m->fast_edges[%d] + 1;\n", k, k);
	}
	printf("}\n\n");
}

/* ---- output ---- */

static bool is_clock_name(const struct design *d, const char *name)
{
	for (int k = 0; k < d->nclocks; k++)
		if (d->clocks[k]->name == name)
			return true;
	return false;
}

/* Words that the inputs take that act without a clock. */
static int direct_words(const struct fast *f)
{
	int bytes = 0;

	for (int i = 0; i < f->d->nnodes; i++) {
		const struct node *x = &f->d->nodes[i];

		if (x->kind != INPUT || sampled(f, i) || is_clock_name(f->d, x->name))
			continue;
		if (x->wide_pin)
			fail("%s: an input of more than 64 bits acts without a clock", x->name);
		bytes += x->width <= 8 ? 1 : x->width <= 16 ? 2 : x->width <= 32 ? 4 : 8;
	}
	return (bytes + 7) / 8;
}

/* What has to run when the node has changed. @here: the clock whose logic runs, whose words are
 * local; -1: none. @without: clusters of that clock that need no mark. */
static void put_marks(const struct fast *f, struct text *t, int node, int here,
		      const char *word, uint64_t without)
{
	for (int k = 0; k <= f->d->nclocks; k++) {
		uint64_t r = readers(f, node)[k], g = guarded(f, node)[k];
		char *dirty = format("m->fast_dirty[%d]", k),
		     *armed = format("m->fast_armed[%d]", k);

		if (k == here) {
			r &= ~without;
			g &= ~without;
			dirty = format("%s", word);
			armed = format("armed");
		}
		if (r && g)
			add(t, " %s |= %s | (%s & %s);", dirty, number(r), number(g), armed);
		else if (r)
			add(t, " %s |= %s;", dirty, number(r));
		else if (g)
			add(t, " %s |= %s & %s;", dirty, number(g), armed);
	}
}

/* For each old and new value of a register the marks of the derived nodes that change. */
static void put_tables(const struct fast *f)
{
	const struct design *d = f->d;

	for (int reg = 0; reg < d->nnodes; reg++) {
		const struct node *x = &d->nodes[reg];
		const int values = 1 << x->width;

		if (!x->tabled)
			continue;
		printf("/* what a change of %s marks: for each clock, always and while armed "
		       "*/\n"
		       "static const uint64_t marks_%s[%d][%d][2] = {\n",
		       x->name, x->name, values * values, d->nclocks + 1);
		for (int v = 0; v < values * values; v++) {
			printf("\t{");
			for (int k = 0; k <= d->nclocks; k++) {
				uint64_t r = 0, g = 0;

				for (int i = 0; i < d->nnodes; i++)
					if (d->nodes[i].kind == DERIVED &&
					    d->nodes[i].base == reg &&
					    value_of(d, i, reg, (uint64_t)(v / values)) !=
						    value_of(d, i, reg,
							     (uint64_t)(v % values))) {
						r |= readers(f, i)[k];
						g |= guarded(f, i)[k];
					}
				printf("{%s, %s}, ", number(r), number(g));
			}
			printf("},\n");
		}
		printf("};\n\n");
	}
}

/* Before a register with a table takes the value @new. */
static void put_transition(const struct fast *f, struct text *t, int reg, const char *new,
			   int here, const char *word)
{
	const struct design *d = f->d;
	const struct node *x = &d->nodes[reg];

	if (!x->tabled)
		return;
	add(t, " const uint64_t (*marks)[2] = marks_%s[m->%s << %d | %s];", x->name, x->name,
	    x->width, new);
	for (int k = 0; k <= d->nclocks; k++) {
		uint64_t r = 0, g = 0;

		for (int i = 0; i < d->nnodes; i++)
			if (d->nodes[i].kind == DERIVED && d->nodes[i].base == reg) {
				r |= readers(f, i)[k];
				g |= guarded(f, i)[k];
			}
		const char *dirty = k == here ? word : format("m->fast_dirty[%d]", k);
		const char *armed = k == here ? "armed" : format("m->fast_armed[%d]", k);

		if (r && g)
			add(t, " %s |= marks[%d][0] | (marks[%d][1] & %s);", dirty, k, k,
			    armed);
		else if (r)
			add(t, " %s |= marks[%d][0];", dirty, k);
		else if (g)
			add(t, " %s |= marks[%d][1] & %s;", dirty, k, armed);
	}
}

/* The derived nodes of a register that has just changed. */
static void put_derived(const struct fast *f, struct text *t, int reg, int here,
			const char *word, uint64_t without)
{
	if (f->d->nodes[reg].tabled)
		return;
	for (int i = 0; i < f->d->nnodes; i++) {
		const struct node *x = &f->d->nodes[i];
		struct block *b;

		if (x->kind != DERIVED || x->base != reg)
			continue;
		b = new_block(f, 1);
		b->see_through = true;
		use(b, i, 0);
		const char *e = node_code(b, i, 0);

		add(t, " { %s%sconst uint8_t v = %s; if (v != m->x_%s) { m->x_%s = v;",
		    text(&b->top), text(&b->body[0]), e, x->name, x->name);
		put_marks(f, t, i, here, word, without);
		add(t, " } }");
		free_block(b);
	}
}

static void put_unit(const struct fast *f, const struct cluster *c, int index,
		     const struct unit *u, int unit, struct block *b, int scope,
		     struct text *writes, struct text *late)
{
	const struct node *x = &f->d->nodes[u->node];
	struct text *t = &b->body[scope];
	uint64_t without = 0;

	if (x->counter || (u->enable >= 0 && repeats(f, c, u)))
		without = (uint64_t)1 << index;
	if (u->kind == SHARED) {
		char *e = op_code(b, u->node, scope);

		add(writes, "\tif (%s != m->y_%s) { m->y_%s ^= 1;", e, x->name, x->name);
		put_marks(f, writes, u->node, c->clock, "todo", 0);
		add(writes, " }\n");
		return;
	}
	if (u->kind == WRITE) {
		char *a = bits_code(b, u->address, scope), *v = bits_code(b, u->data, scope);
		char *mask = u->mask.n ? bits_code(b, u->mask, scope) : NULL;

		add(t,
		    "\tm->w%d.address = %s; m->w%d.data = %s; m->w%d.mask = %s; pend |= %s;\n",
		    unit, a, unit, v, unit, mask ? mask : number(ones(x->width)),
		    number((uint64_t)1 << index));
		add(late, "\tif (m->w%d.mask) {", unit);
		if (1 << (u->address.n < 30 ? u->address.n : 30) > x->size)
			add(late, " if (m->w%d.address < %d)", unit, x->size);
		add(late,
		    " m->%s[m->w%d.address] = (%s)((m->%s[m->w%d.address] & ~m->w%d.mask) | "
		    "(m->w%d.data & m->w%d.mask)); m->w%d.mask = 0;",
		    x->name, unit, type_of(x->width), x->name, unit, unit, unit, unit, unit);
		put_marks(f, late, u->node, -1, NULL, 0);
		add(late, " }\n");
		return;
	}
	char *e = bits_code(b, u->data, scope);

	add(t, "\tconst %s next_%s = %s;\n", type_of(x->width), x->name, e);
	add(writes, "\tif (next_%s != m->%s) {", x->name, x->name);
	if (x->late) {
		add(writes, " m->n_%s = next_%s; pend |= %s;", x->name, x->name,
		    number((uint64_t)1 << index));
		add(late, "\tif (m->n_%s != m->%s) {", x->name, x->name);
		put_transition(f, late, u->node, format("m->n_%s", x->name), -1, NULL);
		add(late, " m->%s = m->n_%s;", x->name, x->name);
		put_marks(f, late, u->node, -1, NULL, 0);
		put_derived(f, late, u->node, -1, NULL, 0);
		add(late, " }\n");
	} else {
		put_transition(f, writes, u->node, format("next_%s", x->name), c->clock,
			       "next");
		add(writes, " m->%s = next_%s;", x->name, x->name);
		put_marks(f, writes, u->node, c->clock, "next", without);
		put_derived(f, writes, u->node, c->clock, "next",
			    x->counter ? (uint64_t)1 << index : 0);
	}
	add(writes, " }\n");
}

static void put_sources(const struct fast *f, const struct cluster *c)
{
	const char *seen[8];
	int n = 0;

	printf("\t/*");
	for (int i = 0; i < c->nunits; i++) {
		const char *src = f->d->units[c->unit[i]].src, *base = strrchr(src, '/');
		char *line = format("%.*s", (int)strcspn(base ? base + 1 : src, "."),
				    base ? base + 1 : src);
		const char *colon = strrchr(src, ':');
		bool known = false;

		if (!colon || n == 8)
			continue;
		line = format("%s.v:%.*s", line, (int)strcspn(colon + 1, ".-"), colon + 1);
		for (int k = 0; k < n; k++)
			known |= strcmp(seen[k], line) == 0;
		if (known)
			continue;
		seen[n++] = line;
		printf("%s %s", n > 1 ? "," : "", line);
	}
	printf("%s */\n", n == 8 ? ", ..." : "");
}

static void put_cluster(const struct fast *f, const struct cluster *c, int index,
			struct text *late)
{
	const struct design *d = f->d;
	const int nscopes = scope_count(f, c);
	struct block *b = new_block(f, nscopes);
	const uint64_t self = (uint64_t)1 << index;
	bool has_guard = false;

	put_sources(f, c);
	if (d->units[c->unit[0]].kind == SHARED)
		b->root = d->units[c->unit[0]].node;
	for (int i = 0; i < c->nunits; i++) {
		const struct unit *u = &d->units[c->unit[i]];
		const int scope = scope_of(f, c, u);
		bool first = u->enable >= 0;

		if (u->kind == SHARED)
			use(b, u->node, scope);
		use_bits(b, u->data, scope);
		use_bits(b, u->address, scope);
		use_bits(b, u->mask, scope);
		for (int k = 0; k < i; k++)
			first &= !same_enable(u, &d->units[c->unit[k]]);
		if (first)
			use_bits(b, (struct bits){1, (int *)&u->enable}, TOP);
		has_guard |= u->enable >= 0;
	}
	printf("L%d: {\n", index);
	if (has_guard)
		printf("\tarmed &= ~0x%" PRIX64 "ull;\n", self);
	struct text body = {0};

	for (int s = 0; s < nscopes; s++) {
		struct text writes = {0};
		const struct unit *any = NULL;

		for (int i = 0; i < c->nunits; i++) {
			const struct unit *u = &d->units[c->unit[i]];

			if (scope_of(f, c, u) != s)
				continue;
			any = u;
			put_unit(f, c, index, u, c->unit[i], b, s, &writes, late);
		}
		if (!any)
			continue;
		if (any->enable >= 0) {
			char *e = bits_code(b, (struct bits){1, (int *)&any->enable}, TOP);

			add(&body, "\tif (%s%s) {\n\t%s |= %s;\n", any->active ? "" : "!", e,
			    repeats(f, c, any) ? "next" : "armed", number(self));
		}
		add(&body, "%s%s", text(&b->body[s]), text(&writes));
		if (any->enable >= 0)
			add(&body, "\t}\n");
		free(writes.s);
	}
	printf("%s%s\tNEXT\n\t}\n", text(&b->top), text(&body));
	free(body.s);
	free_block(b);
}

/* An input that the logic of a clock samples. */
static void put_sampled(const struct fast *f, int clock)
{
	for (int i = 0; i < f->d->nnodes; i++) {
		const struct node *x = &f->d->nodes[i];
		struct text t = {0};
		struct block *b;

		if (x->kind != INPUT || !sampled(f, i) || !readers(f, i)[clock])
			continue;
		b = new_block(f, 0);
		put_marks(f, &t, i, clock, "todo", 0);
		printf("\tif (%s != m->was_%s_%d) { m->was_%s_%d = %s;%s }\n",
		       node_code(b, i, TOP), x->name, x->first, x->name, x->first,
		       node_code(b, i, TOP), text(&t));
		free(t.s);
		free_block(b);
	}
}

static void put_clock(const struct fast *f, int clock)
{
	const struct schedule *s = &f->clock[clock];
	struct text *late = xalloc(CLUSTERS * sizeof(*late));

	printf("/* A rising edge of %s; returns the clusters that have to write late. */\n"
	       "static uint64_t run_%d(struct %s *m)\n{\n"
	       "\tstatic const void *const label[64] = {",
	       f->d->clocks[clock]->name, clock, f->model);
	for (int i = 0; i < s->n; i++)
		printf("&&L%d, ", i);
	printf("[63] = &&done};\n"
	       "\tuint64_t todo = m->fast_dirty[%d] | 1ull << 63, next = 0, pend = 0, armed = "
	       "m->fast_armed[%d];\n\n",
	       clock, clock);
	if (s->counters)
		printf("\tif (++m->fast_edges[%d] == m->fast_event[%d])\n"
		       "\t\ttodo |= counters_%d(m);\n",
		       clock, clock, clock);
	put_sampled(f, clock);
	printf("\tNEXT\n");
	for (int i = 0; i < s->n; i++)
		put_cluster(f, s->c[i], i, &late[i]);
	printf("done:\n\tm->fast_dirty[%d] = next;\n\tm->fast_armed[%d] = armed;\n\treturn "
	       "pend;\n}\n\n",
	       clock, clock);
	printf("static void write_%d(struct %s *m, uint64_t pend)\n{\n\twhile (pend) {\n"
	       "\t\tconst int i = __builtin_ctzll(pend);\n\n\t\tpend &= pend - 1;\n"
	       "\t\tswitch (i) {\n",
	       clock, f->model);
	for (int i = 0; i < s->n; i++) {
		if (late[i].n)
			printf("\t\tcase %d:\n%s\t\t\tbreak;\n", i, late[i].s);
		free(late[i].s);
	}
	printf("\t\tdefault:\n\t\t\t__builtin_unreachable();\n\t\t}\n\t}\n}\n\n");
	free(late);
}

/* Inputs that act without a clock; they are compared all at once, then one by one. */
static void put_inputs(const struct fast *f)
{
	const char *differ = "";

	printf("static inline int inputs_differ(const struct %s *m)\n{\n\treturn ", f->model);
	for (int i = 0; i < direct_words(f); i++, differ = " || ")
		printf("%sm->fast_direct[%d] != m->fast_was_direct[%d]", differ, i, i);
	printf("%s;\n}\n\n", *differ ? "" : "(void)m, 0");
	printf("static __attribute__((noinline)) void inputs_changed(struct %s *m)\n{\n",
	       f->model);
	for (int i = 0; i < f->d->nnodes; i++) {
		const struct node *x = &f->d->nodes[i];
		struct text t = {0};
		struct block *b;

		if (x->kind != INPUT || !readers(f, i)[f->d->nclocks])
			continue;
		b = new_block(f, 0);
		put_marks(f, &t, i, -1, NULL, 0);
		printf("\tif (%s != m->was_%s_%d) {%s }\n", node_code(b, i, TOP), x->name,
		       x->first, text(&t));
		free(t.s);
		free_block(b);
	}
	for (int i = 0; i < direct_words(f); i++)
		printf("\tm->fast_was_direct[%d] = m->fast_direct[%d];\n", i, i);
	printf("\t(void)m;\n}\n\n");
}

static void put_outputs(const struct fast *f)
{
	printf("static void show_outputs(struct %s *m)\n{\n"
	       "\tuint64_t todo = m->fast_dirty[%d] & ~(1ull << 63);\n\n"
	       "\tm->fast_dirty[%d] &= 1ull << 63;\n"
	       "\twhile (todo) {\n\t\tconst int i = __builtin_ctzll(todo);\n\n"
	       "\t\ttodo &= todo - 1;\n\t\tswitch (i) {\n",
	       f->model, f->d->nclocks, f->d->nclocks);
	for (int g = 0; g < OUTPUTS; g++) {
		struct block *b = new_block(f, 1);
		struct text t = {0};

		for (int i = 0; i < f->noutputs; i++)
			if (i * OUTPUTS / f->noutputs == g)
				use_bits(b, f->outputs[i]->bits, 0);
		for (int i = 0; i < f->noutputs; i++) {
			const struct port *p = f->outputs[i];

			if (i * OUTPUTS / f->noutputs != g)
				continue;
			if (p->bits.n <= 64)
				add(&t, "\tm->%s = %s;\n", p->name, bits_code(b, p->bits, 0));
			for (int lo = 0; p->bits.n > 64 && lo < p->bits.n; lo += 32)
				add(&t, "\tm->%s[%d] = %s;\n", p->name, lo / 32,
				    bits_code(b, bits_slice(p->bits, lo, 32), 0));
		}
		if (t.n)
			printf("\t\tcase %d: {\n%s%s%s\t\t\tbreak;\n\t\t}\n", g, text(&b->top),
			       text(&b->body[0]), t.s);
		free(t.s);
		free_block(b);
	}
	printf("\t\tdefault:\n\t\t\t__builtin_unreachable();\n\t\t}\n\t}\n}\n\n");
}

static void put_resets(const struct fast *f)
{
	const struct design *d = f->d;
	struct block *b = new_block(f, 1);
	struct text t = {0};

	for (int i = 0; i < d->nresets; i++)
		use_bits(b, (struct bits){1, (int *)&d->resets[i].net}, 0);
	for (int i = 0; i < d->nresets; i++)
		add(&t, "\tif (%s%s)\n\t\tactive |= 1ull << %d;\n",
		    d->resets[i].active ? "" : "!",
		    bits_code(b, (struct bits){1, (int *)&d->resets[i].net}, 0), i);
	printf("/* Which asynchronous resets are active. */\n"
	       "static uint64_t active_resets(const struct %s *m)\n{\n\tuint64_t active = "
	       "0;\n\n"
	       "%s%s%s\t(void)m;\n\treturn active;\n}\n\n",
	       f->model, text(&b->top), text(&b->body[0]), text(&t));
	free(t.s);
	free_block(b);
	printf("/* Resets the registers of @fired, and of @active those of the clocks that "
	       "rise. */\n"
	       "static void reset_registers(struct %s *m, uint64_t fired, uint64_t active, "
	       "uint64_t "
	       "rising)\n{\n\tuint64_t at;\n\n",
	       f->model);
	for (int i = 0; i < d->nresets; i++) {
		printf("\tat = (fired >> %d & 1 ? ~0ull : 0) | (active >> %d & 1 ? rising : "
		       "0);\n",
		       i, i);
		for (int k = 0; k < d->nclocks; k++) {
			bool any = false;

			for (int n = 0; n < d->nunits; n++) {
				const struct unit *u = &d->units[n];

				if (u->reset != i || u->clock != k)
					continue;
				if (!any)
					printf("\tif (at >> %d & 1) {\n", k);
				any = true;
				printf("\t\tm->%s = %s;\n", d->nodes[u->node].name,
				       number(u->reset_value));
			}
			if (any)
				printf("\t}\n");
		}
	}
	printf("\t(void)m;\n\t(void)at;\n\t(void)fired;\n\t(void)active;\n\t(void)rising;\n}"
	       "\n\n");
	printf("/* All logic is to run; what is derived from registers follows them. */\n"
	       "static void begin_anew(struct %s *m)\n{\n",
	       f->model);
	for (int k = 0; k < d->nclocks; k++)
		printf("\tm->fast_dirty[%d] = %s;\n", k, number(ones(f->clock[k].n)));
	printf("\tm->fast_dirty[%d] = %s;\n", d->nclocks,
	       number(f->noutputs == 0 ? 0
		      : f->noutputs >= OUTPUTS
			      ? ones(OUTPUTS)
			      : ones((f->noutputs - 1) * OUTPUTS / f->noutputs + 1)));
	for (int i = 0; i < d->nnodes; i++) {
		const struct node *x = &d->nodes[i];

		if (x->kind == REG && x->late)
			printf("\tm->n_%s = m->%s;\n", x->name, x->name);
		if (x->kind != DERIVED || d->nodes[x->base].tabled)
			continue;
		b = new_block(f, 1);
		b->see_through = true;
		use(b, i, 0);
		const char *e = node_code(b, i, 0);

		printf("\t{\n%s%s\tm->x_%s = %s;\n\t}\n", text(&b->top), text(&b->body[0]),
		       x->name, e);
		free_block(b);
	}
	printf("\tstart_counters(m);\n}\n\n");
}

static bool is_clock(const struct design *d, const struct port *p)
{
	for (int k = 0; k < d->nclocks; k++)
		if (d->clocks[k] == p)
			return true;
	return false;
}

static bool is_direct(const struct fast *f, const struct port *p)
{
	for (int i = 0; i < f->d->nnodes; i++)
		if (f->d->nodes[i].kind == INPUT && f->d->nodes[i].name == p->name)
			return !sampled(f, i) && !is_clock(f->d, p);
	return false;
}

/* Inputs that act without a clock: those of more bytes first, so that there are no gaps. */
static void put_direct(const struct fast *f, const char *prefix)
{
	for (int width = 64; width; width = width > 8 ? width / 2 : 0)
		for (int i = 0; i < f->d->nnodes; i++) {
			const struct node *x = &f->d->nodes[i];
			const int w = x->width <= 8    ? 8
				      : x->width <= 16 ? 16
				      : x->width <= 32 ? 32
						       : 64;

			if (x->kind == INPUT && !x->wide_pin && w == width && !sampled(f, i) &&
			    !is_clock_name(f->d, x->name))
				printf(" %s %s%s%s;", type_of(w), prefix, x->name,
				       *prefix ? "_0" : "");
		}
}

static void put_struct(const struct fast *f)
{
	const struct design *d = f->d;

	printf("struct %s {\n", f->model);
	if (direct_words(f)) {
		printf("\tunion { /* inputs that act without a clock */\n\t\tstruct {");
		put_direct(f, "");
		printf(" };\n\t\tuint64_t fast_direct[%d];\n\t};\n\tunion {\n\t\tstruct {",
		       direct_words(f));
		put_direct(f, "was_");
		printf(" };\n\t\tuint64_t fast_was_direct[%d];\n\t};\n", direct_words(f));
	}
	printf("\t/* other pins */\n");
	for (int i = 0; i < d->netlist->nports; i++) {
		const struct port *p = &d->netlist->ports[i];

		if (is_direct(f, p))
			continue;
		if (p->bits.n > 64)
			printf("\tuint32_t %s[%d];\n", p->name, (p->bits.n + 31) / 32);
		else
			printf("\t%s %s;\n", type_of(p->bits.n), p->name);
	}
	printf("\t/* what has to run: clusters of each clock, groups of outputs; bit 63: "
	       "resets */\n"
	       "\tuint64_t fast_dirty[%d];\n"
	       "\tuint64_t fast_armed[%d]; /* clusters with an enable that is 1 */\n"
	       "\tuint64_t fast_edges[%d], fast_event[%d]; /* so far; the next of a counter "
	       "*/\n"
	       "\tuint64_t fast_levels, fast_resets; /* of clocks, and which are active */\n"
	       "\tconst char *fast_scope;\n"
	       "\tstruct wave *fast_wave;\n",
	       d->nclocks + 1, d->nclocks + 1, d->nclocks + 1, d->nclocks + 1);
	for (int i = 0; i < d->nnodes; i++) {
		const struct node *x = &d->nodes[i];

		if (x->counter)
			printf("\tuint64_t due_%s; /* the edge at which it matters */\n",
			       x->name);
		if (x->kind == INPUT && sampled(f, i))
			printf("\t%s was_%s_%d;\n", type_of(x->width), x->name, x->first);
		if (x->kind == REG && !x->pin)
			printf("\t%s %s;\n", type_of(x->width), x->name);
		if (x->kind == REG && x->late)
			printf("\t%s n_%s;\n", type_of(x->width), x->name);
		if (x->kind == DERIVED && !d->nodes[x->base].tabled)
			printf("\tuint8_t x_%s;\n", x->name);
		if (x->kind == OP && x->net)
			printf("\tuint8_t y_%s;\n", x->name);
		if (x->kind == MEM)
			printf("\t%s %s[%d];\n", type_of(x->width), x->name, x->size);
	}
	for (int i = 0; i < d->nunits; i++)
		if (d->units[i].kind == WRITE)
			printf("\tstruct { uint64_t address, data, mask; } w%d;\n", i);
	printf("};\n\n");
}

static void put_start(const struct fast *f)
{
	const struct design *d = f->d;
	uint64_t low = 0;

	printf("static inline uint64_t clock_levels(const struct %s *m)\n{\n\treturn 0",
	       f->model);
	for (int k = 0; k < d->nclocks; k++)
		printf(" | (uint64_t)m->%s << %d", d->clocks[k]->name, k);
	printf(";\n}\n\n#define CLOCK_NAMES");
	for (int k = 0; k < d->nclocks; k++)
		printf(" \"%s\",", d->clocks[k]->name);
	printf("\n\n");
	printf("static void start(struct %s *m, uint32_t seed)\n{\n", f->model);
	for (int i = 0; i < d->nnodes; i++) {
		const struct node *x = &d->nodes[i];

		if (x->kind == REG && x->jitter)
			printf("\tm->%s = jitter_start(seed, %s);\n", x->name, number(x->salt));
		else if (x->kind == REG && x->init)
			printf("\tm->%s = %s;\n", x->name, number(x->init));
	}
	for (int i = 0; i < d->nresets; i++)
		low |= (uint64_t)!d->resets[i].active << i;
	printf("\tm->fast_resets = %s; /* as all nets begin at 0 */\n\t(void)seed;\n}\n\n",
	       number(low));
	printf("static void rise_together(struct %s *m, uint64_t rising)\n{\n", f->model);
	for (int k = 0; k < d->nclocks; k++)
		printf("\tconst uint64_t pend_%d = rising >> %d & 1 ? run_%d(m) : 0;\n", k, k,
		       k);
	for (int k = 0; k < d->nclocks; k++)
		printf("\tif (pend_%d)\n\t\twrite_%d(m, pend_%d);\n", k, k, k);
	printf("}\n\n");
	printf("/* Rising edges of these clocks; mostly it is one. */\n"
	       "static inline void rise(struct %s *m, uint64_t rising)\n{\n"
	       "\tuint64_t pend;\n\n\tswitch (rising) {\n",
	       f->model);
	for (int k = 0; k < d->nclocks; k++)
		printf("\tcase 1ull << %d:\n\t\tpend = run_%d(m);\n\t\tif (pend)\n"
		       "\t\t\twrite_%d(m, pend);\n\t\tbreak;\n",
		       k, k, k);
	printf("\tdefault:\n\t\trise_together(m, rising);\n\t}\n}\n\n");
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

/* False: yosys has no more use for some of these nets. */
static bool driven(const struct design *d, struct bits b)
{
	for (int i = 0; i < b.n; i++)
		if (b.net[i] > NET_1 && d->where[b.net[i]].node < 0)
			return false;
	return true;
}

/* All named nets for wave dumps; not compiled to be quick. */
static void put_waves(const struct fast *f)
{
	const struct netlist *n = f->d->netlist;
	const struct net_name **names = xalloc((size_t)(n->nnames + 1) * sizeof(*names));
	struct block *b = new_block(f, 1);
	struct text t = {0};
	int count = 0, words = 0;

	for (int i = 0; i < n->nnames; i++)
		if (!n->names[i].hidden && driven(f->d, n->names[i].bits))
			names[count++] = &n->names[i];
	qsort(names, (size_t)count, sizeof(*names), compare_names);
	printf("static const struct wave_net wave_nets[] = {\n");
	for (int i = 0; i < count; i++)
		printf("\t{\"%s\", %d},\n", names[i]->name, names[i]->bits.n);
	printf("};\n\n");
	b->see_through = true;
	for (int i = 0; i < count; i++)
		use_bits(b, names[i]->bits, 0);
	for (int i = 0; i < count; i++)
		for (int lo = 0; lo < names[i]->bits.n; lo += 64)
			add(&t, "\tv[%d] = %s;\n", words++,
			    bits_code(b, bits_slice(names[i]->bits, lo, 64), 0));
	printf("#define WAVE_NETS %d\n#define WAVE_WORDS %d\n\n"
	       "static __attribute__((cold, noinline)) void wave_values(const struct %s *m, "
	       "uint64_t *v)\n"
	       "{\n%s%s%s}\n",
	       count, words, f->model, text(&b->top), text(&b->body[0]), text(&t));
	free(t.s);
	free_block(b);
	free(names);
}

int fast_main(struct netlist *n, const char *model)
{
	struct fast *f = xalloc(sizeof(*f));

	f->model = model;
	f->d = design_build(n);
	design_cones(f->d);
	choose_derived(f->d);
	choose_shared(f->d);
	f->clock = xalloc((size_t)(f->d->nclocks + 1) * sizeof(*f->clock));
	for (int k = 0; k < f->d->nclocks; k++)
		make_clusters(f, k);
	find_readers(f);
	find_late(f);
	choose_counters(f);
	printf("/* Made from the netlist of %s. */\n#define CLOCKS %d\n", n->top,
	       f->d->nclocks);
	printf("#define NEXT do { const int i_ = __builtin_ctzll(todo); todo &= todo - 1; goto "
	       "*label[i_]; } while (0);\n\n");
	put_struct(f);
	put_tables(f);
	put_counters(f);
	for (int k = 0; k < f->d->nclocks; k++)
		put_clock(f, k);
	put_inputs(f);
	put_outputs(f);
	put_resets(f);
	put_start(f);
	put_waves(f);
	return fflush(stdout) || ferror(stdout);
}
