/* SPDX-License-Identifier: Apache-2.0 */
/* PCI: masters, a second target, and the checker. */
#include "pci.h"
#include "multikron_regs.h"
#include "random.h"
#include <errno.h>
#include <stdlib.h>

#define CLAIM_CLOCKS 2	  /* a target with medium decode asserts DEVSEL# within two clocks */
#define LIMIT_CLOCKS 16	  /* maximum length of the first data phase */
#define ABORT_CLOCKS 6	  /* the master aborts after this number of clocks without DEVSEL# */
#define WINDOW 0x2000000u /* BAR0 */

/* Bits of the status register; all but STATUS_MEDIUM are cleared by writing 1. */
enum {
	STATUS_MEDIUM = 1 << 9, /* DEVSEL# timing */
	STATUS_ABORT = 1 << 11, /* the board ended an access by target abort */
	STATUS_SERR = 1 << 14,
	STATUS_PERR = 1 << 15,
	STATUS_W1C = STATUS_ABORT | STATUS_SERR | STATUS_PERR
};
enum { REG_COMMAND = 0x04, REG_BAR0 = 0x10 }; /* offsets in the configuration space */

enum {
	CMD_MEM = 0x2,
	CMD_PERR = 0x40,
	CMD_SERR = 0x100,
	CMD_ALL = CMD_MEM | CMD_PERR | CMD_SERR
};

/* A sustained tri-state line of the board. */
struct line {
	struct sim_pin *o, *oe;
	bool low, driven; /* level and driver as sampled at the edge */
	bool was_low, was_driven;
};

enum master { M_IDLE, M_ADDRESS, M_DATA, M_END };
enum { DEVSEL, TRDY, STOP, ACK64, LINES };
static const char *const line_name[LINES] = {"DEVSEL#", "TRDY#", "STOP#", "ACK64#"};

struct pci {
	struct device dev; /* first */
	struct sim *s;
	struct sim_clock *clk;
	struct sim_pin *rst_n, *frame_n, *irdy_n, *idsel, *req64_n, *cbe_n, *ad_i, *ad_o,
		*ad_oe, *adh_i, *adh_o, *adh_oe, *par_i, *par_o, *par_oe, *par64_i, *par64_o,
		*par64_oe, *devsel_n_i, *perr_n_o, *perr_n_oe, *serr_n_oe;
	struct line line[LINES];
	uint64_t noise; /* levels of the lines that no device drives */

	/* what the masters drive in the current clock */
	bool frame, irdy, drives_ad;
	uint8_t cbe;
	uint32_t ad, adh;
	bool par_bad, par64_bad; /* drive wrong parity for this clock's AD, in the next clock */

	/* master */
	enum master state;
	struct pci_cycle *c;
	unsigned int clocks, wait, left, idle, idle_wanted, retries;
	bool busy, stopping, claimed, aborted;
	sim_fn *fn;
	void *fn_arg;

	/* expected configuration registers of the board */
	uint16_t command, status;
	uint32_t bar0;
	bool in_reset;

	struct {
		bool frame, irdy; /* in the clock before */
		bool running;	  /* a transaction is in progress */
		bool claim;	  /* the board must claim the transaction */
		bool read, wide, config, aborted, moved, over;
		uint8_t cbe_address, cbe;
		uint32_t addr;
		unsigned int t;		   /* edges since FRAME# was low */
		bool answered, trdy, stop; /* the board's answer, which must not change before
					    * IRDY# */
		bool bad_addr;
		unsigned int turn; /* clocks since the end of the transaction */
		bool turn_ack64;
		bool ad_oe, adh_oe;
		uint32_t ad, adh;
		unsigned int perr; /* bit n: PERR# is due n edges from now */
		bool perr_low;	   /* PERR# was low at the edge before */
		bool serr;
	} watch; /* of the checker */

	struct { /* the second target */
		uint32_t base, size;
		unsigned int wait, t;
		bool claimed, devsel, trdy;
	} other;

