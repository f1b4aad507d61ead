/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the backend "uart:" and the shell over it at a pseudo-terminal with a bridge, written
 * from rtl/bridge/README.md, in front of a board: noise on the line, a line that is never
 * quiet, a bridge at another rate, and a line that is unplugged.
 */
#include "be.h"
#include "fake.h"
#include "le.h"
#include "surfboard_regs.h"
#include "uartdev.h"
#include "uartline.h"
#include "../../tests/unit.h"
#include "../shell.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define GAP_MS 100 /* a pause that ends a frame */
#define HEADER 8
#define BYTES 4096 /* of each memory of the board */
#define BINS (BYTES / 4)
#define CHATTER_MS 40

/* What happens to the bytes of one direction: one of so many, in the mean; 0: none. */
struct noise {
	unsigned int lost, changed, added;
};

/* What happens to the line at one byte, or from this byte on. */
enum trouble { NOTHING, LOST, CHANGED, ADDED, OTHER_RATE, DISCONNECTED, UNPLUGGED };

struct bridge {
	struct fake *board;
	int master, slave;
	char name[64];
	pthread_t thread;
	pthread_mutex_t lock; /* of the following members, which the test may change */
	struct noise in, out;
	bool deaf;    /* the line has another rate: nothing is understood ... */
	bool garbage; /* ... or each byte is answered by a wrong one */
	bool chatter; /* somebody sends a byte every CHATTER_MS */
	bool stop;
	enum { NO_STRAY, STRAY_IN, LOST_OUT } once; /* what happens to one byte, the next */
	enum trouble trouble; /* at this byte of the line, of both directions together */
	unsigned long at, passed;
	/* the bridge: */
	uint32_t random;
	uint64_t heard_ms, chatter_ms;
	bool wait_for_gap;
	size_t have, answered;
	uint8_t frame[HEADER + 4 * 255 + 2], answer[4 + 4 * 255];
	int last;      /* number of the last frame; -1: there was none */
	char why[256]; /* what the shell, or open, says about a failure */
};

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static bool one_of(struct bridge *b, unsigned int n)
{
	b->random = b->random * 1664525 + 1013904223;
	return n && (b->random >> 8) % n == 0;
}

/* Returns the number of bytes, 0 to 2, that arrive for @byte. */
static size_t disturb(struct bridge *b, const struct noise *n, uint8_t byte, uint8_t *out)
{
	size_t count = 0;

	if (++b->passed == b->at)
		switch (b->trouble) {
		case NOTHING:
			break;
		case LOST:
			return 0;
		case CHANGED:
			byte ^= (uint8_t)(1 << b->at % 8);
			break;
		case ADDED:
			out[count++] = (uint8_t)b->at;
			break;
		case OTHER_RATE:
			b->garbage = true;
			break;
		case DISCONNECTED:
			b->deaf = true;
			break;
		case UNPLUGGED:
			close(b->master);
			b->master = -1;
			break;
		}
	if (b->trouble == OTHER_RATE && b->garbage)
		byte ^= 0x33;
	if (one_of(b, n->added))
		out[count++] = (uint8_t)(b->random >> 16);
	if (!one_of(b, n->lost))
		out[count++] =
			one_of(b, n->changed) ? byte ^ (uint8_t)(1 << (b->random >> 29)) : byte;
	return count;
}

static void send_bytes(struct bridge *b, const uint8_t *bytes, size_t n)
{
	for (size_t EACH(i, 0); i < n; i++) {
		uint8_t out[2];
		size_t k = disturb(b, &b->out, bytes[i], out);

		if (b->once == LOST_OUT) {
			b->once = NO_STRAY;
			k = 0;
		}
		if (b->master < 0 || (b->deaf && b->trouble))
			return;
		assert_true(write(b->master, out, k) == (ssize_t)k);
	}
}

/* ---- frames ---- */

