/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the trace: its modes, triggers, registers and the entries in its memory (TR-596-99 3.5,
 * 3.6, A.6, A.7).
 *
 * Packets carry their number in the address, which identifies them in the trace. Four
 * tests have a saved view in waves/surfboard with the trigger in the middle of the screen:
 *
 *	make wave TEST=trace_beginning
 *	make wave TEST=trace_middle
 *	make wave TEST=trace_end
 *	make wave TEST=threshold_trace
 */
#include "iscr.h"
#include "quick.h"
#include <limits.h>

enum mode { BEGINNING, MIDDLE, END, RESERVED }; /* TTCR.MODE */
enum qual { ANY, INPUT, WRAP, EITHER };		/* TTCR.QUAL */

#define NEVER UINT_MAX
#define SMALL 16 /* entries with TSIZE 00 */
/* preset value of the trace memory, which sets the presence bits as well */
#define ONES 0xFFFFFFFFu
/* preset value of TPIR; a TPIR of 0 must therefore have been written */
#define TPIR_PRESET 0x25A5A5u
#define MODEL_WRAP "surfboard_wrap"

/* A board that traces, and the numbers of the packets at which the two trigger conditions
 * occur. */
struct trace {
	unsigned int tsize;    /* ACDR.TSIZE; 0: 16 entries */
	unsigned int input_at; /* the external input becomes TRUE just before this packet */
	unsigned int wrap_at;  /* this packet wraps its bin */
	struct node *n;
	unsigned int sent, until; /* number of the next packet; number of the first packet that
				   * is not sent */
};

static const struct trace no_trigger = {.input_at = NEVER, .wrap_at = NEVER};

static uint32_t entries(unsigned int tsize)
{
	static const uint32_t n[] = {16, 262144, 1048576, 4194304};

	return n[tsize];
}

/* ---- packets ---- */

static bool next_numbered(void *arg, struct packet *p)
{
	struct trace *t = arg;
	const unsigned int k = t->sent;

	if (k == t->until)
		return false;
	t->sent++;
	/* the packet that must wrap its bin has its own color and therefore its own bin */
	*p = (struct packet){.tx = (node_ticks(t->n) - 20) & SHRIMP_TICKS,
			     .addr = k << 2,
			     .first = 0x01000001u * k,
			     .words = (uint16_t)(1 + k % 3),
			     .x = k & 31,
			     .color = k == t->wrap_at,
			     .be = 15};
	return true;
}

/* Changes the input when Stage 3 takes the previous packet. */
static void on_packet(void *arg, const struct packet *p, const struct surf_golden_result *r)
{
	struct trace *t = arg;

	(void)r;
	if (t->input_at != NEVER && (p->addr >> 2) + 1 == t->input_at)
		node_x_in(t->n, false);
}

/* Sends the next @count packets as fast as the link allows. */
static void send_packets(struct trace *t, unsigned int count)
{
	if (t->input_at == t->sent)
		node_x_in(t->n, false);
	sim_wait_cycles(t->n->clk25, 4);
	t->until = t->sent + count;
	node_play(t->n, next_numbered, t);
}

/* ---- set-up and checks ---- */

/* Sets all registers except HTCR for a new trace. */
static void prepare_trace(struct trace *t, enum mode mode, enum qual qual)
{
	struct node *n = t->n;

	node_put(n, SURF_HTCR, FRS);
	node_put(n, SURF_HTCR, 0);
	node_x_in(n, true);
	simm_fill(n->trace, ONES);
	surf_golden_trace_fill(n->g, ONES);
	node_mem_put(n, true, 0, 0);
	node_mem_put(n, true, 1, 0xFFFFFFFF);
	node_put(n, SURF_TTCR, (uint32_t)mode << 2 | qual);
	node_put(n, SURF_TICR, 0);
	node_put(n, SURF_TECR, 0);
	node_put(n, SURF_TPIR, TPIR_PRESET);
	node_put(n, SURF_ISCR, ISCR_ALL);
	SIM_EQ(n->s, node_get(n, SURF_ISCR), 0, "ISCR at the start");
	t->sent = 0;
}

static void arm_trace(struct trace *t, enum mode mode, enum qual qual)
{
	prepare_trace(t, mode, qual);
	node_put(t->n, SURF_HTCR, qual & WRAP ? TEN | HEN : TEN);
}

