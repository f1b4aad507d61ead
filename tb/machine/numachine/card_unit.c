/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the memory card: its FIFO, its directory protocol, and what its pins show. */
#include "../../../sw/tests/unit.h"
#include "feed.h"
#include "machine.h"
#include <errno.h>

#define HOME 5u
#define LOCAL(n) (HOME << 2 | (n))
#define REMOTE(s, n) ((unsigned int)(s) << 2 | (n))
#define AT 0x123440u

static struct card_message said[64];
static unsigned int messages;
static struct card_pins starts[64];
static unsigned int started;
static struct card *invalidated; /* card to which invalidations return */

static void note_message(void *arg, const struct card_message *m)
{
	(void)arg;
	assert_true(messages < 64);
	said[messages++] = *m;
	if (m->kind == CARD_INVALIDATE && invalidated)
		card_receive(invalidated, &(struct card_transaction){.processor = m->processor,
								     .phase = m->phase,
								     .cmd = CARD_INVAL_RES,
								     .addr = m->addr});
}

static struct card *open_card(bool words)
{
	const struct card_config cfg = {.station = HOME, .word_mode = words};
	struct card *c = card_open(&cfg, note_message, NULL);

	assert_non_null(c);
	messages = started = 0;
	invalidated = c;
	return c;
}

static void run(struct card *c)
{
	struct card_pins pins;

	for (unsigned int i = 0; i < 1000; i++) {
		card_clock(c, &pins);
		if (pins.mon_start)
			starts[started++ % 64] = pins;
	}
	assert_true(card_idle(c));
}

/* Sends a transaction and runs until the card is idle. */
static void send(struct card *c, unsigned int from, uint16_t cmd, uint32_t value)
{
	messages = started = 0;
	assert_int_equal(card_receive(c, &(struct card_transaction){.processor = (uint8_t)from,
								    .phase = 3,
								    .cmd = cmd,
								    .addr = AT,
								    .value = value}),
			 0);
	run(c);
}

static void is(struct card *c, enum card_state state, bool locked, unsigned int processors,
	       unsigned int stations)
{
	struct card_line l;

	card_look(c, AT, &l);
	assert_int_equal(l.state, state);
	assert_int_equal(l.locked, locked);
	assert_int_equal(l.processors, processors);
	assert_int_equal(card_stations(l.filter), stations);
}

static void set_line(struct card *c, enum card_state state, unsigned int processors,
		     unsigned int filter)
{
	assert_int_equal(card_set(c, AT,
				  &(struct card_line){.state = state,
						      .processors = (uint8_t)processors,
						      .filter = (uint8_t)filter,
						      .value = 77}),
			 0);
}

static const struct card_message *sent_message(enum card_message_kind kind)
{
	const struct card_message *m = NULL;

	for (unsigned int EACH(i, 0); i < messages; i++)
		if (said[i].kind == kind) {
			assert_null(m);
			m = &said[i];
		}
	return m;
}

static unsigned int starts_of(uint16_t cmd)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < started; i++)
		n += starts[i].cmd == cmd;
	return n;
}

/* ---- FIFO and starts ---- */

/* Compares the depth that the monitor counts with the number of waiting transactions. */
static void depth(void)
{
	uint64_t random = 6;

	for (unsigned int EACH(words, 0); words < 2; words++) {
		struct card *c = open_card(words);
		unsigned int depth = 0, last = 0, seen = 0, clock = 0, sent = 0, most = 0;
		struct card_pins pins;

		while (sent < 1000 || !card_idle(c)) {
			EACH_OF(sent);
			/* bursts */
			if (sent < 1000 && (clock / 400) % 2 &&
			    !(random_xorshift(&random) & 3)) {
				const struct card_transaction t = {
					.processor = LOCAL(sent % 4),
					.cmd = sent % 3 ? CARD_READ_REQ : CARD_NONBLOCK_WRITE,
					.addr = sent * 64,
				};

				assert_int_equal(card_receive(c, &t), 0);
				sent++;
			}
			messages = 0;
			card_clock(c, &pins);
			if (pins.fifo_cnt_en)
				depth += pins.fifo_cnt_dir ? 1 : -1u;
			if (!words)
				assert_int_equal(depth, card_waiting(c));
			most = depth > most ? depth : most;
			if (pins.mon_start) {
				assert_true(!seen || clock - last >= 4);
				last = clock;
				seen++;
			}
			assert_true(++clock < 1000000);
		}
		assert_int_equal(seen, 1000);
		assert_int_equal(depth, 0);
		/* the FIFO was full; there are more words than transactions */
		assert_true(words ? most > 64 : most == 64);
		card_close(c);
	}
}

