/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Radix sort as on a shared virtual memory with automatic update (TR-596-99 4.2.3). Each node
 * has its own copy of the shared arrays, reads its own part of the keys and writes them to
 * scattered places of the destination; the network transfers the writes to the other copies.
 * deliver() does this here, outside of the recording.
 *
 * A pass over one digit has three phases, with barriers between them: each node counts the
 * digits of its own keys, computes the places of its own keys from the counts of all nodes, and
 * moves the keys. The nodes run one after the other; markers in the recording tell which node's
 * work follows.
 */
#include "marker.h"
#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES 4
#define KEYS_MAX 65536
#define RADIX_MAX 1024
#define KEY_BITS 16
#define PAGE 4096
#define ALIGNED __attribute__((aligned(PAGE)))

/* One node's copy of the shared data. */
struct shared {
	uint32_t key[2][KEYS_MAX];	   /* source and destination in turn */
	uint32_t count[NODES][RADIX_MAX];  /* keys of each node by digit */
	uint32_t arrived[NODES][PAGE / 4]; /* barrier: last phase finished */
};

static struct shared node[NODES] ALIGNED;
static uint32_t place[NODES][RADIX_MAX]; /* private: place of the next key of each digit */
static uint32_t start[NODES][RADIX_MAX], unsorted[KEYS_MAX];

static unsigned int keys = 4096, radix = 256, nodes = NODES;
static uint32_t phase;

static unsigned int first(unsigned int k)
{
	return (unsigned int)((uint64_t)keys * k / nodes);
}

static void count_digits(struct shared *s, unsigned int k, unsigned int from,
			 unsigned int shift)
{
	const uint32_t *key = s->key[from];
	uint32_t *count = s->count[k], *mine = place[k];
	const unsigned int end = first(k + 1);

	for (unsigned int d = 0; d < radix; d++)
		mine[d] = 0;
	for (unsigned int i = first(k); i < end; i++)
		mine[key[i] >> shift & (radix - 1)]++;
	for (unsigned int d = 0; d < radix; d++)
		count[d] = mine[d]; /* consecutive words, which combine into packets */
}

static void find_places(struct shared *s, unsigned int k)
{
	uint32_t *mine = place[k], at = 0;

	for (unsigned int d = 0; d < radix; d++) {
		for (unsigned int j = 0; j < nodes; j++) {
			if (j == k)
				mine[d] = at;
			at += s->count[j][d];
		}
	}
}

static void move_keys(struct shared *s, unsigned int k, unsigned int from, unsigned int shift)
{
	const uint32_t *key = s->key[from];
	uint32_t *to = s->key[!from], *mine = place[k];
	const unsigned int end = first(k + 1);

	for (unsigned int i = first(k); i < end; i++)
		to[mine[key[i] >> shift & (radix - 1)]++] = key[i];
}

/* Does the work of the network: copies the writes of node k to every node. */
static void deliver(unsigned int k, unsigned int to)
{
	for (unsigned int j = 0; j < nodes; j++) {
		if (j == k)
			continue;
		memcpy(node[j].count[k], node[k].count[k], radix * sizeof(uint32_t));
		node[j].arrived[k][0] = node[k].arrived[k][0];
		for (unsigned int d = 0; d < radix; d++)
			memcpy(&node[j].key[to][start[k][d]], &node[k].key[to][start[k][d]],
			       (place[k][d] - start[k][d]) * sizeof(uint32_t));
	}
}

static void barrier(void)
{
	phase++;
	for (unsigned int k = 0; k < nodes; k++) {
		marker(MARKER_NODE + k);
		node[k].arrived[k][0] = phase;
		marker(MARKER_STOP);
	}
	marker(MARKER_BARRIER);
	marker(MARKER_STOP);
}

