/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks with the real driver on the board in RTL that a run that is saved, ended by a
 * power-off and loaded again continues as without the interruption (TR-596-99 3.7).
 */
#include "iscr.h"
#include "quick.h"
#include "surfstate.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

enum { RO, RW, WO, W1S };

/* Fields of extension registers that can be both written and read. */
static const struct {
	enum surf_extension reg;
	enum surf_field bits;
	int access;
} extension_fields[] = {
#define REG(name, space, offset, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) {SURF_##reg, SURF_##reg##_##name, access},
#include "surfboard_ext.def"
#undef REG
#undef FIELD
};
#define EXTENSION_FIELDS (sizeof(extension_fields) / sizeof(extension_fields[0]))

/* conditions that software cannot set (SB-45) */
#define LOST ((uint32_t)(LU | LV | PV | WCV | BV | FV))

/*
 * The board as a device of the driver. One in @share accesses to memory words goes over the
 * bus; the others access the SIMM directly, because two million bus cycles would take too long.
 */
struct bench {
	struct device dev; /* first */
	struct sim *s;
	struct node *n;
	struct surf surf;
	unsigned int share, count;
	unsigned int left; /* packets */
	char path[2][64];
};

static bool aside(struct bench *b, enum device_space space, uint32_t addr)
{
	return space == DEVICE_MEM && addr >> 27 == b->n->mbase >> 27 &&
	       addr >> 16 != b->n->rbase >> 16 && ++b->count % b->share;
}

static int bench_read(struct device *dev, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t *value)
{
	struct bench *b = (struct bench *)dev;
	const uint32_t word = addr % NODE_HIST / 4;

	if (width != 32 || !aside(b, space, addr))
		return b->n->dev->ops->read(b->n->dev, space, addr, width, value);
	*value = simm_peek(addr & NODE_HIST ? b->n->hist : b->n->trace, word);
	return 0;
}

static int bench_write(struct device *dev, enum device_space space, uint32_t addr,
		       unsigned int width, uint64_t value)
{
	struct bench *b = (struct bench *)dev;
	const uint32_t word = addr % NODE_HIST / 4;

	if (width != 32 || !aside(b, space, addr))
		return b->n->dev->ops->write(b->n->dev, space, addr, width, value);
	if (addr & NODE_HIST) {
		simm_poke(b->n->hist, word, (uint32_t)value);
		surf_golden_hist_put(b->n->g, word, (uint32_t)value);
	} else {
		simm_poke(b->n->trace, word, (uint32_t)value);
		surf_golden_trace_put(b->n->g, word, (uint32_t)value);
	}
	return 0;
}

static int bench_wait(struct device *dev, uint64_t timeout_us)
{
	struct bench *b = (struct bench *)dev;

	return b->n->dev->ops->wait_irq(b->n->dev, timeout_us);
}

static int bench_run(struct device *dev, uint64_t ns)
{
	struct bench *b = (struct bench *)dev;

	return b->n->dev->ops->run(b->n->dev, ns);
}

static const struct device_ops bench_ops = {
	.read = bench_read,
	.write = bench_write,
	.wait_irq = bench_wait,
	.run = bench_run,
};

static void end(void *arg)
{
	struct bench *b = arg;

	for (int i = 0; i < 2; i++)
		unlink(b->path[i]);
	free(b);
}

static struct bench *start_bench(struct sim *s)
{
	const struct node_config cfg = {.trace = SIMM_4MB, .hist = SIMM_4MB, .drift = true};
	struct bench *b = calloc(1, sizeof(*b));

	SIM_CHECK(s, b, "out of memory");
	b->dev.ops = &bench_ops;
	b->s = s;
	b->share = 65536 / (unsigned int)sim_length(s, 256, 1);
	b->n = quick_open(s, &cfg);
	sim_cleanup(s, end, b);
	for (int EACH(i, 0); i < 2; i++) {
		int fd;

		strcpy(b->path[i], "/tmp/surfstate-XXXXXX");
		fd = mkstemp(b->path[i]);
		SIM_CHECK(s, fd >= 0, "no file in /tmp");
		close(fd);
	}
	return b;
}

