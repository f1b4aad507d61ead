/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SURFEXPORT_H
#define SURFEXPORT_H
/* The formats into which surfexport turns a trace: one file each. */
#include "ctf.h"
#include "surfrecord.h"
#include <stdio.h>

#define EXPORT_ABOUT_LINES 16
#define EXPORT_ABOUT_TEXT 160

/* What stands above the records, as printable ASCII: "board: surfboard", ... */
struct export_about {
	char line[EXPORT_ABOUT_LINES][EXPORT_ABOUT_TEXT];
	unsigned int lines;
	struct record_info info; /* of these lines only */
};

/* A packet; the packets come in rising order of @ticks. */
struct export_packet {
	uint64_t ticks; /* receive time, 100 ns; goes on where the 44 bits wrap */
	uint32_t index;
	const uint32_t *word; /* the four of the entry */
	struct trace_fields f;
	bool trigger;
	uint64_t lost; /* between the packet before and this one */
};

/* An export that is being written. The formats keep their state at its end. */
struct export
{
	FILE *out;
	FILE *metadata; /* CTF only */
	const struct export_about *about;
	uint64_t packets;     /* written before the current one */
	uint64_t first, last; /* ticks of the first and the last of them */
	uint64_t lost;	      /* in all, those before the current packet included */
	/* Private to the format: */
	union {
		struct ctf ctf;
		struct {
			uint64_t now;
			uint32_t value[16];
			bool high; /* the packet signal */
		} vcd;
		struct {
			uint64_t seen; /* senders, as a set */
		} json;
	};
};

/*
 * Write errors stay in the streams. end() receives the losses after the last
 * packet.
 */
struct export_format {
	const char *name;   /* also the end of a file's name */
	const char *stream; /* name of the file in a folder; NULL: a file of its own */
	void (*begin)(struct export *e);
	void (*packet)(struct export *e, const struct export_packet *p);
	void (*end)(struct export *e, uint64_t lost);
};

extern const struct export_format export_pcapng, export_ctf, export_vcd, export_json;

#endif
