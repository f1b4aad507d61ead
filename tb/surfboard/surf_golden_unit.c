/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the golden model with the values in TR-596-99 and in the project's decisions. */
#include "surf_golden.h"
#include "../../sw/surfboard/sbit.h"
#include "unit.h"

#define MB 1048576u
#define IDENTITY \
	"FF2000148F00E0701403609017434077108274518B6186370718F720E44C9793128E568B597002B07F"
#define MAKEHIST \
	"FF2000148F00E0701403609017434077108274518B6506A6952AB4588B5574AF0614C45F33E11F2D7F"

enum {
	FCCR = 0x00,
	FCDR = 0x04,
	ACDR = 0x08,
	TTCR = 0x0C,
	ECDR = 0x10,
	PCLR = 0x14,
	ISCR = 0x18,
	IEMR = 0x1C,
	HTCR = 0x20,
	WCDR = 0x24,
	HFCR = 0x28,
	HFDR = 0x2C,
	TICR = 0x30,
	TECR = 0x34,
	TPIR = 0x38,
	EPIR = 0xC80,
	EBCR = 0xC84,
};

enum {
	TC = 1,
	TP = 2,
	EXT = 4,
	FNE = 8,
	FPF = 0x10,
	FAF = 0x20,
	FF = 0x40,
	FV = 0x80,
	BV = 0x100,
	WCV = 0x200,
	PV = 0x400,
	LV = 0x800,
	LU = 0x1000,
	RTV = 0x2000
};
enum { TEN = 1, HEN = 2, WEN = 4, TRG = 8, FRS = 0x10, PRS = 0x20 };

/* ---- helpers ---- */

static void wr(struct surf_golden *g, uint32_t offset, uint32_t data)
{
	surf_golden_write(g, offset, 0xF, data);
}

static uint32_t rd(struct surf_golden *g, uint32_t offset)
{
	return surf_golden_read(g, offset, 0xF);
}

static void fccr_is(struct surf_golden *g, unsigned int nibble)
{
	assert_int_equal(rd(g, FCCR) & 0xF, nibble);
}

/* Opens an enabled board with the FIFO out of reset. */
static struct surf_golden *board(uint32_t trace_mb, uint32_t hist_mb)
{
	struct surf_golden *g = surf_golden_open(trace_mb * MB, hist_mb * MB);

	assert_non_null(g);
	surf_golden_slot_write(g, EBCR, 0xF, 1);
	wr(g, HTCR, 0);
	return g;
}

static void load_acdr(struct surf_golden *g, uint32_t image)
{
	for (int i = 0; i < 28; i++)
		wr(g, ACDR, image >> i & 1);
}

static uint32_t read_acdr(struct surf_golden *g)
{
	uint32_t image = 0;

	for (int i = 0; i < 28; i++) {
		const uint32_t b = rd(g, ACDR);

		image |= b << i;
		wr(g, ACDR, b);
	}
	return image;
}

static uint32_t acdr(unsigned int sendid, unsigned int catmux, unsigned int s, unsigned int n,
		     unsigned int tsize)
{
	return sendid << 25 | catmux << 23 | s << 15 | n << 11 | tsize << 6;
}

/* ACDR image with the whole latency window and 16 trace entries. */
#define PLAIN acdr(1, 0, 0, 12, 0)

static void set_bit(uint8_t *v, unsigned int i, bool b)
{
	v[i / 8] = (uint8_t)((v[i / 8] & ~(0x80 >> i % 8)) | (b ? 0x80 >> i % 8 : 0));
}

static bool get_bit(const uint8_t *v, unsigned int i)
{
	return v[i / 8] >> (7 - i % 8) & 1;
}

static void unhex(const char *hex, uint8_t v[SBIT_BYTES])
{
	for (int i = 0; i < SBIT_BYTES; i++) {
		const char byte[] = {hex[2 * i], hex[2 * i + 1], 0};

		v[i] = (uint8_t)strtoul(byte, NULL, 16);
	}
}

static void restart(struct surf_golden *g)
{
	wr(g, FCCR, 1);
	wr(g, FCCR, 0);
}

static void clock_bits(struct surf_golden *g, const uint8_t *v, unsigned int from,
		       unsigned int to)
{
	for (unsigned int i = from; i < to; i++)
		wr(g, FCDR, get_bit(v, i));
}

static void clock_ones(struct surf_golden *g, unsigned int n)
{
	while (n--)
		wr(g, FCDR, 1);
}

static void load_stream(struct surf_golden *g, const uint8_t *v)
{
	restart(g);
	clock_bits(g, v, 0, SBIT_BITS);
	clock_ones(g, 4);
}

static void load_hex(struct surf_golden *g, const char *hex)
{
	uint8_t v[SBIT_BYTES];

	unhex(hex, v);
	load_stream(g, v);
	fccr_is(g, 8);
}

static struct packet packet(unsigned int words)
{
	return (struct packet){
		.tx = 1000, .first = 0x12345678, .words = (uint16_t)words, .be = 0xF};
}

/* Sends a packet of @words words with that latency. */
static struct surf_golden_result send(struct surf_golden *g, unsigned int words,
				      uint32_t latency)
{
	const struct packet p = packet(words);
	const struct surf_golden_seen seen = {.rxtime = p.tx + latency};
	struct surf_golden_result r;

	surf_golden_packet(g, &p, &seen, &r);
	return r;
}

static void count_one(void *arg, uint32_t word, uint32_t value)
{
	(void)word;
	(void)value;
	++*(uint64_t *)arg;
}

static void add_up(void *arg, uint32_t word, uint32_t value)
{
	(void)word;
	*(uint64_t *)arg += value;
}

/* ---- resets and plain registers ---- */

static void power_on(void)
{
	struct surf_golden *g = surf_golden_open(4 * MB, 4 * MB);

	assert_int_equal(surf_golden_slot_read(g, EPIR), 0x1000464E);
	assert_int_equal(surf_golden_slot_read(g, EBCR), 0);
	assert_int_equal(rd(g, HTCR), UINT32_MAX); /* not enabled: no board answers */
	wr(g, PCLR, 0x1F);
	surf_golden_slot_write(g, EBCR, 1, 1);
	assert_int_equal(rd(g, FCCR), 0xFF7);
	assert_int_equal(rd(g, FCDR), 0);
	assert_int_equal(read_acdr(g), 0);
	for (uint32_t EACH(r, TTCR); r <= IEMR; r += 4)
		assert_int_equal(rd(g, r), 0);
	assert_int_equal(rd(g, HTCR), 0x10);
	assert_int_equal(rd(g, WCDR), 0);
	assert_int_equal(rd(g, HFCR), 7);
	assert_int_equal(rd(g, HFDR), 0);
	for (uint32_t EACH(r, TICR); r <= TPIR + 4; r += 4)
		assert_int_equal(rd(g, r), 0);
	surf_golden_close(g);
	assert_null(surf_golden_open(8 * MB, 0));
}

