/* SPDX-License-Identifier: Apache-2.0 */
#define NODE_INSIDE
#include "fccr.h"
#include "node.h"
#include "sbit.h"
#include "surfboard_regs.h"
#include "surflib.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Number of packets that the queue of revision 2 holds. */
#define WAITING 5

#define MASK(field) SURFBOARD_##field##_MASK
#define LSB(field) SURFBOARD_##field##_LSB
#define GET(value, field) (((value)&MASK(field)) >> LSB(field))

struct waiting {
	struct shrimp_sent sent;
	unsigned int lost; /* number of packets lost before this one */
};

/* Time in which packets may still carry the old category: after the end of a posted write of
 * PCLR on the bus, which then waits for its crossing to clk25, and after the end of an access
 * of the host, whose write has arrived. Both include a packet that Stage 1 is receiving. */
#define CATEGORY_SEEN SIM_NS(400)
#define CATEGORY_WRITTEN SIM_NS(240)

struct node_inside {
	struct node_config cfg;
	struct sim_pin *x_in, *accept, *drop, *rxtime, *cat, *ext;
	const uint8_t *queue, *arrive, *take, *done; /* sampled in every clock */
	/* packets that wait before Stage 2 (revision 2), and the number lost since the last of
	 * them */
	struct waiting waiting[WAITING];
	unsigned int waits, lost;
	struct packet stage2;
	struct surf_golden_seen stage2_seen;
	bool in_stage2;
	uint64_t take_edge;
	uint8_t cat_old;	      /* local category before the last write of PCLR ... */
	sim_time cat_from, cat_until; /* ... packets may still carry it in this time */
	uint32_t ebcr; /* value of EBCR seen on the bus, and the time of its last write */
	sim_time ebcr_time;
	bool follow;	/* the golden model follows every cycle on the bus */
	bool unchecked; /* node_stop_checks() */
};

const struct sni_timing node_1080ns = {.start_to_start = 18, .end_to_start = 4};
const struct sni_timing node_420ns = {
	.start_to_start = 7, .end_to_start = 4, .break_rules = true};

bool node_second_revision(struct sim *s)
{
	return !strcmp(sim_model(s), "surfboard_rev2");
}

uint64_t node_ticks(const struct node *n)
{
	return shrimp_receive_time(n->c);
}

/* ---- scoreboard ---- */

static void check_seen(struct node *n, const struct packet *p,
		       const struct surf_golden_seen *seen)
{
	const struct node_inside *in = n->in;
	const uint8_t want = surf_golden_category(n->g, p);
	const sim_time now = sim_now(n->s);

	SIM_CHECK(n->s,
		  seen->category == want || (seen->category == in->cat_old &&
					     now >= in->cat_from && now <= in->cat_until),
		  "category %u, expected %u", seen->category, want);
}

static void packet_done(struct node *n)
{
	const uint64_t clocks = sim_clock_edges(n->clk25) - n->in->take_edge;

	n->done++;
	if (clocks > n->service_max)
		n->service_max = (unsigned int)clocks;
}

static void packet_taken(struct node *n)
{
	struct node_inside *in = n->in;
	struct surf_golden_result r;

	SIM_CHECK(n->s, in->in_stage2, "Stage 3 takes a packet that Stage 2 has not");
	surf_golden_packet(n->g, &in->stage2, &in->stage2_seen, &r);
	in->in_stage2 = false;
	in->take_edge = sim_clock_edges(n->clk25);
	n->taken++;
	n->words += in->stage2.words;
	if (n->on_packet)
		n->on_packet(n->on_packet_arg, &in->stage2, &r);
}

static void packet_queued(struct node *n)
{
	struct node_inside *in = n->in;
	const struct shrimp_sent *sent = shrimp_next_arrival(n->c);

	if (sim_get(in->drop)) {
		SIM_EQ(n->s, in->waits, WAITING, "packets in the queue that loses one");
		n->arrived++;
		n->dropped++;
		in->lost += surf_golden_queue_loses(n->g);
		return;
	}
	SIM_CHECK(n->s, in->waits < WAITING, "the queue has more than %u packets", WAITING);
	in->waiting[in->waits++] = (struct waiting){.sent = *sent, .lost = in->lost};
	in->lost = 0;
}

