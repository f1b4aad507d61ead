/* SPDX-License-Identifier: Apache-2.0 */
#include "dram.h"
#include "sparse.h"

#define BANKS 4
#define ROWS 1024u
#define REFRESH SIM_MS(16)     /* maximum time between refreshes of a row */
#define RAS_LONGEST SIM_US(10) /* longest RAS# pulse */

struct pins {
	uint32_t a, dq;
	unsigned int ras, cas; /* low */
	bool we, oe;
};

struct dram {
	struct sim *s;
	struct sim_pin *a, *ras_n, *cas_n, *we_n, *dq_i, *dq_o, *dq_oe;
	struct sparse word;
	struct pins now;
	bool ready;	   /* RAS# and CAS# have been high since power-on */
	bool refreshing;   /* CAS# fell before RAS# */
	unsigned int read; /* bytes that this CAS# cycle reads; 0: it is no read */
	uint32_t row;
	sim_time ras_fell, ras_rose, cas_fell, cas_rose, refreshed;
	unsigned int cycles; /* refresh cycles since the sum was checked */
	struct dram_stats st;
};

static void rule(struct dram *m, sim_time since, sim_time least, const char *name)
{
	if (sim_now(m->s) - since < least)
		SIM_FAIL(m->s, "DRAM: %s is %u ns", name,
			 (unsigned int)((sim_now(m->s) - since) / 1000));
}

static unsigned int bank_of(struct dram *m, unsigned int ras)
{
	if (ras & (ras - 1))
		SIM_FAIL(m->s, "DRAM: RAS# of banks %X together", ras);
	return ras == 1 ? 0 : ras == 2 ? 1 : ras == 4 ? 2 : 3;
}

static uint32_t bytes(unsigned int cas)
{
	uint32_t mask = 0;

	for (unsigned int i = 0; i < 4; i++)
		if (cas >> i & 1)
			mask |= 0xFFu << 8 * i;
	return mask;
}

static void ras_falls(struct dram *m, const struct pins *p)
{
	rule(m, m->ras_rose, SIM_NS(40), "tRP");
	rule(m, m->ras_fell, SIM_NS(110), "tRC");
	m->ras_fell = sim_now(m->s);
	m->refreshing = m->now.cas != 0;
	if (m->refreshing) {
		if (p->ras != 15 || p->cas != 15)
			SIM_FAIL(m->s, "DRAM: refresh of banks %X, bytes %X", p->ras, p->cas);
		if (p->we || m->now.we)
			SIM_FAIL(m->s, "DRAM: WE# is low when a refresh begins: test mode");
		m->st.refreshes++;
		m->cycles++;
		return;
	}
	if (p->a != m->now.a)
		SIM_FAIL(m->s, "DRAM: the row address changes with RAS#");
	m->st.bank = bank_of(m, p->ras);
	m->row = m->st.row = p->a;
}

static void cas_falls(struct dram *m, const struct pins *p)
{
	uint32_t word;

	if (!p->ras) /* RAS# falls while CAS# is low: a refresh begins */
		return;
	rule(m, m->ras_fell, SIM_NS(20), "tRCD");
	rule(m, m->cas_rose, SIM_NS(10), "tCP");
	if (p->a != m->now.a)
		SIM_FAIL(m->s, "DRAM: the column address changes with CAS#");
	m->cas_fell = sim_now(m->s);
	m->st.column = p->a;
	word = m->st.bank << 20 | m->row << 10 | p->a;
	m->read = p->we ? 0 : p->cas;
	if (p->we) {
		if (!p->oe || !m->now.oe || !m->now.we)
			SIM_FAIL(m->s, "DRAM: data or WE# come with CAS#");
		m->st.writes++;
		if (sparse_put(&m->word, word,
			       (sparse_get(&m->word, word) & ~bytes(p->cas)) |
				       (p->dq & bytes(p->cas))))
			SIM_FAIL(m->s, "DRAM: no memory");
	} else {
		m->st.reads++;
	}
}

/* Drives the bytes that this CAS# cycle reads, and wrong data on all others. The controller
 * samples them one period after CAS# fell. Whether tCAC and tRAC allow that is checked when
 * CAS# rises; tAA is met, because the column address is stable for a period before CAS# falls.
 */
static void put_data(struct dram *m, const struct pins *p)
{
	const uint32_t word = m->st.bank << 20 | m->row << 10 | m->st.column;

	if (m->read && !m->refreshing)
		sim_put(m->dq_i, sparse_get(&m->word, word) ^ ~bytes(m->read));
	else
		sim_put(m->dq_i, ~p->dq);
}