static void enable_and_reset(void)
{
	struct surf_golden *g = board(4, 4);
	struct surf_golden_result r;

	surf_golden_slot_write(g, EPIR, 0xF, UINT32_MAX);
	assert_int_equal(surf_golden_slot_read(g, EPIR), 0x1000464E);
	surf_golden_slot_write(g, EBCR, 0xF, 0xA5C35DFF);
	assert_int_equal(surf_golden_slot_read(g, EBCR), 0xA5C35D01);
	surf_golden_slot_write(g, EBCR, 4, 0x00110000);
	assert_int_equal(surf_golden_slot_read(g, EBCR), 0xA5115D01);
	wr(g, IEMR, UINT32_MAX);
	assert_int_equal(rd(g, IEMR), 0x3FFF);
	wr(g, TTCR, UINT32_MAX);
	assert_int_equal(rd(g, TTCR), 0x1FF);
	surf_golden_write(g, TTCR, 1, 0);
	assert_int_equal(rd(g, TTCR), 0x100);
	surf_golden_write(g, TTCR, 2, 0);
	wr(g, PCLR, UINT32_MAX);
	assert_int_equal(rd(g, PCLR), 0x1F);
	wr(g, ECDR, UINT32_MAX);
	assert_int_equal(rd(g, ECDR), 1);
	wr(g, TPIR, UINT32_MAX);
	surf_golden_write(g, TPIR, 2, 0);
	assert_int_equal(rd(g, TPIR), 0x3F00FF);
	wr(g, TECR, UINT32_MAX);
	surf_golden_write(g, TECR, 7, 0);
	assert_int_equal(rd(g, TECR), 0x7FFFFF);
	wr(g, HTCR, WEN | HEN | TEN);
	surf_golden_resdrv(g);
	assert_int_equal(surf_golden_slot_read(g, EBCR), 0xA5115D00);
	r = send(g, 5, 0);
	assert_false(r.taken);
	surf_golden_slot_write(g, EBCR, 1, 1);
	assert_int_equal(rd(g, IEMR), 0);
	assert_int_equal(rd(g, HTCR), 7);
	assert_int_equal(rd(g, WCDR), 0);
	wr(g, IEMR, 0x3FFF);
	surf_golden_slot_write(g, EBCR, 1, 0);
	surf_golden_slot_write(g, EBCR, 1, 1);
	assert_int_equal(rd(g, IEMR), 0);
	assert_int_equal(rd(g, PCLR + 64 * 1023), 0x1F);
	wr(g, HTCR, PRS | WEN);
	r = send(g, 5, 0);
	assert_false(r.taken);
	wr(g, HTCR, WEN);
	r = send(g, 5, 0);
	assert_true(r.taken);
	assert_int_equal(rd(g, WCDR), 5);
	surf_golden_close(g);
}

/* ---- ACDR: 02006080 is SENDID 1 CATMUX 0 LAT_S 00 LAT_N C TSIZE 2 ---- */

static void acdr_shift(void)
{
	struct surf_golden *g = board(4, 4);
	static const struct {
		uint32_t image, ticr;
	} width[] = {{0x00, 0xF}, {0x40, 0x3FFFF}, {0x80, 0xFFFFF}, {0xC0, 0x3FFFFF}};

	load_acdr(g, 0x0A5C3E7);
	assert_int_equal(read_acdr(g), 0x0A5C3E7);
	assert_int_equal(read_acdr(g), 0x0A5C3E7);
	for (int i = 0; i < 12; i++)
		wr(g, ACDR, i & 1); /* 40 bits are shifted in; the last 28 remain */
	load_acdr(g, 0xFEDCBA9);
	surf_golden_write(g, ACDR, 2, 1);
	surf_golden_write(g, ACDR, 0xC, 1);
	assert_int_equal(read_acdr(g), 0xFEDCBA9);
	for (unsigned int EACH(i, 0); i < 4; i++) {
		load_acdr(g, width[i].image);
		wr(g, TICR, UINT32_MAX);
		assert_int_equal(rd(g, TICR), width[i].ticr);
		surf_golden_write(g, TICR, 3, 0);
		assert_int_equal(rd(g, TICR), width[i].ticr);
	}
	surf_golden_close(g);
}

static void acdr_example(void)
{
	struct surf_golden *g = board(16, 16);
	struct packet p = packet(1);
	struct surf_golden_seen seen = {.rxtime = p.tx + 0xFFFFFF, .category = 5};
	struct surf_golden_result r;

	assert_int_equal(acdr(1, 0, 0, 12, 2), 0x02006080);
	load_acdr(g, 0x02006080);
	wr(g, TICR, UINT32_MAX);
	assert_int_equal(rd(g, TICR), 0xFFFFF); /* TSIZE 2 */
	p.x = 0x2D;
	p.y = 0x36;
	surf_golden_packet(g, &p, &seen, &r);
	assert_int_equal(r.trace[0] >> 26, 0x2D);	    /* SENDID 1: Y 2, X D */
	assert_int_equal(r.trace[0] & 0x3FFFFFF, 0xFFFFFF); /* window of 24 bits at 0 */
	assert_int_equal(r.trace[1] >> 28, 5);		    /* CATMUX 0 */
	seen.rxtime++;
	surf_golden_packet(g, &p, &seen, &r);
	assert_int_equal(r.trace[0] & 0x3FFFFFF, 0x2FFFFFF); /* V */
	surf_golden_close(g);
}

/* ---- one packet ---- */

static void trace_words(void)
{
	struct surf_golden *g = board(4, 4);
	const struct packet p = {
		.tx = 0xABC00000000,
		.addr = 0xFABCDEF3,
		.first = 0x90000000,
		.words = 0x2A5,
		.x = 0x05,
		.y = 0x02,
		.color = 0x2B,
		.be = 0x9,
		.irq = true,
	};
	const struct surf_golden_seen seen = {.rxtime = 0xABC00123456, .category = 3};
	struct surf_golden_result r;

	load_acdr(g, acdr(1, 1, 0, 12, 0));
	wr(g, HTCR, TEN);
	for (uint32_t i = 0; i < 4; i++)
		surf_golden_trace_put(g, i, UINT32_MAX);
	surf_golden_packet(g, &p, &seen, &r);
	assert_true(r.recorded);
	assert_int_equal(r.trace[0], 0x25u << 26 | 0x123456);
	assert_int_equal(r.trace[1], 9u << 28 | 0x2A5u << 18 | 0x2Bu << 12 | 0xABC);
	assert_int_equal(r.trace[2], 0x00123456);
	/* I, P = 00, address bits 26..2, byte enables */
	assert_int_equal(r.trace[3], 1u << 31 | (0x2BCDEF3u >> 2) << 4 | 9);
	for (uint32_t EACH(i, 0); i < 4; i++)
		assert_int_equal(surf_golden_trace_word(g, i), r.trace[i]);
	assert_int_equal(surf_golden_category(g, &p), 9);
	surf_golden_close(g);
}