static void pins(void)
{
	for (unsigned int EACH(i, 0); i < 8; i++) {
		struct card *c = open_card(false);
		struct card_line l = {.state = (enum card_state)(i & 3),
				      .locked = i & 4,
				      .processors = 1,
				      .filter = card_filter(9)};

		card_set(c, AT, &l);
		send(c, REMOTE(9, 2), CARD_READ_REQ, 0);
		assert_true(started == 1 && starts[0].mon_start);
		assert_int_equal(starts[0].valid, l.state == CARD_LV || l.state == CARD_GV);
		assert_int_equal(starts[0].local_global,
				 l.state == CARD_LV || l.state == CARD_LI);
		assert_int_equal(starts[0].lock, l.locked);
		assert_int_equal(starts[0].cmd, l.locked ? 0x018 : 0x008);
		/* station 9 = number 1 on ring 2; processor 2; phase 3; home station 5 */
		assert_true(starts[0].ad >> 36 == (0x424ull << 16 | 3 << 12 | 0x22 << 4 | 5));
		assert_int_equal(starts[0].ad & 0xFFFFFFF, AT);
		card_close(c);
	}
}

/* Returns the number of data words that follow the address of a write-back. */
static unsigned int data_words(bool line128, const struct card_line *line)
{
	const struct card_config cfg = {.station = HOME, .line128 = line128};
	struct card *c = card_open(&cfg, note_message, NULL);
	unsigned int data = 0, at = 0, seen = 0;
	struct card_pins p;

	assert_non_null(c);
	assert_int_equal(card_set(c, AT, line), 0);
	/* send a second transaction, which waits */
	for (unsigned int i = 0; i < 2; i++)
		card_receive(c, &(struct card_transaction){.processor = LOCAL(0),
							   .cmd = i ? CARD_READ_REQ
								    : CARD_WRITE_BACK,
							   .addr = AT,
							   .value = 0xABCD1234});
	messages = 0;
	for (unsigned int EACH(clock, 0); clock < 100; clock++) {
		card_clock(c, &p);
		if (p.mon_start) {
			assert_int_equal(p.ad & 0xFFFFFFF, AT);
			at = clock;
			seen++;
		} else if (p.ad) {
			assert_true(p.ad == 0xABCD1234ABCD1234);
			assert_int_equal(clock, at + ++data);
		}
	}
	assert_int_equal(seen, 2);
	card_close(c);
	return data;
}

static void data_follow(void)
{
	for (unsigned int EACH(locked, 0); locked < 2; locked++) {
		const struct card_line line = {.state = CARD_LI,
					       .processors = 1,
					       .locked = locked,
					       .waiting = CARD_READ_REQ,
					       .requester = LOCAL(1)};

		assert_int_equal(data_words(false, &line), 8);
		assert_int_equal(data_words(true, &line), 16);
	}
}

/* Returns the number of clocks from the start of a transaction to that of the next, waiting
 * one. */
static unsigned int service(const struct card_config *cfg, const struct card_line *line,
			    uint16_t cmd)
{
	struct card *c = card_open(cfg, note_message, NULL);
	unsigned int at[2] = {0}, seen = 0;
	struct card_pins p;

	invalidated = NULL;
	assert_non_null(c);
	assert_int_equal(card_set(c, AT, line), 0);
	for (unsigned int i = 0; i < 2; i++)
		card_receive(c, &(struct card_transaction){.processor = LOCAL(0),
							   .cmd = i ? CARD_INVAL_RES : cmd,
							   .addr = AT});
	messages = 0;
	for (unsigned int clock = 0; clock < 100; clock++) {
		card_clock(c, &p);
		if (p.mon_start && seen < 2)
			at[seen++] = clock;
	}
	assert_int_equal(seen, 2);
	card_close(c);
	return at[1] - at[0];
}

/* The bus carries a line when the card has it and answers with it, and when it is written
 * back. */
