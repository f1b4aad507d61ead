/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRAFFIC_H
#define TRAFFIC_H
/*
 * Packets for a simulated node: from a file, from a recorded program that four SHRIMP
 * nodes run, or made at random. The commands "play" and "generate" of surflib.h,
 * which also describes the format of the files. Independent of the simulator; memory does
 * not grow with the file.
 */
#include "packet.h"
#include <stddef.h>

struct traffic;

/*
 * Opens the source that the @n words after "play" or "generate" describe. A file of packets is
 * read once to check it, a recording without a page map once to make one. Returns 0, or a
 * negative errno value and a description of the error.
 */
int traffic_play(struct traffic **t, char *const words[], int n, char *why, size_t len);
int traffic_generate(struct traffic **t, char *const words[], int n, char *why, size_t len);
int traffic_workload(struct traffic **t, char *const words[], int n, char *why, size_t len);
void traffic_close(struct traffic *t);
/* Sets the source's time 0 to the simulated time @ps, at @tick of the global clock. Call it
 * once, before traffic_next(). A packet given by its latency comes only after the clock has run
 * for that long; an earlier packet would have a time stamp from before the clock's start. */
void traffic_start(struct traffic *t, uint64_t ps, uint64_t tick);
/* Returns the packet that may start on the link at @ps, at @tick of the global clock, if there
 * is one. The times of successive calls must not decrease. */
bool traffic_next(struct traffic *t, uint64_t ps, uint64_t tick, struct packet *p);
/* Reads a recording ahead up to @ps. False: only a part was read; to be called again, because
 * traffic_next() returns no packet until all has been read. */
bool traffic_ahead(struct traffic *t, uint64_t ps);
/* Returns the time before which traffic_next() has no packet; 0: the time is unknown, call
 * traffic_next(). */
uint64_t traffic_when(const struct traffic *t);
/* Returns whether the source has ended; @why receives the reason of an error, or an empty
 * text. */
bool traffic_ended(struct traffic *t, char *why, size_t len);

#endif
