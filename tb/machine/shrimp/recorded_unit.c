/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests recorded programs on the multicomputer: the packets that their accesses produce, and
 * their page maps and surveys.
 */
#include <errno.h>
#include <unistd.h>
#include "combine.h"
#include "recorded.h"
#include "survey.h"
#include "unit.h"

#define PAGE 0x400000u	/* mapped by node 1 */
#define PAGE2 0x401000u /* the next page, also mapped by node 1 */
#define PAGE3 0x500000u /* mapped by node 2 */
#define UNMAPPED 0x600000u

static struct recorded_config config;

/* ---- a recording in memory ---- */

struct script {
	struct {
		struct lackey_access a;
		uint64_t times; /* number of times that the access is returned */
	} line[8192];
	size_t lines, at;
	uint64_t again;
};

static struct script script[RECORDED_NODES];

static int script_next(void *arg, struct lackey_access *a)
{
	struct script *s = arg;

	if (s->at == s->lines)
		return 0;
	*a = s->line[s->at].a;
	if (++s->again >= s->line[s->at].times) {
		s->at++;
		s->again = 0;
	}
	return 1;
}

static void add(unsigned int node, enum lackey_kind kind, uint64_t addr, uint32_t size,
		uint64_t times)
{
	struct script *s = &script[node];

	assert_true(s->lines < sizeof(s->line) / sizeof(s->line[0]));
	s->line[s->lines].a = (struct lackey_access){addr, size, kind, 1};
	s->line[s->lines++].times = times;
}

/* One instruction takes a cycle. */
static void run_us(unsigned int node, uint64_t us)
{
	add(node, LACKEY_INSTR, 0x1000, 4, us * config.mc.p.cpu_mhz);
}

static void load(uint64_t addr)
{
	add(1, LACKEY_LOAD, addr, 4, 1);
}

static void store(uint64_t addr, uint32_t size)
{
	add(1, LACKEY_STORE, addr, size, 1);
}

static void stores(uint64_t addr, unsigned int n)
{
	for (unsigned int EACH(i, 0); i < n; i++)
		store(addr + 4 * i, 4);
}

/* ---- a machine, and the packets that came out of it ---- */

static struct packet got[8192];
static unsigned int packets;
static struct pagemap *map;
static struct mc_stats stats[RECORDED_NODES];
static uint64_t instructions[RECORDED_NODES];

static int begin(void)
{
	memset(script, 0, sizeof(script));
	map = pagemap_open();
	if (!map || pagemap_add(map, PAGE, 1, 3, false) ||
	    pagemap_add(map, PAGE2, 1, 7, true) || pagemap_add(map, PAGE3, 2, 15, false))
		return -1;
	recorded_defaults(&config);
	/* without a cache the interface snoops every access of the program */
	config.mc.p.cache_bytes = 0;
	config.next = script_next;
	config.map = map;
	return 0;
}

static int end(void)
{
	pagemap_close(map);
	return 0;
}

static void on_packet(void *arg, const struct mc_packet *p, const uint32_t *words)
{
	(void)arg;
	(void)words;
	assert_true(packets < sizeof(got) / sizeof(got[0]));
	assert_int_equal(p->to, 0);
	got[packets++] = p->p;
}

static void play(void)
{
	struct recorded *r;
	unsigned int node;

	for (unsigned int i = 0; i < RECORDED_NODES; i++) {
		script[i].at = script[i].again = 0;
		config.source[i] = script[i].lines ? &script[i] : NULL;
	}
	assert_int_equal(recorded_open(&r, &config), 0);
	packets = 0;
	mc_on_packet(recorded_machine(r), on_packet, NULL);
	assert_int_equal(mc_run_all(recorded_machine(r)), 0);
	assert_int_equal(recorded_error(r, &node), 0);
	for (unsigned int i = 0; i < RECORDED_NODES; i++) {
		stats[i] = *mc_stats(recorded_machine(r), i);
		instructions[i] = recorded_instructions(r, i);
	}
	recorded_close(r);
}