static void service_time(void)
{
	static const uint16_t cmds[] = {CARD_READ_REQ,	    CARD_REEX_REQ,  CARD_UPGRADE_REQ,
					CARD_WRITE_BACK,    CARD_INVAL_RES, CARD_NONBLOCK_READ,
					CARD_NONBLOCK_WRITE};
	const struct card_config published = {.station = HOME},
				 wide = {.station = HOME, .line128 = true},
				 set = {.station = HOME, .with_data = 9, .without = 4};

	for (unsigned int EACH(i, 0); i < 8 * sizeof(cmds) / sizeof(*cmds); i++) {
		const uint16_t cmd = cmds[i / 8];
		const struct card_line line = {.state = (enum card_state)(i % 4),
					       .locked = i % 8 >= 4,
					       .processors = 1,
					       .filter = card_filter(2),
					       .waiting = CARD_READ_REQ,
					       .requester = LOCAL(1)};
		const bool has = line.state == CARD_LV || line.state == CARD_GV;
		const bool data =
			cmd == CARD_WRITE_BACK ||
			(has && !line.locked && (cmd == CARD_READ_REQ || cmd == CARD_REEX_REQ));

		assert_int_equal(service(&published, &line, cmd), data ? 16 : 6);
		assert_int_equal(service(&wide, &line, cmd), data ? 24 : 6);
		assert_int_equal(service(&set, &line, cmd), data ? 9 : 4);
	}
	assert_null(card_open(&(struct card_config){.with_data = 8}, note_message, NULL));
	assert_null(card_open(&(struct card_config){.line128 = true, .with_data = 16},
			      note_message, NULL));
	assert_null(card_open(&(struct card_config){.without = 3}, note_message, NULL));
}

/* ---- the directory ---- */

static void first(void)
{
	struct card *c = open_card(false);
	struct card_line l;

	for (uint32_t EACH(a, 0); a < 1 << 28; a += 1 << 20) {
		card_look(c, a, &l);
		assert_true(l.state == CARD_LV && !l.locked && !l.processors && !l.filter);
	}
	card_close(c);
}

static void reads(void)
{
	struct card *c = open_card(false);

	set_line(c, CARD_LV, 0, 0);
	send(c, LOCAL(2), CARD_READ_REQ, 0);
	is(c, CARD_LV, false, 4, 0);
	assert_true(messages == 1 && sent_message(CARD_DATA)->processor == LOCAL(2) &&
		    sent_message(CARD_DATA)->value == 77);
	send(c, LOCAL(0), CARD_READ_REQ, 0);
	is(c, CARD_LV, false, 5, 0);
	send(c, REMOTE(9, 3), CARD_READ_REQ, 0);
	is(c, CARD_GV, false, 5, 1 << 9);
	assert_int_equal(sent_message(CARD_DATA)->processor, REMOTE(9, 3));
	/* stations 9 = (2,1) and 3 = (0,3): the mask selects four stations */
	send(c, REMOTE(3, 0), CARD_READ_REQ, 0);
	is(c, CARD_GV, false, 5, 1 << 9 | 1 << 3 | 1 << 11 | 1 << 1);
	card_close(c);
}

static void exclusive_local(void)
{
	struct card *c = open_card(false);

	set_line(c, CARD_LV, 2, 0); /* only its own copy */
	send(c, LOCAL(1), CARD_REEX_REQ, 0);
	is(c, CARD_LI, false, 2, 0);
	assert_null(sent_message(CARD_INVALIDATE));
	assert_int_equal(starts_of(CARD_INVAL_RES), 0);
	assert_int_equal(sent_message(CARD_OWN)->value, 77);
	set_line(c, CARD_LV, 0xF, 0); /* the requester has a copy, and so have three others */
	send(c, LOCAL(1), CARD_REEX_REQ, 0);
	is(c, CARD_LI, false, 2, 0);
	assert_int_equal(sent_message(CARD_INVALIDATE)->processors, 0xD);
	assert_int_equal(starts_of(CARD_INVAL_RES), 1);
	card_close(c);
}

