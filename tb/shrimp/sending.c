/* SPDX-License-Identifier: Apache-2.0 */
#include "sending.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

void sending_stop(struct sending *t, struct simboard *b)
{
	if (!t->traffic)
		return;
	sni_set_source(t->c->sni, NULL, NULL);
	sending_close(t);
	b->quiet = UINT64_MAX; /* its last packet may be on its way */
}

void sending_close(struct sending *t)
{
	traffic_close(t->traffic);
	t->traffic = NULL;
}

static bool next_packet(void *arg, struct packet *p)
{
	struct sending *t = arg;

	if (traffic_next(t->traffic, sim_now(t->c->s), shrimp_receive_time(t->c), p))
		return true;
	sni_ask_at(t->c->sni, traffic_when(t->traffic));
	return false;
}

bool sending_active(struct sending *t, struct simboard *b)
{
	if (t->traffic && traffic_ended(t->traffic, t->trouble, sizeof(t->trouble)))
		sending_stop(t, b);
	return t->traffic || !sni_idle(t->c->sni);
}

const char *sending_trouble(const struct sending *t)
{
	return t->trouble[0] ? t->trouble : NULL;
}

int sending_command(struct sending *t, const struct simboard_request *r)
{
	int (*open)(struct traffic **, char *const[], int, char *, size_t);
	int err;

	sending_active(t, r->b);
	if (t->traffic)
		return simboard_say(r, -EBUSY, "packets are being sent; stop first");
	open = strcmp(r->words[0], "play") == 0	      ? traffic_play
	       : strcmp(r->words[0], "workload") == 0 ? traffic_workload
						      : traffic_generate;
	err = open(&t->traffic, r->words + 1, r->n - 1, r->reply, r->size);
	if (err)
		return err;
	snprintf(t->command, sizeof(t->command), "%s", r->command);
	t->trouble[0] = 0;
	traffic_start(t->traffic, sim_now(t->c->s), shrimp_receive_time(t->c));
	sni_set_source(t->c->sni, next_packet, t);
	return 0;
}