static uint32_t dest(uint64_t addr)
{
	return pagemap_find(map, addr)->dest | (uint32_t)(addr & 0xFFF);
}

static void expect(unsigned int i, uint64_t addr, unsigned int words)
{
	assert_true(i < packets);
	assert_int_equal(got[i].addr, dest(addr));
	assert_int_equal(got[i].words, words);
}

/* ---- accesses ---- */

static void not_mapped(void)
{
	stores(UNMAPPED, 100);
	play();
	assert_int_equal(packets, 0);
	assert_int_equal(stats[1].stores, 100);
	assert_int_equal(stats[1].updates, 0);
}

static void other_node(void)
{
	/* node 1 writes the page that node 2 sends */
	stores(PAGE3, 10);
	play();
	assert_int_equal(packets, 0);
}

/* A modify is a load and a store: the load ends the packet, and the store begins a new one. */
static void rule_modify(void)
{
	stores(PAGE, 2);
	add(1, LACKEY_MODIFY, PAGE + 8, 4, 1);
	stores(PAGE + 12, 1);
	play();
	assert_int_equal(packets, 2);
	expect(0, PAGE, 2);
	expect(1, PAGE + 8, 2);
}

/* ---- words ---- */

/* Checks that the packets write exactly the stored bytes at their destination. */
static void check_bytes(uint64_t first, uint32_t size)
{
	uint8_t written[64] = {0};
	const uint32_t base = dest(PAGE);

	for (unsigned int EACH(i, 0); i < packets; i++) {
		assert_true(got[i].be == 15 || got[i].words == 1);
		for (unsigned int k = 0; k < 4u * got[i].words; k++)
			if (got[i].be >> k % 4 & 1)
				written[got[i].addr - base + k]++;
	}
	for (unsigned int EACH(k, 0); k < sizeof(written); k++) {
		const uint64_t addr = PAGE + k;

		assert_int_equal(written[k], addr >= first && addr < first + size);
	}
}

static void sub_words(void)
{
	static const uint8_t be8[] = {1, 2, 4, 8};
	static const uint8_t be16[][2] = {{3, 0}, {6, 0}, {12, 0}, {8, 1}};

	for (unsigned int EACH(o, 0); o < 4; o++) {
		memset(script, 0, sizeof(script));
		store(PAGE + 8 + o, 1);
		play();
		assert_int_equal(packets, 1);
		expect(0, PAGE + 8, 1);
		assert_int_equal(got[0].be, be8[o]);
		check_bytes(PAGE + 8 + o, 1);

		memset(script, 0, sizeof(script));
		store(PAGE + 8 + o, 2);
		play();
		assert_int_equal(packets, be16[o][1] ? 2 : 1);
		for (unsigned int EACH(i, 0); i < packets; i++) {
			expect(i, PAGE + 8 + 4 * i, 1);
			assert_int_equal(got[i].be, be16[o][i]);
		}
		check_bytes(PAGE + 8 + o, 2);
	}
}

/* A sub-word write ends the packet in progress, and is a packet of its own. */
static void sub_word_alone(void)
{
	stores(PAGE, 3);
	store(PAGE + 12, 2);
	stores(PAGE + 16, 3);
	play();
	assert_int_equal(packets, 3);
	expect(0, PAGE, 3);
	expect(1, PAGE + 12, 1);
	expect(2, PAGE + 16, 3);
	assert_int_equal(got[0].be, 15);
	assert_int_equal(got[1].be, 3);
	assert_int_equal(got[2].be, 15);
	assert_int_equal(stats[1].why[COMBINE_PART], 2);
}

static void wide_stores(void)
{
	static const uint32_t sizes[] = {8, 16, 32};

	for (unsigned int EACH(s, 0); s < 3; s++) {
		for (unsigned int EACH(o, 0); o < 4; o++) {
			memset(script, 0, sizeof(script));
			store(PAGE + o, sizes[s]);
			play();
			assert_int_equal(packets, o ? 3 : 1);
			assert_int_equal(stats[1].updates, sizes[s] / 4 + (o != 0));
			check_bytes(PAGE + o, sizes[s]);
		}
	}
}

