/* SPDX-License-Identifier: Apache-2.0 */
#include "outstream.h"
#include <errno.h>
#include <unistd.h>

int outstream_open(struct outstream *o, const char *path)
{
	int err = outfile_open(&o->file, path), fd;

	if (err)
		return err;
	fd = dup(o->file.fd);
	o->stream = fd < 0 ? NULL : fdopen(fd, "w");
	if (o->stream)
		return 0;
	err = -errno;
	if (fd >= 0)
		close(fd);
	outfile_abort(&o->file);
	return err;
}

int outstream_close(struct outstream *o, bool keep)
{
	const bool failed = ferror(o->stream);
	int err = 0;

	errno = 0;
	if (fclose(o->stream) || failed)
		err = errno ? -errno : -EIO;
	if (!keep || err) {
		outfile_abort(&o->file);
		return err;
	}
	return outfile_commit(&o->file);
}