	struct pci_stats st;
};

static uint32_t noise(struct pci *b)
{
	return (uint32_t)(random_xorshift(&b->noise) >> 16);
}

static bool is_read(uint8_t command)
{
	return !(command & 1);
}

static bool parity(uint32_t ad, uint8_t cbe)
{
	return __builtin_parity(ad) ^ __builtin_parity(cbe & 0xF);
}

/* ---- the checker ---- */

static bool is_memory(uint8_t command)
{
	return command == PCI_MEM_READ || command == PCI_MEM_WRITE ||
	       command == PCI_MEM_READ_MULTIPLE || command == PCI_MEM_READ_LINE ||
	       command == PCI_MEM_WRITE_INVALIDATE;
}

static bool must_claim(const struct pci *b, uint8_t command, uint32_t addr, bool idsel)
{
	if (command == PCI_CFG_READ || command == PCI_CFG_WRITE)
		return idsel && !(addr & 0x703);
	return is_memory(command) && b->command & CMD_MEM && (addr & ~(WINDOW - 1)) == b->bar0;
}

/* Returns whether the board must assert ACK64# at this address (Table 1; 64-bit accesses). */
static bool must_ack64(uint32_t addr)
{
	const uint32_t offset = addr & (WINDOW - 1);

	return !(addr & 4) &&
	       ((offset >= MULTIKRON_HOLD && offset < MULTIKRON_SWRESET) ||
		(offset >= MULTIKRON_VC_PAGE && offset < 2 * MULTIKRON_VC_PAGE) ||
		offset >= MULTIKRON_MEMORY);
}

/* Updates the expected configuration registers at the end of a configuration write's data
 * phase. */
static void config_written(struct pci *b, uint32_t data, uint8_t be)
{
	const unsigned int reg = b->watch.addr & 0xFC;
	uint32_t mask = 0;

	for (unsigned int i = 0; i < 4; i++)
		if (be >> i & 1)
			mask |= 0xFFu << 8 * i;
	if (reg == REG_COMMAND) {
		b->command = (uint16_t)((b->command & ~mask) | (data & mask & CMD_ALL));
		b->status &= (uint16_t) ~((data & mask) >> 16 & STATUS_W1C);
	} else if (reg == REG_BAR0) {
		b->bar0 = ((b->bar0 & ~mask) | (data & mask)) & ~(WINDOW - 1);
	}
}

static void check_lines(struct pci *b)
{
	for (unsigned int i = 0; i < LINES; i++) {
		const struct line *l = &b->line[i];

		if (l->was_driven && l->was_low && !l->driven)
			SIM_FAIL(b->s, "PCI: %s is released without being driven high",
				 line_name[i]);
	}
	if (b->watch.turn == 1) {
		for (unsigned int i = 0; i < LINES; i++)
			if (b->line[i].low || (!b->line[i].driven && i != ACK64))
				SIM_FAIL(b->s, "PCI: %s is not driven high after an access",
					 line_name[i]);
		if (b->watch.turn_ack64 && !b->line[ACK64].driven)
			SIM_FAIL(b->s, "PCI: ACK64# is not driven high after an access");
	} else if (b->watch.turn == 2) {
		for (unsigned int i = 0; i < LINES; i++)
			if (b->line[i].driven)
				SIM_FAIL(b->s, "PCI: %s is not released after an access",
					 line_name[i]);
	}
	if (!b->watch.turn && !(b->watch.running && b->watch.claim))
		for (unsigned int i = 0; i < LINES; i++)
			if (b->line[i].driven)
				SIM_FAIL(b->s, "PCI: %s is driven without an access",
					 line_name[i]);
	if (b->watch.turn)
		b->watch.turn = b->watch.turn == 2 ? 0 : b->watch.turn + 1;
}

