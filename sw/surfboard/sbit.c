/* SPDX-License-Identifier: Apache-2.0 */
#include "sbit.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

const struct sbit_variable sbit_variables[SBIT_ALL_VARIABLES] = {
	[SBIT_LATENCY] = {"latency", 0, 24}, [SBIT_SENDER] = {"sender", 24, 6},
	[SBIT_COLOR] = {"color", 30, 6},     [SBIT_CATEGORY] = {"category", 36, 4},
	[SBIT_SIZE] = {"size", 40, 10},	     [SBIT_ADDRESS] = {"address", SBIT_WIDE, 27},
	[SBIT_PHASE] = {"phase", 96, 8},
};

/* Adds a bit to the CRC-16 with polynomial 0x8005, MSB first. */
static uint16_t crc_bit(uint16_t crc, unsigned int bit)
{
	unsigned int top = (crc >> 15) ^ (bit & 1);

	return (uint16_t)((crc << 1) ^ (top ? 0x8005 : 0));
}

/* Adds the 7 bits of a frame that the CRC covers; the first one is 0 unless the stream is
 * wide. */
static uint16_t crc_frame(uint16_t crc, unsigned int code)
{
	for (int i = 6; i >= 0; i--)
		crc = crc_bit(crc, code >> i);
	return crc;
}

static void put_bits(uint8_t *stream, unsigned int *at, uint32_t value, unsigned int count)
{
	while (count--) {
		if (value >> count & 1)
			stream[*at / 8] |= (uint8_t)(0x80u >> *at % 8);
		++*at;
	}
}

int sbit_compile(const struct sbit_map *map, uint8_t stream[SBIT_BYTES])
{
	unsigned int at = 0;
	uint16_t crc = 0xFFFF;

	for (int k = 0; k < SBIT_OUTPUTS; k++)
		if (map->sel[k] >= SBIT_CODES)
			return -EINVAL;
	memset(stream, 0, SBIT_BYTES);
	put_bits(stream, &at, 0xFF, 8);
	put_bits(stream, &at, 0x2, 4);
	put_bits(stream, &at, SBIT_BITS, 24);
	put_bits(stream, &at, 0xF, 4);
	for (int k = 0; k < SBIT_OUTPUTS; k++) {
		crc = crc_frame(crc, map->sel[k]);
		put_bits(stream, &at, map->sel[k], 7);
		put_bits(stream, &at, crc >> 12, 4);
	}
	put_bits(stream, &at, crc, 16);
	put_bits(stream, &at, 0x7F, 8);
	return 0;
}

struct cursor {
	const uint8_t *stream;
	size_t bits, at;
	struct sbit_fault fault;
};

static int refuse(struct cursor *c, enum sbit_part part, size_t bit, uint32_t found,
		  uint32_t expected)
{
	c->fault.part = part;
	c->fault.bit = (uint32_t)bit;
	c->fault.found = found;
	c->fault.expected = expected;
	return -EBADMSG;
}

static unsigned int bit_at(const struct cursor *c, size_t bit)
{
	return c->stream[bit / 8] >> (7 - bit % 8) & 1;
}

static int read_bits(struct cursor *c, unsigned int count, uint32_t *value)
{
	if (c->bits - c->at < count)
		return refuse(c, SBIT_SHORT, c->bits, 0, 0);
	*value = 0;
	while (count--)
		*value = *value << 1 | bit_at(c, c->at++);
	return 0;
}

/* Reads @count bits that must have the value @expected. */
static int expect(struct cursor *c, enum sbit_part part, unsigned int count, uint32_t expected)
{
	size_t start = c->at;
	uint32_t found;
	int err = read_bits(c, count, &found);

	if (!err && found != expected)
		err = refuse(c, part, start, found, expected);
	return err;
}

