/* SPDX-License-Identifier: Apache-2.0 */
#include "mkboard.h"
#include "mkchip.h"
#include <stdlib.h>
#include <string.h>

#define LIMIT SIM_MS(20) /* time limit for the FIFOs to become empty */

static void expect(struct mkboard *b, const char *error)
{
	if (error)
		SIM_FAIL(b->s, "scoreboard: %s", error);
}

/* ---- observation ---- */

/* Passes a taken sample to the golden model. The chip's counters are not on pins, so counts
 * that are not predicted are unknown. */
static void taken(struct mkboard *b, bool resource)
{
	b->taken++;
	b->last_stamp = sim_get(b->obs_stamp);
	b->last_taken = b->node_clocks;
	b->last_taken_at = sim_now(b->s);
	expect(b, mk_golden_taken(&b->g, resource, b->last_stamp, NULL));
}

static void node_edge(void *arg)
{
	struct mkboard *b = arg;
	const unsigned int t = (unsigned int)sim_get(b->obs_taken);

	b->node_clocks++;
	if (b->in_reset || b->o.unwatched)
		return;
	if (t)
		taken(b, t == 2);
	if (sim_get(b->obs_lost)) {
		b->lost++;
		expect(b, mk_golden_lost(&b->g));
	}
	if (sim_get(b->obs_fifo_wr)) {
		const unsigned int f = (unsigned int)sim_get(b->obs_fifo);

		b->bytes++;
		expect(b, mk_golden_byte(&b->g, f & 0xFF, f >> 9 & 1, f >> 8 & 1));
	}
	b->full_clocks += sim_get(b->obs_fifo_full);
	b->cs_clocks[0] += sim_get(b->obs_cs) & 1;
	b->cs_clocks[1] += sim_get(b->obs_cs) >> 1;
	if (sim_get(b->obs_switch)) {
		b->switch_longest = b->switching ? b->switch_longest + 1 : 1;
		b->switch_clocks++;
	} else if (b->switching) {
		mk_golden_switch_ends(&b->g, b->switch_longest);
	}
	b->switching = sim_get(b->obs_switch);
	if (b->on_node)
		b->on_node(b->on_arg);
}

static void pci_edge(void *arg)
{
	struct mkboard *b = arg;

	b->pci_clocks++;
	if (b->in_reset || b->o.unwatched)
		return;
	if (sim_get(b->obs_fifo_rd)) {
		b->popped++;
		expect(b, mk_golden_pop(&b->g));
	}
	if (sim_get(b->obs_store)) {
		uint32_t word, value;

		b->words++;
		expect(b, mk_golden_store(&b->g, &word, &value));
		if (dram_peek(b->dram, word) != value)
			SIM_FAIL(b->s, "scoreboard: word %X is %08X, not %08X", word,
				 dram_peek(b->dram, word), value);
	}
	if (sim_get(b->obs_drain)) {
		b->drained++;
		expect(b, mk_golden_drain(&b->g));
	}
	for (; b->cable_seen < s16d_words(b->cable); b->cable_seen++) {
		b->cable_words++;
		expect(b, mk_golden_cable(&b->g, s16d_word(b->cable, b->cable_seen)));
	}
	if (b->on_pci)
		b->on_pci(b->on_arg);
}

/*
 * Models the clock selector. The oscillator, its half frequency and the external clock run
 * freely. After a change of EN_EXT or DIV2, NODECLK stays low from its next falling edge until
 * the newly selected clock has been low for its minimum time and rises.
 */
static void select_clock(void *arg)
{
	struct mkboard *b = arg;
	const bool ext = sim_get(b->clk_ext), div2 = sim_get(b->clk_div2);

	if (ext == b->selected_ext && div2 == b->selected_div2)
		return;
	b->selected_ext = ext;
	b->selected_div2 = div2;
	b->selections++;
	if (!b->selecting)
		sim_need_falls(b->nodeclk, true);
	b->selecting = true;
}