static void sender_id(void)
{
	struct surf_golden *g = board(4, 4);
	struct packet p = packet(1);
	const struct surf_golden_seen seen = {.rxtime = p.tx};
	struct surf_golden_result r;

	for (unsigned int EACH(id, 0); id < 8; id++) {
		load_acdr(g, acdr(id, 0, 0, 12, 0));
		for (unsigned int EACH(xy, 0); xy < 4096; xy++) {
			const unsigned int x = xy & 63, y = xy >> 6;
			const unsigned int want[] = {
				(y & 1) << 5 | (x & 31), (y & 3) << 4 | (x & 15),
				(y & 7) << 3 | (x & 7),	 (y & 15) << 2 | (x & 3),
				(y & 31) << 1 | (x & 1),
			};

			p.x = (uint8_t)x;
			p.y = (uint8_t)y;
			surf_golden_packet(g, &p, &seen, &r);
			assert_int_equal(r.trace[0] >> 26, want[id > 4 ? 0 : id]);
		}
	}
	surf_golden_close(g);
}

/* Returns the first trace word, without the sender, of a packet with these time stamps. */
static uint32_t stamps(struct surf_golden *g, uint64_t tx, uint64_t rx)
{
	struct packet p = packet(1);
	const struct surf_golden_seen seen = {.rxtime = rx};
	struct surf_golden_result r;

	p.tx = tx;
	surf_golden_packet(g, &p, &seen, &r);
	return r.trace[0] & 0x3FFFFFF;
}

#define V_FLAG (1u << 25)
#define U_FLAG (1u << 24)

static void latency_window(void)
{
	struct surf_golden *g = board(4, 4);
	const uint64_t top = (uint64_t)1 << 43, all = 2 * top - 1;

	/* NUM 12, START 6: units of 6.4 us; 0xFFF stands for 26.208 ms */
	load_acdr(g, acdr(0, 0, 3, 6, 0));
	assert_int_equal(0xFFF * 64 / 10, 26208); /* us */
	assert_int_equal(stamps(g, 7, 7 + 262143), 0xFFF);
	assert_int_equal(rd(g, ISCR), 0);
	assert_int_equal(stamps(g, 7, 7 + 262144), V_FLAG | 0xFFFFFF);
	assert_int_equal(rd(g, ISCR), LV);
	assert_int_equal(stamps(g, 0, 63), 0);
	assert_int_equal(stamps(g, 0, 64), 1);
	assert_int_equal(stamps(g, 0, 127), 1);
	assert_int_equal(stamps(g, 0, 128), 2);
	for (unsigned int EACH(s, 0); s < 32; s++) {
		for (unsigned int EACH(n, 0); n < 16; n++) {
			const unsigned int start = s > 20 ? 40 : 2 * s;
			const unsigned int num = n > 12 ? 24 : 2 * n;
			const uint64_t over = (uint64_t)1 << (start + num) % 64;

			load_acdr(g, acdr(0, 0, s, n, 0));
			assert_int_equal(stamps(g, 5, 5), 0);
			if (start + num < 44) {
				assert_int_equal(stamps(g, 0, over - 1), (1u << num) - 1);
				assert_int_equal(stamps(g, 0, over), V_FLAG | 0xFFFFFF);
				assert_int_equal(stamps(g, 0, top), V_FLAG | 0xFFFFFF);
			} else {
				assert_int_equal(stamps(g, 0, all), all >> start);
			}
		}
	}
	surf_golden_close(g);
}

static void latency_underflow(void)
{
	struct surf_golden *g = board(4, 4);
	const uint64_t all = ((uint64_t)1 << 44) - 1;

	load_acdr(g, PLAIN);
	assert_int_equal(stamps(g, 11, 10), U_FLAG);
	assert_int_equal(rd(g, ISCR), LU);
	wr(g, ISCR, LU);
	assert_int_equal(rd(g, ISCR), 0);
	assert_int_equal(stamps(g, (1u << 30) + 10, 10), U_FLAG);
	/* latency is not computed modulo 2^44 */
	assert_int_equal(stamps(g, all, 3), U_FLAG);
	assert_int_equal(stamps(g, all + 1 + 2, 3), 1); /* transmit time bit 44 is ignored */
	surf_golden_set_modulo(g, true);
	assert_int_equal(stamps(g, all, 3), 4);
	assert_int_equal(stamps(g, 11, 10), U_FLAG);
	assert_int_equal(stamps(g, 10 + all / 2, 10), U_FLAG);
	assert_int_equal(stamps(g, 10, 3 + (uint64_t)10), 3);
	surf_golden_close(g);
}

static void category(void)
{
	struct surf_golden *g = board(4, 4);
	struct packet p = packet(3);
	const struct surf_golden_seen seen = {.rxtime = p.tx, .category = 0xA};
	struct surf_golden_result r;

	for (unsigned int EACH(c, 0); c < 16; c++) {
		p.first = c << 28 | 0x0FFFFFFF;
		wr(g, PCLR, 15 - c);
		load_acdr(g, acdr(0, 0, 0, 12, 0));
		assert_int_equal(surf_golden_category(g, &p), 15 - c);
		surf_golden_packet(g, &p, &seen, &r);
		assert_int_equal(r.trace[1] >> 28, 0xA);
		load_acdr(g, acdr(0, 1, 0, 12, 0));
		assert_int_equal(surf_golden_category(g, &p), c);
		surf_golden_packet(g, &p, &seen, &r);
		assert_int_equal(r.trace[1] >> 28, c);
	}
	surf_golden_close(g);
}

/* ---- bin selector ---- */

static void selector_vectors(void)
{
	struct surf_golden *g = board(4, 16);
	uint8_t v[SBIT_BYTES];

	surf_golden_presence(g, 0xE, 0xE);
	fccr_is(g, 7);
	unhex(IDENTITY, v);
	wr(g, FCCR, 0);
	surf_golden_clearing(g, true);
	fccr_is(g, 6);
	clock_ones(g, 100); /* not counted */
	fccr_is(g, 6);
	surf_golden_clearing(g, false);
	fccr_is(g, 2);
	for (unsigned int EACH(i, 0); i < SBIT_BITS; i++) {
		/* lane 0 is not written, so the selector gets no clock */
		surf_golden_write(g, FCDR, 2, 0x100);
		surf_golden_write(g, FCDR,
				  i % 3 == 0   ? 1
				  : i % 3 == 1 ? 3
					       : 0xF,
				  0xFFFFFFFE | get_bit(v, i));
		assert_int_equal(rd(g, FCDR), get_bit(v, i));
		fccr_is(g, 2);
	}
	for (int EACH(i, 0); i < 3; i++) {
		clock_ones(g, 1);
		fccr_is(g, 2);
		assert_int_equal(surf_golden_select(g, 0xFFFFFF), 0);
	}
	clock_ones(g, 1);
	assert_int_equal(rd(g, FCCR), 0xEE8); /* the value in the session of B.2.1 */
	assert_int_equal(surf_golden_select(g, 0x3FFFFFFABCDEF), 0xABCDEF);
	for (unsigned int i = 0; i < 1000; i++)
		wr(g, FCDR, i * i >> 3 & 1);
	fccr_is(g, 8);
	assert_int_equal(surf_golden_select(g, 0x123456), 0x123456);
	wr(g, FCCR, 1);
	fccr_is(g, 7);
	assert_int_equal(surf_golden_select(g, 0x123456), 0);
	load_hex(g, MAKEHIST);
	/* size 2A5, all others but the latency 0, latency ABCDEF */
	assert_int_equal(surf_golden_select(g, (uint64_t)0x2A5 << 40 | 0xABCDEF), 0x2A5DEF);
	surf_golden_resdrv(g);
	surf_golden_slot_write(g, EBCR, 1, 1);
	fccr_is(g, 8);
	surf_golden_power_on(g);
	surf_golden_slot_write(g, EBCR, 1, 1);
	fccr_is(g, 7);
	surf_golden_close(g);
}

