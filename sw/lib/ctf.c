/* SPDX-License-Identifier: Apache-2.0 */
#include "ctf.h"
#include <unistd.h>

#define MAGIC 0xC1FC1FC1
#define HEAD_BYTES (8 + 40) /* header and context of a block */

const char ctf_types[] =
	"typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
	"typealias integer { size = 16; align = 8; signed = false; } := uint16_t;\n"
	"typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
	"typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
	"typealias integer { size = 8; align = 8; signed = false; base = 16; } := hex8_t;\n"
	"typealias integer { size = 32; align = 8; signed = false; base = 16; } := hex32_t;\n"
	"typealias integer { size = 8; align = 8; signed = false; base = 2; } := bits8_t;\n"
	"\n";

void ctf_put(struct ctf *c, const uint8_t *bytes, size_t n)
{
	fwrite(bytes, 1, n, c->out);
	c->bytes += n;
}

void ctf_block_begin(struct ctf *c, uint64_t time)
{
	static const uint8_t nothing[HEAD_BYTES];

	c->begin = time;
	c->at = c->bytes;
	ctf_put(c, nothing, sizeof(nothing)); /* filled in when the block ends */
}

void ctf_block_end(struct ctf *c, uint64_t time, uint64_t lost)
{
	const uint64_t bits = 8 * (c->bytes - c->at);
	uint8_t head[HEAD_BYTES];
	unsigned int n = 0;

	n += ctf_le(head + n, MAGIC, 4);
	n += ctf_le(head + n, c->stream, 4);
	n += ctf_le(head + n, c->begin, 8);
	n += ctf_le(head + n, time, 8);
	n += ctf_le(head + n, bits, 8);
	n += ctf_le(head + n, bits, 8);
	ctf_le(head + n, lost, 8);
	if (fseeko(c->out, (off_t)c->at, SEEK_SET) == 0)
		fwrite(head, 1, sizeof(head), c->out);
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
