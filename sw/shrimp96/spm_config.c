/* SPDX-License-Identifier: Apache-2.0 */
#include "spm_config.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define LATENCY (31u << SPM_L0)
#define SENDER (3u << SPM_I0)
#define SIZE (7u << SPM_S0)

static const char *const names[SPM_NIBBLES] = {"I0", "I1", "L0", "L1", "L2", "L3",
					       "L4", "S0", "S1", "S2", "T",  "C"};

/* Inputs of the multiplexers by select code. */
static const struct {
	uint8_t n, input[8];
} mux_inputs[SPM_POSITIONS] = {
	{7, {SPM_I0, SPM_L0, SPM_L1, SPM_L2, SPM_L3, SPM_L4, SPM_S0}},
	{7, {SPM_I1, SPM_L1, SPM_L2, SPM_L3, SPM_L4, SPM_S0, SPM_S1}},
	{8, {SPM_L0, SPM_L1, SPM_L2, SPM_L3, SPM_L4, SPM_S0, SPM_S1, SPM_S2}},
	{8, {SPM_L1, SPM_L2, SPM_L3, SPM_L4, SPM_S0, SPM_S1, SPM_S2, SPM_T}},
	{8, {SPM_L2, SPM_L3, SPM_L4, SPM_S0, SPM_S1, SPM_S2, SPM_T, SPM_C}},
};

/* ---- sets ---- */

static unsigned int count(unsigned int set)
{
	unsigned int n = 0;

	for (; set; set &= set - 1)
		n++;
	return n;
}

bool spm_set_allowed(unsigned int set)
{
	const unsigned int latency = set & LATENCY, sender = set & SENDER;

	/* if the bits are contiguous, adding the lowest one clears all of them */
	return set < 1u << SPM_NIBBLES && count(set) == SPM_POSITIONS &&
	       (sender == 0 || sender == SENDER) &&
	       (latency & (latency + (latency & -latency))) == 0;
}

unsigned int spm_set_number(unsigned int i)
{
	for (unsigned int set = 0; set < 1u << SPM_NIBBLES; set++)
		if (spm_set_allowed(set) && i-- == 0)
			return set;
	return 0;
}

int spm_set_name(unsigned int set, char *name, size_t size)
{
	size_t used = 0;

	if (!set || set >= 1u << SPM_NIBBLES || !name)
		return -EINVAL;
	for (unsigned int i = 0; i < SPM_NIBBLES; i++) {
		int n;

		if (!(set & SPM_BIT(i)))
			continue;
		n = snprintf(name + used, size - used, "%s%s", used ? " " : "", names[i]);
		if (n < 0 || (size_t)n >= size - used)
			return -ERANGE;
		used += (size_t)n;
	}
	return 0;
}

static unsigned int word_set(const char *word, size_t len)
{
	static const struct {
		const char *name;
		unsigned int set;
	} whole[] = {{"sender", SENDER},
		     {"size", SIZE},
		     {"latency", LATENCY},
		     {"tag", SPM_BIT(SPM_T)},
		     {"category", SPM_BIT(SPM_C)}};

	for (unsigned int i = 0; i < SPM_NIBBLES; i++)
		if (strlen(names[i]) == len && strncmp(names[i], word, len) == 0)
			return SPM_BIT(i);
	for (size_t i = 0; i < sizeof(whole) / sizeof(*whole); i++)
		if (strlen(whole[i].name) == len && strncmp(whole[i].name, word, len) == 0)
			return whole[i].set;
	return 0;
}

int spm_set_parse(const char *text, unsigned int *set)
{
	unsigned int all = 0;

	if (!text || !set)
		return -EINVAL;
	for (text += strspn(text, " ,+"); *text; text += strspn(text, " ,+")) {
		const size_t len = strcspn(text, " ,+");
		const unsigned int one = word_set(text, len);

		if (!one || all & one)
			return -EINVAL;
		all |= one;
		text += len;
	}
	if (!spm_set_allowed(all))
		return -EDOM;
	*set = all;
	return 0;
}

/* ---- multiplexers ---- */

unsigned int spm_mux_inputs(unsigned int position, enum spm_nibble input[8])
{
	if (position >= SPM_POSITIONS)
		return 0;
	for (unsigned int i = 0; i < mux_inputs[position].n; i++)
		input[i] = (enum spm_nibble)mux_inputs[position].input[i];
	return mux_inputs[position].n;
}

int spm_set_to_mux(unsigned int set, uint16_t *mux)
{
	unsigned int position = 0, v = 0;

	if (!mux)
		return -EINVAL;
	if (!spm_set_allowed(set))
		return -EDOM;
	for (unsigned int i = 0; i < SPM_NIBBLES; i++) {
		unsigned int code = 0;

		if (!(set & SPM_BIT(i)))
			continue;
		while (mux_inputs[position].input[code] != i)
			code++;
		v |= code << 3 * position++;
	}
	*mux = (uint16_t)v;
	return 0;
}

int spm_mux_to_set(uint16_t mux, unsigned int *set)
{
	unsigned int all = 0;
	uint16_t again;

	if (!set)
		return -EINVAL;
	for (unsigned int p = 0; p < SPM_POSITIONS; p++) {
		const unsigned int code = mux >> 3 * p & 7;

		if (code >= mux_inputs[p].n)
			return -EDOM;
		all |= SPM_BIT(mux_inputs[p].input[code]);
	}
	/* of the settings that select the same nibbles, only the one in ascending order is
	 * valid */
	if (mux >> 15 || spm_set_to_mux(all, &again) || again != mux)
		return -EDOM;
	*set = all;
	return 0;
}

/* ---- addresses ---- */

void spm_decode(unsigned int set, uint32_t addr, struct spm_variables *v)
{
	*v = (struct spm_variables){0};
	for (unsigned int i = 0; i < SPM_NIBBLES; i++) {
		const unsigned int nibble = addr & 15;

		if (!(set & SPM_BIT(i)))
			continue;
		addr >>= 4;
		if (i <= SPM_I1) {
			v->sender |= (uint8_t)(nibble << 4 * (i - SPM_I0));
			v->sender_mask |= (uint8_t)(15 << 4 * (i - SPM_I0));
		} else if (i <= SPM_L4) {
			v->latency |= nibble << 4 * (i - SPM_L0);
			v->latency_mask |= 15u << 4 * (i - SPM_L0);
		} else if (i <= SPM_S2) {
			v->size |= (uint16_t)(nibble << 4 * (i - SPM_S0));
			v->size_mask |= (uint16_t)(15 << 4 * (i - SPM_S0));
		} else if (i == SPM_T) {
			v->tag = (uint8_t)nibble;
			v->tag_mask = 15;
		} else {
			v->category = (uint8_t)nibble;
			v->category_mask = 15;
		}
	}
}

uint32_t spm_encode(unsigned int set, const struct spm_variables *v)
{
	unsigned int nibble[SPM_NIBBLES], position = 0;
	uint32_t addr = 0;

	for (unsigned int i = 0; i < 2; i++)
		nibble[SPM_I0 + i] = v->sender >> 4 * i & 15;
	for (unsigned int i = 0; i < 5; i++)
		nibble[SPM_L0 + i] = v->latency >> 4 * i & 15;
	for (unsigned int i = 0; i < 3; i++)
		nibble[SPM_S0 + i] = v->size >> 4 * i & 15;
	nibble[SPM_T] = v->tag & 15;
	nibble[SPM_C] = v->category & 15;
	for (unsigned int i = 0; i < SPM_NIBBLES; i++)
		if (set & SPM_BIT(i))
			addr |= nibble[i] << 4 * position++;
	return addr;
}
