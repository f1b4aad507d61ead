/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the driver library, with a fake board and with a file in place of the board's
 * window. */
#include "../../tests/calls.h"
#include "../../tests/unit.h"
#include "../mk.h"
#include "fake.h"
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#define WRITABLE_CONFIG 0x1DFFFFu /* the bits of CONFIG that software can change */
#define VERSION 0x90000000u	  /* CONFIG.V_NUM of the boards of these tests */
#define RESOURCE_WORDS (MK_RESOURCE_BYTES / 4)

static struct fake *open_board(struct mk *mk)
{
	struct fake *f = fake_open();

	assert_non_null(f);
	assert_int_equal(mk_open_device(mk, &f->dev), 0);
	f->logged = 0;
	return f;
}

static void close_board(struct mk *mk, struct fake *f)
{
	assert_int_equal(mk_close(mk), 0);
	assert_false(f->closed); /* the caller owns the device */
	fake_close(f);
}

/* Returns sample @n of a memory that has only trace samples. */
static struct mk_sample stored(const struct fake *f, unsigned int n)
{
	uint8_t b[MK_TRACE_BYTES];
	struct mk_sample s;

	for (unsigned int i = 0; i < MK_TRACE_BYTES; i++)
		b[i] = (uint8_t)(f->memory[MK_TRACE_WORDS * n + i / 4] >> 8 * (i % 4));
	mk_sample_decode(b, &s);
	return s;
}

/* ---- initialization ---- */

static void initialize(void)
{
	struct mk mk;
	struct fake *f = open_board(&mk);
	unsigned int config_writes = 0, pointer_write = 0;
	uint32_t before = 0;

	f->pointer = 0x123456;
	f->config = WRITABLE_CONFIG;
	f->ii.hold = f->vc.hold = 7;
	f->ii.counter[3] = 9;
	assert_int_equal(mk_initialize(&mk), 0);
	assert_int_equal(f->config, MK_DEFAULT_CONFIG);
	assert_int_equal(f->pointer, 0);
	assert_int_equal(f->ii.csr, MK_CSR_SAMPLING | MK_CSR_MODE32);
	assert_int_equal(f->vc.csr, MK_VC_CSR_MODE32);
	assert_int_equal(f->ii.hold, 0);
	assert_int_equal(f->vc.hold, 0);
	assert_int_equal(f->ii.counter[3], 0); /* the call has made a reset */
	/* the pointer must be written once, while LOCAL = 0 and no sequence can begin */
	for (size_t EACH(i, 0); i < f->logged; i++) {
		const struct fake_access *a = &f->log[i];

		if (!a->write)
			continue;
		if (a->offset == MK_CONFIG) {
			config_writes++;
			before = (uint32_t)a->value;
		}
		if (a->offset == MK_MAP) {
			pointer_write++;
			assert_int_equal(before & MK_CONFIG_LOCAL, 0);
			assert_true(before & MK_CONFIG_DIS_STATE);
			assert_int_equal(a->value, 0);
		}
	}
	assert_int_equal(pointer_write, 1);
	assert_true(config_writes >= 2);
	close_board(&mk, f);
}

/* Checks that a board on a PCI bus gets an address if it has none, and that its memory space is
 * enabled. */
static void pci(void)
{
	struct fake *f = fake_open();
	struct mk mk;

	f->pci = true;
	assert_int_equal(mk_open_device(&mk, &f->dev), 0);
	assert_true(f->bar && f->bar % MK_WINDOW_BYTES == 0);
	assert_int_equal(f->command & 2, 2);
	assert_int_equal(mk_initialize(&mk), 0);
	assert_int_equal(mk_close(&mk), 0);
	f->bar = FAKE_BASE;
	f->command = 0x42; /* bits set by the firmware must stay */
	assert_int_equal(mk_open_device(&mk, &f->dev), 0);
	assert_int_equal(f->bar, FAKE_BASE);
	assert_int_equal(f->command, 0x42);
	assert_int_equal(mk_close(&mk), 0);
	fake_close(f);
}

/* ---- calls ---- */