static int access_board(struct bridge *b, uint32_t addr, bool write, unsigned int be,
			uint32_t *word)
{
	struct device *d = &b->board->dev;
	const enum device_space space =
		addr == SURF_EPIR || addr == SURF_EBCR ? DEVICE_IO : DEVICE_MEM;
	uint64_t v;
	int err = 0;

	if (!write) {
		err = d->ops->read(d, space, addr, 32, &v);
		*word = (uint32_t)v;
	} else if (be == 15) {
		err = d->ops->write(d, space, addr, 32, *word);
	} else {
		for (unsigned int i = 0; i < 4 && !err; i++)
			if (be >> i & 1)
				err = d->ops->write(d, space, addr + i, 8,
						    *word >> 8 * i & 0xFF);
	}
	return err;
}

static void execute(struct bridge *b)
{
	const uint8_t *f = b->frame;
	const bool write = f[0] == 0xE7;
	const uint32_t addr = get_be32(f + 4) << 2;
	const unsigned int words = f[2], how = f[3];
	uint16_t crc;
	int err = 0;

	b->answer[0] = 0xC0;
	b->answer[1] = f[1];
	b->answered = 2;
	if (!write && !words) {
		memcpy(b->answer + 2, (const uint8_t[]){0x54, 0x42, 0x10, 7}, 4);
		b->answered = 6;
	}
	for (unsigned int i = 0; i < words && !err; i++) {
		const unsigned int at = write ? (how & 16 ? 0 : i) : how ? i % how : i;
		uint32_t word = write ? get_be32(f + HEADER + 4 * i) : 0;

		err = access_board(b, addr + 4 * at, write, how & 15, &word);
		if (!write) {
			put_be32(b->answer + b->answered, word);
			b->answered += 4;
		}
	}
	if (err) {
		b->answer[0] = 0xC1;
		b->answered = 2;
	}
	crc = uartdev_crc(0xFFFF, b->answer, b->answered);
	b->answer[b->answered++] = (uint8_t)(crc >> 8);
	b->answer[b->answered++] = (uint8_t)crc;
}

static void take_byte(struct bridge *b, uint8_t byte)
{
	size_t length;

	if (b->garbage)
		send_bytes(b, (const uint8_t[]){(uint8_t)(byte ^ 0x5A)}, 1);
	if (b->deaf || b->garbage || b->wait_for_gap)
		return;
	b->frame[b->have++] = byte;
	if (b->have == 1 && byte != 0xF8 && byte != 0xE7) {
		b->have = 0;
		b->wait_for_gap = true;
	}
	length = HEADER + 2 + (b->frame[0] == 0xE7 ? 4u * b->frame[2] : 0);
	if (b->have < HEADER || b->have < length)
		return;
	b->have = 0;
	if (uartdev_crc(0xFFFF, b->frame, length)) {
		b->wait_for_gap = true;
		return;
	}
	if (b->frame[1] != b->last || !b->frame[2])
		execute(b);
	b->last = b->frame[1];
	send_bytes(b, b->answer, b->answered);
}

static void pass_bytes(struct bridge *b)
{
	uint8_t bytes[4096], out[2];
	const ssize_t n = b->master < 0 ? 0 : read(b->master, bytes, sizeof(bytes));
	const uint64_t now = now_ms();

	if (n > 0) {
		b->heard_ms = now;
	} else if (now - b->heard_ms >= GAP_MS) {
		b->wait_for_gap = false;
		b->have = 0;
	}
	if (b->chatter && now - b->chatter_ms >= CHATTER_MS) {
		b->chatter_ms = now;
		send_bytes(b, (const uint8_t[]){0x55}, 1);
	}
	if (n > 0 && b->once == STRAY_IN) {
		b->once = NO_STRAY;
		take_byte(b, 0);
	}
	for (ssize_t EACH(i, 0); i < n; i++) {
		const size_t k = disturb(b, &b->in, bytes[i], out);

		for (size_t EACH(j, 0); j < k; j++)
			take_byte(b, out[j]);
	}
}

