/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What ci/bench-tools and ci/bench-hypermon need:
 *   bench-tools trace N      random trace of N entries, on standard output
 *   bench-tools hist N       random histogram of N bins, ascending
 *   bench-tools frames N     random trace of HYPERMON, of events of 4, 8 and 12 bytes
 *   bench-tools run CMD...   runs a command and prints its processor time in s and its peak
 *                            memory in KB on standard error; exits with its status
 */
#ifdef HM_TRACE
#include "hm_trace.h"
#endif
#include "random.h"
#include "surfrecord.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static struct record_writer out;
static uint64_t state = 88172645463325252u;

static uint64_t number(uint64_t limit)
{
	return (random_xorshift(&state) >> 16) % limit;
}

/* Mostly small packets and short latencies, some of any size and latency. */
static int trace(uint64_t n)
{
	uint64_t time = 0;

	for (uint64_t i = 0; i < n; i++) {
		struct trace_fields f = {
			.rxtime = time += 11 + number(50),
			.latency = (uint32_t)number(number(8) ? 4096 : 1 << 24),
			.addr = (uint32_t)number(1 << 27),
			.size = (uint16_t)number(number(4) ? 8 : 1024),
			.sender = (uint8_t)number(64),
			.color = (uint8_t)number(64),
			.be = 15,
		};
		struct trace_record t = {.index = i & RECORD_INDEX_MAX};

		trace_pack(&f, t.word);
		if (record_write_trace(&out, &t))
			return 1;
	}
	return record_flush(&out) != 0;
}

static int hist(uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		struct hist_record h = {(uint32_t)(i * RECORD_INDEX_MAX / n),
					(uint32_t)number(1000)};

		if (record_write_hist(&out, &h))
			return 1;
	}
	return record_flush(&out) != 0;
}

#ifdef HM_TRACE
/* Eight nodes that send events 1, 2 and 3, nibble by nibble; some frames are of two nodes. */
static int frames(uint64_t n)
{
	struct hm_header h = HM_HEADER;
	unsigned int left[8] = {0}, id[8] = {0}, at[8] = {0};
	uint64_t window = 0;

	h.at_end = true;
	if (hm_trace_begin(&out, STDOUT_FILENO, &h))
		return 1;
	for (uint64_t i = 0; i < n; i++) {
		const unsigned int first = (unsigned int)number(8);
		const unsigned int second = number(5) ? first : (unsigned int)number(8);
		uint32_t w[4] = {0, 0, 0, (uint32_t)(window += 1 + number(20))};

		for (unsigned int k = 0; k < (first == second ? 1 : 2); k++) {
			const unsigned int node = k ? second : first;
			uint32_t nibble = (uint32_t)number(16);

			if (!left[node]) {
				id[node] = 1 + (unsigned int)number(3);
				left[node] = 8 * id[node];
				at[node] = 0;
			}
			if (at[node] < 2)
				nibble = at[node] ? 0 : id[node];
			at[node]++;
			left[node]--;
			w[1] |= nibble << 4 * node;
			w[2] |= 1u << node;
		}
		if (hm_trace_write(&out, w, 4))
			return 1;
	}
	return hm_trace_end(&out, STDOUT_FILENO, &h) != 0;
}
#endif

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
	record_writer_open(&out, STDOUT_FILENO);
	if (argc > 2 && !strcmp(argv[1], "run"))
		return run(argv + 2);
	if (argc == 3 && !strcmp(argv[1], "trace"))
		return trace(strtoull(argv[2], NULL, 10));
	if (argc == 3 && !strcmp(argv[1], "hist"))
		return hist(strtoull(argv[2], NULL, 10));
#ifdef HM_TRACE
	if (argc == 3 && !strcmp(argv[1], "frames"))
		return frames(strtoull(argv[2], NULL, 10));
#endif
	return 2;
}
