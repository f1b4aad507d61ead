/* SPDX-License-Identifier: Apache-2.0 */
#include "terminal.h"
#include "tally.h"
#include <stdarg.h>
#include <time.h>
#include <unistd.h>

int complain(const char *fmt, ...)
{
	va_list ap;

	fputs("demo: ", stderr);
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
	char text[TALLY_NUMBER];

	if (!p->on || now - p->shown < 0.2)
		return;
	p->shown = now;
	fprintf(stderr, "\r\033[K%s: %.0f %%", p->what, 100 * share);
	if (count)
		fprintf(stderr, ", %s %s/s",
			tally_number(text, (uint64_t)((double)count / gone)), p->unit);
	if (share > 0.01)
		fprintf(stderr, ", about %.0f s left", gone * (1 - share) / share + 0.5);
	fflush(stderr);
}

void progress_end(struct progress *p)
{
	if (p->on)
		fputs("\r\033[K", stderr);
}