static void power_on(struct trace *t, struct sim *s)
{
	static const enum simm_size size[] = {SIMM_4MB, SIMM_4MB, SIMM_16MB, SIMM_64MB};
	struct node_config cfg = {.trace = size[t->tsize], .hist = SIMM_4MB};
	struct sbit_map map;

	t->n = quick_open(s, &cfg);
	t->n->on_packet = on_packet;
	t->n->on_packet_arg = t;
	/* the bin is the color; until the selector is loaded all packets count in bin 0 */
	for (unsigned int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = (uint8_t)(i < 6 ? 30 + i : SBIT_ZERO);
	if (t->wrap_at != NEVER)
		quick_select(t->n, &map);
	quick_acdr(t->n, ACDR(.lat_n = 12, .tsize = t->tsize));
}

static void start_trace(struct trace *t, struct sim *s, enum mode mode, enum qual qual)
{
	power_on(t, s);
	arm_trace(t, mode, qual);
}

/* Values of the registers after the packets. */
struct registers {
	uint32_t tpir, ticr, tecr;
	uint32_t iscr; /* TC and TP as they must be */
};

static void check_registers(struct trace *t, const struct registers *r)
{
	struct node *n = t->n;

	SIM_EQ(n->s, node_get(n, SURF_TPIR), r->tpir, "TPIR");
	SIM_EQ(n->s, node_get(n, SURF_TICR), r->ticr, "TICR");
	SIM_EQ(n->s, node_get(n, SURF_TECR), r->tecr, "TECR");
	SIM_EQ(n->s, node_get(n, SURF_ISCR) & (TC | TP), r->iscr, "ISCR.TP and TC");
}

#define expect_registers(t, ...) check_registers(t, &(struct registers){__VA_ARGS__})

static bool untouched(struct node *n, uint32_t index)
{
	for (unsigned int i = 0; i < 4; i++)
		if (simm_peek(n->trace, 4 * index + i) != ONES)
			return false;
	return true;
}

/* Consecutive packets and the entries that hold them. */
struct packets {
	unsigned int packet, count; /* number of the first packet; number of packets */
	uint32_t entry;		    /* entry of the first packet */
};

static void check_packets(struct trace *t, const struct packets *p)
{
	struct node *n = t->n;

	for (unsigned int EACH(i, 0); i < p->count; i++) {
		const uint32_t at = (p->entry + i) % entries(t->tsize);
		const struct trace_fields f = quick_entry(n, at);

		SIM_CHECK(n->s, f.addr >> 2 == p->packet + i && f.presence == 0,
			  "entry %u holds packet %u (presence %u), expected packet %u", at,
			  f.addr >> 2, f.presence, p->packet + i);
		SIM_EQ(n->s, f.size, 1 + (p->packet + i) % 3, "size of the packet");
	}
}

/* Checks the entries, and that no other of the 16 entries has been written. */
static void check_entries(struct trace *t, const struct packets *p)
{
	check_packets(t, p);
	for (unsigned int i = p->count; i < SMALL; i++)
		SIM_CHECK(t->n->s, untouched(t->n, (p->entry + i) % SMALL),
			  "entry %u is written", (p->entry + i) % SMALL);
}

#define expect_packets(t, ...) check_packets(t, &(struct packets){__VA_ARGS__})
#define expect_entries(t, ...) check_entries(t, &(struct packets){__VA_ARGS__})

static void finish_trace(struct trace *t)
{
	node_put(t->n, SURF_HTCR, 0);
	node_compare(t->n);
}

/* ---- trigger at the beginning, in the middle, at the end ---- */

/* A run of forty packets; runs with both causes of the trigger exist in either order. */
struct run {
	enum mode mode;
	enum qual qual;
	struct {
		unsigned int input_at, wrap_at; /* numbers of packets; 0: never */
	} cause[2];
	unsigned int trigger; /* the trigger packet */
	struct packets held;  /* at the end */
	uint32_t tpir, ticr, tecr;
};

static void run_trace(struct sim *s, const struct run *r)
{
	const unsigned int orders = r->cause[1].input_at ? 2 : 1;
	struct trace t = {.wrap_at = r->cause[0].wrap_at ? r->cause[0].wrap_at : NEVER};

	power_on(&t, s);
	for (unsigned int EACH(i, 0); i < orders; i++) {
		t.input_at = r->cause[i].input_at ? r->cause[i].input_at : NEVER;
		t.wrap_at = r->cause[i].wrap_at ? r->cause[i].wrap_at : NEVER;
		arm_trace(&t, r->mode, r->qual);
		send_packets(&t, 40);
		check_entries(&t, &r->held);
		expect_registers(&t, .tpir = r->tpir, .ticr = r->ticr, .tecr = r->tecr,
				 .iscr = TP | TC);
		SIM_EQ(s, quick_entry(t.n, r->tpir).addr >> 2, r->trigger,
		       "packet that TPIR names");
	}
	finish_trace(&t);
}

#define RUN(name, ...)                                     \
	static void trace_##name(struct sim *s)            \
	{                                                  \
		static const struct run r = {__VA_ARGS__}; \
                                                           \
		run_trace(s, &r);                          \
	}

#define BOTH_ORDERS                                   \
	{                                             \
		{.input_at = 18, .wrap_at = 20},      \
		{                                     \
			.input_at = 20, .wrap_at = 18 \
		}                                     \
	}

/* the trace records from the trigger packet on until the memory is full */
RUN(beginning_any, .mode = BEGINNING, .qual = ANY, .trigger = 0,
    .held = {.packet = 0, .count = 16, .entry = 0}, .tpir = 0, .ticr = 0, .tecr = 16)
RUN(beginning, .mode = BEGINNING, .qual = INPUT, .cause = {{.input_at = 20}}, .trigger = 20,
    .held = {.packet = 20, .count = 16, .entry = 0}, .tpir = 0, .ticr = 0, .tecr = 16)
RUN(beginning_bin, .mode = BEGINNING, .qual = WRAP, .cause = {{.wrap_at = 20}}, .trigger = 20,
    .held = {.packet = 20, .count = 16, .entry = 0}, .tpir = 0, .ticr = 0, .tecr = 16)
RUN(beginning_either, .mode = BEGINNING, .qual = EITHER, .cause = BOTH_ORDERS, .trigger = 18,
    .held = {.packet = 18, .count = 16, .entry = 0}, .tpir = 0, .ticr = 0, .tecr = 16)
/* the trace holds eight packets before the trigger packet and eight from it on; if there are
 * none before it, the memory is filled nevertheless */
RUN(middle_any, .mode = MIDDLE, .qual = ANY, .trigger = 0,
    .held = {.packet = 0, .count = 16, .entry = 0}, .tpir = 0, .ticr = 0, .tecr = 16)
RUN(middle, .mode = MIDDLE, .qual = INPUT, .cause = {{.input_at = 20}}, .trigger = 20,
    .held = {.packet = 12, .count = 16, .entry = 12}, .tpir = 20 % 16, .ticr = 12, .tecr = 16)
RUN(middle_bin, .mode = MIDDLE, .qual = WRAP, .cause = {{.wrap_at = 20}}, .trigger = 20,
    .held = {.packet = 12, .count = 16, .entry = 12}, .tpir = 20 % 16, .ticr = 12, .tecr = 16)
RUN(middle_either, .mode = MIDDLE, .qual = EITHER, .cause = BOTH_ORDERS, .trigger = 18,
    .held = {.packet = 10, .count = 16, .entry = 10}, .tpir = 18 % 16, .ticr = 10, .tecr = 16)
/* the trace holds the packets before the trigger packet, and the trigger packet as the last */
RUN(end_any, .mode = END, .qual = ANY, .trigger = 0,
    .held = {.packet = 0, .count = 1, .entry = 0}, .tpir = 0, .ticr = 1, .tecr = 1)
RUN(end, .mode = END, .qual = INPUT, .cause = {{.input_at = 20}}, .trigger = 20,
    .held = {.packet = 5, .count = 16, .entry = 5}, .tpir = 20 % 16, .ticr = 5, .tecr = 16)
RUN(end_bin, .mode = END, .qual = WRAP, .cause = {{.wrap_at = 20}}, .trigger = 20,
    .held = {.packet = 5, .count = 16, .entry = 5}, .tpir = 20 % 16, .ticr = 5, .tecr = 16)
RUN(end_either, .mode = END, .qual = EITHER, .cause = BOTH_ORDERS, .trigger = 18,
    .held = {.packet = 3, .count = 16, .entry = 3}, .tpir = 18 % 16, .ticr = 3, .tecr = 16)

/* ---- MODE 11 ---- */

/* Stops the global clock, so that two runs can be identical in every bit. */
static void trace_reserved_mode(struct sim *s)
{
	struct trace t = {.input_at = 20, .wrap_at = 22};

	power_on(&t, s);
	quick_stop_clock(t.n);
	for (enum qual EACH(qual, ANY); qual <= EITHER; qual++) {
		struct quick_state *first = NULL;
		uint32_t tpir = 0, ticr = 0, tecr = 0;

		for (int EACH(reserved, 0); reserved < 2; reserved++) {
			struct quick_state *st;

			arm_trace(&t, reserved ? RESERVED : BEGINNING, qual);
			send_packets(&t, 40);
			expect_entries(&t,
				       .packet = qual == ANY	? 0
						 : qual == WRAP ? 22
								: 20,
				       .count = 16, .entry = 0);
			expect_registers(&t, .tpir = 0, .ticr = 0, .tecr = 16, .iscr = TP | TC);
			st = quick_memories(t.n);
			if (reserved) {
				quick_same_memories(t.n, first, st);
				SIM_EQ(s, node_get(t.n, SURF_TPIR), tpir, "TPIR");
				SIM_EQ(s, node_get(t.n, SURF_TICR), ticr, "TICR");
				SIM_EQ(s, node_get(t.n, SURF_TECR), tecr, "TECR");
			}
			first = st;
			tpir = node_get(t.n, SURF_TPIR);
			ticr = node_get(t.n, SURF_TICR);
			tecr = node_get(t.n, SURF_TECR);
		}
	}
	finish_trace(&t);
}

/* ---- further tests of the modes ---- */

static void trace_waits(struct sim *s)
{
	struct trace t = no_trigger;

	start_trace(&t, s, BEGINNING, INPUT);
	node_put(t.n, SURF_TICR, 3);
	node_put(t.n, SURF_TECR, 6);
	send_packets(&t, 10);
	expect_entries(&t, .count = 0);
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 3, .tecr = 6);
	SIM_EQ(s, node_get(t.n, SURF_HTCR), TEN, "HTCR");
	finish_trace(&t);
}

static void trace_middle_count(struct sim *s)
{
	struct trace t = no_trigger;

	start_trace(&t, s, MIDDLE, INPUT);
	send_packets(&t, 5);
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 5, .tecr = 5);
	send_packets(&t, 15);
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 20 - 16, .tecr = 8);
	expect_entries(&t, .packet = 4, .count = 16, .entry = 4);
	finish_trace(&t);
}

/* Checks that half the memory is recorded from the trigger on, wherever the trigger comes. */
static void trace_middle_half(struct sim *s)
{
	static const unsigned int trigger[] = {8, 9, 20, 33};
	struct trace t = no_trigger;

	power_on(&t, s);
	for (unsigned int EACH(i, 0); i < 4; i++) {
		const unsigned int k = trigger[i];

		t.input_at = k;
		arm_trace(&t, MIDDLE, INPUT);
		send_packets(&t, k + 20);
		expect_entries(&t, .packet = k - 8, .count = 16, .entry = k - 8);
		expect_registers(&t, .tpir = k % 16, .ticr = (k + 8) % 16, .tecr = 16,
				 .iscr = TP | TC);
	}
	finish_trace(&t);
}

/* Checks with every memory size that TECR stops at half the memory until the trigger and then
 * counts to the end. */
