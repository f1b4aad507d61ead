/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the board with its real driver over the simulated bus. */
#include "bsel.h"
#include "iscr.h"
#include "node.h"
#include "sbit.h"
#include "surfboard_regs.h"
#include "surflib.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct node *start_board(struct sim *s, enum simm_size trace, enum simm_size hist)
{
	struct node_config cfg = {.trace = trace, .hist = hist, .drift = true};
	struct node *n = node_open(s, &cfg);

	node_power_on(n);
	node_follow(n);
	return n;
}

/* Finds the board, its addresses and its memories; reads and writes blocks. */
static void driver_opens(struct sim *s)
{
	struct node *n = start_board(s, SIMM_4MB, SIMM_16MB);
	struct surf surf = {0};
	uint32_t v;
	uint8_t out[301], in[301];

	SIM_EQ(s, (uint64_t)surf_open_device(&surf, n->dev), 0, "surf_open_device");
	SIM_EQ(s, (uint64_t)surf_GetReg(&surf, SURF_EPIR, &v), 0, "EPIR");
	SIM_EQ(s, v, SURFBOARD_EPIR_RESET, "EPIR");
	SIM_EQ(s, (uint64_t)surf_GetTSize(&surf, &v), 0, "surf_GetTSize");
	SIM_EQ(s, v, 4u << 20, "trace memory");
	SIM_EQ(s, (uint64_t)surf_GetHSize(&surf, &v), 0, "surf_GetHSize");
	SIM_EQ(s, v, 16u << 20, "histogram memory");
	SIM_EQ(s, (uint64_t)surf_GetReg(&surf, SURF_ACDR, &v), 0, "ACDR");
	SIM_EQ(s, surf_get(v, SURF_ACDR_IMAGE_TSIZE), 1, "TSIZE");
	for (unsigned int i = 0; i < sizeof(out); i++)
		out[i] = (uint8_t)sim_random(s);
	SIM_EQ(s, (uint64_t)surf_PutHMem(&surf, 4097, out, sizeof(out), NULL, NULL), 0,
	       "PutHMem");
	SIM_EQ(s, (uint64_t)surf_GetHMem(&surf, 4097, in, sizeof(in), NULL, NULL), 0,
	       "GetHMem");
	SIM_CHECK(s, memcmp(in, out, sizeof(in)) == 0, "histogram memory differs");
	SIM_EQ(s, (uint64_t)surf_PutTMem(&surf, 22, out, sizeof(out), NULL, NULL), 0,
	       "PutTMem");
	SIM_EQ(s, (uint64_t)surf_GetTMem(&surf, 22, in, sizeof(in), NULL, NULL), 0, "GetTMem");
	SIM_CHECK(s, memcmp(in, out, sizeof(in)) == 0, "trace memory differs");
	SIM_EQ(s, (uint64_t)-surf_GetTMem(&surf, (4u << 20) - 4, in, 5, NULL, NULL), EINVAL,
	       "a block that leaves the memory");
	SIM_EQ(s, (uint64_t)surf_Close(&surf), 0, "surf_Close");
	SIM_EQ(s, (uint64_t)-surf_GetReg(&surf, SURF_EPIR, &v), EBADF, "a closed handle");
}

/* SIMMs of 4 MB and 64 MB have the same presence-detect code, so the driver must probe the
 * memory. */
static void driver_finds_sizes(struct sim *s)
{
	struct node *n = start_board(s, SIMM_64MB, SIMM_EMPTY);
	struct surf surf = {0};
	uint32_t v;

	SIM_EQ(s, (uint64_t)surf_open_device(&surf, n->dev), 0, "surf_open_device");
	SIM_EQ(s, (uint64_t)surf_GetTSize(&surf, &v), 0, "surf_GetTSize");
	SIM_EQ(s, v, 64u << 20, "trace memory");
	SIM_EQ(s, (uint64_t)surf_GetHSize(&surf, &v), 0, "surf_GetHSize");
	SIM_EQ(s, v, 0, "no histogram memory");
	SIM_EQ(s, (uint64_t)surf_GetReg(&surf, SURF_ACDR, &v), 0, "ACDR");
	SIM_EQ(s, surf_get(v, SURF_ACDR_IMAGE_TSIZE), 3, "TSIZE");
	node_compare(n);
	SIM_EQ(s, (uint64_t)surf_Close(&surf), 0, "surf_Close");
}

/* Loads a configuration and checks that packets count accordingly. */
static void driver_configures(struct sim *s)
{
	struct node *n = start_board(s, SIMM_4MB, SIMM_4MB);
	struct surf surf = {0};
	struct sbit_map map;
	uint8_t stream[SBIT_BYTES];
	struct packet p;
	uint32_t v;

	SIM_EQ(s, (uint64_t)surf_open_device(&surf, n->dev), 0, "surf_open_device");
	memset(map.sel, SBIT_ZERO, sizeof(map.sel));
	for (unsigned int i = 0; i < 6; i++)
		map.sel[i] = (uint8_t)(sbit_variables[SBIT_COLOR].first + i); /* bin = color */
	SIM_EQ(s, (uint64_t)sbit_compile(&map, stream), 0, "sbit_compile");
	stream[10] ^= 4;
	SIM_CHECK(s, surf_ConfigHAS(&surf, stream, sizeof(stream)) < 0,
		  "a damaged stream is taken");
	stream[10] ^= 4;
	SIM_EQ(s, (uint64_t)surf_ConfigHAS(&surf, stream, sizeof(stream)), 0, "surf_ConfigHAS");
	SIM_EQ(s, (uint64_t)surf_PutReg(&surf, SURF_HTCR, surf_mask(SURF_HTCR_HEN)), 0, "HTCR");
	node_random_packet(n, &p, 1, 10);
	p.color = 0x2A;
	node_send(n, &p);
	SIM_EQ(s, (uint64_t)surf_GetHMem(&surf, 4 * 0x2A, &v, 4, NULL, NULL), 0,
	       "surf_GetHMem");
	SIM_EQ(s, v, 1, "the bin of the color");
	node_compare(n);
	SIM_EQ(s, (uint64_t)surf_Close(&surf), 0, "surf_Close");
}

