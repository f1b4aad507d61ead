/* SPDX-License-Identifier: Apache-2.0 */
#include "mk.h"
#include "device.h"
#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* CONFIG after reset, which has the version of the board */
static const uint32_t config_reset =
#define REG(name, space, offset, reset, text) (MK_##name == MK_CONFIG ? (reset) : 0) |
#define FIELD(reg, name, msb, lsb, access, text)
#include "multikron_regs.def"
#undef REG
#undef FIELD
	0;

#define BASE 0xE2000000u /* address that is assigned to a board without one */
#define SLOT 8u		 /* distance of a chip's registers in bytes */
#define COUNTERS 16u
#define ABSENT UINT32_MAX /* data that a read returns if the MultiKron_vc is not installed */

static const struct device_simulator simulator = {"libmultikronsim.so", "multikronsim_open"};

/* ---- one access ---- */

static int get(struct mk *mk, uint32_t offset, uint32_t *value)
{
	uint64_t v = 0;
	int err = 0;

	if (mk->window)
		v = le32toh(*(volatile uint32_t *)(mk->window + offset));
	else
		err = mk->dev->ops->read(mk->dev, DEVICE_MEM, mk->base + offset, 32, &v);
	*value = (uint32_t)v;
	return err;
}

static int put(struct mk *mk, uint32_t offset, uint32_t value)
{
	if (!mk->window)
		return mk->dev->ops->write(mk->dev, DEVICE_MEM, mk->base + offset, 32, value);
	*(volatile uint32_t *)(mk->window + offset) = htole32(value);
	return 0;
}

/* Reads 64 bits through the holding register of the chip (1.1). */
static int get64(struct mk *mk, enum mk_chip chip, uint32_t offset, uint64_t *value)
{
	uint32_t low = 0, high = 0;
	int err = get(mk, offset, &low);

	if (!err)
		err = get(mk, chip == MK_VC ? MK_VC_HOLD : MK_HOLD, &high);
	*value = (uint64_t)high << 32 | low;
	return err;
}

static int put64(struct mk *mk, enum mk_chip chip, uint32_t offset, uint64_t value)
{
	int err = put(mk, chip == MK_VC ? MK_VC_HOLD : MK_HOLD, (uint32_t)(value >> 32));

	return err ? err : put(mk, offset, (uint32_t)value);
}

static int lock(struct mk *mk)
{
	if (!mk || !mk->dev)
		return -EBADF;
	return -pthread_mutex_lock(&mk->lock);
}

/* Releases the lock and returns @err. */
static int unlock(struct mk *mk, int err)
{
	pthread_mutex_unlock(&mk->lock);
	return err;
}

static int get_locked(struct mk *mk, uint32_t offset, uint32_t *value)
{
	int err = lock(mk);

	if (err)
		return err;
	return unlock(mk, value ? get(mk, offset, value) : -EINVAL);
}

static int put_locked(struct mk *mk, uint32_t offset, uint32_t value)
{
	int err = lock(mk);

	return err ? err : unlock(mk, put(mk, offset, value));
}

/* ---- open, close ---- */

static int get_config_space(struct mk *mk, uint32_t addr, uint32_t *value)
{
	uint64_t v = 0;
	int err = mk->dev->ops->read(mk->dev, DEVICE_CONFIG, addr, 32, &v);

	*value = (uint32_t)v;
	return err;
}

static int put_config_space(struct mk *mk, uint32_t addr, uint32_t value)
{
	return mk->dev->ops->write(mk->dev, DEVICE_CONFIG, addr, 32, value);
}

/* Returns -ENODEV if what is at the board's address is no MultiKron board, for example another
 * file. */
static int check_version(struct mk *mk)
{
	uint32_t version;
	int err = get(mk, MK_CONFIG, &version);

	return !err && ((version ^ config_reset) & MK_CONFIG_V_NUM) ? -ENODEV : err;
}

/* Finds the board's address on the bus. A device without PCI configuration registers is only
 * the board's window. */
