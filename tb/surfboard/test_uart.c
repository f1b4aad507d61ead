/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the bridge from a UART (rtl/bridge) in the design for FPGA boards (surf_fpga) with the
 * driver and the device backend, with frames that are damaged on the line, and with frames of
 * UARTBone; and on a Wishbone bus (bridge_wb) with a second master and slaves that do not
 * answer.
 */
#include <errno.h>
#include <string.h>

#include "le.h"
#include "sbit.h"
#include "sim.h"
#include "surfboard_regs.h"
#include "surflib.h"
#include "uart.h"
#include "uartdev.h"

#define BAUD 3000000u
#define CONTROL 0x10000000u /* address of the registers of control.v */
#define CLOCKS 0x10000004u
#define COUNTERS 0x10000040u
#define RUN_AND_CLEAR 3u
#define BINS 1024u
#define HISTOGRAM 0xC0000u /* in the window of 1 MB */
#define NOWHERE 0x20000000u
#define GAP_US 1100	/* a pause that ends a frame: more than GAP_MS of the model */
#define BYTE_US 5	/* a byte takes less */
#define PATIENCE_MS 200 /* time limit of the backend, instead of UARTDEV_TIMEOUT_MS */

/* The serial line to the design, on which bytes are lost, changed and added. A millisecond of
 * the backend takes 10 us of simulated time, in which the model recovers as surf_fpga does in
 * real time. */
struct line {
	struct uartdev_line line; /* first */
	struct sim *s;
	struct uart *uart;
	unsigned int quality; /* average number of bytes between two faults; 0: there are no
			       * faults */
	uint64_t faults, bytes;
};

/* Damages a byte; returns the number of bytes that arrive for it, 0 to 2. */
static size_t damage(struct line *l, uint8_t in, uint8_t *out)
{
	out[0] = in;
	l->bytes++;
	if (!l->quality || sim_range(l->s, 1, l->quality) > 1)
		return 1;
	l->faults++;
	switch (sim_range(l->s, 0, 2)) {
	case 0:
		return 0;
	case 1:
		out[0] ^= (uint8_t)(1u << sim_range(l->s, 0, 7));
		return 1;
	default:
		out[1] = (uint8_t)sim_random(l->s);
		return 2;
	}
}

static int line_send(struct uartdev_line *line, const uint8_t *bytes, size_t n)
{
	struct line *l = (struct line *)line;

	for (size_t i = 0; i < n; i++) {
		uint8_t out[2];

		uart_send(l->uart, out, damage(l, bytes[i], out));
	}
	return 0;
}

static int line_receive(struct uartdev_line *line, uint8_t *bytes, size_t n,
			unsigned int timeout_ms)
{
	struct line *l = (struct line *)line;
	uint8_t byte, out[2];

	(void)n;
	if (!uart_receive(l->uart, &byte, 1, SIM_US(10) * timeout_ms))
		return -ETIMEDOUT;
	/* an added byte replaces the next one */
	if (damage(l, byte, out) == 0)
		return line_receive(line, bytes, n, timeout_ms);
	bytes[0] = out[0];
	return 1;
}

static void line_close(struct uartdev_line *line)
{
	(void)line;
}

static uint64_t line_now_ms(struct uartdev_line *line)
{
	return sim_now(((struct line *)line)->s) / SIM_US(10);
}

/* @active: level of @reset that resets the design */
static struct line *open_line_of(struct sim *s, struct line *l, struct sim_clock *clk,
				 const char *reset, unsigned int active)
{
	uint8_t byte;

	*l = (struct line){{line_send, line_receive, line_close, line_now_ms, BAUD / 100, true},
			   s,
			   NULL,
			   0,
			   0,
			   0};
	l->uart = uart_open(s, clk, "rxd", "txd", BAUD);
	sim_put(sim_pin(s, reset), active);
	sim_wait(s, SIM_US(1));
	sim_put(sim_pin(s, reset), !active);
	SIM_EQ(s, uart_receive(l->uart, &byte, 1, SIM_US(BYTE_US)), 0, "bytes after the reset");
	sim_watch_x(s);
	return l;
}