/* Samples the pins after a clock edge and handles the signals that rose or fell. */
static void look(void *arg)
{
	struct dram *m = arg;
	const struct pins p = {
		.a = (uint32_t)sim_get(m->a),
		.dq = (uint32_t)sim_get(m->dq_o),
		.ras = ~(unsigned int)sim_get(m->ras_n) & 15,
		.cas = ~(unsigned int)sim_get(m->cas_n) & 15,
		.we = !sim_get(m->we_n),
		.oe = sim_get(m->dq_oe),
	};
	const sim_time now = sim_now(m->s);

	if (!m->ready) {
		m->ready = !p.ras && !p.cas;
		m->now = p;
		put_data(m, &p);
		return;
	}
	if (p.a != m->now.a) {
		if (m->now.ras && p.ras)
			rule(m, m->ras_fell, SIM_NS(10), "tRAH");
		if (m->now.cas && m->now.ras)
			rule(m, m->cas_fell, SIM_NS(10), "tCAH");
	}
	if (m->now.ras && p.ras && p.ras != m->now.ras)
		SIM_FAIL(m->s, "DRAM: banks %X then %X", m->now.ras, p.ras);
	if (m->now.cas && p.cas && p.cas != m->now.cas)
		SIM_FAIL(m->s, "DRAM: bytes %X then %X", m->now.cas, p.cas);
	if (m->now.cas && !p.cas) {
		if (m->now.ras && !m->refreshing) {
			rule(m, m->cas_fell, SIM_NS(15), "tCAS, tCAC");
			if (m->read)
				rule(m, m->ras_fell, SIM_NS(60), "tRAC");
			rule(m, m->ras_fell, SIM_NS(60), "tCSH");
		}
		m->cas_rose = now;
	}
	if (m->now.ras && !p.ras) {
		rule(m, m->ras_fell, SIM_NS(60), "tRAS");
		if (now - m->ras_fell > RAS_LONGEST)
			SIM_FAIL(m->s, "DRAM: RAS# was low for %u ns",
				 (unsigned int)((now - m->ras_fell) / SIM_NS(1)));
		m->ras_rose = now;
		m->refreshing = false;
	}
	if (p.ras && !m->now.ras)
		ras_falls(m, &p);
	if (p.cas && !m->now.cas)
		cas_falls(m, &p);
	if (!p.cas)
		m->read = 0;
	if (m->read && p.oe)
		SIM_FAIL(m->s, "DRAM: the board drives data in a read");
	m->now = p;
	if (m->cycles >= ROWS) {
		if (m->refreshed && now - m->refreshed > REFRESH)
			SIM_FAIL(m->s, "DRAM: refresh of all rows takes %u us",
				 (unsigned int)((now - m->refreshed) / SIM_US(1)));
		m->cycles = 0;
		m->refreshed = now;
	}
	if (now - m->refreshed > REFRESH)
		SIM_FAIL(m->s, "DRAM: no refresh");
	put_data(m, &p);
}

uint32_t dram_peek(const struct dram *m, uint32_t word)
{
	return sparse_get(&m->word, word);
}

void dram_each(const struct dram *m, void (*fn)(void *arg, uint32_t word, uint32_t value),
	       void *arg)
{
	sparse_each(&m->word, fn, arg);
}

void dram_power_on(struct dram *m)
{
	m->ready = false;
	m->refreshing = false;
	m->read = 0;
	m->refreshed = sim_now(m->s);
	m->cycles = 0;
}

void dram_stats(const struct dram *m, struct dram_stats *st)
{
	*st = m->st;
}

static void dram_free(void *arg)
{
	struct dram *m = arg;

	sparse_free(&m->word);
	free(m);
}

struct dram *dram_open(struct sim *s, struct sim_clock *clk)
{
	struct dram *m = calloc(1, sizeof(*m));

	SIM_CHECK(s, m && !sparse_init(&m->word, DRAM_WORDS), "no memory");
	sim_cleanup(s, dram_free, m);
	m->s = s;
	m->a = sim_pin(s, "m_a");
	m->ras_n = sim_pin(s, "m_ras_n");
	m->cas_n = sim_pin(s, "m_cas_n");
	m->we_n = sim_pin(s, "m_we_n");
	m->dq_i = sim_pin(s, "m_dq_i");
	m->dq_o = sim_pin(s, "m_dq_o");
	m->dq_oe = sim_pin(s, "m_dq_oe");
	sim_on(clk, SIM_RISE, look, m);
	return m;
}