static void board_calls(void)
{
	static const uint32_t words[3] = {1, 2, 0xFFFFFFFF};
	struct mk mk;
	struct fake *f = open_board(&mk);
	uint32_t v, back[3];

	assert_int_equal(mk_set_config(&mk, MK_DEFAULT_CONFIG | MK_CONFIG_TEST), 0);
	assert_int_equal(f->config, MK_DEFAULT_CONFIG | MK_CONFIG_TEST);
	assert_int_equal(mk_get_config(&mk, &v), 0);
	assert_int_equal(v, VERSION | MK_DEFAULT_CONFIG | MK_CONFIG_TEST);
	assert_int_equal(mk_change_config(&mk, MK_CONFIG_TEST | MK_CONFIG_DIV2, MK_CONFIG_DIV2),
			 0);
	assert_int_equal(f->config, MK_DEFAULT_CONFIG | MK_CONFIG_DIV2);
	assert_int_equal(mk_set_config(&mk, (MK_DEFAULT_CONFIG & ~(uint32_t)MK_CONFIG_LOCAL) |
						    MK_CONFIG_TEST),
			 0);
	assert_int_equal(mk_set_pointer(&mk, 0xABCDEF), 0);
	assert_int_equal(mk_get_pointer(&mk, &v), 0);
	assert_int_equal(v, 0xABCDEF);
	assert_int_equal(mk_set_pointer(&mk, 0x1000000), -EINVAL);
	/* TEST operations: read a byte, and transfer four to memory */
	assert_int_equal(mk_set_csr(&mk, MK_II, MK_CSR_SAMPLING), 0);
	assert_int_equal(mk_trace(&mk, 5, 0x11223344), 0);
	assert_int_equal(mk_test_read(&mk, &v), 0);
	assert_int_equal(v, 5); /* the header */
	assert_int_equal(mk_test_write(&mk), 0);
	assert_int_equal(f->queued, 15);
	assert_int_equal(f->pointer, 0xABCDF0);
	assert_int_equal(mk_write_memory(&mk, MK_MEMORY_WORDS - 3, words, 3), 0);
	assert_memory_equal(f->memory + MK_MEMORY_WORDS - 3, words, 12);
	assert_int_equal(mk_read_memory(&mk, MK_MEMORY_WORDS - 3, back, 3), 0);
	assert_memory_equal(back, words, 12);
	assert_int_equal(mk_read_memory(&mk, MK_MEMORY_WORDS - 2, back, 3), -EINVAL);
	assert_int_equal(mk_write(&mk, 0x1FFFFFC, 0x55), 0);
	assert_int_equal(f->memory[MK_MEMORY_WORDS - 1], 0x55);
	assert_int_equal(mk_read(&mk, 0x1FFFFFC, &v), 0);
	assert_int_equal(v, 0x55);
	assert_int_equal(mk_read(&mk, 0x2000000, &v), -EINVAL);
	assert_int_equal(mk_write(&mk, 0x1205, 0), -EINVAL);
	assert_int_equal(mk_reset(&mk), 0);
	assert_int_equal(f->queued, 0);
	close_board(&mk, f);
}

static void chip_calls(void)
{
	struct mk mk;
	struct fake *f = open_board(&mk);

	assert_int_equal(mk_initialize(&mk), 0);
	for (unsigned int EACH(k, 0); k < 2; k++) {
		const enum mk_chip chip = k ? MK_VC : MK_II;
		struct fake_chip *c = k ? &f->vc : &f->ii;
		uint64_t w;
		uint32_t v;

		assert_int_equal(mk_get_csr(&mk, chip, &v), 0);
		assert_int_equal(v & MK_CSR_MODE32, MK_CSR_MODE32);
		assert_int_equal(mk_set_csr(&mk, chip, MK_CSR_MODE32), 0);
		assert_int_equal(c->csr, MK_CSR_MODE32);
		assert_int_equal(mk_set_hold(&mk, chip, 0x12345678 + k), 0);
		assert_int_equal(c->hold, 0x12345678 + k);
		assert_int_equal(mk_get_hold(&mk, chip, &v), 0);
		assert_int_equal(v, 0x12345678 + k);
		assert_int_equal(mk_enable(&mk, chip, 0x00F1), 0);
		assert_int_equal(mk_disable(&mk, chip, 0x0010), 0);
		assert_int_equal(c->enabled, 0x00E1);
		assert_int_equal(mk_get_enabled(&mk, chip, &v), 0);
		assert_int_equal(v, 0x00E1);
		assert_int_equal(mk_set_pairs(&mk, chip, 0x81), 0);
		assert_int_equal(c->pairs, 0x81);
		assert_int_equal(mk_get_pairs(&mk, chip, &v), 0);
		assert_int_equal(v, 0x81);
		c->counter[0] = 0xFFFFFFFF;
		c->counter[1] = 4;
		assert_int_equal(mk_get_counter(&mk, chip, 0, &v), 0);
		assert_int_equal(v, 0xFFFFFFFF);
		assert_int_equal(mk_get_pair(&mk, chip, 0, &w), 0);
		assert_true(w == UINT64_C(0x4FFFFFFFF));
		assert_int_equal(mk_get_pair(&mk, chip, 1, &w), -EINVAL);
		assert_int_equal(mk_get_counter(&mk, chip, 16, &v), -EINVAL);
		assert_int_equal(mk_clear(&mk, chip, 1), 0);
		assert_int_equal(c->counter[0], 0);
		assert_int_equal(c->counter[1], 4);
		assert_int_equal(mk_set_sources(&mk, chip, UINT64_C(0xFEDCBA9876543210)), 0);
		assert_true(c->sources == UINT64_C(0xFEDCBA9876543210));
		assert_int_equal(mk_get_sources(&mk, chip, &w), 0);
		assert_true(w == UINT64_C(0xFEDCBA9876543210));
		assert_int_equal(mk_select(&mk, chip, 15, MK_SOURCE_PROCESSOR), 0);
		assert_true(c->sources == UINT64_C(0x5EDCBA9876543210));
		assert_int_equal(mk_select(&mk, chip, 15, 10), -EINVAL);
		assert_int_equal(mk_select(&mk, chip, 16, 0), -EINVAL);
		assert_int_equal(mk_select(&mk, chip, 0, MK_SOURCE_TRACE), k ? -EINVAL : 0);
		assert_int_equal(mk_select(&mk, chip, 7, MK_SOURCE_PROCESSOR), 0);
		c->counter[7] = 0;
		assert_int_equal(mk_increment(&mk, chip, 7), 0);
		assert_int_equal(c->counter[7], 1);
	}
	close_board(&mk, f);
}

