/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the EISA slave (TR-596-99 A.4, A.5; EISA 3.12): decoding, lanes, waits, posted writes,
 * odd clocks and resets. In every test a second checker, written from the EISA standard alone,
 * checks the connector in addition to the checker of the bus model.
 */
#include "fccr.h"
#include "htcr.h"
#include "iscr.h"
#include "node.h"
#include "register_model.h"
#include "sbit.h"
#include "surfboard_regs.h"
#include "surflib.h"
#include <stdlib.h>
#include <string.h>

#define RBASE 0xC6A5
#define MBASE 0x0B
#define WAIT_MAX SIM_PS(2500000)
#define SLOT_1 0x1000u /* I/O addresses of the board's slot, and of another one */
#define SLOT_2 0x2000u

/* All contiguous byte enables. */
static const uint8_t patterns[] = {1, 2, 4, 8, 3, 6, 12, 7, 14, 15};
#define PATTERNS 10

static const uint8_t irq_numbers[] = {5, 9, 10, 12, 14, 15};
#define IRQS 6

struct bus {
	struct sim *s;
	struct node *n;
	struct sim_pin *la_n, *la, *m_io, *w_r, *start_n, *cmd_n, *aen;
	struct sim_pin *d_o, *d_oe, *ex32, *exrdy, *resdrv, *irq[IRQS];
	bool stretched; /* BCLK is stretched, so a wait may be longer */
	/* the checker's record of the cycle on the bus */
	bool own, read, ready, first;
	uint32_t addr;	 /* latched */
	uint32_t d_seen; /* data on all lanes at the last rising edge of BCLK */
	sim_time cmd_at;
	/* counts of the cycles that the checker has seen */
	uint64_t own_reads, own_writes, foreign, waited, changed;
	uint64_t quick_writes;			  /* writes of 2 BCLK */
	unsigned int bclks, bclks_min, bclks_max; /* length of CMD# in the board's own reads */
	sim_time wait_max;
	/* outputs that were active when RESDRV released them */
	unsigned int cut_ex32, cut_wait, cut_data, cut_irq;
};

/* ---- the second checker ---- */

/* Returns whether the board owns an address with the current value of EBCR. */
static bool owned(const struct bus *b, uint32_t addr, bool mem, bool aen)
{
	const uint32_t ebcr = surf_golden_slot_read(b->n->g, SURF_EBCR);

	if (!mem)
		return !aen && ((addr & 0xFFC) == SURF_EPIR || (addr & 0xFFC) == SURF_EBCR);
	return surf_get(ebcr, SURF_EBCR_ENABLE) &&
	       (addr >> 16 == surf_get(ebcr, SURF_EBCR_RBASE) ||
		addr >> 27 == surf_get(ebcr, SURF_EBCR_MBASE));
}

static uint32_t address_now(const struct bus *b)
{
	return (uint32_t)(~sim_get(b->la_n) & 0xFF) << 24 | (uint32_t)sim_get(b->la) << 2;
}

static void before_rise(void *arg)
{
	struct bus *b = arg;
	const bool start = !sim_get(b->start_n), cmd = !sim_get(b->cmd_n);
	const bool driven = sim_get(b->d_oe);

	b->d_seen = (uint32_t)sim_get(b->d_o);
	if (start) {
		b->addr = address_now(b);
		b->own = owned(b, b->addr, sim_get(b->m_io), sim_get(b->aen));
		SIM_EQ(b->s, sim_get(b->ex32), b->own, "EX32# in START#");
		b->read = !sim_get(b->w_r);
		b->ready = false;
		b->first = true;
		b->bclks = 0;
		b->cmd_at = sim_now(b->s);
	}
	SIM_CHECK(b->s, !driven || (cmd && !start && b->own && b->read),
		  "the board drives the data bus out of turn");
	SIM_CHECK(b->s, !sim_get(b->exrdy) || ((cmd || start) && b->own),
		  "EXRDY is low out of turn");
	if (!cmd)
		return;
	b->bclks++;
	b->changed += b->bclks == 1 && address_now(b) != b->addr;
	if (!b->ready || !b->own)
		return;
	/* CMD# ends at this rising edge */
	SIM_CHECK(b->s, driven == b->read, "data bus at the end of CMD#");
	if (!b->read) {
		b->own_writes++;
		b->quick_writes += b->bclks == 1;
		return;
	}
	b->own_reads++;
	if (!b->bclks_min || b->bclks < b->bclks_min)
		b->bclks_min = b->bclks;
	if (b->bclks > b->bclks_max)
		b->bclks_max = b->bclks;
}

static void before_fall(void *arg)
{
	struct bus *b = arg;
	const bool wait = sim_get(b->exrdy);
	sim_time held;

	if (sim_get(b->cmd_n)) {
		SIM_EQ(b->s, sim_get(b->d_oe), 0, "data bus driven without CMD#");
		SIM_CHECK(b->s, !wait || (!sim_get(b->start_n) && b->own),
			  "EXRDY is low without a cycle");
		return;
	}
	SIM_CHECK(b->s, !wait || b->own, "EXRDY is low in another board's cycle");
	if (b->first) {
		b->waited += wait;
		b->foreign += !b->own;
	}
	b->first = false;
	if (!b->own)
		return;
	SIM_CHECK(b->s, !b->ready, "CMD# goes on after EXRDY was high");
	b->ready = !wait;
	held = sim_now(b->s) - b->cmd_at;
	if (held > b->wait_max)
		b->wait_max = held;
	SIM_CHECK(b->s, b->stretched || held <= WAIT_MAX, "EXRDY is low for more than 2.5 us");
}

static struct bus *bus_open(struct sim *s, const struct node_config *cfg)
{
	struct bus *b = calloc(1, sizeof(*b));
	char name[16] = "irq";

	SIM_CHECK(s, b, "out of memory");
	sim_cleanup(s, free, b);
	b->s = s;
	b->n = node_open(s, cfg);
	b->la_n = sim_pin(s, "la_n");
	b->la = sim_pin(s, "la");
	b->m_io = sim_pin(s, "m_io");
	b->w_r = sim_pin(s, "w_r");
	b->start_n = sim_pin(s, "start_n");
	b->cmd_n = sim_pin(s, "cmd_n");
	b->aen = sim_pin(s, "aen");
	b->d_o = sim_pin(s, "d_o");
	b->d_oe = sim_pin(s, "d_oe");
	b->ex32 = sim_pin(s, "ex32_n_oe");
	b->exrdy = sim_pin(s, "exrdy_oe");
	b->resdrv = sim_pin(s, "resdrv");
	for (int i = 0; i < IRQS; i++) {
		name[3] = (char)(irq_numbers[i] < 10 ? '0' + irq_numbers[i] : '1');
		name[4] = (char)(irq_numbers[i] < 10 ? '_' : '0' + irq_numbers[i] - 10);
		strcpy(name + (irq_numbers[i] < 10 ? 4 : 5), "_oe");
		b->irq[i] = sim_pin(s, name);
	}
	node_power_on(b->n);
	sim_on(b->n->bclk, SIM_BEFORE_RISE, before_rise, b);
	sim_on(b->n->bclk, SIM_BEFORE_FALL, before_fall, b);
	return b;
}

/* Opens a node with 4 MB SIMMs, enabled at RBASE and MBASE. */
static struct bus *start_bus(struct sim *s, bool drift)
{
	const struct node_config cfg = {.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = drift};
	struct bus *b = bus_open(s, &cfg);

	node_enable(b->n, RBASE, MBASE, 0);
	return b;
}

/* ---- accesses ---- */

/* Returns EX32# for an address on the bus without START#; no time passes. In memory cycles the
 * bus model chooses AENx, which must have no effect. */
static bool selected(struct bus *b, uint32_t addr, bool mem, bool aen)
{
	return eisa_claims(b->n->eisa, !mem, aen ? 2 : 1, addr);
}

static void check_select(struct bus *b, uint32_t addr, bool mem, bool aen)
{
	const bool want = owned(b, addr, mem, aen);

	SIM_CHECK(b->s, selected(b, addr, mem, aen) == want,
		  "EX32# is %s at %s 0x%08X, AENx %d, EBCR 0x%08X", want ? "high" : "low",
		  mem ? "memory" : "I/O", addr, aen, surf_golden_slot_read(b->n->g, SURF_EBCR));
}

static void write_ebcr(struct bus *b, uint32_t ebcr)
{
	SIM_EQ(b->s, eisa_write(b->n->eisa, true, 1, SLOT_1 | SURF_EBCR, 15, ebcr), 0,
	       "EBCR answers");
	surf_golden_slot_write(b->n->g, SURF_EBCR, 15, ebcr);
	b->n->rbase = ebcr & SURFBOARD_EBCR_RBASE_MASK;
	b->n->mbase = surf_get(ebcr, SURF_EBCR_MBASE) << 27;
}