/* ---- the rows of B.1 one by one ---- */

#define OK(n, call) SIM_EQ((n)->s, (uint64_t)(call), 0, #call)
#define REFUSED(n, err, call) SIM_EQ((n)->s, (uint64_t) - (call), err, #call)

static struct node *open_board(struct sim *s, struct surf *surf, enum simm_size trace,
			       enum simm_size hist)
{
	struct node *n = start_board(s, trace, hist);

	memset(surf, 0, sizeof(*surf));
	OK(n, surf_open_device(surf, n->dev));
	return n;
}

static uint32_t get(struct node *n, struct surf *surf, enum surf_reg reg)
{
	uint32_t v = 0;

	OK(n, surf_GetReg(surf, reg, &v));
	return v;
}

/* Reads a register as another bus master does. */
static uint32_t on_bus(struct node *n, uint32_t offset)
{
	uint32_t v;

	SIM_EQ(n->s, eisa_read(n->eisa, false, 0, n->rbase + offset, 15, &v), 0, "the bus");
	return v;
}

/* Starts the driver after power-on with no addresses assigned, and after RESDRV with all
 * assigned. */
static void driver_starts(struct sim *s)
{
	struct node *n = start_board(s, SIMM_16MB, SIMM_4MB);
	struct surf surf = {0};
	uint32_t ebcr, v;

	SIM_EQ(s, node_slot_get(n, SURF_EBCR, 15), 0, "EBCR after power-on");
	OK(n, surf_open_device(&surf, n->dev));
	ebcr = get(n, &surf, SURF_EBCR);
	SIM_EQ(s, node_slot_get(n, SURF_EBCR, 15), ebcr, "EBCR");
	SIM_CHECK(s,
		  surf_get(ebcr, SURF_EBCR_RBASE) && surf_get(ebcr, SURF_EBCR_MBASE) &&
			  surf_get(ebcr, SURF_EBCR_IRLEV) >= 2 &&
			  surf_get(ebcr, SURF_EBCR_ENABLE),
		  "EBCR %08X", ebcr);
	SIM_EQ(s, get(n, &surf, SURF_HTCR), on_bus(n, SURF_HTCR), "HTCR");
	OK(n, surf_Close(&surf));
	node_resdrv(n);
	/* the system assigns other addresses */
	ebcr = 0x1234A600;
	SIM_EQ(s, eisa_write(n->eisa, true, 1, 0x1000 + SURF_EBCR, 15, ebcr), 0,
	       "EBCR answers");
	OK(n, surf_open_device(&surf, n->dev));
	SIM_EQ(s, get(n, &surf, SURF_EBCR), ebcr | SURF_EBCR_ENABLE, "EBCR is kept");
	OK(n, surf_PutReg(&surf, SURF_WCDR, 0x55AA1234));
	SIM_EQ(s, eisa_read(n->eisa, false, 0, 0x12340024, 15, &v), 0, "WCDR answers");
	SIM_EQ(s, v, 0x55AA1234, "WCDR");
	OK(n, surf_GetTSize(&surf, &v));
	SIM_EQ(s, v, 16u << 20, "trace memory");
	OK(n, surf_GetHSize(&surf, &v));
	SIM_EQ(s, v, 4u << 20, "histogram memory");
	SIM_EQ(s, surf_get(get(n, &surf, SURF_ACDR), SURF_ACDR_IMAGE_TSIZE), 2, "TSIZE");
	OK(n, surf_Close(&surf));
	REFUSED(n, ENODEV, surf_open_device(&surf, eisa_device(n->eisa, 2)));
	REFUSED(n, EBADF, surf_Close(&surf));
	OK(n, surf_open_device(&surf, n->dev));
	OK(n, surf_Close(&surf));
	node_compare(n);
}

static const struct {
	enum surf_reg reg;
	uint32_t offset, mask; /* mask of the writable bits */
} plain[] = {
	{SURF_FCDR, 0x04, 1},	       {SURF_TTCR, 0x0C, 0x1DF},    {SURF_ECDR, 0x10, 1},
	{SURF_PCLR, 0x14, 0x1F},       {SURF_IEMR, 0x1C, ISCR_ALL}, {SURF_HTCR, 0x20, 0x0C},
	{SURF_WCDR, 0x24, UINT32_MAX}, {SURF_TICR, 0x30, 0xFFFFF},  {SURF_TECR, 0x34, 0x7FFFFF},
	{SURF_TPIR, 0x38, 0x3FFFFF},
};

#define PLAIN (sizeof(plain) / sizeof(plain[0]))

/* Writes every register by the driver and reads it by another bus master, and the other way
 * round. */
