/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HM_PORTS_H
#define HM_PORTS_H
/*
 * Computes the frames that the events of a software recording would produce (Malony, Reed 1990,
 * 6: software traces as input to models of monitors). Each node sends its events in order,
 * nibble by nibble, as fast as its port allows; later events wait. A program that waits for its
 * own recording would send later, so that bursts are as dense as possible here.
 */
#include "hm_frame.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Initialize to zero except the first group. */
struct hm_ports {
	uint64_t nibble_ns; /* time of a nibble */
	uint64_t hook_ns;   /* time of an event before its first nibble */
	unsigned int window_ns;
	/* Is called for each frame, with its window and the nodes with a nibble. A nonzero
	 * result ends the calling function, which returns it. */
	int (*frame)(void *arg, uint64_t window, unsigned int vector);
	void *arg;
	/* Results: */
	uint64_t frames, nibbles;
	/* Private: */
	struct {
		uint64_t next, left; /* time of the next nibble, ns; number of nibbles left */
	} node[HM_NODES];
	uint64_t window;
	unsigned int vector;
};

/* Adds an event of @nibbles nibbles at @ns, which must not decrease from call to call. */
int hm_ports_event(struct hm_ports *p, unsigned int node, uint64_t ns, unsigned int nibbles);
/* Ends the events. */
int hm_ports_end(struct hm_ports *p);

#ifdef __cplusplus
}
#endif

#endif
