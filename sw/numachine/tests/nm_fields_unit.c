/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Variables of a function by their place in its frame, as gcc and clang describe it:
 *
 *	struct pair { long a, b; };
 *	long run(struct pair both, long param) { long t[3]; ... }
 */
#include "../../tests/unit.h"
#include "../nm_fields.h"

static const char info[] =
	"Contents of the .debug_info section:\n"
	" <1><10>: Abbrev Number: 2 (DW_TAG_base_type)\n"
	"    <11>   DW_AT_byte_size   : 8\n"
	" <1><20>: Abbrev Number: 3 (DW_TAG_structure_type)\n"
	"    <21>   DW_AT_byte_size   : 16\n"
	" <2><28>: Abbrev Number: 4 (DW_TAG_member)\n"
	"    <29>   DW_AT_name        : a\n"
	"    <2a>   DW_AT_type        : <0x10>\n"
	"    <2b>   DW_AT_data_member_location: 0\n"
	" <2><30>: Abbrev Number: 4 (DW_TAG_member)\n"
	"    <31>   DW_AT_name        : b\n"
	"    <32>   DW_AT_type        : <0x10>\n"
	"    <33>   DW_AT_data_member_location: 8\n"
	" <1><40>: Abbrev Number: 5 (DW_TAG_array_type)\n"
	"    <41>   DW_AT_type        : <0x10>\n"
	" <2><48>: Abbrev Number: 6 (DW_TAG_subrange_type)\n"
	"    <49>   DW_AT_upper_bound : 2\n"
	" <1><50>: Abbrev Number: 7 (DW_TAG_subprogram)\n"
	"    <51>   DW_AT_name        : run\n"
	"    <52>   DW_AT_low_pc      : 0x1250\n"
	"    <53>   DW_AT_high_pc     : 0x113\n"
	"    <54>   DW_AT_frame_base  : 1 byte block: 9c \t(DW_OP_call_frame_cfa)\n"
	" <2><60>: Abbrev Number: 8 (DW_TAG_formal_parameter)\n"
	"    <61>   DW_AT_name        : both\n"
	"    <62>   DW_AT_type        : <0x20>\n"
	"    <63>   DW_AT_location    : 0xa0 (location list)\n"
	" <2><70>: Abbrev Number: 8 (DW_TAG_formal_parameter)\n"
	"    <71>   DW_AT_name        : param\n"
	"    <72>   DW_AT_type        : <0x10>\n"
	"    <73>   DW_AT_location    : (index: 0x2): 0x44 (location list)\n"
	" <2><80>: Abbrev Number: 9 (DW_TAG_variable)\n"
	"    <81>   DW_AT_name        : t\n"
	"    <82>   DW_AT_type        : <0x40>\n"
	"    <83>   DW_AT_location    : 3 byte block: 91 a0 7f \t(DW_OP_fbreg: -96)\n"
	" <2><90>: Abbrev Number: 9 (DW_TAG_variable)\n"
	"    <91>   DW_AT_name        : early\n"
	"    <92>   DW_AT_type        : <0x10>\n"
	"    <93>   DW_AT_location    : 0xf0 (location list)\n"
	" <2><a0>: Abbrev Number: 9 (DW_TAG_variable)\n"
	"    <a1>   DW_AT_name        : late\n"
	"    <a2>   DW_AT_type        : <0x10>\n"
	"    <a3>   DW_AT_location    : 0x120 (location list)\n"
	" <2><b0>: Abbrev Number: 9 (DW_TAG_variable)\n"
	"    <b1>   DW_AT_name        : pointed\n"
	"    <b2>   DW_AT_type        : <0x10>\n"
	"    <b3>   DW_AT_location    : 4 byte block: 91 b8 7e 6 \t(DW_OP_fbreg: -200; "
	"DW_OP_deref)\n"
	" <2><d0>: Abbrev Number: 9 (DW_TAG_variable)\n"
	"    <d1>   DW_AT_name        : known\n"
	"    <d2>   DW_AT_type        : <0x40>\n"
	"    <d3>   DW_AT_location    : 0x150 (location list)\n"
	" <2><e0>: Abbrev Number: 9 (DW_TAG_variable)\n"
	"    <e1>   DW_AT_name        : held\n"
	"    <e2>   DW_AT_type        : <0x40>\n"
	"    <e3>   DW_AT_location    : 0x180 (location list)\n"
	" <1><c0>: Abbrev Number: 9 (DW_TAG_variable)\n"
	"    <c1>   DW_AT_name        : global\n";