static int find_base(struct mk *mk)
{
	uint32_t base, command;
	int err = get_config_space(mk, MK_BAR0, &base);

	mk->base = 0;
	if (err == -EOPNOTSUPP)
		return check_version(mk);
	base &= (uint32_t)MK_BAR0_BASE;
	if (!err && !base) {
		base = BASE;
		err = put_config_space(mk, MK_BAR0, base);
	}
	if (!err)
		err = get_config_space(mk, MK_PCICMD, &command);
	/* the upper half is the status, whose bits are cleared by writing 1 */
	if (!err && !(command & MK_PCICMD_MEMEN))
		err = put_config_space(mk, MK_PCICMD, (command & 0xFFFF) | MK_PCICMD_MEMEN);
	mk->base = base;
	return err ? err : check_version(mk);
}

int mk_open_device(struct mk *mk, struct device *dev)
{
	volatile void *window;
	int err;

	if (!mk)
		return -EBADF;
	memset(mk, 0, sizeof(*mk));
	if (!dev)
		return -EINVAL;
	mk->dev = dev;
	err = -pthread_mutex_init(&mk->lock, NULL);
	if (err) {
		mk->dev = NULL;
		return err;
	}
	err = find_base(mk);
	if (!err && dev->ops->map) {
		err = dev->ops->map(dev, mk->base, MK_WINDOW_BYTES, &window);
		if (!err)
			mk->window = window;
	}
	if (err) {
		pthread_mutex_destroy(&mk->lock);
		mk->dev = NULL;
	}
	return err;
}

static const char *default_board(void)
{
	const char *board = getenv("MK_BOARD");

	if (board && *board)
		return board;
	return access("/dev/mk0", F_OK) ? "sim:" : "mmap:slot=none,mem=/dev/mk0";
}

int mk_open(struct mk *mk, const char *board)
{
	struct device *dev;
	int err;

	if (!mk)
		return -EBADF;
	memset(mk, 0, sizeof(*mk));
	err = device_open(board ? board : default_board(), &simulator, &dev);
	if (err)
		return err;
	err = mk_open_device(mk, dev);
	if (err)
		device_close(dev);
	mk->own = !err;
	return err;
}

int mk_close(struct mk *mk)
{
	if (!mk || !mk->dev)
		return -EBADF;
	pthread_mutex_destroy(&mk->lock);
	if (mk->own)
		device_close(mk->dev);
	memset(mk, 0, sizeof(*mk));
	return 0;
}

/* ---- board ---- */

int mk_reset(struct mk *mk)
{
	return put_locked(mk, MK_SWRESET, 0);
}

int mk_get_config(struct mk *mk, uint32_t *value)
{
	return get_locked(mk, MK_CONFIG, value);
}

int mk_set_config(struct mk *mk, uint32_t value)
{
	return put_locked(mk, MK_CONFIG, value);
}

static int change_config(struct mk *mk, uint32_t mask, uint32_t value)
{
	uint32_t config;
	int err = get(mk, MK_CONFIG, &config);

	return err ? err : put(mk, MK_CONFIG, (config & ~mask) | (value & mask));
}

int mk_change_config(struct mk *mk, uint32_t mask, uint32_t value)
{
	int err = lock(mk);

	return err ? err : unlock(mk, change_config(mk, mask, value));
}

int mk_get_pointer(struct mk *mk, uint32_t *value)
{
	return get_locked(mk, MK_MAP, value);
}

/* Waits until a sequence in progress has ended: a word is written to memory within a few
 * clocks, and then the pointer is constant. */
static int wait_until_idle(struct mk *mk)
{
	uint32_t last = 0, now = 0;
	int err = get(mk, MK_MAP, &last);

	for (unsigned int equal = 0; equal < 4 && !err; equal = now == last ? equal + 1 : 0) {
		last = now;
		err = get(mk, MK_MAP, &now);
	}
	return err;
}

