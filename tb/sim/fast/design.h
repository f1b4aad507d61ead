/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DESIGN_H
#define DESIGN_H
/*
 * A netlist as the fast model sees it: nodes of at most 64 bits, each an input, a register or
 * an operation, and units, each a register, a write port of a memory or a shared net that is
 * computed at an edge of one clock.
 */
#include "netlist.h"
#include <stdint.h>

#define MAX_CLOCKS 62
#define MAX_RESETS 64

enum kind { INPUT, REG, MEM, OP, DERIVED };

enum op {
	MUX, /* in: the default, then pairs of value and select; the first selected value
	      * wins */
	AND,
	OR,
	XOR,
	XNOR,
	NOT,
	ADD,
	SUB,
	MUL,
	DIV,
	MOD,
	EQ,
	NE,
	LT,
	LE,
	LOGIC_AND,
	LOGIC_OR,
	LOGIC_NOT,
	REDUCE_OR,
	REDUCE_AND,
	REDUCE_XOR,
	REDUCE_XNOR,
	SHL,
	SHR,
	SHR_SIGNED,
	SHR_WIDE, /* in: amount, then the words to be shifted; first: added to the amount */
	READ,	  /* reads a memory; in: address */
	XORSHIFT, /* the next value of sync_jitter */
	OPS
};

/* What some bits depend on. @from: the registers, inputs, memories and derived nodes; @ops: the
 * operations between. */
struct cone {
	uint64_t *from, *ops; /* sets of nodes */
};

struct node {
	enum kind kind;
	enum op op;
	bool is_signed; /* LT, LE, DIV, MOD; SHR_WIDE: the amount */
	int width, nin;
	struct bits *in;
	int mem;	  /* READ: the node of the memory */
	int base;	  /* DERIVED: the register of which it is a function */
	int first;	  /* INPUT, REG: its first bit in the port or register */
	const char *name; /* as a C identifier */
	const char *at;	  /* INPUT, REG, MEM: the member of the model that keeps it */
	bool pin;	  /* the value is kept in the pin of that name */
	bool wide_pin;	  /* the pin consists of 32-bit words */
	bool net;	  /* OP: computed once per clock edge and stored in y_<name> */
	bool late;	  /* REG: written after all logic of the instant has run */
	bool tabled;	  /* REG: a table gives the marks of each transition */
	int size;	  /* MEM: number of words */
	uint64_t init;	  /* REG */
	bool jitter;	  /* REG: the random word of a sync_jitter */
	uint32_t salt;	  /* SALT of that sync_jitter */
	const char *src;
	struct cone cone;
	bool visiting; /* its cone is being computed */
};

enum unit_kind { REGISTER, WRITE, SHARED };

struct unit {
	enum unit_kind kind;
	int node; /* register, memory or shared net */
	int clock;
	int enable;  /* number of a net, -1: none */
	bool active; /* level of enable */
	bool always; /* WRITE: the write is repeated at every edge while enabled */
	struct bits data, address, mask;
	int reset; /* number of the reset in struct design, -1: none */
	uint64_t reset_value;
	const char *src;
	struct cone cone, enable_cone;
	uint64_t *wake;	 /* set of nodes: when one of them changes, the unit must be computed */
	uint64_t *reads; /* both cones, with the registers of derived nodes */
	int cluster, scope; /* where it runs: number of the cluster, and of the enable's scope
			     * in it */
};

struct reset {
	int net;
	bool active;
};

struct design {
	struct netlist *netlist;
	int nnodes, nunits, nclocks, nresets;
	int words; /* size of a set of nodes in 64-bit words */
	struct node *nodes;
	struct unit *units;
	struct port *clocks[MAX_CLOCKS];
	struct reset resets[MAX_RESETS];
	struct where {
		int node, bit;
	} * where; /* node that drives each net, and the bit in it */
	int nwhere;
};

/* A run of @n bits from bit @at of a vector: the bits of one node from its bit @bit on, or
 * constants (@node -1). */
struct run {
	int at, n, node, bit;
};

struct design *design_build(struct netlist *n);
/* The node whose whole value is @b; NULL: there is none. */
struct node *whole_node(const struct design *d, struct bits b);
/* Computes the cones of nodes and units; to be called again when kinds of nodes have
 * changed. */
void design_cones(struct design *d);
/* Adds the cone of bits @b to @to. */
void bits_cone(struct design *d, struct bits b, struct cone *to);
/* Adds the cones of all outputs, or of all resets. */
void outputs_cone(struct design *d, struct cone *to);
void resets_cone(struct design *d, struct cone *to);

/* Returns the run that begins at bit @at; n is 0 after the last bit. */
struct run bits_run(const struct design *d, struct bits b, int at);
#define EACH_RUN(d, b, r) \
	for (struct run r = bits_run(d, b, 0); r.n; r = bits_run(d, b, r.at + r.n))

#define EACH_UNIT(d, u) for (struct unit *u = (d)->units; u < (d)->units + (d)->nunits; u++)

/* functions for sets of nodes */
static inline bool set_has(const uint64_t *s, int i)
{
	return s[i / 64] >> i % 64 & 1;
}
static inline void set_add(uint64_t *s, int i)
{
	s[i / 64] |= (uint64_t)1 << i % 64;
}
void set_or(const struct design *d, uint64_t *s, const uint64_t *t);
int set_count(const struct design *d, const uint64_t *s);
int set_common(const struct design *d, const uint64_t *s, const uint64_t *t);
uint64_t *set_new(const struct design *d);
struct cone cone_new(const struct design *d);
#define EACH_NODE(d, set, i)                  \
	for (int i = 0; i < (d)->nnodes; i++) \
		if (!(set)[i / 64])           \
			i |= 63;              \
		else if (set_has(set, i))

#endif
