/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Common Trace Format 1.8: a folder with the description, metadata, and the events in
 * blocks (the "packets" of CTF). Where the board lost packets, an empty block has the interval
 * and their number; losses at an unknown place count in the last block. Numbers are little
 * endian, and every field is a whole number of bytes.
 */
#include "surfexport.h"
#include "version.h"
#include <inttypes.h>
#include <math.h>

enum { EVENT_PACKET, EVENT_TRIGGER };

/* The event of a packet, with category and byte enables or the phase between the parts. */
static const char packet_begin[] = "event {\n"
				   "\tname = \"packet\";\n"
				   "\tid = 0;\n"
				   "\tstream_id = 0;\n"
				   "\tfields := struct {\n"
				   "\t\thex32_t index;\n"
				   "\t\tuint32_t latency;\n"
				   "\t\tuint8_t overflow;\n"
				   "\t\tuint8_t underflow;\n"
				   "\t\tuint8_t sender;\n"
				   "\t\tuint8_t color;\n";
static const char packet_middle[] = "\t\tuint16_t words;\n"
				    "\t\thex32_t address;\n";
static const char packet_end[] = "\t\tuint8_t interrupt;\n"
				 "\t\tuint64_t latency_ns;\n"
				 "\t};\n"
				 "};\n"
				 "\n"
				 "/* The packet that follows was the trigger. */\n"
				 "event {\n"
				 "\tname = \"trigger\";\n"
				 "\tid = 1;\n"
				 "\tstream_id = 0;\n"
				 "\tfields := struct { hex32_t index; };\n"
				 "};\n";

static void begin(struct export *e)
{
	const struct record_info *info = &e->about->info;
	const double ns = record_latency_ns(info);
	const struct ctf_clock rxtime = {"rxtime", "receive time at the SurfBoard",
					 record_clock_hz(info)};

	fputs("/* CTF 1.8 */\n\nenv {\n\ttracer_name = \"surfexport\";\n"
	      "\ttracer_version = \"" TOOLS_VERSION "\";\n",
	      e->metadata);
	fprintf(e->metadata,
		ns == trunc(ns) ? "\tlatency_unit_ns = %.15g;\n"
				: "\tlatency_unit_ns = \"%.15g\";\n",
		ns);
	if (info->triggered)
		fprintf(e->metadata, "\ttrigger_index = %" PRIu32 ";\n", info->trigger);
	for (unsigned int i = 0; i < e->about->lines; i++) {
		fprintf(e->metadata, "\tabout%u = ", i);
		ctf_text(e->metadata, e->about->line[i]);
		fputs(";\n", e->metadata);
	}
	fputs("};\n\n", e->metadata);
	ctf_describe(e->metadata, &rxtime);
	ctf_stream(e->metadata, 0, "");
	fputs(packet_begin, e->metadata);
	if (!(info->phase_bits & TRACE_PHASE_CATEGORY))
		fputs("\t\tuint8_t category;\n", e->metadata);
	if (info->phase_bits)
		fputs("\t\tuint8_t phase;\n", e->metadata);
	fputs(packet_middle, e->metadata);
	if (!(info->phase_bits & TRACE_PHASE_BE))
		fputs("\t\tbits8_t byte_enables;\n", e->metadata);
	fputs(packet_end, e->metadata);
	e->ctf.out = e->out;
	e->per_second = record_clock_hz(info);
}

static void packet(struct export *e, const struct export_packet *p)
{
	const struct trace_fields *f = &p->f;
	const unsigned int phase_bits = e->about->info.phase_bits;
	/* the place of the losses that the header lines report is unknown */
	const uint64_t known = e->lost - e->about->info.lost;
	uint8_t event[64];
	unsigned int n = 0;

	if (e->packets == 0) {
		ctf_start(&e->ctf, p->ticks);
	} else if (p->lost) {
		ctf_block_end(&e->ctf, e->last, known - p->lost);
		ctf_block_begin(&e->ctf, e->last);
		ctf_block_end(&e->ctf, p->ticks, known);
		ctf_block_begin(&e->ctf, p->ticks);
	}
	if (p->trigger) {
		n += ctf_le(event + n, EVENT_TRIGGER, 1);
		n += ctf_le(event + n, p->ticks, 8);
		n += ctf_le(event + n, p->index, 4);
	}
	n += ctf_le(event + n, EVENT_PACKET, 1);
	n += ctf_le(event + n, p->ticks, 8);
	n += ctf_le(event + n, p->index, 4);
	n += ctf_le(event + n, f->latency, 4);
	n += ctf_le(event + n, f->overflow, 1);
	n += ctf_le(event + n, f->underflow, 1);
	n += ctf_le(event + n, f->sender, 1);
	n += ctf_le(event + n, f->color, 1);
	if (!(phase_bits & TRACE_PHASE_CATEGORY))
		n += ctf_le(event + n, f->category, 1);
	if (phase_bits)
		n += ctf_le(event + n, trace_phase(p->word, phase_bits), 1);
	n += ctf_le(event + n, trace_words(p->word), 2);
	n += ctf_le(event + n, f->addr, 4);
	if (!(phase_bits & TRACE_PHASE_BE))
		n += ctf_le(event + n, f->be, 1);
	n += ctf_le(event + n, f->irq, 1);
	n += ctf_le(event + n, export_latency_ns(e, f), 8);
	ctf_put(&e->ctf, event, n);
}

static void end(struct export *e, uint64_t lost)
{
	(void)lost; /* already included in e->lost */
	if (e->packets == 0)
		ctf_start(&e->ctf, 0);
	ctf_block_end(&e->ctf, e->last, e->lost);
}

const struct export_format export_ctf = {
	.name = "ctf", .stream = "packets", .begin = begin, .packet = packet, .end = end};
