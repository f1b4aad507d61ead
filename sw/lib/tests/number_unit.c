/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of numbers, and of times and frequencies with a unit. */
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

static void numbers(void)
{
	static const struct {
		const char *text;
		uint64_t value;
		const char *rest;
	} right[] = {{"0", 0, ""},
		     {"12x", 12, "x"},
		     {"017", 17, ""}, /* not octal */
		     {"0x1Fg", 0x1F, "g"},
		     {"0XaB", 0xAB, ""},
		     {"18446744073709551615 ", UINT64_MAX, " "},
		     {"0xFFFFFFFFFFFFFFFF", UINT64_MAX, ""}};
	static const char *const none[] = {"", "x1", "-1", "+1", " 1", "0x", "0xg", "0x-1"};
	uint64_t v = 5;
	char *end;

	for (size_t EACH(i, 0); i < sizeof(right) / sizeof(right[0]); i++) {
		assert_int_equal(number_read(right[i].text, &end, &v), 0);
		assert_true(v == right[i].value);
		assert_string_equal(end, right[i].rest);
	}
	for (size_t EACH(i, 0); i < sizeof(none) / sizeof(none[0]); i++) {
		assert_int_equal(number_read(none[i], &end, &v), -EINVAL);
		assert_ptr_equal(end, none[i]);
	}
	assert_int_equal(number_read("18446744073709551616", &end, &v), -ERANGE);
	assert_int_equal(number_read("0x10000000000000000", &end, &v), -ERANGE);
}

static void whole_numbers(void)
{
	uint64_t v;

	assert_true(number_whole("10", 10, 20, &v) && v == 10);
	assert_true(number_whole("0x14", 10, 20, &v) && v == 20);
	assert_false(number_whole("9", 10, 20, &v));
	assert_false(number_whole("21", 10, 20, &v));
	assert_false(number_whole("15 ", 10, 20, &v));
	assert_false(number_whole("", 0, 20, &v));
	assert_false(number_whole("18446744073709551616", 0, UINT64_MAX, &v));
}

static void frequencies(void)
{
	static const struct {
		const char *text;
		uint64_t hz;
	} right[] = {{"0", 0},
		     {"7", 7},
		     {"20.9", 20},
		     {"5hz", 5},
		     {"2.5kHz", 2500},
		     {"16.6666667MHz", 16666666},
		     {"1GHz", 1000000000},
		     {"3.GHZ", 3000000000},
		     {"0.001kHz", 1}};
	static const char *const wrong[] = {"",	    "MHz", "-1",   "1 MHz",
					    "1THz", "1e6", "0x10", "1MHzz"};
	uint64_t v;

	for (size_t EACH(i, 0); i < sizeof(right) / sizeof(right[0]); i++) {
		assert_int_equal(number_frequency(right[i].text, &v), 0);
		assert_true(v == right[i].hz);
	}
	for (size_t EACH(i, 0); i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(number_frequency(wrong[i], &v), -EINVAL);
	assert_int_equal(number_frequency("18446744073.8GHz", &v), -ERANGE);
}

static const struct unit units[] = {
	UNIT(times, ""),
	UNIT(numbers, ""),
	UNIT(whole_numbers, ""),
	UNIT(frequencies, ""),
};

UNIT_MAIN(units)
