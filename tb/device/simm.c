/* SPDX-License-Identifier: Apache-2.0 */
#include "simm.h"
#include "sparse.h"
#include <inttypes.h>
#include <stdio.h>

#define LANES 4
#define ROWS_MAX 4096
#define SCAN SIM_MS(4)			   /* interval at which untouched rows are checked */
#define LONG_AGO (-INT64_C(1000000000000)) /* 1 s before the start */

// clang-format off
/* 60 ns fast page mode, in ns: T(parameter, minimum or maximum, meaning). */
#define TIMINGS(T)                                                              \
	/* maxima: access and turn-off times, longest pulse */                  \
	T(RAC,  60, "access time from RAS#")                                    \
	T(CAC,  15, "access time from CAS#")                                    \
	T(AA,   30, "access time from column address")                          \
	T(CPA,  35, "access time from CAS# precharge")                          \
	T(OFF,  15, "output turn-off after CAS#")                               \
	T(RASP, 100000, "longest RAS# pulse")                                   \
	/* minima */                                                            \
	T(RAS,  60, "RAS# pulse")                                               \
	T(RP,   40, "RAS# precharge")                                           \
	T(RC,  110, "RAS# cycle")                                               \
	T(CRP,  10, "CAS# high before RAS# falls")                              \
	T(RCD,  20, "RAS# to CAS# delay")                                       \
	T(RSH,  15, "RAS# hold after CAS# falls")                               \
	T(CSH,  60, "CAS# hold after RAS# falls")                               \
	T(CAS,  15, "CAS# pulse")                                               \
	T(CP,   10, "CAS# precharge")                                           \
	T(PC,   40, "page mode cycle")                                          \
	T(ASR,   0, "row address set-up")                                       \
	T(RAH,  10, "row address hold")                                         \
	T(ASC,   0, "column address set-up")                                    \
	T(CAH,  15, "column address hold")                                      \
	T(RAL,  30, "column address to RAS# rising")                            \
	T(RCS,   0, "read command set-up")                                      \
	T(RCH,   0, "read command hold after CAS#")                             \
	T(RRH,   0, "read command hold after RAS#")                             \
	T(WCS,   0, "write command set-up")                                     \
	T(WCH,  15, "write command hold")                                       \
	T(DS,    0, "write data set-up")                                        \
	T(DH,   15, "write data hold")                                          \
	T(CSR,  10, "CAS# low before RAS# in refresh")                          \
	T(CHR,  15, "CAS# hold in refresh")                                     \
	T(RPC,  10, "RAS# high before CAS# falls for refresh")                  \
	T(WRP,  10, "WE# high before RAS# in refresh")                          \
	T(WRH,  10, "WE# high after RAS# in refresh")

enum {
#define T(name, ns, what) T_##name,
	TIMINGS(T)
#undef T
};

static const struct {
	const char *name, *what;
	int64_t ps;
} timing[] = {
#define T(name, ns, what) { "t" #name, what, INT64_C(1000) * ns },
	TIMINGS(T)
#undef T
};
// clang-format on

static const struct {
	uint32_t words;
	unsigned int bits; /* number of row and of column address lines */
	unsigned int pd;   /* code of PRD4..PRD1 */
	unsigned int ms;   /* maximum refresh interval of a row, in ms */
} module[] = {
	[SIMM_EMPTY] = {0, 0, 0xF, 0},
	[SIMM_4MB] = {1u << 20, 10, 0xC, 16},
	[SIMM_16MB] = {1u << 22, 11, 0xE, 32},
	[SIMM_64MB] = {1u << 24, 12, 0xC, 64},
};

/* Address and control pins are packed into one word, so that one comparison detects any
 * change. */
#define ADDRESS 0xFFFu
#define CAS_AT 12
#define CAS (0xFu << CAS_AT)
#define RAS_AT 16
#define RAS (1u << RAS_AT)
#define WE_AT 17
#define WE (1u << WE_AT)
#define OE_AT 18
/* active high: the controller drives DQ; the other pins are active low */
#define OE (1u << OE_AT)
#define PINS_IDLE (CAS | RAS | WE)