static void check_answer(struct pci *b)
{
	const bool devsel = b->line[DEVSEL].low, trdy = b->line[TRDY].low,
		   stop = b->line[STOP].low;

	if (!b->watch.claim) {
		if (devsel || trdy || stop)
			SIM_FAIL(b->s, "PCI: the board answers command %X at %08X",
				 b->watch.cbe_address, b->watch.addr);
		return;
	}
	if (b->watch.t < CLAIM_CLOCKS) {
		if (devsel || trdy || stop)
			SIM_FAIL(b->s, "PCI: DEVSEL# %u clocks after FRAME#", b->watch.t);
		return;
	}
	if (b->watch.t == CLAIM_CLOCKS && !devsel)
		SIM_FAIL(b->s, "PCI: the board does not claim command %X at %08X",
			 b->watch.cbe_address, b->watch.addr);
	if (!devsel && !b->watch.aborted) {
		if (!stop || trdy || b->watch.moved)
			SIM_FAIL(b->s, "PCI: DEVSEL# rises in an access");
		b->watch.aborted = true;
		b->status |= STATUS_ABORT;
	}
	if (b->watch.aborted && (devsel || trdy || !stop))
		SIM_FAIL(b->s, "PCI: a target abort changes");
	if (b->line[ACK64].low !=
	    (!b->watch.aborted && b->watch.wide && is_memory(b->watch.cbe_address) &&
	     must_ack64(b->watch.addr)))
		SIM_FAIL(b->s, "PCI: ACK64# is %s at %08X", b->line[ACK64].low ? "low" : "high",
			 b->watch.addr);
	if (b->watch.t >= LIMIT_CLOCKS && !trdy && !stop && !b->watch.moved)
		SIM_FAIL(b->s, "PCI: no answer within %u clocks", LIMIT_CLOCKS);
	if (b->watch.answered && (trdy != b->watch.trdy || stop != b->watch.stop))
		SIM_FAIL(b->s, "PCI: TRDY#, STOP# change before IRDY#");
	if (b->watch.moved && (trdy || !stop))
		SIM_FAIL(b->s, "PCI: after a disconnect TRDY# %s, STOP# %s",
			 trdy ? "low" : "high", stop ? "low" : "high");
	if ((trdy || stop) && !b->watch.answered && !b->watch.moved &&
	    b->watch.t > b->st.longest)
		b->st.longest = b->watch.t;
	b->watch.answered = (trdy || stop) && !b->watch.irdy;
	b->watch.trdy = trdy;
	b->watch.stop = stop;
}

/* Checks the data phase that ends at this edge. */
static void check_data(struct pci *b)
{
	const bool trdy = b->line[TRDY].low, stop = b->line[STOP].low;

	if (!b->watch.claim || b->watch.t < CLAIM_CLOCKS || !b->watch.irdy || (!trdy && !stop))
		return;
	if (trdy) {
		if (b->watch.frame && !stop)
			SIM_FAIL(b->s, "PCI: a burst goes on");
		if (b->watch.read && !b->watch.ad_oe)
			SIM_FAIL(b->s, "PCI: AD is not driven with TRDY#");
		if (!b->watch.read && b->watch.config)
			config_written(b, b->ad, (uint8_t)~b->watch.cbe & 0xF);
		if (!b->watch.read && (b->par_bad || (b->line[ACK64].low && b->par64_bad)))
			b->watch.perr |= 2; /* due in two edges */
		b->watch.moved = true;
	}
	if (!b->watch.frame) {
		b->watch.running = false;
		b->watch.turn = 1;
		b->watch.turn_ack64 = b->line[ACK64].low;
		b->watch.over = true;
	}
}

