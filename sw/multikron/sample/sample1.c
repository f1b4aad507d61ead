/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shows interval classes 1, 2 and 3 (NISTIR 5993, 3.6): measures the parts of a loop of system
 * calls. The times are real times, not processor times. sample1.info describes the intervals:
 *
 *	cc sample1.c -lmk ...; ./a.out; mk_rdsample; mk_rpt -f sample1.info
 *
 * The argument is the number of passes of the loop (100).
 */
#include <mk.h>
#include <unistd.h>

enum {
	BEGIN = 10,
	END = 20,
	CHECK = 81,
	EVEN = 82,
	ODD = 83,
	INPUT = 8,
	OUTPUT = 17,
	DONE = 12
};

int main(int argc, char **argv)
{
	const int turns = argc > 1 ? atoi(argv[1]) : 100;
	FILE *out = fopen("/dev/null", "w");

	if (!out)
		return 1;
	MK_DEFAULT_MAP();
	mk_ts0 = BEGIN;
	for (int i = 0; i < turns; i++) {
		mk_ts0 = INPUT;
		(void)getppid();
		mk_ts0 = OUTPUT;
		fprintf(out, "turn %d\n", i);
		fflush(out);
		mk_ts0 = DONE;
		mk_ts0 = CHECK;
		if (i % 2 == 0)
			mk_ts0 = EVEN;
		else
			mk_ts0 = ODD;
	}
	mk_ts0 = END;
	fclose(out);
	return mk_default_failures() != 0;
}