/* Version 5 of DWARF from gcc (with location views) and from clang. */
static const char lists[] =
	"Contents of the .debug_loclists section:\n"
	"\n"
	"Table at Offset 0\n"
	"  Length:          0x1d3\n"
	"  DWARF version:   5\n"
	"  Address size:    8\n"
	"   Offset Entry 2\n"
	"    00000044 0000000000001250 000000000000127e DW_OP_reg4 (rsi)\n"
	"    00000049 000000000000127e 000000000000129d DW_OP_entry_value: (DW_OP_reg4 (rsi)); "
	"DW_OP_stack_value\n"
	"    0000004b 000000000000129d 0000000000001314 DW_OP_breg7 (rsp): 8\n"
	"    0000004f <End of list>\n"
	"\n"
	"    00000098 v000000000000000 v000000000000000 location view pair\n"
	"    0000009a v000000000000000 v000000000000000 location view pair\n"
	"\n"
	"    000000a0 0000000000001250 (base address)\n"
	"    000000a9 v000000000000000 v000000000000000 views at 00000098 for:\n"
	"             0000000000001250 000000000000126a (DW_OP_reg5 (rdi); DW_OP_piece: 8; "
	"DW_OP_reg4 (rsi); DW_OP_piece: 8)\n"
	"    000000b4 v000000000000000 v000000000000000 views at 0000009a for:\n"
	"             000000000000126a 0000000000001279 (DW_OP_fbreg: -112; DW_OP_piece: 8; "
	"DW_OP_reg4 (rsi); DW_OP_piece: 8)\n"
	"             0000000000001279 0000000000001288 (DW_OP_breg14 (r14): 0; DW_OP_piece: 8; "
	"DW_OP_fbreg: -104; DW_OP_piece: 8)\n"
	"    000000e4 <End of list>\n"
	"    000000f0 0000000000001250 0000000000001279 (DW_OP_fbreg: -160)\n"
	"    000000ff <End of list>\n"
	"    00000120 0000000000001279 0000000000001313 (DW_OP_fbreg: -160)\n"
	"    0000012f <End of list>\n"
	"    00000150 0000000000001250 0000000000001260 (DW_OP_lit0; DW_OP_stack_value; "
	"DW_OP_piece: 8; DW_OP_breg7 (rsp): 40; DW_OP_plus_uconst: 8; DW_OP_piece: 8; "
	"DW_OP_piece: 8)\n"
	"    0000015f <End of list>\n"
	"    00000180 0000000000001250 0000000000001260 (DW_OP_reg14 (r14); DW_OP_piece: 8; "
	"DW_OP_breg7 (rsp): 80; DW_OP_plus_uconst: 8; DW_OP_piece: 8; DW_OP_reg3 (rbx); "
	"DW_OP_piece: 8)\n"
	"    0000018f <End of list>\n";

static void add(struct nm_fields *f, const char *text)
{
	char line[256];

	for (size_t n; *text; text += n) {
		EACH_OF(text);
		n = strcspn(text, "\n") + 1;
		snprintf(line, sizeof(line), "%.*s", (int)n, text);
		assert_int_equal(nm_fields_line(f, line), 0);
	}
}

/* Checks the variable at a place; @want: name and field, NULL: no variable is known. */
static void is(const struct nm_fields *f, int64_t from_frame, int64_t from_stack,
	       const char *want)
{
	char name[64] = "", field[64] = "";
	uint64_t offset;

	assert_int_equal(nm_fields_local(f, 0x1300, from_frame, from_stack, name, field,
					 sizeof(name), &offset),
			 want != NULL);
	strcat(name, field);
	assert_string_equal(name, want ? want : "");
}

static void places(const struct nm_fields *f)
{
	is(f, -112, 500, "both.a");
	is(f, -104, 500, "both.b");
	is(f, -100, 500, "both.b");
	is(f, -120, 500, NULL);
	is(f, -300, 8, "param");
	is(f, -300, 15, "param");
	is(f, -300, 16, NULL);
	is(f, -96, 500, "t[0]");
	is(f, -80, 500, "t[2]");
	is(f, -200, 500, NULL); /* a pointer to the variable */
	is(f, -72, 500, NULL);
	is(f, -160, 500, NULL); /* either of two variables */
	is(f, -300, 39, NULL);
	is(f, -300, 40, "known[0]"); /* has a value beside the part in memory */
	is(f, -300, 48, "known[1]");
	is(f, -300, 56, "known[2]"); /* has no location */
	is(f, -300, 64, NULL);
	is(f, -300, 80, NULL); /* in a register */
	is(f, -300, 88, "held[1]");
	is(f, -300, 96, NULL);
}

static void location_lists(void)
{
	struct nm_fields f = {0};

	add(&f, info);
	add(&f, lists);
	places(&f);
	nm_fields_free(&f);
	/* in some files the lists come first */
	add(&f, lists);
	add(&f, info);
	places(&f);
	nm_fields_free(&f);
}