static uint32_t ebcr_of(uint32_t rbase, uint32_t mbase, unsigned int irlev)
{
	const uint32_t ebcr =
		surf_set(surf_set(0, SURF_EBCR_RBASE, rbase), SURF_EBCR_MBASE, mbase);

	return surf_set(surf_set(ebcr, SURF_EBCR_IRLEV, irlev), SURF_EBCR_ENABLE, 1);
}

/* Checks that no board answers a read or a write. */
static void check_silent(struct bus *b, bool io, unsigned int slot, uint32_t addr)
{
	uint32_t v;

	SIM_CHECK(b->s, eisa_read(b->n->eisa, io, slot, addr, 15, &v) != 0,
		  "a read of %s 0x%08X is answered", io ? "I/O" : "memory", addr);
	SIM_CHECK(b->s,
		  eisa_write(b->n->eisa, io, slot, addr, 15, (uint32_t)sim_random(b->s)) != 0,
		  "a write to %s 0x%08X is answered", io ? "I/O" : "memory", addr);
}

/* Register and memory accesses without a pause after a write; reads are compared on the
 * whole bus. */
static void reg_put(struct bus *b, uint32_t offset, unsigned int be, uint32_t v)
{
	SIM_EQ(b->s, eisa_write(b->n->eisa, false, 0, b->n->rbase + offset, be, v), 0,
	       "the register answers");
	surf_golden_write(b->n->g, offset, be, v);
}

static void reg_check(struct bus *b, uint32_t offset, unsigned int be)
{
	const uint32_t want = surf_golden_read(b->n->g, offset, be);
	uint32_t v;

	SIM_EQ(b->s, eisa_read(b->n->eisa, false, 0, b->n->rbase + offset, be, &v), 0,
	       "the register answers");
	SIM_CHECK(b->s, b->d_seen == want,
		  "register 0x%02X, byte enables %X: bus shows 0x%08X, expected 0x%08X",
		  offset & 0x3C, be, b->d_seen, want);
	SIM_EQ(b->s, (v ^ b->d_seen) & register_lanes_mask(be), 0, "value read");
}

/* Compares the board with the golden model after the last write, which is posted, has
 * arrived. */
static void finish(struct node *n)
{
	sim_wait(n->s, SIM_US(1));
	node_compare(n);
}

static uint32_t surf_golden_word(struct bus *b, bool hist, uint32_t word)
{
	return hist ? surf_golden_hist_word(b->n->g, word)
		    : surf_golden_trace_word(b->n->g, word);
}

static uint32_t address(const struct bus *b, bool hist, uint32_t word)
{
	return b->n->mbase + (hist ? NODE_HIST : 0) + 4 * word;
}

static void mem_put(struct bus *b, bool hist, uint32_t word, unsigned int be, uint32_t v)
{
	const uint32_t m = register_lanes_mask(be),
		       now = (surf_golden_word(b, hist, word) & ~m) | (v & m);

	SIM_EQ(b->s, eisa_write(b->n->eisa, false, 0, address(b, hist, word), be, v), 0,
	       "the memory answers");
	(hist ? surf_golden_hist_put : surf_golden_trace_put)(b->n->g, word, now);
}

static void mem_check(struct bus *b, bool hist, uint32_t word, unsigned int be)
{
	const uint32_t want = surf_golden_word(b, hist, word);
	uint32_t v;

	SIM_EQ(b->s, eisa_read(b->n->eisa, false, 0, address(b, hist, word), be, &v), 0,
	       "the memory answers");
	SIM_CHECK(b->s, b->d_seen == want,
		  "%s word 0x%06X, byte enables %X: bus shows 0x%08X, expected 0x%08X",
		  hist ? "histogram" : "trace", word, be, b->d_seen, want);
	SIM_EQ(b->s, (v ^ b->d_seen) & register_lanes_mask(be), 0, "value read");
}

static unsigned int random_be(struct bus *b)
{
	return patterns[sim_range(b->s, 0, PATTERNS - 1)];
}

/* Registers that packets do not change and whose bits take effect without a delay. */
static const struct {
	uint32_t offset, mask;
} plain[] = {
	{SURF_TTCR, ~SURFBOARD_TTCR_EIP_MASK},
	{SURF_ECDR, ~0u},
	{SURF_PCLR, ~0u},
	{SURF_IEMR, ~0u},
	{SURF_WCDR, ~0u},
	{SURF_TICR, ~0u},
	{SURF_TECR, ~0u},
	{SURF_TPIR, ~0u},
};
#define PLAIN (sizeof(plain) / sizeof(plain[0]))

/* Performs a random access to a register, to either memory or to another board, without
 * packets. */
static void random_access(struct bus *b)
{
	const uint64_t r = sim_random(b->s);
	const unsigned int be = random_be(b), k = (unsigned int)(r >> 32) % PLAIN;
	const uint32_t mirror = (uint32_t)(r >> 40 & 1023) * 64, v = (uint32_t)r;
	/* the test uses few words in few rows, so that written words are read again */
	const uint32_t word = (uint32_t)(r >> 50 & 7) << 17 | (uint32_t)(r >> 53 & 7);
	const bool hist = r >> 63;
	uint32_t bus;

	switch (sim_range(b->s, 0, 8)) {
	case 0:
	case 1:
		reg_put(b, plain[k].offset + mirror, be, v & plain[k].mask);
		break;
	case 2:
	case 3:
		reg_check(b, plain[k].offset + mirror, be);
		break;
	case 4:
	case 5:
		mem_put(b, hist, word, be, v);
		break;
	case 6:
	case 7:
		mem_check(b, hist, word, be);
		break;
	default:
		if (r & 1)
			SIM_CHECK(b->s,
				  eisa_read(b->n->eisa, false, 0, ~b->n->rbase, be, &bus) != 0,
				  "another board's address is answered");
		else
			SIM_CHECK(b->s,
				  eisa_write(b->n->eisa, r & 2, 2, SLOT_2 | SURF_EBCR, be, v) !=
					  0,
				  "another slot is answered");
	}
}

/* ---- traffic on the SNI link ---- */

struct load {
	struct node *n;
	bool on, plain;
};

static bool load_packet(void *arg, struct packet *p)
{
	struct load *l = arg;

	if (!l->on)
		return false;
	node_random_packet(l->n, p, 1, 3000);
	if (l->plain)
		p->first &= 0x0FFFFFFF;
	return true;
}

/* Starts an endless sequence of packets of one word, 1080 ns apart, or 420 ns with revision
 * 2. */
static void load_start(struct load *l, struct node *n)
{
	l->n = n;
	l->on = true;
	sni_set_timing(n->sni, node_second_revision(n->s) ? &node_420ns : &node_1080ns);
	shrimp_start_packets(n->c, load_packet, l);
}

static void load_stop(struct load *l)
{
	l->on = false;
	while (shrimp_packets_playing(l->n->c))
		sim_wait_cycles(l->n->clk25, 1);
	node_drain(l->n);
}

/* A mapping to bins below 2^16: sender and low bits of the latency. */
static const struct sbit_map low_bins = {
	{24, 25, 26, 27, 28, 29, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 62, 62, 62, 62, 62, 62, 62, 62}};

#define FREE_BINS 0x10000  /* first bin in which no packet counts */
#define FREE_WORDS 0x80000 /* first trace word that no packet writes */

/* ---- decoding ---- */

static void ex32_combinational(struct sim *s)
{
	struct bus *b = start_bus(s, false);
	const uint32_t rbase = b->n->rbase, mbase = b->n->mbase;
	uint32_t addr;

	for (int EACH(i, 0); i < 1000; i++) {
		const uint64_t r = sim_random(s);
		bool mem = true;

		/* at a random phase of BCLK, not only near its edges */
		sim_wait(s, SIM_PS(sim_range(s, 1, 50000)));
		switch (i % 4) {
		case 0:
			addr = rbase | (r & 0xFFFC);
			break;
		case 1:
			addr = mbase | (r >> 32 & 0x7FFFFFC);
			break;
		default:
			addr = (r >> 16 & 0xF000) | SURF_EPIR | (r >> 59 & 4);
			mem = false;
		}
		SIM_CHECK(s, selected(b, addr, mem, mem && r >> 32 & 1),
			  "no EX32# at own address 0x%08X", addr);
		/* EX32# must follow without delay: first the same address in the other space,
		 * then another board's address */
		SIM_CHECK(s, !selected(b, addr, !mem, true), "EX32# at 0x%08X", addr);
		SIM_CHECK(s, !selected(b, addr ^ 0x40000000, true, false), "EX32# at 0x%08X",
			  addr ^ 0x40000000);
		SIM_CHECK(s, selected(b, addr, mem, false), "no EX32# again");
	}
	finish(b->n);
}

