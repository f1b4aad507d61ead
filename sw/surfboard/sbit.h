/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SBIT_H
#define SBIT_H
/*
 * Configuration stream of the SurfBoard's bin selector (TR-596-99 3.1, FCDR).
 *
 * The selector connects each of the 24 bin address bits to one of 50 inputs or
 * to a constant. A stream is a string of bits, first bit = bit 7 of byte 0:
 *
 *	11111111 0010 L(24) 1111	at least 8 ones, preamble, length count
 *	0 s(6) e(4)			24 frames, bin address bit 0 first
 *	check word (16)
 *	01111111			postamble
 *
 * With revision 3 of the core and BSCR.WIDE the first bit of a frame is the top bit of its
 * select code, for the codes 64 and above; a stream that has such codes is called wide. Each
 * older board refuses it.
 *
 * s is the select code, e the top 4 bits of a CRC-16 (polynomial 0x8005, start
 * value 0xFFFF) that runs over the start and select bits of all frames so far;
 * the check word is the CRC after the last frame. L counts the bits from the
 * first one to the end of the postamble. All numbers are sent MSB first. Four
 * more clocks with ones start the selector up; they are not part of a file.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SBIT_OUTPUTS 24
#define SBIT_INPUTS 50
#define SBIT_ZERO 62 /* constant 0, as codes 50..61 */
#define SBIT_ONE 63  /* constant 1 */
#define SBIT_CODES 128
#define SBIT_WIDE 64  /* the codes from here on need a wide stream */
#define SBIT_BITS 328 /* length of a stream that sbit_compile() makes, bits */
#define SBIT_BYTES 41
#define SBIT_FIRST_FRAME 40 /* number of the first bit of frame 0 in such a stream */
#define SBIT_FRAME_BITS 11
#define SBIT_STARTUP 4 /* number of clocks with ones after the length count is reached */

/* sel[k] is the select code of bin address bit k. */
struct sbit_map {
	uint8_t sel[SBIT_OUTPUTS];
};

/* The variables of a packet at the inputs of the selector. */
enum {
	SBIT_LATENCY,
	SBIT_SENDER,
	SBIT_COLOR,
	SBIT_CATEGORY,
	SBIT_SIZE,
	SBIT_VARIABLES, /* of each board */
	/* of revision 3 of the core */
	SBIT_ADDRESS = SBIT_VARIABLES, /* bits 0 and 1 are 0 */
	SBIT_PHASE,
	SBIT_ALL_VARIABLES
};

struct sbit_variable {
	const char *name;
	uint8_t first; /* select code of its bit 0 */
	uint8_t width; /* bits */
};

extern const struct sbit_variable sbit_variables[SBIT_ALL_VARIABLES];

/* Part of a stream in which a fault was found. */
enum sbit_part {
	SBIT_FILL,	 /* fewer than 8 leading ones */
	SBIT_PREAMBLE,	 /* not 0010 */
	SBIT_LENGTH,	 /* length count ends before or after the stream */
	SBIT_SEPARATOR,	 /* the four ones after the length count */
	SBIT_START,	 /* start bit of a frame is not 0 */
	SBIT_CHECK,	 /* partial check of a frame */
	SBIT_CHECK_WORD, /* CRC over all frames */
	SBIT_POSTAMBLE,	 /* not 01111111 */
	SBIT_TRAILER,	 /* a zero after the postamble */
	SBIT_SHORT,	 /* the stream ends too early */
};

struct sbit_fault {
	enum sbit_part part;
	uint32_t bit;	    /* number of the first bit of the faulty item, from 0 */
	unsigned int frame; /* bin address bit; SBIT_START and SBIT_CHECK only */
	uint32_t found;	    /* the item's value, and the expected one; */
	uint32_t expected;  /* not for SBIT_FILL and SBIT_SHORT */
};

/* Makes the stream of a mapping, a wide one if it has a code of 64 or above. Returns 0, or
 * -EINVAL for a select code above 127. */
int sbit_compile(const struct sbit_map *map, uint8_t stream[SBIT_BYTES]);

/*
 * Checks the first @bits bits of a stream as the selector does and decodes its
 * mapping. More than 8 leading ones, and ones after the postamble, are
 * allowed if the length count agrees: it must lie between the end of the
 * postamble and the end of the stream. A wide stream is checked as with BSCR.WIDE = 1. Returns
 * 0, or -EBADMSG and *fault (may be NULL); *map is written only on success.
 */
int sbit_decode(const uint8_t *stream, size_t bits, struct sbit_map *map,
		struct sbit_fault *fault);

/* Stores the error message for a fault ("frame 5: check is 3, expected A"); returns @text. */
char *sbit_describe(const struct sbit_fault *fault, char *text, size_t size);

/* Returns the 50 selector inputs as a word, bit n = input n. Excess bits are dropped,
 * so a size of 1024 words is 0, as in the board's size counter. */
uint64_t sbit_inputs(uint32_t latency, uint32_t sender, uint32_t color, uint32_t category,
		     uint32_t size);

/* Returns the 24-bit bin address for these inputs; the inputs of a wide stream are 0. */
uint32_t sbit_eval(const struct sbit_map *map, uint64_t inputs);

/* Returns whether the stream of the mapping is a wide one. */
bool sbit_is_wide(const struct sbit_map *map);
/* Returns the inputs 64 to 127 as a word, bit n = input 64 + n: bits 26..2 of the address, and
 * the phase. */
uint64_t sbit_wide_inputs(uint32_t address, uint32_t phase);
/* As sbit_eval(), for any mapping. */
uint32_t sbit_eval_wide(const struct sbit_map *map, uint64_t inputs, uint64_t wide_inputs);

/* Returns the highest bin, if all inputs can be 1. */
uint32_t sbit_last_bin(const struct sbit_map *map);

/* Returns the bits of a variable, SBIT_LATENCY to SBIT_PHASE, that are
 * part of the bin address. */
uint32_t sbit_selected(const struct sbit_map *map, int variable);
/* Returns the value of a variable for a bin; its other bits are 0. A size whose bits are all
 * part of the bin address is 1 to 1024. */
uint32_t sbit_bin_value(const struct sbit_map *map, int variable, uint32_t bin);

/*
 * Checks that a board can count with this configuration: it has @bins bins, and measures
 * @latency_bits bits of latency (ACDR.LAT_N; the bits above them are 1 only in a latency that
 * is too large). Returns NULL, or @text with the bits that are too many: "bin[23] = sender[5]:
 * the memory has bins 0 to 3FFFFF, bin[21:0]".
 */
const char *sbit_unfit(const struct sbit_map *map, uint32_t bins, unsigned int latency_bits,
		       char *text, size_t size);
#define SBIT_ANY_LATENCY 24u

#ifdef __cplusplus
}
#endif

#endif