/* Without combining every word of a wide store is a packet. */
static void wide_stores_off(void)
{
	config.mc.combining = false;
	store(PAGE, 512);
	play();
	assert_int_equal(packets, 128);
}

static void across_pages(void)
{
	store(PAGE + 4094, 4);
	store(PAGE2 + 4094, 4); /* the page of the second half is not mapped */
	store(PAGE - 2, 4);	/* the page of the first half is not mapped */
	play();
	assert_int_equal(packets, 4);
	expect(0, PAGE + 4092, 1);
	expect(1, PAGE2, 1);
	expect(2, PAGE2 + 4092, 1);
	expect(3, PAGE, 1);
	assert_int_equal(got[0].be, 12);
	assert_int_equal(got[1].be, 3);
	assert_int_equal(got[2].be, 12);
	assert_int_equal(got[3].be, 3);
}

static void color_and_interrupt(void)
{
	stores(PAGE, 1);
	stores(PAGE2, 1);
	add(2, LACKEY_STORE, PAGE3, 4, 1);
	play();
	assert_int_equal(packets, 3);
	for (unsigned int EACH(i, 0); i < 3; i++) {
		const bool node2 = got[i].addr == dest(PAGE3);

		assert_int_equal(got[i].color >> 4, 1);
		assert_int_equal(got[i].color & 15, node2			? 15
						    : got[i].addr == dest(PAGE) ? 3
										: 7);
		assert_int_equal(got[i].irq, got[i].addr == dest(PAGE2));
		assert_int_equal(got[i].x, node2 ? 2 : 1);
		assert_int_equal(got[i].y, 0);
		assert_true(got[i].addr < 0x08000000);
	}
}

/* ---- nodes ---- */

/* The last node to arrive at a barrier releases the others, at the same time. */
static void barriers(void)
{
	for (unsigned int EACH(k, 1); k <= 2; k++) {
		run_us(k, k == 1 ? 10 : 100);
		add(k, LACKEY_MARKER, 0, LACKEY_BARRIER, 1);
		add(k, LACKEY_STORE, k == 1 ? PAGE : PAGE3, 4, 1);
	}
	/* only node 0 arrives late */
	run_us(0, 200);
	add(0, LACKEY_MARKER, 0, LACKEY_BARRIER, 1);
	play();
	assert_int_equal(packets, 2);
	assert_in_range(got[0].tx, 2000, 2050);
	assert_int_equal(got[1].tx, got[0].tx);
}

/* The nodes do not wait for a node that has ended. */
static void barrier_after_end(void)
{
	run_us(2, 50);
	add(1, LACKEY_MARKER, 0, LACKEY_BARRIER, 1);
	add(1, LACKEY_STORE, PAGE, 4, 1);
	play();
	assert_int_equal(packets, 1);
}

/* With markers in a recording each node runs its own share. */
static void shares(void)
{
	for (unsigned int EACH(k, 0); k < RECORDED_NODES; k++) {
		for (unsigned int EACH(j, 0); j < RECORDED_NODES; j++) {
			add(k, LACKEY_MARKER, 0, LACKEY_NODE + j, 1);
			run_us(k, 10);
			add(k, LACKEY_STORE, j == 1 ? PAGE : j == 2 ? PAGE3 : UNMAPPED, 4, 1);
		}
		add(k, LACKEY_MARKER, 0, LACKEY_BARRIER, 1);
		add(k, LACKEY_MARKER, 0, LACKEY_START, 1);
		run_us(k, 10);
		add(k, LACKEY_STORE, PAGE3 + 4, 4, 1);
	}
	play();
	/* the nodes run at the same time, each on its own processor */
	assert_int_equal(packets, 3);
	assert_int_equal(got[0].addr + got[1].addr, dest(PAGE) + dest(PAGE3));
	expect(2, PAGE3 + 4, 1);
	assert_int_equal(got[0].tx, 100);
	assert_int_equal(got[1].tx, 100);
	assert_in_range(got[2].tx, 200, 250);
	for (unsigned int EACH(k, 0); k < RECORDED_NODES; k++) {
		assert_int_equal(stats[k].stores, 2);
		assert_int_equal(instructions[k], 1200);
	}
}

