/* SPDX-License-Identifier: Apache-2.0 */
/* A node's port to the board, and the methods to record an event. */
#include "ipsc2_internal.h"
#include <stdlib.h>

static void write_due(void *arg, uint64_t tag)
{
	struct ipsc2_node *n = arg;
	const struct port_write w = n->write[n->writes_out++ % WRITES];

	(void)tag;
	if (n->m->cfg.strobe && w.value & HM_STROBE)
		n->m->cfg.strobe(n->m->cfg.arg, n->number, w.when);
	n->m->board->port(n->m->board, n->slot, w.value);
	if (n->writes_out != n->writes_in)
		ipsc2_add_event(n->m, n->write[n->writes_out % WRITES].when, write_due, n, 0);
}

/* Executes a write to the port of node @arg; earlier writes take effect at its real time. */
static void write_port(void *arg, uint32_t value)
{
	struct ipsc2_node *n = arg;

	if (n->m->cfg.wide_port) {
		/* no board has a wide port: only spend the time */
		ipsc2_spend(n, n->m->cost.wide + n->m->cost.memory);
		return;
	}
	while (n->writes_in - n->writes_out == WRITES)
		ipsc2_synchronize(n);
	ipsc2_spend(n, n->m->cost.io_write);
	n->write[n->writes_in % WRITES] = (struct port_write){n->real, (uint8_t)(value & 31)};
	if (n->writes_in++ == n->writes_out)
		ipsc2_add_event(n->m, n->real, write_due, n, 0);
	n->nibbles += (value & HM_STROBE) != 0;
	if (value & HM_STROBE && n->real > n->m->now + IPSC2_AHEAD)
		ipsc2_synchronize(n);
}

static void spend_work(void *arg, enum hm_work what, unsigned int count)
{
	struct ipsc2_node *n = arg;
	const struct ipsc2_cost *c = &n->m->cost;
	const ipsc2_time jitter = n->m->cfg.jitter;

	switch (what) {
	case HM_WORK_NIBBLE:
		if (!n->m->cfg.wide_port)
			ipsc2_spend(n,
				    c->nibble - jitter +
					    (jitter ? ipsc2_random(n) % (2 * jitter + 1) : 0));
		break;
	case HM_WORK_EXTRACT:
		if (n->m->cfg.extract && !n->m->cfg.wide_port)
			ipsc2_spend(n, c->extract);
		break;
	case HM_WORK_DELAY:
		ipsc2_spend(n, count * c->iteration);
		break;
	case HM_WORK_RECORD:
		ipsc2_spend(n, (count + 3) / 4 * c->record);
		break;
	case HM_WORK_COUNT:
		ipsc2_spend(n, c->count);
		break;
	}
}

static uint64_t microseconds(void *arg)
{
	return ((struct ipsc2_node *)arg)->local / IPSC2_US(1);
}

void ipsc2_event(struct ipsc2_node *n, const void *event, unsigned int length)
{
	if (n->number == IPSC2_HOST)
		return;
	n->events++;
	n->event_bytes += length;
	switch (n->m->cfg.recording) {
	case IPSC2_RAW:
		break;
	case IPSC2_SOFTWARE:
		hm_soft_event(&n->port, &n->soft, event, length);
		break;
	case IPSC2_HARDWARE:
		hm_event(&n->port, event, length);
		break;
	case IPSC2_SUMMARY:
		hm_summary_event(&n->port, &n->summary, event, length);
		break;
	}
	if (n->real > n->m->now + IPSC2_AHEAD)
		ipsc2_synchronize(n);
}

void ipsc2_flush_summary(struct ipsc2_node *n)
{
	if (n->m->cfg.recording == IPSC2_SUMMARY && n->number != IPSC2_HOST)
		hm_summary_flush(&n->port, &n->summary);
}

struct hm_node *ipsc2_port(struct ipsc2_node *n)
{
	return n->number == IPSC2_HOST ? NULL : &n->port;
}

struct hm_node *ipsc2_port_of(struct ipsc2 *m, unsigned int node)
{
	return ipsc2_port(ipsc2_find(m, node));
}

void ipsc2_open_port(struct ipsc2_node *n, const struct ipsc2_config *cfg)
{
	n->port = (struct hm_node){.port = write_port,
				   .work = spend_work,
				   .now = microseconds,
				   .arg = n,
				   .delay = cfg->delay,
				   .sync_us = cfg->sync_us,
				   .wide = cfg->wide_port};
}

bool ipsc2_open_recording(struct ipsc2_node *n)
{
	const struct ipsc2_config *cfg = &n->m->cfg;

	if (cfg->recording == IPSC2_SOFTWARE) {
		n->memory = malloc(cfg->buffer);
		if (!n->memory)
			return false;
		hm_soft_begin(&n->soft, n->memory, cfg->buffer, microseconds(n));
	}
	if (cfg->recording == IPSC2_SUMMARY)
		hm_summary_begin(&n->port, &n->summary, cfg->summary / IPSC2_US(1));
	return true;
}
