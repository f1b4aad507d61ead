/* SPDX-License-Identifier: Apache-2.0 */
/* Messages between the nodes and the host. */
#include "ipsc2_internal.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void append_message(struct ipsc2_list *l, struct message *msg)
{
	msg->next = NULL;
	*l->last = msg;
	l->last = &msg->next;
}

static struct message *remove_message(struct ipsc2_list *l, struct message **place)
{
	struct message *msg = *place;

	*place = msg->next;
	if (l->last == &msg->next)
		l->last = place;
	return msg;
}

static void report_message(struct ipsc2_node *n, enum ipsc2_os what, const struct message *msg)
{
	ipsc2_report(n, &(struct ipsc2_os_event){.what = what,
						 .peer = msg->from,
						 .type = msg->type,
						 .length = (uint32_t)msg->length,
						 .serial = msg->serial});
}

void ipsc2_accept_messages(struct ipsc2_node *n)
{
	while (n->arrived.first) {
		struct message *msg = remove_message(&n->arrived, &n->arrived.first);

		ipsc2_spend(n, n->m->cost.startup[msg->length > n->m->cost.brief] / 2);
		append_message(&n->inbox, msg);
		report_message(n, IPSC2_OS_ARRIVE, msg);
	}
}

void ipsc2_deliver(void *arg, uint64_t tag)
{
	struct message *msg = arg;
	struct ipsc2_node *n = (struct ipsc2_node *)(uintptr_t)tag;

	append_message(&n->arrived, msg);
	if (n->waits && n->interruptible)
		ipsc2_to_program(n);
}

/* The number of channels between two nodes: one for each bit in which their numbers differ, and
 * one from the host to node 0. */
static unsigned int channels_between(unsigned int a, unsigned int b)
{
	const unsigned int host = (a == IPSC2_HOST) + (b == IPSC2_HOST);

	return host + (unsigned int)__builtin_popcount((a == IPSC2_HOST ? 0 : a) ^
						       (b == IPSC2_HOST ? 0 : b));
}

/* Returns the arrival time of a message that leaves now; messages of the same sender do not
 * overtake each other. */
static ipsc2_time arrival(struct ipsc2_node *n, unsigned int to, size_t length)
{
	const struct ipsc2_cost *cost = &n->m->cost;
	const bool large = length > cost->brief;
	const unsigned int way = channels_between(n->number, to);
	struct ipsc2_node end;
	ipsc2_time there;

	end.local = n->local;
	end.real = n->real;
	end.rest = n->rest;
	end.ppb = n->ppb;
	ipsc2_spend(&end, length * cost->byte[large]);
	there = end.real + (way > 1 ? (way - 1) * cost->hop[large] : 0);
	if (there < n->next_arrival[to])
		there = n->next_arrival[to];
	n->next_arrival[to] = there + 1;
	return there;
}

static struct message *new_message(struct ipsc2 *m, const struct message *head,
				   const void *data)
{
	struct message *msg = malloc(sizeof(*msg) + head->length);

	if (!msg) {
		m->no_memory = true;
		return NULL;
	}
	*msg = *head;
	if (head->length)
		memcpy(msg->data, data, head->length);
	return msg;
}

