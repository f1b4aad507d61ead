/* SPDX-License-Identifier: Apache-2.0 */
#include "nx2.h"
#include <string.h>

const struct nx2_record nx2_records[] = {
#define E(id, name, class, bytes, text) {id, bytes, class, #name},
	NX2_RECORDS(E)
#undef E
};
const size_t nx2_record_count = sizeof(nx2_records) / sizeof(nx2_records[0]);

/* Calibrated with Table 2, see tb/machine/README.md. */
struct nx2_cost nx2_costs = {
	.slice = IPSC2_US(65400), .hook = IPSC2_US(10), .clock = IPSC2_NS(3500)};

enum { PROCESS = 1 };
enum { RUNNING, WAITING, SENDING }; /* states of a process */
enum { CSEND = 1, CRECV };	    /* numbers of system calls */
enum { SLICE_OVER = 1 };

const struct nx2_record *nx2_find(unsigned int id)
{
	for (size_t i = 0; i < nx2_record_count; i++)
		if (nx2_records[i].id == id)
			return &nx2_records[i];
	return NULL;
}

static void record(struct nx2 *os, struct ipsc2_node *n, const uint8_t *data)
{
	const struct nx2_cost *cost = os->cost ? os->cost : &nx2_costs;
	const unsigned int node = ipsc2_number(n);

	if (node == IPSC2_HOST || !os->recorded[node] || os->recording == IPSC2_RAW)
		return;
	os->records[data[0]]++;
	os->real = ipsc2_real(n);
	if (os->on_record)
		os->on_record(os->arg, node, ipsc2_local(n), data, nx2_find(data[0])->bytes);
	ipsc2_spend(n, cost->hook + (os->recording == IPSC2_SOFTWARE ? cost->clock : 0));
	ipsc2_event(n, data, nx2_find(data[0])->bytes);
}

void nx2_os(void *nx2, struct ipsc2_node *n, const struct ipsc2_os_event *e)
{
	struct nx2 *os = nx2;

	if (os->on_message && (e->what == IPSC2_OS_SEND || e->what == IPSC2_OS_RECEIVE))
		os->on_message(os->arg, ipsc2_number(n), e);
	if (e->what == IPSC2_OS_SLICE)
		record(os, n,
		       (const uint8_t[5]){NX2_SWITCH, (uint8_t)e->from, (uint8_t)e->to,
					  SLICE_OVER, 0});
}

void nx2_begin(struct nx2 *os, struct ipsc2_node *n, const char *name)
{
	uint8_t r[13] = {NX2_START, PROCESS};

	os->recorded[ipsc2_number(n)] = true;
	r[2] = (uint8_t)ipsc2_number(n);
	memcpy(r + 5, name, strlen(name) < 8 ? strlen(name) : 8);
	record(os, n, r);
}

void nx2_ready(struct nx2 *os, struct ipsc2_node *n)
{
	if (!os->began)
		os->began = ipsc2_now(ipsc2_machine(n));
}

void nx2_end(struct nx2 *os, struct ipsc2_node *n)
{
	record(os, n, (const uint8_t[2]){NX2_EXIT, PROCESS});
	os->recorded[ipsc2_number(n)] = false;
}

/* The length of a message in its records. */
static uint16_t recorded(size_t length)
{
	return length < UINT16_MAX ? (uint16_t)length : UINT16_MAX;
}

static void call(struct nx2 *os, struct ipsc2_node *n, unsigned int number, uint32_t type,
		 uint16_t length)
{
	if (type >= NX2_GLOBAL)
		record(os, n,
		       (const uint8_t[4]){NX2_GLOBAL_CALL, (uint8_t)number, (uint8_t)length,
					  (uint8_t)(length >> 8)});
	else
		record(os, n,
		       (const uint8_t[5]){NX2_CALL, (uint8_t)number, (uint8_t)type,
					  (uint8_t)length, (uint8_t)(length >> 8)});
}

static void state(struct nx2 *os, struct ipsc2_node *n, bool ready, uint8_t other,
		  uint32_t type)
{
	const uint8_t from = ready ? other : RUNNING, to = ready ? RUNNING : other;

	if (type >= NX2_GLOBAL)
		record(os, n,
		       (const uint8_t[4]){ready ? NX2_GLOBAL_READY : NX2_GLOBAL_BLOCK, PROCESS,
					  from, to});
	else
		record(os, n,
		       (const uint8_t[5]){ready ? NX2_READY : NX2_BLOCK, PROCESS, from, to,
					  (uint8_t)type});
}

static void message(struct nx2 *os, struct ipsc2_node *n, bool sent, unsigned int peer,
		    uint32_t type, uint16_t length)
{
	if (type >= NX2_GLOBAL)
		record(os, n,
		       (const uint8_t[4]){sent ? NX2_GLOBAL_SEND : NX2_GLOBAL_RECEIVE,
					  (uint8_t)peer, (uint8_t)length,
					  (uint8_t)(length >> 8)});
	else
		record(os, n,
		       (const uint8_t[5]){sent ? NX2_SEND : NX2_RECEIVE, (uint8_t)peer,
					  (uint8_t)type, (uint8_t)length,
					  (uint8_t)(length >> 8)});
}

void nx2_csend(struct nx2 *os, struct ipsc2_node *n, unsigned int to, uint32_t type,
	       const void *data, size_t length)
{
	call(os, n, CSEND, type, recorded(length));
	message(os, n, true, to, type, recorded(length));
	state(os, n, false, SENDING, type);
	ipsc2_send(n, to, type, data, length);
	state(os, n, true, SENDING, type);
}

size_t nx2_crecv(struct nx2 *os, struct ipsc2_node *n, unsigned int from, uint32_t type,
		 void *data, size_t size)
{
	size_t length;

	call(os, n, CRECV, type, recorded(size));
	state(os, n, false, WAITING, type);
	length = ipsc2_receive(n, type, data, size, NULL);
	message(os, n, false, from, type, recorded(length));
	state(os, n, true, WAITING, type);
	return length;
}

void nx2_flick(struct nx2 *os, struct ipsc2_node *n)
{
	call(os, n, NX2_FLICK, 0, 0);
	ipsc2_system_call(n, NX2_FLICK);
}