static void trace_middle_sizes(struct sim *s)
{
	struct trace t = {.tsize = 3, .input_at = NEVER, .wrap_at = NEVER};

	power_on(&t, s);
	for (t.tsize = 0; t.tsize < 4; t.tsize++) {
		EACH_OF(t.tsize);
		const uint32_t n = entries(t.tsize), half = n / 2;

		t.input_at = NEVER;
		quick_acdr(t.n, ACDR(.lat_n = 12, .tsize = t.tsize));
		arm_trace(&t, MIDDLE, INPUT);
		node_put(t.n, SURF_TICR, half - 2);
		node_put(t.n, SURF_TECR, half - 2);
		send_packets(&t, 1);
		expect_registers(&t, .tpir = TPIR_PRESET, .ticr = half - 1, .tecr = half - 1);
		send_packets(&t, 5);
		expect_registers(&t, .tpir = TPIR_PRESET, .ticr = (half + 4) % n, .tecr = half);
		t.input_at = t.sent;
		send_packets(&t, 2);
		expect_registers(&t, .tpir = (half + 4) % n, .ticr = (half + 6) % n,
				 .tecr = half + 2, .iscr = TP);
		/* all entries except two of the half after the trigger */
		node_put(t.n, SURF_TECR, n - 2);
		send_packets(&t, 1);
		expect_registers(&t, .tpir = (half + 4) % n, .ticr = (half + 7) % n,
				 .tecr = n - 1, .iscr = TP);
		send_packets(&t, 3);
		expect_registers(&t, .tpir = (half + 4) % n, .ticr = (half + 8) % n, .tecr = n,
				 .iscr = TP | TC);
		expect_packets(&t, .packet = 0, .count = 10, .entry = half - 2);
		node_put(t.n, SURF_TECR, 0);
	}
	t.tsize = 3;
	finish_trace(&t);
}

/* Checks that the memory is filled if the trigger comes before half of it is full. */
static void trace_middle_early(struct sim *s)
{
	struct trace t = no_trigger;

	power_on(&t, s);
	for (unsigned int EACH(k, 0); k < 8; k++) {
		t.input_at = k;
		arm_trace(&t, MIDDLE, INPUT);
		send_packets(&t, 24);
		/* k packets before the trigger packet, 16 - k from it on */
		expect_entries(&t, .packet = 0, .count = 16, .entry = 0);
		expect_registers(&t, .tpir = k, .ticr = 0, .tecr = 16, .iscr = TP | TC);
	}
	finish_trace(&t);
}

static void trace_end_circle(struct sim *s)
{
	struct trace t = no_trigger;

	start_trace(&t, s, END, INPUT);
	send_packets(&t, 7);
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 7, .tecr = 7);
	send_packets(&t, 9);
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 0, .tecr = 16);
	send_packets(&t, 24);
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 40 % 16, .tecr = 16);
	expect_entries(&t, .packet = 24, .count = 16, .entry = 24 % 16);
	finish_trace(&t);
}

static void trace_end_short(struct sim *s)
{
	struct trace t = {.input_at = 4, .wrap_at = NEVER};

	start_trace(&t, s, END, INPUT);
	send_packets(&t, 20);
	expect_entries(&t, .packet = 0, .count = 5, .entry = 0);
	expect_registers(&t, .tpir = 4, .ticr = 5, .tecr = 5, .iscr = TP | TC);
	finish_trace(&t);
}

static void trace_complete(struct sim *s)
{
	struct trace t = {.input_at = 20, .wrap_at = NEVER};

	power_on(&t, s);
	for (enum mode EACH(mode, BEGINNING); mode <= RESERVED; mode++) {
		struct quick_state *before;
		uint32_t tpir, ticr, tecr;

		arm_trace(&t, mode, INPUT);
		send_packets(&t, 40);
		SIM_EQ(s, node_get(t.n, SURF_ISCR) & TC, TC, "trace complete");
		before = quick_memories(t.n);
		tpir = node_get(t.n, SURF_TPIR);
		ticr = node_get(t.n, SURF_TICR);
		tecr = node_get(t.n, SURF_TECR);
		send_packets(&t, 20); /* the input is still TRUE */
		quick_same_memories(t.n, before, quick_memories(t.n));
		expect_registers(&t, .tpir = tpir, .ticr = ticr, .tecr = tecr, .iscr = TP | TC);
	}
	finish_trace(&t);
}

/* ---- TICR and TSIZE ---- */

static void trace_index_wraps(struct sim *s)
{
	static const struct {
		enum mode mode;
		enum qual qual;
	} way[] = {{BEGINNING, ANY},
		   {MIDDLE, ANY},
		   {MIDDLE, INPUT},
		   {END, INPUT},
		   {RESERVED, ANY}};
	struct trace t = no_trigger;

	power_on(&t, s);
	for (unsigned int EACH(i, 0); i < sizeof(way) / sizeof(way[0]); i++) {
		arm_trace(&t, way[i].mode, way[i].qual);
		node_put(t.n, SURF_TICR, SMALL - 2);
		for (unsigned int EACH(k, 0); k < 4; k++) {
			send_packets(&t, 1);
			SIM_EQ(s, node_get(t.n, SURF_TICR), (SMALL - 2 + k + 1) % SMALL,
			       "TICR after a packet");
		}
		expect_entries(&t, .packet = 0, .count = 4, .entry = SMALL - 2);
		SIM_EQ(s, node_get(t.n, SURF_TECR), 4, "TECR");
	}
	finish_trace(&t);
}

/* Checks the entries before and after the end of the largest memory. */
static void trace_index_wraps_64mb(struct sim *s)
{
	struct trace t = {.tsize = 3, .input_at = NEVER, .wrap_at = NEVER};
	const uint32_t n = entries(3);

	start_trace(&t, s, BEGINNING, ANY);
	node_put(t.n, SURF_TICR, n - 2);
	send_packets(&t, 4);
	expect_packets(&t, .packet = 0, .count = 4, .entry = n - 2);
	expect_registers(&t, .tpir = n - 2, .ticr = 2, .tecr = 4, .iscr = TP);
	finish_trace(&t);
}

/* Checks that TICR keeps the bits that TSIZE hides, with writes and with packets. */
static void trace_index_hidden(struct sim *s)
{
	struct trace t = {.tsize = 3, .input_at = NEVER, .wrap_at = NEVER};

	start_trace(&t, s, BEGINNING, ANY);
	for (unsigned int EACH(large, 1); large < 4; large++) {
		for (unsigned int EACH(small, 0); small < large; small++) {
			const uint32_t hidden = entries(large) - entries(small);

			quick_acdr(t.n, ACDR(.lat_n = 12, .tsize = large));
			node_put(t.n, SURF_TICR, entries(large) - 1);
			quick_acdr(t.n, ACDR(.lat_n = 12, .tsize = small));
			SIM_EQ(s, node_get(t.n, SURF_TICR), entries(small) - 1,
			       "TICR, fewer bits");
			node_put(t.n, SURF_TICR, 0);
			SIM_EQ(s, node_get(t.n, SURF_TICR), 0, "TICR written 0");
			quick_acdr(t.n, ACDR(.lat_n = 12, .tsize = large));
			SIM_EQ(s, node_get(t.n, SURF_TICR), hidden,
			       "TICR, more bits after a write");

			quick_acdr(t.n, ACDR(.lat_n = 12, .tsize = small));
			node_put(t.n, SURF_TICR, entries(small) - 1);
			send_packets(&t, 1);
			SIM_EQ(s, node_get(t.n, SURF_TICR), 0, "TICR after a packet");
			quick_acdr(t.n, ACDR(.lat_n = 12, .tsize = large));
			SIM_EQ(s, node_get(t.n, SURF_TICR), hidden,
			       "TICR, more bits after a packet");
		}
	}
	finish_trace(&t);
}

/* Fills a memory of which the last three entries are free. */
static void full_memory(struct sim *s, unsigned int tsize)
{
	struct trace t = {.tsize = tsize, .input_at = NEVER, .wrap_at = NEVER};
	const uint32_t n = entries(tsize);

	start_trace(&t, s, BEGINNING, ANY);
	node_put(t.n, SURF_TICR, n - 3);
	node_put(t.n, SURF_TECR, n - 3);
	send_packets(&t, 2);
	expect_registers(&t, .tpir = n - 3, .ticr = n - 1, .tecr = n - 1, .iscr = TP);
	send_packets(&t, 4);
	expect_packets(&t, .packet = 0, .count = 3, .entry = n - 3);
	expect_registers(&t, .tpir = n - 3, .ticr = 0, .tecr = n, .iscr = TP | TC);
	for (uint32_t i = 0; i < 3; i++)
		SIM_CHECK(s, untouched(t.n, i), "entry %u is written", i);
	finish_trace(&t);
}

