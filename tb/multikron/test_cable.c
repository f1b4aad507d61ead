/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the external S16D cable. tb/device/s16d.c checks the handshake and that D is stable;
 * the scoreboard compares every word with the bytes that left the FIFO.
 */
#include "mk_sample.h"
#include "mkboard.h"

#define BYTES MK_TRACE_BYTES /* of a trace sample */
#define WORDS (BYTES / 2)    /* on the cable */
#define CABLE (MKBOARD_RECOMMENDED & ~(uint32_t)MK_LOCAL)

static struct mkboard *start(struct sim *s)
{
	struct mkboard *b = mkboard_open(s, NULL);

	mkboard_start(b, 0, 0);
	mkboard_config(b, CABLE);
	return b;
}

static void one_sample(struct sim *s)
{
	struct mkboard *b = start(s);
	const bool little = b->g.o.cable_little_endian;
	uint8_t byte[BYTES];

	mkboard_put(b, MULTIKRON_SRC0, 0x0B0A0908);
	mkboard_put_by_hold(b, MULTIKRON_TS3, 0x131211100F0E0D0C);
	mkboard_settle(b);
	SIM_EQ(s, s16d_words(b->cable), WORDS, "words");
	for (unsigned int i = 0; i < BYTES; i++)
		byte[i] = (uint8_t)(s16d_word(b->cable, i / 2) >>
				    ((i % 2 == 0) == little ? 0 : 8));
	SIM_EQ(s, byte[0], 3, "header");
	for (unsigned int EACH(i, 8); i < BYTES; i++)
		SIM_EQ(s, byte[i], i, "byte");
	SIM_EQ(s, s16d_word(b->cable, 4), little ? 0x0908 : 0x0809, "word 4");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 0, "pointer");
}

/* Tests random delays of the host. */
static void handshake(struct sim *s)
{
	struct mkboard *b = start(s);
	const unsigned int words = (unsigned int)sim_length(s, 10000, 500);

	sim_limit(s, SIM_MS(1000));
	s16d_set_delay(b->cable, SIM_NS(20), SIM_NS(500));
	for (unsigned int i = 0; b->taken * WORDS < words; i++)
		mkboard_trace(b, i % 8, i);
	mkboard_settle(b);
	SIM_EQ(s, b->cable_words, b->taken * WORDS, "words");
	SIM_EQ(s, b->words, 0, "words in memory");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 0, "pointer");
}

/* Checks that two bytes start a sequence and that one byte does not. */
static void two_bytes(struct sim *s)
{
	struct mkboard *b = start(s);

	mkboard_config(b, CABLE | MK_TEST);
	mkboard_trace(b, 5, 0);
	sim_wait(s, SIM_US(2));
	for (unsigned int i = 0; i < BYTES - 1; i++)
		mkboard_get(b, MULTIKRON_TEST);
	mkboard_config(b, CABLE);
	sim_wait(s, SIM_US(5));
	SIM_EQ(s, b->cable_words, 0, "one byte: no DAV");
	SIM_EQ(s, mk_golden_level(&b->g.fifo), 1, "it stays in the FIFO");
	mkboard_trace(b, 5, 0);
	sim_wait(s, SIM_US(10));
	SIM_EQ(s, b->cable_words, WORDS, "21 bytes: ten words");
	SIM_EQ(s, b->popped, BYTES - 1 + BYTES, "two bytes each");
	SIM_EQ(s, mk_golden_level(&b->g.fifo), 1, "one is left");
	mkboard_compare_memory(b);
}

/* Tests an ACK that is still active from the previous word, or because the host is being
 * switched on. */
static void ack_up(struct sim *s)
{
	struct mkboard *b = start(s);
	struct sim_pin *ack = sim_pin(s, "s_ack"), *dav = sim_pin(s, "s_dav");

	s16d_hold(b->cable, true);
	sim_put(ack, 1);
	sim_wait(s, SIM_US(1));
	mkboard_trace(b, 0, 1);
	for (unsigned int EACH(i, 0); i < 100; i++) {
		sim_wait_cycles(b->pclk, 1);
		SIM_EQ(s, sim_get(dav), 0, "DAV while ACK is up");
	}
	SIM_EQ(s, sim_get(b->obs_busy), 1, "the sequence waits");
	sim_put(ack, 0);
	s16d_hold(b->cable, false);
	mkboard_settle(b);
	SIM_EQ(s, b->cable_words, WORDS, "words");
}

/* Checks that a host that does not answer stops the sequence without a loss, and that a reset
 * ends it. */
