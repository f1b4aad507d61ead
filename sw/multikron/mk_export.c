/* SPDX-License-Identifier: Apache-2.0 */
/* Turns samples into the formats of other tools. */
#include "ctf.h"
#include "mk_sample.h"
#include "outstream.h"
#include "util.h"
#include "version.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage_text[] =
	"Usage: mk_export [-f FORMAT] [--clock=HZ] -o OUTPUT [FILE]\n"
	"\n"
	"Converts the samples of FILE (mk.dat) to the format of another tool. Places where\n"
	"samples were lost are marked.\n"
	"\n"
	"  -f, --format=FORMAT ctf   Common Trace Format, for babeltrace2, Trace Compass:\n"
	"                            a folder with a stream for each CPU id\n"
	"                      json  trace events, for Perfetto\n"
	"                      default: the extension of OUTPUT\n"
	"      --clock=HZ      frequency of the timestamp clock (10000000)\n"
	"  -o, --output=OUTPUT output file, for ctf a folder; - is standard output\n"
	"  -h, --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"If FILE is -, standard input is read.\n"
	"\n"
	"Exit status: 0 success, 1 error in the file, or samples were lost, 2 error in the\n"
	"command line.";

#define CPUS 8

static struct {
	struct mk_reader reader;
	uint64_t hz, gaps, first, last, samples;
} job;

/* Passes all samples of the file to @put; returns false if nothing can be exported. */
static bool read_samples(void (*put)(const struct mk_sample *s))
{
	struct mk_sample s;
	char text[4096 + 256];
	int n;

	while ((n = mk_reader_next(&job.reader, &s)) == 1) {
		if (job.samples++ && s.timestamp < job.last) {
			util_error("%s: byte %" PRIu64
				   ": time goes back; the file is several, one after the other",
				   job.reader.name, job.reader.offset);
			return false;
		}
		if (job.samples == 1)
			job.first = s.timestamp;
		job.last = s.timestamp;
		job.gaps += s.lost;
		put(&s);
	}
	if (n < 0)
		util_flaw("%s", mk_reader_message(&job.reader, n, text, sizeof(text)));
	else if (job.reader.unchecked)
		fprintf(stderr, "%s: %s\n", job.reader.name, CHECK_NONE);
	if (job.gaps)
		util_flaw("%s: samples were lost at %" PRIu64 " places", job.reader.name,
			  job.gaps);
	return true;
}

/* ---- Common Trace Format ---- */

enum { BOARD = CPUS, METADATA, FILES };
enum { TRACE, RESOURCE };

/* The output files: a stream for each CPU id, one for the losses of samples, and the
 * description. */
static struct file {
	char path[PATH_MAX];
	struct outstream out;
	struct ctf ctf;
	bool open, begun;
	uint64_t last;
} file[FILES];

static void ctf_metadata(FILE *out)
{
	const struct ctf_clock clock = {"timestamp", "timestamp of the MultiKron_II", job.hz};
	static const char *const names[] = {"trace", "resource"};

	fputs("/* CTF 1.8 */\n\nenv {\n\ttracer_name = \"mk_export\";\n"
	      "\ttracer_version = \"" TOOLS_VERSION "\";\n\tboard = \"multikron\";\n",
	      out);
	fprintf(out, "\tgaps = %" PRIu64 ";\n};\n\n", job.gaps);
	ctf_describe(out, &clock);
	ctf_stream(out, 0, "\tevent.context := struct { uint8_t cpu; };\n");
	fputs("/* Without events: the number of lost samples is not known; gaps are counted. "
	      "*/\n",
	      out);
	ctf_stream(out, 1, "");
	for (unsigned int id = TRACE; id <= RESOURCE; id++)
		fprintf(out,
			"event {\n\tname = \"%s\";\n\tid = %u;\n\tstream_id = 0;\n"
			"\tfields := struct {\n\t\tuint8_t address;\n\t\tuint8_t lost;\n"
			"\t\thex32_t source;\n"
			"\t\tuint64_t data;\n%s\t};\n};\n\n",
			names[id], id, id ? "\t\tuint32_t counter[16];\n" : "");
}

static void ctf_sample(const struct mk_sample *s)
{
	struct file *f = &file[s->cpu];
	uint8_t b[128];
	unsigned int n = 0;

	if (!f->begun)
		ctf_start(&f->ctf, s->timestamp);
	f->begun = true;
	n += ctf_le(b + n, s->resource, 1);
	n += ctf_le(b + n, s->timestamp, 8);
	n += ctf_le(b + n, s->cpu, 1);
	n += ctf_le(b + n, s->address, 1);
	n += ctf_le(b + n, s->lost, 1);
	n += ctf_le(b + n, s->source, 4);
	n += ctf_le(b + n, s->data, 8);
	for (unsigned int i = 0; s->resource && i < MK_COUNTERS; i++)
		n += ctf_le(b + n, s->counter[i], 4);
	ctf_put(&f->ctf, b, n);
	f->last = s->timestamp;
}

