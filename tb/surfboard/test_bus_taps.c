/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the taps on Wishbone, APB and AHB-Lite (bus_taps).
 *
 * Random masters and slaves keep the rules of their bus, or break them. The reference model
 * follows the pins by the rules in the headers of wb_tap, apb_tap and ahb_tap, and predicts
 * each packet, and how many frames are dropped because of a broken rule.
 */
#include <string.h>

#include "port.h"
#include "sim.h"
#include "surflib.h"

enum bus_kind { CLASSIC, PIPELINED, APB, AHB, BUSES };
static const char *const prefix[] = {"c_", "w_", "a_", "h_"};
static const unsigned int places[] = {8, 4, 2, 2}; /* requests that the tap keeps */

#define MOST 8u	     /* largest number of outstanding requests */
#define QUEUE 65536u /* packets of a run */

struct request {
	uint64_t time;
	uint32_t addr, words;
	bool write;
};

struct packet {
	struct request q;
	uint64_t rx;
	bool failed;
};

struct bus {
	struct sim_pin *valid[2]; /* CYC, STB; PSEL, PENABLE; HSEL, HTRANS */
	struct sim_pin *write, *addr, *stall, *ready, *error, *size, *rty;
	/* stimulus */
	bool busy;	  /* classic, APB: an access; AHB: a data phase is in progress */
	unsigned int out; /* pipelined: outstanding requests */
	/* model */
	bool waits;
	struct request open[MOST];
	unsigned int n;
	bool trusted;
	uint64_t frames, wrong, faults, zeros;
	struct packet queue[QUEUE];
	uint64_t in, outs, packets;
};

struct bench {
	struct sim *s;
	struct sim_clock *clk;
	struct port p;
	struct sim_pin *arst_n, *bus_arst_n, *p_lost, *clear, *tap_addr, *tap_rdata;
	struct bus bus[BUSES];
	uint64_t now,
		offset; /* clocks; those between the test's count and the time of the taps */
	bool timed;	/* offset is known */
	uint64_t told;
	unsigned int go, answer, fault, port; /* probabilities in each clock, in 1/256 */
};

static struct bench bench;

static bool chance(struct bench *b, unsigned int of_256)
{
	return sim_range(b->s, 0, 255) < of_256;
}

/* ---- the model ---- */

static void give_up(struct bus *u)
{
	u->frames += u->n;
	u->wrong += u->n;
	u->n = 0;
	u->trusted = true;
}

/* A clock: @abort first, then the response @r, and the request @q. */
static void follow(struct bench *b, enum bus_kind kind, const struct request *q, bool r,
		   bool failed, bool abort)
{
	struct bus *u = &b->bus[kind];
	const bool at_once = q && r && (abort || !u->n);

	if (abort)
		give_up(u);
	if (r) {
		u->frames++;
		if (at_once || (u->n && u->trusted)) {
			SIM_CHECK(b->s, u->in < QUEUE, "the queue of the test is full");
			u->queue[u->in++] =
				(struct packet){at_once ? *q : u->open[0], b->now, failed};
			u->zeros += at_once;
		} else {
			u->wrong++;
		}
		if (!at_once && u->n)
			memmove(&u->open[0], &u->open[1], sizeof(u->open[0]) * --u->n);
	}
	if (q && !at_once) {
		if (u->n == places[kind])
			u->trusted = false;
		SIM_CHECK(b->s, u->n < MOST, "too many requests");
		u->open[u->n++] = *q;
	}
	if (!u->n)
		u->trusted = true;
}

static bool get(struct sim_pin *pin)
{
	return sim_get(pin) & 1;
}

static void follow_bus(struct bench *b, enum bus_kind kind)
{
	struct bus *u = &b->bus[kind];
	const bool first = get(u->valid[0]), second = get(u->valid[1]);
	const bool error = get(u->error), ready = get(u->ready);
	const bool answer = ready || error || (u->rty && get(u->rty));
	struct request q = {b->now, (uint32_t)sim_get(u->addr), 1, get(u->write)};

	switch (kind) {
	case CLASSIC:
		q.addr <<= 2;
		follow(b, kind, first && second && !u->waits ? &q : NULL,
		       first && second && answer, error || get(u->rty), !first || !second);
		u->waits = first && second && !answer;
		break;
	case PIPELINED:
		follow(b, kind, first && second && !get(u->stall) ? &q : NULL, first && answer,
		       error || get(u->rty), !first);
		break;
	case APB:
		follow(b, kind, first && !second ? &q : NULL, first && second && ready, error,
		       !first || !second);
		break;
	default:
		q.words = sim_get(u->size) > 2 ? 1u << (sim_get(u->size) - 2) : 1;
		follow(b, kind,
		       first && sim_get(u->valid[1]) & 2 && ready && get(b->bus_arst_n) ? &q
											: NULL,
		       ready && u->waits && get(b->bus_arst_n), error, !get(b->bus_arst_n));
		if (!get(b->bus_arst_n))
			u->waits = false;
		else if (ready)
			u->waits = first && sim_get(u->valid[1]) & 2;
		break;
	}
}

