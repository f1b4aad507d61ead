/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAULTS_H
#define FAULTS_H
#include "netlist.h"

/* Of the faults in @list (yosys mutate -list) those that change something, are not in clocks
 * and have a source line, which is not in @except (FILE:LINE, one a line). Prints line,
 * description and command of each, separated by tabs. */
int faults_main(const struct netlist *n, const char *list, const char *except);
/* Of the numbered faults in @chosen those whose cell this netlist has: prints the commands that
 * switch fault K on while the pin mutsel is K. */
int inject_main(const struct netlist *n, const char *chosen);

#endif
