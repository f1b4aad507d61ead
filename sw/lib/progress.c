/* SPDX-License-Identifier: Apache-2.0 */
#include "progress.h"
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define INTERVAL 0.2 /* seconds between two updates */

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void progress_begin(struct progress *p, const char *unit, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(p->what, sizeof(p->what), fmt, ap);
	va_end(ap);
	p->on = isatty(STDERR_FILENO);
	p->unit = unit;
	p->began = p->shown = seconds();
}

void progress_show(struct progress *p, double share, uint64_t count)
{
	const double now = seconds(), gone = now - p->began;

	if (!p->on || now - p->shown < INTERVAL)
		return;
	p->shown = now;
	dprintf(STDERR_FILENO, "\r\033[K");
	fprintf(stderr, "%s:", p->what);
	if (share >= 0)
		fprintf(stderr, " %.0f %%%s", 100 * share, count ? "," : "");
	if (count)
		fprintf(stderr, " %.0f %s/s", (double)count / gone, p->unit);
	if (share > 0.01)
		fprintf(stderr, ", about %.0f s left", gone * (1 - share) / share + 0.5);
	fflush(stderr);
}

void progress_end(struct progress *p)
{
	if (p->on)
		dprintf(STDERR_FILENO, "\r\033[K");
}
