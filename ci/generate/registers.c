/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prints the register tables of a board as JSON, for sw/python and the manual. Compiled once
 * per board with BOARD (its name) and REGS_DEF (a file that includes its tables) defined. The
 * fields of an image that is no register of its own come without space, offset, reset and text.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define STR_(x) #x
#define STR(x) STR_(x)

static const struct row {
	const char *reg, *field, *where, *text;
	unsigned long a, b; /* of a register: offset and value after reset; of a field: bits */
} rows[] = {
#define REG(name, space, offset, reset, text) {#name, NULL, #space, text, offset, reset},
#define FIELD(reg, name, msb, lsb, access, text) {#reg, #name, #access, text, msb, lsb},
#include REGS_DEF
};

static void print_string(const char *name, const char *s)
{
	printf("\"%s\": \"", name);
	for (; *s; s++)
		printf(*s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
	putchar('"');
}

int main(void)
{
	const char *reg = "";
	int fields = 0;

	printf("{\"board\": \"" STR(BOARD) "\", \"registers\": [");
	for (const struct row *r = rows; r < rows + sizeof(rows) / sizeof(rows[0]); r++) {
		if (strcmp(reg, r->reg)) {
			printf("%s\n{", *reg ? "]}," : "");
			print_string("name", r->reg);
			if (!r->field) {
				printf(", ");
				print_string("space", r->where);
				printf(", \"offset\": %lu, \"reset\": %lu, ", r->a, r->b);
				print_string("text", r->text);
			}
			printf(", \"fields\": [");
			reg = r->reg;
			fields = 0;
		}
		if (!r->field)
			continue;
		printf("%s\n\t{", fields++ ? "," : "");
		print_string("name", r->field);
		printf(", \"msb\": %lu, \"lsb\": %lu, ", r->a, r->b);
		print_string("access", r->where);
		printf(", ");
		print_string("text", r->text);
		putchar('}');
	}
	printf("%s\n]}\n", *reg ? "]}" : "");
	return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
