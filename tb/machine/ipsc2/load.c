/* SPDX-License-Identifier: Apache-2.0 */
#include "load.h"

void ipsc2_load(struct ipsc2_node *n, void *arg)
{
	const struct ipsc2_load *l = arg;
	const unsigned int number = ipsc2_number(n);
	struct hm_node *port = ipsc2_port(n);
	uint8_t bytes[HM_EVENT_BYTES];

	ipsc2_spend(n, l->phase[number] + (l->spread ? ipsc2_random(n) % l->spread : 0));
	for (uint64_t i = 0; !l->count || i < l->count; i++) {
		const unsigned int length = l->length ? l->length : 1;

		if (l->end && ipsc2_now(ipsc2_machine(n)) >= l->end)
			break;
		for (unsigned int k = 0; k < length; k++)
			bytes[k] = (uint8_t)ipsc2_random(n);
		if (l->length)
			bytes[0] = (uint8_t)l->id;
		else
			bytes[0] &= 15;
		if (l->sent)
			l->sent(l->arg, number, bytes, length);
		if (l->length)
			ipsc2_event(n, bytes, length);
		else
			hm_nibble(port, bytes[0]);
	}
}

int ipsc2_load_all(struct ipsc2 *m, struct ipsc2_load *l, unsigned int nodes)
{
	int err = 0;

	for (unsigned int i = 0; !err && i < nodes; i++)
		err = ipsc2_start(m, i, ipsc2_load, l);
	return err;
}
