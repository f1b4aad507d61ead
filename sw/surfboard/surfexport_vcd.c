/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Value change dump: the packets as signals over the receive time. "packet" is 1 for one tick
 * at each packet; the fields keep their values until the next packet. If the file has packets
 * in the same tick or in successive ticks, a tick is divided into at least 100 units of the
 * time scale: "packet" falls one unit before the next packet, and packets of the same tick
 * begin two units apart. To find this out the file is read twice; a pipe can be read only once,
 * so packets from it may share a pulse. "trigger" rises with the trigger packet and stays 1,
 * "lost" counts the lost packets.
 */
#include "surfexport.h"
#include "version.h"
#include <inttypes.h>
#include <string.h>

enum {
	PACKET,
	TRIGGER,
	LOST,
	INDEX,
	SENDER,
	COLOR,
	CATEGORY,
	WORDS,
	LATENCY,
	OVERFLOW,
	UNDERFLOW,
	ADDRESS,
	BYTE_ENABLES,
	INTERRUPT,
	PHASE,
	SIGNALS
};

static const struct {
	const char *name;
	unsigned int width;
} signals[SIGNALS] = {
	[PACKET] = {"packet", 1},	[TRIGGER] = {"trigger", 1},
	[LOST] = {"lost", 64},		[INDEX] = {"index", 24},
	[SENDER] = {"sender", 6},	[COLOR] = {"color", 6},
	[CATEGORY] = {"category", 4},	[WORDS] = {"words", 11},
	[LATENCY] = {"latency", 24},	[OVERFLOW] = {"overflow", 1},
	[UNDERFLOW] = {"underflow", 1}, [ADDRESS] = {"address", 27},
	[BYTE_ENABLES] = {"be", 4},	[INTERRUPT] = {"interrupt", 1},
	[PHASE] = {"phase", 8},
};

/* Returns whether the entries of the trace have a signal: the phase can be in the place of
 * others. */
static bool has(const struct export *e, unsigned int signal)
{
	const unsigned int bits = e->about->info.phase_bits;

	return signal == CATEGORY	? !(bits & TRACE_PHASE_CATEGORY)
	       : signal == BYTE_ENABLES ? !(bits & TRACE_PHASE_BE)
	       : signal == PHASE	? bits
					: true;
}

/* Writes the value of a signal; the signals are called A, B, ... in the file. */
static void put_value(FILE *out, unsigned int signal, uint64_t value)
{
	char text[72], *p = text + sizeof(text);

	*--p = '\n';
	*--p = (char)('A' + signal);
	if (signals[signal].width > 1)
		*--p = ' ';
	do {
		*--p = (char)('0' + (value & 1));
		value >>= 1;
	} while (value);
	if (signals[signal].width > 1)
		*--p = 'b';
	fwrite(p, 1, (size_t)(text + sizeof(text) - p), out);
}

/*
 * Chooses the coarsest time scale in which a tick is a whole number of units, at least 100
 * units if some packets are in the same or successive ticks. If no scale down to 1 ps is
 * suitable, it chooses one in which a tick has at least 1000 units.
 */
static const char *choose_scale(struct export *e)
{
	static const char *const name[] = {"1 s",    "100 ms", "10 ms",	 "1 ms",  "100 us",
					   "10 us",  "1 us",   "100 ns", "10 ns", "1 ns",
					   "100 ps", "10 ps",  "1 ps",	 "100 fs"};
	const uint64_t hz = record_clock_hz(&e->about->info), least = e->near ? 100 : 1;
	unsigned int i = 0;

	e->per_second = 1;
	while (i < 12 && (e->per_second % hz || e->per_second / hz < least)) {
		e->per_second *= 10;
		i++;
	}
	if (!(e->per_second % hz) && e->per_second / hz >= least)
		return name[i];
	for (i = 0, e->per_second = 1; i < 13 && e->per_second / hz < 1000; i++)
		e->per_second *= 10;
	return name[i];
}

