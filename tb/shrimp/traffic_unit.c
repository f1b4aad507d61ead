/* SPDX-License-Identifier: Apache-2.0 */
/* Tests packet files, the generator and recordings as sources of packets, and the words of
 * their commands. */
#include "../../sw/tests/unit.h"
#include "args.h"
#include "shrimp/apps/apps.h"
#include "traffic.h"
#include <errno.h>
#include <unistd.h>

#define US UINT64_C(1000000)

static char folder[64], path[96];

/* Makes a new file that contains @text. */
static const char *file(const char *text)
{
	FILE *f;

	if (!*folder) {
		strcpy(folder, "/tmp/traffic-XXXXXX");
		assert_non_null(mkdtemp(folder));
		snprintf(path, sizeof(path), "%s/p", folder);
	}
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
	return path;
}

static int clean(void)
{
	return unlink(path) || rmdir(folder);
}

static struct traffic *play(const char *text, const char *option)
{
	char *words[] = {(char *)file(text), (char *)option};
	struct traffic *t = NULL;
	char why[256] = "";

	if (traffic_play(&t, words, option ? 2 : 1, why, sizeof(why)))
		fail_msg("%s", why);
	traffic_start(t, 100 * US, 5000);
	return t;
}

static bool ended(struct traffic *t)
{
	char why[64];
	const bool e = traffic_ended(t, why, sizeof(why));

	assert_string_equal(why, "");
	return e;
}

