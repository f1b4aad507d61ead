/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERSION_H
#define VERSION_H
/* What --version of every tool prints after its name; the build gives it. */
#ifndef VERSION
#define VERSION "unknown"
#endif

#endif