static void *run(void *arg)
{
	struct bridge *b = arg;
	bool stop = false;

	while (!stop) {
		struct pollfd p = {.fd = b->master, .events = POLLIN};

		poll(&p, 1, 10);
		pthread_mutex_lock(&b->lock);
		stop = b->stop;
		pass_bytes(b);
		pthread_mutex_unlock(&b->lock);
	}
	return NULL;
}

static struct bridge *begin(bool identity)
{
	struct bridge *b = calloc(1, sizeof(*b));
	struct termios raw;

	assert_non_null(b);
	b->board = fake_open(BYTES, BYTES);
	assert_non_null(b->board);
	fake_set_core(b->board, identity, 25000000);
	b->board->pd[0] = b->board->pd[1] = 0;
	b->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	assert_true(b->master >= 0 && !grantpt(b->master) && !unlockpt(b->master));
	assert_int_equal(ptsname_r(b->master, b->name, sizeof(b->name)), 0);
	b->slave = open(b->name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	assert_true(b->slave >= 0 && !tcgetattr(b->slave, &raw));
	cfmakeraw(&raw);
	assert_int_equal(tcsetattr(b->slave, TCSANOW, &raw), 0);
	assert_int_equal(fcntl(b->master, F_SETFL, O_NONBLOCK), 0);
	b->last = -1;
	b->random = 1;
	pthread_mutex_init(&b->lock, NULL);
	assert_int_equal(pthread_create(&b->thread, NULL, run, b), 0);
	return b;
}

static void end(struct bridge *b)
{
	pthread_mutex_lock(&b->lock);
	b->stop = true;
	pthread_mutex_unlock(&b->lock);
	pthread_join(b->thread, NULL);
	close(b->slave);
	if (b->master >= 0)
		close(b->master);
	fake_close(b->board);
	free(b);
}

static void set_noise(struct bridge *b, struct noise in, struct noise out)
{
	pthread_mutex_lock(&b->lock);
	b->in = in;
	b->out = out;
	pthread_mutex_unlock(&b->lock);
}

static const struct noise quiet = {0};

/* ---- tests ---- */

/* Opens the line as one of a real adapter, or of a simulation. */
static int open_line(struct bridge *b, bool simulated, unsigned int timeout_ms,
		     struct device **dev)
{
	struct uartdev_line *line;