static void caches(void)
{
	config.mc.p.cache_bytes = 8192;
	load(UNMAPPED); /* loads the line */
	stores(PAGE, 3);
	load(UNMAPPED + 4);	/* a hit: not on the bus */
	store(UNMAPPED + 8, 4); /* a hit, too */
	stores(PAGE + 12, 2);
	load(UNMAPPED + 32); /* a miss */
	stores(PAGE + 20, 1);
	store(UNMAPPED + 4096, 4); /* a miss that allocates no line */
	stores(PAGE + 24, 1);
	store(UNMAPPED + 4096, 4);
	stores(PAGE + 28, 1);
	play();
	assert_int_equal(packets, 4);
	expect(0, PAGE, 5);
	expect(1, PAGE + 20, 1);
	expect(2, PAGE + 24, 1);
	expect(3, PAGE + 28, 1);
	assert_int_equal(stats[1].loads, 3);
	assert_int_equal(stats[1].reads, 2);
}

/* A machine that reads its recordings ahead in parts, while its programs rest, sends the same
 * packets. */
static void rests(void)
{
	static struct packet whole[sizeof(got) / sizeof(got[0])];
	unsigned int n, rested = 0;
	struct recorded *r;

	for (unsigned int EACH(k, 0); k < RECORDED_NODES; k++)
		for (unsigned int EACH(j, 0); j < 40; j++) {
			add(k, LACKEY_MARKER, 0, LACKEY_NODE + 1 + j % 3, 1);
			add(k, LACKEY_LOAD, UNMAPPED, 4, 100 * j);
			add(k, LACKEY_STORE, j % 3 ? PAGE3 : PAGE, 4, 1 + j);
			if (j % 10 == 9)
				add(k, LACKEY_MARKER, 0, LACKEY_BARRIER, 1);
		}
	play();
	n = packets;
	memcpy(whole, got, sizeof(got));
	assert_true(n > 100);
	packets = 0;
	config.mc.steps = 64;
	for (unsigned int i = 0; i < RECORDED_NODES; i++)
		script[i].at = script[i].again = 0;
	assert_int_equal(recorded_open(&r, &config), 0);
	mc_on_packet(recorded_machine(r), on_packet, NULL);
	for (uint64_t ps = 0; mc_run(recorded_machine(r), 0) != MC_ENDED; ps += 3000000)
		while (!mc_ahead(recorded_machine(r), ps))
			rested++;
	assert_true(rested > 1000);
	assert_int_equal(packets, n);
	assert_memory_equal(whole, got, n * sizeof(*got));
	for (unsigned int EACH(i, 0); i < RECORDED_NODES; i++)
		assert_memory_equal(&stats[i], mc_stats(recorded_machine(r), i),
				    sizeof(*stats));
	recorded_close(r);
}

static int fail_next(void *arg, struct lackey_access *a)
{
	return script_next(arg, a) > 0 ? 1 : -EBADMSG;
}

static void source_fails(void)
{
	struct recorded *r;
	unsigned int node;

	stores(PAGE, 3);
	config.next = fail_next;
	config.source[1] = &script[1];
	assert_int_equal(recorded_open(&r, &config), 0);
	assert_int_equal(mc_run_all(recorded_machine(r)), -EIO);
	assert_true(mc_when(recorded_machine(r), 0) == MC_NEVER);
	assert_int_equal(recorded_error(r, &node), -EBADMSG);
	assert_int_equal(node, 1);
	recorded_close(r);
}

