/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests libnm with the monitor in RTL: modes, labels, counters, and counting across overflows
 * while transactions come.
 */
#include "monitor.h"
#include "nmlib.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * The card as a device of the driver. Some counters are never used by the events of these
 * tests. Under Icarus only one in 64 accesses to them goes over the bus; the others access the
 * SRAM directly.
 */
struct door {
	struct device dev; /* first */
	struct monitor *m;
	uint64_t accesses, doubles; /* numbers of accesses to counters, and of those of double
				     * words */
};

static bool by_bus(struct door *d, uint32_t addr)
{
	const uint32_t counter = addr >> 2 & 0xFFFF;

	if (addr >> 24 != NMBUS_COUNTERS)
		return true;
	return !sim_is_icarus(d->m->s) || (counter & ~0x47u) == 0 || d->accesses % 64 == 0;
}

static int d_read(struct device *dev, enum device_space space, uint32_t addr,
		  unsigned int width, uint64_t *value)
{
	struct door *d = (struct door *)dev;
	struct device *bus = nmbus_device(d->m->bus);
	const unsigned int k = addr >> 2 & 0xFFFF;

	d->accesses += addr >> 24 == NMBUS_COUNTERS;
	d->doubles += addr >> 24 == NMBUS_COUNTERS && width == 64;
	if (by_bus(d, addr))
		return bus->ops->read(bus, space, addr, width, value);
	*value = sram_peek(d->m->counters, k);
	if (width == 64)
		*value |= (uint64_t)sram_peek(d->m->counters, k + 1) << 32;
	return 0;
}

static int d_write(struct device *dev, enum device_space space, uint32_t addr,
		   unsigned int width, uint64_t value)
{
	struct door *d = (struct door *)dev;
	struct device *bus = nmbus_device(d->m->bus);
	const unsigned int k = addr >> 2 & 0xFFFF;

	d->accesses += addr >> 24 == NMBUS_COUNTERS;
	d->doubles += addr >> 24 == NMBUS_COUNTERS && width == 64;
	if (by_bus(d, addr))
		return bus->ops->write(bus, space, addr, width, value);
	monitor_poke(d->m, k, (uint32_t)value);
	if (width == 64)
		monitor_poke(d->m, k + 1, (uint32_t)(value >> 32));
	return 0;
}

static int d_wait_irq(struct device *dev, uint64_t timeout_us)
{
	struct device *bus = nmbus_device(((struct door *)dev)->m->bus);

	return bus->ops->wait_irq(bus, timeout_us);
}

static int d_run(struct device *dev, uint64_t ns)
{
	struct device *bus = nmbus_device(((struct door *)dev)->m->bus);

	return bus->ops->run(bus, ns);
}

static const struct device_ops door_ops = {
	.read = d_read, .write = d_write, .wait_irq = d_wait_irq, .run = d_run};

struct card {
	struct monitor *m;
	struct door door;
	struct nm nm;
	struct nm_table *table;
	/* transactions that Histogram Statistics mode 0 counts, at a fixed distance in
	 * clocks */
	uint64_t left;
	unsigned int gap, every, kinds;
};

static void release(void *arg)
{
	struct card *c = arg;

	free(c->table);
	free(c);
}

static struct card *start_as(struct sim *s, bool line128, bool boards2)
{
	struct card *c = calloc(1, sizeof(*c));
	const struct monitor_config cfg = {.geo = {line128, boards2}};

	SIM_CHECK(s, c != NULL, "no memory");
	sim_cleanup(s, release, c);
	c->table = calloc(2, sizeof(*c->table));
	SIM_CHECK(s, c->table != NULL, "no memory");
	c->m = monitor_open(s, &cfg);
	monitor_power_on(c->m);
	c->door = (struct door){.dev.ops = &door_ops, .m = c->m};
	SIM_EQ(s, (uint64_t)-nm_open_device(&c->nm, &c->door.dev), 0, "nm_open_device");
	return c;
}

static struct card *start(struct sim *s)
{
	return start_as(s, false, false);
}

static bool next(void *arg, struct nmbus_access *a)
{
	static const uint16_t cmd[] = {0x008, 0x000, 0x028, 0x020, 0x0C0, 0x0C8, 0x080, 0x010};
	struct card *c = arg;

	if (!c->left || c->gap) {
		c->gap -= c->gap > 0;
		return false;
	}
	c->gap = c->every - 1;
	c->left--;
	*a = (struct nmbus_access){.ad = 0, .cmd = cmd[sim_range(c->m->s, 0, c->kinds - 1)]};
	return true;
}

static void traffic(struct card *c, uint64_t n, unsigned int every, unsigned int kinds)
{
	c->left = n;
	c->every = every;
	c->kinds = kinds;
	nmbus_traffic(c->m->bus, next, c);
}

#define OK(c, call) SIM_EQ((c)->m->s, (uint64_t) - (call), 0, #call)

/* ---- */