static void check_ad(struct pci *b)
{
	const bool ad_oe = sim_get(b->ad_oe), adh_oe = sim_get(b->adh_oe);
	const bool par_oe = sim_get(b->par_oe), par64_oe = sim_get(b->par64_oe);
	const bool may = b->watch.running && b->watch.claim && b->watch.read &&
			 b->watch.t >= CLAIM_CLOCKS;

	if (ad_oe && !may)
		SIM_FAIL(b->s, "PCI: the board drives AD");
	if (adh_oe && (!ad_oe || (!b->line[ACK64].low && !b->watch.aborted)))
		SIM_FAIL(b->s, "PCI: the board drives AD[63:32]");
	if (par_oe != b->watch.ad_oe || par64_oe != b->watch.adh_oe)
		SIM_FAIL(b->s, "PCI: PAR is %s", par_oe ? "driven" : "not driven");
	if (par_oe && sim_get(b->par_o) != parity(b->watch.ad, b->watch.cbe))
		SIM_FAIL(b->s, "PCI: wrong PAR of %08X", b->watch.ad);
	if (par64_oe && sim_get(b->par64_o) != parity(b->watch.adh, b->watch.cbe >> 4))
		SIM_FAIL(b->s, "PCI: wrong PAR64 of %08X", b->watch.adh);
}

static void check_errors(struct pci *b)
{
	const bool driven = sim_get(b->perr_n_oe), perr = driven && !sim_get(b->perr_n_o);
	const bool serr = sim_get(b->serr_n_oe);
	const bool due = b->watch.perr & 1 && b->command & CMD_PERR;

	if (perr != due)
		SIM_FAIL(b->s, "PCI: PERR# is %s", perr ? "low" : "high");
	/* driven high in the clock after */
	if (driven != (due || b->watch.perr_low))
		SIM_FAIL(b->s, "PCI: PERR# is %s", driven ? "driven" : "not driven");
	b->watch.perr_low = due;
	if (serr != b->watch.serr)
		SIM_FAIL(b->s, "PCI: SERR# is %s", serr ? "low" : "high");
	b->watch.serr = false;
	/* STATUS_PERR is set in the clock before PERR# */
	if (b->watch.perr & 2)
		b->status |= STATUS_PERR;
	b->watch.perr >>= 1;
}

static void check_reset(struct pci *b)
{
	bool any = sim_get(b->ad_oe) | sim_get(b->adh_oe) | sim_get(b->par_oe) |
		   sim_get(b->par64_oe) | sim_get(b->perr_n_oe) | sim_get(b->serr_n_oe);

	for (unsigned int i = 0; i < LINES; i++)
		any |= b->line[i].driven;
	if (any)
		SIM_FAIL(b->s, "PCI: the board drives the bus in reset");
}

/* Samples the pins at the edge. */
static void sample(void *arg)
{
	struct pci *b = arg;

	b->st.clocks++;
	for (unsigned int i = 0; i < LINES; i++) {
		struct line *l = &b->line[i];

		l->was_driven = l->driven;
		l->was_low = l->low;
		l->driven = sim_get(l->oe);
		l->low = l->driven && !sim_get(l->o);
	}
	b->st.own += b->line[DEVSEL].low;
	b->st.devsel += b->line[DEVSEL].low || b->other.devsel;
	if (b->in_reset) {
		check_reset(b);
		return;
	}
	/* b->frame is what the masters drove in the clock that ends here */
	const bool began = b->frame && !b->watch.frame;

	b->watch.frame = b->frame;
	b->watch.irdy = b->irdy;
	if (b->watch.running)
		b->watch.t++;
	if (began) {
		b->watch.running = true;
		b->watch.t = 0;
		b->watch.cbe_address = b->cbe & 0xF;
		b->watch.addr = b->ad;
		b->watch.read = is_read(b->cbe);
		b->watch.wide = !sim_get(b->req64_n);
		b->watch.config = b->watch.cbe_address == PCI_CFG_READ ||
				  b->watch.cbe_address == PCI_CFG_WRITE;
		b->watch.bad_addr = b->par_bad;
		b->watch.claim = !b->par_bad &&
				 must_claim(b, b->watch.cbe_address, b->ad, sim_get(b->idsel));
		b->watch.aborted = b->watch.answered = b->watch.moved = false;
	} else if (!b->frame && !b->irdy) {
		b->watch.running = false;
	}
	check_ad(b);
	b->watch.cbe = b->cbe;
	b->watch.ad_oe = sim_get(b->ad_oe);
	b->watch.adh_oe = sim_get(b->adh_oe);
	b->watch.ad = (uint32_t)sim_get(b->ad_o);
	b->watch.adh = (uint32_t)sim_get(b->adh_o);
	check_errors(b);
	if (b->watch.running && b->watch.t == 1 && b->watch.bad_addr) {
		b->status |= STATUS_PERR;
		if ((b->command & (CMD_PERR | CMD_SERR)) == (CMD_PERR | CMD_SERR)) {
			b->status |= STATUS_SERR;
			b->watch.serr = true;
		}
	}
	check_lines(b);
	if (b->watch.running) {
		check_answer(b);
		check_data(b);
	} else if (!b->watch.turn && !b->watch.over &&
		   (b->line[DEVSEL].low || b->line[TRDY].low || b->line[STOP].low)) {
		SIM_FAIL(b->s, "PCI: the board answers without a cycle");
	}
	b->watch.over = false;
}

