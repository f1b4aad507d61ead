/* SPDX-License-Identifier: Apache-2.0 */
/* The output layer of the tools for librecord, which is linked with users' programs: it has
 * other names here and is never built with sanitizers. */
#include "recorder.h"
#include "../../lib/outfile.c"