/* Opens the driver, which alone accesses the board from then on. */
static void open_driver(struct bench *b)
{
	node_follow(b->n);
	SIM_EQ(b->s, (uint64_t)surf_open_device(&b->surf, &b->dev), 0, "surf_open_device");
}

static void put(struct bench *b, enum surf_reg reg, uint32_t v)
{
	SIM_EQ(b->s, (uint64_t)surf_PutReg(&b->surf, reg, v), 0, "surf_PutReg");
}

static uint32_t get(struct bench *b, enum surf_reg reg)
{
	uint32_t v = 0;

	SIM_EQ(b->s, (uint64_t)surf_GetReg(&b->surf, reg, &v), 0, "surf_GetReg");
	return v;
}

/* Loads a selector that maps the color to the bin. */
static void by_color(struct bench *b)
{
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;

	memset(map.sel, SBIT_ZERO, sizeof(map.sel));
	for (unsigned int i = 0; i < 6; i++)
		map.sel[i] = (uint8_t)(sbit_variables[SBIT_COLOR].first + i);
	SIM_EQ(b->s, (uint64_t)sbit_compile(&map, stream), 0, "stream");
	SIM_EQ(b->s, (uint64_t)surf_ConfigHAS(&b->surf, stream, sizeof(stream)), 0,
	       "surf_ConfigHAS");
}

static void save(struct bench *b, int file)
{
	SIM_EQ(b->s, (uint64_t)surf_save_state(&b->surf, b->path[file], NULL, NULL), 0,
	       "surf_save_state");
}

/* Switches the machine off and on; the memories then have random contents. */
static void power_off(struct bench *b)
{
	SIM_EQ(b->s, (uint64_t)surf_Close(&b->surf), 0, "surf_Close");
	simm_power_on(b->n->trace);
	simm_power_on(b->n->hist);
	node_power_on(b->n);
	simm_fill(b->n->trace, 0xA5A5A5A5);
	simm_fill(b->n->hist, 0xA5A5A5A5);
	surf_golden_trace_fill(b->n->g, 0xA5A5A5A5);
	surf_golden_hist_fill(b->n->g, 0xA5A5A5A5);
	SIM_EQ(b->s, (uint64_t)surf_open_device(&b->surf, &b->dev), 0, "surf_open_device");
}

static void load(struct bench *b, int file, struct surf_state_report *r)
{
	const int err = surf_load_state(&b->surf, b->path[file], r, NULL, NULL);

	SIM_CHECK(b->s, err == 0, "surf_load_state: %d, line %" PRIu64 ": %s", err, r->line,
		  r->wrong ? r->wrong : "-");
	sim_wait_cycles(b->n->bclk, 8); /* the last write is posted; Stage 1 leaves reset */
}

static uint32_t get_extension(struct bench *b, enum surf_extension reg)
{
	uint32_t v = 0;

	SIM_EQ(b->s, (uint64_t)surf_GetExtension(&b->surf, reg, &v), 0, "surf_GetExtension");
	return v;
}

static void put_extension(struct bench *b, enum surf_extension reg, uint32_t value)
{
	SIM_EQ(b->s, (uint64_t)surf_PutExtension(&b->surf, reg, value), 0, "surf_PutExtension");
}

/* ---- the whole state ---- */

static char *whole(struct sim *s, const char *path, size_t *size)
{
	FILE *f = fopen(path, "r");
	char *text;
	long n;

	SIM_CHECK(s, f && !fseek(f, 0, SEEK_END), "%s", path);
	n = ftell(f);
	rewind(f);
	text = calloc(1, (size_t)n + 1);
	SIM_CHECK(s, text && fread(text, 1, (size_t)n, f) == (size_t)n, "%s", path);
	fclose(f);
	sim_cleanup(s, free, text);
	*size = (size_t)n;
	return text;
}

