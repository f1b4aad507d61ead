/* SPDX-License-Identifier: Apache-2.0 */
#include "sending.h"
#include "args.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sending_close(struct simboard *b)
{
	struct sending *t = sending_of(b);

	traffic_close(t->traffic);
	t->traffic = NULL;
}

static void stop(struct simboard *b)
{
	sni_set_source(sending_of(b)->c->sni, NULL, NULL);
	sending_close(b);
	b->quiet = UINT64_MAX; /* the last packet may still be in the pipeline */
}

int sending_stop(const struct simboard_request *r)
{
	if (sending_of(r->b)->traffic)
		stop(r->b);
	else
		simboard_cancel_task(r->b);
	return 0;
}

static bool next_packet(void *arg, struct packet *p)
{
	struct sending *t = arg;

	/* without a server, read ahead here; a server does it between its requests */
	while (!t->b->threads && !traffic_ahead(t->traffic, sim_now(t->c->s)))
		;
	if (traffic_next(t->traffic, sim_now(t->c->s), shrimp_receive_time(t->c), p)) {
		if (t->on_packet)
			t->on_packet(p);
		return true;
	}
	sni_ask_at(t->c->sni, traffic_when(t->traffic));
	return false;
}

bool sending_active(struct simboard *b)
{
	struct sending *t = sending_of(b);

	if (t->traffic && traffic_ended(t->traffic, t->trouble, sizeof(t->trouble)))
		stop(b);
	return t->traffic || !sni_idle(t->c->sni);
}

bool sending_ahead(struct simboard *b, sim_time until)
{
	const struct sending *t = sending_of(b);

	return !t->traffic || traffic_ahead(t->traffic, until);
}

const char *sending_trouble(struct simboard *b)
{
	const struct sending *t = sending_of(b);

	return t->trouble[0] ? t->trouble : NULL;
}

/* Opens the traffic of a command. */
struct opening {
	struct simboard_task task; /* first */
	struct sending *t;
	int (*open)(struct traffic **, char *const[], int, char *, size_t);
	char *text, *words[ARGS_WORDS];
	int n;
	struct traffic *traffic; /* result; NULL: opening failed, and the following members
				  * describe the error */
	int err;
	char why[512];
};

static void open_traffic(struct simboard_task *task)
{
	struct opening *o = (struct opening *)task;

	o->err = o->open(&o->traffic, o->words + 1, o->n - 1, o->why, sizeof(o->why));
}

static int start_traffic(struct simboard_task *task, const struct simboard_request *r)
{
	struct opening *o = (struct opening *)task;
	struct sending *t = o->t;

	if (o->err)
		return simboard_say(r, o->err, "%s", o->why);
	t->traffic = o->traffic;
	o->traffic = NULL;
	t->trouble[0] = 0;
	t->b = r->b;
	traffic_start(t->traffic, sim_now(t->c->s), shrimp_receive_time(t->c));
	sni_set_source(t->c->sni, next_packet, t);
	return 0;
}

static void release_opening(struct simboard_task *task)
{
	struct opening *o = (struct opening *)task;

	traffic_close(o->traffic);
	free(o->text);
}

int sending_command(const struct simboard_request *r)
{
	struct sending *t = sending_of(r->b);
	struct opening *o;

	sending_active(r->b); /* closes traffic that has ended */
	if (t->traffic)
		return simboard_say(r, -EBUSY, "packets are being sent; stop first");
	o = simboard_new_task(sizeof(*o));
	if (!o || !(o->text = strdup(r->command))) {
		free(o);
		return -ENOMEM;
	}
	o->task.work = open_traffic;
	o->task.finish = start_traffic;
	o->task.release = release_opening;
	o->t = t;
	o->n = args_split(o->text, o->words);
	o->open = strcmp(r->words[0], "play") == 0	 ? traffic_play
		  : strcmp(r->words[0], "workload") == 0 ? traffic_workload
							 : traffic_generate;
	snprintf(t->command, sizeof(t->command), "%s", r->command);
	return simboard_begin_task(r, &o->task);
}
