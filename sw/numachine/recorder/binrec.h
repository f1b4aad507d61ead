/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later */
#ifndef BINREC_H
#define BINREC_H
/*
 * What the valgrind tool (binrec.c) sends through a pipe to the program that started it
 * (binrec_run.c), which packs it and writes the recording: messages, each a header and
 * contents.
 */
struct binrec_message {
	unsigned int kind;   /* enum memtrace_block or binrec_kind */
	unsigned int thread; /* of events */
	unsigned int size;   /* bytes of contents, at most MEMTRACE_CONTENTS */
	unsigned int events;
};

/* accesses of a phase */
#define BINREC_PHASE 100000u

enum binrec_kind {
	BINREC_PROGRAM = 100, /* contents: the path of the program */
	BINREC_MAPS,	      /* a part of /proc/PID/maps; follows */
};

#endif
