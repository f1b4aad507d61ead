/* SPDX-License-Identifier: Apache-2.0 */
#include "load.h"
#include "fnv1a.h"
#include <errno.h>

ipsc2_time ipsc2_spread = IPSC2_US(9), ipsc2_uneven = IPSC2_US(4);

void ipsc2_load(struct ipsc2_node *n, void *arg)
{
	const struct ipsc2_load *l = arg;
	const unsigned int number = ipsc2_number(n);
	struct hm_node *port = ipsc2_port(n);
	uint8_t bytes[HM_EVENT_BYTES];

	ipsc2_spend(n, l->phase[number] + (l->spread ? ipsc2_random(n) % l->spread : 0));
	for (uint64_t i = 0; !l->count || i < l->count; i++) {
		const unsigned int length = l->length ? l->length : 1;

		if (l->end && ipsc2_now(ipsc2_machine(n)) >= l->until)
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

int ipsc2_load_all(struct ipsc2 *m, struct ipsc2_load *l)
{
	int err = 0;

	l->until = ipsc2_now(m) + l->end;
	for (unsigned int i = 0; !err && i < ipsc2_nodes(m); i++)
		err = ipsc2_start(m, i, ipsc2_load, l);
	return err;
}

/* Adds the words of frames to a digest as FNV-1a adds bytes. */
static void add_frames(void *arg, const uint32_t (*frame)[4], size_t count)
{
	uint64_t *digest = arg;

	for (size_t i = 0; i < count; i++)
		for (unsigned int k = 0; k < 4; k++)
			*digest = (*digest ^ frame[i][k]) * FNV1A_PRIME;
}

static double seconds(ipsc2_time began, ipsc2_time t)
{
	return t ? (double)(t - began) / (double)IPSC2_S(1) : 0;
}

int ipsc2_load_run(struct ipsc2 *m, const struct ipsc2_load *l, const struct ipsc2_reader *r,
		   struct ipsc2_result *result)
{
	struct ipsc2_load load = *l;
	struct ipsc2_reader reader = *r;
	ipsc2_time began;
	int err;

	if (!m)
		return -ENOMEM;
	*result = (struct ipsc2_result){.digest = FNV1A_BEGIN};
	if (!reader.frames) {
		reader.frames = add_frames;
		reader.arg = &result->digest;
	}
	began = ipsc2_now(m);
	err = ipsc2_load_all(m, &load);
	if (!err)
		err = result->status = ipsc2_read(m, &reader, IPSC2_FOREVER);
	ipsc2_stats(m, &result->st);
	result->seconds = seconds(began, result->st.ended);
	result->first_loss = seconds(began, result->st.first_loss);
	ipsc2_close(m);
	return err < 0 ? err : 0;
}
