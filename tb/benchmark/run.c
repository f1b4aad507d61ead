/* SPDX-License-Identifier: Apache-2.0 */
#include "run.h"
#include "card.h"
#include "le.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const run_kind_name[RUN_KINDS] = {
	"read", "exclusive", "upgrade", "write-back", "uncached", "invalidated", "refused"};

enum run_transaction run_kind_of(uint16_t cmd)
{
	if (cmd & CARD_NACK)
		return RUN_REFUSED;
	switch (cmd) {
	case CARD_READ_REQ:
		return RUN_READ;
	case CARD_REEX_REQ:
		return RUN_EXCLUSIVE;
	case CARD_UPGRADE_REQ:
		return RUN_UPGRADE;
	case CARD_WRITE_BACK:
		return RUN_WRITE_BACK;
	case CARD_INVAL_RES:
		return RUN_INVALIDATED;
	default:
		return RUN_UNCACHED;
	}
}

unsigned int run_class(const struct run *r, uint32_t addr)
{
	const uint32_t page = addr >> RUN_PAGE_LOG2;

	for (unsigned int i = 0; i < r->objects; i++) {
		const struct run_object *o = &r->object[i];

		if (page >= o->start >> RUN_PAGE_LOG2 &&
		    page <= (o->start + o->bytes - 1) >> RUN_PAGE_LOG2)
			return o->class;
	}
	return 0;
}

int run_object_at(const struct run *r, uint32_t addr)
{
	for (unsigned int i = 0; i < r->objects; i++)
		if (addr - r->object[i].start < r->object[i].bytes)
			return (int)i;
	return -1;
}

/* ---- records ---- */

/* Bytes of a record: 0 clock (8), 8 kind, 9 processor, 10 function, 11 write, valid, lock,
 * local in bits 0 to 3, 12 cmd (2), 14 depth (2), 16 addr (4), 20 waited (4), 24 service (8, of
 * which struct run_event has 16 bits), 32 ad (8). */
static void pack(uint8_t b[RUN_BYTES], const struct run_event *e)
{
	const uint64_t bits = e->write | e->valid << 1 | e->lock << 2 | e->local << 3;

	put_le64(b, e->clock);
	put_le64(b + 8, (uint64_t)e->kind | (uint64_t)e->processor << 8 |
				(uint64_t)e->function << 16 | bits << 24 |
				(uint64_t)e->cmd << 32 | (uint64_t)e->depth << 48);
	put_le32(b + 16, e->addr);
	put_le32(b + 20, e->waited);
	put_le64(b + 24, e->service);
	put_le64(b + 32, e->ad);
}

static void unpack(struct run_event *e, const uint8_t b[RUN_BYTES])
{
	const uint64_t w = get_le64(b + 8);

	*e = (struct run_event){.clock = get_le64(b),
				.kind = (enum run_kind)(w & 0xFF),
				.processor = (uint8_t)(w >> 8),
				.function = (uint8_t)(w >> 16),
				.write = w >> 24 & 1,
				.valid = w >> 25 & 1,
				.lock = w >> 26 & 1,
				.local = w >> 27 & 1,
				.cmd = (uint16_t)(w >> 32),
				.depth = (uint16_t)(w >> 48),
				.addr = get_le32(b + 16),
				.waited = get_le32(b + 20),
				.service = (uint16_t)get_le64(b + 24),
				.ad = get_le64(b + 32)};
}

/* ---- writing ---- */

bool run_create(struct run *r, const char *path)
{
	r->file = gzopen(path, "wb1");
	if (!r->file)
		return false;
	r->digest = 0;
	r->events = 0;
	gzprintf(r->file, "program %s\nprocessors %u\nstations %u\nseed %llu\nword %u %u\n",
		 r->program, r->processors, r->stations, (unsigned long long)r->seed, r->remote,
		 r->local);
	for (unsigned int i = 0; i < RUN_FUNCTIONS; i++)
		if (*r->function[i])
			gzprintf(r->file, "function %u %s\n", i, r->function[i]);
	for (unsigned int i = 0; i < r->objects; i++)
		gzprintf(r->file, "object %s %u %u %u\n", r->object[i].name, r->object[i].start,
			 r->object[i].bytes, r->object[i].class);
	return gzprintf(r->file, "events\n") > 0;
}

bool run_add(struct run *r, const struct run_event *e)
{
	uint8_t b[RUN_BYTES];

	pack(b, e);
	r->digest = (uint32_t)crc32(r->digest, b, RUN_BYTES);
	r->events++;
	return gzwrite(r->file, b, RUN_BYTES) == (int)RUN_BYTES;
}

bool run_finish(struct run *r, uint64_t clock)
{
	const bool ok = run_add(r, &(struct run_event){.kind = RUN_END, .clock = clock});
	const int status = gzclose(r->file);

	r->file = NULL;
	return ok && status == Z_OK;
}

/* ---- reading ---- */

static bool read_line(struct run *r, const char *line)
{
	struct run_object *o = &r->object[r->objects % RUN_OBJECTS];
	unsigned long long seed;
	char name[48];
	unsigned int n;

	if (sscanf(line, "program %31s", r->program) == 1 ||
	    sscanf(line, "processors %u", &r->processors) == 1 ||
	    sscanf(line, "stations %u", &r->stations) == 1 ||
	    sscanf(line, "word %u %u", &r->remote, &r->local) == 2)
		return true;
	if (sscanf(line, "seed %llu", &seed) == 1) {
		r->seed = seed;
		return true;
	}
	if (sscanf(line, "function %u %47s", &n, name) == 2 && n < RUN_FUNCTIONS) {
		memcpy(r->function[n], name, sizeof(name));
		return true;
	}
	if (r->objects == RUN_OBJECTS ||
	    sscanf(line, "object %31s %u %u %u", o->name, &o->start, &o->bytes, &o->class) != 4)
		return false;
	r->objects++;
	return o->class < RUN_CLASSES;
}

bool run_open(struct run *r, const char *path, char why[256])
{
	unsigned int n = 0;
	char line[256];

	memset(r, 0, sizeof(*r));
	r->file = gzopen(path, "rb");
	if (!r->file) {
		snprintf(why, 256, "%s: %s", path, strerror(errno));
		return false;
	}
	gzbuffer(r->file, 1 << 17);
	while (n++, gzgets(r->file, line, sizeof(line))) {
		if (!strcmp(line, "events\n") && r->processors &&
		    r->processors <= RUN_PROCESSORS)
			return true;
		if (!read_line(r, line))
			break;
	}
	snprintf(why, 256, "%s:%u: not a line of a recorded run", path, n);
	run_close(r);
	return false;
}

int run_next(struct run *r, struct run_event *e)
{
	uint8_t b[RUN_BYTES];

	if (gzread(r->file, b, RUN_BYTES) != (int)RUN_BYTES)
		return -1;
	r->digest = (uint32_t)crc32(r->digest, b, RUN_BYTES);
	r->events++;
	unpack(e, b);
	if (e->kind > RUN_END || e->processor >= r->processors || e->function >= RUN_FUNCTIONS)
		return -1;
	return e->kind != RUN_END;
}

void run_close(struct run *r)
{
	if (r->file)
		gzclose(r->file);
	r->file = NULL;
}