static void ii_calls(void)
{
	struct mk mk;
	struct fake *f = open_board(&mk);
	uint64_t w;
	uint32_t v;

	assert_int_equal(mk_initialize(&mk), 0);
	assert_int_equal(mk_set_filter(&mk, 0x1234), 0);
	assert_int_equal(f->filter, 0x1234);
	assert_int_equal(mk_get_filter(&mk, &v), 0);
	assert_int_equal(v, 0x1234);
	for (unsigned int EACH(n, 0); n < 8; n++) {
		assert_int_equal(mk_set_address(&mk, n, 0xA0000000 + n), 0);
		assert_int_equal(f->address[n], 0xA0000000 + n);
		assert_int_equal(mk_get_address(&mk, n, &v), 0);
		assert_int_equal(v, 0xA0000000 + n);
	}
	assert_int_equal(mk_set_address(&mk, 8, 0), -EINVAL);
	f->waits = 77;
	f->overruns = 88;
	assert_int_equal(mk_get_waits(&mk, &v), 0);
	assert_int_equal(v, 77);
	assert_int_equal(mk_get_overruns(&mk, &v), 0);
	assert_int_equal(v, 88);
	f->timestamp = UINT64_C(0xABCDEF12345678);
	assert_int_equal(mk_get_timestamp(&mk, &w), 0);
	assert_true(w - UINT64_C(0xABCDEF12345678) < 10);
	assert_int_equal(mk_clear_timestamp(&mk), 0);
	assert_true(f->timestamp < 10);
	assert_int_equal(f->ii.csr, MK_CSR_MODE32 | MK_CSR_SAMPLING);
	assert_int_equal(mk_set_filter(&mk, 0xFFFF), 0);
	assert_int_equal(mk_trace64(&mk, 3, UINT64_C(0x0102030405060708)), 0);
	assert_true(stored(f, 0).data == UINT64_C(0x0102030405060708));
	assert_int_equal(stored(f, 0).address, 3);
	assert_int_equal(mk_resource64(&mk, 6, UINT64_C(0x1112131415161718)), 0);
	assert_int_equal(f->memory[MK_TRACE_WORDS] & 0xFF, MK_HEADER_RESOURCE | 6);
	assert_int_equal(f->pointer, MK_TRACE_WORDS + RESOURCE_WORDS);
	assert_int_equal(mk_trace(&mk, 8, 0), -EINVAL);
	close_board(&mk, f);
}

/* Checks that both halves of a timestamp near a carry from bit 31 are of the same time. */
static void timestamps(void)
{
	struct mk mk;
	struct fake *f = open_board(&mk);
	unsigned int carries = 0;

	assert_int_equal(mk_initialize(&mk), 0);
	for (unsigned int EACH(i, 0); i < 10000; i++) {
		const uint64_t at = ((uint64_t)(i % 255 + 1) << 32) - i % 12;
		uint64_t w;

		f->timestamp = at;
		assert_int_equal(mk_get_timestamp(&mk, &w), 0);
		/* the low half is read first, and the board counts until
		 * the other half is read */
		assert_true(w - at < 10);
		carries += (f->timestamp >> 32) != (at >> 32) && w >> 32 == at >> 32;
	}
	assert_true(carries > 100); /* carries must have occurred between the two reads */
	close_board(&mk, f);
}

/* ---- the pointer during a run ---- */

