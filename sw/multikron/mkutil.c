/* SPDX-License-Identifier: Apache-2.0 */
#include "mkutil.h"
#include "le.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define COMMANDS 32

struct mk mkutil_board;

static struct {
	const char *board;
	const char *command[COMMANDS];
	size_t commands;
} given;

void mkutil_begin(const char *name, const char *usage, int argc, char **argv)
{
	/* a web page runs several tools in one process */
	memset(&given, 0, sizeof(given));
	util_shows_usage = true;
	util_begin(name, usage, argc, argv);
}

bool mkutil_option(int c, const char *arg)
{
	if (c == 'b') {
		given.board = arg;
		return true;
	}
	if (c != MKUTIL_COMMAND)
		return false;
	if (given.commands == COMMANDS)
		util_usage("too many commands", arg);
	given.command[given.commands++] = arg;
	return true;
}

bool mkutil_open(void)
{
	const char *board = given.board ? given.board : getenv("MK_BOARD");
	const char *more = util_argument();
	char reply[MK_REPLY_BYTES];
	int err;

	if (more)
		util_usage("unknown argument", more);
	util_open();
	err = mk_open(&mkutil_board, given.board);
	if (err) {
		util_error("%s: %s", board && *board ? board : "the board",
			   util_board_reason(err, board ? board : "sim:",
					     "vc=0|1, seed=N and wave=FILE"));
		return false;
	}
	for (size_t i = 0; i < given.commands; i++) {
		err = mk_command(&mkutil_board, given.command[i], reply, sizeof(reply));
		if (err) {
			util_error("%s: %s", given.command[i],
				   *reply ? reply : util_access_reason(err));
			mkutil_close();
			return false;
		}
		if (*reply)
			util_print("%s", reply);
	}
	return true;
}

void mkutil_close(void)
{
	mk_close(&mkutil_board);
}

bool mkutil_ok(int err, const char *what)
{
	if (err)
		util_error("%s: %s", what, util_access_reason(err));
	return !err;
}

uint64_t mkutil_time(const char *text)
{
	uint64_t ns = 0;

	if (util_time(text, &ns))
		util_usage("not a time, such as 10ms", text);
	return ns;
}

void mkutil_print_bytes(const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i += 20) {
		char text[64];
		int at = 0;

		for (size_t k = i; k < n && k < i + 20; k++)
			at += sprintf(text + at, " %02X", bytes[k]);
		util_print("  %s", text + 1);
	}
}

bool mkutil_read_bytes(uint32_t first, uint8_t *bytes, size_t words)
{
	uint32_t w[256];

	while (words) {
		const size_t n = words < 256 ? words : 256;

		if (!mkutil_ok(mk_read_memory(&mkutil_board, first, w, n), "local memory"))
			return false;
		for (size_t i = 0; i < n; i++)
			put_le32(bytes + 4 * i, w[i]);
		bytes += 4 * n;
		first += (uint32_t)n;
		words -= n;
	}
	return true;
}