static void check_line(struct sim *s, const char *text, const char *name, uint32_t value)
{
	char line[32];

	snprintf(line, sizeof(line), "\n%s %08" PRIX32 "\n", name, value);
	SIM_CHECK(s, strstr(text, line), "the file has no line %.*s", (int)strlen(line) - 2,
		  line + 1);
}

/* Saves a board whose registers, slots and memories all differ from those after power-on, loads
 * the file on a new board, and saves it again: the two files must be the same. */
static void state_whole(struct sim *s)
{
	struct bench *b = start_bench(s);
	struct node *n = b->n;
	const unsigned int slots = 3 * (unsigned int)sim_length(s, 1365, 10);
	struct surf_state_report r;
	char *text[2], *p;
	size_t size[2];
	uint32_t acdr;

	quick_change_all_state(n);
	node_put(n, SURF_HTCR, 0);
	for (unsigned int i = 7; i < slots && i < 4095; i++)
		node_put(n, SURF_HFDR, (i % 3 == 0) << 8 | (i & 255));
	acdr = ACDR(.sendid = 2, .lat_n = 12, .tsize = 1);
	quick_acdr(n, acdr | 3 << 6); /* the smaller TSIZE hides bits of TICR */
	node_put(n, SURF_TICR, 0x2BCDE5);
	quick_acdr(n, acdr);
	node_put(n, SURF_TECR, 0x345);
	for (uint32_t i = 0; i < 3000; i++) {
		const uint32_t v = (uint32_t)sim_random(s), at = (uint32_t)sim_random(s);

		simm_poke(n->trace, at, v);
		surf_golden_trace_put(n->g, at & 0xFFFFF, v);
		simm_poke(n->hist, v, at);
		surf_golden_hist_put(n->g, v & 0xFFFFF, at);
	}
	node_put(n, SURF_ISCR, ISCR_ALL & ~(TP | EXT));
	/* all modes are on, and PRS keeps packets out */
	node_put(n, SURF_HTCR, ALL | TRG | PRS);
	open_driver(b);
	save(b, 0);
	node_compare(n);
	text[0] = whole(s, b->path[0], &size[0]);
	check_line(s, text[0], "EBCR", surf_golden_slot_read(n->g, SURF_EBCR));
	check_line(s, text[0], "ACDR", acdr);
	check_line(s, text[0], "TTCR", surf_golden_read(n->g, SURF_TTCR, 15));
	check_line(s, text[0], "ECDR", 1);
	check_line(s, text[0], "PCLR", 0x19);
	check_line(s, text[0], "ISCR", surf_golden_read(n->g, SURF_ISCR, 15));
	check_line(s, text[0], "IEMR", 0x1555);
	check_line(s, text[0], "HTCR", ALL | TRG | PRS);
	check_line(s, text[0], "WCDR", surf_golden_read(n->g, SURF_WCDR, 15));
	check_line(s, text[0], "TICR", 0x2BCDE5);
	check_line(s, text[0], "TECR", 0x345);
	check_line(s, text[0], "TPIR", surf_golden_read(n->g, SURF_TPIR, 15));
	check_line(s, text[0], "HFCR", SURF_HFCR(0x321, 0x154));
	p = text[0];
	for (unsigned int i = 0; i < slots && i < 4095; i++) {
		char line[16];

		snprintf(line, sizeof(line), "\nFIFO %03X\n",
			 i < 7 ? 0x101 * i & 0x1FF : (i % 3 == 0) << 8 | (i & 255));
		p = i ? p + 9 : strstr(p, "\nFIFO");
		SIM_CHECK(s, p && !strncmp(p, line, 10), "slot %u of the file", i);
	}
	power_off(b);
	load(b, 0, &r);
	SIM_EQ(s, r.board, r.saved, "ISCR after the load");
	node_compare(n);
	save(b, 1);
	text[1] = whole(s, b->path[1], &size[1]);
	SIM_CHECK(s, size[0] == size[1] && !memcmp(text[0], text[1], size[0]),
		  "the second file differs");
	sim_note(s, "%zu bytes", size[0]);
}