void ipsc2_send(struct ipsc2_node *n, unsigned int to, uint32_t type, const void *data,
		size_t length)
{
	struct ipsc2 *m = n->m;
	struct ipsc2_node *peer = ipsc2_find(m, to);
	const bool far = !peer && m->link && to <= IPSC2_HOST, large = length > m->cost.brief;
	struct message head = {NULL, n->number, type, 0, length}, *msg = NULL;
	ipsc2_time there;

	if (peer)
		msg = new_message(m, &head, data);
	m->astray |= !peer && !far;
	if (!msg && !far)
		return;
	n->held = msg;
	ipsc2_synchronize(n);
	ipsc2_accept_messages(n);
	/* unique among all parts of a cube */
	head.serial = (uint64_t)m->cfg.first << 40 | ++m->messages;
	m->message_bytes += length;
	ipsc2_spend(n, m->cost.startup[large] / 2);
	ipsc2_report(n, &(struct ipsc2_os_event){.what = IPSC2_OS_SEND,
						 .peer = to,
						 .type = type,
						 .length = (uint32_t)length,
						 .serial = head.serial});
	there = arrival(n, to, length);
	/* other parts of a cube may run ahead by the startup time, so the message is passed on
	 * now */
	if (far)
		m->link->send(m->link->arg,
			      &(struct ipsc2_far){there, head.serial, length, type,
						  (uint16_t)n->number, (uint16_t)to},
			      data);
	/* the message leaves the node now; the sender waits until all its data have left */
	ipsc2_synchronize(n);
	ipsc2_spend(n, length * m->cost.byte[large]);
	if (msg) {
		msg->serial = head.serial;
		ipsc2_add_event(m, there, ipsc2_deliver, msg, (uint64_t)(uintptr_t)peer);
	}
	n->held = NULL;
	ipsc2_synchronize(n);
}

int ipsc2_arrive(struct ipsc2 *m, const struct ipsc2_far *head, const void *data)
{
	struct ipsc2_node *n = ipsc2_find(m, head->to);
	struct message *msg;

	if (!n || head->when <= m->now)
		return -EINVAL;
	msg = new_message(
		m, &(struct message){NULL, head->from, head->type, head->serial, head->length},
		data);
	if (!msg)
		return -ENOMEM;
	ipsc2_add_event(m, head->when, ipsc2_deliver, msg, (uint64_t)(uintptr_t)n);
	return m->no_memory ? -ENOMEM : 0;
}

static struct message **find_message(struct ipsc2_node *n, uint32_t type)
{
	struct message **p = &n->inbox.first;

	while (*p && type != IPSC2_ANY && (*p)->type != type)
		p = &(*p)->next;
	return *p ? p : NULL;
}

bool ipsc2_probe(struct ipsc2_node *n, uint32_t type)
{
	ipsc2_synchronize(n);
	ipsc2_accept_messages(n);
	return find_message(n, type) != NULL;
}

size_t ipsc2_receive(struct ipsc2_node *n, uint32_t type, void *data, size_t size,
		     unsigned int *from)
{
	struct message **p, *msg;
	size_t length;

	ipsc2_synchronize(n);
	ipsc2_accept_messages(n);
	p = find_message(n, type);
	if (!p) {
		ipsc2_report(n, &(struct ipsc2_os_event){.what = IPSC2_OS_BLOCK, .type = type});
		ipsc2_switch_process(n, IPSC2_OS_SWITCH, 1, 0);
		do {
			ipsc2_time began;

			ipsc2_synchronize(n);
			began = n->local;
			n->for_message = true;
			if (!n->arrived.first)
				ipsc2_wait(n,
					   n->m->cost.slice ? n->real + n->slice_left : NEVER,
					   true);
			n->for_message = false;
			ipsc2_advance_to(n, n->m->now);
			/* the time slice of the process continues during the wait */
			ipsc2_use_slice(n, n->local - began);
			ipsc2_accept_messages(n);
			p = find_message(n, type);
		} while (!p);
		ipsc2_report(n, &(struct ipsc2_os_event){.what = IPSC2_OS_READY, .type = type});
		ipsc2_switch_process(n, IPSC2_OS_SWITCH, 0, 1);
		p = find_message(n, type);
	}
	msg = n->held = remove_message(&n->inbox, p);
	report_message(n, IPSC2_OS_RECEIVE, msg);
	length = msg->length;
	if (data && length)
		memcpy(data, msg->data, length < size ? length : size);
	if (from)
		*from = msg->from;
	n->held = NULL;
	free(msg);
	return length;
}

void ipsc2_free_messages(struct ipsc2_list *l)
{
	while (l->first)
		free(remove_message(l, &l->first));
}
