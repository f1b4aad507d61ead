/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Starts the recorder, memrec-amd64-linux in the same folder, as valgrind's own launcher starts
 * a tool. For each program that the recorded program executes, the recorder runs this launcher
 * again.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char own[PATH_MAX], tool[PATH_MAX + 32];
	const ssize_t n = readlink("/proc/self/exe", own, sizeof(own) - 1);

	if (n <= 0 || argc < 2)
		return 127;
	own[n] = 0;
	snprintf(tool, sizeof(tool), "%s-amd64-linux", own);
	setenv("VALGRIND_LAUNCHER", own, 1);
	execv(tool, argv);
	perror(tool);
	return 127;
}
