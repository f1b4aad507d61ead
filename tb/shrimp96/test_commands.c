/* SPDX-License-Identifier: Apache-2.0 */
/* Tests commands over EISA: start and stop, registers, and the words of the memory (SPDT 1996,
 * 3.5). */
#include "s96_node.h"
#include "spm_config.h"

static struct s96_node *start(struct sim *s)
{
	return s96_start(s, &(struct s96_config){.drift = true});
}

/* Selects sender, tag and the low latency nibbles, with which any packet counts in some
 * word. */
static void any_setting(struct s96_node *n)
{
	uint16_t mux;

	SIM_EQ(n->s, spm_set_to_mux(spm_set_number(97), &mux), 0, "setting");
	s96_put(n, SHRIMP96_MUX, mux);
}

static uint64_t sum_of_words(struct s96_node *n)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < SPM_WORDS; i++)
		sum += s96_peek(n, i);
	return sum;
}

static void cmd_start_stop(struct sim *s)
{
	struct s96_node *n = start(s);
	uint64_t cycles;

	any_setting(n);
	s96_play_random(n, 20, 8, 5000);
	s96_compare(n);
	SIM_EQ(s, sum_of_words(n), 0, "packets counted before the start");
	cycles = eisa_cycles(n->eisa);
	s96_put(n, SHRIMP96_CMD, START);
	SIM_EQ(s, eisa_cycles(n->eisa) - cycles, 1, "bus cycles of a start");
	s96_settle(n);
	s96_play_random(n, 30, 8, 5000);
	SIM_EQ(s, sum_of_words(n), 30, "packets counted");
	cycles = eisa_cycles(n->eisa);
	s96_put(n, SHRIMP96_CMD, STOP);
	SIM_EQ(s, eisa_cycles(n->eisa) - cycles, 1, "bus cycles of a stop");
	s96_settle(n);
	s96_play_random(n, 20, 8, 5000);
	SIM_EQ(s, sum_of_words(n), 30, "packets counted after the stop");
	SIM_EQ(s, s96_get(n, SHRIMP96_ARRV), 30, "packets arrived while monitoring");
	/* a write of both bits stops the monitor, and a write of neither changes nothing */
	s96_put(n, SHRIMP96_CMD, START);
	s96_put(n, SHRIMP96_CMD, 0);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & RUN, RUN, "monitoring");
	s96_put_be(n, SHRIMP96_CMD, 2, 0xFFFF);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & RUN, RUN, "monitoring");
	s96_put(n, SHRIMP96_CMD, START | STOP);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & RUN, 0, "monitoring");
	s96_compare(n);
}

static void check_after_reset(struct s96_node *n)
{
	const uint64_t before = sum_of_words(n);
	const uint32_t arrived = s96_get(n, SHRIMP96_ARRV);

	SIM_EQ(n->s, s96_get(n, SHRIMP96_STAT) & RUN, 0, "monitoring after reset");
	SIM_EQ(n->s, s96_get(n, SHRIMP96_MODE), 0, "mode after reset");
	s96_play_random(n, 10, 4, 1000);
	SIM_EQ(n->s, sum_of_words(n), before, "the memory is unchanged");
	SIM_EQ(n->s, s96_get(n, SHRIMP96_ARRV), arrived, "packets while monitoring");
	s96_compare(n);
}

static void cmd_reset(struct sim *s)
{
	struct s96_node *n = start(s);
	uint32_t ebcr;
	static const struct {
		uint32_t offset, value;
	} reset[] = {
#define REG(name, space, offset, reset, text) {offset, reset},
#define FIELD(reg, name, msb, lsb, access, text)
#include "../../rtl/shrimp96/shrimp96_regs.def"
#undef REG
#undef FIELD
	};

	for (size_t EACH(i, 0); i < sizeof(reset) / sizeof(*reset); i++)
		if (reset[i].offset < SHRIMP96_EPIR && reset[i].offset != SHRIMP96_STAT)
			SIM_EQ(s, s96_get(n, reset[i].offset), reset[i].value,
			       "register after power-on");
	check_after_reset(n);
	/* the same after a bus reset during operation */
	any_setting(n);
	s96_put(n, SHRIMP96_MODE, TRACE | AUTO);
	s96_put(n, SHRIMP96_CMD, START);
	s96_settle(n);
	s96_play_random(n, 5, 4, 1000);
	s96_resdrv(n);
	s96_enable(n, 0xD000, 5);
	check_after_reset(n);
	SIM_EQ(s, s96_get(n, SHRIMP96_TCNT), 5, "the trace counter survives");
	/* power-on disables the board without RESDRV, too */
	s96_power_on(n);
	SIM_EQ(s, eisa_read(n->eisa, true, n->slot, n->slot << 12 | SHRIMP96_EBCR, 15, &ebcr),
	       0, "EBCR answers");
	SIM_EQ(s, ebcr, s96_golden_slot_read(n->g, SHRIMP96_EBCR), "EBCR after power-on");
	SIM_CHECK(s, eisa_read(n->eisa, false, 0, 0xD0000000, 15, &ebcr) != 0,
		  "the board answers although it is not enabled");
}

