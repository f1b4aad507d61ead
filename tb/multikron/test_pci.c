/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the board as a PCI target. In every clock the checker of tb/bus/pci.c checks which
 * cycles the board claims, when, how it ends them, the parity, and which signals the board
 * drives.
 */
#include "mkboard.h"
#include "starts_with.h"
#include <string.h>

#define BASE MKBOARD_BASE
#define MEMORY MULTIKRON_MEMORY
#define SRC(n) (MULTIKRON_SRC0 + 8 * (n))

static struct mkboard *start(struct sim *s)
{
	struct mkboard *b = mkboard_open(s, NULL);

	mkboard_start(b, 0, 0);
	return b;
}

static uint32_t config_get(struct mkboard *b, uint8_t reg)
{
	uint32_t v;

	SIM_EQ(b->s, (uint64_t)pci_config_read(b->pci, reg, &v), 0, "configuration read");
	return v;
}

static void config_put(struct mkboard *b, uint8_t reg, uint32_t value)
{
	SIM_EQ(b->s, (uint64_t)pci_config_write(b->pci, reg, value), 0, "configuration write");
}

static void config_put_bytes(struct mkboard *b, uint8_t reg, uint8_t be, uint32_t value)
{
	uint64_t data = value;
	struct pci_cycle c = {.command = PCI_CFG_WRITE, .addr = reg, .be = be, .data = &data};

	SIM_EQ(b->s, pci_cycle(b->pci, &c), PCI_DONE, "configuration write");
}

/* Performs an arbitrary cycle, which is not compared with the golden model. */
static enum pci_end cycle(struct mkboard *b, struct pci_cycle c, uint64_t *data)
{
	c.data = data;
	return pci_cycle(b->pci, &c);
}

static void identity(struct sim *s)
{
	struct mkboard *b = start(s);

	SIM_EQ(s, config_get(b, 0x00), b->novc ? 0xABCD1234 : 0x59934D4B, "device, vendor");
	SIM_EQ(s, config_get(b, 0x08), 0x11010090, "class, revision");
	SIM_EQ(s, config_get(b, 0x0C), 0, "header type");
	SIM_EQ(s, config_get(b, 0x3C), 0, "interrupt pin");
	for (unsigned int EACH(reg, 0x14); reg <= 0x30; reg += 4) {
		if (reg == 0x2C)
			continue;
		config_put(b, (uint8_t)reg, 0xFFFFFFFF);
		SIM_EQ(s, config_get(b, (uint8_t)reg), 0, "BAR1 to 5, CardBus, ROM");
	}
}

static void command_register(struct sim *s)
{
	struct mkboard *b = start(s);

	pci_reset(b->pci, SIM_US(1));
	SIM_EQ(s, config_get(b, 4), 0x02000000, "Status, Command after RST#");
	config_put(b, 4, 0x0000FFFF);
	SIM_EQ(s, config_get(b, 4), 0x02000142, "Command of FFFF");
	/* byte by byte */
	config_put_bytes(b, 4, 1, 0);
	SIM_EQ(s, config_get(b, 4), 0x02000100, "Command, byte 0 cleared");
	config_put_bytes(b, 4, 2, 0x0042);
	SIM_EQ(s, config_get(b, 4), 0x02000000, "Command, byte 1 cleared");
	config_put(b, 0x10, 0xFFFFFFFF);
	SIM_EQ(s, config_get(b, 0x10), 0xFE000000, "BAR0");
	config_put_bytes(b, 0x10, 7, 0);
	SIM_EQ(s, config_get(b, 0x10), 0xFE000000, "BAR0, bytes 0 to 2");
	config_put_bytes(b, 0x10, 8, 0x12345678);
	SIM_EQ(s, config_get(b, 0x10), 0x12000000, "BAR0, byte 3");
	config_put(b, 4, 0x142);
	SIM_EQ(s, config_get(b, 4), 0x02000142, "Command");
	pci_reset(b->pci, SIM_US(1));
	SIM_EQ(s, config_get(b, 4), 0x02000000, "after RST#");
	SIM_EQ(s, config_get(b, 0x10), 0, "BAR0 after RST#");
}

/* Performs configuration cycles of type 1, with IDSEL 0 and to other functions: no target may
 * answer. */
static void config_claims(struct sim *s)
{
	struct mkboard *b = start(s);
	uint64_t data = 0;

	SIM_EQ(s, cycle(b, (struct pci_cycle){.command = PCI_CFG_READ, .addr = 0}, &data),
	       PCI_DONE, "type 0");
	for (unsigned int EACH(i, 0); i < 2; i++) {
		const enum pci_command cmd = i ? PCI_CFG_WRITE : PCI_CFG_READ;

		for (unsigned int EACH(low, 1); low < 4; low++)
			SIM_EQ(s,
			       cycle(b, (struct pci_cycle){.command = cmd, .addr = 4 + low},
				     &data),
			       PCI_MASTER_ABORT, "type 1");
		SIM_EQ(s,
		       cycle(b, (struct pci_cycle){.command = cmd, .addr = 4, .no_idsel = true},
			     &data),
		       PCI_MASTER_ABORT, "IDSEL = 0");
		for (unsigned int EACH(f, 1); f < 8; f++)
			SIM_EQ(s,
			       cycle(b, (struct pci_cycle){.command = cmd, .addr = 4 | f << 8},
				     &data),
			       PCI_MASTER_ABORT, "function");
		SIM_EQ(s, config_get(b, 4), 0x02000142, "nothing was written");
		/* bits 31..11 are ignored */
		data = 0x102;
		SIM_EQ(s,
		       cycle(b, (struct pci_cycle){.command = cmd, .addr = 0xABCDE804}, &data),
		       PCI_DONE, "device lines");
		SIM_EQ(s, config_get(b, 4), i ? 0x02000102 : 0x02000142, "Command");
		data = 0;
	}
}

/* Makes configuration writes to addresses whose lower bits are those of memory or of a chip's
 * register, with IRDY# at once and late: the board sees none of them. */
