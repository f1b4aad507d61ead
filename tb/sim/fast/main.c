/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads a flat netlist as yosys writes it (write_json):
 *
 *	netlist fast FILE.json TOP MODEL		the logic of a fast model in C
 *	netlist registered FILE.json TOP [PIN...]	whether all outputs but these come from
 *							flip-flops
 *	netlist cdc FILE.json TOP PINS.def README.md	its clock-domain crossings
 *	netlist faults FILE.json TOP LIST EXCEPT	which faults of yosys are worth a run
 *	netlist inject FILE.json TOP FAULTS		commands that put them into the netlist
 */
#include "commands.h"

int main(int argc, char **argv)
{
	if (argc == 5 && text_is(argv[1], "fast"))
		return fast_main(netlist_read(argv[2], argv[3]), argv[4]);
	if (argc >= 4 && text_is(argv[1], "registered"))
		return registered_main(netlist_read(argv[2], argv[3]), argc - 4, argv + 4);
	if (argc == 6 && text_is(argv[1], "cdc"))
		return cdc_main(netlist_read(argv[2], argv[3]), argv[4], argv[5]);
	if (argc == 6 && text_is(argv[1], "faults"))
		return faults_main(netlist_read(argv[2], argv[3]), argv[4], argv[5]);
	if (argc == 5 && text_is(argv[1], "inject"))
		return inject_main(netlist_read(argv[2], argv[3]), argv[4]);
	fputs("usage: netlist fast FILE.json TOP MODEL | registered FILE.json TOP [PIN...] | "
	      "cdc FILE.json TOP PINS.def README.md | "
	      "faults FILE.json TOP LIST EXCEPT | inject FILE.json TOP FAULTS\n",
	      stderr);
	return 2;
}