static void selector_inputs(void)
{
	struct surf_golden *g = board(4, 4);
	struct sbit_map map;
	uint8_t v[SBIT_BYTES];

	for (unsigned int EACH(i, 0); i < 64; i++) {
		for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
			map.sel[k] = (uint8_t)((i + k) % 64);
		assert_int_equal(sbit_compile(&map, v), 0);
		load_stream(g, v);
		fccr_is(g, 8);
		for (unsigned int EACH(in, 0); in <= 50; in++) {
			uint32_t want = 0;

			for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
				if (map.sel[k] == 63 || (map.sel[k] < 50 && map.sel[k] == in))
					want |= 1u << k;
			assert_int_equal(surf_golden_select(g, (uint64_t)1 << in), want);
		}
	}
	surf_golden_close(g);
}

/* Checks the order of the inputs: latency from 0, sender from 24, color from 30, category from
 * 36, size from 40. */
static void selector_order(void)
{
	struct surf_golden *g = board(4, 4);
	struct packet p = {.tx = 0, .words = 0x2A5, .x = 1, .color = 0x2B};
	const struct surf_golden_seen seen = {.rxtime = 0xABCDEF, .category = 9};
	const uint64_t in = (uint64_t)0x2A5 << 40 | (uint64_t)9 << 36 | (uint64_t)0x2B << 30 |
			    (uint64_t)1 << 24 | 0xABCDEF;
	struct surf_golden_result r;
	struct sbit_map map;
	uint8_t v[SBIT_BYTES];

	load_acdr(g, PLAIN);
	surf_golden_packet(g, &p, &seen, &r);
	assert_int_equal(r.bin, 0); /* not configured */
	for (unsigned int EACH(first, 0); first < 50; first += 10) {
		for (unsigned int k = 0; k < SBIT_OUTPUTS; k++)
			map.sel[k] = (uint8_t)(k < 10 ? first + k : 62);
		sbit_compile(&map, v);
		load_stream(g, v);
		surf_golden_packet(g, &p, &seen, &r);
		assert_int_equal(r.bin, in >> first & 0x3FF);
	}
	surf_golden_close(g);
}

/* Checks that one wrong bit in the frames, the check word or the postamble gives an error, and
 * elsewhere a selector that does not get done. (More ones than the four of the start-up would
 * reach a length count that is too large.) */
static void selector_single_errors(void)
{
	struct surf_golden *g = board(4, 4);
	uint8_t v[SBIT_BYTES];

	unhex(MAKEHIST, v);
	for (unsigned int EACH(i, 0); i < SBIT_BITS; i++) {
		unsigned int last = SBIT_BITS - 1; /* the bit that raises ERR */

		set_bit(v, i, !get_bit(v, i));
		if (i >= 40 && i < 304)
			last = 40 + (i - 40) / 11 * 11 + 10;
		else if (i >= 304 && i < 320)
			last = 319;
		restart(g);
		clock_bits(g, v, 0, last);
		fccr_is(g, 2);
		clock_bits(g, v, last, SBIT_BITS);
		fccr_is(g, i < 40 ? 2 : 6);
		clock_ones(g, 4);
		fccr_is(g, i < 40 ? 2 : 6);
		assert_int_equal(surf_golden_select(g, 0x3FFFFFFFFFFFF), 0);
		set_bit(v, i, !get_bit(v, i));
		if (i >= 12 && i < 36)
			continue;
		/* the stream is ignored until PROG goes from 1 to 0 */
		clock_bits(g, v, 0, SBIT_BITS);
		clock_ones(g, 8);
		fccr_is(g, i < 40 ? 2 : 6);
	}
	load_stream(g, v);
	fccr_is(g, 8);
	surf_golden_close(g);
}

static void selector_double_errors(void)
{
	struct surf_golden *g = board(4, 4);
	unsigned int streams = 0;
	uint8_t v[SBIT_BYTES];

	unhex(IDENTITY, v);
	for (unsigned int EACH(i, 40); i < 320; i++) {
		set_bit(v, i, !get_bit(v, i));
		for (unsigned int EACH(k, i + 1); k < 320; k++, streams++) {
			set_bit(v, k, !get_bit(v, k));
			load_stream(g, v);
			fccr_is(g, 6);
			set_bit(v, k, !get_bit(v, k));
		}
		set_bit(v, i, !get_bit(v, i));
	}
	assert_int_equal(streams, 39060);
	surf_golden_close(g);
}

static void set_length(uint8_t *v, uint32_t length)
{
	for (unsigned int i = 0; i < 24; i++)
		set_bit(v, 12 + i, length >> (23 - i) & 1);
}

static void selector_length(void)
{
	static const unsigned int extra[] = {1, 7, 100};
	struct surf_golden *g = board(4, 4);
	uint8_t v[SBIT_BYTES], constant[SBIT_BYTES];

	unhex(MAKEHIST, v);
	for (unsigned int EACH(i, 0); i < 3; i++) {
		set_length(v, SBIT_BITS + extra[i]);
		restart(g);
		clock_ones(g, extra[i]);
		clock_bits(g, v, 0, SBIT_BITS);
		clock_ones(g, 3);
		fccr_is(g, 2);
		clock_ones(g, 1);
		fccr_is(g, 8);
	}
	for (unsigned int EACH(i, 1); i <= 8; i++) { /* fewer than 8 leading ones */
		set_length(v, SBIT_BITS - i);
		restart(g);
		clock_bits(g, v, i, SBIT_BITS);
		clock_ones(g, 1000);
		fccr_is(g, 2);
	}
	set_length(v, SBIT_BITS);
	restart(g);
	clock_ones(g, 1);
	clock_bits(g, v, 0, SBIT_BITS);
	clock_ones(g, 1000);
	fccr_is(g, 2);
	set_length(v, 320);
	load_stream(g, v);
	clock_ones(g, 1000);
	fccr_is(g, 2);
	set_length(v, SBIT_BITS - 1);
	load_stream(g, v);
	fccr_is(g, 2);
	set_length(v, SBIT_BITS + 10);
	load_stream(g, v);
	clock_ones(g, 9);
	fccr_is(g, 2);
	clock_ones(g, 1);
	fccr_is(g, 8);
	set_length(v, SBIT_BITS);
	for (unsigned int EACH(n, 0); n < SBIT_BITS; n++) { /* cut short */
		restart(g);
		clock_bits(g, v, 0, n);
		fccr_is(g, 2);
	}
	memcpy(constant, v, sizeof(v));
	for (unsigned int f = 0; f < SBIT_OUTPUTS; f++)
		for (unsigned int i = 0; i < 4; i++)
			set_bit(constant, 40 + 11 * f + 7 + i, 6 >> (3 - i) & 1);
	load_stream(g, constant);
	fccr_is(g, 6);
	surf_golden_close(g);
}

