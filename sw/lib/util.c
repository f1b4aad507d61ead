/* SPDX-License-Identifier: Apache-2.0 */
#include "util.h"
#include "number.h"
#include "outfile.h"
#include "printable.h"
#include "progress.h"
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
	/* output */
	struct outfile file, *joined;
	const char *joined_path;
	/* progress */
	bool show;
	struct progress progress;
	off_t size; /* size of the file; 0: unknown */
	uint64_t records;
} u;

struct record_writer util_out;
unsigned int util_truncate;
void (*util_comment)(const char *, size_t);

/* ---- command line ---- */

int util_option(const struct util_word *words)
{
	int c;

	while ((c = util_getopt(words)) == 'o') {
		if (u.output)
			util_usage("more than one output", optarg);
		u.output = optarg;
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
	u.status = util_output_error(u.output ? u.output : "standard output", err);
}

static void end_progress(void)
{
	if (u.show && u.open)
		progress_end(&u.progress);
}

static void show_progress(void)
{
	const off_t at = lseek(u.reader.input.fd, 0, SEEK_CUR);
	const bool known = u.size > 0 && at >= 0;

	progress_show(&u.progress, known ? (double)at / (double)u.size : -1, u.records);
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
	u.status = UTIL_BAD_DATA;
}

void util_failed(void)
{
	u.status = UTIL_BAD_DATA;
}

void util_incomplete(void)
{
	u.flawed = true;
}

void util_flaw(const char *fmt, ...)
{
	va_list ap;

	end_progress();
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	u.flawed = true;
}

const char *util_take_output(void)
{
	const char *output = u.output;

	u.output = NULL;
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
	return !u.output || !strcmp(u.output, "-");
}

bool util_shows_progress(void)
{
	return u.show;
}

static int write_terminal(void *arg, const void *text, size_t size)
{
	(void)arg;
	return printable_write(u.file.fd, text, size);
}

void util_open(void)
{
	int err = outfile_open(&u.file, u.output ? u.output : "-");
	struct stat st;

	if (err) {
		output_error(err);
		exit(u.status);
	}
	if (isatty(u.file.fd)) {
		record_writer_open_sink(&util_out, write_terminal, NULL);
		util_out.fd = u.file.fd;
	} else {
		record_writer_open(&util_out, u.file.fd);
	}
	/* In a pipeline of utilities only the last one shows its progress. */
	u.show = fstat(u.file.fd, &st) == 0 && !S_ISFIFO(st.st_mode) && !isatty(u.file.fd);
}

/* Reports an error of the reader and ends the reading. Returns false. */
static bool input_error(int err)
{
	char text[4096 + 256];

	end_progress();
	fprintf(stderr, "%s\n", record_message(&u.reader, err, text, sizeof(text)));
	u.status = UTIL_BAD_DATA;
	u.ended = true;
	return false;
}

bool util_wrong(const char *what)
{
	u.reader.wrong = what;
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

void util_print(const char *fmt, ...)
{
	char text[512];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	util_write_line(text, (size_t)n < sizeof(text) ? (size_t)n : sizeof(text) - 1);
}

/* Opens the next file. Returns false if there is none or it cannot be opened. */
static bool next_file(void)
{
	const char *path = util_argument();
	struct stat st;
	int err;

	if (u.ended)
		return false;
	if (!path && !u.began_reading)
		path = "-";
	u.began_reading = true;
	if (!path) {
		u.ended = true;
		return false;
	}
	err = record_open(&u.reader, path);
	if (err)
		return input_error(err);
	u.open = true;
	u.records = 0;
	u.size = fstat(u.reader.input.fd, &st) == 0 && S_ISREG(st.st_mode) ? st.st_size : 0;
	progress_begin(&u.progress, "records", "%s", u.reader.name);
	u.reader.truncate = util_truncate;
	u.reader.comment = util_comment ? on_comment : NULL;
	return true;
}

/* Counts a record or line. Returns false if continuing is useless because the output has
 * failed. */
static bool counted(void)
{
	if (!(++u.records & TIMED) && u.show)
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
	if (!err && record_note(&u.reader, text, sizeof(text)))
		fprintf(stderr, "%s\n", text);
	record_close(&u.reader);
	u.open = false;
}

bool util_record(uint32_t *value, unsigned int words, const char *kind)
{
	while (u.open || next_file()) {
		int n = record_read_hex(&u.reader, value, words, kind);

		if (n == 1)
			return counted();
		close_file(n);
	}
	return false;
}

bool util_line(char **text, size_t *length)
{
	while (u.open || next_file()) {
		int n = record_read_line(&u.reader, text, length);

		if (n == 1)
			return counted();
		close_file(n);
	}
	return false;
}

void util_join(struct outfile *f, const char *path)
{
	u.joined = f;
	u.joined_path = path;
}

int util_end(void)
{
	int err = u.status ? 0 : record_write_end(&util_out);

	if (!err)
		err = record_flush(&util_out);
	end_progress();
	if (u.open)
		record_close(&u.reader);
	if (err)
		output_error(err);
	if (u.status) {
		outfile_abort(&u.file);
		if (u.joined)
			outfile_abort(u.joined);
	} else {
		struct outfile *const file[] = {u.joined ? u.joined : &u.file, &u.file};
		unsigned int wrong;

		err = outfile_commit_all(file, u.joined ? 2 : 1, &wrong);
		if (err && file[wrong] == u.joined)
			u.status = util_output_error(u.joined_path, err);
		else if (err)
			output_error(err);
	}
	return u.status ? u.status : u.flawed ? UTIL_BAD_DATA : UTIL_DONE;
}
