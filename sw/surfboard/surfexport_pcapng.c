/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pcapng: one captured packet for each entry. Link type USER0 (147); the captured
 * bytes are the entry, in big-endian order:
 *
 *	0	index in the trace memory
 *	4, 8, 12, 16	the four words of the entry (TR-596-99 A.7)
 *
 *	20	unit of the latency in ns, 64 bits; 0 if it is not a whole number; then
 *	28	latency in ns, rounded; 64 bits
 *
 * The payload, which the board does not record, counts in the original length. Time
 * stamps are in the largest power of ten of a second that divides a tick; if none does, in
 * ns, or in ps from 10 MHz on. The trigger is a packet comment. The drop count of a packet is
 * the number of packets lost just before it; the interface statistics at the end have the
 * total number of lost packets.
 */
#include "surfexport.h"
#include "version.h"
#include <string.h>

#define ENTRY_BYTES 28	/* index, four words, latency unit in ns */
#define LATENCY_BYTES 8 /* additional bytes if the unit is not an integer */
#define LINKTYPE_USER0 147
#define BYTE_ORDER_MAGIC 0x1A2B3C4D
#define PICOSECOND 12 /* exponent of the finest time stamps */

enum block_type {
	SECTION_HEADER = 0x0A0D0D0A,
	INTERFACE_DESCRIPTION = 1,
	INTERFACE_STATISTICS = 5,
	ENHANCED_PACKET = 6,
};

enum {
	OPT_END = 0,
	OPT_COMMENT = 1,
	SHB_HARDWARE = 2,
	SHB_USERAPPL = 4,
	IF_NAME = 2,
	IF_DESCRIPTION = 3,
	IF_TSRESOL = 9,
	EPB_DROPCOUNT = 4,
	ISB_STARTTIME = 2,
	ISB_ENDTIME = 3,
	ISB_IFRECV = 4,
	ISB_IFDROP = 5,
};

/* A block that is being made: type, length, contents. */
struct block {
	size_t size;
	uint8_t byte[EXPORT_ABOUT_LINES * (EXPORT_ABOUT_TEXT + 8) + 512];
};

static void put_number(struct block *b, uint64_t value, unsigned int bytes)
{
	b->size += ctf_le(b->byte + b->size, value, bytes);
}

static void option(struct block *b, unsigned int code, const void *value, size_t length)
{
	put_number(b, code, 2);
	put_number(b, length, 2);
	memcpy(b->byte + b->size, value, length);
	b->size += length;
	while (b->size % 4)
		b->byte[b->size++] = 0;
}

static void option_text(struct block *b, unsigned int code, const char *text)
{
	option(b, code, text, strlen(text));
}

static void option_number(struct block *b, unsigned int code, uint64_t value)
{
	uint8_t le[8];

	ctf_le(le, value, 8);
	option(b, code, le, 8);
}

/* Swaps the halves of a time, because options and packets have the high half first. */
static uint64_t swap_halves(uint64_t time)
{
	return time >> 32 | time << 32;
}

static void block_begin(struct block *b, enum block_type type)
{
	b->size = 0;
	put_number(b, type, 4);
	put_number(b, 0, 4); /* length */
}

static void block_end(struct export *e, struct block *b)
{
	ctf_le(b->byte + 4, b->size + 4, 4);
	put_number(b, b->size + 4, 4);
	fwrite(b->byte, 1, b->size, e->out);
}

/* Returns the exponent of the resolution of time stamps, and sets e->per_second. */
static uint8_t choose_resolution(struct export *e)
{
	const uint64_t hz = record_clock_hz(&e->about->info);
	uint8_t exponent = 0;

	e->per_second = 1;
	while (exponent < PICOSECOND && e->per_second % hz) {
		e->per_second *= 10;
		exponent++;
	}
	if (e->per_second % hz && hz < 10000000) {
		exponent = 9;
		e->per_second = 1000000000;
	}
	return exponent;
}

static uint64_t whole_unit(const struct export *e)
{
	const double ns = record_latency_ns(&e->about->info);

	return ns < 0x1p63 && ns == (double)(uint64_t)ns ? (uint64_t)ns : 0;
}

static void begin(struct export *e)
{
	const uint8_t tsresol = choose_resolution(e);
	struct block b;

	block_begin(&b, SECTION_HEADER);
	put_number(&b, BYTE_ORDER_MAGIC, 4);
	put_number(&b, 1, 2); /* version 1.0 */
	put_number(&b, 0, 2);
	put_number(&b, UINT64_MAX, 8); /* length of the section is not given */
	for (unsigned int i = 0; i < e->about->lines; i++)
		option_text(&b, OPT_COMMENT, e->about->line[i]);
	option_text(&b, SHB_HARDWARE, "SurfBoard");
	option_text(&b, SHB_USERAPPL, "surfexport " TOOLS_VERSION);
	put_number(&b, OPT_END, 4);
	block_end(e, &b);

	block_begin(&b, INTERFACE_DESCRIPTION);
	put_number(&b, LINKTYPE_USER0, 2);
	put_number(&b, 0, 2);
	put_number(&b, ENTRY_BYTES + (whole_unit(e) ? 0 : LATENCY_BYTES), 4);
	option_text(&b, IF_NAME, "surfboard");
	option_text(
		&b, IF_DESCRIPTION,
		"trace entries: index, four words, latency unit in ns (64 bits), big endian");
	option(&b, IF_TSRESOL, &tsresol, 1);
	put_number(&b, OPT_END, 4);
	block_end(e, &b);
}

static void packet(struct export *e, const struct export_packet *p)
{
	const unsigned int words = trace_words(p->word);
	const unsigned int bytes = ENTRY_BYTES + (whole_unit(e) ? 0 : LATENCY_BYTES);
	struct block b;

	block_begin(&b, ENHANCED_PACKET);
	put_number(&b, 0, 4); /* interface */
	put_number(&b, swap_halves(export_time(e, p->ticks)), 8);
	put_number(&b, bytes, 4);
	put_number(&b, bytes + 4 * words, 4);
	put_number(&b, __builtin_bswap32(p->index), 4);
	for (unsigned int i = 0; i < 4; i++)
		put_number(&b, __builtin_bswap32(p->word[i]), 4);
	put_number(&b, __builtin_bswap64(whole_unit(e)), 8);
	if (!whole_unit(e))
		put_number(&b, __builtin_bswap64(export_latency_ns(e, &p->f)), 8);
	if (p->trigger)
		option_text(&b, OPT_COMMENT, "trigger");
	if (p->lost)
		option_number(&b, EPB_DROPCOUNT, p->lost);
	if (p->trigger || p->lost)
		put_number(&b, OPT_END, 4);
	block_end(e, &b);
}

static void end(struct export *e, uint64_t lost)
{
	struct block b;

	(void)lost; /* already included in e->lost */
	block_begin(&b, INTERFACE_STATISTICS);
	put_number(&b, 0, 4); /* interface */
	put_number(&b, swap_halves(export_time(e, e->last)), 8);
	option_number(&b, ISB_STARTTIME, swap_halves(export_time(e, e->first)));
	option_number(&b, ISB_ENDTIME, swap_halves(export_time(e, e->last)));
	option_number(&b, ISB_IFRECV, e->packets + e->lost);
	option_number(&b, ISB_IFDROP, e->lost);
	put_number(&b, OPT_END, 4);
	block_end(e, &b);
}

const struct export_format export_pcapng = {
	.name = "pcapng", .begin = begin, .packet = packet, .end = end};
