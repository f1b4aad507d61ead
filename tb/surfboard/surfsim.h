/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SURFSIM_H
#define SURFSIM_H
#include "device.h"

/* Opens a simulated board with its memories cleared; @args as in surfsim.c, may be NULL.
 * 0, -EINVAL for a bad argument, an error of open() when the wave dump cannot be made, -ENOMEM.
 * A protocol error on the simulated buses ends the process with a message. */
int surfsim_open(const char *args, struct device **dev);

#endif
