/* SPDX-License-Identifier: Apache-2.0 */
/* Statistics of the intervals between events (NISTIR 5993, 3.5). */
#include "mk_interval.h"
#include "mkprobe.h"
#include "outstream.h"
#include "util.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char usage_text[] =
	"Usage: mk_rpt [-v] [-f FILE] [-h] [-e VALUE] [-s] [-n] [-d]\n"
	"\n"
	"Reports the intervals that interval.info describes, from the samples in mk.dat;\n"
	"both files are in the current directory.\n"
	"\n"
	"  -v, --verbose       print what is read and matched\n"
	"  -f, --file=FILE     description of the intervals instead of interval.info\n"
	"  -h, --histogram     print a histogram: each length and its count\n"
	"  -e, --event=VALUE   size of an event number in bytes: 1, 2, 4 (default), 8\n"
	"  -s, --summary       print a histogram over all processors\n"
	"  -n, --chronological sort histograms by time, not by length\n"
	"  -d, --double        use all 56 bits of the timestamps; otherwise lengths are\n"
	"                      modulo 2^32 ticks\n"
	"      --recover=FILE  make both files and the report of a program with MK_PROBE\n"
	"                      that ended without it and left FILE, mk.probes.PID\n"
	"      --clock=HZ      frequency of the timestamp clock (10000000)\n"
	"  -o, --output=FILE   output file (standard output)\n"
	"      --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"Exit status: 0 success, 1 error in a file, or samples were lost, 2 error in the\n"
	"command line.";

static struct {
	FILE *out;
	bool verbose;
	struct mk_report report;
} job;

static void print_intervals(const struct mk_intervals *list, const char *path)
{
	for (size_t k = 0; k < list->count; k++) {
		const struct mk_interval *i = &list->interval[k];

		fprintf(job.out, "%s:%u: class %d, events", path, i->line, (int)i->kind);
		for (unsigned int e = 0; e < mk_interval_events(i); e++)
			fprintf(job.out, " %" PRIu64, i->event[e]);
		for (unsigned int n = 0; n < mk_interval_events(i) - 1; n++)
			fprintf(job.out, " \"%s\"", i->name[n]);
		fputc('\n', job.out);
	}
}

static void print_length(void *arg, const struct mk_interval *i, unsigned int which,
			 const struct mk_processor *p, uint64_t at, uint64_t length)
{
	(void)arg;
	fprintf(job.out, "matched \"%s\"", i->name[which]);
	if (p)
		fprintf(job.out, ", cpu %u, source %08" PRIX32, p->cpu, p->source);
	fprintf(job.out, ": end %" PRIu64 ", length %" PRIu64 "\n", at, length);
}

static int take_sample(void *arg, const struct mk_sample *s, size_t run)
{
	(void)arg;
	return mk_report_sample(&job.report, s, run);
}

/* Reads mk.dat; returns false if there is nothing to report. */
static bool read_samples(void)
{
	static struct mk_reader reader;
	char text[4096 + 256];
	size_t runs;
	int err = mk_reader_open(&reader, "mk.dat");

	if (!err)
		err = mk_merge(&reader, &runs, take_sample, NULL);
	if (!err || err == -ENODATA) {
		if (runs > 1)
			fprintf(job.out, "sequences merged by timestamp: %zu\n", runs);
		if (job.verbose)
			fprintf(job.out, "mk.dat: %" PRIu64 " samples\n", job.report.samples);
	}
	if (err == -ENODATA)
		util_flaw("%s", mk_reader_message(&reader, err, text, sizeof(text)));
	else if (err)
		util_error("%s", mk_reader_message(&reader, err, text, sizeof(text)));
	else if (reader.unchecked)
		fprintf(stderr, "mk.dat: %s\n", CHECK_NONE);
	mk_reader_close(&reader);
	return !err || err == -ENODATA;
}

