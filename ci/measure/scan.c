/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Generates from a top's pin list the files for mapping it to an FPGA with fewer pins than the
 * top has:
 *
 *	scan wrapper	Verilog module <top>_scan around the top: the inputs of each
 *			clock domain come from a shift register of that clock, the
 *			outputs are registered and folded into a second one
 *	scan stub	the top as an empty black box
 *	scan clocks	one "clock kHz" per line
 *
 * Clocks and single asynchronous pins remain pins; asynchronous vectors would need too many
 * pins, and are driven from the first clock. All other inputs and outputs begin or end in a
 * flip-flop of their own domain, so that the clock frequency reached is that of the top.
 * Compiled once per top with TOP and PINS_DEF defined.
 */
#include <stdio.h>
#include <string.h>

#define STR_(x) #x
#define STR(x) STR_(x)
static const char top[] = STR(TOP);

enum dir { IN, RESET = IN, OUT };
static const struct pin {
	const char *name;
	unsigned int width;
	enum dir dir;
	const char *domain;
} pins[] = {
#define PIN(name, width, dir, domain) {#name, width, dir, #domain},
#include PINS_DEF
#undef PIN
};
#define PINS (sizeof(pins) / sizeof(pins[0]))

/* The clock pins, in the order of the list. */
static const struct pin *clocks[PINS];
static size_t nclocks;

enum { ASYNC = -1, IS_CLOCK = -2, UNKNOWN = -3 };

static int is_clock(const struct pin *p)
{
	return p->domain[0] >= '0' && p->domain[0] <= '9';
}

/* Returns the number of the pin's clock, or ASYNC, IS_CLOCK or UNKNOWN. Straps and asynchronous
 * vectors are driven from the first clock. */
static int clock_of(const struct pin *p)
{
	if (is_clock(p))
		return IS_CLOCK;
	if (strcmp(p->domain, "ASYNC") == 0)
		return p->width > 1 ? 0 : ASYNC;
	if (strcmp(p->domain, "STATIC") == 0)
		return 0;
	for (size_t i = 0; i < nclocks; i++)
		if (strcmp(clocks[i]->name, p->domain) == 0)
			return (int)i;
	return UNKNOWN;
}

/* Finds the clocks. Returns 0 if there is a clock and the domain of every pin exists. */
static int check(void)
{
	int bad = 0;

	for (size_t i = 0; i < PINS; i++)
		if (is_clock(&pins[i]))
			clocks[nclocks++] = &pins[i];
	for (size_t i = 0; i < PINS; i++)
		if (clock_of(&pins[i]) == UNKNOWN) {
			fprintf(stderr, "%s: pin %s: there is no clock %s\n", top, pins[i].name,
				pins[i].domain);
			bad = 1;
		}
	return bad || !nclocks;
}

/* Returns the total width of the domain's pins of one direction. */
static unsigned int bits(int clock, enum dir dir)
{
	unsigned int n = 0;

	for (size_t i = 0; i < PINS; i++)
		if (pins[i].dir == dir && clock_of(&pins[i]) == clock)
			n += pins[i].width;
	return n;
}

static void ports(void)
{
	for (size_t i = 0; i < PINS; i++)
		printf("%s\n    %s wire [%u:0] %s", i ? "," : "",
		       pins[i].dir == IN ? "input " : "output", pins[i].width - 1,
		       pins[i].name);
}

static void stub(void)
{
	printf("// Made from the pin list of %s.\n(* blackbox *)\nmodule %s (", top, top);
	ports();
	printf("\n);\nendmodule\n");
}

static void wrapper(void)
{
	unsigned int in_at[PINS], out_at[PINS];

	printf("// Made from the pin list of %s.\nmodule %s_scan (", top, top);
	for (size_t i = 0; i < PINS; i++)
		if (clock_of(&pins[i]) < 0)
			printf("\n    %s wire [%u:0] %s,",
			       pins[i].dir == IN ? "input " : "output", pins[i].width - 1,
			       pins[i].name);
	printf("\n    input  wire [%zu:0] scan_in,\n    output wire [%zu:0] scan_out\n);\n",
	       nclocks - 1, nclocks - 1);
	for (size_t c = 0; c < nclocks; c++) {
		const char *name = clocks[c]->name;
		unsigned int in = bits((int)c, IN), out = bits((int)c, OUT);

		in_at[c] = out_at[c] = 0;
#ifdef FAMILY_ecp5
		/* nextpnr promotes the clocks to global nets by itself */
		printf("\n    wire %s_global = %s;\n", name, name);
#else
		printf("\n    wire %s_global;\n    SB_GB gb_%s "
		       "(.USER_SIGNAL_TO_GLOBAL_BUFFER(%s), "
		       ".GLOBAL_BUFFER_OUTPUT(%s_global));\n",
		       name, name, name, name);
#endif
		/* bit 0 is the head of the chain and drives no pin */
		printf("    reg [%u:0] in_%s;\n    wire [%u:0] out_%s;\n    reg [%u:0] "
		       "held_%s, fold_%s;\n",
		       in, name, out, name, out, name, name);
		printf("    assign out_%s[0] = in_%s[%u];\n    assign scan_out[%zu] = "
		       "fold_%s[%u];\n"
		       "    always @(posedge %s_global) begin\n",
		       name, name, in, c, name, out, name);
		if (in)
			printf("        in_%s <= {in_%s[%u:0], scan_in[%zu]};\n", name, name,
			       in - 1, c);
		else
			printf("        in_%s <= scan_in[%zu];\n", name, c);
		printf("        held_%s <= out_%s;\n", name, name);
		if (out)
			printf("        fold_%s <= {fold_%s[%u:0], 1'b0} ^ held_%s;\n", name,
			       name, out - 1, name);
		else
			printf("        fold_%s <= held_%s;\n", name, name);
		printf("    end\n");
	}
	printf("\n    %s top (", top);
	for (size_t i = 0; i < PINS; i++) {
		const struct pin *p = &pins[i];
		int c = clock_of(p);
		unsigned int *at;

		printf("%s\n        .%s(", i ? "," : "", p->name);
		if (c < 0) {
			printf("%s%s)", p->name, c == IS_CLOCK ? "_global" : "");
			continue;
		}
		at = p->dir == IN ? &in_at[c] : &out_at[c];
		printf("%s_%s[%u:%u])", p->dir == IN ? "in" : "out", clocks[c]->name,
		       *at + p->width, *at + 1);
		*at += p->width;
	}
	printf("\n    );\nendmodule\n");
}

int main(int argc, char **argv)
{
	const char *what = argc == 2 ? argv[1] : "";

	if (check())
		return 1;
	if (strcmp(what, "wrapper") == 0) {
		wrapper();
	} else if (strcmp(what, "stub") == 0) {
		stub();
	} else if (strcmp(what, "clocks") == 0) {
		for (size_t i = 0; i < nclocks; i++)
			printf("%s %s\n", clocks[i]->name, clocks[i]->domain);
	} else {
		fprintf(stderr, "usage: scan wrapper | stub | clocks\n");
		return 2;
	}
	return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
