/* SPDX-License-Identifier: Apache-2.0 */
#include "rtl.h"
#include "board.h"
#include <errno.h>
#include <stdlib.h>

#define SETUP SIM_NS(10) /* the same as in the golden model */

struct rtl {
	struct ipsc2_board b; /* first */
	struct hypercube *h;
	sim_time origin; /* simulation time at the machine's time 0 */
	bool closed;	 /* timers outlive the machine */
	ipsc2_time first_loss;
};

static ipsc2_time now(const struct rtl *d)
{
	return sim_now(d->h->s) - d->origin;
}

static void on_timer(void *arg)
{
	struct rtl *d = arg;

	if (!d->closed)
		ipsc2_due(d->b.m, now(d));
}

static void r_wake(struct ipsc2_board *b, ipsc2_time when)
{
	struct rtl *d = (struct rtl *)b;

	sim_at(d->h->s, d->origin + (when > now(d) ? when : now(d)), on_timer, d);
}

static void r_run(struct ipsc2_board *b, ipsc2_time until)
{
	struct rtl *d = (struct rtl *)b;

	if (d->origin + until > sim_now(d->h->s))
		sim_wait_until(d->h->s, d->origin + until);
}

static void r_port(struct ipsc2_board *b, unsigned int node, unsigned int value)
{
	hypercube_port(((struct rtl *)b)->h, node, value);
}

static int r_read(struct ipsc2_board *b, uint32_t addr, uint32_t *value)
{
	return pbx_read(((struct rtl *)b)->h->bus, addr, value);
}

static int r_write(struct ipsc2_board *b, uint32_t addr, uint32_t value)
{
	return pbx_write(((struct rtl *)b)->h->bus, addr, value);
}

/* Notes the time of the first loss, before each clock edge. */
static void note_loss(void *arg)
{
	struct rtl *d = arg;

	if (!d->first_loss && d->h->now.drop)
		d->first_loss = now(d);
}

static ipsc2_time r_first_loss(struct ipsc2_board *b)
{
	return ((struct rtl *)b)->first_loss;
}

static void r_close(struct ipsc2_board *b)
{
	struct rtl *d = (struct rtl *)b;

	d->closed = true;
	d->h->on_clock = NULL;
}

struct ipsc2 *ipsc2_open_rtl(const struct ipsc2_config *cfg, struct hypercube *h)
{
	struct rtl *d = calloc(1, sizeof(*d));
	struct ipsc2 *m;

	if (!d) {
		errno = ENOMEM;
		return NULL;
	}
	sim_cleanup(h->s, free, d);
	d->h = h;
	d->origin = h->began;
	d->b = (struct ipsc2_board){.close = r_close,
				    .port = r_port,
				    .wake = r_wake,
				    .run = r_run,
				    .read = r_read,
				    .write = r_write,
				    .first_loss = r_first_loss,
				    .now = now(d)};
	h->on_clock = note_loss;
	h->on_clock_arg = d;
	pbx_set_timing(h->bus, &(struct pbx_timing){.setup = SETUP});
	m = ipsc2_open_with(cfg, &d->b);
	/* discard a loss from before the board's reset */
	d->first_loss = 0;
	return m;
}
