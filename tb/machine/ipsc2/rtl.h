/* SPDX-License-Identifier: Apache-2.0 */
#ifndef IPSC2_RTL_H
#define IPSC2_RTL_H
/*
 * The machine around HYPERMON in RTL, in a testbench or a backend: its events are timers of
 * the simulation, its bus is the PBX bus master. All of ipsc2.h works as with the golden
 * model, and at the same times.
 */
#include "hypercube.h"
#include "ipsc2.h"

/* @h: powered on. It must outlive the machine. NULL and errno. */
struct ipsc2 *ipsc2_open_rtl(const struct ipsc2_config *cfg, struct hypercube *h);

#endif
