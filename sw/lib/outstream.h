/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OUTSTREAM_H
#define OUTSTREAM_H
/* An output file (outfile.h) as a stream of the C library. */
#include "outfile.h"
#include <stdio.h>

struct outstream {
	FILE *stream;
	/* Private: */
	struct outfile file;
	bool terminal;
	int error; /* errno of the first failed write, because the stream does not keep it */
};

/* Opens the file. Returns 0 or a negative errno value. */
int outstream_open(struct outstream *o, const char *path);
/* Closes the stream. The file is kept only if @keep is set and there was no error. Returns 0 or
 * a negative errno value. */
int outstream_close(struct outstream *o, bool keep);

#endif
