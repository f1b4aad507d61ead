/* SPDX-License-Identifier: Apache-2.0 */
/* Prints samples as text (NISTIR 5993, 3.5). */
#include "mk_sample.h"
#include "util.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char usage_text[] =
	"Usage: mk_expand [-cehx] [-r[dox]] [-s[dox]] [-t[dox]] [-u[dox]] [FILE]\n"
	"\n"
	"Prints the samples of FILE (mk.dat), one per line: header, timestamp, source\n"
	"address, user data.\n"
	"\n"
	"  -c, --counters      print the 16 counters of resource samples too\n"
	"  -e, --elapsed       print the time since the previous sample, not the timestamp\n"
	"  -h, --heading       print a heading above the data\n"
	"  -rd, -ro, -rx       counters in decimal, octal, hexadecimal (default)\n"
	"  -sd, -so, -sx       the same for the source address\n"
	"  -td, -to, -tx       the same for the timestamp\n"
	"  -ud, -uo, -ux       the same for the user data\n"
	"  -x, --expand        print the fields of the header: kind, CPU id, whether\n"
	"                      samples were lost before this one, sample address number\n"
	"  -o, --output=FILE   output file (standard output)\n"
	"      --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"If FILE is -, standard input is read.\n"
	"\n"
	"Exit status: 0 success, 1 error in the file, or samples were lost, 2 error in the\n"
	"command line.";

/* A field that has a radix; digits is its number of hexadecimal digits. */
struct field {
	char radix;
	int digits;
};

static struct field counter = {'x', 8}, source = {'x', 8}, timestamp = {'x', 14},
		    user = {'x', 16};
static bool counters, elapsed, heading, expand;

static void set_radix(struct field *f, char option, const char *text)
{
	char name[3] = {'-', option, 0};

	if (strlen(text) != 1 || !strchr("dox", *text))
		util_usage("the radix is d, o or x", name);
	f->radix = *text;
}

static int put_field(char *text, const struct field *f, uint64_t value)
{
	if (f->radix == 'd')
		return sprintf(text, " %" PRIu64, value);
	if (f->radix == 'o')
		return sprintf(text, " %" PRIo64, value);
	return sprintf(text, " %0*" PRIX64, f->digits, value);
}

/* Prints the time since the previous sample, which is negative where a second file was
 * appended. */
static int put_elapsed(char *text, uint64_t now, uint64_t before)
{
	const uint64_t step = (now - before) & MK_TIMESTAMP_MASK;
	char field[32];

	if (step <= MK_TIMESTAMP_MASK / 2)
		return put_field(text, &timestamp, step);
	put_field(field, &timestamp, -step & MK_TIMESTAMP_MASK);
	return sprintf(text, " -%s", field + 1);
}

static void print_heading(void)
{
	char text[256];
	int n = sprintf(text, "%s %s source user-data",
			expand ? "kind cpu lost address" : "header",
			elapsed ? "elapsed" : "timestamp");

	for (unsigned int i = 0; counters && i < MK_COUNTERS; i++)
		n += sprintf(text + n, " c%u", i);
	util_write_line(text, (size_t)n);
}

static void print_sample(const struct mk_sample *s, uint8_t header, uint64_t before)
{
	char text[1024];
	int n;

	if (expand)
		n = sprintf(text, "%s %u %u %u", s->resource ? "resource" : "trace", s->cpu,
			    s->lost, s->address);
	else
		n = sprintf(text, "%02X", header);
	if (elapsed)
		n += put_elapsed(text + n, s->timestamp, before);
	else
		n += put_field(text + n, &timestamp, s->timestamp);
	n += put_field(text + n, &source, s->source);
	n += put_field(text + n, &user, s->data);
	for (unsigned int i = 0; counters && s->resource && i < MK_COUNTERS; i++)
		n += put_field(text + n, &counter, s->counter[i]);
	util_write_line(text, (size_t)n);
}

static void print_samples(struct mk_reader *r)
{
	uint8_t bytes[MK_RESOURCE_BYTES];
	struct mk_sample s;
	char text[4096 + 256];
	uint64_t before = 0, gaps = 0;
	bool first = true;
	int n;

	while ((n = mk_reader_next(r, &s)) == 1 && !util_out.err) {
		mk_sample_encode(&s, bytes);
		print_sample(&s, bytes[0], first ? s.timestamp : before);
		before = s.timestamp;
		first = false;
		gaps += s.lost;
	}
	if (n < 0)
		util_flaw("%s", mk_reader_message(r, n, text, sizeof(text)));
	else if (r->unchecked)
		fprintf(stderr, "%s: %s\n", r->name, CHECK_NONE);
	if (gaps)
		util_flaw("%s: samples were lost at %" PRIu64 " places", r->name, gaps);
}

int main(int argc, char **argv)
{
	static struct mk_reader reader;
	const char *path;
	int c, err;

	util_shows_usage = true;
	util_begin("mk_expand", usage_text, argc, argv);
	while ((c = util_option(NULL)) != -1) {
		switch (c) {
		case 'c':
			counters = true;
			break;
		case 'e':
			elapsed = true;
			break;
		case 'h':
			heading = true;
			break;
		case 'x':
			expand = true;
			break;
		default:
			set_radix(c == 'r'   ? &counter
				  : c == 's' ? &source
				  : c == 't' ? &timestamp
					     : &user,
				  (char)c, optarg);
		}
	}
	path = util_argument();
	if (path && util_argument())
		util_usage("more than one file", argv[optind - 1]);
	util_open();
	err = mk_reader_open(&reader, path ? path : "mk.dat");
	if (err) {
		util_error("%s: %s", reader.name, strerror(-err));
		return util_end();
	}
	if (heading)
		print_heading();
	print_samples(&reader);
	mk_reader_close(&reader);
	return util_end();
}