static int set_pointer(struct mk *mk, uint32_t value)
{
	uint32_t config, map;
	int err = get(mk, MK_CONFIG, &config);

	if (!err)
		err = get(mk, MK_MAP, &map);
	if (err)
		return err;
	value |= map & ~(uint32_t)(MK_MAP_WRAPS | MK_MAP_WORD);
	if (!(config & MK_CONFIG_LOCAL) || config & MK_CONFIG_TEST)
		return put(mk, MK_MAP, value);
	err = put(mk, MK_CONFIG, config | MK_CONFIG_DIS_STATE);
	if (!err)
		err = wait_until_idle(mk);
	if (!err)
		err = put(mk, MK_CONFIG,
			  (config | MK_CONFIG_DIS_STATE) & ~(uint32_t)MK_CONFIG_LOCAL);
	if (!err)
		err = put(mk, MK_MAP, value);
	if (!err)
		err = put(mk, MK_CONFIG, config | MK_CONFIG_DIS_STATE);
	return err ? err : put(mk, MK_CONFIG, config);
}

int mk_set_pointer(struct mk *mk, uint32_t value)
{
	int err = lock(mk);

	if (err)
		return err;
	return unlock(mk,
		      value > (MK_MAP_WRAPS | MK_MAP_WORD) ? -EINVAL : set_pointer(mk, value));
}

/*
 * Returns 0 if the MultiKron_vc is installed, otherwise -ENODEV. An absent chip
 * reads as ABSENT. If the holding register reads so, the page register decides. Its read
 * overwrites the holding register, which is therefore written back.
 */
static int find_vc(struct mk *mk)
{
	uint32_t hold = 0, page = 0;
	int err = mk->vc ? 0 : get(mk, MK_VC_HOLD, &hold);

	if (err || mk->vc)
		return err;
	if (hold == ABSENT) {
		err = get(mk, MK_VC_PAGE, &page);
		if (!err && page == ABSENT)
			return -ENODEV;
		if (!err)
			err = put(mk, MK_VC_HOLD, hold);
	}
	mk->vc = !err;
	return err;
}

static int initialize(struct mk *mk)
{
	/* MK_OE comes first, because otherwise the chips do not answer; no sample is moved
	 * until everything is set */
	const uint32_t idle =
		(MK_DEFAULT_CONFIG | MK_CONFIG_DIS_STATE) & ~(uint32_t)MK_CONFIG_LOCAL;
	int err = put(mk, MK_CONFIG, idle);

	if (!err)
		err = put(mk, MK_SWRESET, 0);
	if (!err)
		err = put(mk, MK_MAP, 0);
	if (!err)
		err = put(mk, MK_CONFIG, MK_DEFAULT_CONFIG | MK_CONFIG_DIS_STATE);
	if (!err)
		err = put(mk, MK_CONFIG, MK_DEFAULT_CONFIG);
	if (!err)
		err = put(mk, MK_CSR, MK_CSR_MODE32 | MK_CSR_SAMPLING);
	if (!err)
		err = put(mk, MK_HOLD, 0);
	if (!err)
		err = find_vc(mk);
	if (err)
		return err == -ENODEV ? 0 : err;
	err = put(mk, MK_VC_CSR, MK_VC_CSR_MODE32);
	return err ? err : put(mk, MK_VC_HOLD, 0);
}

int mk_initialize(struct mk *mk)
{
	int err = lock(mk);

	return err ? err : unlock(mk, initialize(mk));
}

int mk_test_read(struct mk *mk, uint32_t *byte)
{
	return get_locked(mk, MK_TEST, byte);
}

int mk_test_write(struct mk *mk)
{
	return put_locked(mk, MK_TEST, 0);
}

static bool is_in_memory(uint32_t first, size_t n)
{
	return first <= MK_MEMORY_WORDS && n <= MK_MEMORY_WORDS - first;
}

