/* SPDX-License-Identifier: Apache-2.0 */
#include "util.h"
#include "number.h"
#include "outfile.h"
#include "printable.h"
#include "progress.h"
#include "textline.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TIMED 0x3FFFF /* mask: the clock is read after this many records */

static struct {
	const char *output;
	int status;
	bool flawed; /* exit with status 1 but keep the output */
	/* input */
	struct record_reader reader;
	bool open, began_reading, ended;
	bool by_line; /* lines of any form are read, by util_line() */
	/* output */
	struct outfile file, *joined;
	const char *joined_path;
	/* progress */
	bool show;
	struct progress progress;
	off_t size; /* size of the file; 0: unknown */
	uint64_t records;
} util;

struct record_writer util_out;
unsigned int util_truncate;
void (*util_comment)(const char *, size_t);
unsigned int util_files;

/* ---- command line ---- */

int util_option(const struct util_word *words)
{
	int c;

	while ((c = util_getopt(words)) == 'o') {
		if (util.output)
			util_usage("more than one output", optarg);
		util.output = optarg;
	}
	return c;
}

uint64_t util_number(const char *text, uint64_t max)
{
	uint64_t v = 0;
	char *end;
	const int err = number_read(text, &end, &v);

	if (err == -EINVAL || *end)
		util_usage("not a number", text);
	if (err || v > max)
		util_usage("number too large", text);
	return v;
}

int util_time(const char *text, uint64_t *ns)
{
	return number_time(text, 1, ns);
}

double util_real(const char *text)
{
	char *end;
	double v;

	errno = 0;
	v = strtod(text, &end);
	if (end == text || *end || !strchr("+-.0123456789", text[0]))
		util_usage("not a number", text);
	if (!isfinite(v))
		util_usage("number too large", text);
	return v;
}

/* ---- output, and progress ---- */

static void output_error(int err)
{
	util.status = util_output_error(util.output ? util.output : "standard output", err);
}

static void end_progress(void)
{
	if (util.show && util.open)
		progress_end(&util.progress);
}

static void show_progress(void)
{
	const off_t at = lseek(util.reader.input.fd, 0, SEEK_CUR);
	const bool known = util.size > 0 && at >= 0;

	progress_show(&util.progress, known ? (double)at / (double)util.size : -1,
		      util.records);
}

void util_error(const char *fmt, ...)
{
	va_list ap;

	end_progress();
	fprintf(stderr, "%s: ", util_name);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	util.status = UTIL_BAD_DATA;
}

void util_failed(void)
{
	util.status = UTIL_BAD_DATA;
}

void util_incomplete(void)
{
	util.flawed = true;
}

bool util_is_incomplete(void)
{
	return util.flawed || util.status;
}

void util_flaw(const char *fmt, ...)
{
	va_list ap;

	end_progress();
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	util.flawed = true;
}

const char *util_take_output(void)
{
	const char *output = util.output;

	util.output = NULL;
	return output;
}

bool util_take_export(const char *format, const char **output)
{
	const char *dot;

	*output = util_take_output();
	if (!*output)
		util_usage("no output", NULL);
	dot = strrchr(*output, '.');
	if (!format && dot)
		format = dot + 1;
	if (!format || (strcmp(format, "ctf") && strcmp(format, "json")))
		util_usage("no output format; use -f ctf or -f json",
			   format ? format : *output);
	if (!strcmp(format, "ctf") && !strcmp(*output, "-"))
		util_usage("this format is a folder, not a stream", format);
	return !strcmp(format, "ctf");
}

bool util_to_stdout(void)
{
	return !util.output || !strcmp(util.output, "-");
}

bool util_shows_progress(void)
{
	return util.show;
}

static int write_terminal(void *arg, const void *text, size_t size)
{
	(void)arg;
	return printable_write(util.file.fd, text, size);
}

void util_open(void)
{
	int err = outfile_open(&util.file, util.output ? util.output : "-");
	struct stat st;

	if (err) {
		output_error(err);
		exit(util.status);
	}
	if (isatty(util.file.fd)) {
		record_writer_open_sink(&util_out, write_terminal, NULL);
		util_out.fd = util.file.fd;
	} else {
		record_writer_open(&util_out, util.file.fd);
	}
	/* In a pipeline of utilities only the last one shows its progress. */
	util.show =
		fstat(util.file.fd, &st) == 0 && !S_ISFIFO(st.st_mode) && !isatty(util.file.fd);
}