static void exclusive_remote(void)
{
	struct card *c = open_card(false);

	set_line(c, CARD_LV, 3, 0);
	send(c, REMOTE(12, 1), CARD_REEX_REQ, 0);
	is(c, CARD_GI, false, 0, 1 << 12);
	assert_int_equal(sent_message(CARD_INVALIDATE)->processors, 3);
	assert_int_equal(sent_message(CARD_OWN)->processor, REMOTE(12, 1));
	set_line(c, CARD_GV, 1, card_filter(12) | card_filter(13));
	send(c, REMOTE(12, 1), CARD_REEX_REQ, 0);
	is(c, CARD_GI, false, 0, 1 << 12);
	assert_int_equal(card_stations(sent_message(CARD_INVALIDATE)->filter),
			 1 << 12 | 1 << 13);
	set_line(c, CARD_GV, 0, card_filter(12)); /* copies in no other station */
	send(c, REMOTE(12, 1), CARD_REEX_REQ, 0);
	is(c, CARD_GI, false, 0, 1 << 12);
	assert_null(sent_message(CARD_INVALIDATE));
	card_close(c);
}

static void owned_line_is_read(void)
{
	struct card *c = open_card(false);

	set_line(c, CARD_LI, 1, 0);
	send(c, LOCAL(3), CARD_READ_REQ, 0);
	is(c, CARD_LI, true, 1, 0);
	assert_true(sent_message(CARD_GIVE)->owner == LOCAL(0) &&
		    !sent_message(CARD_GIVE)->exclusive);
	send(c, LOCAL(0), CARD_WRITE_BACK, 99);
	is(c, CARD_LV, false, 9, 0);
	assert_true(sent_message(CARD_DATA)->processor == LOCAL(3) &&
		    sent_message(CARD_DATA)->value == 99);
	assert_int_equal(starts[0].lock, 1);
	set_line(c, CARD_LI, 1, 0);
	send(c, REMOTE(7, 0), CARD_READ_REQ, 0);
	send(c, LOCAL(0), CARD_WRITE_BACK, 98);
	is(c, CARD_GV, false, 1, 1 << 7);
	set_line(c, CARD_GI, 0, card_filter(7));
	send(c, LOCAL(2), CARD_READ_REQ, 0);
	is(c, CARD_GI, true, 0, 1 << 7);
	assert_int_equal(sent_message(CARD_GIVE)->owner >> 2, 7);
	send(c, REMOTE(7, 0), CARD_WRITE_BACK, 97);
	is(c, CARD_GV, false, 4, 1 << 7);
	assert_int_equal(sent_message(CARD_DATA)->value, 97);
	set_line(c, CARD_GI, 0, card_filter(7));
	send(c, REMOTE(4, 1), CARD_READ_REQ, 0);
	send(c, REMOTE(7, 0), CARD_WRITE_BACK, 96);
	is(c, CARD_GV, false, 0, 1 << 7 | 1 << 4);
	card_close(c);
}

static void ownership_moves(void)
{
	static const struct {
		bool local_owner, local_requester;
	} cases[] = {{true, true}, {true, false}, {false, true}, {false, false}};

	for (unsigned int EACH(i, 0); i < 4; i++) {
		struct card *c = open_card(false);
		const unsigned int owner = cases[i].local_owner ? LOCAL(1) : REMOTE(8, 0);
		const unsigned int to = cases[i].local_requester ? LOCAL(2) : REMOTE(14, 3);

		set_line(c, cases[i].local_owner ? CARD_LI : CARD_GI,
			 cases[i].local_owner ? 2 : 0,
			 cases[i].local_owner ? 0 : card_filter(8));
		send(c, to, CARD_REEX_REQ, 0);
		is(c, cases[i].local_owner ? CARD_LI : CARD_GI, true,
		   cases[i].local_owner ? 2 : 0, cases[i].local_owner ? 0 : 1 << 8);
		assert_true(sent_message(CARD_GIVE)->owner == owner &&
			    sent_message(CARD_GIVE)->exclusive);
		send(c, owner, CARD_WRITE_BACK, 55);
		is(c, cases[i].local_requester ? CARD_LI : CARD_GI, false,
		   cases[i].local_requester ? 4 : 0, cases[i].local_requester ? 0 : 1 << 14);
		assert_true(sent_message(CARD_OWN)->processor == to &&
			    sent_message(CARD_OWN)->value == 55);
		card_close(c);
	}
}