static void config_waits(struct sim *s)
{
	struct mkboard *b = start(s);
	static const uint32_t places[] = {MEMORY + 0x20, MULTIKRON_FILTER, MULTIKRON_RC_MODE,
					  MULTIKRON_VC_RC_MODE, MULTIKRON_VC_PAGE + 8 * 3};

	for (unsigned int EACH(wait, 0); wait < 6; wait++) {
		for (unsigned int EACH(i, 0); i < 5; i++) {
			uint64_t data = 0x55555555;
			const uint32_t before = mkboard_get(b, places[i]);

			SIM_EQ(s,
			       cycle(b,
				     (struct pci_cycle){.command = PCI_CFG_WRITE,
							.addr = places[i],
							.irdy_wait = wait},
				     &data),
			       PCI_DONE, "configuration write");
			SIM_EQ(s, mkboard_get(b, places[i]), before, "nothing was written");
		}
		for (unsigned int EACH(i, 0); i < 2; i++) {
			uint64_t data = i ? 0x142 : 0x102;

			SIM_EQ(s,
			       cycle(b,
				     (struct pci_cycle){.command = PCI_CFG_WRITE,
							.addr = 4,
							.irdy_wait = wait},
				     &data),
			       PCI_DONE, "configuration write");
			SIM_EQ(s, config_get(b, 4), 0x02000000 | data, "Command");
		}
	}
	mkboard_settle(b);
	mkboard_compare_memory(b);
}

/* Makes every command at the board's address; there are two groups of memory commands with the
 * same effect. */
static void commands(struct sim *s)
{
	struct mkboard *b = start(s);
	static const enum pci_command reads[] = {PCI_MEM_READ, PCI_MEM_READ_MULTIPLE,
						 PCI_MEM_READ_LINE},
				      writes[] = {PCI_MEM_WRITE, PCI_MEM_WRITE_INVALIDATE};
	uint64_t data;

	for (unsigned int EACH(i, 0); i < 2; i++)
		for (unsigned int EACH(k, 0); k < 3; k++) {
			const uint32_t value = (uint32_t)sim_random(s);

			data = value;
			SIM_EQ(s,
			       cycle(b,
				     (struct pci_cycle){.command = writes[i],
							.addr = BASE + MEMORY + 4 * k},
				     &data),
			       PCI_DONE, "write");
			data = 0;
			SIM_EQ(s,
			       cycle(b,
				     (struct pci_cycle){.command = reads[k],
							.addr = BASE + MEMORY + 4 * k},
				     &data),
			       PCI_DONE, "read");
			SIM_EQ(s, data, value, "word");
			SIM_EQ(s, dram_peek(b->dram, k), value, "memory");
		}
	for (unsigned int EACH(cmd, 0); cmd < 16; cmd++) {
		if (cmd == PCI_MEM_READ || cmd == PCI_MEM_WRITE || cmd == PCI_CFG_READ ||
		    cmd == PCI_CFG_WRITE || cmd == PCI_MEM_READ_MULTIPLE ||
		    cmd == PCI_MEM_READ_LINE || cmd == PCI_MEM_WRITE_INVALIDATE)
			continue;
		data = 0;
		SIM_EQ(s,
		       cycle(b,
			     (struct pci_cycle){.command = (enum pci_command)cmd,
						.addr = BASE + MULTIKRON_CONFIG},
			     &data),
		       PCI_MASTER_ABORT, "command");
	}
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CONFIG),
	       MULTIKRON_CONFIG_RESET | MKBOARD_RECOMMENDED, "configuration register");
}

static bool answers(struct mkboard *b, uint32_t addr)
{
	uint64_t data = 0;
	const enum pci_end end =
		cycle(b, (struct pci_cycle){.command = PCI_MEM_READ, .addr = addr}, &data);

	return end == PCI_DONE;
}

/* Tests the window at both ends, at other base addresses, and disabled. */
static void window(struct sim *s)
{
	struct mkboard *b = start(s);
	static const uint32_t bases[] = {0x80000000, 0x02000000, 0xFE000000};
	uint32_t old = BASE;

	for (unsigned int EACH(i, 0); i < 3; i++) {
		config_put(b, 0x10, bases[i]);
		SIM_CHECK(s, answers(b, bases[i]), "first address");
		SIM_CHECK(s, answers(b, bases[i] + 0x1FFFFFC), "last address");
		SIM_CHECK(s, !answers(b, bases[i] - 4), "below");
		if (bases[i] != 0xFE000000)
			SIM_CHECK(s, !answers(b, bases[i] + 0x2000000), "above");
		SIM_CHECK(s, !answers(b, old + MULTIKRON_CONFIG), "old place");
		b->base = bases[i];
		SIM_EQ(s, mkboard_get(b, MULTIKRON_CONFIG),
		       MULTIKRON_CONFIG_RESET | MKBOARD_RECOMMENDED, "new place");
		old = bases[i];
	}
	config_put(b, 4, 0x140);
	SIM_CHECK(s, !answers(b, old) && !answers(b, old + MEMORY), "Command[1] = 0");
	/* single bits of the base address; AD[1:0] are ignored */
	config_put(b, 4, 0x142);
	for (unsigned int EACH(bit, 25); bit < 32; bit++) {
		config_put(b, 0x10, 1u << bit);
		b->base = 1u << bit;
		SIM_EQ(s, mkboard_get(b, MULTIKRON_CONFIG),
		       MULTIKRON_CONFIG_RESET | MKBOARD_RECOMMENDED, "base address");
		for (unsigned int EACH(other, 25); other < 32; other++)
			SIM_EQ(s, answers(b, 1u << other), other == bit, "other base");
		for (unsigned int EACH(low, 1); low < 4; low++) {
			uint64_t data = 0;

			SIM_EQ(s,
			       cycle(b,
				     (struct pci_cycle){.command = PCI_MEM_READ,
							.addr = b->base + low +
								MULTIKRON_CONFIG},
				     &data),
			       PCI_DONE, "AD[1:0]");
			SIM_EQ(s, data, MULTIKRON_CONFIG_RESET | MKBOARD_RECOMMENDED,
			       "AD[1:0]");
		}
	}
}

