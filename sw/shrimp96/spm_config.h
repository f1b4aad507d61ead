/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPM_CONFIG_H
#define SPM_CONFIG_H
/*
 * The 190 configurations of the address multiplexers (SPDT 1996, 3.3): which five of the 12
 * nibbles of the measured variables form the 20-bit histogram address, the setting of the
 * multiplexers for each, and the decoding of an address into variables.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Nibbles, in their order in an address, low to high. */
enum spm_nibble {
	SPM_I0, /* sender 3..0: X coordinate */
	SPM_I1, /* sender 7..4: Y coordinate */
	SPM_L0, /* latency 3..0 */
	SPM_L1,
	SPM_L2,
	SPM_L3,
	SPM_L4, /* latency 19..16 */
	SPM_S0, /* size 3..0, bytes */
	SPM_S1,
	SPM_S2, /* size 11..8 */
	SPM_T,	/* page tag */
	SPM_C,	/* category */
	SPM_NIBBLES
};

#define SPM_POSITIONS 5	     /* number of nibbles of an address */
#define SPM_CONFIGS 190u     /* number of sets of nibbles that the monitor offers */
#define SPM_WORDS (1u << 20) /* addresses */
/* maximum size of a set's name with its final 0, bytes */
#define SPM_NAME 32
#define SPM_BIT(nibble) (1u << (nibble)) /* bit of a nibble in a set */

/* Returns whether @set is one of the 190: it has five nibbles, its latency nibbles are
 * contiguous, and it has both nibbles of the sender or none. */
bool spm_set_allowed(unsigned int set);
/* Returns the allowed set number @i, 0..189, in ascending order; 0 past the end. */
unsigned int spm_set_number(unsigned int i);
/* Stores the name of a set, such as "L0 L1 L2 T C": the nibbles, low to high. -ERANGE: @name is
 * too small; -EINVAL: @set contains no nibble. */
int spm_set_name(unsigned int set, char *name, size_t size);
/*
 * Finds a set by its name: nibbles as above, or complete variables (sender, size, latency, tag,
 * category), separated by blanks, commas or plus signs, in any order. -EINVAL: an unknown or
 * repeated word; -EDOM: not one of the 190.
 */
int spm_set_parse(const char *text, unsigned int *set);

/* Finds the setting of the multiplexers, 15 bits. -EDOM: @set is not one of the 190. */
int spm_set_to_mux(unsigned int set, uint16_t *mux);
/* Finds the set that a setting selects. -EDOM: the setting is not one of the 190. */
int spm_mux_to_set(uint16_t mux, unsigned int *set);
/* Stores the nibbles that multiplexer @position, 0..4, can select, in the order of its select
 * code; returns their number. */
unsigned int spm_mux_inputs(unsigned int position, enum spm_nibble input[8]);

/* Variables of a packet; the masks have the bits of each that an address contains. */
struct spm_variables {
	uint32_t latency, latency_mask; /* 20 bits, as shifted */
	uint16_t size, size_mask;	/* 12 bits, bytes; 4096 is 0 */
	uint8_t sender, sender_mask;
	uint8_t tag, tag_mask;
	uint8_t category, category_mask;
};
/* Decodes histogram address @addr (or the low 20 bits of a trace word)
 * in configuration @set. */
void spm_decode(unsigned int set, uint32_t addr, struct spm_variables *v);
/* Returns the address of the variables; the masks are ignored. */
uint32_t spm_encode(unsigned int set, const struct spm_variables *v);

#ifdef __cplusplus
}
#endif

#endif