static void driver_registers(struct sim *s)
{
	struct surf surf;
	struct node *n = open_board(s, &surf, SIMM_16MB, SIMM_16MB);

	OK(n, surf_PutReg(&surf, SURF_HTCR, 0));
	for (uint64_t EACH(round, sim_length(s, 40, 4)); round; round--) {
		uint32_t value[PLAIN], offsets;

		for (unsigned int EACH(i, 0); i < PLAIN; i++) {
			value[i] = (uint32_t)sim_random(s) & plain[i].mask;
			OK(n, surf_PutReg(&surf, plain[i].reg, value[i]));
		}
		for (unsigned int EACH(i, 0); i < PLAIN; i++)
			SIM_EQ(s, on_bus(n, plain[i].offset), value[i],
			       "as the driver wrote it");
		for (unsigned int EACH(i, 0); i < PLAIN; i++) {
			value[i] = (uint32_t)sim_random(s) & plain[i].mask;
			SIM_EQ(s,
			       eisa_write(n->eisa, false, 0, n->rbase + plain[i].offset, 15,
					  value[i]),
			       0, "the bus");
		}
		for (unsigned int EACH(i, 0); i < PLAIN; i++)
			SIM_EQ(s, get(n, &surf, plain[i].reg), value[i],
			       "as the bus master wrote it");
		SIM_EQ(s, get(n, &surf, SURF_FCCR), on_bus(n, SURF_FCCR), "FCCR");
		SIM_EQ(s, get(n, &surf, SURF_ISCR), on_bus(n, SURF_ISCR), "ISCR");
		SIM_EQ(s, get(n, &surf, SURF_EPIR), SURFBOARD_EPIR_RESET, "EPIR");
		/* both offsets, and the pointer stays */
		offsets = (uint32_t)sim_random(s) & 0x0FFF0FFF;
		OK(n, surf_PutReg(&surf, SURF_HFCR, offsets));
		SIM_EQ(s, get(n, &surf, SURF_HFCR), offsets, "HFCR");
		SIM_EQ(s, get(n, &surf, SURF_HFCR), offsets, "HFCR again");
		SIM_EQ(s, on_bus(n, SURF_HFCR), offsets & 0xFF, "EMPTY low");
		SIM_EQ(s, on_bus(n, SURF_HFCR), offsets >> 8 & 0xF, "EMPTY high");
		SIM_EQ(s, on_bus(n, SURF_HFCR), offsets >> 16 & 0xFF, "FULL low");
		SIM_EQ(s, on_bus(n, SURF_HFCR), offsets >> 24, "FULL high");
		/* slots of the FIFO, in both directions */
		OK(n, surf_PutReg(&surf, SURF_HFDR, 0x1A5));
		SIM_EQ(s, on_bus(n, SURF_HFDR), 0x1A5, "HFDR");
		SIM_EQ(s, eisa_write(n->eisa, false, 0, n->rbase + SURF_HFDR, 15, 0x05A), 0,
		       "HFDR");
		SIM_EQ(s, get(n, &surf, SURF_HFDR), 0x05A, "HFDR");
	}
	/* a bit that is cleared by writing 1: a new trigger condition */
	OK(n, surf_PutReg(&surf, SURF_HTCR, 1));
	OK(n, surf_PutReg(&surf, SURF_HTCR, 9));
	SIM_EQ(s, surf_get(get(n, &surf, SURF_ISCR), SURF_ISCR_TP), 1, "TP");
	OK(n, surf_PutReg(&surf, SURF_ISCR, surf_mask(SURF_ISCR_TP)));
	SIM_EQ(s, on_bus(n, SURF_ISCR) & TP, 0, "TP on the bus");
	OK(n, surf_PutReg(&surf, SURF_HTCR, 0));
	SIM_EQ(s, on_bus(n, SURF_HTCR), 0, "HTCR on the bus");
	node_compare(n);
	OK(n, surf_Close(&surf));
}

/* The image of ACDR acts on packets, and reading it changes nothing. */
static void driver_acdr(struct sim *s)
{
	static const uint32_t image[] = {0x02006080, 0x00005880, 0x080170C0, 0x04892040};
	struct surf surf;
	struct node *n = open_board(s, &surf, SIMM_64MB, SIMM_4MB);

	for (unsigned int EACH(i, 0); i < sizeof(image) / sizeof(image[0]); i++) {
		OK(n, surf_PutReg(&surf, SURF_ACDR, image[i]));
		for (int EACH(k, 0); k < 2; k++)
			SIM_EQ(s, get(n, &surf, SURF_ACDR), image[i], "ACDR");
		for (int EACH(bit, 0); bit < 28; bit++) {
			const uint32_t v = on_bus(n, SURF_ACDR);

			SIM_EQ(s, v, image[i] >> bit & 1, "bit 0 first");
			SIM_EQ(s, eisa_write(n->eisa, false, 0, n->rbase + SURF_ACDR, 15, v), 0,
			       "bus");
		}
		OK(n, surf_PutReg(&surf, SURF_HTCR, surf_mask(SURF_HTCR_TEN)));
		node_play_random(n, 20, 4, 100000);
		SIM_EQ(s, get(n, &surf, SURF_ACDR), image[i], "ACDR while the board collects");
		OK(n, surf_PutReg(&surf, SURF_HTCR, 0));
		node_compare(n); /* compares also sender, latency and category */
	}
	OK(n, surf_Close(&surf));
}

/* Checks in every clock that the interrupt lines are not active. */
static void watch_line(void *arg)
{
	struct node *n = arg;

	SIM_CHECK(n->s, !eisa_irqs(n->eisa), "the board interrupts");
}

struct stream {
	struct node *n;
	unsigned int left;
};

/* Makes a random packet of category 0, because CATMUX can have either value while ACDR is
 * shifted. */
static bool next_of_category_0(void *arg, struct packet *p)
{
	struct stream *t = arg;

	if (!t->left)
		return false;
	t->left--;
	node_random_packet(t->n, p, 1, 60000);
	p->first &= 0x0FFFFFFF;
	return true;
}

