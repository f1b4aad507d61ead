/* SPDX-License-Identifier: Apache-2.0 */
#include "terminal.h"
#include "../../sw/lib/cmdline.h"
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

int complain(const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s: ", util_name);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	return 1;
}

double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
