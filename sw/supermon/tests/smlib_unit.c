/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the driver and the compiler of programs on a fake monitor with its four memories. */
#include "../../tests/unit.h"
#include "sm_program.h"
#include "supermon_regs.h"
#include <errno.h>
#include <limits.h>

struct fake {
	struct device dev; /* first */
	uint32_t reg[64];
	uint64_t memory[4][SM_WORDS]; /* indexed by ADDR.SPACE */
	uint32_t low;		      /* written to DATL */
	bool refuses;		      /* refuses every access except one to STAT */
	unsigned int filling;	      /* reads of STAT that still report a fill */
	unsigned int stopping; /* reads of STAT until the last event has left the trigger */
	uint64_t ran;	       /* ns */
};

static uint64_t *word(struct fake *f)
{
	return &f->memory[f->reg[SUPERMON_ADDR / 4] >> SUPERMON_ADDR_SPACE_LSB & 3]
			 [f->reg[SUPERMON_ADDR / 4] & 0xFFFF];
}

static bool in_banks(const struct fake *f)
{
	return !(f->reg[SUPERMON_ADDR / 4] >> SUPERMON_ADDR_SPACE_LSB & 3);
}

static uint32_t status(struct fake *f)
{
	uint32_t v = f->reg[SUPERMON_STAT / 4];

	if (f->filling && f->filling--)
		v |= SUPERMON_STAT_FILL_MASK;
	if (f->stopping && f->stopping--)
		v |= SUPERMON_STAT_RUN_MASK;
	return v | (f->refuses ? SUPERMON_STAT_REFUSED_MASK : 0);
}

static int fake_read(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t *value)
{
	struct fake *f = (struct fake *)dev;

	assert_int_equal(space, DEVICE_MEM);
	assert_int_equal(width, 32);
	if (addr == SUPERMON_STAT) {
		*value = status(f);
		return 0;
	}
	if (f->refuses)
		return -EIO;
	*value = addr == SUPERMON_DATL	 ? *word(f) & UINT32_MAX
		 : addr == SUPERMON_DATH ? *word(f) >> 32
					 : f->reg[addr / 4];
	f->reg[SUPERMON_ADDR / 4] += addr == (in_banks(f) ? SUPERMON_DATH : SUPERMON_DATL);
	return 0;
}

static int fake_write(struct device *dev, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t value)
{
	struct fake *f = (struct fake *)dev;

	assert_int_equal(space, DEVICE_MEM);
	assert_int_equal(width, 32);
	if (f->refuses)
		return -EIO;
	f->reg[addr / 4] = (uint32_t)value;
	if (addr == SUPERMON_DATL)
		f->low = (uint32_t)value;
	if (addr == (in_banks(f) ? SUPERMON_DATH : SUPERMON_DATL)) {
		*word(f) = (in_banks(f) ? value << 32 : 0) | f->low;
		f->reg[SUPERMON_ADDR / 4]++;
	}
	if (addr == SUPERMON_LAST) {
		const uint64_t same = word(f)[-1];

		while ((f->reg[SUPERMON_ADDR / 4] & 0xFFFF) <= value) {
			*word(f) = same;
			if ((f->reg[SUPERMON_ADDR / 4]++ & 0xFFFF) == 0xFFFF)
				break;
		}
		f->filling = 3;
	}
	return 0;
}

static int fake_run(struct device *dev, uint64_t ns)
{
	((struct fake *)dev)->ran += ns;
	return 0;
}

static const struct device_ops ops = {.read = fake_read, .write = fake_write, .run = fake_run};
static struct fake fake;

static void open_fake(struct sm *m)
{
	memset(&fake, 0, sizeof(fake));
	fake.dev.ops = &ops;
	fake.reg[SUPERMON_ID / 4] = SUPERMON_ID_RESET;
	assert_int_equal(sm_open_device(m, &fake.dev), 0);
}

static void opens(void)
{
	struct sm m = {0};
	struct sm_status st;
	char reply[SM_REPLY_BYTES];

	open_fake(&m);
	assert_int_equal(sm_command(&m, "help", reply, sizeof(reply)), -EOPNOTSUPP);
	assert_int_equal(sm_command(&m, "help", NULL, 0), -EINVAL);
	/* a fill that does not end */
	fake.filling = UINT_MAX;
	assert_int_equal(sm_fill_words(&m, 0, 1, 0), -ETIMEDOUT);
	assert_int_equal(sm_close(&m), 0);
	assert_int_equal(sm_close(&m), -EBADF);
	assert_int_equal(sm_start(&m), -EBADF);
	assert_int_equal(sm_run(&m, 1), -EBADF);
	assert_int_equal(sm_stop(&m), -EBADF);
	assert_int_equal(sm_get_status(&m, &st), -EBADF);
	assert_int_equal(sm_fill_words(&m, 0, 1, 0), -EBADF);
	fake.reg[SUPERMON_ID / 4] ^= 1;
	assert_int_equal(sm_open_device(&m, &fake.dev), -ENODEV);
	assert_null(m.dev);
	assert_int_equal(sm_open_device(&m, NULL), -EINVAL);
	assert_int_equal(sm_open(&m, "nowhere:"), -EPROTONOSUPPORT);
}