/* Returns the packet that enters Stage 2. */
static struct packet next_arrival(struct node *n, uint64_t rxtime)
{
	struct node_inside *in = n->in;
	struct waiting w;

	if (!in->queue)
		return shrimp_arrived(n->c, rxtime)->p;
	SIM_CHECK(n->s, in->waits, "a packet arrives that was not in the queue");
	w = in->waiting[0];
	memmove(in->waiting, in->waiting + 1, --in->waits * sizeof(w));
	shrimp_check_rxtime(n->c, &w.sent, rxtime);
	surf_golden_lost_before(n->g, w.lost);
	return w.sent.p;
}

static void packet_arrived(struct node *n)
{
	struct node_inside *in = n->in;
	struct surf_golden_seen seen = {
		.rxtime = sim_get(in->rxtime),
		.category = (uint8_t)sim_get(in->cat),
		.ext = sim_get(in->ext),
		.drop = !in->queue && sim_get(in->drop),
	};
	const struct packet p = next_arrival(n, seen.rxtime);
	struct surf_golden_result r;

	check_seen(n, &p, &seen);
	n->arrived++;
	if (seen.drop) {
		/* The board may drop a packet only while Stage 2 is busy. obs_take comes a
		 * clock before obs_drop, so the packet that kept Stage 2 busy may be taken in
		 * this clock. */
		SIM_CHECK(n->s, in->in_stage2 || in->take_edge == sim_clock_edges(n->clk25),
			  "a packet is dropped, but Stage 2 is free");
		surf_golden_packet(n->g, &p, &seen, &r);
		n->dropped++;
	} else if (sim_get(in->accept)) {
		SIM_CHECK(n->s, !in->in_stage2, "Stage 2 takes a packet while it is busy");
		in->stage2 = p;
		in->stage2_seen = seen;
		in->in_stage2 = true;
		surf_golden_accept(n->g);
		n->accepted++;
	} else {
		SIM_CHECK(n->s,
			  !(in->ebcr & MASK(EBCR_ENABLE)) ||
				  sim_now(n->s) < in->ebcr_time + SIM_US(1),
			  "an enabled board ignores a packet");
		n->ignored++;
	}
}

static SIM_SELDOM void packet_moves(struct node *n)
{
	const struct node_inside *in = n->in;

	if (in->unchecked)
		return;
	if (*in->done)
		packet_done(n);
	if (*in->take)
		packet_taken(n);
	if (in->queue && *in->queue)
		packet_queued(n);
	if (*in->arrive)
		packet_arrived(n);
}

static void on_clk25(void *arg)
{
	struct node *n = arg;
	const struct node_inside *in = n->in;

	if (*in->done | *in->take | *in->arrive || (in->queue && *in->queue))
		packet_moves(n);
}

static void count_only(void *arg)
{
	struct node *n = arg;
	const struct node_inside *in = n->in;
	const uint8_t *comes = in->queue ? in->queue : in->arrive;

	if (*comes) {
		n->arrived++;
		n->dropped += sim_get(in->drop);
	}
	if (*in->arrive && !sim_get(in->accept) && (in->queue || !sim_get(in->drop)))
		n->ignored++;
}

/* ---- accesses observed on the bus ---- */

/* Returns whether the board answers at @addr with the last value of EBCR. */
static bool decodes(void *arg, bool io, uint32_t addr)
{
	struct node *n = arg;
	const uint32_t ebcr = n->in->ebcr;

	if (io)
		return (addr & 0xFF8) == SURFBOARD_EPIR;
	return addr >> 16 == GET(ebcr, EBCR_RBASE) || addr >> 27 == GET(ebcr, EBCR_MBASE);
}

static void follow_register(struct node *n, const struct eisa_cycle *c)
{
	const uint32_t offset = c->addr & 0xFFFC;

	if (!c->write) {
		surf_golden_read(n->g, offset, c->be);
		return;
	}
	if ((offset & 0x3C) == SURFBOARD_PCLR) {
		n->in->cat_old =
			(uint8_t)GET(surf_golden_read(n->g, SURFBOARD_PCLR, 15), PCLR_CAT);
		n->in->cat_from = 0;
		n->in->cat_until = sim_now(n->s) + CATEGORY_SEEN;
	}
	surf_golden_write(n->g, offset, c->be, c->data);
}

