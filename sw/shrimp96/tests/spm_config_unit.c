/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the configurations: their number, names and settings, and the values in an address. */
#include "../../tests/unit.h"
#include "../spm_config.h"
#include <errno.h>

/* Returns whether a set is allowed; this function does not use the rules of the library. */
static bool allowed(unsigned int set)
{
	static const unsigned int runs[] = {0x00, 0x01, 0x02, 0x04, 0x08, 0x10, 0x03, 0x06,
					    0x0C, 0x18, 0x07, 0x0E, 0x1C, 0x0F, 0x1E, 0x1F};
	const unsigned int sender = set & 3, latency = set >> SPM_L0 & 31;
	bool run = false;

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		run |= latency == runs[i];
	return __builtin_popcount(set) == 5 && run && sender != 1 && sender != 2;
}

static void how_many(void)
{
	unsigned int by_latency[6] = {0}, n = 0;
	static const unsigned int want[6] = {11, 75, 60, 33, 10, 1};

	for (unsigned int EACH(set, 0); set < 1u << SPM_NIBBLES; set++) {
		assert_int_equal(spm_set_allowed(set), allowed(set));
		if (!allowed(set))
			continue;
		by_latency[__builtin_popcount(set >> SPM_L0 & 31)]++;
		assert_int_equal(spm_set_number(n++), set);
	}
	assert_false(spm_set_allowed(1u << SPM_NIBBLES | 31));
	assert_int_equal(n, SPM_CONFIGS);
	assert_int_equal(spm_set_number(n), 0);
	assert_memory_equal(by_latency, want, sizeof(want));
}

static void names(void)
{
	static const struct {
		const char *text;
		int err;
	} bad[] = {{"", -EDOM},
		   {"sender", -EDOM},
		   {"latency tag", -EDOM},
		   {"I0 L0 L1 S0 T", -EDOM},
		   {"L0 L2 S0 T C", -EDOM},
		   {"L0 L0 L1 T C", -EINVAL},
		   {"sender I0 S0 T C", -EINVAL},
		   {"L5 L0 L1 T C", -EINVAL},
		   {"Lo L1 L2 T C", -EINVAL},
		   {"latency,,x", -EINVAL}};
	char name[SPM_NAME];
	unsigned int set;

	for (unsigned int EACH(i, 0); i < SPM_CONFIGS; i++) {
		assert_int_equal(spm_set_name(spm_set_number(i), name, sizeof(name)), 0);
		assert_int_equal(spm_set_parse(name, &set), 0);
		assert_int_equal(set, spm_set_number(i));
	}
	assert_int_equal(spm_set_parse("C+T,L2 L1  L0", &set), 0);
	assert_int_equal(spm_set_name(set, name, sizeof(name)), 0);
	assert_string_equal(name, "L0 L1 L2 T C");
	assert_int_equal(spm_set_parse("size sender", &set), 0);
	assert_int_equal(spm_set_name(set, name, sizeof(name)), 0);
	assert_string_equal(name, "I0 I1 S0 S1 S2");
	assert_int_equal(spm_set_parse("latency", &set), 0);
	assert_int_equal(set, 31u << SPM_L0);
	assert_int_equal(spm_set_name(set, name, 4), -ERANGE);
	assert_int_equal(spm_set_name(1u << SPM_NIBBLES, name, sizeof(name)), -EINVAL);
	for (size_t EACH(i, 0); i < sizeof(bad) / sizeof(*bad); i++)
		assert_int_equal(spm_set_parse(bad[i].text, &set), bad[i].err);
}

/* Checks that each setting selects the right nibble at each position, and that invalid settings
 * are refused. */
