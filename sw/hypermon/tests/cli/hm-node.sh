# SPDX-License-Identifier: Apache-2.0
# Checks that the library of the nodes is freestanding C11: it calls no other library, and a program
# without a C library can use it.
# shows HM-LIB-014
${CC:-cc} -std=c11 -pedantic-errors -Wall -Wextra -Werror -ffreestanding -O2 \
	-c "$TOP/sw/hypermon/hm_node.c" -o node.o
nm -u node.o
cat >prog.c <<-'END'
	#include "hm_node.h"
	static volatile uint32_t written[64];
	static unsigned int writes;
	static void port(void *arg, uint32_t value)
	{
		(void)arg;
		written[writes++] = value;
	}
	int node_main(void);
	int node_main(void)
	{
		static const uint8_t event[] = {0x21, 0x43};
		struct hm_node n = {.port = port, .bytes = true};

		if (hm_event(&n, event, 2) || writes != 8)
			return 1;
		for (unsigned int i = 0; i < 4; i++)
			if (written[2 * i] != i + 1 || written[2 * i + 1] != 0x10 + i + 1)
				return 1;
		return 0;
	}
END
${CC:-cc} -std=c11 -pedantic-errors -Wall -Wextra -Werror -ffreestanding -I"$TOP/sw/hypermon" \
	-c prog.c
ld -r prog.o node.o -o both.o && nm -u both.o
echo 'int node_main(void); int main(void) { return node_main(); }' >main.c
${CC:-cc} -o main main.c both.o && ./main
echo "status $?"

#> status 0