static void settings(void)
{
	const struct sm_mode mode = {
		.trace = {false, true}, .form_b = true, .histogram = SM_ADDRESS};
	uint8_t bit[SM_BIN_BITS], got[SM_BIN_BITS];
	struct sm_mode is;
	struct sm m;

	open_fake(&m);
	assert_int_equal(sm_set_mode(&m, &mode), 0);
	assert_int_equal(fake.reg[SUPERMON_MODE / 4], SUPERMON_MODE_HIST_MASK |
							      SUPERMON_MODE_FORM_MASK |
							      SUPERMON_MODE_BTRACE_MASK);
	assert_int_equal(sm_get_mode(&m, &is), 0);
	assert_true(!is.trace[0] && is.trace[1] && is.form_b && is.histogram == SM_ADDRESS);
	is.histogram = SM_CLOCKS; /* needs both banks */
	assert_int_equal(sm_set_mode(&m, &is), -EINVAL);
	is.trace[1] = false;
	assert_int_equal(sm_set_mode(&m, &is), 0);
	is.histogram = (enum sm_histogram)4;
	assert_int_equal(sm_set_mode(&m, &is), -EINVAL);
	for (unsigned int i = 0; i < SM_BIN_BITS; i++)
		bit[i] = (uint8_t)(29 - i);
	bit[7] = SM_NO_BIT;
	assert_int_equal(sm_set_bits(&m, bit), 0);
	/* five bits of the bin in each register, 5 bits each */
	assert_int_equal(fake.reg[SUPERMON_SEL0 / 4],
			 29 | 28 << 5 | 27 << 10 | 26 << 15 | 25 << 20);
	assert_int_equal(sm_get_bits(&m, got), 0);
	assert_memory_equal(got, bit, sizeof(bit));
	bit[14] = SM_ADDRESS_BITS;
	assert_int_equal(sm_set_bits(&m, bit), -EINVAL);
	assert_int_equal(sm_set_bits(&m, NULL), -EINVAL);
	fake.refuses = true;
	bit[14] = 0;
	assert_int_equal(sm_set_bits(&m, bit), -EBUSY);
	assert_int_equal(m.hold.holds, 0);
}

static void memories(void)
{
	static uint64_t words[600], got[600];
	static uint16_t table[600], back[600];
	struct sm m;

	open_fake(&m);
	for (unsigned int i = 0; i < 600; i++) {
		words[i] = SM_WORD_MAX - i;
		table[i] = (uint16_t)(7 * i);
	}
	assert_int_equal(sm_write_words(&m, SM_BANK_WORDS - 300, words, 600), 0);
	assert_true(fake.memory[0][SM_BANK_WORDS] == SM_WORD_MAX - 300);
	assert_int_equal(sm_read_words(&m, SM_BANK_WORDS - 300, got, 600), 0);
	assert_memory_equal(got, words, sizeof(words));
	assert_int_equal(sm_fill_words(&m, 5, SM_WORDS - 1, 9), 0);
	assert_true(fake.memory[0][4] == 0 && fake.memory[0][5] == 9 &&
		    fake.memory[0][SM_WORDS - 1] == 9);
	assert_true(fake.ran > 0); /* the call has waited for the fill */
	assert_int_equal(sm_fill_words(&m, 5, 5, 8), 0);
	assert_true(fake.memory[0][5] == 8 && fake.memory[0][6] == 9);
	assert_int_equal(sm_write_table(&m, SM_FUNCTION, 100, table, 600), 0);
	assert_true(fake.memory[SM_FUNCTION][101] == 7);
	assert_int_equal(sm_read_table(&m, SM_FUNCTION, 100, back, 600), 0);
	assert_memory_equal(back, table, sizeof(table));
	assert_int_equal(sm_fill_table(&m, SM_MACHINE, 3, 5, 0x2F), 0);
	assert_true(fake.memory[SM_MACHINE][2] == 0 && fake.memory[SM_MACHINE][5] == 0x2F &&
		    fake.memory[SM_MACHINE][6] == 0);
	/* ranges and values that do not fit are refused as a whole */
	assert_int_equal(sm_write_words(&m, SM_WORDS - 1, words, 2), -EINVAL);
	words[1] = SM_WORD_MAX + 1;
	assert_int_equal(sm_write_words(&m, 0, words, 2), -EINVAL);
	assert_true(fake.memory[0][0] == 0);
	assert_int_equal(sm_fill_words(&m, 2, 1, 0), -EINVAL);
	assert_int_equal(sm_write_table(&m, SM_MATCHES, SM_MATCH_WORDS, table, 1), -EINVAL);
	assert_int_equal(sm_fill_table(&m, (enum sm_table)4, 0, 1, 0), -EINVAL);
	assert_int_equal(sm_read_table(&m, SM_MACHINE, 0, NULL, 1), -EINVAL);
	fake.refuses = true;
	assert_int_equal(sm_read_words(&m, 0, got, 1), -EBUSY);
	assert_int_equal(m.hold.holds, 0);
}

