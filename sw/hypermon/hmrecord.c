/* SPDX-License-Identifier: Apache-2.0 */
/* Records the frames of a board: to a file, or to standard output (Malony, Reed 1990, 3.3). */
#include "hmutil.h"
#include "outfile.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage_text[] =
	"Usage: hmrecord [OPTION]... {-t TIME | -n FRAMES | -i TIME}\n"
	"\n"
	"Resets a HYPERMON board and records the frames that it captures.\n"
	"\n" HMUTIL_RUN_HELP "      --groups=FILE   write frames and ns of each group as CSV\n"
	"  -o, --output=FILE   trace file (standard output)\n"
	"  -h, --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"At the end it reports losses, frames and bytes, on standard error if the\n"
	"trace goes to standard output.\n"
	"\n"
	"Exit status: 0 success, 1 error, or data were lost, 2 error in the\n"
	"command line.";

enum { GROUPS = 400 };

static struct hm_groups groups;

struct written {
	uint64_t frames, bytes;
};

static void sink(void *arg, const uint32_t *words, size_t n, size_t frames)
{
	struct written *all = arg;

	hm_trace_write(&util_out, words, n);
	all->frames += frames;
	all->bytes += 4 * n;
	if (groups.sample)
		hm_groups_add(&groups, hm_get_variant(&hmutil_board)->compact, words, n,
			      frames);
}

static void write_groups(struct outfile *out, const char *path, unsigned int window_ns)
{
	const int fd = dup(out->fd);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	int err = f ? 0 : errno;

	if (f)
		fputs("# frames of a group, ns from its first to its last\n", f);
	for (size_t i = 0; f && i < groups.samples; i++)
		fprintf(f, "%" PRIu32 ",%" PRIu64 "\n", groups.sample[i].frames,
			(uint64_t)groups.sample[i].windows * window_ns);
	if (f && groups.skipped)
		fprintf(f, "# %" PRIu64 " later groups\n", groups.skipped);
	if (f && fflush(f))
		err = errno;
	if (f && fclose(f) && !err)
		err = errno;
	if (err)
		util_error("%s: %s", path, outpath_reason(-err));
}

/* Returns whether the header can be rewritten when the recording ends. */
static bool can_rewrite(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && lseek(fd, 0, SEEK_CUR) == 0 &&
	       !(fcntl(fd, F_GETFL) & O_APPEND);
}

/* Reads the command line; returns the file of --groups, or NULL. */
static const char *read_options(int argc, char **argv)
{
	static const struct util_word words[] = {HMUTIL_RUN_WORDS, {"groups", GROUPS}, {0}};
	const char *groups_path = NULL;
	int c;

	util_begin("hmrecord", usage_text, argc, argv);
	while ((c = util_option(words)) != -1) {
		if (c == GROUPS)
			groups_path = optarg;
		else
			hmutil_board_option(c, optarg);
	}
	if (util_argument())
		util_usage("unknown argument", argv[optind - 1]);
	hmutil_board_check();
	return groups_path;
}

int main(int argc, char **argv)
{
	static struct outfile groups_file;
	const char *const groups_path = read_options(argc, argv);
	bool ran;
	struct written all = {0};
	struct hm_header header;
	int fd, err;

	if (groups_path) {
		groups.room = HM_GROUP_SAMPLES;
		groups.sample = calloc(groups.room, sizeof(*groups.sample));
		if (!groups.sample) {
			util_error("not enough memory");
			return UTIL_BAD_DATA;
		}
	}
	if (util_to_stdout() && isatty(STDOUT_FILENO))
		util_usage("a trace cannot be written to a terminal; use -o", NULL);
	util_open();
	fd = util_out.fd;
	err = groups_path ? outfile_open(&groups_file, groups_path) : 0;
	if (err) {
		util_error("%s: %s", groups_path, outpath_reason(err));
		return util_end();
	}
	if (groups_path)
		util_join(&groups_file, groups_path);
	if (!hmutil_board_open(true))
		return util_end();
	header = hmutil_board_header();
	header.at_end = !can_rewrite(fd);
	hm_trace_begin(&util_out, fd, &header);
	ran = hmutil_board_run(sink, &all, &header.status, &header.lost);
	if (ran) {
		FILE *out = util_to_stdout() ? stderr : stdout;

		header.counted = true;
		header.frames = all.frames;
		err = hm_trace_end(&util_out, fd, &header);
		if (err && !util_out.err) /* util_end() reports util_out.err */
			util_error("the trace: %s", outpath_reason(err));
		if (groups_path)
			write_groups(&groups_file, groups_path, header.window_ns);
		hmutil_losses(NULL, header.status, header.lost);
		fprintf(out, "%" PRIu64 " frames, %" PRIu64 " bytes, %" PRIu32 "%s lost\n",
			all.frames, all.bytes, header.lost,
			header.lost == UINT32_MAX ? " or more" : "");
	}
	free(groups.sample);
	hm_close(&hmutil_board);
	return util_end();
}
