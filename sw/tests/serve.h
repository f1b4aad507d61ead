/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_H
#define SERVE_H
/* Serves a device to one client at a time on a Unix socket (unixdev.h). */
#include "device.h"

/* Returns a listening socket at @path, or a negative errno value. */
int serve_listen(const char *path);
/* Serves the next client until it disconnects. Returns 0, or a negative errno value of
 * accept(). */
int serve_client(int listener, struct device *dev);

#endif
