/* SPDX-License-Identifier: Apache-2.0 */
/* Tests matching, latencies, states and critical path of hm_analysis.h with events made by this
 * test. */
#include "../../tests/unit.h"
#include "hm_analysis.h"
#include <errno.h>
#include <unistd.h>

#define NODES 6u
#define TYPES 3u

static const char text[] =
	"enum state 0=RUNNING 1=WAITING 2=SENDING\n"
	"1 5 SEND m peer:u8 type:u8 length:u16\n2 5 RECEIVE m peer:u8 type:u8 length:u16\n"
	"3 3 STATE s to:state\n4 3 SWITCH s to:u8\n"
	"match SEND RECEIVE\nstate STATE computing to=RUNNING\nstate STATE waiting to=WAITING\n"
	"state STATE sending to=SENDING\nstate SWITCH system to=0\nstate SWITCH resume to=1\n"
	"state RECEIVE computing\n";

static const struct hm_table *table(void)
{
	static struct hm_table t;
	char path[] = "/tmp/hm_analysis-XXXXXX", message[200];
	const int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, sizeof(text) - 1), sizeof(text) - 1);
	close(fd);
	assert_int_equal(hm_table_read(&t, path, message, sizeof(message)), 0);
	unlink(path);
	return &t;
}

static int put(struct hm_analysis *a, unsigned int node, uint64_t ns, uint64_t end, uint8_t id,
	       uint8_t b1, uint8_t b2, uint16_t b3)
{
	const uint8_t data[8] = {id, b1, b2, (uint8_t)b3, (uint8_t)(b3 >> 8)};
	const struct hm_event e = {.node = node,
				   .ns = ns,
				   .type = &a->table->type[id],
				   .length = a->table->type[id].length,
				   .data = data};

	return hm_analysis_event(a, &e, end);
}

/* ---- random messages ---- */

struct run {
	struct hm_analysis a;
	uint64_t state;
	/* send times of the messages in transit, for each channel */
	uint64_t queue[NODES][NODES][TYPES][64];
	unsigned int head[NODES][NODES][TYPES], count[NODES][NODES][TYPES];
	uint64_t expected; /* time in ns of the send of the next match; 0: no match may come */
	unsigned int from, to, type; /* of this message */
	uint64_t matched, wrong, unmatched;
};

static void on_message(void *arg, const struct hm_message *m)
{
	struct run *r = arg;

	r->matched++;
	r->wrong += m->sent != r->expected || m->from != r->from || m->to != r->to ||
		    m->type != r->type;
	r->expected = 0;
}

static void on_unmatched(void *arg, const struct hm_message *m, enum hm_unmatched why)
{
	struct run *r = arg;

	(void)m;
	(void)why;
	r->unmatched++;
}

static struct run *begin(uint64_t seed)
{
	struct run *r = calloc(1, sizeof(*r));

	assert_non_null(r);
	hm_analysis_begin(&r->a, table(), 800);
	r->a.on_message = on_message;
	r->a.on_unmatched = on_unmatched;
	r->a.arg = r;
	r->state = seed;
	return r;
}

static unsigned int below(struct run *r, unsigned int n)
{
	return (unsigned int)(random_splitmix(&r->state) % n);
}

/* Sends a message or receives the oldest one of a channel; with @lost[node] the event is not in
 * the trace. Returns the number of certain matches. */
static unsigned int step(struct run *r, uint64_t ns, const bool lost[NODES],
			 const bool broken[NODES])
{
	const unsigned int from = below(r, NODES), to = below(r, NODES), t = below(r, TYPES);
	unsigned int *count = &r->count[from][to][t], *head = &r->head[from][to][t];

	if (from == to)
		return 0;
	if (*count < 64 && (below(r, 2) || !*count)) {
		r->queue[from][to][t][(*head + (*count)++) % 64] = ns;
		if (!lost[from])
			assert_int_equal(
				put(&r->a, from, ns, ns + 1, 1, (uint8_t)to, (uint8_t)t, 40),
				0);
		return 0;
	}
	r->expected = r->queue[from][to][t][(*head)++ % 64];
	r->from = from;
	r->to = to;
	r->type = t;
	(*count)--;
	if (!lost[to])
		assert_int_equal(put(&r->a, to, ns, ns + 1, 2, (uint8_t)from, (uint8_t)t, 40),
				 0);
	return !broken[from] && !broken[to];
}

