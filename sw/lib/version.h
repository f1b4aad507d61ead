/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERSION_H
#define VERSION_H
/* What --version of every tool prints after its name. */
#ifndef TOOLS_VERSION
#define TOOLS_VERSION "0.1.0"
#endif

#endif
