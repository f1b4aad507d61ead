/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CDC_H
#define CDC_H
#include "netlist.h"

/* Lists the clock-domain crossings of the top. @pins: its pin list; @readme: the page of the
 * shared blocks, with the table of constraints. Prints what is wrong and a line "ok" or "FAIL";
 * 1: something is. */
int cdc_main(const struct netlist *n, const char *pins, const char *readme);

#endif