static struct line *open_line(struct sim *s, struct line *l)
{
	return open_line_of(s, l, sim_clock(s, "clk", SIM_NS(40), SIM_NS(20)), "rst_n", 0);
}

static struct device *open_device(struct line *l)
{
	struct device *dev = NULL;

	SIM_EQ(l->s, (uint64_t)uartdev_open_line(&l->line, 0, PATIENCE_MS, &dev), 0, "open");
	return dev;
}

static uint32_t get(struct sim *s, struct device *dev, uint32_t addr)
{
	uint64_t v = 0;

	SIM_EQ(s, (uint64_t)dev->ops->read(dev, DEVICE_MEM, addr, 32, &v), 0, "read");
	return (uint32_t)v;
}

static void put(struct sim *s, struct device *dev, uint32_t addr, uint32_t v)
{
	SIM_EQ(s, (uint64_t)dev->ops->write(dev, DEVICE_MEM, addr, 32, v), 0, "write");
}

/* Returns the number of memory words that a test uses; it is small because a byte takes 83
 * clocks. */
static uint32_t some_words(struct sim *s)
{
	return sim_is_icarus(s) ? 8 : BINS;
}

/* ---- the driver ---- */

/* bin[5:0] = latency[7:2], bin[9:6] = sender[3:0] */
static void start_monitor(struct sim *s, struct surf *surf)
{
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;
	struct surf_experiment e = {
		.stream = stream, .stream_bytes = sizeof(stream), .bins = BINS};

	for (unsigned int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = (uint8_t)(i < 6	? sbit_variables[SBIT_LATENCY].first + 2 + i
				       : i < 10 ? sbit_variables[SBIT_SENDER].first + i - 6
						: SBIT_ZERO);
	SIM_EQ(s, (uint64_t)sbit_compile(&map, stream), 0, "selector");
	e.acdr = surf_set(0, SURF_ACDR_IMAGE_LAT_N, 4);
	e.htcr = surf_mask(SURF_HTCR_HEN);
	SIM_EQ(s, (uint64_t)surf_begin(surf, &e), 0, "start");
}

/* Lets the traffic run for @clocks and reads the bins; returns the number of packets in
 * them. */
static uint64_t run_traffic(struct sim *s, struct surf *surf, struct device *dev,
			    uint32_t clocks, uint8_t *bins)
{
	uint64_t sum = 0, frames = 0;

	memset(bins, 0, 4 * BINS);
	SIM_EQ(s, (uint64_t)surf_PutHMem(surf, 0, bins, 4 * BINS, NULL, NULL), 0, "clear");
	put(s, dev, CLOCKS, clocks);
	put(s, dev, CONTROL, RUN_AND_CLEAR);
	sim_wait(s, SIM_NS(40) * clocks + SIM_US(100));
	SIM_EQ(s, (uint64_t)surf_GetHMem(surf, 0, bins, 4 * BINS, NULL, NULL), 0, "bins");
	for (uint32_t i = 0; i < BINS; i++)
		sum += get_le32(bins + 4 * i);
	for (uint32_t EACH(tap, 0); tap < 4; tap++) {
		frames += get(s, dev, COUNTERS + 16 * tap);
		SIM_EQ(s, get(s, dev, COUNTERS + 16 * tap + 8), 0, "dropped frames");
	}
	SIM_EQ(s, sum, frames, "packets in the histogram");
	return sum;
}

/* Checks that each run has the same packets and that 1024 bins are read in 50 ms. */
static void driver(struct sim *s)
{
	static uint8_t bins[4 * BINS], again[4 * BINS];
	struct line l;
	struct device *dev = open_device(open_line(s, &l));
	struct surf_identity identity = {0};
	struct surf surf;
	uint64_t sum, bytes;
	sim_time begin;

	if (sim_is_icarus(s)) {
		/* the search for the sizes of the memories alone takes 2500
		 * bytes on the line */
		SIM_EQ(s, get(s, dev, 0xC80), SURFBOARD_EPIR_RESET, "EPIR");
		return;
	}
	SIM_EQ(s, (uint64_t)surf_open_device(&surf, dev), 0, "open");
	SIM_EQ(s, surf.hist_bytes, 4 * BINS, "bytes of the histogram memory");
	SIM_EQ(s, surf.trace_bytes, 4 * 64, "bytes of the trace memory");
	SIM_EQ(s, (uint64_t)surf_GetIdentity(&surf, &identity), 0, "identity");
	SIM_EQ(s, identity.kind, SURF_CORE, "kind");
	SIM_EQ(s, identity.clock_hz, 25000000, "clock");
	SIM_EQ(s, 4u << surf_get(identity.sizes, SURF_IDGR_HIST), surf.hist_bytes, "bins");
	SIM_EQ(s, 4u << surf_get(identity.sizes, SURF_IDGR_TRACE), surf.trace_bytes, "trace");
	start_monitor(s, &surf);
	sum = run_traffic(s, &surf, dev, 6000, bins);
	SIM_CHECK(s, sum > 200, "few packets: %llu", (unsigned long long)sum);
	sim_wait(s, SIM_US(3));
	SIM_EQ(s, run_traffic(s, &surf, dev, 6000, again), sum, "packets of the next run");
	SIM_CHECK(s, !memcmp(bins, again, sizeof(bins)), "the next run differs");
	begin = sim_now(s);
	bytes = l.bytes;
	SIM_EQ(s, (uint64_t)surf_GetHMem(&surf, 0, bins, sizeof(bins), NULL, NULL), 0, "bins");
	SIM_CHECK(s, sim_now(s) - begin < SIM_MS(50), "reading takes %llu us",
		  (unsigned long long)((sim_now(s) - begin) / SIM_US(1)));
	sim_note(s, "1024 bins: %llu bytes on the line, %llu us",
		 (unsigned long long)(l.bytes - bytes),
		 (unsigned long long)((sim_now(s) - begin) / SIM_US(1)));
	SIM_EQ(s, uartdev_repeated(dev), 0, "frames sent again");
	surf_Close(&surf);
	dev->ops->close(dev);
}

/* Tests every width and lane, errors, addresses that repeat, and the interrupt. */
static void accesses(struct sim *s)
{
	struct line l;
	struct device *dev = open_device(open_line(s, &l));
	const struct device_ops *ops = dev->ops;
	const uint32_t n = sim_is_icarus(s) ? 13 : 600;
	uint32_t words[600], back[600];
	uint64_t v;

	SIM_EQ(s, get(s, dev, 0xC80), SURFBOARD_EPIR_RESET, "EPIR");
	SIM_EQ(s, (uint64_t)ops->read(dev, DEVICE_IO, 0xC82, 16, &v), 0, "read 16");
	SIM_EQ(s, v, 0x1000, "upper half of EPIR");
	SIM_EQ(s, (uint64_t)ops->write(dev, DEVICE_IO, 0xC84, 8, 1), 0, "enable");
	for (unsigned int i = 0; i < n; i++)
		words[i] = (uint32_t)sim_random(s);
	SIM_EQ(s, (uint64_t)ops->write_words(dev, HISTOGRAM, words, n), 0, "write");
	SIM_EQ(s, (uint64_t)ops->read_words(dev, HISTOGRAM, back, n), 0, "read");
	SIM_CHECK(s, !memcmp(words, back, 4 * n), "the words differ");
	SIM_EQ(s, (uint64_t)ops->read_port(dev, HISTOGRAM + 40, 3, back, n), 0, "port");
	for (unsigned int EACH(i, 0); i < n; i++)
		SIM_EQ(s, back[i], words[10 + i % 3], "word of a port");
	SIM_EQ(s, (uint64_t)ops->write_port(dev, HISTOGRAM + 28, words, n / 2), 0, "port");
	SIM_EQ(s, (uint64_t)ops->read_words(dev, HISTOGRAM, back, 9), 0, "read");
	SIM_CHECK(s,
		  !memcmp(back, words, 28) && back[7] == words[n / 2 - 1] &&
			  back[8] == words[8],
		  "words at one address");
	SIM_EQ(s, (uint64_t)ops->write(dev, DEVICE_MEM, HISTOGRAM + 6, 16, 0x1234), 0, "16");
	SIM_EQ(s, (uint64_t)ops->write(dev, DEVICE_MEM, HISTOGRAM + 4, 8, 0x56), 0, "8");
	SIM_EQ(s, get(s, dev, HISTOGRAM + 4), 0x12340056 | (words[1] & 0xFF00), "lanes");
	SIM_EQ(s, (uint64_t)ops->write(dev, DEVICE_MEM, HISTOGRAM, 64, 0x0123456789ABCDEF), 0,
	       "64");
	SIM_EQ(s, (uint64_t)ops->read(dev, DEVICE_MEM, HISTOGRAM, 64, &v), 0, "64");
	SIM_EQ(s, v, 0x0123456789ABCDEF, "64 bits");
	SIM_EQ(s, (uint64_t)ops->read(dev, DEVICE_MEM, NOWHERE, 32, &v), (uint64_t)-EIO,
	       "no such address");
	SIM_EQ(s, (uint64_t)ops->read_words(dev, 0x20000, back, 9), (uint64_t)-EIO,
	       "the core answers with an error");
	SIM_EQ(s, (uint64_t)ops->write(dev, DEVICE_MEM, NOWHERE, 32, 0), (uint64_t)-EIO,
	       "no such address");
	SIM_EQ(s, (uint64_t)ops->read(dev, DEVICE_MEM, 2, 32, &v), (uint64_t)-EINVAL,
	       "misaligned");
	SIM_EQ(s, (uint64_t)ops->read(dev, DEVICE_CONFIG, 0, 32, &v), (uint64_t)-EOPNOTSUPP,
	       "space");
	SIM_EQ(s, (uint64_t)ops->wait_irq(dev, 1), (uint64_t)-ETIMEDOUT, "no interrupt");
	ops->close(dev);
}

/* ---- a bad line ---- */

/*
 * Checks that each access takes effect once: the bin selector, which the driver loads bit by
 * bit, would report an extra or a missing bit; the memory is compared with a copy.
 */
static void faults(struct sim *s)
{
	static uint32_t copy[BINS], back[BINS];
	struct line l;
	struct device *dev = open_device(open_line(s, &l));
	struct surf surf;
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;
	const unsigned int rounds = (unsigned int)sim_length(s, 20, 2);
	const uint32_t words = some_words(s);

	put(s, dev, 0xC84, 1);
	SIM_EQ(s, (uint64_t)dev->ops->write_words(dev, HISTOGRAM, copy, words), 0, "write");
	l.quality = 600;
	/* a short run goes on until a fault has cost a frame */
	for (unsigned int EACH(i, 0);
	     i < rounds || (!uartdev_repeated(dev) && !sim_is_icarus(s)); i++) {
		const uint32_t at = (uint32_t)sim_range(s, 0, words - 1);
		const uint32_t n = (uint32_t)sim_range(s, 1, words - at < 40 ? words - at : 40);

		for (uint32_t k = 0; k < n; k++)
			copy[at + k] = (uint32_t)sim_random(s);
		SIM_EQ(s,
		       (uint64_t)dev->ops->write_words(dev, HISTOGRAM + 4 * at, copy + at, n),
		       0, "write");
		SIM_EQ(s, (uint64_t)dev->ops->read_words(dev, HISTOGRAM + 4 * at, back, n), 0,
		       "read");
		SIM_CHECK(s, !memcmp(back, copy + at, 4 * n), "words differ");
	}
	if (sim_is_icarus(s))
		return; /* the rest takes too long */
	for (unsigned int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = (uint8_t)sim_range(s, 0, 63);
	SIM_EQ(s, (uint64_t)sbit_compile(&map, stream), 0, "selector");
	l.quality = 0;
	SIM_EQ(s, (uint64_t)surf_open_device(&surf, dev), 0, "open");
	l.quality = 3000;
	SIM_EQ(s, (uint64_t)surf_ConfigHAS(&surf, stream, sizeof(stream)), 0,
	       "the selector has each bit once");
	SIM_CHECK(s, l.faults > 0 && uartdev_repeated(dev) > 0,
		  "few faults: %llu, %llu frames sent again", (unsigned long long)l.faults,
		  (unsigned long long)uartdev_repeated(dev));
	l.quality = 0;
	SIM_EQ(s, (uint64_t)dev->ops->read_words(dev, HISTOGRAM, back, BINS), 0, "read");
	SIM_CHECK(s, !memcmp(back, copy, sizeof(copy)), "words differ");
	surf_Close(&surf);
	dev->ops->close(dev);
}

/* Sends random bytes: the bridge must not reply to them or change anything, and must
 * recover. */
static void noise(struct sim *s)
{
	static uint32_t words[BINS], back[BINS];
	struct line l;
	struct device *dev = open_device(open_line(s, &l));
	const unsigned int rounds = (unsigned int)sim_length(s, 20, 1);
	const uint32_t count = some_words(s);
	uint8_t byte;

	put(s, dev, 0xC84, 1);
	for (unsigned int i = 0; i < count; i++)
		words[i] = (uint32_t)sim_random(s);
	SIM_EQ(s, (uint64_t)dev->ops->write_words(dev, HISTOGRAM, words, count), 0, "write");
	for (unsigned int EACH(i, 0); i < rounds; i++) {
		const unsigned int n = (unsigned int)sim_range(s, 1, 60);

		for (unsigned int k = 0; k < n; k++) {
			/* the first byte of a frame, with or without a CRC, or a random byte */
			byte = (uint8_t)sim_random(s);
			if (!k && sim_random(s) & 1)
				byte = (uint8_t[]){0xF8, 0xE7, 1, 2, 3, 4}[sim_range(s, 0, 5)];
			uart_send(l.uart, &byte, 1);
		}
		if (sim_range(s, 0, 9) == 0)
			uart_break(l.uart, SIM_US(sim_range(s, 1, 100)));
		SIM_EQ(s, uart_receive(l.uart, &byte, 1, SIM_US(GAP_US)), 0, "an answer");
		SIM_EQ(s, get(s, dev, HISTOGRAM + 4 * (i % count)), words[i % count], "a word");
	}
	SIM_EQ(s, (uint64_t)dev->ops->read_words(dev, HISTOGRAM, back, count), 0, "read");
	SIM_CHECK(s, !memcmp(back, words, 4 * count), "words differ");
	dev->ops->close(dev);
}

/* Tests different bit rates on the two sides. */
static void rates(struct sim *s)
{
	static const int ppm[] = {0, 20000, -20000, 5000, -5000};
	struct line l;
	struct device *dev = open_device(open_line(s, &l));

	for (unsigned int EACH(i, 0); i < 5; i++) {
		uint32_t words[60];

		uart_set_error(l.uart, ppm[i]);
		SIM_EQ(s, (uint64_t)dev->ops->read_words(dev, 0xC80, words, 1), 0, "EPIR");
		SIM_EQ(s, words[0], SURFBOARD_EPIR_RESET, "EPIR");
		put(s, dev, CLOCKS, 0x5555AAAA);
		SIM_EQ(s, get(s, dev, CLOCKS), 0x5555AAAA, "the word");
	}
	SIM_EQ(s, uartdev_repeated(dev), 0, "frames sent again");
	dev->ops->close(dev);
}

/* ---- UARTBone ---- */

static void plain_frame(struct line *l, uint8_t command, uint8_t n, uint32_t addr)
{
	const uint32_t word = addr >> 2;
	const uint8_t frame[] = {command,
				 n,
				 (uint8_t)(word >> 24),
				 (uint8_t)(word >> 16),
				 (uint8_t)(word >> 8),
				 (uint8_t)word};

	uart_send(l->uart, frame, sizeof(frame));
}

static uint32_t plain_word(struct line *l)
{
	uint32_t v = 0;

	for (int EACH(i, 0); i < 4; i++) {
		uint8_t byte = 0;

		SIM_EQ(l->s, uart_receive(l->uart, &byte, 1, SIM_MS(1)), 1, "a byte");
		v = v << 8 | byte;
	}
	return v;
}

static void plain_put(struct line *l, uint32_t v)
{
	const uint8_t b[] = {(uint8_t)(v >> 24), (uint8_t)(v >> 16), (uint8_t)(v >> 8),
			     (uint8_t)v};

	uart_send(l->uart, b, 4);
}

/* Sends LiteX frames, many without a pause; frames with a CRC in between disable them. */
static void plain(struct sim *s)
{
	enum { WRITE_INCR = 1, READ_INCR, WRITE_FIXED, READ_FIXED };
	struct line l;
	struct device *dev;
	uint8_t byte;

	open_line(s, &l);
	plain_frame(&l, READ_INCR, 2, 0xC80);
	SIM_EQ(s, plain_word(&l), SURFBOARD_EPIR_RESET, "EPIR");
	SIM_EQ(s, plain_word(&l) & 1, 0, "EBCR");
	plain_frame(&l, WRITE_INCR, 1, 0xC84);
	plain_put(&l, 1);
	plain_frame(&l, WRITE_INCR, 8, HISTOGRAM);
	for (uint32_t i = 0; i < 8; i++)
		plain_put(&l, 0x01020304 * i);
	plain_frame(&l, WRITE_FIXED, 3, HISTOGRAM + 40);
	for (uint32_t i = 0; i < 3; i++)
		plain_put(&l, i);
	plain_frame(&l, READ_INCR, 20, HISTOGRAM);
	for (uint32_t EACH(i, 0); i < 20; i++) {
		const uint32_t v = plain_word(&l);

		if (i < 8 || i == 10)
			SIM_EQ(s, v, i == 10 ? 2 : 0x01020304 * i, "word");
	}
	plain_frame(&l, READ_FIXED, 3, HISTOGRAM + 4);
	for (uint32_t EACH(i, 0); i < 3; i++)
		SIM_EQ(s, plain_word(&l), 0x01020304, "word");
	plain_frame(&l, READ_INCR, 1, NOWHERE);
	SIM_EQ(s, plain_word(&l), 0xFFFFFFFF, "no such address");
	dev = open_device(&l);
	plain_frame(&l, READ_INCR, 1, 0xC80);
	SIM_EQ(s, uart_receive(l.uart, &byte, 1, SIM_US(GAP_US)), 0, "an answer");
	SIM_EQ(s, get(s, dev, HISTOGRAM), 0, "word");
	dev->ops->close(dev);
	plain_frame(&l, READ_INCR, 1, 0xC80);
	SIM_EQ(s, plain_word(&l), SURFBOARD_EPIR_RESET, "EPIR");
	if (sim_is_icarus(s))
		return; /* another pause takes too long */
	/* the bridge discards an incomplete frame */
	uart_send(l.uart, (const uint8_t[]){WRITE_INCR, 3, 0}, 3);
	sim_wait(s, SIM_US(GAP_US));
	plain_frame(&l, READ_INCR, 1, 0xC80);
	SIM_EQ(s, plain_word(&l), SURFBOARD_EPIR_RESET, "EPIR");
}

/* A low level shorter than half a start bit, less the clock that the receiver may be early, is
 * no byte: frames without a CRC before and after it are answered. */
static void glitches(struct sim *s)
{
	const unsigned int half_ns = 500000000 / BAUD;
	struct line l;

	open_line(s, &l);
	for (uint64_t EACH(i, sim_length(s, 40, 5)); i; i--) {
		uart_break(l.uart, SIM_NS(sim_range(s, 1, half_ns - 40)));
		sim_wait(s, SIM_NS(sim_range(s, half_ns, 4 * half_ns)));
		plain_frame(&l, 2, 1, 0xC80);
		SIM_EQ(s, plain_word(&l), SURFBOARD_EPIR_RESET, "EPIR");
	}
}

/* ---- Wishbone ---- */

#define BUS_CLOCKS 200u /* of the model bridge_wb */
#define SHARED_WORDS 64u
#define LONG_FRAME 128u /* words: 1.7 ms; GAP_MS of the model is 1 */

/* Slaves of the bus, each with 1 MB */
enum wb_slave { WB_MEMORY, WB_SILENT, WB_ERROR, WB_RETRY, WB_RETRY_ALWAYS, WB_LATE };

/* A shared bus: it belongs to a master until its CYC is 0, and the other master always wants
 * it, for accesses of two clocks. */
struct shared_bus {
	struct sim *s;
	struct sim_pin *cyc, *stb, *we, *adr, *sel, *dat_o, *dat_i, *ack, *err, *rty;
	uint32_t words[SHARED_WORDS];
	bool other;		/* the bus belongs to the other master */
	unsigned int other_for; /* clocks of its access so far */
	uint64_t other_count;	/* its accesses */
	unsigned int held;	/* clocks for which CYC of the bridge has been 1 */
	unsigned int most_held; /* the most since it was cleared */
	unsigned int retries;	/* answers RTY that WB_RETRY still gives */
	unsigned int late;	/* clocks until a late ACK */
};

static void answer_bridge(struct shared_bus *b)
{
	const uint32_t word = (uint32_t)sim_get(b->adr) % SHARED_WORDS;

	switch ((enum wb_slave)(sim_get(b->adr) >> 18)) {
	case WB_RETRY:
		if (b->retries) {
			b->retries--;
			sim_put(b->rty, 1);
			return;
		}
		break;
	case WB_RETRY_ALWAYS:
		sim_put(b->rty, 1);
		return;
	case WB_ERROR:
		sim_put(b->err, 1);
		return;
	case WB_LATE:
		if (!b->late)
			b->late = BUS_CLOCKS + 5;
		return;
	case WB_SILENT:
		return;
	default:
		break;
	}
	for (unsigned int lane = 0; lane < 4; lane++) {
		const uint32_t mask = 0xFFu << 8 * lane;

		if (sim_get(b->we) && sim_get(b->sel) >> lane & 1)
			b->words[word] =
				(b->words[word] & ~mask) | ((uint32_t)sim_get(b->dat_o) & mask);
	}
	sim_put(b->dat_i, b->words[word]);
	sim_put(b->ack, 1);
}

static void behind_bus_edge(void *arg)
{
	struct shared_bus *b = arg;
	const bool answered = sim_get(b->ack) || sim_get(b->err) || sim_get(b->rty);

	sim_put(b->ack, b->late == 1);
	sim_put(b->err, 0);
	sim_put(b->rty, 0);
	sim_put(b->dat_i, sim_random(b->s));
	b->late -= b->late > 0;
	SIM_EQ(b->s, sim_get(b->cyc), sim_get(b->stb), "CYC and STB");
	b->held = sim_get(b->cyc) ? b->held + 1 : 0;
	if (b->held > b->most_held)
		b->most_held = b->held;
	if (b->other) {
		if (++b->other_for < 2)
			return;
		b->other_count++;
		b->other = false;
	}
	if (!sim_get(b->cyc)) {
		b->other = true;
		b->other_for = 0;
		return;
	}
	if (!answered)
		answer_bridge(b);
}

/* Checks that an access without an answer frees the bus in BUS_CLOCKS and is an error for the
 * host, that each following access works, and that RTY is tried again. */
static void wishbone(struct sim *s)
{
	static struct shared_bus b;
	uint32_t frame[LONG_FRAME];
	struct sim_clock *clk = sim_clock(s, "wb_clk", SIM_NS(40), SIM_NS(20));
	struct line l;
	struct device *dev;
	uint64_t v;

	b = (struct shared_bus){.s = s,
				.cyc = sim_pin(s, "wb_cyc"),
				.stb = sim_pin(s, "wb_stb"),
				.we = sim_pin(s, "wb_we"),
				.adr = sim_pin(s, "wb_adr"),
				.sel = sim_pin(s, "wb_sel"),
				.dat_o = sim_pin(s, "wb_dat_o"),
				.dat_i = sim_pin(s, "wb_dat_i"),
				.ack = sim_pin(s, "wb_ack"),
				.err = sim_pin(s, "wb_err"),
				.rty = sim_pin(s, "wb_rty")};
	sim_put(sim_pin(s, "irq"), 0);
	sim_put(b.ack, 0);
	sim_put(b.err, 0);
	sim_put(b.rty, 0);
	open_line_of(s, &l, clk, "wb_rst", 1);
	sim_on(clk, SIM_RISE, behind_bus_edge, &b);
	dev = open_device(&l);
	for (uint32_t EACH(i, 0); i < sim_length(s, 40, 12); i++) {
		static const enum wb_slave slaves[] = {WB_SILENT, WB_ERROR, WB_RETRY,
						       WB_RETRY_ALWAYS, WB_LATE};
		const enum wb_slave slave = slaves[i % 5];
		const uint32_t addr = (uint32_t)slave << 20 | 4 * (i % SHARED_WORDS);
		const uint32_t word = (uint32_t)sim_random(s);
		const bool write = sim_range(s, 0, 1);
		const uint64_t before = b.other_count;
		const int expect = slave == WB_RETRY ? 0 : -EIO;

		b.most_held = 0;
		b.retries = (unsigned int)sim_range(s, 0, 20);
		if (write)
			SIM_EQ(s, (uint64_t)dev->ops->write(dev, DEVICE_MEM, addr, 32, word),
			       (uint64_t)expect, "a write");
		else
			SIM_EQ(s, (uint64_t)dev->ops->read(dev, DEVICE_MEM, addr, 32, &v),
			       (uint64_t)expect, "a read");
		if (slave == WB_RETRY) {
			SIM_EQ(s, b.retries, 0, "answers RTY that the bridge has not seen");
			SIM_EQ(s, write ? word : (uint32_t)v, b.words[i % SHARED_WORDS],
			       "word after RTY");
		}
		if (slave == WB_SILENT || slave == WB_LATE)
			SIM_EQ(s, b.most_held, BUS_CLOCKS - 1, "clocks of CYC without answer");
		else
			SIM_CHECK(s, b.most_held <= 5, "CYC for %u clocks", b.most_held);
		SIM_CHECK(s, b.other_count > before + 100, "the other master had %llu accesses",
			  (unsigned long long)(b.other_count - before));
		SIM_EQ(s, sim_get(b.cyc), 0, "CYC after the access");
		/* the next access works */
		put(s, dev, 4 * (i % SHARED_WORDS), word);
		SIM_EQ(s, get(s, dev, 4 * (i % SHARED_WORDS)), word, "the next access");
	}
	/* a frame that lasts longer than GAP_MS, without such a pause: its bytes begin the time
	 * anew */
	for (uint32_t EACH(i, 0); i < LONG_FRAME; i++)
		frame[i] = (uint32_t)sim_random(s);
	SIM_EQ(s, dev->ops->write_words(dev, 0, frame, LONG_FRAME), 0, "a long frame");
	for (uint32_t EACH(i, LONG_FRAME - SHARED_WORDS); i < LONG_FRAME; i++)
		SIM_EQ(s, b.words[i % SHARED_WORDS], frame[i], "a word of the long frame");
	dev->ops->close(dev);
}

const struct sim_test sim_tests[] = {
	{"uart_wishbone", wishbone, "SB-HW-002 SB-HW-012", "bridge_wb"},
	{"uart_driver", driver, "SB-HW-003 SB-HW-011", "surf_fpga"},
	{"uart_accesses", accesses, "SB-HW-002", "surf_fpga"},
	{"uart_faults", faults, "SB-HW-002 SB-HW-003", "surf_fpga"},
	{"uart_noise", noise, "SB-HW-002", "surf_fpga"},
	{"uart_rates", rates, "", "surf_fpga"},
	{"uart_plain", plain, "", "surf_fpga"},
	{"uart_glitches", glitches, "", "surf_fpga"},
	{0},
};
