/* SPDX-License-Identifier: Apache-2.0 */
#ifndef UNIT_H
#define UNIT_H
/*
 * A unit test program consists of a table of tests and UNIT_MAIN. It runs all tests, or with
 * --test=PATTERN those whose name matches (* and ?); its exit status is 0 if all passed. A line
 * "# shows NAME IDS" gives the requirements that a test shows; --list prints name, - and ids of
 * all tests, separated by tabs.
 */
#include "each.h"
#include "../lib/random.h"
#include "starts_with.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dlfcn.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A test, and what is done before or after tests; a fixture returns 0, or an error ends it. */
typedef void unit_test_fn(void);
typedef int unit_fixture_fn(void);

struct unit {
	const char *name;
	unit_test_fn *fn;
	const char *shows; /* requirement ids, separated by blanks; "" for none */
	unit_fixture_fn *setup, *teardown; /* NULL: none */
	unsigned int number;		   /* value of unit_number in the test */
};

static unsigned int unit_number;

/* clang-format off */
#define UNIT_WITH(f, ids, before, after) \
	{.name = #f, .fn = f, .shows = ids, .setup = before, .teardown = after}
/* clang-format on */
#define UNIT(f, ids) UNIT_WITH(f, ids, NULL, NULL)

/* where an expected failure goes; NULL: it ends the test */
static jmp_buf *unit_failure;

/* A failed assertion calls this, also that of a simulation, instead
 * of the function of cmocka. */
void _fail(const char *const file, const int line)
{
	void (*fail_of_cmocka)(const char *file, int line);

	if (unit_failure)
		longjmp(*unit_failure, 1);
	each_print(file, line);
	*(void **)&fail_of_cmocka = dlsym(RTLD_NEXT, "_fail");
	fail_of_cmocka(file, line);
	abort(); /* it does not return */
}

/* The functions that cmocka calls, for a struct unit. */
static void unit_run(void **state)
{
	const struct unit *u = *state;

	unit_number = u->number;
	u->fn();
}

static int unit_setup(void **state)
{
	const struct unit *u = *state;

	return u->setup ? u->setup() : 0;
}

static int unit_teardown(void **state)
{
	const struct unit *u = *state;

	return u->teardown ? u->teardown() : 0;
}

/* Runs the tests. @before and @after run once, around all chosen tests; NULL: none. */
static int unit_main(int argc, char **argv, const struct unit *units, size_t count,
		     unit_fixture_fn *before, unit_fixture_fn *after)
{
	const char *pattern = "*";
	struct CMUnitTest *tests;
	size_t chosen = 0;
	bool failed;

	if (argc == 2 && !strcmp(argv[1], "--list")) {
		for (size_t i = 0; i < count; i++)
			printf("%s\t-\t%s\n", units[i].name, units[i].shows);
		return 0;
	}
	if (argc == 2 && starts_with(argv[1], "--test=")) {
		pattern = argv[1] + 7;
	} else if (argc != 1) {
		fprintf(stderr, "usage: %s [--list | --test=PATTERN]\n", argv[0]);
		return 2;
	}
	tests = calloc(count, sizeof(*tests));
	if (!tests)
		return 2;
	for (size_t i = 0; i < count; i++) {
		if (fnmatch(pattern, units[i].name, 0))
			continue;
		tests[chosen++] = (struct CMUnitTest){units[i].name, unit_run, unit_setup,
						      unit_teardown, (void *)&units[i]};
		if (units[i].shows[0])
			printf("# shows %s %s\n", units[i].name, units[i].shows);
	}
	fflush(stdout);
	if (!chosen)
		fprintf(stderr, "%s: no test matches %s\n", argv[0], pattern);
	failed = !chosen || (before && before()) ||
		 _cmocka_run_group_tests(argv[0], tests, chosen, NULL, NULL);
	if (chosen && after && after())
		failed = true;
	free(tests);
	return failed;
}

#define UNIT_MAIN_GROUP(units, before, after)                                           \
	int main(int argc, char **argv)                                                 \
	{                                                                               \
		return unit_main(argc, argv, units, sizeof(units) / sizeof((units)[0]), \
				 before, after);                                        \
	}
#define UNIT_MAIN(units) UNIT_MAIN_GROUP(units, NULL, NULL)

#endif