#define FULL_MEMORY(name, tsize)                     \
	static void trace_full_##name(struct sim *s) \
	{                                            \
		full_memory(s, tsize);               \
	}

FULL_MEMORY(256b, 0)
FULL_MEMORY(4mb, 1)
FULL_MEMORY(16mb, 2)
FULL_MEMORY(64mb, 3)

static void trace_entry_address(struct sim *s)
{
	struct trace t = no_trigger;

	start_trace(&t, s, BEGINNING, ANY);
	node_put(t.n, SURF_TICR, 5);
	send_packets(&t, 1);
	expect_entries(&t, .packet = 0, .count = 1, .entry = 5);
	/* the same entries read over the bus */
	for (uint32_t byte = 0; byte < 256; byte += 4) {
		const bool entry = byte >= 0x50 && byte <= 0x5F;

		SIM_CHECK(s, (node_mem_get(t.n, false, byte / 4) != ONES) == entry,
			  "offset 0x%02X", byte);
	}
	finish_trace(&t);
}

/* ---- HTCR.TEN ---- */

static void trace_disabled(struct sim *s)
{
	struct trace t = no_trigger;

	power_on(&t, s);
	for (enum mode EACH(mode, BEGINNING); mode <= END; mode++) {
		prepare_trace(&t, mode, ANY);
		node_put(t.n, SURF_HTCR, HEN | WEN);
		send_packets(&t, 10);
		expect_entries(&t, .count = 0);
		expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 0, .tecr = 0);
		SIM_EQ(s, node_get(t.n, SURF_HTCR) & TRG, 0, "HTCR.TRG");
	}
	SIM_EQ(s, t.n->done, 30, "packets through the board");
	finish_trace(&t);
}

static void trace_pause(struct sim *s)
{
	struct trace t = no_trigger;

	start_trace(&t, s, BEGINNING, ANY);
	send_packets(&t, 5);
	node_put(t.n, SURF_HTCR, TRG);
	send_packets(&t, 5);
	expect_registers(&t, .tpir = 0, .ticr = 5, .tecr = 5, .iscr = TP);
	node_put(t.n, SURF_HTCR, TRG | TEN);
	send_packets(&t, 5);
	expect_packets(&t, .packet = 0, .count = 5, .entry = 0);
	expect_packets(&t, .packet = 10, .count = 5, .entry = 5);
	for (uint32_t i = 10; i < SMALL; i++)
		SIM_CHECK(s, untouched(t.n, i), "entry %u is written", i);
	expect_registers(&t, .tpir = 0, .ticr = 10, .tecr = 10, .iscr = TP);
	finish_trace(&t);
}

/* ---- trigger ---- */

static void trace_trigger_flags(struct sim *s)
{
	struct trace t = {.input_at = 1, .wrap_at = NEVER};

	start_trace(&t, s, BEGINNING, INPUT);
	send_packets(&t, 1);
	SIM_EQ(s, node_get(t.n, SURF_HTCR), TEN, "HTCR before the trigger");
	SIM_EQ(s, node_get(t.n, SURF_ISCR) & TP, 0, "ISCR.TP before the trigger");
	send_packets(&t, 1);
	SIM_EQ(s, node_get(t.n, SURF_HTCR), TRG | TEN, "HTCR after the trigger");
	SIM_EQ(s, node_get(t.n, SURF_ISCR) & TP, TP, "ISCR.TP after the trigger");
	finish_trace(&t);
}

static void trace_trigger_index(struct sim *s)
{
	struct trace t = no_trigger;

	power_on(&t, s);
	for (enum mode EACH(mode, BEGINNING); mode <= END; mode++) {
		arm_trace(&t, mode, ANY);
		node_put(t.n, SURF_TICR, 9);
		send_packets(&t, 1);
		expect_entries(&t, .packet = 0, .count = 1, .entry = 9);
		expect_registers(&t, .tpir = 9, .ticr = 10, .tecr = 1,
				 .iscr = mode == END ? TP | TC : TP);
	}
	finish_trace(&t);
}

static void trace_trigger_once(struct sim *s)
{
	struct trace t = no_trigger;

	power_on(&t, s);
	for (enum mode EACH(mode, BEGINNING); mode <= END; mode++) {
		arm_trace(&t, mode, ANY);
		node_put(t.n, SURF_TICR, 9);
		send_packets(&t, 1);
		node_put(t.n, SURF_ISCR, TP);
		send_packets(&t, 5);
		SIM_EQ(s, node_get(t.n, SURF_TPIR), 9, "TPIR");
		SIM_EQ(s, node_get(t.n, SURF_ISCR) & TP, 0, "ISCR.TP");
		SIM_EQ(s, node_get(t.n, SURF_HTCR), TRG | TEN, "HTCR");
	}
	finish_trace(&t);
}

static void trace_software_trigger(struct sim *s)
{
	struct trace t = no_trigger;

	power_on(&t, s);
	prepare_trace(&t, BEGINNING, ANY);
	node_put(t.n, SURF_HTCR, TEN);
	SIM_EQ(s, node_get(t.n, SURF_ISCR), 0, "ISCR with TEN");
	node_put(t.n, SURF_HTCR, TEN | TRG);
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 0, .tecr = 0, .iscr = TP);
	/* TRG stays 1, so there is no transition and TP is not set */
	node_put(t.n, SURF_ISCR, TP);
	node_put(t.n, SURF_HTCR, TEN | TRG);
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 0, .tecr = 0);
	finish_trace(&t);
}

static void trace_software_no_trigger(struct sim *s)
{
	struct trace t = no_trigger;

	power_on(&t, s);
	prepare_trace(&t, BEGINNING, ANY);
	node_put(t.n, SURF_HTCR, TRG);
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 0, .tecr = 0);
	node_put(t.n, SURF_HTCR, 0);
	node_put(t.n, SURF_HTCR, TRG | TEN);
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 0, .tecr = 0);
	finish_trace(&t);
}

static void trace_software_starts(struct sim *s)
{
	struct trace t = no_trigger;

	start_trace(&t, s, BEGINNING, INPUT);
	send_packets(&t, 2);
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 0, .tecr = 0);
	node_put(t.n, SURF_HTCR, TEN | TRG);
	send_packets(&t, 1);
	expect_entries(&t, .packet = 2, .count = 1, .entry = 0);
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 1, .tecr = 1, .iscr = TP);
	finish_trace(&t);
}

static void trace_trigger_again(struct sim *s)
{
	struct trace t = no_trigger;

	start_trace(&t, s, END, ANY);
	send_packets(&t, 3);
	expect_entries(&t, .packet = 0, .count = 1, .entry = 0);
	expect_registers(&t, .tpir = 0, .ticr = 1, .tecr = 1, .iscr = TP | TC);
	node_put(t.n, SURF_HTCR, TEN);
	SIM_EQ(s, node_get(t.n, SURF_HTCR), TEN, "HTCR after TRG was cleared");
	node_put(t.n, SURF_ISCR, TP | TC);
	expect_registers(&t, .tpir = 0, .ticr = 1, .tecr = 1);
	send_packets(&t, 1);
	expect_packets(&t, .packet = 0, .count = 1, .entry = 0);
	expect_packets(&t, .packet = 3, .count = 1, .entry = 1);
	expect_registers(&t, .tpir = 1, .ticr = 2, .tecr = 2, .iscr = TP | TC);
	SIM_EQ(s, node_get(t.n, SURF_HTCR), TRG | TEN, "HTCR after the second trigger");
	finish_trace(&t);
}

