/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERSION_H
#define VERSION_H
/* The version that --version of every tool prints; defined by the build. */
#ifndef TOOLS_VERSION
#define TOOLS_VERSION "unknown"
#endif

#endif
