/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SURFEXPORT_H
#define SURFEXPORT_H
/* The output formats of surfexport: one source file each. */
#include "ctf.h"
#include "surfrecord.h"
#include <stdio.h>

#define EXPORT_ABOUT_LINES 16
#define EXPORT_ABOUT_TEXT 160

/* The lines above the records, as printable ASCII: "board: surfboard", ... */
struct export_about {
	char line[EXPORT_ABOUT_LINES][EXPORT_ABOUT_TEXT];
	unsigned int lines;
	struct record_info info; /* of these lines only */
};

/* A packet; the packets are in ascending order of @ticks. */
struct export_packet {
	uint64_t ticks; /* receive time, of the clock; continues beyond the 44 bits */
	uint32_t index;
	const uint32_t *word; /* the four of the entry */
	struct trace_fields f;
	bool trigger;
	uint64_t lost; /* packets lost between the previous packet and this one */
};

/* An export in progress. The members at its end are private to the format. */
struct export
{
	FILE *out;
	FILE *metadata; /* CTF only */
	const struct export_about *about;
	uint64_t packets;     /* written before the current one */
	uint64_t first, last; /* ticks of the first and the last of them */
	uint64_t lost;	      /* total, including losses before the current packet */
	bool near;	      /* some packets are in the same or the next tick */
	uint64_t shared;      /* set by a format: packets that it cannot show apart */
	/* Private to the format: */
	union {
		struct ctf ctf;
		struct {
			uint64_t unit;	     /* units of its time scale in a second */
			uint64_t now, ticks; /* of the last packet */
			uint32_t value[16];
			bool high; /* the packet signal */
		} vcd;
		uint64_t resolution; /* pcapng: units of its time stamps in a second */

		struct {
			uint64_t seen; /* senders, as a set */
		} json;
	};
};

/* Ticks as a time in units of which a second has @per_second, rounded. */
uint64_t export_time(const struct export *e, uint64_t ticks, uint64_t per_second);

/* The latency of a packet in ns, rounded; at most 2^63. */
uint64_t export_latency_ns(const struct export *e, const struct trace_fields *f);

/*
 * Errors of writing are found with ferror(). end() receives the losses after the last packet.
 */
struct export_format {
	const char *name;   /* also the extension of a file name */
	const char *stream; /* name of the file in an output folder; NULL: a single file */
	void (*begin)(struct export *e);
	void (*packet)(struct export *e, const struct export_packet *p);
	void (*end)(struct export *e, uint64_t lost);
};

extern const struct export_format export_pcapng, export_ctf, export_vcd, export_json;

#endif
