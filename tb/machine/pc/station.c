/* SPDX-License-Identifier: Apache-2.0 */
#include "station.h"
#include <stdio.h>
#include <stdlib.h>

void station_ok(const struct station *t, int err, const char *what)
{
	(void)t;
	if (!err)
		return;
	fprintf(stderr, "MultiKron board: %s: %s\n", what, strerror(-err));
	exit(1);
}

void station_open(struct station *t, const char *model, uint64_t seed, sim_time ext)
{
	t->s = sim_new(model, 0, seed);
	if (!t->s) {
		fprintf(stderr, "MultiKron board: no model %s\n", model ? model : "");
		exit(1);
	}
	t->pc = pc_new(t->s, seed, 0, ext);
	station_ok(t, mk_open_device(&t->mk, pc_bus(t->pc)), "opening it");
	station_ok(t, mk_initialize(&t->mk), "initialization");
}

void station_close(struct station *t)
{
	mk_close(&t->mk);
	sim_delete(t->s);
}

void station_settle(struct station *t)
{
	station_ok(t, mk_run(&t->mk, 100000), "time");
}

uint64_t station_samples(struct station *t, void (*fn)(void *arg, const struct mk_sample *s),
			 void *arg)
{
	uint32_t pointer, word = 0;
	uint64_t n = 0;

	station_ok(t, mk_get_pointer(&t->mk, &pointer), "pointer");
	while (word < pointer) {
		uint8_t bytes[MK_RESOURCE_BYTES];
		struct mk_sample s;

		pc_memory(t->pc, word, bytes, 4);
		if (word + mk_sample_bytes(bytes[0]) / 4 > pointer)
			break;
		pc_memory(t->pc, word, bytes, mk_sample_bytes(bytes[0]));
		mk_sample_decode(bytes, &s);
		fn(arg, &s);
		word += (uint32_t)mk_sample_bytes(bytes[0]) / 4;
		n++;
	}
	return n;
}
