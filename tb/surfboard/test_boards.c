/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests several boards in one simulation (TR-596-99 3.3, A.5): two on one EISA bus, and four in
 * three nodes whose external connectors are on one wire, with the global clock common to all.
 * Every board has its own golden model.
 *
 *	make wave TEST=boards_interleave
 */
#include "cable.h"
#include "iscr.h"
#include "quick.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

enum { BOARDS = 4 };
enum { QUAL_INPUT = 1, MIDDLE = 1 << 2, MBV = SURF_TTCR_MBV }; /* TTCR */

/* The boards of surfboard_x4: two in slots 1 and 5 of node a. */
static const struct {
	const char *name;
	unsigned int slot, irlev;
	uint16_t rbase;
	uint8_t mbase;
} place[BOARDS] = {
	{"a1", 1, 3, 0xD000, 3},
	{"a2", 5, 4, 0xD001, 4},
	{"b1", 1, 5, 0xD000, 3},
	{"c1", 9, 6, 0xFFFE, 30},
};

struct boards {
	struct sim *s;
	struct node *n[BOARDS];
	struct cable *cable;
};

static void line(void *arg, bool level)
{
	node_x_in(arg, level);
}

static void enable(struct boards *b, int i)
{
	node_enable(b->n[i], place[i].rbase, place[i].mbase, place[i].irlev);
}

/* Powers all boards on with the same global time and enables them; the clocks drift. */
static void start_boards(struct boards *b, struct sim *s)
{
	*b = (struct boards){.s = s, .cable = cable_open(s)};
	for (int i = 0; i < BOARDS; i++) {
		const struct node_config cfg = {
			.trace = SIMM_4MB,
			.hist = SIMM_4MB,
			.drift = true,
			.name = place[i].name,
			.slot = place[i].slot,
			.with = i ? b->n[0] : NULL,
		};
		char pull[16];

		b->n[i] = node_open(s, &cfg);
		snprintf(pull, sizeof(pull), "%s_x_out_oe", place[i].name);
		cable_join(b->cable, b->n[i]->clk25, sim_pin(s, pull), line, b->n[i]);
	}
	for (int i = 0; i < BOARDS; i++)
		node_power_on(b->n[i]);
	node_global_reset(b->n[0]);
	for (int i = 0; i < BOARDS; i++)
		enable(b, i);
}

static void compare(struct boards *b)
{
	for (int i = 0; i < BOARDS; i++)
		node_compare(b->n[i]);
}

/* ---- two boards on one bus ---- */

/* words of each memory that the cycles use, far above the entries that packets write */
enum { WORDS = 16 };
#define FIRST 0x80000u

/* Performs one cycle for board @n, to a memory word or a register that
 * packets do not change. */
static void random_cycle(struct node *n, struct eisa_cycle *c)
{
	const uint32_t word = FIRST + (uint32_t)sim_range(n->s, 0, WORDS - 1);
	const uint64_t r = sim_random(n->s);

	*c = (struct eisa_cycle){.write = r & 1, .be = 15, .data = (uint32_t)(r >> 32)};
	switch (r >> 1 & 7) {
	case 0: /* EPIR; what is written to it is ignored */
		c->io = true;
		c->slot = n->slot;
		c->addr = n->slot << 12 | SURF_EPIR;
		break;
	case 1:
		c->addr = n->rbase + SURF_TPIR;
		break;
	case 2:
		c->addr = n->rbase + SURF_PCLR;
		break;
	case 3:
	case 4:
		c->addr = n->mbase + 4 * word;
		break;
	default:
		c->addr = n->mbase + NODE_HIST + 4 * word;
	}
}

