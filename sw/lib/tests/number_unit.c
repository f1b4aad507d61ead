/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of times with a unit. */
#include "number.h"
#include "unit.h"
#include <errno.h>

static void times(void)
{
	static const struct {
		const char *text;
		uint64_t ns, ps;
	} right[] = {{"0s", 0, 0},
		     {"12ns", 12, 12000},
		     {"1.5us", 1500, 1500000},
		     {"0.0000000019s", 1, 1900},
		     {"0.0005ns", 0, 0},
		     {"007MS", 7000000, 7000000000},
		     {"5000000s", 5000000000000000, 5000000000000000000},
		     {"3.us", 3000, 3000000}};
	static const char *const wrong[] = {"",	    "5",   "us",    "-1us", "+1us",  "1 us",
					    "1e3s", "1xs", "1us.5", ".5us", "0x1us", "1us "};
	uint64_t v = 0;

	for (size_t EACH(i, 0); i < sizeof(right) / sizeof(right[0]); i++) {
		assert_int_equal(number_time(right[i].text, 1, &v), 0);
		assert_true(v == right[i].ns);
		assert_int_equal(number_time(right[i].text, 1000, &v), 0);
		assert_true(v == right[i].ps);
	}
	for (size_t EACH(i, 0); i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(number_time(wrong[i], 1, &v), -EINVAL);
	assert_int_equal(number_time("18446744073709551615ns", 1, &v), 0);
	assert_true(v == UINT64_MAX);
	assert_int_equal(number_time("18446744073709551616ns", 1, &v), -ERANGE);
	assert_int_equal(number_time("18446744073.8s", 1, &v), -ERANGE);
	assert_int_equal(number_time("18446744073709551.9ns", 1000, &v), -ERANGE);
}

static const struct unit units[] = {
	UNIT(times, ""),
};

UNIT_MAIN(units)