/* ---- histogram and FIFO ---- */

static void histogram(void)
{
	struct surf_golden *g = board(4, 4);
	struct surf_golden_result r;
	uint64_t n = 0;

	load_acdr(g, PLAIN);
	load_hex(g, IDENTITY);
	surf_golden_hist_fill(g, 0);
	send(g, 1, 0x123);
	assert_int_equal(surf_golden_hist_word(g, 0x123), 0);
	wr(g, HTCR, HEN);
	r = send(g, 1, 0x123);
	assert_true(r.counted);
	assert_int_equal(r.bin, 0x123);
	assert_int_equal(surf_golden_hist_word(g, 0x123), 1);
	surf_golden_hist_each(g, count_one, &n);
	assert_int_equal(n, 1);
	assert_int_equal(rd(g, ISCR), 0);
	surf_golden_hist_put(g, 0x96, 0xFFFFFFFE);
	send(g, 1, 0x96);
	assert_int_equal(rd(g, ISCR), 0);
	r = send(g, 1, 0x96);
	assert_true(r.bin_wrapped);
	assert_int_equal(rd(g, ISCR), BV | FNE);
	send(g, 1, 0x96);
	assert_int_equal(surf_golden_hist_word(g, 0x96), 1);
	for (int i = 0; i < 3; i++)
		rd(g, HFDR);
	/* with 1M bins the packet is counted modulo the size, and the FIFO gets the whole
	 * address */
	surf_golden_hist_put(g, 1, UINT32_MAX);
	send(g, 1, 0x900001);
	assert_int_equal(surf_golden_hist_word(g, 1), 0);
	assert_int_equal(rd(g, HFDR), 0x101);
	assert_int_equal(rd(g, HFDR), 0x000);
	assert_int_equal(rd(g, HFDR), 0x090);
	surf_golden_hist_put(g, 0x35A96, UINT32_MAX);
	send(g, 1, 0xC35A96);
	assert_int_equal(rd(g, HFDR), 0x196);
	assert_int_equal(rd(g, HFDR), 0x05A);
	assert_int_equal(rd(g, HFDR), 0x0C3);
	/* the FIFO is empty and returns the last slot again */
	assert_int_equal(rd(g, HFDR), 0x0C3);
	assert_int_equal(surf_golden_error(g), 0);
	surf_golden_close(g);
}

static void fifo_slots(void)
{
	struct surf_golden *g = board(4, 4);

	wr(g, HFDR, 0xFFFFFFA5);
	surf_golden_write(g, HFDR, 1, 0x1C3);
	surf_golden_write(g, HFDR, 3, 0x15A);
	surf_golden_write(g, HFDR, 2, 0x1FF);
	surf_golden_write(g, HFDR, 0xC, 0x1FF);
	assert_int_equal(surf_golden_read(g, HFDR, 2) >> 9, 0); /* does not pop */
	assert_int_equal(rd(g, HFDR), 0x1A5);
	assert_int_equal(surf_golden_read(g, HFDR, 1) & 0xFF, 0xC3);
	assert_int_equal(rd(g, ISCR), FNE);
	assert_int_equal(rd(g, HFDR), 0x15A);
	assert_int_equal(rd(g, ISCR), 0);
	assert_int_equal(rd(g, HFDR), 0x15A);
	wr(g, HFDR, 0x0C3);
	assert_int_equal(rd(g, HFDR), 0x0C3);
	for (uint32_t i = 0; i < 4097; i++)
		wr(g, HFDR, i & 0x1FF);
	assert_int_equal(rd(g, ISCR), FF | FAF | FPF | FNE); /* no FV */
	for (uint32_t EACH(i, 0); i < 4096; i++)
		assert_int_equal(rd(g, HFDR), i & 0x1FF);
	assert_int_equal(rd(g, ISCR), 0);
	wr(g, HFDR, 1);
	wr(g, HTCR, FRS);
	assert_int_equal(rd(g, ISCR), 0);
	wr(g, HFDR, 1);
	wr(g, HTCR, 0);
	assert_int_equal(rd(g, ISCR), 0);
	surf_golden_close(g);
}

static void fifo_offsets(void)
{
	struct surf_golden *g = board(4, 4);
	static const uint32_t ones[] = {0xFF, 0xF, 0xFF, 0xF};

	for (int EACH(i, 0); i < 8; i++)
		assert_int_equal(rd(g, HFCR), i & 1 ? 0 : 7);
	wr(g, HFCR, 0xFFFFFF34);
	wr(g, HFCR, 2);
	surf_golden_read(g, HFCR, 2); /* without lane 0 the pointer does not advance */
	surf_golden_write(g, HFCR, 0xC, 0);
	wr(g, HFCR, 0x56);
	wr(g, HFCR, 1);
	assert_int_equal(rd(g, HFCR), 0x34);
	assert_int_equal(rd(g, HFCR), 0x02);
	surf_golden_resdrv(g);
	surf_golden_slot_write(g, EBCR, 1, 1);
	assert_int_equal(rd(g, HFCR), 0x56);
	assert_int_equal(rd(g, HFCR), 0x01);
	for (int i = 0; i < 4; i++)
		wr(g, HFCR, 0xFF);
	for (int EACH(i, 0); i < 4; i++)
		assert_int_equal(rd(g, HFCR), ones[i]);
	rd(g, HFCR);
	wr(g, HTCR, FRS);
	wr(g, HTCR, 0);
	for (int EACH(i, 0); i < 4; i++)
		assert_int_equal(rd(g, HFCR), i & 1 ? 0 : 7);
	surf_golden_close(g);
}

static void fifo_flags(void)
{
	static const unsigned int offset[] = {0, 1, 7, 0x123, 0xFFF};

	for (unsigned int EACH(exact, 0); exact < 2; exact++)
		for (unsigned int EACH(o, 0); o < 5; o++) {
			struct surf_golden *g = board(4, 4);
			const unsigned int empty = offset[o], full = offset[4 - o];

			surf_golden_set_idt_exact(g, exact);
			wr(g, HFCR, empty & 0xFF);
			wr(g, HFCR, empty >> 8);
			wr(g, HFCR, full & 0xFF);
			wr(g, HFCR, full >> 8);
			for (unsigned int EACH(used, 0); used <= 4096; used++) {
				uint32_t want = 0;

				if (used >= 1)
					want |= FNE;
				if (exact ? used >= empty + 1 : used >= empty)
					want |= FPF;
				if (exact ? 4096 - used <= full : 4096 - used < full)
					want |= FAF;
				if (used == 4096)
					want |= FF;
				assert_int_equal(rd(g, ISCR), want);
				wr(g, HFDR, 0);
			}
			surf_golden_close(g);
		}
}

