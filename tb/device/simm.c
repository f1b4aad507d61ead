/* SPDX-License-Identifier: Apache-2.0 */
#include "simm.h"
#include "sparse.h"
#include <inttypes.h>
#include <stdio.h>

#define LANES 4
#define ROWS_MAX 4096
#define SCAN SIM_MS(4)			   /* rows that nobody touches are looked at so often */
#define LONG_AGO (-INT64_C(1000000000000)) /* 1 s before the start */

// clang-format off
/* 60 ns fast page mode, in ns: T(parameter, minimum or maximum, meaning). */
#define TIMINGS(T)                                                              \
	/* maxima: data are valid so long after ... */                          \
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
	unsigned int bits; /* row and column address lines */
	unsigned int pd;   /* PRD4..PRD1 */
	unsigned int ms;   /* each row is refreshed within */
} module[] = {
	[SIMM_EMPTY] = {0, 0, 0xF, 0},
	[SIMM_4MB] = {1u << 20, 10, 0xC, 16},
	[SIMM_16MB] = {1u << 22, 11, 0xE, 32},
	[SIMM_64MB] = {1u << 24, 12, 0xC, 64},
};

/* The control pins in one word, so that one comparison sees any change. */
#define DQ_AT 0
#define A_AT 32
#define CAS_AT 44
#define RAS_AT 48
#define WE_AT 49
#define OE_AT 50
#define PINS_IDLE ((uint64_t)0xF << CAS_AT | (uint64_t)1 << RAS_AT | (uint64_t)1 << WE_AT)

static inline bool bit(uint64_t v, unsigned int at)
{
	return v >> at & 1;
}

struct lane { /* one byte: the chips on one CAS# line */
	int64_t fall, rise;
	int64_t valid; /* read data are there from now on */
	bool low, reading, writing;
};

struct simm {
	struct sim *s;
	struct sim_clock *clk;
	char name[16];
	struct sim_pin *pd, *a, *ras_n, *cas_n, *we_n, *dq_i, *dq_o, *dq_oe;
	enum simm_size size;
	struct sparse mem;
	bool awake; /* RAS# and CAS# have been high once */
	bool idle;  /* both are high, and nothing more can happen before one falls */
	bool closed;
	uint64_t pins;
	enum { ACCESS, REFRESH } cycle; /* of this RAS# low, or the last one */
	uint32_t row;
	int64_t ras_fall, ras_rise, addr_change, we_change, dq_change;
	int64_t column; /* address stable since, at the last CAS# falling */
	/* The lanes mostly do the same: while they do, the first one stands for all. */
	struct lane lane[LANES];
	int lanes;
	uint32_t data;	  /* read at the last CAS# falling, of all lanes */
	uint32_t counter; /* of CAS#-before-RAS# refresh */
	bool check_refresh;
	sim_time row_limit;
	sim_time refreshed[ROWS_MAX];
	struct simm_stats st;
};

static __attribute__((cold)) void too_short(struct simm *m, int t, int64_t is)
{
	SIM_FAIL(m->s, "%s: %s, %s, is %" PRId64 " ps, at least %" PRId64 " needed", m->name,
		 timing[t].name, timing[t].what, is, timing[t].ps);
}

static inline void need(struct simm *m, int t, int64_t now, int64_t since)
{
	if (now - since < timing[t].ps)
		too_short(m, t, now - since);
}

/* The bits of lane @i on DQ. */
static inline uint32_t lane_bits(const struct simm *m, int i)
{
	return m->lanes == 1 ? UINT32_MAX : (uint32_t)0xFF << 8 * i;
}

/* CAS# lines @lines (bit mask) change now: from here on they may differ from the others. */
static void part(struct simm *m, unsigned int lines)
{
	if (m->lanes == LANES || lines == 0xF)
		return;
	m->lanes = LANES;
	for (int i = 1; i < LANES; i++)
		m->lane[i] = m->lane[0];
}

/* All CAS# lines are about to fall. Nothing that was before matters but their last rise,
 * and that only where one is later than RAS#. */
