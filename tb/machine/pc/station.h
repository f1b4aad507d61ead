/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATION_H
#define STATION_H
/* A PC with the MultiKron board in RTL and the driver on its bus, for use outside of tests. */
#include "mk.h"
#include "mk_interval.h"
#include "pc.h"

struct station {
	struct sim *s;
	struct pc *pc;
	struct mk mk;
};

/* Opens a board of @model (NULL: the default), powered on and initialized; @ext is the period
 * of the external clock, 0: 40 ns. Errors end the process. */
void station_open(struct station *t, const char *model, uint64_t seed, sim_time ext);
void station_close(struct station *t);
/* Ends the process with a message if the call @what of the driver returned an error. */
void station_ok(const struct station *t, int err, const char *what);
/* Waits until all pending samples are in memory. */
void station_settle(struct station *t);
/* Calls fn for each sample in memory, from word 0 to the pointer, in order; returns their
 * number. */
uint64_t station_samples(struct station *t, void (*fn)(void *arg, const struct mk_sample *s),
			 void *arg);

#endif