/* Checks all addresses at a boundary, then makes real cycles. */
static void ex32_other_addresses(struct sim *s)
{
	struct bus *b = start_bus(s, false);
	const uint32_t rbase = b->n->rbase, mbase = b->n->mbase;
	const uint32_t edges[] = {
		rbase - 4,	    rbase + 0x10000,	mbase - 4,	    mbase + 0x08000000,
		rbase ^ 0x80000000, rbase + 0x01000000, mbase ^ 0x80000000, 0,
		0xFFFFFFFC,	    0x000FFFFC,		0x00100000,
	};

	for (unsigned int EACH(i, 0); i < sizeof(edges) / sizeof(edges[0]); i++) {
		SIM_EQ(s, selected(b, edges[i], true, false), 0, "EX32# beyond a window");
		SIM_EQ(s, selected(b, edges[i], true, true), 0, "EX32# beyond a window");
		check_silent(b, false, 0, edges[i]);
	}
	SIM_EQ(s, selected(b, rbase, true, false), 1, "first register address");
	SIM_EQ(s, selected(b, rbase + 0xFFFC, true, false), 1, "last register address");
	SIM_EQ(s, selected(b, mbase, true, false), 1, "first memory address");
	SIM_EQ(s, selected(b, mbase + 0x07FFFFFC, true, false), 1, "last memory address");
	for (int EACH(bit, 16); bit < 32; bit++)
		check_silent(b, false, 0, rbase ^ 1u << bit);
	for (int EACH(bit, 27); bit < 32; bit++)
		check_silent(b, false, 0, mbase ^ 1u << bit);
	for (unsigned int EACH(slot, 2); slot < 16; slot++) {
		check_silent(b, true, slot, slot << 12 | SURF_EPIR);
		check_silent(b, true, slot, slot << 12 | SURF_EBCR);
	}
	for (uint64_t EACH(i, sim_length(s, 20000, 4000)); i; i--)
		check_select(b, (uint32_t)sim_random(s), sim_random(s) & 1, sim_random(s) & 1);
	finish(b->n);
}

static void slot_io_decode(struct sim *s)
{
	struct bus *b = start_bus(s, false);
	uint32_t v;

	for (uint32_t addr = 0; addr < 0x10000; addr += 4)
		SIM_CHECK(s,
			  selected(b, addr, false, false) ==
				  ((addr & 0xFFC) == SURF_EPIR || (addr & 0xFFC) == SURF_EBCR),
			  "EX32# at I/O 0x%04X", addr);
	for (uint32_t EACH(z, 1); z < 16; z++) {
		static const uint16_t silent[] = {0xC7C, 0xC88, 0x880, 0xD80, 0x080, 0x480};

		SIM_EQ(s, eisa_read(b->n->eisa, true, 1, z << 12 | SURF_EPIR, 15, &v), 0,
		       "EPIR");
		SIM_EQ(s, v, SURFBOARD_EPIR_RESET, "EPIR");
		v = ebcr_of(RBASE, MBASE, z & 1);
		SIM_EQ(s, eisa_write(b->n->eisa, true, 1, z << 12 | SURF_EBCR, 15, v), 0,
		       "EBCR");
		surf_golden_slot_write(b->n->g, SURF_EBCR, 15, v);
		SIM_EQ(s, eisa_read(b->n->eisa, true, 1, z << 12 | SURF_EBCR, 15, &v), 0,
		       "EBCR");
		SIM_EQ(s, v, ebcr_of(RBASE, MBASE, z & 1), "EBCR");
		for (unsigned int EACH(i, 0); i < sizeof(silent) / sizeof(silent[0]); i++)
			check_silent(b, true, 1, z << 12 | silent[i]);
	}
	finish(b->n);
}

static void slot_io_aen(struct sim *s)
{
	struct bus *b = start_bus(s, false);
	const uint64_t foreign = b->foreign;
	uint32_t v;

	for (uint32_t EACH(addr, 0); addr < 0x10000; addr += 4)
		SIM_EQ(s, selected(b, addr, false, true), 0, "EX32# with AENx high");
	/* no slot is selected, as in DMA; the checker watches the data bus */
	check_silent(b, true, 0, SLOT_1 | SURF_EPIR);
	check_silent(b, true, 0, 0x1000 | SURF_EBCR);
	check_silent(b, true, 2, 0x2000 | SURF_EPIR);
	check_silent(b, true, 2, 0x2000 | SURF_EBCR);
	SIM_EQ(s, b->foreign - foreign, 8, "cycles of others");
	SIM_EQ(s, eisa_read(b->n->eisa, true, 1, 0x1000 | SURF_EBCR, 15, &v), 0, "EBCR");
	SIM_EQ(s, v, surf_golden_slot_read(b->n->g, SURF_EBCR), "EBCR");
	finish(b->n);
}

/* Checks that memory and I/O addresses are independent. */
static void io_in_windows(struct sim *s)
{
	struct bus *b = start_bus(s, false);
	const uint32_t bases[] = {b->n->rbase, b->n->rbase + 0x8000, b->n->mbase,
				  b->n->mbase + NODE_HIST, b->n->mbase + 0x7FFF000};

	for (unsigned int EACH(i, 0); i < 5; i++)
		for (uint32_t EACH(o, 0); o < 0x40; o += 4) {
			SIM_EQ(s, selected(b, bases[i] + o, false, false), 0, "EX32# in I/O");
			SIM_EQ(s, selected(b, bases[i] + o, false, true), 0, "EX32# in I/O");
			check_silent(b, true, 1, bases[i] + o);
		}
	finish(b->n);
}

static void memory_at_slot_address(struct sim *s)
{
	struct bus *b = start_bus(s, false);

	for (uint32_t EACH(z, 0); z < 16; z++)
		for (uint32_t EACH(o, SURF_EPIR); o <= SURF_EBCR; o += 4) {
			SIM_EQ(s, selected(b, z << 12 | o, true, false), 0, "EX32# in memory");
			SIM_EQ(s, selected(b, z << 12 | o, true, true), 0, "EX32# in memory");
			check_silent(b, false, 1, z << 12 | o);
		}
	/* with this register base these addresses are mirrors of FCCR and FCDR */
	write_ebcr(b, ebcr_of(0, MBASE, 0));
	for (uint32_t EACH(z, 0); z < 16; z++) {
		reg_check(b, z << 12 | SURF_EPIR, 15);
		reg_check(b, z << 12 | SURF_EBCR, 15);
		SIM_EQ(s, b->d_seen, 0, "FCDR");
	}
	finish(b->n);
}

/* Pins that the test drives directly, bypassing the bus model and its inversion. */
static const char *const address_pins[] = {"la_n", "la", "m_io", "aen"};

static void la_polarity(struct sim *s)
{
	struct bus *b = start_bus(s, false);
	const uint64_t bases = sim_length(s, 256, 32);
	uint64_t rest[4];

	for (uint64_t EACH(i, 0); i < bases + 32; i++) {
		/* first the registers, then the memories; the other window is far away */
		const bool mem = i >= bases;
		const uint32_t high =
			mem ? (uint32_t)(i - bases) * 8 : (uint32_t)(i * 256 / bases);
		const uint32_t low = (uint32_t)sim_range(s, 0, 255), far = ~(high >> 3) & 31;

		write_ebcr(b, mem ? ebcr_of(far << 11 | low, high >> 3, 0)
				  : ebcr_of(high << 8 | low, far, 0));
		for (int k = 0; k < 4; k++)
			rest[k] = sim_get(sim_pin(s, address_pins[k]));
		sim_put(b->m_io, 1);
		sim_put(b->aen, sim_random(s) & 1);
		sim_put(b->la, low << 14);
		for (uint32_t raw = 0; raw < 256; raw++) {
			const uint32_t top = ~raw & 0xFF;
			const bool want =
				mem ? top >> 3 == high >> 3 : top == high || top >> 3 == far;

			if (mem && top >> 3 == far)
				continue;
			sim_put(b->la_n, raw);
			sim_settle(s);
			SIM_CHECK(s, sim_get(b->ex32) == want, "EBCR %08X, LA31#..24# = %02X",
				  surf_golden_slot_read(b->n->g, SURF_EBCR), raw);
		}
		sim_put(b->la_n, ~high);
		for (uint32_t raw = 0; raw < 256; raw++) {
			sim_put(b->la, raw << 14 | sim_range(s, 0, 0x3FFF));
			sim_settle(s);
			SIM_CHECK(s, sim_get(b->ex32) == (mem || raw == low),
				  "EBCR %08X, LA23..16 = %02X",
				  surf_golden_slot_read(b->n->g, SURF_EBCR), raw);
		}
		for (int k = 0; k < 4; k++)
			sim_put(sim_pin(s, address_pins[k]), rest[k]);
	}
	finish(b->n);
}

