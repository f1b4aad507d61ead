/* SPDX-License-Identifier: Apache-2.0 */
/* Folds the bins of a histogram (TR-596-99 B.2.2). */
#include "tracehist.h"
#include "surfutil.h"
#include <string.h>

static const char usage_text[] =
	"Usage: tallyboard histfold -m MASK [FILE]...\n"
	"\n"
	"Combines the bins of a histogram whose addresses are equal after an AND with the\n"
	"mask: the result is the new address, the sum of the counts the new count.\n"
	"\n"
	"  -m, --mask=MASK     hexadecimal after 0x or with six digits, as in a histogram\n"
	"                      file; otherwise decimal: 00FFFF = 0xFFFF = 65535\n"
	"\n" UTIL_HELP;

/* Parses an address in the format of the file, or a number. */
static uint32_t parse_mask(const char *text)
{
	char number[9] = "0x";

	const size_t digits = strspn(text, "0123456789abcdefABCDEF");

	if (digits && !text[digits] && digits != 6 && strspn(text, "0123456789") != digits)
		util_usage("a mask without 0x is hexadecimal in six digits only", text);
	if (digits != 6 || text[6])
		return (uint32_t)util_number(text, RECORD_INDEX_MAX);
	strcpy(number + 2, text);
	return (uint32_t)util_number(number, RECORD_INDEX_MAX);
}

int main(int argc, char **argv)
{
	static struct bins bins;
	const char *mask_text = NULL;
	struct hist_record h;
	uint32_t mask = 0;
	int err;

	util_begin("histfold", usage_text, argc, argv);
	while (util_option(NULL) != -1) {
		if (mask_text)
			util_usage("more than one mask", optarg);
		mask_text = optarg;
		mask = parse_mask(optarg);
	}
	if (!mask_text)
		util_usage("no mask", NULL);
	util_header = util_copy_header;
	util_open();
	err = bins_open(&bins, mask + 1);
	while (!err && util_hist(&h))
		err = bins_add(&bins, h.bin & mask, h.count);
	util_bins(&bins, err);
	return util_end();
}
