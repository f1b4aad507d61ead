/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the core for current designs with the golden model: memories in block RAM and behind
 * request ports, all domains on one clock, and packets at its packet port.
 */
#include <errno.h>
#include <string.h>

#include "iscr.h"
#include "port.h"
#include "quick.h"
#include "surfboard_regs.h"

/* ---- the board of the report with other memories ---- */

static void random_selector(struct node *n)
{
	struct sbit_map map;

	for (int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = (uint8_t)sim_range(n->s, 0, 63);
	quick_select(n, &map);
}

static struct node *open_block(struct sim *s)
{
	return quick_open(s, &(struct node_config){.block = true, .drift = true});
}

/* Tests random configurations and packets, while the host accesses both memories. */
static void memories(struct sim *s)
{
	static const unsigned int longest[] = {1, 4, 40, 1024};
	struct node *n = open_block(s);
	const unsigned int rounds = (unsigned int)sim_length(s, 20, 2);

	for (unsigned int i = 0; i < rounds; i++) {
		const unsigned int words = longest[sim_range(s, 0, 3)];
		const struct sni_timing t = {.idle_max = (unsigned int)sim_range(s, 20, 60)};

		random_selector(n);
		quick_acdr(n, (uint32_t)sim_random(s) & 0xFFFFFFF);
		node_put(n, SURF_TTCR, (uint32_t)sim_range(s, 0, 3) << 2);
		node_put(n, SURF_TICR, 0);
		node_put(n, SURF_TECR, (uint32_t)sim_range(s, 0, 1) << 7);
		/* bins close to their wrap */
		for (unsigned int k = 0; k < 8; k++)
			node_mem_put(n, true, (uint32_t)sim_random(s) & 0xFFFFFF, 0xFFFFFFFC);
		node_put(n, SURF_HTCR, (uint32_t)sim_range(s, 0, 7));
		sni_set_timing(n->sni, &t);
		shrimp_start_random_packets(n->c, words == 1024 ? 10 : 100, words,
					    (uint64_t)1 << sim_range(s, 1, 43));
		while (shrimp_packets_playing(n->c))
			node_mem_get(n, sim_random(s) & 1, (uint32_t)sim_random(s) & 0xFFFFFF);
		node_drain(n);
		node_put(n, SURF_HTCR, 0);
	}
	/* a slow memory behind a port may delay a packet until the next one comes, which is
	 * dropped then */
	if (!n->trace_port)
		SIM_EQ(s, n->dropped, 0, "packets dropped");
	SIM_CHECK(s, n->dropped * 100 <= n->accepted, "%llu packets accepted, %llu dropped",
		  (unsigned long long)n->accepted, (unsigned long long)n->dropped);
	SIM_CHECK(s, n->done >= 20 * rounds / 2, "few packets: %llu",
		  (unsigned long long)n->done);
	node_compare(n);
}

/* Tests a histogram memory that answers long after the trace has been written: one packet must
 * end before the next one begins. */
static void slow_bins(struct sim *s)
{
	struct node *n = open_block(s);

	random_selector(n);
	quick_acdr(n, ACDR(.lat_n = 12, .tsize = 1));
	node_put(n, SURF_TTCR, 2 << 2 | 1); /* the trace overwrites old entries */
	node_put(n, SURF_HTCR, ALL);
	memport_set_wait(n->trace_port, 0, 0);
	memport_set_wait(n->hist_port, 20, 40);
	for (unsigned int i = 0; i < sim_length(s, 6, 1); i++) {
		const struct sni_timing t = {.idle_max = i % 2 ? 20 : 120};

		sni_set_timing(n->sni, &t);
		node_play_random(n, 60, 4, 500);
	}
	SIM_CHECK(s, n->accepted > n->dropped, "%llu packets accepted, %llu dropped",
		  (unsigned long long)n->accepted, (unsigned long long)n->dropped);
	node_compare(n);
}

/* Tests every byte lane of every bank and the bits of the address; the memory must repeat after
 * its end. */
static void lanes(struct sim *s)
{
	struct node *n = open_block(s);
	const uint32_t base = n->mbase;

	for (unsigned int EACH(i, 0); i < 600; i += sim_step(s, 5)) {
		const bool hist = sim_random(s) & 1;
		const uint32_t word = (uint32_t)sim_random(s) & 0xFFFFFF;
		const uint32_t at = base + (hist ? NODE_HIST : 0) + 4 * word;
		const unsigned int be = (unsigned int)sim_range(s, 0, 15);
		const uint32_t v = (uint32_t)sim_random(s);
		const uint32_t old = hist ? surf_golden_hist_word(n->g, word)
					  : surf_golden_trace_word(n->g, word);

		SIM_EQ(s, host_write(n->host, false, 0, at, be, v), 0, "the memory answers");
		(hist ? surf_golden_hist_put : surf_golden_trace_put)(n->g, word,
								      shrimp_merge(old, be, v));
		SIM_EQ(s, node_mem_get(n, hist, word),
		       hist ? surf_golden_hist_word(n->g, word)
			    : surf_golden_trace_word(n->g, word),
		       "the word");
	}
	for (uint32_t EACH(bit, 1); bit < NODE_BLOCK; bit <<= 1)
		for (unsigned int EACH(hist, 0); hist < 2; hist++)
			SIM_EQ(s, node_mem_get(n, hist, bit),
			       hist ? surf_golden_hist_word(n->g, bit)
				    : surf_golden_trace_word(n->g, bit),
			       "the word");
	node_compare(n);
}

/* Checks that the driver finds the sizes of the memories and uses them completely. */
static void driver(struct sim *s)
{
	struct node *n = node_open(s, &(struct node_config){.block = true});
	struct surf surf;
	uint32_t w[4], v;

	node_power_on(n);
	node_follow(n);
	SIM_EQ(s, (uint64_t)surf_open_device(&surf, n->dev), 0, "open");
	SIM_EQ(s, surf.trace_bytes, 4 * NODE_BLOCK, "bytes of the trace memory");
	SIM_EQ(s, surf.hist_bytes, 4 * NODE_BLOCK, "bytes of the histogram memory");
	SIM_EQ(s, (uint64_t)surf_PutReg(&surf, SURF_TTCR, 0), 0, "TTCR");
	SIM_EQ(s, (uint64_t)surf_PutReg(&surf, SURF_HTCR, ALL), 0, "HTCR");
	node_play_random(n, 300, 8, 100);
	SIM_EQ(s, (uint64_t)surf_GetReg(&surf, SURF_TECR, &v), 0, "TECR");
	SIM_EQ(s, v, NODE_BLOCK / 4, "entries recorded: the whole memory");
	for (uint32_t EACH(i, 0); i < NODE_BLOCK / 4; i += 51) {
		SIM_EQ(s, (uint64_t)surf_GetTMem(&surf, 16 * i, w, sizeof(w), NULL, NULL), 0,
		       "trace");
		for (unsigned int EACH(k, 0); k < 4; k++)
			SIM_EQ(s, w[k], surf_golden_trace_word(n->g, 4 * i + k),
			       "word of an entry");
	}
	surf_Close(&surf);
}

/* ---- the core alone, on one clock ---- */

#define QUEUE 16 /* size of the model's queue */
/* clocks and packets: more clocks than a write takes, more packets than the board holds */
#define HISTORY 64
#define SPARE 9 /* this bit of the bin is 0, so no packet counts in the upper bins */

struct core {
	struct sim *s;
	struct sim_clock *clk;
	struct hostbus host;
	struct surf_golden *g;
	unsigned int window; /* WINDOW_LOG2 of the model */
	bool no_address;     /* ADDRESS of the model is 0 */
	struct port p;
	struct sim_pin *p_lost;
	const uint8_t *arrive, *done;
	uint64_t to_send, sent, lost, arrived, finished;
	unsigned int every, wait; /* clocks from packet to packet; clocks until the next one */
	uint64_t now;		  /* receive time in ticks */
	unsigned int max_ticks, early; /* latencies from -early to max_ticks - early */
	/* for revision 2: */
	uint64_t clocks,
		finished_at[HISTORY];	 /* clocks so far; packets finished by each clock */
	uint64_t after[HISTORY][TOTALS]; /* totals after each packet that came in */
	uint64_t came;
	bool follow_losses; /* the golden model gets the losses, in their order */
	bool report_losses; /* put packets on p_lost, as a tap does that lost them */
	/* for revision 3: */
	bool wide; /* select codes of 7 bits */
	struct sim_pin *phase, *ph_valid, *ph_data;
	bool ph_writes;	 /* write phases at the port at random times */
	bool ph_written; /* in the last clock, */
	uint8_t ph_last; /* with this value */
	uint64_t ph_count;
};

static void offer(struct core *c)
{
	struct sim *s = c->s;
	struct packet p = {
		.tx = (c->now + c->early - sim_range(s, 0, c->max_ticks)) & SHRIMP_TICKS,
		.addr = (uint32_t)sim_random(s) & 0x7FFFFFC,
		.first = (uint32_t)sim_random(s),
		.words = (uint16_t)sim_range(s, 1, sim_range(s, 0, 1) ? 8 : 1024),
		.x = (uint8_t)sim_range(s, 0, 31),
		.y = (uint8_t)sim_range(s, 0, 31),
		.color = (uint8_t)sim_range(s, 0, 63),
		.be = (uint8_t)sim_range(s, 0, 15),
		.irq = sim_random(s) & 1,
	};
	const struct surf_golden_seen seen = {.rxtime = c->now,
					      .category = surf_golden_category(c->g, &p)};

	sim_put(c->p.y, p.y);
	sim_put(c->p.x, p.x);
	sim_put(c->p.category, p.first >> 28);
	sim_put(c->p.words, p.words);
	sim_put(c->p.color, p.color);
	sim_put(c->p.rxtime, c->now);
	sim_put(c->p.txtime, p.tx);
	sim_put(c->p.irq, p.irq);
	sim_put(c->p.addr, p.addr >> 2);
	sim_put(c->p.be, p.be);
	sim_put(c->p.valid, 1);
	c->sent++;
	if (c->no_address)
		p.addr = p.be = 0;
	if (!sim_get(c->p.ready)) {
		c->lost++;
		if (c->follow_losses)
			surf_golden_packet(c->g, &p, &(struct surf_golden_seen){.drop = true},
					   NULL);
		return;
	}
	if (c->phase)
		surf_golden_phase(c->g, (uint8_t)sim_get(c->phase));
	surf_golden_packet(c->g, &p, &seen, NULL);
	c->came++;
	for (unsigned int i = 0; i < TOTALS; i++)
		c->after[c->came % HISTORY][i] =
			surf_golden_total(c->g, (enum surf_golden_total)i);
}

/* Puts a number of packets on p_lost; they are lost after the one offered in this clock. */
static void report_lost(struct core *c, unsigned int lost)
{
	const struct packet none = {.words = 1};

	sim_put(c->p_lost, lost);
	c->sent += lost;
	c->lost += lost;
	for (unsigned int i = 0; c->follow_losses && i < lost; i++)
		surf_golden_packet(c->g, &none, &(struct surf_golden_seen){.drop = true}, NULL);
}

/* A phase that was written at the port in the last clock must be there; writes another one. */
static void write_phase(struct core *c)
{
	if (c->ph_written)
		SIM_EQ(c->s, sim_get(c->phase), c->ph_last, "phase written at the port");
	c->ph_written = c->ph_writes && sim_range(c->s, 0, 3) == 0;
	sim_put(c->ph_valid, c->ph_written);
	if (!c->ph_written)
		return;
	c->ph_last = (uint8_t)sim_random(c->s);
	sim_put(c->ph_data, c->ph_last);
	c->ph_count++;
}

static void on_clk(void *arg)
{
	struct core *c = arg;

	c->now = (c->now + 1) & SHRIMP_TICKS;
	c->arrived += *c->arrive;
	c->finished += *c->done;
	c->finished_at[c->clocks++ % HISTORY] = c->finished;
	sim_put(c->p.valid, 0);
	if (c->wait)
		c->wait--;
	else if (c->sent < c->to_send) {
		c->wait = c->every - 1;
		sim_settle(c->s);
		offer(c);
	}
	if (c->phase)
		write_phase(c);
	sim_put(c->p_lost, 0);
	if (c->report_losses && c->sent < c->to_send && sim_range(c->s, 0, 15) == 0)
		report_lost(c, (unsigned int)sim_range(c->s, 1, 5));
}

static void put_reg(struct core *c, uint32_t offset, uint32_t v)
{
	SIM_EQ(c->s, host_write(&c->host, false, 0, 0x10000 + offset, 15, v), 0,
	       "the register");
	surf_golden_write(c->g, offset, 15, v);
}

static uint32_t get_reg(struct core *c, uint32_t offset)
{
	uint32_t v;

	SIM_EQ(c->s, host_read(&c->host, false, 0, 0x10000 + offset, 15, &v), 0,
	       "the register");
	SIM_EQ(c->s, v, surf_golden_read(c->g, offset, 15), "register");
	return v;
}

/* The memories are the two quarters at the end of the window. */
static uint32_t memory(const struct core *c, bool hist)
{
	return (hist ? 3u : 2u) << (c->window - 2);
}

static uint32_t get_at(struct core *c, uint32_t addr)
{
	uint32_t v;

	SIM_EQ(c->s, host_read(&c->host, false, 0, addr, 15, &v), 0, "the core answers");
	return v;
}

static void put_at(struct core *c, uint32_t addr, uint32_t v)
{
	SIM_EQ(c->s, host_write(&c->host, false, 0, addr, 15, v), 0, "the core answers");
}

static uint32_t get_word(struct core *c, bool hist, uint32_t word)
{
	return get_at(c, memory(c, hist) + 4 * word);
}

static void close_core(void *arg)
{
	struct core *c = arg;

	surf_golden_close(c->g);
	free(c);
}

/* Revision 3 without the parts that revision 2 added beside totals and filters. */
static bool is_lean(struct sim *s)
{
	return !strcmp(sim_model(s), "surf_axil_lean");
}

static bool third_revision(struct sim *s)
{
	return !strcmp(sim_model(s), "surf_axil_rev3") || is_lean(s);
}

static struct core *open_core(struct sim *s)
{
	struct core *c = calloc(1, sizeof(*c));

	SIM_CHECK(s, c, "out of memory");
	c->s = s;
	c->no_address = !strcmp(sim_model(s), "surf_axil_small");
	c->window = c->no_address ? 18 : strstr(sim_model(s), "_rev") || is_lean(s) ? 22 : 28;
	c->g = surf_golden_open_block(NODE_BLOCK, NODE_BLOCK);
	SIM_CHECK(s, c->g, "out of memory");
	surf_golden_set_modulo(c->g, true);
	host_open(&c->host, s, SIM_NS(10), SIM_NS(11));
	c->clk = c->host.clk;
	sim_cleanup(s, close_core, c);
	sim_put(sim_pin(s, "clk"), 0);
	sim_put(sim_pin(s, "time_wrapped"), 0);
	sim_put(sim_pin(s, "x_in"), 1);
	sim_put(sim_pin(s, "tap_rdata"), 0);
	sim_put(sim_pin(s, "tm_ack"), 0);
	sim_put(sim_pin(s, "hm_ack"), 0);
	c->p = port_open(s);
	c->arrive = sim_low(sim_pin(s, "obs_arrive"));
	c->done = sim_low(sim_pin(s, "obs_done"));
	c->p_lost = sim_pin(s, "p_lost");
	sim_put(c->p.valid, 0);
	sim_put(c->p_lost, 0);
	sim_put(sim_pin(s, "ph_valid"), 0);
	sim_put(sim_pin(s, "ph_data"), 0);
	if (third_revision(s)) {
		c->phase = sim_pin(s, "phase");
		c->ph_valid = sim_pin(s, "ph_valid");
		c->ph_data = sim_pin(s, "ph_data");
	}
	host_reset(&c->host, SIM_NS(200));
	sim_wait_cycles(c->clk, 4);
	sim_watch_x(s);
	return c;
}

/* Returns one of the select codes that are not constant. */
static uint8_t random_code(struct core *c)
{
	static const uint8_t last[] = {49, 90, 103}, first[] = {0, 66, 96};
	const unsigned int k = c->wide ? (unsigned int)sim_range(c->s, 0, 2) : 0;

	return (uint8_t)sim_range(c->s, first[k], last[k]);
}

/* Loads a random selector; returns FCCR. */
static uint32_t load_selector(struct core *c)
{
	struct sbit_map map;
	uint8_t stream[SBIT_BYTES];

	for (int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = i == SPARE ? SBIT_ZERO : random_code(c);
	SIM_EQ(c->s, (uint64_t)sbit_compile(&map, stream), 0, "stream");
	put_reg(c, SURF_FCCR, 1);
	put_reg(c, SURF_FCCR, 0);
	sim_wait_cycles(c->clk, 80);
	for (unsigned int EACH(i, 0); i < SBIT_BITS + SBIT_STARTUP; i++)
		put_reg(c, SURF_FCDR, i < SBIT_BITS ? stream[i / 8] >> (7 - i % 8) & 1 : 1);
	return get_reg(c, SURF_FCCR) & FCCR_STATE;
}

/* Enables the core with a random selector and configuration, and all modes. */
static void configure(struct core *c)
{
	struct sim *s = c->s;
	const uint32_t ebcr =
		surf_set(surf_set(surf_set(surf_mask(SURF_EBCR_ENABLE), SURF_EBCR_RBASE, 1),
				  SURF_EBCR_MBASE, 1),
			 SURF_EBCR_IRLEV, 5);
	uint32_t image = ACDR(.sendid = (unsigned int)sim_range(s, 0, 4), .remote = true,
			      .lat_n = (unsigned int)sim_range(s, 0, 12), .tsize = 1);

	SIM_EQ(s, host_write(&c->host, true, 0, SURF_EBCR, 15, ebcr), 0, "EBCR");
	surf_golden_slot_write(c->g, SURF_EBCR, 15, ebcr);
	SIM_EQ(s, load_selector(c), FCCR_DONE, "FCCR");
	for (unsigned int EACH(i, 0); i < SURF_ACDR_BITS; i++)
		put_reg(c, SURF_ACDR, image >> i & 1);
	put_reg(c, SURF_TTCR, 2 << 2 | 1); /* the trace overwrites old entries */
	put_reg(c, SURF_HTCR, ALL);
	sim_on(c->clk, SIM_RISE, on_clk, c);
}

static void start(struct core *c, uint64_t packets, unsigned int every)
{
	c->max_ticks = 1u << sim_range(c->s, 1, 20);
	c->every = every;
	c->to_send = c->sent + packets;
}

static void drain(struct core *c)
{
	while (c->sent < c->to_send)
		sim_wait_cycles(c->clk, 100);
	sim_wait_cycles(c->clk, 16 + 8 * QUEUE);
	SIM_EQ(c->s, c->arrived, c->sent - c->lost, "packets that came in");
	SIM_EQ(c->s, c->finished, c->arrived, "packets finished");
}

static void compare(struct core *c)
{
	static const uint32_t regs[] = {SURF_WCDR, SURF_TICR, SURF_TECR,
					SURF_TPIR, SURF_HTCR, SURF_ISCR};

	for (unsigned int EACH(i, 0); i < sizeof(regs) / sizeof(regs[0]); i++) {
		const uint32_t v = get_reg(c, regs[i]);

		sim_digest(c->s, &v, sizeof(v));
	}
	for (uint32_t EACH(i, 0); i < NODE_BLOCK; i++) {
		SIM_EQ(c->s, get_word(c, true, i), surf_golden_hist_word(c->g, i), "bin");
		SIM_EQ(c->s, get_word(c, false, i), surf_golden_trace_word(c->g, i),
		       "trace word");
	}
}

/* Writes and reads a bin that no packet changes. */
static void write_spare(struct core *c)
{
	const uint32_t bin = 1u << SPARE | (uint32_t)sim_range(c->s, 0, (1u << SPARE) - 1);
	const uint32_t v = (uint32_t)sim_random(c->s);

	put_at(c, memory(c, true) + 4 * bin, v);
	surf_golden_hist_put(c->g, bin, v);
	SIM_EQ(c->s, get_word(c, true, bin), v, "a bin that no packet counts in");
}

/* Sends a packet every 4 clocks, with all modes, while the host reads and writes: no packet may
 * be lost. */
static void every_4_clocks(struct sim *s)
{
	struct core *c = open_core(s);
	uint64_t reads = 0;

	configure(c);
	start(c, sim_length(s, 4000, 400), 4);
	while (c->sent < c->to_send) {
		const uint32_t bin = (uint32_t)sim_range(s, 0, NODE_BLOCK - 1);
		const uint32_t before = surf_golden_hist_word(c->g, bin);
		const uint32_t v = get_word(c, true, bin);

		/* packets in the queue and in the stages are not yet counted */
		SIM_CHECK(s, v + QUEUE + 4 >= before && v <= surf_golden_hist_word(c->g, bin),
			  "bin %u reads %u, was %u", bin, v, before);
		write_spare(c);
		reads += 2;
	}
	drain(c);
	SIM_EQ(s, c->lost, 0, "packets lost");
	compare(c);
	sim_note(s, "%llu packets, %llu accesses", (unsigned long long)c->sent,
		 (unsigned long long)reads);
}

/* Tests where the memories begin and end, what EBCR says of it, and the gaps between them. */
static void window(struct sim *s)
{
	struct core *c = open_core(s);
	const uint32_t ebcr = 0x10D08 | (28 - c->window) << 4;
	const uint32_t part = 1u << (c->window - 2);
	const uint32_t empty[] = {0xC7C,       0xC88, 0xCFC, 0xD20, 0xFFFC, 0x10000 + 0x10000,
				  2 * part - 4};
	uint32_t v;

	SIM_EQ(s, get_at(c, SURF_EBCR), ebcr, "EBCR");
	put_at(c, SURF_EBCR, 0xFFFFFFFF);
	SIM_EQ(s, get_at(c, SURF_EBCR), ebcr | SURF_EBCR_IRLEV | SURF_EBCR_ENABLE, "EBCR");
	for (unsigned int EACH(i, 0); i < 4; i++)
		put_at(c, (2 + i / 2) * part + (i % 2 ? part - 4 : 0), 0x11111111 * (i + 1));
	for (unsigned int EACH(i, 0); i < 4; i++) {
		const uint32_t word = i % 2 ? NODE_BLOCK - 1 : 0;

		SIM_EQ(s, get_at(c, (2 + i / 2) * part + (i % 2 ? part - 4 : 0)),
		       0x11111111 * (i + 1), "first or last word");
		SIM_EQ(s, get_word(c, i / 2, word), 0x11111111 * (i + 1), "the same word");
	}
	for (unsigned int i = 0; i < sizeof(empty) / sizeof(empty[0]); i++)
		/* the smallest window has the trace behind the registers */
		if (empty[i] < 0x10000 || (empty[i] >= 0x20000 && empty[i] < 2 * part))
			SIM_CHECK(s, host_read(&c->host, false, 0, empty[i], 15, &v),
				  "%08X answers", empty[i]);
	/* the addresses repeat after the window */
	if (c->window < 28) {
		SIM_EQ(s, get_at(c, 4 * part + SURF_EBCR),
		       ebcr | SURF_EBCR_IRLEV | SURF_EBCR_ENABLE, "EBCR");
		SIM_EQ(s, get_at(c, 7 * part), 0x33333333, "the first bin");
	}
	SIM_EQ(s, get_at(c, 0x10000 + SURF_FCCR), FCCR_PROG | FCCR_CFG | FCCR_ERR, "FCCR");
}

/* Tests the identity block: what it says of the model's parameters, before ENABLE and after,
 * and that nothing changes it. */
static void identity(struct sim *s)
{
	struct core *c = open_core(s);
	const bool second = c->window == 22, wishbone = strstr(sim_model(s), "wb") != NULL;
	const uint32_t want[] = {
		'T' | 'L' << 8 | 'L' << 16 | 'Y' << 24,
		0x501,
		second ? 100000000 : 0,
		c->window << 24 | 4 << 16 | 10 << 8 | 10,
		(third_revision(s) ? 3u
		 : second	   ? 2u
				   : 1u) << 12 |
			(wishbone ? 2u : 1u) << 8 | second << 3 | !c->no_address << 2 | 3,
		0,
		0,
		0,
	};
	const uint32_t words = sizeof(want) / sizeof(want[0]);

	for (uint32_t EACH(enable, 0); enable < 2; enable++) {
		put_at(c, SURF_EBCR, enable);
		for (uint32_t EACH(i, 0); i < words; i++)
			SIM_EQ(s, get_at(c, SURF_IDMR + 4 * i), want[i], "the identity");
		for (uint32_t EACH(i, 0); i < words; i++)
			put_at(c, SURF_IDMR + 4 * i, ~want[i]);
		for (uint32_t EACH(i, 0); i < words; i++)
			SIM_EQ(s, get_at(c, SURF_IDMR + 4 * i), want[i], "the same");
	}
}

struct taps {
	struct sim_pin *addr, *rdata, *clear;
	unsigned int clears;
};

static void answer_table(void *arg)
{
	struct taps *t = arg;

	sim_put(t->rdata, 0xC0DE0000 | SURF_TPMR | sim_get(t->addr) << 2);
}

static void count_clears(void *arg)
{
	struct taps *t = arg;

	t->clears += (unsigned int)sim_get(t->clear);
}

/* Tests the table of the taps at the ports of the core: each word is read where it is, before
 * ENABLE and after, writes change nothing, and only a 1 written to TPCR.CLEAR clears. A core
 * without a table answers with an error. */
static void table(struct sim *s)
{
	struct core *c = open_core(s);
	struct taps t = {sim_pin(s, "tap_addr"), sim_pin(s, "tap_rdata"),
			 sim_pin(s, "tap_clear"), 0};
	const bool taps = get_at(c, SURF_IDOR) & surf_mask(SURF_IDOR_TAPS);
	uint32_t v;

	SIM_EQ(s, taps, c->window == 22, "IDOR.TAPS");
	sim_on(c->clk, SIM_FALL, answer_table, &t);
	sim_on(c->clk, SIM_BEFORE_RISE, count_clears, &t);
	for (uint32_t EACH(enable, 0); enable < 2; enable++) {
		put_at(c, SURF_EBCR, enable);
		for (uint32_t EACH(at, 0xE00); at < 0x1000; at += 4) {
			t.clears = 0;
			SIM_EQ(s, !host_read(&c->host, false, 0, at, 15, &v), taps, "a read");
			if (taps)
				SIM_EQ(s, v, 0xC0DE0000 | at, "the word");
			for (uint32_t EACH(value, 0); value < 4; value++)
				SIM_EQ(s, !host_write(&c->host, false, 0, at, 15, value), taps,
				       "a write");
			SIM_EQ(s, !host_write(&c->host, false, 0, at, 14, 1), taps,
			       "a write of the other lanes");
			SIM_EQ(s, t.clears, taps && at == SURF_TPCR ? 2 : 0, "clears");
		}
	}
}

/* Tests the trace of a core that stores no addresses: random ones come at its port, and the
 * golden model gets 0. */
static void without_address(struct sim *s)
{
	struct core *c = open_core(s);

	configure(c);
	start(c, sim_length(s, 400, 100), 4);
	drain(c);
	SIM_EQ(s, c->lost, 0, "packets lost");
	compare(c);
}

/* Sends packets faster, so that the queue fills: packets must be lost completely, and the loss
 * must be reported. */
static void overload(struct sim *s)
{
	struct core *c = open_core(s);
	uint64_t sum = 0;
	uint32_t v;

	configure(c);
	for (unsigned int EACH(every, 1); every < 4; every++) {
		const uint64_t lost = c->lost;

		start(c, 200 + sim_length(s, 800, 1), every);
		drain(c);
		SIM_CHECK(s, c->lost > lost, "with a packet every %u clocks none is lost",
			  every);
		SIM_EQ(s, host_read(&c->host, false, 0, 0x10000 + SURF_ISCR, 15, &v), 0,
		       "ISCR");
		SIM_CHECK(s, v >> 10 & 1, "ISCR.PV is 0");
		put_reg(c, SURF_ISCR, PV);
	}
	compare(c);
	for (uint32_t EACH(i, 0); i < 1u << SPARE; i++)
		sum += get_word(c, true, i);
	SIM_EQ(s, sum, c->sent - c->lost, "packets in the histogram");
}

/* The counter of the times wraps while packets arrive: latencies must be modulo 2^44, and
 * packets received up to 2^43 - 1 ticks before they were sent underflow. */
static void times_wrap(struct sim *s)
{
	struct core *c = open_core(s);
	uint64_t wraps = 0;

	configure(c);
	for (unsigned int EACH(i, 0); i < 8; i++) {
		start(c, 40, 4);
		c->max_ticks = 100;
		c->early = i % 2 ? 50 : 0;
		c->now = SHRIMP_TICKS - sim_range(s, 20, 100);
		drain(c);
		wraps += c->now < SHRIMP_TICKS / 2;
		SIM_EQ(s, surf_get(get_reg(c, SURF_ISCR), SURF_ISCR_LU), i % 2, "ISCR.LU");
		put_reg(c, SURF_ISCR, LU);
	}
	SIM_EQ(s, wraps, 8, "wraps");
	compare(c);
}

/* Packets that taps report as lost set ISCR.PV and change nothing else. */
static void lost_reported(struct sim *s)
{
	struct core *c = open_core(s);
	uint32_t v;

	configure(c);
	for (unsigned int EACH(i, 0); i < 10; i++) {
		start(c, 20, 4);
		drain(c);
		SIM_EQ(s, get_reg(c, SURF_ISCR) & PV, 0, "ISCR.PV");
		sim_put(c->p_lost, i < 9 ? 1u << i % 8 : 255);
		sim_wait_cycles(c->clk, 6);
		SIM_EQ(s, host_read(&c->host, false, 0, 0x10000 + SURF_ISCR, 15, &v), 0,
		       "ISCR");
		SIM_EQ(s, v >> 10 & 1, 1, "ISCR.PV");
		put_reg(c, SURF_ISCR, PV);
	}
	compare(c);
}

/* Sends bursts: the queue must accept a packet in each clock. */
static void bursts(struct sim *s)
{
	struct core *c = open_core(s);
	const unsigned int rounds = (unsigned int)sim_length(s, 40, 6);

	configure(c);
	for (unsigned int EACH(i, 0); i < rounds; i++) {
		start(c, sim_range(s, 1, QUEUE), 1);
		drain(c);
	}
	SIM_EQ(s, c->lost, 0, "packets lost");
	compare(c);
}

/* ---- revision 2 ---- */

static void open_revision_2(struct core *c)
{
	surf_golden_set_revision_2(c->g, SURFBOARD_CAPR_RESET | 10 << SURFBOARD_CAPR_HLOG2_LSB |
						 10 << SURFBOARD_CAPR_TLOG2_LSB |
						 1 << SURFBOARD_CAPR_BUS_LSB |
						 (third_revision(c->s) ? 0x20060001 : 0));
	if (is_lean(c->s))
		surf_golden_set_revision_2(c->g, 0x2A561F13);
	configure(c);
}

/* Sends a packet every 4 clocks and makes copies at random times: each copy must be the state
 * of the golden model in one clock, which is the same number of clocks before the end of the
 * command's write for all copies. */
static void snapshot(struct sim *s)
{
	struct core *c = open_core(s);
	/* bit d: all copies so far agree with the state d clocks earlier */
	uint32_t possible = ~0u;
	uint64_t copies = 0;

	open_revision_2(c);
	SIM_EQ(s, get_reg(c, SURFBOARD_CAPR),
	       is_lean(s)	   ? 0x2A561F13
	       : third_revision(s) ? 0x2A57FF13
				   : 0x0A51FF12,
	       "capabilities");
	for (unsigned int EACH(modes, 0); modes < 4; modes++) {
		put_reg(c, SURF_HTCR, WEN | (modes & 1 ? HEN : 0) | (modes & 2 ? TEN : 0));
		/* fewer packets do not tell neighbouring clocks apart */
		start(c, 150 + sim_length(s, 1350, 50), 4);
		while (c->sent < c->to_send) {
			uint64_t t[TOTALS], after[32][TOTALS], ended;

			sim_wait_cycles(c->clk, (unsigned int)sim_range(s, 0, 5));
			put_reg(c, SURFBOARD_SNCR, 1);
			ended = c->clocks - 1;
			for (unsigned int d = 0; d < 32; d++) {
				const uint64_t done = c->finished_at[(ended - d) % HISTORY];

				memcpy(after[d], c->after[done % HISTORY], sizeof(after[d]));
			}
			quick_totals(&c->host, 0, 0x10000, t);
			for (unsigned int d = 0; d < 32; d++)
				if (ended < d || memcmp(t, after[d], sizeof(t)))
					possible &= ~(1u << d);
			SIM_CHECK(
				s, possible,
				"copy %llu is of no clock, or not as far back as those before",
				(unsigned long long)copies);
			copies++;
		}
		drain(c);
	}
	SIM_EQ(s, c->lost, 0, "packets lost");
	SIM_CHECK(s, !(possible & (possible - 1)), "the clock is not the same: %08X", possible);
	put_reg(c, SURFBOARD_SNCR, 1);
	for (uint32_t EACH(at, SURFBOARD_SNCR); at <= SURFBOARD_STEC; at += 4)
		get_reg(c, at);
	sim_note(s, "%llu copies", (unsigned long long)copies);
}

/* The same in revisions 2 and 3, which must do the same. */
static void every_4_clocks_2(struct sim *s)
{
	struct core *c = open_core(s);

	open_revision_2(c);
	start(c, sim_length(s, 4000, 400), 4);
	while (c->sent < c->to_send)
		write_spare(c);
	drain(c);
	SIM_EQ(s, c->lost, 0, "packets lost");
	compare(c);
}

/* Overloads the core: the totals of dropped packets must contain the packets that the queue
 * loses. */
static void lost_in_totals(struct sim *s)
{
	struct core *c = open_core(s);
	uint64_t t[TOTALS];

	configure(c);
	for (unsigned int EACH(every, 1); every < 5; every++) {
		c->report_losses = every > 2;
		start(c, 200 + sim_length(s, 800, 1), every);
		while (c->sent < c->to_send) {
			SIM_EQ(s,
			       host_write(&c->host, false, 0, 0x10000 + SURFBOARD_SNCR, 15, 1),
			       0, "SNCR");
			quick_totals(&c->host, 0, 0x10000, t);
		}
		drain(c);
		SIM_EQ(s, host_write(&c->host, false, 0, 0x10000 + SURFBOARD_SNCR, 15, 1), 0,
		       "SNCR");
		quick_totals(&c->host, 0, 0x10000, t);
		SIM_EQ(s, t[TOTAL_SEEN], c->sent, "packets seen");
		SIM_EQ(s, t[TOTAL_DROPPED], c->lost, "packets dropped");
		SIM_EQ(s, t[TOTAL_HISTOGRAMMED], c->sent - c->lost, "packets in the histogram");
		sim_digest(s, t, sizeof(t));
	}
	SIM_CHECK(s, c->lost > 0, "none was lost");
}

/* Overloads the core: a marker must be between the packets where others were lost, although the
 * packets before them were still in the queue. */
static void losses_marked(struct sim *s)
{
	struct core *c = open_core(s);

	open_revision_2(c);
	c->follow_losses = true;
	put_reg(c, SURFBOARD_TMCR, 1);
	for (unsigned int EACH(i, 0); i < sim_length(s, 20, 6); i++) {
		const uint64_t lost = c->lost;
		const uint32_t open = get_reg(c, SURFBOARD_MISS);
		uint64_t packets = 0, missing = 0;
		uint32_t entries;

		put_reg(c, SURF_TTCR, 0);
		put_reg(c, SURF_TICR, 0);
		put_reg(c, SURF_TECR, 0);
		put_reg(c, SURF_HTCR, i % 2 ? ALL : TEN);
		c->report_losses = i / 3 % 2;
		start(c, 60 + sim_range(s, 0, 120), i % 3 + 1);
		drain(c);
		c->report_losses = false;
		/* the loss after the last packet is known when the next one comes */
		start(c, 1, 1);
		drain(c);
		entries = get_reg(c, SURF_TECR);
		for (uint32_t EACH(k, 0); k < entries; k++) {
			uint32_t w[4];

			for (unsigned int EACH(j, 0); j < 4; j++)
				w[j] = get_word(c, false, 4 * k + j);
			if (trace_presence(w) == TRACE_LOSS)
				missing += trace_missing(w);
			else
				packets++;
		}
		put_reg(c, SURF_HTCR, 0);
		SIM_EQ(s, missing + get_reg(c, SURFBOARD_MISS), open + c->lost - lost,
		       "packets missing, in markers and open");
		SIM_CHECK(s, packets, "no packet in the trace");
		if (!sim_is_icarus(s) || i % 3 == 2)
			compare(c);
	}
	SIM_CHECK(s, c->lost > 10, "no losses");
}

static bool decays(struct core *c)
{
	uint32_t v;

	SIM_EQ(c->s, host_read(&c->host, false, 0, 0x10000 + SURFBOARD_DCCR, 15, &v), 0,
	       "the register");
	return v & SURFBOARD_DCCR_BUSY_MASK;
}

/* Sends a packet every 4 clocks during passes of the decay: the sum of the bins and of the
 * amount that the passes subtracted must be the number of packets counted, and no packet may be
 * lost. */
static void decay(struct sim *s)
{
	struct core *c = open_core(s);

	open_revision_2(c);
	put_reg(c, SURF_HTCR, HEN);
	put_reg(c, SURFBOARD_DCLB, NODE_BLOCK - 1);
	for (unsigned int EACH(i, 0); i < sim_length(s, 6, 2); i++) {
		uint64_t sum = 0, counted = 0;
		uint32_t was[NODE_BLOCK], before[2];

		for (uint32_t b = 0; b < NODE_BLOCK; b++)
			was[b] = surf_golden_hist_word(c->g, b);
		put_reg(c, SURFBOARD_SNCR, 1);
		SIM_EQ(s,
		       host_read(&c->host, false, 0, 0x10000 + SURFBOARD_DCAY_L, 15,
				 &before[0]),
		       0, "the register");
		start(c, sim_length(s, 4000, 1500), 4);
		SIM_EQ(s, host_write(&c->host, false, 0, 0x10000 + SURFBOARD_DCCR, 15, 1), 0,
		       "the register");
		drain(c);
		while (decays(c))
			;
		put_reg(c, SURFBOARD_SNCR, 1);
		SIM_EQ(s,
		       host_read(&c->host, false, 0, 0x10000 + SURFBOARD_DCAY_L, 15,
				 &before[1]),
		       0, "the register");
		for (uint32_t EACH(b, 0); b < NODE_BLOCK; b++) {
			const uint32_t now = get_word(c, true, b);
			const uint32_t more = surf_golden_hist_word(c->g, b) - was[b];
			bool possible = false;

			for (uint32_t j = 0; j <= more && !possible; j++)
				possible = now == (was[b] + j) / 2 + more - j;
			SIM_CHECK(s, possible, "bin %u: %u and %u packets made %u", b, was[b],
				  more, now);
			sum += now;
			counted += surf_golden_hist_word(c->g, b);
			surf_golden_hist_put(c->g, b, now);
		}
		SIM_EQ(s, sum + (before[1] - before[0]), counted,
		       "in the bins and taken from them");
	}
	SIM_EQ(s, c->lost, 0, "packets lost");
}

/* ---- revision 3 ---- */

static void compare_totals(struct core *c)
{
	put_reg(c, SURFBOARD_SNCR, 1);
	for (uint32_t EACH(at, SURFBOARD_SEEN_L); at <= SURFBOARD_WORD_H; at += 4)
		get_reg(c, at);
	for (uint32_t EACH(at, SURFBOARD_HPAS_L); at <= SURFBOARD_TPAS_H; at += 4)
		get_reg(c, at);
}

/* Ranges of addresses, sizes and latencies, and sets of senders and colors; each of them, or
 * all. */
static void random_filter(struct core *c, uint32_t base)
{
	const uint32_t low = (uint32_t)sim_random(c->s) & 0x7FFFFFC;
	const uint32_t enabled =
		(uint32_t)(sim_range(c->s, 0, 31) & (sim_range(c->s, 0, 1) ? 31 : 24));
	const uint32_t size = (uint32_t)sim_range(c->s, 1, 8);
	const uint32_t least = (uint32_t)sim_range(c->s, 0, c->max_ticks / 2);

	put_reg(c, base + 4 * F_AL, low);
	put_reg(c, base + 4 * F_AH, low + ((uint32_t)sim_random(c->s) & 0x7FFFFC));
	put_reg(c, base + 4 * F_AM, sim_range(c->s, 0, 1) ? 0x7FFFFFC : 0x7FFF000);
	for (unsigned int EACH(i, F_S0); i <= F_C1; i++)
		put_reg(c, base + 4 * i, (uint32_t)sim_random(c->s));
	put_reg(c, base + 4 * F_SZ, size | (uint32_t)sim_range(c->s, size, 1024) << 16);
	put_reg(c, base + 4 * F_LL, least);
	put_reg(c, base + 4 * F_LH, (uint32_t)sim_range(c->s, least, c->max_ticks));
	put_reg(c, base + 4 * F_CR,
		enabled | (sim_range(c->s, 0, 1) ? SURFBOARD_FHCR_INV_MASK : 0));
}

/* Random outliers, sequences, filters and marks, with packets as fast as the core takes them,
 * and faster. */
static void outliers_and_sequences(struct sim *s)
{
	struct core *c = open_core(s);
	const unsigned int rounds = sim_is_icarus(s) ? 8 : (unsigned int)sim_length(s, 32, 8);
	uint64_t stay = 0;

	open_revision_2(c);
	c->follow_losses = true;
	for (unsigned int EACH(i, 0); i < rounds; i++) {
		/* all of a small memory for the outliers, or a few packets around each */
		const uint32_t most = sim_range(s, 0, 1) ? 300 : 6;

		put_reg(c, SURF_HTCR, 0);
		put_reg(c, SURF_TTCR, (uint32_t)sim_range(s, 0, 3) << 2 | 2 * (i / 4 % 2));
		put_reg(c, SURF_TICR, (uint32_t)sim_range(s, 0, 255));
		put_reg(c, SURF_TECR, 0);
		put_reg(c, SURFBOARD_TMCR, (uint32_t)sim_range(s, 0, 1));
		random_filter(c, SURFBOARD_FSCR);
		put_reg(c, SURFBOARD_OLSB, (uint32_t)sim_range(s, 0, 1) * 1000 + 6);
		put_reg(c, SURFBOARD_OLLB,
			(uint32_t)sim_range(s, 0, 1u << sim_range(s, 1, 20)));
		put_reg(c, SURFBOARD_OLPR,
			(uint32_t)(sim_range(s, 0, most) | sim_range(s, 0, most) << 16));
		put_reg(c, SURFBOARD_OLCR, i % 2 ? (uint32_t)sim_range(s, 1, 3) : 0);
		for (uint32_t EACH(k, 0); k < 4; k++)
			put_reg(c, SURFBOARD_SQS0 + 4 * k,
				(uint32_t)(sim_random(s) & 0x7F) | (uint32_t)sim_range(s, 0, 6)
									   << 16);
		put_reg(c, SURFBOARD_SQCR, i / 2 % 2 ? 3 : 2);
		if (c->phase)
			put_reg(c, SURFBOARD_PHCR, (uint32_t)sim_range(s, 0, 7));
		c->ph_writes = c->phase && i % 3;
		put_reg(c, SURF_HTCR, ALL);
		c->report_losses = i % 8 == 7;
		start(c, 120, i % 4 ? 4 : 2);
		drain(c);
		c->report_losses = false;
		/* the loss after the last packet is known when the next one comes */
		start(c, 1, 1);
		drain(c);
		stay += get_reg(c, SURF_TECR);
		get_reg(c, SURFBOARD_SQNW);
		get_reg(c, SURFBOARD_MISS);
		compare_totals(c);
		if (!sim_is_icarus(s) || i % 4 == 3)
			compare(c);
	}
	SIM_CHECK(s, stay > rounds, "few packets stay in the trace");
	SIM_CHECK(s, c->lost > 0, "none was lost");
}

/* Random selections of all inputs, with packets every 4 clocks in random phases. */
static void wide_selector(struct sim *s)
{
	struct core *c = open_core(s);
	static const unsigned int bits[] = {SURFBOARD_PHCR, SURFBOARD_BSCR, SURFBOARD_PHSR};

	open_revision_2(c);
	/* after reset a wide stream is a damaged one */
	c->wide = true;
	SIM_EQ(s, load_selector(c), FCCR_ERR | FCCR_CFG, "FCCR, wide stream with WIDE = 0");
	for (unsigned int EACH(i, 0); i < 3; i++)
		SIM_EQ(s, get_reg(c, bits[i]), 0, "after reset");
	put_reg(c, SURFBOARD_BSCR, 0xFFFFFFFF);
	SIM_EQ(s, get_reg(c, SURFBOARD_BSCR), 1, "BSCR");
	c->ph_writes = true;
	for (unsigned int EACH(i, 0); i < sim_length(s, 12, 2); i++) {
		SIM_EQ(s, load_selector(c), FCCR_DONE, "FCCR");
		start(c, 400, 4);
		drain(c);
	}
	/* the codes without an input, and those of a narrow stream */
	c->wide = false;
	SIM_EQ(s, load_selector(c), FCCR_DONE, "FCCR");
	start(c, 100, 4);
	drain(c);
	put_reg(c, SURFBOARD_BSCR, 0);
	SIM_EQ(s, load_selector(c), FCCR_DONE, "FCCR");
	start(c, 100, 4);
	drain(c);
	SIM_EQ(s, c->lost, 0, "packets lost");
	compare(c);
}

/* The filters decide apart what is counted and what is traced, with any modes, and their counts
 * are those of the packets that they let pass. */
static void two_filters(struct sim *s)
{
	struct core *c = open_core(s);
	const unsigned int rounds = (unsigned int)sim_length(s, 40, 8);
	uint64_t passed[4] = {0};

	open_revision_2(c);
	c->follow_losses = true;
	for (unsigned int EACH(i, 0); i < rounds; i++) {
		random_filter(c, SURFBOARD_FHCR);
		random_filter(c, SURFBOARD_FTCR);
		put_reg(c, SURF_HTCR, (uint32_t)sim_range(s, 0, 7));
		c->report_losses = i % 4 == 3;
		start(c, 120, i % 4 == 3 ? 1 : 4);
		drain(c);
		compare_totals(c);
		for (unsigned int k = 0; k < 2; k++) {
			const uint64_t now = surf_golden_total(
				c->g,
				(enum surf_golden_total)(TOTAL_PASSED_HISTOGRAM + (int)k));

			passed[2 * k + 1] +=
				now - passed[2 * k] > 0 && now - passed[2 * k] < 120;
			passed[2 * k] = now;
		}
	}
	SIM_CHECK(s, rounds < 20 || (passed[1] > 2 && passed[3] > 2),
		  "few rounds in which a part passed");
	compare(c);
}

/* The driver loads a wide stream and a narrow one, writes the phase, and reads the counts. */
static void driver_3(struct sim *s)
{
	static const uint8_t first[] = {90, 96, 66};
	struct core *c = open_core(s);
	struct sbit_map map = {{0}};
	struct surf surf;
	uint8_t stream[SBIT_BYTES];
	uint64_t passed[2];

	open_revision_2(c);
	SIM_EQ(s, (uint64_t)surf_open_device(&surf, host_device(&c->host, 0)), 0, "open");
	for (unsigned int EACH(i, 0); i < 6; i++) {
		for (int k = 0; k < SBIT_OUTPUTS; k++)
			map.sel[k] = i == 1 || k > 8 ? SBIT_ZERO : first[i % 3];
		SIM_EQ(s, (uint64_t)sbit_compile(&map, stream), 0, "stream");
		SIM_EQ(s, (uint64_t)surf_ConfigHAS(&surf, stream, sizeof(stream)), 0, "load");
		stream[SBIT_FIRST_FRAME / 8] ^= 0x80;
		SIM_EQ(s, (uint64_t)surf_ConfigHAS(&surf, stream, sizeof(stream)),
		       (uint64_t)-EBADMSG, "a damaged stream");
	}
	SIM_EQ(s, (uint64_t)surf_SetPhase(&surf, 0xA5), 0, "phase");
	SIM_EQ(s, sim_get(c->phase), 0xA5, "phase");
	start(c, 50, 4);
	drain(c);
	SIM_EQ(s, (uint64_t)surf_GetPassed(&surf, &passed[0], &passed[1]), 0, "counts");
	SIM_EQ(s, passed[0], 50, "packets through the filter of the histogram");
	SIM_EQ(s, passed[1], 50, "packets through the filter of the trace");
	/* no sender may pass to the trace */
	put_reg(c, SURFBOARD_FTCR, SURFBOARD_FTCR_SENDER_MASK);
	put_reg(c, SURFBOARD_FTS0, 0);
	put_reg(c, SURFBOARD_FTS1, 0);
	start(c, 20, 4);
	drain(c);
	SIM_EQ(s, (uint64_t)surf_GetPassed(&surf, &passed[0], &passed[1]), 0, "counts");
	SIM_EQ(s, passed[0], 70, "packets through the filter of the histogram");
	SIM_EQ(s, passed[1], 50, "packets through the filter of the trace");
	SIM_EQ(s, (uint64_t)surf_Close(&surf), 0, "close");
}

/* A core without the extras: their registers read 0 and do nothing. */
static void without_extras(struct sim *s)
{
	struct core *c = open_core(s);

	open_revision_2(c);
	for (uint32_t EACH(at, 0x40); at < 0x200; at += 4)
		if (at != SURFBOARD_ISSR && at != SURFBOARD_SNCR && at != SURFBOARD_BSCR)
			put_reg(c, at, at < SURFBOARD_FHCR || at >= SURFBOARD_FSCR ? ~0u : 0);
	for (uint32_t EACH(at, 0x40); at < 0x200; at += 4)
		get_reg(c, at);
	start(c, 200, 4);
	drain(c);
	SIM_EQ(s, c->lost, 0, "packets lost");
	put_reg(c, SURFBOARD_HMCR, 0);
	compare(c);
}

/* Phases from the port in any clock, and from the host beside packets; in bins and entries. */
static void phases(struct sim *s)
{
	struct core *c = open_core(s);
	uint64_t host = 0;

	open_revision_2(c);
	c->follow_losses = true;
	c->wide = true;
	put_reg(c, SURFBOARD_BSCR, 1);
	SIM_EQ(s, load_selector(c), FCCR_DONE, "FCCR");
	for (uint32_t EACH(how, 0); how < 8; how++) {
		const uint8_t v = (uint8_t)sim_random(s);

		put_reg(c, SURFBOARD_PHCR, how);
		get_reg(c, SURFBOARD_PHCR);
		c->ph_writes = how % 2;
		start(c, sim_length(s, 600, 60), 1 + how);
		while (c->sent < c->to_send) {
			put_reg(c, SURFBOARD_PHSR, (uint32_t)sim_random(s));
			host++;
			sim_wait_cycles(c->clk, (unsigned int)sim_range(s, 0, 20));
		}
		drain(c);
		c->ph_writes = false;
		sim_wait_cycles(c->clk, 4);
		put_reg(c, SURFBOARD_PHSR, v);
		sim_wait_cycles(c->clk, 4);
		SIM_EQ(s, sim_get(c->phase), v, "phase that the host wrote");
		SIM_EQ(s, get_reg(c, SURFBOARD_PHSR), v, "PHSR");
		/* a write of other lanes changes nothing */
		SIM_EQ(s, host_write(&c->host, false, 0, 0x10000 + SURFBOARD_PHSR, 14, ~v), 0,
		       "the register");
		surf_golden_write(c->g, SURFBOARD_PHSR, 14, ~v);
		SIM_EQ(s, get_reg(c, SURFBOARD_PHSR), v, "PHSR");
		if (!sim_is_icarus(s) || how % 4 == 3)
			compare(c);
	}
	SIM_CHECK(s, host >= 8 && c->ph_count > 4, "few phases");
}

/* In one clock the host, the port and packets: the port's phase stays. */
static void phase_at_once(struct sim *s)
{
	struct core *c = open_core(s);

	open_revision_2(c);
	c->ph_writes = true;
	start(c, sim_length(s, 4000, 400), 4);
	/* write_phase() checks each phase of the port in the clock after it */
	while (c->sent < c->to_send)
		put_reg(c, SURFBOARD_PHSR, (uint32_t)sim_random(s));
	drain(c);
	SIM_CHECK(s, c->ph_count > c->sent / 2, "few phases at the port");
	compare(c);
}

const struct sim_test sim_tests[] = {
	{"core_memories", memories, "SB-BUS-001 SB-BUS-007", "surfboard_bram surfboard_port"},
	{"core_lanes", lanes, "SB-BUS-007", "surfboard_bram surfboard_port"},
	{"core_slow_bins", slow_bins, "SB-BUS-007", "surfboard_port"},
	{"core_driver", driver, "SB-BUS-004 SB-BUS-007", "surfboard_bram surfboard_port"},
	{"core_every_4_clocks", every_4_clocks, "SB-BUS-008 SB-HW-008", "surf_axil surf_wb"},
	{"core_every_4_clocks_2", every_4_clocks_2, "SB-R3-004 SB-R3-005",
	 "surf_axil_rev2 surf_axil_rev3 surf_axil_lean"},
	{"core_overload", overload, "SB-BUS-008", "surf_axil"},
	{"core_window", window, "SB-BUS-005 SB-HW-009",
	 "surf_axil surf_axil_small surf_axil_rev2 surf_axil_rev3"},
	{"core_taps", table, "SB-TAP-015", "surf_axil surf_axil_rev2 surf_wb"},
	{"core_identity", identity, "SB-HW-011",
	 "surf_axil surf_axil_small surf_axil_rev2 surf_axil_rev3 surf_wb"},
	{"core_without_address", without_address, "SB-BUS-008", "surf_axil_small"},
	{"core_times_wrap", times_wrap, "SB-BUS-008", "surf_axil surf_wb"},
	{"core_lost_reported", lost_reported, "SB-BUS-008 SB-TAP-007", "surf_axil surf_wb"},
	{"core_snapshot", snapshot, "SB-REV-004 SB-R3-004",
	 "surf_axil_rev2 surf_axil_rev3 surf_axil_lean"},
	{"core_lost_in_totals", lost_in_totals, "SB-REV-005 SB-TAP-007 SB-R3-004",
	 "surf_axil_rev2 surf_axil_rev3"},
	{"core_losses_marked", losses_marked, "SB-REV-006 SB-TAP-007 SB-R3-004",
	 "surf_axil_rev2 surf_axil_rev3"},
	{"core_decay", decay, "SB-REV-012", "surf_axil_rev2 surf_axil_rev3"},
	{"core_outliers_and_sequences", outliers_and_sequences,
	 "SB-REV-009 SB-REV-010 SB-R3-004", "surf_axil_rev2 surf_axil_rev3"},
	{"core_wide_selector", wide_selector, "SB-R3-001", "surf_axil_rev3 surf_axil_lean"},
	{"core_two_filters", two_filters, "SB-R3-002", "surf_axil_rev3 surf_axil_lean"},
	{"core_phases", phases, "SB-R3-003", "surf_axil_rev3 surf_axil_lean"},
	{"core_driver_3", driver_3, "SB-R3-001 SB-R3-003", "surf_axil_rev3"},
	{"core_without_extras", without_extras, "SB-R3-004", "surf_axil_lean"},
	{"core_phase_at_once", phase_at_once, "SB-R3-003", "surf_axil_rev3"},
	{"core_bursts", bursts, "SB-BUS-008", "surf_axil surf_wb"},
	{0},
};