static void follow_memory(struct node *n, const struct eisa_cycle *c)
{
	const uint32_t word = c->addr % NODE_HIST / 4;

	if (!c->write)
		return;
	if (c->addr & NODE_HIST)
		surf_golden_hist_put(
			n->g, word,
			shrimp_merge(surf_golden_hist_word(n->g, word), c->be, c->data));
	else
		surf_golden_trace_put(
			n->g, word,
			shrimp_merge(surf_golden_trace_word(n->g, word), c->be, c->data));
}

static void on_cycle(void *arg, const struct eisa_cycle *c)
{
	struct node *n = arg;

	if (n->on_cycle)
		n->on_cycle(n->on_cycle_arg, c);
	if (c->result)
		return;
	if (c->io && c->slot != n->slot)
		return;
	if (c->io && c->write && (c->addr & 0xFFC) == SURFBOARD_EBCR) {
		n->in->ebcr = shrimp_merge(n->in->ebcr, c->be, c->data);
		n->in->ebcr_time = sim_now(n->s);
		n->rbase = n->in->ebcr & MASK(EBCR_RBASE);
		n->mbase = GET(n->in->ebcr, EBCR_MBASE) << 27;
	}
	if (!n->in->follow || !decodes(n, c->io, c->addr))
		return;
	if (c->io && c->write)
		surf_golden_slot_write(n->g, c->addr & 0xFFC, c->be, c->data);
	else if (!c->io && c->addr >> 16 == GET(n->in->ebcr, EBCR_RBASE))
		follow_register(n, c);
	else if (!c->io)
		follow_memory(n, c);
}

void node_stop_checks(struct node *n)
{
	n->in->unchecked = n->c->unexpected = true;
}

void node_resume_checks(struct node *n)
{
	struct node_inside *in = n->in;

	in->unchecked = in->in_stage2 = n->c->unexpected = false;
	in->waits = in->lost = 0;
	shrimp_forget_packets(n->c, true);
	n->arrived = n->accepted = n->dropped = n->ignored = n->taken = n->done = 0;
}

void node_follow(struct node *n)
{
	n->in->follow = true;
}

/* ---- opening ---- */

static void node_free(void *arg)
{
	struct node *n = arg;

	if (!n->in->cfg.block) {
		simm_close(n->trace);
		simm_close(n->hist);
	}
	shrimp_node_close(n->c);
	surf_golden_close(n->g);
	free(n->in);
	free(n);
}

static struct sim_pin *pin(const struct node *n, const char *name)
{
	return shrimp_pin(n->c, name);
}

static void bind_pins(struct node *n)
{
	struct node_inside *in = n->in;

	in->x_in = pin(n, "x_in");
	in->arrive = sim_low(pin(n, "obs_arrive"));
	in->accept = pin(n, "obs_accept");
	in->drop = pin(n, "obs_drop");
	in->rxtime = pin(n, "obs_rxtime");
	in->cat = pin(n, "obs_cat");
	in->ext = pin(n, "obs_ext");
	if (node_second_revision(n->s))
		in->queue = sim_low(pin(n, "obs_queue"));
	in->take = sim_low(pin(n, "obs_take"));
	in->done = sim_low(pin(n, "obs_done"));
	sim_put(in->x_in, 1);
}

static void open_memories(struct node *n)
{
	struct sim *s = n->s;
	char trace[16], hist[16];

	if (n->in->cfg.block) {
		n->g = surf_golden_open_block(NODE_BLOCK, NODE_BLOCK);
		n->trace_port = memport_open(s, n->clk25, "tm", NODE_BLOCK);
		n->hist_port = memport_open(s, n->clk25, "hm", NODE_BLOCK);
		SIM_CHECK(s, n->g, "out of memory");
		return;
	}
	snprintf(trace, sizeof(trace), "%st", n->c->owner);
	snprintf(hist, sizeof(hist), "%sh", n->c->owner);
	n->trace = simm_open(s, n->clk25, trace, n->in->cfg.trace);
	n->hist = simm_open(s, n->clk25, hist, n->in->cfg.hist);
	n->g = surf_golden_open(simm_bytes(n->trace), simm_bytes(n->hist));
	SIM_CHECK(s, n->trace && n->hist && n->g, "out of memory");
	surf_golden_presence(n->g, (unsigned int)sim_get(pin(n, "t_pd")),
			     (unsigned int)sim_get(pin(n, "h_pd")));
}