/* The chips on one CAS# line, or on all lines while these are identical */
struct lane {
	unsigned int lines; /* set of CAS# lines, one bit per line */
	uint32_t bits;	    /* bits of DQ on these lines */
	int64_t fall, rise;
	int64_t valid; /* time from which read data are valid */
	bool low, reading, writing;
};

struct simm {
	struct sim *s;
	struct sim_clock *clk;
	char name[16];
	struct sim_pin *pd, *a, *dq_i,
		*dq_o; /* dq_o: 32 bits, or 8 on a board that connects only 8 */
	const uint8_t *ras_n, *cas_n, *we_n, *dq_oe;
	enum simm_size size;
	uint32_t rows; /* number of rows, and also of columns */
	struct sparse mem;
	bool awake; /* RAS# and CAS# have been high once */
	bool idle;  /* both are high, and no check is pending until one falls */
	bool shows; /* the module drives read data, valid or not yet valid */
	bool closed;
	uint32_t pins, dq;		/* levels that the controller drove at the last
					 * change */
	enum { ACCESS, REFRESH } cycle; /* kind of the current or last RAS# cycle */
	uint32_t row;			/* word index of its column 0 */
	int64_t ras_fall, ras_rise, addr_change, we_change, dq_change;
	int64_t column; /* time since which the address had been stable at the last fall of
			 * CAS# */
	/* The lanes are usually identical: while they are, the first one represents all. */
	struct lane lane[LANES], *end;
	uint32_t data;	  /* data read at the last fall of CAS#, all lanes */
	uint32_t counter; /* row counter of the CAS#-before-RAS# refresh */
	sim_time row_limit;
	sim_time refreshed[ROWS_MAX];
	struct simm_stats st;
};