/*
 * Two blocks have their variables at one place: the first one is contiguous, the second one has
 * ranges, which readelf prints (clang) or not (gcc).
 *
 *	void both(void) { { long a[2]; ... } { long b[2]; ... } }
 */
static const char blocks[] =
	"Contents of the .debug_info section:\n"
	" <1><10>: Abbrev Number: 2 (DW_TAG_base_type)\n"
	"    <11>   DW_AT_byte_size   : 16\n"
	" <1><50>: Abbrev Number: 7 (DW_TAG_subprogram)\n"
	"    <51>   DW_AT_name        : both\n"
	"    <52>   DW_AT_low_pc      : (index: 0): 0x1234\n"
	"    <53>   DW_AT_high_pc     : 0x100\n"
	"    <54>   DW_AT_frame_base  : 1 byte block: 9c \t(DW_OP_call_frame_cfa)\n"
	" <2><60>: Abbrev Number: 8 (DW_TAG_lexical_block)\n"
	"    <61>   DW_AT_low_pc      : 0x1250\n"
	"    <62>   DW_AT_high_pc     : 0x10\n"
	" <3><68>: Abbrev Number: 9 (DW_TAG_variable)\n"
	"    <69>   DW_AT_name        : a\n"
	"    <6a>   DW_AT_type        : <0x10>\n"
	"    <6b>   DW_AT_location    : 2 byte block: 91 60 \t(DW_OP_fbreg: -32)\n"
	" <2><70>: Abbrev Number: 8 (DW_TAG_lexical_block)\n"
	"    <71>   DW_AT_ranges      : 0x1c\n"
	" <3><78>: Abbrev Number: 9 (DW_TAG_variable)\n"
	"    <79>   DW_AT_name        : b\n"
	"    <7a>   DW_AT_type        : <0x10>\n"
	"    <7b>   DW_AT_location    : 2 byte block: 91 60 \t(DW_OP_fbreg: -32)\n";

static const char printed[] =
	"Contents of the .debug_rnglists section:\n"
	"  Offset: 0x18, Index: 0xc\n"
	"    Offset   Begin    End\n"
	"    0000001c 0000000000000002 (base address index) 0000000000001240 (base address)\n"
	"    0000001e 0000000000001270 0000000000001280 \n"
	"    00000021 0000000000001290 00000000000012a0 \n"
	"    00000024 <End of list>\n";

/* base address 0x1234, offsets 0x3c to 0x4c; 16 bytes from 0x1290 on */
static const char dumped[] =
	"Hex dump of section '.debug_rnglists':\n"
	"  0x00000000 77000000 05000800 00000000 05341200 w............4..\n"
	"  0x00000010 00000000 00040000 04010604 05341200 .............4..\n"
	"  0x00000020 00000000 00043c4c 07901200 00000000 ......<L........\n"
	"  0x00000030 001000                              ...\n";

static void variable_at(const struct nm_fields *f, uint64_t pc, const char *want)
{
	char name[64] = "", field[64] = "";
	uint64_t offset = 0, function = 0, variable = 0, other = 0;

	assert_int_equal(nm_fields_local(f, pc, -24, 500, name, field, sizeof(name), &offset),
			 want != NULL);
	assert_string_equal(name, want ? want : "");
	assert_true(nm_fields_variable(f, pc, -24, 500, &function, &variable));
	assert_int_equal(offset, want ? 8 : 0);
	assert_int_equal(!!variable, want != NULL);
	assert_true(nm_fields_variable(f, pc, -40, 500, &function, &other));
	assert_int_equal(other, 0);
	assert_false(nm_fields_variable(f, 0x1200, -24, 500, &function, &other));
}

static void of_blocks(void)
{
	static const char *const ranges[] = {printed, dumped};

	for (unsigned int EACH(i, 0); i < 2; i++) {
		struct nm_fields f = {0};

		add(&f, blocks);
		add(&f, ranges[i]);
		variable_at(&f, 0x124F, NULL); /* either of two */
		variable_at(&f, 0x1250, "a");
		variable_at(&f, 0x125F, "a");
		variable_at(&f, 0x1270, "b");
		variable_at(&f, 0x127F, "b");
		variable_at(&f, 0x1280, NULL);
		variable_at(&f, 0x1290, "b");
		variable_at(&f, 0x129F, "b");
		variable_at(&f, 0x12A0, NULL);
		nm_fields_free(&f);
	}
}

/*
 * Members with and without an offset: bit-fields, and a static member of C++ in version 4.
 *
 *	struct mixed { int first, second; unsigned a : 3, b : 5; int last, alone : 4; ... };
 */