static void trace_software_ends(struct sim *s)
{
	struct trace t = no_trigger;

	power_on(&t, s);
	prepare_trace(&t, END, INPUT);
	node_put(t.n, SURF_HTCR, TEN);
	SIM_EQ(s, node_get(t.n, SURF_ISCR) & TC, 0, "ISCR.TC");
	node_put(t.n, SURF_HTCR, TEN | TRG);
	SIM_EQ(s, node_get(t.n, SURF_ISCR) & TC, TC, "ISCR.TC");
	/* TC is a level and stays 1 while TRG is 1 */
	node_put(t.n, SURF_ISCR, TC);
	SIM_EQ(s, node_get(t.n, SURF_ISCR) & TC, TC, "ISCR.TC written 1 with TRG");
	node_put(t.n, SURF_HTCR, TEN);
	node_put(t.n, SURF_ISCR, TC);
	SIM_EQ(s, node_get(t.n, SURF_ISCR) & TC, 0, "ISCR.TC written 1 without TRG");
	send_packets(&t, 1);
	expect_entries(&t, .packet = 0, .count = 1, .entry = 0);
	finish_trace(&t);
}

static void trace_event_count(struct sim *s)
{
	struct trace t = no_trigger;

	power_on(&t, s);
	for (unsigned int EACH(tsize, 0); tsize < 4; tsize++) {
		const uint32_t n = entries(tsize);

		quick_acdr(t.n, ACDR(.lat_n = 12, .tsize = tsize));
		for (enum mode EACH(mode, BEGINNING); mode <= MIDDLE; mode++) {
			prepare_trace(&t, mode, INPUT);
			node_put(t.n, SURF_TECR, n - 1);
			SIM_EQ(s, node_get(t.n, SURF_ISCR), 0, "ISCR with TECR = N - 1");
			node_put(t.n, SURF_TECR, n);
			SIM_EQ(s, node_get(t.n, SURF_TECR), n, "TECR");
			SIM_EQ(s, node_get(t.n, SURF_ISCR), TC, "ISCR with TECR = N");
			node_put(t.n, SURF_ISCR, TC);
			SIM_EQ(s, node_get(t.n, SURF_ISCR), TC, "TC while TECR = N");
		}
	}
	finish_trace(&t);
}

/* Checks that nothing is recorded if TECR is N or more, whichever bit makes it so. */
static void trace_full_count(struct sim *s)
{
	struct trace t = no_trigger;

	power_on(&t, s);
	for (unsigned int EACH(tsize, 0); tsize < 4; tsize++) {
		const unsigned int step = sim_step(s, 3);

		quick_acdr(t.n, ACDR(.lat_n = 12, .tsize = tsize));
		/* each bit with one of the sizes at least */
		for (unsigned int EACH(bit, tsize % step); bit < 23; bit += step) {
			const uint32_t count = 1u << bit;
			const unsigned int more = count < entries(tsize);

			prepare_trace(&t, BEGINNING, ANY);
			node_put(t.n, SURF_TECR, count);
			node_put(t.n, SURF_HTCR, TEN);
			send_packets(&t, 1);
			SIM_EQ(s, node_get(t.n, SURF_TICR), more, "TICR");
			SIM_EQ(s, node_get(t.n, SURF_TECR), count + more, "TECR");
			node_get(t.n, SURF_ISCR);
		}
	}
	finish_trace(&t);
}

/* ---- qualifiers ---- */

/* Sends a packet of 40 words; the input is TRUE from clock @from to clock @to of the packet. */
static void pulse_in_packet(struct trace *t, unsigned int from, unsigned int to)
{
	struct packet p = {.addr = 0x40, .words = 40, .be = 15};
	struct quick_list l = {.p = &p, .count = 1};
	struct node *n = t->n;

	p.tx = node_ticks(n) - 10;
	arm_trace(t, BEGINNING, INPUT);
	sim_wait_edge(n->clk_s1, SIM_RISE);
	shrimp_start_packets(n->c, quick_next, &l);
	for (unsigned int clock = 0; shrimp_packets_playing(n->c) || clock <= 60; clock++) {
		if (clock == from)
			node_x_in(n, false);
		if (clock == to)
			node_x_in(n, true);
		sim_wait_edge(n->clk_s1, SIM_RISE);
	}
	node_drain(n);
	SIM_EQ(n->s, node_get(n, SURF_ISCR) & EXT, EXT, "the input was TRUE");
}

static void trace_input_at_end(struct sim *s)
{
	struct trace t = no_trigger;

	power_on(&t, s);
	pulse_in_packet(&t, 0, 6); /* during the header */
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 0, .tecr = 0);
	pulse_in_packet(&t, 0, 34); /* during the whole packet except its end */
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 0, .tecr = 0);
	pulse_in_packet(&t, 36, 60); /* at the end */
	expect_registers(&t, .tpir = 0, .ticr = 1, .tecr = 1, .iscr = TP);
	pulse_in_packet(&t, 58, 60); /* only after the packet */
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 0, .tecr = 0);
	finish_trace(&t);
}

static void trace_input_polarity(struct sim *s)
{
	struct trace t = no_trigger;

	power_on(&t, s);
	for (unsigned int EACH(eip, 0); eip < 2; eip++)
		for (unsigned int EACH(line, 0); line < 2; line++) {
			const bool trigger = line == eip;

			prepare_trace(&t, BEGINNING, INPUT);
			node_put(t.n, SURF_TTCR, eip << 8 | BEGINNING << 2 | INPUT);
			node_x_in(t.n, line);
			sim_wait_cycles(t.n->clk25, 8);
			node_put(t.n, SURF_HTCR, TEN);
			send_packets(&t, 1);
			SIM_EQ(s, node_get(t.n, SURF_HTCR), trigger ? TEN | TRG : TEN, "HTCR");
			expect_entries(&t, .packet = 0, .count = trigger, .entry = 0);
			expect_registers(&t, .tpir = trigger ? 0 : TPIR_PRESET, .ticr = trigger,
					 .tecr = trigger, .iscr = trigger ? TP : 0);
		}
	finish_trace(&t);
}

static void trace_bin_itself(struct sim *s)
{
	struct trace t = {.input_at = NEVER, .wrap_at = 7};

	power_on(&t, s);
	for (enum mode EACH(mode, BEGINNING); mode <= END; mode++) {
		arm_trace(&t, mode, WRAP);
		send_packets(&t, 12);
		const struct trace_fields f = quick_entry(t.n, node_get(t.n, SURF_TPIR));

		SIM_EQ(s, f.addr >> 2, 7, "packet that TPIR names");
		SIM_EQ(s, f.color, 1, "its color, which is its bin");
		SIM_EQ(s, node_mem_get(t.n, true, 1), 0, "the bin has wrapped");
	}
	finish_trace(&t);
}

static void trace_bin_not_sticky(struct sim *s)
{
	struct trace t = {.input_at = NEVER, .wrap_at = 0};

	power_on(&t, s);
	for (enum mode EACH(mode, BEGINNING); mode <= END; mode++) {
		prepare_trace(&t, mode, WRAP);
		t.wrap_at = 0;
		node_put(t.n, SURF_HTCR, HEN);
		send_packets(&t, 1);
		SIM_EQ(s, node_get(t.n, SURF_ISCR) & BV, BV, "ISCR.BV");
		node_put(t.n, SURF_HTCR, HEN | TEN);
		send_packets(&t, 5);
		SIM_EQ(s, node_get(t.n, SURF_HTCR), HEN | TEN, "no trigger while BV is 1");
		/* the next overflow triggers, although BV is still 1 */
		node_mem_put(t.n, true, 1, 0xFFFFFFFF);
		t.wrap_at = 6;
		send_packets(&t, 1);
		SIM_EQ(s, node_get(t.n, SURF_HTCR), HEN | TEN | TRG, "trigger");
		SIM_EQ(s, quick_entry(t.n, node_get(t.n, SURF_TPIR)).addr >> 2, 6,
		       "packet that TPIR names");
	}
	finish_trace(&t);
}

static void trace_bin_disabled(struct sim *s)
{
	struct trace t = {.input_at = NEVER, .wrap_at = 3};

	power_on(&t, s);
	prepare_trace(&t, BEGINNING, WRAP);
	node_put(t.n, SURF_HTCR, TEN);
	send_packets(&t, 8);
	expect_entries(&t, .count = 0);
	expect_registers(&t, .tpir = TPIR_PRESET, .ticr = 0, .tecr = 0);
	SIM_EQ(s, node_get(t.n, SURF_HTCR), TEN, "HTCR");
	SIM_EQ(s, node_mem_get(t.n, true, 1), 0xFFFFFFFF, "the bin");
	finish_trace(&t);
}

