/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HM_PORTS_H
#define HM_PORTS_H
/*
 * The frames that events would make, from when a software recording has them: each node sends
 * its events one after the other, nibble by nibble, as fast as its port allows, and later ones
 * wait (Malony, Reed 1990, 6: software traces as input to models of monitors). A program that
 * waits for its own recording would send later; so bursts are as dense here as they can be.
 */
#include "hm_frame.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Initialize to zero except the first group. */
struct hm_ports {
	uint64_t nibble_ns; /* time of a nibble */
	uint64_t hook_ns;   /* of an event before its first nibble */
	unsigned int window_ns;
	/* Takes each frame: its window and the nodes with a nibble. Nonzero ends the call that
	 * made it, and is returned. */
	int (*frame)(void *arg, uint64_t window, unsigned int vector);
	void *arg;
	/* To be read: */
	uint64_t frames, nibbles;
	/* Private: */
	struct {
		uint64_t next, left; /* ns of the next nibble; nibbles */
	} node[HM_NODES];
	uint64_t window;
	unsigned int vector;
};

/* An event of @nibbles nibbles at @ns, not before those of earlier calls. */
int hm_ports_event(struct hm_ports *p, unsigned int node, uint64_t ns, unsigned int nibbles);
/* No more events. */
int hm_ports_end(struct hm_ports *p);

#ifdef __cplusplus
}
#endif

#endif