static const char members[] =
	"Contents of the .debug_info section:\n"
	" <1><10>: Abbrev Number: 2 (DW_TAG_base_type)\n"
	"    <11>   DW_AT_byte_size   : 4\n"
	" <1><20>: Abbrev Number: 3 (DW_TAG_structure_type)\n"
	"    <21>   DW_AT_byte_size   : 32\n"
	" <2><28>: Abbrev Number: 4 (DW_TAG_member)\n"
	"    <29>   DW_AT_name        : first\n"
	"    <2a>   DW_AT_data_member_location: 0\n"
	" <2><30>: Abbrev Number: 4 (DW_TAG_member)\n"
	"    <31>   DW_AT_name        : second\n"
	"    <32>   DW_AT_data_member_location: 2 byte block: 23 4 \t(DW_OP_plus_uconst: 4)\n"
	" <2><38>: Abbrev Number: 5 (DW_TAG_member)\n"
	"    <39>   DW_AT_name        : a\n"
	"    <3a>   DW_AT_bit_size    : 3\n"
	"    <3b>   DW_AT_data_bit_offset: 64\n"
	" <2><40>: Abbrev Number: 5 (DW_TAG_member)\n"
	"    <41>   DW_AT_name        : b\n"
	"    <42>   DW_AT_bit_size    : 5\n"
	"    <43>   DW_AT_data_bit_offset: 67\n"
	" <2><48>: Abbrev Number: 4 (DW_TAG_member)\n"
	"    <49>   DW_AT_name        : last\n"
	"    <4a>   DW_AT_data_member_location: 12\n"
	" <2><50>: Abbrev Number: 5 (DW_TAG_member)\n"
	"    <51>   DW_AT_name        : alone\n"
	"    <52>   DW_AT_bit_size    : 4\n"
	"    <53>   DW_AT_data_bit_offset: 128\n"
	" <2><58>: Abbrev Number: 4 (DW_TAG_member)\n"
	"    <59>   DW_AT_name        : after\n"
	"    <5a>   DW_AT_data_member_location: 17\n"
	" <2><60>: Abbrev Number: 6 (DW_TAG_member)\n"
	"    <61>   DW_AT_name        : of_class\n"
	"    <62>   DW_AT_external    : 1\n"
	" <2><68>: Abbrev Number: 6 (DW_TAG_member)\n"
	"    <69>   DW_AT_name        : moved\n"
	"    <6a>   DW_AT_data_member_location: 6 byte block: 12 6 48 1c 6 22 \t(DW_OP_dup; "
	"DW_OP_deref; DW_OP_lit24; DW_OP_minus; DW_OP_deref; DW_OP_plus)\n"
	" <1><70>: Abbrev Number: 7 (DW_TAG_variable)\n"
	"    <71>   DW_AT_name        : mixed\n"
	"    <72>   DW_AT_type        : <0x20>\n"
	/* long grid[][n]: its rows have a size that is not known */
	" <1><80>: Abbrev Number: 8 (DW_TAG_array_type)\n"
	"    <81>   DW_AT_type        : <0x10>\n"
	" <2><88>: Abbrev Number: 9 (DW_TAG_subrange_type)\n"
	"    <89>   DW_AT_upper_bound : 3 byte block: 91 58 6 \t(DW_OP_fbreg: -40; DW_OP_deref)\n"
	" <1><90>: Abbrev Number: 8 (DW_TAG_array_type)\n"
	"    <91>   DW_AT_type        : <0x80>\n"
	" <1><a0>: Abbrev Number: 7 (DW_TAG_variable)\n"
	"    <a1>   DW_AT_name        : grid\n"
	"    <a2>   DW_AT_type        : <0x90>\n";

static void of_members(void)
{
	static const struct {
		const char *variable;
		uint64_t offset;
		const char *want;
	} cases[] = {
		{"mixed", 0, "mixed.first"},  {"mixed", 3, "mixed.first"},
		{"mixed", 4, "mixed.second"}, {"mixed", 8, "mixed"}, /* a or b */
		{"mixed", 12, "mixed.last"},  {"mixed", 16, "mixed.alone"},
		{"mixed", 17, "mixed.after"}, {"grid", 16, "grid"},
	};
	struct nm_fields f = {0};

	add(&f, members);
	for (size_t EACH(i, 0); i < sizeof(cases) / sizeof(*cases); i++) {
		char name[64];

		strcpy(name, cases[i].variable);
		assert_int_equal(nm_fields_name(&f, name, sizeof(name), cases[i].offset),
				 strcmp(cases[i].variable, cases[i].want) != 0);
		assert_string_equal(name, cases[i].want);
	}
	nm_fields_free(&f);
}

static const struct unit units[] = {
	UNIT(location_lists, ""),
	UNIT(of_blocks, "NM-DIA-001"),
	UNIT(of_members, "NM-DIA-001"),
};

UNIT_MAIN(units)
