/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HYPERMONSIM_H
#define HYPERMONSIM_H
#include "device.h"

/* Opens a simulated board, reset, with the nodes around it; @args as hm_open() describes, may
 * be NULL. 0, -EINVAL for a bad argument, -EACCES when the wave dump cannot be made, -ENOMEM.
 * A protocol error on the simulated bus ends the process with a message. */
int hypermonsim_open(const char *args, struct device **dev);

#endif
