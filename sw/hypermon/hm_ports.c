/* SPDX-License-Identifier: Apache-2.0 */
#include "hm_ports.h"

static int end_window(struct hm_ports *p)
{
	const unsigned int vector = p->vector;

	p->vector = 0;
	p->frames += vector != 0;
	return vector ? p->frame(p->arg, p->window, vector) : 0;
}

/* Sends all nibbles before @ns, the earliest first. */
static int send_until(struct hm_ports *p, uint64_t ns)
{
	for (;;) {
		unsigned int first = HM_NODES;
		uint64_t window;
		int err;

		for (unsigned int i = 0; i < HM_NODES; i++)
			if (p->node[i].left &&
			    (first == HM_NODES || p->node[i].next < p->node[first].next))
				first = i;
		if (first == HM_NODES || p->node[first].next >= ns)
			return 0;
		window = p->node[first].next / p->window_ns;
		/* a second nibble of a node in a window waits for the next window */
		if (window < p->window)
			window = p->window;
		if (window == p->window && p->vector >> first & 1)
			window++;
		if (window != p->window) {
			err = end_window(p);
			if (err)
				return err;
			p->window = window;
		}
		p->vector |= 1u << first;
		p->nibbles++;
		p->node[first].next += p->nibble_ns;
		p->node[first].left--;
	}
}

int hm_ports_event(struct hm_ports *p, unsigned int node, uint64_t ns, unsigned int nibbles)
{
	const int err = send_until(p, ns);

	if (err)
		return err;
	if (!p->node[node].left && p->node[node].next < ns + p->hook_ns + p->nibble_ns)
		p->node[node].next = ns + p->hook_ns + p->nibble_ns;
	p->node[node].left += nibbles;
	return 0;
}

int hm_ports_end(struct hm_ports *p)
{
	const int err = send_until(p, UINT64_MAX);

	return err ? err : end_window(p);
}