static int decode(struct cursor *c, bool wide, struct sbit_map *map)
{
	uint16_t crc = 0xFFFF;
	uint32_t length, code;
	size_t length_at;
	int err;

	while (c->at < c->bits && bit_at(c, c->at))
		c->at++;
	if (c->at == c->bits)
		return refuse(c, SBIT_SHORT, c->bits, 0, 0);
	if (c->at < 8)
		return refuse(c, SBIT_FILL, c->at, 0, 0);
	err = expect(c, SBIT_PREAMBLE, 4, 0x2);
	length_at = c->at;
	if (!err)
		err = read_bits(c, 24, &length);
	if (!err)
		err = expect(c, SBIT_SEPARATOR, 4, 0xF);
	for (unsigned int k = 0; !err && k < SBIT_OUTPUTS; k++) {
		c->fault.frame = k;
		err = wide ? 0 : expect(c, SBIT_START, 1, 0);
		if (!err)
			err = read_bits(c, wide ? 7 : 6, &code);
		if (err)
			break;
		crc = crc_frame(crc, code);
		map->sel[k] = (uint8_t)code;
		err = expect(c, SBIT_CHECK, 4, crc >> 12);
	}
	if (!err)
		err = expect(c, SBIT_CHECK_WORD, 16, crc);
	if (!err)
		err = expect(c, SBIT_POSTAMBLE, 8, 0x7F);
	if (!err && (length < c->at || length > c->bits))
		err = refuse(c, SBIT_LENGTH, length_at, length, (uint32_t)c->at);
	for (; !err && c->at < c->bits; c->at++)
		if (!bit_at(c, c->at))
			err = refuse(c, SBIT_TRAILER, c->at, 0, 1);
	return err;
}

int sbit_decode(const uint8_t *stream, size_t bits, struct sbit_map *map,
		struct sbit_fault *fault)
{
	struct cursor c = {.stream = stream, .bits = bits};
	struct cursor again = c;
	struct sbit_map m;
	int err = decode(&c, false, &m);

	if (err && c.fault.part == SBIT_START) {
		err = decode(&again, true, &m);
		/* a wide frame whose check is right is not a damaged start bit */
		if (again.fault.frame > c.fault.frame)
			c = again;
	}
	if (!err)
		*map = m;
	else if (fault)
		*fault = c.fault;
	return err;
}

char *sbit_describe(const struct sbit_fault *f, char *text, size_t size)
{
	switch (f->part) {
	case SBIT_FILL:
		snprintf(text, size, "fewer than 8 leading ones");
		break;
	case SBIT_PREAMBLE:
		snprintf(text, size, "preamble is %X, expected 2", f->found);
		break;
	case SBIT_LENGTH:
		snprintf(text, size, "length count is %u, but the stream has %u bits", f->found,
			 f->expected);
		break;
	case SBIT_SEPARATOR:
		snprintf(text, size, "no four ones after the length count");
		break;
	case SBIT_START:
		snprintf(text, size, "frame %u: start bit is 1", f->frame);
		break;
	case SBIT_CHECK:
		snprintf(text, size, "frame %u: check is %X, expected %X", f->frame, f->found,
			 f->expected);
		break;
	case SBIT_CHECK_WORD:
		snprintf(text, size, "check word is %04X, expected %04X", f->found,
			 f->expected);
		break;
	case SBIT_POSTAMBLE:
		snprintf(text, size, "postamble is %02X, expected 7F", f->found);
		break;
	case SBIT_TRAILER:
		snprintf(text, size, "zero after the postamble");
		break;
	case SBIT_SHORT:
		snprintf(text, size, "stream ends too early");
		break;
	}
	return text;
}

uint64_t sbit_inputs(uint32_t latency, uint32_t sender, uint32_t color, uint32_t category,
		     uint32_t size)
{
	const uint32_t value[SBIT_VARIABLES] = {
		[SBIT_LATENCY] = latency,   [SBIT_SENDER] = sender, [SBIT_COLOR] = color,
		[SBIT_CATEGORY] = category, [SBIT_SIZE] = size,
	};
	uint64_t in = 0;

	for (int v = 0; v < SBIT_VARIABLES; v++) {
		uint64_t mask = (1u << sbit_variables[v].width) - 1;

		in |= (value[v] & mask) << sbit_variables[v].first;
	}
	return in;
}