/* Fills ranges with a value: no other word may change. */
static void cmd_initialise_range(struct sim *s)
{
	struct s96_node *n = start(s);
	const uint64_t rounds = sim_length(s, 12, 3);

	for (uint32_t i = 0; i < 4096; i++)
		s96_poke(n, i * 256 + 255, sim_random(s));
	for (uint64_t EACH(i, 0); i < rounds; i++) {
		const uint32_t first = (uint32_t)sim_range(s, 0, SPM_WORDS - 1);
		const uint32_t left = SPM_WORDS - 1 - first;
		const uint32_t more = (uint32_t)sim_range(s, 0, 400);
		const uint32_t last = first + (more > left ? left : more);

		s96_range_fill(n, first, last, sim_random(s) & S96_WORD_MAX);
		SIM_EQ(s, s96_get(n, SHRIMP96_ADDR), (last + 1) & (SPM_WORDS - 1),
		       "ADDR after a fill");
	}
	/* one word, the first ones, the last ones */
	s96_range_fill(n, 77, 77, 0xFFFFFFFFFF);
	s96_range_fill(n, 0, 3, 0x123456789A);
	s96_range_fill(n, SPM_WORDS - 5, SPM_WORDS - 1, 1);
	/* with ADDR beyond LAST nothing is filled */
	s96_put(n, SHRIMP96_ADDR, 100);
	s96_put(n, SHRIMP96_LAST, 99);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & FILL, 0, "a fill of nothing");
	s96_compare(n);
}

/* Checks that commands during a fill are ignored, set the flag and have no other effect. */
static void cmd_refused_in_fill(struct sim *s)
{
	struct s96_node *n = start(s);

	s96_word_put(n, 1000, 0xAB12345678);
	s96_put(n, SHRIMP96_LAST, 1400);
	s96_settle(n);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & (FILL | MERR), FILL, "a fill");
	s96_put(n, SHRIMP96_ADDR, 5);
	s96_put(n, SHRIMP96_DATL, 5);
	s96_put(n, SHRIMP96_DATH, 5);
	s96_put(n, SHRIMP96_LAST, 5);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & (FILL | MERR), FILL | MERR, "commands in a fill");
	s96_put(n, SHRIMP96_STAT, MERR);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & MERR, 0, "the flag is cleared");
	s96_get(n, SHRIMP96_DATL);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & MERR, MERR, "a read in a fill");
	s96_put(n, SHRIMP96_STAT, MERR);
	s96_get(n, SHRIMP96_DATH);
	SIM_EQ(s, s96_get(n, SHRIMP96_STAT) & MERR, MERR, "a read in a fill");
	s96_put(n, SHRIMP96_STAT, MERR);
	s96_wait_fill(n);
	SIM_EQ(s, s96_peek(n, 5), 0, "a word that was not to be written");
	SIM_EQ(s, s96_peek(n, 1400), 0xAB12345678, "the end of the fill");
	SIM_EQ(s, s96_peek(n, 1401), 0, "the word after it");
	s96_compare(n);
}

static void cmd_read_range(struct sim *s)
{
	struct s96_node *n = start(s);
	const uint32_t first = (uint32_t)sim_range(s, 0, SPM_WORDS - 300);
	const uint32_t words = (uint32_t)sim_length(s, 256, 40);

	for (uint32_t i = 0; i < words; i++)
		s96_poke(n, first + i, sim_random(s) & S96_WORD_MAX);
	s96_put(n, SHRIMP96_ADDR, first);
	for (uint32_t EACH(i, 0); i < words; i++)
		SIM_EQ(s, s96_get_wide(n, SHRIMP96_DATL), s96_golden_word(n->g, first + i),
		       "a word");
	SIM_EQ(s, s96_get(n, SHRIMP96_ADDR), first + words, "ADDR after the range");
	s96_compare(n);
}