/* Updates the golden models at the end of a bus cycle, and compares a read with them. */
static void check_cycle(void *arg, const struct eisa_cycle *c)
{
	struct node *n = arg;
	const uint32_t word = c->addr % NODE_HIST / 4;
	uint32_t want;

	if (c->write || c->result || (c->io && c->slot != n->slot))
		return;
	if (c->io)
		want = surf_golden_slot_read(n->g, c->addr & 0xFFC);
	else if (c->addr >> 16 == n->rbase >> 16)
		want = surf_golden_read(n->g, c->addr & 0x3C, 15);
	else if (c->addr >> 27 == n->mbase >> 27)
		want = c->addr & NODE_HIST ? surf_golden_hist_word(n->g, word)
					   : surf_golden_trace_word(n->g, word);
	else
		return;
	SIM_CHECK(n->s, c->data == want,
		  "slot %u: %s 0x%08" PRIX32 " reads 0x%08" PRIX32 ", expected 0x%08" PRIX32,
		  n->slot, c->io ? "I/O" : "memory", c->addr, c->data, want);
}

/* Performs random cycles to both boards, pipelined or not, with BCLK stretched or not, while
 * both receive packets. */
static void boards_one_bus(struct sim *s)
{
	struct boards b;
	const unsigned int rounds = (unsigned int)sim_length(s, 60, 2);
	uint64_t cycles[2] = {0};

	start_boards(&b, s);
	for (int i = 0; i < 2; i++) {
		eisa_on_cycle(b.n[i]->eisa, check_cycle, b.n[i]);
		node_put(b.n[i], SURF_HTCR, ALL);
	}
	for (int i = 0; i < 2; i++)
		node_follow(b.n[i]);
	for (int i = 0; i < 2; i++) /* the first packet is the trigger, which sets TPIR */
		node_play_random(b.n[i], 1, 1, 100);
	for (unsigned int EACH(r, 0); r < rounds; r++) {
		const struct eisa_timing t = {
			.pipelined = sim_random(s) & 1,
			.stretch_percent = (unsigned int)sim_range(s, 0, 1) * 10,
			.stretch_max = 3,
			.change_early = sim_random(s) & 1,
			.idle_max = (unsigned int)sim_range(s, 0, 2),
		};
		struct eisa_cycle run[40];

		eisa_set_timing(b.n[0]->eisa, &t);
		for (int i = 0; i < 2; i++)
			shrimp_start_random_packets(b.n[i]->c, 10, 8, 100);
		while (shrimp_packets_playing(b.n[0]->c) || shrimp_packets_playing(b.n[1]->c)) {
			for (unsigned int k = 0; k < 40; k++) {
				const int i = sim_random(s) & 1;

				random_cycle(b.n[i], &run[k]);
				cycles[i]++;
			}
			SIM_EQ(s, (uint64_t)eisa_run(b.n[0]->eisa, run, 40), 0,
			       "both boards answer");
			/* the boards change places */
			if (!t.pipelined && sim_random(s) % 4 == 0) {
				const uint32_t e[2] = {
					surf_golden_slot_read(b.n[0]->g, SURF_EBCR),
					surf_golden_slot_read(b.n[1]->g, SURF_EBCR)};

				for (int i = 0; i < 2; i++)
					node_drain(b.n[i]);
				for (int EACH(k, 0); k < 3; k++) {
					/* the first board is disabled before the second takes
					 * its address */
					const int i = k == 1;
					const uint32_t v = k ? e[!i] : e[i] & ~1u;
					const unsigned int slot = b.n[i]->slot;

					SIM_EQ(s,
					       (uint64_t)eisa_write(b.n[0]->eisa, true, slot,
								    slot << 12 | SURF_EBCR, 15,
								    v),
					       0, "EBCR answers");
				}
			}
		}
	}
	SIM_CHECK(s, cycles[0] && cycles[1], "a board was never used");
	node_compare(b.n[0]);
	node_compare(b.n[1]);
	SIM_CHECK(s, b.n[0]->done && b.n[1]->done, "no packets");
	sim_note(s, "%" PRIu64 " and %" PRIu64 " cycles, %" PRIu64 " and %" PRIu64 " packets",
		 cycles[0], cycles[1], b.n[0]->done, b.n[1]->done);
}

/* Checks that a disabled board does not disturb the other one, that RESDRV resets both, and
 * that they can share an interrupt line. */