/* Checks each flag of STAT alone. */
static void status_flags(struct sm *m)
{
	static const struct {
		uint32_t stat;
		struct sm_status st;
	} flags[] = {
		{SUPERMON_STAT_RUN_MASK, {.running = true}},
		{SUPERMON_STAT_FILL_MASK, {.filling = true}},
		{SUPERMON_STAT_TFULL_MASK, {.trace_full = true}},
		{SUPERMON_STAT_TLOST_MASK, {.trace_lost = true}},
		{SUPERMON_STAT_CLOST_MASK, {.count_lost = true}},
		{SUPERMON_STAT_CWRAP_MASK, {.counter_wrap = true}},
		{SUPERMON_STAT_OVER_MASK, {.overlap = true}},
		{SUPERMON_STAT_TWRAP_MASK, {.time_wrap = true}},
		{SUPERMON_STAT_REFUSED_MASK, {.refused = true}},
	};

	for (size_t EACH(i, 0); i < sizeof(flags) / sizeof(*flags); i++) {
		const struct sm_status *want = &flags[i].st;
		struct sm_status st;

		fake.reg[SUPERMON_STAT / 4] = flags[i].stat;
		assert_int_equal(sm_get_status(m, &st), 0);
		assert_true(st.running == want->running && st.filling == want->filling &&
			    st.trace_full == want->trace_full &&
			    st.trace_lost == want->trace_lost &&
			    st.count_lost == want->count_lost &&
			    st.counter_wrap == want->counter_wrap &&
			    st.overlap == want->overlap && st.time_wrap == want->time_wrap &&
			    st.refused == want->refused);
	}
}

static void measures(void)
{
	struct sm_status st;
	struct sm m;

	open_fake(&m);
	assert_int_equal(sm_start(&m), 0);
	assert_int_equal(fake.reg[SUPERMON_CMD / 4], SUPERMON_CMD_START_MASK);
	fake.stopping = 4;
	assert_int_equal(sm_stop(&m), 0);
	assert_int_equal(fake.reg[SUPERMON_CMD / 4], SUPERMON_CMD_STOP_MASK);
	assert_int_equal(fake.stopping, 0);
	fake.reg[SUPERMON_STAT / 4] = 0;
	fake.reg[SUPERMON_TCNT / 4] = 65536;
	fake.reg[SUPERMON_TLOST / 4] = 3;
	fake.reg[SUPERMON_CLOST / 4] = 4;
	fake.reg[SUPERMON_EVENTS / 4] = 5;
	fake.reg[SUPERMON_TIMEL / 4] = 0xFFFFFFFF;
	fake.reg[SUPERMON_TIMEH / 4] = 0xAB;
	fake.reg[SUPERMON_NOW / 4] = 0x7FFF << SUPERMON_NOW_USER_LSB | 9;
	assert_int_equal(sm_get_status(&m, &st), 0);
	assert_int_equal(st.entries, 65536);
	assert_int_equal(st.lost_entries, 3);
	assert_int_equal(st.lost_counts, 4);
	assert_int_equal(st.events, 5);
	assert_true(st.clocks == UINT64_C(0xABFFFFFFFF));
	assert_int_equal(st.user, 0x7FFF);
	assert_int_equal(st.machine, 9);
	assert_int_equal(sm_get_status(&m, NULL), -EINVAL);
	status_flags(&m);
}

static struct sm_entry decoded(struct sm_decoder *d, uint64_t w)
{
	struct sm_entry e;

	sm_decode(d, w, &e);
	return e;
}

/* An entry of form A. */
static uint64_t form_a(bool write, bool wrap, uint64_t addr, uint64_t time)
{
	return (uint64_t)write << 47 | (uint64_t)wrap << 46 | addr << 16 | time;
}

