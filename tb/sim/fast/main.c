/* SPDX-License-Identifier: Apache-2.0 */
/*
 *	netlist fast TOP.json TOP MODEL		C code of the fast model's logic
 */
#include "design.h"
#include <string.h>

int main(int argc, char **argv)
{
	if (argc == 5 && strcmp(argv[1], "fast") == 0)
		return fast_main(netlist_read(argv[2], argv[3]), argv[4]);
	fputs("usage: netlist fast FILE.json TOP MODEL\n", stderr);
	return 2;
}
