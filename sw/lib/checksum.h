/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CHECKSUM_H
#define CHECKSUM_H
/*
 * The end line of a file, "# end: 00000000000000001234 bytes, CRC-32 89ABCDEF", gives the
 * length and the checksum (the CRC of gzip) of everything before it. A file that has an end
 * line, text or binary, also has the line "# check: CRC-32" in its header, so that a reader
 * notices if the end is missing. Files of earlier versions have neither line.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CHECK_HEADER "# check: CRC-32"
#define CHECK_END "# end: "
#define CHECK_LINE 51 /* size of the end line with its newline, bytes */

struct check {
	uint64_t bytes;
	uint32_t crc;
};

/* Adds data to @c, which is all zero at the beginning of a file. */
void check_add(struct check *c, const void *data, size_t size);
/* Extends @c, the checksum of a text, by the text that follows, whose checksum is @next. */
void check_append(struct check *c, const struct check *next);
/* Writes the end line, CHECK_LINE bytes without a 0 byte. */
void check_end_line(const struct check *c, char *text);
/* Returns whether the CHECK_LINE bytes have the form of an end line. */
bool check_is_line(const char *text);
/* Returns whether the end line agrees with @c. */
bool check_is_right(const struct check *c, const char *line);

/* Error messages for a file whose header announces an end line. */
#define CHECK_CUT "the file is cut off: its end line is missing"
#define CHECK_DAMAGED "the file is damaged: its checksum is wrong"
/* The note about a file of an earlier version, which has no checksum. */
#define CHECK_NONE "no checksum (a file of an earlier version): damage would not be noticed"

/* A function that reads at most @size bytes. It returns their number, 0 at the end, or a
 * negative errno value. */
typedef ssize_t check_source(void *arg, void *buf, size_t size);

/* Reader of a binary file that checks and removes the end line. */
struct check_reader {
	check_source *source;
	void *arg;
	bool found; /* valid at the end of the file: it had a correct end line */
	/* Private: */
	struct check check;
	size_t held;
	char hold[CHECK_LINE];
};

/* A check_source whose @arg is a struct check_reader; -EILSEQ if the checksum is wrong. */
ssize_t check_read(void *arg, void *buf, size_t size);

#ifdef __cplusplus
}
#endif

#endif