static void entries(void)
{
	const uint64_t top = UINT64_C(1) << 40;
	struct sm_decoder a = {0}, b = {.form_b = true};
	struct sm_entry e;

	e = decoded(&a, form_a(true, false, 0x3FFFFFFF, 5));
	assert_true(e.event && e.write && e.addr == 0x3FFFFFFF && e.time == 5);
	/* the stamp has wrapped once */
	e = decoded(&a, form_a(false, true, 2, 4));
	assert_true(e.event && !e.write && e.addr == 2 && e.time == 0x10004);
	/* entries of periods without an event: of the third period, and of the first one after
	 * 2^40 clocks */
	e = decoded(&a, form_a(false, false, 3, 0));
	assert_true(!e.event && e.time == 0x3FFFF);
	e = decoded(&a, form_a(false, true, 0, 7));
	assert_true(e.event && e.time == 0x40007);
	e = decoded(&a, form_a(false, false, 1, 0));
	assert_true(!e.event && e.time == top + 0x1FFFF);
	/* form B: user state and time */
	e = decoded(&b, UINT64_C(0xA5) << 40 | 9);
	assert_true(e.event && e.data == 0xA5 && e.time == 9);
	e = decoded(&b, 9); /* a time that is not later: 2^40 clocks have passed */
	assert_true(e.time == top + 9);
	e = decoded(&b, 10);
	assert_true(e.time == top + 10);
}

static void compile(struct sm_program *p, const char *text)
{
	const char *wrong;

	sm_program_begin(p);
	for (size_t n; *text; text += n + (text[n] == '\n')) {
		EACH_OF(text);
		n = strcspn(text, "\n");
		assert_int_equal(sm_program_line(p, text, n, &wrong), 0);
	}
	assert_int_equal(sm_program_end(p, &wrong), 0);
}

/* The code of match 0 for a word address, through its five stages. */
static unsigned int match(const struct sm_program *p, uint32_t addr)
{
	unsigned int code = 0;

	for (unsigned int stage = 0; stage < 5; stage++)
		code = p->match[stage << 9 | code << 6 | (addr >> (24 - 6 * stage) & 63)] & 7;
	return code;
}

/* Words of the tables: of the machine {state, control, matches}, of the function {bits of the
 * bin, control}. */
static void programs(void)
{
	static struct sm_program p;
	const char *wrong;
	struct sm m;

	compile(&p, "banks trace count\nform b\nhistogram address\nbits 2-4 31\n"
		    "match 0 range 0x1000 0x1FFFC\nstate 3 write m0 : trace goto 5\n"
		    "state * read : count # all states\nuser c0 a1 1 : !c2\nuser 77\n");
	assert_int_equal(sm_program_machine(&p, 3 << 12 | 1 << 4 | 1), SM_ENTRY_TRACE | 5);
	assert_int_equal(sm_program_machine(&p, 3 << 12 | 1 << 4), 3); /* keeps its state */
	assert_int_equal(sm_program_machine(&p, 9 << 12), SM_ENTRY_COUNT | 9);
	assert_int_equal(sm_program_function(&p, 1 | 2 << 8), 7);
	assert_int_equal(sm_program_function(&p, 0), 1);
	assert_int_equal(sm_program_function(&p, 4), 77);
	assert_int_equal(match(&p, 0x3FF), 0);
	assert_int_equal(match(&p, 0x400), 1);
	assert_int_equal(match(&p, 0x7FFF), 1);
	assert_int_equal(match(&p, 0x8000), 0);
	compile(&p, "match 0 value 0xC0000040 0xF0000040\nstate * : count\n");
	assert_int_equal(match(&p, 0x30000010), 1);
	assert_int_equal(match(&p, 0x33FFFFFF), 1);
	assert_int_equal(match(&p, 0x20000010), 0);
	assert_int_equal(match(&p, 0x30000000), 0);
	/* the tables in the memory are those that sm_program_machine() and the other functions
	 * return */
	open_fake(&m);
	assert_int_equal(sm_program_load(&p, &m), 0);
	for (unsigned int EACH(w, 0); w < SM_TABLE_WORDS; w++) {
		assert_true(fake.memory[SM_MACHINE][w] == sm_program_machine(&p, w));
		assert_true(fake.memory[SM_FUNCTION][w] == sm_program_function(&p, w));
	}
	for (unsigned int EACH(w, 0); w < SM_MATCH_WORDS; w++)
		assert_true(fake.memory[SM_MATCHES][w] == p.match[w]);
	sm_program_begin(&p);
	assert_int_equal(sm_program_end(&p, &wrong), -EINVAL); /* no rule */
	assert_int_equal(sm_program_line(&p, "state 0 : count\0", 16, &wrong), -EINVAL);
	fake.refuses = true;
	assert_int_equal(sm_program_load(&p, &m), -EBUSY);
}

static const struct unit units[] = {
	UNIT(opens, ""),    UNIT(settings, ""), UNIT(memories, ""),
	UNIT(measures, ""), UNIT(entries, ""),	UNIT(programs, ""),
};

UNIT_MAIN(units)
