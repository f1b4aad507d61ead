/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the streams of the bin selector: compiled, decoded, damaged. */
#include "../../tests/unit.h"
#include "../sbit.h"
#include <errno.h>

#define FRAMES_END (SBIT_FIRST_FRAME + SBIT_OUTPUTS * SBIT_FRAME_BITS)
#define WORD_END (FRAMES_END + 16)

static void identity_map(struct sbit_map *map)
{
	for (int k = 0; k < SBIT_OUTPUTS; k++)
		map->sel[k] = (uint8_t)k;
}

static void makehist_map(struct sbit_map *map)
{
	for (int k = 0; k < SBIT_OUTPUTS; k++)
		map->sel[k] = (uint8_t)(k < 12 ? k : k < 22 ? 40 + k - 12 : SBIT_ZERO);
}

static void random_map(struct sbit_map *map, uint64_t *seed)
{
	for (int k = 0; k < SBIT_OUTPUTS; k++)
		map->sel[k] = (uint8_t)(random_xorshift(seed) >> 32) % SBIT_WIDE;
}

static void flip(uint8_t *stream, unsigned int bit)
{
	stream[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
}

static uint32_t bits(const uint8_t *stream, unsigned int first, unsigned int count)
{
	uint32_t value = 0;

	for (unsigned int i = first; i < first + count; i++)
		value = value << 1 | (stream[i / 8] >> (7 - i % 8) & 1);
	return value;
}

static void assert_stream(const struct sbit_map *map, const char *hex)
{
	uint8_t stream[SBIT_BYTES];
	char text[2 * SBIT_BYTES + 1];

	assert_int_equal(sbit_compile(map, stream), 0);
	for (int i = 0; i < SBIT_BYTES; i++)
		sprintf(text + 2 * i, "%02X", stream[i]);
	assert_string_equal(text, hex);
}

static void vectors(void)
{
	struct sbit_map map;

	identity_map(&map);
	assert_stream(&map, "FF2000148F00E0701403609017434077108274518B6186370718F720E44C9793"
			    "128E568B597002B07F");
	makehist_map(&map);
	assert_stream(&map, "FF2000148F00E0701403609017434077108274518B6506A6952AB4588B5574AF"
			    "0614C45F33E11F2D7F");
}

/* Computes the CRC-16 by long division of a complete bit string, which differs from the
 * library's method. */
static uint16_t crc_of(const uint8_t *bit, unsigned int count)
{
	uint8_t work[24 * 7 + 16] = {0};
	uint16_t crc = 0;

	memcpy(work, bit, count);
	for (unsigned int i = 0; i < 16; i++)
		work[i] ^= 1; /* start value */
	for (unsigned int i = 0; i < count; i++) {
		if (!work[i])
			continue;
		work[i + 1] ^= 1;  /* x^15 */
		work[i + 14] ^= 1; /* x^2 */
		work[i + 16] ^= 1; /* 1 */
	}
	for (unsigned int i = 0; i < 16; i++)
		crc = (uint16_t)(crc << 1 | work[count + i]);
	return crc;
}

/* Checks the format of the stream, item by item. */
static void format(void)
{
	uint64_t seed = 7;

	for (int EACH(round, 0); round < 200; round++) {
		uint8_t stream[SBIT_BYTES], covered[24 * 7 + 16] = {0};
		struct sbit_map map;
		unsigned int n = 0;

		random_map(&map, &seed);
		assert_int_equal(sbit_compile(&map, stream), 0);
		assert_int_equal(bits(stream, 0, 8), 0xFF);
		assert_int_equal(bits(stream, 8, 4), 0x2);
		assert_int_equal(bits(stream, 12, 24), 328);
		assert_int_equal(bits(stream, 36, 4), 0xF);
		for (unsigned int EACH(k, 0); k < SBIT_OUTPUTS; k++) {
			unsigned int at = SBIT_FIRST_FRAME + k * SBIT_FRAME_BITS;

			assert_int_equal(bits(stream, at, 1), 0);
			assert_int_equal(bits(stream, at + 1, 6), map.sel[k]);
			for (unsigned int i = 0; i < 7; i++)
				covered[n++] = (uint8_t)bits(stream, at + i, 1);
			assert_int_equal(bits(stream, at + 7, 4), crc_of(covered, n) >> 12);
		}
		assert_int_equal(bits(stream, FRAMES_END, 16), crc_of(covered, n));
		assert_int_equal(bits(stream, WORD_END, 8), 0x7F);
		assert_int_equal(WORD_END + 8, SBIT_BITS);
	}
}

static void refuses_code_above_127(void)
{
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;

	identity_map(&map);
	map.sel[23] = 128;
	assert_int_equal(sbit_compile(&map, stream), -EINVAL);
}

static void round_trip(void)
{
	uint64_t seed = 1;

	for (int EACH(round, 0); round < 100000; round++) {
		uint8_t stream[SBIT_BYTES];
		struct sbit_map map, back;

		random_map(&map, &seed);
		assert_int_equal(sbit_compile(&map, stream), 0);
		assert_int_equal(sbit_decode(stream, SBIT_BITS, &back, NULL), 0);
		assert_memory_equal(&map, &back, sizeof(map));
	}
}

/* Decodes a damaged stream, which must be refused, and returns the fault. */
static struct sbit_fault refused(const uint8_t *stream, size_t count)
{
	struct sbit_map map, before;
	struct sbit_fault fault;
	char text[96];

	memset(&map, 0xAA, sizeof(map));
	before = map;
	assert_int_equal(sbit_decode(stream, count, &map, &fault), -EBADMSG);
	assert_memory_equal(&map, &before, sizeof(map));
	assert_true(fault.bit <= count);
	assert_true(strlen(sbit_describe(&fault, text, sizeof(text))) > 10);
	return fault;
}

static void every_single_bit_error(void)
{
	uint64_t seed = 3;

	for (int EACH(round, 0); round < 20; round++) {
		uint8_t stream[SBIT_BYTES];
		struct sbit_map map;

		random_map(&map, &seed);
		if (round == 0)
			identity_map(&map);
		sbit_compile(&map, stream);
		for (unsigned int EACH(i, 0); i < SBIT_BITS; i++) {
			struct sbit_fault f;

			flip(stream, i);
			f = refused(stream, SBIT_BITS);
			if (i < 8) {
				assert_int_equal(f.part, SBIT_FILL);
			} else if (i < 12) {
				assert_int_equal(f.part, SBIT_PREAMBLE);
			} else if (i < 36) {
				assert_int_equal(f.part, SBIT_LENGTH);
				assert_int_equal(f.bit, 12);
			} else if (i < SBIT_FIRST_FRAME) {
				assert_int_equal(f.part, SBIT_SEPARATOR);
			} else if (i < FRAMES_END) {
				unsigned int frame = (i - SBIT_FIRST_FRAME) / SBIT_FRAME_BITS;
				unsigned int at = (i - SBIT_FIRST_FRAME) % SBIT_FRAME_BITS;

				/* The error must be found in its own frame. */
				assert_int_equal(f.part, at ? SBIT_CHECK : SBIT_START);
				assert_int_equal(f.frame, frame);
				assert_int_equal(f.bit, i - at + (at ? 7 : 0));
			} else if (i < WORD_END) {
				assert_int_equal(f.part, SBIT_CHECK_WORD);
				assert_int_equal(f.bit, FRAMES_END);
			} else {
				assert_int_equal(f.part, SBIT_POSTAMBLE);
				assert_int_equal(f.bit, WORD_END);
			}
			flip(stream, i);
		}
	}
}

static void every_double_bit_error(void)
{
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;
	unsigned int count = 0;

	for (int EACH(which, 0); which < 3; which++) {
		uint64_t seed = 5;

		if (which == 0)
			identity_map(&map);
		else if (which == 1)
			makehist_map(&map);
		else
			random_map(&map, &seed);
		sbit_compile(&map, stream);
		count = 0;
		for (unsigned int EACH(i, SBIT_FIRST_FRAME); i < WORD_END; i++) {
			for (unsigned int EACH(j, i + 1); j < WORD_END; j++) {
				flip(stream, i);
				flip(stream, j);
				assert_int_equal(sbit_decode(stream, SBIT_BITS, &map, NULL),
						 -EBADMSG);
				flip(stream, i);
				flip(stream, j);
				count++;
			}
		}
		assert_int_equal(count, 39060);
	}
}

/* Checks that the constant check field of other Xilinx parts is refused. */
static void constant_check_field(void)
{
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;

	identity_map(&map);
	sbit_compile(&map, stream);
	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
		for (unsigned int i = 0; i < 4; i++) {
			unsigned int at = SBIT_FIRST_FRAME + k * SBIT_FRAME_BITS + 7 + i;

			if (bits(stream, at, 1) != (0x6u >> (3 - i) & 1))
				flip(stream, at);
		}
	assert_int_equal(refused(stream, SBIT_BITS).part, SBIT_CHECK);
}

/* Checks that every truncation is refused, with the reason that the stream is short. */
static void truncated(void)
{
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;

	identity_map(&map);
	sbit_compile(&map, stream);
	for (unsigned int EACH(n, 0); n < SBIT_BITS; n++)
		assert_int_equal(refused(stream, n).part, SBIT_SHORT);
}

/* Makes a stream with @lead more ones before it, @trail ones after it, and length @length. */
static void surround(const struct sbit_map *map, unsigned int lead, unsigned int trail,
		     uint32_t length, uint8_t *out)
{
	uint8_t stream[SBIT_BYTES];

	sbit_compile(map, stream);
	for (unsigned int i = 0; i < 24; i++)
		if (bits(stream, 12 + i, 1) != (length >> (23 - i) & 1))
			flip(stream, 12 + i);
	memset(out, 0xFF, (lead + SBIT_BITS + trail + 7) / 8);
	for (unsigned int i = 0; i < SBIT_BITS; i++)
		if (!bits(stream, i, 1))
			flip(out, lead + i);
}

static void extra_ones(void)
{
	static const unsigned int some[] = {1, 7, 8, 100};
	uint8_t out[100];
	struct sbit_map map, back;

	makehist_map(&map);
	for (int EACH(i, 0); i < 4; i++) {
		unsigned int n = some[i], all = SBIT_BITS + n;

		/* The length includes the ones before the stream. */
		surround(&map, n, 0, all, out);
		assert_int_equal(sbit_decode(out, all, &back, NULL), 0);
		assert_memory_equal(&map, &back, sizeof(map));
		surround(&map, n, 0, SBIT_BITS, out);
		assert_int_equal(refused(out, all).part, SBIT_LENGTH);
		/* The length may or may not include the ones after the stream. */
		surround(&map, 0, n, SBIT_BITS, out);
		assert_int_equal(sbit_decode(out, all, &back, NULL), 0);
		surround(&map, 0, n, all, out);
		assert_int_equal(sbit_decode(out, all, &back, NULL), 0);
		surround(&map, 0, n, all + 1, out);
		assert_int_equal(refused(out, all).part, SBIT_LENGTH);
		surround(&map, 0, n, SBIT_BITS, out);
		flip(out, all - 1);
		assert_int_equal(refused(out, all).part, SBIT_TRAILER);
		assert_int_equal(refused(out, all).bit, all - 1);
	}
	surround(&map, 0, 0, 320, out);
	assert_int_equal(refused(out, SBIT_BITS).part, SBIT_LENGTH);
	surround(&map, 0, 0, 0xFFFFFF, out);
	assert_int_equal(refused(out, SBIT_BITS).part, SBIT_LENGTH);
}

static void random_bytes_refused(void)
{
	uint64_t seed = 11;
	uint8_t stream[64];

	for (int EACH(round, 0); round < 100000; round++) {
		size_t n = random_xorshift(&seed) % (8 * sizeof(stream) + 1);

		for (size_t i = 0; i < sizeof(stream); i++)
			stream[i] = (uint8_t)(random_xorshift(&seed) >> 24);
		if (round % 2)
			stream[0] = 0xFF, stream[1] = 0x20;
		refused(stream, n);
	}
}

static void evaluates(void)
{
	uint64_t seed = 13;
	struct sbit_map map;

	/* Every output can select every input, and no other value is accepted. */
	for (int EACH(k, 0); k < SBIT_OUTPUTS; k++)
		for (unsigned int EACH(code, 0); code < SBIT_WIDE; code++) {
			uint64_t bit = code < SBIT_INPUTS ? UINT64_C(1) << code : 0;

			memset(&map, SBIT_ZERO, sizeof(map));
			map.sel[k] = (uint8_t)code;
			if (code == SBIT_ONE) {
				assert_int_equal(sbit_eval(&map, 0), 1u << k);
				assert_int_equal(sbit_eval(&map, UINT64_MAX), 1u << k);
				continue;
			}
			assert_int_equal(sbit_eval(&map, bit), bit ? 1u << k : 0);
			assert_int_equal(sbit_eval(&map, UINT64_MAX & ~bit), 0);
		}
	/* Compares bit by bit with the definition. */
	for (int EACH(round, 0); round < 1000; round++) {
		uint64_t in = random_xorshift(&seed);
		uint32_t bin = 0;

		random_map(&map, &seed);
		for (int k = 0; k < SBIT_OUTPUTS; k++)
			if (map.sel[k] == SBIT_ONE ||
			    (map.sel[k] < SBIT_INPUTS && (in >> map.sel[k] & 1)))
				bin |= 1u << k;
		assert_int_equal(sbit_eval(&map, in), bin);
	}
}

static void inputs(void)
{
	assert_true(sbit_inputs(1, 0, 0, 0, 0) == UINT64_C(1));
	assert_true(sbit_inputs(0, 1, 0, 0, 0) == UINT64_C(1) << 24);
	assert_true(sbit_inputs(0, 0, 1, 0, 0) == UINT64_C(1) << 30);
	assert_true(sbit_inputs(0, 0, 0, 1, 0) == UINT64_C(1) << 36);
	assert_true(sbit_inputs(0, 0, 0, 0, 1) == UINT64_C(1) << 40);
	assert_true(sbit_inputs(~0u, ~0u, ~0u, ~0u, ~0u) == (UINT64_C(1) << 50) - 1);
	assert_true(sbit_inputs(0, 0, 0, 0, 1024) == 0);
}

/* A map with a code of 64 or above makes a stream with the same length, whose frames begin with
 * the top bit of the code; a damaged one is refused. */
static void wide(void)
{
	uint64_t seed = 19;
	struct sbit_map map, back;
	struct sbit_fault fault;
	uint8_t stream[SBIT_BYTES];

	random_map(&map, &seed);
	assert_false(sbit_is_wide(&map));
	for (unsigned int EACH(round, 0); round < 200; round++) {
		const unsigned int k = round % SBIT_OUTPUTS;

		random_map(&map, &seed);
		map.sel[k] |= SBIT_WIDE;
		map.sel[(7 * round + 1) % SBIT_OUTPUTS] |= SBIT_WIDE;
		assert_true(sbit_is_wide(&map));
		assert_int_equal(sbit_compile(&map, stream), 0);
		assert_int_equal(sbit_decode(stream, SBIT_BITS, &back, NULL), 0);
		assert_memory_equal(&map, &back, sizeof(map));
		for (unsigned int EACH(i, 0); i < SBIT_OUTPUTS; i++)
			assert_int_equal(
				bits(stream, SBIT_FIRST_FRAME + i * SBIT_FRAME_BITS, 7),
				map.sel[i]);
		for (unsigned int EACH(i, 0); i < SBIT_OUTPUTS * SBIT_FRAME_BITS + 16; i++) {
			flip(stream, SBIT_FIRST_FRAME + i);
			assert_int_equal(sbit_decode(stream, SBIT_BITS, &back, &fault),
					 -EBADMSG);
			flip(stream, SBIT_FIRST_FRAME + i);
		}
	}
	/* the damaged frame is named, if a wide one came before it */
	memset(&map, SBIT_ZERO, sizeof(map));
	map.sel[3] = 70;
	sbit_compile(&map, stream);
	flip(stream, SBIT_FIRST_FRAME + 9 * SBIT_FRAME_BITS + 2);
	fault = refused(stream, SBIT_BITS);
	assert_int_equal(fault.part, SBIT_CHECK);
	assert_int_equal(fault.frame, 9);
}

static void wide_inputs(void)
{
	struct sbit_map map;

	assert_true(sbit_wide_inputs(~0u, 0) == 0x7FFFFFC);
	assert_true(sbit_wide_inputs(0, ~0u) == UINT64_C(0xFF) << 32);
	for (unsigned int EACH(code, SBIT_WIDE); code < SBIT_CODES; code++) {
		const uint64_t bit = UINT64_C(1) << (code - SBIT_WIDE);
		const bool exists = (code >= 66 && code <= 90) || (code >= 96 && code <= 103);

		memset(&map, SBIT_ZERO, sizeof(map));
		map.sel[5] = (uint8_t)code;
		assert_int_equal(sbit_eval_wide(&map, 0, bit), 1u << 5);
		assert_int_equal(sbit_eval_wide(&map, UINT64_MAX, ~bit), 0);
		assert_int_equal(sbit_eval(&map, UINT64_MAX), 0);
		assert_int_equal(sbit_last_bin(&map), exists ? 0x3F : 0);
	}
	/* bits 11..6 of the address below 2 bits of the phase */
	for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
		map.sel[k] = (uint8_t)(k < 6 ? 70 + k : k < 8 ? 90 + k : SBIT_ZERO);
	assert_int_equal(sbit_eval_wide(&map, 0, sbit_wide_inputs(0x5555540, 2)), 0x95);
	assert_int_equal(sbit_selected(&map, SBIT_ADDRESS), 0xFC0);
	assert_int_equal(sbit_selected(&map, SBIT_PHASE), 3);
	assert_int_equal(sbit_bin_value(&map, SBIT_ADDRESS, 0x95), 0x540);
	assert_int_equal(sbit_bin_value(&map, SBIT_PHASE, 0x95), 2);
}

static const struct unit units[] = {
	UNIT(vectors, ""),
	UNIT(format, "SB-CFG-007"),
	UNIT(refuses_code_above_127, ""),
	UNIT(round_trip, ""),
	UNIT(every_single_bit_error, ""),
	UNIT(every_double_bit_error, "SB-CFG-014"),
	UNIT(constant_check_field, ""),
	UNIT(truncated, ""),
	UNIT(extra_ones, ""),
	UNIT(random_bytes_refused, ""),
	UNIT(evaluates, ""),
	UNIT(inputs, ""),
	UNIT(wide, ""),
	UNIT(wide_inputs, ""),
};

UNIT_MAIN(units)