/* ---- runs in two parts ---- */

enum { PACKETS = 40, TRIGGER = 20, NOT_HISTOGRAMMED = 39, NOT_TRACED };

/* The results of an experiment. */
struct left {
	uint32_t reg[SURF_REGS];
	uint32_t bin[64], trace[64];
	uint16_t fifo[16];
	unsigned int slots;
};

static void experiment(struct sim *s, struct bench *b, const struct packet *packets,
		       unsigned int mode, unsigned int cut, struct left *l)
{
	static const enum surf_reg compared[] = {SURF_EBCR, SURF_ACDR, SURF_TTCR, SURF_ISCR,
						 SURF_IEMR, SURF_HTCR, SURF_WCDR, SURF_TICR,
						 SURF_TECR, SURF_TPIR, SURF_HFCR};
	const bool second = node_second_revision(b->s);
	struct surf_state_report r;

	memset(l, 0, sizeof(*l));
	by_color(b);
	/* 16 entries, remote category, trigger by a bin */
	put(b, SURF_ACDR, ACDR(.sendid = 1, .remote = true, .lat_n = 12));
	put(b, SURF_TTCR, mode << 2 | 2);
	put(b, SURF_HTCR, 0);
	put(b, SURF_ISCR, ISCR_ALL);
	put(b, SURF_HFCR, SURF_HFCR(3, 9));
	put(b, SURF_WCDR, 0x1000);
	put(b, SURF_TICR, 5);
	put(b, SURF_TECR, 0);
	put(b, SURF_TPIR, 0);
	if (second) {
		put_extension(b, SURF_HMCR, surf_mask(SURF_HMCR_SAT));
		put_extension(b, SURF_FHC1, 1u << (NOT_HISTOGRAMMED - 32));
		put_extension(b, SURF_FHCR,
			      surf_mask(SURF_FHCR_COLOR) | surf_mask(SURF_FHCR_INV));
		put_extension(b, SURF_FTC0, UINT32_MAX);
		put_extension(b, SURF_FTC1, ~(1u << (NOT_TRACED - 32)));
		put_extension(b, SURF_FTCR, surf_mask(SURF_FTCR_COLOR));
	}
	for (uint32_t i = 0; i < 64; i++) {
		const uint32_t count = i == 9 ? UINT32_MAX - second : 1000 * i;

		simm_poke(b->n->hist, i, count);
		surf_golden_hist_put(b->n->g, i, count);
		simm_poke(b->n->trace, i, 0x60000000);
		surf_golden_trace_put(b->n->g, i, 0x60000000);
	}
	put(b, SURF_IEMR, TC);
	put(b, SURF_HTCR, ALL);
	for (unsigned int EACH(i, 0); i < PACKETS; i++) {
		struct packet p = packets[i];

		if (i == cut) {
			save(b, 0);
			power_off(b);
			by_color(b);
			load(b, 0, &r);
			SIM_EQ(s, r.saved & ~r.board & ~LOST, 0, "lost, but not named");
			SIM_EQ(s, r.board & ~r.saved, 0, "set by the load");
		}
		p.tx += node_ticks(b->n);
		node_send(b->n, &p);
	}
	node_compare(b->n);
	for (unsigned int EACH(i, NOT_HISTOGRAMMED); i <= NOT_TRACED; i++)
		SIM_EQ(b->s, simm_peek(b->n->hist, i) - 1000 * i,
		       second && i == NOT_HISTOGRAMMED ? 0 : 4, "packets kept out");
	for (size_t EACH(i, 0); i < sizeof(compared) / sizeof(compared[0]); i++)
		l->reg[surf_number(compared[i])] = get(b, compared[i]);
	while (l->slots < 16 && get(b, SURF_ISCR) & surf_mask(SURF_ISCR_FNE))
		l->fifo[l->slots++] = (uint16_t)get(b, SURF_HFDR);
	for (uint32_t i = 0; i < 64; i++) {
		l->bin[i] = simm_peek(b->n->hist, i);
		l->trace[i] = simm_peek(b->n->trace, i);
		/* receive time and latency depend on the global clock */
		if (i % 4 == 0)
			l->trace[i] &= 0xFC000000;
		else if (i % 4 == 1)
			l->trace[i] &= 0xFFFFF000;
		else if (i % 4 == 2)
			l->trace[i] = 0;
	}
	l->reg[SURF_NUMBER_ISCR] &= ~LOST;
}

