/* SPDX-License-Identifier: Apache-2.0 */
/* Decodes histogram addresses of the SHRIMP performance monitor of 1996, as its overflow queue
 * gives them, into variables; lists the 190 configurations (SPDT 1996, 3.3). */
#include "number.h"
#include "spm_config.h"
#include "spm_text.h"
#include "util.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char usage_text[] =
	"Usage: spm-address CONFIGURATION [FILE]...\n"
	"       spm-address --list\n"
	"\n"
	"Reads histogram addresses, one per line, or the output of the spm command queue,\n"
	"and prints the variables that they encode as CSV. CONFIGURATION names the five\n"
	"nibbles of an address, or whole variables: 'L0 L1 L2 T C', 'sender size',\n"
	"'latency'.\n"
	"\n"
	"  -l, --list          list the 190 configurations and their MUX settings\n" UTIL_HELP;

static void list(void)
{
	util_print("mux,nibbles,variables");
	for (unsigned int i = 0; i < SPM_CONFIGS; i++) {
		const unsigned int set = spm_set_number(i);
		char name[SPM_NAME], columns[SPM_TEXT];
		uint16_t mux = 0;

		spm_set_name(set, name, sizeof(name));
		spm_set_to_mux(set, &mux);
		spm_columns(set, columns);
		for (char *c = columns; *c; c++)
			if (*c == ',')
				*c = ' ';
		util_print("0x%04X,%s,%s", mux, name, columns);
	}
}

static unsigned int configuration(const char *name)
{
	unsigned int set = 0;
	int err = name ? spm_set_parse(name, &set) : -EINVAL;

	if (!name)
		util_usage("a configuration is missing", NULL);
	if (err == -EDOM)
		util_usage("not one of the 190 configurations", name);
	if (err)
		util_usage("not the names of nibbles or variables", name);
	return set;
}

/* Reads an address at the beginning of a line, for example of the CSV that "spm queue" writes;
 * returns false if there is none. */
static bool read_address(const char *text, size_t length, uint64_t *addr)
{
	const char *comma = memchr(text, ',', length);
	const size_t n = comma ? (size_t)(comma - text) : length;
	char line[64], *end;

	if (n >= sizeof(line) || memchr(text, '\0', length))
		return false;
	snprintf(line, sizeof(line), "%.*s", (int)n, text);
	return number_read(line, &end, addr) == 0 && (!*end || *end == '\r') &&
	       *addr < 1u << 24;
}

static bool is_line(const char *text, size_t length, const char *line)
{
	length -= length && text[length - 1] == '\r';
	return length == strlen(line) && !memcmp(text, line, length);
}

static bool begins(const char *text, size_t length, const char *start)
{
	return length >= strlen(start) && !memcmp(text, start, strlen(start));
}

/* Reads a comment, or the line with the columns. Returns NULL, or what is wrong: addresses of
 * another configuration have other variables. */
static const char *read_header(unsigned int set, const char *text, size_t length)
{
	char name[SPM_NAME], line[SPM_NAME + sizeof(SPM_CONFIG_LINE)];
	char columns[SPM_TEXT], with_count[SPM_TEXT + 16], alone[SPM_TEXT + 16];

	if (begins(text, length, SPM_LOST_LINE) && !is_line(text, length, SPM_LOST_NOTHING)) {
		util_write_line(text, length);
		util_incomplete();
	}
	spm_set_name(set, name, sizeof(name));
	snprintf(line, sizeof(line), SPM_CONFIG_LINE "%s", name);
	spm_columns(set, columns);
	snprintf(alone, sizeof(alone), "address,%s", columns);
	snprintf(with_count, sizeof(with_count), "address,count,%s", columns);
	if (*text == '#' ? !begins(text, length, SPM_CONFIG_LINE) || is_line(text, length, line)
			 : is_line(text, length, alone) || is_line(text, length, with_count))
		return NULL;
	return "the addresses are those of another configuration";
}

static void decode(unsigned int set)
{
	char out[SPM_TEXT], *text;
	size_t length;
	bool titled = false;

	spm_columns(set, out);
	while (util_line(&text, &length)) {
		struct spm_variables v;
		uint64_t addr;

		if (!length)
			continue;
		if (*text == '#' || begins(text, length, "address,")) {
			const char *wrong = read_header(set, text, length);

			if (wrong) {
				util_wrong(wrong);
				return;
			}
			continue;
		}
		if (!titled)
			util_print("address,%s", out);
		titled = true;
		if (!read_address(text, length, &addr)) {
			util_wrong("not an address of 24 bits");
			return;
		}
		spm_decode(set, (uint32_t)addr, &v);
		spm_values(&v, out);
		util_print("0x%06X,%s", (unsigned int)addr, out);
	}
	if (!titled)
		util_print("address,%s", out);
}

int main(int argc, char **argv)
{
	bool lists = false;
	unsigned int set = 0;
	int c;

	util_begin("spm-address", usage_text, argc, argv);
	while ((c = util_option(NULL)) != -1)
		lists = c == 'l';
	if (!lists)
		set = configuration(util_argument());
	else if (util_argument())
		util_usage("--list takes no arguments", NULL);
	util_open();
	if (lists)
		list();
	else
		decode(set);
	return util_end();
}
