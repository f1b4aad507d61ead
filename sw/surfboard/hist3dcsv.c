/* SPDX-License-Identifier: Apache-2.0 */
/* Converts a histogram whose address has several fields to CSV (TR-596-99 B.2.2). */
#include "bsel.h"
#include "tracehist.h"
#include "surfutil.h"
#include "starts_with.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define BITS SBIT_OUTPUTS

static const char usage_text[] =
	"Usage: tallyboard hist3dcsv HIGH:LOW... [FILE]...\n"
	"       tallyboard hist3dcsv -c CONFIG.bsel [FILE]...\n"
	"\n"
	"Prints a histogram as CSV lines with a column for each field of the bin address and\n"
	"one for the count, in the order of the addresses. "
	"Bins that differ only in other bits are\n"
	"combined.\n"
	"\n"
	"  HIGH:LOW            bits of the bin address, 23 to 0\n"
	"  -c, --config=CONFIG take the fields from the configuration that made the\n"
	"                      histogram: a column for each of its variables, named in a\n"
	"                      first line\n"
	"\n" UTIL_HELP;

/* A number made of bits of the bin address: each group of bits is shifted to its position. */
struct column {
	const char *name; /* NULL: the column is given by its bits */
	uint32_t zero;	  /* the number that stands for all bits 0 */
	unsigned int groups;
	struct {
		uint32_t mask;	       /* mask of the group in the address */
		unsigned int from, to; /* bit numbers of the lowest bit */
	} group[BITS];
};

static struct column column[BITS];
static unsigned int columns;

static uint32_t column_value(const struct column *c, uint32_t bin)
{
	uint32_t v = 0;

	for (unsigned int i = 0; i < c->groups; i++)
		v |= (bin & c->group[i].mask) >> c->group[i].from << c->group[i].to;
	return v ? v : c->zero;
}

static uint32_t column_mask(const struct column *c)
{
	uint32_t mask = 0;

	for (unsigned int i = 0; i < c->groups; i++)
		mask |= c->group[i].mask;
	return mask;
}

/* Parses "HIGH:LOW"; returns false if the text is not a field but the name of a file. */
static bool parse_field(const char *text)
{
	unsigned int high, low;
	char after;

	if (sscanf(text, "%2u:%2u%c", &high, &low, &after) != 2)
		return false;
	if (high >= BITS || low > high)
		util_usage("not bits of a bin address", text);
	if (columns == BITS)
		util_usage("too many fields", text);
	column[columns].groups = 1;
	column[columns].group[0].mask = ((2u << (high - low)) - 1) << low;
	column[columns++].group[0].from = low;
	return true;
}

static void report(void *arg, const struct bsel_error *e)
{
	fprintf(stderr, "%s:%u:%u: %s\n", (const char *)arg, e->line, e->column, e->what);
}

/* Makes bit @from of the bin address bit @to of the column. */
static void add_bit(struct column *c, unsigned int from, unsigned int to)
{
	unsigned int last = c->groups - 1;

	if (c->groups && c->group[last].from == from + 1 && c->group[last].to == to + 1) {
		c->group[last].from--;
		c->group[last].to--;
	} else {
		last = c->groups++;
		c->group[last].from = from;
		c->group[last].to = to;
	}
	c->group[last].mask |= 1u << from;
}

/* Makes a column for each variable, in the order of their highest bin address bits. */
static int load_columns(char *path)
{
	struct column *of[SBIT_ALL_VARIABLES] = {NULL};
	FILE *in = fopen(path, "r");
	struct sbit_map map;
	int err;

	if (!in)
		return -errno;
	err = bsel_read(in, &map, report, path);
	fclose(in);
	for (int bit = BITS - 1; !err && bit >= 0; bit--) {
		for (int i = 0; i < SBIT_ALL_VARIABLES; i++) {
			const struct sbit_variable *v = &sbit_variables[i];
			const unsigned int to = (unsigned int)map.sel[bit] - v->first;

			if (map.sel[bit] < v->first || to >= v->width)
				continue;
			if (!of[i])
				of[i] = &column[columns++];
			of[i]->name = v->name;
			add_bit(of[i], (unsigned int)bit, to);
		}
	}
	/* A size of 0 stands for 1024 if the address contains all its bits. */
	if (of[SBIT_SIZE]) {
		uint32_t all = column_value(of[SBIT_SIZE], RECORD_INDEX_MAX);

		of[SBIT_SIZE]->zero = all == 1023 ? 1024 : 0;
	}
	return err;
}

static void write_names(void)
{
	for (unsigned int i = 0; i < columns; i++) {
		record_write_text(&util_out, column[i].name, strlen(column[i].name));
		record_write_text(&util_out, ",", 1);
	}
	record_write_text(&util_out, "count\n", 6);
}

/* Reports the header lines of losses, and the line "cut", with which the shell marks a partly
 * saved histogram. */
static void note_header(const char *name, size_t name_length, const char *text, size_t length)
{
	/* util_note_losses() adds up those of packets */
	if (starts_with(name, "lost ") && !starts_with(name, "lost " RECORD_LOST_PACKETS ":"))
		fprintf(stderr, "hist3dcsv: %.*s\n", (int)length, text);
	if (name_length == 3 && starts_with(name, "cut"))
		util_flaw("only a part of the histogram: %.*s", (int)length - 5, text + 5);
}

int main(int argc, char **argv)
{
	static struct bins bins;
	struct hist_record h;
	uint64_t value[BITS + 1];
	uint32_t mask = 0;
	char *config = NULL;
	int err = 0;

	util_begin("hist3dcsv", usage_text, argc, argv);
	while (util_option(NULL) != -1) {
		if (config)
			util_usage("more than one configuration", optarg);
		config = optarg;
	}
	if (config) {
		err = load_columns(config);
		if (err && err != -EINVAL)
			fprintf(stderr, "%s: %s\n", config, strerror(-err));
		if (!err && !columns)
			fprintf(stderr, "%s: no bit of a variable is used\n", config);
		if (err || !columns)
			return UTIL_BAD_DATA;
	} else {
		while (optind < argc && parse_field(argv[optind]))
			optind++;
		if (!columns)
			util_usage("no fields", NULL);
	}
	for (unsigned int i = 0; i < columns; i++)
		mask |= column_mask(&column[i]);
	util_header = note_header;
	util_open();
	if (config)
		write_names();
	err = bins_open(&bins, mask + 1);
	while (!err && util_hist(&h))
		err = bins_add(&bins, h.bin & mask, h.count);
	if (err)
		util_error("%s", strerror(-err));
	for (uint32_t i = 0; !err && bins_next(&bins, &i, &value[columns]); i++) {
		for (unsigned int k = 0; k < columns; k++)
			value[k] = column_value(&column[k], i);
		record_write_csv(&util_out, value, columns + 1);
	}
	util_note_losses();
	bins_close(&bins);
	return util_end();
}
