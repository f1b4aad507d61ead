/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the decoder of frames and of trace files: any traffic, losses, wraps and damage. */
#include "../../tests/damage.h"
#include "../../tests/unit.h"
#include "../hmlib.h"
#include "../hm_decode.h"
#include "../hm_recording.h"
#include "../hm_trace.h"
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

/* ---- nodes that send, and frames of what they sent ---- */

struct sent {
	uint8_t data[16];
	unsigned int length;
	uint64_t window, nibble;
};

/* Nibbles of sixteen nodes, in the order in which they were sent, and their events. */
struct nodes {
	struct hm_node node[HM_NODES];
	struct port {
		uint8_t *nibble;
		size_t used, taken;
	} port[HM_NODES];
	struct sent *sent[HM_NODES];
	unsigned int events[HM_NODES], seen[HM_NODES];
};

static void port(void *arg, uint32_t value)
{
	struct port *p = arg;

	if (value & HM_STROBE)
		p->nibble[p->used++] = value & 15;
}

static struct hm_table *table(bool bytes)
{
	static struct hm_table t;

	t = (struct hm_table){.bytes = bytes};
	for (unsigned int id = 1; id < 64; id++) {
		t.type[id].length = (uint8_t)(2 + id % 12);
		snprintf(t.type[id].name, HM_NAME, "e%u", id);
	}
	t.type[HM_ID_SUMMARY] = (struct hm_event_type){
		.length = HM_SUMMARY_BYTES, .name = "summary", .class_name = "summary"};
	return &t;
}

/* Every node sends @events random events. */
static struct nodes *send_all(unsigned int events, bool bytes, uint64_t seed)
{
	struct nodes *n = calloc(1, sizeof(*n));
	const struct hm_table *t = table(bytes);

	assert_non_null(n);
	for (unsigned int EACH(i, 0); i < HM_NODES; i++) {
		n->port[i].nibble = malloc(events * 40);
		n->sent[i] = calloc(events, sizeof(struct sent));
		n->node[i] = (struct hm_node){.port = port, .arg = &n->port[i], .bytes = bytes};
		for (unsigned int EACH(k, 0); k < events; k++) {
			struct sent *s = &n->sent[i][k];

			for (unsigned int b = 0; b < 16; b++)
				s->data[b] = (uint8_t)random_xorshift(&seed);
			s->data[0] = (uint8_t)(1 + s->data[0] % 63);
			s->length = t->type[s->data[0]].length;
			s->nibble = n->port[i].used;
			assert_int_equal(hm_event(&n->node[i], s->data, s->length), 0);
		}
		n->events[i] = events;
	}
	return n;
}

static void nodes_free(struct nodes *n)
{
	for (unsigned int i = 0; i < HM_NODES; i++) {
		free(n->port[i].nibble);
		free(n->sent[i]);
	}
	free(n);
}

/* Makes a frame of window @window with the next nibble of each node in @vector that has one. */
static bool next_frame(struct nodes *n, uint32_t w[4], unsigned int vector, uint64_t window)
{
	w[0] = w[1] = w[2] = 0;
	w[3] = (uint32_t)window;
	for (unsigned int i = 0; i < HM_NODES; i++) {
		struct port *p = &n->port[i];

		if (!(vector >> i & 1) || p->taken == p->used)
			continue;
		/* the window of an event is that of its first nibble */
		for (unsigned int k = n->seen[i]; k < n->events[i]; k++) {
			if (n->sent[i][k].nibble > p->taken)
				break;
			if (n->sent[i][k].nibble == p->taken)
				n->sent[i][k].window = window;
		}
		w[i < 8] |= (uint32_t)p->nibble[p->taken++] << 4 * (i & 7);
		w[2] |= 1u << i;
	}
	return w[2];
}

static bool all_taken(const struct nodes *n)
{
	for (unsigned int i = 0; i < HM_NODES; i++)
		if (n->port[i].taken < n->port[i].used)
			return false;
	return true;
}

/* ---- results of the decoder ---- */