static void upgrades(void)
{
	struct card *c = open_card(false);

	set_line(c, CARD_LV, 6, 0);
	send(c, LOCAL(1), CARD_UPGRADE_REQ, 0);
	is(c, CARD_LI, false, 2, 0);
	assert_int_equal(sent_message(CARD_INVALIDATE)->processors, 4);
	set_line(c, CARD_GV, 6, card_filter(2));
	send(c, LOCAL(1), CARD_UPGRADE_REQ, 0);
	is(c, CARD_LI, false, 2, 0);
	assert_int_equal(card_stations(sent_message(CARD_INVALIDATE)->filter), 1 << 2);
	set_line(c, CARD_GV, 6, card_filter(2));
	send(c, REMOTE(2, 0), CARD_UPGRADE_REQ, 0);
	is(c, CARD_GI, false, 0, 1 << 2);
	assert_int_equal(sent_message(CARD_INVALIDATE)->processors, 6);
	set_line(c, CARD_GV, 0, card_filter(2) | card_filter(6));
	send(c, REMOTE(2, 0), CARD_UPGRADE_REQ, 0);
	is(c, CARD_GI, false, 0, 1 << 2);
	assert_true(sent_message(CARD_INVALIDATE) && sent_message(CARD_OWN));
	card_close(c);
}

static void written_back(void)
{
	struct card *c = open_card(false);

	set_line(c, CARD_LI, 8, 0);
	send(c, LOCAL(3), CARD_WRITE_BACK, 1);
	is(c, CARD_LV, false, 0, 0);
	set_line(c, CARD_GI, 0, card_filter(15));
	send(c, REMOTE(15, 3), CARD_WRITE_BACK, 2);
	is(c, CARD_LV, false, 0, 0);
	assert_int_equal(messages, 0);
	send(c, LOCAL(0), CARD_READ_REQ, 0);
	assert_int_equal(sent_message(CARD_DATA)->value, 2);
	card_close(c);
}

static void refused(void)
{
	static const struct {
		unsigned int from;
		uint16_t cmd;
	} requests[] = {{LOCAL(2), CARD_READ_REQ},
			{LOCAL(2), CARD_REEX_REQ},
			{LOCAL(2), CARD_UPGRADE_REQ},
			{REMOTE(3, 1), CARD_READ_REQ},
			{REMOTE(3, 1), CARD_REEX_REQ}};
	struct card *c = open_card(false);
	struct card_line before, after;

	set_line(c, CARD_LI, 1, 0);
	send(c, LOCAL(1), CARD_READ_REQ, 0);
	card_look(c, AT, &before);
	assert_true(before.locked);
	for (unsigned int EACH(i, 0); i < 5; i++) {
		send(c, requests[i].from, requests[i].cmd, 0);
		assert_true(messages == 1 &&
			    sent_message(CARD_REFUSED)->processor == requests[i].from);
		assert_int_equal(starts[0].cmd, requests[i].cmd | 0x010);
		card_look(c, AT, &after);
		assert_memory_equal(&before, &after, sizeof(before));
	}
	card_close(c);
}

static void noncoherent(void)
{
	struct card *c = open_card(false);
	uint64_t random = 2;

	for (unsigned int EACH(i, 0); i < 200; i++) {
		struct card_line before, after;

		set_line(c, (enum card_state)(random_xorshift(&random) >> 62),
			 (unsigned int)(random_xorshift(&random) >> 60),
			 (unsigned int)(random_xorshift(&random) >> 56));
		card_look(c, AT, &before);
		send(c, (unsigned int)(random_xorshift(&random) >> 58),
		     i % 2 ? CARD_NONBLOCK_READ : CARD_NONBLOCK_WRITE, 3);
		assert_true(messages == 1 && sent_message(CARD_DONE) && started == 1);
		card_look(c, AT, &after);
		assert_memory_equal(&before, &after, sizeof(before));
	}
	card_close(c);
}

/* ---- special functions ---- */

static void special(struct card *c, enum card_function function, unsigned int filter)
{
	const struct card_special f = {.function = function,
				       .processor = LOCAL(1),
				       .addr = AT,
				       .lines = 1,
				       .filter = (uint8_t)filter};

	messages = started = 0;
	assert_int_equal(card_special(c, &f), 0);
	run(c);
	assert_int_equal(sent_message(CARD_DONE)->processor, LOCAL(1));
}

/* A multicast adds its stations to those that have copies; it sends no copy of a line that is
 * owned or locked, and leaves such a line unchanged. */
