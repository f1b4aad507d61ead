/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Snapshots of a running test, under Verilator: copies of the process, made by fork(), that
 * wait. There are two at most; when the test fails, the older one goes on with the waves
 * dumped, and fails in the same way. Files and processes that the test has opened are shared
 * with the copy, so that a test which reads from them may go on differently.
 */
#include "internal.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

struct copy {
	pid_t pid;
	int wake; /* a byte written there wakes the copy */
	sim_time at;
};

struct sim_snapshots {
	sim_time distance;
	const char *wave;
	struct copy copy[2]; /* the older one first */
	unsigned int n;
};

static void end_copy(struct copy *c)
{
	kill(c->pid, SIGKILL);
	waitpid(c->pid, NULL, 0);
	close(c->wake);
}

/* In the copy: waits for the failure, then goes on with the waves dumped and prints nothing. */
static void sleep_until_failure(struct sim *s, int wake, pid_t parent)
{
	const char *const wave = s->snapshots->wave;
	const int null = open("/dev/null", O_WRONLY);
	char byte;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || read(wake, &byte, 1) != 1 || null < 0 || dup2(null, 1) < 0 ||
	    dup2(null, 2) < 0)
		_exit(1);
	s->snapshots = NULL;
	s->snapshot_at = UINT64_MAX;
	if (!sim_wave_(s, wave))
		_exit(1);
}

static void take_snapshot(struct sim *s)
{
	struct sim_snapshots *h = s->snapshots;
	const pid_t parent = getpid();
	int fd[2];
	pid_t pid;

	s->snapshot_at = s->now + h->distance;
	if (pipe2(fd, O_CLOEXEC))
		return;
	fflush(stdout);
	pid = fork();
	if (!pid) {
		close(fd[1]);
		sleep_until_failure(s, fd[0], parent);
		return;
	}
	close(fd[0]);
	if (pid < 0) {
		close(fd[1]);
		return;
	}
	if (h->n == 2) {
		end_copy(&h->copy[0]);
		h->copy[0] = h->copy[1];
		h->n = 1;
	}
	h->copy[h->n++] = (struct copy){pid, fd[1], s->now};
}

static void fail(struct sim *s)
{
	struct sim_snapshots *h = s->snapshots;
	int status = 1;

	if (h->n && write(h->copy[0].wake, "", 1) == 1)
		waitpid(h->copy[0].pid, &status, 0);
	/* a copy that ran to its end has failed, too */
	if (h->n && WIFEXITED(status) && access(h->wave, R_OK) == 0)
		fprintf(stderr, "waves from %.3f ms on: %s\n", (double)h->copy[0].at / 1e9,
			h->wave);
}

static void close_snapshots(void *arg)
{
	struct sim *s = arg;
	struct sim_snapshots *h = s->snapshots;

	for (unsigned int i = 0; h && i < h->n; i++)
		end_copy(&h->copy[i]);
	free(h);
	s->snapshots = NULL;
	s->snapshot_at = UINT64_MAX;
}

bool sim_snapshots(struct sim *s, sim_time distance, const char *wave)
{
	struct sim_snapshots *h = calloc(1, sizeof(*h));

	if (!h)
		return false;
	h->distance = distance;
	h->wave = wave;
	unlink(wave); /* of an earlier run */
	s->snapshots = h;
	sim_cleanup(s, close_snapshots, s);
	sim_snapshots_at_(s, s->now + distance, take_snapshot, fail);
	return true;
}