struct heard {
	struct nodes *n;
	struct hm_decoder d;
	size_t nibbles[HM_NODES];
	unsigned int strays;
	struct hm_stray stray;
	unsigned int window_ns;
	uint64_t last[HM_NODES]; /* window of its last nibble */
};

static void on_nibble(void *arg, unsigned int node, unsigned int nibble, uint64_t window)
{
	struct heard *h = arg;

	assert_int_equal(nibble, h->n->port[node].nibble[h->nibbles[node]++]);
	assert_true(window == h->d.window);
	h->last[node] = window;
}

static void on_event(void *arg, const struct hm_event *e)
{
	struct heard *h = arg;
	const struct sent *s = &h->n->sent[e->node][h->n->seen[e->node]++];

	assert_int_equal(e->length, s->length);
	assert_memory_equal(e->data, s->data, s->length);
	assert_true(e->nibble == s->nibble);
	assert_true(e->window == s->window);
	assert_true(e->ns == s->window * h->window_ns);
	assert_ptr_equal(e->type, &h->d.table->type[s->data[0]]);
}

static void on_stray(void *arg, const struct hm_stray *s)
{
	struct heard *h = arg;

	h->strays++;
	h->stray = *s;
}

static struct heard *listen(struct nodes *n, const struct hm_table *t, unsigned int window_ns)
{
	static struct heard h;

	memset(&h, 0, sizeof(h));
	h.n = n;
	h.window_ns = window_ns;
	hm_decoder_begin(&h.d, t, window_ns, false);
	h.d.on_nibble = on_nibble;
	h.d.on_event = on_event;
	h.d.on_stray = on_stray;
	h.d.arg = &h;
	return &h;
}

#define EVENTS 500 /* of each node */

/* Tests random traffic of 16 nodes with events of all lengths, in words and in bytes, with each
 * window. */
static void random_traffic(void)
{
	static const unsigned int window_ns[] = {800, 400, 200};
	uint64_t random = 5;

	for (unsigned int EACH(k, 0); k < 6; k++) {
		struct nodes *n = send_all(EVENTS, k & 1, k + 1);
		struct heard *h = listen(n, table(k & 1), window_ns[k / 2]);
		uint64_t window = 0, frames = 0, nibbles = 0, merged = 0;
		uint32_t w[4];

		while (!all_taken(n)) {
			window += 1 + random_xorshift(&random) % 50;
			if (!next_frame(n, w, (unsigned int)random_xorshift(&random) & 0xFFFF,
					window))
				continue;
			assert_int_equal(hm_decode(&h->d, w), 0);
			frames++;
			nibbles += hm_ones(w[2]);
			merged += hm_ones(w[2]) > 1;
		}
		hm_decoder_end(&h->d);
		assert_int_equal(h->strays, 0);
		for (unsigned int EACH(i, 0); i < HM_NODES; i++) {
			const struct hm_node_stats *s = &h->d.stats.node[i];
			uint64_t sum = 0;

			assert_int_equal(h->nibbles[i], n->port[i].used);
			assert_int_equal(n->seen[i], EVENTS);
			assert_int_equal(s->nibbles, n->port[i].used);
			assert_int_equal(s->events, EVENTS);
			for (unsigned int id = 0; id < 256; id++)
				sum += s->event[id];
			assert_int_equal(sum, EVENTS);
			assert_true(s->first == n->sent[i][0].window);
			assert_true(s->last == h->last[i]);
		}
		assert_true(h->d.stats.frames == frames && h->d.stats.nibbles == nibbles);
		assert_true(hm_stats_merged(&h->d.stats) == merged);
		assert_true(h->d.stats.words == 4 * frames);
		nodes_free(n);
	}
}

/* Changes a nibble of node 5 to another identifier: its stream must stop and the others must
 * continue. */