static void node_falls(void *arg)
{
	struct mkboard *b = arg;
	const sim_time old = sim_clock_period(b->nodeclk), origin = SIM_NS(10) + b->o.phase;
	const sim_time period = b->selected_ext	   ? b->o.ext
				: b->selected_div2 ? 2 * b->o.osc
						   : b->o.osc;
	sim_time rise, earliest;

	if (!b->selecting)
		return;
	b->selecting = false;
	sim_need_falls(b->nodeclk, false);
	earliest = sim_now(b->s) + (old > period ? old : period) / 2;
	rise = origin + (earliest - origin + period - 1) / period * period;
	sim_clock_set_period(b->nodeclk, period);
	sim_clock_stretch(b->nodeclk, rise - sim_now(b->s) - old / 2);
}

/* ---- accesses ---- */

static uint8_t enables(const struct pci_cycle *c)
{
	return c->no_bytes ? 0 : c->be ? c->be : 0xFF;
}

static void after(struct mkboard *b, const struct pci_cycle *c, uint32_t offset)
{
	const uint8_t be = c->ack64 ? enables(c) : enables(c) & 15;
	struct mk_golden_value v;

	if (c->command & 1) {
		if (b->g.pending.any)
			SIM_FAIL(b->s, "scoreboard: no sample was taken or lost");
		mk_golden_write(&b->g, offset, c->ack64, be, c->data[0]);
		if (offset == MULTIKRON_SWRESET) {
			s16d_reset(b->cable);
			b->cable_seen = s16d_words(b->cable);
		}
		return;
	}
	v = mk_golden_read(&b->g, offset, c->ack64, be, c->data[0]);
	if (offset == MULTIKRON_TEST && be == 15) {
		const bool on = (b->g.config & MK_TEST) && !(b->g.config & MK_DIS_STATE);

		v.value = on && mk_golden_level(&b->g.popped) == 1
				  ? b->g.popped.byte[b->g.popped.head++] & 0xFF
				  : 0;
	}
	/* words may have been stored between the time of the read and the end of the cycle */
	if (offset == MULTIKRON_MAP && be == 15 && c->data[0] != v.value) {
		SIM_CHECK(b->s,
			  ((c->data[0] - b->pointer_before) & 0xFFFFFF) <=
				  ((b->g.pointer - b->pointer_before) & 0xFFFFFF),
			  "pointer %llX, between %X and %X", (unsigned long long)c->data[0],
			  b->pointer_before, b->g.pointer);
		return;
	}
	if ((c->data[0] ^ v.value) & v.known & (c->ack64 ? UINT64_MAX : 0xFFFFFFFF))
		SIM_FAIL(b->s, "offset %X reads %llX, not %llX (bits %llX)", offset,
			 (unsigned long long)c->data[0], (unsigned long long)v.value,
			 (unsigned long long)v.known);
	sim_passed_(b->s);
}

static void before(struct mkboard *b, const struct pci_cycle *c, uint32_t offset)
{
	/* the access has 64 bits only in regions where the board supports them; pci.c checks
	 * ACK64# */
	const bool wide = c->wide && offset % 8 == 0;

	if (c->command & 1 && offset == MULTIKRON_SWRESET)
		s16d_expect_reset(b->cable);
	if (c->command & 1)
		mk_golden_begin_write(&b->g, offset, wide, wide ? enables(c) : enables(c) & 15,
				      c->data[0], (uint8_t)sim_get(b->xcpu));
}

enum pci_end mkboard_try(struct mkboard *b, struct pci_cycle *c)
{
	const uint32_t offset = c->addr - b->base;
	enum pci_end end;

	/* the master repeats a write that took effect but was answered too late; the repetition
	 * only gets the answer */
	if (!b->answer_due)
		before(b, c, offset);
	b->pointer_before = b->g.pointer;
	b->answer_due = b->g.pending.any;
	end = pci_cycle(b->pci, c);
	b->answer_due = end == PCI_RETRY && b->answer_due && !b->g.pending.any;
	if (end == PCI_RETRY && b->g.pending.any) {
		b->g.pending.any = false;
		b->g.offered--;
	}
	if (end == PCI_DONE || end == PCI_DISCONNECT)
		after(b, c, offset);
	return end;
}