static void unite(struct simm *m)
{
	int64_t rise = m->lane[0].rise;

	for (int i = 1; i < m->lanes; i++) {
		const int64_t r = m->lane[i].rise;

		if (r != rise && (r > m->ras_fall || rise > m->ras_fall))
			return;
		if ((m->lane[i].fall > m->ras_fall) != (m->lane[0].fall > m->ras_fall))
			return;
		if (m->lane[i].fall > m->lane[0].fall)
			m->lane[0].fall = m->lane[i].fall;
		rise = r > rise ? r : rise;
	}
	m->lane[0].rise = rise;
	m->lanes = 1;
}

/* ---- refresh ---- */

static void expired(struct simm *m, uint32_t row, sim_time waited)
{
	SIM_FAIL(m->s,
		 "%s: tREF: row %" PRIu32 " has had no refresh for %" PRIu64
		 " us, at most %u ms allowed",
		 m->name, row, waited / SIM_US(1), module[m->size].ms);
}

static void touch(struct simm *m, uint32_t row, sim_time now)
{
	const sim_time waited = now - m->refreshed[row];

	m->refreshed[row] = now;
	if (!m->check_refresh)
		return;
	if (waited > m->st.longest_row)
		m->st.longest_row = waited;
	if (waited > m->row_limit)
		expired(m, row, waited);
}

/* The row that waits longest, and how long. */
static sim_time oldest(const struct simm *m, sim_time now, uint32_t *row)
{
	sim_time waited = 0;

	for (uint32_t r = 0; r < 1u << module[m->size].bits; r++)
		if (now - m->refreshed[r] >= waited) {
			waited = now - m->refreshed[r];
			*row = r;
		}
	return waited;
}

static void stamp_rows(struct simm *m)
{
	for (uint32_t r = 0; r < 1u << module[m->size].bits; r++)
		m->refreshed[r] = sim_now(m->s);
}

static void scan(void *arg)
{
	struct simm *m = arg;
	const sim_time now = sim_now(m->s);
	uint32_t row = 0;
	sim_time waited;

	if (m->closed)
		return;
	waited = oldest(m, now, &row);
	if (m->check_refresh && waited > m->row_limit)
		expired(m, row, waited);
	if (m->awake && !bit(m->pins, RAS_AT) && (int64_t)now - m->ras_fall > timing[T_RASP].ps)
		SIM_FAIL(m->s, "%s: tRASP: RAS# is low for more than 100 us", m->name);
	sim_at(m->s, now + SCAN, scan, m);
}

/* ---- data out ---- */

static void present(void *arg);

/* Wrong data are the inverse of the right ones: no bit of them can be mistaken. Data
 * that become valid before the controller's next clock are put at once, because
 * nobody can see the difference. */
static void drive(struct simm *m, int64_t now)
{
	const int64_t next = now + (int64_t)sim_clock_period(m->clk);
	int64_t later = 0;
	uint32_t right = 0; /* bits */

	for (int i = 0; i < m->lanes; i++) {
		const struct lane *l = &m->lane[i];

		if (!l->low || !l->reading)
			continue;
		if (l->valid <= next)
			right |= lane_bits(m, i);
		else if (!later || l->valid < later)
			later = l->valid;
	}
	sim_put(m->dq_i, m->data ^ ~right);
	if (later) /* just before, so that a clock at that very time sees them */
		sim_at(m->s, (sim_time)later - 1, present, m);
}

static void present(void *arg)
{
	struct simm *m = arg;

	if (!m->closed)
		drive(m, (int64_t)sim_now(m->s));
}

static void bus_fight(struct simm *m, int64_t now)
{
	for (int i = 0; i < m->lanes; i++) {
		const struct lane *l = &m->lane[i];

		if (!l->reading)
			continue;
		if (l->low)
			SIM_FAIL(m->s, "%s: bus fight: dq_oe while the module drives lane %d",
				 m->name, i);
		if (now - l->rise < timing[T_OFF].ps)
			SIM_FAIL(m->s,
				 "%s: bus fight: dq_oe %" PRId64
				 " ps after CAS# rose, tOFF is %" PRId64,
				 m->name, now - l->rise, timing[T_OFF].ps);
	}
}

