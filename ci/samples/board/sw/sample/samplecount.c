/* SPDX-License-Identifier: Apache-2.0 */
/* samplecount VALUE CLOCKS: prints the value of the counter CLOCKS after VALUE was written. */
#include "samplelib.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	if (argc != 3) {
		fputs("usage: samplecount VALUE CLOCKS\n", stderr);
		return 2;
	}
	printf("%u\n", sample_after((unsigned int)atoi(argv[1]), (unsigned int)atoi(argv[2])));
	return 0;
}
