/* SPDX-License-Identifier: Apache-2.0 */
/* A tool that executes commands. */
#include "samplelib.h"
#include "util.h"
#include "verbs.h"
#include <stdlib.h>

static const char usage_text[] =
	"Usage: samplecount [OPTION]... [FILE]...\n"
	"\n"
	"Executes commands, one per line, from the files or from -c:\n"
	"  after VALUE CLOCKS  print the counter CLOCKS after VALUE was written\n"
	"\n"
	"  -c, --command=TEXT  execute this command; no files are read; may be repeated\n" UTIL_HELP;

static const char *do_after(char *const words[], int n)
{
	(void)n;
	util_print("%u",
		   sample_after((unsigned int)atoi(words[1]), (unsigned int)atoi(words[2])));
	return NULL;
}

static const struct verb verbs[] = {
	{"after", do_after, 3, 3},
};

int main(int argc, char **argv)
{
	verbs_begin("samplecount", usage_text, argc, argv);
	verbs_execute(verbs, sizeof(verbs) / sizeof(*verbs));
	return util_end();
}