/* The FIFO takes 1365 indices; all three slots of the next one are lost. */
static void fifo_overflow(void)
{
	struct surf_golden *g = board(4, 4);

	load_acdr(g, PLAIN);
	load_hex(g, IDENTITY);
	surf_golden_hist_fill(g, UINT32_MAX);
	wr(g, HTCR, HEN);
	for (uint32_t i = 0; i < 1365; i++)
		send(g, 1, 0x10203 * i & 0xFFFFF);
	assert_int_equal(rd(g, ISCR), BV | FAF | FPF | FNE);
	send(g, 1, 0xFFFFF);
	/* the packet is counted nevertheless */
	assert_int_equal(surf_golden_hist_word(g, 0xFFFFF), 0);
	assert_int_equal(rd(g, ISCR), BV | FV | FAF | FPF | FNE);
	for (int i = 0; i < 3; i++)
		rd(g, HFDR);
	send(g, 1, 0xFFFFE);
	for (uint32_t EACH(i, 1); i < 1366; i++) {
		const uint32_t bin = i == 1365 ? 0xFFFFE : 0x10203 * i & 0xFFFFF;

		assert_int_equal(rd(g, HFDR), 0x100 | (bin & 0xFF));
		assert_int_equal(rd(g, HFDR), bin >> 8 & 0xFF);
		assert_int_equal(rd(g, HFDR), bin >> 16);
	}
	wr(g, ISCR, BV | FV);
	assert_int_equal(rd(g, ISCR), 0);
	for (int used = 0; used < 4093; used++)
		wr(g, HFDR, 0);
	send(g, 1, 0xFFFFD);
	assert_int_equal(rd(g, ISCR), BV | FF | FAF | FPF | FNE);
	rd(g, HFDR);
	rd(g, HFDR);
	send(g, 1, 0xFFFFC); /* 4094 used */
	assert_int_equal(rd(g, ISCR), BV | FV | FAF | FPF | FNE);
	surf_golden_close(g);
}

static void word_count(void)
{
	struct surf_golden *g = board(4, 4);
	struct surf_golden_result r;

	send(g, 9, 0);
	assert_int_equal(rd(g, WCDR), 0);
	wr(g, HTCR, WEN);
	r = send(g, 1024, 0);
	assert_int_equal(r.trace[1] >> 18 & 0x3FF, 0);
	assert_int_equal(rd(g, WCDR), 0x400);
	wr(g, WCDR, 0xFFFFFFFE);
	surf_golden_write(g, WCDR, 7, 0);
	send(g, 1, 0);
	assert_int_equal(rd(g, ISCR), 0);
	wr(g, WCDR, 0xFFFFFFFE);
	send(g, 5, 0);
	assert_int_equal(rd(g, WCDR), 3);
	assert_int_equal(rd(g, ISCR), WCV);
	wr(g, ISCR, WCV);
	wr(g, WCDR, 0xFFFFFFFE);
	send(g, 2, 0);
	assert_int_equal(rd(g, WCDR), 0);
	assert_int_equal(rd(g, ISCR), WCV);
	surf_golden_close(g);
}

/* ---- trace modes ---- */

enum { NEVER = 1000 };

/* Sends 40 numbered packets to a trace of 16 entries; the input is TRUE from packet @input on,
 * and packet @overflow wraps its bin. */
static struct surf_golden *trace_run(unsigned int mode, unsigned int qual, unsigned int input,
				     unsigned int overflow)
{
	struct surf_golden *g = board(4, 4);

	load_acdr(g, PLAIN);
	load_hex(g, IDENTITY);
	surf_golden_hist_fill(g, 0);
	surf_golden_hist_put(g, overflow, UINT32_MAX);
	surf_golden_trace_fill(g, 0);
	wr(g, TTCR, mode << 2 | qual);
	wr(g, HTCR, TEN | HEN);
	for (uint32_t i = 0; i < 40; i++) {
		const struct packet p = {.tx = 0, .addr = (i + 1) << 2, .words = 1};
		const struct surf_golden_seen seen = {.rxtime = i, .ext = i >= input};

		surf_golden_packet(g, &p, &seen, NULL);
	}
	return g;
}

/* Checks that the memory holds packets @first to @first + @n - 1 and that packet @at0 is at
 * index 0. */
static void trace_is(struct surf_golden *g, uint32_t first, uint32_t n, uint32_t at0,
		     uint32_t tpir, uint32_t ticr, uint32_t tecr, bool tc)
{
	assert_int_equal(rd(g, TPIR), tpir);
	assert_int_equal(rd(g, TICR), ticr);
	assert_int_equal(rd(g, TECR), tecr);
	assert_int_equal(rd(g, ISCR) & TC, tc);
	for (uint32_t EACH(i, 0); i < 16; i++) {
		const uint32_t number = surf_golden_trace_word(g, 4 * i + 3) >> 4;
		const uint32_t want = at0 + i < first + n ? at0 + i : at0 + i - n;

		assert_int_equal(number, i < n ? want + 1 : 0);
	}
	surf_golden_close(g);
}

static void trace_modes(void)
{
	struct surf_golden *g;

	for (unsigned int EACH(mode, 0); mode < 4; mode += 3) { /* 3 behaves as 0 */
		trace_is(trace_run(mode, 0, NEVER, NEVER), 0, 16, 0, 0, 0, 16, true);
		trace_is(trace_run(mode, 1, 20, NEVER), 20, 16, 20, 0, 0, 16, true);
		trace_is(trace_run(mode, 2, 0, 20), 20, 16, 20, 0, 0, 16, true);
		trace_is(trace_run(mode, 3, 18, 20), 18, 16, 18, 0, 0, 16, true);
		trace_is(trace_run(mode, 3, 20, 18), 18, 16, 18, 0, 0, 16, true);
		trace_is(trace_run(mode, 1, NEVER, 5), 0, 0, 0, 0, 0, 0, false);
	}
	trace_is(trace_run(1, 0, NEVER, NEVER), 0, 16, 0, 0, 0, 16, true);
	trace_is(trace_run(1, 1, 20, NEVER), 12, 16, 16, 4, 12, 16, true);
	trace_is(trace_run(1, 2, 0, 20), 12, 16, 16, 4, 12, 16, true);
	trace_is(trace_run(1, 3, 18, 20), 10, 16, 16, 2, 10, 16, true);
	trace_is(trace_run(1, 3, 20, 18), 10, 16, 16, 2, 10, 16, true);
	trace_is(trace_run(1, 1, NEVER, 5), 24, 16, 32, 0, 8, 8, false);
	/* early trigger: the trace continues until the memory is full */
	for (uint32_t EACH(k, 0); k < 8; k++)
		trace_is(trace_run(1, 1, k, NEVER), 0, 16, 0, k, 0, 16, true);
	/* otherwise 8 more packets are recorded, including the trigger packet */
	for (uint32_t EACH(k, 8); k < 32; k++) {
		const uint32_t end = k + 8;

		trace_is(trace_run(1, 1, k, NEVER), end - 16, 16, end / 16 * 16, k % 16,
			 end % 16, 16, true);
	}
	trace_is(trace_run(2, 0, NEVER, NEVER), 0, 1, 0, 0, 1, 1, true);
	trace_is(trace_run(2, 1, 4, NEVER), 0, 5, 0, 4, 5, 5, true);
	trace_is(trace_run(2, 1, 20, NEVER), 5, 16, 16, 4, 5, 16, true);
	trace_is(trace_run(2, 2, 0, 20), 5, 16, 16, 4, 5, 16, true);
	trace_is(trace_run(2, 3, 18, 20), 3, 16, 16, 2, 3, 16, true);
	trace_is(trace_run(2, 3, 20, 18), 3, 16, 16, 2, 3, 16, true);
	trace_is(trace_run(2, 1, NEVER, 5), 24, 16, 32, 0, 8, 16, false);
	g = trace_run(0, 1, 39, NEVER);
	assert_int_equal(rd(g, TECR), 1);
	assert_int_equal(rd(g, HTCR), TRG | HEN | TEN);
	assert_int_equal(rd(g, ISCR), TP);
	surf_golden_close(g);
}