/* Tests a walking 1 in the 40 bits of a word and in its address. */
static void cmd_words(struct sim *s)
{
	struct s96_node *n = start(s);

	for (unsigned int EACH(bit, 0); bit < 40; bit++) {
		const uint32_t word = (uint32_t)sim_range(s, 0, SPM_WORDS - 1);
		const uint64_t value = (uint64_t)1 << bit;

		s96_word_put(n, word, value);
		SIM_EQ(s, s96_word_get(n, word), value, "a word");
		SIM_EQ(s, s96_peek(n, word), value, "a word in the memory");
		s96_word_put(n, word, ~value & S96_WORD_MAX);
		SIM_EQ(s, s96_word_get(n, word), ~value & S96_WORD_MAX, "a word");
	}
	/* single bytes: the low bytes are written to memory together with the high byte */
	s96_put(n, SHRIMP96_ADDR, 9);
	s96_put_be(n, SHRIMP96_DATL, 4, 0x00AA0000);
	s96_put_be(n, SHRIMP96_DATL, 8, 0xBB000000);
	s96_put_be(n, SHRIMP96_DATH, 2, 0xFFFF);
	SIM_EQ(s, s96_get(n, SHRIMP96_ADDR), 9, "no write without lane 0");
	s96_put_be(n, SHRIMP96_DATH, 1, 0x11);
	SIM_EQ(s, s96_get(n, SHRIMP96_ADDR), 10, "a write");
	s96_compare(n);
}

static void walk(struct s96_node *n, uint32_t offset, unsigned int bits)
{
	for (unsigned int EACH(i, 0); i < 32; i++) {
		s96_put(n, offset, 1u << i);
		SIM_EQ(n->s, s96_get(n, offset), i < bits ? 1u << i : 0, "walking 1");
		s96_put(n, offset, ~(1u << i));
		SIM_EQ(n->s, s96_get(n, offset),
		       ~(1u << i) & (bits == 32 ? UINT32_MAX : (1u << bits) - 1), "walking 0");
	}
	for (unsigned int be = 1; be < 16; be++) {
		static const uint8_t contiguous[] = {1, 2, 3, 4, 6, 7, 8, 12, 14, 15};

		for (size_t k = 0; k < sizeof(contiguous); k++)
			if (contiguous[k] == be)
				s96_put_be(n, offset, be, (uint32_t)sim_random(n->s));
		s96_get(n, offset);
	}
}

static void cmd_registers(struct sim *s)
{
	struct s96_node *n = start(s);

	for (uint32_t EACH(v, 0); v <= 24; v++) {
		s96_put(n, SHRIMP96_SHIFT, v);
		SIM_EQ(s, s96_get(n, SHRIMP96_SHIFT), v, "SHIFT");
	}
	for (uint32_t EACH(v, 0); v < 16; v++) {
		s96_put(n, SHRIMP96_CAT, v);
		SIM_EQ(s, s96_get(n, SHRIMP96_CAT), v, "CAT");
	}
	for (uint32_t EACH(v, 0); v < 4; v++) {
		s96_put(n, SHRIMP96_MODE, v);
		SIM_EQ(s, s96_get(n, SHRIMP96_MODE), v, "MODE");
	}
	for (unsigned int EACH(i, 0); i < SPM_CONFIGS; i++) {
		uint16_t mux;

		SIM_EQ(s, spm_set_to_mux(spm_set_number(i), &mux), 0, "setting");
		s96_put(n, SHRIMP96_MUX, mux);
		SIM_EQ(s, s96_get(n, SHRIMP96_MUX), mux, "MUX");
	}
	walk(n, SHRIMP96_CAT, 4);
	walk(n, SHRIMP96_MODE, 2);
	walk(n, SHRIMP96_MUX, 15);
	walk(n, SHRIMP96_SHIFT, 5);
	walk(n, SHRIMP96_MINL, 32);
	walk(n, SHRIMP96_MINH, 12);
	walk(n, SHRIMP96_MAXL, 32);
	walk(n, SHRIMP96_MAXH, 12);
	walk(n, SHRIMP96_THRL, 32);
	walk(n, SHRIMP96_THRH, 8);
	walk(n, SHRIMP96_ADDR, 20);
	walk(n, SHRIMP96_ARRV, 32);
	walk(n, SHRIMP96_LOST, 32);
	/* registers repeat every 128 bytes up to the end of the 64 KB, and no further */
	s96_put(n, 0xFF80 + SHRIMP96_CAT, 11);
	SIM_EQ(s, s96_get(n, 0x1000 + SHRIMP96_CAT), 11, "CAT in a mirror");
	SIM_EQ(s, s96_get(n, 0x50), 0, "an unused offset");
	SIM_EQ(s, s96_get(n, SHRIMP96_CMD), 0, "CMD");
	s96_put(n, SHRIMP96_QADR, UINT32_MAX);
	s96_compare(n);
}

