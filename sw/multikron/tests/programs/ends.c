/* SPDX-License-Identifier: Apache-2.0 */
/* Ends without a report, in the way that the argument names. */
#include <mkprobe.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	for (int i = 0; i < 5; i++) {
		MK_PROBE("read");
		MK_PROBE("sort");
	}
	MK_PROBE_END();
	MK_PROBE("last");
	if (!strcmp(how, "_exit"))
		_exit(0);
	if (!strcmp(how, "abort"))
		abort();
	if (!strcmp(how, "exec"))
		execlp("true", "true", (char *)NULL);
	if (!strcmp(how, "term"))
		raise(SIGTERM);
	if (!strcmp(how, "kill"))
		raise(SIGKILL);
	if (!strcmp(how, "segv"))
		raise(SIGSEGV);
}