static unsigned int sort(void)
{
	unsigned int from = 0;

	for (unsigned int shift = 0; shift < KEY_BITS; from = !from) {
		for (unsigned int k = 0; k < nodes; k++) {
			marker(MARKER_NODE + k);
			count_digits(&node[k], k, from, shift);
			marker(MARKER_STOP);
			memset(start[k], 0, sizeof(start[k]));
			memset(place[k], 0, sizeof(place[k]));
		}
		for (unsigned int k = 0; k < nodes; k++)
			deliver(k, !from);
		barrier();
		for (unsigned int k = 0; k < nodes; k++) {
			marker(MARKER_NODE + k);
			find_places(&node[k], k);
			marker(MARKER_STOP);
			memcpy(start[k], place[k], sizeof(start[k]));
		}
		for (unsigned int k = 0; k < nodes; k++) {
			marker(MARKER_NODE + k);
			move_keys(&node[k], k, from, shift);
			marker(MARKER_STOP);
		}
		for (unsigned int k = 0; k < nodes; k++)
			deliver(k, !from);
		barrier();
		for (unsigned int r = radix; r > 1; r /= 2)
			shift++;
	}
	return from;
}

static int ascending(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static void map(unsigned int k, const void *from, size_t bytes, unsigned int color, bool irq)
{
	const uintptr_t a = (uintptr_t)from, last = (a + bytes - 1) & ~(uintptr_t)(PAGE - 1);

	printf("%" PRIxPTR "-%" PRIxPTR "=%u:%u%s\n", a, last, k, color, irq ? ":1" : "");
}

/* Prints the page map of the data that nodes 1 to 3 send to node 0, which holds the whole
 * shared memory. */
static void print_map(void)
{
	printf("# radix: %u keys, radix %u, %u nodes\n"
	       "# page-last page=sender:color:interrupt\n",
	       keys, radix, nodes);
	for (unsigned int k = 1; k < nodes; k++) {
		printf("# node %u: both key arrays, its counts, its barrier flag\n", k);
		map(k, node[k].key[0], keys * 4, 1, false);
		map(k, node[k].key[1], keys * 4, 2, false);
		map(k, node[k].count[k], radix * 4, 3, false);
		map(k, node[k].arrived[k], 4, 4, true);
	}
}

static bool number(const char *text, unsigned int min, unsigned int max, unsigned int *v)
{
	char *end;
	unsigned long x = strtoul(text, &end, 10);

	*v = (unsigned int)x;
	return *text >= '0' && *text <= '9' && !*end && x >= min && x <= max;
}

static int usage(FILE *f)
{
	fprintf(f,
		"usage: radix [-k KEYS] [-r RADIX] [-p NODES] [-m]\n"
		"  -k KEYS   keys to sort, 4 to %u; default 4096\n"
		"  -r RADIX  2, 4, 8, ... %u; default 256\n"
		"  -p NODES  processors, 1 to %u; default 4\n"
		"  -m        print the page map of the machine and end\n",
		KEYS_MAX, RADIX_MAX, NODES);
	return f == stdout ? 0 : 2;
}

int main(int argc, char **argv)
{
	uint32_t x = 1;
	unsigned int end;
	bool only_map = false;
	int o;

	while ((o = getopt(argc, argv, "k:r:p:mh")) != -1) {
		if (o == 'h')
			return usage(stdout);
		if (o == 'm')
			only_map = true;
		else if (!(o == 'k' && number(optarg, 4, KEYS_MAX, &keys)) &&
			 !(o == 'r' && number(optarg, 2, RADIX_MAX, &radix) &&
			   (radix & (radix - 1)) == 0) &&
			 !(o == 'p' && number(optarg, 1, NODES, &nodes)))
			return usage(stderr);
	}
	if (optind < argc)
		return usage(stderr);
	if (only_map) {
		print_map();
		return 0;
	}
	for (unsigned int i = 0; i < keys; i++) {
		x = x * 1664525u + 1013904223u;
		unsorted[i] = x >> 16;
		for (unsigned int k = 0; k < nodes; k++)
			node[k].key[0][i] = unsorted[i];
	}
	end = sort();
	qsort(unsorted, keys, sizeof(unsorted[0]), ascending);
	for (unsigned int k = 0; k < nodes; k++) {
		if (memcmp(node[k].key[end], unsorted, keys * sizeof(uint32_t))) {
			fprintf(stderr, "radix: the keys of node %u are not sorted\n", k);
			return 1;
		}
	}
	printf("radix: %u keys sorted by %u nodes\n", keys, nodes);
	return 0;
}