/* ---- one instant at which pins changed ---- */

static void address_changed(struct simm *m, int64_t now)
{
	if (m->cycle == ACCESS)
		need(m, T_RAH, now, m->ras_fall);
	for (int i = 0; i < m->lanes; i++)
		if (m->lane[i].reading || m->lane[i].writing)
			need(m, T_CAH, now, m->lane[i].fall);
	m->addr_change = now;
}

static void cas_rose(struct simm *m, struct lane *l, int64_t now)
{
	need(m, T_CAS, now, l->fall);
	need(m, m->cycle == ACCESS ? T_CSH : T_CHR, now, m->ras_fall);
	l->low = false;
	l->rise = now;
}

static void ras_rose(struct simm *m, int64_t now)
{
	need(m, T_RAS, now, m->ras_fall);
	if (now - m->ras_fall > timing[T_RASP].ps)
		SIM_FAIL(m->s, "%s: tRASP: RAS# was low for more than 100 us", m->name);
	for (int i = 0; m->cycle == ACCESS && i < m->lanes; i++)
		if (m->lane[i].fall > m->ras_fall) {
			need(m, T_RSH, now, m->lane[i].fall);
			need(m, T_RAL, now, m->column);
		}
	m->ras_rise = now;
}

static void we_changed(struct simm *m, int64_t now, bool we_n, bool ras_n)
{
	if (m->cycle == REFRESH)
		need(m, T_WRH, now, m->ras_fall);
	for (int i = 0; i < m->lanes; i++) {
		const struct lane *l = &m->lane[i];

		if (we_n && l->writing)
			need(m, T_WCH, now, l->fall);
		if (we_n || m->cycle != ACCESS)
			continue;
		if (l->low && (l->reading || l->writing))
			SIM_FAIL(m->s,
				 "%s: tWCS: WE# falls while CAS# is low: only early writes, "
				 "OE# is "
				 "grounded",
				 m->name);
		if (l->reading)
			need(m, ras_n ? T_RRH : T_RCH, now, ras_n ? m->ras_rise : l->rise);
	}
	m->we_change = now;
}

static void data_changed(struct simm *m, int64_t now, uint64_t changed)
{
	for (int i = 0; i < m->lanes; i++)
		if (m->lane[i].writing && (bit(changed, OE_AT) || (changed & lane_bits(m, i))))
			need(m, T_DH, now, m->lane[i].fall);
	m->dq_change = now;
}

static void ras_fell(struct simm *m, int64_t now, uint64_t pins)
{
	const unsigned int cas_n = pins >> CAS_AT & 0xF;
	const uint32_t rows = 1u << module[m->size].bits;

	need(m, T_RP, now, m->ras_rise);
	need(m, T_RC, now, m->ras_fall);
	m->ras_fall = now;
	if (cas_n == 0xF) {
		m->cycle = ACCESS;
		for (int i = 0; i < m->lanes; i++)
			need(m, T_CRP, now, m->lane[i].rise);
		need(m, T_ASR, now, m->addr_change);
		m->row = pins >> A_AT & (rows - 1);
		touch(m, m->row, (sim_time)now);
		return;
	}
	m->cycle = REFRESH;
	if (cas_n)
		SIM_FAIL(m->s, "%s: refresh with CAS# lines %X high: those chips miss it",
			 m->name, cas_n);
	for (int i = 0; i < m->lanes; i++)
		need(m, T_CSR, now, m->lane[i].low ? m->lane[i].fall : now);
	if (!bit(pins, WE_AT))
		SIM_FAIL(m->s, "%s: tWRP: WE# is low in a refresh: the chips go into test mode",
			 m->name);
	need(m, T_WRP, now, m->we_change);
	touch(m, m->counter, (sim_time)now);
	m->counter = (m->counter + 1) & (rows - 1);
	m->st.refreshes++;
}