static void trace_sizes(void)
{
	static const uint32_t entries[] = {16, 1u << 18, 1u << 20, 1u << 22};
	static const uint32_t mb[] = {4, 4, 16, 64};

	for (unsigned int EACH(t, 0); t < 4; t++) {
		struct surf_golden *g = board(mb[t], 4);
		const uint32_t n = entries[t];
		uint64_t words = 0;

		load_acdr(g, acdr(0, 0, 0, 12, t));
		surf_golden_trace_fill(g, 0xEEEEEEEE);
		wr(g, TICR, n - 3);
		wr(g, TECR, n - 3);
		wr(g, HTCR, TEN);
		for (int EACH(i, 0); i < 6; i++) {
			const struct surf_golden_result r = send(g, 1, 7);

			assert_int_equal(r.recorded, i < 3);
			assert_int_equal(r.triggered, i == 0);
		}
		assert_int_equal(rd(g, TICR), 0);
		assert_int_equal(rd(g, TECR), n);
		assert_int_equal(rd(g, TPIR), n - 3);
		assert_int_equal(rd(g, ISCR), TP | TC);
		surf_golden_trace_each(g, count_one, &words);
		assert_int_equal(words, 12);
		assert_int_equal(surf_golden_trace_word(g, 4 * (n - 1) + 2), 1007);
		wr(g, HTCR, 0);
		wr(g, TICR, n - 2); /* wraps */
		wr(g, TECR, 0);
		wr(g, ISCR, TP | TC);
		wr(g, TTCR, 2 << 2 | 1);
		wr(g, HTCR, TEN);
		for (int i = 0; i < 4; i++)
			send(g, 1, 7);
		assert_int_equal(rd(g, TICR), 2);
		assert_int_equal(rd(g, TECR), 4);
		assert_int_equal(rd(g, TPIR), n - 3);
		assert_int_equal(rd(g, ISCR), 0);
		wr(g, TTCR, 0);
		wr(g, TECR, n - 1);
		assert_int_equal(rd(g, ISCR), 0);
		wr(g, TECR, n);
		assert_int_equal(rd(g, ISCR), TC);
		surf_golden_close(g);
	}
}

static void trigger(void)
{
	struct surf_golden *g = board(4, 4);
	struct surf_golden_result r;

	load_acdr(g, PLAIN);
	wr(g, TPIR, 0x33);
	wr(g, HTCR, TEN);
	wr(g, HTCR, TRG | TEN);
	assert_int_equal(rd(g, ISCR), TP);
	assert_int_equal(rd(g, TPIR), 0x33);
	wr(g, TTCR, 1); /* QUAL 01, input FALSE: recorded, because TRG is set */
	assert_true(send(g, 1, 0).recorded);
	assert_int_equal(rd(g, TECR), 1);
	wr(g, HTCR, 0);
	wr(g, ISCR, TP);
	wr(g, HTCR, TRG);
	wr(g, HTCR, 0);
	wr(g, HTCR, TRG | TEN); /* TEN was 0 before this write */
	assert_int_equal(rd(g, ISCR), 0);
	wr(g, HTCR, 0);
	wr(g, TTCR, 2 << 2); /* MODE 10 */
	wr(g, HTCR, TRG);
	assert_int_equal(rd(g, ISCR), TC);
	wr(g, ISCR, TC);
	assert_int_equal(rd(g, ISCR), TC); /* the condition still holds */
	wr(g, HTCR, 0);
	assert_int_equal(rd(g, ISCR), TC); /* sticky */
	wr(g, ISCR, TC);
	assert_int_equal(rd(g, ISCR), 0);
	wr(g, TICR, 9);
	wr(g, HTCR, TEN);
	r = send(g, 1, 0);
	assert_true(r.triggered && r.recorded);
	assert_int_equal(rd(g, TPIR), 9);
	assert_false(send(g, 1, 0).recorded);
	wr(g, ISCR, TP);
	send(g, 1, 0);
	assert_int_equal(rd(g, ISCR), TC);
	wr(g, HTCR, TEN); /* TRG = 0: the next packet triggers again */
	send(g, 1, 0);
	assert_int_equal(rd(g, ISCR), TC | TP);
	assert_int_equal(rd(g, TPIR), 10);
	surf_golden_close(g);
}

/* ---- interrupts and the external connector ---- */

static void interrupts(void)
{
	static const unsigned int line[] = {0, 0, 5, 9, 10, 12, 14, 15};
	struct surf_golden *g = board(4, 4);
	unsigned int irq = 99;

	assert_false(surf_golden_irq(g, &irq));
	assert_int_equal(irq, 0);
	wr(g, HTCR, TEN);
	wr(g, HTCR, TEN | TRG);
	wr(g, IEMR, TP);
	for (uint32_t EACH(l, 0); l < 8; l++) {
		surf_golden_slot_write(g, EBCR, 2, l << 8);
		assert_int_equal(surf_golden_irq(g, &irq), l >= 2);
		assert_int_equal(irq, line[l]);
		assert_int_equal(rd(g, ISCR), TP | (l >= 2 ? 1u << 31 : 0));
	}
	wr(g, IEMR, 0x3FFF & ~TP);
	assert_false(surf_golden_irq(g, NULL));
	assert_int_equal(rd(g, ISCR), TP);
	wr(g, IEMR, TP);
	assert_true(surf_golden_irq(g, NULL));
	surf_golden_slot_write(g, EBCR, 1, 0);
	assert_false(surf_golden_irq(g, NULL));
	surf_golden_slot_write(g, EBCR, 1, 1);
	assert_false(surf_golden_irq(g, NULL));
	assert_int_equal(rd(g, ISCR), TP);
	wr(g, ISCR, 0xFFFFC000);
	assert_int_equal(rd(g, ISCR), TP);
	surf_golden_write(g, ISCR, 2, UINT32_MAX);
	assert_int_equal(rd(g, ISCR), TP);
	surf_golden_write(g, ISCR, 1, UINT32_MAX);
	assert_int_equal(rd(g, ISCR), 0);
	surf_golden_rtv(g, true);
	wr(g, ISCR, UINT32_MAX);
	assert_int_equal(rd(g, ISCR), RTV);
	wr(g, IEMR, RTV);
	assert_true(surf_golden_irq(g, NULL));
	surf_golden_rtv(g, false);
	assert_int_equal(rd(g, ISCR), 0);
	/* EMPTY = 30: the tenth bin overflow interrupts */
	wr(g, HTCR, HEN);
	wr(g, IEMR, FPF);
	wr(g, HFCR, 30);
	for (int EACH(i, 1); i <= 10; i++) {
		surf_golden_hist_put(g, 0, UINT32_MAX);
		send(g, 1, 0);
		assert_int_equal(surf_golden_irq(g, NULL), i == 10);
	}
	surf_golden_close(g);
}

