/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams of the bin selector. The input is used first as a stream, and then as 24 select codes
 * from which a stream is made. That stream must decode to the same codes, also with more ones
 * before and after it, and the decoder must refuse it if one or two bits of its frames or check
 * word are inverted.
 */
#include "fuzz.h"
#include "sbit.h"
#include <errno.h>
#include <string.h>

#define CHECKED_BITS (SBIT_OUTPUTS * SBIT_FRAME_BITS + 16)

static int decode(const uint8_t *stream, size_t bits, struct sbit_map *map)
{
	struct sbit_fault fault;
	char text[96];
	int err;

	memset(&fault, 0xEE, sizeof(fault));
	err = sbit_decode(stream, bits, map, &fault);
	FUZZ_CHECK(err == sbit_decode(stream, bits, map, NULL));
	FUZZ_CHECK(err == 0 || err == -EBADMSG);
	if (err) {
		FUZZ_CHECK(fault.bit <= bits && fault.part <= SBIT_SHORT);
		FUZZ_CHECK(sbit_describe(&fault, text, sizeof(text)) == text && *text);
		FUZZ_CHECK(strlen(text) < sizeof(text));
	}
	return err;
}

static void as_stream(const uint8_t *data, size_t bits)
{
	struct sbit_map map, again;
	uint8_t stream[SBIT_BYTES];

	if (decode(data, bits, &map))
		return;
	FUZZ_CHECK(sbit_compile(&map, stream) == 0);
	FUZZ_CHECK(decode(stream, SBIT_BITS, &again) == 0);
	FUZZ_CHECK(!memcmp(&map, &again, sizeof(map)));
}

static void turn(uint8_t *stream, unsigned int number)
{
	const unsigned int bit = SBIT_FIRST_FRAME + number % CHECKED_BITS;

	stream[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
}

static void as_codes(const uint8_t data[SBIT_OUTPUTS + 4])
{
	const unsigned int a = data[24] | data[25] << 8, b = data[26] | data[27] << 8;
	struct sbit_map map, again, kept;
	uint8_t stream[SBIT_BYTES];
	bool legal = true;

	memcpy(map.sel, data, SBIT_OUTPUTS);
	for (unsigned int i = 0; i < SBIT_OUTPUTS; i++)
		legal &= map.sel[i] < SBIT_CODES;
	FUZZ_CHECK(sbit_compile(&map, stream) == (legal ? 0 : -EINVAL));
	if (!legal)
		return;
	FUZZ_CHECK(decode(stream, SBIT_BITS, &again) == 0);
	FUZZ_CHECK(!memcmp(&map, &again, sizeof(map)));
	turn(stream, a);
	kept = again;
	FUZZ_CHECK(decode(stream, SBIT_BITS, &again) == -EBADMSG);
	if (a % CHECKED_BITS != b % CHECKED_BITS) {
		turn(stream, b);
		FUZZ_CHECK(decode(stream, SBIT_BITS, &again) == -EBADMSG);
	}
	FUZZ_CHECK(!memcmp(&kept, &again, sizeof(kept)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	as_stream(data, 8 * size);
	if (size)
		as_stream(data, 8 * size - (data[0] & 7));
	if (size >= SBIT_OUTPUTS + 4)
		as_codes(data);
	return 0;
}
