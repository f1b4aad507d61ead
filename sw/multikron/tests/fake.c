/* SPDX-License-Identifier: Apache-2.0 */
#include "fake.h"
#include "le.h"
#include "multikron_regs.h"
#include "../mk.h"
#include <errno.h>
#include <inttypes.h>
#include <sched.h>

#define VC_END (2 * MK_VC_PAGE) /* of the window of the MultiKron_vc */

/* Bits of registers that a write sets. */
enum { RO, RW, W1C, WO };
#define REG(name, space, offset, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) \
	((access) == RW && MK_##reg == WRITTEN ? (uint32_t)MK_##reg##_##name : 0) |
static const uint32_t config_bits =
#define WRITTEN MK_CONFIG
#include "multikron_regs.def"
	0;
#undef WRITTEN
static const uint32_t command_bits =
#define WRITTEN MK_PCICMD
#include "multikron_regs.def"
	0;
#undef WRITTEN
#undef REG
#undef FIELD

/* ---- time ---- */

static void count(struct fake *f, struct fake_chip *c, unsigned int n, uint64_t by)
{
	const uint64_t sum = (uint64_t)c->counter[n] + by;

	(void)f;
	c->counter[n] = (uint32_t)sum;
	if (n % 2 == 0 && c->pairs >> n / 2 & 1)
		c->counter[n + 1] += (uint32_t)(sum >> 32);
}

static unsigned int source(const struct fake_chip *c, unsigned int n)
{
	return c->sources >> 4 * n & 15;
}

static bool counts(const struct fake_chip *c, unsigned int n)
{
	/* the odd counter of a pair is its upper half */
	return c->enabled >> n & 1 && !(n % 2 && c->pairs >> n / 2 & 1);
}

static void pass_chip(struct fake *f, struct fake_chip *c, uint64_t clocks, uint64_t ticks)
{
	for (unsigned int n = 0; n < MK_COUNTERS; n++) {
		if (!counts(c, n))
			continue;
		if (source(c, n) == MK_SOURCE_NODECLK)
			count(f, c, n, clocks);
		else if (source(c, n) == MK_SOURCE_TICK)
			count(f, c, n, ticks);
		else if (source(c, n) == MK_SOURCE_LEVEL)
			count(f, c, n, clocks * f->duty[n] / 1000);
	}
}

static void pass_time(struct fake *f, uint64_t ns)
{
	const uint64_t period = f->config & MK_CONFIG_DIV2 ? 50 : 25;
	uint64_t ratio = f->config & MK_CONFIG_TS_RATIO ? 300 : 400, clocks, ticks;

	if (f->fault.fast)
		ratio = ratio * 99 / 100;
	f->now += ns;
	clocks = (f->remainder + ns) / period;
	f->remainder = (f->remainder + ns) % period;
	ticks = (f->ticks_remainder + 100 * clocks) / ratio;
	f->ticks_remainder = (f->ticks_remainder + 100 * clocks) % ratio;
	f->timestamp = (f->timestamp + ticks) & MK_TIMESTAMP_MASK;
	pass_chip(f, &f->ii, clocks, ticks);
	pass_chip(f, &f->vc, clocks, ticks);
}

/* ---- memory, FIFO ---- */

/* Returns the index at which an access finds @word: an address line may be stuck, and two may
 * be swapped in reads. */
static uint32_t place(const struct fake *f, uint32_t word, bool read)
{
	const uint32_t two = f->fault.swapped;

	if (read && two && (word & two) && (word & two) != two)
		word ^= two;
	return word % MK_MEMORY_WORDS & ~f->fault.line;
}

static uint32_t memory_read(const struct fake *f, uint32_t word)
{
	const uint32_t v = f->memory[place(f, word, true)];

	return f->fault.stuck_bits && word == f->fault.stuck_word ? v & ~f->fault.stuck_bits
								  : v;
}

static void store_word(struct fake *f, uint32_t value)
{
	const bool simple = f->config & MK_CONFIG_WRAPB;

	if (simple && f->pointer & MK_MAP_WRAPS)
		return; /* drained */
	f->memory[place(f, f->pointer & MK_MAP_WORD, false)] = value;
	f->pointer = (f->pointer + 1) & (MK_MAP_WRAPS | MK_MAP_WORD);
}

static void take_bytes(struct fake *f, uint8_t *to, size_t n)
{
	memcpy(to, f->queue, n);
	f->queued -= n;
	memmove(f->queue, f->queue + n, f->queued);
}

/* Performs the transfer sequences that start by themselves. */
static void drain(struct fake *f)
{
	uint8_t b[4];

	if (f->config & (MK_CONFIG_TEST | MK_CONFIG_DIS_STATE) ||
	    !(f->config & MK_CONFIG_MK_OE))
		return;
	while (f->config & MK_CONFIG_LOCAL && f->queued >= 4) {
		take_bytes(f, b, 4);
		store_word(f, get_le32(b));
	}
	while (!(f->config & MK_CONFIG_LOCAL) && f->queued >= 2) {
		f->cable = realloc(f->cable, f->cabled + 2);
		if (!f->cable)
			abort();
		take_bytes(f, f->cable + f->cabled, 2);
		f->cabled += 2;
	}
}

void fake_store(struct fake *f, const struct mk_sample *s)
{
	uint8_t b[MK_RESOURCE_BYTES];
	const size_t n = mk_sample_encode(s, b);

	for (size_t i = 0; i < n; i += 4)
		store_word(f, get_le32(b + i));
}

/* ---- samples ---- */

static unsigned int cpu_id(const struct fake *f)
{
	const unsigned int lines = f->config & MK_CONFIG_CPU_ID;

	return lines ? (unsigned int)__builtin_ctz(lines) : 0;
}

static void count_events(struct fake *f, enum mk_source what)
{
	for (unsigned int n = 0; n < MK_COUNTERS; n++)
		if (counts(&f->ii, n) && source(&f->ii, n) == (unsigned int)what)
			count(f, &f->ii, n, 1);
}

static void sample(struct fake *f, bool resource, unsigned int n, uint32_t data)
{
	struct mk_sample s = {.resource = resource,
			      .lost = f->lost,
			      .cpu = cpu_id(f),
			      .address = n,
			      .timestamp = f->timestamp,
			      .source = f->address[cpu_id(f)] & ~f->fault.address_bits,
			      .data = data};
	uint8_t b[MK_RESOURCE_BYTES];
	size_t bytes;

	if (!(f->ii.csr & MK_CSR_SAMPLING) || !(f->config & MK_CONFIG_TESTB) ||
	    !(f->filter >> (n + (resource ? 8 : 0)) & 1))
		return;
	if (f->ii.csr & MK_CSR_MODE32)
		s.data |= (uint64_t)f->ii.hold << 32;
	s.data ^= f->fault.sample_bits;
	memcpy(s.counter, f->ii.counter, sizeof(s.counter));
	s.counter[3] ^= f->fault.counter_bits;
	bytes = mk_sample_encode(&s, b);
	if (f->queued + bytes > FAKE_QUEUE) {
		f->lost = true;
		f->overruns++;
		f->ii.csr |= MK_CSR_OVERFLOW;
		count_events(f, MK_SOURCE_LOST);
		return;
	}
	f->lost = false;
	f->taken++;
	count_events(f, resource ? MK_SOURCE_RESOURCE : MK_SOURCE_TRACE);
	memcpy(f->queue + f->queued, b, bytes);
	f->queued += bytes;
	drain(f);
}

/* ---- registers ---- */

static void reset(struct fake *f)
{
	f->queued = 0;
	f->ii = f->vc = (struct fake_chip){0};
	f->filter = 0xFFFF;
	memset(f->address, 0, sizeof(f->address));
	f->waits = f->overruns = 0;
	f->lost = false;
	f->timestamp = 0;
	f->ticks_remainder = 0;
	f->page = 0;
}

/* Reads 64 bits of a register that both chips have; @at: offset from the chip's holding
 * register. */
static bool chip_read(struct fake_chip *c, uint32_t at, uint64_t *v)
{
	if (at == MK_HOLD - MK_HOLD)
		*v = c->hold;
	else if (at == MK_CSR - MK_HOLD)
		*v = c->csr;
	else if (at == MK_RC_ENABLE - MK_HOLD || at == MK_RC_DISABLE - MK_HOLD ||
		 at == MK_RC_RESET - MK_HOLD)
		*v = c->enabled;
	else if (at == MK_RC_MODE - MK_HOLD)
		*v = c->pairs;
	else if (at == MK_MUXSEL - MK_HOLD)
		*v = c->sources;
	else if (at >= MK_RC0 - MK_HOLD && at <= MK_RC15 - MK_HOLD) {
		const unsigned int n = (at - (MK_RC0 - MK_HOLD)) / 8;

		*v = c->counter[n];
		if (n % 2 == 0 && c->pairs >> n / 2 & 1)
			*v |= (uint64_t)c->counter[n + 1] << 32;
	} else {
		return false;
	}
	return true;
}

static bool chip_write(struct fake *f, struct fake_chip *c, uint32_t at, uint32_t v)
{
	if (at == MK_HOLD - MK_HOLD)
		c->hold = v;
	else if (at == MK_CSR - MK_HOLD)
		c->csr = (c->csr & MK_CSR_OVERFLOW & ~v) |
			 (v & (c == &f->ii ? MK_CSR_MODE32 | MK_CSR_DISCARD | MK_CSR_SAMPLING
					   : MK_CSR_MODE32));
	else if (at == MK_RC_ENABLE - MK_HOLD)
		c->enabled |= v & MK_RC_ENABLE_MASK;
	else if (at == MK_RC_DISABLE - MK_HOLD)
		c->enabled &= ~v;
	else if (at == MK_RC_RESET - MK_HOLD)
		for (unsigned int n = 0; n < MK_COUNTERS; n++)
			c->counter[n] = v >> n & 1 ? 0 : c->counter[n];
	else if (at == MK_RC_MODE - MK_HOLD)
		c->pairs = v & MK_RC_MODE_PAIR;
	else if (at == MK_MUXSEL - MK_HOLD)
		c->sources = v | (c->csr & MK_CSR_MODE32 ? (uint64_t)c->hold << 32 : 0);
	else if (at >= MK_RC0 - MK_HOLD && at <= MK_RC15 - MK_HOLD) {
		const unsigned int n = (at - (MK_RC0 - MK_HOLD)) / 8;

		if (counts(c, n) && source(c, n) == MK_SOURCE_PROCESSOR)
			count(f, c, n, 1);
	} else {
		return false;
	}
	return true;
}

static uint64_t ii_read(struct fake *f, uint32_t offset)
{
	uint64_t v = 0;

	if (chip_read(&f->ii, offset - MK_HOLD, &v))
		return offset == MK_CSR ? v | (f->queued ? 0 : MK_CSR_EMPTY) : v;
	if (offset == MK_TS)
		return f->timestamp;
	if (offset == MK_FILTER)
		return f->filter & ~f->fault.filter_bits;
	if (offset >= MK_SRC0 && offset <= MK_SRC7)
		return f->address[(offset - MK_SRC0) / 8] & ~f->fault.address_bits;
	if (offset == MK_WAITCNT)
		return f->waits;
	return offset == MK_OVRCNT ? f->overruns : 0;
}

static void ii_write(struct fake *f, uint32_t offset, uint32_t v)
{
	if (chip_write(f, &f->ii, offset - MK_HOLD, v)) {
		if (offset == MK_CSR && v & MK_CSR_TSCLEAR)
			f->timestamp = f->ticks_remainder = 0;
	} else if (offset == MK_FILTER) {
		f->filter = v & (MK_FILTER_RS | MK_FILTER_TS);
	} else if (offset >= MK_SRC0 && offset <= MK_SRC7) {
		f->address[(offset - MK_SRC0) / 8] = v;
	} else if (offset >= MK_TS0 && offset <= MK_TS7) {
		sample(f, false, (offset - MK_TS0) / 8, v);
	} else if (offset >= MK_RS0 && offset <= MK_RS7) {
		sample(f, true, (offset - MK_RS0) / 8, v);
	}
}

static int read_chips(struct fake *f, uint32_t offset, uint64_t *value)
{
	const bool vc = offset >= MK_VC_PAGE;
	struct fake_chip *c = vc ? &f->vc : &f->ii;
	uint64_t v = 0;

	if (vc && !f->vc_installed) {
		*value = UINT32_MAX;
		return 0;
	}
	if (!(f->config & MK_CONFIG_MK_OE))
		return -EIO;
	if (offset & 4) {
		*value = c->hold;
		return 0;
	}
	if (!vc)
		v = ii_read(f, offset);
	else if (offset == MK_VC_PAGE)
		v = f->page;
	else if (offset >= MK_VC_HOLD)
		chip_read(c, offset - MK_VC_HOLD, &v);
	*value = (uint32_t)v;
	if (offset != MK_HOLD && offset != MK_VC_HOLD)
		c->hold = (uint32_t)(v >> 32);
	return 0;
}

static int write_chips(struct fake *f, uint32_t offset, uint32_t v)
{
	const bool vc = offset >= MK_VC_PAGE;

	if (vc && !f->vc_installed)
		return 0;
	if (!(f->config & MK_CONFIG_MK_OE))
		return -EIO;
	if (offset & 4) {
		(vc ? &f->vc : &f->ii)->hold = v;
	} else if (!vc) {
		ii_write(f, offset, v);
	} else if (offset < MK_VC_HOLD) {
		memcpy(f->pages[f->page], f->vc.counter, sizeof(f->vc.counter));
		f->page = (offset - MK_VC_PAGE) / 8 % FAKE_PAGES;
		memcpy(f->vc.counter, f->pages[f->page], sizeof(f->vc.counter));
	} else {
		chip_write(f, &f->vc, offset - MK_VC_HOLD, v);
	}
	return 0;
}

static uint32_t test_read(struct fake *f)
{
	uint8_t b;

	if (!(f->config & MK_CONFIG_TEST) || f->config & MK_CONFIG_DIS_STATE || !f->queued)
		return 0;
	take_bytes(f, &b, 1);
	return b;
}

static void test_write(struct fake *f)
{
	uint8_t b[4];

	if (!(f->config & MK_CONFIG_TEST) || f->config & MK_CONFIG_DIS_STATE || f->queued < 4)
		return;
	take_bytes(f, b, 4);
	store_word(f, get_le32(b));
}

static bool is_chip(uint32_t offset)
{
	return (offset >= MK_HOLD && offset < MK_SWRESET) ||
	       (offset >= MK_VC_PAGE && offset < VC_END);
}

static uint32_t pointer_read(struct fake *f)
{
	const uint32_t pointer = f->pointer;

	for (uint32_t i = 0; i < f->fault.moves; i++)
		store_word(f, 0);
	return pointer;
}

static int window_read(struct fake *f, uint32_t offset, uint64_t *value)
{
	*value = 0;
	if (offset >= MK_MEMORY)
		*value = memory_read(f, (offset - MK_MEMORY) / 4);
	else if (is_chip(offset))
		return read_chips(f, offset, value);
	else if (offset == MK_CONFIG)
		*value = MULTIKRON_CONFIG_RESET | f->config;
	else if (offset == MK_MAP)
		*value = pointer_read(f);
	else if (offset == MK_TEST)
		*value = test_read(f);
	return 0;
}

static int window_write(struct fake *f, uint32_t offset, uint32_t value)
{
	if (offset >= MK_MEMORY) {
		f->memory[place(f, (offset - MK_MEMORY) / 4, false)] = value;
	} else if (is_chip(offset)) {
		return write_chips(f, offset, value);
	} else if (offset == MK_SWRESET) {
		reset(f);
	} else if (offset == MK_CONFIG) {
		f->config = value & config_bits;
		drain(f);
	} else if (offset == MK_MAP &&
		   (!(f->config & MK_CONFIG_LOCAL) || f->config & MK_CONFIG_TEST)) {
		f->pointer = value & (MK_MAP_WRAPS | MK_MAP_WORD);
	} else if (offset == MK_TEST) {
		test_write(f);
	}
	return 0;
}

/* ---- the device ---- */

static void note(struct fake *f, bool write, uint32_t offset, uint64_t value)
{
	if (f->logged < FAKE_LOG)
		f->log[f->logged] = (struct fake_access){write, offset, value};
	f->logged++;
}

/* Begins an access: returns 0 and its offset in the window, or the error of the access. */
static int begin(struct fake *f, enum device_space space, uint32_t addr, unsigned int width,
		 uint32_t *offset)
{
	const uint32_t base = f->pci ? f->bar : 0;

	if (space != DEVICE_MEM || width != 32)
		return -EOPNOTSUPP;
	if (f->yields)
		sched_yield();
	if (f->fail_with && !f->fail_after--)
		return f->fail_with;
	if (addr % 4)
		return -EINVAL;
	if ((f->pci && !(f->command & MK_PCICMD_MEMEN)) || addr - base >= MK_WINDOW_BYTES)
		return -EIO;
	*offset = addr - base;
	pass_time(f, FAKE_ACCESS_NS);
	return 0;
}

static int config_read(struct fake *f, uint32_t addr, uint64_t *value)
{
	if (!f->pci)
		return -EOPNOTSUPP;
	*value = addr == MK_PCIID    ? MULTIKRON_PCIID_RESET
		 : addr == MK_PCICMD ? MULTIKRON_PCICMD_RESET | f->command
		 : addr == MK_BAR0   ? f->bar
				     : 0;
	return 0;
}

static int fake_read(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t *value)
{
	struct fake *f = (struct fake *)dev;
	uint32_t offset;
	int err;

	if (space == DEVICE_CONFIG)
		return config_read(f, addr, value);
	err = begin(f, space, addr, width, &offset);
	if (!err)
		err = window_read(f, offset, value);
	if (!err)
		note(f, false, offset, *value);
	return err;
}

static int fake_write(struct device *dev, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t value)
{
	struct fake *f = (struct fake *)dev;
	uint32_t offset;
	int err;

	if (space == DEVICE_CONFIG && f->pci) {
		if (addr == MK_BAR0)
			f->bar = (uint32_t)value & (uint32_t)MK_BAR0_BASE;
		if (addr == MK_PCICMD)
			f->command = (uint32_t)value & command_bits;
		return 0;
	}
	err = begin(f, space, addr, width, &offset);
	if (err)
		return err;
	note(f, true, offset, value);
	return window_write(f, offset, (uint32_t)value);
}

static int fake_run(struct device *dev, uint64_t ns)
{
	pass_time((struct fake *)dev, ns);
	return 0;
}

/* Prints the accesses in the log to the bytes from @first up to @end: their numbers, and their
 * lowest and highest offsets. */
static int say_log(const struct fake *f, uint32_t first, uint32_t end, char *text, size_t size)
{
	struct {
		uint64_t count;
		uint32_t low, high;
	} a[2] = {{0, UINT32_MAX, 0}, {0, UINT32_MAX, 0}};

	for (size_t i = 0; i < f->logged && i < FAKE_LOG; i++) {
		const struct fake_access *x = &f->log[i];

		if (x->offset < first || x->offset >= end)
			continue;
		a[x->write].count++;
		a[x->write].low = x->offset < a[x->write].low ? x->offset : a[x->write].low;
		a[x->write].high = x->offset > a[x->write].high ? x->offset : a[x->write].high;
	}
	return snprintf(text, size,
			"%" PRIu64 " writes from %" PRIX32 " to %" PRIX32 ", %" PRIu64
			" reads from %" PRIX32 " to %" PRIX32,
			a[1].count, a[1].low, a[1].high, a[0].count, a[0].low, a[0].high);
}

/* Prints the state that reading the board must not change. */
static void say_state(const struct fake *f, char *text, size_t size)
{
	uint64_t sum = f->queued;

	for (unsigned int n = 0; n < MK_COUNTERS; n++)
		sum = 31 * sum + f->ii.counter[n] + 7 * f->vc.counter[n];
	snprintf(text, size,
		 "state: config %" PRIX32 " pointer %" PRIX32 " queued %zu hold %" PRIX32
		 " %" PRIX32 " page %u sum %" PRIX64,
		 f->config, f->pointer, f->queued, f->ii.hold, f->vc.hold, f->page, sum);
}

static int fake_control(struct device *dev, const char *command, char *reply, size_t size)
{
	struct fake *f = (struct fake *)dev;

	*reply = 0;
	if (!strcmp(command, "time")) {
		snprintf(reply, size, "%" PRIu64, f->now);
		return 0;
	}
	if (!strcmp(command, "log")) {
		say_log(f, MK_MEMORY, MK_WINDOW_BYTES, reply, size);
		f->logged = 0;
		return 0;
	}
	if (!strcmp(command, "log source")) {
		say_log(f, MK_SRC0, MK_SRC0 + 4, reply, size);
		return 0;
	}
	if (!strcmp(command, "state")) {
		say_state(f, reply, size);
		return 0;
	}
	if (fake_fault(f, command))
		return 0;
	snprintf(reply, size, "no command \"%s\"", command);
	return -EINVAL;
}

static void fake_closed(struct device *dev)
{
	((struct fake *)dev)->closed = true;
}

static const struct device_ops ops = {.read = fake_read,
				      .write = fake_write,
				      .run = fake_run,
				      .control = fake_control,
				      .hold = fake_take_hold,
				      .release = fake_release,
				      .close = fake_closed};

struct fake *fake_open(void)
{
	struct fake *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->memory = calloc(MK_MEMORY_WORDS, 4);
	if (!f->memory) {
		free(f);
		return NULL;
	}
	f->dev.ops = &ops;
	f->vc_installed = true;
	reset(f);
	return f;
}

void fake_close(struct fake *f)
{
	free(f->memory);
	free(f->cable);
	free(f);
}

/* Stores @words words of samples, numbered in their user data, in memory, and sets the pointer
 * to their end. */
static void fill(struct fake *f, uint32_t words)
{

	f->pointer = 0;
	for (uint32_t i = 0; f->pointer < words; i++)
		fake_store(f, &(struct mk_sample){.timestamp = 100 * i, .data = i});
}

/* Sets a state in which every register differs from its neighbours. */
static void prepare_chip(struct fake *f)
{
	f->config = 0x3201;
	f->pointer = 5;
	f->filter = 0x1234;
	f->waits = 77;
	f->overruns = 3;
	f->ii.csr = MK_CSR_OVERFLOW | MK_CSR_MODE32 | MK_CSR_SAMPLING;
	f->vc.csr = MK_CSR_MODE32;
	f->ii.hold = 0x11112222;
	f->vc.hold = 0x33334444;
	f->ii.enabled = 0x0005;
	f->ii.pairs = 1;
	f->ii.sources = UINT64_C(0x9876543210000065);
	f->timestamp = UINT64_C(0x12345600000000);
	f->page = 300;
	f->queued = 3;
	for (unsigned int n = 0; n < MK_COUNTERS; n++) {
		f->ii.counter[n] = 0x1000 + n;
		f->vc.counter[n] = 0x2000 + n;
	}
	for (unsigned int n = 0; n < 8; n++)
		f->address[n] = 0xADD0 + n;
}

bool fake_fault(struct fake *f, const char *text)
{
	char name[16];
	uint32_t a, b = 0;

	if (sscanf(text, "%15[a-z]=%" SCNx32 ":%" SCNx32, name, &a, &b) < 2)
		return false;
	if (!strcmp(name, "stuck")) {
		f->fault.stuck_word = a;
		f->fault.stuck_bits = b;
	} else if (!strcmp(name, "swapped")) {
		f->fault.swapped = a;
	} else if (!strcmp(name, "line")) {
		f->fault.line = a;
	} else if (!strcmp(name, "address")) {
		f->fault.address_bits = a;
	} else if (!strcmp(name, "counter")) {
		f->fault.counter_bits = a;
	} else if (!strcmp(name, "filter")) {
		f->fault.filter_bits = a;
	} else if (!strcmp(name, "sample")) {
		f->fault.sample_bits = (uint8_t)a;
	} else if (!strcmp(name, "moves")) {
		f->fault.moves = a;
	} else if (!strcmp(name, "discarded")) {
		f->overruns = a;
	} else if (!strcmp(name, "fast")) {
		f->fault.fast = a;
	} else if (!strcmp(name, "vc")) {
		f->vc_installed = a;
	} else if (!strcmp(name, "duty")) {
		f->duty[0] = a;
		f->duty[2] = b;
	} else if (!strcmp(name, "fill")) {
		fill(f, a);
	} else if (!strcmp(name, "config")) {
		f->config = a;
	} else if (!strcmp(name, "place")) {
		f->pointer = a;
	} else if (!strcmp(name, "page")) {
		f->page = a;
	} else if (!strcmp(name, "pair")) {
		f->ii.pairs = f->ii.enabled = 1;
		f->ii.sources = MK_SOURCE_NODECLK;
		f->ii.counter[0] = a;
		f->ii.counter[1] = b;
	} else if (!strcmp(name, "chip")) {
		prepare_chip(f);
	} else {
		return false;
	}
	return true;
}