/* Checks that accesses have 64 bits in the regions that support them, and 32 bits in the others
 * and at +4. */
static void wide(struct sim *s)
{
	struct mkboard *b = start(s);
	static const uint32_t regions[] = {MULTIKRON_MUXSEL, MULTIKRON_VC_MUXSEL,
					   MEMORY + 0x100};
	static const uint32_t registers[] = {
		MULTIKRON_SWRESET,  MULTIKRON_CONFIG,	  MULTIKRON_MAP, MULTIKRON_TEST, 0,
		MULTIKRON_TEST + 4, 2 * MULTIKRON_VC_PAGE};

	mkboard_put(b, MULTIKRON_CSR, CSR_SAMPLING);
	for (unsigned int EACH(i, 0); i < 3; i++) {
		uint64_t value = sim_random(s), got;
		struct pci_cycle c = {.command = PCI_MEM_WRITE,
				      .addr = BASE + regions[i],
				      .wide = true,
				      .data = &value};

		SIM_EQ(s, mkboard_access(b, &c), PCI_DONE, "write of 64 bits");
		SIM_EQ(s, c.ack64, true, "ACK64#");
		got = 0;
		c.command = PCI_MEM_READ;
		c.data = &got;
		SIM_EQ(s, mkboard_access(b, &c), PCI_DONE, "read of 64 bits");
		SIM_EQ(s, got, value, "64 bits");
		c.addr += 4;
		SIM_EQ(s, mkboard_access(b, &c), PCI_DONE, "at +4");
		SIM_EQ(s, c.ack64, false, "ACK64# at +4");
	}
	for (unsigned int EACH(i, 0); i < 7; i++) {
		uint64_t got = 0;
		struct pci_cycle c = {.command = PCI_MEM_READ,
				      .addr = BASE + registers[i],
				      .wide = true,
				      .data = &got};

		SIM_EQ(s, mkboard_access(b, &c), PCI_DONE, "read");
		SIM_EQ(s, c.ack64, false, "ACK64# of a register");
	}
	/* CONFIG is beside SWRESET, and a software reset keeps it */
	{
		uint64_t value = 0xFFFFFFFF00000000;
		struct pci_cycle c = {.command = PCI_MEM_WRITE,
				      .addr = BASE + MULTIKRON_SWRESET,
				      .wide = true,
				      .data = &value};

		SIM_EQ(s, mkboard_access(b, &c), PCI_DONE, "write as 32 bits");
		SIM_EQ(s, c.moved, 1, "data phases");
		SIM_EQ(s, mkboard_get(b, MULTIKRON_CONFIG),
		       MULTIKRON_CONFIG_RESET | MKBOARD_RECOMMENDED, "register beside it");
	}
	mkboard_compare_memory(b);
}

/* Checks that bursts end after the first word; a master that continues must access all words
 * once and in order. */
static void bursts(struct sim *s)
{
	struct mkboard *b = start(s);
	static const unsigned int lengths[] = {2, 4, 16};
	uint64_t data[16], got[16];

	for (unsigned int EACH(i, 0); i < 3; i++) {
		struct pci_cycle c = {.command = PCI_MEM_WRITE,
				      .addr = BASE + MEMORY + 0x1000,
				      .words = lengths[i],
				      .data = data};

		for (unsigned int k = 0; k < 16; k++)
			data[k] = (uint32_t)sim_random(s);
		SIM_EQ(s, pci_cycle(b->pci, &c), PCI_DISCONNECT, "burst write");
		SIM_EQ(s, c.moved, 1, "words");
		c.command = PCI_MEM_READ;
		c.data = got;
		SIM_EQ(s, pci_cycle(b->pci, &c), PCI_DISCONNECT, "burst read");
		SIM_EQ(s, c.moved, 1, "words");
		SIM_EQ(s, got[0], data[0], "first word");
	}
	for (unsigned int EACH(read, 0); read < 2; read++)
		for (unsigned int EACH(k, 0); k < 16;) {
			struct pci_cycle c = {.command = read ? PCI_MEM_READ_MULTIPLE
							      : PCI_MEM_WRITE,
					      .addr = BASE + MEMORY + 0x2000 + 4 * k,
					      .words = 16 - k,
					      .irdy_wait = (unsigned int)sim_range(s, 0, 3),
					      .data = read ? got + k : data + k};

			pci_cycle(b->pci, &c);
			SIM_CHECK(s, c.moved <= 1, "words of a burst");
			k += c.moved;
		}
	for (unsigned int EACH(k, 0); k < 16; k++) {
		SIM_EQ(s, got[k], data[k], "word read");
		SIM_EQ(s, dram_peek(b->dram, 0x800 + k), data[k], "word in memory");
	}
}

/* Checks a sample that does not fit: retries have no effect, then there is exactly one
 * sample. */
static void retries(struct sim *s)
{
	struct mkboard *b = start(s);
	uint64_t data = 1000, n = 0;
	struct pci_cycle c = {
		.command = PCI_MEM_WRITE, .addr = BASE + MULTIKRON_TS0, .data = &data};
	uint64_t taken;

	mkboard_config(b, MKBOARD_RECOMMENDED | MK_DIS_STATE);
	for (unsigned int i = 0; i < 64; i++) {
		mkboard_trace(b, 0, i);
		sim_wait(s, SIM_US(1));
	}
	taken = b->taken;
	SIM_EQ(s, taken, 64, "samples that fit");
	for (unsigned int EACH(i, 0); i < 20; i++) {
		SIM_EQ(s, mkboard_try(b, &c), PCI_RETRY, "no room");
		SIM_EQ(s, b->taken, taken, "no effect");
		n++;
	}
	mkboard_config(b, MKBOARD_RECOMMENDED);
	while (mkboard_try(b, &c) == PCI_RETRY)
		n++;
	SIM_CHECK(s, n >= 20, "retries");
	SIM_EQ(s, b->taken, taken + 1, "one sample");
	mkboard_settle(b);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 65 * 5, "pointer");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_OVRCNT), 0, "OVRCNT");
}