static void safe_pointer(void)
{
	struct mk mk;
	struct fake *f = open_board(&mk);
	const uint32_t stopped = MK_DEFAULT_CONFIG | MK_CONFIG_DIS_STATE;
	size_t from;
	uint32_t writes[5], n = 0;

	assert_int_equal(mk_initialize(&mk), 0);
	for (uint32_t EACH(i, 0); i < 10; i++)
		assert_int_equal(mk_trace(&mk, 0, i), 0);
	from = f->logged;
	assert_int_equal(mk_set_pointer(&mk, 100), 0);
	for (uint32_t EACH(i, 10); i < 20; i++)
		assert_int_equal(mk_trace(&mk, 0, i), 0);
	for (unsigned int EACH(i, 0); i < 20; i++)
		assert_int_equal(stored(f, i < 10 ? i : i + 10).data, i);
	assert_int_equal(f->pointer, 150);
	/* expected writes: DIS_STATE on, wait, LOCAL off, pointer, LOCAL on, DIS_STATE off */
	for (size_t EACH(i, from); i < f->logged && n < 5; i++)
		if (f->log[i].write) {
			if (n == 1)
				/* the driver reads meanwhile, to wait */
				assert_true(i - from >= 5);
			writes[n++] = f->log[i].offset == MK_CONFIG ? (uint32_t)f->log[i].value
								    : f->log[i].offset;
		}
	assert_int_equal(n, 5);
	assert_int_equal(writes[0] & WRITABLE_CONFIG, stopped);
	assert_int_equal(writes[1] & WRITABLE_CONFIG, stopped & ~(uint32_t)MK_CONFIG_LOCAL);
	assert_int_equal(writes[2], MK_MAP);
	assert_int_equal(writes[3] & WRITABLE_CONFIG, stopped);
	assert_int_equal(writes[4] & WRITABLE_CONFIG, MK_DEFAULT_CONFIG);
	close_board(&mk, f);
}

/* ---- MultiKron_vc ---- */

static void pages(void)
{
	struct mk mk;
	struct fake *f = open_board(&mk);
	uint32_t c[16];
	unsigned int page;
	bool there;

	assert_int_equal(mk_initialize(&mk), 0);
	assert_int_equal(mk_vc_installed(&mk, &there), 0);
	assert_true(there);
	assert_int_equal(mk_vc_set_page(&mk, 511), 0);
	assert_int_equal(f->page, 511);
	assert_int_equal(mk_vc_get_page(&mk, &page), 0);
	assert_int_equal(page, 511);
	assert_int_equal(mk_vc_set_page(&mk, 512), -EINVAL);
	for (unsigned int p = 0; p < 512; p++)
		for (unsigned int n = 0; n < 16; n++)
			f->pages[p][n] = 16 * p + n + 1;
	memcpy(f->vc.counter, f->pages[511], sizeof(c));
	for (unsigned int EACH(p, 0); p < 512; p++) {
		assert_int_equal(mk_vc_read_page(&mk, p, c), 0);
		for (unsigned int EACH(n, 0); n < 16; n++)
			assert_int_equal(c[n], 16 * p + n + 1);
		assert_int_equal(f->page, 511);
	}
	assert_int_equal(mk_vc_read_page(&mk, 512, c), -EINVAL);
	assert_int_equal(mk_enable(&mk, MK_VC, 0xFFFF), 0);
	assert_int_equal(mk_vc_clear_pages(&mk), 0);
	assert_int_equal(f->page, 0);
	assert_int_equal(f->vc.enabled, 0);
	for (unsigned int EACH(p, 0); p < 512; p++) {
		assert_int_equal(mk_vc_read_page(&mk, p, c), 0);
		for (unsigned int EACH(n, 0); n < 16; n++)
			assert_int_equal(c[n], 0);
	}
	/* the holding register reads like an empty bus */
	assert_int_equal(mk_close(&mk), 0);
	assert_int_equal(mk_open_device(&mk, &f->dev), 0);
	f->vc.hold = UINT32_MAX;
	assert_int_equal(mk_get_hold(&mk, MK_VC, c), 0);
	assert_int_equal(c[0], UINT32_MAX);
	assert_int_equal(mk_close(&mk), 0);
	assert_int_equal(mk_open_device(&mk, &f->dev), 0);
	f->vc_installed = false;
	assert_int_equal(mk_vc_installed(&mk, &there), 0);
	assert_false(there);
	assert_int_equal(mk_vc_set_page(&mk, 1), -ENODEV);
	assert_int_equal(mk_vc_get_page(&mk, &page), -ENODEV);
	assert_int_equal(mk_vc_read_page(&mk, 1, c), -ENODEV);
	assert_int_equal(mk_vc_clear_pages(&mk), -ENODEV);
	assert_int_equal(mk_get_csr(&mk, MK_VC, c), -ENODEV);
	assert_int_equal(mk_initialize(&mk), 0);
	close_board(&mk, f);
}

/* ---- errors, several boards ---- */

