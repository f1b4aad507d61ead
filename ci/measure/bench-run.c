/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a command and prints its processor time in seconds and its peak memory in KB on
 * standard error; exits with its status.
 *   bench-run COMMAND...
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(char **argv)
{
	struct rusage u;
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		execvp(argv[0], argv);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &u) != pid || !WIFEXITED(status))
		return 1;
	fprintf(stderr, "%.3f %ld\n",
		(double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
			(double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6,
		u.ru_maxrss);
	return WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
	return argc > 1 ? run(argv + 1) : 2;
}