static void follow_port(struct bench *b)
{
	const unsigned int sender = (unsigned int)(sim_get(b->p.y) << 5 | sim_get(b->p.x));
	const unsigned int kind = sender / 32 - 1;
	const uint64_t rx = sim_get(b->p.rxtime);
	struct bus *u;
	const struct packet *p;

	b->told += sim_get(b->p_lost);
	if (!sim_get(b->p.valid))
		return;
	SIM_CHECK(b->s, sender % 32 == 0 && kind < BUSES, "sender %u", sender);
	u = &b->bus[kind];
	if (!b->timed) {
		b->offset = rx - u->queue[u->outs].rx;
		b->timed = true;
	}
	u->packets++;
	while (u->outs < u->in && u->queue[u->outs].rx + b->offset != rx)
		u->outs++;
	SIM_CHECK(b->s, u->outs < u->in, "%s: a packet that no access made", prefix[kind]);
	p = &u->queue[u->outs++];
	SIM_EQ(b->s, sim_get(b->p.txtime), p->q.time + b->offset, "transmit time");
	SIM_EQ(b->s, sim_get(b->p.addr), p->q.addr >> 2 & 0x1FFFFFF, "address");
	SIM_EQ(b->s, sim_get(b->p.words), p->q.words, "words");
	SIM_EQ(b->s, sim_get(b->p.color),
	       (unsigned int)p->q.write | (unsigned int)p->failed << 1, "color");
	SIM_EQ(b->s, sim_get(b->p.category), kind + 1, "category");
	SIM_EQ(b->s, sim_get(b->p.be) << 1 | sim_get(b->p.irq), 30, "lanes");
}

static void before_edge(void *arg)
{
	struct bench *b = arg;

	b->now++;
	for (enum bus_kind EACH(k, 0); k < BUSES; k++)
		follow_bus(b, k);
	follow_port(b);
}

/* ---- stimulus ---- */

static void drive_classic(struct bench *b, struct bus *u, bool quiet)
{
	const bool answered = u->busy && (get(u->ready) || get(u->error) || get(u->rty));
	bool answer;
	unsigned int how;

	if (answered)
		u->busy = false;
	if (u->busy && (quiet || chance(b, b->fault))) { /* withdrawn */
		u->busy = false;
		u->faults++;
		sim_put(u->valid[sim_range(b->s, 0, 1)], 0);
	} else if (!u->busy && !quiet && chance(b, b->go)) {
		u->busy = true;
		sim_put(u->valid[0], 1);
		sim_put(u->valid[1], 1);
		sim_put(u->write, sim_random(b->s));
		sim_put(u->addr, sim_random(b->s));
	} else if (!u->busy) {
		const unsigned int which = (unsigned int)sim_range(b->s, 0, 2);

		sim_put(u->valid[0], !quiet && which == 1);
		sim_put(u->valid[1], !quiet && which == 2);
	}
	answer = u->busy ? chance(b, b->answer) : chance(b, 40);
	how = (unsigned int)sim_range(b->s, 0, 5);
	sim_put(u->ready, answer && how > 1);
	sim_put(u->error, answer && how == 0);
	sim_put(u->rty, answer && how == 1);
}

static void drive_pipelined(struct bench *b, struct bus *u, bool quiet)
{
	bool answer, request;

	if (get(u->valid[0])) {
		u->out += get(u->valid[1]) && !get(u->stall);
		if (u->out && (get(u->ready) || get(u->error) || get(u->rty)))
			u->out--;
	}
	if (!get(u->valid[0])) {
		sim_put(u->valid[0], !quiet && chance(b, 128));
	} else if (quiet || chance(b, u->out ? b->fault : 20)) {
		u->faults += u->out > 0;
		u->out = 0;
		sim_put(u->valid[0], 0);
	}
	request = get(u->valid[0]) && u->out < 6 && chance(b, b->go);
	sim_put(u->valid[1], request || (!get(u->valid[0]) && chance(b, 128)));
	sim_put(u->stall, chance(b, 60));
	sim_put(u->write, sim_random(b->s));
	sim_put(u->addr, sim_random(b->s));
	answer = (u->out || (request && !get(u->stall))) && chance(b, b->answer);
	if (!answer && get(u->valid[0]) && !u->out && chance(b, b->fault)) { /* of no request */
		answer = true;
		u->faults++;
	}
	answer |= !get(u->valid[0]) && chance(b, 40);
	sim_put(u->ready, answer && sim_random(b->s) & 1);
	sim_put(u->rty, answer && !get(u->ready) && sim_random(b->s) & 1);
	sim_put(u->error, answer && !get(u->ready) && !get(u->rty));
}