/* The calls that access the board, and their arguments. */
/* clang-format off */
#define CALLS(CALL) \
	CALL(mk_initialize, (mk)) \
	CALL(mk_reset, (mk)) \
	CALL(mk_get_config, (mk, &v)) \
	CALL(mk_set_config, (mk, MK_DEFAULT_CONFIG)) \
	CALL(mk_change_config, (mk, 1, 1)) \
	CALL(mk_get_pointer, (mk, &v)) \
	CALL(mk_set_pointer, (mk, 1)) \
	CALL(mk_test_read, (mk, &v)) \
	CALL(mk_test_write, (mk)) \
	CALL(mk_read_memory, (mk, 0, words, 4)) \
	CALL(mk_write_memory, (mk, 0, words, 4)) \
	CALL(mk_read, (mk, 0, &v)) \
	CALL(mk_write, (mk, 0, v = 0)) \
	CALL(mk_get_csr, (mk, MK_II, &v)) \
	CALL(mk_set_hold, (mk, MK_VC, 0)) \
	CALL(mk_enable, (mk, MK_II, 1)) \
	CALL(mk_get_pair, (mk, MK_II, 0, &w)) \
	CALL(mk_increment, (mk, MK_II, 0)) \
	CALL(mk_set_sources, (mk, MK_II, 0)) \
	CALL(mk_select, (mk, MK_II, 0, MK_SOURCE_OFF)) \
	CALL(mk_get_timestamp, (mk, &w)) \
	CALL(mk_clear_timestamp, (mk)) \
	CALL(mk_get_filter, (mk, &v)) \
	CALL(mk_set_address, (mk, 0, 0)) \
	CALL(mk_trace, (mk, 0, 0)) \
	CALL(mk_trace64, (mk, 0, 0)) \
	CALL(mk_resource, (mk, 0, 0)) \
	CALL(mk_set_filter, (mk, 0xFFFF)) \
	CALL(mk_vc_set_page, (mk, 0)) \
	CALL(mk_vc_read_page, (mk, 3, words)) \
	CALL(mk_vc_clear_pages, (mk))
/* clang-format on */

enum { CALLS(CALL_NUMBER) ALL_CALLS };

static int make_call(struct mk *mk, unsigned int call)
{
	static uint32_t words[16];
	uint64_t w;
	uint32_t v;

	switch (call) {
		CALLS(CALL_CASE)
	}
	return 1;
}

/* Makes a call, and checks what it returns; @after: the access that fails, for the message. */
static void check_call(struct mk *mk, unsigned int call, size_t after, int want)
{
	static const char *const names[] = {CALLS(CALL_NAME)};
	const int err = make_call(mk, call);

	if (err != want)
		fail_msg("%s returns %d, not %d, access %zu", names[call], err, want, after);
}

/* Checks that every call returns the error of each of its accesses, and that the handle stays
 * usable. */
static void faults(void)
{
	struct mk mk, closed = {0};
	struct fake *f = open_board(&mk);

	assert_int_equal(mk_initialize(&mk), 0);
	for (unsigned int EACH(call, 0); call < ALL_CALLS; call++) {
		size_t accesses = f->logged;

		check_call(&closed, call, 0, -EBADF);
		check_call(&mk, call, 0, 0);
		accesses = f->logged - accesses;
		assert_true(accesses > 0);
		for (size_t EACH(i, 0); i < accesses && i < 50; i++) {
			f->fail_with = -EIO;
			f->fail_after = i;
			check_call(&mk, call, i, -EIO);
			f->fail_with = 0;
			assert_int_equal(mk_initialize(&mk), 0);
		}
	}
	/* an access to a chip while its outputs are disabled */
	f->config = 0;
	assert_int_equal(mk_trace(&mk, 0, 0), -EIO);
	close_board(&mk, f);
}

static void bad_arguments(void)
{
	struct mk mk;
	struct fake *f = open_board(&mk);
	char reply[32] = "?";

	assert_int_equal(mk_open(NULL, "sim:"), -EBADF);
	assert_int_equal(mk_open_device(NULL, &f->dev), -EBADF);
	assert_int_equal(mk_open_device(&(struct mk){0}, NULL), -EINVAL);
	assert_int_equal(mk_close(&(struct mk){0}), -EBADF);
	assert_int_equal(mk_get_config(&mk, NULL), -EINVAL);
	assert_int_equal(mk_get_timestamp(&mk, NULL), -EINVAL);
	assert_int_equal(mk_vc_installed(&mk, NULL), -EINVAL);
	assert_int_equal(mk_vc_get_page(&mk, NULL), -EINVAL);
	assert_int_equal(mk_read_memory(&mk, 0, NULL, 1), -EINVAL);
	assert_int_equal(mk_time(&mk, NULL), -EINVAL);
	assert_int_equal(mk_command(&mk, NULL, reply, sizeof(reply)), -EINVAL);
	assert_string_equal(reply, "");
	assert_int_equal(mk_command(&mk, "what", reply, sizeof(reply)), -EINVAL);
	assert_string_equal(reply, "no command \"what\"");
	close_board(&mk, f);
	/* a device that is no MultiKron board */
	f = fake_open();
	f->pci = true;
	f->fail_with = -ETIMEDOUT;
	assert_int_equal(mk_open_device(&mk, &f->dev), -ETIMEDOUT);
	fake_close(f);
}

