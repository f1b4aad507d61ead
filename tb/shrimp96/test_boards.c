/* SPDX-License-Identifier: Apache-2.0 */
/* Tests four nodes in one simulation, each with its own bus and monitor; they share the global
 * clock. */
#include "s96_node.h"
#include "spm_config.h"

#define BOARDS 4

struct boards {
	struct sim *s;
	struct s96_node *n[BOARDS];
};

static const char *const names[BOARDS] = {"a1", "b1", "c1", "d1"};

static void open_boards(struct boards *b, struct sim *s)
{
	unsigned int set = 0;
	uint16_t mux;

	*b = (struct boards){.s = s};
	SIM_EQ(s, spm_set_parse("sender size", &set), 0, "setting");
	SIM_EQ(s, spm_set_to_mux(set, &mux), 0, "setting");
	for (unsigned int i = 0; i < BOARDS; i++)
		b->n[i] = s96_open(s, &(struct s96_config){.drift = true,
							   .name = names[i],
							   .with = i ? b->n[0] : NULL});
	for (unsigned int i = 0; i < BOARDS; i++) {
		s96_power_on(b->n[i]);
		s96_enable(b->n[i], (uint16_t)(0xD000 + i), 5);
		s96_put(b->n[i], SHRIMP96_MUX, mux);
		s96_put(b->n[i], SHRIMP96_CMD, START);
		s96_settle(b->n[i]);
		s96_spacing(b->n[i], 11);
	}
}

static bool all_sent(void *arg)
{
	struct boards *b = arg;

	for (unsigned int i = 0; i < BOARDS; i++)
		if (shrimp_packets_playing(b->n[i]->c))
			return false;
	return true;
}

static void play_all(struct boards *b, uint64_t packets)
{
	for (unsigned int i = 0; i < BOARDS; i++)
		shrimp_start_random_packets(b->n[i]->c, packets, 4, 300);
	SIM_CHECK(b->s, sim_wait_for(b->s, all_sent, b, SIM_MS(10000)),
		  "the packets do not end");
	for (unsigned int i = 0; i < BOARDS; i++) {
		sni_set_source(b->n[i]->sni, NULL, NULL);
		s96_drain(b->n[i]);
	}
}

/* Runs all monitors together. The scoreboard of each compares every receive time with the
 * global clock: they may differ by at most one tick, also after the common reset. */
static void boards_at_once(struct sim *s)
{
	const uint64_t packets = sim_length(s, 5000, 200);
	struct boards b;

	open_boards(&b, s);
	play_all(&b, packets);
	sim_wait(s, SIM_US(50));
	shrimp_global_reset(b.n[1]->c);
	sim_wait_cycles(b.n[0]->gclk, 40);
	for (unsigned int EACH(i, 0); i < BOARDS; i++) {
		SIM_EQ(s, s96_ticks(b.n[i]), s96_ticks(b.n[0]), "ticks since the reset");
		SIM_CHECK(s, s96_ticks(b.n[i]) < 45, "the receive time starts from 0");
	}
	play_all(&b, packets);
	for (unsigned int EACH(i, 0); i < BOARDS; i++) {
		SIM_EQ(s, b.n[i]->accepted, 2 * packets, "packets accepted");
		SIM_EQ(s, s96_get(b.n[i], SHRIMP96_LOST), 0, "packets lost");
		s96_compare(b.n[i]);
	}
}

struct own { /* sends packets of sender i to monitor i */
	struct s96_node *n;
	unsigned int i;
	uint64_t left;
};

static bool own_packet(void *arg, struct packet *p)
{
	struct own *o = arg;

	if (!o->left)
		return false;
	o->left--;
	s96_random_packet(o->n, p, 4, 300);
	p->x = (uint8_t)o->i;
	p->y = 0;
	return true;
}

/* Checks that each monitor gets only the packets of its own node, and that a bus reset of one
 * node stops only its monitor. */
static void boards_apart(struct sim *s)
{
	const uint64_t packets = sim_length(s, 2000, 100);
	struct own own[BOARDS];
	struct boards b;

	open_boards(&b, s);
	for (unsigned int i = 0; i < BOARDS; i++) {
		own[i] = (struct own){b.n[i], i, packets + i};
		shrimp_start_packets(b.n[i]->c, own_packet, &own[i]);
	}
	SIM_CHECK(s, sim_wait_for(s, all_sent, &b, SIM_MS(10000)), "the packets do not end");
	for (unsigned int i = 0; i < BOARDS; i++) {
		sni_set_source(b.n[i]->sni, NULL, NULL);
		s96_drain(b.n[i]);
	}
	own[3].left = packets;
	shrimp_start_packets(b.n[3]->c, own_packet, &own[3]);
	for (unsigned int i = 0; i + 1 < BOARDS; i++)
		s96_resdrv(b.n[i]);
	shrimp_finish_packets(b.n[3]->c);
	s96_drain(b.n[3]);
	for (unsigned int EACH(i, 0); i < BOARDS; i++) {
		uint64_t sum = 0, others = 0;

		for (uint32_t w = 0; w < SPM_WORDS; w++) {
			sum += s96_peek(b.n[i], w);
			others += (w & 255) == i ? 0 : s96_peek(b.n[i], w);
		}
		SIM_EQ(s, sum, packets + i + (i == 3 ? packets : 0), "packets counted");
		SIM_EQ(s, others, 0, "packets of other nodes");
	}
	SIM_EQ(s, s96_read(b.n[3], SHRIMP96_STAT) & RUN, RUN, "the monitor that was not reset");
}

const struct sim_test sim_tests[] = {
	{"boards_at_once", boards_at_once, "S96-LAT-001", "shrimp96_x4"},
	{"boards_apart", boards_apart, "", "shrimp96_x4"},
	{0},
};
