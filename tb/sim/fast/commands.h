/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COMMANDS_H
#define COMMANDS_H
/* The subcommands of build/netlist. Each returns the exit status; 1: an error was found. */
#include "netlist.h"

/* Writes the logic of a fast model in C. */
int fast_main(struct netlist *n, const char *model);

/* Checks that all outputs of the top come from flip-flops, except those in @except, which must
 * not. Prints the errors and a line "ok" or "FAIL". */
int registered_main(const struct netlist *n, int nexcept, char **except);

/* Lists the clock-domain crossings of the top. @pins: its pin list; @readme: the page of the
 * shared blocks, with the table of constraints. Prints what is wrong and a line "ok" or
 * "FAIL". */
int cdc_main(const struct netlist *n, const char *pins, const char *readme);

/* Selects the faults in @list (yosys mutate -list) that change something, are not in clocks,
 * and have a source line that is not in @except (FILE:LINE, one per line). Prints line,
 * description and command of each, separated by tabs. */
int faults_main(const struct netlist *n, const char *list, const char *except);

/* For each numbered fault in @chosen whose cell is in this netlist, prints the command that
 * switches fault K on while the pin mutsel is K. */
int inject_main(const struct netlist *n, const char *chosen);

#endif