static int read_memory(struct mk *mk, uint32_t first, uint32_t *words, size_t n)
{
	const uint32_t offset = MK_MEMORY + 4 * first;
	int err = 0;

	if (!mk->window && mk->dev->ops->read_words)
		return mk->dev->ops->read_words(mk->dev, mk->base + offset, words, n);
	for (size_t i = 0; i < n && !err; i++)
		err = get(mk, offset + 4 * (uint32_t)i, &words[i]);
	return err;
}

static int write_memory(struct mk *mk, uint32_t first, const uint32_t *words, size_t n)
{
	const uint32_t offset = MK_MEMORY + 4 * first;
	int err = 0;

	if (!mk->window && mk->dev->ops->write_words)
		return mk->dev->ops->write_words(mk->dev, mk->base + offset, words, n);
	for (size_t i = 0; i < n && !err; i++)
		err = put(mk, offset + 4 * (uint32_t)i, words[i]);
	return err;
}

int mk_read_memory(struct mk *mk, uint32_t first, uint32_t *words, size_t n)
{
	int err = lock(mk);

	if (err)
		return err;
	return unlock(mk, words && is_in_memory(first, n) ? read_memory(mk, first, words, n)
							  : -EINVAL);
}

int mk_write_memory(struct mk *mk, uint32_t first, const uint32_t *words, size_t n)
{
	int err = lock(mk);

	if (err)
		return err;
	return unlock(mk, words && is_in_memory(first, n) ? write_memory(mk, first, words, n)
							  : -EINVAL);
}

int mk_read(struct mk *mk, uint32_t offset, uint32_t *value)
{
	return offset % 4 || offset >= MK_WINDOW_BYTES ? -EINVAL
						       : get_locked(mk, offset, value);
}

int mk_write(struct mk *mk, uint32_t offset, uint32_t value)
{
	return offset % 4 || offset >= MK_WINDOW_BYTES ? -EINVAL
						       : put_locked(mk, offset, value);
}

/* ---- registers of both chips ---- */

/* Takes the lock for an access to @chip; -ENODEV: it is not installed. */
static int lock_chip(struct mk *mk, enum mk_chip chip)
{
	int err = lock(mk);

	if (err || chip != MK_VC)
		return err;
	err = find_vc(mk);
	return err ? unlock(mk, err) : 0;
}

/* Returns the register of @chip that corresponds to @ii in the MultiKron_II: registers that
 * both chips have are at the same offsets from the holding register. */
static uint32_t of_chip(enum mk_chip chip, enum mk_reg ii)
{
	return chip == MK_VC ? (uint32_t)(ii - MK_HOLD + MK_VC_HOLD) : (uint32_t)ii;
}

static int get_chip(struct mk *mk, enum mk_chip chip, enum mk_reg reg, uint32_t *value)
{
	int err = lock_chip(mk, chip);

	if (err)
		return err;
	return unlock(mk, value ? get(mk, of_chip(chip, reg), value) : -EINVAL);
}

static int put_chip(struct mk *mk, enum mk_chip chip, enum mk_reg reg, uint32_t value)
{
	int err = lock_chip(mk, chip);

	return err ? err : unlock(mk, put(mk, of_chip(chip, reg), value));
}

static int get_chip64(struct mk *mk, enum mk_chip chip, enum mk_reg reg, uint64_t *value)
{
	int err = lock_chip(mk, chip);

	if (err)
		return err;
	return unlock(mk, value ? get64(mk, chip, of_chip(chip, reg), value) : -EINVAL);
}

static enum mk_reg nth(enum mk_reg first, unsigned int n)
{
	return (enum mk_reg)(first + SLOT * n);
}

int mk_get_csr(struct mk *mk, enum mk_chip chip, uint32_t *value)
{
	return get_chip(mk, chip, MK_CSR, value);
}

int mk_set_csr(struct mk *mk, enum mk_chip chip, uint32_t value)
{
	return put_chip(mk, chip, MK_CSR, value);
}

int mk_get_hold(struct mk *mk, enum mk_chip chip, uint32_t *value)
{
	return get_chip(mk, chip, MK_HOLD, value);
}