/* The word that row and column select, in the controller's numbering. */
static uint32_t word_at(const struct simm *m, uint32_t column)
{
	const uint32_t r = m->row;

	return (column & 0x3FF) | (r & 0x3FF) << 10 | (r >> 10 & 1) << 20 |
	       (column >> 10 & 1) << 21 | (r >> 11 & 1) << 22 | (column >> 11 & 1) << 23;
}

static int64_t latest(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static void poke(struct simm *m, uint32_t word, uint32_t value)
{
	if (sparse_put(&m->mem, word, value))
		SIM_FAIL(m->s, "out of memory");
}

/* CAS# lines @fell (bit mask) have fallen. */
static void cas_fell(struct simm *m, int64_t now, uint64_t pins, unsigned int fell)
{
	const bool access = !bit(pins, RAS_AT);
	const bool write = !bit(pins, WE_AT);
	const uint32_t bits = (1u << module[m->size].bits) - 1;
	const uint32_t word = word_at(m, pins >> A_AT & bits);
	const uint32_t was = sparse_get(&m->mem, word);
	uint32_t mask = 0;

	if (access && m->cycle == REFRESH)
		SIM_FAIL(m->s, "%s: CAS# falls again in a refresh", m->name);
	part(m, fell);
	if (fell == 0xF && m->lanes != 1)
		unite(m);
	for (int i = 0; i < m->lanes; i++) {
		struct lane *l = &m->lane[i];

		if (!(fell >> i & 1))
			continue;
		need(m, T_CP, now, l->rise);
		l->low = true;
		if (!access) {
			need(m, T_RPC, now, m->ras_rise);
			l->fall = now;
			l->reading = l->writing = false;
			continue;
		}
		need(m, T_RCD, now, m->ras_fall);
		if (l->fall > m->ras_fall)
			need(m, T_PC, now, l->fall);
		need(m, T_ASC, now, m->addr_change);
		need(m, write ? T_WCS : T_RCS, now, m->we_change);
		l->valid = latest(m->ras_fall + timing[T_RAC].ps, now + timing[T_CAC].ps);
		l->valid = latest(l->valid, m->addr_change + timing[T_AA].ps);
		if (l->rise > m->ras_fall)
			l->valid = latest(l->valid, l->rise + timing[T_CPA].ps);
		l->fall = now;
		l->reading = !write;
		l->writing = write;
		mask |= lane_bits(m, i);
	}
	if (!access)
		return;
	m->data = (m->data & ~mask) | (was & mask);
	m->column = m->addr_change;
	m->st.writes += write;
	m->st.reads += !write;
	if (!write)
		return;
	if (!bit(pins, OE_AT))
		SIM_FAIL(m->s, "%s: tDS: nobody drives the data of a write", m->name);
	need(m, T_DS, now, m->dq_change);
	poke(m, word, (was & ~mask) | ((uint32_t)(pins >> DQ_AT) & mask));
}

static void step(struct simm *m, uint64_t pins)
{
	const int64_t now = (int64_t)sim_now(m->s);
	const uint64_t changed = m->pins ^ pins;
	const unsigned int cas_n = pins >> CAS_AT & 0xF;
	const unsigned int cas_changed = changed >> CAS_AT & 0xF;
	const bool ras_n = bit(pins, RAS_AT), ras_changed = bit(changed, RAS_AT);
	const bool oe = bit(pins, OE_AT);

	m->pins = pins;
	if (changed >> A_AT & 0xFFF)
		address_changed(m, now);
	if (cas_changed & cas_n) {
		part(m, cas_changed & cas_n);
		for (int i = 0; i < m->lanes; i++)
			if (cas_changed & cas_n & 1u << i)
				cas_rose(m, &m->lane[i], now);
	}
	if (ras_changed && ras_n)
		ras_rose(m, now);
	if (bit(changed, WE_AT))
		we_changed(m, now, bit(pins, WE_AT), ras_n);
	if (bit(changed, OE_AT) || (uint32_t)(changed >> DQ_AT))
		data_changed(m, now, changed);
	if (oe)
		bus_fight(m, now);
	if (ras_changed && !ras_n)
		ras_fell(m, now, pins);
	if (cas_changed & ~cas_n)
		cas_fell(m, now, pins, cas_changed & ~cas_n);
	if (oe)
		bus_fight(m, now);
	if (cas_changed)
		drive(m, now);
	/* Each hold time is over at the next clock; set-up times of address, WE#
	 * and data are all zero, so it does not matter when they change meanwhile. */
	m->idle =
		ras_n && cas_n == 0xF && (int64_t)sim_clock_period(m->clk) >= timing[T_OFF].ps;
}

static void on_rise(void *arg)
{
	struct simm *m = arg;
	const uint64_t ras_n = sim_get(m->ras_n), cas_n = sim_get(m->cas_n);
	uint64_t pins;

	if (ras_n && cas_n == 0xF) {
		if (m->idle)
			return;
		if (!m->awake && !m->closed) {
			m->awake = m->idle = true;
			m->pins = PINS_IDLE;
			stamp_rows(m);
			return;
		}
	}
	pins = cas_n << CAS_AT | ras_n << RAS_AT | sim_get(m->a) << A_AT |
	       sim_get(m->we_n) << WE_AT | sim_get(m->dq_oe) << OE_AT |
	       sim_get(m->dq_o) << DQ_AT;
	if (pins != m->pins && m->awake)
		step(m, pins);
}

/* ---- outside ---- */

static void forget(struct simm *m)
{
	m->awake = m->idle = false;
	m->pins = PINS_IDLE;
	m->cycle = ACCESS;
	m->ras_fall = m->ras_rise = m->addr_change = m->we_change = m->dq_change = LONG_AGO;
	m->column = LONG_AGO;
	for (int i = 0; i < LANES; i++)
		m->lane[i] = (struct lane){.fall = LONG_AGO, .rise = LONG_AGO};
	m->lanes = 1;
	m->data = 0;
}

static void release(void *arg)
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
	snprintf(m->name, sizeof(m->name), "%s_", prefix);
	sim_cleanup(s, release, m);
	m->pd = sim_pin_of(s, m->name, "pd");
	m->a = sim_pin_of(s, m->name, "a");
	m->ras_n = sim_pin_of(s, m->name, "ras_n");
	m->cas_n = sim_pin_of(s, m->name, "cas_n");
	m->we_n = sim_pin_of(s, m->name, "we_n");
	m->dq_i = sim_pin_of(s, m->name, "dq_i");
	m->dq_o = sim_pin_of(s, m->name, "dq_o");
	m->dq_oe = sim_pin_of(s, m->name, "dq_oe");
	m->row_limit = SIM_MS(module[size].ms);
	m->check_refresh = true;
	simm_set_pd(m, -1);
	sim_put(m->dq_i, UINT32_MAX);
	forget(m);
	if (size == SIMM_EMPTY)
		return m;
	stamp_rows(m);
	sim_on(clk, SIM_RISE, on_rise, m);
	sim_at(s, sim_now(s) + SCAN, scan, m);
	return m;
}

void simm_close(struct simm *m)
{
	uint32_t row = 0;
	sim_time waited;

	if (m->closed)
		return;
	waited = m->check_refresh ? oldest(m, sim_now(m->s), &row) : 0;
	m->closed = true;
	forget(m);
	sparse_free(&m->mem);
	if (m->size != SIMM_EMPTY && waited > m->row_limit)
		expired(m, row, waited);
}

void simm_power_on(struct simm *m)
{
	forget(m);
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
	poke(m, word, value);
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
	if (m->check_refresh && m->size != SIMM_EMPTY)
		waited = oldest(m, sim_now(m->s), &row);
	if (waited > st->longest_row)
		st->longest_row = waited;
}

void simm_check_refresh(struct simm *m, bool on)
{
	if (on && !m->check_refresh)
		stamp_rows(m);
	m->check_refresh = on;
}