static void unknown_identifier(void)
{
	struct nodes *n = send_all(100, false, 9);
	struct heard *h = listen(n, table(false), 800);
	struct port *p = &n->port[5];
	const struct sent *bad = &n->sent[5][40];
	uint64_t window = 0;
	uint32_t w[4];

	p->nibble[bad->nibble + 1] = 7; /* 0x7x */
	while (!all_taken(n)) {
		window += 3;
		if (next_frame(n, w, 0xFFFF, window))
			assert_int_equal(hm_decode(&h->d, w), 0);
	}
	hm_decoder_end(&h->d);
	assert_int_equal(h->strays, 1);
	assert_int_equal(h->d.strays, 1);
	assert_int_equal(h->stray.node, 5);
	assert_true(h->stray.window == bad->window && h->stray.ns == 800 * bad->window);
	assert_true(h->stray.nibble == bad->nibble);
	assert_int_equal(h->stray.id, 0x70 | (bad->data[0] & 15));
	assert_false(h->stray.incomplete);
	for (unsigned int EACH(i, 0); i < HM_NODES; i++)
		assert_int_equal(n->seen[i], i == 5 ? 40 : 100);
	nodes_free(n);
}

static void incomplete_event(void)
{
	struct nodes *n = send_all(3, false, 4);
	struct heard *h = listen(n, table(false), 800);
	uint32_t w[4];

	n->port[2].used -= 1;
	for (uint64_t EACH(window, 1); !all_taken(n); window++)
		if (next_frame(n, w, 0xFFFF, window))
			assert_int_equal(hm_decode(&h->d, w), 0);
	hm_decoder_end(&h->d);
	assert_int_equal(h->strays, 1);
	assert_true(h->stray.incomplete && h->stray.node == 2);
	assert_true(h->stray.nibble == n->sent[2][2].nibble);
	nodes_free(n);
}

/* Tests time stamps across several wraps at 2^32, and gaps of nearly that length. */
static void wraps(void)
{
	static const uint64_t at[] = {0xFFFFFF00,  0xFFFFFFFF,	0x100000000, 0x100000001,
				      0x1FFFFFFFE, 0x2FFFFFFFD, 0x300000005};
	static struct hm_decoder d;

	hm_decoder_begin(&d, NULL, 800, false);
	for (unsigned int EACH(i, 0); i < sizeof(at) / sizeof(*at); i++) {
		const uint32_t w[4] = {0, 1, 1, (uint32_t)at[i]};

		assert_int_equal(hm_decode(&d, w), 0);
		assert_true(d.window == at[i]);
	}
	assert_true(d.stats.first == at[0] && d.stats.last == at[6]);
	assert_true(hm_stats_ns(&d.stats, 800) == 800 * (at[6] - at[0] + 1));
	assert_true(hm_stats_ns(&d.stats, 200) == 200 * (at[6] - at[0] + 1));
}

static void no_frames(void)
{
	static const uint32_t bad[][4] = {{1, 1, 0, 5}, {0, 1, 0x10001, 5}};
	static const uint32_t words[][4] = {
		{0x80000000, 5},       /* no node */
		{0x80020001, 5, 6, 7}, /* two words of a node */
		{0x80210001, 5, 6, 7}, /* bits that are always 0 */
	};
	static struct hm_decoder d;

	hm_decoder_begin(&d, NULL, 800, false);
	for (unsigned int EACH(i, 0); i < 2; i++)
		assert_int_equal(hm_decode(&d, bad[i]), -EINVAL);
	hm_decoder_begin(&d, NULL, 800, true);
	for (unsigned int EACH(i, 0); i < 3; i++)
		assert_int_equal(hm_decode(&d, words[i]), -EINVAL);
	assert_int_equal(d.stats.frames, 0);
	assert_true(hm_stats_ns(&d.stats, 800) == 0 && hm_stats_merging(&d.stats) == 0);
}