int mk_set_hold(struct mk *mk, enum mk_chip chip, uint32_t value)
{
	return put_chip(mk, chip, MK_HOLD, value);
}

int mk_enable(struct mk *mk, enum mk_chip chip, uint32_t counters)
{
	return put_chip(mk, chip, MK_RC_ENABLE, counters);
}

int mk_disable(struct mk *mk, enum mk_chip chip, uint32_t counters)
{
	return put_chip(mk, chip, MK_RC_DISABLE, counters);
}

int mk_clear(struct mk *mk, enum mk_chip chip, uint32_t counters)
{
	return put_chip(mk, chip, MK_RC_RESET, counters);
}

int mk_get_enabled(struct mk *mk, enum mk_chip chip, uint32_t *counters)
{
	return get_chip(mk, chip, MK_RC_ENABLE, counters);
}

int mk_get_pairs(struct mk *mk, enum mk_chip chip, uint32_t *pairs)
{
	return get_chip(mk, chip, MK_RC_MODE, pairs);
}

int mk_set_pairs(struct mk *mk, enum mk_chip chip, uint32_t pairs)
{
	const uint32_t at = of_chip(chip, MK_RC_MODE);
	uint32_t v;
	int err = lock_chip(mk, chip);

	if (err)
		return err;
	err = get(mk, at, &v);
	v = (v & ~(uint32_t)MK_RC_MODE_PAIR) | (pairs & MK_RC_MODE_PAIR);
	return unlock(mk, err ? err : put(mk, at, v));
}

int mk_get_counter(struct mk *mk, enum mk_chip chip, unsigned int n, uint32_t *value)
{
	return n < COUNTERS ? get_chip(mk, chip, nth(MK_RC0, n), value) : -EINVAL;
}

int mk_get_pair(struct mk *mk, enum mk_chip chip, unsigned int n, uint64_t *value)
{
	return n < COUNTERS && n % 2 == 0 ? get_chip64(mk, chip, nth(MK_RC0, n), value)
					  : -EINVAL;
}

int mk_increment(struct mk *mk, enum mk_chip chip, unsigned int n)
{
	return n < COUNTERS ? put_chip(mk, chip, nth(MK_RC0, n), 0) : -EINVAL;
}

int mk_get_sources(struct mk *mk, enum mk_chip chip, uint64_t *value)
{
	return get_chip64(mk, chip, MK_MUXSEL, value);
}

int mk_set_sources(struct mk *mk, enum mk_chip chip, uint64_t value)
{
	int err = lock_chip(mk, chip);

	return err ? err : unlock(mk, put64(mk, chip, of_chip(chip, MK_MUXSEL), value));
}

static int select_source(struct mk *mk, enum mk_chip chip, unsigned int n,
			 enum mk_source source)
{
	const uint32_t at = of_chip(chip, MK_MUXSEL);
	uint64_t v;
	int err = get64(mk, chip, at, &v);

	if (err)
		return err;
	v = (v & ~(UINT64_C(15) << 4 * n)) | (uint64_t)source << 4 * n;
	return put64(mk, chip, at, v);
}

int mk_select(struct mk *mk, enum mk_chip chip, unsigned int n, enum mk_source source)
{
	int err;

	if (n >= COUNTERS ||
	    (unsigned int)source > (chip == MK_VC ? MK_SOURCE_PROCESSOR : MK_SOURCE_WAIT))
		return -EINVAL;
	err = lock_chip(mk, chip);
	return err ? err : unlock(mk, select_source(mk, chip, n, source));
}

/* Even counters of the pairs of the use of the bus, and the mask of all their counters. */
enum { BUS_ANY = 0, BUS_BOARD = 2, BUS_CLOCKS = 4 };
#define BUS_COUNTERS 0x3Fu

