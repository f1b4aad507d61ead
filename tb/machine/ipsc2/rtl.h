/* SPDX-License-Identifier: Apache-2.0 */
#ifndef IPSC2_RTL_H
#define IPSC2_RTL_H
/*
 * The machine around HYPERMON in RTL, in a testbench or a backend: its events are timers of
 * the simulation, its bus is the PBX bus master. All functions of ipsc2.h have the same effect
 * at the same times as with the golden model.
 */
#include "hypercube.h"
#include "ipsc2.h"

/* Opens the machine. @h must be powered on and must outlive the machine. On failure returns
 * NULL and sets errno. */
struct ipsc2 *ipsc2_open_rtl(const struct ipsc2_config *cfg, struct hypercube *h);

#endif