static void report(const struct mk_report_print *print)
{
	int err;

	if (!read_samples())
		return;
	mk_report_end(&job.report);
	err = mk_report_print(&job.report, print, job.out);
	if (err)
		util_error("%s", strerror(-err));
	if (job.report.repeated && job.report.overlap.length[0].stat.count)
		util_flaw(
			"%s: sequences with samples of the same processor are not of one time: "
			"no interval of class 4 is certain",
			"mk.dat");
	if (job.report.gaps)
		util_flaw("mk.dat: samples were lost at %" PRIu64
			  " places; intervals across them are not counted",
			  job.report.gaps);
	if (job.report.cut_short)
		fprintf(stderr,
			"mk_rpt: warning: %" PRIu64
			" lengths are 2^32 ticks or more; -d shows them whole\n",
			job.report.cut_short);
}

static void run(const char *path, const char *output, const struct mk_report_options *options,
		const struct mk_report_print *print)
{
	static struct outstream out;
	struct mk_intervals list;
	char text[4096 + 256];
	int err;

	if (mk_intervals_read(&list, path, text, sizeof(text)) ||
	    mk_intervals_fit(&list, options->event_bytes, path, text, sizeof(text))) {
		fprintf(stderr, "%s\n", text);
		util_failed();
		mk_intervals_free(&list);
		return;
	}
	err = outstream_open(&out, output ? output : "-");
	if (!err) {
		job.out = out.stream;
		mk_report_begin(&job.report, &list, options);
		if (job.verbose) {
			print_intervals(&list, path);
			job.report.on_length = print_length;
		}
		report(print);
		mk_report_free(&job.report);
		err = outstream_close(&out, true);
	}
	if (err)
		util_error("%s: %s", output ? output : "standard output", outpath_reason(err));
	mk_intervals_free(&list);
}

static void recover_report(const char *path, const char *output)
{
	static struct outstream out;
	int err = outstream_open(&out, output ? output : "-"), closed;

	if (err) {
		util_error("%s: %s", output ? output : "standard output", outpath_reason(err));
		return;
	}
	err = mk_stage_recover(out.stream, path, ".");
	closed = outstream_close(&out, !err);
	if (err)
		util_error("%s: %s", path,
			   err == -EBADMSG ? "not the probes of a program, or damaged"
					   : strerror(-err));
	else if (closed)
		util_error("%s: %s", output ? output : "standard output",
			   outpath_reason(closed));
}

int main(int argc, char **argv)
{
	enum { CLOCK = 300, RECOVER };
	static const struct util_word words[] = {{"recover", RECOVER}, {"clock", CLOCK}, {0}};
	struct mk_report_options options = {.event_bytes = 4};
	struct mk_report_print print = {.hz = 10000000};
	const char *path = "interval.info", *recover = NULL, *output;
	bool histogram = false;
	int c;

	util_shows_usage = true;
	util_begin("mk_rpt", usage_text, argc, argv);
	while ((c = util_option(words)) != -1) {
		switch (c) {
		case 'v':
			job.verbose = true;
			break;
		case 'f':
			path = optarg;
			break;
		case 'h':
			histogram = true;
			break;
		case 'e':
			options.event_bytes = (unsigned int)util_number(optarg, 8);
			if (!strchr("1248", *optarg) || optarg[1])
				util_usage("an event has 1, 2, 4 or 8 bytes", optarg);
			break;
		case 's':
			print.summary = true;
			break;
		case 'n':
			print.chronological = true;
			break;
		case 'd':
			options.wide = true;
			break;
		case RECOVER:
			recover = optarg;
			break;
		default:
			print.hz = util_number(optarg, 1000000000);
			if (!print.hz)
				util_usage("a clock has more than 0 Hz", optarg);
		}
	}
	if (util_argument())
		util_usage("unknown argument", argv[optind - 1]);
	options.histogram = histogram || print.summary;
	print.histogram = histogram;
	output = util_take_output();
	util_open();
	if (recover) {
		recover_report(recover, output);
	} else {
		mk_stage_left(stderr, ".");
		run(path, output, &options, &print);
	}
	return util_end();
}