int mk_bus_start(struct mk *mk)
{
	uint32_t pairs;
	int err = mk_disable(mk, MK_II, BUS_COUNTERS);

	if (!err)
		err = mk_select(mk, MK_II, BUS_ANY, MK_SOURCE_LEVEL);
	if (!err)
		err = mk_select(mk, MK_II, BUS_BOARD, MK_SOURCE_LEVEL);
	if (!err)
		err = mk_select(mk, MK_II, BUS_CLOCKS, MK_SOURCE_NODECLK);
	if (!err)
		err = mk_get_pairs(mk, MK_II, &pairs);
	if (!err)
		err = mk_set_pairs(mk, MK_II, pairs | 7);
	if (!err)
		err = mk_clear(mk, MK_II, BUS_COUNTERS);
	return err ? err : mk_enable(mk, MK_II, BUS_COUNTERS);
}

int mk_bus_stop(struct mk *mk, struct mk_use *use)
{
	int err = mk_disable(mk, MK_II, BUS_COUNTERS);

	if (!err)
		err = mk_get_pair(mk, MK_II, BUS_ANY, &use->any);
	if (!err)
		err = mk_get_pair(mk, MK_II, BUS_BOARD, &use->board);
	if (!err)
		err = mk_get_pair(mk, MK_II, BUS_CLOCKS, &use->clocks);
	if (!err)
		err = lock(mk);
	/* a board without power returns ones */
	return err ? err : unlock(mk, check_version(mk));
}

/* ---- MultiKron_II ---- */

int mk_get_timestamp(struct mk *mk, uint64_t *value)
{
	return get_chip64(mk, MK_II, MK_TS, value);
}

int mk_clear_timestamp(struct mk *mk)
{
	uint32_t csr;
	int err = lock(mk);

	if (err)
		return err;
	err = get(mk, MK_CSR, &csr);
	csr &= ~(uint32_t)MK_CSR_OVERFLOW; /* writing 1 would clear it */
	return unlock(mk, err ? err : put(mk, MK_CSR, csr | MK_CSR_TSCLEAR));
}

int mk_get_filter(struct mk *mk, uint32_t *value)
{
	return get_locked(mk, MK_FILTER, value);
}

int mk_set_filter(struct mk *mk, uint32_t value)
{
	return put_locked(mk, MK_FILTER, value);
}

int mk_get_address(struct mk *mk, unsigned int cpu, uint32_t *value)
{
	return cpu < MK_SOURCES ? get_locked(mk, nth(MK_SRC0, cpu), value) : -EINVAL;
}

int mk_set_address(struct mk *mk, unsigned int cpu, uint32_t value)
{
	return cpu < MK_SOURCES ? put_locked(mk, nth(MK_SRC0, cpu), value) : -EINVAL;
}

int mk_get_waits(struct mk *mk, uint32_t *clocks)
{
	return get_locked(mk, MK_WAITCNT, clocks);
}

int mk_get_overruns(struct mk *mk, uint32_t *samples)
{
	return get_locked(mk, MK_OVRCNT, samples);
}

static int take_sample(struct mk *mk, enum mk_reg first, unsigned int n, uint32_t data)
{
	return n < MK_SAMPLE_ADDRESSES ? put_locked(mk, nth(first, n), data) : -EINVAL;
}

static int take_sample64(struct mk *mk, enum mk_reg first, unsigned int n, uint64_t data)
{
	int err = lock(mk);

	if (err)
		return err;
	return unlock(mk, n < MK_SAMPLE_ADDRESSES ? put64(mk, MK_II, nth(first, n), data)
						  : -EINVAL);
}

int mk_trace(struct mk *mk, unsigned int n, uint32_t data)
{
	return take_sample(mk, MK_TS0, n, data);
}

int mk_resource(struct mk *mk, unsigned int n, uint32_t data)
{
	return take_sample(mk, MK_RS0, n, data);
}

int mk_trace64(struct mk *mk, unsigned int n, uint64_t data)
{
	return take_sample64(mk, MK_TS0, n, data);
}

int mk_resource64(struct mk *mk, unsigned int n, uint64_t data)
{
	return take_sample64(mk, MK_RS0, n, data);
}

/* ---- MultiKron_vc ---- */