/* With MK_OE = 0 accesses to both chips end with a target abort; all other regions work. */
/* Reads and writes the regions that work with MK_OE = 0, with 32 and 64 bits, at both ends. */
static void without_chips(struct mkboard *b)
{
	static const uint32_t words[] = {0, 4, 0x40, 0xFFFFF8, 0xFFFFFC};
	const uint32_t config = MKBOARD_RECOMMENDED & ~(uint32_t)MK_OE;
	const uint64_t selected = b->cs_clocks[0] + b->cs_clocks[1];
	struct sim *s = b->s;

	SIM_EQ(s, mkboard_get(b, MULTIKRON_CONFIG), MULTIKRON_CONFIG_RESET | config,
	       "configuration register");
	mkboard_config(b, (config ^ MULTIKRON_CONFIG_CPU_ID_MASK) | MK_TEST);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CONFIG),
	       MULTIKRON_CONFIG_RESET | (config ^ MULTIKRON_CONFIG_CPU_ID_MASK) | MK_TEST,
	       "configuration register");
	for (unsigned int EACH(bit, 0); bit < 24; bit++) {
		mkboard_put(b, MULTIKRON_MAP, 1u << bit);
		SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 1u << bit, "pointer");
	}
	mkboard_put(b, MULTIKRON_MAP, 0);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_TEST), 0, "TEST");
	mkboard_config(b, config);
	for (unsigned int i = 0; i < 5; i++)
		mkboard_put(b, MEMORY + words[i], 0xA5A5A5A5 + i);
	for (unsigned int EACH(i, 0); i < 5; i++)
		SIM_EQ(s, mkboard_get(b, MEMORY + words[i]), 0xA5A5A5A5 + i, "memory");
	mkboard_put64(b, MEMORY + 0x80, 0x123456789ABCDEF0);
	SIM_EQ(s, mkboard_get64(b, MEMORY + 0x80), 0x123456789ABCDEF0, "memory, 64 bits");
	SIM_EQ(s, b->cs_clocks[0] + b->cs_clocks[1], selected, "clocks of chip selects");
}

/* Checks that no pin can request the bus or interrupt and that a master's signals are
 * inputs. */
static void target_only(struct sim *s)
{
	static const struct {
		const char *name, *dir;
	} pins[] = {
#define PIN(name, width, dir, domain) {#name, #dir},
#include "../../rtl/multikron/multikron_pins.def"
#undef PIN
	};
	static const char *const master[] = {"req",   "gnt",  "int",  "pme",
					     "frame", "irdy", "lock", "idsel"};
	unsigned int inputs = 0;

	mkboard_open(s, NULL);
	for (size_t i = 0; i < sizeof(pins) / sizeof(*pins); i++)
		for (size_t EACH(m, 0); m < sizeof(master) / sizeof(*master); m++)
			if (strncmp(pins[i].name, master[m], strlen(master[m])) == 0 &&
			    !starts_with(pins[i].name, "req64")) {
				SIM_CHECK(s, strcmp(pins[i].dir, "IN") == 0,
					  "the board drives %s", pins[i].name);
				inputs++;
			}
	SIM_CHECK(s, inputs >= 3, "FRAME#, IRDY# and IDSEL are not in the list of pins");
}

static void aborts(struct sim *s)
{
	struct mkboard *b = start(s);
	const uint32_t chips[] = {MULTIKRON_HOLD, MULTIKRON_RS0, MULTIKRON_VC_PAGE,
				  MULTIKRON_VC_MUXSEL};
	uint64_t data = 0x55;

	mkboard_config(b, MKBOARD_RECOMMENDED & ~(uint32_t)MK_OE);
	for (unsigned int EACH(i, 0); i < 4; i++)
		for (unsigned int EACH(write, 0); write < 2; write++) {
			struct pci_cycle c = {.command = write ? PCI_MEM_WRITE : PCI_MEM_READ,
					      .addr = BASE + chips[i],
					      .data = &data};

			config_put(b, 4, 0x08000142);
			SIM_EQ(s, config_get(b, 4), 0x02000142, "Status[11] cleared");
			if (b->novc && chips[i] >= MULTIKRON_VC_PAGE) {
				SIM_EQ(s, pci_cycle(b->pci, &c), PCI_DONE, "no chip");
				continue;
			}
			SIM_EQ(s, pci_cycle(b->pci, &c), PCI_TARGET_ABORT, "target abort");
			SIM_CHECK(s, c.clocks <= 16, "%u clocks", c.clocks);
			SIM_EQ(s, config_get(b, 4), 0x0A000142, "Status[11]");
			SIM_EQ(s, config_get(b, 4) >> 16, pci_expected_status(b->pci),
			       "Status");
		}
	without_chips(b);
	mkboard_config(b, MKBOARD_RECOMMENDED);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR) & ~(CSR_OVERFLOW | CSR_EMPTY | CSR_FULL),
	       CSR_SAMPLING | CSR_MODE32, "chip again");
}