	assert_int_equal(uartline_open(b->name, UARTDEV_BAUD, &line), 0);
	assert_true(line->simulated);
	line->simulated = simulated;
	return uartdev_open_line(line, 0, timeout_ms, dev);
}

/* Saves the histogram by the shell as `surf -c` does. Returns whether that succeeded; then the
 * file has all bins. */
static bool save(struct bridge *b, unsigned int timeout_ms)
{
	char backend[96], *out, *err;
	size_t out_size, err_size;
	struct surf surf;
	struct shell sh = {.surf = &surf};
	enum shell_result result = SHELL_ERROR;
	unsigned int bins = 0, bin, count;
	int failed;
	char line[128];
	FILE *f;

	unlink("h");
	snprintf(backend, sizeof(backend), "uart:%s,timeout=%u", b->name, timeout_ms);
	*b->why = 0;
	failed = surf_Open(&surf, backend);
	if (failed) {
		snprintf(b->why, sizeof(b->why), "%s", device_access_reason(failed));
		return false;
	}
	sh.out = open_memstream(&out, &out_size);
	sh.err = open_memstream(&err, &err_size);
	result = shell_line(&sh, NULL, 0, "SAVE HISTOGRAM h");
	surf_Close(&surf);
	fclose(sh.out);
	fclose(sh.err);
	assert_int_equal(result == SHELL_OK, err_size == 0);
	snprintf(b->why, sizeof(b->why), "%s", err);
	free(out);
	free(err);
	f = fopen("h", "r");
	assert_int_equal(result == SHELL_OK, f != NULL);
	if (!f)
		return false;
	while (fgets(line, sizeof(line), f))
		if (*line != '#') {
			assert_int_equal(sscanf(line, "%x %x", &bin, &count), 2);
			assert_int_equal(bin, bins);
			assert_int_equal(count, 3 * bins + 1);
			bins++;
		}
	fclose(f);
	assert_int_equal(bins, BINS);
	return true;
}

/* Saves with noise of different kinds. Each save must fail, or write what is in the memory; and
 * the board must be as before. */
static void noise(void)
{
	static const struct {
		struct noise in, out;
		bool works; /* the backend must cope with it */
	} kinds[] = {
		{{.added = 3000}, {0}, true},
		{{0}, {.lost = 3000}, true},
		{{.changed = 300}, {.added = 300}, false},
		{{.changed = 2}, {.changed = 2}, false},
	};
	char folder[] = "/tmp/uart_unit.XXXXXX";
	unsigned int failed = 0;

	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
	for (int EACH(identity, 0); identity < 2; identity++) {
		struct bridge *b = begin(identity);

		for (uint32_t i = 0; i < BINS; i++)
			put_le32(b->board->memory[1] + 4 * i, 3 * i + 1);
		for (size_t EACH(i, 0); i < sizeof(kinds) / sizeof(kinds[0]); i++) {
			bool saved;

			set_noise(b, kinds[i].in, kinds[i].out);
			saved = save(b, 200);
			assert_true(saved || !kinds[i].works);
			failed += !saved;
			set_noise(b, quiet, quiet);
			if (identity)
				assert_true(save(b, 200)); /* the memory has not changed */
		}
		end(b);
	}
	assert_true(failed > 0);
	unlink("h");
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(folder), 0);
}

/* Saves with each kind of trouble at every few bytes of the line, of opening and saving. A
 * save fails and names a cause, or writes what is in the memory; it must fail if the line does
 * not work again. */
static void any_byte(void)
{
	static const struct {
		enum trouble trouble;
		unsigned int step;
		const char *causes[2];
	} kinds[] = {
		{NOTHING, 4096, {NULL}},
		{UNPLUGGED, 97, {"unplugged"}},
		{OTHER_RATE, 2999, {"baud="}},
		{DISCONNECTED, 2999, {"unplugged"}},
		{LOST, 1499, {"unplugged", "damaged answers"}},
		{CHANGED, 1499, {"unplugged", "damaged answers"}},
		{ADDED, 1499, {"unplugged", "damaged answers"}},
	};
	char folder[] = "/tmp/uart_unit.XXXXXX";
	unsigned long bytes = 1;

	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
	for (size_t EACH(k, 0); k < sizeof(kinds) / sizeof(kinds[0]); k++)
		for (unsigned long EACH(at, k + 1); at <= bytes; at += kinds[k].step) {
			struct bridge *b = begin(true);
			bool saved;

			for (uint32_t i = 0; i < BINS; i++)
				put_le32(b->board->memory[1] + 4 * i, 3 * i + 1);
			pthread_mutex_lock(&b->lock);
			b->trouble = kinds[k].trouble;
			b->at = at;
			pthread_mutex_unlock(&b->lock);
			saved = save(b, b->trouble == NOTHING ? 1000 : 20);
			if (!saved && !strstr(b->why, kinds[k].causes[0]) &&
			    (!kinds[k].causes[1] || !strstr(b->why, kinds[k].causes[1])))
				fail_msg("trouble %zu at byte %lu: %s", k, at, b->why);
			if (saved && kinds[k].trouble >= OTHER_RATE)
				fail_msg("trouble %zu at byte %lu: saved", k, at);
			if (kinds[k].trouble == NOTHING) {
				assert_true(saved);
				pthread_mutex_lock(&b->lock);
				bytes = b->passed;
				pthread_mutex_unlock(&b->lock);
			}
			end(b);
		}
	assert_true(bytes > BYTES);
	unlink("h");
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(folder), 0);
}

