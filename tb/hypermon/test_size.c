/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the depth that hmsize recommends. The I/O node's loop reads each of three bursts from a
 * board with a frame FIFO of this depth, which must not lose a frame, and from a board with
 * half of it, which must. hmsize reads the trace of the first run.
 */
#include "hm_size.h"
#include "hm_trace.h"
#include "hmlib.h"
#include "hypercube.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define WORD_NS 800 /* time for a word, or a poll, of the optimised software (5.1) */

/* The bus with the time of the software for each access. */
struct paced {
	struct device dev; /* first */
	struct hypercube *h;
	struct device *bus;
};

static int paced_read(struct device *dev, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t *value)
{
	struct paced *p = (struct paced *)dev;
	const sim_time now = sim_now(p->h->s);
	int err = p->bus->ops->read(p->bus, space, addr, width, value);

	sim_wait_until(p->h->s, now + SIM_NS(WORD_NS));
	return err;
}

static int paced_write(struct device *dev, enum device_space space, uint32_t addr,
		       unsigned int width, uint64_t value)
{
	struct paced *p = (struct paced *)dev;

	return p->bus->ops->write(p->bus, space, addr, width, value);
}

static int paced_run(struct device *dev, uint64_t ns)
{
	sim_wait(((struct paced *)dev)->h->s, SIM_NS(1) * ns);
	return 0;
}

static const struct device_ops paced_ops = {
	.read = paced_read, .write = paced_write, .run = paced_run};

/* The trace, made through the observation pins, which also show frames that do not fit. */
struct burst {
	struct hypercube *h;
	struct hm_size size;
	uint64_t frames, most;
	sim_time began;
};

static void track_depth(void *arg)
{
	struct burst *b = arg;
	const struct hm_golden_state *now = &b->h->now;
	/* a frame is built in the window after its own */
	const double ns = (double)((sim_now(b->h->s) - b->began) / SIM_NS(1));

	if (hm_golden_frames(b->h->g) > b->most)
		b->most = hm_golden_frames(b->h->g);
	if (!now->store && !now->drop)
		return;
	b->frames++;
	SIM_EQ(b->h->s, (uint64_t)-hm_size_add(&b->size, ns, HM_FRAME_WORDS), 0, "memory");
}

static void free_size(void *arg)
{
	hm_size_free(&((struct burst *)arg)->size);
}

/* ---- the tool ---- */

/* Writes the frames to a trace file; returns FRAME_DEPTH as hmsize prints it for a reader of 5
 * MB/s. */
static unsigned int recommended_depth(struct sim *s, const uint32_t *words, size_t n)
{
	char path[] = "/tmp/hypermon-XXXXXX";
	static struct record_writer out;
	const char *folder = getenv("DIR"); /* folder of the test programs */
	struct hm_header header = HM_HEADER;
	char command[400], line[200];
	unsigned int depth = 0;
	FILE *f;
	int fd;

	fd = mkstemp(path);
	SIM_CHECK(s, fd >= 0, "temporary file");
	unlink(path); /* hmsize opens the file by its descriptor */
	record_writer_open(&out, fd);
	header.at_end = true;
	SIM_EQ(s, (uint64_t)-hm_trace_begin(&out, fd, &header), 0, "header");
	SIM_EQ(s, (uint64_t)-hm_trace_write(&out, words, n), 0, "frames");
	SIM_EQ(s, (uint64_t)-hm_trace_end(&out, fd, &header), 0, "end");
	snprintf(command, sizeof(command), "'%s/../bin/hmsize' --rate=5 --poll=%d /dev/fd/%d",
		 folder ? folder : "build/tb", WORD_NS, fd);
	f = popen(command, "r");
	SIM_CHECK(s, f != NULL, "%s", command);
	while (fgets(line, sizeof(line), f))
		sscanf(line, "FRAME_DEPTH: %u", &depth);
	SIM_EQ(s, pclose(f), 0, "status of hmsize");
	close(fd);
	return depth;
}

/* ---- the runs ---- */

/*
 * Runs the traffic with the reader on a board of @depth; hmsize must recommend @board, which is
 * this depth or twice as much.
 */