static void cut_runs(struct sim *s, unsigned int mode)
{
	struct bench *b = start_bench(s);
	struct packet p[PACKETS];
	struct left one, two;

	for (unsigned int i = 0; i < PACKETS; i++) {
		node_random_packet(b->n, &p[i], 10, 0);
		p[i].tx = -sim_range(s, 1, 50); /* ticks before it is received */
		p[i].color = i == TRIGGER ? 9 : (uint8_t)sim_range(s, 10, 38);
		/* the filters of revision 2 reject this packet */
		if (i % 5 == 2)
			p[i].color = i & 1 ? NOT_HISTOGRAMMED : NOT_TRACED;
	}
	open_driver(b);
	experiment(s, b, p, mode, PACKETS, &one);
	SIM_EQ(s, one.reg[SURF_NUMBER_HTCR], ALL | TRG, "the trigger has come");
	SIM_EQ(s, one.reg[SURF_NUMBER_ISCR] & TC, TC, "the trace is complete");
	SIM_EQ(s, one.slots, 3, "slots in the FIFO");
	for (int EACH(after, 0); after < 2; after++) {
		/* the save is before the trigger, or after it while the trace is still
		 * recorded */
		experiment(s, b, p, mode, after ? TRIGGER + 3 : TRIGGER - 7, &two);
		for (unsigned int r = 0; r < SURF_REGS; r++)
			SIM_CHECK(s, one.reg[r] == two.reg[r],
				  "register %u is 0x%08" PRIX32 " in one run, 0x%08" PRIX32
				  " in the cut one",
				  r, one.reg[r], two.reg[r]);
		for (unsigned int i = 0; i < 64; i++) {
			SIM_CHECK(s, one.bin[i] == two.bin[i], "bin %u differs", i);
			SIM_CHECK(s, one.trace[i] == two.trace[i], "trace word %u differs", i);
		}
		SIM_CHECK(s, one.slots == two.slots && !memcmp(one.fifo, two.fifo, 32),
			  "the FIFO differs");
	}
}

static void state_cut_beginning(struct sim *s)
{
	cut_runs(s, 0);
}

static void state_cut_middle(struct sim *s)
{
	cut_runs(s, 1);
}

static void state_cut_end(struct sim *s)
{
	cut_runs(s, 2);
}

/* ---- conditions ---- */

/* Checks that all six conditions that software cannot set are saved and reported, and that the
 * load restores only those that it can set. */