static void multicast(void)
{
	for (unsigned int EACH(i, 0); i < 8; i++) {
		const enum card_state state = (enum card_state)(i & 3);
		const bool owned = state == CARD_LI || state == CARD_GI, locked = i & 4;
		struct card *c = open_card(false);

		set_line(c, state, 2, card_filter(9));
		if (locked)
			special(c, CARD_LOCK, 0);
		special(c, CARD_MULTICAST, card_filter(12));
		if (owned || locked) {
			assert_null(sent_message(CARD_COPY));
			is(c, state, locked, 2, 1 << 9);
		} else {
			assert_int_equal(sent_message(CARD_COPY)->value, 77);
			assert_int_equal(sent_message(CARD_COPY)->filter, card_filter(12));
			/* the mask of stations 9 and 12 also selects 8 and 13 */
			is(c, CARD_GV, false, 2, 1 << 8 | 1 << 9 | 1 << 12 | 1 << 13);
		}
		card_close(c);
	}
}

/* LOCK and UNLOCK do not change a line that is locked for a request, which then ends as
 * without them. */
static void locked_for_a_request(void)
{
	for (unsigned int EACH(unlock, 0); unlock < 2; unlock++)
		for (unsigned int EACH(reads, 0); reads < 2; reads++) {
			struct card *c = open_card(false);

			set_line(c, CARD_GI, 0, card_filter(7));
			send(c, LOCAL(2), reads ? CARD_READ_REQ : CARD_REEX_REQ, 0);
			special(c, unlock ? CARD_UNLOCK : CARD_LOCK, 0);
			is(c, CARD_GI, true, 0, 1 << 7);
			send(c, REMOTE(7, 0), CARD_WRITE_BACK, 97);
			assert_int_equal(sent_message(reads ? CARD_DATA : CARD_OWN)->processor,
					 LOCAL(2));
			is(c, reads ? CARD_GV : CARD_LI, false, 4, reads ? 1 << 7 : 0);
			/* without a request the line is locked and unlocked */
			special(c, CARD_LOCK, 0);
			is(c, reads ? CARD_GV : CARD_LI, true, 4, reads ? 1 << 7 : 0);
			special(c, CARD_UNLOCK, 0);
			is(c, reads ? CARD_GV : CARD_LI, false, 4, reads ? 1 << 7 : 0);
			card_close(c);
		}
}

/* An answer leaves the card after the whole service time, however long it is. */
static void long_service(void)
{
	static const struct card_config cfg = {.station = HOME, .with_data = 300};
	struct card *c = card_open(&cfg, note_message, NULL);

	assert_non_null(c);
	messages = 0;
	send(c, LOCAL(2), CARD_READ_REQ, 0);
	assert_int_equal(sent_message(CARD_DATA)->after, 300);
	card_close(c);
}

/* A special function takes the service time of a transaction for each line. */
static void special_time(void)
{
	static const struct card_config cfg = {.station = HOME, .with_data = 20, .without = 5};

	for (unsigned int EACH(function, CARD_SET_STATE); function <= CARD_MULTICAST;
	     function++) {
		const struct card_special f = {
			.function = (enum card_function)function, .addr = AT, .lines = 6};
		struct card *c = card_open(&cfg, note_message, NULL);
		struct card_stats st;

		assert_non_null(c);
		messages = 0;
		assert_int_equal(card_special(c, &f), 0);
		run(c);
		card_get_stats(c, &st);
		assert_int_equal(st.busy, 6 * (function == CARD_MULTICAST ? 20 : 5));
		card_close(c);
	}
}

/* ---- the machine ---- */

static uint64_t draw;
static unsigned int left[MACHINE_PROCESSORS];

/* All processors read and write few lines, with every kind of conflict. */
static bool any(void *arg, unsigned int p, struct machine_ref *r)
{
	const unsigned int lines = *(unsigned int *)arg;
	const uint64_t n = random_xorshift(&draw) >> 8;

	if (!left[p])
		return false;
	left[p]--;
	*r = (struct machine_ref){.kind = n % 16 == 15 ? MACHINE_UNCACHED
					  : n % 3      ? MACHINE_READ
						       : MACHINE_WRITE,
				  .addr = (uint32_t)((n >> 8) % lines) * 128,
				  .phase = n >> 40 & 15,
				  .clocks = (n >> 32) % 8};
	return true;
}

