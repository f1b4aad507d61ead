/* SPDX-License-Identifier: Apache-2.0 */
#include "samplelib.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void wraps(void **state)
{
	(void)state;
	assert_int_equal(sample_after(255, 2), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(wraps)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