static inline int64_t latest(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static __attribute__((cold)) void too_short(struct simm *m, int t, int64_t is)
{
	SIM_FAIL(m->s, "%s: %s, %s, is %" PRId64 " ps, at least %" PRId64 " needed", m->name,
		 timing[t].name, timing[t].what, is, timing[t].ps);
}

static inline void need_time(struct simm *m, int t, int64_t now, int64_t since)
{
	if (now - since < timing[t].ps)
		too_short(m, t, now - since);
}

#define EACH_LANE(m, l) for (struct lane *l = (m)->lane; l < (m)->end; l++)

/* Splits the common lane, because some CAS# lines change now and others do not. */
static void separate_lanes(struct simm *m)
{
	if (m->end != m->lane + 1)
		return;
	m->end = m->lane + LANES;
	for (int i = 0; i < LANES; i++) {
		m->lane[i] = m->lane[0];
		m->lane[i].lines = 1u << i;
		m->lane[i].bits = (uint32_t)0xFF << 8 * i;
	}
}

/* Joins the lanes if all CAS# lines are about to fall. The joined lane keeps only the time of
 * the last rise, and that only if it was later than the fall of RAS#. */
static void join_lanes(struct simm *m)
{
	struct lane all = m->lane[0];

	EACH_LANE(m, l)
	{
		if (l->rise != all.rise && (l->rise > m->ras_fall || all.rise > m->ras_fall))
			return;
		if ((l->fall > m->ras_fall) != (all.fall > m->ras_fall))
			return;
		all.fall = latest(all.fall, l->fall);
		all.rise = latest(all.rise, l->rise);
	}
	all.lines = 0xF;
	all.bits = UINT32_MAX;
	m->lane[0] = all;
	m->end = m->lane + 1;
}

/* ---- refresh ---- */

static void fail_late_refresh(struct simm *m, uint32_t row, sim_time waited)
{
	SIM_FAIL(m->s,
		 "%s: tREF: row %" PRIu32 " has had no refresh for %" PRIu64
		 " us, at most %u ms allowed",
		 m->name, row, waited / SIM_US(1), module[m->size].ms);
}

static void refresh_row(struct simm *m, uint32_t row, sim_time now)
{
	const sim_time waited = now - m->refreshed[row];

	m->refreshed[row] = now;
	if (waited > m->st.longest_row)
		m->st.longest_row = waited;
	if (waited > m->row_limit)
		fail_late_refresh(m, row, waited);
}

/* Finds the row with the oldest refresh; returns its age. */
static sim_time oldest_row(const struct simm *m, sim_time now, uint32_t *row)
{
	sim_time waited = 0;

	for (uint32_t r = 0; r < m->rows; r++)
		if (now - m->refreshed[r] >= waited) {
			waited = now - m->refreshed[r];
			*row = r;
		}
	return waited;
}

static void stamp_rows(struct simm *m)
{
	for (uint32_t r = 0; r < m->rows; r++)
		m->refreshed[r] = sim_now(m->s);
}

static void scan_rows(void *arg)
{
	struct simm *m = arg;
	const sim_time now = sim_now(m->s);
	uint32_t row = 0;
	sim_time waited;

	if (m->closed)
		return;
	waited = oldest_row(m, now, &row);
	if (waited > m->row_limit)
		fail_late_refresh(m, row, waited);
	if (m->awake && !(m->pins & RAS) && (int64_t)now - m->ras_fall > timing[T_RASP].ps)
		SIM_FAIL(m->s, "%s: tRASP: RAS# is low for more than 100 us", m->name);
	sim_at(m->s, now + SCAN, scan_rows, m);
}

/* ---- data out ---- */

static void put_read_data(void *arg);

/* Until read data are valid, the module drives their inverse, so that every bit is wrong. Data
 * that become valid before the controller's next clock are driven immediately, because the
 * controller cannot notice the difference. */
static void start_read_data(struct simm *m, int64_t now)
{
	int64_t later = 0;
	uint32_t right = 0; /* bits */

	EACH_LANE(m, l)
	{
		if (!l->low || !l->reading)
			continue;
		if (l->valid <= now + (int64_t)sim_clock_period(m->clk))
			right |= l->bits;
		else if (!later || l->valid < later)
			later = l->valid;
	}
	m->shows = right || later;
	sim_put(m->dq_i, m->data ^ ~right);
	/* 1 ps earlier, so that a clock edge at exactly that time samples valid data */
	if (later)
		sim_at(m->s, (sim_time)later - 1, put_read_data, m);
}

static void put_read_data(void *arg)
{
	struct simm *m = arg;

	if (!m->closed)
		start_read_data(m, (int64_t)sim_now(m->s));
}

/* Checks for a conflict on DQ: while the controller drives it, the lane must not drive it nor
 * have done so within the turn-off time. */
static void bus_fight(struct simm *m, const struct lane *l, int64_t now)
{
	if (l->low)
		SIM_FAIL(m->s, "%s: bus fight: dq_oe while the module drives lane %d", m->name,
			 (int)(l - m->lane));
	if (now - l->rise < timing[T_OFF].ps)
		SIM_FAIL(m->s,
			 "%s: bus fight: dq_oe %" PRId64
			 " ps after CAS# rose, tOFF is %" PRId64,
			 m->name, now - l->rise, timing[T_OFF].ps);
}

/* ---- one instant at which pins changed ---- */

static void address_changed(struct simm *m, int64_t now)
{
	if (m->cycle == ACCESS)
		need_time(m, T_RAH, now, m->ras_fall);
	EACH_LANE(m, l)
	if (l->reading || l->writing)
		need_time(m, T_CAH, now, l->fall);
	m->addr_change = now;
}

static void cas_rose(struct simm *m, struct lane *l, int64_t now)
{
	need_time(m, T_CAS, now, l->fall);
	need_time(m, m->cycle == ACCESS ? T_CSH : T_CHR, now, m->ras_fall);
	l->low = false;
	l->rise = now;
}

static void ras_rose(struct simm *m, int64_t now)
{
	need_time(m, T_RAS, now, m->ras_fall);
	if (now - m->ras_fall > timing[T_RASP].ps)
		SIM_FAIL(m->s, "%s: tRASP: RAS# was low for more than 100 us", m->name);
	m->ras_rise = now;
	if (m->cycle != ACCESS)
		return;
	EACH_LANE(m, l)
	if (l->fall > m->ras_fall) {
		need_time(m, T_RSH, now, l->fall);
		need_time(m, T_RAL, now, m->column);
	}
}

static void we_changed(struct simm *m, int64_t now)
{
	const bool we_n = m->pins & WE, ras_n = m->pins & RAS;

	if (m->cycle == REFRESH)
		need_time(m, T_WRH, now, m->ras_fall);
	EACH_LANE(m, l)
	{
		if (we_n && l->writing)
			need_time(m, T_WCH, now, l->fall);
		if (we_n || m->cycle != ACCESS)
			continue;
		if (l->low && (l->reading || l->writing))
			SIM_FAIL(m->s,
				 "%s: tWCS: WE# falls while CAS# is low: only early writes, "
				 "OE# is grounded",
				 m->name);
		if (l->reading)
			need_time(m, ras_n ? T_RRH : T_RCH, now, ras_n ? m->ras_rise : l->rise);
	}
	m->we_change = now;
}

/* Checks the hold time of the bits of DQ that have changed. */
static void data_changed(struct simm *m, int64_t now, uint32_t bits)
{
	EACH_LANE(m, l)
	if (l->writing && bits & l->bits)
		need_time(m, T_DH, now, l->fall);
	m->dq_change = now;
}

/*
 * Places a row or column number in the controller's word address: the low ten lines, then the
 * eleventh and the twelfth, which smaller modules do not have.
 */
static inline uint32_t spread(uint32_t lines, unsigned int low, unsigned int tenth,
			      unsigned int eleventh)
{
	return (lines & 0x3FF) << low | (lines >> 10 & 1) << tenth |
	       (lines >> 11 & 1) << eleventh;
}

static void ras_fell(struct simm *m, int64_t now)
{
	const unsigned int cas_n = (m->pins & CAS) >> CAS_AT;
	uint32_t row;

	need_time(m, T_RP, now, m->ras_rise);
	need_time(m, T_RC, now, m->ras_fall);
	m->ras_fall = now;
	if (cas_n == 0xF) {
		m->cycle = ACCESS;
		EACH_LANE(m, l)
		need_time(m, T_CRP, now, l->rise);
		need_time(m, T_ASR, now, m->addr_change);
		row = m->pins & ADDRESS & (m->rows - 1);
		m->row = spread(row, 10, 20, 22);
		refresh_row(m, row, (sim_time)now);
		return;
	}
	m->cycle = REFRESH;
	if (cas_n)
		SIM_FAIL(m->s, "%s: refresh with CAS# lines %X high: those chips miss it",
			 m->name, cas_n);
	EACH_LANE(m, l)
	need_time(m, T_CSR, now, l->low ? l->fall : now);
	if (!(m->pins & WE))
		SIM_FAIL(m->s, "%s: tWRP: WE# is low in a refresh: the chips go into test mode",
			 m->name);
	need_time(m, T_WRP, now, m->we_change);
	refresh_row(m, m->counter, (sim_time)now);
	m->counter = (m->counter + 1) & (m->rows - 1);
	m->st.refreshes++;
}

static void poke_word(struct simm *m, uint32_t word, uint32_t value)
{
	if (sparse_put(&m->mem, word, value))
		SIM_FAIL(m->s, "out of memory");
}

/* Handles the fall of these CAS# lines. */
static void cas_fell(struct simm *m, int64_t now, unsigned int lines)
{
	const bool access = !(m->pins & RAS), write = !(m->pins & WE);
	const uint32_t word = m->row | spread(m->pins & ADDRESS & (m->rows - 1), 0, 21, 23);
	const uint32_t was = sparse_get(&m->mem, word);
	uint32_t mask = 0;

	if (access && m->cycle == REFRESH)
		SIM_FAIL(m->s, "%s: CAS# falls again in a refresh", m->name);
	if (lines != 0xF)
		separate_lanes(m);
	else if (m->end != m->lane + 1)
		join_lanes(m);
	EACH_LANE(m, l)
	{
		if (!(lines & l->lines))
			continue;
		need_time(m, T_CP, now, l->rise);
		l->low = true;
		if (!access) {
			need_time(m, T_RPC, now, m->ras_rise);
			l->fall = now;
			l->reading = l->writing = false;
			continue;
		}
		need_time(m, T_RCD, now, m->ras_fall);
		if (l->fall > m->ras_fall)
			need_time(m, T_PC, now, l->fall);
		need_time(m, T_ASC, now, m->addr_change);
		need_time(m, write ? T_WCS : T_RCS, now, m->we_change);
		l->valid = latest(m->ras_fall + timing[T_RAC].ps, now + timing[T_CAC].ps);
		l->valid = latest(l->valid, m->addr_change + timing[T_AA].ps);
		if (l->rise > m->ras_fall)
			l->valid = latest(l->valid, l->rise + timing[T_CPA].ps);
		l->fall = now;
		l->reading = !write;
		l->writing = write;
		mask |= l->bits;
		if (l->reading && m->pins & OE)
			bus_fight(m, l, now);
	}
	if (!access)
		return;
	m->data = (m->data & ~mask) | (was & mask);
	m->column = m->addr_change;
	if (!write) {
		m->st.reads++;
		return;
	}
	m->st.writes++;
	if (!(m->pins & OE))
		SIM_FAIL(m->s, "%s: tDS: the data of a write are not driven", m->name);
	need_time(m, T_DS, now, m->dq_change);
	poke_word(m, word, (was & ~mask) | (m->dq & mask));
}

static void step_pins(struct simm *m, uint32_t pins, uint32_t dq)
{
	const int64_t now = (int64_t)sim_now(m->s);
	const uint32_t rose = pins & ~m->pins, fell = m->pins & ~pins, changed = rose | fell;
	const uint32_t bits = changed & OE ? UINT32_MAX : m->dq ^ dq;
	unsigned int lines;

	m->pins = pins;
	m->dq = dq;
	if (changed & ADDRESS)
		address_changed(m, now);
	lines = (rose & CAS) >> CAS_AT;
	if (lines) {
		if (lines != 0xF)
			separate_lanes(m);
		EACH_LANE(m, l)
		if (lines & l->lines)
			cas_rose(m, l, now);
	}
	if (rose & RAS)
		ras_rose(m, now);
	if (changed & WE)
		we_changed(m, now);
	if (bits)
		data_changed(m, now, bits);
	if (pins & OE) {
		EACH_LANE(m, l)
		if (l->reading)
			bus_fight(m, l, now);
	}
	if (fell & RAS)
		ras_fell(m, now);
	lines = (fell & CAS) >> CAS_AT;
	if (lines)
		cas_fell(m, now, lines);
	if (m->shows ? changed & CAS : lines && pins & WE)
		start_read_data(m, now);
	/* All hold times end before the next clock, and the set-up times of address, WE# and
	 * data are zero, so the time at which these change meanwhile does not matter. */
	m->idle = (pins & (RAS | CAS)) == (RAS | CAS) &&
		  (int64_t)sim_clock_period(m->clk) >= timing[T_OFF].ps;
}

/* Checks the pins at a rise of the clock, unless the module is idle. */
static SIM_SELDOM void check_pins(struct simm *m)
{
	const uint32_t dq = (uint32_t)sim_get(m->dq_o);
	const uint32_t pins = (uint32_t)sim_get(m->a) | (uint32_t)*m->cas_n << CAS_AT |
			      (uint32_t)*m->ras_n << RAS_AT | (uint32_t)*m->we_n << WE_AT |
			      (uint32_t)*m->dq_oe << OE_AT;

	if (m->awake) {
		if (pins != m->pins || dq != m->dq)
			step_pins(m, pins, dq);
	} else if ((pins & (RAS | CAS)) == (RAS | CAS) && !m->closed) {
		m->awake = m->idle = true;
		stamp_rows(m);
	}
}

static void on_rise(void *arg)
{
	struct simm *m = arg;

	if (!m->idle || !*m->ras_n || *m->cas_n != 0xF)
		check_pins(m);
}

/* ---- outside ---- */

static void reset_state(struct simm *m)
{
	m->awake = m->idle = false;
	m->pins = PINS_IDLE;
	m->dq = 0;
	m->cycle = ACCESS;
	m->ras_fall = m->ras_rise = m->addr_change = m->we_change = m->dq_change = LONG_AGO;
	m->column = LONG_AGO;
	for (int i = 0; i < LANES; i++)
		m->lane[i] = (struct lane){0xF, UINT32_MAX, .fall = LONG_AGO, .rise = LONG_AGO};
	m->end = m->lane + 1;
	m->data = 0;
}

static void free_module(void *arg)
{
	struct simm *m = arg;

	simm_close(m);
	free(m);
}

struct simm *simm_open(struct sim *s, struct sim_clock *clk, const char *prefix,
		       enum simm_size size)
{
	struct simm *m = calloc(1, sizeof(*m));

	if (!m || sparse_init(&m->mem, module[size].words)) {
		free(m);
		SIM_FAIL(s, "out of memory");
		return NULL;
	}
	m->s = s;
	m->clk = clk;
	m->size = size;
	m->rows = 1u << module[size].bits;
	snprintf(m->name, sizeof(m->name), "%s_", prefix);
	sim_cleanup(s, free_module, m);
	m->pd = sim_pin_of(s, m->name, "pd");
	m->a = sim_pin_of(s, m->name, "a");
	m->ras_n = sim_low(sim_pin_of(s, m->name, "ras_n"));
	m->cas_n = sim_low(sim_pin_of(s, m->name, "cas_n"));
	m->we_n = sim_low(sim_pin_of(s, m->name, "we_n"));
	m->dq_i = sim_pin_of(s, m->name, "dq_i");
	m->dq_o = sim_pin_of(s, m->name, "dq_o");
	m->dq_oe = sim_low(sim_pin_of(s, m->name, "dq_oe"));
	m->row_limit = SIM_MS(module[size].ms);
	simm_set_pd(m, -1);
	sim_put(m->dq_i, UINT32_MAX);
	reset_state(m);
	if (size == SIMM_EMPTY)
		return m;
	stamp_rows(m);
	sim_on(clk, SIM_RISE, on_rise, m);
	sim_at(s, sim_now(s) + SCAN, scan_rows, m);
	return m;
}

void simm_close(struct simm *m)
{
	uint32_t row = 0;
	sim_time waited;

	if (m->closed)
		return;
	waited = oldest_row(m, sim_now(m->s), &row);
	m->closed = true;
	reset_state(m);
	sparse_free(&m->mem);
	if (m->size != SIMM_EMPTY && waited > m->row_limit)
		fail_late_refresh(m, row, waited);
}

void simm_power_on(struct simm *m)
{
	reset_state(m);
	stamp_rows(m);
}

void simm_set_pd(struct simm *m, int code)
{
	sim_put(m->pd, code < 0 ? module[m->size].pd : (unsigned int)code);
}

uint32_t simm_bytes(const struct simm *m)
{
	return 4 * module[m->size].words;
}

uint32_t simm_peek(struct simm *m, uint32_t word)
{
	return sparse_get(&m->mem, word);
}

void simm_poke(struct simm *m, uint32_t word, uint32_t value)
{
	poke_word(m, word, value);
}

void simm_fill(struct simm *m, uint32_t value)
{
	sparse_fill(&m->mem, value);
}

void simm_each(struct simm *m, void (*fn)(void *, uint32_t, uint32_t), void *arg)
{
	sparse_each(&m->mem, fn, arg);
}

void simm_stats(const struct simm *m, struct simm_stats *st)
{
	uint32_t row = 0;
	sim_time waited = 0;

	*st = m->st;
	if (m->size != SIMM_EMPTY)
		waited = oldest_row(m, sim_now(m->s), &row);
	if (waited > st->longest_row)
		st->longest_row = waited;
}