enum pci_end mkboard_access(struct mkboard *b, struct pci_cycle *c)
{
	const uint32_t offset = c->addr - b->base;
	enum pci_end end;

	before(b, c, offset);
	do {
		b->pointer_before = b->g.pointer;
		if (b->irdy_most)
			c->irdy_wait = (unsigned int)sim_range(b->s, 0, b->irdy_most);
		end = pci_cycle(b->pci, c);
	} while (end == PCI_RETRY);
	if ((end == PCI_DONE || end == PCI_DISCONNECT) && !b->o.unwatched)
		after(b, c, offset);
	return end;
}

static uint64_t access(struct mkboard *b, bool write, bool wide, uint32_t offset,
		       uint64_t value)
{
	struct pci_cycle c = {.command = write ? PCI_MEM_WRITE : PCI_MEM_READ,
			      .addr = b->base + offset,
			      .data = &value,
			      .wide = wide};

	if (mkboard_access(b, &c) != PCI_DONE)
		SIM_FAIL(b->s, "offset %X: %s ends with %d", offset, write ? "write" : "read",
			 c.end);
	return value;
}

uint32_t mkboard_get(struct mkboard *b, uint32_t offset)
{
	return (uint32_t)access(b, false, false, offset, 0);
}

void mkboard_put(struct mkboard *b, uint32_t offset, uint32_t value)
{
	access(b, true, false, offset, value);
}

uint64_t mkboard_get64(struct mkboard *b, uint32_t offset)
{
	return access(b, false, true, offset, 0);
}

void mkboard_put64(struct mkboard *b, uint32_t offset, uint64_t value)
{
	access(b, true, true, offset, value);
}

static uint32_t hold_of(uint32_t offset)
{
	return offset >= MULTIKRON_VC_PAGE ? MULTIKRON_VC_HOLD : MULTIKRON_HOLD;
}

uint64_t mkboard_get_by_hold(struct mkboard *b, uint32_t offset)
{
	const uint64_t low = mkboard_get(b, offset);

	return low | (uint64_t)mkboard_get(b, hold_of(offset)) << 32;
}

void mkboard_put_by_hold(struct mkboard *b, uint32_t offset, uint64_t value)
{
	mkboard_put(b, hold_of(offset), (uint32_t)(value >> 32));
	mkboard_put(b, offset, (uint32_t)value);
}

void mkboard_trace(struct mkboard *b, unsigned int n, uint32_t value)
{
	mkboard_put(b, MULTIKRON_TS0 + 8 * n, value);
}

void mkboard_resource(struct mkboard *b, unsigned int n, uint32_t value)
{
	mkboard_put(b, MULTIKRON_RS0 + 8 * n, value);
}

void mkboard_config(struct mkboard *b, uint32_t value)
{
	mkboard_put(b, MULTIKRON_CONFIG, value);
}

static bool idle(void *arg)
{
	struct mkboard *b = arg;

	return !sim_get(b->obs_busy);
}

void mkboard_set_pointer(struct mkboard *b, uint32_t pointer)
{
	const uint32_t config = b->g.config & ~MULTIKRON_CONFIG_V_NUM_MASK;

	mkboard_config(b, config | MK_DIS_STATE);
	SIM_CHECK(b->s, sim_wait_for(b->s, idle, b, LIMIT), "a sequence does not end");
	mkboard_config(b, (config | MK_DIS_STATE) & ~(uint32_t)MK_LOCAL);
	mkboard_put(b, MULTIKRON_MAP, pointer);
	mkboard_config(b, config | MK_DIS_STATE);
	mkboard_config(b, config);
}