static void types_and_order(void)
{
	static const bool none[NODES];
	uint64_t certain = 0;

	for (uint64_t EACH(seed, 1); seed <= 20; seed++) {
		struct run *r = begin(seed);

		for (uint64_t EACH(i, 1); i < 5000; i++)
			certain += step(r, i * 1000, none, none);
		hm_analysis_end(&r->a);
		assert_int_equal(r->wrong, 0);
		assert_int_equal(r->a.unmatched[1][HM_ALONE], 0);
		assert_int_equal(r->matched, certain);
		certain = 0;
		hm_analysis_free(&r->a);
		free(r);
	}
}

/* Loses events of random nodes for a time: every match must still be of one message. */
static void losses(void)
{
	for (uint64_t EACH(seed, 1); seed <= 200; seed++) {
		struct run *r = begin(seed);
		bool lost[NODES] = {0}, broken[NODES] = {0};
		uint64_t certain = 0;

		for (uint64_t EACH(i, 1); i < 2000; i++) {
			const unsigned int node = below(r, NODES);

			if (below(r, 400) == 0) {
				lost[node] = broken[node] = true;
				hm_analysis_break(&r->a, node, i * 1000);
			} else if (below(r, 50) == 0) {
				lost[node] = false;
			}
			certain += step(r, i * 1000, lost, broken);
		}
		hm_analysis_end(&r->a);
		assert_int_equal(r->wrong, 0);
		assert_true(r->matched >= certain);
		assert_int_equal(r->a.unmatched[1][HM_ALONE], 0);
		hm_analysis_free(&r->a);
		free(r);
	}
}

/* Checks that memory grows only with the messages in transit, not with their total number. */
static void flat_memory(void)
{
	struct run *r = begin(7);

	for (uint64_t i = 0; i < 300000; i++) {
		put(&r->a, 0, i * 3000 + 1, i * 3000 + 2, 1, 1, (uint8_t)(i & 3), 8);
		put(&r->a, 1, i * 3000 + 1001, i * 3000 + 1002, 2, 0, (uint8_t)(i & 3), 8);
	}
	assert_int_equal(r->a.messages, 300000);
	assert_int_equal(r->a.most_pending, 1);
	assert_int_equal(r->a.pending_room, 64);
	hm_analysis_free(&r->a);
	free(r);
}

static void percentiles(void)
{
	struct hm_latency l = {0};

	assert_int_equal(hm_latency_percentile(&l, 50), 0);
	for (uint64_t EACH(i, 1); i <= 10000; i++)
		assert_int_equal(hm_latency_add(&l, 10, i * i), 0);
	for (int EACH(p, 1); p <= 99; p++) {
		const double exact = (p * 100.0) * (p * 100.0);

		assert_true((double)hm_latency_percentile(&l, p) >= exact * (1 - 1.0 / 128));
		assert_true((double)hm_latency_percentile(&l, p) <= exact * (1 + 1.0 / 128));
	}
	assert_int_equal(hm_latency_percentile(&l, 100), 100000000);
	assert_int_equal(l.messages, 10000);
	assert_int_equal(l.bytes, 100000);
	assert_int_equal(l.most, 100000000);
	free(l.bin);
}

/* ---- states and path ---- */

static void state_times(void)
{
	struct run *r = begin(1);
	const struct hm_analysis_node *n = &r->a.node[0];

	put(&r->a, 0, 1000, 1100, 3, 0, 0, 0); /* computing */
	put(&r->a, 0, 5000, 5100, 4, 0, 0, 0); /* the system for 500 */
	put(&r->a, 0, 5500, 5600, 4, 1, 0, 0);
	put(&r->a, 0, 6000, 6100, 3, 1, 0, 0); /* waiting, with the system for 300 in between */
	put(&r->a, 0, 7000, 7100, 4, 0, 0, 0);
	put(&r->a, 0, 7300, 7400, 4, 1, 0, 0);
	put(&r->a, 0, 9000, 9100, 3, 0, 0, 0);
	hm_analysis_break(&r->a, 0, 9500);
	put(&r->a, 0, 12000, 12100, 4, 1, 0, 0); /* resumes an unknown state */
	put(&r->a, 0, 13000, 13100, 3, 2, 0, 0);
	put(&r->a, 0, 14000, 14500, 3, 0, 0, 0);
	hm_analysis_end(&r->a);
	assert_int_equal(n->time[HM_COMPUTING], 4000 + 500 + 500 + 500);
	assert_int_equal(n->time[HM_SYSTEM], 500 + 300);
	assert_int_equal(n->time[HM_WAITING], 1000 + 1700);
	assert_int_equal(n->time[HM_SENDING], 1000);
	assert_int_equal(n->time[HM_UNKNOWN], 3500);
	hm_analysis_free(&r->a);
	free(r);
}