static void payloads(void)
{
	uint32_t first;

	stores(PAGE, 1);
	stores(PAGE2, 1);
	stores(PAGE, 1);
	play();
	assert_int_equal(packets, 3);
	/* the values are generated from address and count, and are the same in every run */
	assert_int_not_equal(got[0].first, got[1].first);
	assert_int_not_equal(got[0].first, got[2].first);
	first = got[2].first;
	play();
	assert_int_equal(got[2].first, first);
}

/* ---- page map ---- */

static void map_text(void)
{
	const struct pagemap_entry *e;
	char why[128];

	assert_int_equal(pagemap_parse(map, "700000=3:9:1", why, sizeof(why)), 0);
	assert_int_equal(pagemap_parse(map, "0x800000-0x803000=2", why, sizeof(why)), 0);
	assert_int_equal(pagemap_count(map), 8);
	e = pagemap_find(map, 0x700FFF);
	assert_non_null(e);
	assert_int_equal(e->sender, 3);
	assert_int_equal(e->color, 0x19);
	assert_true(e->irq);
	e = pagemap_find(map, 0x803000);
	assert_non_null(e);
	assert_int_equal(e->sender, 2);
	assert_false(e->irq);
	assert_null(pagemap_find(map, 0x804000));
	assert_null(pagemap_find(map, 0x7FFFFF));
	/* all destinations differ */
	for (size_t EACH(i, 0); i < pagemap_count(map); i++)
		assert_int_equal(pagemap_at(map, i)->dest, PAGEMAP_DEST + i * PAGE_BYTES);
}

static void map_errors(void)
{
	static const struct {
		const char *text;
		int err;
		const char *why;
	} bad[] = {
		{"", -EINVAL, "no page address"},
		{"xyz=1", -EINVAL, "no page address"},
		{"700001=1", -EINVAL, "a page is a multiple"},
		{"700000", -EINVAL, "no '='"},
		{"700000=", -EINVAL, "the sender"},
		{"700000=0", -EINVAL, "the sender"},
		{"700000=4", -EINVAL, "the sender"},
		{"700000=1:16", -EINVAL, "the color"},
		{"700000=1:", -EINVAL, "the color"},
		{"700000=1:2:2", -EINVAL, "the interrupt bit"},
		{"700000=1:2:1:0", -EINVAL, "more than"},
		{"700000-6ff000=1", -EINVAL, "the last page lies before"},
		{"700000-=1", -EINVAL, "no last page"},
		{"400000=2", -EEXIST, "a page is mapped twice"},
		{"10000000-20000000=1", -ENOSPC, "more pages than fit"},
	};
	char why[128];

	for (size_t EACH(i, 0); i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(pagemap_parse(map, bad[i].text, why, sizeof(why)), bad[i].err);
		assert_memory_equal(why, bad[i].why, strlen(bad[i].why));
	}
}

static void map_file(void)
{
	char path[] = "/tmp/pagemap-unit-XXXXXX", why[256], want[128];
	struct pagemap *cut = pagemap_open();
	FILE *f;

	f = fdopen(mkstemp(path), "w");
	assert_non_null(f);
	fputs("# a map\n\n  700000-703000=3:1 # four pages\n\t710000=1", f);
	fflush(f);
	/* the color may have been cut off */
	assert_int_equal(pagemap_load(cut, path, why, sizeof(why)), -EBADMSG);
	snprintf(want, sizeof(want), "%s:4: the last line has no end", path);
	assert_memory_equal(why, want, strlen(want));
	pagemap_close(cut);
	fputs("\n", f);
	fflush(f);
	assert_int_equal(pagemap_load(map, path, why, sizeof(why)), 0);
	assert_int_equal(pagemap_count(map), 8);
	fputs("720000=7\n", f);
	fclose(f);
	pagemap_close(map);
	map = pagemap_open();
	assert_int_equal(pagemap_load(map, path, why, sizeof(why)), -EINVAL);
	snprintf(want, sizeof(want), "%s:5: the sender", path);
	assert_memory_equal(why, want, strlen(want));
	unlink(path);
	assert_int_equal(pagemap_load(map, path, why, sizeof(why)), -ENOENT);
}