static void rbase_one(struct bus *b, uint32_t rbase)
{
	const uint32_t offsets[] = {0, 4, 0x38, 0x7FFC, 0xFFFC};

	write_ebcr(b, ebcr_of(rbase, ~(rbase >> 11) & 31, 0));
	for (unsigned int EACH(i, 0); i < 5; i++) {
		SIM_EQ(b->s, selected(b, rbase << 16 | offsets[i], true, false), 1,
		       "EX32# of the registers");
		for (int EACH(bit, 16); bit < 32; bit++)
			check_select(b, (rbase << 16 ^ 1u << bit) | offsets[i], true, false);
	}
	check_select(b, (rbase << 16) - 4, true, false);
	check_select(b, (rbase << 16) + 0x10000, true, false);
	reg_put(b, SURF_PCLR, 1, rbase);
	reg_put(b, SURF_TPIR + 0xFFC0, 15, rbase * 0x10001);
	reg_check(b, SURF_PCLR + 0xFFC0, 15);
	reg_check(b, SURF_TPIR, 15);
	check_silent(b, false, 0, (rbase << 16 ^ 0x10000) | SURF_PCLR);
	reg_check(b, SURF_PCLR, 15);
}

static void rbase_decode(struct sim *s)
{
	struct bus *b = start_bus(s, false);

	for (int EACH(bit, 0); bit < 16; bit++) {
		rbase_one(b, 1u << bit);
		rbase_one(b, ~(1u << bit) & 0xFFFF);
	}
	rbase_one(b, 0);
	rbase_one(b, 0xFFFF);
	finish(b->n);
}

static void mbase_decode(struct sim *s)
{
	struct bus *b = start_bus(s, false);

	for (uint32_t EACH(m, 0); m < 32; m++) {
		const uint32_t rbase = (~m & 31) << 11 | 0x123;

		write_ebcr(b, ebcr_of(rbase, m, 0));
		for (uint32_t EACH(a, 0); a < 32; a++) {
			SIM_EQ(s, selected(b, a << 27, true, false), a == m, "first word");
			SIM_EQ(s, selected(b, a << 27 | 0x7FFFFFC, true, false), a == m,
			       "last word");
			SIM_EQ(s, selected(b, a << 27 | NODE_HIST, true, false), a == m,
			       "first bin");
		}
		mem_put(b, false, 0, 15, 0x11110000 + m);
		mem_put(b, true, 0xFFFFFF, 15, 0x22220000 + m);
		mem_check(b, false, 0, 15);
		mem_check(b, true, 0xFFFFFF, 15);
		check_silent(b, false, 0, (m ^ 1) << 27);
		check_silent(b, false, 0, (m ^ 16) << 27 | NODE_HIST);
		SIM_EQ(s, simm_peek(b->n->trace, 0), 0x11110000 + m, "first word of the SIMM");
		SIM_EQ(s, simm_peek(b->n->hist, 0xFFFFF), 0x22220000 + m, "last bin");
	}
	finish(b->n);
}

/* ---- lanes ---- */

static void latched_address(struct sim *s)
{
	const struct eisa_timing early = {.change_early = true};
	struct bus *b = start_bus(s, true);
	const uint64_t count = sim_length(s, 6000, 350);

	eisa_set_timing(b->n->eisa, &early);
	for (uint64_t EACH(i, 0); i < count; i++)
		random_access(b);
	SIM_CHECK(s, b->changed > count / 2, "the address changed in %llu cycles only",
		  (unsigned long long)b->changed);
	finish(b->n);
}

static void byte_enables(struct sim *s)
{
	struct bus *b = start_bus(s, false);
	static const uint32_t presets[] = {0, 0xFFFFFFFF, 0xA5C396E1};

	for (unsigned int EACH(p, 0); p < 3; p++)
		for (unsigned int EACH(i, 0); i < PATTERNS; i++) {
			const uint32_t was = presets[p], v = ~was ^ 0x01020408 << p;
			const unsigned int be = patterns[i];
			const uint32_t word = 0x3FC00 + i, m = register_lanes_mask(be);

			reg_put(b, SURF_TTCR, 15, was & ~SURFBOARD_TTCR_EIP_MASK);
			reg_put(b, SURF_TTCR, be, v & ~SURFBOARD_TTCR_EIP_MASK);
			reg_check(b, SURF_TTCR, 15);
			reg_put(b, SURF_IEMR, 15, was);
			reg_put(b, SURF_IEMR, be, v);
			reg_check(b, SURF_IEMR, 15);
			SIM_EQ(s, b->d_seen, ((was & ~m) | (v & m)) & 0x3FFF, "IEMR");
			for (int EACH(hist, 0); hist < 2; hist++) {
				struct simm *simm = hist ? b->n->hist : b->n->trace;

				mem_put(b, hist, word, 15, was);
				mem_put(b, hist, word, be, v);
				mem_check(b, hist, word, 15);
				SIM_EQ(s, simm_peek(simm, word), (was & ~m) | (v & m),
				       "word in the SIMM");
			}
		}
	finish(b->n);
}

static void all_lanes_read(struct sim *s)
{
	struct bus *b = start_bus(s, false);
	uint32_t v;

	reg_put(b, SURF_WCDR, 15, 0x89ABCDEF);
	reg_put(b, SURF_TPIR, 15, 0x00123456);
	reg_put(b, SURF_IEMR, 15, 0x00002A5C);
	mem_put(b, false, 0x12345, 15, 0x12345678);
	mem_put(b, true, 0x54321, 15, 0xFEDCBA98);
	for (unsigned int EACH(i, 0); i < PATTERNS; i++) {
		const unsigned int be = patterns[i];

		/* each check compares all lanes */
		reg_check(b, SURF_WCDR, be);
		SIM_EQ(s, b->d_seen, 0x89ABCDEF, "bus");
		reg_check(b, SURF_TPIR, be);
		reg_check(b, SURF_IEMR, be);
		reg_check(b, SURF_FCCR, be);
		mem_check(b, false, 0x12345, be);
		SIM_EQ(s, b->d_seen, 0x12345678, "bus");
		mem_check(b, true, 0x54321, be);
		SIM_EQ(s, b->d_seen, 0xFEDCBA98, "bus");
		SIM_EQ(s, eisa_read(b->n->eisa, true, 1, SLOT_1 | SURF_EPIR, be, &v), 0,
		       "EPIR");
		SIM_EQ(s, b->d_seen, SURFBOARD_EPIR_RESET, "bus");
		SIM_EQ(s, eisa_read(b->n->eisa, true, 1, SLOT_1 | SURF_EBCR, be, &v), 0,
		       "EBCR");
		SIM_EQ(s, b->d_seen, ebcr_of(RBASE, MBASE, 0), "bus");
	}
	finish(b->n);
}

static void little_endian(struct sim *s)
{
	struct bus *b = start_bus(s, false);
	struct device *d = b->n->dev;
	const uint32_t at[] = {b->n->rbase + SURF_WCDR, b->n->rbase + SURF_TPIR,
			       b->n->mbase + 0x1000, b->n->mbase + NODE_HIST + 0x2000};
	const uint32_t v = 0x0027A5C3;
	uint64_t got;

	for (unsigned int EACH(i, 0); i < 4; i++) {
		SIM_EQ(s, d->ops->write(d, DEVICE_MEM, at[i], 32, v), 0, "32-bit write");
		for (unsigned int EACH(k, 0); k < 4; k++) {
			SIM_EQ(s, d->ops->read(d, DEVICE_MEM, at[i] + k, 8, &got), 0, "read");
			SIM_EQ(s, got, v >> 8 * k & 0xFF, "byte");
		}
		for (unsigned int EACH(k, 0); k < 4; k += 2) {
			SIM_EQ(s, d->ops->read(d, DEVICE_MEM, at[i] + k, 16, &got), 0, "read");
			SIM_EQ(s, got, v >> 8 * k & 0xFFFF, "half word");
		}
	}
	/* the other way round: four byte writes make the word */
	for (unsigned int EACH(i, 1); i < 4; i++) {
		for (unsigned int EACH(k, 0); k < 4; k++)
			SIM_EQ(s, d->ops->write(d, DEVICE_MEM, at[i] + k, 8, 0x11 * (k + 1)), 0,
			       "byte write");
		SIM_EQ(s, d->ops->read(d, DEVICE_MEM, at[i], 32, &got), 0, "read");
		SIM_EQ(s, got, 0x44332211 & (i == 1 ? 0x3FFFFF : 0xFFFFFFFF), "word");
	}
	SIM_EQ(s, simm_peek(b->n->trace, 0x400), 0x44332211, "word in the trace SIMM");
	SIM_EQ(s, simm_peek(b->n->hist, 0x800), 0x44332211, "word in the histogram SIMM");
}