static void run_burst(struct sim *s, const struct hypercube_traffic *t, unsigned int depth,
		      unsigned int board)
{
	static struct burst b;
	static uint32_t buffer[4 * 4096];
	const struct hypercube_config cfg = {
		.depth = depth,
		.stamp_init = depth == 256 ? 0xFFFFFFFE : 0,
		.lost_init = depth == 256 ? 0xFFFFFFFE : 0,
	};
	struct hypercube *h = hypercube_open_as(s, &cfg);
	struct paced p = {.dev = {.ops = &paced_ops}, .h = h, .bus = pbx_device(h->bus)};
	size_t words, frames;
	uint64_t read = 0;
	uint32_t status;
	struct hm hm;

	b = (struct burst){.h = h, .size = {.word_ns = WORD_NS, .poll_ns = WORD_NS}};
	sim_cleanup(s, free_size, &b);
	sim_limit(s, SIM_MS(100));
	hypercube_power_on(h);
	pbx_set_timing(h->bus, &(struct pbx_timing){.setup = SIM_NS(10)});
	SIM_EQ(s, (uint64_t)-hm_open_device(&hm, &p.dev), 0, "open");
	SIM_EQ(s, (uint64_t)-hm_set_variant(&hm, &(struct hm_variant){.depth = depth}), 0,
	       "variant");
	SIM_EQ(s, (uint64_t)-hm_reset(&hm), 0, "reset");
	sim_wait(s, SIM_US(2));
	b.began = sim_now(s);
	h->on_clock = track_depth;
	h->on_clock_arg = &b;
	hypercube_start(h, t);
	/* four reads of COUNT take longer than a window and the building of its frame */
	for (unsigned int EACH(empty, 0); empty < 4 || hypercube_sending(h);) {
		SIM_CHECK(s, 4 * read + 4 * 1024 <= sizeof(buffer) / sizeof(*buffer),
			  "room for frames");
		SIM_EQ(s,
		       (uint64_t)-hm_read_frames(&hm, buffer + 4 * read, 4 * 1024, &words,
						 &frames),
		       0, "reading");
		read += frames;
		empty = frames ? 0 : empty + 1;
	}
	SIM_EQ(s, (uint64_t)-hm_status(&hm, &status), 0, "STATUS");
	sim_note(s, "%" PRIu64 " frames, at most %" PRIu64 " stored; hm_size: %" PRIu64,
		 b.frames, b.most, hm_size_depth(&b.size));
	SIM_EQ(s, hm_size_board(&b.size), board, "FRAME_DEPTH, from the observation pins");
	if (depth < board) {
		SIM_EQ(s, status, HM_STATUS_FRAME, "half of it overruns");
		SIM_CHECK(s, read < b.frames, "no frame is missing");
		return;
	}
	SIM_EQ(s, status, 0, "nothing is lost");
	SIM_EQ(s, read, b.frames, "frames");
	SIM_EQ(s, recommended_depth(s, buffer, 4 * read), board,
	       "FRAME_DEPTH that hmsize prints");
	/* the phase of the reader may cost one more poll, during which a frame comes */
	SIM_CHECK(s,
		  b.most <= hm_size_depth(&b.size) + 2 && b.most + 2 >= hm_size_depth(&b.size),
		  "%" PRIu64 " frames stored, hm_size computes %" PRIu64, b.most,
		  hm_size_depth(&b.size));
}

/* One node sends a nibble in each window. */
static const struct hypercube_traffic steady = {.nodes = 0x0004,
						.count = 700,
						.gap = SIM_NS(800),
						.pulse = SIM_NS(200),
						.in_step = true};
/* Sixteen nodes send at the full rate of their ports, with random phases. */
static const struct hypercube_traffic full_rate = {
	.nodes = 0xFFFF, .count = 55, .gap = SIM_NS(8850), .more = SIM_NS(500)};
/* Two nodes send bursts of 40 with pauses that are too short for the reader to catch up. */
static const struct hypercube_traffic bursts = {.nodes = 0x8001,
						.count = 480,
						.gap = SIM_NS(1000),
						.pulse = SIM_NS(200),
						.burst = 40,
						.pause = SIM_US(20)};

static void size_steady(struct sim *s)
{
	run_burst(s, &steady, 1024, 1024);
}

static void size_steady_half(struct sim *s)
{
	run_burst(s, &steady, 512, 1024);
}

static void size_full_rate(struct sim *s)
{
	run_burst(s, &full_rate, 512, 512);
}

static void size_full_rate_half(struct sim *s)
{
	run_burst(s, &full_rate, 256, 512);
}

static void size_bursts(struct sim *s)
{
	run_burst(s, &bursts, 512, 512);
}

static void size_bursts_half(struct sim *s)
{
	run_burst(s, &bursts, 256, 512);
}

const struct sim_test sim_tests[] = {
	{"size_steady", size_steady, "HM-LES-011", NULL},
	{"size_steady_half", size_steady_half, "HM-LES-011", "hypermon_512"},
	{"size_full_rate", size_full_rate, "HM-LES-011", "hypermon_512"},
	{"size_full_rate_half", size_full_rate_half, "HM-LES-011", "hypermon_wrap"},
	{"size_bursts", size_bursts, "HM-LES-011", "hypermon_512"},
	{"size_bursts_half", size_bursts_half, "HM-LES-011", "hypermon_wrap"},
	{0},
};
