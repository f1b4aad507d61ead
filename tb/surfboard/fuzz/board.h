/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BOARD_H
#define BOARD_H
/* Provides a board without packets that is in its initial state for each input, which costs
 * less than opening a new one. */
#include "fuzz.h"
#include "tests/fake.h"
#include <string.h>

#define BOARDS 2

/* Returns board number @which with memories of these sizes, which must be the same in each
 * call. */
static inline struct fake *fuzz_board(unsigned int which, uint32_t trace_bytes,
				      uint32_t hist_bytes)
{
	static struct fake *board[BOARDS];
	static struct fake new[BOARDS];

	if (!board[which]) {
		board[which] = fake_open(trace_bytes, hist_bytes);
		FUZZ_CHECK(board[which]);
		new[which] = *board[which];
		return board[which];
	}
	*board[which] = new[which];
	memset(board[which]->memory[0], 0, trace_bytes);
	memset(board[which]->memory[1], 0, hist_bytes);
	return board[which];
}

#endif