static bool ctf_open(const char *folder)
{
	for (unsigned int i = 0; i < FILES; i++) {
		struct file *f = &file[i];
		int n, err;

		if (i < CPUS)
			n = snprintf(f->path, PATH_MAX, "%s/cpu%u", folder, i);
		else
			n = snprintf(f->path, PATH_MAX, "%s/%s", folder,
				     i == BOARD ? "board" : "metadata");
		err = n >= PATH_MAX ? -ENAMETOOLONG : outstream_open(&f->out, f->path);
		if (err) {
			util_error("%s: %s", f->path, outpath_reason(err));
			return false;
		}
		f->open = true;
		f->ctf = (struct ctf){.out = f->out.stream, .stream = i == BOARD};
	}
	return true;
}

static bool ctf_write(void)
{
	if (!read_samples(ctf_sample))
		return false;
	for (unsigned int i = 0; i < CPUS; i++) {
		if (!file[i].begun)
			ctf_start(&file[i].ctf, job.first);
		ctf_block_end(&file[i].ctf, file[i].begun ? file[i].last : job.first, 0);
	}
	ctf_start(&file[BOARD].ctf, job.first);
	ctf_block_end(&file[BOARD].ctf, job.last, job.gaps);
	ctf_metadata(file[METADATA].out.stream);
	return true;
}

static void export_ctf(const char *folder)
{
	bool made, keep;
	const int wrong = ctf_make_folder(folder, &made);

	if (wrong) {
		util_error("%s: %s", folder,
			   wrong == -EEXIST ? "the folder is not empty"
					    : outpath_reason(wrong));
		return;
	}
	keep = ctf_open(folder) && ctf_write();
	for (unsigned int i = 0; i < FILES; i++) {
		int err = file[i].open ? outstream_close(&file[i].out, keep) : 0;

		if (err && keep) {
			util_error("%s: %s", file[i].path, outpath_reason(err));
			keep = false;
		}
	}
	if (!keep && made) {
		for (unsigned int i = 0; i < FILES; i++)
			unlink(file[i].path);
		rmdir(folder);
	}
}

/* ---- trace events ---- */

static FILE *json;

/* Converts ticks to microseconds, the unit of the format. */
static double us(uint64_t ticks)
{
	return (double)ticks * 1e6 / (double)job.hz;
}

static void json_sample(const struct mk_sample *s)
{
	if (s->lost)
		fprintf(json,
			",\n{\"ph\":\"i\",\"s\":\"g\",\"pid\":1,\"tid\":%u,\"ts\":%.3f,"
			"\"name\":\"samples lost before this\"}",
			s->cpu, us(s->timestamp));
	fprintf(json,
		",\n{\"ph\":\"i\",\"s\":\"t\",\"name\":\"%" PRIu64
		"\",\"cat\":\"%s\",\"pid\":1,\"tid\":%u,\"ts\":%.3f,\"args\":{\"source\":\"%"
		"08" PRIX32 "\",\"address\":%u}}",
		s->data, s->resource ? "resource" : "trace", s->cpu, us(s->timestamp),
		s->source, s->address);
	for (unsigned int i = 0; s->resource && i < MK_COUNTERS; i++)
		fprintf(json,
			",\n{\"ph\":\"C\",\"name\":\"counter %u\",\"pid\":1,\"ts\":%.3f,"
			"\"args\":{\"count\":%" PRIu32 "}}",
			i, us(s->timestamp), s->counter[i]);
}

static bool json_write(void)
{
	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
	      "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,"
	      "\"args\":{\"name\":\"MultiKron\"}}",
	      json);
	for (unsigned int cpu = 0; cpu < CPUS; cpu++)
		fprintf(json,
			",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":%u,"
			"\"args\":{\"name\":\"CPU %u\"}}",
			cpu, cpu);
	if (!read_samples(json_sample))
		return false;
	fprintf(json,
		"\n],\"otherData\":{\"board\":\"multikron\",\"clock_hz\":%" PRIu64
		",\"samples\":%" PRIu64 ",\"gaps\":%" PRIu64 "}}\n",
		job.hz, job.samples, job.gaps);
	return true;
}

static void export_json(const char *path)
{
	static struct outstream out;
	int err = outstream_open(&out, path);

	if (!err) {
		bool keep;

		json = out.stream;
		keep = json_write();
		err = outstream_close(&out, keep);
		if (!keep)
			err = 0;
	}
	if (err)
		util_error("%s: %s", strcmp(path, "-") ? path : "standard output",
			   outpath_reason(err));
}

/* ---- command line ---- */

int main(int argc, char **argv)
{
	enum { CLOCK = 300 };
	static const struct util_word words[] = {{"clock", CLOCK}, {0}};
	const char *format = NULL, *output, *path;
	bool ctf;
	int c, err;

	job.hz = 10000000;
	util_begin("mk_export", usage_text, argc, argv);
	while ((c = util_option(words)) != -1) {
		if (c == 'f')
			format = optarg;
		else
			job.hz = util_number(optarg, 1000000000);
	}
	if (!job.hz)
		util_usage("a clock has more than 0 Hz", NULL);
	ctf = util_take_export(format, &output);
	path = util_argument();
	if (path && util_argument())
		util_usage("more than one file", argv[optind - 1]);
	util_open();
	err = mk_reader_open(&job.reader, path ? path : "mk.dat");
	if (err)
		util_error("%s: %s", job.reader.name, strerror(-err));
	else if (ctf)
		export_ctf(output);
	else
		export_json(output);
	if (!err)
		mk_reader_close(&job.reader);
	return util_end();
}