/* Stops NODECLK: the chips do not answer. */
static void hung(struct sim *s)
{
	struct mkboard *b = start(s);
	uint64_t data = 0, begin;
	struct pci_cycle filter = {
		.command = PCI_MEM_READ, .addr = BASE + MULTIKRON_FILTER, .data = &data};
	struct pci_cycle sources = {
		.command = PCI_MEM_READ, .addr = BASE + MULTIKRON_MUXSEL, .data = &data};
	enum pci_end end;

	config_put(b, 4, 0x08000142);
	sim_clock_stretch(b->nodeclk, SIM_MS(2));
	begin = b->pci_clocks;
	while ((end = pci_cycle(b->pci, &filter)) == PCI_RETRY) {
		EACH_OF(b->pci_clocks);
		SIM_EQ(s, filter.clocks, 15, "clocks to a retry");
	}
	SIM_EQ(s, end, PCI_TARGET_ABORT, "no answer");
	begin = b->pci_clocks - begin;
	SIM_CHECK(s, begin >= 32768 && begin < 32768 + 64, "after %llu PCI clocks",
		  (unsigned long long)begin);
	SIM_EQ(s, config_get(b, 4), 0x0A000142, "Status[11]");
	SIM_EQ(s, pci_cycle(b->pci, &sources), PCI_TARGET_ABORT, "another register");
	SIM_CHECK(s, sources.clocks <= 16, "%u clocks", sources.clocks);
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CONFIG),
	       MULTIKRON_CONFIG_RESET | MKBOARD_RECOMMENDED, "configuration register");
	mkboard_put(b, MEMORY + 0x40, 0xA5A5A5A5);
	SIM_EQ(s, mkboard_get(b, MEMORY + 0x40), 0xA5A5A5A5, "memory");
	sim_wait(s, SIM_MS(2));
	/* an answer that no master fetches is replaced by the next access */
	SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR) & ~(CSR_OVERFLOW | CSR_EMPTY | CSR_FULL),
	       CSR_SAMPLING | CSR_MODE32, "chip again");
	SIM_EQ(s, mkboard_get(b, MULTIKRON_FILTER), 0xFFFF, "filter");
}

/* Makes wrong parity of data and addresses with every setting of Command. */
static void parity(struct sim *s)
{
	struct mkboard *b = start(s);

	for (unsigned int EACH(set, 0); set < 4; set++) {
		const uint32_t command = 2 | (set & 1) << 6 | (set & 2) << 7;
		uint64_t data = 0x1234567890ABCDEF;

		config_put(b, 4, 0xFFFF0000 | command);
		SIM_EQ(s, config_get(b, 4), 0x02000000 | command, "Status");
		SIM_EQ(s,
		       cycle(b,
			     (struct pci_cycle){.command = PCI_MEM_WRITE,
						.bad_par = true,
						.addr = BASE + MEMORY},
			     &data),
		       PCI_DONE, "wrong PAR");
		SIM_EQ(s, config_get(b, 4) >> 16, 0x8200, "Status[15]");
		SIM_EQ(s, config_get(b, 4) >> 16, pci_expected_status(b->pci), "Status");
		config_put(b, 4, 0xFFFF0000 | command);
		SIM_EQ(s,
		       cycle(b,
			     (struct pci_cycle){.command = PCI_MEM_WRITE,
						.bad_par64 = true,
						.wide = true,
						.addr = BASE + MEMORY},
			     &data),
		       PCI_DONE, "wrong PAR64");
		SIM_EQ(s, config_get(b, 4) >> 16, 0x8200, "Status[15]");
		config_put(b, 4, 0xFFFF0000 | command);
		/* PAR64 is not used in a 32-bit access */
		SIM_EQ(s,
		       cycle(b,
			     (struct pci_cycle){.command = PCI_MEM_WRITE,
						.bad_par64 = true,
						.wide = true,
						.addr = BASE + MEMORY + 4},
			     &data),
		       PCI_DONE, "PAR64 of 32 bits");
		SIM_EQ(s, config_get(b, 4) >> 16, 0x0200, "Status");
		SIM_EQ(s,
		       cycle(b,
			     (struct pci_cycle){.command = PCI_MEM_READ,
						.bad_addr_par = true,
						.addr = BASE + MULTIKRON_CONFIG},
			     &data),
		       PCI_MASTER_ABORT, "wrong PAR of the address");
		SIM_EQ(s, config_get(b, 4) >> 16, set == 3 ? 0xC200 : 0x8200, "Status[15:14]");
		SIM_EQ(s, config_get(b, 4) >> 16, pci_expected_status(b->pci), "Status");
		config_put_bytes(b, 4, 7, 0xFFFF0000 | command);
		SIM_EQ(s, config_get(b, 4) >> 16, pci_expected_status(b->pci),
		       "without byte 3");
		config_put(b, 4, 0x40000000 | command);
		SIM_EQ(s, config_get(b, 4) >> 16, 0x8200, "Status[14] cleared alone");
	}
}

static enum pci_end access(struct mkboard *b, bool write, bool wide, uint8_t be,
			   uint32_t offset, uint64_t *data)
{
	struct pci_cycle c = {.command = write ? PCI_MEM_WRITE : PCI_MEM_READ,
			      .wide = wide,
			      .be = be,
			      .no_bytes = !be,
			      .data = data,
			      .addr = BASE + offset};

	return mkboard_access(b, &c);
}

/* The value of a register after all ones were written to it. */
static uint32_t register_ones(uint32_t at)
{
	switch (at) {
	case MULTIKRON_FILTER:
		return 0xFFFF;
	case MULTIKRON_MAP:
		return 0xFFFFFF;
	case MULTIKRON_RC_MODE:
	case MULTIKRON_VC_RC_MODE:
		return 0xFF;
	default:
		return 0xFFFFFFFF;
	}
}

static void access_enabled(struct mkboard *b, bool write, bool wide, unsigned int be,
			   uint32_t addr, uint64_t *data)
{
	SIM_EQ(b->s, access(b, write, wide, (uint8_t)be, addr, data), PCI_DONE, "access");
}

static void memory_bytes(struct mkboard *b, unsigned int be)
{
	const uint32_t old = mkboard_get(b, MEMORY + 0x80);
	uint64_t data = ~old & 0xFFFFFFFF;
	uint32_t mask = 0;

	for (unsigned int i = 0; i < 4; i++)
		mask |= be >> i & 1 ? 0xFFu << 8 * i : 0;
	access_enabled(b, true, false, be, MEMORY + 0x80, &data);
	SIM_EQ(b->s, mkboard_get(b, MEMORY + 0x80), old ^ mask, "bytes of memory");
}

/* A register changes by a write of four bytes only. A write to another offset of PAGE writes
 * its number to PAGE. */
