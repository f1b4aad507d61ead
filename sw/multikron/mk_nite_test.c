/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the board until it is interrupted (NISTIR 5993, 3.4). */
#include "mk_check.h"
#include "random.h"
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <time.h>

static const char usage_text[] =
	"Usage: tallyboard mk_nite_test [-b BOARD] [-n PASSES] [-s SEED]\n"
	"\n"
	"Tests memory, samples and registers of the board repeatedly, with new random\n"
	"data in each pass, until it is interrupted by CTRL-C. The previous contents of\n"
	"the board are lost.\n"
	"\n" MKUTIL_HELP "  -n, --passes=N      end after N passes\n"
	"  -s, --seed=N        seed of the data (derived from the current time)\n"
	"  -o, --output=FILE   output file (standard output)\n"
	"  -h, --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"Exit status: 0 no errors, 1 errors, 2 error in the command line.";

#define BLOCK 1024u /* words */
#define SAMPLES 16u
#define SETTLE_NS 200000u

static volatile sig_atomic_t interrupted;
static uint64_t state;

static void interrupt(int signal)
{
	(void)signal;
	interrupted = 1;
}

static uint64_t next_random(void)
{
	return random_splitmix(&state);
}

/* Tests a block of random data at a random address of each bank of the memory. */
static bool test_memory(void)
{
	uint32_t out[BLOCK], in[BLOCK];
	char name[32];

	for (uint32_t bank = 0; bank < 4; bank++) {
		const uint32_t first =
			bank * (MK_MEMORY_WORDS / 4) +
			(uint32_t)(next_random() % (MK_MEMORY_WORDS / 4 - BLOCK));

		for (uint32_t i = 0; i < BLOCK; i++)
			out[i] = (uint32_t)next_random();
		if (!mk_check_done(mk_write_memory(&mkutil_board, first, out, BLOCK),
				   "local memory") ||
		    !mk_check_done(mk_read_memory(&mkutil_board, first, in, BLOCK),
				   "local memory"))
			return false;
		for (uint32_t i = 0; i < BLOCK; i++) {
			snprintf(name, sizeof(name), "memory: word %" PRIu32, first + i);
			mk_check(name, out[i], in[i]);
		}
	}
	return true;
}

struct taken {
	unsigned int cpu, address;
	bool resource;
	uint64_t data;
};

static bool take_samples(struct taken *t, const uint32_t *source)
{
	struct mk *mk = &mkutil_board;

	for (unsigned int cpu = 0; cpu < MK_SOURCES; cpu++)
		if (!mk_check_done(mk_set_address(mk, cpu, source[cpu]), "source address"))
			return false;
	for (unsigned int i = 0; i < SAMPLES; i++) {
		const uint64_t r = next_random();

		t[i] = (struct taken){.cpu = r & 7,
				      .address = r >> 3 & 7,
				      .resource = r >> 6 & 1,
				      .data = next_random()};
		if (!mk_check_select_cpu(t[i].cpu) ||
		    !mk_check_done(t[i].resource ? mk_resource64(mk, t[i].address, t[i].data)
						 : mk_trace64(mk, t[i].address, t[i].data),
				   "sample"))
			return false;
	}
	return mk_check_done(mk_run(mk, SETTLE_NS), "time");
}

/* Takes random samples and compares them with the memory. */
static bool test_samples(void)
{
	struct taken taken[SAMPLES];
	uint32_t source[MK_SOURCES], pointer, word = 0;
	uint8_t bytes[MK_RESOURCE_BYTES];
	uint64_t last = 0;

	for (unsigned int cpu = 0; cpu < MK_SOURCES; cpu++)
		source[cpu] = (uint32_t)next_random();
	if (!mk_check_done(mk_initialize(&mkutil_board), "initialization") ||
	    !take_samples(taken, source))
		return false;
	for (unsigned int i = 0; i < SAMPLES; i++) {
		const struct taken *t = &taken[i];
		struct mk_sample s;

		if (!mk_check_read_sample(word, t->resource, bytes, &s))
			return false;
		word += (uint32_t)mk_sample_bytes(bytes[0]) / 4;
		mk_check("sample: CPU id", t->cpu, s.cpu);
		mk_check("sample: address", t->address, s.address);
		mk_check("sample: source address", source[t->cpu], s.source);
		mk_check("sample: user data", t->data, s.data);
		mk_check("sample: lost flag", 0, s.lost);
		mk_check("sample: timestamp not below the previous one", 1,
			 s.timestamp >= last);
		last = s.timestamp;
	}
	if (!mk_check_done(mk_get_pointer(&mkutil_board, &pointer), "pointer"))
		return false;
	mk_check("sample: pointer", word, pointer);
	return true;
}