static void begin(struct export *e)
{
	fputs("$version surfexport " TOOLS_VERSION " $end\n$comment\n", e->out);
	for (unsigned int i = 0; i < e->about->lines; i++) {
		/* $ could end the comment */
		for (const char *p = e->about->line[i]; *p; p++)
			fputc(*p == '$' ? '?' : *p, e->out);
		fputc('\n', e->out);
	}
	fprintf(e->out, "$end\n$timescale %s $end\n$scope module surfboard $end\n",
		choose_scale(e));
	for (unsigned int i = 0; i < SIGNALS; i++) {
		if (!has(e, i))
			continue;
		fprintf(e->out, "$var wire %u %c %s", signals[i].width, 'A' + i,
			signals[i].name);
		if (signals[i].width > 1)
			fprintf(e->out, " [%u:0]", signals[i].width - 1);
		fputs(" $end\n", e->out);
	}
	fputs("$upscope $end\n$enddefinitions $end\n$dumpvars\n", e->out);
	e->vcd.value[LOST] = e->lost;
	for (unsigned int i = 0; i < SIGNALS; i++) {
		if (!has(e, i))
			continue;
		if (i > LOST && signals[i].width > 1)
			fprintf(e->out, "bx %c\n", 'A' + i);
		else if (i > LOST)
			fprintf(e->out, "x%c\n", 'A' + i);
		else
			put_value(e->out, i, e->vcd.value[i]);
	}
	fputs("$end\n", e->out);
}

/* Lets the packet signal fall one tick after it rose, or before the next packet. */
static void fall(struct export *e, uint64_t next)
{
	uint64_t at = export_time(e, e->vcd.ticks + 1);

	if (!e->vcd.high)
		return;
	if (at >= next)
		at = next - 1;
	if (at <= e->vcd.now)
		return;
	fprintf(e->out, "#%" PRIu64 "\n0%c\n", at, 'A' + PACKET);
	e->vcd.high = false;
}

/* Returns the time at which a packet begins: at its tick, or just after another packet of the
 * same tick if there is time before the next tick. */
static uint64_t begins(const struct export *e, const struct export_packet *p)
{
	if (!e->packets || p->ticks != e->vcd.ticks)
		return export_time(e, p->ticks);
	return e->vcd.now + 2 < export_time(e, p->ticks + 1) - 1 ? e->vcd.now + 2 : e->vcd.now;
}

static void packet(struct export *e, const struct export_packet *p)
{
	const struct trace_fields *f = &p->f;
	const bool first = e->packets == 0;
	const uint64_t at = begins(e, p);
	const uint64_t value[SIGNALS] = {
		[PACKET] = 1,
		[TRIGGER] = e->vcd.value[TRIGGER] | p->trigger,
		[LOST] = e->lost,
		[INDEX] = p->index,
		[SENDER] = f->sender,
		[COLOR] = f->color,
		[CATEGORY] = f->category,
		[WORDS] = trace_words(p->word),
		[LATENCY] = f->latency,
		[OVERFLOW] = f->overflow,
		[UNDERFLOW] = f->underflow,
		[ADDRESS] = f->addr,
		[BYTE_ENABLES] = f->be,
		[INTERRUPT] = f->irq,
		[PHASE] = trace_phase(p->word, e->about->info.phase_bits),
	};

	fall(e, at);
	if (first || at != e->vcd.now)
		fprintf(e->out, "#%" PRIu64 "\n", at);
	e->shared += e->vcd.high;
	for (unsigned int i = 0; i < SIGNALS; i++)
		if (has(e, i) &&
		    (i == PACKET ? !e->vcd.high
				 : value[i] != e->vcd.value[i] || (first && i > LOST)))
			put_value(e->out, i, value[i]);
	memcpy(e->vcd.value, value, sizeof(value));
	e->vcd.high = true;
	e->vcd.now = at;
	e->vcd.ticks = p->ticks;
}

static void end(struct export *e, uint64_t lost)
{
	fall(e, UINT64_MAX);
	if (lost && e->packets)
		put_value(e->out, LOST, e->lost);
}

const struct export_format export_vcd = {
	.name = "vcd", .begin = begin, .packet = packet, .end = end};