static void boards_share_irq(struct sim *s)
{
	struct boards b;
	struct eisa *bus;
	uint32_t v;

	start_boards(&b, s);
	bus = b.n[0]->eisa;
	SIM_EQ(s, (uint64_t)(b.n[1]->eisa == bus), 1, "a1 and a2 are on one bus");
	SIM_CHECK(s, b.n[2]->eisa != bus && b.n[3]->eisa != b.n[2]->eisa, "the others are not");
	node_enable(b.n[1], place[1].rbase, place[1].mbase, place[0].irlev);
	for (int i = 0; i < 2; i++) {
		node_put(b.n[i], SURF_TTCR, 0);
		node_put(b.n[i], SURF_IEMR, TP);
		node_put(b.n[i], SURF_HTCR, TEN);
	}
	SIM_EQ(s, eisa_irqs(bus), 0, "no interrupt yet");
	for (int EACH(k, 0); k < 2; k++) {
		struct packet p;

		node_random_packet(b.n[k], &p, 2, 10);
		node_send(b.n[k], &p);
		SIM_EQ(s, eisa_irqs(bus), 1u << 9, "IRQ9, of either");
		SIM_EQ(s, surf_get(node_get(b.n[k], SURF_ISCR), SURF_ISCR_PEND), 1,
		       "PEND of the board");
		SIM_EQ(s, surf_get(node_get(b.n[!k], SURF_ISCR), SURF_ISCR_PEND), k,
		       "PEND of the other");
	}
	node_put(b.n[0], SURF_ISCR, TP);
	SIM_EQ(s, eisa_irqs(bus), 1u << 9, "the line is low until both let go");
	node_put(b.n[1], SURF_ISCR, TP);
	SIM_EQ(s, eisa_irqs(bus), 0, "the line is released");
	/* one off */
	SIM_EQ(s, (uint64_t)eisa_write(bus, true, 5, 0x5000 | SURF_EBCR, 1, 0), 0, "EBCR");
	surf_golden_slot_write(b.n[1]->g, SURF_EBCR, 1, 0);
	sim_wait_cycles(b.n[1]->clk25, 8);
	SIM_CHECK(s, !eisa_claims(bus, false, 0, (uint32_t)place[1].rbase << 16),
		  "a disabled board answers");
	node_get(b.n[0], SURF_HTCR);
	enable(&b, 1);
	node_get(b.n[1], SURF_HTCR);
	/* both boards are disabled, and the boards of other nodes are not */
	node_resdrv(b.n[1]);
	for (int EACH(i, 0); i < 2; i++)
		SIM_CHECK(s, !eisa_claims(bus, false, 0, (uint32_t)place[i].rbase << 16),
			  "a board answers after RESDRV");
	node_get(b.n[2], SURF_HTCR);
	for (int i = 0; i < 2; i++)
		enable(&b, i);
	SIM_EQ(s, (uint64_t)eisa_read(bus, true, 3, 0x3000 | SURF_EPIR, 15, &v), (uint64_t)-EIO,
	       "an empty slot");
	compare(&b);
}

/* ---- one wire ---- */

static void send(struct node *n)
{
	struct packet p;

	node_random_packet(n, &p, 4, 20);
	node_send(n, &p);
}

/* Makes bin 0 overflow at packet @threshold. The selector is not configured, so bin 0 counts
 * every packet. */
static void set_threshold(struct node *n, uint32_t threshold)
{
	simm_poke(n->hist, 0, -threshold);
	surf_golden_hist_put(n->g, 0, -threshold);
}