/* A core with an identity block is opened without a write into its memories. */
static void opens_without_probing(void)
{
	struct bridge *b = begin(true);
	char backend[96];
	struct surf surf;
	uint32_t bytes;

	snprintf(backend, sizeof(backend), "uart:%s", b->name);
	assert_int_equal(surf_Open(&surf, backend), 0);
	assert_int_equal(surf_GetHSize(&surf, &bytes), 0);
	assert_int_equal(bytes, BYTES);
	assert_int_equal(surf_GetTSize(&surf, &bytes), 0);
	assert_int_equal(bytes, BYTES);
	surf_Close(&surf);
	assert_int_equal(b->board->memory_writes, 0);
	end(b);
}

/* Checks that opening fails with @err before @most_ms, and the text of the error. */
static void fails(struct bridge *b, bool simulated, int err, uint64_t most_ms, const char *text)
{
	struct device *dev;
	const uint64_t begun = now_ms();

	assert_int_equal(open_line(b, simulated, simulated ? 500 : 0, &dev), err);
	assert_true(now_ms() - begun < most_ms);
	assert_non_null(strstr(device_access_reason(err), text));
}

/* A design with another rate does not answer, or answers with bytes that are no frame. */
static void wrong_rate(void)
{
	struct bridge *b = begin(true);

	b->deaf = true;
	fails(b, false, -EREMOTEIO, 3000, "baud=");
	fails(b, true, -EREMOTEIO, 4000, "baud=");
	b->deaf = false;
	b->garbage = true;
	fails(b, false, -EBADE, 4000, "baud=");
	end(b);
}

/* A line that is never quiet: each operation ends. */
static void never_quiet(void)
{
	struct bridge *b = begin(true);
	struct device *dev;
	uint64_t v, begun;

	assert_int_equal(open_line(b, true, 0, &dev), 0);
	pthread_mutex_lock(&b->lock);
	b->chatter = b->deaf = true;
	pthread_mutex_unlock(&b->lock);
	begun = now_ms();
	assert_int_equal(dev->ops->read(dev, DEVICE_IO, SURF_EPIR, 32, &v), -ECOMM);
	assert_true(now_ms() - begun < 5000);
	assert_non_null(strstr(device_access_reason(-ECOMM), "never quiet"));
	/* and the line works again when it is quiet */
	pthread_mutex_lock(&b->lock);
	b->chatter = b->deaf = false;
	pthread_mutex_unlock(&b->lock);
	assert_int_equal(dev->ops->read(dev, DEVICE_IO, SURF_EPIR, 32, &v), 0);
	assert_int_equal(v, SURFBOARD_EPIR_RESET);
	dev->ops->close(dev);
	end(b);
}

/* A stray byte to the bridge, and a byte of an answer that is lost, cost about a second on the
 * line of a simulation. */
static void stray_byte(void)
{
	struct bridge *b = begin(true);
	struct device *dev;
	uint64_t v, begun;

	assert_int_equal(open_line(b, true, 0, &dev), 0);
	for (unsigned int EACH(kind, STRAY_IN); kind <= LOST_OUT; kind++) {
		pthread_mutex_lock(&b->lock);
		b->once = kind;
		pthread_mutex_unlock(&b->lock);
		begun = now_ms();
		assert_int_equal(dev->ops->read(dev, DEVICE_IO, SURF_EPIR, 32, &v), 0);
		assert_int_equal(v, SURFBOARD_EPIR_RESET);
		assert_true(now_ms() - begun < 3000);
		assert_int_equal(uartdev_repeated(dev), kind);
	}
	dev->ops->close(dev);
	end(b);
}

static const struct unit units[] = {
	UNIT(noise, ""),      UNIT(opens_without_probing, ""),
	UNIT(wrong_rate, ""), UNIT(never_quiet, ""),
	UNIT(stray_byte, ""), UNIT(any_byte, "SB-HW-015"),
};

UNIT_MAIN(units)