struct node *node_open(struct sim *s, const struct node_config *cfg)
{
	struct node *n = calloc(1, sizeof(*n));
	struct node_inside *in = calloc(1, sizeof(*in));
	const struct shrimp_node_config c = {
		.name = cfg->name,
		.with = cfg->with ? cfg->with->c : NULL,
		.drift = cfg->drift,
		.rxtime_init = cfg->rxtime_init,
	};

	SIM_CHECK(s, n && in, "out of memory");
	n->s = s;
	n->in = in;
	n->slot = cfg->slot ? cfg->slot : 1;
	in->cfg = *cfg;
	n->c = shrimp_node_open(s, &c);
	SIM_CHECK(s, n->c, "out of memory");
	n->c->board = n;
	n->bclk = n->c->bclk;
	n->clk_s1 = n->c->clk_s1;
	n->clk25 = n->c->clk25;
	n->gclk = n->c->gclk;
	n->eisa = n->c->eisa;
	n->host = n->c->host;
	n->sni = n->c->sni;
	bind_pins(n);
	open_memories(n);
	if (in->queue)
		surf_golden_set_revision_2(n->g, SURFBOARD_CAPR_RESET);
	if (n->eisa) {
		eisa_add_board(n->eisa, n->c->owner, n->slot);
		eisa_set_decode(n->eisa, n->slot, decodes, n);
	}
	n->dev = host_device(n->host, n->slot);
	host_on_cycle(n->host, on_cycle, n);
	if (cfg->unwatched) {
		sim_on(n->clk25, SIM_RISE, count_only, n);
	} else {
		shrimp_follow_packets(n->c);
		sim_on(n->clk25, SIM_RISE, on_clk25, n);
	}
	sim_cleanup(s, node_free, n);
	return n;
}

void node_power_on(struct node *n)
{
	n->in->ebcr = 0;
	shrimp_power_on(n->c, n->trace, n->hist);
	surf_golden_power_on(n->g);
	if (!n->in->cfg.block) {
		simm_fill(n->trace, 0);
		simm_fill(n->hist, 0);
	}
	surf_golden_trace_fill(n->g, 0);
	surf_golden_hist_fill(n->g, 0);
	/* the reset of each domain is released within a few of its clocks */
	sim_wait_cycles(n->bclk, 4);
	sim_watch_x(n->s);
}

void node_global_reset(struct node *n)
{
	struct shrimp_node *c = n->c;

	shrimp_global_reset(c);
	do {
		c = c->next;
		surf_golden_rtv(((struct node *)c->board)->g, false);
	} while (c != n->c);
	sim_wait_cycles(n->gclk, 6);
}

void node_resdrv(struct node *n)
{
	struct shrimp_node *c = n->c;

	eisa_reset(n->eisa, 9);
	do {
		struct node *m = c->board;

		c = c->next;
		if (m->eisa != n->eisa)
			continue;
		m->in->ebcr &= ~MASK(EBCR_ENABLE);
		m->in->ebcr_time = sim_now(n->s);
		surf_golden_resdrv(m->g);
		m->in->in_stage2 = false;
		m->in->waits = m->in->lost = 0;
		shrimp_forget_packets(m->c, false);
	} while (c != n->c);
}

void node_x_in(struct node *n, bool level)
{
	sim_put(n->in->x_in, level);
	surf_golden_ext(n->g, level);
}

/* ---- EISA ---- */

static void settle_registers(struct node *n)
{
	/* writes are posted; they reach the registers within these clocks */
	sim_wait_cycles(n->clk25, 8);
}

void node_slot_put(struct node *n, uint32_t offset, unsigned int be, uint32_t value)
{
	SIM_EQ(n->s, host_write(n->host, true, n->slot, n->slot << 12 | offset, be, value), 0,
	       "slot I/O answers");
	surf_golden_slot_write(n->g, offset, be, value);
}

uint32_t node_slot_get(struct node *n, uint32_t offset, unsigned int be)
{
	uint32_t v;

	SIM_EQ(n->s, host_read(n->host, true, n->slot, n->slot << 12 | offset, be, &v), 0,
	       "slot I/O answers");
	return v;
}