static void two_boards(void)
{
	struct mk a, b;
	struct fake *f = open_board(&a), *g = open_board(&b);

	assert_int_equal(mk_initialize(&a), 0);
	assert_int_equal(mk_initialize(&b), 0);
	for (uint32_t EACH(i, 0); i < 100; i++) {
		assert_int_equal(mk_trace64(&a, 0, UINT64_C(0xAAAAAAAA00000000) + i), 0);
		assert_int_equal(mk_trace64(&b, 1, UINT64_C(0xBBBBBBBB00000000) + i), 0);
	}
	for (unsigned int EACH(i, 0); i < 100; i++) {
		assert_true(stored(f, i).data == UINT64_C(0xAAAAAAAA00000000) + i);
		assert_true(stored(g, i).data == UINT64_C(0xBBBBBBBB00000000) + i);
	}
	close_board(&a, f);
	close_board(&b, g);
}

/* ---- threads ---- */

#define THREAD_SAMPLES 10000u

struct writer {
	struct mk *mk;
	uint32_t mark;
};

static void *write_samples(void *arg)
{
	const struct writer *w = arg;

	for (uint32_t i = 0; i < THREAD_SAMPLES; i++)
		if (mk_trace64(w->mk, 0, (uint64_t)(w->mark | i) << 32 | w->mark | i))
			return (void *)w;
	return NULL;
}

/* Checks that the halves of 64-bit samples of two threads are not mixed. */
static void threads(void)
{
	struct mk mk;
	struct fake *f = open_board(&mk);
	struct writer w[2] = {{&mk, 0x10000000}, {&mk, 0x20000000}};
	uint32_t next[2] = {0, 0};
	unsigned int turns = 0, last = 2;
	pthread_t thread[2];
	void *failed;

	f->yields = true;
	assert_int_equal(mk_initialize(&mk), 0);
	for (unsigned int EACH(i, 0); i < 2; i++)
		assert_int_equal(pthread_create(&thread[i], NULL, write_samples, &w[i]), 0);
	for (unsigned int EACH(i, 0); i < 2; i++) {
		pthread_join(thread[i], &failed);
		assert_null(failed);
	}
	for (unsigned int EACH(i, 0); i < 2 * THREAD_SAMPLES; i++) {
		const struct mk_sample s = stored(f, i);
		const unsigned int who = (s.data & 0xFFFFFFFF) >> 28 == 2;

		assert_true(s.data >> 32 == (s.data & 0xFFFFFFFF));
		assert_int_equal(s.data & 0x0FFFFFFF, next[who]++);
		turns += who != last;
		last = who;
	}
	assert_true(next[0] == THREAD_SAMPLES && next[1] == THREAD_SAMPLES);
	assert_true(turns > 0);
	close_board(&mk, f);
}

/* ---- backends ---- */

static void open_by_name(void)
{
	struct mk mk;
	uint64_t a, b;

	assert_int_equal(mk_open(&mk, "sim:fail"), -EMFILE);
	assert_int_equal(mk_open(&mk, "sim:what"), -EINVAL);
	assert_int_equal(mk_open(&mk, "pci:"), -EPROTONOSUPPORT);
	assert_int_equal(mk_open(&mk, "unix:/nowhere/at/all"), -ENOENT);
	assert_int_equal(mk_open(&mk, "mmap:slot=none,mem=/nowhere"), -ENOENT);
	assert_int_equal(mk_open(&mk, "sim:"), 0);
	assert_int_equal(mk_initialize(&mk), 0);
	assert_int_equal(mk_time(&mk, &a), 0);
	assert_int_equal(mk_run(&mk, 1000), 0);
	assert_int_equal(mk_time(&mk, &b), 0);
	assert_int_equal(b - a, 1000);
	assert_int_equal(mk_close(&mk), 0);
	assert_int_equal(mk_close(&mk), -EBADF);
	setenv("MK_BOARD", "sim:fail", 1);
	assert_int_equal(mk_open(&mk, NULL), -EMFILE);
	unsetenv("MK_BOARD");
}

static void set_version(int fd)
{
	assert_int_equal(pwrite(fd, &(uint32_t){htole32(VERSION)}, 4, MK_CONFIG), 4);
}

