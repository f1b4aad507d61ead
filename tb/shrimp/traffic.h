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
 * read once to check it, a recording without a page map once to make one. 0, or a negative
 * errno value and in words what is wrong.
 */
int traffic_play(struct traffic **t, char *const words[], int n, char *why, size_t len);
int traffic_generate(struct traffic **t, char *const words[], int n, char *why, size_t len);
int traffic_workload(struct traffic **t, char *const words[], int n, char *why, size_t len);
void traffic_close(struct traffic *t);
/* Sets its time 0 to simulated time @ps, at @tick of the global clock. Call once, before
 * traffic_next(). Packets made by latency begin once the clock has run for so long: before
 * that, their time stamps would lie after their receipt. */
void traffic_start(struct traffic *t, uint64_t ps, uint64_t tick);
/* The packet that may start on the link at @ps, at @tick of the global clock, if there
 * is one. Times do not decrease from call to call. */
bool traffic_next(struct traffic *t, uint64_t ps, uint64_t tick, struct packet *p);
/* traffic_next() has none before this time; 0: ask it. */
uint64_t traffic_when(const struct traffic *t);
/* No further packet will come; when @why is not empty, for this reason. */
bool traffic_ended(struct traffic *t, char *why, size_t len);

#endif
