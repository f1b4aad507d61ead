/* SPDX-License-Identifier: Apache-2.0 */
/* Times of a DDR memory; see the header. */
#include "ddr.h"
#include <string.h>

/* Clocks of 10 ns: 13.75 ns each for tRCD, tRP and CL, tRFC 260 ns, tREFI 7.8 us. LiteDRAM's
 * crossbar and PHY take about ten clocks of an access. */
const struct ddr_times ddr_times_100mhz = {
	.path = 10, .column = 2, .open = 2, .close = 2, .turn = 3, .refresh = 28, .every = 780};

void ddr_init(struct ddr *d, const struct ddr_times *t)
{
	*d = (struct ddr){.t = *t, .refresh_due = t->every};
}

/* Makes the refreshes that are due before an access at @begin; returns when it can begin. */
static uint64_t after_refresh(struct ddr *d, uint64_t begin)
{
	while (begin >= d->refresh_due) {
		const uint64_t end = d->refresh_due + d->t.refresh;

		begin = begin < end ? end : begin;
		d->refresh_due += d->t.every;
		memset(d->row, 0, sizeof(d->row));
		d->refreshes++;
	}
	return begin;
}

uint64_t ddr_access(struct ddr *d, uint64_t now, uint64_t addr, unsigned int beats, int write)
{
	const uint64_t row = addr / DDR_ROW_BYTES / DDR_BANKS + 1;
	uint64_t *const open = &d->row[addr / DDR_ROW_BYTES % DDR_BANKS];
	uint64_t at = after_refresh(d, now > d->free ? now : d->free);

	if (write != d->wrote)
		at += d->t.turn;
	if (*open == row) {
		d->hits++;
	} else {
		d->misses++;
		at += (*open ? d->t.close : 0) + d->t.open;
	}
	*open = row;
	d->wrote = write;
	at += d->t.column;
	d->free = at + beats;
	return at + d->t.path;
}