static void settings(void)
{
	enum spm_nibble input[8];
	unsigned int reached = 0, seven = 0;
	uint16_t mux;
	unsigned int set;

	for (unsigned int EACH(i, 0); i < SPM_CONFIGS; i++) {
		unsigned int left = spm_set_number(i);

		assert_int_equal(spm_set_to_mux(left, &mux), 0);
		assert_int_equal(mux >> 15, 0);
		assert_int_equal(spm_mux_to_set(mux, &set), 0);
		assert_int_equal(set, left);
		for (unsigned int EACH(k, 0); k < SPM_POSITIONS; k++) {
			const unsigned int n = spm_mux_inputs(k, input), sel = mux >> 3 * k & 7;

			assert_true(sel < n && n <= 8);
			assert_int_equal(input[sel], __builtin_ctz(left));
			left &= left - 1;
		}
		assert_int_equal(left, 0);
	}
	for (unsigned int k = 0; k < SPM_POSITIONS; k++)
		seven += spm_mux_inputs(k, input) == 7;
	assert_int_equal(seven, 2);
	for (unsigned int m = 0; m < 1u << 15; m++)
		reached += spm_mux_to_set((uint16_t)m, &set) == 0;
	assert_int_equal(reached, SPM_CONFIGS);
	for (set = 0; set < 1u << SPM_NIBBLES; set++) {
		EACH_OF(set);
		if (!allowed(set))
			assert_int_equal(spm_set_to_mux(set, &mux), -EDOM);
	}
}

/* Returns a nibble of the variables: sender and latency in two and five nibbles, size in three,
 * tag, category. */
static unsigned int nibble_of(const struct spm_variables *v, enum spm_nibble i)
{
	if (i < SPM_L0)
		return v->sender >> 4 * (i - SPM_I0) & 15;
	if (i < SPM_S0)
		return v->latency >> 4 * (i - SPM_L0) & 15;
	if (i < SPM_T)
		return v->size >> 4 * (i - SPM_S0) & 15;
	return i == SPM_T ? v->tag : v->category;
}

/* Tests random values of all variables: the 20 bits of them that an address contains must be
 * right, the first nibble of the set in the lowest bits. */
static void addresses(void)
{
	uint64_t random = 3;

	for (unsigned int EACH(i, 0); i < SPM_CONFIGS; i++)
		for (unsigned int EACH(k, 0); k < 50; k++) {
			const unsigned int set = spm_set_number(i);
			const uint64_t r = random_xorshift(&random) >> 8;
			const struct spm_variables v = {.latency = r & 0xFFFFF,
							.size = r >> 20 & 0xFFF,
							.sender = r >> 32 & 255,
							.tag = r >> 40 & 15,
							.category = r >> 44 & 15};
			const uint32_t addr = spm_encode(set, &v);
			struct spm_variables d;
			unsigned int position = 0;

			assert_true(addr < SPM_WORDS);
			for (unsigned int EACH(n, 0); n < SPM_NIBBLES; n++)
				if (set >> n & 1)
					assert_int_equal(addr >> 4 * position++ & 15,
							 nibble_of(&v, n));
			spm_decode(set, addr, &d);
			assert_int_equal(d.latency, v.latency & d.latency_mask);
			assert_int_equal(d.size, v.size & d.size_mask);
			assert_int_equal(d.sender, v.sender & d.sender_mask);
			assert_int_equal(d.tag, v.tag & d.tag_mask);
			assert_int_equal(d.category, v.category & d.category_mask);
			assert_int_equal(__builtin_popcount(d.latency_mask) +
						 __builtin_popcount(d.size_mask) +
						 __builtin_popcount(d.sender_mask) +
						 __builtin_popcount(d.tag_mask) +
						 __builtin_popcount(d.category_mask),
					 20);
			assert_int_equal(spm_encode(set, &d), addr);
		}
}

static const struct unit units[] = {
	UNIT(how_many, "S96-MUX-002 S96-MUX-004"),
	UNIT(names, ""),
	UNIT(settings, "S96-MUX-003 S96-MUX-005 S96-MUX-006"),
	UNIT(addresses, ""),
};
UNIT_MAIN(units)