/* Tests random 44-bit limits by reading them back and by their effect on the latency. */
static void cmd_limits(struct sim *s)
{
	struct s96_node *n = start(s);
	const uint64_t rounds = sim_length(s, 40, 8);
	uint16_t mux;

	SIM_EQ(s, spm_set_to_mux(31u << SPM_L0, &mux), 0, "setting");
	s96_put(n, SHRIMP96_MUX, mux);
	s96_put(n, SHRIMP96_CMD, START);
	for (uint64_t EACH(i, 0); i < rounds; i++) {
		const uint64_t min = sim_random(s) & S96_TICKS, max = sim_random(s) & S96_TICKS;

		s96_put_wide(n, SHRIMP96_MINL, min);
		s96_put_wide(n, SHRIMP96_MAXL, max);
		SIM_EQ(s, s96_get_wide(n, SHRIMP96_MINL), min, "minimum");
		SIM_EQ(s, s96_get_wide(n, SHRIMP96_MAXL), max, "maximum");
		s96_put_wide(n, SHRIMP96_MINL, sim_range(s, 0, 3000));
		s96_put_wide(n, SHRIMP96_MAXL, sim_range(s, 3000, 9000));
		s96_put(n, SHRIMP96_SHIFT, (uint32_t)sim_range(s, 0, 8));
		s96_play_random(n, 3, 3, 12000);
	}
	s96_compare(n);
}

struct log {
	struct s96_node *n;
	uint64_t per_category[16];
};

static void count_category(void *arg, const struct packet *p, enum s96_arrival a,
			   const struct s96_variables *v)
{
	struct log *l = arg;

	(void)p;
	SIM_CHECK(l->n->s, a == S96_ACCEPTED, "a packet was not accepted");
	l->per_category[v->category]++;
}

/* Changes the category while packets come at the rated speed; the scoreboard fails if a packet
 * whose header comes after the end of a write does not have the new category. */
static void cmd_takes_effect(struct sim *s)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){.bclk = SIM_NS(125)});
	struct log l = {.n = n};
	uint64_t sent_before[17] = {0};
	uint16_t mux;

	SIM_EQ(s, spm_set_to_mux(7u << SPM_L0 | SPM_BIT(SPM_T) | SPM_BIT(SPM_C), &mux), 0,
	       "setting");
	s96_put(n, SHRIMP96_MUX, mux);
	s96_put(n, SHRIMP96_CMD, START);
	s96_settle(n);
	n->on_packet = count_category;
	n->on_packet_arg = &l;
	s96_spacing(n, 10);
	shrimp_start_random_packets(n->c, sim_length(s, 20000, 400), 1, 3000);
	for (uint32_t cat = 1; shrimp_packets_playing(n->c); cat = cat < 15 ? cat + 1 : 15) {
		sim_wait(s, sim_range(s, SIM_US(1), SIM_US(30)));
		s96_put(n, SHRIMP96_CAT, cat);
		sent_before[cat] = n->c->sent;
	}
	s96_drain(n);
	for (unsigned int EACH(c, 0); c < 16; c++) {
		uint64_t sum = 0;

		for (uint32_t i = 0; i < 1u << 16; i++)
			sum += s96_peek(n, c << 16 | i);
		SIM_EQ(s, sum, l.per_category[c], "packets of a category");
		/* at the end of a write at most two packets are in the pipeline; they may count
		 * in either category */
		if (c < 14 && sent_before[c + 1])
			SIM_CHECK(s,
				  sum + 2 >= sent_before[c + 1] - sent_before[c] &&
					  sum <= sent_before[c + 1] - sent_before[c] + 2,
				  "category %u has %llu packets of %llu", c,
				  (unsigned long long)sum,
				  (unsigned long long)(sent_before[c + 1] - sent_before[c]));
	}
	s96_compare(n);
}

/* Checks that a processor's write of the category takes one cycle of 2 BCLK without a wait
 * state. At 60 MHz these 240 ns are 14.4 processor cycles. */