static void dropped(void)
{
	struct surf_golden *g = board(4, 4);
	const struct packet p = {.tx = 5, .words = 3};
	const struct surf_golden_seen seen = {.rxtime = 1, .drop = true};
	struct surf_golden_result r;

	surf_golden_hist_fill(g, 0);
	wr(g, HTCR, PRS | WEN | HEN | TEN);
	surf_golden_packet(g, &p, &seen, &r);
	assert_int_equal(rd(g, ISCR), 0);
	wr(g, HTCR, WEN | HEN | TEN);
	surf_golden_packet(g, &p, &seen, &r);
	assert_false(r.taken || r.counted || r.recorded);
	assert_int_equal(rd(g, ISCR), PV);
	assert_int_equal(rd(g, WCDR), 0);
	assert_int_equal(rd(g, TECR), 0);
	assert_int_equal(surf_golden_hist_word(g, 0), 0);
	wr(g, HTCR, 0); /* the flags change without any mode */
	wr(g, ISCR, PV);
	surf_golden_packet(g, &p, &seen, NULL);
	assert_int_equal(rd(g, ISCR), PV);
	surf_golden_close(g);
}

static void external(void)
{
	struct surf_golden *g = board(4, 4);

	assert_false(surf_golden_ext_out(g));
	surf_golden_ext(g, false);
	assert_int_equal(rd(g, ISCR), EXT);
	wr(g, ISCR, EXT);
	assert_int_equal(rd(g, ISCR), 0);
	surf_golden_ext(g, true);
	assert_int_equal(rd(g, ISCR), 0); /* TRUE to FALSE */
	wr(g, TTCR, 0x100);
	assert_int_equal(rd(g, ISCR), EXT); /* EIP is inverted while the level is constant */
	wr(g, ISCR, EXT);
	wr(g, TTCR, 0);
	assert_int_equal(rd(g, ISCR), 0);
	for (unsigned int EACH(c, 0); c < 256; c++) {
		const bool data = c & 1, line = c >> 1 & 1, boc = c >> 2 & 1;
		const bool mbv = c >> 3 & 1, mei = c >> 4 & 1, meod = c >> 5 & 1;
		const bool eop = c >> 6 & 1, eip = c >> 7 & 1;
		const bool in = line == eip;
		const bool out = (meod && data) || (mei && in) || (mbv && boc);

		wr(g, ISCR, BV);
		wr(g, HTCR, HEN);
		surf_golden_hist_put(g, 0, UINT32_MAX);
		if (boc)
			send(g, 1, 0);
		wr(g, ECDR, data);
		surf_golden_ext(g, line);
		wr(g, TTCR, eip << 8 | eop << 7 | meod << 6 | mei << 5 | mbv << 4);
		assert_int_equal(surf_golden_ext_out(g), out != eop);
		surf_golden_slot_write(g, EBCR, 1, 0);
		assert_false(surf_golden_ext_out(g));
		surf_golden_slot_write(g, EBCR, 1, 1);
	}
	surf_golden_close(g);
}

/* ---- the session of B.2.1: 519 packets with 525 words ---- */

static void session(void)
{
	static const unsigned int barrier[] = {1, 2, 3, 2, 2, 2, 1};
	struct surf_golden *g = surf_golden_open(16 * MB, 16 * MB);
	uint64_t sum = 0;

	surf_golden_presence(g, 0xE, 0xE);
	surf_golden_slot_write(g, EBCR, 0xF, 1);
	wr(g, IEMR, 0);
	wr(g, HTCR, 0);
	load_acdr(g, 0x02006080);
	load_hex(g, MAKEHIST);
	wr(g, TTCR, 0);
	surf_golden_hist_fill(g, 0);
	wr(g, TICR, 0);
	wr(g, TECR, 0);
	wr(g, HTCR, WEN | HEN | TEN);
	for (unsigned int i = 0; i < 519; i++)
		send(g, i < 512 ? 1 : barrier[i - 512], 100 + i % 50);
	wr(g, HTCR, 0);
	assert_int_equal(rd(g, FCCR), 0x00000EE8);
	assert_int_equal(read_acdr(g), 0x02006080);
	assert_int_equal(rd(g, TTCR), 0);
	assert_int_equal(rd(g, ECDR), 0);
	assert_int_equal(rd(g, PCLR), 0);
	assert_int_equal(rd(g, ISCR), 0x00000002);
	assert_int_equal(rd(g, IEMR), 0);
	assert_int_equal(rd(g, HTCR), 0);
	for (int EACH(i, 0); i < 4; i++)
		assert_int_equal(rd(g, HFCR), i & 1 ? 0 : 7);
	assert_int_equal(rd(g, TPIR), 0);
	assert_int_equal(rd(g, TICR), 0x207);
	assert_int_equal(rd(g, TECR), 0x207);
	assert_int_equal(rd(g, TECR), 519);
	assert_int_equal(rd(g, WCDR), 0x20D);
	assert_int_equal(rd(g, WCDR), 525);
	surf_golden_hist_each(g, add_up, &sum);
	assert_int_equal(sum, 519);
	surf_golden_close(g);
}

static const struct unit units[] = {
	UNIT(power_on, ""),
	UNIT(enable_and_reset, ""),
	UNIT(acdr_shift, ""),
	UNIT(acdr_example, ""),
	UNIT(trace_words, ""),
	UNIT(sender_id, ""),
	UNIT(latency_window, ""),
	UNIT(latency_underflow, ""),
	UNIT(category, ""),
	UNIT(selector_vectors, ""),
	UNIT(selector_inputs, ""),
	UNIT(selector_order, ""),
	UNIT(selector_single_errors, ""),
	UNIT(selector_double_errors, ""),
	UNIT(selector_length, ""),
	UNIT(histogram, ""),
	UNIT(fifo_slots, ""),
	UNIT(fifo_offsets, ""),
	UNIT(fifo_flags, ""),
	UNIT(fifo_overflow, ""),
	UNIT(word_count, ""),
	UNIT(trace_modes, ""),
	UNIT(trace_sizes, ""),
	UNIT(trigger, ""),
	UNIT(interrupts, ""),
	UNIT(dropped, ""),
	UNIT(external, ""),
	UNIT(session, ""),
};

UNIT_MAIN(units)
