/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads a flat netlist as yosys writes it (write_json):
 *
 *	netlist fast FILE.json TOP MODEL		the logic of a fast model in C
 *	netlist registered FILE.json TOP [PIN...]	whether all outputs but these come from
 *							flip-flops
 */
#include "design.h"
#include "registered.h"
#include <string.h>

int main(int argc, char **argv)
{
	if (argc == 5 && strcmp(argv[1], "fast") == 0)
		return fast_main(netlist_read(argv[2], argv[3]), argv[4]);
	if (argc >= 4 && strcmp(argv[1], "registered") == 0)
		return registered_main(netlist_read(argv[2], argv[3]), argc - 4, argv + 4);
	fputs("usage: netlist fast FILE.json TOP MODEL | registered FILE.json TOP [PIN...]\n",
	      stderr);
	return 2;
}