/* Checks a hand-made trace in which 60 % of the nibbles share their frame with another. */
static void merging(void)
{
	/* four frames of one nibble, two of three: 6 of 10 */
	static const uint32_t vector[] = {1, 2, 0x8000, 4, 7, 0x10C};
	static struct hm_decoder d;

	hm_decoder_begin(&d, NULL, 800, false);
	for (unsigned int EACH(i, 0); i < 6; i++)
		assert_int_equal(hm_decode(&d, (const uint32_t[]){0, 0, vector[i], i}), 0);
	assert_true(hm_stats_merging(&d.stats) == 60.0);
	assert_int_equal(hm_stats_merged(&d.stats), 2);
	assert_int_equal(d.stats.by_nodes[3], 2);
}

static void summaries(void)
{
	static struct hm_decoder d;
	/* node 3: identifier 9 was counted 0x1234 times, and once more */
	static const uint8_t nibbles[] = {15, 15, 9, 0, 4, 3, 2, 1, 15, 15, 9, 0, 1, 0, 0, 0};

	hm_decoder_begin(&d, table(false), 800, false);
	for (uint32_t EACH(i, 0); i < sizeof(nibbles); i++)
		assert_int_equal(
			hm_decode(&d, (const uint32_t[]){0, (uint32_t)nibbles[i] << 12, 8, i}),
			0);
	assert_int_equal(d.stats.node[3].summed[9], 0x1235);
	assert_int_equal(d.stats.node[3].event[HM_ID_SUMMARY], 2);
}

/* ---- compact frames ---- */

struct words {
	uint32_t nibbles[HM_NODES];
	uint64_t at[HM_NODES];
};

static void word_nibble(void *arg, unsigned int node, unsigned int nibble, uint64_t window)
{
	struct words *w = arg;

	w->nibbles[node] = w->nibbles[node] >> 4 | nibble << 28;
	w->at[node] = window;
}

static void compact(void)
{
	static struct hm_decoder d;
	struct words got = {0};

	hm_decoder_begin(&d, NULL, 800, true);
	d.on_nibble = word_nibble;
	d.arg = &got;
	assert_int_equal(hm_compact_words(0x80038101), 5);
	assert_int_equal(hm_compact_words(0x00018000), 2);
	assert_int_equal(
		hm_decode(&d, (const uint32_t[]){0x80038101, 70, 0x76543210, 0xA, 0xFEDCBA98}),
		0);
	assert_int_equal(got.nibbles[0], 0x76543210);
	assert_int_equal(got.nibbles[8], 0xA);
	assert_true(got.nibbles[15] == 0xFEDCBA98 && got.at[15] == 70);
	/* a frame without a time stamp has that of the frame before it */
	assert_int_equal(hm_decode(&d, (const uint32_t[]){0x00010002, 5}), 0);
	assert_true(got.nibbles[1] == 5 && got.at[1] == 70);
	/* a word that began earlier */
	assert_int_equal(hm_decode(&d, (const uint32_t[]){0x80010004, 60, 5}), 0);
	assert_true(got.at[2] == 60);
	assert_true(d.stats.first == 60 && d.stats.last == 70);
	assert_int_equal(d.stats.nibbles, 40);
	assert_int_equal(d.stats.words, 10);
	assert_int_equal(d.stats.stamped, 2);
}

/* ---- trace files ---- */

/* A buffer in memory that is read in pieces. */
struct memory {
	const uint8_t *p;
	size_t size, at, piece;
};

static ssize_t memory_read(void *arg, void *buf, size_t size)
{
	struct memory *m = arg;
	size_t n = m->size - m->at;

	if (n > size)
		n = size;
	if (m->piece && n > m->piece)
		n = m->piece;
	memcpy(buf, m->p + m->at, n);
	m->at += n;
	return (ssize_t)n;
}

#define FRAMES 5000
#define FRAME_BYTES 16