/* ---- a threshold ---- */

struct watch {
	struct node *n;
	struct sim_pin *irq;
	uint64_t packets; /* packets that Stage 3 had taken when the board first pulled its line
			   * low */
};

static void watch_irq(void *arg)
{
	struct watch *w = arg;

	if (!w->packets && sim_get(w->irq))
		w->packets = w->n->taken;
}

/* The histogram counts until a bin has counted 501 packets; the last of them starts the trace
 * and interrupts the host. The host performs no access in between. */
static void threshold_trace(struct sim *s)
{
	struct trace t = {.tsize = 1, .input_at = NEVER, .wrap_at = NEVER};
	struct watch w = {0};
	struct node *n;

	power_on(&t, s);
	n = t.n;
	prepare_trace(&t, BEGINNING, WRAP);
	w.n = n;
	w.irq = host_irq_pin(n->host); /* IRLEV is 5 */
	sim_on(n->clk25, SIM_RISE, watch_irq, &w);

	node_mem_put(n, true, 0, 0u - 501); /* all packets count in bin 0 */
	node_put(n, SURF_IEMR, BV);
	node_put(n, SURF_HTCR, HEN | TEN);
	send_packets(&t, 1000);

	SIM_EQ(s, w.packets, 501, "packets when the interrupt came");
	expect_packets(&t, .packet = 500, .count = 500, .entry = 0);
	expect_registers(&t, .tpir = 0, .ticr = 500, .tecr = 500, .iscr = TP);
	SIM_EQ(s, node_mem_get(n, true, 0), 499, "the bin");

	/* the interrupt handler finds out which bin overflowed */
	SIM_EQ(s, node_get(n, SURF_ISCR), 1u << 31 | BV | FNE | TP, "ISCR");
	SIM_EQ(s, node_get(n, SURF_HFDR), 0x100, "bin index, low byte");
	SIM_EQ(s, node_get(n, SURF_HFDR), 0, "bin index, middle byte");
	SIM_EQ(s, node_get(n, SURF_HFDR), 0, "bin index, high byte");
	node_put(n, SURF_ISCR, BV);
	SIM_EQ(s, sim_get(w.irq), 0, "IRQ12 after the handler");
	finish_trace(&t);
}

/* ---- fields of an entry, read over EISA ---- */

/* Opens a node on which each packet makes the next entry. */
static struct node *open_fields(struct sim *s, uint32_t image)
{
	struct node_config cfg = {.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = true};
	struct node *n = quick_open(s, &cfg);

	simm_fill(n->trace, ONES);
	surf_golden_trace_fill(n->g, ONES);
	quick_acdr(n, image | surf_set(0, SURF_ACDR_IMAGE_TSIZE, 1));
	node_put(n, SURF_HTCR, TEN);
	return n;
}

#define PLAIN ACDR(.lat_n = 12, .tsize = 1)

static uint32_t word(struct node *n, uint32_t index, unsigned int w)
{
	const uint32_t v = node_mem_get(n, false, 4 * index + w);

	SIM_EQ(n->s, v, surf_golden_trace_word(n->g, 4 * index + w), "trace memory");
	return v;
}

static struct packet plain(struct node *n)
{
	return (struct packet){.tx = node_ticks(n), .words = 1, .be = 15};
}

static void field_sender(struct sim *s)
{
	struct node *n = open_fields(s, PLAIN);
	struct packet p[128];

	for (unsigned int i = 0; i < 128; i++) {
		p[i] = plain(n);
		p[i].x = (uint8_t)(i & 31);
		p[i].y = (uint8_t)(i >> 5); /* bit 0 is part of the sender, bit 1 is not */
	}
	quick_play(n, p, 128);
	for (uint32_t EACH(i, 0); i < 128; i++)
		SIM_EQ(s, word(n, i, 0) >> 26, i & 63, "sender");
	node_compare(n);
}

static void field_overflow(struct sim *s)
{
	/* the window has 6 bits, so the latency is at most 63 */
	struct node *n = open_fields(s, ACDR(.lat_n = 3, .tsize = 1));
	struct packet p;

	sim_wait(s, SIM_US(60));
	p = plain(n);
	p.tx -= 20;
	node_send(n, &p);
	p = plain(n);
	p.tx -= 200;
	node_send(n, &p);
	SIM_EQ(s, word(n, 0, 0) >> 24 & 3, 0, "V and U of a normal packet");
	/* the board's clock may be 1 tick behind (SB-LAT-001) */
	SIM_CHECK(s, (word(n, 0, 0) & 0xFFFFFF) - 19 <= 11, "its latency");
	SIM_EQ(s, word(n, 1, 0) >> 24 & 3, 2, "V and U of a late packet");
	SIM_EQ(s, word(n, 1, 0) & 0xFFFFFF, 0xFFFFFF, "its latency");
	node_compare(n);
}

static void field_underflow(struct sim *s)
{
	struct node *n = open_fields(s, PLAIN);
	struct packet p = plain(n);

	p.tx -= 10;
	node_send(n, &p);
	p = plain(n);
	p.tx += 200; /* the packet comes from the future */
	node_send(n, &p);
	SIM_EQ(s, word(n, 0, 0) >> 24 & 3, 0, "V and U of a normal packet");
	SIM_EQ(s, word(n, 1, 0) >> 24 & 3, 1, "V and U of an early packet");
	SIM_EQ(s, word(n, 1, 0) & 0xFFFFFF, 0, "its latency");
	node_compare(n);
}

/* Tests latencies of all magnitudes; the global clock is stopped at about 2^44. */
static void field_latency(struct sim *s)
{
	static const unsigned int window[][2] = {{0, 12}, {3, 6}, {10, 12}, {20, 2}};
	struct node_config cfg = {
		.trace = SIMM_4MB, .hist = SIMM_4MB, .rxtime_init = QUICK_WRAP};
	struct node *n = quick_open(s, &cfg);
	const uint64_t now = quick_stop_clock(n);
	enum { COUNT = 40 };
	struct packet p[COUNT];

	for (unsigned int EACH(i, 0); i < 4; i++) {
		const unsigned int start = 2 * window[i][0], num = 2 * window[i][1];

		node_put(n, SURF_HTCR, 0);
		quick_acdr(n, ACDR(.lat_s = window[i][0], .lat_n = window[i][1], .tsize = 1));
		quick_rewind(n);
		node_put(n, SURF_HTCR, TEN);
		for (unsigned int k = 0; k < COUNT; k++) {
			const uint64_t latency =
				(sim_random(s) & SHRIMP_TICKS) >> sim_range(s, 1, 43);

			p[k] = plain(n);
			p[k].tx = now - latency;
		}
		quick_play(n, p, COUNT);
		for (uint32_t EACH(k, 0); k < COUNT; k++) {
			const uint64_t v = (now - p[k].tx) >> start;

			SIM_EQ(s, word(n, k, 0) & 0xFFFFFF, v >> num ? 0xFFFFFF : v, "latency");
		}
	}
	node_compare(n);
}

static void field_category(struct sim *s)
{
	struct node *n = open_fields(s, PLAIN);
	struct packet p = plain(n);

	for (uint32_t i = 0; i < 16; i++) {
		node_put(n, SURF_PCLR, i);
		p.first = ~i << 28;
		node_send(n, &p);
	}
	node_put(n, SURF_HTCR, TRG);
	quick_acdr(n, ACDR(.remote = true, .lat_n = 12, .tsize = 1));
	node_put(n, SURF_HTCR, TRG | TEN);
	for (uint32_t i = 0; i < 16; i++) {
		p.first = i << 28;
		node_send(n, &p);
	}
	for (uint32_t EACH(i, 0); i < 32; i++)
		SIM_EQ(s, word(n, i, 1) >> 28, i & 15, "category");
	node_compare(n);
}

