/* SPDX-License-Identifier: Apache-2.0 */
/* The output layer of the tools inside of librecord: never built with sanitizers, and by other
 * names, because it is linked with programs of users. */
#include "recorder.h"
#include "../../lib/outfile.c"