/* ---- protocol, waits, order ---- */

/* Makes every kind of cycle, with and without packets; the checkers report errors. */
static void bus_protocol(struct sim *s)
{
	const struct eisa_timing t = {.idle_max = 3};
	struct bus *b = start_bus(s, true);
	struct load l = {0};
	const uint64_t count = sim_length(s, 4000, 150);

	for (uint64_t EACH(i, 0); i < count; i++)
		random_access(b);
	node_select(b->n, &low_bins);
	node_acdr(b->n,
		  surf_set(surf_set(0, SURF_ACDR_IMAGE_LAT_N, 12), SURF_ACDR_IMAGE_TSIZE, 1));
	reg_put(b, SURF_TICR, 15, 0);
	reg_put(b, SURF_TECR, 15, 0);
	reg_put(b, SURF_TTCR, 15, 0);
	reg_put(b, SURF_WCDR, 15, 0);
	node_put(b->n, SURF_HTCR, TEN | HEN | WEN);
	eisa_set_timing(b->n->eisa, &t);
	load_start(&l, b->n);
	for (uint64_t EACH(i, 0); i < count; i++) {
		const bool hist = sim_random(s) & 1;
		const uint32_t word =
			(hist ? FREE_BINS : FREE_WORDS) + (uint32_t)sim_range(s, 0, 15);
		uint32_t v;

		switch (sim_range(s, 0, 4)) {
		case 0:
			mem_put(b, hist, word, random_be(b), (uint32_t)sim_random(s));
			break;
		case 1:
			mem_check(b, hist, word, random_be(b));
			break;
		case 2:
			reg_put(b, SURF_IEMR, random_be(b), (uint32_t)sim_random(s));
			break;
		case 3:
			reg_check(b, SURF_IEMR, random_be(b));
			break;
		default:
			SIM_CHECK(s, eisa_read(b->n->eisa, false, 0, 0x00000C80, 15, &v) != 0,
				  "another board's address is answered");
		}
	}
	load_stop(&l);
	node_put(b->n, SURF_HTCR, 0);
	SIM_EQ(s, b->n->dropped, 0, "packets dropped");
	SIM_CHECK(s, b->own_reads > count / 4 && b->own_writes > count / 4 && b->waited,
		  "too few cycles of a kind");
	SIM_CHECK(s, b->foreign > count / 40, "too few cycles of others");
	finish(b->n);
	sim_note(s,
		 "%llu reads, %llu writes, %llu cycles of others; %llu with waits, "
		 "reads end after %u to %u BCLK of CMD#",
		 (unsigned long long)b->own_reads, (unsigned long long)b->own_writes,
		 (unsigned long long)b->foreign, (unsigned long long)b->waited, b->bclks_min,
		 b->bclks_max);
}

/* Reads both memories without a pause while all modes are on and packets come at the rated
 * speed. */
static void wait_limit(struct sim *s)
{
	struct bus *b = start_bus(s, true);
	const uint64_t count = sim_length(s, 10000, 250);
	struct load l = {0};
	struct simm_stats t, h;

	node_select(b->n, &low_bins);
	node_acdr(b->n,
		  surf_set(surf_set(0, SURF_ACDR_IMAGE_LAT_N, 12), SURF_ACDR_IMAGE_TSIZE, 1));
	node_put(b->n, SURF_HTCR, TEN | HEN | WEN);
	load_start(&l, b->n);
	for (uint64_t EACH(i, 0); i < count; i++) {
		const bool hist = sim_random(s) & 1;

		mem_check(b, hist,
			  (uint32_t)(hist ? sim_range(s, FREE_BINS, 0xFFFFF)
					  : sim_range(s, FREE_WORDS, 0xFFFFF)),
			  15);
	}
	load_stop(&l);
	node_put(b->n, SURF_HTCR, 0);
	simm_stats(b->n->trace, &t);
	simm_stats(b->n->hist, &h);
	SIM_CHECK(s, t.refreshes && h.refreshes, "no refresh took place");
	SIM_CHECK(s, b->n->done > count / 2, "only %llu packets",
		  (unsigned long long)b->n->done);
	SIM_EQ(s, b->n->dropped, 0, "packets dropped");
	SIM_CHECK(s, b->wait_max <= WAIT_MAX && eisa_longest_wait(b->n->eisa) <= WAIT_MAX,
		  "a wait of %llu ns", (unsigned long long)b->wait_max / 1000);
	finish(b->n);
	sim_note(s, "longest wait %llu ns in %llu reads, %llu packets",
		 (unsigned long long)b->wait_max / 1000, (unsigned long long)count,
		 (unsigned long long)b->n->done);
}

/* Makes @count times three cycles on the memories, the last of which is a read immediately
 * after writes that are still posted, at every phase of packets that use both memories. */
static void memory_behind_writes(struct bus *b, uint64_t count)
{
	const struct eisa_timing t = {.pipelined = true};
	struct node *n = b->n;
	struct sim *s = b->s;

	eisa_set_timing(n->eisa, &t);
	for (uint64_t EACH(i, 0); i < count; i++) {
		const uint64_t r = sim_random(s);
		struct eisa_cycle c[3];

		/* most accesses go to the trace memory, where EISA cannot interrupt the four
		 * words of an entry */
		for (unsigned int k = 0; k < 3; k++) {
			const bool hist = (r >> 3 * k & 7) > 5;

			c[k] = (struct eisa_cycle){
				.write = k < 2 && (k || r >> 20 & 1),
				.be = 15,
				.addr = n->mbase +
					(hist ? NODE_HIST + 4 * FREE_BINS : 3u << 20) +
					4 * (uint32_t)(r >> (24 + 4 * k) & 15),
				.data = (uint32_t)sim_random(s),
			};
		}
		sim_wait(s, 1 + sim_range(s, 0, 1080000));
		SIM_EQ(s, (uint64_t)eisa_run(n->eisa, c, 3), 0, "the memories answer");
		for (unsigned int EACH(k, 0); k < 3; k++) {
			const uint32_t word = c[k].addr % NODE_HIST / 4;
			const bool hist = c[k].addr & NODE_HIST;

			if (c[k].write && hist)
				surf_golden_hist_put(n->g, word, c[k].data);
			else if (c[k].write)
				surf_golden_trace_put(n->g, word, c[k].data);
			else
				SIM_EQ(s, c[k].data,
				       hist ? surf_golden_hist_word(n->g, word)
					    : surf_golden_trace_word(n->g, word),
				       "memory word");
		}
	}
	eisa_set_timing(n->eisa, NULL);
}

/* Starts the board with packets in low bins and in a trace that does not end and does not wrap
 * during the test. */
static uint64_t start_worst_case(struct bus *b, struct load *l)
{
	const uint64_t length = sim_length(b->s, 12000, 80);
	const uint64_t most = node_second_revision(b->s) ? 18000 : 50000;
	struct node *n = b->n;

	node_select(n, &low_bins);
	node_acdr(n,
		  surf_set(surf_set(0, SURF_ACDR_IMAGE_LAT_N, 12), SURF_ACDR_IMAGE_TSIZE, 1));
	node_put(n, SURF_TTCR, surf_set(surf_set(0, SURF_TTCR_MODE, 2), SURF_TTCR_QUAL, 1));
	node_put(n, SURF_HTCR, TEN | HEN | WEN);
	load_start(l, n);
	return length < most ? length : most;
}

static void check_wait(struct bus *b)
{
	SIM_CHECK(b->s, eisa_longest_wait(b->n->eisa) <= WAIT_MAX, "a wait of %llu ns",
		  (unsigned long long)eisa_longest_wait(b->n->eisa) / 1000);
	sim_note(b->s,
		 "longest wait %llu ns, Stage 3 at most %u clocks, %llu packets, %llu dropped",
		 (unsigned long long)eisa_longest_wait(b->n->eisa) / 1000, b->n->service_max,
		 (unsigned long long)b->n->done, (unsigned long long)b->n->dropped);
}

static void wait_behind_writes(struct sim *s)
{
	struct bus *b = start_bus(s, true);
	struct load l = {0};

	memory_behind_writes(b, start_worst_case(b, &l));
	load_stop(&l);
	node_put(b->n, SURF_HTCR, 0);
	SIM_EQ(s, b->n->dropped, 0, "packets dropped");
	check_wait(b);
	finish(b->n);
}