static void words(void)
{
	static const struct {
		const char *text;
		uint64_t ps;
	} good[] = {{"0", 0},
		    {"1ns", 1000},
		    {"1.5us", 1500000},
		    {"1080ns", 1080000},
		    {"2ms", 2000 * US},
		    {"0.000001s", US},
		    {"3600s", 3600000000 * US}};
	static const char *const bad[] = {"",	  "1",	 "us",	  "-1us",  "1.us.",
					  "1 us", "1xs", "3601s", "1e3us", "9999999999999ns"};
	struct args_range r;
	uint64_t v;

	for (size_t EACH(i, 0); i < sizeof(good) / sizeof(good[0]); i++) {
		assert_true(args_time(good[i].text, &v));
		assert_int_equal(v, good[i].ps);
	}
	for (size_t EACH(i, 0); i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(args_time(bad[i], &v));
	assert_true(args_number("0xFFFFFFFFFFFFFFFF", &v) && v == UINT64_MAX);
	assert_true(args_number("007", &v) && v == 7);
	assert_false(args_number("0x", &v) || args_number("", &v) || args_number("12a", &v) ||
		     args_number("18446744073709551616", &v) || args_number("-1", &v));
	assert_true(args_range("3-0x10", args_number, &r) && r.lo == 3 && r.hi == 16);
	assert_true(args_range("5us-20us", args_time, &r) && r.hi == 20 * US);
	assert_false(args_range("5-4", args_number, &r) || args_range("5-", args_number, &r) ||
		     args_range("-5", args_number, &r));
}

/* Tests times, defaults and every field. */
static void packet_file(void)
{
	struct traffic *t =
		play("# two packets\n\n"
		     "1us   # the first\n"
		     "+2us words=1024 x=63 y=62 color=61 category=15 addr=0x7FFFFFF be=5 "
		     "irq=1 latency=-3us\n"
		     "3us data=0x12345678 tx=0x1FFFFFFFFFFF\n"
		     "13us words=1 x=0 y=0 color=0 category=0 addr=0 be=0 irq=0\n",
		     NULL);
	struct packet p;

	assert_false(traffic_next(t, 100 * US, 5000, &p));
	assert_false(traffic_next(t, 101 * US - 1, 5009, &p));
	assert_true(traffic_next(t, 101 * US, 5010, &p));
	assert_int_equal(p.words, 1);
	assert_int_equal(p.tx, 5010 - 50);
	assert_int_equal(p.addr | p.first | p.x | p.y | p.color | p.irq, 0);
	assert_int_equal(p.be, 15);
	assert_false(traffic_next(t, 103 * US - 1, 5029, &p));
	assert_true(traffic_next(t, 103 * US, 5030, &p));
	assert_int_equal(p.words, 1024);
	assert_int_equal(p.x, 63);
	assert_int_equal(p.y, 62);
	assert_int_equal(p.color, 61);
	assert_int_equal(p.first, 0xF0000000);
	assert_int_equal(p.addr, 0x7FFFFFC);
	assert_int_equal(p.be, 5);
	assert_true(p.irq);
	assert_int_equal(p.tx, 5030 + 30);
	assert_false(ended(t));
	/* the call is late, as if the link was busy */
	assert_true(traffic_next(t, 110 * US, 5100, &p));
	assert_int_equal(p.first, 0x12345678);
	assert_int_equal(p.tx, 0x1FFFFFFFFFFF);
	assert_false(ended(t));
	assert_true(traffic_next(t, 113 * US, 5130, &p));
	assert_int_equal(p.words, 1);
	assert_int_equal(p.addr | p.first | p.x | p.y | p.color | p.irq | p.be, 0);
	assert_true(ended(t));
	assert_false(traffic_next(t, 200 * US, 6000, &p));
	traffic_close(t);
}

/* Just after the start the first packet waits until its time stamp is not before the start of
 * the clock. */
static void young_clock(void)
{
	static char *const words[] = {"count=3", "period=1us", "latency=20us"};
	struct traffic *t;
	struct packet p;
	char why[64];

	assert_int_equal(traffic_generate(&t, words, 3, why, sizeof(why)), 0);
	traffic_start(t, 100 * US, 30);
	assert_int_equal(traffic_when(t), 117 * US);
	assert_false(traffic_next(t, 117 * US - 1, 199, &p));
	assert_true(traffic_next(t, 117 * US, 200, &p));
	assert_int_equal(p.tx, 0);
	assert_true(traffic_next(t, 118 * US, 210, &p));
	assert_int_equal(p.tx, 10);
	traffic_close(t);
	t = play("2us latency=502us\n2us latency=503us\n3us latency=503us\n", NULL);
	assert_false(traffic_next(t, 103 * US - 1, 5029, &p));
	assert_true(traffic_next(t, 103 * US, 5030, &p));
	assert_int_equal(p.tx, 10);
	assert_true(traffic_next(t, 103 * US, 5030, &p));
	assert_int_equal(p.tx, 0);
	traffic_close(t);
}

/* Checks that the second round begins at the end of the first. */
static void rounds(void)
{
	static const uint64_t at[] = {100, 104, 104, 108, 108, 112};
	struct traffic *t = play("0 x=1\n4us x=2\n", "loop=3");
	struct packet p;

	for (int EACH(i, 0); i < 6; i++) {
		assert_false(ended(t));
		if (at[i] > 104 && i % 2)
			assert_false(traffic_next(t, at[i] * US - 1, 0, &p));
		assert_true(traffic_next(t, at[i] * US, 0, &p));
		assert_int_equal(p.x, i % 2 + 1);
	}
	assert_true(ended(t));
	traffic_close(t);
	t = play("+1us\n", "loop=0");
	for (uint64_t EACH(i, 1); i < 1000; i++) {
		assert_false(traffic_next(t, (100 + i) * US - 1, 0, &p));
		assert_true(traffic_next(t, (100 + i) * US, 0, &p));
	}
	assert_false(ended(t));
	traffic_close(t);
}

static void bad_files(void)
{
	static const struct {
		const char *text, *why;
	} bad[] = {
		{"1us\n0 x=1\n", ":2: 0 is before the last packet"},
		{"# c\n1us x=64\n", ":2: 'x=64' is wrong: x is from 0 to 63"},
		{"1us words=0\n", ":1: 'words=0' is wrong: words is from 1 to 1024"},
		{"1us words=1025\n", ":1: 'words=1025' is wrong: words is from 1 to 1024"},
		{"1us\n+1us z=1\n",
		 ":2: 'z=1' is wrong: there are words, x, y, color, category, addr, be, irq, "
		 "data, latency, tx, each with = and a value"},
		{"1us\n1\n", ":2: '1' is not a time"},
		{"1us tx=0x200000000000\n",
		 ":1: 'tx=0x200000000000' is wrong: tx is from 0 to 0x1FFFFFFFFFFF"},
		{"1us data=0x100000000\n",
		 ":1: 'data=0x100000000' is wrong: data is from 0 to 0xFFFFFFFF"},
		{"1us latency=\n",
		 ":1: 'latency=' is wrong: latency is a time such as 5us or -5us"},
		{"", ": no packet in it"},
		{"# nothing\n", ": no packet in it"},
	};
	char why[256], expected[256], *words[2], long_line[3000];
	struct traffic *t;

	for (size_t EACH(i, 0); i < sizeof(bad) / sizeof(bad[0]); i++) {
		words[0] = (char *)file(bad[i].text);
		assert_int_equal(traffic_play(&t, words, 1, why, sizeof(why)), -EBADMSG);
		snprintf(expected, sizeof(expected), "%s%s", words[0], bad[i].why);
		assert_string_equal(why, expected);
	}
	memset(long_line, ' ', sizeof(long_line));
	memcpy(long_line, "0\n0", 3);
	strcpy(long_line + 2998, "\n");
	words[0] = (char *)file(long_line);
	assert_int_equal(traffic_play(&t, words, 1, why, sizeof(why)), -EBADMSG);
	words[1] = "combining=on";
	words[0] = (char *)file("0\n");
	assert_int_equal(traffic_play(&t, words, 2, why, sizeof(why)), -EINVAL);
	words[0] = "/nowhere/at/all";
	assert_int_equal(traffic_play(&t, words, 1, why, sizeof(why)), -ENOENT);
	assert_string_equal(why, "/nowhere/at/all: No such file or directory");
	words[0] = "/tmp";
	assert_true(traffic_play(&t, words, 1, why, sizeof(why)) < 0);
	assert_int_equal(traffic_play(&t, words, 0, why, sizeof(why)), -EINVAL);
}

/* Makes a file with @blanks, then a packet with spaces behind it: @bytes with the line's end;
 * returns the result of opening it. */
static int open_long(unsigned int blanks, const char *blank, unsigned int bytes, char why[256])
{
	char *text = calloc(1, blanks * strlen(blank) + bytes + 1), *end = text, *words[1];
	struct traffic *t;
	int err;

	assert_non_null(text);
	for (unsigned int i = 0; i < blanks; i++)
		end = stpcpy(end, blank);
	memset(end, ' ', bytes);
	memcpy(end, "0", 1);
	end[bytes - 1] = '\n';
	words[0] = (char *)file(text);
	free(text);
	err = traffic_play(&t, words, 1, why, 256);
	if (!err)
		traffic_close(t);
	return err;
}

/* The longest line has 1022 characters and its end; 9999 lines without a packet may come one
 * after the other. */
static void long_files(void)
{
	char why[256];

	assert_int_equal(open_long(0, "", 1023, why), 0);
	assert_int_equal(open_long(0, "", 1024, why), -EBADMSG);
	assert_int_equal(open_long(1, "0\n", 1024, why), -EBADMSG);
	assert_non_null(strstr(why, ":2: line too long"));
	assert_int_equal(open_long(9999, "#\n", 2, why), 0);
	assert_int_equal(open_long(10000, "#\n", 2, why), -EBADMSG);
	assert_int_equal(open_long(5000, "0\n#\n#\n", 2, why), 0);
}

/* Checks that all values are in their ranges and reach both ends, and that a seed gives the
 * same packets again. */
static void generator(void)
{
	static char *const words[] = {
		"count=20000", "period=1us-3us", "words=2-5",	    "x=1-3",
		"y=7",	       "color=0-63",	 "category=4-5",    "addr=0x100-0x1FF",
		"be=1-15",     "irq=0-1",	 "latency=1us-2us", "seed=9"};
	struct traffic *t[2];
	uint64_t ps = 100 * US, sizes = 0, xs = 0, colors = 0, irqs = 0, gaps = 0, last = ps,
		 n = 0, categories = 0, addrs = 0, bes = 0, latencies = 0;
	struct packet p, q;
	char why[256];

	for (int EACH(i, 0); i < 2; i++) {
		assert_int_equal(traffic_generate(&t[i], words, 12, why, sizeof(why)), 0);
		traffic_start(t[i], ps, 0);
	}
	for (; !ended(t[0]); ps += US / 100) {
		EACH_OF(ps);
		if (!traffic_next(t[0], ps, ps / (US / 10), &p))
			continue;
		assert_true(traffic_next(t[1], ps, ps / (US / 10), &q));
		assert_memory_equal(&p, &q, sizeof(p));
		n++;
		sizes |= UINT64_C(1) << p.words;
		xs |= UINT64_C(1) << p.x;
		colors |= UINT64_C(1) << p.color;
		irqs |= UINT64_C(1) << p.irq;
		assert_int_equal(p.y, 7);
		assert_true(p.addr >= 0x100 && p.addr < 0x200 && p.addr % 4 == 0);
		assert_in_range(ps / (US / 10) - p.tx, 10, 20);
		categories |= UINT64_C(1) << (p.first >> 28);
		addrs |= UINT64_C(1) << (p.addr / 4 & 63);
		bes |= UINT64_C(1) << p.be;
		latencies |= UINT64_C(1) << (ps / (US / 10) - p.tx);
		if (n > 1)
			assert_in_range(ps - last, US - US / 100, 3 * US + US / 100);
		gaps += ps - last;
		last = ps;
	}
	assert_int_equal(n, 20000);
	assert_int_equal(sizes, 0x3C);
	assert_int_equal(xs, 0xE);
	assert_int_equal(colors, UINT64_MAX);
	assert_int_equal(irqs, 3);
	assert_int_equal(categories, 0x30);
	assert_int_equal(addrs, UINT64_MAX);
	assert_int_equal(bes, 0xFFFE);
	assert_int_equal(latencies & 0xFFC00, 0xFFC00); /* 2 us exactly is rare */
	assert_in_range(gaps / n, 2 * US - US / 50, 2 * US + US / 50);
	for (int i = 0; i < 2; i++)
		traffic_close(t[i]);
}

/* A generator without options sends the smallest packets, with all bytes enabled. */
static void generator_defaults(void)
{
	static char *const words[] = {"count=2"};
	struct traffic *t;
	struct packet p;
	char why[256];

	assert_int_equal(traffic_generate(&t, words, 1, why, sizeof(why)), 0);
	traffic_start(t, 100 * US, 1000);
	while (!traffic_next(t, 100 * US, 1000, &p))
		;
	assert_int_equal(p.words, 1);
	assert_int_equal(p.addr | p.x | p.y | p.color | p.irq | p.first >> 28, 0);
	assert_int_equal(p.be, 15);
	assert_int_equal(p.tx, 1000 - 50);
	traffic_close(t);
}

static void bad_generators(void)
{
	static const char names[] =
		"there are words, x, y, color, category, addr, be, irq, count, "
		"period, latency, seed, each with = and a value";
	static const char times[] = "a time such as 5us, or a range such as 5us-20us";
	static const struct {
		const char *word, *why, *more;
	} bad[] = {
		{"x=64", "x is from 0 to 63", ""},
		{"x=5-4", "x is from 0 to 63", ""},
		{"words=0", "words is from 1 to 1024", ""},
		{"words=1-1025", "words is from 1 to 1024", ""},
		{"period=1", "period is ", times},
		{"count=x", "count is a number of packets; 0: until stop", ""},
		{"latency=-1us", "latency is ", times},
		{"loop=1", names, ""},
		{"tx=1", names, ""},
		{"be=16", "be is from 0 to 15", ""},
		{"seed=", "seed is a number", ""},
		{"x", names, ""},
	};
	struct traffic *t;
	char why[256];

	for (size_t EACH(i, 0); i < sizeof(bad) / sizeof(bad[0]); i++) {
		char *words[] = {"y=1", (char *)bad[i].word}, expected[256];

		assert_int_equal(traffic_generate(&t, words, 2, why, sizeof(why)), -EINVAL);
		snprintf(expected, sizeof(expected), "'%s' is wrong: %s%s", bad[i].word,
			 bad[i].why, bad[i].more);
		assert_string_equal(why, expected);
	}
}

static uint64_t drain(struct traffic *t, uint64_t *packets)
{
	struct packet p;
	uint64_t n = 0;

	*packets = 0;
	for (uint64_t EACH(ps, 100 * US); !ended(t); ps += US) {
		assert_true(ps < 1000000 * US);
		if (!traffic_next(t, ps, ps / (US / 10), &p))
			continue;
		++*packets;
		n += p.words;
		assert_in_range(p.x, 1, 3);
	}
	traffic_close(t);
	return n;
}

/* Tests a recording with named pages and with the busiest pages. */
static void recording(void)
{
	static const char text[] = "==1== lackey\n"
				   "I  04001000,4\n S 1000,4\n"
				   "I  04001004,4\n S 1004,4\n"
				   "I  04001008,4\n L 9000,4\n"
				   "I  0400100c,4\n S 1008,4\n"
				   "I  04001010,4\n S 5000,4\n";
	uint64_t packets;

	/* nodes 1 to 3 run it, each page has one sender: both pages are mapped */
	assert_int_equal(drain(play(text, NULL), &packets), 4);
	assert_int_equal(drain(play(text, "combining=off"), &packets), 4);
	assert_int_equal(packets, 4);
	assert_int_equal(drain(play(text, "pages=1"), &packets), 3);
}

static void bad_recordings(void)
{
	static const struct {
		const char *option, *why;
	} options[] = {
		{"loop=2", "'loop=2' is wrong: there are map, pages, combining, boundary, "
			   "timeout, latency, fifo, cache, each with = and a value"},
		{"combining=maybe", "'combining=maybe' is wrong: combining is on or off"},
		{"boundary=300",
		 "'boundary=300' is wrong: boundary is 256, 512, 1024, 2048 or 4096"},
		{"fifo=1", "'fifo=1' is wrong: fifo is from 515 to 16777216"},
		{"cache=3", "'cache=3' is wrong: cache is 0 or a power of 2 up to 16384"},
		{"pages=0", "'pages=0' is wrong: pages is a number of pages, from 1 on"},
		{"timeout=5", "'timeout=5' is wrong: timeout is a time such as 5us"},
		{"map=", ": No such file or directory"},
	};
	char why[256], *words[2];
	struct traffic *t;

	words[0] = (char *)file(" S 1000,4\n");
	for (size_t EACH(i, 0); i < sizeof(options) / sizeof(options[0]); i++) {
		words[1] = (char *)options[i].option;
		assert_true(traffic_play(&t, words, 2, why, sizeof(why)) < 0);
		assert_string_equal(why, options[i].why);
	}
	words[0] = (char *)file("neither one\nnor the other\n");
	assert_int_equal(traffic_play(&t, words, 1, why, sizeof(why)), -EBADMSG);
	assert_non_null(strstr(why, "neither packets nor a recording"));
	words[0] = (char *)file(" S 1000,4\n S xyz\n");
	assert_int_equal(traffic_play(&t, words, 1, why, sizeof(why)), -EBADMSG);
	assert_non_null(strstr(why, ":2:"));
	assert_int_equal(clean(), 0);
}

static struct traffic *workload(char *name, char *option, char *other)
{
	char *words[] = {name, option, other}, why[256] = "";
	struct traffic *t = NULL;

	if (traffic_workload(&t, words, 3, why, sizeof(why)))
		fail_msg("%s", why);
	traffic_start(t, 100 * US, 1000);
	return t;
}

static void note_first(void *arg, const struct mc_packet *p, const uint32_t *of_it)
{
	uint64_t *first = arg;

	(void)of_it;
	if (!p->to && !*first)
		*first = p->rx_ps;
}

/* The programs of a workload start at the time that traffic_start() gets: the first packet
 * comes as long after it as in a run of the machine from time 0. */
static void workload_start(void)
{
	struct workload_config w = {.seed = 1, .wait_us = 1, .group = 20, .steps = 1};
	struct traffic *t = workload("simple", "group=20", "steps=1");
	uint64_t first = 0;
	struct mc_config c;
	struct packet p;
	void *app;

	mc_defaults(&c);
	assert_int_equal(mc_open(&w.m, &c), 0);
	assert_int_equal(svm_open(&w.s, w.m, workload_simple.bytes(&w)), 0);
	assert_int_equal(workload_simple.open(&app, &w), 0);
	mc_on_packet(w.m, note_first, &first);
	assert_int_equal(mc_run_all(w.m), 0);
	workload_simple.close(app);
	svm_close(w.s);
	mc_close(w.m);
	assert_true(first);
	assert_false(traffic_next(t, 100 * US + first - 1, 1000, &p));
	assert_true(traffic_next(t, 100 * US + first, 1000, &p));
	traffic_close(t);
}

/* Tests programs of a multicomputer, whose results are checked when they end. */
static void workload_results(void)
{
	uint64_t packets, words;

	words = drain(workload("simple", "group=20", "steps=10"), &packets);
	assert_in_range(words, 200, 300);
	assert_in_range(packets, 10, 30);
	words = drain(workload("simple", "group=20", "combine=off"), &packets);
	assert_in_range(words, 512 * 20, 512 * 20 + 100);
	assert_in_range(packets, 512 * 20, 512 * 20 + 100);
	words = drain(workload("radix", "size=4096", "nodes=2"), &packets);
	assert_true(packets > 500 && words >= packets);
}

static void bad_workloads(void)
{
	static const struct {
		const char *name, *option, *why;
	} bad[] = {
		{"fft", "nodes=4",
		 "no such workload; the workloads are lu, ocean, radix and simple"},
		{"lu", "nodes=0", "'nodes=0' is wrong: nodes is from 1 to 64"},
		{"lu", "boundary=128",
		 "'boundary=128' is wrong: boundary is 256, 512, 1024, 2048 or 4096"},
		{"lu", "boundary=768",
		 "'boundary=768' is wrong: boundary is 256, 512, 1024, 2048 or 4096"},
		{"lu", "boundary=513",
		 "'boundary=513' is wrong: boundary is 256, 512, 1024, 2048 or 4096"},
		{"lu", "combine=yes", "'combine=yes' is wrong: combine is on or off"},
		{"lu", "loop=1",
		 "'loop=1' is wrong: there are nodes, combine, boundary, system, size, steps, "
		 "group, wait, seed, each with = and a value"},
		{"lu", "nodes=3", "lu does not run on 3 nodes with this size"},
	};
	struct traffic *t;
	char why[256];

	for (size_t EACH(i, 0); i < sizeof(bad) / sizeof(bad[0]); i++) {
		char *words[] = {(char *)bad[i].name, (char *)bad[i].option};

		assert_int_equal(traffic_workload(&t, words, 2, why, sizeof(why)), -EINVAL);
		assert_string_equal(why, bad[i].why);
	}
	assert_int_equal(traffic_workload(&t, NULL, 0, why, sizeof(why)), -EINVAL);
}

static const struct unit units[] = {
	UNIT(words, ""),
	UNIT(packet_file, ""),
	UNIT(rounds, ""),
	UNIT(young_clock, ""),
	UNIT(bad_files, ""),
	UNIT(long_files, ""),
	UNIT(generator, ""),
	UNIT(generator_defaults, ""),
	UNIT(bad_generators, ""),
	UNIT(recording, ""),
	UNIT(bad_recordings, ""),
	UNIT(workload_start, ""),
	UNIT(workload_results, ""),
	UNIT(bad_workloads, ""),
};

UNIT_MAIN(units)