static size_t inside(const struct mkboard *b)
{
	return mk_golden_level(&b->g.chip) + mk_golden_level(&b->g.fifo) +
	       mk_golden_level(&b->g.popped);
}

static bool drained(void *arg)
{
	struct mkboard *b = arg;
	const size_t unit = b->g.config & MK_LOCAL ? 4 : 2;

	return inside(b) < unit && !sim_get(b->obs_busy);
}

void mkboard_drain(struct mkboard *b)
{
	if (!sim_wait_for(b->s, drained, b, LIMIT))
		SIM_FAIL(b->s, "%u bytes stay in the chip, %u in the FIFO, %u behind it",
			 (unsigned int)mk_golden_level(&b->g.chip),
			 (unsigned int)mk_golden_level(&b->g.fifo),
			 (unsigned int)mk_golden_level(&b->g.popped));
}

static void same_word(void *arg, uint32_t word, uint32_t value)
{
	struct mkboard *b = arg;

	(void)value;
	if (dram_peek(b->dram, word) != sparse_get(&b->g.mem, word))
		SIM_FAIL(b->s, "memory word %X is %08X, not %08X", word,
			 dram_peek(b->dram, word), sparse_get(&b->g.mem, word));
}

void mkboard_compare_memory(struct mkboard *b)
{
	dram_each(b->dram, same_word, b);
	sparse_each(&b->g.mem, same_word, b);
	sim_passed_(b->s);
}

void mkboard_settle(struct mkboard *b)
{
	mkboard_drain(b);
	/* a write of the CPU that was posted is in memory within 50 clocks */
	sim_wait_cycles(b->pclk, 64);
	/* offered = stored, drained or in the FIFOs + discarded */
	SIM_EQ(b->s, b->g.offered, b->g.taken[0] + b->g.taken[1] + b->g.lost,
	       "samples offered");
	SIM_EQ(b->s, b->taken, b->g.taken[0] + b->g.taken[1], "samples taken");
	SIM_EQ(b->s, b->lost, b->g.lost, "samples lost");
	mkboard_compare_memory(b);
}

void mkboard_memory_bytes(struct mkboard *b, uint32_t word, uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		bytes[i] = (uint8_t)(dram_peek(b->dram, word + (uint32_t)(i / 4)) >>
				     (b->g.o.mem_big_endian ? 24 - i % 4 * 8 : i % 4 * 8));
}

void mkboard_xcpu(struct mkboard *b, unsigned int lines)
{
	sim_put(b->xcpu, lines);
	sim_wait_cycles(b->pclk, 4);
}

void mkboard_ext(struct mkboard *b, unsigned int pins)
{
	sim_put(b->x_ext, pins);
}

void mkboard_x_reset(struct mkboard *b, bool low)
{
	sim_put(b->x_reset_n, !low);
	if (b->g.config & MK_EN_EXT)
		mk_golden_chip_reset(&b->g);
}

/* ---- power-on ---- */

void mkboard_power_on(struct mkboard *b)
{
	b->in_reset = true;
	if (b->switching)
		mk_golden_switch_ends(&b->g, b->switch_longest);
	b->switching = false;
	s16d_expect_reset(b->cable);
	pci_put_reset(b->pci, false);
	dram_power_on(b->dram);
	sim_wait(b->s, SIM_NS(500));
	s16d_reset(b->cable);
	b->cable_seen = s16d_words(b->cable);
	mk_golden_hard_reset(&b->g);
	pci_put_reset(b->pci, true);
	b->in_reset = false;
	sim_wait_cycles(b->pclk, 4);
	sim_watch_x(b->s);
	b->base = MKBOARD_BASE;
	SIM_CHECK(b->s, !pci_config_write(b->pci, MULTIKRON_BAR0, b->base), "BAR0");
	SIM_CHECK(b->s,
		  !pci_config_write(b->pci, MULTIKRON_PCICMD,
				    MULTIKRON_PCICMD_SERREN_MASK |
					    MULTIKRON_PCICMD_PERREN_MASK |
					    MULTIKRON_PCICMD_MEMEN_MASK),
		  "Command");
}