static void register_bytes(struct mkboard *b, uint32_t written, unsigned int be)
{
	const bool whole = be == 15, page = written == MULTIKRON_VC_PAGE + 8 * 5;
	const uint32_t at = page ? MULTIKRON_VC_PAGE : written;
	uint64_t data;
	uint32_t old;

	if (b->novc && at >= MULTIKRON_VC_PAGE)
		return;
	if (page)
		mkboard_put(b, MULTIKRON_VC_PAGE + 8 * 2, 0);
	old = mkboard_get(b, at);
	data = ~old & 0xFFFFFFFF;
	access_enabled(b, true, false, be, written, &data);
	/* a read with less than four bytes gives 0, and loads no HOLD */
	if (!whole) {
		const uint32_t hold = mkboard_get(b, MULTIKRON_HOLD);

		data = 1;
		access_enabled(b, false, false, be, at, &data);
		SIM_EQ(b->s, data & 0xFFFFFFFF, 0, "read of some bytes");
		SIM_EQ(b->s, mkboard_get(b, MULTIKRON_HOLD), hold, "HOLD");
	}
	SIM_EQ(b->s, mkboard_get(b, at),
	       page    ? (whole ? 5 : 2)
	       : whole ? (~old & register_ones(at))
		       : old,
	       "register");
	mkboard_put(b, at, page ? 0 : old);
}

/* Only accesses of four bytes act: one that takes a sample, TEST, which sends four bytes to the
 * memory or takes one byte from there, and a software reset. */
static void strobe_bytes(struct mkboard *b, unsigned int be)
{
	const bool whole = be == 15;
	uint64_t data = be;
	const uint64_t taken = b->taken;
	uint64_t popped;

	access_enabled(b, true, false, be, MULTIKRON_TS0, &data);
	SIM_EQ(b->s, b->taken - taken, whole, "samples");
	mkboard_trace(b, 0, be);
	sim_wait(b->s, SIM_US(5));
	popped = b->popped;
	access_enabled(b, true, false, be, MULTIKRON_TEST, &data);
	sim_wait(b->s, SIM_US(2));
	SIM_EQ(b->s, b->popped - popped, whole ? 4 : 0, "bytes of a write");
	popped = b->popped;
	access_enabled(b, false, false, be, MULTIKRON_TEST, &data);
	SIM_EQ(b->s, b->popped - popped, whole, "bytes of a read");
	access_enabled(b, true, false, be, MULTIKRON_SWRESET, &data);
	SIM_EQ(b->s, mkboard_get(b, MULTIKRON_CSR) & CSR_SAMPLING, !whole, "reset");
}

static void wide_bytes(struct mkboard *b, unsigned int be)
{
	uint64_t data = ~mkboard_get64(b, MEMORY + 0x90);

	access_enabled(b, true, true, be, MEMORY + 0x90, &data);
	mkboard_get64(b, MEMORY + 0x90);
	data = ~mkboard_get64(b, MULTIKRON_MUXSEL);
	access_enabled(b, true, true, be, MULTIKRON_MUXSEL, &data);
	mkboard_get64(b, MULTIKRON_MUXSEL);
	access_enabled(b, false, true, be, MULTIKRON_MUXSEL, &data);
	mkboard_get(b, MULTIKRON_HOLD);
}

/* Tests byte enables: memory is written by bytes, registers and chips only by whole words. Each
 * value written differs from the register's value. */
static void byte_enables(struct sim *s)
{
	struct mkboard *b = start(s);
	const uint32_t config = MKBOARD_RECOMMENDED | MK_TEST;
	static const uint32_t registers[] = {MULTIKRON_SRC0 + 8 * 3, MULTIKRON_SRC0 + 8 * 3 + 4,
					     MULTIKRON_HOLD,	     MULTIKRON_FILTER,
					     MULTIKRON_RC_MODE,	     MULTIKRON_VC_HOLD,
					     MULTIKRON_VC_RC_MODE,   MULTIKRON_VC_PAGE + 8 * 5,
					     MULTIKRON_VC_MUXSEL,    MULTIKRON_MAP};

	mkboard_config(b, config);
	mkboard_put(b, MULTIKRON_VC_CSR, CSR_MODE32);
	for (unsigned int EACH(be, 0); be < 16; be++) {
		uint64_t other_cpu = config ^ (1u << be % 8 | 1);

		memory_bytes(b, be);
		for (unsigned int EACH(i, 0); i < sizeof(registers) / sizeof(*registers); i++)
			register_bytes(b, registers[i], be);
		mkboard_put(b, MULTIKRON_FILTER, 0xFFFF);
		access_enabled(b, true, false, be, MULTIKRON_CONFIG, &other_cpu);
		SIM_EQ(s, mkboard_get(b, MULTIKRON_CONFIG),
		       MULTIKRON_CONFIG_RESET | (be == 15 ? (uint32_t)other_cpu : config),
		       "CONFIG");
		mkboard_config(b, config);
		strobe_bytes(b, be);
	}
	mkboard_put(b, MULTIKRON_CSR, CSR_SAMPLING | CSR_MODE32);
	for (unsigned int EACH(be, 0); be < 256; be++)
		wide_bytes(b, be);
	mkboard_compare_memory(b);
}

/* With a slow NODECLK the first access of a master is retried, and the answer is kept for it. A
 * different access of another master is retried meanwhile: it must get only its own answer and
 * take effect once. */