/* Writes a file of FRAMES frames to @buf; returns its size. */
static size_t write_trace(uint8_t *buf, size_t size, const struct hm_header *h, bool at_end)
{
	static struct record_writer w;
	char name[] = "/tmp/hm-trace-XXXXXX";
	int fd = mkstemp(name);
	struct hm_header begin = *h;
	ssize_t n;

	assert_true(fd >= 0);
	unlink(name);
	begin.at_end = at_end;
	begin.status = begin.lost = 0;
	assert_int_equal(hm_trace_begin(&w, fd, &begin), 0);
	for (uint32_t EACH(i, 0); i < FRAMES; i++) {
		const uint32_t v[4] = {i << 28, i * 3, 0x8001, 7 * i};

		assert_int_equal(hm_trace_write(&w, v, 4), 0);
	}
	begin.status = h->status;
	begin.lost = h->lost;
	begin.counted = true;
	begin.frames = FRAMES;
	assert_int_equal(hm_trace_end(&w, fd, &begin), 0);
	n = pread(fd, buf, size, 0);
	assert_true(n > 0 && (size_t)n < size);
	close(fd);
	return (size_t)n;
}

static uint8_t file[HM_HEADER_BYTES + FRAME_BYTES * FRAMES + 100];
static struct hm_trace trace;

static void trace_file(void)
{
	const struct hm_header h = {.nodes = 16,
				    .window_ns = 400,
				    .seeded = true,
				    .seed = 12345678901234567890u,
				    .status = 5,
				    .lost = 77};
	const size_t size = write_trace(file, sizeof(file), &h, false);
	struct memory m = {file, size, 0, 0};
	const uint32_t *w;

	assert_int_equal(size - HM_HEADER_BYTES - CHECK_LINE, FRAME_BYTES * FRAMES);
	assert_non_null(strstr((char *)file, "# board: hypermon\n"));
	assert_non_null(strstr((char *)file, "# nodes: 16\n"));
	assert_non_null(strstr((char *)file, "# window: 400 ns\n"));
	assert_non_null(strstr((char *)file, "# clock: 20000000 Hz\n"));
	assert_non_null(strstr((char *)file, "# seed: 12345678901234567890\n"));
	assert_non_null(strstr((char *)file, "# status: 5 FRAME NODE\n# lost frames: 77\n"
					     "# frames: 5000\n"));
	/* W0 of frame 1, little endian */
	assert_memory_equal(file + HM_HEADER_BYTES + 16, "\0\0\0\x10\x03\0\0\0\x01\x80\0\0\x07",
			    13);
	for (m.piece = 0; m.piece < 40; m.piece += 13) {
		EACH_OF(m.piece);
		m.at = 0;
		assert_int_equal(hm_trace_open_source(&trace, "m", memory_read, &m), 0);
		assert_true(trace.known &&
			    trace.header.status == (HM_STATUS_FRAME | HM_STATUS_NODE) &&
			    trace.header.lost == 77);
		assert_true(trace.header.seeded && trace.header.seed == h.seed);
		assert_true(trace.header.nodes == 16 && trace.header.window_ns == 400);
		for (uint32_t EACH(i, 0); i < FRAMES; i++) {
			assert_int_equal(hm_trace_read(&trace, &w), 1);
			assert_true(w[0] == i << 28 && w[1] == i * 3 && w[2] == 0x8001 &&
				    w[3] == 7 * i);
		}
		assert_int_equal(hm_trace_read(&trace, &w), 0);
		assert_int_equal(hm_trace_read(&trace, &w), 0);
		hm_trace_close(&trace);
	}
}