int mk_vc_installed(struct mk *mk, bool *installed)
{
	int err;

	if (!installed)
		return -EINVAL;
	err = lock_chip(mk, MK_VC);
	*installed = !err;
	return err == -ENODEV ? 0 : err ? err : unlock(mk, 0);
}

static int set_page(struct mk *mk, unsigned int page)
{
	return put(mk, MK_VC_PAGE + SLOT * page, 0);
}

int mk_vc_set_page(struct mk *mk, unsigned int page)
{
	int err = page < MK_PAGES ? lock_chip(mk, MK_VC) : -EINVAL;

	return err ? err : unlock(mk, set_page(mk, page));
}

int mk_vc_get_page(struct mk *mk, unsigned int *page)
{
	uint32_t v;
	int err = page ? lock_chip(mk, MK_VC) : -EINVAL;

	if (err)
		return err;
	err = get(mk, MK_VC_PAGE, &v);
	*page = v & MK_VC_PAGE_NUMBER;
	return unlock(mk, err);
}

static int read_page(struct mk *mk, unsigned int page, uint32_t *counters)
{
	uint32_t current;
	int err = get(mk, MK_VC_PAGE, &current);

	current &= MK_VC_PAGE_NUMBER;
	if (!err && current != page)
		err = set_page(mk, page);
	for (unsigned int n = 0; n < COUNTERS && !err; n++)
		err = get(mk, nth(MK_VC_RC0, n), &counters[n]);
	if (!err && current != page)
		err = set_page(mk, current);
	return err;
}

int mk_vc_read_page(struct mk *mk, unsigned int page, uint32_t counters[16])
{
	int err = counters && page < MK_PAGES ? lock_chip(mk, MK_VC) : -EINVAL;

	return err ? err : unlock(mk, read_page(mk, page, counters));
}

static int clear_pages(struct mk *mk)
{
	int err = put(mk, MK_VC_RC_DISABLE, MK_VC_RC_DISABLE_MASK);

	/* a page is stored when the next one is selected, so page 0 is selected again after the
	 * last one */
	for (unsigned int page = 0; page <= MK_PAGES && !err; page++) {
		err = set_page(mk, page % MK_PAGES);
		if (!err)
			err = put(mk, MK_VC_RC_RESET, MK_VC_RC_RESET_MASK);
	}
	return err;
}

int mk_vc_clear_pages(struct mk *mk)
{
	int err = lock_chip(mk, MK_VC);

	return err ? err : unlock(mk, clear_pages(mk));
}

/* ---- time, commands ---- */

int mk_run(struct mk *mk, uint64_t ns)
{
	int err = lock(mk);

	return err ? err : unlock(mk, device_run(mk->dev, ns));
}

int mk_time(struct mk *mk, uint64_t *ns)
{
	int err = lock(mk);

	if (err)
		return err;
	return unlock(mk, ns ? device_time(mk->dev, ns) : -EINVAL);
}

int mk_command(struct mk *mk, const char *command, char *reply, size_t size)
{
	int err;

	if (size)
		reply[0] = 0;
	err = command ? lock(mk) : -EINVAL;
	if (err)
		return err;
	return unlock(mk, mk->dev->ops->control
				  ? mk->dev->ops->control(mk->dev, command, reply, size)
				  : -EOPNOTSUPP);
}

/* ---- the toolkit's probe code ---- */

struct mk mk_default;
volatile uint8_t *volatile mk_default_window;
static uint64_t failures;

int mk_map_default(const char *board)
{
	int err = 0;

	if (!mk_default.dev)
		err = mk_open(&mk_default, board);
	if (!err)
		err = mk_initialize(&mk_default);
	if (!err)
		mk_default_window = mk_default.window;
	return err;
}

void mk_default_store(uint32_t offset, uint32_t value)
{
	if (put_locked(&mk_default, offset, value))
		__atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
}

uint64_t mk_default_failures(void)
{
	return __atomic_load_n(&failures, __ATOMIC_RELAXED);
}
