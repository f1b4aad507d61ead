/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Command lines of surf, with a board without packets. The bytes up to the first 0 are a
 * script; the bytes after it are the contents of every file that the script reads. The script
 * can write to memory only. A script ends with quit, with an error that was reported, or at its
 * last line; every word that completion offers begins with the word that was typed.
 */
#include "board.h"
#include "input.h"
#include "outfile.h"
#include "shell.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>

static const uint8_t *contents;
static size_t contents_size;
static bool inside; /* a script is running; the flag is needed because libFuzzer itself opens
		     * files too */

FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__real_fopen(const char *path, const char *mode);
int __wrap_input_open(struct input *in, const char *path);
int __real_input_open(struct input *in, const char *path);
int __wrap_outfile_open(struct outfile *f, const char *path);
int __wrap_outfile_commit(struct outfile *f);
void __wrap_outfile_abort(struct outfile *f);

FILE *__wrap_fopen(const char *path, const char *mode)
{
	if (!inside)
		return __real_fopen(path, mode);
	FUZZ_CHECK(mode[0] == 'r');
	if (!contents_size)
		return __real_fopen("/dev/null", mode);
	return fmemopen((void *)contents, contents_size, "r");
}

int __wrap_input_open(struct input *in, const char *path)
{
	char name[32];
	int fd = fuzz_file(contents, contents_size, name);
	int err = __real_input_open(in, name);

	(void)path;
	close(fd);
	return err;
}

int __wrap_outfile_open(struct outfile *f, const char *path)
{
	(void)path;
	f->fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	return f->fd < 0 ? -errno : 0;
}

int __wrap_outfile_commit(struct outfile *f)
{
	close(f->fd);
	return 0;
}

void __wrap_outfile_abort(struct outfile *f)
{
	close(f->fd);
}

/* Stands for the user's Control-C, which ends a wait for an interrupt that does not come. */
static volatile sig_atomic_t stop;
static unsigned int waits;
static const struct device_ops *board;

static int wait_irq(struct device *dev, uint64_t timeout_us)
{
	if (++waits == 20)
		stop = 1;
	return board->wait_irq(dev, timeout_us);
}

static void complete(const struct shell *sh, const char *text)
{
	const char *word = strrchr(text, ' ');
	char before[512] = "", offer[256];
	enum shell_offer o;

	word = word ? word + 1 : text;
	if ((size_t)(word - text) >= sizeof(before))
		return;
	memcpy(before, text, (size_t)(word - text));
	for (unsigned int n = 0; n < 2000; n++) {
		memset(offer, 0xEE, sizeof(offer));
		o = shell_complete(sh, before, word, n, offer, sizeof(offer));
		if (o != SHELL_WORD)
			return;
		FUZZ_CHECK(memchr(offer, 0, sizeof(offer)));
		FUZZ_CHECK(!strncasecmp(offer, word, strlen(word)));
	}
	FUZZ_CHECK(!"completion ends");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
	const size_t n = zero ? (size_t)(zero - data) : size;
	struct fake *f = fuzz_board(0, 4u << 20, 4u << 20);
	struct surf surf = {0};
	struct shell sh = {.surf = &surf, .stop = &stop};
	struct device_ops ops = *f->dev.ops;
	char *out = NULL, *err = NULL, *script = malloc(n + 1);
	size_t out_size, err_size;
	enum shell_result result = SHELL_OK;
	FILE *in;

	board = f->dev.ops;
	ops.wait_irq = wait_irq;
	f->dev.ops = &ops;
	stop = 0;
	waits = 0;
	contents = zero ? zero + 1 : data;
	contents_size = zero ? size - n - 1 : 0;
	sh.out = open_memstream(&out, &out_size);
	sh.err = open_memstream(&err, &err_size);
	FUZZ_CHECK(script && sh.out && sh.err && surf_open_device(&surf, &f->dev) == 0);
	memcpy(script, data, n);
	script[n] = 0;
	complete(&sh, script);
	inside = true;
	in = n ? fmemopen(script, n, "r") : NULL;
	if (in) {
		result = shell_script(&sh, in, "script");
		fclose(in);
	}
	inside = false;
	fclose(sh.out);
	fclose(sh.err);
	FUZZ_CHECK(result == SHELL_OK || result == SHELL_QUIT || result == SHELL_ERROR);
	FUZZ_CHECK((result == SHELL_ERROR) == (err_size > 0));
	FUZZ_CHECK(sh.depth == 0);
	surf_Close(&surf);
	free(out);
	free(err);
	free(script);
	return 0;
}
