/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Trace files of HYPERMON. The first byte selects how the rest is split into pieces, and
 * whether the rest is a whole file or the data after a header that the second byte selects.
 * Frames, errors and their positions must be the same for any split. The decoder must accept
 * every frame that the reader returns and count its contents. The frames that were read are
 * written, and must read the same again.
 */
#include "stream.h"
#include "hm_decode.h"
#include "hm_trace.h"
#include <errno.h>
#include <string.h>

struct result {
	uint64_t sum, frames, words;
	struct hm_trace trace;
};

static struct result whole, pieces, again;
static struct record_writer writer;
static struct hm_decoder decoder;
static struct hm_table table;
static uint8_t input[1 << 20];
static uint8_t written[1 << 21];
static struct fuzz_sink sink = {written, sizeof(written), 0};

static void stray(void *arg, const struct hm_stray *s)
{
	(void)arg;
	FUZZ_CHECK(s->node < HM_NODES && (s->incomplete || !table.type[s->id].length));
	FUZZ_CHECK(s->nibble < decoder.stats.node[s->node].nibbles);
}

static void event(void *arg, const struct hm_event *e)
{
	(void)arg;
	FUZZ_CHECK(e->node < HM_NODES && e->length == table.type[e->data[0]].length);
	FUZZ_CHECK(e->window <= decoder.window || decoder.window_ns);
}

/* Reads everything; if @places is true, the checksum includes errors and their positions. */
static int read_all(struct result *r, struct fuzz_source *s, bool write, bool places)
{
	struct hm_trace *t = &r->trace;
	const uint32_t *w;
	char text[256];
	int n = hm_trace_open_source(t, "input", fuzz_get, s);

	r->sum = r->frames = r->words = 0;
	if (!n)
		hm_decoder_begin(&decoder, &table, t->header.window_ns, t->header.compact);
	decoder.on_stray = stray;
	decoder.on_event = event;
	while (!n && (n = hm_trace_read(t, &w)) == 1) {
		const unsigned int size = hm_frame_size(t->header.compact, w[0]);

		FUZZ_CHECK(size <= HM_COMPACT_WORDS && hm_decode(&decoder, w) == 0);
		fuzz_add(&r->sum, w, 4 * size);
		r->frames++;
		r->words += size;
		if (write)
			FUZZ_CHECK(hm_trace_write(&writer, w, size) == 0);
		n = 0;
	}
	FUZZ_CHECK(n == 0 || n == -EINVAL);
	if (n)
		FUZZ_CHECK(t->wrong && hm_trace_read(t, &w) == 0);
	if (places) {
		fuzz_add(&r->sum, &n, sizeof(n));
		fuzz_add(&r->sum, &t->offset, sizeof(t->offset));
		hm_trace_message(t, n ? n : -EIO, text, sizeof(text));
		fuzz_add(&r->sum, text, strlen(text));
		fuzz_add(&r->sum, &t->known, sizeof(t->known));
	}
	hm_trace_close(t);
	return n;
}

static void check_counts(const struct result *r)
{
	const struct hm_stats *s = &decoder.stats;
	uint64_t frames = 0, nibbles = 0;

	for (unsigned int k = 0; k <= HM_NODES; k++)
		frames += s->by_nodes[k];
	for (unsigned int node = 0; node < HM_NODES; node++)
		nibbles += s->node[node].nibbles;
	FUZZ_CHECK(frames == r->frames && s->frames == r->frames && s->words == r->words);
	FUZZ_CHECK(nibbles == s->nibbles);
	FUZZ_CHECK(!s->frames || s->first <= s->last);
	FUZZ_CHECK(hm_stats_merging(s) >= 0 && hm_stats_merging(s) <= 100);
}

/* Writes the frames as a complete file and checks that it reads the same. */
static void write_and_read(struct fuzz_source *from, size_t piece)
{
	struct hm_header h = HM_HEADER;
	struct fuzz_source s;
	uint64_t sum;
	char text[HM_HEADER_BYTES];

	sink.used = 0;
	record_writer_open_sink(&writer, fuzz_put, &sink);
	h.compact = whole.trace.header.compact;
	hm_header_put(text, &h);
	FUZZ_CHECK(record_write_text(&writer, text, sizeof(text)) == 0);
	from->at = 0;
	read_all(&again, from, true, false);
	sum = again.sum;
	FUZZ_CHECK(record_flush(&writer) == 0);
	s = (struct fuzz_source){written, sink.used, 0, piece};
	FUZZ_CHECK(read_all(&again, &s, false, false) == 0 && again.sum == sum);
	FUZZ_CHECK(again.trace.known);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hm_header h = HM_HEADER;
	size_t n = 0, piece;
	struct fuzz_source a, b;
	int err;

	if (size < 2 || size > sizeof(input) / 2)
		return 0;
	for (unsigned int id = 1; id < 256; id++)
		table.type[id].length = id % 3 ? (uint8_t)(2 + id % 63) : 0;
	table.bytes = data[1] >> 3 & 1;
	piece = 1u + data[0] / 2;
	if (data[0] & 1) {
		h.compact = data[1] & 1;
		h.at_end = data[1] >> 1 & 1;
		h.nodes = data[1] >> 2 & 1 ? 16 : 5;
		hm_header_put((char *)input, &h);
		n = HM_HEADER_BYTES;
	}
	memcpy(input + n, data + 2, size - 2);
	n += size - 2;
	a = (struct fuzz_source){input, n, 0, SIZE_MAX};
	b = (struct fuzz_source){input, n, 0, piece};
	err = read_all(&whole, &a, false, true);
	if (whole.trace.offset >= HM_HEADER_BYTES) { /* the header was valid */
		check_counts(&whole);
		hm_decoder_end(&decoder);
	}
	FUZZ_CHECK(read_all(&pieces, &b, false, true) == err && pieces.sum == whole.sum);
	if (whole.trace.offset >= HM_HEADER_BYTES)
		write_and_read(&a, piece);
	return 0;
}
