/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the error message that a program prints if the library of a model is missing. */
#include "model.h"
#include "../../sw/tests/unit.h"

/* Tries to load a model that does not exist; @kind: value of MODEL, or
 * NULL. Returns the error. */
static const char *error_of(const char *kind)
{
	static char error[512];
	struct model m;

	if (kind)
		setenv("MODEL", kind, 1);
	else
		unsetenv("MODEL");
	assert_false(model_load(&m, "nothing", error, sizeof(error)));
	return error;
}

static void missing_library_is_named(void)
{
	assert_non_null(strstr(error_of(NULL), "libnothing.so: cannot open"));
	assert_non_null(strstr(error_of("verilator"), "libnothing.so: cannot open"));
	assert_non_null(strstr(error_of("fast"), "libnothing_fast.so: cannot open"));
	assert_null(strstr(error_of("fast"), "libnothing.so"));
}

static void wrong_kind_is_an_error(void)
{
	assert_string_equal(error_of("quick"), "MODEL=quick: verilator or fast");
}

static const struct unit units[] = {
	UNIT(missing_library_is_named, ""),
	UNIT(wrong_kind_is_an_error, ""),
};

UNIT_MAIN(units)