static void add_bin(void *arg, uint32_t word, uint32_t value)
{
	*(uint64_t *)arg += word < FREE_BINS ? value : 0;
}

/* Does the same while passes of the decay follow each other: EISA must not wait longer, each
 * packet must be counted or reported as dropped, and the sum that the decay subtracts must be
 * right. */
static void wait_beside_decay(struct sim *s)
{
	struct bus *b = start_bus(s, true);
	struct node *n = b->n;
	struct load l = {0};
	uint64_t count, taken, bins = 0;

	/* a pass takes 1 us for each bin, and the test waits for its end */
	node_put(n, SURFBOARD_DCLB, sim_is_icarus(s) ? 4095 : FREE_BINS - 1);
	node_put(n, SURFBOARD_DCPR, 1);
	count = start_worst_case(b, &l);
	memory_behind_writes(b, count);
	load_stop(&l);
	node_put(n, SURF_HTCR, 0);
	node_put(n, SURFBOARD_DCPR, 0);
	while (node_read(n, SURFBOARD_DCCR) & SURFBOARD_DCCR_BUSY_MASK)
		;
	node_put(n, SURFBOARD_SNCR, 1);
	taken = node_read(n, SURFBOARD_DCAY_L);
	simm_each(n->hist, add_bin, &bins);
	SIM_CHECK(s, taken, "the decay has taken nothing");
	SIM_EQ(s, bins + taken, n->done, "packets in bins, and taken by the decay");
	SIM_EQ(s, surf_golden_total(n->g, TOTAL_SEEN), n->done + n->dropped, "packets seen");
	check_wait(b);
	/* the golden model cannot model an unfinished pass */
	simm_fill(n->hist, 0);
	surf_golden_hist_fill(n->g, 0);
	finish(n);
}

/* Pushes and pops slots under load: each access must move the FIFO by one slot. */
static void fifo_moves_once(struct sim *s)
{
	struct bus *b = start_bus(s, true);
	const uint64_t count = sim_length(s, 3000, 160);
	struct load l = {0};
	unsigned int used = 0;

	node_select(b->n, &low_bins);
	node_acdr(b->n, surf_set(0, SURF_ACDR_IMAGE_TSIZE, 1));
	node_put(b->n, SURF_HTCR, TEN | HEN | WEN);
	load_start(&l, b->n);
	for (uint64_t EACH(i, 0); i < count; i++) {
		if (!used || (used < 100 && sim_random(s) & 1)) {
			reg_put(b, SURF_HFDR, sim_random(s) & 1 ? 3 : 15,
				(uint32_t)sim_range(s, 0, 511));
			used++;
		} else {
			reg_check(b, SURF_HFDR, sim_random(s) & 1 ? 1 : 15);
			used--;
		}
	}
	load_stop(&l);
	node_put(b->n, SURF_HTCR, 0);
	for (; used; used--) {
		EACH_OF(used);
		reg_check(b, SURF_HFDR, 15);
	}
	SIM_EQ(s, surf_golden_read(b->n->g, SURF_ISCR, 15) & FNE, 0, "FIFO not empty");
	SIM_EQ(s, b->n->dropped, 0, "packets dropped");
	SIM_CHECK(s, b->bclks_max > b->bclks_min + 1, "all waits are alike");
	finish(b->n);
}

/* Checks that ACDR shifts once in each write. Packets continue; the test compares only those of
 * their results that do not depend on the changing configuration. */
static void acdr_shifts_once(struct sim *s)
{
	struct bus *b = start_bus(s, true);
	const uint64_t count = sim_length(s, 3000, 160);
	struct load l = {.plain = true};
	uint64_t writes = 0;

	node_put(b->n, SURF_HTCR, TEN | HEN | WEN);
	load_start(&l, b->n);
	for (uint64_t EACH(i, 0); i < count; i++) {
		const unsigned int be = random_be(b);

		if (sim_random(s) & 1) {
			reg_put(b, SURF_ACDR, be, (uint32_t)sim_random(s));
			writes += be & 1;
		} else {
			reg_check(b, SURF_ACDR, be);
		}
	}
	load_stop(&l);
	node_put(b->n, SURF_HTCR, 0);
	SIM_CHECK(s, writes > count / 8, "only %llu shifts", (unsigned long long)writes);
	for (int EACH(i, 0); i < 28; i++) {
		reg_check(b, SURF_ACDR, 15);
		reg_put(b, SURF_ACDR, 15, b->d_seen);
	}
	SIM_EQ(s, b->n->done, b->n->c->sent, "packets through the board");
	SIM_EQ(s, simm_peek(b->n->hist, 0), b->n->done, "bin 0");
	reg_check(b, SURF_WCDR, 15);
	SIM_EQ(s, b->d_seen, b->n->words, "words");
}

/* Checks that a read returns the value of the posted write just before it. */
static void read_after_write(struct sim *s)
{
	static const uint16_t regs[] = {SURF_FCCR, SURF_FCDR, SURF_ACDR, SURF_TTCR,
					SURF_ECDR, SURF_PCLR, SURF_ISCR, SURF_IEMR,
					SURF_HTCR, SURF_WCDR, SURF_HFCR, SURF_HFDR,
					SURF_TICR, SURF_TECR, SURF_TPIR, 0x3C};
	const struct eisa_timing pipelined = {.pipelined = true};
	struct bus *b = start_bus(s, true);
	const uint64_t rounds = sim_length(s, 60, 5);
	uint32_t v;

	node_acdr(b->n, surf_set(0, SURF_ACDR_IMAGE_TSIZE, 3));
	node_put(b->n, SURF_HTCR, 0);
	for (uint64_t EACH(r, 0); r < rounds; r++) {
		for (unsigned int EACH(i, 0); i < sizeof(regs) / sizeof(regs[0]); i++) {
			uint32_t w = (uint32_t)sim_random(s);

			/* PROG and EIP keep their values, because the selector needs time to
			 * clear itself and the input's synchroniser has a delay. FRS and PRS
			 * stay 0, too. */
			if (regs[i] == SURF_FCCR)
				w |= FCCR_PROG;
			if (regs[i] == SURF_TTCR)
				w &= ~SURFBOARD_TTCR_EIP_MASK;
			if (regs[i] == SURF_HTCR)
				w &= TEN | HEN | WEN;
			reg_put(b, regs[i], 15, w);
			reg_check(b, regs[i], 15);
		}
		/* ACDR returns the bits that were shifted in */
		for (unsigned int EACH(i, 0); i < 28; i++) {
			reg_put(b, SURF_ACDR, 15, (uint32_t)sim_random(s));
			reg_check(b, SURF_ACDR, 15);
		}
		for (int EACH(i, 0); i < 20; i++) {
			const bool hist = sim_random(s) & 1;
			const uint32_t word = (uint32_t)sim_range(s, 0, 0xFFFFF);

			mem_put(b, hist, word, 15, (uint32_t)sim_random(s));
			mem_check(b, hist, word, 15);
			/* two consecutive posted writes, one to each memory, in either order */
			mem_put(b, hist, word, random_be(b), (uint32_t)sim_random(s));
			mem_put(b, !hist, word, random_be(b), (uint32_t)sim_random(s));
			mem_check(b, hist, word, 15);
			mem_check(b, !hist, word, 15);
		}
		v = ebcr_of((uint32_t)sim_range(s, 0, 0xFFFF) & 0x7FF, MBASE,
			    (unsigned int)r & 7);
		write_ebcr(b, v);
		SIM_EQ(s, eisa_read(b->n->eisa, true, 1, SLOT_1 | SURF_EBCR, 15, &v), 0,
		       "EBCR answers");
		SIM_EQ(s, v, surf_golden_slot_read(b->n->g, SURF_EBCR), "EBCR");
		reg_check(b, SURF_WCDR, 15);
		eisa_set_timing(b->n->eisa, r & 1 ? &pipelined : &(struct eisa_timing){0});
	}
	finish(b->n);
}

/* an address of no board's memory */
#define OTHER_BOARD 0x00001000u

/* Draws a cycle: to a register, a slot register, another board or a memory. Returns the value
 * that a read gives; a write changes the golden model. */