/* The busiest pages are assigned to the senders in turn. */
static void busiest(void)
{
	static const struct {
		uint64_t page;
		unsigned int sender;
	} want[] = {{0x14000, 1}, {0x13000, 2}, {0x12000, 3}, {0x11000, 1}};
	struct survey s;

	for (unsigned int EACH(p, 0); p < 5; p++)
		add(1, LACKEY_STORE, 0x10000 + 0x1000 * p, 4, p + 1);
	add(1, LACKEY_LOAD, 0x10000, 4, 50);
	run_us(1, 1);
	assert_int_equal(survey_read(&s, script_next, &script[1]), 0);
	assert_int_equal(s.stores, 15);
	assert_int_equal(s.loads, 50);
	assert_int_equal(s.instructions, 60);
	assert_false(s.shared);
	pagemap_close(map);
	map = pagemap_open();
	assert_int_equal(survey_map(&s, map, 4), 0);
	survey_free(&s);
	assert_int_equal(pagemap_count(map), 4);
	for (size_t EACH(i, 0); i < 4; i++) {
		assert_int_equal(pagemap_at(map, i)->page, want[i].page);
		assert_int_equal(pagemap_at(map, i)->sender, want[i].sender);
	}
}

/* With markers a page is assigned to the node that writes it; node 0 sends nothing. */
static void busiest_by_node(void)
{
	struct survey s;

	add(1, LACKEY_MARKER, 0, LACKEY_NODE + 0, 1);
	add(1, LACKEY_STORE, 0x10000, 4, 100);
	add(1, LACKEY_MARKER, 0, LACKEY_NODE + 3, 1);
	add(1, LACKEY_STORE, 0x11000, 4, 5);
	add(1, LACKEY_MARKER, 0, LACKEY_NODE + 2, 1);
	add(1, LACKEY_STORE, 0x11000, 4, 4);
	add(1, LACKEY_STORE, 0x12FFE, 4, 6); /* two pages */
	assert_int_equal(survey_read(&s, script_next, &script[1]), 0);
	assert_true(s.shared);
	pagemap_close(map);
	map = pagemap_open();
	assert_int_equal(survey_map(&s, map, 100), 0);
	survey_free(&s);
	assert_int_equal(pagemap_count(map), 3);
	assert_int_equal(pagemap_find(map, 0x11000)->sender, 3);
	assert_int_equal(pagemap_find(map, 0x12000)->sender, 2);
	assert_int_equal(pagemap_find(map, 0x13000)->sender, 2);
}

/* ---- */

static const struct unit units[] = {
	UNIT_WITH(not_mapped, "SB-SNI-002", begin, end),
	UNIT_WITH(other_node, "", begin, end),
	UNIT_WITH(rule_modify, "", begin, end),
	UNIT_WITH(sub_words, "SB-SNI-033", begin, end),
	UNIT_WITH(sub_word_alone, "SB-SNI-033", begin, end),
	UNIT_WITH(wide_stores, "", begin, end),
	UNIT_WITH(wide_stores_off, "SB-SNI-007", begin, end),
	UNIT_WITH(across_pages, "", begin, end),
	UNIT_WITH(color_and_interrupt, "SB-SNI-034 SB-SNI-036", begin, end),
	UNIT_WITH(barriers, "", begin, end),
	UNIT_WITH(barrier_after_end, "", begin, end),
	UNIT_WITH(shares, "", begin, end),
	UNIT_WITH(rests, "", begin, end),
	UNIT_WITH(caches, "", begin, end),
	UNIT_WITH(source_fails, "", begin, end),
	UNIT_WITH(payloads, "", begin, end),
	UNIT_WITH(map_text, "", begin, end),
	UNIT_WITH(map_errors, "", begin, end),
	UNIT_WITH(map_file, "", begin, end),
	UNIT_WITH(busiest, "", begin, end),
	UNIT_WITH(busiest_by_node, "", begin, end),
};

UNIT_MAIN(units)