static void field_size(struct sim *s)
{
	static const uint16_t size[] = {1, 2, 511, 1023, 1024};
	struct node *n = open_fields(s, PLAIN);
	struct packet p[5];

	for (unsigned int i = 0; i < 5; i++) {
		p[i] = plain(n);
		p[i].words = size[i];
	}
	quick_play(n, p, 5);
	for (uint32_t EACH(i, 0); i < 5; i++)
		SIM_EQ(s, word(n, i, 1) >> 18 & 0x3FF, size[i] % 1024, "size");
	node_compare(n);
}

static void field_color(struct sim *s)
{
	struct node *n = open_fields(s, PLAIN);
	struct packet p[64];

	for (unsigned int i = 0; i < 64; i++) {
		p[i] = plain(n);
		p[i].color = (uint8_t)i;
	}
	quick_play(n, p, 64);
	for (uint32_t EACH(i, 0); i < 64; i++)
		SIM_EQ(s, word(n, i, 1) >> 12 & 0x3F, i, "color");
	node_compare(n);
}

/* The count of the global clock when a header is sampled. */
struct header {
	struct node *n;
	struct sim_pin *pmen_n;
	bool idle;
	uint64_t ticks;
};

static void watch_header(void *arg)
{
	struct header *h = arg;
	const bool idle = sim_get(h->pmen_n);

	if (h->idle && !idle)
		h->ticks = node_ticks(h->n);
	h->idle = idle;
}

/* The counter starts at 0xFFFFFFFFC00 and wraps to 0; packets come before and after. */
static void field_receive_time(struct sim *s)
{
	struct node_config cfg = {
		.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = true, .rxtime_init = QUICK_WRAP};
	struct node *n = quick_open(s, &cfg);
	struct header h = {.n = n, .pmen_n = sim_pin(s, "pmen_n"), .idle = true};
	unsigned int before = 0, after = 0;

	sim_on(n->clk_s1, SIM_BEFORE_RISE, watch_header, &h);
	quick_acdr(n, PLAIN);
	node_put(n, SURF_HTCR, TEN);
	for (uint32_t EACH(i, 0); i < 40; i++) {
		const struct packet p = plain(n);
		uint64_t high, low;

		sim_wait(s, SIM_NS(sim_range(s, 1, 2500)));
		node_send(n, &p);
		high = word(n, i, 1) & 0xFFF;
		low = word(n, i, 2);
		SIM_CHECK(s, (((high << 32 | low) - h.ticks + 1) & SHRIMP_TICKS) <= 2,
			  "receive time 0x%03X%08X, the global clock showed 0x%011llX",
			  (unsigned int)high, (unsigned int)low, (unsigned long long)h.ticks);
		if (low >= 0xFFFFFC00) {
			SIM_EQ(s, high, 0xFFF, "bits 43..32 before the wrap");
			before++;
		} else {
			SIM_EQ(s, high, 0, "bits 43..32 after the wrap");
			after++;
		}
	}
	SIM_CHECK(s, before > 5 && after > 5, "%u packets before the wrap, %u after", before,
		  after);
	surf_golden_rtv(n->g, true);
	node_compare(n);
}

static void field_irq(struct sim *s)
{
	struct node *n = open_fields(s, PLAIN);
	struct packet p[4];

	for (unsigned int i = 0; i < 4; i++) {
		p[i] = plain(n);
		p[i].irq = i & 1;
	}
	quick_play(n, p, 4);
	for (uint32_t EACH(i, 0); i < 4; i++)
		SIM_EQ(s, word(n, i, 3) >> 31, i & 1, "interrupt bit");
	node_compare(n);
}

static void field_presence(struct sim *s)
{
	struct node *n = open_fields(s, PLAIN);
	struct packet p = {.addr = 0x7FFFFFC, .words = 1, .be = 15, .irq = true};

	for (uint32_t EACH(i, 0); i < 4; i++)
		SIM_EQ(s, word(n, 0, i), ONES, "before the packet");
	p.tx = node_ticks(n);
	node_send(n, &p);
	SIM_EQ(s, word(n, 0, 3), 0x9FFFFFFF, "presence, and ones all around it");
	SIM_EQ(s, word(n, 1, 3), ONES, "the next entry");
	node_compare(n);
}

static void field_address(struct sim *s)
{
	struct node *n = open_fields(s, PLAIN);
	struct packet p[26];

	for (unsigned int i = 0; i < 26; i++) {
		p[i] = plain(n);
		p[i].addr = i < 25 ? 4u << i : 0;
	}
	quick_play(n, p, 26);
	for (uint32_t EACH(i, 0); i < 26; i++)
		SIM_EQ(s, word(n, i, 3) >> 4, i < 25 ? 1u << i : 0, "interrupt to address");
	node_compare(n);
}

static void field_byte_enables(struct sim *s)
{
	struct node *n = open_fields(s, PLAIN);
	struct packet p[16];

	for (unsigned int i = 0; i < 16; i++) {
		p[i] = plain(n);
		p[i].be = (uint8_t)i;
	}
	quick_play(n, p, 16);
	for (uint32_t EACH(i, 0); i < 16; i++)
		SIM_EQ(s, word(n, i, 3) & 15, i, "byte enables");
	node_compare(n);
}

/* Software marks all entries; the board removes the mark from each entry that it writes. */
static void trace_marks(struct sim *s)
{
	struct trace t = no_trigger;

	start_trace(&t, s, BEGINNING, ANY);
	simm_fill(t.n->trace, 0);
	surf_golden_trace_fill(t.n->g, 0);
	for (uint32_t i = 0; i < SMALL; i++)
		node_mem_put(t.n, false, 4 * i + 3, 3u << 29);
	send_packets(&t, 5);
	for (uint32_t EACH(i, 0); i < SMALL; i++)
		SIM_EQ(s, node_mem_get(t.n, false, 4 * i + 3) >> 29 & 3, i < 5 ? 0 : 3,
		       "presence");
	finish_trace(&t);
}

/* ---- long runs ---- */

struct serial {
	struct node *n;
	uint32_t next, count;
};

static bool next_serial(void *arg, struct packet *p)
{
	struct serial *a = arg;

	if (a->next == a->count)
		return false;
	node_random_packet(a->n, p, 12, 300);
	p->addr = a->next++ << 2;
	return true;
}

static void trace_order(struct sim *s)
{
	const struct sni_timing timing = {
		.idle_max = 5, .gap_percent = 10, .gap_max = 3, .noise = true};
	struct serial a = {.count = (uint32_t)sim_length(s, 10000, 800)};
	struct node *n;

	n = a.n = open_fields(s, PLAIN);
	sni_set_timing(n->sni, &timing);
	node_put(n, SURF_HTCR, ALL);
	node_play(n, next_serial, &a);
	node_put(n, SURF_HTCR, 0);
	for (uint32_t EACH(i, 0); i < a.count; i++)
		SIM_EQ(s, quick_entry(n, i).addr >> 2, i, "serial number");
	SIM_CHECK(s, untouched(n, a.count), "an entry too many");
	SIM_EQ(s, node_get(n, SURF_TICR), a.count, "TICR");
	SIM_EQ(s, node_get(n, SURF_TECR), a.count, "TECR");
	node_compare(n);
}

/* Makes the packets of the session that "surf show" printed for the report's authors: 512
 * packets of one word, and 7 packets of a barrier with 13 words in all. */
static bool next_of_session(void *arg, struct packet *p)
{
	static const uint8_t barrier[7] = {2, 2, 2, 2, 2, 2, 1};
	struct serial *a = arg;
	const uint32_t k = a->next;

	if (k == a->count)
		return false;
	node_random_packet(a->n, p, 1, 100);
	/* the packet was sent in the past, even if the two clocks differ by a tick */
	p->tx -= 10;
	/* a barrier follows after every 64 packets, the last one at the end */
	p->words = k % 74 == 73 ? barrier[k / 74] : 1;
	a->next++;
	return true;
}

