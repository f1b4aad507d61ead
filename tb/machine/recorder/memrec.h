/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later */
#ifndef MEMREC_H
#define MEMREC_H
/*
 * The file that memrec.c writes for each program that runs: a header, the strings after it, and
 * records of the accesses in their order. Numbers are little endian.
 *
 * A record begins with a byte: bits 1..0 kind, bits 4..2 size, bits 7..5 instructions that
 * began since the previous record. If there are MEMREC_MORE or more, the rest follows as a
 * number. If the size is MEMREC_OTHER, the size follows as a number. Then follows the address,
 * as the signed difference to the previous address of the same kind and size, zigzag coded. A
 * number has 7 bits in each byte, the low ones first; bit 7 says that another byte follows. A
 * record of MEMREC_NONE has no size and no address: it only counts instructions.
 */
#include <stdint.h>

#define MEMREC_MAGIC "\x89MEMREC1" /* 8 bytes */

enum { MEMREC_LOAD, MEMREC_STORE, MEMREC_MODIFY, MEMREC_NONE };
enum { MEMREC_OTHER = 6, MEMREC_MORE = 7 }; /* sizes below are powers of two: 1, 2, ... 32 */

enum {
	MEMREC_CUT = 1,	    /* the recording was stopped at its limit */
	MEMREC_STARTED = 2, /* the function at which the recording begins was called */
	MEMREC_MAIN = 4,    /* that function was main() */
	MEMREC_FAILED = 8,  /* the file is incomplete, because a write failed */
};

struct memrec_header {
	char magic[8];
	uint32_t bytes; /* size of the header and the strings */
	uint32_t flags;
	uint64_t begin; /* offset of the records in the file */
	uint64_t pid;
	uint64_t entry; /* address of the first instruction of the executable */
	/* instructions and accesses, of which each is a line of lackey; stores and modifies */
	uint64_t lines, stores;
};
/* strings: the path of the executable, then the arguments, each with its NUL */

#endif