/* Makes a file of 32 MB in place of the board, which shows the offsets of accesses. */
static int new_window(char *path)
{
	int fd;

	strcpy(path, "/tmp/mkwindow.XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, MK_WINDOW_BYTES), 0);
	set_version(fd);
	return fd;
}

static uint32_t in_file(int fd, uint32_t offset)
{
	uint8_t b[4];

	assert_int_equal(pread(fd, b, 4, offset), 4);
	return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void mapped(void)
{
	static const uint32_t offsets[] = {0x1000,    0x11FC, 0x1200,	0x1204,	   0x1208,
					   0x120C,    0x4000, 0x7FFC,	0x1000000, 0x1800000,
					   0x1FFFFFC, 0,      0xFFFFFC, 0x8000};
	char path[32], name[64];
	const int fd = new_window(path);
	uint32_t words[2] = {0x12345678, 0x9ABCDEF0}, v;
	struct mk mk;

	snprintf(name, sizeof(name), "mmap:slot=none,mem=%s", path);
	assert_int_equal(mk_open(&mk, name), 0);
	assert_non_null((void *)mk.window);
	for (size_t EACH(i, 0); i < sizeof(offsets) / sizeof(*offsets); i++) {
		assert_int_equal(mk_write(&mk, offsets[i], 0xC0FFEE00 + (uint32_t)i), 0);
		assert_int_equal(in_file(fd, offsets[i]), 0xC0FFEE00 + i);
		assert_int_equal(mk_read(&mk, offsets[i], &v), 0);
		assert_int_equal(v, 0xC0FFEE00 + i);
	}
	assert_int_equal(mk_write_memory(&mk, 0x3FFFFE, words, 2), 0);
	assert_int_equal(in_file(fd, 0x1FFFFF8), 0x12345678);
	assert_int_equal(in_file(fd, 0x1FFFFFC), 0x9ABCDEF0);
	assert_int_equal(mk_trace64(&mk, 7, UINT64_C(0xAAAAAAAABBBBBBBB)), 0);
	assert_int_equal(in_file(fd, MK_HOLD), 0xAAAAAAAA);
	assert_int_equal(in_file(fd, MK_TS7), 0xBBBBBBBB);
	assert_int_equal(mk_command(&mk, "time", NULL, 0), -EOPNOTSUPP);
	assert_int_equal(mk_close(&mk), 0);
	/* a file that is no board, because it lacks the version number, or is smaller than the
	 * window is refused */
	assert_int_equal(pwrite(fd, &(uint32_t){0}, 4, MK_CONFIG), 4);
	assert_int_equal(mk_open(&mk, name), -ENODEV);
	set_version(fd);
	assert_int_equal(ftruncate(fd, MK_WINDOW_BYTES - 65536), 0);
	assert_int_equal(mk_open(&mk, name), -EIO);
	close(fd);
	unlink(path);
}

/* Tests a PCI board as Linux presents it: a folder with the files config and resource0. */
static void mapped_pci(void)
{
	char dir[] = "/tmp/mkpci.XXXXXX", path[64], name[64];
	const uint32_t base = 0xD0000002, config = VERSION;
	struct mk mk;
	int cfg, bar;

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/config", dir);
	cfg = open(path, O_RDWR | O_CREAT, 0600);
	assert_int_equal(ftruncate(cfg, 256), 0);
	assert_int_equal(pwrite(cfg, &(uint32_t){base & ~2u}, 4, 0x10), 4);
	snprintf(path, sizeof(path), "%s/resource0", dir);
	bar = open(path, O_RDWR | O_CREAT, 0600);
	assert_int_equal(ftruncate(bar, MK_WINDOW_BYTES), 0);
	snprintf(name, sizeof(name), "mmap:pci=%s", dir);
	assert_int_equal(mk_open(&mk, name), -ENODEV); /* the board has no version number yet */
	assert_int_equal(pwrite(bar, &config, 4, MK_CONFIG), 4);
	assert_int_equal(mk_open(&mk, name), 0);
	assert_int_equal(in_file(cfg, 4) & 2, 2); /* memory space is enabled */
	assert_int_equal(mk_trace(&mk, 1, 0x77), 0);
	assert_int_equal(in_file(bar, MK_TS1), 0x77);
	assert_int_equal(mk_close(&mk), 0);
	unlink(path);
	snprintf(path, sizeof(path), "%s/config", dir);
	unlink(path);
	rmdir(dir);
	close(cfg);
	close(bar);
}

/* ---- the toolkit's probe code ---- */

#define EVENT 0x1234

/* The probe as the paper prints it. */
static void probe(void)
{
	MK_DEFAULT_MAP();
	mk_ts1 = EVENT;
}

static void probe_all(void)
{
	mk_ts0 = 0x100;
	mk_ts1 = 0x101;
	mk_ts2 = 0x102;
	mk_ts3 = 0x103;
	mk_ts4 = 0x104;
	mk_ts5 = 0x105;
	mk_ts6 = 0x106;
	mk_ts7 = 0x107;
	mk_rs0 = 0x200;
	mk_rs1 = 0x201;
	mk_rs2 = 0x202;
	mk_rs3 = 0x203;
	mk_rs4 = 0x204;
	mk_rs5 = 0x205;
	mk_rs6 = 0x206;
	mk_rs7 = 0x207;
}

static uint32_t inner(void)
{
	mk_ts2 = 2;
	return 1;
}

static void probes_simulated(void)
{
	static const struct mk_sample none;
	uint8_t bytes[MK_RESOURCE_BYTES];
	struct mk_sample s = none;
	uint32_t words[MK_SAMPLE_ADDRESSES * (MK_TRACE_WORDS + RESOURCE_WORDS)], at = 0, v;

	mk_ts1 = EVENT; /* before the board is opened */
	assert_int_equal(mk_default_failures(), 1);
	setenv("MK_BOARD", "sim:", 1);
	probe();
	assert_null((void *)mk_default_window);
	assert_int_equal(mk_read_memory(&mk_default, 0, words, MK_TRACE_WORDS), 0);
	memcpy(bytes, words, MK_TRACE_BYTES);
	mk_sample_decode(bytes, &s);
	assert_true(s.data == EVENT && s.address == 1 && !s.resource && !s.cpu);
	assert_int_equal(mk_get_pointer(&mk_default, &v), 0);
	assert_int_equal(v, MK_TRACE_WORDS);
	/* the registers that MK_DEFAULT_MAP() sets */
	assert_int_equal(mk_get_config(&mk_default, &v), 0);
	assert_int_equal(v, VERSION | MK_DEFAULT_CONFIG);
	assert_int_equal(mk_get_csr(&mk_default, MK_II, &v), 0);
	assert_int_equal(v & 0xF, MK_CSR_SAMPLING | MK_CSR_MODE32);
	assert_int_equal(mk_get_filter(&mk_default, &v), 0);
	assert_int_equal(v, 0xFFFF);
	/* a second call sets the pointer to 0 */
	MK_DEFAULT_MAP();
	assert_int_equal(mk_get_pointer(&mk_default, &v), 0);
	assert_int_equal(v, 0);
	probe_all();
	assert_int_equal(mk_read_memory(&mk_default, 0, words, sizeof(words) / 4), 0);
	for (unsigned int EACH(i, 0); i < 16; i++) {
		memcpy(bytes, words + at, mk_sample_bytes((uint8_t)words[at]));
		mk_sample_decode(bytes, &s);
		assert_int_equal(s.resource, i >= 8);
		assert_int_equal(s.address, i % 8);
		assert_true(s.data == (i < 8 ? 0x100u : 0x200u) + i % 8);
		at += (uint32_t)mk_sample_bytes(bytes[0]) / 4;
	}
	assert_int_equal(mk_get_pointer(&mk_default, &v), 0);
	assert_int_equal(v, at);
	/* a probe within the expression of another one is taken first */
	MK_DEFAULT_MAP();
	mk_ts3 = inner();
	assert_int_equal(mk_read_memory(&mk_default, 0, words, 2 * MK_TRACE_WORDS), 0);
	assert_int_equal(words[0] & 0xFF, 2);
	assert_int_equal(words[MK_TRACE_WORDS] & 0xFF, 3);
	/* probes in branches without braces */
	if (v)
		mk_ts4 = 4;
	else
		mk_ts5 = 5;
	assert_int_equal(mk_read_memory(&mk_default, 2 * MK_TRACE_WORDS, words, MK_TRACE_WORDS),
			 0);
	assert_int_equal(words[0] & 0xFF, 4);
	assert_int_equal(mk_default_failures(), 1);
	assert_int_equal(mk_close(&mk_default), 0);
	unsetenv("MK_BOARD");
}

static void probes_mapped(void)
{
	char path[32], name[64];
	const int fd = new_window(path);

	snprintf(name, sizeof(name), "mmap:slot=none,mem=%s", path);
	setenv("MK_BOARD", name, 1);
	probe();
	assert_non_null((void *)mk_default_window);
	assert_int_equal(in_file(fd, MK_TS1), EVENT);
	assert_int_equal(in_file(fd, MK_CONFIG), MK_DEFAULT_CONFIG);
	assert_int_equal(in_file(fd, MK_MAP), 0);
	assert_int_equal(in_file(fd, MK_CSR), MK_CSR_SAMPLING | MK_CSR_MODE32);
	probe_all();
	for (uint32_t EACH(n, 0); n < 8; n++) {
		assert_int_equal(in_file(fd, MK_TS0 + 8 * n), 0x100 + n);
		assert_int_equal(in_file(fd, MK_RS0 + 8 * n), 0x200 + n);
	}
	mk_default_window = NULL;
	assert_int_equal(mk_close(&mk_default), 0);
	unsetenv("MK_BOARD");
	close(fd);
	unlink(path);
}

static const struct unit units[] = {
	UNIT(initialize, "MK-LIB-003 MK-LIB-004"),
	UNIT(pci, ""),
	UNIT(board_calls, "MK-LIB-006"),
	UNIT(chip_calls, "MK-LIB-006"),
	UNIT(ii_calls, "MK-LIB-006"),
	UNIT(timestamps, "MK-LIB-007"),
	UNIT(safe_pointer, "MK-LIB-008"),
	UNIT(pages, "MK-LIB-009 MK-VC-015"),
	UNIT(faults, "MK-LIB-010"),
	UNIT(bad_arguments, ""),
	UNIT(two_boards, "MK-LIB-010"),
	UNIT(threads, "MK-HLD-004"),
	UNIT(open_by_name, ""),
	UNIT(mapped, "MK-LIB-005"),
	UNIT(mapped_pci, ""),
	UNIT(probes_simulated, "MK-LIB-001 MK-LIB-002 MK-LIB-003"),
	UNIT(probes_mapped, "MK-LIB-001 MK-LIB-002"),
};

UNIT_MAIN(units)
