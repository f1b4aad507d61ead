/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Trace event JSON, which Perfetto and chrome://tracing open: a process for each sender,
 * a bar for each packet from sending to receiving, and its latency as a curve. The
 * trigger and places where packets were lost are instants of the whole trace.
 */
#include "surfexport.h"
#include <inttypes.h>

#define NS UINT64_C(1000000000) /* nanoseconds in a second */

/* Prints nanoseconds in microseconds, the unit of the format. */
#define US "%" PRIu64 ".%03u"
#define US_OF(ns) (ns) / 1000, (unsigned int)((ns) % 1000)

static void text(FILE *out, const char *p)
{
	fputc('"', out);
	for (; *p; p++)
		fprintf(out, *p == '"' || *p == '\\' ? "\\%c" : "%c", *p);
	fputc('"', out);
}

static void begin(struct export *e)
{
	e->per_second = NS;
	fputs("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"about\":[", e->out);
	for (unsigned int i = 0; i < e->about->lines; i++) {
		if (i)
			fputc(',', e->out);
		text(e->out, e->about->line[i]);
	}
	fputs("]},\"traceEvents\":[\n"
	      "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":0,"
	      "\"args\":{\"name\":\"SurfBoard\"}}",
	      e->out);
}

/* Writes an instant of the whole trace; @lost: number of packets, 0: none are lost. */
static void instant(struct export *e, uint64_t ns, uint64_t lost, bool more, const char *what)
{
	fprintf(e->out,
		",\n{\"ph\":\"i\",\"s\":\"g\",\"pid\":0,\"tid\":0,\"ts\":" US ",\"name\":\"",
		US_OF(ns));
	if (lost)
		fprintf(e->out, "%" PRIu64 " %s", lost, more ? "or more " : "");
	fprintf(e->out, "%s\"}", what);
}

/* Writes an argument of a packet if its trace @has it. */
static void number(FILE *out, const char *name, unsigned int value, bool has)
{
	if (has)
		fprintf(out, ",\"%s\":%u", name, value);
}

static void packet(struct export *e, const struct export_packet *p)
{
	const struct trace_fields *f = &p->f;
	const uint64_t received = export_time(e, p->ticks);
	const uint64_t latency = export_latency_ns(e, f);
	const uint64_t sent = latency < received ? received - latency : 0;
	const unsigned int pid = f->sender + 1u; /* 0 is the number of the board */
	const unsigned int phase_bits = e->about->info.phase_bits;

	if (!(e->json.seen >> f->sender & 1)) {
		e->json.seen |= UINT64_C(1) << f->sender;
		fprintf(e->out,
			",\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%u,"
			"\"args\":{\"name\":\"sender %u\"}}",
			pid, f->sender);
	}
	if (p->lost)
		instant(e, received, p->lost, e->lost_more, "packets lost");
	if (p->trigger)
		instant(e, received, 0, false, "trigger");
	fprintf(e->out,
		",\n{\"ph\":\"b\",\"cat\":\"packet\",\"name\":\"packet\",\"id\":%" PRIu64
		",\"pid\":%u,\"tid\":0,\"ts\":" US ",\"args\":{\"index\":\"%06" PRIX32
		"\",\"words\":%u,\"latency\":%" PRIu32
		",\"overflow\":%s,\"underflow\":%s,\"color\":%u",
		e->packets, pid, US_OF(sent), p->index, trace_words(p->word), f->latency,
		f->overflow ? "true" : "false", f->underflow ? "true" : "false", f->color);
	number(e->out, "category", f->category, !(phase_bits & TRACE_PHASE_CATEGORY));
	number(e->out, "phase", trace_phase(p->word, phase_bits), phase_bits);
	fprintf(e->out, ",\"address\":\"%07" PRIX32 "\"", f->addr);
	number(e->out, "byte enables", f->be, !(phase_bits & TRACE_PHASE_BE));
	fprintf(e->out, ",\"interrupt\":%s}}", f->irq ? "true" : "false");
	fprintf(e->out,
		",\n{\"ph\":\"e\",\"cat\":\"packet\",\"name\":\"packet\",\"id\":%" PRIu64
		",\"pid\":%u,\"tid\":0,\"ts\":" US "}",
		e->packets, pid, US_OF(received));
	fprintf(e->out,
		",\n{\"ph\":\"C\",\"name\":\"latency, us\",\"pid\":%u,\"ts\":" US
		",\"args\":{\"us\":" US "}}",
		pid, US_OF(received), US_OF(latency));
}

static void end(struct export *e, uint64_t lost)
{
	const uint64_t last = export_time(e, e->last);

	if (lost)
		instant(e, last, lost, e->lost_more, "packets lost");
	if (e->about->info.lost)
		instant(e, last, e->about->info.lost, e->about->info.lost_more,
			"packets lost, unknown where in the trace");
	fputs("\n]}\n", e->out);
}

const struct export_format export_json = {
	.name = "json", .begin = begin, .packet = packet, .end = end};