static uint64_t run_machine(struct machine *m, uint64_t most)
{
	struct card_pins pins[2];
	uint64_t starts = 0;

	for (uint64_t EACH(i, 0); !machine_done(m); i++) {
		const char *wrong = machine_clock(m, pins);

		if (wrong)
			fail_msg("%s", wrong);
		assert_true(i < most);
		starts += pins[0].mon_start + pins[1].mon_start;
	}
	return starts;
}

static void coherent(void)
{
	static const unsigned int lines[] = {2, 64, 5000};
	uint64_t all = 0;

	draw = 3;
	for (unsigned int EACH(i, 0); i < 6; i++) {
		unsigned int n = lines[i % 3];
		const struct machine_config cfg = {.card = {.station = HOME,
							    .boards2 = i / 3,
							    .line128 = i / 3,
							    .fifo = i % 2 ? 8 : 0},
						   .cache = 64,
						   .seed = i,
						   .next = any,
						   .arg = &n};
		struct machine *m = machine_open(&cfg);
		struct machine_stats st;
		struct card_stats c0 = {0}, c1 = {0};
		uint64_t starts;

		assert_non_null(m);
		for (unsigned int p = 0; p < MACHINE_PROCESSORS; p++)
			left[p] = 2800;
		starts = run_machine(m, 100000000);
		machine_get_stats(m, &st);
		card_get_stats(machine_card(m, 0), &c0);
		if (machine_card(m, 1))
			card_get_stats(machine_card(m, 1), &c1);
		assert_int_equal(st.references, 64 * 2800);
		assert_true(starts == c0.taken + c1.taken);
		assert_true(starts == st.reads + st.exclusives + st.upgrades + st.write_backs +
					      st.uncached + c0.invalidates + c1.invalidates);
		assert_int_equal(st.refused, c0.nacks + c1.nacks);
		assert_true(st.write_backs && (i % 3 == 2 || (st.refused && st.upgrades)));
		assert_true(!cfg.card.boards2 || (c0.taken && c1.taken));
		all += starts;
		machine_close(m);
	}
	assert_true(all > 1000000);
}

/* With two boards, each one gets only its own lines. */
static bool walk(void *arg, unsigned int p, struct machine_ref *r)
{
	unsigned int *n = arg;

	if (p || *n == 100)
		return false;
	*r = (struct machine_ref){.kind = MACHINE_READ, .addr = (*n)++ * 128};
	return true;
}

static void two_boards(void)
{
	unsigned int n = 0;
	const struct machine_config cfg = {.card = {.line128 = true, .boards2 = true},
					   .processors = 1,
					   .next = walk,
					   .arg = &n};
	struct machine *m = machine_open(&cfg);
	struct card_pins pins[2];
	unsigned int seen[2] = {0};

	while (!machine_done(m)) {
		assert_null(machine_clock(m, pins));
		for (unsigned int EACH(b, 0); b < 2; b++)
			if (pins[b].mon_start) {
				assert_int_equal(pins[b].ad >> 7 & 1, b);
				seen[b]++;
			}
	}
	assert_true(seen[0] == 50 && seen[1] == 50);
	machine_close(m);
}

/* ---- transactions from a file, and from a function ---- */

#define FED 3000u

static struct feed_entry entry(unsigned int i)
{
	static const uint16_t cmd[] = {CARD_READ_REQ,	CARD_REEX_REQ,	    CARD_UPGRADE_REQ,
				       CARD_WRITE_BACK, CARD_NONBLOCK_READ, 0x0A8};

	return (struct feed_entry){.at = i * 9,
				   .t = {.processor = i * 7 % 64,
					 .phase = i / 50 % 16,
					 .cmd = cmd[i * i % 6],
					 .addr = i * i % 23 * 64}};
}

static bool by_function(void *arg, struct feed_entry *e)
{
	unsigned int *i = arg;

	*e = entry(*i);
	return (*i)++ < FED;
}

static bool by_file(void *arg, struct feed_entry *e)
{
	static uint64_t last;
	const char *wrong;
	char text[256];
	size_t n;
	int ret;

	do {
		EACH_OF(last);
		if (!fgets(text, sizeof(text), arg))
			return false;
		n = strcspn(text, "\n");
		ret = feed_line(text, n, last, e, &wrong);
		assert_true(ret >= 0);
	} while (!ret);
	last = e->at;
	return true;
}