/* Reports an error of the reader and ends the reading. Returns false. */
static bool input_error(int err)
{
	char text[4096 + 256];

	end_progress();
	fprintf(stderr, "%s\n", record_message(&util.reader, err, text, sizeof(text)));
	util.status = UTIL_BAD_DATA;
	util.ended = true;
	return false;
}

bool util_wrong(const char *what)
{
	util.reader.wrong = what;
	return input_error(-EINVAL);
}

static void on_comment(void *arg, const char *text, size_t length)
{
	(void)arg;
	util_comment(text, length);
}

void util_write_line(const char *text, size_t length)
{
	record_write_text(&util_out, text, length);
	record_write_text(&util_out, "\n", 1);
}

const char *util_count_text(struct util_count *c, uint64_t count)
{
	snprintf(c->text, sizeof(c->text), "%" PRIu64 "%s", count,
		 count < UINT32_MAX ? "" : " or more");
	return c->text;
}

void util_print(const char *fmt, ...)
{
	char line[512], *text = line;
	va_list ap, again;
	int n;

	va_start(ap, fmt);
	va_copy(again, ap);
	n = vsnprintf(line, sizeof(line), fmt, ap);
	/* names of other people's programs may have any length */
	if ((size_t)n >= sizeof(line)) {
		text = malloc((size_t)n + 1);
		if (text)
			vsnprintf(text, (size_t)n + 1, fmt, again);
		else
			util_out.err = -ENOMEM;
	}
	va_end(again);
	va_end(ap);
	if (text)
		util_write_line(text, (size_t)n);
	if (text != line)
		free(text);
}

/* Opens the next file. Returns false if there is none or it cannot be opened. */
static bool next_file(void)
{
	const char *path = util_argument();
	struct stat st;
	int err;

	if (util.ended)
		return false;
	if (!path && !util.began_reading)
		path = "-";
	util.began_reading = true;
	if (!path) {
		util.ended = true;
		return false;
	}
	err = record_open(&util.reader, path);
	if (err)
		return input_error(err);
	util.open = true;
	util_files++;
	util.records = 0;
	util.size =
		fstat(util.reader.input.fd, &st) == 0 && S_ISREG(st.st_mode) ? st.st_size : 0;
	progress_begin(&util.progress, "records", "%s", util.reader.name);
	util.reader.truncate = util_truncate;
	util.reader.comment = util_comment ? on_comment : NULL;
	return true;
}

/* Counts a record or line. Returns false if continuing is useless because the output has
 * failed. */
static bool counted(void)
{
	if (!(++util.records & TIMED) && util.show)
		show_progress();
	return !util_out.err;
}

/* Closes the file after its end or after an error. */
static void close_file(int err)
{
	char text[4096 + 256];

	if (err)
		input_error(err);
	end_progress();
	if (!err && record_note(&util.reader, text, sizeof(text)))
		fprintf(stderr, "%s\n", text);
	/* a number in it may have had more digits; a record has a fixed number of them */
	if (!err && util.by_line && util.reader.unended)
		fprintf(stderr, "%s: " TEXTLINE_UNENDED "\n", util.reader.name);
	record_close(&util.reader);
	util.open = false;
}

bool util_record(uint32_t *value, unsigned int words, const char *kind)
{
	while (util.open || next_file()) {
		int n = record_read_hex(&util.reader, value, words, kind);

		if (n == 1)
			return counted();
		close_file(n);
	}
	return false;
}

bool util_line(char **text, size_t *length)
{
	util.by_line = true;
	while (util.open || next_file()) {
		int n = record_read_line(&util.reader, text, length);

		if (n == 1)
			return counted();
		close_file(n);
	}
	return false;
}

void util_join(struct outfile *f, const char *path)
{
	util.joined = f;
	util.joined_path = path;
}

int util_end(void)
{
	int err = util.status ? 0 : record_write_end(&util_out);

	if (!err)
		err = record_flush(&util_out);
	end_progress();
	if (util.open)
		record_close(&util.reader);
	if (err)
		output_error(err);
	if (util.status) {
		outfile_abort(&util.file);
		if (util.joined)
			outfile_abort(util.joined);
	} else {
		struct outfile *const file[] = {util.joined ? util.joined : &util.file,
						&util.file};
		unsigned int wrong;

		err = outfile_commit_all(file, util.joined ? 2 : 1, &wrong);
		if (err && file[wrong] == util.joined)
			util.status = util_output_error(util.joined_path, err);
		else if (err)
			output_error(err);
	}
	return util.status ? util.status : util.flawed ? UTIL_BAD_DATA : UTIL_DONE;
}