static void held(struct sim *s)
{
	enum { HELD = 20 }; /* samples that wait for the host */
	struct mkboard *b = start(s);
	const sim_time hold = sim_is_icarus(s) ? SIM_US(200) : SIM_MS(1);

	s16d_hold(b->cable, true);
	for (unsigned int i = 0; i < HELD; i++)
		mkboard_trace(b, 0, i);
	sim_wait(s, hold);
	SIM_EQ(s, b->cable_words, 1, "one word, no answer");
	SIM_EQ(s, sim_get(b->obs_busy), 1, "the sequence waits");
	s16d_hold(b->cable, false);
	mkboard_settle(b);
	SIM_EQ(s, b->cable_words, HELD * WORDS, "words");
	s16d_hold(b->cable, true);
	for (unsigned int i = 0; i < HELD; i++)
		mkboard_trace(b, 0, i);
	sim_wait(s, hold);
	SIM_EQ(s, sim_get(b->obs_busy), 1, "the sequence waits");
	mkboard_put(b, MULTIKRON_SWRESET, 0);
	sim_wait(s, SIM_US(1));
	SIM_EQ(s, sim_get(b->obs_busy), 0, "ended by the reset");
	s16d_hold(b->cable, false);
	mkboard_put(b, MULTIKRON_CSR, CSR_SAMPLING | CSR_MODE32);
	mkboard_trace(b, 0, 1);
	mkboard_drain(b);
	SIM_EQ(s, b->cable_words, HELD * WORDS + 1 + WORDS, "words");
	mkboard_compare_memory(b);
}

static void disabled(struct sim *s)
{
	struct mkboard *b = start(s);

	mkboard_config(b, CABLE | MK_DIS_STATE);
	mkboard_trace(b, 0, 1);
	sim_wait(s, SIM_US(50));
	SIM_EQ(s, b->cable_words, 0, "words");
	SIM_EQ(s, mk_golden_level(&b->g.fifo), BYTES, "bytes in the FIFO");
	mkboard_config(b, CABLE);
	mkboard_settle(b);
	SIM_EQ(s, b->cable_words, WORDS, "words");
}

/* Returns the time of @n samples that are written as fast as the bus allows. */
static sim_time saturated(struct mkboard *b, unsigned int n, uint32_t config)
{
	sim_time t;

	mkboard_config(b, config);
	t = sim_now(b->s);
	for (unsigned int i = 0; i < n; i++)
		mkboard_trace(b, 0, i);
	mkboard_settle(b);
	return sim_now(b->s) - t;
}

static void rates(struct sim *s)
{
	struct mkboard *b = start(s);
	const unsigned int n = (unsigned int)sim_length(s, 1000, 40);
	sim_time memory, cable;

	sim_limit(s, SIM_MS(1000));
	cable = saturated(b, n, CABLE);
	memory = saturated(b, n, MKBOARD_RECOMMENDED);
	SIM_CHECK(s, cable > memory, "the cable is not slower");
	sim_note(s, "samples/s: memory %.0f, cable %.0f", n * 1e12 / (double)memory,
		 n * 1e12 / (double)cable);
}

/* Sends more data than the board can hold: all must arrive. */
static void many(struct sim *s)
{
	struct mkboard *b = start(s);
	const unsigned int n = (unsigned int)sim_length(s, 6000, 80);

	sim_limit(s, SIM_MS(10000));
	s16d_set_delay(b->cable, SIM_NS(20), 0);
	for (unsigned int i = 0; i < n; i++)
		mkboard_trace(b, i % 8, i);
	mkboard_settle(b);
	SIM_EQ(s, b->cable_words * 2, n * 20, "bytes");
	for (unsigned int EACH(i, 0); i < n; i++) {
		struct mk_sample sample;
		uint8_t byte[BYTES];

		for (unsigned int k = 0; k < 20; k++)
			byte[k] = (uint8_t)(s16d_word(b->cable, 10 * i + k / 2) >>
					    (k % 2 ? 0 : 8));
		mk_sample_decode(byte, &sample);
		SIM_EQ(s, sample.data, i, "user data");
		SIM_EQ(s, byte[0] & 7, i % 8, "index");
	}
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 0, "pointer");
}

#define WATCHED "MK-CAB-003 MK-CAB-004 "

const struct sim_test sim_tests[] = {
	{"cab_sample", one_sample, WATCHED "MK-CAB-001", NULL},
	{"cab_sample_le", one_sample, WATCHED "MK-CAB-002", "multikron_be"},
	{"cab_handshake", handshake, WATCHED "MK-CAB-008", NULL},
	{"cab_two_bytes", two_bytes, WATCHED "MK-CAB-005", NULL},
	{"cab_ack_up", ack_up, WATCHED, NULL},
	{"cab_held", held, WATCHED "MK-CAB-006", NULL},
	{"cab_disabled", disabled, WATCHED "MK-CAB-009", NULL},
	{"cab_rates", rates, WATCHED "MK-CAB-010", NULL},
	{"cab_many", many, WATCHED "MK-CAB-007", NULL},
	{0},
};