static void drv_modes(struct sim *s)
{
	struct card *c = start(s);
	static const struct {
		const char *name;
		unsigned int config;
	} modes[] = {{"flyer", 0},	{"depth", 4},	    {"histogram0", 8},
		     {"histogram1", 9}, {"histogram2", 10}, {"histogram3", 11},
		     {"off", 12}};

	for (unsigned int EACH(i, 0); i < 7; i++) {
		enum nm_mode mode, is;

		OK(c, nm_mode_by_name(modes[i].name, &mode));
		OK(c, nm_set_mode(&c->nm, mode));
		SIM_EQ(s, sim_get(sim_pin(s, "sf_config_register")), modes[i].config, "CONFIG");
		OK(c, nm_get_mode(&c->nm, &is));
		SIM_EQ(s, is, mode, "mode read");
		SIM_EQ(s, (uint64_t)strcmp(nm_mode_name(is), modes[i].name), 0, "its name");
	}
	monitor_compare(c->m);
}

/* Labels ranges of 1, 2 and 1000 lines: exactly the entries that an access to them reads must
 * change. */
static void labels(struct sim *s, bool line128, bool boards2)
{
	struct card *c = start_as(s, line128, boards2);
	const struct nm_golden_geometry geo = {line128, boards2};
	const uint32_t line = nm_line_bytes(&c->nm), lines[] = {1, 2, 1000};
	uint16_t *want = calloc(NM_GOLDEN_LABELS, sizeof(*want));

	SIM_CHECK(s, want != NULL, "no memory");
	sim_cleanup(s, free, want);
	SIM_EQ(s, line, line128 ? 128 : 64, "bytes of a line");
	SIM_EQ(s, nm_boards(&c->nm), boards2 ? 2 : 1, "boards");
	for (unsigned int EACH(board, 0); board <= boards2; board++)
		for (unsigned int EACH(i, 0); i < 3; i++) {
			const uint32_t n = lines[i] / (sim_is_icarus(s) && i == 2 ? 8 : 1);
			const uint32_t at = (uint32_t)sim_range(s, 0, 100000) * line;
			const unsigned int label = 0x100 | (board << 4 | (i + 1));

			OK(c, nm_set_board(&c->nm, board));
			OK(c, nm_label(&c->nm, at, (uint64_t)n * line, label));
			for (uint32_t k = 0; k < n; k++) {
				const uint32_t address = at + k * line;

				/* with two boards every other line is on the other board */
				if (!boards2 || address / line % 2 == board)
					want[nm_golden_lookup(&geo, address)] = (uint16_t)label;
			}
		}
	monitor_compare(c->m);
	for (uint32_t EACH(i, 0); i < NM_GOLDEN_LABELS; i++)
		SIM_EQ(s, sram_peek(c->m->labels, i), want[i], "label");
}

static void drv_labels(struct sim *s)
{
	labels(s, false, false);
}

static void drv_labels_2(struct sim *s)
{
	labels(s, false, true);
}

static void drv_labels_128(struct sim *s)
{
	labels(s, true, false);
}

static void drv_labels_128_2(struct sim *s)
{
	labels(s, true, true);
}

static void drv_bad_labels(struct sim *s)
{
	struct card *c = start(s);

	SIM_EQ(s, (uint64_t)-nm_label(&c->nm, 32, 64, 1), EINVAL, "start not at a line");
	SIM_EQ(s, (uint64_t)-nm_label(&c->nm, 0, 100, 1), EINVAL, "length of no lines");
	SIM_EQ(s, (uint64_t)-nm_label(&c->nm, 64, nm_label_coverage(&c->nm), 1), EINVAL,
	       "beyond what is covered");
	SIM_EQ(s, (uint64_t)-nm_label(&c->nm, 0, 64, 512), EINVAL, "label 512");
	monitor_compare(c->m);
	for (uint32_t EACH(i, 0); i < NM_GOLDEN_LABELS; i++)
		SIM_EQ(s, sram_peek(c->m->labels, i), 0, "label");
}

/* Clears one half, the other half, and all counters; reads all of them with 32,768 accesses. */
static void drv_counters(struct sim *s)
{
	struct card *c = start(s);
	uint32_t *value = calloc(NM_COUNTERS, sizeof(*value));

	SIM_CHECK(s, value != NULL, "no memory");
	sim_cleanup(s, free, value);
	for (unsigned int EACH(part, 0); part < 3; part++) {
		for (unsigned int k = 0; k < NM_COUNTERS; k++)
			monitor_poke(c->m, k, 0x10000 + k);
		OK(c, nm_clear(&c->nm, (enum nm_part)part));
		c->door.accesses = c->door.doubles = 0;
		OK(c, nm_read(&c->nm, value));
		SIM_EQ(s, c->door.accesses, 32768, "accesses");
		SIM_EQ(s, c->door.doubles, 32768, "double-word accesses");
		for (unsigned int EACH(k, 0); k < NM_COUNTERS; k++) {
			const bool cleared = part == NM_ALL || (k >> 6 & 1) == part;

			SIM_EQ(s, value[k], cleared ? 0 : 0x10000 + k, "counter");
		}
	}
	monitor_compare(c->m);
}