/*
 * Checks that shifting ACDR sets no condition and raises no interrupt, although TECR equals the
 * number of entries for a TSIZE that occurs during the shift, and packets of any latency come
 * meanwhile.
 */
static void driver_acdr_is_quiet(struct sim *s)
{
	static const uint32_t entries[] = {16, 1 << 18, 1 << 20, 1 << 22};
	/* 2^20 entries; 16 bits of latency, but 0 bits until the last bit is shifted in */
	const uint32_t image = 0x02004080, no_bits = image & ~surf_mask(SURF_ACDR_IMAGE_LAT_N);
	const uint32_t tc = surf_mask(SURF_ISCR_TC), lv = surf_mask(SURF_ISCR_LV);
	struct surf surf, other;
	struct node *n = open_board(s, &surf, SIMM_16MB, SIMM_4MB);
	struct stream stream = {.n = n};

	OK(n, surf_open_device(&other, n->dev));
	sim_on(n->clk25, SIM_RISE, watch_line, n);
	OK(n, surf_PutReg(&surf, SURF_HTCR, 0));
	OK(n, surf_PutReg(&surf, SURF_ACDR, image));
	for (unsigned int EACH(i, 0); i < 4; i++) {
		OK(n, surf_PutReg(&surf, SURF_TECR, 0));
		OK(n, surf_PutReg(&surf, SURF_ISCR, ISCR_ALL));
		if (i != 2) {
			OK(n, surf_PutReg(&surf, SURF_TECR, entries[i]));
			OK(n, surf_PutReg(&surf, SURF_IEMR, tc | lv | 0x10));
		}
		stream.left = 150;
		shrimp_start_packets(n->c, next_of_category_0, &stream);
		for (unsigned int EACH(k, 0); k < 3; k++)
			SIM_EQ(s, get(n, &surf, SURF_ACDR), image, "ACDR");
		/* another program opens the board and reads and writes the same values */
		SIM_EQ(s, get(n, &other, SURF_ACDR), image, "ACDR");
		OK(n, surf_PutReg(&other, SURF_ACDR, image));
		while (shrimp_packets_playing(n->c))
			sim_wait(s, SIM_US(1));
		node_drain(n);
		SIM_EQ(s, on_bus(n, SURF_ISCR) & (tc | lv), 0, "TC and LV");
		if (i != 2)
			SIM_EQ(s, on_bus(n, SURF_IEMR), tc | lv | 0x10, "IEMR");
	}
	/* conditions that were set before stay set: TC, whose cause has ended, and LV */
	OK(n, surf_PutReg(&surf, SURF_IEMR, 0));
	OK(n, surf_PutReg(&surf, SURF_TECR, entries[2]));
	OK(n, surf_PutReg(&surf, SURF_TECR, 0));
	OK(n, surf_PutReg(&surf, SURF_ACDR, no_bits)); /* a window of no bits */
	node_play_random(n, 4, 1, 1000);
	SIM_EQ(s, get(n, &surf, SURF_ACDR), no_bits, "ACDR");
	SIM_EQ(s, on_bus(n, SURF_ISCR) & (tc | lv), tc | lv, "TC and LV");
	/* if the trace is complete for the new size, TC is set */
	OK(n, surf_PutReg(&surf, SURF_TECR, 16));
	OK(n, surf_PutReg(&surf, SURF_ISCR, ISCR_ALL));
	SIM_EQ(s, on_bus(n, SURF_ISCR) & tc, 0, "TC");
	OK(n, surf_PutReg(&surf, SURF_ACDR, 0x02004000));
	SIM_EQ(s, on_bus(n, SURF_ISCR) & tc, tc, "TC");
	/* a handle that has not enabled an interrupt leaves the mask of the other handle
	 * unchanged */
	OK(n, surf_PutReg(&surf, SURF_TECR, 0));
	OK(n, surf_PutReg(&surf, SURF_ISCR, ISCR_ALL));
	OK(n, surf_PutReg(&surf, SURF_IEMR, tc));
	get(n, &other, SURF_ACDR);
	OK(n, surf_Close(&other));
	SIM_EQ(s, on_bus(n, SURF_IEMR), tc, "IEMR");
	OK(n, surf_Close(&surf));
	node_compare(n);
}

struct emptying { /* accesses to the FIFO on the bus */
	struct node *n;
	uint16_t slot[4096];
	unsigned int popped;
	bool reset; /* HTCR.FRS */
	bool wcdr;  /* written */
};

static void watch_fifo(void *arg, const struct eisa_cycle *c)
{
	struct emptying *e = arg;
	const uint32_t offset = c->addr - e->n->rbase;

	if (c->io || c->result)
		return;
	if (offset == SURF_HFDR && !c->write && e->popped < 4096)
		e->slot[e->popped++] = (uint16_t)c->data;
	if (offset == SURF_HTCR && c->write && c->data & surf_mask(SURF_HTCR_FRS))
		e->reset = true;
	if (offset == SURF_WCDR && c->write)
		e->wcdr = true;
}

/* Checks step 7 of A.9.2: the driver empties the FIFO of each number of slots through HFDR, and
 * not with FRS. */
