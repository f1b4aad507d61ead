/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERSION_H
#define VERSION_H
/* What --version of every tool prints after its name; the build gives it. */
#ifndef TOOLS_VERSION
#define TOOLS_VERSION "unknown"
#endif

#endif
