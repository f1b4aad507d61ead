/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the state of the board and its chips (NISTIR 5993, 3.5). */
#include "mkutil.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char usage_text[] =
	"Usage: mk_status [-b BOARD]\n"
	"\n"
	"Prints the state of the interface board and of the MultiKron chips; it changes\n"
	"nothing on a board that no program is using.\n"
	"\n" MKUTIL_HELP "  -o, --output=FILE   output file (standard output)\n"
	"  -h, --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"Exit status: 0 success, 1 error, 2 error in the command line.";

/* Fields of the registers, from the register table. */
static const struct field {
	uint32_t reg;
	const char *name;
	unsigned int msb, lsb;
} fields[] = {
#define REG(name, space, offset, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) {MK_##reg, #name, msb, lsb},
#include "multikron_regs.def"
#undef REG
#undef FIELD
};

static void print_fields(uint32_t reg, uint32_t value)
{
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		const struct field *f = &fields[i];
		const unsigned int width = f->msb - f->lsb + 1;

		if (f->reg == reg)
			util_print("  %-9s %0*" PRIX32, f->name, (int)(width + 3) / 4,
				   value >> f->lsb & UINT32_MAX >> (32 - width));
	}
}

static bool print_board(void)
{
	uint32_t config, pointer;
	bool simple;

	if (!mkutil_ok(mk_get_config(&mkutil_board, &config), "configuration register") ||
	    !mkutil_ok(mk_get_pointer(&mkutil_board, &pointer), "pointer"))
		return false;
	simple = config & MK_CONFIG_WRAPB;
	util_print("configuration register: %08" PRIX32, config);
	print_fields(MK_CONFIG, config);
	util_print("memory address pointer: %06" PRIX32, pointer);
	util_print("  buffer    %s", simple ? "simple" : "circular");
	if (simple)
		util_print("  full      %s", pointer & MK_MAP_WRAPS ? "yes" : "no");
	else
		util_print("  wraps     %" PRIu32 " (modulo 4)", pointer / MK_MEMORY_WORDS);
	util_print("  words     %" PRIu32,
		   pointer & MK_MAP_WRAPS ? MK_MEMORY_WORDS : pointer & (uint32_t)MK_MAP_WORD);
	if (!(config & MK_CONFIG_MK_OE)) {
		util_print(
			"MultiKron outputs are disabled (MK_OE = 0): the chips cannot be read");
		return false;
	}
	return true;
}

static const char *source_name(unsigned int source)
{
	static const char *const names[] = {"off",   "edges",	  "NODECLK", "timestamp",
					    "level", "processor", "trace",   "resource",
					    "lost",  "wait"};

	return source < sizeof(names) / sizeof(*names) ? names[source] : "none";
}

/* Reads counter @n. The halves of a pair come from one read of both, at the lower one, because
 * the pair may carry between two. @pair keeps the upper half. */
static int read_counter(enum mk_chip chip, unsigned int n, bool paired, uint64_t *pair,
			uint32_t *v)
{
	int err = 0;

	if (!paired)
		return mk_get_counter(&mkutil_board, chip, n, v);
	if (n % 2 == 0)
		err = mk_get_pair(&mkutil_board, chip, n, pair);
	*v = (uint32_t)(n % 2 ? *pair >> 32 : *pair);
	return err;
}

/* Prints the counters of a chip; the caller must restore the holding register. */
static bool print_counters(enum mk_chip chip)
{
	struct mk *mk = &mkutil_board;
	uint32_t enabled, pairs, v;
	uint64_t sources, pair = 0;

	if (!mkutil_ok(mk_get_enabled(mk, chip, &enabled), "counters") ||
	    !mkutil_ok(mk_get_pairs(mk, chip, &pairs), "counters") ||
	    !mkutil_ok(mk_get_sources(mk, chip, &sources), "counters"))
		return false;
	for (unsigned int n = 0; n < MK_COUNTERS; n++) {
		const bool paired = pairs >> n / 2 & 1;

		if (!mkutil_ok(read_counter(chip, n, paired, &pair, &v), "counters"))
			return false;
		util_print("  counter %-2u %08" PRIX32 "  %-8s  source %u %s%s", n, v,
			   enabled >> n & 1 ? "enabled" : "stopped",
			   (unsigned int)(sources >> 4 * n & 15),
			   source_name(sources >> 4 * n & 15),
			   paired ? n % 2 ? ", upper half" : ", lower half" : "");
	}
	return true;
}

static bool print_ii(void)
{
	struct mk *mk = &mkutil_board;
	uint32_t csr, filter, waits, overruns, v;
	uint64_t timestamp;

	if (!mkutil_ok(mk_get_csr(mk, MK_II, &csr), "MultiKron_II") ||
	    !mkutil_ok(mk_get_timestamp(mk, &timestamp), "MultiKron_II") ||
	    !mkutil_ok(mk_get_filter(mk, &filter), "MultiKron_II") ||
	    !mkutil_ok(mk_get_waits(mk, &waits), "MultiKron_II") ||
	    !mkutil_ok(mk_get_overruns(mk, &overruns), "MultiKron_II"))
		return false;
	util_print("MultiKron_II");
	util_print("  samples discarded (OVRCNT)   %" PRIu32, overruns);
	util_print("  clocks of waiting (WAITCNT)  %" PRIu32, waits);
	util_print("  CSR       %08" PRIX32, csr);
	print_fields(MK_CSR, csr);
	util_print("  timestamp %014" PRIX64, timestamp);
	util_print("  filter    %04" PRIX32, filter);
	for (unsigned int cpu = 0; cpu < MK_SOURCES; cpu++) {
		if (!mkutil_ok(mk_get_address(mk, cpu, &v), "source addresses"))
			return false;
		util_print("  source address %u  %08" PRIX32, cpu, v);
	}
	return print_counters(MK_II);
}

static bool print_vc(void)
{
	unsigned int page;
	uint32_t csr;

	if (!mkutil_ok(mk_vc_get_page(&mkutil_board, &page), "MultiKron_vc") ||
	    !mkutil_ok(mk_get_csr(&mkutil_board, MK_VC, &csr), "MultiKron_vc"))
		return false;
	util_print("MultiKron_vc: page %u of 512", page);
	util_print("  CSR       %08" PRIX32, csr);
	return print_counters(MK_VC);
}

/* Prints a chip. Reading its registers changes its holding register, which is restored at the
 * end. */
static void print_chip(enum mk_chip chip, bool (*print)(void))
{
	uint32_t hold;

	if (!mkutil_ok(mk_get_hold(&mkutil_board, chip, &hold), "holding register"))
		return;
	if (!print())
		return;
	if (mkutil_ok(mk_set_hold(&mkutil_board, chip, hold), "holding register"))
		util_print("  holding register %08" PRIX32, hold);
}

int main(int argc, char **argv)
{
	static const struct util_word words[] = {MKUTIL_WORDS, {0}};
	bool installed;
	int c;

	mkutil_begin("mk_status", usage_text, argc, argv);
	while ((c = util_option(words)) != -1)
		mkutil_option(c, optarg);
	if (!mkutil_open())
		return util_end();
	if (print_board()) {
		print_chip(MK_II, print_ii);
		if (!mkutil_ok(mk_vc_installed(&mkutil_board, &installed), "MultiKron_vc"))
			installed = false;
		else if (!installed)
			util_print("MultiKron_vc: not installed");
		if (installed)
			print_chip(MK_VC, print_vc);
	}
	mkutil_close();
	return util_end();
}
