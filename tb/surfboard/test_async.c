/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests tap_async (rtl/tap), which carries the packets of a tap to a port in another clock
 * domain. The two clocks have no relation.
 *
 * The reference model is a queue: each packet that came while t_ready was 1 must leave whole
 * and in order, and each other one, and each loss reported at t_lost, must be counted once at
 * p_lost.
 */
#include "port.h"
#include "sim.h"

#define FIELDS 10u
#define QUEUE 64u /* packets in the model's queue; the design holds fewer */

#define NAME(name) #name,
static const char *const field[FIELDS] = {PORT_FIELDS(NAME)};

struct bench {
	struct sim *s;
	struct sim_clock *clk_t, *clk;
	struct sim_pin *arst_n, *t_valid, *t_ready, *t_lost, *p_valid, *p_ready, *p_lost;
	struct sim_pin *t[FIELDS], *p[FIELDS];
	uint64_t queue[QUEUE][FIELDS];
	uint64_t in, out;	/* packets that entered and left the model's queue */
	uint64_t dropped, lost; /* packets that came while t_ready was 0; losses at t_lost */
	uint64_t told;		/* losses counted at p_lost */
	bool up;		/* not in reset */
	/* probabilities for each clock, in 1/256 */
	unsigned int valid, ready, losses;
	bool flood; /* 255 losses in each clock */
};

static void before_edge_t(void *arg)
{
	struct bench *b = arg;

	if (!b->up)
		return;
	b->lost += sim_get(b->t_lost);
	if (!sim_get(b->t_valid))
		return;
	if (!sim_get(b->t_ready)) {
		b->dropped++;
		return;
	}
	SIM_CHECK(b->s, b->in - b->out < QUEUE, "more packets than the FIFO holds");
	for (unsigned int i = 0; i < FIELDS; i++)
		b->queue[b->in % QUEUE][i] = sim_get(b->t[i]);
	b->in++;
}

static void behind_edge_t(void *arg)
{
	struct bench *b = arg;
	const uint64_t kind = sim_range(b->s, 0, 255);

	sim_put(b->t_valid, sim_range(b->s, 0, 255) < b->valid);
	/* mostly one loss, sometimes as many as a tap can report */
	sim_put(b->t_lost, b->flood || (!kind && b->losses) ? 255 : kind < b->losses);
	for (unsigned int i = 0; i < FIELDS; i++)
		sim_put(b->t[i], sim_random(b->s));
}

static void before_edge(void *arg)
{
	struct bench *b = arg;

	if (!b->up)
		return;
	b->told += sim_get(b->p_lost);
	SIM_CHECK(b->s, b->told <= b->dropped + b->lost, "more losses than there were");
	if (!sim_get(b->p_valid))
		return;
	SIM_CHECK(b->s, sim_get(b->p_ready), "a packet while the port is not ready");
	SIM_CHECK(b->s, b->out < b->in, "a packet that no tap sent");
	for (unsigned int i = 0; i < FIELDS; i++)
		SIM_EQ(b->s, sim_get(b->p[i]), b->queue[b->out % QUEUE][i], field[i]);
	b->out++;
}

static void behind_edge(void *arg)
{
	struct bench *b = arg;

	sim_put(b->p_ready, sim_range(b->s, 0, 255) < b->ready);
	sim_settle(b->s);
}

static void reset(struct bench *b)
{
	b->up = false;
	sim_put(b->arst_n, 0);
	sim_wait(b->s, SIM_NS(500));
	b->in = b->out = b->dropped = b->lost = b->told = 0;
	b->valid = b->losses = 0;
	sim_put(b->arst_n, 1);
	sim_wait(b->s, SIM_NS(500));
	SIM_EQ(b->s, sim_get(b->t_ready), 1, "ready after reset");
	b->up = true;
}

static struct bench *open_async(struct sim *s)
{
	static struct bench bench;
	struct bench *b = &bench;

	*b = (struct bench){.s = s, .ready = 256};
	b->arst_n = sim_pin(s, "arst_n");
	b->clk_t = sim_clock(s, "clk_t", SIM_NS(10), SIM_NS(5));
	b->clk = sim_clock(s, "clk", SIM_NS(20), SIM_PS(sim_range(s, 1, 20000)));
	b->t_valid = sim_pin(s, "t_valid");
	b->t_ready = sim_pin(s, "t_ready");
	b->t_lost = sim_pin(s, "t_lost");
	b->p_valid = sim_pin(s, "p_valid");
	b->p_ready = sim_pin(s, "p_ready");
	b->p_lost = sim_pin(s, "p_lost");
	for (unsigned int i = 0; i < FIELDS; i++) {
		b->t[i] = sim_pin_of(s, "t_", field[i]);
		b->p[i] = sim_pin_of(s, "p_", field[i]);
	}
	sim_on(b->clk_t, SIM_BEFORE_RISE, before_edge_t, b);
	sim_on(b->clk_t, SIM_RISE, behind_edge_t, b);
	sim_on(b->clk, SIM_BEFORE_RISE, before_edge, b);
	sim_on(b->clk, SIM_RISE, behind_edge, b);
	reset(b);
	/* the output register of the FIFO is unknown until the first packet */
	b->valid = 256;
	while (!b->out)
		sim_wait_edge(b->clk, SIM_RISE);
	reset(b);
	sim_watch_x(s);
	return b;
}