/* ---- the other target ---- */

static void other(struct pci *b)
{
	if (!b->other.claimed && b->state == M_DATA && !b->clocks && b->c &&
	    is_memory(b->c->command) && b->c->addr - b->other.base < b->other.size) {
		b->other.claimed = true;
		b->other.t = 0;
	}
	if (!b->other.claimed)
		return;
	b->other.t++;
	b->other.devsel = true;
	b->other.trdy = b->other.t > b->other.wait;
}

static void other_ends(struct pci *b)
{
	b->other.claimed = b->other.devsel = b->other.trdy = false;
	b->other.t = 0;
}

/* ---- the masters ---- */

static void drive(struct pci *b)
{
	const bool reads = !b->drives_ad && sim_get(b->ad_oe);

	sim_put(b->frame_n, !b->frame);
	sim_put(b->irdy_n, !b->irdy);
	sim_put(b->cbe_n, b->cbe);
	sim_put(b->ad_i, b->drives_ad ? b->ad : reads ? sim_get(b->ad_o) : noise(b));
	sim_put(b->adh_i, b->drives_ad ? b->adh : reads ? sim_get(b->adh_o) : noise(b));
	sim_put(b->devsel_n_i, !((sim_get(b->line[DEVSEL].oe) && !sim_get(b->line[DEVSEL].o)) ||
				 b->other.devsel));
}

/* Drives the parity of what was driven in the previous clock. */
static void drive_parity(struct pci *b)
{
	sim_put(b->par_i, b->drives_ad ? parity(b->ad, b->cbe) ^ b->par_bad : noise(b) & 1);
	sim_put(b->par64_i,
		b->drives_ad ? parity(b->adh, b->cbe >> 4) ^ b->par64_bad : noise(b) & 1);
}

static uint8_t byte_enables(const struct pci_cycle *c)
{
	const uint8_t be = c->no_bytes ? 0 : c->be ? c->be : 0xFF;

	return (uint8_t)~be;
}

static void begin(struct pci *b)
{
	const struct pci_cycle *c = b->c;

	b->state = M_ADDRESS;
	b->frame = true;
	b->irdy = false;
	b->drives_ad = true;
	b->ad = c->addr;
	b->adh = noise(b);
	b->cbe = (uint8_t)(0xF0 | c->command);
	b->par_bad = c->bad_addr_par;
	b->par64_bad = false;
	b->clocks = 0;
	b->wait = c->irdy_wait;
	b->left = c->words ? c->words : 1;
	b->stopping = b->claimed = b->aborted = false;
	b->c->moved = 0;
	b->c->ack64 = false;
	b->c->clocks = 0;
	b->c->began = sim_now(b->s);
	sim_put(b->req64_n, !c->wide);
	sim_put(b->idsel, (c->command & ~1u) == PCI_CFG_READ && !c->no_idsel);
}