/* A trace written to a pipe has the losses at its end. */
static void trace_stream(void)
{
	struct hm_header h = HM_HEADER;
	struct memory m = {file, 0, 0, 100};
	const uint32_t *w;
	char text[200];

	h.status = 1;
	h.lost = 3;
	m.size = write_trace(file, sizeof(file), &h, true);
	assert_int_equal(m.size, HM_HEADER_BYTES + FRAME_BYTES * FRAMES + 16 + CHECK_LINE);
	assert_non_null(strstr((char *)file, "# status: at end\n"));
	assert_int_equal(hm_trace_open_source(&trace, "m", memory_read, &m), 0);
	assert_false(trace.known);
	for (uint32_t EACH(i, 0); i < FRAMES; i++)
		assert_int_equal(hm_trace_read(&trace, &w), 1);
	assert_int_equal(hm_trace_read(&trace, &w), 0);
	assert_true(trace.known && trace.header.status == HM_STATUS_FRAME &&
		    trace.header.lost == 3);
	assert_int_equal(hm_trace_read(&trace, &w), 0);
	/* a trace without the end of the recording */
	m = (struct memory){file, m.size - CHECK_LINE - 16, 0, 0};
	assert_int_equal(hm_trace_open_source(&trace, "m", memory_read, &m), 0);
	for (uint32_t EACH(i, 0); i < FRAMES; i++)
		assert_int_equal(hm_trace_read(&trace, &w), 1);
	assert_int_equal(hm_trace_read(&trace, &w), -EINVAL);
	assert_string_equal(hm_trace_message(&trace, -EINVAL, text, sizeof(text)),
			    "m: offset 80512: the end of the recording is missing: "
			    "what was lost is not known");
	assert_int_equal(hm_trace_read(&trace, &w), 0);
}

/* Tests a file truncated at every byte of its last frame and within the header. */
static void truncated(void)
{
	static const size_t cut[] = {1, 4, 8, 15, 17};
	const struct hm_header h = HM_HEADER;
	const size_t size = write_trace(file, sizeof(file), &h, false);
	struct memory m = {.p = file};
	const uint32_t *w;
	char text[200];
	uint64_t n;
	int got;

	for (unsigned int EACH(i, 0); i < 5; i++) {
		m.at = 0;
		m.size = size - CHECK_LINE - cut[i];
		assert_int_equal(hm_trace_open_source(&trace, "m", memory_read, &m), 0);
		for (n = 0; (got = hm_trace_read(&trace, &w)) == 1; n++)
			;
		assert_int_equal(got, -EINVAL);
		assert_int_equal(n, FRAMES - 1 - cut[i] / 16);
		assert_int_equal(trace.offset, HM_HEADER_BYTES + 16 * n);
		hm_trace_message(&trace, got, text, sizeof(text));
		assert_non_null(strstr(text, "m: offset "));
		assert_non_null(strstr(text, "the file ends within a frame"));
	}
	m.at = 0;
	m.size = 511;
	assert_int_equal(hm_trace_open_source(&trace, "m", memory_read, &m), -EINVAL);
}

static void bad_header(void)
{
	static const struct {
		const char *from, *to;
		unsigned int line;
	} bad[] = {
		{"trace 1", "trace 2", 1},
		{"hypermon\n", "hypermoo\n", 2},
		{"frames\n", "framed\n", 3},
		{"16", "17", 4},
		{"16", "0 ", 4},
		{"800 ns", "700 ns", 5},
		{"800 ns", "800 us", 5},
		{"20000000", "20000001", 6},
		{"status: 0", "status: 9999", 7},
		{"frames: 0", "frames: x", 8},
		{"# nodes", "# model", 9},
		{"# window", "# nodes ", 9},
		{"# window: ", "# window:8", 5},
		{"# nodes", "' nodes", 4},
		{"window: 800", "nodes: 16\n#", 5},
	};
	const struct hm_header h = HM_HEADER;
	struct hm_header got;
	char text[HM_HEADER_BYTES];
	const char *wrong;
	unsigned int line;

	for (unsigned int EACH(i, 0); i < sizeof(bad) / sizeof(*bad); i++) {
		char *at;

		hm_header_put(text, &h);
		at = memmem(text, sizeof(text), bad[i].from, strlen(bad[i].from));
		assert_non_null(at);
		memcpy(at, bad[i].to, strlen(bad[i].to));
		assert_int_equal(hm_header_get(&got, text, &line, &wrong), -EINVAL);
		assert_non_null(wrong);
		assert_int_equal(line, bad[i].line);
	}
	hm_header_put(text, &h);
	text[400] = 'x';
	assert_int_equal(hm_header_get(&got, text, NULL, NULL), -EINVAL);
	hm_header_put(text, &h);
	text[511] = ' ';
	assert_int_equal(hm_header_get(&got, text, NULL, NULL), -EINVAL);
	hm_header_put(text, &h);
	assert_int_equal(hm_header_get(&got, text, NULL, NULL), 0);
}

