/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes input for the performance measurement of HYPERMON's tools to standard output:
 *   frames N             random trace of N frames, with events of 4, 8 and 12 bytes
 *   frames N program     N frames of a program on eight nodes: each sends to the next one
 *                        and waits for the one before it, until N frames are written
 */
#include "hm_trace.h"
#include "random.h"
#include <stdlib.h>
#include <unistd.h>

static struct record_writer out;
static uint64_t state = 88172645463325252u;

static uint64_t number(uint64_t limit)
{
	return (random_xorshift(&state) >> 16) % limit;
}

/* Writes frames of eight nodes that send events 1, 2 and 3 nibble by nibble; some frames hold
 * nibbles of two nodes. */
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
/* Writes an event of 4 bytes for each node, nibble by nibble in random order of the nodes. */
static int events(uint32_t event[8], uint64_t *window, uint64_t *left)
{
	unsigned int sent[8] = {0}, all = 0;

	while (all < 64 && *left) {
		const unsigned int node = (unsigned int)number(8);
		uint32_t w[4] = {0, 0, 1u << node, (uint32_t)(*window += 1 + number(20))};

		if (sent[node] == 8)
			continue;
		w[1] = (event[node] >> 4 * sent[node]++ & 15) << 4 * node;
		all++;
		(*left)--;
		if (hm_trace_write(&out, w, 4))
			return 1;
	}
	return 0;
}

/* Writes the events of a program: 1 SEND with peer, type and length, 2 RECEIVE with the same, 3
 * STATE. */
static int program(uint64_t n)
{
	struct hm_header h = HM_HEADER;
	uint64_t window = 0;

	h.at_end = true;
	if (hm_trace_begin(&out, STDOUT_FILENO, &h))
		return 1;
	for (unsigned int step = 0; n; step = (step + 1) % 5) {
		static const uint32_t states[5] = {0x0203, 0, 0x0103, 0, 0x0003};
		uint32_t event[8];

		for (unsigned int i = 0; i < 8; i++)
			event[i] = step == 1   ? 1 | ((i + 1) & 7) << 8 | 5 << 16 | 64u << 24
				   : step == 3 ? 2 | ((i - 1) & 7) << 8 | 5 << 16 | 64u << 24
					       : states[step];
		if (events(event, &window, &n))
			return 1;
	}
	return hm_trace_end(&out, STDOUT_FILENO, &h) != 0;
}

int main(int argc, char **argv)
{
	record_writer_open(&out, STDOUT_FILENO);
	if (argc == 3)
		return program(strtoull(argv[1], NULL, 10));
	return argc == 2 ? frames(strtoull(argv[1], NULL, 10)) : 2;
}
