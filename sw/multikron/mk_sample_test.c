/* SPDX-License-Identifier: Apache-2.0 */
/* Tests trace and resource samples, and shows how they are taken (NISTIR 5993, 3.4). */
#include "mk_check.h"
#include <inttypes.h>

static const char usage_text[] =
	"Usage: tallyboard mk_sample_test [-b BOARD]\n"
	"\n"
	"Takes trace samples and resource samples with CPU id 0 and 1, and prints the\n"
	"bytes of each and the memory address pointer. The previous contents of the board\n"
	"are lost.\n"
	"\n" MKUTIL_HELP "  -o, --output=FILE   output file (standard output)\n"
	"  -h, --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"Exit status: 0 no error found, 1 error, 2 error in the command line.";

#define SETTLE_NS 100000u

static const uint32_t address[] = {0xC0DE0000, 0xC0DE0001};

/* Takes a sample of the CPU and checks its place in memory. */
static bool take_sample(unsigned int cpu, bool resource, uint32_t *word)
{
	const uint32_t data = 0x100u * (1 + resource) + cpu;
	struct mk *mk = &mkutil_board;
	uint8_t bytes[MK_RESOURCE_BYTES];
	const uint32_t words = (resource ? MK_RESOURCE_BYTES : MK_TRACE_BYTES) / 4;
	struct mk_sample s;
	uint32_t pointer;

	if (!mk_check_select_cpu(cpu) ||
	    !mk_check_done(resource ? mk_resource(mk, 0, data) : mk_trace(mk, 0, data),
			   "sample") ||
	    !mk_check_done(mk_run(mk, SETTLE_NS), "time") ||
	    !mk_check_done(mk_get_pointer(mk, &pointer), "pointer") ||
	    !mk_check_read_sample(*word, resource, bytes, &s))
		return false;
	util_print("%s sample, CPU id %u:", resource ? "resource" : "trace", cpu);
	mkutil_print_bytes(bytes, 4 * words);
	util_print("  pointer %" PRIu32, pointer);
	*word += words;
	mk_check("pointer", *word, pointer);
	mk_check("CPU id", cpu, s.cpu);
	mk_check("source address", address[cpu], s.source);
	mk_check("user data", data, s.data);
	return true;
}

int main(int argc, char **argv)
{
	static const struct util_word words[] = {MKUTIL_WORDS, {0}};
	uint32_t word = 0;
	bool done;
	int c;

	mkutil_begin("mk_sample_test", usage_text, argc, argv);
	while ((c = util_option(words)) != -1)
		mkutil_option(c, optarg);
	if (!mkutil_open())
		return util_end();
	done = mk_check_done(mk_initialize(&mkutil_board), "initialization");
	for (unsigned int cpu = 0; cpu < 2 && done; cpu++)
		done = mk_check_done(mk_set_address(&mkutil_board, cpu, address[cpu]),
				     "source address register");
	for (unsigned int k = 0; k < 4 && done; k++)
		done = take_sample(k % 2, k / 2, &word);
	mkutil_close();
	if (mk_check_errors)
		util_flaw("mk_sample_test: %" PRIu64 " errors", mk_check_errors);
	return util_end();
}