static uint32_t draw_cycle(struct bus *b, struct eisa_cycle *c)
{
	const uint64_t x = sim_random(b->n->s);
	const bool hist = x >> 40 & 1;
	const uint32_t word = x >> 41 & 7;
	uint32_t m, want;

	c->write = x >> 44 & 1;
	c->be = random_be(b);
	c->data = (uint32_t)x;
	m = c->write ? register_lanes_mask(c->be) : 0;
	switch (x >> 48 & 7) {
	case 0:
		c->addr = b->n->rbase + SURF_IEMR;
		if (c->write)
			surf_golden_write(b->n->g, SURF_IEMR, c->be, c->data);
		return surf_golden_read(b->n->g, SURF_IEMR, 15);
	case 1:
		c->io = true;
		c->slot = 1;
		c->addr = SLOT_1 | SURF_EPIR;
		return surf_golden_slot_read(b->n->g, SURF_EPIR);
	case 2:
		c->addr = OTHER_BOARD;
		return 0;
	default:
		c->addr = address(b, hist, word);
		want = (surf_golden_word(b, hist, word) & ~m) | (c->data & m);
		(hist ? surf_golden_hist_put : surf_golden_trace_put)(b->n->g, word, want);
		return want;
	}
}

/* Writes a word and reads EPIR behind it, without a gap: START# of the read falls when CMD# of
 * the write rises, so each takes as long as it takes alone. Returns the BCLK of the read. */
static uint64_t epir_behind_write(struct bus *b, bool hist)
{
	struct eisa_cycle c[2] = {
		{.write = true,
		 .addr = address(b, hist, 5),
		 .be = 15,
		 .data = (uint32_t)sim_random(b->n->s)},
		{.io = true, .slot = 1, .addr = SLOT_1 | SURF_EPIR, .be = 15}};
	uint64_t cycles;

	sim_wait_cycles(b->n->bclk, 10);
	cycles = eisa_cycles(b->n->eisa);
	eisa_run(b->n->eisa, c, 2);
	SIM_EQ(b->n->s, eisa_cycles(b->n->eisa) - cycles, 2, "cycles");
	SIM_EQ(b->n->s, c[1].data, SURFBOARD_EPIR_RESET, "EPIR");
	(hist ? surf_golden_hist_put : surf_golden_trace_put)(b->n->g, 5, c[0].data);
	return eisa_last_bclks(b->n->eisa);
}

/* Makes pipelined cycles: the next address comes during CMD#, and START# in the clock in which
 * CMD# rises. */
static void pipelined_cycles(struct sim *s)
{
	enum { CYCLES = 16 };
	const struct eisa_timing t = {.pipelined = true};
	struct bus *b = start_bus(s, true);
	const uint64_t rounds = sim_length(s, 400, 40);
	const uint64_t writes = b->own_writes, quick = b->quick_writes;
	uint64_t clocks = 0;

	eisa_set_timing(b->n->eisa, &t);
	for (uint64_t EACH(r, 0); r < rounds; r++) {
		struct eisa_cycle c[CYCLES] = {0};
		uint32_t want[CYCLES] = {0};

		for (unsigned int i = 0; i < CYCLES; i++)
			want[i] = draw_cycle(b, &c[i]);
		eisa_run(b->n->eisa, c, CYCLES);
		for (unsigned int EACH(i, 0); i < CYCLES; i++) {
			SIM_EQ(s, c[i].result == 0, c[i].addr != OTHER_BOARD, "EX32#");
			if (c[i].result == 0 && !c[i].write)
				SIM_EQ(s, c[i].data, want[i], "value read");
		}
	}
	SIM_CHECK(s, b->quick_writes - quick > (b->own_writes - writes) / 4,
		  "%llu of %llu writes take 2 BCLK",
		  (unsigned long long)(b->quick_writes - quick),
		  (unsigned long long)(b->own_writes - writes));
	for (uint64_t EACH(r, 0); r < rounds; r++)
		clocks += epir_behind_write(b, r & 1);
	for (uint64_t EACH(i, 0); i < 10 * rounds; i++)
		random_access(b);
	finish(b->n);
	sim_note(s, "a read of EPIR behind a posted write takes %llu BCLK",
		 (unsigned long long)(clocks / rounds));
}

static void stretched_bclk(struct sim *s)
{
	const struct eisa_timing t = {.stretch_percent = 30, .stretch_max = 4, .idle_max = 2};
	struct bus *b = start_bus(s, true);
	const uint64_t count = sim_length(s, 4000, 240);
	const sim_time from = sim_now(s);
	const uint64_t edges = sim_clock_edges(b->n->bclk);

	b->stretched = true;
	eisa_set_timing(b->n->eisa, &t);
	for (uint64_t EACH(i, 0); i < count; i++)
		random_access(b);
	SIM_CHECK(s,
		  sim_now(s) - from >
			  (sim_clock_edges(b->n->bclk) - edges) * SIM_NS(120) * 11 / 10,
		  "BCLK was not stretched");
	finish(b->n);
}

static void long_start(struct sim *s)
{
	struct bus *b = start_bus(s, true);
	const uint64_t count = sim_length(s, 1000, 200);

	node_put(b->n, SURF_HTCR, 0);
	for (unsigned int EACH(bclks, 1); bclks <= 3; bclks++) {
		const struct eisa_timing t = {.start_bclk = bclks};

		eisa_set_timing(b->n->eisa, &t);
		for (uint64_t EACH(i, 0); i < count; i++)
			random_access(b);
		/* one cycle, one effect */
		for (int EACH(i, 0); i < 20; i++)
			reg_put(b, SURF_HFDR, 15, (uint32_t)sim_range(s, 0, 511));
		for (int EACH(i, 0); i < 20; i++)
			reg_check(b, SURF_HFDR, 15);
		SIM_EQ(s, surf_golden_read(b->n->g, SURF_ISCR, 15) & FNE, 0, "FIFO not empty");
		for (int EACH(i, 0); i < 40; i++)
			reg_put(b, SURF_ACDR, 1, (uint32_t)sim_random(s));
		for (int EACH(i, 0); i < 28; i++) {
			reg_check(b, SURF_ACDR, 1);
			reg_put(b, SURF_ACDR, 1, 0);
		}
	}
	finish(b->n);
}

/* The board has no pin for SLBURST#, EX16#, NOWS# or MSBURST#. Accesses to consecutive
 * addresses, as in a burst, are separate cycles. */
static void no_burst(struct sim *s)
{
	static const char *const pins[] = {
#define PIN(name, width, dir, domain) #name,
#include "surfboard_pins.def"
#undef PIN
	};
	static const char *const absent[] = {"burst", "ex16", "nows", "io16", "m16"};
	struct bus *b = start_bus(s, false);

	for (unsigned int i = 0; i < sizeof(pins) / sizeof(pins[0]); i++)
		for (unsigned int EACH(k, 0); k < sizeof(absent) / sizeof(absent[0]); k++)
			SIM_CHECK(s, !strstr(pins[i], absent[k]), "there is a pin %s", pins[i]);
	for (uint32_t EACH(i, 0); i < 64; i++) {
		mem_put(b, i & 1, i, 15, (uint32_t)sim_random(s));
		SIM_CHECK(s, eisa_last_bclks(b->n->eisa) >= 2, "a cycle of less than 2 BCLK");
	}
	for (uint32_t EACH(i, 0); i < 64; i++) {
		mem_check(b, i & 1, i, 15);
		SIM_CHECK(s, eisa_last_bclks(b->n->eisa) >= 2, "a cycle of less than 2 BCLK");
	}
	finish(b->n);
}

/* ---- reset and configuration ---- */

/* Raises RESDRV just before START# and CMD# rise: the board must release all its outputs
 * without delay. */
static void raise_resdrv(void *arg)
{
	struct bus *b = arg;

	sim_settle(b->s);
	b->cut_ex32 += sim_get(b->ex32);
	b->cut_wait += sim_get(b->exrdy);
	b->cut_data += sim_get(b->d_oe);
	b->cut_irq += eisa_irqs(b->n->eisa) != 0;
	sim_put(b->resdrv, 1);
	sim_settle(b->s);
	SIM_EQ(b->s, sim_get(b->ex32), 0, "EX32# in reset");
	SIM_EQ(b->s, sim_get(b->exrdy), 0, "EXRDY in reset");
	SIM_EQ(b->s, sim_get(b->d_oe), 0, "data bus in reset");
	SIM_EQ(b->s, eisa_irqs(b->n->eisa), 0, "interrupt lines in reset");
}

