/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes from a top's pin list and clock table what puts it into an FPGA with fewer
 * pins than the top has:
 *
 *	scan wrapper	Verilog module <top>_scan around the top: the inputs of each
 *			clock domain come from a shift register of that clock, the
 *			outputs are registered and folded into a second one
 *	scan stub	the top as an empty black box
 *	scan clocks	one "clock kHz" a line
 *
 * Clocks and single asynchronous pins stay pins; asynchronous vectors would be too many, and
 * hang on the first clock. All other inputs and outputs begin or end in
 * a flip-flop of their own domain, so the clock reached is that of the top.
 * Compiled once per top with TOP, PINS_DEF and CLOCKS_DEF defined.
 */
#include <stdio.h>
#include <string.h>

#define STR_(x) #x
#define STR(x) STR_(x)
static const char top[] = STR(TOP);

enum dir { IN, OUT };
static const struct pin {
	const char *name;
	unsigned int width;
	enum dir dir;
} pins[] = {
#define PIN(name, width, dir) {#name, width, dir},
#include PINS_DEF
#undef PIN
};
#define PINS (sizeof(pins) / sizeof(pins[0]))

static const struct clock {
	const char *name;
	unsigned int khz;
} clocks[] = {
#define CLOCK(name, khz) {#name, khz},
#define DOMAIN(pin, clock)
#include CLOCKS_DEF
#undef CLOCK
#undef DOMAIN
};
#define CLOCKS (sizeof(clocks) / sizeof(clocks[0]))

static const struct domain {
	const char *pin, *clock;
} domains[] = {
#define CLOCK(name, khz)
#define DOMAIN(pin, clock) {#pin, #clock},
#include CLOCKS_DEF
};
#define DOMAINS (sizeof(domains) / sizeof(domains[0]))

enum { ASYNC = -1, IS_CLOCK = -2, UNKNOWN = -3 };

static int clock_of_name(const char *name)
{
	for (size_t i = 0; i < CLOCKS; i++)
		if (strcmp(clocks[i].name, name) == 0)
			return (int)i;
	return UNKNOWN;
}

/* The number of the pin's clock, ASYNC, IS_CLOCK or UNKNOWN. Straps and asynchronous
 * vectors hang on the first clock. */
static int clock_of(const struct pin *p)
{
	if (clock_of_name(p->name) >= 0)
		return IS_CLOCK;
	for (size_t i = 0; i < DOMAINS; i++) {
		if (strcmp(domains[i].pin, p->name) != 0)
			continue;
		if (strcmp(domains[i].clock, "ASYNC") == 0)
			return p->width > 1 ? 0 : ASYNC;
		if (strcmp(domains[i].clock, "STATIC") == 0)
			return 0;
		return clock_of_name(domains[i].clock);
	}
	return UNKNOWN;
}

/* The tables agree: every pin has one domain that exists. */
static int check(void)
{
	int bad = 0;

	for (size_t i = 0; i < PINS; i++)
		if (clock_of(&pins[i]) == UNKNOWN) {
			fprintf(stderr, "%s: pin %s has no clock domain\n", top, pins[i].name);
			bad = 1;
		}
	for (size_t i = 0; i < DOMAINS; i++) {
		size_t k = 0;

		while (k < PINS && strcmp(pins[k].name, domains[i].pin) != 0)
			k++;
		for (size_t j = 0; j < i; j++)
			if (strcmp(domains[i].pin, domains[j].pin) == 0)
				k = PINS;
		if (k == PINS) {
			fprintf(stderr, "%s: %s is no pin or has two clock domains\n", top,
				domains[i].pin);
			bad = 1;
		}
	}
	return bad;
}

/* Bits of the domain's pins of one direction. */
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
	unsigned int in_at[CLOCKS], out_at[CLOCKS];

	printf("// Made from the pin list and the clock table of %s.\nmodule %s_scan (", top,
	       top);
	for (size_t i = 0; i < PINS; i++)
		if (clock_of(&pins[i]) < 0)
			printf("\n    %s wire [%u:0] %s,",
			       pins[i].dir == IN ? "input " : "output", pins[i].width - 1,
			       pins[i].name);
	printf("\n    input  wire [%zu:0] scan_in,\n    output wire [%zu:0] scan_out\n);\n",
	       CLOCKS - 1, CLOCKS - 1);
	for (size_t c = 0; c < CLOCKS; c++) {
		const char *name = clocks[c].name;
		unsigned int in = bits((int)c, IN), out = bits((int)c, OUT);

		in_at[c] = out_at[c] = 0;
		printf("\n    wire %s_global;\n    SB_GB gb_%s "
		       "(.USER_SIGNAL_TO_GLOBAL_BUFFER(%s), "
		       ".GLOBAL_BUFFER_OUTPUT(%s_global));\n",
		       name, name, name, name);
		/* bit 0 is the head of the chain and drives nothing */
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
		printf("%s_%s[%u:%u])", p->dir == IN ? "in" : "out", clocks[c].name,
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
		for (size_t i = 0; i < CLOCKS; i++)
			printf("%s %u\n", clocks[i].name, clocks[i].khz);
	} else {
		fprintf(stderr, "usage: scan wrapper | stub | clocks\n");
		return 2;
	}
	return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