uint32_t sbit_eval_wide(const struct sbit_map *map, uint64_t inputs, uint64_t wide_inputs)
{
	uint32_t bin = 0;

	inputs &= (UINT64_C(1) << SBIT_INPUTS) - 1;
	inputs |= UINT64_C(1) << SBIT_ONE;
	for (int k = 0; k < SBIT_OUTPUTS; k++) {
		const uint64_t in = map->sel[k] & SBIT_WIDE ? wide_inputs : inputs;

		bin |= (uint32_t)(in >> (map->sel[k] & 63) & 1) << k;
	}
	return bin;
}

uint32_t sbit_eval(const struct sbit_map *map, uint64_t inputs)
{
	return sbit_eval_wide(map, inputs, 0);
}

uint64_t sbit_wide_inputs(uint32_t address, uint32_t phase)
{
	return (address & 0x7FFFFFC) | (uint64_t)(phase & 0xFF) << 32;
}

bool sbit_is_wide(const struct sbit_map *map)
{
	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
		if (map->sel[k] & SBIT_WIDE)
			return true;
	return false;
}

static bool reached(const struct sbit_map *map, unsigned int k)
{
	const unsigned int code = map->sel[k];
	const bool wide = sbit_wide_inputs(~0u, ~0u) >> (code & 63) & 1;

	return code & SBIT_WIDE ? wide : code < SBIT_INPUTS || code == SBIT_ONE;
}

uint32_t sbit_last_bin(const struct sbit_map *map)
{
	uint32_t last = 0;

	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
		if (reached(map, k))
			last |= (2u << k) - 1;
	return last;
}

uint32_t sbit_selected(const struct sbit_map *map, int variable)
{
	const struct sbit_variable *v = &sbit_variables[variable];
	uint32_t mask = 0;

	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
		if (map->sel[k] >= v->first && map->sel[k] < v->first + v->width)
			mask |= 1u << (map->sel[k] - v->first);
	return mask;
}

uint32_t sbit_bin_value(const struct sbit_map *map, int variable, uint32_t bin)
{
	const struct sbit_variable *v = &sbit_variables[variable];
	uint32_t value = 0;

	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
		if (map->sel[k] >= v->first && map->sel[k] < v->first + v->width)
			value |= (bin >> k & 1) << (map->sel[k] - v->first);
	if (variable == SBIT_SIZE && value == 0 && sbit_selected(map, variable) == 0x3FF)
		value = 1024;
	return value;
}

/* Prints a connection as "bin[23] = sender[5]". */
static int name_connection(const struct sbit_map *map, unsigned int k, char *text, size_t size)
{
	const unsigned int code = map->sel[k];

	for (int v = 0; v < SBIT_ALL_VARIABLES; v++) {
		const struct sbit_variable *s = &sbit_variables[v];

		if (code >= s->first && code < s->first + s->width)
			return snprintf(text, size, "bin[%u] = %s[%u]", k, s->name,
					code - s->first);
	}
	return snprintf(text, size, "bin[%u] = 1", k);
}

const char *sbit_unfit(const struct sbit_map *map, uint32_t bins, unsigned int latency_bits,
		       char *text, size_t size)
{
	const struct sbit_variable *latency = &sbit_variables[SBIT_LATENCY];
	unsigned int width = 0;

	while (width < SBIT_OUTPUTS && 2u << width <= bins)
		width++;
	for (unsigned int k = SBIT_OUTPUTS; k--;) {
		const unsigned int code = map->sel[k];
		const bool beyond = reached(map, k) && k >= width;
		int n;

		if (!beyond &&
		    (code < latency->first + latency_bits ||
		     code >= latency->first + latency->width || code < latency->first))
			continue;
		n = name_connection(map, k, text, size);
		if (beyond)
			snprintf(text + n, size - (size_t)n,
				 ": the memory has bins 0 to %X, bin[%u:0]", bins - 1,
				 width - 1);
		else
			snprintf(text + n, size - (size_t)n,
				 ": the board measures %u bits of latency (ACDR.LAT_N)",
				 latency_bits);
		return text;
	}
	return NULL;
}
