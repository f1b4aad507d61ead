/* SPDX-License-Identifier: Apache-2.0 */
#include "verbs.h"
#include "number.h"
#include "util.h"
#include "words.h"
#include <stdio.h>
#include <string.h>

#define COMMANDS 64
#define REPLY_BYTES 4096

static const char *commands[COMMANDS];
static int given;

const char *verbs_begin(const char *name, const char *usage, int argc, char **argv)
{
	const char *backend = "sim:";
	int c;

	util_begin(name, usage, argc, argv);
	while ((c = util_option(NULL)) != -1) {
		if (c == 'b')
			backend = optarg;
		else
			verbs_command(optarg);
	}
	verbs_no_files();
	util_open();
	return backend;
}

void verbs_command(const char *text)
{
	if (given == COMMANDS)
		util_usage("too many commands", text);
	commands[given++] = text;
}

void verbs_no_files(void)
{
	const char *file = given ? util_argument() : NULL;

	if (file)
		util_usage("no files are read with --command", file);
}

const char *verbs_first(void)
{
	return given ? commands[0] : NULL;
}

/* Executes a line; returns NULL, or an error message. */
static const char *execute(const struct verb *verbs, size_t count, const char *text,
			   size_t length)
{
	char line[1024], *words[VERBS_WORDS];
	int n;

	if (length >= sizeof(line))
		return "the line is too long";
	if (memchr(text, '\0', length))
		return "a byte 0";
	memcpy(line, text, length);
	line[length] = '\0';
	line[strcspn(line, "#\r\n")] = '\0';
	n = words_split(line, " \t", words, VERBS_WORDS);
	if (n <= 0)
		return n ? "too many words" : NULL;
	for (size_t i = 0; i < count; i++)
		if (strcmp(words[0], verbs[i].name) == 0)
			return n < verbs[i].least  ? "an argument is missing"
			       : n > verbs[i].most ? "one argument too many"
						   : verbs[i].execute(words, n);
	return "no such command";
}

void verbs_execute(const struct verb *verbs, size_t n)
{
	char *text;
	size_t length;

	for (int i = 0; i < given; i++) {
		const char *why = execute(verbs, n, commands[i], strlen(commands[i]));

		if (why) {
			util_error("%s: %s", commands[i], why);
			return;
		}
	}
	while (!given && util_line(&text, &length)) {
		const char *why = execute(verbs, n, text, length);

		if (why) {
			util_wrong(why);
			return;
		}
	}
}

/* Joins the words after the first one with blanks in @text, cut off to @size bytes. */
static void join(char *const words[], int n, char *text, size_t size)
{
	size_t length = 0;

	*text = 0;
	for (int i = 1; i < n && length < size; i++)
		length += (size_t)snprintf(text + length, size - length, "%s%s",
					   i > 1 ? " " : "", words[i]);
}

/* Prints the lines of a board's reply. */
static void print(const char *reply)
{
	while (*reply) {
		const size_t length = strcspn(reply, "\n");

		util_write_line(reply, length);
		reply += length;
		reply += strspn(reply, "\n");
	}
}

const char *verbs_run(struct device *dev, char *const words[], const char *(*reason)(int err))
{
	uint64_t ns;
	int err;

	if (number_time(words[1], 1, &ns))
		return "a time is a number with ns, us, ms or s";
	err = device_run(dev, ns);
	return err ? reason(err) : NULL;
}

const char *verbs_sim(struct device *dev, char *const words[], int n,
		      const char *(*reason)(int err))
{
	static char reply[REPLY_BYTES];
	char text[1024];
	int err;

	join(words, n, text, sizeof(text));
	err = device_command(dev, text, reply, sizeof(reply));
	if (err)
		return *reply ? reply : reason(err);
	print(reply);
	return NULL;
}