/* Runs for a time, and then until the design is empty: each packet and each loss must have
 * arrived. */
static void run(struct bench *b, uint64_t clocks)
{
	sim_wait_cycles(b->clk_t, (unsigned int)clocks);
	b->valid = b->losses = 0;
	b->ready = 256;
	/* one handshake for each 255 losses that wait */
	for (uint64_t told = 0, first = 1; first || b->told > told; first = 0) {
		told = b->told;
		sim_wait_cycles(b->clk, 40);
		sim_wait_cycles(b->clk_t, 40);
	}
	SIM_EQ(b->s, b->out, b->in, "packets at the port");
	SIM_EQ(b->s, b->told, b->dropped + b->lost, "losses at the port");
	sim_note(b->s,
		 "clocks of %llu and %llu ps: %llu packets, %llu dropped, %llu lost before",
		 (unsigned long long)sim_clock_period(b->clk_t),
		 (unsigned long long)sim_clock_period(b->clk), (unsigned long long)b->out,
		 (unsigned long long)b->dropped, (unsigned long long)b->lost);
}

static void new_clocks(struct bench *b, uint64_t shortest, uint64_t longest)
{
	sim_clock_set_period(b->clk_t, SIM_PS(sim_range(b->s, shortest, longest)));
	sim_clock_set_period(b->clk, SIM_PS(sim_range(b->s, shortest, longest)));
	sim_wait_cycles(b->clk_t, 2);
	sim_wait_cycles(b->clk, 2);
}

/* Tests random clocks and rates, with resets between the runs. */
static void async_random(struct sim *s)
{
	struct bench *b = open_async(s);
	uint64_t packets = 0, dropped = 0, lost = 0;

	for (unsigned int EACH(i, 0); i < 24; i++) {
		new_clocks(b, 3000, 60000);
		b->valid = (unsigned int)sim_range(s, 1, 256);
		b->ready = (unsigned int)sim_range(s, 1, 256);
		b->losses = sim_range(s, 0, 1) ? (unsigned int)sim_range(s, 1, 256) : 0;
		run(b, sim_length(s, 1000, 100));
		packets += b->out;
		dropped += b->dropped;
		lost += b->lost;
		reset(b);
	}
	SIM_CHECK(s, packets && dropped && lost, "%llu, %llu, %llu",
		  (unsigned long long)packets, (unsigned long long)dropped,
		  (unsigned long long)lost);
}

/* Checks that nothing is lost if the port is always ready and at least as fast as the tap. */
static void async_rate(struct sim *s)
{
	struct bench *b = open_async(s);

	sim_clock_set_period(b->clk_t, SIM_PS(20000));
	sim_clock_set_period(b->clk, SIM_PS(sim_range(s, 18000, 20000)));
	b->valid = 256;
	run(b, sim_length(s, 3000, 300));
	SIM_EQ(s, b->dropped, 0, "packets dropped at a ready port");
	SIM_CHECK(s, b->out, "no packet");
}

/* Checks that, while the port is not ready, the FIFO and its output register hold the first
 * packets, and the others are dropped and counted. */
static void async_closed(struct sim *s)
{
	struct bench *b = open_async(s);

	b->ready = 0;
	sim_wait_cycles(b->clk, 2);
	b->valid = 256;
	sim_wait_cycles(b->clk_t, 100);
	SIM_EQ(s, b->in, 9, "packets, with 9 places");
	run(b, 100);
	SIM_CHECK(s, b->dropped > 90, "%llu dropped", (unsigned long long)b->dropped);
}

/* Makes more losses than can wait: at least the number that can wait must be reported, and not
 * more than were made. */
static void async_flood(struct sim *s)
{
	struct bench *b = open_async(s);

	sim_clock_set_period(b->clk_t, SIM_PS(2000));
	sim_clock_set_period(b->clk, SIM_PS(400000));
	b->flood = true;
	sim_wait_cycles(b->clk_t, 1000);
	b->flood = false;
	sim_clock_set_period(b->clk, SIM_PS(2000));
	sim_wait_cycles(b->clk, 4000);
	SIM_CHECK(s, b->lost > 200000 && b->told >= 65535 && b->told < 80000,
		  "%llu losses, %llu reported", (unsigned long long)b->lost,
		  (unsigned long long)b->told);
}

const struct sim_test sim_tests[] = {
	{"async_random", async_random, "SB-TAP-005", "tap_async"},
	{"async_rate", async_rate, "SB-TAP-005", "tap_async"},
	{"async_closed", async_closed, "SB-TAP-005", "tap_async"},
	{"async_flood", async_flood, "SB-TAP-005", "tap_async"},
	{0},
};