static void status_names(void)
{
	char text[HM_STATUS_TEXT];

	assert_string_equal(hm_status_text(0, text), "none");
	assert_string_equal(hm_status_text(1, text), "FRAME");
	assert_string_equal(hm_status_text(2, text), "VEC");
	assert_string_equal(hm_status_text(4, text), "NODE");
	assert_string_equal(hm_status_text(8, text), "LATE");
	assert_string_equal(hm_status_text(15, text), "FRAME VEC NODE LATE");
}

/* ---- memory ---- */

static long peak_kb(void)
{
	struct rusage r;

	assert_int_equal(getrusage(RUSAGE_SELF, &r), 0);
	return r.ru_maxrss;
}

static void run_frames(uint32_t frames)
{
	static struct hm_decoder d;
	uint64_t random = 1;

	hm_decoder_begin(&d, NULL, 800, false);
	for (uint32_t EACH(i, 0); i < frames; i++) {
		const uint32_t r = (uint32_t)random_xorshift(&random);
		const uint32_t w[4] = {r, ~r, 1 + (r >> 8) % 0xFFFF, 3 * i};

		assert_int_equal(hm_decode(&d, w), 0);
	}
	assert_int_equal(d.stats.frames, frames);
}

/* Checks that the statistics of ten times as many frames do not need more memory. */
static void flat_memory(void)
{
	long first;

	run_frames(100000);
	first = peak_kb();
	run_frames(1000000);
	assert_in_range(peak_kb(), 0, first + first / 100);
}

/* ---- event tables ---- */

static int read_table(struct hm_table *t, const char *text, char *message, size_t size)
{
	char name[] = "/tmp/hm-table-XXXXXX";
	int fd = mkstemp(name), err;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	err = hm_table_read(t, name, message, size);
	unlink(name);
	return err;
}

static void tables(void)
{
	static struct hm_table t;
	static const struct {
		const char *text, *message;
	} bad[] = {
		{"1 2 a b\n0 2 a b\n", ":2: an identifier is a number from 1 to 254"},
		{"255 2 a b\n", ":1: an identifier is a number from 1 to 254"},
		{"x 2 a b\n", ":1: an identifier is a number from 1 to 254"},
		{"1x 2 a b\n", ":1: an identifier is a number from 1 to 254"},
		{"-1 2 a b\n", ":1: an identifier is a number from 1 to 254"},
		{"1 1 a b\n", ":1: the length is a number of bytes from 2 to 64"},
		{"1 65 a b\n", ":1: the length is a number of bytes from 2 to 64"},
		{"1\n", ":1: the length is a number of bytes from 2 to 64"},
		{"1 4 a\001 b\n", ":1: a name or class consists of printable ASCII characters"},
		{"1 4 a b\303\n", ":1: a name or class consists of printable ASCII characters"},
		{"1 4 a\n", ":1: a line is IDENTIFIER LENGTH NAME CLASS [FIELD:TYPE]..."},
		{"1 4 a b c\n", ":1: a field is NAME:TYPE[@OFFSET][,UNIT]"},
		{"1 4 a b\n1 4 a b\n", ":2: this identifier occurs twice"},
		{"sent nibbles\n", ":1: events are sent as words or as bytes"},
		{"sent words now\n",
		 ":1: extra text after \"sent words\" or \"sent bytes\", and \"sync\""},
		{"1 4 a23456789012345678901234567890123 b\n",
		 ":1: a name or class has up to 31 characters"},
	};
	char message[200];

	assert_int_equal(read_table(&t,
				    "# events\n\n 0x10 13 send message # to\n"
				    "2\t2 switch state\nsent bytes\n",
				    message, sizeof(message)),
			 0);
	assert_true(t.bytes && t.type[16].length == 13 && t.type[2].length == 2);
	assert_string_equal(t.type[16].name, "send");
	assert_string_equal(t.type[16].class_name, "message");
	assert_true(t.type[1].length == 0 && t.type[HM_ID_SUMMARY].length == 4);
	for (unsigned int EACH(i, 0); i < sizeof(bad) / sizeof(*bad); i++) {
		assert_int_equal(read_table(&t, bad[i].text, message, sizeof(message)),
				 -EINVAL);
		assert_non_null(strchr(message, ':'));
		assert_string_equal(strchr(message, ':'), bad[i].message);
	}
	assert_int_equal(hm_table_read(&t, "/nowhere", message, sizeof(message)), -ENOENT);
	assert_string_equal(message, "/nowhere: No such file or directory");
}