static void drive_apb(struct bench *b, struct bus *u, bool quiet)
{
	const bool sel = get(u->valid[0]), enable = get(u->valid[1]);

	if (sel && enable && get(u->ready))
		u->busy = false;
	if (quiet || (u->busy && chance(b, b->fault))) {
		/* withdrawn, or begun again */
		u->faults += u->busy;
		u->busy = !quiet && chance(b, 128);
		sim_put(u->valid[0], u->busy);
		sim_put(u->valid[1], 0);
	} else if (u->busy) {
		sim_put(u->valid[1], 1);
	} else if (chance(b, b->fault)) { /* without a setup phase */
		u->faults++;
		sim_put(u->valid[0], 1);
		sim_put(u->valid[1], 1);
		u->busy = true;
	} else {
		u->busy = chance(b, b->go);
		sim_put(u->valid[0], u->busy);
		sim_put(u->valid[1], 0);
		sim_put(u->write, sim_random(b->s));
		sim_put(u->addr, sim_random(b->s));
	}
	sim_put(u->ready, chance(b, b->answer));
	sim_put(u->error, chance(b, 60));
}

static void drive_ahb(struct bench *b, struct bus *u, bool quiet)
{
	sim_put(u->valid[0], !quiet && chance(b, 200));
	sim_put(u->valid[1], quiet ? 0 : chance(b, b->go) ? sim_range(b->s, 0, 3) : 0);
	sim_put(u->write, sim_random(b->s));
	sim_put(u->addr, sim_random(b->s));
	sim_put(u->size, sim_range(b->s, 0, 7));
	sim_put(u->ready, get(b->bus_arst_n) && chance(b, b->answer));
	sim_put(u->error, chance(b, 60));
}

static void drive(struct bench *b, bool quiet)
{
	drive_classic(b, &b->bus[CLASSIC], quiet);
	drive_pipelined(b, &b->bus[PIPELINED], quiet);
	drive_apb(b, &b->bus[APB], quiet);
	drive_ahb(b, &b->bus[AHB], quiet);
	sim_put(b->p.ready, chance(b, b->port));
	sim_settle(b->s);
}

static void run(struct bench *b, uint64_t clocks, bool quiet)
{
	for (uint64_t i = 0; i < clocks; i++) {
		sim_wait_edge(b->clk, SIM_RISE);
		drive(b, quiet);
	}
}

static struct bench *open_buses(struct sim *s)
{
	static const char *const names[BUSES][2] = {
		{"cyc", "stb"}, {"cyc", "stb"}, {"psel", "penable"}, {"hsel", "htrans"}};
	struct bench *b = &bench;

	memset(b, 0, sizeof(*b));
	b->s = s;
	b->go = 150;
	b->answer = 120;
	b->port = 256;
	b->clk = sim_clock(s, "clk", SIM_NS(20), SIM_NS(10));
	b->arst_n = sim_pin(s, "arst_n");
	b->bus_arst_n = sim_pin(s, "bus_arst_n");
	b->p = port_open(s);
	b->p_lost = sim_pin(s, "p_lost");
	b->clear = sim_pin(s, "clear");
	b->tap_addr = sim_pin(s, "tap_addr");
	b->tap_rdata = sim_pin(s, "tap_rdata");
	for (enum bus_kind k = 0; k < BUSES; k++) {
		struct bus *u = &b->bus[k];
		const bool wishbone = k <= PIPELINED;

		for (unsigned int i = 0; i < 2; i++)
			u->valid[i] = sim_pin_of(s, prefix[k], names[k][i]);
		u->write = sim_pin_of(s, prefix[k],
				      wishbone	 ? "we"
				      : k == APB ? "pwrite"
						 : "hwrite");
		u->addr = sim_pin_of(s, prefix[k],
				     wishbone	? "adr"
				     : k == APB ? "paddr"
						: "haddr");
		u->ready = sim_pin_of(s, prefix[k],
				      wishbone	 ? "ack"
				      : k == APB ? "pready"
						 : "hready");
		u->error = sim_pin_of(s, prefix[k],
				      wishbone	 ? "err"
				      : k == APB ? "pslverr"
						 : "hresp");
		u->rty = wishbone ? sim_pin_of(s, prefix[k], "rty") : NULL;
		u->stall = k == PIPELINED ? sim_pin_of(s, prefix[k], "stall") : NULL;
		u->size = k == AHB ? sim_pin_of(s, prefix[k], "hsize") : NULL;
		u->trusted = true;
	}
	sim_put(b->clear, 0);
	sim_put(b->tap_addr, 0);
	sim_put(b->bus_arst_n, 1);
	sim_put(b->arst_n, 0);
	drive(b, true);
	run(b, 4, true);
	sim_put(b->arst_n, 1);
	run(b, 8, true);
	sim_on(b->clk, SIM_BEFORE_RISE, before_edge, b);
	sim_watch_x(s);
	return b;
}