static void state_conditions(struct sim *s)
{
	const struct sni_timing fast = {
		.start_to_start = 3, .end_to_start = 1, .break_rules = true};
	struct bench *b = start_bench(s);
	struct node *n = b->n;
	const uint8_t slots[4096] = {0};
	struct surf_state_report r;
	uint32_t tpir;

	quick_acdr(n, ACDR(.lat_n = 1, .tsize = 1));
	node_put(n, SURF_HTCR, 0);
	quick_writes(n, SURF_HFDR, slots,
		     /* the FIFO has no space for the index of the bin that overflows */
		     sizeof(slots));
	simm_poke(n->hist, 0, UINT32_MAX);
	surf_golden_hist_put(n->g, 0, UINT32_MAX);
	node_put(n, SURF_WCDR, UINT32_MAX);
	node_put(n, SURF_TICR, 77);
	node_put(n, SURF_HTCR, ALL);
	node_play_random(n, 10, 3, 1000);				    /* LV */
	quick_play(n, &(struct packet){.tx = SHRIMP_TICKS, .words = 1}, 1); /* LU */
	sni_set_timing(n->sni, &fast);
	node_play_random(n, 40, 1, 10); /* PV */
	node_put(n, SURF_HTCR, ALL | TRG | FRS);
	node_x_in(n, false); /* EXT */
	sim_wait_cycles(n->clk25, 8);
	SIM_EQ(s, node_get(n, SURF_ISCR), LOST | TP | EXT, "ISCR before");
	node_put(n, SURF_ISCR, TP);
	tpir = node_get(n, SURF_TPIR);
	SIM_EQ(s, tpir, 77, "TPIR");
	open_driver(b);
	save(b, 0);
	SIM_EQ(s, get(b, SURF_ISCR), LOST | EXT, "ISCR after it was saved");
	power_off(b);
	load(b, 0, &r);
	SIM_EQ(s, r.saved, LOST | EXT, "ISCR as saved");
	SIM_EQ(s, r.board, EXT, "ISCR as the board can show it");
	SIM_EQ(s, get(b, SURF_ISCR), EXT, "ISCR");
	/* the load has restored TRG and TEN without a trigger */
	SIM_EQ(s, get(b, SURF_HTCR), ALL | TRG | FRS, "HTCR");
	SIM_EQ(s, get(b, SURF_TPIR), tpir, "TPIR");
	/* the line is still low: if EXT is not in the file, the load does not set it */
	put(b, SURF_ISCR, EXT);
	save(b, 0);
	power_off(b);
	load(b, 0, &r);
	SIM_EQ(s, get(b, SURF_ISCR), 0, "no condition");
	/* the line is high and TRUE by its polarity; the load inverts the polarity, which is
	 * not an event */
	node_x_in(n, true);
	put(b, SURF_TTCR, surf_mask(SURF_TTCR_EIP));
	put(b, SURF_ISCR, EXT);
	save(b, 0);
	power_off(b);
	load(b, 0, &r);
	SIM_EQ(s, get(b, SURF_ISCR), 0, "no condition");
	/* tests TP and TC separately */
	put(b, SURF_TTCR, 2 << 2);
	for (uint32_t EACH(want, TP); want; want = want == TP ? (uint32_t)TC : 0) {
		put(b, SURF_HTCR, TEN);
		put(b, SURF_HTCR, TEN | TRG);
		SIM_EQ(s, get(b, SURF_ISCR), TP | TC, "both");
		put(b, SURF_HTCR, 0);
		put(b, SURF_ISCR, (TP | TC) & ~want);
		save(b, 0);
		power_off(b);
		load(b, 0, &r);
		SIM_EQ(s, get(b, SURF_ISCR), want, "the one that was left");
		put(b, SURF_ISCR, want);
	}
	node_compare(n);
}

/* ---- collection stopped and started again ---- */

static int stop(void *arg, uint32_t done, uint32_t total)
{
	(void)arg;
	(void)done;
	(void)total;
	return 1;
}

/* Sends packets until the board is certainly halted. The save shifts ACDR, which selects the
 * category of a packet. */
static bool few(void *arg, struct packet *p)
{
	struct bench *b = arg;

	if (!b->left)
		return false;
	b->left--;
	node_random_packet(b->n, p, 2, 0);
	p->tx -= 10;
	return true;
}

static void pull(void *arg)
{
	struct bench *b = arg;

	node_x_in(b->n, false);
}

/* Checks that a trigger that comes while a save halts the board is not lost: TRG and TP must be
 * equal, and a halted board must not record. */