static void empties_fifo(struct sim *s, const unsigned int *count, unsigned int counts)
{
	struct surf surf;
	struct node *n = open_board(s, &surf, SIMM_4MB, SIMM_4MB);
	const struct surf_experiment e = {.wcdr = 0x12345678, .htcr = surf_mask(SURF_HTCR_WEN)};
	struct emptying *seen = malloc(sizeof(*seen));

	SIM_CHECK(s, seen, "out of memory");
	sim_cleanup(s, free, seen);
	for (unsigned int EACH(i, 0); i < counts; i++) {
		OK(n, surf_PutReg(&surf, SURF_HTCR, 0));
		for (unsigned int EACH(k, 0); k < count[i]; k++)
			SIM_EQ(s,
			       eisa_write(n->eisa, false, 0, n->rbase + SURF_HFDR, 15,
					  (k + 1) & 0x1FF),
			       0, "HFDR");
		*seen = (struct emptying){.n = n};
		n->on_cycle = watch_fifo;
		n->on_cycle_arg = seen;
		OK(n, surf_begin(&surf, &e));
		n->on_cycle = NULL;
		SIM_EQ(s, seen->popped, count[i], "slots read through HFDR");
		for (unsigned int EACH(k, 0); k < count[i]; k++)
			SIM_EQ(s, seen->slot[k], (k + 1) & 0x1FF, "slot");
		SIM_CHECK(s, !seen->reset, "the FIFO was reset");
		SIM_CHECK(s, seen->wcdr, "WCDR was not written");
		SIM_EQ(s, on_bus(n, SURF_ISCR) & ISCR_ALL, 0, "ISCR");
		SIM_EQ(s, on_bus(n, SURF_WCDR), 0x12345678, "WCDR");
	}
	node_compare(n);
	OK(n, surf_Close(&surf));
}

static void driver_empties_fifo(struct sim *s)
{
	empties_fifo(s, (unsigned int[]){1, 3, (unsigned int)sim_range(s, 4, 90)}, 3);
}

static void driver_empties_full_fifo(struct sim *s)
{
	empties_fifo(s, (unsigned int[]){(unsigned int)sim_length(s, 4096, 400)}, 1);
}

static void not_whole(void *arg, const struct eisa_cycle *c)
{
	unsigned int *narrow = arg;

	if (c->be != 15)
		++*narrow;
}

/* Checks the bus: each register access has 32 bits, and an access to an undefined register
 * makes no bus cycle. */
static void driver_on_the_bus(struct sim *s)
{
	struct surf surf;
	struct node *n = open_board(s, &surf, SIMM_4MB, SIMM_4MB);
	unsigned int narrow = 0;
	uint64_t before;
	uint32_t v;

	n->on_cycle = not_whole;
	n->on_cycle_arg = &narrow;
	OK(n, surf_PutReg(&surf, SURF_HTCR, 0));
	OK(n, surf_PutReg(&surf, SURF_WCDR, 0x89ABCDEF));
	OK(n, surf_PutReg(&surf, SURF_TICR, 0x2ABCD));
	OK(n, surf_PutReg(&surf, SURF_TECR, 0x7ABCDE));
	SIM_EQ(s, get(n, &surf, SURF_WCDR), 0x89ABCDEF, "WCDR");
	SIM_EQ(s, get(n, &surf, SURF_TICR), 0x2ABCD, "TICR");
	SIM_EQ(s, get(n, &surf, SURF_TECR), 0x7ABCDE, "TECR");
	for (int EACH(i, 0); i < SURF_REGS; i++)
		get(n, &surf, surf_regs[i]);
	SIM_EQ(s, narrow, 0, "accesses of less than 32 bits");
	before = eisa_cycles(n->eisa);
	REFUSED(n, EINVAL, surf_GetReg(&surf, SURF_TPIR + 4, &v));
	REFUSED(n, EINVAL, surf_PutReg(&surf, SURF_TPIR + 4, 0));
	REFUSED(n, EPERM, surf_PutReg(&surf, SURF_EPIR, 0));
	REFUSED(n, EPERM, surf_PutReg(&surf, SURF_TTCR, surf_mask(SURF_TTCR_MEI)));
	REFUSED(n, EOPNOTSUPP, surf_command(&surf, "status", NULL, 0));
	SIM_EQ(s, eisa_cycles(n->eisa), before, "cycles on the bus");
	OK(n, surf_PutHMem(&surf, 1, "x", 1, NULL, NULL));
	SIM_CHECK(s, narrow == 1, "the observer sees narrow accesses");
	OK(n, surf_Close(&surf));
}

/* With an ambiguous presence-detect code the driver finds the sizes and keeps the contents. */
static void driver_probes(struct sim *s)
{
	static const enum simm_size sizes[] = {SIMM_EMPTY, SIMM_4MB, SIMM_16MB, SIMM_64MB};
	static const uint32_t mb[] = {0, 4, 16, 64};
	const unsigned int first = (unsigned int)sim_range(s, 0, 3);

	for (unsigned int EACH(k, 0); k < (sim_is_icarus(s) ? 1u : 4u); k++) {
		const unsigned int i = (first + k) % 4, j = 3 - i;
		struct node_config cfg = {.trace = sizes[i], .hist = sizes[j]};
		struct node *n;
		struct surf surf = {0};
		struct sim *own = s;
		uint32_t v;

		if (k) { /* a node lasts as long as its simulation */
			own = sim_new(NULL, 0, sim_random(s));
			SIM_CHECK(s, own, "one more simulation");
		}
		n = node_open(own, &cfg);
		node_power_on(n);
		node_follow(n);
		simm_set_pd(n->trace, 0);
		simm_set_pd(n->hist, 0);
		surf_golden_presence(n->g, 0, 0);
		OK(n, surf_open_device(&surf, n->dev));
		OK(n, surf_GetTSize(&surf, &v));
		SIM_EQ(s, v, mb[i] << 20, "trace memory");
		OK(n, surf_GetHSize(&surf, &v));
		SIM_EQ(s, v, mb[j] << 20, "histogram memory");
		SIM_EQ(s, surf_get(get(n, &surf, SURF_ACDR), SURF_ACDR_IMAGE_TSIZE), i,
		       "TSIZE");
		if (i) /* TSIZE sets the width of TICR */
			OK(n, surf_PutReg(&surf, SURF_TICR, 0x3FFFFF));
		if (i)
			SIM_EQ(s, get(n, &surf, SURF_TICR), (mb[i] << 16) - 1, "TICR");
		node_compare(n); /* the memories are unchanged */
		OK(n, surf_Close(&surf));
		if (k)
			sim_delete(own);
	}
}