static uint32_t table(struct bench *b, enum bus_kind k, uint32_t reg)
{
	sim_put(b->tap_addr, (reg - SURF_TPMR) / 4 + 8 * k);
	sim_wait_cycles(b->clk, 1);
	return (uint32_t)sim_get(b->tap_rdata);
}

/* Ends the accesses and compares the counters. @open_port: nothing
 * but faults may be dropped. */
static void compare(struct bench *b, bool open_port)
{
	const unsigned int fault = b->fault;
	uint64_t dropped = 0;

	b->fault = 0;
	b->go = 0;
	b->answer = 256;
	b->port = 256;
	run(b, 12, false);
	run(b, 40, true);
	b->fault = fault;
	b->go = 150;
	b->answer = 120;
	for (enum bus_kind EACH(k, 0); k < BUSES; k++) {
		struct bus *u = &b->bus[k];
		const uint64_t all = u->frames, lost = all - u->packets;
		uint32_t flags = table(b, k, SURF_TPFR);

		SIM_EQ(b->s, table(b, k, SURF_TPPR), u->packets, "packets");
		SIM_EQ(b->s, table(b, k, SURF_TPDR), lost, "dropped");
		SIM_EQ(b->s, surf_get(table(b, k, SURF_TPKR), SURF_TPKR_KIND), 4 + k, "kind");
		SIM_CHECK(b->s, u->packets > 10, "%s: few packets", prefix[k]);
		SIM_CHECK(b->s, lost >= u->wrong, "%s: %llu wrong, %llu dropped", prefix[k],
			  (unsigned long long)u->wrong, (unsigned long long)lost);
		if (open_port)
			SIM_EQ(b->s, lost, u->wrong, "dropped at an open port");
		SIM_EQ(b->s, surf_get(flags, SURF_TPFR_LOST), lost > 0, "the flag lost");
		SIM_EQ(b->s, surf_get(flags, SURF_TPFR_CUT), 0, "the flag cut");
		dropped += lost;
		sim_note(b->s, "%s%llu accesses, %llu dropped, %llu faults, %llu of latency 0",
			 prefix[k], (unsigned long long)all, (unsigned long long)lost,
			 (unsigned long long)u->faults, (unsigned long long)u->zeros);
	}
	SIM_EQ(b->s, b->told, dropped, "losses told at p_lost");
}

/* Buses that keep their rules: each access is a packet. */
static void buses_latency(struct sim *s)
{
	struct bench *b = open_buses(s);

	b->go = 40; /* so that the port, which takes a packet in each clock, loses none */
	run(b, port_length(s, 4000, 1000), false);
	compare(b, true);
	for (enum bus_kind EACH(k, 0); k < BUSES; k++)
		SIM_EQ(s, surf_get(table(b, k, SURF_TPFR), SURF_TPFR_BAD), 0, "the flag bad");
	for (enum bus_kind EACH(k, 0); k <= PIPELINED; k++)
		SIM_CHECK(s, b->bus[k].zeros, "no answer in the clock of its request");
}

/* Broken rules: what is dropped is counted, and each packet is right. */
static void buses_faults(struct sim *s)
{
	struct bench *b = open_buses(s);

	b->fault = 10;
	b->go = 40;
	run(b, port_length(s, 8000, 2000), false);
	compare(b, true);
	for (enum bus_kind EACH(k, 0); k < AHB; k++) {
		SIM_CHECK(s, b->bus[k].faults, "no faults");
		SIM_EQ(s, surf_get(table(b, k, SURF_TPFR), SURF_TPFR_BAD), 1, "the flag bad");
	}
}

/* A port that is seldom ready, and then resets of the buses. */
static void buses_overload(struct sim *s)
{
	struct bench *b = open_buses(s);

	b->fault = 4;
	b->port = 60;
	run(b, port_length(s, 4000, 1000), false);
	compare(b, false);
	for (unsigned int i = 0; i < sim_length(s, 40, 8); i++) {
		run(b, 60, false);
		sim_put(b->bus_arst_n, 0);
		run(b, 8, true);
		sim_put(b->bus_arst_n, 1);
		run(b, 6, true);
	}
	compare(b, false);
}

const struct sim_test sim_tests[] = {
	{"buses_latency", buses_latency, "SB-TAP-016", "bus_taps"},
	{"buses_faults", buses_faults, "SB-TAP-016", "bus_taps"},
	{"buses_overload", buses_overload, "SB-TAP-005 SB-TAP-014 SB-TAP-016", "bus_taps"},
	{0},
};