/* Lets a bin overflow on one board: the next packet of every board must be the trigger. */
static void boards_trigger(struct sim *s)
{
	struct boards b;

	start_boards(&b, s);
	for (int i = 0; i < BOARDS; i++) {
		quick_acdr(b.n[i], ACDR(.lat_n = 12, .tsize = 1));
		node_put(b.n[i], SURF_TTCR, MBV | QUAL_INPUT);
	}
	for (int EACH(k, 0); k < BOARDS; k++) {
		sim_time fell;

		for (int i = 0; i < BOARDS; i++) {
			quick_rewind(b.n[i]);
			node_put(b.n[i], SURF_ISCR, EXT | TP);
			node_put(b.n[i], SURF_HTCR, TEN | HEN);
		}
		for (int i = 0; i < BOARDS; i++)
			send(b.n[i]);
		set_threshold(b.n[k], 1);
		SIM_EQ(s, cable_level(b.cable), 1, "the line before");
		send(b.n[k]);
		fell = sim_now(s);
		SIM_EQ(s, cable_level(b.cable), 0, "the line after the overflow");
		for (int EACH(i, 0); i < BOARDS; i++) {
			SIM_EQ(s, node_get(b.n[i], SURF_ISCR) & (BV | EXT | TP),
			       EXT | (i == k ? BV : 0u), "ISCR of every board");
			SIM_EQ(s, node_get(b.n[i], SURF_HTCR), TEN | HEN, "no trigger yet");
			SIM_EQ(s, node_get(b.n[i], SURF_TECR), 0, "nothing recorded yet");
		}
		for (int EACH(i, 0); i < BOARDS; i++) {
			send(b.n[i]);
			SIM_EQ(s, node_get(b.n[i], SURF_HTCR), TEN | HEN | TRG, "HTCR.TRG");
			SIM_EQ(s, node_get(b.n[i], SURF_TECR), 1, "the trigger is recorded");
			SIM_EQ(s, node_get(b.n[i], SURF_TPIR), 0, "TPIR");
			SIM_EQ(s, node_get(b.n[i], SURF_ISCR) & TP, TP, "ISCR.TP");
		}
		SIM_CHECK(s, sim_now(s) > fell, "no time has passed");
		node_put(b.n[k], SURF_ISCR, BV);
		SIM_EQ(s, cable_level(b.cable), 1, "the line is released with BV");
		for (int i = 0; i < BOARDS; i++)
			node_put(b.n[i], SURF_HTCR, 0);
	}
	compare(&b);
}

/* The records of a logic analyser on the links: the time of each packet's header. */
struct arrivals {
	struct sim *s;
	struct node *n;
	const struct sim_pin *pmen_n, *eod_n, *data;
	unsigned int beats; /* of the packet on the link */
	sim_time *at;	    /* for all boards, indexed by the number in the address field */
	size_t room;
};

static void watch(void *arg)
{
	struct arrivals *a = arg;

	if (sim_get(a->pmen_n))
		return;
	if (a->beats++ == 0) {
		const uint32_t number = sim_get(a->data) >> 11 & 0x1FFFFFF;

		SIM_CHECK(a->s, number < a->room && !a->at[number], "packet %" PRIu32, number);
		a->at[number] = sim_now(a->s);
	}
	if (a->beats > 2 && !sim_get(a->eod_n))
		a->beats = 0;
}

/* A source of packets whose address field is their number. */
struct source {
	struct node *n;
	uint32_t first, count, next;
};

static bool numbered(void *arg, struct packet *p)
{
	struct source *a = arg;

	if (a->next == a->count)
		return false;
	node_random_packet(a->n, p, 6, 200);
	p->addr = (a->first + a->next) << 2;
	a->next++;
	return true;
}

struct seen {
	sim_time at;
	uint64_t rxtime;
	uint32_t number;
};

