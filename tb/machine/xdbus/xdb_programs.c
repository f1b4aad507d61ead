/* SPDX-License-Identifier: Apache-2.0 */
#include "xdb_programs.h"
#include "random.h"
#include <string.h>

#define MB (1u << 20)
#define PRIVATE_BASE (16u * MB)
#define PRIVATE_EACH (20u * MB)
#define SHARED_BASE (4u * MB)
#define SHARED_BLOCKS 16u
#define IO_BASE (8u * MB)
#define IO_BYTES (2u * MB)
#define LOCKS 4u

static const struct {
	const char *name;
	struct xdb_mix mix;
} mixes[] = {
	{"mixed",
	 {.think = 20,
	  .footprint = 512 * 1024,
	  .stores = 300,
	  .bus = -1,
	  .shared = 100,
	  .shared_stores = 300,
	  .swaps = 10,
	  .pio = 5,
	  .io = 100,
	  .io_bulk = 300}},
	{"stride", {.think = 4, .stride = 64, .footprint = 16 * MB, .bus = -1}},
	{"readers",
	 {.think = 20,
	  .footprint = 512 * 1024,
	  .stores = 100,
	  .bus = -1,
	  .shared = 400,
	  .shared_stores = 2}},
	{"sharers",
	 {.think = 20,
	  .footprint = 64 * 1024,
	  .stores = 100,
	  .bus = -1,
	  .shared = 400,
	  .shared_stores = 500}},
	{"locks",
	 {.think = 20, .footprint = 64 * 1024, .stores = 100, .bus = -1, .swaps = 300}},
	{"bulk",
	 {.think = 200,
	  .footprint = 512 * 1024,
	  .stores = 100,
	  .bus = -1,
	  .io = 10,
	  .io_bulk = 1000}},
	{"scattered",
	 {.think = 60,
	  .footprint = 512 * 1024,
	  .stores = 100,
	  .bus = -1,
	  .io = 30,
	  .io_scattered = true}},
	{"pio", {.think = 60, .footprint = 512 * 1024, .stores = 100, .bus = -1, .pio = 100}},
};

bool xdb_mix_find(const char *name, struct xdb_mix *mix)
{
	for (size_t i = 0; i < sizeof(mixes) / sizeof(*mixes); i++)
		if (!strcmp(name, mixes[i].name)) {
			*mix = mixes[i].mix;
			return true;
		}
	return false;
}

void xdb_program_begin(struct xdb_program *p, const struct xdb_mix *mix, uint64_t seed)
{
	memset(p, 0, sizeof(*p));
	p->mix = *mix;
	for (unsigned int i = 0; i < XDB_UNITS; i++)
		p->unit[i].random = random_splitmix(&seed) | 1;
}

static unsigned int draw(struct xdb_program_unit *u, unsigned int most)
{
	return most ? (unsigned int)((random_xorshift(&u->random) >> 20) % most) : 0;
}

/* Moves an address to one bus. */
static uint32_t on_bus(uint32_t addr, int bus)
{
	return bus < 0 ? addr : (addr & ~256u) | (uint32_t)bus << 8;
}

static void private(const struct xdb_mix *m, struct xdb_program_unit *u, unsigned int unit,
		    struct xdb_reference *r)
{
	uint32_t at;

	if (m->stride) {
		at = (uint32_t)(u->place % m->footprint);
		u->place += m->stride;
	} else {
		at = draw(u, m->footprint) & ~3u;
	}
	r->action = draw(u, XDB_MIX) < m->stores ? XDB_STORE : XDB_LOAD;
	r->addr = on_bus(PRIVATE_BASE + unit * PRIVATE_EACH + at, m->bus);
}

static void processor(const struct xdb_mix *m, struct xdb_program_unit *u, unsigned int unit,
		      struct xdb_reference *r)
{
	const unsigned int part = draw(u, XDB_MIX);

	if (part < m->shared) {
		const unsigned int block = draw(u, SHARED_BLOCKS);

		r->action = draw(u, XDB_MIX) < m->shared_stores ? XDB_STORE : XDB_LOAD;
		r->update = m->update && block % m->update == 0;
		r->addr = on_bus(SHARED_BASE + 64 * block + 4 * unit % 64, m->bus);
	} else if (part < m->shared + m->swaps) {
		r->action = XDB_EXCHANGE;
		r->addr = on_bus(SHARED_BASE + MB + 320 * draw(u, LOCKS), m->bus);
	} else if (part < m->shared + m->swaps + m->pio) {
		r->action = draw(u, 2) ? XDB_PIO_IN : XDB_PIO_OUT;
		r->addr = on_bus(XDB_IO << 24 | 64 * draw(u, 64), m->bus);
	} else {
		private(m, u, unit, r);
	}
}

static void io(const struct xdb_mix *m, struct xdb_program_unit *u, struct xdb_reference *r)
{
	const uint32_t at = (uint32_t)(u->place % IO_BYTES);

	if (draw(u, XDB_MIX) < m->io_bulk) {
		r->action = draw(u, 2) ? XDB_BULK_IN : XDB_BULK_OUT;
		u->place = (u->place & ~(uint64_t)63) + 64;
	} else {
		r->action = draw(u, 2) ? XDB_LOAD : XDB_STORE;
		u->place += m->io_scattered ? 324 : 4;
	}
	r->addr = IO_BASE + (at & ~3u);
}

bool xdb_program_next(void *arg, unsigned int unit, struct xdb_reference *r)
{
	struct xdb_program *p = arg;
	struct xdb_program_unit *u = &p->unit[unit];
	const unsigned int think = unit == XDB_IO ? p->mix.io : p->mix.think;

	if (p->mix.references && u->made == p->mix.references)
		return false;
	u->made++;
	*r = (struct xdb_reference){.think = think / 2 + draw(u, think + 1)};
	if (unit == XDB_IO)
		io(&p->mix, u, r);
	else
		processor(&p->mix, u, unit, r);
	return true;
}