static void put_data(struct pci *b)
{
	const struct pci_cycle *c = b->c;
	const uint64_t d = is_read(c->command) ? 0 : c->data[c->moved];

	b->drives_ad = !is_read(c->command);
	b->cbe = byte_enables(c);
	b->par_bad = b->drives_ad && c->bad_par;
	b->par64_bad = b->drives_ad && c->bad_par64;
	b->ad = (uint32_t)d;
	b->adh = c->wide ? (uint32_t)(d >> 32) : noise(b);
}

static void finish(struct pci *b, enum pci_end end)
{
	struct pci_cycle *c = b->c;

	b->frame = b->irdy = b->drives_ad = false;
	b->par_bad = b->par64_bad = false;
	b->state = M_IDLE;
	b->idle = 0;
	sim_put(b->req64_n, 1);
	sim_put(b->idsel, 0);
	other_ends(b);
	c->end = end;
	c->ended = sim_now(b->s);
	b->st.cycles++;
	b->st.moved += c->moved;
	b->st.retries += end == PCI_RETRY;
	b->c = NULL;
	b->busy = false;
	if (b->fn)
		b->fn(b->fn_arg);
}

static enum pci_end how(const struct pci *b)
{
	if (b->aborted)
		return PCI_TARGET_ABORT;
	if (!b->left)
		return PCI_DONE;
	return b->c->moved ? PCI_DISCONNECT : PCI_RETRY;
}

static void data_phase(struct pci *b)
{
	struct pci_cycle *c = b->c;
	const bool devsel = b->line[DEVSEL].low || b->other.devsel;
	const bool trdy = b->line[TRDY].low || b->other.trdy, stop = b->line[STOP].low;

	b->clocks++;
	b->claimed |= devsel;
	if ((trdy || stop) && !c->clocks)
		c->clocks = b->clocks;
	if (devsel && b->line[ACK64].low)
		c->ack64 = true;
	if (stop && !devsel)
		b->aborted = true;
	if (b->irdy && (trdy || stop)) {
		if (trdy && !b->stopping) {
			if (is_read(c->command))
				c->data[c->moved] =
					b->other.claimed
						? 0
						: sim_get(b->ad_o) |
							  (c->ack64 ? sim_get(b->adh_o) << 32
								    : 0);
			c->moved++;
			b->left--;
		}
		if (!b->frame) {
			finish(b, how(b));
			return;
		}
		/* the target signals a disconnect without data: one more data phase follows */
		if (stop) {
			b->stopping = true;
			b->frame = false;
			return;
		}
		put_data(b);
		b->frame = b->left > 1;
		return;
	}
	if (!b->claimed && b->clocks >= ABORT_CLOCKS) {
		if (!b->frame && b->irdy) {
			finish(b, PCI_MASTER_ABORT);
			return;
		}
		b->frame = false;
		b->irdy = true;
		return;
	}
	if (!b->irdy) {
		if (b->wait) {
			b->wait--;
		} else {
			b->irdy = true;
			b->frame = b->left > 1 && !stop;
		}
	}
}

static void master(void *arg)
{
	struct pci *b = arg;

	if (b->in_reset)
		return;
	drive_parity(b);
	switch (b->state) {
	case M_IDLE:
		b->drives_ad = false;
		b->cbe = (uint8_t)noise(b);
		b->idle++;
		if (b->c && b->idle >= b->idle_wanted)
			begin(b);
		break;
	case M_ADDRESS:
		b->state = M_DATA;
		put_data(b);
		if (b->wait) {
			b->wait--;
		} else {
			b->irdy = true;
			b->frame = b->left > 1;
		}
		break;
	default:
		data_phase(b);
		/* fast back-to-back: the next cycle follows immediately after a write to the
		 * same target */
		if (b->state == M_IDLE && b->c && !b->idle_wanted && b->watch.claim &&
		    !b->watch.read)
			begin(b);
		break;
	}
	other(b);
	drive(b);
}

/* ---- for tests ---- */