static void own_answers(struct sim *s)
{
	const struct mkboard_options o = {.ext = SIM_NS(400)};
	struct mkboard *b = mkboard_open(s, &o);
	static const struct {
		bool write, wide;
		uint32_t offset, data;
	} kinds[] = {
		{false, false, SRC(3), 0},	   {false, false, SRC(4), 0},
		{true, false, SRC(3), 0x12345678}, {true, false, SRC(3), 0x12345679},
		{true, false, SRC(5), 0x12345678}, {false, true, SRC(3), 0},
		{false, false, SRC(3) + 4, 0},	   {true, false, SRC(3) + 4, 0x12345678},
		{false, false, 0x4018, 0},	   {true, false, MULTIKRON_TS0, 0x12345678},
	};
	const unsigned int n = sizeof(kinds) / sizeof(*kinds);

	mkboard_start(b, MK_EN_EXT, 0);
	sim_limit(s, SIM_MS(1000));
	for (unsigned int EACH(i, 0); i < n; i++)
		for (unsigned int EACH(k, 0); k < n; k++) {
			uint64_t data[2];
			struct pci_cycle c[2];
			const uint64_t taken = b->taken;

			mkboard_put(b, SRC(3), 0x33330000 + i);
			mkboard_put(b, SRC(4), 0x44440000 + k);
			mkboard_put(b, SRC(5), 0x55555555);
			for (unsigned int j = 0; j < 2; j++) {
				const unsigned int kind = j ? k : i;

				data[j] = kinds[kind].data;
				c[j] = (struct pci_cycle){.command = kinds[kind].write
									     ? PCI_MEM_WRITE
									     : PCI_MEM_READ,
							  .wide = kinds[kind].wide,
							  .addr = BASE + kinds[kind].offset,
							  .data = &data[j]};
			}
			if (i == k)
				continue;
			SIM_EQ(s, pci_cycle(b->pci, &c[0]), PCI_RETRY, "sent");
			/* while the first access is in progress, and when its answer is
			 * ready */
			for (unsigned int EACH(j, 0); j < 3; j++) {
				if (kinds[i].offset == MULTIKRON_TS0 && j == 0)
					mk_golden_begin_write(&b->g, MULTIKRON_TS0, false, 15,
							      data[0], 0);
				SIM_EQ(s, pci_cycle(b->pci, &c[1]), PCI_RETRY, "another one");
				sim_wait(s, SIM_US(4));
			}
			SIM_EQ(s, b->taken - taken, kinds[i].offset == MULTIKRON_TS0,
			       "samples");
			/* each master must get its own answer, that of the golden model */
			for (unsigned int EACH(j, 0); j < 2; j++) {
				const unsigned int kind = j ? k : i;

				if (j == 0 && kinds[i].offset == MULTIKRON_TS0) {
					SIM_EQ(s, pci_cycle(b->pci, &c[0]), PCI_DONE, "sample");
					mk_golden_write(&b->g, MULTIKRON_TS0, false, 15,
							data[0]);
					continue;
				}
				data[j] = kinds[kind].data;
				SIM_EQ(s, mkboard_access(b, &c[j]), PCI_DONE, "own answer");
			}
			SIM_EQ(s, b->taken - taken,
			       (kinds[i].offset == MULTIKRON_TS0) +
				       (kinds[k].offset == MULTIKRON_TS0),
			       "samples");
			mkboard_get(b, SRC(3));
			mkboard_get(b, SRC(5));
		}
	mkboard_settle(b);
}

/* Applies RST# in each clock of accesses of every kind. */
static void reset_anywhere(struct sim *s)
{
	struct mkboard *b = start(s);
	static const struct {
		enum pci_command command;
		uint32_t offset;
		bool wide;
	} kinds[] = {{PCI_MEM_READ, MEMORY, true},
		     {PCI_MEM_WRITE, MEMORY, false},
		     {PCI_MEM_READ, MULTIKRON_TS, false},
		     {PCI_MEM_WRITE, MULTIKRON_TS0, false},
		     {PCI_MEM_READ, MULTIKRON_CONFIG, false}};

	for (unsigned int EACH(i, 0); i < 5; i++)
		for (unsigned int EACH(clocks, 1); clocks < 20; clocks++) {
			uint64_t data = 0;
			struct pci_cycle c = {.command = kinds[i].command,
					      .data = &data,
					      .addr = BASE + kinds[i].offset,
					      .wide = kinds[i].wide};

			mk_golden_begin_write(&b->g, kinds[i].offset, false, 15, 0, 0);
			pci_start(b->pci, &c, NULL, NULL);
			sim_wait_cycles(b->pclk, clocks);
			sim_wait(s, sim_range(s, 1, 29999));
			mkboard_power_on(b);
			SIM_CHECK(s, !pci_busy(b->pci), "the cycle has ended");
			SIM_EQ(s, config_get(b, 4), 0x02000142, "configuration space");
			SIM_EQ(s, mkboard_get(b, MULTIKRON_CONFIG), MULTIKRON_CONFIG_RESET,
			       "board");
			SIM_EQ(s, mkboard_get(b, MULTIKRON_MAP), 0, "pointer");
			mkboard_config(b, MKBOARD_RECOMMENDED);
			SIM_EQ(s, mkboard_get(b, MULTIKRON_CSR), CSR_EMPTY, "chip");
			mkboard_put(b, MULTIKRON_CSR, CSR_SAMPLING | CSR_MODE32);
		}
}

/* Tests random PCI clocks, NODECLKs and phases, and masters with wait states. */
static void clocks(struct sim *s, sim_time pci, uint32_t config)
{
	const unsigned int length = (unsigned int)sim_length(s, 1000, 20);
	const struct mkboard_options o = {.pci = pci, .phase = sim_range(s, 0, 25000)};
	struct mkboard *b = mkboard_open(s, &o);
	struct pci_stats st;

	mkboard_start(b, config, 0);
	b->irdy_most = (unsigned int)sim_range(s, 0, 8);
	pci_set_idle(b->pci, (unsigned int)sim_range(s, 0, 2));
	for (unsigned int i = 0; i < length; i++) {
		switch (sim_range(s, 0, 5)) {
		case 0:
			mkboard_trace(b, (unsigned int)sim_range(s, 0, 7), i);
			break;
		case 1:
			mkboard_put(b, SRC(sim_range(s, 0, 7)), (uint32_t)sim_random(s));
			break;
		case 2:
			mkboard_get(b, SRC(sim_range(s, 0, 7)));
			break;
		case 3:
			mkboard_put(b, MEMORY + 0x100000 + 4 * (uint32_t)sim_range(s, 0, 255),
				    (uint32_t)sim_random(s));
			break;
		case 4:
			mkboard_get64(b,
				      MEMORY + 0x100000 + 8 * (uint32_t)sim_range(s, 0, 127));
			break;
		default:
			mkboard_get(b, MULTIKRON_MAP);
			break;
		}
	}
	mkboard_settle(b);
	pci_stats(b->pci, &st);
	SIM_CHECK(s, st.longest <= 16, "longest answer: %u clocks", st.longest);
	sim_note(s, "PCI %u ps: longest answer %u clocks, %u retries", (unsigned int)o.pci,
		 st.longest, (unsigned int)st.retries);
}