static void cmd_cost(struct sim *s)
{
	struct s96_node *n = s96_start(s, &(struct s96_config){0});

	for (uint32_t EACH(i, 0); i < 16; i++) {
		sim_wait(s, SIM_NS(1000) + SIM_NS(7) * i);
		s96_put(n, SHRIMP96_CAT, i);
		SIM_EQ(s, eisa_last_bclks(n->eisa), 2, "BCLK of a category write");
		SIM_EQ(s, eisa_last_bclks(n->eisa) * sim_clock_period(n->bclk), SIM_NS(240),
		       "time of a category write");
	}
	s96_settle(n);
	SIM_EQ(s, eisa_longest_wait(n->eisa) > 0, 1, "reads wait, writes do not");
	SIM_EQ(s, s96_get(n, SHRIMP96_CAT), 15, "CAT");
}

/* Does the same as the network interface with an automatic update packet whose page is mapped
 * to the registers: the monitor sees the packet, and then the word is written over EISA. */
static void remote_write(struct s96_node *n, unsigned int sender, uint32_t offset,
			 uint32_t value)
{
	const struct packet p = {.tx = s96_ticks(n),
				 .addr = (n->rbase + offset) & 0x07FFFFFC,
				 .first = value,
				 .words = 1,
				 .x = (uint8_t)(sender & 3),
				 .y = (uint8_t)(sender >> 2),
				 .be = 15};

	sni_send(n->sni, &p, 0);
	s96_put(n, p.addr & 0xFFFF, packet_word(&p, 0));
}

struct order {
	struct s96_node *n;
	uint32_t written[64];
	unsigned int writes;
};

static void note_write(void *arg, bool write, uint32_t offset, uint32_t data)
{
	struct order *o = arg;

	if (write && offset == SHRIMP96_MINL)
		o->written[o->writes++ % 64] = data;
}

static void cmd_remote(struct sim *s)
{
	struct s96_node *n = start(s);
	struct order o = {.n = n};
	uint32_t last = 0;
	uint16_t mux;

	SIM_EQ(s, spm_set_to_mux(7u << SPM_L0 | SPM_BIT(SPM_T) | SPM_BIT(SPM_C), &mux), 0,
	       "setting");
	s96_put(n, SHRIMP96_MUX, mux);
	s96_put(n, SHRIMP96_CMD, START);
	/* node 3 sets the category of the monitor at node 0, and the
	 * packets after it show it */
	remote_write(n, 3, SHRIMP96_CAT, 9);
	s96_drain(n);
	SIM_EQ(s, s96_get(n, SHRIMP96_CAT), 9, "the category that node 3 has set");
	s96_play_random(n, 7, 2, 100);
	for (uint32_t EACH(i, 0), found = 0; i < 1u << 16; i++) {
		found += (uint32_t)s96_peek(n, 9u << 16 | i);
		if (i == 0xFFFF)
			SIM_EQ(s, found, 7, "packets in category 9");
	}
	/* two nodes write in turn: each complete write must take effect, in the order of
	 * arrival */
	n->on_access = note_write;
	n->on_access_arg = &o;
	for (unsigned int i = 0; i < 32; i++) {
		last = i & 1 ? 0xAAAA0000u | i : 0x55550000u | i;
		remote_write(n, i & 1 ? 3 : 5, SHRIMP96_MINL, last);
	}
	s96_settle(n);
	SIM_EQ(s, o.writes, 32, "writes");
	for (unsigned int EACH(i, 0); i < 32; i++)
		SIM_EQ(s, o.written[i], i & 1 ? 0xAAAA0000u | i : 0x55550000u | i, "in order");
	SIM_EQ(s, s96_get(n, SHRIMP96_MINL), last, "the last one");
	s96_compare(n);
}

const struct sim_test sim_tests[] = {
	{"cmd_start_stop", cmd_start_stop, "S96-CMD-001 S96-CMD-002", NULL},
	{"cmd_reset", cmd_reset, "S96-CMD-003", NULL},
	{"cmd_initialise_range", cmd_initialise_range, "S96-CMD-004", NULL},
	{"cmd_refused_in_fill", cmd_refused_in_fill, "", NULL},
	{"cmd_read_range", cmd_read_range, "S96-CMD-005", NULL},
	{"cmd_words", cmd_words, "S96-CMD-006", NULL},
	{"cmd_registers", cmd_registers,
	 "S96-CMD-007 S96-CMD-009 S96-CMD-010 S96-CMD-011 S96-CMD-012", NULL},
	{"cmd_limits", cmd_limits, "S96-CMD-008 S96-CMD-007", NULL},
	{"cmd_takes_effect", cmd_takes_effect, "S96-CMD-013", NULL},
	{"cmd_cost", cmd_cost, "S96-CMD-015", NULL},
	{"cmd_remote", cmd_remote, "S96-CMD-016 S96-CMD-017", NULL},
	{0},
};