void pci_start(struct pci *b, struct pci_cycle *c, sim_fn *fn, void *arg)
{
	SIM_CHECK(b->s, !b->busy, "PCI: the masters are busy");
	b->c = c;
	b->fn = fn;
	b->fn_arg = arg;
	b->busy = true;
}

bool pci_busy(const struct pci *b)
{
	return b->busy;
}

enum pci_end pci_cycle(struct pci *b, struct pci_cycle *c)
{
	sim_wait_while(b->s, &b->busy);
	pci_start(b, c, NULL, NULL);
	sim_wait_while(b->s, &b->busy);
	return c->end;
}

static int access(struct pci *b, struct pci_cycle *c)
{
	for (unsigned int i = 0; i <= b->retries; i++) {
		switch (pci_cycle(b, c)) {
		case PCI_DONE:
			return 0;
		case PCI_RETRY:
			break;
		case PCI_CANCELLED:
			return -ECANCELED;
		default:
			return -EIO;
		}
	}
	return -ETIMEDOUT;
}

static int access32(struct pci *b, enum pci_command command, uint32_t addr, uint32_t *value)
{
	uint64_t data = *value;
	struct pci_cycle c = {.command = command, .addr = addr, .data = &data};
	const int err = access(b, &c);

	*value = (uint32_t)data;
	return err;
}

int pci_config_read(struct pci *b, uint8_t reg, uint32_t *value)
{
	*value = 0;
	return access32(b, PCI_CFG_READ, reg, value);
}

int pci_config_write(struct pci *b, uint8_t reg, uint32_t value)
{
	return access32(b, PCI_CFG_WRITE, reg, &value);
}

/* One access of 64 bits, or two of 32 where the board does not support 64. */
static int access64(struct pci *b, enum pci_command command, uint32_t addr, uint64_t *value)
{
	uint64_t data = *value;
	struct pci_cycle c = {.command = command, .addr = addr, .data = &data, .wide = true};
	uint32_t high = (uint32_t)(*value >> 32);
	int err = access(b, &c);

	if (!err && !c.ack64) {
		err = access32(b, command, addr + 4, &high);
		data = (uint32_t)data | (uint64_t)high << 32;
	}
	*value = data;
	return err;
}

void pci_set_idle(struct pci *b, unsigned int clocks)
{
	b->idle_wanted = clocks;
}

void pci_put_reset(struct pci *b, bool level)
{
	sim_put(b->rst_n, level);
	if (!level) {
		b->command = 0;
		b->status = STATUS_MEDIUM;
		b->bar0 = 0;
		b->in_reset = true;
		b->watch.running = b->watch.frame = b->watch.ad_oe = b->watch.adh_oe =
			b->watch.serr = false;
		b->watch.perr_low = false;
		b->watch.turn = b->watch.perr = 0;
		if (b->c && b->state != M_IDLE)
			finish(b, PCI_CANCELLED);
		b->frame = b->irdy = b->drives_ad = false;
		sim_put(b->frame_n, 1);
		sim_put(b->irdy_n, 1);
		sim_settle(b->s);
	} else {
		b->in_reset = false;
		for (unsigned int i = 0; i < LINES; i++)
			b->line[i].driven = b->line[i].low = false;
	}
}

void pci_reset(struct pci *b, sim_time duration)
{
	pci_put_reset(b, false);
	sim_wait(b->s, duration);
	pci_put_reset(b, true);
	sim_wait_cycles(b->clk, 4);
}

void pci_other_target(struct pci *b, uint32_t base, uint32_t size, unsigned int wait)
{
	b->other.base = base;
	b->other.size = size;
	b->other.wait = wait;
}

uint16_t pci_expected_status(const struct pci *b)
{
	return b->status;
}

void pci_stats(const struct pci *b, struct pci_stats *st)
{
	*st = b->st;
}

/* ---- the bus as a device ---- */

