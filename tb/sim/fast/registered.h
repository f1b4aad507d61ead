/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REGISTERED_H
#define REGISTERED_H
#include "netlist.h"

/* All outputs of the top must come from flip-flops but those in @except, which must not. Prints
 * what is wrong and a line "ok" or "FAIL"; 1: something is. */
int registered_main(const struct netlist *n, int nexcept, char **except);

#endif
