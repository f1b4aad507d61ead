/* SPDX-License-Identifier: Apache-2.0 */
#include "samplelib.h"
#include "unit.h"

static void wraps(void **state)
{
	(void)state;
	assert_int_equal(sample_after(255, 2), 1);
}

static const struct unit units[] = {
	UNIT(wraps, ""),
};

UNIT_MAIN(units)
