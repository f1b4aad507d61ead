/* SPDX-License-Identifier: Apache-2.0 */
#include "outstream.h"
#include "printable.h"
#include <errno.h>
#include <unistd.h>

static ssize_t write_file(void *cookie, const char *buf, size_t size)
{
	struct outstream *o = cookie;
	size_t done = 0;

	if (o->terminal) {
		o->error = o->error ? o->error : printable_write(o->file.fd, buf, size);
		return o->error ? 0 : (ssize_t)size;
	}
	while (done < size) {
		const ssize_t n = write(o->file.fd, buf + done, size - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			if (!o->error)
				o->error = -errno;
			return 0;
		}
		done += (size_t)n;
	}
	return (ssize_t)done;
}

static int seek_file(void *cookie, off64_t *offset, int whence)
{
	struct outstream *o = cookie;
	const off_t at = lseek(o->file.fd, *offset, whence);

	if (at < 0)
		return -1;
	*offset = at;
	return 0;
}

int outstream_open(struct outstream *o, const char *path)
{
	const cookie_io_functions_t functions = {.write = write_file, .seek = seek_file};
	int err = outfile_open(&o->file, path);

	if (err)
		return err;
	o->error = 0;
	o->terminal = isatty(o->file.fd);
	o->stream = fopencookie(o, "w", functions);
	if (o->stream)
		return 0;
	err = -errno;
	outfile_abort(&o->file);
	return err;
}

int outstream_close(struct outstream *o, bool keep)
{
	const bool failed = ferror(o->stream);
	int err = 0;

	errno = 0;
	if (fclose(o->stream) || failed)
		err = o->error ? o->error : errno ? -errno : -EIO;
	if (!keep || err) {
		outfile_abort(&o->file);
		return err;
	}
	return outfile_commit(&o->file);
}
