/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SURFEXPORT_H
#define SURFEXPORT_H
/* The output formats of surfexport: one source file each. */
#include "ctf.h"
#include "surfrecord.h"
#include <stdio.h>

/* a file that surf writes has at most 9 lines and one for each of 15 taps; the longest ones
 * name a file */
#define EXPORT_ABOUT_LINES 32
#define EXPORT_ABOUT_TEXT 400

/* The lines above the records, as printable ASCII: "board: surfboard", ... */
struct export_about {
	char line[EXPORT_ABOUT_LINES][EXPORT_ABOUT_TEXT];
	unsigned int lines;
	struct record_info info; /* contents of these lines only */
};

/* A packet; the packets are in ascending order of @ticks. */
struct export_packet {
	uint64_t ticks; /* receive time in ticks of the clock, continued beyond the 44 bits */
	uint32_t index;
	const uint32_t *word; /* the four words of the entry */
	struct trace_fields f;
	bool trigger;
	uint64_t lost; /* number of packets lost between the previous packet and this one */
};

/* An export in progress. The members at its end are private to the format. */
struct export
{
	FILE *out;
	FILE *metadata; /* CTF only */
	const struct export_about *about;
	uint64_t packets;     /* number of packets written before the current one */
	uint64_t first, last; /* receive times of the first and the last of them, ticks */
	uint64_t lost;	      /* total number of lost packets, including those before the
			       * current packet */
	bool lost_more;	      /* as many or more were lost before the current packet */
	bool near;	      /* some packets are in the same or the next tick */
	uint64_t shared;      /* set by a format: number of packets that it cannot show
			       * separately */
	uint64_t per_second;  /* set by begin(): units of the format's times in a second */
	/* Private to the format: */
	union {
		struct ctf ctf;
		struct {
			uint64_t now, ticks; /* times of the last packet */
			uint64_t value[16];
			bool high; /* the packet signal is 1 */
		} vcd;
		struct {
			uint64_t seen; /* set of the senders */
		} json;
	};
};

/* Returns ticks as a rounded time in units of the format. */
uint64_t export_time(const struct export *e, uint64_t ticks);

/* Returns the latency of a packet in ns, rounded; at most 2^63. */
uint64_t export_latency_ns(const struct export *e, const struct trace_fields *f);

/*
 * Errors of writing are found with ferror(). end() receives the losses after the last packet.
 */
struct export_format {
	const char *name;   /* name of the format, and extension of its file names */
	const char *stream; /* name of the file in an output folder; NULL: a single file */
	void (*begin)(struct export *e);
	void (*packet)(struct export *e, const struct export_packet *p);
	void (*end)(struct export *e, uint64_t lost);
};

extern const struct export_format export_pcapng, export_ctf, export_vcd, export_json;

#endif