/* ---- damage ---- */

static int read_frames(const char *path)
{
	const uint32_t *w;
	int n = hm_trace_open(&trace, path);

	if (!n)
		while ((n = hm_trace_read(&trace, &w)) == 1)
			;
	hm_trace_close(&trace);
	return n;
}

static int read_recording(const char *path)
{
	static struct hm_recording r;
	struct hm_event e;
	int n = hm_recording_open(&r, path, table(false));

	if (!n)
		while ((n = hm_recording_next(&r, &e, NULL, NULL)) == 1)
			;
	hm_recording_close(&r);
	return n;
}

/* Writes a recording of four nodes with ten events each. */
static size_t write_recording(uint8_t *buf, size_t size)
{
	static struct record_writer w;
	char name[] = "/tmp/hm-trace-XXXXXX";
	int fd = mkstemp(name);
	ssize_t n;

	assert_true(fd >= 0);
	unlink(name);
	record_writer_open(&w, fd);
	hm_recording_begin(&w, 4);
	for (unsigned int i = 0; i < 4; i++) {
		const unsigned int length = table(false)->type[1].length;
		struct hm_soft s = {.buffer = calloc(10, 2 + length), .size = 1000};

		for (unsigned int k = 0; k < 10; k++) {
			s.buffer[s.used] = 100;
			s.buffer[s.used + 2] = 1;
			s.used += 2 + length;
		}
		hm_recording_node(&w, i, &s, 5);
		free(s.buffer);
	}
	assert_int_equal(hm_recording_end(&w), 0);
	n = pread(fd, buf, size, 0);
	assert_true(n > 0 && (size_t)n < size);
	close(fd);
	return (size_t)n;
}

/* One changed byte and every truncation of a trace or recording is an error. */
static void notices_damage(void)
{
	const struct hm_header h = HM_HEADER;
	struct damage d = {.file = file, .read = read_frames};

	d.name = "trace, hm_trace_read()";
	d.size = write_trace(file, sizeof(file), &h, false);
	damage_test(&d, 1000);
	d.name = "trace with the losses at its end, hm_trace_read()";
	d.size = write_trace(file, sizeof(file), &h, true);
	damage_test(&d, 1000);
	d.name = "software recording, hm_recording_next()";
	d.size = write_recording(file, sizeof(file));
	d.read = read_recording;
	damage_test(&d, 4000);
}

static const struct unit units[] = {
	UNIT(flat_memory, "HM-IO-009"), /* first: peak memory of the process */
	UNIT(random_traffic, "HM-IO-003 HM-IO-004 HM-IO-007 HM-IO-008"),
	UNIT(unknown_identifier, "HM-IO-005"),
	UNIT(incomplete_event, ""),
	UNIT(wraps, "HM-IO-006 HM-IO-007"),
	UNIT(no_frames, ""),
	UNIT(merging, "HM-FIG-005"),
	UNIT(summaries, "HM-LES-012"),
	UNIT(compact, ""),
	UNIT(trace_file, "HM-IO-010 HM-IO-011"),
	UNIT(trace_stream, ""),
	UNIT(truncated, "HM-TOOL-008"),
	UNIT(notices_damage, ""),
	UNIT(bad_header, ""),
	UNIT(status_names, ""),
	UNIT(tables, ""),
};

UNIT_MAIN(units)