static int by_arrival(const void *a, const void *b)
{
	const struct seen *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

/* Checks the trace of board @i: it has all packets of the board in order, and its trigger
 * packet came soon after the event. Writes the entries to @seen and returns their number. */
static size_t read_trace(const struct boards *b, int i, const struct source *from,
			 const sim_time *at, sim_time event, struct seen *seen)
{
	struct sim *s = b->n[i]->s;
	const uint32_t entries = node_get(b->n[i], SURF_TECR);
	const uint32_t trigger = node_get(b->n[i], SURF_TPIR);
	struct trace_fields f, g;

	SIM_EQ(s, entries, from->count, "entries");
	SIM_CHECK(s, trigger > 0 && trigger < entries, "the trigger is inside");
	f = quick_entry(b->n[i], trigger);
	g = quick_entry(b->n[i], trigger - 1);
	SIM_CHECK(s, at[f.addr >> 2] > event, "a trigger before the event");
	SIM_CHECK(s, at[g.addr >> 2] < event + SIM_US(8), "board %s missed the event",
		  place[i].name);
	for (uint32_t EACH(e, 0); e < entries; e++) {
		const struct trace_fields x = quick_entry(b->n[i], e);

		SIM_EQ(s, x.addr >> 2, from->first + e, "packet of the entry");
		seen[e] = (struct seen){at[x.addr >> 2], x.rxtime, x.addr >> 2};
	}
	return entries;
}

/* Receive times are those of one clock, so they grow with the time of arrival, but for one
 * tick. Returns the number of entries that are one tick early. */
static size_t check_order(struct sim *s, struct seen *v, size_t seen)
{
	uint64_t last = 0;
	size_t turned = 0;

	qsort(v, seen, sizeof(*v), by_arrival);
	for (size_t i = 0; i < seen; i++) {
		SIM_CHECK(s, v[i].rxtime + 1 >= last,
			  "packet %" PRIu32 " has receive time %" PRIu64
			  ", one before it %" PRIu64,
			  v[i].number, v[i].rxtime, last);
		turned += v[i].rxtime < last;
		last = v[i].rxtime > last ? v[i].rxtime : last;
	}
	return turned;
}

/* All four boards trace around the same event. Their traces, merged by receive time, must be in
 * the order in which the packets came; two packets may be swapped only if their receive times
 * differ by one tick. */
static void boards_interleave(struct sim *s)
{
	const uint32_t count = (uint32_t)sim_length(s, 1000, 30);
	const struct sni_timing t = {.idle_max = 30};
	struct arrivals a[BOARDS];
	struct source from[BOARDS];
	struct boards b;
	sim_time *at = calloc(count * BOARDS, sizeof(*at));
	struct seen *v = calloc(count * BOARDS, sizeof(*v));
	size_t seen = 0, turned;

	SIM_CHECK(s, at && v, "out of memory");
	sim_cleanup(s, free, at);
	sim_cleanup(s, free, v);
	start_boards(&b, s);
	for (int i = 0; i < BOARDS; i++) {
		char owner[8];

		snprintf(owner, sizeof(owner), "%s_", place[i].name);
		a[i] = (struct arrivals){
			.s = s,
			.n = b.n[i],
			.pmen_n = sim_pin_of(s, owner, "pmen_n"),
			.eod_n = sim_pin_of(s, owner, "s_eod_n"),
			.data = sim_pin_of(s, owner, "s_data"),
			.at = at,
			.room = count * BOARDS,
		};
		from[i] = (struct source){
			.n = b.n[i],
			.first = count * (uint32_t)i,
			.count = count,
		};
		quick_acdr(b.n[i], ACDR(.lat_n = 12, .tsize = 1));
		node_put(b.n[i], SURF_TTCR, MIDDLE | MBV | QUAL_INPUT);
		node_put(b.n[i], SURF_HTCR, TEN | HEN);
		sni_set_timing(b.n[i]->sni, &t);
		sim_on(b.n[i]->clk_s1, SIM_BEFORE_RISE, watch, &a[i]);
	}
	set_threshold(b.n[2], count / 2);
	for (int i = 0; i < BOARDS; i++)
		shrimp_start_packets(b.n[i]->c, numbered, &from[i]);
	for (int i = 0; i < BOARDS; i++)
		while (shrimp_packets_playing(b.n[i]->c))
			sim_wait(s, SIM_US(1));
	compare(&b);
	SIM_EQ(s, cable_level(b.cable), 0, "the line after the overflow");
	for (int EACH(i, 0); i < BOARDS; i++)
		seen += read_trace(&b, i, &from[i], at, at[from[2].first + count / 2 - 1],
				   v + seen);
	turned = check_order(s, v, seen);
	sim_note(s, "%zu entries, %zu of them up to a tick out of order", seen, turned);
	SIM_EQ(s, seen, (uint64_t)count * BOARDS, "entries of all");
}

const struct sim_test sim_tests[] = {
	{"boards_one_bus", boards_one_bus, "SB-EISA-027", "surfboard_x4"},
	{"boards_share_irq", boards_share_irq, "SB-EISA-027", "surfboard_x4"},
	{"boards_trigger", boards_trigger, "SB-EXT-017", "surfboard_x4"},
	{"boards_interleave", boards_interleave, "SB-EXT-018", "surfboard_x4"},
	{0},
};