static void example_session(struct sim *s)
{
	static const struct {
		const char *name;
		enum surf_reg reg;
		uint32_t value;
	} shown[] = {
		{"FCCR", SURF_FCCR, 0xEE8},
		{"ACDR", SURF_ACDR, 0x02006080},
		{"TTCR", SURF_TTCR, 0},
		{"ECDR", SURF_ECDR, 0},
		{"PCLR", SURF_PCLR, 0},
		{"ISCR", SURF_ISCR, 2},
		{"IEMR", SURF_IEMR, 0},
		{"HTCR", SURF_HTCR, 0},
		{"TPIR", SURF_TPIR, 0},
		{"TICR", SURF_TICR, 0x207},
		{"TECR", SURF_TECR, 0x207},
		{"WCDR", SURF_WCDR, 0x20D},
		{"HFCDR EMPTY and FULL", SURF_HFCR, SURF_HFCR(7, 7)},
	};
	struct surf surf = {0};
	struct node_config cfg = {.trace = SIMM_16MB, .hist = SIMM_16MB};
	struct serial a = {.count = 519};
	struct node *n;
	struct sbit_map map;

	n = a.n = quick_open(s, &cfg);
	/* the bins of makeHist: size and latency[11:0] */
	for (unsigned int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = (uint8_t)(i < 12 ? i : i < 22 ? 28 + i : SBIT_ZERO);
	quick_select(n, &map);
	quick_acdr(n, 0x02006080);
	node_put(n, SURF_TPIR, TPIR_PRESET);
	node_put(n, SURF_TICR, 0);
	node_put(n, SURF_TECR, 0);
	node_put(n, SURF_WCDR, 0);
	sim_wait(s, SIM_US(20)); /* the first packets are sent when the clock is above 0 */
	node_put(n, SURF_HTCR, WEN | HEN | TEN);
	node_play(n, next_of_session, &a);
	node_put(n, SURF_HTCR, 0);

	node_compare(n);
	/* the driver reads the entries in the same way as "surf show" */
	node_follow(n);
	SIM_EQ(s, (uint64_t)surf_open_device(&surf, n->dev), 0, "surf_open_device");
	for (size_t EACH(i, 0); i < sizeof(shown) / sizeof(shown[0]); i++) {
		uint32_t v = 0;

		SIM_EQ(s, (uint64_t)surf_GetReg(&surf, shown[i].reg, &v), 0, "surf_GetReg");
		SIM_EQ(s, v, shown[i].value, shown[i].name);
	}
	SIM_EQ(s, (uint64_t)surf_Close(&surf), 0, "surf_Close");
}

const struct sim_test sim_tests[] = {
	{"trace_beginning_any", trace_beginning_any, "SB-TRC-001", NODE_BUSES},
	{"trace_beginning", trace_beginning, "SB-TRC-002", NODE_BUSES},
	{"trace_beginning_bin", trace_beginning_bin, "SB-TRC-003", NODE_BUSES},
	{"trace_beginning_either", trace_beginning_either, "SB-TRC-004", NODE_BUSES},
	{"trace_middle_any", trace_middle_any, "SB-TRC-005", NODE_BUSES},
	{"trace_middle", trace_middle, "SB-TRC-006", NODE_BUSES},
	{"trace_middle_bin", trace_middle_bin, "SB-TRC-007", NODE_BUSES},
	{"trace_middle_either", trace_middle_either, "SB-TRC-008", NODE_BUSES},
	{"trace_end_any", trace_end_any, "SB-TRC-009", NODE_BUSES},
	{"trace_end", trace_end, "SB-TRC-010", NODE_BUSES},
	{"trace_end_bin", trace_end_bin, "SB-TRC-011", NODE_BUSES},
	{"trace_end_either", trace_end_either, "SB-TRC-012", NODE_BUSES},
	{"trace_reserved_mode", trace_reserved_mode, "SB-TRC-013", NODE_BUSES},
	{"trace_waits", trace_waits, "SB-TRC-014", NODE_BUSES},
	{"trace_middle_count", trace_middle_count, "SB-TRC-015", NODE_BUSES},
	{"trace_middle_half", trace_middle_half, "SB-TRC-016", NODE_BUSES},
	{"trace_middle_sizes", trace_middle_sizes, "SB-TRC-015 SB-TRC-016", NODE_BUSES},
	{"trace_middle_early", trace_middle_early, "SB-TRC-017", NODE_BUSES},
	{"trace_end_circle", trace_end_circle, "SB-TRC-018", NODE_BUSES},
	{"trace_end_short", trace_end_short, "SB-TRC-019", NODE_BUSES},
	{"trace_complete", trace_complete, "SB-TRC-020", NODE_BUSES},
	{"trace_index_wraps", trace_index_wraps, "SB-TRC-021", NODE_BUSES},
	{"trace_full_256b", trace_full_256b, "SB-TRC-022", NODE_BUSES},
	{"trace_full_4mb", trace_full_4mb, "SB-TRC-023", NODE_BUSES},
	{"trace_full_16mb", trace_full_16mb, "SB-TRC-024", NODE_BUSES},
	{"trace_index_wraps_64mb", trace_index_wraps_64mb, "SB-TRC-021", NODE_BUSES},
	{"trace_index_hidden", trace_index_hidden, "SB-REG-103 SB-REG-104 SB-REG-105",
	 NODE_BUSES},
	{"trace_full_64mb", trace_full_64mb, "SB-TRC-025", NODE_BUSES},
	{"trace_entry_address", trace_entry_address, "SB-TRC-026", NODE_BUSES},
	{"trace_disabled", trace_disabled, "SB-TRC-027", NODE_BUSES},
	{"trace_pause", trace_pause, "SB-TRC-028", NODE_BUSES},
	{"trace_trigger_flags", trace_trigger_flags, "SB-TRC-029", NODE_BUSES},
	{"trace_trigger_index", trace_trigger_index, "SB-TRC-030", NODE_BUSES},
	{"trace_trigger_once", trace_trigger_once, "SB-TRC-031", NODE_BUSES},
	{"trace_software_trigger", trace_software_trigger, "SB-TRC-032", NODE_BUSES},
	{"trace_software_no_trigger", trace_software_no_trigger, "SB-TRC-033", NODE_BUSES},
	{"trace_software_starts", trace_software_starts, "SB-TRC-034", NODE_BUSES},
	{"trace_trigger_again", trace_trigger_again, "SB-TRC-035", NODE_BUSES},
	{"trace_software_ends", trace_software_ends, "SB-TRC-036", NODE_BUSES},
	{"trace_full_count", trace_full_count, "SB-TRC-037", NODE_BUSES},
	{"trace_event_count", trace_event_count, "SB-TRC-037", NODE_BUSES},
	{"trace_input_at_end", trace_input_at_end, "SB-TRC-038", NODE_BUSES},
	{"trace_input_polarity", trace_input_polarity, "SB-TRC-039", NODE_BUSES},
	{"trace_bin_itself", trace_bin_itself, "SB-TRC-040", NODE_BUSES},
	{"trace_bin_not_sticky", trace_bin_not_sticky, "SB-TRC-041", NODE_BUSES},
	{"trace_bin_disabled", trace_bin_disabled, "SB-TRC-042", NODE_BUSES},
	{"threshold_trace", threshold_trace, "SB-TRC-043", NODE_BUSES},
	{"field_sender", field_sender, "SB-TRC-044", NODE_BUSES},
	{"field_overflow", field_overflow, "SB-TRC-045", NODE_BUSES},
	{"field_underflow", field_underflow, "SB-TRC-046", NODE_BUSES},
	{"field_latency", field_latency, "SB-TRC-047", MODEL_WRAP},
	{"field_category", field_category, "SB-TRC-048", NODE_BUSES},
	{"field_size", field_size, "SB-TRC-049", NODE_BUSES},
	{"field_color", field_color, "SB-TRC-050", NODE_BUSES},
	{"field_receive_time", field_receive_time, "SB-TRC-051 SB-TRC-052", MODEL_WRAP},
	{"field_irq", field_irq, "SB-TRC-053", NODE_BUSES},
	{"field_presence", field_presence, "SB-TRC-054", NODE_BUSES},
	{"field_address", field_address, "SB-TRC-055", NODE_BUSES},
	{"field_byte_enables", field_byte_enables, "SB-TRC-056", NODE_BUSES},
	{"trace_marks", trace_marks, "SB-TRC-057", NODE_BUSES},
	{"trace_order", trace_order, "SB-TRC-058", NULL},
	{"example_session", example_session, "SB-TRC-059", NODE_BUSES},
	{0},
};
