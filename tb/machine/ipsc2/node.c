/* SPDX-License-Identifier: Apache-2.0 */
/* A node: its clock, its random numbers and its operating system. */
#include "ipsc2_internal.h"
#include "random.h"

uint64_t ipsc2_random(struct ipsc2_node *n)
{
	return random_xorshift128(n->random);
}

unsigned int ipsc2_number(const struct ipsc2_node *n)
{
	return n->number;
}

struct ipsc2 *ipsc2_machine(const struct ipsc2_node *n)
{
	return n->m;
}

ipsc2_time ipsc2_local(const struct ipsc2_node *n)
{
	return n->local;
}

/* ---- its clock ---- */

ipsc2_time ipsc2_real(const struct ipsc2_node *n)
{
	return n->real;
}

void ipsc2_spend(struct ipsc2_node *n, ipsc2_time duration)
{
	/* limit, so that the product does not overflow */
	const ipsc2_time most = 10000000000000;

	while (duration) {
		const ipsc2_time d = duration < most ? duration : most;
		int64_t less;

		n->rest += (int64_t)d * n->ppb;
		less = n->rest / 1000000000;
		n->rest -= less * 1000000000;
		n->local += d;
		n->real += d - (ipsc2_time)less;
		duration -= d;
	}
}

void ipsc2_advance_to(struct ipsc2_node *n, ipsc2_time real)
{
	while (n->real < real) {
		const ipsc2_time d = real - n->real, most = 10000000000000;
		const ipsc2_time part = d < most ? d : most;

		n->local += part + (ipsc2_time)((int64_t)part * n->ppb / 1000000000);
		n->real += part;
	}
}

static void end_wait(void *arg, uint64_t tag)
{
	struct ipsc2_node *n = arg;

	if (n->waits && tag == n->wake)
		ipsc2_to_program(n);
}

void ipsc2_wait(struct ipsc2_node *n, ipsc2_time when, bool interruptible)
{
	n->wake++;
	n->waits = true;
	n->interruptible = interruptible;
	if (when != NEVER)
		ipsc2_add_event(n->m, when, end_wait, n, n->wake);
	ipsc2_to_machine(n);
	n->waits = false;
}

void ipsc2_synchronize(struct ipsc2_node *n)
{
	if (n->real > n->m->now)
		ipsc2_wait(n, n->real, false);
}

/* ---- operating system ---- */

void ipsc2_report(struct ipsc2_node *n, const struct ipsc2_os_event *e)
{
	struct ipsc2_os_event timed = *e;

	timed.when = n->real;
	if (n->m->cfg.os)
		n->m->cfg.os(n->m->cfg.os_arg, n, &timed);
}

void ipsc2_switch_process(struct ipsc2_node *n, enum ipsc2_os what, uint32_t from, uint32_t to)
{
	ipsc2_spend(n, n->m->cost.process_switch);
	ipsc2_report(n, &(struct ipsc2_os_event){.what = what, .from = from, .to = to});
}

void ipsc2_use_slice(struct ipsc2_node *n, ipsc2_time used)
{
	if (!n->m->cost.slice)
		return;
	if (used < n->slice_left) {
		n->slice_left -= used;
		return;
	}
	ipsc2_switch_process(n, IPSC2_OS_SLICE, 1, 0);
	ipsc2_switch_process(n, IPSC2_OS_SLICE, 0, 1);
	n->slice_left = n->m->cost.slice;
}

void ipsc2_compute(struct ipsc2_node *n, ipsc2_time duration)
{
	const struct ipsc2_config *cfg = &n->m->cfg;

	ipsc2_synchronize(n);
	if (cfg->compute)
		duration = cfg->compute(cfg->arg, n->number, n->local, duration);
	ipsc2_accept_messages(n);
	while (duration) {
		ipsc2_time began, part = duration;
		struct ipsc2_node end;

		if (n->m->cost.slice && part > n->slice_left)
			part = n->slice_left;
		ipsc2_synchronize(n);
		began = n->local;
		/* the machine's time at which the node's clock will have advanced by that */
		end.local = n->local;
		end.real = n->real;
		end.rest = n->rest;
		end.ppb = n->ppb;
		ipsc2_spend(&end, part);
		if (!n->arrived.first)
			ipsc2_wait(n, end.real, true);
		if (n->m->now >= end.real) {
			n->local = end.local;
			n->real = end.real;
			n->rest = end.rest;
		} else {
			ipsc2_advance_to(n, n->m->now);
			part = n->local - began < part ? n->local - began : part;
		}
		duration -= part;
		ipsc2_use_slice(n, part);
		ipsc2_accept_messages(n);
	}
}

void ipsc2_sleep_until(struct ipsc2_node *n, ipsc2_time local)
{
	ipsc2_synchronize(n);
	ipsc2_accept_messages(n);
	while (n->local < local) {
		struct ipsc2_node end = {.local = n->local, .real = n->real, .ppb = n->ppb};

		ipsc2_synchronize(n);
		ipsc2_spend(&end, local - n->local);
		if (!n->arrived.first)
			ipsc2_wait(n, end.real, true);
		if (n->m->now >= end.real) {
			n->local = local;
			n->real = end.real;
		} else {
			ipsc2_advance_to(n, n->m->now);
		}
		ipsc2_accept_messages(n);
	}
}

void ipsc2_system_call(struct ipsc2_node *n, uint32_t number)
{
	ipsc2_spend(n, n->m->cost.system_call);
	ipsc2_report(n, &(struct ipsc2_os_event){.what = IPSC2_OS_CALL, .type = number});
}