/* Tests the critical path: node 0 computes and sends; node 1 waits for it, computes, is in the
 * system for a while, sends and ends last. */
static void critical_path(void)
{
	struct run *r = begin(1);
	const struct hm_path *p;

	r->expected = 500000;
	r->to = 1; /* from node 0 */
	put(&r->a, 0, 1000, 1100, 3, 0, 0, 0);
	put(&r->a, 1, 2000, 2100, 3, 0, 0, 0);
	put(&r->a, 1, 3000, 3100, 3, 1, 0, 0);
	put(&r->a, 0, 500000, 500200, 1, 1, 0, 4);
	put(&r->a, 0, 500300, 500400, 3, 2, 0, 0); /* it leaves at 500400 */
	put(&r->a, 0, 600000, 600100, 3, 0, 0, 0);
	put(&r->a, 1, 700000, 700100, 2, 0, 0, 4);
	put(&r->a, 1, 800000, 800100, 4, 0, 0, 0); /* the system, until 850000 */
	put(&r->a, 1, 850000, 850100, 4, 1, 0, 0);
	put(&r->a, 1, 900000, 900100, 3, 2, 0, 0); /* sending */
	put(&r->a, 1, 960000, 960100, 3, 0, 0, 0);
	p = hm_analysis_path(&r->a);
	assert_int_equal(r->wrong, 0);
	assert_int_equal(hm_path_sum(p), 960100 - 1000);
	assert_int_equal(p->ns[0][HM_CAUSE_COMPUTING], 500000 - 1100 + 100);
	assert_int_equal(p->ns[0][HM_CAUSE_RECORDING], 100 + 200 + 100);
	assert_int_equal(p->ns[1][HM_CAUSE_TRANSFER], 700000 - 500400);
	assert_int_equal(p->ns[1][HM_CAUSE_COMPUTING], 800000 - 700100 + 900000 - 850100);
	assert_int_equal(p->ns[1][HM_CAUSE_SYSTEM], 850000 - 800100);
	assert_int_equal(p->ns[1][HM_CAUSE_SENDING], 960000 - 900100);
	assert_int_equal(p->ns[1][HM_CAUSE_RECORDING], 5 * 100);
	assert_int_equal(p->ns[1][HM_CAUSE_WAITING], 0);
	hm_analysis_free(&r->a);
	free(r);
}

/* ---- the run without recording ---- */

#define LENGTH 4u /* bytes of a message */
#define HOPS 70u  /* ns of a message from node 1 to node 2; the others need none */

static uint64_t accept_ns(void *arg, uint32_t bytes)
{
	(void)arg;
	return 25 * (uint64_t)bytes;
}

static uint64_t hops_ns(void *arg, unsigned int from, unsigned int to, uint32_t bytes)
{
	(void)arg;
	assert_int_equal(bytes, LENGTH);
	return from == 1 && to == 2 ? HOPS : 0;
}

struct removed {
	struct hm_message message[8];
	unsigned int count;
};

static void on_removed(void *arg, const struct hm_message *m)
{
	struct removed *r = arg;

	assert_true(r->count < 8);
	r->message[r->count++] = *m;
}

/*
 * Node 0 sends three messages, 100 ns apart without recording and 30 us apart with it. Node 1
 * waits for the first one, computes for 150 ns and sends to node 2. Without recording the other
 * two come while it computes, and accepting each of them takes 100 ns. Before and after a wait
 * a switch of the process takes 230 ns.
 */