void node_enable(struct node *n, uint16_t rbase, uint8_t mbase, unsigned int irlev)
{
	uint32_t ebcr = MASK(EBCR_ENABLE) | (irlev << LSB(EBCR_IRLEV) & MASK(EBCR_IRLEV));

	/* AXI4-Lite and Wishbone have a fixed address map */
	if (!n->eisa)
		rbase = mbase = 1;
	ebcr |= (uint32_t)rbase << LSB(EBCR_RBASE) |
		((uint32_t)mbase << LSB(EBCR_MBASE) & MASK(EBCR_MBASE));
	SIM_EQ(n->s, node_slot_get(n, SURFBOARD_EPIR, 15),
	       surf_golden_slot_read(n->g, SURFBOARD_EPIR), "EPIR");
	node_slot_put(n, SURFBOARD_EBCR, 15, ebcr);
	settle_registers(n);
}

void node_put_be(struct node *n, uint32_t offset, unsigned int be, uint32_t value)
{
	const uint8_t cat = (uint8_t)GET(surf_golden_read(n->g, SURFBOARD_PCLR, 15), PCLR_CAT);

	if (offset == SURFBOARD_PCLR) {
		n->in->cat_old = cat;
		n->in->cat_from = sim_now(n->s);
		n->in->cat_until = UINT64_MAX;
		/* until the write has arrived, the old and the new value are both correct */
		surf_golden_write(n->g, offset, be, value);
	}
	SIM_EQ(n->s, host_write(n->host, false, 0, n->rbase + offset, be, value), 0,
	       "the register answers");
	if (offset == SURFBOARD_PCLR)
		n->in->cat_until = sim_now(n->s) + CATEGORY_WRITTEN;
	else
		surf_golden_write(n->g, offset, be, value);
	settle_registers(n);
}