/* A digest of the bus, clock by clock. */
static uint64_t fold(struct feed *f, unsigned int *starts)
{
	uint64_t n = 0;
	struct card_pins p;

	assert_non_null(f);
	*starts = 0;
	while (!feed_done(f)) {
		feed_clock(f, &p);
		*starts += p.mon_start;
		n = (n ^ p.ad ^ (uint64_t)p.cmd << 30 ^ (uint64_t)p.valid << 44 ^
		     (uint64_t)p.lock << 45 ^ (uint64_t)p.local_global << 46 ^
		     (uint64_t)p.fifo_cnt_en << 47) *
		    0x9E3779B97F4A7C15u;
	}
	feed_close(f);
	return n;
}

static void fed(void)
{
	static const char *const names[] = {"read",	 "exclusive", "upgrade",
					    "writeback", "uncached",  "0xA8"};
	const struct card_config cfg = {.station = HOME};
	unsigned int i = 0, starts[2];
	FILE *file = tmpfile();
	uint64_t first;

	assert_non_null(file);
	fprintf(file, "# time processor phase command address\n\n");
	for (unsigned int k = 0; k < FED; k++) {
		const struct feed_entry e = entry(k);

		fprintf(file, k % 2 ? "%llu %u %u %s 0x%X\n" : "  %llu\t%u %u %s %u # so\r\n",
			(unsigned long long)e.at, e.t.processor, e.t.phase, names[k * k % 6],
			e.t.addr);
	}
	rewind(file);
	first = fold(feed_open(&cfg, by_function, &i), &starts[0]);
	assert_true(fold(feed_open(&cfg, by_file, file), &starts[1]) == first);
	assert_true(starts[0] == starts[1] && starts[0] > FED);
	fclose(file);
}

static void wrong_lines(void)
{
	static const struct {
		const char *text, *wrong;
	} cases[] = {
		{"x 1 1 read 0", "no time"},
		{"4 1 1 read 0", "before the line above"},
		{"5 64 1 read 0", "a processor is 0 to 63"},
		{"5 1 16 read 0", "a phase is 0 to 15"},
		{"5 1 1 write 0",
		 "read, exclusive, upgrade, writeback, uncached, or a command up to 0x3FF"},
		{"5 1 1 0x400 0",
		 "read, exclusive, upgrade, writeback, uncached, or a command up to 0x3FF"},
		{"5 1 1 read", "an address is a number below 0x10000000"},
		{"5 1 1 read 0x10000000", "an address is a number below 0x10000000"},
		{"5 1 1 read 0 0", "more than an address"}};
	struct feed_entry e;
	const char *wrong;

	for (size_t EACH(i, 0); i < sizeof(cases) / sizeof(*cases); i++) {
		assert_int_equal(feed_line(cases[i].text, strlen(cases[i].text), 5, &e, &wrong),
				 -EINVAL);
		assert_string_equal(wrong, cases[i].wrong);
	}
	assert_int_equal(feed_line("5 1\0", 4, 5, &e, &wrong), -EINVAL);
}

static const struct unit units[] = {
	UNIT(depth, "NM-CARD-001 NM-CARD-002 NM-CARD-003"),
	UNIT(pins, "NM-CARD-006"),
	UNIT(data_follow, "NM-CARD-004"),
	UNIT(service_time, ""),
	UNIT(long_service, ""),
	UNIT(first, "NM-CARD-005 NM-CARD-007"),
	UNIT(reads, "NM-CARD-008 NM-CARD-010"),
	UNIT(exclusive_local, "NM-CARD-009"),
	UNIT(exclusive_remote, "NM-CARD-011"),
	UNIT(owned_line_is_read, "NM-CARD-012"),
	UNIT(ownership_moves, "NM-CARD-013"),
	UNIT(upgrades, "NM-CARD-014"),
	UNIT(written_back, "NM-CARD-015"),
	UNIT(refused, "NM-CARD-016"),
	UNIT(coherent, "NM-CARD-017"),
	UNIT(noncoherent, "NM-CARD-018"),
	UNIT(multicast, "NM-MACH-012"),
	UNIT(locked_for_a_request, "NM-CARD-012 NM-CARD-013 NM-MACH-012"),
	UNIT(special_time, "NM-MACH-012"),
	UNIT(two_boards, "NM-CARD-019"),
	UNIT(fed, "NM-CARD-020"),
	UNIT(wrong_lines, ""),
};

UNIT_MAIN(units)
