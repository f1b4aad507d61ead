/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic for a simulated node. The input is a file of packets (or a recording) and the words
 * of a generate command. The packets must come in order and must be packets that the board can
 * receive; the same file must give the same packets twice.
 */
#include "fuzz.h"
#include "args.h"
#include "traffic.h"
#include <errno.h>
#include <string.h>

#define PACKETS_MAX 300
#define STEP_PS UINT64_C(540000)

/* Returns a checksum over the packets up to the end, or over the first PACKETS_MAX packets. */
static uint64_t play(struct traffic *t)
{
	uint64_t sum = 0, ps = 1000000, tick = 12345;
	unsigned int packets = 0, empty = 0;
	struct packet p;
	char why[512] = "";

	traffic_start(t, ps, tick);
	while (packets < PACKETS_MAX && empty < 1000 && !traffic_ended(t, why, sizeof(why))) {
		if (!traffic_next(t, ps, tick, &p)) {
			/* the steps grow, so that a packet at a much later time is reached,
			 * too */
			empty++;
			ps += STEP_PS << (empty < 40 ? empty / 2 : 20);
			tick = 12345 + ps / 100000;
			continue;
		}
		empty = 0;
		packets++;
		ps += STEP_PS;
		FUZZ_CHECK(p.words >= 1 && p.words <= PACKET_WORDS_MAX);
		FUZZ_CHECK(p.x < 64 && p.y < 64 && p.color < 64 && p.be < 16);
		FUZZ_CHECK(p.addr < 0x8000000);
		FUZZ_CHECK(p.tx < UINT64_C(1) << 45);
		sum = (sum ^ p.tx ^ p.addr ^ (uint64_t)p.first << 13 ^ p.words ^
		       (uint64_t)p.color << 40 ^ (uint64_t)p.x << 50 ^ (uint64_t)p.y << 56 ^
		       (uint64_t)p.be << 36) *
		      UINT64_C(0x100000001B3);
	}
	FUZZ_CHECK(memchr(why, 0, sizeof(why)));
	traffic_close(t);
	return sum;
}

static bool play_file(const char *path, uint64_t *sum)
{
	char *words[] = {(char *)path, "pages=4"};
	char why[512] = "";
	struct traffic *t;
	/* the word "pages" is allowed for recordings only */
	int err = traffic_play(&t, words, 2, why, sizeof(why));

	if (err == -EINVAL)
		err = traffic_play(&t, words, 1, why, sizeof(why));
	FUZZ_CHECK(err <= 0 && (!err || *why));
	if (!err)
		*sum = play(t);
	return !err;
}

static void generate(const uint8_t *data, size_t size)
{
	char *line = malloc(size + 1), *words[ARGS_WORDS], why[512] = "";
	struct traffic *t;
	int n, err;

	FUZZ_CHECK(line);
	memcpy(line, data, size);
	line[size] = 0;
	n = args_split(line, words);
	FUZZ_CHECK(n >= -1 && n <= ARGS_WORDS);
	if (n >= 0) {
		err = traffic_generate(&t, words, n, why, sizeof(why));
		FUZZ_CHECK(err <= 0 && (!err || *why));
		if (!err)
			play(t);
	}
	free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t first = 0, second = 1;
	char path[32];
	int fd = fuzz_file(data, size, path);

	if (play_file(path, &first))
		FUZZ_CHECK(play_file(path, &second) && first == second);
	close(fd);
	generate(data, size);
	return 0;
}
