/* SPDX-License-Identifier: Apache-2.0 */
#ifndef INPUT_H
#define INPUT_H
/*
 * An input file that may be compressed with gzip or zstd, recognized by its first
 * bytes, not its name. Other files are read unchanged. Several members or frames
 * in succession are one text.
 */
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct input_unpack;

/* An open input. The structure must not be moved or copied. */
struct input {
	int fd;
	/* Private: */
	bool begun;
	struct input_unpack *unpack; /* NULL: not compressed */
};

/* Opens a file; "-" is standard input. Returns 0 or a negative errno value. It reads nothing
 * yet. */
int input_open(struct input *in, const char *path);
/*
 * Opens @path, which must be a regular file, on behalf of another process, such as a server's
 * client. Never blocks, not even on a FIFO, and checks the file that it has opened. Returns the
 * descriptor, or a negative errno value: -ENOTSUP for a device, a FIFO or a socket, -EISDIR.
 */
int input_open_regular(const char *path);
/*
 * Reads up to @size bytes of the text. Returns their number, 0 at the end, or a negative errno
 * value: -EBADMSG for damaged compressed data, -ENODATA if they end too early, -ENOMEM. The
 * first call allocates memory if the file is compressed; @size must be at least 4 in the first
 * call. Can be used as a record_source.
 */
ssize_t input_read(void *in, void *buf, size_t size);
/* Returns the error message for an error of input_read(). */
const char *input_reason(int err);
void input_close(struct input *in);

#ifdef __cplusplus
}
#endif

#endif
