/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ICARUS_STOPS_H
#define ICARUS_STOPS_H
#include <stddef.h>

/*
 * Replaces $error, $fatal, $stop and $finish in vvp, which calls $error for a failed assertion,
 * too. They print what Verilator's models print, and the first one stores "file:line: what" in
 * @first, at most @size bytes. The simulation goes on, so that the harness can end the test. To
 * be called from vlog_startup_routines, before vvp loads its own tasks.
 */
void icarus_stops(char *first, size_t size);

#endif