static void state_trigger_meets_halt(struct sim *s)
{
	const unsigned int times = (unsigned int)sim_length(s, 300, 8);
	struct bench *b = start_bench(s);
	unsigned int early = 0;

	quick_acdr(b->n, ACDR(.lat_n = 12, .tsize = 1));
	open_driver(b);
	put(b, SURF_TTCR, 1); /* the input triggers */
	for (unsigned int EACH(i, 0); i < times; i++) {
		uint32_t trg, tp;

		node_x_in(b->n, true);
		sim_wait_cycles(b->n->clk25, 8);
		put(b, SURF_ISCR, ISCR_ALL);
		put(b, SURF_HTCR, TEN);
		b->left = 7;
		shrimp_start_packets(b->n->c, few, b);
		sim_wait(s, SIM_US(3));
		sim_at(s, sim_now(s) + sim_range(s, 0, SIM_US(4)), pull, b);
		SIM_EQ(s, (uint64_t)surf_save_state(&b->surf, b->path[0], stop, NULL),
		       (uint64_t)-ECANCELED, "surf_save_state");
		sni_set_source(b->n->sni, NULL, NULL);
		node_drain(b->n);
		trg = surf_get(get(b, SURF_HTCR), SURF_HTCR_TRG);
		tp = surf_get(get(b, SURF_ISCR), SURF_ISCR_TP);
		SIM_EQ(s, trg, tp, "TRG and TP");
		early += get(b, SURF_TECR) > 0;
		put(b, SURF_HTCR, 0);
		put(b, SURF_TECR, 0);
	}
	SIM_CHECK(s, early, "no trigger came before the halt");
	node_compare(b->n);
}

/* Revision 2: the load restores every condition that was set and no other. */
static void state_complete(struct sim *s)
{
	struct bench *b = start_bench(s);
	struct surf_state_report r;

	node_put(b->n, SURF_HTCR, 0);
	open_driver(b);
	for (unsigned int EACH(i, 0); i < 2; i++) {
		const uint32_t want = (i ? (uint32_t)sim_random(s) : UINT32_MAX) & 0x1F87;

		put(b, SURF_ISCR, UINT32_MAX);
		SIM_EQ(s, (uint64_t)surf_SetConditions(&b->surf, want), 0,
		       "surf_SetConditions");
		SIM_EQ(s, get(b, SURF_ISCR), want, "ISCR before");
		save(b, 0);
		SIM_EQ(s, get(b, SURF_ISCR), want, "ISCR after it was saved");
		power_off(b);
		load(b, 0, &r);
		SIM_EQ(s, r.saved, want, "ISCR as saved");
		SIM_EQ(s, r.board, want, "ISCR as the board shows it");
		SIM_EQ(s, get(b, SURF_ISCR), want, "ISCR");
	}
	node_compare(b->n);
}

/* Revision 2: the load restores every writable extension register. */
static void state_extensions(struct sim *s)
{
	struct bench *b = start_bench(s);
	uint32_t want[EXTENSION_FIELDS], value;
	struct surf_state_report r;

	node_put(b->n, SURF_HTCR, 0);
	open_driver(b);
	for (size_t EACH(i, 0); i < EXTENSION_FIELDS; i++) {
		const enum surf_extension reg = extension_fields[i].reg;
		const uint32_t bits = surf_mask(extension_fields[i].bits);

		if (extension_fields[i].access != RW)
			continue;
		/* no field is 0, as after power-on */
		value = (uint32_t)sim_random(s) & bits;
		put_extension(b, reg, (get_extension(b, reg) & ~bits) | (value ? value : bits));
	}
	for (size_t EACH(i, 0); i < EXTENSION_FIELDS; i++)
		want[i] = get_extension(b, extension_fields[i].reg);
	save(b, 0);
	power_off(b);
	for (size_t EACH(i, 0); i < EXTENSION_FIELDS; i++)
		if (extension_fields[i].access == RW)
			SIM_EQ(s,
			       get_extension(b, extension_fields[i].reg) &
				       surf_mask(extension_fields[i].bits),
			       0, "a field after power-on");
	load(b, 0, &r);
	SIM_EQ(s, r.unsaved, 0, "registers that the file does not have");
	for (size_t EACH(i, 0); i < EXTENSION_FIELDS; i++) {
		const enum surf_extension reg = extension_fields[i].reg;

		if (extension_fields[i].access != RW)
			continue;
		value = get_extension(b, reg);
		SIM_CHECK(s, value == want[i],
			  "the register at 0x%03X is 0x%08" PRIX32 ", was 0x%08" PRIX32,
			  (unsigned int)reg, value, want[i]);
	}
	node_compare(b->n);
}

