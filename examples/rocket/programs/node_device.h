/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NODE_DEVICE_H
#define NODE_DEVICE_H
/* The monitor beside the cores, for its driver: surf_open_device(&surf, &node_device). */
#include "device.h"

extern struct device node_device;

#endif