static void resdrv_in_mid_cycle(struct sim *s)
{
	struct bus *b = start_bus(s, true);
	const uint64_t rounds = sim_length(s, 300, 60);

	node_put(b->n, SURF_HTCR, 0);
	node_put(b->n, SURF_HFDR, 0x155);
	for (uint64_t EACH(r, 0); r < rounds; r++) {
		const uint32_t word = (uint32_t)sim_range(s, 0, 0xFFFFF);
		const uint64_t x = sim_random(s);
		const bool hist = x & 1, write = x >> 1 & 1, io = (x >> 2 & 3) == 0;
		const uint32_t addr = io		  ? SLOT_1 | SURF_EPIR
				      : (x >> 2 & 3) == 1 ? b->n->rbase + SURF_TPIR
							  : address(b, hist, word);
		const sim_time delay = sim_range(s, 60000, 1600000);
		uint32_t v;
		int err;

		node_enable(b->n, RBASE, MBASE, 2 + (unsigned int)r % 6);
		node_put(b->n, SURF_IEMR, FNE);
		for (unsigned int EACH(i, 0); i < IRQS; i++)
			SIM_EQ(s, sim_get(b->irq[i]), i == r % 6, "interrupt line before");
		/* at a random time in a cycle; a memory read is the longest cycle */
		sim_at(s, sim_now(s) + delay, raise_resdrv, b);
		eisa_reset_in(b->n->eisa, delay, 2);
		do
			err = write ? eisa_write(b->n->eisa, io, 1, addr, 15, (uint32_t)x)
				    : eisa_read(b->n->eisa, io, 1, addr, 15, &v);
		while (err == 0);
		SIM_EQ(s, sim_get(b->resdrv), 1, "the cycle ended without an answer, RESDRV");
		node_resdrv(b->n);
		/* the cycle may have taken effect or not; the following cycles must be right */
		if (r & 1) {
			SIM_EQ(s, eisa_read(b->n->eisa, true, 1, SLOT_1 | SURF_EPIR, 15, &v), 0,
			       "EPIR");
			SIM_EQ(s, v, SURFBOARD_EPIR_RESET, "EPIR");
		}
		SIM_EQ(s, eisa_read(b->n->eisa, true, 1, SLOT_1 | SURF_EBCR, 15, &v), 0,
		       "EBCR");
		SIM_EQ(s, v, surf_golden_slot_read(b->n->g, SURF_EBCR), "EBCR");
		SIM_EQ(s, surf_get(v, SURF_EBCR_ENABLE), 0, "ENABLE");
		node_enable(b->n, RBASE, MBASE, 0);
		mem_put(b, hist, word, 15, ~(uint32_t)x);
		mem_check(b, hist, word, 15);
		reg_put(b, SURF_TPIR, 15, (uint32_t)x);
		reg_check(b, SURF_TPIR, 15);
		reg_check(b, SURF_IEMR, 15);
		SIM_EQ(s, b->d_seen, 0, "IEMR after reset");
	}
	SIM_CHECK(s, b->cut_ex32 && b->cut_wait && b->cut_data && b->cut_irq == rounds,
		  "RESDRV met EX32# %u times, EXRDY %u, data %u, an interrupt %u", b->cut_ex32,
		  b->cut_wait, b->cut_data, b->cut_irq);
	finish(b->n);
}

static void configuration_sequence(struct sim *s)
{
	static const struct {
		uint32_t rbase, mbase;
		unsigned int irlev;
	} set[] = {{0x00D8, 1, 2}, {0xFFFF, 16, 5}, {0x5A5A, 30, 7}};
	const struct node_config cfg = {.trace = SIMM_4MB, .hist = SIMM_16MB};
	struct bus *b = bus_open(s, &cfg);
	struct device *d = b->n->dev;

	for (unsigned int EACH(i, 0); i < 3; i++) {
		const uint32_t rbase = set[i].rbase << 16, mbase = set[i].mbase << 27;
		const uint32_t half = set[i].mbase << 11 | set[i].irlev << 8;
		static const uint8_t id[] = {0x4E, 0x46, 0x00, 0x10};
		uint64_t v;

		for (unsigned int EACH(k, 0); k < 4; k++) {
			SIM_EQ(s, d->ops->read(d, DEVICE_IO, SURF_EPIR + k, 8, &v), 0, "EPIR");
			SIM_EQ(s, v, id[k], "EPIR");
		}
		SIM_EQ(s, d->ops->write(d, DEVICE_IO, SURF_EBCR + 2, 16, rbase >> 16), 0,
		       "RBASE");
		SIM_EQ(s, d->ops->write(d, DEVICE_IO, SURF_EBCR + 1, 8, half >> 8), 0, "MBASE");
		surf_golden_slot_write(b->n->g, SURF_EBCR, 14, rbase | half);
		check_silent(b, false, 0, rbase + SURF_PCLR);
		check_silent(b, false, 0, mbase);
		SIM_EQ(s, d->ops->write(d, DEVICE_IO, SURF_EBCR, 8, 1), 0, "ENABLE");
		surf_golden_slot_write(b->n->g, SURF_EBCR, 1, 1);
		SIM_EQ(s, d->ops->read(d, DEVICE_IO, SURF_EBCR, 32, &v), 0, "EBCR");
		SIM_EQ(s, v, rbase | half | 1, "EBCR");
		b->n->rbase = rbase;
		b->n->mbase = mbase;
		reg_put(b, SURF_PCLR, 1, i + 1);
		reg_check(b, SURF_PCLR, 15);
		mem_put(b, false, i, 15, 0x1000 + i);
		mem_put(b, true, i, 15, 0x2000 + i);
		mem_check(b, false, i, 15);
		mem_check(b, true, i, 15);
		SIM_EQ(s, simm_peek(b->n->trace, i), 0x1000 + i, "trace word");
		SIM_EQ(s, simm_peek(b->n->hist, i), 0x2000 + i, "bin");
		/* only the interrupt line of this level must be active */
		node_put(b->n, SURF_HTCR, 0);
		node_put(b->n, SURF_HFDR, i);
		node_put(b->n, SURF_IEMR, FNE);
		for (unsigned int EACH(k, 0); k < IRQS; k++)
			SIM_EQ(s, sim_get(b->irq[k]), k + 2 == set[i].irlev, "interrupt line");
		SIM_EQ(s, eisa_irqs(b->n->eisa), 1u << irq_numbers[set[i].irlev - 2],
		       "interrupt lines of the bus");
		finish(b->n);
		/* the next assignment starts from reset, which ends the old one */
		if (i == 2)
			break;
		node_resdrv(b->n);
		check_silent(b, false, 0, rbase + SURF_PCLR);
		check_silent(b, false, 0, mbase);
		SIM_EQ(s, eisa_irqs(b->n->eisa), 0, "interrupt lines after reset");
	}
}

const struct sim_test sim_tests[] = {
	{"ex32_combinational", ex32_combinational, "SB-EISA-001", NULL},
	{"ex32_other_addresses", ex32_other_addresses, "SB-EISA-001 SB-EISA-002", NULL},
	{"slot_io_decode", slot_io_decode, "SB-EISA-003 SB-EISA-005", NULL},
	{"slot_io_aen", slot_io_aen, "SB-EISA-002 SB-EISA-004", NULL},
	{"io_in_windows", io_in_windows, "SB-EISA-006", NULL},
	{"memory_at_slot_address", memory_at_slot_address, "SB-EISA-007", NULL},
	{"la_polarity", la_polarity, "SB-EISA-008", NULL},
	{"rbase_decode", rbase_decode, "SB-EISA-009", NULL},
	{"mbase_decode", mbase_decode, "SB-EISA-010", NULL},
	{"latched_address", latched_address, "SB-EISA-011", NULL},
	{"byte_enables", byte_enables, "SB-EISA-012", NULL},
	{"all_lanes_read", all_lanes_read, "SB-EISA-013", NULL},
	{"little_endian", little_endian, "SB-EISA-014", NULL},
	{"bus_protocol", bus_protocol, "SB-EISA-015 SB-EISA-016 SB-EISA-017", NULL},
	{"wait_limit", wait_limit, "SB-EISA-017 SB-EISA-018", "surfboard surfboard_rev2"},
	{"wait_behind_writes", wait_behind_writes, "SB-EISA-018 SB-REV-013",
	 "surfboard surfboard_rev2"},
	{"wait_beside_decay", wait_beside_decay, "SB-EISA-018 SB-REV-012", "surfboard_rev2"},
	{"fifo_moves_once", fifo_moves_once, "SB-EISA-019", NULL},
	{"acdr_shifts_once", acdr_shifts_once, "SB-EISA-019", NULL},
	{"read_after_write", read_after_write, "SB-EISA-020", NULL},
	{"pipelined_cycles", pipelined_cycles, "SB-EISA-021", NULL},
	{"stretched_bclk", stretched_bclk, "SB-EISA-022", NULL},
	{"long_start", long_start, "SB-EISA-023", NULL},
	{"no_burst", no_burst, "SB-EISA-024", NULL},
	{"resdrv_in_mid_cycle", resdrv_in_mid_cycle, "SB-EISA-025", NULL},
	{"configuration_sequence", configuration_sequence, "SB-EISA-026", NULL},
	{0},
};