/* Checks the driver functions of both revisions; those of revision 2 must fail on the report's
 * board. */
static void state_revisions(struct sim *s)
{
	struct bench *b = start_bench(s);
	const bool second = node_second_revision(s);
	const uint64_t refused = (uint64_t)(second ? 0 : -ENOTSUP);
	struct surf_totals t = {0};
	uint32_t capabilities = 1;
	bool on = false;

	open_driver(b);
	SIM_EQ(s, (uint64_t)surf_GetCapabilities(&b->surf, &capabilities), 0, "capabilities");
	SIM_EQ(s, capabilities, second ? SURFBOARD_CAPR_RESET : 0, "capabilities");
	put(b, SURF_HTCR, WEN | HEN);
	node_play_random(b->n, 37, 9, 100);
	put(b, SURF_HTCR, WEN | TEN);
	node_play_random(b->n, 9, 9, 100);
	put(b, SURF_HTCR, WEN);
	node_play_random(b->n, 11, 9, 100);
	SIM_EQ(s, (uint64_t)surf_GetTotals(&b->surf, &t), refused, "surf_GetTotals");
	if (second) {
		SIM_EQ(s, t.seen, 37 + 9 + 11, "packets seen");
		SIM_EQ(s, t.dropped, 0, "dropped");
		SIM_EQ(s, t.histogrammed, 37, "in the histogram");
		SIM_EQ(s, t.not_histogrammed, 9 + 11, "not in the histogram");
		SIM_EQ(s, t.traced, 9, "traced");
		SIM_EQ(s, t.not_traced, 37 + 11, "not traced");
		SIM_EQ(s, t.words, b->n->words, "words");
		SIM_EQ(s, t.word_count, t.words, "WCDR");
	}
	put(b, SURF_TICR, 0x155);
	put(b, SURF_TECR, 0x77);
	surf_GetTotals(&b->surf, &t);
	SIM_EQ(s, t.trace_index, second ? 0x155 : 0, "TICR");
	SIM_EQ(s, t.trace_events, second ? 0x77 : 0, "TECR");
	SIM_EQ(s, (uint64_t)surf_SetSaturation(&b->surf, true), refused, "surf_SetSaturation");
	SIM_EQ(s, (uint64_t)surf_GetSaturation(&b->surf, &on), refused, "surf_GetSaturation");
	SIM_EQ(s, on, second, "saturation");
	SIM_EQ(s, (uint64_t)surf_SetConditions(&b->surf, PV), refused, "surf_SetConditions");
	SIM_EQ(s, get(b, SURF_ISCR) & PV, second ? PV : 0, "ISCR.PV");
	node_compare(b->n);
}

const struct sim_test sim_tests[] = {
	{"state_whole", state_whole, "SB-LIB-032 SB-LIB-035", NULL},
	{"state_cut_beginning", state_cut_beginning, "SB-LIB-033", NULL},
	{"state_cut_middle", state_cut_middle, "SB-LIB-033", NULL},
	{"state_cut_end", state_cut_end, "SB-LIB-033", NULL},
	{"state_trigger_meets_halt", state_trigger_meets_halt, NULL, NULL},
	{"state_conditions", state_conditions, "SB-LIB-034 SB-LIB-036", NULL},
	{"state_cut_filtered", state_cut_middle, "SB-REV-007 SB-LIB-033", "surfboard_rev2"},
	{"state_extensions", state_extensions, "SB-REV-007", "surfboard_rev2"},
	{"state_complete", state_complete, "SB-REV-007", "surfboard_rev2"},
	{"state_revisions", state_revisions, "SB-REV-003", "surfboard surfboard_rev2"},
	{0},
};
