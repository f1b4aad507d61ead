/* SPDX-License-Identifier: Apache-2.0 */
#include "ctf.h"
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC 0xC1FC1FC1
#define HEAD_BYTES (8 + 40) /* size of a block's header and context */
#define NUMBER_BYTES 8

static const char types[] =
	"typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
	"typealias integer { size = 16; align = 8; signed = false; } := uint16_t;\n"
	"typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
	"typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
	"typealias integer { size = 8; align = 8; signed = false; base = 16; } := hex8_t;\n"
	"typealias integer { size = 32; align = 8; signed = false; base = 16; } := hex32_t;\n"
	"typealias integer { size = 8; align = 8; signed = false; base = 2; } := bits8_t;\n"
	"\n";

void ctf_describe(FILE *out, const struct ctf_clock *clock)
{
	fprintf(out,
		"%s"
		"trace {\n"
		"\tmajor = 1;\n"
		"\tminor = 8;\n"
		"\tbyte_order = le;\n"
		"\tpacket.header := struct { uint32_t magic; uint32_t stream_id; };\n"
		"};\n"
		"\n"
		"clock {\n"
		"\tname = %s;\n"
		"\tdescription = \"%s\";\n"
		"\tfreq = %" PRIu64 ";\n"
		"};\n"
		"typealias integer { size = 64; align = 8; signed = false;\n"
		"\tmap = clock.%s.value; } := time_t;\n"
		"\n",
		types, clock->name, clock->about, clock->hz, clock->name);
}

static void stream(FILE *out, unsigned int id, const char *number, const char *more)
{
	fprintf(out,
		"stream {\n"
		"\tid = %u;\n"
		"\tpacket.context := struct {\n"
		"\t\ttime_t timestamp_begin;\n"
		"\t\ttime_t timestamp_end;\n"
		"\t\tuint64_t content_size;\n"
		"\t\tuint64_t packet_size;\n"
		"\t\tuint64_t events_discarded;\n"
		"%s"
		"\t};\n"
		"\tevent.header := struct { uint8_t id; time_t timestamp; };\n"
		"%s};\n\n",
		id, number, more);
}

void ctf_stream(FILE *out, unsigned int id, const char *more)
{
	stream(out, id, "", more);
}

void ctf_numbered_stream(FILE *out, unsigned int id, const char *more)
{
	stream(out, id, "\t\tuint64_t packet_seq_num;\n", more);
}

static size_t head_bytes(const struct ctf *c)
{
	return HEAD_BYTES + (c->numbered ? NUMBER_BYTES : 0);
}

void ctf_put(struct ctf *c, const uint8_t *bytes, size_t n)
{
	fwrite(bytes, 1, n, c->out);
	c->bytes += n;
}

void ctf_block_begin(struct ctf *c, uint64_t time)
{
	static const uint8_t nothing[HEAD_BYTES + NUMBER_BYTES];

	c->begin = time;
	c->at = c->bytes;
	/* space for the header, which is written when the block ends */
	ctf_put(c, nothing, head_bytes(c));
}

void ctf_block_end(struct ctf *c, uint64_t time, uint64_t lost)
{
	const uint64_t bits = 8 * (c->bytes - c->at);
	uint8_t head[HEAD_BYTES + NUMBER_BYTES];
	unsigned int n = 0;

	n += ctf_le(head + n, MAGIC, 4);
	n += ctf_le(head + n, c->stream, 4);
	n += ctf_le(head + n, c->begin, 8);
	n += ctf_le(head + n, time, 8);
	n += ctf_le(head + n, bits, 8);
	n += ctf_le(head + n, bits, 8);
	n += ctf_le(head + n, lost, 8);
	ctf_le(head + n, c->number++, 8);
	if (fseeko(c->out, (off_t)c->at, SEEK_SET) == 0)
		fwrite(head, 1, head_bytes(c), c->out);
	fseeko(c->out, 0, SEEK_END);
}

void ctf_start(struct ctf *c, uint64_t time)
{
	ctf_block_begin(c, time);
	ctf_block_end(c, time, 0);
	ctf_block_begin(c, time);
}

void ctf_text(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++)
		fprintf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
	fputc('"', out);
}

int ctf_make_folder(const char *folder, bool *made)
{
	const struct dirent *e;
	bool empty = true;
	DIR *d;

	*made = !mkdir(folder, 0777);
	if (*made || errno != EEXIST)
		return *made ? 0 : -errno;
	d = opendir(folder);
	if (!d)
		return -errno;
	while ((e = readdir(d)))
		empty &= !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..");
	closedir(d);
	return empty ? 0 : -EEXIST;
}