/* Accesses random blocks of both memories; the golden model's memory shows what changed. */
static void driver_blocks(struct sim *s)
{
	struct surf surf;
	struct node *n = open_board(s, &surf, SIMM_4MB, SIMM_4MB);
	const uint32_t size = 4u << 20;
	uint8_t *shadow[2] = {calloc(1, 4096), calloc(1, 4096)}, buf[256], in[256];

	SIM_CHECK(s, shadow[0] && shadow[1], "out of memory");
	for (uint64_t EACH(round, sim_length(s, 400, 20)); round; round--) {
		const bool hist = sim_range(s, 0, 1);
		const uint32_t len = (uint32_t)(round % 8 ? sim_range(s, 1, 9)
							  : sim_range(s, 0, sizeof(buf)));
		const bool end = sim_range(s, 0, 3) == 0;
		const uint32_t base = end ? size - 2048 : 0;
		const uint32_t at =
			end && round % 2 ? 2048 - len : (uint32_t)sim_range(s, 0, 2047 - len);
		uint8_t *mine = shadow[hist] + (end ? 2048 : 0);

		for (uint32_t i = 0; i < len; i++)
			buf[i] = (uint8_t)sim_random(s);
		OK(n, (hist ? surf_PutHMem : surf_PutTMem)(&surf, base + at, buf, len, NULL,
							   NULL));
		memcpy(mine + at, buf, len);
		memset(in, 0xEE, sizeof(in));
		OK(n,
		   (hist ? surf_GetHMem : surf_GetTMem)(&surf, base + at, in, len, NULL, NULL));
		SIM_CHECK(s, memcmp(in, buf, len) == 0, "the block reads back");
		for (uint32_t EACH(i, len); i < sizeof(in); i++)
			SIM_EQ(s, in[i], 0xEE, "the buffer behind the block");
		REFUSED(n, EINVAL,
			(hist ? surf_PutHMem : surf_PutTMem)(&surf, size - len, buf, len + 1,
							     NULL, NULL));
	}
	for (int EACH(k, 0); k < 2; k++)
		for (uint32_t EACH(i, 0); i < 1024; i++) {
			const uint32_t word = (i < 512 ? 0 : size / 4 - 1024) + i;
			const uint8_t *b = shadow[k] + 4 * i;
			const uint32_t want = b[0] | (uint32_t)b[1] << 8 |
					      (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;

			SIM_EQ(s,
			       k ? surf_golden_hist_word(n->g, word)
				 : surf_golden_trace_word(n->g, word),
			       want, "guard bytes");
		}
	node_compare(n);
	OK(n, surf_Close(&surf));
	free(shadow[0]);
	free(shadow[1]);
}

struct trigger {
	struct node *n;
	struct packet p;
	sim_time at;
	bool sent;
};

static bool one_packet(void *arg, struct packet *p)
{
	struct trigger *t = arg;

	if (t->sent || sim_now(t->n->s) < t->at)
		return false;
	*p = t->p;
	return t->sent = true;
}

static void trigger_exception(struct node *n, struct surf *surf)
{
	struct sim *s = n->s;
	const sim_time long_wait = SIM_MS(sim_length(s, 100, 1));
	struct trigger t = {.n = n};
	uint32_t c = 0;
	sim_time began;

	node_random_packet(n, &t.p, 4, 100);
	OK(n, surf_PutReg(surf, SURF_HTCR, surf_mask(SURF_HTCR_TEN)));
	OK(n, surf_PutReg(surf, SURF_IEMR, surf_mask(SURF_ISCR_TP)));
	/* a trigger after 1 ms */
	began = sim_now(s);
	t.at = began + SIM_MS(1);
	sni_set_source(n->sni, one_packet, &t);
	OK(n, surf_WaitException(surf, 5000, &c));
	SIM_EQ(s, c, surf_mask(SURF_ISCR_TP), "conditions");
	SIM_CHECK(s, sim_now(s) >= t.at && sim_now(s) < t.at + SIM_US(20), "in time");
	sim_wait(s, SIM_US(1)); /* writes are posted */
	SIM_EQ(s, eisa_irqs(n->eisa), 0, "the line is released");
	/* still pending: the wait returns without delay */
	began = sim_now(s);
	OK(n, surf_WaitException(surf, 5000, &c));
	SIM_EQ(s, sim_now(s), began, "no time passes");
	/* cleared: the next wait is for a new event and ends at its limit */
	OK(n, surf_ClearException(surf));
	began = sim_now(s);
	REFUSED(n, ETIMEDOUT, surf_WaitException(surf, long_wait / SIM_US(1), &c));
	SIM_CHECK(s,
		  sim_now(s) - began >= long_wait / 10 * 9 &&
			  sim_now(s) - began <= long_wait / 10 * 11,
		  "the time-out took %llu ns",
		  (unsigned long long)((sim_now(s) - began) / SIM_NS(1)));
	/* an event before the call */
	OK(n, surf_PutReg(surf, SURF_HTCR, 0));
	OK(n, surf_PutReg(surf, SURF_ISCR, surf_mask(SURF_ISCR_TP)));
	OK(n, surf_PutReg(surf, SURF_HTCR, surf_mask(SURF_HTCR_TEN)));
	node_random_packet(n, &t.p, 4, 100);
	node_send(n, &t.p);
	sim_wait(s, SIM_US(50));
	began = sim_now(s);
	OK(n, surf_WaitException(surf, 5000, &c));
	SIM_EQ(s, c, surf_mask(SURF_ISCR_TP), "conditions");
	SIM_CHECK(s, sim_now(s) < began + SIM_US(5), "at once");
	OK(n, surf_ClearException(surf));
}

/* A level that stays is one exception, however many waits there are. */
static void level_exception(struct node *n, struct surf *surf)
{
	struct sim *s = n->s;
	uint64_t cycles;
	uint32_t c = 0;

	OK(n, surf_PutReg(surf, SURF_HTCR, 0));
	OK(n, surf_PutReg(surf, SURF_IEMR, surf_mask(SURF_ISCR_FNE)));
	OK(n, surf_PutReg(surf, SURF_HFDR, 0x123));
	OK(n, surf_WaitException(surf, 5000, &c));
	SIM_EQ(s, c, surf_mask(SURF_ISCR_FNE), "conditions");
	cycles = eisa_cycles(n->eisa);
	for (int EACH(i, 0); i < 10; i++) {
		sim_wait(s, SIM_US(10));
		SIM_EQ(s, eisa_irqs(n->eisa), 0, "the line stays released");
		OK(n, surf_WaitException(surf, 5000, &c));
	}
	SIM_EQ(s, eisa_cycles(n->eisa), cycles, "the handler ran once");
	OK(n, surf_ClearException(surf));
	SIM_CHECK(s, eisa_irqs(n->eisa) || surf->exception == 0, "the level interrupts again");
	OK(n, surf_WaitException(surf, 5000, &c));
	SIM_EQ(s, get(n, surf, SURF_HFDR), 0x123, "HFDR");
	OK(n, surf_ClearException(surf));
	REFUSED(n, ETIMEDOUT, surf_WaitException(surf, 100, &c));
}

/* A FIFO without room for another index raises FAF: 4095 slots are taken. */
static void full_exception(struct node *n, struct surf *surf)
{
	struct sim *s = n->s;
	uint32_t c = 0;

	OK(n, surf_watch_fifo(surf));
	for (int EACH(i, 0); i < 4096 - 2; i++)
		SIM_EQ(s, eisa_write(n->eisa, false, 0, n->rbase + SURF_HFDR, 15, 0x100), 0,
		       "HFDR");
	OK(n, surf_PutReg(surf, SURF_IEMR, surf_mask(SURF_ISCR_FAF)));
	OK(n, surf_WaitException(surf, 100, &c));
	SIM_EQ(s, c, surf_mask(SURF_ISCR_FAF), "less than three slots are free");
	get(n, surf, SURF_HFDR);
	OK(n, surf_ClearException(surf));
	REFUSED(n, ETIMEDOUT, surf_WaitException(surf, 100, &c));
}

static void driver_exceptions(struct sim *s)
{
	struct surf surf;
	struct node *n = open_board(s, &surf, SIMM_4MB, SIMM_4MB);

	trigger_exception(n, &surf);
	level_exception(n, &surf);
	if (!sim_is_icarus(s)) /* too slow there */
		full_exception(n, &surf);
	OK(n, surf_Close(&surf));
	node_compare(n);
}

/* Makes a random state that earlier use of the board may have left. */
static void make_prior_state(struct node *n, struct surf *surf, const uint8_t *stream)
{
	struct sim *s = n->s;
	uint32_t v;

	OK(n, surf_PutReg(surf, SURF_HTCR, 0));
	OK(n, surf_PutReg(surf, SURF_ACDR, (uint32_t)sim_random(s) & 0xFFFFFFF));
	if (sim_range(s, 0, 1))
		surf_ConfigHAS(surf, stream, sim_range(s, 0, SBIT_BYTES));
	for (uint64_t EACH(i, sim_range(s, 0, 50)); i; i--)
		OK(n, surf_PutReg(surf, SURF_HFDR, (uint32_t)sim_random(s) & 0x1FF));
	OK(n, surf_PutReg(surf, SURF_WCDR, UINT32_MAX - (uint32_t)sim_range(s, 0, 100)));
	OK(n, surf_PutReg(surf, SURF_TECR, (uint32_t)sim_random(s)));
	for (unsigned int EACH(i, 0); i < 64; i++) {
		v = UINT32_MAX - (uint32_t)sim_range(s, 0, 3);
		OK(n, surf_PutHMem(surf, 4 * i, &v, 4, NULL, NULL));
	}
	OK(n, surf_PutReg(surf, SURF_TTCR,
			  (uint32_t)sim_random(s) & SURFBOARD_TTCR_WRITABLE &
				  ~(SURFBOARD_TTCR_MEI_MASK | SURFBOARD_TTCR_MBV_MASK)));
	OK(n, surf_PutReg(surf, SURF_IEMR, (uint32_t)sim_random(s) & 0x1FFF));
	OK(n, surf_PutReg(surf, SURF_HTCR, (uint32_t)sim_random(s) & 0xF));
	node_play_random(n, sim_range(s, 1, 60), 8, 300000);
	if (sim_range(s, 0, 1))
		surf_WaitException(surf, 10, &v);
	if (sim_range(s, 0, 1)) {
		OK(n, surf_PutReg(surf, SURF_IEMR, 0));
		OK(n, surf_PutReg(surf, SURF_HTCR,
				  SURFBOARD_HTCR_PRS_MASK | SURFBOARD_HTCR_FRS_MASK));
	}
}

/* Makes the ten steps of A.9.2 from a random state, then sends 1000 packets. */
static void driver_begins(struct sim *s)
{
	struct surf surf;
	struct node *n = open_board(s, &surf, SIMM_4MB, SIMM_4MB);
	const uint64_t packets = sim_length(s, 1000, 100);
	struct sbit_map map;
	uint8_t stream[SBIT_BYTES];

	memset(map.sel, SBIT_ZERO, sizeof(map.sel));
	for (unsigned int i = 0; i < 6; i++)
		map.sel[i] = (uint8_t)(sbit_variables[SBIT_COLOR].first + i); /* bin = color */
	SIM_EQ(s, (uint64_t)sbit_compile(&map, stream), 0, "sbit_compile");
	for (uint64_t EACH(round, sim_length(s, 8, 1)); round; round--) {
		const struct surf_experiment e = {
			.acdr = (uint32_t)sim_random(s) & 0xFFFFFFF,
			.stream = stream,
			.stream_bytes = sizeof(stream),
			.ttcr = (uint32_t)sim_range(s, 0, 1), /* any packet, or none */
			.bins = 64,
			.pclr = (uint32_t)sim_range(s, 0, 31),
			.iemr = surf_mask(SURF_ISCR_PV) | surf_mask(SURF_ISCR_FNE) |
				surf_mask(SURF_ISCR_WCV),
			.htcr = surf_mask(SURF_HTCR_WEN) | surf_mask(SURF_HTCR_HEN) |
				surf_mask(SURF_HTCR_TEN),
		};
		const uint64_t words = n->words;
		uint32_t bins[64], c, sum = 0;

		make_prior_state(n, &surf, stream);
		OK(n, surf_begin(&surf, &e));
		SIM_EQ(s, get(n, &surf, SURF_ISCR) & ISCR_ALL, 0, "ISCR after the steps");
		SIM_EQ(s, get(n, &surf, SURF_IEMR), e.iemr, "IEMR");
		SIM_EQ(s, get(n, &surf, SURF_HTCR), e.htcr, "HTCR");
		const uint64_t before = n->words;

		SIM_CHECK(s, before >= words, "words");
		node_play_random(n, packets, 16, 100000);
		REFUSED(n, ETIMEDOUT, surf_WaitException(&surf, 1, &c));
		OK(n, surf_PutReg(&surf, SURF_HTCR, 0));
		SIM_EQ(s, get(n, &surf, SURF_WCDR), n->words - before, "words");
		SIM_EQ(s, get(n, &surf, SURF_TECR), e.ttcr ? 0 : packets, "entries");
		OK(n, surf_GetHMem(&surf, 0, bins, sizeof(bins), NULL, NULL));
		for (unsigned int i = 0; i < 64; i++)
			sum += bins[i];
		SIM_EQ(s, sum, packets, "packets in the bins");
		node_compare(n);
	}
	/* the input is TRUE: that source cannot be cleared */
	node_x_in(n, false);
	sim_wait(s, SIM_US(5));
	const struct surf_experiment ext = {.iemr = surf_mask(SURF_ISCR_EXT), .htcr = 7};
	REFUSED(n, EBUSY, surf_begin(&surf, &ext));
	SIM_EQ(s, get(n, &surf, SURF_HTCR), 0, "HTCR after a refusal");
	node_x_in(n, true);
	sim_wait(s, SIM_US(5));
	OK(n, surf_begin(&surf, &ext));
	SIM_EQ(s, get(n, &surf, SURF_HTCR), 7, "HTCR");
	OK(n, surf_Close(&surf));
}

const struct sim_test sim_tests[] = {
	{"driver_opens", driver_opens, "SB-LIB-001 SB-LIB-004 SB-LIB-020", NULL},
	{"driver_finds_sizes", driver_finds_sizes, "SB-LIB-013 SB-LIB-014", NULL},
	{"driver_configures", driver_configures, "SB-LIB-021 SB-LIB-022", NULL},
	{"driver_starts", driver_starts, "SB-LIB-001 SB-LIB-002 SB-LIB-003 SB-LIB-028", NULL},
	{"driver_registers", driver_registers, "SB-LIB-005 SB-LIB-007 SB-LIB-009 SB-LIB-011",
	 NULL},
	{"driver_acdr", driver_acdr, "SB-LIB-006 SB-LIB-010", NULL},
	{"driver_acdr_is_quiet", driver_acdr_is_quiet, "SB-LIB-006 SB-LIB-010", NULL},
	{"driver_empties_fifo", driver_empties_fifo, "SB-LIB-031", NULL},
	{"driver_empties_full_fifo", driver_empties_full_fifo, "SB-LIB-031", NULL},
	{"driver_on_the_bus", driver_on_the_bus, "SB-LIB-008 SB-LIB-012", NULL},
	{"driver_probes", driver_probes, "SB-LIB-013 SB-LIB-014 SB-LIB-015 SB-LIB-029", NULL},
	{"driver_blocks", driver_blocks,
	 "SB-LIB-016 SB-LIB-017 SB-LIB-018 SB-LIB-019 SB-LIB-020", NULL},
	{"driver_exceptions", driver_exceptions,
	 "SB-LIB-023 SB-LIB-024 SB-LIB-025 SB-LIB-026 SB-LIB-027", NULL},
	{"driver_begins", driver_begins, "SB-LIB-030 SB-LIB-031", NULL},
	{0},
};
