/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks_log.h"
#include "fnv1a.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#define LINE 512

static int io_error(void)
{
	return errno ? -errno : -EIO;
}

/* Reads the messages of all other ranks in a round from the log. */
static int read_round(struct ranks_log *l, struct ranks_buffer *in)
{
	uint32_t n;

	for (unsigned int i = 0; i < l->ranks.ranks; i++) {
		if (i == l->ranks.rank)
			continue;
		if (fread(&n, sizeof(n), 1, l->log) != 1)
			return -EBADMSG;
		if (ranks_resize(&in[i], n))
			return -ENOMEM;
		if (n && fread(in[i].data, n, 1, l->log) != 1)
			return -EBADMSG;
		l->bytes += sizeof(n) + n;
	}
	return 0;
}

static int write_round(struct ranks_log *l, const struct ranks_buffer *in)
{
	for (unsigned int i = 0; i < l->ranks.ranks; i++) {
		const uint32_t n = (uint32_t)in[i].bytes;

		if (i == l->ranks.rank)
			continue;
		errno = 0;
		if (fwrite(&n, sizeof(n), 1, l->log) != 1 ||
		    (n && fwrite(in[i].data, n, 1, l->log) != 1))
			return io_error();
		l->bytes += sizeof(n) + n;
	}
	return 0;
}

static int write_mark(struct ranks_log *l)
{
	errno = 0;
	if (fflush(l->log) || fdatasync(fileno(l->log)) ||
	    fprintf(l->marks, "%" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", l->rounds, l->bytes,
		    l->hash) < 0 ||
	    fflush(l->marks) || fdatasync(fileno(l->marks)))
		return io_error();
	return 0;
}

static int logged_exchange(void *arg, const struct ranks_buffer *out, struct ranks_buffer *in)
{
	struct ranks_log *l = arg;
	int err;

	for (unsigned int i = 0; i < l->ranks.ranks; i++)
		if (i != l->ranks.rank)
			l->hash = fnv1a(l->hash, out[i].data, out[i].bytes);
	if (l->rounds < l->replay) {
		err = read_round(l, in);
		l->rounds++;
		if (!err && l->rounds == l->replay) {
			/* if the hash differs, the log belongs to another program */
			if (l->hash != l->want)
				return -EBADMSG;
			/* required between reading and writing */
			err = fseek(l->log, 0, SEEK_CUR) ? io_error() : 0;
		}
		return err;
	}
	err = l->inner->exchange(l->inner->arg, out, in);
	if (!err)
		err = write_round(l, in);
	l->rounds++;
	if (!err && l->rounds % l->every == 0)
		err = write_mark(l);
	return err;
}

/* Reads a complete line of the marks, without its line feed. */
static bool read_line(FILE *f, char line[LINE])
{
	size_t n;

	if (!fgets(line, LINE, f))
		return false;
	n = strlen(line);
	if (!n || line[n - 1] != '\n')
		return false;
	line[n - 1] = 0;
	return true;
}

static bool read_mark(FILE *f, uint64_t *rounds, uint64_t *bytes, uint64_t *hash)
{
	char line[LINE];

	return read_line(f, line) &&
	       sscanf(line, "%" SCNu64 " %" SCNu64 " %" SCNx64, rounds, bytes, hash) == 3;
}

static FILE *open_file(const char *folder, unsigned int rank, const char *kind)
{
	char path[PATH_MAX];
	FILE *f;

	errno = ENAMETOOLONG;
	if ((size_t)snprintf(path, sizeof(path), "%s/%u.%s", folder, rank, kind) >=
	    sizeof(path))
		return NULL;
	f = fopen(path, "r+");
	return f || errno != ENOENT ? f : fopen(path, "w+");
}

int ranks_log_open(struct ranks_log *l, const struct ranks *inner, const char *folder,
		   const char *run, uint64_t every)
{
	char line[LINE];

	*l = (struct ranks_log){
		.ranks = *inner, .inner = inner, .hash = FNV1A_BEGIN, .every = every};
	l->ranks.exchange = logged_exchange;
	l->ranks.arg = l;
	if (!every || strlen(run) > LINE - 2 || strchr(run, '\n'))
		return -EINVAL;
	l->log = open_file(folder, inner->rank, "log");
	if (l->log)
		l->marks = open_file(folder, inner->rank, "marks");
	if (!l->log || !l->marks)
		return io_error();
	if (read_line(l->marks, line))
		return strcmp(line, run) ? -EEXIST : 0;
	/* there is no file, or its first line is truncated */
	errno = 0;
	rewind(l->marks);
	if (ftruncate(fileno(l->marks), 0) || fprintf(l->marks, "%s\n", run) < 0 ||
	    fflush(l->marks))
		return io_error();
	return 0;
}

uint64_t ranks_log_last(const struct ranks_log *l)
{
	uint64_t last = 0, rounds, bytes, hash;
	char line[LINE];

	rewind(l->marks);
	if (read_line(l->marks, line))
		while (read_mark(l->marks, &rounds, &bytes, &hash))
			last = rounds;
	return last;
}

int ranks_log_replay(struct ranks_log *l, uint64_t rounds)
{
	uint64_t at = 0, bytes = 0, hash = FNV1A_BEGIN;
	char line[LINE];

	rewind(l->marks);
	if (!read_line(l->marks, line))
		return -EBADMSG;
	while (at < rounds)
		if (!read_mark(l->marks, &at, &bytes, &hash))
			return -EBADMSG;
	if (at != rounds)
		return -EBADMSG;
	l->replay = rounds;
	l->want = hash;
	errno = 0;
	if (fseek(l->log, 0, SEEK_END))
		return io_error();
	if (ftell(l->log) < (long)bytes)
		return -EBADMSG;
	rewind(l->log);
	if (ftruncate(fileno(l->log), (off_t)bytes) ||
	    fseek(l->marks, ftell(l->marks), SEEK_SET) ||
	    ftruncate(fileno(l->marks), ftell(l->marks)))
		return io_error();
	return 0;
}

void ranks_log_close(struct ranks_log *l)
{
	if (l->log)
		fclose(l->log);
	if (l->marks)
		fclose(l->marks);
	l->log = l->marks = NULL;
}