static void order_without_recording(void)
{
	static const struct hm_recording_cost cost = {
		.wait_ns = 1000, .switch_ns = 230, .accept_ns = accept_ns, .hops_ns = hops_ns};
	const uint64_t record = 10000; /* ns of an event */
	/* Node 1 sends after a switch, during which the first message has left at 200, three
	 * messages, of which the last leaves at 400, another switch, and 150 of its own. */
	const uint64_t answer = 2 * cost.switch_ns + 3 * 100 + 150;
	struct hm_analysis *a = malloc(sizeof(*a));
	struct removed r = {0};
	uint64_t t;

	assert_non_null(a);
	hm_analysis_begin(a, table(), 800);
	hm_analysis_remove(a, &cost);
	a->on_removed = on_removed;
	a->arg = &r;
	put(a, 0, 0, record, 3, 0, 0, 0);	   /* computing */
	put(a, 1, 0, record, 3, 0, 0, 0);	   /* computing */
	put(a, 1, record, 2 * record, 3, 1, 0, 0); /* waiting */
	put(a, 2, 0, record, 3, 0, 0, 0);
	put(a, 2, record, 2 * record, 3, 1, 0, 0);
	put(a, 0, record + 100, 2 * record + 100, 1, 1, 0, LENGTH); /* sends, at 100 */
	put(a, 0, 2 * record + 100, 3 * record + 100, 3, 2, 0, 0);
	put(a, 0, 3 * record + 200, 4 * record + 200, 3, 0, 0, 0); /* it left at 200 */
	put(a, 1, 3 * record + 300, 4 * record + 300, 2, 0, 0, LENGTH);
	t = 4 * record + 450;
	put(a, 1, t, t + record, 3, 0, 0, 0); /* it computed for 150 */
	put(a, 1, t + record, t + 2 * record, 1, 2, 0, LENGTH);
	put(a, 1, t + 2 * record, t + 3 * record, 3, 2, 0, 0);
	put(a, 1, t + 3 * record, t + 4 * record, 3, 0, 0, 0);
	put(a, 2, t + 4 * record, t + 5 * record, 2, 1, 0, LENGTH);
	for (unsigned int i = 1; i < 3; i++) {
		t = (3 * i + 1) * record + 100 * i + 100;
		put(a, 0, t, t + record, 1, 1, 0, LENGTH);
		put(a, 0, t + record, t + 2 * record, 3, 2, 0, 0);
		put(a, 0, t + 2 * record + 100, t + 3 * record + 100, 3, 0, 0, 0);
	}
	for (unsigned int i = 1; i < 3; i++) {
		t = (10 + 2 * i) * record;
		put(a, 1, t, t + record, 3, 1, 0, 0);
		put(a, 1, t + record, t + 2 * record, 2, 0, 0, LENGTH);
	}
	hm_analysis_end(a);
	assert_int_equal(r.count, 4);
	for (unsigned int EACH(i, 0), sent = 0; i < 4; i++) {
		if (r.message[i].from) {
			assert_int_equal(r.message[i].true_sent, answer);
			assert_int_equal(r.message[i].true_received,
					 answer + HOPS + 100 + cost.switch_ns);
		} else {
			assert_int_equal(r.message[i].true_sent, 100 + 100 * sent++);
		}
	}
	hm_analysis_free(a);
	free(a);
}

/* Sends more messages than the analysis can hold. */
static void too_many(void)
{
	struct run *r = begin(1);
	uint64_t i = 0;
	int err;

	while (!(err = put(&r->a, 0, i * 10 + 1, i * 10 + 2, 1, 1, 0, 8)) && i < 3000000)
		i++;
	assert_int_equal(err, -E2BIG);
	hm_analysis_free(&r->a);
	free(r);
}

static const struct unit units[] = {UNIT(types_and_order, "HM-ANA-002"),
				    UNIT(losses, "HM-ANA-002"),
				    UNIT(flat_memory, ""),
				    UNIT(percentiles, "HM-ANA-003"),
				    UNIT(state_times, ""),
				    UNIT(critical_path, ""),
				    UNIT(order_without_recording, ""),
				    UNIT(too_many, "")};

UNIT_MAIN(units)