/* Tests random values in the registers that can be written and read. */
static bool test_registers(void)
{
	struct mk *mk = &mkutil_board;
	uint32_t value[MK_SOURCES], v, mask;
	uint64_t sources, w;

	for (unsigned int n = 0; n < MK_SOURCES; n++) {
		value[n] = (uint32_t)next_random();
		if (!mk_check_done(mk_set_address(mk, n, value[n]), "source address"))
			return false;
	}
	for (unsigned int n = 0; n < MK_SOURCES; n++) {
		if (!mk_check_done(mk_get_address(mk, n, &v), "source address"))
			return false;
		mk_check("register: source address", value[n], v);
	}
	mask = (uint32_t)next_random() & 0xFFFF;
	if (!mk_check_done(mk_set_filter(mk, mask), "filter") ||
	    !mk_check_done(mk_get_filter(mk, &v), "filter"))
		return false;
	mk_check("register: filter", mask, v);
	sources = next_random();
	if (!mk_check_done(mk_set_sources(mk, MK_II, sources), "sources") ||
	    !mk_check_done(mk_get_sources(mk, MK_II, &w), "sources"))
		return false;
	mk_check("register: sources of the counters", sources, w);
	mask = (uint32_t)next_random() & 0xFFFF;
	if (!mk_check_done(mk_disable(mk, MK_II, 0xFFFF), "enable") ||
	    !mk_check_done(mk_enable(mk, MK_II, mask), "enable") ||
	    !mk_check_done(mk_get_enabled(mk, MK_II, &v), "enable"))
		return false;
	mk_check("register: counters enabled", mask, v);
	return true;
}

static void run(uint64_t passes)
{
	static const struct {
		const char *name;
		bool (*test)(void);
	} groups[] = {{"memory", test_memory},
		      {"samples", test_samples},
		      {"registers", test_registers}};
	uint64_t pass = 0;

	while (!interrupted && pass < passes) {
		char text[256] = "";

		for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++) {
			const uint64_t before = mk_check_errors;
			const size_t at = strlen(text);
			const bool done = groups[i].test();

			snprintf(text + at, sizeof(text) - at, ", %s %s", groups[i].name,
				 mk_check_errors == before && done ? "right" : "WRONG");
			/* a test that ended early does not affect the others, because each
			 * initialises the board */
		}
		pass++;
		util_print("pass %" PRIu64 "%s", pass, text);
		record_flush(&util_out);
		if (!mk_check_done(mk_initialize(&mkutil_board), "initialization"))
			break;
	}
	util_print("passes: %" PRIu64 ", errors: %" PRIu64, pass, mk_check_errors);
}

int main(int argc, char **argv)
{
	static const struct util_word words[] = {MKUTIL_WORDS, {0}};
	struct sigaction action = {.sa_handler = interrupt};
	uint64_t passes = UINT64_MAX;
	int c;

	mkutil_begin("mk_nite_test", usage_text, argc, argv);
	state = (uint64_t)time(NULL);
	while ((c = util_option(words)) != -1) {
		if (c == 'n')
			passes = util_number(optarg, UINT64_MAX);
		else if (c == 's')
			state = util_number(optarg, UINT64_MAX);
		else
			mkutil_option(c, optarg);
	}
	if (!mkutil_open())
		return util_end();
	sigaction(SIGINT, &action, NULL);
	util_print("seed: %" PRIu64, state);
	if (mk_check_done(mk_initialize(&mkutil_board), "initialization"))
		run(passes);
	mkutil_close();
	if (mk_check_errors)
		util_flaw("mk_nite_test: %" PRIu64 " errors", mk_check_errors);
	return util_end();
}