void mkboard_start(struct mkboard *b, uint32_t more, uint32_t csr)
{
	mkboard_power_on(b);
	mkboard_config(b, (MKBOARD_RECOMMENDED | more) & ~(uint32_t)MK_LOCAL);
	mkboard_put(b, MULTIKRON_MAP, 0);
	mkboard_config(b, MKBOARD_RECOMMENDED | more);
	mkboard_put(b, MULTIKRON_CSR, CSR_SAMPLING | CSR_MODE32 | csr);
}

static void mkboard_free(void *arg)
{
	struct mkboard *b = arg;

	mk_golden_free(&b->g);
	free(b);
}

struct mkboard *mkboard_open(struct sim *s, const struct mkboard_options *o)
{
	struct mkboard *b = calloc(1, sizeof(*b));
	const char *model = sim_model(s);
	struct mk_golden_options go = {.novc = strstr(model, "novc"),
				       .mem_big_endian = strstr(model, "_be"),
				       .cable_little_endian = strstr(model, "_be"),
				       .overload_init = strstr(model, "_wrap") ? 0xFFFFFFF0 : 0,
				       .rc_init =
					       strstr(model, "_wrap") ? 0xFFFFFFFFFFFFEC78 : 0};

	SIM_CHECK(s, b, "no memory");
	b->s = s;
	b->o = o ? *o : (struct mkboard_options){0};
	b->o.pci = b->o.pci ? b->o.pci : SIM_NS(30);
	b->o.osc = b->o.osc ? b->o.osc : SIM_NS(25);
	b->o.ext = b->o.ext ? b->o.ext : SIM_NS(40);
	b->novc = go.novc;
	SIM_CHECK(s, !mk_golden_init(&b->g, &go), "no memory");
	sim_cleanup(s, mkboard_free, b);
	b->pclk = sim_clock(s, "pclk", b->o.pci, SIM_NS(10));
	b->nodeclk = sim_clock(s, "nodeclk", b->o.osc, SIM_NS(10) + b->o.phase);
#define BIND(name) b->name = sim_pin(s, #name)
	BIND(obs_fifo);
	BIND(obs_fifo_wr);
	BIND(obs_fifo_full);
	BIND(obs_fifo_rd);
	BIND(obs_busy);
	BIND(obs_store);
	BIND(obs_drain);
	BIND(obs_taken);
	BIND(obs_lost);
	BIND(obs_stamp);
	BIND(obs_cs);
	BIND(obs_switch);
	BIND(clk_ext);
	BIND(clk_div2);
	BIND(x_reset_n);
	BIND(xcpu);
	BIND(x_ext);
#undef BIND
	sim_put(b->x_reset_n, 1);
	b->in_reset = true;
	/* the scoreboard samples before the bus model changes its outputs */
	sim_on(b->nodeclk, SIM_BEFORE_RISE, node_edge, b);
	sim_on(b->pclk, SIM_BEFORE_RISE, pci_edge, b);
	b->pci = pci_open(s, b->pclk);
	b->dram = dram_open(s, b->pclk);
	b->cable = s16d_open(s, b->pclk);
	sim_on(b->pclk, SIM_RISE, select_clock, b);
	sim_on(b->nodeclk, SIM_FALL, node_falls, b);
	sim_need_falls(b->nodeclk, false);
	if (!b->novc) {
		b->sram = mkchip_sram(s, b->nodeclk);
		for (unsigned int i = 0; i < 8192; i++)
			b->g.stored[i / 16][i % 16] = sram_peek(b->sram, i);
	}
	return b;
}

void mkboard_near(struct sim *s, uint64_t got, uint64_t want, uint64_t by, const char *what)
{
	SIM_CHECK(s, got + by >= want && got <= want + by, "%s: %llu, not %llu +- %llu", what,
		  (unsigned long long)got, (unsigned long long)want, (unsigned long long)by);
}