static uint64_t sum(const struct nm_table *t)
{
	uint64_t all = 0;

	for (unsigned int k = 0; k < NM_COUNTERS; k++)
		all += t->count[k];
	return all;
}

/* Handles overflows while transactions come: the software's totals must equal the number of
 * events. */
static void drv_overflow(struct sim *s)
{
	struct card *c = start(s);
	uint64_t preset = 0, events;
	int err;

	OK(c, nm_begin(&c->nm, c->table, NM_HISTOGRAM));
	for (unsigned int EACH(round, 0); round < 5; round++) {
		/* the half in use is near its wrap */
		const unsigned int at = nm_golden_half(c->m->g) ? 0x40 : 0;

		/* waits until no count is pending */
		monitor_settle(c->m);
		preset += UINT32_MAX - 50 - (uint64_t)sram_peek(c->m->counters, at | 2);
		monitor_poke(c->m, at | 2, UINT32_MAX - 50);
		/* the traffic lasts exactly as long as emptying a half */
		traffic(c, UINT64_MAX, 30, 7);
		do
			err = nm_serve(&c->nm, c->table, 100);
		while (err == -ETIMEDOUT);
		SIM_EQ(s, (uint64_t)-err, 0, "nm_serve");
		SIM_EQ(s, c->table->overflows, round + 1, "overflows");
		nmbus_traffic(c->m->bus, NULL, NULL);
	}
	OK(c, nm_end(&c->nm, c->table));
	{
		struct nm_golden_totals n;

		nm_golden_total(c->m->g, &n);
		events = n.counted;
		SIM_EQ(s, n.missed, 0, "missed");
	}
	SIM_EQ(s, c->table->overflows, 5, "overflows");
	SIM_EQ(s, c->table->second, 0, "second overflow");
	SIM_EQ(s, c->table->missed, 0, "missed");
	SIM_EQ(s, sum(c->table) - preset, events, "events");
	monitor_compare(c->m);
}

/* Counts 32 events in a counter that holds FFFFFFF0: the total must be 2^32 + 16. */
static void drv_wrap(struct sim *s)
{
	struct card *c = start(s);
	static const enum nm_mode modes[] = {NM_HISTOGRAM, NM_FLYER};

	for (unsigned int EACH(i, 0); i < 2; i++) {
		uint64_t total = 0;

		OK(c, nm_begin(&c->nm, c->table, modes[i]));
		monitor_poke(c->m, 0, 0xFFFFFFF0);
		traffic(c, 32, 4, 1);
		while (c->left)
			sim_wait_cycles(c->m->clk, 4);
		OK(c, nm_end(&c->nm, c->table));
		total = c->table->count[0] + c->table->count[0x40];
		SIM_EQ(s, total, ((uint64_t)1 << 32) + 16, "the counter, in both halves");
		SIM_EQ(s, sum(c->table), total, "all counters");
		SIM_EQ(s, c->table->overflows, 1, "overflows");
	}
	monitor_compare(c->m);
}

/* Checks that possible losses are reported. */
static void drv_losses(struct sim *s)
{
	struct card *c = start(s);
	struct nm_state state;

	OK(c, nm_begin(&c->nm, c->table, NM_HISTOGRAM));
	monitor_poke(c->m, 0, UINT32_MAX);
	monitor_poke(c->m, 0x40, UINT32_MAX);
	for (unsigned int i = 0; i < 3; i++) {
		monitor_event(c->m, 0, 0x008);
		nmbus_start(c->m->bus, &(struct nmbus_access){.ad = 0, .cmd = 0x008});
		sim_wait_cycles(c->m->clk, 10);
	}
	OK(c, nm_get_state(&c->nm, &state));
	SIM_EQ(s, state.pending, 1, "pending");
	SIM_EQ(s, state.second, 1, "second");
	SIM_EQ(s, state.overflowed, 0, "first that overflowed");
	SIM_EQ(s, state.missed, 1, "missed");
	SIM_EQ(s, state.misses, 3, "misses");
	OK(c, nm_serve(&c->nm, c->table, 100));
	OK(c, nm_end(&c->nm, c->table));
	SIM_EQ(s, c->table->second, 1, "second");
	SIM_EQ(s, c->table->missed, 3, "missed");
	monitor_compare(c->m);
}

const struct sim_test sim_tests[] = {
	{"drv_modes", drv_modes, "NM-DRV-001", NULL},
	{"drv_labels", drv_labels, "NM-DRV-002", NULL},
	{"drv_labels_2", drv_labels_2, "NM-DRV-002", NULL},
	{"drv_labels_128", drv_labels_128, "NM-DRV-002", NULL},
	{"drv_labels_128_2", drv_labels_128_2, "NM-DRV-002", NULL},
	{"drv_bad_labels", drv_bad_labels, "NM-DRV-003", NULL},
	{"drv_counters", drv_counters, "NM-DRV-004 NM-DRV-005", NULL},
	{"drv_overflow", drv_overflow, "NM-DRV-006 NM-OVF-008", NULL},
	{"drv_wrap", drv_wrap, "NM-DRV-007", NULL},
	{"drv_losses", drv_losses, "NM-DRV-008", NULL},
	{0},
};