static int bus_access(struct pci *b, bool write, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t *value)
{
	const unsigned int shift = addr % 4 * 8;
	const uint8_t be = (uint8_t)((width == 8 ? 1 : width == 16 ? 3 : 15) << addr % 4);
	uint64_t data = width == 64 ? *value : *value << shift;
	struct pci_cycle c = {.addr = addr & ~3u, .be = be, .data = &data};
	int err;

	if (width != 8 && width != 16 && width != 32 && width != 64)
		return -EINVAL;
	if (addr % (width / 8))
		return -EINVAL;
	if (space == DEVICE_CONFIG && (width == 64 || addr > 0xFF))
		return width == 64 ? -EOPNOTSUPP : -EINVAL;
	if (space != DEVICE_CONFIG && space != DEVICE_MEM)
		return -EOPNOTSUPP;
	if (width == 64)
		return access64(b, write ? PCI_MEM_WRITE : PCI_MEM_READ, addr, value);
	if (space == DEVICE_CONFIG)
		c.command = write ? PCI_CFG_WRITE : PCI_CFG_READ;
	else
		c.command = write ? PCI_MEM_WRITE : PCI_MEM_READ;
	err = access(b, &c);
	if (!write && !err)
		*value = data >> shift & (0xFFFFFFFFu >> (32 - width));
	return err;
}

static int bus_read(struct device *dev, enum device_space space, uint32_t addr,
		    unsigned int width, uint64_t *value)
{
	*value = 0;
	return bus_access((struct pci *)dev, false, space, addr, width, value);
}

static int bus_write(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t value)
{
	return bus_access((struct pci *)dev, true, space, addr, width, &value);
}

static int bus_run(struct device *dev, uint64_t ns)
{
	struct pci *b = (struct pci *)dev;

	sim_wait(b->s, SIM_NS(ns));
	return 0;
}

/* The test owns the board. */
static const struct device_ops ops = {.read = bus_read, .write = bus_write, .run = bus_run};

struct device *pci_device(struct pci *b)
{
	return &b->dev;
}

struct pci *pci_open(struct sim *s, struct sim_clock *pclk)
{
	struct pci *b = calloc(1, sizeof(*b));
	const char *const o[LINES] = {"devsel_n_o", "trdy_n_o", "stop_n_o", "ack64_n_o"};
	const char *const oe[LINES] = {"devsel_n_oe", "trdy_n_oe", "stop_n_oe", "ack64_n_oe"};

	SIM_CHECK(s, b, "no memory");
	sim_cleanup(s, free, b);
	b->dev.ops = &ops;
	b->s = s;
	b->clk = pclk;
	b->noise = sim_random(s) | 1;
	b->retries = 100000;
	b->idle_wanted = 1;
	b->status = STATUS_MEDIUM;
#define BIND(name) b->name = sim_pin(s, #name)
	BIND(rst_n);
	BIND(frame_n);
	BIND(irdy_n);
	BIND(idsel);
	BIND(req64_n);
	BIND(cbe_n);
	BIND(ad_i);
	BIND(ad_o);
	BIND(ad_oe);
	BIND(adh_i);
	BIND(adh_o);
	BIND(adh_oe);
	BIND(par_i);
	BIND(par_o);
	BIND(par_oe);
	BIND(par64_i);
	BIND(par64_o);
	BIND(par64_oe);
	BIND(devsel_n_i);
	BIND(perr_n_o);
	BIND(perr_n_oe);
	BIND(serr_n_oe);
#undef BIND
	for (unsigned int i = 0; i < LINES; i++) {
		b->line[i].o = sim_pin(s, o[i]);
		b->line[i].oe = sim_pin(s, oe[i]);
	}
	sim_put(b->frame_n, 1);
	sim_put(b->irdy_n, 1);
	sim_put(b->req64_n, 1);
	sim_put(b->devsel_n_i, 1);
	b->in_reset = true;
	sim_on(pclk, SIM_BEFORE_RISE, sample, b);
	sim_on(pclk, SIM_RISE, master, b);
	return b;
}
