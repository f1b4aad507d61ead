/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of 64-bit arithmetic in two halves of 32 bits. */
#include "../../tests/unit.h"
#include "../longlong.h"
#include <errno.h>
#include <inttypes.h>

static struct longlong split(uint64_t v)
{
	return (struct longlong){(uint32_t)v, (uint32_t)(v >> 32)};
}

static uint64_t joined(struct longlong v)
{
	return (uint64_t)v.high << 32 | v.low;
}

/* Returns a random number of any magnitude, or a limit. */
static uint64_t operand(uint64_t *state)
{
	static const uint64_t edges[] = {
		0, 1, UINT32_MAX, UINT64_C(1) << 32, UINT64_MAX, UINT64_C(1) << 63};
	const uint64_t r = random_xorshift(state), v = random_xorshift(state);

	return r % 16 < 6 ? edges[r % 16] : v >> r / 16 % 64;
}

static void check_pair(uint64_t a, uint64_t b)
{
	char text[LONGLONG_TEXT], expected[LONGLONG_TEXT];
	struct longlong q = {1, 2}, r = {3, 4}, v;
	const int err = longlong_divide(split(a), split(b), &q, &r);

	assert_true(joined(longlong_add(split(a), split(b))) == a + b);
	assert_true(joined(longlong_subtract(split(a), split(b))) == a - b);
	assert_true(joined(longlong_multiply(split(a), split(b))) == a * b);
	assert_int_equal(longlong_compare(split(a), split(b)), (a > b) - (a < b));
	if (b) {
		assert_int_equal(err, 0);
		assert_true(joined(q) == a / b && joined(r) == a % b);
	} else {
		assert_int_equal(err, -EDOM);
		assert_true(joined(q) == (UINT64_C(2) << 32 | 1) &&
			    joined(r) == (UINT64_C(4) << 32 | 3));
	}
	snprintf(expected, sizeof(expected), "%" PRIu64, a);
	assert_string_equal(longlong_to_text(split(a), text), expected);
	assert_int_equal(longlong_from_text(text, &v), 0);
	assert_true(joined(v) == a);
	assert_true(longlong_to_double(split(a)) == (double)a);
}

static void arithmetic(void)
{
	uint64_t seed = 1;

	for (unsigned int EACH(i, 0); i < 1000000; i++)
		check_pair(operand(&seed), operand(&seed));
}

static void texts(void)
{
	struct longlong v = {5, 0};

	assert_int_equal(longlong_from_text("", &v), -EINVAL);
	assert_int_equal(longlong_from_text("-1", &v), -EINVAL);
	assert_int_equal(longlong_from_text("12x", &v), -EINVAL);
	assert_int_equal(longlong_from_text(" 1", &v), -EINVAL);
	assert_int_equal(longlong_from_text("18446744073709551616", &v), -ERANGE);
	assert_int_equal(longlong_from_text("18446744073709551620", &v), -ERANGE);
	assert_int_equal(longlong_from_text("99999999999999999999999", &v), -ERANGE);
	assert_true(joined(v) == 5);
	assert_int_equal(longlong_from_text("18446744073709551615", &v), 0);
	assert_true(joined(v) == UINT64_MAX);
	assert_int_equal(longlong_divide(split(7), split(2), NULL, NULL), 0);
}

static const struct unit units[] = {
	UNIT(arithmetic, "MK-LIB-012"),
	UNIT(texts, "MK-LIB-012"),
};

UNIT_MAIN(units)