static const char *register_name(uint32_t offset)
{
	static const struct {
		uint32_t offset;
		const char *name;
	} names[] = {
#define REG(name, space, offset, reset, about) {offset, #name},
#define FIELD(...)
#include "../../rtl/surfboard/surfboard_regs.def"
#undef REG
#undef FIELD
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (names[i].offset == (offset & ~3u))
			return names[i].name;
	return "no register";
}

uint32_t node_get_be(struct node *n, uint32_t offset, unsigned int be)
{
	/* a read on AXI4-Lite always uses all lanes */
	const uint32_t want = surf_golden_read(n->g, offset, n->host->axil ? 15 : be);
	uint32_t v;

	SIM_EQ(n->s, host_read(n->host, false, 0, n->rbase + offset, be, &v), 0,
	       "the register answers");
	SIM_CHECK(n->s, v == want, "%s (0x%02X): got 0x%08X, the golden model has 0x%08X",
		  register_name(offset), offset, v, want);
	return v;
}

void node_put(struct node *n, uint32_t offset, uint32_t value)
{
	node_put_be(n, offset, 15, value);
}

uint32_t node_get(struct node *n, uint32_t offset)
{
	return node_get_be(n, offset, 15);
}

void node_acdr(struct node *n, uint32_t image)
{
	for (int i = 0; i < SURF_ACDR_BITS; i++)
		node_put(n, SURFBOARD_ACDR, image >> i & 1);
}

void node_selector(struct node *n, const uint8_t *stream, unsigned int bits, unsigned int ones)
{
	node_put(n, SURFBOARD_FCCR, FCCR_PROG);
	node_put(n, SURFBOARD_FCCR, 0);
	sim_wait_cycles(n->clk25, 80); /* the selector clears its memory */
	for (unsigned int i = 0; i < bits + ones; i++)
		node_put(n, SURFBOARD_FCDR, i < bits ? stream[i / 8] >> (7 - i % 8) & 1 : 1);
}

void node_select(struct node *n, const struct sbit_map *map)
{
	uint8_t stream[SBIT_BYTES];

	SIM_EQ(n->s, (uint64_t)sbit_compile(map, stream), 0, "stream");
	node_selector(n, stream, SBIT_BITS, SBIT_STARTUP);
	SIM_EQ(n->s, node_get(n, SURFBOARD_FCCR) & FCCR_STATE, FCCR_DONE,
	       "the selector is configured");
}

uint32_t node_read(struct node *n, uint32_t offset)
{
	uint32_t v;

	SIM_EQ(n->s, (uint64_t)host_read(n->host, false, n->slot, n->rbase + offset, 15, &v), 0,
	       "the register answers");
	return v;
}

uint32_t node_mem_get(struct node *n, bool hist, uint32_t word)
{
	uint32_t v;

	SIM_EQ(n->s,
	       host_read(n->host, false, 0, n->mbase + (hist ? NODE_HIST : 0) + 4 * word, 15,
			 &v),
	       0, "the memory answers");
	return v;
}

void node_mem_put(struct node *n, bool hist, uint32_t word, uint32_t value)
{
	SIM_EQ(n->s,
	       host_write(n->host, false, 0, n->mbase + (hist ? NODE_HIST : 0) + 4 * word, 15,
			  value),
	       0, "the memory answers");
	if (hist)
		surf_golden_hist_put(n->g, word, value);
	else
		surf_golden_trace_put(n->g, word, value);
}

/* ---- packets ---- */

void node_random_packet(struct node *n, struct packet *p, unsigned int max_words,
			uint64_t max_ticks)
{
	shrimp_random_packet(n->c, p, max_words, max_ticks);
}

static bool empty(void *arg)
{
	struct node *n = arg;

	return shrimp_all_arrived(n->c) && !n->in->waits && !n->in->in_stage2 &&
	       n->taken == n->done;
}

void node_drain(struct node *n)
{
	SIM_CHECK(n->s, sim_wait_for(n->s, empty, n, SIM_MS(1)),
		  "the board does not become empty");
	/* in this time a posted memory write ends, also after a refresh; with revision 2, also
	 * after three trace entries */
	sim_wait_cycles(n->clk25, n->in->queue ? 70 : 30);
}

void node_play(struct node *n, sni_source_fn *fn, void *arg)
{
	shrimp_start_packets(n->c, fn, arg);
	shrimp_finish_packets(n->c);
	node_drain(n);
}

void node_play_random(struct node *n, uint64_t packets, unsigned int max_words,
		      uint64_t max_ticks)
{
	shrimp_start_random_packets(n->c, packets, max_words, max_ticks);
	shrimp_finish_packets(n->c);
	node_drain(n);
}

void node_send(struct node *n, const struct packet *p)
{
	sni_send(n->sni, p, 0);
	node_drain(n);
}

/* ---- comparison ---- */

/* Collects the words of a memory that are not 0. */
static void collect(struct node *n, bool hist, struct shrimp_words *w)
{
	struct simm *simm = hist ? n->hist : n->trace;

	if (simm) {
		simm_each(simm, shrimp_add_word, w);
		return;
	}
	for (uint32_t i = 0; i < NODE_BLOCK; i++) {
		const uint32_t v = node_mem_get(n, hist, i);

		if (v)
			shrimp_add_word(w, i, v);
	}
}

void node_compare(struct node *n)
{
	/* registers that a read does not change; ISCR includes the FIFO flags */
	static const uint32_t regs[] = {
		SURFBOARD_FCCR, SURFBOARD_FCDR, SURFBOARD_ACDR, SURFBOARD_TTCR, SURFBOARD_ECDR,
		SURFBOARD_PCLR, SURFBOARD_ISCR, SURFBOARD_IEMR, SURFBOARD_HTCR, SURFBOARD_WCDR,
		SURFBOARD_TICR, SURFBOARD_TECR, SURFBOARD_TPIR};
	struct shrimp_words tb = {0}, tm = {0}, hb = {0}, hm = {0};

	node_drain(n);
	collect(n, false, &tb);
	surf_golden_trace_each(n->g, shrimp_add_word, &tm);
	shrimp_compare_words(n->s, "trace", &tb, &tm);
	collect(n, true, &hb);
	surf_golden_hist_each(n->g, shrimp_add_word, &hm);
	shrimp_compare_words(n->s, "histogram", &hb, &hm);
	for (size_t i = 0; i < sizeof(regs) / sizeof(regs[0]); i++) {
		const uint32_t v = node_get(n, regs[i]);

		sim_digest(n->s, &v, sizeof(v));
	}
	SIM_EQ(n->s, n->accepted + n->dropped + n->ignored, n->arrived,
	       "packets arrived and neither taken nor dropped nor ignored");
	SIM_EQ(n->s, n->taken, n->accepted, "packets taken by Stage 3");
	SIM_EQ(n->s, n->done, n->taken, "packets finished by Stage 3");
}