static void clocks_30(struct sim *s)
{
	clocks(s, 30000, 0);
}

static void clocks_40(struct sim *s)
{
	clocks(s, 40000, 0);
}

static void clocks_62(struct sim *s)
{
	clocks(s, 62500, 0);
}

static void clocks_100(struct sim *s)
{
	clocks(s, 100000, 0);
}

static void clocks_30_div2(struct sim *s)
{
	clocks(s, 30000, MK_DIV2);
}

static void clocks_40_wait(struct sim *s)
{
	clocks(s, 40000, MK_DIV2 | MK_WAIT_CPU);
}

/* Delays IRDY# in FIFO reads, in writes of samples and in 64-bit accesses: each must take
 * effect once. */
static void wait_states(struct sim *s)
{
	struct mkboard *b = start(s);
	const unsigned int n = (unsigned int)sim_length(s, 60, 10);

	b->irdy_most = 8;
	mkboard_config(b, MKBOARD_RECOMMENDED | MK_TEST);
	for (unsigned int EACH(i, 0); i < n; i++) {
		mkboard_trace(b, i % 8, (uint32_t)sim_random(s));
		SIM_EQ(s, b->taken, i + 1, "one sample");
		sim_wait(s, SIM_US(3));
		for (unsigned int EACH(k, 0); k < 20; k++) {
			mkboard_get(b, MULTIKRON_TEST);
			SIM_EQ(s, b->popped, 20 * i + k + 1, "one byte");
		}
	}
	/* both halves of 64 bits, whenever they come */
	for (unsigned int EACH(i, 0); i < 4 * n; i++) {
		const uint32_t at = i & 1 ? MULTIKRON_MUXSEL : MEMORY + 0x100000 + 8 * i;
		const uint64_t v = sim_random(s) & 0x5555555555555555u * (i & 1 ? 1 : 3);

		mkboard_put64(b, at, v);
		SIM_EQ(s, mkboard_get64(b, at), v, "64 bits");
	}
	mkboard_settle(b);
}

/* Checks that one 32-bit write makes one sample. */
static void probe(struct sim *s)
{
	struct mkboard *b = start(s);
	struct pci_stats before, after;

	pci_stats(b->pci, &before);
	mkboard_trace(b, 0, 7);
	pci_stats(b->pci, &after);
	SIM_EQ(s, after.cycles - before.cycles, 1, "bus cycles");
	SIM_EQ(s, after.moved - before.moved, 1, "words");
	SIM_EQ(s, b->taken, 1, "samples");
	sim_note(s, "a probe takes %u PCI clocks with DEVSEL# low",
		 (unsigned int)(after.own - before.own));
	mkboard_settle(b);
}

#define CHECKER "MK-PCI-013 MK-PCI-020 MK-PCI-024 MK-PCI-027 "

const struct sim_test sim_tests[] = {
	{"pci_identity", identity, CHECKER "MK-PCI-001 MK-PCI-002 MK-PCI-006", NULL},
	{"pci_identity_changed", identity, "MK-PCI-001", "multikron_novc"},
	{"pci_command", command_register, CHECKER "MK-PCI-003 MK-PCI-004 MK-PCI-005 MK-PCI-008",
	 NULL},
	{"pci_config_claims", config_claims, CHECKER "MK-PCI-007", NULL},
	{"pci_config_waits", config_waits, CHECKER "MK-PCI-032", NULL},
	{"pci_commands", commands, CHECKER "MK-PCI-010 MK-PCI-011 MK-PCI-014", NULL},
	{"pci_window", window, CHECKER "MK-PCI-009 MK-PCI-012 MK-MAP-007", NULL},
	{"pci_wide", wide, CHECKER "MK-PCI-015 MK-PCI-016 MK-PCI-017", NULL},
	{"pci_bursts", bursts, CHECKER "MK-PCI-018 MK-PCI-019", NULL},
	{"pci_retries", retries, CHECKER "MK-PCI-021 MK-CHIP-008", NULL},
	{"pci_hung", hung, CHECKER, NULL},
	{"pci_target_only", target_only, "MK-PCI-028", NULL},
	{"pci_aborts", aborts, CHECKER "MK-PCI-004 MK-PCI-022 MK-PCI-023", NULL},
	{"pci_aborts_novc", aborts, "MK-PCI-022", "multikron_novc"},
	{"pci_parity", parity, CHECKER "MK-PCI-004 MK-PCI-025 MK-PCI-026", NULL},
	{"pci_byte_enables", byte_enables, CHECKER "MK-PCI-030", NULL},
	{"pci_byte_enables_novc", byte_enables, CHECKER "MK-PCI-030", "multikron_novc"},
	{"pci_answers", own_answers, CHECKER "MK-PCI-021", NULL},
	{"pci_reset", reset_anywhere, CHECKER "MK-PCI-029", NULL},
	{"pci_clocks_30", clocks_30, CHECKER "MK-PCI-031", NULL},
	{"pci_clocks_40", clocks_40, CHECKER "MK-PCI-031", NULL},
	{"pci_clocks_62", clocks_62, CHECKER "MK-PCI-031", NULL},
	{"pci_clocks_100", clocks_100, CHECKER "MK-PCI-031", NULL},
	{"pci_clocks_30_div2", clocks_30_div2, CHECKER "MK-PCI-031", NULL},
	{"pci_clocks_40_wait", clocks_40_wait, CHECKER "MK-PCI-031", NULL},
	{"pci_wait_states", wait_states, CHECKER "MK-PCI-032", NULL},
	{"pci_probe", probe, "MK-SMP-018", NULL},
	{0},
};
